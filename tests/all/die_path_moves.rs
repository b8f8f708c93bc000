//! Moves of die paths: how they break the rules, and where their replays lead.

use serde_json::{Value, json};

use crate::common::problem;
use crate::replays::{is_plain, played, readout, replay, replays_of, solids, solids::cell, solved};
use crate::rules::{Solved, instance, model, solution, verdict};

/// A path on the plane from an orientation that the model leaves open.
fn open_path(columns: i64) -> String {
    let ends = format!(
        "[start]\ncell = [0, 0]\ndie = {{ top = 1 }}\n[goal]\ncell = [{columns}, 0]\ndie = {{ top = 1, north = 2 }}\n"
    );
    format!("puzzle = \"die-path\"\n{ends}")
}

#[test]
fn breaches_are_told() {
    Solved::new(model!("die_path/corner"), "ENEESWWW", None, Some(8))
        .breaks("E4NE", None, "the path ends on [2, 4], not on the goal [0, 0]")
        .breaks("9N", None, "run 1 (N) leaves the board or enters a blocked cell after [0, 5]")
        .breaks(
            "EW",
            None,
            "on the goal cell [0, 0] the die shows top 1, north 2, east 3, which the goal does not allow",
        )
        .breaks("E", None, "the path ends on [1, 0], not on the goal [0, 0]")
        .breaks("EX", None, "? run 2 is `X`, not one of N, E, S, W")
        .breaks("1E2", None, "? `2` at the end has no letter")
        .breaks("99999999999999999999E", None, "? `99999999999999999999` is too large a number of rolls")
        .breaks("9223372036854775807E W", None, "? too many rolls")
        .breaks("ENEESWWW", Some("top=1"), "? the model fixes the start: leave out --start")
        .refuses("/runs/1", json!(["X", 1]), "run 2 is `X`, not one of N, E, S, W")
        .refuses("/runs/1", json!(["1N", 1]), "run 2 is `1N`, not one of N, E, S, W")
        .refuses("/runs/1", json!(["", 1]), "run 2 is ``, not one of N, E, S, W")
        .refuses("/runs/1", json!(["N", 0]), "run 2 has 0 rolls")
        .refuses("/runs/1", json!(["N", 5]), "the path ends on [0, 4], not on the goal [0, 0]")
        .refuses("/length", json!(7), "the length is given as 7, but it is 8")
        .refuses("/moves", json!("ENEESWW"), "the moves do not match the runs")
        .refuses("/moves", json!("E N E E S W W W"), "the moves do not match the runs")
        .refuses("/moves", Value::Null, "the moves do not match the runs");
}

#[test]
fn breaches_of_two_dice_are_told() {
    Solved::new(model!("die_path/two_dice"), "2S 2W 1E 1E 1E 2S 2W 2W 1W 1N 1E 1N", None, Some(12))
        .breaks("N", None, "? run 1 is `N`, not the number of a die and one of N, E, S, W")
        .breaks("3N", None, "? run 1 is `3N`, not the number of a die and one of N, E, S, W")
        .breaks("1E 1E 1E 1N 1N", None, "run 2 (1N) rolls into the other die on [3, 2]")
        .breaks("2W 2W 2W 2S 2S", None, "run 2 (2S) rolls into the other die on [0, 0]")
        .breaks("1E 1E 1E 2S 2S", None, "run 2 (2S) rolls into the other die on [3, 0]")
        .breaks("1E 1N", None, "run 2 (1N) leaves the board or enters a blocked cell after [1, 0]")
        .refuses("/runs/0", json!(["S", 1]), "run 1 is `S`, not the number of a die and one of N, E, S, W")
        .refuses("/moves", json!("2S"), "the moves do not match the runs");
    let open = model!("die_path/two_dice").replace("die = { top = 1, north = 2, east = 3 }", "die = { top = 1 }");
    let open = Solved::new(&open, "2S 2W 1E 1E 1E 2S 2W 2W 1W 1N 1E 1N", None, Some(12));
    open.refuses("/starts", json!([open.solution["starts"][0]]), "the path states 1 starts, of 2 dice")
        .refuses(
            "/starts/1/cell",
            json!([0, 0]),
            "the path starts on [0, 0] with top 1, north 2, east 4, which the model does not allow",
        )
        .breaks("1E", Some("top=1"), "? --start has 1 parts, for 2 dice: put a semicolon between them");
}

