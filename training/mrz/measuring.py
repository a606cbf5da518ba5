"""What the networks reach: on rendered lines that nothing was fitted on, on the specimens of `../shared`, and how fast.

The specimens measure and never teach: nothing of them is in a sample, a limit or a choice of weights.
"""

import json
import time
from collections import Counter

import cv2
import numpy as np

from . import decoding, engine, printing, reading, strips, texts

BARS = (0.9, 0.99, 0.999)


def upright(picture, folder):
    """The grey image of a specimen with its EXIF orientation undone."""
    image = cv2.imread(str(folder / picture["file"]), cv2.IMREAD_GRAYSCALE | cv2.IMREAD_IGNORE_ORIENTATION)
    turn = {3: cv2.ROTATE_180, 6: cv2.ROTATE_90_CLOCKWISE, 8: cv2.ROTATE_90_COUNTERCLOCKWISE}
    orientation = picture["exif_orientation"]
    return cv2.rotate(image, turn[orientation]) if orientation in turn else image


def specimens(pack_folder, folder):
    """Each specimen's truth, reading, and what went wrong; and the symbols by how sure the reader was of them."""
    both = reading.Networks(pack_folder)
    results, sure = [], Sureness()
    for picture in json.loads((folder / "truth.json").read_text())["pictures"]:
        image = upright(picture, folder)
        started = time.perf_counter()
        zones = both.zones(image)
        seconds = time.perf_counter() - started
        wanted = picture["lines"]
        lines = zones[0][1] if zones else []
        read = [line.text for line in lines]
        for zone, others in zones[1:]:
            if fits([line.text for line in others], wanted) > fits(read, wanted):
                read, lines = [line.text for line in others], others
        results.append(compared(picture["file"], wanted, read, seconds))
        if len(read) == len(wanted) and all(len(one) == len(other) for one, other in zip(read, wanted)):
            for line, truth in zip(lines, wanted):
                sure.add(line, truth)
    return results, sure


def fits(read, wanted):
    return sum(one == other for line, truth in zip(read, wanted) for one, other in zip(line, truth))


def compared(file, wanted, read, seconds):
    """What became of a zone: exact, or the first cause that it is not."""
    characters = sum(map(len, wanted))
    wrong = sum(min([distance(line, truth) for line in read] + [len(truth)]) for truth in wanted)
    exact = sum(truth in read for truth in wanted)
    if exact == len(wanted):
        cause = None if read == wanted else "another line beside it"
    elif not read:
        cause = "not found"
    elif wrong > 0.5 * characters:
        cause = "wrong place or orientation"
    elif len(read) != len(wanted):
        cause = f"{len(read)} of {len(wanted)} lines"
    elif len(read[0]) != len(wanted[0]):
        cause = f"{len(read[0])} columns"
    else:
        cause = "wrong symbols"
    return {
        "file": file,
        "exact": exact == len(wanted),
        "lines": len(wanted),
        "exactLines": exact,
        "characters": characters,
        "wrong": wrong,
        "cause": cause,
        "wanted": wanted,
        "read": read,
        "seconds": seconds,
    }


def distance(one, other):
    """The edit distance."""
    row = np.arange(len(other) + 1)
    for index, symbol in enumerate(one, 1):
        unlike = row[:-1] + np.array([symbol != its for its in other])
        best = np.minimum(row[1:] + 1, unlike)
        row = np.concatenate([[index], best])
        row = np.minimum.accumulate(row - np.arange(len(row))) + np.arange(len(row))
    return int(row[-1])


