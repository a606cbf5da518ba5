"""From a photograph to strips: what the finder's maps say is followed, straightened and scaled for the reader."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from . import strips

LONGEST = 640
"""The longest side of the image that the finder sees."""

MULTIPLE = 32
GREY = 128
SHORTEST = 10
"""A line has at least this many times its height in length."""

MARGIN = 3.0
"""Pitches on either side of a line that the reader sees too."""


FEWEST = 3
"""Fewer cells are no piece of a line."""

HIGHEST_BAR = 4


@dataclass(frozen=True)
class Course:
    """A line in the image: `origin` and unit vector `along`; across it lies at `bend(p)` and is `height(p)` tall.

    `start` and `end` are distances along it from the origin, in pixels, as are the values of both polynomials.
    """

    origin: np.ndarray
    along: np.ndarray
    start: float
    end: float
    bend: np.ndarray
    height: np.ndarray
    strength: float
    trust: float
    """How far the cells agree that it reads this way and not the other, 0...1."""

    @property
    def down(self):
        return np.array([-self.along[1], self.along[0]])

    def point(self, at):
        """Where the middle of the line is after `at` pixels."""
        return self.origin + at * self.along + np.polyval(self.bend, at) * self.down

    def flipped(self):
        """The same line read the other way."""
        bend, height = self.bend * (-1, 1, -1), self.height * (-1, 1)
        return replace(self, along=-self.along, start=-self.end, end=-self.start, bend=bend, height=height)

    def like(self, other):
        """The same line read as `other` reads."""
        return self if self.along @ other.along >= 0 else self.flipped()

    def across(self, x, y):
        """How far below the line points are."""
        away = np.stack([x - self.origin[0], y - self.origin[1]])
        return self.down @ away - np.polyval(self.bend, self.along @ away)

    def tall(self, at=None):
        return float(np.polyval(self.height, (self.start + self.end) / 2 if at is None else at))


def prepared(image):
    """The finder's input of shape (H, W), and its pixels for each pixel of the image."""
    scale = LONGEST / max(image.shape)
    size = [max(1, round(side * scale)) for side in image.shape[::-1]]
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(image, size, interpolation=way)
    height, width = (-(-side // MULTIPLE) * MULTIPLE for side in small.shape)
    padded = np.full((height, width), GREY, np.float32)
    padded[: small.shape[0], : small.shape[1]] = small
    return padded, scale


def courses(maps):
    """The lines that the maps (4, H / 4, W / 4) show, in pixels of the finder's input."""
    pieces = joined(maps, parted(maps, np.ones(maps.shape[1:], bool), 0))
    return [piece.course for piece in pieces if piece.course.end - piece.course.start > SHORTEST * piece.course.tall()]


def parted(maps, where, bar):
    """The pieces above a bar within `where`; what is too thick for one line is parted by higher bars."""
    _, labels = cv2.connectedComponents(((maps[0] > bar) & where).astype(np.uint8), connectivity=8)
    pieces = []
    for label in range(1, labels.max() + 1):
        here = labels == label
        rows, columns = np.nonzero(here)
        if len(rows) < FEWEST:
            continue
        piece = followed(maps, rows, columns)
        inner = joined(maps, parted(maps, here, bar + 1)) if piece.thick > 1 and bar < HIGHEST_BAR else []
        pieces += shared(maps, piece, inner) if len(inner) > 1 else [piece]
    return pieces


def shared(maps, piece, inner):
    """The cells of a piece given to the courses within it that are nearest: a higher bar shortens their ends."""
    away = np.stack([np.abs(one.course.across(piece.columns * 4.0 + 2, piece.rows * 4.0 + 2)) for one in inner])
    nearest = away.argmin(axis=0)
    result = []
    for index, one in enumerate(inner):
        own = (nearest == index) & (away[index] < 0.6 * one.course.tall(0))
        enough = own.sum() >= FEWEST
        result.append(followed(maps, piece.rows[own], piece.columns[own]) if enough else one)
    return result


@dataclass(frozen=True)
class Piece:
    """Cells that belong together, the course through them, and how thick they lie around it in heights."""

    rows: np.ndarray
    columns: np.ndarray
    course: Course
    thick: float


def followed(maps, rows, columns):
    """The course through some cells: parabola across, straight line for the height, by weighted least squares."""
    weight = 1 / (1 + np.exp(-maps[0, rows, columns]))
    x, y = columns * 4.0 + 2, rows * 4.0 + 2
    said = np.array([np.average(maps[channel, rows, columns], weights=weight) for channel in (1, 2)])
    tall = float(np.exp(np.average(maps[3, rows, columns], weights=weight)))
    origin = np.array([np.average(x, weights=weight), np.average(y, weights=weight)])
    along = axis(x, y, weight, tall)
    if along is None:
        along = said / max(np.hypot(*said), 1e-6)
    along = along if along @ said >= 0 else -along
    p = (x - origin[0]) * along[0] + (y - origin[1]) * along[1]
    q = -(x - origin[0]) * along[1] + (y - origin[1]) * along[0]
    length = p.max() - p.min()
    bend = np.polyfit(p, q, 2, w=weight) if length > 8 * tall else np.array([0, 0, np.average(q, weights=weight)])
    height = np.polyfit(p, maps[3, rows, columns], 1, w=weight) if length > 8 * tall else np.array([0, np.log(tall)])
    middle = np.exp(height[1])
    height = np.array([height[0] * middle, middle])
    thick = 2 * np.sqrt(3) * np.sqrt(np.average((q - np.polyval(bend, p)) ** 2, weights=weight)) / tall
    course = Course(origin, along, p.min() - 2, p.max() + 2, bend, height, float(weight.sum()), float(said @ along))
    return Piece(rows, columns, course, thick)


def axis(x, y, weight, tall):
    """The long axis of some points, as a unit vector of either sign; none if they are not much longer than wide."""
    values, vectors = np.linalg.eigh(np.cov(np.stack([x, y]), aweights=weight))
    return vectors[:, 1] if values[1] > max((2 * tall) ** 2, 9 * values[0]) else None


def joined(maps, pieces):
    """Pieces that continue each other as one: a gap of glare or faint print does not end a line."""
    pieces = sorted(pieces, key=lambda piece: -len(piece.rows))
    found = True
    while found:
        found = False
        for first in range(len(pieces)):
            for second in range(first + 1, len(pieces)):
                if continues(pieces[first].course, pieces[second].course):
                    one, other = pieces[first], pieces.pop(second)
                    rows, columns = np.concatenate([one.rows, other.rows]), np.concatenate([one.columns, other.columns])
                    pieces[first] = followed(maps, rows, columns)
                    found = True
                    break
            if found:
                break
    return pieces


def continues(one, other):
    other = other.like(one)
    if one.along @ other.along < 0.97:
        return False
    tall = one.tall(0)
    if not 0.6 < other.tall(0) / tall < 1.6:
        return False
    ends = [other.origin + other.along * at - one.origin for at in (other.start, other.end)]
    p = [float(end @ one.along) for end in ends]
    gap = max(one.start - p[1], p[0] - one.end)
    near = p[1] if one.start - p[1] > p[0] - one.end else p[0]
    end = ends[1] if near == p[1] else ends[0]
    off = float(end @ one.down) - float(np.polyval(one.bend, min(max(near, one.start), one.end)))
    return -2 * tall < gap < 10 * tall and abs(off) < 0.6 * tall


def zones(lines):
    """Lines that stand below each other in one zone, each from top to bottom as read."""
    left = sorted(lines, key=lambda line: -line.strength)
    grouped = []
    while left:
        zone = [left.pop(0)]
        grew = True
        while grew and len(zone) < 3:
            near = [line for line in left if any(beside(line, member) for member in zone)]
            grew = bool(near)
            if near:
                best = max(near, key=lambda line: line.strength)
                zone.append(best)
                left = [line for line in left if line is not best]
        trust = sum(line.strength * line.trust * np.sign(line.along @ zone[0].along) for line in zone)
        lead = zone[0] if trust >= 0 else zone[0].flipped()
        grouped.append(ordered([line.like(lead) for line in zone]))
    return grouped


def ordered(zone):
    """Lines from top to bottom as read."""
    return sorted(zone, key=lambda line: float((line.origin - zone[0].origin) @ zone[0].down))


def upside_down(zone):
    """The same zone read the other way."""
    return ordered([line.flipped() for line in zone])


def beside(one, other):
    """Whether two lines may be neighbours in a zone."""
    one = one.like(other)
    if one.along @ other.along < 0.97:
        return False
    tall = other.tall()
    offset = one.origin - other.origin
    across = abs(float(offset @ other.down)) / tall
    shift = float(offset @ other.along)
    overlap = min(one.end + shift, other.end) - max(one.start + shift, other.start)
    return 1.2 < across < 3.4 and overlap > 0.5 * min(one.end - one.start, other.end - other.start)


@dataclass(frozen=True)
class Shape:
    """How a zone is cut: how much wider than usual its pitch is for its height, and pitches more at either end."""

    stretch: float = 1.0
    before: float = 0.0
    after: float = 0.0


def cut(image, zone, scale, shape=Shape()):
    """The strips of a zone's lines, all from the same place to the same, of one width, and by one height."""
    reference = max(zone, key=lambda line: line.end - line.start)
    shifts = [float((line.origin - reference.origin) @ reference.along) for line in zone]
    begin = min(line.start + shift for line, shift in zip(zone, shifts))
    end = max(line.end + shift for line, shift in zip(zone, shifts))
    middle = np.average([line.tall() for line in zone], weights=[line.strength for line in zone])
    made = []
    for line, shift in zip(zone, shifts):
        even = replace(line, height=line.height * (middle / line.tall()))
        made.append(straightened(image, even, begin - shift, end - shift, scale, shape))
    width = max(strip.shape[1] for strip in made)
    return [np.pad(strip, ((0, 0), (0, width - strip.shape[1])), mode="edge") for strip in made]


def with_neighbour(zone, place, step=None):
    """A zone with one more line at its top or end, as far from its neighbour as its lines are, or by `step`."""
    if step is None:
        step = float((zone[-1].origin - zone[0].origin) @ zone[0].down) / (len(zone) - 1)
    near = zone[0] if place == 0 else zone[-1]
    more = replace(near, origin=near.origin + near.down * (step if place else -step))
    return [more, *zone] if place == 0 else [*zone, more]


def straightened(image, line, begin, end, scale, shape=Shape()):
    """A strip (32, W) along a line between two places: each column is as far from the next as its height says."""
    pitch = strips.PITCH / strips.CAPITAL * shape.stretch
    stretch = shape.stretch
    low = begin - (MARGIN + shape.before) * pitch * line.tall(begin)
    high = end + (MARGIN + shape.after) * pitch * line.tall(end)
    floor = 0.5 * line.tall()
    places = [low + 0.5 * stretch * max(line.tall(low), floor) / strips.CAPITAL]
    while places[-1] < high or len(places) % 16:
        places.append(places[-1] + stretch * max(line.tall(places[-1]), floor) / strips.CAPITAL)
    p = np.array(places)
    q = np.polyval(line.bend, p)
    slope = np.polyval(np.polyder(line.bend), p)
    tall = np.maximum(np.polyval(line.height, p), floor) / strips.CAPITAL
    norm = np.hypot(1, slope)
    rows = np.arange(strips.LINE) - (strips.LINE - 1) / 2
    across = p[None, :] - rows[:, None] * (tall * slope / norm)[None, :]
    below = q[None, :] + rows[:, None] * (tall / norm)[None, :]
    x = (line.origin[0] + across * line.along[0] - below * line.along[1]) / scale
    y = (line.origin[1] + across * line.along[1] + below * line.along[0]) / scale
    shrink = line.tall() / scale / strips.CAPITAL
    low_x, high_x = max(0, int(x.min()) - 8), int(x.max()) + 9
    low_y, high_y = max(0, int(y.min()) - 8), int(y.max()) + 9
    part = image[low_y:high_y, low_x:high_x]
    if not part.size:
        return np.full((strips.LINE, len(places)), GREY, np.uint8)
    if shrink > 1.2:
        part = cv2.GaussianBlur(part, (0, 0), 0.4 * shrink)
    x, y = (np.float32(value - 0.5) for value in (x - low_x, y - low_y))
    return cv2.remap(part, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
