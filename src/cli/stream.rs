//! `tumble solve --json-stream`: what happens in a run as JSON, one object per line on standard output. The events are those of
//! [`solve::Stream`](crate::solve::Stream); the last one is `result`, with the keys of `tumble solve --format json`.

use serde_json::{Map, Value};

use super::output;
use crate::report::Report;

/// Prints an event. A reader that has gone away is noticed when the result is printed.
pub(super) fn print(event: &Value) {
    let _ = output::print(&format!("{event}\n"));
}

/// The last line of a stream.
pub(super) fn result(report: &Report) -> Result<String, serde_json::Error> {
    let mut line = Map::new();
    line.insert("event".into(), "result".into());
    if let Value::Object(keys) = serde_json::to_value(report)? {
        line.extend(keys);
    }
    Ok(Value::Object(line).to_string())
}
