//! The model file of a labeled board, and a solution.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use tumble_puzzles::geometry::{Board, Cell, Die, Direction, Face};
use tumble_puzzles::instance::{At, BoardTable, Document, GoalTable, InputError, StartTable, free_cell};
use tumble_puzzles::puzzle::{Has, Puzzle as _, Start, ends};

/// The objective over the number of rolls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Objective {
    /// The fewest rolls.
    #[default]
    Min,
    /// Any number of rolls.
    Any,
}

/// A labeled board: tumble's model file for `puzzle = "labeled-board"`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "LabeledBoard")]
pub(super) struct File {
    /// The fewest rolls ("min", the default) or any solution ("any").
    #[serde(default)]
    objective: Objective,
    /// The board, of at most 1024 cells; in its map a digit 1 to 6 is a label, `.` a free cell, `#` a blocked one.
    board: Option<At<BoardTable>>,
    /// The cell and the orientation in which the die starts.
    #[serde(default)]
    start: StartTable,
    /// The cell and the orientation in which the die ends. Without this table, as with an empty one, it may end anywhere and in any way.
    goal: Option<At<GoalTable>>,
    /// The requirements on the path.
    #[serde(default)]
    tour: TourTable,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "Tour")]
struct TourTable {
    /// The last roll leads back to the start; if the start is labeled, the die shows its label again.
    closed: bool,
    /// With `closed`: after that roll, the die is back in its start orientation.
    restore_orientation: Option<At<bool>>,
}

/// An instance: a board with labels, where the die may start, and where it may end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabeledBoard {
    /// The board: 1 to [`LabeledBoard::MAX_CELLS`] cells in the rectangle, at least one of them not blocked.
    pub board: Board,
    /// By cell index of the board: the label, 1 to 6; `None` on free and on blocked cells.
    pub labels: Vec<Option<Face>>,
    /// By cell index: the labels that are entered first, in this order; a labeled start counts as entered.
    pub order: Vec<usize>,
    /// The objective over the number of rolls.
    pub objective: Objective,
    /// The start cell, not blocked; `None`: any cell.
    pub start_cell: Option<Cell>,
    /// The orientations in which the die may start: at least one, all of one handedness.
    pub start_dice: Vec<Die>,
    /// The cell on which it has to end, not blocked; `None`: any cell.
    pub goal_cell: Option<Cell>,
    /// The orientations in which it may end: at least one, all of one handedness, possibly not the start's.
    pub goal_dice: Vec<Die>,
    /// Whether the last roll leads back to the start, where the die shows the label again if there is one. There is then no
    /// goal, and at least one label.
    pub closed: bool,
    /// Whether the die has to be back in its start orientation then; only if `closed` is set.
    pub restore_orientation: bool,
}

impl LabeledBoard {
    /// The maximum number of cells of the rectangle, blocked ones included.
    pub const MAX_CELLS: usize = 1024;

    pub(super) fn read(document: &Document) -> Result<Self, InputError> {
        let file: File = document.parse(Self::BOARD_KEYS)?;
        let Some(table) = &file.board else {
            return Err(InputError::at(0..0, "a labeled board needs a board", "no [board] table in this file")
                .help("add a table: [board] with a `map`, in which digits 1 to 6 are labels"));
        };
        let (board, labels) = read_board(table, document)?;
        let start_cell = file.start.cell_on(&board)?;
        let start_dice = file.start.orientations()?;
        let TourTable { closed, restore_orientation } = file.tour;
        if let Some(restore) = restore_orientation.as_ref().filter(|at| at.value && !closed) {
            let message = "only a closed tour can restore the orientation";
            return Err(InputError::of(restore, message, "needs closed = true"));
        }
        if let Some(goal) = file.goal.as_ref().filter(|_| closed) {
            return Err(InputError::of(goal, "a closed tour ends where it starts", "leave [goal] out"));
        }
        if closed && labels.iter().all(Option::is_none) {
            return Err(table.value.error(document, "a closed tour needs a label to visit", "no cell has one"));
        }
        let goal = file.goal.map(|at| at.value).unwrap_or_default();
        Ok(Self {
            goal_cell: goal.cell.as_ref().map(|at| free_cell("goal", at, &board)).transpose()?,
            goal_dice: goal.die.unwrap_or_default().orientations_like(start_dice[0].handedness())?,
            objective: file.objective,
            closed,
            restore_orientation: restore_orientation.is_some_and(|at| at.value),
            order: read_order(&table.value, &board, &labels)?,
            board,
            labels,
            start_cell,
            start_dice,
        })
    }