#[test]
fn faces_that_are_never_on_top() {
    Solved::new(model!("die_path/never"), "ENWNESENWNESENWNEE", None, Some(18))
        .breaks("NNEE", None, "after roll 2 on [0, 2] the die has 6 on top, which must never be there")
        .breaks("E×2", None, "after roll 2 on [2, 0] the die has 6 on top, which must never be there")
        .breaks("N", None, "the path ends on [0, 1], not on the goal [4, 4]")
        .refuses("/runs/0", json!(["N", 2]), "after roll 2 on [0, 2] the die has 6 on top, which must never be there");
    // Of several start orientations those are left that show none of the faces.
    let row = "puzzle = \"die-path\"\nboard = { columns = 3, rows = 1 }\n\
               start = { cell = [0, 0], die = { north = 2 } }\ngoal = { cell = [2, 0] }\npath.never = ";
    Solved::new(&format!("{row}[6]"), "EE", Some("top=4"), Some(2))
        .breaks("EE", Some("top=1"), "after roll 2 on [2, 0] the die has 6 on top, which must never be there")
        .breaks("EE", Some("top=6"), "at the start on [0, 0] the die has 6 on top, which must never be there");
    assert_eq!(
        solution(&*instance(&format!("{row}[1, 6]")), "EE", None),
        Err("after roll 1 on [1, 0] the die has 6 on top, which must never be there".into())
    );
    // Both of two dice.
    let both = format!("{}\n[path]\nnever = [3]\n", model!("die_path/two_dice"));
    assert_eq!(
        solution(&*instance(&both), "2S 2W 1E", None),
        Err("after roll 2 on [2, 1] the die has 3 on top, which must never be there".into())
    );
}

#[test]
fn paths_from_open_starts() {
    // Stated twice, each time for the one die.
    let one = Solved::new(&open_path(4), "4E", None, Some(4));
    let mut twice = one.solution.clone();
    twice["starts"] = json!([twice["start"]]);
    assert_eq!(verdict(&*one.instance, &twice), Err("the path states 1 starts, of 1 dice".into()));
    one.breaks(
        "4E",
        Some("top=1"),
        "? the start leaves 4 orientations open: give --start; write it like \"0,0 top=1 north=2 east=3\"",
    )
    .breaks(
        "4E",
        Some("1,0 top=1 north=2"),
        "the path starts on [1, 0] with top 1, north 2, east 4, which the model does not allow",
    )
    .breaks(
        "4E",
        Some("top=1 north=3"),
        "on the goal cell [4, 0] the die shows top 1, north 3, east 2, which the goal does not allow",
    )
    .breaks("4E", Some("top=1; top=1"), "? --start has 2 parts, for 1 dice: put a semicolon between them")
    .refuses(
        "/start/cell",
        json!([0, 1]),
        "the path starts on [0, 1] with top 1, north 2, east 4, which the model does not allow",
    )
    .refuses(
        "/start/die",
        json!({ "top": 2, "north": 1, "east": 4 }),
        "the path starts on [0, 0] with top 2, north 1, east 4, which the model does not allow",
    )
    .refuses(
        "/start/die",
        json!({ "top": 1, "north": 2, "east": 3 }),
        "the path starts on [0, 0] with top 1, north 2, east 3, which the model does not allow",
    );
}

