//! The puzzles: their interface and what they share, and each puzzle by its name.

pub use {
    tumble_block_maze as block_maze, tumble_cube_tray as cube_tray, tumble_die_path as die_path,
    tumble_die_tour as die_tour, tumble_labeled_board as labeled_board, tumble_sudoku_cube as sudoku_cube,
    tumble_tatham_cube as tatham_cube,
};

pub use tumble_puzzles::puzzle::*;
