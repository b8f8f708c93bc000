//! Solvers that run as programs: those that are installed, and small programs that stand in for others.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::{self, Folder, Ran, has_ended, root, wait_for};
use serde_json::Value;
use tumble::backend::{self, Kind};
use tumble::control::{Control, Event, Interrupt, Request};
use tumble::solve::{Method, Options};

const MAX: &str = "models/die_tour/3x3_max.toml";
const SMALL: &str = "tests/solutions/2x2.toml";

/// A folder with a program in it, to be put on PATH before all others.
struct Fake {
    folder: Folder,
    name: &'static str,
}

impl Fake {
    /// A shell script that says its version if it is asked, and otherwise does `body`.
    fn new(name: &'static str, body: &str) -> Self {
        let folder = Folder::new();
        let script = format!(
            "#!/bin/sh\necho \"$0 $*\" >> {}\ncase \"$*\" in --version|-v|-quit|'-c quit') echo 'Fake version 1.2.3'; exit;; esac\n{body}\n",
            folder.path("calls")
        );
        let path = folder.write(name, script);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        Self { folder, name }
    }

    fn run(&self, args: &[&str]) -> Ran {
        common::ran(self.command(args).env("NO_COLOR", "1").output().unwrap())
    }

    fn command(&self, args: &[&str]) -> std::process::Command {
        let path = format!("{}:{}", self.folder.path(""), std::env::var("PATH").unwrap());
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("tumble"));
        command.current_dir(root()).env("PATH", path).args(args);
        command
    }

    /// Solves the small tour with it.
    fn solve(&self, options: &[&str]) -> Ran {
        let backend = format!("external:{}", self.name);
        self.run(&[&["solve", "-b", &backend, "-e", "arc-flow", SMALL][..], options].concat())
    }

    /// How it was called, all but for its version.
    fn calls(&self) -> Vec<String> {
        self.folder.read("calls").lines().map(|line| line.split_once(' ').unwrap().1.to_owned()).skip(1).collect()
    }
}

/// A shell command that copies a recorded solution file to where the program is to write its own.
fn copy(file: &str) -> String {
    format!("cp {}/tests/solutions/{file} model.sol", root().display())
}

fn installed() -> Vec<Method> {
    let programs = backend::REGISTRY.iter().filter(|entry| entry.kind == Kind::Program);
    programs.filter_map(|entry| Method::named(entry.name).ok()).collect()
}

#[test]
fn cbc_and_glpsol_are_installed_for_the_tests() {
    let names: Vec<&str> = installed().iter().map(Method::name).collect();
    assert!(names.contains(&"external:cbc") && names.contains(&"external:glpsol"), "{names:?}");
}

#[test]
fn every_program_agrees_with_the_search_on_models_of_every_puzzle() {
    for (file, encoding) in [
        ("models/die_tour/3x3_max.toml", "arc-flow"),
        ("models/die_tour/3x3_infeasible.toml", "arc-flow"),
        ("models/die_path/corner.toml", "state-flow"),
        ("models/labeled_board/full_cycle.toml", "arc-flow"),
        ("models/labeled_board/goal.toml", "euler-flow"),
        ("models/sudoku_cube/seed.toml", "face-digit-plus"),
        ("models/sudoku_cube/infeasible.toml", "face-digit-plus"),
    ] {
        let text = std::fs::read_to_string(file).unwrap();
        for method in installed() {
            common::agree(&text, method, encoding);
        }
    }
}

#[test]
fn programs_are_listed_and_named_but_not_part_of_all() {
    let fake = Fake::new("scip", "exit 1");
    let (_, text, _) = fake.run(&["list", "backends", "--format", "json"]);
    let rows: Vec<Value> = serde_json::from_str(&text).unwrap();
    let row = |name: &str| rows.iter().find(|row| row["name"] == name).unwrap();
    assert_eq!((&row("external:scip")["version"], &row("external:scip")["available"]), (&"1.2.3".into(), &true.into()));
    let cplex = row("external:cplex");
    assert!(cplex["available"] == true || cplex["how_to_get"].as_str().unwrap().contains("install IBM"), "{cplex}");
    let (code, text, error) = fake.run(&["solve", "-b", "all", "--format", "json", MAX]);
    assert_eq!(code, 0, "{error}");
    assert!(!text.contains("external") && text.contains("\"highs\""), "{text}");
    let (code, _, error) = fake.run(&["solve", "-b", "external:nothing", MAX]);
    assert!(code == 2 && error.contains("external:glpsol, external:gurobi_cl"), "{error}");
}

