//! `tumble check` and `tumble render` on files of results, as `tumble solve --format json` prints them.

use crate::common::{Folder, corner, json, json_lines, printed as run, says};
use serde_json::Value;

const MAX: &str = "models/die_tour/3x3_max.toml";
const MIN: &str = "models/die_tour/3x3_min.toml";

/// The results of a run of `tumble solve`, one a line.
fn solve(args: &[&str], code: i32) -> String {
    run(&[&["solve", "--format", "json"], args].concat(), "", code).0
}

/// A file of results in its own folder.
fn file(text: &str) -> (Folder, String) {
    let folder = Folder::new();
    let path = folder.write("results.jsonl", text);
    (folder, path)
}

/// The outcome of a check of these results.
fn check(model: &str, results: &str, code: i32) -> (String, String) {
    let (_folder, path) = file(results);
    run(&["check", model, &path], "", code)
}

fn edited(line: &str, edit: impl FnOnce(&mut Value)) -> String {
    let mut result: Value = serde_json::from_str(line).unwrap();
    edit(&mut result);
    format!("{result}\n")
}

#[test]
fn every_result_of_the_model_is_checked_and_those_of_others_are_skipped() {
    let results = solve(&["--backend", "search,highs", "--encoding", "arc-flow", MIN, MAX], 0);
    let (text, note) = check(MAX, &results, 0);
    let lines = ["line 3 (search)", "line 4 (highs, encoding arc-flow)"];
    let kept = lines.map(|line| format!("{MAX}: {line}: the solution keeps the rules, objective 37\n"));
    assert_eq!(text, kept.concat());
    assert!(note.ends_with("results.jsonl: skipped 2 results of other models\n"), "{note}");
}

#[test]
fn a_wrong_second_line_is_found() {
    let results = solve(&["--backend", "search,highs", "--encoding", "time-expanded", MAX], 0);
    let (first, second) = results.split_once('\n').unwrap();
    let wrong = edited(second, |result| result["solution"]["moves"] = "NNEESSWW".into());
    let (text, _) = check(MAX, &format!("{first}\n{wrong}"), 1);
    let (first, second) = text.split_once('\n').unwrap();
    says(first, &["line 1 (search): the solution keeps the rules"]);
    says(second, &["line 2 (highs, encoding time-expanded): the solution breaks the rules: roll 8"]);
}

#[test]
fn the_objective_that_a_result_states_is_checked() {
    let result = solve(&[MAX], 0);
    for (stated, shown) in [(Value::from(38), "38"), (Value::Null, "null")] {
        let (text, _) = check(MAX, &edited(&result, |result| result["objective"] = stated), 1);
        assert!(text.contains(&format!("the result states objective {shown}, but the rules count 37")), "{text}");
    }
}

#[test]
fn every_listed_solution_is_checked() {
    let model = "models/labeled_board/open_start.toml";
    let result = solve(&["--all", model], 0);
    assert!(check(model, &result, 0).0.ends_with("2 solutions keep the rules, objective 13\n"));
    let wrong = edited(&result, |result| result["solutions"][1]["moves"] = "NNN".into());
    assert!(check(model, &wrong, 1).0.contains("solution 2 of 2 breaks the rules: "));
}

/// The lines of a check of these results as JSON.
fn checked(args: &[&str], results: &str, code: i32) -> Vec<Value> {
    let (_folder, path) = file(results);
    json_lines(&[&["check"], args, &[&path, "--format", "json"]].concat(), "", code)
}

