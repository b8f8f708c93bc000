//! `tumble new block-maze`: a commented model file, an example or a random instance.
//!
//! A random board is tried with a random start; the goal is among the placements that tips reach, as far away as is wished or possible.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use itertools::Itertools as _;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::floor::{Bridge, Floor, Press, Splitter, Switch, Tile};
use super::maze::{Maze, MazeState, Pieces, Reached, Until};
use super::placement::sorted;
use super::{BlockMaze, Placement, Size, search};
use tumble_model::control::{Control, Request};
use tumble_puzzles::geometry::{Board, Cell, Direction};
use tumble_puzzles::puzzle::{Choices, MARGIN, PuzzleOption, Which, number_range, unique, whole_number};
use tumble_rolling::State;

pub(super) const OPTIONS: &[PuzzleOption] = &[
    PuzzleOption::valued("seed", "N", "A random instance; without it, an example"),
    PuzzleOption::valued("columns", "N", "number of columns (default 8)").with("--seed"),
    PuzzleOption::valued("rows", "N", "number of rows (default: same as columns)").with("--seed"),
    PuzzleOption::valued("blocked", "N", "number of blocked cells (default: a fifth of the cells)").with("--seed"),
    PuzzleOption::valued("fragile", "N", "number of fragile cells").with("--seed"),
    PuzzleOption::valued("bridges", "N", "number of bridges, each of one or two cells; at most 20").with("--seed"),
    PuzzleOption::valued(
        "switches",
        "N",
        "number of switches, which move bridges (default: as many as bridges); at most 20",
    )
    .with("--seed"),
    PuzzleOption::valued("splitters", "N", "number of splitters, for a box of 1x1x2; at most 6").with("--seed"),
    PuzzleOption::valued("size", "AxBxC", "the box at the start (default 1x1x2)").with("--seed"),
    PuzzleOption::valued("tips", "A..B", "length of a shortest solution, such as 20..25 (default: the longest)")
        .with("--seed"),
    PuzzleOption::flag("unique", "an instance with one shortest solution").with("--seed"),
    MARGIN,
];

/// The maximum number of columns and of rows.
const MAX_SIDE: u32 = 100;
/// After this many boards, the options are taken to allow no instance of the wished length.
const TRIES: usize = 200;
/// If no length is wished, the longest solution on this many boards is taken.
const BOARDS: usize = 20;

/// A board with bridges is looked at until it has so many states: twenty bridges alone may stand in a million ways.
const STATES: usize = 1 << 18;

/// Islands with narrow bridges.
const EXAMPLE: &str = "\
    . . . . # # # . . . #\n\
    . . . . # # # . . . .\n\
    . . . . . . . . . . .\n\
    # # . # # # # . . # .\n\
    # # . . . # # # # # .\n\
    # # . . . . . . # . .\n\
    # # # . . # . . . . .\n\
    # # # # # # . . . . #\n\
";

/// The parsed options.
struct Options {
    columns: i64,
    rows: i64,
    blocked: usize,
    floor: FloorOptions,
    size: Size,
    tips: Option<RangeInclusive<usize>>,
    unique: Option<Which>,
}

/// How many kinds of floor all shortest ways use, and how long they are: more is better.
type Merit = (u32, usize);

/// A maze.
struct Found {
    merit: Merit,
    maze: BlockMaze,
}

/// A bridge is not as at the start.
const MOVED: u8 = 1;
/// The box is in two cubes.
const SPLIT: u8 = 2;

pub(super) fn write(choices: &Choices, control: &Control<'_>) -> Result<String, String> {
    let Some(seed) = whole_number(choices, "seed")? else {
        let example = Placement { cell: Cell::new(0, 7), size: [1, 1, 2] };
        return Ok(text("", EXAMPLE, "", example, Placement { cell: Cell::new(8, 1), ..example }));
    };
    let options = Options::read(choices)?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    // The best of some boards is taken: of a length that was wished, the first on which every way uses what the floor does.
    let mut best: Option<Found> = None;
    for tries in 0..TRIES {
        let is_enough =
            |found: &Found| tries >= BOARDS || options.tips.is_some() && found.merit.0 == options.floor.uses();
        if control.stop().is_some() || best.as_ref().is_some_and(is_enough) {
            break;
        }
        let found = options.maze(&mut random, control);
        best = best.into_iter().chain(found).max_by_key(|found| found.merit);
    }
    let maze = best.ok_or("no such instance was found: try other options")?.maze;
    let comment = format!("# A random block maze, seed {seed}.\n");
    Ok(text(&comment, &drawn(&maze), &tables(&maze.floor), maze.start, maze.goal))
}

