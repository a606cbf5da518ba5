"""The page of one case: what an auditor is shown of a decision, its images on record, notes and flag beside it."""

from __future__ import annotations

import html
import re
import unittest
import uuid
from concurrent.futures import ThreadPoolExecutor

import operators
import pictures
import trail
from client.exchange import Answer
from client.flow import COMPLETE, FAILED, PENDING, Portal
from client.packages import video
from installation import Installation

OTHER_HOLDER = pictures.Holder(number="UZ2000001")
NASTY = "\"'><script>alert(1)</script>"
UNKNOWN = "0a" * 16

installation: Installation
portal: Portal
#: An auditor with the right to persons, one without it, who begins enrollments, and an auditor of another tenant who may do
#: everything there.
auditor: operators.Operator
clerk: operators.Operator
teller: operators.Operator
stranger: operators.Operator
#: Two who settle cases and erase persons.
reviewer: operators.Operator
colleague: operators.Operator


def setUpModule() -> None:
    global installation, portal, auditor, clerk, teller, stranger, reviewer, colleague
    installation = Installation.for_module()
    portal = installation.portal("case", allowStillPackages=True, maxFaceAttempts=2, maxDocumentAttempts=1)
    installation.tenant("elsewhere")
    operators.make(installation, "case", "ada", "auditor", "persons")
    operators.make(installation, "case", "ben", "auditor")
    operators.make(installation, "case", "cy", "operator")
    operators.make(installation, "elsewhere", "dan", "auditor", "persons", "review", "erase")
    for name in ("eve", "fay"):
        operators.make(installation, "case", name, "auditor", "persons", "review", "erase")
    auditor, clerk = operators.sign_in(installation, "case", "ada"), operators.sign_in(installation, "case", "ben")
    teller = operators.sign_in(installation, "case", "cy")
    stranger = operators.sign_in(installation, "elsewhere", "dan")
    reviewer, colleague = (operators.sign_in(installation, "case", name) for name in ("eve", "fay"))


class Case:
    """An enrollment of somebody whose document shows somebody else, or the same person."""

    def __init__(self, is_refused: bool = True) -> None:
        self.name = f"{uuid.uuid4()}@example.org"
        token = portal.begin(self.name)
        assert portal.add_device(token).status == 200
        self.check(portal.add_face(token, video([pictures.still()])), PENDING)
        page = pictures.passport_page(pictures.OTHER_PERSON, OTHER_HOLDER) if is_refused else pictures.passport_page()
        self.check(portal.add_document(token, [page]), FAILED if is_refused else COMPLETE)
        (summary,) = portal.find(username=self.name)
        self.id = str(summary["enrollmentId"])
        self.path = f"/desk/cases/{self.id}"

    def check(self, answer: Answer, status: int) -> None:
        assert (answer.status, answer.json().get("enrollmentStatus")) == (200, status), answer.described()

    def page(self, who: operators.Operator, language: str = "en") -> str:
        """What somebody is shown of it."""
        answer = who.get(self.path, {"Accept-Language": language})
        assert answer.status == 200, answer.described()
        return answer.body.decode()

    def images(self, who: operators.Operator) -> list[str]:
        """The addresses of its images, as the page names them."""
        return re.findall(r'class="picture"[^>]* href="([^"]+)"', self.page(who))

    def shown(self) -> list[trail.Entry]:
        """What the audit trail says was shown of it."""
        entries = trail.entries(installation, "case", "personDataRead")
        return [
            entry
            for entry in entries
            if self.id in entry.texts["enrollments"].split() and entry.texts["operation"] in ("case", "case-image")
        ]


class ScriptedCase(Case):
    """The same as a persona of the sandbox decides it: nothing is measured, and no failure counts for another case."""

    def __init__(self, is_refused: bool = True) -> None:
        self.name = f"sandbox-{'mismatch' if is_refused else 'live'}-{uuid.uuid4()}"
        self.token = portal.begin(self.name)
        assert portal.add_device(self.token).status == 200
        self.check(portal.add_face(self.token, video([pictures.png()] * 2)), PENDING)
        self.check(portal.add_document(self.token, [pictures.png()]), FAILED if is_refused else COMPLETE)
        (summary,) = portal.find(username=self.name)
        self.id = str(summary["enrollmentId"])
        self.code = str(summary.get("registrationCode") or self.id[:8])
        self.path = f"/desk/cases/{self.id}"


