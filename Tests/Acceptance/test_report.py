"""The monthly report: what began, finished and was refused, in each of its forms, over HTTP and on the command line."""

from __future__ import annotations

import csv
import datetime
import html.parser
import io
import json
import unittest
from typing import Any

import pictures
import trail
from client.contract import Contract
from client.exchange import Answer, envelope_objection
from client.flow import Caller, Portal
from client.packages import video
from installation import Installation
from right_requests import ATTACKER, somebody, tenants

REPORT = "/onboarding/admin/report"
#: A package that opens with no key.
UNREADABLE = {"key": "AA==", "iv": "AA==", "p": "AA=="}

installation: Installation
faces: Portal
devices: Portal
other: Portal
#: The month in which all of it happened.
month: str


def this_month() -> str:
    return datetime.datetime.now(datetime.UTC).strftime("%Y-%m")


def setUpModule() -> None:
    global installation, faces, devices, other, month
    installation = Installation.for_module()
    made = tenants(installation, "ours", "face", "device")
    faces, devices = (Portal(installation.endpoint, made[kind]) for kind in ("face", "device"))
    other = Portal(installation.endpoint, tenants(installation, "theirs", "device")["device"])
    month = this_month()
    # One that goes on, one that is registered, one that was cancelled; one that was refused at the face.
    devices.begin(somebody()["email"])
    devices.add_device(devices.begin(somebody()["email"]))
    devices.cancel(devices.begin(somebody()["email"]))
    token = faces.begin(f"{ATTACKER}-1")
    faces.add_face(token, UNREADABLE)
    faces.add_face(token, video([pictures.still()]))
    if this_month() != month:
        raise unittest.SkipTest("the month ended meanwhile")


