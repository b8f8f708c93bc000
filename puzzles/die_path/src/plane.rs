//! Shortest paths on the unbounded plane, from a folded table: a query costs the same at every distance.
//!
//! Let D be the Manhattan distance. The answer is D plus a detour of 0, 2, 4 or 6. If the distance along an axis is at least 6, the
//! detour depends on it only modulo 4. So a distance above 9 is folded into 6..=9 by subtracting 4k, the path is looked up, and 4k
//! straight rolls, which are the identity on orientations, are put back.
//!
//! `docs/plane.md` proves that a detour is at most 6 (theorem 1), that the table is exact although its search does not leave a square
//! (corollary 2), and that folding changes no detour (theorem 2), from finite facts that the tests below check. They also compare the
//! table with breadth-first search for all cells with |x|, |y| ≤ 60; an ignored test, which `scripts/test --all` runs, does so for 600.

use std::sync::LazyLock;

use tumble_puzzles::geometry::{Cell, Die, Direction, Place};

/// The largest distance along an axis that is looked up.
const FOLDED: i64 = 9;
/// A shortest path is at most 6 longer than the distance, so it leaves the rectangle of its ends by at most 3: theorem 1 and corollary 1
/// of `docs/plane.md`.
pub(super) const STRAY: i64 = 3;
/// Half the side of the square that holds the shortest paths within the table.
const HALF: i64 = FOLDED + STRAY;
const SIDE: usize = 25;

/// The die for which the table is computed: its faces represent the places of the start.
pub(super) const REFERENCE: Die = Die::new(1, 2, 3).expect("1, 2, 3 meet at a corner");

/// By (cell, orientation) around the origin: the distance from the origin in the reference orientation, and the last roll.
struct PlaneTable {
    steps: Vec<Option<(u8, Option<Direction>)>>,
}

static TABLE: LazyLock<PlaneTable> = LazyLock::new(PlaneTable::new);

