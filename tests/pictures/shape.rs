//! Convex shapes, and how they lie to each other.

use parchis::pictures::Point;

/// What is taken as no distance.
const NEAR: f64 = 0.01;

pub fn cross(one: Point, other: Point) -> f64 {
    one.x * other.y - one.y * other.x
}

pub fn middle(shape: &[Point]) -> Point {
    let sum = shape.iter().fold(Point::MIDDLE, |sum, point| sum + *point);
    sum * (1.0 / f64::from(u32::try_from(shape.len()).unwrap()))
}

pub fn are_near(one: Point, other: Point) -> bool {
    (one - other).length() < NEAR
}

/// How many corners two shapes share.
pub fn shared(one: &[Point], other: &[Point]) -> usize {
    let is_shared = |point: &&Point| other.iter().any(|corner| are_near(**point, *corner));
    one.iter().filter(is_shared).count()
}

/// How deep a point lies in a shape: the distance to the nearest side, below zero outside.
pub fn depth(shape: &[Point], point: Point) -> f64 {
    let inside = middle(shape);
    sides(shape)
        .map(|(from, to)| {
            let along = (to - from) * (1.0 / (to - from).length());
            let off = |point: Point| cross(along, point - from);
            off(point) * off(inside).signum()
        })
        .fold(f64::MAX, f64::min)
}

/// Whether two convex shapes cover anything together: no side of either keeps them apart.
pub fn overlap(one: &[Point], other: &[Point]) -> bool {
    let keeps_apart = |shape: &[Point], other: &[Point]| {
        let inside = middle(shape);
        sides(shape).any(|(from, to)| {
            let along = (to - from) * (1.0 / (to - from).length());
            let off = |point: Point| cross(along, point - from);
            let towards = off(inside).signum();
            other.iter().all(|point| off(*point) * towards < NEAR)
        })
    };
    !keeps_apart(one, other) && !keeps_apart(other, one)
}

fn sides(shape: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    let next = shape.iter().cycle().skip(1);
    shape.iter().copied().zip(next.copied())
}
