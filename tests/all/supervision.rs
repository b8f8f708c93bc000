//! Solvers run in a child process: whatever happens to it, the program answers in time and says what happened.

use std::io::{BufRead as _, Write as _};
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::{self, alone, ran, root, shipped, signal, wait_for};
use serde_json::Value;
use tumble::backend::{self, BackendEntry, Engine};
use tumble::control::{Bytes, Control, Request, Stop, Verdict, Worker};
use tumble::model::{Linear, Model, Sense};
use tumble::session::{Change, Found, Reload as _, Session as _, Task};

/// Within this time every limit and interrupt has to be answered; the promise is one second, the rest is for other tests that use
/// the cores.
const PROMPT: Duration = Duration::from_secs(5);

/// A tour that takes each of the [`solvers`] minutes.
fn long_tour() -> String {
    common::printed(&["new", "die-tour", "--columns", "10", "--rows", "10"], "", 0).0
}

/// The program at work on a model that it reads from standard input.
struct Tumble(Child);

impl Tumble {
    fn solve(model: &str, args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tumble"));
        command.args(["solve", "-"]).args(args).current_dir(root()).env("NO_COLOR", "1");
        Self::at_work(&mut command, model)
    }

    fn at_work(command: &mut Command, model: &str) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(model.as_bytes()).unwrap();
        Self(child)
    }

    /// At work on the long tour by a model, with a solver that has worked for a moment, and the solver's process.
    fn by(solver: &str, options: &[&str]) -> (Self, u32) {
        let tumble = Self::solve(&long_tour(), &[&["--method", "model", "--backend", solver], options].concat());
        let process = tumble.solver();
        (tumble, process)
    }

    /// The first process that it starts, at once.
    fn first_child(&self) -> u32 {
        wait_for("a solver is started", || children_of(self.0.id()).first().copied())
    }

    /// Waits until it has started a solver, and that has worked for a moment. Returns the solver's process.
    fn solver(&self) -> u32 {
        let process = self.first_child();
        std::thread::sleep(Duration::from_millis(500));
        process
    }

    /// Standard output and standard error of a run that ends with this exit code, promptly.
    fn ends(self, code: i32) -> (String, String) {
        self.ends_within(PROMPT, code)
    }

    fn ends_within(self, time: Duration, code: i32) -> (String, String) {
        let started = Instant::now();
        let (found, text, error) = ran(self.0.wait_with_output().unwrap());
        assert_eq!(found, code, "{text}{error}");
        assert!(started.elapsed() < time, "{:?}: {text}{error}", started.elapsed());
        (text, error)
    }

    /// The answer in JSON of such a run.
    fn answers(self, code: i32) -> Value {
        serde_json::from_str(&self.ends(code).0).unwrap()
    }
}

/// The processes whose parent is this one. One that has the parent's command line is left out: it does not run its program yet, and the
/// parent waits for that.
fn children_of(parent: u32) -> Vec<u32> {
    let command = |process: u32| std::fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    let processes =
        std::fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let is_child = |pid: &u32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        // PID (NAME) STATE PARENT …; a zombie is no solver.
        let mut fields = stat.rsplit(')').next().unwrap().split_whitespace();
        let is_child = fields.next() != Some("Z") && fields.next() == Some(&parent.to_string());
        is_child && command(*pid) != command(parent)
    };
    processes.filter(is_child).collect()
}

/// The names of the backends here whose solver is compiled in and is for more than small models.
fn solvers() -> Vec<&'static str> {
    let names = ["highs", "cbc", "pumpkin", "cadical"];
    names.into_iter().filter(|name| backend::find(name).unwrap().backend().is_ok()).collect()
}

/// Those of them that tell of solutions while they run.
fn told() -> Vec<&'static str> {
    solvers().into_iter().filter(|name| *name != "cbc").collect()
}

/// The first of them.
fn solver() -> &'static str {
    solvers()[0]
}

#[test]
fn what_happens_to_a_solver_is_said_at_once() {
    let _alone = alone();
    let killed =
        "stopped by the solver: its process was ended by signal 9 (SIGKILL) from outside, perhaps because the machine";
    for name in solvers() {
        let version = backend::find(name).unwrap().version().unwrap();
        let crashed = format!("{name} {version} failed: its process was ended by signal 6 (SIGABRT)");
        for (to_solver, to_tumble, code, why) in [
            ("ABRT", None, 70, &*crashed),
            ("KILL", None, 3, killed),
            // It hangs, and Ctrl-C is answered all the same.
            ("STOP", Some("INT"), 3, "stopped by an interrupt"),
        ] {
            let (tumble, solver) = Tumble::by(name, &[]);
            signal(to_solver, solver);
            if let Some(how) = to_tumble {
                signal(how, tumble.0.id());
            }
            let (out, error) = tumble.ends(code);
            assert!(if code == 70 { &error } else { &out }.contains(why), "{name}: {out}{error}");
            assert_eq!(out.is_empty(), code == 70, "{name}: {out}");
        }
    }
    let (tumble, process) = Tumble::by(solver(), &[]);
    last_words(process, "memory allocation of 1073741824 bytes failed\n");
    signal("ABRT", process);
    let (out, _) = tumble.ends(3);
    assert!(out.contains("the system gave its process no more memory"), "{out}");
}

