"""Holds a flat instrument before a camera: where it lies in the image, and what surrounds it."""

from dataclasses import dataclass

import cv2
import numpy as np

from .. import backgrounds, geometry, noise, scenes


@dataclass(frozen=True)
class Placement:
    """A flat instrument in an image: `matrix` (3 x 3) takes its coordinates to the image's, in pixels of both."""

    matrix: np.ndarray
    frame: scenes.Framing

    @property
    def size(self):
        return self.frame.width, self.frame.height

    def project(self, flat, border=cv2.BORDER_CONSTANT):
        """What lies on the plane, as the image shows it; outside the plane 0, or its rim where `border` says so.

        Averages over four places a pixel where the plane is shown smaller.
        """
        if self.shrinks():
            double = np.diag([2.0, 2.0, 1.0]) @ self.matrix
            large = cv2.warpPerspective(flat, double, (2 * self.size[0], 2 * self.size[1]), borderMode=border)
            return cv2.resize(large, self.size, interpolation=cv2.INTER_AREA)
        return cv2.warpPerspective(flat, self.matrix, self.size, flags=cv2.INTER_LINEAR, borderMode=border)

    def shrinks(self):
        return np.linalg.det(self.matrix[:2, :2] / self.matrix[2, 2]) < 0.6

    def coordinates(self):
        """For each pixel of the image, where on the plane it looks: two arrays (height, width)."""
        inverse = np.linalg.inv(self.matrix)
        x = np.arange(self.frame.width, dtype=np.float32)[None, :] + 0.5
        y = np.arange(self.frame.height, dtype=np.float32)[:, None] + 0.5
        u, v, w = (np.float32(row[0]) * x + np.float32(row[1]) * y + np.float32(row[2]) for row in inverse)
        return u / w, v / w


def place(points, frame, random, steepness=0.12):
    """The placement that shows the face of these points where `frame` wants it, seen a little from the side."""
    matrix = geometry.similarity(*geometry.bounding_box(points), frame.centre, frame.side, random.normal(0, 4))
    view = geometry.tilt(frame.centre, max(frame.width, frame.height), *random.normal(0, steepness, 2))
    return Placement(view @ geometry.homography(matrix), frame)


def original_framing(frame, random, edges):
    """The framing of the original on the instrument: with `edges` its borders fall inside the image, else outside."""
    inner = scenes.framing(random)
    share = frame.side / min(frame.width, frame.height)
    wanted = share * random.uniform(1.05, 1.9) if edges else share * random.uniform(0.35, 0.75)
    side = float(np.clip(wanted, 0.2, 0.8)) * min(inner.width, inner.height)
    return scenes.Framing(inner.width, inner.height, inner.centre, side, inner.roll)


def hold(light, placement, flat_size, random):
    """Fingers of a hand that holds the instrument by one or two of its edges; they lie over it."""
    width, height = flat_size
    middle = geometry.carry(np.array([[width / 2, height / 2]]), placement.matrix)[0]
    for _ in range(random.integers(1, 3)):
        at = random.uniform(0.15, 0.85)
        edge = [(0, at * height), (width, at * height), (at * width, height)][random.integers(3)]
        corner = geometry.carry(np.array([edge]), placement.matrix)[0]
        inward = (middle - corner) / (np.hypot(*(middle - corner)) + 1e-6)
        size = placement.frame.side * random.uniform(0.1, 0.2)
        if np.abs(corner - middle).max() < 4 * max(placement.size):
            backgrounds.fingers(random, light, corner - inward * size, inward, size)


def reflections(light, placement, random, strength):
    """Lamps and windows mirrored in a glossy surface, added to light (height, width, 3)."""
    width, height = placement.size
    layer = np.zeros((height, width, 3), np.float32)
    for _ in range(random.integers(1, 4)):
        centre = (int(random.uniform(0, width)), int(random.uniform(0, height)))
        axes = (int(random.uniform(0.02, 0.25) * width), int(random.uniform(0.02, 0.25) * height))
        tint = (np.array([1.0, 0.97, 0.9]) * random.uniform(0.1, 1)).tolist()
        if random.random() < 0.5:
            cv2.ellipse(layer, centre, axes, random.uniform(0, 180), 0, 360, tint, -1, cv2.LINE_AA)
        else:
            box = cv2.boxPoints((centre, axes, random.uniform(-30, 30))).astype(np.int32)
            cv2.fillConvexPoly(layer, box, tint, cv2.LINE_AA)
    layer = cv2.GaussianBlur(layer, (0, 0), random.uniform(1, 20))
    veil = np.float32(random.uniform(0, 0.06)) * (1 + noise.field(random, height, width, 3))[..., None]
    return light + np.float32(strength) * (layer + veil)
