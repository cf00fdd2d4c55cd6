//! What a request costs, in units of reading a game once.

use actix_web::dev::ServiceRequest;
use actix_web::http::Method;

/// The units a request costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::http) struct Cost(pub(in crate::http) u32);

impl Cost {
    /// Probes and what never changes while the server runs.
    const NOTHING: Self = Self(0);
    const READING: Self = Self(1);
    const COMMAND: Self = Self(2);
    /// A whole log folded or drawn.
    const WHOLE_LOG: Self = Self(10);
    /// Something that stays in the database for good.
    const CREATION: Self = Self(20);
    /// Many games at once, or many pictures.
    const BULK: Self = Self(200);

    /// What this request costs.
    pub(in crate::http) fn of(request: &ServiceRequest) -> Self {
        let path = request.match_pattern().unwrap_or_default();
        Self::named(request.method(), &path)
    }

    /// Whether it is free.
    pub(in crate::http) const fn is_nothing(self) -> bool {
        self.0 == 0
    }

    /// What a request with this method costs on a path as the routes name it.
    pub(in crate::http) fn named(method: &Method, path: &str) -> Self {
        match (method, path) {
            (_, path) if is_free(path) => Self::NOTHING,
            (
                &Method::POST,
                "/v1/players" | "/v1/games" | "/v1/imports" | "/v1/games/{game}/forks",
            ) => Self::CREATION,
            (_, "/v1/games/{game}/replay.gif" | "/v1/days/{date}/proofs") => Self::BULK,
            (_, path) if is_whole_log(path) => Self::WHOLE_LOG,
            (&Method::GET | &Method::HEAD, _) => Self::READING,
            (_, _) => Self::COMMAND,
        }
    }
}

fn is_free(path: &str) -> bool {
    ["/health/", "/docs", "/assets/", "/problems/"]
        .iter()
        .any(|free| path.starts_with(free))
        || ["/openapi.json", "/metrics"].contains(&path)
}

fn is_whole_log(path: &str) -> bool {
    ["/proof", "/audit", "/notation", "/frames", ".png"]
        .iter()
        .any(|end| path.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_costs_what_it_gives_to_do() {
        let get = Method::GET;
        let cases = [
            (&get, "/health/live", Cost::NOTHING),
            (&get, "/v1/games", Cost::READING),
            (&Method::POST, "/v1/games", Cost::CREATION),
            (&Method::PUT, "/v1/games/{game}/rolls/{n}", Cost::COMMAND),
            (&get, "/v1/games/{game}/proof", Cost::WHOLE_LOG),
            (&get, "/v1/games/{game}/replay.gif", Cost::BULK),
            (&get, "", Cost::READING),
        ];
        for (method, path, cost) in cases {
            assert_eq!(Cost::named(method, path), cost, "{method} {path}");
        }
    }
}