#[test]
fn a_check_tells_programs_of_each_solution() {
    let model = "models/labeled_board/open_start.toml";
    let result = solve(&["--all", model], 0);
    let wrong = edited(&result, |result| result["solutions"][0]["moves"] = "NNN".into());
    let wrong = edited(&wrong, |result| result["solution"] = result["solutions"][0].clone());
    let lines = checked(&[model], &format!("{result}{wrong}"), 1);
    let of = |key: &str| lines.iter().map(|line| line[key].clone()).collect::<Vec<Value>>();
    assert_eq!(of("model"), [model; 4]);
    assert_eq!(of("line"), [1, 1, 2, 2]);
    assert_eq!(of("solution"), [1, 2, 1, 2]);
    assert_eq!(of("keeps_rules"), [true, true, false, true]);
    let objectives = [13.into(), 13.into(), Value::Null, 13.into()];
    assert_eq!(of("objective"), objectives);
    assert!(of("reason").iter().map(Value::is_string).eq([false, false, true, false]), "{lines:?}");
    assert!(lines[2]["reason"].as_str().unwrap().starts_with("solution 1 of 2 breaks the rules: "), "{lines:?}");
    let quiet = checked(&[model, "--quiet"], &format!("{result}{wrong}"), 1);
    assert_eq!(quiet, lines[2..3]);

    let stated = edited(&solve(&[MAX], 0), |result| result["objective"] = 38.into());
    let [line] = &checked(&[MAX], &stated, 1)[..] else { panic!("one line") };
    assert_eq!((&line["keeps_rules"], &line["objective"]), (&true.into(), &37.into()));
    assert!(line["reason"].as_str().unwrap().contains("states objective 38"), "{line}");
    let [line] = &checked(&[MAX, "--best"], &solve(&[MAX], 0), 0)[..] else { panic!("one line") };
    assert_eq!((&line["best"], &line["reason"]), (&"none is better".into(), &Value::Null));

    let infeasible = "models/die_tour/3x3_infeasible.toml";
    let [line] = &checked(&[infeasible], &solve(&[infeasible], 1), 0)[..] else { panic!("one line") };
    assert_eq!((&line["solution"], &line["keeps_rules"]), (&Value::Null, &Value::Null));
    assert_eq!(line["reason"], "no solution to check: infeasible");
    let line = json(&["check", MAX, "--moves", "NNN", "--format", "json"], "", 1);
    assert_eq!((&line["line"], &line["keeps_rules"]), (&Value::Null, &false.into()));
}

#[test]
fn a_result_without_a_solution_has_nothing_to_check() {
    let model = "models/die_tour/3x3_infeasible.toml";
    let result = solve(&[model], 1);
    assert_eq!(check(model, &result, 0).0, format!("{model}: line 1 (search): no solution to check: infeasible\n"));
    let (text, error) = check(model, &edited(&result, |result| result["status"] = "optimal".into()), 2);
    assert!(text.is_empty() && error.contains("the result is optimal, but has no solution"), "{error}");
}

#[test]
fn a_file_without_a_result_of_the_model_is_refused() {
    let (text, error) = check("models/die_tour/4x4_max.toml", &solve(&[MIN, MAX], 0), 2);
    assert!(text.is_empty());
    assert!(error.contains("no result of models/die_tour/4x4_max.toml"), "{error}");
    assert!(error.contains(MAX) && error.contains(MIN), "{error}");
    assert!(check(MAX, "", 2).1.contains("the file is empty"));
}

#[test]
fn moves_in_place_of_a_file_are_told_where_moves_are_given() {
    let (_, error) = run(&["check", MAX, "NESW"], "", 2);
    assert!(error.contains("NESW") && error.contains("moves are given with `--moves`"), "{error}");
}

#[test]
fn a_model_is_known_by_another_path() {
    let results = solve(&["models/../models/die_tour/3x3_max.toml"], 0);
    assert!(check(MAX, &results, 0).0.contains("line 1 (search): the solution keeps"));
    let id = "c4x4:C461,3";
    assert!(check(id, &solve(&[id], 0), 0).0.contains("objective 9"));
}

