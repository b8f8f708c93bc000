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

use super::moves::Parts;
use super::ranks::{Ranks, Unranks, orbits, states};
use super::{Grid, Solid, grid};
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
