//! Reads the models named on the command line.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ArgMatches;

use super::failure::Failure;
use super::limits::{Limits, interrupt};
use super::options;
use super::show::repairs;
use super::worker;
use tumble_model::control::{Control, Event, Request};
use tumble_pipeline::solve::Problem;
use tumble_puzzles::instance::{Document, SolveTable};
use tumble_puzzles::puzzle::{Choices, PuzzleEntry};
use tumble_puzzles::registry::{Head, Registry};

/// A model as it was read.
#[derive(Debug)]
pub struct Model {
    /// Its instance.
    pub problem: Problem,
    /// How its file says that it is solved.
    pub defaults: SolveTable,
    /// The limit of time in its file.
    pub time_limit: Option<Duration>,
    /// The number of threads in its file.
    pub threads: Option<u32>,
    /// Its file.
    pub document: Document,
    /// The puzzle's own options that it was read with.
    pub choices: Choices,
}

impl Model {
    /// The request for a run of its own: what the command line says wins over the file.
    pub fn request<'a>(&self, limits: &Limits, observer: &'a (dyn Fn(&Event<'_>) + Sync)) -> Request<'a> {
        let control = Control::new(limits.time_limit.or(self.time_limit), interrupt(), observer);
        let control = control.with_memory_limit(limits.memory_limit);
        Request { threads: limits.threads.or(self.threads), worker: worker::command(), ..Request::new(control) }
    }
}

/// From where a model begins: [`model`] reads these options of every command that has them.
#[derive(clap::Args, Debug)]
pub struct Begin {
    /// Begin after these moves, written as tumble prints them: what is left of the model.
    #[arg(long, value_name = "MOVES")]
    after: Option<String>,
    /// With --after: the start, if the model leaves it open, as in "0,0 top=1 north=2 east=3".
    #[arg(long, requires = "after")]
    start: Option<String>,
}

/// The files of a folder that are models.
const EXTENSIONS: [&str; 2] = ["toml", "sav"];

/// Reads a model file, or a text that names an instance, such as a game's id or its save file.
///
/// # Errors
/// What is wrong with the file or the options.
pub fn model(registry: &Registry, path: &Path, matches: &ArgMatches) -> Result<Model, Failure> {
    let model = model_with(registry, path, |puzzle| options::choices(registry, puzzle, matches))?;
    let given = |id| matches.try_get_one::<String>(id).ok().flatten();
    let Some(moves) = given("after") else { return Ok(model) };
    let problem = model.problem.after(moves, given("start").map(String::as_str));
    Ok(Model { problem: problem.map_err(|error| Failure::usage(format!("--after: {error}")))?, ..model })
}

/// As `model`, with the puzzle's own options from elsewhere.
///
/// # Errors
/// What is wrong with the file or the options.
pub fn model_with(
    registry: &Registry,
    path: &Path,
    choices: impl FnOnce(&PuzzleEntry) -> Result<Choices, Failure>,
) -> Result<Model, Failure> {
    let id = path.to_str().filter(|text| !path.exists() && registry.puzzle_of_id(text).is_some());
    let (model, document) = match id {
        // An id is not a file: its errors show only the id.
        Some(id) => (id.trim().to_owned(), Document::new("", id)),
        None => (path.display().to_string(), Document::read(path)?),
    };
    let head = registry.head(&document)?;
    let puzzle = head.puzzle;
    let choices = choices(puzzle)?;
    let instance = head.read(&choices).map_err(|error| repairs::advise(puzzle, &document, &choices, error))?;
    let Head { solve: defaults, time_limit, threads, .. } = head;
    Ok(Model { problem: Problem::new(model, puzzle, instance), defaults, time_limit, threads, document, choices })
}

/// The files that are named, and the models in the folders that are named and in the folders of these, in the order of their names.
///
/// # Errors
/// When a folder cannot be read, or has no model.
pub fn files(named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in named {
        let before = files.len();
        add(path, &mut files).map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
        if files.len() == before {
            return Err(Failure::usage(format!("{}: no model files (.toml, .sav) in this folder", path.display())));
        }
    }
    Ok(files)
}

fn add(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let mut entries = std::fs::read_dir(path)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let is_model = path.extension().is_some_and(|extension| EXTENSIONS.iter().any(|known| extension == *known));
        // A link may lead back to where it is: links to folders are not followed.
        if entry.file_type()?.is_dir() || (is_model && path.is_file()) {
            add(&path, files)?;
        }
    }
    Ok(())
}
