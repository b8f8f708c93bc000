// Writing models, and finding the field that a range of their text belongs to.
import assert from "node:assert/strict";
import { test } from "node:test";

import { exampleRolling, readRolling, writeRolling } from "../page/rolling_model.js";
import { TomlWriter, fieldsAt, tomlValue, typedNumber } from "../page/toml.js";
import { textOf } from "./written.js";

test("values are TOML", () => {
  assert.equal(tomlValue('a "b"\n'), String.raw`"a \"b\"\n"`);
  assert.equal(tomlValue([1, [true, "x"]]), '[1, [true, "x"]]');
  assert.equal(tomlValue({ top: 1, "odd key": 2 }), '{ top = 1, "odd key" = 2 }');
  assert.equal(tomlValue({}), "{}");
});

test("what is typed for a number is a number if it can be", () => {
  assert.equal(typedNumber(" 12 "), 12);
  assert.equal(typedNumber("−3"), -3);
  assert.equal(typedNumber("007"), 7);
  assert.equal(typedNumber("99999999999999999999"), 99999999999999999999n);
  assert.equal(typedNumber("4x"), "4x");
  assert.equal(typedNumber(""), "");
});

test("each field has the range of its text", () => {
  const writer = new TomlWriter("die-tour");
  writer.entry("objective", "max", "objective");
  writer.table("start");
  writer.inline(
    "die",
    [
      ["top", 1, "start.die.top"],
      ["north", 2, "start.die.north"],
    ],
    "start.die",
  );
  writer.inline("S", [["to", [[1, 2], [3, 4]], ["S.0", "S.1"]]], "S");
  const { written } = writer;
  assert.equal(textOf(written, "S"), "{ to = [[1, 2], [3, 4]] }");
  assert.equal(textOf(written, "S.1"), "[3, 4]");
  assert.equal(textOf(written, "puzzle"), '"die-tour"');
  assert.equal(textOf(written, "objective"), '"max"');
  assert.equal(textOf(written, "start.die"), "{ top = 1, north = 2 }");
  assert.equal(textOf(written, "start.die.north"), "2");
});

test("the smallest field round a range comes first, then those it touches", () => {
  const places = [
    { id: "whole", start: 0, end: 20 },
    { id: "part", start: 5, end: 8 },
    { id: "next", start: 8, end: 12 },
  ];
  assert.deepEqual(fieldsAt(places, 5, 7), ["part", "whole"]);
  assert.deepEqual(fieldsAt(places, 6, 10), ["whole", "part", "next"]);
  assert.deepEqual(fieldsAt(places, 0, 0), []);
});

test("a board is drawn only where it has something to draw", () => {
  const state = exampleRolling("die-tour");
  assert.match(writeRolling("die-tour", state).text, /^\[board\]\ncolumns = 4\nrows = 4$/m);
  assert.ok(state.board);
  state.board.cells[3][1] = "#";
  const written = writeRolling("die-tour", state);
  assert.match(written.text, /^\. # \. \.\n\. \. \. \.$/m);
  assert.equal(textOf(written, "board.1,3"), "#");
  assert.equal(textOf(written, "board.0,3"), ".");
});

test("what is wrong in a field is written as it was typed", () => {
  const state = exampleRolling("die-tour");
  assert.ok(state.board);
  state.board.cells[0][0] = "#";
  state.board.columns = "4x";
  state.dice[0].start.cell = ["9", "0"];
  const written = writeRolling("die-tour", state);
  assert.equal(textOf(written, "board.columns"), '"4x"');
  assert.equal(textOf(written, "start.cell"), "[9, 0]");
});

test("rolling dice are read as they were written", () => {
  const dice = [1, 2].map((x) => ({
    start: { cell: /** @type {[string, string]} */ ([String(x), "0"]), die: { top: 1 }, handedness: "left", stated: true },
    goal: { cell: /** @type {[string, string]} */ (["0", String(x)]), die: { north: 3, west: 5 }, handedness: "", stated: true },
  }));
  const state = { ...exampleRolling("die-path"), dice };
  const { text } = writeRolling("die-path", state);
  assert.equal(text.match(/^\[\[dice\]\]$/gm)?.length, 2);
  assert.equal(text.match(/^handedness = "left"$/gm)?.length, 2);
  const board = { map: /map = """\n([^"]*)"""/.exec(text)?.[1] };
  const document = {
    board,
    dice: [1, 2].map((x) => ({
      start: { cell: [x, 0], die: { top: 1 }, handedness: "left" },
      goal: { cell: [0, x], die: { north: 3, west: 5 } },
    })),
  };
  assert.deepEqual(readRolling({ document }), { ...state, faces: undefined, path: undefined, solve: undefined });
});
