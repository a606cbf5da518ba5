"""A document on its own, flat: paper, portrait, fields and codes, and nearly always a zone."""

from dataclasses import dataclass

import cv2
import numpy as np
from PIL import Image, ImageDraw

from .. import noise
from . import printing, texts, typefaces

SHAPES = {30: (33.7, 21.3), 36: (41.3, 29.1), 44: (49.2, 34.6)}
"""Width and height in pitches of the documents that carry lines of 30, 36 and 44 symbols (ID-1, ID-2, ID-3)."""


@dataclass(frozen=True)
class Line:
    """Where a line of a zone lies on a flat document, in pitches: first left edge, middle, and how many symbols."""

    x: float
    y: float
    count: int


class Document:
    """A flat document: reflectance, `scale` points a pitch, and the lines of its zone (none for some)."""

    def __init__(self, random, papers, scale):
        length = int(random.choice(texts.LENGTHS, p=[0.35, 0.2, 0.45]))
        self.scale, self.length = scale, length
        self.size = np.array(SHAPES[length])
        if random.random() < 0.2:
            self.size = self.size * (1, 2)
        if random.random() < 0.12:
            self.size = self.size * random.uniform(0.95, 1.5, 2)
        self.pixels = (self.size * scale).astype(int)
        width, height = self.pixels
        self.sheet = self.paper(random, papers, height, width)
        self.ink = float(self.sheet.mean() * random.uniform(0.03, 0.35))
        self.lines = []
        zone = self.composed(random)
        self.furnish(random)
        if zone:
            self.print(random, *zone)
        if random.random() < 0.15:
            self.stroke(random, int(random.integers(1, 3)))

    def paper(self, random, papers, height, width):
        part = papers.sheet(random, 300, int(random.uniform(300, 880)))
        sheet = cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA)
        if random.random() < 0.5:
            sheet = sheet * (
                1 + random.uniform(0, 0.25) * noise.field(random, height, width, int(random.integers(2, 8)))
            )
        return np.clip(sheet, 0.05, 1).astype(np.float32)

    def composed(self, random):
        """What the zone says and where its first line begins; nothing for a page without one."""
        if random.random() < 0.12:
            return None
        lines = []
        while not lines or len(lines[0]) != self.length:
            lines = texts.zone(random) if random.random() < 0.7 else texts.meaningless(random)
        spacing = random.uniform(1.55, 2.1) if self.length == 30 else random.uniform(1.7, 2.7)
        left = (self.size[0] - self.length) / 2 + random.normal(0, 0.5)
        below = (
            self.size[1] - random.uniform(1.2, 3.2) if random.random() < 0.9 else random.uniform(0.3, 1) * self.size[1]
        )
        first = max(1.0, below - spacing * (len(lines) - 1))
        self.free = first - 1.3
        return lines, left, first, spacing

    def print(self, random, lines, left, first, spacing):
        """The zone's ink over everything that is there."""
        press = printing.Press(random)
        dark = (
            self.sheet * random.uniform(0.05, 0.3) if random.random() < 0.75 else self.sheet * random.uniform(0.3, 0.7)
        )
        if random.random() < 0.4:
            self.band(random, left, first, spacing, len(lines))
        cover = np.zeros_like(self.sheet)
        for index, text in enumerate(lines):
            line = Line(left, first + index * spacing, len(text))
            ink = press.ink(random, text)
            to_sheet = np.float64(
                [
                    [self.scale / typefaces.SIDE, 0, line.x * self.scale],
                    [0, self.scale / typefaces.SIDE, (line.y - typefaces.TALL / typefaces.SIDE / 2) * self.scale],
                ]
            )
            ink = cv2.GaussianBlur(ink, (0, 0), max(0.3, 0.4 * typefaces.SIDE / self.scale))
            cover = np.maximum(
                cover, cv2.warpAffine(ink, to_sheet, tuple(self.pixels.tolist()), flags=cv2.INTER_LINEAR)
            )
            self.lines.append(line)
        self.sheet += cover * (np.minimum(dark, self.sheet) - self.sheet)

    def band(self, random, left, first, spacing, count):
        """The zone stands on a bare or tinted band."""
        top, bottom = (int((first - random.uniform(1, 1.8)) * self.scale), int((first + spacing * count) * self.scale))
        level = random.uniform(0.6, 1) if random.random() < 0.8 else random.uniform(0.3, 0.6)
        part = self.sheet[max(0, top) : bottom]
        part += random.uniform(0.3, 1) * (level - part)

    def furnish(self, random):
        """Portrait, fields, frames, codes and seals where there is no zone, sometimes reaching into it."""
        width, height = self.pixels
        free = int(getattr(self, "free", self.size[1]) * self.scale)
        if random.random() < 0.7:
            tall = random.uniform(0.3, 0.75) * min(free, width * 0.7)
            at = random.uniform(0, 0.1) if random.random() < 0.7 else random.uniform(0, 0.75)
            portrait(random, self.sheet, int(at * width + 0.02 * width), int(random.uniform(0.1, 0.35) * free), tall)
        if random.random() < 0.3:
            portrait(
                random,
                self.sheet,
                int(random.uniform(0.6, 0.85) * width),
                int(random.uniform(0.2, 0.6) * free),
                0.25 * free,
            )
        for _ in range(random.poisson(1.2)):
            code(random, self.sheet, random.uniform(0, 0.8) * width, random.uniform(0, 0.8) * free, self.scale)
        for _ in range(random.poisson(1)):
            x, y = random.uniform(-0.1, 0.9) * width, random.uniform(-0.1, 0.8) * free
            end = (int(x + random.uniform(0.1, 1) * width), int(min(y + random.uniform(0.02, 0.6) * height, free)))
            kind = -1 if random.random() < 0.3 else int(random.integers(1, 4))
            cv2.rectangle(self.sheet, (int(x), int(y)), end, float(random.uniform(0.1, 0.95)), kind, cv2.LINE_AA)
        self.letter(random, free)
        if random.random() < 0.3:
            self.stroke(random, int(random.integers(3, 9)), free)

    def letter(self, random, free):
        """Printed text: labels with values in columns, a heading, numbers in the zone's typeface, plain paragraphs."""
        width, height = self.pixels
        picture = Image.new("L", (width, height))
        draw = ImageDraw.Draw(picture)
        faces = printing.LETTERING + typefaces.ZONE_FACES
        label, value = (faces[random.integers(len(faces))] for _ in range(2))
        small, large = self.scale * random.uniform(0.5, 0.9), self.scale * random.uniform(0.8, 1.5)
        x = random.uniform(0.02, 0.4) * width
        y = random.uniform(0.05, 0.2) * free
        while y < free - large and random.random() < 0.95:
            at = x
            while at < width and random.random() < 0.9:
                draw.text(
                    (at, y),
                    words(random, random.integers(1, 4)),
                    int(random.uniform(100, 255)),
                    typefaces.font(label, max(4, int(small))),
                )
                said = words(random, random.integers(1, 4)).upper()
                draw.text(
                    (at, y + small * 1.1),
                    said,
                    int(random.uniform(180, 255)),
                    typefaces.font(value, max(4, int(large))),
                )
                at += random.uniform(0.2, 0.6) * width
            y += (small + large) * random.uniform(1.15, 2)
        if random.random() < 0.7:
            size = int(self.scale * random.uniform(1, 2.5))
            draw.text(
                (random.uniform(0, 0.5) * width, random.uniform(0, 0.05) * height),
                words(random, 3).upper(),
                255,
                typefaces.font(faces[random.integers(len(faces))], max(5, size)),
            )
        if random.random() < 0.4:
            face = (typefaces.ZONE_FACES + typefaces.OTHER_FACES)[random.integers(4)]
            said = "".join(random.choice(list(texts.SYMBOLS[:36]), random.integers(5, 14)))
            draw.text(
                (random.uniform(0, 0.8) * width, random.uniform(0, 0.9) * free),
                said,
                255,
                typefaces.font(face, max(5, int(self.scale * random.uniform(1, 1.6)))),
            )
        if random.random() < 0.2:
            top, size = random.uniform(0, 0.7) * free, max(4, int(self.scale * random.uniform(0.5, 1.5)))
            face = faces[random.integers(len(faces))]
            for row in range(random.integers(1, 8)):
                if top + (row + 1) * size * 1.3 < free:
                    said = words(random, random.integers(4, 14))
                    said = said.upper() if row % 3 == 0 else said
                    draw.text(
                        (random.uniform(0, 0.1) * width, top + row * size * 1.3), said, 220, typefaces.font(face, size)
                    )
        cover = np.asarray(picture, np.float32) / 255
        self.sheet += cover * (np.minimum(self.ink, self.sheet) - self.sheet)
        if random.random() < 0.25:
            self.overprint(random)

    def overprint(self, random):
        """A large faint word, turned, over all of the document."""
        width, height = self.pixels
        picture = Image.new("L", (width, height))
        face = printing.LETTERING[random.integers(len(printing.LETTERING))]
        size = max(8, int(self.scale * random.uniform(2, 8)))
        ImageDraw.Draw(picture).text(
            (width / 2, height * random.uniform(0.3, 0.9)),
            words(random, 1).upper(),
            255,
            typefaces.font(face, size),
            anchor="mm",
        )
        turned = np.asarray(picture.rotate(random.uniform(-50, 50)), np.float32) / 255
        self.sheet *= 1 - turned * random.uniform(0.1, 0.6)

    def stroke(self, random, count, bottom=None):
        """A signature or a scribble of `count` swings."""
        width, height = self.pixels
        start = np.array([random.uniform(0, 0.7) * width, random.uniform(0.1, 0.95) * (bottom or height)])
        steps = np.cumsum(
            random.normal(0, 1, (count * 6 + 2, 2)) * self.scale * (0.8, 0.5) + (self.scale * 0.3, 0), axis=0
        )
        points = cv2.blur((start + steps).astype(np.float32)[None], (3, 1))[0].astype(np.int32)
        cv2.polylines(
            self.sheet, [points], False, float(random.uniform(0, 0.5)), max(1, int(self.scale * 0.12)), cv2.LINE_AA
        )


