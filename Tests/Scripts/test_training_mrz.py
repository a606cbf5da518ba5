"""What the networks of the MRZ are trained on is what it says, and what is cut and decoded is what was printed."""

import hashlib
import importlib.util
import json
import re
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACK = ROOT / "packs/documents"
NEEDED = {"numpy": "numpy", "cv2": "opencv-python-headless", "PIL": "pillow"}
MISSING = [package for name, package in NEEDED.items() if importlib.util.find_spec(name) is None]
WHY = f"skipped: {' and '.join(MISSING)} of training/requirements.txt not installed"
sys.path.insert(0, str(ROOT))
from training.mrz import texts

if MISSING:
    print(WHY)
else:
    import numpy as np

    from training.mrz import decoding, documents, locating, pages, printing, reading, strips, typefaces

    if not all(Path(f"{typefaces.FONTS}/{face}").is_file() for face in typefaces.ZONE_FACES):
        MISSING, WHY = ["fonts-ocr-b"], "skipped: fonts-ocr-b not installed"


class PackTests(unittest.TestCase):
    def test_the_manifest_names_the_networks_that_lie_beside_it(self):
        manifest = json.loads((PACK / "manifest.json").read_text())
        self.assertEqual([network["name"] for network in manifest["networks"]], ["mrz-finder", "mrz-reader"])
        for network in manifest["networks"]:
            digest = hashlib.sha256((PACK / network["file"]).read_bytes()).hexdigest()
            self.assertEqual(network["sha256"], digest, network["name"])
        self.assertEqual(manifest["networks"][1]["symbols"], texts.SYMBOLS)

    def test_both_networks_are_two_megabytes_at_most(self):
        self.assertLessEqual(sum(file.stat().st_size for file in PACK.glob("*.onnx")), 2_000_000)


class TextTests(unittest.TestCase):
    def test_check_digits_are_those_of_the_standard(self):
        composite = "HA672242<658022549601086<<<<<<<<<<<<<<0"
        for text, digit in (
            ("520727", "3"),
            ("AB2134<<<", "5"),
            (composite, "8"),
            ("D1NLD15094962111659VW87Z78NB8", "4"),
        ):
            self.assertEqual(texts.check_digit(text), digit, text)

    def test_the_states_are_those_that_the_product_knows(self):
        source = (ROOT / "Sources/DocVerify/Document/IssuingState.swift").read_text()
        known = set(re.findall(r'"([A-Z]{1,3})":', source))
        self.assertEqual(known - set(texts.STATES), set())


@unittest.skipIf(MISSING, WHY)
class ZoneTests(unittest.TestCase):
    def test_every_zone_has_lines_of_one_legal_length_and_symbol(self):
        random = np.random.default_rng(1)
        for _ in range(400):
            for lines in (texts.zone(random), texts.meaningless(random)):
                self.assertIn(len(lines[0]), texts.LENGTHS)
                self.assertEqual({len(line) for line in lines}, {len(lines[0])})
                self.assertLessEqual(set("".join(lines)), set(texts.SYMBOLS))

    def test_made_up_people_have_valid_digits(self):
        random = np.random.default_rng(2)
        for _ in range(100):
            line = texts.td3(random)[1]
            parts = line[:9], line[13:19], line[21:27], line[:10] + line[13:20] + line[21:43]
            for part, place in zip(parts, (9, 19, 27, 43)):
                self.assertEqual(texts.check_digit(part), line[place], line)
            first, second, _ = texts.td1(random)
            self.assertEqual(texts.check_digit(first[5:] + second[:7] + second[8:15] + second[18:29]), second[29])

    def test_states_that_say_little_and_dates_that_are_unknown_occur(self):
        random = np.random.default_rng(3)
        births = {texts.birth(random)[2:] for _ in range(600)}
        self.assertIn("<<<<", births)
        self.assertEqual({texts.state(random) for _ in range(20000)}, {state.ljust(3, "<") for state in texts.STATES})


