// Replays of boards for the tests, with rolls that are worked out here, not by the player.

/** @typedef {import("../player/format.js").Board} Board */
/** @typedef {import("../player/format.js").BoardCell} BoardCell */
/** @typedef {import("../player/format.js").Cell} Cell */
/** @typedef {import("../player/format.js").Face} Face */
/** @typedef {import("../player/format.js").Place} Place */
/** @typedef {import("../player/format.js").Replay} Replay */
/** @typedef {import("../player/format.js").Roll} Roll */
/** @typedef {import("../player/format.js").Step} Step */
/** @typedef {Record<Place, Face>} Faces */

/** @type {Record<Roll, Cell>} */
const MOVES = { N: [0, 1], E: [1, 0], S: [0, -1], W: [-1, 0] };

/**
 * The faces of a solid after a roll, by the table: rolling north brings the south face to the top, and so on.
 * @param {Faces} f
 * @param {Roll} roll
 * @returns {Faces}
 */
export function rolledFaces(f, roll) {
  switch (roll) {
    case "N":
      return { ...f, top: f.south, north: f.top, bottom: f.north, south: f.bottom };
    case "S":
      return { ...f, top: f.north, south: f.top, bottom: f.south, north: f.bottom };
    case "E":
      return { ...f, top: f.west, east: f.top, bottom: f.east, west: f.bottom };
    case "W":
      return { ...f, top: f.east, west: f.top, bottom: f.west, east: f.bottom };
  }
}

/**
 * A die; opposite faces add up to 7.
 * @param {number} top
 * @param {number} north
 * @param {number} east
 * @returns {Faces}
 */
export function die(top, north, east) {
  const pips = (/** @type {number} */ value) => ({ pips: value });
  return {
    top: pips(top),
    bottom: pips(7 - top),
    north: pips(north),
    south: pips(7 - north),
    east: pips(east),
    west: pips(7 - east),
  };
}

/**
 * @param {Face} face
 * @returns {number}
 */
function pipsOf(face) {
  return face && "pips" in face ? face.pips : 0;
}

/**
 * @param {string} letters
 * @param {number} [solid]
 * @returns {Step[]}
 */
function rolls(letters, solid = 0) {
  return [...letters].map((roll) => ({ solid, roll: /** @type {Roll} */ (roll), text: roll }));
}

/**
 * The faces of one die after each step.
 * @param {Faces} faces
 * @param {Step[]} steps
 * @returns {Faces[]}
 */
export function facesAfter(faces, steps) {
  const all = [faces];
  for (const { roll } of steps) all.push(rolledFaces(all[all.length - 1], roll));
  return all;
}

/**
 * The sum of the tops, a closed tour's start counted once.
 * @param {Faces} faces
 * @param {Step[]} steps
 * @param {boolean} closed
 * @returns {string[]}
 */
function sums(faces, steps, closed) {
  let sum = 0;
  return facesAfter(faces, steps).map((now, k) => String((sum += closed && k === steps.length ? 0 : pipsOf(now.top))));
}

/**
 * @param {Step[]} steps
 * @returns {string[]}
 */
function counted(steps) {
  return Array.from({ length: steps.length + 1 }, (_, k) => String(k));
}

/**
 * @param {Cell} at
 * @returns {BoardCell}
 */
function start(at) {
  return { at, ends: [{ name: "start", solid: 0 }] };
}

/** @returns {Replay} */
export function dieTour() {
  const steps = rolls("NNEESWSE");
  const faces = die(1, 2, 3);
  return {
    format: 1,
    puzzle: "die-tour",
    title: "Die tour with total 37",
    facts: [["start", "[0, 0] with top 1, north 2, east 3"], ["moves", "NNEESWSE"], ["tops", "1 5 6 4 1 5 4 6 5"], ["total", "37"]],
    stage: {
      kind: "board",
      columns: 3,
      rows: 3,
      cells: [start([0, 0])],
      solids: [{ name: "die", at: [0, 0], faces }],
      steps,
      readouts: [{ name: "sum", values: sums(faces, steps, false) }],
      trail: true,
    },
  };
}

