// Undo and redo: the versions of each puzzle's model, to go back and forth in, the last ones in the browser's own storage; the buttons and the keys.
import { byId } from "./dom.js";

/** A model as it was: its text, and whether that was the reader's own, and not the editor's. @typedef {{ text: string, isOwn: boolean }} Version */

/** The most versions, and the most characters of their texts together. */
const MOST = 500;
const MOST_CHARACTERS = 1 << 25;
/** So many of the last versions, and so many characters of theirs, are still there after the page is loaded again. */
const KEPT = 20;
const KEPT_CHARACTERS = 1 << 17;

/** The versions of one puzzle. */
export class Versions {
  /** @type {Version[]} */
  #past;
  /** @type {Version} */
  #now;
  /** @type {Version[]} */
  #future = [];
  /** The field in which the present version is being typed. @type {unknown} */
  #field = null;

  /** @param {Version} now @param {Version[]} [past] */
  constructor(now, past = []) {
    [this.#now, this.#past] = [now, past];
  }

  get now() {
    return this.#now;
  }

  /** The last versions, in their order. */
  get last() {
    const last = [this.#now];
    let characters = 0;
    for (const version of this.#past.slice(1 - KEPT).reverse()) {
      characters += version.text.length;
      if (characters > KEPT_CHARACTERS) break;
      last.unshift(version);
    }
    return last;
  }

  get hasPast() {
    return this.#past.length > 0;
  }

  get hasFuture() {
    return this.#future.length > 0;
  }

  /** Adds a version. What is typed in one field, key by key, is one version. @param {Version} version @param {unknown} [field] */
  add(version, field = null) {
    if (version.text === this.#now.text) {
      this.#now = version;
      return;
    }
    if (field === null || field !== this.#field) this.#past.push(this.#now);
    [this.#now, this.#future, this.#field] = [version, [], field];
    this.#forget();
  }

  /** The field in which the present version was typed is left. */
  close() {
    this.#field = null;
  }

  /** Goes to the version before. @returns {Version|null} */
  back() {
    return this.#step(this.#past, this.#future);
  }

  /** Goes to the version that was left by `back`. @returns {Version|null} */
  forth() {
    return this.#step(this.#future, this.#past);
  }

  /** Takes the present version away; whether there is one before it. */
  withdraw() {
    const before = this.#past.pop();
    if (before) [this.#now, this.#field] = [before, null];
    return before !== undefined;
  }

  /** @param {Version[]} from @param {Version[]} to */
  #step(from, to) {
    const version = from.pop();
    if (!version) return null;
    to.push(this.#now);
    [this.#now, this.#field] = [version, null];
    return version;
  }

  /** Drops the oldest versions beyond the limits; the one before the present version stays. */
  #forget() {
    let characters = this.#past.reduce((sum, { text }) => sum + text.length, 0);
    while (this.#past.length > 1 && (this.#past.length > MOST || characters > MOST_CHARACTERS)) {
      characters -= this.#past.shift()?.text.length ?? 0;
    }
  }
}

/** Where a puzzle's models are kept. @param {string} puzzle */
const placeOf = (puzzle) => `tumble.models.${puzzle}`;

/** Keeps a value; whether this browser does, which it does not in a private window or without room. @param {string} place @param {unknown} value */
export function store(place, value) {
  try {
    localStorage.setItem(place, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Keeps versions of a puzzle's model, if this browser keeps anything. @param {string} puzzle @param {Version[]} versions */
export function keep(puzzle, versions) {
  // The last model alone may have room.
  if (!store(placeOf(puzzle), versions) && versions.length > 1) keep(puzzle, versions.slice(-1));
}

/** The versions of a puzzle's model that were kept, the last one at the end. @param {string} puzzle @returns {Version[]} */
function kept(puzzle) {
  try {
    const versions = JSON.parse(localStorage.getItem(placeOf(puzzle)) ?? "[]");
    // Earlier releases of the page kept null with a text of the reader's.
    const versionOf = (/** @type {any} */ { text, isOwn, state }) => ({ text, isOwn: isOwn ?? state === null });
    return versions.every((/** @type {any} */ { text }) => typeof text === "string") ? versions.map(versionOf) : [];
  } catch {
    return [];
  }
}

/** The versions of a puzzle's model: those that were kept, otherwise the first one. @param {string} puzzle @param {() => Version} first */
export function versionsOf(puzzle, first) {
  const past = kept(puzzle);
  const now = past.pop() ?? first();
  return new Versions(now, past);
}

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
