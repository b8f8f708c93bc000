//! What the floor of a block maze does: fragile cells, bridges, switches and splitters, by the letters of the map.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use itertools::Itertools as _;
use schemars::JsonSchema;
use serde::Deserialize;

use super::Size;
use super::placement::sorted;
use tumble_puzzles::geometry::{Board, Cell};
use tumble_puzzles::instance::{At, BoardTable, BridgeState, Document, InputError, MapCell, free_cell};

/// How hard a switch has to be pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Press {
    /// By whatever covers it.
    Soft,
    /// By the whole box, standing on it.
    Hard,
}

/// A switch of the model file.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Switch")]
pub(super) struct SwitchTable {
    /// "soft": whatever covers it presses it. "hard": only the box that stands on it does.
    press: Press,
    /// The bridges that it opens: their cells are there from then on.
    #[serde(default)]
    opens: Vec<At<char>>,
    /// The bridges that it closes.
    #[serde(default)]
    closes: Vec<At<char>>,
    /// The bridges that it opens if they are closed, and closes if they are open.
    #[serde(default)]
    flips: Vec<At<char>>,
}

/// A splitter of the model file.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Splitter")]
pub(super) struct SplitterTable {
    /// The two cells to which the cubes of the box come.
    #[schemars(length(equal = 2))]
    to: At<Vec<At<Cell>>>,
}

/// The tables of letters in a model file.
pub(super) type Letters<T> = BTreeMap<char, At<T>>;

/// What a cell of the floor does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tile {
    /// It holds the box.
    #[default]
    Plain,
    /// The box must not stand on it.
    Fragile,
    /// It belongs to the bridge of this index: it is there while the bridge is open.
    Bridge(usize),
    /// The switch of this index is on it.
    Switch(usize),
    /// The splitter of this index is on it.
    Splitter(usize),
}

/// A bridge: its cells are there, or they are not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bridge {
    /// Its letter in the map.
    pub letter: char,
    /// Whether it is open at the start.
    pub is_open: bool,
}

/// A switch. Sets of bridges have a bit for each, by index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Its letter in the map.
    pub letter: char,
    /// How hard it has to be pressed.
    pub press: Press,
    /// The bridges that it opens.
    pub opens: u32,
    /// The bridges that it closes.
    pub closes: u32,
    /// The bridges that it flips.
    pub flips: u32,
}

impl Switch {
    /// What it does, in the keys of a model file, and to which bridges.
    pub(super) fn deeds(&self) -> impl Iterator<Item = (&'static str, u32)> {
        let all = [("opens", self.opens), ("closes", self.closes), ("flips", self.flips)];
        all.into_iter().filter(|&(_, bridges)| bridges != 0)
    }
}

/// A splitter: it puts the cubes of a box of 1 × 1 × 2 that stands on it on two cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splitter {
    /// Its letter in the map.
    pub letter: char,
    /// Where the first cube comes, and the second one.
    pub to: [Cell; 2],
}

/// The floor. No letter is used twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Floor {
    /// By index of the board's cells; empty if all are plain.
    pub tiles: Vec<Tile>,
    /// At most [`Floor::MAX_BRIDGES`], ordered by their letters.
    pub bridges: Vec<Bridge>,
    /// Ordered by their letters.
    pub switches: Vec<Switch>,
    /// Ordered by their letters.
    pub splitters: Vec<Splitter>,
}

impl Floor {
    /// The most bridges.
    pub const MAX_BRIDGES: usize = 20;

    /// Whether it does nothing.
    pub(super) const fn is_plain(&self) -> bool {
        self.tiles.is_empty()
    }

    /// The tile of a cell of the board.
    pub fn tile(&self, board: &Board, cell: Cell) -> Tile {
        board.index(cell).and_then(|i| self.tiles.get(i)).copied().unwrap_or_default()
    }

    /// The bridges that are open at the start, a bit for each.
    pub fn open_at_start(&self) -> u32 {
        self.bridges.iter().enumerate().fold(0, |open, (i, bridge)| open | u32::from(bridge.is_open) << i)
    }

    /// The letter of what is on a cell, if it has one.
    pub(super) fn letter(&self, tile: Tile) -> Option<char> {
        match tile {
            Tile::Plain | Tile::Fragile => None,
            Tile::Bridge(i) => Some(self.bridges[i].letter),
            Tile::Switch(i) => Some(self.switches[i].letter),
            Tile::Splitter(i) => Some(self.splitters[i].letter),
        }
    }

