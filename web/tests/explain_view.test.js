// What the page makes of changes that help.
import assert from "node:assert/strict";
import { test } from "node:test";

import { changed } from "../page/explain_view.js";

/** @import { Draft } from "../page/types.js" */

/** A draft with changes, or null. @param {Draft} draft @param {{ fact: string, cell?: number[], value?: unknown }[]} changes */
function after(draft, ...changes) {
  const texts = { draft: () => ({ puzzle: "", draft, wrong: 0 }), edit: (/** @type {string} */ _, /** @type {Draft} */ edited) => JSON.stringify(edited) };
  const text = changed(texts, "", changes.map((change) => ({ words: "", value: null, ...change })));
  return text === null ? null : JSON.parse(text);
}

test("labels and cells are changed on the board", () => {
  const board = () => ({ board: { cells: [["1", "#"], [".", "~"]] } });
  assert.deepEqual(after(board(), { fact: "label", cell: [0, 0], value: 4 }).board.cells[0], ["4", "#"]);
  assert.deepEqual(after(board(), { fact: "label", cell: [0, 0] }, { fact: "blocked", cell: [1, 0] }).board.cells[0], [".", "."]);
  assert.deepEqual(after(board(), { fact: "fragile", cell: [1, 1] }).board.cells[1], [".", "."]);
  // The cells of a large board are not listed.
  assert.equal(after({ board: { cells: [] } }, { fact: "blocked", cell: [1, 0] }), null);
});

test("a square of a goal may hold anything, but not where the hole is", () => {
  const tray = (/** @type {string} */ word, /** @type {string} */ hole) => ({ goal: { map: [[word, hole]] } });
  assert.deepEqual(after(tray("c", "_"), { fact: "goal", cell: [0, 0] }).goal.map, [["?", "_"]]);
  assert.deepEqual(after({ ...tray("15", "__"), cubes: "oriented" }, { fact: "goal", cell: [0, 0] }).goal.map, [["??", "__"]]);
  assert.equal(after(tray("c", "_"), { fact: "goal", cell: [1, 0] }), null);
});

test("what is asked of the whole way and of its ends is left out, and what no field of an editor is stays", () => {
  const tour = { puzzle: "die-tour", tour: { closed: true, "restore-orientation": true }, goal: { cell: [0, 1], die: { top: 1 } } };
  assert.deepEqual(after(structuredClone(tour), { fact: "restore-orientation" }).tour, { closed: true });
  assert.equal(after(structuredClone(tour), { fact: "closed" }).tour, undefined);
  assert.deepEqual(after(structuredClone(tour), { fact: "goal" }).goal, {});
  const kept = { ...structuredClone(tour), tour: { "never-between": [1] } };
  assert.deepEqual(after(kept, { fact: "never-between" }, { fact: "goal" }), { puzzle: "die-tour", goal: { cell: [0, 1] } });
  assert.deepEqual(after({ ...structuredClone(tour), puzzle: "die-path" }, { fact: "goal" }).goal, { cell: [0, 1] });
  assert.deepEqual(after({ start: { cell: [0, 0], handedness: "left" } }, { fact: "start" }).start, { handedness: "left" });
  assert.equal(after({ dice: [] }, { fact: "goal" }), null);
  assert.equal(after({ board: { cells: [["a"]] }, letters: { a: { kind: "closed", moves: {} } } }, { fact: "bridge", value: null }), null);
});
