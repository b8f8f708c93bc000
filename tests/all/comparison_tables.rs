//! The tables of `tumble compare`: nothing is left out in silence, nothing is compared that cannot be, and programs can read them.

use std::collections::BTreeMap;

use crate::common::{self, Folder};
use crate::comparisons::{MODELS, compare};

/// The columns of a table of comma-separated values by their names, for each line.
fn by_column(csv: &str) -> Vec<BTreeMap<String, String>> {
    let mut lines = csv::Reader::from_reader(csv.as_bytes());
    lines.deserialize().map(Result::unwrap).collect()
}

#[cfg(feature = "cbc")]
#[test]
fn what_is_left_out_is_named() {
    let two = [MODELS[0], "models/cube_tray/2x2_flip.toml"];
    let grid = ["--encodings", "arc-flow,time-indexed", "--backends", "highs,cbc", "--methods", "model,lp-frontier"];
    let (_, error) = compare(&[&two[..], &grid, &["--lowering", "circuit=mtz"]].concat(), 0);
    let (text, error_of_runs) = compare(&[&two[..], &grid].concat(), 0);
    let said = [
        (&error, "arc-flow on highs is left out: no lowering that is named applies to it"),
        (
            &error_of_runs,
            "models/cube_tray/2x2_flip.toml: arc-flow is left out: cube-tray has no encoding of this name",
        ),
        (&error_of_runs, "models/cube_tray/2x2_flip.toml: lp-frontier is left out: "),
        (&error_of_runs, "lp-frontier on cbc is left out: cbc does not give the duals of linear programs"),
        (&text, "- models/cube_tray/2x2_flip.toml: arc-flow is left out: cube-tray has no encoding of this name\n"),
    ];
    for (text, words) in said {
        assert_eq!(text.matches(words).count(), 1, "{words} in {text}");
    }
    let (csv, _) = compare(&[&two[..], &grid, &["--format", "csv"]].concat(), 0);
    let lines = by_column(&csv);
    let without: Vec<_> = lines.iter().filter(|line| line["status"] == "left-out").collect();
    assert_eq!((lines.len() - without.len(), without.len()), (7, 3), "{csv}");
    let arc_flow = without.iter().find(|line| line["encoding"] == "arc-flow").unwrap();
    assert_eq!((arc_flow["model"].as_str(), arc_flow["runs"].as_str()), (two[1], "0"));
    assert_eq!(arc_flow["reason"], "cube-tray has no encoding of this name");
    // A search by linear programs is none of them.
    let (_, error) = compare(&[MODELS[0], "--methods", "lp-frontier", "--backends", "highs", "--lp-only"], 2);
    assert!(error.contains("lp-frontier is left out: it is no linear relaxation"), "{error}");
}

#[test]
fn a_model_of_the_same_content_is_left_out_in_words() {
    let folder = Folder::new();
    let copy = &*folder.write("copy.toml", common::shipped("die_tour/3x3_max"));
    let why = format!("{copy} is left out: it is the same model as {}\n", MODELS[0]);
    let grid = [MODELS[0], copy, "--methods", "search"];
    let (text, error) = compare(&grid, 0);
    assert!(error.contains(&why) && text.contains(&format!("- {why}")), "{error}{text}");
    let lines = by_column(&compare(&[&grid[..], &["--format", "csv"]].concat(), 0).0);
    assert_eq!(lines.iter().map(|line| line["model"].as_str()).collect::<Vec<_>>(), [MODELS[0], copy]);
}

#[test]
fn a_search_gives_the_optimum_with_which_relaxations_are_compared() {
    let grid = ["--backends", "search,highs", "--encodings", "arc-flow,edge-cuts", "--lp-only", "--format", "csv"];
    let (csv, _) = compare(&[&MODELS[..1], &grid].concat(), 0);
    let lines = by_column(&csv);
    let search = lines.iter().find(|line| line["method"] == "search").unwrap();
    assert_eq!((search["objective"].as_str(), search["relaxation"].as_str()), ("37", "false"), "{csv}");
    let relaxations: Vec<_> = lines.iter().filter(|line| line["relaxation"] == "true").collect();
    for line in &relaxations {
        let digits = line["root_bound"].chars().filter(char::is_ascii_digit).count();
        assert!(line["status"] == "solved" && (1..=9).contains(&digits), "{csv}");
    }
    assert_eq!(relaxations.len(), 2, "{csv}");
    let (text, _) = compare(&[&MODELS[..1], &grid[..5]].concat(), 0);
    let ratios = text.lines().skip_while(|line| !line.contains("value / optimum")).skip(1).take(2);
    let ratios: Vec<f64> = ratios.map(|line| line.split_whitespace().rev().nth(3).unwrap().parse().unwrap()).collect();
    assert!(ratios.len() == 2 && ratios.iter().all(|ratio| (1.0..1.5).contains(ratio)), "{text}");
}

