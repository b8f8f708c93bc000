//! The integer model: flat data between the puzzles, which write it, and the backends, which read it.
//!
//! A [`Model`] has integer variables with bounds, four kinds of [`Constraint`] and at most one linear objective. What a
//! constraint means is defined in one place, [`Constraint::holds`], in exact integers; [`Model::check`] is what every
//! solver's answer has to pass. There are no expression trees and there is no general reification: what these four kinds
//! cannot say, an encoding says in linear ones.

mod assignment;
mod capabilities;
mod constraint;
mod linear;
mod var;

pub use assignment::Assignment;
pub use capabilities::Capabilities;
pub use constraint::{Arc, Circuit, Constraint, ConstraintKind, LinearConstraint, Table, Violation};
pub use linear::Linear;
pub use var::{Literal, Var, Variable};

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::Serialize;

/// Integers up to this size, 2⁵³, have an exact floating-point counterpart: what goes to a solver or comes from one stays
/// within ±`EXACT`.
pub const EXACT: i64 = 1 << 53;

/// The most variables that a model may have, built or lowered. Models that would be larger are refused before memory is taken.
pub const MAX_VARIABLES: u128 = 3_000_000;

/// Whether an objective is maximised or minimised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// Make it large.
    Maximize,
    /// Make it small.
    Minimize,
}

/// A linear objective, its constant included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// Maximise or minimise.
    pub sense: Sense,
    /// What is made large or small.
    pub expression: Linear,
}

/// Solver noise on a bound, relative to its size: far below the distance of two integers.
const BOUND_NOISE: f64 = 1e-6;

impl Objective {
    /// What an integer objective can reach, given a solver's bound on it (constant included): rounded inwards.
    #[must_use]
    pub fn integer_bound(&self, bound: f64) -> Option<i64> {
        if !bound.is_finite() || bound.abs() > EXACT as f64 {
            return None;
        }
        let noise = BOUND_NOISE * bound.abs().max(100.0);
        Some(match self.sense {
            Sense::Maximize => (bound + noise).floor() as i64,
            Sense::Minimize => (bound - noise).ceil() as i64,
        })
    }

    /// Its value where the variables have these values, about.
    #[must_use]
    pub fn at(&self, values: &[f64]) -> f64 {
        let terms = self.expression.terms().iter().map(|&(var, c)| c as f64 * values[var.index()]);
        terms.sum::<f64>() + self.expression.constant() as f64
    }
}

/// A named constraint of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedConstraint {
    /// Unique in the model; letters, digits and underscores.
    pub name: String,
    /// Index into [`Model::blocks`], if the encoding numbers its constraints.
    pub block: Option<usize>,
    /// What it says.
    pub constraint: Constraint,
}

/// `literal` holds exactly when `var` has `value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The positive literal of a 0/1 variable.
    pub literal: Var,
    /// The variable that is compared.
    pub var: Var,
    /// With this value.
    pub value: i64,
}

/// How large a model is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Size {
    /// All variables.
    pub variables: usize,
    /// Those that may not be continuous.
    pub integer_variables: usize,
    /// All constraints.
    pub constraints: usize,
    /// Variable occurrences in them (table tuples are not counted).
    pub nonzeros: usize,
}

/// An integer model. See the [module](self).
#[derive(Clone, Debug, Default)]
pub struct Model {
    name: String,
    variables: Vec<Variable>,
    constraints: Vec<NamedConstraint>,
    blocks: Vec<String>,
    objective: Option<Objective>,
    literals: BTreeMap<(Var, i64), Literal>,
    definitions: Vec<Definition>,
}

impl Model {
    /// An empty model.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// The name given at birth, for the head of exported files.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Adds a 0/1 variable. Names are unique; letters, digits and underscores.
    pub fn binary(&mut self, name: impl Into<String>) -> Var {
        self.add_variable(Variable { name: name.into(), lower: 0, upper: 1, implied_integer: false })
    }

