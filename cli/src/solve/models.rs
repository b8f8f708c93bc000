//! What `tumble solve` solves: model files, or with `--ids` a file of short texts that each name an instance, such as a game's ids.

use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::ArgMatches;

use super::args::SolveArgs;
use crate::failure::Failure;
use crate::input::{self, Model};
use tumble_pipeline::solve::Problem;
use tumble_puzzles::instance::{Document, SolveTable};
use tumble_puzzles::puzzle::{Choices, Ids, PuzzleEntry, ReadId};
use tumble_puzzles::registry::Registry;

/// The models of a command, in order.
pub(super) struct Models {
    /// Their names: files, or ids in place of them.
    pub(super) names: Vec<PathBuf>,
    /// The file of ids, if they are ids in a file.
    pub(super) list: Option<List>,
}

impl Models {
    /// Those that are asked for; with `--brief` also those in folders.
    pub(super) fn of(registry: &Registry, args: &SolveArgs) -> Result<Self, Failure> {
        let list = args.ids.as_ref().map(|file| List::read(registry, file, args.table.as_deref())).transpose()?;
        let names = match &list {
            Some(list) => list.spans.iter().map(|span| list.name(span).into()).collect(),
            None if args.brief.is_some() => input::files(&args.models)?,
            None => args.models.clone(),
        };
        Ok(Self { names, list })
    }

    /// Reads one of them.
    pub(super) fn read(&self, place: usize, registry: &Registry, matches: &ArgMatches) -> Result<Model, Failure> {
        match &self.list {
            None => input::model(registry, &self.names[place], matches),
            Some(list) => list.model(&list.spans[place]),
        }
    }
}

/// The ids in a file, one per line. Empty lines and lines that begin with `#` are skipped.
pub(super) struct List {
    pub(super) document: Document,
    puzzle: &'static PuzzleEntry,
    read: ReadId,
    /// Where the ids stand.
    spans: Vec<Range<usize>>,
}

impl List {
    fn read(registry: &Registry, file: &Path, table: Option<&Path>) -> Result<Self, Failure> {
        let with_ids: Vec<(&'static PuzzleEntry, Ids)> =
            registry.puzzles().filter_map(|puzzle| Some((puzzle, puzzle.ids?))).collect();
        let document = Document::read(file)?;
        let text = document.text();
        let looks_like_one = |ids: &Ids| text.lines().any(|line| (ids.looks_like_one)(line.trim()));
        let found = with_ids.iter().find(|(_, ids)| looks_like_one(ids)).or(with_ids.first());
        let Some(&(puzzle, ids)) = found else { return Err(Failure::usage("no puzzle here has ids")) };
        let read = reader(ids, table)?;
        // A save file is one game, over several lines.
        let is_one = (ids.looks_like_one)(text);
        let lines: Vec<&str> = if is_one { vec![text] } else { text.split_inclusive('\n').collect() };
        let mut from = 0;
        let mut spans = Vec::new();
        for line in lines {
            let (start, id) = (from + line.len() - line.trim_start().len(), line.trim());
            from += line.len();
            if !id.is_empty() && !id.starts_with('#') {
                spans.push(start..start + id.len());
            }
        }
        Ok(Self { document, puzzle, read, spans })
    }

    /// The id, or for a save file the name of the file.
    fn name(&self, span: &Range<usize>) -> &str {
        let id = self.document.slice(span.clone());
        if id.contains('\n') { self.document.name() } else { id }
    }

    fn model(&self, span: &Range<usize>) -> Result<Model, Failure> {
        let id = self.document.slice(span.clone());
        let instance = (self.read)(id).map_err(|error| self.document.place(error.shifted(span.start)))?;
        let problem = Problem::new(self.name(span).to_owned(), self.puzzle, instance);
        let (defaults, document, choices) = (SolveTable::default(), Document::new("", id), Choices::new());
        Ok(Model { problem, defaults, time_limit: None, threads: None, document, choices })
    }
}

/// The reader of ids; with a table, it returns instances that are looked up there.
fn reader(ids: Ids, table: Option<&Path>) -> Result<ReadId, Failure> {
    let Some(path) = table else { return Ok(Box::new(ids.read)) };
    let named = |error: String| Failure::usage(format!("{}: {error}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| named(error.to_string()))?;
    (ids.with_table)(bytes).map_err(named)
}