#[test]
fn a_line_that_cannot_be_read_is_underlined_and_does_not_stop_the_others() {
    let result = solve(&[MAX], 0);
    let broken = result.replace("\"objective\":37,", "\"objective\":thirty,");
    let (text, error) = check(MAX, &format!("{result}{broken}{result}"), 2);
    assert_eq!(text.lines().map(|line| line.split(' ').nth(2).unwrap()).collect::<Vec<_>>(), ["1", "3"]);
    let place = error.lines().find(|line| line.contains("results.jsonl:2:")).unwrap();
    assert!(place.contains("╭─["), "{error}");
    let column = |needle: &str| error.lines().find_map(|line| line.find(needle).map(|at| line[..at].chars().count()));
    assert!(column("thirty").is_some() && error.lines().all(|line| line.chars().count() < 160), "{error}");
    let (_, error) = check(MAX, &edited(&result, |result| result["solution"] = 7.into()), 2);
    assert!(error.contains("results.jsonl:1:1") && error.contains("this result"), "{error}");
}

#[test]
fn a_result_over_several_lines_a_bare_solution_and_standard_input_are_read() {
    let result: Value = serde_json::from_str(&solve(&[MAX], 0)).unwrap();
    let pretty = serde_json::to_string_pretty(&result).unwrap();
    assert!(check(MAX, &pretty, 0).0.contains("line 1 (search): the solution keeps"));
    let twice = check(MAX, &format!("{pretty}\n{pretty}\n"), 0).0;
    assert!(twice.lines().count() == 2 && twice.contains("line 1 ("), "{twice}");
    let array = check(MAX, &format!("[{pretty},\n{pretty}]\n"), 0).0;
    assert!(array.lines().count() == 2 && array.contains("line 1 ("), "{array}");
    let bare = result["solution"].to_string();
    assert_eq!(check(MAX, &bare, 0).0, format!("{MAX}: line 1: the solution keeps the rules, objective 37\n"));
    assert!(run(&["check", MAX, "-"], &pretty, 0).0.contains("the solution keeps"));
}

#[test]
fn the_first_solution_of_the_model_is_drawn() {
    let infeasible = edited(&solve(&[MAX], 0), |result| {
        result["status"] = "unknown".into();
        result["solution"] = Value::Null;
    });
    let results = format!("{}{infeasible}{}", solve(&[MIN], 0), solve(&[MAX], 0));
    let (_folder, path) = file(&results);
    let drawn = run(&["render", MAX, &path, "-o", "-"], "", 0).0;
    assert!(run(&["solve", MAX], "", 0).0.contains(&drawn));
    let (_folder, path) = file(&infeasible);
    assert!(run(&["render", MAX, &path, "-o", "-"], "", 2).1.contains("have no solution"));
}

#[test]
fn moves_are_drawn_as_the_solution_that_they_make() {
    let (folder, path) = file(&solve(&[MAX], 0));
    let moves: Value = serde_json::from_str(&folder.read("results.jsonl")).unwrap();
    let moves = moves["solution"]["moves"].as_str().unwrap();
    let drawn = run(&["render", MAX, "--moves", moves, "-o", "-"], "", 0).0;
    assert_eq!(drawn, run(&["render", MAX, &path, "-o", "-"], "", 0).0);
    // A start that the model leaves open comes with them.
    let open = "models/die_tour/3x3_any_start_max.toml";
    let start = ["--start", "0,0 top=4 north=1 east=2", "-o", "-"];
    assert!(!run(&[&["render", open, "--moves", "NNEESSWN"], &start[..]].concat(), "", 0).0.is_empty());
    let save = run(&["render", "c4x4:C461,3", "--moves", "SSSNWWNNW", "-o", "-"], "", 0).0;
    assert!(save.contains("9 W 6/6"), "{save}");
}

