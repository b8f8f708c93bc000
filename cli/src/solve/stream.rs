//! `tumble solve --json-stream`: what happens in a run as JSON, one object per line on standard output. The events are those of
//! [`solve::Stream`](tumble_pipeline::solve::Stream); the last event is `result`, with the keys of `tumble solve --format json`.

use serde_json::Value;

use crate::output;

/// Prints an event. A reader that has gone away is noticed when the result is printed.
pub(super) fn print(event: &Value) {
    let _ = output::print(&format!("{event}\n"));
}
