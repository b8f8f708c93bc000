//! The model file of a cube tray, and a solution.

use std::collections::BTreeMap;
use std::fmt;

use itertools::Itertools as _;
use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, IntoDeserializer as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::poses::{Cubes, Faces, Kind, PoseSet, first, is_letter};
use tumble_puzzles::geometry::{Board, Handedness};
use tumble_puzzles::instance::{At, Document, InputError, MapCell, read_map, read_map_of_words};

/// A cube tray: tumble's model file for `puzzle = "cube-tray"`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "CubeTray")]
pub(super) struct File {
    /// "six-states" (the default): one black face, a coloured one opposite it, four grey ones; or "oriented": dice; or tables of cubes of several
    /// kinds, each with what is on its faces, by their names.
    #[schemars(with = "Option<CubesSchema>")]
    cubes: Option<At<CubesKey>>,
    /// The handedness of the dice, with `cubes = "oriented"`: "right" (the default): 1, 2, 3 run
    /// counter-clockwise around their corner, seen from outside; "left": clockwise.
    handedness: Option<At<Handedness>>,
    /// Cubes of another kind: what is on their faces.
    cube: Option<CubeTable>,
    /// The tray at the start.
    start: Option<StartTable>,
    /// The tray at the end.
    goal: Option<GoalTable>,
}

/// The tray at the start.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "StartTray")]
struct StartTable {
    /// The tray drawn, the north row first: `k` black up, `c` colour up, `n e s w` grey up with the black face that way, `_`
    /// the hole. With `cubes = "oriented"`, two characters per cell, separated by spaces: the top and the north face of a die, `__` the hole.
    /// With `[cube] faces`, words separated by spaces: the letters on top, north, east, south and west of a cube, of which the last may be
    /// left out, `__` or `_` the hole; if several poses have the letters of a word, it means the pose of `[cube]`. A tray of dice has at most
    /// 24 cells, of other cubes 24 to 36: the more poses the cubes have, the fewer cells.
    map: At<String>,
    /// With cubes of several kinds: the name of the cube on each cell, drawn like the map, `_` the hole.
    cubes: Option<At<String>>,
}

/// The tray at the end.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "GoalTray")]
struct GoalTable {
    /// The tray drawn like that at the start, with `?` for anything; in words `?` stands for any face or letter, and a word means all poses
    /// that have its letters. A cell of question marks alone may be the hole, unless a hole is drawn.
    map: At<String>,
    /// Where the hole is, in place of a drawn hole.
    hole: Option<At<HolePlace>>,
}

/// Where the hole is at the end.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum HolePlace {
    /// On any cell. The map draws a cube on every cell, and each cell but the hole looks as drawn.
    Any,
}

/// What a cell may hold at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Whether it may be the hole.
    pub hole: bool,
    /// The poses that a cube may have there, one bit each.
    pub poses: u64,
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

/// The number of bits that hold the poses in a state of the search: those of a `u128` but six for the hole.
pub(super) const POSE_BITS: u32 = 122;

/// A cell of a map: its word, and what it means.
struct Drawn {
    word: At<String>,
    wanted: Wanted,
}

impl CubeTray {
    /// The maximum number of cells of a tray with these cubes: what a state of the search can hold.
    pub fn max_cells(cubes: &Cubes) -> usize {
        (POSE_BITS / cubes.bits()).min(36) as usize
    }

    pub(super) fn read(document: &Document) -> Result<Self, InputError> {
        let file: File = document.parse(&[])?;
        let cubes = file.read_cubes()?;
        let missing = |table: &str| {
            InputError::at(0..0, format!("a cube tray needs its {table}"), format!("no [{table}] table in this file"))
                .help(format!("add a table: [{table}] with a `map`"))
        };
        let StartTable { map: start_map, cubes: names } = file.start.as_ref().ok_or_else(|| missing("start"))?;
        let GoalTable { map: goal_map, hole: goal_hole } = file.goal.as_ref().ok_or_else(|| missing("goal"))?;
        let start_rows = read_tray(start_map, document, &cubes)?;
        let goal_rows = read_tray(goal_map, document, &cubes)?;
        let (columns, rows) = (start_rows[0].len(), start_rows.len());
        if (goal_rows[0].len(), goal_rows.len()) != (columns, rows) {
            let message =
                format!("the goal is {} × {}, the start {columns} × {rows}", goal_rows[0].len(), goal_rows.len());
            return Err(InputError::of(goal_map, message, "not the size of the start"));
        }
        let limit = Self::max_cells(&cubes);
        if columns * rows > limit {
            let message = format!("a tray of {} cells is over the limit of {limit} cells", columns * rows);
            return Err(InputError::of(start_map, message, "too large"));
        }
        let board = Board::new(columns as i64, rows as i64, &[]);
        let drawn = start_rows.into_iter().flatten().collect();
        let of_names = names
            .as_ref()
            .map(|names| named(file.cubes.as_ref(), names, (columns, rows), &cubes, document))
            .transpose()?;
        Ok(Self {
            board: board.map_err(|error| InputError::of(start_map, error.to_string(), "this tray"))?,
            start: start(start_map, drawn, of_names.as_deref(), &cubes)?,
            goal: goal(goal_map, goal_rows, goal_hole.is_some(), &cubes)?,
            cubes,
        })
    }

