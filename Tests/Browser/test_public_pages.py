"""The pages that anybody may see, and signing in: for everybody, in both languages, light and dark, large and small."""

from __future__ import annotations

import dataclasses
import json
import unittest
import uuid

from browser import DESKTOP, PHONE, SMALL_PHONE, Browser, Session
from camera import Camera
from enrollments import Phone
from headers import faults, fetch
from people import make_operator, path, redeem, sign_in, sign_in_link
from surroundings import PACKAGE_ROOT

from installation import Installation  # isort: skip

PAGES = {"sign-in": "/sign-in", "sign-in-link": "/sign-in/link", "accessibility": "/accessibility"}
HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}

browser: Browser
installation: Installation


def setUpModule() -> None:
    global browser, installation
    browser = Browser.for_module()
    installation = Installation.for_module()
    installation.tenant("public")


class PublicPageTests(unittest.TestCase):
    def test_every_page_is_for_everybody(self) -> None:
        for device in (DESKTOP, PHONE):
            for language, greeting in (("en", "Sign in"), ("de", "Anmelden")):
                with browser.session(device, language=language) as session:
                    for name, address in PAGES.items():
                        session.open(installation.endpoint.url + address)
                        self.assertEqual(session.run("return document.documentElement.lang"), language)
                        self.assertEqual(len(session.find_all("h1")), 1, name)
                        for theme in ("light", "dark"):
                            session.set_theme(theme)
                            with self.subTest(page=name, device=device.width, language=language, theme=theme):
                                session.assert_page(self, name)
                    session.open(installation.endpoint.url + PAGES["sign-in"])
                    self.assertIn(greeting, session.text("h1"))

    def test_nothing_hangs_over_on_the_smallest_phone(self) -> None:
        with browser.session(SMALL_PHONE, language="de") as session:
            for address in PAGES.values():
                session.open(installation.endpoint.url + address)
                self.assertEqual(session.geometry_faults(), [], address)

    def test_the_capture_page_and_the_document_fit_a_poor_connection(self) -> None:
        for address, most, least in (("/onboarding", 50_000, 130_000), ("/docs?page=schemas", 40_000, 200_000)):
            with browser.session(PHONE) as session:
                session.open(installation.endpoint.url + address)
                # What the browser could not read again it would not show.
                self.assertTrue(session.find_all("h1, h2"))
                sent, read = session.run(
                    """
                    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
                        .filter(({ name }) => !name.includes('/capture/state'));
                    const sum = (member) => all.reduce((sum, entry) => sum + entry[member], 0);
                    return [sum('encodedBodySize'), sum('decodedBodySize')];
                    """
                )
            with self.subTest(address=address, sent=sent, read=read):
                self.assertLess(sent, most)
                self.assertGreater(read, least)

    def test_every_page_and_file_has_its_headers(self) -> None:
        addresses = list(PAGES.values())
        with browser.session() as session:
            for address in PAGES.values():
                session.open(installation.endpoint.url + address)
            addresses += [
                url.removeprefix(installation.endpoint.url) for url in session.requests() if "/static/" in url
            ]
        self.assertGreater(len(addresses), len(PAGES) + 1)
        for address in dict.fromkeys(addresses):
            response = fetch(installation.endpoint.url + address, headers=HTML)
            self.assertEqual(response.status, 200)
            self.assertEqual(faults(response), [], address)


