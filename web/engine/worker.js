// The worker of the page: gets the compiled files first, then calls, and answers each with its result; in between with events.

import { createCore } from "./core.js";

/**
 * The first message, then calls.
 * @typedef {{ tumble: WebAssembly.Module }} Start
 * @typedef {{ highs: WebAssembly.Module }} WithHighs
 * @typedef {{ id: number, name: string, args: unknown[] }} Call
 */

/** @type {(module: WebAssembly.Module) => void} */
let gotHighs;
/** @type {Promise<WebAssembly.Module>} */
const highs = new Promise((resolve) => {
    gotHighs = resolve;
});
/** @type {ReturnType<typeof createCore> | undefined} */
let core;

/** @param {Call} call */
async function answer({ id, name, args }) {
    try {
        const { call } = await /** @type {NonNullable<typeof core>} */ (core);
        const result = await call(name, args, (event) => self.postMessage({ id, event }));
        self.postMessage({ id, result });
    } catch (error) {
        self.postMessage({ id, failure: error instanceof Error ? error.message : String(error) });
    }
}

self.addEventListener("message", ({ data }) => {
    if ("tumble" in data) {
        core = createCore(data.tumble, () => highs);
    } else if ("highs" in data) {
        gotHighs(data.highs);
    } else {
        answer(data);
    }
});
