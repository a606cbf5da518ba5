"""Where a face is and what a network sees of it.

Points are arrays of shape (n, 2), x to the right and y down, in pixels; a pixel's centre is its index plus one half.
Images are arrays of shape (height, width, 3), R, G, B.
"""

import math

import cv2
import numpy as np


def bounding_box(points):
    """Centre and longer side of the axis-parallel box around points."""
    low, high = points.min(axis=0), points.max(axis=0)
    return (low + high) / 2, float((high - low).max())


def crop(image, points, scale, side):
    """The square window of `scale` times the longer side of the points' box, side x side, zero outside the image.

    Area averaging where it shrinks, bilinear where it enlarges, as OpenCV's INTER_AREA and INTER_LINEAR. The window is
    moved and sized to whole pixels first.
    """
    centre, longer = bounding_box(points)
    width = max(1, math.floor(scale * longer + 0.5))
    left, top = (math.floor(value - width / 2 + 0.5) for value in centre)
    height_in, width_in = image.shape[:2]
    x0, x1 = max(left, 0), min(left + width, width_in)
    y0, y1 = max(top, 0), min(top + width, height_in)
    window = np.zeros((width, width, 3), image.dtype)
    if x0 < x1 and y0 < y1:
        window[y0 - top : y1 - top, x0 - left : x1 - left] = image[y0:y1, x0:x1]
    method = cv2.INTER_AREA if width > side else cv2.INTER_LINEAR
    return cv2.resize(window, (side, side), interpolation=method)


def similarity(source_centre, source_side, target_centre, target_side, degrees=0.0):
    """The 2 x 3 matrix that takes one box to another and turns it by `degrees` about its centre."""
    factor = target_side / source_side
    cosine, sine = factor * math.cos(math.radians(degrees)), factor * math.sin(math.radians(degrees))
    x, y = source_centre
    return np.array(
        [
            [cosine, -sine, target_centre[0] - cosine * x + sine * y],
            [sine, cosine, target_centre[1] - sine * x - cosine * y],
        ]
    )


def homography(matrix):
    """A 2 x 3 matrix as a 3 x 3 one."""
    return np.vstack([matrix, [0.0, 0.0, 1.0]])


def tilt(centre, size, horizontal, vertical):
    """A 3 x 3 perspective about `centre`: a plane's far side, `size` pixels away, is smaller by about these shares."""
    shift, back = np.eye(3), np.eye(3)
    shift[:2, 2] = -np.asarray(centre)
    back[:2, 2] = centre
    view = np.eye(3)
    view[2, :2] = horizontal / size, vertical / size
    return back @ view @ shift


def carry(points, matrix):
    """Points after a 3 x 3 matrix."""
    homogeneous = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return homogeneous[:, :2] / homogeneous[:, 2:]
