//! Payments, clocks, leaving, and the end.

use super::Teller;
use crate::rules::event::{
    Agreement, End, EndReason, Lapse, LapseOutcome, LeaveReason, PaymentReason,
};
use crate::rules::ids::Chair;
use crate::words::clause::Clause;
use crate::words::duration::duration;
use crate::words::language::Language;
use crate::words::phrase::sentence;

impl Teller {
    pub(super) fn payment(
        &self,
        payer: Chair,
        payee: Chair,
        reason: PaymentReason,
        amount: u64,
    ) -> Clause {
        let language = self.language;
        let (payer, payee) = (self.seat(payer), self.seat(payee));
        let points = language.points(amount);
        let what = match reason {
            PaymentReason::Capture => {
                language.pick("por la ficha comida", "for the captured piece")
            }
            PaymentReason::LeftOut => language.pick(
                "por las fichas que no han llegado a la meta",
                "for the pieces that are not in the goal",
            ),
            PaymentReason::Win => language.pick("por la victoria", "for the win"),
            PaymentReason::ThirdSix => language.pick("por los terceros seises", "for third sixes"),
        };
        Clause::alone(match language {
            Language::Spanish => format!("{payer} paga {points} a {payee} {what}"),
            Language::English => format!("{payer} pays {payee} {points} {what}"),
        })
    }

    pub(super) fn finish(&self, chair: Chair) -> Clause {
        let does = self.language.pick(
            "tiene sus cuatro fichas en la meta",
            "has its four pieces in the goal",
        );
        Clause::alone(format!("{} {does}", self.seat(chair)))
    }

    pub(super) fn lapse(&self, lapse: &Lapse) -> Clause {
        let (language, seat) = (self.language, self.seat(lapse.chair));
        let outages = lapse.basis.outages.iter().map(|outage| outage.lasted_ms);
        let excused = outages.fold(0, u64::saturating_add);
        let time = duration(match lapse.outcome {
            LapseOutcome::Played | LapseOutcome::Forfeited => lapse.charged_ms,
            LapseOutcome::Excused => excused,
        });
        Clause::alone(match (lapse.outcome, language) {
            (LapseOutcome::Played, Language::Spanish) => {
                format!("a {seat} se le acaba el tiempo ({time}), y el servidor juega este turno")
            }
            (LapseOutcome::Played, Language::English) => {
                format!("{seat} runs out of time ({time}), and the server plays this turn")
            }
            (LapseOutcome::Forfeited, Language::Spanish) => {
                format!("a {seat} se le acaba el tiempo ({time})")
            }
            (LapseOutcome::Forfeited, Language::English) => {
                format!("{seat} runs out of time ({time})")
            }
            (LapseOutcome::Excused, Language::Spanish) => {
                format!("el servidor estuvo parado {time}, que no se le cuentan a {seat}")
            }
            (LapseOutcome::Excused, Language::English) => {
                format!("the server was down for {time}, which {seat} is not charged")
            }
        })
    }

    pub(super) fn taken_over(&self, chair: Chair, bot: &str) -> Clause {
        let seat = self.seat(chair);
        Clause::alone(match self.language {
            Language::Spanish => format!("el bot «{bot}» sigue jugando por {seat}"),
            Language::English => format!("the bot «{bot}» plays on for {seat}"),
        })
    }

    pub(super) fn agreed(&self, what: Agreement) -> Clause {
        Clause::alone(match what {
            Agreement::Draw => self
                .language
                .pick("todos acuerdan tablas", "all agree on a draw"),
            Agreement::Abandon => self
                .language
                .pick("todos acuerdan dejarlo", "all agree to give the game up"),
        })
    }