def token(page: str) -> str:
    """The hidden field of a page's forms."""
    found = re.search(r'name="csrf" value="([^"]+)"', page)
    assert found is not None
    return html.unescape(found[1])


class CaseTests(unittest.TestCase):
    case: Case

    @classmethod
    def setUpClass(cls) -> None:
        cls.case = Case()

    def test_the_page_says_what_was_decided_and_by_what(self) -> None:
        page = self.case.page(auditor)
        heading = re.search(r"<h1[^>]*>(.*?)</h1>", page, re.DOTALL)
        assert heading is not None
        self.assertRegex(heading[1], r"^Refused on \d+ \w+ \d{4}, \d\d:\d\d UTC: ")
        self.assertIn("match.portrait", page)
        for anchor in ("decision", "capture", "comparison", "document", "timeline", "machinery", "readings", "notes"):
            self.assertIn(f'id="{anchor}"', page)
        self.assertIn("chain intact", page)
        for told in ("a second look by a person can be asked for", "What is kept is erased by itself after"):
            self.assertIn(told, page)
        for stated in (self.case.name, OTHER_HOLDER.surname, OTHER_HOLDER.number):
            self.assertIn(html.escape(stated), page)
        german = self.case.page(auditor, "de")
        self.assertIn("Abgelehnt am ", german)
        self.assertRegex(german, r"Abgelehnt am \d+\. \S+ \d{4}, \d\d:\d\d UTC")

    def test_a_registered_person_has_a_page_too(self) -> None:
        page = Case(is_refused=False).page(auditor)
        self.assertRegex(page, r"<h1[^>]*>Accepted on ")
        self.assertNotIn("Refused on", page)

    def test_without_the_right_to_persons_nothing_tells_of_the_person(self) -> None:
        page = self.case.page(clerk)
        self.assertIn("Refused on", page)
        self.assertIn("match.portrait", page)
        for stated in (self.case.name, OTHER_HOLDER.surname, OTHER_HOLDER.number, "/images/"):
            self.assertNotIn(stated, page)
        for address in self.case.images(auditor):
            self.assertEqual(clerk.get(address).status, 403)

    def test_every_view_and_every_image_is_on_record(self) -> None:
        case = Case()
        self.assertEqual(case.shown(), [])
        case.page(clerk)
        images = case.images(auditor)
        self.assertGreaterEqual(len(images), 3)
        names = []
        for address in images:
            answer = auditor.get(address)
            self.assertEqual(answer.status, 200, address)
            self.assertIn(answer.headers["content-type"], ("image/jpeg", "image/png"))
            self.assertTrue(answer.body.startswith((b"\xff\xd8\xff", b"\x89PNG")))
            self.assertEqual(answer.headers["cache-control"], "no-store")
            self.assertEqual(answer.headers["cross-origin-resource-policy"], "same-origin")
            names.append(address.rsplit("/", 1)[1])
        entries = [
            (entry.texts["operation"], entry.texts["shown"], entry.texts["actor"].split()[-1]) for entry in case.shown()
        ]
        self.assertEqual(entries[0], ("case", "decision measurements", "ben"))
        self.assertEqual(entries[1], ("case", "decision measurements person document", "ada"))
        self.assertEqual([entry[0] for entry in entries[2:]], ["case-image"] * len(images))
        for entry, name in zip(entries[2:], names, strict=True):
            self.assertTrue(entry[1].endswith(f"/{name}"), entry)
        # And the page itself says who looked.
        page = case.page(auditor)
        readings = page[page.index('id="readings"') :]
        self.assertIn("ben", readings)
        self.assertGreaterEqual(readings.count("picture shown"), len(images))

    def test_another_tenants_case_is_as_unknown_as_one_that_never_was(self) -> None:
        images = self.case.images(auditor)
        before = len(self.case.shown())
        for path in (self.case.path, *images):
            known, unknown = stranger.get(path), auditor.get(path.replace(self.case.id, UNKNOWN))
            self.assertEqual((known.status, unknown.status), (404, 404), path)
            self.assertEqual(self.sentence(known), self.sentence(unknown))
        form = token(stranger.get("/account").body.decode())
        for path in ("/notes", "/flag"):
            fields = {"csrf": form, "text": "note", "flag": "set"}
            self.assertEqual(stranger.post(self.case.path + path, fields).status, 404)
        self.assertEqual(len(self.case.shown()), before)

    def sentence(self, answer: Answer) -> str:
        found = re.search(r"<main.*?</main>", answer.body.decode(), re.DOTALL)
        return re.sub(r"[0-9a-f]{32}|<time.*?</time>", "", found[0]) if found else ""

    def test_who_has_another_role_is_refused(self) -> None:
        for path in (self.case.path, *self.case.images(auditor)):
            self.assertEqual(teller.get(path).status, 403, path)
        answer = auditor.endpoint.send("GET", self.case.path, {})
        self.assertEqual((answer.status, answer.headers["location"].split("?")[0]), (303, "/sign-in"))

    def test_an_image_that_is_none_is_unknown(self) -> None:
        (first, *_) = self.case.images(auditor)
        folder = first.rsplit("/", 1)[0]
        for name in ("frame-99", "evidence", "..%2f..%2fkeys", "template", "%00"):
            self.assertIn(auditor.get(f"{folder}/{name}").status, (400, 404), name)

    def test_another_sites_page_shows_no_image(self) -> None:
        (first, *_) = self.case.images(auditor)
        self.assertEqual(auditor.get(first, {"Sec-Fetch-Site": "cross-site"}).status, 403)

    def test_a_note_stands_on_the_page_and_decides_nothing(self) -> None:
        case = Case()
        page = case.page(auditor)
        fields = {"csrf": token(page), "text": "Look at the portrait.\n" + NASTY}
        answer = auditor.post(f"{case.path}/notes", fields)
        self.assertEqual((answer.status, answer.headers["location"]), (303, f"{case.path}#notes"))
        shown = case.page(clerk)
        self.assertIn(html.escape(NASTY), shown.replace("&#39;", "&#x27;"))
        self.assertNotIn("<script>alert", shown)
        self.assertEqual(self.decision(case.page(auditor)), self.decision(page))
        (entry,) = trail.entries(installation, "case", "caseNoted")[-1:]
        self.assertEqual(entry.texts["enrollment"], case.id)
        self.assertNotIn("portrait", str(entry.texts))

    def test_a_note_that_is_too_long_or_empty_is_given_back(self) -> None:
        case = Case()
        form = token(case.page(auditor))
        for text in ("", "   ", "x" * 2001):
            answer = auditor.post(f"{case.path}/notes", {"csrf": form, "text": text})
            self.assertEqual(answer.status, 422, len(text))
            self.assertIn('id="note-error"', answer.body.decode())
            self.assertIn(text.strip(), answer.body.decode())
        self.assertIn("No notes", case.page(auditor))

    def test_a_flag_is_set_and_lifted(self) -> None:
        case = Case()
        form = token(case.page(clerk))
        self.assertEqual(clerk.post(f"{case.path}/flag", {"csrf": form, "flag": "set"}).status, 303)
        self.assertIn("ben asked a colleague to look at this case", case.page(auditor))
        # Whoever was asked says that they have looked.
        self.assertEqual(
            auditor.post(f"{case.path}/flag", {"csrf": token(case.page(auditor)), "flag": "lift"}).status, 303
        )
        self.assertNotIn("asked a colleague", case.page(clerk))
        kinds = [
            entry.kind for entry in trail.entries(installation, "case") if entry.texts.get("enrollment") == case.id
        ]
        self.assertEqual(kinds, ["caseFlagged", "caseFlagLifted"])

    def test_a_form_without_its_sessions_token_does_nothing(self) -> None:
        case = Case()
        for fields in (
            {"text": "note"},
            {"csrf": "", "text": "note"},
            {"csrf": token(case.page(clerk)), "text": "note"},
        ):
            self.assertEqual(auditor.post(f"{case.path}/notes", fields).status, 403)
        self.assertNotIn('<li class="card">', case.page(auditor))

    def test_of_an_erased_person_the_page_shows_events_alone(self) -> None:
        case = Case()
        form = token(case.page(auditor))
        self.assertEqual(auditor.post(f"{case.path}/notes", {"csrf": form, "text": "secret word"}).status, 303)
        images = case.images(auditor)
        path = f"/onboarding/admin/enrollment/{case.id}"
        self.assertEqual(portal.endpoint.send("DELETE", path, portal.headers).status, 200)
        page = case.page(auditor)
        for gone in (case.name, OTHER_HOLDER.number, "secret word", "/images/"):
            self.assertNotIn(gone, page)
        self.assertIn('id="timeline"', page)
        for address in images:
            self.assertEqual(auditor.get(address).status, 404)
        self.assertEqual(auditor.post(f"{case.path}/notes", {"csrf": form, "text": "again"}).status, 404)

    def test_the_audit_holds(self) -> None:
        installation.command("audit", "verify")

    def decision(self, page: str) -> str:
        return page[page.index("<h1") : page.index('id="capture"')]


