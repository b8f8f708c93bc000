//! Which model a solution file is of: what its exported file says, or the options, or the names of its variables.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::Args;
use crate::export::ModelChoice;
use tumble_cli::failure::Failure;
use tumble_cli::output;
use tumble_cli::results;
use tumble_formats::solution::{Key, SolutionFile};
use tumble_formats::{self as format, FileObjective, FormatEntry, Header};
use tumble_model::text;
use tumble_pipeline::solve::{Prepared, Problem};
use tumble_puzzles::instance::Document;

/// Why a file of numbers cannot be read alone.
const NUMBERED: &str = "it has the numbers of variables, not their names: name the exported file with --model-file";

/// What is said beside a report, on standard error.
pub(super) struct Note {
    pub(super) text: String,
    /// Whether it is about files, and not about the answer.
    pub(super) is_of_files: bool,
}

/// Which model was exported, and in which format.
pub(super) struct Exported {
    pub(super) choice: ModelChoice,
    pub(super) format: &'static FormatEntry,
    /// The header of the exported file, if there is such a file.
    header: Option<Header>,
}

/// The message if the exported file is of another model. A solution of another model proves nothing about this model.
const OTHER_MODEL: &str =
    "is the solution of this model? It may have changed since; export it again, and solve it again";

impl Exported {
    /// What the objective of the file of the model may be: without the exported file it is not known which format the program read.
    pub(super) fn objectives(&self) -> Vec<FileObjective> {
        match self.header {
            Some(_) => vec![self.format.objective],
            None => vec![FileObjective::Same, FileObjective::Minimized],
        }
    }

    /// Compares the exported model with the model that would be exported now. Returns whether there is anything to compare with.
    pub(super) fn compare(&self, problem: &Problem, prepared: &Prepared) -> Result<bool, Failure> {
        let model = &problem.model;
        let Some(header) = self.header.as_ref().filter(|header| !header.digest.is_empty()) else {
            return Ok(false);
        };
        let (was, is) = (header.sense.as_str(), format::sense(&prepared.lowered));
        if was != is {
            let what = |sense| if sense == "none" { "no objective".to_owned() } else { format!("to {sense}") };
            let (was, is) = (what(was), what(is));
            return Err(Failure::usage(format!(
                "{model}: the exported model was {was}, this one is {is}: {OTHER_MODEL}"
            )));
        }
        if header.digest != format::digest(&prepared.lowered) {
            let of = self.other_name(problem).map_or_else(String::new, |of| format!(", {of}"));
            return Err(Failure::usage(format!(
                "{model}: another model was exported (by its SHA-256){of}: {OTHER_MODEL}"
            )));
        }
        Ok(true)
    }

    /// The model file that the exported file names, if it is not this model's.
    pub(super) fn other_name(&self, problem: &Problem) -> Option<&str> {
        let header = self.header.as_ref()?;
        (!results::is_same_model(&header.model, &problem.model)).then_some(&header.model)
    }

