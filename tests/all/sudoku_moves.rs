//! Turns and assemblies of the Sudoku Cube: how they break the rules, and where their replays lead.

use serde_json::{Value, json};

use crate::common::sudoku::any_assembly;
use crate::replays::{cube, replay, replays_of, solved};
use crate::rules::{Solved, instance, instance_of, model, solution, verdict};

/// The position and the permutation of each piece.
fn puts(list: &[(usize, usize)]) -> Value {
    let put =
        |(i, &(position, permutation))| json!({ "piece": i + 1, "position": position, "permutation": permutation });
    list.iter().enumerate().map(put).collect()
}

/// The turns that solve the source's cube.
const SEED_MOVES: &str = "D B2 U2 L U' R D' L' B' R2 U' B2 L2 U' L2 D' R2 L2 D2 B2 U' B2";

#[test]
fn breaches_are_told() {
    let seed = Solved::new(model!("sudoku_cube/seed"), SEED_MOVES, None, None);
    seed.breaks("D X", None, "? move 2 is `X`, not one of U L F R B D with ' or 2")
        .breaks("D", None, "face U shows 652462538, which is not each digit once")
        .breaks("", None, "face U shows 652462538, which is not each digit once")
        .refuses("/corners", json!([]), "0 corner pieces are listed; the cube has 8")
        .refuses("/corners/1/piece", json!(1), "the corner 1 is not listed exactly once")
        .refuses("/corners/1/position", json!(3), "the corner 3 is not listed exactly once")
        .refuses("/corners/1/position", json!(9), "the corner 8 is not listed exactly once")
        .refuses("/corners/7/permutation", json!(3), "corner 8 is listed with permutation 3, which is out of range")
        .refuses("/edges/11/permutation", json!(2), "edge 12 is listed with permutation 2, which is out of range")
        .refuses("/edges/4/position", json!(1), "the edge 1 is not listed exactly once")
        .refuses("/corners/0/permutation", json!(1), "face L does not read in direction 2 as a whole")
        .refuses("/edges/0/permutation", json!(0), "face R shows 681974592, which is not each digit once")
        .refuses("/faces/U/digits", json!("239568174"), "face U is listed with 239568174, but it shows 239568147")
        .refuses("/faces/L/direction", json!(1), "face L does not read in direction 1 as a whole")
        .refuses("/faces/L/direction", json!(4), "face L does not read in direction 4 as a whole")
        .refuses("/reachable", json!(false), "the assembly is given as unreachable, but it is reachable")
        .refuses("/moves", json!("D B2"), "there are 2 moves, but their number is given as 22")
        .refuses("/moves", json!("D B3"), "move 2 is `B3`, not one of U L F R B D with ' or 2")
        .refuses(
            "/moves",
            json!(SEED_MOVES.replace("D B2 U2", "D B2 U'")),
            "after the moves corner 1 is not placed as in the solution",
        )
        .refuses("/moves", Value::Null, "there are 0 moves, but their number is given as 22")
        .refuses("/move_count", json!(21), "there are 22 moves, but their number is given as 21")
        .refuses("/move_count", Value::Null, "there are 22 moves, but their number is given as none");
    // Three edges go round, the corners stay.
    let mut longer = Solved { instance: seed.instance, solution: seed.solution.clone() };
    longer.solution["move_count"] = json!(33);
    for (round, edge) in [("R2 U R U R' U' R' U' R' U R'", 2), ("F2 D F D F' D' F' D' F' D F'", 1)] {
        let breach = format!("after the moves edge {edge} is not placed as in the solution");
        longer.refuses("/moves", json!(format!("{SEED_MOVES} {round}")), &breach);
    }
    let turned = model!("sudoku_cube/seed")
        .replace("\ncorners", "\ncenter-directions = { U = 0, L = 0, F = 0, R = 0, B = 0, D = 0 }\n\ncorners");
    let turned = Solved { instance: instance(&turned), solution: seed.solution };
    turned.refuses("/moves", json!(SEED_MOVES), "after the moves the centre of U does not read as its face");
}

