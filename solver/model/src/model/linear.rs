//! Linear expressions.

use serde::{Deserialize, Serialize};

use super::{Assignment, Literal, Var};

/// Σ coefficient · variable + constant, with integer coefficients.
///
/// Built by chaining, closed into a constraint by one of [`equals`](Linear::equals), [`at_most`](Linear::at_most),
/// [`at_least`](Linear::at_least) and [`between`](Linear::between):
///
/// ```
/// use tumble_model::model::{Linear, Model};
/// let mut model = Model::new("knapsack");
/// let (a, b) = (model.binary("a"), model.binary("b"));
/// model.add("weight", Linear::new().plus(3, a).plus(4, b).at_most(5));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Linear {
    terms: Vec<(Var, i64)>,
    constant: i64,
}

impl Linear {
    /// Zero.
    pub fn new() -> Self {
        Self::default()
    }

    /// The sum of `vars`, each once.
    pub fn sum(vars: impl IntoIterator<Item = Var>) -> Self {
        Self { terms: vars.into_iter().map(|v| (v, 1)).collect(), constant: 0 }
    }

    /// The number of `literals` that hold: a sum that has a constant if some are negative.
    pub fn count(literals: impl IntoIterator<Item = Literal>) -> Self {
        literals.into_iter().fold(Self::new(), |sum, literal| sum.plus_literal(1, literal))
    }

    /// Adds `coefficient` · `var`.
    #[must_use]
    pub fn plus(mut self, coefficient: i64, var: Var) -> Self {
        self.push(coefficient, var);
        self
    }

    /// Adds `coefficient` if `literal` holds.
    ///
    /// # Panics
    /// As [`plus_constant`](Linear::plus_constant), for a negative literal.
    #[must_use]
    pub fn plus_literal(self, coefficient: i64, literal: Literal) -> Self {
        if literal.is_positive() {
            self.plus(coefficient, literal.var())
        } else {
            self.plus_constant(coefficient).plus(-coefficient, literal.var())
        }
    }

    /// Adds `value`.
    ///
    /// # Panics
    /// When the constant leaves the range of an i64: coefficients come from encodings, not from users.
    #[must_use]
    pub fn plus_constant(mut self, value: i64) -> Self {
        self.constant = self.constant.checked_add(value).expect("the constant of an expression fits an i64");
        self
    }

    /// The expression times `factor`.
    ///
    /// # Panics
    /// When a product leaves the range of an i64.
    #[must_use]
    pub fn times(mut self, factor: i64) -> Self {
        let times = |number: i64| number.checked_mul(factor).expect("a product fits an i64");
        self.terms.iter_mut().for_each(|(_, coefficient)| *coefficient = times(*coefficient));
        self.constant = times(self.constant);
        self
    }

    /// Adds `coefficient` · `var` in place.
    pub fn push(&mut self, coefficient: i64, var: Var) {
        self.terms.push((var, coefficient));
    }

    /// The terms; after [`normalized`](Linear::normalized) one for each variable, by index, without zeros.
    pub fn terms(&self) -> &[(Var, i64)] {
        &self.terms
    }

    /// The constant.
    pub const fn constant(&self) -> i64 {
        self.constant
    }

    /// The same expression with the terms sorted, merged and without zeros.
    ///
    /// # Panics
    /// When a merged coefficient leaves the range of an i64.
    #[must_use]
    pub fn normalized(mut self) -> Self {
        self.terms.sort_by_key(|&(var, _)| var);
        self.terms.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 = kept.1.checked_add(next.1).expect("a coefficient fits an i64");
            }
            same
        });
        self.terms.retain(|&(_, coefficient)| coefficient != 0);
        self
    }

    /// Its exact value. Products of two i64 fit an i128, and so do sums of fewer than 2³² of them.
    ///
    /// # Panics
    /// When the assignment has no value for one of its variables.
    pub fn value(&self, assignment: &Assignment) -> i128 {
        let sum: i128 = self.terms.iter().map(|&(var, c)| i128::from(c) * i128::from(assignment[var])).sum();
        sum + i128::from(self.constant)
    }
}

impl From<Var> for Linear {
    fn from(var: Var) -> Self {
        Self::sum([var])
    }
}
