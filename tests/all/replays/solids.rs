//! Solids that roll over a board, from the JSON of a replay.

use std::collections::BTreeMap;

use serde_json::Value;

pub type Cell = (i64, i64);
/// What each place shows.
pub type Faces = BTreeMap<&'static str, Value>;

/// Where a solid is that is not on the board.
const AWAY: Cell = (i64::MIN, i64::MIN);

/// The solids with their faces, and the paint of the cells.
#[derive(Clone, Debug)]
pub struct Solids {
    pub all: Vec<(Cell, Faces)>,
    /// How far each goes to the east, to the north and upwards.
    pub sizes: Vec<(i64, i64, i64)>,
    pub paint: BTreeMap<Cell, Value>,
}

/// Around each axis, the places in the order in which a roll moves what they show.
const ROLLS: [(&str, Cell, [&str; 4]); 4] = [
    ("N", (0, 1), ["top", "north", "bottom", "south"]),
    ("S", (0, -1), ["top", "south", "bottom", "north"]),
    ("E", (1, 0), ["top", "east", "bottom", "west"]),
    ("W", (-1, 0), ["top", "west", "bottom", "east"]),
];

const PLACES: [&str; 6] = ["top", "bottom", "north", "south", "east", "west"];

pub fn cell(value: &Value) -> Cell {
    (value[0].as_i64().unwrap(), value[1].as_i64().unwrap())
}

impl Solids {
    /// The solids that are on the board.
    pub fn boxes(&self) -> impl Iterator<Item = usize> {
        (0..self.all.len()).filter(|&solid| self.all[solid].0 != AWAY)
    }

    /// The cells under a solid.
    pub fn covered(&self, solid: usize) -> impl Iterator<Item = Cell> {
        let ((x, y), (columns, rows, _)) = (self.all[solid].0, self.sizes[solid]);
        (x..x + columns).flat_map(move |x| (y..y + rows).map(move |y| (x, y)))
    }
}

fn size(solid: &Value) -> (i64, i64, i64) {
    solid.get("size").map_or((1, 1, 1), |size| (cell(size).0, cell(size).1, size[2].as_i64().unwrap()))
}

/// The states before the first step and after each. A solid stays on the board, and enters neither blocked nor occupied cells.
pub fn play(stage: &Value) -> Vec<Solids> {
    let cells = stage["cells"].as_array().unwrap();
    let painted = cells.iter().filter(|cell| cell.get("paint").is_some());
    let blocked: Vec<Cell> = cells.iter().filter(|cell| cell["blocked"] == true).map(|of| cell(&of["at"])).collect();
    let solid = |solid: &Value| {
        (solid.get("at").map_or(AWAY, cell), PLACES.map(|place| (place, solid["faces"][place].clone())).into())
    };
    let mut now = Solids {
        all: stage["solids"].as_array().unwrap().iter().map(solid).collect(),
        sizes: stage["solids"].as_array().unwrap().iter().map(size).collect(),
        paint: painted.map(|of| (cell(&of["at"]), of["paint"].clone())).collect(),
    };
    let (columns, rows) = (stage["columns"].as_i64().unwrap(), stage["rows"].as_i64().unwrap());
    let mut states = vec![now.clone()];
    for step in stage["steps"].as_array().unwrap() {
        let (_, (dx, dy), ring) = ROLLS.into_iter().find(|(letter, ..)| step["roll"] == *letter).unwrap();
        let moving = step["solid"].as_u64().unwrap() as usize;
        let (at, faces) = now.all[moving].clone();
        let (long, wide, high) = now.sizes[moving];
        // Its far side is as far beyond the edge as it was high.
        let next = (at.0 + dx * if dx > 0 { long } else { high }, at.1 + dy * if dy > 0 { wide } else { high });
        assert!(now.all.iter().all(|(other, _)| *other != next), "{step} enters {next:?}");
        let mut rolled = faces.clone();
        for i in 0..4 {
            rolled.insert(ring[(i + 1) % 4], faces[ring[i]].clone());
        }
        if let Some(paint) = step.get("paint") {
            // The square and the face below exchange what they have.
            assert_eq!((cell(&paint["cell"]), &paint["face"]), (next, &"bottom".into()));
            let square = now.paint.remove(&next).unwrap_or_default();
            assert_eq!(paint["face_paint"], square);
            assert_eq!(paint["paint"], rolled["bottom"]["paint"]);
            assert_ne!(paint["paint"], paint["face_paint"]);
            if !paint["paint"].is_null() {
                now.paint.insert(next, paint["paint"].clone());
            }
            rolled.insert("bottom", serde_json::json!({ "paint": square }));
        }
        now.all[moving] = (next, rolled);
        now.sizes[moving] = if dx == 0 { (long, high, wide) } else { (high, wide, long) };
        for (x, y) in now.covered(moving) {
            assert!((0..columns).contains(&x) && (0..rows).contains(&y), "{step} leaves the board");
            assert!(!blocked.contains(&(x, y)), "{step} enters [{x}, {y}]");
            assert_ne!(now.paint.get(&(x, y)), Some(&"black".into()), "{step} enters a gap");
        }
        change(step, &mut now, &states[0]);
        states.push(now.clone());
    }
    states
}

/// What a step changes beside the solid that rolls: colours of cells, and what is put elsewhere as it was at first.
fn change(step: &Value, now: &mut Solids, first: &Solids) {
    for painted in step.get("cells").and_then(Value::as_array).into_iter().flatten() {
        let before = now.paint.insert(cell(&painted["cell"]), painted["paint"].clone());
        assert!(before.is_some_and(|before| before != painted["paint"]), "{step} changes nothing");
    }
    for put in step.get("put").and_then(Value::as_array).into_iter().flatten() {
        let solid = put["solid"].as_u64().unwrap() as usize;
        now.all[solid] = (put.get("at").map_or(AWAY, cell), first.all[solid].1.clone());
        now.sizes[solid] = first.sizes[solid];
    }
    let under: Vec<Cell> = now.boxes().flat_map(|solid| now.covered(solid)).collect();
    assert_eq!(under.iter().collect::<std::collections::BTreeSet<_>>().len(), under.len(), "{step} puts two on a cell");
}

/// The ends with this name: their cells and themselves.
pub fn ends(stage: &Value, name: &str) -> Vec<(Cell, Value)> {
    let mut ends = Vec::new();
    for with in stage["cells"].as_array().unwrap() {
        for end in with.get("ends").and_then(Value::as_array).into_iter().flatten().filter(|end| end["name"] == name) {
            ends.push((cell(&with["at"]), end.clone()));
        }
    }
    ends
}

/// Whether faces are as wanted; those that are not fixed are `null`.
pub fn agrees(faces: &Faces, wanted: &Value) -> bool {
    PLACES.iter().all(|place| wanted[place].is_null() || wanted[place] == faces[place])
}
