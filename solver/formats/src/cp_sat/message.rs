//! The messages of CP-SAT that tumble uses, each with the fields that it uses. Fields keep their names in the public schema, and the
//! numbers in the attributes are the tags there. Other fields keep their defaults when a message is sent and are skipped when one is
//! received.
//!
//! Two conventions hold everywhere. A variable is its index in [`CpModelProto::variables`], and a literal is `i` for variable `i` or
//! `−i − 1` for its negation. A domain is a list `[l₁, u₁, l₂, u₂, …]` of closed intervals, ascending and not adjacent;
//! `i64::MIN` and `i64::MAX` stand for no bound where a domain restricts a sum.

/// A model.
#[derive(Clone, PartialEq, prost::Message)]
pub struct CpModelProto {
    /// Any text.
    #[prost(string, tag = "1")]
    pub name: String,
    /// The variables.
    #[prost(message, repeated, tag = "2")]
    pub variables: Vec<IntegerVariableProto>,
    /// The constraints.
    #[prost(message, repeated, tag = "3")]
    pub constraints: Vec<ConstraintProto>,
    /// What to minimise; `None`: any solution will do.
    #[prost(message, optional, tag = "4")]
    pub objective: Option<CpObjectiveProto>,
    /// Values to begin the search with.
    #[prost(message, optional, tag = "6")]
    pub solution_hint: Option<PartialVariableAssignment>,
}

/// A variable.
#[derive(Clone, PartialEq, prost::Message)]
pub struct IntegerVariableProto {
    /// Its name.
    #[prost(string, tag = "1")]
    pub name: String,
    /// Its domain, not empty.
    #[prost(int64, repeated, tag = "2")]
    pub domain: Vec<i64>,
}

/// A constraint.
#[derive(Clone, PartialEq, prost::Message)]
pub struct ConstraintProto {
    /// Its name.
    #[prost(string, tag = "1")]
    pub name: String,
    /// It has to hold only if all these literals do. Not every kind of constraint may have them; rows may.
    #[prost(int32, repeated, tag = "2")]
    pub enforcement_literal: Vec<i32>,
    /// What has to hold; `None` is no restriction.
    #[prost(oneof = "Kind", tags = "12, 13, 15, 16")]
    pub constraint: Option<Kind>,
}

/// The kinds of constraint.
#[derive(Clone, PartialEq, prost::Oneof)]
pub enum Kind {
    /// A sum is in a domain.
    #[prost(message, tag = "12")]
    Linear(LinearConstraintProto),
    /// Expressions have different values.
    #[prost(message, tag = "13")]
    AllDiff(AllDifferentConstraintProto),
    /// Arcs form a circuit.
    #[prost(message, tag = "15")]
    Circuit(CircuitConstraintProto),
    /// Values are among some tuples.
    #[prost(message, tag = "16")]
    Table(TableConstraintProto),
}

/// Σ `coeffs[i]` · `vars[i]` is in `domain`.
#[derive(Clone, PartialEq, prost::Message)]
pub struct LinearConstraintProto {
    /// Variables.
    #[prost(int32, repeated, tag = "1")]
    pub vars: Vec<i32>,
    /// Their coefficients.
    #[prost(int64, repeated, tag = "2")]
    pub coeffs: Vec<i64>,
    /// The domain.
    #[prost(int64, repeated, tag = "3")]
    pub domain: Vec<i64>,
}

/// All expressions have different values.
#[derive(Clone, PartialEq, prost::Message)]
pub struct AllDifferentConstraintProto {
    /// The expressions.
    #[prost(message, repeated, tag = "1")]
    pub exprs: Vec<LinearExpressionProto>,
}

/// Σ `coeffs[i]` · `vars[i]`.
#[derive(Clone, PartialEq, prost::Message)]
pub struct LinearExpressionProto {
    /// Variables.
    #[prost(int32, repeated, tag = "1")]
    pub vars: Vec<i32>,
    /// Their coefficients.
    #[prost(int64, repeated, tag = "2")]
    pub coeffs: Vec<i64>,
}

/// The values of `vars`, in order, are one of the tuples; or, if `negated`, none of them.
#[derive(Clone, PartialEq, prost::Message)]
pub struct TableConstraintProto {
    /// Variables.
    #[prost(int32, repeated, tag = "1")]
    pub vars: Vec<i32>,
    /// The tuples, one after the other, each with a value for each variable.
    #[prost(int64, repeated, tag = "2")]
    pub values: Vec<i64>,
    /// Whether the tuples are forbidden instead.
    #[prost(bool, tag = "3")]
    pub negated: bool,
}

/// The arcs whose literals hold form one circuit through every node that occurs and whose self-arc, if it has one, does not hold. No
/// node may have two self-arcs. Arc `i` goes from `tails[i]` to `heads[i]`.
#[derive(Clone, PartialEq, prost::Message)]
pub struct CircuitConstraintProto {
    /// The tails.
    #[prost(int32, repeated, tag = "3")]
    pub tails: Vec<i32>,
    /// The heads.
    #[prost(int32, repeated, tag = "4")]
    pub heads: Vec<i32>,
    /// The literals.
    #[prost(int32, repeated, tag = "5")]
    pub literals: Vec<i32>,
}

