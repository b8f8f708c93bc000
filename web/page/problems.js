// Showing what tumble says is wrong: at the field it is about, otherwise beside the model's text.
import { byId, fill, make } from "./dom.js";

/** @import { Editor, FieldPlace, InputError } from "./types.js" */

const MESSAGE_ID = "problem-message";

/** The messages of one model. There is at most one. */
export class Problems {
  #general = byId("general-problem");
  #showInText;
  /** The fields that may be wrong; the message is at the first one. @type {FieldPlace[]} */
  #marked = [];
  /** @type {HTMLElement|null} */
  #message = null;
  /** What is offered with the message. @type {HTMLElement|null} */
  #offer = null;
  #said = "";

  /** @param {(start: number, end: number) => void} showInText selects a range of the text */
  constructor(showInText) {
    this.#showInText = showInText;
  }

  /** Takes the message away. */
  clear() {
    this.#message?.remove();
    this.#offer?.remove();
    for (const { element } of this.#marked) {
      element.removeAttribute("aria-invalid");
      element.removeAttribute("aria-describedby");
    }
    [this.#message, this.#offer, this.#marked] = [null, null, []];
    fill(this.#general);
  }

  /** Offers something with the message, if there is one. @param {HTMLElement|null} offer */
  offer(offer) {
    if (offer === this.#offer) return;
    this.#offer?.remove();
    this.#offer = offer;
    if (!offer) return;
    this.#message?.after(offer);
    offer.scrollIntoView({ block: "nearest" });
  }

  /**
   * Shows an error at the field of the editor that it is about, or at all of which one is wrong.
   * @param {InputError} error
   * @param {boolean} isShown whether the editor shows the text with the error
   * @param {Editor} editor
   * @param {boolean} strict whether a field that is not filled in yet is an error, too
   */
  show(error, isShown, editor, strict) {
    const places = isShown ? fieldsOf(error, editor) : [];
    const [place] = places;
    // The same message once more would be read aloud once more.
    const said = `${error.message} ${place ? "" : error.start}`;
    const isMarked = places.every(({ element }, index) => element === this.#marked[index]?.element);
    if (this.#message?.isConnected && this.#said === said && isMarked && places.length === this.#marked.length) return;
    this.clear();
    if (place?.blank && !strict) return;
    this.#said = said;
    this.#message = message(error);
    this.#marked = places;
    for (const { element } of places) {
      element.setAttribute("aria-invalid", "true");
      element.setAttribute("aria-describedby", MESSAGE_ID);
    }
    if (place) {
      place.slot.append(this.#message);
    } else {
      this.#general.append(this.#message);
      if (error.line !== undefined && error.end) this.#addPlace(error);
    }
    // Not below the edge of the window, nor below the buttons that stay there.
    this.#message.scrollIntoView({ block: "nearest" });
  }

  /** Gives the focus to the field that is wrong. @returns {boolean} whether there is one */
  focus() {
    const element = this.#marked[0]?.element;
    if (!element) {
      this.#message?.scrollIntoView({ block: "nearest" });
      return Boolean(this.#message);
    }
    const inner = element.matches("[tabindex], input, select, textarea")
      ? element
      : element.querySelector("[tabindex='0'], input");
    /** @type {HTMLElement|null} */ (inner)?.focus();
    return true;
  }

  /** @param {InputError} error */
  #addPlace({ line, start = 0, end = 0 }) {
    const button = make(
      "button",
      { type: "button", class: "link", onclick: () => this.#showInText(start, end) },
      `line ${line} of the model file`,
    );
    this.#message?.append(" ", button);
  }
}

/** @param {InputError} error @param {Editor} editor @returns {FieldPlace[]} */
function fieldsOf({ fields = [] }, editor) {
  const isSeen = (/** @type {FieldPlace|null} */ place) => place && !place.element.closest("[hidden]");
  const found = fields.map((ids) => ids.map((id) => editor.field(id)).find(isSeen) ?? null);
  return found[0] ? found.filter((place) => place !== null) : [];
}

/** @param {InputError} error */
function message({ message: words, label, help }) {
  const lines = [label && saysMore(label) ? sentence(label) : "", help ? sentence(help) : ""].filter(Boolean);
  const parts = lines.map((line) => make("span", { class: "help" }, line));
  return make("p", { class: "problem", id: MESSAGE_ID, role: "alert" }, make("strong", {}, sentence(words)), ...parts);
}

/** Whether a label says more than where it is, as "here" and "not known" do: the message stands there already. @param {string} label */
function saysMore(label) {
  return /[\d`[=]/.test(label) || label.split(" ").length > 3;
}

/** @param {string} words */
export function sentence(words) {
  return `${words[0].toUpperCase()}${words.slice(1)}${/[.!?:]$/.test(words) ? "" : "."}`;
}
