"""The page of one case as an auditor uses it: images one by one, the large view by keys, print, without script; and the pages
on which a case is settled and a person erased."""

from __future__ import annotations

import base64
import unittest
import uuid

from browser import DESKTOP, PHONE, Browser, Session
from enrollments import complete
from people import Person, make_operator, path, sign_in
from selenium.webdriver.common.keys import Keys

import pictures  # isort: skip
from client.packages import video  # isort: skip
from installation import Installation  # isort: skip

browser: Browser
installation: Installation
auditor: Person
reviewer: Person
case: str
#: Of a persona of the sandbox, whose username begins so.
scripted: str
#: Of a persona who came back.
returned: str
SCRIPTED = "sandbox-mismatch"
#: What a browser complains of where a page has such a status, as it is meant to.
STATUS = r"Failed to load resource: the server responded with a status of 422"


def setUpModule() -> None:
    global browser, installation, auditor, reviewer, case, scripted, returned
    browser = Browser.for_module()
    installation = Installation.for_module()
    portal = installation.portal("case", allowStillPackages=True, maxDocumentAttempts=1)
    name = f"{uuid.uuid4()}@example.org"
    token = portal.begin(name)
    for answer in (
        portal.add_device(token),
        portal.add_face(token, video([pictures.still()])),
        portal.add_document(token, [pictures.passport_page(pictures.OTHER_PERSON)]),
    ):
        assert answer.status == 200, answer.described()
    (summary,) = portal.find(username=name)
    case = f"/desk/cases/{summary['enrollmentId']}"
    auditor = make_operator(installation, "case", "auditor", "persons")
    reviewer = make_operator(installation, "case", "auditor", "persons", "review", "erase")
    name = f"{SCRIPTED}-{uuid.uuid4()}"
    token = portal.begin(name)
    portal.add_device(token)
    portal.add_face(token, video([pictures.png()] * 2))
    portal.add_document(token, [pictures.png()])
    (summary,) = portal.find(username=name)
    scripted = f"/desk/cases/{summary['enrollmentId']}"
    name = f"sandbox-live-{uuid.uuid4()}"
    returned = f"/desk/cases/{complete(portal, name)}"
    authentication = "/onboarding/authentication"
    begun = portal.post(f"{authentication}/authenticate", {"username": name}).json()
    package = video([pictures.png()] * 2)
    verified = portal.post(
        f"{authentication}/verifyFace", {"authToken": begun["authToken"], "faceLivenessData": package}
    )
    assert verified.status == 200, verified.described()


