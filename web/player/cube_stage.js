// The Sudoku Cube in space: pieces with digits, whose layers turn.
import { cubeStates, inLayer, midTurn, piecesOf, readTurn } from "./cube_states.js";
import { makeBox, placeBox, setFace } from "./box.js";
import { html } from "./dom.js";
import { PLACES } from "./faces.js";
import { IDENTITY, apply, eased, multiply, scaled } from "./geometry.js";

/** @typedef {import("./board_stage.js").Stage} Stage */
/** @typedef {import("./box.js").Box} Box */
/** @typedef {import("./cube_states.js").Piece} Piece */
/** @typedef {import("./format.js").Cube} Cube */
/** @typedef {import("./format.js").Field} Field */
/** @typedef {import("./geometry.js").Matrix} Matrix */
/** @typedef {import("./geometry.js").Vector} Vector */

/** Side of a piece, in pixels. */
const PIECE = 100;
const TURN_TIME = 600;
/** Taking the cube apart and putting it together. */
const ASSEMBLY_TIME = 2400;
/** How far the pieces are apart then, relative to the whole cube. */
const SPREAD = 0.5;
/** Digits that read as another one upside down. */
const UNDERLINED = new Set([6, 9]);

/**
 * @param {Field} field
 * @returns {HTMLElement}
 */
function sticker({ digit, direction }) {
  const text = html("span", {}, digit === null ? "" : String(digit));
  text.style.transform = `rotate(${90 * (direction ?? 0)}deg)`;
  if (digit !== null && UNDERLINED.has(digit)) text.classList.add("underlined");
  if (direction === null) text.classList.add("loose");
  return html("div", { class: "sticker" }, text);
}

/**
 * The letters of the sides, on the floor round the cube; top and bottom go without saying.
 * @param {number} depth of the floor below the middle
 * @returns {HTMLElement}
 */
function compass(depth) {
  const element = html("div", { class: "compass" });
  element.style.transform = `translateZ(${-depth}px)`;
  for (const side of ["F", "R", "B", "L"]) element.append(html("span", { class: `side-${side}` }, side));
  return element;
}

/**
 * The boxes of the pieces, with the digits of one net.
 * @param {Box[]} boxes
 * @param {Piece[]} pieces
 * @returns {void}
 */
function dress(boxes, pieces) {
  pieces.forEach((piece, i) => {
    for (const place of PLACES) {
      const field = piece.stickers[place];
      if (field) setFace(boxes[i], place, sticker(field));
    }
  });
}

/** @type {Pick<Stage, "unit" | "size" | "rise" | "look" | "tilts" | "focus" | "badge">} */
const CUBE_SCENE = {
  unit: PIECE,
  size: [PIECE * 1.75, PIECE * 1.75, PIECE * 1.6],
  rise: 0,
  look: { spin: 32, tilt: 62 },
  tilts: [0, 180],
  focus: () => [0, 0, 0],
  badge: () => "",
};

/**
 * @param {Cube} cube
 * @returns {Stage}
 */
export function makeCubeStage(cube) {
  const scrambled = piecesOf(cube.faces);
  const boxes = scrambled.map(() => makeBox(PIECE, "piece"));
  dress(boxes, scrambled);
  const solids = boxes.map((box) => box.element);
  if (cube.turns.length === 0 && cube.solved) {
    const reach = PIECE * (1.7 + SPREAD);
    const elements = [compass(PIECE * (1.5 + SPREAD)), ...solids];
    return { ...CUBE_SCENE, size: [reach, reach, reach], elements, ...assembly(boxes, scrambled, piecesOf(cube.solved)) };
  }
  return { ...CUBE_SCENE, elements: [compass(PIECE * 1.52), ...solids], ...turning(boxes, scrambled, cube.turns) };
}

/**
 * A cube whose layers turn.
 * @param {Box[]} boxes
 * @param {Piece[]} pieces
 * @param {string[]} texts
 * @returns {Pick<Stage, "steps" | "duration" | "render">}
 */
function turning(boxes, pieces, texts) {
  const turns = texts.map(readTurn);
  const states = cubeStates(pieces, turns);
  /** @type {(Matrix | null)[]} */
  const shown = pieces.map(() => null);
  return {
    steps: turns.length,
    duration: (step) => (Math.abs(turns[step].quarters) === 2 ? 1.4 * TURN_TIME : TURN_TIME),
    render(position) {
      const step = Math.floor(position);
      const part = eased(position - step);
      const turn = part > 0 ? turns[step] : null;
      const layer = turn && midTurn(turn, part);
      states[step].forEach((matrix, i) => {
        const turned = turn && layer && inLayer(pieces[i], matrix, turn) ? multiply(layer, matrix) : matrix;
        if (shown[i] === turned) return;
        placeBox(boxes[i], turned, scaled(apply(turned, pieces[i].home), PIECE));
        shown[i] = turned;
      });
    },
  };
}

/**
 * A cube that is taken apart and put together: its pieces move apart, change, and move together.
 * @param {Box[]} boxes
 * @param {Piece[]} before
 * @param {Piece[]} after
 * @returns {Pick<Stage, "steps" | "duration" | "render">}
 */
function assembly(boxes, before, after) {
  let dressed = before;
  return {
    steps: 1,
    duration: () => ASSEMBLY_TIME,
    render(position) {
      const wanted = position < 0.5 ? before : after;
      if (dressed !== wanted) dress(boxes, (dressed = wanted));
      const spread = 1 + SPREAD * eased(1 - Math.abs(2 * position - 1));
      before.forEach(({ home }, i) => placeBox(boxes[i], IDENTITY, scaled(home, spread * PIECE)));
    },
  };
}
