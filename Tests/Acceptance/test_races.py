"""Many senders at the same moment: one request is done once, and no limit is passed."""

from __future__ import annotations

import functools
import json
import socket
import sqlite3
import threading
import time
import unittest
import uuid
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import journeys
import pictures
from client.exchange import Answer
from client.flow import FAILED, PENDING, Portal, document_request
from client.packages import video
from installation import Installation

SENDERS = 50
#: Decision 0006: captures of a step, and failures of a person, a device or a document in a day.
CAPTURES, FAILURES_A_DAY = 20, 10

installation: Installation
stills: Portal
short: Portal
moving: Portal
strict: Portal
device_alone: Portal


def setUpModule() -> None:
    global installation, stills, short, moving, strict, device_alone
    installation = Installation.for_module()
    no_document = {"enrollment": {"addDocument": False}}
    stills = installation.portal("stills", allowStillPackages=True)
    short = installation.portal("short", allowStillPackages=True, onboardingOptions=no_document)
    # Twenty passive captures, without a challenge after eight of them.
    moving = installation.portal("moving", faceWorkflow="passive")
    strict = installation.portal("strict", allowStillPackages=True, maxDocumentAttempts=3)
    device_alone = installation.portal(
        "device-alone",
        onboardingOptions={
            "enrollment": {"addFace": False, "addDocument": False},
            "authentication": {"verifyFace": False},
            "reenrollment": {"verifyFace": False},
        },
    )


def username() -> str:
    return f"{uuid.uuid4()}@example.org"


def patiently(send: Callable[[], Answer]) -> Answer:
    """Sends again while the server says that it is busy."""
    while (answer := send()).reason == "OVERLOADED":
        time.sleep(0.05)
    return answer


def at_once(requests: Sequence[Callable[[], Answer]]) -> list[Answer]:
    """Sends all at the same moment."""
    barrier = threading.Barrier(len(requests))

    def sent(request: Callable[[], Answer]) -> Answer:
        barrier.wait()
        return patiently(request)

    with ThreadPoolExecutor(len(requests)) as threads:
        return list(threads.map(sent, requests))


def counted(outcome: str) -> Counter[str]:
    """How often each outcome was judged so far, as /metrics has it."""
    numbers: Counter[str] = Counter()
    for line in installation.metrics().body.decode().splitlines():
        name, _, number = line.partition(" ")
        if name.startswith("onboarding_decisions_total{") and f'outcome="{outcome}"' in name:
            numbers[name] += int(float(number))
    return numbers


class RaceTests(unittest.TestCase):
    def at_face(self, portal: Portal, device: str | None = None) -> str:
        token = portal.begin(username())
        self.assertEqual(portal.add_device(token, device).status, 200)
        return token

    def at_document(self, portal: Portal, device: str | None = None) -> str:
        token = self.at_face(portal, device)
        answer = patiently(lambda: portal.add_face(token, video([pictures.still()])))
        self.assertIs(answer.json()["livenessResult"], True, answer.described())
        return token


