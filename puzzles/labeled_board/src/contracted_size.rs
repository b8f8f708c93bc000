//! How large the contracted board can be: a bound that is known before any walks are.

use std::collections::BTreeSet;

use super::LabeledBoard;
use tumble_puzzles::geometry::Cell;

/// An upper bound on the number of arcs and points of the contracted board: arcs lead between labels with free cells between them.
pub(super) fn size(puzzle: &LabeledBoard) -> u128 {
    let near = Near::new(puzzle);
    let labeled = puzzle.labeled_cells();
    let nodes = 4 * labeled.len() as u128;
    // Of the 16 pairs of nodes of two labels, half have the right parity.
    let between: u128 = labeled.iter().map(|&cell| 8 * near.labels(puzzle, cell)).sum();
    if !puzzle.closed {
        return between + 3 * nodes + 1;
    }
    let starts = puzzle.board.free_cells().filter(|&cell| puzzle.start_cell.is_none_or(|start| start == cell));
    let of_start = |cell: Cell| {
        let dice = puzzle.start_dice.iter().filter(|die| puzzle.label(cell).is_none_or(|label| label == die.top()));
        let terminals = if puzzle.restore_orientation { dice.count() as u128 } else { 1 };
        terminals * (8 * near.labels(puzzle, cell) + 5)
    };
    between + nodes + starts.map(of_start).sum::<u128>()
}

/// The regions of free cells, and how many labels are at each.
struct Near {
    /// By cell of the board: the region of a free cell.
    region: Vec<Option<usize>>,
    /// By region: the number of labeled cells at it.
    labels: Vec<u128>,
}

impl Near {
    fn new(puzzle: &LabeledBoard) -> Self {
        let mut near = Self { region: vec![None; puzzle.board.size()], labels: Vec::new() };
        for cell in puzzle.board.free_cells() {
            if near.colour(puzzle, cell) {
                near.labels.push(0);
            }
        }
        for cell in puzzle.labeled_cells() {
            for region in near.regions(puzzle, cell) {
                near.labels[region] += 1;
            }
        }
        near
    }

    /// Makes the cells that are connected to this one over free cells a region; returns whether there are any that have no region yet.
    fn colour(&mut self, puzzle: &LabeledBoard, cell: Cell) -> bool {
        let (mut open, mut is_new) = (vec![cell], false);
        while let Some(cell) = open.pop() {
            let Some(at) = puzzle.board.index(cell).filter(|&at| puzzle.labels[at].is_none()) else { continue };
            if self.region[at].is_none() {
                self.region[at] = Some(self.labels.len());
                is_new = true;
                open.extend(puzzle.board.neighbours(cell).map(|(_, next)| next));
            }
        }
        is_new
    }

    /// The regions beside a labeled cell, or that of a free cell.
    fn regions(&self, puzzle: &LabeledBoard, cell: Cell) -> BTreeSet<usize> {
        let is_free = puzzle.label(cell).is_none();
        let beside = puzzle.board.neighbours(cell).map(|(_, next)| next).filter(|_| !is_free);
        beside.chain([cell]).filter_map(|cell| self.region[puzzle.board.index(cell)?]).collect()
    }

    /// At most so many labels can come next after a cell: those beside it, and those at the regions.
    fn labels(&self, puzzle: &LabeledBoard, cell: Cell) -> u128 {
        4 + self.regions(puzzle, cell).into_iter().map(|region| self.labels[region]).sum::<u128>()
    }
}
