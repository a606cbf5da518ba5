"""Every page for everybody: large and small, light and dark, English and German. Each leaves its picture in
.screenshots, and none has a violation of WCAG 2.2, a control that a finger misses, or a header too few."""

from __future__ import annotations

import re
import unittest
import uuid
from collections.abc import Iterator

import enrollments
from browser import DESKTOP, PHONE, Browser, Device, NoCamera, Session
from camera import Camera
from headers import faults, fetch
from people import Person, fill_in, make_operator, one_time_code, sign_in

import operators  # isort: skip
from client.flow import Portal  # isort: skip
from installation import Installation  # isort: skip

THEMES = ("light", "dark")
LANGUAGES = ("en", "de")
DEVICES = (DESKTOP, PHONE)
HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
OTHER_WAY = "Come to the counter in Example Street 1."
#: Screens of the capture page that no camera has to run for, as somebody sees them in a whole enrollment.
SCREENS = (
    "start",
    "declined",
    "face-ready",
    "challenge",
    "sending",
    "checking",
    "document-kind",
    "document-review",
    "complete",
    "failed",
    "expired",
    "withdrawn",
    "elsewhere",
    "link-dead",
    "wrong",
    "camera-denied",
    "camera-missing",
)
#: The name of a sentence where the sentence itself is missing.
KEY = re.compile(
    r"(?<![\w./@-])(access|account|admin|capture|case|common|desk|portal|reason|refusal|signIn)"
    r"\.[a-z]\w*[A-Za-z.]*(?![\w@])"
)
#: Shows a screen by the page's own module, with words in it as if the server had said them.
SHOW = """
return (async ([screen, alternative]) => {
const screens = await import(document.querySelector('link[href$="screens.js"]').href);
screens.fill({ tenant: 'Example Bank', alternative: alternative, attempts: 2, percent: 40, seconds: 5 });
screens.only('alternative', 'yes');
screens.only('enrolled', ['start', 'declined', 'link-dead'].includes(screen) ? 'no' : 'yes');
screens.only('review', 'possible');
screens.element('failed-reason').textContent = screens.word('DOCUMENT_CAPTURES_EXHAUSTED', 'ended');
screens.element('steps').hidden = !/face|challenge|document|sending|checking/.test(screen);
screens.show(screen);
})(arguments);
"""

browser: Browser
installation: Installation
portal: Portal
admin: Person
enrollment: str


def setUpModule() -> None:
    global browser, installation, portal, admin, enrollment
    browser = Browser.for_module()
    installation = Installation.for_module()
    portal = installation.portal("looks")
    installation.command("dev", "seed", "--tenant", "looks", "--count", "40")
    admin = make_operator(installation, "looks", "admin", "persons", "export")
    enrollment = enrollments.complete(portal, f"sandbox-live-{uuid.uuid4()}")


def signed_in_pages() -> dict[str, str]:
    """By the name of its picture."""
    return {
        "portal-form": "/portal",
        "account": "/account",
        "desk": "/desk",
        "case": f"/desk/cases/{enrollment}",
        "refused-unknown": "/desk/cases/none",
    }


def combinations() -> Iterator[tuple[Device, str]]:
    for device in DEVICES:
        for language in LANGUAGES:
            yield device, language


