//! Solvers run in a child process: whatever happens to it, the program answers in time and says what happened.
#![cfg(all(target_os = "linux", feature = "cli"))]
#![allow(clippy::unwrap_used, reason = "a test that unwraps a failure has failed")]

use std::io::{BufRead as _, Write as _};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Within this time every limit and interrupt has to be answered; the promise is one second, the rest is for other tests that use
/// the cores.
const PROMPT: Duration = Duration::from_millis(2500);

/// These tests measure time, so they run one after the other.
static CLOCK: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    CLOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A tour that takes each of the [`solvers`] minutes.
fn long_tour() -> Vec<u8> {
    let args = ["new", "die-tour", "--columns", "6", "--rows", "6"];
    Command::new(env!("CARGO_BIN_EXE_tumble")).args(args).output().unwrap().stdout
}

/// The program at work on a model that it reads from standard input.
struct Tumble(Child);

impl Tumble {
    fn solve(model: &[u8], args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tumble"));
        command.args(["solve", "-"]).args(args).current_dir(env!("CARGO_MANIFEST_DIR")).env("NO_COLOR", "1");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(model).unwrap();
        Self(child)
    }

    /// Waits until it has started a solver, and that has worked for a moment. Returns the solver's process.
    fn solver(&self) -> u32 {
        let deadline = Instant::now() + Duration::from_secs(20);
        loop {
            assert!(Instant::now() < deadline, "no solver was started");
            if let Some(child) = children_of(self.0.id()).first() {
                std::thread::sleep(Duration::from_millis(500));
                return *child;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Standard output and standard error of a run that ends with this exit code, promptly.
    fn ends(self, code: i32) -> (String, String) {
        let started = Instant::now();
        let Output { status, stdout, stderr } = self.0.wait_with_output().unwrap();
        let [stdout, stderr] = [stdout, stderr].map(|text| String::from_utf8(text).unwrap());
        assert_eq!(status.code(), Some(code), "{stdout}{stderr}");
        assert!(started.elapsed() < PROMPT, "{:?}: {stdout}{stderr}", started.elapsed());
        (stdout, stderr)
    }
}

/// The processes whose parent is this one.
fn children_of(parent: u32) -> Vec<u32> {
    let processes =
        std::fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let is_child = |pid: &u32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        // PID (NAME) STATE PARENT …; a zombie is no solver.
        let mut fields = stat.rsplit(')').next().unwrap().split_whitespace();
        fields.next() != Some("Z") && fields.next() == Some(&parent.to_string())
    };
    processes.filter(is_child).collect()
}

fn signal(name: &str, process: u32) {
    assert!(Command::new("kill").args(["-s", name, &process.to_string()]).status().unwrap().success());
}

/// The names of the backends here whose solver is compiled in and is for more than small models.
fn solvers() -> Vec<&'static str> {
    let names = ["highs", "cbc", "pumpkin", "cadical"];
    names.into_iter().filter(|name| tumble::backend::find(name).unwrap().backend().is_ok()).collect()
}

/// The first of them.
fn solver() -> &'static str {
    solvers()[0]
}

#[test]
fn a_solver_that_is_killed_is_an_error_that_names_it() {
    let _alone = alone();
    for name in solvers() {
        for (how, text) in
            [("KILL", "signal 9 (SIGKILL)"), ("ABRT", "signal 6 (SIGABRT)"), ("TERM", "signal 15 (SIGTERM)")]
        {
            let tumble = Tumble::solve(&long_tour(), &["--backend", name]);
            signal(how, tumble.solver());
            let (out, error) = tumble.ends(70);
            assert_eq!(out, "");
            let version = tumble::backend::find(name).unwrap().version().unwrap();
            let expected = format!("{name} {version} failed: its process was ended by {text}");
            assert!(error.contains(&expected), "{error}");
        }
    }
}

#[test]
fn the_last_lines_of_a_killed_solver_are_shown() {
    let _alone = alone();
    let tumble = Tumble::solve(&long_tour(), &["--backend", solver()]);
    let solver = tumble.solver();
    // Written by somebody else into the solver's standard error, as its last words would be.
    let mut stderr = std::fs::OpenOptions::new().write(true).open(format!("/proc/{solver}/fd/2")).unwrap();
    for line in 1..=7 {
        writeln!(stderr, "assertion {line} failed").unwrap();
    }
    signal("ABRT", solver);
    let (_, error) = tumble.ends(70);
    assert!(error.contains("signal 6 (SIGABRT); its last lines:"), "{error}");
    assert!(error.contains("assertion 3 failed") && error.contains("assertion 7 failed"), "{error}");
    assert!(!error.contains("assertion 2 failed"), "{error}");
}

