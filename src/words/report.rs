//! The state of a game in words: who is asked for what, the options, the board.

use super::board::board;
use super::language::Language;
use super::offer::offer;
use super::phrase::sentence;
use super::preset::short_name;
use super::teller::Teller;
use crate::rules::asked::Asked;
use crate::rules::event::{Created, Event};
use crate::rules::game::{Game, Phase};
use crate::rules::ids::Chair;
use crate::rules::options::{DiceCount, Teams};
use crate::rules::position::Position;
use crate::rules::preview::Duty;

/// The state of a game, line by line: what it is, who is asked for what, the options each with its name, who sits, the
/// board.
#[must_use]
pub fn report(language: Language, game: &Game) -> Vec<String> {
    let Some(created) = game.created() else {
        return vec![
            language
                .pick("No hay partida.", "There is no game.")
                .to_owned(),
        ];
    };
    let mut lines = vec![title(language, game, created)];
    lines.extend(asked(language, game));
    lines.extend(options(language, game));
    match game.position() {
        Some(position) => {
            lines.push(String::new());
            lines.extend(partners(language, created));
            lines.extend(board(language, position));
            lines.extend(points(language, game, position));
        }
        None => lines.extend(seats(language, game)),
    }
    lines
}

fn title(language: Language, game: &Game, created: &Created) -> String {
    let rules = short_name(language, created.preset);
    let changes = if created.rules == created.preset.rules() {
        ""
    } else {
        language.pick(", con cambios", ", with changes")
    };
    let (version, word) = (game.version(), language.pick("versión", "version"));
    format!("Parchís, {rules}{changes}, {word} {version}.")
}

/// Who is asked for what.
fn asked(language: Language, game: &Game) -> Vec<String> {
    let teller = Teller::among(language, game);
    let told = match (game.asked(), language) {
        (Asked::Nobody, _) => return over(language, game),
        (Asked::Players { missing }, Language::Spanish) => {
            format!("faltan jugadores por sentarse: {missing}")
        }
        (Asked::Players { missing }, Language::English) => {
            format!("players still have to sit down: {missing}")
        }
        (Asked::Start, _) => language
            .pick(
                "están todos, y quien ha creado la partida tiene que empezarla",
                "everybody is there, and the game's creator has to start it",
            )
            .to_owned(),
        (Asked::Entropy(chairs), _) => {
            let seats = language.all(chairs.iter().map(|chair| teller.numbered(*chair)));
            let awaited = language.pick(
                "se espera el azar que prometió",
                "the promised chance is awaited of",
            );
            format!("{awaited} {seats}")
        }
        (Asked::Roll { chair, n }, _) => return vec![roll(language, game, &teller, (chair, n))],
        (Asked::Colour { chair }, _) => {
            let has_to = language.pick("tiene que elegir color", "has to choose a colour");
            format!(
                "{} {has_to}{}",
                teller.early(chair),
                decision(language, game)
            )
        }
        (Asked::Choice { chair }, _) => {
            let has_to = language.pick("tiene que elegir", "has to choose");
            let told = format!(
                "{} {has_to}{}",
                teller.seat(chair),
                decision(language, game)
            );
            let hand = game
                .position()
                .map(|position| hand(language, position))
                .unwrap_or_default();
            return std::iter::once(sentence(&told)).chain(hand).collect();
        }
    };
    vec![sentence(&told)]
}

fn over(language: Language, game: &Game) -> Vec<String> {
    let end = game.end().cloned().map(|end| Event::End(Box::new(end)));
    end.map(|end| Teller::among(language, game).tell(&end))
        .into_iter()
        .collect()
}

fn roll(language: Language, game: &Game, teller: &Teller, (chair, n): (Chair, u64)) -> String {
    let seat = if game.phase() == Phase::Opening {
        teller.early(chair)
    } else {
        teller.seat(chair)
    };
    let two = game
        .rules()
        .is_some_and(|rules| rules.dice == DiceCount::Two);
    let (dice, what) = match (language, two) {
        (Language::Spanish, false) => ("el dado", "tirada"),
        (Language::Spanish, true) => ("los dados", "tirada"),
        (Language::English, false) => ("the die", "roll"),
        (Language::English, true) => ("the dice", "roll"),
    };
    let why = match (game.phase(), language) {
        (Phase::Opening, Language::Spanish) => " para ver quién empieza",
        (Phase::Opening, Language::English) => " for who begins",
        (
            Phase::Empty
            | Phase::Seating
            | Phase::Promising
            | Phase::Colours
            | Phase::Playing
            | Phase::Ended,
            _,
        ) => "",
    };
    let has_to = language.pick("tiene que tirar", "has to roll");
    let sixes = game.position().map_or(0, Position::sixes);
    let sixes = match (sixes, two) {
        (0, _) => String::new(),
        (_, false) => format!(
            "; {}: {sixes}",
            language.pick("seises en este turno", "sixes in this turn")
        ),
        (_, true) => format!(
            "; {}: {sixes}",
            language.pick("dobles en este turno", "doubles in this turn")
        ),
    };
    sentence(&format!("{seat} {has_to} {dice}{why} ({what} {n}){sixes}"))
}