    pub(super) fn leave(&self, chairs: &[Chair], reason: LeaveReason, by_other: bool) -> Clause {
        let language = self.language;
        let (seats, several) = (self.seats(chairs), chairs.len() > 1);
        let does = match (reason, several) {
            (LeaveReason::Resigned, false) => language.pick("se retira", "resigns"),
            (LeaveReason::Resigned, true) => language.pick("se retiran", "resign"),
            (LeaveReason::Lapsed, false) => {
                language.pick("queda fuera por tiempo", "is out on time")
            }
            (LeaveReason::Lapsed, true) => {
                language.pick("quedan fuera por tiempo", "are out on time")
            }
        };
        let who = if by_other {
            language.pick(", por decisión de otro", ", by another's decision")
        } else {
            ""
        };
        Clause::alone(format!("{seats} {does}{who}"))
    }

    pub(super) fn end(&self, end: &End) -> Clause {
        let language = self.language;
        let winners = self.winners(end);
        let why = match end.reason {
            EndReason::Won => winners,
            EndReason::LastLeft => {
                let alone = language.pick("los demás se han retirado", "the others have left");
                format!("{alone}; {winners}")
            }
            EndReason::Draw => language.pick("tablas", "a draw").to_owned(),
            EndReason::Abandoned => language.pick("se ha dejado", "it was given up").to_owned(),
            EndReason::Cancelled => language
                .pick(
                    "se ha anulado antes de empezar",
                    "it was called off before the start",
                )
                .to_owned(),
            EndReason::EntropyMissing => language
                .pick(
                    "alguien no ha entregado el azar que prometió",
                    "somebody did not hand in the chance they promised",
                )
                .to_owned(),
            EndReason::Expired => language.pick("nadie ha venido", "nobody came").to_owned(),
        };
        let over = language.pick("la partida ha terminado", "the game is over");
        let mut told = format!("{over}: {why}");
        for more in [self.places(end), self.ledger(end)].into_iter().flatten() {
            told = format!("{} {more}", sentence(&told));
            told.truncate(told.trim_end_matches('.').len());
        }
        Clause::alone(told)
    }

    fn winners(&self, end: &End) -> String {
        let chairs: Vec<Chair> = by_chair(end.places.as_deref())
            .filter_map(|(chair, place)| (place == 1).then_some(chair))
            .collect();
        let wins = match (self.language, chairs.len()) {
            (Language::Spanish, 0 | 1) => "gana",
            (Language::Spanish, _) => "ganan",
            (Language::English, 0 | 1) => "wins",
            (Language::English, _) => "win",
        };
        match self.language {
            Language::Spanish => format!("{wins} {}", self.seats(&chairs)),
            Language::English => format!("{} {wins}", self.seats(&chairs)),
        }
    }

    fn places(&self, end: &End) -> Option<String> {
        let mut places: Vec<(Chair, u8)> = by_chair(end.places.as_deref()).collect();
        places.sort_by_key(|(_, place)| *place);
        let told: Vec<String> = places
            .into_iter()
            .map(|(chair, place)| format!("{place} {}", self.seat(chair)))
            .collect();
        let places = self.language.pick("Clasificación", "Places");
        (told.len() > 1).then(|| format!("{places}: {}.", told.join(", ")))
    }

    fn ledger(&self, end: &End) -> Option<String> {
        let told: Vec<String> = by_chair(end.ledger.as_deref())
            .map(|(chair, points)| format!("{} {points:+}", self.seat(chair)))
            .collect();
        let points = self.language.pick("Puntos", "Points");
        (!told.is_empty()).then(|| format!("{points}: {}.", told.join(", ")))
    }

    pub(super) fn reveal(&self) -> Clause {
        Clause::alone(self.language.pick(
            "se publica la semilla de los dados: ya se puede comprobar cada tirada",
            "the seed of the dice is published: every roll can be checked now",
        ))
    }
}

/// The entries that are there, with their chairs.
fn by_chair<T: Copy>(list: Option<&[Option<T>]>) -> impl Iterator<Item = (Chair, T)> {
    let list = list.unwrap_or_default();
    Chair::ALL
        .into_iter()
        .zip(list)
        .filter_map(|(chair, entry)| Some((chair, (*entry)?)))
}
