//! Block mazes: known values, moves as they are written, and random instances as they are wished.

use std::collections::BTreeSet;

use serde_json::json;
use tumble::control::Control;
use tumble::puzzle::{MovesError, Which};
use tumble::report::Status;
use tumble::solve::{Method, Problem};

use crate::common;
use crate::replays::{played, readout, replays_of, solids, solids::Solids};
use crate::rules::{Solved, model, solution};

/// A maze without blocked cells.
fn open(size: &str, (columns, rows): (i64, i64), goal: &str) -> Problem {
    common::problem(&format!(
        "puzzle = \"block-maze\"\nsize = {size}\nboard = {{ columns = {columns}, rows = {rows} }}\nstart.cell = [0, 0]\ngoal = {goal}\n"
    ))
}

/// A maze of one row, with more tables.
fn row(map: &str, tables: &str, size: &str, (start, goal): (i64, &str)) -> Problem {
    let board = format!("puzzle = \"block-maze\"\nsize = {size}\n[board]\nmap = \"{map}\"\n");
    common::problem(&format!("{board}{tables}\n[start]\ncell = [{start}, 0]\n[goal]\n{goal}\n"))
}

/// The length and the number of shortest solutions.
fn shortest(problem: &Problem) -> (Option<i64>, u64) {
    let count = common::count(problem, Which::Best, &common::search_request());
    assert_eq!((count.objective, count.extent.is_all()), (common::optimum(problem), true));
    (count.objective, count.solutions.try_into().unwrap())
}

#[test]
fn known_lengths() {
    assert_eq!(shortest(&common::shipped_problem("block_maze/islands")), (Some(14), 1));
    assert_eq!(shortest(&common::shipped_problem("block_maze/1x2x3")), (Some(30), 1));
    assert_eq!(shortest(&common::shipped_problem("block_maze/bend")), (None, 0));
    // A cube of one cell rolls as on a grid, and a larger one as on a coarser grid.
    assert_eq!(shortest(&open("[1, 1, 1]", (5, 4), "{ cell = [4, 3] }")), (Some(7), 35));
    assert_eq!(shortest(&open("[3, 3, 3]", (15, 12), "{ cell = [12, 9] }")), (Some(7), 35));
    // A box that stands lies down and gets up again: three cells in two tips.
    assert_eq!(shortest(&open("[1, 1, 2]", (31, 1), "{ cell = [30, 0] }")), (Some(20), 1));
    assert_eq!(shortest(&open("[2, 1, 1]", (2, 9), "{ cell = [0, 8] }")), (Some(8), 1));
    assert_eq!(shortest(&open("[100, 100, 100]", (300, 200), "{ cell = [200, 100] }")), (Some(3), 3));
    assert_eq!(shortest(&open("[1, 2, 3]", (1, 2), "{ cell = [0, 0], size = [1, 2, 3] }")), (Some(0), 1));
    assert_eq!(shortest(&common::shipped_problem("block_maze/bridges")), (Some(42), 161_304));
}

#[test]
fn pictures_say_what_the_floor_does() {
    let picture = common::shipped_problem("block_maze/bridges").instance.scene().to_string();
    common::says(
        &picture,
        &["-a", "A soft switch: flips a when anything covers it", "two cubes, on [0, 5] and [2, 0]"],
    );
    // The start is on a switch, and the goal on a closed bridge.
    let tables = "bridges = { a = \"closed\" }\n[switches]\nA = { press = \"soft\", opens = [\"a\"] }";
    let problem = row("A . . . . . a", tables, "[1, 1, 2]", (0, "cell = [6, 0]"));
    assert!(problem.instance.scene().to_string().contains("│ A   S │"));
    let idle = row(". . A", "[switches]\nA = { press = \"hard\" }", "[1, 1, 2]", (0, "cell = [0, 0]"));
    assert!(idle.instance.scene().to_string().contains("A hard switch that moves no bridge"));
    let solution = problem.instance.solution_of_moves("EWEEEE", None).unwrap();
    let picture = problem.instance.parse(&solution).unwrap().scene().to_string();
    assert!(picture.contains("·  ·  ·  ·  x-") && picture.contains("1  1  xa"), "{picture}");
}

