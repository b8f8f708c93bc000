//! `tumble compare`: makes runs, shows their progress on standard error, and then their records.
//!
//! The time that is left is not guessed from the runs that ended: the others may take a thousand times as long.

mod csv;
mod reproduce;
mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::{ArgMatches, ValueEnum, ValueHint};
use itertools::Itertools as _;

use crate::{
    Conditions, Grid, Journal, JournalError, LeftOut, LoweringName, Lowerings, Machine, Names, Opened, Planned, Record,
    Run, Setting, Shard, Step, Subject, Summary, each_once, profile, read, run_all,
};
use tumble_cli::failure::{Exit, Failure};
use tumble_cli::input::{self, Model};
use tumble_cli::limits::interrupt;
use tumble_cli::progress::Display;
use tumble_cli::replacing::Replacing;
use tumble_cli::show::target::{Picture, files_first};
use tumble_cli::{Program, Verb, output, worker};
use tumble_model::control::{Bytes, Interrupt, MAX_THREADS, MEMORY_LIMIT};
use tumble_pipeline::file::{self, Identity};
use tumble_puzzles::registry::Registry;
use tumble_puzzles::render::Scene;

impl Verb for Args {
    const NAME: &'static str = "compare";
    const ABOUT: &'static str = "Solve models in every way, and compare: encodings × lowerings × backends × seeds";

    fn run(&self, program: &Program<'_>, matches: &ArgMatches) -> Result<Exit, Failure> {
        if self.format == TableFormat::Json && self.picture.as_ref().is_some_and(Picture::is_printed) {
            return Err(Failure::usage("--picture - is text between lines of JSON: draw to a file"));
        }
        let models = input::files(&self.models)?;
        check_files(self, &models)?;
        if !self.merge.is_empty() {
            return merge(self);
        }
        if let Some(recorded) = &self.reproduce {
            return reproduce::run(program.registry, self, recorded);
        }
        let interrupt = interrupt();
        let subjects =
            models.iter().map(|path| subject(program.registry, path, matches)).collect::<Result<Vec<_>, _>>()?;
        let Planned { settings, left_out } = self.grid().plan(&subjects).map_err(Failure::usage)?;
        left_out.iter().for_each(output::note);
        if settings.is_empty() {
            return Err(Failure::usage("there is nothing to run: no backend or encoding is left"));
        }
        let settings = match self.shard {
            Some(shard) => shard.part(settings),
            None => settings,
        };
        let runs = settings.into_iter().map(|(i, setting)| Run { subject: &subjects[i], setting }).collect();
        let records = make(self, runs, &interrupt)?;
        let exit = show(self, &records, &left_out);
        Ok(if interrupt.is_raised() { exit.max(Exit::Stopped) } else { exit })
    }
}

/// Refuses files that must not be written. Records may be merged into one of the files that have them: the records of the other files are
/// added.
fn check_files(args: &Args, models: &[PathBuf]) -> Result<(), Failure> {
    let mut inputs: Vec<&Path> = models.iter().chain(&args.reproduce).map(PathBuf::as_path).collect();
    if let Some(output) = &args.output {
        if output::is_standard(output) || file::is_special(output) {
            return Err(Failure::usage("--output: records are read again, and need a file: --format json prints them"));
        }
        Replacing::check_added(output, &inputs)?;
    }
    inputs.extend(args.merge.iter().chain(&args.output).map(PathBuf::as_path));
    args.replacing.check(&[args.picture.as_ref().map(Picture::path)], &inputs)
}

/// Reads a model whose runs are compared.
fn subject(registry: &Registry, path: &Path, matches: &ArgMatches) -> Result<Subject, Failure> {
    let Model { problem, document, choices, .. } = input::model(registry, path, matches)?;
    Ok(Subject::new(problem, document.text(), &choices))
}

