"""Enrollments that are driven through interruptions, and what must hold of each of them afterwards.

A journey notes every request before it is sent and every answer when it has arrived, so that it knows what the server
acknowledged, whatever happened to the server meanwhile.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import statistics
import threading
import time
import unittest
import urllib.parse
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pictures
from client.exchange import Answer, ConnectionLost
from client.flow import Credentials, Portal, document_request
from client.packages import video
from installation import Installation

TRIGGER = "/onboarding/b2c/triggerEnroll"
ENROLL = "/onboarding/enrollment/enroll"
DEVICE = "/onboarding/enrollment/addDevice"
FACE = "/onboarding/enrollment/addFace"
DOCUMENT = "/onboarding/enrollment/addDocumentOCR"
CANCEL = "/onboarding/enrollment/cancel"
#: The one call that is no POST: DELETE of a registration.
ERASE = "/onboarding/admin/registration/{registrationCode}"
STEPS = (TRIGGER, ENROLL, DEVICE, FACE, DOCUMENT, CANCEL, ERASE)

#: What a journey does between enroll and its end.
PLANS = ((DEVICE, FACE), (DEVICE, FACE, ERASE), (DEVICE, CANCEL), (DEVICE, FACE, DOCUMENT))
#: The tenants: one asks for a device and a face, the other for a document too.
SHORT, WHOLE = "short", "whole"

#: The status of an enrollment of which nothing is left to do.
COMPLETE = 2

#: Refusals that promise that the same request may succeed later.
LATER = ("OVERLOADED", "STORAGE_UNAVAILABLE")

Portals = Mapping[str, Portal]


class StepRefused(AssertionError):
    """A step that should have been done was refused, and not just for now."""

    def __init__(self, path: str, answer: Answer) -> None:
        super().__init__(f"{path}: {answer.described()}")
        self.answer = answer


@dataclass
class Sent:
    """A step as it was sent, and what was answered; no answer where none has arrived."""

    path: str
    body: bytes
    answer: bytes | None = None


@dataclass
class Journey:
    """One person's enrollment, as far as it came."""

    plan: tuple[str, ...]
    username: str = field(default_factory=lambda: f"{uuid.uuid4()}@example.org")
    session: str | None = None
    token: str | None = None
    code: str = ""
    steps: list[Sent] = field(default_factory=list)

    @property
    def tenant(self) -> str:
        return WHOLE if DOCUMENT in self.plan else SHORT

    @property
    def is_finished(self) -> bool:
        return len(self.steps) == len(self.plan) and all(step.answer is not None for step in self.steps)

    @property
    def is_erased(self) -> bool:
        """Whether the server has acknowledged that nothing is left of it."""
        return any(step.path == ERASE and step.answer is not None for step in self.steps)

    @property
    def is_registered(self) -> bool:
        return bool(self.code) and not self.is_erased

    @property
    def possible_ends(self) -> set[str]:
        """What operationStatus may say, given that a step without an answer was done or was not."""
        ends = {CANCEL: "Cancelled", self.last_check: "Success"}
        done = [step for step in self.steps if step.answer is not None and step.path in ends]
        if done:
            return {ends[done[-1].path]}
        return {"Pending"} | {ends[step.path] for step in self.steps if step.path in ends}

    @property
    def last_check(self) -> str:
        return DOCUMENT if DOCUMENT in self.plan else FACE

    def body(self, path: str) -> bytes:
        if path == TRIGGER:
            return json.dumps({"username": self.username, "email": self.username}).encode()
        if path == ENROLL:
            return json.dumps({"sessionToken": self.session}).encode()
        if path == ERASE:
            return b""
        document: dict[str, Any] = {"enrollmentToken": self.token}
        if path == DEVICE:
            document["deviceId"] = str(uuid.uuid4())
        elif path == FACE:
            document["faceLivenessData"] = video([pictures.still()])
        elif path == DOCUMENT:
            document = document_request(self.token or "", [pictures.varied(pictures.passport_page())])
        return json.dumps(document).encode()


