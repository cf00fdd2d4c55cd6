//! The game proper: rolls, moves, captures, counts and penalties.

use super::Teller;
use crate::rules::board::Place;
use crate::rules::dice::Die;
use crate::rules::event::CountReason;
use crate::rules::ids::Chair;
use crate::rules::piece::Piece;
use crate::words::clause::Clause;
use crate::words::language::Language;
use crate::words::motion;

impl Teller {
    pub(super) fn roll(&self, chair: Chair, dice: &[Die]) -> Clause {
        let (seat, dice) = (self.seat(chair), self.language.dice(dice));
        Clause::alone(format!(
            "{seat} {} {dice}",
            self.language.pick("tira", "rolls")
        ))
    }

    pub(super) fn exit(&self, pieces: &[Piece], dice: &[Die], target: Place) -> Clause {
        let doer = self.on_turn.or(pieces.first().map(|piece| piece.colour()));
        let seat = doer.map_or("", |colour| self.language.colour(colour));
        let exit = motion::exit(self.language, doer, pieces, dice, target);
        Clause::leading(format!("{seat} {exit}"))
    }

    pub(super) fn advance(
        &self,
        piece: Piece,
        origin: Place,
        target: Place,
        die: Option<Die>,
        steps: Option<u8>,
    ) -> Clause {
        let way = motion::Way {
            arms: self.arms(),
            piece,
            origin,
            target,
        };
        Clause::leading(match die {
            Some(die) => way.by_die(self.language, steps.unwrap_or(die.pips()), die),
            None => way.plain(self.language),
        })
    }

    pub(super) fn take_count(
        &self,
        piece: Piece,
        origin: Place,
        target: Place,
        count: u8,
    ) -> Clause {
        let way = motion::Way {
            arms: self.arms(),
            piece,
            origin,
            target,
        };
        Clause::leading(way.by_count(self.language, self.on_turn, count))
    }

    pub(super) fn capture(&self, piece: Piece, captor: Piece, square: Place) -> Clause {
        let (language, doer) = (self.language, self.language.piece(captor));
        let joined = motion::capture(language, piece);
        let at = language.at(square);
        Clause::following(
            match language {
                Language::Spanish => format!("{doer} {joined} {at}, que vuelve a casa"),
                Language::English => format!("{doer} {joined} {at}, which goes home"),
            },
            joined,
        )
    }

    pub(super) fn crush(&self, piece: Piece, square: Place) -> Clause {
        let language = self.language;
        let (victim, at) = (language.piece(piece), language.at(square));
        Clause::following(
            match language {
                Language::Spanish => {
                    format!("{victim} queda despachurrada {at} y vuelve a casa")
                }
                Language::English => format!("{victim} is crushed {at} and goes home"),
            },
            motion::crush(language, piece),
        )
    }

    pub(super) fn count(&self, amount: u8, reason: CountReason) -> Clause {
        let language = self.language;
        let what = match reason {
            CountReason::Capture => language.pick("por comer", "for a capture"),
            CountReason::Crush => language.pick("por despachurrar", "for a crush"),
            CountReason::Goal => language.pick("por llegar a la meta", "for a piece in the goal"),
        };
        let seat = self.on_turn.map(|colour| language.colour(colour));
        let earns = motion::earn(language, amount);
        let alone = match (seat, language) {
            (Some(seat), _) => format!("{seat} {earns} {what}"),
            (None, Language::Spanish) => format!("se ganan {amount} para contarse {what}"),
            (None, Language::English) => format!("{amount} are earned, to be counted, {what}"),
        };
        Clause::following(alone, earns)
    }

    pub(super) fn count_lost(&self, amount: u8) -> Clause {
        Clause::alone(match self.language {
            Language::Spanish => {
                format!("ninguna ficha puede contarse {amount}, y se pierden")
            }
            Language::English => format!("no piece can count {amount}, and the count is lost"),
        })
    }

    pub(super) fn pass(&self, dice: &[Die]) -> Clause {
        let (language, shown) = (self.language, self.language.dice(dice));
        let seat = self.on_turn.map(|colour| language.colour(colour));
        Clause::alone(match (seat, language) {
            (Some(seat), Language::Spanish) => {
                format!("{seat} pasa: nada se puede mover con {shown}")
            }
            (None, Language::Spanish) => format!("se pasa: nada se puede mover con {shown}"),
            (Some(seat), Language::English) => {
                format!("{seat} passes: nothing can be moved with {shown}")
            }
            (None, Language::English) => {
                format!("there is a pass: nothing can be moved with {shown}")
            }
        })
    }

    pub(super) fn penalty(
        &self,
        piece: Option<Piece>,
        origin: Option<Place>,
        target: Option<Place>,
    ) -> Clause {
        let language = self.language;
        let name = if self.two_dice() {
            language.pick("castigo del tercer doble", "penalty of the third double")
        } else {
            language.pick("castigo del tercer seis", "penalty of the third six")
        };
        let fate = match (piece, origin, target) {
            (Some(piece), Some(origin), Some(target)) if origin == target => {
                let (piece, at) = (language.piece(piece), language.at(target));
                format!("{piece} {} {at}", language.pick("se queda", "stays"))
            }
            (Some(piece), Some(origin), Some(target)) => {
                let piece = language.piece(piece);
                let (from, to) = (language.from(origin), language.to(target));
                match language {
                    Language::Spanish => format!("{piece} vuelve {from} {to}"),
                    Language::English => format!("{piece} goes back {to} {from}"),
                }
            }
            (None | Some(_), _, _) => language
                .pick("no hay ficha que castigar", "there is no piece to penalise")
                .to_owned(),
        };
        Clause::alone(format!("{name}: {fate}"))
    }
}