/** A closed tour of 4 × 4 cells. @returns {Replay} */
export function closedTour() {
  const steps = rolls("NNNESSENNESSSWWW");
  const faces = die(1, 2, 3);
  /** @type {Board} */
  const stage = {
    kind: "board",
    columns: 4,
    rows: 4,
    cells: [start([0, 0])],
    solids: [{ name: "die", at: [0, 0], faces }],
    steps,
    readouts: [{ name: "sum", values: sums(faces, steps, true) }],
    trail: true,
    closed: true,
  };
  return { format: 1, puzzle: "die-tour", title: "Closed die tour", stage };
}

/** @returns {Replay} */
export function diePath() {
  const steps = rolls("NNEESWWS");
  const faces = die(1, 2, 3);
  /** @type {Cell[]} */
  const blocked = [[1, 1], [1, 3], [3, 1], [3, 2]];
  const goal = { name: "goal", solid: 0, faces: { top: { pips: 6 } } };
  return {
    format: 1,
    puzzle: "die-path",
    title: "Die path of 8 rolls",
    facts: [["length", "8"], ["runs", "2N 2E S 2W S"], ["moves", "NNEESWWS"]],
    stage: {
      kind: "board",
      columns: 5,
      rows: 5,
      cells: [
        ...blocked.map((at) => ({ at, blocked: true })),
        { at: [2, 2], ends: [{ name: "start", solid: 0 }, goal] },
      ],
      solids: [{ name: "die", at: [2, 2], faces }],
      steps,
      trail: true,
      readouts: [{ name: "rolls", values: counted(steps) }],
    },
  };
}

/** A far path: runs are drawn shorter than they are. @returns {Replay} */
export function farPath() {
  const letters = "NNNNEEEE";
  const steps = rolls(letters).map((step, i) => (i % 4 === 0 ? { ...step, count: 1000000000 } : { ...step, part: true }));
  return {
    format: 1,
    puzzle: "die-path",
    title: "Die path of 2000000000 rolls",
    facts: [["length", "2000000000"], ["runs", "1000000000N 1000000000E"]],
    stage: {
      kind: "board",
      columns: 5,
      rows: 5,
      origin: [0, 0],
      cells: [start([0, 0]), { at: [4, 4], ends: [{ name: "goal", solid: 0, faces: die(1, 2, 3) }] }],
      solids: [{ name: "die", at: [0, 0], faces: die(1, 2, 3) }],
      steps,
      trail: true,
    },
  };
}

/** @returns {Replay} */
export function twoDice() {
  const steps = [...rolls("NN", 0), ...rolls("W", 1), ...rolls("E", 0), ...rolls("NN", 1)];
  for (const step of steps) step.text = `${step.solid + 1}${step.roll}`;
  return {
    format: 1,
    puzzle: "die-path",
    title: "Two dice, 6 rolls",
    facts: [["length", "6"], ["moves", steps.map((step) => step.text).join(" ")]],
    stage: {
      kind: "board",
      columns: 4,
      rows: 3,
      cells: [
        { at: [0, 0], ends: [{ name: "start", solid: 0 }] },
        { at: [3, 0], ends: [{ name: "start", solid: 1 }] },
        { at: [1, 2], ends: [{ name: "goal", solid: 0 }] },
        { at: [2, 2], ends: [{ name: "goal", solid: 1, faces: { top: { pips: 4 } } }] },
        { at: [3, 1], blocked: true },
      ],
      solids: [
        { name: "die 1", at: [0, 0], faces: die(1, 2, 3) },
        { name: "die 2", at: [3, 0], faces: die(1, 2, 3) },
      ],
      steps,
      trail: true,
      readouts: [{ name: "rolls", values: counted(steps) }],
    },
  };
}