class Page(html.parser.HTMLParser):
    """The tables of a page by their captions, and the names of all its elements."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.tables: dict[str, list[list[str]]] = {}
        self._open: list[str] = []
        self._caption = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        if tag == "wbr":
            return
        self._open.append(tag)
        if tag == "tr":
            self.tables[self._caption].append([])
        elif tag in ("th", "td"):
            self.tables[self._caption][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] == "caption":
            self._caption = data
            self.tables[data] = []
        elif self._open and self._open[-1] in ("th", "td"):
            self.tables[self._caption][-1][-1] += data


class ReportTests(unittest.TestCase):
    def get(self, who: Portal, query: str = "", accept: str | None = None) -> Answer:
        """Asks for a report; the answer is as documented."""
        caller = Caller(installation.endpoint, None, who.bearer)
        answer = caller.get(REPORT + query, accept)
        self.assertIsNone(Contract.published().objection("GET", REPORT, answer))
        return answer

    def report(self, who: Portal) -> dict[str, Any]:
        answer = self.get(who, f"?month={month}")
        self.assertEqual(answer.status, 200, answer.described())
        report: dict[str, Any] = answer.json()
        return report

    def test_what_began_finished_and_was_refused_is_counted_for_its_tenant_alone(self) -> None:
        kinds = ("openBefore", "begun", "registered", "handedIn", "refused", "expired", "cancelled", "pending")
        none = dict.fromkeys(kinds, 0)
        ours = self.report(devices)
        self.assertEqual(
            ours["enrollments"], none | {"begun": 3, "registered": 1, "cancelled": 1, "pending": 1}, ours
        )
        self.assertEqual((ours["month"], ours["isOver"], ours["tenant"]), (month, False, "ours-device"))
        self.assertTrue(ours["test"])
        self.assertEqual(ours["times"]["registration"]["count"], 1)
        self.assertEqual([entry["step"] for entry in ours["times"]["steps"]], ["enroll", "addDevice"])
        refused = self.report(faces)
        self.assertEqual(refused["enrollments"], none | {"begun": 1, "refused": 1})
        (why,) = refused["refusedFor"]
        self.assertEqual((why["step"], why["lastReason"], why["count"]), ("addFace", "FACE_NOT_LIVE", 1))
        (cause,) = refused["recaptures"]
        self.assertEqual((cause["step"], cause["reason"]), ("addFace", "PACKAGE_UNREADABLE"))
        self.assertEqual(cause["count"], 1)
        self.assertEqual(self.report(other)["enrollments"], none)

    def test_the_table_is_csv_with_one_figure_a_line(self) -> None:
        asked = self.get(devices, f"?month={month}&format=csv")
        accepted = self.get(devices, f"?month={month}", "text/csv, application/json;q=0.5")
        printed = installation.command("report", "--tenant", "ours-device", "--month", month)
        for answer in (asked, accepted):
            self.assertEqual(answer.headers["content-type"], "text/csv; charset=utf-8")
        self.assertEqual(asked.body.count(b"\n"), asked.body.count(b"\r\n"))
        for text in (asked.body.decode(), accepted.body.decode(), printed):
            with self.subTest(text[:20]):
                head, *lines = csv.reader(io.StringIO(text, newline=""))
                self.assertEqual({len(line) for line in lines}, {len(head)})
                rows = [dict(zip(head, line, strict=True)) for line in lines]
                counts = {row["item"]: row["value"] for row in rows if row["section"] == "enrollments"}
                self.assertEqual((counts["begun"], counts["registered"], counts["pending"]), ("3", "1", "1"))
                self.assertEqual({row["tenant"] for row in rows}, {"ours-device"})
                self.assertFalse([row for row in rows if row["section"] == "demographics"])

    def test_the_page_has_named_tables_and_no_script(self) -> None:
        for answer in (
            self.get(devices, f"?month={month}&format=html"),
            self.get(devices, f"?month={month}", "text/html,application/xhtml+xml,*/*;q=0.8"),
        ):
            self.assertEqual(answer.headers["content-type"], "text/html; charset=utf-8")
            self.assertIn("default-src 'none'", answer.headers["content-security-policy"])
            page = Page(answer.body.decode())
            self.assertFalse(page.elements & {"script", "img", "link", "iframe", "form"}, page.elements)
            self.assertIn(["begun", "3"], page.tables["Enrollments"])
            self.assertIn(b"The month is not over.", answer.body)

    def test_a_month_or_format_that_is_none_is_refused(self) -> None:
        year = int(month[:4])
        for query, member in (
            (f"?month={year + 1}-01", "month"),
            ("?month=2026-13", "month"),
            ("?month=", "month"),
            (f"?month={month}&format=pdf", "format"),
        ):
            with self.subTest(query):
                answer = self.get(devices, query)
                self.assertEqual((answer.status, answer.reason), (400, "QUERY_INVALID"), answer.described())
                self.assertEqual(answer.json()["details"]["member"], member)
                self.assertIn("a value that is not allowed", answer.json()["errorMsg"])
                self.assertIsNone(envelope_objection(answer))
        said = installation.refused_command("report", "--tenant", "ours-device", "--month", "2026-13")
        self.assertIn("2026-10", said)
        said = installation.refused_command("report", "--tenant", "ours-device", "--output", "/nonexistent/r.html")
        self.assertIn("/nonexistent/r.html cannot be written: there is no folder /nonexistent.", said)

    def test_without_a_month_it_is_the_last_that_is_over(self) -> None:
        report = self.get(devices).json()
        self.assertTrue(report["isOver"])
        self.assertLess(report["month"], month)
        self.assertEqual(report["enrollments"]["begun"], 0)

    def test_persons_are_counted_only_where_the_tenant_says_so_and_the_trail_tells(self) -> None:
        self.assertNotIn("demographics", self.report(faces))
        counting = installation.portal("counting", reportDemographics=True)
        self.assertEqual(self.report(counting)["demographics"], {"state": "monthNotOver"})
        self.assertEqual(trail.entries(installation, "counting", "personDataCounted"), [])
        over = self.get(counting).json()["demographics"]
        self.assertEqual((over["state"], over["isIncomplete"]), ("counted", False))
        self.assertEqual((over["registered"]["total"], over["refused"]["total"]), (0, 0))
        printed = json.loads(installation.command("report", "--tenant", "counting", "--format", "json"))
        self.assertEqual(printed["demographics"], over)
        told = trail.entries(installation, "counting", "personDataCounted")
        self.assertEqual([entry.texts["documents"] for entry in told], ["0", "0"])
        self.assertEqual(told[0].texts["actor"], f"credential {counting.credentials.client_id}")
        self.assertLess(told[0].texts["month"], month)


if __name__ == "__main__":
    unittest.main()
