// A cube tray as the editor holds it, and as a model file.
import { resizedRows } from "./rolling_model.js";
import { TomlWriter, tomlKey } from "./toml.js";

/** @import { ModelDocument, Written } from "./types.js" */

/** Words by cell, `tray[y][x]` with y from the south: a letter, two characters for a die, up to five letters of a cube with letters.
 * @typedef {string[][]} Tray */

/** @typedef {"six-states"|"oriented"|"lettered"} TrayKind cubes with six states, dice, cubes with letters */

/** The letters on the faces of a cube. @typedef {Record<import("./die.js").DiePlace, string>} Letters */

/** @typedef {object} TrayState
 * @property {TrayKind} kind
 * @property {string} handedness of the dice; empty: not said
 * @property {Letters} [faces] of cubes with letters
 * @property {Record<string, { faces: Letters }>} [kinds] cubes with letters of several kinds, by their names, in place of `faces`
 * @property {Tray} [names] the names of the cubes at the start
 * @property {Tray} start
 * @property {Tray} goal
 * @property {boolean} [anyHole] whether any cell of the goal may be the hole, which is not drawn then
 * @property {Record<string, any>} [solve]
 */

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

/** The faces of each kind of cubes with letters. @param {TrayState} state */
function facesOf({ faces, kinds }) {
  return kinds ? Object.values(kinds).map((kind) => kind.faces) : faces ? [faces] : [];
}

/** What can be on a face that is typed. @param {TrayState} state */
export function signsOf(state) {
  if (state.kind !== "lettered") return [..."123456"];
  return [...new Set(facesOf(state).flatMap((faces) => Object.values(faces)))].filter((letter) => letter.trim());
}

/** The most letters of a word: with several kinds of cubes also that of the bottom. @param {TrayState} state */
export function mostLetters({ kinds }) {
  return kinds ? 6 : 5;
}

/** What new cells of a start have, what a goal wants of a cube, and what new cells of a goal have.
 * @param {TrayState} state @returns {{ word: string, wanted: string, more: string }} */
export function wordsOf(state) {
  if (state.kind === "six-states") return { word: "k", wanted: "c", more: "c" };
  if (state.kind === "oriented") return { word: "12", wanted: "15", more: "??" };
  const [{ top, north, east, south, west, bottom }] = facesOf(state);
  // A whole word leaves open neither the kind of a cube nor how it lies.
  const word = state.kinds ? top + north + east + south + west + bottom : top;
  return { word: word || "?", wanted: north || "?", more: "?" };
}

/** The letters of the Cubic Eight-Puzzle. @returns {Letters} */
export function exampleLetters() {
  return { top: "W", bottom: "W", north: "R", south: "R", east: "B", west: "B" };
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
  return { kind: "six-states", handedness: "", start: plainTray(3, 3, "k", "_"), goal: plainTray(3, 3, "c", "_") };
}

/** The trays in another size, of which `whole` has what is kept. @param {TrayState} state
 * @param {Pick<TrayState, "start"|"goal"|"names">} whole @param {number} columns @param {number} rows */
export function resizedTrays(state, { start, goal, names }, columns, rows) {
  const { word, more } = wordsOf(state);
  return {
    start: resizedRows(start, columns, rows, word),
    goal: resizedRows(goal, columns, rows, more),
    ...(names && { names: resizedRows(names, columns, rows, firstName(state)) }),
  };
}

/** The name of a new cube. @param {TrayState} state */
function firstName({ kinds = {} }) {
  return Object.keys(kinds)[0];
}

/** Puts a word on a cell. There is one hole: where it was, there is now what was on the cell.
 * @param {TrayState} state @param {"start"|"goal"} which @param {number} x @param {number} y @param {string} word */
export function putWord(state, which, x, y, word) {
  const tray = state[which];
  const names = which === "start" ? state.names : undefined;
  if (isHole(word)) {
    const holes = tray.flatMap((row, line) => row.flatMap((other, column) => (isHole(other) ? [[column, line]] : [])));
    for (const [column, line] of holes) {
      tray[line][column] = tray[y][x];
      if (names) names[line][column] = names[y][x];
    }
    if (names) names[y][x] = "_";
  } else if (names && isHole(names[y][x])) {
    names[y][x] = firstName(state);
  }
  tray[y][x] = word;
}

