// A Sudoku Cube as the editor holds it, and as a model file.
import { TomlWriter } from "./toml.js";

/** @import { ReadAnswer, Written } from "./types.js" */

/** A field: its digit (0: not filled in) and where the digit's top points in the net, 0 up to 3 left (null: not known).
 * @typedef {{ digit: number, direction: number|null }} NetField */

/** The fields of the faces U, L, F, R, B, D, row by row, and what else the model says.
 * @typedef {{ fields: NetField[], symmetric?: number[], solve?: Record<string, any> }} SudokuState */

/** The faces in the order of the state. */
export const FACES = ["U", "L", "F", "R", "B", "D"];
/** The directions 0 to 3 as the model file writes them. */
export const ARROWS = ["^", ">", "v", "<"];
/** Other arrows that are read as these, as the program reads them. */
const READ = ["^↑⬆⇧⇑▲△∧⌃", ">→➡⇨⇒▶▷►", "vV↓⬇⇩⇓▼▽∨⌄", "<←⬅⇦⇐◀◁◄"];
/** Rows and columns of the net. */
export const NET_SIZE = { rows: 9, columns: 12 };

/**
 * The number of the field at a place of the net, or null in a gap.
 * @param {number} row
 * @param {number} column
 * @returns {number|null}
 */
export function fieldAt(row, column) {
  const [band, slot] = [Math.floor(row / 3), Math.floor(column / 3)];
  if (band !== 1 && slot !== 1) return null;
  const face = band === 0 ? 0 : band === 2 ? 5 : 1 + slot;
  return face * 9 + (row % 3) * 3 + (column % 3);
}

/** Whether a field is the centre of its face. @param {number} field */
export function isCentre(field) {
  return field % 9 === 4;
}

/** The fields in the order in which the net is read, row by row. @returns {number[]} */
export function readingOrder() {
  const order = [];
  for (let row = 0; row < NET_SIZE.rows; row += 1) {
    for (let column = 0; column < NET_SIZE.columns; column += 1) {
      const field = fieldAt(row, column);
      if (field !== null) order.push(field);
    }
  }
  return order;
}

/** A net to fill in. @returns {SudokuState} */
export function emptySudoku() {
  return { fields: Array.from({ length: 54 }, () => ({ digit: 0, direction: null })) };
}

/** @param {ReadAnswer} model @returns {SudokuState} */
export function readSudoku({ document, replay }) {
  const { net, symmetric, solve } = document;
  const drawn = net === undefined ? null : netFromText(net);
  if (drawn) return { fields: drawn, symmetric, solve };
  // Pieces: the picture of the unsolved cube has them as a net.
  const fields = FACES.flatMap((face) => /** @type {any[]} */ (replay.stage.faces[face]));
  return { fields: fields.map(({ digit, direction }) => ({ digit, direction: direction ?? null })), symmetric, solve };
}

/** A field as the model file writes it. @param {NetField} field */
function word({ digit, direction }) {
  if (digit === 0) return "..";
  return `${digit}${direction === null ? "?" : ARROWS[direction]}`;
}

/** The id of a field in the places of the text. @param {number} field */
export function fieldId(field) {
  return `net.${FACES[Math.floor(field / 9)]}${field % 9}`;
}

/** @param {SudokuState} state @returns {Written} */
export function writeSudoku({ fields, symmetric, solve }) {
  const writer = new TomlWriter("sudoku-cube");
  const lines = [];
  for (let row = 0; row < NET_SIZE.rows; row += 1) {
    const line = [];
    for (let column = 0; column < NET_SIZE.columns; column += 1) {
      if (column % 3 === 0 && column > 0) line.push({ word: " ", id: null });
      const field = fieldAt(row, column);
      line.push(field === null ? { word: "  ", id: null } : { word: word(fields[field]), id: fieldId(field) });
    }
    lines.push(line);
  }
  writer.drawing("net", lines, "net");
  if (symmetric) writer.entry("symmetric", symmetric, "symmetric");
  writer.rest("solve", solve);
  return writer.written;
}

/**
 * The fields of a net that was pasted as text, in the order of the state, or null if the text is no net: 54 words like `3^`, `4?`, `..`
 * or, without directions, 54 digits.
 * @param {string} text
 * @returns {NetField[]|null}
 */
export function netFromText(text) {
  // The selectors after some arrows only say how they are drawn.
  const characters = [...text.replace(/[\ufe0e\ufe0f]/g, "")];
  const plain = characters.map((c) => ARROWS[READ.findIndex((arrows) => arrows.includes(c))] ?? c).join("");
  const words = plain.match(/[1-9][\^>v<?]|\.\.|[1-9]/g) ?? [];
  if (words.length !== 54 || /[^\s1-9^>v<?.]/.test(plain)) return null;
  /** @type {NetField[]} */
  const fields = [];
  readingOrder().forEach((field, index) => {
    const [digit, arrow = "?"] = words[index];
    const direction = ARROWS.indexOf(arrow);
    fields[field] = { digit: digit === "." ? 0 : Number(digit), direction: direction < 0 ? null : direction };
  });
  return fields;
}

/** How often each digit from 1 to 9 occurs; index 0 counts blank fields. @param {NetField[]} fields */
export function digitCounts(fields) {
  const counts = new Array(10).fill(0);
  for (const { digit } of fields) counts[digit] += 1;
  return counts;
}
