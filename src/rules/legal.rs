//! The legal options of a position: the one definition of what may be chosen (RULES §6, §7, §12).

use super::choice::{Choice, ChoiceId, Choices};
use super::dice::Die;
use super::mover::Mover;
use super::options::ExitDuty;
use super::position::Position;
use super::turn::Hand;

impl Position {
    /// The legal options, in order; none unless a choice is due.
    #[must_use]
    pub fn choices(&self) -> Choices {
        let mut choices = Choices::new();
        if let Some(hand) = self.playable_hand() {
            match hand.counts.first() {
                Some(kind) => self
                    .moving()
                    .take_count(kind.amount(&self.rules), &mut choices),
                None => self.dice_choices(hand, &mut choices),
            }
        }
        choices
    }

    /// The legal option that an id names: the one of [`choices`](Self::choices). Where no duty can leave an option out,
    /// one piece is looked at instead of all.
    pub(super) fn choice(&self, id: &ChoiceId) -> Option<Choice> {
        let hand = self.playable_hand()?;
        let mover = self.moving();
        let free = |die: Die| {
            let exit =
                die.pips() == self.rules.exit_on.number() && self.board.at_home(mover.colour) > 0;
            let barrier = hand.roll.is_six() && self.board.has_crowds();
            let duty = exit || barrier || hand.is_whole_pair();
            !duty && hand.counts.is_empty() && hand.values().contains(&Some(die))
        };
        let first = hand.counts.first().map(|kind| kind.amount(&self.rules));
        match id {
            ChoiceId::Move { die, .. } if free(*die) => mover.one(id),
            ChoiceId::TakeCount { count, .. } if first == Some(*count) => mover.one(id),
            ChoiceId::Move { .. }
            | ChoiceId::TakeCount { .. }
            | ChoiceId::Exit { .. }
            | ChoiceId::Colour(_) => self.choices().into_iter().find(|choice| choice.is(id)),
        }
    }

    /// Whether there is an option: as [`choices`](Self::choices) has it, but without listing them. Duties choose among
    /// options and never take the last.
    pub(super) fn can_choose(&self) -> bool {
        self.playable_hand()
            .is_some_and(|hand| match hand.counts.first() {
                Some(kind) => self.moving().can_move(kind.amount(&self.rules)),
                None => self.moving().can_use_die(hand),
            })
    }

    /// The pieces that the seat on turn moves.
    #[inline]
    pub(super) fn moving(&self) -> Mover<'_> {
        Mover::of(self, self.turn.seat)
    }

    /// The hand to choose from: none after a third six, which moves nothing.
    #[inline]
    fn playable_hand(&self) -> Option<&Hand> {
        self.hand().filter(|_| !self.over && self.turn.sixes < 3)
    }

    fn dice_choices(&self, hand: &Hand, choices: &mut Choices) {
        self.dutiful_choices(hand, choices);
        if hand.is_whole_pair() {
            self.full_only(choices);
        }
    }

    /// The options that the duties leave.
    pub(super) fn dutiful_choices(&self, hand: &Hand, choices: &mut Choices) {
        let mover = self.moving();
        mover.exits(hand, choices);
        let exits = choices.len();
        if exits > 0 && self.rules.exit_duty == ExitDuty::Mandatory {
            return;
        }
        for die in hand.values().into_iter().flatten() {
            mover.moves(die, choices);
        }
        if hand.roll.is_six() && !hand.opened {
            self.open_barriers_only(choices, exits);
        }
    }

    /// Leaves only the moves that open a barrier, exits too going, if there are any (RULES §6, duty 2).
    fn open_barriers_only(&self, choices: &mut Choices, exits: usize) {
        let opens = |choice: &Choice| match choice {
            Choice::Move { piece, .. } => self.opens_barrier(*piece),
            Choice::Exit { .. } | Choice::TakeCount { .. } | Choice::Colour { .. } => false,
        };
        if choices.iter().skip(exits).any(opens) {
            choices.retain(|choice| opens(choice));
        }
    }
}
