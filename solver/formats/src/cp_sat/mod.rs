//! CP-SAT's protocol buffers: models as files, and what the backend exchanges with the library.
//!
//! `message.rs` has the messages, by field. A [`Model`] becomes a [`CpModelProto`] with every kind of constraint as it is:
//!
//! | model | CP-SAT |
//! |---|---|
//! | variable l..=u | domain `[l, u]`; an empty domain becomes 0..=0 and a row that cannot hold |
//! | implied integer | integer: CP-SAT has no continuous variables |
//! | b = [x = v] | b → x ∈ `[v, v]`; ¬b → x ∈ `[−∞, v − 1, v + 1, ∞]` |
//! | l ≤ Σ c·x ≤ u, always or only if a literal holds | a row, with the literal as its enforcement literal |
//! | all-different, table | all-different, table |
//! | circuit | circuit; parallel self-arcs of a node become one; a node without an arc in or out becomes a row that cannot hold |
//! | minimise f + k | minimise f, reported as 1 · (f + k) |
//! | maximise f + k | minimise −f, reported as −1 · (−f − k) |
//!
//! The variables of the model come first, with their indices. Further variables are determined by the variables of the model.
//!
//! The schema is that of OR-Tools 9.15, `ortools/sat/cp_model.proto` and `ortools/sat/sat_parameters.proto`. `tests/all/cp_sat.rs` compares the
//! messages with it.

mod message;

pub use message::{
    AllDifferentConstraintProto, CircuitConstraintProto, ConstraintProto, CpModelProto, CpObjectiveProto,
    CpSolverResponse, CpSolverSolution, CpSolverStatus, IntegerVariableProto, Kind, LinearConstraintProto,
    LinearExpressionProto, PartialVariableAssignment, SatParameters, TableConstraintProto,
};

use std::collections::BTreeMap;

use prost::Message as _;

use tumble_model::model::{
    Assignment, Circuit, Constraint, Definition, EXACT, LinearConstraint, Literal, Model, Objective, Sense, Table, Var,
};

/// Why a model cannot be written for CP-SAT.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CpSatError {
    /// A domain is larger than CP-SAT takes.
    #[error("the domain {lower}..={upper} of {name} is not within ±(2^62 − 1)")]
    Domain {
        /// The variable.
        name: String,
        /// Its least value.
        lower: i64,
        /// Its largest value.
        upper: i64,
    },
    /// A sum could leave the range in which CP-SAT computes.
    #[error("{what} can add up to more than ±(2^62 − 1)")]
    Sum {
        /// The row, or the objective.
        what: String,
    },
    /// The objective's constant is not exact in the format, where it is a floating-point number.
    #[error("the objective's constant {0} is beyond ±2^53")]
    Constant(i64),
    /// A literal of a variable that is not 0/1.
    #[error("{0} is used as a literal, and has values other than 0 and 1")]
    NotBoolean(String),
    /// There are too many variables or nodes: the format numbers them with 32 bits.
    #[error("the model has more than 2^31 − 1 variables or nodes")]
    TooLarge,
}

/// The bytes of a `CpModelProto` file for `model`. The message's name is the name of the model, followed by a line for each pair of
/// `header`: the format has no comments.
///
/// # Errors
/// As [`translate()`].
pub fn write(model: &Model, header: &[(&str, String)]) -> Result<Vec<u8>, CpSatError> {
    let mut proto = translate(model)?;
    let lines = header.iter().map(|(key, value)| format!("{key}: {value}"));
    proto.name = std::iter::once(proto.name).chain(lines).collect::<Vec<_>>().join("\n");
    Ok(proto.encode_to_vec())
}

/// The values of variables, and the parts of sums over them, stay within ±`LIMIT`: 2⁶² − 1. CP-SAT refuses models that could leave it.
pub const LIMIT: i64 = i64::MAX / 2;

/// A domain that restricts nothing.
const ANY: [i64; 2] = [i64::MIN, i64::MAX];

