/* One side of a document: judged in the page, taken by itself once it is good, or by the shutter. */
import { attach, hasTorch, jpeg, open, otherLens, pause, pixels, setTorch, video } from "./camera.js";
import { LEAST, brightness, edges, glare, grey, judged, sharpness } from "./quality.js";
import { element, listen } from "./screens.js";
import { taken } from "./signals.js";
import * as stage from "./stage.js";

/** Sides in their order; the sizes of ISO/IEC 7810. */
export const KINDS = {
  passport: { ratio: 125 / 88, sides: ["page"] },
  card: { ratio: 85.6 / 53.98, sides: ["front", "back"] },
};
/** Milliseconds. */
const LENS_AFTER = 5000;
const BURST = [0, 80, 80];
/** Of the frame's width, around what is judged and sent. */
const MARGIN = 0.1;
/** Of the height, from below: the lines of a page, or of a card's back. */
const ZONE = 0.3;

/** Guides, and resolves with a JPEG of the document with a margin. */
export async function takeDocument(side, signal, isPaused) {
  const begun = performance.now();
  let [isLit, wasSharp, judge] = [false, false, null];
  import("./distance.js").then(({ distance }) => (judge = distance), () => {});
  const light = (isOn) => {
    isLit = isOn;
    element("torch").setAttribute("aria-pressed", isOn);
    setTorch(isOn);
  };
  const changeLens = async () => {
    await open("document", await otherLens());
    await attach("document");
  };
  listen({ torch: () => light(!isLit), lens: changeLens }, signal);
  element("torch").hidden = element("lens").hidden = true;
  stage.offer(true);
  const wish = `DOCUMENT_WANTED_${side.toUpperCase()}`;
  const look = async () => {
    const found = measured(stage.place(), side);
    if (found.brightness < LEAST.brightness && hasTorch()) element("torch").hidden = false;
    wasSharp ||= found.sharpness >= LEAST.sharpness;
    const waited = performance.now() - begun;
    if (!wasSharp && waited > LENS_AFTER) element("lens").hidden = !(await otherLens());
    // Soft print may be read.
    if (waited > 2 * LENS_AFTER) found.sharpness = 1;
    const code = judged(found, side);
    const isOut = [null, "DOCUMENT_CUT_OFF"].includes(code);
    return { code: (isOut && judge?.(found.picture, found.guide)) || code || wish, light: found.brightness };
  };
  await stage.guide(look, { good: "DOCUMENT_GOOD", wish, isPaused }, signal);
  stage.mark({ good: true, taking: true });
  // Hands shake: the sharpest of a few.
  let [best, image] = [-1, null];
  for (const wait of BURST) {
    await pause(wait);
    const region = stage.place();
    const value = sharpness(zone(region, side));
    if (value > best) [best, image] = [value, await jpeg({ region: widened(region) })];
  }
  if (isLit) light(false);
  taken(880);
  return image;
}

function measured(region, side) {
  const area = widened(region);
  const picture = grey(pixels(area, 320));
  const scale = picture.width / area.width;
  const inside = grey(pixels(region, 240));
  const guide = {
    x: (region.x - area.x) * scale, y: (region.y - area.y) * scale,
    width: region.width * scale, height: region.height * scale,
  };
  return {
    picture,
    guide,
    edges: edges(picture, guide),
    brightness: brightness(inside),
    glare: glare(inside),
    sharpness: sharpness(zone(region, side)),
  };
}

/** The lines, or the middle of a front, pixel by pixel: a picture made smaller hides blur. */
function zone(region, side) {
  const height = region.height * ZONE;
  const y = region.y + (region.height - height) / (side === "front" ? 2 : 1);
  const width = Math.min(640, region.width * 0.8);
  return grey(pixels({ x: region.x + (region.width - width) / 2, y, width, height }, 640));
}

/** The region with its margin, inside the picture. */
function widened({ x, y, width, height }) {
  const margin = width * MARGIN;
  const [left, top] = [Math.max(0, x - margin), Math.max(0, y - margin)];
  const [right, bottom] = [x + width + margin, y + height + margin];
  return {
    x: left, y: top,
    width: Math.min(video.videoWidth, right) - left, height: Math.min(video.videoHeight, bottom) - top,
  };
}
