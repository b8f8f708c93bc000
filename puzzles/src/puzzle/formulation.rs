//! The result of an encoding: a model, the decoding of its assignments, and the constraints that are added during solving.

use std::fmt::{self, Debug};
use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::control::{Stop, look, until_stopped};
use crate::model::{Assignment, LinearConstraint, Literal, MAX_VARIABLES, Model, Sense, Var};

/// A model and the decoding of its assignments to solutions.
pub struct Formulation<S> {
    /// The model to solve.
    pub model: Model,
    /// Decodes an assignment that satisfies the model to a solution of the puzzle.
    pub decode: Decode<S>,
    /// If this is set, the model lacks constraints. The function returns some constraints that an assignment violates, over the
    /// variables of this model; if it returns no constraint, the assignment is a solution. The constraints are added and the
    /// model is solved again, so there must be finitely many constraints in all.
    pub separate: Option<Separate>,
    /// Cuts that a point of the linear relaxation may violate and no solution does. They tighten the relaxation, and certificates may rest
    /// on them, but they are not needed for correctness.
    pub cuts: Option<Cuts>,
    /// How solutions are told apart, for listing them one by one; `None`: they cannot be listed.
    pub apart: Option<Apart>,
    /// The solutions of the puzzle that the model has.
    pub has: Has<S>,
}

/// Which of the puzzle's solutions a model has. The encoding says so of each model, because nobody else can; of a staged encoding it says it
/// of the solutions whose length is in the range. In any case the model has no assignment, or none that its cuts leave, only if there is
/// no such solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Has<S> {
    /// All.
    All,
    /// All that are best, but perhaps not all others.
    AllBest,
    /// At least one that is best, but perhaps not all that are; without an objective, at least one.
    SomeBest,
    /// All that are better than this one, which has this objective, and no others.
    Better(S, i64),
}

impl<S> Has<S> {
    /// Whether a list of all best solutions may be made from the model: of all solutions, where there is no objective.
    pub const fn lists(&self, objective: Option<Sense>) -> bool {
        match self {
            Self::All => true,
            Self::AllBest => objective.is_some(),
            Self::SomeBest | Self::Better(..) => false,
        }
    }

    /// The same of solutions in another representation.
    pub fn map<T>(self, convert: impl FnOnce(S) -> T) -> Has<T> {
        match self {
            Self::All => Has::All,
            Self::AllBest => Has::AllBest,
            Self::SomeBest => Has::SomeBest,
            Self::Better(solution, objective) => Has::Better(convert(solution), objective),
        }
    }
}

/// How the solutions of a model are told apart.
pub enum Apart {
    /// By a constraint that the solution of an assignment violates and every other solution of this model satisfies.
    Excluding(Exclude),
    /// By literals that are added to a model, if they are not there yet, such that any two solutions differ in at least one of them.
    Literals(Distinguish),
}

impl Debug for Apart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Excluding(_) => "Excluding",
            Self::Literals(_) => "Literals",
        })
    }
}

/// Decodes an assignment to a solution. The error describes what is inconsistent in the assignment: a fault of the encoding.
pub type Decode<S> = Box<dyn Fn(&Assignment) -> Result<S, String> + Send + Sync>;

/// Returns the cuts that an assignment violates.
pub type Separate = Box<dyn Fn(&Assignment) -> Vec<LinearConstraint> + Send + Sync>;

/// The set of a cut: numbers of cells or states, as the file of the cuts says.
pub type CutSet = Vec<usize>;

/// Finds the sets of cuts that a point violates.
pub type ViolatedSets = Arc<dyn Fn(&[f64]) -> Vec<CutSet> + Send + Sync>;

/// Builds the row of a set.
pub type RowOfSet = Arc<dyn Fn(&[usize]) -> Result<LinearConstraint, String> + Send + Sync>;

