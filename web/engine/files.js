// Where the engine finds its files in the page of several files. The page in one file has `embedded.js` in place of this.

/** What only the page in one file has: the model that it was handed out with, and itself with a model. @type {string | undefined} */
export const given = undefined;
/** @type {((text: string) => string) | undefined} */
export const pageToPlay = undefined;

/**
 * A file of WebAssembly, compiled.
 * @param {"tumble" | "highs"} name
 */
export function compiled(name) {
    const path = name === "tumble" ? "../tumble/tumble_web_bg.wasm" : "../highs/highs.wasm";
    return WebAssembly.compileStreaming(fetch(new URL(path, import.meta.url)));
}

/** A new worker. */
export function createWorker() {
    return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
}

/**
 * A file of data that was made with the page.
 * @param {"examples" | "estimates"} name
 * @returns {Promise<any>}
 */
export async function data(name) {
    return (await fetch(new URL(`../${name}.json`, import.meta.url))).json();
}

/** The licences of all that the page brings. */
export async function licences() {
    return (await fetch(new URL("../licences.txt", import.meta.url))).text();
}
