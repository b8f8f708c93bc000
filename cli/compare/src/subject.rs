//! A model, and what identifies it.

use std::collections::BTreeMap;

use itertools::Itertools as _;
use sha2::{Digest as _, Sha256};

use tumble_pipeline::solve::Problem;
use tumble_puzzles::puzzle::Choices;

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
