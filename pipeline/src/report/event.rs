//! What happens in a run, as it is printed while the run goes on, and the JSON schema of all that a run prints.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::{Value, json};

use super::Report;

/// What happens in a run, as `--json-stream` prints it before the result: one object on a line.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum RunEvent<'a> {
    /// A solution was found that is better than all before it.
    Incumbent {
        /// Which run, and when.
        #[serde(flatten)]
        run: RunSoFar<'a>,
        /// Its objective.
        objective: i64,
        /// The solution, as its puzzle writes it, if it is known and was replayed by the rules.
        #[serde(skip_serializing_if = "Option::is_none")]
        solution: Option<&'a Value>,
    },
    /// A better bound was proved.
    Bound {
        /// Which run, and when.
        #[serde(flatten)]
        run: RunSoFar<'a>,
        /// No solution is better than this.
        bound: i64,
    },
    /// How far the run is, at most once a second.
    Progress {
        /// Which run, and when.
        #[serde(flatten)]
        run: RunSoFar<'a>,
        /// The objective of the best solution so far.
        #[serde(skip_serializing_if = "Option::is_none")]
        incumbent: Option<i64>,
        /// No solution is better than this.
        #[serde(skip_serializing_if = "Option::is_none")]
        bound: Option<i64>,
        /// Nodes of the search tree so far.
        #[serde(skip_serializing_if = "Option::is_none")]
        nodes: Option<u64>,
    },
}

/// Which run something happens in, and when.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct RunSoFar<'a> {
    /// The model file, as the caller named it.
    pub model: &'a str,
    /// The backend, or `search`.
    pub backend: &'static str,
    /// Seconds since the start of the run.
    pub seconds: f64,
}

/// A line that `tumble solve --format json` or `--json-stream` prints: a result, or an event before it.
#[derive(JsonSchema)]
#[serde(untagged)]
#[schemars(title = "tumble result")]
#[allow(dead_code, reason = "only its schema is used")]
enum Line {
    Result(Box<Report>),
    Event(RunEvent<'static>),
}

/// The JSON schema of a line that `tumble solve --format json` or `--json-stream` prints.
pub fn schema() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<Line>()
}

/// Adds the key by which a result is the last event of a stream.
pub(super) fn may_be_event(report: &mut Schema) {
    if let Some(keys) = report.get_mut("properties").and_then(Value::as_object_mut) {
        let event = json!({ "description": "The last event of a stream.", "const": "result" });
        keys.insert("event".into(), event);
    }
}
