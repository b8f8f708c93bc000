// What editors do to their drafts, as far as it needs no tumble: trays, letters of block mazes, boards of Tatham's Cube.
import assert from "node:assert/strict";
import { test } from "node:test";

import { lettersOf, movesNothing, newLetter, setKind } from "../page/floor_editor.js";
import { boardOf, boardOfId, looksLikeGame, tathamId } from "../page/tatham_model.js";
import { leaveHole, mostLetters, putTrays, putWord, resizedTrays, signsOf, traysIn, traysOf } from "../page/tray_model.js";
import { actionsIn, useFakePage } from "./fake_page.js";

/** @import { Draft } from "../page/types.js" */

useFakePage();
const { createCubeTrayEditor } = await import("../page/edit_cube_tray.js");

/** Two kinds of cubes. @returns {Draft} */
const kinds = () => ({
  cubes: {
    p: { faces: { top: "a", bottom: "b", north: "c", south: "b", east: "b", west: "b" } },
    q: { faces: { top: "r", bottom: "b", north: "r", south: "b", east: "b", west: "b" } },
  },
  start: { cubes: [["q", "p"], ["p", "_"]], map: [["rrbbb", "acbbb"], ["acbbb", "_"]] },
  goal: { map: [["?", "_"], ["?", "?"]] },
});

test("the letters of all kinds of cubes can be typed", () => {
  const draft = kinds();
  assert.deepEqual([signsOf(draft), mostLetters(draft)], [["a", "b", "c", "r"], 6]);
  const editor = createCubeTrayEditor(draft, () => {});
  actionsIn(editor.element).find(({ name }) => /Goal tray.* x 0, y 1.* pressed r/.test(name))?.act();
  assert.deepEqual(draft.goal.map, [["?", "_"], ["r", "?"]]);
  assert.deepEqual(signsOf({ cubes: "oriented" }), [..."123456"]);
});

test("names go with their cubes when the hole moves, and a cube in place of the hole gets a name", () => {
  const { start, goal, ...draft } = kinds();
  putWord({ ...draft, start }, "start", 0, 0, "_");
  assert.deepEqual([start.cubes, start.map], [[["_", "p"], ["p", "q"]], [["_", "acbbb"], ["acbbb", "rrbbb"]]]);
  putWord({ ...draft, start }, "start", 0, 0, "a");
  assert.deepEqual(start.cubes[0], ["p", "p"]);
  putWord({ ...draft, start, goal }, "goal", 0, 1, "_");
  assert.deepEqual([goal.map, start.cubes[1]], [[["?", "?"], ["_", "?"]], ["p", "q"]]);
});

test("a larger tray has new cubes of a kind that there is, and a smaller one fewer names", () => {
  const draft = kinds();
  putTrays(draft, resizedTrays(draft, traysIn(draft), 3, 1));
  assert.deepEqual([draft.start.map, draft.goal.map, draft.start.cubes], [[["rrbbb", "acbbb", "acbbbb"]], [["?", "_", "?"]], [["q", "p", "p"]]]);
});

test("a goal whose hole is left open wants a letter that there is, and loses no other word", () => {
  const draft = kinds();
  leaveHole(draft, true);
  assert.deepEqual(draft.goal, { map: [["?", "c"], ["?", "?"]], hole: "any" });
  draft.goal.map[1][0] = "r";
  leaveHole(draft, true);
  assert.equal(draft.goal.map[1][0], "r");
});

test("a long tray becomes as many dice as there may be", () => {
  const tray = (/** @type {string} */ word, columns = 3, rows = 3) => ({ map: Array.from({ length: rows }, () => Array(columns).fill(word)) });
  const long = { start: tray("k", 30, 1), goal: tray("c", 30, 1), solve: { seed: 3 } };
  const dice = traysOf(long, "oriented");
  assert.deepEqual([dice.cubes, dice.solve, dice.start.map.map((/** @type {string[]} */ row) => row.length)], ["oriented", { seed: 3 }, [24]]);
  const lettered = traysOf({ start: tray("k"), goal: tray("c") }, "lettered");
  assert.deepEqual([lettered.goal.map, lettered.cubes], [[["R", "R", "R"], ["R", "_", "R"], ["R", "R", "R"]], undefined]);
});

/** A floor that does something. @returns {Draft} */
const floor = () => ({
  board: { columns: 4, rows: 2, fragile: "x", cells: [[".", "b", "S", "#"], ["A", "x", "a", "."]] },
  letters: {
    a: { kind: "closed", moves: {} },
    b: { kind: "open", moves: {} },
    A: { kind: "hard", moves: { b: "opens", a: "flips" } },
    S: { kind: "splitter", moves: {}, to: [[0, 0], [3, 1]] },
  },
});

test("the name of a letter that the map has no more is free, and its tool can be chosen", () => {
  const draft = floor();
  draft.board.cells[1][2] = draft.board.cells[0][2] = ".";
  assert.deepEqual([lettersOf(draft, "#"), lettersOf(draft, "0S"), newLetter(draft, "closed")], [["A", "b"], ["A", "b", "S"], "a"]);
});

test("a new letter is one that the map does not have", () => {
  const draft = floor();
  assert.deepEqual([newLetter(draft, "open"), newLetter(draft, "soft"), newLetter(draft, "splitter")], ["c", "B", "T"]);
  setKind(draft, "B", "soft");
  setKind(draft, "T", "splitter");
  assert.deepEqual([draft.letters.B.moves, draft.letters.T.to], [{ b: "flips" }, [[0, 0], [1, 0]]]);
});

test("a switch without its bridge moves nothing", () => {
  const draft = floor();
  setKind(draft, "B", "soft");
  assert.ok(movesNothing(draft.letters.B, ["a"]));
  assert.ok(!movesNothing(draft.letters.B, ["a", "b"]));
  assert.ok(!movesNothing(draft.letters.S, []));
});

test("ids are written as they are read", () => {
  for (const id of ["c4x4:C461,3", "c3x3:7E0,8", "c2x3:FC,0", "c5x4:00FC1,19", "c1x1:0,0", "t1x2:8420,12", "t0x3:F08,8", "o2x2:F0F0F0,23", "i3x3:FFFFF000000008,52"]) {
    assert.equal(tathamId(boardOfId(id)), id);
  }
  // The triangles of a row that point down come first.
  const triangles = boardOfId("t1x2:8420,12");
  const isBlue = (/** @type {[number, number]} */ [x, y]) => triangles.blue[y][x];
  assert.deepEqual(boardOf("t", 1, 2).squares.filter(isBlue), [[2, 2], [0, 1], [4, 0]]);
  assert.deepEqual(triangles.start, [3, 0]);
});

test("ids, links of the game and its save files are games", () => {
  for (const text of ["c4x4:C461,3", " t1x2:0438,1\n", "c4x4 :C461,3", "Cube: c4x4:C461,3", "https://example.org/cube.html#c4x4:C461,3", "SAVEFILE:41:Simon"]) {
    assert.ok(looksLikeGame(text), text);
  }
  for (const text of ["", "Cube: it rolls", "c4x4", 'puzzle = "tatham-cube"\nid = "c4x4:C461,3"', "https://example.org/loopy.html#4x4:1"]) {
    assert.ok(!looksLikeGame(text), text);
  }
});
