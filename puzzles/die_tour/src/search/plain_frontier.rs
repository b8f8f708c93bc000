//! Frontier dynamic programming without a linear program: how many tours there are, and the best ones of long narrow boards.
//!
//! The effort grows with the states of a frontier across the board, and only linearly with the board's length. If all tours are
//! counted, the die does not matter: a piece that slides has the same paths, and states without orientations are few on boards of
//! any shape. For the best tours, states have orientations, and the board must be narrow.
//!
//! A closed tour can be started at any of its cells. If it brings the die back, then from each of its cells and in any orientation: the
//! tour rotates the die, and whether that rotation is the identity does not depend on the start. So closed tours are counted from one
//! start.
//!
//! Whether this program or depth-first search runs is decided by the shape of the board: the constants below are measured.

use std::convert::Infallible;

use num_bigint::BigUint;

use crate::frontier::{self, Aim, Best, Counted, Duals, MAX_WIDTH, Prices, Ran, Steps, Worth};
use crate::numbered::{Cases, Numbered, are_sums_small, best_count, cases, searched, sign, weights, width};
use crate::{DieTour, Objective, Tour};
use tumble_model::control::{Event, Extent, Progress, Request, Stop};
use tumble_puzzles::puzzle::{Count, Endless, Searched, Which};
use tumble_puzzles::search::{self, Stopped};
use tumble_rolling::{Endpoints, PathStates, RollGraph, Terminal};

/// The states of the beam that finds a first tour.
const BEAM: usize = 1 << 10;

/// The most cells: their states and edges are in memory before any limit is looked at.
const MAX_CELLS: usize = 1 << 16;

/// Up to so many cells, depth-first search counts all tours as fast.
const CELLS_FOR_COUNTING: usize = 24;

/// By the board's width: up to so many cells, depth-first search finds the best tours faster. Wider boards have too many states.
const CELLS_FOR_SEARCH: [usize; 6] = [0, 36, 36, 60, 84, 80];

/// The width from which a board has too many states unless the die's start is given.
const WIDTH_FOR_ONE_START: usize = 5;

/// Whether it counts the tours, or the best ones, faster than depth-first search, or alone does so at all.
pub(super) fn counts(puzzle: &DieTour, which: Which) -> bool {
    let all = which == Which::All || puzzle.objective == Objective::Any;
    let slides = all && !puzzle.restore_orientation;
    // Whether a closed tour can be started at any of its cells depends on the faces that may be on top.
    let has_program = !all || puzzle.shows_anything();
    has_program
        && fits(puzzle)
        && if slides { puzzle.board.free_cells().count() > CELLS_FOR_COUNTING } else { is_long(puzzle) }
}

/// Whether it finds the best tour faster than depth-first search.
pub(super) fn solves(puzzle: &DieTour) -> bool {
    fits(puzzle) && puzzle.objective != Objective::Any && is_long(puzzle)
}

/// Whether there is a program for the instance.
fn fits(puzzle: &DieTour) -> bool {
    let cells = puzzle.board.free_cells().count();
    puzzle.total.is_none() && are_sums_small(puzzle) && width(puzzle) <= MAX_WIDTH && (2..=MAX_CELLS).contains(&cells)
}

/// Whether a board is so long and narrow that there are fewer states of its frontier than paths.
pub(super) fn is_long(puzzle: &DieTour) -> bool {
    let width = width(puzzle);
    let cells = puzzle.board.free_cells().count();
    let has_one_start = puzzle.start_dice.len() == 1 && (puzzle.start_cell.is_some() || puzzle.closed);
    CELLS_FOR_SEARCH.get(width).is_some_and(|&few| cells > few) && (width < WIDTH_FOR_ONE_START || has_one_start)
}

