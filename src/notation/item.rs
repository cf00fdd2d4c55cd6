//! The items of a text: what it says of one event, or of the seat and the time.

use std::fmt;

use arrayvec::ArrayVec;

use super::label::Label;
use super::name::name;
use super::take::{Take, Way};
use crate::rules::choice::joined;
use crate::rules::colour::Colour;
use crate::rules::dice::Roll;
use crate::rules::event::{
    Agreement, Basis, EndReason, Event, LapseOutcome, LeaveReason, PaymentReason,
};
use crate::rules::game::Game;
use crate::rules::piece::Piece;

/// Who does what follows: one seat, or the two of a pair.
pub(super) type Seats = ArrayVec<Label, 2>;

/// What stands between white space and comments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// `12.`: the number of the turn that begins.
    Turn(u64),
    /// `Y:`: who does what follows.
    Seats(Seats),
    /// `5`, or `2+5`.
    Roll(Roll),
    /// `Y1 h-5 xR3`.
    Take(Take),
    /// `red`: a colour chosen.
    Colour(Colour),
    /// `C1 gets blue`: the only colour left.
    Gets(Label, Colour),
    /// `+20`.
    Earned(u8),
    /// `-20`.
    Lost(u8),
    /// `pass`.
    Pass,
    /// `!Y2 26-h`, or `!` where there is nothing to penalise.
    Penalty(Option<(Piece, Way)>),
    /// `$R-Y 5 capture`.
    Payment {
        payer: Label,
        payee: Label,
        amount: u64,
        reason: PaymentReason,
    },
    /// `#`: four pieces are in the goal.
    Finish,
    /// `start`.
    Start,
    /// `ready`: promised entropy is revealed.
    Ready,
    /// `R begins`.
    Begins(Label),
    /// `resigns`, or `leaves` where the clock ran out.
    Leaves(LeaveReason),
    /// `R lapse forfeited asked 57 elapsed 90012 excused 0 allowance 90000 charged 90000`.
    Lapse {
        label: Label,
        outcome: LapseOutcome,
        basis: Basis,
        charged_ms: u64,
    },
    /// `R bot cautious`: a bot plays on for a seat.
    TakenOver(Label, Box<str>),
    /// `agreed draw`.
    Agreed(Agreement),
    /// `end won`.
    End(EndReason),
    /// `{+12.5s}`: the microseconds since the command before.
    Time(i64),
}

impl Item {
    /// What a command begins with, as `game` stands before it; none for what only tags say.
    pub(super) fn leading(game: &Game, events: &[Event]) -> Option<Self> {
        let first = events.first()?;
        if let Event::ColourChoice { colour, .. } = first {
            Some(Self::Colour(*colour))
        } else if let Event::Closed {} = first {
            Some(Self::Start)
        } else if let Some(take) = Take::of_events(events) {
            let two = game.rules()?.dice.number() == 2;
            Some(Self::Take(take.naming_dice(two)))
        } else {
            Self::following(game, first)
        }
    }

