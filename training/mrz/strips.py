"""A sample of the reader: part of a line as it is cut straight out of a photograph, and where its symbols are."""

from dataclasses import dataclass

import cv2
import numpy as np

from .. import noise
from . import optics, printing, texts, typefaces

WIDTH = 288
HEIGHT = 40
"""Wider and taller than what is trained on, which is cut out of it in another place each time."""

LINE = 32
"""The height of a strip in use."""

CAPITAL = 18
"""The height that a capital has in a strip, in pixels."""

PITCH = CAPITAL / typefaces.CAPITALS
STEP = 4
"""Pixels of a strip for each step of the output."""

REACH = 0.25
"""How far from a character's centre a step still belongs to it, in pitches."""


@dataclass(frozen=True)
class Strip:
    """Pixels (HEIGHT, WIDTH); `symbols` (WIDTH + 1) says for each pixel's left edge what is centred there."""

    image: np.ndarray
    symbols: np.ndarray


def make(random, papers, lines=None, first=None, width=WIDTH, index=None, across=None):
    """A strip over part of a zone; `lines`, `index` and the `first` column at its left edge are drawn unless given."""
    if lines is None:
        lines = texts.zone(random) if random.random() < 0.5 else texts.meaningless(random)
    index = int(random.integers(len(lines))) if index is None else index
    count = len(lines[index])
    if across is None:
        even = random.random() < 0.5
        across = PITCH * np.exp(random.normal(0, 0.06) if even else random.uniform(np.log(0.8), np.log(1.25)))
    shown = width / across
    if first is None:
        first = random.uniform(-3, count - shown + 3)
    page, corner, resolution = drawn(random, papers, lines, index, first, shown)
    pitch = photographed_pitch(random)
    photograph, placed = photographed(random, page, corner, resolution, first + shown / 2, pitch)
    columns = course(random, first, shown, width)
    image = straightened(random, photograph, placed, columns, pitch)
    return Strip(image, labelled(lines[index], columns))


def photographed_pitch(random):
    """Pixels a symbol has in the photograph: from what nobody can read any more to more than the reader wants."""
    return float(np.exp(random.uniform(np.log(5), np.log(40)))) if random.random() < 0.75 else random.uniform(6, 14)