/// What breaks the rules is told as by `tumble check`, and drawn up to the fault by a picture that does not call it a solution.
#[test]
fn moves_that_break_the_rules_are_drawn_up_to_the_fault() {
    let folder = Folder::new();
    for (i, (model, moves, fault, steps)) in [
        (MAX, "NNSEE", "roll 3 (S) enters [0, 1] a second time", 3),
        (MAX, "NNNEE", "roll 3 (N) from [0, 2] leaves the board", 2),
        ("models/die_path/blocked.toml", "N×2 E×5 S", "run 2 (E) leaves the board", 4),
        ("models/die_path/two_dice.toml", "1E 2S 1E×9", "run 3 (1E) leaves the board", 4),
        ("models/die_path/plane.toml", "E×2 S", "the path ends on [2, -1], not on the goal", 3),
        ("models/labeled_board/source.toml", "ESENEEEE", "roll 7 (E) from [4, 2] leaves the board", 6),
        ("models/labeled_board/source.toml", "SESE", "roll 1 (S) enters [0, 1], which is labeled 5", 1),
        ("models/labeled_board/cycle_any_start.toml", "N --start 0,0 top=6 north=5 east=3", "cells are not visited", 1),
        ("models/block_maze/islands.toml", "ESW", "at the end the box is on [0, 6]", 3),
        ("models/cube_tray/2x3_flip.toml", "NSSS", "no cube can roll that way", 0),
        ("models/tatham_cube/source.toml", "SSSNWWNN", "at the end 5 of the six faces are blue", 8),
        ("models/sudoku_cube/seed.toml", "D B2 U2", "which is not each digit once", 3),
    ]
    .into_iter()
    .enumerate()
    {
        let (moves, start) = moves.split_once(" --start ").map_or((moves, None), |(moves, start)| (moves, Some(start)));
        let way: Vec<&str> =
            ["--moves", moves].into_iter().chain(start.into_iter().flat_map(|start| ["--start", start])).collect();
        let drawn = ["svg", "html"].map(|suffix| {
            let name = format!("{i}.{suffix}");
            let told = run(&[&["render", model, "-o", &folder.path(&name)], &way[..]].concat(), "", 1).0;
            assert_eq!(told, run(&[&["check", model], &way[..]].concat(), "", 1).0);
            assert!(told.contains("the solution breaks the rules: ") && told.contains(fault), "{told}");
            folder.read(&name)
        });
        for picture in &drawn {
            assert!(picture.contains("<title>No solution: "), "{model} {moves}: {picture}");
        }
        let data = drawn[1].split_once("id=\"replay\">").unwrap().1;
        let replay: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
        assert_eq!(replay["facts"].as_array().unwrap().len(), 1, "{replay}");
        let stage = &replay["stage"];
        assert!(stage.get("solved").is_none_or(Value::is_null), "{replay}");
        let made = stage.get("steps").unwrap_or(&stage["turns"]);
        assert_eq!(made.as_array().map_or(0, Vec::len), steps, "{model} {moves}: {replay}");
    }
    // A file of the game would be taken for a solution.
    run(&["render", "c4x4:C461,3", "--moves", "SS", "-o", &folder.path("a.sav")], "", 1);
    assert!(!folder.names().contains(&"a.sav".to_owned()));
    let [unreadable, two] = [&["--moves", "NX", "-o", "-"][..], &["results.json", "--moves", "N"]]
        .map(|args| run(&[&["render"], args, &[MAX]].concat(), "", 2).1);
    assert!(unreadable.contains("move 2 is `X`") && two.contains("cannot be used with"), "{unreadable}{two}");
}

#[test]
fn moves_may_be_in_a_file() {
    let (_folder, path) = file("nnEE\n SSWN\n");
    let keeps = format!("{MAX}: the solution keeps the rules, objective 37\n");
    assert_eq!(run(&["check", MAX, &path], "", 0).0, keeps);
    assert_eq!(run(&["check", MAX, "-"], "NNEESSWN", 0).0, keeps);
    let drawn = run(&["render", MAX, &path, "-o", "-"], "", 0).0;
    assert_eq!(drawn, run(&["render", MAX, "--moves", "NNEESSWN", "-o", "-"], "", 0).0);
    let open = ["models/die_tour/3x3_any_start_max.toml", &path, "--start", "0,0 top=4 north=1 east=2"];
    assert!(run(&[&["check"], &open[..]].concat(), "", 0).0.contains("objective 42"));
    let (_folder, path) = file("board = 3");
    let neither = run(&["check", MAX, &path], "", 2).1;
    assert!(neither.contains(&format!("{path}: neither results in JSON nor moves: move 1 is `B`")), "{neither}");
    let (_folder, path) = file(&solve(&[MAX], 0));
    let refused = run(&["check", MAX, &path, "--start", "0,0"], "", 2).1;
    assert!(refused.contains("--start is for moves, and these are results"), "{refused}");
}