    /// The label of a cell of the board.
    pub(super) fn label(&self, cell: Cell) -> Option<Face> {
        self.board.index(cell).and_then(|i| self.labels[i])
    }

    /// The labeled cells, row by row from the south-west.
    pub(super) fn labeled_cells(&self) -> Vec<Cell> {
        self.board.free_cells().filter(|&cell| self.label(cell).is_some()).collect()
    }

    /// Whether every cell that is not blocked has a label.
    pub(super) fn is_full(&self) -> bool {
        self.board.free_cells().all(|cell| self.label(cell).is_some())
    }

    /// What a model has whose variables are arcs. Where no cell is free, arcs tell a trail. Elsewhere they stand for one of several shortest
    /// walks, or for one of several orders of the rolls, and longer trails are left out; `+fixing` leaves out more of these.
    pub(super) fn has_by_arcs(&self) -> Has<Trail> {
        if self.is_full() { Has::All } else { Has::SomeBest }
    }

    /// Whether each trail is a path that visits every cell once; if not, why.
    pub(super) fn fits_a_path(&self) -> Result<(), &'static str> {
        if self.is_full() {
            self.has_no_order()
        } else {
            Err("the board has free cells, which may be entered more than once")
        }
    }

    /// Whether there is a label; if not, why that matters.
    pub(super) fn has_labels(&self) -> Result<(), &'static str> {
        let is_bare = self.labels.iter().all(Option::is_none);
        if is_bare { Err("the board has no labels for arcs to lead to") } else { Ok(()) }
    }

    /// For encodings on all cells.
    pub(super) fn has_no_order(&self) -> Result<(), &'static str> {
        if self.order.is_empty() {
            Ok(())
        } else {
            Err("the labels have an order, which arcs from label to label keep")
        }
    }

    /// Why there is no solution, if a count or a simple check shows it.
    pub(super) fn obstacle(&self) -> Option<String> {
        ends::other_hand(&self.start_dice, &self.goal_dice)
            .or_else(|| self.wrong_start())
            .or_else(|| self.wrong_goal())
            .or_else(|| self.wrong_order())
            .or_else(|| self.out_of_reach())
            .or_else(|| self.goal_parity())
            .or_else(|| self.no_path())
    }

    /// The die cannot show the label of the start.
    fn wrong_start(&self) -> Option<String> {
        let cell = self.start_cell?;
        let label = self.label(cell)?;
        let none = self.start_dice.iter().all(|die| die.top() != label);
        none.then(|| {
            format!("the start cell {cell} is labeled {label}, but the die starts with {}", tops(&self.start_dice))
        })
    }

    /// The die cannot show the label of the goal.
    fn wrong_goal(&self) -> Option<String> {
        let cell = self.goal_cell?;
        let label = self.label(cell)?;
        if self.goal_dice.iter().all(|die| die.top() != label) {
            let wanted = tops(&self.goal_dice);
            return Some(format!("the goal cell {cell} is labeled {label}, but the die has to end with {wanted}"));
        }
        let others = self.labeled_cells().len() > 1;
        (others && self.start_cell == Some(cell))
            .then(|| format!("the goal {cell} is the start, which is labeled and is not entered a second time"))
    }

    /// A labeled start is entered first.
    fn wrong_order(&self) -> Option<String> {
        let (&first, start) = (self.order.first()?, self.start_cell?);
        let is_wrong = self.label(start).is_some() && self.board.index(start) != Some(first);
        is_wrong.then(|| {
            format!("the start {start} is labeled, but the first label of the order is on {}", self.board.cell(first))
        })
    }

    /// Some cells that have to be entered are not connected to the others.
    fn out_of_reach(&self) -> Option<String> {
        let mut wanted = self.labeled_cells();
        let labels = wanted.len();
        let ends = self.start_cell.into_iter().chain(self.goal_cell);
        wanted.splice(0..0, ends);
        let from = *wanted.first()?;
        let reached = self.board.connected_to(from);
        let missing = self.labeled_cells().iter().filter(|&&cell| !reached.contains(cell)).count();
        if missing > 0 {
            return Some(format!(
                "the board is not connected: {missing} of {labels} labeled cells are out of reach from {from}"
            ));
        }
        let goal = self.goal_cell.filter(|&cell| !reached.contains(cell))?;
        Some(format!("the board is not connected: the goal {goal} is out of reach"))
    }

    fn goal_parity(&self) -> Option<String> {
        ends::parity((self.start_cell?, &self.start_dice), (self.goal_cell?, &self.goal_dice))
    }

    /// On a board without free cells, a trail is a path through all cells.
    fn no_path(&self) -> Option<String> {
        if !self.is_full() {
            return None;
        }
        ends::visits_all(&self.board, self.closed, self.start_cell).map(|why| format!("no cell is free, {why}"))
    }
}

