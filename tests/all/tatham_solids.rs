//! The other solids of Simon Tatham's Cube against a plain search, in which solids with corners in space are turned about their edges, over
//! triangles that are listed as the game lists them.

use std::f64::consts::PI;

use crate::common::{self, printed as run};
use serde_json::Value;
use tumble::control::{Control, Request};
use tumble::puzzle::Choices;
use tumble::puzzle::tatham_cube::{Grid, Solid, TathamCube, orbits};
use tumble::report::Status;
use tumble::solve::Method;

type Vector = [f64; 3];

fn dot(a: Vector, b: Vector) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn scaled(a: Vector, factor: f64) -> Vector {
    a.map(|x| x * factor)
}

fn plus(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|i| a[i] + b[i])
}

fn minus(a: Vector, b: Vector) -> Vector {
    plus(a, scaled(b, -1.0))
}

fn cross(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|i| a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3])
}

fn unit(a: Vector) -> Vector {
    scaled(a, 1.0 / dot(a, a).sqrt())
}

fn near(a: Vector, b: Vector) -> bool {
    let between = minus(a, b);
    dot(between, between) < 1e-6
}

/// Turns a point about an axis through the origin by the right-hand rule (Rodrigues).
fn turned(point: Vector, axis: Vector, angle: f64) -> Vector {
    let (sine, cosine) = angle.sin_cos();
    let along = scaled(axis, dot(axis, point) * (1.0 - cosine));
    plus(plus(scaled(point, cosine), scaled(cross(axis, point), sine)), along)
}

/// The corners of a solid with sides of length 1.
fn corners(letter: char) -> Vec<Vector> {
    let golden = f64::midpoint(1.0, 5f64.sqrt());
    let signs = || [-1.0, 1.0].into_iter();
    let all: Vec<Vector> = match letter {
        't' => vec![[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]],
        'o' => signs().flat_map(|a| [[a, 0.0, 0.0], [0.0, a, 0.0], [0.0, 0.0, a]]).collect(),
        _ => {
            let pairs = signs().flat_map(|a| signs().map(move |b| (a, b * golden)));
            pairs.flat_map(|(a, b)| [[0.0, a, b], [a, b, 0.0], [b, 0.0, a]]).collect()
        }
    };
    let sides = all.iter().skip(1).map(|&other| minus(other, all[0])).map(|side| dot(side, side));
    let side = sides.fold(f64::INFINITY, f64::min).sqrt();
    all.into_iter().map(|corner| scaled(corner, 1.0 / side)).collect()
}

/// The middles of the faces of a solid that stands with a face on the plane, around the origin, that face first; it points to +y.
fn faces(letter: char) -> Vec<Vector> {
    let corners = corners(letter);
    let is_side =
        |[a, b]: [usize; 2]| (dot(minus(corners[a], corners[b]), minus(corners[a], corners[b])) - 1.0).abs() < 1e-6;
    let all = 0..corners.len();
    let triples = itertools::iproduct!(all.clone(), all.clone(), all).filter(|(a, b, c)| a < b && b < c);
    let faces = triples.filter(|&(a, b, c)| [[a, b], [b, c], [a, c]].into_iter().all(is_side));
    let middle = |(a, b, c)| (a, scaled(plus(plus(corners[a], corners[b]), corners[c]), 1.0 / 3.0));
    let middles: Vec<(usize, Vector)> = faces.map(middle).collect();
    // The axes of the standing solid: the first face below, its first corner to the north.
    let (tip, bottom) = middles[0];
    let up = scaled(unit(bottom), -1.0);
    let north = unit(minus(corners[tip], bottom));
    let east = cross(north, up);
    middles
        .iter()
        .map(|&(_, middle)| minus(middle, bottom))
        .map(|m| [dot(m, east), dot(m, north), dot(m, up)])
        .collect()
}