class CaseTests(unittest.TestCase):
    def opened(self, session: Session) -> None:
        sign_in(session, installation, auditor)
        session.open(installation.endpoint.url + case)

    def images(self, session: Session) -> list[str]:
        """What the page asked for so far."""
        return [url for url in session.requests() if "/images/" in url]

    def click(self, session: Session, selector: str) -> None:
        """Clicks in the middle of the window, away from what sticks to its top."""
        session.run("document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })", selector)
        session.click(selector)

    def test_the_page_is_for_everybody(self) -> None:
        for device in (DESKTOP, PHONE):
            for language in ("en", "de"):
                with browser.session(device, language=language) as session:
                    self.opened(session)
                    self.assertEqual(len(session.find_all("h1")), 1)
                    for theme in ("light", "dark"):
                        session.set_theme(theme)
                        with self.subTest(device=device.width, language=language, theme=theme):
                            session.assert_page(self, "case")

    def test_an_image_comes_when_it_is_asked_for_and_once(self) -> None:
        with browser.session() as session:
            self.opened(session)
            self.assertEqual(self.images(session), [])
            self.click(session, "#comparison [data-reveal-all]")
            session.wait(lambda: len(session.find_all("#comparison .picture img")) == 2, "both faces are there")
            self.click(session, "[data-equalise]")
            self.assertEqual(session.find("[data-equalise]").get_attribute("aria-pressed"), "true")
            self.click(session, "#comparison .picture")
            session.wait(lambda: session.find_all("dialog[open] img"), "the large view is open")
            self.assertEqual(len(self.images(session)), 2)
            session.assert_page(self, "case-viewer")

    def test_the_large_view_follows_the_keys(self) -> None:
        with browser.session() as session:
            self.opened(session)
            self.click(session, ".pages .picture")
            session.wait(lambda: session.find_all(".pages .picture img"), "the page is shown")
            self.click(session, ".pages .picture")
            session.wait(lambda: session.find_all("dialog[open] img"), "the large view is open")

            def scale() -> str:
                return session.text("#viewer-scale")

            session.press("1")
            session.wait(lambda: scale() == "1 : 1", "one pixel for one")
            for _ in range(8):
                session.press("+")
            session.wait(lambda: scale() == "8 : 1", "no larger than eight")
            before = session.run("return document.querySelector('dialog img').style.transform")
            session.press(Keys.ARROW_RIGHT)
            after = session.run("return document.querySelector('dialog img').style.transform")
            self.assertNotEqual(after, before)
            session.press(Keys.ESCAPE)
            session.wait(lambda: not session.find_all("dialog[open]"), "the large view is closed")
            self.assertEqual(session.run("return document.activeElement.className"), "picture is-shown")

    def test_a_field_lights_up_with_where_it_was_read(self) -> None:
        with browser.session() as session:
            self.opened(session)
            session.run("document.querySelector('tr[data-field=documentNumber]').focus()")
            lit = session.run("return [...document.querySelectorAll('.is-lit')].map(one => one.tagName)")
            self.assertIn("TR", lit)
            self.assertIn("SPAN", lit)
            self.assertIn("g", lit)
            self.click(session, ".pages .picture")
            session.wait(lambda: session.find_all(".pages .picture.is-shown"), "the page is shown")

            def drawn(selector: str) -> bool:
                width = "return document.querySelector(arguments[0]).getBoundingClientRect().width"
                return session.run(width, selector) > 0

            number = ".boxes [data-field=documentNumber]"

            def lit() -> bool:
                # The pointer still lies on the image: what comes under it takes the light from the row with the focus.
                row = "document.querySelector('tr[data-field=documentNumber]')"
                session.run(f"{row}.blur(); {row}.focus()")
                return drawn(number)

            session.wait(lit, "the field is marked on the image")
            # The pointer lies somewhere on the page, and may light another one.
            self.assertFalse(drawn(".boxes .mark-field:not(.is-lit)"))
            self.assertEqual(len(session.find_all(".boxes .mark-line")), 2)
            session.run("document.querySelector('[data-marks]').focus()")
            session.press(Keys.SPACE)
            self.assertEqual(session.find("[data-marks]").get_attribute("aria-pressed"), "false")
            self.assertFalse(drawn(".boxes .mark-portrait"))
            session.press(Keys.SPACE)
            self.assertTrue(drawn(".boxes .mark-portrait"))

    def test_the_print_says_where_it_is_from(self) -> None:
        with browser.session() as session:
            self.opened(session)
            session.devtools("Emulation.setEmulatedMedia", media="print")
            self.assertIn(case, session.text(".print-foot"))
            self.assertIn("UTC", session.text(".print-foot"))
            printed = base64.b64decode(session.devtools("Page.printToPDF", preferCSSPageSize=True)["data"])
            self.assertTrue(printed.startswith(b"%PDF"))
            self.assertEqual(session.console_errors(), [])

    def test_without_script_every_image_is_behind_its_link(self) -> None:
        with browser.session() as session:
            sign_in(session, installation, auditor)
            session.devtools("Emulation.setScriptExecutionDisabled", value=True)
            session.open(installation.endpoint.url + case)
            links = [one.get_attribute("href") for one in session.find_all("a.picture")]
            self.assertGreaterEqual(len(links), 3)
            self.assertEqual([one for one in session.find_all(".script-only") if one.is_displayed()], [])
            session.open(str(links[0]))
            self.assertEqual(session.console_errors(), [])

    def test_who_came_back_is_found_from_the_case_and_from_the_lists(self) -> None:
        with browser.session(PHONE, language="de") as session:
            sign_in(session, installation, auditor)
            session.open(installation.endpoint.url + returned)
            self.assertIn("abgeschlossen", session.text("#registration"))
            session.assert_page(self, "case-registration")
            self.click(session, "#registration tbody a")
            session.wait(lambda: path(session).startswith("/desk/authentications/"), "its page is shown")
            self.assertIn("Authentisiert am", session.text("h1"))
            session.assert_page(self, "authentication")
            session.open(f"{installation.endpoint.url}/desk/authentications?status=complete")
            self.assertEqual(len(session.find_all(".rows tbody tr")), 1)
            session.assert_page(self, "authentications")
            self.click(session, ".tabs li:last-child a")
            session.wait(lambda: path(session) == "/desk/groups", "the groups are listed")
            session.assert_page(self, "groups")
            self.click(session, ".cases a.whole")
            session.wait(lambda: path(session) == "/desk/groups/default", "its members are listed")
            session.assert_page(self, "group")
            self.click(session, f".cases a[href$='{returned}']")
            session.wait(lambda: path(session) == returned, "a member leads to the case")

    def test_a_case_is_settled_and_then_the_person_erased(self) -> None:
        with browser.session(PHONE) as session:
            sign_in(session, installation, reviewer)
            session.open(installation.endpoint.url + scripted)
            self.click(session, "#second-look a.button")
            self.click(session, "input[value=refused]")
            session.run("document.querySelector('#ground').value = 'anotherPerson'")
            session.write("#text", "It is somebody else.")
            session.assert_page(self, "case-review")
            self.click(session, "main form button")
            session.wait(lambda: session.find_all("button[value=settle]"), "what is recorded is shown first")
            session.assert_page(self, "case-review-confirm")
            self.click(session, "button[value=settle]")
            session.wait(lambda: path(session) == scripted, "the case is shown again")
            self.assertIn("It is somebody else.", session.text("#second-look"))
            self.click(session, f"a[href$='{scripted}/erase']")
            session.wait(lambda: session.find_all("#confirmation"), "the name of the case is asked for")
            session.write("#confirmation", "yes")
            self.click(session, "button.danger")
            session.wait(lambda: session.find_all("#confirmation-error"), "what was typed is not its name")
            session.assert_page(self, "case-erase", STATUS)
            session.write("#confirmation", session.text("label[for=confirmation] code"))
            self.click(session, "button.danger")
            session.wait(lambda: session.find_all("#erasure"), "the erasure is proved")
            self.assertIn(reviewer.name, session.text("#erasure"))
            self.assertNotIn(SCRIPTED, session.text("main"))
            session.assert_page(self, "case-erased", STATUS)


if __name__ == "__main__":
    unittest.main()
