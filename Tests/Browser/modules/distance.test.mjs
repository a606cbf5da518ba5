import assert from "node:assert/strict";
import { test } from "node:test";
import { load, randomness } from "./load.mjs";

const { distance } = await load("distance.js");
const [WIDTH, HEIGHT] = [320, 220];
const frame = { x: 30, y: 28, width: 260, height: 164 };

/** A picture with the noise of a sensor. */
function picture(paint) {
  const random = randomness(9303);
  const data = new Uint8ClampedArray(WIDTH * HEIGHT);
  for (let index = 0; index < data.length; index += 1) {
    const error = (random() + random() + random() - 1.5) * 8;
    data[index] = paint(index % WIDTH, Math.floor(index / WIDTH)) + error;
  }
  return { data, width: WIDTH, height: HEIGHT };
}

/** A light card with print on a dark table: `scale` of the frame, moved. */
const card = ({ scale = 1, dx = 0, dy = 0, table = 60 } = {}) => (x, y) => {
  const [right, down] = [(x - 160 - dx) / scale, (y - 110 - dy) / scale];
  if (Math.abs(right) > 130 || Math.abs(down) > 82) return table;
  // Lines of print with a margin around them.
  const isPrinted = Math.abs(right) < 122 && Math.abs(down) < 75 && (down + 82) % 16 > 9;
  const line = Math.floor((down + 82) / 16);
  return isPrinted && Math.floor((right + 130 + 7 * line * line) / 3) % 2 ? 70 : 190;
};

test("a card that is smaller than its frame is too far away", () => {
  for (let scale = 0.45; scale < 0.83; scale += 0.02) {
    assert.equal(distance(picture(card({ scale })), frame), "DOCUMENT_TOO_FAR", `scale ${scale.toFixed(2)}`);
  }
  assert.equal(distance(picture(card({ scale: 0.6, dx: 6, dy: -4, table: 120 })), frame), "DOCUMENT_TOO_FAR");
});

test("a card that reaches beyond the picture on every side is too near", () => {
  for (const scale of [1.3, 1.5, 1.7]) {
    assert.equal(distance(picture(card({ scale })), frame), "DOCUMENT_TOO_CLOSE", `scale ${scale}`);
  }
});

test("print is never taken for a small document", () => {
  for (let scale = 1.3; scale < 3; scale += 0.05) {
    assert.notEqual(distance(picture(card({ scale })), frame), "DOCUMENT_TOO_FAR", `scale ${scale.toFixed(2)}`);
  }
});

test("what lies beside its frame, or is not there, is told nothing of its distance", () => {
  for (const moved of [{ dx: 90 }, { dx: -120 }, { dy: 80 }, { dx: 70, dy: 60 }]) {
    assert.equal(distance(picture(card(moved)), frame), null, JSON.stringify(moved));
  }
  assert.equal(distance(picture(() => 120), frame), null);
  assert.equal(distance(picture((x) => 60 + x / 4), frame), null, "light from one side");
});
