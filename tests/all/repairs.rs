//! Repairs of misread Sudoku Cubes: what was misread is found, whatever it was, and nothing is lost of the file; of two misread fields, of
//! faces or nets that were drawn wrongly, and of other arrows, the truth is among the first.

use std::time::Duration;

use crate::common;
use rand::seq::IteratorRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use tumble::control::{Control, Extent, Interrupt, Request, Stop};
use tumble::instance::{Document, InputError};
use tumble::puzzle::{Choices, Repairs};
use tumble::registry::Registry;

pub const SEED_NET: &str = include_str!("../../models/sudoku_cube/seed_net.toml");
const ARROWS: [char; 4] = ['^', '>', 'v', '<'];

fn find_within(text: &str, request: &Request<'_>) -> Result<Repairs, InputError> {
    common::entry("sudoku-cube").repairs.unwrap()(&Document::new("test", text), &Choices::new(), request)
}

fn find(text: &str) -> Repairs {
    let repairs = find_within(text, &Request::unlimited()).unwrap();
    assert!(matches!(repairs.extent, Extent::All | Extent::Enough));
    repairs
}

/// Whether tumble reads this model and finds a solution.
fn is_solved(text: &str) -> bool {
    let read = Registry::built_in().read(&Document::new("test", text));
    read.is_ok_and(|(_, instance)| common::searched(&*instance, &Request::unlimited()).verdict.solution().is_some())
}

/// The bytes of the text at which the fields of a net begin, row by row.
fn fields(text: &str) -> Vec<usize> {
    let start = text.find("\"\"\"").unwrap() + 3;
    let net = &text[start..text.rfind("\"\"\"").unwrap()];
    let fields: Vec<usize> = net.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| start + at).collect();
    assert_eq!(fields.len(), 54);
    fields
}

/// The field of a net at a byte.
fn field(text: &str, at: usize) -> (u8, char) {
    let bytes = text.as_bytes();
    (bytes[at] - b'0', char::from(bytes[at + 1]))
}

fn with(text: &str, at: usize, (digit, arrow): (u8, char)) -> String {
    format!("{}{digit}{arrow}{}", &text[..at], &text[at + 2..])
}

fn turned(arrow: char, quarters: usize) -> char {
    ARROWS.iter().position(|known| *known == arrow).map_or(arrow, |code| ARROWS[(code + quarters) % 4])
}

/// The text as it looks: a 1 looks the same upside down.
fn look(text: &str) -> String {
    fields(text).into_iter().fold(text.to_owned(), |text, at| match field(&text, at) {
        (1, arrow @ ('v' | '<')) => with(&text, at, (1, turned(arrow, 2))),
        _ => text,
    })
}

/// Ways to misread a net, in the order in which repairs are to be named.
const SLIPS: [&str; 6] = ["arrow", "upside down", "digit", "field", "neighbours", "exchange"];

/// The slip that a repair undoes, by its text.
fn slip(text: &str) -> usize {
    let named = [("upside down", 1), ("two fields", 4), ("two digits", 5), ("all directions", 3), ("drawn turned", 3)];
    if let Some((_, slip)) = named.into_iter().find(|(words, _)| text.contains(words)) {
        return slip;
    }
    let (new, old) = text.split_once(": ").unwrap().1.split_once(", not ").unwrap();
    match (new.as_bytes()[0] == old.as_bytes()[0], new.as_bytes()[1] == old.as_bytes()[1]) {
        (true, false) => 0,
        (false, true) => 2,
        (false, false) => 3,
        (true, true) => panic!("{text}"),
    }
}

/// A net that was misread at random.
fn misread(text: &str, slip: &str, rng: &mut ChaCha8Rng) -> String {
    let all = fields(text);
    let any = |fits: &dyn Fn((u8, char)) -> bool, rng: &mut ChaCha8Rng| -> usize {
        let fitting = all.iter().copied().filter(|at| fits(field(text, *at)));
        fitting.choose(rng).unwrap()
    };
    let known = |(_, arrow): (u8, char)| arrow != '?';
    let one = any(&known, rng);
    let (digit, arrow) = field(text, one);
    let upside_down = |text: &str, at: usize| {
        let (digit, arrow) = field(text, at);
        with(text, at, (15 - digit, turned(arrow, 2)))
    };
    match slip {
        "arrow" => with(text, one, (digit, turned(arrow, rng.random_range(1..4)))),
        "upside down" => {
            let six = any(&|(digit, _)| digit == 6, rng);
            let flipped = upside_down(text, six);
            match rng.random_range(0..3) {
                0 => flipped,
                // A nine as well, or another six.
                1 => upside_down(&flipped, any(&|(digit, _)| digit == 9, rng)),
                _ => upside_down(text, any(&|(digit, _)| digit == 9, rng)),
            }
        }
        "digit" => with(text, one, (digit % 9 + 1, arrow)),
        "field" => with(text, one, (digit % 9 + 1, turned(arrow, rng.random_range(1..4)))),
        "neighbours" => {
            let next = all.iter().copied().find(|at| *at == one + 3 && known(field(text, *at)));
            next.map_or_else(|| text.to_owned(), |next| with(&with(text, one, field(text, next)), next, (digit, arrow)))
        }
        _ => {
            let other = any(&|(other, _)| other != digit, rng);
            let (other_digit, other_arrow) = field(text, other);
            with(&with(text, one, (other_digit, arrow)), other, (digit, other_arrow))
        }
    }
}

