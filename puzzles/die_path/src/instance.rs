//! The model file of a die path, and a solution.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use tumble_model::model::Sense;
use tumble_puzzles::geometry::{Board, Cell, Die, Direction, Face, Place};
use tumble_puzzles::instance::{
    At, BoardTable, Document, FaceValues, FacesTable, GoalTable, InputError, LabelKind, StartTable, free_cell,
    read_faces,
};
use tumble_puzzles::puzzle::{Puzzle as _, Start, ends};

/// A die path: tumble's model file for `puzzle = "die-path"`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "DiePath")]
pub(super) struct File {
    /// What is made smallest or largest; sums need a board.
    #[serde(default)]
    objective: ObjectiveName,
    /// The board; if left out, the unbounded plane. A digit 1 to 6 in its map is a label: what the die has to show there.
    board: Option<At<BoardTable>>,
    /// The values of the faces in sums.
    faces: Option<At<FacesTable>>,
    /// What else is asked of the path; needs a board.
    path: Option<At<PathTable>>,
    /// The cell and the orientation in which the die starts.
    start: Option<StartTable>,
    /// The cell and the orientation in which it ends. On a board an empty table, or one without `cell`, means any cell; only a round trip
    /// needs no such table.
    goal: Option<GoalTable>,
    /// Two dice instead of one, on a board; they never share a cell.
    #[schemars(length(equal = 2))]
    dice: Option<At<Vec<DiceTable>>>,
}

/// What else is asked of the path.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "Path")]
struct PathTable {
    /// The path leads back to its start cell, with at least one roll.
    round_trip: bool,
    /// The only directions in which the die rolls, such as "ES".
    directions: Option<At<String>>,
    /// Faces that are never on top; the start and the end count, too.
    #[schemars(inner(range(min = 1, max = 6)))]
    never: Vec<At<i64>>,
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

/// An instance: a board or the plane, and one or two dice with their starts and goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiePath {
    /// The board; `None`: the unbounded plane.
    pub board: Option<Board>,
    /// One die, or on a board two with different start cells and different goal cells.
    pub runners: Vec<Runner>,
    /// By cell index of the board: the face that has to be on top there; empty if no cell has a label.
    pub labels: Vec<Option<Face>>,
    /// When a die has to show a label: after it has entered the cell, and at the start; or before it enters.
    pub label_kind: LabelKind,
    /// The directions in which the dice roll, clockwise from north; on the plane all.
    pub directions: Vec<Direction>,
    /// The faces that are never on top; on the plane none.
    pub never: Vec<Face>,
    /// Whether the path has at least one roll, and leads back to its start cell, which is the goal cell. Only for one die on a board.
    pub is_round_trip: bool,
    /// The sum that is made smallest or largest in place of the number of rolls. Only for one die on a board.
    pub sum: Option<Sum>,
}

/// A die with its start and its goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runner {
    /// The start cell, free.
    pub start: Cell,
    /// The orientations in which it may start: at least one, all of one handedness.
    pub start_dice: Vec<Die>,
    /// The goal cell, free; `None`, on a board only: any cell.
    pub goal: Option<Cell>,
    /// The orientations in which it may end: at least one, all of one handedness, possibly not the start's.
    pub goal_dice: Vec<Die>,
}

impl DiePath {
    /// The largest coordinate on the plane: distances stay exact in every reader of JSON.
    pub const MAX_COORDINATE: i64 = 1 << 51;

    pub(super) fn read(document: &Document) -> Result<Self, InputError> {
        let file: File = document.parse(Self::BOARD_KEYS)?;
        let path = file.path.as_ref().map(|at| at.value.clone()).unwrap_or_default();
        let (mut board, mut labels, mut weights) = (None, Vec::new(), None);
        if let Some(at) = &file.board {
            let (drawn, on_cells) =
                at.value.labeled(document, "die path").map_err(|error| error.or_at(at.span.clone(), "this board"))?;
            weights = at.value.weights(&drawn, document)?;
            (board, labels) = (Some(drawn), on_cells);
        }
        file.check(&path, board.as_ref())?;
        let (start, goal) = (file.start.clone().unwrap_or_default(), file.goal.clone());
        let runners = match &file.dice {
            None => vec![Runner::read(&start, goal, board.as_ref(), path.round_trip)?],
            Some(dice) if file.start.is_some() || file.goal.is_some() => {
                return Err(InputError::of(dice, "give [start] and [goal], or two [[dice]], not both", "two dice"));
            }
            Some(dice) => two(dice, board.as_ref())?,
        };
        let label_kind = file.board.as_ref().and_then(|board| board.value.labels.as_ref()).map(|at| at.value);
        let directions = path.directions.as_ref().map(read_directions).transpose()?;
        let directions = directions.unwrap_or_else(|| Direction::ALL.to_vec());
        let sum = Sum::read(file.objective, file.faces.as_ref().map(|at| &at.value), weights)?;
        if sum.as_ref().is_some_and(|sum| sum.sense == Sense::Maximize) && may_circle(&directions) {
            let message = "a largest sum needs `directions` in [path] that lead to no cell twice: a die that rolls to and fro makes any sum";
            return Err(
                InputError::at(0..0, message, "no largest sum").help("for example: [path] with directions = \"ES\"")
            );
        }
        Ok(Self {
            board,
            runners,
            labels,
            label_kind: label_kind.unwrap_or_default(),
            directions,
            never: read_faces(&path.never)?,
            is_round_trip: path.round_trip,
            sum,
        })
    }