    /// Adds an integer variable with inclusive bounds.
    pub fn integer(&mut self, name: impl Into<String>, domain: RangeInclusive<i64>) -> Var {
        let (lower, upper) = domain.into_inner();
        self.add_variable(Variable { name: name.into(), lower, upper, implied_integer: false })
    }

    /// Adds an integer variable that a solver may treat as continuous, because the rows it stands in have integer
    /// solutions whenever the other variables are integer: flows and orders.
    pub fn implied_integer(&mut self, name: impl Into<String>, domain: RangeInclusive<i64>) -> Var {
        let (lower, upper) = domain.into_inner();
        self.add_variable(Variable { name: name.into(), lower, upper, implied_integer: true })
    }

    /// The linear relaxation: the same model with variables that may all be continuous.
    #[must_use]
    pub fn relaxed(mut self) -> Self {
        self.variables.iter_mut().for_each(|variable| variable.implied_integer = true);
        self
    }

    fn add_variable(&mut self, variable: Variable) -> Var {
        let var = Var::from_index(self.variables.len());
        self.variables.push(variable);
        var
    }

    /// Starts a numbered block of constraints: `"(1) every cell is visited once"`.
    pub fn block(&mut self, title: impl Into<String>) {
        self.blocks.push(title.into());
    }

    /// Adds a constraint to the current block. Names are unique; letters, digits and underscores.
    pub fn add(&mut self, name: impl Into<String>, constraint: impl Into<Constraint>) {
        let block = self.blocks.len().checked_sub(1);
        self.constraints.push(NamedConstraint { name: name.into(), block, constraint: constraint.into() });
    }

    /// Sets the objective.
    pub fn set_objective(&mut self, sense: Sense, expression: Linear) {
        self.objective = Some(Objective { sense, expression: expression.normalized() });
    }

    /// The literal [x = v], the same one for every call. Where `x` is 0/1 it is `x` or its negation; for a value outside
    /// the bounds of `x` it is a literal that never holds.
    pub fn is(&mut self, var: Var, value: i64) -> Literal {
        if let Some(&literal) = self.literals.get(&(var, value)) {
            return literal;
        }
        let Variable { lower, upper, ref name, .. } = self.variables[var.index()];
        let literal = match (lower, upper, value) {
            (0, 1, 1) => var.into(),
            (0, 1, 0) => !Literal::from(var),
            _ => {
                let name = format!("{name}_is_{}", value_name(value));
                let inside = (lower..=upper).contains(&value);
                let literal = self.integer(name, 0..=i64::from(inside));
                if inside {
                    self.definitions.push(Definition { literal, var, value });
                }
                literal.into()
            }
        };
        self.literals.insert((var, value), literal);
        literal
    }

    /// The variables in the order of their indices.
    #[must_use]
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// The variable `var`.
    #[must_use]
    pub fn variable(&self, var: Var) -> &Variable {
        &self.variables[var.index()]
    }

    /// The constraints in the order in which they were added.
    #[must_use]
    pub fn constraints(&self) -> &[NamedConstraint] {
        &self.constraints
    }

    /// The titles of the numbered blocks.
    #[must_use]
    pub fn blocks(&self) -> &[String] {
        &self.blocks
    }

    /// The objective, if there is one.
    #[must_use]
    pub fn objective(&self) -> Option<&Objective> {
        self.objective.as_ref()
    }

    /// The equality literals that have a variable of their own.
    #[must_use]
    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// Takes the definitions of the equality literals out: for the pass that states them as rows.
    pub fn take_definitions(&mut self) -> Vec<Definition> {
        std::mem::take(&mut self.definitions)
    }

