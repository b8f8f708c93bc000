// What a smaller size cuts off: the next size brings it back, unless something else was edited meanwhile.

/** Resizes a value. @template T */
export class CutOff {
  /** Whose value it is. @type {object|null} */
  #owner = null;
  /** What there was before the cuts. @type {T|null} */
  #whole = null;
  /** What the last resize left, as JSON. */
  #left = "";

  /**
   * The value in a new size.
   * @param {object} owner another one has had nothing cut off
   * @param {T} now
   * @param {(whole: T) => T} resize makes a new value that shares nothing with the old one
   * @returns {T}
   */
  resized(owner, now, resize) {
    const isLeft = owner === this.#owner && JSON.stringify(now) === this.#left;
    const whole = isLeft && this.#whole !== null ? this.#whole : now;
    const resized = resize(whole);
    [this.#owner, this.#whole, this.#left] = [owner, whole, JSON.stringify(resized)];
    return resized;
  }
}
