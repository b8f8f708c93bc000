//! Random models of every kind of constraint: lowered in a random way, and solved by a random solver or, through a file, by a program.

use rand::SeedableRng as _;
use rand::seq::IndexedRandom as _;
use rand_chacha::ChaCha8Rng;
use tumble::backend::{self, Kind};
use tumble::control::{Request, Verdict};
use tumble::lower::{Lowering, lowering_infos};
use tumble::solve;

use super::instances::chance;
use crate::common::models;

pub fn check(text: &str, rng: &mut ChaCha8Rng) -> &'static str {
    let Ok(number) = text.trim().parse() else { return "no number" };
    let model = models::random(&mut ChaCha8Rng::seed_from_u64(number));
    let solutions = models::enumerated(&model);
    // A program takes a thousand times as long as a library.
    let kind = if chance(rng, 1, 5) { Kind::Program } else { Kind::Library };
    let entries: Vec<_> = backend::REGISTRY.iter().filter(|entry| entry.kind == kind).collect();
    let Some((entry, backend)) = entries.choose(rng).and_then(|entry| Some((entry, entry.backend().ok()?))) else {
        return "open";
    };
    let ways = lowering_infos();
    let way = ways.choose(rng).filter(|way| model.constraints().iter().any(|row| row.constraint.kind() == way.kind));
    let lowering: Lowering = way.map_or_else(Lowering::default, |way| way.name.parse().unwrap());
    let what = format!("{}, {lowering}: {model:?}", entry.name);
    match solve::solve_model(&model, backend, &lowering, &Request::unlimited()) {
        Ok(answer) => {
            let best = models::best(&model, &solutions);
            match answer.verdict {
                Verdict::Optimal(assignment) => {
                    assert!(solutions.contains(assignment.values()), "{what}");
                    assert_eq!(answer.objective.or(Some(0)), best, "{what}");
                    "solved"
                }
                Verdict::Infeasible => {
                    assert_eq!(best, None, "{what}");
                    "infeasible"
                }
                Verdict::Feasible { .. } | Verdict::Unknown { .. } => panic!("{what}: no limit was set"),
            }
        }
        // The backend takes no such model.
        Err(error) if error.is_usage() => "open",
        Err(error) => panic!("{what}: {error}"),
    }
}
