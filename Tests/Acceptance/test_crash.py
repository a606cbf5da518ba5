"""A server that is killed: what it acknowledged is there after the restart, and nothing is half there."""

import functools
import os
import random
import sqlite3
import threading
import time
import unittest
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import journeys
import pictures
from client.exchange import ConnectionLost
from client.flow import Portal
from client.packages import video
from installation import WAIT_LIMIT, Installation, wait_until
from journeys import DOCUMENT, ERASE, PLANS, STEPS, Journey, Traffic

ROUNDS = 50
WORKERS = 4
#: Requests of a round before the one that is to be interrupted, at most.
BEFORE = 40
#: Longer than the server keeps an evidence object whose row may still be to come (an hour), in seconds.
LONG_AGO = 2 * 3600
#: Kills of a server that makes its data folder.
FIRST_STARTS = 8


def seeded() -> random.Random:
    seed = int(os.environ.get("ONBOARDING_SEED", random.SystemRandom().randrange(1 << 32)))
    print(f"\nONBOARDING_SEED={seed} repeats the choices", flush=True)
    return random.Random(seed)


class KillTests(unittest.TestCase):
    def setUp(self) -> None:
        self.random = seeded()
        self.traffic = Traffic()
        self.installation = Installation()
        self.addCleanup(self.installation.close)
        self.tenants = journeys.make_tenants(self.installation, journeys.SHORT, journeys.WHOLE)
        self.journeys: list[Journey] = []
        pictures.still()
        pictures.passport_page()

    def test_what_was_acknowledged_is_there_after_a_kill(self) -> None:
        under_way: list[Journey] = []
        portals = self.start()
        for _ in range(ROUNDS):
            touched = self.load_until_killed(portals, under_way)
            portals = self.start()
            self.check(portals, touched)
            under_way = [journey for journey in touched if not journey.is_finished]

        journeys.in_parallel(lambda journey: self.traffic.travel(portals[journey.tenant], journey), self.journeys)
        self.check(portals, self.journeys)
        for tenant, portal in portals.items():
            own = [journey.code for journey in self.journeys if journey.tenant == tenant and journey.is_registered]
            self.assertEqual(sorted(journeys.registered_codes(portal)), sorted(own), "the list of registrations")
        self.assertIn("intact", self.installation.command("audit", "verify"))
        self.assertEqual(self.installation.stop(), 0)
        orphans = journeys.check_stored(self, self.installation)

        hit = {step: self.traffic.interrupted[step] for step in STEPS}
        print(f"{len(self.journeys)} enrollments, {len(orphans)} orphans; interrupted: {hit}", flush=True)
        self.assertNotIn(0, hit.values(), "a step that no kill interrupted was not tested")
        self.sweep(orphans)

    def start(self) -> journeys.Portals:
        self.installation.start()
        return journeys.sign_in(self.installation, self.tenants)

    def check(self, portals: journeys.Portals, some: list[Journey]) -> None:
        journeys.in_parallel(lambda journey: self.traffic.check(self, portals[journey.tenant], journey), some)
        for portal in portals.values():
            journeys.registered_codes(portal)

    def load_until_killed(self, portals: journeys.Portals, under_way: list[Journey]) -> list[Journey]:
        """Kills the server while it does the step that was interrupted least so far; the journeys that were on."""
        least = min(self.traffic.interrupted[step] for step in STEPS)
        aim = self.random.choice([step for step in STEPS if self.traffic.interrupted[step] == least])
        after, share = self.random.randrange(BEFORE), self.random.random()
        waiting, touched = list(under_way), list[Journey]()
        failures: list[BaseException] = []
        is_over = threading.Event()
        lock = threading.Lock()

        def next_journey() -> Journey:
            with lock:
                journey = waiting.pop() if waiting else self.new_journey(aim)
                touched.append(journey)
                return journey

        def work(is_sent: threading.Event) -> None:
            try:
                while not is_over.is_set():
                    journey = next_journey()
                    self.traffic.travel(portals[journey.tenant], journey)
            except BaseException as failure:
                if not (isinstance(failure, ConnectionLost) and is_over.is_set()):
                    failures.append(failure)
                    is_sent.set()

        with self.traffic.awaiting(aim, after) as is_sent:
            threads = [threading.Thread(target=work, args=[is_sent]) for _ in range(WORKERS)]
            for thread in threads:
                thread.start()
            came = is_sent.wait(WAIT_LIMIT)
            time.sleep(share * self.traffic.typical_seconds(aim))
            # Set first: a connection that breaks from here on is the kill's.
            is_over.set()
            self.installation.kill()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        self.assertTrue(came, f"nobody came to {aim}")
        return touched + waiting

    def new_journey(self, aim: str) -> Journey:
        """One that may come to `aim` in every other case, any one else."""
        leading = [plan for plan in PLANS if aim in plan] if self.random.random() < 0.5 else []
        # A document takes as long as thirty faces; it is not read for its own sake.
        plans = leading or [plan for plan in PLANS if DOCUMENT not in plan]
        journey = Journey(self.random.choice(plans))
        self.journeys.append(journey)
        return journey

    def sweep(self, orphans: set[str]) -> None:
        """What the kills left behind goes when it is old enough, and nothing else does."""
        files = journeys.evidence_files(self.installation)
        for path in files.values():
            age(path)
        self.installation.start()
        wait_until(lambda: not orphans & journeys.evidence_files(self.installation).keys(), "the orphans are swept")
        self.assertEqual(journeys.evidence_files(self.installation).keys(), files.keys() - orphans)
        self.assertIn("intact", self.installation.command("audit", "verify"))


