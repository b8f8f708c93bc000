//! The replay of a die path. Long ways on the plane are drawn as short as in the picture.

use super::scene::{meaning_of_labels, possible, read_roll, start_die, stated};
use super::shortened::{Map, after};
use super::{DiePath, Route, Runner};
use tumble_puzzles::geometry::{Board, Cell, Die, Direction};
use tumble_puzzles::render::replay::{BoardStage, End, EndName, Meaning, Readout, Sides, Solid, Stage, Step};

/// Boards of more cells have no replay.
const MAX_CELLS: usize = 10_000;
/// Nor have paths of more rolls as they are drawn.
const MAX_STEPS: i64 = Route::MAX_MOVES;

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
    ends: Vec<(Cell, Option<Cell>)>,
}

/// `None` if there is too much to draw, or if a run of an unverified path cannot be read.
pub(super) fn stage(puzzle: &DiePath, route: Option<&Route>) -> Option<Stage> {
    let route = route.map(|route| possible(puzzle, route));
    let route = route.as_ref();
    let runs = route.map_or(Some(Vec::new()), |route| runs(puzzle, route))?;
    let Drawing { mut stage, runs, ends } = match &puzzle.board {
        Some(board) => on_board(puzzle, board, runs)?,
        None => on_plane(puzzle, runs)?,
    };
    for (i, (runner, (start, goal))) in puzzle.runners.iter().zip(ends).enumerate() {
        let name = if puzzle.runners.len() > 1 { format!("die {}", i + 1) } else { "die".into() };
        let dice = route.map_or_else(|| runner.start_dice.clone(), |route| vec![first_die(runner, route, &runs, i)]);
        stage.solids.push(Solid { name, at: Some(start), faces: shared(&dice), size: None, shape: None, kind: None });
        stage.cell(start).ends.push(End { name: EndName::Start, solid: Some(i), faces: None });
        let faces = shared(&runner.goal_dice).known();
        if let Some(goal) = goal {
            stage.cell(goal).ends.push(End { name: EndName::Goal, solid: Some(i), faces });
        }
    }
    stage.steps = runs.iter().flat_map(steps).collect();
    put_labels(puzzle, &mut stage);
    stage.readouts.extend(route.and_then(|route| sums(puzzle, route, &runs)));
    stage.trail = route.is_some();
    Some(Stage::Board(stage))
}

/// The orientation in which a die starts, as far as the path tells.
fn first_die(runner: &Runner, route: &Route, runs: &[Run<'_>], die: usize) -> Die {
    let runs = runs.iter().filter(|run| run.die == die).map(|run| (run.roll, run.count));
    stated(Some(route), die).unwrap_or_else(|| start_die(runner, &runs))
}

fn put_labels(puzzle: &DiePath, stage: &mut BoardStage) {
    let Some(board) = &puzzle.board else { return };
    for (i, label) in puzzle.labels.iter().enumerate().filter_map(|(i, label)| Some((i, (*label)?))) {
        stage.cell(board.cell(i)).label = Some(label.to_string());
    }
    if !puzzle.labels.is_empty() {
        stage.legend.push(Meaning { sign: String::new(), text: meaning_of_labels(puzzle).into() });
    }
}

/// The sum after each roll.
fn sums(puzzle: &DiePath, route: &Route, runs: &[Run<'_>]) -> Option<Readout> {
    let (sum, board, runner) = (puzzle.sum.as_ref()?, puzzle.board.as_ref()?, &puzzle.runners[0]);
    let mut die = first_die(runner, route, runs, 0);
    let (mut cell, mut so_far) = (runner.start, 0i64);
    let mut enter = |cell: Cell, die: Die| {
        so_far = so_far.saturating_add(sum.value(board.index(cell)?, die));
        Some(so_far.to_string())
    };
    let mut values = vec![enter(cell, die)?];
    for run in runs {
        for _ in 0..run.count {
            (cell, die) = (cell.step(run.roll)?, die.roll(run.roll));
            values.push(enter(cell, die)?);
        }
    }
    Some(Readout { name: "sum", values })
}

fn shared(dice: &[Die]) -> Sides {
    Sides::shared(dice.iter().map(|&die| Sides::of_die(die)))
}

/// The runs of a path as they are.
fn runs<'a>(puzzle: &DiePath, route: &'a Route) -> Option<Vec<Run<'a>>> {
    let run = |(text, count): &'a (String, i64)| {
        let (die, roll) = read_roll(puzzle, text)?;
        (*count > 0).then_some(Run { die, roll, text, count: *count, drawn: *count })
    };
    route.runs.iter().map(run).collect()
}