#[test]
fn paths_of_many_rolls() {
    let longest = Solved::new(&open_path(10_000), "10000E", None, Some(10_000));
    longest.refuses("/moves", Value::Null, "the moves do not match the runs");
    let far = Solved::new(&open_path(40_000), "40000E", None, Some(40_000));
    far.refuses("/moves", json!("E".repeat(40_000)), "the moves do not match the runs");
    assert_eq!(far.solution["moves"], Value::Null);
    far.breaks("39999E", None, "the path ends on [39999, 0], not on the goal [40000, 0]")
        .breaks("9223372036854775807E E", None, "? too many rolls")
        .refuses("/moves", json!("E"), "the moves do not match the runs");
    far.breaks("9223372036854775807N N 9223372036854775807S", None, "? too many rolls");
    far.refuses(
        "/runs",
        json!([["N", i64::MAX], ["S", i64::MAX]]),
        "the length is given as 40000, but it is 9223372036854775807",
    );
    far.refuses(
        "/runs",
        json!([["E", i64::MAX], ["E", 1]]),
        "run 2 (E) leaves the board or enters a blocked cell after [9223372036854775807, 0]",
    );
}

#[test]
fn replays_lead_to_the_end() {
    for (stage, solution) in replays_of("die-path", &[&[("columns", "6")]]) {
        check_path(&stage, &solution);
    }
}

fn check_path(stage: &Value, solution: &Value) {
    let is_played = is_plain(stage) && !solution["moves"].is_null();
    let states = if is_played { played(stage, solution) } else { solids::play(stage) };
    let steps = stage["steps"].as_array().unwrap();
    let rolls = |step: &Value| match (step.get("count"), step.get("part")) {
        (Some(count), _) => count.as_i64().unwrap(),
        (None, Some(_)) => 0,
        (None, None) => 1,
    };
    assert_eq!(steps.iter().map(rolls).sum::<i64>(), solution["length"].as_i64().unwrap());
    let goals = solids::ends(stage, "goal");
    assert_eq!(goals.len(), states[0].all.len());
    for (at, goal) in goals {
        let (here, faces) = &states.last().unwrap().all[goal["solid"].as_u64().unwrap() as usize];
        assert_eq!(*here, at);
        assert!(solids::agrees(faces, &goal["faces"]), "{faces:?} {goal}");
    }
}

const FAR: &str = "puzzle = \"die-path\"\n[start]\ncell = [0, 0]\ndie = { top = 1, north = 2, east = 3 }\n[goal]\n";

#[test]
fn runs_that_break_the_rules_are_no_harm() {
    let far = problem(&format!("{FAR}cell = [1000, 3]\n"));
    let many = i64::MAX;
    for runs in [
        json!([["E", many], ["E", many]]),
        json!([["E", many], ["W", many], ["N", 7]]),
        json!([["W", -1]]),
        json!([["é", 3]]),
        json!([["", 3]]),
        json!([["2N", 3]]),
        json!([["N", 0]]),
    ] {
        replay(&far, Some(&json!({"length": 1, "moves": null, "runs": runs})));
    }
}

#[test]
fn far_paths_are_drawn_short() {
    for (x, y) in [(1_000_000_000i64, 3i64), (-1_000_000_001, 999_999_998), (30, -40), (0, 1i64 << 51)] {
        let problem = problem(&format!("{FAR}cell = [{x}, {y}]\ndie = {{ top = 1 }}\n"));
        let solution = solved(&problem).unwrap();
        let replay = replay(&problem, Some(&solution));
        let stage = &replay["stage"];
        check_path(stage, &solution);
        assert!(stage["columns"].as_u64().unwrap() <= 100 && stage["rows"].as_u64().unwrap() <= 100, "{stage}");
        assert_eq!(readout(stage, "cell").last().unwrap(), &format!("[{x}, {y}]"));
        if i64::max(x.abs(), y.abs()) > 100 {
            assert_eq!(readout(stage, "rolls").last().unwrap(), &solution["length"].to_string());
        }
        let start = &solids::ends(stage, "start")[0].0;
        let origin = stage.get("origin").map_or((0, 0), cell);
        assert_eq!((origin.0 + start.0, origin.1 + start.1), (0, 0), "the origin is where the start says");
    }
}
