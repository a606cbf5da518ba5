"""Makes the pictures of README.md, with people who do not exist, into docs/pictures:

    .venv-browser/bin/python -B Tests/Browser/readme_pictures.py
"""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from browser import DESKTOP, PHONE, Browser, Session
from camera import Camera, material
from enrollments import Desk, Phone
from people import make_operator, sign_in
from surroundings import PACKAGE_ROOT

from client.flow import Portal  # isort: skip
from installation import Installation, program  # isort: skip

PICTURES = PACKAGE_ROOT / "docs" / "pictures"
#: A persona of the sandbox: its drawn head is found live, which no engine does.
USERNAME = "sandbox-live-anna.example"


def save(session: Session, name: str, height: int) -> None:
    """Writes the upper part of the page, in few colours."""
    session.run("scrollTo(0, 0)")
    taken = session.screenshot(f"readme-{name}")
    palette = f"scale={session.device.width}:-1:flags=lanczos,crop=iw:min(ih\\,{height}):0:0,split[a][b];"
    palette += "[a]palettegen=max_colors=128:stats_mode=single[p];[b][p]paletteuse=dither=sierra2_4a"
    PICTURES.mkdir(exist_ok=True)
    command = ["ffmpeg", "-loglevel", "error", "-y", "-i", str(taken), "-filter_complex", palette, "-frames:v", "1"]
    subprocess.run([*command, str(PICTURES / f"{name}.png")], check=True)


def page() -> bytes:
    """The data page of a specimen passport."""
    folder = Path(tempfile.mkdtemp(prefix="onboarding-readme-"))
    try:
        subprocess.run([program(), "sandbox", "write", folder / "sandbox"], check=True, capture_output=True)
        return (folder / "sandbox" / "pages" / "valid.jpg").read_bytes()
    finally:
        shutil.rmtree(folder)


def main() -> None:
    """Takes a persona through an enrollment, and a passport through another."""
    with contextlib.ExitStack() as stack:
        browser, installation, camera = Browser(), Installation(), Camera(material("drawn"))
        for one in (browser, installation, camera):
            stack.callback(one.close)
        installation.start()
        installation.tenant("example-bank")
        without_face = {
            name: {"verifyFace": False} for name in ("authentication", "reenrollment")
        } | {"enrollment": {"addFace": False}}
        papers = installation.tenant("papers", onboardingOptions=without_face)
        words = {"ui": {"displayName": "Example Bank"}}
        installation.command("tenant", "configure", "example-bank", json.dumps(words))
        installation.stop()
        installation.start()

        window = browser.session(DESKTOP)
        sign_in(window, installation, make_operator(installation, "example-bank"))
        link = Desk(window, installation).trigger(USERNAME)
        phone = Phone(browser.session(PHONE, camera=camera.path), camera)
        phone.open(link)
        phone.agree()
        phone.wait_for("camera")
        phone.session.wait_for_text("oval", "#message")
        save(phone.session, "capture", PHONE.height)
        phone.wait_for("document-kind")
        window.wait(lambda: Desk(window, installation).steps()[3] == "done", "the portal knows of the face")
        save(window, "portal", 800)

        portal = Portal(installation.endpoint, papers)
        token = portal.begin("anna.example")
        portal.add_device(token)
        portal.add_document(token, [page()])
        (found,) = portal.find(username="anna.example")
        reader = browser.session(DESKTOP)
        sign_in(reader, installation, make_operator(installation, "papers", "auditor", "persons"))
        reader.open(f"{installation.endpoint.url}/desk/cases/{found['enrollmentId']}")
        for link in reader.find_all("#document [data-picture]")[:1]:
            link.click()
        reader.wait(lambda: reader.find_all("#document img"), "the page is shown")
        save(reader, "case", 1500)


if __name__ == "__main__":
    main()
