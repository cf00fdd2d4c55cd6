//! Pictures: boards drawn from their geometry, empty or with a game on them.
//!
//! ```
//! use parchis::pictures::{Picture, Theme};
//! use parchis::rules::board::Arms;
//! use parchis::words::language::Language;
//!
//! let board = Picture::empty(Arms::Six).svg(Theme::Light, Language::English);
//! assert!(board.starts_with("<svg"));
//! ```
//!
//! With the feature `server` there are also pixels: [`png`] of any of these drawings, and a [`Film`] of a replay.

mod board;
mod chip;
mod die;
mod digits;
#[cfg(feature = "server")]
mod film;
mod ground;
mod picture;
mod plan;
mod point;
#[cfg(feature = "server")]
mod raster;
mod scene;
mod sheet;
mod theme;
mod trail;

#[cfg(feature = "server")]
pub use film::{BYTES, FILM_WIDTHS, FRAMES, Film};
pub use picture::Picture;
pub use plan::{HALF, Label, Plan, Spot};
pub use point::Point;
#[cfg(feature = "server")]
pub use raster::{RasterError, WIDTHS, png};
pub use sheet::sheet;
pub use theme::Theme;
