// Nets of the Sudoku Cube, as model files and as pasted.
import assert from "node:assert/strict";
import { test } from "node:test";

import { digitCounts, emptySudoku, fieldId, looksLikeNet, netFromText, netPlaces, netRoughly, readingOrder, writeSudoku } from "../page/sudoku_model.js";
import { textOf } from "./written.js";

test("each field of a net has its place, and the lines are those of a model file", () => {
  const state = emptySudoku();
  readingOrder().forEach((field, index) => {
    state.fields[field] = { digit: (index % 9) + 1, direction: index % 4 };
  });
  const written = writeSudoku(state);
  assert.equal(textOf(written, "net.U0"), "1^");
  assert.equal(textOf(written, "net.L0"), "1>");
  assert.equal(textOf(written, fieldId(53)), "9>");
  const lines = textOf(written, "net").split("\n");
  assert.equal(lines[1], "           1^ 2> 3v");
  assert.equal(lines[4], "1> 2v 3<   4^ 5> 6v   7< 8^ 9>   1v 2< 3^");
  const net = lines.slice(1, -1).join("\n");
  assert.deepEqual(netFromText(net), state.fields);
  for (const arrows of ["↑→↓←", "⬆➡⬇⬅", "^>V<"]) {
    const drawn = net.replace(/[\^>v<]/g, (arrow) => `${[...arrows]["^>v<".indexOf(arrow)]}\ufe0f`);
    assert.deepEqual(netFromText(drawn), state.fields, arrows);
  }
});

test("blank fields and open directions of a net are written as such", () => {
  const state = emptySudoku();
  state.fields[4] = { digit: 6, direction: null };
  const written = writeSudoku({ ...state, symmetric: [1, 8], solve: { backend: "highs" } });
  assert.equal(textOf(written, "net.U0"), "..");
  assert.equal(textOf(written, "net.U4"), "6?");
  assert.match(written.text, /^symmetric = \[1, 8\]\n\n\[solve\]\nbackend = "highs"$/m);
});

test("only a whole net is taken from a pasted text", () => {
  assert.equal(netFromText("1^ 2> 3v"), null);
  assert.equal(netFromText(`puzzle = "x" ${"1 ".repeat(54)}`), null);
  const fields = netFromText("123456789".repeat(6));
  assert.equal(fields?.length, 54);
  assert.deepEqual(digitCounts(fields ?? []), [0, 6, 6, 6, 6, 6, 6, 6, 6, 6]);
});

test("a net is read as far as it can be, and each word belongs to its field", () => {
  const words = ["   1^ 2> 3v", "   4< 5? 6^", "   7^ 8^ 9^"];
  const middle = ["1^ 2^ 3^ 4^ 5^ 6^ 7^ 8^ 9^ 1^ 2^ 3^", "4^ 5^ 6^ 7^ 8^ 9^ 1^ 2^ 3^ 4^ 5^ 6^", "7^ 8^ 9^ 1^ 2^ 3^ 4^ 5^ 6^ 7^ 8^ 9^"];
  const net = `${[...words, ...middle, ...words].join("\n")}\n`;
  assert.ok(netRoughly(net).whole);
  // A word that is missing leaves its own row short, and no other.
  for (const [from, to] of [["5?", "0?"], ["5?", "x"], ["5?", "?"], [" 6^", ""], ["6^", "6^ 7^"]]) {
    const changed = net.replace(from, to);
    const { fields, whole } = netRoughly(changed);
    assert.ok(!whole && looksLikeNet(changed), to);
    assert.equal(netFromText(changed), null);
    assert.deepEqual(fields[0], { digit: 1, direction: 0 });
    assert.deepEqual(fields.slice(45), netRoughly(net).fields.slice(45));
    assert.equal(fields[4].digit, /5/.test(to) || !from.includes("5") ? 5 : 0);
  }
  const text = `# a net\nnet = """\n${net}"""\n`;
  const places = netPlaces(text, net);
  assert.equal(textOf({ text, places }, fieldId(1)), "2>");
  assert.equal(places.length, 54);
  assert.ok(!looksLikeNet("a text of some other kind, with 3 numbers"));
});
