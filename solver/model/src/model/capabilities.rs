//! What a solver can do.

use super::ConstraintKind;

/// What a solver can do: the constraints that it takes beside plain linear rows, and the tasks that it does beside finding the best solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each one is independent of the others")]
pub struct Capabilities {
    /// Equality literals: a 0/1 variable that is 1 exactly if another variable has some value ([`Definition`](super::Definition)).
    pub equality: bool,
    /// Linear rows that have to hold only if a literal does.
    pub half_reified: bool,
    /// [`Constraint::AllDifferent`](super::Constraint::AllDifferent).
    pub all_different: bool,
    /// [`Constraint::Table`](super::Constraint::Table).
    pub table: bool,
    /// [`Constraint::Circuit`](super::Constraint::Circuit).
    pub circuit: bool,
    /// It lists all solutions of a model.
    pub lists: bool,
    /// It refutes clauses and tells how.
    pub refutes: bool,
    /// It solves linear relaxations as such. A solver that takes [implied integers](super::Integrality::Implied) to be integer finds
    /// integer solutions of a relaxation, which takes as long as the model itself.
    pub relaxations: bool,
    /// It gives the duals of linear programs.
    pub duals: bool,
    /// The largest coefficient with which its proofs count; `None` for a solver that computes in integers. With tolerance t a solver takes a
    /// value as an integer that is off by t, so a coefficient near 1/t swallows an integer: "infeasible" and "optimal" may then be wrong.
    pub largest_trusted: Option<u64>,
}

impl Capabilities {
    /// Plain linear rows only: a MILP solver.
    pub const LINEAR: Self = Self {
        equality: false,
        half_reified: false,
        all_different: false,
        table: false,
        circuit: false,
        lists: false,
        refutes: false,
        relaxations: false,
        duals: false,
        largest_trusted: None,
    };

    /// Every constraint that a model can have.
    pub const ALL: Self =
        Self { equality: true, half_reified: true, all_different: true, table: true, circuit: true, ..Self::LINEAR };

    /// Whether the solver takes constraints of this kind. Every solver takes linear ones without a literal; for those with one see
    /// [`half_reified`](Self::half_reified).
    pub const fn takes(self, kind: ConstraintKind) -> bool {
        match kind {
            ConstraintKind::Linear => true,
            ConstraintKind::AllDifferent => self.all_different,
            ConstraintKind::Table => self.table,
            ConstraintKind::Circuit => self.circuit,
        }
    }
}