class OneRequestTests(RaceTests):
    """The same request many times, while the first is still being computed."""

    def assert_one_answer(self, answers: Sequence[Answer]) -> Any:
        self.assertEqual({answer.status for answer in answers}, {200}, [answer.described() for answer in answers])
        self.assertEqual(len({answer.body for answer in answers}), 1)
        return answers[0].json()

    def activities(self, portal: Portal, code: str) -> Counter[str]:
        detail = portal.get(f"/onboarding/admin/registration/{code}").json()
        return Counter(activity["type"] for activity in detail["activities"])

    def evidence(self, portal: Portal, tenant: str, code: str) -> Counter[str]:
        """What is kept of a registration, by kind."""
        lines = installation.command("audit", "show", code, "--tenant", tenant).splitlines()
        kept = [line.partition("evidence kept: ")[2].partition(",")[0] for line in lines]
        return Counter(kind for kind in kept if kind)

    def test_a_face_sent_many_times_at_once_is_judged_once(self) -> None:
        token = self.at_face(short)
        body = json.dumps({"enrollmentToken": token, "faceLivenessData": video([pictures.still()])}).encode()
        judged, files = counted("live").total(), len(journeys.evidence_files(installation))
        answers = at_once([lambda: short.post(journeys.FACE, raw=body)] * SENDERS)
        code = self.assert_one_answer(answers)["registrationCode"]
        self.assertEqual(self.activities(short, code)["addFace"], 1)
        self.assertEqual(self.evidence(short, "short", code), Counter({"face": 1}))
        self.assertEqual(counted("live").total() - judged, 1, "how often it was measured")
        self.assertEqual(len(journeys.evidence_files(installation)) - files, 1)

    def test_a_document_sent_many_times_at_once_is_judged_once(self) -> None:
        token = self.at_document(stills)
        page = pictures.varied(pictures.passport_page())
        body = json.dumps(document_request(token, [page])).encode()
        answers = at_once([lambda: stills.post(journeys.DOCUMENT, raw=body)] * 8)
        code = self.assert_one_answer(answers)["registrationCode"]
        self.assertEqual(self.activities(stills, code)["addDocument"], 1)
        self.assertEqual(self.evidence(stills, "stills", code), Counter({"face": 1, "document": 1}))

    def test_light_steps_sent_many_times_at_once_are_done_once(self) -> None:
        session = short.trigger(username())["sessionToken"]
        answers = at_once([lambda: short.enroll({"sessionToken": session})] * SENDERS)
        token = self.assert_one_answer(answers)["enrollmentToken"]
        answers = at_once([lambda: short.add_device(token, "one device")] * SENDERS)
        self.assertEqual(self.assert_one_answer(answers)["enrollmentStatus"], PENDING)
        code = patiently(lambda: short.add_face(token, video([pictures.still()]))).json()["registrationCode"]
        activities = self.activities(short, code)
        self.assertEqual((activities["enroll"], activities["addDevice"]), (1, 1))
        other = self.at_face(short)
        answers = at_once([lambda: short.cancel(other)] * SENDERS)
        self.assertEqual(self.assert_one_answer(answers)["enrollmentStatus"], FAILED)

    def test_a_sender_who_hangs_up_leaves_the_answer_to_the_next(self) -> None:
        for hung_up in (1, 4):
            with self.subTest(hung_up=hung_up):
                token = self.at_face(short)
                body = json.dumps({"enrollmentToken": token, "faceLivenessData": video([pictures.still()])}).encode()
                for _ in range(hung_up):
                    self.send_and_hang_up(journeys.FACE, body)
                answers = at_once([functools.partial(short.post, journeys.FACE, raw=body)] * 4)
                code = self.assert_one_answer(answers)["registrationCode"]
                self.assertEqual(self.activities(short, code)["addFace"], 1)

    def send_and_hang_up(self, path: str, body: bytes) -> None:
        headers = short.headers | {"Host": short.endpoint.host, "Content-Length": str(len(body))}
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        with socket.create_connection((short.endpoint.host, short.endpoint.port)) as connection:
            connection.sendall(f"POST {path} HTTP/1.1\r\n{head}\r\n".encode() + body)

    def test_a_registration_erased_many_times_at_once_is_erased_once(self) -> None:
        token = self.at_face(short)
        code = patiently(lambda: short.add_face(token, video([pictures.still()]))).json()["registrationCode"]
        answers = at_once([lambda: journeys.erase(short, code)] * 8)
        self.assertEqual(sorted(answer.status for answer in answers), [204] + [404] * 7)
        self.assertEqual({answer.reason for answer in answers}, {None, "REGISTRATION_UNKNOWN"})
        self.assertNotIn(code, journeys.registered_codes(short))
        self.assertIn("intact", installation.command("audit", "verify"))

    def surplus_keys(self) -> int:
        """How many more data keys there are than enrollments."""

        def count(name: str, table: str) -> int:
            with closing(sqlite3.connect(installation.data / name)) as database:
                return int(database.execute(f"SELECT count(*) FROM {table}").fetchone()[0])

        return count("keys.sqlite", "data_key") - count("onboarding.sqlite", "enrollment")

    def test_a_person_who_begins_again_while_the_last_step_is_done_is_registered_once(self) -> None:
        surplus = self.surplus_keys()
        for _ in range(20):
            person = username()
            token = device_alone.begin(person)
            last, again = at_once(
                [
                    lambda token=token: device_alone.add_device(token),
                    lambda person=person: device_alone.enroll({"username": person, "email": person}),
                ]
            )
            document = again.json()
            self.assertEqual(again.status, 200, again.described())
            if document["userExistsAlready"]:
                self.assertEqual((last.status, document.get("enrollmentToken")), (200, None))
            else:
                self.assertEqual((last.status, last.reason), (400, "ENROLLMENT_FINISHED"))
        self.assertEqual(self.surplus_keys(), surplus, "the key of an enrollment that was not begun was left")

    def test_the_list_and_the_details_are_served_while_registrations_are_erased(self) -> None:
        codes = [device_alone.add_device(device_alone.begin(username())).json()["registrationCode"] for _ in range(40)]
        erased = threading.Event()

        def erase_all() -> None:
            try:
                for code in codes:
                    self.assertEqual(journeys.erase(device_alone, code).status, 204)
            finally:
                erased.set()

        with ThreadPoolExecutor(1) as threads:
            erasing = threads.submit(erase_all)
            while not erased.is_set():
                for code in journeys.registered_codes(device_alone)[:1]:
                    answer = device_alone.get(f"/onboarding/admin/registration/{code}")
                    self.assertIn((answer.status, answer.reason), [(200, None), (404, "REGISTRATION_UNKNOWN")])
            erasing.result()
        self.assertEqual(set(codes) & set(journeys.registered_codes(device_alone)), set())


