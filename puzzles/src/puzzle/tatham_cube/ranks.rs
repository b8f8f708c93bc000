//! The numbering of all states of a board with six blue squares: n·C(n + 6, 6) of them on n squares.
//!
//! The order is by the number k of blue faces, then by the set of the 6 − k blue squares, then by the set of the k blue faces, then
//! by the cube's position. A roll that swaps two equal colours does not change the squares, so it leads to a nearby number.

use super::moves::{ALL_BLUE, Moves, Parts};
use crate::geometry::Board;

/// The number of blue faces and blue squares together.
const BLUE: usize = 6;

/// C(n, k).
pub(super) fn choose(n: u64, k: u64) -> u128 {
    (0..k).fold(1, |product, i| product * u128::from(n.saturating_sub(i)) / u128::from(i + 1))
}

/// The number of states of a board of this many squares.
pub(super) fn states(cells: usize) -> u128 {
    cells as u128 * choose((cells + BLUE) as u64, BLUE as u64)
}

/// The numbering of states; [`Unranks`] is its inverse, too.
#[derive(Debug)]
pub(super) struct Ranks {
    cells: u64,
    /// The first state with k blue faces.
    offsets: [u64; BLUE + 1],
    /// C(6, k).
    patterns: [u64; BLUE + 1],
    /// The rank of a pattern of faces among the patterns with equally many blue faces.
    pattern_rank: [u8; 64],
    /// `binomials[j][p]` is C(p, j + 1).
    binomials: [Vec<u64>; BLUE],
}

impl Ranks {
    pub(super) fn new(cells: usize) -> Self {
        let patterns = std::array::from_fn(|k| choose(BLUE as u64, k as u64) as u64);
        let mut offsets = [0; BLUE + 1];
        for k in 0..BLUE {
            let boards = choose(cells as u64, (BLUE - k) as u64) as u64;
            offsets[k + 1] = offsets[k] + boards * patterns[k] * cells as u64;
        }
        let rank =
            |faces: usize| (0..faces as u8).filter(|other| other.count_ones() == faces.count_ones()).count() as u8;
        let row = |j: usize| (0..=cells).map(|p| choose(p as u64, j as u64 + 1) as u64).collect();
        Self {
            cells: cells as u64,
            offsets,
            patterns,
            pattern_rank: std::array::from_fn(rank),
            binomials: std::array::from_fn(row),
        }
    }

    /// The number of squares.
    pub(super) const fn cells(&self) -> u64 {
        self.cells
    }

    /// The number of states with a white cube: they come first, board by board, one for each position.
    pub(super) const fn starts(&self) -> u64 {
        self.offsets[1]
    }

    /// The rank of a set of squares among the sets of equal size, in their order as binary numbers.
    fn board_rank(&self, mut squares: u64) -> u64 {
        let mut rank = 0;
        let mut bits = 0;
        while squares != 0 {
            rank += self.binomials[bits][squares.trailing_zeros() as usize];
            squares &= squares - 1;
            bits += 1;
        }
        rank
    }

    fn compose(&self, board_rank: u64, faces: u8, position: usize) -> u64 {
        let k = faces.count_ones() as usize;
        let pattern = u64::from(self.pattern_rank[usize::from(faces)]);
        self.offsets[k] + (board_rank * self.patterns[k] + pattern) * self.cells + position as u64
    }

    /// The number of a state; `None` unless it has six blue faces and squares in total on this board.
    pub(super) fn rank(&self, parts: Parts) -> Option<u64> {
        let on_board = parts.squares >> self.cells == 0 && (parts.position as u64) < self.cells;
        let blue = (parts.squares.count_ones() + parts.faces.count_ones()) as usize;
        (on_board && blue == BLUE).then(|| self.compose(self.board_rank(parts.squares), parts.faces, parts.position))
    }
}

/// The numbering in both directions.
#[derive(Debug)]
pub(super) struct Unranks {
    pub(super) ranks: Ranks,
    moves: Moves,
    /// `boards[k]`: the sets of 6 − k squares as binary numbers, in their order.
    boards: [Vec<u64>; BLUE + 1],
    /// `faces[k]`: the patterns with k blue faces.
    faces: [Vec<u8>; BLUE + 1],
}