/// The lines that `tumble solve` prints for them, with the words before them.
#[test]
fn moves_runs_and_starts_are_read_as_they_are_printed() {
    for model in ["die_tour/3x3_any_start_max", "labeled_board/open_start", "die_path/blocked", "die_path/two_dice"] {
        let model = format!("models/{model}.toml");
        let printed = run(&["solve", &model], "", 0).0;
        let line = |key: &str| printed.lines().find(|line| line.starts_with(key));
        for moves in [line("moves"), line("runs")].into_iter().flatten() {
            let start = line("start").map(|start| ["--start", start]);
            let args: Vec<&str> =
                ["check", &model, "--moves", moves].into_iter().chain(start.into_iter().flatten()).collect();
            assert!(run(&args, "", 0).0.contains("the solution keeps the rules"), "{moves}");
        }
    }
}

#[test]
fn the_distance_from_the_best_solution_is_told() {
    let check = |model: &str, moves: &str, code: i32| run(&["check", model, "--moves", moves, "--best"], "", code).0;
    assert!(check(MIN, "NNEESSWN", 0).ends_with("the solution keeps the rules, objective 37: 12 from the best, 25\n"));
    assert!(check(MAX, "NNEESSWN", 0).ends_with("objective 37: none is better\n"));
    assert!(check(MAX, "NNS", 1).ends_with("roll 3 (S) enters [0, 1] a second time\n"));
    // As in the results of what is left of a model, it is that of all moves.
    let rest = ["--after", "NN", MAX];
    let (_folder, path) = file(&solve(&rest, 0));
    for way in [&[&*path][..], &["--moves", "EESSWN"]] {
        let text = run(&[&["check", "--best"], &rest[..], way].concat(), "", 0).0;
        assert!(text.ends_with("the solution keeps the rules, objective 37: none is better\n"), "{text}");
    }
    // Of each result in a file; without an objective nothing has to be looked for.
    let seed = "models/sudoku_cube/seed.toml";
    for (model, results, told) in [
        (MAX, solve(&[MAX], 0).repeat(2), "objective 37: none is better"),
        (seed, solve(&[seed], 0), "the rules: every other is as good"),
    ] {
        let (_folder, path) = file(&results);
        let text = run(&["check", model, &path, "--best"], "", 0).0;
        assert_eq!(text.matches(told).count(), results.lines().count(), "{text}");
    }
}

/// The limits are those of the run that looks for it.
#[test]
fn a_distance_that_is_not_proved_is_a_range() {
    let board = corner(9, 9, "max", "");
    let way: String = (0..9).map(|column| ["NNNNNNNN", "SSSSSSSS"][column % 2]).collect::<Vec<_>>().join("E");
    for limit in [["--time-limit", "1ms"], ["--memory-limit", "1K"]] {
        let text = run(&[&["check", "-", "--moves", &way, "--best"], &limit[..]].concat(), &board, 3).0;
        assert!(text.contains(" from the best, which is not known (") && text.contains("limit"), "{text}");
    }
    let folder = Folder::new();
    let answers = folder.write("answers.csv", format!("name,moves\nAda,{way}\n"));
    let told = ["check", "-", "--answers", &answers, "--format=json", "--time-limit=1ms"];
    let line = json(&told, &board, 3);
    assert!(line["keeps_rules"] == true && line["length"] == 80 && line["distance"].is_null(), "{line}");
    for args in [
        ["--time-limit", "1s"],
        ["--best", "--quiet"],
        ["--best", "--proof=x.pbp"],
        ["--answers=x.csv", "--quiet"],
        ["--answers=x.csv", "--moves=N"],
        ["--answers=x.csv", "--proof=x.pbp"],
    ] {
        assert!(run(&[&["check", MAX], &args[..]].concat(), "", 2).1.starts_with("error: the "), "{args:?}");
    }
}

