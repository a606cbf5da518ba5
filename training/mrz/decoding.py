"""From the reader's steps to a zone: where the columns are, and how likely each symbol is in each of them."""

from dataclasses import dataclass

import numpy as np

from . import strips, texts

FINE = 4
"""Places for a centre in each step."""

NARROWEST, WIDEST = 0.62, 1.35
"""Pitches that are looked for, in that of a perfect strip."""

DRIFT = 2.0
"""What each change of the pitch by one place costs."""

FLOOR = np.log(0.02)
"""No step speaks against a place more than this, so that a spot costs one character and not the line."""


@dataclass(frozen=True)
class Line:
    """Column by column: the centre in steps, and the probabilities of the 37 symbols (N, 37); of so many steps."""

    centres: np.ndarray
    probabilities: np.ndarray
    score: float
    steps: int

    @property
    def pitch(self):
        """The mean distance of neighbours, in steps."""
        return float(self.centres[-1] - self.centres[0]) / (len(self.centres) - 1)

    @property
    def text(self):
        return "".join(texts.SYMBOLS[index] for index in self.probabilities.argmax(axis=1))


def log_probabilities(logits):
    level = logits - logits.max(axis=-1, keepdims=True)
    return level - np.log(np.exp(level).sum(axis=-1, keepdims=True))


def zone(logits, lengths=texts.LENGTHS):
    """The lines of a zone from the logits (lines, T, 38) of its strips: all of the length that explains them best."""
    logs = [log_probabilities(line) for line in logits]
    best = None
    for length in lengths:
        lines = [decoded(line, length) for line in logs]
        if any(line is None for line in lines):
            continue
        lead = max(lines, key=lambda line: line.score)
        lines = [aligned(line, log, lead) for line, log in zip(lines, logs)]
        score = sum(line.score for line in lines)
        if best is None or score > best[0]:
            best = score, lines
    return best[1] if best else []


def aligned(line, log, lead):
    """The line decoded again if it does not begin about where the clearest line of the zone does."""
    near = 0.8 * lead.pitch
    if abs(line.centres[0] - lead.centres[0]) < near and abs(line.centres[-1] - lead.centres[-1]) < near:
        return line
    again = decoded(log, len(lead.centres), (lead.centres[0] - near, lead.centres[0] + near))
    return line if again is None else again


def decoded(log, length, begin=None):
    """The best `length` columns in log probabilities (T, 38) of steps, by dynamic programming over places and pitches.

    Steps within a quarter of a pitch of a centre are explained by a symbol, all others by none. `begin` bounds the
    first centre, in steps.
    """
    symbol = np.log(np.maximum(np.exp(log[:, : texts.NOTHING]).sum(axis=1), 1e-9)).clip(FLOOR, 0)
    nothing = log[:, texts.NOTHING].clip(FLOOR, 0)
    gain = np.concatenate([[0], np.cumsum(np.repeat((symbol - nothing) / FINE, FINE))])
    perfect = strips.PITCH / strips.STEP * FINE
    pitches = np.arange(int(np.ceil(perfect * NARROWEST)), int(perfect * WIDEST) + 1)
    pitches = pitches[pitches * (length - 1) < len(gain) - 1]
    if not len(pitches):
        return None
    places = np.arange(len(gain))
    explained = np.stack([within(gain, places, pitch + 0.5) for pitch in pitches])
    value = explained.copy()
    if begin is not None:
        value[:, (places < begin[0] * FINE) | (places > begin[1] * FINE)] = -np.inf
    came = np.zeros((length, 2, *value.shape), np.int8)
    for column in range(1, length):
        value, *came[column] = moved_on(value, pitches)
        value += explained
    index, place = np.unravel_index(value.argmax(), value.shape)
    score = float(value[index, place])
    if not np.isfinite(score):
        return None
    centres = np.zeros(length)
    for column in range(length - 1, -1, -1):
        centres[column] = place / FINE
        if column:
            far, before = came[column, :, index, place]
            place, index = place - pitches[index] - far, before
    return Line(centres, posterior(log, centres), score + float(nothing.sum()), len(log))


def moved_on(value, pitches):
    """The best way to each place and pitch from the column before; whether it was the far place, and its pitch's index.

    A pitch stands for the distances of itself and of one place more, which alternate at no cost.
    """
    count, size = value.shape
    padded = np.full((count + 2, size), -np.inf)
    padded[1:-1] = value
    options = np.stack([padded[:-2] - DRIFT, value, padded[2:] - DRIFT])
    chosen = options.argmax(axis=0)
    reached = options.max(axis=0)
    origins = np.arange(size)[None, :] - pitches[:, None]
    ways = []
    for more in (0, 1):
        places = origins - more
        clipped = np.maximum(places, 0)
        way = np.take_along_axis(reached, clipped, axis=1)
        ways.append((np.where(places >= 0, way, -np.inf), np.take_along_axis(chosen, clipped, axis=1)))
    far = ways[1][0] > ways[0][0]
    before = np.where(far, ways[1][1], ways[0][1]) + np.arange(count)[:, None] - 1
    return np.maximum(ways[0][0], ways[1][0]), far.astype(np.int8), before.astype(np.int8)


def within(gain, places, pitch):
    """What the steps around each place gain by being a symbol's."""
    reach = strips.REACH * pitch
    return np.interp(places + reach, places, gain) - np.interp(places - reach, places, gain)


def posterior(log, centres):
    """The probabilities (N, 37): the sums over the steps of each column, each step by how much of it is in reach."""
    pitch = np.gradient(centres) if len(centres) > 1 else np.full(1, strips.PITCH / strips.STEP)
    steps = np.arange(len(log))
    low, high = centres - strips.REACH * pitch, centres + strips.REACH * pitch
    share = np.clip(np.minimum(high[:, None], steps + 1) - np.maximum(low[:, None], steps), 0, 1)
    total = share @ np.exp(log[:, : texts.NOTHING]) + 1e-9
    return total / total.sum(axis=1, keepdims=True)
