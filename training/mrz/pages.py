"""A sample of the finder: a photograph of documents with and without a zone, and where the zones' lines run in it."""

from dataclasses import dataclass

import cv2
import numpy as np
from PIL import Image, ImageDraw

from .. import backgrounds, noise
from . import documents, optics, printing, typefaces

WIDTH, HEIGHT = 640, 448
CELL = 4
"""Pixels of a page for each cell of the maps."""

THICK = 0.5
"""How much of a character's height the stripe along its line covers."""

THINNEST = 3.0
"""No stripe is thinner, in pixels: thinner ones would hardly cover any cell."""


@dataclass(frozen=True)
class Page:
    """Pixels (HEIGHT, WIDTH); `maps` (4, HEIGHT / 4, WIDTH / 4): share of the stripe, cos, sin, log of the height."""

    image: np.ndarray
    maps: np.ndarray


def background(random, papers, size=(WIDTH, HEIGHT)):
    """What the document lies on or is held before: a room, cloth, a scanner's lid, a screen, a sheet full of text."""
    draw, (width, height) = random.random(), size
    if draw < 0.35:
        seen = backgrounds.room(random, height // 2, width // 2).mean(axis=2)
        return cv2.resize(seen, size, interpolation=cv2.INTER_LINEAR)
    if draw < 0.55:
        return np.full((height, width), random.choice([1.0, 0.98, random.uniform(0, 1)]), np.float32)
    seen = cv2.resize(papers.sheet(random, 300, int(random.uniform(200, 880))), size).copy()
    seen *= random.uniform(0.2, 1) * (1 + 0.2 * noise.field(random, height, width, int(random.integers(2, 40))))
    if draw < 0.75:
        face = printing.LETTERING[random.integers(len(printing.LETTERING))]
        picture, letters = Image.new("L", size), int(random.uniform(5, 22))
        pen = ImageDraw.Draw(picture)
        for row in range(random.integers(3, 30)):
            said = documents.words(random, random.integers(2, 12))
            pen.text((random.uniform(0, 60), row * letters * 1.35), said, 230, typefaces.font(face, letters))
        picture = picture.rotate(random.uniform(-30, 30)) if random.random() < 0.5 else picture
        seen += np.asarray(picture, np.float32) / 255 * (random.uniform(0, 0.4) - seen)
    return np.clip(seen, 0, 1).astype(np.float32)


class View:
    """How a flat document is seen: bent a little, then in perspective. In pixels of the page."""

    def __init__(self, random, document, pitch, frame=(WIDTH, HEIGHT)):
        self.frame = frame
        turn = random.normal(0, 8) if random.random() < 0.6 else random.uniform(-180, 180)
        turn = np.radians(turn + 90 * random.integers(4))
        self.size = document.size
        self.bend = random.normal(0, 0.25) if random.random() < 0.5 else 0
        turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        linear = (
            turned
            @ np.diag([1, np.exp(random.normal(0, 0.06))])
            @ np.array([[1, random.normal(0, 0.04)], [0, 1]])
            * pitch
        )
        matrix = np.eye(3)
        matrix[:2, :2] = linear
        matrix[2, :2] = random.normal(0, 0.12, 2) / self.size.max()
        middle = self.size / 2
        if document.lines:
            line = document.lines[len(document.lines) // 2]
            middle = middle + random.uniform(0, 1) * (np.array([line.x + line.count / 2, line.y]) - middle)
        matrix = matrix @ np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]])
        reach = np.array(frame)
        to = reach / 2 + random.uniform(-1, 1, 2) * np.maximum(reach * 0.08, (reach - pitch * self.size.max()) / 2)
        self.matrix = np.array([[1, 0, to[0]], [0, 1, to[1]], [0, 0, 1]]) @ matrix

    def seen(self, points):
        """Where points of the document (N, 2), in pitches, are in the page."""
        points = np.asarray(points, float)
        bent = points + np.stack([0 * points[:, 0], self.bend * np.sin(np.pi * points[:, 0] / self.size[0])], axis=1)
        return cv2.perspectiveTransform(bent[None], self.matrix)[0]

    def lay(self, document, canvas):
        """Draws the document over the canvas."""
        half, (width, height) = np.float32(0.5), self.frame
        x, y = np.arange(width, dtype=np.float32)[None, :] + half, np.arange(height, dtype=np.float32)[:, None] + half
        back = np.linalg.inv(self.matrix).astype(np.float32)
        weight = back[2, 0] * x + back[2, 1] * y + back[2, 2]
        across = (back[0, 0] * x + back[0, 1] * y + back[0, 2]) / weight
        down = (back[1, 0] * x + back[1, 1] * y + back[1, 2]) / weight
        wide, tall = self.size.astype(np.float32)
        if self.bend:
            down -= np.float32(self.bend) * np.sin(np.float32(np.pi) * np.clip(across / wide, 0, 1))
        inside = np.minimum(np.minimum(across, wide - across), np.minimum(down, tall - down))
        cover = np.clip(inside * 3 + half, 0, 1) * (weight > 0)
        scale = np.float32(document.scale)
        laid = cv2.remap(
            document.sheet,
            across * scale - half,
            down * scale - half,
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        canvas += cover * (laid - canvas)
        return cover


def make(random, papers):
    """One page: no, one or two documents before a background, photographed."""
    canvas, count = background(random, papers), random.choice([0, 1, 2], p=[0.05, 0.8, 0.15])
    stripes = np.zeros((HEIGHT, WIDTH), np.float32)
    maps = np.zeros((4, HEIGHT // CELL, WIDTH // CELL), np.float32)
    smallest = 20.0
    for _ in range(count):
        pitch = float(np.exp(random.uniform(np.log(3.6), np.log(19 if count == 1 else 8))))
        document = documents.Document(random, papers, max(6.0, pitch * random.uniform(1, 1.3)))
        view = View(random, document, pitch)
        if document.scale > pitch * 1.1:
            document.sheet = cv2.GaussianBlur(document.sheet, (0, 0), 0.45 * document.scale / pitch)
        cover = view.lay(document, canvas)
        hidden = cover > 0.5
        stripes[hidden] = 0
        for line in document.lines:
            mark(view, line, stripes, maps)
        smallest = min(smallest, pitch)
    if random.random() < 0.1:
        corner = np.array([random.uniform(0, WIDTH), random.choice([0, HEIGHT])])
        inward = np.array([WIDTH / 2, HEIGHT / 2]) - corner
        hand = np.repeat(canvas[..., None], 3, axis=2)
        before = hand.copy()
        backgrounds.fingers(random, hand, corner, inward / np.hypot(*inward), random.uniform(20, 50))
        canvas = hand.mean(axis=2)
        stripes[np.abs(hand - before).max(axis=2) > 0.01] = 0
    image = optics.taken(random, optics.lit(random, canvas, smallest), smallest, 0.8)
    padded(random, image, stripes)
    maps[0] = shares(stripes)
    return Page(image, maps.astype(np.float16))


def padded(random, image, stripes):
    """Makes some pages shorter or narrower, filled as pages are in use."""
    if random.random() < 0.35:
        if random.random() < 0.5:
            edge = int(random.uniform(0.6, 1) * HEIGHT)
            image[edge:], stripes[edge:] = 128, 0
        else:
            edge = int(random.uniform(0.6, 1) * WIDTH)
            image[:, edge:], stripes[:, edge:] = 128, 0


def mark(view, line, stripes, maps):
    """Draws the stripe of a line, and direction and height of its characters around it."""
    columns = np.linspace(line.x, line.x + line.count, 13)
    tall = typefaces.CAPITALS
    middle = view.seen(np.stack([columns, np.full(13, line.y)], axis=1))
    upper, lower = (view.seen(np.stack([columns, np.full(13, line.y + side * tall / 2)], axis=1)) for side in (-1, 1))
    heights = np.hypot(*(lower - upper).T)
    for index in range(12):
        height = heights[index : index + 2].mean()
        along = middle[index + 1] - middle[index]
        along = along / max(np.hypot(*along), 1e-6)
        share = max(THICK, THINNEST / height) / 2
        ends = [index, index + 1, index + 1, index]
        across = (lower - upper)[ends]
        signs = np.array([-1, -1, 1, 1])[:, None]
        quad = middle[ends] + signs * share * across
        cv2.fillConvexPoly(stripes, np.round((quad - 0.5) * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
        wide = (middle[ends] + signs * 0.9 * across + (np.array([-1, 1, 1, -1])[:, None] * along * height * 0.5)) / CELL
        for channel, value in enumerate((along[0], along[1], np.log(height)), 1):
            plane = maps[channel]
            cv2.fillConvexPoly(plane, np.round((wide - 0.5) * 16).astype(np.int32), float(value), cv2.LINE_8, 4)


def shares(stripes):
    """How much of each cell the stripes cover."""
    return cv2.resize(stripes, None, fx=1 / CELL, fy=1 / CELL, interpolation=cv2.INTER_AREA)


def turned(image, maps, quarters, is_mirrored):
    """Page and maps after quarter turns, and mirrored; directions turn along."""
    if is_mirrored:
        image, maps = image[:, ::-1], maps[:, :, ::-1].copy()
        maps[1] = -maps[1]
    image, maps = np.rot90(image, quarters), np.rot90(maps, quarters, (1, 2)).copy()
    for _ in range(quarters):
        maps[1], maps[2] = maps[2].copy(), -maps[1]
    return np.ascontiguousarray(image), maps
