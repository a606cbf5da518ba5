import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const root = new URL("../../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");
const folder = "web/static/capture/";
const scripts = readdirSync(new URL(folder, root)).filter((name) => name.endsWith(".js"));
/** What is loaded only by who needs it or once a capture has begun, and how many bytes it may have. */
const LATER = {
  "returning.js": 20 * 1024, "gallery.js": 2 * 1024, "challenge.js": 3 * 1024, "causes.js": 5 * 1024,
  "turn.js": 4 * 1024, "distance.js": 4 * 1024, "hpke.js": 4 * 1024, "sizes.js": 4 * 1024, "times.js": 2 * 1024,
};
const sources = Object.fromEntries(scripts.map((name) => [name, read(folder + name)]));
const template = read("web/templates/capture.mustache");
const style = read(`${folder}capture.css`);
const words = { en: JSON.parse(read("web/texts/en.json")).capture, de: JSON.parse(read("web/texts/de.json")).capture };

const paths = (object, prefix = "") =>
  Object.entries(object).flatMap(([key, value]) =>
    typeof value === "string" ? [prefix + key] : paths(value, `${prefix}${key}.`));
const text = (language, path) => path.split(".").reduce((object, key) => object?.[key], words[language]);
const all = (source, pattern) => Array.from(source.matchAll(pattern), (match) => match[1]);

test("scripts and style fit a poor connection", () => {
  const bytes = (name) => Buffer.byteLength(sources[name]);
  const total = scripts.filter((name) => !(name in LATER)).reduce((sum, name) => sum + bytes(name), 0);
  assert.ok(total <= 65 * 1024, `${total} bytes of scripts`);
  const page = Buffer.byteLength(template) + Buffer.byteLength(JSON.stringify(words.de)) + Buffer.byteLength(style) + total;
  assert.ok(page <= 200 * 1024, `${page} bytes before the first picture`);
  for (const [name, limit] of Object.entries(LATER)) assert.ok(bytes(name) <= limit, `${bytes(name)} bytes of ${name}`);
});

test("every module that everybody needs is fetched in the first round trip", () => {
  assert.deepEqual(all(template, /rel="modulepreload" href="\{\{files\}\}\/capture\/(\w+\.js)"/g).sort(),
    scripts.filter((name) => !(name in LATER)).sort());
});

// A tenant may say these in its own words, so the server fills them in where these stand.
const ofTheTenant = new Map([
  ["done.text", "content.success"], ["start.lead", "content.welcome"], ["start.title", "content.heading"],
]);
/** What the server puts behind the text that is agreed to. */
const behind = ["start.consentAge"];

test("every word of the page is there in every language, and none is left over", () => {
  const used = [...new Set([...all(template, /\{\{words\.capture\.([\w.]+)\}\}/g), ...ofTheTenant.keys(), ...behind])].sort();
  for (const language of Object.keys(words)) {
    assert.deepEqual(paths(words[language]).sort(), used, language);
    for (const path of used) {
      assert.deepEqual(
        all(text(language, path), /(\{\w+\})/g).sort(), all(text("en", path), /(\{\w+\})/g).sort(), `${language} ${path}`);
    }
  }
});

test("a sentence with a place for a value stands where scripts fill it in", () => {
  for (const path of paths(words.en).filter((path) => /\{\w+\}/.test(text("en", path)))) {
    const place = `{{${ofTheTenant.get(path) ?? `words.capture.${path}`}}}`;
    const line = template.split("\n").find((line) => line.includes(place));
    const element = line.slice(0, line.indexOf(place)).match(/<[^<]*$/)[0];
    // The list of feedback is filled in as it is read, and the own clock where it is told of.
    assert.ok(/ data-(fill|code=|own=)/.test(element), path);
  }
});

test("sentences that are shown while capturing are short", () => {
  for (const [language, capture] of Object.entries(words)) {
    for (const [key, sentence] of Object.entries(capture.feedback)) {
      if (!/Failed$|Ended$|coloursCome/.test(key)) assert.ok(sentence.length <= 60, `${language} ${key}`);
    }
  }
});

