/* What is seen. Every screen and sentence stands in the page; scripts hold none, they show, hide and fill in. */
import { Voice } from "./voice.js";

export const element = (id) => document.getElementById(id);
export const all = (selector) => Array.from(document.querySelectorAll(selector));

const sections = all("[data-screen]");
const fillable = all("[data-fill]").map((place) => [place, place.textContent]);
const title = document.title;
const values = {};
const listeners = new Set();

/** The name of the screen that is seen. */
export const shown = () => sections.find(({ hidden }) => !hidden).dataset.screen;

export function show(name) {
  for (const section of sections) section.hidden = section.dataset.screen !== name;
  document.body.classList.toggle("is-stage", name === "camera");
  for (const around of all("[data-around]")) around.inert = name === "camera";
  // The heading is read in place of what was to be said of the screen before.
  voice.forget();
  const heading = document.querySelector(`[data-screen=${name}] h1:not([hidden])`);
  document.title = `${heading.textContent} · ${title}`;
  heading.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** Puts values in the place of `{name}` in every text. */
export function fill(more) {
  Object.assign(values, more);
  for (const [place, text] of fillable) place.textContent = filled(text);
}

const filled = (text) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** Of elements with `data-NAME`, shows those that list one of the values. */
export function only(name, ...shown) {
  for (const one of all(`[data-${name}]`)) {
    one.hidden = !one.getAttribute(`data-${name}`).split(" ").some((value) => shown.includes(value));
  }
}

/** The sentence for a code, or an empty one. @param when `capturing`, `failed` or `ended`. */
export function word(code, when) {
  const name = String(code).replace(/\W/g, "_");
  const sentence = document.querySelector(`#feedback [data-code~="${name}"][data-when="${when}"]`);
  return filled(sentence?.textContent ?? "");
}

export function list(id, sentences) {
  element(id).replaceChildren();
  for (const sentence of new Set(sentences)) {
    element(id).appendChild(document.createElement("li")).textContent = sentence;
  }
  element(id).hidden = false;
}

const voice = new Voice((text, isUrgent) => {
  element("polite").textContent = isUrgent ? "" : text;
  element("assertive").textContent = isUrgent ? text : "";
});

/** Says something to who listens. @param isUrgent for what must be done now, or has gone wrong. */
export const announce = (text, isUrgent) => voice.say(text, isUrgent);

let noticed = null;

/** The line at the top: `offline` or `busy`, or null for none. @param isLong offers to try at once. */
export function notice(kind, seconds, isLong = false) {
  if (kind) fill({ seconds });
  // Said once, however often it is tried again.
  if (kind && kind !== noticed) announce(document.querySelector(`[data-notice="${kind}"]`).textContent, kind === "offline");
  noticed = kind;
  only("notice", kind);
  element("notice-now").hidden = !isLong;
  element("notice").hidden = !kind;
}

for (const [type, member] of [["click", "action"], ["change", "picks"]]) {
  document.addEventListener(type, ({ target }) => {
    const source = target.closest(`[data-${member}]`);
    const name = source?.dataset[member];
    [...listeners].reverse().find((handlers) => name in handlers)?.[name](source);
  });
}

/** Calls what `data-action` of what is tapped names, or `data-picks` of a field that changes. */
export function listen(handlers, signal) {
  listeners.add(handlers);
  const end = () => listeners.delete(handlers);
  signal?.addEventListener("abort", end, { once: true });
  return end;
}

export const left = (signal) =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));

/** Waits for one of some taps. Its function begins what has to begin inside it, such as the camera. */
export function choice(actions, signal) {
  const tap = new Promise((resolve) => {
    const handlers = {};
    const end = listen(handlers, signal);
    for (const [action, begin] of Object.entries(actions)) {
      handlers[action] = (source) => {
        end();
        resolve({ action, value: begin?.(source) });
      };
    }
  });
  return Promise.race([tap, left(signal)]);
}
