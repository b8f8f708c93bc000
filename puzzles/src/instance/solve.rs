//! The `[solve]` table: defaults that the command line overrides.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{At, InputError};
use crate::control::MAX_THREADS;

/// Defaults for `tumble solve`; the command line overrides them.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "Solve")]
pub struct SolveTable {
    /// The backend to use: a name that `tumble list backends` shows, or "search".
    pub backend: Option<At<String>>,
    /// The encoding to use: a name that `tumble list encodings` shows.
    pub encoding: Option<At<String>>,
    /// How to lower the model, as in "table=support": names that `tumble list lowerings` shows, separated by commas. A direct
    /// search ignores it.
    pub lowering: Option<At<String>>,
    /// Stop after this time: "60s", "5min", "1h 30min".
    pub time_limit: Option<At<String>>,
    /// Threads for the solver or the search, 1 to 64.
    #[schemars(range(min = 1, max = 64))]
    pub threads: Option<At<u32>>,
    /// Seed of the solver's random numbers.
    pub seed: Option<At<u32>>,
}

impl SolveTable {
    /// The number of threads.
    ///
    /// # Errors
    /// When it is not from 1 to [`MAX_THREADS`].
    pub fn threads(&self) -> Result<Option<u32>, InputError> {
        let read = |at: &At<u32>| match at.value {
            0 => Err(InputError::of(at, "a run takes at least one thread", "less than 1")),
            n if n > MAX_THREADS => {
                Err(InputError::of(at, format!("a run takes at most {MAX_THREADS} threads"), "too many"))
            }
            n => Ok(n),
        };
        self.threads.as_ref().map(read).transpose()
    }

    /// The time limit as a duration.
    ///
    /// # Errors
    /// When the text is not a duration.
    pub fn time_limit(&self) -> Result<Option<Duration>, InputError> {
        let read = |text: &At<String>| {
            humantime::parse_duration(&text.value).map_err(|e| {
                InputError::of(text, format!("`{}` is not a time: {e}", text.value), "not understood")
                    .help("write a number and a unit: \"60s\", \"5min\", \"1h 30min\"")
            })
        };
        self.time_limit.as_ref().map(read).transpose()
    }
}
