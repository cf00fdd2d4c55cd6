//! Items, each from its first character on.

use super::Scanner;
use crate::notation::item::{Item, Seats};
use crate::notation::label::Label;
use crate::notation::name::named;
use crate::notation::take::{Take, Way, sorted};
use crate::rules::board::Place;
use crate::rules::colour::Colour;
use crate::rules::dice::{Dice, Die, Roll};
use crate::rules::event::{Basis, LeaveReason, Outage};
use crate::rules::ids::{Chair, Version};
use crate::rules::piece::Piece;

impl<'a> Scanner<'a> {
    /// The item that begins here.
    pub(in crate::notation) fn item(&mut self) -> Option<Item> {
        let item = match self.peek()? {
            '{' => self.time().map(Item::Time),
            '+' => self.signed('+').map(Item::Earned),
            '-' => self.signed('-').map(Item::Lost),
            '!' => Some(self.penalty()),
            '$' => self.payment(),
            '#' => self.eat('#').then_some(Item::Finish),
            next if next.is_ascii_digit() => self.numbers(),
            _ => self
                .maybe(|scanner| scanner.take(Dice::new()).map(Item::Take))
                .or_else(|| self.maybe(Self::labelled))
                .or_else(|| self.words()),
        }?;
        self.parted().then_some(item)
    }

    fn signed(&mut self, sign: char) -> Option<u8> {
        self.eat(sign);
        self.blank();
        self.number()
    }

    /// `{+12.5s}`, in microseconds.
    pub(super) fn time(&mut self) -> Option<i64> {
        self.eat('{');
        self.blank();
        let forward = self.eat('+');
        if !forward && !self.eat('-') {
            return None;
        }
        let seconds: i64 = self.number()?;
        let decimals = if self.eat('.') {
            self.run(|next| next.is_ascii_digit())
        } else {
            ""
        };
        if decimals.len() > 6 || !self.eat('s') {
            return None;
        }
        self.blank();
        let micros: i64 = format!("{decimals:0<6}").parse().ok()?;
        let whole = seconds.checked_mul(1_000_000)?.checked_add(micros)?;
        self.eat('}')
            .then_some(if forward { whole } else { -whole })
    }

    /// A turn's number, a roll, or an option that names its dice.
    fn numbers(&mut self) -> Option<Item> {
        if let Some(number) = self.maybe(|scanner| {
            let number = scanner.number()?;
            scanner.blank();
            scanner.eat('.').then_some(number)
        }) {
            return Some(Item::Turn(number));
        }
        let dice = self.dice()?;
        let named = self.maybe(|scanner| {
            scanner.blank();
            scanner.eat(':').then_some(())?;
            scanner.blank();
            scanner.take(sorted(&dice))
        });
        match named {
            Some(take) => Some(Item::Take(take)),
            None => Roll::of(&dice).map(Item::Roll),
        }
    }

    fn dice(&mut self) -> Option<Dice> {
        let mut dice = Dice::from_iter([self.die()?]);
        let second = self.maybe(|scanner| {
            scanner.blank();
            scanner.eat('+').then_some(())?;
            scanner.blank();
            scanner.die()
        });
        dice.extend(second);
        Some(dice)
    }

    fn die(&mut self) -> Option<Die> {
        self.number().and_then(Die::new)
    }

    /// Pieces, perhaps with their way and whom they send home.
    fn take(&mut self, dice: Dice) -> Option<Take> {
        let mut take = Take {
            dice,
            ..Take::default()
        };
        take.pieces.push(self.piece()?);
        take.pieces.extend(self.maybe(|scanner| {
            scanner.blank();
            scanner.eat('+').then_some(())?;
            scanner.blank();
            scanner.piece()
        }));
        take.way = self.maybe(Self::way);
        while let Some(piece) = self.maybe(|scanner| {
            scanner.blank();
            scanner.eat('x').then_some(())?;
            scanner.blank();
            scanner.piece()
        }) {
            take.sent.push(piece);
        }
        Some(take)
    }

    fn piece(&mut self) -> Option<Piece> {
        let colour = self.colour_letter()?;
        let number = self.step()?.to_digit(10)?;
        Piece::new(colour, u8::try_from(number).ok()?)
    }

    fn colour_letter(&mut self) -> Option<Colour> {
        self.step()
            .map(|letter| letter.to_ascii_uppercase())
            .and_then(Colour::of_letter)
    }

