"""An enrollment as two people see it: a clerk at the portal's window, a person with a phone and its camera."""

from __future__ import annotations

from browser import Session
from camera import Camera
from people import path

import pictures  # isort: skip
from client.flow import Portal  # isort: skip
from client.packages import video  # isort: skip
from installation import Installation  # isort: skip

SCREEN = "return document.querySelector('[data-screen]:not([hidden])')?.dataset.screen ?? ''"
#: What the browser complains of where the server says 403 and the page goes on.
REFUSED_CALL = r"Failed to load resource: the server responded with a status of (400|401|403|404|409)"


class Desk:
    """A clerk's window at the portal, signed in."""

    def __init__(self, session: Session, installation: Installation) -> None:
        self.session = session
        self._url = installation.endpoint.url

    def trigger(self, username: str, email: str = "person@example.org") -> str:
        """Fills in the form; the link that stands beside the QR code."""
        self.session.open(f"{self._url}/portal")
        self.session.write("#username", username)
        self.session.write("#email", email)
        self.session.click("main form button")
        return str(self.session.find("#link").get_attribute("value"))

    def ask_back(self, username: str, purpose: str = "authenticate") -> str:
        """Asks somebody registered back, to prove that it is them or (`reEnroll`) to register another phone; the link."""
        self.session.open(f"{self._url}/portal")
        self.session.click(f"input[value={purpose}]")
        self.session.write("#username", username)
        self.session.click("main form button")
        return str(self.session.find("#link").get_attribute("value"))

    @property
    def enrollment(self) -> str:
        """The id of the enrollment or authentication that is shown."""
        return path(self.session).rpartition("/")[2]

    def steps(self) -> list[str]:
        """The state of each step, in their order."""
        items = "[...document.querySelectorAll('#steps li')]"
        return list(self.session.run(f"return {items}.map((item) => item.dataset.state)"))


class Phone:
    """The capture page on a phone."""

    def __init__(self, session: Session, camera: Camera | None = None) -> None:
        self.session = session
        self._camera = camera

    def open(self, link: str) -> None:
        """Follows a link, with what the camera sees first: a face."""
        self.shows("face")
        self.session.open(link)

    def shows(self, film: str) -> None:
        """Holds something before the camera; the next stream shows it."""
        if self._camera is not None:
            self._camera.show(film)

    @property
    def screen(self) -> str:
        """Which of the page's screens is seen."""
        return str(self.session.run(SCREEN))

    def wait_for(self, *screens: str) -> str:
        """Waits until one of some screens is seen; which one it is."""
        self.session.wait(lambda: self.screen in screens, f"one of the screens {', '.join(screens)}")
        return self.screen

    def act(self, action: str) -> None:
        """Taps what stands for an action on the screen that is seen."""
        self.session.click(f"[data-screen]:not([hidden]) [data-action={action}]")

    def take_over(self, other: Phone, screen: str = "start") -> None:
        """Goes on in the place of another device, with the person's word on both."""
        self.act("move")
        self.wait_for("asking")
        code = self.session.text("[data-screen=asking] .take-over-code")
        other.session.wait_for_text(code, "#take-over")
        other.session.click("#take-over [data-action=allow]")
        self.wait_for(screen)
        other.wait_for("elsewhere")

    def agree(self) -> None:
        """Agrees on the first screen; the camera then starts."""
        self.wait_for("start")
        self.act("accept")

    def show_face(self) -> None:
        """Agrees, and has the face taken and accepted."""
        self.agree()
        self.wait_for("document-kind")

    def photograph(self, film: str = "document") -> None:
        """Chooses the passport, and has the film's page taken; it waits to be looked at."""
        self.shows(film)
        self.act("kind][data-kind=passport")
        self.wait_for("document-review")

    def show_document(self, film: str = "document", end: str = "complete") -> None:
        """Takes a picture of the document, uses it, and waits for the screen that is its end."""
        self.photograph(film)
        self.act("use")
        self.wait_for(end)


def complete(portal: Portal, username: str) -> str:
    """Takes a person of the sandbox through an enrollment without a browser; its id."""
    token = portal.begin(username)
    portal.add_device(token)
    portal.add_face(token, video([pictures.png()] * 2))
    portal.add_document(token, [pictures.png()])
    (found,) = portal.find(username=username)
    return str(found["enrollmentId"])
