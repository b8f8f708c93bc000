// Play in a browser: each puzzle is played to its end by keys. Run as page.browser.js.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { fragmentOf } from "../page/texts.js";
import { FOLDER, model, run, seriousFaults, startHarness, tabTo } from "./page_harness.js";

/** @import { Page } from "playwright-core" */

/** @type {Awaited<ReturnType<typeof startHarness>>} */
let harness;
before(async () => {
  harness = await startHarness();
});
after(() => harness.close());

/** @type {Record<string, string>} */
const ARROWS = { N: "ArrowUp", E: "ArrowRight", S: "ArrowDown", W: "ArrowLeft" };

/** The line of Play, once it is this. @param {Page} page @param {RegExp} wanted */
async function line(page, wanted) {
  const isThere = (/** @type {string} */ pattern) => new RegExp(pattern).test(document.querySelector(".play-line")?.textContent ?? "");
  await page.waitForFunction(isThere, wanted.source, { timeout: 20_000 }).catch(async () => {
    assert.match(String(await page.textContent(".play-line")), wanted);
  });
}

/** The keys of moves. The first one of two moves first. @param {string[]} moves */
function keysOf(moves) {
  let second = false;
  return moves.flatMap((move) => {
    if (/[ULFRBD]/.test(move)) return [move.endsWith("'") ? `Shift+${move[0]}` : move[0].toLowerCase(), ...(move.endsWith("2") ? ["2"] : [])];
    const isSecond = move.startsWith("2") || /[nesw]/.test(move);
    const change = isSecond !== second && (/\d/.test(move) || /[nesw]/.test(move) || second) ? [" "] : [];
    second = isSecond;
    return [...change, ARROWS[move.slice(-1).toUpperCase()]];
  });
}

/** @param {Page} page @param {string[]} keys */
async function press(page, keys) {
  for (const key of keys) await page.keyboard.press(key);
}

/** A link that plays a model. @param {string} name */
function open(name, setting = {}) {
  return fragmentOf(model(name), true).then((fragment) => harness.open("served", { fragment, sign: ".play-stage .player", ...setting }));
}

/** A model, its solution as it is typed, a move that is refused at the start, why, and what is said in the end.
 * Every turn of a cube is allowed.
 * @type {[name: string, moves: string, wrong: string, why: RegExp, end: RegExp][]} */
const GAMES = [
  ["die_tour/3x3_max", "NNEESSWN", "S", /^roll 1 \(S\) from \[0, 0\] leaves the board/, /^A sum of 37, 8 rolls: solved: none is better\.$/],
  ["die_path/two_dice", "2S 2W 1E 1E 1E 2S 2W 2W 1W 1N 1E 1N", "1S", /^run 1 \(1S\) leaves the board/, /^12 rolls.*: solved: none is better\.$/],
  ["labeled_board/source", "ESENEESSWWWWN", "S", /labeled 5, with 6 on top$/, /^13 rolls: solved: none is better\.$/],
  ["cube_tray/any_hole", "ENWNWSSEN", "S", /no cube can roll that way/, /^9 rolls: solved: none is better\.$/],
  ["block_maze/bridges", "NEEWSEEEENWSWWWSWNESESSEEEEESSEnnneeeessSE", "W", /blocked or not on the board$/, /^42 tips: solved: none is better\.$/],
  ["tatham_cube/source", "SSSNWWNNW", "E", /^roll 1 \(E\) from \[3, 3\] leaves the board$/, /^9 rolls: solved: none is better\.$/],
  ["sudoku_cube/seed_net", "D B2 U2 L U' R D' L' B' R2 U' B2 L2 U' L2 D' R2 L2 D2 B2 U' B2", "", /^0 turns/, /^22 turns: solved\.$/],
];

