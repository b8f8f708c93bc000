//! Why there is no report.

use super::method::MethodError;
use crate::report::Status;
use tumble_model::control::Stop;
use tumble_model::lower::LowerError;
use tumble_puzzles::puzzle::EncodeError;
use tumble_solver::{BackendError, ModelError};

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The encoding does not exist, does not fit the instance, or is too large here.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// The search does not answer the question.
    #[error(transparent)]
    Method(#[from] MethodError),
    /// The model cannot be lowered, or the backend failed or cannot take it.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// An answer that failed the checks.
    #[error("{solver} answered {status:?} on encoding {encoding}, but its solution is wrong: {why}")]
    Wrong {
        /// Name and version.
        solver: String,
        /// The encoding that it was given.
        encoding: String,
        /// What it claimed.
        status: Status,
        /// What the check found.
        why: String,
    },
    /// A horizon for which the encoding has no model.
    #[error("no such horizon: {why}")]
    Horizon {
        /// Why not.
        why: String,
    },
    /// No solution is best, so that no model has a best one.
    #[error("there is no model of this instance: {why}")]
    NoBest {
        /// Why there is a better solution to each.
        why: String,
    },
    /// The model lacks solutions, so that it cannot be handed out as a model of the problem.
    #[error(
        "the model of {encoding} has only solutions better than one that tumble knows: leave the strengthening out"
    )]
    OnlyBetter {
        /// The encoding.
        encoding: String,
    },
    /// Solutions cannot be listed this way.
    #[error("{what} finds one solution and does not list more")]
    Unlisted {
        /// What cannot list them.
        what: String,
    },
    /// Two methods contradict each other.
    #[error("{a} says {a_says}, but {b} says {b_says}")]
    Disagreement {
        /// One method.
        a: String,
        /// What it says.
        a_says: String,
        /// The other.
        b: String,
        /// What the other says.
        b_says: String,
    },
}

impl SolveError {
    /// Whether the backend does not take an option of the request.
    pub const fn is_of_option(&self) -> bool {
        matches!(self, Self::Model(ModelError::Backend(BackendError::Option { .. })))
    }

    /// The limit that was reached before there was a model.
    pub const fn stop(&self) -> Option<&Stop> {
        match self {
            Self::Encode(EncodeError::Stopped(stop)) | Self::Model(ModelError::Lower(LowerError::Stopped(stop))) => {
                Some(stop)
            }
            _ => None,
        }
    }

    /// Whether the request was impossible; otherwise something inside failed.
    pub const fn is_usage(&self) -> bool {
        match self {
            Self::Encode(error) => !matches!(error, EncodeError::WrongSize { .. }),
            Self::Method(_)
            | Self::Unlisted { .. }
            | Self::NoBest { .. }
            | Self::OnlyBetter { .. }
            | Self::Horizon { .. } => true,
            Self::Model(error) => error.is_usage(),
            Self::Wrong { .. } | Self::Disagreement { .. } => false,
        }
    }
}
