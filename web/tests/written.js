// Written models in tests.
import assert from "node:assert/strict";

/** @import { Written } from "../page/types.js" */

/** The text that belongs to a field. @param {Written} written @param {string} id */
export function textOf({ text, places }, id) {
  const place = places.find((one) => one.id === id);
  assert.ok(place, `no place ${id}`);
  return text.slice(place.start, place.end);
}
