//! The distances of all states of a board with as many blue squares as the solid has faces: `tumble table tatham-cube`, and their file.
//!
//! The file, all numbers little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `tumbleT` and the letter of the solid: `T`, `C`, `O` or `I` |
//! | 4 | version of the format: 2 |
//! | 4, 4 | the two numbers of the size: of a cube's board columns and rows |
//! | 4 | h, the length of the histogram |
//! | 8 | s, the number of states: n·C(n + F, F) on n squares, with F faces |
//! | 8·h | the histogram: how many states are 0, 1, … h − 1 moves from the end |
//! | s | the distance of each state from the end, a byte each, 255 where the game cannot be won |
//! | 4 | the CRC-32 of all bytes before it, as in PNG and zip files |
//!
//! The states are numbered by the number k of blue faces, then by the set of the F − k blue squares, then by the set of the blue
//! faces, then by the position of the solid. Squares and positions are numbered row by row from the south-west, faces of a cube in the
//! order top, bottom, north, south, east, west, those of the others as in [`places`](super::moves), and sets as binary numbers with one
//! bit for each element, ascending.

use std::io::{self, BufWriter, IntoInnerError, Write};

use crc32fast::Hasher;

use super::grid::{self, Point};
use super::moves::{Moves, Parts};
use super::{Grid, Solid};
use tumble_model::control::Request;
use tumble_puzzles::instance::InputError;
use tumble_puzzles::puzzle::{Histograms, TabulateError, Tabulated, Tabulation, TabulationSource};
use tumble_puzzles::search::{self, Distances, NoDistances};

/// What a file begins with, before the letter of the solid.
const MAGIC: &str = "tumbleT";
const VERSION: u32 = 2;
/// Bytes before the histogram.
const HEAD: usize = 32;
/// Bytes of the checksum at the end.
const CHECKSUM: usize = 4;
/// The maximum number of distances that a byte can hold.
const MAX_HISTOGRAM: usize = 255;

/// What `tumble table tatham-cube` computes.
pub(super) const TABULATION: Tabulation = Tabulation {
    summary: "The shortest solution's length for every state of a Cube with as many blue squares as faces",
    source: TabulationSource::Size {
        help: "The board: 4x4, with the letter of a solid t1x2, or that of an id or of the game's link",
        default: None,
        make,
    },
    suffix: "table",
    marks: &[MAGIC],
    has_maps: false,
};

/// The board of a size as in the ids, or of an id; without a letter it is a cube's.
fn read_size(text: &str) -> Result<Grid, InputError> {
    let text = grid::id_in(text).split(':').next().unwrap_or_default();
    let letter = if text.starts_with(|c: char| c.is_ascii_alphabetic()) { "" } else { "c" };
    Grid::of_name(&format!("{letter}{text}")).map_err(|error| InputError::new(format!("{text}: {error}")))
}

fn make(size: &str, request: &Request<'_>) -> Result<Tabulated, TabulateError> {
    let grid = read_size(size)?;
    let all = states(&grid);
    // Checked here because the lists below take memory, too: 16 bytes for each set of squares.
    if all > u128::from(request.control.memory_limit().0) {
        return Err(NoDistances::TooLarge { states: all, limit: request.control.memory_limit().0 }.into());
    }
    let unranks = Unranks::new(&grid);
    let expand = |state: u64, before: &mut Vec<u64>| unranks.backward(state, before);
    let distances = search::distances(all, unranks.goals(), &expand, request)?;
    let [starts, white_starts] = start_histograms(&distances, &unranks);
    let orbits = orbits(&grid, grid.solid().faces());
    let histograms = Histograms {
        states: distances.states(),
        facts: vec![
            ("colourings up to symmetry", orbits.colourings),
            ("starts up to symmetry", orbits.starts),
            ("white starts up to symmetry", orbits.white_starts),
        ],
        histograms: vec![
            ("states", distances.histogram().to_vec()),
            ("starts", starts),
            ("white starts", white_starts),
        ],
    };
    Ok(Tabulated {
        text: histograms.text(&title(&grid)),
        numbers: histograms.numbers(),
        maps: None,
        write: Box::new(move |out| write(&grid, &distances, out)),
        stop: None,
    })
}

fn title(grid: &Grid) -> String {
    let ([first, second], name) = (grid.size(), grid.solid().name());
    format!("{}{} {first}x{second}: moves to the end", name[..1].to_uppercase(), &name[1..])
}

