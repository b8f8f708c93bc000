//! The integer model: flat data between the puzzles, which write it, and the backends, which read it.
//!
//! A [`Model`] has integer variables with bounds, four kinds of [`Constraint`] and at most one linear objective. What a
//! constraint means is defined in one place, [`Constraint::holds`], in exact integers; [`Model::check`] is what every solver's
//! answer has to pass. There are no expression trees and there is no general reification: an encoding writes everything else as
//! linear constraints.
//!
//! ```
//! use tumble_model::model::{Assignment, Constraint, Linear, Model, Sense};
//!
//! // Three different digits, the last twice the first, with the largest sum.
//! let mut model = Model::new("digits");
//! let digits: Vec<_> = (0..3).map(|i| model.integer(format!("d_{i}"), 1..=9)).collect();
//! model.block("(1) the digits differ");
//! model.add("different", Constraint::AllDifferent(digits.clone()));
//! model.block("(2) the last is twice the first");
//! model.add("twice", Linear::new().plus(2, digits[0]).plus(-1, digits[2]).equals(0));
//! model.set_objective(Sense::Maximize, Linear::sum(digits.iter().copied()));
//!
//! assert!(model.check(&Assignment::from(vec![4, 9, 8])).is_ok());
//! assert_eq!(model.check(&Assignment::from(vec![3, 9, 8])).unwrap_err().name, "twice");
//! ```

mod constraint;
mod legend;
mod limits;
mod linear;
mod objective;
mod var;

pub use constraint::{
    Arc, Capabilities, Circuit, Constraint, ConstraintKind, LinearConstraint, Relation, Supports, Table, Violation,
};
pub use legend::is_of_pattern;
pub use linear::Linear;
pub use objective::{Objective, Sense, nearest};
pub use var::{Assignment, Integrality, Literal, Var, Variable};

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::control::{Control, Stop};

/// Integers up to this size, 2⁵³, are exact in floating point: all numbers that go to a solver or come from one stay within
/// ±`EXACT`.
pub const EXACT: i64 = 1 << 53;

/// The most variables that a model may have, built or lowered. Models that would be larger are refused before memory is taken.
pub const MAX_VARIABLES: u128 = 3_000_000;

/// A constraint of a model, with its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedConstraint {
    /// Unique among the constraints of the model; of ASCII letters, digits and underscores.
    pub name: String,
    /// The index in [`Model::blocks`] of the block that it belongs to; `None` before the first block.
    pub block: Option<usize>,
    /// What has to hold.
    pub constraint: Constraint,
}

/// The definition of an equality literal: `literal` is 1 exactly if `var` has `value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Definition {
    /// The 0/1 variable that is defined.
    pub literal: Var,
    /// The variable that is compared.
    pub var: Var,
    /// The value that it is compared with.
    pub value: i64,
}

/// The size of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Size {
    /// The number of variables.
    pub variables: usize,
    /// The number of variables that a solver has to declare integer.
    pub integer_variables: usize,
    /// The number of constraints.
    pub constraints: usize,
    /// The number of variable occurrences in them. Tuples of tables do not count.
    pub nonzeros: usize,
}

/// An integer model: variables, equality literals, constraints in blocks, and an optional objective. See the [module](self).
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Model {
    name: String,
    variables: Vec<Variable>,
    constraints: Vec<NamedConstraint>,
    blocks: Vec<String>,
    objective: Option<Objective>,
    literals: BTreeMap<(Var, i64), Literal>,
    definitions: Vec<Definition>,
    #[serde(skip)]
    legend: Vec<legend::Entry>,
    #[serde(skip)]
    limits: limits::Limits,
}

impl Model {
    /// A model without variables, constraints and objective.
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// This model, which from now on hears the limits of a run, and whose memory counts as that of the run. A limit leaves the work of
    /// [`until_stopped`](crate::control::until_stopped) in which the model grows; outside of such work the model takes no more constraints
    /// and no more names, [`stop`](Self::stop) says so, and the model is worthless.
    #[must_use]
    pub fn within(mut self, control: &Control<'_>) -> Self {
        self.limits = limits::Limits::of(control);
        let variables = self.variables.iter().map(|variable| size_of::<Variable>() + variable.name.len());
        let constraints = self.constraints.iter().map(|named| bytes(&named.name, &named.constraint));
        self.limits.hold(variables.chain(constraints).sum());
        self
    }

    /// The limit that was reached while the model was built, or now; `None`: the model has all that was added to it.
    pub fn stop(&mut self) -> Option<Stop> {
        self.limits.stop()
    }

