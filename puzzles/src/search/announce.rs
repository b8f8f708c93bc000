//! Solutions on the way: a run that is ended from outside then leaves the best one.

use serde::Serialize;

use crate::control::{Control, Event, Incumbent};

/// Reports a solution that is better than all before it, with its objective. The pipeline replays it by the rules before it goes on.
pub fn announce(control: &Control<'_>, objective: i64, solution: &impl Serialize) {
    let found = Incumbent { seconds: control.elapsed().as_secs_f64(), objective };
    // Solutions are objects whose keys are texts, which JSON can hold.
    if let Ok(solution) = serde_json::to_value(solution) {
        control.notify(&Event::Solution { found, solution: &solution });
    }
}