/// Written by somebody else into the solver's standard error, as its last words would be.
fn last_words(process: u32, words: &str) {
    let mut stderr = std::fs::OpenOptions::new().write(true).open(format!("/proc/{process}/fd/2")).unwrap();
    stderr.write_all(words.as_bytes()).unwrap();
}

#[test]
fn the_last_lines_of_a_killed_solver_are_shown() {
    let _alone = alone();
    let (tumble, process) = Tumble::by(solver(), &[]);
    last_words(
        process,
        &["1", "2", "3", "4", "5", "6", "7", "8"].map(|line| format!("assertion {line} failed\n")).concat(),
    );
    signal("ABRT", process);
    let (_, error) = tumble.ends(70);
    assert!(error.contains("signal 6 (SIGABRT); its last lines:"), "{error}");
    assert!(error.contains("assertion 3 failed") && error.contains("assertion 8 failed"), "{error}");
    assert!(!error.contains("assertion 2 failed"), "{error}");
}

#[test]
fn with_several_backends_the_others_go_on() {
    let _alone = alone();
    let both = format!("{},search", solver());
    let args = ["--backend", &both, "--encoding", "arc-flow", "--format", "json"];
    let tumble = Tumble::solve(&shipped("die_tour/4x4_max"), &args);
    signal("ABRT", tumble.first_child());
    let (out, error) = tumble.ends(70);
    assert!(error.contains(solver()), "{error}");
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&answer["backend"], &answer["objective"]), (&"search".into(), &68.into()));
}

#[test]
fn a_solver_that_hangs_is_stopped_at_the_time_limit() {
    let _alone = alone();
    for name in solvers() {
        let started = Instant::now();
        let (tumble, solver) = Tumble::by(name, &["--time-limit", "1500ms", "--format", "json"]);
        signal("STOP", solver);
        std::thread::sleep(Duration::from_millis(1500).saturating_sub(started.elapsed()));
        let answer = tumble.answers(3);
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
    let (model, _) = common::printed(&["new", "die-tour", "--columns", "8", "--rows", "8"], "", 0);
    let args = ["--backend", solver(), "--encoding", "time-expanded", "--time-limit", "3s"];
    let tumble = Tumble::solve(&model, &args);
    let started = Instant::now();
    let process = tumble.first_child();
    signal("STOP", process);
    std::thread::sleep(Duration::from_secs(3).saturating_sub(started.elapsed()));
    let (out, _) = tumble.ends(3);
    assert!(out.contains("stopped by the time limit"), "{out}");
    assert!(children_of(1).iter().all(|&child| child != process), "it was killed");
}

/// Whether whoever runs the tests ignores hangups, as `nohup` does: tumble then ignores them too.
fn hangups_are_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok()).is_some_and(|bits| bits & 1 == 1)
}

#[test]
fn ctrl_c_returns_the_best_incumbent() {
    let _alone = alone();
    let model = shipped("die_tour/4x4_min");
    let signals: &[&str] = if hangups_are_ignored() { &["INT", "TERM"] } else { &["INT", "TERM", "HUP"] };
    for (name, how) in told().into_iter().zip(signals.iter().copied().cycle()) {
        let args = ["--backend", name, "--encoding", "arc-flow", "--threads", "1", "--json-stream"];
        let mut tumble = Tumble::solve(&model, &args);
        let mut lines = std::io::BufReader::new(tumble.0.stdout.take().unwrap()).lines().map(Result::unwrap);
        lines.find(|line| line.contains("\"incumbent\"") && line.contains("objective")).unwrap();
        // On a terminal Ctrl-C goes to both.
        let solver = children_of(tumble.0.id())[0];
        signal(how, solver);
        signal(how, tumble.0.id());
        let started = Instant::now();
        let answer: Value = serde_json::from_str(&lines.last().unwrap()).unwrap();
        let took = started.elapsed();
        assert!(took < PROMPT, "{name} after {how}: {took:?}, {answer}");
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
        let args = ["--backend", name, "--encoding", "arc-flow", "--memory-limit", "40M", "--format", "json"];
        let tumble = Tumble::solve(&long_tour(), &args);
        tumble.solver();
        // How soon a solver takes so much is its own affair.
        let (out, _) = tumble.ends_within(20 * PROMPT, 3);
        let answer: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(answer["reason"], "stopped by the memory limit");
        assert!(answer["status"] == "unknown" || answer["status"] == "feasible", "{answer}");
        // What is missing are the models in this process.
        assert!(answer["stats"]["peak_memory_bytes"].as_u64().unwrap() > 32 << 20, "{out}");
    }
}

