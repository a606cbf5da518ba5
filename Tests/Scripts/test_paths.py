"""The paths that the pages name are there."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
#: In code, or as a link's target. What has a mark for something to be filled in names no path.
PATH = re.compile(r"(?<=`)(?:Sources|Tests|Benchmarks|clients|scripts|packs|training)/[\w./+-]+(?=`)")


class PathTests(unittest.TestCase):
    def test_every_path_that_a_page_names_is_there(self):
        found = 0
        for page in PAGES:
            for path in PATH.findall(page.read_text(encoding="utf-8")):
                found += 1
                with self.subTest(page=page.name, path=path):
                    self.assertTrue((ROOT / path).exists() or list(ROOT.glob(path + ".*")))
        self.assertGreater(found, 50)


if __name__ == "__main__":
    unittest.main()
