"""What `fixtures/documents/printed-fields.json` says of the specimens' print has the form that its README promises, and
contradicts the MRZ in the listed places alone."""

import datetime
import json
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PICTURES = json.loads((ROOT / "fixtures/documents/printed-fields.json").read_text())["pictures"]
READ = [picture for picture in PICTURES if "sameAs" not in picture]
README = (ROOT / "fixtures/documents/README.md").read_text()
SPECIMENS = ROOT.parent / "shared/data/mrz/truth.json"
WHY = "skipped: no shared/data/mrz beside this checkout"

KINDS_OF_A_READING = set(re.findall(r"\w+", " ".join(re.findall(
    r"^    case (.*)$", (ROOT / "Sources/DocVerify/Document/DocumentFieldType.swift").read_text(), re.MULTILINE))))
FURTHER_KINDS = {
    "address", "birthName", "can", "caseNumber", "category", "durationOfStay", "eyeColour", "height",
    "maritalStatus", "numberOfEntries", "otherName", "parents", "passportNumber", "personalNumber", "placeOfIssue",
    "placeOfOrigin", "profession", "registeredDomicile", "registrationNumber", "residentSince", "sequenceNumber", "title",
    "titleAfterName", "validFor", "validFrom"}
DATES = {"dateOfBirth", "dateOfIssue", "dateOfExpiry", "residentSince", "validFrom"}
LOOKED_FOR = {
    "surname", "givenNames", "documentNumber", "nationality", "dateOfBirth", "sex", "placeOfBirth", "dateOfIssue",
    "dateOfExpiry", "issuingAuthority", "issuingState", "address", "personalNumber"}

# The issuers made these so: what is printed is the truth of the print, and the MRZ says something else.
DATES_THAT_DISAGREE = {
    ("mrva_uto_2.jpg", "dateOfBirth"): "drawing with newer dates above the older MRZ",
    ("mrva_uto_2.jpg", "dateOfExpiry"): "drawing with newer dates above the older MRZ",
    ("mrvb_uto_2.jpg", "dateOfBirth"): "drawing with newer dates above the older MRZ",
    ("mrvb_uto_2.jpg", "dateOfExpiry"): "drawing with newer dates above the older MRZ",
    ("td1_aut_1.png", "dateOfExpiry"): "2011 in the MRZ, 2015 in print",
    ("td1_gbr_1.png", "dateOfExpiry"): "the MRZ has the printed date of issue",
    ("td3_aus_1.jpg", "dateOfExpiry"): "2019 in the MRZ, 2024 in print",
    ("td3_ltu_1.jpg", "dateOfExpiry"): "2012 in the MRZ, 2013 in print",
}
# Line, and columns of the birth date and of the date of expiry.
PLACES_OF_DATES = {
    "TD1": (1, 0, 8), "TD2": (1, 13, 21), "TD3": (1, 13, 21), "MRVA": (1, 13, 21), "MRVB": (1, 13, 21), "FRA1988": (1, 27, None)}


def dates_of_mrz(picture):
    line, birth, expiry = PLACES_OF_DATES[picture["format"]]
    places = {"dateOfBirth": birth, "dateOfExpiry": expiry}
    return {kind: picture["lines"][line][start:start + 6] for kind, start in places.items() if start is not None}


class FormTests(unittest.TestCase):
    def test_every_picture_has_one_entry_in_the_order_of_names(self):
        files = [picture["file"] for picture in PICTURES]
        self.assertEqual(files, sorted(set(files)))

    def test_a_picture_with_the_print_of_another_names_one_that_was_read(self):
        read = {picture["file"] for picture in READ}
        for picture in PICTURES:
            if "sameAs" in picture:
                with self.subTest(file=picture["file"]):
                    self.assertEqual(set(picture), {"file", "sameAs"})
                    self.assertIn(picture["sameAs"], read)

    def test_a_kind_is_known_and_either_read_or_illegible_or_absent(self):
        self.assertIn("dateOfExpiry", KINDS_OF_A_READING)
        for picture in READ:
            with self.subTest(file=picture["file"]):
                self.assertEqual(list(picture), ["file", "fields", "illegible", "absent", "note"])
                kinds = [*picture["fields"], *picture["illegible"], *picture["absent"]]
                self.assertLessEqual(set(kinds), KINDS_OF_A_READING | FURTHER_KINDS)
                self.assertEqual(len(kinds), len(set(kinds)))
                self.assertLessEqual(LOOKED_FOR, set(kinds))
                self.assertLessEqual(set(picture["absent"]), LOOKED_FOR)

    def test_a_value_has_its_text_and_the_form_of_its_kind(self):
        for picture in READ:
            for kind, field in picture["fields"].items():
                with self.subTest(file=picture["file"], kind=kind):
                    self.assertRegex(field["text"], r"^\S+( \S+)*$")
                    self.assertTrue(field.get("other", "-").strip())
                    forms = set(field) - {"text", "other"}
                    if kind == "sex":
                        self.assertEqual(forms, {"value"})
                        self.assertIn(field["value"], ("F", "M"))
                    elif kind in DATES and re.search(r"\d", field["text"]):
                        self.assertEqual(forms, {"date"})
                    else:
                        self.assertEqual(forms, {"lines"})
                        self.assertEqual(" ".join(field["lines"]), field["text"])

    def test_a_date_exists_and_has_the_printed_year_and_day(self):
        for picture in READ:
            for kind, field in picture["fields"].items():
                if "date" in field:
                    with self.subTest(file=picture["file"], kind=kind):
                        date = field["date"]
                        self.assertRegex(date, r"^\d{4}(-\d\d){0,2}$")
                        datetime.date.fromisoformat(date + "-01-01"[len(date) - 4:])
                        numbers = {int(number) for number in re.findall(r"\d+", field["text"])}
                        self.assertTrue({int(date[:4]), int(date[2:4])} & numbers or "".join(
                            re.findall(r"\d", field["text"])).endswith(date[:4]))
                        if len(date) == 10:
                            self.assertIn(int(date[8:]), numbers)

    def test_the_readme_names_every_further_kind_and_every_date_that_disagrees(self):
        for name in FURTHER_KINDS | {file.partition(".")[0] for file, _ in DATES_THAT_DISAGREE}:
            self.assertIn(name, README)


class SpecimenTests(unittest.TestCase):
    def setUp(self):
        if not SPECIMENS.is_file():
            print(WHY)
            self.skipTest(WHY)
        self.specimens = {picture["file"]: picture for picture in json.loads(SPECIMENS.read_text())["pictures"]}

    def test_every_picture_of_the_specimens_has_an_entry(self):
        self.assertEqual({picture["file"] for picture in PICTURES}, set(self.specimens))

    def test_pictures_with_the_same_print_have_the_same_mrz(self):
        for picture in PICTURES:
            if "sameAs" in picture:
                with self.subTest(file=picture["file"]):
                    self.assertEqual(
                        self.specimens[picture["file"]]["lines"], self.specimens[picture["sameAs"]]["lines"])

    def test_printed_dates_are_those_of_the_mrz_but_for_the_listed_ones(self):
        compared, differing = 0, set()
        for picture in READ:
            for kind, digits in dates_of_mrz(self.specimens[picture["file"]]).items():
                printed = picture["fields"].get(kind, {}).get("date")
                if printed is not None:
                    compared += 1
                    if not digits.startswith(printed.replace("-", "")[2:]):
                        differing.add((picture["file"], kind))
        self.assertEqual(differing, set(DATES_THAT_DISAGREE))
        self.assertGreater(compared, 150)


if __name__ == "__main__":
    unittest.main()