class Traffic:
    """Sends the requests of many journeys at once, and knows what is under way."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._durations: dict[str, list[float]] = {step: [] for step in STEPS}
        #: Requests that had been sent when their connection broke, by step.
        self.interrupted: Counter[str] = Counter()
        #: Requests that were refused for now, by reason.
        self.refused: Counter[str] = Counter()
        self._awaited: str | None = None
        self._to_come = 0
        self._is_sent = threading.Event()

    @contextmanager
    def awaiting(self, step: str, after: int) -> Iterator[threading.Event]:
        """An event that is set when, after so many requests of any kind, the next of this step is about to be sent."""
        self._is_sent.clear()
        self._to_come = after
        self._awaited = step
        try:
            yield self._is_sent
        finally:
            self._awaited = None

    def typical_seconds(self, step: str) -> float:
        """How long the step takes, as far as it is known."""
        with self._lock:
            return statistics.median(self._durations[step] or [0.02])

    def send(self, portal: Portal, path: str, body: bytes, code: str = "") -> Answer:
        """Sends a request, and again while it is refused for now."""
        while True:
            answer = self._exchange(portal, path, body, code)
            if answer.status != 503:
                return answer
            if answer.reason not in LATER or int(answer.headers["retry-after"]) < 1:
                raise AssertionError(f"{path}: {answer.described()}")
            with self._lock:
                self.refused[answer.reason or ""] += 1
            # Less than the server asks for: this client is here to disturb.
            time.sleep(0.02)

    def _exchange(self, portal: Portal, path: str, body: bytes, code: str) -> Answer:
        begin = time.monotonic()
        self._to_come -= 1
        if self._awaited == path and self._to_come < 0:
            self._is_sent.set()
        try:
            answer = erase(portal, code) if path == ERASE else portal.post(path, raw=body)
        except ConnectionLost as lost:
            if not isinstance(lost.__cause__, ConnectionRefusedError):
                with self._lock:
                    self.interrupted[path] += 1
            raise
        if answer.status < 300:
            with self._lock:
                self._durations[path].append(time.monotonic() - begin)
        return answer

    def travel(self, portal: Portal, journey: Journey) -> None:
        """Goes on from where the journey stands to its end."""
        if journey.session is None:
            answer = self._accepted(portal, TRIGGER, journey.body(TRIGGER))
            journey.session = answer.json()["sessionToken"]
        if journey.token is None:
            answer = self._accepted(portal, ENROLL, journey.body(ENROLL))
            journey.token = answer.json()["enrollmentToken"]
        for number, path in enumerate(journey.plan):
            if number == len(journey.steps):
                journey.steps.append(Sent(path, journey.body(path)))
            step = journey.steps[number]
            if step.answer is None:
                self._take(journey, step, self._accepted(portal, path, step.body, journey.code))

    def check(self, test: unittest.TestCase, portal: Portal, journey: Journey) -> None:
        """Holds the server against what it acknowledged: every such step is answered byte for byte as before. What was
        lost on the way may be done or not, but nothing in between."""
        if journey.steps and journey.steps[-1].path == ERASE:
            detail = portal.get(f"/onboarding/admin/registration/{journey.code}")
            if journey.is_erased or detail.status == 404:
                self._check_nothing_is_left(test, portal, journey)
                return
            test.assertEqual(len(detail.json()["registeredDevices"]), 1, detail.described())
        if journey.session is not None:
            status = portal.operation_status(journey.session)
            test.assertEqual(status.status, 200, f"an acknowledged session is gone: {status.described()}")
            test.assertIn(status.json()["completionStatus"], journey.possible_ends)
        if journey.token is not None and journey.possible_ends == {"Pending"}:
            again = self._accepted(portal, ENROLL, journey.body(ENROLL))
            test.assertEqual(again.json()["enrollmentToken"], journey.token, again.described())
        for step in journey.steps:
            if step.answer is not None:
                again = self._accepted(portal, step.path, step.body)
                test.assertEqual(again.body, step.answer, f"{step.path} is answered otherwise than before")

    @staticmethod
    def _check_nothing_is_left(test: unittest.TestCase, portal: Portal, journey: Journey) -> None:
        again = (
            portal.get(f"/onboarding/admin/registration/{journey.code}"),
            erase(portal, journey.code),
            portal.operation_status(journey.session or ""),
            *(portal.post(step.path, raw=step.body) for step in journey.steps[:-1]),
        )
        reasons = [answer.reason for answer in again]
        unknown = ["REGISTRATION_UNKNOWN"] * 2 + ["TOKEN_UNKNOWN"] * (len(again) - 2)
        test.assertEqual(reasons, unknown, "something is left of an erased registration")

    def _accepted(self, portal: Portal, path: str, body: bytes, code: str = "") -> Answer:
        answer = self.send(portal, path, body, code)
        # An erasure whose answer was lost may have been done.
        if answer.status not in (200, 204) and not (path == ERASE and answer.status == 404):
            raise StepRefused(path, answer)
        return answer

    @staticmethod
    def _take(journey: Journey, step: Sent, answer: Answer) -> None:
        step.answer = answer.body
        if step.path == journey.last_check:
            journey.code = answer.json()["registrationCode"]
            # The code alone says nothing: there is one from the first check that was accepted.
            if answer.json()["enrollmentStatus"] != COMPLETE:
                raise AssertionError(f"the last check does not complete: {answer.described()}")


def erase(portal: Portal, code: str) -> Answer:
    """DELETE of a registration."""
    path = ERASE.format(registrationCode=urllib.parse.quote(code, safe=""))
    return portal.endpoint.send("DELETE", path, portal.headers)


def make_tenants(installation: Installation, *names: str) -> dict[str, Credentials]:
    """The tenants of the journeys."""
    settings: dict[str, dict[str, Any]] = {
        SHORT: {"onboardingOptions": {"enrollment": {"addDocument": False}}},
        WHOLE: {},
    }
    return {name: installation.tenant(name, allowStillPackages=True, **settings[name]) for name in names}


def sign_in(installation: Installation, tenants: Mapping[str, Credentials]) -> Portals:
    """The portals of a server that has just started."""
    return {name: Portal(installation.endpoint, credentials) for name, credentials in tenants.items()}


def in_parallel(work: Callable[[Journey], None], journeys: Iterable[Journey]) -> None:
    """Does something with every journey, four at a time; what one of them raises is raised."""
    with ThreadPoolExecutor(4) as threads:
        for _ in threads.map(work, journeys):
            pass


def registered_codes(portal: Portal) -> list[str]:
    """Every registration of the tenant, page by page."""
    codes: list[str] = []
    number = 1
    while True:
        answer = portal.post("/onboarding/admin/registration", {"pageNumber": number, "pageSize": 200})
        if answer.status != 200:
            raise AssertionError(f"the list of registrations: {answer.described()}")
        page = answer.json()
        codes += [entry["registrationCode"] for entry in page["list"]]
        if number >= page["totalPages"]:
            return codes
        number += 1


def evidence_files(installation: Installation) -> dict[str, Path]:
    """Every file in the evidence store, by its name, but for what a sweep has put aside."""
    files = (path for path in (installation.data / "evidence").rglob("*") if path.is_file())
    return {path.name: path for path in files if path.parent.name != "quarantine"}


def check_stored(test: unittest.TestCase, installation: Installation) -> set[str]:
    """Holds the data folder of a server that has stopped against itself: whole databases, rows that agree with each
    other, a key and a file wherever a row needs one, and none where a person was erased.

    Returns:
        the names of evidence files that no row names.
    """
    keys = _whole(test, installation, "keys.sqlite")
    database = _whole(test, installation, "onboarding.sqlite")

    def numbers(sql: str) -> Counter[str]:
        return Counter(dict(database.execute(sql).fetchall()))

    known = {identifier for (identifier,) in database.execute("SELECT id FROM enrollment")}
    erased = {identifier for (identifier,) in database.execute("SELECT id FROM enrollment WHERE erased_at IS NOT NULL")}
    with_key = {identifier for (identifier,) in keys.execute("SELECT enrollment_id FROM data_key")}
    test.assertEqual(known - erased - with_key, set(), "enrollments without a key")
    test.assertEqual(erased & with_key, set(), "erased enrollments with a key")

    told: dict[str, Counter[str]] = {}
    for identifier, event in database.execute("SELECT enrollment_id, event FROM enrollment_event"):
        told.setdefault(json.loads(event)["event"], Counter())[identifier] += 1
    for name in ("deviceAdded", "faceAdded", "documentAdded", "completed", "cancelled"):
        test.assertEqual([n for n in told.get(name, Counter()).values() if n > 1], [], f"{name} more than once")
    judged = told.get("faceAdded", Counter()) + told.get("documentAdded", Counter())
    for table, events in (
        ("idempotency_record", told.get("answered", Counter())),
        ("device", told.get("deviceAdded", Counter())),
        ("template", judged),
        ("evidence", judged),
    ):
        stored = numbers(f"SELECT enrollment_id, count(*) FROM {table} GROUP BY enrollment_id")
        there = Counter({identifier: n for identifier, n in events.items() if identifier not in erased})
        test.assertEqual(stored, there, f"{table} is not what the events tell")

    files = evidence_files(installation)
    rows = database.execute("SELECT id, digest FROM evidence").fetchall()
    for identifier, digest in rows:
        test.assertIn(identifier, files)
        test.assertEqual(hashlib.sha256(files[identifier].read_bytes()).digest(), digest)
    return files.keys() - {identifier for identifier, _ in rows}


def _whole(test: unittest.TestCase, installation: Installation, name: str) -> sqlite3.Connection:
    database = sqlite3.connect(installation.data / name)
    test.addCleanup(database.close)
    test.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)], name)
    test.assertEqual(database.execute("PRAGMA foreign_key_check").fetchall(), [], name)
    return database
