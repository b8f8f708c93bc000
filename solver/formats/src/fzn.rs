//! FlatZinc. `fzn-gecode` 6.2 reads the files, and so does `minizinc` 2.6, which takes them for MiniZinc and passes them to the solver
//! that is chosen.
//!
//! | constraint | in FlatZinc |
//! |---|---|
//! | row | `int_lin_eq`, or `int_lin_le` for each bound |
//! | row only if b | the same, reified as r, and `bool_clause([r], [b])` |
//! | literal [x = v] | `int_eq_reif` |
//! | all different | `all_different_int` |
//! | table | `gecode_table_int` |
//! | circuit | `gecode_circuit`, see `Writer::circuit` |
//!
//! FlatZinc has no common names for global constraints: these are Gecode's. Another solver takes files in which they are lowered, with
//! the capabilities [`STANDARD`]. The names of the writer's own variables are none that [`written_name`](super::written_name) returns.
//! The objective, its constant included, is the variable `obj`. Numbers may be as large as an i64 here; Gecode and Chuffed compute with
//! 32 bits, and the head of a file says where that is not enough ([`caution`]).

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;

use itertools::Itertools as _;

use super::header::{ascii, comments};
use super::{WriteError, names};
use tumble_model::model::{
    Capabilities, Circuit, Constraint, LinearConstraint, Literal, Model, Relation, Sense, Table, Var,
};

/// Everything: circuits, tables and all-different constraints under Gecode's names.
pub const WITH_GLOBALS: Capabilities = Capabilities::ALL;
/// Only what every FlatZinc solver takes.
pub const STANDARD: Capabilities = Capabilities { equality: true, half_reified: true, ..Capabilities::LINEAR };

/// Writes `model` after comments with the pairs of `header`. Variables have their [`written_name`](super::written_name), and all are
/// output.
///
/// # Errors
/// When names are not legal or not unique, every node of a circuit may be skipped, or the bounds of the objective leave an i64.
pub fn write(model: &Model, header: &[(&str, String)]) -> Result<String, WriteError> {
    let mut out = Writer {
        model,
        columns: names::columns(model.variables())?,
        predicates: BTreeSet::new(),
        parameters: String::new(),
        variables: String::new(),
        constraints: String::new(),
        tables: HashMap::new(),
        flags: BTreeMap::new(),
        helpers: 0,
    };
    for (variable, name) in model.variables().iter().zip(&out.columns) {
        let _ = writeln!(out.variables, "var {}..{}: {name} :: output_var;", variable.lower, variable.upper);
    }
    for &definition in model.definitions() {
        let flag = out.flag(definition.literal.into());
        let args = format!("{}, {}, {flag}", out.columns[definition.var.index()], definition.value);
        out.constraint("int_eq_reif", &args);
    }
    out.constraints()?;
    let solve = out.objective()?;
    let names = model.variables().iter().zip(&out.columns).map(|(variable, name)| (&**name, variable.name.as_str()));
    let comments = caution(model).map(str::to_owned).into_iter().chain(comments(model, header));
    let comments = comments.chain(names::legend(names)).map(|line| format!("% {line}\n"));
    let predicates = out.predicates.iter().map(|predicate| format!("predicate {predicate};\n"));
    let head: String = comments.chain(predicates).collect();
    Ok([head, out.parameters, out.variables, out.constraints, solve].concat())
}

/// The largest number of Gecode's, which leaves out the last of 32 bits.
const LARGEST: i128 = i32::MAX as i128 - 1;

