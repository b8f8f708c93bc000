//! The JSON schema of what a run prints.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

use super::{Report, RunEvent};

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
