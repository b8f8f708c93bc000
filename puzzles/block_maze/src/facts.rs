//! What may explain that there is no solution.

use super::BlockMaze;
use super::floor::Tile;
use tumble_puzzles::instance::Spot;
use tumble_puzzles::puzzle::{Fact, Facts, FactsOf, facts_of_blocked};

pub(super) const FACTS: Facts<BlockMaze> = Facts { list, any: |_| () };

fn list(maze: &BlockMaze) -> FactsOf<'_, BlockMaze> {
    let fragile = maze.floor.tiles.iter().enumerate().filter(|(_, tile)| **tile == Tile::Fragile).map(|(i, _)| {
        let cell = maze.board.cell(i);
        Fact::new(
            "fragile",
            format!("the fragile cell {cell}"),
            Spot::Cell("board", cell),
            move |maze: &mut BlockMaze| {
                maze.floor.tiles[i] = Tile::Plain;
            },
        )
    });
    let bridges = maze.floor.bridges.iter().enumerate().filter(|(_, bridge)| !bridge.is_open).map(|(i, bridge)| {
        let words = format!("the closed bridge `{}`", bridge.letter);
        // A bridge that is merely open at the start could be closed again: its cells are made plain.
        Fact::new("bridge", words, Spot::Key("board", "bridges"), move |maze: &mut BlockMaze| {
            let of_bridge = |tile: &&mut Tile| **tile == Tile::Bridge(i);
            maze.floor.tiles.iter_mut().filter(of_bridge).for_each(|tile| *tile = Tile::Plain);
        })
        .valued(bridge.letter.to_string())
    });
    let blocked = facts_of_blocked(&maze.board, |maze: &mut BlockMaze, cell| maze.board.set_blocked(cell, false));
    Box::new(fragile.chain(bridges).chain(blocked))
}