/// The remark on a model whose numbers or sums leave 32 bits.
pub fn caution(model: &Model) -> Option<&'static str> {
    let size = |number: i64| i128::from(number).abs();
    let of_variable = |var: Var| size(model.variable(var).lower).max(size(model.variable(var).upper));
    let sum = |terms: &[(Var, i64)]| terms.iter().map(|&(var, factor)| size(factor) * of_variable(var)).sum::<i128>();
    let rows = model.constraints().iter().filter_map(|named| match &named.constraint {
        Constraint::Linear(row) => {
            Some(sum(row.terms()) + row.lower().map_or(0, size).max(row.upper().map_or(0, size)))
        }
        _ => None,
    });
    // The variable of the objective is a term of its row.
    let objective = model.objective().map(|objective| &objective.expression);
    let objective = objective.map(|expression| 2 * (sum(expression.terms()) + size(expression.constant())));
    let variables = model.variables().iter().map(|variable| size(variable.lower).max(size(variable.upper)));
    rows.chain(objective).chain(variables).any(|size| size > LARGEST).then_some(
        "numbers or sums of this model leave 32 bits: Gecode and Chuffed may give wrong answers; CP-SAT computes with 64 bits",
    )
}

/// What is written so far: the sections of a file, in their order there.
struct Writer<'a> {
    model: &'a Model,
    /// The written names of the variables, by index.
    columns: Vec<Cow<'a, str>>,
    /// The declarations of the global constraints in use.
    predicates: BTreeSet<&'static str>,
    parameters: String,
    variables: String,
    constraints: String,
    /// The names of the tuple lists that are written.
    tables: HashMap<&'a [i64], String>,
    /// The Boolean variables of literals.
    flags: BTreeMap<(Var, bool), String>,
    /// The number of other variables that the writer made.
    helpers: usize,
}

impl<'a> Writer<'a> {
    fn constraint(&mut self, name: &str, args: &str) {
        let _ = writeln!(self.constraints, "constraint {name}({args});");
    }

    /// A constraint that never holds.
    fn never(&mut self) {
        self.constraint("int_lin_eq", "[], [], 1");
    }

    /// A new variable of the writer's own.
    fn helper(&mut self, domain: &str) -> String {
        self.helpers += 1;
        let name = format!("{HELPER}{}", self.helpers);
        let _ = writeln!(self.variables, "var {domain}: {name};");
        name
    }

    /// The Boolean variable of a literal.
    fn flag(&mut self, literal: Literal) -> String {
        let key = (literal.var(), literal.is_positive());
        if let Some(flag) = self.flags.get(&key) {
            return flag.clone();
        }
        let flag = self.helper("bool");
        if literal.is_positive() {
            let name = self.columns[literal.var().index()].clone();
            self.constraint("bool2int", &format!("{flag}, {name}"));
        } else {
            let positive = self.flag(!literal);
            self.constraint("bool_not", &format!("{positive}, {flag}"));
        }
        self.flags.insert(key, flag.clone());
        flag
    }

    fn list(&self, vars: &[Var]) -> String {
        format!("[{}]", vars.iter().map(|var| &self.columns[var.index()]).format(","))
    }

    fn constraints(&mut self) -> Result<(), WriteError> {
        let model = self.model;
        let mut block = None;
        for named in model.constraints() {
            if named.block != block {
                block = named.block;
                if let Some(title) = block.and_then(|i| model.blocks().get(i)) {
                    let _ = writeln!(self.constraints, "% {}", ascii(title));
                }
            }
            match &named.constraint {
                Constraint::Linear(row) => self.row(row),
                Constraint::AllDifferent(vars) => {
                    self.predicates.insert("all_different_int(array [int] of var int: x)");
                    let list = self.list(vars);
                    self.constraint("all_different_int", &list);
                }
                Constraint::Table(table) => self.table(table),
                Constraint::Circuit(circuit) => self.circuit(&named.name, circuit)?,
            }
        }
        Ok(())
    }

    fn row(&mut self, row: &'a LinearConstraint) {
        let condition = row.condition().map(|literal| self.flag(literal));
        for (relation, bound) in row.sides() {
            let (relation, sign) = match relation {
                Relation::Equal => ("int_lin_eq", 1),
                Relation::AtLeast => ("int_lin_le", -1),
                Relation::AtMost => ("int_lin_le", 1),
            };
            self.sum(relation, sign, row, bound, condition.as_deref());
        }
    }

