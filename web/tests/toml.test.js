// Writing models, and finding the field that a range of their text belongs to.
import assert from "node:assert/strict";
import { test } from "node:test";

import { exampleBlock, readBlock, writeBlock } from "../page/block_maze_model.js";
import { exampleRolling, readRolling, writeRolling } from "../page/rolling_model.js";
import { digitCounts, emptySudoku, fieldId, looksLikeNet, netFromText, netPlaces, netRoughly, readingOrder, writeSudoku } from "../page/sudoku_model.js";
import { boardOf, exampleTatham, looksLikeGame, readTatham, tathamId, writeTatham } from "../page/tatham_model.js";
import { TomlWriter, fieldsAt, tomlValue, typedNumber } from "../page/toml.js";
import { exampleTray, readTray, trayCellId, writeTray } from "../page/tray_model.js";

/** @import { Written } from "../page/types.js" */

/** The text that belongs to a field. @param {Written} written @param {string} id */
function textOf({ text, places }, id) {
  const place = places.find((one) => one.id === id);
  assert.ok(place, `no place ${id}`);
  return text.slice(place.start, place.end);
}

test("values are TOML", () => {
  assert.equal(tomlValue('a "b"\n'), String.raw`"a \"b\"\n"`);
  assert.equal(tomlValue([1, [true, "x"]]), '[1, [true, "x"]]');
  assert.equal(tomlValue({ top: 1, "odd key": 2 }), '{ top = 1, "odd key" = 2 }');
  assert.equal(tomlValue({}), "{}");
});

test("what is typed for a number is a number if it can be", () => {
  assert.equal(typedNumber(" 12 "), 12);
  assert.equal(typedNumber("−3"), -3);
  assert.equal(typedNumber("007"), 7);
  assert.equal(typedNumber("99999999999999999999"), 99999999999999999999n);
  assert.equal(typedNumber("4x"), "4x");
  assert.equal(typedNumber(""), "");
});

test("each field has the range of its text", () => {
  const writer = new TomlWriter("die-tour");
  writer.entry("objective", "max", "objective");
  writer.table("start");
  writer.inline(
    "die",
    [
      ["top", 1, "start.die.top"],
      ["north", 2, "start.die.north"],
    ],
    "start.die",
  );
  const { written } = writer;
  assert.equal(textOf(written, "puzzle"), '"die-tour"');
  assert.equal(textOf(written, "objective"), '"max"');
  assert.equal(textOf(written, "start.die"), "{ top = 1, north = 2 }");
  assert.equal(textOf(written, "start.die.north"), "2");
});

test("the smallest field round a range comes first, then those it touches", () => {
  const places = [
    { id: "whole", start: 0, end: 20 },
    { id: "part", start: 5, end: 8 },
    { id: "next", start: 8, end: 12 },
  ];
  assert.deepEqual(fieldsAt(places, 5, 7), ["part", "whole"]);
  assert.deepEqual(fieldsAt(places, 6, 10), ["whole", "part", "next"]);
  assert.deepEqual(fieldsAt(places, 0, 0), []);
});

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

test("a board is drawn only where it has something to draw", () => {
  const state = exampleRolling("die-tour");
  assert.match(writeRolling("die-tour", state).text, /^\[board\]\ncolumns = 4\nrows = 4$/m);
  assert.ok(state.board);
  state.board.cells[3][1] = "#";
  const written = writeRolling("die-tour", state);
  assert.match(written.text, /^\. # \. \.\n\. \. \. \.$/m);
  assert.equal(textOf(written, "board.1,3"), "#");
  assert.equal(textOf(written, "board.0,3"), ".");
});

test("what is wrong in a field is written as it was typed", () => {
  const state = exampleRolling("die-tour");
  assert.ok(state.board);
  state.board.cells[0][0] = "#";
  state.board.columns = "4x";
  state.dice[0].start.cell = ["9", "0"];
  const written = writeRolling("die-tour", state);
  assert.equal(textOf(written, "board.columns"), '"4x"');
  assert.equal(textOf(written, "start.cell"), "[9, 0]");
});

test("rolling dice are read as they were written", () => {
  const dice = [1, 2].map((x) => ({
    start: { cell: /** @type {[string, string]} */ ([String(x), "0"]), die: { top: 1 }, handedness: "left" },
    goal: { cell: /** @type {[string, string]} */ (["0", String(x)]), die: { north: 3, west: 5 }, handedness: "" },
  }));
  const state = { ...exampleRolling("die-path"), dice };
  const { text } = writeRolling("die-path", state);
  assert.equal(text.match(/^\[\[dice\]\]$/gm)?.length, 2);
  assert.equal(text.match(/^handedness = "left"$/gm)?.length, 2);
  const board = { map: /map = """\n([^"]*)"""/.exec(text)?.[1] };
  const document = {
    board,
    dice: [1, 2].map((x) => ({
      start: { cell: [x, 0], die: { top: 1 }, handedness: "left" },
      goal: { cell: [0, x], die: { north: 3, west: 5 } },
    })),
  };
  assert.deepEqual(readRolling({ document }), { ...state, faces: undefined, path: undefined, solve: undefined });
});

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
