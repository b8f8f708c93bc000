// The board in space: floor, blocks, and the solids that roll.
import { makeBlocks, drawnFlat } from "./blocks.js";
import { boardStates, cellKey, midRoll } from "./board_states.js";
import { makeBody, makeBox, placeBox, setFace } from "./box.js";
import { html } from "./dom.js";
import { add, eased, scaled } from "./geometry.js";
import { makeGround, roleOf } from "./ground.js";
import { boardSize, directionOf, middleOf } from "./tiling.js";
import { makeTrail } from "./trail.js";

/** @typedef {import("./board_states.js").BoardState} BoardState */
/** @typedef {import("./board_states.js").Placed} Placed */
/** @typedef {import("./box.js").Box} Box */
/** @typedef {import("./format.js").Board} Board */
/** @typedef {import("./format.js").Cell} Cell */
/** @typedef {import("./geometry.js").Vector} Vector */

/**
 * What the player shows; positions are in pixels of the world, whose middle is the origin.
 * @typedef {object} Stage
 * @property {HTMLElement[]} elements what is in the world
 * @property {number} steps
 * @property {number} unit the side of a cell
 * @property {Vector} size half the width, depth and height of what is shown
 * @property {number} rise how far the middle of what is shown is above the origin
 * @property {{ spin: number, tilt: number }} look from where it is looked at first
 * @property {[number, number]} tilts the least and the largest tilt
 * @property {(step: number) => number} duration of a step, in milliseconds at speed 1
 * @property {(position: number) => void} render
 * @property {() => Vector} focus what moves
 * @property {(position: number) => string} badge a word over what moves, or an empty one
 */

/** A board is so many pixels wide or high, as long as its cells are of a sensible size. */
const BOARD_SIZE = 1200;
/** Sides of solids relative to a cell: a hair's breadth stays between neighbours. */
const SOLID_SIZE = 0.94;
/** Boards with more cells in a row are large. */
const LARGE = 24;
/** Small solids are drawn on so many pixels and then made smaller, so that they are sharp when one looks closer. */
const LEAST_DETAIL = 64;
const ROLL_TIME = 650;

/**
 * Whether a board has so many cells in a row that solids are small.
 * @param {Board} board
 * @returns {boolean}
 */
function isLarge({ columns, rows }) {
  return Math.max(columns, rows) > LARGE;
}

/**
 * A solid on the board with its shadow.
 * @param {number} unit
 * @param {string} role its class
 * @param {Placed} first how it lies before the first step
 */
function makeSolid(unit, role, { size, body }) {
  const detail = Math.max(unit, LEAST_DETAIL);
  const [side, name] = [detail * SOLID_SIZE, `solid ${role}`];
  const box = body ? makeBody(side, name, body) : makeBox(side, name, size);
  const shadow = html("div", { class: `shadow ${role}` });
  /** @type {Placed["faces"]} */
  let drawn = {};

  return {
    elements: [shadow, box.element],
    /** @param {boolean} there whether it is on the board */
    reveal(there) {
      for (const element of [shadow, box.element]) element.hidden = !there;
    },
    /**
     * @param {Placed} solid
     * @param {Vector} floor the middle of the floor under it, in cells
     * @param {Vector | null} direction of a roll
     * @param {number} part
     * @returns {Vector} the middle of the solid, in pixels
     */
    show(solid, floor, direction, part) {
      for (const [place, face] of Object.entries(solid.faces)) {
        if (drawn[place] !== face) setFace(box, place, box.draw(face, place));
      }
      drawn = solid.faces;
      const { matrix, middle } = midRoll(solid, direction, part);
      // The box is smaller than its cells, and still lies on the floor.
      const lower = (SOLID_SIZE - 1) * (solid.body?.height ?? solid.size[2] / 2);
      const position = scaled(add(add(floor, middle), [0, 0, lower]), unit);
      placeBox(box, matrix, position, unit / detail);
      const [width, height] = [solid.size[0] + 0.5, solid.size[1] + 0.5].map((length) => length * unit);
      shadow.style.width = `${width}px`;
      shadow.style.height = `${height}px`;
      shadow.style.margin = `${-height / 2}px ${-width / 2}px`;
      // A little above the floor, below all else.
      shadow.style.transform = `translate3d(${position[0]}px,${-position[1]}px,0.4px)`;
      return position;
    },
  };
}

/**
 * The word over a run that is drawn shorter than it is, for each step.
 * @param {Board} board
 * @returns {string[]}
 */
export function badges(board) {
  let run = "";
  return board.steps.map((step) => {
    if (step.count !== undefined) run = `× ${step.count}`;
    else if (!step.part) run = "";
    return run;
  });
}

/**
 * After which step each labelled cell is visited first; infinity if it is not.
 * @param {Board} board
 * @param {BoardState[]} states
 * @returns {[Cell, number][]}
 */
function firstVisitsOf(board, states) {
  /** @type {Map<string, number>} */
  const first = new Map();
  states.forEach((state, k) => {
    const at = state.solids[k === 0 ? 0 : board.steps[k - 1].solid]?.at;
    if (at && !first.has(cellKey(at))) first.set(cellKey(at), k);
  });
  const labelled = board.cells.filter((cell) => cell.label !== undefined);
  return labelled.map(({ at }) => [at, first.get(cellKey(at)) ?? Infinity]);
}

