"""docs/dependencies.md names everything that is not written here, in the version that is used."""

import json
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8")


def section(title):
    """The text under a heading of the second level."""
    return PAGE.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def rows(title):
    """The cells of the tables under a heading, without the lines that head them."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if not set(row[0]) <= set("- ") and "version" not in row]


def versions(title):
    """Package by package the version, where a row may name several of each."""
    stated = {}
    for row in rows(title):
        names = [name.strip(" `") for name in row[0].split(",")]
        numbers = [number.split()[0] for number in row[1].split(",")]
        if len(names) != len(numbers):
            raise AssertionError(f"{len(names)} names and {len(numbers)} versions: {row}")
        for name, number in zip(names, numbers):
            if name in stated:
                raise AssertionError(f"{name} stands there twice")
            stated[name] = number
    return stated


MANIFESTS = ("Package.swift", "clients/swift/Package.swift")


def asked(manifest):
    """Package by package, by its identity, the version that a Package.swift asks for with `exact:`."""
    found = re.findall(r'\.package\(\s*url: "[^"]*/([^"/]+)",\s*exact: "([^"]+)"', manifest)
    names = [name.removesuffix(".git").lower() for name, _ in found]
    if len(names) != len(set(names)):
        raise AssertionError("a package is asked for twice")
    return dict(zip(names, (number for _, number in found)))


class DependencyTests(unittest.TestCase):
    maxDiff = None

    def test_every_swift_package_that_was_resolved_is_named_with_its_version(self):
        resolved = ROOT / "Package.resolved"
        if not resolved.is_file():
            self.skipTest("nothing was resolved yet: run make build")
        pins = {pin["identity"]: pin["state"]["version"] for pin in json.loads(resolved.read_text())["pins"]}
        stated = {name.lower(): number for name, number in versions("Swift packages").items()}
        self.assertEqual(stated, pins)

    def test_every_swift_package_is_asked_for_in_one_version_and_no_other(self):
        for manifest in MANIFESTS:
            text = (ROOT / manifest).read_text(encoding="utf-8")
            with self.subTest(manifest):
                self.assertEqual(len(re.findall(r"\.package\(\s*(?:url|path|id|name):", text)), len(asked(text)))
                self.assertGreater(len(asked(text)), 20)

    def test_what_was_resolved_is_what_package_swift_asks_for_and_nothing_else(self):
        for manifest in MANIFESTS:
            resolved = (ROOT / manifest).with_name("Package.resolved")
            if not resolved.is_file():
                continue
            text = (ROOT / manifest).read_text(encoding="utf-8")
            with self.subTest(manifest):
                pins = json.loads(resolved.read_text())["pins"]
                self.assertEqual(asked(text), {pin["identity"]: pin["state"].get("version") for pin in pins})

    def test_both_manifests_ask_for_the_same_versions(self):
        server, client = (asked((ROOT / manifest).read_text(encoding="utf-8")) for manifest in MANIFESTS)
        self.assertEqual(client, {name: number for name, number in server.items() if name in client})

    def test_what_package_swift_asks_for_is_what_is_named(self):
        stated = {name.lower(): number for name, number in versions("Swift packages").items()}
        self.assertEqual(stated, asked((ROOT / "Package.swift").read_text(encoding="utf-8")))

    def test_every_python_package_of_the_client_tests_is_named_with_its_version(self):
        wanted = (ROOT / "scripts/requirements-clients.txt").read_text(encoding="utf-8")
        pinned = dict(re.findall(r"(?m)^([A-Za-z0-9_.-]+)==([^ \\]+)", wanted))
        self.assertEqual(versions("Python packages of the client tests"), pinned)

    def test_every_python_package_of_the_browser_tests_is_named_with_its_version(self):
        wanted = (ROOT / "scripts/requirements-browser.txt").read_text(encoding="utf-8")
        pinned = dict(re.findall(r"(?m)^([A-Za-z0-9_.-]+)==([^ \\]+)", wanted))
        self.assertEqual(versions("Python packages of the browser tests"), pinned)

    def test_every_python_package_of_the_tests_is_named_with_its_version(self):
        wanted = (ROOT / "scripts/requirements-test.txt").read_text(encoding="utf-8")
        pinned = dict(re.findall(r"(?m)^([A-Za-z0-9_.-]+)==([^ \\]+)", wanted))
        self.assertEqual(versions("Python packages of the acceptance tests"), pinned)

    def test_every_python_package_of_the_training_is_named_with_its_version(self):
        wanted = (ROOT / "training/requirements.txt").read_text(encoding="utf-8")
        pinned = dict(re.findall(r"(?m)^([A-Za-z0-9_.-]+)==([^ \\]+)", wanted))
        self.assertEqual(versions("Python packages of the training"), pinned)

    def test_every_system_package_is_named(self):
        text = section("System packages")
        wanted = (ROOT / "scripts/apt-packages.txt").read_text(encoding="utf-8")
        for line in wanted.splitlines():
            name = line.split("#")[0].strip()
            if not name:
                continue
            short = re.sub(r"^libopencv", "", name)
            self.assertTrue(f"`{name}`" in text or f"`{short}`" in text, name)


if __name__ == "__main__":
    unittest.main()
