//! Shared by the tests of this puzzle.

use super::SudokuCube;
use super::{new, search};
use tumble_model::control::Request;
use tumble_puzzles::instance::Document;

/// The source's instance.
pub(super) fn seed_instance() -> SudokuCube {
    let text = include_str!("../../../models/sudoku_cube/seed.toml");
    SudokuCube::read(&Document::new("seed.toml", text)).unwrap()
}

pub(super) fn random(seed: u64) -> SudokuCube {
    new::random(seed)
}

/// A request without limits.
pub(super) fn request() -> Request<'static> {
    Request::unlimited()
}

#[test]
fn a_net_and_the_pieces_are_the_same_instance() {
    let text = include_str!("../../../models/sudoku_cube/seed_net.toml");
    let net = SudokuCube::read(&Document::new("seed_net.toml", text)).unwrap();
    assert_eq!(net, seed_instance());
}

#[test]
fn identical_pieces_give_more_solutions_than_layouts() {
    let counts = (0..200).map(|seed| search::count(&SudokuCube { any_assembly: true, ..random(seed) }, &request()));
    assert!(counts.into_iter().any(|count| count.layouts.is_some_and(|layouts| count.solutions > layouts.into())));
}
