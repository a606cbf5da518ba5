"""Webhooks: each event arrives, signed, in order and at least once, and nowhere that it may not go."""

from __future__ import annotations

import json
import re
import threading
import time
import unittest
import uuid
from typing import Any

import standardwebhooks

import leaks
import pictures
import trail
from client.flow import COMPLETE, FAILED, Phone, Portal
from installation import Installation, Webhook, free_port, wait_until
from receiver import Message, Receiver, Reply
from right_requests import tenants

FEED = "/onboarding/admin/events"
#: Of an enrollment that begins without a phone and asks for a device alone.
QUICK = ["enrollment.triggered", "enrollment.started", "check.accepted", "enrollment.completed"]

installation: Installation
portal: Portal
documents: Portal
brief: Portal
#: Of the tests of targets: a tenant has no more than twenty webhooks.
aimed: Portal
other: Portal


def setUpModule() -> None:
    global installation, portal, documents, brief, aimed, other
    installation = Installation()
    unittest.addModuleCleanup(installation.close)
    ours = tenants(installation, "ours", "device", "document")
    short, target, theirs = (tenants(installation, name, "device")["device"] for name in ("brief", "aimed", "theirs"))
    installation.configure("ours-document", maxDocumentAttempts=1)
    installation.configure("brief-device", enrollmentLifetimeSeconds=1)
    # One of which nothing happens, for webhooks that should not be made.
    installation.tenant("idle")
    installation.start()
    portal, documents = Portal(installation.endpoint, ours["device"]), Portal(installation.endpoint, ours["document"])
    brief, aimed, other = (Portal(installation.endpoint, those) for those in (short, target, theirs))


def tearDownModule() -> None:
    said = installation.command("audit", "verify")
    assert "intact" in said, said


def feed(who: Portal, since: int = 0) -> list[dict[str, Any]]:
    """The events of a tenant's feed."""
    events: list[dict[str, Any]] = who.get(f"{FEED}?since={since}&limit=500").json()["events"]
    return events


def username() -> str:
    return f"{uuid.uuid4()}@example.org"


class WebhookTests(unittest.TestCase):
    def receiver(self, answer: Any = None) -> Receiver:
        receiver = Receiver(answer)
        self.addCleanup(receiver.close)
        return receiver

    def hooked(self, url: str, *events: str, tenant: str = "ours-device") -> Webhook:
        """A webhook that is sent to as long as this test runs."""
        webhook = installation.webhook(tenant, url, *events)
        self.addCleanup(installation.command, "webhook", "disable", "--tenant", tenant, webhook.id)
        return webhook

    def begun(self, who: Portal | None = None) -> str:
        """The id of an enrollment that has just been triggered."""
        name = username()
        (who or portal).trigger(name)
        return str((who or portal).find(username=name)[0]["enrollmentId"])

    def finished(self, who: Portal | None = None) -> str:
        """The id of an enrollment that has just been completed."""
        name = username()
        answer = (who or portal).add_device((who or portal).begin(name)).json()
        self.assertEqual(answer["enrollmentStatus"], COMPLETE)
        return str((who or portal).find(username=name)[0]["enrollmentId"])

    def listed(self, webhook: Webhook, tenant: str = "ours-device") -> dict[str, Any]:
        """What `webhook list` says of one."""
        lines = installation.command("webhook", "list", "--tenant", tenant, "--json").splitlines()
        (found,) = (entry for entry in map(json.loads, lines) if entry["id"] == webhook.id)
        return dict(found)


class PingTests(WebhookTests):
    """What `webhook ping` sends and prints."""

    def test_a_ping_is_signed_and_its_answer_printed(self) -> None:
        receiver = self.receiver()
        webhook = self.hooked(receiver.url)
        installation.command("webhook", "disable", "--tenant", "ours-device", webhook.id)
        before = len(feed(portal))
        said = installation.command("webhook", "ping", "--tenant", "ours-device", webhook.id)
        line = rf"(?m)^{webhook.id}  {re.escape(receiver.url)}  status 2\d\d  +\d+ ms  +ping_[0-9a-f]{{32}}  "
        self.assertRegex(said, line)
        (message,) = receiver.messages
        self.assertIn(message.id, said)
        message.verify(webhook.secrets[0])
        message.verify_by_public_key(webhook.public_keys[0])
        self.assertEqual((message.event["id"], message.event["type"]), (message.id, "webhook.ping"))
        self.assertEqual(len(feed(portal)), before, "it is in no feed")

    def test_a_ping_that_is_not_taken_is_an_error(self) -> None:
        webhook = self.hooked(f"http://127.0.0.1:{free_port()}/hook")
        with self.assertRaisesRegex(AssertionError, "connection refused"):
            installation.command("webhook", "ping", "--tenant", "ours-device", webhook.id)
        said = installation.refused_command("webhook", "ping", "--tenant", "idle", webhook.id)
        self.assertIn("no such webhook", said)


