// tumble and HiGHS in one thread: in the worker of the page, and in the tests.

import start, * as tumble from "../tumble/tumble_web.js";
import { highsHost } from "./highs.js";

/** @typedef {(event: string) => void} Listener */

/**
 * tumble's functions, by name: texts go in, JSON comes out. Those that take long also take a listener, at the end.
 * @typedef {{ [name: string]: (...args: any[]) => string }} Calls
 */

/** The calls whose last parameter is a listener. */
const HEARD = ["solve", "rest", "count", "explain", "repairs"];

/**
 * Starts tumble, once in a thread. HiGHS is started when it is needed first.
 * @param {WebAssembly.Module} tumbleModule
 * @param {() => Promise<WebAssembly.Module>} highsModule
 */
export async function createCore(tumbleModule, highsModule) {
    /** @type {string | null} */
    let panic = null;
    const host = {
        /** @param {string} message */
        panicked(message) {
            panic = message;
        },
    };
    Object.assign(globalThis, { tumbleHost: host });
    await start({ module_or_path: tumbleModule });
    /** @type {Promise<void> | null} */
    let highs = null;
    const startHighs = async () => {
        const { highs: run, highsVersion } = highsHost(await instantiateHighs(await highsModule()));
        /** @param {Parameters<typeof run>} args */
        const runOrDrop = (...args) => {
            try {
                return run(...args);
            } catch (error) {
                // Out of memory, for one: the next run gets another.
                highs = null;
                throw error;
            }
        };
        Object.assign(host, { highs: runOrDrop, highsVersion });
    };

    /**
     * Calls a function of tumble.
     * @param {string} name
     * @param {any[]} args
     * @param {Listener} listener
     * @returns {Promise<string>}
     */
    async function call(name, args, listener) {
        if (name === "solve" && args[1] === "highs") {
            // What failed is tried again the next time.
            await (highs ??= startHighs().catch((error) => {
                highs = null;
                throw new Error(`HiGHS could not be started: ${error.message}`);
            }));
        }
        return now(name, args, listener);
    }

    /**
     * Calls a function of tumble that needs no HiGHS, at once.
     * @param {string} name
     * @param {any[]} args
     * @param {Listener} [listener]
     */
    function now(name, args, listener) {
        const calls = /** @type {Calls} */ (/** @type {unknown} */ (tumble));
        const known = calls[name];
        if (known === undefined) {
            throw new Error(`tumble has no function ${name}`);
        }
        try {
            return HEARD.includes(name) ? known(...args, listener) : known(...args);
        } catch (error) {
            // A panic ends in a trap, whose own message says nothing.
            throw panic === null ? error : new Error(panic);
        }
    }

    return { call, now };
}

/**
 * HiGHS from its compiled file.
 * @param {WebAssembly.Module} module
 */
async function instantiateHighs(module) {
    // Loaded with the first model for it: without HiGHS there is still all the rest.
    const { default: loadHighs } = await import("../highs/highs.mjs");
    // The package's own options that take a compiled file do not work in its version 1.15.3, and of a failure in this one it does not hear.
    return new Promise((resolve, reject) => {
        /**
         * @param {WebAssembly.Imports} imports
         * @param {(instance: WebAssembly.Instance) => void} receive
         */
        function instantiateWasm(imports, receive) {
            WebAssembly.instantiate(module, imports).then(receive, reject);
            return {};
        }
        loadHighs({ instantiateWasm }).then(resolve, reject);
    });
}