/// Recorded solution files: what the tests of `decode` read.
#[test]
fn programs_that_are_not_installed_are_played_by_recorded_files() {
    let said_by_gurobi = "echo 'Optimal solution found (tolerance 0.00e+00)'\necho 'Best objective 1.1e+01, best bound 1.1e+01, gap 0.0%'";
    for (name, said) in [("highs", ""), ("scip", ""), ("cplex", ""), ("gurobi_cl", said_by_gurobi)] {
        let file = format!("{}.sol", name.trim_end_matches("_cl"));
        let fake = Fake::new(name, &format!("{}\n{said}", copy(&file)));
        let (code, text, error) = fake.solve(&[]);
        assert_eq!(code, 0, "{name}: {error}");
        assert!(text.contains(&format!("by external:{name} 1.2.3, encoding arc-flow")), "{text}");
        assert!(text.contains(": optimal "), "{text}");
    }
}

/// What each program is told for a limit of 7 seconds, two threads and the seed 5.
const TOLD: &[(&str, &[&str])] = &[
    (
        "cbc",
        &[
            "-timeMode elapsed -ratioGap 0 -allowableGap 0 -preprocess off -sec 6.",
            "-threads 2",
            "-randomSeed 5 -randomCbcSeed 5",
            "-solve -solu model.sol",
        ],
    ),
    (
        "cplex",
        &[
            "-c read model.lp set clocktype 2 set mip tolerances mipgap 0 set mip tolerances absmipgap 0 set timelimit 6.",
            "set threads 2 set randomseed 5",
            "optimize write model.sol quit",
        ],
    ),
    ("glpsol", &["--lp model.lp -w model.sol --tmlim 7"]),
    ("gurobi_cl", &["ResultFile=model.sol LogFile= MIPGap=0 MIPGapAbs=0 TimeLimit=6.", "Threads=2 Seed=5 model.lp"]),
    (
        "highs",
        &[
            "--model_file model.lp --options_file options.txt --solution_file model.sol",
            "mip_rel_gap = 0",
            "time_limit = 6.",
            "threads = 2",
            "random_seed = 5",
        ],
    ),
    (
        "scip",
        &[
            "-c read model.lp -c set limits time 6.",
            "-c set randomization randomseedshift 5 -c optimize -c write solution model.sol -c quit",
        ],
    ),
];

#[test]
fn limits_threads_seeds_and_gaps_reach_every_program_in_its_own_words() {
    for (name, expected) in TOLD {
        let keep = "test -f model.lp && cat options.txt >> \"$(dirname \"$0\")/calls\" 2>/dev/null";
        let fake = Fake::new(name, keep);
        let (code, _, error) = fake.solve(&["--time-limit", "7s", "--threads", "2", "--seed", "5"]);
        assert!(code == 70 && error.contains("it is unclear how its run ended"), "{name}: {error}");
        let calls = fake.folder.read("calls");
        for words in *expected {
            assert!(calls.contains(words), "{name}: {words} in {calls}");
        }
    }
}

#[test]
fn own_options_are_passed_in_the_program_s_words() {
    let problem = common::problem(&std::fs::read_to_string(SMALL).unwrap());
    let options = Options { encoding: Some("arc-flow".into()), ..Options::default() };
    for (name, option) in [("external:cbc", ("cuts", "off")), ("external:glpsol", ("nopresol", ""))] {
        let request = Request { options: vec![(option.0.to_owned(), option.1.to_owned())], ..Request::unlimited() };
        let report = tumble::solve::solve(&problem, Method::named(name).unwrap(), &options, &request).unwrap();
        assert_eq!(report.objective, common::run(&problem, Method::SEARCH, None).objective, "{name}");
    }
    let unknown = Request { options: vec![("frobnicate".into(), "1".into())], ..Request::unlimited() };
    let error =
        tumble::solve::solve(&problem, Method::named("external:glpsol").unwrap(), &options, &unknown).unwrap_err();
    assert!(error.to_string().contains("frobnicate"), "{error}");
}

