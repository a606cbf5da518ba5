"""The audit trail by syslog: every entry arrives at least once, in order, and only where the receiver is known."""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import threading
import time
import unittest
import uuid
from pathlib import Path
from typing import Any

from client.flow import Credentials, Portal
from installation import Installation, free_port, wait_until
from syslog_receiver import Message, SyslogReceiver

ROUNDS = 5
#: More than a connection begins with that was sent before.
READS = 130


def certificate(folder: Path, name: str, *alternatives: str) -> tuple[Path, Path]:
    """A certificate that is signed by itself, and its key, both PEM."""
    made, key = folder / f"{name}.pem", folder / f"{name}.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30"]
        + ["-subj", f"/CN={name}", "-addext", f"subjectAltName={','.join(alternatives)}"]
        + ["-keyout", key, "-out", made],
        check=True,
        capture_output=True,
    )
    key.chmod(0o600)
    return made, key


@unittest.skipUnless(shutil.which("openssl"), "no program openssl to make a certificate with")
class SyslogTests(unittest.TestCase):
    """A server with a tenant of which things are on record, and a receiver that is not running yet."""

    def setUp(self) -> None:
        self.server = Installation()
        self.addCleanup(self.server.close)
        self.folder = self.server.folder
        self.pair = certificate(self.folder, "siem", "DNS:localhost", "IP:127.0.0.1")
        self.receiver = self.made()
        self.tenant = self.server.tenant("acme")

    def made(self, certificate: tuple[Path, Path] | None = None, clients: Path | None = None) -> SyslogReceiver:
        receiver = SyslogReceiver(self.folder, certificate or self.pair, clients)
        self.addCleanup(receiver.kill)
        return receiver

    def options(self, host: str = "localhost", trusted: Path | None = None) -> list[str]:
        return ["--syslog", f"{host}:{self.receiver.port}", "--syslog-ca-file", str(trusted or self.pair[0])]

    def portal(self, credentials: Credentials | None = None) -> Portal:
        return Portal(self.server.endpoint, credentials or self.tenant)

    def begun(self, portal: Portal) -> str:
        """The id of an enrollment: whoever reads it is on record."""
        name = f"{uuid.uuid4()}@example.org"
        portal.trigger(name)
        return str(portal.find(username=name)[0]["enrollmentId"])

    def trail(self) -> list[dict[str, Any]]:
        """All entries, as the command prints them."""
        return [json.loads(line) for line in self.server.command("audit", "trail", "--json").splitlines()]

    def arrived(self, receiver: SyslogReceiver | None = None) -> list[Message]:
        """What has arrived once the whole trail has."""
        length = self.trail()[-1]["sequence"]
        taker = receiver or self.receiver
        wait_until(lambda: taker.last >= length, f"entry {length} arrives", pause=0.2)
        return taker.messages

    def assert_whole(self, messages: list[Message]) -> None:
        """Every entry is there, each connection goes on without a gap, and the hashes are those of the chain."""
        trail = {entry["sequence"]: entry for entry in self.trail()}
        by_number: dict[int, Message] = {}
        before: dict[str, int] = {}
        highest = 0
        for message in messages:
            number = message.sequence
            # Of one connection the next, and of a new one none that leaves some out.
            self.assertEqual(number, before.get(message.connection, number - 1) + 1, message.connection)
            self.assertLessEqual(number, highest + 1)
            before[message.connection], highest = number, max(highest, number)
            self.assertEqual(message.raw, by_number.setdefault(number, message).raw, "the same bytes once more")
        self.assertEqual(sorted(by_number), sorted(trail))
        head = bytes(32)
        for number, entry in sorted(trail.items()):
            message = by_number[number]
            if "withheld" in message.values:
                head = bytes.fromhex(message.values["hash"])
            else:
                head = hashlib.sha256(head + message.text.encode()).digest()
            self.assertEqual(message.values["hash"], head.hex(), number)
            self.assertEqual(message.values.get("tenant"), entry.get("tenant"))
            self.assertEqual((message.values["event"], message.id), (entry["kind"], entry["kind"]))
            self.assertEqual(message.timestamp, entry["at"])
            for name in ("actor", "address", "request", "purpose"):
                self.assertEqual(message.values.get(name), entry["detail"].get(name), name)
            if "withheld" not in message.values:
                self.assertEqual(json.loads(message.text)["detail"]["texts"], entry["detail"])

    def waiting(self) -> int:
        text = self.server.metrics().body.decode()
        (value,) = re.findall(r"(?m)^onboarding_syslog_waiting (\S+)$", text)
        return int(float(value))

    def doctor(self, *options: str) -> str:
        finished = self.server.finished("doctor", "--config", self.file(*options))
        (line,) = (line for line in finished.stdout.splitlines() if line[7:].strip().startswith("syslog "))
        return line

    def file(self, *options: str) -> str:
        """A configuration file that says what the options would."""
        names = (re.sub("-(.)", lambda found: found[1].upper(), name[2:]) for name in options[::2])
        path = self.folder / f"{uuid.uuid4()}.json"
        path.write_text(json.dumps(dict(zip(names, options[1::2]))))
        return str(path)


