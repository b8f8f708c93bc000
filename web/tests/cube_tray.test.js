// Trays of cubes as model files.
import assert from "node:assert/strict";
import { test } from "node:test";

import { exampleTray, readTray, trayCellId, writeTray } from "../page/tray_model.js";
import { textOf } from "./written.js";

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
