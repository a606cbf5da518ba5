"""A backup beside a server under load, the server killed, and all put back: nothing lost, nobody brought back."""

from __future__ import annotations

import shutil
import threading
import unittest
import uuid

from client.flow import COMPLETE, Portal
from installation import Installation
from right_requests import tenants

installation: Installation
portal: Portal


def setUpModule() -> None:
    global installation, portal
    installation = Installation.for_module()
    portal = Portal(installation.endpoint, tenants(installation, "acme", "device")["device"])


class Load:
    """Enrollments that run until they are told to stop, with the registration codes that were acknowledged."""

    def __init__(self, threads: int) -> None:
        self.codes: list[str] = []
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._enroll) for _ in range(threads)]
        for thread in self._threads:
            thread.start()

    def _enroll(self) -> None:
        while not self._over.is_set():
            answer = portal.add_device(portal.begin(f"load-{uuid.uuid4()}")).json()
            assert answer["enrollmentStatus"] == COMPLETE, answer
            self.codes.append(answer["registrationCode"])

    def stop(self) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()


class BackupTests(unittest.TestCase):
    def restored(self, folder: str, *options: str) -> tuple[Installation, str]:
        """A server on what was put back, with the key that was there, and what the command said."""
        other = Installation("--master-key-file", f"{installation.data}.key")
        self.addCleanup(other.close)
        said = other.command("restore", folder, "--master-key-file", f"{installation.data}.key", *options)
        other.start()
        return other, said

    def test_nothing_acknowledged_before_a_backup_is_lost_and_nobody_erased_comes_back(self) -> None:
        folder = str(installation.folder / "backup")
        load = Load(threads=3)
        try:
            while len(load.codes) < 20:
                pass
            first = list(load.codes)
            said = installation.command("backup", folder)
            self.assertRegex(said, r"\nhead \d+-\d+-[0-9a-f]{64}\n$")
            while len(load.codes) < len(first) + 40:
                pass
            # Again, over the one that is there.
            before = list(load.codes)
            installation.command("backup", folder)
        finally:
            load.stop()
        erased = before[0]
        answer = portal.endpoint.send("DELETE", f"/onboarding/admin/registration/{erased}", portal.headers)
        self.assertEqual(answer.status, 204)
        installation.kill()

        other, said = self.restored(folder)
        self.assertIn("; 1 erased again", said)
        self.assertIn(": intact", other.command("audit", "verify", "--master-key-file", f"{installation.data}.key"))
        again = Portal(other.endpoint, portal.credentials)
        missing = [code for code in before if again.get(f"/onboarding/admin/registration/{code}").status != 200]
        self.assertEqual(missing, [erased])
        # It goes on where it was.
        self.assertEqual(again.add_device(again.begin(f"after-{uuid.uuid4()}")).json()["enrollmentStatus"], COMPLETE)
        other.kill()

        # An older copy put in the place of the data by hand gives nobody back either.
        shutil.copy(f"{folder}/current/onboarding.sqlite", other.data / "onboarding.sqlite")
        shutil.copy(f"{folder}.keys/current/keys.sqlite", other.data / "keys.sqlite")
        for name in ("onboarding.sqlite", "keys.sqlite"):
            for companion in ("-wal", "-shm"):
                (other.data / (name + companion)).unlink(missing_ok=True)
        other.start()
        again = Portal(other.endpoint, portal.credentials)
        self.assertEqual(again.get(f"/onboarding/admin/registration/{erased}").status, 404)
        other.kill()

        # And without the journal nothing starts.
        journal = installation.data.with_name(installation.data.name + ".key.erasures")
        kept = journal.read_bytes()
        journal.unlink()
        try:
            self.assertIn("journal of erasures", other.refused_start())
            with self.assertRaisesRegex(AssertionError, "journal of erasures"):
                self.restored(folder)
            # Nor does one that knows of nobody who was erased since count without a word.
            journal.write_bytes(b"")
            with self.assertRaisesRegex(AssertionError, "--accept-journal-end"):
                self.restored(folder)
            _, said = self.restored(folder, "--accept-journal-end")
            self.assertIn("0 erased again\nthe journal of erasures is empty\n", said)
        finally:
            journal.write_bytes(kept)
        installation.start()

    def test_a_backup_is_refused_where_it_would_be_no_backup(self) -> None:
        for folder, keys in (
            (installation.data / "inside", installation.folder / "keys"),
            (installation.folder / "one", installation.folder / "one" / "keys"),
        ):
            with self.assertRaises(AssertionError):
                installation.command("backup", str(folder), "--keys", str(keys))
            self.assertFalse(folder.exists())
        with self.assertRaises(AssertionError):
            installation.command("restore", str(installation.folder / "nothing"))


if __name__ == "__main__":
    unittest.main()
