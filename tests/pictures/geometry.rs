//! The plan of a board, from which all else follows.

use std::f64::consts::TAU;

use parchis::pictures::{HALF, Plan, Point};
use parchis::rules::board::{Arms, CORRIDOR, Place, Square};
use parchis::rules::colour::Colour;

use crate::shape::{are_near, cross, depth, middle, overlap, shared};

pub fn ring(arms: Arms) -> impl Iterator<Item = Square> {
    (1..=arms.ring()).filter_map(move |number| arms.square(number))
}

/// Every square of a board with its colour, where it has one, and its shape.
pub fn squares(plan: &Plan) -> Vec<(Colour, Place, Vec<Point>)> {
    let arms = plan.arms();
    let on_ring = ring(arms).map(|square| {
        let shape = plan.square(square).to_vec();
        (Colour::Yellow, Place::Ring(square), shape)
    });
    let corridors = arms.colours().flat_map(|colour| {
        (1..=CORRIDOR).map(move |step| {
            let shape = plan.corridor(colour, step).to_vec();
            (colour, Place::Corridor(step), shape)
        })
    });
    on_ring.chain(corridors).collect()
}

fn plans() -> impl Iterator<Item = Plan> {
    Arms::ALL.iter().copied().map(Plan::of)
}

#[test]
fn nothing_overlaps() {
    for plan in plans() {
        let mut all: Vec<(String, Vec<Point>)> = squares(&plan)
            .into_iter()
            .map(|(colour, place, shape)| (format!("{colour} {place}"), shape))
            .collect();
        for colour in plan.arms().colours() {
            all.push((format!("{colour}'s home"), plan.home(colour)));
            all.push((format!("{colour}'s goal"), plan.goal(colour).to_vec()));
        }
        for (index, (name, shape)) in all.iter().enumerate() {
            for (other, other_shape) in &all[index + 1..] {
                assert!(!overlap(shape, other_shape), "{name} and {other}");
            }
        }
    }
}

#[test]
fn neighbours_share_a_side() {
    for plan in plans() {
        let arms = plan.arms();
        let squares: Vec<Square> = ring(arms).collect();
        for (square, next) in squares.iter().zip(squares.iter().cycle().skip(1)) {
            let sides = (plan.square(*square), plan.square(*next));
            assert_eq!(shared(&sides.0, &sides.1), 2, "{square} and {next}");
        }
        for colour in arms.colours() {
            let mut way = vec![plan.square(arms.entrance(colour))];
            way.extend((1..=CORRIDOR).map(|step| plan.corridor(colour, step)));
            for pair in way.windows(2) {
                assert_eq!(shared(&pair[0], &pair[1]), 2, "{colour}'s corridor");
            }
            let goal = plan.goal(colour);
            let on_side = |point: &&Point| depth(&goal, **point).abs() < 0.01;
            assert_eq!(way[7].iter().filter(on_side).count(), 2, "{colour}'s goal");
        }
    }
}

#[test]
fn pieces_travel_anticlockwise_once_around() {
    for plan in plans() {
        let middles: Vec<Point> = ring(plan.arms())
            .map(|square| middle(&plan.square(square)))
            .collect();
        let next = middles.iter().cycle().skip(1);
        let turned = middles.iter().zip(next).map(|(from, to)| {
            let along = from.x * to.x + from.y * to.y;
            cross(*from, *to).atan2(along)
        });
        // With y down, anticlockwise is below zero.
        let turned: f64 = turned.sum();
        assert!((turned + TAU).abs() < 1e-6, "{:?}: {turned}", plan.arms());
    }
}

#[test]
fn every_arm_is_the_first_one_turned() {
    for plan in plans() {
        let arms = plan.arms();
        let turn = -360.0 / f64::from(arms.number());
        let is_turned = |one: &[Point], other: &[Point]| {
            let mut pairs = one.iter().zip(other);
            pairs.all(|(one, other)| are_near(one.turned(turn), *other))
        };
        for square in ring(arms) {
            let next = (square.number() - 1 + 17) % arms.ring() + 1;
            let next = arms.square(next).unwrap();
            assert!(is_turned(&plan.square(square), &plan.square(next)));
        }
        let colours: Vec<Colour> = arms.colours().collect();
        for pair in colours.windows(2) {
            assert!(is_turned(&plan.home(pair[0]), &plan.home(pair[1])));
            assert!(is_turned(&plan.goal(pair[0]), &plan.goal(pair[1])));
            assert!(is_turned(
                &plan.corridor(pair[0], 3),
                &plan.corridor(pair[1], 3)
            ));
        }
    }
}

#[test]
fn a_board_fills_its_picture() {
    for plan in plans() {
        let outline = plan.outline();
        let far = |along: fn(&Point) -> f64| {
            let along = outline.iter().map(|point| along(point).abs());
            along.fold(0.0, f64::max)
        };
        assert!(far(|point| point.x) <= HALF && far(|point| point.y) <= HALF);
        assert!(far(|point| point.x).max(far(|point| point.y)) > HALF * 0.98);
    }
}

#[test]
fn pieces_stand_in_their_squares_beside_the_number() {
    for plan in plans() {
        for (colour, place, shape) in squares(&plan) {
            let label = match place {
                Place::Ring(square) => plan.square_label(square),
                Place::Corridor(step) => plan.corridor_label(colour, step),
                Place::Home | Place::Goal => panic!("no square"),
            };
            assert!(depth(&shape, label.at) > label.height * 0.4, "{place}");
            for count in [1, 2, 3, 8] {
                let spots = plan.spots(colour, place, count);
                assert_eq!(spots.len(), count);
                for (index, spot) in spots.iter().enumerate() {
                    let edge = depth(&shape, spot.at) - spot.size * 0.5;
                    assert!(edge > -1.0, "{place}, {count} pieces: {edge}");
                    let away = (spot.at - label.at).length() - spot.size * 0.5;
                    assert!(away > label.height * 0.5, "{place}, {count} pieces: {away}");
                    if let Some(next) = spots.get(index + 1) {
                        assert!(!are_near(next.at, spot.at), "{place}, {count} pieces");
                    }
                }
            }
        }
    }
}

#[test]
fn homes_and_goals_have_room_for_four() {
    for plan in plans() {
        for colour in plan.arms().colours() {
            let (yard, goal) = (plan.yard(colour), plan.goal(colour));
            assert!(depth(&plan.home(colour), yard.0) > yard.1);
            for spot in plan.spots(colour, Place::Home, 4) {
                assert!((spot.at - yard.0).length() + spot.size * 0.5 < yard.1);
            }
            let spots = plan.spots(colour, Place::Goal, 4);
            for (index, spot) in spots.iter().enumerate() {
                assert!(depth(&goal, spot.at) > spot.size * 0.5, "{colour} {index}");
                for other in &spots[index + 1..] {
                    assert!((spot.at - other.at).length() >= spot.size);
                }
            }
        }
    }
}
