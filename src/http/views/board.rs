//! The board, piece by piece.

use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::board::{Arms, Place, Progress};
use crate::rules::colour::Colour;
use crate::rules::dice::Die;
use crate::rules::ids::Chair;
use crate::rules::piece::Piece;
use crate::rules::position::{Position, Presence};

/// A moment of the game proper.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(in crate::http) struct Board {
    /// The position in one line; with the rules it says all that the options hang on.
    #[schema(example = "Y:h,5,22,c3/B:h,h,h,h/R:39,g,g,g/G:51,56,h,h Y 1 Y3 -")]
    line: String,
    /// Arms of the board.
    arms: Arms,
    /// Every piece in play, by arm and number; those of seats that have left are gone.
    pieces: Vec<PieceView>,
    /// Sixes (with two dice doubles) rolled in this turn.
    #[schema(minimum = 0, maximum = 3)]
    sixes: u8,
    /// The roll in hand, in the order drawn; null when a roll is due.
    #[schema(required, min_items = 1, max_items = 2)]
    roll: Option<Vec<Die>>,
    /// The dice of the roll that are not yet used.
    #[schema(max_items = 2)]
    dice_left: Vec<Die>,
    /// The counts to take, oldest first.
    #[schema(value_type = Vec<PendingCount>)]
    pending_counts: Vec<u8>,
}

/// The steps of a count: 10, 11, 20 or 21.
#[derive(ToSchema)]
#[schema(value_type = u8, minimum = 10, maximum = 21)]
#[allow(dead_code, reason = "for the document")]
struct PendingCount(u8);

/// A piece, and where it stands.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = PlacedPiece)]
pub(in crate::http) struct PieceView {
    /// Which.
    piece: Piece,
    /// Its colour.
    colour: Colour,
    /// Whose seat it belongs to.
    chair: Chair,
    /// Where it stands.
    place: Place,
    /// The number of the ring square it stands on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 136)]
    square: Option<u8>,
    /// Its steps from the exit square; absent at home.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 139)]
    progress: Option<u8>,
}

impl Board {
    /// The board of a position.
    pub(in crate::http) fn of(position: &Position) -> Self {
        let playing = position
            .colours()
            .filter(|colour| position.presence(*colour) == Presence::Playing);
        let pieces = playing
            .filter_map(|colour| Some((colour, position.chair(colour)?)))
            .flat_map(|(colour, chair)| {
                Piece::all_of(colour).map(|piece| PieceView::of(position, piece, chair))
            });
        Self {
            line: position.to_string(),
            arms: position.rules().arms,
            pieces: pieces.collect(),
            sixes: position.sixes(),
            roll: position.roll_in_hand().map(|roll| roll.dice().to_vec()),
            dice_left: position.dice_left().to_vec(),
            pending_counts: position.pending_counts().collect(),
        }
    }
}

impl PieceView {
    fn of(position: &Position, piece: Piece, chair: Chair) -> Self {
        let place = position.place(piece);
        let square = match place {
            Place::Ring(square) => Some(square.number()),
            Place::Home | Place::Corridor(_) | Place::Goal => None,
        };
        let progress = position.progress(piece).map(Progress::steps);
        Self {
            piece,
            colour: piece.colour(),
            chair,
            place,
            square,
            progress,
        }
    }
}
