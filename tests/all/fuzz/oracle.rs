//! Small tours and paths against plain enumeration, which shares nothing with the library.

use std::collections::BTreeSet;

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tumble::control::Request;
use tumble::solve::{self, Method, Options};

use super::instances::chance;
use crate::common;
use crate::common::walks::{self, Board, Cell, Faces, Partial, Runner, Tour};

fn board(rng: &mut ChaCha8Rng) -> Board {
    let (columns, rows) = (rng.random_range(1..=3), rng.random_range(1..=3));
    let cells = (0..columns * rows).map(|i| (i % columns, i / columns));
    Board { columns, rows, blocked: cells.skip(1).filter(|_| chance(rng, 1, 10)).collect() }
}

fn partial(rng: &mut ChaCha8Rng, left: bool) -> Partial {
    let faces = match rng.random_range(0..4) {
        0 => vec![],
        1 => vec![(rng.random_range(0..6), rng.random_range(1..=6))],
        _ => vec![(0, 1), (2, 2), (4, if left { 3 } else { 4 })],
    };
    Partial { faces, left }
}

/// A tour against all its walks.
pub fn tour(text: &str, _: &mut ChaCha8Rng) -> &'static str {
    let Some(mut rng) = numbered(text) else { return "no number" };
    let (board, left) = (board(&mut rng), rng.random());
    let free = board.free();
    let closed = chance(&mut rng, 1, 3);
    let tour = Tour {
        cell: rng.random::<bool>().then(|| free[rng.random_range(0..free.len())]),
        die: partial(&mut rng, left),
        objective: ["max", "min", "any"][rng.random_range(0..3)],
        closed,
        restore: closed && rng.random(),
        board,
    };
    compare(&tour.text(), &tour.best(), &[])
}

/// A path of a die or of two dice against all shortest walks.
pub fn path(text: &str, _: &mut ChaCha8Rng) -> &'static str {
    let Some(mut rng) = numbered(text) else { return "no number" };
    let (board, left) = (board(&mut rng), rng.random());
    let count = if board.free().len() > 2 && chance(&mut rng, 1, 4) { 2 } else { 1 };
    let mut cells = || {
        let mut free = board.free();
        (0..count).map(|_| free.remove(rng.random_range(0..free.len()))).collect::<Vec<_>>()
    };
    let (starts, goals) = (cells(), cells());
    let runner =
        |(start, goal)| Runner { start: (start, partial(&mut rng, left)), goal: (goal, partial(&mut rng, left)) };
    let runners: Vec<Runner> = starts.into_iter().zip(goals).map(runner).collect();
    let longest = if count == 1 { 7 } else { 4 };
    let text = walks::path_text(&board, &runners);
    if let Some(paths) = walks::paths(&board, &runners, longest) {
        return compare(&text, &paths, &walks::fixed_starts(&runners));
    }
    let length = common::run(&common::problem(&text), Method::Search, None).objective;
    assert!(length.is_none_or(|length| length > longest as i64), "{text}");
    "longer"
}

fn numbered(text: &str) -> Option<ChaCha8Rng> {
    text.trim().parse().ok().map(ChaCha8Rng::seed_from_u64)
}

/// The list of the search has to be that of the enumeration.
fn compare(text: &str, keys: &BTreeSet<String>, fixed: &[(Cell, Faces)]) -> &'static str {
    let options = Options { solutions: Some(usize::MAX), ..Options::default() };
    let report = solve::solve(&common::problem(text), Method::Search, &options, &Request::unlimited()).unwrap();
    let solutions: Vec<_> = report.solutions.iter().flat_map(|list| list.iter()).collect();
    let found: BTreeSet<String> = solutions.iter().map(|solution| walks::key_of(solution, fixed)).collect();
    assert_eq!(&found, keys, "{text}");
    assert_eq!(found.len(), solutions.len(), "no solution is listed twice: {text}");
    if keys.is_empty() { "infeasible" } else { "solved" }
}