#[test]
fn the_log_goes_to_the_observer_only_if_it_is_asked_for() {
    let problem = common::problem(&std::fs::read_to_string(SMALL).unwrap());
    let options = Options { encoding: Some("arc-flow".into()), ..Options::default() };
    for log in [false, true] {
        let lines = std::sync::Mutex::new(Vec::new());
        let observer = |event: &Event<'_>| {
            if let Event::Log(line) = event {
                lines.lock().unwrap().push((*line).to_owned());
            }
        };
        let control = Control::new(None, Interrupt::default(), &observer);
        let request = Request { log, ..Request::new(control) };
        tumble::solve::solve(&problem, Method::named("external:glpsol").unwrap(), &options, &request).unwrap();
        let lines = lines.lock().unwrap().join("\n");
        assert_eq!(lines.contains("INTEGER OPTIMAL SOLUTION FOUND"), log, "{lines}");
    }
}

/// Runs that are unclear, or whose words contradict each other: a failure that names the program, its last lines, and why.
#[test]
fn what_is_unclear_or_contradicted_is_a_failure() {
    let none = "echo 'Infeasible - objective value 0.00000000' > model.sol";
    let unclear = "it is unclear how its run ended";
    let presolve = "echo 'Presolve determined that the problem was infeasible with tolerance of 1e-08'\n\
                    echo 'Presolved model looks infeasible - will use unpresolved'\necho 'Total time (CPU seconds):       0.01'";
    for (name, body, why) in [
        ("highs", "echo hello; exit 3", "it is unclear how its run ended (exit status: 3); its last lines: hello"),
        ("highs", "printf 'Model status\\nSolve error\\n' > model.sol", unclear),
        ("highs", "printf 'Model status\\nOptimal\\n' > model.sol", "it states an optimum, but wrote no solution"),
        ("scip", "echo nonsense > model.sol", "not a solution file"),
        (
            "scip",
            "printf 'solution status: optimal solution found\\nobjective value: 1\\nz 1\\n' > model.sol",
            "no variable z",
        ),
        ("gurobi_cl", "echo 'Unable to read file'; kill -11 $$", "signal: 11"),
        // An answer that is wrong.
        (
            "scip",
            "printf 'solution status: optimal solution found\\nobjective value: 1\\ns_c0_o0 1\\n' > model.sol",
            "after rounding it violates",
        ),
        // Words in the middle of an output, of a program that ends well but writes nothing; and the last words of one that ends badly.
        ("cbc", presolve, unclear),
        ("cbc", "echo 'Result - Problem proven infeasible'", unclear),
        ("glpsol", "echo 'PROBLEM HAS NO INTEGER FEASIBLE SOLUTION'", unclear),
        ("highs", "echo 'Presolve: Infeasible'; echo '  Status            Infeasible'", unclear),
        ("scip", "echo 'SCIP Status        : problem is solved [infeasible]'", unclear),
        ("gurobi_cl", "echo 'Model is infeasible'; echo 'Relaxing to find smallest violation'", unclear),
        ("gurobi_cl", "echo 'Model is infeasible'", unclear),
        (
            "gurobi_cl",
            "echo 'Model is infeasible'; echo 'Best objective -, best bound -, gap -'; exit 1",
            "its process ended with exit code 1",
        ),
        ("cplex", "echo 'MIP - Integer infeasible.'; kill -11 $$", unclear),
        // Solution files that are contradicted, by the output or by the exit status.
        ("cbc", &format!("echo 'Unable to read file model.lp'\n{none}"), "its output: Unable to read file model.lp"),
        ("cbc", &format!("echo '** Error: licence expired'; {none}"), "its output: ** Error"),
        (
            "cbc",
            &format!("echo 'Result - Optimal solution found'; {none}"),
            "its file says infeasible, its output optimal",
        ),
        ("cbc", &format!("{none}; exit 1"), "its file says infeasible, but its process ended with exit code 1"),
    ] {
        let (code, text, error) = Fake::new(name, body).solve(&[]);
        assert!(code == 70 && text.is_empty() && error.contains(why), "{name}: {body}: {text}{error}");
        assert!([name, "1.2.3"].iter().all(|part| error.contains(part)), "{error}");
    }
}

