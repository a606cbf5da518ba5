"""Pictures to send: made here, from the fetched photographs, or from material beside the checkout.

ffmpeg does what needs a codec. Nothing of this is kept.
"""

from __future__ import annotations

import functools
import itertools
import math
import shutil
import struct
import subprocess
import tempfile
import unittest
import zlib
from dataclasses import dataclass
from pathlib import Path

from installation import PACKAGE_ROOT

FETCHED = PACKAGE_ROOT / "fixtures" / "fetched"
SHARED = PACKAGE_ROOT.parent / "shared" / "data"
OCR_B = Path("/usr/share/fonts/opentype/ocr-b/OCRB.otf")

#: One person, in two photographs, and another one.
PERSON, SAME_PERSON, OTHER_PERSON = "obama.jpg", "obama2.jpg", "biden.jpg"
#: Head and shoulders in each, as ffmpeg writes a crop: width, height, left, top.
HEADS = {PERSON: "600:750:155:20", SAME_PERSON: "480:600:125:110", OTHER_PERSON: "480:600:245:60"}

_serial = itertools.count(1)


def photograph(name: str) -> Path:
    """A photograph that the set-up fetched.

    Raises:
        unittest.SkipTest: where it is absent.
    """
    return _required(FETCHED / name, "the set-up fetches it: run make setup")


def shared(path: str) -> Path:
    """Optional material beside the checkout.

    Raises:
        unittest.SkipTest: where it is absent.
    """
    return _required(SHARED / path, "optional material that is not beside this checkout")


def still(name: str = PERSON) -> bytes:
    """A photograph as a phone's front camera would send it: a JPEG of 480 × 600 pixels that was never sent before."""
    return varied(_still(name))


def filtered(chain: str, name: str = PERSON) -> bytes:
    """The same through filters of ffmpeg: `gblur=sigma=12`, `scale=72:90`."""
    return varied(_filtered(chain, name))


def two_people() -> bytes:
    """Two men beside each other, a JPEG of 960 × 600 pixels."""
    return varied(_two_people())


def head_turn() -> list[bytes]:
    """Fifteen frames of a woman who turns her head before a fixed camera, never sent before."""
    clip = shared("heads/head-turn-female.gif")
    return [varied(frame) for frame in _head_turn(clip)]


def tilted_print(name: str = PERSON) -> list[bytes]:
    """Fourteen frames of a printed photograph that is turned to and fro before a wall, never sent before."""
    return [varied(frame) for frame in _tilted_print(name)]


def varied(jpeg: bytes) -> bytes:
    """The same picture in other bytes: a comment segment with a number is put behind the start."""
    comment = b"acceptance %d" % next(_serial)
    return jpeg[:2] + b"\xff\xfe" + struct.pack(">H", len(comment) + 2) + comment + jpeg[2:]


def coded(jpeg: bytes, form: str) -> bytes:
    """The same picture as newer phones write it, `heic` or `avif`, in bytes that were never sent before.

    Raises:
        unittest.SkipTest: without the program that writes it.
    """
    if shutil.which("heif-enc") is None:
        raise unittest.SkipTest("the set-up installs libheif-examples: run make setup")
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "picture.jpg", Path(folder) / f"picture.{form}"
        source.write_bytes(jpeg)
        command = ["heif-enc", "-q", "90", str(source), "-o", str(target)]
        subprocess.run(command, check=True, capture_output=True)
        # A box that is passed over.
        return target.read_bytes() + struct.pack(">I4sI", 12, b"free", next(_serial))


def enlarged(jpeg: bytes, width: int) -> bytes:
    """The same picture as a camera of more pixels takes it, `width` of them wide."""
    with tempfile.NamedTemporaryFile(suffix=".jpg") as source:
        source.write(jpeg)
        source.flush()
        return _ffmpeg("-i", source.name, "-vf", f"scale={width}:-2", "-q:v", "5", "-f", "mjpeg", "-")


@functools.cache
def _still(name: str) -> bytes:
    chain = f"crop={HEADS[name]},scale=480:600"
    return _ffmpeg("-i", str(photograph(name)), "-vf", chain, "-q:v", "3", "-f", "mjpeg", "-")


@functools.cache
def _filtered(chain: str, name: str) -> bytes:
    head = f"crop={HEADS[name]},scale=480:600,{chain}"
    return _ffmpeg("-i", str(photograph(name)), "-vf", head, "-q:v", "3", "-f", "mjpeg", "-")


@functools.cache
def _two_people() -> bytes:
    names = (PERSON, OTHER_PERSON)
    inputs = [word for name in names for word in ("-i", str(photograph(name)))]
    heads = [f"[{index}]crop={HEADS[name]},scale=480:600[head{index}]" for index, name in enumerate(names)]
    graph = ";".join([*heads, "[head0][head1]hstack"])
    return _ffmpeg(*inputs, "-filter_complex", graph, "-q:v", "3", "-f", "mjpeg", "-")


@functools.cache
def _head_turn(clip: Path) -> list[bytes]:
    with tempfile.TemporaryDirectory() as folder:
        chain = "select=gte(n\\,6)*lt(n\\,21),crop=270:270:105:0,scale=810:810:flags=bicubic"
        _ffmpeg("-i", str(clip), "-vf", chain, "-fps_mode", "passthrough", "-q:v", "3", f"{folder}/%02d.jpg")
        return [path.read_bytes() for path in sorted(Path(folder).iterdir())]


