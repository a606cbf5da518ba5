"""One simulated sample: who, what species, which camera. Everything follows from a seed and a number."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from . import camera, geometry, scenes
from .attacks import injections, placing, prints, screens

BONA_FIDE = "bona-fide"
SHARES = {
    BONA_FIDE: 0.42,
    "print-close": 0.07,
    "print-edges": 0.07,
    "cut-out": 0.05,
    "paper-mask": 0.05,
    "screen-close": 0.12,
    "screen-edges": 0.12,
    "injected-warp": 0.02,
    "injected-morph": 0.02,
    "injected-swap": 0.03,
    "injected-document": 0.03,
}


@dataclass(frozen=True)
class Sample:
    """An 8-bit image (height, width, 3) R, G, B with the mesh points of its face."""

    species: str
    image: np.ndarray
    points: np.ndarray


def make(portraits, random, species=None):
    """A sample of a random person among `portraits`.

    Framing and camera are drawn before the species, from the same distributions for all. An injected image passes only
    through the camera's processing and delivery, always compressed twice.
    """
    frame = scenes.framing(random)
    settings = camera.draw(random)
    portrait, other = (portraits[index] for index in random.integers(len(portraits), size=2))
    if species is None:
        species = random.choice(list(SHARES), p=np.array(list(SHARES.values())))
    if species.startswith("injected"):
        light, points = injected(species, portrait, other, frame, random)
        image, factor = camera.delivery(camera.processing(light, settings), replace(settings, passes=2))
        return Sample(species, image, points * factor)
    light, points = presented(species, portrait, other, frame, random)
    image, factor = camera.take(light, settings, random)
    return Sample(species, image, points * factor)


def presented(species, portrait, other, frame, random):
    """Light before the camera, and the points of the face in it."""
    if species == BONA_FIDE:
        scene = scenes.person(portrait, frame, random)
        return camera.illuminate(scene.light, random), scene.points
    edges = species.endswith("edges")
    inner = placing.original_framing(frame, random, edges)
    scene = scenes.person(portrait, inner, random)
    gentle = camera.draw(random, gentle=True)
    image, factor = camera.take(camera.illuminate(scene.light, random), gentle, random)
    points = scene.points * factor
    if species.startswith("screen"):
        light = screens.replay(image, points, frame, random, edges)
    elif species.startswith("print"):
        light = prints.sheet(image, points, frame, random, edges)
    elif species == "cut-out":
        matte = cv2.resize(scene.matte, image.shape[1::-1], interpolation=cv2.INTER_AREA)
        light = prints.cut_out(image, matte, points, frame, random)
    else:
        wearer = scenes.person(other, frame, random)
        light = prints.mask(image, points, frame, random, wearer.light)
    return light, at(points, frame)


def injected(species, portrait, other, frame, random):
    """Light that no lens saw: the scene of a still, changed by software."""
    scene = scenes.person(portrait, frame, random)
    light, points = camera.illuminate(scene.light, random), scene.points
    if species == "injected-warp":
        light, points = injections.warped(light, points, random)
    elif species == "injected-document":
        values = (np.sqrt(light) * 255).astype(np.uint8)
        light = (injections.engraved(values, random).astype(np.float32) / 255) ** 2
    else:
        second = scenes.person(other, frame, random)
        join = injections.morphed if species == "injected-morph" else injections.swapped
        light = join(scenes.Scene(light, points, scene.matte), second, random)
    return light, points


def at(points, frame):
    """Points whose bounding box lies where the framing has the face."""
    centre, side = geometry.bounding_box(points)
    return (points - centre) * (frame.side / side) + np.asarray(frame.centre)


def jittered(points, random):
    """Points with the error of the mesh: the box moved and resized by a few hundredths."""
    centre, side = geometry.bounding_box(points)
    return (points - centre) * random.normal(1, 0.03) + centre + random.normal(0, 0.02, 2) * side