    /// The label of a cell of the board.
    pub(super) fn label(&self, cell: Cell) -> Option<Face> {
        let i = self.board.as_ref()?.index(cell)?;
        self.labels.get(i).copied().flatten()
    }

    /// Whether the dice roll freely: every roll onto a free cell can be made, and undone.
    pub(super) fn is_plain(&self) -> bool {
        self.labels.is_empty()
            && self.never.is_empty()
            && self.directions.len() == Direction::ALL.len()
            && !self.is_round_trip
            && self.sum.is_none()
    }

    /// Whether a die may start in several orientations.
    pub(super) fn leaves_start_open(&self) -> bool {
        self.runners.iter().any(|runner| runner.start_dice.len() > 1)
    }

    /// Why there is no path, if handedness, parity, the free cells or the faces at its ends show it.
    pub(super) fn obstacle(&self) -> Option<String> {
        let several = self.runners.len() > 1;
        let named = |(i, why): (usize, String)| if several { format!("die {}: {why}", i + 1) } else { why };
        self.runners
            .iter()
            .enumerate()
            .find_map(|(i, runner)| {
                let why = runner.obstacle(self.board.as_ref());
                Some((i, why.or_else(|| self.hidden_end(runner)).or_else(|| self.wrong_start(runner))?))
            })
            .map(named)
    }

    /// All orientations of the start or of the goal show a face that is never on top.
    fn hidden_end(&self, runner: &Runner) -> Option<String> {
        let is_hidden = |dice: &[Die]| dice.iter().all(|die| self.never.contains(&die.top()));
        let ends = [("start", &runner.start_dice), ("goal", &runner.goal_dice)];
        let (end, _) = ends.into_iter().find(|(_, dice)| is_hidden(dice))?;
        Some(format!("at the {end} the die shows a face that is never on top"))
    }

    /// No start orientation shows the label of the start cell, which counts as entered.
    fn wrong_start(&self, runner: &Runner) -> Option<String> {
        let label = self.label(runner.start).filter(|_| self.label_kind == LabelKind::Top)?;
        let is_shown = !self.never.contains(&label) && runner.start_dice.iter().any(|die| die.top() == label);
        (!is_shown)
            .then(|| format!("the start cell {} is labeled {label}, which the die does not show there", runner.start))
    }
}

impl File {
    /// Refuses keys that make no sense together.
    fn check(&self, path: &PathTable, board: Option<&Board>) -> Result<(), InputError> {
        let has_sum = self.objective != ObjectiveName::Rolls;
        if board.is_none() && has_sum {
            return Err(InputError::at(0..0, "a sum needs a board", "no [board] table in this file"));
        }
        if let Some(at) = self.path.as_ref().filter(|_| board.is_none()) {
            return Err(InputError::of(at, "[path] needs a board", "no [board] table in this file"));
        }
        if let Some(faces) = self.faces.as_ref().filter(|_| !has_sum) {
            let help = "set `objective` to a sum, such as \"min-tops\"";
            return Err(InputError::of(faces, "values of faces count in sums only", "there is no sum").help(help));
        }
        if let Some(weights) = self.board.as_ref().and_then(|at| at.value.weights.as_ref()).filter(|_| !has_sum) {
            let help = "set `objective` to a sum, such as \"min-tops\"";
            return Err(InputError::of(weights, "weights of cells count in sums only", "there is no sum").help(help));
        }
        match &self.dice {
            Some(dice) if has_sum || path.round_trip => {
                let what = if has_sum { "sums are" } else { "a round trip is" };
                Err(InputError::of(dice, format!("{what} for one die"), "two dice"))
            }
            _ => Ok(()),
        }
    }
}