impl Options {
    fn read(choices: &Choices) -> Result<Self, String> {
        let number = |key: &str| whole_number::<u32>(choices, key);
        let columns = number("columns")?.unwrap_or(8);
        let rows = number("rows")?.unwrap_or(columns);
        if !(1..=MAX_SIDE).contains(&columns) || !(1..=MAX_SIDE).contains(&rows) {
            return Err(format!("a board has 1 to {MAX_SIDE} columns and rows here"));
        }
        let cells = (columns * rows) as usize;
        let blocked = whole_number(choices, "blocked")?.unwrap_or(cells / 5);
        if blocked >= cells {
            return Err("--blocked leaves no free cell".into());
        }
        let size = choices.get("size").map_or(Ok([1, 1, 2]), |text| read_size(text))?;
        let unique = unique(choices)?;
        let floor = FloorOptions::read(choices, size, cells - blocked)?;
        Ok(Self {
            columns: columns.into(),
            rows: rows.into(),
            blocked,
            floor,
            size,
            tips: number_range(choices, "tips")?,
            unique,
        })
    }

    /// A random board with a start and a goal, if there is a goal on it that is as wished.
    fn maze(&self, random: &mut ChaCha8Rng, control: &Control<'_>) -> Option<Found> {
        let mut cells: Vec<Cell> =
            (0..self.rows).flat_map(|y| (0..self.columns).map(move |x| Cell::new(x, y))).collect();
        cells.shuffle(random);
        let (blocked, free) = cells.split_at(self.blocked);
        let board = Board::new(self.columns, self.rows, blocked).ok()?;
        let placed = |&cell: &Cell| Placement { cell, size: self.size };
        let start = free.iter().map(placed).find(|start| start.covered().all(|cell| board.is_free(cell)))?;
        let floor = self.floor.draw(&board, start, free, random)?;
        let maze = BlockMaze { board, floor, start, split: None, goal: start };
        let graph = Maze::new(&maze);
        let placements = placements(&graph, control)?;
        let is_wanted = |reach: &Reach| {
            self.tips.as_ref().map_or(reach.away > 0, |tips| tips.contains(&reach.away))
                && (self.unique.is_none() || reach.ways == 1)
        };
        let wanted = placements.into_iter().filter(|(_, reach)| is_wanted(reach));
        let best = wanted.max_set_by_key(|(_, reach)| reach.merit());
        let &(goal, reach) = best.choose(random)?;
        let maze = BlockMaze { goal: graph.placements.placement(goal), ..maze };
        let request = Request::new(control.clone());
        let is_one = |which: &Which| *which == Which::Best || search::count(&maze, *which, &request).is_one();
        self.unique.as_ref().is_none_or(is_one).then_some(Found { merit: reach.merit(), maze })
    }
}

/// The placements of the box that moves reach, however the bridges are then, or the nearest of them if there are very many.
fn placements(maze: &Maze, control: &Control<'_>) -> Option<BTreeMap<State, Reach>> {
    let may_go_on = |bytes, _| control.check().and_then(|()| control.check_memory(bytes));
    let reached = Reached::explore(maze, Until::States(STATES), &may_go_on).ok()?;
    let mut known: Vec<Option<Reach>> = vec![None; reached.states.len()];
    known[0] = Some(Reach { away: 0, ways: 1, uses: 0 });
    let mut placements: BTreeMap<State, Reach> = BTreeMap::new();
    // The states are in the order of their distances: all that is known of one is known when its turn comes.
    for (number, state) in (0..).zip(&reached.states) {
        let here = known[number as usize].expect("a state is reached from an earlier one").using(*state, maze.start());
        for &(_, head) in reached.moves_from(number) {
            let next = Reach { away: here.away + 1, ..here };
            next.add_to(known[head as usize].get_or_insert(next.without_ways()));
        }
        if let Pieces::Whole(at) = state.pieces {
            here.add_to(placements.entry(at).or_insert(here.without_ways()));
        }
    }
    Some(placements)
}

/// The shortest ways to a state.
#[derive(Clone, Copy)]
struct Reach {
    /// Their length.
    away: usize,
    /// Their number.
    ways: u64,
    /// What all of them use, bits of [`MOVED`] and [`SPLIT`].
    uses: u8,
}

impl Reach {
    /// With what a state itself uses.
    fn using(self, state: MazeState, start: MazeState) -> Self {
        let moved = if state.open == start.open { 0 } else { MOVED };
        let split = if matches!(state.pieces, Pieces::Whole(_)) { 0 } else { SPLIT };
        Self { uses: self.uses | moved | split, ..self }
    }

    /// What is known before these ways are added.
    const fn without_ways(self) -> Self {
        Self { ways: 0, ..self }
    }

    /// Adds these ways to those that are known, if they are as short.
    const fn add_to(self, known: &mut Self) {
        if known.away == self.away {
            known.ways = known.ways.saturating_add(self.ways);
            known.uses &= self.uses;
        }
    }

