//! Bounds on the sum of the rest of a path: the best walk with this number of steps.
//!
//! A walk may revisit cells but, like a path, it may neither turn back at once nor close a unit square; so the best walk
//! of m steps from (cell, orientation, last three directions) bounds every path from there. The table is filled from
//! m = 0 upwards, once for each sense: for large sums, or for small ones.

use super::grid::{Grid, Node, has_reference_die};
use crate::DieTour;
use tumble_puzzles::geometry::Direction;

/// The maximum memory of the tables of a search; larger boards are searched without them.
const MAX_BYTES: usize = 64 << 20;
/// Boards with fewer cells are searched faster than a table is filled.
const CELLS_FOR_A_TABLE: usize = 36;
/// No walk: low enough to be worse than any, high enough that sums of it do not overflow.
const NO_WALK: i16 = i16::MIN / 2;

/// The best walks by number of steps and state, with top faces multiplied by `sign`.
pub(super) struct WalkTable {
    sign: i16,
    /// `[steps][cell][orientation][history]`.
    best: Vec<i16>,
    cells: usize,
    histories: usize,
}

impl WalkTable {
    /// The table for sums times the sign, where paths know their sums; `None` if it would not fit in memory, or sums not in its numbers.
    pub(super) fn fitting<const W: usize>(grid: &Grid<W>, sign: i16) -> Option<Self> {
        (Self::bytes(grid) <= MAX_BYTES && has_small_sums(grid)).then(|| Self::new(grid, sign))
    }

    fn bytes<const W: usize>(grid: &Grid<W>) -> usize {
        2 * grid.numbers() * 24 * grid.histories.next.len() * grid.cells()
    }

    #[expect(clippy::cast_possible_truncation, reason = "sums are small: see `has_small_sums`")]
    fn new<const W: usize>(grid: &Grid<W>, sign: i16) -> Self {
        let histories = &grid.histories.next;
        let (cells, count) = (grid.numbers(), histories.len());
        let layer = cells * 24 * count;
        let mut table = Self { sign, best: vec![0; layer * grid.cells()], cells, histories: count };
        let dice = grid.orientations();
        // By direction: each history before a roll that may follow it, with the history after the roll.
        let rolls = Direction::ALL.map(|direction| {
            let after =
                |(before, next): (usize, &[Option<u8>; 4])| Some((before, usize::from(next[direction.index()]?)));
            histories.iter().enumerate().filter_map(after).collect::<Vec<_>>()
        });
        for steps in 1..grid.cells() {
            let (shorter, longer) = table.best.split_at_mut(layer * steps);
            let shorter = &shorter[layer * (steps - 1)..];
            for (cell, orientation) in (0..cells).flat_map(|cell| (0..24).map(move |o| (cell, o))) {
                let at = (cell * 24 + orientation) * count;
                let entries = &mut longer[at..at + count];
                entries.fill(NO_WALK);
                for direction in Direction::ALL {
                    let Some(head) = grid.neighbour(cell, direction) else { continue };
                    let die = dice[orientation].roll(direction);
                    let Some(value) = grid.value(head, die.top()) else { continue };
                    let value = sign * value as i16;
                    let shorter = &shorter[(head * 24 + die.index()) * count..][..count];
                    for &(before, after) in &rolls[direction.index()] {
                        // Sums are small: `has_small_sums`.
                        entries[before] = entries[before].max(value.wrapping_add(shorter[after]));
                    }
                }
            }
        }
        table
    }

    /// A bound on the sums of paths through `node`, times the sign.
    pub(super) fn best<const W: usize>(&self, node: &Node<W>) -> i64 {
        let state = (node.cell as usize * 24 + node.die.index()) * self.histories + node.history as usize;
        let walk = self.best[node.rest.len() as usize * self.cells * 24 * self.histories + state];
        i64::from(self.sign) * node.sum + i64::from(walk)
    }
}

/// Whether no sum comes near to that of no walk.
fn has_small_sums<const W: usize>(grid: &Grid<W>) -> bool {
    let largest = grid.largest_value() * grid.cells() as i64;
    largest < -i64::from(NO_WALK) / 2
}

/// The bounds of a search whose paths know their sums.
pub(super) struct WalkBound {
    /// For an objective: the best walks.
    objective: Option<WalkTable>,
    /// For a required sum: the sum, and the largest and smallest walks.
    total: Option<(i64, [WalkTable; 2])>,
}

impl WalkBound {
    /// The bounds of a search; empty if they would not pay off or not fit in memory.
    pub(super) fn new<const W: usize>(puzzle: &DieTour, grid: &Grid<W>, sign: Option<i64>) -> Self {
        let tables = usize::from(sign.is_some()) + 2 * usize::from(puzzle.total.is_some());
        let bytes = WalkTable::bytes(grid) * tables;
        let fits = bytes <= MAX_BYTES && has_small_sums(grid);
        let pays = !has_reference_die(puzzle) && grid.cells() >= CELLS_FOR_A_TABLE && fits;
        if !pays {
            return Self { objective: None, total: None };
        }
        let table = |sign| WalkTable::new(grid, sign);
        Self {
            objective: sign.map(|sign| table(if sign < 0 { -1 } else { 1 })),
            total: puzzle.total.map(|total| (total, [table(1), table(-1)])),
        }
    }

    /// Whether no path through `node` has the required sum.
    pub(super) fn misses_total<const W: usize>(&self, node: &Node<W>) -> bool {
        let Some((total, [largest, smallest])) = &self.total else { return false };
        largest.best(node) < *total || -smallest.best(node) > *total
    }

    /// A bound on the sums of paths through `node`, times the sign of the objective; `None` without an objective or tables.
    pub(super) fn best<const W: usize>(&self, node: &Node<W>) -> Option<i64> {
        self.objective.as_ref().map(|table| table.best(node))
    }
}