/** @returns {Replay} */
export function labelledBoard() {
  const steps = rolls("EENNWWSE");
  const faces = die(1, 2, 3);
  const tops = facesAfter(faces, steps).map((now) => String(pipsOf(now.top)));
  return {
    format: 1,
    puzzle: "labeled-board",
    title: "Labelled board in 8 rolls",
    facts: [["moves", "EENNWWSE"], ["length", "8"]],
    stage: {
      kind: "board",
      columns: 4,
      rows: 3,
      cells: [
        { at: [1, 0], label: tops[1] },
        { at: [2, 2], label: tops[4] },
        { at: [0, 1], label: tops[7] },
        { at: [1, 1], label: tops[8], ends: [{ name: "goal", solid: 0 }] },
        { at: [3, 2], blocked: true },
        { at: [3, 1], blocked: true },
        start([0, 0]),
      ],
      solids: [{ name: "die", at: [0, 0], faces }],
      steps,
      trail: true,
      readouts: [{ name: "rolls", values: counted(steps) }, { name: "labels", values: ["0", "1", "1", "1", "2", "2", "2", "3", "4"] }],
    },
  };
}

/** @returns {Replay} */
export function tippedBox() {
  const [level, upright] = [{ paint: "orange" }, { paint: "blue" }];
  const faces = { top: level, bottom: level, north: upright, south: upright, east: upright, west: upright };
  const steps = [..."ENEW"].map((letter) => ({ solid: 0, roll: /** @type {Roll} */ (letter), text: letter }));
  return {
    format: 1,
    puzzle: "box",
    title: "A box in 4 tips",
    facts: [["moves", "ENEW"], ["length", "4"]],
    stage: {
      kind: "board",
      columns: 4,
      rows: 3,
      cells: [
        { at: [0, 2], blocked: true },
        { at: [0, 0], ends: [{ name: "start", solid: 0 }] },
        { at: [1, 1], ends: [{ name: "goal", solid: 0 }] },
        { at: [2, 1], ends: [{ name: "goal", solid: 0 }] },
      ],
      solids: [{ name: "box", at: [0, 0], faces, size: [1, 1, 2] }],
      steps,
      readouts: [{ name: "box", values: ["1 × 1 × 2", "2 × 1 × 1", "2 × 1 × 1", "1 × 1 × 2", "2 × 1 × 1"] }],
    },
  };
}

/** A box that opens a bridge, is split, and put together again. @returns {Replay} */
export function splitBox() {
  const [orange, blue] = [{ paint: "orange" }, { paint: "blue" }];
  const all = (/** @type {Face} */ face) => ({ top: face, bottom: face, north: face, south: face, east: face, west: face });
  const ends = { ...all(blue), east: orange, west: orange };
  /** @type {Step[]} */
  const steps = [
    { solid: 0, roll: "E", text: "E", cells: [{ cell: [1, 1], paint: "grey" }] },
    { solid: 0, roll: "E", text: "E", put: [{ solid: 0 }, { solid: 1, at: [0, 2] }, { solid: 2, at: [4, 2] }] },
    { solid: 1, roll: "E", text: "E" },
    { solid: 1, roll: "E", text: "E" },
    { solid: 2, roll: "W", text: "w", put: [{ solid: 1 }, { solid: 2 }, { solid: 3, at: [2, 2] }] },
    { solid: 3, roll: "W", text: "W" },
  ];
  return {
    format: 1,
    puzzle: "box",
    title: "A box in 6 moves",
    facts: [["moves", "EEEEwW"], ["length", "6"]],
    stage: {
      kind: "board",
      columns: 5,
      rows: 3,
      cells: [
        { at: [0, 0], ends: [{ name: "start", solid: 0 }] },
        { at: [1, 2], ends: [{ name: "goal", solid: 0 }] },
        { at: [2, 0], sign: "A" },
        { at: [3, 0], sign: "S" },
        { at: [1, 1], sign: "a", paint: "black" },
        { at: [4, 0], sign: "~" },
      ],
      solids: [
        { name: "box", at: [0, 0], faces: { ...all(blue), top: orange, bottom: orange }, size: [1, 1, 2] },
        { name: "first cube", faces: all(blue) },
        { name: "second cube", faces: all(orange) },
        { name: "box", faces: ends, size: [2, 1, 1] },
      ],
      steps,
      readouts: [
        { name: "box", values: ["1 × 1 × 2", "2 × 1 × 1", ...Array(3).fill("in two cubes"), "2 × 1 × 1", "1 × 1 × 2"] },
        { name: "open bridges", values: ["none", ...Array(6).fill("a")] },
      ],
    },
  };
}