    /// The cell index of the hole at the start.
    pub(super) fn hole(&self) -> usize {
        self.start.iter().position(Option::is_none).expect("a tray has one hole")
    }

    /// The number of trays with these cells and cubes, as if each cube came to every cell in every pose; `None` if 128 bits do not hold it.
    pub(super) fn states(&self) -> Option<u128> {
        let cubes = self.start.iter().skip(1).map(|_| u128::from(self.cubes.poses()));
        cubes.into_iter().try_fold(self.start.len() as u128, u128::checked_mul)
    }

    /// Whether any cell may be the hole at the end, and none has to be.
    pub(super) fn leaves_hole_open(&self) -> bool {
        self.goal.iter().all(|wanted| wanted.hole && wanted.poses != 0)
    }
}

impl File {
    /// The cubes of the tray.
    fn read_cubes(&self) -> Result<Cubes, InputError> {
        let kind = match self.cubes.as_ref().map(|at| &at.value) {
            Some(CubesKey::Kind(kind)) => Some(*kind),
            Some(CubesKey::Kinds(_)) => Some(Kind::Lettered),
            None => None,
        };
        if let (Some(at), Some(_)) = (&self.cubes, &self.cube) {
            let message = "[cube] says what all the cubes are";
            return Err(InputError::of(at, message, "contradicts [cube]").help("leave `cubes` out"));
        }
        if let (Some(at), None | Some(Kind::SixStates | Kind::Lettered)) = (&self.handedness, kind) {
            let message = "only oriented cubes have a handedness";
            return Err(InputError::of(at, message, "needs cubes = \"oriented\""));
        }
        if let Some(At { value: CubesKey::Kinds(kinds), span }) = &self.cubes {
            let faces: Vec<Faces> = kinds.values().map(|cube| cube.value.faces.read()).collect::<Result<_, _>>()?;
            return Cubes::of_kinds(&faces).map_err(|why| InputError::at(span.clone(), why, "these cubes"));
        }
        match (&self.cube, kind) {
            (Some(cube), _) => cube.faces.read().map(Cubes::lettered),
            (None, Some(Kind::Oriented)) => {
                Ok(Cubes::dice(self.handedness.as_ref().map_or_else(Handedness::default, |at| at.value)))
            }
            (None, _) => Ok(Cubes::six_states()),
        }
    }
}

fn read_tray(map: &At<String>, document: &Document, cubes: &Cubes) -> Result<Vec<Vec<Drawn>>, InputError> {
    let rows = if cubes.kind == Kind::SixStates {
        let word = |cell: MapCell| At { value: cell.character.into(), span: cell.span };
        read_map(map, document)?.into_iter().map(|row| row.into_iter().map(word).collect()).collect()
    } else {
        read_map_of_words(map, document)?
    };
    rows.into_iter().map(|row: Vec<_>| row.into_iter().map(|word| drawn(word, cubes)).collect()).collect()
}

/// What a word of a map means.
fn drawn(word: At<String>, cubes: &Cubes) -> Result<Drawn, InputError> {
    let is_all = |asked| word.value.chars().all(|letter| letter == asked);
    let is_word = cubes.kind != Kind::Oriented || word.value.chars().count() == 2;
    let wanted = match cubes.agreeing(&word.value) {
        0 if is_word && is_all('_') => Wanted { hole: true, poses: 0 },
        poses if is_word && poses != 0 => Wanted { hole: is_all('?'), poses },
        _ => return Err(unknown(&word, cubes)),
    };
    Ok(Drawn { word, wanted })
}

