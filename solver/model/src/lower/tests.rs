//! Every pass is checked against the meaning of the constraints it replaces: on small models, an assignment of the original
//! variables satisfies the original exactly when some values of the appended variables satisfy the lowered model.

use std::ops::RangeInclusive;

use itertools::Itertools as _;
use strum::VariantArray as _;

use super::*;
use crate::model::{Arc, Assignment, Circuit, Linear, Literal, Table, Var};

/// All assignments of the first `count` variables that can be completed to one of all variables.
fn projections(model: &Model, count: usize) -> Vec<Vec<i64>> {
    let domains = model.variables().iter().map(|v| v.lower..=v.upper);
    domains
        .multi_cartesian_product()
        .filter(|values| model.check(&Assignment::from(values.clone())).is_ok())
        .map(|values| values[..count].to_vec())
        .unique()
        .collect()
}

/// Lowers fully and compares; the original has no equality literals of its own.
fn same_after_lowering(model: &Model, lowering: &str) {
    let count = model.variables().len();
    let lowered = lower(model.clone(), Capabilities::LINEAR, &lowering.parse().unwrap()).unwrap();
    assert_eq!(lowered.lowering.to_string(), lowering);
    assert!(lowered.model.constraints().iter().all(|c| match &c.constraint {
        Constraint::Linear(row) => row.condition().is_none(),
        _ => false,
    }));
    assert!(lowered.model.definitions().is_empty());
    assert!(lowered.model.constraints().iter().map(|c| &c.name).all_unique());
    assert!(lowered.model.variables().iter().map(|v| &v.name).all_unique());
    assert_eq!(&lowered.model.variables()[..count], model.variables(), "the originals stay in place");
    assert_eq!(projections(&lowered.model, count), projections(model, count));
}

/// Variables over these domains under a constraint.
fn of(domains: &[RangeInclusive<i64>], constraint: impl FnOnce(Vec<Var>) -> Constraint) -> Model {
    let mut model = Model::new("m");
    let vars = domains.iter().enumerate().map(|(i, domain)| model.integer(format!("x{i}"), domain.clone())).collect();
    model.add("c", constraint(vars));
    model
}

fn table(domains: &[RangeInclusive<i64>], tuples: &[i64]) -> Model {
    of(domains, |vars| Table::new(vars, tuples.into()).into())
}

#[test]
fn constraints_over_values_mean_the_same_after_lowering() {
    let far = 1_000_000_000_000;
    for (lowering, model) in [
        // Unequal domains, and such as are far apart.
        ("all-different=assignment", of(&[0..=1, -1..=1, 1..=1], Constraint::AllDifferent)),
        ("all-different=assignment", of(&[0..=1, far..=far + 1, far..=far + 1], Constraint::AllDifferent)),
        // Repeated, foreign and missing values.
        ("table=support", table(&[0..=2, -1..=1], &[0, -1, 0, 1, 1, 1, 1, -1, 1, 1, 7, 0])),
        ("table=support", table(&[0..=2, 5..=6], &[0, 5, 1, 6, 2, 5])),
        // Each value of the second variable has one tuple, which a value of the first one selects.
        ("table=support", table(&[0..=1, 5..=6], &[0, 6, 1, 5])),
        ("table=support", table(&[0..=1], &[5])),
    ] {
        same_after_lowering(&model, lowering);
    }
}

#[test]
fn a_permutation_takes_every_value() {
    let model = of(&vec![0..=2; 3], Constraint::AllDifferent);
    let lowered = lower(model, Capabilities::LINEAR, &Lowering::default()).unwrap();
    let takes = lowered.model.constraints().iter().filter(|c| c.name.starts_with("c_v"));
    assert!(takes.into_iter().all(|c| match &c.constraint {
        Constraint::Linear(row) => row.lower() == Some(1) && row.upper() == Some(1),
        _ => false,
    }));
}

#[test]
fn a_function_table_needs_no_selectors() {
    let model = table(&[0..=2, 5..=6], &[0, 5, 1, 6, 2, 5]);
    let lowered = lower(model, Capabilities::LINEAR, &Lowering::default()).unwrap();
    assert!(lowered.model.variables().iter().all(|v| !v.name.starts_with("c_z")));
}

