"""Firefox, driven by the WebDriver BiDi that it speaks itself: Debian has no geckodriver. It can do less than
`browser.py`: show that pages work in a second engine, with a camera that shows plain colours."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import tempfile
import threading
import time
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

import websocket

import accessibility
from accessibility import Violation
from outside import Outside
from surroundings import SCREENSHOTS, ProcessGroup, tool

START_LIMIT = 240.0
WAIT_LIMIT = 300.0


class Firefox:
    """One browser with one window."""

    def __init__(self, width: int = 1280, height: int = 800, language: str = "en", has_camera: bool = True) -> None:
        program = tool("firefox-esr", "firefox-esr")
        self.size = (width, height)
        self.language = language
        self._outside = Outside()
        self._profile = Path(tempfile.mkdtemp(prefix="onboarding-firefox-"))
        self._write_preferences(has_camera)
        self._process = ProcessGroup(
            [program, "--headless", "--no-remote", "--profile", str(self._profile), "--remote-debugging-port", "0"],
            {"MOZ_CRASHREPORTER_DISABLE": "1", "MOZ_REMOTE_SETTINGS_DEVTOOLS": "1"},
            errors=subprocess.PIPE,
        )
        self._number = 0
        self._complaints: list[str] = []
        try:
            # It takes no connection that a page could have made, and a page's has an Origin.
            self._socket = websocket.create_connection(
                f"{self._address()}/session", suppress_origin=True, timeout=START_LIMIT, http_no_proxy=["127.0.0.1"]
            )
            self._command("session.new", capabilities={})
            self._command("session.subscribe", events=["log.entryAdded"])
            tree = self._command("browsingContext.getTree")
            self._window = str(tree["contexts"][0]["context"])
            self._command(
                "browsingContext.setViewport", context=self._window, viewport={"width": width, "height": height}
            )
        except BaseException:
            self.close()
            raise

    @classmethod
    def for_module(cls, **settings: Any) -> Firefox:
        """A browser that is ended when the module's tests have ended.

        Raises:
            unittest.SkipTest: where there is none.
        """
        browser = cls(**settings)
        unittest.addModuleCleanup(browser.close)
        return browser

    def open(self, url: str) -> None:
        """Opens an address and waits until its page has loaded."""
        self._command("browsingContext.navigate", context=self._window, url=url, wait="complete")

    def run(self, script: str, *arguments: Any) -> Any:
        """Runs a function body in the page; a promise that it returns is awaited. Both ways JSON.

        Raises:
            AssertionError: where it throws.
        """
        # Text, because the protocol's own form of values would have to be read back.
        call = f"(async function () {{ {script} }}).apply(null, JSON.parse(text))"
        answer = self._command(
            "script.callFunction",
            functionDeclaration=f"async (text) => JSON.stringify((await {call}) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            target={"context": self._window},
            awaitPromise=True,
        )
        if answer["type"] != "success":
            raise AssertionError(f"{script[:200]}: {answer['exceptionDetails']['text']}")
        return json.loads(answer["result"]["value"])

    def click(self, selector: str) -> None:
        """Clicks on the middle of the first element that fits a CSS selector, as soon as it is there."""
        is_there = "return document.querySelector(arguments[0]) !== null"
        self.wait(lambda: self.run(is_there, selector), f"{selector} is there")
        place = self.run(
            "const one = document.querySelector(arguments[0]);"
            "one.scrollIntoView({ block: 'center', behavior: 'instant' });"
            "const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]",
            selector,
        )
        x, y = (round(part) for part in place)
        steps = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        pointer = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self._command("input.performActions", context=self._window, actions=[pointer])

    def write(self, selector: str, text: str) -> None:
        """Clicks into a field and types."""
        self.click(selector)
        keys = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        self._command(
            "input.performActions", context=self._window, actions=[{"type": "key", "id": "keyboard", "actions": keys}]
        )

    def text(self, selector: str = "body") -> str:
        """What stands in an element; empty where there is none."""
        return str(self.run("return document.querySelector(arguments[0])?.innerText ?? ''", selector))

    def wait(self, condition: Callable[[], object], what: str) -> None:
        """Asks again and again until `condition` holds.

        Raises:
            AssertionError: where it does not within `WAIT_LIMIT` seconds, with what the page says then.
        """
        deadline = time.monotonic() + WAIT_LIMIT
        while not condition():
            if time.monotonic() > deadline:
                raise AssertionError(f"not within {WAIT_LIMIT} s: {what}; the page says:\n{self.text()[:2000]}")
            time.sleep(0.03)

    def console_errors(self) -> list[str]:
        """What pages complained about since this was last asked."""
        self.run("return null")
        said, self._complaints = self._complaints, []
        return said

    def foreign_requests(self) -> list[str]:
        """What was asked of another machine."""
        return self._outside.asked

    def violations(self) -> list[Violation]:
        """What axe-core finds against WCAG 2.2, levels A and AA."""
        if not self.run(accessibility.IS_LOADED):
            self.run(accessibility.axe() + "; window.axe = axe; return null")
        return [Violation.of(found) for found in self.run(accessibility.RUN, accessibility.OPTIONS)]

    def screenshot(self, name: str) -> Path:
        """Writes the whole page, once it is loaded, as .screenshots/NAME-firefox-WIDTH-LANGUAGE.png."""
        # A page whose address is already that of the next one may have nothing on it yet, and no size.
        self.wait(lambda: self.run("return document.readyState === 'complete'"), "the page is loaded")
        SCREENSHOTS.mkdir(exist_ok=True)
        path = SCREENSHOTS / f"{name}-firefox-{self.size[0]}-{self.language}.png"
        taken = self._command("browsingContext.captureScreenshot", context=self._window, origin="document")
        path.write_bytes(base64.b64decode(taken["data"]))
        return path

    def close(self) -> None:
        """Ends it."""
        self._process.end()
        self._outside.close()
        shutil.rmtree(self._profile, ignore_errors=True)

    def _write_preferences(self, has_camera: bool) -> None:
        preferences: dict[str, Any] = {
            "media.navigator.streams.fake": has_camera,
            "media.navigator.permission.disabled": has_camera,
            "intl.accept_languages": self.language,
            "ui.prefersReducedMotion": 1,
            # What is not on the loopback interface is asked of the proxy; what the browser itself would ask, of nobody.
            "network.proxy.type": 1,
            "network.proxy.http": "127.0.0.1",
            "network.proxy.http_port": self._outside.port,
            "network.proxy.ssl": "127.0.0.1",
            "network.proxy.ssl_port": self._outside.port,
            "services.settings.server": "data:,#remote-settings-dummy/v1",
            "browser.region.network.url": "",
            "network.captive-portal-service.enabled": False,
            "network.connectivity-service.enabled": False,
            "app.update.disabledForTesting": True,
            "toolkit.telemetry.server": "data:,",
            "datareporting.policy.dataSubmissionEnabled": False,
            "extensions.getAddons.cache.enabled": False,
            "extensions.systemAddon.update.enabled": False,
            "extensions.update.enabled": False,
            "browser.safebrowsing.update.enabled": False,
            "media.gmp-manager.updateEnabled": False,
            "browser.newtabpage.enabled": False,
            "browser.aboutwelcome.enabled": False,
            "browser.shell.checkDefaultBrowser": False,
        }
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items()]
        (self._profile / "user.js").write_text("".join(lines))

    def _address(self) -> str:
        watchdog = threading.Timer(START_LIMIT, self._process.end)
        watchdog.start()
        try:
            for line in self._process.errors:
                if found := re.search(r"ws://127\.0\.0\.1:\d+", line):
                    # It goes on writing, and would stop where nobody reads.
                    threading.Thread(target=self._process.errors.read, daemon=True).start()
                    return found[0]
        finally:
            watchdog.cancel()
        raise AssertionError("firefox-esr did not start")

    def _command(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            said = json.loads(self._socket.recv())
            if said.get("method") == "log.entryAdded" and said["params"]["level"] == "error":
                self._complaints.append(said["params"]["text"])
            if said.get("id") == self._number:
                if said["type"] == "error":
                    raise AssertionError(f"{method}: {said['error']}: {said['message']}")
                result: dict[str, Any] = said["result"]
                return result
