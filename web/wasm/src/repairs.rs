//! Repairs of a model that was misread.

use serde_json::{Value, json};
use tumble::control::{Control, Event, Interrupt, Request};
use tumble::instance::Document;
use tumble::puzzle::{Choices, Repair};
use tumble::registry::Registry;
use tumble::solve::{SEARCH, Stream};

use crate::failure::Failure;
use crate::model::NAME;
use crate::run::{MEMORY_LIMIT, seconds, tell};

/// The small changes that give a model a solution; 0 seconds is no limit.
pub(crate) fn repairs(text: &str, limit: f64) -> Result<Value, Failure> {
    let document = Document::new("", text);
    let placed = |error| Failure::in_text(&error, document.text());
    let puzzle = Registry::built_in().puzzle_of(&document).map_err(placed)?;
    let find = puzzle.repairs.ok_or_else(|| Failure::new(format_args!("{} has no repairs", puzzle.name)))?;
    let stream = Stream::new(NAME, SEARCH, None, &tell);
    let observer = |event: &Event<'_>| stream.hear(event);
    let control = Control::new(seconds(limit)?, Interrupt::default(), &observer).with_memory_limit(MEMORY_LIMIT);
    let found = find(&document, &Choices::new(), &Request::new(control)).map_err(placed)?;
    let repair = |repair: &Repair| json!({ "text": repair.text, "model": repair.model });
    let repairs: Vec<Value> = found.repairs.iter().map(repair).collect();
    Ok(json!({ "repairs": repairs, "complete": found.extent.stop().is_none(), "tried": found.tried }))
}
