//! What a game says in text, and which request comes next.

use super::frame;
use crate::play::{Created, Done, EventPage, Folded, FramePage, Logged, Tried};
use crate::proof::By;
use crate::rules::asked::Asked;
use crate::rules::game::Game;
use crate::rules::ids::GameId;
use crate::words::language::Language;
use crate::words::mark::by_order;
use crate::words::report::report;
use crate::words::teller::Teller;

/// A state.
pub(in crate::http) fn state(language: Language, game: &Game) -> String {
    lines(report(language, game))
}

/// A game now, and what may be asked of it.
pub(in crate::http) fn game(language: Language, folded: &Folded) -> String {
    let mut told = report(language, &folded.game);
    told.extend(deadline(language, folded));
    told.extend(next(language, folded));
    lines(told)
}

/// What a command brought about, and the game now.
pub(in crate::http) fn done(language: Language, done: &Done) -> String {
    let teller = Teller::among(language, &done.folded.game);
    let mut told = commands(teller, &done.events);
    told.push(String::new());
    lines(told) + game(language, &done.folded).as_str()
}

/// What a choice would bring about, and the game then.
pub(in crate::http) fn tried(language: Language, tried: &Tried) -> String {
    let teller = Teller::among(language, &tried.then.game);
    let mut told = vec![pick(language, "Solo es una prueba:", "Only tried:").to_owned()];
    told.extend(commands(teller, &tried.events));
    told.push(String::new());
    told.extend(report(language, &tried.then.game));
    lines(told)
}

/// A game that has been created, with its invite where one is needed.
pub(in crate::http) fn created(language: Language, created: &Created) -> String {
    let teller = Teller::new(language);
    let mut told = commands(teller, &created.events);
    if let Some(invite) = &created.invite {
        let word = pick(language, "Invitación", "Invite");
        told.push(format!("{word}: {}", invite.clone().reveal()));
    }
    told.push(String::new());
    lines(told) + game(language, &created.folded).as_str()
}

/// A page of the log; the teller knows the game as it was before.
pub(in crate::http) fn events(
    teller: Teller,
    language: Language,
    id: GameId,
    page: &EventPage,
) -> String {
    let mut told = commands(teller, &page.events);
    if page.more {
        let more = pick(language, "Sigue en", "Goes on at");
        let (after, lang) = (page.next, language.code());
        told.push(format!(
            "{more}: /v1/games/{id}/events?after={after}&lang={lang}"
        ));
    }
    lines(told)
}

/// Frames, each with the position after it; where they go on is at `next`.
pub(in crate::http) fn frames(
    language: Language,
    page: &FramePage,
    next: Option<String>,
) -> String {
    let mut told = Vec::new();
    for step in &page.frames {
        let version = step.after.version();
        told.push(format!("[{version}] {}", frame::told(step, language)));
        let position = step.after.game.position();
        told.extend(position.map(|position| format!("    {position}")));
    }
    if let Some(next) = next {
        let more = pick(language, "Sigue en", "Goes on at");
        told.push(format!("{more}: {next}"));
    }
    lines(told)
}

/// One line a command, after the version of its last event.
fn commands(mut teller: Teller, events: &[Logged]) -> Vec<String> {
    events
        .chunk_by(|one, next| one.entry.command == next.entry.command)
        .filter_map(|command| {
            let version = command.last()?.entry.version;
            let mut told = teller.tell_command(command.iter().map(|logged| &logged.entry.event));
            if command.first()?.entry.by == By::Order {
                told = by_order(teller.language(), told);
            }
            Some(format!("[{version}] {}", told.join(" ")))
        })
        .collect()
}

/// Until when it is asked.
fn deadline(language: Language, folded: &Folded) -> Option<String> {
    let due = folded.due_at?.format("%Y-%m-%d %H:%M:%S UTC");
    Some(format!("{}: {due}", pick(language, "Plazo", "Deadline")))
}

/// The request that does what is asked.
fn next(language: Language, folded: &Folded) -> Option<String> {
    let (game, path) = (&folded.game, format!("/v1/games/{}", folded.id));
    let with_server_dice = game.has_server_dice();
    let (what, request) = match game.asked() {
        Asked::Nobody => return None,
        Asked::Players { .. } => (
            pick(language, "Para sentarse", "To sit down"),
            format!("PUT {path}/seats/{{{}}}", pick(language, "puesto", "seat")),
        ),
        Asked::Start => (
            pick(language, "Para empezar", "To start"),
            format!("PUT {path}/start"),
        ),
        Asked::Entropy(_) => (
            pick(language, "Para entregarlo", "To hand it in"),
            format!(
                "PUT {path}/seats/{{{}}}/entropy {{\"entropy\": …}}",
                pick(language, "puesto", "seat")
            ),
        ),
        Asked::Roll { n, .. } if with_server_dice => (
            pick(language, "Para tirar", "To roll"),
            format!("PUT {path}/rolls/{n}"),
        ),
        Asked::Roll { n, .. } => (
            pick(language, "Para tirar", "To roll"),
            format!("PUT {path}/rolls/{n} {{\"dice\": […]}}"),
        ),
        Asked::Colour { .. } | Asked::Choice { .. } => {
            let decision = game.decision()?;
            (
                pick(language, "Para elegir", "To choose"),
                format!("PUT {path}/choices/{decision} {{\"option\": \"…\"}}"),
            )
        }
    };
    Some(format!("{what}: {request}"))
}

/// The one of two texts that is in this language.
pub(super) const fn pick<'a>(language: Language, es: &'a str, en: &'a str) -> &'a str {
    match language {
        Language::Spanish => es,
        Language::English => en,
    }
}

/// Lines as one text.
pub(super) fn lines(lines: Vec<String>) -> String {
    lines.into_iter().map(|line| line + "\n").collect()
}
