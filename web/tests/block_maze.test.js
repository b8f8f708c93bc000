// Block mazes as model files.
import assert from "node:assert/strict";
import { test } from "node:test";

import { exampleBlock, lettersOf, movesNothing, newLetter, readBlock, setKind, writeBlock } from "../page/block_maze_model.js";
import { textOf } from "./written.js";

test("block mazes are read as they were written", () => {
  const example = exampleBlock();
  const written = writeBlock(example);
  assert.equal(textOf(written, "size"), "[1, 1, 2]");
  assert.equal(textOf(written, "goal.cell"), "[8, 1]");
  const map = textOf(written, "board.map").slice(4, -3);
  const document = { size: [1, 1, 2], board: { map }, start: { cell: [0, 7] }, goal: { cell: [8, 1] } };
  assert.deepEqual(readBlock({ document }), { ...example, solve: undefined });
  const lying = readBlock({ document: { ...document, goal: { cell: [7, 1], size: [2, 1, 1] } } });
  assert.match(writeBlock(lying).text, /^\[goal\]\ncell = \[7, 1\]\nsize = \[2, 1, 1\]\n/m);
});

/** A floor that does something. */
const floor = {
  size: [1, 1, 2],
  board: { map: "A x a .\n. b S #", fragile: "x", bridges: { a: "closed", b: "open" } },
  switches: { A: { press: "hard", opens: ["b"], flips: ["a"] } },
  splitters: { S: { to: [[0, 0], [3, 1]] } },
  start: { cell: [0, 0] },
  goal: { cell: [3, 1] },
};

test("the floor of a block maze is written as it was read", () => {
  const { text } = writeBlock(readBlock({ document: floor }));
  assert.match(text, /^A x a \.\n\. b S #\n"""\nfragile = "x"\nbridges = \{ a = "closed", b = "open" \}\n/m);
  assert.match(text, /^\[switches\]\nA = \{ press = "hard", opens = \["b"\], flips = \["a"\] \}\n/m);
  assert.match(text, /^\[splitters\]\nS = \{ to = \[\[0, 0\], \[3, 1\]\] \}\n/m);
  // A character that a text of TOML has to escape.
  const board = { ...floor.board, map: floor.board.map.replace("x", "\\"), fragile: "\\" };
  assert.match(writeBlock(readBlock({ document: { ...floor, board } })).text, /^A \\\\ a \.\n[^]*fragile = "\\\\"$/m);
});

test("a letter that the map has no more is not written, and comes back as it was", () => {
  const state = readBlock({ document: floor });
  const whole = writeBlock(state).text;
  state.board.cells[0][1] = ".";
  const { text } = writeBlock(state);
  assert.match(text, /^bridges = \{ a = "closed" \}$/m);
  assert.match(text, /^A = \{ press = "hard", flips = \["a"\] \}$/m);
  state.board.cells[0][1] = "b";
  assert.equal(writeBlock(state).text, whole);
  // Its name is free meanwhile, and its tool can be chosen.
  state.board.cells[1][2] = state.board.cells[0][2] = ".";
  assert.deepEqual([lettersOf(state, "#"), lettersOf(state, "0S"), newLetter(state, "closed")], [["A", "b"], ["A", "b", "S"], "a"]);
});

test("a new letter is one that the map does not have", () => {
  const state = readBlock({ document: floor });
  assert.deepEqual([newLetter(state, "open"), newLetter(state, "soft"), newLetter(state, "splitter")], ["c", "B", "T"]);
  setKind(state, "B", "soft");
  setKind(state, "T", "splitter");
  state.board.cells[0][0] = "B";
  state.board.cells[1][3] = "T";
  assert.deepEqual(state.letters.B.moves, { b: "flips" });
  assert.match(writeBlock(state).text, /^T = \{ to = \[\[0, 0\], \[1, 0\]\] \}$/m);
  setKind(state, "T", "hard");
  assert.match(writeBlock(state).text, /^T = \{ press = "hard" \}$/m);
});

test("a switch without its bridge moves nothing", () => {
  const state = exampleBlock();
  setKind(state, "B", "soft");
  assert.ok(movesNothing(state.letters.B, ["a"]));
  assert.ok(!movesNothing(state.letters.B, ["a", "b"]));
  setKind(state, "S", "splitter");
  assert.ok(!movesNothing(state.letters.S, []));
});
