// Trays of cubes as model files.
import assert from "node:assert/strict";
import { test } from "node:test";

import { exampleTray, leaveHole, mostLetters, putWord, readTray, resizedTrays, signsOf, trayCellId, traysOf, writeTray } from "../page/tray_model.js";
import { actionsIn, useFakePage } from "./fake_page.js";
import { textOf } from "./written.js";

useFakePage();
const { createCubeTrayEditor } = await import("../page/edit_cube_tray.js");

test("trays are read as they were written", () => {
  const classic = exampleTray();
  const written = writeTray(classic);
  assert.equal(textOf(written, trayCellId("start", 1, 1)), "_");
  assert.equal(textOf(written, trayCellId("goal", 0, 2)), "c");
  const document = { start: { map: "k k k\nk _ k\nk k k" }, goal: { map: "c c c\nc _ c\nc c c" } };
  assert.deepEqual(readTray({ document }), { ...classic, solve: undefined });
  const dice = readTray({
    document: { cubes: "oriented", handedness: "left", start: { map: "12 __\n" }, goal: { map: "?? 1?" } },
  });
  const letters = { top: "W", bottom: "W", north: "R", south: "R", east: "B", west: "B" };
  const lettered = readTray({ document: { cube: { faces: letters }, start: { map: "W __\n" }, goal: { map: "_ ?R" } } });
  assert.match(writeTray(lettered).text, /^\[cube\]\nfaces = \{ top = "W", .* west = "B" \}\n\n\[start\]\nmap = """\nW __\n"""/m);
  assert.match(writeTray(dice).text, /^cubes = "oriented"\nhandedness = "left"\n\n\[start\]\nmap = """\n12 __\n"""/m);
});

/** Two kinds of cubes, whose names are drawn. */
const KINDS = {
  cubes: {
    p: { faces: { top: "a", bottom: "b", north: "c", south: "b", east: "b", west: "b" } },
    q: { faces: { top: "r", bottom: "b", north: "r", south: "b", east: "b", west: "b" } },
  },
  start: { cubes: "p _\nq p", map: "acbbb _\nrrbbb acbbb" },
  goal: { map: "? ?\n? _" },
};
const kinds = () => readTray({ document: KINDS });

test("the letters of all kinds of cubes can be typed", () => {
  const state = kinds();
  assert.deepEqual(signsOf(state), ["a", "b", "c", "r"]);
  assert.equal(mostLetters(state), 6);
  const editor = createCubeTrayEditor(() => {});
  editor.load(/** @type {any} */ ({ document: KINDS }));
  actionsIn(editor.element).find(({ name }) => /Goal tray.* x 0, y 1.* pressed r/.test(name))?.act();
  assert.match(editor.write().text, /^r \?\n\? _$/m);
  assert.deepEqual(signsOf(readTray({ document: { cubes: "oriented", start: { map: "12 __" }, goal: { map: "__ 12" } } })), [..."123456"]);
});

test("names go with their cubes when the hole moves, and a cube in place of the hole gets a name", () => {
  const state = kinds();
  putWord(state, "start", 0, 0, "_");
  assert.deepEqual([state.names, state.start], [[["_", "p"], ["p", "q"]], [["_", "acbbb"], ["acbbb", "rrbbb"]]]);
  putWord(state, "start", 0, 0, "a");
  assert.deepEqual(state.names?.[0], ["p", "p"]);
  putWord(state, "goal", 0, 1, "_");
  assert.deepEqual([state.goal, state.names?.[1]], [[["?", "?"], ["_", "?"]], ["p", "q"]]);
});

test("a larger tray has new cubes of a kind that there is, and a smaller one fewer names", () => {
  const state = kinds();
  const { start, goal, names } = resizedTrays(state, state, 3, 1);
  assert.deepEqual([start, goal, names], [[["rrbbb", "acbbb", "acbbbb"]], [["?", "_", "?"]], [["q", "p", "p"]]]);
});

test("a goal whose hole is left open wants a letter that there is, and loses no other word", () => {
  const state = kinds();
  leaveHole(state, true);
  assert.deepEqual([state.goal, state.anyHole], [[["?", "c"], ["?", "?"]], true]);
  state.goal[1][0] = "r";
  leaveHole(state, true);
  assert.equal(state.goal[1][0], "r");
});

test("a long tray becomes as many dice as there may be", () => {
  const classic = exampleTray();
  const long = { ...classic, start: [Array(30).fill("k")], goal: [Array(30).fill("c")] };
  assert.deepEqual(traysOf(long, "oriented").start.map((row) => row.length), [24]);
  assert.deepEqual(traysOf(classic, "lettered").goal, [["R", "R", "R"], ["R", "_", "R"], ["R", "R", "R"]]);
});