/// The faces that may be on top, in words.
fn tops(dice: &[Die]) -> String {
    let tops: BTreeSet<Face> = dice.iter().map(|die| die.top()).collect();
    let tops: Vec<String> = tops.iter().map(ToString::to_string).collect();
    format!("{} on top", tops.join(" or "))
}

fn read_board(at: &At<BoardTable>, document: &Document) -> Result<(Board, Vec<Option<Face>>), InputError> {
    let table = &at.value;
    let labeled = table.labeled(document, "labeled board");
    let (board, mut labels) = labeled.map_err(|error| error.or_at(at.span.clone(), "this board"))?;
    let size = board.size();
    if size > LabeledBoard::MAX_CELLS {
        let limit = LabeledBoard::MAX_CELLS;
        return Err(table.error(
            document,
            format!("a labeled board of {size} cells is over the limit of {limit} cells"),
            "too large",
        ));
    }
    if board.free_cells().next().is_none() {
        return Err(table.error(document, "every cell of the board is blocked", "nothing to visit"));
    }
    labels.resize(size, None);
    Ok((board, labels))
}

/// The labeled cells that come first, by cell index.
fn read_order(table: &BoardTable, board: &Board, labels: &[Option<Face>]) -> Result<Vec<usize>, InputError> {
    let mut order = Vec::new();
    for at in table.order.iter().flat_map(|at| &at.value) {
        let i = board.index(at.value).filter(|&i| labels[i].is_some());
        let i = i.ok_or_else(|| InputError::of(at, format!("the cell {} is not labeled", at.value), "no label"))?;
        if order.contains(&i) {
            return Err(InputError::of(at, format!("the cell {} is entered once only", at.value), "a second time"));
        }
        order.push(i);
    }
    Ok(order)
}

/// A walk of the die over the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trail {
    /// The rolls as letters `N E S W`.
    pub moves: String,
    /// The number of rolls.
    pub length: i64,
    /// The cell and the orientation in which the die starts.
    pub start: Start,
    /// The face on top at the start and after each roll.
    pub tops: Vec<Face>,
}

impl Trail {
    /// The rolls whose top faces it lists: of rolls that break a rule those up to the fault, of others all.
    pub(super) fn made(&self) -> &str {
        self.moves.get(..self.tops.len().saturating_sub(1)).unwrap_or(&self.moves)
    }

    /// The trail that these rolls produce.
    pub(super) fn of(start: Start, rolls: &[Direction]) -> Self {
        let mut die = start.die;
        let rolled = rolls.iter().map(|&roll| {
            die = die.roll(roll);
            die.top()
        });
        let tops = std::iter::once(start.die.top()).chain(rolled).collect();
        let moves = rolls.iter().map(|roll| roll.letter()).collect();
        Self { moves, length: rolls.len() as i64, start, tops }
    }
}
