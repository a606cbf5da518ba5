"""What stands behind a face: rooms of simple forms, computed and never photographed.

Straight edges, frames, windows and stripes occur behind living faces too, so that none of them alone is an attack.
"""

import cv2
import numpy as np

from . import noise


def colour(random, saturation=0.35):
    """A random colour as three values in linear light, rarely vivid."""
    level = random.uniform(0.02, 0.8)
    tint = 1 + saturation * random.normal(0, 1, 3)
    return np.clip(level * tint, 0, 1).astype(np.float32)


def room(random, height, width):
    """A wall with what hangs and stands there, in linear light, shape (height, width, 3)."""
    wall = np.empty((height, width, 3), np.float32)
    wall[:] = colour(random, 0.15)
    if random.random() < 0.3:
        stripes(random, wall)
    for _ in range(random.integers(0, 7)):
        thing(random, wall)
    wall *= (1 + 0.5 * noise.slope(random, height, width) + 0.15 * noise.field(random, height, width, 4))[..., None]
    if random.random() < 0.5:
        grain = random.normal(0, random.uniform(0.01, 0.1), (height, width)).astype(np.float32)
        wall *= 1 + grain[..., None]
    if random.random() < 0.6:
        wall = cv2.GaussianBlur(wall, (0, 0), random.uniform(0.5, 5))
    return np.clip(wall, 0, 1)


def stripes(random, wall):
    """Blinds, boards or shelves over the whole wall."""
    period = random.uniform(6, 60)
    along = np.arange(wall.shape[1] if random.random() < 0.5 else wall.shape[0], dtype=np.float32)
    wave = 1 + random.uniform(0.1, 0.5) * np.sign(np.sin(2 * np.pi * along / period))
    wall *= wave[None, :, None] if len(along) == wall.shape[1] else wave[:, None, None]


def thing(random, wall):
    """A door, window, shelf, frame or lamp: a form of one colour, with or without a rim."""
    height, width = wall.shape[:2]
    x, y = random.uniform(-0.2, 1) * width, random.uniform(-0.2, 1) * height
    w, h = random.uniform(0.05, 0.7) * width, random.uniform(0.05, 1) * height
    fill, rim = colour(random).tolist(), colour(random).tolist()
    if random.random() < 0.15:
        cv2.ellipse(wall, (int(x), int(y)), (int(w / 3), int(w / 3)), 0, 0, 360, (1.0, 1.0, 0.95), -1, cv2.LINE_AA)
        return
    box = cv2.boxPoints(((x + w / 2, y + h / 2), (w, h), random.normal(0, 2.5))).astype(np.int32)
    cv2.fillConvexPoly(wall, box, fill, cv2.LINE_AA)
    if random.random() < 0.5:
        cv2.polylines(wall, [box], True, rim, int(random.integers(1, 12)), cv2.LINE_AA)


def fingers(random, canvas, corner, inward, size):
    """Two to four fingers that reach from `corner` along `inward` (a unit vector), drawn into linear light."""
    skin = np.array([0.45, 0.25, 0.17]) * random.uniform(0.25, 1.5)
    across = np.array([-inward[1], inward[0]])
    thickness = max(2, int(size * random.uniform(0.6, 1)))
    for index in range(random.integers(2, 5)):
        start = corner + across * (index - 1.5) * thickness * 1.05
        end = start + inward * size * random.uniform(1.2, 2.6)
        shade = (skin * random.uniform(0.85, 1.1)).clip(0, 1).tolist()
        wrist = start - inward * size * 6
        cv2.line(canvas, tuple(map(int, wrist)), tuple(map(int, end)), shade, thickness, cv2.LINE_AA)