/// Puts the records of several files together, each run once.
fn merge(args: &Args) -> Result<Exit, Failure> {
    let output = args.output.as_deref().and_then(Identity::of);
    let others = args.merge.iter().filter(|path| output.is_none() || Identity::of(path) != output);
    // All files are read before one is written.
    let others = others.map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    let (mut journal, mut records) = open(args)?;
    let known = records.len();
    records.extend(others.into_iter().flatten());
    let before = records[..known].to_vec();
    let (records, again) = each_once(records);
    if let Some(journal) = &mut journal {
        let is_new = |(place, record): &(usize, &Record)| {
            before.get(*place).is_none_or(|old| old.has_failed() && !record.has_failed())
        };
        records.iter().enumerate().filter(is_new).try_for_each(|(_, record)| journal.add(record))?;
    }
    if again > 0 {
        let are = if again == 1 { "is" } else { "are" };
        let runs = crate::runs(again);
        output::note(format_args!("{runs} {are} recorded more than once: the first record that did not fail counts"));
    }
    Ok(show(args, &records, &[]))
}

/// The arguments of `tumble compare`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Model files, a game's ids or links, or folders of models; `-` is standard input.
    #[arg(required_unless_present_any = ["merge", "reproduce"], value_name = "MODEL")]
    pub(super) models: Vec<PathBuf>,
    #[command(flatten)]
    grid: GridArgs,
    /// The number of runs that are made at the same time. With more than one, each may slow the others down.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) jobs: u16,
    /// Make only part I of N of the runs, as for one of N machines; `--merge` puts the parts together.
    #[arg(long, value_name = "I/N")]
    pub(super) shard: Option<Shard>,
    /// Record each run in a file as a line of JSON. Runs that the file already has are not made again, so that a comparison that was stopped can
    /// be continued.
    #[arg(long, short, value_name = "FILE.jsonl", value_hint = ValueHint::FilePath)]
    pub(super) output: Option<PathBuf>,
    /// With --output: make the runs again that the file records as failed.
    #[arg(long, requires = "output", conflicts_with_all = ["merge", "reproduce"])]
    pub(super) retry_failed: bool,
    /// Make no runs: show the runs that these files record. With --output, write them to one file.
    #[arg(long, num_args = 1.., value_name = "FILE", conflicts_with_all = ["models", "shard", "reproduce"])]
    pub(super) merge: Vec<PathBuf>,
    /// Make the runs that this file records once more, and say what differs. --output is another file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["models"])]
    pub(super) reproduce: Option<PathBuf>,
    /// How to print the tables; `json` prints the records.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: TableFormat,
    /// Draw the performance profile; `-` is text on standard output, after the tables.
    #[arg(long, value_name = Picture::VALUE, value_hint = ValueHint::FilePath)]
    pub(super) picture: Option<Picture>,
    #[command(flatten)]
    pub(super) replacing: Replacing,
}

/// The runs to make of each model.
#[derive(clap::Args, Debug)]
struct GridArgs {
    /// The encodings, separated by commas. `default`: the one that a backend gets if no encoding is named; `NAME+all`: NAME with each set of its
    /// strengthenings; `all`: every encoding without strengthenings; `all+all`: every encoding with each set.
    #[arg(long, short, value_delimiter = ',', default_value = "all", value_name = "E")]
    encodings: Vec<String>,
    /// The backends, separated by commas: `all` are those of this build and search.
    #[arg(long, short, value_delimiter = ',', default_value = "all", value_name = "B")]
    backends: Vec<String>,
    /// The methods, separated by commas (`tumble list methods`). Without this option: search, if it is among the backends, and models.
    #[arg(long, value_delimiter = ',', value_name = "M")]
    methods: Vec<String>,
    /// A way to lower models, as in `table=support`; may be repeated. `all` stands for each way that applies. Without this option: the default.
    #[arg(long = "lowering", value_name = "L")]
    lowerings: Vec<LoweringName>,
    /// Make each run with the seeds 1 to N.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    seeds: Option<u32>,
    /// Solve the linear relaxations only. Where there is no objective, random costs take its place.
    #[arg(long)]
    lp_only: bool,
    /// The time limit of each run: `60s`, `5min`, `1h 30min`.
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = humantime::parse_duration)]
    time_limit: Duration,
    /// The memory limit of each run: `512M`, `8G`.
    #[arg(long, value_name = "SIZE", default_value_t = MEMORY_LIMIT)]
    memory_limit: Bytes,
    /// The number of threads of each run.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_THREADS)))]
    threads: Option<u32>,
}