    /// By the options, by the header of the exported file, or by comments in the solution file; otherwise what `export` writes if
    /// nothing is chosen, and after it all other encodings that fit.
    pub(super) fn candidates<'a>(
        args: &Args,
        problem: &'a Problem,
        document: &Document,
        file: &SolutionFile,
    ) -> Result<Box<dyn Iterator<Item = Self> + 'a>, Failure> {
        let Args { encoding, lowering, horizon, .. } = args;
        let is_chosen = encoding.is_some() || lowering.is_some() || horizon.is_some();
        let header = match &args.model_file {
            Some(path) => Some(header_of(path)?.ok_or_else(|| {
                Failure::usage(format!(
                    "{}: it does not begin with the comments that `tumble export` writes",
                    path.display()
                ))
            })?),
            None if is_chosen => None,
            None => header_beside(&args.solution)?.or_else(|| Header::read(document.text())),
        };
        if let Some(header) = header {
            return Ok(Box::new(std::iter::once(Self::of_header(header, problem)?)));
        }
        let mut entries = file.contents.values.iter().chain(&file.contents.beside).flatten();
        if entries.any(|entry| matches!(entry.key, Key::Number(_))) {
            return Err(Failure::usage(format!("{}: {NUMBERED}", document.name())));
        }
        let format = format_named(file.dialect.format)?;
        let choice = ModelChoice { encoding: None, lowering: lowering.clone(), horizon: *horizon };
        let all = encoding.is_none().then(|| (problem.puzzle.encodings)()).into_iter().flatten();
        let mut all: Vec<String> =
            all.flat_map(|info| info.names()).filter(|name| problem.instance.fits(name).is_ok()).collect();
        // Most strengthenings add no variables.
        all.sort_by_key(|name| name.contains('+'));
        let encodings = std::iter::once(encoding.clone()).chain(all.into_iter().map(Some));
        let with = move |encoding| Self { choice: ModelChoice { encoding, ..choice.clone() }, format, header: None };
        Ok(Box::new(encodings.map(with)))
    }

    fn of_header(header: Header, problem: &Problem) -> Result<Self, Failure> {
        if header.puzzle != problem.puzzle.name {
            let (exported, puzzle) = (&header.puzzle, problem.puzzle.name);
            return Err(Failure::usage(format!("the exported file is of the puzzle {exported}, not {puzzle}")));
        }
        let lowering = header.lowering.parse().map_err(|why| Failure::usage(format!("the exported file: {why}")))?;
        let encoding = Some(header.encoding.clone());
        let choice = ModelChoice { encoding, lowering: Some(lowering), horizon: header.horizon };
        Ok(Self { choice, format: format_named(&header.format)?, header: Some(header) })
    }
}

/// The remark if there is nothing to compare the model with.
pub(super) fn uncompared(has_solution: bool) -> Note {
    let kept = if has_solution { "the solution keeps the rules of this model, but " } else { "" };
    let text = format!(
        "there is no exported file with a SHA-256 of its model to compare with: {kept}what the program states may be of another one"
    );
    Note { text, is_of_files: true }
}

fn format_named(name: &str) -> Result<&'static FormatEntry, Failure> {
    format::find(name)
        .ok_or_else(|| Failure::usage(format!("tumble has no format `{name}`; name the file with --model-file")))
}

/// The most bytes that are read of an exported file, for its header.
const HEAD: u64 = 1 << 16;

/// The header of an exported file.
fn header_of(path: &Path) -> Result<Option<Header>, Failure> {
    let mut head = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    read.map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
    // The end of the head may be within a character, and a file may be binary after it.
    Ok(Header::read(&text::read(&head).unwrap_or_else(|_| String::from_utf8_lossy(&head).into_owned())))
}

/// The files beside a solution file that have its name and the suffix of a format.
pub(super) fn beside(solution: &Path) -> Vec<PathBuf> {
    if output::is_standard(solution) {
        return Vec::new();
    }
    let mut suffixes: Vec<&str> = format::REGISTRY.iter().flat_map(|entry| entry.suffixes).copied().collect();
    suffixes.dedup();
    suffixes.into_iter().map(|suffix| solution.with_extension(suffix)).filter(|path| path.is_file()).collect()
}

/// The header of the exported file beside a solution file: the file with its name and the suffix of a format.
fn header_beside(solution: &Path) -> Result<Option<Header>, Failure> {
    let mut headers = Vec::new();
    for path in beside(solution) {
        headers.extend(header_of(&path)?.map(|header| (path, header)));
    }
    match headers.len() {
        0 | 1 => Ok(headers.pop().map(|(_, header)| header)),
        _ => {
            let files: Vec<String> = headers.iter().map(|(path, _)| path.display().to_string()).collect();
            Err(Failure::usage(format!("which one was solved, {}? Name it with --model-file", files.join(" or "))))
        }
    }
}