#[test]
fn every_slip_is_undone_and_the_likeliest_repairs_come_first() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut undone = [0; SLIPS.len()];
    let random = (0..6).map(|seed| common::random_of("sudoku-cube", seed, &[]));
    for good in random.chain([SEED_NET.to_owned()]) {
        for _ in 0..common::cases(1, 3) {
            for (i, name) in SLIPS.into_iter().enumerate() {
                let bad = misread(&good, name, &mut rng);
                let Repairs { repairs, tried, .. } = find(&bad);
                if is_solved(&bad) {
                    assert_eq!((repairs.len(), tried), (0, 0), "{bad}");
                    continue;
                }
                assert!(repairs.iter().any(|repair| look(&repair.model) == look(&good)), "{name}: {repairs:?}\n{bad}");
                assert!(repairs.is_sorted_by_key(|repair| slip(&repair.text)), "{repairs:?}");
                assert!(repairs.iter().all(|repair| is_solved(&repair.model)), "{repairs:?}");
                assert!(tried >= repairs.len());
                undone[i] += 1;
            }
        }
    }
    assert!(undone.iter().all(|number| *number >= common::cases(2, 10)), "{undone:?}");
}

#[test]
fn directions_that_are_all_mirrored_and_faces_that_are_drawn_turned_are_found() {
    // The comment above the net keeps its arrows.
    let (head, net) = SEED_NET.split_once("\"\"\"").unwrap();
    let mirrored = format!("{head}\"\"\"{}", net.replace('<', "!").replace('>', "<").replace('!', ">"));
    // U is the first nine fields: a quarter clockwise brings the first column to the first row, from below.
    let up = &fields(SEED_NET)[..9];
    let clockwise = (0..9).fold(SEED_NET.to_owned(), |text, to| {
        let (row, column) = (to / 3, to % 3);
        let (digit, arrow) = field(SEED_NET, up[3 * (2 - column) + row]);
        with(&text, up[to], (digit, turned(arrow, 1)))
    });
    for (bad, says) in [
        (mirrored, "all directions are mirrored: < is >, and > is <"),
        (clockwise, "U is drawn turned a quarter clockwise"),
    ] {
        assert!(!is_solved(&bad), "{bad}");
        let repairs = find(&bad).repairs;
        let found = repairs.iter().find(|repair| repair.text == says);
        let found = found.unwrap_or_else(|| panic!("{says}: {repairs:?}"));
        assert_eq!(look(&found.model), look(SEED_NET));
    }
}

#[test]
fn sixes_that_are_all_upside_down_are_found() {
    let sixes = fields(SEED_NET).into_iter().filter(|at| field(SEED_NET, *at).0 == 6).take(3);
    let bad = sixes.fold(SEED_NET.to_owned(), |text, at| {
        let (_, arrow) = field(&text, at);
        with(&text, at, (9, turned(arrow, 2)))
    });
    let repairs = find(&bad).repairs;
    assert!(repairs.iter().any(|repair| repair.model == SEED_NET), "{repairs:?}");
    assert_eq!(slip(&repairs[0].text), 1);
}

#[test]
fn pieces_are_repaired_in_their_own_file() {
    let good = common::sudoku::SEED;
    for (from, to, named) in [
        ("values = [4, 8, 4], rotations = [3, 2, 1]", "values = [4, 8, 4], rotations = [3, 3, 1]", "corner 1 field 2"),
        ("values = [9, 5, 1]", "values = [9, 5, 2]", "corner 2 field 3"),
        ("values = [7, 6], rotations = [1, 2]", "values = [7, 9], rotations = [1, 0]", "edge 3 field 2"),
        ("R = 7,", "R = 2,", "R row 2 column 2"),
    ] {
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good);
        let repairs = find(&bad).repairs;
        let right = repairs.iter().find(|repair| repair.model == good).unwrap_or_else(|| panic!("{repairs:?}"));
        assert!(right.text.contains(named), "{}", right.text);
    }
}

#[test]
fn a_net_that_has_no_places_in_the_file_is_written_anew() {
    let bad = SEED_NET.replacen("6v 5< 2^", "6v 5< 3^", 1);
    let (head, rest) = bad.split_once("\"\"\"\n").unwrap();
    let escaped =
        format!("{head}\"{}\"\nsymmetric = [1]\n", rest.replace("\"\"\"", "").trim_end().replace('\n', "\\n"));
    for odd in [escaped, bad.replace('\n', "\r\n")] {
        let repairs = find(&odd).repairs;
        assert!(!repairs.is_empty() && repairs.iter().all(|repair| is_solved(&repair.model)), "{odd}");
        let begins = |text: &str| text.lines().take(4).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(begins(&repairs[0].model), begins(&odd));
    }
}

