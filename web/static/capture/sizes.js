/*
 * How much is sent: over a poor connection no more than it carries while somebody waits, but never less than the engines
 * look at (docs/measurements/poor-connection.md). Loaded while a face is guided.
 */
/** Bytes a millisecond; below it a connection is poor. */
const POOR = 100;
/** Milliseconds: what sending a capture may take, and what the server needs for a preview. */
const [PATIENCE, JUDGING] = [6000, 80];
/** Milliseconds: what is not answered within them tells of the connection, too. */
const LATE = 2000;
/** Of a preview over a poor connection, pixels of the longer side. */
const PREVIEW_SIDE = 320;
/** Of a frame that is sent, pixels of the shorter side and quality: a face in its place has twice the pixels that are needed. */
const LEAST = { side: 480, quality: 0.7 };
/** Quality, scale, and the share of the bytes at 0.92 that is left. */
const STEPS = [
  [0.92, 1, 1], [0.85, 1, 0.72], [0.75, 1, 0.52], [0.7, 1, 0.45], [0.7, 0.75, 0.28], [0.7, 0.67, 0.22], [0.6, 0.6, 0.16],
];

/** Of the last previews, bytes a millisecond: the best counts, because a server that is busy looks like a poor connection. */
let rates = [];
const rate = () => Math.max(...rates);
const isPoor = () => rates.length > 0 && rate() < POOR;

/** Milliseconds of the quickest small request: the way there and back. */
function latency() {
  const small = performance.getEntriesByType("resource")
    .filter(({ name, requestStart }) => requestStart && /\/capture\/(state|enroll|addDevice|takeOver)$/.test(name))
    .map(({ requestStart, responseStart }) => responseStart - requestStart);
  return small.length ? Math.min(...small) : 0;
}

/** A preview was sent at a time of `performance.now()`, and was answered by now or will not be. */
export function note({ frames: [{ data }] }, sentAt, isAnswered) {
  const milliseconds = performance.now() - sentAt;
  if (isAnswered || milliseconds > LATE) {
    rates = [...rates.slice(-2), data.length / Math.max(1, milliseconds - latency() - JUDGING)];
  }
}

/**
 * Of a preview the longer side, and of the frames that are to come the shorter one, by which the server says whether the face is
 * near enough; none where it is the usual.
 */
export const sides = () => (isPoor() ? [PREVIEW_SIDE, LEAST.side] : []);

/**
 * Quality and scale at which so many frames of `bytes` at 0.92 fit 8 MiB, in which form 2 writes base64 twice, and are sent
 * in time.
 * @param side of a frame at scale 1, the shorter one.
 */
export function fitting(bytes, count, side) {
  const fits = (room) => ([, , share]) => bytes * share * count <= (room * 9) / 16;
  const last = (steps) => steps[steps.length - 1];
  const timely = STEPS.filter(([quality, scale], index) =>
    !index || (quality >= LEAST.quality && side * scale >= LEAST.side));
  const wanted = (isPoor() && (timely.find(fits(rate() * PATIENCE)) ?? last(timely))) || STEPS[0];
  const [quality, scale] = STEPS.slice(STEPS.indexOf(wanted)).find(fits(7.2e6)) ?? last(STEPS);
  return { quality, scale };
}