/// Cuts by their sets. The row of a cut is built from its set alone, so whoever has the set can build the row again, and see that every
/// solution satisfies it.
#[derive(Clone)]
pub struct Cuts {
    /// The sets of cuts that a point of the linear relaxation violates; the point has a value for each variable.
    pub violated: ViolatedSets,
    /// The row of a set. The error says why the set has none that every solution satisfies.
    pub row: RowOfSet,
}

impl Cuts {
    /// Cuts by two functions of the same object.
    pub fn new<T: Send + Sync + 'static>(
        of: T,
        violated: impl Fn(&T, &[f64]) -> Vec<CutSet> + Send + Sync + 'static,
        row: impl Fn(&T, &[usize]) -> Result<LinearConstraint, String> + Send + Sync + 'static,
    ) -> Self {
        let of = Arc::new(of);
        let of_rows = Arc::clone(&of);
        Self { violated: Arc::new(move |values| violated(&of, values)), row: Arc::new(move |set| row(&of_rows, set)) }
    }

    /// The rows that a point violates.
    pub fn rows(&self, values: &[f64]) -> Vec<LinearConstraint> {
        let row = |set: &CutSet| {
            look();
            (self.row)(set).ok()
        };
        (self.violated)(values).iter().filter_map(row).collect()
    }
}

impl Debug for Cuts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cuts").finish_non_exhaustive()
    }
}

/// Returns literals that distinguish solutions. The model is this formulation's, perhaps with more constraints.
pub type Distinguish = Box<dyn Fn(&mut Model) -> Vec<Literal> + Send + Sync>;

/// Returns the constraint that excludes the solution of an assignment.
pub type Exclude = Box<dyn Fn(&Assignment) -> LinearConstraint + Send + Sync>;

impl<S> Formulation<S> {
    /// A model whose assignments are solutions: which ones, the encoding has to say.
    pub fn new(model: Model, has: Has<S>, decode: Decode<S>) -> Self {
        Self { model, decode, separate: None, cuts: None, apart: None, has }
    }

    /// Makes the formulation a relaxation with these cuts.
    #[must_use]
    pub fn with_separate(self, separate: Separate) -> Self {
        Self { separate: Some(separate), ..self }
    }

    /// Sets the cuts for the linear relaxation, which is then solved first.
    #[must_use]
    pub fn with_cuts(self, cuts: Cuts) -> Self {
        Self { cuts: Some(cuts), ..self }
    }

    /// Makes the formulation a relaxation with these cuts, at an assignment and at a point of the linear relaxation.
    #[must_use]
    pub fn with_cuts_at_points(self, cuts: Cuts) -> Self {
        let integral = cuts.clone();
        let separate = move |assignment: &Assignment| {
            let values: Vec<f64> = assignment.values().iter().map(|&value| value as f64).collect();
            integral.rows(&values)
        };
        self.with_separate(Box::new(separate)).with_cuts(cuts)
    }

    /// Sets the constraint that excludes a solution.
    #[must_use]
    pub fn with_exclude(self, exclude: Exclude) -> Self {
        Self { apart: Some(Apart::Excluding(exclude)), ..self }
    }

    /// Sets the literals that distinguish solutions.
    #[must_use]
    pub fn with_distinguish(self, distinguish: Distinguish) -> Self {
        Self { apart: Some(Apart::Literals(distinguish)), ..self }
    }

    /// Declares that any two solutions differ in at least one of these 0/1 variables.
    #[must_use]
    pub fn distinguished_by(self, binaries: impl IntoIterator<Item = Var>) -> Self {
        let literals: Vec<Literal> = binaries.into_iter().map(Literal::from).collect();
        self.with_distinguish(Box::new(move |_| literals.clone()))
    }

