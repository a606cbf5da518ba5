import assert from "node:assert/strict";
import { test } from "node:test";
import { load, randomness } from "./load.mjs";

const { brightness, edges, glare, grey, judged, sharpness } = await load("quality.js");
const SEED = 9303;

/** A picture of 320 pixels by a function of x and y, with noise as a sensor has. */
function picture(paint, { height = 220, noise = 6, seed = SEED } = {}) {
  const random = randomness(seed);
  const width = 320;
  const data = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const error = (random() + random() + random() - 1.5) * 2 * noise;
      data[y * width + x] = paint(x, y) + error;
    }
  }
  return { data, width, height };
}

/** Smeared by the mean of so many pixels along the rows, three times, which is close to a Gauss. */
function blurred({ data, width, height }, size) {
  let from = data;
  for (let pass = 0; pass < 3; pass += 1) {
    const to = new Uint8ClampedArray(data.length);
    for (let index = 0; index < data.length; index += 1) {
      let [sum, count] = [0, 0];
      for (let x = -size; x <= size; x += 1) {
        const column = (index % width) + x;
        if (column < 0 || column >= width) continue;
        sum += from[index + x];
        count += 1;
      }
      to[index] = sum / count;
    }
    from = to;
  }
  return { data: from, width, height };
}

const guide = { x: 30, y: 25, width: 260, height: 164 };
/** A light card with lines of print on a dark table, moved and tilted. */
const card = ({ dx = 0, dy = 0, tilt = 0, scale = 1, table = 60 } = {}) => (x, y) => {
  const [fromMiddleX, fromMiddleY] = [x - 160 - dx, y - 107 - dy - (x - 160) * tilt];
  const isInside = Math.abs(fromMiddleX) < 130 * scale && Math.abs(fromMiddleY) < 82 * scale;
  if (!isInside) return table;
  return fromMiddleY % 14 > 8 && Math.floor(fromMiddleX / 4) % 2 ? 70 : 190;
};
const found = (strengths, least = 15) => Object.values(strengths).filter((strength) => strength >= least).length;

test("pixels become brightness by Rec. 601", () => {
  const data = new Uint8ClampedArray([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255]);
  assert.deepEqual([...grey({ data, width: 4, height: 1 }).data], [76, 149, 28, 255]);
  assert.equal(Math.round(brightness(grey({ data, width: 4, height: 1 }))), 127);
});

test("all four edges of a card in the frame are found, also moved, tilted and on a light table", () => {
  for (const place of [{}, { dx: 6, dy: -7 }, { tilt: 0.04 }, { tilt: -0.03, dx: -5 }, { scale: 0.95 }, { table: 140 }]) {
    assert.equal(found(edges(picture(card(place)), guide)), 4, JSON.stringify(place));
  }
});

test("a card that is half out, too small or not there has fewer", () => {
  assert.ok(found(edges(picture(card({ dx: 90 })), guide)) < 3);
  assert.ok(found(edges(picture(card({ dy: 70 })), guide)) < 4);
  assert.ok(found(edges(picture(card({ scale: 0.6 })), guide)) < 2);
  assert.equal(found(edges(picture(() => 120), guide)), 0);
});

test("a pattern that ripples is no edge", () => {
  const chequered = picture((x, y) => (Math.floor(x / 12) + Math.floor(y / 12)) % 2 ? 110 : 150);
  assert.equal(found(edges(chequered, guide)), 0);
});

test("sharpness falls with blur, whatever the contrast", () => {
  for (const contrast of [60, 120, 200]) {
    const print = picture((x) => (Math.floor(x / 12) % 2 ? 128 - contrast / 2 : 128 + contrast / 2), { noise: 3 });
    const values = [0, 1, 2, 3].map((size) => sharpness(size ? blurred(print, size) : print));
    assert.ok(values[0] > 0.25, `contrast ${contrast}: ${values}`);
    for (let index = 1; index < 3; index += 1) assert.ok(values[index] < values[index - 1], `contrast ${contrast}: ${values}`);
    assert.ok(values[3] < 0.16, `contrast ${contrast}: ${values}`);
  }
});

test("noise alone is not sharp", () => {
  assert.equal(sharpness(picture(() => 128, { noise: 6 })), 0);
});

test("a reflection is told from white paper", () => {
  const paper = picture(card());
  assert.equal(glare(paper), 0);
  const spot = picture((x, y) => (Math.hypot(x - 150, y - 100) < 40 ? 262 : card()(x, y)));
  assert.ok(glare(spot) > 0.03);
  assert.equal(glare(picture(() => 262)), 1);
});

test("one thing is said at a time, in the order in which it helps", () => {
  const good = { edges: { top: 40, right: 40, bottom: 40, left: 40 }, brightness: 120, sharpness: 0.3, glare: 0 };
  assert.equal(judged(good, "front"), "DOCUMENT_GOOD");
  assert.equal(judged({ ...good, brightness: 20, sharpness: 0 }, "front"), "DOCUMENT_DARK");
  assert.equal(judged({ ...good, edges: { top: 40, right: 2, bottom: 2, left: 2 } }, "front"), null);
  assert.equal(judged({ ...good, edges: { ...good.edges, left: 2 }, glare: 1 }, "front"), "DOCUMENT_CUT_OFF");
  assert.equal(judged({ ...good, edges: { ...good.edges, top: 2 } }, "page"), "DOCUMENT_GOOD");
  assert.equal(judged({ ...good, glare: 0.1, sharpness: 0 }, "back"), "DOCUMENT_GLARE");
  assert.equal(judged({ ...good, sharpness: 0.1 }, "back"), "DOCUMENT_BLURRED");
});
