"""A person gets a copy of what is kept of them: a page to read, JSON with documented names, and an archive that verifies."""

from __future__ import annotations

import datetime
import hashlib
import html.parser
import json
import re
import stat
import subprocess
import sys
import unittest
import uuid
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import leaks
import pictures
from client import tokens
from client.flow import COMPLETE, FAILED, Portal
from client.packages import video
from installation import PACKAGE_ROOT, Installation, program

PAGE = PACKAGE_ROOT / "docs" / "subject-access.md"
CONSENT = {
    "textHash": "ab" * 32,
    "textVersion": "terms-3",
    "language": "en",
    "acceptedAt": "2026-03-02T07:36:25Z",
}
STATED = {
    "privacyContact": "Privacy <desk>, privacy@acme.example",
    "privacyPurposes": "To open an account & to keep it",
    "privacyRecipients": "The bank's auditors",
}
OTHER_HOLDER = pictures.Holder(surname="OSTERMANN", given_names="BERTA", number="UZ3000007")

installation: Installation
whole: Portal
registered: dict[str, str]
refused: dict[str, str]


def setUpModule() -> None:
    global installation, whole, registered, refused
    installation = Installation.for_module()
    whole = installation.portal("access", allowStillPackages=True, maxDocumentAttempts=1, **STATED)
    installation.webhook("access", "https://hooks.acme.example/onboarding?key=planted-in-a-url")
    registered = person(pictures.passport_page(), COMPLETE)
    refused = person(pictures.passport_page(pictures.OTHER_PERSON, OTHER_HOLDER), FAILED)


def person(page: bytes, status: int) -> dict[str, str]:
    """Somebody who shows a face and this page."""
    name = f"{uuid.uuid4()}@example.org"
    begun = whole.enroll({"username": name, "email": name, "firstName": "Jane <b>", "consent": CONSENT}).json()
    token = begun["enrollmentToken"]
    assert whole.add_device(token).status == 200
    assert whole.add_face(token, video([pictures.still()])).status == 200
    last = whole.add_document(token, [page])
    assert last.json()["enrollmentStatus"] == status, last.described()
    (entry,) = whole.find(username=name)
    return {"username": name, "enrollment": entry["enrollmentId"], "token": token}


def written(day: str) -> str:
    """A day as pages write it."""
    date = datetime.date.fromisoformat(day[:10])
    return f"{date.day} {date:%b %Y}"