    /// Converts the solutions to another representation.
    pub fn map<T>(self, convert: impl Fn(S) -> T + Send + Sync + 'static) -> Formulation<T>
    where
        S: 'static,
    {
        let Self { model, decode, separate, cuts, apart, has } = self;
        let has = has.map(&convert);
        let decode: Decode<T> = Box::new(move |assignment| decode(assignment).map(&convert));
        Formulation { model, decode, separate, cuts, apart, has }
    }

    /// Whether the model may have assignments that are not solutions.
    pub const fn is_relaxation(&self) -> bool {
        self.separate.is_some()
    }
}

impl<S> Debug for Formulation<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Formulation").field("model", &self.model.name()).finish_non_exhaustive()
    }
}

/// Why no model was built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// The puzzle has no encoding of this name.
    #[error("no encoding `{name}`; {known}")]
    Unknown {
        /// The requested name.
        name: String,
        /// The nearest name, if one is near, and the names that exist.
        known: String,
    },
    /// No encoding was named, and no encoding fits the instance.
    #[error("no encoding fits this instance: it is solved by direct search")]
    NoEncodings,
    /// The encoding has no model of this instance.
    #[error("encoding {name} does not fit this instance: {why}")]
    DoesNotFit {
        /// The encoding.
        name: String,
        /// What is special about the instance.
        why: &'static str,
    },
    /// A limit of the run was reached while the model was built.
    #[error("stopped by {0} while the model was built")]
    Stopped(#[from] Stop),
    /// The model would be too large.
    #[error("encoding {name} would need {} variables here; the limit is {limit}", up_to(*variables), limit = MAX_VARIABLES)]
    TooLarge {
        /// The encoding.
        name: String,
        /// An upper bound on the number of variables; the largest number stands for all beyond it.
        variables: u128,
    },
    /// The model is larger than the encoding's size formula allows: a fault of the encoding.
    #[error("encoding {name} built {built} variables, but its size formula allows {bound}")]
    WrongSize {
        /// The encoding.
        name: String,
        /// What the size formula gives.
        bound: u128,
        /// The number of variables of the model.
        built: usize,
    },
}

/// An upper bound in words.
fn up_to(variables: u128) -> String {
    if variables == u128::MAX { "more than 10^38".into() } else { format!("up to {variables}") }
}

/// Refuses a model before it is built, by the upper bound on its variables.
pub(super) fn refuse_too_large(name: impl FnOnce() -> String, variables: u128) -> Result<(), EncodeError> {
    if variables > MAX_VARIABLES { Err(EncodeError::TooLarge { name: name(), variables }) } else { Ok(()) }
}

/// Looks whether a model was built to its end, and compares it with the size formula of its encoding, which was asked before.
pub(super) fn check_built<S>(
    name: impl FnOnce() -> String,
    bound: u128,
    mut formulation: Formulation<S>,
) -> Result<Formulation<S>, EncodeError> {
    if let Some(stop) = formulation.model.stop() {
        return Err(EncodeError::Stopped(stop));
    }
    let built = formulation.model.variables().len();
    if built as u128 > bound { Err(EncodeError::WrongSize { name: name(), bound, built }) } else { Ok(formulation) }
}

// The result of an encoding: one model, or the models of a staged encoding. No single model of a staged encoding covers all solutions, so
// there is one model for each horizon. The models are solved in turn.

