// The reader's comments in a model file: they stay when an editor writes the file anew.

/** @import { Written } from "./types.js" */

/** A statement of TOML, `key = value` or the head of a table: what it is about, its place, the lines of comment before it and in it, and
 * the comment at its end.
 * @typedef {{ key: string, start: number, end: number, before: string[], tail: string }} Statement */

/** Strings, comments, line ends, what is between them, and a quote that nothing closes. */
const TOKEN = /"""(?:\\[^]|[^\\])*?"""|'''[^]*?'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|\n|[^"'#\n]+|["']/g;

/**
 * The text of an editor with the comments of the text that it replaces. A comment before a statement, or at its end, stays with it; where
 * the statement is gone, it goes before the next one.
 * @param {Written} written
 * @param {string} replaced
 * @returns {Written}
 */
export function withComments(written, replaced) {
  const before = statementsOf(replaced);
  if (!before.some(hasComment)) return written;
  const after = new Map(statementsOf(`${written.text}`).map((statement) => [statement.key, statement]));
  /** @type {{ at: number, text: string }[]} */
  const insertions = [];
  /** @type {string[]} */
  let carried = [];
  for (const statement of before) {
    carried.push(...statement.before);
    const place = after.get(statement.key);
    if (!place) {
      if (statement.tail) carried.push(statement.tail);
      continue;
    }
    insertions.push({ at: place.start, text: carried.map((line) => `${line}\n`).join("") });
    if (statement.tail) insertions.push({ at: place.end, text: ` ${statement.tail}` });
    carried = [];
  }
  return inserted(written, insertions.filter(({ text }) => text));
}

/** @param {Statement} statement */
function hasComment({ before, tail }) {
  return before.length > 0 || tail !== "";
}

/**
 * The statements of a text, and an empty one at its end. A text in which a string does not end has none.
 * @param {string} text
 * @returns {Statement[]}
 */
function statementsOf(text) {
  /** @type {Statement[]} */
  const found = [];
  const keys = new KeyNames();
  let [code, start, tail, depth] = ["", 0, "", 0];
  /** @type {string[]} */
  let before = [];
  for (const { 0: token, index } of `${text.trimEnd()}\n`.matchAll(TOKEN)) {
    const open = code.trim() !== "";
    if (token === '"' || token === "'") return [];
    if (token.startsWith("#")) {
      if (open && depth === 0) tail = token;
      else before.push(token);
    } else if (token !== "\n") {
      if (!open) start = index + token.length - token.trimStart().length;
      code += token;
      depth += /^["']/.test(token) ? 0 : nesting(token);
    } else if (!open) {
      // An empty line that parts one comment from the next.
      if (before.length && before.at(-1) !== "" && code === "" && text[index - 1] === "\n") before.push("");
    } else if (depth <= 0) {
      found.push({ key: keys.of(code), start, end: endOf(text, index, tail), before, tail });
      [code, tail, depth, before] = ["", "", 0, []];
    }
  }
  return [...found, { key: "", start: text.length, end: text.length, before, tail: "" }];
}

/** Where the code of a line ends that ends with this comment. @param {string} text @param {number} lineEnd @param {string} tail */
function endOf(text, lineEnd, tail) {
  return text.slice(0, lineEnd - tail.length).trimEnd().length;
}

/** How many more brackets are opened than closed. @param {string} code */
function nesting(code) {
  return (code.match(/[[{]/g)?.length ?? 0) - (code.match(/[\]}]/g)?.length ?? 0);
}

/** What each statement is about, in full: the table and the key, counted where a name occurs again. */
class KeyNames {
  #table = "";
  /** @type {Map<string, number>} */
  #times = new Map();

  /** @param {string} code */
  of(code) {
    const isHead = /^\s*\[/.test(code);
    const name = isHead ? code.replace(/\s/g, "") : `${this.#table} ${code.split("=")[0].trim()}`;
    const times = (this.#times.get(name) ?? 0) + 1;
    this.#times.set(name, times);
    if (isHead) this.#table = `${name} ${times}`;
    return `${name} ${times}`;
  }
}

/** @param {Written} written @param {{ at: number, text: string }[]} insertions @returns {Written} */
function inserted({ text, places }, insertions) {
  const sorted = [...insertions].sort((a, b) => a.at - b.at);
  let [result, from] = ["", 0];
  for (const insertion of sorted) {
    result += text.slice(from, insertion.at) + insertion.text;
    from = insertion.at;
  }
  /** @param {(at: number) => boolean} isBefore */
  const added = (isBefore) => sorted.reduce((sum, { at, text: more }) => sum + (isBefore(at) ? more.length : 0), 0);
  return {
    text: result + text.slice(from),
    places: places.map(({ id, start, end }) => ({
      id,
      start: start + added((at) => at <= start),
      end: end + added((at) => at < end),
    })),
  };
}
