//! `tumble new sudoku-cube`: an empty net to fill in, or a random instance.

use itertools::Itertools as _;
use rand::seq::SliceRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::instance::Unread;
use super::instance::{Piece, SudokuCube};
use super::net::{self, Glyph};
use super::placements::{CORNERS, EDGES, fields, kind};
use super::scene::before;
use super::{placements, search};
use tumble_model::control::{Control, Request, Verdict};
use tumble_puzzles::puzzle::{Choices, PuzzleOption, whole_number};
use tumble_puzzles::render::NetField;

pub(super) const OPTIONS: &[PuzzleOption] = &[
    PuzzleOption::valued("seed", "N", "A random instance that turns can solve, centres included"),
    PuzzleOption::valued(
        "defect",
        "DEFECT",
        "what makes it unsolvable: twisted-corner, flipped-edge, swapped-edges, turned-sticker or \
               turned-centre",
    )
    .with("--seed"),
];

/// Defects are tried until the instance has no solution: a cube with a defect may have a solution other than the original one.
const TRIES: usize = 1000;

/// Makes a cube defective at a corner, an edge or a face.
type Defect = fn(&mut SudokuCube, (usize, usize, usize));

/// The defects by their names.
const DEFECTS: [(&str, Defect); 5] = [
    ("twisted-corner", |cube, (corner, ..)| permute(&mut cube.corners[corner], 1)),
    ("flipped-edge", |cube, (_, edge, _)| permute(&mut cube.edges[edge], 1)),
    ("swapped-edges", |cube, (_, edge, _)| cube.edges.swap(edge, (edge + 1) % 12)),
    ("turned-sticker", |cube, (_, edge, _)| turn(&mut cube.edges[edge].rotations[0])),
    ("turned-centre", |cube, (.., face)| cube.center_directions[face].iter_mut().for_each(turn)),
];

/// Turns a digit by a quarter.
const fn turn(direction: &mut u8) {
    *direction = (*direction + 1) % 4;
}

fn defect_named(name: &str) -> Result<Defect, String> {
    let named = DEFECTS.iter().find(|(other, _)| *other == name).map(|&(_, defect)| defect);
    named.ok_or_else(|| {
        format!("--defect {name}: write twisted-corner, flipped-edge, swapped-edges, turned-sticker or turned-centre")
    })
}

/// Field t of a position then shows what field t + `permutation` of the piece showed.
fn permute(piece: &mut Piece, permutation: usize) {
    piece.values.rotate_left(permutation);
    piece.rotations.rotate_left(permutation);
}

pub(super) fn write(choices: &Choices, control: &Control<'_>) -> Result<String, String> {
    let defect = choices.get("defect").map(|name| defect_named(name)).transpose()?;
    let Some(seed) = whole_number(choices, "seed")? else { return Ok(text(EMPTY, |_, _| "..".into())) };
    let cube = match defect {
        None => random(seed),
        Some(defect) => unsolvable(seed, defect, control)?,
    };
    let what = choices.get("defect").map_or_else(
        || "that turns can solve".to_owned(),
        |name| format!("without a solution that turns can reach: {name}"),
    );
    let grid = grid(&cube);
    Ok(text(&format!("A random Sudoku Cube {what} (seed {seed})."), |row, column| grid[row][column].clone()))
}

const EMPTY: &str = "A Sudoku Cube as it is read off the cube: fill in the fields.";

fn text(head: &str, word: impl Fn(usize, usize) -> String) -> String {
    let net = net::write(word);
    format!(
        "# {head}\n\
         # Hold the cube still and unfold it: U above F, D below F, and L F R B in a row.\n\
         puzzle = \"sudoku-cube\"\n\n\
         # Each field: its digit and where the top of the digit points in this drawing, ^ > v <\n\
         # A centre may have ? for a direction: its direction in the solution then does not matter.\n\
         # Every digit occurs six times.\n\
         net = \"\"\"\n{net}\"\"\"\n\n\
         # Digits that read the same upside down.\n\
         symmetric = [1]\n"
    )
}

