"""A clock that jumps a day: named refusals, nothing damaged, and on it goes by itself."""

from __future__ import annotations

import datetime
import json
import threading
import time
import unittest
import uuid
from pathlib import Path

import journeys
import pictures
from client.exchange import Answer, envelope_objection
from client.flow import Portal, request_token
from client.packages import Package, seal_v2, video
from installation import Installation, wait_until
from journeys import CANCEL, DEVICE, FACE, SHORT, Journey, StepRefused, Traffic

#: Of Debian's package libfaketime, which the package faketime brings.
LIBRARY = Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1")
DAY = 86_400
#: A client that has sent a wrong secret ten times within a minute waits for at most that long.
THROTTLE_WINDOW, FAILURES = 60, 10
#: How long a challenge stands, and how many captures of the face there are.
CHALLENGE_LIFE, CAPTURES = 60, 20


class ClockTests(unittest.TestCase):
    """The clock of the server's process alone is moved; the client and the commands beside it keep the machine's."""

    def setUp(self) -> None:
        if not LIBRARY.exists():
            raise unittest.SkipTest("no faketime: run make setup")
        self.installation = Installation()
        self.addCleanup(self.installation.close)
        self.offset = self.installation.folder / "clock"
        self.set_clock(0)
        self.installation.variables |= {
            "LD_PRELOAD": str(LIBRARY),
            "FAKETIME_TIMESTAMP_FILE": str(self.offset),
            "FAKETIME_NO_CACHE": "1",
            # Only the time of day jumps: what measures how long something takes goes on, as on a real machine, and
            # files keep the time at which they were written.
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "NO_FAKE_STAT": "1",
        }
        self.tenants = journeys.make_tenants(self.installation, SHORT)
        self.portal = self.start()
        # Ended in order, the library takes back the names that it gave in shared memory.
        self.addCleanup(lambda: self.installation.is_running and self.installation.stop())
        self.traffic = Traffic()

    def start(self) -> Portal:
        self.installation.start()
        return journeys.sign_in(self.installation, self.tenants)[SHORT]

    def set_clock(self, seconds: int) -> None:
        """Moves the server's clock so far from the machine's."""
        # In one piece: the server reads it at every look at the clock.
        new = self.offset.with_suffix(".new")
        new.write_text(f"{seconds:+d}\n")
        new.replace(self.offset)

    def assert_refused(self, answer: Answer, reason: str, status: int = 400) -> None:
        self.assertEqual((answer.status, answer.reason), (status, reason), answer.described())
        self.assertIsNone(envelope_objection(answer))

    def assert_jumped(self, seconds: int) -> None:
        """The server's clock is where it was put; without this a test of the clock could pass on the machine's."""
        said = self.portal.endpoint.send("GET", "/nowhere").json()["timestamp"]
        at = datetime.datetime.fromisoformat(said).timestamp()
        self.assertLess(abs(at - time.time() - seconds), 3600)

    def jump(self, seconds: int, refused_bearer: str) -> None:
        """Moves the clock, after which the portal's bearer is refused and another one is to be had."""
        self.set_clock(seconds)
        self.assert_jumped(seconds)
        self.assert_refused(self.portal.get("/onboarding/admin/customerConfig"), refused_bearer, 401)
        self.portal.sign_in()
        self.assertEqual(self.portal.get("/onboarding/admin/customerConfig").status, 200)

    def at_face(self) -> Journey:
        """An enrollment with a device."""
        journey = Journey((DEVICE,))
        self.traffic.travel(self.portal, journey)
        journey.plan = (DEVICE, FACE)
        return journey

    def finished(self) -> Journey:
        journey = Journey((DEVICE, FACE))
        self.traffic.travel(self.portal, journey)
        return journey

    def assert_expired(self, journey: Journey) -> None:
        """It takes no further steps, names none, says so, and gives the answers that it gave."""
        refused = self.portal.post(FACE, raw=journey.body(FACE))
        self.assert_refused(refused, "ENROLLMENT_FINISHED")
        self.assertNotIn("nextStep", refused.json().get("details", {}))
        self.assertEqual(self.status(journey), "Failed")
        (step,) = journey.steps
        self.assertEqual(self.portal.post(step.path, raw=step.body).body, step.answer)

    def status(self, journey: Journey) -> str:
        return str(self.portal.operation_status(journey.session or "").json()["completionStatus"])

    def check_whole(self) -> None:
        self.assertIn("intact", self.installation.command("audit", "verify"))
        self.assertEqual(self.installation.stop(), 0)
        journeys.check_stored(self, self.installation)
        self.assertNotIn("unexpected error", self.installation.log.read_text())

    def test_a_day_forward_ends_what_was_open_and_damages_nothing(self) -> None:
        finished, opened = self.finished(), self.at_face()
        session = self.portal.trigger(f"{uuid.uuid4()}@example.org")["sessionToken"]
        self.jump(DAY, refused_bearer="TOKEN_EXPIRED")

        self.traffic.check(self, self.portal, finished)
        self.assert_expired(opened)
        self.assert_refused(self.portal.enroll({"sessionToken": session}), "TOKEN_UNKNOWN")
        later = self.finished()
        again = Journey((DEVICE, FACE), username=opened.username)
        self.traffic.travel(self.portal, again)

        self.assertEqual(self.installation.stop(), 0)
        self.portal = self.start()
        self.jump(0, refused_bearer="TOKEN_INVALID")
        for journey in (finished, later, again, self.finished()):
            self.traffic.check(self, self.portal, journey)
        self.assert_expired(opened)
        self.check_whole()

    def test_a_day_back_ends_nothing_and_what_was_begun_then_ends_when_the_clock_is_right(self) -> None:
        finished, opened = self.finished(), self.at_face()
        self.jump(-DAY, refused_bearer="TOKEN_INVALID")

        self.traffic.check(self, self.portal, finished)
        self.traffic.travel(self.portal, opened)
        self.traffic.check(self, self.portal, opened)
        cancelled = Journey((DEVICE, CANCEL))
        self.traffic.travel(self.portal, cancelled)
        early, unfinished = self.finished(), self.at_face()

        # In the order in which it happened, whatever the clock said.
        shown = self.installation.command("audit", "show", opened.code, "--tenant", SHORT)
        places = [shown.index(words) for words in ("enroll: asks", "device added", "face judged live", "complete")]
        self.assertEqual(places, sorted(places), shown)
        detail = self.portal.get(f"/onboarding/admin/registration/{opened.code}").json()
        self.assertEqual([a["type"] for a in detail["activities"]][-3:], ["addDevice", "addFace", "complete"])

        self.jump(0, refused_bearer="TOKEN_EXPIRED")
        self.assert_expired(unfinished)
        for journey in (finished, opened, cancelled, early, self.finished()):
            self.traffic.check(self, self.portal, journey)
        self.check_whole()

    def test_a_start_with_a_wrong_clock_serves_and_what_was_begun_before_goes_on_afterwards(self) -> None:
        finished, opened = self.finished(), self.at_face()
        for seconds in (-DAY, DAY):
            with self.subTest(seconds=seconds):
                self.assertEqual(self.installation.stop(), 0)
                self.set_clock(seconds)
                self.portal = self.start()
                self.assert_jumped(seconds)
                self.traffic.check(self, self.portal, finished)
                self.traffic.check(self, self.portal, self.finished())
                if seconds < 0:
                    self.set_clock(0)
                    self.portal.sign_in()
                    self.traffic.travel(self.portal, opened)
                self.traffic.check(self, self.portal, opened)
        self.check_whole()

    def test_an_idempotency_key_counts_for_a_day(self) -> None:
        name = f"{uuid.uuid4()}@example.org"

        def session() -> str:
            headers = self.portal.headers | {"Idempotency-Key": "the-same"}
            body = json.dumps({"username": name, "email": name}).encode()
            answer = self.portal.endpoint.send("POST", journeys.TRIGGER, headers, body)
            self.assertEqual(answer.status, 200, answer.described())
            return str(answer.json()["sessionToken"])

        first = session()
        for seconds, is_same in ((DAY - 60, True), (DAY + 60, False)):
            self.set_clock(seconds)
            self.portal.sign_in()
            (self.assertEqual if is_same else self.assertNotEqual)(session(), first)
        self.check_whole()

    def test_whoever_is_throttled_waits_a_minute_also_when_the_clock_was_set_back(self) -> None:
        credentials = self.tenants[SHORT]

        def ask(secret: str) -> Answer:
            fields = {"client_id": credentials.client_id, "client_secret": secret, "grant_type": "client_credentials"}
            return request_token(self.installation.endpoint, credentials.realm, fields)

        for _ in range(FAILURES):
            self.assertEqual(ask("wrong").status, 401)
        self.assertEqual(ask(credentials.client_secret).status, 429)
        self.set_clock(-DAY)
        self.assert_jumped(-DAY)
        ask(credentials.client_secret)
        self.set_clock(-DAY + THROTTLE_WINDOW + 1)
        self.assertEqual(ask(credentials.client_secret).status, 200)

    def challenge(self, token: str) -> str:
        answer = self.portal.challenge_face(token)
        self.assertEqual(answer.status, 200, answer.described())
        self.assertLessEqual(answer.json()["challenge"]["expiresIn"], CHALLENGE_LIFE)
        return str(answer.json()["challenge"]["id"])

    def test_a_challenge_stands_until_it_runs_out_and_then_counts_as_a_capture(self) -> None:
        journey = self.at_face()
        token = journey.token or ""
        first = self.challenge(token)
        self.set_clock(CHALLENGE_LIFE // 2)
        self.assertEqual(self.challenge(token), first)
        self.set_clock(CHALLENGE_LIFE + 1)
        answer = self.portal.add_face(token, video([pictures.still()], "foxtrot4"), first)
        self.assert_refused(answer, "CHALLENGE_INVALID")
        self.assertNotEqual(self.challenge(token), first)

        self.traffic.travel(self.portal, journey)
        detail = self.portal.get(f"/onboarding/admin/registration/{journey.code}").json()
        told = [(activity["type"], activity["result"]) for activity in detail["activities"]][-5:]
        ran_out = [("challengeFace", "OK"), ("addFace", "challengeExpired"), ("challengeFace", "OK")]
        self.assertEqual(told, [*ran_out, ("addFace", "OK"), ("complete", "OK")])
        self.check_whole()

    def test_whoever_waits_for_another_challenge_uses_up_the_captures(self) -> None:
        token = self.at_face().token or ""
        seen = {self.challenge(token)}
        for number in range(1, CAPTURES):
            self.set_clock(number * (CHALLENGE_LIFE + 1))
            self.portal.sign_in()
            seen.add(self.challenge(token))
        self.assertEqual(len(seen), CAPTURES)
        self.set_clock(CAPTURES * (CHALLENGE_LIFE + 1))
        self.portal.sign_in()
        self.assert_refused(self.portal.challenge_face(token), "ENROLLMENT_FINISHED")
        self.assert_refused(self.portal.add_device(token), "ENROLLMENT_FINISHED")
        self.check_whole()

    def test_a_challenge_of_no_enrollment_runs_out_too(self) -> None:
        late, early = (self.portal.post("/challenge").json()["challenge"]["id"] for _ in range(2))
        key = self.portal.public_keys()[1]

        def package(challenge: str) -> Package:
            sealed = seal_v2(video([pictures.still()], "foxtrot4"), key, "stateless", challenge)
            return sealed | {"challenge": challenge}

        self.set_clock(CHALLENGE_LIFE - 10)
        answer = self.portal.post("/checkActiveLivenessEncrypted", package(early))
        self.assertEqual(answer.status, 200, answer.described())
        self.set_clock(CHALLENGE_LIFE + 1)
        answer = self.portal.post("/checkActiveLivenessEncrypted", package(late))
        self.assert_refused(answer, "CHALLENGE_INVALID")

    def test_jumps_under_load_lose_nothing(self) -> None:
        over, lock = threading.Event(), threading.Lock()
        begun: list[Journey] = []
        failures: list[BaseException] = []

        def work() -> None:
            try:
                portal = Portal(self.installation.endpoint, self.tenants[SHORT])
                while not over.is_set():
                    journey = Journey((DEVICE, FACE))
                    with lock:
                        begun.append(journey)
                    self.travel_over_jumps(portal, journey)
            except BaseException as failure:
                failures.append(failure)

        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        try:
            for seconds in (DAY, 0, -DAY, 0, DAY, -DAY, 0):
                self.set_clock(seconds)
                before = sum(journey.is_finished for journey in begun)
                wait_until(
                    lambda b=before: failures or sum(journey.is_finished for journey in begun) > b + 3, "it goes on"
                )
        finally:
            over.set()
            for thread in threads:
                thread.join()
        self.assertEqual(failures, [])
        self.portal.sign_in()
        finished = [journey for journey in begun if journey.is_finished]
        for journey in finished:
            self.traffic.check(self, self.portal, journey)
        registered = [journey.code for journey in finished]
        self.assertLessEqual(set(registered), set(journeys.registered_codes(self.portal)))
        print(f"\n{len(begun)} enrollments, {len(finished)} complete", flush=True)
        self.check_whole()

    def travel_over_jumps(self, portal: Portal, journey: Journey) -> None:
        """Goes as far as the clock lets it: signs in again where the bearer was refused, gives up what has expired."""
        while True:
            try:
                self.traffic.travel(portal, journey)
                return
            except StepRefused as refused:
                if refused.answer.status == 401:
                    portal.sign_in()
                elif refused.answer.reason in ("ENROLLMENT_FINISHED", "TOKEN_UNKNOWN"):
                    return
                else:
                    raise


if __name__ == "__main__":
    unittest.main()