/**
 * The floor with all that is on it but the solids.
 * @param {Board} board
 * @param {BoardState[]} states
 * @param {number} unit
 * @param {boolean} foretold whether the whole way is drawn before the first step
 */
function makeFloor(board, states, unit, foretold) {
  const flat = board.triangles !== undefined || drawnFlat(board);
  const ground = makeGround(board, flat);
  const trail = board.trail ? makeTrail(board, states) : null;
  if (trail) ground.strands.append(trail.element);
  const plate = html("div", { class: "plate" }, ground.element);
  const [width, height] = boardSize(board).map((length) => length * unit);
  plate.style.width = `${width}px`;
  plate.style.height = `${height}px`;
  plate.style.margin = `${-height / 2}px ${-width / 2}px`;
  const firstVisits = firstVisitsOf(board, states);
  let shown = -1;
  return {
    elements: [plate, ...(flat ? [] : makeBlocks(board, unit))],
    /**
     * @param {number} step
     * @param {number} part
     */
    show(step, part) {
      if (foretold && step === 0 && part === 0) trail?.show(board.steps.length, 0);
      else trail?.show(step, part);
      if (step === shown) return;
      shown = step;
      ground.repaint(states[step].paints);
      for (const [cell, first] of firstVisits) ground.visit(cell, first <= step);
    },
  };
}

/**
 * The class that tells kinds of cubes apart; empty where there is one kind.
 * @param {import("./format.js").Solid} solid
 * @returns {string}
 */
function kindOf({ kind }) {
  return kind === undefined ? "" : `kind-${kind % 4}`;
}

/**
 * The solids of a board.
 * @param {Board} board
 * @param {BoardState[]} states
 * @param {number} unit
 */
function makeSolids(board, states, unit) {
  const { solids, steps } = board;
  const [columns, rows] = boardSize(board);
  const size = isLarge(board) ? "small" : "";
  const drawn = states[0].solids.map((solid, index) => makeSolid(unit, `${roleOf(board, index)} ${kindOf(solids[index])} ${size}`, solid));
  /** @type {(Placed | null)[]} */
  const shown = solids.map(() => null);
  /** @type {Vector} */
  let focus = [0, 0, 0];
  const placed = solids.map((_, index) => states.some((state) => state.solids[index].at));
  // What to look at after each step: what moves next, and in the end what moved, or what came of it.
  const last = steps.at(-1);
  const watched = [...steps.map(({ solid }) => solid), last?.put?.find(({ at }) => at)?.solid ?? last?.solid ?? 0];
  return {
    elements: drawn.flatMap((solid, index) => (placed[index] ? solid.elements : [])),
    focus: () => focus,
    /**
     * @param {number} step
     * @param {number} part
     */
    show(step, part) {
      const moving = part > 0 ? steps[step].solid : -1;
      states[step].solids.forEach((solid, index) => {
        if (shown[index] === solid && index !== moving) return;
        drawn[index].reveal(solid.at !== null);
        if (!solid.at) return;
        const [x, y] = middleOf(board, solid.at);
        const direction = index === moving ? directionOf(board, solid.at, steps[step].roll) : null;
        // A box covers more cells than its south-west one.
        const [width, height] = solid.size.map((length) => (length - 1) / 2);
        const floor = /** @type {Vector} */ ([x + width - columns / 2, y + height - rows / 2, 0]);
        const middle = drawn[index].show(solid, floor, direction, part);
        shown[index] = direction ? null : solid;
        if (index === watched[step]) focus = middle;
      });
    },
  };
}

/**
 * @param {Board} board
 * @param {boolean} foretold whether the whole way is drawn before the first step
 * @returns {Stage & { states: BoardState[] }}
 */
export function makeBoardStage(board, foretold) {
  const { solids: given, steps } = board;
  const [columns, rows] = boardSize(board);
  const unit = Math.max(16, Math.min(160, Math.round(BOARD_SIZE / Math.max(columns, rows))));
  const states = boardStates(board);
  const runs = badges(board);
  const tallest = Math.max(1, ...given.flatMap(({ size }) => size ?? []));
  const [floor, solids] = [makeFloor(board, states, unit, foretold), makeSolids(board, states, unit)];
  return {
    elements: [...floor.elements, ...solids.elements],
    states,
    steps: steps.length,
    unit,
    size: [(columns * unit) / 2, (rows * unit) / 2, (tallest * unit) / 2],
    rise: (tallest * unit) / 2,
    // What is small is seen better from above.
    look: isLarge(board) ? { spin: 6, tilt: 36 } : { spin: 18, tilt: 46 },
    tilts: [0, 82],
    duration: () => ROLL_TIME,
    render(position) {
      const step = Math.floor(position);
      const part = eased(position - step);
      floor.show(step, part);
      solids.show(step, part);
    },
    focus: solids.focus,
    badge: (position) => runs[Math.ceil(position) - 1] ?? "",
  };
}
