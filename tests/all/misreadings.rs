//! Sudoku Cubes with two misread fields, with faces or nets that were drawn wrongly, and with other arrows: the truth is among the first repairs.

use crate::common;
use crate::repairs::{SEED_NET, field, fields, find, is_solved, look, turned, with};
use rand::seq::IteratorRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// As many repairs as the command line names.
const NAMED: usize = 5;

/// Row and column in the net of each field, in the order of [`fields`].
fn places() -> Vec<(usize, usize)> {
    let all = (0..9).flat_map(|row| (0..12).map(move |column| (row, column)));
    all.filter(|&(row, column)| row / 3 == 1 || column / 3 == 1).collect()
}

/// The net in which a field shows what another place showed, with its arrow changed.
fn moved(
    text: &str,
    from: impl Fn((usize, usize)) -> (usize, usize),
    arrow: impl Fn((usize, usize), char) -> char,
) -> String {
    let (places, all) = (places(), fields(text));
    let changed = places.iter().enumerate().map(|(to, &place)| {
        let source = places.iter().position(|other| *other == from(place)).unwrap();
        let (digit, seen) = field(text, all[source]);
        (all[to], (digit, arrow(place, seen)))
    });
    changed.fold(text.to_owned(), |text, (at, glyph)| with(&text, at, glyph))
}

/// The faces with these upper left places in the net are drawn turned by quarters clockwise.
fn with_turned_faces(text: &str, quarters: impl Fn((usize, usize)) -> usize) -> String {
    let corner = |(row, column): (usize, usize)| (row / 3 * 3, column / 3 * 3);
    let turn = |(row, column): (usize, usize)| (row / 3 * 3 + 2 - column % 3, column / 3 * 3 + row % 3);
    let from = |place| (0..quarters(corner(place))).fold(place, |place, _| turn(place));
    moved(text, from, |place, seen| turned(seen, quarters(corner(place))))
}

const FACES: [(usize, usize); 6] = [(0, 3), (3, 0), (3, 3), (3, 6), (3, 9), (6, 3)];

fn with_exchanged_faces(text: &str, rng: &mut ChaCha8Rng) -> String {
    let [a, b] = FACES.iter().copied().choose_multiple(rng, 2)[..] else { unreachable!("there are six") };
    let other = |(row, column): (usize, usize)| {
        let to = match (row / 3 * 3, column / 3 * 3) {
            face if face == a => b,
            face if face == b => a,
            face => face,
        };
        (to.0 + row % 3, to.1 + column % 3)
    };
    moved(text, other, |_, seen| seen)
}

/// The fields change places as in a mirror; their arrows are as they were read off the cube.
fn mirrored(text: &str) -> String {
    let other = |(row, column): (usize, usize)| (row, if column < 9 { 8 - column } else { 20 - column });
    moved(text, other, |_, seen| seen)
}

/// A misread field: another digit, another arrow, or both.
fn misread(text: &str, at: usize, (digit, arrow): (bool, bool), rng: &mut ChaCha8Rng) -> String {
    let (seen, direction) = field(text, at);
    let other = if digit { (1..=9).filter(|other| *other != seen).choose(rng).unwrap() } else { seen };
    with(text, at, (other, if arrow { turned(direction, rng.random_range(1..4)) } else { direction }))
}

fn two(text: &str, kinds: [(bool, bool); 2], rng: &mut ChaCha8Rng) -> String {
    let known = fields(text).into_iter().filter(|at| field(text, *at).1 != '?').choose_multiple(rng, 2);
    let first = misread(text, known[0], kinds[0], rng);
    misread(&first, known[1], kinds[1], rng)
}

const KINDS: [&str; 8] = [
    "two faces exchanged",
    "a face turned",
    "all faces turned alike",
    "a mirrored net",
    "a digit and an arrow",
    "two digits",
    "two arrows",
    "faces turned each in its own way",
];

fn wrong(good: &str, kind: &str, rng: &mut ChaCha8Rng) -> String {
    let (digit, arrow) = ((true, false), (false, true));
    match kind {
        "two faces exchanged" => with_exchanged_faces(good, rng),
        "a face turned" => {
            let (wrong, quarters) = (*FACES.iter().choose(rng).unwrap(), rng.random_range(1..4));
            with_turned_faces(good, |face| if face == wrong { quarters } else { 0 })
        }
        "all faces turned alike" => {
            let quarters = rng.random_range(1..4);
            with_turned_faces(good, |_| quarters)
        }
        "a mirrored net" => mirrored(good),
        "a digit and an arrow" => two(good, [digit, arrow], rng),
        "two digits" => two(good, [digit, digit], rng),
        "two arrows" => two(good, [arrow, arrow], rng),
        _ => {
            let quarters: Vec<usize> = FACES.iter().map(|_| rng.random_range(0..4)).collect();
            with_turned_faces(good, |face| quarters[FACES.iter().position(|other| *other == face).unwrap()])
        }
    }
}

#[test]
fn what_was_misread_twice_or_drawn_wrongly_is_among_the_first_repairs() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for (kind, least) in KINDS.into_iter().zip([90, 90, 90, 90, 75, 75, 75, 75]) {
        let (mut cases, mut named) = (0, 0);
        for seed in 0..common::cases(8, 16) {
            let good = common::random_of("sudoku-cube", seed, &[]);
            let bad = wrong(&good, kind, &mut rng);
            if is_solved(&bad) {
                continue;
            }
            let repairs = find(&bad).repairs;
            let first = &repairs[..repairs.len().min(NAMED)];
            assert!(first.iter().all(|repair| is_solved(&repair.model)), "{repairs:?}");
            cases += 1;
            named += usize::from(first.iter().any(|repair| look(&repair.model) == look(&good)));
        }
        assert!(cases > 0 && 100 * named >= least * cases, "{kind}: {named} of {cases}");
    }
}

#[test]
fn other_arrows_are_read_as_those_of_nets() {
    let looks = [
        ["↑", "→", "↓", "←"],
        ["⬆\u{fe0f}", "➡\u{fe0f}", "⬇\u{fe0f}", "⬅\u{fe0f}"],
        ["▲", "▶", "▼", "◀"],
        ["^", ">", "V", "<"],
    ];
    let (head, net) = SEED_NET.split_once("\"\"\"").unwrap();
    let plain = common::problem(SEED_NET);
    for arrows in looks {
        let drawn = ['^', '>', 'v', '<']
            .iter()
            .zip(arrows)
            .fold(net.to_owned(), |net, (known, arrow)| net.replace(*known, arrow));
        // With and without spaces between the fields of a line.
        for drawn in [drawn.clone(), drawn.replace(' ', "")] {
            let problem = common::problem(&format!("{head}\"\"\"{drawn}"));
            assert_eq!(format!("{:?}", problem.instance), format!("{:?}", plain.instance), "{drawn}");
        }
    }
    // A repair is written as nets are, and leaves the other fields as they are.
    let bad = SEED_NET.replace('>', "→").replacen("6v 5< 2^", "6v 5→ 2^", 1);
    let repairs = find(&bad).repairs;
    assert!(repairs.iter().any(|repair| repair.model == bad.replacen("6v 5→ 2^", "6v 5< 2^", 1)), "{repairs:?}");
}
