//! What `tumble new` makes of any options is a model, or it says what to change.

use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tumble::control::Control;
use tumble::puzzle::{Choices, NotMade, PuzzleOption};
use tumble::registry::Registry;

use crate::common::{problem, random_of};

/// Values of an option; those of a number go to the ends of what some puzzle takes.
fn values(option: &PuzzleOption) -> &'static [&'static str] {
    match (option.name, option.value) {
        ("columns" | "rows", _) => &["1", "2", "3", "5", "8"],
        (_, None) => &[""],
        (_, Some("K")) => &["1"],
        (_, Some("N")) => &["0", "1", "2", "6", "20"],
        (_, Some("FACE")) => &["1", "6"],
        (_, Some("AxBxC")) => &["1x1x1", "1x1x2", "2x1x3"],
        (_, Some("A..B")) => &["1..4", "0..100"],
        (_, Some("LETTERS")) => &["ABCDEF", "AABBCC", "AAAAAA"],
        (_, Some("O")) => &["rolls", "min-tops", "max-bottoms"],
        (_, Some("D")) => &["ES", "NESW", "N"],
        (_, Some("NAME")) => &["tetrahedron", "cube", "octahedron", "icosahedron"],
        (_, Some("DEFECT")) => &["turned-centre", "swapped-edges"],
        (_, Some("max|min|any")) => &["max", "min", "any"],
        (name, Some(value)) => panic!("values of --{name} {value} are missing here"),
    }
}

#[test]
fn what_new_makes_of_any_options_is_read_again() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for puzzle in Registry::built_in().puzzles() {
        let mut made = 0;
        for seed in 0..240 {
            let wished = puzzle.new_options.iter().filter(|_| random.random_bool(0.4)).collect::<Vec<_>>();
            let mut choices: Choices = wished
                .into_iter()
                .map(|option| (option.name, (*values(option).choose(&mut random).unwrap()).to_owned()))
                .collect();
            choices.insert("seed", seed.to_string());
            match (puzzle.new)(&choices, &Control::unlimited()) {
                Ok(_) => made += 1,
                Err(NotMade::Unfit(_)) => {}
                Err(error) => panic!("{} {choices:?}: {error}", puzzle.name),
            }
        }
        assert!(made >= 8, "{}: only {made}", puzzle.name);
    }
}

#[test]
fn the_cubes_of_random_splitters_come_to_cells_that_are_there() {
    for seed in 1..40 {
        random_of("block-maze", seed, &[("bridges", "6"), ("switches", "0"), ("splitters", "6")]);
    }
}

#[test]
fn examples_without_a_seed_are_read() {
    for puzzle in Registry::built_in().puzzles().filter(|puzzle| puzzle.name != "sudoku-cube") {
        problem(&(puzzle.new)(&Choices::new(), &Control::unlimited()).unwrap());
    }
}
