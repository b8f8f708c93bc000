//! `tumble compare`: what it records, and that nothing is lost or made twice.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Stdio};

use crate::common::{self, Folder, root};
use serde_json::Value;

pub const MODELS: [&str; 2] = ["models/die_tour/3x3_max.toml", "models/die_tour/3x3_infeasible.toml"];
const GRID: [&str; 5] = ["--backends", "search,highs", "--encodings", "arc-flow+all,edge-cuts", "--threads=1"];

/// Standard output and standard error of `tumble compare` with these arguments, which ends with this exit code.
pub fn compare(more: &[&str], code: i32) -> (String, String) {
    common::printed(&[&["compare"], more].concat(), "", code)
}

fn arguments<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&MODELS[..], &GRID[..], more].concat()
}

fn lines(path: &str) -> Vec<Value> {
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What a table of comma-separated values says, times aside.
fn without_seconds(csv: &str) -> Vec<String> {
    let cut = |line: &str| line.rsplitn(4, ',').last().unwrap().to_owned();
    csv.lines().map(cut).collect()
}

/// A folder with the records of the whole grid in a file, its path, and the table that was printed.
fn whole() -> (Folder, String, Vec<String>) {
    let folder = Folder::new();
    let path = folder.path("whole.jsonl");
    let (table, _) = compare(&arguments(&["--format", "csv", "--output", &path]), 0);
    (folder, path, without_seconds(&table))
}

fn settings(records: &[Value]) -> BTreeSet<String> {
    records.iter().map(|record| record["setting"].to_string()).collect()
}

#[test]
fn each_run_is_a_report_with_what_it_is_of_and_where_it_was_made() {
    let (_folder, path, table) = whole();
    let records = lines(&path);
    // Search, four sets of strengthenings of arc-flow, and edge-cuts, on two models.
    assert_eq!((records.len(), settings(&records).len(), table.len()), (12, 12, 13));
    for record in &records {
        let expected = if record["model"] == MODELS[0] { "optimal" } else { "infeasible" };
        assert_eq!(record["status"], expected, "{record}");
        assert_eq!(record["setting"]["model_sha256"].as_str().unwrap().len(), 64);
        assert_eq!(record["setting"]["configuration"]["time_limit"], "1m");
        for key in ["started", "tumble", "revision", "machine"] {
            assert!(record["origin"].get(key).is_some(), "{key} in {record}");
        }
        assert!(record["stats"]["total_seconds"].as_f64().unwrap() > 0.0);
    }
    let solved = records.iter().find(|record| record["model"] == MODELS[0]).unwrap();
    assert_eq!((&solved["objective"], &solved["sense"]), (&Value::from(37), &Value::from("maximize")));
}

#[test]
fn a_run_that_was_killed_goes_on_where_it_was() {
    let (folder, whole_path, table) = whole();
    let output = &*folder.path("runs.jsonl");
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tumble"));
    let command = command.current_dir(root()).arg("compare").args(arguments(&["--output", output]));
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let recorded = || fs::read_to_string(output).map_or(0, |text| text.lines().count());
    common::wait_for("three runs", || (recorded() >= 3).then_some(()));
    child.kill().unwrap();
    child.wait().unwrap();
    let before = recorded();
    assert!((3..12).contains(&before), "{before} runs before the kill");
    // As if the kill had come while a line was written.
    let text = folder.read("runs.jsonl");
    fs::write(output, &text[..text.len() - 10]).unwrap();
    let (resumed, error) = compare(&arguments(&["--format", "csv", "--output", output]), 0);
    assert!(error.contains("the last line was cut short"), "{error}");
    assert!(error.contains(&format!("{} of 12 runs are recorded", before - 1)), "{error}");
    assert_eq!(without_seconds(&resumed), table);
    assert_eq!((lines(output).len(), settings(&lines(output))), (12, settings(&lines(&whole_path))));
    // Nothing is left: nothing is run.
    let (again, error) = compare(&arguments(&["--format", "csv", "--output", output]), 0);
    assert_eq!(again, resumed, "{error}");
    assert!(error.contains("12 of 12 runs are recorded"), "{error}");
}

#[test]
fn shards_are_the_whole_when_merged() {
    let (folder, whole_path, table) = whole();
    let parts = [1, 2, 3].map(|i| folder.path(&format!("part{i}.jsonl")));
    for (i, part) in (1..).zip(&parts) {
        let shard = format!("{i}/3");
        compare(&arguments(&["--shard", &shard, "--jobs", "2", "--output", part]), 0);
        assert_eq!(lines(part).len(), 4, "each has a third");
    }
    let merged = folder.path("merged.jsonl");
    let mut arguments = vec!["--format", "csv", "--output", &merged, "--merge"];
    arguments.extend(parts.iter().map(String::as_str));
    let (text, error) = compare(&arguments, 0);
    assert_eq!(without_seconds(&text), table, "{error}");
    assert_eq!(settings(&lines(&merged)), settings(&lines(&whole_path)));
    // Once more adds nothing.
    let (again, error) = compare(&arguments, 0);
    assert_eq!(again, text, "{error}");
    assert!(error.contains("12 runs are recorded more than once"), "{error}");
    assert_eq!(lines(&merged).len(), 12);
}

#[test]
fn runs_that_contradict_each_other_come_first() {
    let (folder, ..) = whole();
    let [true_37, wrong_36] = [37, 36].map(|best| format!("\"objective\":{best},\"bound\":{best}"));
    let wrong = folder.write("wrong.jsonl", folder.read("whole.jsonl").replacen(&true_37, &wrong_36, 1));
    let (table, error) = compare(&["--merge", &wrong], 70);
    let first = error.lines().next().unwrap();
    assert!(first.starts_with("CONTRADICTION on models/die_tour/3x3_max.toml: "), "{error}");
    assert!(first.contains("optimal, objective 36") && first.contains("optimal, objective 37"), "{error}");
    assert!(table.contains("optimal 36"));
}

#[test]
fn what_a_file_records_is_made_again() {
    let (folder, path, _) = whole();
    let (_, error) = compare(&["--reproduce", &path], 0);
    assert!(error.contains("12 of 12 runs were made again") && !error.contains("the objective"), "{error}");
    let text = folder.read("whole.jsonl").replacen("\"objective\":37", "\"objective\":35", 1);
    let (_, error) = compare(&["--reproduce", &folder.write("other.jsonl", text)], 0);
    assert!(error.contains("search, 1 thread: the objective was 35, is 37"), "{error}");
    // A model that has changed is another one.
    let text = common::corner(2, 2, "max", "");
    let (model, record) = (folder.write("model.toml", &text), folder.path("record.jsonl"));
    compare(&[&model, "--backends", "search", "--output", &record], 0);
    folder.write("model.toml", text + "# changed\n");
    let (_, error) = compare(&["--reproduce", &record], 2);
    assert!(error.contains("the file has changed since"), "{error}");
}

#[test]
fn a_file_of_others_is_left_as_it_is() {
    let (folder, whole_path, _) = whole();
    let (name, merged) = (&*folder.path("file"), &*folder.path("merged.jsonl"));
    let text = folder.read("whole.jsonl");
    let record = text.lines().next().unwrap();
    let (result, _) = common::printed(&["solve", MODELS[0], "--format", "json"], "", 0);
    for other in [
        "{\"dependencies\": {}}",
        "{\"dependencies\": {",
        "{",
        "a diary",
        "a diary\n",
        "\u{0}",
        result.trim_end(),
        &result,
        &format!("{record}\na diary\n"),
        &format!("a diary\n{record}"),
        &format!("{record}\n{{\"dependencies\": {{}}}}"),
    ] {
        folder.write("file", other);
        for more in [
            &[MODELS[0], "--backends", "search", "--output", name][..],
            &["--merge", &whole_path, "--output", name],
            &["--merge", &whole_path, name, "--output", merged],
            &["--merge", name],
            &["--reproduce", name],
            &["--reproduce", &whole_path, "--output", name],
        ] {
            let (_, error) = compare(more, 2);
            assert!(error.contains("not a record of a run"), "{more:?} on {other:?}: {error}");
            assert_eq!(folder.read("file"), other);
            assert_eq!(folder.names(), ["file", "whole.jsonl"], "made before the check");
        }
    }
    assert_eq!(folder.read("whole.jsonl"), text);
    // A record alone that was cut short is tumble's own, and so is one that lacks only the end of its line.
    for (torn, runs) in [(&record[..30], 1), (record, 2)] {
        folder.write("file", torn);
        let (_, error) = compare(&[MODELS[0], "--backends", "search", "--output", name], 0);
        assert_eq!(lines(name).len(), runs, "{error}");
        assert_eq!(error.contains("cut short"), runs == 1, "{error}");
    }
    let (_, error) = compare(&[MODELS[0], "--backends", "search", "--output", "-"], 2);
    assert!(error.contains("need a file"), "{error}");
}

/// A letter of several bytes may be cut in the middle.
#[test]
fn a_record_that_ends_within_a_letter_is_cut_too() {
    let folder = Folder::new();
    let (model, path) = (folder.write("größe.toml", common::corner(2, 2, "max", "")), folder.path("runs.jsonl"));
    let grid = [&model, "--backends", "search", "--seeds", "2", "--output", &path];
    compare(&grid, 0);
    let bytes = fs::read(&path).unwrap();
    let cut = bytes.windows(2).rposition(|pair| pair == "ö".as_bytes()).unwrap() + 1;
    fs::write(&path, &bytes[..cut]).unwrap();
    let (_, error) = compare(&grid, 0);
    assert!(error.contains("cut short"), "{error}");
    assert_eq!(lines(&path).len(), 2);
}

#[test]
fn runs_are_not_compared_with_themselves() {
    let (folder, path, _) = whole();
    let text = folder.read("whole.jsonl");
    let same = folder.path("same.jsonl");
    fs::hard_link(&path, &same).unwrap();
    let copy = folder.write("copy.jsonl", text.lines().next().unwrap().to_owned() + "\n");
    for (output, why) in
        [(&path, "this command reads the file"), (&same, "reads the file"), (&copy, "1 of the runs to reproduce")]
    {
        let (_, error) = compare(&["--reproduce", &path, "--output", output], 2);
        assert!(error.contains(why), "{error}");
    }
    assert_eq!(folder.read("whole.jsonl"), text);
    let new = folder.path("new.jsonl");
    let (_, error) = compare(&["--reproduce", &copy, "--output", &new], 0);
    assert!(error.contains("1 of 1 run was made again, with 0 differences"), "{error}");
    assert_eq!(lines(&new).len(), 1);
}

#[test]
fn runs_that_failed_are_named_and_made_again_if_that_is_wanted() {
    let (folder, path, table) = whole();
    let mut records = lines(&path);
    records[3]["status"] = "error".into();
    records[3]["error"] = "no memory".into();
    let text = records.iter().fold(String::new(), |text, record| text + &format!("{record}\n"));
    fs::write(&path, text).unwrap();
    let resume = arguments(&["--format", "csv", "--output", &path]);
    let (_, error) = compare(&resume, 70);
    assert!(error.contains("1 of the recorded runs failed: --retry-failed makes them again"), "{error}");
    assert_eq!(lines(&path).len(), 12);
    // A merge takes the record that did not fail, whichever comes first.
    let (_whole_folder, other, _) = whole();
    let merged = folder.path("merged.jsonl");
    let (_, error) = compare(&["--merge", &path, &other, "--output", &merged], 0);
    assert_eq!(lines(&merged).len(), 12, "{error}");
    let (again, error) = compare(&[&resume[..], &["--retry-failed"]].concat(), 0);
    assert_eq!(without_seconds(&again), table, "{error}");
    assert!(error.contains("11 of 12 runs are recorded, 1 left"), "{error}");
    assert_eq!((lines(&path).len(), settings(&lines(&path)).len()), (13, 12));
    let (_, error) = compare(&resume, 0);
    assert!(error.contains("12 of 12 runs are recorded"), "{error}");
}

/// What two solvers say of one linear program.
#[test]
fn relaxations_that_contradict_each_other_come_first() {
    let folder = Folder::new();
    let path = folder.path("runs.jsonl");
    let grid = ["--backends", "highs", "--encodings", "arc-flow", "--lp-only", "--output", &path];
    compare(&[&MODELS[..1], &grid[..]].concat(), 0);
    let record = lines(&path).remove(0);
    let merged = |code: i32, change: &dyn Fn(&mut Value)| {
        let mut other = record.clone();
        other["setting"]["configuration"]["backend"] = "other".into();
        change(&mut other);
        fs::write(&path, format!("{record}\n{other}\n")).unwrap();
        compare(&["--merge", &path], code)
    };
    let value = record["relaxation"]["value"].as_f64().unwrap();
    merged(0, &|_| ());
    merged(0, &|other| other["relaxation"]["value"] = (value * (1.0 + 1e-7)).into());
    merged(0, &|other| other["relaxation"]["value"] = Value::Null); // Stopped at a limit.
    merged(0, &|other| other["setting"]["configuration"]["encoding"] = "cp-table".into());
    let (_, error) = merged(70, &|other| other["relaxation"]["value"] = 37.into());
    let first = error.lines().next().unwrap();
    assert!(first.starts_with("CONTRADICTION on models/die_tour/3x3_max.toml: arc-flow on "), "{error}");
    assert!(first.contains("arc-flow on other says that the linear relaxation is 37"), "{error}");
    let (_, error) = merged(70, &|other| {
        other["relaxation"]["value"] = Value::Null;
        other["relaxation"]["is_infeasible"] = true.into();
    });
    assert!(error.contains("the linear relaxation is infeasible"), "{error}");
}

#[test]
fn relaxations_alone_are_measured() {
    let relaxations = |model: &str, encodings: &str, seeds: &str| {
        let grid = ["--backends", "highs", "--encodings", encodings, "--lp-only", "--seeds", seeds, "--format", "json"];
        let (text, _) = compare(&[&[model], &grid[..]].concat(), 0);
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>()
    };
    let value = |record: &Value| record["relaxation"]["value"].as_f64().unwrap();
    let tours = relaxations(MODELS[0], "arc-flow,edge-cuts", "1");
    // Each is a bound on the optimum, and the relaxation of edge-cuts has no gap here.
    assert!(value(&tours[0]) > 37.0 && (value(&tours[1]) - 37.0).abs() < 1e-6, "{tours:?}");
    for record in &tours {
        assert_eq!((&record["status"], &record["objective"]), (&Value::from("unknown"), &Value::Null));
        assert_eq!(record["relaxation"]["has_random_costs"], false);
    }
    // Without an objective: random costs, each seed its own, and their optimum.
    let cubes = relaxations("models/sudoku_cube/seed.toml", "face-digit", "3");
    let values: BTreeSet<String> = cubes.iter().map(|record| value(record).to_string()).collect();
    assert_eq!(values.len(), 3, "{cubes:?}");
    for record in &cubes {
        let relaxation = &record["relaxation"];
        let optimum = relaxation["optimum"].as_f64().unwrap();
        assert_eq!(relaxation["has_random_costs"], true);
        assert!(value(record) > 0.0 && value(record) <= optimum + 1e-6, "{record}");
        assert!((0.0..=1.0).contains(&relaxation["integral_share"].as_f64().unwrap()));
    }
    // That there is no short solution does not mean that there is none.
    let staged = relaxations("models/tatham_cube/source.toml", "default", "1");
    for record in &staged {
        assert_eq!((&record["status"], &record["bound"]), (&Value::from("unknown"), &Value::Null), "{record}");
    }
    let (table, _) = compare(&[MODELS[0], "--backends", "highs", "--encodings", "edge-cuts", "--lp-only"], 0);
    assert!(table.contains("integral") && table.contains("37.000"), "{table}");
}

#[test]
fn shards_and_models_that_are_nowhere_and_files_that_are_none_are_refused() {
    let refused = |more: &[&str], message: &str| {
        let (output, error) = compare(more, 2);
        assert_eq!(output, "", "{error}");
        assert!(error.contains(message), "{error}");
    };
    refused(&[MODELS[0], "--shard", "3/2"], "write I/N with 1 ≤ I ≤ N");
    refused(&["models/none.toml"], "models/none.toml");
    let folder = Folder::new();
    let output = &*folder.write("runs.jsonl", "\n{\"model\": 3}\n");
    refused(&[MODELS[0], "--backends", "search", "--output", output], "runs.jsonl, line 2: not a record of a run");
    assert_eq!(folder.read("runs.jsonl"), "\n{\"model\": 3}\n", "nothing is lost");
    let file = fs::File::open(folder.write("runs.jsonl", "")).unwrap();
    file.try_lock().unwrap();
    refused(&[MODELS[0], "--backends", "search", "--output", output], "is in use by another run of tumble");
}

#[test]
fn records_go_to_no_file_with_the_suffix_of_another_format() {
    let folder = Folder::new();
    let grid = ["--backends", "search", "--format", "csv", "--output"];
    for (name, is_taken) in [("table.csv", false), ("runs.json", false), ("runs.JSONL", true), ("runs", true)] {
        let code = if is_taken { 0 } else { 2 };
        let (_, error) = compare(&[&MODELS[..1], &grid, &[&folder.path(name)]].concat(), code);
        let is_there = folder.names().iter().any(|other| other == name);
        assert_eq!(is_there, is_taken, "{name}: {error}");
        assert_eq!(error.contains("records are lines of JSON, and go to a .jsonl file"), !is_taken, "{error}");
    }
}

#[test]
fn a_run_that_two_names_mean_is_made_once() {
    let folder = Folder::new();
    let copy = folder.write("copy.toml", common::shipped("die_tour/3x3_max"));
    let grid =
        ["--backends", "highs", "--encodings", "arc-flow,arc-flow+all,arc-flow+twocycles+squares", "--format", "json"];
    let (text, error) = compare(&[&[MODELS[0], &copy], &grid[..]].concat(), 0);
    assert_eq!(text.lines().count(), 4, "{error}");
}

#[test]
fn each_way_to_lower_is_a_configuration() {
    let grid = ["--backends", "highs", "--encodings", "cp-circuit", "--lowering", "all", "--methods", "model"];
    let (table, _) = compare(&[&MODELS[..1], &grid[..]].concat(), 0);
    common::says(&table, &["circuit=flow", "circuit=mtz", "circuit=order"]);
}

#[test]
fn bounded_searches_are_methods_like_others() {
    let grid = ["--backends", "highs", "--methods", "lp-frontier,search", "--format", "markdown"];
    let (table, _) = compare(&[&MODELS[..1], &grid[..], &["--picture", "-"]].concat(), 0);
    common::says(&table, &["| lp-frontier on highs", "| search"]);
    assert!(table.contains("|--------:|"), "numbers are aligned to the right:\n{table}");
    assert!(table.contains("Share of 1 run proved within a factor of the fastest"), "{table}");
}

#[test]
fn tables_are_ready_for_a_paper() {
    let grid = ["--backends", "highs", "--encodings", "arc-flow+all", "--lp-only", "--format", "latex"];
    let (table, _) = compare(&[&MODELS[..1], &grid[..]].concat(), 0);
    let lines: Vec<&str> = table.lines().filter(|line| !line.is_empty() && !line.starts_with('%')).collect();
    assert_eq!(lines[..2], [r"\begin{tabular}{lrrrrrr}", r"\toprule"]);
    assert_eq!(lines[lines.len() - 2..], [r"\bottomrule", r"\end{tabular}"]);
    let title = MODELS[0].replace('_', r"\_");
    assert_eq!(lines[2], format!(r"\multicolumn{{7}}{{l}}{{{title}: linear relaxations}} \\"));
    let head = lines[4];
    assert!(head.starts_with(r"configuration & variables $\times$ rows &") && head.ends_with(r" \\"), "{table}");
    assert!(lines[6].contains(r" \% &"), "{table}");
    assert!(table.contains("% integral: the share of the integer variables"), "{table}");
}

/// The scripts of `docs/compare.md`, as each of their tasks would run them.
#[test]
fn the_examples_for_clusters_make_every_run_once() {
    let page = fs::read_to_string(root().join("docs/compare.md")).unwrap();
    let scripts: Vec<&str> = page.split("```bash\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    let [slurm, hyper_queue, merge] = scripts[..] else { panic!("three scripts, not {}", scripts.len()) };
    let program = assert_cmd::cargo::cargo_bin!("tumble");
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    for (script, variable) in [(slurm, "SLURM_ARRAY_TASK_ID"), (hyper_queue, "HQ_TASK_ID")] {
        let folder = Folder::new();
        std::os::unix::fs::symlink(root().join("models"), folder.path("models")).unwrap();
        let run = |script: &str, task: u32| {
            let mut bash = Command::new("bash");
            let bash = bash.args(["-c", script]).current_dir(folder.0.path()).env("PATH", &path);
            let output = bash.env(variable, task.to_string()).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        };
        (1..=4).for_each(|task| run(script, task));
        run(merge, 0);
        let merged = lines(&folder.path("all_parts.jsonl"));
        let parts: usize = (1..=4).map(|task| lines(&folder.path(&format!("part-{task}.jsonl"))).len()).sum();
        // Search and twelve encodings on two models.
        assert_eq!((parts, merged.len(), settings(&merged).len()), (26, 26, 26));
    }
}

#[test]
fn a_folder_stands_for_the_models_in_it() {
    let folder = Folder::new();
    let [max, _] = ["max", "min"].map(|sense| folder.write(&format!("{sense}.toml"), common::corner(2, 2, sense, "")));
    folder.write("notes.txt", "no model");
    let (table, error) = compare(&[&folder.path(""), "--backends", "search", "--format", "csv"], 0);
    assert_eq!(table.lines().count(), 3, "{table}{error}");
    // One run is not "1 runs".
    let (table, _) = compare(&[&max, "--backends", "search"], 0);
    assert!(table.contains("\n1 run: tumble "), "{table}");
}
