//! How pieces move, in the words that events and options share.

use super::language::Language;
use crate::rules::board::{Arms, Place};
use crate::rules::colour::Colour;
use crate::rules::dice::Die;
use crate::rules::piece::Piece;

/// The way of a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// The board, where it is known.
    pub(super) arms: Option<Arms>,
    /// Who moves.
    pub(super) piece: Piece,
    /// From where.
    pub(super) origin: Place,
    /// To where.
    pub(super) target: Place,
}

impl Way {
    /// By a die: la ficha 2 de amarillo avanza 3, de la 10 a la 13.
    pub(super) fn by_die(self, language: Language, steps: u8, die: Die) -> String {
        let piece = language.piece(self.piece);
        let how = match (language, steps == die.pips()) {
            (Language::Spanish, true) => format!("avanza {steps}"),
            (Language::Spanish, false) => format!("avanza {steps} con {}", language.dice(&[die])),
            (Language::English, true) => format!("advances {steps}"),
            (Language::English, false) => {
                format!("advances {steps} with {}", language.dice(&[die]))
            }
        };
        format!("{piece} {how}, {}", self.described(language, steps))
    }

    /// Taking a count: amarillo se cuenta 20 con la ficha 4, de la 31 a la 51.
    pub(super) fn by_count(self, language: Language, doer: Option<Colour>, count: u8) -> String {
        let seat = doer.unwrap_or_else(|| self.piece.colour());
        let piece = piece_of(language, Some(seat), self.piece);
        let seat = language.colour(seat);
        let way = self.described(language, count);
        match language {
            Language::Spanish => format!("{seat} se cuenta {count} con {piece}, {way}"),
            Language::English => format!("{seat} counts {count} with {piece}, {way}"),
        }
    }

    /// By what is not known: la ficha 2 de amarillo va de la 10 a la 13.
    pub(super) fn plain(self, language: Language) -> String {
        let piece = language.piece(self.piece);
        let (from, to) = (language.from(self.origin), language.to(self.target));
        format!("{piece} {} {from} {to}", language.pick("va", "goes"))
    }

    fn described(self, language: Language, steps: u8) -> String {
        let (from, to) = (language.from(self.origin), language.to(self.target));
        if self.rebounds(steps) {
            let turns = language.pick("rebotando en la meta", "rebounding at the goal");
            format!("{from}, {turns}, {to}")
        } else {
            format!("{from} {to}")
        }
    }

    /// Whether it turns back at the goal: it ends short of its steps.
    fn rebounds(self, steps: u8) -> bool {
        let progress = |place| {
            let arms = self.arms?;
            arms.progress(self.piece.colour(), place)
                .map(|progress| u16::from(progress.steps()))
        };
        match (progress(self.origin), progress(self.target)) {
            (Some(origin), Some(target)) => target < origin + u16::from(steps),
            (None, _) | (_, None) => false,
        }
    }
}

/// What a seat does with pieces that come out: saca la ficha 1 a la 5 con un 5.
pub(super) fn exit(
    language: Language,
    doer: Option<Colour>,
    pieces: &[Piece],
    dice: &[Die],
    target: Place,
) -> String {
    let (to, dice) = (language.to(target), language.dice(dice));
    let who = match *pieces {
        [one, two] => pair_of(language, doer, one, two),
        _ => language.all(pieces.iter().map(|piece| piece_of(language, doer, *piece))),
    };
    match language {
        Language::Spanish => format!("saca {who} {to} con {dice}"),
        Language::English => format!("brings {who} out {to} with {dice}"),
    }
}

/// Who is captured: come la ficha 1 de rojo.
pub(super) fn capture(language: Language, victim: Piece) -> String {
    let victim = language.piece(victim);
    format!("{} {victim}", language.pick("come", "captures"))
}

/// Who is crushed: despachurra la ficha 1 de rojo.
pub(super) fn crush(language: Language, victim: Piece) -> String {
    let victim = language.piece(victim);
    format!("{} {victim}", language.pick("despachurra", "crushes"))
}

/// A count earned: gana 20 para contarse.
pub(super) fn earn(language: Language, amount: u8) -> String {
    match language {
        Language::Spanish => format!("gana {amount} para contarse"),
        Language::English => format!("earns a count of {amount}"),
    }
}

/// A piece, its colour named where it is not the doer's.
fn piece_of(language: Language, doer: Option<Colour>, piece: Piece) -> String {
    if doer == Some(piece.colour()) {
        format!("{} {}", language.pick("la ficha", "piece"), piece.number())
    } else {
        language.piece(piece)
    }
}

fn pair_of(language: Language, doer: Option<Colour>, one: Piece, two: Piece) -> String {
    let colour = language.colour(one.colour());
    let (first, second) = (one.number(), two.number());
    match (language, doer == Some(one.colour())) {
        (Language::Spanish, true) => format!("las fichas {first} y {second}"),
        (Language::Spanish, false) => format!("las fichas {first} y {second} de {colour}"),
        (Language::English, true) => format!("pieces {first} and {second}"),
        (Language::English, false) => format!("{colour}'s pieces {first} and {second}"),
    }
}
