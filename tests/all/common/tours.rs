//! Random die tours.

use std::fmt::Write as _;

use rand::Rng as _;
use rand::seq::IndexedRandom as _;
use rand_chacha::ChaCha8Rng;
use tumble::geometry::{Die, Handedness, Place};

/// The model file of a tour on a board of up to 4×4 cells, some of them blocked: open, closed or restored, from a given start or any, with
/// one of these objectives.
pub fn random(rng: &mut ChaCha8Rng, objectives: &[&str]) -> String {
    let (columns, rows): (usize, usize) = (rng.random_range(1..=4), rng.random_range(1..=4));
    let cells: Vec<(usize, usize)> = (0..columns).flat_map(|x| (0..rows).map(move |y| (x, y))).collect();
    let blocked: Vec<(usize, usize)> = cells[1..].iter().copied().filter(|_| rng.random_bool(0.08)).collect();
    let free: Vec<&(usize, usize)> = cells.iter().filter(|cell| !blocked.contains(cell)).collect();
    let objective = objectives.choose(rng).unwrap();
    let blocked: Vec<String> = blocked.iter().map(|(x, y)| format!("[{x}, {y}]")).collect();
    let mut text = format!(
        "puzzle = \"die-tour\"\nobjective = \"{objective}\"\n[board]\ncolumns = {columns}\nrows = {rows}\nblocked = [{}]\n[start]\n",
        blocked.join(", ")
    );
    if let Some((x, y)) = free.choose(rng).filter(|_| rng.random_bool(0.6)) {
        let _ = writeln!(text, "cell = [{x}, {y}]");
    }
    match rng.random_range(0..4) {
        0 => text += "handedness = \"left\"\n",
        1 => text += "die = { top = 5 }\n",
        _ => {
            let hand = *[Handedness::Left, Handedness::Right].choose(rng).unwrap();
            let die = Die::all(hand).choose(rng).unwrap();
            let [top, north, east] = [Place::Top, Place::North, Place::East].map(|place| die.face(place));
            let _ = writeln!(text, "die = {{ top = {top}, north = {north}, east = {east} }}");
        }
    }
    text += "[tour]\n";
    if rng.random_bool(0.4) {
        text += "closed = true\n";
        if rng.random_bool(0.5) {
            text += "restore-orientation = true\n";
        }
    }
    text
}
