// Every shipped model through its editor and back is an equal instance: `PAGE=target/web node --test web/tests/models.test.js`.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { examples } from "../build/data.js";
import { fieldsAt } from "../page/toml.js";

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

/** What the editor of a model's puzzle writes. @param {ReadAnswer} model @returns {Written} */
const rewritten = (model) => puzzles.get(model.puzzle.replaceAll("-", "_")).rewritten(model);

/** The integer model as a file, or why there is none, without the comments that name the keys of the file. @param {string} text */
async function lp(text) {
  const { lp: file, error } = await call("export_lp", text, "");
  return file ?? error.message;
}

for (const { path, text } of examples(root)) {
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
