//! The distances of all trays from the start: `tumble table cube-tray`.

use super::CubeTray;
use super::distances::Distances;
use tumble_model::control::Request;
use tumble_puzzles::instance::Document;
use tumble_puzzles::puzzle::{
    Choices, Histograms, JSON_MARKS, TabulateError, Tabulated, Tabulation, TabulationSource, written,
};

/// What `tumble table cube-tray` computes.
pub(super) const TABULATION: Tabulation = Tabulation {
    summary: "How many trays there are at each distance from the start of a model",
    source: TabulationSource::Model { help: "The model file; only its start is used", options: &[], make },
    suffix: "json",
    marks: JSON_MARKS,
    has_maps: false,
};

/// The most trays that are shown of those furthest away.
const FURTHEST: usize = 100;

fn make(document: &Document, _: &Choices, request: &Request<'_>) -> Result<Tabulated, TabulateError> {
    let tray = CubeTray::read(document).map_err(|error| document.place(error))?;
    let table = Distances::new(&tray, request)?;
    let (states, histogram) = (table.states(), table.histogram.clone());
    let histograms = Histograms { states, facts: Vec::new(), histograms: vec![("states", histogram)] };
    let furthest: Vec<String> =
        table.furthest().take(FURTHEST).map(|poses| tray.cubes.map(&tray.board, &poses, usize::MAX)).collect();
    let (text, mut numbers) =
        (histograms.text(&format!("{}: distances from the start", document.name())), histograms.numbers());
    numbers.insert("furthest".into(), furthest.into());
    let mut json = written(&numbers);
    json["puzzle"] = "cube-tray".into();
    Ok(Tabulated { text, numbers, maps: None, write: Box::new(move |out| writeln!(out, "{json}")), stop: None })
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::collections::btree_map::{BTreeMap, Entry};
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use tumble_model::control::{Control, Event, Interrupt};
    use tumble_puzzles::geometry::Direction;
    use tumble_puzzles::search::NoDistances;
    use tumble_rolling::CellGraph;

    fn tray(text: &str) -> CubeTray {
        CubeTray::read(&Document::new("test", format!("puzzle = \"cube-tray\"\n{text}"))).unwrap()
    }

    fn classic() -> CubeTray {
        tray("start.map = \"\"\"\nkkk\nk_k\nkkk\"\"\"\ngoal.map = \"\"\"\nccc\nc_c\nccc\"\"\"")
    }

    #[test]
    fn the_eccentricity_of_the_classic_start_is_49_with_12_states_and_every_state_is_reached() {
        let table = Distances::new(&classic(), &Request::new(Control::unlimited())).unwrap();
        assert_eq!(table.histogram.len(), 50);
        assert_eq!(table.histogram[49], 12);
        assert_eq!(table.histogram.iter().sum::<u64>(), 9 * 6u64.pow(8));
        // All colour up, the hole in the centre: eight digits 1.
        let goal: Vec<Option<u8>> = classic().start.iter().map(|pose| pose.map(|_| 1)).collect();
        assert_eq!(table.get(&goal), Some(36));
        let furthest: Vec<Vec<Option<u8>>> = table.furthest().collect();
        assert_eq!(furthest.len(), 12);
        assert!(furthest.iter().all(|tray| table.get(tray) == Some(49)));
    }

    /// The distances of all trays that rolls lead to, by moving one tray after the other.
    fn plain(tray: &CubeTray) -> BTreeMap<Vec<Option<u8>>, u8> {
        let (graph, rolls) = (CellGraph::of_free_cells(&tray.board), tray.cubes.roll_table());
        let mut known = BTreeMap::from([(tray.start.clone(), 0)]);
        let mut open = VecDeque::from([tray.start.clone()]);
        while let Some(state) = open.pop_front() {
            let (distance, hole) = (known[&state], state.iter().position(Option::is_none).unwrap());
            for direction in Direction::ALL {
                let Some(from) = graph.next(hole, direction.opposite()) else { continue };
                let mut after = state.clone();
                after[hole] = after[from].take().map(|pose| rolls[direction.index()][usize::from(pose)]);
                if let Entry::Vacant(place) = known.entry(after) {
                    open.push_back(place.key().clone());
                    place.insert(distance + 1);
                }
            }
        }
        known
    }

    #[test]
    fn the_distances_are_those_of_moving_trays_one_by_one() {
        let maps = ["k_", "_", "kn_", "kc\n_e", "ksn\nk_e", "k_\nke\ncw", "k_ckk"];
        let kinds = maps.map(|map| (map.to_owned(), ""));
        let oriented = ["12 __\n12 24", "__ 12 35"].map(|map| (map.to_owned(), "cubes = \"oriented\"\n"));
        for (map, kind) in kinds.into_iter().chain(oriented) {
            let tray = tray(&format!("{kind}start.map = \"\"\"\n{map}\"\"\"\ngoal.map = \"\"\"\n{map}\"\"\""));
            let plain = plain(&tray);
            for threads in [1, 3] {
                let request = Request::new(Control::unlimited()).with_threads(Some(threads));
                let table = Distances::new(&tray, &request).unwrap();
                assert_eq!(table.histogram.iter().sum::<u64>(), plain.len() as u64, "{map}");
                assert!(plain.iter().all(|(tray, &distance)| table.get(tray) == Some(distance)), "{map}");
                let most = plain.values().max();
                assert!(table.furthest().all(|tray| plain.get(&tray) == most), "{map}");
            }
        }
    }

    #[test]
    fn the_share_of_all_trays_is_told_only_if_all_may_be_reached() {
        let kinds = "cubes.a.faces = { top = \"A\", bottom = \"B\", north = \"B\", south = \"B\", east = \"B\", west = \"B\" }\n\
                     cubes.b.faces = { top = \"C\", bottom = \"C\", north = \"B\", south = \"B\", east = \"B\", west = \"B\" }\n";
        let cases =
            [("", "kk\nk_", true), (kinds, "A CB\nCB _", false), ("cubes = \"oriented\"\n", "12 12\n12 __", false)];
        for (kind, map, is_told) in cases {
            let tray = tray(&format!("{kind}start.map = \"\"\"\n{map}\"\"\"\ngoal.map = \"\"\"\n{map}\"\"\""));
            let (shares, states) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let observer = |event: &Event<'_>| {
                let heard = if matches!(event, Event::Share(_)) { &shares } else { &states };
                heard.fetch_add(1, Ordering::Relaxed);
            };
            Distances::new(&tray, &Request::new(Control::new(None, Interrupt::default(), &observer))).unwrap();
            assert!(states.into_inner() > 0, "{map}");
            assert_eq!(shares.into_inner() > 0, is_told, "{map}");
        }
    }

    #[test]
    fn a_table_that_is_too_large_is_refused_at_once() {
        let control = Control::unlimited();
        let row = "k k k k k k";
        let map = [row, row, row, row, row, "k k k k k _"].join("\n");
        let tray = tray(&format!("start.map = \"\"\"\n{map}\"\"\"\ngoal.map = \"\"\"\n{map}\"\"\""));
        let refused = Distances::new(&tray, &Request::new(control)).unwrap_err();
        assert!(matches!(refused, NoDistances::TooLarge { .. }));
    }
}
