//! The rules, by replay with the cells that the box covers. Nothing here is shared with the search or the encodings.
//!
//! The rules use `floor.rs`, `instance.rs` and `placement.rs`, which decide nothing.

use std::collections::BTreeSet;

use super::floor::{Press, Tile};
use super::{BlockMaze, Placement, Size, Tips};
use tumble_puzzles::geometry::Cell;
use tumble_puzzles::puzzle::{After, MovesError, Start, read_letters};

/// How a solution breaks the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "documented by the messages; moves are counted from 1")]
pub enum Breach {
    #[error("move {tip} is `{letter}`, not one of N, E, S, W")]
    NotAMove { tip: usize, letter: char },
    #[error("move {tip} ({letter}) covers {cell}, which is blocked or not on the board")]
    NotFree { tip: usize, letter: char, cell: Cell },
    #[error("move {tip} ({letter}) covers {cell}, a cell of the bridge `{bridge}`, which is closed then")]
    NoBridge { tip: usize, letter: char, cell: Cell, bridge: char },
    #[error("move {tip} ({letter}) presses a switch that closes the bridge `{bridge}` under {cell}")]
    Closed { tip: usize, letter: char, cell: Cell, bridge: char },
    #[error("move {tip} ({letter}) splits the box onto {cell}, a cell of the bridge `{bridge}`, which is closed then")]
    Split { tip: usize, letter: char, cell: Cell, bridge: char },
    #[error("move {tip} ({letter}) stands the box on {cell}, which is fragile")]
    Fragile { tip: usize, letter: char, cell: Cell },
    #[error("move {tip} is `{letter}`, but there is no second cube: the box is not split")]
    NotSplit { tip: usize, letter: char },
    #[error("at the end the box is in two cubes")]
    InTwo,
    #[error("at the end the box is on {0}, but the model requires {1}", shown(*.found), shown(*.goal))]
    NotTheGoal { found: Placement, goal: Placement },
    #[error("the length is given as {said}, but there are {found} moves")]
    SaidLength { said: u64, found: u64 },
}

fn shown(Placement { cell, size: [x, y, z] }: Placement) -> String {
    format!("{cell} as {x} × {y} × {z}")
}

/// A block of space: what the box fills along each axis, from the first number up to but without the second.
type Block = [(i64, i64); 3];

fn block(Placement { cell, size }: Placement) -> Block {
    let [x, y, z] = size.map(i64::from);
    [(cell.x, cell.x + x), (cell.y, cell.y + y), (0, z)]
}

/// The block after a quarter turn about its lower edge on the side of a letter: what was beside the edge is above it, and what was above
/// it is beyond.
fn tipped([x, y, z]: Block, letter: char) -> Option<Block> {
    let height = z.1;
    let beyond = |(low, high): (i64, i64), up: bool| if up { (high, high + height) } else { (low - height, low) };
    let above = |(low, high): (i64, i64)| (0, high - low);
    match letter {
        'N' => Some([x, beyond(y, true), above(y)]),
        'S' => Some([x, beyond(y, false), above(y)]),
        'E' => Some([beyond(x, true), y, above(x)]),
        'W' => Some([beyond(x, false), y, above(x)]),
        _ => None,
    }
}

/// The box or its two cubes, and the open bridges by their letters, as the moves leave them.
struct Play<'a> {
    puzzle: &'a BlockMaze,
    pieces: Vec<Block>,
    open: BTreeSet<char>,
}

