use reqwest::{Response, StatusCode};

/// What comes over a stream, piece by piece; what is cut off is none.
pub(crate) struct Pieces {
    stream: Response,
    text: Vec<u8>,
    end: &'static [u8],
}

impl Pieces {
    /// Messages, which end in an empty line.
    pub(crate) const fn messages(stream: Response) -> Pieces {
        Pieces {
            stream,
            text: Vec::new(),
            end: b"\n\n",
        }
    }

    /// Lines.
    pub(crate) const fn lines(stream: Response) -> Pieces {
        Pieces {
            stream,
            text: Vec::new(),
            end: b"\n",
        }
    }

    /// The next whole piece; none at the end of the stream, and an error where it was cut.
    pub(crate) async fn next(&mut self) -> reqwest::Result<Option<String>> {
        let length = self.end.len();
        loop {
            let ends = self.text.windows(length).position(|end| end == self.end);
            if let Some(end) = ends {
                let piece = self.text.drain(..end + length).collect();
                return Ok(Some(String::from_utf8(piece).unwrap()));
            }
            let Some(part) = self.stream.chunk().await? else {
                return Ok(None);
            };
            self.text.extend_from_slice(&part);
        }
    }
}

/// What a message holds under a name.
pub(crate) fn field<'a>(message: &'a str, name: &str) -> Option<&'a str> {
    message
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

/// An answer to a reader; an error where the server asks them to come again.
pub(crate) fn answered(answer: Response) -> reqwest::Result<Response> {
    let status = answer.status();
    let later = [
        StatusCode::SERVICE_UNAVAILABLE,
        StatusCode::TOO_MANY_REQUESTS,
    ];
    assert!(status.is_success() || later.contains(&status), "{answer:?}");
    answer.error_for_status()
}
