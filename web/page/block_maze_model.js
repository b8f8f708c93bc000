// A block maze as the editor holds it, and as a model file.
import { drawnBoard, openEnd, readBoard, writeBoard } from "./rolling_model.js";
import { TomlWriter, typedNumber } from "./toml.js";

/** @import { ModelDocument, Written } from "./types.js" */
/** @import { BoardState, RollingState } from "./rolling_model.js" */

/** Columns, rows and height of a box, as typed. @typedef {[string, string, string]} BoxSize */

/** What cells with a letter are: a bridge as it is at the start, a switch, or a splitter.
 * @typedef {"closed"|"open"|"soft"|"hard"|"splitter"} Kind */

/** A letter of the map: what it is, what it does to bridges as a switch, and its cells as a splitter. What it does not need now is kept.
 * @typedef {{ kind: Kind, moves: Record<string, string>, to?: [string, string][] }} Letter */

/** @typedef {object} BlockState
 * @property {BoxSize} size at the start
 * @property {BoxSize|null} goalSize null: those of the start
 * @property {BoardState} board
 * @property {string} fragile the character of fragile floor; empty: not said
 * @property {Record<string, Letter>} letters also those that the map has no more, which are not written
 * @property {RollingState["dice"]} dice the ends of the box, as the editor of boards has those of a die
 * @property {Record<string, any>} [solve]
 */

