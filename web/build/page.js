// Makes the page from its sources: `node web/build/page.js FOLDER`, called by `scripts/web`, which has put tumble's WebAssembly into
// FOLDER/tumble and the licences into FOLDER/licences.txt. FOLDER gets index.html with its files, and tumble.html, the same in one file.

import { createHash } from "node:crypto";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";

import { estimates, examples } from "./data.js";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const out = resolve(process.argv[2] ?? "");

/** The policy of the page of several files; a page in one file has hashes of its script and its style, and loads nothing. */
const POLICY = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "style-src": "'self'",
    "worker-src": "'self'",
    "connect-src": "'self'",
    "img-src": "'self' data: blob:",
    "base-uri": "'none'",
    "form-action": "'none'",
};

/** @param {Partial<typeof POLICY>} changes */
function policyMeta(changes) {
    const parts = Object.entries({ ...POLICY, ...changes }).map(([name, value]) => `${name} ${value}`);
    return `<meta http-equiv="Content-Security-Policy" content="${parts.join("; ")}">`;
}

/** @param {string} text */
function hash(text) {
    return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/**
 * Replaces what a pattern finds in a text, which has to be there.
 * @param {string} text
 * @param {RegExp} pattern
 * @param {(...found: string[]) => string} by
 */
function replaced(text, pattern, by) {
    if (text.search(pattern) < 0) {
        throw new Error(`the page has no ${pattern}`);
    }
    return text.replace(pattern, by);
}

/** The source of the page with this policy, whatever policy it had. @param {string} meta */
function withPolicy(meta) {
    const source = readFileSync(join(web, "page/index.html"), "utf8");
    const bare = source.replace(/\s*<meta http-equiv="Content-Security-Policy"[^>]*>/, "");
    return replaced(bare, /<meta charset="?utf-8"?\s*\/?>/i, (charset) => `${charset}\n    ${meta}`);
}

const STYLES = /[ \t]*<link rel="stylesheet" href="([^"]+)"\s*\/?>\n?/g;
const SCRIPT = /[ \t]*<script type="module" src="([^"]+)"><\/script>\n?/;

/** The files as they are, and the page that names them from the folder above. */
function severalFiles() {
    const isSource = (/** @type {string} */ path) => !/(\.d\.ts|embedded\.js|index\.html)$/.test(path);
    ["page", "player", "engine"].forEach((folder) => {
        cpSync(join(web, folder), join(out, folder), { recursive: true, filter: isSource });
    });
    ["highs.mjs", "highs.wasm"].forEach((file) => {
        cpSync(join(web, "node_modules/highs/build", file), join(out, "highs", file));
    });
    const inFolder = (/** @type {string} */ link) => join("page", link);
    let html = replaced(withPolicy(policyMeta({})), STYLES, (tag, link) => tag.replace(link, inFolder(link)));
    html = replaced(html, SCRIPT, (tag, link) => tag.replace(link, inFolder(link)));
    writeFileSync(join(out, "index.html"), html);
}

/**
 * A module with all that it imports, as a classic script. The sources are those in the folder, where tumble's WebAssembly is.
 * @param {string} entry
 */
async function bundled(entry) {
    const { outputFiles } = await build({
        entryPoints: [join(out, entry)],
        bundle: true,
        format: "iife",
        target: "es2022",
        minify: true,
        write: false,
        logLevel: "error",
        external: ["node:*"],
        // Neither has an address of its own: both are given their files.
        define: { "import.meta.url": '"blob:"' },
        plugins: [{ name: "embedded", setup: (plugins) => plugins.onResolve({ filter: /^\.\/files\.js$/ }, embedded) }],
    });
    return outputFiles[0]?.text ?? "";
}

function embedded() {
    return { path: join(web, "engine/embedded.js") };
}

/** @param {string} name @param {Uint8Array | string} content */
function block(name, content) {
    const packed = gzipSync(content, { level: 9 }).toString("base64");
    return `<script type="application/octet-stream" id="embedded-${name}">${packed}</script>`;
}

/** A text that cannot end the element that it is in. @param {string} text */
function inert(text) {
    return text.replace(/<\/(script|style)/gi, "<\\/$1").replace(/<!--/g, "<\\!--");
}

/** @param {Record<string, Uint8Array | string>} data */
async function oneFile(data) {
    const source = withPolicy("{{policy}}");
    const links = [...source.matchAll(STYLES)].map(([, link]) => join(web, "page", link ?? ""));
    const style = `\n${links.map((link) => readFileSync(link, "utf8")).join("\n")}`;
    const [, entry] = SCRIPT.exec(source) ?? [];
    const script = `\n${inert(await bundled(join("page", entry ?? "")))}`;
    const files = {
        worker: await bundled("engine/worker.js"),
        tumble: readFileSync(join(out, "tumble/tumble_web_bg.wasm")),
        highs: readFileSync(join(out, "highs/highs.wasm")),
        licences: readFileSync(join(out, "licences.txt")),
        ...data,
    };
    const policy = policyMeta({
        "script-src": `${hash(script)} 'wasm-unsafe-eval'`,
        "style-src": hash(style),
        "worker-src": "blob:",
        "connect-src": "'none'",
        "img-src": "data: blob:",
    });
    const blocks = Object.entries(files).map(([name, content]) => block(name, content));
    let html = replaced(source, STYLES, () => "");
    html = replaced(html, SCRIPT, () => "");
    html = replaced(html, /\{\{policy\}\}/, () => policy);
    html = replaced(html, /<\/head>/, () => `<style>${style}</style>\n</head>`);
    html = replaced(html, /<\/body>/, () => `${blocks.join("\n")}\n<script>${script}</script>\n</body>`);
    writeFileSync(join(out, "tumble.html"), html);
}

const root = dirname(web);
const data = { examples: JSON.stringify(examples(root)), estimates: JSON.stringify(estimates(root)) };
severalFiles();
Object.entries(data).forEach(([name, text]) => writeFileSync(join(out, `${name}.json`), text));
await oneFile(data);
