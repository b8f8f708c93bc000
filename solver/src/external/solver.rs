//! A program as a backend: see [`programs`](super::programs).
//!
//! The verdict is the last word of a program that ended by itself: that of the solution file or, for programs whose file does not have one, that at
//! the end of the output ([`Program::summary`]). What is said in the middle of an output is none. The file is believed only if nothing
//! contradicts it: the output, the exit status, the objective of its own solution. An unclear ending is a failure. The program is killed on
//! an interrupt, at the memory limit, and shortly after its own time limit; its incumbent is then lost.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::process::ExitStatus;
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

use super::process::{ProgramEnd, Said, run_program};
use super::programs::{Job, MODEL, Program, SOLUTION};
use crate::control::{Control, Event, Interrupt, Request, Stop};
use crate::harmless::is_among;
use crate::model::{Capabilities, Model, nearest};
use crate::processes::{Tail, describe, ended_from_outside};
use crate::{Backend, BackendError, Claim, Effort, Ending, Session, exact, linear, on_path, text};
use tumble_formats::solution::{self, Columns, Contents, Stated, is_rounded};
use tumble_formats::{WriteError, lp, written_name};

/// How long a program may continue after its time limit, besides a tenth of it: it reads the model before its clock starts, and
/// writes its solution after it.
const GRACE: Duration = Duration::from_millis(300);
/// How long a program may take to state its version.
const VERSION_LIMIT: Duration = Duration::from_secs(10);

/// A program that was looked for once.
pub(crate) struct External {
    program: &'static Program,
    version: OnceLock<Result<String, String>>,
}

impl External {
    pub(super) const fn new(program: &'static Program) -> Self {
        Self { program, version: OnceLock::new() }
    }

    /// The backend, if the program is on PATH.
    ///
    /// # Errors
    /// How to get it.
    pub(crate) fn find(&'static self) -> Result<&'static dyn Backend, String> {
        match self.version.get_or_init(|| self.ask_version()) {
            Ok(_) => Ok(self),
            Err(how) => Err(how.clone()),
        }
    }

    /// Asks the program for its version: the first word of its output that looks like one.
    fn ask_version(&self) -> Result<String, String> {
        let Program { name, version, how_to_get, .. } = *self.program;
        // Programs read settings of the folder that they are called in.
        let folder = Folder::new().ok();
        let mut command = on_path::command(name).map_err(|_| how_to_get.to_owned())?;
        command.args(version).current_dir(folder.as_ref().map_or(Path::new("/"), Folder::path));
        let control = Control::new(Some(VERSION_LIMIT), Interrupt::default(), &|_| ());
        let found = Mutex::new(None);
        let mut tail = Tail::default();
        let ended = run_program(command, &control, Some(VERSION_LIMIT), |line| {
            tail.push(line);
            let mut found = found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            *found = found.take().or_else(|| version_in(line));
        });
        if let Err(error) = ended {
            return Err(format!("{name} cannot be started: {error}"));
        }
        let found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        found.ok_or_else(|| format!("the program {name} on PATH does not state its version: {}", tail.joined(" | ")))
    }

    fn failed(&self, message: &str, tail: &Tail) -> BackendError {
        BackendError::Failed {
            solver: self.name(),
            message: format!("{message}; its last lines: {}", tail.joined(" | ")),
        }
    }

    fn name(&self) -> String {
        format!("{} {} ({})", self.program.solver, self.version(), self.program.name)
    }
}

/// A word of digits and dots.
fn version_in(line: &str) -> Option<String> {
    let is_version = |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_digit())
            && word.contains('.')
            && !word.contains(|c: char| !".0123456789".contains(c))
    };
    line.split([' ', ',', '(', ')']).find(is_version).map(str::to_owned)
}

/// The statements in the output of a run.
#[derive(Default)]
pub(super) struct Heard {
    /// What the latest line says that says something.
    said: Option<Said>,
    /// What followed that line.
    after: After,
    bound: Option<f64>,
    nodes: Option<u64>,
    /// The last line that tells of a failure.
    complaint: Option<String>,
    tail: Tail,
}

/// The lines after what was said last, which tell whether it was the last word of a whole output.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum After {
    #[default]
    Nothing,
    Summary,
    Others,
}

impl Heard {
    fn effort(&self) -> Effort {
        Effort { nodes: self.nodes, ..Effort::default() }
    }

