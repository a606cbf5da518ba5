"""Whose portraits are used, for what part, and how they are cut out.

Only portraits whose terms allow training: London (CC BY 4.0), official portraits of Congress (public domain), and the
four stills of one woman before a camera (CC0). The press images beside the official portraits are left out by name.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

DATA = Path(__file__).resolve().parents[2] / "shared/data"


@dataclass(frozen=True)
class Portrait:
    """A person's portrait: R, G, B in 0...255, how much of each pixel is the person (0...1), and 468 mesh points."""

    person: str
    image: np.ndarray
    matte: np.ndarray
    points: np.ndarray
    is_grey: bool


def sources(data=DATA):
    """(person, file) of every portrait that may be trained on, in a fixed order."""
    faces = data / "faces"
    listed = [(f"london:{file.name.split('_')[0]}", file) for file in (faces / "london").glob("*.jpg")]
    listed += [(f"congress:{file.stem}", file) for file in (faces / "congress-single").glob("*.jpg")]
    official = (faces / "congress").glob("*_official.jpg")
    listed += [(f"congress:{file.stem.removesuffix('_official')}", file) for file in official]
    listed += [("heads:come-closer", file) for file in (data / "heads/come-closer").glob("*.jpg")]
    return sorted(listed, key=lambda entry: (entry[0], entry[1].name))


def part(person):
    """`train`, `validation` or `test`, by a hash of the person's name: 60, 20 and 20 of 100."""
    if person.startswith("heads:"):
        return "train"
    place = int.from_bytes(hashlib.sha256(person.encode()).digest()[:4], "big") % 100
    return "train" if place < 60 else "validation" if place < 80 else "test"


def digest(entries):
    """SHA-256 over the names and contents of the portraits."""
    total = hashlib.sha256()
    for person, file in entries:
        total.update(person.encode() + b"\n" + hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def matte(image, points):
    """How much of each pixel is the person, from a studio portrait and the face's place in it (GrabCut)."""
    height, width = image.shape[:2]
    low, high = points.min(axis=0), points.max(axis=0)
    centre, extent = (low + high) / 2, high - low
    guess = np.full((height, width), cv2.GC_PR_BGD, np.uint8)
    head = tuple(map(int, centre - (0, 0.15 * extent[1]))), tuple(map(int, extent * (0.85, 0.95)))
    cv2.ellipse(guess, *head, 0, 0, 360, cv2.GC_PR_FGD, -1)
    body = int(centre[1] + 0.9 * extent[1])
    guess[body:, int(width * 0.12) : int(width * 0.88)] = cv2.GC_PR_FGD
    cv2.fillConvexPoly(guess, cv2.convexHull(points.astype(np.int32)), cv2.GC_FGD)
    rim = max(2, width // 40)
    guess[:rim] = cv2.GC_BGD
    guess[: int(centre[1]), :rim] = cv2.GC_BGD
    guess[: int(centre[1]), -rim:] = cv2.GC_BGD
    cv2.setRNGSeed(1)
    cv2.grabCut(image, guess, None, np.zeros((1, 65)), np.zeros((1, 65)), 3, cv2.GC_INIT_WITH_MASK)
    person = np.isin(guess, (cv2.GC_FGD, cv2.GC_PR_FGD)).astype(np.float32)
    return cv2.GaussianBlur(cv2.erode(person, np.ones((3, 3))), (0, 0), 1.0)


def load(detector, entries):
    """The portraits in which a face is found."""
    portraits = []
    for person, file in entries:
        image = cv2.imread(str(file))[..., ::-1]
        if max(image.shape) > 500:
            factor = 500 / max(image.shape)
            image = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        image = np.ascontiguousarray(image)
        points = detector.points(image)
        if points is None:
            continue
        whole = person.startswith("heads:")
        alpha = np.ones(image.shape[:2], np.float32) if whole else matte(image, points)
        spread = float((image.max(axis=2) - image.min(axis=2)).mean())
        portraits.append(Portrait(person, image, alpha, points, spread < 4))
    return portraits