/// The number of starts at each distance: of all starts, and of starts on a white square.
#[expect(clippy::cast_possible_truncation, reason = "the list that this is a place of is in memory")]
fn start_histograms(distances: &Distances, unranks: &Unranks) -> [Vec<u64>; 2] {
    let mut counts = [Vec::new(), Vec::new()];
    for state in 0..unranks.ranks.starts() {
        let Some(distance) = distances.get(state).map(usize::from) else { continue };
        let (board, position) = (state / unranks.ranks.squares, state % unranks.ranks.squares);
        let white = unranks.start_boards()[board as usize] >> position & 1 == 0;
        for count in &mut counts[..=usize::from(white)] {
            count.resize(count.len().max(distance + 1), 0);
            count[distance] += 1;
        }
    }
    counts
}

fn write(grid: &Grid, distances: &Distances, out: &mut dyn Write) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, Checksummed { out, sum: Hasher::new() });
    out.write_all(MAGIC.as_bytes())?;
    out.write_all(&[grid.solid().letter().to_ascii_uppercase() as u8])?;
    let (histogram, [first, second]) = (distances.histogram(), grid.size());
    out.write_all(&VERSION.to_le_bytes())?;
    for number in [first, second, histogram.len()] {
        let number = u32::try_from(number).map_err(io::Error::other)?;
        out.write_all(&number.to_le_bytes())?;
    }
    for number in std::iter::once(&distances.states()).chain(histogram) {
        out.write_all(&number.to_le_bytes())?;
    }
    for byte in distances.bytes() {
        out.write_all(&[byte])?;
    }
    let Checksummed { out, sum } = out.into_inner().map_err(IntoInnerError::into_error)?;
    out.write_all(&sum.finalize().to_le_bytes())
}

/// Computes the checksum of the bytes that it passes on.
struct Checksummed<'a> {
    out: &'a mut dyn Write,
    sum: Hasher,
}

impl Write for Checksummed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Why a table file is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableFileError {
    /// It is not a table, or only a part of one.
    #[error("not a table of the Cube: {0}")]
    Malformed(&'static str),
    /// It was written by another version of this program.
    #[error("a table of version {0}, but this program reads version {VERSION}; {WRITE_AGAIN}")]
    Version(u32),
    /// It is shorter or longer than its header requires.
    #[error("a table of {found} bytes, but its header requires {wanted}: it is truncated or too long; {WRITE_AGAIN}")]
    Length {
        /// Its length in bytes.
        found: usize,
        /// The required length in bytes.
        wanted: u128,
    },
    /// Its checksum does not match its contents.
    #[error("a corrupt table of the Cube: its checksum does not match; {WRITE_AGAIN}")]
    Spoilt,
}

/// What to do about a bad file.
const WRITE_AGAIN: &str = "write it again with `tumble table tatham-cube`";

/// The header of a file.
struct Head {
    grid: Grid,
    /// The length of the histogram.
    histogram: usize,
}

impl Head {
    /// Reads a header and checks it before any memory is allocated for what it describes.
    fn read(head: &[u8; HEAD]) -> Result<Self, TableFileError> {
        let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let letter = char::from(head[MAGIC.len()]);
        let solid =
            Solid::of_letter(letter).filter(|_| head.starts_with(MAGIC.as_bytes()) && letter.is_ascii_uppercase());
        let solid = solid.ok_or(TableFileError::Malformed("it begins with something else"))?;
        if number(8) != VERSION {
            return Err(TableFileError::Version(number(8)));
        }
        let (size, histogram) = ([number(12), number(16)].map(i64::from), number(20) as usize);
        let grid = Grid::new(solid, size).map_err(|_| TableFileError::Malformed("no Cube has a board of its size"))?;
        if histogram > MAX_HISTOGRAM {
            return Err(TableFileError::Malformed("its histogram is longer than there are distances"));
        }
        let states = u64::from(number(24)) | u64::from(number(28)) << 32;
        if u128::from(states) != self::states(&grid) {
            return Err(TableFileError::Malformed("its number of states is not that of its board"));
        }
        Ok(Self { grid, histogram })
    }

    /// Where the distances begin.
    const fn first(&self) -> usize {
        HEAD + 8 * self.histogram
    }
}

/// A table file, in memory.
#[derive(Debug)]
pub struct TableFile {
    bytes: Vec<u8>,
    grid: Grid,
    ranks: Ranks,
    /// Where the distances begin.
    first: usize,
}

impl TableFile {
    /// A table from the bytes of a file that `tumble table tatham-cube` wrote.
    ///
    /// # Errors
    /// When they are not the bytes of such a file, or were changed.
    pub fn new(bytes: Vec<u8>) -> Result<Self, TableFileError> {
        let head = bytes.first_chunk().ok_or(TableFileError::Malformed("it is too short"))?;
        let head = Head::read(head)?;
        let wanted = (head.first() + CHECKSUM) as u128 + states(&head.grid);
        if bytes.len() as u128 != wanted {
            return Err(TableFileError::Length { found: bytes.len(), wanted });
        }
        let (summed, sum) = bytes.split_at(bytes.len() - CHECKSUM);
        if crc32fast::hash(summed).to_le_bytes() != sum {
            return Err(TableFileError::Spoilt);
        }
        Ok(Self { ranks: Ranks::new(&head.grid), first: head.first(), grid: head.grid, bytes })
    }

