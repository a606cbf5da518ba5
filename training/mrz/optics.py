"""From light on a page to the bytes of a grey image: blur, shake, glare, noise, sharpening, sizes, JPEG."""

import cv2
import numpy as np

from .. import noise


def lit(random, light, pitch):
    """The page under uneven light, with a shadow's edge or a reflection here and there."""
    height, width = light.shape
    if random.random() < 0.6:
        light = light * (1 + random.uniform(0, 0.35) * noise.slope(random, height, width))
    if random.random() < 0.15:
        edge = random.uniform(0.3, 3) * pitch
        ramp = noise.slope(random, height, width) * max(height, width) / edge + random.uniform(-3, 3)
        light = light * (1 - random.uniform(0.1, 0.5) / (1 + np.exp(-np.clip(ramp, -20, 20))))
    if random.random() < 0.15:
        x, y = random.uniform(0, width), random.uniform(0, height)
        reach = random.uniform(1, 8, 2) * pitch
        columns = ((np.arange(width) - x) / reach[0]) ** 2
        rows = ((np.arange(height) - y) / reach[1]) ** 2
        spot = np.exp(-(rows[:, None] + columns[None, :]))
        veil = np.clip(spot * random.uniform(0.5, 2), 0, random.uniform(0.3, 0.93)).astype(np.float32)
        light = light + veil * (1.05 - light)
    return light.astype(np.float32)


def streak(random, length):
    """The kernel of a straight shake of `length` pixels."""
    side = 2 * int(np.ceil(length / 2)) + 3
    kernel = np.zeros((side * 4, side * 4), np.float32)
    turn, middle = random.uniform(0, np.pi), side * 2
    reach = np.array([np.cos(turn), np.sin(turn)]) * length * 2
    ends = [tuple(int(value) for value in middle + sign * reach) for sign in (-1, 1)]
    cv2.line(kernel, *ends, 1.0, 4)
    kernel = cv2.resize(kernel, (side, side), interpolation=cv2.INTER_AREA)
    return kernel / kernel.sum()


def disc(radius):
    """The kernel of a lens out of focus."""
    side = 2 * int(np.ceil(radius)) + 3
    away = np.hypot(*np.meshgrid(*(np.arange(side) - side // 2,) * 2))
    kernel = np.clip(radius + 0.5 - away, 0, 1).astype(np.float32)
    return kernel / kernel.sum()


def taken(random, light, pitch, worst=1.0):
    """The grey image (uint8) that a camera or scanner makes of `light`, in which a symbol is `pitch` pixels wide.

    `worst` scales the widest blur; one is where a person begins to guess.
    """
    light = cv2.GaussianBlur(light, (0, 0), random.uniform(0.3, 0.7))
    widest = 0.2 * pitch * worst
    draw = random.random()
    if draw < 0.35:
        light = cv2.GaussianBlur(light, (0, 0), max(0.2, widest * random.random() ** 1.5))
    elif draw < 0.5:
        light = cv2.filter2D(light, -1, disc(max(0.3, 1.6 * widest * random.random())), borderType=cv2.BORDER_REPLICATE)
    elif draw < 0.65:
        length = max(0.5, 2.6 * widest * random.random())
        light = cv2.filter2D(light, -1, streak(random, length), borderType=cv2.BORDER_REPLICATE)
    gain, lift, gamma = (np.float32(random.uniform(*ends)) for ends in ((0.65, 1.15), (-0.05, 0.12), (0.6, 1.3)))
    values = 255 * np.clip(light * gain + lift, 0, 1) ** gamma
    values = (values - 128) * np.float32(random.uniform(0.35, 1) if random.random() < 0.25 else 1) + 128
    if random.random() < 0.7:
        spread = np.float32(random.choice([1, 3, 5, 8], p=[0.5, 0.3, 0.15, 0.05]))
        values = values + spread * random.standard_normal(values.shape, np.float32)
        if random.random() < 0.4:
            values = cv2.GaussianBlur(values, (0, 0), random.uniform(0.4, 0.8))
    if random.random() < 0.35:
        soft = cv2.GaussianBlur(values, (0, 0), random.uniform(0.5, 0.12 * pitch + 0.6))
        values = values + np.float32(random.uniform(0.3, 2)) * (values - soft)
    image = np.clip(values, 0, 255).astype(np.uint8)
    if random.random() < 0.65:
        image = compressed(image, int(random.uniform(25, 96)))
    return image


def compressed(image, quality):
    return cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_GRAYSCALE)


def resized(random, image, scale):
    """`image` at another size by one of the usual ways."""
    ways = (
        [cv2.INTER_AREA, cv2.INTER_AREA, cv2.INTER_LINEAR]
        if scale < 1
        else [cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_NEAREST]
    )
    weights = [0.5, 0.3, 0.2] if scale < 1 else [0.5, 0.45, 0.05]
    return cv2.resize(image, None, fx=scale, fy=scale, interpolation=int(random.choice(ways, p=weights)))
