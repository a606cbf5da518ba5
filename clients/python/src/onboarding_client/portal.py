"""The tenant's own client: it begins enrollments, asks people back, asks how they stand, and erases."""

from __future__ import annotations

import ssl
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from .attributes import FaceAttributes
from .authentications import Authentication, Registration
from .calls import keyed, quoted
from .credentials import Credentials
from .encoding import encode_base64
from .errors import OnboardingError
from .models import AuthenticationDetail, Enrolled, Enrollment, EnrollmentSummary, Session
from .packages import STATELESS, Capture
from .phone import Phone
from .qr import HandOff
from .reading import integer, member, members, text, texts
from .receipts import (
    AuthenticationReceipt,
    ErasureCertificate,
    Receipt,
    verify_authentication_receipt,
    verify_erasure_certificate,
    verify_receipt,
)
from .returning import ReturningCaller
from .transport import Retry, Transport

#: A bearer is replaced so many seconds before it expires.
_MARGIN = 30

R = TypeVar("R")


class Portal(ReturningCaller):
    """A tenant's client. Safe for several threads; its bearer is fetched when it is needed."""

    def __init__(
        self,
        base_url: str,
        realm: str,
        api_key: str,
        credentials: Credentials,
        *,
        timeout: float = 60,
        retry: Retry | None = None,
        tls: ssl.SSLContext | None = None,
        scopes: Sequence[str] = ("openid",),
        receipt_audience: str | None = None,
    ) -> None:
        """
        Args:
            base_url: the public URL of the installation.
            realm: the tenant's realm, as `onboarding tenant create` prints it; so are the next two.
            api_key: the tenant's.
            credentials: `ClientSecret`, or `PrivateKeyJWT` where the server knows the client's public key.
            timeout: seconds for each step of a connection.
            retry: what is tried again.
            tls: whom to trust; the system's certificates where absent.
            scopes: what the bearer is asked to open; all that the credential does where none of the server's is named.
            receipt_audience: the client id that receipts are made for, where the tenant has several clients: its first.
        """
        super().__init__(Transport(base_url, timeout, retry, tls), api_key)
        self._realm = f"/auth/realms/{quoted(realm)}"
        self._credentials = credentials
        self._scopes = tuple(scopes)
        self._audience = receipt_audience or credentials.client_id
        self._lock = threading.Lock()
        self._held: tuple[str, float] | None = None
        self._keys: Sequence[Mapping[str, Any]] = ()

    # Enrollments.

    def trigger(
        self,
        username: str,
        email: str | None = None,
        *,
        phone_number: str | None = None,
        first_name: str | None = None,
        last_name: str | None = None,
        reference: str | None = None,
        notify_by_email: bool = False,
        idempotency_key: str | None = None,
    ) -> Session:
        """Begins an enrollment and gives the QR code that hands it to a phone.

        Args:
            username: by which the tenant knows the person.
            email: needed where the username is new.
            phone_number: of the person.
            first_name: of the person.
            last_name: of the person.
            reference: what the tenant calls the case by; comes back in every answer about it.
            notify_by_email: has the server send the person the link, to `email`.
            idempotency_key: the same key with the same person gives the same session for 24 hours; one is made up where
                none is given.

        Raises:
            OnboardingError: with status 200 where nothing was begun: `USERNAME_REGISTERED`, `RATE_LIMITED` (with
                `retryAt` in details), `EMAIL_MISSING`, `USERNAME_MISSING`. Where the person is to be notified also 400
                `MAIL_NOT_CONFIGURED` and `EMAIL_INVALID`, and 429 `MAIL_LIMIT_REACHED`.
        """
        document: dict[str, Any] = {**_person(username, email, phone_number, first_name, last_name, reference)}
        if notify_by_email:
            document["notifyByEmail"] = True
        answer = self._post("/onboarding/b2c/triggerEnroll", document, keyed(idempotency_key))
        if text(answer, "status") != "SUCCESS":
            details = {"retryAt": answer["retryAt"]} if "retryAt" in answer else {}
            raise OnboardingError(200, text(answer, "reason"), str(answer.get("errorSummary") or ""), details)
        return Session.read(answer)

    def enroll(
        self,
        username: str,
        email: str,
        *,
        phone_number: str | None = None,
        first_name: str | None = None,
        last_name: str | None = None,
        reference: str | None = None,
        idempotency_key: str | None = None,
    ) -> Enrolled:
        """Begins an enrollment without a phone in between; the arguments are those of `trigger`."""
        document = _person(username, email, phone_number, first_name, last_name, reference)
        return self._enroll(document, idempotency_key)

    def trigger_authentication(
        self,
        username: str,
        *,
        reference: str | None = None,
        notify_by_email: bool = False,
        idempotency_key: str | None = None,
    ) -> Session:
        """Asks a registered person back and gives the QR code that hands the authentication to a phone.

        Args:
            username: by which the person is registered.
            reference: what the tenant calls this authentication by; comes back in every answer about it.
            notify_by_email: has the server send the person the link, to the address of the registration.
            idempotency_key: as of `trigger`.

        Raises:
            OnboardingError: `NOT_REGISTERED`, `AUTHENTICATION_UNAVAILABLE`, `REGISTRATION_LOCKED`; with
                `notify_by_email` also `MAIL_NOT_CONFIGURED`, `EMAIL_INVALID` and `MAIL_LIMIT_REACHED`.
        """
        document: dict[str, Any] = {"username": username}
        if reference is not None:
            document["reference"] = reference
        if notify_by_email:
            document["notifyByEmail"] = True
        return Session.read(self._post("/onboarding/b2c/triggerAuthenticate", document, keyed(idempotency_key)))

    def authenticate(
        self,
        username: str | None = None,
        *,
        registration_code: str | None = None,
        reference: str | None = None,
        idempotency_key: str | None = None,
    ) -> Authentication:
        """Begins an authentication without a phone in between, of whom a username or a registration code names.

        `reference` is as of `trigger_authentication`.

        Raises:
            OnboardingError: `NOT_REGISTERED`, `AUTHENTICATION_UNAVAILABLE`, `REGISTRATION_LOCKED`; `RATE_LIMITED` where
                codes are tried.
        """
        wanted = {"username": username, "registrationCode": registration_code, "reference": reference}
        return self._authenticate(
            {name: value for name, value in wanted.items() if value is not None}, idempotency_key
        )

    def re_enroll(
        self, registration_code: str, *, reference: str | None = None, idempotency_key: str | None = None
    ) -> Enrolled:
        """Begins a re-enrollment, for another device, of whom a code names; `enroll` does so by username."""
        document = {"registrationCode": registration_code}
        if reference is not None:
            document["reference"] = reference
        return self._enroll(document, idempotency_key)

    def phone(self, session: Session) -> Phone:
        """The phone's side of a session, for a kiosk or a test: it speaks to the same server."""
        return Phone(self._transport, HandOff(self._transport.base_url, self._api_key, session.token))

    def search(
        self,
        *,
        username: str | None = None,
        email: str | None = None,
        phone_number: str | None = None,
        document_number: str | None = None,
        reference: str | None = None,
        session_token: str | None = None,
        registration_code: str | None = None,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        states: Sequence[str] = (),
        reasons: Sequence[str] = (),
        reviews: Sequence[str] = (),
        page_size: int = 50,
    ) -> Iterator[EnrollmentSummary]:
        """Enrollments of which all that is said holds, the newest first; pages are fetched as they are needed."""
        wanted: dict[str, Any] = {
            "username": username,
            "email": email,
            "phoneNumber": phone_number,
            "documentNumber": document_number,
            "reference": reference,
            "sessionToken": session_token,
            "registrationCode": registration_code,
            "from": since.isoformat() if isinstance(since, datetime) else since,
            "to": until.isoformat() if isinstance(until, datetime) else until,
            "states": list(states),
            "reasons": list(reasons),
            "reviews": list(reviews),
            "pageSize": page_size,
        }
        document = {name: value for name, value in wanted.items() if value not in (None, [])}
        yield from self._found("/onboarding/admin/enrollments/search", document, EnrollmentSummary.read)

    def search_authentications(
        self, *, reference: str | None = None, enrollment_id: str | None = None, page_size: int = 50
    ) -> Iterator[AuthenticationDetail]:
        """The times that registered persons came back, the newest first, without scores; pages are fetched as needed."""
        wanted = {"reference": reference, "enrollmentId": enrollment_id, "pageSize": page_size}
        document = {name: value for name, value in wanted.items() if value is not None}
        yield from self._found("/onboarding/admin/authentications/search", document, AuthenticationDetail.read)

    def _found(self, path: str, document: dict[str, Any], read: Callable[[Mapping[str, Any]], R]) -> Iterator[R]:
        while True:
            page = self._post(path, document)
            yield from members(page, "list", read)
            if page.get("nextCursor") is None:
                return
            document["cursor"] = text(page, "nextCursor")

    def authentication(self, enrollment_id: str, authentication_id: str) -> AuthenticationDetail:
        """One time that a registered person came back, whatever became of it."""
        return AuthenticationDetail.read(self._get(_authentication(enrollment_id, authentication_id)))

    def enrollment(self, enrollment_id: str) -> Enrollment:
        """All that the tenant is told of an enrollment, whatever became of it."""
        return Enrollment.read(self._get(f"/onboarding/admin/enrollment/{quoted(enrollment_id)}"))

    def registration(self, registration_code: str) -> Enrollment:
        """The same by registration code."""
        answer = self._get(f"/onboarding/admin/registration/{quoted(registration_code)}")
        return Enrollment.read(member(answer, "enrollment"))

    def registration_detail(self, registration_code: str) -> Registration:
        """A registration with its devices, what has happened to it, and until when it is locked."""
        return Registration.read(self._get(f"/onboarding/admin/registration/{quoted(registration_code)}"))

    def review(self, enrollment_id: str, *, is_accepted: bool, reason: str, reviewer: str) -> Enrollment:
        """Records what a human decided of an enrollment that the machine has refused. Once; needs the scope `review`.

        Args:
            enrollment_id: of the enrollment.
            is_accepted: what was decided.
            reason: why, for whoever has to understand it later.
            reviewer: the name of whoever decided.
        """
        decision = "accepted" if is_accepted else "refused"
        document = {"decision": decision, "reason": reason, "reviewer": reviewer}
        return Enrollment.read(self._post(f"/onboarding/admin/enrollment/{quoted(enrollment_id)}/review", document))

    def receipt(self, enrollment_id: str) -> Receipt:
        """A signed statement of how an enrollment ended, verified by the realm's key set.

        Raises:
            OnboardingError: `ENROLLMENT_PENDING` while it goes on; `RECEIPT_INVALID`.
        """
        token = text(self._get(f"/onboarding/admin/enrollment/{quoted(enrollment_id)}/receipt"), "receipt")
        receipt = self.verified(token)
        if receipt.enrollment_id != enrollment_id:
            raise OnboardingError(0, "RECEIPT_INVALID", "It is another enrollment's")
        return receipt

    def authentication_receipt(self, enrollment_id: str, authentication_id: str) -> AuthenticationReceipt:
        """A signed statement of how an authentication or a re-enrollment ended, verified by the realm's key set.

        Raises:
            OnboardingError: `AUTHENTICATION_PENDING` while it goes on; `RECEIPT_INVALID`.
        """
        token = text(self._get(_authentication(enrollment_id, authentication_id) + "/receipt"), "receipt")
        receipt = self.verified_authentication(token)
        if receipt.authentication_id != authentication_id:
            raise OnboardingError(0, "RECEIPT_INVALID", "It is another authentication's")
        return receipt

    def verified(self, receipt: str) -> Receipt:
        """A receipt of an enrollment that was kept, verified by the realm's key set."""
        return self._by_keys(verify_receipt, receipt)

    def verified_authentication(self, receipt: str) -> AuthenticationReceipt:
        """The same of an authentication."""
        return self._by_keys(verify_authentication_receipt, receipt)

    def _by_keys(self, verify: Callable[[str, Sequence[Mapping[str, Any]], str, str], R], receipt: str) -> R:
        issuer = self._transport.base_url + self._realm
        return self._with_keys(lambda keys: verify(receipt, keys, issuer, self._audience))

    def _with_keys(self, verify: Callable[[Sequence[Mapping[str, Any]]], R]) -> R:
        """Verifies by the keys that are known, and by those of now where the key is not among them."""
        try:
            return verify(self._keys)
        except OnboardingError as error:
            if error.reason != "RECEIPT_KEY_UNKNOWN":
                raise
        self._keys = self._key_set()
        return verify(self._keys)

    def erase(self, enrollment_id: str) -> tuple[str, ...]:
        """Erases the person whose enrollment it is; the ids of all enrollments that were theirs."""
        path = f"/onboarding/admin/enrollment/{quoted(enrollment_id)}"
        # Once it was done the enrollment is unknown, so that a repeat would be refused.
        return texts(self._done("DELETE", path, None, {}, is_repeatable=False).json(), "erasedEnrollments")

    def erasure_certificate(self, enrollment_id: str) -> ErasureCertificate:
        """A signed statement of the erasure of an enrollment, verified by the realm's key set. Needs the scope `erase`.

        Raises:
            OnboardingError: `ENROLLMENT_UNKNOWN` where nothing proves one; `RECEIPT_INVALID`.
        """
        said = self._get(f"/onboarding/admin/enrollment/{quoted(enrollment_id)}/erasureCertificate")
        tokens = texts(said, "certificates")
        if len(tokens) != 1:
            raise OnboardingError(0, "RECEIPT_INVALID", "It is not one certificate")
        return self._with_keys(lambda keys: verify_erasure_certificate(tokens[0], keys, enrollment_id))

    # Face attributes.

    def face_attributes(self, of: bytes | Capture) -> FaceAttributes:
        """What a face shows, as far as the tenant has switched it on. Needs the scope `attributes`.

        Args:
            of: one image (JPEG, PNG, WebP, HEIC or AVIF), or a capture, which is sealed; of that the best frame is looked at.

        Raises:
            OnboardingError: `FACE_ATTRIBUTES_DISABLED`, `FACE_ATTRIBUTES_PURPOSE_MISSING`, `NO_FACE`, `SEVERAL_FACES`.
        """
        if isinstance(of, Capture):
            return FaceAttributes.read(
                self._post("/face/attributes", self.package_key().seal(of.plain(), STATELESS))
            )
        return FaceAttributes.read(self._post("/face/attributes", {"image": encode_base64(of)}))

    # Configuration.

    def configuration(self) -> dict[str, Any]:
        """The tenant's configuration (`docs/configuration.md`)."""
        return self._get("/onboarding/admin/customerConfig")

    def change_configuration(self, change: Mapping[str, Any]) -> dict[str, Any]:
        """Lays a change over the configuration; the whole of it as it is then."""
        return self._post("/onboarding/admin/customerConfig", change)

    # The realm.

    def _bearer(self, is_refused: bool) -> str:
        with self._lock:
            if self._held is None or is_refused or time.monotonic() > self._held[1]:
                self._held = self._signed_in()
            return self._held[0]

    def _signed_in(self) -> tuple[str, float]:
        path = f"{self._realm}/protocol/openid-connect/token"
        fields = self._credentials.fields(self._transport.base_url + path)
        body = urllib.parse.urlencode({"grant_type": "client_credentials", "scope": " ".join(self._scopes), **fields})
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        # An assertion is taken once, so a token request is not repeated with the same one.
        answer = self._transport.send("POST", path, headers, body.encode(), is_repeatable=False)
        if answer.status != 200:
            raise answer.refusal()
        document = answer.json()
        life = max(integer(document, "expires_in") - _MARGIN, 0)
        return text(document, "access_token"), time.monotonic() + life

    def _key_set(self) -> tuple[Mapping[str, Any], ...]:
        answer = self._transport.send("GET", f"{self._realm}/protocol/openid-connect/certs", {})
        if answer.status != 200:
            raise answer.refusal()
        return members(answer.json(), "keys", lambda key: key)


def _authentication(enrollment_id: str, authentication_id: str) -> str:
    return f"/onboarding/admin/enrollment/{quoted(enrollment_id)}/authentication/{quoted(authentication_id)}"


def _person(
    username: str,
    email: str | None,
    phone_number: str | None,
    first_name: str | None,
    last_name: str | None,
    reference: str | None,
) -> dict[str, str]:
    given = {
        "username": username,
        "email": email,
        "phoneNumber": phone_number,
        "firstName": first_name,
        "lastName": last_name,
        "reference": reference,
    }
    return {name: value for name, value in given.items() if value is not None}