class MessageTests(WebhookTests):
    """What arrives."""

    def test_each_event_of_an_enrollment_arrives_signed_and_tells_nothing_of_the_person(self) -> None:
        receiver, foreign = self.receiver(), self.receiver()
        webhook = self.hooked(receiver.url + "?case=7")
        self.hooked(foreign.url, tenant="theirs-device")
        name, email = f"erika-{uuid.uuid4().hex}", f"{uuid.uuid4().hex}@example.org"
        reference = f"case {uuid.uuid4().hex}"
        more = {"firstName": "Henriette", "lastName": "Mustermann", "phoneNumber": "+3227904117"}
        session = portal.trigger(name, email, reference=reference, **more)["sessionToken"]
        phone = Phone.told(installation.endpoint, {"sessionToken": session}, portal.credentials)
        token, device = phone.begin(), str(uuid.uuid4())
        self.assertEqual(phone.add_device(token, device).json()["enrollmentStatus"], COMPLETE)
        (summary,) = portal.find(username=name)
        enrollment = summary["enrollmentId"]
        wanted = [
            "enrollment.triggered",
            "enrollment.validated",
            "enrollment.started",
            "check.accepted",
            "enrollment.completed",
        ]
        receiver.wait_for(5, enrollment)
        self.assertEqual(receiver.types(enrollment), wanted)
        told = {event["id"]: event for event in feed(portal)}
        secrets = {"username": name, "email": email, "device": device, "session": session, "token": token, **more}
        for message in receiver.of(enrollment):
            with self.subTest(message.event["type"]):
                self.assertEqual((message.method, message.path), ("POST", "/hook?case=7"))
                self.assertEqual(message.headers["content-type"], "application/json")
                self.assertEqual([version for version, _ in message.signatures], ["v1", "v1a"])
                message.verify(webhook.secrets[0])
                message.verify_by_public_key(webhook.public_keys[0])
                self.assertLess(abs(int(message.headers["webhook-timestamp"]) - time.time()), 30)
                self.assertEqual(message.event, told[message.id], "as the feed has it")
                self.assertEqual(message.event["id"], message.id)
                data = message.event["data"]
                self.assertEqual(data["reference"], reference)
                self.assertEqual(data["registrationCode"], summary["registrationCode"])
                everything = message.body + json.dumps(dict(message.headers)).encode()
                self.assertEqual(leaks.in_bytes(everything, {k: v.encode() for k, v in secrets.items()}), [])
        states = [(message.event["data"]["state"], message.event["data"].get("step")) for message in receiver.messages]
        self.assertEqual(states[2], ("pending", "addDevice"))
        self.assertEqual(states[4], ("complete", None))
        # No other secret verifies, and none a message that was changed.
        message = receiver.messages[0]
        stranger = Webhook.from_text(installation.command("webhook", "add", "--tenant", "theirs-device", "https://93.184.216.34/"))
        self.addCleanup(installation.command, "webhook", "disable", "--tenant", "theirs-device", stranger.id)
        with self.assertRaises(standardwebhooks.WebhookVerificationError):
            message.verify(stranger.secrets[0])
        changed = Message("POST", "/", message.headers, message.body.replace(b"pending", b"complete"), 0)
        with self.assertRaises(standardwebhooks.WebhookVerificationError):
            changed.verify(webhook.secrets[0])

        # What is erased is told of, and what is told from then on has no reference.
        path = f"/onboarding/admin/enrollment/{enrollment}"
        self.assertEqual(installation.endpoint.send("DELETE", path, portal.headers).status, 200)
        receiver.wait_for(6, enrollment)
        self.assertEqual(receiver.types(enrollment), [*wanted, "enrollment.erased"])
        last = receiver.of(enrollment)[-1]
        last.verify(webhook.secrets[0])
        self.assertNotIn("reference", last.event["data"])
        kept = [event for event in feed(portal) if event["data"]["enrollmentId"] == enrollment]
        self.assertEqual(len(kept), 6)
        for event in kept:
            self.assertNotIn("reference", event["data"])
        self.assertEqual(foreign.messages, [], "another tenant's webhook gets nothing of ours")
        self.assertEqual([event for event in feed(other) if event["data"]["enrollmentId"] == enrollment], [])

    def test_refusals_and_every_end_arrive(self) -> None:
        receiver = self.receiver()
        for tenant in ("ours-device", "ours-document", "brief-device"):
            self.hooked(receiver.url, tenant=tenant)
        overdue = username()
        brief.begin(overdue)
        holder = pictures.Holder(number="UE7310284", expiry="200101")
        name = username()
        token = documents.begin(name)
        refused = documents.add_document(token, [pictures.passport_page(holder=holder)]).json()
        self.assertEqual(refused["enrollmentStatus"], FAILED, refused)
        cancelled = username()
        portal.cancel(portal.begin(cancelled))
        ids = {
            name: who.find(username=name)[0]["enrollmentId"]
            for who, name in ((documents, name), (portal, cancelled), (brief, overdue))
        }
        begun = QUICK[:2]
        receiver.wait_for(4, ids[name])
        self.assertEqual(receiver.types(ids[name]), [*begun, "check.refused", "enrollment.failed"])
        refusal, failure = receiver.of(ids[name])[-2:]
        self.assertEqual(refusal.event["data"]["state"], "pending")
        self.assertEqual(failure.event["data"]["state"], "failed")
        self.assertEqual(failure.event["data"]["reason"], "DOCUMENT_ATTEMPTS_EXHAUSTED")
        for message in receiver.of(ids[name]):
            secrets = {"number": b"UE7310284", "name": holder.surname.encode(), "username": name.encode()}
            self.assertEqual(leaks.in_bytes(message.body, secrets), [])
        receiver.wait_for(3, ids[cancelled])
        self.assertEqual(receiver.types(ids[cancelled]), [*begun, "enrollment.cancelled"])
        receiver.wait_for(3, ids[overdue])
        self.assertEqual(receiver.types(ids[overdue]), [*begun, "enrollment.expired"])

    def test_only_the_events_that_were_asked_for_arrive(self) -> None:
        receiver, everything = self.receiver(), self.receiver()
        self.hooked(receiver.url, "enrollment.completed", "enrollment.cancelled")
        self.hooked(everything.url)
        completed, name = self.finished(), username()
        portal.cancel(portal.begin(name))
        cancelled = portal.find(username=name)[0]["enrollmentId"]
        everything.wait_for(7)
        receiver.wait_for(2)
        self.assertEqual(receiver.types(completed), ["enrollment.completed"])
        self.assertEqual(receiver.types(cancelled), ["enrollment.cancelled"])
        self.assertEqual(len(receiver.messages), 2)
        for event in ("enrollment.finished", "completed", "enrollment", "", "enrollment.completed check.accepted"):
            options = ("--allow-private", "--event", event)
            said = installation.refused_command("webhook", "add", "--tenant", "ours-device", receiver.url, *options)
            self.assertIn("is no event", said)

    def test_after_a_rotation_the_keys_before_are_good_too(self) -> None:
        receiver = self.receiver()
        first = self.hooked(receiver.url, "enrollment.triggered")
        second = Webhook.from_text(
            installation.command("webhook", "keys", "--tenant", "ours-device", first.id, "--rotate")
        )
        self.assertEqual((second.secrets[1:], second.public_keys[1:]), (first.secrets, first.public_keys))
        self.assertEqual(len({*second.secrets, *second.public_keys}), 4)
        shown = Webhook.from_text(installation.command("webhook", "keys", "--tenant", "ours-device", first.id))
        self.assertEqual(shown, second)
        enrollment = self.begun()
        receiver.wait_for(1)
        (message,) = receiver.of(enrollment)
        self.assertEqual([version for version, _ in message.signatures], ["v1", "v1", "v1a", "v1a"])
        for secret in second.secrets:
            message.verify(secret)
        for key in second.public_keys:
            message.verify_by_public_key(key)
        entries = [entry for entry in trail.entries(installation, "ours-device") if first.id in str(entry)]
        self.assertEqual(entries[0].kind, "webhookAdded")
        written = json.dumps([dict(entry.texts) for entry in entries]).encode() + installation.log.read_bytes()
        self.assertEqual(leaks.in_bytes(written, {s: s.removeprefix("whsec_").encode() for s in second.secrets}), [])

    def test_events_are_sent_again_where_somebody_asks_for_it(self) -> None:
        receiver = self.receiver()
        webhook = self.hooked(receiver.url)
        enrollment = self.finished()
        receiver.wait_for(4, enrollment)
        first = receiver.of(enrollment)
        numbers = [message.event["number"] for message in first]
        command = ("webhook", "resend", "--tenant", "ours-device", webhook.id)
        said = installation.command(*command, "--from", str(numbers[1]), "--to", str(numbers[2]))
        self.assertEqual(said, "2 events to be sent\n")
        receiver.wait_for(6, enrollment)
        again = receiver.of(enrollment)[4:]
        self.assertEqual([message.id for message in again], [message.id for message in first[1:3]])
        self.assertEqual([message.body for message in again], [message.body for message in first[1:3]])
        for message in again:
            message.verify(webhook.secrets[0])
        self.assertEqual(installation.command(*command, "--from", str(numbers[3])), "1 event to be sent\n")
        receiver.wait_for(7, enrollment)
        self.assertEqual(installation.command(*command, "--from", "999999"), "0 events to be sent\n")
        for wrong in (("--from", "0"), ("--from", "3", "--to", "2"), ()):
            installation.refused_command(*command, *wrong)
        installation.refused_command("webhook", "resend", "--tenant", "theirs-device", webhook.id, "--from", "1")
        entry = trail.entries(installation, "ours-device", "webhookResent")[0]
        self.assertEqual((entry.texts["count"], entry.texts["webhook"]), ("2", webhook.id))


