"""The simulator of cameras and attacks keeps its promises: what the networks are trained on is what it says."""

import importlib.util
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MISSING = [name for name in ("numpy", "cv2") if importlib.util.find_spec(name) is None]
WHY = f"skipped: {' and '.join(MISSING)} of training/requirements.txt not installed"
if MISSING:
    print(WHY)
else:
    sys.path.insert(0, str(ROOT))
    import cv2
    import numpy as np

    from training import backgrounds, camera, figures, geometry, people, samples, scenes
    from training.attacks import injections, placing, prints, screens


def face_points(centre, side):
    """468 points that fill a square, the corners included."""
    random = np.random.default_rng(5)
    points = random.uniform(-0.5, 0.5, (468, 2)) * side + centre
    points[:4] = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * side + centre
    eyes = {33: (-0.3, -0.1), 133: (-0.1, -0.1), 362: (0.1, -0.1), 263: (0.3, -0.1), 61: (-0.2, 0.3), 291: (0.2, 0.3)}
    for index, place in eyes.items():
        points[index] = np.array(place) * side + centre
    return points


def portrait(person="somebody", level=120):
    """A computed portrait: a smooth disc with edges and a body."""
    image = np.full((250, 200, 3), 200, np.uint8)
    cv2.circle(image, (100, 100), 55, (level, level - 20, level - 40), -1)
    cv2.rectangle(image, (20, 170), (180, 250), (40, 60, 90), -1)
    cv2.circle(image, (80, 90), 6, (20, 20, 20), -1)
    cv2.circle(image, (120, 90), 6, (20, 20, 20), -1)
    matte = np.zeros((250, 200), np.float32)
    cv2.circle(matte, (100, 100), 55, 1.0, -1)
    cv2.rectangle(matte, (20, 170), (180, 250), 1.0, -1)
    return people.Portrait(person, image, matte, face_points((100, 105), 90), False)


def coarse_contrast(light):
    """The strongest frequency between 0.02 and 0.2 of a turn a pixel along the rows, in shares of full scale."""
    rows = light.mean(axis=2) - light.mean()
    strengths = np.abs(np.fft.rfft(rows, axis=1)).mean(axis=0) / rows.shape[1]
    turns = np.fft.rfftfreq(rows.shape[1])
    return float(strengths[(turns > 0.02) & (turns < 0.2)].max())


@unittest.skipIf(MISSING, WHY)
class CropTests(unittest.TestCase):
    def test_a_crop_is_the_window_around_the_box_of_the_points(self):
        image = np.zeros((100, 120, 3), np.uint8)
        image[30:70, 40:80] = 255
        seen = geometry.crop(image, np.array([[40.0, 40], [80, 60]]), 2.0, 80)
        self.assertEqual(seen.shape, (80, 80, 3))
        self.assertTrue((seen[20:60, 20:60] == 255).all())
        self.assertEqual(int((seen == 255).sum()), 40 * 40 * 3)

    def test_what_lies_outside_the_image_is_zero(self):
        image = np.full((50, 50, 3), 9, np.uint8)
        seen = geometry.crop(image, np.array([[0.0, 0], [40, 40]]), 2.0, 40)
        self.assertTrue((seen[:10] == 0).all() and (seen[:, :10] == 0).all())
        self.assertTrue((seen[11:34, 11:34] == 9).all())

    def test_shrinking_averages_areas(self):
        image = np.zeros((64, 64, 3), np.uint8)
        image[:, ::4] = 200
        seen = geometry.crop(image, np.array([[0.0, 0], [64, 64]]), 1.0, 16)
        self.assertTrue((seen == 50).all())

    def test_a_face_far_outside_gives_an_empty_crop(self):
        seen = geometry.crop(np.full((20, 20, 3), 7, np.uint8), face_points((900, -900), 30), 1.3, 16)
        self.assertTrue((seen == 0).all())


