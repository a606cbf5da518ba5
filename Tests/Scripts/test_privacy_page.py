"""docs/privacy.md names whatever is kept: tables, sealed columns, kinds of evidence, keys of retention, scopes."""

import re
import sqlite3
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/privacy.md").read_text(encoding="utf-8")
WORDS = set(re.findall(r"`([^`\n]+)`", PAGE))
#: What holds something that is sealed, wrapped or looked up by a digest.
COLUMN = re.compile(r"sealed.*|.*_digest|digest|wrapped")
#: Digests of what is sealed already, for the integrity of the evidence.
OF_EVIDENCE = {"evidence.digest", "evidence.original_digest"}


def source(path):
    return (ROOT / "Sources" / path).read_text(encoding="utf-8")


def section(title):
    """The text under a heading of the second level."""
    return PAGE.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def cases(text, enumeration):
    """The words of a Swift enumeration of texts."""
    body = re.search(rf"^( *)(?:package )?enum {enumeration}: String[^\n]*\n(.*?)^\1}}", text, re.DOTALL | re.MULTILINE)[2]
    indent = re.match(r"(?:\s*//[^\n]*\n)*( +)case", body)[1]
    found = set()
    for line in re.findall(rf"^{indent}case ([^\n]+)$", body, re.MULTILINE):
        for case in line.split(","):
            name, _, word = case.partition("=")
            found.add(word.strip().strip('"') or name.strip())
    return found


def tables():
    """The columns of each table as a new data directory has them, by running the migrations."""
    database = sqlite3.connect(":memory:")
    schema = source("OnboardingStorage/SQLite/Schema.swift")
    blocks = dict(re.findall(r'private static let (\w+) = """\n(.*?)\n\s*"""', schema, re.DOTALL))
    migrator, _, _ = schema.partition("private static let")
    run = []
    for listed, single in re.findall(r"for tables in \[([^\]]*)\]|(?:execute\(sql|\bby): (\w+)[),]", migrator):
        run += [name.strip() for name in listed.split(",")] if listed else [single] if single in blocks else []
    if set(run) != set(blocks):
        raise AssertionError(f"the migrations run {sorted(run)}, and there are {sorted(blocks)}")
    for name in run:
        database.executescript(blocks[name])
    keys = source("OnboardingStorage/SQLite/SQLiteKeyStore.swift")
    for made, dropped in re.findall(r'sql: (?:"""\n(\s*CREATE TABLE.*?)"""|"(DROP TABLE \w+)")', keys, re.DOTALL):
        database.executescript(made or dropped)
    names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {name: [row[1] for row in database.execute(f"PRAGMA table_info({name})")] for name in names}


class PrivacyPageTests(unittest.TestCase):
    def test_every_table_is_named(self):
        found = tables()
        self.assertGreater(len(found), 25)
        named = WORDS | {word.split(".")[0] for word in WORDS}
        self.assertEqual(set(found) - named, set())

    def test_every_column_that_is_sealed_or_a_digest_is_named(self):
        found = {
            f"{table}.{column}"
            for table, columns in tables().items()
            for column in columns
            if COLUMN.fullmatch(column)
        }
        self.assertGreater(len(found), 20)
        self.assertEqual(found - WORDS - OF_EVIDENCE, set())

    def test_no_column_is_named_that_is_not_there(self):
        found = {f"{table}.{column}" for table, columns in tables().items() for column in columns}
        columns = {word for word in WORDS if re.fullmatch(r"[a-z_]+\.[a-z_]+", word) and not word.endswith(".sqlite")}
        self.assertEqual(columns - found, set())

    def test_every_kind_of_evidence_is_named(self):
        damage = source("OnboardingStorage/Integrity/EvidenceDamage.swift")
        named = "".join(re.findall(r"var evidenceKind: String\? \{(.*?)\n    \}", damage, re.DOTALL))
        kinds = set(re.findall(r': "([\w-]+)"', named))
        self.assertGreaterEqual(kinds, {"face", "document", "review", "authentication-face"})
        for kind in kinds:
            self.assertIn(f"evidence of kind `{kind}`", section("What is kept"))
        for kind in cases(source("Onboarding/Case/FaceTemplateSealing.swift"), "TemplateKind"):
            self.assertIn(f"(kind `{kind}`)", section("What is kept"))

    def test_whatever_is_known_of_a_person_and_a_phone_is_named(self):
        members = re.search(r"case version, (username[^\n]*)", source("Onboarding/Case/Person.swift"))[1].split(", ")
        device = source("Onboarding/Case/DeviceDescription.swift")
        members += re.search(r"case version, ([^\n]*)", device)[1].split(", ")
        keys = cases(source("OnboardingStorage/Records/EnrollmentQuery.swift"), "Kind")
        self.assertGreaterEqual(keys, {"username", "documentNumber"})
        self.assertEqual((set(members) | keys) - WORDS, set())

    def test_every_key_of_retention_is_named_with_its_data_and_in_the_record(self):
        table = source("Tenancy/Settings/ConfigurationTable.swift")
        keys = set(re.findall(r'"onboardingConfig\.(\w*RetentionDays)"', table))
        self.assertGreaterEqual(len(keys), 5)
        for title in ("What is kept", "Record of processing (Article 30): a template"):
            self.assertEqual(keys - set(re.findall(r"`(\w+)`", section(title))), set(), title)

    def test_every_scope_is_named_among_those_who_read(self):
        scopes = cases(source("Tenancy/Rights/Scope.swift"), "Scope")
        self.assertGreaterEqual(scopes, {"enroll", "person:read", "review"})
        self.assertEqual(scopes - set(re.findall(r"`([\w:]+)`", section("Who reads what"))), set())


if __name__ == "__main__":
    unittest.main()