@unittest.skipIf(MISSING, WHY)
class StripTests(unittest.TestCase):
    def test_a_step_says_the_symbol_whose_centre_is_within_a_quarter_of_a_pitch(self):
        columns = np.linspace(-1, 3, 401)
        said = strips.labelled("A<7", columns)
        for place, symbol in zip(columns, said):
            expected = texts.NOTHING
            if 0 < place < 3 and abs(place % 1 - 0.5) < 0.2499:
                expected = texts.SYMBOLS.index("A<7"[int(place)])
            if abs(abs(place % 1 - 0.5) - 0.25) > 1e-6:
                self.assertEqual(symbol, expected, place)

    def test_ink_stands_where_symbols_are_said_to_be(self):
        random = np.random.default_rng(4)
        papers, inside, outside = printing.Papers(random, 5), [], []
        for _ in range(60):
            strip = strips.make(random, papers, ["H" * 44, "H" * 44])
            middle = strip.image[16:24].mean(axis=0)
            is_centre = strip.symbols[:-1] != texts.NOTHING
            if 30 < is_centre.sum() < strips.WIDTH - 30:
                inside.append(middle[is_centre].mean())
                outside.append(middle[~is_centre].mean())
        self.assertLess(np.mean(np.array(inside) < np.array(outside)), 1.01)
        self.assertGreater(np.mean(np.array(inside) < np.array(outside)), 0.8)

    def test_one_seed_makes_one_strip(self):
        one, other = (strips.make(random, printing.Papers(random, 3)) for random in map(np.random.default_rng, (5, 5)))
        self.assertTrue((one.image == other.image).all() and (one.symbols == other.symbols).all())