#[test]
fn a_solver_does_not_outlive_its_parent() {
    let _alone = alone();
    for name in solvers() {
        let (mut tumble, solver) = Tumble::by(name, &[]);
        signal("KILL", tumble.0.id());
        tumble.0.wait().unwrap();
        wait_for("it ends with its parent", || common::has_ended(solver).then_some(()));
    }
}

#[test]
fn the_log_is_complete_and_goes_to_standard_error_if_it_is_asked_for() {
    let _alone = alone();
    let model = shipped("die_tour/3x3_max");
    for (name, log) in solvers().into_iter().flat_map(|name| [(name, &["--log"][..]), (name, &[])]) {
        let args = ["--backend", name, "--encoding", "arc-flow", "--format", "json"];
        let (out, error) = Tumble::solve(&model, &[&args, log].concat()).ends_within(20 * PROMPT, 0);
        assert_eq!(serde_json::from_str::<Value>(&out).unwrap()["objective"], 37, "nothing but the answer: {out}");
        let last = match name {
            "highs" => "LP iterations",
            "cbc" => "Search completed",
            "cadical" => "no solution is better than 37",
            _ => "failures=",
        };
        assert!(if log.is_empty() { error.is_empty() } else { error.contains(last) }, "{name}: {error}");
    }
}

#[test]
fn own_options_reach_the_solver_and_are_recorded() {
    let _alone = alone();
    if !solvers().contains(&"highs") {
        return;
    }
    let args = ["--backend", "highs", "--encoding", "arc-flow", "--option", "mip_max_nodes=0", "--format", "json"];
    let answer = common::json(&[&["solve", "models/die_tour/4x4_max.toml"], &args[..]].concat(), "", 3);
    assert_eq!(answer["options"]["mip_max_nodes"], "0");
    assert!(["unknown", "feasible"].contains(&answer["status"].as_str().unwrap()), "without nodes no proof: {answer}");
}

#[test]
fn options_that_a_solver_does_not_take_are_refused() {
    let _alone = alone();
    for (name, option, why) in [
        ("highs", "nonsense=1", "there is no such option"),
        ("highs", "mip_max_nodes=many", "the value is of the wrong type or out of range"),
        ("cbc", "nonsense=1", "only options that leave proofs what they are reach the library"),
        ("cbc", "maxNodes=1", "only options that leave proofs what they are reach the library"),
        ("pumpkin", "nonsense=1", "there is no such option"),
        ("pumpkin", "no-restarts=many", "its value is true or false"),
        ("cadical", "nonsense=1", "there is no such option"),
        ("cadical", "elim=many", "the value is not a whole number, true or false"),
        ("cadical", "elim=2", "the value is out of range"),
        ("search", "depth=3", "direct search takes no"),
    ] {
        if name != "search" && !solvers().contains(&name) {
            continue;
        }
        let model = "models/die_tour/3x3_max.toml";
        let error = common::refused(&["solve", model, "--backend", name, "--option", option], "");
        assert!(error.contains(option) && error.contains(why), "{error}");
    }
}

/// A program under `timeout`, which signals it and then its process group: two signals at once.
fn under_timeout(signal: &str, args: &[&str], marks: &[(&str, &str)]) -> Output {
    let mut command = Command::new("timeout");
    command.args(["--preserve-status", "--signal", signal, "0.7", env!("CARGO_BIN_EXE_tumble")]).args(args);
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env("NO_COLOR", "1").envs(marks.iter().copied());
    command.output().unwrap()
}

/// Whether a process runs that has this in its environment.
fn runs_with(mark: &str) -> bool {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    processes.into_iter().any(|process| {
        let environment = std::fs::read(process.path().join("environ")).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|variable| variable == mark.as_bytes())
    })
}

