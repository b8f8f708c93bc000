//! Die tours: how moves break the rules, and where their replays lead; labels, faces that must not show and goals; and `tumble table die-tour`:
//! the best sums of boards of one width and any length are those of `tumble solve`, and what the file says can be checked by a reader.

use crate::common::{self, Folder, cases, problem};
use crate::replays::{played, readout, replays_of, solids::cell};
use crate::rules::{Solved, model};
use serde_json::{Value, json};
use tumble::control::Request;
use tumble::puzzle::Which;
use tumble::solve::Method;

/// A model from the south-west corner as a file.
fn model(folder: &Folder, columns: usize, rows: usize, objective: &str, more: &str) -> String {
    folder.write(&format!("{columns}x{rows}_{objective}.toml"), common::corner(columns, rows, objective, more))
}

/// The numbers of a table, and the file that it writes.
fn table(model: &str, length: &str) -> (Value, Value) {
    let file = format!("{model}.json");
    let args = ["table", "die-tour", model, "--length", length, "--format", "json", "-o", &file];
    (common::json(&args, "", 0), serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap())
}

/// What a reader of the file finds for a length.
fn read(table: &Value, length: usize) -> Option<i64> {
    let number = |value: &Value| value.as_u64().unwrap() as usize;
    let (preperiod, period) = (number(&table["preperiod"]), number(&table["period"]));
    let (mut place, mut rounds) = (length, 0);
    while place > preperiod + period {
        (place, rounds) = (place - period, rounds + 1);
    }
    let value = table["best"][place - 1].as_i64()?;
    Some(value + rounds * if rounds > 0 { table["gains"][place - 1 - preperiod].as_i64().unwrap() } else { 0 })
}

/// Known from the search: 4 rows and 30 columns.
#[test]
fn the_largest_sum_of_four_billion_columns_is_known_at_once() {
    let folder = Folder::new();
    for (objective, known, gain) in [("max", 509, 70), ("min", 331, 42)] {
        let (numbers, file) = table(&model(&folder, 8, 4, objective, ""), "30,4000000000,4000000004");
        assert_eq!((numbers["along"].as_str(), file["width"].as_u64()), (Some("columns"), Some(4)));
        assert_eq!(numbers["lengths"], file["lengths"]);
        for length in [3, 9, 12] {
            let problem = problem(&common::corner(length, 4, objective, ""));
            assert_eq!(read(&file, length), common::run(&problem, Method::SEARCH, None).objective, "{length}");
        }
        let best: Vec<i64> = (0..3).map(|i| file["lengths"][i]["best"].as_i64().unwrap()).collect();
        assert_eq!((best[0], best[2] - best[1]), (known, gain), "{objective}");
        // Four columns gain so much once and for all, so the long board's sum is that of a short one with the same remainder.
        let short = 400;
        assert_eq!(best[1], read(&file, short).unwrap() + (4_000_000_000 - short as i64) / 4 * gain);
        assert_eq!(file["certificates"][0]["gained"]["least"], file["certificates"][0]["gained"]["most"]);
    }
}

/// Growing to the north is not growing to the east; a square grows to the north.
#[test]
fn rows_are_added_to_a_board_that_is_not_wider_than_high() {
    let folder = Folder::new();
    for (columns, rows) in [(3, 3), (3, 5)] {
        let (numbers, file) = table(&model(&folder, columns, rows, "min", ""), "1,8");
        assert_eq!(numbers["along"], "rows");
        let problem = problem(&common::corner(3, 8, "min", ""));
        assert_eq!(read(&file, 8), common::run(&problem, Method::SEARCH, None).objective);
    }
}

/// Two of three rows are of one colour on boards of an odd number of columns: no tour starts on the other.
#[test]
fn lengths_without_a_tour_say_so() {
    let folder = Folder::new();
    let text = common::corner(9, 3, "max", "").replace("cell = [0, 0]", "cell = [0, 1]");
    let model = &folder.write("minority.toml", text);
    let (numbers, file) = table(model, "1000000001,1000000000");
    assert_eq!(numbers["lengths"][0]["best"], Value::Null);
    assert!(numbers["lengths"][1]["best"].is_i64());
    assert!((1..40).step_by(2).all(|length| read(&file, length).is_none()));
    let (text, _) = common::printed(&["table", "die-tour", model, "--length", "1000000001"], "", 0);
    assert!(text.lines().last().unwrap().split_whitespace().eq(["1000000001", "none"]), "{text}");
    // A closed tour needs an even number of cells; here and there also an odd length.
    let closed = self::model(&folder, 6, 3, "max", "closed = true");
    let (numbers, _) = table(&closed, "1000000001,1000000000");
    assert_eq!(numbers["lengths"][0]["best"], Value::Null);
    assert!(numbers["lengths"][1]["best"].is_i64());
}

