//! Drawings of the board.
