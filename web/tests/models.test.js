// Every shipped model through its editor and back is an equal instance: `PAGE=target/web node --test web/tests/models.test.js`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { examples } from "../build/data.js";
import { readBlock, writeBlock } from "../page/block_maze_model.js";
import { readRolling, writeRolling } from "../page/rolling_model.js";
import { readSudoku, writeSudoku } from "../page/sudoku_model.js";
import { readTatham, writeTatham } from "../page/tatham_model.js";
import { fieldsAt } from "../page/toml.js";
import { readTray, writeTray } from "../page/tray_model.js";

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

/** What the editor of a model's puzzle writes. @param {ReadAnswer} model @returns {Written} */
function rewritten(model) {
  switch (model.puzzle) {
    case "sudoku-cube":
      return writeSudoku(readSudoku(model));
    case "block-maze":
      return writeBlock(readBlock(model));
    case "cube-tray":
      return writeTray(readTray(model));
    case "tatham-cube":
      return writeTatham(readTatham(model));
    default:
      return writeRolling(model.puzzle, readRolling(model));
  }
}

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

/** Changes of written models, and the field whose fault each is. @type {[model: string, from: string, to: string, field: string][]} */
const FAULTS = [
  ["sudoku_cube/seed_net", "6v 5< 2^", "6v 5< 6^", "net.D1"],
  ["sudoku_cube/seed_net", "6v 5< 2^", "6v 5? 2^", "net.U1"],
  ["die_tour/blocked", "cell = [0, 0]", "cell = [9, 0]", "start.cell"],
  ["die_tour/blocked", "top = 3", "top = 8", "start.die.top"],
  ["die_tour/3x3_max", "columns = 3", 'columns = "3x"', "board.columns"],
  ["labeled_board/source", "cell = [0, 2]", "cell = [0, 7]", "start.cell"],
  ["cube_tray/oriented", "12 53 13", "12 5x 13", "start.1,2"],
  ["cube_tray/classic", "c _ c", "c _ _", "goal.2,1"],
  ["cube_tray/cubic_eight", "W B W", "W X W", "goal.1,2"],
  ["cube_tray/cubic_eight", 'north = "R"', 'north = "?"', "cube.faces.north"],
  ["block_maze/islands", "cell = [8, 1]", "cell = [8, 2]", "goal.cell"],
  ["block_maze/upright", "[3, 1, 1]", "[3, 1, 0]", "size"],
  ["block_maze/upright", "[1, 1, 3]", "[1, 2, 3]", "goal.size"],
];

for (const [name, from, to, field] of FAULTS) {
  test(`the fault of ${to} in ${name} is that of the field ${field}`, async () => {
    const written = rewritten(await call("read", readFileSync(join(root, "models", `${name}.toml`), "utf8")));
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
