"""Samples on disk: shards written whole and never again, each from a seed of its own."""

import time
import zlib
from pathlib import Path

import cv2
import numpy as np

from . import pages, printing, strips

PARTS = ("train", "validation", "test")
SHARD = {"reader": 2000, "finder": 200}
"""Samples of one shard."""


def render(folder, name, counts, seed):
    """Writes the shards of the network `name` that are missing; `counts` holds the samples of each part."""
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    for part in PARTS:
        for index in range(-(-counts[part] // SHARD[name])):
            file = folder / f"{name}-{part}-{index:04d}.npz"
            if file.exists():
                continue
            started = time.time()
            random = np.random.default_rng((seed, zlib.crc32(f"{name} {part}".encode()), index))
            arrays = {"reader": strip_shard, "finder": page_shard}[name](random, SHARD[name])
            partial = file.with_suffix(".partial")
            with partial.open("wb") as stream:
                np.savez(stream, **arrays)
            partial.replace(file)
            print(f"{file.name}: {time.time() - started:.0f} s", flush=True)


def strip_shard(random, count):
    papers = printing.Papers(random, 60)
    made = [strips.make(random, papers) for _ in range(count)]
    return {"images": np.stack([strip.image for strip in made]), "symbols": np.stack([strip.symbols for strip in made])}


def page_shard(random, count):
    papers = printing.Papers(random, 60)
    made = [pages.make(random, papers) for _ in range(count)]
    return {"images": np.stack([page.image for page in made]), "maps": np.stack([page.maps for page in made])}


def read(folder, name, part, count):
    """The first `count` samples of a part, name by name of its arrays."""
    files = sorted(Path(folder).glob(f"{name}-{part}-*.npz"))[: -(-count // SHARD[name])]
    loaded = [np.load(file) for file in files]
    return {key: np.concatenate([one[key] for one in loaded])[:count] for key in loaded[0].files}
