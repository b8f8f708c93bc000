//! The replay of a die path. Long runs on the plane are drawn shorter than they are.

use super::{DiePath, Route, Runner};
use crate::geometry::{Board, Cell, Die, Direction};
use crate::render::replay::{BoardStage, End, EndName, Readout, Sides, Solid, Stage, Step};

/// Boards of more cells have no replay.
const MAX_CELLS: usize = 10_000;
/// Nor have paths of more rolls as they are drawn.
const MAX_STEPS: i64 = Route::MAX_MOVES;
/// On the plane, runs are shortened if the path does not fit on so many columns and rows.
const MAX_SIDE: i64 = 24;
/// Runs of so many rolls are drawn as they are all the same; of longer ones two to five rolls are drawn.
const SHORT: u64 = 8;

/// Equal rolls of a die.
struct Run<'a> {
    die: usize,
    roll: Direction,
    text: &'a str,
    /// Their number, at least 1.
    count: i64,
    /// How many of them are drawn: the same number modulo 4, so that the die ends as it should.
    drawn: i64,
}

/// What is drawn.
struct Drawing<'a> {
    stage: BoardStage,
    runs: Vec<Run<'a>>,
    /// The start and the goal of each die on the drawn board.
    ends: Vec<(Cell, Cell)>,
}

/// `None` if there is too much to draw, or if a run of an unverified path cannot be read.
pub(super) fn stage(puzzle: &DiePath, route: Option<&Route>) -> Option<Stage> {
    let runs = route.map_or(Some(Vec::new()), |route| runs(puzzle, route))?;
    let Drawing { mut stage, runs, ends } = match &puzzle.board {
        Some(board) => on_board(puzzle, board, runs)?,
        None => on_plane(puzzle, runs, route.is_some())?,
    };
    for (i, (runner, (start, goal))) in puzzle.runners.iter().zip(ends).enumerate() {
        let name = if puzzle.runners.len() > 1 { format!("die {}", i + 1) } else { "die".into() };
        let dice = route.map_or_else(|| runner.start_dice.clone(), |_| vec![start_die(runner, &runs, i)]);
        stage.solids.push(Solid { name, at: Some(start), faces: shared(&dice) });
        stage.cell(start).ends.push(End { name: EndName::Start, solid: Some(i), faces: None });
        let faces = shared(&runner.goal_dice).known();
        stage.cell(goal).ends.push(End { name: EndName::Goal, solid: Some(i), faces });
    }
    stage.steps = runs.iter().flat_map(steps).collect();
    stage.trail = route.is_some();
    Some(Stage::Board(stage))
}

fn shared(dice: &[Die]) -> Sides {
    Sides::shared(dice.iter().map(|&die| Sides::of_die(die)))
}

/// The runs of a path as they are.
fn runs<'a>(puzzle: &DiePath, route: &'a Route) -> Option<Vec<Run<'a>>> {
    let several = puzzle.runners.len() > 1;
    let run = |(text, count): &'a (String, i64)| {
        let letter = text.chars().last()?;
        let die = match &text[..text.len() - letter.len_utf8()] {
            "" if !several => 0,
            "1" if several => 0,
            "2" if several => 1,
            _ => return None,
        };
        (*count > 0).then_some(Run { die, roll: Direction::of_letter(letter)?, text, count: *count, drawn: *count })
    };
    route.runs.iter().map(run).collect()
}

/// On a board, which is drawn as it is.
fn on_board<'a>(puzzle: &DiePath, board: &Board, runs: Vec<Run<'a>>) -> Option<Drawing<'a>> {
    let length = runs.iter().try_fold(0i64, |sum, run| sum.checked_add(run.count))?;
    if length > MAX_STEPS || board.columns() * board.rows() > MAX_CELLS {
        return None;
    }
    let ends = puzzle.runners.iter().map(|runner| (runner.start, runner.goal)).collect();
    Some(Drawing { stage: BoardStage::new(board), runs, ends })
}