/// Where each face of a standing solid comes by a roll over the side whose middle is in this direction, in degrees from the east. The square
/// beyond points the other way.
fn rolled(letter: char, points_down: bool, degrees: f64) -> Vec<usize> {
    let standing: Vec<Vector> =
        faces(letter).into_iter().map(|[x, y, z]| if points_down { [-x, -y, z] } else { [x, y, z] }).collect();
    let between_faces = match letter {
        't' => (1.0 / 3.0f64).acos(),
        'o' => (-1.0 / 3.0f64).acos(),
        _ => (-(5f64.sqrt()) / 3.0).acos(),
    };
    let towards = [degrees.to_radians().cos(), degrees.to_radians().sin(), 0.0];
    let (edge, axis) = (scaled(towards, 1.0 / 12f64.sqrt()), cross([0.0, 0.0, 1.0], towards));
    let after = |&face: &Vector| minus(turned(minus(face, edge), axis, PI - between_faces), edge);
    // The solid that stands on the square beyond.
    let there: Vec<Vector> = standing.iter().map(|&[x, y, z]| [-x, -y, z]).collect();
    let place = |face: Vector| there.iter().position(|&other| near(other, face)).expect("it stands as before");
    standing.iter().map(|face| place(after(face))).collect()
}

/// A triangle: whether it points down, and the middle of its level side, in half sides and in rows from the north.
type Triangle = (bool, i64, i64);

/// The triangles of a board in the order of the game: row by row, and in each row first those that point down.
fn triangles(d1: i64, d2: i64) -> Vec<Triangle> {
    let mut all = Vec::new();
    for row in 0..d1 + d2 {
        let (down, up) = if row < d2 { (d1 + row, d1 + row + 1) } else { (d1 + 2 * d2 - row, d1 + 2 * d2 - row - 1) };
        all.extend((0..down).map(|i| (true, 2 * i - (down - 1), row)));
        all.extend((0..up).map(|i| (false, 2 * i - (up - 1), row + 1)));
    }
    all
}

/// By key, a direction in degrees from the east and the triangle beyond: over the level side it has the same side, over the others its own
/// level side is half a side further and one row away.
fn ways((down, x, row): Triangle) -> [(char, f64, Triangle); 3] {
    if down {
        [('U', 90.0, (false, x, row)), ('R', -30.0, (false, x + 1, row + 1)), ('L', 210.0, (false, x - 1, row + 1))]
    } else {
        [('D', 270.0, (true, x, row)), ('R', 30.0, (true, x + 1, row - 1)), ('L', 150.0, (true, x - 1, row - 1))]
    }
}

/// What the game rolls, its board, and the rolls by triangle: key, number of the triangle beyond, and where the faces come.
struct Board {
    faces: usize,
    rolls: Vec<Vec<(char, usize, Vec<usize>)>>,
}

impl Board {
    fn new(letter: char, d1: i64, d2: i64) -> Self {
        let all = triangles(d1, d2);
        let roll = |triangle: Triangle| {
            let inside = ways(triangle).into_iter().filter_map(|(key, degrees, beyond)| {
                let number = all.iter().position(|&other| other == beyond)?;
                Some((key, number, rolled(letter, triangle.0, degrees)))
            });
            inside.collect()
        };
        Self { faces: faces(letter).len(), rolls: all.iter().map(|&triangle| roll(triangle)).collect() }
    }

    /// What each key leads to.
    fn next(&self, (faces, position, blue): &State) -> Vec<(char, State)> {
        let after = |(key, number, places): &(char, usize, Vec<usize>)| {
            let (mut after, mut blue) = (vec![false; faces.len()], blue.clone());
            for (face, &place) in faces.iter().zip(places) {
                after[place] = *face;
            }
            std::mem::swap(&mut after[0], &mut blue[*number]);
            (*key, (after, *number, blue))
        };
        self.rolls[*position].iter().map(after).collect()
    }

    /// The length of the shortest solutions and how many there are.
    fn shortest(&self, state: State) -> Option<(u64, u64)> {
        let next = |state: &State| self.next(state).into_iter().map(|(_, next)| next).collect();
        common::shortest_ways(state, |(faces, ..)| faces.iter().all(|&blue| blue), next)
    }
}

/// The colours of the faces, the bottom first; the triangle on which the solid stands; the blue triangles.
type State = (Vec<bool>, usize, Vec<bool>);

