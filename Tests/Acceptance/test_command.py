"""The command line: what it makes, what it refuses, how it starts and stops."""

import dataclasses
import json
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import threading
import unittest
from contextlib import closing
from pathlib import Path
from typing import Any

import jsonschema_rs
import pictures
from client.flow import COMPLETE, Portal, Refused
from client.packages import video
from installation import PACKAGE_ROOT, Installation, program, wait_until

installation: Installation

#: Well formed, and nobody's.
NO_CODE = "0000000000"


def setUpModule() -> None:
    global installation
    installation = Installation.for_module()


def linked_models(folder: Path) -> Path:
    """A model folder whose files are links to those that are installed."""
    original = Path(os.environ.get("ONBOARDING_MODELS", PACKAGE_ROOT / "models"))
    for file in original.rglob("*"):
        path = folder / file.relative_to(original)
        if file.is_file() and ".compiled" not in file.parts:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.symlink_to(file.resolve())
    return folder


class TenantTests(unittest.TestCase):
    def assert_refused(self, *arguments: str) -> str:
        with self.assertRaises(AssertionError) as refusal:
            installation.command(*arguments)
        return str(refusal.exception)

    def test_the_program_says_its_version(self) -> None:
        said = subprocess.run([program(), "--version"], capture_output=True, text=True, check=True).stdout
        changes = (PACKAGE_ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
        newest = re.search(r"(?m)^## \[(\d+\.\d+\.\d+)\]", changes)
        assert newest is not None
        self.assertEqual(said, f"onboarding {newest[1]}\n")

    def test_a_secret_is_shown_once(self) -> None:
        credentials = installation.tenant("once")
        listed = installation.command("tenant", "list")
        self.assertIn(credentials.client_id, listed)
        self.assertIn(credentials.realm, listed)
        for secret in (credentials.client_secret, credentials.qr_key):
            self.assertNotIn(secret, listed)

    def test_a_secret_can_be_replaced(self) -> None:
        portal = installation.portal("renewed")
        before = portal.bearer
        fresh = installation.command("tenant", "secret", "renewed").strip()
        self.assertRegex(fresh, r"^[A-Za-z0-9_-]{43}$")

        def is_refused() -> bool:
            try:
                portal.sign_in()
            except Refused as refused:
                return refused.answer.status == 401
            return False

        wait_until(is_refused, "the secret before is refused")
        portal.bearer = before
        self.assertEqual(portal.trigger("still@example.org")["status"], "SUCCESS")
        portal.credentials = dataclasses.replace(portal.credentials, client_secret=fresh)
        portal.sign_in()
        self.assertNotIn(fresh, installation.log.read_text())
        self.assert_refused("tenant", "secret", "nobody")

    def test_a_tenant_can_be_disabled_and_enabled_again(self) -> None:
        portal = installation.portal("paused")
        session = portal.trigger("begun@example.org")["sessionToken"]
        self.assertEqual(installation.command("tenant", "disable", "paused"), "paused is disabled.\n")
        path = f"/onboarding/b2c/operationStatus/{session}"
        wait_until(lambda: portal.get(path).status == 401, "its bearers open nothing")
        with self.assertRaises(Refused):
            portal.sign_in()
        self.assertRegex(installation.command("tenant", "list"), r"(?m)^paused .*  disabled$")
        self.assertEqual(installation.command("tenant", "disable", "paused"), "paused was disabled already.\n")
        self.assertEqual(installation.command("tenant", "enable", "paused"), "paused is enabled.\n")
        wait_until(lambda: portal.get(path).status == 200, "it goes on where it was")
        kinds = [line.split()[2] for line in installation.command("audit", "trail", "--tenant", "paused").splitlines()]
        self.assertEqual(kinds[-2:], ["tenantDisabled", "tenantEnabled"])
        self.assert_refused("tenant", "disable", "nobody")

    def test_an_api_key_can_be_replaced(self) -> None:
        portal = installation.portal("rekeyed")
        fresh = installation.command("tenant", "api-key", "rekeyed").strip()
        self.assertRegex(fresh, r"^[A-Za-z0-9_-]{22}$")

        def refused() -> str | None:
            return portal.get("/onboarding/admin/customerConfig").reason

        wait_until(lambda: refused() == "APIKEY_UNKNOWN", "the key before is refused")
        portal.credentials = dataclasses.replace(portal.credentials, api_key=fresh)
        portal.api_key = fresh
        self.assertEqual(portal.trigger("still@example.org")["status"], "SUCCESS")
        trail = installation.command("audit", "trail", "--tenant", "rekeyed")
        self.assertRegex(trail, r"(?m)  apiKeyReplaced\b")
        self.assertNotIn(fresh, trail + installation.log.read_text())
        self.assert_refused("tenant", "api-key", "nobody")

    def test_what_was_done_to_a_tenant_is_in_the_trail(self) -> None:
        installation.tenant("watched")
        installation.tenant("neighbour")
        installation.configure("watched", maxFaceAttempts=3)
        installation.command("keys", "rotate", "--tenant", "watched", "--key", "package", "--rsa-bits", "2048")
        secret = installation.command("tenant", "secret", "watched").strip()
        lines = installation.command("audit", "trail", "--tenant", "watched").splitlines()
        kinds = [line.split()[2] for line in lines]
        credential = ["credentialAdded", "credentialKeyAdded"]
        self.assertEqual(
            kinds,
            ["tenantCreated", *credential, "configurationChanged", "keyAdded", "keyAdded", "credentialKeyAdded"],
        )
        self.assertIn('  changes=[{"after":3,"before":5,"path":"/onboardingConfig/maxFaceAttempts"}]  ', lines[3])
        for line in lines:
            self.assertRegex(line, r"^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d\d\dZ  watched  ")
            self.assertNotIn(secret, line)
        everything = installation.command("audit", "trail")
        self.assertIn("  neighbour  tenantCreated", everything)
        self.assertIn("  server  keyAdded", everything)
        self.assert_refused("audit", "trail", "--tenant", "nobody")

    def test_names_are_checked_and_taken_once(self) -> None:
        installation.tenant("taken")
        self.assert_refused("tenant", "create", "taken", "--json")
        for name in ("", "Upper", "with space", "a/b", "..", "ü", "a" * 41, "a&b"):
            self.assert_refused("tenant", "create", name, "--json")
        said = self.assert_refused("tenant", "create", "taken-consumers", "--json")
        self.assertIn("A tenant's name does not end in -consumers, as the names of realms do.", said)
        self.assert_refused("tenant", "create", "profiled", "--profile", "lenient", "--json")
        self.assertNotIn("profiled", installation.command("tenant", "list"))

    def test_what_is_missing_is_said_in_a_sentence(self) -> None:
        installation.tenant("sparse")
        for arguments, sentence in (
            (("keys", "rotate", "--key", "qr"), "Name the tenant whose qr keys are to be replaced"),
            (("keys", "rotate", "--key", "package", "--tenant", "nobody"), "There is no tenant of this name."),
            (("limits", "lift", "--tenant", "sparse"), "Name a username, a document number or an address."),
            (("limits", "lift", "--tenant", "sparse", "--username", ""), "Name a username"),
            (("limits", "lift", "--tenant", "sparse", "--address", "router"), "--address is an address such as 192.0.2.7"),
            (("limits", "lift", "--tenant", "nobody", "--username", "x"), "There is no tenant of this name."),
            (("tenant", "configure", "nobody", "{}"), "There is no tenant of this name."),
            (("tenant", "secret", "nobody"), "There is no tenant of this name."),
            (("audit", "trail", "--tenant", "nobody"), "There is no tenant of this name."),
            (("eval", "faces", "--identities", "/nonexistent"), "/nonexistent is not there"),
            (("eval", "faces", "--identities", "x", "--threads", "0"), "--threads is 1 or more."),
            (("eval", "faces", "--identities", "x", "--report", "/nonexistent/r"), "/nonexistent/r cannot be written: there is no folder /nonexistent."),
            (("eval", "dedupe", "--identities", "x", "--threads", "0"), "--threads is 1 or more."),
            (("eval", "documents", "--folder", "x", "--report", "/nonexistent/r"), "/nonexistent/r cannot be written: there is no folder /nonexistent."),
            (("audit", "show", NO_CODE, "--tenant", "sparse"), "The tenant sparse has no such enrollment.\n"),
            (("export", NO_CODE, "--tenant", "sparse"), "The tenant sparse has no such enrollment.\n"),
            (("erase", NO_CODE, "--tenant", "sparse"), "The tenant sparse has no such enrollment.\n"),
            (("erase", "--tenant", "sparse"), "Name a registration code, or somebody by one of the options."),
            (("find", "--tenant", "sparse", "--from", "2026-13-01"), "--from is a day such as 2026-11-25"),
            (("find", "--tenant", "sparse", "--to", "yesterday"), "--to is a day such as 2026-11-25"),
            (("find", "--tenant", "sparse", "--state", "bogus"), "--state is one of pending, "),
            (("find", "--tenant", "sparse", "--reason", "bogus"), "--reason is one of "),
            (("find", "--tenant", "sparse", "--review", "bogus"), "--review is one of "),
        ):
            with self.subTest(arguments):
                self.assertIn(sentence, self.assert_refused(*arguments))
        ended = subprocess.run(
            [str(program()), "demo", "--frames", "/nonexistent", "--document", "/nonexistent"],
            cwd=PACKAGE_ROOT,
            capture_output=True,
            text=True,
            timeout=60,
        )
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("/nonexistent does not exist or cannot be read.", ended.stderr)

    def test_a_mistyped_data_folder_is_said_to_be_none_and_not_made(self) -> None:
        absent = installation.folder / "mistyped"
        for arguments in (
            ("audit", "verify"),
            ("audit", "show", NO_CODE, "--tenant", "acme"),
            ("audit", "trail"),
            ("export", NO_CODE, "--tenant", "acme"),
            ("erase", NO_CODE, "--tenant", "acme"),
            ("find", "--tenant", "acme"),
            ("tenant", "list"),
            ("tenant", "configure", "acme", "{}"),
            ("tenant", "secret", "acme"),
            ("tenant", "api-key", "acme"),
            ("keys", "rotate", "--key", "token"),
            ("limits", "lift", "--tenant", "acme", "--username", "x"),
            ("templates", "renew"),
            ("tenant", "create", "acme"),
            ("serve", "--port", "0"),
        ):
            with self.subTest(arguments):
                ended = self.run_apart(absent, *arguments)
                self.assertEqual((ended.returncode, ended.stdout), (1, ""))
                missing = rf"(?m)^Error: There is no data directory at {absent};[^\n]+--create[^\n]+\n\Z"
                self.assertRegex(ended.stderr, missing)
                self.assertFalse(absent.exists())
                self.assertFalse(absent.with_name(absent.name + ".key").exists())

    def test_an_empty_folder_is_no_data_folder_until_one_is_asked_for(self) -> None:
        """A volume that is not mounted is an empty folder."""
        empty = installation.folder / "empty"
        empty.mkdir(mode=0o700)
        for arguments in (("tenant", "create", "acme"), ("serve", "--port", "0")):
            ended = self.run_apart(empty, *arguments)
            self.assertEqual((ended.returncode, ended.stdout), (1, ""))
            self.assertIn(f"There is no data directory at {empty};", ended.stderr)
            self.assertEqual(list(empty.iterdir()), [])
            self.assertFalse(empty.with_name("empty.key").exists())
        self.assertEqual(self.run_apart(empty, "tenant", "create", "acme", "--create").returncode, 0)
        self.assertEqual(self.run_apart(empty, "tenant", "create", "other").returncode, 0)

    def test_who_makes_a_strict_tenant_is_told_what_cannot_be_passed_yet(self) -> None:
        for name, options, is_told in (
            ("stern", ["--profile", "strict"], True),
            ("stern2", ["--profile", "strict", "--json"], True),
            ("mild", [], False),
        ):
            with self.subTest(name):
                ended = self.run_apart(installation.data, "tenant", "create", name, *options)
                self.assertEqual(ended.returncode, 0, ended.stderr)
                self.assertEqual("requireAuthenticity" in ended.stderr, is_told)
                if "--json" in options:
                    self.assertEqual(json.loads(ended.stdout)["name"], name)

    def test_a_tenant_that_is_refused_leaves_nothing_behind(self) -> None:
        fresh = installation.folder / "fresh"
        for arguments in (["Upper"], ["fine", "--profile", "lenient"], ["fine", "--scope", "everything"]):
            ended = self.run_apart(fresh, "tenant", "create", "--create", *arguments)
            self.assertGreater(ended.returncode, 0)
            self.assertFalse(fresh.exists())
            self.assertFalse(fresh.with_name("fresh.key").exists())

    def run_apart(self, data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(program()), *arguments, "--data", str(data)],
            cwd=PACKAGE_ROOT,
            capture_output=True,
            text=True,
            timeout=60,
        )

    def test_a_setting_that_is_not_allowed_changes_nothing(self) -> None:
        portal = installation.portal("careful")
        refused: tuple[dict[str, Any], ...] = (
            {"replayGuard": "sometimes"},
            {"maxFaceAttempts": 0},
            {"maxFaceAttempts": "5"},
            {"acceptedPackageForms": []},
            {"acceptedPackageForms": ["plain", "rot13"]},
            {"tokenSigningAlgorithm": "none"},
            {"allowStillPackages": "yes"},
        )
        for settings in refused:
            self.assert_refused("tenant", "configure", "careful", json.dumps({"onboardingConfig": settings}))
        for text in ("", "[]", "no json", "null"):
            self.assert_refused("tenant", "configure", "careful", text)
        self.assert_refused("tenant", "configure", "nobody", "{}")
        portal.sign_in()
        self.assertEqual(portal.trigger("c@example.org")["status"], "SUCCESS")


