"""Ink on paper: a line of symbols as it comes out of printers and wears, and what else stands near a zone."""

import cv2
import numpy as np
from PIL import Image, ImageDraw

from .. import noise
from . import typefaces

LETTERING = tuple(
    f"truetype/dejavu/DejaVu{name}.ttf"
    for name in (
        "Sans",
        "Sans-Bold",
        "SansCondensed",
        "SansCondensed-Bold",
        "Serif",
        "Serif-Bold",
        "SerifCondensed",
        "SansMono",
    )
)
"""What the rest of a page is lettered in."""


def face(random):
    """Nearly always OCR-B."""
    if random.random() < 0.04:
        return typefaces.OTHER_FACES[random.integers(len(typefaces.OTHER_FACES))]
    return typefaces.ZONE_FACES[random.integers(len(typefaces.ZONE_FACES))]


class Press:
    """How one zone is printed: the same for all of its lines."""

    def __init__(self, random):
        self.face = face(random)
        self.weight = random.normal(0, 0.014) if random.random() < 0.8 else random.uniform(-0.04, 0.05)
        self.width = np.exp(random.normal(0, 0.04))
        self.height = np.exp(random.normal(0, 0.035))
        self.uneven = abs(random.normal(0, 0.012))
        self.rough = abs(random.normal(0, 0.012)) if random.random() < 0.5 else 0
        self.worn = random.uniform(0.1, 0.6) if random.random() < 0.15 else 0
        self.dotted = random.uniform(3, 7) if random.random() < 0.04 else 0
        self.jitter = abs(random.normal(0, 0.02)) if random.random() < 0.2 else 0
        self.blotted = random.uniform(0.02, 0.12) if random.random() < 0.3 else 0.02

    def ink(self, random, text):
        """How much ink covers each point of a line (TALL, SIDE * len(text)), 0...1, 48 points a pitch."""
        side, tall = typefaces.SIDE, typefaces.TALL
        field = self.shaped(random, typefaces.line(self.face, text), len(text))
        height, width = field.shape
        weight = self.weight
        if self.uneven:
            weight = weight + self.uneven * noise.field(random, height, width, max(2, len(text) // 3))
        if self.rough:
            grain = cv2.resize(
                random.normal(0, 1, (tall // 4, width // 4)).astype(np.float32),
                (width, height),
                interpolation=cv2.INTER_LINEAR,
            )
            weight = weight + self.rough * grain
        ink = np.clip(0.5 + (weight - field) / max(self.blotted, 1.5 / side), 0, 1)
        if self.worn:
            ink *= self.wear(random, height, width)
        if self.dotted:
            rows, columns = (np.cos(np.arange(size) * (2 * np.pi * self.dotted / side)) for size in (height, width))
            ink *= np.clip(0.75 + 0.8 * rows[:, None] * columns[None, :], 0, 1).astype(np.float32)
        return ink.astype(np.float32)

    def shaped(self, random, field, count):
        """Narrower, wider, taller or flatter symbols in the same cells, each a little out of its place."""
        side, tall = typefaces.SIDE, typefaces.TALL
        x = np.arange(side, dtype=np.float32) - (side - 1) / 2
        y = np.arange(tall, dtype=np.float32) - (tall - 1) / 2
        shifts = random.normal(0, 1, (count, 2)) * self.jitter * side
        starts = np.arange(count) * side + (side - 1) / 2
        across = (
            np.clip(x[None, :] / self.width - shifts[:, :1], -side / 2 + 0.5, side / 2 - 0.5) + starts[:, None]
        ).ravel()
        down = y[:, None] / self.height + (tall - 1) / 2 - np.repeat(shifts[:, 1], side)[None, :]
        across = np.broadcast_to(across[None, :], down.shape).astype(np.float32)
        return cv2.remap(field, across, down.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)

    def wear(self, random, height, width):
        """What abrasion leaves: spots and fine scratches without ink, more in some places than in others."""
        fine = cv2.resize(random.random((height // 5, width // 5)).astype(np.float32), (width, height))
        place = 0.5 + 0.5 * noise.field(random, height, width, 3)
        left = np.clip((fine - self.worn * place) * 6 + 0.5, 0, 1)
        for _ in range(random.poisson(1.5)):
            x, y = random.uniform(0, width), random.uniform(0, height)
            reach = random.normal(0, 1, 2) * (width / 3, height / 3)
            end = (int(x + reach[0]), int(y + reach[1]))
            cv2.line(
                left, (int(x), int(y)), end, float(random.uniform(0, 0.6)), int(random.integers(1, 4)), cv2.LINE_AA
            )
        return left


class Papers:
    """A stock of paper that sheets are cut from: computing an underprint takes longer than printing on it."""

    SIDE = 24
    """Points a pitch."""

    def __init__(self, random, count):
        self.stock = [underprint(random, 320, 900, self.SIDE) for _ in range(count)]

    def sheet(self, random, height, width):
        """Reflectance 0...1, bare in a quarter of all cases."""
        level = random.uniform(0.55, 0.98) if random.random() < 0.85 else random.uniform(0.25, 0.6)
        if random.random() < 0.25:
            return np.full((height, width), level, np.float32)
        whole = self.stock[random.integers(len(self.stock))]
        if width > whole.shape[1]:
            whole = np.hstack([whole, whole[:, ::-1]])
        y, x = (random.integers(have - want + 1) for have, want in zip(whole.shape, (height, width)))
        part = whole[y : y + height, x : x + width]
        part = part[:: random.choice([-1, 1]), :: random.choice([-1, 1])]
        depth = random.uniform(0.02, 0.3) if random.random() < 0.8 else random.uniform(0.2, 0.6)
        return np.clip(level * (1 - depth * part), 0.03, 1).astype(np.float32)


def underprint(random, height, width, pitch):
    """How deep the pattern under a zone is, about 0...1: guilloche, raster and clouds."""
    x = np.arange(width, dtype=np.float32)[None, :] / np.float32(pitch)
    y = np.arange(height, dtype=np.float32)[:, None] / np.float32(pitch)
    sheet = np.zeros((height, width), np.float32)
    angles = lambda: np.float32(random.uniform(0, 2 * np.pi))
    count = random.integers(1, 4)
    for _ in range(count):
        turn, wide = angles(), np.exp(random.uniform(np.log(0.15), np.log(3)))
        cos, sin = np.float32(np.cos(turn)), np.float32(np.sin(turn))
        along, across = cos * x + sin * y, cos * y - sin * x
        swing = np.float32(random.uniform(0, 1.2)) * np.sin(along * np.float32(random.uniform(0.2, 2)) + angles())
        tilt = np.float32(random.uniform(-1, 1))
        swing += np.float32(random.uniform(0, 0.6)) * np.sin(along * np.float32(random.uniform(1, 4)) + across * tilt)
        wave = 0.5 + 0.5 * np.sin((across / np.float32(wide) + swing) * np.float32(2 * np.pi))
        sheet += random.uniform(0.2, 1) * np.clip(wave * random.uniform(1, 4) - random.uniform(0, 2), 0, 1) / count
    if random.random() < 0.5:
        sheet += random.uniform(0.05, 0.5) * noise.field(random, height, width, int(random.integers(4, 30)))
    return sheet.astype(np.float32)


def lettering(random, sheet, words, faces, size, level, count):
    """Draws `count` strings of printed text of about `size` pixels on the sheet, anywhere."""
    picture = Image.new("L", sheet.shape[::-1])
    draw = ImageDraw.Draw(picture)
    for _ in range(count):
        font = typefaces.font(faces[random.integers(len(faces))], max(4, int(size * random.uniform(0.7, 1.4))))
        place = random.uniform(-0.1, 0.9) * sheet.shape[1], random.uniform(-0.1, 0.95) * sheet.shape[0]
        draw.text(place, words(random), int(random.uniform(120, 255)), font)
    cover = np.asarray(picture, np.float32) / 255
    sheet += cover * (level - sheet)
