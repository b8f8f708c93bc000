//! What may explain that there is no solution: where the solid starts. The rest is the board.

use super::TathamCube;
use tumble_puzzles::instance::Spot;
use tumble_puzzles::puzzle::{Fact, Facts, FactsOf};

pub(super) const FACTS: Facts<TathamCube> = Facts { list, any: |_| () };

fn list(puzzle: &TathamCube) -> FactsOf<'_, TathamCube> {
    // A game that goes on has left its start.
    let is_new = puzzle.moves_so_far().is_empty() && !puzzle.starts_anywhere;
    let words = format!("the start {}", puzzle.start);
    let start = Fact::new("start", words, Spot::Key("start", "cell"), |puzzle: &mut TathamCube| {
        puzzle.starts_anywhere = true;
    });
    let others = puzzle.grid.squares().iter().filter(|&&cell| cell != puzzle.start);
    let start = others.fold(start.valued([puzzle.start.x, puzzle.start.y]), |start, &cell| {
        start.or([cell.x, cell.y], move |puzzle: &mut TathamCube| puzzle.start = cell)
    });
    Box::new(is_new.then_some(start).into_iter())
}
