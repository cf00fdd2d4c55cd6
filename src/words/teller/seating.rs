//! From the creation of a game to its first roll.

use super::Teller;
use crate::rules::colour::Colour;
use crate::rules::dice::Die;
use crate::rules::event::{ClockRule, Created, DiceSource, OnLapse, OriginKind, StartWhen};
use crate::rules::ids::Chair;
use crate::words::clause::Clause;
use crate::words::duration::duration;
use crate::words::language::Language;
use crate::words::preset;

impl Teller {
    pub(super) fn created(&self, created: &Created) -> Clause {
        let language = self.language;
        let mut rules = preset::short_name(language, created.preset).to_owned();
        if created.rules != created.preset.rules() {
            rules.push_str(language.pick(", con cambios", ", with changes"));
        }
        let (seats, arms) = (created.seats, created.rules.arms.number());
        let dice = match created.dice {
            DiceSource::Server => language.pick(
                "los dados los tira el servidor, que ya se ha comprometido con ellos",
                "the server rolls the dice, and has committed itself to them",
            ),
            DiceSource::Manual => {
                language.pick("los dados se tiran a mano", "dice are rolled by hand")
            }
        };
        let starts = match created.start_when {
            StartWhen::Full => language.pick("empieza al llenarse", "it starts when full"),
            StartWhen::Owner => language.pick(
                "empieza cuando diga quien la ha creado",
                "it starts when its creator says so",
            ),
        };
        let clock = created
            .clock
            .map(|clock| format!("; {}", time(language, &clock)))
            .unwrap_or_default();
        let origin = created
            .origin
            .as_ref()
            .map_or("", |origin| came(language, origin.kind));
        Clause::alone(match language {
            Language::Spanish => format!(
                "se crea una partida de parchís ({rules}) para {seats} jugadores en un tablero de {arms} brazos{origin}; {dice}; {starts}{clock}"
            ),
            Language::English => format!(
                "a game of Parchís is created ({rules}) for {seats} players on a board of {arms} arms{origin}; {dice}; {starts}{clock}"
            ),
        })
    }

    pub(super) fn seated(&self, chair: Chair, promises: bool, bot: Option<&str>) -> Clause {
        let language = self.language;
        let who = match bot {
            Some(bot) => format!("{} «{bot}»", language.pick("el bot", "the bot")),
            None => language.pick("un jugador", "a player").to_owned(),
        };
        let promise = if promises {
            language.pick(
                " y promete su parte del azar",
                " and promises a part of the chance",
            )
        } else {
            ""
        };
        let seat = self.numbered(chair);
        Clause::alone(match language {
            Language::Spanish => format!("{who} ocupa {seat}{promise}"),
            Language::English => format!("{who} takes {seat}{promise}"),
        })
    }

    pub(super) fn unseated(&self, chair: Chair, removed: bool) -> Clause {
        let seat = self.numbered(chair);
        Clause::alone(match (self.language, removed) {
            (Language::Spanish, false) => {
                format!("el jugador se levanta y {seat} queda libre")
            }
            (Language::Spanish, true) => {
                format!("quien ha creado la partida hace levantarse al jugador: {seat} queda libre")
            }
            (Language::English, false) => format!("the player gets up, and {seat} is free"),
            (Language::English, true) => {
                format!("the game's creator removes the player: {seat} is free")
            }
        })
    }

    pub(super) fn closed(&self) -> Clause {
        Clause::alone(self.language.pick(
            "los puestos quedan fijados y se espera el azar prometido",
            "the seats are fixed, and the promised chance is awaited",
        ))
    }

    pub(super) fn ready(&self, chair: Chair) -> Clause {
        let seat = self.numbered(chair);
        Clause::alone(match self.language {
            Language::Spanish => format!("{seat} entrega el azar que prometió"),
            Language::English => format!("{seat} hands in the chance it promised"),
        })
    }

    pub(super) fn start(&self) -> Clause {
        Clause::alone(self.language.pick("empieza la partida", "the game starts"))
    }

    pub(super) fn opening_roll(&self, chair: Chair, dice: &[Die]) -> Clause {
        let (seat, dice) = (self.early(chair), self.language.dice(dice));
        Clause::alone(match self.language {
            Language::Spanish => format!("{seat} tira {dice} para ver quién empieza"),
            Language::English => format!("{seat} rolls {dice} for who begins"),
        })
    }

    pub(super) fn begins(&self, chair: Chair) -> Clause {
        let (seat, begins) = (self.early(chair), self.language.pick("empieza", "begins"));
        Clause::alone(format!("{seat} {begins}"))
    }

    pub(super) fn colour_choice(&self, chair: Chair, colour: Colour) -> Clause {
        let (seat, colour) = (self.early(chair), self.language.colour(colour));
        let takes = self.language.pick("juega con", "plays");
        Clause::alone(format!("{seat} {takes} {colour}"))
    }
}

/// How a game came from another.
const fn came(language: Language, kind: OriginKind) -> &'static str {
    match kind {
        OriginKind::Fork => language.pick(
            ", que repite otra hasta cierto punto",
            ", which repeats another up to some point",
        ),
        OriginKind::Import => language.pick(", leída de un texto", ", read from a text"),
        OriginKind::Rematch => language.pick(", revancha de otra", ", a rematch of another"),
    }
}

/// How much time the seats have, and what happens when it runs out.
fn time(language: Language, clock: &ClockRule) -> String {
    let (has, lapses) = (duration(clock.allowance_ms()), clock.lapses());
    let time = match (clock, language) {
        (ClockRule::Turn { .. }, Language::Spanish) => format!("cada turno tiene {has}"),
        (ClockRule::Turn { .. }, Language::English) => format!("every turn has {has}"),
        (ClockRule::Bank { increment, .. }, Language::Spanish) => {
            let increment = duration(u64::from(*increment) * 1000);
            format!("cada jugador tiene {has} para toda la partida, y {increment} más por turno")
        }
        (ClockRule::Bank { increment, .. }, Language::English) => {
            let increment = duration(u64::from(*increment) * 1000);
            format!("every player has {has} for the whole game, and {increment} more a turn")
        }
    };
    let after = match (clock.on_lapse(), language) {
        (OnLapse::Forfeit, Language::Spanish) => "quien lo agota queda fuera".to_owned(),
        (OnLapse::Forfeit, Language::English) => "whoever runs out is out".to_owned(),
        (OnLapse::Play, Language::Spanish) => format!(
            "a quien lo agota le juega el servidor el turno, y a las {lapses} veces queda fuera"
        ),
        (OnLapse::Play, Language::English) => format!(
            "for whoever runs out the server plays the turn, and who does so {lapses} times is out"
        ),
    };
    format!("{time}; {after}")
}
