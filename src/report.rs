//! What came out of a run, as it is printed by `--format json`.

use serde::Serialize;
use serde_json::Value;

use crate::model::Size;
use crate::run::{Incumbent, Stop, Verdict};

/// The `format_version` of [`Report`].
pub const FORMAT_VERSION: u32 = 1;

/// How a run ended, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Proved best; where there is no objective, a solution.
    Optimal,
    /// Stopped with a solution.
    Feasible,
    /// Proved to have none.
    Infeasible,
    /// Stopped without a solution.
    Unknown,
}

impl<S> From<&Verdict<S>> for Status {
    fn from(verdict: &Verdict<S>) -> Self {
        match verdict {
            Verdict::Optimal(_) => Self::Optimal,
            Verdict::Feasible { .. } => Self::Feasible,
            Verdict::Infeasible => Self::Infeasible,
            Verdict::Unknown { .. } => Self::Unknown,
        }
    }
}

/// One run: one object a line in JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// [`FORMAT_VERSION`].
    pub format_version: u32,
    /// The model file, as it was named.
    pub model: String,
    /// The puzzle.
    pub puzzle: &'static str,
    /// The backend, or `search`.
    pub backend: &'static str,
    /// Its version; tumble's own for `search`.
    pub backend_version: String,
    /// The encoding; `None` for direct search.
    pub encoding: Option<String>,
    /// The reformulations used, canonically; `None` for direct search.
    pub lowering: Option<String>,
    /// How it ended.
    pub status: Status,
    /// The objective of the solution, recomputed by the rules; `None` where there is none.
    pub objective: Option<i64>,
    /// No solution is better than this, where it is known.
    pub bound: Option<i64>,
    /// The solution, as its puzzle writes it.
    pub solution: Option<Value>,
    /// Whether the solution was replayed by the puzzle's own rules and its objective recomputed.
    pub verified: bool,
    /// Sizes and times.
    pub stats: Stats,
    /// Why there is no solution, or why the run stopped, in words.
    pub reason: Option<String>,
    /// The limit that stopped it, which `reason` says in words.
    #[serde(skip)]
    pub stop: Option<Stop>,
    /// The solutions that were listed, where a list was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<Value>>,
    /// With `solutions`: whether there are no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
}

/// Sizes and times of a run; `None` where they are not known.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Stats {
    /// The model as built: its variables.
    pub variables: Option<usize>,
    /// Those of them that may not be continuous.
    pub integer_variables: Option<usize>,
    /// Its constraints.
    pub constraints: Option<usize>,
    /// Variable occurrences in them.
    pub nonzeros: Option<usize>,
    /// The same of the model that the backend was given.
    pub lowered: Option<Size>,
    /// The bound after the root node.
    pub root_bound: Option<f64>,
    /// Nodes of the search tree.
    pub nodes: Option<u64>,
    /// How often cuts were added and the model solved again.
    pub cut_rounds: Option<u64>,
    /// Cuts added.
    pub cuts: Option<u64>,
    /// Improving solutions, in order.
    pub incumbents: Option<Vec<Incumbent>>,
    /// Time to build the model.
    pub build_seconds: Option<f64>,
    /// Time to lower it.
    pub lower_seconds: Option<f64>,
    /// Time of the backend, or of the search.
    pub solve_seconds: Option<f64>,
    /// The largest memory that the process has had so far.
    pub peak_memory_bytes: Option<u64>,
}

impl Stats {
    /// Puts in the size of the model as built.
    pub fn set_size(&mut self, size: Size) {
        self.variables = Some(size.variables);
        self.integer_variables = Some(size.integer_variables);
        self.constraints = Some(size.constraints);
        self.nonzeros = Some(size.nonzeros);
    }
}
