// A Cube of Simon Tatham's as the editor holds it, and as a model file: the game's own id.
import { TomlWriter } from "./toml.js";

/** @import { ModelDocument, Written } from "./types.js" */

/** The id as text, and the board that it stands for. `blue[y][x]` with y from the south.
 * @typedef {{ id: string, columns: number, rows: number, blue: boolean[][], start: [number, number], solve?: any }} TathamState */

/** The largest board that the game and tumble share. */
export const TATHAM_CELLS = 52;

/** @param {number} columns @param {number} rows @returns {boolean[][]} */
function noBlue(columns, rows) {
  return Array.from({ length: rows }, () => new Array(columns).fill(false));
}

/** The source's instance. @returns {TathamState} */
export function exampleTatham() {
  const drawn = ["...B", ".BB.", ".B..", "BB.."];
  return {
    id: "c4x4:C461,3",
    columns: 4,
    rows: 4,
    blue: drawn.map((row) => [...row].map((square) => square === "B")),
    start: [3, 3],
  };
}

/** The id of a board. @param {Omit<TathamState, "id">} state */
export function tathamId({ columns, rows, blue, start }) {
  // Squares are numbered row by row from the north-west, four to a hexadecimal digit.
  const bits = [...blue].reverse().flat();
  let digits = "";
  for (let first = 0; first < bits.length; first += 4) {
    const digit = [0, 1, 2, 3].reduce((sum, bit) => sum + (bits[first + bit] ? 8 >> bit : 0), 0);
    digits += digit.toString(16).toUpperCase();
  }
  const square = (rows - 1 - start[1]) * columns + start[0];
  return `c${columns}x${rows}:${digits},${square}`;
}

/** The board of an id that tumble accepts. @param {string} id @returns {Omit<TathamState, "id">} */
function boardOfId(id) {
  const [, width, height, digits, square] = /^c(\d+)x(\d+):([0-9a-f]*),(\d+)$/i.exec(id.trim()) ?? [];
  const [columns, rows, first] = [Number(width), Number(height), Number(square)];
  const isBlue = (/** @type {number} */ i) => (parseInt(digits[i >> 2], 16) & (8 >> (i & 3))) !== 0;
  const blue = noBlue(columns, rows).map((row, y) => row.map((_, x) => isBlue((rows - 1 - y) * columns + x)));
  return { columns, rows, blue, start: [first % columns, rows - 1 - Math.floor(first / columns)] };
}

/** A model of an id or of a drawn board. @param {ModelDocument} document @returns {TathamState} */
export function readTatham({ id, board, start, solve }) {
  if (id !== undefined) return { ...boardOfId(id), id, solve };
  const blue = board.map ? drawnBlue(board.map) : noBlue(board.columns, board.rows);
  const state = { columns: blue[0].length, rows: blue.length, blue, start: start.cell, solve };
  return { ...state, id: tathamId(state) };
}

/** @param {string} map */
function drawnBlue(map) {
  const lines = map.split("\n").filter((line) => line.trim());
  return lines.reverse().map((line) => [...line.replace(/\s/g, "")].map((square) => square === "B"));
}

/** @param {TathamState} state @returns {Written} */
export function writeTatham({ id, solve }) {
  const writer = new TomlWriter("tatham-cube");
  writer.entry("id", id.trim(), "id");
  writer.rest("solve", solve);
  return writer.written;
}

/** Whether a text is an id of the game. @param {string} text */
export function looksLikeId(text) {
  return /^\s*c\d+x\d+:[0-9a-f]*,\d+\s*$/i.test(text);
}
