// What tumble says of models to editors and writes of edits: every shipped model stays as it is, and each edit changes nothing but what it is about:
// `PAGE=target/web node --test web/tests/models.test.js`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { examples } from "../build/data.js";
import { actionsIn, useFakePage } from "./fake_page.js";
import { KNOWN } from "./known_models.js";

/** @import { Draft } from "../page/types.js" */

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const page = resolve(root, process.env.PAGE ?? "target/web");
/** @param {string} file */
const compiled = (file) => WebAssembly.compile(readFileSync(join(page, file)));
const { createCore } = await import(pathToFileURL(join(page, "engine/core.js")).href);
const core = await createCore(await compiled("tumble/tumble_web_bg.wasm"), () => compiled("highs/highs.wasm"));

/** @param {string} name @param {...string} args */
const call = (name, ...args) => JSON.parse(core.now(name, args));

useFakePage();
const { PUZZLES } = await import("../page/puzzles.js");

/** The text with a changed draft. @param {string} text @param {Draft} draft @returns {string} */
const edited = (text, draft) => call("edit", text, JSON.stringify(draft)).text;
/** What is known of a puzzle. @param {string} name */
const known = (name) => KNOWN[name.replaceAll("-", "_")];

/** Shipped models, some with other keys, and those with which the page begins. */
const models = [
  ...examples(root),
  ...Object.entries(KNOWN).flatMap(([name, { more }]) => more.map((text, index) => ({ path: `${name} with more keys ${index}`, text }))),
  ...PUZZLES.map(({ name, first }) => ({ path: `${name} as the page begins`, text: first })),
];

for (const [puzzle, { faults }] of Object.entries(KNOWN)) {
  for (const [name, from, to, field] of faults) {
    test(`the fault of ${to} in ${name} is that of the field ${field}`, () => {
      const text = readFileSync(join(root, "models", puzzle, `${name}.toml`), "utf8");
      assert.ok(text.includes(from), text);
      const { error } = call("read", text.replace(from, to));
      assert.equal(error.fields[0][0], field, JSON.stringify(error));
    });
  }
}

/** The text after a change of its draft. @param {string} text @param {(draft: Draft) => void} change */
function after(text, change) {
  const { draft } = call("draft", text);
  change(draft);
  return edited(text, draft);
}

