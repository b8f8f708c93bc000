//! Shared by the tests of this puzzle.

use super::SudokuCube;
use super::{new, rules, search};
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

#[test]
fn apostrophes_of_word_processors_are_read() {
    let moves = "D B2 U2 L U' R D' L' B' R2 U' B2 L2 U' L2 D' R2 L2 D2 B2 U' B2";
    let solution = |moves: &str| rules::from_moves(&seed_instance(), moves).ok();
    let plain = solution(moves);
    assert_eq!(plain.as_ref().and_then(|plain| plain.moves.as_deref()), Some(moves));
    for apostrophe in ["’", "‘", "′"] {
        assert_eq!(solution(&moves.replace('\'', apostrophe)), plain, "{apostrophe}");
    }
}
