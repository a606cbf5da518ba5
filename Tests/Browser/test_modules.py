"""The modules of the capture page that need no browser, in Node: one test for each file of tests."""

from __future__ import annotations

import subprocess
import unittest
from pathlib import Path

from surroundings import PACKAGE_ROOT, tool

MODULES = PACKAGE_ROOT / "Tests" / "Browser" / "modules"


class ModuleTest(unittest.TestCase):
    """What Node's test runner says of one file."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file

    def __str__(self) -> str:
        return f"{self._file.name} (test_modules.ModuleTest)"

    def runTest(self) -> None:
        node = tool("node", "nodejs")
        ended = subprocess.run(
            [node, "--test", str(self._file)], cwd=PACKAGE_ROOT, capture_output=True, text=True, timeout=60
        )
        self.assertEqual(ended.returncode, 0, f"{ended.stdout}{ended.stderr}")
        self.assertRegex(ended.stdout, r"(?m)^# pass [1-9]", "the file has tests")


def load_tests(loader: unittest.TestLoader, tests: unittest.TestSuite, pattern: str | None) -> unittest.TestSuite:
    """A test for each file."""
    return unittest.TestSuite(ModuleTest(file) for file in sorted(MODULES.glob("*.test.mjs")))


if __name__ == "__main__":
    unittest.main()