/** What a switch does to a bridge. */
export const MOVES = ["opens", "closes", "flips"];
/** The character of fragile floor if none is said. */
const FRAGILE = "~";
/** The letters that new bridges get, without those that are keys of tools, and those of all others. */
const [SMALL, LARGE] = ["abcdehijklmnopqrtuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** @param {number[]} numbers */
function typed(numbers) {
  return /** @type {any} */ (numbers.map(String));
}

/** @param {number[]} start @param {number[]} goal */
function ends(start, goal) {
  return [{ start: { ...openEnd(), cell: typed(start) }, goal: { ...openEnd(), cell: typed(goal) } }];
}

/** Islands with narrow bridges. @returns {BlockState} */
export function exampleBlock() {
  const rows = ["....###...#", "....###....", "...........", "##.####..#.", "##...#####.", "##......#..", "###..#.....", "######....#"];
  const plain = { goalSize: null, fragile: "", letters: {} };
  return { size: ["1", "1", "2"], ...plain, board: drawnBoard(rows), dice: ends([0, 7], [8, 1]) };
}

/** The character of fragile floor. @param {BlockState} state */
export function fragileOf({ fragile }) {
  return fragile || FRAGILE;
}

/** Whether cells of this kind are a bridge. @param {Kind} kind */
export function isBridge(kind) {
  return kind === "closed" || kind === "open";
}

/** The letters of the map, and that of a tool, in order. @param {BlockState} state @param {string} tool */
export function lettersOf({ board, letters }, tool) {
  const drawn = new Set(board.cells.flat());
  return Object.keys(letters).filter((letter) => drawn.has(letter) || tool.endsWith(letter)).sort((a, b) => a.localeCompare(b, "en"));
}

/** Makes a letter what it was not. @param {BlockState} state @param {string} letter @param {Kind} kind */
export function setKind({ board, letters }, letter, kind) {
  const before = /** @type {Letter|undefined} */ (letters[letter]);
  // A switch begins with the bridge of its name.
  letters[letter] = { ...before, kind, moves: before?.moves ?? { [letter.toLowerCase()]: "flips" } };
  if (kind === "splitter") letters[letter].to ??= twoFreeCells(board);
}

/** Whether a letter is a switch that does nothing to these bridges. @param {Letter} letter @param {string[]} bridges */
export function movesNothing({ kind, moves }, bridges) {
  return (kind === "soft" || kind === "hard") && !bridges.some((bridge) => moves[bridge]);
}

/** A letter that the map does not have, for cells of a kind; undefined if there is none. @param {BlockState} state @param {Kind} kind */
export function newLetter(state, kind) {
  const taken = [...lettersOf(state, ""), fragileOf(state)];
  const others = kind === "splitter" ? LARGE.slice(LARGE.indexOf("S")) + LARGE : LARGE;
  return [...(isBridge(kind) ? SMALL + LARGE : others + SMALL)].find((letter) => !taken.includes(letter));
}

/** @param {BoardState} board @returns {[string, string][]} */
function twoFreeCells({ cells }) {
  const all = cells.flatMap((row, y) => row.map((content, x) => ({ content, cell: typed([x, y]) })));
  return [...all.filter(({ content }) => content !== "#").map(({ cell }) => cell), typed([0, 0]), typed([0, 0])].slice(0, 2);
}

/** @param {ModelDocument} document @returns {Record<string, Letter>} */
function readLetters({ board, switches = {}, splitters = {} }) {
  const bridges = Object.entries(board.bridges ?? {}).map(([letter, kind]) => [letter, { kind, moves: {} }]);
  const pressed = Object.entries(switches).map(([letter, table]) => {
    const moves = MOVES.flatMap((move) => (table[move] ?? []).map((/** @type {string} */ bridge) => [bridge, move]));
    return [letter, { kind: table.press, moves: Object.fromEntries(moves) }];
  });
  const split = Object.entries(splitters).map(([letter, { to }]) => [letter, { kind: "splitter", moves: {}, to: to.map(typed) }]);
  return Object.fromEntries([...bridges, ...pressed, ...split]);
}

/** @param {{ document: ModelDocument }} model @returns {BlockState} */
export function readBlock({ document }) {
  const { size, board, start, goal, solve } = document;
  const goalSize = goal.size ? typed(goal.size) : null;
  const floor = { board: readBoard(board), fragile: board.fragile ?? "", letters: readLetters(document) };
  return { size: typed(size), goalSize, ...floor, dice: ends(start.cell, goal.cell), solve };
}

/** @param {TomlWriter} writer @param {Record<string, Letter>} letters those of the map; bridges belong to the table of the board */
function writeLetters(writer, letters) {
  const of = (/** @type {(kind: Kind) => boolean} */ wanted) => Object.entries(letters).filter(([, { kind }]) => wanted(kind));
  const bridges = of(isBridge);
  if (bridges.length > 0) {
    writer.inline("bridges", bridges.map(([letter, { kind }]) => [letter, kind, `board.bridges.${letter}`]), "board.bridges");
  }
  const switches = of((kind) => kind === "soft" || kind === "hard");
  if (switches.length > 0) writer.table("switches");
  for (const [letter, { kind, moves }] of switches) {
    const id = `switches.${letter}`;
    /** @type {import("./toml.js").TomlPair[]} */
    const lists = MOVES.map((move) => {
      const moved = bridges.map(([bridge]) => bridge).filter((bridge) => moves[bridge] === move);
      return [move, moved, moved.map((bridge) => `${id}.${bridge}`)];
    });
    writer.inline(letter, [["press", kind, `${id}.press`], ...lists.filter(([, , ids]) => ids.length > 0)], id);
  }
  const splitters = of((kind) => kind === "splitter");
  if (splitters.length > 0) writer.table("splitters");
  for (const [letter, { to = [] }] of splitters) {
    const id = `splitters.${letter}`;
    writer.inline(letter, [["to", to.map((cell) => cell.map(typedNumber)), to.map((_, index) => `${id}.${index}`)]], id);
  }
}

/** @param {BlockState} state @returns {Written} */
export function writeBlock({ size, goalSize, board, fragile, letters, dice: [{ start, goal }], solve }) {
  const writer = new TomlWriter("block-maze");
  writer.entry("size", size.map(typedNumber), "size");
  const drawn = writeBoard(writer, board);
  if (fragile) writer.entry("fragile", fragile, "board.fragile");
  writeLetters(writer, Object.fromEntries(Object.entries(letters).filter(([letter]) => drawn.has(letter))));
  for (const [name, { cell }] of /** @type {const} */ ([["start", start], ["goal", goal]])) {
    writer.table(name);
    writer.entry("cell", (cell ?? []).map(typedNumber), `${name}.cell`);
  }
  if (goalSize) writer.entry("size", goalSize.map(typedNumber), "goal.size");
  writer.rest("solve", solve);
  return writer.written;
}
