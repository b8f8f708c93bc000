//! Lowering: from the constraints of an encoding to those that a backend takes.
//!
//! Each pass is one pure function. It keeps the variables of the model, with their indices, and only appends new ones,
//! so that the values of the original variables in a solution of the lowered model are a solution of the original.
//!
//! A backend declares what it takes as [`Capabilities`]. [`lower`] runs the passes for all other kinds, in the only order that works:
//! circuits, tables and all-different constraints become equality literals and rows, equality literals become rows, and half-reified rows
//! become plain ones. Where a kind of constraint can be lowered in several ways, a [`Lowering`] chooses one; the default may depend on what
//! the backend takes.

mod circuit;
mod literals;
mod lowering;
mod rows;

pub use lowering::{
    AllDifferentLowering, CircuitLowering, Lowering, LoweringInfo, TableLowering, UnknownLowering, lowering_infos,
};

use std::collections::BTreeSet;

use crate::control::{Stop, until_stopped};
use crate::model::{Capabilities, Constraint, ConstraintKind, MAX_VARIABLES, Model, Var};

/// A lowered model.
#[derive(Debug)]
pub struct Lowered {
    /// The equivalent model that the backend takes: the original variables with their indices, then the new ones.
    pub model: Model,
    /// The ways that were used, default ways included; `None` for kinds of constraint that were not lowered.
    pub lowering: Lowering,
}

/// The most values that a variable with equality literals may have.
const MAX_VALUES: u64 = 65_536;

/// Why a model cannot be lowered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LowerError {
    /// A variable with equality literals has too many values for one literal each.
    #[error("variable {name} has {values} values; at most {limit} can be stated as literals", limit = MAX_VALUES)]
    DomainTooLarge {
        /// Its name.
        name: String,
        /// How many values it has.
        values: u64,
    },
    /// The lowered model would be too large.
    #[error("lowered to linear rows the model would have up to {variables} variables; the limit is {limit}", limit = MAX_VARIABLES)]
    TooLarge {
        /// An upper bound on its number of variables.
        variables: u128,
    },
    /// A row that holds only if a literal does has bounds too large for exact big-M constants.
    #[error("constraint {name}: its largest and least values do not fit the exact range of a solver")]
    RangeTooLarge {
        /// Its name.
        name: String,
    },
    /// A limit of the run in which the model is lowered was reached.
    #[error("stopped by {0} while the model was lowered")]
    Stopped(Stop),
    /// A way to lower is requested for a kind of constraint that the model does not have.
    #[error("lowering {chosen} has no effect here: the model has no {kind} constraint")]
    NothingToLower {
        /// The kind of constraint.
        kind: ConstraintKind,
        /// The request, as in `circuit=flow`.
        chosen: String,
    },
    /// A way to lower is requested for a kind of constraint that the backend takes.
    #[error("lowering {chosen} has no effect here: the backend takes {kind} constraints as they are")]
    TakenAsIs {
        /// The kind of constraint.
        kind: ConstraintKind,
        /// The request, as in `circuit=flow`.
        chosen: String,
    },
}

/// Lowers `model` to what `capabilities` take, in the ways of `wanted` and the default ways for the other kinds of constraint.
///
/// # Errors
/// When a wanted way has no effect, when a limit of the run is reached in which the model was built, when the model would be too large, or when a domain or a range is too large to be stated exactly.
pub fn lower(model: Model, capabilities: Capabilities, wanted: &Lowering) -> Result<Lowered, LowerError> {
    check_effect(&model, capabilities, wanted)?;
    let circuit = wanted.circuit.unwrap_or_else(|| CircuitLowering::default_for(capabilities));
    check_size(&model, capabilities, circuit)?;
    until_stopped(&model.control(), || passes(model, capabilities, circuit, wanted)).map_err(LowerError::Stopped)?
}

/// The passes that the model needs, in order.
fn passes(
    mut model: Model,
    capabilities: Capabilities,
    circuit: CircuitLowering,
    wanted: &Lowering,
) -> Result<Lowered, LowerError> {
    let mut lowering = Lowering::default();
    let is_needed = |model: &Model, kind| !capabilities.takes(kind) && has(model, kind);
    if is_needed(&model, ConstraintKind::Circuit) {
        model = circuit::by_rows(model, *lowering.circuit.insert(circuit));
    }
    if is_needed(&model, ConstraintKind::Table) {
        model = match *lowering.table.insert(wanted.table.unwrap_or_default()) {
            TableLowering::Support => literals::by_support(model),
        };
    }
    if is_needed(&model, ConstraintKind::AllDifferent) {
        model = match *lowering.all_different.insert(wanted.all_different.unwrap_or_default()) {
            AllDifferentLowering::Assignment => literals::by_assignment(model),
        };
    }
    if !capabilities.equality {
        model = rows::of_literals(model);
    }
    if !capabilities.half_reified {
        model = rows::of_conditions(model)?;
    }
    match model.stop() {
        Some(stop) => Err(LowerError::Stopped(stop)),
        None => Ok(Lowered { model, lowering }),
    }
}

/// Refuses a wanted way that would have no effect.
fn check_effect(model: &Model, capabilities: Capabilities, wanted: &Lowering) -> Result<(), LowerError> {
    wanted.chosen().try_for_each(|chosen| {
        let kind = chosen.kind;
        if !has(model, kind) {
            Err(LowerError::NothingToLower { kind, chosen: chosen.to_string() })
        } else if capabilities.takes(kind) {
            Err(LowerError::TakenAsIs { kind, chosen: chosen.to_string() })
        } else {
            Ok(())
        }
    })
}

/// Refuses models that would need too many literals, selectors, flows or orders, before any of them is made.
fn check_size(model: &Model, capabilities: Capabilities, way: CircuitLowering) -> Result<(), LowerError> {
    let mut compared: BTreeSet<Var> = BTreeSet::new();
    let mut others = 0u64;
    for named in model.constraints() {
        match &named.constraint {
            Constraint::AllDifferent(vars) if !capabilities.all_different => compared.extend(vars),
            Constraint::Table(table) if !capabilities.table => {
                compared.extend(table.vars());
                others += table.tuples().count() as u64;
            }
            Constraint::Circuit(circuit) if !capabilities.circuit => others += circuit::new_variables(circuit, way),
            _ => {}
        }
    }
    if !capabilities.equality {
        compared.extend(model.definitions().iter().map(|definition| definition.var));
    }
    if let Some(&var) = compared.iter().find(|&&var| values(model, var) > MAX_VALUES) {
        let name = model.variable(var).name.clone();
        return Err(LowerError::DomainTooLarge { name, values: values(model, var) });
    }
    let literals: u64 = compared.iter().map(|&var| values(model, var)).sum();
    let variables = model.variables().len() as u128 + u128::from(literals) + u128::from(others);
    if variables > MAX_VARIABLES { Err(LowerError::TooLarge { variables }) } else { Ok(()) }
}

/// How many values a variable has.
fn values(model: &Model, var: Var) -> u64 {
    let variable = model.variable(var);
    variable.upper.abs_diff(variable.lower).saturating_add(1)
}

fn has(model: &Model, kind: ConstraintKind) -> bool {
    model.constraints().iter().any(|named| named.constraint.kind() == kind)
}

#[cfg(test)]
mod tests;
