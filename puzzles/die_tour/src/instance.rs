//! The model file of a die tour, and a solution.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use tumble_puzzles::geometry::{Board, Cell, Die, Direction, Face};
use tumble_puzzles::instance::{
    At, BoardTable, Document, FaceValues, FacesTable, GoalTable, InputError, StartTable, free_cell, read_faces,
};
use tumble_puzzles::puzzle::{Puzzle as _, Start, ends};

/// The objective over the sum of the top faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Objective {
    /// The largest sum.
    #[default]
    Max,
    /// The smallest sum.
    Min,
    /// Any tour.
    Any,
}

impl Objective {
    /// Its name in model files.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Max => "max",
            Self::Min => "min",
            Self::Any => "any",
        }
    }
}

/// A die tour: tumble's model file for `puzzle = "die-tour"`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "DieTour")]
pub(super) struct File {
    /// The largest sum of top faces ("max", the default), the smallest ("min"), or any tour ("any").
    #[serde(default)]
    objective: Objective,
    /// The board.
    board: Option<At<BoardTable>>,
    /// What faces count in the sum.
    faces: Option<FacesTable>,
    /// The cell and the orientation in which the die starts.
    #[serde(default)]
    start: StartTable,
    /// The cell and the orientation in which an open tour ends. Without this table, as with an empty one, it may end anywhere and in any way.
    goal: Option<At<GoalTable>>,
    /// The requirements on the tour.
    #[serde(default)]
    tour: TourTable,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "Tour")]
struct TourTable {
    /// One more roll leads from the last cell back to the start; its top face is not added. A closed tour has at least two cells.
    closed: bool,
    /// With `closed`: after that roll, the die is back in its start orientation.
    restore_orientation: Option<At<bool>>,
    /// Only tours with exactly this sum of top faces.
    total: Option<At<i64>>,
    /// Faces that are never on top.
    #[schemars(inner(range(min = 1, max = 6)))]
    never: Vec<At<i64>>,
    /// Faces that may be on top only at the two ends of the tour. The cells of both ends have to be given; the only end of a closed tour is its
    /// start.
    #[schemars(inner(range(min = 1, max = 6)))]
    never_between: Vec<At<i64>>,
}

/// An instance: a board, the possible starts of the die, and the requirements on the tour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DieTour {
    /// The board, at least one of its cells free.
    pub board: Board,
    /// The objective over the sum of the top faces.
    pub objective: Objective,
    /// The start cell, free; `None`: any free cell.
    pub start_cell: Option<Cell>,
    /// The orientations in which the die may start: at least one, all of one handedness.
    pub start_dice: Vec<Die>,
    /// Whether one more roll leads back to the start.
    pub closed: bool,
    /// Whether the die has to be back in its start orientation then; only if `closed` is set.
    pub restore_orientation: bool,
    /// The required sum of the top faces; `None`: any sum.
    pub total: Option<i64>,
    /// The cell on which an open tour ends, free; `None`: any cell.
    pub goal_cell: Option<Cell>,
    /// The orientations in which an open tour may end, of any handedness; `None`: any orientation.
    pub goal_dice: Option<Vec<Die>>,
    /// By cell index of the board: the face that has to be on top there; empty if no cell has a label.
    pub labels: Vec<Option<Face>>,
    /// The faces that are never on top.
    pub never: Vec<Face>,
    /// The faces that are on top on the start cell and the goal cell only, which are given.
    pub never_between: Vec<Face>,
    /// What faces count in the sum.
    pub values: FaceValues,
}

impl DieTour {
    /// An open tour from the start of the source: in the south-west corner, with 1 on top, 2 to the north and 3 to the east.
    pub(crate) fn from_corner(board: Board, objective: Objective) -> Self {
        Self {
            board,
            objective,
            start_cell: Some(Cell::new(0, 0)),
            start_dice: Die::new(1, 2, 3).into_iter().collect(),
            closed: false,
            restore_orientation: false,
            total: None,
            goal_cell: None,
            goal_dice: None,
            labels: Vec::new(),
            never: Vec::new(),
            never_between: Vec::new(),
            values: FaceValues::default(),
        }
    }

    pub(super) fn read(document: &Document) -> Result<Self, InputError> {
        let file: File = document.parse(Self::BOARD_KEYS)?;
        let Some(table) = &file.board else {
            return Err(InputError::at(0..0, "a die tour needs a board", "no [board] table in this file")
                .help("add a table: [board] with `columns` and `rows`, or with a `map`"));
        };
        let (table, place) = (&table.value, &table.span);
        let labeled = table.labeled(document, "die tour");
        let (board, labels) = labeled.map_err(|error| error.or_at(place.clone(), "this board"))?;
        if board.free_cells().next().is_none() {
            return Err(table.error(document, "every cell of the board is blocked", "nothing to visit"));
        }
        let TourTable { closed, restore_orientation, total, never, never_between } = file.tour;
        if let Some(restore) = restore_orientation.as_ref().filter(|at| at.value && !closed) {
            return Err(InputError::of(
                restore,
                "only a closed tour can restore the orientation",
                "needs closed = true",
            ));
        }
        if let Some(goal) = file.goal.as_ref().filter(|_| closed) {
            return Err(InputError::of(goal, "a closed tour ends where it starts", "leave [goal] out"));
        }
        let start_dice = file.start.orientations()?;
        let GoalTable { cell, die } = file.goal.map(|at| at.value).unwrap_or_default();
        let goal_cell = cell.map(|at| free_cell("goal", &at, &board)).transpose()?;
        let goal_dice = die.map(|die| die.orientations_like(start_dice[0].handedness())).transpose()?;
        let start_cell = file.start.cell_on(&board)?;
        let between = never_between.first().filter(|_| start_cell.is_none() || (goal_cell.is_none() && !closed));
        if let Some(face) = between {
            let message = "`never-between` needs the cells of both ends";
            let help = "give [start] with `cell`, and [goal] with `cell` or `closed = true`";
            return Err(InputError::of(face, message, "the ends are open").help(help));
        }
        let weights = table.weights(&board, document)?;
        Ok(Self {
            start_cell,
            start_dice,
            objective: file.objective,
            closed,
            restore_orientation: restore_orientation.is_some_and(|at| at.value),
            total: total.map(|at| at.value),
            goal_cell,
            goal_dice,
            labels,
            never: read_faces(&never)?,
            never_between: read_faces(&never_between)?,
            values: FaceValues::read(file.faces.as_ref(), weights)?,
            board,
        })
    }

