"""The files of a release: what the bill of materials says, and that a stranger sees a changed byte."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

from packed import ROOT, Packed, packed

build: Packed
folder: Path
released: Path
key: Path
public: Path
document: dict[str, Any]


def release(output: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Makes the files of a release from packages that are there."""
    settings = {"SOURCE_DATE_EPOCH": "1750000000"} | environment
    return subprocess.run(
        [ROOT / "packaging/release.py", "--packed", build.package.parent, "--output", output, "--public-key", public],
        env={name: value for name, value in os.environ.items() if name != "RELEASE_KEY"} | settings,
        capture_output=True,
        text=True,
    )


def new_key(name: str, algorithm: str = "ed25519") -> Path:
    path = folder / name
    options = ["-pkeyopt", "ec_paramgen_curve:P-256"] if algorithm == "EC" else []
    subprocess.run(["openssl", "genpkey", "-algorithm", algorithm, *options, "-out", path], check=True, capture_output=True)
    path.chmod(0o600)
    return path


def setUpModule() -> None:
    global build, folder, released, key, public, document
    if shutil.which("openssl") is None:
        raise unittest.SkipTest("no program openssl")
    if not (ROOT / ".build/checkouts").is_dir() or shutil.which("swift") is None:
        raise unittest.SkipTest("no sources of the Swift packages, or no compiler: their licences and versions are read there")
    build = packed()
    temporary = tempfile.TemporaryDirectory(prefix="onboarding-release-test-", dir=build.package.parent.parent)
    unittest.addModuleCleanup(temporary.cleanup)
    folder = Path(temporary.name)
    key = new_key("key.pem")
    public = folder / "public.pem"
    subprocess.run(["openssl", "pkey", "-in", key, "-pubout", "-out", public], check=True)
    released = folder / "released"
    said = release(released, RELEASE_KEY=str(key))
    if said.returncode != 0:
        raise AssertionError(said.stderr)
    (bill,) = released.glob("*.cdx.json")
    document = json.loads(bill.read_text())


def is_verified(file: Path, signature: Path, by: Path) -> bool:
    """As SECURITY.md says."""
    command = ["openssl", "pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", by, "-in", file, "-sigfile", signature]
    return subprocess.run(command, capture_output=True).returncode == 0


def components(prefix: str) -> dict[str, dict[str, Any]]:
    """Those whose references begin so, by what follows."""
    return {
        component["bom-ref"].removeprefix(prefix): component
        for component in document["components"]
        if component["bom-ref"].startswith(prefix)
    }