/// The error for a word that no cube agrees with.
fn unknown(word: &At<String>, cubes: &Cubes) -> InputError {
    let text = &word.value;
    let (message, label, help) = match (cubes.kind, text.as_bytes()) {
        (Kind::SixStates, _) => (
            format!("`{text}` is not a cube"),
            "not known",
            "`k` black up, `c` colour up, `n e s w` grey up with the black face that way, `_` the hole, `?` anything"
                .into(),
        ),
        (Kind::Oriented, [top @ b'1'..=b'6', north @ b'1'..=b'6']) => (
            format!("no die has {} on top and {} to the north", char::from(*top), char::from(*north)),
            "no such die",
            "opposite faces of a die sum to 7".into(),
        ),
        (Kind::Oriented, _) => (
            format!("`{text}` is not a die"),
            "not known",
            "two characters: the top and the north face, `?` for any; `__` is the hole".into(),
        ),
        (Kind::Lettered, _) => {
            let poses = (0..cubes.poses()).map(|pose| cubes.text(pose)).join(", ");
            let help = "letters of the top, north, east, south and west faces, the last may be left out; `?` is any, `__` the hole";
            (format!("no cube lies as `{text}`"), "no such pose", format!("{help}; the poses are {poses}"))
        }
    };
    InputError::of(word, message, label).help(help)
}

/// The start: every cell is fixed, and exactly one is the hole. `named` has the poses of the cubes that are named, by cell.
fn start(
    map: &At<String>,
    cells: Vec<Drawn>,
    named: Option<&[PoseSet]>,
    cubes: &Cubes,
) -> Result<Vec<Option<u8>>, InputError> {
    let mut holes = 0;
    let mut poses = Vec::new();
    for (cell, Drawn { word, wanted: all }) in cells.into_iter().enumerate() {
        let named = named.map_or(PoseSet::MAX, |named| named[cell]);
        let wanted = Wanted { poses: all.poses & named, ..all };
        if wanted.poses == 0 && !(all.poses == 0 && matches!(named, 0 | PoseSet::MAX)) {
            let (message, label) = match named {
                0 => (format!("`{}` is a cube, but `cubes` has the hole here", word.value), "the hole"),
                _ => (format!("the cube that is named here does not lie as `{}`", word.value), "another cube"),
            };
            return Err(InputError::of(&word, message, label));
        }
        let kinds = cubes.kinds().into_iter().filter(|kind| kind & wanted.poses != 0).count();
        let given = cubes.given().into_iter().filter(|&pose| wanted.allows(pose)).exactly_one().ok();
        if word.value.contains('?') || kinds > 1 || wanted.poses.count_ones() > 1 && given.is_none() {
            return Err(open_start(&word, wanted, cubes));
        }
        if wanted.hole {
            holes += 1;
            if holes > 1 {
                return Err(InputError::of(&word, "a tray has one hole", "a second hole"));
            }
        }
        let pose = given.or_else(|| first(wanted.poses)).unwrap_or(0);
        poses.push((!wanted.hole).then_some(pose));
    }
    if holes == 0 {
        return Err(InputError::of(map, "a tray has one hole", "no hole is drawn: `_`"));
    }
    Ok(poses)
}

/// The error for a word that leaves the start open.
fn open_start(word: &At<String>, wanted: Wanted, cubes: &Cubes) -> InputError {
    if word.value.contains('?') {
        return InputError::of(word, "`?` leaves the start open", "only a goal may have `?`");
    }
    let poses = (0..cubes.poses()).filter(|&pose| wanted.allows(pose)).map(|pose| cubes.text(pose)).join(" or ");
    InputError::of(word, format!("`{}` leaves the start open", word.value), "more than one pose").help(poses)
}

/// The goal: if the hole is drawn, no other cell may be the hole. `is_anywhere`: none is drawn, any cell may be it.
fn goal(map: &At<String>, rows: Vec<Vec<Drawn>>, is_anywhere: bool, cubes: &Cubes) -> Result<Vec<Wanted>, InputError> {
    let cells: Vec<Drawn> = rows.into_iter().flatten().collect();
    let mut drawn = cells.iter().filter(|cell| cell.wanted.poses == 0);
    let first = drawn.next();
    if let Some(cell) = first.filter(|_| is_anywhere) {
        let message = "with hole = \"any\" the goal draws a cube on every cell";
        return Err(InputError::of(&cell.word, message, "a hole"));
    }
    let hole_is_drawn = first.is_some();
    if let Some(second) = drawn.next() {
        return Err(InputError::of(&second.word, "a tray has one hole", "a second hole"));
    }
    let may_be_hole = |wanted: &Wanted| is_anywhere || wanted.hole && (!hole_is_drawn || wanted.poses == 0);
    if !cells.iter().any(|cell| may_be_hole(&cell.wanted)) {
        let anything = if cubes.kind == Kind::Oriented { "`__` or a `??`" } else { "`_` or a `?`" };
        return Err(InputError::of(map, "a tray has one hole", format!("no cell can be the hole: draw {anything}"))
            .help("with hole = \"any\" in [goal] any cell may be the hole"));
    }
    Ok(cells.iter().map(|Drawn { wanted, .. }| Wanted { hole: may_be_hole(wanted), ..*wanted }).collect())
}

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rolls {
    /// The rolls as letters `N E S W`: the direction in which a cube rolls into the hole.
    pub moves: String,
    /// The number of rolls.
    pub length: u64,
}

