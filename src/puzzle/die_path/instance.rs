//! The model file of a die path.

use schemars::{JsonSchema, Schema, schema_for};
use serde::Deserialize;

use crate::geometry::{Board, Cell, Die};
use crate::instance::{At, BoardTable, DieTable, Document, InputError, SolveTable, StartTable, free_cell};

/// A die path: tumble's model file for `puzzle = "die-path"`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "DiePath")]
struct File {
    /// Always "die-path".
    #[allow(dead_code, reason = "the dispatcher has read it; it stands here for the schema")]
    #[schemars(extend("const" = "die-path"))]
    puzzle: String,
    /// The board; left out: the unbounded plane.
    board: Option<At<BoardTable>>,
    /// Where and how the die starts.
    #[serde(default)]
    start: StartTable,
    /// Where and how it is to stand at the end.
    #[serde(default)]
    goal: GoalTable,
    /// Defaults for `tumble solve`.
    #[allow(dead_code, reason = "the pipeline reads it; it stands here so that its keys are known")]
    #[serde(default)]
    solve: SolveTable,
}

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "Goal")]
struct GoalTable {
    /// The goal cell [x, y].
    cell: Option<At<Cell>>,
    /// The die by its faces; fewer than three, or none: any orientation of the start's handedness that agrees.
    die: Option<DieTable>,
}

/// The JSON schema of the model file.
pub(super) fn schema() -> Schema {
    schema_for!(File)
}

/// An instance: a board or the plane, where the die starts, and where it is to go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiePath {
    /// The board; the unbounded plane without.
    pub board: Option<Board>,
    /// The start cell, free.
    pub start: Cell,
    /// The orientations in which the die may start: at least one, all of one handedness.
    pub start_dice: Vec<Die>,
    /// The goal cell, free.
    pub goal: Cell,
    /// The orientations in which it may end: at least one, all of one handedness, perhaps not the start's.
    pub goal_dice: Vec<Die>,
}

impl DiePath {
    /// The largest coordinate on the plane: distances stay exact in every reader of JSON.
    pub const MAX_COORDINATE: i64 = 1 << 51;

    pub(super) fn read(document: &Document) -> Result<Self, InputError> {
        let file: File = document.parse()?;
        let board = file.board.as_ref().map(|at| read_board(at, document)).transpose()?;
        let start_dice = file.start.orientations()?;
        let goal_die = file.goal.die.unwrap_or_default();
        Ok(Self {
            start: cell("start", file.start.cell.as_ref(), board.as_ref())?,
            goal: cell("goal", file.goal.cell.as_ref(), board.as_ref())?,
            goal_dice: goal_die.orientations_like(start_dice[0].handedness())?,
            start_dice,
            board,
        })
    }

    /// Why there is no path, where a count tells.
    pub(super) fn obstacle(&self) -> Option<String> {
        let (start, goal) = (self.start_dice[0].handedness(), self.goal_dice[0].handedness());
        if start != goal {
            return Some(format!(
                "the die is {start}-handed at the start and {goal}-handed at the goal: rolling never changes that"
            ));
        }
        let colours = self.start.colour() ^ self.goal.colour();
        let fits = |from: &Die| self.goal_dice.iter().any(|to| from.class() ^ to.class() == colours);
        (!self.start_dice.iter().any(fits)).then(|| {
            "parity: every roll changes the colour of the cell and the class of the orientation, and start and goal do not agree"
                .into()
        })
    }
}

fn read_board(at: &At<BoardTable>, document: &Document) -> Result<Board, InputError> {
    let board = at.value.board(document, |_, drawn| match drawn.character {
        '.' => Ok(()),
        other => Err(InputError::at(drawn.span.clone(), format!("`{other}` is no cell of a die path"), "not known")
            .help("`.` is a free cell, `#` a blocked one")),
    });
    board.map_err(|error| error.or_at(at.span.clone(), "this board"))
}

/// The cell of the start or the goal, which has to be given.
fn cell(what: &str, at: Option<&At<Cell>>, board: Option<&Board>) -> Result<Cell, InputError> {
    let Some(at) = at else {
        return Err(InputError::at(0..0, format!("a die path needs a {what} cell"), format!("no `cell` in [{what}]"))
            .help(format!("add it: [{what}] with cell = [x, y]")));
    };
    if let Some(board) = board {
        return free_cell(what, at, board);
    }
    let limit = DiePath::MAX_COORDINATE;
    let inside = |n: i64| (-limit..=limit).contains(&n);
    if inside(at.value.x) && inside(at.value.y) {
        return Ok(at.value);
    }
    Err(InputError::of(at, format!("{what} cell {} is too far out", at.value), format!("coordinates go to ±{limit}")))
}