    /// The control of the run in which the model is built, with a part of the memory of its own and no observer; of a model without limits
    /// one that never stops.
    pub fn control(&self) -> Control<'static> {
        self.limits.control()
    }

    /// The name that the model was made with.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Adds a 0/1 variable. Its name has to be unique among the variables, of ASCII letters, digits and underscores; this is not
    /// checked here, but files refuse other names.
    pub fn binary(&mut self, name: impl Into<String>) -> Var {
        self.add_variable(Variable { name: name.into(), lower: 0, upper: 1, integrality: Integrality::Required })
    }

    /// Adds an integer variable with inclusive bounds. The name as for [`binary`](Self::binary).
    pub fn integer(&mut self, name: impl Into<String>, domain: RangeInclusive<i64>) -> Var {
        let (lower, upper) = domain.into_inner();
        self.add_variable(Variable { name: name.into(), lower, upper, integrality: Integrality::Required })
    }

    /// Adds an implied integer with inclusive bounds: see [`Integrality::Implied`]. The name as for [`binary`](Self::binary).
    pub fn implied_integer(&mut self, name: impl Into<String>, domain: RangeInclusive<i64>) -> Var {
        let (lower, upper) = domain.into_inner();
        self.add_variable(Variable { name: name.into(), lower, upper, integrality: Integrality::Implied })
    }

    /// The linear relaxation.
    #[must_use]
    pub fn relaxed(mut self) -> Self {
        self.variables.iter_mut().for_each(|variable| variable.integrality = Integrality::Relaxed);
        self
    }

    /// Drops the constraints for which `kept` is false; `kept` has a value for each constraint, in order.
    ///
    /// # Panics
    /// When there is no value for each constraint.
    pub fn retain(&mut self, kept: &[bool]) {
        assert_eq!(kept.len(), self.constraints.len(), "a value for each constraint");
        let mut kept = kept.iter();
        self.constraints.retain(|_| kept.next().copied().unwrap_or(true));
    }

    /// Replaces the bounds of a variable.
    ///
    /// # Panics
    /// When it is not a variable of this model.
    pub fn set_range(&mut self, var: Var, range: RangeInclusive<i64>) {
        let variable = &mut self.variables[var.index()];
        (variable.lower, variable.upper) = range.into_inner();
    }

    /// Takes back the promise that a variable is an [implied integer](Integrality::Implied), for constraints that were not
    /// thought of when it was made.
    ///
    /// # Panics
    /// When it is not a variable of this model.
    pub fn require_integer(&mut self, var: Var) {
        self.variables[var.index()].integrality = Integrality::Required;
    }

    /// The same of all variables: what all constraints together imply, some of them may not.
    pub fn require_integers(&mut self) {
        let implied = self.variables.iter_mut().filter(|variable| variable.integrality == Integrality::Implied);
        implied.for_each(|variable| variable.integrality = Integrality::Required);
    }

    fn add_variable(&mut self, mut variable: Variable) -> Var {
        let var = Var::from_index(self.variables.len());
        // The variable stays, because its index is used.
        if !self.limits.take(size_of::<Variable>() + variable.name.len()) {
            variable.name = String::new();
        }
        self.variables.push(variable);
        var
    }

    /// Starts a block of constraints: constraints that are added from now on belong to it. The title repeats the number in the
    /// formulation, `"(1) every cell is visited once"`; exported files show it.
    pub fn block(&mut self, title: impl Into<String>) {
        self.blocks.push(title.into());
    }

    /// Adds a constraint to the current block. Its name has to be unique among the constraints; otherwise as for
    /// [`binary`](Self::binary).
    pub fn add(&mut self, name: impl Into<String>, constraint: impl Into<Constraint>) {
        let block = self.blocks.len().checked_sub(1);
        self.add_to(block, name.into(), constraint.into());
    }

    fn add_to(&mut self, block: Option<usize>, name: String, constraint: Constraint) {
        if self.limits.take(bytes(&name, &constraint)) {
            self.constraints.push(NamedConstraint { name, block, constraint });
        }
    }

    /// Sets the objective, replacing an earlier one.
    ///
    /// # Panics
    /// When a merged coefficient leaves the range of an i64.
    pub fn set_objective(&mut self, sense: Sense, expression: Linear) {
        self.objective = Some(Objective { sense, expression: expression.normalized() });
    }

    /// Removes the objective from the model and returns it.
    pub const fn take_objective(&mut self) -> Option<Objective> {
        self.objective.take()
    }

    /// Turns the objective into the constraint that it has this value; nothing without an objective.
    ///
    /// # Panics
    /// When `value` less the objective's constant does not fit an i64.
    pub fn fix_objective(&mut self, name: impl Into<String>, value: i64) {
        if let Some(objective) = self.objective.take() {
            self.add(name, objective.expression.equals(value));
        }
    }

    /// The literal [var = value]: the same one each time. Lowering states a literal for every value of such a variable,
    /// so it may have at most 65,536 values.
    pub fn is(&mut self, var: Var, value: i64) -> Literal {
        if let Some(&literal) = self.literals.get(&(var, value)) {
            return literal;
        }
        let Variable { lower, upper, .. } = self.variables[var.index()];
        let literal = match self.new_literal(var, value) {
            None if value == 1 => var.into(),
            None => !Literal::from(var),
            Some(name) => {
                if self.definitions.is_empty() {
                    self.explain("NAME_is_V", "1 if NAME is V, otherwise 0; m3 stands for -3");
                }
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

    /// The name of the variable that [`is`](Self::is) would add for [var = value]; `None` if it would add none.
    ///
    /// # Panics
    /// When it is not a variable of this model.
    pub fn new_literal(&self, var: Var, value: i64) -> Option<String> {
        let Variable { lower, upper, ref name, .. } = self.variables[var.index()];
        let is_known = self.literals.contains_key(&(var, value)) || (lower, upper) == (0, 1) && [0, 1].contains(&value);
        (!is_known).then(|| format!("{name}_is_{}", value_name(value)))
    }

    /// Replaces each constraint by the constraints that `pass` adds for it through the [`Rewriter`], in the same block. A pass keeps a
    /// constraint by adding it again. The variables keep their indices; new ones are appended.
    #[must_use]
    pub fn rewrite(mut self, pass: &mut dyn FnMut(String, Constraint, &mut Rewriter<'_>)) -> Self {
        let old = std::mem::take(&mut self.constraints);
        for NamedConstraint { name, block, constraint } in old {
            self.limits.give_back(bytes(&name, &constraint));
            if self.limits.is_reached() {
                break;
            }
            pass(name, constraint, &mut Rewriter { model: &mut self, block });
        }
        self
    }

    /// The variables in the order of their indices.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// The name and the domain of a variable.
    ///
    /// # Panics
    /// When it is not a variable of this model.
    pub fn variable(&self, var: Var) -> &Variable {
        &self.variables[var.index()]
    }

    /// The least and the largest value of a sum over the bounds of its variables.
    ///
    /// # Panics
    /// When a variable is none of this model.
    pub fn range_of(&self, terms: &[(Var, i64)]) -> (i128, i128) {
        terms.iter().fold((0, 0), |(least, largest), &(var, coefficient)| {
            let Variable { lower, upper, .. } = *self.variable(var);
            let [a, b] = [lower, upper].map(|bound| i128::from(coefficient) * i128::from(bound));
            (least + a.min(b), largest + a.max(b))
        })
    }

    /// The constraints in the order in which they were added.
    pub fn constraints(&self) -> &[NamedConstraint] {
        &self.constraints
    }

    /// The titles of the blocks, in order.
    pub fn blocks(&self) -> &[String] {
        &self.blocks
    }

    /// The objective, if there is one.
    pub fn objective(&self) -> Option<&Objective> {
        self.objective.as_ref()
    }

    /// Whether it has an objective that is maximised.
    pub fn is_maximized(&self) -> bool {
        self.objective.as_ref().is_some_and(|objective| objective.sense == Sense::Maximize)
    }

    /// The definitions of the equality literals that have a variable of their own. They are constraints too, though not
    /// among [`Model::constraints`]: a backend whose [`Capabilities::equality`] is set has to read them.
    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// Removes the definitions of the equality literals from the model and returns them, for the pass that replaces them by rows.
    pub fn take_definitions(&mut self) -> Vec<Definition> {
        std::mem::take(&mut self.definitions)
    }

    /// Its size.
    pub fn size(&self) -> Size {
        Size {
            variables: self.variables.len(),
            integer_variables: self.variables.iter().filter(|v| !v.may_be_continuous()).count(),
            constraints: self.constraints.len(),
            nonzeros: self.constraints.iter().map(|c| c.constraint.variable_count()).sum(),
        }
    }

    /// The assignment with these values, by the names of variables, and zeros. `None`: the model lacks a variable.
    pub fn assignment<'a>(&self, values: impl IntoIterator<Item = (&'a str, i64)>) -> Option<Assignment> {
        let mut assignment = vec![0; self.variables.len()];
        for (name, value) in values {
            assignment[self.variables.iter().position(|variable| variable.name == name)?] = value;
        }
        Some(assignment.into())
    }

    /// Checks `assignment` against every bound, equality literal and constraint in exact integers.
    ///
    /// # Errors
    /// The first one that is violated.
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

/// What a pass of [`Model::rewrite`] works on: the model without the constraints that are still to be rewritten.
#[derive(Debug)]
pub struct Rewriter<'a> {
    model: &'a mut Model,
    block: Option<usize>,
}

impl Rewriter<'_> {
    /// The model.
    pub const fn model(&self) -> &Model {
        self.model
    }

    /// The model, for adding variables and equality literals.
    pub const fn model_mut(&mut self) -> &mut Model {
        self.model
    }

    /// Adds a constraint to the block of the one being rewritten.
    pub fn add(&mut self, name: impl Into<String>, constraint: impl Into<Constraint>) {
        self.model.add_to(self.block, name.into(), constraint.into());
    }
}

/// The memory that a constraint takes, in bytes.
fn bytes(name: &str, constraint: &Constraint) -> usize {
    size_of::<NamedConstraint>() + name.len() + size_of::<(Var, i64)>() * constraint.variable_count()
}

/// A value as it is written in names: `m3` for −3.
pub fn value_name(value: i64) -> String {
    value.to_string().replace('-', "m")
}

impl Definition {
    fn var_name(self, model: &Model) -> &str {
        &model.variable(self.var).name
    }
}

#[cfg(test)]
mod tests;
