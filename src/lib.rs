//! Parchís: a pure rules engine and, with the feature `server`, a REST API over an append-only log of events.
//!
//! A game is a list of [events](rules::event::Event). [`decide`](rules::decide::decide) turns a
//! [command](rules::command::Command) into events or a refusal and changes nothing;
//! [`Game::apply`](rules::game::Game::apply) folds one event into the state. There is no clock, no randomness and no
//! network in it: dice come in as data. A whole game, played by taking the last option each time:
//!
//! ```
//! use parchis::rules::asked::Asked;
//! use parchis::rules::command::Command;
//! use parchis::rules::decide::decide;
//! use parchis::rules::dice::{Die, Roll};
//! use parchis::rules::event::{Created, DiceSource, RULES_VERSION, StartWhen};
//! use parchis::rules::game::{Game, Phase};
//! use parchis::rules::ids::{Chair, PlayerId};
//! use parchis::rules::preset::Preset;
//! use uuid::Uuid;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let players = [1, 2].map(|number| PlayerId(Uuid::from_u128(number)));
//! let mut game = Game::new();
//! let mut log = Vec::new();
//! let mut play = |game: &mut Game, command: &Command| -> Result<(), Box<dyn std::error::Error>> {
//!     for event in decide(game, command)? {
//!         game.apply(&event)?;
//!         log.push(event);
//!     }
//!     Ok(())
//! };
//!
//! let created = Created {
//!     rules_version: RULES_VERSION,
//!     rules: Preset::League.rules(),
//!     preset: Preset::League,
//!     seats: 2,
//!     dice: DiceSource::Manual,
//!     derivation: None,
//!     commit: None,
//!     owner: players[0],
//!     start_when: StartWhen::Full,
//!     entropy_seconds: 0,
//!     take_single: false,
//!     clock: None,
//!     rated: false,
//!     origin: None,
//! };
//! play(&mut game, &Command::Create(Box::new(created)))?;
//! for (chair, player) in Chair::ALL.into_iter().zip(players) {
//!     play(&mut game, &Command::Sit { chair, player, entropy_commit: None })?;
//! }
//!
//! let mut random = 2026_u32; // Any source of dice will do; this one needs no dependency.
//! while game.phase() != Phase::Ended {
//!     let command = match game.asked() {
//!         Asked::Roll { n, .. } => {
//!             random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
//!             let dice = Roll::One(Die::FACES[(random >> 16) as usize % 6]);
//!             Command::Roll { n, dice, actor: None }
//!         }
//!         Asked::Choice { .. } => Command::Choose {
//!             decision: game.decision().ok_or("a choice has a decision")?,
//!             option: game.choices().last().ok_or("a choice has options")?.id(),
//!             actor: None,
//!         },
//!         other => return Err(format!("not asked in such a game: {other:?}").into()),
//!     };
//!     play(&mut game, &command)?;
//! }
//!
//! let end = game.end().ok_or("it has ended")?;
//! assert!(end.places.as_ref().is_some_and(|places| places.contains(&Some(1))));
//! // The state is the fold of the log, and of nothing else.
//! assert_eq!(Game::fold(&log)?, game);
//! # Ok(())
//! # }
//! ```
//!
//! Who writes a bot often needs one moment alone: a position, a roll, the options. The line is the one that the REST API
//! shows as `board.line`:
//!
//! ```
//! use parchis::rules::dice::{Die, Roll};
//! use parchis::rules::position::Position;
//! use parchis::rules::preset::Preset;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let rules = Preset::League.rules();
//! let position = Position::parse(&rules, "Y:21,h,h,h/B:23,22,h,h Y 0 - -")?;
//! let two = Die::new(2).ok_or("a face")?;
//! let (_events, rolled) = position.rolled(1, Roll::One(two)).ok_or("one die, by these rules")?;
//! let ids: Vec<String> = rolled.choices().iter().map(|choice| choice.id().to_string()).collect();
//! assert_eq!(ids, ["move:2:Y1"]);
//! assert_eq!(rolled.earned(&rolled.choices()[0])[0].amount, 20);
//! # Ok(())
//! # }
//! ```
//!
//! Bots, simulators and verifiers need no server: `parchis = { version = "0.1", default-features = false }` brings
//! [`rules`], [`dice`], [`words`], [`bots`], [`notation`], [`pictures`] and [`proof`] alone, with a handful of small dependencies, and builds for WebAssembly too.
//!
//! In reading order, each module knowing only those before it: [`rules`], the game itself; [`dice`], how a server's rolls
//! follow from a committed seed; [`words`], what people read about the rules; [`bots`], policies that choose;
//! [`notation`], games as texts; [`pictures`], boards drawn; [`proof`], the log with its chain of hashes, its signatures
//! and the files that prove a game.
//! With the feature `server` come `store`, all SQL; `play`, the only way to write; `http`, the routes; `cluster`, the
//! private PostgreSQL; and `cli`, the command line.

/// The crate of the ids: [`rules::ids::PlayerId`] and [`rules::ids::GameId`] wrap its `Uuid`.
pub use uuid;

pub mod rules;

pub mod bots;
pub mod dice;
pub mod words;

pub mod notation;
pub mod pictures;
pub mod proof;

#[cfg(feature = "server")]
pub mod store;

#[cfg(feature = "server")]
pub mod play;

#[cfg(feature = "server")]
pub mod http;

#[cfg(feature = "server")]
pub mod cluster;

#[cfg(feature = "server")]
pub mod cli;
