//! Lowering: from what an encoding says to what a backend takes.
//!
//! Each pass is one pure function in one file. It keeps the variables that are there, with their indices, and only appends
//! new ones, so that an answer to the lowered model, cut off after the original variables, is an answer to the original.
//! A backend says what it takes by
//! [`Capabilities`]; [`lower`] runs the passes for the rest in the one order that works:
//! circuits and tables make equality literals and rows, these make rows, and half-reified rows become plain ones.

mod all_different;
mod circuit;
mod equality;
mod half_reified;
mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use crate::model::{Capabilities, Constraint, MAX_VARIABLES, Model, Var};

/// A reformulation that can be named: a key, and for each key its values, the default first.
#[derive(Debug)]
pub struct Reformulation {
    /// The kind of constraint: `circuit`.
    pub key: &'static str,
    /// Its reformulations, `flow` say, each with a sentence on what it does; the default first.
    pub values: &'static [(&'static str, &'static str)],
}

/// All named reformulations, by key.
pub const REFORMULATIONS: &[Reformulation] = &[
    Reformulation {
        key: "all-different",
        values: &[("assignment", "each value is taken by at most one of the variables, over equality literals")],
    },
    Reformulation {
        key: "circuit",
        values: &[
            ("flow", "a commodity flows from one node on the circuit to each other one"),
            ("mtz", "order variables rise along the circuit (Miller, Tucker, Zemlin)"),
        ],
    },
    Reformulation {
        key: "table",
        values: &[("support", "one variable a tuple; each value of a column is supported by its tuples")],
    },
];

/// How to lower: the chosen value for some of the [`REFORMULATIONS`]. Written `circuit=flow,table=support`, or `none`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lowering(BTreeMap<&'static str, &'static str>);

/// A `--lowering` that is not understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no lowering: {expected}")]
pub struct UnknownLowering {
    text: String,
    expected: String,
}

impl FromStr for Lowering {
    type Err = UnknownLowering;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let unknown = |expected: String| UnknownLowering { text: text.to_owned(), expected };
        if text == "none" {
            return Ok(Self::default());
        }
        let mut chosen = BTreeMap::new();
        for part in text.split(',') {
            let (key, value) =
                part.trim().split_once('=').ok_or_else(|| unknown("write key=value, key=value".into()))?;
            let list = |names: Vec<&str>| names.join(", ");
            let reformulation = REFORMULATIONS.iter().find(|r| r.key == key.trim()).ok_or_else(|| {
                unknown(format!("the keys are {}", list(REFORMULATIONS.iter().map(|r| r.key).collect())))
            })?;
            let (value, _) = reformulation.values.iter().find(|(name, _)| *name == value.trim()).ok_or_else(|| {
                let names = list(reformulation.values.iter().map(|(name, _)| *name).collect());
                unknown(format!("the values of {} are {names}", reformulation.key))
            })?;
            if chosen.insert(reformulation.key, *value).is_some() {
                return Err(unknown(format!("{} is there twice", reformulation.key)));
            }
        }
        Ok(Self(chosen))
    }
}

impl fmt::Display for Lowering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        for (i, (key, value)) in self.0.iter().enumerate() {
            write!(f, "{}{key}={value}", if i > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

/// A model that says the same in what the backend takes.
#[derive(Debug)]
pub struct Lowered {
    /// The original variables, in place, then the new ones.
    pub model: Model,
    /// The reformulations that were used, in canonical form.
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
        /// At most so many.
        variables: u128,
    },
    /// A row that holds only if a literal does has bounds too large for exact big-M constants.
    #[error("constraint {name}: its largest and least values do not fit the exact range of a solver")]
    RangeTooLarge {
        /// Its name.
        name: String,
    },
}

/// Lowers `model` to what `capabilities` take, by the reformulations `wanted` and the defaults for the others.
///
/// # Errors
/// When a domain or a range is too large to be stated exactly.
pub fn lower(model: Model, capabilities: Capabilities, wanted: &Lowering) -> Result<Lowered, LowerError> {
    check_size(&model, capabilities)?;
    let mut lowering = Lowering::default();
    let mut model = model;
    if !capabilities.circuit && has(&model, |c| matches!(c, Constraint::Circuit(_))) {
        model = match choose(&mut lowering, wanted, "circuit") {
            "mtz" => circuit::by_order(model),
            _ => circuit::by_flow(model),
        };
    }
    if !capabilities.table && has(&model, |c| matches!(c, Constraint::Table(_))) {
        choose(&mut lowering, wanted, "table");
        model = table::by_support(model);
    }
    if !capabilities.all_different && has(&model, |c| matches!(c, Constraint::AllDifferent(_))) {
        choose(&mut lowering, wanted, "all-different");
        model = all_different::by_assignment(model);
    }
    if !capabilities.equality {
        model = equality::to_linear(model);
    }
    if !capabilities.half_reified {
        model = half_reified::to_linear(model)?;
    }
    Ok(Lowered { model, lowering })
}

/// Refuses models that would need too many literals or selectors, before any of them is made.
fn check_size(model: &Model, capabilities: Capabilities) -> Result<(), LowerError> {
    let mut compared: BTreeSet<Var> = BTreeSet::new();
    let mut selectors = 0u64;
    for named in model.constraints() {
        match &named.constraint {
            Constraint::AllDifferent(vars) if !capabilities.all_different => compared.extend(vars),
            Constraint::Table(table) if !capabilities.table => {
                compared.extend(table.vars());
                selectors += table.tuples().count() as u64;
            }
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
    let variables = model.variables().len() as u128 + u128::from(literals) + u128::from(selectors);
    if variables > MAX_VARIABLES { Err(LowerError::TooLarge { variables }) } else { Ok(()) }
}

/// How many values a variable has.
fn values(model: &Model, var: Var) -> u64 {
    let variable = model.variable(var);
    variable.upper.abs_diff(variable.lower).saturating_add(1)
}

fn has(model: &Model, kind: impl Fn(&Constraint) -> bool) -> bool {
    model.constraints().iter().any(|c| kind(&c.constraint))
}

/// The wanted value of a reformulation, or its default; noted in `lowering`.
fn choose(lowering: &mut Lowering, wanted: &Lowering, key: &'static str) -> &'static str {
    let reformulation = REFORMULATIONS.iter().find(|r| r.key == key).expect("every pass stands in the list");
    let value = wanted.0.get(key).copied().unwrap_or(reformulation.values[0].0);
    lowering.0.insert(key, value);
    value
}

#[cfg(test)]
mod tests;