impl Unranks {
    /// Takes 8 bytes for each set of up to six squares.
    pub(super) fn new(board: &Board) -> Self {
        let moves = Moves::new(board);
        let cells = moves.cells();
        let faces = |k: usize| (0..=ALL_BLUE).filter(|faces| faces.count_ones() as usize == k).collect();
        Self {
            ranks: Ranks::new(cells),
            moves,
            boards: std::array::from_fn(|k| sets(cells, BLUE - k)),
            faces: std::array::from_fn(faces),
        }
    }

    /// The sets of six squares, in their order.
    pub(super) fn start_boards(&self) -> &[u64] {
        &self.boards[0]
    }

    /// The states that end a game.
    pub(super) fn goals(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.moves.cells()).map(|position| self.ranks.compose(0, ALL_BLUE, position))
    }

    fn parts(&self, rank: u64) -> (Parts, u64) {
        let ranks = &self.ranks;
        let k = (1..=BLUE).rfind(|&k| ranks.offsets[k] <= rank && !self.boards[k].is_empty()).unwrap_or(0);
        let rest = rank - ranks.offsets[k];
        let (position, rest) = (rest % ranks.cells, rest / ranks.cells);
        let (pattern, board) = (rest % ranks.patterns[k], rest / ranks.patterns[k]);
        let faces = self.faces[k][pattern as usize];
        (Parts { faces, position: position as usize, squares: self.boards[k][board as usize] }, board)
    }

    /// The states from which one roll leads to this one.
    pub(super) fn backward(&self, rank: u64, before: &mut Vec<u64>) {
        let (to, board) = self.parts(rank);
        let landed = to.swapped();
        // The squares need a new rank only if the swap changes them.
        let board = if landed.squares == to.squares { board } else { self.ranks.board_rank(landed.squares) };
        before.extend(self.moves.backward(to).map(|from| self.ranks.compose(board, from.faces, from.position)));
    }

    /// The states to which one roll leads from this one: for tests.
    #[cfg(test)]
    pub(super) fn forward(&self, rank: u64) -> Vec<u64> {
        let from = self.parts(rank).0;
        let next =
            crate::geometry::Direction::ALL.into_iter().filter_map(|direction| self.moves.forward(from, direction));
        next.map(|to| self.ranks.rank(to).unwrap()).collect()
    }
}

/// The sets of `size` out of `squares` squares, in ascending order as binary numbers.
fn sets(squares: usize, size: usize) -> Vec<u64> {
    if size > squares {
        return Vec::new();
    }
    let first = (1_u64 << size) - 1;
    let next = |&set: &u64| {
        // The next larger number with equally many bits set: the lowest run's highest bit moves up, the rest of the run down.
        let low = set & set.wrapping_neg();
        let carried = set.checked_add(low).filter(|_| set != 0)?;
        Some(carried | (((set ^ carried) / low) >> 2))
    };
    std::iter::successors(Some(first), next).take_while(|set| set >> squares == 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_states_are_one_to_one() {
        for (columns, rows) in [(3, 3), (2, 4), (4, 3), (2, 2), (5, 1)] {
            let unranks = Unranks::new(&Board::new(columns, rows, &[]).unwrap());
            let all = states((columns * rows) as usize) as u64;
            for rank in 0..all {
                assert_eq!(unranks.ranks.rank(unranks.parts(rank).0), Some(rank));
            }
        }
    }

    #[test]
    fn backward_is_the_reverse_of_forward() {
        let unranks = Unranks::new(&Board::new(3, 3, &[]).unwrap());
        let all = states(9) as u64;
        let mut backward = Vec::new();
        let mut forward = Vec::new();
        for rank in 0..all {
            let mut before = Vec::new();
            unranks.backward(rank, &mut before);
            backward.extend(before.into_iter().map(|from| (from, rank)));
            forward.extend(unranks.forward(rank).into_iter().map(|to| (rank, to)));
        }
        backward.sort_unstable();
        forward.sort_unstable();
        assert_eq!(forward, backward);
    }

    #[test]
    fn the_4x4_board_has_as_many_states_as_the_source_says() {
        assert_eq!(states(16), 1_193_808);
        assert_eq!(Ranks::new(16).starts(), 128_128);
    }
}
