// Trays of cubes, and what is done to one. A draft has three of them by cell: the cubes at the start, their names if there are several kinds, and
// the goal.
import { put, resizedRows } from "./draft.js";

/** @import { Draft } from "./types.js" */

/** Words by cell, `tray[y][x]` with y from the south: a letter, two characters for a die, up to five letters of a cube with letters.
 * @typedef {string[][]} Tray */

/** @typedef {"six-states"|"oriented"|"lettered"} TrayKind cubes with six states, dice, cubes with letters */

/** What cubes a tray has. @param {Draft} draft @returns {TrayKind} */
export function kindOf({ cube, cubes }) {
  return cube || typeof cubes === "object" ? "lettered" : cubes === "oriented" ? "oriented" : "six-states";
}

/** The kinds of cubes with letters, by their names, if there are several. @param {Draft} draft @returns {Record<string, { faces: Letters }>|undefined} */
export function kindsOf({ cubes }) {
  return typeof cubes === "object" ? cubes : undefined;
}

/** The letters on the faces of a cube. @typedef {Record<import("./die.js").DiePlace, string>} Letters */

/** The most cells of a tray; with letters it may be fewer, then tumble says so. @param {TrayKind} kind */
export function maxTrayCells(kind) {
  return kind === "oriented" ? 24 : 36;
}

/** The hole as it is written. @param {TrayKind} kind */
export function holeWord(kind) {
  return kind === "oriented" ? "__" : "_";
}

/** Whether a word is the hole. @param {string} word */
export function isHole(word) {
  return /^_+$/.test(word);
}

/** The faces of each kind of cubes with letters. @param {Draft} draft @returns {Letters[]} */
function facesOf(draft) {
  const kinds = kindsOf(draft);
  return kinds ? Object.values(kinds).map((kind) => kind.faces) : draft.cube ? [draft.cube.faces] : [];
}

/** What can be on a face that is typed. @param {Draft} draft */
export function signsOf(draft) {
  if (kindOf(draft) !== "lettered") return [..."123456"];
  return [...new Set(facesOf(draft).flatMap((faces) => Object.values(faces)))].filter((letter) => letter.trim());
}

/** The most letters of a word: with several kinds of cubes also that of the bottom. @param {Draft} draft */
export function mostLetters(draft) {
  return kindsOf(draft) ? 6 : 5;
}

/** What new cells of a start have, what a goal wants of a cube, and what new cells of a goal have.
 * @param {Draft} draft @returns {{ word: string, wanted: string, more: string }} */
export function wordsOf(draft) {
  const kind = kindOf(draft);
  if (kind === "six-states") return { word: "k", wanted: "c", more: "c" };
  if (kind === "oriented") return { word: "12", wanted: "15", more: "??" };
  const [{ top, north, east, south, west, bottom }] = facesOf(draft);
  // A whole word leaves open neither the kind of a cube nor how it lies.
  const word = kindsOf(draft) ? top + north + east + south + west + bottom : top;
  return { word: word || "?", wanted: north || "?", more: "?" };
}

/** The letters of the Cubic Eight-Puzzle. @returns {Letters} */
function exampleLetters() {
  return { top: "W", bottom: "W", north: "R", south: "R", east: "B", west: "B" };
}

/** A tray with one word everywhere and the hole in the middle. @param {number} columns @param {number} rows @param {string} word @param {string} hole */
function plainTray(columns, rows, word, hole) {
  const tray = resizedRows([], columns, rows, word);
  const middle = Math.floor((columns * rows) / 2);
  tray[Math.floor(middle / columns)][middle % columns] = hole;
  return tray;
}

/** The trays of a draft. @typedef {{ start: Tray, goal: Tray, names?: Tray }} Trays */

/** @param {Draft} draft @returns {Trays} */
export function traysIn({ start, goal }) {
  return { start: start.map, goal: goal.map, ...(start.cubes && { names: start.cubes }) };
}

/** @param {Draft} draft @param {Trays} trays */
export function putTrays(draft, { start, goal, names }) {
  draft.start = { ...draft.start, map: start, ...(names && { cubes: names }) };
  draft.goal = { ...draft.goal, map: goal };
}

/** The trays in another size, of which `whole` has what is kept. @param {Draft} draft @param {Trays} whole @param {number} columns @param {number} rows */
export function resizedTrays(draft, { start, goal, names }, columns, rows) {
  const { word, more } = wordsOf(draft);
  return {
    start: resizedRows(start, columns, rows, word),
    goal: resizedRows(goal, columns, rows, more),
    ...(names && { names: resizedRows(names, columns, rows, firstName(draft)) }),
  };
}

/** The name of a new cube. @param {Draft} draft */
function firstName(draft) {
  return Object.keys(kindsOf(draft) ?? {})[0];
}

/** Puts a word on a cell. There is one hole: where it was, there is now what was on the cell.
 * @param {Draft} draft @param {"start"|"goal"} which @param {number} x @param {number} y @param {string} word */
export function putWord(draft, which, x, y, word) {
  const { map: tray, cubes: names } = draft[which];
  if (isHole(word)) {
    for (const [line, row] of tray.entries()) {
      for (const column of row.keys()) {
        if (!isHole(row[column])) continue;
        row[column] = tray[y][x];
        if (names) names[line][column] = names[y][x];
      }
    }
    if (names) names[y][x] = "_";
  } else if (names && isHole(names[y][x])) {
    names[y][x] = firstName(draft);
  }
  tray[y][x] = word;
}

/** Any cell of the goal may be the hole, so that it has cubes only; or it has a hole again, in the middle.
 * @param {Draft} draft @param {boolean} any */
export function leaveHole(draft, any) {
  const tray = /** @type {Tray} */ (draft.goal.map);
  const cells = tray.flatMap((row, y) => row.map((word, x) => ({ x, y, word })));
  const hole = cells.find(({ word }) => isHole(word));
  const { x, y } = hole ?? cells[Math.floor(cells.length / 2)];
  if (!any) tray[y][x] = holeWord(kindOf(draft));
  else if (hole) tray[y][x] = wordsOf(draft).wanted;
  put(draft.goal, "hole", any ? "any" : "");
}

/** Trays of one kind of cubes, as large as these, as far as possible. @param {Draft} draft @param {TrayKind} kind @returns {Draft} */
export function traysOf({ cube: _, cubes: __, handedness: ___, start, goal, ...draft }, kind) {
  const [limit, tray] = [maxTrayCells(kind), start.map];
  const columns = Math.min(tray[0].length, limit);
  const rows = Math.min(tray.length, Math.floor(limit / columns));
  /** @type {Draft} */
  const plain = { ...draft, ...(kind === "lettered" && { cube: { faces: exampleLetters() } }), ...(kind === "oriented" && { cubes: kind }) };
  const [hole, { word, wanted }] = [holeWord(kind), wordsOf(plain)];
  return { ...plain, start: { map: plainTray(columns, rows, word, hole) }, goal: { map: plainTray(columns, rows, wanted, hole) } };
}
