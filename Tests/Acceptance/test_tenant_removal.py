"""A tenant that is removed beside a server: nothing of it is served, kept or brought back, and the proof says so."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import unittest
import uuid
from contextlib import closing
from pathlib import Path
from typing import Any

import leaks
import operators
import pictures
from client import tokens
from client.flow import Portal, Refused
from client.packages import video
from installation import Installation, program, wait_until
from right_requests import ATTACKER, tenants

#: Made-up enrollments, so that a removal has many steps.
CROWD = 4000


class TenantRemovalTests(unittest.TestCase):
    def setUp(self) -> None:
        self.installation = Installation()
        self.addCleanup(self.installation.close)
        self.installation.start()
        self.name = f"gone{uuid.uuid4().hex[:8]}"
        made = tenants(self.installation, self.name, "face", "device")
        self.credentials = made["face"]
        self.tenant = self.credentials.name
        self.staying = Portal(self.installation.endpoint, made["device"])

    def key_set(self, realm: str) -> Any:
        return self.installation.endpoint.send("GET", f"/auth/realms/{realm}/protocol/openid-connect/certs")

    def remove(self, *options: str) -> str:
        return self.installation.command("tenant", "remove", self.tenant, "--confirm", self.tenant, *options)

    def disable(self) -> None:
        self.installation.command("tenant", "disable", self.tenant)
        realm = self.credentials.realm
        wait_until(lambda: self.key_set(realm).status == 404, "the server has seen it", pause=0.1)

    def claims(self, proof: str) -> dict[str, Any]:
        """What the proof says, verified by the key set of a realm that stays."""
        header = tokens.parts(proof)[0]
        self.assertEqual((header["alg"], header["typ"]), ("ES256", "tenant-removal+jwt"))
        return tokens.verify(proof, self.key_set(self.staying.credentials.realm).json())

    def count(self, sql: str, file: str = "onboarding.sqlite") -> int:
        with closing(sqlite3.connect(self.installation.data / file)) as database:
            return int(database.execute(sql).fetchone()[0])

    def evidence(self) -> list[Path]:
        return leaks.files_below(self.installation.data / "evidence")

    def assert_sound(self) -> None:
        self.assertIn(": intact", self.installation.command("audit", "verify"))
        doctor = self.installation.command("doctor")
        self.assertRegex(doctor, r"keys +the master key opens the tenants' keys")
        self.assertNotIn("removal", doctor)

    def assert_unknown(self, portal: Portal, username: str) -> None:
        """Nobody of the tenant is told more than somebody of a tenant that never was."""
        nowhere = self.key_set("nowhere-consumers")
        answer = self.key_set(self.credentials.realm)
        self.assertEqual((answer.status, answer.body), (nowhere.status, nowhere.body))
        with self.assertRaises(Refused) as refused:
            portal.sign_in()
        self.assertIn(refused.exception.answer.status, (401, 404))
        self.assertEqual(portal.post("/onboarding/enrollment/enroll", {"username": username}).status, 401)
        with self.assertRaises(AssertionError):
            operators.sign_in(self.installation, self.tenant, "operator-of-gone")

    def test_nothing_of_a_removed_tenant_is_served_kept_or_brought_back(self) -> None:
        portal = Portal(self.installation.endpoint, self.credentials)
        usernames = [f"{ATTACKER}-{uuid.uuid4()}@example.org" for _ in range(2)]
        for username in usernames:
            portal.add_face(portal.begin(username), video([pictures.still()]))
        operators.make(self.installation, self.tenant, "operator-of-gone")
        operators.sign_in(self.installation, self.tenant, "operator-of-gone")
        hook = f"https://93.184.216.34/{self.name}-hook"
        self.installation.command("webhook", "add", "--tenant", self.tenant, hook)
        other = self.staying.begin("stays@example.org")
        backup = self.installation.folder / "backup"
        self.installation.command("backup", str(backup))
        objects, head = len(self.evidence()), self.installation.command("audit", "verify").split()[-1]
        self.assertGreaterEqual(objects, 2)
        keys = self.count("SELECT count(*) FROM data_key", "keys.sqlite")

        said = self.installation.refused_command("tenant", "remove", self.tenant, "--confirm", self.tenant)
        self.assertIn("disable it first", said)
        self.disable()
        said = self.installation.refused_command("tenant", "remove", self.tenant, "--confirm", "another")
        self.assertIn("--confirm", said)
        self.installation.command("hold", "add", "--tenant", self.tenant, "--username", usernames[0], "--reason", "c-7")
        said = self.installation.refused_command("tenant", "remove", self.tenant, "--confirm", self.tenant)
        self.assertIn("legal hold", said)
        self.installation.command("hold", "remove", "--tenant", self.tenant, "--username", usernames[0])

        proof = self.installation.folder / "proof.jwt"
        printed = self.remove("--proof", str(proof), "--compact")
        self.assertRegex(printed, r"(?m)^cases +2$")
        self.assert_unknown(portal, usernames[0])
        claims = self.claims(proof.read_text().strip())
        self.assertEqual((claims["typ"], claims["version"]), ("TenantRemoval", 1))
        self.assertEqual(claims["tenant"], self.tenant)
        self.assertLessEqual(claims["begun_at"], claims["ended_at"])
        destroyed = claims["destroyed"]
        for kind, number in {"cases": 2, "persons": 2, "operators": 1, "webhooks": 1, "credentials": 1}.items():
            self.assertEqual(destroyed[kind], number, kind)
        self.assertEqual(destroyed["evidence_objects"], objects - len(self.evidence()))
        self.assertGreater(destroyed["evidence_bytes"], 0)
        left = self.count("SELECT count(*) FROM data_key", "keys.sqlite")
        self.assertEqual(destroyed["keys"], keys - left + 3)
        self.assertEqual({one["what"] for one in claims["remaining"]}, {"backups", "registers", "trail", "elsewhere"})
        self.assertIn(": intact", self.installation.command("audit", "verify", "--since", claims["audit_head"]))
        self.assertIn(": intact", self.installation.command("audit", "verify", "--since", head))

        secrets = {
            "tenant": self.tenant,
            "realm": self.credentials.realm,
            "client": self.credentials.client_id,
            "operator": "operator-of-gone",
            "webhook": hook,
            "api key": self.credentials.api_key,
            **{f"username {index}": username for index, username in enumerate(usernames)},
        }
        values = {name: value.encode() for name, value in secrets.items()}
        for path in leaks.files_below(self.installation.data):
            self.assertEqual(leaks.in_bytes(path.read_bytes(), values), [], path.name)
        listed = self.installation.command("tenant", "list")
        self.assertNotIn(self.tenant, listed)
        self.assertIn(self.staying.credentials.name, listed)
        self.assertEqual(self.staying.add_device(other).status, 200)
        self.assert_sound()
        self.assertIn("tenantRemoved", self.installation.command("audit", "trail"))
        self.installation.refused_command("tenant", "remove", self.tenant, "--confirm", self.tenant)

        again = self.installation.portal(self.tenant)
        self.assertEqual(again.find(username=usernames[0]), [])
        self.assertNotEqual(again.credentials.api_key, self.credentials.api_key)
        self.assertEqual(again.trigger(usernames[0])["status"], "SUCCESS")
        self.installation.kill()
        self.restored(backup, proof)

    def restored(self, backup: Path, proof: Path) -> None:
        """A backup from before does not bring the tenant back, restored or copied over the data by hand."""
        key = f"{self.installation.data}.key"
        other = Installation("--master-key-file", key)
        self.addCleanup(other.close)
        said = other.command("restore", str(backup), "--master-key-file", key)
        self.assertIn("; 2 erased again", said)
        for copied_by_hand in (False, True):
            with self.subTest(copied_by_hand=copied_by_hand):
                if copied_by_hand:
                    shutil.copy(backup / "current" / "onboarding.sqlite", other.data / "onboarding.sqlite")
                    shutil.copy(f"{backup}.keys/current/keys.sqlite", other.data / "keys.sqlite")
                    for name in ("onboarding.sqlite", "keys.sqlite"):
                        for companion in ("-wal", "-shm"):
                            (other.data / (name + companion)).unlink(missing_ok=True)
                other.start()
                realm = f"/auth/realms/{self.credentials.realm}/protocol/openid-connect/certs"
                self.assertEqual(other.endpoint.send("GET", realm).status, 404)
                path = f"/auth/realms/{self.staying.credentials.realm}/protocol/openid-connect/certs"
                tokens.verify(proof.read_text().strip(), other.endpoint.send("GET", path).json())
                self.assertNotIn(self.tenant, other.command("tenant", "list", "--master-key-file", key))
                self.assertIn(": intact", other.command("audit", "verify", "--master-key-file", key))
                self.assertEqual(leaks.files_below(other.data / "evidence"), [])
                other.kill()

    def test_a_removal_that_is_killed_serves_nothing_and_comes_to_the_same_end(self) -> None:
        self.installation.command("dev", "seed", "--tenant", self.tenant, "--count", str(CROWD))
        keys = self.count("SELECT count(*) FROM data_key", "keys.sqlite")
        portal = Portal(self.installation.endpoint, self.credentials)
        self.disable()
        kills = 0
        for reached in ("SELECT count(*) FROM removed_tenant", "SELECT coalesce(sum(cases), 0) FROM removed_tenant"):
            before = self.count(reached)
            process = subprocess.Popen(
                [
                    *(str(program()), "tenant", "remove", self.tenant, "--confirm", self.tenant),
                    *("--data", str(self.installation.data)),
                ],
                env={key: value for key, value in os.environ.items() if not key.startswith("ONBOARDING_")},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            self.addCleanup(process.wait)
            self.addCleanup(process.kill)
            wait_until(
                lambda sql=reached, before=before, process=process: (
                    self.count(sql) > before or process.poll() is not None
                ),
                "the removal is under way",
                pause=0,
            )
            process.kill()
            process.wait()
            if process.returncode < 0:
                kills += 1
                self.assert_unknown(portal, "somebody@example.org")
                self.assertRegex(self.installation.command("tenant", "list"), rf"(?m)^{self.tenant} +- +- +being removed")
                self.assertIn("was cut off", self.installation.command("doctor"))
                self.installation.refused_command("tenant", "enable", self.tenant)
                with self.assertRaisesRegex(AssertionError, "taken"):
                    self.installation.command("tenant", "create", self.tenant)
        self.assertGreater(kills, 0, "the removal was over before it could be killed")
        # A server that starts on what is left half serves nothing of it either.
        self.installation.kill()
        self.installation.start()
        self.staying = Portal(self.installation.endpoint, self.staying.credentials)
        proof = self.remove().strip()
        destroyed = self.claims(proof)["destroyed"]
        self.assertEqual(destroyed["cases"], CROWD)
        left = self.count("SELECT count(*) FROM data_key", "keys.sqlite")
        self.assertEqual(destroyed["keys"], keys - left + 3)
        self.assertEqual(self.count("SELECT count(*) FROM enrollment WHERE state <> ''"), 0)
        self.assert_sound()


if __name__ == "__main__":
    unittest.main()
