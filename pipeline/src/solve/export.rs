//! A prepared model as a file for another program.

use super::prepare::Prepared;
use super::problem::Problem;
use crate::report::Begun;
use tumble_formats::solution::without_gap;
use tumble_formats::{self as format, FormatEntry, Header, Values, WriteError};
use tumble_puzzles::puzzle::{Has, WRITTEN_BY};

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

    /// Whether the model has all solutions, in words: `yes`, `up to the horizon: …` or `no: …`.
    fn complete(&self, problem: &Problem) -> String {
        let contents = self.contents(problem);
        match (self.formulation.is_relaxation(), &self.lengths, &self.formulation.has) {
            (true, None, Has::All) => format!("no: {RELAXATION}"),
            (true, ..) => format!("no: {RELAXATION}; {contents}"),
            (false, None, Has::All) => "yes".to_owned(),
            (false, None, Has::AllBest | Has::SomeBest | Has::Better(..)) => format!("no: {contents}"),
            (false, Some(_), _) => format!("up to the horizon: {contents}"),
        }
    }

    /// Which of the puzzle's solutions the model has, in words.
    pub fn contents(&self, problem: &Problem) -> String {
        let best = match (&self.lengths, problem.instance.sense()) {
            (Some(_), _) => "shortest ",
            (None, Some(_)) => "best ",
            (None, None) => "",
        };
        let lengths =
            self.lengths.as_ref().map(|lengths| format!(" of {} to {} moves", lengths.start(), lengths.end()));
        let of_lengths = format!("solutions{}", lengths.unwrap_or_default());
        match &self.formulation.has {
            Has::All => of_lengths,
            Has::AllBest => format!("{of_lengths}: all {best}ones, but not all others"),
            Has::SomeBest => format!("{of_lengths}: at least one {best}one, but not all"),
            Has::Better(_, value) => format!("only {of_lengths} that are better than {value}"),
        }
    }

    pub(super) fn header(&self, problem: &Problem, format: &str) -> Header {
        Header {
            format: format.to_owned(),
            model: problem.model.clone(),
            puzzle: problem.puzzle.name.to_owned(),
            encoding: self.encoding.clone(),
            lowering: self.lowering.to_string(),
            sense: format::sense(&self.lowered).to_owned(),
            digest: format::digest(&self.lowered),
            horizon: self.lengths.as_ref().map(|lengths| *lengths.end()),
            after: problem.begun.as_ref().map(Begun::in_words).unwrap_or_default(),
            proves: String::new(),
            cuts: Vec::new(),
            complete: self.complete(problem),
            written_by: WRITTEN_BY.to_owned(),
        }
    }
}
