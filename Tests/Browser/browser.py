"""Chromium, driven as a person drives it: on a desktop or a phone, with a camera that shows a file, without network."""

from __future__ import annotations

import base64
import contextlib
import enum
import json
import re
import shutil
import subprocess
import tempfile
import time
import unittest
import urllib.parse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException, WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.remote_connection import ChromeRemoteConnection
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from urllib3.exceptions import HTTPError

import accessibility
from accessibility import Violation
from outside import Outside
from surroundings import SCREENSHOTS, ProcessGroup, tool

#: After so many seconds what a test waits for will never be seen: it ends a run that hangs, and judges no pace.
WAIT_LIMIT = 300.0
#: Of a control, in CSS pixels.
LEAST_TARGET = 44
START_LIMIT = 120.0
#: A server that is busy, as beside other tests, does not look at every preview, and pages do without.
BUSY_PREVIEW = r"/capture/preview - .* status of 503 "


@dataclass(frozen=True)
class Device:
    """What a window is shown on."""

    width: int
    height: int
    is_phone: bool = False


DESKTOP = Device(1280, 800)
PHONE = Device(390, 844, is_phone=True)
#: The narrowest that pages are made for.
SMALL_PHONE = Device(360, 640, is_phone=True)


class NoCamera(enum.Enum):
    """Why a page gets no camera."""

    ABSENT = "there is none"
    REFUSED = "the person, or the browser for them, said no"


class Browser:
    """Chromium's driver, and the sessions that were begun with it."""

    def __init__(self) -> None:
        tool("chromium", "chromium")
        driver = tool("chromedriver", "chromium-driver")
        # Profiles lie here too, so that they go also when a browser was killed.
        self.folder = Path(tempfile.mkdtemp(prefix="onboarding-browser-"))
        self.sessions: list[Session] = []
        self._process = ProcessGroup([driver, "--port=0"], {"TMPDIR": str(self.folder)}, output=subprocess.PIPE)
        self.url = f"http://127.0.0.1:{self._port()}"

    @classmethod
    def for_module(cls) -> Browser:
        """A browser that is ended when the module's tests have ended.

        Raises:
            unittest.SkipTest: where there is none.
        """
        browser = cls()
        unittest.addModuleCleanup(browser.close)
        return browser

    @property
    def process_id(self) -> int:
        """Of the driver, and of the group that its browsers are in."""
        return self._process.id

    def session(
        self,
        device: Device = DESKTOP,
        *,
        theme: str = "light",
        language: str = "en",
        camera: Path | NoCamera = NoCamera.ABSENT,
        reduces_motion: bool = True,
    ) -> Session:
        """Opens a browser with a profile of its own.

        Args:
            theme: what `prefers-color-scheme` says: light or dark.
            language: what the person reads, for Accept-Language and the page.
            camera: a Y4M file that it shows, read anew with each `getUserMedia`; it is granted without a question.
            reduces_motion: what `prefers-reduced-motion` says. By default a page is still when a test looks at it.
        """
        session = Session(self, device, theme, language, camera, reduces_motion)
        self.sessions.append(session)
        return session

    def close(self) -> None:
        """Ends every session and the driver, whatever state they are in."""
        for session in self.sessions:
            session.close()
        self._process.end()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _port(self) -> int:
        begun = time.monotonic()
        for line in self._process.output:
            if found := re.search(r"started successfully on port (\d+)", line):
                return int(found[1])
            if time.monotonic() - begun > START_LIMIT:
                break
        self._process.end()
        raise AssertionError("chromedriver did not start")


