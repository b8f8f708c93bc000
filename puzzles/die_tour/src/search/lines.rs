//! The best tours of long narrow boards without blocked cells: the states of a line are found once and serve every second line
//! ([`strips`](crate::table)), so that boards of a million cells take hardly longer than short ones.

use std::convert::Infallible;

use super::{MAX_CELLS, plain_frontier};
use crate::frontier::Unfinished;
use crate::numbered::{largest_sum, searched, sign, width};
use crate::table::{cases, unfit};
use crate::{DieTour, Objective, Tour};
use tumble_model::control::{Request, Stop};
use tumble_puzzles::puzzle::Searched;
use tumble_puzzles::search::{self, Stopped};

/// The width from which the states of a line are so many that a tour is looked for first.
const WIDTH_FOR_A_BEAM: usize = 5;

/// The most cells of a board on which a beam takes seconds.
const CELLS_FOR_A_BEAM: usize = 1 << 12;

/// The largest sum of a tour for which all sums on the way fit into its numbers.
const LARGEST_SUM: i64 = (i32::MAX / 2) as i64;

/// Whether it finds the best tour faster than the other searches, or alone does so at all.
pub(super) fn solves(puzzle: &DieTour) -> bool {
    let is_long = puzzle.objective != Objective::Any && plain_frontier::is_long(puzzle);
    unfit(puzzle).is_none()
        && puzzle.board.size() > 1
        && (is_long || puzzle.board.size() > MAX_CELLS)
        && largest_sum(puzzle) <= LARGEST_SUM
}

/// Why it does not solve a board that only sums keep it from, which no other search takes.
pub(super) fn stop(puzzle: &DieTour) -> Option<Stop> {
    let needed = largest_sum(puzzle);
    let is_alone = puzzle.board.size() > MAX_CELLS && unfit(puzzle).is_none();
    (is_alone && needed > LARGEST_SUM).then_some(Stop::SumLimit { needed, limit: LARGEST_SUM })
}

/// Finds the best tour, or any tour if there is no objective. The board has more than one cell.
pub(super) fn solve(puzzle: &DieTour, request: &Request<'_>) -> Searched<Tour> {
    if let Some(why) = puzzle.obstacle() {
        return Searched::infeasible(why);
    }
    let mut known = search::Cases::new(sign(puzzle));
    let looks_first = width(puzzle) >= WIDTH_FOR_A_BEAM && puzzle.board.size() <= CELLS_FOR_A_BEAM;
    if looks_first && let Some((sum, tour)) = plain_frontier::soon(puzzle, request) {
        known.begin_with(sum, tour, &request.control);
    }
    let length = puzzle.board.columns().max(puzzle.board.rows());
    let Ok(()) = known.each(cases(puzzle), request, |case, _, request| {
        let found = case.strip(puzzle, |strip| strip.longest(length, request));
        let states = found.as_ref().ok().and_then(Option::as_ref).map_or(0, |found| found.states);
        let (best, stopped) = match found {
            Ok(found) => (found.map(|found| (sign(puzzle) * found.sum, case.tour(puzzle, found))), None),
            Err(Unfinished { stop, sum }) => (None, Some(Stopped { stop, bound: sum.map(|sum| sign(puzzle) * sum) })),
        };
        Ok::<_, Infallible>(search::Case { best, stopped, states })
    });
    let is_too_large = matches!(known.stop(), Some(Stop::MemoryLimit { .. })) && known.bound().is_none();
    if is_too_large && plain_frontier::solves(puzzle) {
        return plain_frontier::solve(puzzle, request);
    }
    let searched = searched(known);
    if puzzle.objective == Objective::Any {
        return Searched { incumbents: Vec::new(), ..searched };
    }
    searched
}

