"""From a photograph to its zones by both networks: found, cut, decoded; cut again where the first cut was not right."""

from dataclasses import replace

import numpy as np

from . import decoding, engine, locating, strips

SURE_WAY = 0.8
"""Zones whose cells agree less on the reading direction are read both ways."""

USUAL_STRETCH = 0.88, 1.12
"""Zones with narrower or wider pitches for their height are cut again."""

CLOSE = 2.0
"""A zone that begins or ends so few pitches from the end of its strip may be cut off there."""

LONGER = 10.0
"""By so many pitches the strips are made longer where a zone may be cut off."""

AGAIN = 4
"""A zone is cut so many times at most."""

MOST = 6
"""So many zones are read, the strongest first: the finder takes other long text for lines too."""

ALIKE = 0.9
"""Lines that agree in a greater share of their columns are one line."""

BELIEVED = 0.7
"""A line counts as read if the mean of its greatest probabilities is above this: others are looked for beside it."""

SPACINGS = 1.7, 2.0, 2.35, 2.7
"""How far, in heights, the second line is looked for from one that stands alone."""

LINES = {30: 3, 36: 2, 44: 2}
"""Lines that a zone has, by their length; the driving licence has one of the three."""


class Networks:
    """Both networks of a pack."""

    def __init__(self, folder):
        self.finder, self.reader = (engine.packed(folder, name) for name in ("finder", "reader"))

    def zones(self, image):
        """Courses and lines of every zone in a grey image, those of the likeliest zone first."""
        page, scale = locating.prepared(image)
        maps = self.finder([page[None, None]])[0][0]
        read = []
        for zone in locating.zones(locating.courses(maps))[:MOST]:
            ways = [self.zone(image, way, scale) for way in self.ways(zone)]
            read.append(max(ways, key=lambda way: sum(map(sureness, way[1]))))
        return sorted(read, key=lambda one: -sum(len(line.centres) * sureness(line) for line in one[1]))

    def ways(self, zone):
        """A zone as it seems to read, and the other way too if the finder is not sure."""
        return [zone] if min(line.trust for line in zone) > SURE_WAY else [zone, locating.upside_down(zone)]

    def zone(self, image, zone, scale):
        """Courses and lines of a zone, with what the finder left out at its ends, above and below."""
        shape = locating.Shape()
        lines = self.lines(image, zone, scale, shape)
        for _ in range(AGAIN - 1):
            better = reshaped(shape, lines)
            if better is None:
                break
            shape, lines = better, self.lines(image, zone, scale, better)
        if not lines:
            return zone, lines
        zone, lines = pruned(zone, lines)
        while len(zone) < LINES[len(lines[0].centres)] and min(map(sureness, lines)) > BELIEVED:
            more = self.completed(image, zone, scale, shape, len(lines[0].centres))
            if more is None:
                break
            zone, lines = more
        return zone, lines

    def lines(self, image, zone, scale, shape, lengths=tuple(LINES)):
        cuts = locating.cut(image, zone, scale, shape)
        return decoding.zone(self.reader([np.stack(cuts)[:, None].astype(np.float32)])[0], lengths)

    def completed(self, image, zone, scale, shape, length):
        """A zone with one more line above or below, whichever the reader believes most, or none."""
        steps = [None] if len(zone) > 1 else [step * zone[0].tall() for step in SPACINGS]
        best = None
        for place in (0, len(zone)):
            for step in steps:
                more = locating.with_neighbour(zone, place, step)
                lines = self.lines(image, more, scale, shape, (length,))
                sure = sureness(lines[place]) if lines and not repeated(lines, place) else 0.0
                if sure > max(BELIEVED, best[0] if best else 0):
                    best = sure, more, lines
        return best[1:] if best else None


def repeated(lines, place):
    """Whether a line is one of the others once more, which the finder saw in two pieces."""
    own = lines[place].probabilities.argmax(axis=1)
    others = [line.probabilities.argmax(axis=1) for line in lines if line is not lines[place]]
    return any((own == other).mean() > ALIKE for other in others)


def pruned(zone, lines):
    """Without the lines that are there twice, and those beyond what the layout has: print beside a zone."""
    while any(repeated(lines, place) for place in range(len(lines))):
        twice = [place for place in range(len(lines)) if repeated(lines, place)]
        drop = min(twice, key=lambda place: sureness(lines[place]))
        zone, lines = zone[:drop] + zone[drop + 1 :], lines[:drop] + lines[drop + 1 :]
    first, last = 0, len(zone)
    while last - first > LINES[len(lines[0].centres)]:
        if sureness(lines[first]) < sureness(lines[last - 1]):
            first += 1
        else:
            last -= 1
    return zone[first:last], lines[first:last]


def reshaped(shape, lines):
    """How a zone is to be cut again after what was read, or none if its cut was right."""
    if not lines:
        return None
    pitch = float(np.mean([line.pitch for line in lines]))
    stretch = pitch * strips.STEP / strips.PITCH
    before = min(line.centres[0] for line in lines) < CLOSE * pitch
    after = max(line.centres[-1] for line in lines) > lines[0].steps - CLOSE * pitch
    if USUAL_STRETCH[0] < stretch < USUAL_STRETCH[1]:
        stretch = 1.0
    if stretch == 1.0 and not before and not after:
        return None
    return replace(
        shape,
        stretch=shape.stretch * stretch,
        before=shape.before + LONGER * before,
        after=shape.after + LONGER * after,
    )


def sureness(line):
    return float(line.probabilities.max(axis=1).mean())
