// Every shipped model through its editor and back is an equal instance, and each edit changes nothing but what it is about:
// `PAGE=target/web node --test web/tests/models.test.js`.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { examples } from "../build/data.js";
import { fieldsAt } from "../page/toml.js";
import { actionsIn, useFakePage } from "./fake_page.js";

/** @import { ReadAnswer, Written } from "../page/types.js" */

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const page = resolve(root, process.env.PAGE ?? "target/web");
/** @param {string} file */
const compiled = (file) => WebAssembly.compile(readFileSync(join(page, file)));
const { createCore } = await import(pathToFileURL(join(page, "engine/core.js")).href);
const core = await createCore(await compiled("tumble/tumble_web_bg.wasm"), () => compiled("highs/highs.wasm"));

/** @param {string} name @param {...string} args */
async function call(name, ...args) {
  return JSON.parse(await core.call(name, args, () => {}));
}

/** What the tests know of the puzzles, by the names of their folders. */
const puzzles = new Map();
for (const name of readdirSync(join(root, "models"))) puzzles.set(name, await import(`./models/${name}.js`));

useFakePage();
const { PUZZLES } = await import("../page/puzzles.js");

/** What the editor of a model's puzzle writes. @param {ReadAnswer} model @returns {Written} */
const rewritten = (model) => puzzles.get(model.puzzle.replaceAll("-", "_")).rewritten(model);

/** The integer model as a file, or why there is none, without the comments that name the keys of the file. @param {string} text */
async function lp(text) {
  const { lp: file, error } = await call("export_lp", text, "");
  return file ?? error.message;
}

/** Shipped models, some with other keys, and those with which the page begins. */
const models = [
  ...examples(root),
  ...[...puzzles].flatMap(([name, { MORE }]) =>
    MORE.map((/** @type {string} */ text, /** @type {number} */ index) => ({ path: `${name} with more keys ${index}`, text })),
  ),
  // A net to fill in is no model yet.
  ...PUZZLES.filter(({ name }) => name !== "sudoku-cube").map(({ name, createEditor }) => ({
    path: `${name} as the page begins`,
    text: createEditor(() => {}).write().text,
  })),
];

for (const { path, text } of models) {
  test(`${path} is the same after its editor`, async () => {
    const before = await call("read", text);
    assert.equal(before.error, undefined);
    const { text: again } = rewritten(before);
    const after = await call("read", again);
    assert.equal(after.error, undefined, again);
    for (const key of ["puzzle", "replay", "picture", "encodings", "default_encoding"]) {
      assert.deepEqual(after[key], before[key], `${key} of\n${again}`);
    }
    assert.equal(await lp(again), await lp(text));
  });
}

for (const [puzzle, { FAULTS }] of puzzles) {
  for (const [name, from, to, field] of FAULTS) {
    test(`the fault of ${to} in ${name} is that of the field ${field}`, async () => {
      const written = rewritten(await call("read", readFileSync(join(root, "models", puzzle, `${name}.toml`), "utf8")));
      const at = written.text.indexOf(from);
      assert.ok(at >= 0, written.text);
      // The places after the change move with the text.
      const by = to.length - from.length;
      const moved = (/** @type {number} */ offset) => (offset > at ? offset + by : offset);
      const places = written.places.map(({ id, start, end }) => ({ id, start: moved(start), end: moved(end) }));
      const { error } = await call("read", written.text.replace(from, to));
      assert.equal(fieldsAt(places, error.start, error.end)[0], field, JSON.stringify(error));
    });
  }
}

/** Edits after which there is nothing wrong in any of the models. */
const ACCEPTED = /^(Columns|Rows) = one more$|^Start > Start tray.* pressed _|any cell may be the hole/;

/** A value, a drawing without the space round its words and lines. @param {unknown} value */
function plain(value) {
  return JSON.stringify(typeof value === "string" ? value.trim().replaceAll(/ +/g, "") : value);
}

/** The values of a document by the paths of their keys. @param {any} value @returns {[string, string][]} */
function valuesOf(value, path = "") {
  const isList = Array.isArray(value) && (typeof value[0] !== "object" || Array.isArray(value[0]));
  if (typeof value !== "object" || isList || Object.keys(value).length === 0) return [[path, plain(value)]];
  return Object.entries(value).flatMap(([key, inner]) => valuesOf(inner, path ? `${path}.${key}` : key));
}

/** The keys whose values differ. @param {any} before @param {any} after */
function changedKeys(before, after) {
  const [old, now] = [new Map(valuesOf(before)), new Map(valuesOf(after))];
  return [...new Set([...old.keys(), ...now.keys()])].filter((key) => old.get(key) !== now.get(key));
}

/** Of the many shipped models each gets a part of the edits, others all. @param {string} path @param {number} model @param {number} edit */
function isTried(path, model, edit) {
  return !path.startsWith("models/") || (model + edit) % 3 === 0;
}

for (const [number, { path, text }] of models.entries()) {
  test(`an edit of ${path} keeps what it is not about`, async () => {
    const model = await call("read", text);
    const { EDITS, REWRITTEN } = puzzles.get(model.puzzle.replaceAll("-", "_"));
    const again = await call("read", rewritten(model).text);
    assert.deepEqual(changedKeys(model.document, again.document).filter((key) => !REWRITTEN.test(key)), []);
    const puzzle = PUZZLES.find(({ name }) => name === model.puzzle);
    // An editor of its own for each edit: a tool that is chosen stays chosen.
    const loaded = () => {
      const editor = /** @type {NonNullable<typeof puzzle>} */ (puzzle).createEditor(() => {});
      editor.load(structuredClone(model));
      return { editor, actions: actionsIn(editor.element) };
    };
    for (const index of loaded().actions.keys()) {
      if (!isTried(path, number, index)) continue;
      const { editor, actions } = loaded();
      const { name, act } = actions[index];
      act();
      const edited = editor.write().text;
      const { document, outline, error } = await call("read", edited);
      const [, mayChange] = EDITS.find((/** @type {[RegExp, RegExp]} */ [action]) => action.test(name)) ?? [];
      assert.ok(mayChange, `what may change by ${name}?`);
      const changed = changedKeys(again.document, document ?? outline.document);
      assert.deepEqual(changed.filter((key) => !mayChange.test(key)), [], `${name} gives\n${edited}`);
      if (error) assert.ok(error.message && error.start !== undefined, `${name}: ${JSON.stringify(error)}`);
      if (ACCEPTED.test(name)) assert.equal(error, undefined, `${name} gives\n${edited}`);
    }
  });
}
