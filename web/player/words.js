// The steps in words, for the line under the picture and for screen readers.
import { faceAt } from "./board_states.js";
import { readTurn } from "./cube_states.js";
import { faceWord } from "./faces.js";

/** @typedef {import("./board_states.js").BoardState} BoardState */
/** @typedef {import("./format.js").Board} Board */
/** @typedef {import("./format.js").Cell} Cell */
/** @typedef {import("./format.js").Cube} Cube */
/** @typedef {import("./format.js").Step} Step */

const COMPASS = { N: "north", E: "east", S: "south", W: "west" };
const LAYERS = { U: "upper", L: "left", F: "front", R: "right", B: "back", D: "lower" };

/**
 * A cell as the model counts it.
 * @param {Board} board
 * @param {Cell} cell
 * @returns {string}
 */
function cellWord({ origin = [0, 0] }, cell) {
  return `[${cell.map((value, i) => BigInt(origin[i]) + BigInt(value)).join(", ")}]`;
}

/**
 * @param {Board} board
 * @param {number} step
 * @returns {string[]}
 */
function readoutWords(board, step) {
  return (board.readouts ?? []).map(({ name, values }) => `${name} ${values[step]}`);
}

/**
 * Where a solid is and what it shows.
 * @param {Board} board
 * @param {BoardState} state
 * @param {number} solid
 * @returns {string}
 */
function topWord(board, state, solid) {
  return `top ${faceWord(faceAt(state.solids[solid], "top"))}`;
}

/**
 * What a step changes in paint.
 * @param {Step} step
 * @returns {string[]}
 */
function paintWords({ paint }) {
  if (!paint) return [];
  const [cell, face] = [faceWord({ paint: paint.paint }), faceWord({ paint: paint.face_paint })];
  return cell === face ? [] : [`the face below is now ${face}, the cell ${cell}`];
}

/**
 * @param {Board} board
 * @param {BoardState[]} states
 * @param {number} step
 * @returns {string}
 */
function boardSentence(board, states, step) {
  const shortened = board.steps.some((other) => other.count !== undefined);
  if (step === 0) {
    const placed = board.solids.flatMap((solid, i) => (solid.at ? [{ name: solid.name, at: solid.at, i }] : []));
    const where = placed.length > 2 ? [] : placed.map(({ name, at, i }) => `${name} at ${cellWord(board, at)}, ${topWord(board, states[0], i)}`);
    return ["start", [...where, ...readoutWords(board, 0)].join("; ")].filter(Boolean).join(": ");
  }
  const done = board.steps[step - 1];
  const state = states[step];
  const at = state.solids[done.solid].at;
  const who = board.solids.length > 1 ? `${board.solids[done.solid].name} ` : "";
  const where = at && !shortened ? ` to ${cellWord(board, at)}` : "";
  const often = done.count === undefined ? "" : ` ${done.count} times, drawn shorter`;
  const what = `${who}${done.part ? "rolls on" : "rolls"} ${COMPASS[done.roll]}${where}${often}`;
  const parts = [what, topWord(board, state, done.solid), ...paintWords(done), ...readoutWords(board, step)];
  return `step ${step} of ${board.steps.length}: ${parts.join(", ")}`;
}

/**
 * @param {string} text
 * @returns {string}
 */
function turnWords(text) {
  const { side, quarters } = readTurn(text);
  const how = Math.abs(quarters) === 2 ? "by half a turn" : quarters < 0 ? "clockwise" : "counter-clockwise";
  return `${text}, the ${LAYERS[side]} layer ${how}`;
}

/**
 * @param {Cube} cube
 * @param {number} step
 * @returns {string}
 */
function cubeSentence({ turns, solved, reason, hold }, step) {
  const held = hold ? `; hold it with ${hold}` : "";
  if (turns.length > 0) {
    if (step === 0) return `scrambled${held}`;
    const end = step === turns.length && solved ? "; solved" : "";
    return `turn ${step} of ${turns.length}: ${turnWords(turns[step - 1])}${end}`;
  }
  if (!solved || step === 0) return `${solved ? "before" : "the cube"}${held}`;
  return `taken apart and put together${reason ? `; ${reason}` : ""}`;
}

/**
 * What to say after each step.
 * @param {Board | Cube} stage
 * @param {BoardState[]} states of a board; empty for a cube
 * @returns {(step: number) => string}
 */
export function sentences(stage, states) {
  if (stage.kind === "board") return (step) => boardSentence(stage, states, step);
  return (step) => cubeSentence(stage, step);
}

/** @typedef {{ text: string, title: string, part: boolean }} Move */

/**
 * The moves as the list shows them.
 * @param {Board | Cube} stage
 * @returns {Move[]}
 */
export function movesOf(stage) {
  if (stage.kind === "board") {
    return stage.steps.map(({ text, count, part }) => {
      const written = count === undefined || text.includes(String(count)) ? text : `${text} × ${count}`;
      return { text: part ? "·" : written, title: part ? `${text}, drawn part` : written, part: part ?? false };
    });
  }
  if (stage.turns.length > 0) return stage.turns.map((text) => ({ text, title: turnWords(text), part: false }));
  return stage.solved ? [{ text: "taken apart and put together", title: "taken apart and put together", part: false }] : [];
}
