//! The arguments of `tumble compare`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ValueEnum, ValueHint};

use crate::{Grid, LoweringName, Lowerings, Names, Shard};
use tumble_cli::replacing::Replacing;
use tumble_cli::show::target::Picture;
use tumble_model::control::{Bytes, MAX_THREADS, MEMORY_LIMIT};

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
