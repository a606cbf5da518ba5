"""What the server answers of a registered person who comes back, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from .models import Enrollment, EnrollmentStatus, RecaptureCause, fields_by_name, of_liveness
from .reading import Answer, inside, optional_number, text, whole, wire


@dataclass(frozen=True)
class Authentication(Answer):
    """The checks that an authentication asks for."""

    #: The key of all calls that follow; what a device signs.
    token: str = field(metadata=wire("authToken"))
    #: Words of `verifyDevice`, `verifyFace`, `addDocument`, in the order in which they must come.
    required_checks: tuple[str, ...]
    record_video: bool
    challenge_required: bool = field(metadata=wire(absent=False))


@dataclass(frozen=True)
class DeviceVerification(Answer):
    """Whether the device is one that opens the registration; not why, where it is none."""

    is_verified: bool = field(metadata=wire("message", lambda answer, name: text(answer, name) == "Device verified."))
    status: EnrollmentStatus = field(metadata=wire("authStatus"))
    challenge_required: bool = field(metadata=wire(absent=False))


@dataclass(frozen=True)
class FaceVerification(Answer):
    """How a face was judged."""

    #: Whether a living person is before the camera.
    is_live: bool = field(metadata=wire("livenessResult"))
    #: Whether it is the registered person.
    is_match: bool = field(metadata=wire("matchResult"))
    #: -log10 of the false match rate; None where nothing was compared, or a phone sees no scores.
    match_score: float | None
    #: `LIVE`, `SPOOF`, or why nothing could be decided.
    decision: str = field(metadata=wire(read=of_liveness(text)))
    #: 100 speaks for a living person; -1 where nothing was computed; None where a phone sees no scores.
    score: float | None = field(metadata=wire(read=of_liveness(optional_number), is_inside=True))
    status: EnrollmentStatus = field(metadata=wire("authStatus"))
    challenge_required: bool = field(metadata=wire(absent=False))
    recapture: tuple[RecaptureCause, ...] = field(metadata=wire(absent=()))
    #: The whole answer, with each cue.
    answer: Mapping[str, Any] = field(metadata=wire(read=whole))


@dataclass(frozen=True)
class DocumentVerification(Answer):
    """How a document was judged that the registered person showed again."""

    is_verified: bool = field(metadata=wire("documentVerificationResult"))
    #: Whether its portrait is the registered person.
    is_match: bool = field(metadata=wire("matchResult"))
    #: -log10 of the false match rate; 0 where nothing was compared; None where a phone sees no scores.
    match_score: float | None
    #: Nothing was decided: take the images again.
    is_to_be_captured_again: bool = field(metadata=wire("retryDocumentCapture"))
    status: EnrollmentStatus = field(metadata=wire("authStatus"))
    #: The fields that were read from the machine-readable zone, by name.
    fields: Mapping[str, str] = field(metadata=wire("fieldType", inside("ocrResults", read=fields_by_name)))
    reason: str | None
    recapture: tuple[RecaptureCause, ...] = field(metadata=wire(absent=()))
    #: The whole answer.
    answer: Mapping[str, Any] = field(metadata=wire(read=whole))


@dataclass(frozen=True)
class ReEnrolled(Answer):
    """A device that was registered for somebody who was registered before."""

    #: The same as before.
    registration_code: str
    status: EnrollmentStatus = field(metadata=wire("authStatus"))


@dataclass(frozen=True)
class RegisteredDevice(Answer):
    """A device that opens a registration."""

    device_id: str
    has_public_key: bool


@dataclass(frozen=True)
class Activity(Answer):
    """What happened to a registration: a step of the enrollment, or of a time when the person came back."""

    type: str
    #: `OK`, or what came out instead.
    result: str
    date: datetime


@dataclass(frozen=True)
class Registration(Answer):
    """A registration with its devices and what has happened to it."""

    registration_code: str
    username: str
    name: str
    devices: tuple[RegisteredDevice, ...] = field(metadata=wire("registeredDevices"))
    #: Until when it opens to nobody, because authentications failed too often; None where it does.
    locked_until: datetime | None
    #: Oldest first.
    activities: tuple[Activity, ...]
    enrollment: Enrollment