/// Σ `coeffs[i]` · `vars[i]` is minimised, and reported as `scaling_factor` · (that sum + `offset`).
#[derive(Clone, PartialEq, prost::Message)]
pub struct CpObjectiveProto {
    /// Variables.
    #[prost(int32, repeated, tag = "1")]
    pub vars: Vec<i32>,
    /// Their coefficients.
    #[prost(int64, repeated, tag = "4")]
    pub coeffs: Vec<i64>,
    /// See above.
    #[prost(double, tag = "2")]
    pub offset: f64,
    /// See above; −1 for an objective that is maximised, 0 means 1.
    #[prost(double, tag = "3")]
    pub scaling_factor: f64,
}

/// Values of some variables.
#[derive(Clone, PartialEq, prost::Message)]
pub struct PartialVariableAssignment {
    /// Variables.
    #[prost(int32, repeated, tag = "1")]
    pub vars: Vec<i32>,
    /// Their values.
    #[prost(int64, repeated, tag = "2")]
    pub values: Vec<i64>,
}

/// How to solve: `None` is the solver's default.
#[derive(Clone, PartialEq, prost::Message)]
pub struct SatParameters {
    /// The time limit in seconds.
    #[prost(double, optional, tag = "36")]
    pub max_time_in_seconds: Option<f64>,
    /// The number of threads; 0, the default, is one for each core.
    #[prost(int32, optional, tag = "206")]
    pub num_workers: Option<i32>,
    /// The seed.
    #[prost(int32, optional, tag = "31")]
    pub random_seed: Option<i32>,
    /// A solution this close to the bound counts as optimal; default 10⁻⁴.
    #[prost(double, optional, tag = "159")]
    pub absolute_gap_limit: Option<f64>,
    /// A solution this close to the bound, relative to the objective, counts as optimal; default 0.
    #[prost(double, optional, tag = "160")]
    pub relative_gap_limit: Option<f64>,
    /// Whether there is a log.
    #[prost(bool, optional, tag = "41")]
    pub log_search_progress: Option<bool>,
    /// Whether the log is written to standard output; default true.
    #[prost(bool, optional, tag = "186")]
    pub log_to_stdout: Option<bool>,
    /// Whether the log is in the response.
    #[prost(bool, optional, tag = "187")]
    pub log_to_response: Option<bool>,
    /// Whether Ctrl-C stops the search; default true.
    #[prost(bool, optional, tag = "135")]
    pub catch_sigint_signal: Option<bool>,
    /// Whether the search goes through all solutions; it needs one thread and a model without an objective.
    #[prost(bool, optional, tag = "87")]
    pub enumerate_all_solutions: Option<bool>,
    /// The number of solutions that are kept; default 3.
    #[prost(int32, optional, tag = "193")]
    pub solution_pool_size: Option<i32>,
    /// Whether the response has the solutions that were kept.
    #[prost(bool, optional, tag = "194")]
    pub fill_additional_solutions_in_response: Option<bool>,
}

/// An answer.
#[derive(Clone, PartialEq, prost::Message)]
pub struct CpSolverResponse {
    /// How the run ended.
    #[prost(enumeration = "CpSolverStatus", tag = "1")]
    pub status: i32,
    /// The best solution: a value for each variable. Empty: there is none.
    #[prost(int64, repeated, tag = "2")]
    pub solution: Vec<i64>,
    /// The solutions that were kept.
    #[prost(message, repeated, tag = "27")]
    pub additional_solutions: Vec<CpSolverSolution>,
    /// A lower bound on Σ `coeffs[i]` · `vars[i]` of the model's [`CpObjectiveProto`], exact. 0 also where no bound is known.
    #[prost(int64, tag = "29")]
    pub inner_objective_lower_bound: i64,
    /// The number of decisions.
    #[prost(int64, tag = "12")]
    pub num_branches: i64,
    /// What found the solution, or why the model or the parameters are invalid.
    #[prost(string, tag = "20")]
    pub solution_info: String,
    /// The log, if [`SatParameters::log_to_response`] asks for it.
    #[prost(string, tag = "26")]
    pub solve_log: String,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, prost::Enumeration)]
#[repr(i32)]
pub enum CpSolverStatus {
    /// Neither a solution nor a proof.
    Unknown = 0,
    /// The model or the parameters are invalid.
    ModelInvalid = 1,
    /// A solution without a proof that it is best.
    Feasible = 2,
    /// Proved to have no solution.
    Infeasible = 3,
    /// Proved best; without an objective, any solution. With `enumerate_all_solutions`: that was all.
    Optimal = 4,
}

/// A solution.
#[derive(Clone, PartialEq, prost::Message)]
pub struct CpSolverSolution {
    /// A value for each variable.
    #[prost(int64, repeated, tag = "1")]
    pub values: Vec<i64>,
}
