//! `tumble check --proof`.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use super::{Args, Finding, check_record};
use crate::cli::certificate::{Certificate, VALUES};
use crate::cli::failure::{Exit, Failure};
use crate::cli::limits::interrupt;
use crate::cli::output;
use crate::cli::progress::Display;
use crate::cli::results::{self, Record, Results};
use crate::control::{Bytes, Control, Event, Request};
use crate::instance::Document;
use crate::solve::{
    CertificateError, Claimed, Problem, Proved, ProvedByMethod, Witness, check_certificate, check_own_certificate,
};
use crate::text;

/// The largest statement or proof that is read as a whole, in bytes.
const LARGEST: u64 = 1 << 30;

/// Checks a certificate: the witness by the rules, the statement against the model, and the proof.
pub(super) fn check_proof(problem: &Problem, path: &Path, args: &Args) -> Result<Exit, Failure> {
    let files = Certificate::beside(path)?;
    let stated = if files.witness.exists() { Some(Stated::read(problem, &files)?) } else { None };
    let display = Display::start_unless(args.quiet, format!("{} (proof)", problem.model));
    let observer = |event: &Event<'_>| display.hear(event);
    let control = Control::new(args.time_limit, interrupt(), &observer).with_memory_limit(args.memory_limit);
    let request = Request::new(control);
    let proved = match &files.statement {
        Some(statement) => {
            let witness = stated.as_ref().map(Stated::witness);
            by_rows(problem, &files, &read(statement)?, witness.as_ref(), &request)
        }
        None => by_method(problem, &read(&files.proof)?, &request),
    };
    drop(display);
    let (claimed, how) = match proved {
        Ok(proved) => proved,
        Err(why @ (CertificateError::Stopped { .. } | CertificateError::Limit(_))) => {
            output::note(format_args!("{}: {}: {why}", problem.model, files.proof.display()));
            return Ok(Exit::Stopped);
        }
        Err(why) => return refused(problem, &files, &why.to_string()),
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
        output::print(&format!("{}: {claimed}: the proof holds, {how}\n", problem.model))?;
        if files.statement.is_some() {
            output::print(&format!("anyone can check it: {}\n", files.command(&problem.model)))?;
        }
    }
    Ok(Exit::Answered)
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

/// The statement and the proof, with the share of the proof that was read as progress. Returns what is proved, and how, in words.
fn by_rows(
    problem: &Problem,
    files: &Certificate,
    statement: &str,
    witness: Option<&Witness>,
    request: &Request<'_>,
) -> Result<(Claimed, String), CertificateError> {
    let unreadable = |error: io::Error| CertificateError::Unreadable(error.to_string());
    let file = File::open(&files.proof).map_err(unreadable)?;
    let size = file.metadata().map_err(unreadable)?.len().max(1);
    let mut done = 0;
    let counted = Counted {
        file,
        heard: |read| {
            done += read;
            request.control.notify(&Event::Share(done as f64 / size as f64));
        },
    };
    let proved = check_certificate(problem, statement, &mut BufReader::new(counted), witness, request)?;
    let Proved { claimed, encoding, checked } = proved;
    let rows = format!("{} rows of the statement, {} derived", checked.rows, checked.derived);
    Ok((claimed, format!("encoding {encoding} ({rows})")))
}

/// The proof of a method. Returns what is proved, and how, in words.
fn by_method(problem: &Problem, text: &str, request: &Request<'_>) -> Result<(Claimed, String), CertificateError> {
    let ProvedByMethod { claimed, method, effort } = check_own_certificate(problem, text, request)?;
    Ok((claimed, format!("method {method} ({} states, in {})", effort.states, Bytes(effort.bytes))))
}

/// A file that tells how much of it was read.
struct Counted<F> {
    file: File,
    heard: F,
}

impl<F: FnMut(u64)> Read for Counted<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        (self.heard)(read as u64);
        Ok(read)
    }
}

/// What the file of the witness states.
struct Stated {
    document: Document,
    record: Record,
}

impl Stated {
    fn read(problem: &Problem, files: &Certificate) -> Result<Self, Failure> {
        let Results { document, mut records, .. } = results::read(&files.witness, &problem.model)?;
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