class ContractTests(unittest.TestCase):
    """What scripts rely on: docs/command-line.md."""

    def documents(self, *arguments: str) -> list[dict[str, Any]]:
        """The lines of JSON that a command prints."""
        return [json.loads(line) for line in installation.command(*arguments, "--json").splitlines()]

    def test_each_command_that_reads_prints_its_members(self) -> None:
        portal = installation.portal("told", maxFaceAttempts=3)
        portal.begin("told@example.org")
        installation.command("webhook", "add", "https://93.184.216.34/", "--tenant", "told")
        installation.command("operator", "create", "ada", "--role", "admin", "--tenant", "told", "--link")
        page = (PACKAGE_ROOT / "docs/command-line.md").read_text(encoding="utf-8")
        optional = {"disabledAt", "lastSeenAt", "disabledBecause", "oldestWaiting", "lastCause", "endsAt", "dropIn"}
        for command, options in (
            ("audit verify", ()),
            ("backup", (str(installation.folder / "told-backup"),)),
            ("doctor", ()),
            ("operator list", ("--tenant", "told")),
            ("retention", ("--dry-run",)),
            ("tenant list", ()),
            ("tenant show", ("told",)),
            ("tenant credential list", ("--tenant", "told")),
            ("webhook list", ("--tenant", "told")),
        ):
            with self.subTest(command):
                (row,) = re.findall(rf"(?m)^\| `{command}` \| (.*) \|$", page)
                wanted = set(re.findall(r"`(\w+)`", re.sub(r"\([^()]*\)", "", row)))
                if command == "doctor":
                    wanted = {"severity", "subject", "sentence"}
                for found in self.documents(*command.split(), *options):
                    self.assertLessEqual(wanted - optional, set(found))
                    self.assertLessEqual(set(found), wanted)
        (shown,) = self.documents("tenant", "show", "--tenant", "told")
        changed = {setting["key"]: (setting["value"], setting["default"]) for setting in shown["settings"]}
        self.assertEqual(changed["onboardingConfig.maxFaceAttempts"], (3, 5))
        self.assertEqual((shown["operators"], shown["registrations"], shown["enrollments"]), (1, 0, {"pending": 1}))
        self.assertEqual([webhook["url"] for webhook in shown["webhooks"]], ["https://93.184.216.34/"])
        self.assertEqual(shown["due"]["registrations"], 0)
        text = installation.command("tenant", "show", "told")
        self.assertRegex(text, r"(?m)^onboardingConfig\.maxFaceAttempts +3 +5$")
        for secret in (portal.credentials.client_secret, portal.credentials.api_key):
            self.assertNotIn(secret, text + json.dumps(shown))

    def test_a_document_is_read_without_an_enrollment(self) -> None:
        page = installation.folder / "page.jpg"
        page.write_bytes(pictures.passport_page())
        drawn = installation.folder / "drawn.png"
        (read,) = self.documents("document", "read", str(page), "--accept-specimens", "--overlay", str(drawn))
        self.assertEqual(drawn.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(read["decision"], {"decision": "verified"})
        stated = {field["type"]: field["statements"] for field in read["fields"]}
        self.assertIn({"source": "mrz", "status": "valid", "value": "UA4410297"}, stated["documentNumber"])
        self.assertEqual(read["evidence"]["portrait"]["image"], 0)
        text = installation.command("document", "read", str(page))
        self.assertRegex(text, r"(?m)^Surname: WENDLAND  \[mrz \(valid\)\]$")
        self.assertRegex(text, r"(?m)^decision: not verified: specimen$")
        words = installation.folder / "words.txt"
        words.write_text("no image")
        self.assertEqual(installation.finished("document", "read", str(words)).returncode, 3)

    def test_the_exit_code_says_what_kind_of_error_it_is(self) -> None:
        installation.portal("coded").begin("held@example.org")
        held = ("--tenant", "coded", "--username", "held@example.org")
        installation.command("hold", "add", *held, "--reason", "case-1")
        for code, arguments in (
            (2, ("find", "--tenant", "coded", "--username", "nobody")),
            (2, ("audit", "show", NO_CODE, "--tenant", "coded")),
            (2, ("tenant", "show", "nobody")),
            (2, ("webhook", "list", "--tenant", "coded")),
            (3, ("erase", *held)),
            (3, ("tenant", "remove", "coded", "--confirm", "another")),
            (3, ("tenant", "remove", "coded", "--confirm", "coded")),
            (3, ("tenant", "configure", "coded", '{"onboardingConfig":{"maxFaceAttempts":0}}')),
            (3, ("tenant", "create", "coded")),
            (64, ("find", "--tennant", "coded")),
            (64, ("find", "--tenant", "coded", "--state", "bogus")),
            (64, ("find", "--tenant", "coded", "--from", "yesterday")),
            (64, ("webhook", "add", "--tenant", "coded", "ftp://receiver.example.org/")),
            (64, ("webhook", "add", "--tenant", "coded", "https://receiver.example.org/", "--event", "bogus")),
            (64, ("webhook", "list", "--tenant", "coded", "--tenant", "paced")),
            (64, ("tenant", "create", "Upper")),
            (64, ("tenant", "configure", "coded", "{")),
            (64, ("operator", "create", "ada", "--tenant", "coded", "--role", "king")),
            (64, ("operator", "create", "a da", "--tenant", "coded", "--role", "admin")),
            (64, ("report", "--tenant", "coded", "--month", "2026-13")),
            (64, ("keys", "rotate", "--tenant", "coded", "--key", "package", "--rsa-bits", "17")),
            (64, ("tenant", "shw", "coded")),
        ):
            with self.subTest(arguments):
                ended = installation.finished(*arguments)
                self.assertEqual((ended.returncode, ended.stdout), (code, ""), ended.stderr)
                self.assertTrue(ended.stderr.startswith("Error: "), ended.stderr)
                if arguments[0] in ("find", "webhook"):
                    ended = installation.finished(*arguments, "--json")
                    error = json.loads(ended.stderr)["error"]
                    self.assertEqual((ended.returncode, error["exitCode"]), (code, code))
                    self.assertEqual(set(error), {"code", "exitCode", "message"})

    def ended(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Of a command that may have no --data."""
        return subprocess.run(
            [str(program()), *arguments], cwd=installation.folder, capture_output=True, text=True, timeout=60,
            env=os.environ | {"ONBOARDING_DATA": str(installation.data)})  # fmt: skip

    def test_what_names_nobody_because_it_is_no_name_is_a_wrong_command_line(self) -> None:
        """Nobody found would be said of a person who is there, by whoever mistyped."""
        forms = "32 hexadecimal digits; of one that was erased `find` also takes the digest in its certificate, 64 hexadecimal"
        code = "A registration code is 10 letters and digits, and an enrollment's id 32 hexadecimal digits."
        installation.tenant("mistyped")
        for wrong, sentence in (
            (("--enrollment", "zz"), forms),
            (("--enrollment", "0" * 31), forms),
            (("--enrollment", "g" * 64), forms),
            (("NONE",), code),
            (("0" * 32, "--enrollment", "0" * 32), "Name one enrollment."),
            (("--username", ""), "An option is empty."),
        ):
            for command in ("find", "audit show", "erase", "export"):
                with self.subTest(command=command, wrong=wrong):
                    ended = installation.finished(*command.split(), *wrong, "--tenant", "mistyped")
                    self.assertEqual((ended.returncode, ended.stdout), (64, ""), ended.stderr)
                    self.assertIn(sentence, ended.stderr)
        for command in (
            ("audit", "explain", "--authentication", "zz", "--tenant", "mistyped"),
            ("hold", "open", "zz", "--to", "folder", "--tenant", "mistyped"),
            ("erase", "verify", "file", "--jwks", "file", "--enrollment", "zz"),
        ):
            ended = self.ended(*command)
            self.assertEqual((ended.returncode, ended.stdout), (64, ""), ended.stderr)
            self.assertIn("32 hexadecimal digits", ended.stderr)
        for right in ("A" * 32, "A" * 64, "0" * 64):
            for named in (("--enrollment", right), (right,)):
                ended = installation.finished("find", *named, "--tenant", "mistyped")
                self.assertEqual((ended.returncode, ended.stderr), (2, "Error: nobody found\n"))

    def test_a_path_that_cannot_be_used_is_named_with_the_reason_in_our_words(self) -> None:
        installation.tenant("placed")
        file = installation.folder / "plain"
        file.write_text('{"keys":[]}')
        below, absent = file / "below", installation.folder / "absent" / "below"
        tenant = ("--tenant", "placed")
        is_file = f"{file} is no folder."
        no_folder = f"there is no folder {absent.parent}."
        for arguments, path, sentence in (
            (("backup", below), below, is_file),
            (("backup", file), file, is_file),
            (("backup", installation.folder / "b", "--keys", below), below, is_file),
            (("backup", "/proc/onboarding"), "/proc/onboarding", "nothing may be made in /proc."),
            (("report", *tenant, "--output", below), below, is_file),
            (("report", *tenant, "--output", absent), absent, no_folder),
            (("report", *tenant, "--output", installation.folder), installation.folder, "it is a folder."),
            (("erase", NO_CODE, *tenant, "--certificate", below), below, is_file),
            (("erase", NO_CODE, *tenant, "--certificate", absent), absent, no_folder),
            (("erase", "verify", absent, "--jwks", file), absent, "it is not there."),
            (("export", "verify", absent, "--jwks", file), absent, "it is not there."),
            (("export", "verify", file, "--jwks", below), below, is_file),
            (("sandbox", "write", below), below, is_file),
            (("sandbox", "write", file), file, is_file),
            (("network", "allow", "any", "--drop-in", below / "x.conf"), below / "x.conf", is_file),
            (("operator", "create", "bo", "--role", "admin", *tenant, "--password-file", absent), absent, "it is not there."),
            (("tenant", "credential", "add", "bo", *tenant, "--scope", "enroll", "--public-key", below), below, is_file),
            (("tenant", "logo", *tenant, "--file", absent), absent, "it is not there."),
            (("tenant", "logo", *tenant, "--file", installation.folder), installation.folder, "it is a folder."),
            (("tenant", "oidc-secret", *tenant, "--file", below), below, is_file),
            (("tenant", "list", "--config", absent), absent, "it is not there."),
            (("eval", "faces", "--identities", "x", "--report", below), below, is_file),
        ):
            with self.subTest(arguments):
                ended = self.ended(*map(str, arguments))
                self.assertEqual((ended.returncode, ended.stdout), (1, ""), ended.stderr)
                self.assertRegex(ended.stderr, rf"\AError: {re.escape(str(path))} cannot be (read|written|made): ")
                self.assertTrue(ended.stderr.endswith(sentence + "\n"), ended.stderr)
        self.assertEqual(file.read_text(), '{"keys":[]}')
        self.assertFalse((installation.folder / "b.keys").exists())

    def test_a_model_that_is_another_is_damage_and_one_that_is_missing_is_not(self) -> None:
        models = linked_models(installation.folder / "compared-models")

        def verified(*options: str) -> subprocess.CompletedProcess[str]:
            return subprocess.run(
                [str(program()), "models", "verify", *options], cwd=PACKAGE_ROOT, capture_output=True, text=True,
                env=os.environ | {"ONBOARDING_MODELS": str(models)})  # fmt: skip

        good = json.loads(verified("--json").stdout)
        self.assertEqual((good["intact"], good["findings"]), (True, []))
        self.assertTrue(good["locked"])
        manifest = sorted(models.glob("*/manifest.json"))[0]
        whole = manifest.resolve()
        manifest.unlink()
        for options in ((), ("--json",)):
            ended = verified(*options)
            self.assertEqual((ended.returncode, ended.stdout), (2, ""), ended.stderr)
            self.assertIn("manifest.json is missing", ended.stderr)
        manifest.write_bytes(whole.read_bytes() + b" ")
        ended = verified()
        self.assertEqual((ended.returncode, ended.stderr), (4, ""))
        self.assertIn("manifest.json is not the one that models.lock names", ended.stdout)
        ended = verified("--json")
        self.assertEqual((ended.returncode, ended.stderr), (4, ""))
        found = json.loads(ended.stdout)
        self.assertEqual((found["intact"], len(found["findings"])), (False, 1))

    def test_what_is_damaged_has_a_code_of_its_own(self) -> None:
        damaged = Installation()
        self.addCleanup(damaged.close)
        damaged.tenant("acme")
        with closing(sqlite3.connect(damaged.data / "onboarding.sqlite")) as database, database:
            database.execute("UPDATE tenant_configuration SET document = '{}'")
        ended = damaged.finished("audit", "verify", "--json")
        found = json.loads(ended.stdout)
        self.assertEqual((ended.returncode, ended.stderr, found["intact"]), (4, "", False))
        self.assertTrue(found["findings"])

    def test_progress_is_said_where_it_is_asked_for(self) -> None:
        installation.portal("paced").begin("paced@example.org")
        for options, is_told in (((), False), (("--progress",), True), (("--progress", "--json"), False)):
            ended = installation.finished("audit", "verify", *options)
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertEqual(bool(re.fullmatch(r"(\d+ of \d+ enrollments, [\d.]+ a second\n)+", ended.stderr)), is_told)

    def test_progress_of_a_sweep_and_of_a_new_master_key_is_said(self) -> None:
        apart = Installation()
        self.addCleanup(apart.close)
        apart.tenant("acme")
        object_ = apart.data / "evidence" / "00" / ("0" * 32)
        object_.write_bytes(b"sealed")
        self.assertNotIn("a second", apart.finished("sweep").stderr)
        for command, form in (
            (("sweep",), r"1 evidence objects, [\d.]+ a second\n"),
            (("keys", "rotate", "--key", "master"), r"(\d+ of \d+ keys, [\d.]+ a second\n)+"),
        ):
            ended = apart.finished(*command, "--progress")
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertRegex(ended.stderr, form)

    def test_schemas_take_what_is_stored_and_shipped_and_nothing_wrong(self) -> None:
        def schema(kind: str) -> Any:
            said = subprocess.run([program(), "schema", kind], capture_output=True, text=True, check=True).stdout
            return jsonschema_rs.validator_for(json.loads(said))

        server, tenant = schema("server"), schema("tenant")
        server.validate(json.loads((PACKAGE_ROOT / "packaging/onboarding.json").read_text()))
        for wrong in ({"prot": 8080}, {"port": 70_000}, {"logFormat": "xml"}, {"host": True}):
            self.assertFalse(server.is_valid(wrong), wrong)
        documents = PACKAGE_ROOT / "Tests/TenancyTests/Tenants/Documents"
        for document in sorted(documents.glob("initial-*.json")):
            tenant.validate(json.loads(document.read_text()))
        shown = installation.portal("described").get("/onboarding/admin/customerConfig").json()
        tenant.validate(shown)
        for wrong in (
            {"replayGuard": "sometimes"}, {"maxFaceAttempts": 0}, {"maxFaceAttempts": "5"},
            {"acceptedPackageForms": []}, {"allowStillPackages": "yes"},
        ):  # fmt: skip
            self.assertFalse(tenant.is_valid({"onboardingConfig": wrong}), wrong)
            installation.refused_command("tenant", "configure", "described", json.dumps({"onboardingConfig": wrong}))


class DoctorTests(unittest.TestCase):
    def examined(self, data: Path) -> tuple[int, str]:
        """Exit code and output of `doctor`."""
        command = [str(program()), "doctor", "--data", str(data)]
        ended = subprocess.run(command, cwd=PACKAGE_ROOT, capture_output=True, text=True, timeout=60)
        self.assertEqual(ended.stderr, "")
        return ended.returncode, ended.stdout

    def test_a_tenant_that_is_less_safe_than_a_new_one_is_named_with_what_is_weaker(self) -> None:
        data = installation.folder / "profiles"

        def tenant(*arguments: str) -> str:
            command = [str(program()), "tenant", *arguments, "--data", str(data)]
            return subprocess.run(command, cwd=PACKAGE_ROOT, capture_output=True, text=True, check=True).stderr

        self.assertEqual(tenant("create", "usual", "--create"), "")
        self.assertIn("oaep-sha1-cbc, plain", tenant("create", "older", "--profile", "compatible"))
        said = self.examined(data)[1]
        self.assertRegex(said, r"(?m)^look at +settings +older is less safe than a new tenant: .*RS256")
        self.assertNotIn("usual", said)
        tenant("configure", "usual", '{"onboardingConfig":{"acceptedPackageForms":["plain"]}}')
        self.assertIn("usual is less safe than a new tenant: face packages are taken in", self.examined(data)[1])

    def assert_wrong(self, data: Path, subject: str) -> None:
        code, said = self.examined(data)
        self.assertEqual(code, 1, said)
        self.assertRegex(said, rf"WRONG +{subject} ")

    def test_a_sound_installation_is_called_sound(self) -> None:
        installation.tenant("healthy")
        code, said = self.examined(installation.data)
        self.assertEqual(code, 0, said)
        for subject in ("processor", "models", "networks", "disk", "keys", "clock", "database", "key database"):
            self.assertRegex(said, rf"(?m)^ok +{subject} ")
        self.assertRegex(said, r"(?m)^ok +clock +it says \d+ [A-Z][a-z]{2} 20\d\d, \d\d:\d\d UTC$")
        found = [json.loads(line) for line in installation.command("doctor", "--json").splitlines()]
        (clock,) = [finding["sentence"] for finding in found if finding["subject"] == "clock"]
        self.assertRegex(clock, r"^it says 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")

    def test_what_an_older_version_wrote_is_looked_at_by_none_and_brought_up_to_date_by_the_server(self) -> None:
        older = Installation()
        self.addCleanup(older.close)
        older.tenant("acme")
        database = older.data / "onboarding.sqlite"
        for file in older.data.glob("onboarding.sqlite*"):
            file.unlink()

        def has_tables() -> bool:
            with closing(sqlite3.connect(database)) as connection:
                found = connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'table_mac'").fetchone()
                return bool(found[0])

        # As before the first migration.
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute("PRAGMA user_version = 1")
        self.assertFalse(has_tables())
        code, said = self.examined(older.data)
        self.assertEqual(code, 0, said)
        self.assertRegex(said, r"look at +data +The data directory was written by an older version")
        for command in (("audit", "verify"), ("audit", "trail"), ("export", NO_CODE, "--tenant", "acme")):
            with self.assertRaisesRegex(AssertionError, "written by an older version"):
                older.command(*command)
        self.assertFalse(has_tables())
        older.start()
        self.assertTrue(has_tables())

    def test_looking_makes_nothing(self) -> None:
        absent = installation.folder / "absent"
        code, said = self.examined(absent)
        self.assertEqual(code, 0, said)
        self.assertFalse(absent.exists())
        self.assertFalse(absent.with_name("absent.key").exists())
        file = installation.folder / "file"
        file.touch()
        self.assert_wrong(file, "data")

    def test_a_server_examines_its_database_beside_its_work(self) -> None:
        damaged = Installation()
        self.addCleanup(damaged.close)
        damaged.tenant("acme")
        path = damaged.data / "onboarding.sqlite"
        with closing(sqlite3.connect(path)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            (size,) = database.execute("PRAGMA page_size").fetchone()
            tree = "SELECT rootpage FROM sqlite_schema WHERE name = 'idempotency_record_request'"
            (page,) = database.execute(tree).fetchone()
        with path.open("r+b") as file:
            file.seek((page - 1) * size)
            file.write(b"\xaa" * size)
        damaged.start()
        wait_until(lambda: "subject=database" in damaged.log.read_text(), "the finding in the log")
        self.assertEqual(damaged.endpoint.send("GET", "/healthz").status, 200)

    def test_what_is_wrong_is_named(self) -> None:
        broken = Installation()
        self.addCleanup(broken.close)
        broken.tenant("acme")
        key = broken.data.with_name(broken.data.name + ".key")
        original = key.read_bytes()
        key.chmod(0o644)
        self.assert_wrong(broken.data, "keys")
        key.unlink()
        self.assert_wrong(broken.data, "keys")
        self.assertFalse(key.exists())
        with self.assertRaisesRegex(AssertionError, "master key"):
            broken.command("tenant", "list")
        self.assertFalse(key.exists(), "a new key would hide that the old one is lost")
        key.touch(0o600)
        key.write_bytes(bytes(32))
        self.assert_wrong(broken.data, "data")
        key.write_bytes(original)
        self.assertEqual(self.examined(broken.data)[0], 0)

        for name in ("keys.sqlite", "onboarding.sqlite"):
            moved = [path.rename(broken.data.with_name(path.name)) for path in broken.data.glob(name + "*")]
            self.assertTrue(moved)
            for is_empty in (False, True):
                if is_empty:
                    (broken.data / name).touch(0o600)
                self.assert_wrong(broken.data, "data")
                for command in (("tenant", "list"), ("tenant", "create", "other")):
                    with self.assertRaisesRegex(AssertionError, f"{name} is gone"):
                        broken.command(*command)
                self.assertEqual((broken.data / name).exists(), is_empty, "a new one would hide that the old one is lost")
            for path in moved:
                path.rename(broken.data / path.name)
            self.assertEqual(self.examined(broken.data)[0], 0)

        database = broken.data / "onboarding.sqlite"
        pages = bytearray(database.read_bytes())
        pages[4096 * 3 : 4096 * 3 + 64] = b"\xff" * 64
        database.write_bytes(pages)
        self.assertEqual(self.examined(broken.data)[0], 1)


class ServeTests(unittest.TestCase):
    def refused(self, *arguments: str) -> str:
        """What `serve` says on standard error when it refuses to start."""
        command = [str(program()), "serve", "--create", "--port", "0", *arguments]
        ended = subprocess.run(command, cwd=PACKAGE_ROOT, capture_output=True, text=True, timeout=30)
        self.assertNotEqual(ended.returncode, 0)
        self.assertEqual(ended.stdout, "")
        return ended.stderr

    def test_one_data_folder_has_one_server(self) -> None:
        self.refused("--data", str(installation.data))
        self.assertEqual(installation.endpoint.send("GET", "/healthz").status, 200)

    def test_without_tls_it_serves_the_machine_itself_only(self) -> None:
        other = str(installation.folder / "other")
        self.assertIn("tls", self.refused("--data", other, "--host", "192.0.2.1").lower())
        self.assertIn("tls", self.refused("--data", other, "--tls-cert", "cert.pem").lower())

    def test_a_value_that_cannot_be_used_stops_the_start(self) -> None:
        other = str(installation.folder / "other")
        self.assertIn("port", self.refused("--data", other, "--port", "http"))
        self.assertIn("logLevel", self.refused("--data", other, "--log-level", "loud"))
        self.refused("--data", other, "--models", "/nonexistent")

    def test_a_pack_without_its_manifest_is_not_passed_over_for_a_weaker_one(self) -> None:
        """Another face descriptor would have been taken, which misses ten times as many people."""
        models = linked_models(installation.folder / "models")
        other = str(installation.folder / "other")
        manifests = sorted(models.glob("*/manifest.json"))
        self.assertTrue(manifests)
        for manifest in manifests:
            whole = manifest.resolve()
            manifest.unlink()
            self.assertIn("manifest.json is missing", self.refused("--data", other, "--models", str(models)))
            manifest.write_text("{")
            said = self.refused("--data", other, "--models", str(models))
            self.assertIn(f"{manifest.parent.name}/manifest.json is not the one that models.lock names", said)
            manifest.unlink()
            manifest.symlink_to(whole)

    def test_a_limit_or_calibration_that_somebody_edited_stops_the_start(self) -> None:
        """The limits of a network of texture set so far out that it takes every print for a person."""
        models = linked_models(installation.folder / "edited-models")
        other = str(installation.folder / "other")
        manifest = json.loads((models / "liveness/manifest.json").read_text())
        for network in manifest["networks"]:
            network["limits"] = dict.fromkeys(network["limits"], 50)
        table = json.loads((models / "dlib-resnet/dlib-resnet.calibration.json").read_text()) | {"remark": "edited"}
        for file, edited in (("liveness/manifest.json", manifest), ("dlib-resnet/dlib-resnet.calibration.json", table)):
            path = models / file
            whole = path.resolve()
            path.unlink()
            path.write_text(json.dumps(edited))
            sentence = f"{file} is not the one that models.lock names"
            self.assertIn(sentence, self.refused("--data", other, "--models", str(models)))
            for command in (("doctor", "--data", other), ("models", "verify", "--data", other)):
                ended = subprocess.run(
                    [str(program()), *command], cwd=PACKAGE_ROOT, capture_output=True, text=True,
                    env=os.environ | {"ONBOARDING_MODELS": str(models)})
                self.assertNotEqual(ended.returncode, 0, ended.stdout)
                self.assertIn(sentence, ended.stdout + ended.stderr)
            path.unlink()
            path.symlink_to(whole)

    def test_a_pack_of_the_operators_own_is_possible_and_called_so(self) -> None:
        models = linked_models(installation.folder / "own-models")
        shutil.copytree(models / "dlib-resnet", models / "mine", symlinks=True)
        ended = subprocess.run(
            [str(program()), "doctor", "--data", str(installation.folder / "other")], cwd=PACKAGE_ROOT,
            capture_output=True, text=True, env=os.environ | {"ONBOARDING_MODELS": str(models)})
        self.assertEqual(ended.returncode, 0, ended.stdout)
        self.assertRegex(ended.stdout, r"look at +models .*; not of models\.lock, .*: mine\b")

    def test_a_folder_with_other_files_is_not_taken(self) -> None:
        foreign = installation.folder / "foreign"
        foreign.mkdir()
        (foreign / "thesis.txt").write_text("mine")
        self.refused("--data", str(foreign))
        self.assertEqual([path.name for path in foreign.iterdir()], ["thesis.txt"])

    def test_nobody_else_reads_the_data_and_the_key_lies_beside_them(self) -> None:
        installation.tenant("private")
        key = installation.data.with_name(installation.data.name + ".key")
        self.assertEqual(stat.S_IMODE(key.stat().st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(installation.data.stat().st_mode), 0o700)

    def test_a_stop_lets_a_request_in_flight_finish(self) -> None:
        stopping = Installation()
        self.addCleanup(stopping.close)
        credentials = stopping.tenant("acme", allowStillPackages=True)
        stopping.start("--log-format", "json")
        portal = Portal(stopping.endpoint, credentials)
        token = portal.begin("last@example.org")
        portal.add_device(token)
        portal.add_face(token, video([pictures.still()]))
        page = pictures.passport_page()
        answers: list[Any] = []
        thread = threading.Thread(target=lambda: answers.append(portal.add_document(token, [page])))
        before = stopping.processor_seconds()
        thread.start()
        wait_until(lambda: stopping.processor_seconds() > before + 0.05 or answers, "the engines work")
        self.assertEqual(stopping.stop(), 0)
        thread.join()
        self.assertEqual(answers[0].json()["enrollmentStatus"], COMPLETE)
        for line in stopping.log.read_text().splitlines():
            self.assertLessEqual({"level", "message", "time"}, set(json.loads(line)))


if __name__ == "__main__":
    unittest.main()
