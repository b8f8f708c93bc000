//! The distances of all trays from the start: `tumble table cube-tray`.
//!
//! A tray of n cells whose cubes have p poses has n·pⁿ⁻¹ states: the cell of the hole, and a digit for each cube. The digits have
//! n − 1 slots, one for each cell but the last; a cube in the last cell has the slot of the hole. So a roll changes at most two digits.

use super::CubeTray;
use crate::control::Request;
use crate::geometry::Direction;
use crate::instance::Document;
use crate::puzzle::{Choices, Histograms, TabulateError, Tabulated, Tabulation, TabulationSource, written};
use crate::rolling::CellGraph;
use crate::search::{self, Distances, NoDistances};

/// What `tumble table cube-tray` computes.
pub(super) const TABULATION: Tabulation = Tabulation {
    summary: "How many trays there are at each distance from the start of a model",
    source: TabulationSource::Model { help: "The model file; only its start is used", options: &[], make },
    suffix: "json",
};

fn make(document: &Document, _: &Choices, request: &Request<'_>) -> Result<Tabulated, TabulateError> {
    let tray = CubeTray::read(document).map_err(|error| document.place(error))?;
    let table = from_start(&tray, request)?;
    let (states, histogram) = (table.states(), table.histogram().to_vec());
    let histograms = Histograms { states, facts: Vec::new(), histograms: vec![("states", histogram)] };
    let (text, numbers) =
        (histograms.text(&format!("{}: distances from the start", document.name())), histograms.numbers());
    let mut json = written(&numbers);
    json["puzzle"] = "cube-tray".into();
    Ok(Tabulated { text, numbers, maps: None, write: Box::new(move |out| writeln!(out, "{json}")) })
}

/// The distances from the start of a model.
pub(super) fn from_start(tray: &CubeTray, request: &Request<'_>) -> Result<Distances, NoDistances> {
    let ranks = Ranks::new(tray);
    let (cells, poses) = (ranks.cells as u128, u128::from(ranks.poses));
    let states = poses.checked_pow(cells as u32 - 1).and_then(|trays| trays.checked_mul(cells)).unwrap_or(u128::MAX);
    if states > u128::from(request.control.memory_limit().0) {
        return Err(NoDistances::TooLarge { states, limit: request.control.memory_limit().0 });
    }
    let ranks = ranks.with_powers();
    search::distances(states, [ranks.rank(tray)], &|state, next: &mut Vec<u64>| ranks.expand(state, next), request)
}

/// The numbering of the states.
struct Ranks {
    cells: usize,
    poses: u64,
    /// `powers[slot]` is p to the power of the slot; the last is the number of trays with the hole in a given cell.
    powers: Vec<u64>,
    /// By cell of the hole: the rolls into it, each with the cell from which the cube rolls and, by pose, its pose afterwards.
    rolls: Vec<Vec<(usize, Vec<u8>)>>,
}

impl Ranks {
    fn new(tray: &CubeTray) -> Self {
        let graph = CellGraph::of_free_cells(&tray.board);
        let table = tray.cubes.roll_table();
        let into = |hole: usize| {
            let from = |direction: Direction| {
                Some((graph.next(hole, direction.opposite())?, table[direction.index()].clone()))
            };
            Direction::ALL.into_iter().filter_map(from).collect()
        };
        let cells = tray.start.len();
        let poses = u64::from(tray.cubes.poses());
        Self { cells, poses, powers: Vec::new(), rolls: (0..cells).map(into).collect() }
    }

    /// Only for trays whose states can be numbered in 64 bits.
    fn with_powers(self) -> Self {
        let powers = std::iter::successors(Some(1), |power| Some(power * self.poses)).take(self.cells).collect();
        Self { powers, ..self }
    }

    /// The slot of a cube.
    const fn slot(&self, cell: usize, hole: usize) -> usize {
        if cell == self.cells - 1 { hole } else { cell }
    }

    fn rank(&self, tray: &CubeTray) -> u64 {
        let hole = tray.hole();
        let cubes = tray.start.iter().enumerate().filter_map(|(cell, pose)| Some((cell, (*pose)?)));
        let digits = cubes.map(|(cell, pose)| u64::from(pose) * self.powers[self.slot(cell, hole)]);
        hole as u64 * self.powers[self.cells - 1] + digits.sum::<u64>()
    }

    fn expand(&self, state: u64, next: &mut Vec<u64>) {
        let trays = self.powers[self.cells - 1];
        let (hole, digits) = ((state / trays) as usize, state % trays);
        let last = self.cells - 1;
        for (from, rolled) in &self.rolls[hole] {
            let slot = self.slot(*from, hole);
            let pose = digits / self.powers[slot] % self.poses;
            let mut after = digits - pose * self.powers[slot];
            if *from != last && hole != last {
                // The cube in the last cell moves from the slot of the old hole to that of the new one.
                let moved = after / self.powers[hole] % self.poses;
                after = after - moved * self.powers[hole] + moved * self.powers[*from];
            }
            // The cube that rolled is where the hole was; in the last cell it has the slot of the new hole.
            let slot = self.slot(hole, *from);
            after += u64::from(rolled[pose as usize]) * self.powers[slot];
            next.push(*from as u64 * trays + after);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;

    fn tray(text: &str) -> CubeTray {
        CubeTray::read(&Document::new("test", format!("puzzle = \"cube-tray\"\n{text}"))).unwrap()
    }

    fn classic() -> CubeTray {
        tray("start.map = \"\"\"\nkkk\nk_k\nkkk\"\"\"\ngoal.map = \"\"\"\nccc\nc_c\nccc\"\"\"")
    }

    #[test]
    fn the_eccentricity_of_the_classic_start_is_49_with_12_states_and_every_state_is_reached() {
        let control = Control::unlimited();
        let table = from_start(&classic(), &Request::new(control)).unwrap();
        assert_eq!(table.histogram().len(), 50);
        assert_eq!(table.histogram()[49], 12);
        assert_eq!(table.histogram().iter().sum::<u64>(), 9 * 6u64.pow(8));
        // All colour up, the hole in the centre: eight digits 1.
        let goal = CubeTray { start: classic().start.iter().map(|pose| pose.map(|_| 1)).collect(), ..classic() };
        assert_eq!(table.get(Ranks::new(&goal).with_powers().rank(&goal)), Some(36));
    }

    #[test]
    fn a_table_that_is_too_large_is_refused_at_once() {
        let control = Control::unlimited();
        let row = "k k k k k k";
        let map = [row, row, row, row, row, "k k k k k _"].join("\n");
        let tray = tray(&format!("start.map = \"\"\"\n{map}\"\"\"\ngoal.map = \"\"\"\n{map}\"\"\""));
        let refused = from_start(&tray, &Request::new(control)).unwrap_err();
        assert!(matches!(refused, NoDistances::TooLarge { .. }));
    }
}