class LookTests(unittest.TestCase):
    def look(self, session: Session, name: str, expected: str | None = None) -> None:
        """Looks at a page in both themes."""
        self.assertEqual([found[0] for found in KEY.finditer(session.text("body"))], [], name)
        for theme in THEMES:
            session.set_theme(theme)
            with self.subTest(page=name, device=session.device.width, language=session.language, theme=theme):
                session.assert_page(self, name, expected)

    def test_pages_of_who_is_signed_in_are_for_everybody(self) -> None:
        for device, language in combinations():
            with browser.session(device, language=language) as session:
                sign_in(session, installation, admin)
                for name, address in signed_in_pages().items():
                    session.open(installation.endpoint.url + address)
                    self.assertEqual(session.run("return document.documentElement.lang"), language)
                    self.look(session, name, r"status of 404")
                link = enrollments.Desk(session, installation).trigger(f"look-{uuid.uuid4()}")
                self.assertTrue(link)
                self.look(session, "portal-enrollment")

    def test_the_second_factor_is_for_everybody(self) -> None:
        person = make_operator(installation, "looks")
        with browser.session(DESKTOP) as session:
            sign_in(session, installation, person)
            self.begin_second_factor(session)
            session.write("#code", one_time_code(session.text("code")))
            session.click("form[action$=confirm] button")
            session.wait_for_text("Switched on", "main")
        for device, language in combinations():
            with browser.session(device, language=language) as session:
                sign_in(session, installation, admin)
                self.begin_second_factor(session)
                self.look(session, "account-second-factor")
                fill_in(session, installation, person)
                session.find("#code")
                self.look(session, "sign-in-code")

    def begin_second_factor(self, session: Session) -> None:
        session.open(f"{installation.endpoint.url}/account")
        session.click("form[action$='/account/second-factor'] button")
        session.find("#code")

    def test_pages_of_an_administrator_are_for_everybody(self) -> None:
        cookie = operators.sign_in(installation, "looks", admin.name, admin.password).cookie
        if fetch(f"{installation.endpoint.url}/admin", headers={**HTML, "Cookie": cookie}).status == 404:
            self.skipTest("this program has no pages for administrators")
        for device, language in combinations():
            with browser.session(device, language=language) as session:
                sign_in(session, installation, admin)
                for address in self.admin_pages(session):
                    session.open(installation.endpoint.url + address)
                    self.look(session, address.strip("/").replace("/", "-"))

    def admin_pages(self, session: Session) -> list[str]:
        """The first page and those that it leads to."""
        session.open(f"{installation.endpoint.url}/admin")
        links = "[...document.querySelectorAll('main a[href]')]"
        found = session.run(f"return {links}.map((link) => new URL(link.href).pathname)")
        return list(dict.fromkeys(["/admin", *(one for one in found if re.fullmatch(r"/admin/[a-z-]+", one))]))

    def test_every_screen_of_the_capture_page_is_for_everybody(self) -> None:
        for device, language in combinations():
            with browser.session(device, language=language, camera=NoCamera.ABSENT) as session:
                link = portal.trigger(f"look-{uuid.uuid4()}", "look@example.org")["sessionCallbackURL"]
                phone = enrollments.Phone(session)
                phone.open(link)
                phone.wait_for("start")
                for screen in SCREENS:
                    session.run(SHOW, screen, OTHER_WAY)
                    self.assertEqual(phone.screen, screen)
                    self.look(session, f"capture-{screen}")
                    if screen == "document-kind":
                        session.click("[data-action=leave]")
                        self.look(session, "capture-leave")
                        session.click("[data-action=stay]")


class StageTests(unittest.TestCase):
    def test_the_cameras_picture_fills_the_phone_and_its_words_can_be_read(self) -> None:
        camera = Camera.for_module("drawn")
        for language in LANGUAGES:
            with browser.session(PHONE, language=language, camera=camera.path) as session:
                link = portal.trigger(f"look-{uuid.uuid4()}", "look@example.org")["sessionCallbackURL"]
                phone = enrollments.Phone(session, camera)
                phone.open(link)
                phone.agree()
                phone.wait_for("camera")
                session.wait(lambda page=session: page.run("return video.videoWidth"), "the camera's picture is there")
                for theme in THEMES:
                    session.set_theme(theme)
                    session.assert_page(self, "capture-camera")


class HeaderTests(unittest.TestCase):
    def test_every_page_has_its_headers(self) -> None:
        cookie = operators.sign_in(installation, "looks", admin.name, admin.password).cookie
        for name, address in signed_in_pages().items():
            response = fetch(installation.endpoint.url + address, headers={**HTML, "Cookie": cookie})
            self.assertEqual(faults(response), [], name)
        response = fetch(f"{installation.endpoint.url}/onboarding?data=x", headers=HTML)
        self.assertEqual(faults(response, uses_camera=True), [])


if __name__ == "__main__":
    unittest.main()
