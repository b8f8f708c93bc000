// The puzzles of a rolling die as the editors hold them, and as model files: die tours, die paths and labeled boards. Other puzzles
// have their boards, too.
import { TomlWriter, typedNumber } from "./toml.js";
import { DIE_PLACES } from "./die.js";

/** @import { Faces, ModelDocument, Written } from "./types.js" */

/** Where and how a die starts or ends; what is typed for a coordinate is kept as text. `cell` null: any cell. `stated`: it has a table even if that
 * is empty.
 * @typedef {{ cell: [string, string]|null, die: Faces, handedness: string, stated?: boolean }} DieEnd */

/** A board: how many columns and rows, as typed, and its cells: `cells[y][x]` is `.`, `#`, a label or a letter, y from the south. Cells that are not
 * there are free. `labels` is empty or says when labels count, `weights` is empty or their drawing, `order` the labels that come first. Of weights and
 * order is written what belongs to cells and labels of the board as it is; the rest comes back with its cell.
 * @typedef {{ columns: string, rows: string, cells: string[][], labels?: string, weights?: string, order?: number[][] }} BoardState */

/** What the model files of the three puzzles say; each uses some of it.
 * @typedef {object} RollingState
 * @property {BoardState|null} board null: the unbounded plane
 * @property {{ start: DieEnd, goal: DieEnd }[]} dice
 * @property {string} objective empty: not said
 * @property {boolean} closed
 * @property {boolean} restore the die is back in its start orientation
 * @property {string} total as typed; empty: any
 * @property {string} never faces that are never on top, as typed
 * @property {string} neverBetween faces that are on top at the ends only, as typed
 * @property {Record<string, number>} [faces] their values in sums
 * @property {{ "round-trip"?: boolean, directions?: string, never?: (number|bigint|string)[] }} [path]
 * @property {Record<string, any>} [solve]
 */

/** The largest number of columns or rows that is drawn. */
const MAX_SIDE = 64;
/** The most cells that tumble takes; of a larger board only its size is written. */
const MAX_CELLS = 1_000_000;

/** An end that leaves everything open. @returns {DieEnd} */
export function openEnd() {
  return { cell: null, die: {}, handedness: "" };
}

/** An end. @param {number} x @param {number} y @param {Faces} [die] @returns {DieEnd} */
function end(x, y, die = {}) {
  return { cell: [String(x), String(y)], die, handedness: "" };
}

/**
 * Rows of words with these numbers of columns and rows, as many as possible kept from earlier ones.
 * @param {string[][]} before
 * @param {number} columns
 * @param {number} rows
 * @param {string} word what new cells have
 */
export function resizedRows(before, columns, rows, word) {
  return Array.from({ length: rows }, (_, y) => Array.from({ length: columns }, (__, x) => before[y]?.[x] ?? word));
}

/** The cells of a board with these numbers of columns and rows. @param {string[][]} before @param {number} columns @param {number} rows */
export function resizedCells(before, columns, rows) {
  return resizedRows(before, columns, rows, ".");
}

/** What was typed for a number of columns or rows, if it can be drawn. @param {string} typed @returns {number|null} */
export function drawnSide(typed) {
  const side = typedNumber(typed);
  return typeof side === "number" && side >= 1 && side <= MAX_SIDE ? side : null;
}

/** Columns and rows of a board that tumble takes, as far as its size goes. @param {Pick<BoardState, "columns"|"rows">} board */
function sizeOf(board) {
  const [columns, rows] = [typedNumber(board.columns), typedNumber(board.rows)];
  const isSize = typeof columns === "number" && typeof rows === "number" && columns > 0 && rows > 0;
  return isSize && columns * rows <= MAX_CELLS ? { columns, rows } : null;
}

/** A board of free cells. @param {number} columns @param {number} rows @returns {BoardState} */
function freeBoard(columns, rows) {
  return { columns: String(columns), rows: String(rows), cells: resizedCells([], columns, rows), labels: "", weights: "" };
}

