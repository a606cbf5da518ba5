"""The desk's list of cases: found by every filter, paged without gap or repeat, exported, with names for who may see them."""

from __future__ import annotations

import csv
import functools
import html
import io
import json
import re
import unittest
import urllib.parse
from collections.abc import Callable
from typing import Any

import operators
import trail
from installation import Installation

CASES = 260
ALL = "from=&to="

installation: Installation
auditor: operators.Operator
clerk: operators.Operator
cases: list[dict[str, Any]]


def setUpModule() -> None:
    global installation, auditor, clerk, cases
    installation = Installation.for_module()
    installation.tenant("desk")
    said = installation.command("dev", "seed", "--count", str(CASES), "--tenant", "desk", "--days", "90")
    assert said.startswith(f"{CASES} enrollments in desk"), said
    operators.make(installation, "desk", "ada", "auditor", "persons", "export")
    operators.make(installation, "desk", "ben", "auditor")
    auditor, clerk = operators.sign_in(installation, "desk", "ada"), operators.sign_in(installation, "desk", "ben")
    cases = json.loads(auditor.get(f"/desk/export.json?{ALL}").body)


def has(member: str, value: str, case: dict[str, Any]) -> bool:
    return case.get(member) == value


class Listed:
    """A page of the list as a person reads it."""

    def __init__(self, who: operators.Operator, query: str, language: str = "en") -> None:
        answer = who.get(f"/desk?{query}", {"Accept-Language": language})
        assert answer.status == 200, answer.described()
        self.text = answer.body.decode()
        body = re.search(r"<tbody>(.*)</tbody>", self.text, re.DOTALL)
        self.rows = re.findall(r"<tr>(.*?)</tr>", body[1], re.DOTALL) if body else []
        self.ids = [found for row in self.rows for found in re.findall(r"/desk/cases/([0-9a-f]{32})", row)]

    def link(self, relation: str) -> str | None:
        """The query of the link to another page."""
        found = re.search(rf'rel="{relation}" href="/desk\?([^"]*)"', self.text)
        return html.unescape(found[1]) if found else None


