import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { layout, regionOf } = await load("layout.js");
const SCREENS = [[360, 640], [390, 844], [320, 568], [768, 1024], [1280, 720], [844, 390], [568, 320], [320, 256]];
const VIDEOS = [[720, 1280], [1280, 720], [480, 640], [640, 480], [1080, 1920], [1920, 1080]];
const RATIOS = { face: 0.75, document: 125 / 88 };

test("the oval is 60 % of the short side, where the server looks for the face", () => {
  const region = regionOf("face", { width: 480, height: 640 });
  assert.deepEqual(region, { x: 96, y: 96, width: 288, height: 384 });
  assert.equal(regionOf("face", { width: 720, height: 1280 }).width, 432);
});

test("on every screen and with every camera the region is in sight, clear of message and buttons", () => {
  for (const [width, height] of SCREENS) {
    for (const [videoWidth, videoHeight] of VIDEOS) {
      for (const [kind, ratio] of Object.entries(RATIOS)) {
        const picture = { width: videoWidth, height: videoHeight };
        const region = regionOf(kind, picture, ratio);
        const { scale, left, top } = layout({ width, height }, picture, region);
        const what = `${kind}, screen ${width} × ${height}, video ${videoWidth} × ${videoHeight}`;
        assert.ok(scale > 0, what);
        // On a low, wide screen message and buttons have a quarter at each side.
        const isLow = height < 500 && width > 540;
        const [side, edge] = isLow ? [width / 4, 20] : [19.9, Math.min(60, height * 0.12)];
        assert.ok(left + region.x * scale >= side && left + (region.x + region.width) * scale <= width - side, what);
        assert.ok(top + region.y * scale >= edge && top + (region.y + region.height) * scale <= height - edge, what);
      }
    }
  }
});

test("a camera that fits the screen fills it", () => {
  const picture = { width: 720, height: 1280 };
  const { scale, left, top } = layout({ width: 390, height: 700 }, picture, regionOf("face", picture));
  assert.ok(left <= 0 && top <= 0 && left + 720 * scale >= 389.9 && top + 1280 * scale >= 699.9);
});

test("what stands below gets its room, also where it is as high as help with a picture on a small phone", () => {
  const [screen, picture] = [{ width: 320, height: 640 }, { width: 720, height: 1280 }];
  for (const [kind, ratio] of Object.entries(RATIOS)) {
    for (let below = 100; below <= 300; below += 10) {
      const region = regionOf(kind, picture, ratio);
      const { scale, top } = layout(screen, picture, region, below);
      assert.ok(top + (region.y + region.height) * scale <= screen.height - below - 11.9, `${kind}, ${below}`);
      assert.ok(region.width * scale >= 150, `${kind}, ${below}`);
    }
  }
  // On a low, wide screen it stands at the side, as high as the screen.
  const low = { width: 844, height: 390 };
  const region = regionOf("face", picture);
  assert.deepEqual(layout(low, picture, region, 390), layout(low, picture, region));
});
