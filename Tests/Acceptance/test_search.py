"""Enrollments are found by whatever their tenant knows of a person, over HTTP and on the command line."""

from __future__ import annotations

import datetime
import json
import unittest
import uuid
from typing import Any

import leaks
import pictures
from client.exchange import Answer, envelope_objection
from client.flow import COMPLETE, Portal
from installation import Installation
from right_requests import tenants

SEARCH = "/onboarding/admin/enrollments/search"
HOLDER = pictures.Holder(number="UK4071999")

installation: Installation
portal: Portal
documents: Portal
other: Portal
#: By how the commands name it.
person: dict[str, str]
pending: dict[str, Any]
complete: dict[str, Any]


def setUpModule() -> None:
    global installation, portal, documents, other, person, pending, complete
    installation = Installation.for_module()
    ours, theirs = tenants(installation, "ours", "device", "document"), tenants(installation, "theirs", "device")
    portal, documents = Portal(installation.endpoint, ours["device"]), Portal(installation.endpoint, ours["document"])
    other = Portal(installation.endpoint, theirs["device"])

    name = f"erika-{uuid.uuid4().hex}"
    person = {
        "username": name,
        "email": f"{name}@Example.org",
        "phone-number": "+32 2 790 41 17",
        "reference": f"case {uuid.uuid4().hex}",
    }
    posted = {"phoneNumber" if key == "phone-number" else key: value for key, value in person.items()}
    person["session"] = portal.post("/onboarding/b2c/triggerEnroll", posted).json()["sessionToken"]
    (pending,) = portal.find(username=name)

    begun = documents.begin(f"with-document-{uuid.uuid4().hex}")
    answer = documents.add_document(begun, [pictures.passport_page(holder=HOLDER)]).json()
    assert answer["enrollmentStatus"] == COMPLETE, answer
    (complete,) = documents.find(registrationCode=answer["registrationCode"])


