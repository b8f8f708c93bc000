//! The result of a run, as `--format json` prints it, and in words.

mod event;
mod solutions;
mod words;

pub use event::{RunEvent, RunSoFar, schema};
pub use solutions::{Position, Solutions};
pub use tumble_model::control::Status;
pub use words::{difficulty, headline, in_units, length, moves, objective_name, single_moves};

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::verify::Verified;
use tumble_model::control::{Control, Incumbent, Stop};
use tumble_model::model::Size;

/// The `format_version` of a [`Report`].
pub const FORMAT_VERSION: u32 = 1;

/// The name of direct search, used in place of a backend's name.
pub use tumble_puzzles::puzzle::SEARCH;

/// The report of one run. In JSON: one object per line.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(transform = event::may_be_event)]
pub struct Report {
    /// Counts the changes after which a reader of earlier versions may be wrong.
    pub format_version: u32,
    /// The model file, as the caller named it.
    pub model: String,
    /// The puzzle.
    pub puzzle: &'static str,
    /// The backend, or `search`.
    pub backend: &'static str,
    /// Its version; tumble's own for `search`.
    pub backend_version: String,
    /// The encoding; none for direct search.
    pub encoding: Option<String>,
    /// How the model was lowered, as `--lowering` takes it; none for direct search.
    pub lowering: Option<String>,
    /// How it ended.
    pub status: Status,
    /// The objective of the solution, recomputed by the rules; none: there is no objective.
    pub objective: Option<i64>,
    /// No solution is better than this; none: not known.
    pub bound: Option<i64>,
    /// The moves after which the model begins, with `--after`: the solution is the rest, objective and bound are those in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Begun>,
    /// The solution, as its puzzle writes it.
    #[schemars(with = "Option<Value>")]
    pub solution: Option<Verified>,
    /// Whether the solution was replayed by the puzzle's own rules and its objective recomputed.
    pub verified: bool,
    /// Sizes and times.
    pub stats: Stats,
    /// How: `search`, `model`, or the puzzle's search for which the backend solved linear programs.
    pub method: &'static str,
    /// The seed that was requested.
    pub seed: Option<u32>,
    /// The number of threads that was requested.
    pub threads: Option<u32>,
    /// The solver's own options that were requested, each a name and a value.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_object")]
    #[schemars(with = "BTreeMap<String, String>")]
    pub options: Vec<(String, String)>,
    /// The limits of the run.
    pub limits: Limits,
    /// Why there is no solution, or why the run stopped, in words.
    pub reason: Option<String>,
    /// The limit that stopped the run; `reason` describes it.
    #[serde(skip)]
    pub stop: Option<Stop>,
    /// The listed solutions, if a list was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<Value>>")]
    pub solutions: Option<Arc<Solutions>>,
    /// With `solutions`: whether there are no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    /// Of a list with `--within`: how much worse than the best objective those of its solutions may be. The best ones come first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<u64>,
    /// What the linear relaxation says, if only that was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relaxation: Option<Relaxation>,
    /// The answer of a second, independent method, if one was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cross_check: Option<CrossCheck>,
}

impl Report {
    /// Writes the JSON object to `out`, without a line break: the solutions of a list one by one, as long as `goes_on` says, which is asked
    /// before each. With an `event`, a key of this name with this value comes first. Returns the number of solutions that were
    /// left out; if it is not 0, the written list is not `complete`.
    ///
    /// # Errors
    /// When `out` fails.
    pub fn write(
        &self,
        event: Option<&str>,
        out: &mut dyn Write,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> io::Result<usize> {
        let head = serde_json::to_string(&Self { solutions: None, complete: None, ..self.clone() })?;
        let head = head.trim_start_matches('{');
        match event {
            Some(event) => write!(out, "{{\"event\":\"{event}\",")?,
            None => out.write_all(b"{")?,
        }
        let Some(solutions) = &self.solutions else { return out.write_all(head.as_bytes()).map(|()| 0) };
        out.write_all(head.strip_suffix('}').unwrap_or(head).as_bytes())?;
        out.write_all(b",\"solutions\":[")?;
        let mut written = 0;
        for text in solutions.texts().take_while(|_| goes_on()) {
            out.write_all(if written > 0 { b"," } else { b"" })?;
            out.write_all(text.as_bytes())?;
            written += 1;
        }
        let left = solutions.len() - written;
        write!(out, "],\"complete\":{}}}", self.complete == Some(true) && left == 0)?;
        Ok(left)
    }
}

fn as_object<S: serde::Serializer>(pairs: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(key, value)| (key, value)))
}

/// Moves after which a problem begins. Objectives in reports, in counts and in the events of runs are those of these moves and a solution together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Begun {
    /// The moves, as answers write them.
    pub moves: String,
    /// The number of moves.
    pub length: u64,
    /// What they count in the objective.
    #[serde(skip)]
    pub counted: i64,
}