@unittest.skipIf(MISSING, WHY)
class SimulatorTests(unittest.TestCase):
    def test_every_sample_follows_from_its_seed(self):
        two = [portrait("a"), portrait("b", 180)]
        for species in samples.SHARES:
            first, second = (samples.make(two, np.random.default_rng(3), species) for _ in range(2))
            self.assertTrue((first.image == second.image).all(), species)
            self.assertEqual((first.image.dtype, first.points.shape), (np.uint8, (468, 2)))

    def test_framing_and_camera_are_the_same_whatever_the_species(self):
        two, shapes, boxes = [portrait("a"), portrait("b", 180)], set(), []
        for species in samples.SHARES:
            sample = samples.make(two, np.random.default_rng(11), species)
            shapes.add(sample.image.shape)
            boxes.append(geometry.bounding_box(sample.points)[1])
        self.assertEqual(len(shapes), 1)
        self.assertLess(max(boxes) / min(boxes), 1.25)

    def test_the_share_of_species_is_whole(self):
        self.assertAlmostEqual(sum(samples.SHARES.values()), 1)

    def test_an_attack_differs_from_the_person_it_shows(self):
        random = np.random.default_rng
        living = samples.make([portrait()], random(4), samples.BONA_FIDE)
        for species in samples.SHARES:
            if species == samples.BONA_FIDE:
                continue
            attack = samples.make([portrait()], random(4), species)
            difference = np.abs(attack.image.astype(int) - living.image).mean()
            self.assertGreater(difference, 2, species)

    def test_noise_grows_with_light_and_is_new_in_each_image(self):
        settings = camera.draw(np.random.default_rng(1))
        random, grey = np.random.default_rng(2), np.ones((80, 80, 3), np.float32)
        dark, bright = (camera.sensor(level * grey, settings, random) for level in (0.05, 0.8))
        self.assertGreater(bright.std(), dark.std())
        self.assertFalse((camera.sensor(0.8 * grey, settings, random) == bright).all())

    def test_the_streak_of_a_shake_keeps_the_light(self):
        for shake in ((0.9, 0), (2.5, -1.5), (-4, 3)):
            self.assertAlmostEqual(float(camera.streak(shake).sum()), 1, places=5)

    def test_the_lattice_of_a_screen_folds_into_a_coarse_pattern(self):
        flat, frame = np.full((200, 200, 3), 0.5, np.float32), scenes.Framing(200, 200, (100, 100), 100, 0)
        placement = placing.Placement(np.eye(3), frame)
        coarse = []
        for seed in range(40):
            seen = screens.grid(flat.copy(), placement, np.random.default_rng(seed))
            coarse.append(coarse_contrast(seen))
        self.assertGreater(max(coarse), 0.02)
        self.assertLess(coarse_contrast(flat), 1e-4)

    def test_ink_is_never_black_and_paper_never_white(self):
        levels = np.stack([np.zeros((8, 8, 3), np.uint8), np.full((8, 8, 3), 255, np.uint8)])
        for seed in range(20):
            dark, light = (prints.ink(level, np.random.default_rng(seed)).mean() for level in levels)
            self.assertGreater(dark, 0.005)
            self.assertLess(light, 1.0)
            self.assertGreater(light - dark, 0.3)

    def test_a_mask_shows_its_wearer_in_the_holes_of_the_eyes(self):
        points, frame = face_points((100, 100), 120), scenes.Framing(200, 200, (100, 100), 120, 0)
        wearer = np.zeros((200, 200, 3), np.float32)
        wearer[..., 0] = 1
        seen = prints.mask(np.full((200, 200, 3), 128, np.uint8), points, frame, np.random.default_rng(1), wearer)
        eye = points[[33, 133]].mean(axis=0).astype(int)
        forehead = (100, 60)
        self.assertGreater(seen[eye[1], eye[0], 0], 5 * seen[eye[1], eye[0], 1])
        self.assertLess(seen[forehead[1], forehead[0], 0], 2 * seen[forehead[1], forehead[0], 1])

    def test_bezel_and_edge_are_in_view_where_they_should_be(self):
        frame = scenes.Framing(300, 300, (150, 150), 140, 0)
        for edges in (True, False):
            for seed in range(20):
                inner = placing.original_framing(frame, np.random.default_rng(seed), edges)
                shown = frame.side / inner.side * min(inner.width, inner.height)
                self.assertEqual(shown < 300 / 1.04, edges, seed)

    def test_points_are_carried_to_where_the_pixels_go(self):
        light = np.zeros((120, 120, 3), np.float32)
        light[58:63, 38:43] = 1
        points = face_points((60, 60), 60)
        points[7] = (40.5, 60.5)
        for seed in range(5):
            moved, after = injections.warped(light, points, np.random.default_rng(seed))
            rows, columns = np.nonzero(moved[..., 0] > 0.5)
            self.assertLess(np.hypot(columns.mean() + 0.5 - after[7, 0], rows.mean() + 0.5 - after[7, 1]), 1.5)

    def test_rooms_stay_within_what_light_can_be(self):
        for seed in range(30):
            room = backgrounds.room(np.random.default_rng(seed), 60, 80)
            self.assertTrue(np.isfinite(room).all() and room.min() >= 0 and room.max() <= 1)