    const fn merit(self) -> Merit {
        (self.uses.count_ones(), self.away)
    }
}

/// The map of a maze.
fn drawn(maze: &BlockMaze) -> String {
    let floor = &maze.floor;
    let symbol = |cell: Cell| match floor.tile(&maze.board, cell) {
        _ if !maze.board.is_free(cell) => '#',
        Tile::Fragile => '~',
        tile => floor.letter(tile).unwrap_or('.'),
    };
    let (columns, rows) = (maze.board.columns() as i64, maze.board.rows() as i64);
    let line = |y: i64| (0..columns).map(|x| symbol(Cell::new(x, y)).to_string()).join(" ");
    (0..rows).rev().map(|y| line(y) + "\n").collect()
}

/// What the letters of a map are.
fn tables(floor: &Floor) -> String {
    let letters = |set: u32| {
        let named = floor.bridges.iter().enumerate().filter(move |(i, _)| set >> i & 1 == 1);
        named.map(|(_, bridge)| format!("\"{}\"", bridge.letter)).join(", ")
    };
    let mut lines = Vec::new();
    if !floor.bridges.is_empty() {
        let state = |bridge: &Bridge| if bridge.is_open { "open" } else { "closed" };
        let bridges = floor.bridges.iter().map(|bridge| format!("{} = \"{}\"", bridge.letter, state(bridge)));
        lines.push("# The cells of a closed bridge are not there.".to_owned());
        lines.push(format!("bridges = {{ {} }}", bridges.format(", ")));
    }
    if !floor.switches.is_empty() {
        lines.push("\n[switches]".to_owned());
        lines.push("# Whatever covers a soft switch presses it, a hard one only the box that stands on it.".to_owned());
    }
    lines.extend(floor.switches.iter().map(|switch| {
        let press = if switch.press == Press::Soft { "soft" } else { "hard" };
        let moved = switch.deeds().map(|(key, bridges)| format!(", {key} = [{}]", letters(bridges)));
        format!("{} = {{ press = \"{press}\"{} }}", switch.letter, moved.format(""))
    }));
    if !floor.splitters.is_empty() {
        lines.push("\n[splitters]\n# The box that stands on one is two cubes on these cells.".to_owned());
    }
    let splitter =
        |Splitter { letter, to: [first, second] }: &Splitter| format!("{letter} = {{ to = [{first}, {second}] }}");
    lines.extend(floor.splitters.iter().map(splitter));
    lines.into_iter().map(|line| line + "\n").collect()
}

fn read_size(text: &str) -> Result<Size, String> {
    let sizes: Option<Vec<u8>> = text.split('x').map(|n| n.parse().ok()).collect();
    let sizes = sizes.filter(|sizes| sizes.iter().all(|n| (1..=BlockMaze::MAX_SIZE).contains(n)));
    let wrong = || format!("--size {text}: write it like 1x1x2, each 1 to {}", BlockMaze::MAX_SIZE);
    sizes.and_then(|sizes| sizes.try_into().ok()).ok_or_else(wrong)
}

fn text(comment: &str, map: &str, tables: &str, start: Placement, goal: Placement) -> String {
    let size = if goal.size == start.size { "# size = " } else { "size = " };
    let fragile = if map.contains('~') { ", `~` fragile" } else { "" };
    let letters = if tables.is_empty() { "" } else { "; letters are below" };
    format!(
        "{comment}# A box tips over its lower edges, and covers free cells only: from the start to the goal in the fewest tips.\n\
         # Solve it with: tumble solve THIS_FILE\n\
         puzzle = \"block-maze\"\n\
         size = {:?} # columns, rows and height at the start\n\n\
         [board]\n# The first line is the north row: `.` free, `#` blocked{fragile}{letters}.\nmap = \"\"\"\n{map}\"\"\"\n{tables}\n\
         [start]\ncell = {} # the south-west cell that the box covers\n\n\
         [goal]\ncell = {}\n{size}{:?} # if left out, as at the start\n",
        start.size, start.cell, goal.cell, goal.size
    )
}

// Random floors for `tumble new block-maze`: fragile cells, bridges, switches and splitters on free cells.

/// How much of each a floor has.
pub(super) struct FloorOptions {
    fragile: usize,
    bridges: usize,
    switches: usize,
    splitters: usize,
    /// Whether the box can stand on a single cell.
    can_stand: bool,
}

/// The most switches: their letters are A to T, and those of splitters U to Z.
const MOST_SWITCHES: usize = Floor::MAX_BRIDGES;
/// The most splitters.
const MOST_SPLITTERS: usize = 6;

