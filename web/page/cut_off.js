// What a smaller size cuts off: the next size brings it back, unless something else was edited meanwhile.

/** Resizes a value. @template T */
export class CutOff {
  /** What there was before the cuts. @type {T|null} */
  #whole = null;
  /** What the last resize left, as JSON. */
  #left = "";

  /**
   * The value in a new size.
   * @param {T} now
   * @param {(whole: T) => T} resize makes a new value that shares nothing with the old one
   * @returns {T}
   */
  resized(now, resize) {
    const whole = this.#whole !== null && JSON.stringify(now) === this.#left ? this.#whole : now;
    const resized = resize(whole);
    [this.#whole, this.#left] = [whole, JSON.stringify(resized)];
    return resized;
  }
}
