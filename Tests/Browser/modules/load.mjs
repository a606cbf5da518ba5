/*
 * Loads a module of the capture page into node. Node takes a file that ends in .js for CommonJS where no package says
 * otherwise, and what browsers load has no package: so it is copied beside one.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { webcrypto } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

// Node 18 has it, but not in sight.
globalThis.crypto ??= webcrypto;

const source = fileURLToPath(new URL("../../../web/static/capture", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "capture-modules-"));
cpSync(source, folder, { recursive: true });
writeFileSync(join(folder, "package.json"), '{"type":"module"}');
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** @param name what follows a `?` makes it another instance. */
export const load = (name) => {
  const [file, query] = name.split("?");
  return import(pathToFileURL(join(folder, file)) + (query ? `?${query}` : ""));
};

/** The same numbers for the same seed, from 0 to 1. */
export function randomness(seed) {
  let state = seed >>> 0;
  return () => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}
