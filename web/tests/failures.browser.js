// The page where something fails: each failure is said, and all that does not need what is missing goes on.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";

import { answer, setSize, startHarness, useText } from "./page_harness.js";

/** @import { Page } from "playwright-core" */

/** @type {Awaited<ReturnType<typeof startHarness>>[]} */
const harnesses = [];
after(async () => {
  for (const harness of harnesses) await harness.close();
});

/** The page on a server that lacks files. @param {RegExp} [missing] @param {string} [sign] what is there when the page has started */
async function opened(missing, sign) {
  const harness = await startHarness(missing);
  harnesses.push(harness);
  return harness.open("served", { faulty: missing !== undefined, ...(sign && { sign }) });
}

for (const missing of [/highs\.wasm$/, /highs\.mjs$/]) {
  test(`without ${missing.source} all is solved by search, and HiGHS says that it is missing`, async () => {
    const { page, close } = await opened(missing);
    await page.click("[data-puzzle=die-tour]");
    for (let round = 0; round < 2; round += 1) {
      await page.click("label:has-text('direct search')");
      await page.click("#go");
      // In the second round the answer before it is still there at first.
      await page.waitForSelector("#answer h2:has-text('a sum of 68, proved best')");
      await page.click("label:has-text('HiGHS')");
      await page.click("#go");
      await page.waitForSelector("#answer h2:has-text('no answer')");
      assert.match(String(await page.textContent("#answer")), /HiGHS could not be (loaded|started)/);
    }
    await close();
  });
}

test("a page that cannot start says so", async () => {
  const { page, close } = await opened(/tumble_web_bg\.wasm$/, "#page-problem p");
  assert.match(String(await page.textContent("#page-problem")), /^tumble could not be started/);
  await close();
});

/** @param {Page} page @param {string} hash */
const goTo = (page, hash) => page.evaluate((to) => (location.hash = to), hash);

test("a damaged link is said wherever the reader is, once, until there is another", async () => {
  const { page, close } = await opened();
  await page.click("[data-puzzle=die-tour]");
  for (const hash of ["#m=%%%", "#m=AAAA"]) {
    await goTo(page, hash);
    await page.waitForSelector("#link-problem p:visible");
    assert.equal(await page.locator("text=the link is damaged").count(), 1);
  }
  await goTo(page, "#die-path");
  await page.waitForSelector("#link-problem:empty", { state: "attached" });
  await close();
});

describe("an answer that is too large to be played", () => {
  const start = 'puzzle = "die-path"\n[board]\ncolumns = 120\nrows = 100\n[start]\ncell = [0, 0]\ndie = { top = 1, north = 2, east = 3 }\n';
  test("is shown all the same", async () => {
    const { page, close } = await opened();
    await page.click("[data-puzzle=die-path]");
    await useText(page, `${start}[goal]\ncell = [119, 99]\n`);
    await page.click("#go");
    assert.equal(await answer(page), "218 rolls, proved shortest");
    assert.match(String(await page.textContent("#answer .replay")), /not replayed step by step/);
    assert.ok(await page.isVisible("#answer img.still"));
    assert.match(String(await page.textContent("#answer .facts")), /218/);
    await close();
  });
});

test("a long tray becomes dice, and weights follow a board", async () => {
  const { page, close } = await opened();
  await page.click("[data-puzzle=cube-tray]");
  await setSize(page, 1, "1");
  await setSize(page, 0, "30");
  await page.click("#editor label:has-text('dice')");
  assert.equal(await page.locator(".tray section:first-child .cell").count(), 24);
  const weighted = 'puzzle = "die-tour"\n[board]\ncolumns = 2\nrows = 2\nweights = """\n1 2\n3 4\n"""\n[start]\ncell = [0, 0]\n';
  await useText(page, weighted);
  await page.waitForFunction(() => document.querySelector("#title")?.textContent === "Die tour");
  await setSize(page, 0, "3");
  await page.waitForFunction(() => /weights = """\n1 2 1\n3 4 1\n"""/.test(/** @type {any} */ (document.querySelector("#text")).value));
  await close();
});