#[test]
fn limits_are_kept_and_leave_what_is_known_or_no_table() {
    let folder = Folder::new();
    let model = model(&folder, 9, 6, "max", "");
    for limit in [["--time-limit", "100ms"], ["--memory-limit", "50M"]] {
        let (out, error) = common::printed(&["table", "die-tour", &model, limit[0], limit[1]], "", 3);
        let said = if out.is_empty() { "no table: " } else { "the table is not complete: " };
        assert!(error.contains(&format!("{said}stopped by the {}", &limit[0][2..6])), "{limit:?}: {error}");
    }
}

#[test]
fn models_and_lengths_without_a_table_are_refused() {
    let folder = Folder::new();
    let refused = |text: &str, length: &str| {
        common::refused(&["table", "die-tour", &folder.write("bad.toml", text), "--length", length], "")
    };
    let corner = |objective: &str, more: &str| common::corner(9, 3, objective, more);
    assert!(refused(&corner("any", ""), "9").contains("needs the objective"));
    assert!(refused(&corner("max", "total = 60"), "9").contains("no required total"));
    let blocked = corner("max", "").replace("rows = 3", "rows = 3\nblocked = [[4, 1]]");
    assert!(refused(&blocked, "9").contains("no blocked cells"));
    let anywhere = corner("max", "closed = true").replace("cell = [0, 0]\n", "");
    assert!(refused(&anywhere, "9").contains("needs a start cell"));
    assert!(refused(&common::corner(18, 18, "max", ""), "9").contains("width 17 at most"));
    for length in ["0", "-4", "4e9", "9,,10", "99999999999999999999", "1000000000000000"] {
        assert!(refused(&corner("max", ""), length).contains("not a length from 1 to 500399958596721"), "{length}");
    }
    common::refused(&["table", "die-tour", "models/die_tour/3x3_max.toml", "--picture", "-"], "");
}

#[test]
fn breaches_are_told() {
    let start = Some("0,0 top=1 north=2 east=3");
    Solved::new(model!("die_tour/3x3_max"), "NNEESSWN", None, Some(37))
        .breaks("NNEESSWN", Some("1,0"), "the tour starts on [1, 0], but the model requires [0, 0]")
        .breaks("NNX", None, "? move 3 is `X`, not one of N, E, S, W")
        .breaks("NNN", None, "roll 3 (N) from [0, 2] leaves the board or enters a blocked cell")
        .breaks("NNEES", None, "3 of 9 free cells are not visited, the first is [1, 0]")
        .breaks("NNS", None, "roll 3 (S) enters [0, 1] a second time")
        .breaks("NNEESSWNN", None, "there are 9 moves where 8 are needed")
        .refuses(
            "/start/die",
            json!({ "top": 1, "north": 3, "east": 5 }),
            "the die starts with top 1, north 3, east 5, which the model does not allow",
        )
        .refuses("/moves", json!("NNxE"), "move 3 is `x`, not one of N, E, S, W")
        .refuses("/cells/3", json!([1, 1]), "visit 4 is listed on [1, 1], but it is on [1, 2]")
        .refuses("/cells", json!([[0, 0]]), "1 cells are listed for 9 visits")
        .refuses("/tops", json!([1, 5]), "2 top faces are listed for 9 visits")
        .refuses("/tops/8", json!(6), "visit 9 is listed with 6 on top, but it shows 5")
        .refuses("/total", json!(36), "the total is given as 36, but it is 37");
    Solved::new(model!("die_tour/4x4_closed"), "NENWNEEESWSESWWW", None, Some(68))
        .breaks("NENWNEEESWSESWW", None, "there are 15 moves where 16 are needed")
        .breaks("NENWNEEESWSESWWN", None, "the last roll ends on [1, 1], not on the start [0, 0]")
        .breaks(
            "NNNEEESWWSEESWWW",
            None,
            "back on the start the die shows top 2, north 4, east 6; it started with top 1, north 2, east 3",
        );
    let any = "puzzle = \"die-tour\"\nobjective = \"any\"\n[board]\ncolumns = 3\nrows = 3\n[start]\nhandedness = \"left\"\n[tour]\ntotal = 37\n";
    Solved::new(any, "NNEESSWN", start, None)
        .breaks(
            "NNEESSWN",
            None,
            "? the model leaves the start cell open: give --start; write it like \"0,0 top=1 north=2 east=3\"",
        )
        .breaks("NNEESSWN", Some("5,0 top=1 north=2 east=3"), "the start [5, 0] is not a free cell of the board")
        .breaks("NNEESSWN", Some("0,0 top=1 north=2 east=4"), "? the model allows no such die at the start")
        .breaks("NNEESSWN", Some("0,0 top=1 north=3 east=5"), "the total is 30, but the model requires 37")
        .breaks("ENWNEESS", start, "the total is 27, but the model requires 37")
        .breaks("EENNWWSE", start, "the total is 36, but the model requires 37");
}

