// Drafts: the data of a model file as the engine gives it to the editors, which change it in place (web/wasm/src/draft.rs says what is in one).
/** @import { Draft } from "./types.js" */

/** The largest number of columns or rows that is drawn. */
const MAX_SIDE = 64;

/** What was typed where a whole number belongs: the number if it is one, otherwise the text, so that tumble says what is wrong.
 * @param {string} typed */
export function typedNumber(typed) {
  const number = Number(typed.trim().replace("−", "-"));
  return typed.trim() !== "" && Number.isSafeInteger(number) ? number : typed;
}

/** A list of faces, as typed. @param {string} typed */
export function typedFaces(typed) {
  return typed.split(/[\s,]+/).filter(Boolean).map(typedNumber);
}

/** A number of columns or rows, if it can be drawn. @param {unknown} side @returns {number|null} */
export function drawnSide(side) {
  return typeof side === "number" && side >= 1 && side <= MAX_SIDE ? side : null;
}

/**
 * Rows of words with these numbers of columns and rows, as many as possible kept from earlier ones.
 * @param {string[][]} before
 * @param {number} columns
 * @param {number} rows
 * @param {string} word what new cells have
 */
export function resizedRows(before, columns, rows, word) {
  return Array.from({ length: rows }, (_, y) => Array.from({ length: columns }, (__, x) => before[y]?.[x] ?? word));
}

/**
 * Sets a key, or takes it away if there is nothing to say; a table that has no other key goes with it.
 * @param {Draft} draft
 * @param {string} path "objective", "tour.closed"
 * @param {unknown} value undefined, "", false and an empty list or table: nothing
 */
export function put(draft, path, value) {
  const [key, inner] = path.split(".");
  if (inner !== undefined) {
    const table = { ...draft[key] };
    put(table, inner, value);
    put(draft, key, table);
  } else if (value === undefined || value === "" || value === false || (typeof value === "object" && !Object.keys(value ?? {}).length)) {
    delete draft[key];
  } else {
    draft[key] = value;
  }
}

/** The ends of each die: a single one has them outside of any table. @param {Draft} draft @returns {Draft[]} */
export function diceOf(draft) {
  return draft.dice ?? [draft];
}

/** Resizes a value. @template T */
export class CutOff {
  /** Whose value it is. @type {object|null} */
  #owner = null;
  /** What there was before the cuts. @type {T|null} */
  #whole = null;
  /** What the last resize left, as JSON. */
  #left = "";

  /**
   * The value in a new size.
   * @param {object} owner another one has had nothing cut off
   * @param {T} now
   * @param {(whole: T) => T} resize makes a new value that shares nothing with the old one
   * @returns {T}
   */
  resized(owner, now, resize) {
    const isLeft = owner === this.#owner && JSON.stringify(now) === this.#left;
    const whole = isLeft && this.#whole !== null ? this.#whole : now;
    const resized = resize(whole);
    [this.#owner, this.#whole, this.#left] = [owner, whole, JSON.stringify(resized)];
    return resized;
  }
}