class SearchTests(unittest.TestCase):
    def found(self, who: Portal | None = None, **wanted: Any) -> list[str]:
        return [entry["enrollmentId"] for entry in (who or portal).find(**wanted)]

    def assert_refused(self, answer: Answer, reason: str, status: int = 400) -> None:
        self.assertEqual((answer.status, answer.reason), (status, reason), answer.described())
        self.assertIsNone(envelope_objection(answer))

    def test_an_enrollment_is_found_by_each_thing_that_is_known_of_it(self) -> None:
        for wanted in (
            {"username": person["username"]},
            {"email": person["email"]},
            {"email": person["email"].upper()},
            {"phoneNumber": person["phone-number"]},
            {"phoneNumber": "0032/2-7904117"},
            {"reference": person["reference"]},
            {"sessionToken": person["session"]},
            {"enrollmentId": pending["enrollmentId"]},
            {"registrationCode": pending["registrationCode"]},
            {"registrationCode": pending["registrationCode"].lower()},
            {"username": person["username"], "reference": person["reference"], "states": ["pending", "failed"]},
            {"username": person["username"], "email": None, "phoneNumber": None, "states": [], "reasons": None},
        ):
            with self.subTest(wanted):
                self.assertEqual(self.found(**wanted), [pending["enrollmentId"]])
                self.assertEqual(self.found(other, **wanted), [], "another tenant finds nothing of it")

    def test_a_person_is_found_by_the_document_that_was_read(self) -> None:
        for number in (HOLDER.number, HOLDER.number.lower(), f" {HOLDER.number[:2]}-{HOLDER.number[2:]}<"):
            self.assertEqual(self.found(documents, documentNumber=number), [complete["enrollmentId"]], number)
        self.assertEqual(self.found(documents, documentNumber=HOLDER.number[:-1]), [])

    def test_all_that_is_said_has_to_hold(self) -> None:
        for wanted in (
            {"username": person["username"].upper()},
            {"username": person["username"], "reference": "another"},
            {"username": person["username"], "states": ["complete"]},
            {"reference": person["reference"].upper()},
            {"registrationCode": complete["registrationCode"]},
            {"enrollmentId": "0" * 32},
            {"sessionToken": "x"},
        ):
            with self.subTest(wanted):
                self.assertEqual(self.found(**wanted), [])

    def test_states_and_reasons_tell_what_became_of_whom(self) -> None:
        name = f"{uuid.uuid4()}@example.org"
        portal.cancel(portal.begin(name))
        portal.add_device(portal.begin(name))
        self.assertEqual(portal.post("/onboarding/b2c/triggerEnroll", {"username": name}).json()["status"], "FAILURE")

        def states(**wanted: Any) -> list[str]:
            return [entry["state"] for entry in portal.find(username=name, **wanted)]

        self.assertEqual(states(), ["complete", "cancelled"], "the newest first")
        for state in ("pending", "complete", "failed", "expired", "cancelled"):
            self.assertEqual(states(states=[state]), [state] if state in ("complete", "cancelled") else [])
        self.assertEqual(states(states=["failed", "cancelled"]), ["cancelled"])
        self.assertEqual(states(reasons=["ENROLLMENT_CANCELLED", "FACE_NOT_LIVE"]), ["cancelled"])
        self.assertEqual(states(reasons=["FACE_NOT_LIVE"]), [])
        self.assertEqual(len({entry["subjectId"] for entry in portal.find(username=name)}), 1, "one person")

    def test_days_and_instants_bound_when_an_enrollment_began(self) -> None:
        begun = datetime.datetime.fromisoformat(pending["startDate"])
        day, second = datetime.timedelta(days=1), datetime.timedelta(seconds=1)
        today, yesterday, tomorrow = (str((begun + offset).date()) for offset in (0 * day, -day, day))
        for bounds, is_found in (
            ({"from": today, "to": today}, True),
            ({"from": yesterday}, True),
            ({"to": yesterday}, False),
            ({"from": tomorrow}, False),
            ({"from": (begun - second).isoformat(), "to": (begun + second).isoformat()}, True),
            ({"from": (begun + second).isoformat()}, False),
            ({"to": (begun - second).isoformat()}, False),
        ):
            with self.subTest(bounds):
                ids = [pending["enrollmentId"]] if is_found else []
                self.assertEqual(self.found(username=person["username"], **bounds), ids)

    def test_pages_stay_as_they_are_while_enrollments_begin(self) -> None:
        name = f"{uuid.uuid4()}@example.org"
        for _ in range(7):
            portal.trigger(name)
        expected = self.found(username=name)
        seen: list[str] = []
        wanted: dict[str, Any] = {"username": name, "pageSize": 2}
        while True:
            page = portal.post(SEARCH, wanted).json()
            self.assertLessEqual(len(page["list"]), 2)
            seen += [entry["enrollmentId"] for entry in page["list"]]
            portal.trigger(name)
            if "nextCursor" not in page:
                break
            wanted["cursor"] = page["nextCursor"]
        self.assertEqual(seen, expected)
        self.assertEqual(len(self.found(username=name, pageSize=500)), 7 + 4)

    def test_what_is_no_word_day_or_cursor_is_refused(self) -> None:
        for wanted in (
            {"states": ["Pending"]},
            {"reasons": ["TOKEN_UNKNOWN"]},
            {"from": "yesterday"},
            {"to": "2026-13-01"},
            {"from": "2026-11-25T04:00:00"},
            {"cursor": "x"},
            {"enrollmentId": "x"},
        ):
            with self.subTest(wanted):
                self.assert_refused(portal.post(SEARCH, wanted), "SEARCH_INVALID")
        for wanted in ({"userName": "erika"}, {"username": "erika", "userName": 1}):
            answer = portal.post(SEARCH, wanted)
            self.assert_refused(answer, "SEARCH_INVALID")
            self.assertNotIn("userName", answer.described())
        self.assertEqual(portal.post(SEARCH, {"userName": None, "pageSize": 1}).status, 200)
        for size in (0, 501, -1):
            self.assert_refused(portal.post(SEARCH, {"pageSize": size}), "PAGE_OUT_OF_RANGE")
        self.assert_refused(portal.post(SEARCH, {"reference": "x" * 257}), "FIELD_TOO_LONG")
        for name in ("username", "email", "documentNumber", "registrationCode", "from", "cursor"):
            self.assert_refused(portal.post(SEARCH, {name: ""}), "FIELD_EMPTY")
        long = {"username": "long", "email": "long", "reference": "x" * 257}
        for route in ("/onboarding/b2c/triggerEnroll", "/onboarding/enrollment/enroll"):
            self.assert_refused(portal.post(route, long), "FIELD_TOO_LONG")
        phone = portal.post("/tokenVerify/validateSession", {"sessionToken": person["session"]}).json()["accessToken"]
        answer = portal.endpoint.send(
            "POST", SEARCH, portal.headers | {"Authorization": f"Bearer {phone}"}, json.dumps({}).encode()
        )
        self.assert_refused(answer, "ROLE_MISSING", 403)

    def test_a_search_after_erasure_finds_nothing(self) -> None:
        name = f"{uuid.uuid4()}@example.org"
        portal.trigger(name, reference=f"ref {name}")
        self.assertEqual(len(self.found(reference=f"ref {name}")), 1)
        said = installation.command("erase", "--tenant", "ours-device", "--reference", f"ref {name}")
        self.assertTrue(said.startswith("erased: 1 enrollment\n"), said)
        self.assertEqual(self.found(reference=f"ref {name}"), [])
        self.assertEqual(self.found(username=name), [])


