// What keeps an edit from losing anything, as far as it needs no browser: comments, versions, what a size cuts off.
import assert from "node:assert/strict";
import { test } from "node:test";

import { withComments } from "../page/comments.js";
import { CutOff } from "../page/cut_off.js";
import { readRolling, resizedCells, writeRolling } from "../page/rolling_model.js";
import { Versions, keep, versionsOf } from "../page/versions.js";

/** @import { Place } from "../page/types.js" */

/** A text without fields. @param {string} text @param {Place[]} [places] */
const plain = (text, places = []) => ({ text, places });

test("comments stay before their statements and at the ends of their lines", () => {
  const before = [
    "# a tour",
    "# of mine",
    "",
    'puzzle = "die-tour" # which one',
    'objective = "max"',
    "",
    "# the board",
    "[board]",
    "columns = 4 # four",
    "rows = 4",
    "",
    "[start]",
    "# a corner",
    "cell = [0, 0]",
    "# the end",
  ];
  const after = 'puzzle = "die-tour"\nobjective = "min"\n\n[board]\ncolumns = 5\nrows = 4\n\n[start]\ncell = [0, 0]\n';
  const expected = before.map((line) => line.replace("max", "min").replace("columns = 4", "columns = 5"));
  const once = withComments(plain(after), before.join("\n"));
  assert.equal(once.text, `${expected.join("\n")}\n`);
  assert.equal(withComments(plain(after), once.text).text, once.text);
});

test("a comment whose statement is gone goes before the next one", () => {
  const before = 'puzzle = "die-tour"\n[board]\n# a map\nmap = """\n. # .\n"""\n# a start\n[start]\ncell = [0, 0]\n';
  const { text } = withComments(plain('puzzle = "die-tour"\n\n[start]\ncell = [0, 0]\n'), before);
  assert.equal(text, 'puzzle = "die-tour"\n\n# a map\n# a start\n[start]\ncell = [0, 0]\n');
});

test("what is in strings is no comment, and what is in a list goes before it", () => {
  const after = "[board]\ncolumns = 3\n";
  for (const value of ['"""\n. # .\n"""', "'''\n# x\n'''", '"# x"', "'# x'", '"\\"# x"']) {
    assert.equal(withComments(plain(after), `[board]\ncolumns = 3\nmap = ${value}\n`).text, after);
  }
  const listed = withComments(plain("blocked = [[1, 1]]\n"), "blocked = [\n  [1, 1], # here\n  # there\n  [2, 2]\n]\n");
  assert.equal(listed.text, "# here\n# there\nblocked = [[1, 1]]\n");
  assert.equal(withComments(plain(after), '[board]\nmap = """\n. # .\n').text, after);
});

test("tables of the same name keep their own comments", () => {
  const dice = ["one", "two"].map((name) => `[[dice]]\n# ${name}\nstart.cell = [0, 0]\n`).join("");
  const after = "[[dice]]\nstart.cell = [1, 1]\n[[dice]]\nstart.cell = [2, 2]\n";
  assert.equal(withComments(plain(after), dice).text, "[[dice]]\n# one\nstart.cell = [1, 1]\n[[dice]]\n# two\nstart.cell = [2, 2]\n");
});

test("fields are found where comments have moved them", () => {
  const [model] = [readRolling({ document: { puzzle: "die-tour", board: { map: "..#\n...\n" }, start: { cell: [0, 0] } } })];
  const written = writeRolling("die-tour", model);
  const words = ({ text, places } = written) => places.map(({ id, start, end }) => `${id}: ${text.slice(start, end)}`);
  const commented = `# top\n${written.text.replace("[board]", "# of the board\n[board] # here").replace("cell", "# a cell\ncell")}`;
  const moved = withComments(written, commented);
  assert.equal(moved.text, commented);
  assert.deepEqual(words(moved), words());
});

test("a large text is looked through quickly", () => {
  const map = `map = """\n${`${". # ".repeat(500)}\n`.repeat(1000)}"""\n`;
  const started = performance.now();
  assert.equal(withComments(plain(`[board]\n${map}`), `[board]\n# a board\n${map}`).text, `[board]\n# a board\n${map}`);
  assert.ok(performance.now() - started < 2000);
});

test("a size brings back what a smaller one cut off, until the rest is edited", () => {
  const cutOff = /** @type {CutOff<string[][]>} */ (new CutOff());
  const board = {};
  const sized = (/** @type {string[][]} */ cells, /** @type {number} */ columns, owner = board) =>
    cutOff.resized(owner, cells, (whole) => resizedCells(whole, columns, whole.length));
  const cells = [["#", ".", "3"]];
  const one = sized(cells, 1);
  assert.deepEqual(one, [["#"]]);
  assert.deepEqual(sized(sized(one, 2), 4), [["#", ".", "3", "."]]);
  assert.deepEqual(sized(sized(cells, 1), 3, {}), [["#", ".", "."]]);
  const edited = sized(cells, 1);
  edited[0][0] = ".";
  assert.deepEqual(sized(edited, 3), [[".", ".", "."]]);
});

test("a board that is too large to be drawn keeps its cells", () => {
  const blocked = [[69, 1]];
  const model = { document: { puzzle: "die-tour", board: { columns: 70, rows: 2, blocked } } };
  const { text } = writeRolling("die-tour", readRolling(model));
  const [, map = ""] = /map = """\n([^"]*)"""/.exec(text) ?? [];
  assert.equal(map.split("\n")[0].replaceAll(" ", ""), `${".".repeat(69)}#`);
});

test("weights and an order go with their cells in another size, and come back", () => {
  const weights = "1 2\n-3 4\n";
  const board = { map: "1 .\n2 3", weights, order: [[1, 0], [0, 1]] };
  const state = readRolling({ document: { puzzle: "labeled-board", board, start: { cell: [0, 0] } } });
  const written = () => writeRolling("labeled-board", state).text;
  const whole = written();
  assert.match(whole, /^order = \[\[1, 0\], \[0, 1\]\]\nweights = """\n1 2\n-3 4\n"""$/m);
  assert.ok(state.board);
  [state.board.columns, state.board.rows] = ["3", "1"];
  state.board.cells = resizedCells(state.board.cells, 3, 1);
  assert.match(written(), /^order = \[\[1, 0\]\]\nweights = """\n-3 4 1\n"""$/m);
  [state.board.columns, state.board.rows] = ["2", "2"];
  state.board.cells = [["2", "3"], ["1", "."]];
  assert.equal(written(), whole);
});

test("a path says that it may end anywhere, unless it is a round trip", () => {
  const state = readRolling({ document: { puzzle: "die-path", start: { cell: [0, 0] }, goal: { cell: [1, 0] } } });
  state.dice[0].goal.cell = null;
  assert.match(writeRolling("die-path", state).text, /^\[goal\]$/m);
  const round = readRolling({ document: { puzzle: "die-path", start: { cell: [0, 0] }, path: { "round-trip": true } } });
  assert.doesNotMatch(writeRolling("die-path", round).text, /goal/);
});

/** @param {string} text */
const version = (text) => ({ text, state: null });

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