class ActsTests(unittest.TestCase):
    """What an operator does to a case, by rights that no role has."""

    def decided(self, case: ScriptedCase, who: operators.Operator, step: str = "settle", **changed: str) -> Answer:
        """Sends the form of a second look."""
        fields = {
            "csrf": token(who.get("/account").body.decode()),
            "decision": "accepted",
            "ground": "seenInPerson",
            "text": "She came by. " + NASTY,
            "step": step,
        }
        return who.post(f"{case.path}/review", fields | changed)

    def review(self, case: ScriptedCase) -> str | None:
        return portal.enrollment(case.id).json().get("review")

    def test_a_reviewer_settles_a_case_beside_the_machine(self) -> None:
        case = ScriptedCase()
        self.assertIn(f'href="{case.path}/review"', case.page(reviewer))
        self.assertNotIn(f"{case.path}/review", case.page(auditor))
        self.assertEqual(reviewer.get(f"{case.path}/review").status, 200)
        confirming = self.decided(case, reviewer, "check")
        self.assertEqual(confirming.status, 200, confirming.described())
        self.assertIn('value="settle"', confirming.body.decode())
        self.assertIsNone(self.review(case), "nothing is recorded before it was confirmed")
        answer = self.decided(case, reviewer)
        self.assertEqual((answer.status, answer.headers["location"]), (303, f"{case.path}#second-look"))
        detail = portal.enrollment(case.id).json()
        self.assertEqual((detail["state"], detail["review"], detail["reviewDetail"]["reviewer"]),
                         ("complete", "accepted", "eve"))
        page = case.page(auditor)
        look = page[page.index('id="second-look"') : page.index('id="timeline"')]
        for told in ("accepted", "eve", "Person and document were seen in person: She came by."):
            self.assertIn(told, look)
        self.assertNotIn("<script>alert", page)
        self.assertRegex(page, r"<h1[^>]*>Accepted by a person on ")

    def test_of_two_reviewers_the_second_sees_what_the_first_decided(self) -> None:
        case = ScriptedCase()
        with ThreadPoolExecutor(2) as pool:
            sent = [
                pool.submit(self.decided, case, reviewer),
                pool.submit(self.decided, case, colleague, decision="refused", ground="anotherPerson"),
            ]
            first, second = sorted((one.result() for one in sent), key=lambda answer: answer.status)
        self.assertEqual((first.status, second.status), (303, 409), second.described())
        self.assertIn(f"Somebody was faster: {self.review(case)} on", second.body.decode())
        self.assertIn("has been settled", reviewer.get(f"{case.path}/review").body.decode())

    def test_a_second_look_is_filled_in_whole(self) -> None:
        case = ScriptedCase()
        for changed in (
            {"decision": "perhaps"}, {"ground": "anotherPerson"}, {"ground": ""}, {"text": " "}, {"text": "x" * 2001},
        ):
            with self.subTest(changed=str(changed)[:40]):
                answer = self.decided(case, reviewer, **changed)
                self.assertEqual(answer.status, 422)
                self.assertIn('class="error"', answer.body.decode())
        self.assertIsNone(self.review(case))

    def test_what_no_machine_has_refused_has_no_second_look(self) -> None:
        case = ScriptedCase(is_refused=False)
        self.assertNotIn(f"{case.path}/review", case.page(reviewer))
        self.assertEqual(self.decided(case, reviewer).status, 409)

    def test_who_may_not_settles_nothing_and_erases_nobody(self) -> None:
        case = ScriptedCase()
        for path, fields in (
            ("/review", {"decision": "accepted", "ground": "other", "text": "x", "step": "settle"}),
            ("/erase", {"confirmation": case.code}),
        ):
            for who, status in ((auditor, 403), (teller, 403), (stranger, 404)):
                form = {"csrf": token(who.get("/account").body.decode())}
                self.assertEqual(who.get(case.path + path).status, status, path)
                self.assertEqual(who.post(case.path + path, fields | form).status, status, path)
            for form in ({}, {"csrf": ""}, {"csrf": token(colleague.get("/account").body.decode())}):
                self.assertEqual(reviewer.post(case.path + path, fields | form).status, 403, path)
            unknown = case.path.replace(case.id, UNKNOWN) + path
            self.assertEqual(reviewer.get(unknown).status, 404)
        self.assertIsNone(self.review(case))
        self.assertIn(case.name, case.page(auditor))

    def test_the_list_leads_to_what_waits(self) -> None:
        waiting = "/desk?from=&to=&review=requested"
        case = ScriptedCase()
        page = reviewer.get(waiting).body.decode()
        self.assertIn('aria-current="page">Waits for a second look', page)
        self.assertNotIn(case.path, page)
        asked = portal.post("/onboarding/enrollment/requestReview", {"enrollmentToken": case.token})
        self.assertEqual(asked.status, 200, asked.described())
        self.assertIn(case.path, reviewer.get(waiting).body.decode())
        self.assertEqual(self.decided(case, reviewer).status, 303)
        self.assertNotIn(case.path, reviewer.get(waiting).body.decode())

    # The erasure.

    def test_a_person_is_erased_by_who_types_the_name_of_the_case(self) -> None:
        case = ScriptedCase()
        form = {"csrf": token(reviewer.get(f"{case.path}/erase").body.decode())}
        for typed in ("", "yes", case.id):
            answer = reviewer.post(f"{case.path}/erase", form | {"confirmation": typed})
            self.assertEqual(answer.status, 422)
        self.assertIn(case.name, case.page(auditor))
        answer = reviewer.post(f"{case.path}/erase", form | {"confirmation": case.code.lower()})
        self.assertEqual((answer.status, answer.headers["location"]), (303, f"{case.path}#erasure"))
        self.assertEqual(portal.enrollment(case.id).status, 404)
        page = case.page(auditor)
        self.assertNotIn(case.name, page)
        (entry,) = [one for one in trail.entries(installation, "case", "registrationErased")
                    if one.texts["enrollment"] == case.id]
        self.assertEqual(entry.texts["actor"], "operator eve")
        proof = page[page.index('id="erasure"') : page.index('id="timeline"')]
        self.assertIn("eve", proof)
        self.assertRegex(proof, r"<dd><bdi>\d+</bdi></dd>")
        # Whoever comes later is shown the same.
        again = colleague.post(f"{case.path}/erase",
                               {"csrf": token(colleague.get("/account").body.decode()), "confirmation": case.code})
        self.assertEqual((again.status, again.headers["location"]), (303, f"{case.path}#erasure"))
        self.assertEqual(colleague.get(f"{case.path}/erase").status, 303)
        self.assertEqual(self.decided(case, reviewer).status, 404)

    def test_nobody_erases_who_is_held(self) -> None:
        case = ScriptedCase()
        form = {"csrf": token(reviewer.get(f"{case.path}/erase").body.decode()), "confirmation": case.code}
        held = ("--username", case.name, "--tenant", "case")
        installation.command("hold", "add", *held, "--reason", "case-4711")
        answer = reviewer.post(f"{case.path}/erase", form)
        self.assertEqual(answer.status, 409)
        self.assertIn("A legal hold keeps this person", answer.body.decode())
        self.assertNotIn("4711", answer.body.decode())
        installation.command("hold", "remove", *held)
        self.assertEqual(reviewer.post(f"{case.path}/erase", form).status, 303)


if __name__ == "__main__":
    unittest.main()
