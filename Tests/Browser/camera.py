"""What the browser's camera sees: a Y4M file that is replaced while the browser runs."""

from __future__ import annotations

import datetime
import fcntl
import itertools
import operator
import os
import shutil
import subprocess
import tempfile
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from surroundings import PACKAGE_ROOT

from installation import program  # isort: skip

#: Settings of a test tenant that takes the rendered head for a face, and the same film as often as it comes.
RENDERED: dict[str, Any] = {"captureSource": "rendered", "replayGuard": "off"}
#: Where the files of `onboarding sandbox camera` are kept from one module to the next.
KEPT = PACKAGE_ROOT / ".build" / "camera"


class Camera:
    """A camera whose picture is switched by an atomic rename.

    A browser reads the file anew with each `getUserMedia`: what is switched while a stream runs is seen by the next
    one. It shows the file again and again, and the first frame twice at each turn.
    """

    def __init__(self, material: Path | None = None) -> None:
        """
        Args:
            material: the folder that `show` takes its files from.
        """
        self._material = material
        self._folder = Path(tempfile.mkdtemp(prefix="onboarding-camera-"))
        #: What a session is opened with.
        self.path = self._folder / "camera.y4m"
        self._serial = itertools.count()

    @classmethod
    def for_module(cls, head: str | None = None) -> Camera:
        """A camera that is removed when the module's tests have ended.

        Args:
            head: with the program's material of a person who is `rendered` or `drawn`.
        """
        camera = cls(material(head) if head else None)
        unittest.addModuleCleanup(camera.close)
        return camera

    def show(self, name: str) -> None:
        """Shows a file of the material: face, document, other-document, empty, dark."""
        assert self._material is not None
        new = self._folder / f"{next(self._serial)}.y4m"
        new.symlink_to((self._material / f"{name}.y4m").resolve(strict=True))
        new.replace(self.path)

    def show_scaled(self, name: str, scale: float, frames: int = 12) -> None:
        """Shows a file of the material as from further away or nearer: its middle `scale` times as large."""
        assert self._material is not None
        new = self._folder / f"{next(self._serial)}.y4m"
        with (self._material / f"{name}.y4m").open("rb") as film, new.open("wb") as file:
            header = film.readline()
            file.write(header)
            width, height = (int(header.split(letter)[1].split()[0]) for letter in (b" W", b" H"))
            planes = [(width, height), (width // 2, height // 2), (width // 2, height // 2)]
            for _ in range(frames):
                file.write(film.readline())
                for columns, rows in planes:
                    plane = film.read(columns * rows)
                    across = operator.itemgetter(*_places(columns, scale))
                    lines = [plane[row * columns : (row + 1) * columns] for row in _places(rows, scale)]
                    file.writelines(bytes(across(line)) for line in lines)
        new.replace(self.path)

    def show_plain(
        self, red: int, green: int, blue: int, width: int = 640, height: int = 480, frames: int = 20, rate: int = 10
    ) -> None:
        """Shows one colour, with some noise in it."""
        new = self._folder / f"{next(self._serial)}.y4m"
        with new.open("wb") as file:
            for part in plain(red, green, blue, width, height, frames, rate):
                file.write(part)
        new.replace(self.path)

    def close(self) -> None:
        """Removes it."""
        shutil.rmtree(self._folder, ignore_errors=True)


def _places(count: int, scale: float) -> list[int]:
    """Which line of a picture stands where, that is made larger around its middle; beyond its edge the last one."""
    middle = (count - 1) / 2
    return [min(count - 1, max(0, round(middle + (place - middle) / scale))) for place in range(count)]


def plain(red: int, green: int, blue: int, width: int, height: int, frames: int, rate: int) -> Iterator[bytes]:
    """A Y4M file of one colour, part by part: ITU-R BT.601 in the range 16 to 235, as Chromium reads it."""
    levels = (
        16 + 0.2568 * red + 0.5041 * green + 0.0979 * blue,
        128 - 0.1482 * red - 0.2910 * green + 0.4392 * blue,
        128 + 0.4392 * red - 0.3678 * green - 0.0714 * blue,
    )
    # Of each random byte, the level with noise of up to two on it.
    tables = [bytes(min(255, max(0, round(level) + byte % 5 - 2)) for byte in range(256)) for level in levels]
    counts = (width * height, width * height // 4, width * height // 4)
    yield f"YUV4MPEG2 W{width} H{height} F{rate}:1 Ip A1:1 C420jpeg\n".encode()
    for _ in range(frames):
        yield b"FRAME\n"
        for table, count in zip(tables, counts, strict=True):
            yield os.urandom(count).translate(table)


def material(head: str) -> Path:
    """The folder with what `onboarding sandbox camera` writes, made where the program is another one or the day is.

    Raises:
        unittest.SkipTest: where the program was not built.
    """
    path = program()
    made = path.stat()
    # Documents are valid from a day on, so they are another day's tomorrow.
    today = datetime.datetime.now(datetime.UTC).date()
    folder = KEPT / f"{head}-{made.st_mtime_ns:x}-{made.st_size:x}-{today}"
    KEPT.mkdir(parents=True, exist_ok=True)
    # Two modules run at a time.
    with (KEPT / f"{head}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.is_dir():
            for former in KEPT.glob(f"{head}-*"):
                shutil.rmtree(former, ignore_errors=True)
            unfinished = KEPT / f"unfinished-{head}"
            shutil.rmtree(unfinished, ignore_errors=True)
            command = [str(path), "sandbox", "camera", "--out", str(unfinished), "--head", head]
            ended = subprocess.run(command, cwd=PACKAGE_ROOT, capture_output=True, text=True)
            if ended.returncode != 0:
                raise AssertionError(f"{command} ended with {ended.returncode}: {ended.stderr}")
            unfinished.rename(folder)
    return folder
