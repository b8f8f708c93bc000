//! Lights Out, as a puzzle for tumble: pressing a light switches it and its four neighbours; all lights go out by the fewest
//! presses.
//!
//! | file | what |
//! |---|---|
//! | `mod.rs` | the model file, the solution, and the puzzle's row of a registry |
//! | `rules.rs` | replay: shares nothing with the search or the encoding |
//! | `chase.rs` | the direct search |
//! | `parity.rs` | the encoding |

mod chase;
mod parity;
mod rules;

use tumble::control::Control;
use tumble::geometry::{Board, Cell};
use tumble::instance::{At, BoardTable, Document, InputError};
use tumble::model::Sense;
use tumble::puzzle::{Choices, Encoding, MovesError, Powers, Puzzle, PuzzleEntry, PuzzleOption, Search, whole_number};
use tumble::render::{BoardScene, Paint, Scene};
use tumble::schemars::{JsonSchema, Schema, schema_for};
use tumble::serde::{Deserialize, Serialize};

/// The row of the registry.
pub static ENTRY: PuzzleEntry = PuzzleEntry::of::<LightsOut>();

/// The model file.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, crate = "tumble::serde")]
#[schemars(crate = "tumble::schemars")]
struct File {
    /// The board, drawn: `*` is a light that is on, `.` one that is off.
    board: At<BoardTable>,
}

/// An instance.
#[derive(Clone, Debug)]
pub struct LightsOut {
    /// A rectangle, nothing blocked, of at most [`LightsOut::MAX_SIDE`] columns and rows.
    board: Board,
    /// Which lights are on, by cell index.
    lit: Vec<bool>,
}

impl LightsOut {
    /// The search tries every set of presses in a row.
    const MAX_SIDE: usize = 16;

    fn read(document: &Document) -> Result<Self, InputError> {
        let file: File = document.parse(Self::BOARD_KEYS)?;
        let mut on = Vec::new();
        let board = file.board.value.board(document, |cell, drawn| match drawn.character {
            '*' => {
                on.push(cell);
                Ok(())
            }
            '.' => Ok(()),
            other => Err(InputError::at(drawn.span.clone(), format!("`{other}` is not a light"), "not known")
                .help("`*` is a light that is on, `.` one that is off")),
        })?;
        if board.columns().max(board.rows()) > Self::MAX_SIDE || board.blocked_cells().next().is_some() {
            return Err(file.board.value.error(
                document,
                "a board of lights is at most 16 × 16, nothing blocked",
                "this one",
            ));
        }
        let lit = (0..board.size()).map(|i| on.contains(&board.cell(i))).collect();
        Ok(Self { board, lit })
    }

    /// The cells of a press: the light itself and its neighbours.
    fn switched(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        std::iter::once(cell).chain(self.board.neighbours(cell).map(|(_, neighbour)| neighbour))
    }
}

/// A solution: the lights to press, in any order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, crate = "tumble::serde")]
pub struct Presses {
    /// The cells, each once.
    presses: Vec<Cell>,
    /// Their number.
    count: usize,
}

impl Presses {
    fn new(presses: Vec<Cell>) -> Self {
        Self { count: presses.len(), presses }
    }
}

impl Puzzle for LightsOut {
    const NAME: &'static str = "lights-out";
    const SUMMARY: &'static str = "press lights until all are out, in the fewest presses";
    type Solution = Presses;
    type Breach = rules::Breach;
    const ENCODINGS: &'static [Encoding<Self>] = &[parity::ENCODING];
    const SEARCHES: &'static [Search<Self>] = &[Search::direct(
        |puzzle, means| Ok(chase::solve(puzzle, means.request)),
        |puzzle, which, means| Ok(chase::count(puzzle, which, means.request)),
    )];
    const POWERS: Powers<Self> = Powers {
        new_options: &[PuzzleOption::valued("side", "N", "Columns and rows, all lit (default 3)")],
        new,
        ..Powers::NONE
    };

    fn schema() -> Schema {
        schema_for!(File)
    }

    fn read(document: &Document, _: &Choices) -> Result<Self, InputError> {
        Self::read(document)
    }

    fn sense(&self) -> Option<Sense> {
        Some(Sense::Minimize)
    }

    fn infeasible_because(&self) -> Option<String> {
        None
    }

    fn verify(&self, solution: &Presses) -> Result<Option<i64>, rules::Breach> {
        rules::verify(self, solution).map(Some)
    }

    fn solution_of_moves(&self, moves: &str, start: Option<&str>) -> Result<Presses, MovesError<rules::Breach>> {
        if start.is_some() {
            return Err(MovesError::Unreadable("the model says which lights are on: leave --start out".into()));
        }
        let cell = |word: &str| {
            let (x, y) = word.split_once(',')?;
            Some(Cell::new(x.parse().ok()?, y.parse().ok()?))
        };
        let cells: Option<Vec<Cell>> = moves.split_whitespace().map(cell).collect();
        let unreadable = || MovesError::Unreadable("write presses as cells: \"0,0 2,1\"".into());
        let solution = Presses::new(cells.ok_or_else(unreadable)?);
        rules::verify(self, &solution).map_err(MovesError::Breach)?;
        Ok(solution)
    }

    fn scene(&self, solution: Option<&Presses>) -> Scene {
        let mut scene = BoardScene::new("Lights Out", self.board.clone());
        for (i, &lit) in self.lit.iter().enumerate() {
            if let Some(mark) = scene.mark(self.board.cell(i)) {
                mark.paint = if lit { Paint::Orange } else { Paint::Plain };
                mark.main = String::from(if lit { "*" } else { "" });
            }
        }
        for (i, &cell) in solution.map_or(&[][..], |solution| &solution.presses).iter().enumerate() {
            if let Some(mark) = scene.mark(cell) {
                mark.visits.push((i + 1).to_string());
            }
        }
        scene.into()
    }

    fn answer(&self, solution: &Presses) -> Vec<(&'static str, String)> {
        let cells: Vec<String> = solution.presses.iter().map(ToString::to_string).collect();
        vec![("press", cells.join(" ")), ("count", solution.count.to_string())]
    }
}

/// A commented model file: a square, all lit.
fn new(choices: &Choices, _: &Control<'_>) -> Result<String, String> {
    let side = whole_number(choices, "side")?.unwrap_or(3);
    if !(1..=LightsOut::MAX_SIDE).contains(&side) {
        return Err(format!("--side {side}: 1 to {} are possible", LightsOut::MAX_SIDE));
    }
    let row = vec!["*"; side].join(" ") + "\n";
    Ok(format!(
        "# Pressing a light switches it and its four neighbours: all out in the fewest presses.\n\
         puzzle = \"lights-out\"\n\n[board]\n# `*` on, `.` off; the first line is the north row.\nmap = \"\"\"\n{}\"\"\"\n",
        row.repeat(side)
    ))
}
