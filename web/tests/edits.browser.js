// Edits in the page lose nothing: sizes, undo and redo, the model after the page is loaded again, the address; and what it prints.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { PROJECT, PUZZLES, answer, model, netField, seriousFaults, setSize, startHarness, tabTo, useText } from "./page_harness.js";

/** @import { Page } from "playwright-core" */

/** @type {Awaited<ReturnType<typeof startHarness>>} */
let harness;
before(async () => {
  harness = await startHarness();
});
after(() => harness.close());

/** The text of the model. @param {Page} page */
const text = (page) => page.inputValue("#text");

/** Chooses a puzzle, and waits until its model is there. @param {Page} page @param {string} puzzle */
async function choose(page, puzzle) {
  await page.click(`[data-puzzle=${puzzle}]`);
  await page.waitForFunction((name) => location.hash === `#${name}`, puzzle);
  await page.waitForFunction(() => !(/** @type {HTMLElement} */ (document.querySelector("#work")).hidden));
}

/** Waits until the text of the model is this one. @param {Page} page @param {string} expected */
async function textIs(page, expected) {
  await page.waitForFunction((wanted) => /** @type {HTMLTextAreaElement} */ (document.querySelector("#text")).value === wanted, expected);
  // The editor shows it, too, and would write it if it were asked to.
  await page.waitForTimeout(400);
}

/** Chooses a shipped model. @param {Page} page @param {string} name */
async function useExample(page, name) {
  await page.selectOption("#examples", `models/${name}.toml`);
  await textIs(page, model(name));
}

/** What each cell of the first board shows, in words. @param {Page} page */
const cells = (page) =>
  page.locator(".board >> nth=0").locator(".cell").evaluateAll((all) => all.map((cell) => cell.getAttribute("aria-label")));