impl Runner {
    fn read(
        start: &StartTable,
        goal: Option<GoalTable>,
        board: Option<&Board>,
        is_round_trip: bool,
    ) -> Result<Self, InputError> {
        let start_dice = start.orientations()?;
        let is_given = goal.is_some();
        let GoalTable { cell: goal_cell, die: goal_die } = goal.unwrap_or_default();
        let start = cell("start", start.cell.as_ref(), board)?;
        let goal = match goal_cell {
            Some(at) if is_round_trip => {
                return Err(InputError::of(&at, "a round trip ends where it starts", "leave `cell` out"));
            }
            None if is_round_trip => Some(start),
            None if is_given && board.is_some() => None,
            at => Some(cell("goal", at.as_ref(), board)?),
        };
        let goal_dice = goal_die.unwrap_or_default().orientations_like(start_dice[0].handedness())?;
        Ok(Self { start, start_dice, goal, goal_dice })
    }

    fn obstacle(&self, board: Option<&Board>) -> Option<String> {
        let goal = || self.goal.map(|goal| (goal, &self.goal_dice[..]));
        ends::other_hand(&self.start_dice, &self.goal_dice)
            .or_else(|| ends::parity((self.start, &self.start_dice), goal()?))
            .or_else(|| self.wall(board?))
    }

    /// The start and the goal are not connected.
    fn wall(&self, board: &Board) -> Option<String> {
        let goal = self.goal.filter(|_| board.blocked_cells().next().is_some())?;
        (!board.connected_to(self.start).contains(goal))
            .then(|| format!("blocked cells separate the start {} from the goal {goal}", self.start))
    }
}

/// Two dice on a board.
fn two(dice: &At<Vec<DiceTable>>, board: Option<&Board>) -> Result<Vec<Runner>, InputError> {
    if board.is_none() {
        return Err(InputError::of(dice, "two dice need a board", "no [board] table in this file"));
    }
    let read = |die: &DiceTable| Runner::read(&die.start, Some(die.goal.clone()), board, false);
    let runners = dice.value.iter().map(read).collect::<Result<Vec<Runner>, _>>()?;
    let [a, b] = &runners[..] else {
        let message = format!("there are {} [[dice]], not two", runners.len());
        return Err(InputError::of(dice, message, "two dice are possible"));
    };
    let [goal_a, goal_b] = [a, b].map(|runner| runner.goal);
    for (what, first, second) in [("start", Some(a.start), Some(b.start)), ("goal", goal_a, goal_b)] {
        if let Some(first) = first.filter(|_| first == second) {
            return Err(InputError::of(
                dice,
                format!("both dice have {first} as their {what} cell"),
                "never share a cell",
            ));
        }
    }
    Ok(runners)
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

/// A path as rolls, and as runs of equal rolls. A roll is a letter `N E S W`; with two dice the number of the die comes before
/// it: `1N`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Route {
    /// The number of rolls.
    pub length: i64,
    /// The rolls, those of two dice with spaces between them; `None` if there are more than [`Route::MAX_MOVES`].
    pub moves: Option<String>,
    /// Rolls, each with the number of times that it is repeated, at least 1.
    pub runs: Vec<(String, i64)>,
    /// The sum over the cells of the path, where the model asks for a sum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<i64>,
    /// Where the model leaves the orientation at the start open: the start of the die.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// The same for two dice, in their order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts: Option<Vec<Start>>,
}

impl Route {
    /// Longer paths are given as runs only.
    pub const MAX_MOVES: i64 = 10_000;

    /// The path with these runs; adjacent runs may be equal, and runs may be empty.
    pub(super) fn of_runs(runs: impl IntoIterator<Item = (String, i64)>) -> Self {
        let mut merged: Vec<(String, i64)> = Vec::new();
        for (roll, count) in runs.into_iter().filter(|&(_, count)| count > 0) {
            match merged.last_mut() {
                Some((last, sum)) if *last == roll => *sum += count,
                _ => merged.push((roll, count)),
            }
        }
        let length = merged.iter().map(|&(_, count)| count).sum();
        Self {
            length,
            moves: (length <= Self::MAX_MOVES).then(|| spell(&merged)),
            runs: merged,
            sum: None,
            start: None,
            starts: None,
        }
    }

    /// The path from these starts, one for each die; they are noted where the model leaves an orientation open.
    pub(super) fn with_starts(self, puzzle: &DiePath, starts: Vec<Start>) -> Self {
        match (&starts[..], puzzle.leaves_start_open()) {
            (_, false) => self,
            (&[start], true) => Self { start: Some(start), ..self },
            (_, true) => Self { starts: Some(starts), ..self },
        }
    }

    /// The runs as answers write them, as in `E×12`: `2E` would be the roll of the second of two dice.
    pub(super) fn spelled_runs(&self) -> Vec<String> {
        let run = |(roll, count): &(String, i64)| if *count == 1 { roll.clone() } else { format!("{roll}×{count}") };
        self.runs.iter().map(run).collect()
    }

