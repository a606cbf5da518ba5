"""The page of one case as an auditor uses it: images one by one, the large view by keys, print, without script."""

from __future__ import annotations

import base64
import unittest
import uuid

from browser import DESKTOP, PHONE, Browser, Session
from people import Person, make_operator, sign_in
from selenium.webdriver.common.keys import Keys

import pictures  # isort: skip
from client.packages import video  # isort: skip
from installation import Installation  # isort: skip

browser: Browser
installation: Installation
auditor: Person
case: str


def setUpModule() -> None:
    global browser, installation, auditor, case
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


if __name__ == "__main__":
    unittest.main()
