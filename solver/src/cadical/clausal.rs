//! A model and its objective as clauses in the solver.

use super::library::Library;
use super::{failed, refused};
use crate::BackendError;
use crate::control::Request;
use crate::model::{Assignment, Linear, Model, NamedConstraint, Objective, Sense};
use tumble_clauses::{Encoding, Lit, SatError, Sum};

/// A solver that holds the clauses of a model.
pub(super) struct Clausal {
    pub library: Library,
    pub encoding: Encoding,
    pub goal: Option<Goal>,
}

impl Clausal {
    /// Gives a model to a new solver; `None` if the control says to stop before all clauses are made.
    pub fn new(model: &Model, request: &Request<'_>) -> Result<Option<Self>, BackendError> {
        let mut library = Library::new(request)?;
        let go_on = || request.control.stop().is_none();
        let encoding = match Encoding::new(model, &mut |clause| library.add(clause), &go_on) {
            Err(SatError::Stopped) => return Ok(None),
            encoding => encoding.map_err(refused)?,
        };
        let goal = model.objective().map(|objective| Goal::new(objective, &encoding)).transpose()?;
        for literal in goal.iter().flat_map(|goal| encoding.reducing(&goal.expression)) {
            library.prefer(literal);
        }
        Ok(Some(Self { library, encoding, goal }))
    }

    /// Adds a constraint.
    pub fn require(&mut self, named: &NamedConstraint) -> Result<(), BackendError> {
        let Self { library, encoding, .. } = self;
        encoding.require(&named.name, &named.constraint, &mut |clause| library.add(clause)).map_err(refused)
    }
}

/// The objective as something to minimise.
pub(super) struct Goal {
    /// The objective, or its negation if it is maximised.
    pub expression: Linear,
    /// 1, or −1 if it is negated.
    pub sign: i64,
    /// No solution has a smaller value.
    pub least: i64,
    /// The value by literals, exact up to the number beside it.
    sum: Option<(Sum, i64)>,
}

impl Goal {
    fn new(objective: &Objective, encoding: &Encoding) -> Result<Self, BackendError> {
        let sign = if objective.sense == Sense::Minimize { 1 } else { -1 };
        // Numbers that could not be negated are refused here.
        encoding.least("the objective", &objective.expression).map_err(refused)?;
        let expression = objective.expression.clone().times(sign);
        let least = encoding.least("the objective", &expression).map_err(refused)?;
        Ok(Self { expression, sign, least, sum: None })
    }

    /// The largest bound for which its value has literals, if it has any.
    pub fn encoded_to(&self) -> Option<i64> {
        self.sum.as_ref().map(|&(_, upper)| upper)
    }

    /// A literal that implies `value ≤ bound`. The value is encoded up to this bound, unless it was for a larger one.
    pub fn at_most(&mut self, bound: i64, encoding: &mut Encoding, library: &mut Library) -> Result<Lit, BackendError> {
        let sink = &mut |clause: &[Lit]| library.add(clause);
        let sum = match self.sum.take().filter(|&(_, upper)| bound <= upper) {
            Some(sum) => sum,
            None => (encoding.sum("the objective", &self.expression, bound, sink).map_err(refused)?, bound),
        };
        let (sum, _) = self.sum.insert(sum);
        Ok(encoding.at_most(sum, bound, sink))
    }

    /// Records that no solution is at most `bound`.
    pub fn refute(&mut self, bound: i64) {
        let next = self.sum.as_ref().and_then(|(sum, _)| sum.next_above(bound));
        self.least = next.unwrap_or(bound.saturating_add(1));
    }

    /// The bound on the objective itself, as far as it is known.
    pub const fn bound(&self) -> i64 {
        self.sign * self.least
    }

    /// The value of a solution.
    pub fn value(&self, assignment: &Assignment) -> Result<i64, BackendError> {
        i64::try_from(self.expression.value(assignment)).map_err(|_| failed("the objective's value is beyond an i64"))
    }
}