/// Each line of the rules by mazes of one row.
#[test]
fn the_floor_does_what_its_letters_say() {
    let standing = |map: &str, tables: &str, goal: &str| shortest(&row(map, tables, "[1, 1, 2]", (0, goal)));
    // A box lies on fragile floor, and does not stand on it.
    assert_eq!(standing(". ~ ~ .", "", "cell = [3, 0]"), (Some(2), 1));
    assert_eq!(standing(". . . ~ . . .", "", "cell = [6, 0]"), (None, 0));
    // A closed bridge is no floor; a switch that is pressed by a tip is not in time for the same tip.
    let bridge = |state: &str, switch: &str| format!("bridges = {{ a = \"{state}\" }}\n[switches]\nA = {{ {switch} }}");
    let soft = |state, does: &str| bridge(state, &format!("press = \"soft\", {does} = [\"a\"]"));
    assert_eq!(standing(". A a .", &soft("closed", "opens"), "cell = [3, 0]"), (None, 0));
    assert_eq!(standing(". A . a", &soft("closed", "opens"), "cell = [3, 0]"), (Some(2), 1));
    assert_eq!(standing(". A . a", &soft("open", "closes"), "cell = [3, 0]"), (None, 0));
    // A switch may close a bridge under the box that presses it.
    assert_eq!(standing(". A a .", &soft("open", "flips"), "cell = [3, 0]"), (None, 0));
    // Two cells with a switch that flips press it twice.
    assert_eq!(standing(". A A a", &soft("open", "flips"), "cell = [3, 0]"), (Some(2), 1));
    assert_eq!(standing(". A A a", &soft("closed", "flips"), "cell = [3, 0]"), (None, 0));
    // A hard switch is pressed by a box that stands, and by no other.
    let hard = bridge("closed", "press = \"hard\", opens = [\"a\"]");
    assert_eq!(standing(". A . a", &hard, "cell = [3, 0]"), (None, 0));
    assert_eq!(standing(". . . A . . a", &hard, "cell = [6, 0]"), (Some(4), 1));
    // The switch under the start is not pressed before the box comes back to it.
    assert_eq!(standing("A . . a", &hard, "cell = [3, 0]"), (Some(4), 1));
}

#[test]
fn splitters_put_cubes_on_cells_and_neighbours_are_the_box() {
    let split = |map: &str, tables: &str, goal: &str| shortest(&row(map, tables, "[1, 1, 2]", (0, goal)));
    let to = |cells: &str| format!("[splitters]\nS = {{ to = {cells} }}");
    // Cubes that come to neighbours lie there at once.
    assert_eq!(split(". . . S . .", &to("[[5, 0], [4, 0]]"), "cell = [4, 0]\nsize = [2, 1, 1]"), (Some(2), 1));
    // Either cube goes to the other one: the first W, the second E, and two of them in any order.
    assert_eq!(split(". . . S # . . .", &to("[[5, 0], [7, 0]]"), "cell = [5, 0]\nsize = [2, 1, 1]"), (Some(3), 1));
    assert_eq!(split(". . . S # . . . .", &to("[[8, 0], [5, 0]]"), "cell = [6, 0]\nsize = [2, 1, 1]"), (Some(4), 2));
    // A cube presses soft switches and no hard ones, and stands on fragile floor.
    let switch = |press| {
        let switch =
            format!("bridges = {{ a = \"closed\" }}\n[switches]\nA = {{ press = \"{press}\", opens = [\"a\"] }}\n");
        switch + &to("[[5, 0], [9, 0]]")
    };
    let goal = "cell = [7, 0]\nsize = [2, 1, 1]";
    assert_eq!(split(". . . S # ~ A a . ~", &switch("soft"), goal), (Some(5), 3));
    assert_eq!(split(". . . S # ~ A a . ~", &switch("hard"), goal), (None, 0));
    // The goal needs the box: its cubes meet on the cells before it, the first after one step and the second after three.
    assert_eq!(split(". . . S . .", &to("[[5, 0], [0, 0]]"), "cell = [5, 0]"), (Some(7), 4));
    // A splitter that leads to a bridge that is closed then is not used.
    let closed = "bridges = { a = \"closed\" }\n[switches]\nA = { press = \"soft\", opens = [\"a\"] }\n";
    let goal = "cell = [4, 0]\nsize = [2, 1, 1]";
    assert_eq!(split(". . . S . a # A", &(closed.to_owned() + &to("[[5, 0], [4, 0]]")), goal), (None, 0));
}

#[test]
fn solutions_of_any_length_are_infinitely_many_where_the_box_can_move() {
    let count = |problem: &Problem| common::count(problem, Which::All, &common::search_request());
    let stuck = count(&open("[2, 2, 2]", (3, 3), "{ cell = [0, 0] }"));
    assert_eq!((stuck.solutions, stuck.extent.is_all()), (1u8.into(), true));
    let there = count(&open("[1, 1, 2]", (3, 1), "{ cell = [0, 0] }"));
    assert!(!there.extent.is_all() && there.reason.unwrap().contains("infinitely many"));
    // A bridge that closes behind the box ends all ways; where some can be undone there are infinitely many.
    let bridge = "bridges = { a = \"open\" }\n[switches]\nA = { press = \"soft\", closes = [\"a\"] }";
    let lying = "cell = [1, 0]\nsize = [2, 1, 1]";
    let once = count(&row("a A .", bridge, "[1, 1, 2]", (0, lying)));
    assert_eq!((once.solutions, once.extent.is_all()), (1u8.into(), true));
    let often = count(&row("a A . . .", bridge, "[1, 1, 2]", (0, lying)));
    assert!(!often.extent.is_all() && often.reason.unwrap().contains("moves lead in a circle"));
    let never = count(&common::shipped_problem("block_maze/even"));
    assert_eq!((never.solutions, never.extent.is_all()), (0u8.into(), true));
}

