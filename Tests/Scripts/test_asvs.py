"""docs/asvs.md names tests that are there, every requirement once, and totals that are those of its tables."""

import re
import unittest
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/asvs.md").read_text(encoding="utf-8")
STATES = ("met", "met, no test", "not met", "does not apply")
#: How many requirements version 5.0.0 has of each level.
REQUIREMENTS = {1: 70, 2: 183}
#: A test as the last column names it.
NAMED = re.compile(r"`(Tests/[\w./+-]+\.(?:py|swift))` `(\w+)`")
#: A file that a place in the source is in.
PLACE = re.compile(r"`([\w.-]+/[\w./-]+)`")


def cells(line):
    return [cell.strip() for cell in line.strip("|").split("|")]


def section(title):
    """The text under a heading of the second level."""
    return PAGE.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


#: The requirements, each as number, level, what it asks, state, why, test.
ROWS = [cells(line) for line in PAGE.splitlines() if re.match(r"\| \d+\.\d+\.\d+ \|", line)]


def place(number):
    return tuple(map(int, number.split(".")))


def has_test(path, name):
    """Whether a file has a test of this name: a function, of Swift one that is marked as a test."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.endswith(".py"):
        return re.search(rf"^ +def {name}\(", text, re.MULTILINE) is not None and name.startswith("test_")
    head, found, _ = text.partition(f"func {name}(")
    # The mark and its arguments stand behind whatever ended before.
    return bool(found) and "@Test" in re.split(r"\n    \}\n|\n\n", head)[-1]


class VerificationPageTests(unittest.TestCase):
    maxDiff = None

    def test_every_requirement_is_there_once_and_in_order(self):
        numbers = [row[0] for row in ROWS]
        self.assertEqual(numbers, sorted(set(numbers), key=place))
        self.assertEqual(Counter(int(row[1]) for row in ROWS), REQUIREMENTS)

    def test_every_requirement_stands_in_its_chapter(self):
        for title in re.findall(r"^## (V\d+ .+)$", PAGE, re.MULTILINE):
            chapter = title.split()[0][1:]
            lines = re.findall(r"^\| (\d+)\.\d+\.\d+ \|", section(title), re.MULTILINE)
            self.assertEqual(set(lines), {chapter}, title)

    def test_every_row_has_a_state_and_says_why(self):
        for row in ROWS:
            with self.subTest(row[0]):
                self.assertEqual(len(row), 6)
                self.assertIn(row[3], STATES)
                self.assertTrue(row[2] and row[4])

    def test_every_named_test_is_there(self):
        for number, _, _, state, _, tests in ROWS:
            with self.subTest(number):
                named = NAMED.findall(tests)
                self.assertEqual("; ".join(f"`{path}` `{name}`" for path, name in named), tests)
                self.assertEqual(bool(named), state == "met", "what is met without a test is said to be so")
                for path, name in named:
                    self.assertTrue(has_test(path, name), f"{path} has no test {name}")

    def test_what_is_met_without_a_test_has_its_place(self):
        for number, _, _, state, why, _ in ROWS:
            if state != "met, no test":
                continue
            with self.subTest(number):
                places = PLACE.findall(why)
                self.assertTrue(places)
                for path in places:
                    self.assertTrue((ROOT / path).exists(), path)

    def test_the_totals_are_those_of_the_tables(self):
        head = PAGE.split("\n## ", 1)[0]
        stated = {}
        for line in head.splitlines():
            if line.startswith("|") and cells(line)[0] in (*STATES, "all"):
                name, *numbers = cells(line)
                stated[name] = [int(number) for number in numbers]
        counted = {}
        for name in (*STATES, "all"):
            levels = Counter(int(row[1]) for row in ROWS if name in ("all", row[3]))
            counted[name] = [levels[1], levels[2], levels[1] + levels[2]]
        self.assertEqual(stated, counted)

    def test_the_list_at_the_top_is_what_is_not_met(self):
        listed = dict(re.findall(r"^- \*\*([\d.]+)\*\* (.+)$", section("Not met"), re.MULTILINE))
        self.assertEqual(listed, {row[0]: f"{row[2]}: {row[4]}" for row in ROWS if row[3] == "not met"})


if __name__ == "__main__":
    unittest.main()
