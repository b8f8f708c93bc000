//! The model file of a cube tray.

use schemars::{JsonSchema, Schema, schema_for};
use serde::Deserialize;

use super::poses::{Cubes, LETTERS};
use crate::geometry::{Board, Die, Handedness, Place};
use crate::instance::{At, Document, InputError, SolveTable, read_map, read_map_of_words};

/// The kind of cubes in the tray.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    /// One black face, a coloured one opposite it, four grey ones.
    #[default]
    SixStates,
    /// Dice, which show all 24 orientations.
    Oriented,
}

/// A cube tray: tumble's model file for `puzzle = "cube-tray"`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "CubeTray")]
struct File {
    /// Always "cube-tray".
    #[allow(dead_code, reason = "read by the dispatcher; here for the schema")]
    #[schemars(extend("const" = "cube-tray"))]
    puzzle: String,
    /// "six-states" (the default): one black face, a coloured one opposite it, four grey ones; or "oriented": dice.
    #[serde(default)]
    cubes: Kind,
    /// The handedness of the dice, with `cubes = "oriented"`: "right" (the default): 1, 2, 3 run
    /// counter-clockwise around their corner, seen from outside; "left": clockwise.
    handedness: Option<At<Handedness>>,
    /// The tray at the start.
    start: Option<MapTable>,
    /// The tray at the end.
    goal: Option<MapTable>,
    /// Defaults for `tumble solve`.
    #[allow(dead_code, reason = "read by the pipeline; here so that its keys are accepted")]
    #[serde(default)]
    solve: SolveTable,
}

/// The drawing of a tray.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Tray")]
struct MapTable {
    /// The tray drawn, the north row first: `k` black up, `c` colour up, `n e s w` grey up with the black face that way, `_`
    /// the hole, `?` (goal only) anything. With `cubes = "oriented"`, two characters per cell, separated by spaces: the top and
    /// the north face of a die, `__` the hole, `?` (goal only) for any face.
    map: At<String>,
}

/// The JSON schema of the model file.
pub(super) fn schema() -> Schema {
    schema_for!(File)
}

/// What a cell may hold at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Whether it may be the hole.
    pub hole: bool,
    /// The poses that a cube may have there, one bit each.
    pub poses: u32,
}

impl Wanted {
    /// Whether a cube may be there in this pose.
    pub const fn allows(self, pose: u8) -> bool {
        self.poses >> pose & 1 == 1
    }
}

/// An instance: the tray at the start, and the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CubeTray {
    /// The tray: a rectangle, nothing blocked.
    pub board: Board,
    /// The kind of its cubes.
    pub cubes: Cubes,
    /// By cell index: the pose at the start; exactly one cell is `None`, the hole.
    pub start: Vec<Option<u8>>,
    /// By cell index: the goal.
    pub goal: Vec<Wanted>,
}

/// A cell of a map with its span in the file.
type SpannedCell = At<Wanted>;

impl CubeTray {
    /// The maximum number of cells of a tray with these cubes: what a state of the search can hold.
    pub const fn max_cells(cubes: Cubes) -> usize {
        match cubes {
            Cubes::SixStates => 36,
            Cubes::Oriented(_) => 24,
        }
    }

    pub(super) fn read(document: &Document) -> Result<Self, InputError> {
        let file: File = document.parse()?;
        let cubes = match (file.cubes, &file.handedness) {
            (Kind::Oriented, at) => Cubes::Oriented(at.as_ref().map_or_else(Handedness::default, |at| at.value)),
            (Kind::SixStates, None) => Cubes::SixStates,
            (Kind::SixStates, Some(at)) => {
                let message = "only oriented cubes have a handedness";
                return Err(InputError::of(at, message, "needs cubes = \"oriented\""));
            }
        };
        let missing = |table: &str| {
            InputError::at(0..0, format!("a cube tray needs its {table}"), format!("no [{table}] table in this file"))
                .help(format!("add a table: [{table}] with a `map`"))
        };
        let start_map = &file.start.as_ref().ok_or_else(|| missing("start"))?.map;
        let goal_map = &file.goal.as_ref().ok_or_else(|| missing("goal"))?.map;
        let start_rows = read_tray(start_map, document, cubes)?;
        let goal_rows = read_tray(goal_map, document, cubes)?;
        let (columns, rows) = (start_rows[0].len(), start_rows.len());
        if (goal_rows[0].len(), goal_rows.len()) != (columns, rows) {
            let message =
                format!("the goal is {} × {}, the start {columns} × {rows}", goal_rows[0].len(), goal_rows.len());
            return Err(InputError::of(goal_map, message, "not the size of the start"));
        }
        if columns * rows > Self::max_cells(cubes) {
            let message =
                format!("a tray of {} cells is over the limit of {} cells", columns * rows, Self::max_cells(cubes));
            return Err(InputError::of(start_map, message, "too large"));
        }
        let board = Board::new(columns as i64, rows as i64, &[]);
        Ok(Self {
            board: board.map_err(|error| InputError::of(start_map, error.to_string(), "this tray"))?,
            cubes,
            start: start(start_map, start_rows)?,
            goal: goal(goal_map, goal_rows, cubes)?,
        })
    }

