//! The number of starts up to the symmetries of the board, by Burnside's lemma: the average number of starts that a symmetry leaves
//! fixed.

use super::Grid;
use super::grid::Point;

/// Numbers up to the symmetries of a board: a square has 8, another rectangle 4, a hexagon of triangles 12 if its sides are equal, otherwise 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orbits {
    /// Ways to colour the squares.
    pub colourings: u128,
    /// Ways to colour the squares and to choose a start among them.
    pub starts: u128,
    /// The number of such starts on a white square.
    pub white_starts: u128,
}

/// Counts the colourings with `blue` blue squares, and the starts.
pub fn orbits(grid: &Grid, blue: usize) -> Orbits {
    let symmetries = symmetries(grid);
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

/// The symmetries as permutations of the squares.
fn symmetries(grid: &Grid) -> Vec<Vec<usize>> {
    let is_on_triangles = grid.solid().is_on_triangles();
    let turn = |(x, y): Point| if is_on_triangles { ((x - 3 * y) / 2, x.midpoint(y)) } else { (-y, x) };
    let corners: Vec<Vec<Point>> = grid.squares().iter().map(|&cell| grid.corners(cell)).collect();
    let squares = normalised(corners.clone());
    let turns = if is_on_triangles { 6 } else { 4 };
    let images = itertools::iproduct!(0..turns, [false, true]).map(|(turns, is_mirrored)| {
        let image =
            |&(x, y): &Point| (0..turns).fold(if is_mirrored { (-x, y) } else { (x, y) }, |point, _| turn(point));
        normalised(corners.iter().map(|corners| corners.iter().map(image).collect()).collect())
    });
    let permutation = |image: Vec<Vec<Point>>| {
        image.iter().map(|corners| squares.iter().position(|other| other == corners)).collect::<Option<Vec<usize>>>()
    };
    images.filter_map(permutation).collect()
}

/// Squares by their corners in order, moved to where the least coordinates are 0.
fn normalised(mut squares: Vec<Vec<Point>>) -> Vec<Vec<Point>> {
    let least = |of: fn(&Point) -> i64| squares.iter().flatten().map(of).min().unwrap_or(0);
    let (x, y) = (least(|point| point.0), least(|point| point.1));
    for corners in &mut squares {
        for point in &mut *corners {
            *point = (point.0 - x, point.1 - y);
        }
        corners.sort_unstable();
    }
    squares
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
