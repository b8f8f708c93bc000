//! The picture of a die path: the trails, and on each cell the top face at the last visit. Long paths are drawn short.

use super::shortened::{Axis, MAX_SIDE, Map, after};
use super::{DiePath, Route, Runner, Sum};
use tumble_puzzles::geometry::{Cell, Die, Direction};
use tumble_puzzles::instance::LabelKind;
use tumble_puzzles::puzzle::drawing;
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