/// The state at the start of an id, and its board.
fn read(id: &str) -> (Board, State) {
    let (size, rest) = id.split_once(':').unwrap();
    let (d1, d2) = size[1..].split_once('x').unwrap();
    let board = Board::new(size.chars().next().unwrap(), d1.parse().unwrap(), d2.parse().unwrap());
    let (digits, start) = rest.split_once(',').unwrap();
    let bits = digits.chars().flat_map(|digit| (0..4).map(move |bit| digit.to_digit(16).unwrap() & (8 >> bit) != 0));
    let blue = bits.take(board.rolls.len()).collect();
    let state = (vec![false; board.faces], start.parse().unwrap(), blue);
    (board, state)
}

/// The id in a model file that `tumble new` wrote.
fn random_id(seed: u64, solid: &str, [columns, rows]: [usize; 2], blue: usize) -> String {
    let options = [("columns", columns), ("rows", rows), ("blue", blue)];
    let mut choices: Choices = options.iter().map(|&(key, value)| (key, value.to_string())).collect();
    choices.insert("seed", seed.to_string());
    choices.insert("solid", solid.to_owned());
    let text = (common::entry("tatham-cube").new)(&choices, &Control::unlimited()).unwrap();
    text.lines().find_map(|line| line.strip_prefix("id = \"")).unwrap().trim_end_matches('"').to_owned()
}

fn model(id: &str) -> String {
    format!("puzzle = \"tatham-cube\"\nid = \"{id}\"\n")
}

/// A small random number from a seed.
fn dice(seed: u64, sides: usize) -> usize {
    let mixed = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed ^ mixed >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33) as usize % sides
}

/// An id with blue squares anywhere, so that some faces may find too few of them.
fn any_id(seed: u64, solid: Solid, size: [i64; 2], blue: usize) -> String {
    let grid = Grid::new(solid, size).unwrap();
    let squares = grid.squares().len();
    let mut bits = vec![false; squares.next_multiple_of(4)];
    let mut left = blue;
    for k in 0.. {
        let square = dice(seed * 1000 + k, squares);
        left -= usize::from(!std::mem::replace(&mut bits[square], true));
        if left == 0 {
            break;
        }
    }
    let digit = |four: &[bool]| char::from_digit(four.iter().fold(0, |digit, &bit| 2 * digit + u32::from(bit)), 16);
    let digits: String = bits.chunks(4).filter_map(digit).collect();
    format!("{}:{digits},{}", grid.name(), dice(seed + 77, squares))
}

#[test]
fn random_games_agree_with_the_plainest_search() {
    let small = [
        (Solid::Tetrahedron, [1, 2], 4),
        (Solid::Tetrahedron, [2, 1], 5),
        (Solid::Tetrahedron, [0, 3], 4),
        (Solid::Tetrahedron, [1, 1], 4),
        (Solid::Octahedron, [3, 0], 8),
        (Solid::Octahedron, [0, 3], 8),
    ];
    // Of a million states, so there are few of them.
    let large = [(Solid::Octahedron, [1, 2], 8), (Solid::Octahedron, [2, 1], 9)];
    let (mut solved, mut infeasible) = (0, 0);
    for seed in 0..common::cases(50, 150) as u64 {
        let kinds = if dice(seed, 12) == 0 { &large[..] } else { &small };
        let (solid, size, blue) = kinds[dice(seed + 5, kinds.len())];
        let id = if seed % 3 == 0 {
            any_id(seed, solid, size, blue)
        } else {
            random_id(seed, solid.name(), size.map(|side| side as usize), blue)
        };
        let (board, state) = read(&id);
        let expected = board.shortest(state);
        let problem = common::problem(&model(&id));
        let report = common::run(&problem, Method::SEARCH, None);
        assert_eq!(report.objective, expected.map(|(length, _)| length as i64), "{id}");
        assert_eq!(report.status == Status::Infeasible, expected.is_none(), "{id}: {:?}", report.status);
        let count = common::count(&problem, false, &Request::unlimited());
        assert_eq!((count.solutions, count.complete), (expected.map_or(0, |e| e.1).into(), true), "{id}");
        solved += usize::from(expected.is_some());
        infeasible += usize::from(expected.is_none());
    }
    assert!(solved > 14 && infeasible > 3, "{solved} solved, {infeasible} infeasible");
}