describe("a size", () => {
  for (const puzzle of PUZZLES.filter((name) => name !== "sudoku-cube")) {
    test(`of ${puzzle} is applied when it is entered, and brings back what it cut off`, async () => {
      const { page, close } = await harness.open("served");
      await choose(page, puzzle);
      if (puzzle === "die-tour") await page.click(".board [data-at='3,3']");
      const [whole, columns] = [await cells(page), page.locator(".pair:has-text('Columns') input").first()];
      const wide = await columns.inputValue();
      await columns.fill("");
      await page.keyboard.type("12");
      assert.deepEqual(await cells(page), whole);
      await page.keyboard.press("Backspace");
      await page.keyboard.press("Tab");
      assert.ok((await cells(page)).length < whole.length);
      await setSize(page, 1, "1");
      assert.equal((await cells(page)).length, 1);
      await setSize(page, 1, String(whole.length / Number(wide)));
      await setSize(page, 0, wide);
      assert.deepEqual(await cells(page), whole);
      await close();
    });
  }

  test("that is left by a click is applied before the click", async () => {
    const { page, close } = await harness.open("served");
    await choose(page, "die-tour");
    await page.locator(".pair:has-text('Columns') input").nth(1).fill("6");
    // The board grows, and moves this away from under the mouse.
    await page.click("label:has-text('HiGHS')");
    assert.ok(await page.isChecked("input[value=highs]"));
    await page.click("label:has-text('direct search')");
    await page.locator(".pair:has-text('Columns') input").nth(1).fill("3");
    await page.click("#go");
    await answer(page);
    assert.match(await text(page), /rows = 3/);
    assert.equal(await page.textContent("#answer .count"), "0 / 11");
    await close();
  });

  test("keeps what it cut off only until something else is edited", async () => {
    const { page, close } = await harness.open("served");
    await choose(page, "labeled-board");
    await setSize(page, 0, "3");
    await page.click(".board [data-at='2,0']");
    await setSize(page, 0, "5");
    assert.equal(await page.getAttribute(".board [data-at='3,0']", "aria-label"), "x 3, y 0: free");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    assert.equal(await page.getAttribute(".board [data-at='3,0']", "aria-label"), "x 3, y 0: label 1");
    await close();
  });

  test("beyond what is drawn keeps the blocked cells in the model", async () => {
    const { page, close } = await harness.open("served");
    await choose(page, "die-path");
    await setSize(page, 0, "70");
    const [, map = ""] = /map = """\n([^"]*)"""/.exec(await text(page)) ?? [];
    assert.equal(map.match(/#/g)?.length, 4);
    await close();
  });
});

describe("the floor of a block maze", () => {
  const plain = 'puzzle = "block-maze"\nsize = [1, 1, 2]\n[board]\ncolumns = 7\nrows = 3\n[start]\ncell = [0, 0]\n[goal]\ncell = [6, 2]\n';
  /** A page with the empty board. */
  async function opened() {
    const { page, close } = await harness.open("served");
    await choose(page, "block-maze");
    await useText(page, plain);
    await page.waitForSelector(".board [aria-label='x 6, y 2: free, goal']");
    const named = (/** @type {string} */ at) => page.getAttribute(`.board [data-at='${at}']`, "aria-label");
    const typed = (/** @type {string} */ at, /** @type {string} */ key) => page.locator(`.board [data-at='${at}']`).press(key);
    return { page, close, named, typed };
  }

  test("is drawn by clicks and keys, and comes back by undo, redo and a link", async () => {
    const { page, close, named, typed } = await opened();
    await page.click("text=New bridge");
    await page.click(".board [data-at='3,1']");
    await typed("3,0", "a");
    await typed("4,1", "f");
    await typed("1,1", "A");
    await page.click("text=New splitter");
    await page.click(".board [data-at='5,0']");
    await page.click("label:has-text('second cube of S')");
    await page.click(".board [data-at='2,2']");
    const fields = page.getByRole("group", { name: "A", exact: true });
    await fields.getByLabel("A is").selectOption("hard");
    await fields.getByLabel("bridge a").selectOption("opens");
    const drawn = await text(page);
    assert.match(drawn, /^\. \. \. \. \. \. \.\n\. A \. a ~ \. \.\n\. \. \. a \. S \.\n"""\nbridges = \{ a = "closed" \}\n/m);
    assert.match(drawn, /^A = \{ press = "hard", opens = \["a"\] \}\n/m);
    assert.match(drawn, /^S = \{ to = \[\[0, 0\], \[2, 2\]\] \}\n/m);
    const names = ["3,1: closed bridge a", "4,1: fragile", "1,1: hard switch A", "2,2: free, second cube of S"];
    assert.deepEqual(await seriousFaults(page), []);
    const cellNames = ["3,1", "4,1", "1,1", "2,2"].map(named);
    assert.deepEqual(await Promise.all(cellNames), names.map((name) => `x ${name.replace(",", ", y ")}`));
    for (let step = 0; step < 8; step += 1) await page.keyboard.press("Control+z");
    await textIs(page, plain);
    assert.equal(await page.locator(".letters select").count(), 0);
    for (let step = 0; step < 8; step += 1) await page.keyboard.press("Control+y");
    await textIs(page, drawn);
    await page.click("#share");
    const link = new URL(await page.inputValue("#said input")).hash;
    await close();
    const other = await harness.open("served", { fragment: link });
    await other.page.waitForSelector(".board [aria-label='x 1, y 1: hard switch A']");
    assert.equal(await text(other.page), drawn);
    await other.close();
  });

  test("has errors at its fields, which keep the focus", async () => {
    const { page, close, typed } = await opened();
    await typed("5,0", "S");
    await page.getByLabel("S is").focus();
    await page.getByLabel("S is").selectOption("splitter");
    assert.ok(await page.getByLabel("S is").evaluate((field) => field === document.activeElement));
    const y = page.getByRole("group", { name: "S", exact: true }).getByLabel("y").nth(1);
    await y.fill("9");
    await page.waitForSelector(".letters [aria-invalid=true]");
    assert.match(String(await page.textContent(".letters #problem-message")), /not on the board/);
    assert.ok(await page.getByLabel("second: x").getAttribute("aria-invalid"));
    await y.fill("2");
    await page.waitForFunction(() => !document.querySelector("[aria-invalid]"));
    await page.getByLabel("Height").first().fill("3");
    await page.waitForSelector(".letters select[aria-invalid=true]");
    // A cell that the letter loses takes its fields, and the error, along.
    await typed("5,0", "Delete");
    await page.waitForFunction(() => !document.querySelector("[aria-invalid]"));
    assert.equal(await page.locator(".letters select").count(), 0);
    await close();
  });
});

test("a size brings back nothing of another model", async () => {
  const { page, close } = await harness.open("served");
  await choose(page, "die-tour");
  await page.click(".board [data-at='3,3']");
  await setSize(page, 0, "3");
  await setSize(page, 1, "3");
  await useExample(page, "die_tour/3x3_max");
  await setSize(page, 0, "4");
  await setSize(page, 1, "4");
  assert.equal(await page.locator(".board .blocked").count(), 0);
  await close();
});

describe("undo", () => {
  test("takes back every change and redo makes it again", async () => {
    const { page, close } = await harness.open("served");
    await choose(page, "sudoku-cube");
    const texts = [await text(page)];
    const changed = async () => texts.push(await text(page));
    await page.click(netField("U row 1 column 1"));
    await page.keyboard.press("4");
    await changed();
    await page.keyboard.press("^");
    await changed();
    await useExample(page, "sudoku_cube/seed_net");
    await changed();
    await page.click(netField("F row 1 column 1"));
    await page.keyboard.press("7");
    // The example can be chosen again.
    assert.equal(await page.inputValue("#examples"), "");
    await changed();
    await page.click("text=Clear the net");
    await changed();
    await page.click("#random");
    await page.waitForFunction(() => /random puzzle/.test(document.querySelector("#said")?.textContent ?? ""));
    await changed();
    await page.setInputFiles("#file", join(PROJECT, "models/sudoku_cube/infeasible.toml"));
    await page.waitForFunction(() => /^Opened/.test(document.querySelector("#said")?.textContent ?? ""));
    await changed();
    await useText(page, "puzzle = [\n");
    await changed();
    await page.click(netField("L row 1 column 1"));
    await page.keyboard.press("3");
    await changed();
    assert.equal(new Set(texts).size, texts.length);
    for (const expected of [...texts].reverse().slice(1)) {
      await page.keyboard.press("Control+z");
      await textIs(page, expected);
    }
    assert.equal(await page.getAttribute("#undo", "aria-disabled"), "true");
    for (const [index, expected] of texts.slice(1).entries()) {
      await page.keyboard.press(index % 2 ? "Control+y" : "Control+Shift+z");
      await textIs(page, expected);
    }
    assert.equal(await page.getAttribute("#redo", "aria-disabled"), "true");
    await page.click("#undo");
    await textIs(page, texts[texts.length - 2]);
    await page.click("#redo");
    await textIs(page, texts[texts.length - 1]);
    await close();
  });

  test("brings the editor back, and the answer that belongs to the model", async () => {
    const { page, close } = await harness.open("served");
    await choose(page, "die-tour");
    await page.click("#go");
    assert.equal(await answer(page), "a sum of 68, proved best");
    const whole = await cells(page);
    await page.click(".board [data-at='1,1']");
    await page.waitForSelector(".outdated-note");
    await page.keyboard.press("Control+z");
    assert.deepEqual(await cells(page), whole);
    assert.equal(await page.locator(".outdated-note").count(), 0);
    await close();
  });

  test("in a text field takes back first what was typed there", async () => {
    const { page, close } = await harness.open("served");
    await choose(page, "die-tour");
    const first = await text(page);
    await page.click(".board [data-at='1,1']");
    const blocked = await text(page);
    await page.click("#model summary");
    await page.click("#text");
    await page.keyboard.press("Control+End");
    await page.keyboard.type("# mine");
    await page.keyboard.press("Control+z");
    await textIs(page, blocked);
    await page.keyboard.type("# mine again");
    await page.click(".board [data-at='2,2']");
    assert.match(await text(page), /# mine again/);
    await page.keyboard.press("Control+z");
    await textIs(page, `${blocked}# mine again`);
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await textIs(page, first);
    // An entered size is the page's to take back.
    await setSize(page, 0, "7");
    await page.keyboard.press("Control+z");
    await textIs(page, first);
    assert.equal(await page.locator(".pair input").first().inputValue(), "4");
    await close();
  });

  test("has a text of another puzzle in that puzzle alone", async () => {
    const { page, close } = await harness.open("served");
    await choose(page, "die-tour");
    await page.click(".board [data-at='1,1']");
    const tour = await text(page);
    await useText(page, model("cube_tray/classic"));
    await page.waitForFunction(() => document.querySelector("#title")?.textContent === "Cube tray");
    await page.click("#undo");
    await page.waitForFunction(() => !/classic/.test(document.querySelector("#about")?.textContent ?? ""));
    assert.equal(await page.textContent("#title"), "Cube tray");
    await page.goBack();
    await page.waitForFunction(() => document.querySelector("#title")?.textContent === "Die tour");
    await textIs(page, tour);
    await close();
  });
});

describe("the reader's own text", () => {
  test("keeps its comments when a cell is clicked", async () => {
    const { page, close } = await harness.open("served");
    await choose(page, "die-tour");
    const own = `# my tour\n${(await text(page)).replace("[start]", "# the corner\n[start] # here")}`;
    await useText(page, own);
    await page.waitForTimeout(400);
    await page.click(".board [data-at='1,1']");
    const edited = await text(page);
    assert.match(edited, /^# my tour\npuzzle = [^]*\n\n# the corner\n\[start\] # here\ncell/);
    assert.match(edited, /map = /);
    // An error is still at its field.
    await page.locator(".end:not([hidden]) .pair input").first().fill("9");
    await page.waitForSelector(".end .pair input[aria-invalid=true]");
    await close();
  });

  test("with an error in it comes back", async () => {
    const { page, close } = await harness.open("served");
    await choose(page, "die-path");
    const wrong = `${await text(page)}\n# not done\ncolums = 3\n`;
    await useText(page, wrong);
    await page.waitForSelector("#problem-message");
    await page.click(".board [data-at='0,0']");
    assert.doesNotMatch(await text(page), /colums/);
    assert.match(await text(page), /# not done/);
    await page.keyboard.press("Control+z");
    await textIs(page, wrong);
    await close();
  });

  test("that a click on the board replaces is brought back by a button, read or not", async () => {
    const { page, close } = await harness.open("served");
    await choose(page, "die-path");
    const [first, back] = [await text(page), page.locator("#editor-note button")];
    for (const own of [`${first}\ncolums = 3\n`, first.replace("top = 6", "top = 5")]) {
      await useText(page, first);
      await page.waitForTimeout(400);
      if (own.includes("colums")) {
        await useText(page, own);
        await page.waitForFunction(() => /model before this error/.test(document.querySelector("#editor-note")?.textContent ?? ""));
        await page.click(".board [data-at='0,0']");
      } else {
        // In one go, so that the text is not read yet.
        await page.evaluate((typed) => {
          const area = /** @type {HTMLTextAreaElement} */ (document.querySelector("#text"));
          area.value = typed;
          area.dispatchEvent(new InputEvent("input", { bubbles: true }));
          /** @type {HTMLElement} */ (document.querySelector(".board [data-at='0,0']")).click();
        }, own);
      }
      await page.click(".board [data-at='4,0']");
      assert.notEqual(await text(page), own);
      await back.click();
      await textIs(page, own);
      assert.equal(await back.count(), 0);
    }
    // What the board shows is not replaced by a click on it.
    await page.click(".board [data-at='0,0']");
    assert.equal(await back.count(), 0);
    await close();
  });
});

describe("the last model", () => {
  for (const form of /** @type {const} */ (["served", "file"])) {
    test(`of each puzzle is there after the page is loaded again, ${form}`, async () => {
      const { page, close } = await harness.open(form);
      await choose(page, "sudoku-cube");
      await page.click(netField("U row 1 column 1"));
      await page.keyboard.type("4^7<");
      const net = await text(page);
      await page.click("#all-puzzles");
      await choose(page, "cube-tray");
      await useText(page, `# mine\n${model("cube_tray/oriented")}`);
      await page.waitForSelector(".tray-die");
      await page.reload();
      await page.waitForSelector(".tray-die");
      assert.match(await text(page), /^# mine/);
      await page.click("#all-puzzles");
      await choose(page, "sudoku-cube");
      await textIs(page, net);
      assert.match(String(await page.textContent(".sudoku [role=status]")), /^2 of 54/);
      await page.keyboard.press("Control+z");
      assert.match(String(await page.textContent(".sudoku [role=status]")), /1 without a direction/);
      await close();
    });
  }

  test("is there until the page is closed where nothing can be kept", async () => {
    const { page, close } = await harness.open("served", { init: noStore });
    await choose(page, "die-tour");
    await page.click(".board [data-at='1,1']");
    const tour = await text(page);
    await page.click("#all-puzzles");
    await choose(page, "die-path");
    await page.click("#all-puzzles");
    await choose(page, "die-tour");
    await textIs(page, tour);
    await page.click("#undo");
    assert.notEqual(await text(page), tour);
    await close();
  });
});

/** As in a private window: whoever asks for the store gets an error. */
function noStore() {
  const get = () => {
    throw new DOMException("no store here", "SecurityError");
  };
  Object.defineProperty(window, "localStorage", { get });
}

test("who leaves right after an edit is not brought back", async () => {
  const { page, close } = await harness.open("served");
  await choose(page, "sudoku-cube");
  await page.click(netField("U row 1 column 1"));
  await page.keyboard.press("4");
  await page.click("#all-puzzles");
  await page.waitForTimeout(700);
  assert.ok(await page.isVisible("#home"));
  assert.equal(await page.evaluate(() => location.hash), "");
  await close();
});

describe("the address", () => {
  for (const form of /** @type {const} */ (["served", "file"])) {
    test(`names the puzzle of a file that was opened, and the way back leads to the other one, ${form}`, async () => {
      const { page, close } = await harness.open(form);
      await choose(page, "die-tour");
      await page.setInputFiles("#file", join(PROJECT, "models/cube_tray/classic.toml"));
      await page.waitForFunction(() => location.hash === "#cube-tray");
      await page.reload();
      await page.waitForFunction(() => document.querySelector("#title")?.textContent === "Cube tray");
      await textIs(page, model("cube_tray/classic"));
      await page.goBack();
      await page.waitForFunction(() => document.querySelector("#title")?.textContent === "Die tour");
      await close();
    });
  }

  test("is a link until its model is changed", async () => {
    const first = await harness.open("served");
    await choose(first.page, "die-tour");
    await first.page.click(".board [data-at='1,1']");
    await first.page.click("#share");
    const link = new URL(await first.page.inputValue("#said input")).hash;
    await first.close();
    const { page, close } = await harness.open("served", { fragment: link });
    await page.waitForSelector(".board .blocked");
    assert.equal(await page.evaluate(() => location.hash), link);
    await page.click(".board [data-at='2,2']");
    assert.equal(await page.evaluate(() => location.hash), "#die-tour");
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll(".board .blocked").length === 2);
    await close();
  });
});

describe("solving", () => {
  test("by search leaves the best solution when it is stopped", async () => {
    const { page, close } = await harness.open("served");
    await choose(page, "die-tour");
    await setSize(page, 0, "9");
    await setSize(page, 1, "8");
    await page.click("#go");
    await page.waitForFunction(() => /best so far/.test(document.querySelector(".progress")?.textContent ?? ""), null, {
      timeout: 60_000,
    });
    await page.click("#stop");
    const headline = await answer(page);
    assert.match(headline, /^a sum of \d+, perhaps not the best/);
    assert.match(String(await page.textContent("#answer .how")), /^stopped after .*; replayed by the rules$/);
    assert.equal(await page.textContent("#answer .count"), "0 / 71");
    assert.match(String(await page.textContent("#answer .facts")), /[NESW]{71}/);
    await close();
  });

  test("takes no encoding from one puzzle to another", async () => {
    const { page, close } = await harness.open("served");
    /** @param {string} puzzle */
    const open = async (puzzle) => {
      await page.click("#all-puzzles");
      await choose(page, puzzle);
      await page.waitForFunction(() => document.querySelector(".settings select")?.children.length);
    };
    const chosen = () => page.locator(".settings select").first().inputValue();
    await choose(page, "tatham-cube");
    await page.click("label:has-text('HiGHS')");
    await page.locator(".settings select").first().selectOption("time-indexed");
    await open("die-tour");
    const standard = await page.locator(".settings select option", { hasText: "(default)" }).getAttribute("value");
    assert.equal(await chosen(), standard);
    assert.notEqual(standard, "time-indexed");
    await open("tatham-cube");
    assert.equal(await chosen(), "time-indexed");
    // Two dice have no encodings, so HiGHS does not fit them.
    await open("die-path");
    // Nor the method.
    assert.ok(await page.isChecked("input[value=search]"));
    await page.click("label:has-text('HiGHS')");
    await useExample(page, "die_path/two_dice");
    assert.ok(await page.isChecked("input[value=search]"));
    assert.ok(!(await page.isVisible("label:has(input[value=highs])")));
    await page.keyboard.press("Control+z");
    await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector("input[value=highs]")).checked);
    // A net that is not filled in has no encodings, and not those of the puzzle before.
    await page.click("#all-puzzles");
    await choose(page, "sudoku-cube");
    assert.equal(await page.locator(".settings select option[value=time-indexed]").count(), 0);
    await close();
  });
});

describe("the chosen field", () => {
  /** The outline of the field to which the keypad belongs. @param {Page} page */
  const outline = (page) => page.locator(".editor .cell[tabindex='0']").first().evaluate((cell) => getComputedStyle(cell).outlineStyle);

  test("of a net can be seen with the mouse, the keypad and the keyboard", async () => {
    const { page, close } = await harness.open("served");
    await choose(page, "sudoku-cube");
    assert.notEqual(await outline(page), "none");
    await page.click(netField("F row 2 column 3"));
    assert.equal(await outline(page), "solid");
    await page.click(".pad-digit >> nth=4");
    assert.notEqual(await outline(page), "none");
    await page.click("#all-puzzles");
    await choose(page, "sudoku-cube");
    assert.notEqual(await outline(page), "none");
    await tabTo(page, ".net .cell");
    assert.equal(await outline(page), "solid");
    await close();
  });

  test("of a tray of dice can be seen, too", async () => {
    const { page, close } = await harness.open("served");
    await choose(page, "cube-tray");
    await page.click(".choice:has-text('dice')");
    assert.notEqual(await outline(page), "none");
    await close();
  });

  test("is one of all fields of which one is wrong", async () => {
    const { page, close } = await harness.open("served");
    await choose(page, "sudoku-cube");
    await useExample(page, "sudoku_cube/seed_net");
    await page.click('.net [aria-label*=": 2"] >> nth=0');
    await page.keyboard.press("6");
    await page.waitForSelector("[aria-invalid=true]");
    const marked = await page.locator("[aria-invalid=true]").evaluateAll((all) => all.map((cell) => cell.getAttribute("aria-label")));
    assert.match(String(await page.textContent("#problem-message")), /One of these 7 is no 6/);
    assert.equal(marked.length, 7);
    assert.ok(marked.every((label) => /: 6/.test(String(label))), marked.join());
    await page.keyboard.press("Control+z");
    await page.waitForFunction(() => !document.querySelector("[aria-invalid]"));
    await close();
  });
});

describe("on paper", () => {
  for (const puzzle of ["sudoku-cube", "die-tour", "cube-tray"]) {
    test(`${puzzle} has its board and its answer, and no controls`, async () => {
      const { page, close } = await harness.open("served", { dark: true });
      await choose(page, puzzle);
      if (puzzle === "sudoku-cube") await useExample(page, "sudoku_cube/seed_net");
      await page.click("#go");
      await answer(page);
      await page.emulateMedia({ media: "print" });
      for (const hidden of [".toolbar", "#solve", "#model", ".back", ".downloads", ".controls", ".pad"]) {
        for (const element of await page.locator(hidden).all()) assert.ok(!(await element.isVisible()), hidden);
      }
      for (const button of await page.locator("button, select, input, textarea").all()) assert.ok(!(await button.isVisible()));
      for (const shown of ["#title", ".editor .grid >> nth=0", "#answer h2", "#answer .on-paper", "#answer .facts"]) {
        assert.ok(await page.locator(shown).first().isVisible(), shown);
      }
      const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      assert.match(paper, /25[0-5], 25[0-5], 25[0-5]/);
      await close();
    });
  }
});
