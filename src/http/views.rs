//! What the interface shows.

pub(super) mod event;
