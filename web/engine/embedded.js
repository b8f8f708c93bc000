// Where the engine finds its files in the page in one file: in elements of the page, compressed and in base64.

/** The model that this page was handed out with, to be played. @type {string | undefined} */
export const given = JSON.parse(takenOut("to-play") ?? "null") ?? undefined;

/** This page as it came: nothing in it has been changed yet, for this is a part of its script. */
const source = `<!doctype html>\n${document.documentElement.outerHTML}`;

/** This page with a model, which it then opens in Play. @param {string} text */
export function pageToPlay(text) {
    const data = JSON.stringify(text).replaceAll("<", "\\u003c");
    return source.replace("</head>", () => `<script type="application/json" id="to-play">${data}</script></head>`);
}

/** The content of an element, which is then taken out. @param {string} id */
function takenOut(id) {
    const element = document.getElementById(id);
    element?.remove();
    return element?.textContent;
}

/** @param {string} name */
function bytes(name) {
    const element = document.getElementById(`embedded-${name}`);
    const binary = atob(element?.textContent?.trim() ?? "");
    const packed = Uint8Array.from(binary, (byte) => byte.charCodeAt(0));
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")));
}

/**
 * A file of WebAssembly, compiled.
 * @param {"tumble" | "highs"} name
 */
export async function compiled(name) {
    return WebAssembly.compile(await bytes(name).arrayBuffer());
}

/** The address of the worker's script, once it was unpacked. @type {Promise<string> | undefined} */
let script;

async function unpackedScript() {
    return URL.createObjectURL(new Blob([await bytes("worker").arrayBuffer()], { type: "text/javascript" }));
}

/** A new worker. */
export async function createWorker() {
    return new Worker(await (script ??= unpackedScript()));
}

/**
 * A file of data that was made with the page.
 * @param {"examples" | "estimates"} name
 * @returns {Promise<any>}
 */
export function data(name) {
    return bytes(name).json();
}

/** The licences of all that the page brings. */
export function licences() {
    return bytes("licences").text();
}
