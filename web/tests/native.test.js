// tumble as WebAssembly against the native program: `TUMBLE=target/release/tumble PAGE=target/web node --test web/tests/native.test.js`.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { estimates, examples } from "../build/data.js";
import { changed } from "../page/explain_view.js";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const program = resolve(root, process.env.TUMBLE ?? "target/release/tumble");
const page = resolve(root, process.env.PAGE ?? "target/web");

/** Instances that native HiGHS finishes within these seconds are solved here too. */
const SHORT = 3;

/** @param {string} file */
const compiled = (file) => WebAssembly.compile(readFileSync(join(page, file)));
const { createCore } = await import(pathToFileURL(join(page, "engine/core.js")).href);
const core = await createCore(await compiled("tumble/tumble_web_bg.wasm"), () => compiled("highs/highs.wasm"));

/** @typedef {{ seconds: number, models: number }} Total */

/**
 * Calls tumble here; the events go to the list at the end.
 * @param {string} name
 * @param {unknown[]} args
 * @param {any[]} [events]
 */
async function call(name, args, events = []) {
    return JSON.parse(await core.call(name, args, (/** @type {string} */ event) => events.push(JSON.parse(event))));
}

/** Runs the native program. @param {string[]} args */
function native(...args) {
    const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
    assert.equal(error, undefined);
    return { status, stdout, stderr };
}

/** The report of the native program, or why there is none. @param {string[]} args */
function nativeReport(...args) {
    const { stdout, stderr } = native("solve", ...args, "--format", "json", "--threads", "1");
    return stdout === "" ? { error: stderr.trim().replace(/^error: /, "") } : JSON.parse(stdout);
}

/**
 * What the two of them have to agree in.
 * @param {any} report
 */
function claims({ puzzle, backend, encoding, status, objective, verified }) {
    return { puzzle, backend, encoding, status, objective, verified };
}

/** @param {string} what @param {number} here @param {number} there */
function speed(what, here, there) {
    return `${what}: ${here.toFixed(1)} s here, ${there.toFixed(1)} s native, ${(here / there).toFixed(1)} times as long`;
}

const models = examples(root);

test("direct search finds the same solutions of all shipped models", async (t) => {
    assert.ok(models.length >= 48);
    let [here, there] = [0, 0];
    for (const { path, text } of models) {
        const expected = nativeReport(path, "--method", "search");
        const { report, replay, picture, facts } = await call("solve", [text, "search", "", 0]);
        assert.deepEqual(claims(report), claims(expected), path);
        assert.equal(report.reason, expected.reason, path);
        assert.equal(JSON.stringify(report.solution), JSON.stringify(expected.solution), path);
        assert.equal(report.stats.nodes, expected.stats.nodes, path);
        assert.deepEqual(Object.keys(report), Object.keys(expected), path);
        assert.equal(picture !== undefined && facts.length > 0, expected.solution !== null, path);
        assert.equal(replay?.stage !== undefined, expected.solution !== null, path);
        here += report.stats.total_seconds;
        there += expected.stats.total_seconds;
    }
    t.diagnostic(speed("search", here, there));
});

test("HiGHS proves the same of all shipped models that it settles soon", async (t) => {
    let [here, there, settled] = [0, 0, 0];
    for (const { path, text } of models) {
        const { default_encoding: encoding } = await call("read", [text]);
        if (encoding === null) {
            continue;
        }
        const expected = nativeReport(path, "--backend", "highs", "--encoding", encoding, "--time-limit", `${SHORT}s`);
        if (expected.status === "feasible" || expected.status === "unknown") {
            continue;
        }
        /** @type {any[]} */
        const events = [];
        const { report, error } = await call("solve", [text, "highs", encoding, 60], events);
        assert.equal(error?.message, expected.error, path);
        if (error !== undefined) {
            continue;
        }
        assert.deepEqual(claims(report), claims(expected), path);
        assert.equal(report.verified, report.solution !== null, path);
        assert.deepEqual(report.stats.lowered, expected.stats.lowered, path);
        // HiGHS writes a log wherever it branches.
        const hasLog = events.some(({ event }) => event === "log");
        assert.ok(hasLog || !(report.stats.nodes > 0), `${path}: ${report.stats.nodes} nodes`);
        [here, there, settled] = [here + report.stats.total_seconds, there + expected.stats.total_seconds, settled + 1];
    }
    assert.ok(settled >= 35, `${settled}`);
    t.diagnostic(speed(`HiGHS on ${settled} models`, here, there));
});