    pub(super) fn line(&mut self, program: &Program, line: &str) {
        self.tail.push(line);
        if let Some(&(_, said)) = program.says.iter().find(|(words, _)| line.contains(words)) {
            (self.said, self.after) = (Some(said), After::Nothing);
        } else if !line.trim().is_empty() {
            let is_summary = program.summary.iter().any(|words| line.contains(words)) && self.after != After::Others;
            self.after = if is_summary { After::Summary } else { After::Others };
        }
        let lower = line.to_lowercase();
        if COMPLAINTS.iter().any(|words| lower.contains(words)) {
            self.complaint = Some(line.trim().to_owned());
        }
        self.bound = number_after(line, program.bound).or(self.bound);
        self.nodes =
            number_after(line, program.nodes).and_then(|nodes| u64::try_from(nearest(nodes)).ok()).or(self.nodes);
    }

    /// The verdict of the output.
    pub(super) fn verdict(&self) -> Option<Said> {
        self.said.filter(|_| self.after == After::Summary)
    }
}

/// Words of programs whose run failed. Runs that went well have some of them too, so they count only where the output does not tell how the
/// run ended.
const COMPLAINTS: [&str; 20] = [
    "abort",
    "bad_alloc",
    "cannot",
    "can't",
    "corrupt",
    "could not",
    "couldn't",
    "denied",
    "error",
    "exception",
    "expired",
    "failed",
    "failure",
    "fatal",
    "invalid",
    "killed",
    "no such",
    "out of memory",
    "segmentation",
    "unable to",
];

/// The number after one of these words.
fn number_after(line: &str, words: &[&str]) -> Option<f64> {
    let (_, rest) = words.iter().find_map(|words| line.split_once(words))?;
    rest.split_whitespace().next()?.trim_end_matches([',', ';']).parse().ok()
}

impl Backend for External {
    fn version(&self) -> String {
        self.version.get().and_then(|version| version.clone().ok()).unwrap_or_default()
    }

    fn capabilities(&self) -> Capabilities {
        let trust = solution::dialect(self.program.solver).map(|dialect| dialect.trust);
        // A program without a dialect of its own is trusted with nothing.
        Capabilities { largest_trusted: trust.map_or(Some(0), |trust| trust.largest), ..Capabilities::LINEAR }
    }

    fn keeps_proofs(&self, option: &str) -> bool {
        is_among(option, self.program.harmless)
    }

    fn open<'b>(&'b self, model: Model) -> Box<dyn Session + 'b> {
        linear::whole_runs(model, |model, request| self.call(model, request))
    }
}

impl External {
    /// Calls the program with a model.
    fn call(&self, model: &Model, request: &Request<'_>) -> Result<Claim, BackendError> {
        // To some programs a limit of 0 means none.
        let left = request.control.remaining();
        if left.is_some_and(|left| left.is_zero()) {
            return Ok(Claim::stopped(Stop::TimeLimit));
        }
        let is_whole = self.program.whole_seconds;
        let rounded_up =
            |left: Duration| Duration::from_secs(left.as_secs().saturating_add(u64::from(left.subsec_nanos() > 0)));
        let time = left.map(|left| if is_whole { rounded_up(left) } else { left });
        let text = lp::write(model, &[]).map_err(|error| self.not_written(error))?;
        let folder =
            Folder::new().map_err(|error| BackendError::no_folder(self.name(), &std::env::temp_dir(), &error))?;
        let dir = folder.path();
        let unwritten = |error: io::Error| BackendError::no_folder(self.name(), dir, &error);
        std::fs::write(dir.join(MODEL), text).map_err(unwritten)?;
        let not_started = |error: io::Error| BackendError::no_process(self.name(), &error);
        let mut command = on_path::command(self.program.name).map_err(not_started)?;
        command.args(self.arguments(dir, time, request).map_err(unwritten)?).current_dir(dir);
        let mut heard = Heard::default();
        let allowed = time.map(|time| time.saturating_add(time / 10).saturating_add(GRACE));
        let ended = run_program(command, &request.control, allowed, |line| {
            heard.line(self.program, line);
            if request.log {
                request.control.notify(&Event::Log(line));
            }
        });
        match ended.map_err(not_started)? {
            ProgramEnd::Killed(stop) => Ok(Claim { effort: heard.effort(), ..Claim::stopped(stop) }),
            ProgramEnd::ByItself(status) => {
                let failed = |why: &str| match folder.refuses() {
                    Some(error) => unwritten(error),
                    None => self.failed(why, &heard.tail),
                };
                let answer = Answer::read(model, &dir.join(SOLUTION), &request.control);
                let answer = answer.map_err(|why| failed(&why))?;
                let claim = claim(answer, &heard, status, model, request);
                claim.map_err(|why| failed(&format!("{why} ({status})")))
            }
        }
    }