class LimitTests(RaceTests):
    """Other requests at the same moment, each of which counts."""

    def assert_counted(self, answers: Sequence[Answer], limit: int) -> None:
        """So many were judged, the last of them ended the enrollment, and the others came too late."""
        reasons = Counter(str(answer.reason) for answer in answers)
        late = len(answers) - limit
        self.assertEqual(reasons, Counter({"None": limit, "ENROLLMENT_FINISHED": late}))
        statuses = Counter(answer.json()["enrollmentStatus"] for answer in answers if answer.status == 200)
        self.assertEqual(statuses, Counter({PENDING: limit - 1, FAILED: 1}))

    def test_fifty_captures_at_once_count_as_far_as_the_limit(self) -> None:
        token = self.at_face(moving)
        packages = [video([pictures.still()]) for _ in range(SENDERS)]
        answers = at_once([functools.partial(moving.add_face, token, package) for package in packages])
        self.assert_counted(answers, CAPTURES)

    def test_fifty_packages_that_do_not_open_count_as_far_as_the_limit(self) -> None:
        token = self.at_face(moving)
        packages = [{"key": f"{number:04d}", "iv": "AAAA", "p": "AAAA"} for number in range(SENDERS)]
        answers = at_once([functools.partial(moving.add_face, token, package) for package in packages])
        reasons = Counter(str(answer.reason) for answer in answers)
        late = SENDERS - CAPTURES
        self.assertEqual(reasons, Counter({"PACKAGE_UNREADABLE": CAPTURES, "ENROLLMENT_FINISHED": late}))

    def test_fifty_documents_at_once_count_as_far_as_the_limit_of_attempts(self) -> None:
        token = self.at_document(strict)
        stolen = pictures.passport_page(pictures.OTHER_PERSON, pictures.Holder(number="UR1000001"))
        pages = [pictures.varied(stolen) for _ in range(SENDERS)]
        answers = at_once([functools.partial(strict.add_document, token, [page]) for page in pages])
        self.assert_counted(answers, 3)

    def test_a_device_that_is_stated_locks_nobody_out_however_many_fail_at_once(self) -> None:
        """Anybody can state a device id, so failures under it count against nobody who has it."""
        device = str(uuid.uuid4())
        tokens = [self.at_face(moving, device) for _ in range(FAILURES_A_DAY + 6)]
        prints = [video(pictures.tilted_print(), interval=160) for _ in tokens]
        answers = at_once(
            [functools.partial(moving.add_face, token, turned) for token, turned in zip(tokens, prints, strict=True)]
        )
        reasons = Counter(str(answer.reason) for answer in answers)
        self.assertEqual(reasons, Counter({"None": len(tokens)}))
        self.assertNotIn(True, {answer.json().get("livenessResult") for answer in answers})


if __name__ == "__main__":
    unittest.main()