/// What was found counts, and nothing is proved.
#[test]
fn a_run_that_ends_badly_or_from_outside_leaves_its_solution() {
    let optimal = &*copy("scip.sol");
    let outside = "from outside, perhaps because the machine ran out of memory";
    for (body, status, why) in [
        ("kill -9 $$", ": unknown", outside),
        ("sh -c 'kill -KILL $$'; exit $?", ": unknown", outside),
        ("kill -TERM $$", ": unknown", outside),
        (&format!("{optimal}; kill -9 $$"), ": feasible 11", outside),
        // Also with a bound that was printed before.
        (&format!("{optimal}\necho 'Dual Bound         : 11'; kill -11 $$"), ": feasible 11 (", "signal 11"),
        // Its output, its exit status or the file itself contradict the file.
        (
            &format!("{optimal}; echo 'SCIP Status : problem is solved [infeasible]'"),
            ": feasible 11",
            "its file says optimal, its output infeasible",
        ),
        (
            &format!("{optimal}; exit 1"),
            ": feasible 11",
            "its file says optimal, but its process ended with exit code 1",
        ),
        (
            &format!("{optimal}; sed -i 's/^objective value:.*/objective value: 12/' model.sol"),
            ": feasible 11",
            "its file states the objective 12, its solution has 11",
        ),
    ] {
        let (code, text, error) = Fake::new("scip", body).solve(&[]);
        assert!(code == 3 && text.contains(status) && text.contains(why), "{body}: {text}{error}");
    }
    // A run that went well may complain, too.
    let fine = format!("echo 'heuristic failed'; {optimal}; echo 'problem is solved [optimal solution found]'");
    let (code, text, error) = Fake::new("scip", &fine).solve(&[]);
    assert!(code == 0 && text.contains(": optimal 11"), "{text}{error}");
}

#[test]
fn infeasible_is_reported_if_the_program_says_so_clearly_and_in_time() {
    for (name, body) in [
        ("highs", "printf 'Model status\\nInfeasible\\n' > model.sol"),
        ("scip", "printf 'solution status: infeasible\\nno solution available\\n' > model.sol"),
        ("gurobi_cl", "echo 'Model is infeasible'; echo 'Best objective -, best bound -, gap -'"),
        ("cplex", "echo 'MIP - Integer infeasible.'; echo 'Solution time =    0.00 sec.'"),
        ("cbc", "echo 'Integer infeasible - objective value 0.5' > model.sol"),
        ("glpsol", "printf 's mip 1 1 n 0\\n' > model.sol"),
    ] {
        let (code, text, error) = Fake::new(name, body).solve(&[]);
        assert!(code == 1 && text.contains(": infeasible"), "{name}: {text}{error}");
        let late = Fake::new(name, &format!("sleep 0.5\n{body}"));
        let (code, text, _) = late.solve(&["--time-limit", "400ms"]);
        assert!(code == 3 && text.contains("unknown") && text.contains("the time limit"), "{name}: {text}");
    }
}

#[test]
fn a_limit_of_the_program_gives_its_incumbent_and_its_bound() {
    let scip = format!(
        "{}\nsed -i '1s/.*/solution status: time limit reached/' model.sol\necho 'Dual Bound         : +1.99999999e+01'\necho 'Solving Nodes      : 17'",
        copy("scip.sol")
    );
    let (code, text, error) = Fake::new("scip", &scip).solve(&["--format", "json"]);
    assert_eq!(code, 3, "{error}");
    let report: Value = serde_json::from_str(&text).unwrap();
    let (bound, nodes) = (&report["bound"], &report["stats"]["nodes"]);
    assert_eq!((&report["status"], bound, nodes), (&"feasible".into(), &20.into(), &17.into()));
    assert_eq!(report["reason"], "stopped by the time limit");
}

#[test]
fn what_a_program_has_started_does_not_outlive_it() {
    let child = "sleep 60 & echo $! > \"$(dirname \"$0\")/child\"";
    for (rest, options, code, says) in [
        ("printf 'Model status\\nInfeasible\\n' > model.sol", &[] as &[&str], 1, ": infeasible"),
        // One that does not stop is killed.
        ("wait", &["--time-limit", "2s"], 3, ": unknown (stopped by the time limit"),
    ] {
        let fake = Fake::new("highs", &format!("{child}\n{rest}"));
        let started = Instant::now();
        let (ended, text, error) = fake.solve(options);
        assert!(ended == code && text.contains(says), "{text}{error}");
        assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
        let child = fake.folder.read("child").trim().parse().unwrap();
        wait_for("its child still runs", || has_ended(child).then_some(()));
    }
}

