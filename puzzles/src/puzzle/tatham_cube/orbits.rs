//! The number of starts up to the symmetries of the board, by Burnside's lemma: the average number of starts that a symmetry leaves
//! fixed.

use crate::geometry::Board;

/// Numbers up to the symmetries of a board: a square has 8, another rectangle 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orbits {
    /// Ways to colour the squares.
    pub colourings: u128,
    /// Ways to colour the squares and to choose a start among them.
    pub starts: u128,
    /// The number of such starts on a white square.
    pub white_starts: u128,
}

/// Counts the colourings with `blue` blue squares, and the starts. The board has at most 52 squares.
pub fn orbits(board: &Board, blue: usize) -> Orbits {
    let symmetries = symmetries(board);
    let mut sums = Orbits { colourings: 0, starts: 0, white_starts: 0 };
    for symmetry in &symmetries {
        let cycles = cycles(symmetry);
        let single = cycles.iter().filter(|&&length| length == 1).count() as u128;
        let fixed = unions(&cycles, blue);
        sums.colourings += fixed;
        // A start that is left fixed is a cycle of length 1.
        sums.starts += single * fixed;
        if let Some(one) = cycles.iter().position(|&length| length == 1) {
            let others: Vec<usize> = [&cycles[..one], &cycles[one + 1..]].concat();
            sums.white_starts += single * unions(&others, blue);
        }
    }
    let order = symmetries.len() as u128;
    Orbits { colourings: sums.colourings / order, starts: sums.starts / order, white_starts: sums.white_starts / order }
}

/// The symmetries as permutations of the cell indices.
fn symmetries(board: &Board) -> Vec<Vec<usize>> {
    let (columns, rows) = (board.columns(), board.rows());
    let turned: &[bool] = if columns == rows { &[false, true] } else { &[false] };
    let mut list = Vec::new();
    for (&transposed, east_west, north_south) in itertools::iproduct!(turned, [false, true], [false, true]) {
        let image = |index: usize| {
            let (x, y) = (index % columns, index / columns);
            let (x, y) = if transposed { (y, x) } else { (x, y) };
            let x = if east_west { columns - 1 - x } else { x };
            let y = if north_south { rows - 1 - y } else { y };
            y * columns + x
        };
        list.push((0..columns * rows).map(image).collect());
    }
    list
}

/// The lengths of a permutation's cycles.
fn cycles(permutation: &[usize]) -> Vec<usize> {
    let mut seen = vec![false; permutation.len()];
    let mut lengths = Vec::new();
    for first in 0..permutation.len() {
        let mut length = 0;
        let mut here = first;
        while !seen[here] {
            seen[here] = true;
            here = permutation[here];
            length += 1;
        }
        lengths.extend((length > 0).then_some(length));
    }
    lengths
}

/// The number of sets of cycles that have `size` elements in total.
fn unions(cycles: &[usize], size: usize) -> u128 {
    let mut ways = vec![0_u128; size + 1];
    ways[0] = 1;
    for &length in cycles {
        for sum in (length..=size).rev() {
            ways[sum] += ways[sum - length];
        }
    }
    ways[size]
}
