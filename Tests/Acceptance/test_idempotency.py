"""Idempotency-Key: a request that is sent again begins nothing new, whatever happened to the server meanwhile."""

from __future__ import annotations

import json
import threading
import unittest
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import journeys
from client.exchange import Answer, envelope_objection
from client.flow import Caller, Credentials, Phone, Portal
from installation import Installation
from journeys import DEVICE, ENROLL, TRIGGER
from right_requests import somebody, tenants

PROXY = "/b2c/proxy/triggerEnroll"

installation: Installation
credentials: dict[str, Credentials]
portal: Portal
other: Portal


def setUpModule() -> None:
    global installation, credentials, portal, other
    installation = Installation.for_module()
    credentials = {name: tenants(installation, name, "device")["device"] for name in ("keyed", "other")}
    portal, other = (Portal(installation.endpoint, those) for those in credentials.values())


def key() -> str:
    return str(uuid.uuid4())


def send(who: Caller, path: str, document: Any, key: str) -> Answer:
    headers = who.headers | {"Idempotency-Key": key}
    return who.endpoint.send("POST", path, headers, json.dumps(document).encode())


class IdempotencyTests(unittest.TestCase):
    def assert_refused(self, answer: Answer, status: int, reason: str) -> None:
        self.assertEqual((answer.status, answer.reason), (status, reason), answer.described())
        self.assertIsNone(envelope_objection(answer))

    def begun(self, name: str, who: Portal | None = None) -> int:
        """How many enrollments a person has."""
        return len((who or portal).find(username=name))

    def test_the_same_request_under_the_same_key_has_the_same_answer(self) -> None:
        for paths in ((TRIGGER, TRIGGER, PROXY), (ENROLL, ENROLL, "/b2c" + ENROLL)):
            with self.subTest(paths[0]):
                person, name = somebody(), key()
                answers = [send(portal, path, person, name) for path in paths]
                self.assertEqual({answer.status for answer in answers}, {200}, answers[0].described())
                self.assertEqual(len({answer.body for answer in answers}), 1)
                self.assertEqual(self.begun(person["username"]), 1)

    def test_a_key_begins_what_no_key_or_another_key_began_once_more(self) -> None:
        person = somebody()
        answers = [send(portal, TRIGGER, person, key()), send(portal, TRIGGER, person, key())]
        answers.append(portal.post(TRIGGER, person))
        self.assertEqual(len({answer.json()["sessionToken"] for answer in answers}), 3)
        self.assertEqual(self.begun(person["username"]), 3)

    def test_the_first_answer_stays_when_the_enrollment_went_on(self) -> None:
        person, name = somebody(), key()
        first = send(portal, ENROLL, person, name)
        self.assertEqual(portal.add_device(first.json()["enrollmentToken"]).json()["enrollmentStatus"], 2)
        self.assertEqual(send(portal, ENROLL, person, name).body, first.body)
        self.assertIs(send(portal, ENROLL, person, key()).json()["userExistsAlready"], True)

    def test_the_same_key_with_another_request_is_refused(self) -> None:
        person, name = somebody(), key()
        self.assertEqual(send(portal, TRIGGER, person, name).status, 200)
        for path, document in (
            (TRIGGER, somebody()),
            (PROXY, person | {"firstName": "Jane"}),
            (ENROLL, person),
        ):
            self.assert_refused(send(portal, path, document, name), 422, "IDEMPOTENCY_KEY_REUSED")
        self.assertEqual(self.begun(person["username"]), 1)

    def test_a_key_is_its_clients_own(self) -> None:
        person, name = somebody(), key()
        ours = send(portal, TRIGGER, person, name).json()
        theirs = send(other, TRIGGER, person, name).json()
        self.assertNotEqual(ours["sessionToken"], theirs["sessionToken"])
        self.assertEqual(send(other, TRIGGER, somebody(), name).reason, "IDEMPOTENCY_KEY_REUSED")
        phone = Phone.told(installation.endpoint, ours, credentials["keyed"])
        begun = send(phone, ENROLL, {"sessionToken": phone.session_token}, name)
        self.assertEqual(begun.status, 200, begun.described())
        self.assertEqual(send(phone, ENROLL, {"sessionToken": phone.session_token}, name).body, begun.body)
        self.assertEqual(send(portal, TRIGGER, person, name).json(), ours)

    def test_a_key_that_is_none_is_refused(self) -> None:
        for name in ("", '""', "a b", 'a"b', '"a', "a\\b", "x" * 256, '"' + "x" * 256 + '"'):
            with self.subTest(name):
                for path in (TRIGGER, ENROLL):
                    self.assert_refused(send(portal, path, somebody(), name), 400, "IDEMPOTENCY_KEY_INVALID")
        person, name = somebody(), "k" * 255
        quoted = send(portal, TRIGGER, person, f'"{name}"')
        self.assertEqual(send(portal, TRIGGER, person, name).body, quoted.body, "with and without quotation marks")

    def test_what_began_nothing_is_not_remembered(self) -> None:
        person, name = somebody(), key()
        portal.add_device(portal.begin(person["username"]))
        self.assertEqual(send(portal, TRIGGER, person, name).json()["reason"], "USERNAME_REGISTERED")
        (registration,) = portal.find(username=person["username"])
        portal.endpoint.send(
            "DELETE", f"/onboarding/admin/enrollment/{registration['enrollmentId']}", portal.headers
        )
        self.assertEqual(send(portal, TRIGGER, person, name).json()["status"], "SUCCESS")

    def test_after_an_erasure_the_key_is_free(self) -> None:
        person, name = somebody(), key()
        first = send(portal, TRIGGER, person, name).json()["sessionToken"]
        (begun,) = portal.find(username=person["username"])
        portal.endpoint.send("DELETE", f"/onboarding/admin/enrollment/{begun['enrollmentId']}", portal.headers)
        again = send(portal, TRIGGER, person, name).json()["sessionToken"]
        self.assertNotEqual(again, first)

    def test_of_many_at_once_one_begins_something(self) -> None:
        conflicts = 0
        for path, member in ((TRIGGER, "sessionToken"), (ENROLL, "enrollmentToken")) * 3:
            person, name = somebody(), key()
            barrier = threading.Barrier(12)

            def sent(
                _: int, path: str = path, person: Any = person, name: str = name, barrier: Any = barrier
            ) -> Answer:
                barrier.wait()
                return send(portal, path, person, name)

            with ThreadPoolExecutor(12) as threads:
                answers = list(threads.map(sent, range(12)))
            for answer in answers:
                if answer.status != 200:
                    self.assert_refused(answer, 409, "IDEMPOTENCY_KEY_IN_USE")
                    self.assertEqual(answer.headers["retry-after"], "1")
                    conflicts += 1
            self.assertEqual(len({a.json()[member] for a in answers if a.status == 200}), 1)
            self.assertEqual(self.begun(person["username"]), 1)
        self.assertGreater(conflicts, 0, "not one came while another was under way")

    def test_an_acknowledged_request_is_known_after_a_power_cut(self) -> None:
        cut = Installation()
        self.addCleanup(cut.close)
        cut.start()
        tenant = tenants(cut, "cut", "device")["device"]
        requests = [(TRIGGER, somebody(), key()), (ENROLL, somebody(), key())]
        answers = []
        for path, person, name in requests:
            answers.append(send(Portal(cut.endpoint, tenant), path, person, name))
            cut.kill()
            cut.start()
        again = Portal(cut.endpoint, tenant)
        for (path, person, name), answer in zip(requests, answers, strict=True):
            repeated = send(again, path, person, name).json()
            # The QR code names the address that the server listens on, which is another after each start.
            for member in ("sessionToken", "enrollmentToken", "errorSummary", "requiredChecks"):
                self.assertEqual(repeated.get(member), answer.json().get(member), member)
            self.assertEqual(self.begun(person["username"], again), 1)
        self.assertEqual(again.post(DEVICE, {"enrollmentToken": "x", "deviceId": "x"}).reason, "TOKEN_UNKNOWN")
        self.assertEqual(cut.stop(), 0)
        journeys.check_stored(self, cut)


if __name__ == "__main__":
    unittest.main()