    fn way(&mut self) -> Option<Way> {
        self.blank();
        let origin = self.place()?;
        self.blank();
        self.eat('-').then_some(())?;
        self.blank();
        let target = self.place()?;
        Some(Way { origin, target })
    }

    fn place(&mut self) -> Option<Place> {
        let start = self.at;
        if !self.eat('h') && !self.eat('g') {
            self.eat('c');
            self.run(|next| next.is_ascii_digit());
        }
        self.since(start).to_ascii_lowercase().parse().ok()
    }

    fn penalty(&mut self) -> Item {
        self.eat('!');
        let penalised = self.maybe(|scanner| {
            scanner.blank();
            Some((scanner.piece()?, scanner.way()?))
        });
        Item::Penalty(penalised)
    }

    fn payment(&mut self) -> Option<Item> {
        self.eat('$');
        let payer = self.label()?;
        self.blank();
        self.eat('-').then_some(())?;
        self.blank();
        let payee = self.label()?;
        self.blank();
        let amount = self.number()?;
        let reason = named(self.next_word())?;
        Some(Item::Payment {
            payer,
            payee,
            amount,
            reason,
        })
    }

    /// `Y`, or `C0`.
    fn label(&mut self) -> Option<Label> {
        let label = if let Some(colour) = self.maybe(Self::colour_letter) {
            Label::Colour(colour)
        } else {
            self.eat('c').then_some(())?;
            Label::Chair(self.number().and_then(Chair::new)?)
        };
        self.parted().then_some(label)
    }

    /// What begins with a seat: `Y:`, `Y+R:`, `R begins`, `C1 gets blue`.
    fn labelled(&mut self) -> Option<Item> {
        let label = self.label()?;
        self.blank();
        if self.peek().is_some_and(char::is_alphabetic) {
            return match self.word().to_ascii_lowercase().as_str() {
                "begins" => Some(Item::Begins(label)),
                "gets" => Some(Item::Gets(label, named(self.next_word())?)),
                "bot" => Some(Item::TakenOver(label, self.next_word().into())),
                "lapse" => self.lapse(label),
                _ => None,
            };
        }
        let mut seats = Seats::from_iter([label]);
        if self.eat('+') {
            self.blank();
            seats.push(self.label()?);
            self.blank();
        }
        self.eat(':').then_some(Item::Seats(seats))
    }

    pub(in crate::notation) fn word(&mut self) -> &'a str {
        self.run(|next| next.is_alphanumeric() || next == '_')
    }

    fn next_word(&mut self) -> &'a str {
        self.blank();
        self.word()
    }

    /// What a clock did, and what it computed that from.
    fn lapse(&mut self, label: Label) -> Option<Item> {
        let outcome = named(self.next_word())?;
        let mut basis = Basis {
            asked: Version(self.amount("asked")?),
            elapsed_ms: self.amount("elapsed")?,
            excused_ms: self.amount("excused")?,
            allowance_ms: self.amount("allowance")?,
            outages: Vec::new(),
        };
        while let Some(outage) = self.maybe(|scanner| {
            let after_ms = scanner.amount("outage")?;
            scanner.eat('+').then_some(())?;
            let lasted_ms = scanner.number()?;
            Some(Outage {
                after_ms,
                lasted_ms,
            })
        }) {
            basis.outages.push(outage);
        }
        let charged_ms = self.amount("charged")?;
        Some(Item::Lapse {
            label,
            outcome,
            basis,
            charged_ms,
        })
    }

    /// A number after its name.
    fn amount(&mut self, name: &str) -> Option<u64> {
        let named = self.next_word().eq_ignore_ascii_case(name);
        self.blank();
        named.then(|| self.number())?
    }

    fn words(&mut self) -> Option<Item> {
        let word = self.word().to_ascii_lowercase();
        match word.as_str() {
            "pass" => Some(Item::Pass),
            "start" => Some(Item::Start),
            "ready" => Some(Item::Ready),
            "resigns" => Some(Item::Leaves(LeaveReason::Resigned)),
            "leaves" => Some(Item::Leaves(LeaveReason::Lapsed)),
            "agreed" => named(self.next_word()).map(Item::Agreed),
            "end" => named(self.next_word()).map(Item::End),
            colour => Colour::of_name(colour).map(Item::Colour),
        }
    }
}
