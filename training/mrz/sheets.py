"""Whole photographs of made-up documents with what their zones say, to set bars on and to judge by: none is fitted on.

Written as `onboarding eval documents` reads them: pictures, and `truth.json` beside them.
"""

import json

import cv2
import numpy as np

from . import documents, optics, pages, printing, texts

WIDTHS = 640, 900, 1200, 1600
FORMATS = {30: "TD1", 36: "TD2", 44: "TD3"}
VISAS = {36: "MRVB", 44: "MRVA"}


class Sheet(documents.Document):
    """A document that always has a zone, where the standard puts it."""

    def composed(self, random):
        lines = []
        while not lines or len(lines[0]) != self.length:
            lines = texts.zone(random)
        self.texts = lines
        spacing = random.uniform(1.6, 1.9) if self.length == 30 else random.uniform(2.2, 2.6)
        left = (self.size[0] - self.length) / 2 + random.normal(0, 0.3)
        first = max(1.0, self.size[1] - random.uniform(1.5, 3.0) - spacing * (len(lines) - 1))
        self.free = first - 1.3
        return lines, left, first, spacing


def make(random, papers):
    """A picture and the lines of its zone, all of which are inside."""
    while True:
        width = int(random.choice(WIDTHS))
        frame = width, int(width * 0.7)
        share = random.uniform(0.55, 0.98)
        document = Sheet(random, papers, max(6.0, share * width / 45 * random.uniform(1, 1.3)))
        pitch = share * width / document.size[0]
        view = pages.View(random, document, pitch, frame)
        if document.scale > pitch * 1.1:
            document.sheet = cv2.GaussianBlur(document.sheet, (0, 0), 0.45 * document.scale / pitch)
        ends = [
            [line.x + end, line.y + side]
            for line in document.lines
            for end in (-0.5, line.count + 0.5)
            for side in (-1, 1)
        ]
        seen = view.seen(np.array(ends))
        if (seen < 4).any() or (seen > np.array(frame) - 4).any():
            continue
        canvas = pages.background(random, papers, frame)
        view.lay(document, canvas)
        return optics.taken(random, optics.lit(random, canvas, pitch), pitch, 0.8), document.texts


def write(folder, count, seed):
    """`count` pictures as JPEG, with their truth."""
    folder.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng((seed, count))
    papers = printing.Papers(random, 40)
    truth = []
    for index in range(count):
        image, lines = make(random, papers)
        name = f"page{index:04d}.jpg"
        cv2.imwrite(str(folder / name), image, [cv2.IMWRITE_JPEG_QUALITY, int(random.uniform(60, 95))])
        layout = (VISAS if lines[0][0] == "V" else FORMATS)[len(lines[0])]
        truth.append({"file": name, "format": layout, "lines": lines, "printed_check_digits_wrong": []})
    (folder / "truth.json").write_text(json.dumps({"pictures": truth}, indent=1) + "\n")
