"""The calls of an enrollment, by the one who makes them: a portal, a phone."""

from __future__ import annotations

import base64
import contextlib
import json
import time
import urllib.parse
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import qr
from .exchange import Answer, Endpoint
from .packages import Package, encode
from .tokens import FORM

PENDING, COMPLETE, FAILED = 1, 2, 0
#: Seconds after which a bearer is renewed; it is good for 300.
RENEWED_AFTER = 120


class Refused(Exception):
    """An answer that is not what the caller of a step counted on."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.described())
        self.answer = answer


@dataclass(frozen=True)
class Credentials:
    """What `onboarding tenant create --json` prints."""

    name: str
    realm: str
    client_id: str
    client_secret: str
    api_key: str
    qr_public_key: str
    qr_key: str

    @classmethod
    def from_json(cls, text: str) -> Credentials:
        """Reads the command's output."""
        document = json.loads(text)
        return cls(
            document["name"],
            document["realm"],
            document["clientId"],
            document["clientSecret"],
            document["apiKey"],
            document["qrPublicKey"],
            document["qrKey"],
        )


class Caller:
    """Someone with an API key and a bearer."""

    def __init__(self, endpoint: Endpoint, api_key: str | None, bearer: str | None) -> None:
        self.endpoint = endpoint
        self.api_key = api_key
        self.bearer = bearer
        self._got: tuple[str, float] | None = None

    def renew(self) -> None:
        """Gets another bearer, where the caller has what that takes."""

    def _has_got(self, bearer: str) -> None:
        """A bearer that is renewed before it ends, so that no test is too slow for it."""
        self.bearer, self._got = bearer, (bearer, time.monotonic())

    def _renew_if_old(self) -> None:
        if self._got is None or self._got[0] != self.bearer or time.monotonic() < self._got[1] + RENEWED_AFTER:
            return
        self._got = None
        # Whoever is given none goes on with the old one, and is refused where that is wanted.
        with contextlib.suppress(Refused):
            self.renew()

    @property
    def headers(self) -> dict[str, str]:
        """The headers of every call but the token's."""
        self._renew_if_old()
        headers = {"Content-Type": "application/json; charset=UTF-8"}
        if self.api_key is not None:
            headers["apikey"] = self.api_key
        if self.bearer is not None:
            headers["Authorization"] = f"Bearer {self.bearer}"
        return headers

    def post(self, path: str, document: Any = None, raw: bytes | None = None) -> Answer:
        """POSTs a JSON document, or raw bytes in its place."""
        body = raw if raw is not None else json.dumps(document).encode()
        return self.endpoint.send("POST", path, self.headers, body)

    def get(self, path: str, accept: str | None = None) -> Answer:
        """GETs a path."""
        return self.endpoint.send("GET", path, self.headers | ({"Accept": accept} if accept else {}))

    # The steps, in their order. Each gives the whole answer, whatever it says.

    def enroll(self, document: Mapping[str, Any]) -> Answer:
        """enroll, by session token or by username and e-mail."""
        return self.post("/onboarding/enrollment/enroll", document)

    def add_device(self, token: str, device_id: str | None = None, public_key: str | None = None) -> Answer:
        """addDevice, by default with a device that nobody else has."""
        document = {"enrollmentToken": token, "deviceId": device_id or str(uuid.uuid4())}
        if public_key is not None:
            document["publicKey"] = public_key
        return self.post("/onboarding/enrollment/addDevice", document)

    def challenge_face(self, token: str) -> Answer:
        """challengeFace."""
        return self.post("/onboarding/enrollment/challengeFace", {"enrollmentToken": token})

    def add_face(self, token: str, package: Package, challenge: str | None = None) -> Answer:
        """addFace with a package in any form, beside the id of the challenge that it answers."""
        document = {"enrollmentToken": token, "faceLivenessData": package}
        if challenge is not None:
            document["challenge"] = challenge
        return self.post("/onboarding/enrollment/addFace", document)

    def add_document(self, token: str, pictures: Sequence[bytes], rules: Mapping[str, Any] | None = None) -> Answer:
        """addDocumentOCR with plain pictures."""
        return self.post("/onboarding/enrollment/addDocumentOCR", document_request(token, pictures, rules))

    def cancel(self, token: str, reason: str | None = None) -> Answer:
        """cancel."""
        document = {"enrollmentToken": token} | ({"reason": reason} if reason else {})
        return self.post("/onboarding/enrollment/cancel", document)

    def operation_status(self, session_token: str) -> Answer:
        """operationStatus."""
        return self.get(f"/onboarding/b2c/operationStatus/{urllib.parse.quote(session_token, safe='')}")

    def enrollment(self, enrollment_id: str, part: str = "") -> Answer:
        """What the tenant is told of an enrollment, or `part` of it, such as its receipt."""
        quoted = urllib.parse.quote(enrollment_id, safe="")
        return self.get(f"/onboarding/admin/enrollment/{quoted}" + (f"/{part}" if part else ""))

    def public_keys(self) -> tuple[str, str]:
        """The PEM texts of the tenant's package keys: RSA, EC."""
        document = _expect(self.get("/onboarding/admin/getPublicKey", "application/json"))
        return document["rsa"]["pem"], document["ec"]["pem"]


