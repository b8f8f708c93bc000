//! `tumble new tatham-cube`: a commented model file, the source's instance or a random one.

use rand::seq::SliceRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::moves::classes;
use super::{Grid, Solid, TathamCube, id};
use tumble_model::control::Control;
use tumble_puzzles::puzzle::{Choices, PuzzleOption, whole_number};

pub(super) const OPTIONS: &[PuzzleOption] = &[
    PuzzleOption::valued("solid", "NAME", "what rolls, tetrahedron, cube, octahedron or icosahedron (default cube)")
        .with("--seed"),
    PuzzleOption::valued(
        "columns",
        "N",
        "number of columns (default 4), or the upper side of a board of triangles (default as in the game)",
    )
    .with("--seed"),
    PuzzleOption::valued(
        "rows",
        "N",
        "number of rows, or the lower side of a board of triangles (default: same as columns)",
    )
    .with("--seed"),
    PuzzleOption::valued("blue", "N", "number of blue squares (default: one for each face)").with("--seed"),
    PuzzleOption::valued("seed", "N", "A random instance: blue squares and a white start"),
    PuzzleOption::flag("unsolvable", "one blue square fewer than faces").with("--seed"),
];

/// The source's instance.
const SOURCE: &str = "c4x4:C461,3";

pub(super) fn write(choices: &Choices, _: &Control<'_>) -> Result<String, String> {
    let number = |key: &str| whole_number::<u64>(choices, key);
    let Some(seed) = number("seed")? else { return Ok(text(SOURCE, "")) };
    let solid = choices.get("solid").map_or(Ok(Solid::Cube), |name| {
        let names = || Solid::ALL.map(Solid::name).join(", ");
        Solid::ALL
            .into_iter()
            .find(|solid| solid.name() == name)
            .ok_or_else(|| format!("--solid is one of {}", names()))
    })?;
    let usual = solid.usual_size();
    let (columns, rows) = (number("columns")?, number("rows")?);
    let size = [columns.unwrap_or(usual[0]), rows.or(columns).unwrap_or(usual[1])];
    let grid = Grid::new(solid, size.map(|side| i64::try_from(side).unwrap_or(i64::MAX)))
        .map_err(|error| error.to_string())?;
    let (faces, squares) = (solid.faces(), grid.squares().len());
    let blue = match (number("blue")?, choices.contains_key("unsolvable")) {
        (Some(_), true) => return Err("--blue and --unsolvable exclude each other".into()),
        (None, true) => faces as u64 - 1,
        (blue, false) => blue.unwrap_or(faces as u64),
    };
    let Some(blue) = usize::try_from(blue).ok().filter(|&blue| blue < squares) else {
        return Err(format!("{blue} blue squares leave no white one for the start"));
    };
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut order: Vec<usize> = (0..squares).collect();
    order.shuffle(&mut random);
    let chosen = chosen(&grid, &order, blue);
    let white: Vec<usize> = order.iter().copied().filter(|square| !chosen.contains(square)).collect();
    let start = grid.squares()[white[random.random_range(0..white.len())]];
    let puzzle = TathamCube::new(grid, (0..squares).map(|square| chosen.contains(&square)).collect(), start);
    Ok(text(&id::write(&puzzle), &format!("# A random Cube, seed {seed}.\n")))
}

/// So many squares, the first in an order with which the faces have enough squares to pick up blue from.
fn chosen(grid: &Grid, order: &[usize], blue: usize) -> Vec<usize> {
    // The classes are the same from every start.
    let firsts = classes(grid, order[0])
        .into_iter()
        .flat_map(|class| order.iter().copied().filter(move |square| class.squares.contains(square)).take(class.faces));
    let needed: Vec<usize> = firsts.collect();
    let others = order.iter().copied().filter(|square| !needed.contains(square));
    needed.iter().copied().chain(others).take(blue).collect()
}

fn text(id: &str, title: &str) -> String {
    format!(
        "{title}# A white solid rolls over a board with blue squares; at each roll its bottom face and the square under it swap\n\
         # colours. The goal: all faces blue in the fewest rolls.\n\
         # Solve it with: tumble solve THIS_FILE\n\
         puzzle = \"tatham-cube\"\n\n\
         # The game's own id: the letter of the solid and the size of its board, the blue squares as hexadecimal digits of four\n\
         # squares each, row by row from the north-west, and the number of the start square counted the same way.\n\
         id = \"{id}\"\n\n\
         # Or, instead of the id of a cube's game, a drawing: `B` blue and `.` white, the first line the north row:\n\
         # [board]\n# map = \"\"\"\n# B B . .\n# . B . .\n# . B B .\n# . . . B\n# \"\"\"\n\
         # [start]\n# cell = [3, 3]                 # [x, y] from the south-west\n"
    )
}