#[test]
fn a_model_too_large_to_be_lowered_is_refused() {
    let model = of(&vec![0..=60_000; 100], Constraint::AllDifferent);
    let error = lower(model, Capabilities::LINEAR, &Lowering::default()).unwrap_err();
    assert!(matches!(error, LowerError::TooLarge { variables: 6_000_200 }));
}

/// What a backend takes as it is may be of any size; the limits themselves are allowed.
#[test]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small numbers of this test")]
fn only_what_is_lowered_counts_for_the_limits() {
    let limited = |model: &Model, capabilities| check_size(model, capabilities, CircuitLowering::Flow).is_err();
    let most = MAX_VALUES as i64;
    let tuples = |vars| Table::new(vars, [0, 0, 1, 1].into()).into();
    for (constraint, takes) in [
        (
            &Constraint::AllDifferent as &dyn Fn(Vec<Var>) -> Constraint,
            Capabilities { all_different: true, ..Capabilities::LINEAR },
        ),
        (&tuples, Capabilities { table: true, ..Capabilities::LINEAR }),
    ] {
        for (values, is_limited) in [(most, false), (most + 1, true)] {
            let model = of(&[0..=values - 1, 0..=1], constraint);
            assert_eq!(limited(&model, Capabilities::LINEAR), is_limited, "{values}");
            assert!(!limited(&model, takes));
        }
    }
    // Variables, their values, and tuples fill the limit.
    let room = MAX_VARIABLES as i64;
    let full = room / most;
    let last = room - full * most - full - 1;
    for (more, is_limited) in [(-2, false), (-1, true)] {
        let values = std::iter::repeat_n(most, full as usize).chain([last + more]);
        let domains: Vec<RangeInclusive<i64>> = values.map(|values| 0..=values - 1).collect();
        let mut tuples = vec![0; 2 * domains.len()];
        tuples[0] = 1;
        let model = table(&domains, &tuples);
        assert_eq!(limited(&model, Capabilities::LINEAR), is_limited, "{more}");
    }
    let tour = endless();
    assert!(limited(&tour, Capabilities::LINEAR));
    assert!(!limited(&tour, Capabilities { circuit: true, ..Capabilities::LINEAR }));
}

#[test]
fn half_reified_rows_with_both_bounds() {
    let mut model = Model::new("m");
    let (x, y, b) = (model.integer("x", -2..=2), model.integer("y", 0..=2), model.binary("b"));
    let sum = Linear::new().plus(2, x).plus(-1, y);
    model.add("on", sum.clone().between(-1, 1).only_if(b.into()));
    model.add("off", sum.at_least(2).only_if(!Literal::from(b)));
    same_after_lowering(&model, "none");
    // Bounds on either side of zero.
    for (lower, upper) in [(-3, -2), (-2, 0), (0, 2), (2, 3)] {
        let mut model = Model::new("m");
        let (x, b) = (model.integer("x", -5..=5), model.binary("b"));
        model.add("on", Linear::from(x).between(lower, upper).only_if(b.into()));
        same_after_lowering(&model, "none");
    }
}

#[test]
fn equality_literals_of_the_original_become_rows() {
    let mut model = Model::new("m");
    let (x, y) = (model.integer("x", 0..=3), model.integer("y", 0..=3));
    let row = Linear::count([model.is(x, 2), model.is(y, 2)]).equals(1);
    model.add("one", row);
    same_after_lowering(&model, "none");
}

/// All arcs between `nodes` nodes, with self-arcs at those in `optional`.
fn complete(nodes: usize, optional: &[usize]) -> Model {
    let mut model = Model::new("m");
    let mut arcs = Vec::new();
    for (from, to) in (0..nodes).cartesian_product(0..nodes) {
        if from != to || optional.contains(&from) {
            let literal = model.binary(format!("x_{from}_{to}")).into();
            arcs.push(Arc { from, to, literal });
        }
    }
    model.add("circuit", Circuit { nodes, arcs });
    model
}

