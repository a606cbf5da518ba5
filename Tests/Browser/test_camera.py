"""The films of `onboarding sandbox camera`: what a browser takes of them passes the engines or does not."""

from __future__ import annotations

import base64
import unittest
from typing import Any

from browser import PHONE, Browser, Session
from camera import RENDERED, Camera, material
from fixture_site import FixtureSite

from client.flow import COMPLETE, PENDING, Portal  # isort: skip
from client.packages import video  # isort: skip
from installation import Installation  # isort: skip

FILMS = {
    "face": (480, 640),
    "document": (1280, 960),
    "other-document": (1280, 960),
    "empty": (480, 640),
    "dark": (480, 640),
}


class Taken:
    """What a page took of the camera."""

    def __init__(self, session: Session, count: int, span: int = 2600, settling: int = 700) -> None:
        script = "return import('/capture.js').then((module) => module.capture(...arguments))"
        taken: dict[str, Any] = session.run(script, count, span, settling)
        self.size = (taken["width"], taken["height"])
        self.images = [base64.b64decode(frame["image"]) for frame in taken["frames"]]
        self.times = [float(frame["time"]) for frame in taken["frames"]]

    @property
    def package(self) -> Any:
        """As a phone sends a face, not sealed."""
        package: Any = video(self.images)
        for frame, time in zip(package["video"]["workflow_data"]["frames"], self.times, strict=True):
            frame["timestamp"] = time
        return package


class FilmTests(unittest.TestCase):
    def test_a_drawn_head_has_the_same_films_and_no_frame_comes_twice(self) -> None:
        folder = material("drawn")
        self.assertEqual({file.stem for file in folder.iterdir()}, set(FILMS))
        for name, (width, height) in FILMS.items():
            with (folder / f"{name}.y4m").open("rb") as film:
                self.assertIn(f"W{width} H{height} F", film.readline().decode())
                frames = set()
                count = 0
                while film.readline() == b"FRAME\n":
                    frames.add(hash(film.read(width * height * 3 // 2)))
                    count += 1
            self.assertEqual(len(frames), count, name)
            self.assertGreaterEqual(count, 40, name)


class PassingTests(unittest.TestCase):
    """In a tenant that declares its captures rendered."""

    installation: Installation
    camera: Camera
    session: Session

    @classmethod
    def setUpClass(cls) -> None:
        cls.installation = Installation()
        cls.addClassCleanup(cls.installation.close)
        cls.installation.start()
        cls.camera = Camera(material("rendered"))
        cls.addClassCleanup(cls.camera.close)
        cls.camera.show("face")
        browser = Browser()
        cls.addClassCleanup(browser.close)
        site = FixtureSite()
        cls.addClassCleanup(site.close)
        cls.session = browser.session(PHONE, camera=cls.camera.path)
        cls.session.open(f"{site.url}/camera.html")

    def begun(self, portal: Portal, name: str) -> str:
        token = portal.begin(f"{name}@example.org")
        portal.add_device(token)
        return token

    def taken(self, film: str, count: int, **more: int) -> Taken:
        self.camera.show(film)
        taken = Taken(self.session, count, **more)
        self.assertEqual(taken.size, FILMS[film])
        return taken

    def test_a_rendered_head_and_its_passport_are_registered_whenever_the_capture_begins(self) -> None:
        portal = self.installation.portal("passing", **RENDERED)
        for settling, span in ((700, 2000), (2300, 2000)):
            token = self.begun(portal, f"passing-{settling}")
            face = portal.add_face(token, self.taken("face", 14, span=span, settling=settling).package)
            self.assertIs(face.json()["livenessResult"], True, face.described())
            document = portal.add_document(token, self.taken("document", 1).images).json()
            self.assertEqual((document["matchResult"], document["documentVerificationResult"]), (True, True), document)
            self.assertEqual(document["enrollmentStatus"], COMPLETE)

    def test_another_persons_passport_does_not_match(self) -> None:
        portal = self.installation.portal("other", **RENDERED)
        token = self.begun(portal, "other")
        portal.add_face(token, self.taken("face", 14).package)
        document = portal.add_document(token, self.taken("other-document", 1).images).json()
        self.assertEqual((document["matchResult"], document["documentVerificationResult"]), (False, True), document)
        self.assertEqual(document["enrollmentStatus"], PENDING)

    def test_darkness_and_a_wall_are_no_face(self) -> None:
        portal = self.installation.portal("nobody", **RENDERED)
        token = self.begun(portal, "nobody")
        for film in ("dark", "empty"):
            face = portal.add_face(token, self.taken(film, 8, span=1400).package)
            self.assertIs(face.json()["livenessResult"], False, face.described())


if __name__ == "__main__":
    unittest.main()
