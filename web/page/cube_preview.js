// The cube of the net in space, as it is filled in: the player's stage, without a replay.
import { make } from "./dom.js";
import { createPlayer } from "../player/player.js";
import { FACES } from "./sudoku_model.js";

/** @import { NetField } from "./sudoku_model.js" */

/** The pause after an edit before the cube is drawn again, in milliseconds. */
const REDRAW = 120;

/** A cube that can be dragged. */
export class CubePreview {
  element = make("div", { class: "preview" });
  /** @type {ReturnType<typeof createPlayer>|null} */
  #player = null;
  #timer = 0;

  /** @param {NetField[]} fields */
  show(fields) {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#draw(structuredClone(fields)), REDRAW);
  }

  /** @param {NetField[]} fields */
  #draw(fields) {
    const faces = /** @type {any} */ (
      Object.fromEntries(FACES.map((face, index) => [face, fields.slice(index * 9, index * 9 + 9).map(shown)]))
    );
    // It is seen from where the reader looked at it.
    const view = this.#player?.state().view;
    this.#player?.destroy();
    const stage = { kind: /** @type {const} */ ("cube"), faces, turns: [] };
    this.#player = createPlayer(
      this.element,
      { format: 1, puzzle: "sudoku-cube", title: "The cube of the net", stage },
      { view },
    );
  }
}

/** A blank field has no digit. @param {NetField} field */
function shown({ digit, direction }) {
  return { digit: digit || null, direction };
}
