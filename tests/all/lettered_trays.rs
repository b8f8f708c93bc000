//! Trays of cubes with any letters: the Cubic Eight-Puzzle, and random trays against the simplest search.

use crate::common;
use crate::cube_tray::{count, maps, random, shortest, words};
use tumble::report::Status;
use tumble::solve::{Method, Problem};

/// A cube as six labels: top, bottom, north, south, east, west.
pub type Cube = [char; 6];

fn rolled(c: Cube, letter: char) -> Cube {
    let [t, b, n, s, e, w] = c;
    match letter {
        'N' => [s, n, t, b, e, w],
        'S' => [n, s, b, t, e, w],
        'E' => [w, e, n, s, t, b],
        'W' => [e, w, n, s, b, t],
        _ => unreachable!(),
    }
}

/// All ways in which a cube can lie, from one of them.
pub fn turned(cube: Cube) -> Vec<Cube> {
    let mut known = vec![cube];
    for i in 0.. {
        let Some(&cube) = known.get(i) else { break };
        for letter in "NESW".chars() {
            let next = rolled(cube, letter);
            if !known.contains(&next) {
                known.push(next);
            }
        }
    }
    known
}

/// Distance and number of shortest ways by the simplest search over trays as lists of cubes, row by row from the north.
pub fn plainest(
    start: &[Vec<&str>],
    goal: &[Vec<&str>],
    cube: impl Fn(&str) -> Option<Cube>,
    fits: impl Fn(&Option<Cube>, &str) -> bool,
) -> Option<(u64, u64)> {
    let (rows, columns) = (start.len(), start[0].len());
    let state: Vec<Option<Cube>> = start.iter().flatten().map(|word| cube(word)).collect();
    let wanted: Vec<&str> = goal.iter().flatten().copied().collect();
    let is_goal = |tray: &[Option<Cube>]| tray.iter().zip(&wanted).all(|(have, want)| fits(have, want));
    let next = |tray: &Vec<Option<Cube>>| {
        let hole = tray.iter().position(Option::is_none).unwrap();
        let (row, column) = (hole / columns, hole % columns);
        let mut from = Vec::new();
        from.extend((row + 1 < rows).then(|| ('N', hole + columns)));
        from.extend((row > 0).then(|| ('S', hole - columns)));
        from.extend((column > 0).then(|| ('E', hole - 1)));
        from.extend((column + 1 < columns).then(|| ('W', hole + 1)));
        let after = |(letter, cell): (char, usize)| {
            let mut next = tray.clone();
            next[hole] = next[cell].take().map(|cube| rolled(cube, letter));
            next
        };
        from.into_iter().map(after).collect()
    };
    common::shortest_ways(state, |tray| is_goal(tray), next)
}

/// Distance and number of shortest ways between trays of cubes with these letters on top, bottom, north, south, east and west.
fn naive_of(faces: &str, start: &[Vec<&str>], goal: &[Vec<&str>]) -> Option<(u64, u64)> {
    let given: Cube = faces.chars().collect::<Vec<_>>().try_into().unwrap();
    let agrees = |[top, _, north, south, east, west]: Cube, word: &str| {
        let letters = [top, north, east, south, west];
        word.chars().zip(letters).all(|(asked, letter)| asked == '?' || asked == letter)
    };
    let cube = |word: &str| {
        let found = || turned(given).into_iter().find(|&cube| agrees(cube, word));
        (!word.starts_with('_')).then(|| if agrees(given, word) { given } else { found().unwrap() })
    };
    let hole = goal.iter().flatten().any(|word| word.starts_with('_'));
    let fits = |have: &Option<Cube>, want: &str| match have {
        None => want.starts_with('_') || !hole && want.chars().all(|asked| asked == '?'),
        Some(cube) => !want.starts_with('_') && agrees(*cube, want),
    };
    plainest(start, goal, cube, fits)
}

/// The Cubic Eight-Puzzle (ICPC, Asia Regional, Yokohama 2006): its data sets, with the column and the row of the hole, from 1 and from the
/// north-west, and the fewest rolls. The contest asks for -1 where there are more than 30.
const CUBIC_EIGHT: [(usize, usize, &str, i64); 8] = [
    (1, 2, "W W W\n_ W W\nW W W", 0),
    (2, 1, "R B W\nR W W\n_ W W", 3),
    (3, 3, "W B W\nB R _\nR B R", 13),
    (3, 3, "B W R\nB W R\nB _ R", 23),
    (2, 1, "B B B\nB R B\nB R _", 29),
    (1, 1, "R R R\nW W W\nR R _", 30),
    (2, 1, "R R R\nB W B\nR R _", 31),
    (3, 2, "R R R\nW _ W\nR R R", 35),
];

/// The model of a tray of cubes with these letters on top, bottom, north, south, east and west.
fn lettered(faces: &str, start: &str, goal: &str) -> Problem {
    let places = ["top", "bottom", "north", "south", "east", "west"];
    let faces = places.iter().zip(faces.chars()).map(|(place, letter)| format!("{place} = \"{letter}\""));
    let faces = faces.collect::<Vec<_>>().join(", ");
    common::problem(&format!(
        "puzzle = \"cube-tray\"\ncube.faces = {{ {faces} }}\nstart.map = \"\"\"\n{start}\"\"\"\ngoal.map = \"\"\"\n{goal}\"\"\""
    ))
}

