//! Circuits that may skip nodes, as `gecode_circuit`, whose circuits pass through all nodes.
//!
//! The constraint gives every node i a successor s(i). Let r be a node that cannot be skipped, and m the number of those that can be.
//! Further nodes k₀ … kₘ form a chain into which the skipped nodes are hung:
//!
//! ```text
//! s(i) = j     if an arc from i to j ≠ r is used
//! s(i) = k₀    if an arc from i to r is used
//! s(i) = kₗ₊₁  if node i, the l-th of those that can be skipped, is skipped
//! s(kₗ) ∈ {kₗ₊₁, i}  for the l-th such node i;  s(kₘ) = r
//! ```
//! If i is skipped, kₗ₊₁ follows on i, so i has to follow on kₗ; otherwise kₗ₊₁ follows on kₗ. So the used arcs and the chain form
//! one circuit through all nodes exactly if the used arcs form one through all that are not skipped.

use std::collections::BTreeMap;

use itertools::Itertools as _;

use super::{WriteError, Writer};
use tumble_model::model::{Circuit, Literal};

impl Writer<'_> {
    /// Writes a circuit.
    ///
    /// # Errors
    /// When every node can be skipped.
    pub(super) fn circuit(&mut self, name: &str, circuit: &Circuit) -> Result<(), WriteError> {
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
