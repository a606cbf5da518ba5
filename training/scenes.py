"""Puts a person before a background: the scene that a camera takes and that attacks are made of."""

from dataclasses import dataclass

import cv2
import numpy as np

from . import backgrounds, geometry


@dataclass
class Scene:
    """Linear light (height, width, 3), the mesh points of the face in it, and how much of each pixel is the person."""

    light: np.ndarray
    points: np.ndarray
    matte: np.ndarray


@dataclass(frozen=True)
class Framing:
    """Size of an image in pixels, and where and how large the face is in it."""

    width: int
    height: int
    centre: tuple
    side: float
    roll: float


def framing(random):
    """How a phone or a webcam holds a face: drawn before it is known whether the sample is an attack."""
    width, height = [(480, 640), (640, 480), (360, 480), (640, 360), (480, 480)][random.integers(5)]
    factor = random.uniform(0.6, 1)
    width, height = int(width * factor), int(height * factor)
    shorter = min(width, height)
    centre = random.normal(0.5, 0.05) * width, random.normal(0.48, 0.05) * height
    return Framing(width, height, centre, random.uniform(0.28, 0.72) * shorter, random.normal(0, 5))


def coloured(portrait, random):
    """The portrait in linear light; a grey one is given the colours of a random skin, hair and cloth."""
    image = (portrait.image.astype(np.float32) / 255) ** 2
    if not portrait.is_grey:
        return image
    height, width = image.shape[:2]
    skin = np.zeros((height, width), np.float32)
    low, high = portrait.points.min(axis=0), portrait.points.max(axis=0)
    centre, extent = (low + high) / 2, high - low
    axes = tuple(map(int, extent * (0.6, 0.62)))
    cv2.ellipse(skin, tuple(map(int, centre)), axes, 0, 0, 360, 1, -1)
    skin = cv2.GaussianBlur(skin, (0, 0), 0.06 * extent[0])[..., None]
    skin_tint = np.array([1.35, 0.95, 0.78]) * np.exp(random.normal(0, 0.06, 3))
    cloth_tint = np.exp(random.normal(0, 0.08, 3)) * (1.03, 0.98, 0.95)
    tint = skin * skin_tint + (1 - skin) * cloth_tint
    return np.clip(image * tint.astype(np.float32) * np.float32(random.uniform(0.5, 1.1)), 0, 1)


def person(portrait, frame, random, background=None):
    """The scene of a person in a framing before a computed room, or before `background` (linear light)."""
    light, alpha, points = coloured(portrait, random), portrait.matte, portrait.points
    if random.random() < 0.5:
        light, alpha = light[:, ::-1], alpha[:, ::-1]
        points = points * (-1, 1) + (light.shape[1], 0)
    matrix = geometry.similarity(*geometry.bounding_box(points), frame.centre, frame.side, frame.roll)
    matrix[0, 1] += random.normal(0, 0.03)
    matrix[0, :2] *= random.uniform(0.93, 1.07)
    moved = points @ matrix[:, :2].T + matrix[:, 2]
    matrix[:, 2] += np.asarray(frame.centre) - geometry.bounding_box(moved)[0]
    size = frame.width, frame.height
    light, alpha = (
        cv2.warpAffine(
            np.ascontiguousarray(layer), matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        for layer in (light, alpha)
    )
    if background is None:
        background = backgrounds.room(random, frame.height, frame.width)
    light = alpha[..., None] * light + (1 - alpha[..., None]) * background
    return Scene(light, points @ matrix[:, :2].T + matrix[:, 2], alpha)