class FirstStartTests(unittest.TestCase):
    def test_a_server_that_was_killed_while_it_made_its_data_folder_starts_afterwards(self) -> None:
        chance = seeded()
        for _ in range(FIRST_STARTS):
            installation = Installation()
            self.addCleanup(installation.close)
            installation.start_and_kill(after=chance.uniform(0, 0.6))
            if not (installation.data / "onboarding.sqlite").exists():
                # Killed before there was anything to look at.
                installation.start()
                self.assertEqual(installation.stop(), 0)
            # Opens the keys and both databases, and completes what was cut short.
            listed = installation.finished("tenant", "list")
            self.assertEqual((listed.returncode, listed.stdout), (2, ""), listed.stderr)
            self.assertIn("intact", installation.command("audit", "verify"))
        installation.tenant("acme")
        installation.start()
        self.assertEqual(installation.endpoint.send("GET", "/readyz").status, 200)


class CutShortTests(unittest.TestCase):
    """Kills between two writes that belong together. The first one is on the disk; a lock that is held from outside, as
    a backup or a slow command may hold it, keeps the second from coming."""

    def setUp(self) -> None:
        self.installation = Installation()
        self.addCleanup(self.installation.close)
        self.tenants = journeys.make_tenants(self.installation, journeys.SHORT)
        self.portal = self.start()

    def start(self) -> Portal:
        self.installation.start()
        return journeys.sign_in(self.installation, self.tenants)[journeys.SHORT]

    def at_face(self) -> str:
        token = self.portal.begin(f"{uuid.uuid4()}@example.org")
        self.assertEqual(self.portal.add_device(token).status, 200)
        return token

    @contextmanager
    def killed_during(self, call: Callable[[], object], locked: str, reached: Callable[[], bool]) -> Iterator[None]:
        """Kills the server during `call`, which waits for the lock of a database, once `reached` holds; then starts it
        again. The body runs before the new start."""
        database = sqlite3.connect(self.installation.data / locked, isolation_level=None)
        database.execute("BEGIN IMMEDIATE")

        answers: list[object] = []

        def work() -> None:
            try:
                answers.append(call())
            except ConnectionLost:
                pass
            except Exception as error:  # the test's thread looks at it
                answers.append(error)

        thread = threading.Thread(target=work)
        thread.start()
        try:
            wait_until(reached, "the call comes to where it waits")
        finally:
            self.installation.kill()
            thread.join()
            database.close()
        # On a busy machine it may have come later than a request waits for the lock, and nothing was done.
        self.assertEqual([answer for answer in answers if getattr(answer, "status", None) != 503], [])
        yield
        self.portal = self.start()

    def test_evidence_whose_step_was_not_committed_is_swept_when_it_is_old(self) -> None:
        kept_token, token = self.at_face(), self.at_face()
        kept = self.portal.add_face(kept_token, video([pictures.still()]))
        self.assertEqual(kept.status, 200)
        before = journeys.evidence_files(self.installation).keys()
        face = video([pictures.still()])

        def orphans() -> set[str]:
            files = journeys.evidence_files(self.installation).keys() - before
            return {name for name in files if not name.endswith(".new")}

        with self.killed_during(
            lambda: self.portal.add_face(token, face), "onboarding.sqlite", lambda: bool(orphans())
        ):
            (orphan,) = orphans()
        # What a kill in the middle of a write leaves.
        half = journeys.evidence_files(self.installation)[orphan].with_name(f"{orphan}.new")
        half.write_bytes(b"half")
        answer = self.portal.add_face(token, face)
        self.assertEqual(answer.status, 200, "the step was not done")

        # Young ones may belong to a step that is still to be committed: a start leaves them.
        self.installation.kill()
        self.portal = self.start()
        wait_until(lambda: self.portal.endpoint.send("GET", "/readyz").status == 200, "it is ready")
        self.assertEqual(self.portal.add_face(token, face).body, answer.body)
        self.assertLessEqual({orphan, half.name}, journeys.evidence_files(self.installation).keys())

        files = journeys.evidence_files(self.installation)
        for path in files.values():
            age(path)
        self.assertEqual(self.installation.stop(), 0)
        self.portal = self.start()
        wait_until(
            lambda: not {orphan, half.name} & journeys.evidence_files(self.installation).keys(), "they are swept"
        )
        self.assertEqual(journeys.evidence_files(self.installation).keys(), files.keys() - {orphan, half.name})
        self.assertEqual(self.portal.add_face(token, face).body, answer.body)
        self.assertIn("intact", self.installation.command("audit", "verify"))
        self.assertEqual(self.installation.stop(), 0)
        self.assertEqual(journeys.check_stored(self, self.installation), set())

    def test_an_erasure_that_was_cut_short_is_whole_after_the_restart(self) -> None:
        traffic = Traffic()
        for locked in ("onboarding.sqlite", "keys.sqlite"):
            with self.subTest(locked=locked):
                journey = Journey((journeys.DEVICE, journeys.FACE))
                traffic.travel(self.portal, journey)
                journey.plan += (ERASE,)
                journey.steps.append(journeys.Sent(ERASE, b""))
                call = functools.partial(journeys.erase, self.portal, journey.code)
                with self.killed_during(call, locked, self.has_come_far()):
                    pass
                journeys.registered_codes(self.portal)
                traffic.check(self, self.portal, journey)
                traffic.travel(self.portal, journey)
                traffic.check(self, self.portal, journey)
                self.assertNotIn(journey.code, journeys.registered_codes(self.portal))
        self.assertIn("intact", self.installation.command("audit", "verify"))
        self.assertEqual(self.installation.stop(), 0)
        self.assertEqual(journeys.check_stored(self, self.installation), set())

    def has_come_far(self) -> Callable[[], bool]:
        """Whether an erasure has changed one database, or stands before its first write: then nothing changes for a
        second."""
        before, since = self.stored(), time.monotonic()
        return lambda: self.stored() != before or time.monotonic() > since + 1

    def stored(self) -> tuple[int, int]:
        counts = []
        for name, sql in (
            ("keys.sqlite", "SELECT count(*) FROM data_key"),
            ("onboarding.sqlite", "SELECT count(*) FROM enrollment WHERE erased_at IS NULL"),
        ):
            with closing(sqlite3.connect(f"file:{self.installation.data / name}?mode=ro", uri=True)) as database:
                counts.append(database.execute(sql).fetchone()[0])
        return counts[0], counts[1]


def age(path: Path) -> None:
    """Makes a file look as if it had been written long ago."""
    then = time.time() - LONG_AGO
    os.utime(path, (then, then))


if __name__ == "__main__":
    unittest.main()
