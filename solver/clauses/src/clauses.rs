//! Where clauses go: a sink, with a count of the variables and the clauses, and the limits on them.

use super::Lit;

/// The most clauses that a model may be translated to. With two to four literals each they take some two gigabytes in a solver.
pub const MAX_CLAUSES: u64 = 20_000_000;

/// What was emitted so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// The number of variables of the clauses.
    pub variables: u64,
    /// The number of clauses.
    pub clauses: u64,
}

/// Why something is not translated to clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// There would be more than [`MAX_CLAUSES`].
    Clauses,
    /// A number leaves the range in which everything is exact.
    Range,
}

/// A sink with a count.
pub(super) struct Clauses<'a> {
    size: &'a mut Size,
    sink: &'a mut dyn FnMut(&[Lit]),
    clause: Vec<Lit>,
}

impl<'a> Clauses<'a> {
    pub fn new(size: &'a mut Size, sink: &'a mut dyn FnMut(&[Lit])) -> Self {
        Self { size, sink, clause: Vec::new() }
    }

    /// A new variable. Each comes with at least one clause, so the limit on clauses bounds their number.
    pub fn variable(&mut self) -> Lit {
        self.size.variables += 1;
        Lit::positive(i32::try_from(self.size.variables).expect("there are fewer than 2^31 variables"))
    }

    /// Emits a clause, without its constants; one that always holds is left out.
    pub fn add(&mut self, literals: &[Lit]) {
        if literals.contains(&Lit::TRUE) {
            return;
        }
        self.size.clauses += 1;
        if literals.contains(&Lit::FALSE) {
            self.clause.clear();
            self.clause.extend(literals.iter().filter(|&&literal| literal != Lit::FALSE));
            (self.sink)(&self.clause);
        } else {
            (self.sink)(literals);
        }
    }

    /// Emits the clauses of a ↔ all of `literals`.
    pub fn define_all(&mut self, a: Lit, literals: &[Lit]) {
        for &literal in literals {
            self.add(&[!a, literal]);
        }
        let clause: Vec<Lit> = literals.iter().map(|&literal| !literal).chain([a]).collect();
        self.add(&clause);
    }

    /// Asks, before they are made, whether so many more clauses are allowed.
    pub fn reserve(&self, clauses: u64) -> Result<(), Refusal> {
        if self.size.clauses.saturating_add(clauses) > MAX_CLAUSES { Err(Refusal::Clauses) } else { Ok(()) }
    }
}

// At most one, and exactly one, of n literals.
//
// Up to [`PAIRWISE`] literals by pairs: ¬xᵢ ∨ ¬xⱼ, n(n − 1)/2 clauses and no variables. More by the product encoding: xᵢ stands at
// (row, column) of a p × q grid, p = ⌈√n⌉, q = ⌈n/p⌉, with a literal for each row and for each column,
// ```text
// ¬xᵢ ∨ row(i),   ¬xᵢ ∨ column(i),   at most one of the rows,   at most one of the columns
// ```
// which is 2n + O(√n) clauses and O(√n) variables. Unit propagation finds every consequence, as it does with pairs.
//
// Source: J. Chen, *A New SAT Encoding of the At-Most-One Constraint*, ModRef 2010.

/// The most literals for which pairs are used.
const PAIRWISE: usize = 8;

/// At most one of `literals` holds.
pub(super) fn at_most_one(literals: &[Lit], out: &mut Clauses<'_>) -> Result<(), Refusal> {
    let n = literals.len();
    out.reserve(4 * n as u64)?;
    if n <= PAIRWISE {
        for (i, &x) in literals.iter().enumerate() {
            literals[..i].iter().for_each(|&y| out.add(&[!x, !y]));
        }
        return Ok(());
    }
    let columns = (n - 1).isqrt() + 1;
    let rows: Vec<Lit> = (0..n.div_ceil(columns)).map(|_| out.variable()).collect();
    let columns: Vec<Lit> = (0..columns).map(|_| out.variable()).collect();
    for (i, &x) in literals.iter().enumerate() {
        out.add(&[!x, rows[i / columns.len()]]);
        out.add(&[!x, columns[i % columns.len()]]);
    }
    at_most_one(&rows, out)?;
    at_most_one(&columns, out)
}

/// Exactly one of `literals` holds.
pub(super) fn exactly_one(literals: &[Lit], out: &mut Clauses<'_>) -> Result<(), Refusal> {
    out.add(literals);
    at_most_one(literals, out)
}
