// Editing a board by painting: a grid of cells, the tools to paint with, and the board's size.
import { make } from "./dom.js";
import { CutOff, diceOf, drawnSide, resizedRows, typedNumber } from "./draft.js";
import { choiceField, sizeField } from "./fields.js";
import { Grid, withDirections } from "./grid.js";

/** @import { Draft, FieldPlace } from "./types.js" */
/** @import { CellView } from "./grid.js" */

/** A tool: what it paints, its name, another key that paints it, and the classes of cells with it. A value of several
 * characters is not painted but put on one cell: an end, or else `mark`, which says where it is and how it is written there.
 * @typedef {{ value: string, name: string, key?: string, classes?: string, mark?: { text: string, cell: number[] } }} Tool */

/** @typedef {object} BoardOptions
 * @property {(tool: string) => Tool[]} tools those offered while one is chosen; ends are `start0`, `goal1`
 * @property {() => Draft} draft
 * @property {(cell: [number, number], tool: string) => void} move an end, or another mark, was put on a cell
 * @property {(key: string) => boolean} [adds] makes a tool of a key that has none; whether it did
 * @property {() => void} changed
 */

/** The tools that every board has. */
export const CELLS = [
  { value: "#", name: "blocked", key: "#", classes: "blocked" },
  { value: ".", name: "free", key: "." },
  { value: "start0", name: "start", key: "s" },
];

/** Whether a tool paints cells, and puts nothing on them. @param {string} tool */
function paints(tool) {
  return [...tool].length === 1;
}

/** The board of a rolling die or box. It changes the board of the draft. */
export class BoardEditor {
  #options;
  /** @type {CutOff<string[][]>} */
  #cutOff = new CutOff();
  #tool = "#";
  #columns;
  #rows;
  #tools;
  /** The tools that are offered, by what they paint. @type {Map<string, Tool>} */
  #offered = new Map();
  #grid;
  #slot = make("div", { class: "slot" });
  #tooLarge = make("p", { class: "note" }, "This board is too large to be drawn here; its model file can be edited as text.");

  /** @param {BoardOptions} options */
  constructor(options) {
    this.#options = options;
    this.#columns = sizeField("Columns", (typed) => this.#resize({ columns: typedNumber(typed) }));
    this.#rows = sizeField("Rows", (typed) => this.#resize({ rows: typedNumber(typed) }));
    this.#tools = choiceField("Paint with", [], (tool) => {
      this.#tool = tool;
    });
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
    const hasGoal = options.tools(this.#tool).some(({ value }) => value === "goal0");
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

  /** The tool that is chosen; another one is shown with the board. */
  get tool() {
    return this.#tool;
  }

  set tool(tool) {
    this.#tool = tool;
  }

  /** Shows the board of the draft. */
  show() {
    const { board } = this.#options.draft();
    this.element.hidden = this.size.hidden = !board;
    if (!board) return;
    for (const [{ control }, side] of /** @type {const} */ ([[this.#columns, board.columns], [this.#rows, board.rows]])) {
      control.value = String(side);
      // The cells of a very large board are not listed.
      control.disabled = "map" in board || "blocked" in board;
    }
    this.#draw(board);
  }

  /** @param {string} id what follows "board." in the places of the text @returns {FieldPlace} */
  field(id) {
    if (id === "columns") return this.#columns.place;
    if (id === "rows") return this.#rows.place;
    const [x, y] = id.replace(/^.*\./, "").split(",").map(Number);
    return { element: this.#grid.cell(x, y) ?? this.#grid.element, slot: this.#slot };
  }

  /** Offers the tools that there are now. */
  #offer() {
    const tools = this.#options.tools(this.#tool);
    this.#offered = new Map(tools.map((tool) => [tool.value, tool]));
    this.#tools.offer(tools);
    if (!this.#offered.has(this.#tool)) this.#tool = "#";
    this.#tools.set(this.#tool);
  }

  /** @param {Draft} board */
  #draw(board) {
    this.#offer();
    const [columns, rows] = [drawnSide(board.columns), drawnSide(board.rows)];
    this.#grid.element.hidden = !columns || !rows;
    this.#tooLarge.hidden = !(board.columns > 0 && board.rows > 0) || Boolean(columns && rows);
    if (columns && rows) this.#grid.draw(columns, rows);
  }

  /** @param {Draft} typed */
  #resize(typed) {
    const { board } = this.#options.draft();
    Object.assign(board, typed);
    const [columns, rows] = [drawnSide(board.columns), drawnSide(board.rows)];
    if (columns && rows) board.cells = this.#cutOff.resized(board, board.cells, (whole) => resizedRows(whole, columns, rows, "."));
    this.#draw(board);
    this.#options.changed();
  }

  /** @param {number} x @param {number} y @returns {CellView|null} */
  #view(x, y) {
    const draft = this.#options.draft();
    const content = draft.board?.cells[y]?.[x] ?? ".";
    const dice = diceOf(draft);
    const isHere = (/** @type {unknown[]|undefined} */ cell) => cell?.[0] === x && cell[1] === y;
    const ends = dice.flatMap((die, index) =>
      ["start", "goal"].filter((name) => isHere(die[name]?.cell)).map((name) => ({ name, index, top: die[name].die?.top })),
    );
    const marks = ends.map(({ name, index, top }) =>
      make("span", { class: `mark ${name} die-${index}`, "data-text": name === "start" && top }),
    );
    const several = dice.length > 1;
    const others = [...this.#offered.values()].filter(({ mark }) => isHere(mark?.cell));
    if (others.length > 0) marks.push(make("span", { class: "mark other", "data-text": others.map(({ mark }) => mark?.text).join(" ") }));
    const { name: word = "", classes = "" } = this.#offered.get(content) ?? {};
    const spoken = [
      word && word !== content ? word : `label ${content}`,
      ...ends.map(({ name, index, top }) => `${name}${several ? ` of die ${index + 1}` : ""}${top ? `, top ${top}` : ""}`),
      ...others.map(({ name }) => name),
    ];
    const text = /[.#]/.test(content) ? [] : [make("span", { class: "label" }, content)];
    return { nodes: [...text, ...marks], label: `x ${x}, y ${y}: ${spoken.join(", ")}`, classes };
  }

  /** @param {number} x @param {number} y */
  #use(x, y) {
    // The same tool again takes away what it painted.
    this.#apply(x, y, this.#options.draft().board.cells[y][x] === this.#tool ? "." : this.#tool);
  }

  /** @param {number} x @param {number} y @param {string} tool */
  #apply(x, y, tool) {
    if (paints(tool)) this.#put(x, y, tool);
    else this.#options.move([x, y], tool);
  }

  /** @param {number} x @param {number} y */
  #drag(x, y) {
    if (paints(this.#tool)) this.#put(x, y, this.#tool);
  }

  /** @param {number} x @param {number} y @param {string} key */
  #key(x, y, key) {
    const tool = [...this.#offered.values()].find(({ value, key: own }) => key === own || key === value);
    if (tool) this.#apply(x, y, tool.value);
    else if (key === "Delete" || key === "Backspace") this.#put(x, y, ".");
    else if (this.#options.adds?.(key)) this.#put(x, y, key);
    else return false;
    return true;
  }

  /** @param {number} x @param {number} y @param {string} content */
  #put(x, y, content) {
    const { board } = this.#options.draft();
    if (board.cells[y][x] === content) return;
    board.cells[y][x] = content;
    this.#draw(board);
    this.#options.changed();
  }
}
