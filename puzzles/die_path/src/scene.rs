//! The picture of a die path: the trails, and on each cell the top face at the last visit. Long paths are drawn short.

use super::{DiePath, Route, Runner, Sum};
use tumble_puzzles::geometry::{Board, Cell, Die, Direction};
use tumble_puzzles::instance::LabelKind;
use tumble_puzzles::puzzle::drawing;
use tumble_puzzles::render::replay::{BoardStage, End, EndName, Meaning, Readout, Sides, Solid, Stage, Step};
use tumble_puzzles::render::{BoardScene, Distance, EndKind, Sample, Scene, Symbol, Trail};

/// The letters of two dice.
const LETTERS: [char; 2] = ['a', 'b'];

/// The path of a die: its runs, and the cells at their ends.
struct Way {
    start: Die,
    runs: Vec<(Direction, i64)>,
    /// The start, and the cell after each run.
    turns: Vec<Cell>,
}

pub(super) fn scene(puzzle: &DiePath, route: Option<&Route>) -> Scene {
    let route = route.map(|route| possible(puzzle, route));
    let route = route.as_ref();
    let ways: Vec<Way> = puzzle
        .runners
        .iter()
        .enumerate()
        .map(|(i, runner)| way(runner, runs(puzzle, route, i), stated(route, i)))
        .collect();
    let title = match (route, puzzle.runners.len()) {
        (Some(Route { length, sum: Some(sum), .. }), _) => format!("Die path of {length} rolls, sum {sum}"),
        (Some(route), _) => format!("Die path of {} rolls", route.length),
        (None, 1) => "Die path".into(),
        (None, _) => "Die paths of two dice".into(),
    };
    let Some(map) = map(puzzle, &ways) else { return too_winding(puzzle, title).into() };
    let mut scene = BoardScene::new(title, map.board.clone());
    put_labels(&mut scene, puzzle, &map);
    let several = ways.len() > 1;
    for (i, (runner, way)) in puzzle.runners.iter().zip(&ways).enumerate() {
        let letter = several.then(|| LETTERS[i % LETTERS.len()]);
        if route.is_some() {
            put_way(&mut scene, &map, runner, way, letter);
        } else {
            put_ends(&mut scene, &map, runner, letter);
        }
        if let (true, Some(letter)) = (several, letter) {
            let text = format!("die {letter}, whose moves begin with {}", i + 1);
            scene.legend.push(Sample { symbol: Symbol::Trail(i), text });
        }
    }
    if puzzle.label_kind == LabelKind::Gate {
        // What opens the gate stays there, in place of the face on top.
        put_labels(&mut scene, puzzle, &map);
    }
    scene.notes = notes(puzzle, &map, &scene);
    let on_visits = drawing::note_on_visits(&scene);
    scene.notes.extend(on_visits);
    scene.into()
}

/// Draws the labels, framed, where cells are drawn one by one.
fn put_labels(scene: &mut BoardScene, puzzle: &DiePath, map: &Map) {
    let Some(board) = puzzle.board.as_ref().filter(|_| !puzzle.labels.is_empty() && !map.is_shortened()) else {
        return;
    };
    let labels = board.free_cells().filter_map(|cell| Some((cell, puzzle.label(cell)?)));
    drawing::put_labels(scene, labels, meaning_of_labels(puzzle));
}

/// What a label says of the die.
pub(super) const fn meaning_of_labels(puzzle: &DiePath) -> &'static str {
    match puzzle.label_kind {
        LabelKind::Top => drawing::LABEL,
        LabelKind::Gate => "a gate: the face that has to be on top before the die enters",
    }
}