#[cfg(test)]
mod tests {
    use itertools::Itertools as _;
    use rand::seq::IndexedRandom as _;
    use rand::{Rng as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    use super::super::depth_first;
    use super::*;
    use crate::table;
    use crate::table::of_length;
    use tumble_model::control::{Control, Interrupt, Verdict};
    use tumble_puzzles::geometry::{Board, Cell, Die, Handedness};
    use tumble_puzzles::puzzle::Puzzle as _;

    /// A tour on a board with lines of this width, from a line before `starts`.
    fn random(rng: &mut ChaCha8Rng, (width, length): (usize, usize), starts: usize) -> DieTour {
        let by_rows = rng.random_bool(0.5);
        let (columns, rows) = if by_rows { (width, length) } else { (length, width) };
        let all = Die::all(*[Handedness::Left, Handedness::Right].choose(rng).unwrap());
        let start_dice = match rng.random_range(0..4) {
            0 => all.to_vec(),
            1 => all.iter().copied().filter(|die| die.top() == 5).collect(),
            _ => vec![*all.choose(rng).unwrap()],
        };
        let board = Board::new(columns as i64, rows as i64, &[]).unwrap();
        let closed = rng.random_bool(0.3);
        let (line, place) = (rng.random_range(0..starts as i64), rng.random_range(0..width as i64));
        let start = if by_rows { Cell::new(place, line) } else { Cell::new(line, place) };
        DieTour {
            start_cell: Some(start).filter(|_| closed || rng.random_bool(0.7)),
            start_dice,
            closed,
            restore_orientation: closed && rng.random_bool(0.5),
            ..DieTour::from_corner(board, *[Objective::Max, Objective::Min].choose(rng).unwrap())
        }
    }

    /// The objective of a proved answer, whose tour keeps the rules.
    fn total(puzzle: &DieTour, searched: Searched<Tour>) -> Option<i64> {
        match searched.verdict {
            Verdict::Optimal(tour) => puzzle.verify(&tour).unwrap(),
            Verdict::Infeasible => None,
            _ => panic!("it stopped: {puzzle:?}"),
        }
    }

    #[test]
    fn sums_beyond_its_numbers_are_told_as_the_reason() {
        let board = Board::new(3, 2000, &[]).unwrap();
        let mut puzzle = DieTour::from_corner(board, Objective::Max);
        puzzle.values.values[5] = 100_000;
        assert!(solves(&puzzle) && stop(&puzzle).is_none());
        puzzle.values.values[5] = -1_000_000;
        assert!(!solves(&puzzle));
        assert_eq!(stop(&puzzle), Some(Stop::SumLimit { needed: 6_000_000_000, limit: LARGEST_SUM }));
    }

    #[test]
    fn tours_of_all_lengths_have_the_sums_of_the_table() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let request = Request::unlimited();
        let (mut with_tours, mut beyond) = (0, 0);
        for _ in 0..30 {
            let width = rng.random_range(1..=3);
            let puzzle = random(&mut rng, (width, 8), 8);
            let (best, repetitions) = table::best(&puzzle, &request).unwrap();
            let until = repetitions.iter().map(|case| case.line + case.lines).max().unwrap();
            // Around the end of the first period, and far beyond in each residue of a short period.
            let lengths = (until.max(10) - 1..until + 5).chain((0..6).map(|_| rng.random_range(8..3000)));
            for length in lengths.filter(|&length| length > 8) {
                let puzzle = of_length(&puzzle, length);
                let found = total(&puzzle, solve(&puzzle, &request));
                assert_eq!(found, best.at(length as u64), "{puzzle:?}");
                with_tours += usize::from(found.is_some());
                beyond += usize::from(found.is_some() && length > 2 * until);
            }
        }
        assert!(with_tours > 120 && beyond > 40, "{with_tours} {beyond}");
    }

    #[test]
    fn four_lines_are_as_good_as_the_table_says() {
        let request = Request::unlimited();
        let corner = DieTour::from_corner(Board::new(8, 4, &[]).unwrap(), Objective::Max);
        let (best, _) = table::best(&corner, &request).unwrap();
        for length in [70, 81, 25_000] {
            let puzzle = of_length(&corner, length);
            assert_eq!(total(&puzzle, solve(&puzzle, &request)), best.at(length as u64), "{length}");
        }
    }