/// A circuit with one literal for all its arcs, which are too many for any lowering.
fn endless() -> Model {
    let mut model = Model::new("m");
    let literal = model.binary("x").into();
    let arcs = (0..1_600_000).map(|from| Arc { from, to: from, literal });
    let arcs = arcs.flat_map(|arc| [arc, Arc { to: (arc.from + 1) % 1_600_000, ..arc }]).collect();
    model.add("tour", Circuit { nodes: 1_600_000, arcs });
    model
}

/// Whether the other variables of `model` can be completed when the first ones are fixed to `values`: by propagation
/// over the few that are appended.
fn completes(model: &Model, values: &[i64]) -> bool {
    fn extend(model: &Model, values: &mut Vec<i64>) -> bool {
        let next = values.len();
        if next == model.variables().len() {
            return model.check(&Assignment::from(values.clone())).is_ok();
        }
        if !possible(model, values) {
            return false;
        }
        let variable = &model.variables()[next];
        (variable.lower..=variable.upper).any(|value| {
            values.push(value);
            let found = extend(model, values);
            values.pop();
            found
        })
    }
    extend(model, &mut values.to_vec())
}

/// No row is already out of reach.
fn possible(model: &Model, values: &[i64]) -> bool {
    model.constraints().iter().all(|c| {
        let Constraint::Linear(row) = &c.constraint else { return true };
        // A row whose literal is still open says nothing yet.
        if let Some(literal) = row.condition()
            && values.get(literal.var().index()).is_none_or(|&value| (value == 1) != literal.is_positive())
        {
            return true;
        }
        let ends = |end: fn(i64, i64) -> i64| -> i64 {
            row.terms()
                .iter()
                .map(|&(var, c)| {
                    let v = model.variable(var);
                    values.get(var.index()).map_or_else(|| end(c * v.lower, c * v.upper), |value| c * value)
                })
                .sum()
        };
        row.lower().is_none_or(|l| ends(i64::max) >= l) && row.upper().is_none_or(|u| ends(i64::min) <= u)
    })
}

/// A backend that takes half-reified rows, and nothing else beyond rows.
const HALF_REIFIED: Capabilities = Capabilities { half_reified: true, ..Capabilities::LINEAR };

#[test]
fn every_lowering_of_a_circuit_means_a_circuit() {
    // From four nodes on there are two circuits that leave no node out.
    for (nodes, optional) in
        [(4, &[][..]), (3, &[]), (3, &[1]), (3, &[0, 1]), (3, &[0, 1, 2]), (2, &[0, 1]), (1, &[0]), (1, &[])]
    {
        let model = complete(nodes, optional);
        let count = model.variables().len();
        let feasible = projections(&model, count);
        let ways = CircuitLowering::VARIANTS.iter().cartesian_product([Capabilities::LINEAR, HALF_REIFIED]);
        for (way, capabilities) in ways {
            let wanted = Lowering { circuit: Some(*way), ..Lowering::default() };
            let lowered = lower(model.clone(), capabilities, &wanted).unwrap();
            assert_eq!(lowered.lowering, wanted);
            for values in (0..count).map(|_| 0..=1i64).multi_cartesian_product() {
                let want = feasible.contains(&values);
                assert_eq!(completes(&lowered.model, &values), want, "{way} {nodes} {optional:?} {values:?}");
            }
        }
    }
}

/// Listing solutions through it finds each circuit once, unless all nodes can be skipped: then any node on it may be the root.
#[test]
fn the_positions_of_a_circuit_are_unique() {
    for (nodes, optional, circuits) in [(3, &[][..], 2), (3, &[1], 3), (3, &[1, 2], 4)] {
        let model = complete(nodes, optional);
        let count = model.variables().len();
        assert_eq!(projections(&model, count).len(), circuits);
        let lowered = lower(model, HALF_REIFIED, &"circuit=order".parse().unwrap()).unwrap().model;
        assert_eq!(projections(&lowered, lowered.variables().len()).len(), circuits);
    }
}

#[test]
fn the_default_lowering_of_a_circuit_depends_on_the_backend() {
    for (capabilities, way) in [(Capabilities::LINEAR, "circuit=flow"), (HALF_REIFIED, "circuit=order")] {
        let lowered = lower(complete(3, &[]), capabilities, &Lowering::default()).unwrap();
        assert_eq!(lowered.lowering.to_string(), way);
    }
    let takes_it = Capabilities { circuit: true, ..HALF_REIFIED };
    assert_eq!(lower(complete(3, &[]), takes_it, &Lowering::default()).unwrap().lowering.to_string(), "none");
}