/// The path up to the first roll that its board does not allow; on the plane, and of a verified path, all of it.
pub(super) fn possible(puzzle: &DiePath, route: &Route) -> Route {
    let Some(board) = &puzzle.board else { return route.clone() };
    let mut cells: Vec<Cell> = puzzle.runners.iter().map(|runner| runner.start).collect();
    let mut runs = Vec::new();
    for (roll, count) in &route.runs {
        let Some((die, direction)) = read_roll(puzzle, roll) else { break };
        let mut made = 0;
        while let Some(next) =
            board.neighbour(cells[die], direction).filter(|next| made < *count && !cells.contains(next))
        {
            cells[die] = next;
            made += 1;
        }
        if made > 0 {
            runs.push((roll.clone(), made));
        }
        if made < *count {
            break;
        }
    }
    Route { runs, ..route.clone() }
}

/// The die of a roll, from 0, and its direction.
pub(super) fn read_roll(puzzle: &DiePath, roll: &str) -> Option<(usize, Direction)> {
    let letter = roll.chars().last()?;
    let several = puzzle.runners.len() > 1;
    let die = match &roll[..roll.len() - letter.len_utf8()] {
        "" if !several => 0,
        "1" if several => 0,
        "2" if several => 1,
        _ => return None,
    };
    Some((die, Direction::of_letter(letter)?))
}

/// The runs of one of the dice.
fn runs(puzzle: &DiePath, route: Option<&Route>, die: usize) -> Vec<(Direction, i64)> {
    let of = |(roll, count): &(String, i64)| {
        let (_, direction) = read_roll(puzzle, roll).filter(|&(rolled, _)| rolled == die)?;
        Some((direction, *count)).filter(|_| *count > 0)
    };
    let mut runs: Vec<(Direction, i64)> = Vec::new();
    for (direction, count) in route.iter().flat_map(|route| &route.runs).filter_map(of) {
        // The rolls of two dice alternate; those of one are put together again.
        match runs.last_mut() {
            Some((last, sum)) if *last == direction => *sum = sum.saturating_add(count),
            _ => runs.push((direction, count)),
        }
    }
    runs
}

/// The orientation in which a path says that one of the dice starts.
pub(super) fn stated(route: Option<&Route>, die: usize) -> Option<Die> {
    Some(route?.starts()?.get(die)?.die)
}

/// The start orientation from which the rolls of a die lead to the goal; for an unverified path any.
pub(super) fn start_die(runner: &Runner, runs: &(impl Iterator<Item = (Direction, i64)> + Clone)) -> Die {
    // Four rolls in one direction leave the die as it was.
    let rolled = |die, (roll, count)| (0..count % 4).fold(die, |die: Die, _| die.roll(roll));
    let leads = |die: &&Die| runner.goal_dice.contains(&runs.clone().fold(**die, rolled));
    *runner.start_dice.iter().find(leads).unwrap_or(&runner.start_dice[0])
}

/// The path with these runs, from the start orientation that it states, or that leads to the goal; it ends where a coordinate overflows.
fn way(runner: &Runner, mut runs: Vec<(Direction, i64)>, stated: Option<Die>) -> Way {
    let mut turns = vec![runner.start];
    for &(direction, count) in &runs {
        let Some(turn) = after(turns[turns.len() - 1], direction, count) else { break };
        turns.push(turn);
    }
    runs.truncate(turns.len() - 1);
    Way { start: stated.unwrap_or_else(|| start_die(runner, &runs.iter().copied())), runs, turns }
}

/// The whole board, or the part of the plane that the paths use.
fn map(puzzle: &DiePath, ways: &[Way]) -> Option<Map> {
    let small = puzzle.board.as_ref().filter(|board| board.columns().max(board.rows()) as i64 <= MAX_SIDE);
    if let Some(board) = small {
        let side = |length: usize| Axis::of(0..length as i64, MAX_SIDE);
        return Some(Map { board: board.clone(), columns: side(board.columns())?, rows: side(board.rows())? });
    }
    let ends = puzzle.runners.iter().flat_map(|runner| [Some(runner.start), runner.goal]).flatten();
    Map::of(&ways.iter().flat_map(|way| way.turns.iter().copied()).chain(ends).collect::<Vec<Cell>>())
}