    fn not_written(&self, error: WriteError) -> BackendError {
        match error {
            WriteError::NotExact { number, name } => BackendError::NotExact { what: format!("{number} in {name}") },
            error => self.failed(&error.to_string(), &Tail::default()),
        }
    }

    /// The arguments of a run in this folder, to which its file of options is written.
    fn arguments(&self, dir: &Path, time: Option<Duration>, request: &Request<'_>) -> io::Result<Vec<String>> {
        let job = Job { time, threads: request.threads, seed: request.seed, options: &request.options };
        let call = (self.program.call)(&job);
        if let Some((name, text)) = call.file {
            std::fs::write(dir.join(name), text)?;
        }
        Ok(call.arguments)
    }
}

/// The contents of a solution file; empty if there is no file.
#[derive(Default)]
struct Answer {
    contents: Contents,
    values: Option<Vec<f64>>,
}

impl Answer {
    /// Reads the file that a program wrote, of no more bytes than the memory limit.
    fn read(model: &Model, path: &Path, control: &Control<'_>) -> Result<Self, String> {
        let Ok(file) = File::open(path) else { return Ok(Self::default()) };
        let mut bytes = Vec::new();
        file.take(control.memory_limit().0).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        let text = text::read(&bytes).map_err(|error| error.to_string())?;
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        let file = solution::read(&text).map_err(|error| error.message)?;
        let names: Vec<_> = model.variables().iter().map(|variable| written_name(&variable.name)).collect();
        let order = lp::columns(model).map_err(|error| error.to_string())?;
        let columns = Columns { names: &names, needed: names.len(), order: &order };
        let values = file.values(&columns).map_err(|error| error.message)?;
        // Values that the file does not call a solution count if they are one.
        let beside = || file.beside()?.values(&columns).ok()?.filter(|values| exact(model, values).is_ok());
        Ok(Self { values: values.or_else(beside), contents: file.contents })
    }
}

/// Why a program is not to be believed: its exit status contradicts its verdict, or its output or the file itself contradict the file.
fn doubt(answer: &Answer, heard: &Heard, status: ExitStatus, model: &Model) -> Option<String> {
    let Answer { contents: Contents { stated, objective, .. }, values } = answer;
    let (is_optimal, stated) = match (stated, heard.verdict()) {
        (Stated::Optimal, _) => (true, "its file says optimal"),
        (Stated::Infeasible, _) => (false, "its file says infeasible"),
        (Stated::Nothing, Some(Said::Optimal)) => (true, "its output says optimal"),
        (Stated::Nothing, Some(Said::Infeasible)) => (false, "its output says infeasible"),
        (Stated::Nothing | Stated::Other(_), _) => return None,
    };
    if !status.success() {
        return Some(format!("{stated}, but {}", describe(status)));
    }
    match (heard.said, &heard.complaint) {
        (Some(Said::Optimal), _) if !is_optimal => return Some(format!("{stated}, its output optimal")),
        (Some(Said::Infeasible), _) if is_optimal => {
            return Some(format!("{stated}, its output infeasible"));
        }
        (None, Some(complaint)) => return Some(format!("{stated}, its output: {complaint}")),
        _ => {}
    }
    let value = model.objective()?.rounded_at(values.as_deref()?)?;
    let objective = objective.filter(|&objective| !is_rounded(objective, value))?;
    Some(format!("its file states the objective {objective}, its solution has {value}"))
}

/// The claim of a program.
///
/// # Errors
/// When it is unclear how the run ended.
fn claim(
    answer: Answer,
    heard: &Heard,
    status: ExitStatus,
    model: &Model,
    request: &Request<'_>,
) -> Result<Claim, String> {
    // The time limit has passed, so "infeasible" may only mean that the program gave up.
    let is_late = request.control.overrun().is_some();
    let doubt = doubt(&answer, heard, status, model);
    let Answer { contents, values } = answer;
    let is_limit = matches!(heard.said, Some(Said::TimeLimit | Said::MemoryLimit));
    // A bound, too, is the word of a program that ended by itself.
    let bound = heard.bound.filter(|_| status.success() && doubt.is_none());
    let ending = match (&contents.stated, heard.verdict(), &values) {
        // Somebody else ended the program.
        _ if let Some(stop) = ended_from_outside(status, heard.tail.lines()) => Ending::Stopped(stop),
        (.., Some(_)) if let Some(doubt) = doubt => Ending::Stopped(Stop::Solver(doubt)),
        (.., None) if let Some(doubt) = doubt => return Err(doubt),
        (Stated::Optimal, _, Some(_)) | (Stated::Nothing, Some(Said::Optimal), Some(_)) if !is_limit => Ending::Optimal,
        (Stated::Infeasible, ..) | (Stated::Nothing | Stated::Other(_), Some(Said::Infeasible), None)
            if !is_late && !is_limit =>
        {
            Ending::Infeasible
        }
        (Stated::Optimal, _, None) if !is_limit => return Err("it states an optimum, but wrote no solution".into()),
        (stated, ..) => {
            // Under options of the caller's own a run may end in words that are not known here.
            let may_stop = !request.options.is_empty() && status.success() || values.is_some();
            let unclear = || may_stop.then(|| Stop::Solver("it does not say why it stopped".into()));
            let stop = stop(stated, heard.said, is_late).or_else(unclear);
            Ending::Stopped(stop.ok_or("it is unclear how its run ended")?)
        }
    };
    Ok(Claim { values, bound, effort: heard.effort(), ..Claim::of(ending) })
}

