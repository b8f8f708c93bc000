// A cube tray as the editor holds it, and as a model file.
import { TomlWriter } from "./toml.js";

/** @import { ModelDocument, Written } from "./types.js" */

/** Words by cell, `tray[y][x]` with y from the south: a letter, or two characters for a die. @typedef {string[][]} Tray */

/** @typedef {object} TrayState
 * @property {boolean} oriented dice rather than cubes with six states
 * @property {string} handedness of the dice; empty: not said
 * @property {Tray} start
 * @property {Tray} goal
 * @property {Record<string, any>} [solve]
 */

/** The most cells of a tray. @param {boolean} oriented */
export function maxTrayCells(oriented) {
  return oriented ? 24 : 36;
}

/**
 * A tray with one word everywhere and the hole in the middle.
 * @param {number} columns
 * @param {number} rows
 * @param {string} word
 * @param {string} hole
 * @returns {Tray}
 */
export function plainTray(columns, rows, word, hole) {
  const middle = Math.floor((columns * rows) / 2);
  return Array.from({ length: rows }, (_, y) =>
    Array.from({ length: columns }, (__, x) => (y * columns + x === middle ? hole : word)),
  );
}

/** The classic tray: eight cubes are to be turned over. @returns {TrayState} */
export function exampleTray() {
  return { oriented: false, handedness: "", start: plainTray(3, 3, "k", "_"), goal: plainTray(3, 3, "c", "_") };
}

/**
 * The same tray with other numbers of columns and rows; new cells are filled with `word`.
 * @param {Tray} tray
 * @param {number} columns
 * @param {number} rows
 * @param {string} word
 * @returns {Tray}
 */
export function resizedTray(tray, columns, rows, word) {
  return Array.from({ length: rows }, (_, y) => Array.from({ length: columns }, (__, x) => tray[y]?.[x] ?? word));
}

/** The lines of a drawn map, from the south. @param {string} map @param {boolean} words whether cells are words @returns {Tray} */
function linesOf(map, words) {
  const lines = map.split("\n").filter((line) => line.trim());
  return lines.reverse().map((line) => (words ? line.trim().split(/\s+/) : [...line.replace(/\s/g, "")]));
}

/** @param {{ document: ModelDocument }} model @returns {TrayState} */
export function readTray({ document }) {
  const oriented = document.cubes === "oriented";
  return {
    oriented,
    handedness: document.handedness ?? "",
    start: linesOf(document.start.map, oriented),
    goal: linesOf(document.goal.map, oriented),
    solve: document.solve,
  };
}

/** The id of a cell in the places of the text. @param {"start"|"goal"} which @param {number} x @param {number} y */
export function trayCellId(which, x, y) {
  return `${which}.${x},${y}`;
}

/** @param {TrayState} state @returns {Written} */
export function writeTray(state) {
  const writer = new TomlWriter("cube-tray");
  if (state.oriented) writer.entry("cubes", "oriented", "cubes");
  if (state.handedness) writer.entry("handedness", state.handedness, "handedness");
  for (const which of /** @type {const} */ (["start", "goal"])) {
    writer.table(which);
    const rows = state[which].map((row, y) => row.map((word, x) => ({ word, id: trayCellId(which, x, y) })));
    writer.drawing("map", rows.reverse(), `${which}.map`);
  }
  writer.rest("solve", state.solve);
  return writer.written;
}
