//! What a run reports while it is running.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// When a run found a solution that was better than all before it, and the objective of that solution.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Incumbent {
    /// Seconds since the start of the run.
    pub seconds: f64,
    /// Its objective.
    pub objective: i64,
}

/// What a run reports to its observer.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// Its progress.
    Progress(Progress),
    /// A backend found a solution that is better than all before it.
    Incumbent {
        /// When, and its objective; 0 where there is no objective.
        found: Incumbent,
        /// A value for each variable of the model that the backend was given, by index; not yet rounded or checked.
        values: &'a [f64],
    },
    /// The solution of an incumbent, after it was checked and replayed by the rules.
    Solution {
        /// When, and its objective; 0 where there is no objective.
        found: Incumbent,
        /// The solution, as its puzzle writes it.
        solution: &'a serde_json::Value,
    },
    /// The share of the work that is done, from 0 to 1: of methods that know it.
    Share(f64),
    /// A line of the solver's own log, without its line break.
    Log(&'a str),
}

/// The progress of a run; `None`: not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Objective of the best solution so far: an integer, as every objective is.
    pub incumbent: Option<i64>,
    /// No solution is better than this. A solver's own bound, so not always an integer.
    pub bound: Option<f64>,
    /// Nodes of the search tree, or states that were reached, so far.
    pub nodes: Option<u64>,
}

impl Event<'_> {
    /// The event, if earlier runs had `before` nodes: the nodes of those runs count too.
    #[must_use]
    pub fn after_nodes(&self, before: u64) -> Self {
        match self {
            Self::Progress(progress) => {
                Self::Progress(Progress { nodes: progress.nodes.map(|nodes| before + nodes), ..*progress })
            }
            other => other.clone(),
        }
    }
}
