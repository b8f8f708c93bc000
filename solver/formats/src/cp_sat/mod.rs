//! CP-SAT's protocol buffers: models as files, and what the backend exchanges with the library.
//!
//! | file | what |
//! |---|---|
//! | `message.rs` | the messages, by field |
//! | `translate.rs` | [`Model`] → [`CpModelProto`], every kind of constraint as it is |
//!
//! The schema is that of OR-Tools 9.15, `ortools/sat/cp_model.proto` and `ortools/sat/sat_parameters.proto`. `tests/all/cp_sat.rs` compares the
//! messages with it.

mod message;
mod translate;

pub use message::{
    AllDifferentConstraintProto, CircuitConstraintProto, ConstraintProto, CpModelProto, CpObjectiveProto,
    CpSolverResponse, CpSolverSolution, CpSolverStatus, IntegerVariableProto, Kind, LinearConstraintProto,
    LinearExpressionProto, PartialVariableAssignment, SatParameters, TableConstraintProto,
};
pub use translate::{LIMIT, translate};

use prost::Message as _;

use tumble_model::model::Model;

/// Why a model cannot be written for CP-SAT.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CpSatError {
    /// A domain is larger than CP-SAT takes.
    #[error("the domain {lower}..={upper} of {name} is not within ±(2^62 − 1)")]
    Domain {
        /// The variable.
        name: String,
        /// Its least value.
        lower: i64,
        /// Its largest value.
        upper: i64,
    },
    /// A sum could leave the range in which CP-SAT computes.
    #[error("{what} can add up to more than ±(2^62 − 1)")]
    Sum {
        /// The row, or the objective.
        what: String,
    },
    /// The objective's constant is not exact in the format, where it is a floating-point number.
    #[error("the objective's constant {0} is beyond ±2^53")]
    Constant(i64),
    /// A literal of a variable that is not 0/1.
    #[error("{0} is used as a literal, and has values other than 0 and 1")]
    NotBoolean(String),
    /// There are too many variables or nodes: the format numbers them with 32 bits.
    #[error("the model has more than 2^31 − 1 variables or nodes")]
    TooLarge,
}

/// The bytes of a `CpModelProto` file for `model`. The message's name is the name of the model, followed by a line for each pair of
/// `header`: the format has no comments.
///
/// # Errors
/// As [`translate()`].
pub fn write(model: &Model, header: &[(&str, String)]) -> Result<Vec<u8>, CpSatError> {
    let mut proto = translate(model)?;
    let lines = header.iter().map(|(key, value)| format!("{key}: {value}"));
    proto.name = std::iter::once(proto.name).chain(lines).collect::<Vec<_>>().join("\n");
    Ok(proto.encode_to_vec())
}
