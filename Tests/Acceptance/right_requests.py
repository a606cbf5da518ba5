"""For every documented call the request that is right, so that a test can go through all of them."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import pictures
from client.contract import Operation
from client.exchange import Answer, Endpoint
from client.flow import Caller, Credentials, Portal, document_request
from client.packages import PROFILE, encode, preview, seal_v2, video
from client.tokens import FORM
from installation import METRICS_TOKEN, PACKAGE_ROOT, Installation, wait_until

ORIGIN = "https://shop.example.org"
CONSENT = {"textHash": "00" * 32, "textVersion": "1", "language": "en", "acceptedAt": "2026-11-21T10:00:00Z"}
#: The one check that a tenant of this name asks for, so that each step can be an enrollment's first and last.
CHECKS = {"device": "addDevice", "face": "addFace", "document": "addDocument"}


#: A persona of test tenants whose face is refused as an attack (docs/sandbox.md).
ATTACKER = "sandbox-attack"
RETURNING, RE_ENROLLING = "/onboarding/authentication", "/onboarding/reEnrollment"
#: Of those who are registered with one.
DEVICE = "d"
#: What a client may be given.
SCOPES = ("enroll", "enrollments:read", "person:read", "erase", "configuration", "metrics", "review", "attributes")
SCOPES += ("users", "users:admin")
#: All that can be estimated of a face, as a tenant switches it on.
FACE_ATTRIBUTES = {
    "enabled": True,
    "fields": [
        *("smiling", "male", "eyeglasses", "sunglasses", "age", "mustache", "emotions", "orientation", "blink"),
        *("mouth_open", "components", "position", "attractive"),
    ],
    "purpose": "acceptance",
    "emotionReason": "acceptance",
    "categoryReason": "acceptance",
    "modelSet": "full",
}
#: Whether the networks are there that estimate them.
HAS_ATTRIBUTES = (PACKAGE_ROOT / "models" / "attributes" / "manifest.json").is_file()


def tenants(installation: Installation, name: str, *kinds: str) -> dict[str, Credentials]:
    """A tenant for each check, and the client `review` of the face's, which may do everything; or the named kinds alone."""
    made = {}
    for kind in kinds or CHECKS:
        check = CHECKS[kind]
        options = {
            "enrollment": dict.fromkeys(CHECKS.values(), False) | {check: True},
            "authentication": {"verifyFace": False, "verifyDevice": kind == "device"},
            "reenrollment": {"verifyFace": False},
        }
        if kind == "face":
            returning = {"verifyFace": True, "addDocument": True}
            options |= {"authentication": returning, "reenrollment": returning}
        pages = {"enabled": True, "origins": [ORIGIN]}
        made[kind] = installation.tenant(
            f"{name}-{kind}",
            onboardingOptions=options,
            allowStillPackages=True,
            sampleWebRoutes=pages,
            **({"maxFaceAttempts": 1} if kind == "face" else {}),
        )
    if not kinds:
        installation.command("tenant", "configure", made["face"].name, json.dumps({"faceAttributes": FACE_ATTRIBUTES}))
        made["review"] = installation.credential(made["face"], "desk", *SCOPES)
    return made


def is_right(answer: Answer) -> bool:
    """Whether a right request was answered as one, or lacks networks that are not installed on this machine."""
    return answer.status in (200, 204) or (answer.reason == "MODEL_NOT_INSTALLED" and not HAS_ATTRIBUTES)


def somebody() -> dict[str, str]:
    """A person whom nobody knows."""
    name = f"{uuid.uuid4()}@example.org"
    return {"username": name, "email": name}


