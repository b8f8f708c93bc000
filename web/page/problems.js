// Showing what tumble says is wrong: at the field it is about, otherwise beside the model's text.
import { byId, fill, make } from "./dom.js";
import { fieldsAt } from "./toml.js";

/** @import { Editor, FieldPlace, InputError, Written } from "./types.js" */

const MESSAGE_ID = "problem-message";

/** The messages of one model. There is at most one. */
export class Problems {
  #general = byId("general-problem");
  #showInText;
  /** @type {FieldPlace|null} */
  #marked = null;
  /** @type {HTMLElement|null} */
  #message = null;
  #said = "";

  /** @param {(start: number, end: number) => void} showInText selects a range of the text */
  constructor(showInText) {
    this.#showInText = showInText;
  }

  /** Takes the message away. */
  clear() {
    this.#message?.remove();
    this.#marked?.element.removeAttribute("aria-invalid");
    this.#marked?.element.removeAttribute("aria-describedby");
    [this.#message, this.#marked] = [null, null];
    fill(this.#general);
  }

  /**
   * Shows an error at the field of the editor that it is about.
   * @param {InputError} error
   * @param {Written|null} written the editor's text, if the error is about that
   * @param {Editor} editor
   * @param {boolean} strict whether a field that is not filled in yet is an error, too
   */
  show(error, written, editor, strict) {
    const place = written && fieldOf(error, written, editor);
    // The same message once more would be read aloud once more.
    const said = `${error.message} ${place ? "" : error.start}`;
    if (this.#message?.isConnected && this.#said === said && this.#marked?.element === place?.element) return;
    this.clear();
    if (place?.blank && !strict) return;
    this.#said = said;
    this.#message = message(error);
    if (place) {
      this.#marked = place;
      place.element.setAttribute("aria-invalid", "true");
      place.element.setAttribute("aria-describedby", MESSAGE_ID);
      place.slot.append(this.#message);
    } else {
      this.#general.append(this.#message);
      if (error.line !== undefined && error.end) this.#addPlace(error);
    }
  }

  /** Gives the focus to the field that is wrong. @returns {boolean} whether there is one */
  focus() {
    const element = this.#marked?.element;
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

/** @param {InputError} error @param {Written} written @param {Editor} editor @returns {FieldPlace|null} */
function fieldOf({ start = 0, end = 0 }, written, editor) {
  for (const id of fieldsAt(written.places, start, end)) {
    const place = editor.field(id);
    if (place && !place.element.closest("[hidden]")) return place;
  }
  return null;
}

/** @param {InputError} error */
function message({ message: words, label, help }) {
  const parts = [make("strong", {}, words), label && `: ${label}`, help && make("span", { class: "help" }, help)];
  return make("p", { class: "problem", id: MESSAGE_ID, role: "alert" }, ...parts);
}