describe("a puzzle is played to its end by keys", () => {
  for (const [name, written, wrong, why, end] of GAMES) {
    test(name, async () => {
      const { page, close } = await open(name);
      const moves = written.match(/\d?[A-Za-z]['2]?/g) ?? [];
      const half = Math.floor(moves.length / 2);
      await line(page, /^0 /);
      await press(page, wrong === "" ? [] : keysOf([wrong]));
      await line(page, why);
      // What is refused is no move.
      await press(page, [...keysOf(moves.slice(0, half)), "Backspace"]);
      await line(page, new RegExp(`^${half - 1} `));
      await press(page, ["Control+y", "h"]);
      await line(page, /^Hint: .*\(\d+ more (roll|tip|turn)s?\)$/);
      await page.reload();
      await line(page, new RegExp(`^${half} `));
      // After the page was loaded again, the first one of two moves.
      await press(page, keysOf(moves.slice(half)));
      await line(page, end);
      await close();
    });
  }
});

describe("the program writes a file that is played to its end, offline", () => {
  const folder = mkdtempSync(join(tmpdir(), "tumble-"));
  after(() => rmSync(folder, { recursive: true }));
  for (const [name, moves, , , end] of GAMES) {
    test(name, async () => {
      const path = join(folder, "play.html");
      run("render", `models/${name}.toml`, "--play", path, "--page", join(FOLDER, "tumble.html"));
      const { page, close } = await harness.openFile(path, { sign: ".play-stage .player" });
      await line(page, /^0 /);
      assert.ok(await page.isVisible("#help-body li"));
      assert.ok(await page.isHidden("#answer"));
      await press(page, keysOf(moves.match(/\d?[A-Za-z]['2]?/g) ?? []));
      await line(page, end);
      await close();
    });
  }

  test("a file that the page writes opens as one of the program", async () => {
    const [written, first, second] = ["written.html", "first.html", "second.html"].map((name) => join(folder, name));
    run("render", "models/die_path/corner.toml", "--play", written, "--page", join(FOLDER, "tumble.html"));
    const setting = { sign: ".play-stage .player" };
    for (const [from, path] of [[written, first], [first, second]]) {
      const { page, close } = await harness.openFile(from, setting);
      await line(page, /^0 rolls$/);
      await page.click("text=Share to play");
      const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Download to play")]);
      assert.equal(download.suggestedFilename(), "die-path.html");
      await download.saveAs(path);
      await close();
      const saved = await harness.openFile(path, setting);
      await press(saved.page, ["h"]);
      await line(saved.page, /^Hint: /);
      assert.equal(await saved.page.inputValue("#text"), model("die_path/corner"));
      await saved.close();
    }
    assert.equal(readFileSync(first, "utf8"), readFileSync(second, "utf8"));
  });
});

test("Space changes to the other die, whatever button was pressed before the keys", async () => {
  const { page, close } = await open("die_path/two_dice");
  await press(page, ["ArrowRight"]);
  await page.click(".play-buttons >> text=From the start");
  await line(page, /^0 rolls; next: die 1$/);
  await press(page, ["ArrowUp", " "]);
  await line(page, /^1 roll; next: die 2$/);
  await close();
});

test("no solution from one of several starts is not said to be none", async () => {
  const { page, close } = await open("labeled_board/open_start");
  await line(page, /^0 rolls$/);
  await press(page, ["h"]);
  await line(page, /^There is no solution from this start\.$/);
  await close();
});

test("a start that is against the rules is said, and nothing empty is offered", async () => {
  const { page, close } = await harness.open("served", { fragment: await fragmentOf(model("labeled_board/wrong_start"), true), sign: ".play-line:not(:empty)" });
  await line(page, /^the start \[0, 2\] is labeled 2, but the die shows 4$/);
  assert.ok(await page.isHidden("#play select"));
  assert.equal(await page.locator(".play-buttons button:visible").count(), 7);
  await close();
});

test("a longer way is told the best one, which is asked at the end only", async () => {
  const { page, close } = await open("die_path/corner");
  const best = Number(/(\d+) more/.exec(String((await press(page, ["h"]), await line(page, /more/), await page.textContent(".play-line"))))?.[1]);
  await press(page, ["ArrowRight", "ArrowLeft"]);
  await line(page, /^2 rolls$/);
  await page.click("text=Show the rest");
  await line(page, new RegExp(`^${best + 2} rolls: solved; the last ${best} were shown\\.$`));
  await press(page, ["Home"]);
  await line(page, /^0 rolls$/);
  await close();
});

test("a start that the model leaves open is chosen first", async () => {
  const { page, close } = await open("die_tour/3x3_any_start_max");
  await line(page, /^0 rolls$/);
  assert.equal(await page.inputValue("#play select"), "[0, 0] with top 1, north 2, east 4");
  await page.selectOption("#play select", "[1, 1] with top 6, north 2, east 3");
  await page.waitForFunction(() => /\[1, 1\], top 6/.test(document.querySelector("#play .line")?.textContent ?? ""));
  await page.click("#play .window", { position: { x: 5, y: 5 } });
  await line(page, /^1 roll$/);
  assert.ok(await page.isHidden("#play select"));
  await close();
});

test("the neighbouring cell is clicked, and a cube beside the hole", async () => {
  const { page, close } = await open("cube_tray/any_hole");
  await page.evaluate(() => document.querySelector("#play")?.scrollIntoView());
  // The cube west of the hole rolls east.
  const west = (await page.locator("#play .solid").nth(6).locator(".face").first().boundingBox()) ?? assert.fail("there is no cube");
  await page.mouse.click(west.x + west.width / 2, west.y + west.height / 2);
  await line(page, /^1 roll$/);
  await page.waitForFunction(() => /east/.test(document.querySelector("#play .line")?.textContent ?? ""));
  await close();
});

for (const [width, height] of [[390, 844], [844, 390], [1280, 900]]) {
  test(`all that is pressed is in sight at ${width} × ${height}, and nothing is seriously wrong`, async () => {
    const { page, close } = await open("block_maze/bridges", { width, height });
    await line(page, /^0 tips$/);
    await page.evaluate(() => document.querySelector("#play")?.scrollIntoView());
    const box = await page.locator(".play-bar").boundingBox();
    assert.ok(box && box.y > -1 && box.y + box.height <= height + 1, JSON.stringify(box));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    assert.deepEqual(await seriousFaults(page), []);
    await close();
  });
}

test("a swipe rolls, and does not turn the view", async () => {
  const { page, close } = await open("die_tour/3x3_max", { width: 390, height: 844 });
  await line(page, /^0 rolls$/);
  const swipe = (/** @type {[number, number]} */ [dx, dy]) =>
    page.locator("#play .window").evaluate((element, [right, down]) => {
      const { left, top } = element.getBoundingClientRect();
      const at = (/** @type {number} */ part) => ({ clientX: left + 100 + part * right, clientY: top + 100 + part * down });
      const send = (/** @type {string} */ type, /** @type {number} */ part) =>
        element.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 7, pointerType: "touch", ...at(part) }));
      [send("pointerdown", 0), send("pointermove", 0.5), send("pointerup", 1)];
    }, [dx, dy]);
  await swipe([0, -60]);
  await line(page, /^1 roll$/);
  await swipe([60, 0]);
  await line(page, /^2 rolls$/);
  await page.waitForFunction(() => /rolls east/.test(document.querySelector("#play .line")?.textContent ?? ""));
  await close();
});

test("a move that is refused shakes the board, unless motion is to be reduced", async () => {
  const { page, close } = await open("die_tour/3x3_max");
  const shakes = () => page.locator(".play-stage").evaluate((stage) => getComputedStyle(stage).animationName);
  await press(page, ["ArrowDown"]);
  await line(page, /^roll 1/);
  assert.equal(await shakes(), "shake");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await press(page, ["ArrowLeft"]);
  await line(page, /^roll 1 \(W\)/);
  assert.equal(await shakes(), "none");
  await press(page, ["ArrowUp"]);
  await line(page, /^1 roll$/);
  assert.match(String(await page.textContent("#play .line")), /^step 1 of 1/);
  await close();
});

test("a hint that takes long is stopped, by its button or by a move, and nothing else is shown", async () => {
  const large = 'puzzle = "die-tour"\nobjective = "max"\n[board]\ncolumns = 9\nrows = 9\n[start]\ncell = [0, 0]\ndie = { top = 1, north = 2, east = 3 }\n';
  const { page, close } = await harness.open("served", { fragment: await fragmentOf(large, true), sign: ".play-stage .player" });
  await press(page, ["h"]);
  await page.waitForFunction(() => /best so far/.test(document.querySelector(".progress")?.textContent ?? ""));
  await page.click("#stop");
  await line(page, /^0 rolls \(stopped\)$/);
  await press(page, ["h"]);
  await page.waitForFunction(() => /best so far/.test(document.querySelector(".progress")?.textContent ?? ""));
  await press(page, ["ArrowUp"]);
  await line(page, /^1 roll$/);
  await page.waitForSelector("#stop", { state: "hidden" });
  await page.click(".play-buttons >> text=Edit");
  assert.ok(await page.isHidden("#answer"));
  await close();
});

test("Play is left for the editor, and a changed model is played anew", async () => {
  const { page, close } = await harness.open("file", { fragment: "#die-path" });
  await tabTo(page, "#to-play");
  await page.keyboard.press("Enter");
  await line(page, /^0 rolls$/);
  assert.ok(await page.isHidden("#editor"));
  await press(page, ["ArrowUp", "Control+z", "Control+Shift+z"]);
  await line(page, /^1 roll$/);
  await tabTo(page, ".play-buttons button:last-child");
  await page.keyboard.press("Enter");
  assert.ok(await page.isVisible("#editor"));
  await page.click("#to-play");
  await line(page, /^1 roll$/);
  await page.click(".play-buttons >> text=Edit");
  await page.click(".board [data-at='0,0']");
  await page.click("#to-play");
  await line(page, /^0 rolls$/);
  await page.setViewportSize({ width: 390, height: 500 });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.locator("text=Share to play").dispatchEvent("click");
  await page.waitForFunction(() => (document.querySelector("#said")?.getBoundingClientRect().top ?? -9) > -1);
  const shared = await page.inputValue("#said input");
  assert.match(shared, /#play=/);
  await close();
});
