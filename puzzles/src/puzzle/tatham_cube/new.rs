//! `tumble new tatham-cube`: a commented model file, the source's instance or a random one.

use rand::seq::SliceRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::{TathamCube, id};
use crate::geometry::Board;
use crate::puzzle::{Choices, PuzzleOption, whole_number};

pub(super) const OPTIONS: &[PuzzleOption] = &[
    PuzzleOption { name: "columns", value: Some("N"), help: "With --seed: number of columns (default 4)" },
    PuzzleOption { name: "rows", value: Some("N"), help: "With --seed: number of rows (default: same as columns)" },
    PuzzleOption { name: "blue", value: Some("N"), help: "With --seed: number of blue squares (default 6)" },
    PuzzleOption { name: "seed", value: Some("N"), help: "A random instance: blue squares and a white start" },
    PuzzleOption { name: "unsolvable", value: None, help: "With --seed: only five blue squares" },
];

/// The source's instance.
const SOURCE: &str = "c4x4:C461,3";

pub(super) fn write(choices: &Choices) -> Result<String, String> {
    let number = |key: &str| whole_number::<u64>(choices, key);
    let Some(seed) = number("seed")? else {
        return match choices.keys().next() {
            Some(key) => Err(format!("--{key} needs --seed")),
            None => Ok(text(SOURCE, "")),
        };
    };
    let columns = number("columns")?.unwrap_or(4);
    let rows = number("rows")?.unwrap_or(columns);
    if columns.checked_mul(rows).is_none_or(|cells| cells > TathamCube::MAX_CELLS as u64) {
        return Err(format!("a Cube has at most {} squares", TathamCube::MAX_CELLS));
    }
    let board = Board::new(columns as i64, rows as i64, &[]).map_err(|e| e.to_string())?;
    let cells = board.size();
    let blue = match (number("blue")?, choices.contains_key("unsolvable")) {
        (Some(_), true) => return Err("--blue and --unsolvable exclude each other".into()),
        (None, true) => 5,
        (blue, false) => blue.unwrap_or(6),
    };
    let Some(blue) = usize::try_from(blue).ok().filter(|&blue| blue < cells) else {
        return Err(format!("{blue} blue squares leave no white one for the start"));
    };
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut order: Vec<usize> = (0..cells).collect();
    order.shuffle(&mut random);
    let (chosen, white) = order.split_at(blue);
    let start = board.cell(white[random.random_range(0..white.len())]);
    let puzzle = TathamCube::new(board, (0..cells).map(|cell| chosen.contains(&cell)).collect(), start);
    Ok(text(&id::write(&puzzle), &format!("# A random Cube, seed {seed}.\n")))
}

fn text(id: &str, title: &str) -> String {
    format!(
        "{title}# A white cube rolls over a grid with blue squares; at each roll its bottom face and the square under it swap\n\
         # colours. The goal: all six faces blue in the fewest rolls.\n\
         # Solve it with: tumble solve THIS_FILE\n\
         puzzle = \"tatham-cube\"\n\n\
         # The game's own id: width x height, the blue squares as hexadecimal digits of four squares each, row by row from the\n\
         # north-west, and the number of the start square counted the same way.\n\
         id = \"{id}\"\n\n\
         # Or, instead of an id, a drawing: `B` blue and `.` white, the first line the north row:\n\
         # [board]\n# map = \"\"\"\n# B B . .\n# . B . .\n# . B B .\n# . . . B\n# \"\"\"\n\
         # [start]\n# cell = [3, 3]                 # [x, y] from the south-west\n"
    )
}
