"""Measures a whole enrollment over a poor connection, from the link to the verdict, with the films of the tests:

    .venv-browser/bin/python -B Tests/Browser/measure_poor_connection.py [RUNS] [KILOBITS] [LATENCY]

Both ways have so many kilobits a second (400 where nothing is said), each answer comes LATENCY ms late (200). A person's taps take no
time. It prints the median of each part and what was sent in it, for docs/measurements/poor-connection.md.
"""

from __future__ import annotations

import statistics
import sys
import unittest
import uuid
from collections import Counter
from dataclasses import dataclass, field

from browser import PHONE, Browser, Session
from camera import RENDERED, Camera
from enrollments import Phone

from client.flow import Portal  # isort: skip
from installation import Installation  # isort: skip

#: Keeps in the page when each screen was shown, and what each request sent and how long it took, in ms from the navigation.
RECORDER = """
window.flow = { screens: [], requests: [] };
const now = () => Math.round(performance.now());
const { open, send } = XMLHttpRequest.prototype;
XMLHttpRequest.prototype.open = function (method, url, ...more) {
  this.place = new URL(url, location).pathname.split('/capture/')[1];
  return open.call(this, method, url, ...more);
};
XMLHttpRequest.prototype.send = function (body) {
  const own = { place: this.place, bytes: body?.length ?? 0, begun: now() };
  this.addEventListener('loadend', () => flow.requests.push({ ...own, ended: now(), status: this.status }));
  return send.call(this, body);
};
new MutationObserver(() => {
  const name = document.querySelector('[data-screen]:not([hidden])')?.dataset.screen;
  const last = flow.screens[flow.screens.length - 1];
  if (name && name !== last?.name) flow.screens.push({ name, at: now() });
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['hidden'] });
"""
#: Each part ends where the last of these screens is shown.
PARTS = {
    "page, until the first screen": "start",
    "consent, until the camera": "camera",
    "guidance and film of the face": "sending",
    "the film is sent": "checking",
    "the film is judged": "document-kind",
    "guidance and picture of the document": "document-review",
    "the picture is sent": "checking",
    "the picture is judged": "complete",
}


@dataclass
class Flow:
    """One enrollment: milliseconds of each part, and what was sent."""

    parts: list[int] = field(default_factory=list)
    requests: list[dict[str, int | str]] = field(default_factory=list)

    @property
    def milliseconds(self) -> int:
        return sum(self.parts)


def throttle(session: Session, kilobits: int, latency: int) -> None:
    """Gives the page a poor connection."""
    session.devtools("Network.enable")
    rate = kilobits * 1000 // 8
    session.devtools(
        "Network.emulateNetworkConditions",
        offline=False,
        latency=latency,
        downloadThroughput=rate,
        uploadThroughput=rate,
    )


def enroll(session: Session, phone: Phone, link: str) -> Flow:
    """Goes through an enrollment as fast as the page does."""
    session.devtools("Page.addScriptToEvaluateOnNewDocument", source=RECORDER)
    phone.open(link)
    phone.show_face()
    phone.show_document()
    seen = session.run("return window.flow")
    flow, screens, before = Flow(requests=seen["requests"]), iter(seen["screens"]), 0
    for end in PARTS.values():
        at = next(screen["at"] for screen in screens if screen["name"] == end)
        flow.parts.append(at - before)
        before = at
    return flow


def measured(portal: Portal, browser: Browser, camera: Camera, kilobits: int, latency: int) -> Flow:
    """An enrollment of somebody new, in a browser that has nothing of the page yet."""
    link = portal.trigger(f"poor-{uuid.uuid4()}", "poor@example.org")["sessionCallbackURL"]
    with browser.session(PHONE, camera=camera.path) as session:
        throttle(session, kilobits, latency)
        return enroll(session, Phone(session, camera), str(link))


def report(flows: list[Flow]) -> str:
    """The table of several runs."""
    lines = ["| part | seconds |", "| --- | --- |"]
    for number, name in enumerate(PARTS):
        lines.append(f"| {name} | {statistics.median(flow.parts[number] for flow in flows) / 1000:.1f} |")
    whole = sorted(flow.milliseconds / 1000 for flow in flows)
    lines.append(f"| all | {statistics.median(whole):.1f} ({whole[0]:.1f} to {whole[-1]:.1f}) |")
    lines += ["", "| request | sent | kB each | s each |", "| --- | --- | --- | --- |"]
    counts = Counter(str(request["place"]) for flow in flows for request in flow.requests)
    for place, count in counts.items():
        of_it = [request for flow in flows for request in flow.requests if request["place"] == place]
        size = statistics.median(int(request["bytes"]) for request in of_it) / 1000
        time = statistics.median(int(request["ended"]) - int(request["begun"]) for request in of_it) / 1000
        lines.append(f"| {place} | {count / len(flows):.1f} | {size:.1f} | {time:.1f} |")
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Measures and prints."""
    runs, kilobits, latency = [*map(int, arguments), 3, 400, 200][: len(arguments)] + [3, 400, 200][len(arguments) :]
    camera, browser, installation = Camera.for_module("rendered"), Browser.for_module(), Installation.for_module()
    try:
        portal = installation.portal("poor", **RENDERED)
        flows = [measured(portal, browser, camera, kilobits, latency) for _ in range(runs)]
        print(f"{runs} enrollments at {kilobits} kbit/s, {latency} ms\n\n{report(flows)}")
    finally:
        unittest.doModuleCleanups()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
