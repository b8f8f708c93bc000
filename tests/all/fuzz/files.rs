//! Model files with mistakes: they are read, or refused with a reason and a place, and never end in a panic or without a limit.

use rand::Rng as _;
use rand::seq::IndexedRandom as _;
use rand_chacha::ChaCha8Rng;
use tumble::instance::Document;
use tumble::registry::Registry;
use tumble::solve::{self, Method, Options, Problem};

use super::instances;
use super::methods::request;

/// What stands where something else was.
const WORDS: &[&str] = &[
    "0",
    "-1",
    "1",
    "7",
    "9223372036854775807",
    "-9223372036854775808",
    "99999999999999999999",
    "1e9",
    "nan",
    "\"\"",
    "\"x\"",
    "[]",
    "{}",
    "true",
    "[0, 0, 0]",
    "[-1, 5]",
    "{ top = 1, top = 2 }",
    "{ top = 7 }",
    "é",
    "\u{feff}",
    "\0",
    "\r",
    "\"\"\"",
    "#",
    "[start]",
    "[[dice]]",
    "puzzle = \"die-path\"",
];

/// A model file of a random puzzle, with up to four mistakes.
pub fn changed(rng: &mut ChaCha8Rng) -> String {
    let make: fn(&mut ChaCha8Rng) -> String = *[
        instances::tour,
        instances::path,
        instances::labeled_board,
        instances::tray,
        instances::tatham_cube,
        instances::sudoku_cube,
    ]
    .choose(rng)
    .unwrap();
    let mut text = make(rng);
    for _ in 0..rng.random_range(1..=4) {
        text = mistake(&text, rng);
    }
    text
}

fn mistake(text: &str, rng: &mut ChaCha8Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.is_empty() {
        return text.to_owned();
    }
    let at = rng.random_range(0..lines.len());
    let other = rng.random_range(0..lines.len());
    let word = *WORDS.choose(rng).unwrap();
    match rng.random_range(0..7) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(other, lines[at].clone()),
        2 => lines.swap(at, other),
        // Another value of a key.
        3 => {
            if let Some((key, _)) = lines[at].split_once('=') {
                lines[at] = format!("{key}= {word}");
            }
        }
        4 => lines.insert(at, word.to_owned()),
        // One character.
        5 => {
            let mut characters: Vec<char> = lines[at].chars().collect();
            if !characters.is_empty() {
                let i = rng.random_range(0..characters.len());
                characters[i] = *['0', '9', '.', '#', '?', 'k', '_', '"', ']', ' ', 'ß'].choose(rng).unwrap();
                lines[at] = characters.into_iter().collect();
            }
        }
        _ => lines[at] = format!("{} {word}", lines[at]),
    }
    lines.join("\n") + "\n"
}

pub fn check(text: &str, _: &mut ChaCha8Rng) -> &'static str {
    match Registry::built_in().read(&Document::new("fuzz", text)) {
        Ok((puzzle, instance)) => {
            let problem = Problem { model: "fuzz".into(), puzzle, instance };
            let options = Options { skip_moves: true, ..Options::default() };
            let report = solve::solve(&problem, Method::Search, &options, &request(1)).unwrap();
            if let Some(solution) = &report.solution {
                assert_eq!(crate::common::verify(&problem, solution).unwrap(), report.objective);
            }
            "read"
        }
        Err(error) => {
            assert!(!error.to_string().trim().is_empty(), "the mistake is named");
            "refused"
        }
    }
}
