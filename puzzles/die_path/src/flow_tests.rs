//! The encodings as flows: a shortest path is a solution of each, and is read back, also where the flow has cycles besides.

use std::collections::BTreeMap;

use super::region::Region;
use super::{DiePath, rules};
use tumble_model::control::Control;
use tumble_puzzles::instance::Document;
use tumble_puzzles::puzzle::{Choice, Encoded, Wanted};
use tumble_rolling::{RollArc, State};

macro_rules! models {
    ($($name:literal),*) => { [$(include_str!(concat!("../../../models/die_path/", $name, ".toml"))),*] };
}

/// A shortest path.
fn shortest(region: &Region) -> Option<(State, Vec<RollArc>)> {
    let mut paths: Vec<(State, Vec<RollArc>)> = region.starts.iter().map(|&start| (start, Vec::new())).collect();
    let mut seen = region.starts.clone();
    while !paths.is_empty() {
        let end = |(start, path): &(State, Vec<RollArc>)| path.last().map_or(*start, |arc| arc.head);
        if let Some(path) = paths.iter().find(|path| region.goals.contains(&end(path))) {
            return Some(path.clone());
        }
        let mut longer = Vec::new();
        for path in &paths {
            for arc in region.graph.rolls_from(end(path)) {
                if !seen.contains(&arc.head) {
                    seen.push(arc.head);
                    longer.push((path.0, [&path.1[..], &[arc]].concat()));
                }
            }
        }
        paths = longer;
    }
    None
}

/// Rolls there and back, one pair at the path and one apart from it.
fn cycles(region: &Region, start: State, path: &[RollArc]) -> Vec<RollArc> {
    let on_path: Vec<State> = std::iter::once(start).chain(path.iter().map(|arc| arc.head)).collect();
    let reached = region.graph.reached(region.starts.iter().copied(), |_| true);
    let mut pairs: BTreeMap<usize, [RollArc; 2]> = BTreeMap::new();
    for arc in reached.iter().flat_map(|state| region.graph.rolls_from(state)) {
        let back = region.graph.rolls_from(arc.head).find(|back| back.head == arc.tail);
        let near = [arc.tail, arc.head].iter().filter(|state| on_path.contains(state)).count();
        if near < 2 {
            pairs.entry(near).or_insert([arc, back.unwrap()]);
        }
    }
    pairs.into_values().flatten().collect()
}

#[test]
fn a_path_is_read_from_a_flow_with_cycles() {
    for text in models!["blocked", "corner", "half_turn", "maze", "narrow", "same"] {
        let puzzle = DiePath::read(&Document::new("model.toml", text)).unwrap();
        let region = Region::of_one(&puzzle, 0);
        let (start, path) = shortest(&region).unwrap();
        let moves: String = path.iter().map(|arc| arc.direction.letter()).collect();
        let end = path.last().map_or(start, |arc| arc.head);
        let static_flow: Vec<String> = path.iter().map(|arc| format!("a_{arc}")).collect();
        let by_roll = path.iter().enumerate().map(|(t, arc)| format!("a_t{t}_{arc}")).collect();
        let ends = [format!("z_{end}"), format!("z_t{}_{end}", path.len())];
        let more: Vec<String> = cycles(&region, start, &path).iter().map(|arc| format!("a_{arc}")).collect();
        assert_eq!(more.len(), 4, "{text}");
        for (name, rolls, end, cycles) in [
            ("state-flow", static_flow.clone(), 0, 0),
            ("state-flow", [static_flow, more].concat(), 0, 4),
            ("time-expanded", by_roll, 1, 0),
        ] {
            let formulation = match Choice::named(name).unwrap().build(&puzzle, &Control::unlimited()).unwrap() {
                Encoded::Whole(formulation) => formulation,
                Encoded::Staged(horizons) => {
                    horizons.formulation(path.len() as u64..=path.len() as u64 + 1, Wanted::All).unwrap()
                }
                Encoded::Infeasible(why) | Encoded::Unbounded(_, _, why) => panic!("{name} of {text}: {why}"),
            };
            let used: Vec<String> = rolls.into_iter().chain([format!("s_{start}"), ends[end].clone()]).collect();
            let found = formulation.model.assignment(used.iter().map(|name| (name.as_str(), 1))).unwrap();
            assert_eq!(formulation.model.check(&found).err(), None, "{name} of {text}");
            let objective = formulation.model.objective().unwrap().expression.value(&found);
            assert_eq!(objective, path.len() as i128 + cycles);
            let route = (formulation.decode)(&found).unwrap();
            assert_eq!(route.moves.as_deref(), Some(&*moves), "{name} of {text}");
            assert_eq!(rules::verify(&puzzle, &route).ok(), Some(path.len() as i64));
            let nothing = formulation.model.assignment([]).unwrap();
            assert_eq!((formulation.decode)(&nothing).unwrap_err(), "the path has no start");
        }
    }
}
