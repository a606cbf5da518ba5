"""The browser under test sees what a person's sees, and the harness notices what must not be. With pages of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from browser import DESKTOP, PHONE, SMALL_PHONE, Browser, Device, NoCamera, Session
from camera import Camera
from fixture_site import FixtureSite

browser: Browser
site: FixtureSite


def setUpModule() -> None:
    global browser, site
    browser = Browser.for_module()
    site = FixtureSite()
    unittest.addModuleCleanup(site.close)


def look(session: Session) -> str:
    """What the fixture page says of the camera."""
    session.click("button")
    session.wait(lambda: session.text("[role=status]"), "the page says what it sees")
    return session.text("[role=status]")


class CameraTests(unittest.TestCase):
    def test_a_page_sees_the_file_and_after_a_switch_the_other_one(self) -> None:
        camera = Camera()
        self.addCleanup(camera.close)
        camera.show_plain(200, 30, 30)
        with browser.session(PHONE, camera=camera.path) as session:
            session.open(f"{site.url}/camera.html")
            self.assert_sees(session, 640, 480, (200, 30, 30))
            camera.show_plain(30, 30, 200, width=480, height=640)
            self.assert_sees(session, 480, 640, (30, 30, 200))
            self.assertEqual(session.console_errors(), [])

    def test_a_refused_camera_and_an_absent_one_are_told_apart(self) -> None:
        for camera, error in ((NoCamera.REFUSED, "NotAllowedError"), (NoCamera.ABSENT, "NotFoundError")):
            with browser.session(PHONE, camera=camera) as session:
                session.open(f"{site.url}/camera.html")
                self.assertEqual(look(session), error)

    def assert_sees(self, session: Session, width: int, height: int, colour: tuple[int, int, int]) -> None:
        seen = [int(word) for word in look(session).split()]
        self.assertEqual(seen[:3], [width, height, 10])
        for part, wanted in zip(seen[3:], colour, strict=True):
            self.assertAlmostEqual(part, wanted, delta=8)


class SurroundingsTests(unittest.TestCase):
    """Window, theme, language, network."""

    def test_the_window_is_the_devices(self) -> None:
        for device in (DESKTOP, PHONE, SMALL_PHONE):
            with browser.session(device) as session:
                session.open(f"{site.url}/camera.html")
                size = session.run("return [innerWidth, innerHeight, navigator.maxTouchPoints > 0]")
                self.assertEqual(size, [device.width, device.height, device.is_phone])

    def test_the_page_is_shown_in_the_theme_and_can_be_switched(self) -> None:
        with browser.session(theme="dark") as session:
            session.open(f"{site.url}/camera.html")
            background = "return getComputedStyle(document.body).backgroundColor"
            self.assertEqual(session.run(background), "rgb(17, 17, 17)")
            session.set_theme("light")
            self.assertEqual(session.run(background), "rgb(255, 255, 255)")
            self.assertTrue(session.run("return matchMedia('(prefers-reduced-motion: reduce)').matches"))

    def test_the_server_and_the_page_are_told_the_language(self) -> None:
        with browser.session(language="de") as session:
            session.open(f"{site.url}/languages")
            self.assertTrue(session.text().startswith("de"), session.text())
            self.assertEqual(session.run("return navigator.language"), "de")

    def test_a_secure_host_cookie_is_kept_on_the_loopback_interface(self) -> None:
        with browser.session() as session:
            for _ in range(2):
                session.open(f"{site.url}/languages")
            self.assertIn("__Host-session=0123456789abcdef", session.text())
            self.assertTrue(session.run("return isSecureContext"))

    def test_a_page_without_network_is_told_and_told_again(self) -> None:
        with browser.session() as session:
            session.open(f"{site.url}/asking.html")
            session.wait_for_text("done", "[role=status]")
            session.set_offline(True)
            session.wait(lambda: session.driver.title == "offline", "the page knows that it is offline")
            refused = "return fetch('icon.svg').then(() => 'answered', (error) => error.name)"
            self.assertEqual(session.run(refused), "TypeError")
            session.set_offline(False)
            session.wait(lambda: session.driver.title == "online", "the page knows that it is online")
            self.assertEqual(session.run(refused), "answered")

    def test_a_screenshot_shows_the_whole_page(self) -> None:
        with browser.session(Device(390, 400), theme="dark", language="de") as session:
            session.open(f"{site.url}/faulty.html")
            path = session.screenshot("harness-fixture")
            self.addCleanup(path.unlink)
            self.assertEqual(path.name, "harness-fixture-390-dark-de.png")
            self.assertEqual(path.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")


class FindingTests(unittest.TestCase):
    """What the harness looks at in every page."""

    def test_a_good_page_passes(self) -> None:
        for device in (DESKTOP, PHONE, SMALL_PHONE):
            for theme in ("light", "dark"):
                with browser.session(device, theme=theme) as session:
                    session.open(f"{site.url}/camera.html")
                    session.assert_page(self, "harness-good")

    def test_planted_faults_are_found(self) -> None:
        with browser.session(PHONE) as session:
            session.open(f"{site.url}/faulty.html")
            rules = {violation.rule for violation in session.violations()}
            self.assertLessEqual({"color-contrast", "image-alt", "target-size"}, rules)
            faults = "\n".join(session.geometry_faults())
            for words in ("the page is", 'button "x" is 16 by 16 px', "the window is"):
                self.assertIn(words, faults)

    def test_axe_runs_under_the_strictest_policy(self) -> None:
        with browser.session() as session:
            session.open(f"{site.url}/camera.html")
            session.run("document.querySelector('main').append(Object.assign(new Image(), { src: 'icon.svg' }))")
            self.assertEqual([violation.rule for violation in session.violations()], ["image-alt"])

    def test_a_request_to_another_host_is_noticed_from_page_and_worker(self) -> None:
        with browser.session() as session:
            session.open(f"{site.url}/asking.html")
            session.wait_for_text("done: 200 TypeError TypeError", "[role=status]")
            self.assertIn(f"{site.url}/icon.svg", session.requests())
            asked = session.foreign_requests()
            for address in ("GET http://page.example/counter", "GET http://worker.example/counter"):
                self.assertIn(address, asked)
            self.assertFalse(
                [address for address in asked if "counter" not in address], "the browser itself asks nobody"
            )
            self.assertTrue(session.console_errors())
            session.open(f"{site.url}/camera.html")
            self.assertEqual(session.console_errors(), [])

    def test_another_server_on_this_machine_is_another_host(self) -> None:
        other = FixtureSite()
        self.addCleanup(other.close)
        with browser.session() as session:
            session.open(f"{site.url}/asking.html")
            session.wait_for_text("done", "[role=status]")
            address = f"{other.url}/icon.svg"
            session.run("return fetch(arguments[0]).catch(() => null).then(() => null)", address)
            self.assertIn(address, session.foreign_requests())

    def test_what_a_policy_forbids_is_complained_about(self) -> None:
        with browser.session() as session:
            session.open(f"{site.url}/camera.html")
            image = "Object.assign(new Image(), { src: 'http://image.example/', alt: '' })"
            session.run(f"document.body.append({image})")
            session.wait(lambda: session.console_errors(), "the console has the violation")


class EndTests(unittest.TestCase):
    """Nothing is left running."""

    SCRIPT = """
