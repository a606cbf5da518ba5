"""The personas of test tenants, with the material that `onboarding sandbox write` makes, over a real server."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest
import uuid
from pathlib import Path
from typing import Any

import pictures
from client import tokens
from client.exchange import Answer
from client.flow import COMPLETE, FAILED, PENDING, Portal
from client.packages import seal_v2, video
from installation import PACKAGE_ROOT, Installation, program

PERSONAS = ("live", "attack", "blurred", "mismatch", "expired", "locked", "overloaded", "slow")
PYTHON_CLIENT = PACKAGE_ROOT / "clients" / "python" / "src"

installation: Installation
tested: Portal
bank: Portal
folder: Path


def setUpModule() -> None:
    global installation, tested, bank, folder
    installation = Installation.for_module()
    tested = installation.portal("tested")
    bank = installation.portal("bank", is_test=False)
    folder = Path(tempfile.mkdtemp(prefix="onboarding-sandbox-"))
    unittest.addModuleCleanup(shutil.rmtree, folder, ignore_errors=True)
    command("sandbox", "write", str(folder / "sandbox"))


def command(*arguments: str) -> str:
    """What a command that needs no data says.

    Raises:
        AssertionError: where it is refused.
    """
    ended = subprocess.run([str(program()), *arguments], capture_output=True, text=True)
    if ended.returncode != 0:
        raise AssertionError(f"{arguments} ended with {ended.returncode}: {ended.stderr}")
    return ended.stdout


def body(persona: str, step: str, token: str) -> bytes:
    text = (folder / "sandbox" / persona / f"{step}.json").read_text()
    return text.replace("ENROLLMENT_TOKEN", token).encode()


def add_face(portal: Portal, token: str, persona: str) -> Answer:
    return portal.post("/onboarding/enrollment/addFace", raw=body(persona, "addFace", token))


def add_document(portal: Portal, token: str, persona: str) -> Answer:
    return portal.post("/onboarding/enrollment/addDocumentOCR", raw=body(persona, "addDocument", token))


def listing(page: str, language: str, credentials: Portal) -> str:
    """The first listing in a language, for this server and a tenant of it."""
    known = credentials.credentials
    text = (PACKAGE_ROOT / page).read_text().partition(f"```{language}\n")[2].partition("```")[0]
    text = textwrap.dedent(text).replace("http://127.0.0.1:8080", installation.endpoint.url)
    for word, own in (
        ("acme-consumers", known.realm),
        ("API-KEY", known.api_key),
        ("acme-b2b", known.client_id),
        ("CLIENT-SECRET", known.client_secret),
    ):
        text = text.replace(word, own)
    return text


class SandboxTests(unittest.TestCase):
    def begun(self, persona: str, portal: Portal | None = None) -> tuple[str, str]:
        """A username of the persona that nobody has, and the token of its enrollment, with a device."""
        portal = portal or tested
        name = f"sandbox-{persona}-{uuid.uuid4()}"
        token = portal.begin(name)
        self.assert_step(portal.add_device(token, "one phone for all"), PENDING)
        return name, token

    def assert_step(self, answer: Answer, status: int) -> dict[str, Any]:
        self.assertEqual(answer.status, 200, answer.described())
        document: dict[str, Any] = answer.json()
        self.assertEqual(document["enrollmentStatus"], status, answer.described())
        return document

    def assert_decided(self, answer: Answer, decision: str, status: int = PENDING) -> dict[str, Any]:
        document = self.assert_step(answer, status)
        self.assertEqual(document["faceLivenessResults"]["video"]["liveness_result"]["decision"], decision)
        self.assertEqual(document["livenessResult"], decision == "LIVE")
        return document

    def told(self, name: str, portal: Portal | None = None) -> dict[str, Any]:
        (summary,) = (portal or tested).find(username=name)
        return summary

    def receipt(self, summary: dict[str, Any], portal: Portal | None = None) -> dict[str, Any]:
        portal = portal or tested
        answer = portal.enrollment(summary["enrollmentId"], "receipt")
        self.assertEqual(answer.status, 200, answer.described())
        path = f"/auth/realms/{portal.credentials.realm}/protocol/openid-connect/certs"
        keys = installation.endpoint.send("GET", path).json()
        claims: dict[str, Any] = tokens.verify(answer.json()["receipt"], keys)
        return claims


class PersonaTests(SandboxTests):
    def test_live_is_registered_and_its_records_say_what_it_is(self) -> None:
        name, token = self.begun("live")
        self.assert_decided(add_face(tested, token, "live"), "LIVE")
        document = self.assert_step(add_document(tested, token, "live"), COMPLETE)
        self.assertTrue(document["documentVerificationResult"] and document["matchResult"])
        summary = self.told(name)
        claims = self.receipt(summary)
        self.assertEqual((claims["test"], claims["sandbox_persona"]), (True, "live"))
        shown = installation.command("audit", "show", summary["registrationCode"], "--tenant", "tested")
        self.assertEqual(shown.count("SANDBOX: the persona live decided this, nothing was measured"), 2)
        explanation = tested.enrollment(summary["enrollmentId"], "explanation").json()
        self.assertIs(explanation["test"], True)
        for step in explanation["steps"][1:]:
            self.assertEqual((step["sandboxPersona"], step["models"], step["wouldHaveHelped"]), ("live", [], []))
            (rule,) = step["rules"]
            self.assertEqual((rule["rule"], rule["missing"]), ("sandboxPersona", "notMeasured"))
        words = installation.command("audit", "explain", summary["registrationCode"], "--tenant", "tested").splitlines()
        self.assertIn("The persona live of the sandbox decided: nothing was measured", words[0])
        self.assertIn("SANDBOX: the persona live decided, nothing was measured", words)
        self.assertTrue(any("(test tenant)" in line for line in words))
        folder = installation.folder / "persona"
        installation.command("export", summary["registrationCode"], "--tenant", "tested", "--to", str(folder))
        (attempt,) = json.loads((folder / "person.json").read_text())["enrollments"]
        self.assertEqual([step["sandboxPersona"] for step in attempt["steps"]], ["live", "live"])
        page = (folder / "index.html").read_text()
        self.assertEqual(page.count("A persona of the sandbox (live) decided this. Nothing was measured"), 2)
        self.assertNotIn("comparison score", page)
        self.assertNotIn("score for a living face", page)
        installation.command("audit", "verify")

    def test_an_attack_is_one_until_the_attempts_are_used_up(self) -> None:
        name, token = self.begun("attack")
        for attempt in range(1, 6):
            frames = [pictures.png(96, 96 + attempt)] * 2
            self.assert_decided(tested.add_face(token, video(frames)), "SPOOF", PENDING if attempt < 5 else FAILED)
        summary = self.told(name)
        self.assertEqual((summary["state"], summary["reason"]), ("failed", "FACE_ATTEMPTS_EXHAUSTED"))
        self.assertEqual(self.receipt(summary)["sandbox_persona"], "attack")

    def test_a_blurred_capture_says_what_was_measured_and_the_next_is_taken(self) -> None:
        name, token = self.begun("blurred")
        first = self.assert_decided(add_face(tested, token, "blurred"), "TOO_BLURRY")
        (cause,) = first["recapture"]
        self.assertEqual((cause["code"], cause["bound"]), ("BLUR", "atLeast"))
        self.assertLess(0, cause["measured"])
        self.assertLess(cause["measured"], cause["wanted"])
        self.assertEqual(self.told(name)["reason"], "FACE_UNDECIDED")
        self.assertEqual(add_face(tested, token, "blurred").json(), first, "the same bytes are a replay")
        self.assert_decided(add_face(tested, token, "live"), "LIVE")
        document = self.assert_step(add_document(tested, token, "blurred"), PENDING)
        self.assertTrue(document["retryDocumentCapture"])
        self.assertEqual([cause["code"] for cause in document["recapture"]], ["MRZ_BLURRED"])
        self.assert_step(add_document(tested, token, "live"), COMPLETE)

    def test_documents_that_are_another_persons_or_expired_are_refused(self) -> None:
        for persona, reason in (("mismatch", "DOCUMENT_NOT_MATCHING"), ("expired", "DOCUMENT_NOT_VERIFIED")):
            name, token = self.begun(persona)
            self.assert_decided(add_face(tested, token, persona), "LIVE")
            document = self.assert_step(add_document(tested, token, persona), PENDING)
            self.assertEqual(document["documentVerificationResult"], persona == "mismatch")
            self.assertEqual(document["matchResult"], persona == "expired")
            self.assertEqual(self.told(name)["reason"], reason)

    def test_who_is_locked_is_told_until_when(self) -> None:
        failure = tested.post(
            "/onboarding/b2c/triggerEnroll", {"username": "sandbox-locked", "email": "locked@example.org"}
        ).json()
        self.assertEqual((failure["status"], failure["reason"]), ("FAILURE", "RATE_LIMITED"))
        self.assertRegex(failure["retryAt"], r"^\d{4}-\d\d-\d\dT")
        _, token = self.begun("locked")
        for refused in (add_face(tested, token, "locked"), add_face(tested, token, "live")):
            self.assertEqual((refused.status, refused.reason), (429, "RATE_LIMITED"), refused.described())
            self.assertGreater(int(refused.headers["retry-after"]), 3600)

    def test_an_overloaded_server_serves_the_third_request(self) -> None:
        _, token = self.begun("overloaded")
        for _ in range(2):
            refused = add_face(tested, token, "overloaded")
            self.assertEqual((refused.status, refused.reason), (503, "OVERLOADED"), refused.described())
            self.assertEqual(refused.headers["retry-after"], "1")
        self.assert_decided(add_face(tested, token, "overloaded"), "LIVE")
        self.assert_step(add_document(tested, token, "overloaded"), COMPLETE)

    def test_slow_is_served_late(self) -> None:
        _, token = self.begun("slow")
        begun = time.monotonic()
        self.assert_decided(add_face(tested, token, "slow"), "LIVE")
        self.assertGreaterEqual(time.monotonic() - begun, 3)

    def test_a_persona_takes_sealed_packages_and_no_rubbish(self) -> None:
        _, token = self.begun("live")
        refused = tested.add_face(token, video([b"no image"] * 2))
        self.assertEqual((refused.status, refused.reason), (400, "NOT_AN_IMAGE"), refused.described())
        foreign = seal_v2(video([pictures.png()]), tested.public_keys()[1], str(uuid.uuid4()))
        unreadable = tested.add_face(token, foreign)
        self.assertEqual(unreadable.reason, "PACKAGE_UNREADABLE", unreadable.described())
        sealed = seal_v2(video([pictures.png()] * 2), tested.public_keys()[1], token)
        self.assert_decided(tested.add_face(token, sealed), "LIVE")


class OtherTenantTests(SandboxTests):
    """A tenant that is no test tenant has no personas."""

    def test_every_username_is_one_like_any_other(self) -> None:
        for persona in PERSONAS:
            name = f"sandbox-{persona}"
            self.assertEqual(bank.trigger(name)["status"], "SUCCESS")
            token = bank.begin(name)
            self.assert_step(bank.add_device(token), PENDING)
            answer = bank.add_face(token, video([pictures.png(96, 96)]))
            self.assertEqual(answer.status, 200, answer.described())
            self.assertIs(answer.json()["livenessResult"], False, "nothing is on the image")
            self.assertEqual(answer.json()["faceLivenessResults"]["video"]["liveness_result"]["score"], -1)
            bank.cancel(token)
        last = bank.find(username="sandbox-live", states=["cancelled"])[0]
        claims = self.receipt(last, bank)
        self.assertEqual((claims["test"], "sandbox_persona" in claims), (False, False))


class MaterialTests(SandboxTests):
    def test_the_commands_list_what_the_page_lists_and_spare_what_is_there(self) -> None:
        page = (PACKAGE_ROOT / "docs" / "sandbox.md").read_text()
        rows = re.findall(r"(?m)^\| `(sandbox-\w+)` \| (.*) \| (.*) \|$", page)
        self.assertEqual([name for name, _, _ in rows], [f"sandbox-{persona}" for persona in PERSONAS])
        said = command("sandbox", "personas")
        explained = (folder / "sandbox" / "README.txt").read_text()
        for row in rows:
            for cell in row:
                self.assertIn(cell, said)
                self.assertIn(cell, explained)
        before = sorted(folder.rglob("*"))
        again = subprocess.run([str(program()), "sandbox", "write", str(folder / "sandbox")], capture_output=True)
        self.assertNotEqual(again.returncode, 0)
        self.assertIn(b"is not empty", again.stderr)
        self.assertEqual(sorted(folder.rglob("*")), before)

    def test_every_persona_has_its_requests(self) -> None:
        for persona in PERSONAS:
            face = json.loads(body(persona, "addFace", "t"))
            frames = face["faceLivenessData"]["video"]["workflow_data"]["frames"]
            self.assertEqual((face["enrollmentToken"], len(frames)), ("t", 14))
            self.assertEqual(json.loads(body(persona, "addDocument", "t"))["enrollmentToken"], "t")


class GuideTests(SandboxTests):
    def test_the_listing_of_the_readme_prints_what_it_says(self) -> None:
        said = subprocess.run(
            [sys.executable, "-B", "-c", listing("README.md", "python", installation.portal("readme"))],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(PYTHON_CLIENT)},
            capture_output=True,
            text=True,
        )
        self.assertEqual(said.returncode, 0, said.stderr)
        expected = (PACKAGE_ROOT / "README.md").read_text().partition("```text\n")[2].partition("```")[0]
        self.assertEqual(said.stdout, textwrap.dedent(expected))

    def test_the_commands_of_the_page_register_a_persona(self) -> None:
        if shutil.which("curl") is None:
            self.skipTest("no curl on this machine: install the Debian package curl")
        script = listing("docs/sandbox.md", "sh", installation.portal("page"))
        said = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True)
        self.assertEqual(said.returncode, 0, said.stderr)
        steps = [json.loads(line) for line in said.stdout.splitlines()]
        self.assertEqual([step["enrollmentStatus"] for step in steps], [PENDING, PENDING, COMPLETE])


if __name__ == "__main__":
    unittest.main()
