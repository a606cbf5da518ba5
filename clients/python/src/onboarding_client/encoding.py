"""Base64 as the server writes it, and nothing more lenient."""

from __future__ import annotations

import base64
import re

_URL_ALPHABET = re.compile(r"[A-Za-z0-9_-]*")


def encode_base64(data: bytes) -> str:
    """Standard base64 with padding (RFC 4648 §4)."""
    return base64.b64encode(data).decode()


def decode_base64(text: str) -> bytes:
    """Standard base64 with padding; ValueError for anything else."""
    return base64.b64decode(text, validate=True)


def encode_base64url(data: bytes) -> str:
    """The URL alphabet without padding (RFC 4648 §5)."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_base64url(text: str) -> bytes:
    """The URL alphabet without padding; ValueError for anything else, stray bits at the end included."""
    if not _URL_ALPHABET.fullmatch(text):
        raise ValueError("not base64url")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if encode_base64url(data) != text:
        raise ValueError("not base64url")
    return data
