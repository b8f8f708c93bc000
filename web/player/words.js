// The steps in words, for the line under the picture and for screen readers.
import { faceAt, isShortened, rolled } from "./board_states.js";
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
 * What a solid shows on top; of a solid of triangles, which may have no top, what is below.
 * @param {Board} board
 * @param {BoardState} state
 * @param {number} solid
 * @returns {string}
 */
function topWord(board, state, solid) {
  const place = state.solids[solid].body ? "bottom" : "top";
  return `${place} ${faceWord(faceAt(state.solids[solid], place))}`;
}

/**
 * Where a solid is, and what it shows.
 * @param {Board} board
 * @param {BoardState} state
 * @param {number} solid
 * @param {Cell} at
 * @returns {string}
 */
function placeWord(board, state, solid, at) {
  return `${board.solids[solid].name} at ${cellWord(board, at)}, ${topWord(board, state, solid)}`;
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
 * @param {boolean} done
 * @returns {string}
 */
function boardSentence(board, states, step, done) {
  if (step === 0) {
    const told = board.solids.flatMap(({ at }, i) => (at ? [placeWord(board, states[0], i, at)] : []));
    const words = [...(told.length > 2 ? [] : told), ...readoutWords(board, 0)].join("; ");
    if (words === "") return "the board";
    return board.steps.length > 0 ? `start: ${words}` : words;
  }
  const move = board.steps[step - 1];
  const state = states[step];
  const { at } = rolled(board, states[step - 1].solids[move.solid], move);
  const who = board.solids.length > 1 ? `${board.solids[move.solid].name} ` : "";
  // On a shortened board the drawn cell is not the model's, and a readout of that name says it anyway.
  const elsewhere = isShortened(board) || board.readouts?.some(({ name }) => name === "cell");
  const where = at && !elsewhere ? ` to ${cellWord(board, at)}` : "";
  const often = move.count === undefined ? "" : ` ${move.count} times, drawn shorter`;
  const what = `${who}${move.part ? "rolls on" : "rolls"} ${COMPASS[move.roll]}${where}${often}`;
  // What is put elsewhere takes the place of what rolled.
  const put = (move.put ?? []).flatMap(({ solid, at: cell }) => (cell ? [placeWord(board, state, solid, cell)] : []));
  const shows = put.length > 0 ? put : [topWord(board, state, move.solid)];
  const outcome = [...shows, ...paintWords(move), ...readoutWords(board, step)];
  return `step ${step} of ${board.steps.length}: ${[what, ...(done ? outcome : [])].join(", ")}`;
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
 * @param {boolean} done
 * @returns {string}
 */
function cubeSentence({ turns, solved, reason, hold }, step, done) {
  const held = hold ? `; hold it with ${hold}` : "";
  if (turns.length > 0) {
    if (step === 0) return `scrambled${held}`;
    const end = done && step === turns.length && solved ? "; solved" : "";
    return `turn ${step} of ${turns.length}: ${turnWords(turns[step - 1])}${end}`;
  }
  if (!solved || step === 0) return `${solved ? "scrambled" : "the cube"}${held}`;
  return `taken apart and put together${reason ? `; ${reason}` : ""}`;
}

/** @typedef {(step: number, done?: boolean) => string} Sentence  not done: the step is under way, and its outcome is left out */

/**
 * What to say of each step.
 * @param {Board | Cube} stage
 * @param {BoardState[]} states of a board; empty for a cube
 * @returns {Sentence}
 */
export function sentences(stage, states) {
  if (stage.kind === "board") return (step, done = true) => boardSentence(stage, states, step, done);
  return (step, done = true) => cubeSentence(stage, step, done);
}

/** @typedef {{ text: string, title: string, part: boolean }} Move */

/**
 * The moves as the list shows them.
 * @param {Board | Cube} stage
 * @returns {Move[]}
 */
export function movesOf(stage) {
  if (stage.kind === "board") {
    // Capital and small letters, which tell the cubes of a box apart, sound the same.
    const isSplit = stage.steps.some(({ put }) => put);
    return stage.steps.map(({ solid, text, count, part }) => {
      const written = count === undefined || text.includes(String(count)) ? text : `${text} × ${count}`;
      const title = isSplit ? `${written}, ${stage.solids[solid].name}` : written;
      return { text: part ? "•" : written, title: part ? `${text}, drawn part` : title, part: part ?? false };
    });
  }
  if (stage.turns.length > 0) return stage.turns.map((text) => ({ text, title: turnWords(text), part: false }));
  return stage.solved ? [{ text: "taken apart and put together", title: "taken apart and put together", part: false }] : [];
}