/** A board from drawn lines, the north row first. @param {string[]} lines @returns {BoardState} */
export function drawnBoard(lines) {
  const cells = lines.map((line) => [...line.replace(/\s/g, "")]).reverse();
  return { columns: String(cells[0].length), rows: String(cells.length), cells, labels: "", weights: "" };
}

const PLAIN = { objective: "", closed: false, restore: false, total: "", never: "", neverBetween: "" };
const CORNER = { top: 1, north: 2, east: 3 };

/** What an editor shows at first. @param {string} puzzle @returns {RollingState} */
export function exampleRolling(puzzle) {
  switch (puzzle) {
    case "die-tour":
      return { ...PLAIN, objective: "max", board: freeBoard(4, 4), dice: [{ start: end(0, 0, CORNER), goal: openEnd() }] };
    case "labeled-board": {
      const board = drawnBoard(["24.13", "565..", "..31."]);
      return {
        ...PLAIN,
        objective: "min",
        board,
        dice: [{ start: end(0, 2, { top: 2, north: 6, west: 4 }), goal: openEnd() }],
      };
    }
    default: {
      const board = drawnBoard([".....", ".#...", "...#.", ".#.#.", "....."]);
      return { ...PLAIN, board, dice: [{ start: end(2, 2, CORNER), goal: end(2, 2, { top: 6 }) }] };
    }
  }
}

/** @param {any} [table] @returns {DieEnd} */
function readEnd(table) {
  const { cell, die = {}, handedness = "" } = table ?? {};
  const given = DIE_PLACES.filter((place) => die[place] !== undefined);
  return {
    cell: cell ? [String(cell[0]), String(cell[1])] : null,
    die: Object.fromEntries(given.map((place) => [place, die[place]])),
    handedness,
    ...(table && { stated: true }),
  };
}

/** @param {any} table @returns {BoardState} */
export function readBoard(table) {
  const more = { labels: table.labels ?? "", weights: table.weights ?? "", ...(table.order && { order: table.order }) };
  if (table.map !== undefined) {
    return { ...drawnBoard(table.map.split("\n").filter((/** @type {string} */ line) => line.trim())), ...more };
  }
  const board = { columns: String(table.columns), rows: String(table.rows), cells: /** @type {string[][]} */ ([]), ...more };
  const size = sizeOf(board);
  if (size && (table.blocked || (drawnSide(board.columns) && drawnSide(board.rows)))) {
    board.cells = resizedCells([], size.columns, size.rows);
    for (const [x, y] of table.blocked ?? []) board.cells[y][x] = "#";
  }
  return board;
}

/** @param {{ document: ModelDocument }} model @returns {RollingState} */
export function readRolling({ document }) {
  const { board, start, goal, dice, tour = {}, faces, path } = document;
  const ends = /** @type {any[]} */ (dice ?? [{ start, goal }]);
  return {
    board: board ? readBoard(board) : null,
    dice: ends.map((die) => ({ start: readEnd(die.start), goal: readEnd(die.goal) })),
    objective: document.objective ?? "",
    closed: tour.closed ?? false,
    restore: tour["restore-orientation"] ?? false,
    total: tour.total === undefined ? "" : String(tour.total),
    never: (tour.never ?? []).join(" "),
    neverBetween: (tour["never-between"] ?? []).join(" "),
    faces,
    path,
    solve: document.solve,
  };
}