/// Counts the best tours, or all tours. The board has more than one cell.
pub(super) fn count(puzzle: &DieTour, which: Which, request: &Request<'_>) -> Count<Endless<Tour>> {
    if let Some(why) = puzzle.obstacle() {
        return Count::infeasible(why);
    }
    if which == Which::All || puzzle.objective == Objective::Any {
        count_all(puzzle, request)
    } else {
        count_best(puzzle, request)
    }
}

fn count_all(puzzle: &DieTour, request: &Request<'_>) -> Count<Endless<Tour>> {
    let tour = Numbered::new(puzzle);
    let restore = puzzle.restore_orientation;
    let (graph, die) = if restore {
        (tour.graph, puzzle.start_dice[0])
    } else {
        let graph = RollGraph::sliding(tour.graph.cells().clone());
        let die = graph.dice()[0];
        (graph, die)
    };
    let (cell, cells) = if puzzle.closed {
        (Some(graph.cells().cells()[0]), puzzle.start_cells().len())
    } else {
        (puzzle.start_cell, 1)
    };
    let (start, goal) = (Terminal::new(&graph, cell, &[die]), Terminal::new(&graph, puzzle.goal_cell, graph.dice()));
    let paths = PathStates::new(graph, Endpoints { start, goal, closed: puzzle.closed, restore });
    let weights = vec![0; paths.states.len()];
    match Program::new(&paths, &weights).run::<Counted>(Aim::default(), request) {
        Ok(Ran { worth, .. }) => {
            let paths = worth.map_or(BigUint::ZERO, |worth| worth.ways);
            Count::new(paths * cells * puzzle.start_dice.len(), Extent::All)
        }
        Err(stop) => Count::stopped(stop),
    }
}

fn count_best(puzzle: &DieTour, request: &Request<'_>) -> Count<Endless<Tour>> {
    let tour = Numbered::new(puzzle);
    let sign = sign(puzzle);
    let Cases { ends, times } = cases(puzzle, &tour);
    let mut known = search::Cases::merging(sign, Counted::merge);
    let Ok(()) = known.each(ends, request, |endpoints, best, request| {
        let paths = PathStates::new(tour.graph.clone(), endpoints);
        let weights = weights(&tour, &paths, sign);
        let aim = Aim { target: best.map(|(sum, _)| sign * sum), ..Aim::default() };
        let ran = Program::new(&paths, &weights).run::<Counted>(aim, request);
        Ok::<_, Infallible>(match ran {
            Ok(Ran { worth, states, .. }) => {
                let best = worth.map(|worth| (sign * i64::from(worth.sum), worth));
                search::Case { best, stopped: None, states }
            }
            Err(stop) => search::Case { best: None, stopped: Some(Stopped { stop, bound: None }), states: 0 },
        })
    });
    best_count(&known, times)
}

/// Finds the best tour. The board has more than one cell.
pub(super) fn solve(puzzle: &DieTour, request: &Request<'_>) -> Searched<Tour> {
    if let Some(why) = puzzle.obstacle() {
        return Searched::infeasible(why);
    }
    let tour = Numbered::new(puzzle);
    let ends = cases(puzzle, &tour).ends;
    let mut known = search::Cases::new(sign(puzzle));
    let Ok(()) = known.each(ends, request, |endpoints, best, request| {
        let best = best.map(|(sum, _)| *sum);
        Ok::<_, Infallible>(best_path(puzzle, &tour, endpoints, best, &[Some(BEAM), None], request))
    });
    searched(known)
}

/// A good tour and its sum, soon; `None` if a narrow beam finds none, or at a limit.
pub(super) fn soon(puzzle: &DieTour, request: &Request<'_>) -> Option<(i64, Tour)> {
    let tour = Numbered::new(puzzle);
    let first = cases(puzzle, &tour).ends.into_iter().next()?;
    best_path(puzzle, &tour, first, None, &[Some(BEAM)], request).best
}

