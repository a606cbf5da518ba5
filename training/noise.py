"""Smooth random fields that light, paper and backgrounds are made of."""

import cv2
import numpy as np


def field(random, height, width, cells):
    """A smooth field in -1...1 of shape (height, width) with about `cells` bumps a side."""
    coarse = random.uniform(-1, 1, (cells + 1, cells + 1)).astype(np.float32)
    return cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)


def slope(random, height, width):
    """A linear ramp in -1...1 across the field in a random direction."""
    angle = random.uniform(0, 2 * np.pi)
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    return (np.cos(angle) * x + np.sin(angle) * y) / np.float32(1.4143)