    /// The letters of open bridges, which have a bit each.
    pub(super) fn open_letters(&self, open: u32) -> String {
        self.bridges.iter().enumerate().filter(|(i, _)| open >> i & 1 == 1).map(|(_, bridge)| bridge.letter).join(" ")
    }

    /// Whether a tile is of a bridge that is never open, as far as the start and the switches tell.
    pub(super) fn is_never_there(&self, tile: Tile) -> bool {
        let Tile::Bridge(bridge) = tile else { return false };
        let opened = self.switches.iter().fold(self.open_at_start(), |open, switch| open | switch.opens | switch.flips);
        opened >> bridge & 1 == 0
    }

    /// Bridges that no switch moves.
    pub(super) fn idle_bridges(&self) -> impl Iterator<Item = &Bridge> {
        let moved = self.switches.iter().fold(0, |moved, switch| moved | switch.opens | switch.closes | switch.flips);
        self.bridges.iter().enumerate().filter(move |(i, _)| moved >> i & 1 == 0).map(|(_, bridge)| bridge)
    }
}

/// The tables of a model file that say what the letters of its map are.
pub(super) struct Tables<'a> {
    pub(super) board: &'a At<BoardTable>,
    pub(super) switches: &'a Letters<SwitchTable>,
    pub(super) splitters: &'a Letters<SplitterTable>,
}

impl Tables<'_> {
    /// The board and its floor, for a box of this size.
    pub(super) fn read(&self, size: Size, document: &Document) -> Result<(Board, Floor), InputError> {
        let table = &self.board.value;
        let none = BTreeMap::new();
        let bridges = table.bridges.as_ref().map_or(&none, |at| &at.value);
        if let Some(at) = table.bridges.as_ref().filter(|at| at.value.len() > Floor::MAX_BRIDGES) {
            let message = format!("there are {} bridges; the limit is {}", at.value.len(), Floor::MAX_BRIDGES);
            return Err(InputError::of(at, message, "too many"));
        }
        let mut legend = Legend::default();
        for (i, (&letter, at)) in bridges.iter().enumerate() {
            legend.add(letter, Tile::Bridge(i), &at.span)?;
        }
        for (i, (&letter, at)) in self.switches.iter().enumerate() {
            legend.add(letter, Tile::Switch(i), &at.span)?;
        }
        for (i, (&letter, at)) in self.splitters.iter().enumerate() {
            legend.add(letter, Tile::Splitter(i), &at.span)?;
        }
        let (board, tiles) = legend.board(self.board, document)?;
        let letters: Vec<char> = bridges.keys().copied().collect();
        let switches = self.switches.iter().map(|(&letter, at)| switch(letter, &at.value, &letters));
        let splitters = self.splitters.iter().map(|(&letter, at)| splitter(letter, at, size, &board));
        let bridges = bridges.iter().map(|(&letter, at)| Bridge { letter, is_open: at.value == BridgeState::Open });
        let (bridges, switches) = (bridges.collect(), switches.collect::<Result<_, _>>()?);
        let splitters = splitters.collect::<Result<_, _>>()?;
        let floor = Floor { tiles, bridges, switches, splitters };
        self.splitters.values().try_for_each(|at| check_splitter(at, &floor, &board))?;
        Ok((board, floor))
    }
}

/// What the letters of a map are, each with its place in the file.
#[derive(Default)]
struct Legend(BTreeMap<char, (Tile, Range<usize>)>);

const fn what(tile: Tile) -> &'static str {
    match tile {
        Tile::Plain | Tile::Fragile => "floor",
        Tile::Bridge(_) => "a bridge",
        Tile::Switch(_) => "a switch",
        Tile::Splitter(_) => "a splitter",
    }
}

impl Legend {
    fn add(&mut self, letter: char, tile: Tile, span: &Range<usize>) -> Result<(), InputError> {
        if !letter.is_alphabetic() {
            return Err(InputError::at(span.clone(), format!("`{letter}` is not a letter"), "its name is a letter"));
        }
        match self.0.insert(letter, (tile, span.clone())) {
            None => Ok(()),
            Some((before, _)) => {
                let message = format!("`{letter}` is {}, so it cannot be {}", what(before), what(tile));
                Err(InputError::at(span.clone(), message, "take another letter, also in the map"))
            }
        }
    }