    /// The start of each die, if the path notes them.
    pub(super) fn starts(&self) -> Option<&[Start]> {
        self.start.as_ref().map(std::slice::from_ref).or(self.starts.as_deref())
    }

    /// The path with these rolls of a single die.
    pub(super) fn of_rolls(rolls: impl IntoIterator<Item = Direction>) -> Self {
        Self::of_runs(rolls.into_iter().map(|direction| (direction.letter().to_string(), 1)))
    }
}

/// The rolls one by one.
fn spell(runs: &[(String, i64)]) -> String {
    let rolls: Vec<&str> = runs
        .iter()
        .flat_map(|(roll, count)| std::iter::repeat_n(roll.as_str(), usize::try_from(*count).unwrap_or(0)))
        .collect();
    let numbered = rolls.iter().any(|roll| roll.len() > 1);
    rolls.join(if numbered { " " } else { "" })
}

// What a path makes smallest or largest: its rolls, or a sum over its cells.

/// The objective, as the model file names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ObjectiveName {
    /// The fewest rolls.
    #[default]
    Rolls,
    /// The smallest sum of the faces on top, over all cells of the path, the start included.
    MinTops,
    /// The largest sum of the faces on top.
    MaxTops,
    /// The smallest sum of the faces at the bottom.
    MinBottoms,
    /// The largest sum of the faces at the bottom.
    MaxBottoms,
}

/// A sum over all cells of a path, the start included: of the value of a face, times the weight of the cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// Whether it is made largest or smallest.
    pub sense: Sense,
    /// The face that counts: that on top, or that at the bottom.
    pub place: Place,
    /// What a face counts on a cell.
    pub values: FaceValues,
}

impl Sum {
    pub(super) fn read(
        name: ObjectiveName,
        faces: Option<&FacesTable>,
        weights: Option<Vec<i64>>,
    ) -> Result<Option<Self>, InputError> {
        let (sense, place) = match name {
            ObjectiveName::Rolls => return Ok(None),
            ObjectiveName::MinTops => (Sense::Minimize, Place::Top),
            ObjectiveName::MaxTops => (Sense::Maximize, Place::Top),
            ObjectiveName::MinBottoms => (Sense::Minimize, Place::Bottom),
            ObjectiveName::MaxBottoms => (Sense::Maximize, Place::Bottom),
        };
        Ok(Some(Self { sense, place, values: FaceValues::read(faces, weights)? }))
    }

    /// What is summed, in a sentence.
    pub(super) fn in_words(&self) -> String {
        let size = if self.sense == Sense::Minimize { "smallest" } else { "largest" };
        format!("The {size} sum of the faces at the {}{}.", self.place.name(), self.values.in_words())
    }

    /// What a die counts on a cell, given by its index.
    pub(super) fn value(&self, cell: usize, die: Die) -> i64 {
        self.values.value(cell, die.face(self.place))
    }

    /// The cost of a die on a cell: what is made largest is turned round.
    pub(super) fn cost(&self, cell: usize, die: Die) -> i64 {
        self.sign() * self.value(cell, die)
    }

    /// The sum of a path with this cost, and the other way round.
    pub(super) const fn sign(&self) -> i64 {
        match self.sense {
            Sense::Minimize => 1,
            Sense::Maximize => -1,
        }
    }

    /// Whether some cell may cost less than nothing.
    pub(super) fn may_be_negative(&self) -> bool {
        let ends =
            |numbers: &[i64]| [numbers.iter().copied().min().unwrap_or(0), numbers.iter().copied().max().unwrap_or(0)];
        let weights = self.values.weights.as_deref().map_or([1, 1], ends);
        ends(&self.values.values).iter().any(|value| weights.iter().any(|weight| self.sign() * value * weight < 0))
    }
}

/// The rolls that a path may make.
pub(super) fn read_directions(at: &At<String>) -> Result<Vec<Direction>, InputError> {
    let direction = |letter: char| {
        let unknown = || InputError::of(at, format!("`{letter}` is not one of N, E, S, W"), "not a direction");
        Direction::of_letter(letter).ok_or_else(unknown)
    };
    let mut directions = at.value.chars().map(direction).collect::<Result<Vec<_>, _>>()?;
    directions.sort_by_key(|direction| direction.index());
    directions.dedup();
    if directions.is_empty() {
        Err(InputError::of(at, "a path needs some direction to roll", "empty"))
    } else {
        Ok(directions)
    }
}

/// Whether rolls in these directions may lead back to a cell.
pub(super) fn may_circle(directions: &[Direction]) -> bool {
    directions.iter().any(|direction| directions.contains(&direction.opposite()))
}
