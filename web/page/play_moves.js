// Moves that are made by hand: from keys, clicks and swipes to moves as tumble writes them. What is allowed is for the rules to say.
import { boardStates, cellKey } from "../player/board_states.js";
import { directionOf, middleOf } from "../player/tiling.js";
import { sentences } from "../player/words.js";

/** @import { Board, Cell, Replay, Roll } from "../player/format.js" */

/** What rolls at the reader's will: a solid, or the hole of a tray, into which its neighbours roll.
 * @typedef {{ name: string, at: Cell, size: number[], isHole: boolean, write: (roll: Roll) => string }} Mover */

/** A roll that the reader may mean: whose, which, the point where it is seen to lead or to come from, and the way that it is seen to go.
 * @typedef {{ mover: number, roll: Roll, point: [number, number], way: [number, number] }} Aim */

/** Where a point of the board is seen. @typedef {(point: number[], height?: number) => [number, number]} Seen */

/** The moves in a text. @param {string} text */
export function movesIn(text) {
  return text.match(/\d?[A-Za-z]['2]?/g) ?? [];
}

/** What the reader can move after the last step. @param {Replay} replay @returns {Mover[]} */
export function moversOf({ puzzle, stage }) {
  if (stage?.kind !== "board") return [];
  const solids = boardStates(stage).at(-1)?.solids ?? [];
  if (puzzle === "cube-tray") return holesOf(stage, solids.flatMap(({ at }) => (at ? [at] : [])));
  const there = solids.flatMap(({ at, size }, i) => (at ? [{ name: stage.solids[i].name, at, size, isHole: false }] : []));
  return there.map((mover, i) => ({ ...mover, write: writerOf(puzzle, there.length, i) }));
}

/** The hole of a tray. @param {Board} board @param {Cell[]} cubes @returns {Mover[]} */
function holesOf(board, cubes) {
  const taken = new Set([...cubes, ...board.cells.filter(({ blocked }) => blocked).map(({ at }) => at)].map(cellKey));
  const cells = Array.from({ length: board.columns * board.rows }, (_, i) => /** @type {Cell} */ ([i % board.columns, Math.floor(i / board.columns)]));
  const holes = cells.filter((at) => !taken.has(cellKey(at)));
  return holes.map((at) => ({ name: "hole", at, size: [1, 1, 1], isHole: true, write: (roll) => roll }));
}

/**
 * How the rolls of one of some solids are written: two dice by their numbers, the second cube of a box by small letters.
 * @param {string} puzzle
 * @param {number} count
 * @param {number} index
 * @returns {(roll: Roll) => string}
 */
function writerOf(puzzle, count, index) {
  if (puzzle === "die-path" && count > 1) return (roll) => `${index + 1}${roll}`;
  return (roll) => (index > 0 ? roll.toLowerCase() : roll);
}

/** The middle of what a mover covers. @param {Board} board @param {Mover} mover @returns {[number, number]} */
function middle(board, { at, size: [width, depth] }) {
  const [x, y] = middleOf(board, at);
  return [x + (width - 1) / 2, y + (depth - 1) / 2];
}

/** All rolls that the reader may mean. @param {Board} board @param {Mover[]} movers @param {Seen} seen @returns {Aim[]} */
function aims(board, movers, seen) {
  return movers.flatMap((mover, index) =>
    /** @type {const} */ (["N", "E", "S", "W"]).map((roll) => {
      const [x, y] = middle(board, mover);
      const [east, north] = directionOf(board, mover.at, roll);
      const far = (Math.abs(east) * mover.size[0] + Math.abs(north) * mover.size[1] + 1) / 2;
      // A cube comes to the hole from the other side.
      const side = mover.isHole ? -far : far;
      const height = mover.isHole ? 0.7 : 0;
      const [from, point] = [seen([x, y], height), seen([x + side * east, y + side * north], height)];
      const sign = Math.sign(side);
      return { mover: index, roll, point, way: /** @type {[number, number]} */ ([sign * (point[0] - from[0]), sign * (point[1] - from[1])]) };
    }),
  );
}

/**
 * The roll of a mover that is seen to go most nearly this way to the right and down.
 * @param {Board} board
 * @param {Mover[]} movers
 * @param {number} mover
 * @param {Seen} seen
 * @param {[number, number]} way
 */
export function rollTowards(board, movers, mover, seen, [right, down]) {
  const along = (/** @type {Aim} */ { way: [x, y] }) => (x * right + y * down) / Math.hypot(x, y);
  const own = aims(board, movers, seen).filter((aim) => aim.mover === mover);
  return own.reduce((best, aim) => (along(aim) > along(best) ? aim : best)).roll;
}

/**
 * The roll to the neighbouring cell that was clicked, or of the cube that was clicked beside a hole; without a roll if it was the solid itself.
 * @param {Board} board
 * @param {Mover[]} movers
 * @param {Seen} seen
 * @param {[number, number]} point
 * @param {boolean} onSolid whether a solid was clicked
 * @returns {{ mover: number, roll?: Roll }}
 */
export function rollClicked(board, movers, seen, [x, y], onSolid) {
  const solids = movers.map((mover, index) => ({ mover: index, point: seen(middle(board, mover), mover.size[2] / 2) }));
  const among = onSolid && !movers[0].isHole ? solids : aims(board, movers, seen);
  const distance = (/** @type {{ point: [number, number] }} */ { point }) => Math.hypot(point[0] - x, point[1] - y);
  return among.reduce((best, one) => (distance(one) < distance(best) ? one : best));
}

/** Whether a key makes a turn, or changes the last one. @param {string} key */
export function isTurn(key) {
  return /^[ulfrbd'2]$/i.test(key);
}

/**
 * The turn that such a key means: a letter turns its layer, with Shift the other way, and after it ' or 2 make another turn of it.
 * @param {string|undefined} last the last turn
 * @param {{ key: string, shiftKey: boolean }} event
 * @returns {{ move: string, replaces?: boolean }|null}
 */
export function turnOfKey(last, { key, shiftKey }) {
  if (!"'2".includes(key)) return { move: key.toUpperCase() + (shiftKey ? "'" : "") };
  return last ? { move: last.endsWith(key) ? last[0] : last[0] + key, replaces: true } : null;
}

/** The first step of a replay in words, and how many steps there are; null if it has none. @param {Replay} replay */
export function firstStep({ stage }) {
  if (!stage || (stage.kind === "board" ? stage.steps : stage.turns).length === 0) return null;
  const sentence = sentences(stage, stage.kind === "board" ? boardStates(stage) : [])(1, false);
  const [, steps = "", words = sentence] = /^\w+ 1 of (\d+): (.*)$/.exec(sentence) ?? [];
  return { words: words.replace(", drawn shorter", ""), steps: Number(steps) };
}