@unittest.skipIf(MISSING, WHY)
class PeopleTests(unittest.TestCase):
    def test_a_person_is_in_one_part_and_all_parts_have_people(self):
        names = [f"london:{number:03d}" for number in range(200)]
        parts = [people.part(name) for name in names]
        self.assertEqual(parts, [people.part(name) for name in names])
        self.assertEqual(set(parts), {"train", "validation", "test"})

    def test_only_portraits_that_may_be_trained_on_are_listed(self):
        if not people.DATA.is_dir():
            self.skipTest("skipped: no portraits beside this checkout")
        files = [(person, file) for person, file in people.sources()]
        self.assertEqual(len(files), 256)
        for person, file in files:
            folder = file.parent.name
            self.assertIn(folder, {"london", "congress", "congress-single", "come-closer"})
            if folder == "congress":
                self.assertTrue(file.stem.endswith("_official"), file.name)


@unittest.skipIf(MISSING, WHY)
class FigureTests(unittest.TestCase):
    def test_limits_reject_the_share_that_their_level_names(self):
        logits = np.arange(1000.0)
        limit_of = figures.limits(logits, np.ones(1000, bool))
        for level, rate in figures.RATES.items():
            self.assertAlmostEqual(float((logits < limit_of[level]).mean()), rate, delta=0.002)

    def test_errors_are_counted_for_each_species_alone(self):
        species = np.array(["bona-fide"] * 4 + ["print"] * 2 + ["screen"] * 2)
        logits = np.array([1.0, 1, 1, -1, 1, -1, -1, -1])
        self.assertEqual(
            figures.errors(logits, species, {"level4": 0.0}, "bona-fide"),
            {"level4": {"BPCER": 0.25, "APCER": {"print": 0.5, "screen": 0.0}}},
        )

    def test_the_equal_error_rate_of_coins_is_a_half_and_of_a_parting_zero(self):
        random, labels = np.random.default_rng(1), np.arange(4000) % 2 == 0
        self.assertAlmostEqual(figures.equal_error(random.normal(size=4000), labels), 0.5, delta=0.05)
        self.assertEqual(figures.equal_error(labels.astype(float), labels), 0)

    def test_pairs_in_order_are_counted_with_ties_as_halves(self):
        self.assertEqual(figures.in_order([1.0, 2.0], [2.0, 3.0]), 0.875)
        self.assertEqual(figures.in_order([4.0], [1.0, 2.0]), 0)


if __name__ == "__main__":
    unittest.main()