class MessageTests(SyslogTests):
    """What arrives."""

    def test_the_whole_trail_arrives_in_the_form_of_the_standard_and_can_be_checked(self) -> None:
        self.server.command("tenant", "configure", "acme", json.dumps({"ui": {"displayName": "Zürich Bank"}}))
        secret = f"{uuid.uuid4()}"
        self.server.webhook("acme", f"http://127.0.0.1:{free_port()}/{secret}")
        self.receiver.start()
        self.server.start(*self.options())
        portal = self.portal()
        enrollment = self.begun(portal)
        self.assertEqual(portal.enrollment(enrollment).status, 200)
        messages = self.arrived()
        self.assert_whole(messages)
        self.assertEqual(self.receiver.faults, [])
        self.assertLessEqual(self.receiver.versions, {"TLSv1.2", "TLSv1.3"})
        self.assertEqual({message.application for message in messages}, {"onboarding"})
        self.assertEqual({message.element for message in messages}, {"audit@32473"})
        self.assertEqual({message.priority for message in messages}, {13 * 8 + 5})
        (read,) = (message for message in messages if '"operation":"enrollment"' in message.text)
        self.assertEqual(read.values["actor"], f"credential {self.tenant.client_id}")
        self.assertIn(enrollment, read.text)
        everything = "\n".join(message.raw for message in messages)
        self.assertIn("Zürich Bank", everything)
        for hidden in (secret, self.tenant.client_secret, self.tenant.api_key):
            self.assertNotIn(hidden, everything)
        wait_until(lambda: self.waiting() == 0, "all count as sent", pause=0.5)
        self.assertNotIn(secret, self.server.log.read_text())

    def test_this_machine_may_be_sent_it_without_tls(self) -> None:
        plain = SyslogReceiver(self.folder)
        self.addCleanup(plain.kill)
        plain.start()
        self.server.start("--syslog", f"tcp://127.0.0.1:{plain.port}")
        self.begun(self.portal())
        self.assert_whole(self.arrived(plain))
        self.assertEqual(self.server.stop(), 0)
        self.assertIn("syslog", self.server.refused_start("--syslog", f"tcp://192.0.2.1:{plain.port}"))

    def test_what_a_receiver_has_lost_is_sent_again(self) -> None:
        self.receiver.start()
        self.server.start(*self.options())
        self.arrived()
        wait_until(lambda: self.waiting() == 0, "all count as sent", pause=0.5)
        first = [message for message in self.receiver.messages if message.sequence == 1]
        named = ("--syslog", f"localhost:{self.receiver.port}")
        self.server.refused_command("audit", "resend", "--from", "0", *named)
        self.server.refused_command("audit", "resend", "--from", "1")
        ended = self.server.finished("audit", "resend", "--from", "1", *named, "--progress")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertIn("from entry 1 on", ended.stdout)
        self.assertRegex(ended.stderr, r"\A(\d+ of \d+ entries, [\d.]+ a second\n)+\Z")
        wait_until(
            lambda: len([one for one in self.receiver.messages if one.sequence == 1]) > len(first),
            "the first entry arrives again",
            pause=0.2,
        )