/// Translates a model. All kinds of constraint and the equality literals are taken as they are.
///
/// # Errors
/// When a number is beyond what CP-SAT computes with, or a literal is one of a variable that is not 0/1.
pub fn translate(model: &Model) -> Result<CpModelProto, CpSatError> {
    let proto = CpModelProto { name: model.name().to_owned(), ..CpModelProto::default() };
    let mut translation = Translation { model, proto };
    translation.variables()?;
    for &definition in model.definitions() {
        translation.definition(definition)?;
    }
    for named in model.constraints() {
        match &named.constraint {
            Constraint::Linear(row) => translation.row(&named.name, row)?,
            Constraint::AllDifferent(vars) => translation.all_different(&named.name, vars)?,
            Constraint::Table(table) => translation.table(&named.name, table)?,
            Constraint::Circuit(circuit) => translation.circuit(&named.name, circuit)?,
        }
    }
    translation.proto.objective = model.objective().map(|objective| translation.objective(objective)).transpose()?;
    Ok(translation.proto)
}

impl CpModelProto {
    /// The model, with values of its variables to begin the search with. The values need not be a solution.
    ///
    /// # Panics
    /// When the assignment has more values than an i32 counts; no model has as many variables.
    #[must_use]
    pub fn with_hint(self, hint: &Assignment) -> Self {
        let count = i32::try_from(hint.values().len()).expect("a model has fewer than 2^31 variables");
        let hint = PartialVariableAssignment { vars: (0..count).collect(), values: hint.values().to_vec() };
        Self { solution_hint: Some(hint), ..self }
    }
}

struct Translation<'a> {
    model: &'a Model,
    proto: CpModelProto,
}