impl Rolls {
    /// The solution with these rolls. For the search and the encodings; the rules count independently.
    pub(super) const fn new(moves: String) -> Self {
        Self { length: moves.len() as u64, moves }
    }
}

// What a model file says of the cubes: their kind, the letters of their faces, and where which of several kinds lies at the start.

/// Cubes with letters on their faces.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LetteredCube")]
pub(super) struct CubeTable {
    /// The letter of each face, the same for all cubes of this kind; faces with the same letter look alike.
    pub(super) faces: LettersTable,
}

/// What the cubes are.
#[derive(Debug)]
pub(super) enum CubesKey {
    Kind(Kind),
    /// By their names.
    Kinds(BTreeMap<String, At<CubeTable>>),
}

/// [`CubesKey`] for the schema.
#[derive(JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Cubes")]
#[allow(dead_code, reason = "only its schema is used")]
pub(super) enum CubesSchema {
    Kind(Kind),
    Kinds(BTreeMap<String, CubeTable>),
}

impl<'de> Deserialize<'de> for CubesKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(CubesVisitor)
    }
}

/// Reads a word or tables; an untagged enum would lose the places of the tables in the file.
struct CubesVisitor;

impl<'de> Visitor<'de> for CubesVisitor {
    type Value = CubesKey;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"six-states\", \"oriented\" or tables of cubes")
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<CubesKey, E> {
        Kind::deserialize(word.into_deserializer()).map(CubesKey::Kind)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<CubesKey, A::Error> {
        BTreeMap::deserialize(MapAccessDeserializer::new(map)).map(CubesKey::Kinds)
    }
}

/// The letters of the faces of a cube.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CubeLetters")]
pub(super) struct LettersTable {
    top: At<char>,
    bottom: At<char>,
    north: At<char>,
    south: At<char>,
    east: At<char>,
    west: At<char>,
}

impl LettersTable {
    /// The letters of the faces, in the order of places.
    pub(super) fn read(&self) -> Result<Faces, InputError> {
        let faces = [&self.top, &self.bottom, &self.north, &self.south, &self.east, &self.west];
        match faces.into_iter().find(|at| !is_letter(at.value)) {
            Some(at) => {
                let message = format!("{:?} cannot be on a face", at.value.to_string());
                Err(InputError::of(at, message, "neither a letter nor a digit"))
            }
            None => Ok(faces.map(|at| at.value)),
        }
    }
}

/// By cell of the start, the poses of the cube that is named there; of the hole none.
pub(super) fn named(
    key: Option<&At<CubesKey>>,
    names: &At<String>,
    size: (usize, usize),
    cubes: &Cubes,
    document: &Document,
) -> Result<Vec<PoseSet>, InputError> {
    let Some(CubesKey::Kinds(known)) = key.map(|at| &at.value) else {
        return Err(InputError::of(names, "only cubes of several kinds have names", "there are no [cubes.NAME]"));
    };
    let rows = read_map_of_words(names, document)?;
    if (rows[0].len(), rows.len()) != size {
        let message = format!("this drawing is {} × {}, the start {} × {}", rows[0].len(), rows.len(), size.0, size.1);
        return Err(InputError::of(names, message, "not the size of the start"));
    }
    let all: Vec<&str> = known.keys().map(String::as_str).collect();
    let kinds = cubes.kinds();
    let poses = |word: At<String>| match all.iter().position(|&name| name == word.value) {
        Some(kind) => Ok(kinds[kind]),
        None if word.value.chars().all(|letter| letter == '_') => Ok(0),
        None => Err(InputError::of(&word, format!("there is no cube `{}`", word.value), "not in [cubes]").suggest(
            "cube",
            &word.value,
            &all,
        )),
    };
    rows.into_iter().flatten().map(poses).collect()
}
