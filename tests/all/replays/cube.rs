//! A twisty cube of stickers, from the JSON of a replay.

use serde_json::Value;

type Vector = [i64; 3];

/// A sticker: where its small cube is, where it faces, where the top of its digit points, if that is known.
#[derive(Clone, Debug)]
pub struct Sticker {
    cubie: Vector,
    normal: Vector,
    top: Option<Vector>,
    digit: Value,
}

/// The faces with their vectors out of the face, and to the right and down as drawn in the net: U above F, L F R B in a row, D below F.
const FACES: [(&str, Vector, Vector, Vector); 6] = [
    ("U", [0, 1, 0], [1, 0, 0], [0, 0, 1]),
    ("L", [-1, 0, 0], [0, 0, 1], [0, -1, 0]),
    ("F", [0, 0, 1], [1, 0, 0], [0, -1, 0]),
    ("R", [1, 0, 0], [0, 0, -1], [0, -1, 0]),
    ("B", [0, 0, -1], [-1, 0, 0], [0, -1, 0]),
    ("D", [0, -1, 0], [1, 0, 0], [0, 0, -1]),
];

fn plus(a: Vector, b: Vector, times: i64) -> Vector {
    std::array::from_fn(|i| a[i] + times * b[i])
}

fn dot(a: Vector, b: Vector) -> i64 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

/// A quarter turn clockwise as seen from the tip of `axis`: v goes to v × axis, apart from its part along the axis.
fn quarter(v: Vector, axis: Vector) -> Vector {
    let turned = std::array::from_fn(|i| v[(i + 1) % 3] * axis[(i + 2) % 3] - v[(i + 2) % 3] * axis[(i + 1) % 3]);
    plus(turned, axis, dot(v, axis))
}

fn stickers(net: &Value) -> Vec<Sticker> {
    let mut stickers = Vec::new();
    for (name, normal, right, down) in FACES {
        let fields = net[name].as_array().unwrap();
        assert_eq!(fields.len(), 9);
        for (i, field) in (0i64..).zip(fields) {
            let tops = [plus([0; 3], down, -1), right, down, plus([0; 3], right, -1)];
            stickers.push(Sticker {
                cubie: plus(plus(normal, right, i % 3 - 1), down, i / 3 - 1),
                normal,
                top: field["direction"].as_u64().map(|direction| tops[direction as usize]),
                digit: field["digit"].clone(),
            });
        }
    }
    stickers
}

/// The stickers of a net after these turns.
pub fn turned(net: &Value, turns: &[&str]) -> Vec<Sticker> {
    let mut stickers = stickers(net);
    for turn in turns {
        let (face, times) = turn.split_at(1);
        let (_, axis, ..) = FACES.into_iter().find(|(name, ..)| *name == face).unwrap();
        let times = ["", "2", "'"].iter().position(|suffix| *suffix == times).unwrap() + 1;
        for sticker in stickers.iter_mut().filter(|sticker| dot(sticker.cubie, axis) == 1) {
            for _ in 0..times {
                sticker.cubie = quarter(sticker.cubie, axis);
                sticker.normal = quarter(sticker.normal, axis);
                sticker.top = sticker.top.map(|top| quarter(top, axis));
            }
        }
    }
    stickers
}

/// Checks that stickers are those of a net; symmetric digits may be upside down.
pub fn compare(found: &[Sticker], net: &Value, symmetric: &Value) {
    for wanted in stickers(net) {
        let here = |sticker: &&Sticker| sticker.cubie == wanted.cubie && sticker.normal == wanted.normal;
        let found = found.iter().find(here).unwrap();
        assert_eq!(found.digit, wanted.digit);
        let upside_down = wanted.top.map(|top| plus([0; 3], top, -1));
        let is_symmetric = symmetric.as_array().unwrap().contains(&found.digit);
        assert!(found.top == wanted.top || is_symmetric && found.top == upside_down, "{found:?} {wanted:?}");
    }
}
