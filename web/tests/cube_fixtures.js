// Replays of Sudoku Cubes for the tests; the scrambled cube, its layout and its turns are tumble's.

/** @typedef {import("../player/format.js").Net} Net */
/** @typedef {import("../player/format.js").Replay} Replay */

const SCRAMBLED = `
           6v 5< 2^
           4< 6? 2<
           5> 3> 8<
7< 3v 7^   3^ 9^ 4<   4^ 3^ 9>   8v 8< 2^
2^ 5? 8>   9> 1? 5>   2> 7? 2v   3v 4? 4v
3< 1> 1v   5^ 7< 9^   5^ 6< 6>   4> 8< 6<
           9> 6v 1>
           7< 1? 9^
           7^ 8^ 1>`;
const SOLVED = `
           2< 3< 9<
           5< 6? 8<
           1< 4< 7<
8v 2v 9v   5> 2> 3>   6> 8> 1>   5> 2> 9>
1v 5? 7v   6> 1? 8>   9> 7? 4>   3> 4? 7>
6v 3v 4v   4> 9> 7>   5> 3> 2>   6> 8> 1>
           8> 6> 3>
           2> 1? 9>
           4> 5> 7>`;
/** The turns that tumble's two-phase solver found for this cube. */
const TURNS = "D B2 U2 L U' R D' L' B' R2 U' B2 L2 U' L2 D' R2 L2 D2 B2 U' B2".split(" ");

/**
 * @param {string} drawing
 * @returns {Net}
 */
export function readNet(drawing) {
  const fields = drawing.trim().split(/\s+/).map((text) => {
    const direction = "^>v<".indexOf(text[1]);
    return { digit: Number(text[0]), direction: direction < 0 ? null : direction };
  });
  const row = (/** @type {number} */ face) => [0, 1, 2].flatMap((i) => fields.slice(9 + 12 * i + 3 * face, 12 + 12 * i + 3 * face));
  return { U: fields.slice(0, 9), L: row(0), F: row(1), R: row(2), B: row(3), D: fields.slice(45, 54) };
}

/** @returns {Replay} */
export function sudokuCube() {
  return {
    format: 1,
    puzzle: "sudoku-cube",
    title: "Sudoku Cube solved in 22 moves",
    facts: [["hold", "the centre 6 up, the centre 1 to the front"], ["moves", TURNS.join(" ")], ["turns", "22"]],
    stage: {
      kind: "cube",
      faces: readNet(SCRAMBLED),
      hold: "the centre 6 up, the centre 1 to the front",
      turns: TURNS,
      symmetric: [1],
      solved: readNet(SOLVED),
    },
  };
}

/** A cube that turns cannot solve. @returns {Replay} */
export function unreachableCube() {
  return {
    format: 1,
    puzzle: "sudoku-cube",
    title: "Sudoku Cube solved",
    facts: [["hold", "the centre 6 up, the centre 1 to the front"]],
    stage: {
      kind: "cube",
      faces: readNet(SCRAMBLED),
      hold: "the centre 6 up, the centre 1 to the front",
      turns: [],
      solved: readNet(SOLVED),
      reason: "no turns reach it: two pieces would have to be swapped",
    },
  };
}

/**
 * A cube with many turns.
 * @param {number} length
 * @returns {Replay}
 */
export function longTurning(length) {
  const turns = Array.from({ length }, (_, i) => "ULFRBD"[(i * 5 + (i >> 3)) % 6] + ["", "'", "2"][i % 3]);
  const stage = /** @type {import("../player/format.js").Cube} */ (sudokuCube().stage);
  return { ...sudokuCube(), title: `Sudoku Cube with ${length} turns`, stage: { ...stage, turns, solved: undefined } };
}