#[test]
fn a_cube_that_was_put_together_wrongly_was_not_misread() {
    let text = common::random_of("sudoku-cube", 1, &[("defect", "twisted-corner")]);
    let found = find(&text);
    assert!(found.repairs.is_empty() && found.tried > 10_000, "{found:?}");
    let (text, _) = common::printed(&["solve", "-"], &text, 1);
    let said = format!("\n\nno likely misreading explains it: {} were tried\n", found.tried);
    // A busy machine tries fewer in the time that there is.
    let stopped = "nothing misread was found that explains it: stopped by the time limit after ";
    assert!(text.ends_with(&said) || text.contains(stopped), "{text}");
}

#[test]
fn limits_are_kept_and_threads_change_nothing() {
    let text = include_str!("../../models/sudoku_cube/infeasible.toml");
    let all = find(text);
    for threads in 1..=3 {
        assert_eq!(find_within(text, &Request::unlimited().with_threads(Some(threads))).unwrap(), all);
    }
    let control = Control::new(Some(Duration::ZERO), Interrupt::default(), &|_| ());
    let none = find_within(text, &Request::new(control)).unwrap();
    assert_eq!((none.extent, none.repairs.len()), (Extent::Stopped(Stop::TimeLimit), 0));
    // Stopped by what the search itself reports.
    let interrupt = Interrupt::default();
    let raise = |_: &tumble::control::Event<'_>| interrupt.raise();
    let control = Control::new(None, interrupt.clone(), &raise);
    let some = find_within(text, &Request::new(control).with_threads(Some(1))).unwrap();
    assert_eq!((some.tried, some.extent), (1, Extent::Stopped(Stop::Interrupted)));
    let (printed, _) = common::printed(&["solve", "models/sudoku_cube/infeasible.toml", "--time-limit", "0s"], "", 1);
    assert!(!printed.contains("misread"), "{printed}");
}

#[test]
fn files_that_are_wrong_otherwise_have_no_repairs() {
    for bad in ["puzzle = \"sudoku-cube\"\n", "puzzle = \"sudoku-cube\"\nnet = \"1^\"\n"] {
        assert!(find_within(bad, &Request::unlimited()).is_err());
    }
    // Three digits are wrong: no single change makes six of each.
    let bad = SEED_NET.replacen("6v 5< 2^", "1v 1< 1^", 1);
    assert_eq!(find(&bad).tried, 0);
    // Solvable as it is.
    assert_eq!(find(SEED_NET).tried, 0);
}

#[test]
fn json_keeps_its_keys_and_its_one_line() {
    let args = ["solve", "models/sudoku_cube/infeasible.toml", "--format", "json"];
    let (line, error) = common::printed(&args, "", 1);
    assert_eq!((line.lines().count(), error.as_str()), (1, ""));
    assert_eq!(serde_json::from_str::<Value>(&line).unwrap()["status"], "infeasible");
}

#[test]
fn repairs_are_named_where_a_cube_is_refused_or_has_no_solution() {
    let folder = common::Folder::new();
    let mut messages = String::new();
    for (to, code) in
        [("9^ 5< 2^", 2), ("6v 5< 3^", 2), ("1v 1< 1^", 2), ("6v 5> 2^", 1), ("8v 5< 3>", 2), ("7v 8< 2>", 2)]
    {
        folder.write("cube.toml", SEED_NET.replacen("6v 5< 2^", to, 1));
        let (ended, text, error) = common::called_in(&folder, &["solve", "cube.toml"]);
        assert_eq!(ended, code, "{to}");
        let printed = text + &error;
        let lines: Vec<&str> = printed.lines().filter(|line| !line.starts_with("by ")).collect();
        messages.extend(["6v 5< 2^ as ", to, "\n", &lines.join("\n"), "\n\n"]);
    }
    insta::assert_snapshot!(messages);
}

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
fn misread_at(text: &str, at: usize, (digit, arrow): (bool, bool), rng: &mut ChaCha8Rng) -> String {
    let (seen, direction) = field(text, at);
    let other = if digit { (1..=9).filter(|other| *other != seen).choose(rng).unwrap() } else { seen };
    with(text, at, (other, if arrow { turned(direction, rng.random_range(1..4)) } else { direction }))
}

fn two(text: &str, kinds: [(bool, bool); 2], rng: &mut ChaCha8Rng) -> String {
    let known = fields(text).into_iter().filter(|at| field(text, *at).1 != '?').choose_multiple(rng, 2);
    let first = misread_at(text, known[0], kinds[0], rng);
    misread_at(&first, known[1], kinds[1], rng)
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