test("what happens in a run is told while it runs", async () => {
    const { text } = models.find(({ path }) => path.endsWith("die_tour/4x4_max.toml")) ?? { text: "" };
    /** @type {any[]} */
    const events = [];
    const { report } = await call("solve", [text, "highs", "arc-flow", 60], events);
    const incumbents = events.filter(({ event }) => event === "incumbent").map(({ objective }) => objective);
    assert.equal(incumbents.at(-1), report.objective);
    assert.deepEqual(incumbents, [...incumbents].sort((a, b) => a - b));
    const bounds = events.filter(({ event }) => event === "bound").map(({ bound }) => bound);
    assert.ok(bounds.length > 0 && bounds.every((bound) => bound >= report.objective), `${bounds}`);
    assert.ok(events.some(({ event, solution }) => event === "incumbent" && solution.total === report.objective));
});

test("what is wrong with a model has the same message at the same place", async () => {
    const files = readdirSync(join(root, "tests/bad_input"), { recursive: true });
    let found = 0;
    for (const path of files.filter((file) => String(file).endsWith(".toml")).map((file) => `tests/bad_input/${file}`)) {
        const { status, stderr } = native("render", path, "-o", "-");
        const { error } = await call("read", [readFileSync(join(root, path), "utf8")]);
        // What is wrong only with a run is not looked at here.
        assert.equal(error !== undefined, status === 2, `${path}: ${stderr}`);
        if (error === undefined) {
            continue;
        }
        found += 1;
        const [first] = stderr.split("\n");
        assert.ok(first === `error: ${error.message}` || first === `error: ${path}: ${error.message}`, `${first}\n${error.message}`);
        const place = /╭─\[(.*):(\d+):(\d+)\]/.exec(stderr);
        assert.deepEqual([error.line, error.column], place ? [Number(place[2]), Number(place[3])] : [undefined, undefined], stderr);
        assert.ok(error.label === null || stderr.includes(`── ${error.label}`), `${stderr}\n${error.label}`);
        assert.equal(/^ {2}help: (.*)$/m.exec(stderr)?.[1] ?? null, error.help, stderr);
    }
    assert.ok(found > 30, `${found}`);
});

test("places are counted in the units of JavaScript's texts", async () => {
    const before = "# 🎲🎲 é\npuzzle = \"die-tour\" # 🎲\n";
    const text = `${before}colums = 3\n`;
    const { error } = await call("read", [text]);
    assert.equal(text.slice(error.start, error.end), "colums");
    assert.deepEqual([error.line, error.column], [3, 1]);
});

test("wrong arguments are answered", async () => {
    const { text } = models[0] ?? { text: "" };
    const calls = [
        ["read", ""],
        ["read", "\0"],
        ["read", "#".repeat(17 << 20)],
        ["create", "chess", "{}"],
        ["create", "die-tour", "{\"columns\": \"many\"}"],
        ["create", "die-tour", "{\"depth\": \"3\"}"],
        ["create", "die-tour", "columns"],
        ["solve", text, "gurobi", "", 0],
        ["solve", text, "highs", "no-such-encoding", 0],
        ["solve", text, "search", "", -1],
        ["solve", text, "search", "", Number.NaN],
        ["export_lp", text, "no-such-encoding"],
        ["size", text, "no-such-encoding"],
    ];
    for (const [name, ...args] of calls) {
        const { error } = await call(`${name}`, args);
        assert.equal(typeof error?.message, "string", `${name} ${args}`.slice(0, 100));
    }
});

test("limits of time and of memory are kept", async () => {
    const { text: board } = await call("create", ["die-tour", "{\"columns\": \"12\", \"rows\": \"12\"}"]);
    for (const method of ["search", "highs"]) {
        const started = performance.now();
        const { report } = await call("solve", [board, method, "", 1]);
        assert.match(report.reason, /time limit/, method);
        assert.equal(report.limits.time_seconds, 1);
        assert.ok(performance.now() - started < 5000, `${method}: ${performance.now() - started} ms`);
    }
});

test("what there is is what the program lists", async () => {
    const list = (/** @type {string} */ what) => JSON.parse(native("list", what, "--format", "json").stdout);
    const { puzzles, version } = await call("about", []);
    assert.equal(native("--version").stdout.trim(), `tumble ${version}`);
    const named = puzzles.map((/** @type {any} */ { name, summary }) => ({ name, summary }));
    assert.deepEqual(named, list("puzzles"));
    const listed = list("encodings").filter((/** @type {any} */ { summary }) => !summary.startsWith("another name of"));
    const names = puzzles.flatMap((/** @type {any} */ puzzle) =>
        puzzle.encodings.flatMap((/** @type {any} */ encoding) =>
            encoding.names.map((/** @type {string} */ name) => ({ puzzle: puzzle.name, name })),
        ),
    );
    assert.deepEqual(names, listed.map((/** @type {any} */ { puzzle, name }) => ({ puzzle, name })));
});

