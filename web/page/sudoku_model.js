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

/** A word of a net as text: its field, null if it cannot be read, and its place.
 * @typedef {{ field: NetField|null, start: number, end: number }} NetWord */

/** A net as far as it could be read: its fields, the words by the numbers of their fields, and whether there is nothing else in it.
 * @typedef {{ fields: NetField[], words: Map<number, NetWord>, whole: boolean }} ReadNet */

/** A blank, or a digit with or without an arrow; or something else in their place. The selectors after some arrows say how they are drawn. */
const WORD = (() => {
  const arrows = `[${READ.join("").replace("^", "\\^")}?][\ufe0e\ufe0f]?`;
  return new RegExp(`\\.\\.|(?!${arrows})\\S(?:${arrows})?|\\S`, "gu");
})();

/** @param {string} text @returns {NetWord[]} */
function wordsOf(text) {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ field: fieldOfWord(word), start: index, end: index + word.length }));
}

/** @param {string} written @returns {NetField|null} */
function fieldOfWord(written) {
  if (written === "..") return { digit: 0, direction: null };
  const [digit, arrow = "?"] = written;
  const direction = READ.findIndex((arrows) => arrows.includes(arrow));
  return /[1-9]/.test(digit) ? { digit: Number(digit), direction: direction < 0 ? null : direction } : null;
}

/**
 * The net in a text as far as it can be read; what cannot be read is blank. In nine lines, each line is a row of the net.
 * @param {string} text
 * @returns {ReadNet}
 */
export function netRoughly(text) {
  const [all, order] = [wordsOf(text), readingOrder()];
  const lines = [...text.matchAll(/[^\n]*\S[^\n]*/g)];
  /** @type {[number, NetWord][]} */
  let placed = all.slice(0, order.length).map((word, index) => [order[index], word]);
  if (lines.length === NET_SIZE.rows) {
    placed = lines.flatMap(({ 0: line, index }, row) => {
      const own = all.filter(({ start }) => index <= start && start < index + line.length);
      const fields = order.filter((field) => rowOf(field) === row);
      return own.slice(0, fields.length).map((word, at) => /** @type {[number, NetWord]} */ ([fields[at], word]));
    });
  }
  const { fields } = emptySudoku();
  for (const [number, { field }] of placed) if (field) fields[number] = field;
  const whole = placed.length === order.length && all.length === order.length && all.every(({ field }) => field);
  return { fields, words: new Map(placed), whole };
}

/** The row of the net in which a field is. @param {number} field */
function rowOf(field) {
  const [face, row] = [Math.floor(field / 9), Math.floor((field % 9) / 3)];
  return face === 0 ? row : face === 5 ? 6 + row : 3 + row;
}

/**
 * The fields of a net that was pasted as text, in the order of the state, or null if the text is no net: 54 words like `3^`, `4?`, `..`
 * or, without directions, 54 digits.
 * @param {string} text
 * @returns {NetField[]|null}
 */
export function netFromText(text) {
  const { fields, whole } = netRoughly(text);
  return whole ? fields : null;
}

/** Whether a text is a net, but perhaps for a few words. @param {string} text */
export function looksLikeNet(text) {
  const words = wordsOf(text);
  const wrong = words.filter(({ field }) => !field).length + Math.abs(words.length - 54);
  return wrong <= MOST_WRONG;
}

/** So many words of a pasted net may be missing, too many, or such as cannot be read. */
const MOST_WRONG = 6;

/**
 * Which part of a model file is which field of its net.
 * @param {string} text
 * @param {string} net the value of the key `net`
 * @returns {import("./types.js").Place[]}
 */
export function netPlaces(text, net) {
  const written = /^[ \t]*net[ \t]*=[ \t]*("""|'''|"|')/m.exec(text);
  if (!written) return [];
  const from = written.index + written[0].length;
  const inner = text.slice(from, text.indexOf(written[1], from));
  // With escapes, places in the value are not places in the file.
  if (inner.replace(/^\n/, "") !== net) return [];
  return [...netRoughly(inner).words].map(([field, { start, end }]) => ({ id: fieldId(field), start: from + start, end: from + end }));
}

/** How often each digit from 1 to 9 occurs; index 0 counts blank fields. @param {NetField[]} fields */
export function digitCounts(fields) {
  const counts = new Array(10).fill(0);
  for (const { digit } of fields) counts[digit] += 1;
  return counts;
}
