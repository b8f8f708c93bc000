//! A solid of triangles that rolls over a board of triangles, from the JSON of a replay: by the corners on which it stands.

use std::collections::BTreeMap;

use serde_json::Value;

use super::solids::{Cell, cell};

/// The number of blue faces, and that of blue cells.
pub type Blue = (usize, usize);

/// East and north, in halves and in thirds of the height of a triangle, so that all are whole.
type Point = (i64, i64);

/// A solid on a cell.
struct Standing {
    at: Cell,
    /// The corners that are below, and where.
    below: BTreeMap<u64, Point>,
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
}

/// The blue faces and cells before the first step and after each. The solid stays on the board, turns over an edge at each step, and its
/// bottom changes colours with the cell.
pub fn play(stage: &Value) -> Vec<Blue> {
    let shape = &stage["solids"][0]["shape"];
    let faces: Vec<Vec<u64>> =
        shape["faces"].as_array().unwrap().iter().map(|face| numbers(&face["corners"])).collect();
    let mut colours: Vec<bool> =
        shape["faces"].as_array().unwrap().iter().map(|face| face["paint"] == "blue").collect();
    let cells = stage["cells"].as_array().unwrap();
    let mut blue: BTreeMap<Cell, bool> =
        cells.iter().filter(|cell| cell["paint"] == "blue").map(|of| (cell(&of["at"]), true)).collect();
    let blocked: Vec<Cell> = cells.iter().filter(|cell| cell["blocked"] == true).map(|of| cell(&of["at"])).collect();
    let count = |colours: &[bool], blue: &BTreeMap<Cell, bool>| {
        (colours.iter().filter(|blue| **blue).count(), blue.values().filter(|blue| **blue).count())
    };
    let mut solid = Standing { at: cell(&stage["solids"][0]["at"]), below: below(shape) };
    let mut states = vec![count(&colours, &blue)];
    for step in stage["steps"].as_array().unwrap() {
        let (dx, dy) = match step["roll"].as_str().unwrap() {
            "N" => (0, 1),
            "S" => (0, -1),
            "E" => (1, 0),
            _ => (-1, 0),
        };
        solid.roll((dx, dy), &faces);
        let points_up = (solid.at.0 + solid.at.1).rem_euclid(2) == stage["triangles"].as_i64().unwrap();
        let north = solid.below.values().map(|point| point.1).max().unwrap();
        assert_eq!(solid.below.values().filter(|point| point.1 == north).count() == 1, points_up, "{step}");
        assert!(!blocked.contains(&solid.at), "{step} enters {:?}", solid.at);
        let bottom = faces.iter().position(|face| face.iter().all(|corner| solid.below.contains_key(corner))).unwrap();
        let square = blue.entry(solid.at).or_insert(false);
        assert_eq!(step.get("paint").is_some(), *square != colours[bottom], "{step}");
        std::mem::swap(square, &mut colours[bottom]);
        if let Some(paint) = step.get("paint") {
            assert_eq!((cell(&paint["cell"]), &paint["face"]), (solid.at, &"bottom".into()));
            assert_eq!((paint["paint"] == "blue", paint["face_paint"] == "blue"), (*square, colours[bottom]));
        }
        states.push(count(&colours, &blue));
    }
    states
}

/// The corners at height 0.
fn below(shape: &Value) -> BTreeMap<u64, Point> {
    let corners = shape["corners"].as_array().unwrap().iter().enumerate();
    let on_floor = corners.filter(|(_, corner)| corner[2] == 0);
    let rounded = |value: &Value, unit: f64| (value.as_f64().unwrap() / unit).round() as i64;
    on_floor.map(|(i, corner)| (i as u64, (rounded(&corner[0], 5000.0), rounded(&corner[1], 2886.75)))).collect()
}

impl Standing {
    fn roll(&mut self, (dx, dy): Cell, faces: &[Vec<u64>]) {
        let mut by_far: Vec<(u64, Point)> = self.below.iter().map(|(&corner, &point)| (corner, point)).collect();
        by_far.sort_by_key(|(_, (x, y))| -(x * dx + y * dy));
        let [(a, p), (b, q), (other, left)] = by_far[..] else { panic!("three corners are below") };
        let is_next = |face: &&Vec<u64>| face.contains(&a) && face.contains(&b) && !face.contains(&other);
        let next = faces.iter().find(is_next).unwrap();
        let new = next.iter().find(|corner| ![a, b].contains(corner)).unwrap();
        self.below = BTreeMap::from([(a, p), (b, q), (*new, (p.0 + q.0 - left.0, p.1 + q.1 - left.1))]);
        self.at = (self.at.0 + dx, self.at.1 + dy);
    }
}
