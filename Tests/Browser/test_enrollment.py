"""A whole enrollment: a clerk begins it, a phone does it, the portal follows, an auditor reads the case."""

from __future__ import annotations

import re
import unittest

from browser import DESKTOP, PHONE, SMALL_PHONE, Browser, Session
from camera import RENDERED, Camera
from enrollments import Desk, Phone
from people import make_operator, path, sign_in

from installation import Installation  # isort: skip

DONE = ["done"] * 5
#: Keeps each state of the steps in the page, and a mark that a reload would take away.
RECORDER = """
window.kept = [];
const states = () => [...document.querySelectorAll('#steps li')].map((one) => one.dataset.state);
const keep = () => { const now = states().join(' '); if (kept[kept.length - 1] !== now) kept.push(now); };
new MutationObserver(keep).observe(document.getElementById('steps'), { attributes: true, subtree: true });
keep();
"""

browser: Browser
installation: Installation
camera: Camera


def setUpModule() -> None:
    global browser, installation, camera
    camera = Camera.for_module("rendered")
    browser = Browser.for_module()
    installation = Installation.for_module()
    installation.tenant("whole", **RENDERED)


class EnrollmentTests(unittest.TestCase):
    def test_the_phone_does_it_the_portal_follows_and_the_auditor_reads_why(self) -> None:
        clerk = make_operator(installation, "whole")
        auditor = make_operator(installation, "whole", "auditor", "persons")
        with browser.session(DESKTOP) as window, browser.session(PHONE, camera=camera.path) as handset:
            sign_in(window, installation, clerk)
            desk, phone = Desk(window, installation), Phone(handset, camera)
            link = desk.trigger("anna.example")
            enrollment = desk.enrollment
            window.run(RECORDER)
            self.complete(phone, link)
            self.assert_followed(desk)
            self.assert_quiet(window, handset)
        with browser.session(DESKTOP) as reader:
            sign_in(reader, installation, auditor)
            self.assert_case(reader, enrollment, auditor.name)
            self.assert_quiet(reader)

    def complete(self, phone: Phone, link: str) -> None:
        session = phone.session
        phone.open(link)
        phone.wait_for("start")
        self.assertIn("data=", link)
        self.assert_no_secret(session)
        phone.show_face()
        self.assert_no_secret(session)
        phone.show_document()
        self.assert_no_secret(session)
        self.assertEqual(session.geometry_faults(), [])

    def assert_no_secret(self, session: Session) -> None:
        """Neither the address nor what a page can keep holds the link's secret."""
        self.assertNotIn("data", session.driver.current_url.partition("?")[2])
        self.assertTrue(session.driver.current_url.endswith("/onboarding"), session.driver.current_url)
        kept = session.run("return JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }])")
        self.assertEqual(kept, "[null,{},{}]")
        self.assertEqual(session.run("return document.cookie"), "")

    def assert_followed(self, desk: Desk) -> None:
        session = desk.session
        session.wait(lambda: desk.steps() == DONE, "every step is done in the portal")
        session.wait_for_text("Enrolled. You can go on.", "#end")
        # Undefined where the page was loaded again.
        seen = [line.split() for line in session.run("return window.kept")]
        self.assertGreater(len(seen), 3, seen)
        self.assertEqual(seen[-1], DONE)
        for earlier, later in zip(seen, seen[1:], strict=False):
            done = earlier.count("done")
            self.assertEqual(earlier[:done], ["done"] * done, "steps are done in their order")
            self.assertGreaterEqual(later.count("done"), done, "what is done stays done")
        self.assertEqual(session.find_all("#qr"), [])
        session.assert_page(self, "portal-enrolled")

    def assert_case(self, session: Session, enrollment: str, auditor: str) -> None:
        session.open(f"{installation.endpoint.url}/desk")
        self.assertIn("anna.example", session.text("table"))
        session.click(f"a[href$='/desk/cases/{enrollment}']")
        session.wait(lambda: path(session) == f"/desk/cases/{enrollment}", "the list opens the case")
        self.assertEqual(session.text(".case-head .state"), "Accepted")
        score = session.text("#comparison .score")
        self.assertRegex(score, r"\d")
        zone = session.text(".zone")
        self.assertRegex(zone.replace("\n", ""), r"P[<A-Z0-9]{87}")
        self.assertIn("anna.example", session.text("#decision"))
        # Nothing is loaded before it is asked for, so that the list of who looked says the truth.
        self.assertEqual(session.find_all("#capture img, #comparison img, #document img"), [])
        before = self.pictures(session)
        self.assertEqual(before, [])
        session.click("#capture [data-reveal-all]")
        frames = len(session.find_all("#capture [data-picture]"))
        self.assertGreater(frames, 7)
        session.wait(lambda: len(session.find_all("#capture [data-strip] img")) == frames, "every frame is shown")
        session.click("#comparison [data-reveal-all]")
        session.wait(lambda: len(session.find_all("#comparison img")) == 2, "both faces are shown")
        self.assertGreater(len(self.pictures(session)), frames)
        session.driver.refresh()
        readings = session.text("#readings tbody")
        self.assertIn(auditor, readings)
        session.assert_page(self, "case-accepted")

    def pictures(self, session: Session) -> list[str]:
        return [url for url in session.requests() if re.search(r"/desk/cases/[0-9a-f]+/", url)]

    def assert_quiet(self, *sessions: Session) -> None:
        for session in sessions:
            self.assertEqual(session.foreign_requests(), [])
            self.assertEqual(session.console_errors(), [])


class SmallestPhoneTests(unittest.TestCase):
    def test_nothing_hangs_over_on_the_smallest_phone_on_the_way(self) -> None:
        clerk = make_operator(installation, "whole")
        with browser.session(SMALL_PHONE) as session:
            sign_in(session, installation, clerk)
            desk = Desk(session, installation)
            link = desk.trigger("ben.example")
            enrollment = desk.enrollment
            self.assertEqual(session.geometry_faults(), [], "the portal")
        with browser.session(SMALL_PHONE, camera=camera.path) as session:
            phone = Phone(session, camera)
            phone.open(link)
            for screen, next_step in (
                ("start", lambda: phone.act("accept")),
                ("camera", lambda: None),
                ("document-kind", lambda: phone.photograph()),
                ("document-review", lambda: phone.act("use")),
                ("complete", lambda: None),
            ):
                phone.wait_for(screen)
                self.assertEqual(session.geometry_faults(), [], screen)
                next_step()
        with browser.session(SMALL_PHONE) as session:
            sign_in(session, installation, make_operator(installation, "whole", "auditor", "persons"))
            for address in ("/desk", f"/desk/cases/{enrollment}"):
                session.open(installation.endpoint.url + address)
                self.assertEqual(session.geometry_faults(), [], address)


if __name__ == "__main__":
    unittest.main()
