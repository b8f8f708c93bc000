//! What may have been misread in a model without a solution.

use std::fmt::Write as _;
use std::time::Duration;

use crate::output;
use tumble_model::control::{Control, Interrupt, Request};
use tumble_puzzles::instance::{Document, InputError};
use tumble_puzzles::puzzle::{Choices, PuzzleEntry, Repairs};

/// The longest search for repairs.
pub const PATIENCE: Duration = Duration::from_secs(2);
/// The most repairs that are named.
const NAMED: usize = 5;

/// Looks for repairs; `None` if the puzzle has no repairs, or the file is wrong otherwise.
fn find(
    puzzle: &PuzzleEntry,
    document: &Document,
    choices: &Choices,
    patience: Duration,
    interrupt: Interrupt,
) -> Option<Repairs> {
    let control = Control::new(Some(patience), interrupt, &|_| ());
    puzzle.repairs?(document, choices, &Request::new(control)).ok()
}

/// Adds the repairs to what is wrong with a file.
pub fn advise(puzzle: &PuzzleEntry, document: &Document, choices: &Choices, error: InputError) -> InputError {
    let repairs = find(puzzle, document, choices, PATIENCE, Interrupt::default());
    match repairs.and_then(|repairs| text(&repairs)) {
        Some(text) => error.and_help(&text),
        None => error,
    }
}

/// Prints the repairs of a model without a solution to standard output.
///
/// # Errors
/// Those of standard output.
pub fn print(
    puzzle: &PuzzleEntry,
    document: &Document,
    choices: &Choices,
    patience: Duration,
    interrupt: Interrupt,
) -> std::io::Result<()> {
    let repairs = find(puzzle, document, choices, patience, interrupt);
    match repairs.and_then(|repairs| text(&repairs)) {
        Some(text) => output::print(&format!("\n{text}\n")),
        None => Ok(()),
    }
}

/// The repairs in words; `None` if there was nothing to try.
pub fn text(repairs: &Repairs) -> Option<String> {
    let Repairs { repairs, extent, tried } = repairs;
    let mut text = match (&repairs[..], extent.stop()) {
        ([], _) if *tried == 0 => return None,
        ([], None) => format!("no likely misreading explains it: {tried} were tried"),
        ([], Some(stop)) => {
            format!("nothing misread was found that explains it: stopped by {stop} after {tried} tries")
        }
        ([only], _) => format!("it has a solution if this was misread:\n  {}", only.text),
        _ => "it has a solution if one of these was misread, the likeliest first:".to_owned(),
    };
    if repairs.len() > 1 {
        for repair in repairs.iter().take(NAMED) {
            let _ = write!(text, "\n  {}", repair.text);
        }
    }
    if let Some(more) = repairs.len().checked_sub(NAMED).filter(|more| *more > 0) {
        let _ = write!(text, "\n  and {more} more");
    }
    if extent.stop().is_some() && !repairs.is_empty() {
        let _ = write!(text, "\nthere may be others: the search for them was cut short");
    }
    Some(text)
}
