use std::time::Duration;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// How long the proxy holds back a request, at most, in milliseconds.
const DELAY: u64 = 300;
/// After how long a request arrives that its client has given up, at most, in milliseconds.
const HELD: u64 = 3_000;

/// What becomes of a request and its answer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fate {
    /// Nothing special.
    Passed,
    /// It is cut after so many bytes.
    RequestCut(usize),
    /// The answer is cut after so many bytes.
    AnswerCut(u64),
    /// It is done, and nothing of the answer arrives.
    AnswerLost,
    /// It arrives late, behind what was sent after it.
    Delayed(Duration),
    /// It arrives twice at once.
    Doubled,
    /// The client loses the connection at once; the request arrives some time later.
    Held(Duration),
    /// With it arrives one that somebody sent long ago.
    Haunted,
}

impl Fate {
    /// One by lot. What only reads, and may stream for ever, is neither doubled nor held.
    pub(crate) fn of(random: &mut ChaCha8Rng, request: &[u8]) -> Fate {
        let fate = match random.random_range(0..100) {
            0..6 => Fate::RequestCut(random.random_range(0..request.len())),
            6..16 => {
                // As many short answers as long ones.
                let most = 1 << random.random_range(1..15);
                Fate::AnswerCut(random.random_range(0..most))
            }
            16..20 => Fate::AnswerLost,
            20..28 => Fate::Delayed(up_to(random, DELAY)),
            28..32 => Fate::Doubled,
            32..36 => Fate::Held(up_to(random, HELD)),
            36..40 => Fate::Haunted,
            _ => Fate::Passed,
        };
        let reads = request.starts_with(b"GET ");
        match fate {
            Fate::AnswerLost | Fate::Doubled | Fate::Held(_) if reads => Fate::Passed,
            Fate::Passed
            | Fate::RequestCut(_)
            | Fate::AnswerCut(_)
            | Fate::AnswerLost
            | Fate::Delayed(_)
            | Fate::Doubled
            | Fate::Held(_)
            | Fate::Haunted => fate,
        }
    }

    /// Its name in the tally.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Fate::Passed => "connections passed",
            Fate::RequestCut(_) => "connections cut in the request",
            Fate::AnswerCut(_) => "connections cut in the answer",
            Fate::AnswerLost => "answers lost",
            Fate::Delayed(_) => "requests delayed",
            Fate::Doubled => "requests doubled",
            Fate::Held(_) => "requests given up and done later",
            Fate::Haunted => "old requests sent again",
        }
    }
}

fn up_to(random: &mut ChaCha8Rng, most: u64) -> Duration {
    Duration::from_millis(random.random_range(0..most))
}
