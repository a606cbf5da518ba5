"""Images that no camera took: stills, warps, morphs and swaps that are handed in as if one had."""

import cv2
import numpy as np

from .. import geometry, noise


def warped(light, points, random):
    """A still moved over a smooth field, as it is animated from one photograph; returns light and points."""
    height, width = light.shape[:2]
    reach = geometry.bounding_box(points)[1] * random.uniform(0.02, 0.08)
    shift_x = np.float32(reach) * noise.field(random, height, width, 3)
    shift_y = np.float32(reach) * noise.field(random, height, width, 3)
    x = np.arange(width, dtype=np.float32)[None, :] + shift_x
    y = np.arange(height, dtype=np.float32)[:, None] + shift_y
    columns = np.clip(points[:, 0].astype(int), 0, width - 1)
    rows = np.clip(points[:, 1].astype(int), 0, height - 1)
    moved = points - np.column_stack([shift_x[rows, columns], shift_y[rows, columns]])
    return cv2.remap(light, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), moved


def hull(points, size, feather):
    """1 inside the face, 0 outside, over a seam of `feather` pixels; shape (height, width, 1)."""
    inside = np.zeros((size[1], size[0]), np.float32)
    cv2.fillConvexPoly(inside, cv2.convexHull(points.astype(np.int32)), 1.0)
    return cv2.GaussianBlur(inside, (0, 0), max(feather, 0.3))[..., None]


def onto(light, points, target):
    """Another scene's light after the affine map that takes its mesh to `target`."""
    ones = np.column_stack([points, np.ones(len(points))])
    matrix = np.linalg.lstsq(ones, target, rcond=None)[0].T
    size = light.shape[1], light.shape[0]
    return cv2.warpAffine(light, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def morphed(first, second, random):
    """The mean of two persons' faces over the first one's surroundings; both are scenes of one size."""
    other = onto(second.light, second.points, first.points)
    share = hull(first.points, first.light.shape[1::-1], random.uniform(4, 20)) * np.float32(random.uniform(0.35, 0.65))
    return (1 - share) * first.light + share * other


def swapped(first, second, random):
    """The second person's inner face in the first one's head, its mean colour adapted."""
    other = onto(second.light, second.points, first.points)
    inner = first.points.mean(axis=0) + (first.points - first.points.mean(axis=0)) * random.uniform(0.75, 0.95)
    share = hull(inner, first.light.shape[1::-1], random.uniform(0.5, 6))
    weight = share.sum() + 1e-6
    gain = ((share * first.light).sum((0, 1)) / weight) / ((share * other).sum((0, 1)) / weight + 1e-4)
    adapted = np.clip(other * np.clip(gain, 0.3, 3) ** np.float32(random.uniform(0.5, 1)), 0, 1)
    return (1 - share) * first.light + share * adapted


def engraved(image, random):
    """A portrait as a document page shows it: few pixels, fine lines over it, little colour; 8-bit R, G, B."""
    height, width = image.shape[:2]
    factor = random.uniform(0.25, 0.6)
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA).astype(np.float32)
    y, x = np.mgrid[0 : small.shape[0], 0 : small.shape[1]].astype(np.float32)
    for _ in range(random.integers(1, 4)):
        wave = random.uniform(2, 10) * np.sin(x * random.uniform(0.02, 0.2) + random.uniform(0, 6))
        lines = np.cos(2 * np.pi * (y + wave) / random.uniform(2.5, 9))
        tint = random.uniform(0, 1, 3).astype(np.float32)
        small += np.float32(random.uniform(2, 22)) * lines[..., None] * tint
    grey = small.mean(axis=2, keepdims=True)
    small = grey + np.float32(random.uniform(0, 0.8)) * (small - grey)
    lifted = random.uniform(0, 60) + small * np.float32(random.uniform(0.6, 1.0))
    return cv2.resize(np.clip(lifted, 0, 255).astype(np.uint8), (width, height), interpolation=cv2.INTER_CUBIC)