const ANSWERS: &str = "Name,Moves\r\nAda,NNEESSWN\r\n\r\n\"Ben, Bo\",nn ee ss w\r\nCy,NNSEE\r\nDi,NNX\r\n";

#[test]
fn answers_of_many_are_told_on_a_line_each() {
    let folder = Folder::new();
    let path = folder.write("answers.csv", ANSWERS);
    let check =
        |model: &str, path: &str, form: &str| run(&["check", model, "--answers", path, "--format", form], "", 1);
    assert_eq!(
        check(MIN, &path, "text").0,
        "Ada (8 moves): the solution keeps the rules, objective 37: 12 from the best, 25\n\
         Ben, Bo: the solution breaks the rules: 1 of 9 free cells are not visited, the first is [1, 1]\n\
         Cy: the solution breaks the rules: roll 3 (S) enters [0, 1] a second time\n\
         Di: move 3 is `X`, not one of N, E, S, W\n"
    );
    let table = check(MIN, &path, "csv").0;
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let names = reader.headers().unwrap().clone();
    let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let column = |name: &str| {
        let place = names.iter().position(|own| own == name).unwrap();
        records.iter().map(|record| record[place].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(table.lines().count(), 5, "{table}");
    assert_eq!(column("name"), ["Ada", "Ben, Bo", "Cy", "Di"]);
    assert_eq!(column("line"), ["2", "4", "5", "6"]);
    assert_eq!(column("keeps_rules"), ["true", "false", "false", "false"]);
    assert_eq!(column("length"), ["8", "", "", ""]);
    assert_eq!(column("distance"), ["12", "", "", ""]);
    let lines = check(MIN, &path, "json").0;
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!((&lines[0]["name"], &lines[0]["best"]), (&"Ada".into(), &"12 from the best, 25".into()));
    assert!(lines[3]["reason"].as_str().unwrap().contains("`X`"), "{lines:?}");
    // A start that the model leaves open, in what spreadsheets write where numbers have commas; all keep the rules.
    let open = "models/die_tour/3x3_any_start_max.toml";
    let starts = folder.write("starts.csv", "who;moves;start\nAda;NNEESSWN;0,0 top=4 north=1 east=2\n");
    let told = run(&["check", open, "--answers", &starts], "", 0).0;
    assert_eq!(told, "Ada (8 moves): the solution keeps the rules, objective 42: none is better\n");
    let after = run(&["check", MAX, "--after", "NN", "--answers", "-"], "name,moves\nAda,EESSWN\n", 0).0;
    assert_eq!(after, "Ada (6 moves): the solution keeps the rules, objective 37: none is better\n");
}

#[test]
fn a_file_that_has_no_answers_is_refused_with_its_line() {
    for (text, line, why) in [
        ("name,way\nAda,N\n", 1, "no column `moves`"),
        ("moves\nN\n", 1, "no column for whose answer it is"),
        ("name,moves\n", 1, "no answer follows"),
        ("name,moves\nAda,N\n\nBen,N,E\n", 4, "3 values, and 2 columns have names"),
        ("name,moves\nAda,N\nBen,\"N\nCy,E\n", 3, "a quotation mark is not closed"),
        ("", 1, "no column `moves`"),
    ] {
        let folder = Folder::new();
        let path = folder.write("answers.csv", text);
        let (told, error) = run(&["check", MAX, "--answers", &path], "", 2);
        assert!(told.is_empty() && error.contains(why), "{text:?}: {error}");
        assert!(text.is_empty() || error.contains(&format!("answers.csv:{line}:1")), "{text:?}: {error}");
    }
}

#[test]
fn programs_read_checks_as_lines_of_values_too() {
    let (_folder, path) = file(&solve(&[MAX], 0));
    let table = run(&["check", MAX, &path, "--format", "csv"], "", 0).0;
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "model,name,line,solution,keeps_rules,length,objective,reason,distance,best");
    assert_eq!(lines[1..], [format!("{MAX},,1,1,true,8,37,,,")]);
}
