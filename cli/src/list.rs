//! `tumble list`.

use crate::{Program, Verb};
use clap::ArgMatches;
use clap::ValueEnum;
use comfy_table::{ColumnConstraint, ContentArrangement, Table, presets};
use serde_json::{Map, Value, json};
use textwrap::WordSeparator;

use super::failure::{Exit, Failure};
use super::limits::Format;
use super::output;
use tumble_model::lower::{LoweringInfo, lowering_infos};
use tumble_pipeline::solve::{MODEL, SEARCH};
use tumble_puzzles::puzzle::{EncodingInfo, PuzzleEntry};
use tumble_solver::{self as backend, BackendEntry, Kind};

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// The puzzles.
    Puzzles,
    /// The encodings of each puzzle.
    Encodings,
    /// The backends, each with its version, or how to get it.
    Backends,
    /// The values of `--method`: how a model can be solved.
    Methods,
    /// The values of `--lowering`, with the encodings that they apply to.
    Lowerings,
}

/// The arguments of `tumble list`.
#[derive(clap::Args, Debug)]
#[command(arg_required_else_help = true)]
pub struct Args {
    /// What to list.
    #[arg(value_enum)]
    kind: What,
    /// Only what this puzzle has.
    puzzle: Option<String>,
    /// How to print it.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// What is lost where solvers run in the process of tumble.
const UNSUPERVISED: &str = "On this system solvers run in tumble's own process: a solver may overrun its limits of time and memory, \
    Ctrl-C waits until the solver looks at it, and a solver that crashes ends tumble.";

impl Verb for Args {
    const NAME: &'static str = "list";
    const ABOUT: &'static str = "List puzzles, encodings, backends, methods or lowerings";
    const READS_MODELS: bool = false;

