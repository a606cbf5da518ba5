"""The Python client of the onboarding server; how to use it: `docs/clients.md` of the server's repository."""

from .attributes import FaceAttributes, Trait
from .authentications import (
    Activity,
    Authentication,
    DeviceVerification,
    DocumentVerification,
    FaceVerification,
    ReEnrolled,
    RegisteredDevice,
    Registration,
)
from .calls import Consent
from .credentials import ClientSecret, Credentials, PrivateKeyJWT
from .device_key import DeviceKey
from .errors import OnboardingError
from .models import (
    AcceptedCheck,
    AcceptedDocument,
    AcceptedFace,
    AuthenticationDetail,
    Challenge,
    ChallengeStep,
    DocumentResult,
    Enrolled,
    Enrollment,
    EnrollmentStatus,
    EnrollmentSummary,
    FaceResult,
    OperationStatus,
    Person,
    RecaptureCause,
    RefusedCheck,
    ReviewDetail,
    ReviewRequested,
    Session,
    StepResult,
    VerifiedCheck,
)
from .packages import STATELESS, Capture, Frame, PackageKey
from .phone import Phone
from .portal import Portal
from .qr import HandOff, open_hand_off
from .receipts import (
    AuthenticationReceipt,
    Receipt,
    ReceiptCheck,
    ReceiptEvidence,
    verify_authentication_receipt,
    verify_receipt,
)
from .transport import Retry, Transport
from .users import Group, GroupMember, Match, Membership, User, Users
from .webhooks import WebhookVerifier

__all__ = [
    "STATELESS",
    "AcceptedCheck",
    "AcceptedDocument",
    "AcceptedFace",
    "Activity",
    "Authentication",
    "AuthenticationDetail",
    "AuthenticationReceipt",
    "Capture",
    "Challenge",
    "ChallengeStep",
    "ClientSecret",
    "Consent",
    "Credentials",
    "DeviceKey",
    "DeviceVerification",
    "DocumentResult",
    "DocumentVerification",
    "Enrolled",
    "Enrollment",
    "EnrollmentStatus",
    "EnrollmentSummary",
    "FaceAttributes",
    "FaceResult",
    "FaceVerification",
    "Frame",
    "Group",
    "GroupMember",
    "HandOff",
    "Match",
    "Membership",
    "OnboardingError",
    "OperationStatus",
    "PackageKey",
    "Person",
    "Phone",
    "Portal",
    "PrivateKeyJWT",
    "ReEnrolled",
    "RecaptureCause",
    "Receipt",
    "ReceiptCheck",
    "ReceiptEvidence",
    "RefusedCheck",
    "RegisteredDevice",
    "Registration",
    "Retry",
    "ReviewDetail",
    "ReviewRequested",
    "Session",
    "StepResult",
    "Trait",
    "Transport",
    "User",
    "Users",
    "VerifiedCheck",
    "WebhookVerifier",
    "open_hand_off",
    "verify_authentication_receipt",
    "verify_receipt",
]
