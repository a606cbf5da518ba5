"""The calls that the tenant's client and a phone share: the steps of a registered person who comes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from .authentications import (
    Authentication,
    DeviceVerification,
    DocumentVerification,
    FaceVerification,
    ReEnrolled,
)
from .calls import Caller, keyed
from .encoding import encode_base64
from .models import Challenge, EnrollmentStatus
from .packages import Capture
from .reading import JSON, integer

_AUTHENTICATION = "/onboarding/authentication"
_RE_ENROLLMENT = "/onboarding/reEnrollment"


class ReturningCaller(Caller):
    """Someone who can go through an authentication and through a re-enrollment.

    Checks come in the order of `required_checks`. One that fails uses up an attempt of the registration; after the last
    of them every call is refused as `REGISTRATION_LOCKED`, with `retry_after`.
    """

    # An authentication, by the token of `authenticate`.

    def verify_device(
        self, auth_token: str, device_id: str, key: ec.EllipticCurvePrivateKey | bytes | None = None
    ) -> DeviceVerification:
        """Shows that this is a registered device.

        Args:
            auth_token: as authenticate answered it.
            device_id: what the app calls the device by.
            key: the private key whose public half was registered with it, or the signature that a device's own key
                store made: ECDSA on P-256 with SHA-256 over the UTF-8 bytes of the token, in DER. None for a device
                without a key, which a tenant may refuse.
        """
        document = {"authToken": auth_token, "deviceId": device_id}
        if key is not None:
            signature = key if isinstance(key, bytes) else key.sign(auth_token.encode(), ec.ECDSA(hashes.SHA256()))
            document["signature"] = encode_base64(signature)
        return DeviceVerification.read(self._post(f"{_AUTHENTICATION}/verifyDevice", document))

    def challenge_verification(self, auth_token: str) -> Challenge:
        """Asks what the next capture of the face has to show."""
        return Challenge.read(self._post(f"{_AUTHENTICATION}/challengeFace", {"authToken": auth_token}))

    def verify_face(self, auth_token: str, capture: Capture, challenge: str | None = None) -> FaceVerification:
        """Sends a capture of the face, sealed in form 2 for this authentication.

        Args:
            auth_token: as authenticate answered it.
            capture: the frames.
            challenge: the id of the challenge that they answer.
        """
        return self._verify_face(_AUTHENTICATION, "authToken", auth_token, capture, challenge)

    def verify_document(self, auth_token: str, images: Sequence[bytes]) -> DocumentVerification:
        """Sends the images of an identity document of the same person, one to six."""
        return self._verify_document(_AUTHENTICATION, "authToken", auth_token, images)

    def cancel_authentication(self, auth_token: str) -> EnrollmentStatus:
        """Ends an authentication."""
        return _status(self._post(f"{_AUTHENTICATION}/cancel", {"authToken": auth_token}))

    # A re-enrollment, by the token that `enroll` answers of somebody who is registered.

    def challenge_re_enrollment(self, re_enrollment_token: str) -> Challenge:
        """Asks what the next capture of the face has to show."""
        document = {"reEnrollmentToken": re_enrollment_token}
        return Challenge.read(self._post(f"{_RE_ENROLLMENT}/challengeFace", document))

    def verify_re_enrollment_face(
        self, re_enrollment_token: str, capture: Capture, challenge: str | None = None
    ) -> FaceVerification:
        """Sends a capture of the face, as `verify_face` does."""
        return self._verify_face(_RE_ENROLLMENT, "reEnrollmentToken", re_enrollment_token, capture, challenge)

    def verify_re_enrollment_document(
        self, re_enrollment_token: str, images: Sequence[bytes]
    ) -> DocumentVerification:
        """Sends the images of an identity document of the same person, one to six."""
        return self._verify_document(_RE_ENROLLMENT, "reEnrollmentToken", re_enrollment_token, images)

    def complete_re_enrollment(
        self,
        re_enrollment_token: str,
        device_id: str,
        public_key: bytes | None = None,
        *,
        replaces_others: bool = False,
    ) -> ReEnrolled:
        """Registers the device that it was for.

        Args:
            re_enrollment_token: as enroll answered it.
            device_id: what the app calls the device by.
            public_key: P-256, a SubjectPublicKeyInfo in DER.
            replaces_others: puts it in the place of all others.
        """
        document: dict[str, Any] = {
            "reEnrollmentToken": re_enrollment_token,
            "deviceId": device_id,
            "addOrUpdate": 1 if replaces_others else 0,
        }
        if public_key is not None:
            document["publicKey"] = encode_base64(public_key)
        return ReEnrolled.read(self._post(f"{_RE_ENROLLMENT}/completeReEnroll", document))

    def cancel_re_enrollment(self, re_enrollment_token: str) -> EnrollmentStatus:
        """Ends a re-enrollment."""
        return _status(self._post(f"{_RE_ENROLLMENT}/cancel", {"reEnrollmentToken": re_enrollment_token}))

    def _authenticate(self, document: Mapping[str, Any], idempotency_key: str | None) -> Authentication:
        path = f"{_AUTHENTICATION}/authenticate"
        return Authentication.read(self._post(path, document, keyed(idempotency_key)))

    # Steps that both have.

    def _verify_face(
        self, path: str, member: str, token: str, capture: Capture, challenge: str | None
    ) -> FaceVerification:
        package = self.package_key().seal(capture.plain(), token, challenge)
        document: dict[str, Any] = {member: token, "faceLivenessData": package}
        if challenge is not None:
            document["challenge"] = challenge
        return FaceVerification.read(self._post(f"{path}/verifyFace", document))

    def _verify_document(self, path: str, member: str, token: str, images: Sequence[bytes]) -> DocumentVerification:
        pages = [{"image": encode_base64(image)} for image in images]
        document = {member: token, "documentsInfo": {"documentImage": pages}}
        return DocumentVerification.read(self._post(f"{path}/addDocumentOCR", document))


def _status(answer: JSON) -> EnrollmentStatus:
    return EnrollmentStatus(integer(answer, "authStatus"))
