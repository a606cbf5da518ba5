"""Face packages in every form that the server takes (docs/package-format.md)."""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.asymmetric import padding as asymmetric_padding
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.padding import PKCS7
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_public_key

from . import hpke
from .tokens import encode_base64url

Package = dict[str, Any]
FIRST_FRAME = 1_700_000_000_000
INFO = b"onboarding-face-package-v2"
#: What a capture must be: it has to be there and is not read.
PROFILE = {"name": "face"}


def encode(data: bytes) -> str:
    """Standard base64 with padding."""
    return base64.b64encode(data).decode()


def video(
    frames: Sequence[bytes],
    workflow: str = "charlie4",
    rotation: int | None = 0,
    times: Sequence[float] | None = None,
    interval: float = 100,
) -> Package:
    """The plain form: `{"video":{…}}` with frames `interval` milliseconds apart, or at `times`."""
    stamps = times if times is not None else [FIRST_FRAME + interval * index for index in range(len(frames))]
    workflow_data: dict[str, Any] = {
        "workflow": workflow,
        "timestamp": FIRST_FRAME,
        "frames": [
            {"data": encode(frame), "timestamp": stamp, "tags": []} for frame, stamp in zip(frames, stamps, strict=True)
        ],
    }
    if rotation is not None:
        workflow_data["rotation"] = rotation
    return {"video": {"workflow_data": workflow_data, "meta_data": {"client_version": "acceptance"}}}


def preview(frames: Sequence[bytes], **more: Any) -> Package:
    """What a page sends of its preview."""
    return {"profile": PROFILE, "frames": [{"data": encode(frame)} for frame in frames], **more}


@dataclass(frozen=True)
class CBCForm:
    """One of the vendor-like sealed forms: `{"key","iv","p"}`."""

    name: str
    hash: hashes.HashAlgorithm
    key_length: int
    #: `iv` and `p` as arrays of byte numbers instead of base64.
    as_arrays: bool = False

    def seal(self, package: Package, rsa_pem: str) -> Package:
        """`package` under a fresh AES key, that key under the tenant's RSA key."""
        return seal_bytes(json.dumps(package).encode(), rsa_pem, self)


CBC_FORMS = (
    CBCForm("OAEP-SHA256, AES-128", hashes.SHA256(), 16),
    CBCForm("OAEP-SHA256, AES-256", hashes.SHA256(), 32),
    CBCForm("OAEP-SHA1, AES-128", hashes.SHA1(), 16),
    CBCForm("OAEP-SHA1, AES-256", hashes.SHA1(), 32),
    CBCForm("OAEP-SHA256, AES-256, arrays of numbers", hashes.SHA256(), 32, as_arrays=True),
)


def seal_bytes(plaintext: bytes, rsa_pem: str, form: CBCForm) -> Package:
    """Any bytes in a CBC form; what a hostile client would put there included."""
    recipient = load_pem_public_key(rsa_pem.encode())
    if not isinstance(recipient, rsa.RSAPublicKey):
        raise ValueError("not an RSA key")
    key, vector = os.urandom(form.key_length), os.urandom(16)
    padder = PKCS7(128).padder()
    encryptor = Cipher(algorithms.AES(key), modes.CBC(vector)).encryptor()
    content = encryptor.update(padder.update(plaintext) + padder.finalize()) + encryptor.finalize()
    oaep = asymmetric_padding.OAEP(asymmetric_padding.MGF1(form.hash), form.hash, None)
    written = (list(vector), list(content)) if form.as_arrays else (encode(vector), encode(content))
    return {"key": encode(recipient.encrypt(key, oaep)), "iv": written[0], "p": written[1]}


def seal_v2(package: Package, ec_pem: str, token: str, challenge: str | None = None) -> Package:
    """Form 2: HPKE, bound to the token of the enrollment, and to the challenge that it answers."""
    bound = token if challenge is None else f"{token}\n{challenge}"
    return seal_v2_bytes(json.dumps(package).encode(), ec_pem, bound)


def seal_v2_bytes(plaintext: bytes, ec_pem: str, token: str) -> Package:
    """Any bytes in form 2."""
    recipient = load_pem_public_key(ec_pem.encode())
    if not isinstance(recipient, ec.EllipticCurvePublicKey):
        raise ValueError("not an EC key")
    encapsulated, ciphertext = hpke.seal(recipient, INFO, token.encode(), plaintext)
    return {"v": 2, "kid": key_id(ec_pem), "enc": encode(encapsulated), "ct": encode(ciphertext)}


def key_id(pem: str) -> str:
    """Base64url of the first 16 bytes of SHA-256 over the key's SPKI DER."""
    der = load_pem_public_key(pem.encode()).public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return encode_base64url(hashlib.sha256(der).digest()[:16])