@unittest.skipIf(MISSING, WHY)
class PageTests(unittest.TestCase):
    def test_the_courses_in_true_maps_are_the_lines_that_were_printed(self):
        random, compared, missed = np.random.default_rng(6), 0, 0
        papers = printing.Papers(random, 5)
        for _ in range(60):
            document = documents.Document(random, papers, 8.0)
            view = pages.View(random, document, random.uniform(5, 9))
            ends = [view.seen([(line.x, line.y), (line.x + line.count, line.y)]) for line in document.lines]
            if not ends or np.min(ends) < 8 or (np.max(ends, axis=(0, 1)) > (pages.WIDTH - 8, pages.HEIGHT - 8)).any():
                continue
            stripes = np.zeros((pages.HEIGHT, pages.WIDTH), np.float32)
            maps = np.zeros((4, pages.HEIGHT // pages.CELL, pages.WIDTH // pages.CELL), np.float32)
            for line in document.lines:
                pages.mark(view, line, stripes, maps)
            maps[0] = 12 * (pages.shares(stripes) - 0.4)
            zones = locating.zones(locating.courses(maps))
            compared += 1
            if [len(zone) for zone in zones] != [len(ends)]:
                missed += 1
                continue
            for course, (first, last) in zip(zones[0], ends):
                for place, end in ((course.start, first), (course.end, last)):
                    self.assertLess(np.hypot(*(course.point(place) - end)), 8)
        self.assertGreater(compared, 25)
        self.assertLessEqual(missed, 2)

    def test_maps_turn_with_their_page(self):
        maps = np.zeros((4, 6, 8), np.float32)
        maps[0, 2, 1:7], maps[1] = 1, 1
        image = np.kron(maps[0], np.ones((4, 4), np.float32))
        for quarters, direction in enumerate(((1, 0), (0, -1), (-1, 0), (0, 1))):
            seen, turned = pages.turned(image, maps, quarters, False)
            self.assertTrue((np.kron(turned[0], np.ones((4, 4), np.float32)) == seen).all())
            self.assertEqual(
                (turned[1].max() + turned[1].min(), turned[2].max() + turned[2].min()),
                tuple(2 * value for value in direction),
            )


@unittest.skipIf(MISSING, WHY)
class CourseTests(unittest.TestCase):
    def test_a_line_read_the_other_way_is_the_same_line(self):
        along, bend, height = np.array([0.6, 0.8]), np.array([0.001, 0.02, 3.0]), np.array([0.01, 9.0])
        line = locating.Course(np.array([50.0, 60.0]), along, -80.0, 70.0, bend, height, 40.0, 0.9)
        other = line.flipped()
        self.assertEqual((other.start, other.end), (-70, 80))
        for place in (-80, 0, 31.0):
            np.testing.assert_allclose(other.point(-place), line.point(place))
            self.assertAlmostEqual(other.tall(-place), line.tall(place))

    def test_a_strip_shows_a_line_upright_whichever_way_the_page_lies(self):
        random = np.random.default_rng(8)
        page = np.full((300, 640), 230, np.uint8)
        page[140:158, 100:560] = np.where(random.random((18, 460)) < 0.5, 20, 200)
        line = locating.Course(
            np.array([330.0, 149.0]), np.array([1.0, 0]), -230.0, 230.0, np.zeros(3), np.array([0, 18.0]), 1, 1
        )
        upright = locating.straightened(page, line, -230, 230, 1)
        turned = locating.Course(
            np.array([149.0, 310.0]), np.array([0, -1.0]), -230.0, 230.0, np.zeros(3), np.array([0, 18.0]), 1, 1
        )
        np.testing.assert_array_equal(locating.straightened(np.rot90(page).copy(), turned, -230, 230, 1), upright)
        self.assertTrue(
            (upright[:6] == 230).all() and (upright[26:] == 230).all() and (upright[8:24, 70:500].std() > 60)
        )


@unittest.skipIf(MISSING, WHY)
class DecodingTests(unittest.TestCase):
    def steps(self, text, pitch=4.7, start=9.0, drift=0.0, length=260):
        """The logits of a reader that is never in doubt."""
        logits = np.full((length, texts.NOTHING + 1), -4.0)
        logits[:, texts.NOTHING] = 4
        for index, symbol in enumerate(text):
            centre = start + pitch * index + drift * index * index
            for step in range(length):
                if abs(step + 0.5 - centre) <= strips.REACH * pitch:
                    logits[step] = -4
                    logits[step, texts.SYMBOLS.index(symbol)] = 4
        return logits

    def test_lines_of_each_length_are_read_as_printed(self):
        random = np.random.default_rng(7)
        for length in texts.LENGTHS:
            for pitch, drift in ((4.74, 0), (4.2, 0.01), (5.5, -0.008)):
                text = "".join(random.choice(list(texts.SYMBOLS), length))
                lines = decoding.zone([self.steps(text, pitch, drift=drift)])
                self.assertEqual([line.text for line in lines], [text])

    def test_a_symbol_that_nobody_can_read_leaves_its_column_in_doubt_and_the_others_in_place(self):
        text = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<"
        logits = self.steps(text)
        logits[45:52] = 0
        (line,) = decoding.zone([logits])
        known = [index for index, symbol in enumerate(text) if line.text[index] == symbol]
        self.assertGreaterEqual(len(known), 42)
        self.assertLess(line.probabilities.max(axis=1).min(), 0.6)

    def test_lines_of_a_zone_begin_in_the_same_column(self):
        first, second = "I<UTO" + "A" * 25, "7408122F1204159UTO<<<<<<<<<<<6"
        faint = self.steps(second)
        faint[:14] = 0
        lines = decoding.zone([self.steps(first), faint])
        self.assertEqual(lines[0].text, first)
        self.assertEqual(lines[1].text[2:], second[2:])

    def test_a_zone_is_cut_again_where_it_may_go_on_or_is_narrower_than_it_is_tall(self):
        text, shape = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", locating.Shape()
        cases = (
            ((4.74, 14.0, 200), None),
            ((4.74, 3.0, 190), locating.Shape(before=reading.LONGER)),
            ((4.74, 14.0, 186), locating.Shape(after=reading.LONGER)),
            ((3.5, 14.0, 160), locating.Shape(stretch=3.5 / 4.737)),
        )
        for (pitch, start, length), expected in cases:
            lines = decoding.zone([self.steps(text, pitch, start, length=length)])
            self.assertEqual([line.text for line in lines], [text])
            again = reading.reshaped(shape, lines)
            if expected is None:
                self.assertIsNone(again)
            else:
                self.assertEqual((again.before, again.after), (expected.before, expected.after))
                self.assertAlmostEqual(again.stretch, expected.stretch, delta=0.02)


if __name__ == "__main__":
    unittest.main()