    /// Whether the table covers an instance: the same board, with as many blue squares as faces.
    pub fn serves(&self, grid: &Grid, blue: &[bool]) -> bool {
        self.grid == *grid && blue.iter().filter(|&&blue| blue).count() == grid.solid().faces()
    }

    /// The number of moves from a state to the end; `None` if the table does not have the state or the game cannot be won.
    pub(super) fn distance(&self, parts: Parts) -> Option<u8> {
        let rank = usize::try_from(self.ranks.rank(parts)?).ok()?;
        self.bytes.get(self.first + rank).copied().filter(|&distance| distance < u8::MAX)
    }
}

// The numbering of all states of a board with as many blue squares as the solid has F faces: n·C(n + F, F) of them on n squares.
//
// The order is by the number k of blue faces, then by the set of the F − k blue squares, then by the set of the k blue faces, then
// by the solid's position. A roll that swaps two equal colours does not change the squares, so it leads to a nearby number.

/// C(n, k), or the largest number if it is larger.
pub(super) fn choose(n: u64, k: u64) -> u128 {
    let product = (0..k)
        .try_fold(1_u128, |product, i| Some(product.checked_mul(n.saturating_sub(i).into())? / u128::from(i + 1)));
    product.unwrap_or(u128::MAX)
}

/// As [`choose`], of a board with so few states that a list of them is possible.
fn few(n: u64, k: u64) -> u64 {
    u64::try_from(choose(n, k)).expect("there are fewer than states")
}

/// The number of states of a board.
pub(super) fn states(grid: &Grid) -> u128 {
    let (squares, faces) = (grid.squares().len() as u64, grid.solid().faces() as u64);
    choose(squares + faces, faces).saturating_mul(squares.into())
}

/// The numbering of states; [`Unranks`] is its inverse, too.
#[derive(Debug)]
pub(super) struct Ranks {
    /// The number of squares.
    pub(super) squares: u64,
    /// The number of faces F, and of blue faces and blue squares together.
    blue: usize,
    /// By k: the first state with k blue faces.
    offsets: Vec<u64>,
    /// By k: C(F, k).
    patterns: Vec<u64>,
    /// The rank of a pattern of faces among the patterns with equally many blue faces.
    pattern_rank: Vec<u32>,
    /// `binomials[j][p]` is C(p, j + 1).
    binomials: Vec<Vec<u64>>,
}

impl Ranks {
    /// For a board with so few states that a list of them is possible: see [`states`].
    pub(super) fn new(grid: &Grid) -> Self {
        let (squares, blue) = (grid.squares().len() as u64, grid.solid().faces());
        let patterns: Vec<u64> = (0..=blue).map(|k| few(blue as u64, k as u64)).collect();
        let mut offsets = vec![0];
        for (k, patterns) in patterns[..blue].iter().enumerate() {
            let boards = few(squares, (blue - k) as u64);
            offsets.push(offsets[k] + boards * patterns * squares);
        }
        let mut known = vec![0; blue + 1];
        let rank = |faces: u32| {
            let rank = &mut known[faces.count_ones() as usize];
            *rank += 1;
            *rank - 1
        };
        let row = |j: usize| (0..=squares).map(|p| few(p, j as u64 + 1)).collect();
        Self {
            squares,
            blue,
            offsets,
            patterns,
            pattern_rank: (0..1 << blue).map(rank).collect(),
            binomials: (0..blue).map(row).collect(),
        }
    }

    /// The number of states with a white solid: they come first, board by board, one for each position.
    pub(super) fn starts(&self) -> u64 {
        self.offsets[1]
    }

    /// The rank of a set of squares among the sets of equal size, in their order as binary numbers.
    fn board_rank(&self, mut squares: u128) -> u64 {
        let mut rank = 0;
        let mut bits = 0;
        while squares != 0 {
            rank += self.binomials[bits][squares.trailing_zeros() as usize];
            squares &= squares - 1;
            bits += 1;
        }
        rank
    }

    fn compose(&self, board_rank: u64, faces: u32, position: usize) -> u64 {
        let k = faces.count_ones() as usize;
        let pattern = u64::from(self.pattern_rank[faces as usize]);
        self.offsets[k] + (board_rank * self.patterns[k] + pattern) * self.squares + position as u64
    }