test("the content security policy and Trusted Types have nothing to object to", () => {
  assert.doesNotMatch(template, / style=| on[a-z]+=|<style|<script(?! type="module" src=)|\{\{\{|\{\{\s*&/);
  for (const [name, source] of Object.entries(sources)) {
    assert.doesNotMatch(source, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|setAttribute\("style/, name);
    assert.doesNotMatch(source, /localStorage|sessionStorage|document\.cookie|console\./, name);
    // Keys of this device are kept, and nothing else.
    if (name !== "device.js") assert.doesNotMatch(source, /indexedDB/, name);
    assert.doesNotMatch(source, /https?:\/\//, name);
  }
  assert.doesNotMatch(style, /url\(|@import/);
});

test("what scripts look for by id is in the page once", () => {
  const ids = all(template, / id="([\w-]+)"/g);
  assert.equal(new Set(ids).size, ids.length);
  for (const [name, source] of Object.entries(sources)) {
    for (const id of all(source, /(?:element|getElementById)\("([\w-]+)"\)/g)) assert.ok(ids.includes(id), `${name}: ${id}`);
  }
  for (const reference of all(template, /<use href="#([\w-]+)"/g)) assert.ok(ids.includes(reference), reference);
});

test("every screen that scripts show is there, with a heading that takes the focus", () => {
  const screens = all(template, /data-screen="([\w-]+)"/g);
  for (const source of Object.values(sources)) {
    for (const screen of all(source, /(?:show\(|finish\(|over\(|screen: )"([\w-]+)"/g)) assert.ok(screens.includes(screen), screen);
  }
  for (const outcome of ["complete", "failed", "expired", "cancelled", "withdrawn"]) assert.ok(screens.includes(outcome));
  const kinds = all(sources["camera.js"] + sources["stage.js"], /CameraProblem\("(\w+)"\)/g);
  for (const kind of [...kinds, "insecure", "unsupported", "missing", "busy", "denied", "dismissed"]) {
    assert.ok(screens.includes(`camera-${kind}`), kind);
  }
  for (const section of template.split("<section ").slice(1)) assert.match(section, /<h1[^>]* tabindex="-1"/);
});

test("whoever agrees comes past the words that they agree to, and opens nothing to read them", () => {
  const start = template.split('data-screen="start"')[1].split("</section>")[0];
  assert.doesNotMatch(start.match(/<details[^]*<\/details>/)[0], /id="consent-text"/);
  assert.match(template, /id="consent-text"[^]*<div class="actions is-after">[^]*data-action="accept"/);
  assert.doesNotMatch(style, /\.is-after \{[^}]*(sticky|fixed)/);
  assert.match(style, /> \.actions:not\(\.is-after\) \{ position: sticky/);
});

test("the turn is drawn before it is asked for, and the drawing is still for who wants no motion", () => {
  const stage = template.split('data-screen="camera"')[1].split("</section>")[0];
  assert.match(stage, /<div class="hint[^"]*" data-side="face">\s*<span data-turn-to="left right"><svg class="help-picture"[^]*data-turn-to="left"[^]*data-turn-to="right"/);
  assert.match(style, /\.is-foretold:has\(\[data-turn-to="right"\]:not\(\[hidden\]\)\) \.help-picture \{ transform: scaleX\(-1\)/);
  assert.match(style, /\.is-foretold \.p-nose \{ animation: look-aside [\d.]+s ease-in-out \d alternate; \}/);
  assert.match(style, /prefers-reduced-motion: reduce\) \{\s*\.capture \*[^}]*animation-duration: 0s !important/);
});

/** The values of an enumeration that stands in a schema of the description of the interface. */
function enumeration(schema) {
  const lines = read("docs/openapi.yaml").split("\n");
  const start = lines.findIndex((line) => line.startsWith(`    ${schema}:`));
  const found = [];
  let isInside = false;
  for (const line of lines.slice(start + 1)) {
    if (/^ {4}\w/.test(line)) break;
    if (/^\s+enum:\s*$/.test(line)) isInside = true;
    else if (isInside && /^\s+- /.test(line)) found.push(line.replace(/^\s+- /, "").trim());
    else isInside = false;
  }
  return found;
}

const codes = (when) =>
  all(template, new RegExp(`data-code="([^"]+)" data-when="${when}"`, "g")).flatMap((list) => list.split(" "));

test("whatever the server answers about a capture has words", () => {
  const capturing = codes("capturing");
  const failed = codes("failed");
  for (const code of enumeration("CaptureFeedback")) assert.ok(capturing.includes(code), code);
  const answers = [
    ...enumeration("RecaptureCauses"), ...enumeration("StepReason"), ...enumeration("LivenessFeedback"),
    ...enumeration("LivenessResult"),
  ];
  assert.ok(answers.length > 40, `${answers.length} codes found`);
  for (const code of answers.filter((code) => code !== "LIVE")) {
    assert.ok(failed.includes(code.replace(/\W/g, "_")), code);
  }
  for (const prompt of ["comeCloser", "turnLeft", "turnRight", "nod", "blinkTwice", "openMouth"]) {
    assert.ok(capturing.includes(prompt), prompt);
  }
});

test("no code has two sentences", () => {
  for (const when of ["capturing", "failed", "ended"]) assert.equal(new Set(codes(when)).size, codes(when).length, when);
});
