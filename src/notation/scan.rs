//! Reading a text item by item, lenient about case, white space, line breaks and comments.

use super::item::{Item, Seats};
use super::label::Label;
use super::name::named;
use super::take::{Take, Way, sorted};
use crate::rules::board::Place;
use crate::rules::colour::Colour;
use crate::rules::dice::{Dice, Die, Roll};
use crate::rules::event::LeaveReason;
use crate::rules::ids::Chair;
use crate::rules::piece::Piece;

/// A place in a text, up to which it has been read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// From a byte of a text on.
    pub(super) const fn from(text: &'a str, at: usize) -> Self {
        Self { text, at }
    }

    /// The byte it is at.
    pub(super) const fn offset(&self) -> usize {
        self.at
    }

    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The text since a byte.
    pub(super) fn since(&self, offset: usize) -> &'a str {
        self.text.get(offset..self.at).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn step(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Takes a character in upper or lower case.
    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let here = self
            .peek()
            .is_some_and(|next| next.eq_ignore_ascii_case(&wanted));
        if here {
            self.step();
        }
        here
    }

    /// Takes characters as long as they are such.
    pub(super) fn run(&mut self, such: impl Fn(char) -> bool) -> &'a str {
        let start = self.at;
        while self.peek().is_some_and(&such) {
            self.step();
        }
        self.since(start)
    }

    /// Skips white space.
    pub(super) fn blank(&mut self) {
        self.run(char::is_whitespace);
    }

    /// Skips white space, commas and comments; a comment that is a time is an item.
    pub(super) fn skip(&mut self) {
        loop {
            self.run(|next| next.is_whitespace() || next == ',' || next == '\u{feff}');
            match self.peek() {
                Some(';') => {
                    self.run(|next| next != '\n');
                }
                Some('{') if self.attempt(Self::time).is_none() => {
                    let Some(end) = self.rest().find('}') else {
                        return;
                    };
                    self.at += end + 1;
                }
                Some(_) | None => return,
            }
        }
    }

    /// What is tried here: the text up to the next white space.
    pub(super) fn tried(&self) -> &'a str {
        let rest = self.rest();
        rest.split(|next: char| next.is_whitespace() || next == ',')
            .next()
            .unwrap_or_default()
    }

    /// A comment that is a time.
    pub(super) fn time_comment(&mut self) -> Option<i64> {
        self.rest().starts_with('{').then_some(())?;
        self.maybe(Self::time)
    }

    /// Looks what comes, without going on.
    fn attempt<T>(&self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        read(&mut self.clone())
    }

    /// Takes what it can read, or goes on from where it was.
    fn maybe<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let before = self.at;
        let taken = read(self);
        if taken.is_none() {
            self.at = before;
        }
        taken
    }

    /// The item that begins here.
    pub(super) fn item(&mut self) -> Option<Item> {
        let item = match self.peek()? {
            '{' => self.time().map(Item::Time),
            '+' => self.signed('+').map(Item::Earned),
            '-' => self.signed('-').map(Item::Lost),
            '!' => self.penalty(),
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

    /// Whether what was read ends here: two words do not stand side by side without white space.
    fn parted(&self) -> bool {
        let before = self.since(0).chars().next_back();
        let both = [before, self.peek()];
        !both
            .iter()
            .all(|side| side.is_some_and(char::is_alphanumeric))
    }

    fn number<T: std::str::FromStr>(&mut self) -> Option<T> {
        self.run(|next| next.is_ascii_digit()).parse().ok()
    }

    fn signed(&mut self, sign: char) -> Option<u8> {
        self.eat(sign);
        self.blank();
        self.number()
    }

    /// `{+12.5s}`, in microseconds.
    fn time(&mut self) -> Option<i64> {
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

    fn penalty(&mut self) -> Option<Item> {
        self.eat('!');
        let penalised = self.maybe(|scanner| {
            scanner.blank();
            Some((scanner.piece()?, scanner.way()?))
        });
        Some(Item::Penalty(penalised))
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
        self.blank();
        let reason = named(self.word())?;
        Some(Item::Payment {
            payer,
            payee,
            amount,
            reason,
        })
    }

    /// `Y`, or `C0`.
    pub(super) fn label(&mut self) -> Option<Label> {
        let label = match self.maybe(Self::colour_letter) {
            Some(colour) => Label::Colour(colour),
            None => {
                self.eat('c').then_some(())?;
                Label::Chair(self.number().and_then(Chair::new)?)
            }
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
                "gets" => {
                    self.blank();
                    Some(Item::Gets(label, named(self.word())?))
                }
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

    pub(super) fn word(&mut self) -> &'a str {
        self.run(|next| next.is_alphanumeric() || next == '_')
    }

    fn words(&mut self) -> Option<Item> {
        let word = self.word().to_ascii_lowercase();
        match word.as_str() {
            "pass" => Some(Item::Pass),
            "start" => Some(Item::Start),
            "ready" => Some(Item::Ready),
            "resigns" => Some(Item::Leaves(LeaveReason::Resigned)),
            "lapses" => Some(Item::Leaves(LeaveReason::Lapsed)),
            "agreed" => {
                self.blank();
                named(self.word()).map(Item::Agreed)
            }
            "end" => {
                self.blank();
                named(self.word()).map(Item::End)
            }
            colour => Colour::of_name(colour).map(Item::Colour),
        }
    }
}
