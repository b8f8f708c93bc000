//! What the tests of the Sudoku Cube share.

use serde_json::Value;
use tumble::instance::Document;
use tumble::puzzle::Choices;
use tumble::solve::Problem;

/// The source's instance.
pub const SEED: &str = include_str!("../../../models/sudoku_cube/seed.toml");

/// The same problem with every assembly as a solution.
pub fn any_assembly(text: &str) -> Problem {
    let puzzle = super::entry("sudoku-cube");
    let choices = Choices::from([("any-assembly", String::new())]);
    let instance = (puzzle.read)(&Document::new("test", text), &choices).unwrap();
    Problem::new("test".into(), puzzle, instance)
}

/// The solved faces of a solution, as the source prints them.
pub fn faces(solution: &Value) -> Vec<String> {
    let face =
        |(name, face): (&String, &Value)| format!("{name} {} {}", face["digits"].as_str().unwrap(), face["direction"]);
    solution["faces"].as_object().unwrap().iter().map(face).collect()
}

/// The solved faces of [`SEED`].
pub const SEED_FACES: [&str; 6] =
    ["U 239568147 3", "L 829157634 2", "F 523618497 1", "R 681974532 1", "B 529347681 1", "D 863219457 1"];