/// Draws a path with its ends.
fn put_way(scene: &mut BoardScene, map: &Map, runner: &Runner, way: &Way, letter: Option<char>) {
    let mut die = way.start;
    let Some(start) = map.place(runner.start) else { return };
    let mut visits = vec![(start, die.top())];
    let mut trail = Trail::default();
    for (&(direction, count), &turn) in way.runs.iter().zip(&way.turns[1..]) {
        let from = visits.len() - 1;
        // A wrong solution may leave the board.
        let Some(end) = map.place(turn) else { break };
        while let (cell, true) = (visits[visits.len() - 1].0, visits[visits.len() - 1].0 != end) {
            die = die.roll(direction);
            let Some(next) = cell.step(direction) else { break };
            visits.push((next, die.top()));
        }
        let to = visits.len() - 1;
        if (to - from) as i64 != count {
            trail.distances.push(Distance { from, to, rolls: count });
        }
    }
    trail.cells = visits.iter().map(|&(cell, _)| cell).collect();
    let prefix = letter.map(String::from).unwrap_or_default();
    drawing::put_visits(&mut scene.panels[0], &visits, &prefix);
    if map.is_shortened() {
        scene.panels[0].marks.iter_mut().for_each(|mark| mark.visits.clear());
    }
    let end = trail.cells[trail.cells.len() - 1];
    scene.panels[0].trails.push(trail);
    drawing::put_end(scene, start, drawing::end(EndKind::Start, letter, &[way.start]));
    // The way of moves that break a rule may end elsewhere.
    match runner.goal.and_then(|goal| map.place(goal)).filter(|&goal| goal != end) {
        Some(goal) => drawing::put_end(scene, goal, drawing::end(EndKind::Goal, letter, &runner.goal_dice)),
        None => drawing::put_end(scene, end, drawing::end(EndKind::Goal, letter, &[die])),
    }
}

/// Draws the start and the goal of an unsolved path.
fn put_ends(scene: &mut BoardScene, map: &Map, runner: &Runner, letter: Option<char>) {
    let start = (Some(runner.start), &runner.start_dice, EndKind::Start);
    for (cell, dice, kind) in [start, (runner.goal, &runner.goal_dice, EndKind::Goal)] {
        if let Some(cell) = cell.and_then(|cell| map.place(cell)) {
            drawing::put_end(scene, cell, drawing::end(kind, letter, dice));
        }
    }
}

fn notes(puzzle: &DiePath, map: &Map, scene: &BoardScene) -> Vec<String> {
    let mut notes = Vec::new();
    if puzzle.directions.len() < Direction::ALL.len() {
        let letters: Vec<String> = puzzle.directions.iter().map(|direction| direction.letter().to_string()).collect();
        notes.push(format!("The die rolls {} only.", letters.join(", ")));
    }
    notes.extend(drawing::note_on_never(&puzzle.never));
    notes.extend(puzzle.sum.as_ref().map(Sum::in_words));
    if puzzle.board.is_none() || map.is_shortened() {
        notes.extend(where_ends_are(puzzle));
    }
    if map.is_shortened() {
        let has_numbers = scene.panels[0].trails.iter().any(|trail| !trail.distances.is_empty());
        let numbers = if has_numbers { ": their number of rolls follows ×" } else { "" };
        notes.push(format!("Long ways are drawn short{numbers}."));
        if puzzle.board.is_some() {
            notes.push("The board is too large to draw its blocked cells.".into());
        }
    }
    notes
}

fn where_ends_are(puzzle: &DiePath) -> impl Iterator<Item = String> + '_ {
    let several = puzzle.runners.len() > 1;
    puzzle.runners.iter().zip(LETTERS).map(move |(runner, letter)| {
        let die = if several { format!("die {letter}: ") } else { String::new() };
        let goal = runner.goal.map_or_else(|| "any cell".into(), |goal| goal.to_string());
        format!("{die}from {} to {goal}", runner.start)
    })
}