/// Plays solutions of all solids, and searches on from states on the way.
#[test]
fn solutions_lead_through_the_game_as_solids_with_corners_roll() {
    let ids = ["t1x2:0438,1", "o2x2:40A29A,5", "i3x3:2EC63184211198,49", "i1x3:FFFFF0,21"];
    for id in ids {
        let (board, mut state) = read(id);
        let problem = common::problem(&model(id));
        let report = common::run(&problem, Method::SEARCH, None);
        let keys: Vec<char> = report.solution.unwrap()["tatham_moves"].as_str().unwrap().chars().collect();
        for (played, key) in keys.iter().enumerate() {
            let left = keys.len() - played;
            if left < 9 {
                assert_eq!(board.shortest(state.clone()).unwrap().0, left as u64, "{id} {played}");
            }
            let next = board.next(&state).into_iter().find(|(other, _)| other == key);
            state = next.unwrap_or_else(|| panic!("{id}: {key} after {played} keys")).1;
        }
        assert!(state.0.iter().all(|&blue| blue), "{id}");
    }
}

#[test]
fn saved_games_of_all_solids_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let [result, save] = ["result.json", "game.sav"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    for (model, length) in [("tetrahedron", 9), ("octahedron", 15), ("icosahedron", 29)] {
        let model = format!("models/tatham_cube/{model}.toml");
        std::fs::write(&result, run(&["solve", "--format", "json", &model], "", 0).0).unwrap();
        run(&["render", &model, &result, "--force", "-o", &save], "", 0);
        let text = std::fs::read_to_string(&save).unwrap();
        for played in [1, length / 2, length - 1] {
            let position = (played + 1).to_string();
            let at = format!("STATEPOS:{}:{position}\n", position.len());
            std::fs::write(&save, text.replace("STATEPOS:1:1\n", &at)).unwrap();
            let report: Value = serde_json::from_str(&run(&["solve", "--format", "json", &save], "", 0).0).unwrap();
            assert_eq!(report["objective"].as_u64(), Some(length - played), "{model} {played}");
        }
    }
}

#[test]
fn tables_have_the_distances_of_the_plainest_search() {
    for (size, letter, d1, d2) in [("t1x1", 't', 1, 1), ("t0x3", 't', 0, 3), ("o1x1", 'o', 1, 1)] {
        let (text, _) = run(&["table", "tatham-cube", size, "--format", "json"], "", 0);
        let numbers: Value = serde_json::from_str(&text).unwrap();
        let board = Board::new(letter, d1, d2);
        let squares = board.rolls.len();
        let mut starts: Vec<u64> = Vec::new();
        for set in (0..1_u32 << squares).filter(|set| set.count_ones() as usize == board.faces) {
            for start in 0..squares {
                let blue = (0..squares).map(|square| set >> square & 1 == 1).collect();
                if let Some((length, _)) = board.shortest((vec![false; board.faces], start, blue)) {
                    starts.resize(starts.len().max(length as usize + 1), 0);
                    starts[length as usize] += 1;
                }
            }
        }
        assert_eq!(numbers["starts"], serde_json::to_value(starts).unwrap(), "{size}");
    }
}

#[test]
fn hexagons_have_six_symmetries_or_twelve() {
    // One blue square of a triangle of 9, whose symmetries are those of a triangle: corners, sides, and the three in the middle.
    for (size, colourings) in [([0, 3], 3), ([3, 0], 3), ([1, 1], 1), ([0, 1], 1), ([1, 2], 4)] {
        let grid = Grid::new(Solid::Tetrahedron, size).unwrap();
        assert_eq!(orbits(&grid, 1).colourings, colourings, "{size:?}");
    }
}

#[test]
fn boards_of_more_than_52_squares_are_solved() {
    for id in ["c8x7:C000000000000F,20", "c10x11:00000000000000000000000000FC,99"] {
        let length = common::run(&common::problem(&model(id)), Method::SEARCH, None).objective.unwrap();
        assert!((6..40).contains(&length), "{id}: {length}");
    }
    let cube = TathamCube::from_id("i3x3:FFFFF000000008,53").unwrap();
    assert_eq!((cube.grid.squares().len(), cube.grid.name()), (54, "i3x3".to_owned()));
}
