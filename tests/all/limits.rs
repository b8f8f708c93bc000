//! Limits of time and memory: they are kept, and a run that reaches one reports what it knows.

use crate::common::{self, json, json_lines, printed as run};
use std::io::Write as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// A tray whose search takes more memory than there is.
pub fn large_tray() -> String {
    run(&["new", "cube-tray", "--seed", "1", "--columns", "6", "--rolls", "300"], "", 0).0
}

#[test]
fn a_search_over_its_memory_limit_is_unknown_and_says_how_much_it_needs() {
    let tray = large_tray();
    let result = json(&["solve", "-", "--memory-limit", "1M", "--format", "json"], &tray, 3);
    assert_eq!((&result["status"], &result["solution"]), (&"unknown".into(), &Value::Null));
    let reason = result["reason"].as_str().unwrap();
    assert!(reason.starts_with("stopped by the memory limit: continuing takes about 1."), "{reason}");
    let less = result["bound"].as_i64().unwrap();
    let result = json(&["solve", "-", "--memory-limit", "64 MiB", "--format", "json"], &tray, 3);
    let more = result["bound"].as_i64().unwrap();
    assert!(less < more, "with more memory the bound is better: {less}, {more}");
    let (text, _) = run(&["count", "-", "--memory-limit", "1M"], &tray, 3);
    assert!(text.starts_with("-: 0 solutions so far (stopped by the memory limit: continuing takes"), "{text}");
    let (count, error) = run(&["count", "-", "--memory-limit", "1M", "--format", "json"], &tray, 3);
    let why = "stopped by the memory limit: continuing takes about";
    let before = format!("{{\"solutions\":0,\"objective\":null,\"complete\":false,\"reason\":\"{why}");
    assert!(count.starts_with(&before), "{count}");
    assert!(error.contains("stopped by the memory limit"), "{error}");
}

/// On one thread the model's search for fewer turns takes over half a second; the layout takes a fraction of a millisecond.
#[test]
fn turns_whose_search_was_cut_short_say_so_and_count_in_the_whole_time() {
    let model = "models/sudoku_cube/random_2.toml";
    let (text, _) = run(&["solve", model, "--threads", "1", "--time-limit", "200ms"], "", 0);
    let lines: Vec<&str> = text.lines().collect();
    let reason = "the search for fewer moves was stopped by the time limit";
    assert_eq!(lines[0], format!("{model}: solved; {reason}"));
    assert!(lines[1].starts_with("by direct search, ") && lines[1].ends_with("; replayed by the rules"), "{text}");
    assert!(lines.iter().any(|line| line.starts_with("moves  ")), "{text}");
    let args = ["solve", model, "--threads", "1", "--time-limit", "200ms", "--format", "json"];
    let result = json(&args, "", 0);
    assert_eq!(result["reason"], reason);
    let (solving, whole) = (&result["stats"]["solve_seconds"], &result["stats"]["total_seconds"]);
    assert!(whole.as_f64().unwrap() > solving.as_f64().unwrap() + 0.1, "{result}");
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
    let folder = common::Folder::new();
    // Two models, by their texts.
    let models = ["a", "b"].map(|name| folder.write(name, format!("# {name}\n{}", large_tray())));
    let is_told = std::fs::write("/proc/self/clear_refs", "5").is_ok();
    for (jobs, is_known) in [("1", is_told), ("2", false)] {
        let args = ["compare", "-b", "search", "--time-limit", "1s", "--jobs", jobs, "--format", "json"];
        let records = json_lines(&[&args[..], &[&models[0], &models[1]]].concat(), "", 0);
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
        assert!(error.contains(&format!("takes {needed}, and the memory limit is 10 MiB")), "{error}");
    }
    run(&["table", "tatham-cube", "3x3", "--memory-limit", "10M"], "", 0);
}

