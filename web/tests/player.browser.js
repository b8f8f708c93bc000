// Replay files in a real browser.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { assemble } from "./assemble.js";
import { launchBrowser, violationsIn } from "./browser.js";
import { FIXTURES, LARGE_FIXTURES } from "./fixtures.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").BrowserContextOptions} Options */

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 40" width="80" height="40"><text x="9" y="25">still</text></svg>';

const folder = mkdtempSync(join(tmpdir(), "replays-"));
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  browser = await launchBrowser();
  for (const [name, make] of Object.entries({ ...FIXTURES, ...LARGE_FIXTURES })) {
    writeFileSync(join(folder, `${name}.html`), assemble(make(), PICTURE));
  }
});

after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/**
 * Opens a replay; whatever goes wrong in it fails the test.
 * @param {string} name
 * @param {string} [hash]
 * @param {Options} [options]
 */
async function open(name, hash = "", options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, ...options });
  const page = await context.newPage();
  /** @type {string[]} */
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => faults.push(message.text()));
  page.on("request", (request) => request.url().startsWith("file:") || faults.push(request.url()));
  await page.goto(pathToFileURL(join(folder, `${name}.html`)).href + hash);
  return {
    page,
    close: async () => {
      await context.close();
      assert.deepEqual(faults, []);
    },
  };
}

/** @param {Page} page */
const line = async (page) => String(await page.locator(".line").textContent());

test("buttons, keys, the slider and the list lead to the steps", async () => {
  const { page, close } = await open("dieTour");
  assert.equal(await line(page), "start: die at [0, 0], top 1; sum 1");
  await page.getByRole("button", { name: "one step on" }).click();
  await page.waitForFunction(() => document.querySelector(".line")?.textContent?.includes("sum 6"));
  await page.getByRole("button", { name: "last step" }).click();
  assert.equal(await line(page), "step 8 of 8: rolls east to [2, 0], top 5, sum 37");
  await page.keyboard.press("Home");
  assert.match(await line(page), /^start/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector(".line")?.textContent?.includes("sum 16"));
  assert.equal(await page.locator("[aria-current=step]").getAttribute("aria-label"), "step 3: E");
  await page.getByRole("button", { name: "step 7: S" }).click();
  assert.equal(await line(page), "step 7 of 8: rolls south to [1, 0], top 6, sum 32");
  await page.getByRole("slider").fill("2");
  assert.match(String(await page.getByRole("slider").getAttribute("aria-valuetext")), /^step 2 of 8: rolls north/);
  await page.waitForFunction(() => location.hash === "#step=2");
  await page.evaluate(() => (location.hash = "#step=5.5"));
  await page.waitForFunction(() => document.querySelector(".line")?.textContent === "step 6 of 8: rolls west to [1, 1]");
  await close();
});

test("it plays to the end, pauses, and plays faster", async () => {
  const { page, close } = await open("twoDice", "#speed=16");
  await page.keyboard.press("Space");
  await page.waitForFunction(() => document.querySelector(".count")?.textContent === "6 / 6");
  await page.getByRole("button", { name: "play" }).waitFor();
  await page.getByLabel("speed").selectOption("0.25");
  await page.getByRole("button", { name: "play" }).click();
  await page.getByRole("button", { name: "pause" }).click();
  assert.match(await line(page), /^(start|step 1)/);
  await close();
});

test("the slider moves within a step, and comes to rest at a whole one", async () => {
  const { page, close } = await open("dieTour");
  const die = page.locator(".solid");
  const box = await page.getByRole("slider").boundingBox();
  assert.ok(box);
  const at = (/** @type {number} */ part) => [box.x + 12 + (box.width - 24) * part, box.y + box.height / 2];
  await page.mouse.move(at(0)[0], at(0)[1]);
  await page.mouse.down();
  await page.mouse.move(at(0.3)[0], at(0.3)[1], { steps: 4 });
  // 0.3 of 8 steps: the third roll is under way.
  assert.equal(await line(page), "step 3 of 8: rolls east to [1, 2]");
  assert.match(await die.evaluate((element) => element.style.transform), /0\.\d/);
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector(".line")?.textContent?.startsWith("step 2 of 8: rolls north to [0, 2], top 6"));
  await close();
});