class AttemptTests(WebhookTests):
    """What happens where a receiver does not take a message."""

    def test_what_failed_comes_again_and_only_its_own_enrollment_waits(self) -> None:
        failing: set[str] = set()

        def answer(message: Message) -> Reply:
            fails = message.event["type"] == "check.accepted" and message.enrollment in failing
            return Reply(500 if fails else 204)

        receiver = self.receiver(answer)
        self.hooked(receiver.url)
        name = username()
        token = portal.begin(name)
        enrollment = portal.find(username=name)[0]["enrollmentId"]
        failing.add(enrollment)
        portal.add_device(token)
        receiver.wait_for(3, enrollment)
        others = [self.finished() for _ in range(3)]
        for another in others:
            receiver.wait_for(4, another)
            self.assertEqual(receiver.types(another), QUICK)
        self.assertEqual(set(receiver.types(enrollment)), set(QUICK[:3]), "its later events wait")
        failing.clear()
        wait_until(lambda: receiver.types(enrollment)[-1] == QUICK[3], "it goes on")
        arrived = receiver.of(enrollment)
        again = len(arrived) - len(QUICK)
        self.assertGreaterEqual(again, 1)
        self.assertEqual(receiver.types(enrollment), [*QUICK[:2], *[QUICK[2]] * (1 + again), QUICK[3]])
        self.assertEqual(len({message.id for message in arrived[2:-1]}), 1)
        self.assertEqual(len({message.body for message in arrived[2:-1]}), 1)
        # Five seconds, a fifth more or less.
        self.assertGreaterEqual(arrived[3].at - arrived[2].at, 3.9)
        self.assertGreaterEqual(
            int(arrived[3].headers["webhook-timestamp"]) - int(arrived[2].headers["webhook-timestamp"]), 3
        )

    def test_a_receiver_that_is_gone_is_left_alone_until_it_is_enabled(self) -> None:
        gone = threading.Event()
        receiver = self.receiver(lambda _: Reply(410 if gone.is_set() else 204))
        webhook = self.hooked(receiver.url)
        gone.set()
        first = self.begun()
        receiver.wait_for(1, first)
        wait_until(lambda: self.listed(webhook).get("disabledBecause") == "gone", "it is disabled")
        listed = self.listed(webhook)
        self.assertEqual((listed["waiting"], listed["oldestWaiting"][:2]), (1, "20"))
        table = installation.command("webhook", "list", "--tenant", "ours-device").splitlines()
        self.assertRegex(table[0], r"^WEBHOOK +URL +EVENTS +STATE +WAITING +OLDEST +GIVEN UP +LAST CAUSE$")
        (row,) = (line for line in table if line.startswith(webhook.id))
        self.assertEqual(row.index("disabled: gone"), table[0].index("STATE"))
        (entry,) = (e for e in trail.entries(installation, "ours-device", "webhookDisabled") if webhook.id in str(e))
        self.assertEqual((entry.texts["cause"], entry.texts["actor"]), ("gone", "server"))
        meanwhile = self.begun()
        gone.clear()
        installation.command("webhook", "enable", "--tenant", "ours-device", webhook.id)
        after = self.begun()
        receiver.wait_for(3)
        ids = [message.id for message in receiver.messages]
        self.assertEqual(ids[0], receiver.of(first)[1].id, "the same message once more")
        self.assertEqual(len(receiver.of(after)), 1)
        self.assertEqual(receiver.of(meanwhile), [], "what happened meanwhile is in the feed alone")
        wait_until(lambda: self.listed(webhook)["waiting"] == 0, "nothing waits")
        self.assertNotIn("disabledBecause", self.listed(webhook))
        kinds = [e.kind for e in trail.entries(installation, "ours-device") if webhook.id in str(e)]
        self.assertEqual(kinds, ["webhookAdded", "webhookDisabled", "webhookEnabled"])

    def test_a_redirect_is_not_followed(self) -> None:
        elsewhere = self.receiver()
        answers = iter((301, 302, 303, 307, 308))
        receiver = self.receiver(lambda _: Reply(next(answers, 302), {"Location": elsewhere.url}))
        webhook = self.hooked(receiver.url)
        for _ in range(5):
            self.begun()
        receiver.wait_for(5)

        def refused() -> set[str]:
            lines = [line for line in installation.log.read_text().splitlines() if webhook.id in line]
            return {status for line in lines for status in re.findall(r"status (\d+)", line)}

        wait_until(lambda: len(refused()) == 5, "the log says that they were not taken")
        self.assertEqual(refused(), {"301", "302", "303", "307", "308"})
        self.assertEqual(elsewhere.connections, 0)
        self.assertEqual(self.listed(webhook)["waiting"], 5)
        self.assertRegex(self.listed(webhook)["lastCause"], r"^status 30\d")
        examined = installation.command("doctor")
        self.assertRegex(examined, rf"look at  webhook +{webhook.id[:8]} of .*5 events wait.*last attempt: status 30\d")

    def test_a_slow_receiver_holds_nobody_up(self) -> None:
        hold = threading.Event()
        self.addCleanup(hold.set)
        slow = self.receiver(lambda _: Reply() if hold.wait() else Reply())
        quick = self.receiver()
        webhook = self.hooked(slow.url, "enrollment.triggered")
        self.hooked(quick.url, "enrollment.triggered")
        begun = [self.begun() for _ in range(10)]
        quick.wait_for(10)
        # As many as one webhook may have under way; the others wait for a place, until ten seconds have passed.
        rounds = 1 + int(time.monotonic() - slow.messages[0].at) // 10
        self.assertLessEqual(len({message.id for message in slow.messages}), 8 * rounds)
        hold.set()
        wait_until(lambda: self.listed(webhook)["waiting"] == 0, "none waits")
        self.assertEqual({message.enrollment for message in slow.messages}, set(begun))

    def test_a_long_queue_before_one_receiver_holds_nobody_up(self) -> None:
        hold = threading.Event()
        self.addCleanup(hold.set)
        slow = self.receiver(lambda _: Reply() if hold.wait() else Reply())
        quick = self.receiver()
        webhook = self.hooked(slow.url, "enrollment.triggered", tenant="theirs-device")
        for _ in range(270):
            other.trigger(username())
        self.assertIn(self.listed(webhook, "theirs-device")["waiting"], range(260, 280))
        self.hooked(quick.url, "enrollment.triggered")
        begun = self.begun()
        quick.wait_for(1, begun)


