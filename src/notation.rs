//! The text form of a game, that people read and write.