/** Any cell of the goal may be the hole, so that it has cubes only; or it has a hole again, in the middle.
 * @param {TrayState} state @param {boolean} any */
export function leaveHole(state, any) {
  const { kind, goal } = state;
  const cells = goal.flatMap((row, y) => row.map((word, x) => ({ x, y, word })));
  const hole = cells.find(({ word }) => isHole(word));
  const { x, y } = hole ?? cells[Math.floor(cells.length / 2)];
  if (!any) goal[y][x] = holeWord(kind);
  else if (hole) goal[y][x] = wordsOf(state).wanted;
  state.anyHole = any;
}

/** Trays of one kind of cubes, as large as these, as far as possible. @param {TrayState} state @param {TrayKind} kind @returns {TrayState} */
export function traysOf({ start, solve }, kind) {
  const limit = maxTrayCells(kind);
  const columns = Math.min(start[0].length, limit);
  const rows = Math.min(start.length, Math.floor(limit / columns));
  /** @type {TrayState} */
  const plain = { kind, handedness: "", ...(kind === "lettered" && { faces: exampleLetters() }), start: [], goal: [], solve };
  const [hole, { word, wanted }] = [holeWord(kind), wordsOf(plain)];
  return { ...plain, start: plainTray(columns, rows, word, hole), goal: plainTray(columns, rows, wanted, hole) };
}

/** The lines of a drawn map, from the south. @param {string} map @param {boolean} words whether cells are words @returns {Tray} */
function linesOf(map, words) {
  const lines = map.split("\n").filter((line) => line.trim());
  return lines.reverse().map((line) => (words ? line.trim().split(/\s+/) : [...line.replace(/\s/g, "")]));
}

/** @param {{ document: ModelDocument }} model @returns {TrayState} */
export function readTray({ document }) {
  const kinds = typeof document.cubes === "object" ? document.cubes : undefined;
  const kind = document.cube || kinds ? "lettered" : document.cubes === "oriented" ? "oriented" : "six-states";
  return {
    kind,
    handedness: document.handedness ?? "",
    ...(document.cube && { faces: document.cube.faces }),
    ...(kinds && { kinds }),
    ...(document.start.cubes && { names: linesOf(document.start.cubes, true) }),
    start: linesOf(document.start.map, kind !== "six-states"),
    goal: linesOf(document.goal.map, kind !== "six-states"),
    ...(document.goal.hole && { anyHole: true }),
    solve: document.solve,
  };
}

/** The id of a cell in the places of the text. @param {"start"|"goal"} which @param {number} x @param {number} y */
export function trayCellId(which, x, y) {
  return `${which}.${x},${y}`;
}

/** The id of a face in the places of the text. @param {string} place @param {"cube"|"cubes"} of the cube, or one of several kinds */
export function letterId(place, of = "cube") {
  return `${of}.faces.${place}`;
}

/** @param {TomlWriter} writer @param {Letters} faces @param {"cube"|"cubes"} of */
function writeFaces(writer, faces, of) {
  /** @type {import("./toml.js").TomlPair[]} */
  const pairs = Object.entries(faces).map(([place, letter]) => [place, letter, letterId(place, of)]);
  writer.inline("faces", pairs, `${of}.faces`);
}

/** @param {TrayState} state @returns {Written} */
export function writeTray(state) {
  const writer = new TomlWriter("cube-tray");
  if (state.kind === "oriented") writer.entry("cubes", "oriented", "cubes");
  if (state.handedness) writer.entry("handedness", state.handedness, "handedness");
  if (state.faces) {
    writer.table("cube");
    writeFaces(writer, state.faces, "cube");
  }
  for (const [name, { faces }] of Object.entries(state.kinds ?? {})) {
    writer.table(`cubes.${tomlKey(name)}`, "cubes");
    writeFaces(writer, faces, "cubes");
  }
  for (const which of /** @type {const} */ (["start", "goal"])) {
    writer.table(which);
    const names = which === "start" && state.names?.map((row) => row.map((word) => ({ word, id: "cubes" })));
    if (names) writer.drawing("cubes", names.reverse(), "cubes");
    if (which === "goal" && state.anyHole) writer.entry("hole", "any", "goal.hole");
    const rows = state[which].map((row, y) => row.map((word, x) => ({ word, id: trayCellId(which, x, y) })));
    writer.drawing("map", rows.reverse(), `${which}.map`);
  }
  writer.rest("solve", state.solve);
  return writer.written;
}
