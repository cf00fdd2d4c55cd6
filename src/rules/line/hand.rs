//! Reading the sixth field: the hand of a position at which a choice is due.

use arrayvec::ArrayVec;

use super::{LineError, wrong};
use crate::rules::dice::{Die, Roll};
use crate::rules::position::Position;
use crate::rules::turn::{CountKind, Counts, Hand, Unused};

impl Position {
    pub(super) fn read_hand(&self, text: &str) -> Result<Hand, LineError> {
        let parts: Vec<&str> = text.split(':').collect();
        let [roll, unused, counts, opened] = *parts.as_slice() else {
            return wrong(6, "a hand is roll:unused:counts:duty, like 2-5:5:20:-");
        };
        let roll = read_dice(roll)
            .and_then(|dice| Roll::of(&dice))
            .filter(|roll| roll.number() == self.rules.dice.number());
        let Some(roll) = roll else {
            return wrong(6, "the roll is not one of the game's dice, smaller first");
        };
        let mut hand = Hand::new(roll);
        hand.unused = match read_unused(roll, unused) {
            Some(unused) => unused,
            None => return wrong(6, format!("{unused:?} are no unused dice of this roll")),
        };
        self.read_counts(counts, &mut hand.counts)?;
        hand.opened = match opened {
            "-" => false,
            "d" if self.rules.dice.number() == 2 && roll.is_six() && hand.unused != Unused::All => {
                true
            }
            _ => {
                return wrong(
                    6,
                    "the barrier duty is done (d) or not (-), done only on a double and by a die",
                );
            }
        };
        if hand.unused == Unused::All && !hand.counts.is_empty() {
            return wrong(6, "a count is earned by a die that has been used");
        }
        if roll.is_six() && self.turn.sixes == 0 || hand.is_spent() {
            return wrong(
                6,
                "the roll in hand is counted in field 3, and something of it is left",
            );
        }
        Ok(hand)
    }

    fn read_counts(&self, text: &str, counts: &mut Counts) -> Result<(), LineError> {
        if text == "-" {
            return Ok(());
        }
        for count in text.split(',') {
            let kind = [CountKind::Capture, CountKind::Goal]
                .into_iter()
                .find(|kind| kind.amount(&self.rules).to_string() == count);
            // More than the foreign pieces and goals of one roll can earn.
            if !kind.is_some_and(|kind| counts.push(kind)) {
                return wrong(
                    6,
                    format!("{count:?} is no count of these rules, or there are too many"),
                );
            }
        }
        Ok(())
    }
}

fn read_dice(text: &str) -> Option<ArrayVec<Die, 2>> {
    let dice: Option<ArrayVec<Die, 3>> = text
        .splitn(3, '-')
        .map(|die| die.parse().ok().and_then(Die::new))
        .collect();
    dice.filter(|dice| dice.len() <= 2)
        .map(|dice| dice.into_iter().collect())
}

fn read_unused(roll: Roll, text: &str) -> Option<Unused> {
    if text == "-" {
        return Some(Unused::None);
    }
    let dice = read_dice(text)?;
    match (roll, dice.as_slice()) {
        (Roll::One(only), [die]) if only == *die => Some(Unused::All),
        (Roll::Two(first, second), [smaller, larger]) if first == *smaller && second == *larger => {
            Some(Unused::All)
        }
        (Roll::Two(first, _), [die]) if first == *die => Some(Unused::First),
        (Roll::Two(_, second), [die]) if second == *die => Some(Unused::Second),
        _ => None,
    }
}
