//! A prepared model as a file for another program.

use super::prepare::Prepared;
use super::problem::Problem;
use tumble_formats::solution::without_gap;
use tumble_formats::{self as format, FormatEntry, Header, Values, WriteError};
use tumble_puzzles::puzzle::WRITTEN_BY;

/// The remark on a model whose cuts are added during solving.
pub const RELAXATION: &str = "a relaxation: it lacks the cuts that tumble adds when a solution violates them";

impl Prepared {
    /// The file in a format to which the model was lowered; its header says what the model is.
    ///
    /// # Errors
    /// When the format cannot express the model.
    pub fn file(&self, problem: &Problem, format: &FormatEntry) -> Result<Vec<u8>, WriteError> {
        let mut pairs = self.header(problem, format.name).pairs();
        // Solvers of rows compute in floating point, up to a gap.
        if matches!(format.values, Values::Columns(_)) && self.lowered.objective().is_some() {
            let why =
                "by default some programs call a solution optimal that is within a gap of the best; without a gap";
            pairs.push(("optimum", format!("{why}: {}", without_gap())));
        }
        (format.write)(&self.lowered, &pairs)
    }

    pub(super) fn header(&self, problem: &Problem, format: &str) -> Header {
        let complete = match (self.formulation.is_relaxation(), &self.lengths) {
            (true, _) => format!("no: {RELAXATION}"),
            (false, Some(lengths)) => {
                format!("up to the horizon: solutions of {} to {} moves", lengths.start(), lengths.end())
            }
            (false, None) => "yes".to_owned(),
        };
        Header {
            format: format.to_owned(),
            model: problem.model.clone(),
            puzzle: problem.puzzle.name.to_owned(),
            encoding: self.encoding.clone(),
            lowering: self.lowering.to_string(),
            sense: format::sense(&self.lowered).to_owned(),
            digest: format::digest(&self.lowered),
            horizon: self.lengths.as_ref().map(|lengths| *lengths.end()),
            proves: String::new(),
            cuts: Vec::new(),
            complete,
            written_by: WRITTEN_BY.to_owned(),
        }
    }
}
