//! Direct search against plain enumeration: no bit boards, no pruning, no bounds, a die of six labelled faces.

use std::collections::BTreeMap;

use crate::common;
use tumble::solve::{Method, Problem};

/// Top, bottom, north, south, east, west.
type Faces = [i64; 6];

fn rolled([t, b, n, s, e, w]: Faces, way: usize) -> Faces {
    [[s, n, t, b, e, w], [w, e, n, s, t, b], [n, s, b, t, e, w], [e, w, n, s, b, t]][way]
}

const STEPS: [(i64, i64); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

const START: Faces = [1, 6, 2, 5, 3, 4];

/// Which tours: all, closed ones, or closed ones that restore the orientation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Open,
    Closed,
    Restored,
}

/// How many tours of a kind from the corner have each sum.
fn sums(columns: i64, rows: i64, kind: Kind) -> BTreeMap<i64, u64> {
    fn extend(
        path: &mut Vec<(i64, i64)>,
        die: Faces,
        sum: i64,
        board: (i64, i64, Kind),
        found: &mut BTreeMap<i64, u64>,
    ) {
        let (columns, rows, kind) = board;
        let &(x, y) = path.last().unwrap();
        if path.len() as i64 == columns * rows {
            let back = STEPS.iter().position(|(dx, dy)| (x + dx, y + dy) == path[0]);
            let counts = match kind {
                Kind::Open => true,
                Kind::Closed => back.is_some(),
                Kind::Restored => back.is_some_and(|way| rolled(die, way) == START),
            };
            if counts {
                *found.entry(sum).or_default() += 1;
            }
            return;
        }
        for (way, (dx, dy)) in STEPS.into_iter().enumerate() {
            let next = (x + dx, y + dy);
            let on_board = (0..columns).contains(&next.0) && (0..rows).contains(&next.1);
            if on_board && !path.contains(&next) {
                let die = rolled(die, way);
                path.push(next);
                extend(path, die, sum + die[0], board, found);
                path.pop();
            }
        }
    }
    let mut found = BTreeMap::new();
    extend(&mut vec![(0, 0)], START, 1, (columns, rows, kind), &mut found);
    found
}

/// The search finds the best of the sums, the number of its tours, and the number of all tours.
fn finds(problem: &Problem, best: Option<(&i64, &u64)>, sums: &BTreeMap<i64, u64>, what: &str) {
    assert_eq!(common::run(problem, Method::SEARCH, None).objective, best.map(|(&sum, _)| sum), "{what}");
    let count = common::count(problem, false, &common::search_request());
    assert_eq!(count.solutions, best.map_or(0, |(_, &tours)| tours).into(), "{what}");
    let all = common::count(problem, true, &common::search_request());
    assert_eq!(all.solutions, sums.values().sum::<u64>().into(), "{what}");
}

/// Optimum, number of optima and number of tours for each objective and for exact sums. The 6×6 board and its like are large
/// enough for the walk bound.
#[test]
fn the_search_finds_what_enumeration_finds() {
    let boards = [(3, 3), (4, 3), (5, 4), (4, 5), (2, 7), (5, 5), (6, 6), (9, 4), (4, 9)];
    for &(columns, rows) in &boards[..common::cases(6, boards.len())] {
        for closed in [false, true] {
            let sums = sums(columns, rows, if closed { Kind::Closed } else { Kind::Open });
            let of = |objective: &str, more: &str| {
                let more = format!("closed = {closed}\n{more}");
                common::problem(&common::corner(columns as usize, rows as usize, objective, &more))
            };
            for (objective, best) in [("max", sums.last_key_value()), ("min", sums.first_key_value())] {
                finds(&of(objective, ""), best, &sums, &format!("{columns}×{rows} closed {closed} {objective}"));
            }
            let middle = sums.keys().nth(sums.len() / 2).copied().unwrap_or(100);
            for total in [middle, middle + 1, sums.keys().next().copied().unwrap_or(100)] {
                let count = common::count(&of("any", &format!("total = {total}")), true, &common::search_request());
                assert_eq!(
                    count.solutions,
                    sums.get(&total).copied().unwrap_or(0).into(),
                    "{columns}×{rows} {closed} {total}"
                );
            }
        }
    }
}

/// The smallest boards are included: two cells are a closed tour, and rolling there and back restores the die.
#[test]
fn the_search_finds_the_restored_tours_that_enumeration_finds() {
    let mut boards_with_tours = Vec::new();
    for (columns, rows) in
        [(1, 1), (2, 1), (1, 2), (3, 1), (2, 2), (4, 1), (3, 2), (4, 2), (4, 3), (4, 4), (5, 4), (6, 4)]
    {
        let sums = sums(columns, rows, Kind::Restored);
        for (objective, best) in [("max", sums.last_key_value()), ("min", sums.first_key_value())] {
            let restored = "closed = true\nrestore-orientation = true";
            let problem = common::problem(&common::corner(columns as usize, rows as usize, objective, restored));
            finds(&problem, best, &sums, &format!("{columns}×{rows} {objective}"));
        }
        boards_with_tours.extend((!sums.is_empty()).then_some((columns, rows)));
    }
    assert_eq!(boards_with_tours[..2], [(2, 1), (1, 2)]);
    assert!(boards_with_tours.contains(&(4, 4)), "{boards_with_tours:?}");
}
