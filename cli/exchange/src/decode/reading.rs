//! From a solution file and a model to a report.

use super::exported::{Exported, Note, uncompared};
use tumble_cli::failure::Failure;
use tumble_formats::solution::{Columns, Dialect, SolutionError, SolutionFile, Stated, Trust, is_rounded};
use tumble_formats::{self as format, FileObjective, FormatEntry, OfBits, Values, written_name};
use tumble_model::control::Request;
use tumble_model::model::{Model, Sense};
use tumble_pipeline::report::{Report, Status};
use tumble_pipeline::solve::{self, DecodeError, Foreign, Prepared, Problem};
use tumble_puzzles::instance::{Document, InputError};

/// Where to read what the exported model was, for errors.
const WHICH_MODEL: &str =
    "is it a solution of this model? Name the exported file with --model-file, or the encoding with --encoding";

/// An error at its place in the solution file.
pub(super) fn placed(document: &Document, error: SolutionError) -> InputError {
    document.place(InputError::at(error.span, error.message, error.label))
}

/// A solution file, and the problem whose solution it is to have.
pub(super) struct Reading<'a> {
    pub(super) problem: &'a Problem,
    pub(super) document: &'a Document,
    pub(super) file: &'a SolutionFile,
    /// The gap that the program was allowed.
    pub(super) gap: Option<f64>,
    pub(super) request: &'a Request<'a>,
}

impl Reading<'_> {
    /// The report for the first exported model that the file fits. If it fits none, the error of the first one whose names fit, or of the
    /// first one.
    pub(super) fn first(&self, candidates: &mut dyn Iterator<Item = Exported>) -> Result<(Report, Vec<Note>), Failure> {
        let mut first: Option<Failure> = None;
        let mut without: Option<(Report, Vec<Note>)> = None;
        for exported in candidates {
            match self.report(&exported) {
                Ok(found) if found.0.solution.is_none() && self.may_have_a_solution() => {
                    without = without.or(Some(found));
                }
                Ok(found) => return Ok(found),
                Err(failure) if failure.is_of_a_limit() => return Err(failure),
                Err(failure) if first.is_none() || failure.is_of_an_answer() => first = Some(failure),
                Err(_) => {}
            }
        }
        without.ok_or_else(|| first.unwrap_or_else(|| Failure::usage(WHICH_MODEL)))
    }

    /// Whether values that the file does not call a solution may be one, if those of a relaxation are not expected.
    fn may_have_a_solution(&self) -> bool {
        self.file.contents.beside.is_some() && self.file.contents.stated != Stated::Infeasible
    }

    fn report(&self, exported: &Exported) -> Result<(Report, Vec<Note>), Failure> {
        let Self { problem, file, .. } = *self;
        let prepared = exported.choice.prepare(problem, exported.format, &self.request.control)?;
        let is_compared = exported.compare(problem, &prepared)?;
        let mut notes = Vec::new();
        let report = match &file.contents.values {
            Some(_) => self.presented(&prepared, exported, &mut notes)?,
            None => self.without_solution(&prepared, exported)?,
        };
        // What is the same model by its SHA-256 may have any name.
        if !is_compared {
            let other = exported.other_name(problem).map(|of| format!("the exported file says that it is of {of}"));
            notes.push(uncompared(report.solution.is_some()));
            notes.extend(other.map(|text| Note { text, is_of_files: true }));
        }
        Ok((report, notes))
    }

    /// The report on the values that the file calls a solution.
    fn presented(&self, prepared: &Prepared, exported: &Exported, notes: &mut Vec<Note>) -> Result<Report, Failure> {
        let values = values(self.file, prepared, exported.format)?;
        let values = values.map_err(|error| placed(self.document, error).help(WHICH_MODEL))?;
        let decode = |foreign: Foreign| {
            let report = solve::decode(self.problem, prepared, foreign, self.request);
            report.map_err(|error| Failure::of_decoding(error, self.document.name()))
        };
        let answer = self.foreign(values, prepared, exported);
        let report = decode(answer.clone())?;
        let Some(why) = self.other_objective(&report, prepared, exported) else { return Ok(report) };
        notes.push(Note { text: why.clone(), is_of_files: false });
        // What is claimed of another objective is not claimed of this one.
        if report.status == Status::Optimal || report.bound.is_some() || report.objective.is_none() {
            decode(Foreign { stated: Status::Unknown, why, bound: None, ..answer })
        } else {
            Ok(report)
        }
    }

    /// The report on a file that has no solution, or has one without calling it so: such values count if they are a solution.
    fn without_solution(&self, prepared: &Prepared, exported: &Exported) -> Result<Report, Failure> {
        let decode = |foreign| solve::decode(self.problem, prepared, foreign, self.request);
        let mut answer = self.foreign(None, prepared, exported);
        if let Some(beside) = self.file.beside() {
            let why = match &self.file.contents.stated {
                Stated::Infeasible => "the program states that there is no solution, but its file has one".to_owned(),
                Stated::Optimal => "the file does not call its values a solution".to_owned(),
                _ => answer.why.clone(),
            };
            let wrong = match values(&beside, prepared, exported.format)? {
                Ok(values) => {
                    match decode(Foreign { stated: Status::Unknown, why, bound: None, values, ..answer.clone() }) {
                        Ok(report) => return Ok(report),
                        Err(error @ DecodeError::Solve(_)) => {
                            return Err(Failure::of_decoding(error, self.document.name()));
                        }
                        Err(error) => error.to_string(),
                    }
                }
                Err(error) => error.message,
            };
            answer.why = format!("{}; the values beside that are no solution: {wrong}", answer.why);
        }
        decode(answer).map_err(|error| Failure::of_decoding(error, self.document.name()))
    }

    fn foreign(&self, values: Option<Vec<f64>>, prepared: &Prepared, exported: &Exported) -> Foreign {
        let dialect = self.file.dialect;
        let gap = self.gap.unwrap_or(dialect.trust.gap);
        let mut bound = self.bound(values.as_deref(), prepared, exported);
        let (stated, why) = match &self.file.contents.stated {
            Stated::Optimal if values.is_none() => {
                (Status::Unknown, "the file states that the search is complete, but it has no solution".to_owned())
            }
            Stated::Optimal if exported.format.objective == FileObjective::None => {
                bound = Some(f64::INFINITY);
                (Status::Optimal, "the program solved a file without the objective".to_owned())
            }
            Stated::Optimal => {
                let best = values.as_deref().zip(prepared.formulation.model.objective()).map(|(values, goal)| {
                    let (value, sign) = (goal.at(values), if goal.sense == Sense::Maximize { 1.0 } else { -1.0 });
                    value + sign * Trust::slack(gap, value)
                });
                bound = bound.or(best.filter(|_| gap > 0.0));
                (Status::Optimal, within_a_gap(dialect, gap))
            }
            Stated::Infeasible => (Status::Infeasible, String::new()),
            Stated::Other(words) => (Status::Unknown, format!("the program states: {words}")),
            Stated::Nothing => (Status::Unknown, "the file does not say how the run ended".to_owned()),
        };
        let largest_trusted = dialect.trust.largest;
        Foreign { solver: dialect.name, version: "solution file".into(), stated, why, bound, largest_trusted, values }
    }

    /// The bound that the file states, as one on the model's objective.
    fn bound(&self, values: Option<&[f64]>, prepared: &Prepared, exported: &Exported) -> Option<f64> {
        let bound = self.file.contents.bound?;
        let value = values.zip(prepared.formulation.model.objective()).map(|(values, goal)| goal.at(values));
        self.objective(value, prepared, exported).0.of_model(&prepared.lowered, bound)
    }

    /// Which objective the file of the model had, by what the solution file states and its solution has; and what is stated of the model's.
    fn objective(&self, value: Option<f64>, prepared: &Prepared, exported: &Exported) -> (FileObjective, Option<f64>) {
        let forms = if self.file.dialect.minimizes { vec![FileObjective::Minimized] } else { exported.objectives() };
        let all = forms.into_iter().map(|form| {
            (form, self.file.contents.objective.and_then(|stated| form.of_model(&prepared.lowered, stated)))
        });
        let far = |(_, stated): &(_, Option<f64>)| {
            stated.zip(value).map_or(f64::INFINITY, |(stated, value)| (stated - value).abs())
        };
        all.min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or((FileObjective::Same, None))
    }

    /// The message if the file states another objective than its solution has. The program then did not solve the exported model, or the
    /// file was changed or cut short, although the solution is right.
    fn other_objective(&self, report: &Report, prepared: &Prepared, exported: &Exported) -> Option<String> {
        let value = report.objective.or(report.bound).map(|value| value as f64);
        let stated = self.objective(value, prepared, exported).1?;
        match (report.objective, report.bound) {
            (Some(objective), _) if !is_rounded(stated, objective) => {
                Some(format!("the file states the objective {stated}, its solution has {objective}"))
            }
            // The bound is the value of a relaxation, rounded to an integer.
            (None, Some(bound)) if (stated - bound as f64).abs() >= 1.0 => {
                Some(format!("the file states the objective {stated}, which is not that of its values"))
            }
            _ => None,
        }
    }
}