#[test]
fn sudoku_cubes_with_symmetric_digits() {
    let moves = "U B2 U' B2 U2 R' U' B U' L2 B2 L2 D R L' B' R2 L2 F B' D' F' B L' R D' U F2 B' R B' F U2 F2 B2";
    let model = model!("sudoku_cube/random_1");
    Solved::new(model, moves, None, None).refuses(
        "/faces/L/direction",
        json!(4),
        "face L does not read in direction 4 as a whole",
    );
    let solved_by_one_in = |model: &str, direction: char| {
        let model = model.replace("1> 8v 1^", &format!("1> 8v 1{direction}"));
        solution(&*instance(&model), moves, None).is_ok()
    };
    assert_eq!(['^', '>', 'v', '<'].map(|direction| solved_by_one_in(model, direction)), [true, false, true, false]);
    let strict = model.replace("symmetric = [1]", "symmetric = []");
    assert_eq!(['^', '>', 'v', '<'].map(|direction| solved_by_one_in(&strict, direction)), [true, false, false, false]);
}

#[test]
fn assemblies_that_no_turns_reach() {
    let faces = [
        ("U", "874213695", 2),
        ("L", "754813629", 2),
        ("F", "378569241", 2),
        ("R", "974312865", 3),
        ("B", "193857624", 1),
        ("D", "485397612", 3),
    ];
    let face = |(name, digits, direction): (&str, &str, u8)| {
        (name.to_owned(), json!({ "digits": digits, "direction": direction }))
    };
    let solution = json!({
        "faces": faces.map(face).into_iter().collect::<serde_json::Map<_, _>>(),
        "corners": puts(&[(5, 2), (8, 1), (6, 0), (7, 0), (1, 1), (3, 2), (4, 1), (2, 2)]),
        "edges": puts(&[(10, 1), (1, 1), (8, 0), (7, 0), (4, 1), (11, 0), (3, 1), (9, 1), (6, 0), (2, 0), (5, 0), (12, 1)]),
        "reachable": false,
        "moves": null,
        "move_count": null,
        "reason": "no turns reach it: two pieces would have to be swapped",
    });
    let swapped = Solved { instance: instance_of(model!("sudoku_cube/unreachable"), &["any-assembly"]), solution };
    assert_eq!(verdict(&*swapped.instance, &swapped.solution), Ok(None));
    swapped
        .refuses("/reachable", json!(true), "the assembly is given as reachable, but it is unreachable")
        .refuses(
            "/reason",
            Value::Null,
            "the reason is given as: none; it is: no turns reach it: two pieces would have to be swapped",
        )
        .refuses(
            "/reason",
            json!("no turns reach it"),
            "the reason is given as: no turns reach it; it is: no turns reach it: two pieces would have to be swapped",
        );
    let strict = Solved { instance: instance(model!("sudoku_cube/unreachable")), ..swapped };
    strict.refuses("/moves", Value::Null, "no turns reach this assembly, and unreachable assemblies are not allowed");
}

#[test]
fn replays_lead_to_the_end() {
    for (stage, solution) in replays_of("sudoku-cube", &[]) {
        check_sudoku(&stage, &solution);
    }
}

fn check_sudoku(stage: &Value, solution: &Value) {
    assert_eq!(stage["kind"], "cube");
    let turns: Vec<&str> = stage["turns"].as_array().unwrap().iter().map(|turn| turn.as_str().unwrap()).collect();
    assert_eq!(turns.join(" "), solution["moves"].as_str().unwrap_or_default());
    assert_eq!(turns.is_empty() && solution["move_count"] != 0, stage.get("reason").is_some());
    for (name, face) in solution["faces"].as_object().unwrap() {
        let fields = stage["solved"][name].as_array().unwrap();
        let digits: String = fields.iter().map(|field| field["digit"].to_string()).collect();
        assert_eq!(digits, face["digits"].as_str().unwrap());
        assert!(fields.iter().all(|field| field["direction"] == face["direction"] || field["direction"].is_null()));
    }
    if !turns.is_empty() {
        cube::compare(&cube::turned(&stage["faces"], &turns), &stage["solved"], &stage["symmetric"]);
    }
}

/// A Sudoku Cube that turns cannot solve shows why, and its solved layout.
#[test]
fn an_assembly_that_turns_cannot_reach_has_a_reason() {
    let problem = any_assembly(model!("sudoku_cube/unreachable"));
    let solution = solved(&problem).unwrap();
    assert!(solution["reason"].is_string(), "{solution}");
    let replay = replay(&problem, Some(&solution));
    assert_eq!(replay["stage"]["reason"], solution["reason"]);
    check_sudoku(&replay["stage"], &solution);
}
