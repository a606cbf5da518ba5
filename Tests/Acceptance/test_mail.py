"""`notifyByEmail`: the person is sent the link, once, whatever happens to either server, and no log tells of it."""

from __future__ import annotations

import html.parser
import json
import re
import ssl
import subprocess
import threading
import time
import unittest
import uuid
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import leaks
import operators
from client import qr
from client.contract import Contract
from client.exchange import Answer, envelope_objection
from client.flow import Phone, Portal
from forms import forms
from installation import Installation, wait_until
from mail_server import OK, MailServer
from right_requests import ORIGIN, tenants

TRIGGER = "/onboarding/b2c/triggerEnroll"
SENDER = "no-reply@kyc.example.org"
#: Until a message is tried again that was not taken the first time: 10 s, give or take a fifth, and a look.
FIRST_PAUSE = 14.0

box: MailServer
installation: Installation
portal: Portal


def setUpModule() -> None:
    global box, installation, portal
    box = MailServer()
    unittest.addModuleCleanup(box.close)
    installation = Installation("--mail-url", f"smtp://127.0.0.1:{box.port}", "--mail-from", SENDER)
    unittest.addModuleCleanup(installation.close)
    made = tenants(installation, "mail", "device")["device"]
    settings = {"sessionLifetimeSeconds": 3600, "messageLanguage": "de"}
    named = {"onboardingConfig": settings, "ui": {"displayName": "Zürich Bank, Filiale 7"}}
    installation.command("tenant", "configure", "mail-device", json.dumps(named))
    installation.start()
    portal = Portal(installation.endpoint, made)


def tearDownModule() -> None:
    said = installation.command("audit", "verify")
    assert "intact" in said, said


def address() -> str:
    return f"{uuid.uuid4()}@example.org"


def asked(who: str, email: str | None = None, nested: bool = True, **more: Any) -> dict[str, Any]:
    """A request whose person is to be sent a message."""
    wanted = {"notifyOptions": {"notifyByEmail": True}} if nested else {"notifyByEmail": True}
    return {"username": who, "email": email or who, **wanted, **more}


def again(portal: Portal, server: Installation) -> Portal:
    """The same client at a server that was started anew."""
    return Portal(server.endpoint, portal.credentials)


