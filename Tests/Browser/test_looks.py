"""Every page for everybody: large and small, light and dark, English and German. Each leaves its picture in
.screenshots, and none has a violation of WCAG 2.2, a control that a finger misses, or a header too few."""

from __future__ import annotations

import dataclasses
import json
import re
import unittest
import uuid
from collections.abc import Iterator

import enrollments
import page_routes
from browser import DESKTOP, PHONE, Browser, Device, NoCamera, Session
from camera import Camera
from headers import faults, fetch
from people import Person, fill_in, make_operator, one_time_code, sign_in
from selenium.webdriver.common.keys import Keys

import operators  # isort: skip
import pictures  # isort: skip
from client.flow import Portal  # isort: skip
from forms import forms  # isort: skip
from installation import Installation, wait_until  # isort: skip

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
    "return",
    "let-in",
    "phone-registered",
    "phone-unknown",
    "phones-full",
    "locked",
    "stopped",
    "failed",
    "expired",
    "withdrawn",
    "elsewhere",
    "asking",
    "link-dead",
    "wrong",
    "camera-denied",
    "camera-missing",
    "camera-phone",
)
#: The name of a sentence where the sentence itself is missing.
KEY = re.compile(
    r"(?<![\w./@-])(access|account|admin|capture|case|common|dashboard|desk|portal|proposals|reason|refusal|signIn)"
    r"\.[a-z]\w*[A-Za-z.]*(?![\w@])"
)
#: Shows a screen by the page's own module, with words in it as if the server had said them.
SHOW = """
return (async ([screen, alternative]) => {
const screens = await import(document.querySelector('link[href$="screens.js"]').href);
screens.fill({ tenant: 'Example Bank', alternative: alternative, attempts: 2, percent: 40, seconds: 5, until: '12:15', code: '471 108' });
screens.only('alternative', 'yes');
screens.only('enrolled', ['start', 'declined', 'link-dead'].includes(screen) ? 'no' : 'yes');
screens.only('review', 'possible');
screens.element('failed-reason').textContent = screens.word('DOCUMENT_CAPTURES_EXHAUSTED', 'ended');
screens.element('steps').hidden = !/face|challenge|document|sending|checking/.test(screen);
screens.show(screen);
})(arguments);
"""

LISTS = ("/desk/authentications", "/desk/groups")
#: What of a page scrolls sideways.
SIDEWAYS = """
const root = document.scrollingElement;
const wide = root.scrollWidth > window.innerWidth ? ["the page"] : [];
for (const element of document.querySelectorAll("main *")) {
  const scrolls = ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
  if (scrolls && element.scrollWidth > element.clientWidth + 1) wide.push(element.outerHTML.slice(0, 80));
}
return wide;
"""

browser: Browser
installation: Installation
portal: Portal
admin: Person
enrollment: str
#: The page of what a colleague has proposed.
proposal: str


def setUpModule() -> None:
    global browser, installation, portal, admin, enrollment, proposal
    browser = Browser.for_module()
    installation = Installation.for_module()
    portal = installation.portal("looks")
    installation.command("dev", "seed", "--tenant", "looks", "--count", "40")
    admin = make_operator(installation, "looks", "admin", "persons", "export", "review", "erase")
    username = f"sandbox-live-{uuid.uuid4()}"
    enrollment = enrollments.complete(portal, username)
    begun = portal.post("/onboarding/authentication/authenticate", {"username": username})
    assert begun.status == 200, begun.described()
    proposal = proposed_erasure()


def proposed_erasure() -> str:
    """Has erasures take two, and somebody propose one; its page."""
    person = make_operator(installation, "looks", "auditor", "erase")
    installation.configure("looks", fourEyes=["erasure"])
    who = operators.sign_in(installation, "looks", person.name, person.password)
    wait_until(lambda: b"/proposals" in who.get("/account").body, "the server knows what takes two")
    page = f"/desk/cases/{enrollments.complete(portal, f'sandbox-live-{uuid.uuid4()}')}/erase"
    asked = who.get(page).body
    name = re.search(rb'for="confirmation">[^<]*<code>([^<]+)<', asked)
    assert name is not None, asked
    answer = who.post(page, forms(asked)[page].filled(confirmation=name[1].decode()))
    assert answer.status == 303, answer.described()
    return answer.headers["location"].partition("?")[0]


