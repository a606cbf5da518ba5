// The page of one decision: shows pictures when they are asked for, steps through frames, lights up fields. Without it every
// picture is behind its link. The server writes down each picture that it gives; nothing is kept here beyond the page.

const viewer = document.getElementById("viewer");
const status = document.getElementById("case-status");
const say = (text) => { status.textContent = text; };
const text = (name, values = {}) =>
  Object.entries(values).reduce((found, [key, value]) => found.replace(`{${key}}`, value), viewer.dataset[name] ?? "");

for (const element of document.querySelectorAll(".script-only")) element.hidden = false;

// Pictures

/** One request for each picture, however often it is shown on this page. */
const loaded = new Map();

function load(link) {
  const address = link.href;
  if (!loaded.has(address)) {
    loaded.set(address, fetch(address, { credentials: "same-origin", cache: "no-store" }).then(async (response) => {
      if (!response.ok) throw new Error(String(response.status));
      return URL.createObjectURL(await response.blob());
    }));
    loaded.get(address).catch(() => loaded.delete(address));
  }
  return loaded.get(address);
}

async function reveal(link) {
  if (link.querySelector("img")) return true;
  try {
    const image = new Image();
    image.alt = link.dataset.label;
    image.src = await load(link);
    await image.decode();
    if (link.querySelector("img")) return true;
    link.querySelector(".unseen").replaceWith(image);
    link.querySelector(".picture-action").textContent = text("enlarge");
    link.classList.remove("is-failed");
    link.classList.add("is-shown");
    say(text("shown", { label: link.dataset.label }));
    if (isEqualised) equalise(image);
    return true;
  } catch {
    link.classList.add("is-failed");
    say(text("failed"));
    return false;
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-picture]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  if (link.querySelector("img")) open(link);
  else reveal(link);
});

for (const button of document.querySelectorAll("[data-reveal-all]")) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    const links = document.getElementById(button.dataset.revealAll).querySelectorAll(
      button.dataset.revealAll === "comparison" ? "[data-compare] [data-picture]" : "[data-picture]");
    // One after the other: a strip may be long, and the reader begins at its front.
    for (const link of links) if (!await reveal(link)) break;
    button.disabled = false;
  });
}

// Equal brightness, for the eye alone

let isEqualised = false;

function equalise(image) {
  if (!image.closest("[data-compare]")) return;
  if (!isEqualised) {
    image.style.filter = "";
    return;
  }
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 32;
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0, 32, 32);
  const pixels = context.getImageData(0, 0, 32, 32).data;
  let sum = 0;
  for (let place = 0; place < pixels.length; place += 4) {
    sum += 0.2126 * pixels[place] + 0.7152 * pixels[place + 1] + 0.0722 * pixels[place + 2];
  }
  const mean = sum / 1024;
  image.style.filter = mean > 1 ? `brightness(${Math.min(3, Math.max(0.4, 118 / mean))})` : "";
}

for (const button of document.querySelectorAll("[data-equalise]")) {
  button.addEventListener("click", () => {
    isEqualised = !isEqualised;
    button.setAttribute("aria-pressed", String(isEqualised));
    for (const image of document.querySelectorAll("[data-compare] img")) equalise(image);
  });
}

// Frames by arrow keys

for (const strip of document.querySelectorAll("[data-strip]")) {
  const frames = [...strip.querySelectorAll(".frame")];
  let current = -1;
  const step = (to) => {
    if (to < 0 || to >= frames.length) return;
    frames[current]?.classList.remove("is-current");
    current = to;
    frames[current].classList.add("is-current");
    frames[current].scrollIntoView({ block: "nearest", inline: "nearest" });
    say(frames[current].querySelector(".frame-head").textContent);
  };
  strip.addEventListener("keydown", (event) => {
    const isEnd = getComputedStyle(strip).direction === "rtl" ? -1 : 1;
    const places = { ArrowRight: current + isEnd, ArrowLeft: Math.max(current, 0) - isEnd, Home: 0, End: frames.length - 1 };
    if (event.key in places) {
      event.preventDefault();
      step(places[event.key]);
    } else if (event.key === "Enter" && event.target === strip && current >= 0) {
      frames[current].querySelector("[data-picture]")?.click();
    }
  });
}

// Fields light up with what they were read from, and back

for (const area of document.querySelectorAll("[data-document]")) {
  // A part of a line may state several fields.
  const fieldsOf = (part) => part?.dataset.field.split(" ") ?? [];
  const light = (target) => {
    const fields = fieldsOf(target?.closest?.("[data-field]"));
    for (const part of area.querySelectorAll("[data-field]")) {
      part.classList.toggle("is-lit", fieldsOf(part).some((field) => fields.includes(field)));
    }
  };
  area.addEventListener("pointerover", (event) => light(event.target));
  area.addEventListener("pointerleave", () => light(area.contains(document.activeElement) ? document.activeElement : null));
  area.addEventListener("focusin", (event) => light(event.target));
  for (const row of area.querySelectorAll("tr[data-field], .fact[data-field]")) row.tabIndex = 0;
}