@dataclass(frozen=True)
class Request:
    """A request of an operation, taken apart so that each part can be made wrong."""

    operation: Operation
    caller: Caller
    #: Of the path.
    values: Mapping[str, str]
    #: JSON, or a form's text.
    document: Any = None

    def changed(self, **parts: Any) -> Request:
        """The same but for the named parts."""
        return replace(self, **parts)

    def send(self, endpoint: Endpoint, headers: Mapping[str, str] | None = None, body: bytes | None = None) -> Answer:
        """Sends it, with more headers, or with other bytes for a body."""
        all_headers = dict(self.caller.headers)
        if self.operation.tag == "Sample web":
            all_headers["Origin"] = ORIGIN
        if body is None and self.operation.has_body:
            body = self.document.encode() if isinstance(self.document, str) else json.dumps(self.document).encode()
        if isinstance(self.document, str):
            all_headers["Content-Type"] = FORM
        path = self.operation.path(**self.values)
        return endpoint.send(self.operation.method, path, all_headers | dict(headers or {}), body)


class RightRequests:
    """Makes the right request of every operation, with the sessions and enrollments that it needs."""

    def __init__(self, endpoint: Endpoint, credentials: Mapping[str, Credentials]) -> None:
        self.portals = {kind: Portal(endpoint, those) for kind, those in credentials.items()}

    def of(self, operation: Operation) -> Request:
        """The request.

        Raises:
            NotImplementedError: for an operation that takes a body and is not known here.
        """
        portal = self.portal(operation)
        values = {"realm": portal.credentials.realm}
        caller: Caller = portal
        document: Any = None
        match _plain_name(operation):
            case "token":
                credentials = portal.credentials
                document = (
                    f"grant_type=client_credentials&client_id={credentials.client_id}"
                    f"&client_secret={credentials.client_secret}"
                )
                caller = Caller(portal.endpoint, None, None)
            case "metrics":
                caller = Caller(portal.endpoint, None, METRICS_TOKEN)
            case "triggerEnroll" | "sampleWebTriggerEnroll":
                document = somebody()
            case "enroll":
                document = {"sessionToken": self._session(portal)}
            case "validateSession":
                document = {"sessionToken": self._session(portal)}
                caller = Caller(portal.endpoint, portal.api_key, None)
            case "operationStatus":
                values["sessionToken"] = self._session(portal)
            case "operationStatusEvents":
                values["sessionToken"] = self._cancelled(portal)
            case "sampleWebValidateSession" | "sampleWebEnroll":
                document = {"sessionToken": self._session(portal), "jwt": portal.bearer}
            case "addDevice" | "sampleWebAddDevice":
                document = {"enrollmentToken": self._begun(portal), "deviceId": "d", "jwt": portal.bearer}
            case "challengeFace":
                document = {"enrollmentToken": self._begun(portal)}
            case "addFace":
                document = {"enrollmentToken": self._begun(portal), "faceLivenessData": video([pictures.still()])}
            case "checkLiveness" | "analyze":
                document = video([pictures.still()])
            case "checkLivenessEncrypted" | "analyzeEncrypted":
                document = seal_v2(video([pictures.still()]), portal.public_keys()[1], "stateless")
            case "checkActiveLivenessEncrypted":
                challenge = portal.post("/challenge", {}).json()["challenge"]["id"]
                package = video([pictures.still()], "foxtrot4")
                document = {"challenge": challenge}
                document |= seal_v2(package, portal.public_keys()[1], "stateless", challenge)
            case "faceAttributes":
                document = {"image": encode(pictures.still())}
            case "calculateROI":
                document = {"profile": PROFILE, "resolution": {"width": 480, "height": 640}}
            case "autocaptureVideo":
                document = preview([pictures.still()])
            case "autocaptureVideoEncrypted":
                document = seal_v2(preview([pictures.still()]), portal.public_keys()[1], "stateless")
            case "addDocument" | "addDocumentMisspelled":
                document = document_request(self._begun(portal), [pictures.varied(pictures.passport_page())])
            case "triggerAuthenticate" | "sampleWebTriggerAuthenticate":
                document = {"username": self._enrolled(portal)}
            case "authenticate":
                document = {"sessionToken": self._returning_session(portal)}
            case "sampleWebAuthenticate":
                document = {"sessionToken": self._returning_session(portal), "jwt": portal.bearer}
            case "verifyDevice":
                document = {"authToken": self._returning(portal), "deviceId": DEVICE}
            case "challengeAuthentication" | "cancelAuthentication":
                document = {"authToken": self._returning(portal)}
            case "verifyFace":
                document = {"authToken": self._returning(portal), "faceLivenessData": _face()}
            case "verifyDocument":
                token = self._returning(portal)
                portal.post(f"{RETURNING}/verifyFace", {"authToken": token, "faceLivenessData": _face()})
                document = _passport("authToken", token)
            case "challengeReEnrollment" | "cancelReEnrollment":
                document = {"reEnrollmentToken": self._re_enrolling(portal)}
            case "verifyReEnrollmentFace":
                document = {"reEnrollmentToken": self._re_enrolling(portal), "faceLivenessData": _face()}
            case "verifyReEnrollmentDocument" | "completeReEnroll":
                token = self._re_enrolling(portal)
                portal.post(f"{RE_ENROLLING}/verifyFace", {"reEnrollmentToken": token, "faceLivenessData": _face()})
                document = _passport("reEnrollmentToken", token)
                if _plain_name(operation) == "completeReEnroll":
                    portal.post(f"{RE_ENROLLING}/addDocumentOCR", document)
                    document = {"reEnrollmentToken": token, "deviceId": DEVICE}
            case "consent":
                document = {"enrollmentToken": self._begun(portal), "consent": CONSENT}
            case "cancel" | "withdrawConsent":
                document = {"enrollmentToken": self._begun(portal)}
            case "requestReview":
                document = {"enrollmentToken": self._failed(portal)}
            case "reviewEnrollment":
                self._failed(portal)
                values["enrollmentId"] = portal.find(states=["failed"])[0]["enrollmentId"]
                document = {"decision": "accepted", "reason": "seen at the counter", "reviewer": "Grace Hopper"}
            case "registrationList":
                document = {"pageNumber": 1, "pageSize": 500}
            case "registrationDetail" | "deleteRegistration":
                values["registrationCode"] = self._registered(portal)
            case "searchEnrollments":
                document = {"registrationCode": self._registered(portal)}
            case "enrollmentDetail" | "enrollmentExplanation" | "eraseEnrollment" | "enrollmentReceipt":
                values["enrollmentId"] = portal.find(registrationCode=self._registered(portal))[0]["enrollmentId"]
            case "erasureCertificate":
                found = portal.find(registrationCode=self._registered(portal))[0]["enrollmentId"]
                portal.endpoint.send("DELETE", f"/onboarding/admin/enrollment/{found}", portal.headers)
                values["enrollmentId"] = found
            case "searchAuthentications":
                document = {"reference": "order 7"}
            case "authenticationExplanation" | "authenticationDetail" | "authenticationReceipt":
                name = self._enrolled(portal)
                token = portal.post(f"{RETURNING}/authenticate", {"username": name}).json()["authToken"]
                portal.post(f"{RETURNING}/cancel", {"authToken": token})
                values["enrollmentId"] = portal.find(username=name)[0]["enrollmentId"]
                explanation = portal.enrollment(values["enrollmentId"], "explanation").json()
                values["authenticationId"] = explanation["authentications"][0]["authenticationId"]
            case "changeCustomerConfig":
                document = {}
            case "galleryRegisterUser":
                document = somebody() | {"image": encode(pictures.still())}
            case "galleryMatchFace":
                document = {"image": encode(pictures.still()), "galleryName": self._gallery(portal)}
                self._await_faces(portal)
            case "galleryAdd":
                document = {"galleryName": str(uuid.uuid4())}
            case "galleryDelete" | "galleryRegistrations":
                document = {"galleryName": self._gallery(portal)}
            case "galleryAddRegistration" | "galleryDeleteRegistration" | "galleryHolds":
                document = {"galleryName": self._gallery(portal), "registrationCode": self._handed_in(portal)}
            case "galleryAddRegistrations" | "galleryDeleteRegistrations":
                document = {"galleryNames": [self._gallery(portal)], "registrationCodes": [self._handed_in(portal)]}
            case "galleriesOfRegistration":
                document = {"registrationCode": self._handed_in(portal)}
            case _ if operation.has_body:
                raise NotImplementedError(f"{operation}: its right request has to be written here")
        return Request(operation, caller, values, document)

    def portal(self, operation: Operation) -> Portal:
        """Whose enrollments begin with this step."""
        kinds = {
            "challengeFace": "face",
            "addFace": "face",
            "addDocument": "document",
            "addDocumentMisspelled": "document",
            "requestReview": "review",
            "reviewEnrollment": "review",
            "challengeAuthentication": "face",
            "verifyFace": "face",
            "verifyDocument": "face",
            "challengeReEnrollment": "face",
            "verifyReEnrollmentFace": "face",
            "verifyReEnrollmentDocument": "face",
            "completeReEnroll": "face",
            "cancelReEnrollment": "face",
            "faceAttributes": "review",
        }
        kind = "review" if operation.tag == "Galleries" else kinds.get(_plain_name(operation), "device")
        return self.portals[kind]

    @staticmethod
    def _gallery(portal: Portal) -> str:
        name = str(uuid.uuid4())
        answer = portal.post("/onboarding/gallery/addGallery", {"galleryName": name})
        assert answer.status == 200, answer.described()
        return name

    @staticmethod
    def _handed_in(portal: Portal) -> str:
        """A registration whose face the portal has handed in."""
        answer = portal.post(
            "/onboarding/gallery/registerUser", somebody() | {"image": encode(pictures.still())}
        )
        return str(answer.json()["registrationCode"])

    @staticmethod
    def _await_faces(portal: Portal) -> None:
        """Faces are read within seconds after a tenant has a client that may look for them."""
        document = {"image": encode(pictures.still())}
        path = "/onboarding/gallery/matchFace"
        wait_until(lambda: portal.post(path, document).status == 200, "faces are read", pause=0.5)

    @staticmethod
    def _session(portal: Portal) -> str:
        return str(portal.trigger(somebody()["email"])["sessionToken"])

    @classmethod
    def _cancelled(cls, portal: Portal) -> str:
        """A session that has ended, so that its events do as well."""
        session = cls._session(portal)
        begun = portal.post("/onboarding/enrollment/enroll", {"sessionToken": session}).json()
        portal.post("/onboarding/enrollment/cancel", {"enrollmentToken": begun["enrollmentToken"]})
        return session

    @staticmethod
    def _begun(portal: Portal) -> str:
        return portal.begin(somebody()["email"])

    def _enrolled(self, portal: Portal) -> str:
        """The username of somebody who is registered."""
        name = somebody()["username"]
        token = portal.begin(name)
        if portal is self.portals.get("device"):
            portal.add_device(token, DEVICE)
        else:
            portal.add_face(token, _face())
        return name

    def _returning_session(self, portal: Portal) -> str:
        asked = portal.post("/onboarding/b2c/triggerAuthenticate", {"username": self._enrolled(portal)})
        return str(asked.json()["sessionToken"])

    def _returning(self, portal: Portal) -> str:
        begun = portal.post(f"{RETURNING}/authenticate", {"username": self._enrolled(portal)})
        return str(begun.json()["authToken"])

    def _re_enrolling(self, portal: Portal) -> str:
        name = self._enrolled(portal)
        return str(portal.enroll({"username": name, "email": name}).json()["reEnrollmentToken"])

    @staticmethod
    def _failed(portal: Portal) -> str:
        """An enrollment that the machine has refused."""
        token = portal.begin(f"{ATTACKER}-{uuid.uuid4()}")
        portal.add_face(token, video([pictures.still()]))
        return token

    @classmethod
    def _registered(cls, portal: Portal) -> str:
        return str(portal.add_device(cls._begun(portal)).json()["registrationCode"])


def _face() -> dict[str, Any]:
    return video([pictures.still()])


def _passport(member: str, token: str) -> dict[str, Any]:
    """A document of somebody who comes back, under the token's own name."""
    sent = document_request(token, [pictures.varied(pictures.passport_page())])
    return {member: token, "documentsInfo": sent["documentsInfo"]}


def _plain_name(operation: Operation) -> str:
    """An operation's name, whatever prefix it stands below."""
    return operation.name.removesuffix("B2C").removesuffix("ByProxy").removesuffix("Gateway")
