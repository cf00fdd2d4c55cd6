//! The languages of what people read: Spanish first, and English.

use serde::{Deserialize, Serialize};

/// A language that sentences exist in, written as its two letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub enum Language {
    /// Spanish.
    #[default]
    #[serde(rename = "es")]
    Spanish,
    /// English.
    #[serde(rename = "en")]
    English,
}

impl Language {
    /// All languages, the first one first.
    pub const ALL: [Self; 2] = [Self::Spanish, Self::English];

    /// The two letters that name it in JSON and in `Accept-Language`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Spanish => "es",
            Self::English => "en",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn a_language_is_written_as_its_code() {
        for language in Language::ALL {
            assert_eq!(serde_json::to_value(language).unwrap(), language.code());
        }
    }
}
