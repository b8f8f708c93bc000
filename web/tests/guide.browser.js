// What helps someone who has not seen the page before: rules, counts, options of random puzzles, files of the original game, and that
// what matters is in sight. Run as page.browser.js.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";

import { PUZZLES, answer, model, seriousFaults, startHarness, useText } from "./page_harness.js";

/** @import { Page } from "playwright-core" */

/** @type {Awaited<ReturnType<typeof startHarness>>} */
let harness;
before(async () => {
  harness = await startHarness();
});
after(() => harness.close());

/** Waits until the whole of an element is in the window. @param {Page} page @param {string} selector */
function inSight(page, selector) {
  const isInSight = (/** @type {string} */ selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return box !== undefined && box.height > 0 && box.top >= 0 && box.bottom <= window.innerHeight;
  };
  return page.waitForFunction(isInSight, selector, { timeout: 5000 });
}

/** What is said of the number of solutions. @param {Page} page */
async function counted(page) {
  await page.click("#count");
  await page.waitForSelector(".estimate [role=status]", { timeout: 60_000 });
  return page.textContent(".estimate");
}

describe("the rules", () => {
  for (const puzzle of PUZZLES) {
    test(`of ${puzzle} are said and drawn`, async () => {
      const { page, close } = await harness.open("served");
      await page.click(`[data-puzzle=${puzzle}]`);
      await page.click("#help summary");
      await page.waitForFunction(() => document.querySelectorAll("#help img").length === 2, null, { timeout: 60_000 });
      const widths = await page.locator("#help img").evaluateAll((all) =>
        Promise.all(
          all.map(async (image) => {
            const picture = /** @type {HTMLImageElement} */ (image);
            await picture.decode();
            return picture.naturalWidth;
          }),
        ),
      );
      assert.ok(widths.every((width) => width > 0), widths.join());
      assert.ok((await page.locator("#help li").count()) >= 3);
      assert.deepEqual(await seriousFaults(page), []);
      await close();
    });
  }
});

describe("the number of solutions", () => {
  test("is said in words", async () => {
    const { page, close } = await harness.open("served");
    await page.click("[data-puzzle=die-path]");
    await useText(page, model("die_path/labels"));
    assert.equal(await counted(page), "only one best solution");
    await useText(page, model("die_tour/3x3_any_start_max"));
    assert.equal(await counted(page), "32 best solutions");
    await useText(page, model("tatham_cube/five_blue"));
    assert.equal(await counted(page), "no solution, proved");
    await useText(page, model("sudoku_cube/two_layouts"));
    assert.match(String(await counted(page)), /^\d+ solutions of 2 layouts$/);
    await close();
  });
});

describe("random puzzles", () => {
  test("have the options of the command line", async () => {
    const { page, close } = await harness.open("served");
    await page.click("[data-puzzle=labeled-board]");
    await page.click("#random-options summary");
    await page.getByLabel(/^Number of columns/).fill("4");
    await page.getByLabel(/^Number of rows/).fill("3");
    await page.getByLabel(/^Number of labels/).fill("5");
    await page.getByLabel("A puzzle with one shortest solution").check();
    await page.click("#random");
    await page.waitForFunction(() => /seed 1/.test(document.querySelector("#said")?.textContent ?? ""));
    const [, map = ""] = /map = """([^"]*)"""/.exec(await page.inputValue("#text")) ?? [];
    const cells = map.trim().split(/\s+/);
    assert.equal(cells.length, 12);
    assert.equal(cells.filter((cell) => /[1-6]/.test(cell)).length, 5);
    assert.equal(await counted(page), "only one best solution");
    await page.getByLabel(/^Number of columns/).fill("many");
    await page.click("#random");
    await page.waitForFunction(() => /many/.test(document.querySelector("#random-options")?.textContent ?? ""));
    await close();
  });
});

describe("a save file of the original game", () => {
  test("is offered for the puzzle and for its solution", async () => {
    const { page, close } = await harness.open("served");
    await page.click("[data-puzzle=tatham-cube]");
    /** @param {string} button */
    const saved = async (button) => {
      const [download] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
      assert.equal(download.suggestedFilename(), "tatham-cube.sav");
      return readFileSync(await download.path(), "utf8");
    };
    const puzzle = await saved("#other-files button");
    assert.match(puzzle, /^SAVEFILE:/);
    await page.click("#go");
    await answer(page);
    const solved = await saved("#answer >> text=.sav file");
    assert.ok(solved.split("\n").length > puzzle.split("\n").length);
    await useText(page, solved);
    await page.waitForFunction(() => document.querySelector("#title")?.textContent === "Tatham's Cube");
    await close();
  });
});

describe("in sight", () => {
  for (const [width, height] of [
    [1280, 900],
    [390, 844],
  ]) {
    test(`are Solve and the replay at ${width} × ${height}`, async () => {
      for (const puzzle of PUZZLES) {
        const { page, close } = await harness.open("served", { width, height });
        await page.click(`[data-puzzle=${puzzle}]`);
        await inSight(page, "#go");
        if (puzzle === "sudoku-cube") await useText(page, model("sudoku_cube/seed_net"));
        await page.click("#go");
        await answer(page);
        for (const part of ["#answer h2", "#answer .window", "#answer .controls"]) {
          await assert.doesNotReject(inSight(page, part), `${part} of ${puzzle}`);
        }
        await close();
      }
    });
  }
});