    /// Replaces each constraint by what `pass` adds for it through the [`Rewriter`]; a pass keeps a constraint by adding
    /// it again. Variables stay, new ones are appended.
    #[must_use]
    pub fn rewrite(mut self, mut pass: impl FnMut(String, Constraint, &mut Rewriter<'_>)) -> Self {
        let old = std::mem::take(&mut self.constraints);
        for NamedConstraint { name, block, constraint } in old {
            pass(name, constraint, &mut Rewriter { model: &mut self, block });
        }
        self
    }

    /// Its size.
    #[must_use]
    pub fn size(&self) -> Size {
        Size {
            variables: self.variables.len(),
            integer_variables: self.variables.iter().filter(|v| !v.implied_integer).count(),
            constraints: self.constraints.len(),
            nonzeros: self.constraints.iter().map(|c| c.constraint.variable_count()).sum(),
        }
    }

    /// Checks `assignment` against every bound, equality literal and constraint in exact integers.
    ///
    /// # Errors
    /// The first of them that is violated.
    ///
    /// # Panics
    /// When the assignment has fewer values than the model has variables.
    pub fn check(&self, assignment: &Assignment) -> Result<(), Violation> {
        for (i, variable) in self.variables.iter().enumerate() {
            let value = assignment[Var::from_index(i)];
            if !(variable.lower..=variable.upper).contains(&value) {
                return Err(Violation::new(
                    &variable.name,
                    format!("{value} is outside {}..={}", variable.lower, variable.upper),
                ));
            }
        }
        for d in &self.definitions {
            if (assignment[d.literal] == 1) != (assignment[d.var] == d.value) {
                let name = &self.variable(d.literal).name;
                let reason =
                    format!("is {} where {} is {}", assignment[d.literal], d.var_name(self), assignment[d.var]);
                return Err(Violation::new(name, reason));
            }
        }
        match self.constraints.iter().find(|c| !c.constraint.holds(assignment)) {
            Some(broken) => Err(Violation::new(&broken.name, broken.constraint.describe(self, assignment))),
            None => Ok(()),
        }
    }
}

/// A value as a part of a name: `m3` for −3.
#[must_use]
pub fn value_name(value: i64) -> String {
    value.to_string().replace('-', "m")
}

impl Definition {
    fn var_name(self, model: &Model) -> &str {
        &model.variable(self.var).name
    }
}

/// What a pass of [`Model::rewrite`] may do: append variables and add constraints to the block that it rewrites.
#[derive(Debug)]
pub struct Rewriter<'a> {
    model: &'a mut Model,
    block: Option<usize>,
}

impl Rewriter<'_> {
    /// The model under work.
    #[must_use]
    pub const fn model(&self) -> &Model {
        self.model
    }

    /// The model under work, for adding variables and equality literals.
    pub const fn model_mut(&mut self) -> &mut Model {
        self.model
    }

    /// Adds a constraint under the block of the one that is rewritten.
    pub fn add(&mut self, name: impl Into<String>, constraint: impl Into<Constraint>) {
        let constraint = NamedConstraint { name: name.into(), block: self.block, constraint: constraint.into() };
        self.model.constraints.push(constraint);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equality_literals_are_interned_and_checked() {
        let mut model = Model::new("m");
        let x = model.integer("x", -2..=5);
        let b = model.binary("b");
        assert_eq!(model.is(x, -1), model.is(x, -1));
        assert_eq!(model.is(b, 1), b.into());
        assert_eq!(model.is(b, 0), !Literal::from(b));
        let minus_one = model.is(x, -1).var();
        let never = model.is(x, 9).var();
        assert_eq!(model.variable(minus_one).name, "x_is_m1");
        assert_eq!(model.variable(never).upper, 0);

        let good: Assignment = vec![-1, 0, 1, 0].into();
        assert_eq!(model.check(&good), Ok(()));
        for bad in [vec![-1, 0, 0, 0], vec![3, 0, 1, 0], vec![6, 0, 0, 0], vec![3, 0, 0, 1]] {
            assert!(model.check(&bad.into()).is_err());
        }
    }
}
