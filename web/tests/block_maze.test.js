// Block mazes as model files.
import assert from "node:assert/strict";
import { test } from "node:test";

import { exampleBlock, readBlock, writeBlock } from "../page/block_maze_model.js";
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