/// A picture of the starts and goals alone, for paths with too many turns.
fn too_winding(puzzle: &DiePath, title: String) -> BoardScene {
    let ends = puzzle.runners.iter().map(|runner| Way {
        start: runner.start_dice[0],
        runs: Vec::new(),
        turns: vec![runner.start],
    });
    // Two dice have four ends, which are within the longest side even if they are far from each other.
    let map = map(puzzle, &ends.collect::<Vec<_>>()).expect("the ends fit into a map");
    let mut scene = BoardScene::new(title, map.board.clone());
    for (i, runner) in puzzle.runners.iter().enumerate() {
        put_ends(&mut scene, &map, runner, (puzzle.runners.len() > 1).then(|| LETTERS[i % LETTERS.len()]));
    }
    scene.notes = where_ends_are(puzzle).collect();
    scene.notes.push("The path has too many turns to be drawn.".into());
    scene
}

// The replay of a die path. Long ways on the plane are drawn as short as in the picture.

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
    let runs = route.map_or(Some(Vec::new()), |route| each_run(puzzle, route))?;
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
    label_cells(puzzle, &mut stage);
    stage.readouts.extend(route.and_then(|route| sums(puzzle, route, &runs)));
    stage.trail = route.is_some();
    Some(Stage::Board(stage))
}