class KillTests(SyslogTests):
    """Who is killed."""

    def test_every_entry_arrives_in_order_though_receiver_and_server_are_killed(self) -> None:
        seed = int(os.environ.get("ONBOARDING_SEED", random.SystemRandom().randrange(1 << 32)))
        print(f"\nONBOARDING_SEED={seed} repeats the choices", flush=True)
        chosen = random.Random(seed)
        self.receiver.start()
        for _ in range(ROUNDS):
            self.server.start(*self.options())
            portal = self.portal()
            enrollment = self.begun(portal)
            killer = threading.Thread(target=self.kill_receiver, args=[chosen.uniform(0, 2), chosen.uniform(0, 2)])
            killer.start()
            for _ in range(READS):
                self.assertEqual(portal.enrollment(enrollment).status, 200)
            if chosen.random() < 0.5:
                killer.join()
            self.server.kill()
            killer.join()
        self.server.start(*self.options())
        self.assert_whole(self.arrived())
        self.assertEqual(self.receiver.faults, [])

    def kill_receiver(self, after: float, for_seconds: float) -> None:
        time.sleep(after)
        self.receiver.kill()
        time.sleep(for_seconds)
        self.receiver.start()

    def test_a_receiver_that_reads_nothing_holds_up_no_end_of_the_server(self) -> None:
        self.receiver.start()
        self.server.start(*self.options())
        portal = self.portal()
        enrollment = self.begun(portal)
        self.arrived()
        self.receiver.pause()
        for _ in range(READS):
            self.assertEqual(portal.enrollment(enrollment).status, 200)
        self.assertEqual(self.server.stop(), 0)
        self.receiver.kill()
        self.receiver.start()
        self.server.start(*self.options())
        self.assert_whole(self.arrived())


class TrustTests(SyslogTests):
    """Who is told nothing."""

    def refused(self, options: list[str], receiver: SyslogReceiver, says: str) -> None:
        """The server tries, is not content or not taken, and counts nothing as sent; it serves all the same."""
        before = len(receiver.connections)
        self.server.start(*options)
        self.begun(self.portal())
        wait_until(lambda: len(receiver.connections) >= before + 3, "it is tried again and again", pause=0.2)
        self.assertEqual(receiver.messages, [])
        self.assertEqual(self.waiting(), self.trail()[-1]["sequence"])
        self.assertIn("audit trail not sent", self.server.log.read_text())
        self.assertIn(says, self.doctor(*options))
        self.assertEqual(self.server.stop(), 0)

    def test_a_receiver_that_is_not_trusted_or_has_another_name_is_told_nothing(self) -> None:
        other = certificate(self.folder, "other", "DNS:siem.example.org")
        self.receiver.start()
        self.refused(self.options(trusted=other[0]), self.receiver, "TLS failed")
        self.receiver.kill()
        self.receiver.certificate = other
        self.receiver.start()
        self.refused(self.options(trusted=other[0]), self.receiver, "TLS failed")
        self.receiver.kill()
        self.assertIn("nobody answers", self.doctor(*self.options()))
        self.receiver.certificate = self.pair
        self.receiver.start()
        # Known by its address.
        self.server.start(*self.options("127.0.0.1"))
        self.assert_whole(self.arrived())
        self.assertIn("takes a connection", self.doctor(*self.options("127.0.0.1")))

    def test_a_receiver_that_asks_for_a_certificate_is_shown_one_and_nothing_counts_before(self) -> None:
        shown, stranger = certificate(self.folder, "kyc", "DNS:kyc"), certificate(self.folder, "stranger", "DNS:kyc")
        self.receiver.clients = shown[0]
        self.receiver.start()
        self.refused(self.options(), self.receiver, "TLS failed")
        for pair, faults in ((stranger, True), (shown, False)):
            options = [*self.options(), "--syslog-cert", str(pair[0]), "--syslog-key", str(pair[1])]
            if faults:
                self.refused(options, self.receiver, "TLS failed")
                continue
            self.server.start(*options)
            self.assert_whole(self.arrived())
            self.assertIn("takes a connection", self.doctor(*options))

    def test_files_that_cannot_be_used_stop_the_start(self) -> None:
        other = certificate(self.folder, "other", "DNS:kyc")
        empty = self.folder / "empty.pem"
        empty.write_text("")
        named = ["--syslog", f"localhost:{self.receiver.port}"]
        for options, says in (
            (["--syslog-ca-file", str(self.folder / "missing")], "syslog-ca-file"),
            (["--syslog-ca-file", str(empty)], "holds no certificate"),
            (["--syslog-cert", str(self.pair[0]), "--syslog-key", str(empty)], "syslog-key"),
            (["--syslog-cert", str(self.pair[0]), "--syslog-key", str(other[1])], "not that of the certificate"),
            (["--syslog-cert", str(self.pair[0])], "belong together"),
        ):
            with self.subTest(says):
                self.assertIn(says, self.server.refused_start(*named, *options))


if __name__ == "__main__":
    unittest.main()
