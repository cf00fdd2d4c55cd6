//! How events change a game.

use super::colour::{ByColour, Colour};
use super::dice::Roll;
use super::event::{Created, DiceSource, Event, RULES_VERSION};
use super::game::{Game, Seat, Stage};
use super::ids::{Chair, Hex32, PlayerId};
use super::misfit::Misfit;
use super::opening::{ColourRound, Opening, Standing};
use super::options::{Colours, Opening as OpeningRule, Teams};
use super::position::Position;

impl Game {
    /// Applies one event, if it fits.
    ///
    /// # Errors
    ///
    /// Says why it does not fit. The game is then to be thrown away: part of the event may have been applied.
    pub fn apply(&mut self, event: &Event) -> Result<(), Misfit> {
        if let Event::Lapse(lapse) = event {
            // It changes nothing but the clocks, whose fold is beside this one.
            if self.on_the_clock() != Some(lapse.chair) {
                return Err(Misfit::NotOnTheClock(lapse.chair));
            }
        } else if let Stage::Playing(position) = &mut self.stage {
            if let Event::Roll { n, .. } = event {
                count_roll(&mut self.rolls, *n)?;
            }
            position.apply(event)?;
            if matches!(event, Event::Leave { .. } | Event::End(_)) {
                self.after_play(event);
            }
        } else {
            self.apply_around_play(event)?;
        }
        self.version = self.version.next();
        if event.is_decision() {
            self.decision = Some(self.version);
        }
        Ok(())
    }

    /// What a leave or the end means beyond the position.
    #[cold]
    fn after_play(&mut self, event: &Event) {
        if let Event::Leave { chairs, .. } = event {
            self.left.extend(chairs.iter().copied());
        } else if let Event::End(end) = event {
            self.end = Some(end.clone());
            if let Stage::Playing(position) = std::mem::replace(&mut self.stage, Stage::Empty) {
                self.stage = Stage::Ended(Some(position));
            }
        }
    }

    /// Applies an event before or after the game proper: cold, so that the frame of [`apply`](Self::apply) stays small.
    #[cold]
    fn apply_around_play(&mut self, event: &Event) -> Result<(), Misfit> {
        match event {
            Event::Created(created) => self.apply_created(created),
            Event::Seated {
                chair,
                player,
                entropy_commit,
                bot,
            } => self.apply_seated(Seat {
                chair: *chair,
                player: *player,
                entropy_commit: *entropy_commit,
                entropy: None,
                bot: bot.clone(),
            }),
            Event::Unseated { chair, player, .. } => self.apply_unseated(*chair, *player),
            Event::Closed {} => self.apply_closed(),
            Event::Ready { chair, entropy } => self.apply_ready(*chair, *entropy),
            Event::Start { transcript } => self.apply_start(transcript.is_some()),
            Event::OpeningRoll { chair, n, dice } => {
                let roll = Roll::of(dice).ok_or(Misfit::DiceCount)?;
                self.apply_opening_roll(*chair, *n, roll)
            }
            Event::Begins { chair } => self.apply_begins(*chair),
            Event::ColourChoice { chair, colour } => self.apply_colour(*chair, *colour),
            Event::Leave { chairs, .. } => match *chairs.as_slice() {
                [chair] => self.leave_before_play(&[chair]),
                [chair, partner] => self.leave_before_play(&[chair, partner]),
                _ => Err(Misfit::Members),
            },
            Event::End(end) => {
                if matches!(self.stage, Stage::Empty | Stage::Ended(_)) {
                    return Err(Misfit::Phase);
                }
                self.end = Some(end.clone());
                self.stage = Stage::Ended(None);
                Ok(())
            }
            Event::Reveal { .. } => self.apply_reveal(),
            Event::Roll { .. }
            | Event::Exit { .. }
            | Event::Move { .. }
            | Event::Capture { .. }
            | Event::Crush { .. }
            | Event::Count { .. }
            | Event::CountLost { .. }
            | Event::Pass { .. }
            | Event::Penalty { .. }
            | Event::Payment { .. }
            | Event::Finish { .. }
            | Event::Lapse { .. }
            | Event::TakenOver { .. }
            | Event::Agreed { .. } => Err(Misfit::Phase),
        }
    }

    fn apply_created(&mut self, created: &Created) -> Result<(), Misfit> {
        if self.stage != Stage::Empty {
            return Err(Misfit::Phase);
        }
        if created.rules_version != RULES_VERSION {
            return Err(Misfit::RulesVersion(created.rules_version));
        }
        created.check().map_err(|_| Misfit::Members)?;
        self.created = Some(Box::new(created.clone()));
        self.stage = Stage::Seating;
        Ok(())
    }