fn decision(language: Language, game: &Game) -> String {
    let word = language.pick("decisión", "decision");
    game.decision()
        .map_or_else(String::new, |decision| format!(" ({word} {decision})"))
}

/// What is in hand: the roll, what of it is left, counts.
fn hand(language: Language, position: &Position) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(roll) = position.roll_in_hand() {
        let rolled = language.dice(&roll.dice());
        let mut told = format!("{} {rolled}", language.pick("ha tirado", "the roll was"));
        let left = position.dice_left();
        if !left.is_empty() && left != roll.dice() {
            let still = language.pick("queda por mover", "still to be moved");
            told = format!("{told}; {still}: {}", language.dice(&left));
        }
        lines.push(sentence(&told));
    }
    let counts: Vec<String> = position
        .pending_counts()
        .map(|count| count.to_string())
        .collect();
    if !counts.is_empty() {
        let counting = language.pick("tiene que contarse", "to be counted");
        lines.push(sentence(&format!("{counting}: {}", counts.join(", "))));
    }
    lines
}

/// The options, each with its name, and why there are no others.
fn options(language: Language, game: &Game) -> Vec<String> {
    let (choices, position) = (game.choices(), game.position());
    if choices.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![language.pick("Opciones:", "Options:").to_owned()];
    lines.extend(choices.iter().map(|choice| {
        let told = offer(language, choice, position);
        format!("  {}  {told}", choice.id())
    }));
    let duties = position.map(|position| position.duties(&choices));
    for duty in duties.unwrap_or_default() {
        let must = match duty {
            Duty::Exit => language.pick("hay que sacar ficha", "a piece must come out"),
            Duty::Barrier => language.pick("hay que abrir una barrera", "a barrier must be opened"),
            Duty::BothDice => language.pick("hay que usar los dos dados", "both dice must be used"),
        };
        let why = language.pick("No hay otras", "There are no others");
        lines.push(sentence(&format!("{why}: {must}")));
    }
    lines
}

/// Who sits and which chairs are free, before there is a board.
fn seats(language: Language, game: &Game) -> Vec<String> {
    let teller = Teller::among(language, game);
    let (taken, free) = (
        language.pick("ocupado", "taken"),
        language.pick("libre", "free"),
    );
    game.chairs()
        .map(|chair| {
            let how = if game.seat(chair).is_some() {
                taken
            } else {
                free
            };
            format!(
                "  {}",
                sentence(&format!("{}: {how}", teller.numbered(chair)))
            )
        })
        .collect()
}

/// Who plays with whom.
fn partners(language: Language, created: &Created) -> Option<String> {
    let colours: Vec<&str> = created
        .rules
        .arms
        .colours()
        .map(|colour| language.colour(colour))
        .collect();
    let (first, second) = colours.split_at_checked(colours.len() / 2)?;
    let pairs = first
        .iter()
        .zip(second)
        .map(|(one, other)| format!("{one} {} {other}", language.pick("con", "with")));
    let pairs: Vec<String> = pairs.collect();
    let title = language.pick("Parejas", "Pairs");
    (created.rules.teams == Teams::Pairs).then(|| format!("{title}: {}.", pairs.join("; ")))
}

/// The points so far, where there are stakes.
fn points(language: Language, game: &Game, position: &Position) -> Option<String> {
    game.rules()?.stakes?;
    let points: Vec<String> = position
        .colours()
        .map(|colour| format!("{} {:+}", language.colour(colour), position.points(colour)))
        .collect();
    let title = language.pick("Puntos", "Points");
    (game.phase() != Phase::Ended).then(|| format!("{title}: {}.", points.join(", ")))
}
