// The versions of one puzzle's model, to go back and forth in, and the last one of each puzzle in the browser's own storage.

/** A model as it was: its text and, if that is the editor's, what the editor held. @typedef {{ text: string, state: unknown }} Version */

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

/** Keeps versions of a puzzle's model, if this browser keeps anything. @param {string} puzzle @param {Version[]} versions */
export function keep(puzzle, versions) {
  try {
    localStorage.setItem(placeOf(puzzle), JSON.stringify(versions));
  } catch {
    // A private window, or no room: the last model alone may have room.
    if (versions.length > 1) keep(puzzle, versions.slice(-1));
  }
}

/** The versions of a puzzle's model that were kept, the last one at the end. @param {string} puzzle @returns {Version[]} */
function kept(puzzle) {
  try {
    const versions = JSON.parse(localStorage.getItem(placeOf(puzzle)) ?? "[]");
    const isVersion = (/** @type {any} */ { text, state }) => typeof text === "string" && state !== undefined;
    return versions.every(isVersion) ? versions : [];
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