    fn apply_seated(&mut self, seat: Seat) -> Result<(), Misfit> {
        let chair = seat.chair;
        let room = self
            .created()
            .is_some_and(|created| self.seats().count() < usize::from(created.seats));
        let promise = seat.entropy_commit.is_none() || self.has_server_dice();
        let known = self.chairs().any(|known| known == chair);
        if self.stage != Stage::Seating || !promise {
            return Err(Misfit::Phase);
        }
        match self.seats.get_mut(chair.index()) {
            Some(empty @ None) if room && known => *empty = Some(seat),
            _ => return Err(Misfit::Seat(chair)),
        }
        Ok(())
    }

    fn apply_unseated(&mut self, chair: Chair, player: PlayerId) -> Result<(), Misfit> {
        if self.stage != Stage::Seating {
            return Err(Misfit::Phase);
        }
        match self.seats.get_mut(chair.index()) {
            Some(seat) if seat.as_ref().is_some_and(|seat| seat.player == player) => {
                *seat = None;
                Ok(())
            }
            _ => Err(Misfit::Seat(chair)),
        }
    }

    fn apply_closed(&mut self) -> Result<(), Misfit> {
        if self.stage != Stage::Seating || !self.can_start() || self.promises_open().is_empty() {
            return Err(Misfit::Phase);
        }
        self.stage = Stage::Promising;
        Ok(())
    }

    fn apply_ready(&mut self, chair: Chair, entropy: Hex32) -> Result<(), Misfit> {
        if self.stage != Stage::Promising {
            return Err(Misfit::Phase);
        }
        let seat = self.seats.get_mut(chair.index()).and_then(Option::as_mut);
        match seat {
            Some(seat) if seat.entropy_commit.is_some() && seat.entropy.is_none() => {
                seat.entropy = Some(entropy);
                Ok(())
            }
            _ => Err(Misfit::Seat(chair)),
        }
    }

    fn apply_start(&mut self, transcript: bool) -> Result<(), Misfit> {
        let waiting = matches!(self.stage, Stage::Seating | Stage::Promising);
        if !waiting || !self.can_start() || !self.promises_open().is_empty() {
            return Err(Misfit::Phase);
        }
        if transcript != self.has_server_dice() {
            return Err(Misfit::Members);
        }
        self.stage = Stage::Opening(Opening::among(self.still_in()));
        Ok(())
    }

    fn apply_opening_roll(&mut self, chair: Chair, n: u64, roll: Roll) -> Result<(), Misfit> {
        let rules = *self.rules().ok_or(Misfit::Phase)?;
        let Stage::Opening(opening) = &mut self.stage else {
            return Err(Misfit::Phase);
        };
        if rules.opening == OpeningRule::FirstSeat
            || opening.standing() != Some(Standing::Rolls(chair))
        {
            return Err(Misfit::NotItsTurn(chair));
        }
        if roll.number() != rules.dice.number() {
            return Err(Misfit::DiceCount);
        }
        count_roll(&mut self.rolls, n)?;
        opening.roll(chair, roll.sum());
        Ok(())
    }

    /// The chair that begins now, if that is known.
    pub(super) fn beginner(&self) -> Option<Chair> {
        let Stage::Opening(opening) = &self.stage else {
            return None;
        };
        if self.rules()?.opening == OpeningRule::FirstSeat {
            return self.still_in().first().copied();
        }
        match opening.standing() {
            Some(Standing::Won(chair)) => Some(chair),
            Some(Standing::Rolls(_)) | None => None,
        }
    }

    fn apply_begins(&mut self, chair: Chair) -> Result<(), Misfit> {
        if self.beginner() != Some(chair) {
            return Err(Misfit::NotItsTurn(chair));
        }
        self.begin(chair)
    }

    /// Goes on with the game proper, or with the choice of colours, `chair` beginning.
    fn begin(&mut self, chair: Chair) -> Result<(), Misfit> {
        let rules = *self.rules().ok_or(Misfit::Phase)?;
        match rules.colours {
            Colours::BySeat => self.play(self.colours_by_seat(), chair),
            Colours::ByOpeningRoll => {
                self.stage = Stage::Colours(ColourRound {
                    beginner: chair,
                    chairs: ByColour([None; 8]),
                });
                Ok(())
            }
        }
    }

