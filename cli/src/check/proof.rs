//! `tumble check --proof`.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use super::veripb::{self, Checked};
use super::{Args, Finding, check_record};
use crate::certificate::{Certificate, VALUES};
use crate::failure::{Exit, Failure};
use crate::limits::interrupt;
use crate::output;
use crate::progress::Display;
use crate::results::{self, Record, Results};
use tumble_model::control::{Control, Event, Stop};
use tumble_model::text;
use tumble_pipeline::solve::{CertificateError, Claimed, Problem, Stating, Witness, check_statement};
use tumble_puzzles::instance::Document;

/// The largest statement that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// Checks a certificate: the witness by the rules, the statement against the model, and the proof.
pub(super) fn check_proof(problem: &Problem, path: &Path, args: &Args) -> Result<Exit, Failure> {
    let files = Certificate::beside(path)?;
    let stated = if files.witness.exists() { Some(Stated::read(problem, &files)?) } else { None };
    let display = Display::start_unless(args.quiet, format!("{} (proof)", problem.model));
    let observer = |event: &Event<'_>| display.hear(event);
    let control = Control::new(args.time_limit, interrupt(), &observer).with_memory_limit(args.memory_limit);
    let witness = stated.as_ref().map(Stated::witness);
    let statement = read(&files.statement)?;
    let Stating { claimed, encoding } = match check_statement(problem, &statement, witness.as_ref(), &control) {
        Ok(stating) => stating,
        Err(CertificateError::Stopped(stop)) => return Ok(stopped(problem, &files, &stop)),
        Err(why) => return refused(problem, &files, &why.to_string()),
    };
    let checked = veripb::check(&files, &control)?;
    drop(display);
    let by = match checked {
        Checked::Holds { by } => by,
        Checked::Refused(why) => return refused(problem, &files, &why),
        Checked::Stopped(stop) => return Ok(stopped(problem, &files, &stop)),
    };
    let objective = match claimed {
        Claimed::Infeasible => None,
        Claimed::NoneBetter(objective) => Some(Some(objective)),
        Claimed::NoOther(objective) => Some(objective),
    };
    if let Some(objective) = objective
        && let Err(why) = fits(problem, &files, stated, objective)?
    {
        return refused(problem, &files, &why);
    }
    if !args.quiet {
        let model = &problem.model;
        output::print(&format!("{model}: {claimed}: the proof holds, by {by} (encoding {encoding})\n"))?;
    }
    Ok(Exit::Answered)
}

fn stopped(problem: &Problem, files: &Certificate, stop: &Stop) -> Exit {
    output::note(format_args!("{}: {}: stopped by {stop}", problem.model, files.proof.display()));
    Exit::Stopped
}

fn refused(problem: &Problem, files: &Certificate, why: &str) -> Result<Exit, Failure> {
    output::print(&format!("{}: {} proves nothing: {why}\n", problem.model, files.proof.display()))?;
    Ok(Exit::Infeasible)
}

fn read(path: &Path) -> Result<String, Failure> {
    let named = |error: io::Error| Failure::usage(format!("{}: {error}", path.display()));
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(named)?;
    if file.take(LARGEST).read_to_end(&mut bytes).map_err(named)? as u64 == LARGEST {
        return Err(Failure::usage(format!("{}: the file is larger than {LARGEST} bytes", path.display())));
    }
    text::read(&bytes).map_err(|error| Failure::usage(format!("{}: {error}", path.display())))
}

/// What the file of the witness states.
struct Stated {
    document: Document,
    record: Record,
}

impl Stated {
    fn read(problem: &Problem, files: &Certificate) -> Result<Self, Failure> {
        let Results { document, mut records, .. } = results::read(Document::read(&files.witness)?, &problem.model)?;
        // A file without a record is an error by now.
        Ok(Self { document, record: records.remove(0)? })
    }

    /// The solution, not yet replayed.
    fn witness(&self) -> Witness {
        let solution = self.record.solutions().into_iter().next().unwrap_or_default();
        let values = self.record.get(VALUES).and_then(|values| serde_json::from_value(values.clone()).ok());
        Witness { solution, values }
    }
}

/// Replays the witness, which has to have this objective: the message if it does not.
fn fits(
    problem: &Problem,
    files: &Certificate,
    stated: Option<Stated>,
    objective: Option<i64>,
) -> Result<Result<(), String>, Failure> {
    let path = files.witness.display();
    let Some(Stated { document, record }) = stated else {
        return Ok(Err(format!("{path}, the witness, is missing")));
    };
    Ok(match check_record(problem, &record).map_err(|why| record.error(&document, why))? {
        Finding::Keeps { objective: counted, .. } if counted == objective => Ok(()),
        Finding::Keeps { objective: counted, .. } => {
            let [counted, stated] =
                [counted, objective].map(|value| value.map_or("none".to_owned(), |value| value.to_string()));
            Err(format!("the objective of the witness in {path} is {counted}, not {stated}"))
        }
        other => Err(format!("{path}: {}", other.text())),
    })
}
