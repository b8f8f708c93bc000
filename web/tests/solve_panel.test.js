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

/** A panel with these options in place of those that do nothing. @param {any} options */
function panelWith(options) {
  const nothing = () => {};
  const failed = (/** @type {string} */ words) => assert.fail(words);
  const runs = Promise.resolve([]);
  return new SolvePanel({ runs, model: async () => null, started: nothing, solved: nothing, stoppedWith: nothing, failed, save: nothing, play: nothing, ...options });
}

test("of an explanation that is stopped all is answered that was known by then", async () => {
  const call = async (/** @type {any[]} */ ...args) => {
    args.at(-1)({ event: "known", answer: { sentence: "these two do", remark: "not all was looked at: stopped" } });
    throw Object.assign(new Error(), { name: "Stopped" });
  };
  const answers = /** @type {any[]} */ ([]);
  await panelWith({ engine: { call }, model: async () => "model" }).explain((...answer) => answers.push(answer));
  assert.deepEqual(answers, [[{ sentence: "these two do", remark: "not all was looked at: stopped" }, "model"]]);
});

test("the size of a model that is changed meanwhile is not waited for", async () => {
  const [engine, measurer, exporter] = [noted(), noted(), noted()];
  const panel = panelWith({ engine, measurer, exporter });
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
