"""What the scripts install and download is held to stated hashes: of the packages, and of the tools that build them."""

import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ("Makefile", ".ci/*", "scripts/*.sh", "scripts/*.py", "packaging/**/*", "training/**/*.py", "Tests/**/*.py")
REQUIREMENTS = sorted([*ROOT.glob("scripts/requirements-*.txt"), *ROOT.glob("training/requirements.txt")])

#: What a call of pip must say.
INSTALL = {"--require-hashes", "--no-deps", "--only-binary=:all:", "--requirement"}
#: A source package has no wheel; the tools that read it are those of the machine (fetch.py refuses without them).
SOURCE = {"--require-hashes", "--no-deps", "--no-binary", "--no-build-isolation", "--requirement"}

#: Programs that fetch what no hash stands for.
UNCHECKED = re.compile(
    r"--upgrade-deps|\bget-pip\b|\bpipx\b|\beasy_install\b|\bnpx?\s+(install|i|ci|exec)\b|\bcurl\s+-|\bwget\s|"
    r"pip install[^\n]*(--upgrade|-U)\b|urlretrieve|\bensurepip\b[^\n]*--upgrade")


def files():
    found = {path for pattern in SCRIPTS for path in ROOT.glob(pattern) if path.is_file()}
    return sorted(path for path in found if path != Path(__file__).resolve() and "__pycache__" not in path.parts)


def text_of(path):
    return path.read_text(encoding="utf-8", errors="replace")


def shell_calls(text):
    """The commands of a shell script that call pip, their continued lines joined."""
    joined = re.sub(r"\\\n\s*", " ", text)
    code = [re.sub(r"(^|\s)#.*", "", line) for line in joined.splitlines()]
    return [line.strip() for line in code if re.search(r"\bpip3?(?:\.\d+)?\s+(install|download|wheel)\b", line)]


def options(call):
    return set(re.findall(r"--[a-z-]+(?:=:all:)?", call))


class InstallTests(unittest.TestCase):
    def test_every_call_of_pip_in_a_shell_script_asks_for_hashes_and_wheels_alone(self):
        calls = [(path, call) for path in files() if path.suffix != ".py" for call in shell_calls(text_of(path))]
        self.assertGreaterEqual(len(calls), 2)
        for path, call in calls:
            with self.subTest(file=path.name, call=call):
                self.assertLessEqual(INSTALL, options(call))

    def test_this_test_sees_a_call_that_does_not(self):
        (call,) = shell_calls('# pip install x\n"$1/bin/python" -m pip install --no-deps \\\n  --requirement list\n')
        self.assertEqual(INSTALL - options(call), {"--require-hashes", "--only-binary=:all:"})

    def test_python_calls_pip_in_two_places_of_which_none_fetches_without_a_hash(self):
        calling = {
            path.relative_to(ROOT).as_posix() for path in files()
            if path.suffix == ".py" and re.search(r"""["']pip["'],|pip\._internal""", text_of(path))}
        self.assertEqual(calling, {"scripts/fetch.py", "Tests/Clients/test_python_client.py"})
        self.assertIn('"--no-index", "--no-build-isolation"', text_of(ROOT / "Tests/Clients/test_python_client.py"))

        body = text_of(ROOT / "scripts/fetch.py").split("def download_archive", 1)[1].split("\ndef ", 1)[0].split(
            "@contextmanager", 1)[0]
        self.assertEqual(len(re.findall(r"subprocess\.run\(", body)), 1)
        always, rest = body.split('if archive.endswith(".whl"):')
        wheel, source = rest.split("    else:\n", 1)
        self.assertLessEqual(INSTALL, options(always) | options(wheel))
        self.assertLessEqual(SOURCE, options(always) | options(source))
        # Not in a branch of its own.
        self.assertRegex(source, r'(?m)^        command \+= \["--no-binary", package, "--no-build-isolation"\]$')

    def test_nothing_is_fetched_by_a_tool_that_no_hash_is_given(self):
        for path in files():
            for number, line in enumerate(text_of(path).splitlines(), 1):
                with self.subTest(file=str(path.relative_to(ROOT)), line=number):
                    self.assertIsNone(UNCHECKED.search(line), line)

    def test_every_line_of_a_requirements_file_is_one_version_with_its_hashes(self):
        self.assertEqual(len(REQUIREMENTS), 4)
        for path in REQUIREMENTS:
            joined = re.sub(r"\\\n\s*", " ", text_of(path))
            lines = [line for line in joined.splitlines() if line.strip() and not line.startswith("#")]
            self.assertTrue(lines)
            for line in lines:
                with self.subTest(file=path.name, line=line):
                    self.assertRegex(line, r"^[A-Za-z0-9_.-]+==[A-Za-z0-9_.+!-]+( +--hash=sha256:[0-9a-f]{64})+ *$")

    def test_every_list_of_packages_that_git_holds_is_one_of_these(self):
        listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
        if listed.returncode != 0:
            self.skipTest("no checkout of git")
        found = {
            ROOT / name for name in listed.stdout.splitlines()
            if re.search(r"(^|/)(requirements[^/]*\.(txt|in)|constraints[^/]*\.txt|Pipfile[^/]*|poetry\.lock|uv\.lock)$", name)}
        self.assertEqual(found, set(REQUIREMENTS))

    def test_every_package_archive_that_is_downloaded_is_compared_with_its_sha256(self):
        body = text_of(ROOT / "scripts/fetch.py")
        self.assertIn('digests_of(path).sha256.hexdigest() != file["archiveSHA256"]', body)
        # The one other way to a network goes through copy_checked, which compares with the lock.
        self.assertEqual(len(re.findall(r"\bopen_address\(", body)), 2)
        self.assertRegex(body, r"with open_address\(address\) as stream:\n\s+copy_checked\(")


if __name__ == "__main__":
    unittest.main()