/// A model whose list does not end: each tour of a board from each start.
fn endless_list(side: usize) -> String {
    format!("puzzle = \"die-tour\"\nobjective = \"any\"\n[board]\ncolumns = {side}\nrows = {side}\n")
}

/// The program at work on a model, without a shell that signals would have to go through.
fn at_work(model: &str, args: &[&str], out: Stdio) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tumble"));
    let command = command.args(["solve", "-", "--all"]).args(args).env("NO_COLOR", "1");
    let mut child = command.stdin(Stdio::piped()).stdout(out).stderr(Stdio::null()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(model.as_bytes()).unwrap();
    child
}

/// The largest resident memory of a process so far, in bytes; none of one that ended.
#[cfg(target_os = "linux")]
fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10)
}

/// The memory of the program without a list.
const BASE: u64 = 24 << 20;

#[test]
#[cfg(target_os = "linux")]
fn a_list_keeps_its_memory_limit_until_its_last_solution_is_printed() {
    for (model, args) in [
        (endless_list(5), &["-q"][..]),
        (endless_list(5), &["--format", "json"]),
        (endless_list(5), &["--json-stream"]),
        (large_list(), &["-q"]),
    ] {
        let mut child = at_work(&model, &[&["--memory-limit", "20M"], args].concat(), Stdio::null());
        let mut most = 0;
        let code = loop {
            // The last figure counts, which is the largest that the program had: the first may be that of this process, which a new process
            // has until its own program stands in its memory.
            most = peak(child.id()).unwrap_or(most);
            if let Some(status) = child.try_wait().unwrap() {
                break status.code();
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        assert_eq!(code, Some(3), "{args:?}");
        assert!((16 << 20..(20 << 20) + BASE).contains(&most), "{most} bytes at {args:?}\n{model}");
    }
}

/// A board with millions of shortest paths.
fn large_list() -> String {
    "puzzle = \"die-path\"\nboard = { columns = 20, rows = 20 }\nstart.cell = [0, 0]\ngoal.cell = [19, 19]\n".into()
}

#[test]
#[cfg(unix)]
fn a_signal_ends_a_list_at_once_while_it_is_made_and_while_it_is_printed() {
    // With a small limit the list is made in a moment, and the pipe, which nobody reads, holds its printing up.
    for (limit, signal) in [("8G", "INT"), ("8G", "TERM"), ("20M", "INT")] {
        let mut child = at_work(&endless_list(6), &["--format", "json", "--memory-limit", limit], Stdio::piped());
        std::thread::sleep(Duration::from_millis(600));
        common::signal(signal, child.id());
        std::thread::sleep(Duration::from_millis(300));
        let started = Instant::now();
        let mut out = String::new();
        std::io::Read::read_to_string(child.stdout.as_mut().unwrap(), &mut out).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(3));
        assert!(started.elapsed() < Duration::from_secs(3), "{limit} {signal}: {:?}", started.elapsed());
        let result: Value = serde_json::from_str(&out).unwrap();
        assert_eq!((&result["complete"], &result["status"]), (&false.into(), &"optimal".into()), "{limit} {signal}");
        assert!(!result["solutions"].as_array().unwrap().is_empty(), "{limit} {signal}");
    }
}

#[test]
fn a_count_without_limit_says_so() {
    let (text, _) = run(&["count", "--feasible", "models/labeled_board/source.toml"], "", 0);
    let why = "infinitely many, because moves lead in a circle on the way";
    assert_eq!(text, format!("models/labeled_board/source.toml: at least 1 solution: {why}\n"));
    for model in
        ["labeled_board/source", "die_path/corner", "die_path/two_dice", "cube_tray/oriented", "tatham_cube/source"]
    {
        let model = format!("models/{model}.toml");
        let (json, error) = run(&["count", "--feasible", "--format", "json", &model], "", 0);
        let json: Value = serde_json::from_str(&json).unwrap();
        assert_eq!((&json["objective"], &json["complete"]), (&Value::Null, &false.into()), "{json}");
        assert!(json["reason"].as_str().unwrap().starts_with("infinitely many, because"), "{json}");
        assert!(error.starts_with(&format!("{model}: infinitely many, because")), "{error}");
    }
    // A die that cannot move has one path.
    let stuck = "puzzle = \"die-path\"\nboard = { columns = 1, rows = 1 }\nstart = { cell = [0, 0], die = { top = 1, north = 2, east = 3 } }\ngoal.cell = [0, 0]\n";
    assert_eq!(run(&["count", "--feasible", "-"], stuck, 0).0, "-: 1 solution\n");
}

#[test]
fn a_count_through_a_backend_of_an_infeasible_instance_is_that_of_the_search() {
    let model = "models/die_tour/3x3_infeasible.toml";
    for backend in ["search", "pumpkin"] {
        let why =
            "in a chess-board colouring, 5 cells have one colour and 4 the other, and the start has the rarer colour";
        let (text, _) = run(&["count", "-b", backend, model], "", 0);
        assert_eq!(text, format!("{model}: 0 solutions: {why}\n"), "{backend}");
        let (json, _) = run(&["count", "-b", backend, "--format", "json", model], "", 0);
        let none = format!("{{\"solutions\":0,\"objective\":null,\"complete\":true,\"reason\":\"{why}\"}}\n");
        assert_eq!(json, none, "{backend}");
    }
}

/// With HiGHS in the build. What is known to be fastest is measured in `docs/`; this says that it is taken.
#[cfg(feature = "highs")]
#[test]
fn without_options_the_fastest_method_is_taken_and_at_a_limit_of_another_one_named() {
    use tumble::puzzle::{Question, Which};
    use tumble::solve::{Asked, Backends, Method};

    let many_labels = common::random_of("labeled-board", 1, &[("columns", "8"), ("rows", "8"), ("labels", "30")]);
    for (text, expected) in [
        (common::corner(4, 4, "max", ""), "search"),
        (common::corner(2, 512, "max", ""), "search"),
        (common::corner(8, 8, "max", ""), "search"),
        (common::corner(9, 9, "max", ""), "lp-frontier"),
        (common::corner(9, 9, "max", "total = 300"), "search"),
        (common::shipped("labeled_board/goal"), "search"),
        (many_labels, "search"),
        (common::shipped("sudoku_cube/seed"), "search"),
    ] {
        assert_eq!(Method::fastest(&common::problem(&text), Question::Best).name(), expected, "{text}");
    }
    let small = common::problem(&common::corner(3, 3, "max", ""));
    let with_highs = Asked { backends: Backends::named(["highs"]).unwrap(), ..Asked::default() };
    for (asked, question, expected) in [
        (with_highs.clone(), Question::Best, "lp-frontier"),
        (Asked { encoding: Some("arc-flow"), ..with_highs.clone() }, Question::Best, "highs"),
        (Asked { method: Some("model"), ..with_highs.clone() }, Question::Best, "highs"),
        (with_highs.clone(), Question::List(0), "highs"),
        (with_highs, Question::Count(Which::Best), "lp-frontier"),
        (Asked::default(), Question::List(0), "search"),
    ] {
        assert_eq!(asked.method(&small, question).unwrap().name(), expected, "{asked:?}");
    }
    let (_, log) = run(&["solve", "-", "-b", "highs", "--log"], &common::corner(3, 3, "max", ""), 0);
    assert!(log.contains("method lp-frontier with highs: the fastest known method with this backend"), "{log}");
    let tour = common::corner(9, 9, "max", "");
    let (_, error) = run(&["solve", "-", "-b", "search", "--time-limit", "200ms"], &tour, 3);
    assert!(error.contains("to try: leave `--backend` and `--method` out: lp-frontier is the fastest"), "{error}");
    let (_, error) = run(&["solve", "-", "--memory-limit", "1M"], &large_tray(), 3);
    assert!(error.contains("to try: a larger `--memory-limit`"), "{error}");
}