    /// A row times `sign`, reified where there is a condition.
    fn sum(&mut self, relation: &str, sign: i128, row: &LinearConstraint, bound: i64, condition: Option<&str>) {
        let coefficients = row.terms().iter().map(|&(_, coefficient)| sign * i128::from(coefficient)).format(",");
        let vars: Vec<Var> = row.terms().iter().map(|&(var, _)| var).collect();
        let args = format!("[{coefficients}], {}, {}", self.list(&vars), sign * i128::from(bound));
        match condition {
            None => self.constraint(relation, &args),
            Some(condition) => {
                let holds = self.helper("bool");
                self.constraint(&format!("{relation}_reif"), &format!("{args}, {holds}"));
                self.constraint("bool_clause", &format!("[{holds}], [{condition}]"));
            }
        }
    }

    fn table(&mut self, table: &'a Table) {
        if table.values().is_empty() {
            return self.never();
        }
        let next = self.tables.len() + 1;
        let tuples = self.tables.entry(table.values()).or_insert_with(|| {
            let name = format!("{TUPLES}{next}");
            let values = table.values();
            let _ = writeln!(
                self.parameters,
                "array [1..{}] of int: {name} = [{}];",
                values.len(),
                values.iter().format(",")
            );
            name
        });
        let tuples = tuples.clone();
        self.predicates.insert("gecode_table_int(array [int] of var int: x, array [int] of int: t)");
        let args = format!("{}, {tuples}", self.list(table.vars()));
        self.constraint("gecode_table_int", &args);
    }

    /// The objective's variable with its row; returns the last line of the file.
    fn objective(&mut self) -> Result<String, WriteError> {
        let objective = self.model.objective().filter(|objective| !objective.expression.terms().is_empty());
        let Some(objective) = objective else { return Ok("solve satisfy;\n".to_owned()) };
        let expression = &objective.expression;
        let (least, largest) = self.model.range_of(expression.terms());
        let [least, largest] = [least, largest].map(|sum| sum + i128::from(expression.constant()));
        if let Some(&number) = [least, largest].iter().find(|&&bound| i64::try_from(bound).is_err()) {
            return Err(WriteError::NotExact { number, name: "the bounds of the objective".into() });
        }
        let _ = writeln!(self.variables, "var {least}..{largest}: {OBJECTIVE} :: output_var;");
        let coefficients = expression.terms().iter().map(|(_, coefficient)| coefficient).format(",");
        let vars = expression.terms().iter().map(|(var, _)| &*self.columns[var.index()]).format(",");
        let args = format!("[{coefficients},-1], [{vars},{OBJECTIVE}], {}", -i128::from(expression.constant()));
        self.constraint("int_lin_eq", &args);
        let goal = if objective.sense == Sense::Maximize { "maximize" } else { "minimize" };
        Ok(format!("solve {goal} {OBJECTIVE};\n"))
    }
}

/// The variable of the objective.
const OBJECTIVE: &str = names::OBJECTIVE;
/// What it is called in files of this version, of earlier ones, and in solutions of MiniZinc.
pub(super) const OBJECTIVES: [&str; 2] = [OBJECTIVE, "_objective"];

/// What begins the names of variables and parameters of the writer's own, before a number. SCIP reads no name that begins with an
/// underscore. [`written_name`](super::written_name) returns none of these, since a name like `h1` needs no `v_`.
const HELPER: &str = "v_h";
const TUPLES: &str = "v_t";

/// Whether a variable is the writer's own.
pub(super) fn is_own_name(name: &str) -> bool {
    let is_number = |rest: &str| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    OBJECTIVES.contains(&name) || name.strip_prefix(HELPER).is_some_and(is_number)
}