/// How tables are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum TableFormat {
    /// Aligned text.
    #[default]
    Text,
    /// Markdown.
    Markdown,
    /// LaTeX, with its package booktabs.
    Latex,
    /// Comma-separated values for programs: a line for each model and configuration, also for those that are left out.
    Csv,
    /// The records, one JSON object per line.
    Json,
}

impl Args {
    /// The runs that are asked for.
    pub(super) fn grid(&self) -> Grid {
        let GridArgs { encodings, backends, methods, lowerings, seeds, lp_only, time_limit, memory_limit, threads } =
            &self.grid;
        Grid {
            methods: Names::of(methods.clone()),
            backends: Names::of(backends.clone()),
            encodings: encodings.clone(),
            lowerings: Lowerings::of(lowerings.clone()),
            seeds: *seeds,
            threads: *threads,
            time_limit: Some(*time_limit),
            memory_limit: memory_limit.0,
            lp_only: *lp_only,
        }
    }
}

/// Shows the progress of a list of runs until it is dropped.
pub(super) struct GridProgress {
    names: Vec<String>,
    state: Arc<Mutex<State>>,
    _display: Display,
}

/// The state of the runs.
struct State {
    all: usize,
    ended: usize,
    running: BTreeMap<usize, (String, Instant)>,
}

impl GridProgress {
    /// Starts the display for runs with these names.
    pub(super) fn start(names: impl Iterator<Item = String>) -> Self {
        let names: Vec<String> = names.collect();
        let state = State { all: names.len(), ended: 0, running: BTreeMap::new() };
        let state = Arc::new(Mutex::new(state));
        let shown = Arc::clone(&state);
        let line = move |elapsed| shown.lock().unwrap_or_else(PoisonError::into_inner).line(elapsed, Instant::now());
        Self { names, state, _display: Display::of("compare".into(), line) }
    }

    pub(super) fn begun(&self, run: usize) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.running.insert(run, (self.names[run].clone(), Instant::now()));
    }

    pub(super) fn ended(&self, run: usize) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.running.remove(&run);
        state.ended += 1;
    }
}

impl State {
    /// `12 of 96 runs in 4m 10s; models/…: arc-flow on highs (3 s)`.
    fn line(&self, elapsed: Duration, now: Instant) -> String {
        let oldest = self.running.values().min_by_key(|(_, begun)| *begun);
        let oldest = oldest.map(|(name, begun)| format!("; {name} ({:.0} s)", (now - *begun).as_secs_f64()));
        let elapsed = humantime::format_duration(Duration::from_secs(elapsed.as_secs()));
        format!("{} of {} in {elapsed}{}", self.ended, crate::runs(self.all), oldest.unwrap_or_default())
    }
}

/// Opens the file for records, if there is one: with the records that it has.
pub(super) fn open(args: &Args) -> Result<(Option<Journal>, Vec<Record>), Failure> {
    let Some(path) = &args.output else { return Ok((None, Vec::new())) };
    let Opened { journal, records, is_torn } = Journal::open(path)?;
    if is_torn {
        output::note(format_args!("{}: the last line was cut short: its run is made again", path.display()));
    }
    Ok((Some(journal), records))
}

