"""Replays on phones, tablets and monitors: subpixels, moiré, gamma, white point, glare, bezel and refresh."""

import cv2
import numpy as np

from .. import backgrounds
from . import placing


def replay(original, points, frame, random, edges):
    """Light of a screen that shows `original` (8-bit R, G, B), placed by `frame`; with `edges` its bezel is in view."""
    placement = placing.place(points, frame, random)
    shown = emitted(original, random)
    seen = placement.project(shown, cv2.BORDER_CONSTANT)
    seen = grid(seen, placement, random)
    if random.random() < 0.35:
        seen = bands(seen, random)
    if random.random() < 0.6:
        seen = placing.reflections(seen, placement, random, random.uniform(0.05, 0.5))
    height, width = original.shape[:2]
    inside = placement.project(np.ones((height, width), np.float32))[..., None]
    surroundings = bezel(placement, (width, height), random)
    light = inside * seen + (1 - inside) * surroundings
    if edges and random.random() < 0.5:
        placing.hold(light, placement, (width, height), random)
    return np.clip(light, 0, 1)


def emitted(original, random):
    """What the panel sends out: its own gamma, white point, brightness and light where it should be black."""
    gamma = random.uniform(0.85, 1.25) * 2
    light = (original.astype(np.float32) / 255) ** np.float32(gamma)
    white = np.exp(random.normal(0, 0.06, 3)) * (0.93, 1.0, 1.08)
    black = random.uniform(0, 0.04)
    return (black + (1 - black) * light * white.astype(np.float32)) * np.float32(random.uniform(0.5, 1.1))


def grid(light, placement, random):
    """The lattice of subpixels, sampled once for each pixel of the camera, so that it folds into moiré.

    The pitch is 0.35 to 2.5 pixels of the camera. How deep the lattice is depends on the lens.
    """
    u, v = placement.coordinates()
    scale = np.sqrt(abs(np.linalg.det(placement.matrix[:2, :2])))
    pitch = np.exp(random.uniform(np.log(0.35), np.log(2.5))) / scale
    depth = np.exp(random.uniform(np.log(0.015), np.log(0.35)))
    bow = random.normal(0, 0.004) / max(placement.size)
    u, v = u + np.float32(bow) * u * u, v + np.float32(bow) * v * v
    turn = np.float32(2 * np.pi / pitch)
    rows = 1 + np.float32(depth * random.uniform(0.2, 1)) * np.cos(turn * v)
    split = random.uniform(0.5, 1)
    for channel in range(3):
        phase = np.float32(2 * np.pi * channel / 3 * split)
        light[..., channel] *= (1 + np.float32(depth) * np.cos(turn * u + phase)) * rows
    return light


def bands(light, random):
    """Bright and dark bars where the panel's refresh beats with the camera's rolling shutter."""
    height = light.shape[0]
    y = np.linspace(0, 1, height, dtype=np.float32)
    wave = np.sin(2 * np.pi * (random.uniform(0.5, 4) * y + random.uniform()))
    if random.random() < 0.5:
        wave = np.tanh(3 * wave)
    return light * (1 + np.float32(random.uniform(0.02, 0.2)) * wave)[:, None, None]


def bezel(placement, size, random):
    """The rim of the device and the room behind it, usually darker than the screen."""
    width, height = size
    room = backgrounds.room(random, placement.frame.height, placement.frame.width) * np.float32(random.uniform(0.1, 1))
    rim = random.uniform(0.01, 0.09) * min(size)
    chin = rim * (random.uniform(1, 4) if random.random() < 0.5 else 1)
    margin = int(np.ceil(chin)) + 2
    flat = np.zeros((height + 2 * margin, width + 2 * margin), np.float32)
    shape = (int(margin - rim), int(margin - chin)), (int(margin + width + rim), int(margin + height + chin))
    cv2.rectangle(flat, *shape, 1.0, -1)
    shift = np.array([[1.0, 0, -margin], [0, 1, -margin], [0, 0, 1]])
    moved = placing.Placement(placement.matrix @ shift, placement.frame)
    device = moved.project(flat)[..., None]
    tone = backgrounds.colour(random, 0.1) * (0.15 if random.random() < 0.8 else 1.0)
    return device * tone + (1 - device) * room
