"""A simulator of cameras: what lens, sensor, processing and compression leave of a scene.

Every sample before a camera, bona fide or attack, passes through `take` last, with settings from one distribution.
Light is linear in 0...1; the square root stands for the transfer curve of sRGB.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from . import noise


@dataclass(frozen=True)
class Settings:
    """One camera in one moment. Lengths in pixels of its sensor, noise in shares of full scale."""

    exposure: float
    white_balance: tuple
    vignette: float
    defocus: float
    shake: tuple
    shot_noise: float
    read_noise: float
    demosaic: float
    denoise: float
    contrast: float
    saturation: float
    sharpening: float
    delivered: float
    quality: int
    passes: int


def draw(random, gentle=False):
    """Settings of a random camera; `gentle` is one that somebody chose in order to make a good original."""
    worst = 0.4 if gentle else 1.0
    return Settings(
        exposure=float(np.exp(random.normal(0, 0.35 * worst))),
        white_balance=tuple(np.exp(random.normal(0, 0.06 * worst, 3)).tolist()),
        vignette=random.uniform(0, 0.35 * worst),
        defocus=random.uniform(0.2, 0.8) if gentle else abs(random.normal(0, 0.9)) + 0.15,
        shake=tuple(random.normal(0, 0.8 * worst, 2).tolist()),
        shot_noise=float(np.exp(random.uniform(-8, -4.6))) * worst,
        read_noise=float(np.exp(random.uniform(-7, -3.8))) * worst,
        demosaic=random.uniform(0.3, 0.8),
        denoise=random.uniform(0, 1) if random.random() < 0.5 else 0.0,
        contrast=random.uniform(0, 0.8),
        saturation=random.uniform(0.7, 1.35),
        sharpening=random.uniform(0, 1.4) if random.random() < 0.6 else 0.0,
        delivered=1.0 if random.random() < 0.5 else random.uniform(0.6, 1.0),
        quality=int(random.integers(85, 97)) if gentle else int(random.integers(35, 97)),
        passes=1 if random.random() < 0.6 else 2,
    )


def take(light, settings, random):
    """The 8-bit image (height, width, 3) that a camera of these settings makes of linear light.

    Also the factor by which it is smaller than the light.
    """
    image = lens(light, settings)
    image = sensor(image, settings, random)
    image = processing(image, settings)
    return delivery(image, settings)


def lens(light, settings):
    """Exposure, fall-off to the corners, defocus, and the streak of a shake."""
    height, width = light.shape[:2]
    gain = np.asarray(settings.white_balance, np.float32) * np.float32(settings.exposure)
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :, None]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None, None]
    image = light * gain * (1 - np.float32(settings.vignette) * (x * x + y * y) / 2)
    image = cv2.GaussianBlur(image, (0, 0), settings.defocus)
    length = float(np.hypot(*settings.shake))
    if length > 0.7:
        image = cv2.filter2D(image, -1, streak(settings.shake))
    return np.clip(image, 0, 1)


def streak(shake):
    """The kernel of a straight movement of `shake` pixels while the shutter is open; its sum is 1."""
    reach = int(np.ceil(np.hypot(*shake)))
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    for share in np.linspace(-0.5, 0.5, 4 * reach + 1):
        x, y = reach + share * shake[0], reach + share * shake[1]
        kernel[int(round(y)), int(round(x))] += 1
    return kernel / kernel.sum()


def sensor(image, settings, random):
    """Shot and read noise of each photosite, and the softness that interpolation of missing colours leaves."""
    deviation = np.sqrt(np.float32(settings.shot_noise) * image + np.float32(settings.read_noise**2))
    image = image + random.standard_normal(image.shape, np.float32) * deviation
    return cv2.GaussianBlur(image, (0, 0), settings.demosaic)


def processing(image, settings):
    """Transfer curve, contrast, noise reduction, colour and sharpening, as the camera's own processor does."""
    image = np.sqrt(np.clip(image, 0, 1))
    image += np.float32(settings.contrast) * (image * image * (3 - 2 * image) - image)
    grey = image.mean(axis=2, keepdims=True)
    image = grey + np.float32(settings.saturation) * (image - grey)
    if settings.denoise > 0:
        image = smooth(image, settings.denoise)
    if settings.sharpening > 0:
        image += np.float32(settings.sharpening) * (image - cv2.GaussianBlur(image, (0, 0), 1.0))
    return np.clip(image, 0, 1)


def smooth(image, strength):
    """Smooths what differs little from its surroundings and leaves edges: a noise reduction of one pass."""
    blurred = cv2.GaussianBlur(image, (0, 0), 0.8 + 1.2 * strength)
    difference = image - blurred
    threshold = np.float32(0.02 + 0.06 * strength)
    kept = np.minimum(np.abs(difference) / threshold, 1)
    return blurred + difference * (1 - strength * (1 - kept))


def delivery(image, settings):
    """Resizing and one or two compressions; returns the image and the factor of size."""
    values = (image * 255 + 0.5).astype(np.uint8)
    height, width = values.shape[:2]
    if settings.delivered < 1:
        size = round(width * settings.delivered), round(height * settings.delivered)
        values = cv2.resize(values, size, interpolation=cv2.INTER_AREA)
    for _ in range(settings.passes):
        values = compress(values, settings.quality)
    return values, values.shape[1] / width


def compress(values, quality):
    """The 8-bit image after JPEG of this quality; R, G, B on both sides."""
    _, code = cv2.imencode(".jpg", values[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
    return cv2.imdecode(code, cv2.IMREAD_COLOR)[..., ::-1]


def illuminate(light, random):
    """The light of a room on a scene: a lamp from one side, of some colour, and soft shadows."""
    height, width = light.shape[:2]
    side = 1 + random.uniform(0, 0.6) * noise.slope(random, height, width)
    shadows = 1 + random.uniform(0, 0.25) * noise.field(random, height, width, 3)
    warmth = np.exp(random.normal(0, 0.06, 3)).astype(np.float32)
    return np.clip(light * (side * shadows)[..., None] * warmth, 0, 1)