    /// The cell index of the hole at the start.
    pub(super) fn hole(&self) -> usize {
        self.start.iter().position(Option::is_none).expect("a tray has one hole")
    }
}

/// All poses, one bit each.
fn every_pose(cubes: Cubes) -> u32 {
    (1 << cubes.poses()) - 1
}

fn read_tray(map: &At<String>, document: &Document, cubes: Cubes) -> Result<Vec<Vec<SpannedCell>>, InputError> {
    match cubes {
        Cubes::SixStates => {
            let rows = read_map(map, document)?;
            let read = |cell: &crate::instance::MapCell| letter(cell.character, cell.span.clone());
            rows.iter().map(|row| row.iter().map(read).collect()).collect()
        }
        Cubes::Oriented(handedness) => {
            let rows = read_map_of_words(map, document)?;
            rows.iter().map(|row| row.iter().map(|word| pair(word, handedness)).collect()).collect()
        }
    }
}

/// A cell of a six-state tray.
fn letter(character: char, span: std::ops::Range<usize>) -> Result<SpannedCell, InputError> {
    let pose = LETTERS.iter().position(|&letter| letter == character);
    let value = match (character, pose) {
        ('_', _) => Wanted { hole: true, poses: 0 },
        ('?', _) => Wanted { hole: true, poses: every_pose(Cubes::SixStates) },
        (_, Some(pose)) => Wanted { hole: false, poses: 1 << pose },
        _ => {
            let help = "`k` black up, `c` colour up, `n e s w` grey up with the black face that way, `_` the hole, `?` anything";
            return Err(InputError::at(span, format!("`{character}` is not a cube"), "not known").help(help));
        }
    };
    Ok(At { value, span })
}

/// A cell of a tray of dice: top and north.
fn pair(word: &At<String>, handedness: Handedness) -> Result<SpannedCell, InputError> {
    let span = word.span.clone();
    let unknown = || {
        InputError::of(word, format!("`{}` is not a die", word.value), "not known")
            .help("two characters: the top and the north face, `?` for any; `__` is the hole")
    };
    let characters: Vec<char> = word.value.chars().collect();
    let &[top, north] = &characters[..] else { return Err(unknown()) };
    if (top, north) == ('_', '_') {
        return Ok(At { value: Wanted { hole: true, poses: 0 }, span });
    }
    let matches = |asked: char, face: u8| asked == '?' || asked.to_digit(10) == Some(u32::from(face));
    if [top, north].iter().any(|&c| !matches!(c, '?' | '1'..='6')) {
        return Err(unknown());
    }
    let agrees = |die: &Die| matches(top, die.top()) && matches(north, die.face(Place::North));
    let dice = Die::all(handedness).iter().filter(|die| agrees(die));
    let poses = dice.fold(0, |poses, die| poses | 1 << die.index());
    if poses == 0 {
        let message = format!("no die has {top} on top and {north} to the north");
        return Err(InputError::of(word, message, "no such die").help("opposite faces of a die sum to 7"));
    }
    Ok(At { value: Wanted { hole: (top, north) == ('?', '?'), poses }, span })
}

/// The start: every cell is fixed, and exactly one is the hole.
fn start(map: &At<String>, rows: Vec<Vec<SpannedCell>>) -> Result<Vec<Option<u8>>, InputError> {
    let mut holes = 0;
    let mut poses = Vec::new();
    for cell in rows.into_iter().flatten() {
        if cell.value.poses.count_ones() > 1 {
            return Err(InputError::of(&cell, "`?` leaves the start open", "only a goal may have `?`"));
        }
        if cell.value.hole {
            holes += 1;
            if holes > 1 {
                return Err(InputError::of(&cell, "a tray has one hole", "a second hole"));
            }
        }
        poses.push((!cell.value.hole).then(|| cell.value.poses.trailing_zeros() as u8));
    }
    if holes == 0 {
        return Err(InputError::of(map, "a tray has one hole", "no hole is drawn: `_`"));
    }
    Ok(poses)
}

/// The goal: if the hole is drawn, no other cell may be the hole.
fn goal(map: &At<String>, rows: Vec<Vec<SpannedCell>>, cubes: Cubes) -> Result<Vec<Wanted>, InputError> {
    let cells: Vec<SpannedCell> = rows.into_iter().flatten().collect();
    let drawn: Vec<&SpannedCell> = cells.iter().filter(|cell| cell.value.poses == 0).collect();
    if let Some(second) = drawn.get(1) {
        return Err(InputError::of(second, "a tray has one hole", "a second hole"));
    }
    if !cells.iter().any(|cell| cell.value.hole) {
        let anything = if cubes == Cubes::SixStates { "`_` or a `?`" } else { "`__` or a `??`" };
        return Err(InputError::of(map, "a tray has one hole", format!("no cell can be the hole: draw {anything}")));
    }
    let hole_is_drawn = !drawn.is_empty();
    let settle = |cell: &SpannedCell| Wanted {
        hole: cell.value.hole && (!hole_is_drawn || cell.value.poses == 0),
        ..cell.value
    };
    Ok(cells.iter().map(settle).collect())
}