class TargetTests(WebhookTests):
    """Where messages may go."""

    def test_an_address_that_is_not_public_is_refused(self) -> None:
        for host in (
            "127.0.0.1",
            "10.1.2.3",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
            "198.18.0.1",
            "[::]",
            "[::1]",
            "[fd00::1]",
            "[::ffff:10.0.0.1]",
            "[::ffff:127.0.0.1]",
            "[64:ff9b::7f00:1]",
            "[2002:7f00:1::]",
            "[2001:db8::1]",
        ):
            with self.subTest(host):
                said = installation.refused_command("webhook", "add", "--tenant", "idle", f"https://{host}/hook")
                self.assertIn("lies in a private network", said)

    def test_a_url_that_is_none_of_a_receiver_is_refused(self) -> None:
        # Without TLS only where private networks are allowed.
        for url in ("http://example.org/hook", "http://93.184.216.34/"):
            said = installation.refused_command("webhook", "add", "--tenant", "idle", url)
            self.assertIn("begins with https://", said)
        for url in (
            "ftp://example.org/",
            "file:///etc/passwd",
            "https://user@example.org/",
            "https://user:secret@example.org/",
            "https://:secret@example.org/",
            "https://example.org/#part",
            "https:///hook",
            "https:",
            "example.org",
            "",
            "https://example.org:65536/",
            "https://example.org:99999999/",
            "https://example.org/" + "x" * 2048,
        ):
            with self.subTest(url[:60]):
                said = installation.refused_command("webhook", "add", "--tenant", "idle", url, "--allow-private")
                self.assertIn("A webhook's URL", said)
        self.assertIn("idle has no webhook.", installation.refused_command("webhook", "list", "--tenant", "idle"))

    def test_a_name_that_leads_to_loopback_or_nowhere_makes_no_webhook(self) -> None:
        for host in (
            "localhost", "LOCALHOST", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "017700000001",
        ):  # fmt: skip
            with self.subTest(host):
                said = installation.refused_command("webhook", "add", "--tenant", "idle", f"https://{host}:1/")
                self.assertIn("lies in a private network", said)
        # Whether the machine's resolver knows this spelling, is its own affair.
        installation.refused_command("webhook", "add", "--tenant", "idle", "https://localhost.:1/")
        said = installation.refused_command("webhook", "add", "--tenant", "idle", "https://nobody.invalid/")
        self.assertIn("nobody.invalid leads to no address", said)
        self.assertIn("idle has no webhook.", installation.refused_command("webhook", "list", "--tenant", "idle"))

    def test_a_name_of_a_private_network_is_sent_to_where_that_is_allowed(self) -> None:
        receiver = self.receiver()
        self.hooked(receiver.url.replace("127.0.0.1", "localhost"), "enrollment.triggered", tenant="aimed-device")
        enrollment = self.begun(aimed)
        receiver.wait_for(1, enrollment)
        self.assertEqual(receiver.messages[0].headers["host"], f"localhost:{receiver.port}")

    def test_another_tenants_webhook_is_nobodys_business(self) -> None:
        receiver = self.receiver()
        webhook = self.hooked(receiver.url, tenant="aimed-device")
        for command in (("keys",), ("enable",), ("disable",), ("resend",)):
            options = ("--from", "1") if command == ("resend",) else ()
            said = installation.refused_command("webhook", *command, "--tenant", "theirs-device", webhook.id, *options)
            self.assertIn("no such webhook", said)
        self.assertNotIn(webhook.id, installation.finished("webhook", "list", "--tenant", "theirs-device").stdout)


