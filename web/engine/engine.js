// tumble in a worker, so that the page stays usable while it solves, and a run can be ended.

import { createCore } from "./core.js";
import { compiled, createWorker } from "./files.js";

export { data, given, licences, pageToPlay } from "./files.js";

/** @typedef {(event: any) => void} OnEvent */

/**
 * A call that is not answered yet.
 * @typedef {{ resolve: (result: any) => void, reject: (error: Error) => void, onEvent: OnEvent | undefined }} Pending
 */

/** A run was ended by `stop`. */
export class Stopped extends Error {
    constructor() {
        super("stopped");
        this.name = "Stopped";
    }
}

/** The compiled files, for all workers: one that follows another, or stands beside it, starts at once. */
const modules = {
    /** @type {Promise<WebAssembly.Module> | undefined} */
    tumble: undefined,
    /** @type {Promise<WebAssembly.Module> | undefined} */
    highs: undefined,
};

/** @param {"tumble" | "highs"} name */
function compiledOnce(name) {
    const mine = (modules[name] ??= compiled(name));
    // What could not be loaded is asked for again next time.
    mine.catch(() => (modules[name] = undefined));
    return mine;
}

/**
 * The functions of tumble (web/wasm/src/lib.rs) by name: `await engine.call("read", text)`. Texts go in, objects come out; a function
 * as the last argument receives the events of the run. Calls are answered one after the other.
 */
export function createEngine() {
    /** @type {Map<number, Pending>} */
    const pending = new Map();
    /** @type {Promise<Worker> | undefined} */
    let worker;
    let calls = 0;

    /** @param {Error} error */
    function fail(error) {
        const open = [...pending.values()];
        pending.clear();
        open.forEach(({ reject }) => reject(error));
    }

    /** Ends the worker; the next call starts another. @param {Error} error */
    function end(error) {
        worker?.then((ended) => ended.terminate(), () => {});
        worker = undefined;
        fail(error);
    }

    /** @param {MessageEvent} message */
    function receive({ data }) {
        const call = pending.get(data.id);
        if (call === undefined) {
            return;
        }
        if ("event" in data) {
            call.onEvent?.(JSON.parse(data.event));
            return;
        }
        pending.delete(data.id);
        if ("result" in data) {
            call.resolve(JSON.parse(data.result));
        } else {
            // What panicked is of no use any more.
            call.reject(new Error(data.failure));
            end(new Error(data.failure));
        }
    }

    async function started() {
        const tumble = compiledOnce("tumble");
        // It will be there when it is needed; until then it may as well be missing.
        compiledOnce("highs").catch(() => {});
        const made = await createWorker();
        made.addEventListener("message", receive);
        made.addEventListener("error", (event) => end(new Error(event.message || "the worker failed")));
        made.addEventListener("messageerror", () => end(new Error("the worker could not be given its files")));
        made.postMessage({ tumble: await tumble });
        return made;
    }

    /**
     * Gives a call to the worker, with what it needs.
     * @param {Worker} ready
     * @param {number} id
     * @param {string} name
     * @param {(string | number | null)[]} args
     */
    async function send(ready, id, name, args) {
        try {
            if (name === "solve" && args[1] === "highs") {
                ready.postMessage({ highs: await compiledOnce("highs") });
            }
            ready.postMessage({ id, name, args });
        } catch (error) {
            const reason = error instanceof Error ? error.message : String(error);
            pending.get(id)?.reject(new Error(`HiGHS could not be loaded: ${reason}`));
            pending.delete(id);
        }
    }

    /**
     * Calls a function of tumble.
     * @param {string} name
     * @param {...(string | number | null | OnEvent)} args
     * @returns {Promise<any>}
     */
    async function call(name, ...args) {
        const last = args.at(-1);
        const onEvent = typeof last === "function" ? last : undefined;
        const mine = (worker ??= started());
        const id = (calls += 1);
        const answer = new Promise((resolve, reject) => pending.set(id, { resolve, reject, onEvent }));
        const texts = /** @type {(string | number | null)[]} */ (onEvent ? args.slice(0, -1) : args);
        mine.then((ready) => send(ready, id, name, texts), (error) => end(error));
        return answer;
    }

    return { call, stop: () => end(new Stopped()) };
}

/** What reads and changes texts, in the page's own thread: it takes no longer than to draw them, and an edit is there at once. */
export async function createTexts() {
    const { now } = await createCore(await compiledOnce("tumble"), () => compiledOnce("highs"));
    return {
        /** @param {string} text */
        draft: (text) => JSON.parse(now("draft", [text])),
        /** @param {string} text @param {object} draft */
        edit: (text, draft) => JSON.parse(now("edit", [text, JSON.stringify(draft)])).text,
    };
}
