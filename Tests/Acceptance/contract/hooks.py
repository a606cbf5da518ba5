"""What schemathesis is told by test_contract.py: who calls, and which of the made-up tokens become real ones.

A generated token opens nothing, so that every generated body would end at TOKEN_UNKNOWN. Here a well-formed one is
replaced by that of an enrollment which was begun for the request; one that was made wrong on purpose is left alone.
"""

from __future__ import annotations

import json
import os
import re
import uuid
from collections.abc import Callable, MutableMapping
from typing import Any

import schemathesis
from client.exchange import Answer, Endpoint
from client.flow import Caller

ENDPOINT = Endpoint(os.environ["CONTRACT_URL"])
#: By the one check that its enrollments ask for, so that each step can be the first: API key and bearer of a tenant.
TENANTS = {
    name: Caller(ENDPOINT, *credentials) for name, credentials in json.loads(os.environ["CONTRACT_TENANTS"]).items()
}
REALM, ORIGIN = os.environ["CONTRACT_REALM"], os.environ["CONTRACT_ORIGIN"]


def tenant_of(path: str) -> Caller:
    """Who makes the calls of a path."""
    step = path.rpartition("/")[2]
    if step in ("challengeFace", "addFace"):
        return TENANTS["face"]
    # A tenant of the other stateless calls has sent so many packages that do not open that it is asked to wait.
    if step in ("addDocumentOCR", "addDcoumentOCR", "checkActiveLivenessEncrypted"):
        return TENANTS["document"]
    # What its body says holds from then on, so that nobody else can be the tenant.
    return TENANTS["changed" if step == "customerConfig" else "device"]


@schemathesis.auth(refresh_interval=None, cache_by_key=lambda case, context: case.operation.path)
class TenantAuth:
    """The API key and the bearer of the path's tenant."""

    def get(self, case: schemathesis.Case, context: schemathesis.AuthContext) -> Caller:
        return tenant_of(case.operation.path)

    def set(self, case: schemathesis.Case, data: Caller, context: schemathesis.AuthContext) -> None:
        case.headers.update({"apikey": data.api_key, "Authorization": f"Bearer {data.bearer}"})


class Real:
    """What exists of one kind for one tenant: made when it is needed, kept until a call has used it up."""

    def __init__(self, make: Callable[[Caller], str]) -> None:
        self._make = make
        self._kept: dict[str | None, str] = {}

    def of(self, caller: Caller) -> str:
        """The kept one, or a new one."""
        if caller.api_key not in self._kept:
            self._kept[caller.api_key] = self._make(caller)
        return self._kept[caller.api_key]

    def forget(self, caller: Caller) -> None:
        """Keeps it no longer."""
        self._kept.pop(caller.api_key, None)


def _triggered(caller: Caller) -> str:
    name = f"{uuid.uuid4()}@example.org"
    answer = caller.post("/onboarding/b2c/triggerEnroll", {"username": name, "email": name})
    return str(answer.json()["sessionToken"])


def _cancelled(caller: Caller) -> str:
    session = _triggered(caller)
    caller.cancel(str(caller.enroll({"sessionToken": session}).json()["enrollmentToken"]))
    return session


def _begun(caller: Caller) -> str:
    name = f"{uuid.uuid4()}@example.org"
    return str(caller.enroll({"username": name, "email": name}).json()["enrollmentToken"])


def _challenged(answer: Answer, made_up: str) -> str:
    """The id of the challenge that was issued, or else the one that was made up."""
    return str(answer.json()["challenge"]["id"]) if answer.status == 200 else made_up


def _registered(caller: Caller) -> str:
    return str(caller.add_device(_begun(caller)).json()["registrationCode"])


def _searched(caller: Caller) -> str:
    answer = caller.post("/onboarding/admin/enrollments/search", {"registrationCode": _registered(caller)})
    return str(answer.json()["list"][0]["enrollmentId"])


#: Of an enrollment that has ended, so that a stream of its events ends as well.
ENDED_SESSIONS = Real(_cancelled)
SESSIONS, ENROLLMENTS, REGISTRATIONS = Real(_triggered), Real(_begun), Real(_registered)
SEARCHED = Real(_searched)


@schemathesis.hook
def before_call(context: schemathesis.HookContext, case: schemathesis.Case, kwargs: dict[str, Any]) -> None:
    """Puts what exists where something was made up."""
    path = case.operation.path
    caller = tenant_of(path)
    parameters = case.path_parameters
    if is_plausible(parameters.get("realm")):
        parameters["realm"] = REALM
    if is_plausible(parameters.get("sessionToken")):
        parameters["sessionToken"] = (ENDED_SESSIONS if path.endswith("/events") else SESSIONS).of(caller)
    if is_plausible(parameters.get("registrationCode")):
        parameters["registrationCode"] = REGISTRATIONS.of(caller)
    if is_plausible(parameters.get("enrollmentId")):
        parameters["enrollmentId"] = SEARCHED.of(caller)
    is_from_a_page = "b2c-sample-web" in path
    if is_from_a_page and is_plausible(case.headers.get("Origin")):
        case.headers["Origin"] = ORIGIN
    body = case.body
    if not isinstance(body, MutableMapping):
        return
    if is_from_a_page and is_plausible(body.get("jwt")):
        body["jwt"] = caller.bearer
    if is_plausible(body.get("enrollmentToken")):
        body["enrollmentToken"] = ENROLLMENTS.of(caller)
        if is_challenge(body.get("challenge")):
            body["challenge"] = _challenged(caller.challenge_face(body["enrollmentToken"]), body["challenge"])
    elif "enrollmentToken" not in body and is_challenge(body.get("challenge")):
        body["challenge"] = _challenged(caller.post("/challenge"), body["challenge"])
    if is_plausible(body.get("sessionToken")):
        body["sessionToken"] = SESSIONS.of(caller)


@schemathesis.hook
def after_call(context: schemathesis.HookContext, case: schemathesis.Case, response: schemathesis.Response) -> None:
    """What a call has used up is not used again."""
    caller = tenant_of(case.operation.path)
    has_token = "enrollmentToken" in (case.body if isinstance(case.body, MutableMapping) else {})
    # After eight captures that led to no answer an enrollment takes none without a challenge, after twenty none at all.
    is_over = b"CHALLENGE_REQUIRED" in response.content or b"ENROLLMENT_FINISHED" in response.content
    is_done = 200 <= response.status_code < 300 and not case.operation.path.endswith("/challengeFace")
    if has_token and (is_over or is_done):
        ENROLLMENTS.forget(caller)
    if is_done and case.method == "DELETE":
        REGISTRATIONS.forget(caller)
        SEARCHED.forget(caller)


def is_plausible(value: Any) -> bool:
    """Whether a made-up value is one that could exist."""
    return isinstance(value, str) and 0 < len(value) <= 1024


def is_challenge(value: Any) -> bool:
    """Whether a made-up value is one that a challenge could have."""
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{32}", value) is not None
