"""The shapes of the symbols: for each typeface, how far each point of a character's cell is from the edge of its ink.

A distance, unlike a mask, can be printed with any weight of ink. Cells are one pitch wide, in units of the pitch.
"""

from functools import cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from . import texts

FONTS = "/usr/share/fonts"
ZONE_FACES = ("opentype/ocr-b/OCRB.otf", "opentype/ocr-b/OCRBS.otf")
OTHER_FACES = ("truetype/dejavu/DejaVuSansMono.ttf", "truetype/dejavu/DejaVuSansMono-Bold.ttf")
"""What issuers print who do not keep to OCR-B is drawn from these in few samples."""

SIDE = 48
"""Points of a cell's width."""

TALL = 80
"""Points of a cell's height; the middle of the capitals is the middle of the cell."""

CAPITALS = 0.95
"""The height of a capital letter in pitches (ISO 1073-2: 2.4 mm of 2.54 mm)."""


@cache
def font(face, size):
    return ImageFont.truetype(f"{FONTS}/{face}", size)


@cache
def cells(face):
    """Signed distances (37, TALL, SIDE) in pitches, negative in the ink, for the symbols of `face`."""
    coarse = 4
    drawn = font(face, 1000 * SIDE * coarse / font(face, 1000).getlength("H"))
    capital = drawn.getmask("H").getbbox()
    height = capital[3] - capital[1]
    fields = []
    for symbol in texts.SYMBOLS:
        picture = Image.new("L", (SIDE * coarse, TALL * coarse))
        base = TALL * coarse / 2 + height / 2
        ImageDraw.Draw(picture).text((0, base), symbol, 255, drawn, anchor="ls")
        ink = (np.asarray(picture) > 127).astype(np.uint8)
        outside, inside = (cv2.distanceTransform(part, cv2.DIST_L2, 5) for part in (1 - ink, ink))
        signed = (outside - inside) / (SIDE * coarse)
        scale = CAPITALS / (height / (SIDE * coarse))
        fields.append(rescaled(cv2.resize(signed, (SIDE, TALL), interpolation=cv2.INTER_AREA), scale))
    return np.stack(fields).astype(np.float32)


def rescaled(field, scale):
    """The field of a symbol `scale` times as tall, its width kept."""
    middle = (TALL - 1) / 2
    turn = np.float32([[1, 0, 0], [0, 1 / scale, middle * (1 - 1 / scale)]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(field, turn, (SIDE, TALL), flags=flags, borderMode=cv2.BORDER_REPLICATE)


def line(face, text):
    """The field of a line, shape (TALL, SIDE * len(text)); a space is bare paper."""
    fields = cells(face)
    bare = np.full((TALL, SIDE), 0.5, np.float32)
    return np.hstack([bare if symbol == " " else fields[texts.SYMBOLS.index(symbol)] for symbol in text])
