//! What a grid leaves out.

use std::fmt;

use tumble_pipeline::solve::MODEL;

/// Runs that are not made, and why.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LeftOut {
    /// The model.
    pub model: String,
    /// The method.
    pub method: String,
    /// The encoding; `None` if all encodings are left out, or the method has none; without a backend too, all of a model.
    pub encoding: Option<String>,
    /// The backend; `None` if the reason holds for each.
    pub backend: Option<String>,
    /// Why.
    pub why: String,
}

impl LeftOut {
    /// What a model's method leaves out, for a reason: an encoding and a backend.
    pub(super) fn new(model: &str, method: &str, [encoding, backend]: [Option<&str>; 2], why: String) -> Self {
        let [encoding, backend] = [encoding, backend].map(|name| name.map(str::to_owned));
        Self { model: model.to_owned(), method: method.to_owned(), encoding, backend, why }
    }
}

impl fmt::Display for LeftOut {
    /// `4x4.toml: arc-flow on cbc is left out: …`, `4x4.toml is left out: …`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { model, method, encoding, backend, why } = self;
        let way = encoding.as_ref().or((method != MODEL).then_some(method));
        let parts = [way, backend.as_ref()].into_iter().flatten().map(String::as_str).collect::<Vec<_>>();
        let part = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(" on ")) };
        write!(f, "{model}{part} is left out: {why}")
    }
}
