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
from forms import forms
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
        body = re.search(r"<tbody[^>]*>(.*)</tbody>", self.text, re.DOTALL)
        self.rows = re.findall(r"<tr[^>]*>(.*?)</tr>", body[1], re.DOTALL) if body else []
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

    def test_each_number_of_the_dashboard_leads_to_the_cases_that_it_counts(self) -> None:
        before = len(trail.entries(installation, "desk", "personDataRead"))
        answer = clerk.get("/desk/dashboard?days=90")
        self.assertEqual(answer.status, 200)
        text = answer.body.decode()
        self.assertEqual(len(trail.entries(installation, "desk", "personDataRead")), before)
        numbers = [
            *re.findall(r'<dd><a href="/desk\?([^"]*)"[^>]*>([\d,]+)</a>', text),
            *re.findall(r'<td class="number"><a href="/desk\?([^"]*)"[^>]*>([\d,]+)</a>', text),
            *re.findall(r'<a href="/desk\?([^"]*)">[^<]*</a><svg.*?</th><td class="number many">([\d,]+)<', text),
        ]
        counted = {html.unescape(query): int(count.replace(",", "")) for query, count in numbers}
        self.assertGreater(len(counted), 30)
        # Of single days a few: there are some hundred.
        days = [query for query in counted if len(set(re.findall(r"(?:from|to)=([\d-]{10})", query))) == 1]
        for query in [*days[::20], *(query for query in counted if query not in days)]:
            with self.subTest(query):
                self.assertEqual(len(self.found(query, clerk)), counted[query])
        everything = re.search(r'/desk\?(from=[^"&]*&amp;to=[^"&]*)"', text)
        assert everything is not None
        found = self.found(html.unescape(everything[1]), clerk)
        self.assertEqual(sum(counted[query] for query in days), len(found))
        for person in cases[:20]:
            self.assertNotIn(person["username"], text)

    def test_the_dashboard_says_which_days_it_cannot_show(self) -> None:
        page = clerk.get("/desk/dashboard?from=2020-01-01&to=2026-01-01").body.decode()
        self.assertIn("Up to 366 days", page)
        page = clerk.get("/desk/dashboard?from=2026-02-02&to=2026-02-01").body.decode()
        self.assertIn("The last day is no day", page)
        page = clerk.get("/desk/dashboard?from=2020-01-01&to=2020-01-02").body.decode()
        self.assertIn("No case began", page)
        self.assertEqual(auditor.endpoint.send("GET", "/desk/dashboard", {}).status, 303)

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


class AddressTests(unittest.TestCase):
    """What is asked for outlives a change of the language and a new sign-in; what opens something is in no link."""

    ASKED = "state=complete&text=a+b%26c&from=&to="

    def languages(self, page: bytes) -> list[str]:
        return [html.unescape(found) for found in re.findall(r'href="(\?[^"]*lang=[a-z]+)"', page.decode())]

    def test_another_language_shows_the_same_list(self) -> None:
        page = auditor.get(f"/desk?{self.ASKED}&lang=en", {"Accept-Language": "en"})
        self.assertEqual(self.languages(page.body), [f"?{self.ASKED}&lang=de"])

    def test_whoever_has_to_sign_in_again_comes_back_to_the_same_list(self) -> None:
        stranger = operators.Operator(auditor.endpoint, "")
        sent = stranger.get(f"/desk?{self.ASKED}").headers["location"]
        self.assertEqual(sent, "/sign-in?next=" + urllib.parse.quote(f"/desk?{self.ASKED}", safe="/"))
        page = stranger.get(sent)
        form = forms(page.body)["/sign-in"]
        self.assertEqual(form.fields["next"], f"/desk?{self.ASKED}")
        self.assertEqual(self.languages(page.body), [sent.removeprefix("/sign-in") + "&lang=de"])
        wrong = stranger.post("/sign-in", form.filled(tenant="desk", name="ben", password="wrong password"))
        self.assertEqual(forms(wrong.body)["/sign-in"].fields["next"], f"/desk?{self.ASKED}")
        right = stranger.post("/sign-in", form.filled(tenant="desk", name="ben", password=operators.PASSWORD))
        self.assertEqual((right.status, right.headers["location"]), (303, f"/desk?{self.ASKED}"))

    def test_no_other_site_is_gone_on_to(self) -> None:
        stranger = operators.Operator(auditor.endpoint, "")
        for after in ("//evil.example", "https://evil.example", "/\\evil.example", "/desk//x", "/desk?a=b\r\nX: y"):
            fields = {"tenant": "desk", "name": "ben", "password": operators.PASSWORD, "next": after}
            answer = stranger.post("/sign-in", fields)
            self.assertIn(answer.headers["location"], ("/desk", "/account"), after)

    def test_what_opens_an_enrollment_is_in_no_link_of_the_page(self) -> None:
        stranger = operators.Operator(auditor.endpoint, "")
        for address in ("/onboarding?data=s3cret&lang=en", "/sign-in?d%61ta=s3cret&tenant=desk&lang=en"):
            page = stranger.get(address)
            self.assertNotIn(b"s3cret", page.body, address)
            self.assertTrue(self.languages(page.body)[0].endswith("lang=de"))


if __name__ == "__main__":
    unittest.main()
