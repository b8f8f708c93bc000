//! The model file of a die tour.

use schemars::{JsonSchema, Schema, schema_for};
use serde::Deserialize;

use crate::geometry::{Board, Cell, Die};
use crate::instance::{At, BoardTable, Document, InputError, SolveTable, StartTable};
use crate::puzzle::ends;

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
struct File {
    /// Always "die-tour".
    #[allow(dead_code, reason = "read by the dispatcher; here for the schema")]
    #[schemars(extend("const" = "die-tour"))]
    puzzle: String,
    /// The largest sum of top faces ("max", the default), the smallest ("min"), or any tour ("any").
    #[serde(default)]
    objective: Objective,
    /// The board.
    board: Option<At<BoardTable>>,
    /// The cell and the orientation in which the die starts.
    #[serde(default)]
    start: StartTable,
    /// The requirements on the tour.
    #[serde(default)]
    tour: TourTable,
    /// Defaults for `tumble solve`.
    #[allow(dead_code, reason = "read by the pipeline; here so that its keys are accepted")]
    #[serde(default)]
    solve: SolveTable,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "Tour")]
struct TourTable {
    /// One more roll leads from the last cell back to the start; its top face is not added.
    closed: bool,
    /// With `closed`: after that roll, the die is back in its start orientation.
    restore_orientation: Option<At<bool>>,
    /// Only tours with exactly this sum of top faces.
    total: Option<At<i64>>,
}

/// The JSON schema of the model file.
pub(super) fn schema() -> Schema {
    schema_for!(File)
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
}

impl DieTour {
    /// An open tour from the start of the source: in the south-west corner, with 1 on top, 2 to the north and 3 to the east.
    pub(super) fn from_corner(board: Board, objective: Objective) -> Self {
        Self {
            board,
            objective,
            start_cell: Some(Cell::new(0, 0)),
            start_dice: Die::new(1, 2, 3).into_iter().collect(),
            closed: false,
            restore_orientation: false,
            total: None,
        }
    }

    pub(super) fn read(document: &Document) -> Result<Self, InputError> {
        let file: File = document.parse()?;
        let Some(table) = &file.board else {
            return Err(InputError::at(0..0, "a die tour needs a board", "no [board] table in this file")
                .help("add a table: [board] with `columns` and `rows`, or with a `map`"));
        };
        let (table, place) = (&table.value, &table.span);
        let board = table.plain(document, |_, drawn| match drawn.character {
            '.' => Ok(()),
            other => {
                Err(InputError::at(drawn.span.clone(), format!("`{other}` is not a cell of a die tour"), "not known")
                    .help("`.` is a free cell, `#` a blocked one"))
            }
        });
        let board = board.map_err(|error| error.or_at(place.clone(), "this board"))?;
        if board.free_cells().next().is_none() {
            return Err(table.error(document, "every cell of the board is blocked", "nothing to visit"));
        }
        let TourTable { closed, restore_orientation, total } = file.tour;
        if let Some(restore) = restore_orientation.as_ref().filter(|at| at.value && !closed) {
            return Err(InputError::of(
                restore,
                "only a closed tour can restore the orientation",
                "needs closed = true",
            ));
        }
        Ok(Self {
            start_cell: file.start.cell_on(&board)?,
            start_dice: file.start.orientations()?,
            objective: file.objective,
            closed,
            restore_orientation: restore_orientation.is_some_and(|at| at.value),
            total: total.map(|at| at.value),
            board,
        })
    }

    /// The cells on which the tour may start.
    pub(super) fn start_cells(&self) -> Vec<Cell> {
        self.start_cell.map_or_else(|| self.board.free_cells().collect(), |cell| vec![cell])
    }

    /// Why there is no tour, if a count shows it.
    pub(super) fn obstacle(&self) -> Option<String> {
        let cells: Vec<Cell> = self.board.free_cells().collect();
        let is_rectangle = cells.len() == self.board.size();
        let reached = if is_rectangle { cells.len() } else { self.board.connected_to(cells[0]).len() };
        if reached < cells.len() {
            let rest = cells.len() - reached;
            return Some(format!("the free cells are not connected: {rest} of {} are out of reach", cells.len()));
        }
        let reachable = cells.len() as i64..=6 * cells.len() as i64;
        if let Some(total) = self.total.filter(|total| !reachable.contains(total)) {
            let (least, largest) = (reachable.start(), reachable.end());
            return Some(format!(
                "the total {total} is not between {least} and {largest}, a face from 1 to 6 on each cell"
            ));
        }
        if self.closed && cells.len() == 1 {
            return Some("a closed tour has at least 2 cells".into());
        }
        ends::visits_all(&self.board, self.closed, self.start_cell)
    }
}
