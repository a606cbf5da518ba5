"""A server that is killed under load: what it acknowledged is there after the restart, and nothing is half there."""

import hashlib
import json
import os
import random
import sqlite3
import threading
import time
import unittest
import uuid
from dataclasses import dataclass, field
from typing import Any

import pictures
from client.exchange import Answer, ConnectionLost
from client.flow import Portal
from client.packages import video
from installation import Installation, wait_until

ROUNDS = 10
WORKERS = 4
#: Seconds between the first acknowledged step and the kill, at most.
LATEST = 0.6

DEVICE = "/onboarding/enrollment/addDevice"
FACE = "/onboarding/enrollment/addFace"
CANCEL = "/onboarding/enrollment/cancel"


@dataclass
class Sent:
    """A step as it was sent, and what was answered; no answer where the connection broke."""

    path: str
    body: bytes
    answer: bytes | None = None


@dataclass
class Journey:
    """One person's enrollment, as far as it came."""

    username: str
    is_cancelled: bool
    session: str | None = None
    token: str | None = None
    steps: list[Sent] = field(default_factory=list)

    @property
    def acknowledged(self) -> list[Sent]:
        return [step for step in self.steps if step.answer is not None]

    @property
    def rest(self) -> list[str]:
        """The paths of the steps that are still to come."""
        planned = [DEVICE, CANCEL] if self.is_cancelled else [DEVICE, FACE]
        return planned[len(self.steps) :]

    def body(self, path: str) -> bytes:
        document: dict[str, Any] = {"enrollmentToken": self.token}
        if path == DEVICE:
            document["deviceId"] = str(uuid.uuid4())
        elif path == FACE:
            document["faceLivenessData"] = video([pictures.still()])
        return json.dumps(document).encode()


