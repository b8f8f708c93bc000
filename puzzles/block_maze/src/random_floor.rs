//! Random floors for `tumble new block-maze`: fragile cells, bridges, switches and splitters on free cells.

use rand::Rng as _;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand_chacha::ChaCha8Rng;

use super::floor::{Bridge, Floor, Press, Splitter, Switch, Tile};
use super::placement::sorted;
use super::{Placement, Size};
use tumble_puzzles::geometry::{Board, Cell, Direction};
use tumble_puzzles::puzzle::{Choices, whole_number};

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
