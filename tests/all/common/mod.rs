//! What the integration tests share.

pub mod models;
pub mod sudoku;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tumble::control::{Control, Interrupt, Request, Worker};
use tumble::instance::Document;
use tumble::puzzle::{
    Choices, Count, Encoded, Formulation, Instance, Means, PuzzleEntry, Question, SEARCH, Searched, Which,
};
use tumble::registry::Registry;
use tumble::report::{Report, Status};
use tumble::session::NoSolver;
use tumble::solve::{self, Asked, CheckError, Method, Options, Problem};

/// The problem in a model file's text.
pub fn problem(text: &str) -> Problem {
    let document = Document::new("test", text);
    let (puzzle, instance) = Registry::built_in().read(&document).unwrap_or_else(|e| panic!("{e}\n{text}"));
    Problem::new("test".into(), puzzle, instance)
}

/// A die tour on a rectangle from the south-west corner with the source's die; `more` may add keys to `[tour]`.
pub fn corner(columns: usize, rows: usize, objective: &str, more: &str) -> String {
    format!(
        "puzzle = \"die-tour\"\nobjective = \"{objective}\"\n[board]\ncolumns = {columns}\nrows = {rows}\n\
         [start]\ncell = [0, 0]\ndie = {{ top = 1, north = 2, east = 3 }}\n[tour]\n{more}\n"
    )
}

/// A cube tray from one map to another.
pub fn tray(start: &str, goal: &str) -> String {
    format!("puzzle = \"cube-tray\"\nstart.map = \"\"\"\n{start}\"\"\"\ngoal.map = \"\"\"\n{goal}\"\"\"")
}