@functools.cache
def _tilted_print(name: str) -> list[bytes]:
    """The print's plane, turned about its upright axis by up to 22 degrees and seen from 900 pixels away."""
    width, height, distance, count = 640, 800, 900, 14
    turn = f"({math.radians(22)}*sin(2*PI*on/{count}))"
    # How far away the left and the right edge are, as a multiple of the distance.
    left, right = (f"(1{sign}{width / 2}*sin{turn}/{distance})" for sign in "+-")
    corners = {
        "x0": f"{width / 2}-{width / 2}*cos{turn}/{left}",
        "x1": f"{width / 2}+{width / 2}*cos{turn}/{right}",
        "y0": f"{height / 2}-{height / 2}/{left}",
        "y1": f"{height / 2}-{height / 2}/{right}",
        "y2": f"{height / 2}+{height / 2}/{left}",
        "y3": f"{height / 2}+{height / 2}/{right}",
    }
    corners |= {"x2": corners["x0"], "x3": corners["x1"]}
    chain = (
        f"crop={HEADS[name]},scale=512:640,pad={width}:{height}:(ow-iw)/2:(oh-ih)/2:0xB8B4AC,loop={count}:1,"
        + "perspective=sense=destination:interpolation=cubic:eval=frame:"
        + ":".join(f"{corner}='{place}'" for corner, place in corners.items())
        + ",noise=alls=6:allf=t"
    )
    with tempfile.TemporaryDirectory() as folder:
        picture = ("-i", str(photograph(name)), "-vf", chain, "-frames:v", str(count), "-q:v", "3")
        _ffmpeg(*picture, f"{folder}/%02d.jpg")
        return [path.read_bytes() for path in sorted(Path(folder).iterdir())]


@dataclass(frozen=True)
class Holder:
    """Whom a passport names. Dates are YYMMDD."""

    surname: str = "WENDLAND"
    given_names: str = "ANNA MARIA"
    number: str = "UA4410297"
    birth: str = "740812"
    sex: str = "F"
    expiry: str = "340415"
    state: str = "UTO"

    def zone(self) -> tuple[str, str]:
        """The two lines of a passport's machine-readable zone (ICAO 9303-4)."""
        names = f"{self.surname}<<{self.given_names}".replace(" ", "<")
        first = f"P<{self.state}{names}".ljust(44, "<")[:44]
        number, optional = self.number.ljust(9, "<"), "<" * 14
        numbered = number + check_digit(number)
        birth = self.birth + check_digit(self.birth)
        expiry = self.expiry + check_digit(self.expiry)
        # A check digit over nothing may be left out or be 0; the composite one counts it as 0 either way.
        total = check_digit(numbered + birth + expiry + optional + "0")
        return first, f"{numbered}{self.state}{birth}{self.sex}{expiry}{optional}0{total}"


def check_digit(text: str) -> str:
    """ICAO 9303-3 §4.9: weights 7, 3, 1, modulo 10."""
    values = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    total = sum(
        (0 if symbol == "<" else values.index(symbol)) * (7, 3, 1)[index % 3] for index, symbol in enumerate(text)
    )
    return str(total % 10)


@functools.cache
def passport_page(portrait: str = SAME_PERSON, holder: Holder = Holder()) -> bytes:
    """A photographed passport page, 10 pixels a millimetre: portrait at the left, the zone in OCR-B below."""
    _required(OCR_B, "the set-up installs fonts-ocr-b: run make setup")
    lines = [
        f"drawtext=fontfile={OCR_B}:fontsize=36:fontcolor=0x101010:x=64:y={height}:text='{line}'"
        for line, height in zip(holder.zone(), (750, 816), strict=True)
    ]
    picture = f"[1:v]crop={HEADS[portrait]},scale=360:450[portrait];[0:v][portrait]overlay=60:180," + ",".join(lines)
    page = ("-f", "lavfi", "-i", "color=0xE3E9EA:s=1250x880", "-i", str(photograph(portrait)))
    return _ffmpeg(*page, "-frames:v", "1", "-filter_complex", picture, "-q:v", "2", "-f", "mjpeg", "-")


def png(width: int = 96, height: int = 96) -> bytes:
    """A grey picture with a gradient and nothing on it."""
    rows = b"".join(b"\x00" + bytes((x + y) % 256 for x in range(width)) for y in range(height))
    return _png_start(width, height) + _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b"")


def png_declaring(width: int, height: int) -> bytes:
    """A picture that says it is this large, and ends."""
    return _png_start(width, height) + _chunk(b"IDAT", zlib.compress(b"")) + _chunk(b"IEND", b"")


def jpeg_declaring(width: int, height: int, jpeg: bytes) -> bytes:
    """`jpeg` with another size in its frame header."""
    for marker in (b"\xff\xc0", b"\xff\xc2"):
        at = jpeg.find(marker)
        if at > 0:
            return jpeg[: at + 5] + struct.pack(">HH", height, width) + jpeg[at + 9 :]
    raise ValueError("no frame header")


def _png_start(width: int, height: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def _required(path: Path, remedy: str) -> Path:
    if not path.exists():
        raise unittest.SkipTest(f"no {path.name}: {remedy}")
    return path


def _ffmpeg(*arguments: str) -> bytes:
    command = ["ffmpeg", "-nostdin", "-loglevel", "error", "-y", *arguments]
    finished = subprocess.run(command, capture_output=True)
    if finished.returncode != 0:
        raise AssertionError(f"ffmpeg: {finished.stderr.decode(errors='replace')}")
    return finished.stdout
