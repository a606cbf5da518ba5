"""Captures of a face, and their sealing in form 2 (`docs/package-format.md`)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_public_key

from . import hpke
from .encoding import encode_base64, encode_base64url

INFO = b"onboarding-face-package-v2"
#: What a package of no enrollment is sealed for.
STATELESS = "stateless"


@dataclass(frozen=True)
class Frame:
    """One image as the camera wrote it (JPEG, PNG, WebP, HEIC or AVIF), and when it was taken."""

    image: bytes
    #: Milliseconds since 1970; None where it is not known, for all frames of a capture alike.
    milliseconds: float | None = None


@dataclass(frozen=True)
class Capture:
    """What is sent of a face: up to 15 frames in their order, or up to 90 that answer a challenge."""

    frames: Sequence[Frame]
    #: The kind of capture, then its security level; `foxtrot` for one that answers a challenge.
    workflow: str = "charlie4"
    #: By how many degrees clockwise the frames must be turned to stand upright, after what their EXIF data say.
    rotation: int = 0
    #: What the client says of itself; kept by the server, not judged.
    meta_data: Mapping[str, Any] | None = None

    def plain(self) -> dict[str, Any]:
        """The package in form `plain`, which is the text inside every other form."""
        frames = [
            {"data": encode_base64(frame.image)}
            | ({} if frame.milliseconds is None else {"timestamp": frame.milliseconds})
            for frame in self.frames
        ]
        video: dict[str, Any] = {
            "workflow_data": {"workflow": self.workflow, "rotation": self.rotation, "frames": frames}
        }
        if self.meta_data is not None:
            video["meta_data"] = dict(self.meta_data)
        return {"video": video}


@dataclass(frozen=True)
class PackageKey:
    """The tenant's P-256 package key."""

    key_id: str
    pem: str

    def seal(self, package: Mapping[str, Any], token: str, challenge: str | None = None) -> dict[str, Any]:
        """`package` in form 2: it opens with this enrollment's token alone, and with the challenge that it answers.

        Args:
            package: a plain package, as `Capture.plain` writes it.
            token: the enrollment's token; `STATELESS` where there is no enrollment.
            challenge: the id of the challenge that the capture answers.
        """
        recipient = load_pem_public_key(self.pem.encode())
        if not isinstance(recipient, ec.EllipticCurvePublicKey) or not isinstance(recipient.curve, ec.SECP256R1):
            raise ValueError("the package key is no P-256 key")
        bound = token if challenge is None else f"{token}\n{challenge}"
        encapsulated, sealed = hpke.seal(recipient, INFO, bound.encode(), json.dumps(package).encode())
        return {"v": 2, "kid": self.key_id, "enc": encode_base64(encapsulated), "ct": encode_base64(sealed)}

    @property
    def is_named_rightly(self) -> bool:
        """Whether the id is that of the key: base64url of the first 16 bytes of SHA-256 over its SPKI."""
        spki = load_pem_public_key(self.pem.encode()).public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        return encode_base64url(hashlib.sha256(spki).digest()[:16]) == self.key_id
