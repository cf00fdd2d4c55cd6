//! A drawing read back, as an eye would: every square has its own number in it.

use std::collections::BTreeMap;

use parchis::pictures::{Picture, Plan, Point, Theme};
use parchis::rules::board::{Arms, Place};
use parchis::rules::colour::Colour;
use parchis::words::language::Language;
use resvg::usvg::roxmltree::{Document, Node};

use crate::geometry::squares;
use crate::shape::depth;

/// From one digit of a number to the next.
const ADVANCE: f64 = 4.6;

/// The numbers in a drawing, each with its middle.
fn numbers(svg: &str) -> Vec<(u8, Point)> {
    let document = Document::parse(svg).unwrap();
    let groups = document
        .descendants()
        .filter(|node| node.children().any(|child| digit(child).is_some()));
    groups.flat_map(in_group).collect()
}

/// A digit, and where it is in its group.
fn digit(node: Node<'_, '_>) -> Option<(char, Point)> {
    let digit = node.attribute("href")?.strip_prefix("#d")?.chars().next()?;
    let number = |name: &str| node.attribute(name).map(|text| text.parse().unwrap());
    Some((
        digit,
        Point {
            x: number("x")?,
            y: number("y")?,
        },
    ))
}

fn in_group(group: Node<'_, '_>) -> Vec<(u8, Point)> {
    let transform = group.attribute("transform").unwrap();
    let part = |name: &str| -> Vec<f64> {
        let Some((_, rest)) = transform.split_once(&format!("{name}(")) else {
            return Vec::new();
        };
        let (numbers, _) = rest.split_once(')').unwrap();
        let numbers = numbers.split(' ');
        numbers.map(|number| number.parse().unwrap()).collect()
    };
    let (turn, scale) = (part("rotate"), part("scale"));
    let placed = |point: Point| {
        let scaled = Point {
            x: point.x * scale[0],
            y: point.y * scale[1],
        };
        scaled.turned(turn.first().copied().unwrap_or(0.0))
    };
    let digits: Vec<(char, Point)> = group.children().filter_map(digit).collect();
    let go_on = |one: &(char, Point), next: &(char, Point)| {
        (next.1.x - one.1.x - ADVANCE).abs() < 0.2 && (next.1.y - one.1.y).abs() < 0.05
    };
    digits
        .chunk_by(go_on)
        .map(|digits| {
            let value: String = digits.iter().map(|(digit, _)| digit).collect();
            let (first, last) = (digits[0].1, digits[digits.len() - 1].1);
            let size = Point { x: 1.6, y: 3.0 };
            (
                value.parse().unwrap(),
                placed(first.towards(last, 0.5) + size),
            )
        })
        .collect()
}

#[test]
fn every_square_has_its_number_in_it() {
    for arms in Arms::ALL {
        let plan = Plan::of(*arms);
        let svg = Picture::empty(*arms).svg(Theme::Light, Language::English);
        let mut read: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        let squares = squares(&plan);
        let name = |colour: &Colour, place: &Place| format!("{colour} {place}");
        for (value, at) in numbers(&svg) {
            let inside = squares
                .iter()
                .filter(|(_, _, shape)| depth(shape, at) > 0.0);
            let inside: Vec<String> = inside
                .map(|(colour, place, _)| name(colour, place))
                .collect();
            assert_eq!(inside.len(), 1, "{value} is in {inside:?}");
            read.entry(inside[0].clone()).or_default().push(value);
        }
        for (colour, place, _) in &squares {
            let expected = match place {
                Place::Ring(square) => square.number(),
                Place::Corridor(step) => *step,
                Place::Home | Place::Goal => panic!("no square"),
            };
            let name = name(colour, place);
            assert_eq!(read.get(&name), Some(&vec![expected]), "{name}");
        }
    }
}
