/* A picture of a document from the phone, where the tenant allows it. */
import { jpeg } from "./camera.js";
import { announce, choice, element, only, show } from "./screens.js";

const LONGEST_SIDE = 4096;

/** A picture from the phone; null for who would rather use the camera. */
export async function chosen(side, signal) {
  only("side", side);
  show("gallery");
  for (;;) {
    const { action, value } = await choice({ picked: (input) => input, camera: null }, signal);
    if (action === "camera") return null;
    const image = await uploaded(value.files[0]);
    value.value = "";
    element("upload-wrong").hidden = image !== null;
    if (image) return image;
    announce(element("upload-wrong").textContent, true);
  }
}

/** As a JPEG; null where it is no picture. */
async function uploaded(file) {
  const source = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => null);
  if (!source) return null;
  const { width, height } = source;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return jpeg({ source, scale, region: { x: 0, y: 0, width, height } });
}