for (const button of document.querySelectorAll("[data-marks]")) {
  button.addEventListener("click", () => {
    const isShown = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(isShown));
    button.closest("figure").querySelector(".boxes").classList.toggle("is-off", !isShown);
  });
}

// The large view: 1:1 to 8:1, moved by buttons, keys and pointer

const stage = viewer.querySelector(".viewer-stage");
const view = { links: [], place: 0, image: null, scale: 1, x: 0, y: 0, turns: 0 };

function fitting() {
  const turned = view.turns % 2 !== 0;
  const width = turned ? view.image.naturalHeight : view.image.naturalWidth;
  const height = turned ? view.image.naturalWidth : view.image.naturalHeight;
  return Math.min(1, stage.clientWidth / width, stage.clientHeight / height);
}

function draw() {
  view.scale = Math.min(8, Math.max(Math.min(fitting(), 1), view.scale));
  view.image.style.transform =
    `translate(${view.x}px, ${view.y}px) rotate(${view.turns * 90}deg) scale(${view.scale})`;
  view.image.style.imageRendering = view.scale >= 2 ? "pixelated" : "";
  const number = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 2 }).format(view.scale);
  document.getElementById("viewer-scale").textContent = text("scale", { n: number });
}

function fit() {
  Object.assign(view, { x: 0, y: 0, scale: fitting() });
  draw();
}

async function open(link) {
  view.links = [...(link.closest("[data-strip], [data-compare], .pages")?.querySelectorAll("[data-picture]") ?? [link])];
  view.place = Math.max(0, view.links.indexOf(link));
  if (!viewer.open) viewer.showModal();
  await show();
  stage.focus();
}

async function show() {
  const link = view.links[view.place];
  if (!await reveal(link)) return;
  view.image = new Image();
  view.image.alt = link.dataset.label;
  view.image.src = await load(link);
  await view.image.decode();
  stage.replaceChildren(view.image);
  document.getElementById("viewer-label").textContent = link.dataset.label;
  view.turns = 0;
  fit();
  viewer.querySelector("[data-act=previous]").disabled = view.place === 0;
  viewer.querySelector("[data-act=next]").disabled = view.place === view.links.length - 1;
}

function pan(x, y) {
  view.x += x;
  view.y += y;
  draw();
}

function act(name) {
  const far = 60;
  switch (name) {
    case "close": viewer.close(); return;
    case "previous": if (view.place > 0) { view.place -= 1; show(); } return;
    case "next": if (view.place < view.links.length - 1) { view.place += 1; show(); } return;
  }
  if (!view.image) return;
  switch (name) {
    case "in": view.scale *= 1.5; draw(); return;
    case "out": view.scale /= 1.5; draw(); return;
    case "one": view.scale = 1; draw(); return;
    case "fit": fit(); return;
    case "rotate": view.turns += 1; fit(); return;
    case "left": pan(far, 0); return;
    case "right": pan(-far, 0); return;
    case "up": pan(0, far); return;
    case "down": pan(0, -far); return;
  }
}

viewer.addEventListener("click", (event) => {
  const name = event.target.closest?.("[data-act]")?.dataset.act;
  if (name) act(name);
});

stage.addEventListener("keydown", (event) => {
  const keys = {
    "+": "in", "=": "in", "-": "out", 0: "fit", 1: "one", ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up",
    ArrowDown: "down", r: "rotate", PageUp: "previous", PageDown: "next",
  };
  if (event.ctrlKey || event.metaKey || !(event.key in keys)) return;
  event.preventDefault();
  act(keys[event.key]);
});

stage.addEventListener("wheel", (event) => {
  if (!view.image) return;
  event.preventDefault();
  act(event.deltaY < 0 ? "in" : "out");
}, { passive: false });

stage.addEventListener("pointerdown", (event) => {
  if (!view.image) return;
  stage.setPointerCapture(event.pointerId);
  const move = (moved) => pan(moved.movementX, moved.movementY);
  stage.addEventListener("pointermove", move);
  stage.addEventListener("lostpointercapture", () => stage.removeEventListener("pointermove", move), { once: true });
});

// On paper everything is there that the page holds.
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("main details:not([open])")) {
    details.open = true;
    details.dataset.forPrint = "";
  }
});
addEventListener("afterprint", () => {
  for (const details of document.querySelectorAll("[data-for-print]")) {
    details.open = false;
    delete details.dataset.forPrint;
  }
});

// Where the reader is

const links = new Map([...document.querySelectorAll(".case-nav a")].map((link) => [link.hash.slice(1), link]));
const seen = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    for (const link of links.values()) link.removeAttribute("aria-current");
    links.get(entry.target.id)?.setAttribute("aria-current", "true");
  }
}, { rootMargin: "-15% 0px -75% 0px" });
for (const id of links.keys()) {
  const section = document.getElementById(id);
  if (section) seen.observe(section);
}