/// The words of a cube's net.
fn grid(cube: &SudokuCube) -> Vec<Vec<String>> {
    let mut grid = vec![vec![String::new(); net::COLUMNS]; net::ROWS];
    for NetField { place: (row, column), digit, direction } in before(cube) {
        grid[row][column] = Glyph { digit, direction }.to_string();
    }
    grid
}

/// A random cube that turns can solve: a random solved one, taken apart and reassembled in a way that turns can reach.
pub(super) fn random(seed: u64) -> SudokuCube {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut cube = solved(&mut random);
    loop {
        let put = shuffled(&mut random);
        let odd = placements::is_odd(&put[CORNERS]);
        let sum = |slots: &[(usize, usize)]| slots.iter().map(|&(_, permutation)| permutation).sum::<usize>();
        let possible = odd == placements::is_odd(&put[EDGES])
            && sum(&put[CORNERS]).is_multiple_of(3)
            && sum(&put[EDGES]).is_multiple_of(2);
        if !possible {
            continue;
        }
        scramble(&mut cube, &put);
        let turns: [u8; 6] = std::array::from_fn(|_| random.random_range(0..4));
        let excess = u8::from((turns.iter().sum::<u8>() % 2 == 1) != odd);
        for (i, direction) in cube.center_directions.iter_mut().enumerate() {
            let turn = turns[i] + if i == 0 { excess } else { 0 };
            *direction = direction.map(|direction| (direction + turn) % 4);
        }
        return cube;
    }
}

/// A random solved cube.
fn solved(random: &mut ChaCha8Rng) -> SudokuCube {
    let faces: Vec<([u8; 9], u8)> = (0..6)
        .map(|_| {
            let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
            digits.shuffle(random);
            (digits, random.random_range(0..4))
        })
        .collect();
    let piece = |position: usize| {
        let on = fields(position).iter().map(|field| (field, faces[field.face.index()]));
        let (values, rotations) =
            on.map(|(field, (digits, face))| (digits[field.on_face()], (face + 4 - field.arrow) % 4)).unzip();
        Piece { values, rotations }
    };
    SudokuCube {
        unread: Unread::default(),
        corners: CORNERS.map(piece).collect(),
        edges: EDGES.map(piece).collect(),
        centers: std::array::from_fn(|i| faces[i].0[4]),
        center_directions: std::array::from_fn(|i| Some(faces[i].1)),
        symmetric: vec![1],
        any_assembly: false,
    }
}

/// A random position and permutation for each piece.
fn shuffled(random: &mut ChaCha8Rng) -> Vec<(usize, usize)> {
    let mut put = Vec::new();
    for (pieces, fields) in [(CORNERS, 3), (EDGES, 2)] {
        let mut positions = pieces.collect_vec();
        positions.shuffle(random);
        put.extend(positions.into_iter().map(|position| (position, random.random_range(0..fields))));
    }
    put
}

/// Puts each piece of a solved cube elsewhere.
fn scramble(cube: &mut SudokuCube, put: &[(usize, usize)]) {
    for (list, pieces) in [(&mut cube.corners, kind(CORNERS.start)), (&mut cube.edges, kind(EDGES.start))] {
        let old = list.clone();
        for (piece, &(position, permutation)) in old.into_iter().zip(&put[pieces.clone()]) {
            let place = &mut list[position - pieces.start];
            *place = piece;
            permute(place, permutation);
        }
    }
}

/// A random cube with a defect, and without a solution.
fn unsolvable(seed: u64, defect: Defect, control: &Control<'_>) -> Result<SudokuCube, String> {
    let mut source = ChaCha8Rng::seed_from_u64(seed);
    source.set_stream(1);
    for _ in (0..TRIES).take_while(|_| control.stop().is_none()) {
        let mut cube = random(source.random());
        let place = (source.random_range(0..8), source.random_range(0..12), source.random_range(0..6));
        defect(&mut cube, place);
        let request = Request::new(control.clone());
        if search::solve(&cube, &request).verdict == Verdict::Infeasible {
            return Ok(cube);
        }
    }
    Err(format!("none of {TRIES} random cubes with this defect is unsolvable"))
}