/// Makes the runs that the output does not have. Returns all records of the output, also of other runs.
pub(super) fn make(args: &Args, mut runs: Vec<Run<'_>>, interrupt: &Interrupt) -> Result<Vec<Record>, Failure> {
    let (mut journal, mut records) = open(args)?;
    let all = runs.len();
    let failed: BTreeSet<Setting> =
        records.iter().filter(|record| record.has_failed()).map(|record| record.setting.clone()).collect();
    let failed = runs.iter().filter(|run| failed.contains(&run.setting)).count();
    if args.retry_failed {
        records.retain(|record| !record.has_failed() || !runs.iter().any(|run| run.setting == record.setting));
    }
    let known: BTreeSet<&Setting> = records.iter().map(|record| &record.setting).collect();
    runs.retain(|run| !known.contains(&run.setting));
    if runs.len() < all {
        let are = if all == 1 { "is" } else { "are" };
        let recorded = all - runs.len();
        output::note(format_args!("{recorded} of {} {are} recorded, {} left", crate::runs(all), runs.len()));
    }
    match failed {
        0 => {}
        _ if args.retry_failed => output::note(format_args!("made again, as they failed: {}", crate::runs(failed))),
        _ => output::note(format_args!("{failed} of the recorded runs failed: --retry-failed makes them again")),
    }
    let jobs = usize::from(args.jobs);
    let conditions =
        Conditions { machine: Machine::this(), jobs, interrupt: interrupt.clone(), worker: worker::command() };
    let name = |run: &Run<'_>| format!("{}: {}", run.subject.problem.model, run.setting);
    let progress = GridProgress::start(runs.iter().map(name));
    let mut made = 0;
    run_all(&runs, &conditions, |step| {
        match step {
            Step::Begun(i) => progress.begun(i),
            Step::Ended(i, record) => {
                if let Some(journal) = &mut journal {
                    journal.add(&record)?;
                }
                records.push(*record);
                made += 1;
                progress.ended(i);
            }
        }
        Ok(())
    })?;
    drop(progress);
    if interrupt.is_raised() {
        let were = if runs.len() == 1 { "was" } else { "were" };
        output::note(format_args!("stopped by an interrupt: {made} of {} {were} made", crate::runs(runs.len())));
    }
    Ok(records)
}

/// Prints the tables, contradictions and failures first, and draws the picture.
pub(super) fn show(args: &Args, records: &[Record], left_out: &[LeftOut]) -> Exit {
    let summary = Summary::of(records);
    for contradiction in &summary.contradictions {
        output::note(format_args!("CONTRADICTION on {contradiction}"));
    }
    for (model, configuration, error) in &summary.failures {
        output::note(format_args!("{model}: {configuration} failed: {error}"));
    }
    let print = || {
        output::print(&match args.format {
            TableFormat::Text => table::text(&summary, records, left_out),
            TableFormat::Markdown => table::markdown(&summary, records, left_out),
            TableFormat::Latex => table::latex(&summary, records, left_out),
            TableFormat::Csv => csv::text(&summary, left_out)?,
            TableFormat::Json => records.iter().map(|record| format!("{record}\n")).join(""),
        })?;
        Ok(Exit::Answered)
    };
    let draw = || args.picture.as_ref().map_or(Ok(Exit::Answered), |picture| draw(picture, &summary, records));
    let shown = files_first([(true, &print), (args.picture.as_ref().is_some_and(Picture::is_printed), &draw)]);
    let has_failed = !summary.contradictions.is_empty() || !summary.failures.is_empty();
    if has_failed { Exit::Internal } else { shown }
}

/// Draws the performance profile.
fn draw(picture: &Picture, summary: &Summary, records: &[Record]) -> Result<Exit, Failure> {
    if picture.is_printed() {
        output::print("\n")?;
    }
    picture.draw(&[Scene::Profile(profile(records))])?;
    if summary.rows.iter().map(|row| row.configuration.lp_only).unique().count() > 1 {
        output::note("--picture: linear relaxations are left out of the profile");
    }
    Ok(Exit::Answered)
}

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Self {
        Self::usage(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_has_the_runs_that_ended_and_the_one_that_runs_longest() {
        let now = Instant::now();
        let mut state = State { all: 10, ended: 0, running: BTreeMap::new() };
        assert_eq!(state.line(Duration::from_millis(1200), now), "0 of 10 runs in 1s");
        state.ended = 4;
        state.running.insert(4, ("a: b".into(), now));
        state.running.insert(5, ("c: d".into(), now + Duration::from_secs(1)));
        let later = now + Duration::from_secs(3);
        assert_eq!(state.line(Duration::from_secs(83), later), "4 of 10 runs in 1m 23s; a: b (3 s)");
    }
}