test("new models and files for other programs are those of the program", async () => {
    const { puzzles } = await call("about", []);
    for (const { name } of puzzles) {
        const { text } = await call("create", [name, "{}"]);
        assert.equal(text, native("new", name).stdout, name);
    }
    const path = "models/die_path/half_turn.toml";
    const text = models.find((model) => model.path === path)?.text ?? "";
    const { lp } = await call("export_lp", [text, ""]);
    const expected = native("export", path, "-o", "-", "--format", "lp").stdout;
    const withoutNames = (/** @type {string} */ lp) => lp.replaceAll(/^\\.*(model|\.toml).*$/gm, "");
    assert.equal(withoutNames(lp), withoutNames(expected));
});

test("a replay is the file of the program", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tumble-"));
    const [result, file] = [join(folder, "result.json"), join(folder, "replay.html")];
    for (const path of ["models/sudoku_cube/seed_net.toml", "models/die_tour/4x4_max.toml", "models/cube_tray/2x3_flip.toml"]) {
        const text = models.find((model) => model.path === path)?.text ?? "";
        const { report } = await call("solve", [text, "search", "", 0]);
        // Results of other models are skipped: this one has another name here.
        writeFileSync(result, JSON.stringify({ ...report, model: path }));
        native("render", path, result, "-o", file);
        const { html } = await call("replay_file", [text, JSON.stringify(report)]);
        assert.equal(html, readFileSync(file, "utf8"), path);
    }
    rmSync(folder, { recursive: true });
});

test("what was misread is found", async () => {
    const net = models.find(({ path }) => path.endsWith("sudoku_cube/seed_net.toml"))?.text ?? "";
    const { repairs, complete } = await call("repairs", [net.replace("6v 5< 2^", "9v 5< 2^"), 60]);
    assert.ok(complete);
    assert.ok(repairs.some((/** @type {any} */ { model }) => model === net), JSON.stringify(repairs));
});

test("what rules out all solutions is explained as by the program, and each change that an editor makes gives the objective that is said", async () => {
    const texts = {
        draft: (/** @type {string} */ text) => JSON.parse(core.now("draft", [text])),
        edit: (/** @type {string} */ text, /** @type {object} */ draft) => JSON.parse(core.now("edit", [text, JSON.stringify(draft)])).text,
    };
    let made = 0;
    for (const name of ["labeled_board/relabeled", "labeled_board/wrong_start", "die_tour/3x3_infeasible", "die_path/parity", "cube_tray/oriented_parity"]) {
        const path = `models/${name}.toml`;
        const text = models.find((model) => model.path === path)?.text ?? "";
        const events = /** @type {any[]} */ ([]);
        const { sentence, remedies, remark: ___, model: _, ...explained } = await call("explain", [text, 60], events);
        const { model: __, ...expected } = JSON.parse(native("explain", path, "--format", "json", "--quiet").stdout);
        assert.deepEqual(explained, expected, path);
        // What is known is told before the end: the conflict, then each change.
        const known = events.filter(({ event }) => event === "known").map(({ answer }) => answer);
        assert.deepEqual(known.map(({ changes }) => changes.length), [...Array(explained.changes.length + 1).keys()]);
        assert.deepEqual(known.at(-1).remedies, remedies);
        assert.ok(known.every(({ complete, remark }) => !complete && remark === "not all was looked at: stopped"));
        for (const { and, objective, ...first } of explained.changes ?? []) {
            const other = changed(texts, text, and ? [first, and] : [first]);
            if (other === null) continue;
            made += 1;
            const { report } = await call("solve", [other, "search", "", 0]);
            assert.equal(report.objective ?? null, objective, `${sentence}: ${remedies}`);
        }
    }
    assert.ok(made > 3, String(made));
});

test("the sizes are those of the recorded runs", async () => {
    const recorded = estimates(root).filter(({ model }) => model.startsWith("models/"));
    let compared = 0;
    for (const { model, encoding, variables, rows } of recorded) {
        const text = models.find(({ path }) => path === model)?.text;
        const { size } = text ? { size: await call("size", [text, encoding]) } : { size: undefined };
        if (size !== undefined && size.error === undefined) {
            compared += size.variables === variables && size.rows === rows ? 1 : 0;
        }
    }
    assert.ok(compared > recorded.length / 2, `${compared} of ${recorded.length}`);
});