    /// What follows in a command, as `game` stands before it; none for what another item or only the log says.
    pub(super) fn following(game: &Game, event: &Event) -> Option<Self> {
        let label = |chair| Label::of(game, chair);
        Some(match event {
            Event::Created(_)
            | Event::Seated { .. }
            | Event::Unseated { .. }
            | Event::Closed {}
            | Event::Exit { .. }
            | Event::Move { .. }
            | Event::Capture { .. }
            | Event::Crush { .. }
            | Event::Reveal { .. } => return None,
            Event::Ready { .. } => Self::Ready,
            Event::Start { .. } => Self::Start,
            Event::OpeningRoll { dice, .. } | Event::Roll { dice, .. } => {
                Self::Roll(Roll::of(dice)?)
            }
            Event::Begins { chair } => Self::Begins(label(*chair)),
            Event::ColourChoice { chair, colour } => Self::Gets(label(*chair), *colour),
            Event::Count { amount, .. } => Self::Earned(*amount),
            Event::CountLost { amount } => Self::Lost(*amount),
            Event::Pass { .. } => Self::Pass,
            Event::Penalty {
                piece,
                origin,
                target,
            } => {
                let way = origin.zip(*target);
                let way = way.map(|(origin, target)| Way { origin, target });
                Self::Penalty(piece.zip(way))
            }
            Event::Payment {
                payer,
                payee,
                reason,
                amount,
            } => Self::Payment {
                payer: label(*payer),
                payee: label(*payee),
                amount: *amount,
                reason: *reason,
            },
            Event::Finish { .. } => Self::Finish,
            Event::Lapse(lapse) => Self::Lapse {
                label: label(lapse.chair),
                outcome: lapse.outcome,
                basis: lapse.basis.clone(),
                charged_ms: lapse.charged_ms,
            },
            Event::TakenOver { chair, bot } => Self::TakenOver(label(*chair), bot.clone()),
            Event::Agreed { what } => Self::Agreed(*what),
            Event::Leave { reason, .. } => Self::Leaves(*reason),
            Event::End(end) => Self::End(end.reason),
        })
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Turn(number) => write!(f, "{number}."),
            Self::Seats(seats) => {
                joined(f, seats)?;
                f.write_str(":")
            }
            Self::Roll(roll) => joined(f, &roll.dice()),
            Self::Take(take) => take.fmt(f),
            Self::Colour(colour) => colour.fmt(f),
            Self::Gets(label, colour) => write!(f, "{label} gets {colour}"),
            Self::Earned(amount) => write!(f, "+{amount}"),
            Self::Lost(amount) => write!(f, "-{amount}"),
            Self::Pass => f.write_str("pass"),
            Self::Penalty(None) => f.write_str("!"),
            Self::Penalty(Some((piece, way))) => write!(f, "!{piece} {way}"),
            Self::Payment {
                payer,
                payee,
                amount,
                reason,
            } => write!(f, "${payer}-{payee} {amount} {}", name(reason)),
            Self::Finish => f.write_str("#"),
            Self::Start => f.write_str("start"),
            Self::Ready => f.write_str("ready"),
            Self::Begins(label) => write!(f, "{label} begins"),
            Self::Leaves(LeaveReason::Resigned) => f.write_str("resigns"),
            Self::Leaves(LeaveReason::Lapsed) => f.write_str("leaves"),
            Self::Lapse {
                label,
                outcome,
                basis,
                charged_ms,
            } => {
                write!(f, "{label} lapse {}", name(outcome))?;
                write_basis(f, basis)?;
                write!(f, " charged {charged_ms}")
            }
            Self::TakenOver(label, bot) => write!(f, "{label} bot {bot}"),
            Self::Agreed(what) => write!(f, "agreed {}", name(what)),
            Self::End(reason) => write!(f, "end {}", name(reason)),
            Self::Time(micros) => write_time(f, *micros),
        }
    }
}

/// Seconds with as many decimals as it takes.
fn write_time(f: &mut fmt::Formatter<'_>, micros: i64) -> fmt::Result {
    let sign = if micros < 0 { '-' } else { '+' };
    let micros = micros.unsigned_abs();
    let decimals = format!(".{:06}", micros % 1_000_000);
    let decimals = decimals.trim_end_matches('0').trim_end_matches('.');
    write!(f, "{{{sign}{}{decimals}s}}", micros / 1_000_000)
}

/// What a charge was computed from, in milliseconds.
fn write_basis(f: &mut fmt::Formatter<'_>, basis: &Basis) -> fmt::Result {
    let Basis {
        asked,
        elapsed_ms,
        excused_ms,
        allowance_ms,
        outages,
    } = basis;
    write!(
        f,
        " asked {asked} elapsed {elapsed_ms} excused {excused_ms} allowance {allowance_ms}"
    )?;
    outages.iter().try_for_each(|outage| {
        let (after, lasted) = (outage.after_ms, outage.lasted_ms);
        write!(f, " outage {after}+{lasted}")
    })
}