/// An encoded instance.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "a run has one of them, not a list")]
pub enum Encoded<S> {
    /// One model that covers all solutions.
    Whole(Formulation<S>),
    /// One model for each horizon; no single model covers all solutions.
    Staged(Horizons<S>),
    /// No model: the instance has no solution, for this reason.
    Infeasible(&'static str),
    /// No model: to each solution there is a better one, for this reason. A solution, and its objective.
    Unbounded(S, i64, &'static str),
}

impl<S: 'static> Encoded<S> {
    /// Converts the solutions to another representation.
    pub fn map<T>(self, convert: impl Fn(S) -> T + Clone + Send + Sync + 'static) -> Encoded<T> {
        match self {
            Self::Whole(formulation) => Encoded::Whole(formulation.map(convert)),
            Self::Staged(horizons) => Encoded::Staged(horizons.map(convert)),
            Self::Infeasible(why) => Encoded::Infeasible(why),
            Self::Unbounded(solution, objective, why) => Encoded::Unbounded(convert(solution), objective, why),
        }
    }
}

impl<S> From<Formulation<S>> for Encoded<S> {
    fn from(formulation: Formulation<S>) -> Self {
        Self::Whole(formulation)
    }
}

impl<S> From<Horizons<S>> for Encoded<S> {
    fn from(horizons: Horizons<S>) -> Self {
        Self::Staged(horizons)
    }
}

/// The models of a staged encoding of a puzzle that asks for shortest solutions. The horizons are the possible lengths of a
/// shortest solution: from `at_least` to `at_most` in steps of `step`.
///
/// What proves what: no solution is shorter than `at_least`; the encoding knows that without a solver. An infeasible model of
/// horizon T proves only that no shortest solution has length T. If the models of all horizons up to `at_most` are infeasible,
/// there is no solution at all.
pub struct Horizons<S> {
    /// The encoding's name.
    pub encoding: &'static str,
    /// The empty model that each model begins with: the one that the encoding was handed.
    pub empty: Model,
    /// The first horizon: no solution is shorter.
    pub at_least: u64,
    /// The difference between successive horizons.
    pub step: u64,
    /// The last horizon: no shortest solution is longer.
    pub at_most: u64,
    /// From the largest length, and what is wanted, to an upper bound on the number of variables of the model.
    pub size: Box<dyn Fn(u64, Wanted) -> u128 + Send + Sync>,
    /// From a range of lengths, what is wanted, and the empty model to a model. Its assignments are solutions whose length is in the range;
    /// if shortest solutions have such a length, it has all of them.
    pub model: ModelOfLengths<S>,
}

/// What the model of a range of lengths is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Shortest solutions, or the proof that none is in the range: the model may leave out what no shortest solution does.
    Shortest,
    /// All solutions of these lengths. A model that cannot have them [says so](super::Formulation::has).
    All,
}

/// Builds the formulation of a range of lengths.
pub type ModelOfLengths<S> = Box<dyn Fn(RangeInclusive<u64>, Wanted, Model) -> Formulation<S> + Send + Sync>;

impl<S> Horizons<S> {
    /// The next horizon; `None` after the last.
    pub fn after(&self, horizon: u64) -> Option<u64> {
        horizon.checked_add(self.step).filter(|&next| next <= self.at_most)
    }

    /// The formulation of these lengths.
    ///
    /// # Errors
    /// [`EncodeError::Stopped`] at a limit of the run; [`EncodeError::TooLarge`] when the model would have too many variables; [`EncodeError::WrongSize`] when it has more than its
    /// size formula allows.
    pub fn formulation(&self, lengths: RangeInclusive<u64>, wanted: Wanted) -> Result<Formulation<S>, EncodeError> {
        let control = self.empty.control();
        let variables = until_stopped(&control, || (self.size)(*lengths.end(), wanted))?;
        let name = || self.encoding.to_owned();
        refuse_too_large(name, variables)?;
        let formulation = until_stopped(&control, || (self.model)(lengths, wanted, self.empty.clone()))?;
        check_built(name, variables, formulation)
    }

    /// Converts the solutions to another representation.
    pub fn map<T>(self, convert: impl Fn(S) -> T + Clone + Send + Sync + 'static) -> Horizons<T>
    where
        S: 'static,
    {
        let Self { encoding, empty, at_least, step, at_most, size, model } = self;
        let model: ModelOfLengths<T> =
            Box::new(move |lengths, wanted, empty| model(lengths, wanted, empty).map(convert.clone()));
        Horizons { encoding, empty, at_least, step, at_most, size, model }
    }
}

impl<S> Debug for Horizons<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Horizons({}..={} by {})", self.at_least, self.at_most, self.step)
    }
}
