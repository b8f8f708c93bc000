//! The distances of all states of a board with six blue squares: `tumble table tatham-cube`, and their file.
//!
//! The file, all numbers little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `tumbleTC` |
//! | 4 | version of the format: 2 |
//! | 4, 4 | columns, rows |
//! | 4 | h, the length of the histogram |
//! | 8 | s, the number of states: n·C(n + 6, 6) on n squares |
//! | 8·h | the histogram: how many states are 0, 1, … h − 1 moves from the end |
//! | s | the distance of each state from the end, a byte each, 255 where the game cannot be won |
//! | 4 | the CRC-32 of all bytes before it, as in PNG and zip files |
//!
//! The states are numbered by the number k of blue faces, then by the set of the 6 − k blue squares, then by the set of the blue
//! faces, then by the position of the cube. Squares and positions are numbered row by row from the south-west, faces in the
//! order top, bottom, north, south, east, west, and sets as binary numbers with one bit for each element, ascending.

use std::io::{self, Write};

use crc32fast::Hasher;

use super::moves::{MAX_CELLS, Parts};
use super::orbits::orbits;
use super::ranks::{Ranks, Unranks, states};
use crate::control::Request;
use crate::geometry::Board;
use crate::instance::InputError;
use crate::puzzle::{Histograms, TabulateError, Tabulated, Tabulation, TabulationSource};
use crate::search::{self, Distances, NoDistances};

const MAGIC: &[u8; 8] = b"tumbleTC";
const VERSION: u32 = 2;
/// Bytes before the histogram.
const HEAD: usize = 32;
/// Bytes of the checksum at the end.
const CHECKSUM: usize = 4;
/// The maximum number of distances that a byte can hold.
const MAX_HISTOGRAM: usize = 255;

/// What `tumble table tatham-cube` computes.
pub(super) const TABULATION: Tabulation = Tabulation {
    summary: "The shortest solution's length for every state of a Cube with six blue squares",
    source: TabulationSource::Size { help: "The board: width x height, as in 4x4", default: None, make },
    suffix: "table",
};

fn make(board: &Board, request: &Request<'_>) -> Result<Tabulated, TabulateError> {
    if board.size() > MAX_CELLS {
        let (columns, rows, limit) = (board.columns(), board.rows(), MAX_CELLS);
        return Err(InputError::new(format!("{columns}x{rows}: a Cube has at most {limit} squares")).into());
    }
    let board = board.clone();
    let all = states(board.size());
    // Checked here because the lists below take memory, too: 8 bytes for each set of squares.
    if all > u128::from(request.control.memory_limit().0) {
        return Err(NoDistances::TooLarge { states: all, limit: request.control.memory_limit().0 }.into());
    }
    let unranks = Unranks::new(&board);
    let expand = |state: u64, before: &mut Vec<u64>| unranks.backward(state, before);
    let distances = search::distances(all, unranks.goals(), &expand, request)?;
    let [starts, white_starts] = start_histograms(&distances, &unranks);
    let orbits = orbits(&board, 6);
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
        text: histograms.text(&format!("Cube {}x{}: moves to the end", board.columns(), board.rows())),
        numbers: histograms.numbers(),
        maps: None,
        write: Box::new(move |out| write(&board, &distances, out)),
    })
}

/// The number of starts at each distance: of all starts, and of starts on a white square.
fn start_histograms(distances: &Distances, unranks: &Unranks) -> [Vec<u64>; 2] {
    let mut counts = [Vec::new(), Vec::new()];
    for state in 0..unranks.ranks.starts() {
        let Some(distance) = distances.get(state).map(usize::from) else { continue };
        let (board, position) = (state / unranks.ranks.cells(), state % unranks.ranks.cells());
        let white = unranks.start_boards()[board as usize] >> position & 1 == 0;
        for count in &mut counts[..=usize::from(white)] {
            count.resize(count.len().max(distance + 1), 0);
            count[distance] += 1;
        }
    }
    counts
}

fn write(board: &Board, distances: &Distances, out: &mut dyn Write) -> io::Result<()> {
    let mut out = Checksummed { out, sum: Hasher::new() };
    out.write_all(MAGIC)?;
    let histogram = distances.histogram();
    for number in [VERSION, board.columns() as u32, board.rows() as u32, histogram.len() as u32] {
        out.write_all(&number.to_le_bytes())?;
    }
    for number in std::iter::once(&distances.states()).chain(histogram) {
        out.write_all(&number.to_le_bytes())?;
    }
    let mut chunk = Vec::with_capacity(1 << 16);
    for byte in distances.bytes() {
        chunk.push(byte);
        if chunk.len() == 1 << 16 {
            out.write_all(&chunk)?;
            chunk.clear();
        }
    }
    out.write_all(&chunk)?;
    let Checksummed { out, sum } = out;
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
    board: Board,
    /// The length of the histogram.
    histogram: usize,
}

impl Head {
    /// Reads a header and checks it before any memory is allocated for what it describes.
    fn read(head: &[u8; HEAD]) -> Result<Self, TableFileError> {
        let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        if &head[..8] != MAGIC {
            return Err(TableFileError::Malformed("it begins with something else"));
        }
        if number(8) != VERSION {
            return Err(TableFileError::Version(number(8)));
        }
        let (columns, rows, histogram) = (number(12), number(16), number(20) as usize);
        let board = (u64::from(columns) * u64::from(rows) <= MAX_CELLS as u64)
            .then(|| Board::new(i64::from(columns), i64::from(rows), &[]).ok())
            .flatten()
            .ok_or(TableFileError::Malformed("no Cube has a board of its size"))?;
        if histogram > MAX_HISTOGRAM {
            return Err(TableFileError::Malformed("its histogram is longer than there are distances"));
        }
        let states = u64::from(number(24)) | u64::from(number(28)) << 32;
        if u128::from(states) != self::states(board.size()) {
            return Err(TableFileError::Malformed("its number of states is not that of its board"));
        }
        Ok(Self { board, histogram })
    }

    /// The number of its squares.
    fn cells(&self) -> usize {
        self.board.size()
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
    board: Board,
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
        let wanted = (head.first() + CHECKSUM) as u128 + states(head.cells());
        if bytes.len() as u128 != wanted {
            return Err(TableFileError::Length { found: bytes.len(), wanted });
        }
        let (summed, sum) = bytes.split_at(bytes.len() - CHECKSUM);
        if crc32fast::hash(summed).to_le_bytes() != sum {
            return Err(TableFileError::Spoilt);
        }
        Ok(Self { ranks: Ranks::new(head.cells()), first: head.first(), board: head.board, bytes })
    }

    /// Whether the table covers an instance: the same board, with six blue squares.
    pub fn serves(&self, board: &Board, blue: &[bool]) -> bool {
        self.board == *board && blue.iter().filter(|&&blue| blue).count() == 6
    }

    /// The number of moves from a state to the end; `None` if the table does not have the state or the game cannot be won.
    pub(super) fn distance(&self, parts: Parts) -> Option<u8> {
        let rank = usize::try_from(self.ranks.rank(parts)?).ok()?;
        self.bytes.get(self.first + rank).copied().filter(|&distance| distance < u8::MAX)
    }
}