/** @returns {Replay} */
export function cubeTray() {
  const paint = (/** @type {string} */ name) => ({ paint: name });
  const faces = {
    top: paint("black"),
    bottom: paint("orange"),
    north: paint("grey"),
    south: paint("grey"),
    east: paint("grey"),
    west: paint("grey"),
  };
  /** @type {Cell[]} */
  const places = [[0, 2], [1, 2], [2, 2], [0, 1], [2, 1], [0, 0], [1, 0], [2, 0]];
  const occupied = new Map(places.map((at, i) => [at.join(), i]));
  /** @type {Cell} */
  let hole = [1, 1];
  const steps = [..."ENWWSSEENNWWSSE"].map((letter) => {
    const roll = /** @type {Roll} */ (letter);
    const [dx, dy] = MOVES[roll];
    /** @type {Cell} */
    const from = [hole[0] - dx, hole[1] - dy];
    const solid = /** @type {number} */ (occupied.get(from.join()));
    occupied.delete(from.join());
    occupied.set(hole.join(), solid);
    hole = from;
    return { solid, roll, text: letter };
  });
  /** @type {Partial<Faces>} */
  const goal = { top: paint("orange") };
  return {
    format: 1,
    puzzle: "cube-tray",
    title: "Cube tray in 15 rolls",
    facts: [["moves", "ENWWSSEENNWWSSE"], ["length", "15"]],
    stage: {
      kind: "board",
      columns: 3,
      rows: 3,
      cells: [
        ...[[0, 2], [2, 2], [0, 0], [2, 0]].map(([x, y]) => ({ at: /** @type {Cell} */ ([x, y]), ends: [{ name: "goal", faces: goal }] })),
        { at: [1, 2], ends: [{ name: "hole" }] },
      ],
      solids: places.map((at, i) => ({ name: `cube ${i + 1}`, at, faces })),
      steps,
      readouts: [{ name: "rolls", values: counted(steps) }],
    },
  };
}

/** @returns {Replay} */
export function tathamCube() {
  /** @type {Cell[]} */
  const blue = [[0, 3], [1, 3], [1, 2], [1, 1], [2, 1], [3, 0]];
  const cells = new Set(blue.map(String));
  const plain = () => ({ paint: null });
  /** @type {Faces} */
  const faces = { top: plain(), bottom: plain(), north: plain(), south: plain(), east: plain(), west: plain() };
  /** @type {Cell} */
  let at = [3, 3];
  let now = faces;
  const values = ["0"];
  const steps = [..."SSSNWWNNW"].map((letter) => {
    const roll = /** @type {Roll} */ (letter);
    at = [at[0] + MOVES[roll][0], at[1] + MOVES[roll][1]];
    now = rolledFaces(now, roll);
    const [onCell, onFace] = [cells.has(at.join()), now.bottom && "paint" in now.bottom ? now.bottom.paint : null];
    if (onFace) cells.add(at.join());
    else cells.delete(at.join());
    now = { ...now, bottom: { paint: onCell ? "blue" : null } };
    values.push(String(Object.values(now).filter((face) => face && "paint" in face && face.paint).length));
    /** @type {Step} */
    const step = { solid: 0, roll, text: letter, paint: { cell: at, paint: onFace, face: "bottom", face_paint: onCell ? "blue" : null } };
    return step;
  });
  return {
    format: 1,
    puzzle: "tatham-cube",
    title: "Tatham's Cube in 9 rolls",
    facts: [["id", "c4x4:C461,3"], ["moves", "SSSNWWNNW"], ["length", "9"]],
    stage: {
      kind: "board",
      columns: 4,
      rows: 4,
      cells: blue.map((cell) => ({ at: cell, paint: "blue" })),
      solids: [{ name: "cube", at: [3, 3], faces }],
      steps,
      readouts: [{ name: "blue faces", values: values.map((value) => `${value} of 6`) }],
    },
  };
}

