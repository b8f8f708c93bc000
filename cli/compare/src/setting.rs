//! What identifies a model and a run, and the parts of a grid, for several machines.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use itertools::Itertools as _;
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use tumble_model::control::Bytes;
use tumble_pipeline::solve::{MODEL, Problem, SEARCH};
use tumble_puzzles::puzzle::Choices;

/// What identifies a run. Runs of equal settings are one run, wherever the model file lies, and on whatever machine.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// The [digest](super::Subject::digest) of the model.
    pub model_sha256: String,
    /// The puzzle's own options.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub puzzle_options: BTreeMap<String, String>,
    /// How it is solved.
    pub configuration: Configuration,
    /// The seed of the solver's random numbers, or of the random costs of a relaxation.
    pub seed: Option<u32>,
}

/// A way to solve models, seeds aside.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Configuration {
    /// `search`, `model`, or a bounded search.
    pub method: String,
    /// The encoding's canonical name, for the method `model`.
    pub encoding: Option<String>,
    /// The requested lowering, as text, for the method `model`.
    pub lowering: Option<String>,
    /// The backend; `None` for search.
    pub backend: Option<String>,
    /// The number of threads, if one was requested.
    pub threads: Option<u32>,
    /// The time limit of a run, as in `1m 30s`.
    pub time_limit: Option<String>,
    /// The memory limit of a run.
    pub memory_limit_bytes: u64,
    /// Whether only the linear relaxation is solved.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lp_only: bool,
}

impl Configuration {
    /// The time limit of a run.
    ///
    /// # Errors
    /// When its text is no time.
    pub fn time_limit(&self) -> Result<Option<Duration>, humantime::DurationError> {
        self.time_limit.as_deref().map(humantime::parse_duration).transpose()
    }
}

/// The words for configurations that are shown together: as each is displayed, with the limits of those that are displayed alike and differ
/// in them.
pub(super) fn labels<'a>(
    configurations: impl IntoIterator<Item = &'a Configuration>,
) -> BTreeMap<&'a Configuration, String> {
    let mut alike: BTreeMap<String, BTreeSet<&Configuration>> = BTreeMap::new();
    for configuration in configurations {
        alike.entry(configuration.to_string()).or_default().insert(configuration);
    }
    let mut labels = BTreeMap::new();
    for (words, configurations) in alike {
        let of_kind = |lp_only: bool| configurations.iter().filter(move |one| one.lp_only == lp_only);
        for &configuration in &configurations {
            let mut label = vec![words.clone()];
            if !of_kind(configuration.lp_only).map(|one| &one.time_limit).all_equal() {
                let limit = configuration.time_limit.as_deref().map(|limit| format!("time limit {limit}"));
                label.push(limit.unwrap_or_else(|| "no time limit".to_owned()));
            }
            if !of_kind(configuration.lp_only).map(|one| one.memory_limit_bytes).all_equal() {
                label.push(format!("memory limit {}", Bytes(configuration.memory_limit_bytes)));
            }
            labels.insert(configuration, label.join(", "));
        }
    }
    labels
}

impl fmt::Display for Setting {
    /// `arc-flow on highs, seed 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.configuration.fmt(f)?;
        self.seed.map_or(Ok(()), |seed| write!(f, ", seed {seed}"))
    }
}

impl fmt::Display for Configuration {
    /// `search`, `arc-flow on highs`, `cp-table, circuit=mtz on cbc`, `lp-frontier on highs, 2 threads`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.method.as_str(), &self.encoding) {
            (MODEL, Some(encoding)) => f.write_str(encoding)?,
            (method, _) => f.write_str(method)?,
        }
        if let Some(lowering) = self.lowering.as_ref().filter(|lowering| *lowering != "none") {
            write!(f, ", {lowering}")?;
        }
        if let Some(backend) = self.backend.as_ref().filter(|_| self.method != SEARCH) {
            write!(f, " on {backend}")?;
        }
        match self.threads {
            None => Ok(()),
            Some(1) => f.write_str(", 1 thread"),
            Some(threads) => write!(f, ", {threads} threads"),
        }
    }
}

/// A part of a grid: the part of machine `index` of `of`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    of: usize,
}

/// A text that is not a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write I/N with 1 ≤ I ≤ N, as in 2/3")]
pub struct NoShard;

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let (index, of) = text.split_once('/').ok_or(NoShard)?;
        let [index, of] = [index, of].map(|number| number.trim().parse::<usize>().map_err(|_| NoShard));
        let (index, of) = (index?, of?);
        if (1..=of).contains(&index) { Ok(Self { index, of }) } else { Err(NoShard) }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl Shard {
    /// The items of a list that this shard has, in order. Each item is in one shard. The list is shuffled first, with a fixed seed, so that
    /// neighbours, which are often alike, are mostly in different shards.
    pub fn part<T>(self, list: Vec<T>) -> Vec<T> {
        let mut shuffled: Vec<usize> = (0..list.len()).collect();
        shuffled.shuffle(&mut ChaCha8Rng::seed_from_u64(0));
        let own: BTreeSet<usize> = shuffled.into_iter().skip(self.index - 1).step_by(self.of).collect();
        list.into_iter().enumerate().filter(|(i, _)| own.contains(i)).map(|(_, item)| item).collect()
    }
}

/// A model whose runs are compared.
#[derive(Debug)]
pub struct Subject {
    /// The problem.
    pub problem: Problem,
    /// The SHA-256 of the model file's text, in hexadecimal digits.
    pub digest: String,
    /// The puzzle's own options that it was read with.
    pub options: BTreeMap<String, String>,
}

impl Subject {
    /// The problem that was read from this text with these options.
    pub fn new(problem: Problem, text: &str, choices: &Choices) -> Self {
        let digest = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).join("");
        let options = choices.iter().map(|(&name, value)| (name.to_owned(), value.clone())).collect();
        Self { problem, digest, options }
    }

    /// Whether another one has the same runs.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        (&self.digest, &self.options) == (&other.digest, &other.options)
    }
}