/// On the plane: the part that the path needs, with shorter runs if that is too large.
fn on_plane<'a>(puzzle: &DiePath, mut runs: Vec<Run<'a>>, solved: bool) -> Option<Drawing<'a>> {
    let runner = &puzzle.runners[0];
    let mut goal = Cell::new(runner.goal.x.checked_sub(runner.start.x)?, runner.goal.y.checked_sub(runner.start.y)?);
    let fits = |(columns, rows): (i64, i64)| columns <= MAX_SIDE && rows <= MAX_SIDE;
    let mut corners = corners(&runs, goal)?;
    let is_far = !fits(size(corners));
    if is_far {
        for run in &mut runs {
            run.drawn = shortened(run.count);
        }
        goal = if solved { path(&runs)?.last().copied()? } else { Cell::new(shortened(goal.x), shortened(goal.y)) };
        corners = self::corners(&runs, goal)?;
    }
    let (columns, rows) = size(corners);
    let steps: i64 = runs.iter().map(|run| run.drawn).sum();
    let cells = usize::try_from(columns.checked_mul(rows)?).ok()?;
    if cells > MAX_CELLS || steps > MAX_STEPS {
        return None;
    }
    let south_west = corners.0;
    let place = |cell: Cell| Cell::new(cell.x - south_west.x, cell.y - south_west.y);
    let mut stage = BoardStage::new(&Board::new(columns, rows, &[]).ok()?);
    stage.origin = Cell::new(runner.start.x.checked_add(south_west.x)?, runner.start.y.checked_add(south_west.y)?);
    stage.readouts = readouts(runner, &runs, is_far);
    Some(Drawing { stage, runs, ends: vec![(place(Cell::new(0, 0)), place(goal))] })
}

/// The number of rolls that stand for so many: the same modulo 4.
const fn shortened(count: i64) -> i64 {
    if count.unsigned_abs() <= SHORT { count } else { count.signum() * (2 + (count.abs() - 2) % 4) }
}

/// The ends of the runs as they are drawn, from [0, 0].
fn path(runs: &[Run<'_>]) -> Option<Vec<Cell>> {
    let mut cells = vec![Cell::new(0, 0)];
    for run in runs {
        cells.push(after(*cells.last()?, run.roll, run.drawn)?);
    }
    Some(cells)
}

/// The cell after so many rolls.
fn after(cell: Cell, roll: Direction, count: i64) -> Option<Cell> {
    let (dx, dy) = roll.delta();
    Some(Cell::new(cell.x.checked_add(dx.checked_mul(count)?)?, cell.y.checked_add(dy.checked_mul(count)?)?))
}

/// The south-west and the north-east corner of the path with the goal.
fn corners(runs: &[Run<'_>], goal: Cell) -> Option<(Cell, Cell)> {
    let cells = path(runs)?.into_iter().chain([goal]);
    let corner = |pick: fn(i64, i64) -> i64| move |a: Cell, b: Cell| Cell::new(pick(a.x, b.x), pick(a.y, b.y));
    Some((cells.clone().reduce(corner(i64::min))?, cells.reduce(corner(i64::max))?))
}

/// The columns and rows between two corners.
const fn size((south_west, north_east): (Cell, Cell)) -> (i64, i64) {
    let columns = north_east.x.saturating_sub(south_west.x).saturating_add(1);
    (columns, north_east.y.saturating_sub(south_west.y).saturating_add(1))
}

/// The start orientation from which the rolls lead to the goal; for an unverified path any.
fn start_die(runner: &Runner, runs: &[Run<'_>], die: usize) -> Die {
    let rolls = || runs.iter().filter(|run| run.die == die).flat_map(|run| (0..run.count % 4).map(|_| run.roll));
    let ends = |start: &&Die| runner.goal_dice.contains(&rolls().fold(**start, Die::roll));
    *runner.start_dice.iter().find(ends).unwrap_or(&runner.start_dice[0])
}

/// The steps of a run. Where it is shortened, the first has the number of its rolls.
fn steps<'a>(run: &'a Run<'_>) -> impl Iterator<Item = Step> + 'a {
    let is_short = run.drawn < run.count;
    (0..run.drawn).map(move |i| Step {
        count: (is_short && i == 0).then_some(run.count),
        part: is_short && i > 0,
        ..Step::new(run.die, run.roll, run.text)
    })
}

/// Where the die is on the plane; if it is far also the number of rolls, or before any rolls where the goal is.
fn readouts(runner: &Runner, runs: &[Run<'_>], is_far: bool) -> Vec<Readout> {
    let (mut cell, mut rolls) = (runner.start, 0i64);
    let (mut cells, mut numbers) = (vec![cell.to_string()], vec![rolls.to_string()]);
    for run in runs {
        for i in 1..=run.drawn {
            // The rolls that are left out are before the last one.
            let done = if i < run.drawn { i } else { run.count };
            cells.push(after(cell, run.roll, done).unwrap_or(cell).to_string());
            numbers.push(rolls.saturating_add(done).to_string());
        }
        (cell, rolls) = (after(cell, run.roll, run.count).unwrap_or(cell), rolls.saturating_add(run.count));
    }
    let mut readouts = vec![Readout { name: "cell", values: cells }];
    if is_far && runs.is_empty() {
        readouts.push(Readout { name: "goal", values: vec![runner.goal.to_string()] });
    } else if is_far {
        readouts.push(Readout { name: "rolls", values: numbers });
    }
    readouts
}
