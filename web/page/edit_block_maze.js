// The editor of block mazes: the board and what its floor does, the box, and where and how it ends.
import { BoardEditor } from "./board_editor.js";
import { make } from "./dom.js";
import { put, typedNumber } from "./draft.js";
import { numberFields, tickField } from "./fields.js";
import { FloorEditor, toolsOf } from "./floor_editor.js";

/** @import { Draft, FieldPlace } from "./types.js" */

const [CELL, SIZE] = [["x", "y"], ["Along x", "Along y", "Height"]];

class BlockMazeEditor {
  #draft;
  #changed;
  #board;
  #floor;
  #size;
  #start;
  #goal;
  #lies;
  #goalSize;

  /** @param {Draft} draft @param {() => void} changed */
  constructor(draft, changed) {
    this.#draft = draft;
    this.#changed = changed;
    this.#board = new BoardEditor({
      tools: (tool) => toolsOf(this.#draft, tool),
      draft: () => this.#draft,
      move: (cell, tool) => {
        this.#move(cell, tool);
        this.#redrawn();
      },
      adds: (key) => this.#floor.adds(key),
      changed: () => {
        this.#floor.show(this.#board.tool);
        changed();
      },
    });
    const begun = (/** @type {string} */ letter) => {
      this.#board.tool = letter;
      this.#show();
    };
    this.#floor = new FloorEditor(() => this.#draft, begun, () => this.#redrawn());
    this.#size = numberFields(SIZE, (index, typed) => this.#type(this.#draft.size, index, typed));
    this.#start = numberFields(CELL, (index, typed) => this.#type(this.#draft.start.cell, index, typed));
    this.#goal = numberFields(CELL, (index, typed) => this.#type(this.#draft.goal.cell, index, typed));
    this.#lies = tickField("with the sizes of the start", (ticked) => {
      put(this.#draft, "goal.size", ticked ? undefined : [...this.#draft.size]);
      this.#redrawn();
    });
    this.#goalSize = numberFields(SIZE, (index, typed) => this.#type(this.#draft.goal.size, index, typed));
    const group = (/** @type {string} */ name, /** @type {Node[]} */ ...fields) =>
      make("fieldset", { class: "group end" }, make("legend", {}, name), ...fields);
    const side = make(
      "div",
      { class: "side" },
      make("div", { class: "options" }, this.#board.size),
      group("Box at the start", this.#size.element),
      group("Start: its south-west cell", this.#start.element),
      group("Goal: its south-west cell", this.#goal.element, this.#lies.element, this.#goalSize.element),
      this.#floor.element,
    );
    this.element = make("div", { class: "editor rolling" }, this.#board.element, side);
    this.#show();
  }

  get draft() {
    return this.#draft;
  }

  set draft(draft) {
    this.#draft = draft;
    this.#show();
  }

  /** @param {string} id @returns {FieldPlace|null} */
  field(id) {
    const ofFloor = this.#floor.field(id);
    if (ofFloor) return ofFloor;
    if (id.startsWith("board.")) return this.#board.field(id.slice("board.".length));
    const places = Object.entries({ size: this.#size, "start.cell": this.#start, "goal.cell": this.#goal, "goal.size": this.#goalSize });
    return places.find(([path]) => id === path || id.startsWith(`${path}.`))?.[1].place ?? null;
  }

  #show() {
    const { size, start, goal } = this.#draft;
    this.#board.show();
    this.#floor.show(this.#board.tool);
    this.#size.show(size);
    this.#start.show(start.cell);
    this.#goal.show(goal.cell);
    this.#lies.control.checked = !goal.size;
    this.#goalSize.element.hidden = !goal.size;
    this.#goalSize.show(goal.size ?? []);
  }

  /** Puts an end or a cube of a splitter on a cell. @param {[number, number]} cell @param {string} tool */
  #move(cell, tool) {
    if (tool === "start0") this.#draft.start.cell = cell;
    else if (tool === "goal0") this.#draft.goal.cell = cell;
    else this.#draft.letters[tool.slice(1)].to.splice(Number(tool[0]), 1, cell);
  }

  #redrawn() {
    this.#show();
    this.#changed();
  }

  /** @param {unknown[]} values @param {number} index @param {string} typed */
  #type(values, index, typed) {
    values[index] = typedNumber(typed);
    this.#board.show();
    this.#changed();
  }
}

/** @param {Draft} draft @param {() => void} changed @returns {import("./types.js").Editor} */
export function createBlockMazeEditor(draft, changed) {
  return new BlockMazeEditor(draft, changed);
}