#[test]
fn two_signals_at_once_are_one_and_the_answer_comes() {
    let _alone = alone();
    let folder = common::Folder::new();
    let (tour, tray) = (folder.write("tour", long_tour()), folder.write("tray", crate::limits::large_tray()));
    let temporary = folder.path("temporary");
    std::fs::create_dir(&temporary).unwrap();
    let mark = format!("TUMBLE_TEST={tour}");
    let marks = [("TUMBLE_TEST", &*tour), ("TMPDIR", &*temporary)];
    let one = solver();
    let mut kinds = vec![
        vec!["solve", "-b", "search", &tray],
        vec!["solve", "-b", one, "-q", &tour],
        vec!["solve", "-b", one, "--json-stream", &tour, &tour],
        vec!["solve", "--all", "-b", one, "--format", "json", &tour],
        vec!["count", "-b", one, &tour],
        vec!["table", "cube-tray", &tray],
        vec!["compare", "-b", one, "-e", "arc-flow,time-expanded", "--jobs", "2", &tour],
    ];
    if solvers().len() > 1 {
        kinds.push(vec!["solve", "--race", "-b", "highs,pumpkin", &tour]);
    }
    for program in ["external:cbc", "external:glpsol"] {
        if backend::find(program).unwrap().backend().is_ok() {
            kinds.push(vec!["solve", "-b", program, "-e", "arc-flow", &tour]);
        }
    }
    let runs: Vec<_> = kinds.iter().flat_map(|kind| ["TERM", "INT", "HUP"].map(|signal| (signal, kind))).collect();
    for two in runs.chunks(2) {
        std::thread::scope(|scope| {
            for &(signal, args) in two {
                scope.spawn(move || {
                    let (code, out, error) = ran(under_timeout(signal, args, &marks));
                    assert_eq!(code, 3, "{signal} {args:?}: {out}{error}");
                    let no_answer = ["no table: ", "stopped by an interrupt: 0 of 2 runs were made"];
                    let is_told = no_answer.iter().any(|words| error.contains(words));
                    assert!(!out.is_empty() || is_told, "{signal} {args:?}: {error}");
                });
            }
        });
    }
    wait_for("nothing runs any more", || (!runs_with(&mark)).then_some(()));
    let left: Vec<_> = std::fs::read_dir(temporary).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

/// A program that prints more than a pipe holds, and what has come of it: the first byte was read.
fn long_answer() -> (Tumble, ChildStdout) {
    let model = common::corner(5, 5, "any", "");
    let mut tumble = Tumble::solve(&model, &["--solutions", "1000", "--format", "json"]);
    let mut out = tumble.0.stdout.take().unwrap();
    std::io::Read::read_exact(&mut out, &mut [0]).unwrap();
    (tumble, out)
}

#[test]
fn a_signal_while_an_answer_is_printed_does_not_cut_it() {
    let _alone = alone();
    let (tumble, mut out) = long_answer();
    // The rest does not fit the pipe.
    signal("TERM", tumble.0.id());
    signal("TERM", tumble.0.id());
    std::thread::sleep(Duration::from_millis(200));
    let mut text = String::from("{");
    std::io::Read::read_to_string(&mut out, &mut text).unwrap();
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert!(text.len() > 1 << 17 && !answer["solutions"].as_array().unwrap().is_empty(), "{}", text.len());
}

#[test]
fn a_later_signal_ends_the_program_at_once() {
    let _alone = alone();
    let (mut tumble, _out) = long_answer();
    signal("INT", tumble.0.id());
    std::thread::sleep(Duration::from_millis(1200));
    assert!(tumble.0.try_wait().unwrap().is_none(), "it waits for its reader");
    signal("INT", tumble.0.id());
    let started = Instant::now();
    assert_eq!(tumble.0.wait().unwrap().code(), Some(3));
    assert!(started.elapsed() < PROMPT);
}

#[test]
fn a_hangup_that_the_caller_ignores_is_ignored() {
    let _alone = alone();
    let script = "trap '' HUP; exec \"$0\" solve - --backend \"$1\" --method model --time-limit 2s";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_tumble"), solver()]);
    let tumble = Tumble::at_work(&mut command, &long_tour());
    tumble.solver();
    signal("HUP", tumble.0.id());
    let (_, out, _) = ran(tumble.0.wait_with_output().unwrap());
    assert!(out.contains("stopped by the time limit"), "{out}");
}

/// A solver of this build in a process, with a model whose optimum tells what of it the process has: 20 as it is loaded, 7 with the rows
/// that are added. The process has `mark` among its arguments.
fn engine(entry: &'static BackendEntry, mark: &str) -> Engine<'static> {
    let arguments = vec!["--solver-process".into(), mark.into()];
    let worker = Worker { program: env!("CARGO_BIN_EXE_tumble").into(), arguments };
    let mut engine = Engine::in_child(entry, entry.backend().unwrap(), &worker);
    let mut model = Model::new("m");
    let (x, y) = (model.integer("x", 0..=10), model.integer("y", 0..=10));
    model.set_objective(Sense::Maximize, Linear::sum([x, y]));
    engine.load(&model.relaxed());
    engine.change(Change::Add("order".into(), Linear::from(y).plus(-1, x).at_most(1)));
    engine.change(Change::Add("small".into(), Linear::from(x).at_most(3)));
    engine
}

/// The sum of the values of the optimum.
fn optimum(engine: &mut Engine<'_>) -> i64 {
    match engine.solve(&Request::unlimited()).unwrap().verdict {
        Verdict::Optimal(values) => values.iter().sum::<f64>().round() as i64,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_solver_that_was_killed_is_followed_by_one_with_the_same_model() {
    let _alone = alone();
    let Some(entry) = backend::find("highs").filter(|highs| highs.backend().is_ok()) else { return };
    let mark = "followed-by-one-with-the-same-model";
    let mut engine = engine(entry, mark);
    assert_eq!(optimum(&mut engine), 7);
    // Other tests of this program have children of their own meanwhile.
    let process = || {
        let is_marked = |child: &u32| {
            let arguments = std::fs::read(format!("/proc/{child}/cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&arguments).contains(mark)
        };
        children_of(std::process::id()).into_iter().find(is_marked).unwrap()
    };
    let tiny = Request::new(Control::unlimited().with_memory_limit(Bytes(1)));
    // A process that has been stopped does not answer before its memory is measured.
    let stop = || signal("STOP", process());
    stop();
    let killed = engine.solve(&tiny).unwrap().verdict;
    assert_eq!(killed, Verdict::Unknown { bound: None, stop: Stop::MemoryLimit { needed: None } });
    assert_eq!(optimum(&mut engine), 7);
    signal("KILL", process());
    assert!(matches!(engine.solve(&Request::unlimited()).unwrap().verdict, Verdict::Unknown { .. }));
    assert_eq!(optimum(&mut engine), 7);
    engine.change(Change::Retain(vec![false, true]));
    assert_eq!(optimum(&mut engine), 13);
}

#[test]
fn a_run_that_is_stopped_late_leaves_the_next_one_alone() {
    let _alone = alone();
    let listing =
        backend::REGISTRY.iter().find(|entry| entry.backend().is_ok_and(|backend| backend.capabilities().lists));
    let Some(entry) = listing else { return };
    let mut engine = engine(entry, "stopped-late");
    let expected = optimum(&mut engine);
    for _ in 0..30 {
        let mut found = 0;
        let enough = &mut |_: Found| {
            found += 1;
            if found == 3 { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
        };
        engine.judged(&Task::Every, &Request::unlimited(), enough).unwrap();
        assert_eq!(optimum(&mut engine), expected);
    }
}

/// Small limits of memory on methods that solve many linear programs: whatever is killed when, the answer is an answer.
#[test]
fn methods_over_linear_programs_keep_small_limits_of_memory() {
    let _alone = alone();
    if backend::find("highs").unwrap().backend().is_err() {
        return;
    }
    for limit in ["1M", "20M", "40M", "50M", "60M"] {
        // Within a second there is no proof, whatever the limit.
        let args = ["solve", "-", "--method", "lp-frontier", "--memory-limit", limit, "--time-limit", "1s"];
        let (out, error) = common::printed(&args, &long_tour(), 3);
        let stopped = out.lines().next().unwrap_or_default();
        let stop = if limit == "1M" { "(stopped by the memory limit" } else { "(stopped by the " };
        assert!(stopped.contains(stop), "{limit}: {out}{error}");
        assert!(!error.contains("internal error") && !error.contains("panicked"), "{limit}: {error}");
    }
}

#[test]
fn a_system_that_starts_no_process_is_named_as_the_cause() {
    let _alone = alone();
    let limited = |files: u32| {
        let script = format!("ulimit -n {files}; exec \"$0\" solve -b \"$1\" -e arc-flow models/die_tour/3x3_max.toml");
        let mut command = Command::new("sh");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_tumble"), solver()]);
        ran(command.current_dir(root()).output().unwrap())
    };
    let errors = (5..16).map(|files| {
        let (code, _, error) = limited(files);
        assert!([0, 2].contains(&code), "{files} files: {code} {error}");
        error
    });
    let errors: Vec<String> = errors.collect();
    let is_named = |error: &String| error.contains("no process can be started: ") && error.contains("ulimit");
    assert!(errors.iter().any(is_named), "{errors:#?}");
}
