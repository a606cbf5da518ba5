"""Somebody registered comes back in a phone's browser: it signs with the key that it kept, and the face is the registered one."""

from __future__ import annotations

import unittest
import uuid

from browser import DESKTOP, PHONE, Browser, Session
from camera import RENDERED, Camera
from enrollments import Desk, Phone
from people import Person, make_operator, sign_in

import pictures  # isort: skip
from client.flow import Portal  # isort: skip
from client.packages import video  # isort: skip
from installation import Installation  # isort: skip

#: Enrolls by device and face, and asks for both again.
DEVICE_AND_FACE = {
    "enrollment": {"addDevice": True, "addFace": True, "addDocument": False},
    "authentication": {"verifyDevice": True, "verifyFace": True},
}
#: What this browser keeps, the key of the page and that of the device: nothing that a script could read of a private key.
KEPT = """
return new Promise((resolve) => {
  const opening = indexedDB.open("devices");
  opening.onsuccess = () => {
    const reading = opening.result.transaction("own").objectStore("own").getAll();
    reading.onsuccess = () => resolve(reading.result.map(({ privateKey }) => privateKey.extractable));
  };
});
"""

browser: Browser
installation: Installation
camera: Camera
clerk: Person
strict: Portal


def setUpModule() -> None:
    global browser, installation, camera, clerk, strict
    camera = Camera.for_module("rendered")
    browser = Browser.for_module()
    installation = Installation.for_module()
    installation.tenant("known", onboardingOptions=DEVICE_AND_FACE, **RENDERED)
    face = DEVICE_AND_FACE | {"authentication": {"verifyDevice": False, "verifyFace": True}}
    strict = installation.portal("strict", onboardingOptions=face, maxAuthenticationAttempts=1, **RENDERED)
    clerk = make_operator(installation, "known")


class ReturningTests(unittest.TestCase):
    def window(self, person: Person) -> Desk:
        """A clerk's window, signed in."""
        session = browser.session(DESKTOP)
        self.addCleanup(session.close)
        sign_in(session, installation, person)
        return Desk(session, installation)

    def phone(self) -> Phone:
        session = browser.session(PHONE, camera=camera.path)
        self.addCleanup(session.close)
        return Phone(session, camera)

    def assert_quiet(self, *sessions: Session) -> None:
        for session in sessions:
            self.assertEqual(session.foreign_requests(), [])
            self.assertEqual(session.console_errors(), [])

    def test_who_enrolled_in_this_browser_is_let_in_and_another_browser_has_no_key(self) -> None:
        desk, phone, other = self.window(clerk), self.phone(), self.phone()
        phone.open(desk.trigger("anna.example"))
        phone.agree()
        phone.wait_for("complete")
        self.assertEqual(phone.session.run(KEPT), [False, False])

        link = desk.ask_back("anna.example")
        other.open(link)
        other.wait_for("phone-unknown")
        phone.open(link)
        # A device that only looked has the right to go on, as with an enrollment.
        if phone.wait_for("elsewhere", "return") == "elsewhere":
            phone.take_over(other, "return")
        phone.wait_for("return")
        phone.act("begin")
        phone.wait_for("let-in")
        desk.session.wait(lambda: desk.steps() == ["done"] * 3, "every step is done in the portal")
        desk.session.wait_for_text("Let in: this is the registered person.", "#end")
        desk.session.assert_page(self, "portal-let-in")
        self.assert_quiet(desk.session)
        self.assertEqual(phone.session.foreign_requests(), [])

        other.open(desk.ask_back("anna.example", "reEnroll"))
        other.wait_for("return")
        other.act("begin")
        other.wait_for("phone-registered")
        desk.session.wait_for_text("The phone is registered.", "#end")
        self.assertEqual(other.session.run(KEPT), [False, False])
        self.assertEqual(other.session.foreign_requests(), [])

    def test_another_person_is_not_let_in_and_nobody_is_told_why(self) -> None:
        # Whoever comes back is somebody else, as this persona's comparisons say.
        name = f"sandbox-mismatch-{uuid.uuid4()}"
        token = strict.begin(name)
        strict.add_device(token)
        strict.add_face(token, video([pictures.png()] * 2))
        desk, phone = self.window(make_operator(installation, "strict")), self.phone()
        phone.open(desk.ask_back(name))
        phone.wait_for("return")
        phone.act("begin")
        phone.wait_for("failed")
        self.assertIn("We could not confirm that it is you", phone.session.text("main"))
        desk.session.wait_for_text("Not confirmed", "#end")
        self.assertEqual(desk.steps(), ["done", "refused"])
        self.assert_quiet(desk.session, phone.session)


if __name__ == "__main__":
    unittest.main()