class Portal(Caller):
    """A tenant's own client, holding its secret."""

    def __init__(self, endpoint: Endpoint, credentials: Credentials) -> None:
        super().__init__(endpoint, credentials.api_key, None)
        self.credentials = credentials
        self._scope = "openid"
        self.sign_in()

    def renew(self) -> None:
        """Signs in once more, for the same scope."""
        self.sign_in(self._scope)

    def sign_in(self, scope: str = "openid") -> dict[str, Any]:
        """Gets a bearer with the client's credentials; the token endpoint's whole answer."""
        self._scope = scope
        fields = {
            "client_id": self.credentials.client_id,
            "client_secret": self.credentials.client_secret,
            "scope": scope,
            "grant_type": "client_credentials",
        }
        document = _expect(request_token(self.endpoint, self.credentials.realm, fields))
        self._has_got(document["access_token"])
        return document

    def trigger(self, username: str, email: str | None = None, **more: Any) -> dict[str, Any]:
        """triggerEnroll; its answer where it succeeds."""
        document = {"username": username, "email": email or username, **more}
        triggered = _expect(self.post("/onboarding/b2c/triggerEnroll", document))
        if triggered["status"] != "SUCCESS":
            raise ValueError(f"triggerEnroll failed: {triggered['errorSummary']}")
        return triggered

    def begin(self, username: str) -> str:
        """Begins an enrollment without a phone in between; its token."""
        return str(_expect(self.enroll({"username": username, "email": username}))["enrollmentToken"])

    def find(self, **wanted: Any) -> list[dict[str, Any]]:
        """The enrollments that a search finds, page by page, the newest first."""
        found: list[dict[str, Any]] = []
        while True:
            page = _expect(self.post("/onboarding/admin/enrollments/search", wanted))
            found += page["list"]
            if "nextCursor" not in page:
                return found
            wanted["cursor"] = page["nextCursor"]


class Phone(Caller):
    """What a person holds before the QR picture: nothing, and after it one session's bearer."""

    def __init__(self, endpoint: Endpoint, content: qr.Content) -> None:
        super().__init__(endpoint, content.api_key, None)
        self.session_token = content.session_token
        self.renew()

    @classmethod
    def scanning(cls, endpoint: Endpoint, picture: str, credentials: Credentials) -> Phone:
        """Reads a QR picture (base64 PNG), opens what it says and exchanges the session token."""
        data = qr.data_of(qr.read_symbol(base64.b64decode(picture, validate=True)))
        return cls(endpoint, qr.open_data(data, credentials.qr_public_key, credentials.qr_key))

    @classmethod
    def told(cls, endpoint: Endpoint, triggered: Mapping[str, Any], credentials: Credentials) -> Phone:
        """A phone that got the session token in another way."""
        content = qr.Content(endpoint.url, credentials.api_key, triggered["sessionToken"])
        return cls(endpoint, content)

    def renew(self) -> None:
        """Exchanges the session token for a bearer, again and again while the enrollment is open."""
        answer = self.post("/tokenVerify/validateSession", {"sessionToken": self.session_token})
        self._has_got(_expect(answer)["accessToken"])

    def begin(self) -> str:
        """Enrolls with the session; the enrollment's token."""
        return str(_expect(self.enroll({"sessionToken": self.session_token}))["enrollmentToken"])


def request_token(
    endpoint: Endpoint, realm: str, fields: Mapping[str, str], headers: Mapping[str, str] | None = None
) -> Answer:
    """One request to a realm's token endpoint."""
    path = f"/auth/realms/{realm}/protocol/openid-connect/token"
    body = urllib.parse.urlencode(fields).encode()
    return endpoint.send("POST", path, {"Content-Type": FORM, **(headers or {})}, body)


def document_request(token: str, pictures: Sequence[bytes], rules: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The body of addDocumentOCR with plain pictures."""
    document: dict[str, Any] = {
        "enrollmentToken": token,
        "documentsInfo": {
            "documentImage": [
                {"lightingScheme": 6, "image": encode(picture), "format": ".jpeg"} for picture in pictures
            ],
            "processParam": {"alreadyCropped": False},
        },
    }
    if rules is not None:
        document["processingInstructions"] = {"documentValidationRules": dict(rules)}
    return document


def _expect(answer: Answer) -> dict[str, Any]:
    if answer.status != 200:
        raise Refused(answer)
    document: dict[str, Any] = answer.json()
    return document
