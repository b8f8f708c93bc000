#![doc = include_str!("../README.md")]
//!
//! Files for other programs: models in several formats, and the [solutions](solution) that come back.
//!
//! To add a format, write a file with its function `write`, and its row in [`REGISTRY`]: the command line reads names, suffixes and
//! help from there. All formats begin with the same comments ([`comments`]): what the model is, so that a
//! solution can be decoded ([`Header`]), and what its names mean ([`Model::legend`]).
//!
//! | file | what |
//! |---|---|
//! | `header.rs` | the comments at the beginning of a file |
//! | `names.rs` | names that every reader accepts |
//! | `plain.rs` | models of plain rows, as LP and MPS files have them |
//! | `lp.rs`, `mps.rs`, `fzn.rs`, `cnf.rs`, `opb.rs`, `cp_sat/` | a format each |
//! | `zero_one.rs` | models over 0/1 variables, as OPB files have them |
//! | `solution/` | solution files |

pub mod cnf;
#[cfg(feature = "cp-sat")]
pub mod cp_sat;
pub mod fzn;
mod header;
pub mod lp;
pub mod mps;
mod names;
pub mod opb;
mod plain;
pub mod solution;
#[cfg(test)]
pub(crate) mod tests;
pub mod zero_one;

pub use header::{Header, MARK, comments, digest, sense};
pub use names::{ONE, written_name};
pub use plain::row_names;

use tumble_model::model::{Capabilities, Model, Sense, Var};

/// A row of the registry.
#[derive(Debug)]
pub struct FormatEntry {
    /// Its name on the command line.
    pub name: &'static str,
    /// The suffixes of its files, without the dot, in lower case.
    pub suffixes: &'static [&'static str],
    /// What it is, in a line.
    pub summary: &'static str,
    /// The constraints that it has; models are lowered to them before they are written.
    pub capabilities: Capabilities,
    /// Writes a file.
    pub write: Write,
    /// What some of its readers get wrong of a model, in a line.
    pub caution: fn(&Model) -> Option<&'static str>,
    /// The objective in its files.
    pub objective: FileObjective,
    /// How solutions of its files state values.
    pub values: Values,
}

/// The objective in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileObjective {
    /// The objective of the model.
    Same,
    /// The objective of the model, always minimised: the objective of a maximisation is negated.
    Minimized,
    /// The objective of the model, always minimised, without what does not depend on the file's 0/1 variables.
    OfBits,
    /// None.
    None,
}

impl FileObjective {
    /// The objective of a model whose file has the objective `stated`; `None` if either has none.
    pub fn of_model(self, model: &Model, stated: f64) -> Option<f64> {
        let is_maximized = model.objective()?.sense == Sense::Maximize;
        let sign = if is_maximized && self != Self::Same { -1.0 } else { 1.0 };
        match self {
            Self::Same | Self::Minimized => Some(sign * stated),
            Self::OfBits => {
                let constant = zero_one::ZeroOne::of(model).ok()?.objective?.constant;
                Some(sign * (stated + constant as f64))
            }
            Self::None => None,
        }
    }
}

/// How solutions state the values of a model's variables.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// By the written names.
    Named,
    /// By the written names, or by the numbers of columns in this order.
    Columns(fn(&Model) -> Result<Vec<Column>, WriteError>),
    /// By the numbers of 0/1 variables of the file's own.
    Bits(OfBits),
}

/// The variables of a model by the 0/1 variables of its file.
#[derive(Clone, Copy, Debug)]
pub struct OfBits {
    /// The number of the 0/1 variables: they are 1 to this.
    pub count: fn(&Model) -> Result<usize, WriteError>,
    /// The values of the model's variables; `is_one` says which 0/1 variables are 1, by number.
    pub values: ValuesOfBits,
}

/// The function of [`OfBits::values`].
pub type ValuesOfBits = fn(&Model, is_one: &dyn Fn(usize) -> bool) -> Result<Vec<i64>, WriteError>;

/// A column of a file: a variable of the model, or `None` for a column of the writer's own.
pub type Column = Option<Var>;

/// Writes a model after comments with the pairs of a header.
pub type Write = fn(&Model, header: &[(&str, String)]) -> Result<Vec<u8>, WriteError>;

