// The panel that solves: building integer models holds up nothing else.
import assert from "node:assert/strict";
import { test } from "node:test";

import { useFakePage } from "./fake_page.js";

useFakePage("at once");
const { SolvePanel } = await import("../page/solve_panel.js");

/** An engine that notes what it is asked, and answers as it is told to. */
function noted() {
  /** @type {string[]} */
  const asked = [];
  /** @type {((answer: any) => void)[]} */
  const answers = [];
  /** @type {((error: Error) => void)[]} */
  const ends = [];
  const call = (/** @type {string} */ name) => {
    asked.push(name);
    return new Promise((resolve, reject) => {
      answers.push(resolve);
      ends.push(reject);
    });
  };
  const stop = () => {
    asked.push("stop");
    ends.at(-1)?.(new Error("stopped"));
  };
  return { call, stop, asked, answers };
}

test("the size of a model that is changed meanwhile is not waited for", async () => {
  const [engine, measurer, exporter] = [noted(), noted(), noted()];
  const nothing = () => {};
  const panel = new SolvePanel({
    engine,
    measurer,
    exporter,
    runs: Promise.resolve([]),
    model: async () => null,
    started: nothing,
    solved: nothing,
    stoppedWith: nothing,
    failed: (words) => assert.fail(words),
    save: nothing,
    play: nothing,
  });
  panel.open("die-tour");
  const { all } = /** @type {any} */ (document.getElementById("settings"));
  all.find((/** @type {any} */ one) => one.value === "highs").fire("change");
  const answer = { puzzle: "die-tour", draft: null, replay: null, encodings: ["arc-flow"], default_encoding: "arc-flow" };
  const settled = () => new Promise((then) => setImmediate(then));
  panel.setModel("one", answer);
  await settled();
  const before = measurer.asked.length;
  panel.setModel("two", answer);
  await settled();
  assert.equal(measurer.asked[before], "stop");
  assert.equal(measurer.asked.at(-1), "size");
  assert.deepEqual([engine.asked, exporter.asked], [[], []]);
  measurer.answers.at(-1)?.({ variables: 12, rows: 7 });
  await settled();
  assert.match(String(document.getElementById("solve")?.textContent), /12 variables, 7 rows\./);
});
