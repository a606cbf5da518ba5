/* What a page can tell of a picture by itself: of brightness from 0 to 255, row by row, `{ data, width, height }`. */
export const LEAST = { edge: 15, brightness: 45, sharpness: 0.16 };
const MOST_GLARE = 0.015;

export function grey({ data, width, height }) {
  const values = new Uint8ClampedArray(width * height);
  for (let index = 0; index < values.length; index += 1) {
    const pixel = index * 4;
    values[index] = (data[pixel] * 77 + data[pixel + 1] * 150 + data[pixel + 2] * 29) >> 8;
  }
  return { data: values, width, height };
}

export function brightness({ data }) {
  let sum = 0;
  for (const value of data) sum += value;
  return data.length ? sum / data.length : 0;
}

/**
 * How sharp edges are, from 0.11 (smeared) to 0.33 (from one pixel to the next) and more: the change over two pixels
 * against that over six, squared, so that contrast cancels out. 0 where hardly anything is an edge.
 */
export function sharpness({ data, width, height }) {
  let [near, far, count] = [0, 0, 0];
  for (let index = 2; index + 4 < data.length; index += 1) {
    const [wide, narrow] = [data[index + 4] - data[index - 2], data[index + 2] - data[index]];
    const column = index % width;
    if (Math.abs(wide) < 30 || column < 2 || column > width - 5) continue;
    near += narrow * narrow;
    far += wide * wide;
    count += 1;
  }
  return count * 100 < width * height ? 0 : near / far;
}

/** Share of the fields of a grid whose pixels are mostly white, where the picture is not. */
export function glare(picture) {
  const { data, width, height } = picture;
  const [columns, rows, white] = [16, 10, 250];
  if (brightness(picture) > 225) return 1;
  const counts = new Array(columns * rows).fill(0);
  data.forEach((value, index) => {
    if (value < white) return;
    const row = Math.floor((Math.floor(index / width) * rows) / height);
    counts[row * columns + Math.floor(((index % width) * columns) / width)] += 1;
  });
  return counts.filter((count) => count * 2 * counts.length > data.length).length / counts.length;
}

/** How clearly an edge runs along each side of a rectangle, in steps of brightness: the best line near it. */
export function edges(picture, { x, y, width, height }) {
  const reach = Math.min(width, height) * 0.09;
  const turned = transposed(picture);
  const best = (of, place, start, length) => {
    let strength = 0;
    for (const tilt of [-0.052, -0.026, 0, 0.026, 0.052]) {
      for (let at = place - reach; at <= place + reach; at += 1) {
        strength = Math.max(strength, line(of, at, tilt, start, length));
      }
    }
    return strength;
  };
  return {
    top: best(picture, y, x, width), bottom: best(picture, y + height, x, width),
    left: best(turned, x, y, height), right: best(turned, x + width, y, height),
  };
}

/** The change across a line in eight pieces, of which the second weakest counts: a mere pattern cancels out. */
function line({ data, width, height }, y, tilt, start, length) {
  const pieces = 8;
  const step = (0.9 * length) / pieces;
  const strengths = [];
  for (let from = start + 0.05 * length; strengths.length < pieces; from += step) {
    let [sum, count] = [0, 0];
    for (let x = Math.round(from); x < from + step; x += 2) {
      const row = Math.round(y + (x - start - length / 2) * tilt);
      if (row < 2 || row >= height - 2 || x < 0 || x >= width) continue;
      sum += data[(row + 2) * width + x] - data[(row - 2) * width + x];
      count += 1;
    }
    strengths.push(count ? Math.abs(sum / count) : 0);
  }
  return strengths.sort((a, b) => a - b)[1];
}

function transposed({ data, width, height }) {
  const turned = new Uint8ClampedArray(data.length);
  data.forEach((value, index) => (turned[(index % width) * height + Math.floor(index / width)] = value));
  return { data: turned, width: height, height: width };
}

/** The code for what has to be better; null where there is no document. A `page` has a fold for its upper edge. */
export function judged(found, side) {
  const sides = Object.values(found.edges).filter((strength) => strength >= LEAST.edge).length;
  if (found.brightness < LEAST.brightness) return "DOCUMENT_DARK";
  if (sides < 2) return null;
  if (sides < (side === "page" ? 3 : 4)) return "DOCUMENT_CUT_OFF";
  if (found.glare > MOST_GLARE) return "DOCUMENT_GLARE";
  return found.sharpness < LEAST.sharpness ? "DOCUMENT_BLURRED" : "DOCUMENT_GOOD";
}
