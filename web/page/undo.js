// Undo and redo: the versions of all puzzles, the buttons and the keys.
import { byId } from "./dom.js";
import { keep, versionsOf } from "./versions.js";

/** @import { Version, Versions } from "./versions.js" */

/** Controls in which text is typed. */
const TEXT_FIELDS = "textarea, input:not([type=radio], [type=checkbox], [type=range], [type=file])";

/** What can be undone and done again in the puzzle that is open. */
export class Undo {
  /** @type {Map<string, Versions>} */
  #puzzles = new Map();
  #puzzle = "";
  #restore;
  #undo = byId("undo");
  #redo = byId("redo");
  /** The field in which something was typed that is not entered or left yet. @type {EventTarget|null} */
  #typing = null;

  /** @param {(version: Version) => void} restore shows a version again */
  constructor(restore) {
    this.#restore = restore;
    this.#undo.addEventListener("click", () => this.undo());
    this.#redo.addEventListener("click", () => this.redo());
    // Before the fields' own listeners.
    document.addEventListener("input", ({ target }) => this.#type(target), true);
    for (const event of ["change", "focusout"]) document.addEventListener(event, () => this.close(), true);
    document.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /**
   * Turns to a puzzle, and returns its last version, which is the first one that there ever was if nothing was changed or kept.
   * @param {string} puzzle
   * @param {() => Version} first
   * @returns {Version}
   */
  open(puzzle, first) {
    this.close();
    this.#puzzle = puzzle;
    const versions = this.#puzzles.get(puzzle) ?? versionsOf(puzzle, first);
    this.#puzzles.set(puzzle, versions);
    this.#showButtons();
    return versions.now;
  }

  /** The open puzzle has another model. @param {Version} version */
  add(version) {
    this.#versions?.add(version, this.#typing);
    this.#changed();
  }

  /** The last version turned out to be a model of another puzzle. */
  withdraw() {
    if (this.#versions?.withdraw()) {
      this.#changed();
    } else {
      this.#puzzles.delete(this.#puzzle);
      keep(this.#puzzle, []);
    }
  }

  /** What was typed so far is a version of its own. */
  close() {
    this.#typing = null;
    this.#versions?.close();
  }

  undo() {
    this.#go(this.#versions?.back());
  }

  redo() {
    this.#go(this.#versions?.forth());
  }

  /** @param {Version|null|undefined} version */
  #go(version) {
    if (!version) return;
    this.close();
    this.#changed();
    this.#restore(version);
  }

  get #versions() {
    return this.#puzzles.get(this.#puzzle);
  }

  #changed() {
    keep(this.#puzzle, this.#versions?.last ?? []);
    this.#showButtons();
  }

  /** The buttons keep the focus when there is no more to undo, so that the keyboard does not lose its place. */
  #showButtons() {
    this.#undo.setAttribute("aria-disabled", String(!this.#versions?.hasPast));
    this.#redo.setAttribute("aria-disabled", String(!this.#versions?.hasFuture));
  }

  /** @param {EventTarget|null} target */
  #type(target) {
    const isText = target instanceof Element && target.matches(TEXT_FIELDS);
    if (!isText || target !== this.#typing) this.close();
    this.#typing = isText ? target : null;
  }

  /** In a field, the browser takes back what was typed there before it was entered. @param {KeyboardEvent} event */
  #onKey(event) {
    const { ctrlKey, metaKey, altKey, shiftKey } = event;
    const key = event.key.toLowerCase();
    if (!(ctrlKey || metaKey) || altKey || !(key === "z" || (key === "y" && !shiftKey))) return;
    if (this.#typing !== null || byId("work").hidden) return;
    event.preventDefault();
    if (key === "y" || shiftKey) this.redo();
    else this.undo();
  }
}
