"""What the server answers of a registered person who comes back, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from .models import Enrollment, EnrollmentStatus, RecaptureCause, fields_by_name, recapture_causes
from .reading import JSON, flag, instant, integer, member, members, number, optional, text, texts


@dataclass(frozen=True)
class Authentication:
    """The checks that an authentication asks for."""

    #: The key of all calls that follow; what a device signs.
    token: str
    #: Words of `verifyDevice`, `verifyFace`, `addDocument`, in the order in which they must come.
    required_checks: tuple[str, ...]
    record_video: bool
    challenge_required: bool

    @classmethod
    def read(cls, document: JSON) -> Authentication:
        """From the answer of authenticate."""
        return cls(
            text(document, "authToken"),
            texts(document, "requiredChecks"),
            flag(document, "recordVideo"),
            optional(document, "challengeRequired", flag) or False,
        )


def status(document: JSON) -> EnrollmentStatus:
    """How an authentication or a re-enrollment stands after a step."""
    return EnrollmentStatus(integer(document, "authStatus"))


@dataclass(frozen=True)
class DeviceVerification:
    """Whether the device is one that opens the registration; not why, where it is none."""

    is_verified: bool
    status: EnrollmentStatus
    challenge_required: bool

    @classmethod
    def read(cls, document: JSON) -> DeviceVerification:
        """From the answer of verifyDevice."""
        return cls(
            text(document, "message") == "Device verified.",
            status(document),
            optional(document, "challengeRequired", flag) or False,
        )


@dataclass(frozen=True)
class FaceVerification:
    """How a face was judged."""

    #: Whether a living person is before the camera.
    is_live: bool
    #: Whether it is the registered person.
    is_match: bool
    #: -log10 of the false match rate; None where nothing was compared.
    match_score: float | None
    #: `LIVE`, `SPOOF`, or why nothing could be decided.
    decision: str
    #: 100 speaks for a living person; -1 where nothing was computed.
    score: float
    status: EnrollmentStatus
    challenge_required: bool
    recapture: tuple[RecaptureCause, ...]
    #: The whole answer, with each cue.
    answer: Mapping[str, Any]

    @classmethod
    def read(cls, document: JSON) -> FaceVerification:
        """From the answer of verifyFace."""
        liveness = member(member(member(document, "faceLivenessResults"), "video"), "liveness_result")
        return cls(
            flag(document, "livenessResult"),
            flag(document, "matchResult"),
            optional(document, "matchScore", number),
            text(liveness, "decision"),
            number(liveness, "score"),
            status(document),
            optional(document, "challengeRequired", flag) or False,
            recapture_causes(document),
            document,
        )


@dataclass(frozen=True)
class DocumentVerification:
    """How a document was judged that the registered person showed again."""

    is_verified: bool
    #: Whether its portrait is the registered person.
    is_match: bool
    #: -log10 of the false match rate; 0 where nothing was compared.
    match_score: float
    #: Nothing was decided: take the images again.
    is_to_be_captured_again: bool
    status: EnrollmentStatus
    #: The fields that were read from the machine-readable zone, by name.
    fields: Mapping[str, str]
    reason: str | None
    recapture: tuple[RecaptureCause, ...]
    #: The whole answer.
    answer: Mapping[str, Any]

    @classmethod
    def read(cls, document: JSON) -> DocumentVerification:
        """From the answer of addDocumentOCR."""
        return cls(
            flag(document, "documentVerificationResult"),
            flag(document, "matchResult"),
            number(document, "matchScore"),
            flag(document, "retryDocumentCapture"),
            status(document),
            fields_by_name(member(document, "ocrResults"), "fieldType"),
            optional(document, "reason", text),
            recapture_causes(document),
            document,
        )


@dataclass(frozen=True)
class ReEnrolled:
    """A device that was registered for somebody who was registered before."""

    #: The same as before.
    registration_code: str
    status: EnrollmentStatus

    @classmethod
    def read(cls, document: JSON) -> ReEnrolled:
        """From the answer of completeReEnroll."""
        return cls(text(document, "registrationCode"), status(document))


@dataclass(frozen=True)
class RegisteredDevice:
    """A device that opens a registration."""

    device_id: str
    has_public_key: bool

    @classmethod
    def read(cls, document: JSON) -> RegisteredDevice:
        """From `registeredDevices`."""
        return cls(text(document, "deviceId"), flag(document, "hasPublicKey"))


@dataclass(frozen=True)
class Activity:
    """What happened to a registration: a step of the enrollment, or of a time when the person came back."""

    type: str
    #: `OK`, or what came out instead.
    result: str
    date: datetime

    @classmethod
    def read(cls, document: JSON) -> Activity:
        """From `activities`."""
        return cls(text(document, "type"), text(document, "result"), instant(document, "date"))


@dataclass(frozen=True)
class Registration:
    """A registration with its devices and what has happened to it."""

    registration_code: str
    username: str
    name: str
    devices: tuple[RegisteredDevice, ...]
    #: Until when it opens to nobody, because authentications failed too often; None where it does.
    locked_until: datetime | None
    #: Oldest first.
    activities: tuple[Activity, ...]
    enrollment: Enrollment

    @classmethod
    def read(cls, document: JSON) -> Registration:
        """From the detail of a registration."""
        return cls(
            text(document, "registrationCode"),
            text(document, "username"),
            text(document, "name"),
            members(document, "registeredDevices", RegisteredDevice.read),
            optional(document, "lockedUntil", instant),
            members(document, "activities", Activity.read),
            Enrollment.read(member(document, "enrollment")),
        )
