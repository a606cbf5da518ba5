/* Whether a document that is not in its frame is too far away or too near. Loaded once one is looked for. */
import { LEAST, edges } from "./quality.js";

/** Of the frame: sizes that a small document is looked for at, so near to each other that it cannot lie between. */
const SMALLER = [0.8, 0.66, 0.54, 0.45];
/** A grid over the picture, and the difference of brightness in a field of it that tells print from a table. */
const [COLUMNS, ROWS, PRINT] = [18, 12, 40];
/** Of the fields along a side: how many are printed where the document goes on beyond it, and at worst. */
const [BEYOND, AT_WORST] = [0.4, 0.15];

/**
 * @param picture as of `grey`: the frame with its surroundings, up to the edges of the camera's picture.
 * @param frame where the document belongs, in pixels of the picture.
 * @returns `DOCUMENT_TOO_FAR`, `DOCUMENT_TOO_CLOSE`, or null where it is neither, or is not there.
 */
export function distance(picture, frame) {
  const [least, next] = printed(picture).sort((a, b) => a - b);
  // A side where hardly anything is printed may go on too; one where nothing is shows the table.
  if (least >= AT_WORST && next >= BEYOND) return "DOCUMENT_TOO_CLOSE";
  const isThere = (by) => Object.values(edges(picture, scaled(frame, by))).every((strength) => strength >= LEAST.edge);
  // Print that looks like edges is not taken for a small document: around that there is a table.
  return next < AT_WORST && SMALLER.some(isThere) ? "DOCUMENT_TOO_FAR" : null;
}

const scaled = ({ x, y, width, height }, by) => ({
  x: x + (width * (1 - by)) / 2, y: y + (height * (1 - by)) / 2, width: width * by, height: height * by,
});

/** Of the fields along each side of the picture, the share that something is printed in. */
function printed({ data, width, height }) {
  const [low, high] = [new Array(COLUMNS * ROWS).fill(255), new Array(COLUMNS * ROWS).fill(0)];
  data.forEach((value, index) => {
    const row = Math.floor((Math.floor(index / width) * ROWS) / height);
    const field = row * COLUMNS + Math.floor(((index % width) * COLUMNS) / width);
    low[field] = Math.min(low[field], value);
    high[field] = Math.max(high[field], value);
  });
  const share = (isAlong) => {
    const along = [...low.keys()].filter(isAlong);
    return along.filter((field) => high[field] - low[field] > PRINT).length / along.length;
  };
  return [
    share((field) => field < COLUMNS), share((field) => field >= COLUMNS * (ROWS - 1)),
    share((field) => field % COLUMNS === 0), share((field) => field % COLUMNS === COLUMNS - 1),
  ];
}