def drawn(random, papers, lines, index, first, shown):
    """Reflectance of the page around columns `first` to `first + shown` of a line.

    Returns it, the column and height (in pitches, line's middle 0) of its top left corner, and its points a pitch.
    """
    press, side = printing.Press(random), papers.SIDE
    before = int(np.floor(first)) - 3
    count = int(np.ceil(shown)) + 6
    spacing = random.uniform(1.55, 2.7)
    top, bottom = -2.6, 2.6
    height = int((bottom - top) * side)
    cover = np.zeros((height, count * side), np.float32)
    edge = random.random() < 0.5
    for place, text in enumerate(lines):
        middle = (place - index) * spacing
        if not top - 0.8 < middle < bottom + 0.8:
            continue
        part = "".join(text[column] if 0 <= column < len(text) else " " for column in range(before, before + count))
        ink = cv2.resize(press.ink(random, part), (count * side, typefaces.TALL // 2), interpolation=cv2.INTER_AREA)
        start = int(round((middle - top) * side - typefaces.TALL / 4))
        rows = slice(max(0, start), min(height, start + typefaces.TALL // 2))
        cover[rows] = np.maximum(cover[rows], ink[rows.start - start : rows.stop - start])
    sheet = papers.sheet(random, height, count * side)
    if random.random() < 0.2:
        other_print(random, sheet, side)
    ink = random.uniform(0.02, 0.2) if random.random() < 0.7 else random.uniform(0.1, 0.5)
    darkness = np.float32(ink) * np.minimum(sheet, sheet.mean()) / sheet.mean()
    page = sheet + cover * (np.minimum(darkness, sheet * 0.75) - sheet)
    if edge:
        beyond(random, page, before, len(lines[index]), (len(lines), index, spacing), side)
    if random.random() < 0.12:
        marked(random, page, side)
    return page, (before, top), side


def other_print(random, sheet, side):
    """Text of the page under the zone: a watermark, what shows through from behind, a large word."""
    words = lambda random: "".join(random.choice(list(texts.LETTERS + "0123456789"), random.integers(3, 9)))
    size = side * np.exp(random.uniform(np.log(0.6), np.log(4)))
    level = float(sheet.mean() * random.uniform(0.55, 0.95))
    printing.lettering(random, sheet, words, printing.LETTERING, size, level, int(random.integers(1, 4)))
    if random.random() < 0.5:
        sheet[:] = cv2.GaussianBlur(sheet, (0, 0), random.uniform(0.5, 4))


def beyond(random, page, before, count, zone, side):
    """What stands left and right of a line: the document's edge, the table, a frame, a rounded corner, a finger."""
    lines, index, spacing = zone
    for is_left in (True, False):
        gap = random.uniform(0.35, 3.2) if random.random() < 0.8 else random.uniform(0.1, 0.4)
        column = -gap - before if is_left else count + gap - before
        x = int(column * side)
        if not 0 < x < page.shape[1]:
            continue
        outside = (slice(None), slice(0, x)) if is_left else (slice(None), slice(x, None))
        draw = random.random()
        if draw < 0.35:
            page[outside] = random.uniform(0, 1)
            if random.random() < 0.4:
                page[outside] *= 1 + 0.4 * noise.field(random, *page[outside].shape, 6)
        elif draw < 0.55:
            cv2.line(page, (x, 0), (x, page.shape[0]), random.uniform(0, 0.6), int(random.integers(1, 6)))
        elif draw < 0.85:
            words = lambda random: "".join(random.choice(list(texts.LETTERS + "0123456789/-."), random.integers(1, 6)))
            size = side * random.uniform(0.5, 2)
            wide = page[outside].copy()
            printing.lettering(
                random, wide, words, printing.LETTERING, size, random.uniform(0, 0.6), int(random.integers(1, 4))
            )
            page[outside] = wide
    above, below = -index * spacing, (lines - 1 - index) * spacing
    for middle, sign in ((above, -1), (below, 1)):
        if random.random() < 0.3:
            y = int((middle + sign * random.uniform(0.65, 1.8) + 2.6) * side)
            if not 0 < y < page.shape[0]:
                continue
            rows = slice(0, y) if sign < 0 else slice(y, None)
            if random.random() < 0.5:
                page[rows] = random.uniform(0, 1)
            else:
                cv2.line(page, (0, y), (page.shape[1], y), random.uniform(0, 0.7), int(random.integers(1, 6)))
    np.clip(page, 0, 1.2, out=page)


def marked(random, page, side):
    """A marker's stroke, a signature's stroke, a crease or a stamp across the symbols."""
    height, width = page.shape
    x, y = random.uniform(0, width), random.uniform(0.3, 0.7) * height
    end = x + random.normal(0, 1) * side * 8, y + random.normal(0, 1) * side * 2
    layer = np.ones_like(page)
    kind = random.random()
    thick = int(side * (random.uniform(0.8, 2.5) if kind < 0.3 else random.uniform(0.03, 0.2)))
    level = (
        random.uniform(0.5, 0.9) if kind < 0.3 else random.uniform(0.2, 0.8) if kind < 0.8 else random.uniform(1.1, 1.4)
    )
    cv2.line(layer, (int(x), int(y)), (int(end[0]), int(end[1])), level, max(1, thick), cv2.LINE_AA)
    page *= cv2.GaussianBlur(layer, (0, 0), random.uniform(0.4, 2))


def photographed(random, page, corner, side, middle, pitch):
    """The page seen by a camera: the grey image, and the 3 x 3 matrix from (column, height) to its pixels."""
    turn = np.radians(random.normal(0, 4) if random.random() < 0.8 else random.uniform(-20, 20))
    squeeze, shear = np.exp(random.normal(0, 0.05)), random.normal(0, 0.04)
    bend = random.normal(0, 0.004, 2)
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    linear = turned @ np.array([[1, shear], [0, 1]]) @ np.diag([1, squeeze]) * pitch
    to_middle = np.array([[1, 0, -middle], [0, 1, 0], [0, 0, 1.0]])
    seen = np.eye(3)
    seen[:2, :2], seen[2, :2] = linear, bend
    seen = seen @ to_middle
    height, width = page.shape
    corners = np.array([(0, 0), (width, 0), (0, height), (width, height)]) / side + corner
    flat = cv2.perspectiveTransform(corners[None].astype(np.float64), seen)[0]
    low, high = flat.min(axis=0), flat.max(axis=0)
    seen = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]]) @ seen
    size = np.ceil(high - low).astype(int)
    from_page = seen @ np.array([[1 / side, 0, corner[0]], [0, 1 / side, corner[1]], [0, 0, 1.0]])
    sharp = cv2.GaussianBlur(page, (0, 0), max(0.3, 0.4 * side / pitch)) if side > pitch else page
    light = cv2.warpPerspective(
        sharp, from_page, size.tolist(), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    image = optics.taken(random, optics.lit(random, light, pitch), pitch)
    if random.random() < 0.2:
        scale = np.exp(random.uniform(np.log(0.5), np.log(2)))
        if 5 < scale * pitch < 45:
            image = optics.resized(random, image, scale)
            actual = np.array(image.shape[::-1]) / size
            seen = np.diag([actual[0], actual[1], 1]) @ seen
            image = optics.compressed(image, int(random.uniform(40, 96))) if random.random() < 0.6 else image
    return image, seen


def course(random, first, shown, width):
    """The column at each pixel edge of a strip: an even pitch that drifts a little, as bent pages do."""
    along = np.linspace(0, 1, width + 1)
    drift = random.normal(0, 0.03) if random.random() < 0.6 else 0
    return first + shown * (along + drift * along * (1 - along))


def straightened(random, photograph, placed, columns, pitch):
    """Cuts the strip out of the photograph as a reader does that does not know its place exactly."""
    width = len(columns) - 1
    middles = (columns[1:] + columns[:-1]) / 2
    tall = np.exp(random.uniform(np.log(0.85), np.log(1.15)) if random.random() < 0.5 else random.normal(0, 0.04))
    x = np.linspace(-1, 1, width)
    height = tall * (1 + random.normal(0, 0.03) * x)
    slant = random.normal(0, 1.2) * x + random.normal(0, 0.8) * (x * x - 0.4)
    slant = np.clip(slant + random.normal(0, 0.7), -4, 4)
    rows = np.arange(HEIGHT) - (HEIGHT - 1) / 2
    above = (rows[:, None] - slant[None, :]) / (CAPITAL * height[None, :]) * typefaces.CAPITALS
    lean = np.tan(np.radians(random.normal(0, 1.5)))
    beside = middles[None, :] + lean * above
    weight = placed[2, 0] * beside + placed[2, 1] * above + placed[2, 2]
    across = (placed[0, 0] * beside + placed[0, 1] * above + placed[0, 2]) / weight
    down = (placed[1, 0] * beside + placed[1, 1] * above + placed[1, 2]) / weight
    shrink = pitch / PITCH
    if shrink > 1.2 and random.random() < 0.8:
        photograph = cv2.GaussianBlur(photograph, (0, 0), 0.4 * shrink)
    way = cv2.INTER_LINEAR if random.random() < 0.8 else cv2.INTER_CUBIC
    half = np.float32(0.5)
    return cv2.remap(
        photograph,
        across.astype(np.float32) - half,
        down.astype(np.float32) - half,
        way,
        borderMode=cv2.BORDER_REPLICATE,
    )


def labelled(text, columns):
    """What is centred within `REACH` of each place (in columns of `text`)."""
    column = np.floor(columns).astype(int)
    known = np.array([texts.SYMBOLS.index(symbol) for symbol in text], np.uint8)
    is_centre = (np.abs(columns - column - 0.5) <= REACH) & (column >= 0) & (column < len(text))
    return np.where(is_centre, known[np.clip(column, 0, len(text) - 1)], np.uint8(texts.NOTHING)).astype(np.uint8)