/** @param {TomlWriter} writer @param {BoardState} board @returns {Set<string>} what is on the map */
export function writeBoard(writer, { columns, rows, cells, labels, weights, order }) {
  writer.table("board");
  /** @type {Set<string>} */
  const drawn = new Set();
  const size = sizeOf({ columns, rows });
  if (!size || cells.every((row) => row.every((cell) => cell === "."))) {
    writer.entry("columns", typedNumber(columns), "board.columns");
    writer.entry("rows", typedNumber(rows), "board.rows");
  } else {
    const whole = resizedCells(cells, size.columns, size.rows);
    const lines = whole.map((row, y) => row.map((word, x) => ({ word, id: boardCellId(x, y) })));
    writer.drawing("map", lines.reverse(), "board.map");
    for (const word of whole.flat()) drawn.add(word);
  }
  if (labels && cells.some((row) => row.some((cell) => /\d/.test(cell)))) writer.entry("labels", labels, "board.labels");
  const known = order?.filter(([x, y]) => /\d/.test(cells[y]?.[x]));
  if (known?.length) writer.entry("order", known, "board.order");
  if (weights) {
    const lines = weightsOf(weights, size).map((row) => row.map((word) => ({ word, id: "board.weights" })));
    writer.drawing("weights", lines.reverse(), "board.weights");
  }
  return drawn;
}

/** The weights in a drawing, by row from the south: those of a board of this size, if it is one. New cells count as without weights.
 * @param {string} drawing @param {{ columns: number, rows: number }|null} size */
function weightsOf(drawing, size) {
  const lines = drawing.split("\n").filter((line) => line.trim());
  const words = lines.map((line) => line.trim().split(/\s+/)).reverse();
  return size ? resizedRows(words, size.columns, size.rows, "1") : words;
}

/** The id of a cell of the board in the places of the text. @param {number} x @param {number} y */
function boardCellId(x, y) {
  return `board.${x},${y}`;
}

/** @param {TomlWriter} writer @param {string} table the head of the table @param {string} id @param {DieEnd} from */
function writeEnd(writer, table, id, { cell, die, handedness, stated }) {
  const faces = DIE_PLACES.filter((place) => die[place] !== undefined);
  if (!stated && !cell && !faces.length && !handedness) return;
  writer.table(table, id);
  if (cell) writer.entry("cell", cell.map(typedNumber), `${id}.cell`);
  if (faces.length) {
    writer.inline(
      "die",
      faces.map((place) => [place, /** @type {number} */ (die[place]), `${id}.die.${place}`]),
      `${id}.die`,
    );
  }
  if (handedness) writer.entry("handedness", handedness, `${id}.handedness`);
}

/** A list of faces, as typed. @param {string} typed */
export function typedFaces(typed) {
  return typed.split(/[\s,]+/).filter(Boolean).map(typedNumber);
}

/** @param {string} puzzle @param {RollingState} state @returns {Written} */
export function writeRolling(puzzle, state) {
  const writer = new TomlWriter(puzzle);
  if (state.objective) writer.entry("objective", state.objective, "objective");
  if (state.board) writeBoard(writer, state.board);
  if (state.dice.length === 1) {
    const [{ start, goal }] = state.dice;
    // A path that is no round trip has to say that it may end anywhere.
    const stated = goal.stated || (puzzle === "die-path" && !state.path?.["round-trip"]);
    writeEnd(writer, "start", "start", start);
    writeEnd(writer, "goal", "goal", { ...goal, stated });
  } else {
    state.dice.forEach(({ start, goal }, index) => {
      writer.table("[dice]", "dice");
      writeEnd(writer, "dice.start", `dice${index}.start`, start);
      writeEnd(writer, "dice.goal", `dice${index}.goal`, goal);
    });
  }
  const [never, between] = [state.never, state.neverBetween].map(typedFaces);
  if (state.closed || state.restore || state.total || never.length || between.length) {
    writer.table("tour");
    if (state.closed) writer.entry("closed", true, "tour.closed");
    if (state.restore) writer.entry("restore-orientation", true, "tour.restore-orientation");
    if (state.total) writer.entry("total", typedNumber(state.total), "tour.total");
    if (never.length) writer.entry("never", never, "tour.never");
    if (between.length) writer.entry("never-between", between, "tour.never-between");
  }
  writer.rest("path", state.path);
  writer.rest("faces", state.faces);
  writer.rest("solve", state.solve);
  return writer.written;
}