    /// The number of a state; `None` unless it has as many blue faces and squares in total on this board as there are faces.
    pub(super) fn rank(&self, parts: Parts) -> Option<u64> {
        let on_board = parts.squares >> self.squares == 0 && (parts.position as u64) < self.squares;
        let blue = (parts.squares.count_ones() + parts.faces.count_ones()) as usize;
        (on_board && blue == self.blue)
            .then(|| self.compose(self.board_rank(parts.squares), parts.faces, parts.position))
    }
}

/// The numbering in both directions.
#[derive(Debug)]
pub(super) struct Unranks {
    pub(super) ranks: Ranks,
    moves: Moves,
    /// `boards[k]`: the sets of F − k squares as binary numbers, in their order.
    boards: Vec<Vec<u128>>,
    /// `faces[k]`: the patterns with k blue faces.
    faces: Vec<Vec<u32>>,
}

impl Unranks {
    /// Takes 16 bytes for each set of up to F squares.
    pub(super) fn new(grid: &Grid) -> Self {
        let (moves, ranks) = (Moves::new(grid), Ranks::new(grid));
        let of_size = |k: usize| (0..=moves.all_blue()).filter(|faces| faces.count_ones() as usize == k).collect();
        Self {
            boards: (0..=ranks.blue).map(|k| sets(moves.squares(), ranks.blue - k)).collect(),
            faces: (0..=ranks.blue).map(of_size).collect(),
            ranks,
            moves,
        }
    }

    /// The sets of F squares, in their order.
    pub(super) fn start_boards(&self) -> &[u128] {
        &self.boards[0]
    }

    /// The states that end a game.
    pub(super) fn goals(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.moves.squares()).map(|position| self.ranks.compose(0, self.moves.all_blue(), position))
    }

    #[expect(clippy::cast_possible_truncation, reason = "the lists that these numbers are places of are in memory")]
    fn parts(&self, rank: u64) -> (Parts, u64) {
        let ranks = &self.ranks;
        let k = (1..=ranks.blue).rfind(|&k| ranks.offsets[k] <= rank && !self.boards[k].is_empty()).unwrap_or(0);
        let rest = rank - ranks.offsets[k];
        let (position, rest) = (rest % ranks.squares, rest / ranks.squares);
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
        let next = tumble_puzzles::geometry::Direction::ALL
            .into_iter()
            .filter_map(|direction| self.moves.forward(from, direction));
        next.map(|to| self.ranks.rank(to).unwrap()).collect()
    }
}

/// The sets of `size` out of `squares` squares, in ascending order as binary numbers.
fn sets(squares: usize, size: usize) -> Vec<u128> {
    if size > squares {
        return Vec::new();
    }
    let first = (1_u128 << size) - 1;
    let next = |&set: &u128| {
        // The next larger number with equally many bits set: the lowest run's highest bit moves up, the rest of the run down.
        let low = set & set.wrapping_neg();
        let carried = set.checked_add(low).filter(|_| set != 0)?;
        Some(carried | (((set ^ carried) / low) >> 2))
    };
    std::iter::successors(Some(first), next).take_while(|set| set >> squares == 0).collect()
}

// The number of starts up to the symmetries of the board, by Burnside's lemma: the average number of starts that a symmetry leaves
// fixed.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Solid;

    #[expect(clippy::cast_possible_truncation, reason = "small numbers of this test")]
    fn unranks(solid: Solid, size: [i64; 2]) -> (Unranks, u64) {
        let grid = Grid::new(solid, size).unwrap();
        (Unranks::new(&grid), states(&grid) as u64)
    }

    #[test]
    fn numbers_and_states_are_one_to_one() {
        for (solid, size) in [
            (Solid::Cube, [3, 3]),
            (Solid::Cube, [2, 4]),
            (Solid::Cube, [4, 3]),
            (Solid::Cube, [2, 2]),
            (Solid::Cube, [5, 1]),
            (Solid::Tetrahedron, [1, 2]),
            (Solid::Octahedron, [3, 0]),
        ] {
            let (unranks, all) = unranks(solid, size);
            for rank in 0..all {
                assert_eq!(unranks.ranks.rank(unranks.parts(rank).0), Some(rank));
            }
        }
    }

    #[test]
    fn backward_is_the_reverse_of_forward() {
        for (solid, size) in [
            (Solid::Cube, [3, 3]),
            (Solid::Tetrahedron, [1, 1]),
            (Solid::Octahedron, [1, 1]),
            (Solid::Octahedron, [0, 3]),
        ] {
            let (unranks, all) = unranks(solid, size);
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
    }
}
