// Parts of the page that need no browser: dice, links, words.
import assert from "node:assert/strict";
import { test } from "node:test";

import { ORIENTATIONS, agreeing, movedDie, withFace } from "../page/die.js";
import { elapsed, estimateText, inUnits, verdict } from "../page/runs.js";
import { fragmentOf, textOfFragment } from "../page/texts.js";
import { fieldAt, readingOrder } from "../page/sudoku_model.js";

test("there are 24 orientations of each hand, and 1, 2, 3 on top, north, east is left-handed", () => {
  assert.equal(ORIENTATIONS.length, 48);
  assert.equal(agreeing({}, "left").length, 24);
  assert.deepEqual(
    agreeing({ top: 1, north: 2, east: 3 }).map(({ hand }) => hand),
    ["left"],
  );
});

test("four rolls in one direction, and four turns, change nothing", () => {
  for (const move of /** @type {const} */ (["north", "east", "south", "west", "turn"])) {
    for (const { faces, hand } of ORIENTATIONS) {
      let now = faces;
      for (let count = 0; count < 4; count += 1) {
        const [next] = agreeing(movedDie(now, move));
        assert.equal(next.hand, hand);
        now = next.faces;
        if (count < 3) assert.notDeepEqual(now, faces);
      }
      assert.deepEqual(now, faces);
    }
  }
});

test("a face that is given takes the place of those that contradict it", () => {
  assert.deepEqual(withFace({ top: 1, north: 2, east: 3 }, "top", 2), { top: 2, east: 3 });
  assert.deepEqual(withFace({ top: 1 }, "north", 2), { top: 1, north: 2 });
  assert.deepEqual(withFace({ top: 1, north: 2, east: 3 }, "bottom", 5), { bottom: 5, east: 3 });
});

test("a link holds any text", async () => {
  for (const text of ["", 'puzzle = "die-tour"\n', "# é 日本 🎲\n".repeat(500)]) {
    const fragment = await fragmentOf(text);
    assert.match(fragment, /^#m=[A-Za-z0-9_-]*$/);
    assert.equal(await textOfFragment(fragment), text);
  }
  assert.equal(await textOfFragment("#main"), null);
  assert.equal(await textOfFragment(""), null);
});

test("a damaged link is an error", async () => {
  await assert.rejects(textOfFragment("#m=%%%"), /damaged/);
  await assert.rejects(textOfFragment("#m=AAAA"), /damaged/);
  // A short link to much text.
  const large = await fragmentOf("#".repeat(1 << 24));
  assert.ok(large.length < 1 << 16, `${large.length}`);
  await assert.rejects(textOfFragment(large), /damaged/);
});

test("durations have few digits", () => {
  assert.deepEqual([0.004, 0.25, 3.21].map(inUnits), ["4.00 ms", "250 ms", "3.2 s"]);
  assert.deepEqual([3.21, 65].map(elapsed), ["3.2 s", "1:05 min"]);
});

test("nothing is estimated from few runs", () => {
  const run = { puzzle: "die-tour", encoding: "arc-flow", variables: 600, seconds: 2, status: "optimal" };
  assert.equal(estimateText([run, run], "die-tour", "arc-flow", 600), "");
  assert.equal(estimateText([run, run, { ...run, variables: 3000 }], "die-tour", "arc-flow", 600), "");
  const text = estimateText(
    [run, { ...run, seconds: 0.5 }, { ...run, seconds: 60, status: "unknown" }],
    "die-tour",
    "arc-flow",
    650,
  );
  assert.equal(text, "Similar models took 500 ms to more than 60.0 s natively; a browser is slower.");
});

test("a net has 54 fields in its order of reading", () => {
  const order = readingOrder();
  assert.deepEqual(
    [...order].sort((a, b) => a - b),
    Array.from({ length: 54 }, (_, field) => field),
  );
  assert.deepEqual(order.slice(0, 3), [0, 1, 2]);
  assert.deepEqual(order.slice(9, 15), [9, 10, 11, 18, 19, 20]);
  assert.equal(fieldAt(0, 0), null);
});

test("answers are in the words of people", () => {
  /** @param {any} report @param {string} [move] */
  const said = (report, move) => verdict(report, "as the command line says it", move);
  const path = { puzzle: "die-path", solution: { length: 13 } };
  const sum = { puzzle: "die-path", solution: { length: 4, sum: 19 } };
  assert.equal(said({ ...path, status: "optimal", objective: 13 }), "13 rolls, proved shortest");
  assert.equal(said({ ...path, status: "optimal", objective: 1 }), "1 roll, proved shortest");
  assert.equal(said({ ...path, status: "feasible", objective: 13, bound: 11 }), "13 rolls, perhaps not the shortest; 11 at least");
  assert.equal(said({ ...path, status: "feasible", bound: null }), "13 rolls, perhaps not the shortest");
  assert.equal(said({ ...sum, status: "optimal", objective: 19 }), "a sum of 19, proved best");
  assert.equal(said({ puzzle: "any", status: "optimal", objective: 9, solution: { length: 9 } }, "tip"), "9 tips, proved shortest");
  assert.equal(said({ puzzle: "die-tour", status: "infeasible" }), "no solution, proved");
  assert.equal(said({ ...sum, status: "unbounded", objective: 35 }), "no best path, proved: this is one of the paths");
  assert.equal(said({ puzzle: "sudoku-cube", status: "optimal", objective: null, solution: {} }), "as the command line says it");
});
