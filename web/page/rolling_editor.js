// What the editors of a rolling die have in common: the board, the ends of the dice, and where each field is.
import { BoardEditor, CELLS } from "./board_editor.js";
import { make } from "./dom.js";
import { diceOf } from "./draft.js";
import { EndEditor } from "./end_editor.js";

/** @import { Draft, FieldPlace } from "./types.js" */
/** @import { Tool } from "./board_editor.js" */

/** @typedef {object} RollingOptions
 * @property {Draft} draft what is shown at first
 * @property {Tool[]} tools besides free, blocked, the start and the goal
 * @property {boolean} openStart whether the die may start on any cell
 * @property {boolean} [stated] whether a goal that leaves all open is said to be there
 * @property {Node[]} fields the puzzle's own fields
 * @property {(draft: Draft) => void} showFields
 * @property {Record<string, FieldPlace>} places of the puzzle's own fields, by id
 * @property {() => void} changed
 */

/** The tools that put labels on cells. */
export const LABELS = ["1", "2", "3", "4", "5", "6"].map((label) => ({ value: label, name: label, classes: "labelled" }));

/** An editor of a puzzle in which dice roll. */
export class RollingEditor {
  #draft;
  /** The second die, while there is one only. @type {Draft|undefined} */
  #second;
  #options;
  #board;
  /** @type {{ start: EndEditor, goal: EndEditor }[]} */
  #ends;

  /** @param {RollingOptions} options */
  constructor(options) {
    this.#options = options;
    this.#draft = options.draft;
    const tools = [...CELLS, { value: "goal0", name: "goal", key: "g" }, ...options.tools];
    this.#board = new BoardEditor({
      tools: () => tools.filter(({ value }) => !/^(start|goal)1$/.test(value) || this.draft.dice),
      draft: () => this.draft,
      move: (cell, end) => this.#moveEnd(cell, end),
      changed: options.changed,
    });
    this.#ends = [0, 1].map((index) => ({ start: this.#endEditor("start", index), goal: this.#endEditor("goal", index) }));
    const ends = this.#ends.flatMap(({ start, goal }) => [start.element, goal.element]);
    const fields = make("div", { class: "options" }, this.#board.size, ...options.fields);
    const side = make("div", { class: "side" }, fields, make("div", { class: "ends" }, ...ends));
    this.element = make("div", { class: "editor rolling" }, this.#board.element, side);
  }

  /** @param {"start"|"goal"} key @param {number} index */
  #endEditor(key, index) {
    const { openStart, stated = false } = this.#options;
    const name = (key === "start" ? "Start" : "Goal") + (index ? " of die 2" : "");
    return new EndEditor({ name, key, open: key === "goal" || openStart, stated: stated && key === "goal", changed: () => this.changed() });
  }

  get draft() {
    return this.#draft;
  }

  set draft(draft) {
    [this.#draft, this.#second] = [draft, undefined];
    this.show();
  }

  /** Draws the draft. */
  show() {
    this.#options.showFields(this.draft);
    this.#board.show();
    const dice = diceOf(this.draft);
    this.#ends.forEach(({ start, goal }, index) => {
      const die = dice[index];
      start.element.hidden = !die;
      goal.element.hidden = !die || this.draft.tour?.closed;
      if (!die) return;
      start.show(die);
      goal.show(die, start.hand);
    });
  }

  /** The draft was changed by a field. */
  changed() {
    this.#board.show();
    diceOf(this.draft).forEach((die, index) => this.#ends[index].goal.show(die, this.#ends[index].start.hand));
    this.#options.changed();
  }

  /** One die or two. @param {boolean} two */
  setTwoDice(two) {
    const [{ start, goal }, second] = diceOf(this.draft);
    if (two) {
      this.draft.dice = [{ start, goal }, this.#second ?? opposite(start, goal)];
      delete this.draft.start;
      delete this.draft.goal;
    } else {
      Object.assign(this.draft, { start, goal: goal ?? {} });
      this.#second = second;
      delete this.draft.dice;
    }
    this.show();
    this.#options.changed();
  }

  /** @param {string} id @returns {FieldPlace|null} */
  field(id) {
    const own = this.#options.places[id];
    if (own) return own;
    if (id.startsWith("board.")) return this.#board.field(id.slice("board.".length));
    const end = /^(?:dice\.(\d)\.)?(start|goal)\.(.+)$/.exec(id);
    if (!end) return null;
    return this.#ends[Number(end[1] ?? 0)]?.[end[2] === "start" ? "start" : "goal"].field(end[3]) ?? null;
  }

  /** @param {[number, number]} cell @param {string} end */
  #moveEnd(cell, end) {
    const dice = diceOf(this.draft);
    const die = dice[Number(end.at(-1))] ?? dice[0];
    const key = end.slice(0, -1);
    die[key] = { ...die[key], cell };
    this.show();
    this.#options.changed();
  }
}

/** A second die, which goes where the first one comes from. @param {Draft} [start] @param {Draft} [goal] */
function opposite(start, goal) {
  return { start: { cell: goal?.cell ?? [0, 0], die: { top: 1, north: 2, east: 3 } }, goal: { cell: start?.cell ?? [0, 0] } };
}
