//! Pictures of boards.

mod board;
mod chip;
mod die;
mod digits;
mod picture;
mod plan;
mod point;
mod scene;
mod sheet;
mod theme;
mod trail;

pub use picture::Picture;
pub use plan::{HALF, Label, Plan, Spot};
pub use point::Point;
pub use sheet::sheet;
pub use theme::Theme;