class Reader(html.parser.HTMLParser):
    """What a page shows, and what it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text: list[str] = []
        self.loaded: list[str] = []
        self.tags: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.loaded += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    @property
    def shown(self) -> str:
        return " ".join(" ".join(self.text).split())


def leaves(value: Any, path: str = "") -> Iterator[str]:
    """The names on the way to each value: `enrollments[].person.username`."""
    match value:
        case dict():
            for name, member in value.items():
                yield from leaves(member, f"{path}.{name}" if path else name)
        case list():
            for element in value:
                yield from leaves(element, path + "[]")
        case _:
            yield path


class SubjectAccessTests(unittest.TestCase):
    def export(self, who: dict[str, str], *options: str) -> Path:
        archive = installation.folder / f"{uuid.uuid4()}.zip"
        named = ("--username", who["username"], "--tenant", "access", "--purpose", "access-118")
        installation.command("export", *named, "--archive", str(archive), *options)
        return archive

    def unpacked(self, archive: Path) -> Path:
        folder = archive.with_suffix("")
        with zipfile.ZipFile(archive) as file:
            self.assertIsNone(file.testzip())
            file.extractall(folder)
        return folder

    def key_set(self) -> Path:
        path = f"/auth/realms/{whole.credentials.realm}/protocol/openid-connect/certs"
        file = installation.folder / "keys.json"
        file.write_bytes(installation.endpoint.send("GET", path).body)
        return file

    def verified(self, archive: Path, keys: Path) -> subprocess.CompletedProcess[str]:
        """Without the data: whoever has the archive has them not."""
        command = [str(program()), "export", "verify", str(archive), "--jwks", str(keys)]
        return subprocess.run(command, capture_output=True, text=True, timeout=60)

    def test_an_archive_verifies_and_a_flipped_byte_does_not(self) -> None:
        archive, keys = self.export(registered), self.key_set()
        self.assertEqual(stat.S_IMODE(archive.stat().st_mode), 0o600)
        finished = self.verified(archive, keys)
        self.assertEqual((finished.returncode, finished.stderr), (0, ""))
        said = finished.stdout
        self.assertRegex(said, r"^intact: \d+ files of tenant access, written 20\S+Z, signed by key \S{43}\n")
        self.assertEqual(said.splitlines()[1:], [registered["enrollment"]])

        code = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)[-1]
        alone = [sys.executable, "-c", code]
        shown = subprocess.run([*alone, archive, keys], capture_output=True, text=True, timeout=60, check=True)
        self.assertRegex(shown.stdout, r"^intact: access 20")

        with zipfile.ZipFile(archive) as file:
            manifest = json.loads(file.read("manifest.json"))
            claims = tokens.verify(file.read("manifest.jws").decode(), json.loads(keys.read_text()))
            digests = {name: hashlib.sha256(file.read(name)).hexdigest() for name in file.namelist()}
            (image,) = (entry for entry in file.infolist() if entry.filename.endswith("portrait.jpeg"))
        self.assertEqual(claims["manifest_sha256"], digests.pop("manifest.json"))
        del digests["manifest.jws"]
        self.assertEqual({file["name"]: file["sha256"] for file in manifest["files"]}, digests)
        self.assertEqual((manifest["tenant"], manifest["enrollments"]), ("access", [registered["enrollment"]]))

        whole_bytes = archive.read_bytes()
        changed = installation.folder / "changed.zip"
        for place in (0, image.header_offset + 100, len(whole_bytes) // 2, len(whole_bytes) - 30):
            flipped = bytearray(whole_bytes)
            flipped[place] ^= 1
            changed.write_bytes(flipped)
            with self.subTest(place):
                finished = self.verified(changed, keys)
                self.assertEqual((finished.returncode, finished.stderr), (4, ""))
                self.assertNotEqual(finished.stdout, "")
        with zipfile.ZipFile(archive) as file, zipfile.ZipFile(changed, "w") as packed:
            for name in file.namelist():
                packed.writestr(name, file.read(name) + (b" " if name == "person.json" else b""))
        finished = self.verified(changed, keys)
        self.assertEqual((finished.returncode, len(finished.stdout.splitlines())), (4, 1))
        shown = subprocess.run([*alone, changed, keys], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(shown.returncode, 1)
        self.assertIn("changed, added or missing: ['person.json']", shown.stderr)
        finished = self.verified(archive, keys.with_name("missing.json"))
        self.assertEqual((finished.returncode, finished.stdout), (1, ""))
        self.assertEqual(finished.stderr.count("\n"), 1)
        self.assertIn("missing.json cannot be read: it is not there.", finished.stderr)
        keys.write_text('{"keys":[]}')
        self.assertIn("is not signed by a key of the key set", self.verified(archive, keys).stdout)

    def test_the_page_names_everything(self) -> None:
        folder = self.unpacked(self.export(registered))
        page = Reader((folder / "index.html").read_text())
        record = json.loads((folder / "person.json").read_text())
        (attempt,) = record["enrollments"]
        face, document = attempt["steps"]
        fields = document["document"]["sources"][0]["fields"]
        for text in (
            "access", *STATED.values(), registered["username"], "Jane <b>", registered["enrollment"],
            attempt["registrationCode"], attempt["device"]["deviceID"], "terms-3", CONSENT["textHash"],
            written(attempt["keptUntil"]), written(face["imagesKeptUntil"]), "hooks.acme.example", "access-118",
            "accepted: a living face", "accepted: it was read and fits the face", "WENDLAND", "UA4410297",
            *(field["value"].replace("^", " ") for field in fields),
            *(template["model"] for template in attempt["templates"]),
        ):  # fmt: skip
            self.assertIn(" ".join(text.split()), page.shown)
        self.assertNotIn("script", page.tags)
        self.assertNotIn("b", page.tags)
        files = {str(path.relative_to(folder)) for path in leaks.files_below(folder)}
        self.assertLessEqual(set(page.loaded), files)
        images = {image["file"] for step in attempt["steps"] for image in step["images"]}
        self.assertEqual(images, {name for name in files if name.startswith("images/")})
        self.assertLessEqual(images, set(page.loaded))
        for step in attempt["steps"]:
            for image in step["images"]:
                self.assertEqual(hashlib.sha256((folder / image["file"]).read_bytes()).hexdigest(), image["sha256"])
        reading = record["readings"][-1]
        self.assertRegex(reading["by"], "^user ")
        self.assertEqual((reading["operation"], reading["purpose"]), ("export", "access-118"))
        self.assertIn(f"credential {whole.credentials.client_id}", {entry["by"] for entry in record["readings"]})

        german = Reader((self.unpacked(self.export(registered, "--language", "de")) / "index.html").read_text())
        self.assertIn("angenommen: ein lebendes Gesicht", german.shown)
        self.assertIn(STATED["privacyContact"], german.shown)

    def test_the_names_are_those_of_the_document(self) -> None:
        text = PAGE.read_text()
        start = text.index("## person.json")
        named = set(re.findall(r"^\| `([^`]+)` \|", text[start : text.index("\n## ", start)], re.MULTILINE))
        for who in (registered, refused):
            record = json.loads((self.unpacked(self.export(who)) / "person.json").read_text())
            self.assertEqual(set(leaves(record)) - named, set())

    def test_whoever_was_refused_reads_why_and_what_a_human_said(self) -> None:
        answer = whole.post("/onboarding/enrollment/requestReview", {"enrollmentToken": refused["token"]})
        self.assertEqual(answer.status, 200, answer.described())
        named = ("--enrollment", refused["enrollment"], "--tenant", "access")
        decided = ("--decision", "refused", "--reason", "another face on it", "--reviewer", "Grace Planted")
        installation.command("review", *named, *decided)
        folder = self.unpacked(self.export(refused))
        page = Reader((folder / "index.html").read_text()).shown
        self.assertIn("refused: its portrait is not of your face", page)
        self.assertIn("another face on it", page)
        self.assertIn("OSTERMANN", page)
        (attempt,) = json.loads((folder / "person.json").read_text())["enrollments"]
        self.assertEqual((attempt["state"], attempt["reason"]), ("failed", "DOCUMENT_ATTEMPTS_EXHAUSTED"))
        comparison = attempt["steps"][1]["document"]["portrait"]
        self.assertLess(comparison["score"], comparison["threshold"])
        # Neither whoever decided, nor anybody else, nor what a URL holds besides its host.
        others = ("Grace Planted", registered["username"], registered["enrollment"], "WENDLAND", "planted-in-a-url")
        for file in leaks.files_below(folder):
            content = file.read_bytes()
            for other in others:
                self.assertNotIn(other.encode(), content, file.name)

    def test_whoever_has_withdrawn_is_in_no_export(self) -> None:
        name = f"{uuid.uuid4()}@example.org"
        token = whole.begin(name)
        answer = whole.post("/onboarding/enrollment/withdrawConsent", {"enrollmentToken": token})
        self.assertEqual(answer.status, 200, answer.described())
        archive = installation.folder / "withdrawn.zip"
        said = installation.refused_command(
            "export", "--username", name, "--tenant", "access", "--archive", str(archive)
        )
        self.assertIn("The tenant access has no such enrollment.", said)
        self.assertEqual(list(installation.folder.glob("withdrawn*")), [])

    def test_nothing_that_exists_is_overwritten(self) -> None:
        archive = self.export(registered)
        before = archive.read_bytes()
        named = ("--username", registered["username"], "--tenant", "access")
        said = installation.refused_command("export", *named, "--archive", str(archive))
        self.assertIn("exists; name a file that does not.", said)
        self.assertEqual(archive.read_bytes(), before)
        self.assertEqual(list(installation.folder.glob("*.partial")), [])
        installation.refused_command("export", *named, "--archive", str(archive), "--to", "folder")

    def test_a_path_that_cannot_be_made_is_named_with_the_reason(self) -> None:
        named = ("--username", registered["username"], "--tenant", "access")
        missing = installation.folder / "missing"
        for option in ("--to", "--archive"):
            said = installation.refused_command("export", *named, option, str(missing / "ada"))
            self.assertIn(f"{missing / 'ada'} cannot be made: there is no folder {missing}.", said)

    def test_a_folder_without_a_name_is_named_by_the_enrollment(self) -> None:
        named = ("--username", refused["username"], "--tenant", "access", "--data", str(installation.data))
        command = [str(program()), "export", *named]
        finished = subprocess.run(
            command, cwd=installation.folder, capture_output=True, text=True, timeout=60, check=True
        )
        folder = f"export-{refused['enrollment'][:8]}"
        self.assertRegex(finished.stdout, rf"^\d+ files in {folder}\n$")
        self.assertTrue((installation.folder / folder / "person.json").is_file())

    def test_nothing_of_it_is_in_the_log(self) -> None:
        self.export(registered)
        secrets = {name: registered[name].encode() for name in ("username", "token")}
        secrets |= {"document": b"UA4410297", "contact": STATED["privacyContact"].encode()}
        self.assertEqual(leaks.in_bytes(installation.log.read_bytes(), secrets), [])
        self.assertIn("intact", installation.command("audit", "verify"))


if __name__ == "__main__":
    unittest.main()