def signed_in_pages() -> dict[str, str]:
    """By the name of its picture."""
    return {
        "portal-form": "/portal",
        "account": "/account",
        "desk": "/desk",
        "dashboard": "/desk/dashboard",
        "case": f"/desk/cases/{enrollment}",
        "refused-unknown": "/desk/cases/none",
        "erase-takes-two": f"/desk/cases/{enrollment}/erase",
        "proposals": "/proposals",
        "proposal": proposal,
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

    def test_nothing_scrolls_sideways_on_the_narrowest_phone(self) -> None:
        """WCAG 2.2, 1.4.10: at 320 pixels, in the language with the longer words."""
        narrow = dataclasses.replace(PHONE, width=320)
        with browser.session(narrow, language="de") as session:
            sign_in(session, installation, admin)
            sections = self.pages_below(session, "/admin/configuration", r"/admin/configuration/\w+")
            self.assertGreater(len(sections), 10)
            for address in [*signed_in_pages().values(), *LISTS, *self.admin_pages(session), *sections]:
                session.open(installation.endpoint.url + address)
                with self.subTest(page=address):
                    self.assertEqual(session.run(SIDEWAYS), [])
                    # Times have one form, none that programs write (WrittenTime). Doctor speaks as on the command line.
                    if address != "/admin":
                        self.assertNotRegex(session.text("body"), r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d")

    def test_the_first_case_is_in_the_first_view_of_a_phone(self) -> None:
        with browser.session(PHONE) as session:
            sign_in(session, installation, admin)
            session.open(f"{installation.endpoint.url}/desk?state=failed&state=complete&from=2020-01-31&to=")
            session.wait(lambda: not session.find_all(".fold[open]"), "the conditions are folded")
            shown = session.run(
                "const row = document.querySelector('.cases tbody tr').getBoundingClientRect();"
                "return [row.top, document.documentElement.clientHeight]"
            )
            self.assertLess(shown[0] + 60, shown[1])
            self.assertRegex(
                session.text(".fold summary"), r"Filters: begun on or after 31 Jan 2020 complete, refused$"
            )
            session.assert_page(self, "desk-folded")
            session.click(".fold summary")
            session.wait(lambda: session.find("#text").is_displayed(), "the conditions are there")
            session.assert_page(self, "desk-unfolded")
        with browser.session(DESKTOP) as session:
            sign_in(session, installation, admin)
            session.open(f"{installation.endpoint.url}/desk")
            self.assertTrue(session.find("#text").is_displayed(), "where there is room nothing is folded")

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
        return ["/admin", *self.pages_below(session, "/admin", r"/admin/[a-z-]+")]

    def pages_below(self, session: Session, page: str, pattern: str) -> list[str]:
        """What a page leads to, of such addresses."""
        session.open(installation.endpoint.url + page)
        links = "[...document.querySelectorAll('main a[href]')]"
        found = session.run(f"return {links}.map((link) => new URL(link.href).pathname)")
        return list(dict.fromkeys(one for one in found if re.fullmatch(pattern, one)))

    def test_every_screen_of_the_capture_page_is_for_everybody(self) -> None:
        for device, language in combinations():
            with browser.session(device, language=language, camera=NoCamera.ABSENT) as session:
                link = portal.trigger(f"look-{uuid.uuid4()}", "look@example.org")["sessionCallbackURL"]
                phone = enrollments.Phone(session)
                phone.open(link)
                phone.wait_for("camera-missing")
                for screen in SCREENS:
                    session.run(SHOW, screen, OTHER_WAY)
                    self.assertEqual(phone.screen, screen)
                    self.look(session, f"capture-{screen}")
                    if screen == "document-kind":
                        session.click("[data-action=leave]")
                        self.look(session, "capture-leave")
                        session.click("[data-action=stay]")


class ProposalTests(unittest.TestCase):
    def test_a_colleague_declines_and_agrees(self) -> None:
        for device, button, said in (
            (PHONE, "form[action$='/decline'] button", "Declined. Nothing was done."),
            (DESKTOP, "form[action$='/agree'] button", "Agreed and done."),
        ):
            page = proposed_erasure()
            with browser.session(device) as session:
                sign_in(session, installation, admin)
                session.click("a[href$='/proposals']")
                session.click(f"a[href$='{page}']")
                self.assertIn("Waits until", session.text("main"))
                if "decline" in button:
                    session.write("#reason", "They have asked to stay.")
                session.click(button)
                session.wait_for_text(said, "main")
                session.assert_page(self, "proposal-ended")


class DashboardTests(unittest.TestCase):
    def test_a_number_leads_to_the_cases_that_it_counts(self) -> None:
        with browser.session(DESKTOP) as session:
            sign_in(session, installation, admin)
            session.open(f"{installation.endpoint.url}/desk/dashboard?days=90")
            wanted = int(session.text(".total-failed a"))
            self.assertGreater(wanted, 0)
            # The columns are for the mouse; the keyboard has the table.
            self.assertEqual(session.run("return document.querySelectorAll('svg a:not([tabindex=\"-1\"])').length"), 0)
            session.run("document.querySelector('#chart-days summary').focus()")
            session.press(Keys.ENTER)
            session.wait(lambda: session.find_all("#chart-days details[open]"), "the table is open")
            session.assert_page(self, "dashboard-table")
            session.run("document.querySelector('.total-failed a').focus()")
            session.press(Keys.ENTER)
            session.wait(lambda: "state=failed" in session.driver.current_url, "the list is there")
            self.assertEqual(len(session.find_all(".cases tbody tr")), wanted)

class BrandTests(unittest.TestCase):
    """Colours near the least contrast, and what they become in the dark (`BrandPalette`)."""

    def dress(self, tenant: str, primary: str, accent: str) -> str:
        """A tenant with colours and words of its own, and the address of a QR code of it."""
        own = installation.portal(tenant)
        wording = {"title": f"Hello from {tenant}", "support": "Ring us: 12345"}
        ui = {"primaryColor": primary, "accentColor": accent, "wording": wording}
        installation.command("tenant", "configure", tenant, json.dumps({"ui": ui}))
        link = str(own.trigger(f"look-{uuid.uuid4()}", "look@example.org")["sessionCallbackURL"])
        wait_until(lambda: b"/brand/" in fetch(link, headers=HTML).body, "the colours are known")
        return link

    def assert_colors(self, session: Session, selector: str, light: str, dark: str) -> None:
        """The background of an element in both themes, and that nothing on the page is hard to read."""
        for theme, color in (("light", light), ("dark", dark)):
            session.set_theme(theme)
            with self.subTest(selector=selector, theme=theme):
                shown = session.run(
                    "return getComputedStyle(document.querySelector(arguments[0])).backgroundColor", selector
                )
                self.assertEqual(shown, color)
                self.assertEqual(session.violations(), [])

    def test_pages_have_the_tenants_colors_in_light_and_dark(self) -> None:
        accept = "[data-screen=start] [data-action=accept]"
        camera = Camera.for_module("drawn")
        with browser.session(PHONE, camera=camera.path) as session:
            phone = enrollments.Phone(session, camera)
            for tenant, primary, accent, light, dark in (
                ("grey", "#6a6a6a", "#d07000", "rgb(106, 106, 106)", "rgb(158, 158, 158)"),
                ("ochre", "#8a5a00", "#e06000", "rgb(138, 90, 0)", "rgb(183, 154, 99)"),
            ):
                phone.open(self.dress(tenant, primary, accent))
                phone.wait_for("start")
                self.assertEqual(session.text("[data-screen=start] h1"), f"Hello from {tenant}")
                self.assert_colors(session, accept, light, dark)
                self.assertEqual(session.text(".support"), "Ring us: 12345")
        with browser.session(DESKTOP) as session:
            sign_in(session, installation, make_operator(installation, "ochre", "admin"))
            session.open(f"{installation.endpoint.url}/portal")
            self.assert_colors(session, "main form button", "rgb(138, 90, 0)", "rgb(183, 154, 99)")
            self.set_logo(session)
            self.assert_state_has_its_own_color(session)

    def assert_state_has_its_own_color(self, session: Session) -> None:
        """A tenant whose colour is that of another state would make two states one."""
        session.set_theme("light")
        session.open(f"{installation.endpoint.url}/desk/dashboard")
        shown = session.run(
            "const total = document.createElement('div');"
            "total.className = 'total total-pending';"
            "document.querySelector('main').append(total);"
            "return getComputedStyle(total).borderInlineStartColor"
        )
        self.assertEqual(shown, "rgb(26, 86, 219)")

    def set_logo(self, session: Session) -> None:
        file = installation.folder / "logo.png"
        file.write_bytes(pictures.png(200, 40))
        session.open(f"{installation.endpoint.url}/admin/configuration/pages")
        session.find("#logo-file")
        session.choose_file("#logo-file", file)
        session.click("#logo-form button")
        session.find(".bar .logo")
        width = "return document.querySelector('.bar .logo').naturalWidth"
        session.wait(lambda: session.run(width) == 200, "the logo is shown")
        for theme in THEMES:
            session.set_theme(theme)
            session.assert_page(self, f"admin-appearance-{theme}")


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
        who = operators.sign_in(installation, "looks", admin.name, admin.password)
        form = forms(who.get("/portal").body)["/portal"]
        begun = who.post("/portal", form.filled(username=f"look-{uuid.uuid4()}", email="look@example.org"))
        known = f"sandbox-live-{uuid.uuid4()}"
        enrollments.complete(portal, known)
        # Each showing of the form begins one thing.
        form = forms(who.get("/portal").body)["/portal"]
        asked = who.post("/portal", form.filled(purpose="authenticate", username=known))
        marks = {
            "visit": asked.headers["location"].rpartition("/")[2],
            "own": begun.headers["location"].rpartition("/")[2],
            "case": enrollment,
            "authentication": self.authentication(who),
            "name": admin.name,
            "client": portal.credentials.client_id,
            "proposal": proposal.rpartition("/")[2],
        }
        pages = {name: address.format(**marks) for name, address in page_routes.SIGNED_IN.items()}
        for name, address in pages.items():
            self.check(name, address, who.cookie)
        for name, address in page_routes.FURTHER.items():
            self.check(f"{name}, further", address.format(**marks), who.cookie)
        for name, address in page_routes.SECOND_STEP.items():
            self.check(name, address, self.with_a_second_step().cookie)
        for name, address in page_routes.PUBLIC.items():
            self.check(name, address)
        for name, address in page_routes.CAPTURING.items():
            self.check(name, address, uses_camera=True)
        self.check("a path that leads nowhere", "/nowhere", status=404)
        self.check("a case that is not there", "/desk/cases/none", who.cookie, status=404)
        self.check("who may not", "/admin", self.clerk().cookie, status=403)

    def test_no_page_is_missing_here(self) -> None:
        known = [page_routes.SIGNED_IN, page_routes.SECOND_STEP, page_routes.PUBLIC, page_routes.CAPTURING]
        listed = [name for names in known for name in names] + sorted(page_routes.NO_PAGES)
        self.assertEqual(sorted(listed), sorted(page_routes.named()))

    def check(
        self, name: str, address: str, cookie: str = "", *, uses_camera: bool = False, status: int = 200
    ) -> None:
        headers = HTML | ({"Cookie": cookie} if cookie else {})
        response = fetch(installation.endpoint.url + address, headers=headers)
        with self.subTest(name):
            self.assertEqual((response.status, response.media_type), (status, "text/html"), address)
            self.assertEqual(faults(response, uses_camera=uses_camera), [])

    def authentication(self, who: operators.Operator) -> str:
        """The newest that the desk lists."""
        found = re.search(rb"/desk/authentications/([0-9a-f]{32})", who.get("/desk/authentications").body)
        assert found is not None
        return found[1].decode()

    def clerk(self) -> operators.Operator:
        person = make_operator(installation, "looks")
        return operators.sign_in(installation, "looks", person.name, person.password)

    def with_a_second_step(self) -> operators.Operator:
        """Somebody who has shown their password and not their code."""
        person = make_operator(installation, "looks")
        who = operators.sign_in(installation, "looks", person.name, person.password)
        account = forms(who.get("/account").body)["/account/second-factor"]
        page = who.post(account.action, account.filled()).body
        found = re.search(rb"<code>([A-Z2-7]+)</code>", page)
        assert found is not None
        confirm = forms(page)["/account/second-factor/confirm"]
        done = who.post(confirm.action, confirm.filled(code=one_time_code(found[1].decode())))
        self.assertEqual(done.status, 303)
        return operators.sign_in(installation, "looks", person.name, person.password)


if __name__ == "__main__":
    unittest.main()