/// The limit that ended a run; `None` if no known limit ended it.
fn stop(stated: &Stated, said: Option<Said>, is_late: bool) -> Option<Stop> {
    let words = if let Stated::Other(words) = stated { words.to_lowercase() } else { String::new() };
    match said {
        Some(Said::TimeLimit) => Some(Stop::TimeLimit),
        Some(Said::MemoryLimit) => Some(Stop::MemoryLimit { needed: None }),
        _ if words.contains("time") || is_late => Some(Stop::TimeLimit),
        _ if words.contains("memory") => Some(Stop::MemoryLimit { needed: None }),
        _ if ["limit", "stopped", "tolerance"].iter().any(|word| words.contains(word)) => Some(Stop::Solver(words)),
        _ => None,
    }
}

// The temporary folder that a program runs in. The folder is removed after the run. If tumble was killed, the next run removes the folder.

/// The beginning of the names of these folders.
const PREFIX: &str = "tumble-run-";
/// A folder that is younger may not be locked yet.
const YOUNG: Duration = Duration::from_mins(1);

/// The bytes of a file for which there has to be room.
const ROOM: usize = 1 << 16;

/// A temporary folder, which is removed when this is dropped.
struct Folder {
    dir: TempDir,
    /// The lock says that the folder is in use. The system releases it when this process ends, whatever ends it. `None` where folders
    /// cannot be locked, which are then left where they are.
    _lock: Option<File>,
}

impl Folder {
    /// Makes a new folder, and removes the folders of runs that were killed.
    ///
    /// # Errors
    /// When the system refuses it.
    fn new() -> io::Result<Self> {
        let dir = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
        let lock = lock(dir.path());
        remove_abandoned(&std::env::temp_dir(), YOUNG);
        Ok(Self { dir, _lock: lock })
    }

    fn path(&self) -> &Path {
        self.dir.path()
    }

    /// Why a file of a usual size can no longer be written there, if that is so: then a program that failed is not at fault.
    fn refuses(&self) -> Option<io::Error> {
        std::fs::write(self.path().join("room"), vec![0; ROOM]).err()
    }
}

/// The lock of a folder, if nobody has it.
fn lock(folder: &Path) -> Option<File> {
    File::open(folder).ok().filter(|folder| folder.try_lock().is_ok())
}

/// Removes the folders that nobody uses and that are at least so old. What cannot be removed, such as the folder of another user, stays.
fn remove_abandoned(parent: &Path, age: Duration) {
    let born_before = SystemTime::now().checked_sub(age);
    for entry in std::fs::read_dir(parent).into_iter().flatten().flatten() {
        let born = entry.metadata().and_then(|data| data.modified()).ok();
        let is_old = born.zip(born_before).is_some_and(|(born, before)| born <= before);
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder
            && entry.file_name().to_string_lossy().starts_with(PREFIX)
            && is_old
            && let Some(_lock) = lock(&entry.path())
        {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_run_left_is_removed_and_what_a_run_uses_is_kept() {
        let parent = tempfile::tempdir().unwrap();
        let [used, left, foreign] = ["tumble-run-1", "tumble-run-2", "other"].map(|name| parent.path().join(name));
        for folder in [&used, &left, &foreign] {
            std::fs::create_dir(folder).unwrap();
            std::fs::write(folder.join("model.lp"), "").unwrap();
        }
        let lock = lock(&used);
        assert!(lock.is_some());
        remove_abandoned(parent.path(), YOUNG);
        assert!(left.exists(), "it is young");
        remove_abandoned(parent.path(), Duration::ZERO);
        assert_eq!([used.exists(), left.exists(), foreign.exists()], [true, false, true]);
    }
}