#[test]
fn linear_relaxations_have_tables_of_their_own() {
    let folder = Folder::new();
    let files = ["runs.jsonl", "relaxations.jsonl"].map(|name| folder.path(name));
    let files = files.each_ref().map(String::as_str);
    let grid = ["--backends", "highs", "--encodings", "arc-flow", "--output"];
    compare(&[&MODELS[..], &grid, &files[..1]].concat(), 0);
    compare(&[&MODELS[..], &grid, &files[1..], &["--lp-only"]].concat(), 0);
    let merge = [&["--merge"], &files[..]].concat();
    let (text, error) = compare(&[&merge[..], &["--picture", "-"]].concat(), 0);
    let tables: Vec<Vec<&str>> = text.split("\n\n").map(|table| table.lines().collect()).collect();
    let below = |title: &str| {
        let place = tables.iter().position(|lines| lines[..] == [title]);
        tables[place.unwrap_or_else(|| panic!("no table {title} in {text}")) + 1].clone()
    };
    for title in [MODELS[0], MODELS[1], "All models"] {
        let [runs, relaxations] = [below(title), below(&format!("{title}: linear relaxations"))];
        assert_eq!((runs.len(), relaxations.len()), (2, 2), "{text}");
    }
    assert!(below(MODELS[0])[1].contains("optimal 37") && below("All models")[0].contains("proved"), "{text}");
    assert!(below("All models: linear relaxations")[0].contains("solved"), "{text}");
    // The bound is as good as in the table of the runs alone.
    let (alone, _) = compare(&["--merge", files[0]], 0);
    assert!(alone.contains(below(MODELS[0])[1]), "{alone}");
    assert!(error.contains("linear relaxations are left out of the profile"), "{error}");
    assert!(text.contains("Share of 2 runs proved"), "{text}");
    let (csv, _) = compare(&[&merge[..], &["--format", "csv"]].concat(), 0);
    let kinds: Vec<_> =
        by_column(&csv).iter().map(|line| (line["relaxation"].clone(), line["objective"].clone())).collect();
    let wanted = [("false", ""), ("true", ""), ("false", "37"), ("true", "")];
    assert_eq!(kinds, wanted.map(|(relaxation, objective)| (relaxation.to_owned(), objective.to_owned())), "{csv}");
}

/// What a program reads has no units, and nothing that only people understand.
#[test]
fn comma_separated_values_are_numbers_with_what_they_mean() {
    let grid = ["--backends", "search,highs", "--encodings", "arc-flow", "--time-limit", "1m 30s", "--format", "csv"];
    let (csv, _) = compare(&[&MODELS[..], &grid].concat(), 0);
    for line in by_column(&csv) {
        let is_solved = line["model"] == MODELS[0];
        let wanted = [
            ("status", if is_solved { "optimal" } else { "infeasible" }),
            ("sense", "maximize"),
            ("objective", if is_solved { "37" } else { "" }),
            ("bound", if is_solved { "37" } else { "" }),
            ("gap", if is_solved { "0" } else { "" }),
            ("relaxation", "false"),
            ("time_limit_seconds", "90"),
            ("reason", ""),
        ];
        for (column, value) in wanted {
            assert_eq!(line[column], value, "{column} in {csv}");
        }
        for (column, value) in line.iter().filter(|(_, value)| value.parse::<f64>().is_ok()) {
            assert!(!value.ends_with(".0") && !value.contains('e'), "{column} is {value}");
        }
    }
    // Between an objective and a bound that do not meet there is a gap.
    let folder = Folder::new();
    let hard = folder.write("6x6.toml", common::corner(6, 6, "max", ""));
    let grid = ["--backends", "highs", "--encodings", "time-indexed", "--time-limit", "3s", "--format", "csv"];
    let (csv, _) = compare(&[&[&*hard], &grid[..]].concat(), 0);
    let line = by_column(&csv).remove(0);
    assert!(["feasible", "unknown"].contains(&line["status"].as_str()), "{csv}");
    if let (Ok(objective), Ok(bound)) = (line["objective"].parse::<f64>(), line["bound"].parse::<f64>()) {
        assert!((line["gap"].parse::<f64>().unwrap() - (bound - objective) / objective).abs() < 1e-9, "{csv}");
    }
}

/// Runs that differ in their limits alone are lines of their own, and are called by these limits.
#[test]
fn what_differs_is_in_the_labels_and_a_share_is_of_instances() {
    let folder = Folder::new();
    let files = ["a.jsonl", "b.jsonl", "c.jsonl"].map(|name| folder.path(name));
    let limits = [["--time-limit", "50s"], ["--time-limit", "1m"], ["--memory-limit", "1G"]];
    for (file, limit) in files.iter().zip(limits) {
        compare(&[&MODELS[..1], &["--backends", "search", "--output", file], &limit[..]].concat(), 0);
    }
    let shares = |text: &str| -> Vec<u32> {
        let words = text.split(|c: char| c.is_whitespace());
        words
            .clone()
            .zip(words.skip(1))
            .filter(|(_, sign)| *sign == "%")
            .filter_map(|(number, _)| number.parse().ok())
            .collect()
    };
    let (text, _) = compare(&["--merge", &files[0], &files[1], "--picture", "-"], 0);
    for label in ["search, time limit 50s", "search, time limit 1m"] {
        assert!(text.matches(label).count() >= 2, "{label}: {text}");
    }
    assert!(!text.contains("memory limit") && shares(&text).iter().all(|share| *share <= 100), "{text}");
    let (text, _) = compare(&["--merge", &files[1], &files[2]], 0);
    assert!(text.contains("search, memory limit 1 GiB") && !text.contains("search, time limit"), "{text}");
    let (text, _) = compare(&["--merge", &files[0]], 0);
    assert!(!text.contains("search, "), "{text}");
}
