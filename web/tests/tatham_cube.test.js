// Ids and saves of Simon Tatham's Cube.
import assert from "node:assert/strict";
import { test } from "node:test";

import { boardOf, exampleTatham, looksLikeGame, readTatham, tathamId, writeTatham } from "../page/tatham_model.js";
import { textOf } from "./written.js";

/** What tumble says of a game: its id and the moves that were made and undone. @param {string} id @param {string} [moves] @param {number} [made] */
function game(id, moves = "", made = 0) {
  const [size, board] = id.split(":");
  const lines = [["CPARAMS", size], ["DESC", board], ["STATEPOS", String(made + 1)], ...[...moves].map((move) => ["MOVE", move])];
  const text = lines.map(([key, value]) => `${key.padEnd(8)}:${value.length}:${value}\n`).join("");
  return /** @type {any} */ ({ document: {}, files: [{ suffix: "sav", what: "", text }] });
}

test("ids are written as they are read", () => {
  for (const id of ["c4x4:C461,3", "c3x3:7E0,8", "c2x3:FC,0", "c5x4:00FC1,19", "c1x1:0,0", "t1x2:8420,12", "t0x3:F08,8", "o2x2:F0F0F0,23", "i3x3:FFFFF000000008,52"]) {
    assert.equal(tathamId(readTatham(game(id))), id);
  }
  const { blue, start } = exampleTatham();
  assert.deepEqual(readTatham(game("c4x4:C461,3")).blue, blue);
  assert.deepEqual(start, [3, 3]);
  // The triangles of a row that point down come first.
  const triangles = readTatham(game("t1x2:8420,12"));
  const isBlue = (/** @type {[number, number]} */ [x, y]) => triangles.blue[y][x];
  assert.deepEqual(boardOf("t", 1, 2).squares.filter(isBlue), [[2, 2], [0, 1], [4, 0]]);
  assert.deepEqual(triangles.start, [3, 0]);
  assert.equal(textOf(writeTatham(exampleTatham()), "id"), '"c4x4:C461,3"');
});

test("a saved game has its beginning and the moves that were not undone", () => {
  const { id, played } = readTatham(game("c4x4:C461,3", "DDDULL", 4));
  assert.deepEqual([id, played], ["c4x4:C461,3", "DDDU"]);
  assert.equal(readTatham(game("c4x4:C461,3", "DDD", 0)).played, undefined);
});

test("ids, links of the game and its save files are games", () => {
  for (const text of ["c4x4:C461,3", " t1x2:0438,1\n", "c4x4 :C461,3", "Cube: c4x4:C461,3", "https://example.org/cube.html#c4x4:C461,3", "SAVEFILE:41:Simon"]) {
    assert.ok(looksLikeGame(text), text);
  }
  for (const text of ["", "Cube: it rolls", "c4x4", 'puzzle = "tatham-cube"\nid = "c4x4:C461,3"', "https://example.org/loopy.html#4x4:1"]) {
    assert.ok(!looksLikeGame(text), text);
  }
});
