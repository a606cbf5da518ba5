"""Why an enrollment stands or ended as it does, by API and command line; listings as JSON, and since an instant."""

from __future__ import annotations

import json
import unittest
import uuid
from datetime import datetime
from typing import Any

import pictures
from client.exchange import Answer
from client.flow import COMPLETE, FAILED, PENDING, Portal
from client.packages import video
from installation import Installation
from right_requests import tenants

OTHER_HOLDER = pictures.Holder(number="UZ2000001")

installation: Installation
whole: Portal
other: Portal


def setUpModule() -> None:
    global installation, whole, other
    installation = Installation.for_module()
    whole = installation.portal("whole", allowStillPackages=True, maxFaceAttempts=1, maxDocumentAttempts=1)
    other = Portal(installation.endpoint, tenants(installation, "other", "device")["device"])


def explained(*arguments: str) -> list[Any]:
    """What the command prints as JSON, a line for each enrollment."""
    said = installation.command("audit", "explain", *arguments, "--tenant", "whole", "--json")
    return [json.loads(line) for line in said.splitlines()]


class ExplanationTests(unittest.TestCase):
    def assert_step(self, answer: Answer, status: int) -> None:
        self.assertEqual((answer.status, answer.json().get("enrollmentStatus")), (200, status), answer.described())

    def begun(self) -> tuple[str, str]:
        """A username and the token of an enrollment that awaits its face."""
        name = f"{uuid.uuid4()}@example.org"
        token = whole.begin(name)
        self.assert_step(whole.add_device(token), PENDING)
        return name, token

    def explanation(self, name: str) -> Any:
        """What both ways say of somebody's only enrollment: the same, and nobody's name."""
        (summary,) = whole.find(username=name)
        answer = whole.enrollment(summary["enrollmentId"], "explanation")
        self.assertEqual(answer.status, 200, answer.described())
        self.assertEqual(explained("--username", name), [answer.json()])
        words = installation.command("audit", "explain", summary["registrationCode"], "--tenant", "whole")
        for text in (answer.body.decode(), words):
            for named in (name, pictures.Holder().surname, pictures.Holder().number, OTHER_HOLDER.number):
                self.assertNotIn(named, text)
        self.assertEqual(words.splitlines()[0], answer.json()["summary"]["en"])
        # What programs are told by members has instants of theirs, and what people read has none.
        self.assertNotRegex(words, r"\dT\d\d:")
        begun = datetime.fromisoformat(answer.json()["begunAt"])
        self.assertIn(f"{begun.day} {begun:%b %Y}", words)
        self.assertRegex(words, rf"(?m)^Enrollment {summary['enrollmentId']} of tenant whole .*\d, \d\d:\d\d:\d\d UTC")
        return answer.json()

    def assert_rule(self, rule: Any, name: str, **members: Any) -> None:
        self.assertEqual({"rule": rule["rule"]} | {key: rule.get(key) for key in members}, {"rule": name} | members)

    def test_a_refused_face_is_explained(self) -> None:
        name, token = self.begun()
        # An image without a face decides nothing; a tilted print is an attack, and the last attempt.
        self.assert_step(whole.add_face(token, video([pictures.png(480, 640)])), PENDING)
        undecided = self.explanation(name)
        self.assertEqual((undecided["state"], undecided["rules"]), ("pending", []))
        step = undecided["steps"][-1]
        self.assertEqual((step["reason"], step["counts"]), ("FACE_UNDECIDED", "capture"))
        self.assert_rule(
            step["rules"][0], "liveness.oneFace", measured=0, threshold=1, bound="atLeast", unit="frames", holds=False
        )
        helped = step["wouldHaveHelped"][0]
        self.assertEqual((helped["code"], helped["measured"], helped["wanted"]), ("NO_SINGLE_FACE", 0, 1))
        self.assertIn("Gesicht", helped["person"]["de"])

        self.assert_step(whole.add_face(token, video(pictures.tilted_print(), interval=160)), FAILED)
        failed = self.explanation(name)
        self.assertEqual((failed["state"], failed["reason"]), ("failed", "FACE_ATTEMPTS_EXHAUSTED"))
        self.assert_rule(
            failed["rules"][0], "enrollment.attempts", measured=1, threshold=1, bound="below", holds=False
        )
        step = failed["steps"][-1]
        self.assertEqual((step["decision"], step["counts"]), ("presentationAttack", "attempt"))
        self.assertTrue(step["rules"])
        for rule in step["rules"]:
            self.assertIs(rule["holds"], False)
        self.assertNotIn("missing", step["rules"][0])
        self.assertTrue(step["models"] and step["software"]["modelLock"])
        self.assertEqual(step["evidence"]["state"], "whole")
        german = installation.command("audit", "explain", "--username", name, "--tenant", "whole", "--language", "de")
        self.assertIn("for the person: " + failed["person"]["de"], german)

    def test_a_refused_document_is_explained(self) -> None:
        name, token = self.begun()
        self.assert_step(whole.add_face(token, video([pictures.still()])), PENDING)
        page = pictures.passport_page(pictures.OTHER_PERSON, OTHER_HOLDER)
        answer = whole.add_document(token, [page])
        self.assert_step(answer, FAILED)
        step = self.explanation(name)["steps"][-1]
        self.assertEqual((step["check"], step["reason"]), ("addDocument", "DOCUMENT_NOT_MATCHING"))
        (rule,) = step["rules"]
        self.assert_rule(rule, "match.portrait", bound="atLeast", unit="matchScore", holds=False)
        self.assertAlmostEqual(rule["measured"], answer.json()["matchScore"], places=3)
        self.assertLess(rule["measured"], rule["threshold"])
        self.assertEqual(step["wouldHaveHelped"][0]["wanted"], rule["threshold"])
        self.assertGreater(step["configurationVersion"], 0)

    def test_a_registered_person_is_explained(self) -> None:
        name, token = self.begun()
        self.assert_step(whole.add_face(token, video([pictures.still()])), PENDING)
        self.assert_step(whole.add_document(token, [pictures.passport_page()]), COMPLETE)
        explanation = self.explanation(name)
        self.assertEqual((explanation["state"], explanation.get("reason")), ("complete", None))
        self.assert_rule(explanation["rules"][0], "enrollment.checks", measured=3, threshold=3, holds=True)
        self.assertEqual([step["check"] for step in explanation["steps"]], ["addDevice", "addFace", "addDocument"])
        for step in explanation["steps"]:
            self.assertIs(step["accepted"], True)
            self.assertNotIn("person", step)
            self.assertEqual(step["wouldHaveHelped"], [])
        # A still was taken by its quality alone, and that is said.
        self.assertIn("liveness.stillsPermitted", [rule["rule"] for rule in explanation["steps"][1]["rules"]])

    def test_of_an_erased_person_the_command_shows_the_events_alone(self) -> None:
        name, token = self.begun()
        self.assert_step(whole.add_face(token, video([pictures.still()])), PENDING)
        (summary,) = whole.find(username=name)
        path = f"/onboarding/admin/enrollment/{summary['enrollmentId']}"
        self.assertEqual(whole.endpoint.send("DELETE", path, whole.headers).status, 200)
        answer = whole.enrollment(summary["enrollmentId"], "explanation")
        self.assertEqual((answer.status, answer.reason), (404, "ENROLLMENT_UNKNOWN"))
        (explanation,) = explained(summary["registrationCode"])
        self.assertIn("erasedAt", explanation)
        step = explanation["steps"][-1]
        self.assertEqual((step["evidence"]["state"], step["models"]), ("erased", []))
        self.assertEqual([rule["missing"] for rule in step["rules"]], ["erased"])

    def test_another_tenant_learns_nothing(self) -> None:
        name, _ = self.begun()
        (summary,) = whole.find(username=name)
        for asked in (summary["enrollmentId"], "0" * 32, "1"):
            answer = other.enrollment(asked, "explanation")
            self.assertEqual((answer.status, answer.reason), (404, "ENROLLMENT_UNKNOWN"))
        said = installation.refused_command("audit", "explain", summary["registrationCode"], "--tenant", "other-device")
        self.assertIn("has no such enrollment", said)
        self.assertIn("Name a registration code", installation.refused_command("audit", "explain", "--tenant", "whole"))


