// What screen readers hear: each step, but not more than they can say while the replay plays.
import { html } from "./dom.js";

/** Milliseconds between two announcements while the replay plays. */
const ANNOUNCE_EVERY = 3000;

/** A live region. */
export function makeAnnouncer() {
  const element = html("p", { class: "aside", role: "status", "aria-live": "polite" });
  let [said, at] = ["", -Infinity];
  return {
    element,
    /**
     * @param {string} text
     * @param {boolean} playing
     */
    say(text, playing) {
      const now = performance.now();
      if (text === said || (playing && now - at < ANNOUNCE_EVERY)) return;
      [said, at] = [text, now];
      element.textContent = text;
    },
  };
}
