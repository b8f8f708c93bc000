// Data for the page that is made with it: the shipped models, and how long runs took.

import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * The files under a folder with a suffix, sorted.
 * @param {string} folder
 * @param {string} suffix
 * @returns {string[]}
 */
function files(folder, suffix) {
    const entries = readdirSync(folder, { withFileTypes: true });
    const found = entries.flatMap((entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory() ? files(path, suffix) : path.endsWith(suffix) ? [path] : [];
    });
    return found.sort();
}

/**
 * The shipped models: their paths, their puzzles, their texts.
 * @param {string} root
 */
export function examples(root) {
    return files(join(root, "models"), ".toml").map((path) => {
        const text = readFileSync(path, "utf8");
        const puzzle = /^puzzle = "([a-z-]+)"$/m.exec(text)?.[1];
        if (puzzle === undefined) {
            throw new Error(`${path} does not say which puzzle it is`);
        }
        return { path: relative(root, path), puzzle, text };
    });
}

/**
 * The recorded runs of integer models by HiGHS, built in, on one machine: the sizes of the models that it was given, and the seconds.
 * @param {string} root
 */
export function estimates(root) {
    const lines = files(join(root, "data"), ".jsonl").flatMap((path) => readFileSync(path, "utf8").trim().split("\n"));
    const records = lines.map((line) => JSON.parse(line));
    const runs = records.filter((record) => record.backend === "highs" && record.method === "model" && !record.relaxation);
    return runs.map(({ model, puzzle, backend, encoding, status, stats }) => {
        const size = stats.lowered ?? stats;
        return {
            model,
            puzzle,
            backend,
            encoding,
            status,
            variables: size.variables,
            rows: size.constraints,
            nonzeros: size.nonzeros,
            seconds: stats.total_seconds,
        };
    });
}
