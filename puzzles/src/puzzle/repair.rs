//! Repairs of a model that was misread: small changes that give it a solution.

use std::convert::Infallible;

use super::Choices;
use crate::control::{Extent, Request};
use crate::instance::{Document, InputError};

/// Finds the repairs of a model without a solution, or of a model that is refused only because of what was misread. Keeps to the limits
/// of the request, and reports the number of changes tried so far as the nodes of its progress. A model that has a solution has no
/// repairs, and nothing is tried.
///
/// The error is another fault of the file, so that no change of a reading would help.
pub type FindRepairs = fn(&Document, &Choices, &Request<'_>) -> Result<Repairs, InputError>;

/// A change that gives a model a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The right reading and the wrong reading, in one line.
    pub text: String,
    /// The text of the model file with the change made.
    pub model: String,
}

/// The repairs of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repairs {
    /// The likeliest first.
    pub repairs: Vec<Repair>,
    /// Whether all changes were tried, or enough, because likelier ones helped.
    pub extent: Extent<Infallible>,
    /// The number of changes that were tried.
    pub tried: usize,
}