#[test]
fn with_several_backends_the_others_go_on() {
    let _alone = alone();
    let model = std::fs::read("models/die_tour/4x4_max.toml").unwrap();
    let both = format!("{},search", solver());
    let tumble = Tumble::solve(&model, &["--backend", &both, "--encoding", "arc-flow", "--format", "json"]);
    let deadline = Instant::now() + Duration::from_secs(20);
    let process = loop {
        assert!(Instant::now() < deadline);
        if let Some(&child) = children_of(tumble.0.id()).first() {
            break child;
        }
    };
    signal("KILL", process);
    let (out, error) = tumble.ends(70);
    assert!(error.contains(solver()), "{error}");
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&answer["backend"], &answer["objective"]), (&"search".into(), &68.into()));
}

#[test]
fn a_solver_that_hangs_is_stopped_at_the_time_limit() {
    let _alone = alone();
    for name in solvers() {
        let tumble = Tumble::solve(&long_tour(), &["--backend", name, "--time-limit", "3s", "--format", "json"]);
        let started = Instant::now();
        signal("STOP", tumble.solver());
        std::thread::sleep(Duration::from_secs(3).saturating_sub(started.elapsed()));
        let (out, _) = tumble.ends(3);
        let answer: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(answer["reason"], "stopped by the time limit");
        // Some have a tour before they are made to hang.
        let status = if answer["solution"].is_null() { "unknown" } else { "feasible" };
        assert_eq!((&answer["status"], &answer["verified"]), (&status.into(), &(status == "feasible").into()));
    }
}

/// It is stopped before it can read its model, which is larger than what the socket holds.
#[test]
fn a_solver_that_never_reads_its_model_is_stopped_too() {
    let _alone = alone();
    let args = ["new", "die-tour", "--columns", "8", "--rows", "8"];
    let model = Command::new(env!("CARGO_BIN_EXE_tumble")).args(args).output().unwrap().stdout;
    let args = ["--backend", solver(), "--encoding", "time-expanded", "--time-limit", "3s"];
    let tumble = Tumble::solve(&model, &args);
    let started = Instant::now();
    let process = loop {
        if let Some(&child) = children_of(tumble.0.id()).first() {
            break child;
        }
        assert!(started.elapsed() < Duration::from_secs(20));
    };
    signal("STOP", process);
    std::thread::sleep(Duration::from_secs(3).saturating_sub(started.elapsed()));
    let (out, _) = tumble.ends(3);
    assert!(out.contains("stopped by the time limit"), "{out}");
    assert!(children_of(1).iter().all(|&child| child != process), "it was killed");
}

#[test]
fn ctrl_c_is_answered_even_if_the_solver_hangs() {
    let _alone = alone();
    for name in solvers() {
        let tumble = Tumble::solve(&long_tour(), &["--backend", name]);
        signal("STOP", tumble.solver());
        signal("INT", tumble.0.id());
        let (out, _) = tumble.ends(3);
        assert!(out.contains("stopped by an interrupt"), "{out}");
    }
}

#[test]
fn ctrl_c_returns_the_best_incumbent() {
    let _alone = alone();
    let model = std::fs::read("models/die_tour/4x4_min.toml").unwrap();
    for name in solvers() {
        let args = ["--backend", name, "--encoding", "arc-flow", "--threads", "1", "--json-stream"];
        let mut tumble = Tumble::solve(&model, &args);
        let mut lines = std::io::BufReader::new(tumble.0.stdout.take().unwrap()).lines().map(Result::unwrap);
        lines.find(|line| line.contains("\"incumbent\"") && line.contains("objective")).unwrap();
        // On a terminal Ctrl-C goes to both.
        let solver = children_of(tumble.0.id())[0];
        signal("INT", solver);
        signal("INT", tumble.0.id());
        let started = Instant::now();
        let answer: Value = serde_json::from_str(&lines.last().unwrap()).unwrap();
        assert!(started.elapsed() < PROMPT);
        assert_eq!((&answer["event"], &answer["verified"]), (&"result".into(), &true.into()));
        // Unless it was proved in the meantime.
        if answer["status"] != "optimal" {
            assert_eq!((&answer["status"], &answer["reason"]), (&"feasible".into(), &"stopped by an interrupt".into()));
        }
    }
}