class Session:
    """One browser with one window, and what a person does in it."""

    def __init__(
        self,
        browser: Browser,
        device: Device,
        theme: str,
        language: str,
        camera: Path | NoCamera,
        reduces_motion: bool,
    ) -> None:
        self.device = device
        self.theme = theme
        self.language = language
        self._outside = Outside()
        self._is_open = True
        self._reduces_motion = reduces_motion
        self._messages: list[dict[str, Any]] = []
        #: Scheme, host and port of every address that the test itself opened.
        self._origins: set[str] = set()
        try:
            connection = ChromeRemoteConnection(remote_server_addr=browser.url, ignore_proxy=True)
            self.driver = WebDriver(connection, options=_options(device, language, camera, self._outside.port))
        except BaseException:
            self._outside.close()
            raise
        if not device.is_phone:
            size = {"width": device.width, "height": device.height, "deviceScaleFactor": 1, "mobile": False}
            self.devtools("Emulation.setDeviceMetricsOverride", **size)
        self.set_theme(theme)

    # What a person does.

    def open(self, url: str) -> None:
        """Opens an address and waits until its page has loaded."""
        self._origins.add(_origin(url))
        self.driver.get(url)

    def find(self, selector: str) -> WebElement:
        """The first element that fits a CSS selector, as soon as it is there and seen."""
        found: list[WebElement] = []

        def is_seen() -> bool:
            found[:] = [one for one in self.find_all(selector) if one.is_displayed()]
            return bool(found)

        self.wait(is_seen, f"{selector} is seen")
        return found[0]

    def find_all(self, selector: str) -> list[WebElement]:
        """Every element that fits a CSS selector right now, seen or not."""
        return list(self.driver.find_elements(By.CSS_SELECTOR, selector))

    def click(self, selector: str) -> None:
        """Clicks or taps on an element, as soon as it is seen and enabled."""

        def is_clicked() -> bool:
            element = self.find(selector)
            if not element.is_enabled():
                return False
            element.click()
            return True

        self.wait(is_clicked, f"{selector} can be clicked")

    def write(self, selector: str, text: str) -> None:
        """Writes into a field in place of what stands there."""
        field = self.find(selector)
        field.clear()
        field.send_keys(text)

    def choose_file(self, selector: str, file: Path) -> None:
        """Puts a file into a field for files, as the system's own window does."""
        root = self.devtools("DOM.getDocument")["root"]["nodeId"]
        field = self.devtools("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.devtools("DOM.setFileInputFiles", files=[str(file)], nodeId=field)

    def press(self, *keys: str) -> None:
        """Presses keys where the focus is; their names are those of `selenium.webdriver.common.keys.Keys`."""
        self.driver.switch_to.active_element.send_keys(*keys)

    def text(self, selector: str = "body") -> str:
        """What stands in an element, as seen."""
        return str(self.find(selector).text)

    def wait(self, condition: Callable[[], object], what: str) -> None:
        """Asks again and again until `condition` holds.

        Raises:
            AssertionError: where it does not within `WAIT_LIMIT` seconds, with what the page says then.
        """
        deadline = time.monotonic() + WAIT_LIMIT
        while True:
            try:
                if condition():
                    return
            except (NoSuchElementException, StaleElementReferenceException):
                pass
            except WebDriverException as error:
                # What Chromium says where the page was replaced while it looked.
                if "does not belong to the document" not in (error.msg or ""):
                    raise
            if time.monotonic() > deadline:
                page = self.run("return document.body ? document.body.innerText : ''")
                raise AssertionError(f"not within {WAIT_LIMIT} s: {what}; {self.driver.current_url} says:\n{page[:2000]}")
            time.sleep(0.03)

    def wait_for_text(self, text: str, selector: str = "body") -> None:
        """Waits until a text is seen."""
        self.wait(lambda: text in self.text(selector), f"{selector} says {text!r}")

    def run(self, script: str, *arguments: Any) -> Any:
        """Runs a function body in the page; a promise that it returns is awaited."""
        return self.driver.execute_script(script, *arguments)

    def set_theme(self, theme: str) -> None:
        """Switches between light and dark, as a system does in the evening."""
        self.theme = theme
        motion = "reduce" if self._reduces_motion else "no-preference"
        features = {"prefers-color-scheme": theme, "prefers-reduced-motion": motion}
        self.devtools(
            "Emulation.setEmulatedMedia", features=[{"name": name, "value": value} for name, value in features.items()]
        )

    def set_offline(self, is_offline: bool) -> None:
        """Cuts the network off, or joins it again; a page sees it as without a signal, and is told."""
        self.devtools("Network.enable")
        self.devtools(
            "Network.emulateNetworkConditions",
            offline=is_offline,
            latency=0,
            downloadThroughput=-1,
            uploadThroughput=-1,
        )

    def devtools(self, method: str, **parameters: Any) -> Any:
        """Calls a method of the DevTools protocol."""
        return self.driver.execute("executeCdpCommand", {"cmd": method, "params": parameters})["value"]

    # What a test looks at.

    def console_errors(self, expected: str | None = None) -> list[str]:
        """What the browser complained of since this was last asked: uncaught errors, refused files, violated policies.

        Args:
            expected: a regular expression of what is meant to be complained about, such as a refused call.
        """
        said = [entry["message"] for entry in self._log("browser") if entry["level"] == "SEVERE"]
        said = [line for line in said if not re.search(BUSY_PREVIEW, line)]
        return [line for line in said if expected is None or not re.search(expected, line)]

    def requests(self) -> list[str]:
        """The address of every request of the page, in their order."""
        addresses: list[str] = []
        for message in self._network_messages():
            if message["method"] == "Network.requestWillBeSent":
                addresses.append(message["params"]["request"]["url"])
            elif message["method"] == "Network.webSocketCreated":
                addresses.append(message["params"]["url"])
        return addresses

    def foreign_requests(self) -> list[str]:
        """What was asked of anybody but the server whose address the test opened, also by a worker or the browser."""
        others = [
            url
            for url in self.requests()
            if urllib.parse.urlsplit(url).scheme in ("http", "https", "ws", "wss") and _origin(url) not in self._origins
        ]
        return self._outside.asked + others

    def violations(self) -> list[Violation]:
        """What axe-core finds against WCAG 2.2, levels A and AA."""
        if not self.run(accessibility.IS_LOADED):
            self.run(accessibility.axe())
        return [Violation.of(found) for found in self.run(accessibility.RUN, accessibility.OPTIONS)]

    def geometry_faults(self, least_target: int = LEAST_TARGET) -> list[str]:
        """What hangs out of the window at the side, and controls smaller than `least_target` CSS pixels."""
        faults = list(self.run(accessibility.GEOMETRY, least_target))
        # A phone zooms out where something hangs over, and then nothing does.
        width = self.run("return innerWidth")
        if width != self.device.width:
            faults.append(f"the window is {width} px wide and not {self.device.width}")
        return faults

    def screenshot(self, name: str) -> Path:
        """Writes the whole page as .screenshots/NAME-WIDTH-THEME-LANGUAGE.png."""
        SCREENSHOTS.mkdir(exist_ok=True)
        path = SCREENSHOTS / f"{name}-{self.device.width}-{self.theme}-{self.language}.png"
        taken = self.devtools("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(taken["data"]))
        return path

    def assert_page(self, test: unittest.TestCase, name: str, expected_errors: str | None = None) -> None:
        """What must hold of every page in every state: no violation, nothing outside the window, no control too small,
        no complaint, nothing asked of anybody else. Leaves a screenshot.

        Args:
            name: of the screenshot and in what is said.
        """
        self.screenshot(name)
        label = f"{name}, {self.device.width} px, {self.theme}, {self.language}"
        found = [*map(str, self.violations()), *self.geometry_faults(), *self.foreign_requests()]
        found += self.console_errors(expected_errors)
        test.assertEqual(found, [], f"{label}: " + "\n".join(found))

    def close(self) -> None:
        """Ends the browser."""
        if not self._is_open:
            return
        self._is_open = False
        # It may be gone already; else it goes with the driver's group.
        with contextlib.suppress(WebDriverException, HTTPError, OSError):
            self.driver.quit()
        self._outside.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _log(self, name: str) -> list[dict[str, Any]]:
        """What the driver has written down since it was last asked."""
        return list(self.driver.execute("getLog", {"type": name})["value"])

    def _network_messages(self) -> Sequence[Mapping[str, Any]]:
        """The driver gives each message once."""
        entries = self._log("performance")
        said = [json.loads(entry["message"])["message"] for entry in entries]
        self._messages += [message for message in said if message["method"].startswith("Network.")]
        return self._messages


def _options(device: Device, language: str, camera: Path | NoCamera, proxy_port: int) -> Options:
    options = Options()
    flags = [
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--mute-audio",
        # A browser whose driver was killed sees the pipe end, and ends.
        "--remote-debugging-pipe",
        f"--lang={language}",
        # What is not on the loopback interface is asked of the proxy; what the browser itself would ask, of nobody.
        f"--proxy-server=http://127.0.0.1:{proxy_port}",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-features=NetworkTimeServiceQuerying,AutofillServerCommunication,PasswordLeakDetection,"
        "OptimizationHints,OptimizationGuideModelDownloading,OptimizationTargetPrediction",
        "--gaia-url=http://127.0.0.1:9/",
        "--component-updater=url-source=http://127.0.0.1:9/",
        *_camera_flags(camera),
    ]
    for flag in flags:
        options.add_argument(flag)
    options.add_experimental_option(
        "prefs",
        {
            "intl.accept_languages": language,
            "credentials_enable_service": False,
            "profile.password_manager_leak_detection": False,
        },
    )
    if device.is_phone:
        metrics = {"width": device.width, "height": device.height, "pixelRatio": 2, "touch": True, "mobile": True}
        options.add_experimental_option("mobileEmulation", {"deviceMetrics": metrics})
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    return options


def _camera_flags(camera: Path | NoCamera) -> list[str]:
    match camera:
        case NoCamera.ABSENT:
            return ["--use-fake-device-for-media-stream=device-count=0", "--use-fake-ui-for-media-stream"]
        case NoCamera.REFUSED:
            return ["--use-fake-device-for-media-stream", "--deny-permission-prompts"]
        case file:
            return [
                "--use-fake-device-for-media-stream",
                "--use-fake-ui-for-media-stream",
                f"--use-file-for-fake-video-capture={file.absolute()}",
            ]


def _origin(url: str) -> str:
    parts = urllib.parse.urlsplit(url)
    # A web socket of a page's own server has its host and port.
    scheme = {"ws": "http", "wss": "https"}.get(parts.scheme, parts.scheme)
    return f"{scheme}://{parts.netloc}"