/// A random die tour as `tumble new` writes it.
pub fn random(seed: u64, options: &[(&'static str, &str)]) -> String {
    random_of("die-tour", seed, options)
}

/// A random instance of a puzzle as `tumble new` writes it.
pub fn random_of(puzzle: &str, seed: u64, options: &[(&'static str, &str)]) -> String {
    try_random_of(puzzle, seed, options).unwrap()
}

/// The same where some options fit no instance.
pub fn try_random_of(puzzle: &str, seed: u64, options: &[(&'static str, &str)]) -> Result<String, String> {
    let mut choices: Choices = options.iter().map(|&(key, value)| (key, value.to_owned())).collect();
    choices.insert("seed", seed.to_string());
    (entry(puzzle).new)(&choices, &Control::unlimited()).map_err(|error| error.to_string())
}

/// The program VeriPB; `None` where it is not installed, unless TUMBLE_VERIPB promises it.
pub fn veripb() -> Option<PathBuf> {
    let folders = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
    let found = folders.into_iter().map(|folder| folder.join("veripb")).find(|path| path.is_file());
    assert!(
        found.is_some() || std::env::var_os("TUMBLE_VERIPB").is_none(),
        "TUMBLE_VERIPB is set, but veripb is not on PATH: scripts/get-tool veripb installs it"
    );
    if found.is_none() {
        eprintln!("left out: veripb is not on PATH; scripts/get-tool veripb installs it");
    }
    found
}

/// The folder of the package.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folders of the crates in a folder, in order.
pub fn crates_in(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let mut folders: Vec<PathBuf> = entries.filter(|path| path.join("Cargo.toml").exists()).collect();
    folders.sort();
    folders
}

/// The files in a folder and in those in it.
pub fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files_in(&path) } else { vec![path] }).collect()
}

/// The solvers of this build, in the order of the registry; those for small models are the last.
pub fn solvers() -> Vec<Method> {
    Method::solvers().collect()
}

/// The solver that serves whoever names none.
pub fn first_solver() -> Method {
    solvers()[0]
}

/// Solves under a limit that no test should reach. The solution is replayed again here, and its objective compared.
pub fn run(problem: &Problem, method: Method, encoding: Option<&str>) -> Report {
    run_within(problem, method, encoding, Duration::from_mins(5))
}

/// The same under another limit.
pub fn run_within(problem: &Problem, method: Method, encoding: Option<&str>, limit: Duration) -> Report {
    let control = Control::new(Some(limit), Interrupt::default(), &|_| ());
    // What the instance shows is to be shown by the model too.
    let options = Options { encoding: encoding.map(str::to_owned), always_model: true, ..Options::default() };
    let report = solve::solve(problem, method, &options, &request(method, control)).unwrap();
    if let Some(solution) = &report.solution {
        let counted = problem.begun.as_ref().map_or(0, |begun| begun.counted);
        let objective = verify(problem, &solution.json()).unwrap().map(|objective| objective + counted);
        assert_eq!(objective, report.objective, "{report:?}");
    }
    report
}

/// A request to a method. CBC solves one model at a time in a process, and the others wait, in no order: for the tests, which run side by
/// side, it gets a process of its own, as on the command line.
pub fn request(method: Method, control: Control<'_>) -> Request<'_> {
    let tumble =
        || Worker { program: assert_cmd::cargo::cargo_bin("tumble"), arguments: vec!["--solver-process".into()] };
    Request { worker: (method.name() == "cbc").then(tumble), ..Request::new(control) }
}

/// Compares an encoding on a backend with the search, and returns the status.
pub fn agree(text: &str, method: Method, encoding: &str) -> Status {
    let problem = problem(text);
    let search = run(&problem, Method::SEARCH, None);
    let milp = run(&problem, method, Some(encoding));
    assert_eq!((milp.status, milp.objective), (search.status, search.objective), "{encoding} on\n{text}");
    search.status
}

/// Whether tests go through all their cases, as `scripts/test --all` asks, or through a part in minutes.
pub fn is_whole() -> bool {
    std::env::var_os("TUMBLE_TESTS").is_some_and(|value| value == "all")
}

/// How much a test goes through: a part, or all of it.
pub fn cases<T>(part: T, all: T) -> T {
    if is_whole() { all } else { part }
}

/// Held by each test that measures time, so that they run one after the other. CBC also runs one model at a time in a process, and
/// waiting for it would count against a limit.
pub fn alone() -> MutexGuard<'static, ()> {
    static CLOCK: Mutex<()> = Mutex::new(());
    CLOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A search without limits.
pub fn search_request() -> Request<'static> {
    Request::unlimited()
}

/// The best objective by a search that ends with a proof; `None` where there is no solution.
pub fn optimum(problem: &Problem) -> Option<i64> {
    let report = run(problem, Method::SEARCH, None);
    assert_eq!(report.status == Status::Optimal, report.solution.is_some());
    assert!(matches!(report.status, Status::Optimal | Status::Infeasible), "{:?}", report.status);
    report.objective
}

/// The result of a puzzle's own search.
pub fn searched(instance: &dyn Instance, request: &Request<'_>) -> Searched<Value> {
    instance.search(SEARCH, &mut Means { request, programs: &mut NoSolver }).unwrap()
}

/// The number of optimal solutions, or of all, as the puzzle's own search counts them.
pub fn count(problem: &Problem, which: Which, request: &Request<'_>) -> Count<solve::Infinite> {
    solve::count(problem, Method::SEARCH, which, request).unwrap()
}

/// The method `lp-frontier` with the first backend that can serve it.
pub fn lp_frontier() -> Method {
    let problem = problem(&corner(3, 3, "max", ""));
    Asked { method: Some("lp-frontier"), ..Asked::default() }.method(&problem, Question::Best).unwrap()
}

/// The program, called from the root of the project.
pub fn tumble(args: &[&str]) -> std::process::Output {
    command(args).output().unwrap()
}

fn command(args: &[&str]) -> assert_cmd::Command {
    let mut command = assert_cmd::Command::cargo_bin("tumble").unwrap();
    command.current_dir(root()).env("NO_COLOR", "1").env_remove("COLUMNS").args(args);
    command
}

/// The exit code, the standard output and the standard error.
pub type Ran = (i32, String, String);

pub fn ran(output: std::process::Output) -> Ran {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// What becomes of a call with this standard input.
pub fn called(args: &[&str], input: impl Into<Vec<u8>>) -> Ran {
    ran(command(args).write_stdin(input).output().unwrap())
}

/// What becomes of a call in a folder.
pub fn called_in(folder: &Folder, args: &[&str]) -> Ran {
    ran(command(args).current_dir(&folder.0).output().unwrap())
}

/// Standard output and standard error of a call with this input that ends with this exit code.
pub fn printed(args: &[&str], input: &str, code: i32) -> (String, String) {
    let (found, text, error) = called(args, input);
    assert_eq!(found, code, "{args:?}: {error}");
    (text, error)
}

/// The lines of JSON that a call prints.
pub fn json_lines(args: &[&str], input: &str, code: i32) -> Vec<Value> {
    printed(args, input, code).0.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The JSON that a call prints.
pub fn json(args: &[&str], input: &str, code: i32) -> Value {
    serde_json::from_str(&printed(args, input, code).0).unwrap()
}

/// The error of a call that is refused as bad input or usage, and prints nothing else.
pub fn refused(args: &[&str], input: &str) -> String {
    let (text, error) = printed(args, input, 2);
    assert_eq!(text, "", "{args:?}");
    error
}

/// Calls that are refused as bad input or usage, each with words of its error.
pub fn refuse(calls: &[(&[&str], &str)]) {
    for (args, why) in calls {
        let error = refused(args, "");
        assert!(error.contains(why), "{args:?}: {error}");
    }
}

/// All of these words are in a text.
#[track_caller]
pub fn says(text: &str, words: &[&str]) {
    let missing: Vec<_> = words.iter().filter(|words| !text.contains(**words)).collect();
    assert!(missing.is_empty(), "{missing:?} is not in: {text}");
}

/// A folder with files.
pub struct Folder(pub tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    /// Writes a file, and returns its path.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        std::fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// The names in it, in order.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// Sends a signal to a process.
#[cfg(unix)]
pub fn signal(name: &str, process: u32) {
    let mut kill = std::process::Command::new("kill");
    assert!(kill.args(["-s", name, &process.to_string()]).status().unwrap().success());
}

/// Whether a process has ended; a zombie that nobody waited for has.
#[cfg(unix)]
pub fn has_ended(process: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit(')').next().unwrap().split_whitespace().next().is_none_or(|state| ["Z", "X"].contains(&state))
}

/// Looks again and again until there is something to see.
#[cfg(unix)]
pub fn wait_for<T>(what: &str, look: impl Fn() -> Option<T>) -> T {
    let deadline = std::time::Instant::now() + Duration::from_secs(20);
    loop {
        if let Some(seen) = look() {
            return seen;
        }
        assert!(std::time::Instant::now() < deadline, "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The text of a shipped model.
pub fn shipped(name: &str) -> String {
    std::fs::read_to_string(root().join(format!("models/{name}.toml"))).unwrap()
}

/// The problem of a shipped model.
pub fn shipped_problem(name: &str) -> Problem {
    problem(&shipped(name))
}

/// A file of a puzzle in `tests/instances/`.
pub fn fixture(puzzle: &str, file: &str) -> String {
    let path = root().join("tests/instances").join(puzzle.replace('-', "_")).join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Small instances of a puzzle, for which every encoding is tried: with a solution and without, in every variant that an encoding tells
/// apart.
pub fn instances(puzzle: &str) -> Vec<String> {
    let folder = root().join("tests/instances").join(puzzle.replace('-', "_"));
    let mut paths = files_in(&folder);
    paths.retain(|path| path.extension().is_some_and(|suffix| suffix == "toml"));
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

/// The puzzle's row of the registry.
pub fn entry(puzzle: &str) -> &'static PuzzleEntry {
    Registry::built_in().find(puzzle).unwrap()
}

/// Replays a solution by the rules, and returns its objective.
pub fn verify(problem: &Problem, solution: &Value) -> Result<Option<i64>, CheckError> {
    solve::check(&*problem.instance, solution).map(|verified| verified.objective())
}

/// The model of an encoding that is not staged.
pub fn formulation(problem: &Problem, encoding: &str) -> Formulation<Value> {
    match problem.instance.encode(encoding, &Control::unlimited()).unwrap().1 {
        Encoded::Whole(formulation) => formulation,
        other => panic!("{encoding} has several models: {other:?}"),
    }
}