#[test]
fn lowerings_are_read_and_refused() {
    assert_eq!("table=support , circuit=mtz".parse::<Lowering>().unwrap().to_string(), "circuit=mtz,table=support");
    assert_eq!("none".parse::<Lowering>().unwrap(), Lowering::default());
    let mtz: Lowering = "circuit=mtz".parse().unwrap();
    assert!(mtz.applies_to(&[ConstraintKind::Circuit, ConstraintKind::Table]));
    assert!(!mtz.applies_to(&[ConstraintKind::Table]));
    for bad in ["circuit", "circuit=tree", "cycle=flow", "circuit=flow,circuit=mtz", ""] {
        assert!(bad.parse::<Lowering>().is_err(), "{bad}");
    }
}

#[test]
fn a_lowering_without_effect_is_refused() {
    let model = of(&[0..=2, 0..=2], Constraint::AllDifferent);
    let refused =
        |capabilities, wanted: &str| lower(model.clone(), capabilities, &wanted.parse().unwrap()).unwrap_err();
    let absent = refused(Capabilities::LINEAR, "all-different=assignment,circuit=mtz");
    assert_eq!(absent.to_string(), "lowering circuit=mtz has no effect here: the model has no circuit constraint");
    let native = refused(Capabilities { all_different: true, ..Capabilities::LINEAR }, "all-different=assignment");
    let text =
        "lowering all-different=assignment has no effect here: the backend takes all-different constraints as they are";
    assert_eq!(native.to_string(), text);
}

#[test]
fn every_way_to_lower_is_listed_by_the_name_that_chooses_it() {
    let infos = lowering_infos();
    assert_eq!(infos.iter().filter(|info| info.default_for.is_some()).map(|info| info.kind).unique().count(), 3);
    for LoweringInfo { name, summary, .. } in &infos {
        assert_eq!(name.parse::<Lowering>().unwrap().to_string(), *name);
        assert!(!summary.is_empty(), "{name}");
    }
    let default_for = |name: &str| infos.iter().find(|info| info.name == name).unwrap().default_for;
    assert_eq!(default_for("all-different=assignment"), Some("all backends"));
    assert_eq!(default_for("circuit=flow"), Some("backends that take plain rows only"));
    assert_eq!(default_for("circuit=order"), Some("backends that take half-reified rows"));
    assert_eq!(default_for("circuit=mtz"), None);
}

#[test]
fn the_variables_of_a_circuit_are_counted_before_they_are_made() {
    for &way in CircuitLowering::VARIANTS {
        let wanted = Lowering { circuit: Some(way), ..Lowering::default() };
        for (nodes, optional) in [(4, &[][..]), (4, &[1]), (4, &[0, 1, 2, 3])] {
            let model = complete(nodes, optional);
            let circuits = model.constraints().iter().find_map(|named| match &named.constraint {
                Constraint::Circuit(tour) => Some(tour),
                _ => None,
            });
            let tour = circuits.unwrap();
            let expected = model.variables().len() as u64 + circuit::new_variables(tour, way);
            let lowered = lower(model, Capabilities::LINEAR, &wanted).unwrap().model;
            assert_eq!(lowered.variables().len() as u64, expected, "{way}, optional: {optional:?}");
        }
        let error = lower(endless(), Capabilities::LINEAR, &wanted).unwrap_err();
        assert!(matches!(error, LowerError::TooLarge { variables } if variables > 3_200_000), "{way}: {error}");
    }
}

#[test]
fn a_domain_too_large_for_literals_is_an_error() {
    let mut model = Model::new("m");
    let x: Var = model.integer("x", 0..=1_000_000_000);
    let row = Linear::count([model.is(x, 5)]).equals(1);
    model.add("five", row);
    let error = lower(model, Capabilities::LINEAR, &Lowering::default()).unwrap_err();
    assert!(matches!(error, LowerError::DomainTooLarge { values: 1_000_000_001, .. }));
}
