//! The pipeline: the only module that sees puzzles, lowering and backends together.
//!
//! A backend's answer is accepted only after three steps: it is rounded, checked against the model *before*
//! lowering in exact integers, and decoded and replayed by the puzzle's rules, which recompute the objective. A failure in
//! any step is an error that names the solver, never a warning.
//!
//! | file | what |
//! |---|---|
//! | `problem.rs` | the problem to be solved |
//! | `method.rs` | how: a search of the puzzle, or a model and a solver |
//! | `run.rs` | the pipeline from a problem to a report; searches |
//! | `prepare.rs` | from an encoding to a lowered model |
//! | `answer.rs` | from an assignment to a [`Verified`] solution, lists of them, and a [`Report`](crate::report::Report) |
//! | `rounds.rs` | the loops over cuts and over horizons |
//! | `listing.rs` | all solutions through a backend; how many solutions there are |
//! | `stream.rs` | the events of a run as JSON |
//! | `watch.rs` | time and memory of a run |
//! | `decode.rs` | the answer of another program to an exported model |
//! | `export.rs` | models as files for other programs |
//! | `certificate/` | proofs of answers for everyone to check |
//! | `explain.rs` | why a model has no solution |
//! | `relax.rs` | linear relaxations, with cuts |
//! | `compare.rs` | comparing reports on the same problem |

mod answer;
mod certificate;
mod compare;
mod decode;
mod error;
mod explain;
mod export;
mod listing;
mod method;
mod prepare;
mod problem;
mod relax;
mod rounds;
mod run;
mod stream;
mod watch;

pub use crate::verify::{CheckError, Infinite, MovesFault, Verified, check};
pub use certificate::{CertificateError, Certified, Claimed, NoProof, Stating, Witness, check_statement, prove};
pub use compare::{Statement, compare, compare_statements, cross_check, other_method};
pub use decode::{DecodeError, Foreign, decode};
pub use error::SolveError;
pub use explain::{Conflict, ExplainedModel, Explanation, Remedy, explain, explain_encoding};
pub use export::RELAXATION;
pub use listing::{count, which, within};
pub use method::{
    Asked, Backends, MODEL, Method, MethodError, Options, Solver, Ways, encoding, encoding_names, method_names,
};
pub use prepare::{Prepared, Settled, prepare, prepare_whole};
pub use problem::Problem;
pub use relax::relax;
pub use run::solve;
pub use stream::Stream;
pub use tumble_puzzles::puzzle::SEARCH;
pub use tumble_solver::{
    Explained, ModelAnswer, ModelError, ModelSolutions, RowConflict, explain_model_in, list_model, list_model_in,
    solve_model, solve_model_in,
};
pub use watch::measure_own_process;
