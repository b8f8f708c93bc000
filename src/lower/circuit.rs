//! `circuit=flow` and `circuit=mtz`: Circuit → rows.
//!
//! Let x_a be the literal of arc a; node i is "on" if its self-arc is not used. Both lowerings state
//! ```text
//! (1) Σ_{a out of i} x_a = 1,   Σ_{a into i} x_a = 1         each node i
//! ```
//! and pick a root on the circuit by r_i ∈ {0, 1}:
//! ```text
//! (2) Σ r_i ≤ 1;   r_i ≤ [i is on];   Σ r ≥ [i is on]        each node i
//! ```
//! (a node without a self-arc is always on; the first such node is the root and (2) is left out).
//!
//! * `flow`: every node on the circuit takes one unit of a commodity that enters at the root. Flows f_a ∈ 0..=n on the
//!   arcs between different nodes and g_i ∈ 0..=n at the roots:
//!   `f_a ≤ n·x_a`, `g_i ≤ n·r_i`, and `Σ_in f + g_i = Σ_out f + [i is on]`.
//! * `mtz`: orders u_i ∈ 0..=n−1 that rise along every arc but those into the root:
//!   `u_j ≥ u_i + 1 − n·(1 − x_ij) − n·r_j`.

use crate::model::{Circuit, Constraint, Linear, Literal, Model, Rewriter, Var};

pub(super) fn by_flow(mut model: Model) -> Model {
    model.explain("NAME_fA_I_J", "the flow from node I to node J of circuit NAME over its arc A");
    model.explain("NAME_g_I", "the flow that enters circuit NAME at node I");
    each_circuit(model, |name, circuit, out| {
        let roots = degrees_and_root(name, circuit, out);
        flow(name, circuit, &roots, out);
    })
}

pub(super) fn by_order(mut model: Model) -> Model {
    model.explain("NAME_u_I", "the place of node I in circuit NAME");
    each_circuit(model, |name, circuit, out| {
        let roots = degrees_and_root(name, circuit, out);
        order(name, circuit, &roots, out);
    })
}

fn each_circuit(model: Model, pass: impl Fn(&str, &Circuit, &mut Rewriter<'_>)) -> Model {
    model.rewrite(|name, constraint, out| match constraint {
        Constraint::Circuit(circuit) => pass(&name, &circuit, out),
        other => out.add(name, other),
    })
}

/// The number of self-arcs used at `node`: 1 when it is skipped.
fn skipped(circuit: &Circuit, node: usize) -> Linear {
    Linear::count(circuit.arcs.iter().filter(|a| a.from == node && a.to == node).map(|a| a.literal))
}

/// Rows (1) and (2). Returns which node is the root: a fixed one, or a variable for each.
fn degrees_and_root(name: &str, circuit: &Circuit, out: &mut Rewriter<'_>) -> Vec<Root> {
    for node in 0..circuit.nodes {
        let leaving = circuit.arcs.iter().filter(|a| a.from == node).map(|a| a.literal);
        out.add(format!("{name}_out_{node}"), Linear::count(leaving).equals(1));
        let entering = circuit.arcs.iter().filter(|a| a.to == node).map(|a| a.literal);
        out.add(format!("{name}_in_{node}"), Linear::count(entering).equals(1));
    }
    let always_on = |node: &usize| !circuit.arcs.iter().any(|a| a.from == *node && a.to == *node);
    if let Some(root) = (0..circuit.nodes).find(always_on) {
        return (0..circuit.nodes).map(|node| if node == root { Root::Always } else { Root::Never }).collect();
    }
    out.model_mut().explain("NAME_root_I", "circuit NAME begins at node I");
    let roots: Vec<Var> =
        (0..circuit.nodes).map(|node| out.model_mut().binary(format!("{name}_root_{node}"))).collect();
    out.add(format!("{name}_one_root"), Linear::sum(roots.iter().copied()).at_most(1));
    for (node, &root) in roots.iter().enumerate() {
        let off = skipped(circuit, node);
        out.add(format!("{name}_root_on_{node}"), add(off.clone(), &Linear::from(root)).at_most(1));
        out.add(format!("{name}_rooted_{node}"), add(off, &Linear::sum(roots.iter().copied())).at_least(1));
    }
    roots.into_iter().map(Root::If).collect()
}

/// Whether a node is the root of its circuit.
#[derive(Clone, Copy)]
enum Root {
    Never,
    Always,
    If(Var),
}

fn flow(name: &str, circuit: &Circuit, roots: &[Root], out: &mut Rewriter<'_>) {
    let n = i64::try_from(circuit.nodes).expect("node counts fit an i64");
    // Each node takes [on] = 1 − [skipped], so its balance is in + g − out + [skipped] = 1.
    let mut balance: Vec<Linear> = (0..circuit.nodes).map(|node| skipped(circuit, node)).collect();
    for (i, arc) in circuit.arcs.iter().enumerate().filter(|(_, a)| a.from != a.to) {
        let f = out.model_mut().implied_integer(format!("{name}_f{i}_{}_{}", arc.from, arc.to), 0..=n);
        capacity(&format!("{name}_cap{i}"), f, n, arc.literal, out);
        balance[arc.from].push(-1, f);
        balance[arc.to].push(1, f);
    }
    for (node, (mut balance, &root)) in balance.into_iter().zip(roots).enumerate() {
        if !matches!(root, Root::Never) {
            let g = out.model_mut().implied_integer(format!("{name}_g_{node}"), 0..=n);
            balance.push(1, g);
            if let Root::If(root) = root {
                capacity(&format!("{name}_gcap_{node}"), g, n, root.into(), out);
            }
        }
        out.add(format!("{name}_balance_{node}"), balance.equals(1));
    }
}

/// `flow ≤ n · literal`.
fn capacity(name: &str, flow: Var, n: i64, literal: Literal, out: &mut Rewriter<'_>) {
    out.add(name, Linear::from(flow).plus_literal(-n, literal).at_most(0));
}

fn order(name: &str, circuit: &Circuit, roots: &[Root], out: &mut Rewriter<'_>) {
    let n = i64::try_from(circuit.nodes).expect("node counts fit an i64");
    let orders: Vec<Var> =
        (0..circuit.nodes).map(|node| out.model_mut().implied_integer(format!("{name}_u_{node}"), 0..=n - 1)).collect();
    for (i, arc) in circuit.arcs.iter().enumerate().filter(|(_, a)| a.from != a.to) {
        let rise = Linear::from(orders[arc.to]).plus(-1, orders[arc.from]).plus_literal(-n, arc.literal);
        let rise = match roots[arc.to] {
            Root::Always => continue,
            Root::Never => rise,
            Root::If(root) => rise.plus(n, root),
        };
        out.add(format!("{name}_rise{i}"), rise.at_least(1 - n));
    }
}

/// The sum of two expressions.
fn add(a: Linear, b: &Linear) -> Linear {
    b.terms().iter().fold(a.plus_constant(b.constant()), |sum, &(var, c)| sum.plus(c, var))
}
