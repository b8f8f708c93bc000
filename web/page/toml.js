// Writing TOML, and remembering which range of the text belongs to which field of the editor.

/** @import { Place, Written } from "./types.js" */

/** A value of TOML as the page uses it.
 * @typedef {string|number|bigint|boolean|TomlValue[]|{[key: string]: TomlValue}} TomlValue */

/** A pair of an inline table: its key, its value, and the field it belongs to, or the fields of the values of a list.
 * @typedef {[key: string, value: TomlValue, id: string|string[]]} TomlPair */

/**
 * A value as TOML.
 * @param {TomlValue} value
 * @returns {string}
 */
export function tomlValue(value) {
  if (typeof value === "string") return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(", ")}]`;
  if (typeof value === "object") {
    const pairs = Object.entries(value).map(([key, inner]) => `${tomlKey(key)} = ${tomlValue(inner)}`);
    return pairs.length ? `{ ${pairs.join(", ")} }` : "{}";
  }
  return String(value);
}

/** @param {string} key */
export function tomlKey(key) {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key);
}

/**
 * What was typed where a whole number belongs: the number if it is one, otherwise the text, so that tumble says what is wrong.
 * @param {string} typed
 * @returns {TomlValue}
 */
export function typedNumber(typed) {
  const text = typed.trim().replace("−", "-");
  const number = Number(text);
  if (!/^[+-]?\d+$/.test(text)) return typed;
  return Number.isSafeInteger(number) ? number : BigInt(text.replace("+", ""));
}

/** Writes a model from top to bottom. */
export class TomlWriter {
  #text = "";
  /** @type {Place[]} */
  #places = [];

  /** @param {string} puzzle the value of the key `puzzle` */
  constructor(puzzle) {
    this.entry("puzzle", puzzle, "puzzle");
  }

  /** The text so far and its places. @returns {Written} */
  get written() {
    return { text: this.#text, places: [...this.#places] };
  }

  /** A line `key = value`. @param {string} key @param {TomlValue} value @param {string} id */
  entry(key, value, id) {
    this.#text += `${tomlKey(key)} = `;
    this.#put(tomlValue(value), id);
    this.#text += "\n";
  }

  /** A line `key = { … }`, each of whose pairs is a field. @param {string} key @param {TomlPair[]} pairs @param {string} id */
  inline(key, pairs, id) {
    this.#text += `${tomlKey(key)} = `;
    const start = this.#text.length;
    this.#text += "{ ";
    pairs.forEach(([name, value, field], index) => {
      this.#text += `${index ? ", " : ""}${tomlKey(name)} = `;
      if (Array.isArray(field) && Array.isArray(value)) this.#list(value, field);
      else this.#put(tomlValue(value), String(field));
    });
    this.#text += " }";
    this.#places.push({ id, start, end: this.#text.length });
    this.#text += "\n";
  }

  /** The head of a table, after an empty line. @param {string} name @param {string} [id] */
  table(name, id = name) {
    this.#text += "\n";
    this.#put(`[${name}]`, id);
    this.#text += "\n";
  }

  /**
   * A drawing between triple quotes: lines of words, each of which is a field. `gap` puts words apart.
   * @param {string} key
   * @param {{ word: string, id: string|null }[][]} lines a word without id is only space
   * @param {string} id
   */
  drawing(key, lines, id) {
    this.#text += `${tomlKey(key)} = `;
    const start = this.#text.length;
    this.#text += '"""\n';
    for (const line of lines) {
      let last = this.#text.length;
      line.forEach(({ word, id: field }, index) => {
        if (index) this.#text += " ";
        if (field === null) {
          this.#text += word;
        } else {
          this.#put(tomlValue(word).slice(1, -1), field);
          last = this.#text.length;
        }
      });
      this.#text = `${this.#text.slice(0, last)}\n`;
    }
    this.#text += '"""';
    this.#places.push({ id, start, end: this.#text.length });
    this.#text += "\n";
  }

  /** A whole table that no field belongs to, if there is one. @param {string} name @param {Record<string, TomlValue>|undefined} table */
  rest(name, table) {
    if (!table || Object.keys(table).length === 0) return;
    this.table(name);
    for (const [key, value] of Object.entries(table)) this.entry(key, value, `${name}.${key}`);
  }

  /** A list, each of whose values is a field. @param {TomlValue[]} values @param {string[]} ids */
  #list(values, ids) {
    this.#text += "[";
    values.forEach((value, index) => {
      if (index) this.#text += ", ";
      this.#put(tomlValue(value), ids[index]);
    });
    this.#text += "]";
  }

  /** @param {string} text @param {string} id */
  #put(text, id) {
    const start = this.#text.length;
    this.#text += text;
    this.#places.push({ id, start, end: this.#text.length });
  }
}

/**
 * The fields that a range of the text belongs to, the one that fits best first: those that contain it, the smallest first, then
 * those that it touches.
 * @param {Place[]} places
 * @param {number} start
 * @param {number} end
 * @returns {string[]}
 */
export function fieldsAt(places, start, end) {
  const size = (/** @type {Place} */ place) => place.end - place.start;
  const around = places.filter((place) => place.start <= start && end <= place.end && place.start < end);
  const touched = places.filter((place) => place.start < end && start < place.end && !around.includes(place));
  return [...around.sort((a, b) => size(a) - size(b)), ...touched.sort((a, b) => a.start - b.start)].map(
    (place) => place.id,
  );
}
