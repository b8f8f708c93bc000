// The keypad of the net: digits with how often each occurs, and directions.
import { make } from "./dom.js";

/** A digit occurs on a Sudoku Cube so many times. */
const TIMES = 6;

/** @type {[sign: string, name: string, direction: number|null][]} */
const DIRECTION_BUTTONS = [
  ["↑", "top up", 0],
  ["→", "top right", 1],
  ["↓", "top down", 2],
  ["←", "top left", 3],
  ["?", "direction open", null],
];

/** Buttons that do what the keys do, for the finger. */
export class DigitPad {
  #digits;

  /**
   * @param {(digit: number) => void} digit
   * @param {(direction: number|null) => void} direction
   */
  constructor(digit, direction) {
    this.#digits = Array.from({ length: 9 }, (_, index) =>
      make(
        "button",
        { type: "button", class: "pad-digit", onclick: () => digit(index + 1) },
        make("b", {}, String(index + 1)),
      ),
    );
    const directions = DIRECTION_BUTTONS.map(([sign, name, value]) =>
      make(
        "button",
        { type: "button", class: "pad-direction", "aria-label": name, title: name, onclick: () => direction(value) },
        sign,
      ),
    );
    this.element = make(
      "div",
      { class: "pad", role: "group", "aria-label": "Digits and directions" },
      make("div", { class: "pad-row pad-digits" }, ...this.#digits),
      make("div", { class: "pad-row pad-directions" }, ...directions),
    );
  }

  /** @param {number[]} counts how often each digit occurs */
  show(counts) {
    this.#digits.forEach((button, index) => {
      const count = counts[index + 1];
      const state = count > TIMES ? "too-many" : count === TIMES ? "enough" : "";
      const verdict = count > TIMES ? ", too many" : "";
      button.className = `pad-digit ${state}`;
      button.setAttribute("aria-label", `${index + 1}: ${count} of ${TIMES}${verdict}`);
      button.setAttribute("data-count", `${count}/${TIMES}`);
    });
  }
}
