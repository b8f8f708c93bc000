// Time: where in the replay we are, and how that moves on.

/** @typedef {(step: number) => number} Durations  of a step in milliseconds at speed 1 */
/** @typedef {ReturnType<typeof createTimeline>} Timeline */

/** A frame that took longer than this, in milliseconds, does not let the replay jump ahead. */
const LONGEST_FRAME = 250;

/**
 * Where the replay is after some time.
 * @param {number} position
 * @param {number} target where it stops; it may be behind
 * @param {number} time
 * @param {Durations} duration
 * @returns {number}
 */
export function advance(position, target, time, duration) {
  const forward = target >= position;
  let left = time;
  while (position !== target) {
    // The end of the step that is under way, in the direction of travel.
    const edge = forward ? Math.min(target, Math.floor(position) + 1) : Math.max(target, Math.ceil(position) - 1);
    const step = Math.floor((position + edge) / 2);
    const needed = Math.abs(edge - position) * duration(step);
    if (needed > left) return position + ((forward ? 1 : -1) * left) / duration(step);
    left -= needed;
    position = edge;
  }
  return position;
}

/**
 * Calls a function in each frame with the milliseconds since the last one.
 * @param {(passed: number) => boolean} tick whether to go on
 */
function makeClock(tick) {
  let [frame, before] = [0, 0];
  /** @param {number} now */
  const next = (now) => {
    // A frame may have begun before the clock was read.
    const passed = Math.max(0, Math.min(now - before, LONGEST_FRAME));
    before = now;
    frame = tick(passed) ? requestAnimationFrame(next) : 0;
  };
  return {
    start() {
      before = performance.now();
      frame = requestAnimationFrame(next);
    },
    stop() {
      cancelAnimationFrame(frame);
      frame = 0;
    },
  };
}

/**
 * @param {object} options
 * @param {number} options.steps
 * @param {Durations} options.duration
 * @param {() => boolean} options.still whether to show whole steps only
 * @param {() => void} options.onChange called when the position or `playing` has changed
 */
export function createTimeline({ steps, duration, still, onChange }) {
  let [position, target, speed, playing] = [0, 0, 1, false];
  const clock = makeClock((passed) => {
    position = advance(position, target, passed * speed, duration);
    playing &&= position !== target;
    onChange();
    return position !== target;
  });

  /**
   * @param {number} from
   * @param {number} to
   * @param {boolean} plays
   */
  const travel = (from, to, plays) => {
    clock.stop();
    [position, target] = [from, to].map((wanted) => Math.min(steps, Math.max(0, wanted)));
    playing = plays && position !== target;
    if (position !== target) clock.start();
    onChange();
  };

  return {
    /** What is to be shown: without tweens a step is shown when it is done. */
    shown: () => (still() ? Math.floor(position + 1e-9) : position),
    /** How many steps are done. */
    step: () => Math.floor(position + 1e-9),
    /** Where the replay is on its way to by single steps; while it plays, where it is. */
    target: () => (playing ? position : target),
    playing: () => playing,
    speed: () => speed,
    /** @param {number} factor */
    setSpeed(factor) {
      speed = factor;
      onChange();
    },
    /** @param {number} wanted where to be at once */
    jump: (wanted) => travel(wanted, wanted, false),
    /** @param {number} wanted the step to go to, visibly if it is the next or the last one */
    go: (wanted) => travel(still() || Math.abs(wanted - position) > 1 ? wanted : position, wanted, false),
    play: () => travel(position >= steps ? 0 : position, steps, true),
    pause: () => travel(position, position, false),
    stop: clock.stop,
  };
}
