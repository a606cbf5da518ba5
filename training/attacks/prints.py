"""Prints: halftone, gamut, gloss, curled paper, cut edges, and eye holes."""

import cv2
import numpy as np

from .. import backgrounds, camera, noise
from . import placing


def sheet(original, points, frame, random, edges):
    """Light of a sheet of paper with `original` (8-bit R, G, B) printed on it, held before the camera."""
    placement = placing.place(points, frame, random, 0.18)
    printed, points, placement = bordered(ink(original, random), points, placement, random)
    printed, shade = curled(printed, random)
    seen = placement.project(printed)
    if random.random() < 0.5:
        seen = halftone(seen, placement, random)
    inside = placement.project(np.ones(printed.shape[:2], np.float32))[..., None]
    room = backgrounds.room(random, frame.height, frame.width)
    lit = inside * seen * placement.project(shade, cv2.BORDER_REPLICATE)[..., None] + (1 - inside) * room
    lit = camera.illuminate(lit, random)
    if random.random() < 0.5:
        lit = lit + inside * (placing.reflections(lit, placement, random, random.uniform(0.05, 0.7)) - lit)
    if edges and random.random() < 0.5:
        placing.hold(lit, placement, (printed.shape[1], printed.shape[0]), random)
    return np.clip(lit, 0, 1)


def cut_out(original, matte, points, frame, random):
    """A printed head, cut along its contour with some margin and worn or held before a room."""
    placement = placing.place(points, frame, random, 0.18)
    margin = int(random.integers(0, 9))
    contour = (matte > 0.5).astype(np.float32)
    if margin:
        contour = cv2.dilate(contour, np.ones((2 * margin + 1, 2 * margin + 1)))
    neck = points[:, 1].max() + random.uniform(0, 0.5) * np.ptp(points[:, 1])
    contour[int(min(neck, contour.shape[0])) :] = 0
    printed, shade = curled(ink(original, random), random)
    return worn(printed * shade[..., None], contour, placement, frame, random)


def mask(original, points, frame, random, wearer):
    """A printed face with holes through which the eyes of `wearer` look: light whose face lies where `frame` has it."""
    placement = placing.place(points, frame, random, 0.05)
    contour = np.zeros(original.shape[:2], np.float32)
    grown = points.mean(axis=0) + (points - points.mean(axis=0)) * random.uniform(0.98, 1.25)
    cv2.fillConvexPoly(contour, cv2.convexHull(grown.astype(np.int32)), 1.0, cv2.LINE_AA)
    holes = [(33, 133)] + [(263, 362)] + ([(61, 291)] if random.random() < 0.3 else [])
    for first, second in holes:
        centre, reach = (points[first] + points[second]) / 2, points[second] - points[first]
        axes = int(np.hypot(*reach) * random.uniform(0.55, 0.8)), int(np.hypot(*reach) * random.uniform(0.3, 0.5))
        angle = np.degrees(np.arctan2(reach[1], reach[0]))
        cv2.ellipse(contour, tuple(map(int, centre)), axes, angle, 0, 360, 0.0, -1, cv2.LINE_AA)
    printed, shade = curled(ink(original, random), random)
    return worn(printed * shade[..., None], contour, placement, frame, random, wearer)


def worn(printed, contour, placement, frame, random, behind=None):
    """A cut print before what is behind it, with its thin shadow and bright cut edge."""
    seen = placement.project(printed)
    if random.random() < 0.5:
        seen = halftone(seen, placement, random)
    inside = placement.project(contour)
    if behind is None:
        behind = backgrounds.room(random, frame.height, frame.width)
    shadow = cv2.GaussianBlur(inside, (0, 0), frame.side * random.uniform(0.01, 0.05))
    lit = behind * (1 - np.float32(random.uniform(0, 0.5)) * shadow)[..., None]
    rim = cv2.GaussianBlur(inside, (0, 0), 0.8) * (inside < 0.95) * np.float32(random.uniform(0, 0.8))
    lit = inside[..., None] * seen + (1 - inside)[..., None] * lit + 0.5 * rim[..., None]
    return np.clip(camera.illuminate(np.clip(lit, 0, 1), random), 0, 1)