/** A tetrahedron, white at the start, on a board of triangles. @returns {Replay} */
export function tathamTetrahedron() {
  /** @type {Cell[]} */
  const blue = [[1, 0], [3, 0], [4, 0], [0, 1]];
  /** @type {[roll: Roll, cell: Cell, paint: string | null, face: string | null][]} */
  const steps = [
    ["S", [1, 1], null, null],
    ["W", [0, 1], null, "blue"],
    ["S", [0, 0], null, null],
    ["E", [1, 0], null, "blue"],
    ["E", [2, 0], "blue", null],
    ["N", [2, 1], null, null],
    ["S", [2, 0], null, "blue"],
    ["E", [3, 0], null, "blue"],
    ["E", [4, 0], null, "blue"],
  ];
  const none = { top: null, bottom: null, north: null, south: null, east: null, west: null };
  const corners = /** @type {[number, number, number][]} */ ([[0, 5774, 0], [5000, -2887, 0], [-5000, -2887, 0], [0, 0, 8165]]);
  const faces = [[1, 3, 2], [0, 1, 2], [0, 3, 1], [0, 2, 3]].map((of) => ({ corners: of, paint: null }));
  return {
    format: 1,
    puzzle: "tatham-cube",
    title: "A tetrahedron in 9 rolls",
    stage: {
      kind: "board",
      columns: 5,
      rows: 3,
      triangles: 1,
      cells: [
        ...blue.map((cell) => ({ at: cell, paint: "blue" })),
        ...[[0, 2], [4, 2]].map((cell) => ({ at: /** @type {Cell} */ (cell), blocked: true })),
      ],
      solids: [{ name: "tetrahedron", at: [1, 2], faces: none, shape: { corners, faces } }],
      steps: steps.map(([roll, cell, paint, face]) => ({
        solid: 0,
        roll,
        text: roll,
        ...(paint === face ? {} : { paint: { cell, paint, face: "bottom", face_paint: face } }),
      })),
      readouts: [{ name: "blue faces", values: [0, 0, 1, 1, 2, 1, 1, 2, 3, 4].map((value) => `${value} of 4`) }],
    },
  };
}

/** A model without a solution. @returns {Replay} */
export function unsolved() {
  return {
    format: 1,
    puzzle: "die-tour",
    title: "Die tour",
    stage: {
      kind: "board",
      columns: 3,
      rows: 2,
      cells: [{ at: [1, 0], blocked: true }],
      solids: [{ name: "die", faces: { ...die(1, 2, 3), north: null, south: null, east: null, west: null } }],
      steps: [],
    },
  };
}

/**
 * A large board and a long tour in rows.
 * @param {number} side
 * @param {number} length
 * @returns {Replay}
 */
export function largeTour(side, length) {
  const lap = `${"E".repeat(side - 1)}N${"W".repeat(side - 1)}N`;
  const steps = rolls(lap.repeat(Math.ceil(length / lap.length)).slice(0, length));
  const faces = die(1, 2, 3);
  /** @type {(i: number) => Cell} */
  const place = (i) => [(i * 7) % side, side - 1 - (i % 20)];
  const blocked = Array.from({ length: side }, (_, i) => ({ at: place(i), blocked: true }));
  return {
    format: 1,
    puzzle: "die-tour",
    title: `Die tour of ${side} × ${side} cells`,
    stage: {
      kind: "board",
      columns: side,
      rows: side,
      cells: [start([0, 0]), ...blocked],
      solids: [{ name: "die", at: [0, 0], faces }],
      steps,
      readouts: [{ name: "sum", values: sums(faces, steps, false) }],
      trail: true,
    },
  };
}
