//! Python bindings of tumble: what needs Rust. Texts go in, JSON comes out; the package `tumble` around it is Python.
//!
//! | file | what |
//! |---|---|
//! | `model.rs` | models: solving, counting, checking, drawing; an integer model as arrays; whole-board results |
//! | `integer_model.rs` | integer models of a caller's own |
//! | `comparison.rs` | grids of runs, and their file |
//! | `task.rs` | work without the interpreter's lock, that Ctrl-C ends |
//! | `errors.rs` | exceptions |

#![allow(clippy::needless_pass_by_value, reason = "what Python hands over is converted, and owned")]

mod comparison;
mod errors;
mod integer_model;
mod model;
mod task;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use serde_json::{Value, json};
use tumble::backend;
use tumble::puzzle::PuzzleEntry;
use tumble::registry::Registry;
use tumble::solve::SEARCH;
use tumble::text;

use errors::{InputError, Raise as _, TumbleError};
use task::Limits;

/// What the package is made of.
#[pymodule]
mod _tumble {
    #[pymodule_export]
    use crate::comparison::{Journal, plan, profile, records, run, summary};
    #[pymodule_export]
    use crate::errors::{InputError, SolverError, TumbleError};
    #[pymodule_export]
    use crate::integer_model::IntegerModel;
    #[pymodule_export]
    use crate::model::{Model, table};
    #[pymodule_export]
    use crate::task::{Interrupt, read_memory, read_time};
    #[pymodule_export]
    use crate::{catalogue, looks_like_an_id, new, program, read_text, serve, write_file};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        if let Some(folder) = crate::package_folder(module.py(), "ortools")? {
            tumble::backend::cp_sat::add_place(folder);
        }
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("MAX_THREADS", tumble::control::MAX_THREADS)
    }
}

/// The folder of a package of this interpreter, which is not imported. It is not looked for in the current folder, which some ways to start
/// Python put on its path.
fn package_folder(py: Python<'_>, name: &str) -> PyResult<Option<PathBuf>> {
    let current = std::env::current_dir().ok();
    let places: Vec<Bound<'_, PyAny>> = py.import("sys")?.getattr("path")?.extract()?;
    let places = places.iter().filter_map(|place| place.extract::<String>().ok());
    let is_elsewhere = |place: &Path| place.is_absolute() && current.as_deref() != Some(place);
    let places: Vec<String> = places.filter(|place| is_elsewhere(Path::new(place))).collect();
    let spec = py.import("importlib.machinery")?.getattr("PathFinder")?.call_method1("find_spec", (name, places))?;
    let folders: Option<Vec<PathBuf>> =
        if spec.is_none() { None } else { spec.getattr("submodule_search_locations")?.extract()? };
    Ok(folders.and_then(|folders| folders.into_iter().next()))
}

/// Puzzles with their encodings and methods, and backends, as JSON.
#[pyfunction]
fn catalogue() -> String {
    let puzzle = |puzzle: &PuzzleEntry| {
        let encodings: Vec<Value> = (puzzle.encodings)().iter().map(|encoding| json!(encoding)).collect();
        let methods: Vec<&str> = (puzzle.searches)().iter().skip(1).map(|info| info.name).collect();
        json!({ "name": puzzle.name, "summary": puzzle.summary, "encodings": encodings, "methods": methods })
    };
    let puzzles: Vec<Value> = Registry::built_in().puzzles().map(puzzle).collect();
    let search =
        json!({ "name": SEARCH, "version": env!("CARGO_PKG_VERSION"), "summary": "the puzzle's direct search" });
    let solver = |entry: &backend::BackendEntry| {
        let version = entry.version();
        json!({ "name": entry.name, "version": version.as_ref().ok(), "summary": entry.summary,
                "how_to_get": version.as_ref().err() })
    };
    let backends: Vec<Value> = std::iter::once(search).chain(backend::REGISTRY.iter().map(solver)).collect();
    json!({ "puzzles": puzzles, "backends": backends }).to_string()
}

/// Serves as the process of a solver, until the parent is gone.
#[pyfunction]
fn serve(py: Python<'_>) -> PyResult<()> {
    py.detach(backend::child::serve).map_err(|error| TumbleError::new_err(error.to_string()))
}

/// Runs the program `tumble` on these arguments, the first of which is its name, and returns its exit code.
#[pyfunction]
fn program(py: Python<'_>, arguments: Vec<OsString>, interpreter: PathBuf) -> u8 {
    py.detach(|| tumble::cli::run_with(&Registry::built_in(), arguments, task::serving(interpreter)))
}

/// Whether a text looks like the id of a game rather than the name of a file.
#[pyfunction]
fn looks_like_an_id(text: &str) -> bool {
    Registry::built_in().puzzle_of_id(text).is_some()
}

/// The text in the bytes of a file.
#[pyfunction]
fn read_text(bytes: &[u8], name: &str) -> PyResult<String> {
    text::read(bytes).map_err(|error| InputError::new_err(format!("{name}: {error}")))
}

/// Writes a file whole or not at all.
#[pyfunction]
fn write_file(path: PathBuf, bytes: &[u8]) -> PyResult<()> {
    Ok(tumble::file::write(&path, |out| out.write_all(bytes))?)
}

/// The text of a commented model file, or of a random instance.
#[pyfunction]
fn new(py: Python<'_>, limits: Limits, puzzle: &str, options: BTreeMap<String, String>) -> PyResult<String> {
    let entry = model::entry(puzzle)?;
    let choices = model::choices(entry.name, entry.new_options, &options)?;
    limits.run(py, None, |request| (entry.new)(&choices, &request.control))?.or_raise()
}