def words(random, count):
    """Text of made-up words and numbers, as labels and values of documents have it."""
    said = []
    for _ in range(count):
        if random.random() < 0.25:
            said.append("".join(random.choice(list("0123456789.-/ "), random.integers(2, 10))))
        else:
            said.append(texts.name_part(random).capitalize() + str(random.choice(["", "", "", ":", " /", ","])))
    return " ".join(said)


def portrait(random, sheet, x, y, tall):
    """Something like a portrait: a frame with a bright face, hair and shoulders."""
    height, width = int(tall), int(tall * random.uniform(0.7, 0.85))
    part = sheet[max(0, y) : y + height, max(0, x) : x + width]
    if min(part.shape) < 8:
        return
    high, wide = part.shape
    picture = np.full((high, wide), random.uniform(0.4, 0.95), np.float32)
    middle = (wide // 2, int(high * random.uniform(0.4, 0.5)))
    dark, skin, cloth = random.uniform(0.05, 0.5), random.uniform(0.3, 0.85), random.uniform(0.05, 0.7)
    cv2.ellipse(picture, middle, (int(wide * 0.32), int(high * 0.36)), 0, 0, 360, dark, -1)
    cv2.ellipse(picture, (middle[0], high), (int(wide * 0.5), int(high * 0.25)), 0, 0, 360, cloth, -1)
    cv2.ellipse(picture, (middle[0], middle[1] + high // 20), (int(wide * 0.23), int(high * 0.28)), 0, 0, 360, skin, -1)
    for side in (-1, 1):
        eye = (middle[0] + int(side * wide * 0.1), middle[1])
        cv2.ellipse(picture, eye, (max(1, wide // 22), max(1, high // 50)), 0, 0, 360, dark * 0.6, -1)
    cv2.ellipse(
        picture, (middle[0], middle[1] + high // 6), (max(1, wide // 12), max(1, high // 70)), 0, 0, 360, skin * 0.6, -1
    )
    picture = cv2.GaussianBlur(picture, (0, 0), max(0.5, high / 50)) * (1 + 0.1 * noise.field(random, high, wide, 5))
    part += random.choice([1.0, 0.9, 0.5]) * (picture - part)


def code(random, sheet, x, y, scale):
    """A bar code or a matrix code: stripes and squares that are no text."""
    module = max(1, int(scale * random.uniform(0.1, 0.35)))
    rows = 1 if random.random() < 0.5 else int(random.integers(8, 25))
    bits = random.random((rows, random.integers(15, 60) if rows == 1 else rows)) < 0.5
    height = int(scale * random.uniform(2, 5)) if rows == 1 else rows * module
    block = cv2.resize(bits.astype(np.float32), (bits.shape[1] * module, height), interpolation=cv2.INTER_NEAREST)
    block = block if random.random() < 0.8 else np.ascontiguousarray(block.T)
    part = sheet[int(y) : int(y) + block.shape[0], int(x) : int(x) + block.shape[1]]
    if part.size:
        part[:] = 0.1 + 0.8 * block[: part.shape[0], : part.shape[1]]