def ink(original, random):
    """Reflectance of a print: ink is not black, paper not white, and vivid colours are out of reach."""
    light = (original.astype(np.float32) / 255) ** np.float32(2 * random.uniform(0.85, 1.2))
    grey = light.mean(axis=2, keepdims=True)
    colour = 0.0 if random.random() < 0.08 else random.uniform(0.45, 1.0)
    black, white = random.uniform(0.015, 0.09), random.uniform(0.65, 0.95)
    paper = np.array([1.0, 0.985, 0.95]) * np.exp(random.normal(0, 0.03, 3))
    cast = np.exp(random.normal(0, 0.08, 3)) * paper
    reflected = black + (white - black) * (grey + colour * (light - grey))
    reflected = np.clip(reflected * cast.astype(np.float32), 0, 1)
    if random.random() < 0.3:
        stripes = 1 + random.uniform(0.01, 0.06) * np.sin(np.arange(light.shape[0]) * random.uniform(0.2, 3))
        reflected *= stripes.astype(np.float32)[:, None, None]
    return reflected


def bordered(printed, points, placement, random):
    """The sheet with the white margin that a printer leaves, in half of all cases."""
    if random.random() < 0.5:
        return printed, points, placement
    margin = int(random.uniform(0.01, 0.12) * printed.shape[1])
    white = (np.array([0.9, 0.89, 0.86]) * random.uniform(0.8, 1.05)).tolist()
    printed = cv2.copyMakeBorder(printed, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=white)
    shift = np.array([[1.0, 0, -margin], [0, 1, -margin], [0, 0, 1]])
    return printed, points + margin, placing.Placement(placement.matrix @ shift, placement.frame)


def curled(printed, random):
    """Paper that is rolled or wavy: the flat print displaced across one axis, and the shading that comes with it."""
    height, width = printed.shape[:2]
    phase, waves = random.uniform(0, 2 * np.pi), random.uniform(0.3, 1.5)
    depth = random.uniform(0, 0.03) if random.random() < 0.7 else 0.0
    across = np.linspace(0, 1, width, dtype=np.float32)
    swing = np.float32(2 * np.pi * waves)
    x = np.arange(width, dtype=np.float32) + np.float32(depth * width) * np.sin(swing * across + phase)
    map_x = np.repeat(x[None, :], height, axis=0)
    map_y = np.repeat(np.arange(height, dtype=np.float32)[:, None], width, axis=1)
    shading = 1 + np.float32(6 * depth) * np.cos(swing * across + phase) * np.float32(random.choice([-1, 1]))
    shade = np.repeat(shading[None, :], height, axis=0)
    shade = np.ascontiguousarray(shade * (1 + 0.08 * noise.field(random, height, width, 5)))
    if depth == 0:
        return printed, shade
    return cv2.remap(printed, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), shade


def halftone(light, placement, random):
    """Three screens of dots at the usual angles, coarse enough to show, sampled once a pixel as a camera does."""
    u, v = placement.coordinates()
    scale = np.sqrt(abs(np.linalg.det(placement.matrix[:2, :2])))
    period = np.exp(random.uniform(np.log(0.6), np.log(4))) / scale
    depth = np.float32(np.exp(random.uniform(np.log(0.03), np.log(0.5))))
    turn = np.float32(np.pi / period)
    result = light.copy()
    for channel, degrees in enumerate((15, 75, 45)):
        cosine, sine = np.float32(np.cos(np.radians(degrees))), np.float32(np.sin(np.radians(degrees)))
        dots = np.cos(turn * (cosine * u + sine * v)) * np.cos(turn * (cosine * v - sine * u))
        level = light[..., channel]
        result[..., channel] += depth * dots * level * (1 - level) * 2
    return np.clip(result, 0, 1)