/// All formats. If several formats have a suffix, the first one is the format of the suffix.
pub const REGISTRY: &[FormatEntry] = &[
    FormatEntry {
        name: "lp",
        suffixes: &["lp"],
        summary: "the CPLEX LP format, in a plain dialect that MILP solvers read alike",
        capabilities: Capabilities::LINEAR,
        write: |model, header| Ok(lp::write(model, header)?.into_bytes()),
        caution: |_| None,
        objective: FileObjective::Same,
        values: Values::Columns(lp::columns),
    },
    FormatEntry {
        name: "mps",
        suffixes: &["mps"],
        summary: "the free MPS format, always a minimisation, in a dialect that MILP solvers read alike",
        capabilities: Capabilities::LINEAR,
        write: |model, header| Ok(mps::write(model, header)?.into_bytes()),
        caution: |_| None,
        objective: FileObjective::Minimized,
        values: Values::Columns(mps::columns),
    },
    FormatEntry {
        name: "fzn",
        suffixes: &["fzn"],
        summary: "FlatZinc with global constraints as Gecode names them",
        capabilities: fzn::WITH_GLOBALS,
        write: |model, header| Ok(fzn::write(model, header)?.into_bytes()),
        caution: fzn::caution,
        objective: FileObjective::Same,
        values: Values::Named,
    },
    FormatEntry {
        name: "fzn-std",
        suffixes: &["fzn"],
        summary: "FlatZinc of standard constraints only, for any FlatZinc solver",
        capabilities: fzn::STANDARD,
        write: |model, header| Ok(fzn::write(model, header)?.into_bytes()),
        caution: fzn::caution,
        objective: FileObjective::Same,
        values: Values::Named,
    },
    FormatEntry {
        name: "cnf",
        suffixes: &["cnf"],
        summary: "DIMACS CNF, clauses for SAT solvers: whether there is a solution, without the objective",
        capabilities: Capabilities::ALL,
        write: |model, header| Ok(cnf::write(model, header)?.into_bytes()),
        caution: |_| None,
        objective: FileObjective::None,
        values: Values::Bits(OfBits { count: cnf::count, values: cnf::values }),
    },
    FormatEntry {
        name: "opb",
        suffixes: &["opb"],
        summary: "OPB, linear rows over 0/1 variables for pseudo-Boolean solvers",
        capabilities: Capabilities::LINEAR,
        write: |model, header| Ok(opb::write(model, header)?.into_bytes()),
        caution: |_| None,
        objective: FileObjective::OfBits,
        values: Values::Bits(OfBits { count: opb::count, values: opb::values }),
    },
    #[cfg(feature = "cp-sat")]
    FormatEntry {
        name: "cp-sat",
        suffixes: &["pb"],
        summary: "CP-SAT's protocol buffer CpModelProto, in binary, with every kind of constraint as it is",
        capabilities: Capabilities::ALL,
        write: |model, header| Ok(cp_sat::write(model, header)?),
        caution: |_| None,
        objective: FileObjective::Same,
        values: Values::Named,
    },
];

/// The row of a name.
pub fn find(name: &str) -> Option<&'static FormatEntry> {
    REGISTRY.iter().find(|entry| entry.name == name)
}

/// The first row with a suffix, in lower case.
pub fn of_suffix(suffix: &str) -> Option<&'static FormatEntry> {
    REGISTRY.iter().find(|entry| entry.suffixes.contains(&suffix))
}

/// Whether a column is the writers' own, or a reader's: no variable of a model has such a name. SCIP writes the constants of FlatZinc.
pub fn is_own_name(name: &str) -> bool {
    fzn::is_own_name(name) || [ONE, "true", "false"].contains(&name)
}

/// Why a model cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// CP-SAT's messages cannot express it.
    #[cfg(feature = "cp-sat")]
    #[error(transparent)]
    CpSat(#[from] cp_sat::CpSatError),
    /// The model was not lowered to what the format has.
    #[error("the format has no constraint like {0}: lower the model first")]
    NotLowered(String),
    /// The format cannot express a constraint.
    #[error("{name} cannot be written: {why}")]
    Inexpressible {
        /// The constraint.
        name: String,
        /// Why not.
        why: &'static str,
    },
    /// A name contains characters other than ASCII letters, digits and underscores.
    #[error("the name `{0}` contains characters other than ASCII letters, digits and underscores")]
    Name(String),
    /// Two variables, or two written rows, have the same name.
    #[error("the name {0} is used for two variables or for two rows")]
    Duplicate(String),
    /// A number that is not exact in floating point, in which solvers read numbers.
    #[error("{number} in {name} is beyond ±2^53, where a solver's floating point is not exact")]
    NotExact {
        /// The number.
        number: i128,
        /// The variable or row that has it.
        name: String,
    },
}