class Links(html.parser.HTMLParser):
    """What a page leads to, and what it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name == "href":
                self.targets.append(value or "")
            if name in {"src", "srcset", "background", "action"}:
                self.loaded.append(value or "")


class MailTests(unittest.TestCase):
    def setUp(self) -> None:
        box.to_recipient, box.to_message = lambda _: OK, lambda _: OK
        box.replies.set()

    def trigger(self, who: str, **more: Any) -> dict[str, Any]:
        answer = portal.post(TRIGGER, asked(who, **more))
        self.assertEqual(answer.status, 200, answer.described())
        triggered: dict[str, Any] = answer.json()
        self.assertEqual((triggered["status"], triggered["emailQueued"]), ("SUCCESS", True))
        self.assertIsNone(Contract.published().objection("POST", TRIGGER, answer), answer.described())
        return triggered

    def attempts(self, result: str) -> int:
        text = installation.metrics().body.decode()
        return int(re.findall(rf'onboarding_mail_attempts_total\{{result="{result}"\}} (\d+)', text)[0])

    def restarted(self) -> None:
        global portal
        installation.start()
        portal = again(portal, installation)


class MessageTests(MailTests):
    """What arrives."""

    def test_the_person_gets_the_link_once_in_the_language_and_under_the_name_of_the_tenant(self) -> None:
        who = address()
        begun = time.time()
        triggered = self.trigger(who)
        (letter,) = box.wait_for(who)
        message = letter.message
        self.assertEqual((letter.sender, letter.recipients, letter.greeting), (SENDER, (who,), "kyc.example.org"))
        self.assertEqual(message["From"].addresses[0].display_name, "Zürich Bank, Filiale 7")
        self.assertEqual((message["From"].addresses[0].addr_spec, message["To"].addresses[0].addr_spec), (SENDER, who))
        self.assertIn("Zürich Bank, Filiale 7", message["Subject"])
        self.assertRegex(letter.id, r"^<[0-9a-f]{32}@kyc\.example\.org>$")
        self.assertLess(abs(parsedate_to_datetime(message["Date"]).timestamp() - begun), 30)
        self.assertEqual((message["Auto-Submitted"], message["Content-Language"]), ("auto-generated", "de"))
        self.assertEqual(message.get_content_type(), "multipart/alternative")
        link = triggered["sessionCallbackURL"]
        plain, page = letter.text("plain"), letter.text("html")
        self.assertIn(f"\n{link}\n", plain.replace("\r\n", "\n"))
        links = Links(page)
        self.assertEqual((links.targets, links.loaded), ([link], []))
        for text in (plain, page):
            self.assertIn("Zürich Bank, Filiale 7 bittet Sie", text)
            self.assertRegex(text, r"\d+\. \S+ \d{4}, \d\d:\d\d UTC")
            self.assertIn("nicht erwartet", text)
            self.assertIn("Dies ist ein Test", text)
        for line in letter.raw.split(b"\r\n"):
            self.assertLessEqual(len(line), 78)
            self.assertTrue(line.isascii() and b"\n" not in line, line)
        time.sleep(1.5)
        self.assertEqual(len(box.of(who)), 1)
        # The link opens what the QR code opens.
        content = qr.open_data(qr.data_of(link), portal.credentials.qr_public_key, portal.credentials.qr_key)
        self.assertEqual(content.session_token, triggered["sessionToken"])
        Phone(installation.endpoint, content).begin()

    def test_the_flag_may_stand_in_either_place_and_without_it_nothing_is_sent(self) -> None:
        flat, silent, refused = address(), address(), address()
        self.trigger(flat, nested=False)
        box.wait_for(flat)
        for who, options in (
            (silent, {}),
            (refused, {"notifyOptions": {"notifyByEmail": False}, "notifyByEmail": True}),
        ):
            self.assertNotIn("emailQueued", portal.trigger(who, **options))
        time.sleep(1)
        self.assertEqual(box.of(silent) + box.of(refused), [])

    def test_a_repeated_request_says_the_same_and_sends_nothing_more(self) -> None:
        who, key = address(), str(uuid.uuid4())
        headers = portal.headers | {"Idempotency-Key": key}
        body = json.dumps(asked(who)).encode()
        answers = [portal.endpoint.send("POST", TRIGGER, headers, body).json() for _ in range(2)]
        self.assertEqual(answers[0], answers[1])
        self.assertTrue(answers[0]["emailQueued"])
        box.wait_for(who)
        time.sleep(1)
        self.assertEqual(len(box.of(who)), 1)

    def test_nothing_that_a_client_sends_adds_a_recipient_or_a_field(self) -> None:
        who = address()
        self.trigger(who, firstName="a\r\nBcc: eve@example.org", reference="\r\n.\r\nMAIL FROM:<eve@example.org>")
        (letter,) = box.wait_for(who)
        self.assertNotIn(b"eve@example.org", letter.raw)
        fields = {"Date", "From", "To", "Subject", "Message-ID", "MIME-Version", "Content-Language", "Auto-Submitted"}
        self.assertEqual(set(letter.message.keys()), fields | {"Content-Type"})
        for hostile in ("a@example.org\r\nBcc: eve@example.org", "<eve@example.org>", "a@example.org,eve@example.org"):
            answer = portal.post(TRIGGER, asked(address(), hostile))
            self.assertEqual((answer.status, answer.reason), (400, "EMAIL_INVALID"), answer.described())
        self.assertNotIn("eve@example.org", " ".join(box.recipients))

    def test_a_page_that_shows_no_credential_sends_nobody_anything(self) -> None:
        who = address()
        path = f"/{portal.credentials.realm}/b2c-sample-web/proxy/triggerEnroll"
        headers = {"Content-Type": "application/json", "Origin": ORIGIN}
        answer = installation.endpoint.send("POST", path, headers, json.dumps(asked(who)).encode())
        self.assertEqual(answer.json()["status"], "SUCCESS", answer.described())
        self.assertNotIn("emailQueued", answer.json())
        time.sleep(1)
        self.assertEqual(box.of(who), [])


class RefusalTests(MailTests):
    """What cannot be sent is refused before anything is begun."""

    def assert_refused(self, answer: Answer, reason: str) -> None:
        self.assertEqual((answer.status, answer.reason), (400, reason), answer.described())
        self.assertIsNone(envelope_objection(answer))
        self.assertIsNone(Contract.published().objection("POST", TRIGGER, answer), answer.described())

    def test_without_a_mail_server_the_request_is_refused_and_nothing_is_begun(self) -> None:
        other = Installation()
        self.addCleanup(other.close)
        credentials = other.tenant("silent")
        other.start()
        client, who = Portal(other.endpoint, credentials), address()
        self.assert_refused(client.post(TRIGGER, asked(who)), "MAIL_NOT_CONFIGURED")
        self.assertEqual(client.find(username=who), [])
        self.assertEqual(client.trigger(who)["status"], "SUCCESS")

    def test_without_an_address_nothing_is_begun_also_of_a_person_who_is_known(self) -> None:
        who = address()
        portal.trigger(who)
        count = len(portal.find(username=who))
        for document in ({"username": who}, {"username": who, "email": ""}):
            answer = portal.post(TRIGGER, document | {"notifyByEmail": True})
            self.assertEqual((answer.status, answer.json()["reason"]), (200, "EMAIL_MISSING"), answer.described())
        self.assert_refused(portal.post(TRIGGER, asked(who, "nobody")), "EMAIL_INVALID")
        self.assert_refused(portal.post(TRIGGER, asked(who, "jürgen@example.org")), "EMAIL_INVALID")
        self.assertEqual(len(portal.find(username=who)), count)

    def test_an_address_is_sent_five_messages_in_an_hour_whoever_asks(self) -> None:
        victim = address()
        for _ in range(5):
            self.assertEqual(portal.post(TRIGGER, asked(address(), victim)).json()["status"], "SUCCESS")
        who = address()
        for spelled in (victim, victim.upper()):
            answer = portal.post(TRIGGER, asked(who, spelled))
            self.assertEqual((answer.status, answer.reason), (429, "MAIL_LIMIT_REACHED"), answer.described())
            self.assertTrue(3500 < int(answer.headers["retry-after"]) <= 3600)
            self.assertIsNone(Contract.published().objection("POST", TRIGGER, answer), answer.described())
        operators.make(installation, "mail-device", "clerk", "operator")
        clerk = operators.sign_in(installation, "mail-device", "clerk")
        form = forms(clerk.get("/portal").body)["/portal"]
        filled = form.filled(username=who, email=victim, notifyByEmail="yes")
        page = clerk.post("/portal", filled)
        self.assertEqual(page.status, 422)
        self.assertRegex(page.body.decode(), r'id="email-error">[^<]* from \d+ \w+ \d{4}, \d\d:\d\d UTC;')
        self.assertEqual(portal.find(username=who), [], "nothing was begun")
        again = forms(page.body)["/portal"]
        self.assertEqual(clerk.post("/portal", again.filled(notifyByEmail=None)).status, 303)
        self.assertEqual(portal.post(TRIGGER, asked(address())).status, 200)

    def test_settings_that_cannot_be_used_stop_the_start_with_a_sentence(self) -> None:
        other = Installation()
        self.addCleanup(other.close)
        right = ("--mail-url", "smtp://127.0.0.1:25", "--mail-from", SENDER)
        for options, word in (
            (("--mail-url", "smtp://127.0.0.1:25"), "mail-from"),
            (("--mail-url", "http://127.0.0.1", "--mail-from", SENDER), "mail-url"),
            (("--mail-url", "smtp://127.0.0.1", "--mail-from", f"Bank <{SENDER}>"), "mail-from"),
            ((*right, "--mail-user", "kyc"), "mail-password-file"),
            ((*right, "--mail-user", "kyc", "--mail-password-file", "/nonexistent/password"), "/nonexistent/password"),
        ):
            with self.subTest(options):
                self.assertIn(word, other.refused_start(*options))


class PersistenceTests(MailTests):
    """Never lost, and twice in the one window that SMTP leaves open."""

    def test_a_mail_server_that_was_down_is_handed_the_message_and_whoever_was_erased_gets_none(self) -> None:
        kept, erased = address(), address()
        box.close()
        try:
            self.trigger(kept)
            self.trigger(erased)
            before = self.attempts("unreachable")
            wait_until(lambda: self.attempts("unreachable") >= before + 1, "somebody tried", pause=0.1)
            installation.command("erase", "--username", erased, "--tenant", "mail-device")
        finally:
            box.open()
        box.wait_for(kept)
        time.sleep(5)
        self.assertEqual((len(box.of(kept)), box.of(erased)), (1, []))
        self.assertNotIn(erased, box.recipients)

    def test_what_is_refused_for_now_comes_again_as_the_same_message(self) -> None:
        first, second = address(), address()
        refused: set[str] = set()

        def once(name: str, reply: str) -> str:
            if name in refused:
                return OK
            refused.add(name)
            return reply

        box.to_recipient = lambda recipient: once(recipient, "450 4.2.1 greylisted") if recipient == first else OK
        box.to_message = lambda letter: once(second, "451 4.3.0 later") if second in letter.recipients else OK
        self.trigger(first)
        self.trigger(second)
        (letter,) = box.wait_for(first)
        self.assertEqual(box.recipients.count(first), 2)
        one, two = box.wait_for(second, 2)
        self.assertEqual(one.raw, two.raw, "the same bytes, Message-ID and date too")
        self.assertNotEqual(letter.id, one.id)
        time.sleep(1)
        self.assertEqual((len(box.of(first)), len(box.of(second))), (1, 2))

    def test_what_is_refused_for_good_is_not_tried_again(self) -> None:
        who = address()
        box.to_recipient = lambda recipient: "550 5.1.1 no such user" if recipient == who else OK
        before = self.attempts("refused")
        self.trigger(who)
        wait_until(lambda: self.attempts("refused") == before + 1, "it is refused", pause=0.1)
        time.sleep(FIRST_PAUSE)
        self.assertEqual(box.recipients.count(who), 1)

    def test_what_was_queued_before_a_kill_is_sent_after_it(self) -> None:
        who = address()
        box.close()
        try:
            self.trigger(who)
            installation.kill()
        finally:
            box.open()
        self.restarted()
        box.wait_for(who)
        time.sleep(1)
        self.assertEqual(len(box.of(who)), 1)

    def test_a_kill_while_it_is_sent_loses_nothing_and_the_second_copy_is_the_same(self) -> None:
        who = address()
        box.replies.clear()
        self.trigger(who)
        box.wait_for(who)
        installation.kill()
        box.replies.set()
        self.restarted()
        one, two = box.wait_for(who, 2)
        self.assertEqual(one.raw, two.raw)
        self.assertIn("mail may be sent twice", installation.log.read_text())
        time.sleep(1)
        self.assertEqual(len(box.of(who)), 2)
        # What was taken and noted before a kill is not sent again.
        installation.kill()
        self.restarted()
        time.sleep(2)
        self.assertEqual(len(box.of(who)), 2)

    def test_a_server_that_stops_waits_for_the_message_that_it_is_sending(self) -> None:
        who = address()
        box.replies.clear()
        self.trigger(who)
        box.wait_for(who)
        threading.Timer(2, box.replies.set).start()
        self.assertEqual(installation.stop(), 0)
        self.restarted()
        time.sleep(2)
        self.assertEqual(len(box.of(who)), 1)

    def test_a_mail_server_that_is_silent_keeps_a_stop_waiting_for_a_moment_alone(self) -> None:
        who = address()
        box.replies.clear()
        self.trigger(who)
        box.wait_for(who)
        self.assertEqual(installation.stop(), 0)
        box.replies.set()
        self.restarted()
        one, two = box.wait_for(who, 2)
        self.assertEqual(one.raw, two.raw)


class PrivacyTests(MailTests):
    def test_no_address_and_no_link_is_in_a_log_a_metric_or_the_data(self) -> None:
        taken, refused = address(), address()
        box.to_recipient = lambda recipient: f"550 no {recipient} here" if recipient == refused else OK
        before = self.attempts("refused")
        links = [self.trigger(who)["sessionCallbackURL"] for who in (taken, refused)]
        box.wait_for(taken)
        wait_until(lambda: self.attempts("refused") == before + 1, "it is refused", pause=0.1)
        data = [qr.data_of(link).encode() for link in links]
        secrets = {"taken": taken.encode(), "refused": refused.encode(), "link": data[0], "other link": data[1]}
        log = installation.log.read_bytes()
        self.assertIn(b"mail not taken", log)
        self.assertEqual(leaks.in_bytes(log, secrets), [])
        self.assertEqual(leaks.in_bytes(installation.metrics().body, secrets), [])
        for path in leaks.files_below(installation.data):
            self.assertEqual(leaks.in_bytes(path.read_bytes(), secrets), [], path.name)

    def test_what_waits_is_counted_and_what_was_sent_is_told_the_person(self) -> None:
        who = address()
        self.trigger(who)
        box.wait_for(who)
        wait_until(lambda: b"onboarding_mail_waiting " in installation.metrics().body, "it is counted")
        folder = installation.folder / "export"
        installation.command(
            "export", "--username", who, "--tenant", "mail-device", "--purpose", "access-118", "--to", str(folder)
        )
        (message,) = json.loads((folder / "person.json").read_text())["enrollments"][0]["messages"]
        self.assertEqual(message["kind"], "invitation")
        self.assertIn("sentAt", message)


class SecureTests(unittest.TestCase):
    """A mail server that asks for TLS and a password."""

    folder: Path
    secure: MailServer
    server: Installation

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Installation()
        cls.addClassCleanup(cls.server.close)
        cls.folder = cls.server.folder
        names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30"]
            + ["-subj", "/CN=localhost", "-addext", names]
            + ["-keyout", cls.folder / "key.pem", "-out", cls.folder / "ca.pem"],
            check=True,
            capture_output=True,
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(cls.folder / "ca.pem", cls.folder / "key.pem")
        cls.secure = MailServer(certificate=context, login=("kyc", "a word of many letters"))
        cls.addClassCleanup(cls.secure.close)
        password = cls.folder / "password"
        password.write_text("a word of many letters\n")
        password.chmod(0o600)

    def settings(self, **more: str) -> dict[str, str]:
        return {
            "mailUrl": f"smtp://localhost:{self.secure.port}?tls=required",
            "mailFrom": SENDER,
            "mailUser": "kyc",
            "mailPasswordFile": str(self.folder / "password"),
            "mailCaFile": str(self.folder / "ca.pem"),
        } | more

    def file(self, settings: dict[str, str]) -> str:
        path = self.folder / f"{uuid.uuid4()}.json"
        path.write_text(json.dumps(settings))
        return str(path)

    def test_a_message_goes_over_tls_with_a_password(self) -> None:
        credentials = self.server.tenant("secure")
        self.server.start("--config", self.file(self.settings()))
        self.addCleanup(self.server.end)
        who = address()
        client = Portal(self.server.endpoint, credentials)
        self.assertTrue(client.post(TRIGGER, asked(who)).json()["emailQueued"])
        (letter,) = self.secure.wait_for(who)
        self.assertTrue(letter.is_over_tls)
        self.assertIn("secure asks you", letter.text("plain"), "in English, under the tenant's own name")

    def test_the_doctor_says_whether_the_mail_server_can_be_used(self) -> None:
        (self.folder / "wrong").write_text("another word")
        (self.folder / "wrong").chmod(0o600)
        before = self.secure.letters
        for settings, said in (
            (self.settings(), "can be used"),
            (self.settings(mailPasswordFile=str(self.folder / "wrong")), "does not take the user and the password"),
            ({name: value for name, value in self.settings().items() if name != "mailCaFile"}, "not trusted"),
            (self.settings(mailUrl="smtp://127.0.0.1:9"), "nobody answers"),
        ):
            with self.subTest(said):
                self.assertIn(said, self.doctor("--config", self.file(settings)))
        self.assertEqual(self.secure.letters, before, "and sends nothing")

    def doctor(self, *options: str) -> str:
        finished = self.server.finished("doctor", *options)
        (line,) = (line for line in finished.stdout.splitlines() if line[7:].strip().startswith("mail "))
        return line


if __name__ == "__main__":
    unittest.main()