class FirstScreenTests(unittest.TestCase):
    """What somebody with a phone reads before anything else: short, and what they agree to in full."""

    MOST_WORDS = 120

    def test_it_is_short_and_its_button_is_in_the_first_view(self) -> None:
        camera = Camera()
        self.addCleanup(camera.close)
        camera.show_plain(120, 120, 120)
        portal = installation.portal("first-screen", is_test=False)
        for language, minute in (("en", "about one minute"), ("de", "etwa eine Minute")):
            words = json.loads((PACKAGE_ROOT / "web" / "texts" / f"{language}.json").read_text(encoding="utf-8"))
            for device in (PHONE, DESKTOP):
                session = browser.session(device, language=language, camera=camera.path)
                self.addCleanup(session.close)
                link = portal.trigger(f"first-{uuid.uuid4()}", "first@example.org")["sessionCallbackURL"]
                session.open(str(link))
                Phone(session).wait_for("start")
                with self.subTest(language=language, device=device.width):
                    read = " ".join(session.text(part) for part in ("header", "main", "footer")).split()
                    self.assertLessEqual(len(read), self.MOST_WORDS, " ".join(read))
                    self.assertIn(minute, " ".join(read))
                    # In full, and with nothing to be opened: the text whose hash is recorded.
                    text = words["capture"]["start"]["consent"].replace("{tenant}", "first-screen")
                    self.assertEqual(session.text("#consent-text"), text)
                    place = "document.querySelector('[data-action=accept]').getBoundingClientRect()"
                    bottom, top, scrolled = session.run(f"return [{place}.bottom, {place}.top, scrollY]")
                    self.assertEqual(scrolled, 0)
                    self.assertGreater(top, 0)
                    self.assertLessEqual(bottom, device.height)
                    session.assert_page(self, "capture-first")
                    session.click("[data-screen=start] summary")
                    session.assert_page(self, "capture-first-opened")


class DocumentationTests(unittest.TestCase):
    OPEN = "for (const one of document.querySelectorAll('details')) one.open = true;"
    LINKS = "return [...document.querySelectorAll('nav a')].map((link) => link.href.split('#')[0]);"

    def test_every_page_of_the_interface_is_for_everybody(self) -> None:
        """WCAG 2.2 with every example opened, and no line that scrolls sideways on the narrowest phone."""
        first = f"{installation.endpoint.url}/docs"
        with browser.session(dataclasses.replace(PHONE, width=320)) as session:
            session.open(first)
            pages = sorted({first, *session.run(self.LINKS)})
            self.assertGreater(len(pages), 10)
            for page in pages:
                self.assert_for_everybody(session, page)
        # All of them have one style: every colour of the dark stands on these.
        with browser.session(DESKTOP, theme="dark") as session:
            for page in (first, f"{first}?page=health"):
                self.assert_for_everybody(session, page)

    def assert_for_everybody(self, session: Session, page: str) -> None:
        session.open(page)
        session.run(self.OPEN)
        with self.subTest(page=page, device=session.device.width, theme=session.theme):
            self.assertEqual([*map(str, session.violations())], [])
            self.assertEqual(session.geometry_faults(24), [])


class SigningInTests(unittest.TestCase):
    def test_a_password_or_a_link_opens_the_first_page_and_signing_out_closes_it(self) -> None:
        person = make_operator(installation, "public")
        with browser.session(PHONE) as session:
            sign_in(session, installation, person)
            self.assertEqual(path(session), "/portal")
            redeem(session, sign_in_link(installation, "public"))
            session.wait(lambda: path(session) == "/portal", "the link opens the portal")
            session.assert_page(self, "portal")
            session.click("details.account summary")
            session.click("details.account form button")
            session.wait(lambda: path(session) == "/sign-in", "signed out")
            session.open(f"{installation.endpoint.url}/portal")
            self.assertEqual(path(session), "/sign-in")

    def test_a_wrong_password_says_so_and_keeps_the_name(self) -> None:
        person = make_operator(installation, "public")
        with browser.session(PHONE) as session:
            session.open(f"{installation.endpoint.url}/sign-in")
            session.write("#tenant", "public")
            session.write("#name", person.name)
            session.write("#password", "another password")
            session.click("main form button")
            self.assertTrue(session.text("[role=alert]"))
            self.assertEqual(session.find("#name").get_attribute("value"), person.name)
            session.assert_page(self, "sign-in-failed", r"Failed to load resource")


if __name__ == "__main__":
    unittest.main()
