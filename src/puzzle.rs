//! The puzzles: their interface and what they share, and each puzzle by its name and as a row of the registry.

pub use {
    tumble_block_maze as block_maze, tumble_cube_tray as cube_tray, tumble_die_path as die_path,
    tumble_die_tour as die_tour, tumble_labeled_board as labeled_board, tumble_sudoku_cube as sudoku_cube,
    tumble_tatham_cube as tatham_cube,
};

pub use tumble_puzzles::puzzle::*;

/// tumble's own puzzles, by name.
pub(crate) static BUILT_IN: &[PuzzleEntry] = &[
    PuzzleEntry::of::<block_maze::BlockMaze>(),
    PuzzleEntry::of::<cube_tray::CubeTray>(),
    PuzzleEntry::of::<die_path::DiePath>(),
    PuzzleEntry::of::<die_tour::DieTour>(),
    PuzzleEntry::of::<labeled_board::LabeledBoard>(),
    PuzzleEntry::of::<sudoku_cube::SudokuCube>(),
    PuzzleEntry::of::<tatham_cube::TathamCube>(),
];