class SignatureTests(unittest.TestCase):
    def names(self) -> list[str]:
        return sorted(file.name for file in released.iterdir() if file.suffix != ".sig")

    def test_every_file_has_its_sum_and_a_signature(self) -> None:
        names = self.names()
        for pattern in (r"\.deb$", r"\.tar$", r"\.debug$", r"\.cdx\.json$", r"^SHA256SUMS$"):
            self.assertEqual(len([name for name in names if re.search(pattern, name)]), 1, pattern)
        self.assertEqual(len(names), 5)
        sums = dict(line.split("  ")[::-1] for line in (released / "SHA256SUMS").read_text().splitlines())
        self.assertEqual(list(sums), [name for name in names if name != "SHA256SUMS"])
        checked = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=released, capture_output=True)
        self.assertEqual(checked.returncode, 0, checked.stdout)
        for name in names:
            self.assertTrue(is_verified(released / name, released / f"{name}.sig", public), name)

    def test_a_flipped_bit_fails_verification(self) -> None:
        for name in self.names():
            file = released / name
            if file.stat().st_size > 50_000_000:
                continue
            contents = bytearray(file.read_bytes())
            for place in (0, len(contents) // 2, len(contents) - 1):
                contents[place] ^= 1
                changed = folder / "changed"
                changed.write_bytes(contents)
                contents[place] ^= 1
                self.assertFalse(is_verified(changed, released / f"{name}.sig", public), f"{name} at {place}")

    def test_a_flipped_bit_of_a_package_fails_verification_and_its_sum(self) -> None:
        changed = folder / "changed.deb"
        shutil.copy(released / build.package.name, changed)
        with changed.open("r+b") as stream:
            stream.seek(changed.stat().st_size // 2)
            byte = stream.read(1)[0]
            stream.seek(-1, os.SEEK_CUR)
            stream.write(bytes([byte ^ 1]))
        self.assertFalse(is_verified(changed, released / f"{build.package.name}.sig", public))
        with changed.open("rb") as stream:
            self.assertNotIn(hashlib.file_digest(stream, "sha256").hexdigest(), (released / "SHA256SUMS").read_text())

    def test_a_signature_of_another_file_or_by_another_key_fails(self) -> None:
        sums = released / "SHA256SUMS"
        (bill,) = released.glob("*.cdx.json.sig")
        self.assertFalse(is_verified(sums, bill, public))
        other = folder / "other-public.pem"
        subprocess.run(["openssl", "pkey", "-in", new_key("other.pem"), "-pubout", "-out", other], check=True)
        self.assertFalse(is_verified(sums, released / "SHA256SUMS.sig", other))


class KeyTests(unittest.TestCase):
    def refused(self, **environment: str) -> str:
        output = folder / "refused"
        said = release(output, **environment)
        self.assertEqual(said.returncode, 1, said.stdout)
        self.assertFalse(output.exists())
        return said.stderr

    def test_without_a_key_there_is_no_release(self) -> None:
        self.assertIn("RELEASE_KEY", self.refused())
        self.assertIn("RELEASE_KEY", self.refused(RELEASE_KEY=""))
        self.assertIn("cannot be read", self.refused(RELEASE_KEY=str(folder / "nowhere")))

    def test_a_key_that_others_can_read_or_of_another_kind_or_that_nobody_knows_is_refused(self) -> None:
        open_key = new_key("open.pem")
        open_key.chmod(0o644)
        self.assertIn("chmod 600", self.refused(RELEASE_KEY=str(open_key)))
        self.assertIn("Ed25519", self.refused(RELEASE_KEY=str(new_key("curve.pem", "EC"))))
        self.assertIn("public half", self.refused(RELEASE_KEY=str(new_key("stranger.pem"))))

    def test_without_signatures_it_is_said_loudly_and_the_rest_is_the_same_to_the_byte(self) -> None:
        output = folder / "unsigned"
        said = release(output, RELEASE_KEY="none")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn("UNSIGNED", said.stderr)
        self.assertIn("UNSIGNED", said.stdout)
        self.assertEqual(list(output.glob("*.sig")), [])
        names = sorted(file.name for file in released.iterdir() if file.suffix != ".sig")
        self.assertEqual(sorted(file.name for file in output.iterdir()), names)
        # The sums are those of all the others.
        self.assertEqual((output / "SHA256SUMS").read_bytes(), (released / "SHA256SUMS").read_bytes())

    def test_the_key_is_in_no_file_and_in_no_word(self) -> None:
        secret = key.read_text().splitlines()[1]
        for file in released.iterdir():
            if file.stat().st_size < 50_000_000:
                self.assertNotIn(secret.encode(), file.read_bytes(), file.name)


class BillTests(unittest.TestCase):
    def test_it_is_a_document_of_cyclonedx_1_6(self) -> None:
        try:
            import jsonschema_rs
        except ModuleNotFoundError:
            self.skipTest("no jsonschema_rs: run with .venv/bin/python, which scripts/test.sh makes")
        found = importlib.util.find_spec("cyclonedx")
        if found is None or found.origin is None:
            self.skipTest("no cyclonedx: run with .venv/bin/python, which scripts/test.sh makes")
        schemas = Path(found.origin).parent / "schema/_res"

        def retrieve(uri: str) -> Any:
            name = re.sub(r"(\.SNAPSHOT)?\.schema\.json$", "", uri.rsplit("/", 1)[1])
            return json.loads((schemas / f"{name}.SNAPSHOT.schema.json").read_text())

        schema = json.loads((schemas / "bom-1.6.SNAPSHOT.schema.json").read_text())
        validator = jsonschema_rs.validator_for(schema, retriever=retrieve)
        self.assertEqual([str(error) for error in validator.iter_errors(document)], [])
        # That it would say so.
        self.assertFalse(validator.is_valid(document | {"components": [{"name": "nameless"}]}))
        licence = [{"license": {"id": "No-Such-Licence"}}]
        self.assertFalse(validator.is_valid(document | {"components": [{"type": "library", "name": "a", "licenses": licence}]}))

    def test_every_reference_is_there_once(self) -> None:
        references = [component["bom-ref"] for component in document["components"]]
        self.assertEqual(references, sorted(set(references)))
        self.assertEqual(document["dependencies"], [{"ref": "onboarding", "dependsOn": references}])
        inner = [inner["bom-ref"] for component in document["components"] for inner in component.get("components", [])]
        self.assertEqual(len(inner), len(set(inner) - set(references)))

    def test_it_is_of_this_package(self) -> None:
        version = subprocess.run(
            ["dpkg-deb", "--field", build.package, "Version"], capture_output=True, text=True, check=True
        ).stdout.strip()
        subject = document["metadata"]["component"]
        self.assertEqual((subject["name"], subject["version"]), ("onboarding", version))
        self.assertEqual(document["metadata"]["timestamp"], "2025-06-15T15:06:40Z")

    def test_every_swift_package_is_named_with_version_revision_and_licence(self) -> None:
        pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
        named = components("swift:")
        self.assertEqual(
            {name: (part["version"], part["pedigree"]["commits"][0]["uid"]) for name, part in named.items()},
            {pin["identity"]: (pin["state"]["version"], pin["state"]["revision"]) for pin in pins},
        )
        self.assertEqual({part["licenses"][0]["license"]["id"] for part in named.values()}, {"Apache-2.0", "MIT"})
        self.assertEqual(named["grdb.swift"]["licenses"], [{"license": {"id": "MIT"}}])

    def test_every_library_in_the_package_is_named_with_the_digest_of_its_file(self) -> None:
        tree = folder / "tree"
        if not tree.exists():
            subprocess.run(["dpkg-deb", "--extract", build.package, tree], check=True)
        there = {
            path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (tree / "opt/onboarding/lib").iterdir()
        }
        named = components("packed:")
        self.assertEqual({name: part["hashes"][0]["content"] for name, part in named.items()}, there)
        self.assertRegex(named["libswiftCore.so"]["version"], r"^\d+\.\d+")
        self.assertIn("pkg:pypi/openvino@", named["libopenvino.so.2641"]["purl"])
        self.assertIn("pkg:deb/debian/libopencv-core406@", named["libopencv_core.so.406"]["purl"])

    def test_debians_libraries_have_their_versions_and_copyrights(self) -> None:
        named = components("debian:")
        self.assertGreaterEqual(set(named), {"libc6", "libssl3", "libsqlite3-0", "libpng16-16", "libwebp7", "zlib1g"})
        self.assertFalse([name for name in named if re.search("x11|xcb|mesa|opencv", name)])
        for name, part in named.items():
            said = subprocess.run(
                ["dpkg-query", "--show", "--showformat", "${Version}\n", name], capture_output=True, text=True, check=True
            )
            self.assertEqual(part["version"], said.stdout.splitlines()[0])
            self.assertGreater(len(part["licenses"][0]["license"]["text"]["content"]), 200, name)
        self.assertEqual(named["libssl3"]["scope"], "required")

    def test_every_file_of_a_model_pack_is_named_as_the_lock_has_it(self) -> None:
        lock = json.loads((ROOT / "models.lock").read_text())
        named = components("pack:")
        self.assertGreaterEqual(set(named), {"base", "dlib-resnet", "liveness"})
        self.assertFalse(set(named) & {"edgeface", "attributes"})
        for pack, part in named.items():
            wanted = {file["path"] for file in lock["files"] + lock["manifests"] if file["pack"] == pack}
            self.assertEqual({file["name"] for file in part["components"]}, wanted)
            self.assertEqual(part["description"], lock["packs"][pack]["summary"])
        stated = {file["path"]: file["sha256"] for file in lock["files"] + lock["manifests"]}
        for file in named["dlib-resnet"]["components"]:
            self.assertEqual(file["hashes"], [{"alg": "SHA-256", "content": stated[file["name"]]}])


if __name__ == "__main__":
    unittest.main()