class CommandTests(unittest.TestCase):
    """The same by whoever has the data folder; the server runs meanwhile."""

    def named(self) -> list[tuple[str, ...]]:
        """Each way in which a command names the enrollment that goes on."""
        return [
            (pending["registrationCode"],),
            ("--enrollment", pending["enrollmentId"]),
            *((f"--{name}", value) for name, value in person.items()),
        ]

    def test_find_prints_identifiers_and_nothing_personal(self) -> None:
        for named in self.named():
            with self.subTest(named):
                said = installation.command("find", *named, "--tenant", "ours-device")
                head, line = said.splitlines()
                self.assertEqual(head.split(), ["BEGUN", "STATE", "CODE", "ENROLLMENT", "PERSON", "REASON"])
                begun, state, code, enrollment, subject, reason = line.split()
                self.assertEqual((begun, state, reason), (pending["startDate"], "pending", "-"))
                self.assertEqual((code, enrollment), (pending["registrationCode"], pending["enrollmentId"]))
                self.assertEqual(subject, pending["subjectId"])
                for form, told in ((), "Error: nobody found\n"), (("--json",), '"code":"NOTHING_FOUND"'):
                    ended = installation.finished("find", *named, "--tenant", "theirs-device", *form)
                    self.assertEqual((ended.returncode, ended.stdout), (2, ""))
                    self.assertIn(told, ended.stderr)
        line = installation.command("find", "--tenant", "ours-document", "--document-number", HOLDER.number)
        self.assertIn(complete["enrollmentId"], line)
        self.assertIn(complete["enrollmentId"], installation.command("find", "--tenant", "ours-document"))

    def test_audit_show_and_export_take_whoever_is_named(self) -> None:
        for index, named in enumerate(self.named()):
            with self.subTest(named):
                shown = installation.command("audit", "show", *named, "--tenant", "ours-device")
                self.assertTrue(shown.startswith(f"enrollment {pending['enrollmentId']} of tenant ours-device (test)"))
                self.assertIn("triggered by the portal", shown)
                self.assertEqual(leaks.in_bytes(shown.encode(), self.secrets()), [])
                folder = installation.folder / f"export-{index}"
                installation.command("export", *named, "--tenant", "ours-device", "--to", str(folder))
                record = json.loads((folder / "person.json").read_text())
                (shown,) = (one for one in record["enrollments"] if one["enrollment"] == pending["enrollmentId"])
                self.assertEqual(shown["person"]["username"], person["username"])
                self.assertEqual(shown["person"]["reference"], person["reference"])

    def test_nothing_that_was_searched_for_is_in_the_log(self) -> None:
        for name, value in person.items():
            wanted = {"phone-number": "phoneNumber", "session": "sessionToken"}.get(name, name)
            portal.find(**{wanted: value})
        documents.find(documentNumber=HOLDER.number)
        self.assertEqual(leaks.in_bytes(installation.log.read_bytes(), self.secrets()), [])
        self.assertIn(SEARCH, installation.log.read_text())

    @staticmethod
    def secrets() -> dict[str, bytes]:
        return {name: value.encode() for name, value in person.items()} | {"document": HOLDER.number.encode()}


if __name__ == "__main__":
    unittest.main()