test("dragging and keys look from elsewhere, and the link keeps it", async () => {
  const { page, close } = await open("sudokuCube");
  const world = page.locator(".world");
  const before = await world.evaluate((element) => element.style.transform);
  await page.mouse.move(300, 300);
  await page.mouse.down();
  await page.mouse.move(360, 320, { steps: 3 });
  await page.mouse.up();
  const dragged = await world.evaluate((element) => element.style.transform);
  assert.notEqual(dragged, before);
  // The link follows after a moment of rest.
  await page.waitForFunction(() => location.hash.includes("view=8,54,"));
  await page.reload();
  assert.equal(await world.evaluate((element) => element.style.transform), dragged);
  await page.keyboard.press("Shift+ArrowUp");
  await page.keyboard.press("+");
  assert.notEqual(await world.evaluate((element) => element.style.transform), dragged);
  await page.keyboard.press("0");
  assert.equal(await world.evaluate((element) => element.style.transform), before);
  await close();
});

test("with reduced motion there is nothing between two steps", async () => {
  const { page, close } = await open("dieTour", "", { reducedMotion: "reduce" });
  const die = page.locator(".solid");
  const places = new Set();
  await page.keyboard.press("Space");
  for (let i = 0; i < 20; i++) {
    places.add(await die.evaluate((element) => element.style.transform));
    await page.waitForTimeout(50);
  }
  assert.ok(places.size >= 2, "it plays");
  for (const place of places) {
    const numbers = place.slice("matrix3d(".length, -1).split(",").slice(0, 11).map(Number);
    for (const value of numbers) assert.ok(Number.isInteger(value), place);
  }
  await close();
});

test("without scripts the picture and the moves are there", async () => {
  const { page, close } = await open("dieTour", "", { javaScriptEnabled: false });
  assert.ok(await page.locator(".still svg").isVisible());
  assert.match(await page.locator("#facts").innerText(), /NNEESWSE/);
  await close();
});

test("on paper the picture takes the player's place", async () => {
  const { page, close } = await open("dieTour");
  assert.ok(!(await page.locator(".still").isVisible()));
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.locator(".still").isVisible());
  assert.ok(!(await page.locator(".player").isVisible()));
  await close();
});

test("nothing overflows a phone, and all targets are large enough", async () => {
  for (const name of Object.keys(FIXTURES)) {
    const { page, close } = await open(name, "#step=1", { viewport: { width: 360, height: 640 }, hasTouch: true });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360), name);
    const targets = page.locator("button, select, input");
    const boxes = await targets.evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect()));
    for (const { width, height, right } of boxes) assert.ok(width >= 24 && height >= 24 && right <= 360, name);
    await close();
  }
});

test("axe finds no serious fault, in the light and in the dark", async () => {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    for (const name of Object.keys(FIXTURES)) {
      const { page, close } = await open(name, "#step=1", { colorScheme });
      const violations = await violationsIn(page);
      const faults = violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0].html}`);
      assert.deepEqual(faults, [], `${name} ${colorScheme}`);
      await close();
    }
  }
});

test("a box gives way to its cubes, and they to a box, when a step is done; a bridge unfolds after its step", async () => {
  const expected = /** @type {const} */ ([["0.5", 1, 1], ["1.5", 1, 0], ["2", 2, 0], ["4.5", 2, 0], ["6", 1, 0]]);
  for (const [step, solids, folded] of expected) {
    const { page, close } = await open("splitBox", `#step=${step}`);
    assert.equal(await page.locator(".solid:not([hidden])").count(), solids, step);
    assert.equal(await page.locator(".hole + .flap").count(), 1, step);
    assert.equal(await page.locator(".flap.folded").count(), folded, step);
    await close();
  }
});

test("large replays stay fluid", async (context) => {
  for (const [name, end] of /** @type {const} */ ([["largeTour", 1000], ["longTurning", 300]])) {
    const { page, close } = await open(name, `#step=${end / 2}&speed=4`);
    await page.keyboard.press("Space");
    const times = await page.evaluate(async () => {
      /** @type {number[]} */
      const frames = [];
      for (let i = 0; i < 60; i++) frames.push(await new Promise(requestAnimationFrame));
      return frames.slice(1).map((time, i) => time - frames[i]).sort((a, b) => a - b);
    });
    context.diagnostic(`${name}: median frame ${times[30].toFixed(1)} ms, slowest ${times[58].toFixed(1)} ms`);
    // Software rendering on a busy machine; a replay that redraws everything takes far longer.
    assert.ok(times[30] < 150, name);
    await page.keyboard.press("End");
    const jumps = await page.evaluate(() => {
      const start = performance.now();
      for (let i = 0; i < 20; i++) window.dispatchEvent(new KeyboardEvent("keydown", { key: i % 2 ? "Home" : "End" }));
      return performance.now() - start;
    });
    assert.ok(jumps < 1000, name);
    await close();
  }
});