class KillTests(unittest.TestCase):
    def setUp(self) -> None:
        seed = int(os.environ.get("ONBOARDING_SEED", random.SystemRandom().randrange(1 << 32)))
        print(f"\nONBOARDING_SEED={seed} repeats the moments of the kills", flush=True)
        self.random = random.Random(seed)
        self.installation = Installation()
        self.addCleanup(self.installation.close)
        checks = {"addDevice": True, "addFace": True, "addDocument": False}
        self.credentials = self.installation.tenant(
            "acme", allowStillPackages=True, onboardingOptions={"enrollment": checks}
        )
        pictures.still()

    def test_what_was_acknowledged_is_there_after_a_kill(self) -> None:
        journeys: list[Journey] = []
        new: list[Journey] = []
        for number in range(ROUNDS):
            self.installation.start()
            portal = Portal(self.installation.endpoint, self.credentials)
            for journey in new:
                self.check(portal, journey)
            new = self.load_until_killed(portal, number)
            journeys += new
        self.installation.start()
        portal = Portal(self.installation.endpoint, self.credentials)
        for journey in journeys:
            self.check(portal, journey)
            self.finish(portal, journey)
        codes = [
            json.loads(journey.steps[-1].answer or b"{}").get("registrationCode")
            for journey in journeys
            if journey.token
        ]
        complete = [code for code in codes if code]
        self.assertEqual(len(set(complete)), len(complete), "registration codes are unique")
        print(f"{len(journeys)} enrollments, {len(complete)} complete", flush=True)
        self.assertEqual(self.installation.stop(), 0)
        self.check_files()

    def load_until_killed(self, portal: Portal, number: int) -> list[Journey]:
        journeys: list[Journey] = []
        failures: list[BaseException] = []
        is_over = threading.Event()

        def work(worker: int) -> None:
            chance = random.Random(f"{number} {worker}")
            try:
                while not is_over.is_set():
                    journey = Journey(f"{uuid.uuid4()}@example.org", chance.random() < 0.25)
                    journeys.append(journey)
                    self.travel(portal, journey)
            except ConnectionLost as lost:
                if not is_over.is_set():
                    failures.append(lost)
            except BaseException as failure:
                failures.append(failure)

        threads = [threading.Thread(target=work, args=(worker,)) for worker in range(WORKERS)]
        for thread in threads:
            thread.start()
        wait_until(lambda: failures or any(journey.acknowledged for journey in journeys), "the load does something")
        time.sleep(self.random.uniform(0, LATEST))
        # Set first: a connection that breaks from here on is the kill's.
        is_over.set()
        self.installation.kill()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        return journeys

    def travel(self, portal: Portal, journey: Journey) -> None:
        """Goes on from where the journey stands, noting each step before it is sent and after it was answered."""
        if journey.session is None:
            journey.session = portal.trigger(journey.username)["sessionToken"]
        if journey.token is None:
            answer = self.patiently(portal, "/onboarding/enrollment/enroll", self.enroll_body(journey))
            journey.token = answer.json()["enrollmentToken"]
        for path in journey.rest:
            step = Sent(path, journey.body(path))
            journey.steps.append(step)
            step.answer = self.patiently(portal, step.path, step.body).body

    @staticmethod
    def enroll_body(journey: Journey) -> bytes:
        return json.dumps({"sessionToken": journey.session}).encode()

    def patiently(self, portal: Portal, path: str, body: bytes) -> Answer:
        """Sends a request again while the server says that it is busy."""
        while True:
            answer = portal.post(path, raw=body)
            if answer.status != 503:
                self.assertEqual(answer.status, 200, f"{path}: {answer.described()}")
                return answer
            time.sleep(0.02)

    def check(self, portal: Portal, journey: Journey) -> None:
        """Holds the server against what it acknowledged before it was killed."""
        if journey.session is None:
            return
        status = portal.operation_status(journey.session)
        self.assertEqual(status.status, 200, f"an acknowledged session is gone: {status.described()}")
        end = {FACE: "Success", CANCEL: "Cancelled"}
        last = journey.steps[-1] if journey.steps else None
        possible = {"Pending"} if last is None or last.answer is None else {end.get(last.path, "Pending")}
        if last is not None and last.answer is None:
            possible.add(end.get(last.path, "Pending"))
        self.assertIn(status.json()["completionStatus"], possible)
        if journey.token is not None and possible == {"Pending"}:
            again = portal.post("/onboarding/enrollment/enroll", raw=self.enroll_body(journey))
            self.assertEqual(again.json().get("enrollmentToken"), journey.token, again.described())
        for step in journey.steps:
            answer = self.patiently(portal, step.path, step.body)
            if step.answer is None:
                # Lost on the way: done or not done, but now it is done, once.
                step.answer = answer.body
            self.assertEqual(answer.body, step.answer, f"{step.path} is answered otherwise after the kill")
            self.assertEqual(self.patiently(portal, step.path, step.body).body, step.answer)

    def finish(self, portal: Portal, journey: Journey) -> None:
        """Every enrollment that was not finished can be."""
        self.travel(portal, journey)
        self.assertIsNotNone(journey.session)
        status = portal.operation_status(journey.session or "").json()["completionStatus"]
        self.assertEqual(status, "Cancelled" if journey.is_cancelled else "Success")

    def check_files(self) -> None:
        """The databases are whole, and every row that names evidence has it, bit for bit."""
        for name in ("onboarding.sqlite", "keys.sqlite"):
            database = sqlite3.connect(self.installation.data / name)
            self.addCleanup(database.close)
            self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)], name)
            self.assertEqual(database.execute("PRAGMA foreign_key_check").fetchall(), [], name)
        database = sqlite3.connect(self.installation.data / "onboarding.sqlite")
        self.addCleanup(database.close)
        rows = database.execute("SELECT id, digest FROM evidence").fetchall()
        self.assertTrue(rows)
        files = {path.name: path for path in (self.installation.data / "evidence").rglob("*") if path.is_file()}
        for identifier, digest in rows:
            self.assertIn(identifier, files)
            self.assertEqual(hashlib.sha256(files[identifier].read_bytes()).digest(), digest)


if __name__ == "__main__":
    unittest.main()
