//! Proofs that somebody has changed.

use parchis::proof::Head;
use parchis::rules::ids::GameId;

/// A proof, line by line: header, events, seal, keys.
pub struct Forgery {
    lines: Vec<String>,
}

impl Forgery {
    /// Takes a true one.
    pub fn of(proof: &str) -> Self {
        Self {
            lines: proof.lines().map(str::to_owned).collect(),
        }
    }

    /// The version of the first event from `after` on that holds this text.
    pub fn event(&self, after: usize, text: &str) -> usize {
        let from = self.lines.iter().enumerate().skip(after);
        from.clone()
            .find(|(_, line)| line.contains(text))
            .unwrap_or_else(|| panic!("no event has {text}"))
            .0
    }

    /// Writes something else in the place of a text, in an event or, as it may stand in none, anywhere.
    pub fn changed(mut self, line: usize, text: &str, other: &str) -> Self {
        assert!(self.lines[line].contains(text), "{}", self.lines[line]);
        self.lines[line] = self.lines[line].replacen(text, other, 1);
        self
    }

    /// Leaves a line out.
    pub fn without(mut self, line: usize) -> Self {
        self.lines.remove(line);
        self
    }

    /// Exchanges two lines.
    pub fn exchanged(mut self, one: usize, other: usize) -> Self {
        self.lines.swap(one, other);
        self
    }

    /// Makes every hash anew, as somebody would who holds the database but no key, and leaves the seal out.
    pub fn rechained(mut self, game: &str) -> Self {
        let game = GameId(game.parse().unwrap());
        let mut head = Head::genesis(game);
        for line in &mut self.lines {
            let Some((body, _)) = line
                .strip_prefix("{\"body\":")
                .and_then(|rest| rest.rsplit_once(",\"hash\":"))
            else {
                continue;
            };
            head = head.after(body);
            *line = format!("{{\"body\":{body},\"hash\":\"{}\"}}", head.0);
        }
        let seal = self.event(0, "{\"seal\":");
        "{\"seal\":null}".clone_into(&mut self.lines[seal]);
        self
    }

    /// The whole of it.
    pub fn text(&self) -> String {
        self.lines.join("\n") + "\n"
    }
}
