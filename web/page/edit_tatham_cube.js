// The editor of Cubes of Simon Tatham's: the game's id, or the board drawn.
import { make } from "./dom.js";
import { CutOff } from "./cut_off.js";
import { choiceField, labelled, sizeField } from "./fields.js";
import { Grid } from "./grid.js";
import { TATHAM_CELLS, exampleTatham, readTatham, tathamId, writeTatham } from "./tatham_model.js";

/** @import { FieldPlace, ReadAnswer } from "./types.js" */
/** @import { TathamState } from "./tatham_model.js" */

class TathamCubeEditor {
  #state = exampleTatham();
  /** @type {CutOff<Pick<TathamState, "blue"|"start">>} */
  #cutOff = new CutOff();
  #changed;
  #tool = "blue";
  #slot = make("div", { class: "slot" });
  #id;
  #columns;
  #rows;
  #count = make("p", { class: "note", role: "status" });
  #grid;

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
    const id = make("input", {
      type: "text",
      spellcheck: "false",
      autocomplete: "off",
      class: "wide",
      oninput: () => this.#typeId(id.value),
    });
    this.#id = labelled("Game id", id);
    this.#columns = sizeField("Columns", () => this.#resize());
    this.#rows = sizeField("Rows", () => this.#resize());
    const choices = [
      { value: "blue", name: "blue square", key: "b" },
      { value: "cube", name: "the cube", key: "c" },
    ];
    const tools = choiceField("Paint with", choices, (tool) => {
      this.#tool = tool;
    });
    tools.set(this.#tool);
    this.#grid = new Grid({
      label: "Board of the game, north on top",
      classes: "board",
      view: (x, y) => this.#view(x, y),
      use: (x, y) => this.#paint(x, y, this.#tool),
      key: (x, y, event) => this.#key(x, y, event.key),
    });
    const board = make("div", { class: "board-editor" }, tools.element, this.#grid.element, this.#slot);
    const size = make("div", { class: "pair" }, this.#columns.element, this.#rows.element);
    this.element = make(
      "div",
      { class: "editor rolling" },
      board,
      make("div", { class: "side" }, this.#id.element, size, this.#count),
    );
    this.#draw();
  }

  write() {
    return writeTatham(this.#state);
  }

  /** @param {ReadAnswer} model */
  load(model) {
    this.state = readTatham(model.document);
  }

  get state() {
    return this.#state;
  }

  set state(state) {
    this.#state = state;
    this.#draw();
  }

  /** An id that was typed and read is drawn. @param {ReadAnswer|null} answer */
  checked(answer) {
    if (!answer || answer.document.id !== this.#state.id.trim()) return;
    const read = { ...readTatham(answer.document), id: this.#state.id };
    // Drawn already: a size that is being typed stays.
    if (tathamId(read) === tathamId(this.#state)) return;
    this.state = read;
  }

  /** @param {string} id @returns {FieldPlace|null} */
  field(id) {
    return id === "id" ? this.#id.place : null;
  }

  #draw() {
    const { id, columns, rows, blue } = this.#state;
    if (this.#id.control.value.trim() !== id.trim()) this.#id.control.value = id;
    this.#columns.control.value = String(columns);
    this.#rows.control.value = String(rows);
    this.#grid.draw(columns, rows);
    const count = blue.flat().filter(Boolean).length;
    this.#count.textContent = `${count} blue square${count === 1 ? "" : "s"}; the cube has six faces to fill.`;
  }

  /** @param {number} x @param {number} y */
  #view(x, y) {
    const { blue, start } = this.#state;
    const here = start[0] === x && start[1] === y;
    const nodes = here ? [make("span", { class: "mark cube" })] : [];
    const label = `x ${x}, y ${y}: ${blue[y]?.[x] ? "blue" : "white"}${here ? ", the cube" : ""}`;
    return { nodes, label, classes: blue[y]?.[x] ? "blue" : "" };
  }

  /** @param {number} x @param {number} y @param {string} key */
  #key(x, y, key) {
    const tool = { b: "blue", c: "cube" }[key];
    if (!tool) return false;
    this.#paint(x, y, tool);
    return true;
  }

  /** @param {number} x @param {number} y @param {string} tool */
  #paint(x, y, tool) {
    if (tool === "cube") this.#state.start = [x, y];
    else this.#state.blue[y][x] = !this.#state.blue[y][x];
    this.#redrawn();
  }

  #resize() {
    const [columns, rows] = [Number(this.#columns.control.value), Number(this.#rows.control.value)];
    const drawable =
      Number.isInteger(columns) && Number.isInteger(rows) && columns > 0 && rows > 0 && columns * rows <= TATHAM_CELLS;
    if (!drawable) {
      // tumble says what is wrong with such a size.
      this.#typeId(`c${this.#columns.control.value}x${this.#rows.control.value}:,0`);
      this.#id.control.value = this.#state.id;
      return;
    }
    const { blue, start } = this.#state;
    const board = this.#cutOff.resized(this.#state, { blue, start }, (whole) => ({
      blue: Array.from({ length: rows }, (_, y) => Array.from({ length: columns }, (__, x) => whole.blue[y]?.[x] ?? false)),
      start: [Math.min(whole.start[0], columns - 1), Math.min(whole.start[1], rows - 1)],
    }));
    Object.assign(this.#state, board, { columns, rows });
    this.#redrawn();
  }

  #redrawn() {
    this.#state.id = tathamId(this.#state);
    this.#draw();
    this.#changed();
  }

  /** @param {string} id */
  #typeId(id) {
    this.#state.id = id;
    this.#changed();
  }
}

/** @param {() => void} changed @returns {import("./types.js").Editor} */
export function createTathamCubeEditor(changed) {
  return new TathamCubeEditor(changed);
}