impl FloorOptions {
    /// Reads the options for a box of this size on so many free cells.
    pub(super) fn read(choices: &Choices, size: Size, free: usize) -> Result<Self, String> {
        let number = |key: &str, most: usize| match whole_number::<usize>(choices, key)? {
            Some(number) if number > most => Err(format!("--{key} {number}: at most {most} here")),
            number => Ok(number),
        };
        let fragile = number("fragile", free)?.unwrap_or(0);
        let bridges = number("bridges", Floor::MAX_BRIDGES)?.unwrap_or(0);
        let switches = number("switches", MOST_SWITCHES)?.unwrap_or(bridges);
        let splitters = number("splitters", MOST_SPLITTERS)?.unwrap_or(0);
        let sorted = sorted(size);
        if switches > 0 && bridges == 0 {
            return Err("--switches needs --bridges: without any there is nothing to move".into());
        }
        if splitters > 0 && sorted != [1, 1, 2] {
            return Err("--splitters needs a box of 1x1x2".into());
        }
        // Each bridge has up to two cells.
        if fragile + 2 * bridges + switches + splitters > free / 2 {
            return Err(format!("more than half of the {free} free cells would be something else than floor"));
        }
        Ok(Self { fragile, bridges, switches, splitters, can_stand: sorted[..2] == [1, 1] })
    }

    /// How many kinds of floor there are that a way can use.
    pub(super) fn uses(&self) -> u32 {
        u32::from(self.switches > 0) + u32::from(self.splitters > 0)
    }

    /// A floor on these free cells, plain under the start; `None` if there are too few.
    pub(super) fn draw(
        &self,
        board: &Board,
        start: Placement,
        free: &[Cell],
        random: &mut ChaCha8Rng,
    ) -> Option<Floor> {
        let Self { fragile, bridges, switches, splitters, .. } = *self;
        if fragile + bridges + switches + splitters == 0 {
            return Some(Floor::default());
        }
        let is_apart = |cell: &Cell| start.covered().all(|under| under != *cell);
        let mut left: Vec<Cell> = free.iter().copied().filter(is_apart).collect();
        left.shuffle(random);
        let (mut floor, mut tiles) = (Floor::default(), vec![Tile::Plain; board.size()]);
        for i in 0..bridges {
            let cell = left.pop()?;
            let beside = Direction::ALL.choose(random).and_then(|&direction| cell.step(direction));
            let second = left.iter().position(|&other| Some(other) == beside).map(|at| left.swap_remove(at));
            for cell in [Some(cell), second].into_iter().flatten() {
                tiles[board.index(cell)?] = Tile::Bridge(i);
            }
            floor.bridges.push(Bridge { letter: letter('a', i), is_open: random.random_bool(0.3) });
        }
        for i in 0..switches {
            tiles[board.index(left.pop()?)?] = Tile::Switch(i);
            let switch = self.switch(i, &floor.bridges, random);
            floor.switches.push(switch);
        }
        let is_there = |&cell: &Cell| board.index(cell).is_some_and(|i| !floor.is_never_there(tiles[i]));
        let there: Vec<Cell> = free.iter().copied().filter(is_there).collect();
        for i in 0..splitters {
            tiles[board.index(left.pop()?)?] = Tile::Splitter(i);
            let to: Vec<Cell> = there.choose_multiple(random, 2).copied().collect();
            floor.splitters.push(Splitter { letter: letter('U', i), to: to.try_into().ok()? });
        }
        for _ in 0..fragile {
            tiles[board.index(left.pop()?)?] = Tile::Fragile;
        }
        Some(Floor { tiles, ..floor })
    }

    /// A switch that moves every so many-th bridge from its own number on, so that some switch moves each bridge, by what changes the bridge
    /// at the start; and sometimes a further bridge.
    fn switch(&self, i: usize, bridges: &[Bridge], random: &mut ChaCha8Rng) -> Switch {
        let press = if self.can_stand && random.random_bool(0.5) { Press::Hard } else { Press::Soft };
        let mut switch = Switch { letter: letter('A', i), press, opens: 0, closes: 0, flips: 0 };
        for (own, bridge) in bridges.iter().enumerate().skip(i).step_by(self.switches) {
            let set = match bridge.is_open {
                _ if random.random_bool(0.6) => &mut switch.flips,
                true => &mut switch.closes,
                false => &mut switch.opens,
            };
            *set |= 1 << own;
        }
        let other = random.random_range(0..bridges.len());
        if switch.opens | switch.closes | switch.flips == 0 || other % self.switches != i && random.random_bool(0.3) {
            let set = match random.random_range(0..4) {
                0 => &mut switch.opens,
                1 => &mut switch.closes,
                _ => &mut switch.flips,
            };
            *set |= 1 << other;
        }
        switch
    }
}

/// The letter of an index.
fn letter(first: char, i: usize) -> char {
    (first..=char::MAX).nth(i).expect("there are few letters")
}