impl Play<'_> {
    /// The box after these moves.
    fn after(puzzle: &BlockMaze, letters: impl Iterator<Item = char>) -> Result<Play<'_>, Breach> {
        let mut play = Play::new(puzzle);
        letters.enumerate().try_for_each(|(i, letter)| play.play(i + 1, letter))?;
        Ok(play)
    }

    fn new(puzzle: &BlockMaze) -> Play<'_> {
        let open = puzzle.floor.bridges.iter().filter(|bridge| bridge.is_open).map(|bridge| bridge.letter);
        Play { puzzle, pieces: puzzle.pieces().into_iter().map(block).collect(), open: open.collect() }
    }

    fn tile(&self, cell: Cell) -> Tile {
        self.puzzle.board.index(cell).and_then(|i| self.puzzle.floor.tiles.get(i).copied()).unwrap_or(Tile::Plain)
    }

    /// Refuses a piece that covers a cell which is blocked, not on the board, or of a bridge that is closed.
    fn check(&self, tip: usize, letter: char, covered: &[Cell]) -> Result<(), Breach> {
        for &cell in covered {
            if !self.puzzle.board.is_free(cell) {
                return Err(Breach::NotFree { tip, letter, cell });
            }
            let Tile::Bridge(i) = self.tile(cell) else { continue };
            let bridge = self.puzzle.floor.bridges[i].letter;
            if !self.open.contains(&bridge) {
                return Err(Breach::NoBridge { tip, letter, cell, bridge });
            }
        }
        Ok(())
    }

    /// Presses the switch on a cell.
    fn press(&mut self, cell: Cell, is_standing_box: bool) {
        let Tile::Switch(i) = self.tile(cell) else { return };
        let switch = &self.puzzle.floor.switches[i];
        if switch.press == Press::Hard && !is_standing_box {
            return;
        }
        for (i, bridge) in self.puzzle.floor.bridges.iter().enumerate() {
            let is_in = |set: u32| set & (1 << i) != 0;
            let opens = is_in(switch.opens) || is_in(switch.flips) && !self.open.contains(&bridge.letter);
            if opens {
                self.open.insert(bridge.letter);
            } else if is_in(switch.closes) || is_in(switch.flips) {
                self.open.remove(&bridge.letter);
            }
        }
    }

    /// Moves the box or one of its cubes, if the letter is that of a move.
    fn play(&mut self, tip: usize, letter: char) -> Result<(), Breach> {
        let moved = usize::from(letter.is_ascii_lowercase());
        let tip_of = |piece: Block| tipped(piece, letter.to_ascii_uppercase()).ok_or(Breach::NotAMove { tip, letter });
        tip_of(self.pieces[0])?;
        let piece = tip_of(*self.pieces.get(moved).ok_or(Breach::NotSplit { tip, letter })?)?;
        let covered = covered(piece);
        self.check(tip, letter, &covered)?;
        let is_box = self.pieces.len() == 1;
        let stands = is_box && covered.len() == 1;
        if stands && self.tile(covered[0]) == Tile::Fragile {
            return Err(Breach::Fragile { tip, letter, cell: covered[0] });
        }
        self.pieces[moved] = piece;
        for &cell in &covered {
            self.press(cell, stands);
        }
        let splitter = if stands { self.tile(covered[0]) } else { Tile::Plain };
        if let Tile::Splitter(i) = splitter {
            let to = self.puzzle.floor.splitters[i].to;
            self.pieces = to.map(|cell| block(Placement { cell, size: [1; 3] })).to_vec();
        }
        // The cells were there before the switches were pressed, but for those of the cubes of a box that was split.
        let pressed = |breach| match breach {
            Breach::NoBridge { tip, letter, cell, bridge } if matches!(splitter, Tile::Splitter(_)) => {
                Breach::Split { tip, letter, cell, bridge }
            }
            Breach::NoBridge { tip, letter, cell, bridge } => Breach::Closed { tip, letter, cell, bridge },
            other => other,
        };
        for piece in &self.pieces {
            self.check(tip, letter, &self::covered(*piece)).map_err(pressed)?;
        }
        self.join();
        Ok(())
    }

    /// Makes neighbouring cubes the box, so that no step ever leads onto the other cube.
    fn join(&mut self) {
        let &[[x, y, z], [u, v, _]] = self.pieces.as_slice() else { return };
        let both = |(low, high): (i64, i64), (other, beyond): (i64, i64)| (low.min(other), high.max(beyond));
        let (columns, rows) = (both(x, u), both(y, v));
        let area = (columns.1 - columns.0) * (rows.1 - rows.0);
        if area == 2 {
            self.pieces = vec![[columns, rows, z]];
        }
    }
}

/// The cells under a block, row by row from the south.
fn covered([columns, rows, _]: Block) -> Vec<Cell> {
    (rows.0..rows.1).flat_map(|y| (columns.0..columns.1).map(move |x| Cell::new(x, y))).collect()
}

/// Plays the moves, and checks what is covered after each, and the goal. Returns the number of moves.
fn played(puzzle: &BlockMaze, moves: &str) -> Result<u64, Breach> {
    let play = Play::after(puzzle, moves.chars())?;
    let &[now] = play.pieces.as_slice() else { return Err(Breach::InTwo) };
    if now != block(puzzle.goal) {
        let found = Placement { cell: corner(now), size: sizes(now) };
        return Err(Breach::NotTheGoal { found, goal: puzzle.goal });
    }
    Ok(moves.chars().count() as u64)
}

/// The box and the open bridges after so many moves of a solution.
pub(super) fn position(puzzle: &BlockMaze, tips: &Tips, moves: u64) -> Option<String> {
    let letters = tips.moves.get(..usize::try_from(moves).ok()?)?.chars();
    let Play { pieces, open, .. } = Play::after(puzzle, letters).ok()?;
    Some(format!("{pieces:?} {open:?}"))
}

/// What is left of a maze after these moves: the box starts where it is then, with the bridges as they are.
pub(super) fn after(
    puzzle: &BlockMaze,
    moves: &str,
    start: Option<&str>,
) -> Result<After<BlockMaze>, MovesError<Breach>> {
    let Tips { moves, length } = from_moves(puzzle, moves, start)?;
    let Play { pieces, open, .. } = Play::after(puzzle, moves.chars())?;
    let mut rest = BlockMaze { split: None, ..puzzle.clone() };
    match pieces[..] {
        [first, second] => rest.split = Some([first, second].map(corner)),
        _ => rest.start = Placement { cell: corner(pieces[0]), size: sizes(pieces[0]) },
    }
    for bridge in &mut rest.floor.bridges {
        bridge.is_open = open.contains(&bridge.letter);
    }
    Ok(After { rest, moves, length, counted: length as i64 })
}

/// The south-west cell under a block.
const fn corner([x, y, _]: Block) -> Cell {
    Cell::new(x.0, y.0)
}

fn sizes(block: Block) -> Size {
    // The sizes are those of the start in another order.
    block.map(|(low, high)| u8::try_from(high - low).expect("tips only swap the sizes"))
}

/// Replays a solution. Returns the number of moves.
pub(super) fn verify(puzzle: &BlockMaze, tips: &Tips) -> Result<i64, Breach> {
    let found = played(puzzle, &tips.moves)?;
    if tips.length != found {
        return Err(Breach::SaidLength { said: tips.length, found });
    }
    Ok(found as i64)
}

/// The solution with these moves.
pub(super) fn from_moves(puzzle: &BlockMaze, moves: &str, start: Option<&str>) -> Result<Tips, MovesError<Breach>> {
    Start::fixed(start).map_err(MovesError::Unreadable)?;
    // Small letters are moves of the second cube, if the box can be split.
    let moves = if puzzle.floor.splitters.is_empty() {
        read_letters(moves).map_err(MovesError::Unreadable)?
    } else {
        moves.chars().filter(|c| !c.is_whitespace()).collect()
    };
    Ok(Tips { length: moves.chars().count() as u64, moves })
}