#[test]
fn the_sizes_and_the_walls_are_reasons() {
    let reason = |problem: &Problem| common::run(problem, Method::SEARCH, None).reason.unwrap();
    assert!(reason(&common::shipped_problem("block_maze/even")).contains("multiple of 2 cells"));
    let text = "puzzle = \"block-maze\"\nsize = [1, 1, 2]\nboard.map = \"\"\"\n. # .\n. # .\"\"\"\nstart.cell = [0, 0]\ngoal.cell = [2, 0]\n";
    assert!(reason(&common::problem(text)).contains("blocked cells separate"));
}

#[test]
fn a_board_of_ten_to_the_five_cells_is_searched_at_once() {
    let rows: Vec<String> = (0..400)
        .rev()
        .map(|y| {
            let gap = if y % 8 < 4 { 0..5 } else { 245..250 };
            (0..250).map(|x| if y % 4 == 3 && !gap.contains(&x) { '#' } else { '.' }).collect()
        })
        .collect();
    let text = format!(
        "puzzle = \"block-maze\"\nsize = [1, 1, 2]\nboard.map = \"\"\"\n{}\"\"\"\nstart.cell = [0, 0]\ngoal.cell = [249, 399]\n",
        rows.join("\n")
    );
    let problem = common::problem(&text);
    let _alone = common::alone();
    let begin = std::time::Instant::now();
    let report = common::run(&problem, Method::SEARCH, None);
    assert!(matches!(report.status, Status::Optimal), "{:?}", report.status);
    assert!(begin.elapsed().as_secs() < 10, "{:?}", begin.elapsed());
}

#[test]
fn moves_are_read_with_spaces_and_in_lower_case_and_a_start_is_refused() {
    let problem = common::shipped_problem("block_maze/islands");
    let read = |moves: &str, start| problem.instance.solution_of_moves(moves, start);
    assert_eq!(common::verify(&problem, &read("essen wsss eeese", None).unwrap()).unwrap(), Some(14));
    assert!(matches!(read("ESSENWSSSEEESE", Some("0,7")), Err(MovesError::Unreadable(_))));
    assert!(matches!(read("2E", None), Err(MovesError::Unreadable(_))));
}

