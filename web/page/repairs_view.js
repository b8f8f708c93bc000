// What may have been misread off a cube: changes that give a solvable one, the most likely first.
import { fill, make } from "./dom.js";

/** @import { Engine } from "./types.js" */

/** A change, and the model with it; null if it cannot be made here. @typedef {{ text: string, model: string|null }} Repair */

/** The longest search for repairs, in seconds. */
const REPAIR_SECONDS = 30;

/** Offers repairs of a model. */
export class RepairsView {
  #engine;
  #useModel;
  /** What was offered last. @type {{ text: string, box: HTMLElement }|null} */
  #asked = null;

  /**
   * @param {Engine} engine
   * @param {(model: string) => void} useModel
   */
  constructor(engine, useModel) {
    this.#engine = engine;
    this.#useModel = useModel;
  }

  /** A button that looks for repairs of this model when it is asked to. @param {string} text @returns {HTMLElement} */
  ask(text) {
    // The same text is read again when it is to be solved: what was found stays.
    if (this.#asked?.text === text) return this.#asked.box;
    const box = make("div", { class: "repair-ask" });
    this.#asked = { text, box };
    const look = make("button", { type: "button", onclick: () => fill(box, this.offer(text)) }, "Look for a misread field");
    box.append(look);
    return box;
  }

  /** A box that looks for repairs of this model. @param {string} text @returns {HTMLElement} */
  offer(text) {
    const status = make("p", { role: "status" }, "looking for a misread field …");
    const list = make("ul", { class: "repairs" });
    const box = make("section", { class: "repair-box" }, make("h3", {}, "Was a field misread?"), status, list);
    const searched = this.#search(text, status, list).catch((error) => {
      status.textContent = String(error.message ?? error);
    });
    searched.then(() => box.scrollIntoView({ block: "nearest" }));
    return box;
  }

  /** @param {string} text @param {HTMLElement} status @param {HTMLElement} list */
  async #search(text, status, list) {
    const { repairs, complete, error } = await this.#engine.call("repairs", text, REPAIR_SECONDS, () => {});
    if (error) {
      status.textContent = error.message;
      return;
    }
    const found = /** @type {Repair[]} */ (repairs);
    status.textContent = summary(found.length, complete);
    fill(list, ...found.map((repair) => repairRow(repair, this.#useModel)));
  }
}

/** A row that offers a repair. @param {Repair} repair @param {(model: string) => void} useModel */
export function repairRow({ text, model }, useModel) {
  const onclick = () => model !== null && useModel(model);
  const use = model !== null && make("button", { type: "button", "aria-label": `use this: ${text}`, onclick }, "use this");
  return make("li", {}, make("span", {}, text), use);
}

/** @param {number} count @param {boolean} complete */
function summary(count, complete) {
  const rest = complete ? "" : " There may be more: the search was stopped at its limit.";
  if (count === 0) return `No likely misreading gives a solvable cube.${rest}`;
  if (count === 1) return `One change gives a solvable cube.${rest}`;
  return `${count} changes give a solvable cube; the most likely one comes first.${rest}`;
}