class PowerCutTests(unittest.TestCase):
    def test_nothing_is_lost_by_a_power_cut(self) -> None:
        cut = Installation()
        self.addCleanup(cut.close)
        credentials = tenants(cut, "cut", "device")["device"]
        cut.start()
        who = Portal(cut.endpoint, credentials)
        held = threading.Event()
        self.addCleanup(held.set)
        # One that is not there, and one that has got what it never could acknowledge.
        port = free_port()
        silent = Receiver(lambda _: Reply(204 if held.wait(20) else 204))
        self.addCleanup(silent.close)
        down, unanswered = (
            cut.webhook("cut-device", url) for url in (f"http://127.0.0.1:{port}/hook", silent.url)
        )
        names = [username() for _ in range(4)]
        for name in names:
            who.add_device(who.begin(name))
        silent.wait_for(4)
        cut.kill()
        held.set()
        receiver = Receiver(port=port)
        self.addCleanup(receiver.close)
        cut.start()
        who = Portal(cut.endpoint, credentials)
        told = feed(who)
        self.assertEqual(len(told), 4 * len(QUICK))
        for name in names:
            enrollment = who.find(username=name)[0]["enrollmentId"]
            ids = [event["id"] for event in told if event["data"]["enrollmentId"] == enrollment]
            for arrived, webhook in ((receiver, down), (silent, unanswered)):
                # The one that could not acknowledge its first message gets that twice.
                messages = arrived.wait_for(len(ids) + (arrived is silent), enrollment)
                for message in messages:
                    message.verify(webhook.secrets[0])
                self.assertEqual(list(dict.fromkeys(message.id for message in messages)), ids, "in order")
        self.assertEqual(cut.stop(), 0)
        self.assertIn("intact", cut.command("audit", "verify"))


if __name__ == "__main__":
    unittest.main()
