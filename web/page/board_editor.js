// Editing a board by painting: a grid of cells, the tools to paint with, and the board's size.
import { make } from "./dom.js";
import { CutOff } from "./cut_off.js";
import { choiceField, sizeField } from "./fields.js";
import { Grid, withDirections } from "./grid.js";
import { drawnSide, resizedCells } from "./rolling_model.js";

/** @import { FieldPlace } from "./types.js" */
/** @import { CellView } from "./grid.js" */
/** @import { BoardState, RollingState } from "./rolling_model.js" */

/** A tool: what it paints, its name, and the key that paints it.
 * @typedef {{ value: string, name: string, key?: string }} Tool */

/** @typedef {object} BoardOptions
 * @property {Tool[]} tools `.`, `#` and labels are painted; others are ends: `start0`, `goal1`
 * @property {() => Pick<RollingState, "board"|"dice">} state
 * @property {(cell: [string, string], end: string) => void} moveEnd an end was put on a cell
 * @property {() => void} changed
 */

/** Keys that paint a cell wherever the tool is. */
const PAINT_KEYS = /^[.#1-6]$/;

/** The board of a rolling die or box. It changes the state's board. */
export class BoardEditor {
  #options;
  /** @type {CutOff<string[][]>} */
  #cutOff = new CutOff();
  #tool = "#";
  #columns;
  #rows;
  #tools;
  #grid;
  #slot = make("div", { class: "slot" });
  #tooLarge = make(
    "p",
    { class: "note" },
    "This board is too large to be drawn here; its model file can be edited as text.",
  );

  /** @param {BoardOptions} options */
  constructor(options) {
    this.#options = options;
    this.#columns = sizeField("Columns", (columns) => this.#resize({ columns }));
    this.#rows = sizeField("Rows", (rows) => this.#resize({ rows }));
    this.#tools = choiceField("Paint with", options.tools, (tool) => {
      this.#tool = tool;
    });
    this.#tools.set(this.#tool);
    this.#grid = new Grid({
      label: "Board, the north row on top",
      classes: "board",
      view: (x, y) => this.#view(x, y),
      use: (x, y) => this.#use(x, y),
      key: (x, y, event) => this.#key(x, y, event.key),
      paint: (x, y) => this.#drag(x, y),
    });
    this.size = make("div", { class: "pair" }, this.#columns.element, this.#rows.element);
    const hint = make(
      "p",
      { class: "note" },
      "Click a cell. Or move to it with the arrow keys, and press Enter to paint it, or the key of what it is to show.",
    );
    const hasGoal = options.tools.some(({ value }) => value === "goal0");
    const words = make("p", { class: "marks", "aria-hidden": "true" }, hasGoal ? "■ start   ○ goal" : "■ start");
    this.element = make(
      "div",
      { class: "board-editor" },
      this.#tools.element,
      withDirections(this.#grid),
      words,
      this.#tooLarge,
      this.#slot,
      hint,
    );
  }

  /** Shows the board of the state. */
  show() {
    const { board, dice } = this.#options.state();
    this.element.hidden = this.size.hidden = !board;
    this.#tools.filter((tool) => !tool.endsWith("1") || tool === "1" || dice.length > 1);
    if (!board) return;
    this.#columns.control.value = board.columns;
    this.#rows.control.value = board.rows;
    this.#draw(board);
  }

  /** @param {string} id what follows "board." in the places of the text @returns {FieldPlace} */
  field(id) {
    if (id === "columns") return this.#columns.place;
    if (id === "rows") return this.#rows.place;
    const [x, y] = id.split(",").map(Number);
    return { element: this.#grid.cell(x, y) ?? this.#grid.element, slot: this.#slot };
  }

  /** @param {BoardState} board */
  #draw(board) {
    const [columns, rows] = [drawnSide(board.columns), drawnSide(board.rows)];
    this.#grid.element.hidden = !columns || !rows;
    this.#tooLarge.hidden = !(Number(board.columns) > 0 && Number(board.rows) > 0) || Boolean(columns && rows);
    if (columns && rows) this.#grid.draw(columns, rows);
  }

  /** @param {Partial<BoardState>} typed */
  #resize(typed) {
    const board = this.#options.state().board;
    if (!board) return;
    Object.assign(board, typed);
    const [columns, rows] = [drawnSide(board.columns), drawnSide(board.rows)];
    if (columns && rows) board.cells = this.#cutOff.resized(board, board.cells, (whole) => resizedCells(whole, columns, rows));
    this.#draw(board);
    this.#options.changed();
  }

  /** @param {number} x @param {number} y @returns {CellView|null} */
  #view(x, y) {
    const { board, dice } = this.#options.state();
    const content = board?.cells[y]?.[x] ?? ".";
    const ends = dice.flatMap(({ start, goal }, index) =>
      [
        { end: start, name: "start" },
        { end: goal, name: "goal" },
      ]
        .filter(({ end }) => end.cell && Number(end.cell[0]) === x && Number(end.cell[1]) === y)
        .map(({ end, name }) => ({ name, index, top: end.die.top })),
    );
    const marks = ends.map(({ name, index, top }) =>
      make("span", { class: `mark ${name} die-${index}`, "data-top": name === "start" && top }),
    );
    const several = dice.length > 1;
    const spoken = [
      content === "#" ? "blocked" : content === "." ? "free" : `label ${content}`,
      ...ends.map(({ name, index, top }) => `${name}${several ? ` of die ${index + 1}` : ""}${top ? `, top ${top}` : ""}`),
    ];
    const text = /[1-6]/.test(content) ? make("span", { class: "label" }, content) : null;
    return {
      nodes: text ? [text, ...marks] : marks,
      label: `x ${x}, y ${y}: ${spoken.join(", ")}`,
      classes: content === "#" ? "blocked" : text ? "labelled" : "",
    };
  }

  /** @param {number} x @param {number} y */
  #use(x, y) {
    if (/^(start|goal)/.test(this.#tool)) this.#options.moveEnd([String(x), String(y)], this.#tool);
    // The same tool again takes away what it painted.
    else this.#put(x, y, this.#options.state().board?.cells[y][x] === this.#tool ? "." : this.#tool);
  }

  /** @param {number} x @param {number} y */
  #drag(x, y) {
    if (!/^(start|goal)/.test(this.#tool)) this.#put(x, y, this.#tool);
  }

  /** @param {number} x @param {number} y @param {string} key */
  #key(x, y, key) {
    const values = this.#options.tools.map(({ value }) => value);
    if (PAINT_KEYS.test(key) && values.includes(key)) this.#put(x, y, key);
    else if (key === "Delete" || key === "Backspace") this.#put(x, y, ".");
    else if (key === "s") this.#options.moveEnd([String(x), String(y)], "start0");
    else if (key === "g" && values.includes("goal0")) this.#options.moveEnd([String(x), String(y)], "goal0");
    else return false;
    return true;
  }

  /** @param {number} x @param {number} y @param {string} content */
  #put(x, y, content) {
    const board = this.#options.state().board;
    if (!board || board.cells[y][x] === content) return;
    board.cells[y][x] = content;
    this.#draw(board);
    this.#options.changed();
  }
}