/// Finds the best path of a case, if it is better than the paths before, with these beams: a narrow beam first, so that a run that reaches
/// a limit has a path. `None` is no beam.
fn best_path(
    puzzle: &DieTour,
    tour: &Numbered,
    endpoints: Endpoints,
    known: Option<i64>,
    beams: &[Option<usize>],
    request: &Request<'_>,
) -> search::Case<Tour> {
    let sign = sign(puzzle);
    let paths = PathStates::new(tour.graph.clone(), endpoints);
    let weights = weights(tour, &paths, sign);
    let program = Program::new(&paths, &weights);
    let mut case = search::Case { best: None, stopped: None, states: 0 };
    for &beam in beams {
        let target = case.best.as_ref().map(|(sum, _)| *sum).or(known).map(|sum| sign * sum + 1);
        let before = case.states;
        let observer = |event: &Event<'_>| request.control.notify(&event.after_nodes(before));
        let counted = request.observed_by(&observer);
        let ran: Ran<Best> = match program.run(Aim { target, beam, path: true }, &counted) {
            Ok(ran) => ran,
            Err(stop) => {
                case.stopped = Some(Stopped { stop, bound: None });
                break;
            }
        };
        case.states += ran.states;
        let path = ran.choices.as_ref().and_then(|choices| program.steps.path(choices));
        if let Some((Best(sum), path)) = ran.worth.zip(path) {
            let objective = sign * i64::from(sum);
            let found = tour.closed(path);
            let progress = Progress { incumbent: Some(objective), bound: None, nodes: Some(case.states) };
            request.control.notify(&Event::Progress(progress));
            search::announce(&request.control, objective, &found);
            case.best = Some((objective, found));
        }
        if ran.is_exact {
            break;
        }
    }
    case
}

/// The program for some paths.
struct Program<'a> {
    steps: Steps<'a>,
    weights: &'a [i32],
    /// Prices of zero: without a linear program no state is dropped.
    prices: Prices,
}

impl<'a> Program<'a> {
    fn new(paths: &'a PathStates, weights: &'a [i32]) -> Self {
        let steps = Steps::new(paths).expect("the caller has looked at the width");
        Self { steps, weights, prices: Prices::new(paths, weights, &Duals::zero(paths)) }
    }