// Circuits that may skip nodes, as `gecode_circuit`, whose circuits pass through all nodes.
//
// The constraint gives every node i a successor s(i). Let r be a node that cannot be skipped, and m the number of those that can be.
// Further nodes k₀ … kₘ form a chain into which the skipped nodes are hung:
//
// ```text
// s(i) = j     if an arc from i to j ≠ r is used
// s(i) = k₀    if an arc from i to r is used
// s(i) = kₗ₊₁  if node i, the l-th of those that can be skipped, is skipped
// s(kₗ) ∈ {kₗ₊₁, i}  for the l-th such node i;  s(kₘ) = r
// ```
// If i is skipped, kₗ₊₁ follows on i, so i has to follow on kₗ; otherwise kₗ₊₁ follows on kₗ. So the used arcs and the chain form
// one circuit through all nodes exactly if the used arcs form one through all that are not skipped.

impl Writer<'_> {
    /// Writes a circuit.
    ///
    /// # Errors
    /// When every node can be skipped.
    fn circuit(&mut self, name: &str, circuit: &Circuit) -> Result<(), WriteError> {
        let n = circuit.nodes;
        let mut arcs: Vec<BTreeMap<usize, Vec<Literal>>> = vec![BTreeMap::new(); n];
        for arc in &circuit.arcs {
            arcs[arc.from].entry(arc.to).or_default().push(arc.literal);
        }
        let (skippable, fixed): (Vec<usize>, Vec<usize>) = (0..n).partition(|node| arcs[*node].contains_key(node));
        let Some(&root) = fixed.first() else {
            let why = "every node of the circuit may be skipped; the format fzn-std has rows in its place";
            return if n == 0 { Ok(()) } else { Err(WriteError::Inexpressible { name: name.to_owned(), why }) };
        };
        let mut successors = Vec::with_capacity(n + skippable.len() + 1);
        for (node, heads) in arcs.iter().enumerate() {
            let skipped = skippable.binary_search(&node).ok();
            let place = |head: usize| match skipped {
                Some(l) if head == node => n + l + 1,
                _ if head == root => n,
                _ => head,
            };
            let heads: BTreeMap<usize, &[Literal]> =
                heads.iter().map(|(&head, literals)| (place(head), literals.as_slice())).collect();
            if heads.is_empty() {
                self.never();
                return Ok(());
            }
            let successor = self.helper(&format!("{{{}}}", heads.keys().format(",")));
            for (head, literals) in heads {
                self.used(&successor, head, literals);
            }
            successors.push(successor);
        }
        for (l, node) in skippable.iter().enumerate() {
            successors.push(self.helper(&format!("{{{node},{}}}", n + l + 1)));
        }
        successors.push(self.helper(&format!("{root}..{root}")));
        self.predicates.insert("gecode_circuit(int: offset, array [int] of var int: x)");
        self.constraint("gecode_circuit", &format!("0, [{}]", successors.iter().format(",")));
        Ok(())
    }

    /// States that a node has this successor exactly if one of the arcs with these literals is used, and then only one.
    fn used(&mut self, successor: &str, head: usize, literals: &[Literal]) {
        let flags: Vec<String> = literals.iter().map(|&literal| self.flag(literal)).collect();
        if let [flag] = &flags[..] {
            return self.constraint("int_eq_reif", &format!("{successor}, {head}, {flag}"));
        }
        let is_used = self.helper("bool");
        self.constraint("int_eq_reif", &format!("{successor}, {head}, {is_used}"));
        let numbers: Vec<String> = flags.iter().chain([&is_used]).map(|flag| self.number(flag)).collect();
        let ones = "1,".repeat(flags.len());
        self.constraint("int_lin_eq", &format!("[{ones}-1], [{}], 0", numbers.iter().format(",")));
    }

    /// The 0/1 variable of a Boolean one.
    fn number(&mut self, flag: &str) -> String {
        let number = self.helper("0..1");
        self.constraint("bool2int", &format!("{flag}, {number}"));
        number
    }
}