/// On a board, which is drawn as it is.
fn on_board<'a>(puzzle: &DiePath, board: &Board, runs: Vec<Run<'a>>) -> Option<Drawing<'a>> {
    let length = runs.iter().try_fold(0i64, |sum, run| sum.checked_add(run.count))?;
    if length > MAX_STEPS || board.size() > MAX_CELLS {
        return None;
    }
    let ends = puzzle.runners.iter().map(|runner| (runner.start, runner.goal)).collect();
    Some(Drawing { stage: BoardStage::new(board), runs, ends })
}

/// On the plane: the part that the path needs, with shorter ways if that is too large.
fn on_plane<'a>(puzzle: &DiePath, mut runs: Vec<Run<'a>>) -> Option<Drawing<'a>> {
    let runner = &puzzle.runners[0];
    let mut turns = vec![runner.start];
    for run in &runs {
        turns.push(after(*turns.last()?, run.roll, run.count)?);
    }
    let map = Map::of(&turns.iter().copied().chain(runner.goal).collect::<Vec<Cell>>())?;
    let places = turns.iter().map(|&turn| map.place(turn)).collect::<Option<Vec<Cell>>>()?;
    for (run, ends) in runs.iter_mut().zip(places.windows(2)) {
        run.drawn = (ends[1].x - ends[0].x).abs() + (ends[1].y - ends[0].y).abs();
    }
    if runs.iter().map(|run| run.drawn).sum::<i64>() > MAX_STEPS {
        return None;
    }
    let mut stage = BoardStage::new(&map.board);
    // Counted from the start, which is where it seems to be even if ways are drawn short.
    let (start, place) = (runner.start, places[0]);
    stage.origin = Cell::new(start.x.checked_sub(place.x)?, start.y.checked_sub(place.y)?);
    stage.readouts = readouts(&map, runner, &runs, &places)?;
    Some(Drawing { stage, runs, ends: vec![(places[0], runner.goal.and_then(|goal| map.place(goal)))] })
}

/// Where the die is on the plane; if that is drawn short also the number of rolls, or before any rolls where the goal is.
fn readouts(map: &Map, runner: &Runner, runs: &[Run<'_>], places: &[Cell]) -> Option<Vec<Readout>> {
    let mut cell = runner.start;
    let mut rolls = 0i64;
    let (mut cells, mut numbers) = (vec![cell.to_string()], vec![rolls.to_string()]);
    for (run, &from) in runs.iter().zip(places) {
        let rising = matches!(run.roll, Direction::North | Direction::East);
        for i in 1..=run.drawn {
            let place = after(from, run.roll, i)?;
            let here = match run.roll {
                Direction::East | Direction::West => Cell { x: map.columns.coordinate(place.x, rising)?, ..cell },
                Direction::North | Direction::South => Cell { y: map.rows.coordinate(place.y, rising)?, ..cell },
            };
            rolls = rolls.checked_add((here.x - cell.x).abs() + (here.y - cell.y).abs())?;
            cell = here;
            cells.push(cell.to_string());
            numbers.push(rolls.to_string());
        }
    }
    let mut readouts = vec![Readout { name: "cell", values: cells }];
    let is_shortened = map.is_shortened();
    if is_shortened && runs.is_empty() {
        readouts.push(Readout { name: "goal", values: runner.goal.iter().map(ToString::to_string).collect() });
    } else if is_shortened {
        readouts.push(Readout { name: "rolls", values: numbers });
    }
    Some(readouts)
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