#[test]
fn replays_lead_to_the_end() {
    for (stage, solution) in &replays_of("die-tour", &[&[("closed", ""), ("columns", "4")]]) {
        let states = played(stage, solution);
        let (cells, tops) = (solution["cells"].as_array().unwrap(), solution["tops"].as_array().unwrap());
        let sums = readout(stage, "sum");
        let mut sum = 0;
        for (i, (at, top)) in cells.iter().zip(tops).enumerate() {
            let (here, faces) = &states[i].all[0];
            assert_eq!((here, &faces["top"]["pips"]), (&cell(at), top));
            sum += top.as_i64().unwrap();
            assert_eq!(sums[i], sum.to_string());
        }
        assert_eq!(sums.last().unwrap(), &solution["total"].to_string());
        assert_eq!(states.len() - cells.len(), usize::from(stage.get("closed").is_some()));
        if stage.get("closed").is_some() {
            assert_eq!(states.last().unwrap().all[0].0, states[0].all[0].0);
        }
    }
}

/// Gardner's puzzle: from corner to corner along the north side, one face on top at both ends and nowhere between.
#[test]
fn one_tour_of_the_chess_board_hides_a_face_between_its_ends() {
    let text = |side: usize| {
        let last = side - 1;
        format!(
            "puzzle = \"die-tour\"\nobjective = \"any\"\n[board]\ncolumns = {side}\nrows = {side}\n[start]\ncell = [0, {last}]\n\
             die = {{ top = 1 }}\n[goal]\ncell = [{last}, {last}]\ndie = {{ top = 1 }}\n[tour]\nnever-between = [1]\n"
        )
    };
    for side in 3..=7 {
        let count = common::count(&problem(&text(side)), Which::All, &Request::unlimited());
        assert!(count.extent.is_all() && count.solutions == 0u32.into(), "{side} {count:?}");
    }
    let count = common::count(&problem(&text(8)), Which::All, &Request::unlimited());
    // The die may be turned about its top face at the start: the tour is the same for each of the four sides that may be in the north.
    assert!(count.extent.is_all() && count.solutions > 0u32.into(), "{count:?}");
}

#[test]
fn random_tours_are_as_they_are_wished() {
    let options = [("columns", "4"), ("rows", "3"), ("labels", "4"), ("goal", ""), ("never", "5"), ("unique", "")];
    for seed in 0..cases(10, 100) {
        let text = common::random_of("die-tour", seed, &options);
        let map = text.split("\"\"\"").nth(1).unwrap();
        assert_eq!(map.matches(|symbol: char| symbol.is_ascii_digit()).count(), 4, "{text}");
        assert!(text.contains("[goal]") && text.contains("never = [5]"), "{text}");
        let count = common::count(&problem(&text), Which::Best, &Request::unlimited());
        assert!(count.extent.is_all() && count.solutions == 1u32.into(), "{count:?} {text}");
    }
}

#[test]
fn what_is_out_of_reach_is_counted_from_the_start() {
    let with = |start: &str| format!("puzzle = \"die-tour\"\n[board]\nmap = \". # . .\"\n{start}");
    for (start, says) in [
        ("[start]\ncell = [3, 0]\n", "1 of 3 are out of reach from [3, 0]"),
        ("[start]\ncell = [0, 0]\n", "2 of 3 are out of reach from [0, 0]"),
        ("", "2 of 3 are out of reach from [0, 0]"),
    ] {
        let why = problem(&with(start)).instance.infeasible_because().unwrap();
        assert!(why.ends_with(says), "{why}");
    }
}