    fn apply_colour(&mut self, chair: Chair, colour: Colour) -> Result<(), Misfit> {
        let arms = self.rules().ok_or(Misfit::Phase)?.arms;
        let Stage::Colours(round) = &self.stage else {
            return Err(Misfit::Phase);
        };
        if self.next_chooser(round) != Some(chair) {
            return Err(Misfit::NotItsTurn(chair));
        }
        if !round.free(arms).any(|free| free == colour) {
            return Err(Misfit::Members);
        }
        let mut round = round.clone();
        round.chairs[colour] = Some(chair);
        if self.next_chooser(&round).is_none() {
            return self.play(round.chairs, round.beginner);
        }
        self.stage = Stage::Colours(round);
        Ok(())
    }

    /// Begins the game proper; those who have left by then are out.
    fn play(&mut self, chairs: ByColour<Option<Chair>>, beginner: Chair) -> Result<(), Misfit> {
        let rules = *self.rules().ok_or(Misfit::Phase)?;
        let colour = Colour::ALL
            .into_iter()
            .find(|colour| chairs[*colour] == Some(beginner))
            .ok_or(Misfit::Seat(beginner))?;
        let mut position = Position::new(rules, chairs, colour);
        position.apply_leave(&self.left)?;
        self.stage = Stage::Playing(position);
        Ok(())
    }

    fn leave_before_play(&mut self, chairs: &[Chair]) -> Result<(), Misfit> {
        for chair in chairs {
            if self.seat(*chair).is_none() || self.has_left(*chair) {
                return Err(Misfit::Seat(*chair));
            }
            self.left.push(*chair);
        }
        let still_in = self.still_in();
        let teams = self.rules().ok_or(Misfit::Phase)?.teams;
        let last = match (teams, still_in.as_slice()) {
            (Teams::None, [last]) | (Teams::Pairs, [last, _]) => Some(*last),
            _ => None,
        };
        match (&mut self.stage, last) {
            (Stage::Opening(_), Some(last)) => self.begin(last),
            (Stage::Opening(opening), None) => {
                for chair in chairs {
                    opening.leave(*chair, still_in.clone());
                }
                Ok(())
            }
            (Stage::Colours(round), _) => {
                let next = still_in.iter().find(|chair| **chair > round.beginner);
                if chairs.contains(&round.beginner) {
                    round.beginner = *next.or(still_in.first()).ok_or(Misfit::Phase)?;
                }
                Ok(())
            }
            _ => Err(Misfit::Phase),
        }
    }

    fn apply_reveal(&mut self) -> Result<(), Misfit> {
        let ended = matches!(self.stage, Stage::Ended(_));
        if !ended || self.revealed || !self.has_server_dice() {
            return Err(Misfit::Phase);
        }
        self.revealed = true;
        Ok(())
    }

    /// Whether rolls are the server's.
    #[must_use]
    pub fn has_server_dice(&self) -> bool {
        self.created()
            .is_some_and(|created| created.dice == DiceSource::Server)
    }

    /// Whether enough sit to start (RULES §2, §3).
    pub(super) fn can_start(&self) -> bool {
        let seated = self.seats().count();
        self.rules().is_some_and(|rules| match rules.teams {
            Teams::None => seated >= 2,
            Teams::Pairs => seated == usize::from(rules.arms.number()),
        })
    }
}

/// Counts a roll, which must be the next.
fn count_roll(rolls: &mut u64, n: u64) -> Result<(), Misfit> {
    let next = *rolls + 1;
    if n != next {
        return Err(Misfit::RollNumber { next });
    }
    *rolls = next;
    Ok(())
}

impl Event {
    /// Whether options hang on an event of this kind (EVENTS, "Where a game rests").
    #[must_use]
    pub const fn is_decision(&self) -> bool {
        match self {
            Self::Start { .. }
            | Self::OpeningRoll { .. }
            | Self::Begins { .. }
            | Self::ColourChoice { .. }
            | Self::Roll { .. }
            | Self::Exit { .. }
            | Self::Move { .. }
            | Self::Capture { .. }
            | Self::Crush { .. }
            | Self::Count { .. }
            | Self::CountLost { .. }
            | Self::Pass { .. }
            | Self::Penalty { .. }
            | Self::Leave { .. } => true,
            Self::Created(_)
            | Self::Seated { .. }
            | Self::Unseated { .. }
            | Self::Closed {}
            | Self::Ready { .. }
            | Self::Payment { .. }
            | Self::Finish { .. }
            | Self::Lapse { .. }
            | Self::TakenOver { .. }
            | Self::Agreed { .. }
            | Self::End(_)
            | Self::Reveal { .. } => false,
        }
    }
}
