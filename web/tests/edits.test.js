// What keeps an edit from losing anything, as far as it needs neither a browser nor tumble: versions, and what a size cuts off.
import assert from "node:assert/strict";
import { test } from "node:test";

import { CutOff, put, resizedRows, typedFaces, typedNumber } from "../page/draft.js";
import { Versions, keep, versionsOf } from "../page/undo.js";

test("what is typed for a number is a number if it can be", () => {
  assert.deepEqual([" 12 ", "−3", "007", "4x", "", "9".repeat(20)].map(typedNumber), [12, -3, 7, "4x", "", "9".repeat(20)]);
  assert.deepEqual(typedFaces("1, 2 x"), [1, 2, "x"]);
});

test("a key that says nothing goes, with a table that has no other", () => {
  const draft = { tour: { closed: true, total: 3 }, objective: "min" };
  put(draft, "tour.closed", false);
  assert.deepEqual(draft, { tour: { total: 3 }, objective: "min" });
  put(draft, "tour.total", "");
  put(draft, "path.never", [2]);
  put(draft, "objective", undefined);
  assert.deepEqual(draft, { path: { never: [2] } });
});

test("a size brings back what a smaller one cut off, until the rest is edited", () => {
  const cutOff = /** @type {CutOff<string[][]>} */ (new CutOff());
  const board = {};
  const sized = (/** @type {string[][]} */ cells, /** @type {number} */ columns, owner = board) =>
    cutOff.resized(owner, cells, (whole) => resizedRows(whole, columns, whole.length, "."));
  const cells = [["#", ".", "3"]];
  const one = sized(cells, 1);
  assert.deepEqual(one, [["#"]]);
  assert.deepEqual(sized(sized(one, 2), 4), [["#", ".", "3", "."]]);
  assert.deepEqual(sized(sized(cells, 1), 3, {}), [["#", ".", "."]]);
  const edited = sized(cells, 1);
  edited[0][0] = ".";
  assert.deepEqual(sized(edited, 3), [[".", ".", "."]]);
});

/** @param {string} text */
const version = (text) => ({ text, isOwn: false });

test("versions go back and forth, and a change after going back drops what was ahead", () => {
  const versions = new Versions(version("a"));
  for (const text of ["b", "b", "c"]) versions.add(version(text));
  assert.deepEqual([versions.back()?.text, versions.back()?.text, versions.back()], ["b", "a", null]);
  assert.deepEqual([versions.forth()?.text, versions.hasFuture], ["b", true]);
  versions.add(version("d"));
  assert.deepEqual([versions.hasFuture, versions.back()?.text], [false, "b"]);
});

test("what is typed in one field is one version, until the field is left", () => {
  const [versions, field] = [new Versions(version("")), {}];
  for (const text of ["a", "ab"]) versions.add(version(text), field);
  versions.close();
  versions.add(version("abc"), field);
  assert.deepEqual([versions.back()?.text, versions.back()?.text], ["ab", ""]);
});

test("there is a limit to what versions take", () => {
  const versions = new Versions(version(""));
  for (let number = 0; number < 2000; number += 1) versions.add(version(`${number}`));
  let steps = 0;
  while (versions.back()) steps += 1;
  assert.ok(steps >= 400 && steps < 2000, `${steps}`);
  const large = "x".repeat(1 << 24);
  for (let number = 0; number < 9; number += 1) versions.add(version(`${number}${large}`));
  assert.equal(versions.back()?.text[0], "7");
  assert.ok(versions.last.length < 9);
});

test("the last versions are kept where there is a store, and all works where there is none", () => {
  const first = () => version("first");
  assert.equal(versionsOf("die-tour", first).now.text, "first");
  const texts = Array.from({ length: 50 }, (_, number) => version(`${number}`));
  keep("die-tour", texts);
  /** @type {Map<string, string>} */
  const items = new Map();
  const store = {
    getItem: (/** @type {string} */ key) => items.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => {
      if (value.length > 100) throw new Error("no room");
      items.set(key, value);
    },
  };
  Object.assign(globalThis, { localStorage: store });
  keep("die-tour", texts.slice(-2));
  assert.deepEqual([versionsOf("die-tour", first).now.text, versionsOf("die-tour", first).back()?.text], ["49", "48"]);
  keep("die-tour", texts);
  assert.deepEqual([versionsOf("die-tour", first).now.text, versionsOf("die-tour", first).hasPast], ["49", false]);
  for (const damaged of ["{", "3", "null", "[null]", '[{"text":3}]', "[]"]) {
    items.set("tumble.models.die-tour", damaged);
    assert.equal(versionsOf("die-tour", first).now.text, "first", damaged);
  }
});
