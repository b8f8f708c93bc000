//! The model file of a die path.

use schemars::{JsonSchema, Schema, schema_for};
use serde::Deserialize;

use crate::geometry::{Board, Cell, Die};
use crate::instance::{At, BoardTable, Document, GoalTable, InputError, SolveTable, StartTable, free_cell};
use crate::puzzle::ends;

/// A die path: tumble's model file for `puzzle = "die-path"`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "DiePath")]
struct File {
    /// Always "die-path".
    #[allow(dead_code, reason = "read by the dispatcher; here for the schema")]
    #[schemars(extend("const" = "die-path"))]
    puzzle: String,
    /// The board; if left out, the unbounded plane.
    board: Option<At<BoardTable>>,
    /// The cell and the orientation in which the die starts.
    start: Option<StartTable>,
    /// The cell and the orientation in which it ends.
    goal: Option<GoalTable>,
    /// Two dice instead of one, on a board; they never share a cell.
    dice: Option<At<Vec<DiceTable>>>,
    /// Defaults for `tumble solve`.
    #[allow(dead_code, reason = "read by the pipeline; here so that its keys are accepted")]
    #[serde(default)]
    solve: SolveTable,
}

/// One of two dice.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "Dice")]
struct DiceTable {
    /// The cell and the orientation in which it starts.
    start: StartTable,
    /// The cell and the orientation in which it ends.
    goal: GoalTable,
}

/// The JSON schema of the model file.
pub(super) fn schema() -> Schema {
    schema_for!(File)
}

/// An instance: a board or the plane, and one or two dice with their starts and goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiePath {
    /// The board; `None`: the unbounded plane.
    pub board: Option<Board>,
    /// One die, or on a board two with different start cells and different goal cells.
    pub runners: Vec<Runner>,
}

/// A die with its start and its goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runner {
    /// The start cell, free.
    pub start: Cell,
    /// The orientations in which it may start: at least one, all of one handedness.
    pub start_dice: Vec<Die>,
    /// The goal cell, free.
    pub goal: Cell,
    /// The orientations in which it may end: at least one, all of one handedness, possibly not the start's.
    pub goal_dice: Vec<Die>,
}

impl DiePath {
    /// The largest coordinate on the plane: distances stay exact in every reader of JSON.
    pub const MAX_COORDINATE: i64 = 1 << 51;

    pub(super) fn read(document: &Document) -> Result<Self, InputError> {
        let file: File = document.parse()?;
        let board = file.board.as_ref().map(|at| read_board(at, document)).transpose()?;
        let runners = match &file.dice {
            None => {
                let (start, goal) = (file.start.unwrap_or_default(), file.goal.unwrap_or_default());
                vec![Runner::read(&start, &goal, board.as_ref())?]
            }
            Some(dice) if file.start.is_some() || file.goal.is_some() => {
                return Err(InputError::of(dice, "give [start] and [goal], or two [[dice]], not both", "two dice"));
            }
            Some(dice) => two(dice, board.as_ref())?,
        };
        Ok(Self { board, runners })
    }

    /// Whether a die may start in several orientations.
    pub(super) fn leaves_start_open(&self) -> bool {
        self.runners.iter().any(|runner| runner.start_dice.len() > 1)
    }

    /// Why there is no path, if handedness, parity or the free cells show it.
    pub(super) fn obstacle(&self) -> Option<String> {
        let several = self.runners.len() > 1;
        let named = |(i, why): (usize, String)| if several { format!("die {}: {why}", i + 1) } else { why };
        self.runners
            .iter()
            .enumerate()
            .find_map(|(i, runner)| Some((i, runner.obstacle(self.board.as_ref())?)))
            .map(named)
    }
}

impl Runner {
    fn read(start: &StartTable, goal: &GoalTable, board: Option<&Board>) -> Result<Self, InputError> {
        let start_dice = start.orientations()?;
        let goal_die = goal.die.clone().unwrap_or_default();
        Ok(Self {
            start: cell("start", start.cell.as_ref(), board)?,
            goal: cell("goal", goal.cell.as_ref(), board)?,
            goal_dice: goal_die.orientations_like(start_dice[0].handedness())?,
            start_dice,
        })
    }

    fn obstacle(&self, board: Option<&Board>) -> Option<String> {
        ends::other_hand(&self.start_dice, &self.goal_dice)
            .or_else(|| ends::parity((self.start, &self.start_dice), (self.goal, &self.goal_dice)))
            .or_else(|| self.wall(board?))
    }

    /// The start and the goal are not connected.
    fn wall(&self, board: &Board) -> Option<String> {
        let has_walls = board.blocked_cells().next().is_some();
        (has_walls && !board.connected_to(self.start).contains(&self.goal))
            .then(|| format!("blocked cells separate the start {} from the goal {}", self.start, self.goal))
    }
}

/// Two dice on a board.
fn two(dice: &At<Vec<DiceTable>>, board: Option<&Board>) -> Result<Vec<Runner>, InputError> {
    if board.is_none() {
        return Err(InputError::of(dice, "two dice need a board", "no [board] table in this file"));
    }
    let read = |die: &DiceTable| Runner::read(&die.start, &die.goal, board);
    let runners = dice.value.iter().map(read).collect::<Result<Vec<Runner>, _>>()?;
    let [a, b] = &runners[..] else {
        let message = format!("there are {} [[dice]], not two", runners.len());
        return Err(InputError::of(dice, message, "two dice are possible"));
    };
    for (what, first, second) in [("start", a.start, b.start), ("goal", a.goal, b.goal)] {
        if first == second {
            return Err(InputError::of(
                dice,
                format!("both dice have {first} as their {what} cell"),
                "never share a cell",
            ));
        }
    }
    Ok(runners)
}

fn read_board(at: &At<BoardTable>, document: &Document) -> Result<Board, InputError> {
    let board = at.value.board(document, |_, drawn| match drawn.character {
        '.' => Ok(()),
        other => Err(InputError::at(drawn.span.clone(), format!("`{other}` is not a cell of a die path"), "not known")
            .help("`.` is a free cell, `#` a blocked one")),
    });
    board.map_err(|error| error.or_at(at.span.clone(), "this board"))
}

/// The cell of the start or the goal, which is required.
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