impl PlaneTable {
    fn new() -> Self {
        let mut steps = vec![None; SIDE * SIDE * 24];
        let origin = Cell::new(0, 0);
        if let Some(at) = index(origin, REFERENCE) {
            steps[at] = Some((0, None));
        }
        let mut layer = vec![(origin, REFERENCE)];
        for length in 1.. {
            let mut next = Vec::new();
            for (cell, die) in layer {
                for direction in Direction::ALL {
                    let (Some(cell), die) = (cell.step(direction), die.roll(direction)) else { continue };
                    if let Some(at) = index(cell, die).filter(|&at| steps[at].is_none()) {
                        steps[at] = Some((length, Some(direction)));
                        next.push((cell, die));
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        Self { steps }
    }

    /// The rolls from the origin to a state; `None` outside the square or if the parity does not fit.
    fn rolls(&self, mut cell: Cell, mut die: Die) -> Option<Vec<Direction>> {
        let mut rolls = Vec::new();
        while let (_, Some(direction)) = self.steps[index(cell, die)?]? {
            rolls.push(direction);
            cell = cell.step(direction.opposite())?;
            die = die.roll(direction.opposite());
        }
        rolls.reverse();
        Some(rolls)
    }
}

fn index(cell: Cell, die: Die) -> Option<usize> {
    let place = |n: i64| usize::try_from(n + HALF).ok().filter(|&place| place < SIDE);
    Some((place(cell.y)? * SIDE + place(cell.x)?) * 24 + die.index())
}

/// A distance folded into the table, and the multiple of 4 that was subtracted.
const fn fold(distance: i64) -> (i64, i64) {
    let size = distance.abs();
    let folded = if size > FOLDED { 6 + (size - 6) % 4 } else { size };
    (folded * distance.signum(), size - folded)
}

/// The orientation of the reference die after rolls that bring the real die from `from` to `to`.
fn relative(from: Die, to: Die) -> Option<Die> {
    let label =
        |face| Place::ALL.into_iter().find(|&place| from.face(place) == face).map(|place| REFERENCE.face(place));
    Die::new(label(to.top())?, label(to.face(Place::North))?, label(to.face(Place::East))?)
}

/// The shortest path over a displacement from one orientation to another, as runs; `None` where parity forbids it.
pub(super) fn shortest(dx: i64, dy: i64, from: Die, to: Die) -> Option<Vec<(Direction, i64)>> {
    let ((x, out_x), (y, out_y)) = (fold(dx), fold(dy));
    let rolls = TABLE.rolls(Cell::new(x, y), relative(from, to)?)?;
    let along_x = if dx > 0 { Direction::East } else { Direction::West };
    let along_y = if dy > 0 { Direction::North } else { Direction::South };
    // The straight part joins a run of the path in that direction, if there is one.
    let mut runs: Vec<(Direction, i64)> = rolls.into_iter().map(|direction| (direction, 1)).collect();
    for (direction, out) in [(along_x, out_x), (along_y, out_y)] {
        let at = runs.iter().position(|&(d, _)| d == direction).unwrap_or(0);
        runs.insert(at, (direction, out));
    }
    Some(runs)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The distances of all states with |x|, |y| ≤ `half` from the origin in the reference orientation, by breadth-first
    /// search in a square that is larger by a margin.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small numbers of this test")]
    fn distances(half: i64) -> impl Fn(i64, i64, Die) -> i64 {
        let outer = half + 8;
        let side = 2 * outer + 1;
        let at = move |x: i64, y: i64, die: Die| (((y + outer) * side + x + outer) * 24) as usize + die.index();
        let mut distance = vec![u16::MAX; (side * side * 24) as usize];
        distance[at(0, 0, REFERENCE)] = 0;
        let mut layer = vec![(0, 0, REFERENCE)];
        for length in 1.. {
            let mut next = Vec::new();
            for (x, y, die) in layer {
                for direction in Direction::ALL {
                    let (dx, dy) = direction.delta();
                    let (x, y, die) = (x + dx, y + dy, die.roll(direction));
                    if x.abs() <= outer && y.abs() <= outer && distance[at(x, y, die)] == u16::MAX {
                        distance[at(x, y, die)] = length;
                        next.push((x, y, die));
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        move |x, y, die| i64::from(distance[at(x, y, die)])
    }

    fn folding_agrees_with_breadth_first_search(half: i64) {
        let distance = distances(half);
        for (x, y) in (-half..=half).flat_map(|x| (-half..=half).map(move |y| (x, y))) {
            for &die in Die::all(REFERENCE.handedness()) {
                let fits = REFERENCE.class() ^ die.class() == Cell::new(x, y).colour();
                let runs = shortest(x, y, REFERENCE, die);
                assert_eq!(runs.is_some(), fits, "{x} {y} {die}");
                let Some(runs) = runs else { continue };
                assert_eq!(runs.iter().map(|&(_, n)| n).sum::<i64>(), distance(x, y, die), "{x} {y} {die}");
                let end = runs.iter().fold((0, 0, REFERENCE), |(x, y, mut die), &(direction, n)| {
                    (0..n % 4).for_each(|_| die = die.roll(direction));
                    (x + direction.delta().0 * n, y + direction.delta().1 * n, die)
                });
                assert_eq!(end, (x, y, die));
            }
        }
    }

    #[test]
    fn the_folded_table_agrees_with_breadth_first_search() {
        folding_agrees_with_breadth_first_search(60);
    }

    #[test]
    #[ignore = "some seconds and 70 MB: scripts/test --all"]
    fn the_folded_table_agrees_with_breadth_first_search_far_out() {
        folding_agrees_with_breadth_first_search(600);
    }

    /// Whether cells at a distance of `far` along an axis keep all their detours 4 cells further out.
    fn detours_repeat_from(far: i64, distance: impl Fn(i64, i64, Die) -> i64) -> bool {
        let across = -far - 4..=far + 4;
        let fits = |x, y, die: &Die| REFERENCE.class() ^ die.class() == Cell::new(x, y).colour();
        let repeats = |x: i64, y: i64, (dx, dy): (i64, i64)| {
            let dice = Die::all(REFERENCE.handedness()).iter().filter(|die| fits(x, y, die));
            dice.into_iter().all(|&die| distance(x + 4 * dx, y + 4 * dy, die) == distance(x, y, die) + 4)
        };
        across.into_iter().all(|n| {
            repeats(far, n, (1, 0)) && repeats(-far, n, (-1, 0)) && repeats(n, far, (0, 1)) && repeats(n, -far, (0, -1))
        })
    }

    #[test]
    fn the_finite_facts_of_the_proofs() {
        let distance = distances(10);
        for (x, y) in (-10..=10_i64).flat_map(|x| (-10..=10_i64).map(move |y| (x, y))) {
            for &die in Die::all(REFERENCE.handedness()) {
                if REFERENCE.class() ^ die.class() == Cell::new(x, y).colour() {
                    assert!(distance(x, y, die) <= x.abs() + y.abs() + 2 * STRAY, "fact 1: {x} {y} {die}");
                }
            }
        }
        assert!(detours_repeat_from(6, &distance), "fact 2");
        assert!(!detours_repeat_from(5, &distance), "6 is the least that folding may begin with");
    }

    #[test]
    fn a_query_a_billion_cells_away_has_few_runs() {
        let far = 1_000_000_000;
        let die = REFERENCE.roll(Direction::North).roll(Direction::East);
        let runs = shortest(far, -far, REFERENCE, die).expect("the parity fits");
        assert!(runs.len() < 30);
        let length: i64 = runs.iter().map(|&(_, n)| n).sum();
        assert!((2 * far..=2 * far + 6).contains(&length));
    }
}