class ListingTests(unittest.TestCase):
    """JSON a line, and nothing before an instant."""

    def lines(self, *arguments: str) -> list[Any]:
        return [json.loads(line) for line in installation.command(*arguments, "--json").splitlines()]

    def setUp(self) -> None:
        self.names = [f"{uuid.uuid4()}@example.org" for _ in range(2)]
        for name in self.names:
            other.begin(name)
        self.first, self.second = (other.find(username=name)[0] for name in self.names)

    def test_the_trail_is_printed_as_json_and_since_an_instant(self) -> None:
        every = self.lines("audit", "trail", "--tenant", "other-device")
        self.assertEqual(every[0]["kind"], "tenantCreated")
        self.assertEqual({entry["tenant"] for entry in every}, {"other-device"})
        self.assertEqual([entry["sequence"] for entry in every], sorted(entry["sequence"] for entry in every))
        since = every[-1]["at"]
        later = self.lines("audit", "trail", "--tenant", "other-device", "--since", since)
        self.assertEqual(later, [entry for entry in every if entry["at"] >= since])
        self.assertEqual(self.lines("audit", "trail", "--since", "2999-01-01"), [])
        printed = installation.command("audit", "trail", "--tenant", "other-device", "--since", since).splitlines()
        self.assertEqual([line.split("  ")[0] for line in printed], [entry["at"] for entry in later])
        kinds = {entry["kind"] for entry in self.lines("audit", "trail") if "tenant" not in entry}
        self.assertIn("keyAdded", kinds, "what concerns the server has no tenant")

    def test_found_enrollments_are_printed_as_json_and_since_an_instant(self) -> None:
        found = self.lines("find", "--tenant", "other-device", "--since", self.second["startDate"])
        self.assertEqual([entry["enrollmentId"] for entry in found], [self.second["enrollmentId"]])
        members = ("enrollmentId", "subjectId", "state", "registrationCode", "startDate")
        self.assertEqual(
            {name: found[0].get(name) for name in members}, {name: self.second[name] for name in members}
        )
        self.assertNotIn(self.names[1], json.dumps(found))

    def test_a_timeline_is_printed_as_json_and_since_an_instant(self) -> None:
        named = ("audit", "show", "--enrollment", self.first["enrollmentId"], "--tenant", "other-device")
        (timeline,) = self.lines(*named)
        self.assertEqual(timeline["enrollmentId"], self.first["enrollmentId"])
        self.assertIn(", open until ", timeline["events"][0]["sentence"])
        self.assertIsInstance(timeline["events"][0]["event"], dict)
        self.assertEqual(self.lines(*named, "--since", "2999-01-01")[0]["events"], [])
        self.assertEqual(len(installation.command(*named, "--since", "2999-01-01").splitlines()), 1)

    def test_an_instant_that_is_none_is_said(self) -> None:
        for since in ("yesterday", "2026-02-30", "2026-11-25T25:00:00Z", ""):
            said = installation.refused_command("audit", "trail", "--since", since)
            self.assertIn("--since is a day such as 2026-11-25, or an instant", said)


if __name__ == "__main__":
    unittest.main()
