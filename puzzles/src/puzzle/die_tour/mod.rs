//! `die-tour`: a die rolls over a board so that it visits every free cell exactly once; the sum of the top faces is to be as large,
//! or as small, as possible.
//!
//! Source: V. Jandhyala, *Solving Puzzles through Mathematical Programming*, chapter 14, "Rolling Cubes".
//!
//! | file | what |
//! |---|---|
//! | `instance.rs` | the model file |
//! | `tour.rs` | a solution |
//! | `rules.rs` | replay: shares no code with the encodings or the search |
//! | `search.rs`, `grid.rs`, `bits.rs`, `tally.rs`, `walk_bound.rs`, `histories.rs` | depth-first search on bit boards |
//! | `plain_frontier.rs` | frontier dynamic programming: counts, and the best tours of long narrow boards |
//! | `lp_frontier.rs` | the same with bounds from linear programs |
//! | `branch_and_cut.rs` | branch and cut over linear programs |
//! | `beam.rs` | a good tour, soon: a beam of paths |
//! | `frontier.rs` | what these three share: tours as paths |
//! | `table.rs` | `tumble table die-tour`: the best sums on boards of one width and any length |
//! | `scene.rs`, `replay.rs` | the picture, the replay |
//! | `new.rs` | `tumble new die-tour` |
//! | `numbered.rs` | what the encodings share: the instance with numbered cells and orientations, the objective |
//! | `arcs.rs` | what the encodings as arcs share: the path, the strengthenings |
//! | `time_indexed.rs` … | one encoding each |

mod arc_cuts;
mod arc_flow;
mod arc_mtz;
mod arc_multiflow;
mod arcs;
mod beam;
mod bits;
mod branch_and_cut;
mod cp_circuit;
mod cp_table;
mod edge_cuts;
mod edge_flow;
mod frontier;
mod grid;
mod histories;
mod instance;
mod lp_frontier;
mod new;
mod numbered;
mod plain_frontier;
mod product_cuts;
mod product_multiflow;
mod replay;
mod rules;
mod scene;
mod search;
mod table;
mod tally;
mod time_expanded;
mod time_indexed;
mod tour;
mod walk_bound;

pub use instance::{DieTour, Objective};
pub use rules::Breach;
pub use tour::Tour;

use super::{
    BoundedSearch, Count, Encoding, Extras, Listed, MovesError, Puzzle, PuzzleEntry, Receiver, Searched, erased,
};
use crate::model::Sense;
use crate::render::Scene;
use crate::render::replay::Stage;
use crate::control::Request;

/// The registry entry.
pub static ENTRY: PuzzleEntry = PuzzleEntry {
    new_options: new::OPTIONS,
    new: new::write,
    table: Some(table::TABULATION),
    ..PuzzleEntry::of::<DieTour>(
        "die-tour",
        "Hamiltonian tour of a rolling die with extremal sum of top faces",
        instance::schema,
        |document, _| Ok(erased(DieTour::read(document)?, &Extras::NONE)),
    )
};

/// Boards up to this many cells with a fixed start are best served by the layered graph of `time-expanded`, others by
/// `arc-flow`: the layers grow with the square of the number of cells, and with a free start they have all states.
const LAYERED_UP_TO: usize = 16;

impl Puzzle for DieTour {
    type Solution = Tour;
    type Breach = Breach;

    const ENCODINGS: &'static [Encoding<Self>] = &[
        arc_cuts::ENCODING,
        arc_flow::ENCODING,
        arc_mtz::ENCODING,
        arc_multiflow::ENCODING,
        cp_circuit::ENCODING,
        cp_table::ENCODING,
        edge_cuts::ENCODING,
        edge_flow::ENCODING,
        product_cuts::ENCODING,
        product_multiflow::ENCODING,
        time_expanded::ENCODING,
        time_indexed::ENCODING,
    ];

    const BOUNDED: &'static [BoundedSearch<Self>] = &[lp_frontier::SEARCH, branch_and_cut::SEARCH];

    fn sense(&self) -> Option<Sense> {
        match self.objective {
            Objective::Max => Some(Sense::Maximize),
            Objective::Min => Some(Sense::Minimize),
            Objective::Any => None,
        }
    }

    fn infeasible_because(&self) -> Option<String> {
        self.obstacle()
    }

    fn search(&self, request: &Request<'_>) -> Searched<Tour> {
        if plain_frontier::solves(self) { plain_frontier::solve(self, request) } else { search::solve(self, request) }
    }

    fn list(&self, found: &mut Receiver<'_, Tour>, request: &Request<'_>) -> Option<Listed> {
        Some(search::list(self, found, request))
    }

    fn count(&self, feasible: bool, request: &Request<'_>) -> Count {
        if plain_frontier::counts(self, feasible) {
            plain_frontier::count(self, feasible, request)
        } else {
            search::count(self, feasible, request)
        }
    }

    fn verify(&self, solution: &Tour) -> Result<Option<i64>, Breach> {
        let total = rules::verify(self, solution)?;
        Ok(Puzzle::sense(self).map(|_| total))
    }

    fn solution_of_moves(&self, moves: &str, start: Option<&str>) -> Result<Tour, MovesError<Breach>> {
        rules::from_moves(self, moves, start)
    }

    fn scene(&self, solution: Option<&Tour>) -> Scene {
        scene::scene(self, solution)
    }

    fn stage(&self, solution: Option<&Tour>) -> Option<Stage> {
        Some(replay::stage(self, solution))
    }

    fn answer(&self, tour: &Tour) -> Vec<(&'static str, String)> {
        let tops = tour.tops.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        vec![
            ("start", format!("{} with {}", tour.start.cell, tour.start.die)),
            ("moves", tour.moves.clone()),
            ("tops", tops),
            ("total", tour.total.to_string()),
        ]
    }
}
