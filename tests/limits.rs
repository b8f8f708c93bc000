//! Limits of time and memory: they are kept, and a run that reaches one reports what it knows.

#![allow(clippy::unwrap_used, reason = "a test that unwraps a failure has failed")]

mod common;

use common::printed as run;
use std::time::{Duration, Instant};

use serde_json::Value;

/// A tray whose search takes more memory than there is.
fn large_tray() -> String {
    run(&["new", "cube-tray", "--seed", "1", "--columns", "6", "--rolls", "300"], "", 0).0
}

#[test]
fn a_search_over_its_memory_limit_is_unknown_and_says_how_much_it_needs() {
    let tray = large_tray();
    let (line, _) = run(&["solve", "-", "--memory-limit", "1M", "--format", "json"], &tray, 3);
    let result: Value = serde_json::from_str(&line).unwrap();
    assert_eq!((&result["status"], &result["solution"]), (&"unknown".into(), &Value::Null));
    let reason = result["reason"].as_str().unwrap();
    assert!(reason.starts_with("stopped by the memory limit: continuing takes about 1."), "{reason}");
    let less = result["bound"].as_i64().unwrap();
    let (line, _) = run(&["solve", "-", "--memory-limit", "64 MiB", "--format", "json"], &tray, 3);
    let more = serde_json::from_str::<Value>(&line).unwrap()["bound"].as_i64().unwrap();
    assert!(less < more, "with more memory the bound is better: {less}, {more}");
    let (text, _) = run(&["count", "-", "--memory-limit", "1M"], &tray, 3);
    assert!(text.starts_with("-: 0 solutions so far (stopped by the memory limit: continuing takes"), "{text}");
    let (count, error) = run(&["count", "-", "--memory-limit", "1M", "--format", "json"], &tray, 3);
    assert_eq!(count, "{\"solutions\":0,\"objective\":null,\"complete\":false}\n");
    assert!(error.contains("stopped by the memory limit"), "{error}");
}

/// The model's search for fewer turns takes seconds beyond its first list; the layout takes a fraction of a millisecond.
#[test]
fn turns_whose_search_was_cut_short_say_so_and_show_the_whole_time() {
    let (text, _) = run(&["solve", "models/sudoku_cube/random_2.toml", "--time-limit", "700ms"], "", 0);
    let lines: Vec<&str> = text.lines().collect();
    let reason = "the search for fewer moves was stopped by the time limit";
    assert_eq!(lines[0], format!("models/sudoku_cube/random_2.toml: solved; {reason}"));
    assert!(
        lines[1].starts_with("by direct search, ") && lines[1].ends_with(" in all; replayed by the rules"),
        "{text}"
    );
    assert!(lines.iter().any(|line| line.starts_with("moves  ")), "{text}");
    let args = ["solve", "models/sudoku_cube/random_2.toml", "--time-limit", "700ms", "--format", "json"];
    let result: Value = serde_json::from_str(&run(&args, "", 0).0).unwrap();
    assert_eq!(result["reason"], reason);
    let (solving, whole) = (&result["stats"]["solve_seconds"], &result["stats"]["total_seconds"]);
    assert!(whole.as_f64().unwrap() > solving.as_f64().unwrap() + 0.5, "{result}");
}

#[test]
fn a_time_limit_is_kept_within_large_layers() {
    let tray = large_tray();
    for limit in ["1s", "2500ms"] {
        let started = Instant::now();
        let (line, _) = run(&["solve", "-", "--time-limit", limit, "--format", "json"], &tray, 3);
        // A few hundredths of a second by itself; other tests may be using the cores.
        assert!(started.elapsed() < Duration::from_secs(4), "{limit}: {:?}", started.elapsed());
        assert!(line.contains("stopped by the time limit"), "{line}");
    }
}

/// Two searches in one process: whose memory it is cannot be told.
#[test]
fn memory_that_several_runs_share_is_not_attributed_to_one() {
    let folder = tempfile::tempdir().unwrap();
    let models = ["a", "b"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    // Two models, by their texts.
    models.iter().for_each(|model| std::fs::write(model, format!("# {model}\n{}", large_tray())).unwrap());
    let is_told = std::fs::write("/proc/self/clear_refs", "5").is_ok();
    for (jobs, is_known) in [("1", is_told), ("2", false)] {
        let args = ["compare", "-b", "search", "--time-limit", "1s", "--jobs", jobs, "--format", "json"];
        let (lines, _) = run(&[&args[..], &[&models[0], &models[1]]].concat(), "", 0);
        let records: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(records.len(), 2);
        for record in records {
            assert_eq!(record["stats"]["peak_memory_bytes"].is_u64(), is_known, "{jobs} jobs: {record}");
        }
    }
}

#[test]
fn a_table_over_its_memory_limit_is_refused_with_its_size() {
    for (args, needed) in
        [(["tatham-cube", "6x6"], "180.1 MiB"), (["cube-tray", "models/cube_tray/classic.toml"], "14.5 MiB")]
    {
        let (_, error) = run(&[&["table"], &args[..], &["--memory-limit", "10M"]].concat(), "", 3);
        assert!(error.contains(&format!("takes {needed}; the memory limit is 10 MiB")), "{error}");
    }
    run(&["table", "tatham-cube", "3x3", "--memory-limit", "10M"], "", 0);
}

#[test]
fn a_memory_limit_that_is_no_size_is_bad_usage() {
    for (size, why) in [
        ("8X", "not a size"),
        ("lots", "not a size"),
        ("0", "no memory"),
        ("1.5.5G", "not a size"),
        ("99999999T", "machine"),
    ] {
        let (_, error) = run(&["solve", "models/cube_tray/classic.toml", "--memory-limit", size], "", 2);
        assert!(error.contains("--memory-limit") && error.contains(why), "{size}: {error}");
    }
}