describe("a net", () => {
  const face = ["1^ 2> 3v", "4< 5? 6^", "7^ 8^ 9^"];
  const middle = face.map((line) => Array(4).fill(line).join("   "));
  const lines = [...face.map((line) => " ".repeat(11) + line), ...middle, ...face.map((line) => " ".repeat(11) + line)];
  const text = `puzzle = "sudoku-cube"\n# a net\nnet = """\n${lines.join("\n")}\n"""\n`;
  const { draft, wrong } = call("draft", text);

  test("is read field by field, whatever its arrows", () => {
    assert.deepEqual([wrong, draft.fields.length, draft.fields[1], draft.fields[49]], [0, 54, { digit: 2, direction: 1 }, { digit: 5, direction: null }]);
    for (const arrows of ["↑→↓←", "⬆➡⬇⬅", "^>V<"]) {
      const other = text.replace(/[\^>v<]/g, (arrow) => `${[...arrows]["^>v<".indexOf(arrow)]}\ufe0f`);
      assert.deepEqual(call("draft", other).draft.fields, draft.fields, arrows);
    }
    assert.equal(call("draft", `puzzle = "sudoku-cube"\nnet = "${"123456789".repeat(6)}"`).wrong, 0);
    assert.ok(call("draft", `puzzle = "sudoku-cube"\nnet = "a text of some other kind, with 3 numbers"`).wrong > 6);
  });

  test("with a wrong word leaves its own row short, and no other", () => {
    for (const [from, to] of [["5?", "0?"], ["5?", "x"], ["5?", "?"], [" 6^", ""], ["6^", "6^ 7^"]]) {
      const { draft: rough, wrong: words } = call("draft", text.replace(from, to));
      assert.ok(words >= 1 && words <= 2, `${to}: ${words}`);
      assert.deepEqual([rough.fields[0], rough.fields.slice(45)], [draft.fields[0], draft.fields.slice(45)]);
      assert.equal(rough.fields[4].digit, from.includes("5") ? 0 : 5);
    }
  });

  test("is written field by field, and from pieces as a whole", () => {
    const filled = after(text, ({ fields }) => (fields[1] = { digit: 0, direction: null }));
    assert.equal(filled, text.replace("2>", ".."));
    const pieces = readFileSync(join(root, "models/sudoku_cube/seed.toml"), "utf8");
    const net = after(pieces, ({ fields }) => (fields[4] = { digit: 1, direction: null }));
    assert.match(net, /^net = """\n {11}\d\S \d\S \d\S\n {11}\d\S 1\? \d\S\n/m);
    assert.doesNotMatch(net, /^(corners|edges|centers)/m);
    assert.deepEqual(written(net).comments, written(pieces).comments);
  });
});

test("weights, an order and blocked cells follow the size of their board", () => {
  const board = '[board]\nmap = """\n1 .\n2 3\n"""\norder = [[1, 0], # first\n  [0, 1]]\nweights = """\n1  2\n-3 4\n"""\n';
  const text = `puzzle = "labeled-board"\n${board}[start]\ncell = [0, 0]\n`;
  const small = after(text, (draft) => Object.assign(draft.board, { columns: 3, rows: 1 }));
  assert.match(small, /^map = """\n2 3 \.\n"""\norder = \[\[1, 0\]\]\nweights = """\n-3 4 1\n"""$/m);
  assert.match(small, /^# first$/m);
  assert.match(after(text, ({ board: { cells } }) => (cells[0][1] = ".")), /"""\n1 \.\n2 \.\n"""\norder = \[ # first\n  \[0, 1\]\]\n/);
  const blocked = 'puzzle = "die-tour"\n[board]\ncolumns = 70\nrows = 2\nblocked = [[69, 1], [3, 0]] # two\n[start]\ncell = [0, 0]\n';
  assert.match(after(blocked, ({ board: { cells } }) => (cells[1][0] = "#")), /^blocked = \[\[69, 1\], \[3, 0\], \[0, 1\]\] # two$/m);
  assert.match(after(blocked, (draft) => (draft.board.columns = 60)), /^columns = 60\nrows = 2\nblocked = \[\[3, 0\]\] # two$/m);
});

test("a board that is too large to be listed keeps its map", () => {
  const text = `puzzle = "die-tour"\n[board]\nmap = """\n${"..#.\n".repeat(30_000)}"""\n[start]\ncell = [0, 0]\n`;
  const { board } = call("draft", text).draft;
  assert.deepEqual([board.columns, board.rows, board.cells, "map" in board], [4, 30_000, [], true]);
  assert.equal(after(text, (draft) => (draft.objective = "min")), text.replace("\n", '\nobjective = "min"\n'));
});

test("the letters of a map are written, and those that it has no more are not", () => {
  const text = readFileSync(join(root, "models/block_maze/bridges.toml"), "utf8");
  const fewer = after(text, ({ board: { cells } }) => {
    for (const row of cells) row.forEach((/** @type {string} */ cell, /** @type {number} */ x) => cell === "b" && (row[x] = "."));
  });
  assert.match(fewer, /^bridges = \{ a = "closed" \}\n/m);
  assert.match(fewer, /^A = \{ press = "soft", flips = \["a"\] \}\nB = \{ press = "hard" \}\n/m);
  const more = after(text, ({ board: { cells }, letters }) => {
    cells[0][0] = "C";
    letters.C = { kind: "soft", moves: { a: "opens", b: "closes" } };
  });
  assert.match(more, /^C = \{ press = "soft", opens = \["a"\], closes = \["b"\] \}\n/m);
});

test("comments of what goes come before what follows, and a text that is no model file is replaced", () => {
  const text = '# a path\npuzzle = "die-path"\n# wide\n[board] # here\ncolumns = 3 # three\nrows = 3\n\n# a corner\n[start]\ncell = [0, 0]\n# the end\n';
  const plane = after(text, (draft) => delete draft.board);
  assert.equal(plane, '# a path\npuzzle = "die-path"\n\n# wide\n# here\n# three\n# a corner\n[start]\ncell = [0, 0]\n# the end\n');
  const two = '# mine\npuzzle = "die-path"\n[[dice]]\n# one\nstart.cell = [0, 0]\n[[dice]]\n# two\nstart.cell = [1, 0]\n';
  assert.equal(after(two, ({ dice }) => (dice[1].start.cell = [2, 0])), two.replace("[1, 0]", "[2, 0]"));
  assert.equal(after("c4x4:C461,3", (draft) => (draft.id = "c4x4:C461,2")), 'puzzle = "tatham-cube"\nid = "c4x4:C461,2"\n');
  const odd = `puzzle = "die-path"\nday = 2026-01-02 # a day\nmuch = inf\nlarge = 9007199254740993\n[start]\ndie = { top = 1, north = 2 }\n`;
  assert.equal(after(odd, (draft) => (draft.objective = "rolls")), odd.replace("[start]", 'objective = "rolls"\n[start]'));
  const dice = after(odd, (draft) => Object.assign(draft, { dice: [{ start: draft.start }], start: undefined }));
  assert.match(dice, /^\[\[dice\]\]\n\n\[dice\.start\]\ndie = \{ top = 1, north = 2 \}$/m);
  const open = 'puzzle = "die-tour"\nobjective = "min"';
  assert.equal(after(open, (draft) => (draft.objective = "max")), open.replace("min", "max"));
  assert.equal(call("draft", "no = ["), null);
});

test("a saved game has its beginning and the moves that were not undone", () => {
  const [{ text }] = call("read", "c4x4:C461,3").files.filter((/** @type {any} */ { suffix }) => suffix === "sav");
  const save = `${text.replace(/^NSTATES.*$/m, "NSTATES :1:4").replace(/^STATEPOS.*$/m, "STATEPOS:1:3")}MOVE    :1:L\nMOVE    :1:D\nMOVE    :1:R\n`;
  assert.deepEqual(call("draft", save), { puzzle: "tatham-cube", draft: { puzzle: "tatham-cube", game: { id: "c4x4:C461,3", played: "LD" } }, wrong: 0 });
});

/** Strings, comments, line ends, and what is between them. */
const TOKEN = /"""(?:\\[^]|[^\\])*?"""|'''[^]*?'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|\n|[^"'#\n]+/g;

/** The comments of a text, and what it says of each key, as it is written. @param {string} text */
function written(text) {
  const comments = /** @type {string[]} */ ([]);
  const statements = /** @type {Map<string, string>} */ (new Map());
  let [table, code, depth] = ["", "", 0];
  for (const [token] of `${text}\n`.matchAll(TOKEN)) {
    if (token.startsWith("#")) {
      comments.push(token);
    } else if (token !== "\n" || depth > 0) {
      code += token;
      if (!/^["']/.test(token)) depth += (token.match(/[[{]/g)?.length ?? 0) - (token.match(/[\]}]/g)?.length ?? 0);
    } else {
      const [, head, key] = /^\s*(?:\[+([^\]]+)\]|([^=]+?)\s*=)/.exec(code) ?? [];
      if (head) table = `${head.replaceAll('"', "")}.`;
      // The ends of several dice have the same names: a later one is another key.
      for (let name = table + key, times = 1; key; name = `${table}${times}.${key}`, times += 1) {
        if (statements.has(name)) continue;
        statements.set(name, code.trim());
        break;
      }
      code = "";
    }
  }
  return { comments: comments.sort(), statements };
}

/** The values of a draft by the paths of their keys. @param {any} value @returns {[string, string][]} */
function valuesOf(value, path = "") {
  const isList = Array.isArray(value) && (typeof value[0] !== "object" || Array.isArray(value[0]));
  if (typeof value !== "object" || value === null || isList || Object.keys(value).length === 0) return [[path, JSON.stringify(value)]];
  return Object.entries(value).flatMap(([key, inner]) => valuesOf(inner, path ? `${path}.${key}` : key));
}

/** The keys whose values differ. @param {any} before @param {any} after */
function changedKeys(before, after) {
  const [old, now] = [new Map(valuesOf(before)), new Map(valuesOf(after))];
  return [...new Set([...old.keys(), ...now.keys()])].filter((key) => old.get(key) !== now.get(key));
}

/** Keys of files, and of drafts, that say the same. */
const DRAWN = [
  /^board\.(columns|rows|map|blocked|cells)$/,
  /^(board\.bridges|switches|splitters|letters)\b/,
  /^(net|centers|center-directions|corners|edges|fields)\b/,
  /^(id|game|board|start)\b/,
];
/** Whether a key of a file may be written anew where a key of a draft has changed. @param {string} key @param {string} changed @param {string} puzzle */
function belongs(key, changed, puzzle) {
  const [one, other] = [key, changed].map((path) => path.replaceAll(/\.\d+(?=\.|$)/g, ""));
  // A board of Tatham's Cube may become an id.
  const patterns = puzzle === "tatham-cube" ? DRAWN : DRAWN.slice(0, -1);
  return other === one || other.startsWith(`${one}.`) || one.startsWith(`${other}.`) || patterns.some((pattern) => pattern.test(one) && pattern.test(other));
}

/** What of a draft is not written as it is: what goes without saying, letters without cells, and what follows the board. */
const UNSAID = /^(game|letters)\b|^board\.(labels|order|weights)$|^fields\.\d+\.direction$/;

/** Edits after which there is nothing wrong in any of the models. */
const ACCEPTED = /^(Columns|Rows) = one more$|^Start > Start tray.* pressed _|any cell may be the hole/;

/** Of the many shipped models each gets a part of the edits, others all. @param {string} path @param {number} model @param {number} edit */
const isTried = (path, model, edit) => !path.startsWith("models/") || (model + edit) % 3 === 0;

for (const [number, { path, text }] of models.entries()) {
  test(`an edit of ${path} keeps what it is not about`, () => {
    const { puzzle: name, draft } = call("draft", text);
    assert.equal(edited(text, draft), text);
    const before = written(text);
    const puzzle = PUZZLES.find((one) => one.name === name);
    // An editor of its own for each edit: a tool that is chosen stays chosen.
    const loaded = () => {
      const editor = /** @type {NonNullable<typeof puzzle>} */ (puzzle).createEditor(structuredClone(draft), () => {}, () => null);
      return { editor, actions: actionsIn(editor.element) };
    };
    for (const index of loaded().actions.keys()) {
      if (!isTried(path, number, index)) continue;
      const { editor, actions } = loaded();
      const { name: action, act } = actions[index];
      act();
      const now = edited(text, editor.draft);
      const { draft: after, error } = call("read", now);
      const [, mayChange] = known(name).edits.find(([pattern]) => pattern.test(action)) ?? [];
      assert.ok(mayChange, `what may change by ${action}?`);
      const changed = changedKeys(draft, after.draft);
      assert.deepEqual(changed.filter((key) => !mayChange.test(key)), [], `${action} gives\n${now}`);
      // The file says what the editor shows; a board whose size is no number has no cells.
      const shown = JSON.parse(JSON.stringify(editor.draft));
      const hasSize = ["columns", "rows"].every((key) => typeof (shown.board?.[key] ?? 1) === "number");
      const unsaid = changedKeys(shown, after.draft).filter((key) => !UNSAID.test(key) && (hasSize || key !== "board.cells"));
      assert.deepEqual(unsaid, [], `${action} gives\n${now}`);
      const { comments, statements } = written(now);
      assert.deepEqual(comments, before.comments, `${action} gives\n${now}`);
      for (const [key, statement] of before.statements) {
        if (!changed.some((path) => belongs(key, path, name))) assert.equal(statements.get(key), statement, `${action} gives\n${now}`);
      }
      if (error) assert.ok(error.message && error.start !== undefined, `${action}: ${JSON.stringify(error)}`);
      if (ACCEPTED.test(action)) assert.equal(error, undefined, `${action} gives\n${now}`);
    }
  });
}