/// The orientation in which a die starts, as far as the path tells.
fn first_die(runner: &Runner, route: &Route, runs: &[Run<'_>], die: usize) -> Die {
    let runs = runs.iter().filter(|run| run.die == die).map(|run| (run.roll, run.count));
    stated(Some(route), die).unwrap_or_else(|| start_die(runner, &runs))
}

fn label_cells(puzzle: &DiePath, stage: &mut BoardStage) {
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
fn each_run<'a>(puzzle: &DiePath, route: &'a Route) -> Option<Vec<Run<'a>>> {
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

// Long paths drawn short: between the columns in which a path turns, starts or ends, a long way becomes a short one.
//
// A short way is as long as the long one modulo four, so the die looks the same at its end.

/// Boards and planes with more columns or rows are not drawn cell by cell.
pub(super) const MAX_SIDE: i64 = 100;
/// Ways up to this length stay as they are.
const SHORT: i64 = 8;
/// The least that is left of a longer way; at most three cells more are.
const LEFT: i64 = 4;

/// Where a path is drawn.
pub(super) struct Map {
    pub(super) board: Board,
    pub(super) columns: Axis,
    pub(super) rows: Axis,
}

impl Map {
    /// The part of the plane in which these cells matter, shortened if it is large. `None` if it is too large even so.
    pub(super) fn of(cells: &[Cell]) -> Option<Self> {
        let columns = Axis::of(cells.iter().map(|cell| cell.x), MAX_SIDE)?;
        let rows = Axis::of(cells.iter().map(|cell| cell.y), MAX_SIDE)?;
        let board = Board::new(columns.places(), rows.places(), &[]).ok()?;
        Some(Self { board, columns, rows })
    }

    /// The drawn cell of a cell that matters.
    pub(super) fn place(&self, cell: Cell) -> Option<Cell> {
        Some(Cell::new(self.columns.place(cell.x)?, self.rows.place(cell.y)?))
    }

    pub(super) fn is_shortened(&self) -> bool {
        self.columns.is_shortened() || self.rows.is_shortened()
    }
}

/// The cell after so many rolls; `None` if a coordinate overflows.
pub(super) fn after(cell: Cell, roll: Direction, count: i64) -> Option<Cell> {
    let (dx, dy) = roll.delta();
    Some(Cell::new(cell.x.checked_add(dx.checked_mul(count)?)?, cell.y.checked_add(dy.checked_mul(count)?)?))
}

/// The columns or the rows of a drawing, which may leave some out.
pub(super) struct Axis {
    /// The coordinates that matter, in order, each with its place in the drawing.
    stops: Vec<(i64, i64)>,
}

impl Axis {
    /// The drawing of an axis on which these coordinates matter; long ways are shortened only if it would have more than `longest`
    /// places. `None`: it has more even so, or there are no coordinates.
    pub(super) fn of(coordinates: impl IntoIterator<Item = i64>, longest: i64) -> Option<Self> {
        let mut sorted: Vec<i64> = coordinates.into_iter().collect();
        sorted.sort_unstable();
        sorted.dedup();
        let (first, last) = (*sorted.first()?, *sorted.last()?);
        let is_long = last.checked_sub(first)? >= longest;
        let mut stops = vec![(first, 0)];
        for pair in sorted.windows(2) {
            let way = pair[1] - pair[0];
            let drawn = if is_long && way > SHORT { LEFT + way % 4 } else { way };
            let place = stops[stops.len() - 1].1 + drawn;
            stops.push((pair[1], place));
        }
        let axis = Self { stops };
        (axis.places() <= longest).then_some(axis)
    }

    /// The number of its places.
    pub(super) fn places(&self) -> i64 {
        self.stops.last().map_or(0, |&(_, place)| place + 1)
    }

    /// Whether it leaves any coordinates out.
    pub(super) fn is_shortened(&self) -> bool {
        self.stops.windows(2).any(|pair| pair[1].0 - pair[0].0 != pair[1].1 - pair[0].1)
    }

    /// The coordinate that a way has come to at a place: at the nearest stop behind it, and so many further as places are drawn.
    /// `rising`: towards larger coordinates.
    pub(super) fn coordinate(&self, place: i64, rising: bool) -> Option<i64> {
        let after = self.stops.partition_point(|&(_, stop)| if rising { stop <= place } else { stop < place });
        let &(coordinate, stop) = self.stops.get(if rising { after.checked_sub(1)? } else { after })?;
        Some(coordinate + (place - stop))
    }

    /// The place of a coordinate that matters.
    pub(super) fn place(&self, coordinate: i64) -> Option<i64> {
        let found = self.stops.binary_search_by_key(&coordinate, |&(coordinate, _)| coordinate).ok()?;
        Some(self.stops[found].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_ways_become_short_ones_of_the_same_length_modulo_four() {
        let far = [0, 3, 1_000_000_006, 1_000_000_016, -9_000_000_000_001];
        let axis = Axis::of(far, 60).unwrap();
        assert!(axis.is_shortened() && axis.places() <= 30);
        for a in far {
            for b in far {
                let drawn = axis.place(b).unwrap() - axis.place(a).unwrap();
                assert_eq!((b - a - drawn).rem_euclid(4), 0, "{a} to {b}");
                assert_eq!((b - a).signum(), drawn.signum());
            }
        }
        assert_eq!(axis.place(3).unwrap() - axis.place(0).unwrap(), 3);
    }

    #[test]
    fn a_place_in_a_short_way_is_counted_from_the_stop_behind_it() {
        let axis = Axis::of([0, 1000, 1002], 60).unwrap();
        let all = |rising| (0..axis.places()).map(|place| axis.coordinate(place, rising).unwrap()).collect::<Vec<_>>();
        assert_eq!(all(true), [0, 1, 2, 3, 1000, 1001, 1002]);
        assert_eq!(all(false), [0, 997, 998, 999, 1000, 1001, 1002]);
        assert_eq!((axis.coordinate(-1, true), axis.coordinate(7, false)), (None, None));
    }

    #[test]
    fn what_fits_is_not_shortened() {
        let axis = Axis::of([-20, 30], 60).unwrap();
        assert!(!axis.is_shortened());
        assert_eq!((axis.places(), axis.place(30)), (51, Some(50)));
        assert!(Axis::of((0..70).map(|i| 8 * i), 60).is_none());
        assert!(Axis::of([i64::MIN, i64::MAX], 60).is_none());
    }
}