impl Translation<'_> {
    fn variables(&mut self) -> Result<(), CpSatError> {
        for variable in self.model.variables() {
            let (lower, upper) = (variable.lower, variable.upper);
            let is_empty = lower > upper;
            if !is_empty && (lower < -LIMIT || upper > LIMIT) {
                return Err(CpSatError::Domain { name: variable.name.clone(), lower, upper });
            }
            let domain = if is_empty { vec![0, 0] } else { vec![lower, upper] };
            self.proto.variables.push(IntegerVariableProto { name: variable.name.clone(), domain });
            if is_empty {
                self.never(&format!("{}_domain", variable.name), Vec::new());
            }
        }
        Ok(())
    }

    fn add(&mut self, name: &str, enforcement_literal: Vec<i32>, kind: Kind) {
        let constraint = Some(kind);
        self.proto.constraints.push(ConstraintProto { name: name.to_owned(), enforcement_literal, constraint });
    }

    /// A row that cannot hold: 0 = 1.
    fn never(&mut self, name: &str, enforcement: Vec<i32>) {
        let row = LinearConstraintProto { vars: Vec::new(), coeffs: Vec::new(), domain: vec![1, 1] };
        self.add(name, enforcement, Kind::Linear(row));
    }

    /// The index of a variable.
    fn index(var: Var) -> Result<i32, CpSatError> {
        i32::try_from(var.index()).map_err(|_| CpSatError::TooLarge)
    }

    fn indices(vars: impl Iterator<Item = Var>) -> Result<Vec<i32>, CpSatError> {
        vars.map(Self::index).collect()
    }

    fn literal(&self, literal: Literal) -> Result<i32, CpSatError> {
        let index = Self::index(literal.var())?;
        let domain = &self.proto.variables[literal.var().index()].domain;
        if domain[0] < 0 || domain[1] > 1 {
            return Err(CpSatError::NotBoolean(self.model.variable(literal.var()).name.clone()));
        }
        Ok(if literal.is_positive() { index } else { -index - 1 })
    }

    /// Refuses a sum whose positive or negative terms could add up to more than [`LIMIT`].
    fn check_sum(&self, terms: &[(Var, i64)], what: &str) -> Result<(), CpSatError> {
        let (mut least, mut largest) = (0_i128, 0_i128);
        for &(var, coefficient) in terms {
            let domain = &self.proto.variables[var.index()].domain;
            let [a, b] = [domain[0], domain[1]].map(|value| i128::from(coefficient) * i128::from(value));
            least += a.min(b).min(0);
            largest += a.max(b).max(0);
        }
        // CP-SAT negates coefficients, also of variables that are always 0.
        let plain = terms.iter().all(|&(_, coefficient)| coefficient.unsigned_abs() <= LIMIT.unsigned_abs());
        if plain && least >= -i128::from(LIMIT) && largest <= i128::from(LIMIT) {
            Ok(())
        } else {
            Err(CpSatError::Sum { what: what.to_owned() })
        }
    }

    fn definition(&mut self, Definition { literal, var, value }: Definition) -> Result<(), CpSatError> {
        let name = &self.model.variable(literal).name;
        // A definition has a value within the domain, so its neighbours fit an i64.
        for (suffix, literal, domain) in [
            ("then", Literal::from(literal), vec![value, value]),
            ("else", !Literal::from(literal), vec![ANY[0], value - 1, value + 1, ANY[1]]),
        ] {
            let row = LinearConstraintProto { vars: vec![Self::index(var)?], coeffs: vec![1], domain };
            let enforcement = vec![self.literal(literal)?];
            self.add(&format!("{name}_{suffix}"), enforcement, Kind::Linear(row));
        }
        Ok(())
    }

    fn row(&mut self, name: &str, row: &LinearConstraint) -> Result<(), CpSatError> {
        let enforcement = row.condition().map(|literal| self.literal(literal)).transpose()?.into_iter().collect();
        let domain = vec![row.lower().unwrap_or(ANY[0]), row.upper().unwrap_or(ANY[1])];
        if domain[0] > domain[1] {
            self.never(name, enforcement);
            return Ok(());
        }
        self.check_sum(row.terms(), name)?;
        let vars = Self::indices(row.terms().iter().map(|&(var, _)| var))?;
        let coeffs = row.terms().iter().map(|&(_, coefficient)| coefficient).collect();
        self.add(name, enforcement, Kind::Linear(LinearConstraintProto { vars, coeffs, domain }));
        Ok(())
    }

    fn all_different(&mut self, name: &str, vars: &[Var]) -> Result<(), CpSatError> {
        let expression = |&var| Ok(LinearExpressionProto { vars: vec![Self::index(var)?], coeffs: vec![1] });
        let exprs = vars.iter().map(expression).collect::<Result<_, CpSatError>>()?;
        self.add(name, Vec::new(), Kind::AllDiff(AllDifferentConstraintProto { exprs }));
        Ok(())
    }

    fn table(&mut self, name: &str, table: &Table) -> Result<(), CpSatError> {
        let vars = Self::indices(table.vars().iter().copied())?;
        let values = table.tuples().flatten().copied().collect();
        self.add(name, Vec::new(), Kind::Table(TableConstraintProto { vars, values, negated: false }));
        Ok(())
    }

    fn circuit(&mut self, name: &str, circuit: &Circuit) -> Result<(), CpSatError> {
        let (mut left, mut entered) = (vec![false; circuit.nodes], vec![false; circuit.nodes]);
        for arc in &circuit.arcs {
            left[arc.from] = true;
            entered[arc.to] = true;
        }
        if left.contains(&false) || entered.contains(&false) {
            // CP-SAT would take a node without any arc for one that is not there.
            self.never(name, Vec::new());
            return Ok(());
        }
        let node = |node: usize| i32::try_from(node).map_err(|_| CpSatError::TooLarge);
        let mut proto = CircuitConstraintProto::default();
        let mut self_arcs = BTreeMap::<usize, Vec<i32>>::new();
        for arc in &circuit.arcs {
            let literal = self.literal(arc.literal)?;
            if arc.from == arc.to {
                self_arcs.entry(arc.from).or_default().push(literal);
            } else {
                proto.tails.push(node(arc.from)?);
                proto.heads.push(node(arc.to)?);
                proto.literals.push(literal);
            }
        }
        for (at, literals) in self_arcs {
            proto.tails.push(node(at)?);
            proto.heads.push(node(at)?);
            proto.literals.push(self.one_of(&format!("{name}_self_{at}"), &literals)?);
        }
        self.add(name, Vec::new(), Kind::Circuit(proto));
        Ok(())
    }

    /// A literal that holds exactly if one of these literals holds; no two of them may hold. A single literal stands for itself.
    fn one_of(&mut self, name: &str, literals: &[i32]) -> Result<i32, CpSatError> {
        if let &[only] = literals {
            return Ok(only);
        }
        let new = i32::try_from(self.proto.variables.len()).map_err(|_| CpSatError::TooLarge)?;
        self.proto.variables.push(IntegerVariableProto { name: name.to_owned(), domain: vec![0, 1] });
        // Σ literals − new = 0, where the negation of x is 1 − x.
        let mut row = LinearConstraintProto { vars: vec![new], coeffs: vec![-1], domain: Vec::new() };
        let mut constant = 0;
        for &literal in literals {
            let negated = literal < 0;
            row.vars.push(if negated { -literal - 1 } else { literal });
            row.coeffs.push(if negated { -1 } else { 1 });
            constant += i64::from(negated);
        }
        row.domain = vec![-constant, -constant];
        self.add(name, Vec::new(), Kind::Linear(row));
        Ok(new)
    }

    fn objective(&self, Objective { sense, expression }: &Objective) -> Result<CpObjectiveProto, CpSatError> {
        self.check_sum(expression.terms(), "the objective")?;
        if expression.constant().unsigned_abs() > EXACT.unsigned_abs() {
            return Err(CpSatError::Constant(expression.constant()));
        }
        let sign = if *sense == Sense::Maximize { -1 } else { 1 };
        Ok(CpObjectiveProto {
            vars: Self::indices(expression.terms().iter().map(|&(var, _)| var))?,
            coeffs: expression.terms().iter().map(|&(_, coefficient)| sign * coefficient).collect(),
            offset: (sign * expression.constant()) as f64,
            scaling_factor: sign as f64,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tumble_model::model::{Arc, Linear};

    #[test]
    fn numbers_at_the_edge_are_taken_and_those_beyond_are_refused() {
        let with_domain = |lower: i64, upper: i64| {
            let mut model = Model::new("m");
            model.integer("x", lower..=upper);
            translate(&model).is_ok()
        };
        assert!(with_domain(-LIMIT, LIMIT) && with_domain(LIMIT, LIMIT));
        assert!(!with_domain(0, LIMIT + 1) && !with_domain(-LIMIT - 1, 0) && !with_domain(i64::MIN, i64::MAX));
        assert!(with_domain(1, 0) && with_domain(i64::MAX, i64::MIN), "an empty domain is a row that cannot hold");

        let with_coefficients = |coefficients: &[i64], objective: bool| {
            let mut model = Model::new("m");
            let mut sum = Linear::new();
            for (i, &coefficient) in coefficients.iter().enumerate() {
                sum.push(coefficient, model.binary(format!("x{i}")));
            }
            if objective {
                model.set_objective(Sense::Maximize, sum);
            } else {
                model.add("row", sum.between(i64::MIN, i64::MAX));
            }
            translate(&model).map(drop)
        };
        for (objective, what) in [(false, "row"), (true, "the objective")] {
            for fine in [&[LIMIT, -LIMIT][..], &[1 << 61, (1 << 61) - 1]] {
                assert_eq!(with_coefficients(fine, objective), Ok(()), "{fine:?}");
            }
            for over in [
                &[LIMIT + 1][..],
                &[1 << 61, 1 << 61],
                &[-(1 << 61), -(1 << 61)],
                &[i64::MIN],
                &[i64::MIN, 0, i64::MAX],
            ] {
                assert_eq!(with_coefficients(over, objective), Err(CpSatError::Sum { what: what.into() }), "{over:?}");
            }
        }
    }

    #[test]
    fn an_empty_domain_is_a_row_that_cannot_hold() {
        let mut model = Model::new("m");
        for (name, lower, upper) in [("one", 7, 7), ("two", 7, 8), ("none", 8, 7)] {
            model.integer(name, lower..=upper);
        }
        let CpModelProto { variables, constraints, .. } = translate(&model).unwrap();
        let domains: Vec<&[i64]> = variables.iter().map(|variable| &variable.domain[..]).collect();
        assert_eq!(domains, [&[7, 7], &[7, 8], &[0, 0]]);
        let [never] = &constraints[..] else { panic!("{constraints:?}") };
        let row = LinearConstraintProto { vars: Vec::new(), coeffs: Vec::new(), domain: vec![1, 1] };
        assert_eq!((&*never.name, &never.constraint), ("none_domain", &Some(Kind::Linear(row))));
    }

    #[test]
    fn a_hint_has_a_value_for_each_variable() {
        let mut model = Model::new("m");
        model.binary("x");
        model.integer("y", 0..=9);
        let whole = translate(&model).unwrap();
        let hinted = whole.clone().with_hint(&vec![1, 7].into());
        let hint = PartialVariableAssignment { vars: vec![0, 1], values: vec![1, 7] };
        assert_eq!(hinted, CpModelProto { solution_hint: Some(hint), ..whole });
    }

    #[test]
    fn constants_beyond_exact_floats_and_wrong_literals_are_refused() {
        let with_constant = |constant| {
            let mut model = Model::new("m");
            model.set_objective(Sense::Minimize, Linear::new().plus_constant(constant));
            translate(&model).map(|proto| proto.objective.unwrap().offset)
        };
        assert_eq!(with_constant(-EXACT), Ok(-EXACT as f64));
        assert_eq!(with_constant(EXACT + 1), Err(CpSatError::Constant(EXACT + 1)));
        assert_eq!(with_constant(i64::MIN), Err(CpSatError::Constant(i64::MIN)));

        for domain in [0..=2, -1..=1] {
            let mut model = Model::new("m");
            let x = model.integer("x", domain);
            model.add("if", Linear::from(x).at_most(1).only_if(x.into()));
            assert_eq!(translate(&model), Err(CpSatError::NotBoolean("x".into())));
        }
    }

    #[test]
    fn what_is_maximised_is_minimised_with_the_other_sign() {
        let mut model = Model::new("m");
        let [x, y] = ["x", "y"].map(|name| model.binary(name));
        model.set_objective(Sense::Maximize, Linear::new().plus(3, x).plus(-2, y).plus_constant(5));
        let objective = CpObjectiveProto { vars: vec![0, 1], coeffs: vec![-3, 2], offset: -5.0, scaling_factor: -1.0 };
        assert_eq!(translate(&model).unwrap().objective, Some(objective));
    }

    #[test]
    fn a_node_that_no_arc_enters_or_leaves_is_on_no_circuit() {
        for (from, to) in [(0, 1), (1, 0)] {
            let mut model = Model::new("m");
            let literal = Literal::from(model.binary("x"));
            model
                .add("c", Circuit { nodes: 2, arcs: vec![Arc { from: 0, to: 0, literal }, Arc { from, to, literal }] });
            let [never] = &translate(&model).unwrap().constraints[..] else { panic!("one row") };
            assert!(
                matches!(&never.constraint, Some(Kind::Linear(row)) if row.vars.is_empty() && row.domain == [1, 1])
            );
        }
    }

    #[test]
    fn parallel_self_arcs_become_one() {
        let mut model = Model::new("m");
        let vars: Vec<Var> = (0..3).map(|i| model.binary(format!("x{i}"))).collect();
        let arc = |literal: Literal| Arc { from: 0, to: 0, literal };
        model.add("c", Circuit { nodes: 1, arcs: vec![arc(vars[0].into()), arc(!Literal::from(vars[2]))] });
        let proto = translate(&model).unwrap();
        let row = LinearConstraintProto { vars: vec![3, 0, 2], coeffs: vec![-1, 1, -1], domain: vec![-1, -1] };
        let circuit = CircuitConstraintProto { tails: vec![0], heads: vec![0], literals: vec![3] };
        let kinds: Vec<Kind> = proto.constraints.into_iter().filter_map(|c| c.constraint).collect();
        assert_eq!(kinds, [Kind::Linear(row), Kind::Circuit(circuit)]);
    }
}