/// Why a solution that a program calls best is not known to be.
fn within_a_gap(dialect: &Dialect, gap: f64) -> String {
    let how = dialect
        .trust
        .without_gap
        .map_or_else(String::new, |option| format!("; if it had none, by {option}, say so with --gap 0"));
    format!(
        "{} may call a solution optimal within a gap of {gap}, which leaves room for a better one{how}",
        dialect.name
    )
}

/// The values of the variables of the model before lowering, if the file has a solution.
fn values(
    file: &SolutionFile,
    prepared: &Prepared,
    format: &FormatEntry,
) -> Result<Result<Option<Vec<f64>>, SolutionError>, Failure> {
    let lowered = &prepared.lowered;
    let needed = prepared.formulation.model.variables().len();
    let order = match format.values {
        Values::Bits(bits) => return of_bits(file, lowered, bits, needed),
        Values::Columns(columns) => columns(lowered).map_err(Failure::usage)?,
        Values::Named => Vec::new(),
    };
    let names: Vec<_> = lowered.variables().iter().map(|variable| written_name(&variable.name)).collect();
    let rows = match format.values {
        Values::Columns(_) => format::row_names(lowered).map_err(Failure::usage)?,
        _ => Vec::new(),
    };
    Ok(file.values_without_rows(&Columns { names: &names, needed, order: &order }, &rows))
}

/// The values of the first variables, from the values of the file's 0/1 variables.
fn of_bits(
    file: &SolutionFile,
    lowered: &Model,
    bits: OfBits,
    needed: usize,
) -> Result<Result<Option<Vec<f64>>, SolutionError>, Failure> {
    let ones = match file.ones((bits.count)(lowered).map_err(Failure::usage)?) {
        Ok(Some(ones)) => ones,
        Ok(None) => return Ok(Ok(None)),
        Err(error) => return Ok(Err(error)),
    };
    let values = (bits.values)(lowered, &|number| ones.contains(&number)).map_err(Failure::usage)?;
    Ok(Ok(Some(values.into_iter().take(needed).map(|value| value as f64).collect())))
}
