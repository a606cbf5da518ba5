"""Renders the data set to disk in shards, each written whole, so that a stopped run goes on where it was."""

import os
import sys
import time
from pathlib import Path

import cv2
import numpy as np

from . import geometry, people, samples

SHARD = 200
SIDE = 96
MARGIN = 12
SCALES = {"face": 1.3, "scene": 3.0}
PARTS = ("train", "validation", "test")


def render(portraits, folder, counts, seed):
    """Writes `counts[part]` samples of each part's people below `folder`; shards that are there are kept."""
    cv2.setNumThreads(1)
    for part in PARTS:
        own = [portrait for portrait in portraits if people.part(portrait.person) == part]
        for number in range(counts[part] // SHARD):
            path = Path(folder) / f"{part}-{number:04d}.npz"
            if path.exists():
                continue
            begun = time.time()
            write(path, shard(own, (seed, PARTS.index(part), number)))
            print(f"{part}: {(number + 1) * SHARD} of {counts[part]}, {time.time() - begun:.0f} s a shard", flush=True)


def shard(portraits, seed):
    """Crops of SHARD samples: one array (SHARD, side, side, 3) for each network, and the species by name.

    Crops have a margin, so that training can shift them.
    """
    names, crops = [], {name: [] for name in SCALES}
    wide = SIDE + MARGIN
    for index in range(SHARD):
        random = np.random.default_rng((*seed, index))
        sample = samples.make(portraits, random)
        points = samples.jittered(sample.points, random)
        names.append(str(sample.species))
        for name, scale in SCALES.items():
            crops[name].append(geometry.crop(sample.image, points, scale * wide / SIDE, wide))
    return {"species": np.array(names), **{name: np.stack(values) for name, values in crops.items()}}


def write(path, arrays):
    """Writes a shard under its name only when it is complete."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    with open(partial, "wb") as file:
        np.savez(file, **arrays)
    os.replace(partial, path)


def read(folder, part, limit=None):
    """All shards of a part, joined."""
    files = sorted(Path(folder).glob(f"{part}-*.npz"))[:limit]
    if not files:
        sys.exit(f"no samples of {part} in {folder}: run `python -m training render`")
    loaded = [dict(np.load(file)) for file in files]
    return {key: np.concatenate([shard[key] for shard in loaded]) for key in loaded[0]}
