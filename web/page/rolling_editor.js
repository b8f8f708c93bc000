// What the editors of a rolling die have in common: the board, the ends of the dice, and where each field is.
import { BoardEditor, CELLS } from "./board_editor.js";
import { make } from "./dom.js";
import { EndEditor } from "./end_editor.js";
import { exampleRolling, openEnd, readRolling, writeRolling } from "./rolling_model.js";

/** @import { FieldPlace, ReadAnswer } from "./types.js" */
/** @import { Tool } from "./board_editor.js" */
/** @import { RollingState } from "./rolling_model.js" */

/** @typedef {object} RollingOptions
 * @property {string} puzzle
 * @property {Tool[]} tools besides free, blocked and the start
 * @property {boolean} openStart whether the die may start on any cell
 * @property {boolean} goal whether there is a goal
 * @property {boolean} openGoal whether the goal's cell may be left open
 * @property {Node[]} fields the puzzle's own fields
 * @property {(state: RollingState) => void} showFields
 * @property {Record<string, FieldPlace>} places of the puzzle's own fields, by id
 * @property {() => void} changed
 */

/** The tools that put labels on cells. */
export const LABELS = ["1", "2", "3", "4", "5", "6"].map((label) => ({ value: label, name: label, classes: "labelled" }));

/** An editor of a puzzle in which dice roll. */
export class RollingEditor {
  /** @type {RollingState} */
  #state;
  /** The second die, while there is one only. @type {RollingState["dice"][0]|null} */
  #second = null;
  #options;
  #board;
  /** @type {{ start: EndEditor, goal: EndEditor }[]} */
  #ends;

  /** @param {RollingOptions} options */
  constructor(options) {
    this.#options = options;
    this.#state = exampleRolling(options.puzzle);
    const tools = [...CELLS, ...options.tools];
    this.#board = new BoardEditor({
      tools: () => tools.filter(({ value }) => !/^(start|goal)1$/.test(value) || this.state.dice.length > 1),
      state: () => this.state,
      move: (cell, end) => this.#moveEnd(cell, end),
      changed: options.changed,
    });
    this.#ends = [0, 1].map((index) => ({ start: this.#endEditor("Start", index), goal: this.#endEditor("Goal", index) }));
    const ends = this.#ends.flatMap(({ start, goal }) => [start.element, goal.element]);
    const fields = make("div", { class: "options" }, this.#board.size, ...options.fields);
    const side = make("div", { class: "side" }, fields, make("div", { class: "ends" }, ...ends));
    this.element = make("div", { class: "editor rolling" }, this.#board.element, side);
    this.show();
  }

  /** @param {"Start"|"Goal"} name @param {number} index */
  #endEditor(name, index) {
    const start = name === "Start";
    const open = start ? this.#options.openStart : this.#options.openGoal;
    const title = index ? `${name} of die 2` : name;
    return new EndEditor({ name: title, open, hand: start, changed: () => this.changed() });
  }

  get state() {
    return this.#state;
  }

  set state(state) {
    [this.#state, this.#second] = [state, null];
    this.show();
  }

  /** Draws the state. */
  show() {
    this.#options.showFields(this.state);
    this.#board.show();
    this.#ends.forEach(({ start, goal }, index) => {
      const die = this.state.dice[index];
      start.element.hidden = !die;
      goal.element.hidden = !die || !this.#options.goal || this.state.closed;
      if (!die) return;
      start.show(die.start);
      goal.show(die.goal, start.hand);
    });
  }

  /** The state was changed by a field. */
  changed() {
    this.#board.show();
    this.#ends.forEach(({ start, goal }, index) => {
      if (this.state.dice[index]) goal.show(this.state.dice[index].goal, start.hand);
    });
    this.#options.changed();
  }

  /** One die or two. @param {boolean} two */
  setTwoDice(two) {
    const [first, second] = this.state.dice;
    this.state.dice = two ? [first, this.#second ?? opposite(first)] : [first];
    if (!two) this.#second = second;
    this.show();
    this.#options.changed();
  }

  /** @param {ReadAnswer} model */
  load(model) {
    this.state = readRolling(model);
  }

  write() {
    return writeRolling(this.#options.puzzle, this.state);
  }

  /** @param {string} id @returns {FieldPlace|null} */
  field(id) {
    const own = this.#options.places[id];
    if (own) return own;
    if (id.startsWith("board.")) return this.#board.field(id.slice("board.".length));
    const end = /^(?:dice(\d)\.)?(start|goal)\.(.+)$/.exec(id);
    if (!end) return null;
    return this.#ends[Number(end[1] ?? 0)][end[2] === "start" ? "start" : "goal"].field(end[3]);
  }

  /** @param {[string, string]} cell @param {string} end */
  #moveEnd(cell, end) {
    const index = Number(end.at(-1));
    const die = this.state.dice[index] ?? this.state.dice[0];
    die[end.startsWith("start") ? "start" : "goal"].cell = cell;
    this.show();
    this.#options.changed();
  }
}

/** A second die, which goes where the first one comes from. @param {RollingState["dice"][0]} first @returns {RollingState["dice"][0]} */
function opposite({ start, goal }) {
  const cell = (/** @type {[string, string]|null} */ from) => /** @type {[string, string]} */ ([...(from ?? ["0", "0"])]);
  return {
    start: { ...openEnd(), cell: cell(goal.cell), die: { top: 1, north: 2, east: 3 } },
    goal: { ...openEnd(), cell: cell(start.cell) },
  };
}