#[test]
fn output_without_end_is_not_waited_for() {
    let endless = "while :; do echo 'and so on and on'; done";
    // In a session of its own it is out of reach; it ends when nobody reads its output.
    let left =
        format!("echo 'and so on'; setsid sh -c \"{endless}\" &\nprintf 'Model status\\nInfeasible\\n' > model.sol");
    for (body, options, expected) in [(&*left, &["--log"][..], 1), (endless, &["--log", "--time-limit", "600ms"], 3)] {
        let started = Instant::now();
        let (code, text, error) = Fake::new("highs", body).solve(options);
        assert_eq!(code, expected, "{text}{}", &error[..error.len().min(300)]);
        assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
        assert!(error.contains("and so on"), "the log is shown");
    }
}

#[test]
fn a_temporary_folder_that_is_missing_is_the_system_s_fault_and_named() {
    let fake = Fake::new("highs", &copy("highs.sol"));
    let file = fake.folder.write("file", "");
    for folder in ["/nowhere/at/all", &file] {
        let mut command = fake.command(&["solve", "-b", "external:highs", "-e", "arc-flow", SMALL]);
        let (code, text, error) = common::ran(command.env("TMPDIR", folder).output().unwrap());
        assert!(code == 2 && text.is_empty(), "{text}{error}");
        assert!(error.contains(&format!("{folder} cannot be written: ")), "{error}");
        assert!(error.contains("TMPDIR") && !error.contains("report"), "{error}");
    }
}

#[test]
fn a_program_that_takes_too_much_memory_is_killed() {
    // tail keeps the last line of its input, which has no end. A wrapper solves in a process of its own.
    for body in ["exec tail /dev/zero", "tail /dev/zero; true", "sh -c 'tail /dev/zero; true'; true"] {
        let fake = Fake::new("highs", body);
        let (code, text, _) = fake.solve(&["--memory-limit", "64M", "--time-limit", "60s"]);
        assert!(code == 3 && text.contains("the memory limit"), "{body}: {text}");
    }
}

#[test]
fn a_time_limit_of_any_length_is_taken() {
    for limit in ["18446744073709551615s", "500000000000years", "106751991167301days"] {
        for (name, body) in [("scip", copy("scip.sol")), ("highs", copy("highs.sol"))] {
            let (code, text, error) = Fake::new(name, &body).solve(&["--time-limit", limit]);
            assert!(code == 0 && text.contains(": optimal 11"), "{name} {limit}: {text}{error}");
        }
        for method in installed().iter().chain(&common::solvers()) {
            let args = ["solve", "-b", method.name(), "--time-limit", limit, "--memory-limit", "16777215T", SMALL];
            let (text, _) = common::printed(&args, "", 0);
            assert!(text.contains(": optimal 11"), "{}: {text}", method.name());
        }
    }
}

#[test]
fn no_file_is_left_behind() {
    let fake = Fake::new("highs", "touch Highs.log; pwd > \"$(dirname \"$0\")/where\"");
    fake.solve(&[]);
    let folder = fake.folder.read("where");
    assert!(!Path::new(folder.trim()).exists() && !Path::new("Highs.log").exists(), "{folder}");
    assert_eq!(fake.calls().len(), 1);
}

/// Whatever ends tumble also ends the processes that a program started.
#[test]
fn a_program_and_what_it_started_die_with_tumble() {
    for (name, body) in [
        ("highs", "echo $$ > \"$(dirname \"$0\")/process\"; exec sleep 600"),
        ("scip", "sleep 600 & echo $! > \"$(dirname \"$0\")/process\"; wait"),
    ] {
        let fake = Fake::new(name, body);
        let args = ["solve", "-b", &format!("external:{name}"), "-e", "arc-flow", SMALL];
        let mut tumble = fake.command(&args).spawn().unwrap();
        let number = || std::fs::read_to_string(fake.folder.path("process")).ok()?.strip_suffix('\n')?.parse().ok();
        let process = wait_for("it has not started", number);
        assert!(!has_ended(process), "{name}");
        tumble.kill().unwrap();
        tumble.wait().unwrap();
        wait_for("it outlives tumble", || has_ended(process).then_some(()));
    }
}