import time
from browser import Browser
browser = Browser()
browser.session()
print(browser.process_id, flush=True)
time.sleep(60)
"""

    def test_closing_ends_every_process_and_removes_the_profiles(self) -> None:
        own = Browser()
        session = own.session()
        session.open(f"{site.url}/camera.html")
        self.assertGreater(len(members(own.process_id)), 2)
        own.close()
        self.assert_gone(own.process_id)
        self.assertFalse(own.folder.exists())

    def test_a_killed_test_leaves_no_browser(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        test = subprocess.Popen(
            [sys.executable, "-B", "-c", self.SCRIPT],
            cwd=Path(__file__).parent,
            env={**os.environ, "TMPDIR": folder.name},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert test.stdout is not None
        group = int(test.stdout.readline())
        self.assertGreater(len(members(group)), 2)
        test.send_signal(signal.SIGKILL)
        test.wait()
        test.stdout.close()
        self.assert_gone(group)

    def assert_gone(self, group: int) -> None:
        deadline = time.monotonic() + 60
        while left := members(group):
            self.assertLess(time.monotonic(), deadline, f"still running: {left}")
            time.sleep(0.05)


def members(group: int) -> list[str]:
    """The programs in a process group that have not ended."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split() if folder.name.isdigit() else []
            if fields and int(fields[2]) == group and fields[0] not in "ZX":
                found.append((folder / "cmdline").read_text().replace("\0", " ")[:120])
        except (OSError, ValueError):
            continue
    return found


if __name__ == "__main__":
    unittest.main()
