"""Firefox as a second browser: it can be driven and has a camera, what must not be is noticed as in Chromium, and the
pages that most people see work."""

from __future__ import annotations

import unittest

from firefox import Firefox
from fixture_site import FixtureSite
from people import make_operator

from installation import Installation  # isort: skip

SCREEN = "return document.querySelector('[data-screen]:not([hidden])')?.dataset.screen ?? ''"

firefox: Firefox
site: FixtureSite
installation: Installation


def setUpModule() -> None:
    global firefox, site, installation
    firefox = Firefox.for_module(width=390, height=844, language="de")
    site = FixtureSite()
    unittest.addModuleCleanup(site.close)
    installation = Installation.for_module()
    installation.tenant("second")


class FirefoxTests(unittest.TestCase):
    def test_a_page_is_shown_and_sees_the_camera(self) -> None:
        firefox.open(f"{site.url}/camera.html")
        self.assertEqual(firefox.run("return [innerWidth, innerHeight, navigator.language]"), [390, 844, "de"])
        firefox.click("button")
        firefox.wait(lambda: firefox.text("[role=status]"), "the page says what it sees")
        self.assertRegex(firefox.text("[role=status]"), r"^640 480 \d+ \d+ \d+ \d+$")
        self.assertEqual([str(found) for found in firefox.violations()], [])
        self.assertEqual(firefox.console_errors(), [])
        self.assertGreater(firefox.screenshot("harness-good").stat().st_size, 1000)

    def test_planted_faults_are_found(self) -> None:
        firefox.open(f"{site.url}/faulty.html")
        self.assertLessEqual(
            {"color-contrast", "image-alt", "target-size"}, {found.rule for found in firefox.violations()}
        )

    def test_a_request_to_another_host_is_noticed_from_page_and_worker(self) -> None:
        firefox.open(f"{site.url}/asking.html")
        firefox.wait(lambda: "done" in firefox.text("[role=status]"), "everything was asked")
        asked = firefox.foreign_requests()
        for address in ("GET http://page.example/counter", "GET http://worker.example/counter"):
            self.assertIn(address, asked)
        self.assertFalse([address for address in asked if "counter" not in address], "the browser itself asks nobody")

    def test_an_uncaught_error_is_complained_about(self) -> None:
        firefox.open(f"{site.url}/camera.html")
        firefox.run("setTimeout(() => { throw new Error('nobody catches this') }); return null")
        firefox.run("return new Promise((done) => setTimeout(() => done(null), 20))")
        self.assertIn("nobody catches this", "\n".join(firefox.console_errors()))


class PageTests(unittest.TestCase):
    """From signing in to the camera: the smoke test of the second engine."""

    def test_a_clerk_signs_in_and_a_person_is_seen_by_the_camera(self) -> None:
        clerk = make_operator(installation, "second")
        firefox.open(f"{installation.endpoint.url}/sign-in")
        self.assert_sound("sign-in")
        firefox.write("#tenant", clerk.tenant)
        firefox.write("#name", clerk.name)
        firefox.write("#password", clerk.password)
        firefox.click("main form button")
        firefox.wait(lambda: firefox.run("return location.pathname") == "/portal", "the clerk is signed in")
        self.assert_sound("portal-form")
        firefox.write("#username", "clara.example")
        firefox.write("#email", "clara@example.org")
        firefox.click("main form button")
        firefox.wait(lambda: firefox.run("return document.getElementById('link') !== null"), "the code is there")
        self.assert_sound("portal-enrollment")
        firefox.open(firefox.run("return document.getElementById('link').value"))
        self.wait_for("start")
        self.assertEqual(firefox.run("return [location.search, document.cookie]"), ["", ""])
        self.assert_sound("capture-start")
        firefox.click("[data-screen=start] [data-action=accept]")
        self.wait_for("camera")
        # The camera shows plain colours, so that the server sees no face.
        firefox.wait(lambda: "Gesicht ins Oval" in firefox.text("#message"), "the page says what it misses")
        self.assert_sound("capture-camera")

    def wait_for(self, screen: str) -> None:
        firefox.wait(lambda: firefox.run(SCREEN) == screen, f"the screen {screen}")

    def assert_sound(self, name: str) -> None:
        firefox.screenshot(name)
        self.assertEqual([str(found) for found in firefox.violations()], [], name)
        self.assertEqual(firefox.run("return document.documentElement.scrollWidth > innerWidth"), False, name)
        self.assertEqual(firefox.console_errors(), [], name)


if __name__ == "__main__":
    unittest.main()