impl Begun {
    /// The moves, if they fit into a line; otherwise how many there are.
    pub fn in_words(&self) -> String {
        if self.moves.len() <= SHOWN_MOVES { self.moves.clone() } else { format!("{} moves", self.length) }
    }
}

/// The longest moves that are shown in a line.
const SHOWN_MOVES: usize = 100;

/// The limits of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Limits {
    /// The time limit in seconds; none: no limit.
    pub time_seconds: Option<f64>,
    /// The memory limit of direct search, of lists of solutions and of a solver's program, in bytes.
    pub memory_bytes: u64,
}

impl Limits {
    /// The limits of a run's control.
    pub fn of(control: &Control<'_>) -> Self {
        Self {
            time_seconds: control.time_limit().map(|limit| limit.as_secs_f64()),
            memory_bytes: control.memory_limit().0,
        }
    }
}

/// What the linear relaxation of an encoding says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Relaxation {
    /// Its optimal value; none: it has no solution, or a limit came first.
    pub value: Option<f64>,
    /// Whether it has no solution.
    pub is_infeasible: bool,
    /// The share of the integer variables that are integral at its optimum.
    pub integral_share: Option<f64>,
    /// Whether random costs took the place of an objective.
    pub has_random_costs: bool,
    /// The optimum of the integer model with the random costs; none: not known.
    pub optimum: Option<i64>,
    /// Seconds that it took, without the integer model.
    pub seconds: f64,
}

/// The answer of a second, independent method to the same problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CrossCheck {
    /// The backend, or `search`.
    pub backend: &'static str,
    /// Its encoding; none for direct search.
    pub encoding: Option<String>,
    /// How it ended.
    pub status: Status,
    /// The objective of its solution.
    pub objective: Option<i64>,
    /// How it relates to the first method's answer.
    pub agreement: Agreement,
}

/// How a second answer relates to the first one. A contradiction is an error and has no variant here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Agreement {
    /// Both are proved, and they agree.
    Agrees,
    /// They do not contradict each other, but at least one is not proved.
    Undecided,
    /// They agree, but the second answer came from preprocessing, or from a look at the instance that both methods take: no solver and no search
    /// ran, so it is no second opinion.
    NotIndependent,
}

/// Sizes and times of a run; none: not known.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Stats {
    /// The number of variables of the model as built.
    pub variables: Option<usize>,
    /// The number of variables that are not implied integers.
    pub integer_variables: Option<usize>,
    /// The number of constraints.
    pub constraints: Option<usize>,
    /// The number of variable occurrences in the constraints.
    pub nonzeros: Option<usize>,
    /// The size of the model that the backend was given.
    pub lowered: Option<Size>,
    /// The bound after the root node, of the last call of the solver.
    pub root_bound: Option<f64>,
    /// Nodes of the search tree, summed over all calls of the solver.
    pub nodes: Option<u64>,
    /// How often cuts were added and the model solved again.
    pub cut_rounds: Option<u64>,
    /// Cuts added.
    pub cuts: Option<u64>,
    /// Improving solutions in order, of the last call of the solver: improving solutions of earlier calls violated cuts.
    pub incumbents: Option<Vec<Incumbent>>,
    /// Seconds to build the models.
    pub build_seconds: Option<f64>,
    /// Seconds to lower them.
    pub lower_seconds: Option<f64>,
    /// Seconds taken by the backend, or by the search.
    pub solve_seconds: Option<f64>,
    /// The largest resident memory of this process during the run, or of the solver's own process if that took more. None where the
    /// system does not report it, or where several runs at the same time share this process and may have caused it.
    pub peak_memory_bytes: Option<u64>,
    /// Seconds of the whole run: building, lowering, solving, checking, replaying, and adding moves to the solutions.
    pub total_seconds: Option<f64>,
    /// How often the solver was called: once per round of cuts and per horizon. 0 if the model was solved in preprocessing;
    /// None for direct search.
    pub solver_runs: Option<u64>,
}

impl Stats {
    /// Sets the size of the model as built.
    pub fn set_size(&mut self, size: Size) {
        self.variables = Some(size.variables);
        self.integer_variables = Some(size.integer_variables);
        self.constraints = Some(size.constraints);
        self.nonzeros = Some(size.nonzeros);
    }

    /// The size of the model as built, if there is one.
    pub fn size(&self) -> Option<Size> {
        let Self { variables, integer_variables, constraints, nonzeros, .. } = *self;
        Some(Size {
            variables: variables?,
            integer_variables: integer_variables?,
            constraints: constraints?,
            nonzeros: nonzeros?,
        })
    }
}