    /// Prints a list: one JSON object per row, whose keys are the column headings.
    fn run(&self, program: &Program<'_>, _: &ArgMatches) -> Result<Exit, Failure> {
        let puzzles: Vec<&PuzzleEntry> = match &self.puzzle {
            Some(name) => vec![program.registry.named(name)?],
            None => program.registry.puzzles().collect(),
        };
        let rows = match self.kind {
            What::Puzzles => names_of(&puzzles),
            What::Encodings => encodings(&puzzles),
            What::Backends => backends(),
            What::Methods => methods(&puzzles),
            What::Lowerings => lowerings(&puzzles),
        };
        match self.format {
            Format::Json => output::print(&format!("{}\n", Value::Array(rows)))?,
            Format::Text if rows.is_empty() => output::note("there are none"),
            Format::Text => output::print(&text(&rows, Table::new().width()))?,
        }
        if self.kind == What::Backends && !backend::SUPERVISES {
            output::note(UNSUPERVISED);
        }
        Ok(Exit::Answered)
    }
}

fn names_of(puzzles: &[&PuzzleEntry]) -> Vec<Value> {
    puzzles.iter().map(|puzzle| json!({ "name": puzzle.name, "summary": puzzle.summary })).collect()
}

/// A row for each encoding with each set of its strengthenings, and for each alias.
fn encodings(puzzles: &[&PuzzleEntry]) -> Vec<Value> {
    puzzles.iter().flat_map(|puzzle| (puzzle.encodings)().into_iter().flat_map(|e| rows_of(puzzle, e))).collect()
}

fn rows_of(puzzle: &PuzzleEntry, encoding: EncodingInfo) -> Vec<Value> {
    let row = |name: &str, summary: String| json!({ "puzzle": puzzle.name, "name": name, "summary": summary });
    let named = encoding.names().into_iter().map(|name| {
        let suffixes = name.split('+').skip(1);
        let strengthening = |suffix| encoding.strengthenings.iter().find(|one| one.name == suffix);
        let added = suffixes.filter_map(strengthening).map(|one| one.summary);
        let what = if name == encoding.name { encoding.summary } else { encoding.name };
        row(&name, std::iter::once(what).chain(added).collect::<Vec<_>>().join("; "))
    });
    let aliases = encoding
        .aliases
        .iter()
        .map(|alias| row(alias.name, format!("another name of {}: {}", encoding.name, alias.why)));
    named.chain(aliases).collect()
}

fn backends() -> Vec<Value> {
    let row = |name: &str, version: Result<String, String>, summary: String, needs: &str| {
        let available = version.is_ok();
        let how = version.as_ref().err().map_or(needs, String::as_str);
        let version = version.as_ref().ok();
        json!({ "name": name, "available": available, "version": version, "summary": summary, "how_to_get": how })
    };
    let search = row(SEARCH, Ok(env!("CARGO_PKG_VERSION").into()), "the puzzle's direct search".into(), "built in");
    let summary = |entry: &BackendEntry| match entry.kind {
        Kind::Library => entry.summary.to_owned(),
        Kind::Program => format!("{}, not part of `all`", entry.summary),
    };
    let solvers = backend::REGISTRY.iter().map(|entry| row(entry.name, entry.version(), summary(entry), entry.needs));
    std::iter::once(search).chain(solvers).collect()
}

/// The methods: first the methods of all puzzles, then the further searches of each puzzle.
fn methods(puzzles: &[&PuzzleEntry]) -> Vec<Value> {
    let row = |puzzle: &str, name: &str, summary: &str| json!({ "puzzle": puzzle, "name": name, "summary": summary });
    let shared = [
        row("all", SEARCH, "the puzzle's direct search, without a solver"),
        row("all", MODEL, "an integer model (--encoding), solved by a backend (--backend)"),
    ];
    let of = |puzzle: &PuzzleEntry| {
        let name = puzzle.name;
        (puzzle.searches)().into_iter().skip(1).map(move |info| row(name, info.name, info.summary)).collect::<Vec<_>>()
    };
    shared.into_iter().chain(puzzles.iter().copied().flat_map(of)).collect()
}

/// The lowerings that apply to some encoding. Other lowerings are for a caller's own models: see
/// [`solve_model`](tumble_pipeline::solve::solve_model).
fn lowerings(puzzles: &[&PuzzleEntry]) -> Vec<Value> {
    let row = |info: LoweringInfo| {
        let of = |puzzle: &PuzzleEntry| {
            let encodings =
                (puzzle.encodings)().into_iter().filter(|encoding| encoding.constraints.contains(&info.kind));
            encodings.map(|encoding| format!("{} {}", puzzle.name, encoding.name)).collect::<Vec<_>>()
        };
        let encodings: Vec<String> = puzzles.iter().copied().flat_map(of).collect();
        let LoweringInfo { name, default_for, summary, .. } = info;
        let row = json!({ "name": name, "default_for": default_for, "summary": summary, "encodings": encodings });
        (!encodings.is_empty()).then_some(row)
    };
    lowering_infos().into_iter().filter_map(row).collect()
}

/// The narrowest column of words.
const NARROWEST: usize = 16;

/// A table as wide as the terminal, or, where its columns would be too narrow, a line for each cell.
fn text(rows: &[Value], width: Option<u16>) -> String {
    let keys = rows.first().and_then(Value::as_object).into_iter().flat_map(Map::keys);
    let least = |key: &String| {
        let cells = rows.iter().map(|row| cell(&row[key.as_str()]));
        let cells = cells.chain([heading(key)]).map(|text| text.chars().count());
        let widest = cells.max().unwrap_or(0);
        1 + 2 + if is_narrow(rows, key) { widest } else { widest.min(NARROWEST) }
    };
    let least: usize = keys.map(least).sum();
    match width.map(usize::from) {
        Some(width) if width < least => blocks(rows, width),
        _ => {
            let mut table = table(rows);
            if let Some(width) = width {
                table.set_width(width);
            }
            table.trim_fmt() + "\n"
        }
    }
}

/// A line for each cell, and an empty one after each row but the last.
fn blocks(rows: &[Value], width: usize) -> String {
    let line = |(key, value): (&String, &Value)| {
        let text = format!("{}: {}", key.replace('_', " "), cell(value));
        let options = textwrap::Options::new(width).subsequent_indent("  ").break_words(false);
        textwrap::fill(&text, options.word_separator(WordSeparator::AsciiSpace)).trim_end().to_owned() + "\n"
    };
    let block = |row: &Value| row.as_object().into_iter().flatten().map(line).collect::<String>();
    rows.iter().map(block).collect::<Vec<_>>().join("\n")
}

/// A value as people read it.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

fn heading(key: &str) -> String {
    key.replace('_', " ").to_uppercase()
}

/// Whether a column has only names, which are never broken over lines.
fn is_narrow(rows: &[Value], key: &str) -> bool {
    rows.iter().all(|row| !row[key].is_array() && row[key].as_str().is_none_or(|text| !text.contains(' ')))
}

fn table(rows: &[Value]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    let Some(Value::Object(first)) = rows.first() else { return table };
    table.set_header(first.keys().map(|key| heading(key)));
    for row in rows {
        let Value::Object(row) = row else { continue };
        table.add_row(row.values().map(cell));
    }
    for (i, _) in first.keys().enumerate().filter(|(_, key)| is_narrow(rows, key)) {
        // Columns of words shrink instead.
        if let Some(column) = table.column_mut(i) {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    static PUZZLES: &[PuzzleEntry] =
        &[PuzzleEntry::of::<tumble_die_tour::DieTour>(), PuzzleEntry::of::<tumble_sudoku_cube::SudokuCube>()];

    fn all_puzzles() -> Vec<&'static PuzzleEntry> {
        PUZZLES.iter().collect()
    }

    #[test]
    fn a_row_is_a_block_where_there_is_no_room_for_columns() {
        for rows in [backends(), encodings(&all_puzzles()), names_of(&all_puzzles())] {
            let text = text(&rows, Some(20));
            let keys = rows[0].as_object().unwrap().len();
            assert!(text.lines().count() < 16 * rows.len() * keys, "{text}");
            for row in &rows {
                let name = row["name"].as_str().unwrap();
                // A name may be broken at its hyphens.
                assert!(text.split_whitespace().collect::<String>().contains(name), "{name} in\n{text}");
            }
            let is_word = |line: &str| line.split_whitespace().count() <= 2;
            assert!(text.lines().all(|line| line.chars().count() <= 20 || is_word(line)), "{text}");
            assert!(super::text(&rows, None).starts_with(' '), "a table");
        }
    }

    #[test]
    fn names_stay_whole_on_a_narrow_terminal() {
        let rows = encodings(&all_puzzles());
        let text = table(&rows).set_width(60).trim_fmt();
        assert!(text.lines().count() > rows.len() + 1, "summaries are broken:\n{text}");
        for row in rows {
            let name = row["name"].as_str().unwrap();
            assert!(text.split_whitespace().any(|word| word == name), "{name} in\n{text}");
        }
    }
}