    /// The board, and by cell index its tiles; no list if all are plain.
    fn board(&self, at: &At<BoardTable>, document: &Document) -> Result<(Board, Vec<Tile>), InputError> {
        let fragile = at.value.fragile.as_ref().map_or(Ok('~'), |at| self.fragile(at))?;
        let (mut drawn, mut letters) = (Vec::new(), BTreeSet::new());
        let board = at.value.board(document, |cell, MapCell { character, span }| {
            let tile = match self.0.get(character) {
                Some(&(tile, _)) => tile,
                None if *character == fragile => Tile::Fragile,
                None if *character == '.' => return Ok(()),
                None => {
                    let message = format!("`{character}` is not a cell of a block maze");
                    let help = format!(
                        "`.` is a free cell, `#` a blocked one, `{fragile}` a fragile one; a letter is a bridge, as by \
                         `bridges = {{ a = \"closed\" }}` below the map, or one in [switches] or [splitters]"
                    );
                    return Err(InputError::at(span.clone(), message, "not known").help(help));
                }
            };
            drawn.push((cell, tile));
            letters.insert(*character);
            Ok(())
        });
        let board = board.map_err(|error| error.or_at(at.span.clone(), "this board"))?;
        for (letter, (tile, span)) in &self.0 {
            if !letters.contains(letter) {
                let message = format!("the map has no cell `{letter}`, which is {}", what(*tile));
                return Err(InputError::at(span.clone(), message, "not on the map")
                    .help(format!("draw it in the `map` of [board], or leave `{letter}` out")));
            }
        }
        let mut tiles = vec![Tile::Plain; if drawn.is_empty() { 0 } else { board.size() }];
        for (i, tile) in drawn.into_iter().filter_map(|(cell, tile)| Some((board.index(cell)?, tile))) {
            tiles[i] = tile;
        }
        Ok((board, tiles))
    }

    /// The character of fragile floor.
    fn fragile(&self, at: &At<char>) -> Result<char, InputError> {
        let character = at.value;
        if matches!(character, '.' | '#') || character.is_whitespace() {
            return Err(InputError::of(at, format!("`{character}` cannot be fragile floor"), "take another character"));
        }
        match self.0.get(&character) {
            None => Ok(character),
            Some(&(tile, _)) => {
                let message = format!("`{character}` is {}, so it cannot be fragile floor", what(tile));
                Err(InputError::of(at, message, "take another character, also in the map"))
            }
        }
    }
}

fn switch(letter: char, table: &SwitchTable, bridges: &[char]) -> Result<Switch, InputError> {
    let mut named = 0_u32;
    let mut set = |letters: &[At<char>]| {
        let mut set = 0;
        for at in letters {
            let unknown =
                || {
                    let known: Vec<String> = bridges.iter().map(char::to_string).collect();
                    let known: Vec<&str> = known.iter().map(String::as_str).collect();
                    InputError::of(at, format!("there is no bridge `{}`", at.value), "not in `bridges` of [board]")
                        .suggest("bridge", &at.value.to_string(), &known)
                };
            let bit = 1 << bridges.iter().position(|&bridge| bridge == at.value).ok_or_else(unknown)?;
            if named & bit != 0 {
                let message = format!("the switch `{letter}` moves the bridge `{}` twice", at.value);
                return Err(InputError::of(at, message, "named before"));
            }
            named |= bit;
            set |= bit;
        }
        Ok(set)
    };
    Ok(Switch {
        letter,
        press: table.press,
        opens: set(&table.opens)?,
        closes: set(&table.closes)?,
        flips: set(&table.flips)?,
    })
}

fn splitter(letter: char, at: &At<SplitterTable>, size: Size, board: &Board) -> Result<Splitter, InputError> {
    if sorted(size) != [1, 1, 2] {
        let [x, y, z] = size;
        let message = format!("only a box of 1 × 1 × 2 is split into two cubes; this one is {x} × {y} × {z}");
        return Err(InputError::of(at, message, "a splitter"));
    }
    let to = &at.value.to;
    let [first, second] = to.value.as_slice() else {
        let message = format!("the splitter `{letter}` has {} cells for its two cubes", to.value.len());
        return Err(InputError::of(to, message, "two cells [x, y]"));
    };
    if first.value == second.value {
        return Err(InputError::of(second, "two cubes cannot be on one cell", "the same cell"));
    }
    let to = [free_cell("splitter", first, board)?, free_cell("splitter", second, board)?];
    Ok(Splitter { letter, to })
}

/// Refuses a splitter whose cubes come to a bridge that is never there.
fn check_splitter(at: &At<SplitterTable>, floor: &Floor, board: &Board) -> Result<(), InputError> {
    let never = |at: &&At<Cell>| floor.is_never_there(floor.tile(board, at.value));
    let Some(at) = at.value.to.value.iter().find(never) else { return Ok(()) };
    let message = format!("splitter cell {} is on a bridge that is closed, and no switch opens it", at.value);
    Err(InputError::of(at, message, "never there"))
}
