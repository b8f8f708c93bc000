// The pictures of README: those in docs/pictures/ are what the page shows today.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { PROJECT, startHarness } from "./page_harness.js";
import { drawPictures } from "./pictures.js";

test("the pictures are what the page shows", async () => {
  const harness = await startHarness();
  const drawn = await drawPictures(harness);
  await harness.close();
  for (const [name, drawing] of Object.entries(drawn)) {
    const kept = readFileSync(join(PROJECT, "docs/pictures", `${name}.svg`), "utf8");
    assert.equal(kept, drawing, `docs/pictures/${name}.svg is another picture: node web/tests/pictures.js`);
  }
});
