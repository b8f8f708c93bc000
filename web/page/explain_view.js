// Why a model has no solution: the facts that rule out all of them together, marked on the board where they have a cell, and what would help.
import { fill, make } from "./dom.js";
import { put } from "./draft.js";
import { sentence } from "./problems.js";
import { repairRow } from "./repairs_view.js";
import { fieldAt } from "./sudoku_model.js";
import { startAt } from "./tatham_model.js";
import { isHole, kindOf } from "./tray_model.js";

/** @import { Draft, Texts } from "./types.js" */

/** A fact, and of a change its new value, null if it is left out. @typedef {{ fact: string, words: string, value: unknown, cell?: number[] }} Fact */

/** The JSON of `tumble explain`, with its sentence and its changes in words.
 * @typedef {{ status: string, sentence: string, conflict: Fact[], changes: (Fact & { objective: number|null, and?: Fact, model?: string })[],
 * remedies: string[], remark: string|null }} Explanation */

/** @typedef {object} ExplainOptions
 * @property {(answered: (explanation: Explanation, text: string) => void) => void} ask asks about the model that there is now
 * @property {Promise<Texts>} texts
 * @property {(id: string) => HTMLElement|null} field the element of a field of the editor
 * @property {(model: string) => void} useModel
 */

/** What the name of a marked cell ends with. */
const MARK = ", part of why there is no solution";

/** Explains that a model has no solution. */
export class ExplainView {
  #options;
  /** The model that is explained, and the fields of its facts. @type {{ text: string, ids: string[] }} */
  #explained = { text: "", ids: [] };
  /** @type {HTMLElement[]} */
  #marked = [];

  /** @param {ExplainOptions} options */
  constructor(options) {
    this.#options = options;
  }

  /** A button that asks why the model has no solution. @returns {HTMLElement} */
  offer() {
    const ask = () => this.#options.ask((explanation, text) => this.#show(box, explanation, text));
    const box = make("section", { class: "repair-box why" }, make("button", { type: "button", onclick: ask }, "Why?"));
    return box;
  }

  /** The answer goes. */
  clear() {
    this.#explained = { text: "", ids: [] };
    this.mark("");
  }

  /** Marks the facts on the board if the model, which is this text now, is the one that is explained. @param {string} text */
  mark(text) {
    for (const cell of this.#marked) {
      cell.classList.remove("conflict");
      cell.setAttribute("aria-label", String(cell.getAttribute("aria-label")).replace(MARK, ""));
    }
    const ids = text === this.#explained.text ? this.#explained.ids : [];
    this.#marked = ids.flatMap((id) => this.#cell(id) ?? []);
    for (const cell of this.#marked) {
      cell.classList.add("conflict");
      cell.setAttribute("aria-label", `${cell.getAttribute("aria-label")}${MARK}`);
    }
  }

  /** The cell of a fact, if it is drawn: of a large board none is. @param {string} id */
  #cell(id) {
    const cell = id ? this.#options.field(id) : null;
    return cell?.matches("[role=gridcell]:not([hidden] *)") ? cell : null;
  }

  /** @param {HTMLElement} box @param {Explanation} explanation @param {string} text */
  async #show(box, explanation, text) {
    const texts = await this.#options.texts;
    // The reader may have gone on.
    if (!box.isConnected) return;
    const title = make("h3", { tabindex: "-1" }, "Why is there no solution?");
    fill(box, title, ...this.#parts(explanation, text, texts));
    this.mark(text);
    title.focus({ preventScroll: true });
    box.scrollIntoView({ block: "nearest" });
  }

  /** @param {Explanation} explanation @param {string} text @param {Texts} texts */
  #parts({ status, sentence: words, conflict, changes, remedies, remark }, text, texts) {
    if (status === "unknown") return [make("p", {}, "It is not known yet: the search was stopped.")];
    if (status !== "infeasible") return [make("p", {}, "The model has a solution now.")];
    const ids = [...new Set(conflict.map(idOf))].filter((id) => this.#cell(id));
    this.#explained = { text, ids };
    const others = conflict.filter((fact) => conflict.length > 1 && !ids.includes(idOf(fact)));
    const marked = conflict.length > 1 && ids.length > 0 ? ": those marked on the board" : "";
    const said = `${words}${marked}${others.length > 0 ? `${marked && ", and these"}:` : ""}`;
    const facts = others.length > 0 && make("ul", {}, ...others.map((fact) => make("li", {}, fact.words)));
    // What may have been misread of a cube is listed without being asked for.
    const isListed = changes.some(({ model }) => model);
    const rows = (isListed ? [] : changes).map(({ and, ...first }, index) => {
      const model = changed(texts, text, and ? [first, and] : [first]);
      return repairRow({ text: remedies[index], model }, this.#options.useModel);
    });
    const helps = rows.length > 0 && [make("p", {}, "It has a solution"), make("ul", { class: "repairs" }, ...rows)];
    return [make("p", {}, sentence(said)), facts, ...(helps || []), remark && make("p", {}, sentence(remark))];
  }
}

/** The field of the editor that a fact is about. @param {Fact} fact */
function idOf({ fact, cell }) {
  if (!cell) return "";
  const [x, y] = cell;
  return fact === "digit" || fact === "arrow" ? `net.${fieldAt(y, x)}` : `${fact === "goal" ? fact : "board"}.${cell}`;
}

/** The tables and keys of what is said of the ends; other facts without a cell are keys by themselves. @type {Record<string, string[]>} */
const ENDS = { goal: ["goal", "die"], start: ["start", "cell"], die: ["start", "die"] };

/** The text of a model with changes of facts; null if no editor can make them. @param {Texts} texts @param {string} text @param {Fact[]} changes */
export function changed({ draft, edit }, text, changes) {
  const data = draft(text)?.draft;
  // Of a tour all of its end is left out, unless faces are to be on top at both ends only.
  const isWhole = data?.puzzle === "die-tour" && !data.tour?.["never-between"];
  return data && changes.every((one) => change(data, one, isWhole)) ? edit(text, data) : null;
}

/** Changes a fact of a draft as its editor does; whether an editor can. @param {Draft} draft @param {Fact} fact
 * @param {boolean} isWhole whether a goal is left out with its cell @returns {boolean} */
function change(draft, { fact, cell, value }, isWhole) {
  if (cell) {
    const [isGoal, [x, y]] = [fact === "goal", cell];
    const row = (isGoal ? draft.goal.map : draft.board.cells)[y];
    // Any cell could be the hole then; and a large board is not drawn.
    if (row?.[x] === undefined || isHole(row[x])) return false;
    row[x] = isGoal ? (kindOf(draft) === "oriented" ? "??" : "?") : String(value ?? ".");
    return true;
  }
  // A game has a start.
  if (draft.puzzle === "tatham-cube") return value !== null && startAt(draft, /** @type {[number, number]} */ (value));
  if (fact === "goal" && isWhole) {
    draft.goal = {};
    return true;
  }
  const [table = "", key] = ENDS[fact] ?? [["tour", "path", "board"].find((name) => draft[name]?.[fact] !== undefined), fact];
  if (draft[table]?.[key] === undefined) return false;
  put(draft, `${table}.${key}`, undefined);
  // Only a closed tour restores the die; and an end that leaves all open is said to be there.
  if (fact === "closed") put(draft, "tour.restore-orientation", undefined);
  if (fact in ENDS) draft[table] ??= {};
  return true;
}
