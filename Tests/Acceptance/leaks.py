"""Looks for what must not be readable: planted texts in every usual encoding, and pictures."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import urllib.parse
from collections.abc import Iterator, Mapping
from pathlib import Path


def forms(value: bytes) -> dict[str, bytes]:
    """How a value can stand in a file: as it is, in hexadecimal, percent-encoded, in UTF-16, in base64 at each of three
    alignments.

    Of a base64 form only the characters that the value alone decides are looked for.
    """
    found = {
        "as it is": value,
        "lower-case hexadecimal": value.hex().encode(),
        "upper-case hexadecimal": value.hex().upper().encode(),
    }
    if (quoted := urllib.parse.quote(value, safe="").encode()) != value:
        found["percent-encoded"] = quoted
    with contextlib.suppress(UnicodeDecodeError):
        found["UTF-16"] = value.decode().encode("utf-16-le")
    for shift in range(3):
        encoded = base64.b64encode(bytes(shift) + value)
        whole = (shift + len(value)) // 3 * 4
        # The first characters also depend on what stands before, the last ones on what stands behind.
        inside = encoded[(0, 2, 3)[shift] : whole]
        found[f"base64, shifted by {shift}"] = inside
        found[f"base64url, shifted by {shift}"] = inside.translate(bytes.maketrans(b"+/", b"-_"))
    return found


def plain_digests(secrets: Mapping[str, bytes]) -> dict[str, bytes]:
    """What anybody can compute of a value that can be guessed: a name's digest without a key is as good as the name."""
    return {
        f"{algorithm} of {name}": hashlib.new(algorithm, value).digest()
        for name, value in secrets.items()
        for algorithm in ("md5", "sha1", "sha256")
    }


def in_bytes(content: bytes, secrets: Mapping[str, bytes]) -> list[str]:
    """Which secrets stand in `content`, in which form. Upper and lower case are not told apart in the plain form."""
    lowered = content.lower()
    findings = []
    for name, value in secrets.items():
        for form, pattern in forms(value).items():
            is_there = pattern.lower() in lowered if form == "as it is" else pattern in content
            if is_there:
                findings.append(f"{name}, {form}")
    return findings


def pictures_in(content: bytes) -> Iterator[int]:
    """Where a JPEG begins: a start marker and behind it three well-formed segments, so that noise is none."""
    at = content.find(b"\xff\xd8\xff")
    while at >= 0:
        if _has_segments(content, at + 2, 3):
            yield at
        at = content.find(b"\xff\xd8\xff", at + 1)


def in_channels(channels: Mapping[str, bytes], secrets: Mapping[str, bytes]) -> list[str]:
    """What leaks through which channel: secrets in any form, and pictures."""
    findings = []
    for channel, content in channels.items():
        findings += [f"{channel}: {finding}" for finding in in_bytes(content, secrets)]
        findings += [f"{channel}: a JPEG at {at}" for at in pictures_in(content)]
    return findings


def files_below(folder: Path) -> list[Path]:
    """Every file, in a fixed order."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _has_segments(content: bytes, at: int, count: int) -> bool:
    for _ in range(count):
        if len(content) < at + 4 or content[at] != 0xFF or not 0xC0 <= content[at + 1] <= 0xFE:
            return False
        length = int.from_bytes(content[at + 2 : at + 4], "big")
        if length < 2:
            return False
        at += 2 + length
    return at <= len(content)