class Sureness:
    """How many symbols were taken with at least some probability, and how many of them are wrong."""

    def __init__(self):
        self.taken, self.wrong, self.confused = [], [], Counter()

    def add(self, line, truth):
        known = np.array([texts.SYMBOLS.index(symbol) for symbol in truth])
        best = line.probabilities.argmax(axis=1)
        self.taken += line.probabilities.max(axis=1).tolist()
        self.wrong += (best != known).tolist()
        for column in np.flatnonzero(best != known):
            self.confused[truth[column] + "→" + texts.SYMBOLS[best[column]]] += 1

    def figures(self):
        taken, wrong = np.array(self.taken), np.array(self.wrong, bool)
        result = {"symbols": len(taken), "wrong": int(wrong.sum())}
        for bar in BARS:
            above = taken >= bar
            result[f"p>={bar}"] = {"symbols": int(above.sum()), "wrong": int(wrong[above].sum())}
        result["expectedWrong"] = round(float((1 - taken).sum()), 1)
        result["confused"] = dict(self.confused.most_common(12))
        return result


def rendered_lines(pack_folder, count, seed):
    """Whole lines rendered as the samples are, of other seeds: exact lines, wrong symbols and how sure they were."""
    reader = engine.packed(pack_folder, "reader")
    random = np.random.default_rng((seed, 77))
    papers = printing.Papers(random, 60)
    exact, sure = 0, Sureness()
    for _ in range(count):
        lines = texts.zone(random) if random.random() < 0.5 else texts.meaningless(random)
        index = int(random.integers(len(lines)))
        length = len(lines[index])
        width = int(np.ceil((length + 6) * strips.PITCH / 16)) * 16
        pitch = np.exp(random.normal(0, 0.04)) * strips.PITCH
        first = -(width / pitch - length) / 2 + random.uniform(-1, 1)
        strip = strips.make(random, papers, lines, first, width, index, pitch)
        edge = (strips.HEIGHT - strips.LINE) // 2 + int(random.integers(-2, 3))
        image = strip.image[edge : edge + strips.LINE].astype(np.float32)
        read = decoding.zone(reader([image[None, None]])[0], (length,))
        if read:
            exact += read[0].text == lines[index]
            sure.add(read[0], lines[index])
    return {"lines": count, "exact": exact, **sure.figures()}


def milliseconds(folder, repeats=60):
    """The median time of each network on one thread: a page of 640 x 448, and three lines of 44 symbols."""
    result = {}
    for name, shape in (("finder", (1, 1, 448, 640)), ("reader", (2, 1, 32, 944))):
        model, values = engine.packed(folder, name), np.random.default_rng(1).uniform(0, 255, shape).astype(np.float32)
        times = []
        for _ in range(repeats):
            begun = time.perf_counter()
            model([values])
            times.append(1000 * (time.perf_counter() - begun))
        result[name] = {
            "shape": list(shape),
            "median": round(float(np.median(times)), 2),
            "least": round(min(times), 2),
        }
    return result


def summary(results, sure):
    """The figures of the specimens as one object, misses with their cause."""
    misses = [result for result in results if not result["exact"]]
    return {
        "zones": len(results),
        "exact": len(results) - len(misses),
        "lines": sum(result["lines"] for result in results),
        "exactLines": sum(result["exactLines"] for result in results),
        "characters": sum(result["characters"] for result in results),
        "wrong": sum(result["wrong"] for result in results),
        "medianSeconds": round(float(np.median([result["seconds"] for result in results])), 3),
        "causes": dict(Counter(result["cause"] for result in misses)),
        "symbols": sure.figures(),
        "misses": [{key: miss[key] for key in ("file", "cause", "wanted", "read")} for miss in misses],
    }


def show(figures):
    for name, part in figures.items():
        print(name, json.dumps({key: value for key, value in part.items() if key != "misses"}, ensure_ascii=False))
    for miss in figures.get("specimens", {}).get("misses", []):
        print(f"{miss['file']}: {miss['cause']}")
        for index in range(max(len(miss["wanted"]), len(miss["read"]))):
            pair = [lines[index] if index < len(lines) else "" for lines in (miss["wanted"], miss["read"])]
            if pair[0] != pair[1]:
                print(f"    {pair[0]}\n    {pair[1]}")