fn cubic_eight((column, row, goal, _): (usize, usize, &str, i64)) -> Problem {
    let mut cells = ["W"; 9];
    cells[3 * (row - 1) + column - 1] = "_";
    let start: Vec<String> = cells.chunks(3).map(|row| row.join(" ")).collect();
    lettered("WWRRBB", &start.join("\n"), goal)
}

#[test]
fn the_cubic_eight_puzzle_has_the_answers_of_the_contest() {
    for set in CUBIC_EIGHT {
        assert_eq!(shortest(&cubic_eight(set)), Some(set.3), "{set:?}");
    }
}

#[test]
fn models_of_the_cubic_eight_puzzle_agree() {
    for method in ["highs", "cadical"].into_iter().filter_map(|name| Method::named(name).ok()) {
        for set in CUBIC_EIGHT.into_iter().filter(|set| set.3 <= 13) {
            let report = common::run(&cubic_eight(set), method, None);
            assert_eq!((report.status, report.objective), (Status::Optimal, Some(set.3)), "{set:?}");
        }
    }
}

/// Colourings with 6, 24, 3, 8, 12, 24, 6 poses and with one.
const COLOURINGS: [&str; 8] = ["WWRRBB", "ABCDEF", "AABBBB", "ABABAB", "ABABBB", "ABACAD", "kcgggg", "AAAAAA"];

/// A random tray of cubes with letters: they, the start and the goal, partly left open.
fn random_letters(seed: usize) -> (&'static str, String, String) {
    let faces = COLOURINGS[seed % 8];
    let has_many = ["ABCDEF", "ABACAD", "ABABBB"].contains(&faces);
    let (columns, rows) = [("2", "2"), if has_many { ("4", "1") } else { ("3", "2") }][seed / 8 % 2];
    let mut options = vec![("columns", columns), ("rows", rows), ("rolls", "25"), ("faces", faces)];
    let has_parity = ["WWRRBB", "ABCDEF", "ABABAB", "ABACAD"].contains(&faces);
    match seed / 16 % 3 {
        1 => options.push(("tops", "")),
        2 if has_parity => options.push(("unsolvable", "")),
        _ => {}
    }
    let text = random(seed as u64, &options);
    let (start, goal) = maps(&text);
    let rows = words(goal);
    let opened = |(i, word): (usize, &str)| match (seed + i) % 4 {
        _ if word.starts_with('_') || seed % 5 < 3 => word.to_owned(),
        0 => format!("?{}", &word[1..]),
        1 if word.len() > 1 => word[..word.len() - 1].to_owned(),
        2 if seed.is_multiple_of(3) => "?".into(),
        _ => word.to_owned(),
    };
    let row = |row: &Vec<&str>| row.iter().copied().enumerate().map(opened).collect::<Vec<_>>().join(" ");
    (faces, start.to_owned(), rows.iter().map(row).collect::<Vec<_>>().join("\n"))
}

#[test]
fn trays_of_any_cubes_agree_with_the_plainest_search() {
    let (mut solved, mut unsolvable) = (0, 0);
    for (faces, start, goal) in (0..96).map(random_letters) {
        let problem = lettered(faces, &start, &goal);
        let expected = naive_of(faces, &words(&start), &words(&goal));
        assert_eq!(shortest(&problem), expected.map(|e| e.0 as i64), "{faces} {start}{goal}");
        let counted = (expected.map_or(0, |e| e.1), expected.map(|e| e.0 as i64), true);
        assert_eq!(count(&problem), counted, "{faces} {start}{goal}");
        *(if expected.is_some() { &mut solved } else { &mut unsolvable }) += 1;
    }
    assert!(solved >= 60 && unsolvable >= 6, "{solved} solved, {unsolvable} without a solution");
}

#[test]
fn six_states_and_dice_are_cubes_with_letters() {
    for seed in 0..8 {
        let text = random(seed, &[("columns", "3"), ("rows", "2")]);
        let (start, goal) = maps(&text);
        let spelt = |map: &str| {
            let letters = [("n", "Gk"), ("s", "Gc"), ("e", "GGk"), ("w", "GGc"), ("G", "g")];
            letters.iter().fold(map.to_owned(), |map, (from, to)| map.replace(from, to))
        };
        assert_eq!(count(&lettered("kcgggg", &spelt(start), &spelt(goal))), count(&common::problem(&text)), "{text}");
        let text = random(seed, &[("columns", "2"), ("rows", "2"), ("oriented", "")]);
        let (start, goal) = maps(&text);
        assert_eq!(count(&lettered("162543", start, goal)), count(&common::problem(&text)), "{text}");
    }
}

#[test]
fn at_the_start_a_word_that_several_poses_agree_with_is_the_cube_as_it_is_given() {
    assert_eq!(shortest(&lettered("WWRRBB", "W _", "WR _")), Some(0));
    assert_eq!(shortest(&lettered("WWBBRR", "W _", "WR _")), None);
    assert_eq!(shortest(&lettered("WWBBRR", "WR __", "WR _")), Some(0));
}
