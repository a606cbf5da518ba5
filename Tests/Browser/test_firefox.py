"""Firefox as a second browser: it can be driven and has a camera, and what must not be is noticed as in Chromium."""

from __future__ import annotations

import unittest

from firefox import Firefox
from fixture_site import FixtureSite

firefox: Firefox
site: FixtureSite


def setUpModule() -> None:
    global firefox, site
    firefox = Firefox.for_module(width=390, height=844, language="de")
    site = FixtureSite()
    unittest.addModuleCleanup(site.close)


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


if __name__ == "__main__":
    unittest.main()
