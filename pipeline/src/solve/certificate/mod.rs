//! Certificates: what anyone can check of an answer without trusting the solver that found it.
//!
//! A certificate of an answer has three parts: the witness, which is the solution; the statement, an OPB file that has a solution if there
//! is a better one than the witness, or another one; and a proof that the statement has no solution ([`tumble_proofs`]). The statement is
//! the model of an encoding with one more row. Its header says which, so that the statement can be built again from the model file.
//!
//! | file | what |
//! |---|---|
//! | `claim.rs` | what a certificate proves, and its statement, which is built again to check it |
//! | `prove.rs` | writes a proof |

mod claim;
mod prove;

pub use claim::{CertificateError, Claimed, Stating, Witness, check_statement};
pub use prove::{Certified, NoProof, prove};