    /// The label of a cell.
    pub(super) fn label(&self, cell: Cell) -> Option<Face> {
        self.board.index(cell).and_then(|i| self.labels.get(i).copied().flatten())
    }

    /// The labeled cells with their labels.
    pub(super) fn labeled(&self) -> impl Iterator<Item = (Cell, Face)> + '_ {
        let labels = self.labels.iter().enumerate();
        labels.filter_map(|(i, label)| Some((self.board.cell(i), (*label)?)))
    }

    /// Whether the die may show any face on any cell, and end in any orientation.
    pub(super) fn shows_anything(&self) -> bool {
        let faces = self.labels.is_empty() && self.never.is_empty() && self.never_between.is_empty();
        faces && self.goal_dice.is_none()
    }

    /// Whether a face may be on top of a cell.
    pub(super) fn may_show(&self, cell: Cell, face: Face) -> bool {
        let is_end = self.start_cell == Some(cell) || self.goal_cell == Some(cell);
        self.label(cell).is_none_or(|label| label == face)
            && !self.never.contains(&face)
            && (is_end || !self.never_between.contains(&face))
    }

    /// What a face counts on a free cell.
    pub(super) fn value(&self, cell: Cell, face: Face) -> i64 {
        self.board.index(cell).map_or(0, |i| self.values.value(i, face))
    }

    /// The smallest and the largest sum that faces on all free cells can have, whether or not a tour has it.
    pub(super) fn sums(&self) -> (i64, i64) {
        let of_cell = |cell: Cell| {
            let values = (1..=6).map(|face| self.value(cell, face));
            (values.clone().min().unwrap_or(0), values.max().unwrap_or(0))
        };
        self.board.free_cells().map(of_cell).fold((0, 0), |(low, high), (least, most)| (low + least, high + most))
    }

    /// The cells on which the tour may start.
    pub(super) fn start_cells(&self) -> Vec<Cell> {
        self.start_cell.map_or_else(|| self.board.free_cells().collect(), |cell| vec![cell])
    }

    /// Why there is no tour, if a count shows it.
    pub(super) fn obstacle(&self) -> Option<String> {
        let cells: Vec<Cell> = self.board.free_cells().collect();
        let is_rectangle = cells.len() == self.board.size();
        let from = self.start_cell.unwrap_or(cells[0]);
        let reached = if is_rectangle { cells.len() } else { self.board.connected_to(from).count() };
        if reached < cells.len() {
            let rest = cells.len() - reached;
            let all = cells.len();
            return Some(format!("the free cells are not connected: {rest} of {all} are out of reach from {from}"));
        }
        let (least, most) = self.sums();
        if let Some(total) = self.total.filter(|total| !(least..=most).contains(total)) {
            return Some(format!(
                "the total {total} is not between {least} and {most}, a face from 1 to 6 on each cell"
            ));
        }
        let dumb = |cell: &Cell| !(1..=6).any(|face| self.may_show(*cell, face));
        if let Some(cell) = self.board.free_cells().find(dumb) {
            return Some(format!("no face may be on top of {cell}"));
        }
        if let Some(why) = self.goal_dice.as_ref().and_then(|goal| ends::other_hand(&self.start_dice, goal)) {
            return Some(why);
        }
        if self.goal_cell.is_some() && self.goal_cell == self.start_cell && cells.len() > 1 {
            return Some("an open tour of several cells does not end where it starts".into());
        }
        if self.closed && cells.len() == 1 {
            return Some("a closed tour has at least 2 cells".into());
        }
        ends::visits_all(&self.board, self.closed, self.start_cell)
    }
}

/// A tour. On a closed tour, the last move leads back to the start, whose top face is not added again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tour {
    /// The rolls as letters `N E S W`.
    pub moves: String,
    /// The cell and the orientation in which the die starts.
    pub start: Start,
    /// The cells in the order of the visit, the start first, each once.
    pub cells: Vec<Cell>,
    /// The face on top at each visit.
    pub tops: Vec<Face>,
    /// The sum of what these faces count.
    pub total: i64,
}

impl Tour {
    /// The tour that these rolls produce.
    pub(super) fn new(puzzle: &DieTour, start: Start, rolls: &[Direction]) -> Self {
        let mut states = vec![(start.cell, start.die)];
        for &roll in rolls {
            let &(cell, die) = states.last().expect("the start is there");
            // Tours stay on boards, far from the edge of the number range.
            states.push((cell.step(roll).unwrap_or(cell), die.roll(roll)));
        }
        states.truncate(rolls.len() + usize::from(!puzzle.closed));
        let tops: Vec<Face> = states.iter().map(|(_, die)| die.top()).collect();
        Self {
            moves: rolls.iter().map(|roll| roll.letter()).collect(),
            start,
            cells: states.iter().map(|&(cell, _)| cell).collect(),
            total: states.iter().map(|&(cell, die)| puzzle.value(cell, die.top())).sum(),
            tops,
        }
    }
}