    fn run<V: Worth>(&self, aim: Aim, request: &Request<'_>) -> Result<Ran<V>, Stop> {
        frontier::Program { steps: &self.steps, weights: self.weights, prices: &self.prices }.run(aim, request)
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::IndexedRandom as _;
    use rand::{Rng as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    use super::super::depth_first;
    use super::*;
    use tumble_model::control::Verdict;
    use tumble_puzzles::geometry::{Board, Cell, Die, Handedness};
    use tumble_puzzles::puzzle::Puzzle as _;

    /// Any variant without a required total, on a board that has a tour more often than not.
    fn random(rng: &mut ChaCha8Rng, (columns, rows): (i64, i64)) -> DieTour {
        let cells: Vec<Cell> = (0..columns).flat_map(|x| (0..rows).map(move |y| Cell::new(x, y))).collect();
        let blocked: Vec<Cell> = cells[1..].iter().copied().filter(|_| rng.random_bool(0.07)).collect();
        let board = Board::new(columns, rows, &blocked).unwrap();
        let free: Vec<Cell> = board.free_cells().collect();
        let all = Die::all(*[Handedness::Left, Handedness::Right].choose(rng).unwrap());
        let top = rng.random_range(1..=6);
        let start_dice = match rng.random_range(0..4) {
            0 => all.to_vec(),
            1 => all.iter().copied().filter(|die| die.top() == top).collect(),
            _ => vec![*all.choose(rng).unwrap()],
        };
        let closed = rng.random_bool(0.4);
        let objective = *[Objective::Max, Objective::Min, Objective::Any].choose(rng).unwrap();
        let plain = DieTour {
            start_cell: free.choose(rng).copied().filter(|_| rng.random_bool(0.5)),
            start_dice,
            closed,
            restore_orientation: closed && rng.random_bool(0.5),
            ..DieTour::from_corner(board, objective)
        };
        if rng.random_bool(0.5) { with_wishes(rng, plain) } else { plain }
    }

    /// With values of faces, weights, labels, faces that must not show, or a goal.
    fn with_wishes(rng: &mut ChaCha8Rng, mut tour: DieTour) -> DieTour {
        let free: Vec<Cell> = tour.board.free_cells().collect();
        let mut is_one = |probability| rng.random_bool(probability);
        let [values, weights, labels, never, between, goal, die] = [0.5, 0.3, 0.3, 0.2, 0.2, 0.2, 0.1].map(&mut is_one);
        if values {
            tour.values.values = std::array::from_fn(|_| rng.random_range(-4..=4));
        }
        if weights {
            tour.values.weights = Some((0..tour.board.size()).map(|_| rng.random_range(-2..=3)).collect());
        }
        if labels {
            tour.labels = vec![None; tour.board.size()];
            let labeled = tour.board.index(*free.choose(rng).unwrap()).unwrap();
            tour.labels[labeled] = Some(rng.random_range(1..=6));
        }
        if never {
            tour.never = vec![rng.random_range(1..=6)];
        }
        if goal && !tour.closed {
            tour.goal_cell = free.choose(rng).copied();
        }
        if die && !tour.closed {
            tour.goal_dice = Some(
                Die::all(tour.start_dice[0].handedness()).iter().copied().filter(|_| rng.random_bool(0.5)).collect(),
            );
            tour.goal_dice = tour.goal_dice.filter(|dice| !dice.is_empty());
        }
        if between && tour.start_cell.is_some() && (tour.closed || tour.goal_cell.is_some()) {
            tour.never_between = vec![rng.random_range(1..=6)];
        }
        tour
    }

    /// Calls `compare` on this many random instances that a frontier program takes.
    fn on_random(seed: u64, count: usize, (columns, rows): (i64, i64), mut compare: impl FnMut(DieTour)) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut compared = 0;
        while compared < count {
            let size = (rng.random_range(1..=columns), rng.random_range(1..=rows));
            let puzzle = random(&mut rng, size);
            if fits(&puzzle) {
                compared += 1;
                compare(puzzle);
            }
        }
    }

    #[test]
    fn all_tours_are_as_many_as_depth_first_search_finds() {
        let request = Request::unlimited();
        let mut with_tours = 0;
        on_random(3, 400, (5, 5), |mut puzzle| {
            if puzzle.restore_orientation && width(&puzzle) > 3 {
                puzzle.start_dice.truncate(1);
            }
            if !puzzle.shows_anything() {
                return;
            }
            let found = count(&puzzle, Which::All, &request);
            assert_eq!(found, depth_first::count(&puzzle, Which::All, &request), "{puzzle:?}");
            with_tours += usize::from(found.solutions > BigUint::ZERO);
        });
        assert!(with_tours > 150, "{with_tours}");
    }

    #[test]
    fn the_best_tours_are_those_of_depth_first_search() {
        let request = Request::unlimited();
        let mut with_tours = 0;
        on_random(4, 300, (6, 3), |mut puzzle| {
            if puzzle.objective == Objective::Any {
                puzzle.objective = Objective::Min;
            }
            let found = count(&puzzle, Which::Best, &request);
            assert_eq!(found, depth_first::count(&puzzle, Which::Best, &request), "{puzzle:?}");
            let best = |searched: Searched<Tour>| match searched.verdict {
                Verdict::Optimal(tour) => puzzle.verify(&tour).unwrap(),
                Verdict::Infeasible => None,
                _ => panic!("it stopped"),
            };
            let total = best(solve(&puzzle, &request));
            assert_eq!(total, best(depth_first::solve(&puzzle, &request)), "{puzzle:?}");
            assert_eq!(total, found.objective, "{puzzle:?}");
            with_tours += usize::from(total.is_some());
        });
        assert!(with_tours > 100, "{with_tours}");
    }
}
