"""What is in the package, and what is not."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest
from pathlib import Path

from packed import ROOT, Packed, packed

PREFIX = "opt/onboarding/"
SHARE = PREFIX + "share/onboarding/"
#: Everything that the package puts outside its prefix.
OUTSIDE = {
    "etc/onboarding/onboarding.json",
    "usr/bin/onboarding",
    "usr/bin/onboarding-admin",
    "usr/share/bash-completion/completions/onboarding",
    "usr/share/fish/vendor_completions.d/onboarding.fish",
    "usr/share/man/man1/onboarding.1.gz",
    "usr/share/zsh/vendor-completions/_onboarding",
    "usr/lib/systemd/system/onboarding-backup.service",
    "usr/lib/systemd/system/onboarding-backup.timer",
    "usr/lib/systemd/system/onboarding.service",
    "usr/lib/sysusers.d/onboarding.conf",
    "usr/lib/tmpfiles.d/onboarding.conf",
    "usr/share/doc/onboarding/copyright",
}
#: Bytes. Below what was measured plus a tenth, so that a library or network more is noticed (docs/deployment.md).
LARGEST_INSTALLED = 320_000_000

build: Packed
tree: Path
members: dict[str, tarfile.TarInfo]


def setUpModule() -> None:
    global build, tree, members
    build = packed()
    folder = tempfile.TemporaryDirectory(prefix="onboarding-package-")
    unittest.addModuleCleanup(folder.cleanup)
    tree = Path(folder.name)
    subprocess.run(["dpkg-deb", "--extract", build.package, tree], check=True)
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", build.package], stdout=subprocess.PIPE) as unpacked:
        assert unpacked.stdout is not None
        with tarfile.open(fileobj=unpacked.stdout, mode="r|") as archive:
            members = {member.name.removeprefix("./"): member for member in archive}


def field(name: str) -> str:
    return subprocess.run(["dpkg-deb", "--field", build.package, name], capture_output=True, text=True).stdout.strip()


def elf_files() -> list[Path]:
    """The program and its libraries."""
    return [tree / PREFIX / "bin/onboarding", *sorted((tree / PREFIX / "lib").iterdir())]


def output(*command: str | Path) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


class ContentTests(unittest.TestCase):
    def test_nothing_lies_outside_the_prefix_but_what_the_system_looks_for(self) -> None:
        files = {name for name, member in members.items() if not member.isdir()}
        self.assertEqual({name for name in files if not name.startswith(PREFIX)}, OUTSIDE)

    def test_everything_is_roots_and_nobody_else_can_write_it(self) -> None:
        for name, member in members.items():
            with self.subTest(name):
                self.assertEqual((member.uid, member.gid), (0, 0))
                if not member.issym():
                    self.assertEqual(member.mode & 0o7022, 0, oct(member.mode))

    def test_no_toolchain_no_headers_and_no_windows_are_in_it(self) -> None:
        unwanted = re.compile(r"\.(swiftmodule|swiftinterface|a|o|h|hpp|py[co]|map)$|/swiftc$|/clang|libX11|libxcb|mesa", re.I)
        self.assertEqual([name for name in members if unwanted.search(name)], [])

    def test_the_networks_are_those_of_the_lock_and_none_whose_licence_is_in_doubt(self) -> None:
        self.assertEqual((tree / SHARE / "models.lock").read_bytes(), (ROOT / "models.lock").read_bytes())
        packs = {name.split("/")[5] for name in members if name.startswith(SHARE + "models/") and name.count("/") > 5}
        self.assertGreaterEqual(packs, {"face-detection", "face-mesh", "document-text-v6", "documents", "dlib-resnet", "liveness"})
        self.assertNotIn("edgeface", packs)

    def test_no_network_is_packed_in_its_compiled_form(self) -> None:
        # It fits one kind of processor, and is made anew by whoever runs it.
        self.assertEqual(list((tree / SHARE / "models/.compiled").iterdir()), [])

    def test_what_watches_a_server_is_among_the_examples(self) -> None:
        examples = tree / SHARE / "examples"
        for name in ("prometheus/onboarding.rules.yml", "prometheus/prometheus.yml", "grafana/onboarding.json"):
            self.assertEqual((examples / name).read_bytes(), (ROOT / "packaging" / name).read_bytes(), name)

    def test_the_manual_page_has_every_command_and_every_exit_code(self) -> None:
        with gzip.open(tree / "usr/share/man/man1/onboarding.1.gz", "rt", encoding="utf-8") as file:
            manual = file.read()
        help_text = output(tree / PREFIX / "bin/onboarding", "--help")
        commands = re.findall(r"^  ([a-z-]+) {2,}", help_text.partition("SUBCOMMANDS:")[2], re.MULTILINE)
        self.assertGreater(len(commands), 20)
        for command in commands:
            self.assertRegex(manual, rf"(?m)^\.SS onboarding {command}\b")
        status = manual.partition(".SH EXIT STATUS")[2]
        self.assertEqual(re.findall(r"(?m)^\.B (\d+)$", status), ["0", "1", "2", "3", "4", "64"])
        if shutil.which("man"):
            shown = subprocess.run(["man", "--warnings", "--local-file", "-"], input=manual, capture_output=True, text=True)
            self.assertEqual((shown.returncode, shown.stderr), (0, ""))

    def test_shells_complete_its_commands(self) -> None:
        share = tree / "usr/share"
        for shell, name in (
            ("bash", "bash-completion/completions/onboarding"),
            ("zsh", "zsh/vendor-completions/_onboarding"),
            ("fish", "fish/vendor_completions.d/onboarding.fish"),
        ):
            self.assertIn("reset-second-factor", (share / name).read_text(), shell)
            if shutil.which(shell):
                subprocess.run([shell, "-n", share / name], check=True)

    def test_the_settings_are_described_by_schemas(self) -> None:
        for name, member in (("server", "publicUrl"), ("tenant", "onboardingConfig")):
            schema = json.loads((tree / SHARE / "schemas" / f"{name}.schema.json").read_text())
            self.assertIn(member, schema["properties"])

    def test_links_between_pages_lead_to_pages(self) -> None:
        broken = []
        for page in [*(tree / SHARE).glob("*.md"), *(tree / SHARE / "docs").rglob("*.md")]:
            for target in re.findall(r"\]\(([^)#]+)", page.read_text()):
                if not target.startswith("http") and not (page.parent / target).exists():
                    broken.append(f"{page.relative_to(tree / SHARE)}: {target}")
        # Who reads the package has no sources to look into.
        self.assertEqual([link for link in broken if "CONTRIBUTING" not in link], [])

    def test_it_is_not_larger_than_was_measured(self) -> None:
        size = sum(member.size for member in members.values())
        self.assertLess(size, LARGEST_INSTALLED)
        self.assertAlmostEqual(int(field("Installed-Size")) * 1024, size, delta=size * 0.05)

    def test_the_version_is_that_of_the_changelog(self) -> None:
        wanted = re.search(r"^## \[(\d+\.\d+\.\d+)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
        assert wanted is not None
        self.assertEqual(re.split("[~+-]", field("Version"))[0], wanted[1])

    def test_the_settings_survive_an_upgrade(self) -> None:
        conffiles = output("dpkg-deb", "--info", build.package, "conffiles").split()
        self.assertEqual(conffiles, ["/etc/onboarding/onboarding.json"])


class LibraryTests(unittest.TestCase):
    def test_libraries_are_looked_for_in_the_prefix_and_in_the_system_alone(self) -> None:
        for file in elf_files():
            with self.subTest(file.name):
                paths = re.findall(r"(?:RPATH|RUNPATH).*\[(.*)\]", output("readelf", "--dynamic", "--wide", file))
                allowed = {"$ORIGIN/../lib"} if file.name == "onboarding" else {"$ORIGIN"}
                self.assertLessEqual(set(paths), allowed)

    def test_the_program_is_stripped_and_its_debug_information_lies_apart(self) -> None:
        for file in elf_files():
            self.assertNotIn(".debug_", output("readelf", "--section-headers", "--wide", file), file.name)
        self.assertIn(".debug_", output("readelf", "--section-headers", "--wide", build.debug))

    def test_what_stands_in_for_opengl_has_every_function_that_opencv_takes_of_it(self) -> None:
        wanted = re.findall(r" U (gl\w+)", output("nm", "-D", "--undefined-only", tree / PREFIX / "lib/libopencv_core.so.406"))
        there = re.findall(r" T (gl\w+)", output("nm", "-D", "--defined-only", tree / PREFIX / "lib/libGLX.so.0"))
        self.assertGreater(len(wanted), 0)
        self.assertLessEqual(set(wanted), set(there))

    def test_debian_keeps_what_it_mends_and_nothing_with_windows_is_asked_for(self) -> None:
        names = {re.split(r"[ (]", part.strip())[0] for part in re.split(r"[,|]", field("Depends"))}
        linked = {"libc6", "libssl3", "libfido2-1", "libsqlite3-0", "libpng16-16", "libwebp7", "libheif1", "libturbojpeg0"}
        self.assertGreaterEqual(names, linked)
        self.assertEqual([name for name in names if re.search(r"libgl|x11|xcb|opencv|libav|mesa|swift", name)], [])
        self.assertIn("libavcodec", field("Suggests"))
        self.assertIn("libcurl4", field("Suggests"))


class TarballTests(unittest.TestCase):
    def test_the_tarball_has_the_same_prefix_and_the_systems_files_as_examples(self) -> None:
        system = SHARE.removeprefix("opt/") + "examples/system/"
        with tarfile.open(build.tarball) as archive:
            there = {member.name for member in archive if not member.isdir()}
        in_package = {
            name.removeprefix("opt/") for name, member in members.items() if name.startswith(PREFIX) and not member.isdir()
        }
        self.assertEqual({name for name in there if not name.startswith(system)}, in_package)
        self.assertEqual(
            {name.removeprefix(system) for name in there if name.startswith(system)},
            {
                "debian-packages",
                "onboarding.json",
                "onboarding-backup.service",
                "onboarding-backup.timer",
                "onboarding.service",
                "bash-completion/completions/onboarding",
                "fish/vendor_completions.d/onboarding.fish",
                "man/man1/onboarding.1.gz",
                "zsh/vendor-completions/_onboarding",
                "sysusers.d/onboarding.conf",
                "tmpfiles.d/onboarding.conf",
            },
        )


if __name__ == "__main__":
    unittest.main()
