//! Direct search against plain enumeration: no bit boards, no pruning, no bounds, a die of six labelled faces.

#![allow(clippy::unwrap_used, reason = "a test that unwraps a failure has failed")]

mod common;

use std::collections::BTreeMap;

use tumble::solve::Method;

/// Top, bottom, north, south, east, west.
type Faces = [i64; 6];

fn rolled([t, b, n, s, e, w]: Faces, way: usize) -> Faces {
    [[s, n, t, b, e, w], [w, e, n, s, t, b], [n, s, b, t, e, w], [e, w, n, s, b, t]][way]
}

const STEPS: [(i64, i64); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// How many tours from the corner have each sum, closed ones or all.
fn sums(columns: i64, rows: i64, closed: bool) -> BTreeMap<i64, u64> {
    fn extend(
        path: &mut Vec<(i64, i64)>,
        die: Faces,
        sum: i64,
        board: (i64, i64, bool),
        found: &mut BTreeMap<i64, u64>,
    ) {
        let (columns, rows, closed) = board;
        let &(x, y) = path.last().unwrap();
        if path.len() as i64 == columns * rows {
            if !closed || STEPS.iter().any(|(dx, dy)| (x + dx, y + dy) == path[0]) {
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
    extend(&mut vec![(0, 0)], [1, 6, 2, 5, 3, 4], 1, (columns, rows, closed), &mut found);
    found
}

/// Optimum, number of optima and number of tours for each objective and for exact sums. The 6×6 board and its like are large
/// enough for the walk bound.
#[test]
fn the_search_finds_what_enumeration_finds() {
    let boards = [(3, 3), (4, 3), (5, 4), (4, 5), (2, 7), (5, 5), (6, 6), (9, 4), (4, 9)];
    for (columns, rows) in boards {
        for closed in [false, true] {
            let sums = sums(columns, rows, closed);
            let of = |objective: &str, more: &str| {
                let more = format!("closed = {closed}\n{more}");
                common::problem(&common::corner(columns as usize, rows as usize, objective, &more))
            };
            for (objective, best) in [("max", sums.last_key_value()), ("min", sums.first_key_value())] {
                let problem = of(objective, "");
                let what = format!("{columns}×{rows} closed {closed} {objective}");
                assert_eq!(common::run(&problem, Method::Search, None).objective, best.map(|(&sum, _)| sum), "{what}");
                let count = problem.instance.count(false, &common::search_request());
                assert_eq!(count.solutions, best.map_or(0, |(_, &tours)| tours), "{what}");
                let all = problem.instance.count(true, &common::search_request());
                assert_eq!(all.solutions, sums.values().sum::<u64>(), "{what}");
            }
            let middle = sums.keys().nth(sums.len() / 2).copied().unwrap_or(100);
            for total in [middle, middle + 1, sums.keys().next().copied().unwrap_or(100)] {
                let count = of("any", &format!("total = {total}")).instance.count(true, &common::search_request());
                assert_eq!(
                    count.solutions,
                    sums.get(&total).copied().unwrap_or(0),
                    "{columns}×{rows} {closed} {total}"
                );
            }
        }
    }
}
