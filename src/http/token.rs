//! Bearer tokens: 256 random bits, shown once, known to the server by their hash.

use std::fmt;

use actix_web::http::header::{self, HeaderMap};
use sha2::{Digest, Sha256};
use uuid::Uuid;

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

    /// The token in a request's header `Authorization`; none if there is none, or it cannot be one.
    #[must_use]
    pub(super) fn of(headers: &HeaderMap) -> Option<Self> {
        let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
        let (scheme, token) = value.split_once(' ')?;
        let is_bearer = scheme.eq_ignore_ascii_case("bearer");
        is_bearer.then(|| Self::read(token.trim())).flatten()
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

/// A path or method as it may stand in a log line: short, and without any word that could be a token or an invite, in
/// whatever way it is written. No id is longer than a UUID, and no name of ours comes near it.
#[must_use]
pub(super) fn scrubbed(text: &str) -> String {
    let shown: String = text.chars().take(200).collect();
    let words = shown.split('/').map(|word| {
        let secret = is_secret(word) || word.len() >= 32 && !is_uuid(word);
        if secret { "…" } else { word }
    });
    words.collect::<Vec<_>>().join("/")
}

/// A pointer into a request as it may stand in an error: without the words that look like a token.
#[must_use]
pub(super) fn hushed(pointer: &str) -> String {
    let words = pointer.split('/');
    let words = words.map(|word| if is_secret(word) { "…" } else { word });
    words.collect::<Vec<_>>().join("/")
}

/// Whether a word looks like a token.
#[must_use]
pub(super) fn is_secret(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    word.contains(PREFIX) || word.len() >= 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_uuid(word: &str) -> bool {
    word.len() == 36 && Uuid::try_parse(word).is_ok()
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
        for token in [&text, &text.to_uppercase(), &text[8..], &text[40..]] {
            assert_eq!(scrubbed(&format!("/v1/{token}/x")), "/v1/…/x");
        }
        let encoded = text.replace("parchis", "%70archis");
        assert_eq!(scrubbed(&format!("/v1/{encoded}")), "/v1/…");
        let path = "/v1/games/01900000-0000-7000-8000-000000000000/rolls/1";
        assert_eq!(scrubbed(path), path);
        assert!(Token::read("parchis_12").is_none());
    }
}