class ListTests(unittest.TestCase):
    def found(self, query: str, who: operators.Operator | None = None) -> list[str]:
        """All that a query finds, from the first page to the last."""
        page = Listed(who or auditor, query)
        ids = list(page.ids)
        while following := page.link("next"):
            page = Listed(who or auditor, following)
            ids += page.ids
        return ids

    def test_whoever_is_not_signed_in_is_sent_to_sign_in(self) -> None:
        for path in ("/desk", "/desk/export.csv", "/desk/export.json"):
            answer = auditor.endpoint.send("GET", path, {})
            self.assertEqual((answer.status, answer.headers["location"].split("?")[0]), (303, "/sign-in"), path)

    def test_the_pages_have_every_case_once_the_newest_first(self) -> None:
        ids = self.found(ALL)
        self.assertEqual(ids, [case["enrollment"] for case in cases])
        self.assertEqual(len(set(ids)), CASES)
        first = Listed(auditor, ALL)
        self.assertEqual((len(first.ids), first.link("prev")), (50, None))
        second = Listed(auditor, first.link("next") or "")
        back = Listed(auditor, second.link("prev") or "")
        self.assertEqual(back.ids, first.ids)
        begun = [case["begun"] for case in cases]
        self.assertEqual(begun, sorted(begun, reverse=True))

    def test_it_opens_with_the_last_thirty_days(self) -> None:
        ids = self.found("")
        self.assertTrue(0 < len(ids) < CASES)
        self.assertEqual(ids, [case["enrollment"] for case in cases][: len(ids)])

    def test_each_filter_finds_what_the_export_says(self) -> None:
        reasons = {case.get("reason") for case in cases if case.get("reason")}
        states = ("complete", "failed", "expired", "cancelled", "pending")
        filters: list[tuple[str, Callable[[dict[str, Any]], bool]]] = [
            *((f"state={state}", functools.partial(has, "state", state)) for state in states),
            ("state=failed&state=expired", lambda case: case["state"] in ("failed", "expired")),
            ("document=Passport", functools.partial(has, "documentType", "Passport")),
            ("issuer=DEU&state=complete", lambda case: has("issuingState", "DEU", case) and has("state", "complete", case)),
            ("workflow=charlie4", functools.partial(has, "workflow", "charlie4")),
            ("liveness-to=60", lambda case: case.get("livenessInPercent", 99) <= 60),
            ("portrait-from=5", lambda case: case.get("portraitScore", 0) >= 5),
            ("time=finished", lambda case: "ended" in case),
        ]
        for query, fits in filters:
            with self.subTest(query):
                wanted = f"from=2000-01-01&to=&{query}" if query == "time=finished" else f"{ALL}&{query}"
                self.assertEqual(self.found(wanted), [case["enrollment"] for case in cases if fits(case)])
        for reason in reasons:
            with self.subTest(reason):
                ended = {case["enrollment"] for case in cases if case.get("reason") == reason}
                # Those that went on after it, too.
                self.assertLessEqual(ended, set(self.found(f"{ALL}&reason={reason}")))

    def test_a_person_is_found_by_how_a_name_or_a_code_begins(self) -> None:
        for case in (cases[0], cases[CASES // 2], cases[-1]):
            texts = (case["username"][:8], case["username"].upper(), case["email"], case["registrationCode"][:6].lower())
            for text in texts:
                with self.subTest(text):
                    query = f"{ALL}&text={urllib.parse.quote(text)}"
                    self.assertIn(case["enrollment"], self.found(query))
        # Whoever may not see names has to know the whole of them.
        whole, part = cases[0]["username"], cases[0]["username"][:8]
        self.assertIn(cases[0]["enrollment"], self.found(f"{ALL}&text={whole}", clerk))
        self.assertEqual(self.found(f"{ALL}&text={part}", clerk), [])

    def test_names_are_shown_to_who_may_see_them_and_it_is_on_the_record(self) -> None:
        before = len(self.readings())
        shown, hidden = Listed(auditor, ALL), Listed(clerk, ALL)
        self.assertEqual(shown.ids, hidden.ids)
        for case in cases[:50]:
            self.assertIn(html.escape(case["name"]), shown.text)
            self.assertNotIn(case["username"], hidden.text)
        noted = self.readings()[before:]
        self.assertEqual([entry.texts["enrollments"].split() for entry in noted], [shown.ids])
        self.assertEqual(noted[0].texts["actor"].split()[-1], "ada")

    def test_a_value_that_is_none_is_shown_beside_its_field(self) -> None:
        page = Listed(auditor, "from=%3Cscript%3Ealert(1)&state=done&text=ab")
        self.assertEqual(page.rows, [])
        self.assertNotIn("<script>alert", page.text)
        self.assertIn("&lt;script&gt;alert(1)", page.text)
        for problem in ("The first day is no day", "This is no state", "needs 3 letters"):
            self.assertIn(problem, page.text)
        self.assertIn('aria-invalid="true"', page.text)
        self.assertIn("No case fits", Listed(auditor, f"{ALL}&text=qqqqqq").text)

    def test_the_page_speaks_german(self) -> None:
        self.assertIn("<h1>Fälle</h1>", Listed(auditor, ALL, "de").text)

    def test_an_export_is_a_file_for_who_has_the_right(self) -> None:
        answer = auditor.get(f"/desk/export.csv?{ALL}&state=complete&text=")
        self.assertEqual(answer.status, 200)
        self.assertTrue(answer.headers["content-type"].startswith("text/csv"))
        self.assertIn("attachment", answer.headers["content-disposition"])
        rows = list(csv.DictReader(io.StringIO(answer.body.decode("utf-8-sig"), newline="")))
        complete = [case for case in cases if case["state"] == "complete"]
        self.assertEqual([row["enrollment"] for row in rows], [case["enrollment"] for case in complete])
        self.assertEqual([row["username"] for row in rows], [case["username"] for case in complete])
        self.assertEqual(clerk.get(f"/desk/export.csv?{ALL}").status, 403)
        self.assertEqual(auditor.get("/desk/export.csv?state=done").status, 400)
        self.assertNotIn("/desk/export", Listed(clerk, ALL).text)
        told = [entry.texts for entry in trail.entries(installation, "desk", "casesExported")]
        self.assertIn(("state=complete", str(len(complete))), [(entry["query"], entry.get("count")) for entry in told])

    def test_the_audit_holds(self) -> None:
        installation.command("audit", "verify")

    def test_made_up_people_go_to_test_tenants_alone(self) -> None:
        installation.tenant("real", is_test=False)
        said = installation.refused_command("dev", "seed", "--count", "1", "--tenant", "real")
        self.assertIn("no test tenant", said)

    def readings(self) -> list[trail.Entry]:
        """The entries of names that were shown in the list."""
        entries = trail.entries(installation, "desk", "personDataRead")
        return [entry for entry in entries if entry.texts["operation"] == "list"]


if __name__ == "__main__":
    unittest.main()