#[test]
fn the_memory_limit_binds_the_solver() {
    let _alone = alone();
    for name in solvers() {
        let args = ["--backend", name, "--encoding", "time-expanded", "--memory-limit", "40M", "--format", "json"];
        let tumble = Tumble::solve(&long_tour(), &args);
        tumble.solver();
        let (out, _) = tumble.ends(3);
        let answer: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(answer["reason"], "stopped by the memory limit");
        assert!(answer["status"] == "unknown" || answer["status"] == "feasible", "{answer}");
        assert!(answer["stats"]["peak_memory_bytes"].as_u64().unwrap() > 40 << 20, "{out}");
    }
}

#[test]
fn a_solver_does_not_outlive_its_parent() {
    let _alone = alone();
    for name in solvers() {
        let mut tumble = Tumble::solve(&long_tour(), &["--backend", name]);
        let solver = tumble.solver();
        signal("KILL", tumble.0.id());
        tumble.0.wait().unwrap();
        let deadline = Instant::now() + PROMPT;
        let is_running = || {
            let stat = std::fs::read_to_string(format!("/proc/{solver}/stat")).unwrap_or_default();
            stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().next()).is_some_and(|state| state != "Z")
        };
        while is_running() {
            assert!(Instant::now() < deadline, "{name} goes on without its parent");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn the_log_is_complete_and_goes_to_standard_error() {
    let _alone = alone();
    let model = std::fs::read("models/die_tour/3x3_max.toml").unwrap();
    for name in solvers() {
        let tumble = Tumble::solve(&model, &["--backend", name, "--encoding", "arc-flow", "--log", "--format", "json"]);
        let (out, error) = tumble.ends(0);
        assert_eq!(serde_json::from_str::<Value>(&out).unwrap()["objective"], 37, "nothing but the answer: {out}");
        let last = match name {
            "highs" => "LP iterations",
            "cbc" => "Search completed",
            "cadical" => "no solution is better than 37",
            _ => "failures=",
        };
        assert!(error.contains(last), "{name}: {error}");
    }
}

#[test]
fn own_options_reach_the_solver_and_are_recorded() {
    let _alone = alone();
    let model = std::fs::read("models/die_tour/4x4_max.toml").unwrap();
    for (name, option) in [("highs", "mip_max_nodes=0"), ("cbc", "maxNodes=0")] {
        if !solvers().contains(&name) {
            continue;
        }
        let args = ["--backend", name, "--encoding", "arc-flow", "--option", option, "--format", "json"];
        let out = Tumble::solve(&model, &args).0.wait_with_output().unwrap();
        let answer: Value = serde_json::from_slice(&out.stdout).unwrap();
        let (key, value) = option.split_once('=').unwrap();
        assert_eq!(answer["options"][key], value);
        assert!(
            ["unknown", "feasible"].contains(&answer["status"].as_str().unwrap()),
            "without nodes no proof: {answer}"
        );
        assert_eq!(out.status.code(), Some(3), "{answer}");
    }
}

#[test]
fn options_that_a_solver_does_not_take_are_refused() {
    let _alone = alone();
    let model = std::fs::read("models/die_tour/3x3_max.toml").unwrap();
    for (name, option, why) in [
        ("highs", "nonsense=1", "there is no such option"),
        ("highs", "mip_max_nodes=many", "the value is of the wrong type or out of range"),
        ("cbc", "nonsense=1", "there is no such parameter"),
        ("cbc", "maxNodes=many", "the value is of the wrong type or out of range"),
        ("cbc", "cuts=maybe", "the value is of the wrong type or out of range"),
        ("cbc", "import=file", "this is a command, not a parameter"),
        ("pumpkin", "nonsense=1", "there is no such option"),
        ("pumpkin", "no-restarts=many", "its value is true or false"),
        ("search", "depth=3", "needs a solver"),
    ] {
        if name != "search" && !solvers().contains(&name) {
            continue;
        }
        let (_, error) = Tumble::solve(&model, &["--backend", name, "--option", option]).ends(2);
        assert!(error.contains(option) && error.contains(why), "{error}");
    }
}
