// What `scripts/web` puts beside the engine: tumble's WebAssembly, as wasm-bindgen wraps it, and HiGHS's.

declare module "*/tumble_web.js" {
    export default function start(options: { module_or_path: WebAssembly.Module }): Promise<unknown>;
}

declare module "*/highs.mjs" {
    export default function loadHighs(options: object): Promise<import("highs").Highs>;
}