#[test]
fn random_instances_are_as_wished() {
    for seed in 0..20 {
        let tips = (3 + seed % 6).to_string();
        let text = common::random_of("block-maze", seed, &[("tips", &tips), ("unique", ""), ("size", "1x2x2")]);
        assert_eq!(shortest(&common::problem(&text)), (Some(tips.parse().unwrap()), 1), "{text}");
    }
    // All states of twenty bridges on this board are thousands of millions: as many are looked at as are enough.
    let text =
        common::random_of("block-maze", 1, &[("columns", "40"), ("bridges", "20"), ("tips", "40"), ("unique", "")]);
    assert_eq!(shortest(&common::problem(&text)), (Some(40), 1), "{text}");
    let text = common::random_of("block-maze", 1, &[("columns", "7"), ("rows", "4"), ("blocked", "9")]);
    let map = text.split("\"\"\"").nth(1).unwrap();
    assert_eq!((map.matches('.').count(), map.matches('#').count()), (19, 9));
    let refused = |options: &[(&'static str, &str)], why: &str| {
        let error = common::try_random_of("block-maze", 1, options).unwrap_err();
        assert!(error.contains(why), "{options:?}: {error}");
    };
    refused(&[("columns", "101")], "1 to 100 columns");
    refused(&[("columns", "3"), ("blocked", "9")], "no free cell");
    refused(&[("columns", "3"), ("tips", "1000")], "try other options");
    for size in ["1x1", "1x1x101", "0x1x2", "1x1x2x2", "axbxc", ""] {
        refused(&[("size", size)], "write it like 1x1x2");
    }
    let options = tumble::puzzle::Choices::from([("columns", "5".to_owned())]);
    let error = (common::entry("block-maze").new)(&options, &Control::unlimited()).unwrap_err();
    assert_eq!(error.to_string(), "--columns needs --seed");
}

#[test]
fn breaches_are_told() {
    Solved::new(model!("block_maze/islands"), "ESSENWSSSEEESE", None, Some(14))
        .breaks("EX", None, "? move 2 is `X`, not one of N, E, S, W")
        .breaks("EN", None, "move 2 (N) covers [1, 8], which is blocked or not on the board")
        .breaks("W", None, "move 1 (W) covers [-2, 7], which is blocked or not on the board")
        .breaks("EE", None, "at the end the box is on [3, 7] as 1 × 1 × 2, but the model requires [8, 1] as 1 × 1 × 2")
        .breaks("", Some("0,7"), "? the model fixes the start: leave out --start")
        .refuses("/moves", json!("Ex"), "move 2 is `x`, not one of N, E, S, W")
        .refuses("/length", json!(13), "the length is given as 13, but there are 14 moves");
    Solved::new(model!("block_maze/bridges"), "NEEWSEEEENWSWWWSWNESESSEEEEESSEnnneeeessSE", None, Some(42))
        .breaks("n", None, "move 1 is `n`, but there is no second cube: the box is not split")
        .breaks("EE", None, "move 2 (E) covers [3, 3], a cell of the bridge `a`, which is closed then")
        .breaks("ESWNES", None, "at the end the box is in two cubes")
        .breaks("ESWNESW", None, "move 7 (W) covers [-1, 5], which is blocked or not on the board")
        .breaks(
            "NEEWSEEEENWSWWWSWNESESSEEEEESSWnnneeeessE",
            None,
            "move 41 (E) stands the box on [7, 1], which is fragile",
        );
    let refused = |map: &str, tables: &str, moves: &str| {
        let problem = row(map, tables, "[1, 1, 2]", (0, "cell = [0, 0]"));
        solution(&*problem.instance, moves, None).unwrap_err()
    };
    let (open, closed) = ("bridges = { a = \"open\" }", "bridges = { a = \"closed\" }");
    assert_eq!(
        refused(". a A", &format!("{open}\n[switches]\nA = {{ press = \"soft\", flips = [\"a\"] }}"), "E"),
        "move 1 (E) presses a switch that closes the bridge `a` under [1, 0]"
    );
    let splitter =
        "\n[switches]\nA = { press = \"soft\", opens = [\"a\"] }\n[splitters]\nS = { to = [[4, 0], [1, 0]] }";
    assert_eq!(
        refused(". . . S a . A", &format!("{closed}{splitter}"), "EE"),
        "move 2 (E) splits the box onto [4, 0], a cell of the bridge `a`, which is closed then"
    );
    Solved::new(model!("block_maze/upright"), "NESWSENNWNNWWSEES", None, Some(17)).breaks(
        "",
        None,
        "at the end the box is on [2, 3] as 3 × 1 × 1, but the model requires [2, 2] as 1 × 1 × 3",
    );
}

#[test]
fn replays_lead_to_the_end() {
    for (stage, solution) in &replays_of("block-maze", &[]) {
        let states = played(stage, solution);
        let under = |state: &Solids| state.boxes().flat_map(|solid| state.covered(solid)).collect::<BTreeSet<_>>();
        let ends = |name| solids::ends(stage, name).into_iter().map(|(at, _)| at).collect::<BTreeSet<_>>();
        assert_eq!((under(&states[0]), under(states.last().unwrap())), (ends("start"), ends("goal")));
        for (state, value) in states.iter().zip(readout(stage, "box")) {
            let lies = state.boxes().map(|solid| state.sizes[solid]).collect::<Vec<_>>();
            let lies = match lies[..] {
                [(x, y, z)] => format!("{x} × {y} × {z}"),
                _ => "in two cubes".into(),
            };
            assert_eq!(value, lies);
        }
    }
}

/// Letters on the floor say nothing by themselves.
#[test]
fn a_replay_says_what_the_letters_on_the_floor_mean() {
    let replay = serde_json::to_value(common::shipped_problem("block_maze/bridges").instance.replay()).unwrap();
    let legend = replay["stage"]["legend"].as_array().unwrap();
    let signs: Vec<&str> = legend.iter().filter_map(|entry| entry["sign"].as_str()).collect();
    assert_eq!(signs, ["a, b", "~", "A", "B", "S"], "{legend:?}");
    let cells = replay["stage"]["cells"].as_array().unwrap();
    for sign in cells.iter().filter_map(|cell| cell["sign"].as_str()) {
        assert!(signs.iter().any(|known| known.split(", ").any(|known| known == sign)), "{sign}");
    }
    for words in ["Of the two cubes of a split box, capitals move", "Each cube of a split box"] {
        assert!(legend.iter().any(|entry| entry["text"].as_str().unwrap().starts_with(words)), "{legend:?}");
    }
    // A plain maze has none.
    let plain = serde_json::to_value(common::shipped_problem("block_maze/open").instance.replay()).unwrap();
    assert!(plain["stage"].get("legend").is_none());
}
