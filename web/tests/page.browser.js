// The page in a browser, in both of its forms: `scripts/web`, then `PAGE=target/web node --test web/tests/page.browser.js`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { PROJECT, PUZZLES, answer, model, netField, paste, seriousFaults, setSize, shownSides, startHarness, tabTo, useText } from "./page_harness.js";

/** The fields of a model's net, in the order of reading. @param {string} name */
function netFields(name) {
  const [, net = ""] = /net = """([^"]*)"""/.exec(model(name)) ?? [];
  return net.trim().split(/\s+/);
}

/** The model with which a puzzle begins, once it is there. @param {import("playwright-core").Page} page @param {string} puzzle */
async function ownText(page, puzzle) {
  await page.waitForFunction((name) => {
    const { value } = /** @type {HTMLTextAreaElement} */ (document.querySelector("#text"));
    return value.includes(`puzzle = "${name}"`);
  }, puzzle);
  return page.inputValue("#text");
}

const SEED = netFields("sudoku_cube/seed_net");
const ANSWER_MS = 1000;

/** @type {Awaited<ReturnType<typeof startHarness>>} */
let harness;
before(async () => {
  harness = await startHarness();
});
after(() => harness.close());

for (const form of /** @type {const} */ (["served", "file"])) {
  describe(`the page, ${form}`, () => {
    test("a cube is typed, solved and replayed by the keyboard alone", async () => {
      const { page, close } = await harness.open(form);
      await tabTo(page, "[data-puzzle=sudoku-cube]");
      await page.keyboard.press("Enter");
      await tabTo(page, ".net .cell");
      await page.keyboard.type(SEED.join(""), { delay: 20 });
      assert.match(String(await page.textContent(".sudoku [role=status]")), /All fields filled in/);
      await page.keyboard.press("Escape");
      await tabTo(page, "#go");
      // The tables of turns are made while the net is typed.
      await page.waitForFunction(() => !document.querySelector("[aria-invalid]"));
      const started = Date.now();
      await page.keyboard.press("Enter");
      assert.equal(await answer(page), "solved");
      const took = Date.now() - started;
      assert.ok(took < ANSWER_MS, `${took} ms to the answer`);
      await tabTo(page, "#answer input[type=range]");
      assert.notDeepEqual(new Set((await shownSides(page)).map((side) => new Set(side).size)), new Set([9]));
      await page.keyboard.press("End");
      await page.waitForFunction(() => /^(\d+) \/ \1$/.test(document.querySelector("#answer .count")?.textContent ?? ""));
      const sides = await shownSides(page);
      assert.equal(sides.length, 6);
      for (const side of sides) assert.deepEqual([...side].sort(), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
      await close();
    });

    test("the browser's way back leads to the choice of puzzles", async () => {
      const { page, close } = await harness.open(form);
      await page.click("[data-puzzle=die-path]");
      await page.waitForSelector("#work:not([hidden])");
      await page.click("#all-puzzles");
      await page.waitForSelector("#home:not([hidden])");
      await page.click("[data-puzzle=cube-tray]");
      await page.waitForSelector("#work:not([hidden])");
      await page.goBack();
      await page.waitForSelector("#home:not([hidden])");
      await page.goForward();
      assert.equal(await page.textContent("#title"), "Cube tray");
      await page.waitForSelector("#work:not([hidden])");
      await close();
    });

    test("a replay plays to its end", async () => {
      const { page, close } = await harness.open(form);
      await page.click("[data-puzzle=die-tour]");
      await page.click("#go");
      assert.equal(await answer(page), "a sum of 68, proved best");
      await page.selectOption("#answer .player select", "32");
      await page.click("#answer .player button.main");
      await page.waitForFunction(() => document.querySelector("#answer .count")?.textContent === "15 / 15");
      assert.equal(await page.textContent("#answer .facts dd:last-of-type"), "68");
      await close();
    });

    test("a board is drawn and solved by HiGHS", async () => {
      const { page, close } = await harness.open(form);
      await page.click("[data-puzzle=die-path]");
      await setSize(page, 0, "4");
      await page.click(".board [data-at='3,0']");
      await page.click("label:has-text('goal')");
      await page.click(".board [data-at='3,3']");
      await page.click("label:has-text('HiGHS')");
      await page.waitForFunction(() => /variables/.test(document.querySelector(".estimate")?.textContent ?? ""));
      await page.click("#go");
      assert.match(await answer(page), /^(\d+ rolls?, proved shortest|a sum of \d+, proved best|no solution)/);
      assert.match(String(await page.textContent("#answer .how")), /^by highs .*, encoding /);
      await close();
    });

    test("a long run is stopped, and another one solved after it", async () => {
      const { page, close } = await harness.open(form);
      await page.click("[data-puzzle=die-tour]");
      await setSize(page, 0, "6");
      await setSize(page, 1, "6");
      await page.click("label:has-text('HiGHS')");
      await page.click("#go");
      await page.waitForFunction(() => /time/.test(document.querySelector(".progress")?.textContent ?? ""));
      await page.waitForTimeout(1500);
      await page.click("#stop");
      assert.match(String(await page.textContent(".estimate")), /^stopped after/);
      await page.click("label:has-text('direct search')");
      await page.click("#go");
      assert.equal(await answer(page), "a sum of 150, proved best");
      await close();
    });

    test("a link brings the model back", async () => {
      const { page, close } = await harness.open(form);
      await page.click("[data-puzzle=labeled-board]");
      await page.click("label:has(input[value='6'])");
      await page.click(".board [data-at='4,0']");
      await page.click("#share");
      const link = await page.inputValue("#said input");
      const text = await page.inputValue("#text");
      await close();
      const other = await harness.open(form, { fragment: new URL(link).hash });
      await other.page.waitForSelector(".board [data-at='4,0'][aria-label*='label 6']");
      assert.equal(await other.page.inputValue("#text"), text);
      assert.equal(await other.page.textContent("#title"), "Labeled board");
      await other.close();
    });
  });
}

describe("the editors", () => {
  test("a wrong digit is named at its field", async () => {
    const { page, close } = await harness.open("served");
    await page.click("[data-puzzle=sudoku-cube]");
    await page.click(netField("U row 1 column 1"));
    await page.keyboard.type(SEED.join("").replace("2^", "6^"));
    const wrong = netField("D row 1 column 2");
    await page.waitForSelector(`${wrong}[aria-invalid=true]`);
    assert.match(String(await page.textContent("#problem-message")), /Every digit occurs six times.*6 \(7 times\)/);
    assert.equal(await page.getAttribute(wrong, "aria-describedby"), "problem-message");
    assert.equal(await page.getAttribute(".pad-digit.too-many", "aria-label"), "6: 7 of 6, too many");
    await page.click(netField("U row 1 column 3"));
    await page.keyboard.press("2");
    await page.waitForFunction(() => !document.querySelector("[aria-invalid]"));
    await close();
  });

  test("each wrong field has its message beside it", async () => {
    const { page, close } = await harness.open("served");
    await page.click("[data-puzzle=die-tour]");
    const columns = page.locator(".pair:has-text('Columns') input").first();
    await setSize(page, 0, "4x");
    await page.waitForSelector("input[aria-invalid=true]");
    assert.equal(await columns.getAttribute("aria-invalid"), "true");
    await setSize(page, 0, "3");
    const x = page.locator(".end:not([hidden]) .pair input").first();
    await x.fill("7");
    await page.waitForFunction(() => /not on the board/.test(document.querySelector("#problem-message")?.textContent ?? ""));
    assert.equal(await x.getAttribute("aria-invalid"), "true");
    // Solving brings the reader to the field.
    await page.click("#go");
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-invalid") === "true");
    assert.ok(await page.isHidden("#answer"));
    await close();
  });

  test("an error in the text is named with its line", async () => {
    const { page, close } = await harness.open("served");
    await page.click("[data-puzzle=die-tour]");
    await useText(page, 'puzzle = "die-tour"\n[board]\ncolums = 4\n');
    await page.click("button:has-text('line 3')");
    const selected = await page.evaluate(() => getSelection()?.toString());
    assert.equal(selected, "colums");
    await close();
  });

  test("a message is sentences of its own, and says nothing twice", async () => {
    const { page, close } = await harness.open("served");
    await page.click("[data-puzzle=die-tour]");
    await page.locator(".end:not([hidden]) .pair input").first().fill("7");
    await page.waitForSelector("#problem-message");
    assert.equal(await page.innerText("#problem-message"), "Start cell [7, 0] is not on the board.\nX is 0 to 3, y is 0 to 3 here.");
    await useText(page, 'puzzle = "die-tour"\n[board]\ncolums = 4\n');
    await page.waitForSelector("button:has-text('line 3')");
    assert.doesNotMatch(await page.innerText("#problem-message"), /no such key/i);
    await close();
  });

  test("texts of other puzzles and ids open their editors", async () => {
    const { page, close } = await harness.open("served");
    await page.click("[data-puzzle=die-tour]");
    await useText(page, "c3x3:7E0,8");
    await page.waitForFunction(() => document.querySelector("#title")?.textContent === "Tatham's Cube");
    assert.equal(await page.locator(".board .blue").count(), 6);
    await useText(page, model("cube_tray/oriented"));
    await page.waitForFunction(() => document.querySelector("#title")?.textContent === "Cube tray");
    assert.equal(await page.locator(".tray-die").count(), 16);
    await close();
  });

  test("examples and random instances are solved", async () => {
    const { page, close } = await harness.open("served");
    await page.click("[data-puzzle=tatham-cube]");
    await page.selectOption("#examples", "models/tatham_cube/five_blue.toml");
    await page.waitForFunction(() => /^5 blue/.test(document.querySelector("#editor .note")?.textContent ?? ""));
    await page.click("#go");
    assert.match(await answer(page), /^no solution, proved \(5 blue squares are too few/);
    await page.click("#random");
    await page.waitForFunction(() => /seed 1/.test(document.querySelector("#said")?.textContent ?? ""));
    await page.click("#go");
    assert.match(await answer(page), /^\d+ rolls, proved shortest/);
    await close();
  });

  test("a saved game is opened from any puzzle, and goes on from where it is", async () => {
    const { page, close } = await harness.open("served");
    await page.click("[data-puzzle=tatham-cube]");
    await page.click("#go");
    assert.match(await answer(page), /^9 rolls/);
    // The page's own file has the solution ready for "redo"; here four moves of it are made.
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#answer button:has-text('.sav file')")]);
    const save = readFileSync(await download.path(), "utf8").replace("STATEPOS:1:1", "STATEPOS:1:5");
    await page.click("#all-puzzles");
    await page.click("[data-puzzle=die-tour]");
    await page.setInputFiles("#file", { name: "game.sav", mimeType: "text/plain", buffer: Buffer.from(save) });
    await page.waitForFunction(() => document.querySelector("#title")?.textContent === "Tatham's Cube");
    await page.waitForFunction(() => document.querySelectorAll(".board .blue").length === 6);
    await page.waitForFunction(() => /goes on after its 4 moves [UDLR]{4}\./.test(document.querySelector("#editor .note")?.textContent ?? ""));
    await page.click("#go");
    assert.match(await answer(page), /^5 rolls, proved shortest/);
    await page.click(".board [data-at='0,0']");
    assert.match(await page.inputValue("#text"), /^puzzle = "tatham-cube"\nid = "c4x4:/);
    assert.doesNotMatch(String(await page.textContent("#editor .note")), /goes on/);
    await close();
  });

  test("links of the game and ids with blanks are drawn", async () => {
    const { page, close } = await harness.open("served");
    await page.click("[data-puzzle=die-tour]");
    for (const text of ["c3x3 :7E0,8", "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/cube.html#c3x3:7E0,8", "Cube: c3x3:7E0,8"]) {
      await useText(page, "t1x2:0438,1");
      await page.waitForFunction(() => document.querySelectorAll(".board .blue").length === 4);
      await useText(page, text);
      await page.waitForFunction(() => document.querySelectorAll(".board .blue").length === 6);
      assert.equal(await page.inputValue("#text"), text);
    }
    await close();
  });

  for (const [what, from, to] of [["one wrong digit", "6v 5< 2^", "6v 5< 6^"], ["a word that cannot be read", "6v 5< 2^", "6v 5< 0^"]]) {
    test(`a net with ${what} is filled, marked and repaired wherever it comes from`, async () => {
      const text = model("sudoku_cube/seed_net").replace(from, to);
      const [, net = ""] = /net = """\n([^"]*)"""/.exec(text) ?? [];
      const ways = {
        opened: (/** @type {import("playwright-core").Page} */ page) =>
          page.setInputFiles("#file", { name: "net.toml", mimeType: "text/plain", buffer: Buffer.from(text) }),
        pasted: async (/** @type {import("playwright-core").Page} */ page) => {
          await page.click("#model summary");
          await paste(page, "#text", net);
        },
        "pasted into the net": async (/** @type {import("playwright-core").Page} */ page) => {
          await page.click("#all-puzzles");
          await page.click("[data-puzzle=sudoku-cube]");
          await paste(page, ".net .cell", net);
        },
      };
      for (const [way, bring] of Object.entries(ways)) {
        const { page, close } = await harness.open("served");
        await page.click("[data-puzzle=die-tour]");
        await bring(page);
        const wrong = netField(to.includes("6^") ? "D row 1 column 2" : "U row 1 column 3");
        if (way !== "pasted into the net" || to.includes("6^")) await page.waitForSelector(`${wrong}[aria-invalid=true]`);
        await page.waitForFunction(() => /^(53 of 54|All) fields/.test(document.querySelector(".sudoku [role=status]")?.textContent ?? ""));
        if (to.includes("6^")) {
          await page.click("text=Look for a misread field");
          await page.click(".repairs li:first-child button", { timeout: 60_000 });
        } else {
          await page.click(wrong);
          await page.keyboard.type("2^");
        }
        await page.waitForFunction(() => !document.querySelector("[aria-invalid]"));
        await page.click("#go");
        assert.equal(await answer(page), "solved", way);
        await close();
      }
    });
  }

  test("repairs are offered for a misread cube, and used", async () => {
    const { page, close } = await harness.open("served");
    await page.click("[data-puzzle=sudoku-cube]");
    await useText(page, model("sudoku_cube/infeasible"));
    await page.waitForFunction(() => /All fields/.test(document.querySelector(".sudoku [role=status]")?.textContent ?? ""));
    await page.click("#go");
    assert.match(await answer(page), /^no solution, proved/);
    await page.click(".repairs li:first-child button", { timeout: 60_000 });
    await page.waitForFunction(() => document.activeElement?.id === "go");
    await page.click("#go");
    assert.equal(await answer(page), "solved");
    await close();
  });

  test("why there is no solution is marked on the board, and a change that helps is made", async () => {
    const { page, close } = await harness.open("served");
    const marked = () => page.locator("#editor .conflict").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
    await page.click("[data-puzzle=labeled-board]");
    await useText(page, model("labeled_board/relabeled"));
    await page.click("#go");
    assert.match(await answer(page), /^no solution, proved/);
    await page.click(".why button");
    await page.waitForSelector(".why .repairs button", { timeout: 60_000 });
    assert.match(String(await page.textContent(".why")), /These 4 rule out all .* does not: those marked on the board\./);
    const labels = ["x 0, y 1: label 5", "x 2, y 1: label 2", "x 2, y 0: label 3", "x 3, y 2: label 1"];
    assert.deepEqual((await marked()).sort(), labels.map((label) => `${label}, part of why there is no solution`).sort());
    assert.deepEqual(await seriousFaults(page), []);
    // Of another model nothing is said.
    await page.click(".board [data-at='0,0']");
    assert.deepEqual(await marked(), []);
    assert.ok(!(await page.isVisible(".why button")));
    await page.keyboard.press("Control+z");
    await page.waitForFunction(() => document.querySelectorAll("#editor .conflict").length === 4);
    await page.click(".why button[aria-label='use this: without the label 2 at [2, 1]: length 13']");
    await page.waitForFunction(() => document.activeElement?.id === "go");
    assert.deepEqual(await marked(), []);
    await page.click("#go");
    assert.equal(await answer(page), "13 rolls, proved shortest");
    await close();
  });

  test("a digit too many has repairs, too", async () => {
    const { page, close } = await harness.open("served");
    await page.click("[data-puzzle=sudoku-cube]");
    await page.click(netField("U row 1 column 1"));
    await page.keyboard.type(SEED.join("").replace("2^", "6^"));
    await page.click("text=Look for a misread field");
    await page.click(".repairs li:first-child button", { timeout: 60_000 });
    await page.waitForFunction(() => document.querySelectorAll(".pad-digit.enough").length === 9);
    await page.click("#go");
    assert.equal(await answer(page), "solved");
    await close();
  });

  test("a run that is stopped leaves its best solution", async () => {
    const { page, close } = await harness.open("served");
    await page.click("[data-puzzle=die-tour]");
    await setSize(page, 0, "5");
    await setSize(page, 1, "5");
    await page.click("label:has-text('HiGHS')");
    await page.click("#go");
    await page.waitForFunction(() => /best so far/.test(document.querySelector(".progress")?.textContent ?? ""), null, {
      timeout: 60_000,
    });
    await page.click("#stop");
    assert.match(await answer(page), /^a sum of \d+, perhaps not the best; the bound is \d+/);
    assert.match(String(await page.textContent("#answer .how")), /^stopped after .*; replayed by the rules$/);
    assert.equal(await page.textContent("#answer .count"), "0 / 24");
    await close();
  });

  test("what is downloaded is what is shown", async () => {
    const { page, close } = await harness.open("served");
    await page.click("[data-puzzle=die-tour]");
    await page.click("#go");
    await answer(page);
    /** @param {string} button */
    const saved = async (button) => {
      const [download] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
      return readFileSync(await download.path(), "utf8");
    };
    assert.equal(await saved("#download"), await page.inputValue("#text"));
    assert.equal(JSON.parse(await saved("text=Result (JSON)")).objective, 68);
    assert.match(await saved("text=Picture (SVG)"), /<svg/);
    assert.match(await saved("text=Replay (HTML)"), /<!doctype html>[^]*id="replay"/i);
    await page.click("label:has-text('HiGHS')");
    assert.match(await saved("text=LP file"), /^\\[^]*\nEnd\s*$/i);
    await close();
  });
});

describe("random puzzles", () => {
  test("that may not exist are looked for with a clock, until they are stopped", async () => {
    const { page, close } = await harness.open("served");
    await page.click("[data-puzzle=labeled-board]");
    const text = await ownText(page, "labeled-board");
    await page.click("#random-options summary");
    await option(page, "so many rolls").fill("99");
    for (const end of [() => page.click("#stop-random"), () => page.click(".board [data-at='0,0']")]) {
      await page.click("#random");
      await page.waitForFunction(() => /Looking for a random puzzle .* \d+\.\d s/.test(document.querySelector("#said")?.textContent ?? ""));
      // The model is still read meanwhile.
      await page.click("#go");
      assert.match(await answer(page), /^13 rolls/);
      await end();
      await page.waitForFunction(() => !document.querySelector("#random")?.hasAttribute("aria-disabled"));
      assert.equal(await page.locator("#stop-random").count(), 0);
    }
    assert.notEqual(await page.inputValue("#text"), text);
    await page.keyboard.press("Control+z");
    await page.click("#random");
    await page.click("#stop-random");
    assert.match(await page.innerText("#said"), /^Stopped after \d+\.\d s: no random puzzle so far/);
    assert.equal(await page.inputValue("#text"), text);
    await close();
  });

  test("have their message at the option that is wrong", async () => {
    const { page, close } = await harness.open("served");
    await page.click("[data-puzzle=die-tour]");
    const seed = page.locator("#seed");
    await seed.fill("x");
    await page.click("#random");
    await page.waitForSelector("#seed[aria-invalid=true]");
    assert.match(await page.innerText("#seed-slot"), /seed/i);
    await seed.fill("1");
    assert.equal(await page.innerText("#seed-slot"), "");
    await page.click("#random-options summary");
    const columns = option(page, "Number of columns");
    await columns.fill("4x");
    await page.click("#random-options summary");
    await page.click("#random");
    await page.waitForSelector("#random-options[open] input[aria-invalid=true]");
    assert.equal(await columns.getAttribute("aria-invalid"), "true");
    assert.doesNotMatch(await page.innerText("#random-problem"), /--|instance/);
    await columns.fill("4");
    await page.click("#random");
    await page.waitForFunction(() => /from seed 1/.test(document.querySelector("#said")?.textContent ?? ""));
    assert.doesNotMatch(await page.innerText("#work"), /\binstance/);
    await close();
  });

  /** The field of an option. @param {import("playwright-core").Page} page @param {string} words */
  const option = (page, words) => page.locator("#random-fields .field", { hasText: words }).locator("input, select");
});

test("what is no text is not opened, and leaves the model as it is", async () => {
  const { page, close } = await harness.open("served");
  await page.click("[data-puzzle=die-tour]");
  const text = await ownText(page, "die-tour");
  const buffer = readFileSync(join(PROJECT, "docs/page.png"));
  await page.setInputFiles("#file", { name: "board.png", mimeType: "image/png", buffer });
  await page.waitForFunction(() => /board\.png: this is no text/.test(document.querySelector("#said")?.textContent ?? ""));
  assert.equal(await page.inputValue("#text"), text);
  // As the program does, the page reads what other editors write.
  const other = model("die_tour/3x3_max");
  await page.setInputFiles("#file", { name: "a.toml", mimeType: "text/plain", buffer: Buffer.from(`\ufeff${other}`, "utf16le") });
  await page.waitForFunction(() => /^Opened a\.toml/.test(document.querySelector("#said")?.textContent ?? ""));
  assert.equal(await page.inputValue("#text"), other);
  await close();
});

describe("the Solve buttons", () => {
  /** What of these the buttons cover, or the window cuts off. @param {import("playwright-core").Page} page @param {string[]} selectors */
  const hidden = async (page, selectors) => {
    for (const selector of selectors) await page.waitForSelector(selector);
    return page.evaluate((all) => {
      const bar = /** @type {Element} */ (document.querySelector("#solve")).getBoundingClientRect();
      return all.filter((selector) => {
        const { top, bottom } = /** @type {Element} */ (document.querySelector(selector)).getBoundingClientRect();
        return top < 0 || bottom > innerHeight || (bottom > bar.top && top < bar.bottom);
      });
    }, selectors);
  };

  test("cover neither net nor keypad, nor a message and what it offers", async () => {
    const { page, close } = await harness.open("served");
    await page.click("[data-puzzle=sudoku-cube]");
    assert.deepEqual(await hidden(page, [".net", ".pad"]), []);
    await page.click(netField("U row 1 column 1"));
    await page.keyboard.type(SEED.join("").replace("2^", "6^"));
    await page.waitForSelector(".repair-ask");
    assert.deepEqual(await hidden(page, [".net", ".pad", "#problem-message", ".repair-ask"]), []);
    await close();
  });

  test("cover nothing in a low window, where boards are in sight as a whole", async () => {
    const { page, close } = await harness.open("served", { width: 844, height: 390 });
    for (const puzzle of PUZZLES) {
      await page.click(`[data-puzzle=${puzzle}]`);
      await ownText(page, puzzle);
      const grid = puzzle === "sudoku-cube" ? ".net" : ".board";
      await page.locator(grid).first().evaluate((element) => element.scrollIntoView({ block: "center" }));
      assert.deepEqual(await hidden(page, [grid]), [], puzzle);
      await page.click("#all-puzzles");
    }
    await close();
  });
});

describe("each puzzle", () => {
  for (const puzzle of PUZZLES) {
    test(`${puzzle} has no serious fault for axe, before and after solving`, async () => {
      const { page, close } = await harness.open("served");
      await page.click(`[data-puzzle=${puzzle}]`);
      if (puzzle === "sudoku-cube") await useText(page, model("sudoku_cube/seed_net"));
      await page.waitForTimeout(500);
      assert.deepEqual(await seriousFaults(page), []);
      await page.click("#go");
      await answer(page);
      assert.deepEqual(await seriousFaults(page), []);
      await close();
    });

    test(`${puzzle} fits a small window, in the dark`, async () => {
      const { page, close } = await harness.open("served", { width: 360, height: 640, dark: true });
      const overflow = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(await overflow(), 0);
      await page.click(`[data-puzzle=${puzzle}]`);
      await page.waitForTimeout(300);
      assert.equal(await overflow(), 0);
      assert.deepEqual(await seriousFaults(page), []);
      if (puzzle === "sudoku-cube") await useText(page, model("sudoku_cube/seed_net"));
      await page.waitForTimeout(300);
      await page.click("#go");
      await answer(page);
      assert.equal(await overflow(), 0);
      await close();
    });
  }
});
