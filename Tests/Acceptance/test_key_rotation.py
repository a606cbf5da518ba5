"""Keys that are replaced beside a server under load, by commands that are killed: everything opens, and the run goes on."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import threading
import unittest
import uuid
from contextlib import closing
from pathlib import Path

from client.flow import COMPLETE, Portal
from installation import Installation, program, wait_until
from right_requests import tenants

#: Made-up enrollments, so that the rotation of a tenant has many steps.
CROWD = 20_000
#: Kills of a rotation of the master key, which is over in milliseconds.
KILLS = 8


class Load:
    """Enrollments that go on until they are told to stop, each of which has to succeed."""

    def __init__(self, portal: Portal) -> None:
        self.codes: list[str] = []
        self._failure: BaseException | None = None
        self._portal = portal
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._enroll)
        self._thread.start()

    def _enroll(self) -> None:
        try:
            while not self._over.is_set():
                answer = self._portal.add_device(self._portal.begin(f"load-{uuid.uuid4()}")).json()
                assert answer["enrollmentStatus"] == COMPLETE, answer
                self.codes.append(answer["registrationCode"])
        except BaseException as failure:
            self._failure = failure

    def more(self) -> None:
        """Waits until another enrollment was begun and completed."""
        count = len(self.codes) + 2
        wait_until(lambda: self._failure is not None or len(self.codes) >= count, "enrollments go on")
        self.check()

    def stop(self) -> None:
        self._over.set()
        self._thread.join()
        self.check()

    def check(self) -> None:
        if self._failure is not None:
            raise AssertionError("an enrollment failed") from self._failure


class KeyRotationTests(unittest.TestCase):
    def setUp(self) -> None:
        self.installation = Installation()
        self.addCleanup(self.installation.close)
        self.installation.start()
        credentials = tenants(self.installation, "acme", "device")["device"]
        self.portal = Portal(self.installation.endpoint, credentials)
        self.tenant = credentials.name
        self.key = self.installation.data.with_name(self.installation.data.name + ".key")

    def file(self, end: str) -> Path:
        return self.key.with_name(self.key.name + end)

    def rotation(self, *arguments: str) -> subprocess.Popen[str]:
        """The command as a process that can be killed."""
        process = subprocess.Popen(
            [str(program()), "keys", "rotate", *arguments, "--data", str(self.installation.data)],
            env={key: value for key, value in os.environ.items() if not key.startswith("ONBOARDING_")},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def wrapping_keys(self) -> int:
        with closing(sqlite3.connect(self.installation.data / "keys.sqlite")) as keys:
            return int(keys.execute("SELECT count(*) FROM kept_key WHERE purpose = 'wrapping'").fetchone()[0])

    def assert_sound(self) -> None:
        self.assertIn(": intact", self.installation.command("audit", "verify"))
        self.assertRegex(self.installation.command("doctor"), r"keys +the master key opens the tenants' keys")

    def test_a_rotation_of_a_tenant_that_is_killed_goes_on(self) -> None:
        self.installation.command("dev", "seed", "--tenant", self.tenant, "--count", str(CROWD))
        load = Load(self.portal)
        try:
            load.more()
            process = self.rotation("--key", "tenant", "--tenant", self.tenant, "--compromised")
            wait_until(
                lambda: self.wrapping_keys() == 2 or process.poll() is not None, "the rotation has begun", pause=0
            )
            process.kill()
            process.wait()
            was_killed = self.wrapping_keys() == 2
            load.more()
            said = self.installation.command("keys", "rotate", "--key", "tenant", "--tenant", self.tenant)
            load.more()
        finally:
            load.stop()
        self.assertEqual(self.wrapping_keys(), 1)
        self.assertRegex(said, r"\d+ data keys? wrapped under the tenant's new key")
        self.assertEqual("A rotation that was cut off was gone on with." in said, was_killed)
        self.assert_sound()
        trail = self.installation.command("audit", "trail", "--tenant", self.tenant)
        self.assertRegex(trail, r"keyRotationBegun +.*compromised=true.* key=tenant")
        self.assertRegex(trail, r"keyRotationEnded +.*key=tenant")
        self.restarted(load.codes)

    def test_a_rotation_of_the_master_key_may_be_killed_at_any_time(self) -> None:
        backup = self.installation.folder / "backup"
        first = self.portal.add_device(self.portal.begin(f"first-{uuid.uuid4()}")).json()["registrationCode"]
        self.installation.command("backup", str(backup))
        original = self.installation.folder / "original.key"
        shutil.copy2(self.key, original)
        load = Load(self.portal)
        try:
            for _ in range(KILLS):
                self.file(".old").unlink(missing_ok=True)
                before = self.key.read_bytes()
                process = self.rotation("--key", "master")
                wait_until(
                    lambda: self.file(".new").exists() or self.key.read_bytes() != before or process.poll() is not None,
                    "the new key is there",
                    pause=0,
                )
                process.kill()
                process.wait()
                load.more()
                self.assert_sound()
            self.file(".old").unlink(missing_ok=True)
            said = self.installation.command("keys", "rotate", "--key", "master")
            self.assertIn("Backups made before need the key before.", said)
            load.more()
            # What another process makes now is wrapped under the new key, which the server reads.
            later = self.installation.portal("later")
            self.assertEqual(later.trigger("ada@example.org")["status"], "SUCCESS")
        finally:
            load.stop()
        self.assertFalse(self.file(".new").exists())
        self.assertEqual(self.key.stat().st_mode & 0o777, 0o600)
        self.assertNotEqual(self.key.read_bytes(), original.read_bytes())
        self.assertIn("keyRotationEnded", self.installation.command("audit", "trail"))
        self.assert_sound()
        self.restarted([first, *load.codes])

        # The backup of before opens with the key of before alone.
        other = Installation("--master-key-file", str(original), "--erasure-journal", f"{self.key}.erasures")
        self.addCleanup(other.close)
        options = ("--erasure-journal", f"{self.key}.erasures", "--accept-journal-end")
        with self.assertRaisesRegex(AssertionError, "from before a rotation of the master key"):
            other.command("restore", str(backup), "--master-key-file", str(self.key), *options)
        other.command("restore", str(backup), "--master-key-file", str(original), *options)
        other.start()
        again = Portal(other.endpoint, self.portal.credentials)
        self.assertEqual(again.get(f"/onboarding/admin/registration/{first}").status, 200)

    def restarted(self, codes: list[str]) -> None:
        """Whatever was acknowledged is there for a server that starts with the keys of now."""
        self.installation.stop()
        self.installation.start()
        again = Portal(self.installation.endpoint, self.portal.credentials)
        missing = [code for code in codes if again.get(f"/onboarding/admin/registration/{code}").status != 200]
        self.assertEqual(missing, [])

    def test_a_master_key_that_is_compromised_is_kept_nowhere(self) -> None:
        before = self.key.read_bytes()
        said = self.installation.command("keys", "rotate", "--key", "master", "--compromised")
        self.assertIn("keys rotate --key token", said)
        self.assertNotEqual(self.key.read_bytes(), before)
        for file in self.installation.folder.rglob("*"):
            if file.is_file():
                self.assertNotIn(before, file.read_bytes(), file.name)
        self.installation.command("keys", "rotate", "--key", "token")
        again = Portal(self.installation.endpoint, self.portal.credentials)
        self.assertEqual(again.trigger("b@example.org")["status"], "SUCCESS")
        self.assert_sound()

    def test_what_makes_no_sense_is_refused(self) -> None:
        key = self.key.read_bytes()
        for arguments in (
            ("--key", "tenant"),
            ("--key", "tenant", "--tenant", "nobody"),
            ("--key", "package", "--tenant", self.tenant, "--compromised"),
            ("--key", "token", "--new-master-key-file", str(self.key)),
            ("--key", "master", "--new-master-key-file", str(self.installation.folder / "none")),
            ("--key", "master", "--master-key-file", "credential:master.key"),
        ):
            with self.subTest(arguments):
                self.installation.refused_command("keys", "rotate", *arguments)
        self.assertEqual(self.key.read_bytes(), key)
        self.assertFalse(self.file(".new").exists())


if __name__ == "__main__":
    unittest.main()