    #[test]
    fn tours_from_far_within_are_those_of_the_other_searches() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let request = Request::unlimited();
        let mut with_tours = 0;
        for i in 0..160 {
            let width = rng.random_range(1..=3);
            let length = rng.random_range(width..=24 / width).max(2);
            let mut puzzle = random(&mut rng, (width, length), length);
            // Values of faces of either sign.
            if i % 4 == 0 {
                let largest = *[3, 100, 1_000_000].choose(&mut rng).unwrap();
                puzzle.values.values = std::array::from_fn(|_| rng.random_range(-largest..=largest));
            }
            let found = total(&puzzle, solve(&puzzle, &request));
            assert_eq!(found, total(&puzzle, depth_first::solve(&puzzle, &request)), "{puzzle:?}");
            with_tours += usize::from(found.is_some());
        }
        for _ in 0..8 {
            // So long that stretches end where faster states overtake slower ones.
            let (width, length) = (rng.random_range(2..=3), rng.random_range(120..240));
            let mut puzzle = random(&mut rng, (width, length), length);
            puzzle.start_dice.truncate(1);
            let found = total(&puzzle, solve(&puzzle, &request));
            assert_eq!(found, total(&puzzle, plain_frontier::solve(&puzzle, &request)), "{puzzle:?}");
            with_tours += usize::from(found.is_some());
        }
        assert!(with_tours > 50, "{with_tours}");
    }

    #[test]
    fn without_an_objective_any_tour_will_do() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let request = Request::unlimited();
        let mut with_tours = 0;
        for _ in 0..30 {
            let (width, length) = (rng.random_range(1..=3), rng.random_range(400..2000));
            let best = random(&mut rng, (width, length), length);
            let any = DieTour { objective: Objective::Any, ..best.clone() };
            let found = solve(&any, &request);
            assert!(found.incumbents.is_empty());
            let has_tour = match found.verdict {
                Verdict::Optimal(tour) => any.verify(&tour).is_ok(),
                Verdict::Infeasible => false,
                _ => panic!("it stopped"),
            };
            assert_eq!(has_tour, total(&best, solve(&best, &request)).is_some(), "{best:?}");
            with_tours += usize::from(has_tour);
        }
        assert!(with_tours > 8, "{with_tours}");
    }

    #[test]
    fn what_is_claimed_at_a_stop_is_true() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let (mut stopped, mut bounds) = (0, 0);
        for _ in 0..12 {
            let length = rng.random_range(60..30_000);
            let puzzle = random(&mut rng, (3, length), length);
            let best = total(&puzzle, solve(&puzzle, &Request::unlimited()));
            for looks in [1, 2, 5].into_iter().chain((0..12).map(|_| rng.random_range(1..400))) {
                let interrupt = Interrupt::after_looks(looks);
                let control = Control::new(None, interrupt, &|_| ());
                let searched = solve(&puzzle, &Request { control, ..Request::unlimited() });
                let sign = sign(&puzzle);
                let (found, bound) = match searched.verdict {
                    Verdict::Optimal(tour) => (puzzle.verify(&tour).unwrap(), best),
                    Verdict::Infeasible => (None, best),
                    Verdict::Feasible { solution, bound, .. } => (puzzle.verify(&solution).unwrap(), bound),
                    Verdict::Unknown { bound, .. } => (None, bound),
                };
                assert!(found.is_none_or(|found| sign * found <= sign * best.unwrap()), "{looks} {puzzle:?}");
                assert!(bound.is_none_or(|bound| sign * bound >= sign * best.unwrap()), "{looks} {puzzle:?}");
                stopped += usize::from(found.is_none() && best.is_some());
                bounds += usize::from(found.is_none() && best.is_some() && bound.is_some());
            }
        }
        assert!(stopped > 30 && bounds > 3, "{stopped} {bounds}");
    }

    #[test]
    fn every_start_of_a_small_board_has_the_tour_of_depth_first_search() {
        let request = Request::unlimited();
        for ((length, width), closed) in [(7, 1), (8, 2), (11, 2), (8, 3)].into_iter().cartesian_product([false, true])
        {
            for (x, y) in (0..length).cartesian_product(0..width) {
                let board = Board::new(length, width, &[]).unwrap();
                let corner = DieTour::from_corner(board, Objective::Max);
                let puzzle = DieTour { start_cell: Some(Cell::new(x, y)), closed, ..corner };
                let found = total(&puzzle, solve(&puzzle, &request));
                assert_eq!(found, total(&puzzle, depth_first::solve(&puzzle, &request)), "{puzzle:?}");
            }
        }
    }
}
