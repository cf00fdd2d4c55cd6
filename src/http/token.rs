//! Bearer tokens: 256 random bits, shown once, known to the server by their hash.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::store::TokenHash;

const PREFIX: &str = "parchis_";

/// A player's token. Its Debug form hides it.
pub(super) struct Token(String);

impl Token {
    /// A new token from the operating system's randomness.
    ///
    /// # Errors
    ///
    /// Where the operating system gives no randomness.
    pub(super) fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Self(format!("{PREFIX}{}", hex::encode(bytes))))
    }

    /// The token in the text of a header; none if it cannot be one.
    #[must_use]
    pub(super) fn read(text: &str) -> Option<Self> {
        let digits = text.strip_prefix(PREFIX)?;
        let well_formed = digits.len() == 64 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        well_formed.then(|| Self(text.to_owned()))
    }

    /// What the server keeps of it.
    #[must_use]
    pub(super) fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0.as_bytes()).into())
    }

    /// The token itself, to show it this once.
    #[must_use]
    pub(super) fn reveal(self) -> String {
        self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// A text of a request as it may stand in a log line: short, and without anything that looks like a token.
#[must_use]
pub(super) fn scrubbed(text: &str) -> String {
    let shown: String = text.chars().take(200).collect();
    match shown.split_once(PREFIX) {
        Some((before, _)) => format!("{before}{PREFIX}…"),
        None => shown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_reads_back_and_stays_hidden() {
        let token = Token::random().unwrap();
        assert_eq!(format!("{token:?}"), "Token(…)");
        let hash = token.hash();
        let text = token.reveal();
        assert_eq!(Token::read(&text).unwrap().hash(), hash);
        assert!(!scrubbed(&format!("/v1/{text}/x")).contains(&text[10..]));
        assert!(Token::read("parchis_12").is_none());
    }
}
