"""The promises of scripts/fetch.py, on small files and without a network."""

import hashlib
import importlib.util
import io
import os
import sys
import tempfile
import types
import unittest
from contextlib import redirect_stdout
from pathlib import Path
from unittest import mock

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.dont_write_bytecode = True
specification = importlib.util.spec_from_file_location("fetch", SCRIPTS / "fetch.py")
fetch = importlib.util.module_from_spec(specification)
specification.loader.exec_module(fetch)


def described(path, contents, **more):
    return {"path": path, "bytes": len(contents), "sha256": hashlib.sha256(contents).hexdigest(), **more}


class InFolder(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def write(self, name, contents):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents)
        return path


class FolderTests(InFolder):
    def test_a_file_of_another_content_is_not_held(self):
        self.write("a", b"wrong")
        self.assertFalse(fetch.Folder(self.folder).holds(described("a", b"right")))

    def test_a_file_found_right_is_not_hashed_again(self):
        self.write("a", b"right")
        file = described("a", b"right")
        self.assertTrue(fetch.Folder(self.folder).holds(file))
        with mock.patch.object(fetch, "digests_of", side_effect=AssertionError("hashed")):
            self.assertTrue(fetch.Folder(self.folder).holds(file))

    def test_a_file_changed_after_it_was_found_right_is_hashed_and_refused(self):
        path = self.write("a", b"right")
        file = described("a", b"right")
        folder = fetch.Folder(self.folder)
        self.assertTrue(folder.holds(file))
        path.write_bytes(b"wrong")
        status = path.stat()
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 1))
        self.assertFalse(folder.holds(file))

    def test_a_file_found_right_is_refused_when_the_lock_asks_for_another(self):
        self.write("a", b"right")
        fetch.Folder(self.folder).holds(described("a", b"right"))
        self.assertFalse(fetch.Folder(self.folder).holds(described("a", b"other")))

    def test_an_alternative_known_by_sha384_is_held(self):
        self.write("a", b"second")
        alternative = {"bytes": 6, "sha384": hashlib.sha384(b"second").hexdigest(), "variant": "2"}
        file = described("a", b"first", variant="1", alternatives=[alternative])
        self.assertEqual(fetch.Folder(self.folder).content(file), alternative)

    def test_a_damaged_record_counts_as_none(self):
        self.write(".verified.json", b"{")
        self.write("a", b"right")
        self.assertTrue(fetch.Folder(self.folder).holds(described("a", b"right")))


class CopyTests(InFolder):
    def test_more_bytes_than_the_lock_states_are_refused_without_reading_on(self):
        stream = io.BytesIO(bytes(5 * fetch.CHUNK_IN_BYTES))
        with self.assertRaises(fetch.Refusal):
            fetch.copy_checked(stream, self.folder / "a", described("a", b"right"), "somewhere")
        self.assertEqual(stream.tell(), fetch.CHUNK_IN_BYTES)

    def test_a_wrong_hash_is_refused(self):
        with self.assertRaises(fetch.Refusal):
            fetch.copy_checked(io.BytesIO(b"wrong"), self.folder / "a", described("a", b"right"), "somewhere")

    def test_an_address_without_tls_is_refused(self):
        with self.assertRaises(fetch.Refusal):
            fetch.stage_from_address(described("a", b"right", url="http://localhost/a"), self.folder)


class InstallTests(InFolder):
    def setUp(self):
        super().setUp()
        self.models = fetch.Folder(self.folder / "models")
        second = {"bytes": 2, "sha256": hashlib.sha256(b"X2").hexdigest(), "variant": "2"}
        other = {"bytes": 2, "sha256": hashlib.sha256(b"B2").hexdigest(), "variant": "2"}
        files = [
            described("one/x.xml", b"X1", variant="1", alternatives=[second]),
            described("one/x.bin", b"B1", variant="1", alternatives=[other]),
        ]
        self.lock = types.SimpleNamespace(
            packs={"one": {"summary": "a pack", "licence": "CC0-1.0"}},
            files_of=lambda pack: files if pack == "one" else [], manifests=[], manifests_of=lambda _: [])

    def install(self, **changes):
        arguments = types.SimpleNamespace(**{"name": "one", "source": self.folder / "from", "yes": False, **changes})
        printed = io.StringIO()
        with redirect_stdout(printed):
            fetch.install(self.lock, self.models, arguments)
        return printed.getvalue()

    def installed(self):
        return sorted(path.name for path in self.models.root.rglob("*") if path.is_file() and path.name[0] != ".")

    def test_a_pack_is_found_in_a_folder_of_the_folder_and_its_licence_is_printed(self):
        self.write("from/inner/x.xml", b"X2")
        self.write("from/inner/x.bin", b"B2")
        self.assertIn("CC0-1.0", self.install())
        self.assertEqual(self.installed(), ["x.bin", "x.xml"])
        self.assertIn("already", self.install())

    def test_files_of_two_variants_are_not_installed_together(self):
        self.write("from/x.xml", b"X1")
        self.write("from/x.bin", b"B2")
        with self.assertRaisesRegex(fetch.Refusal, "variants"):
            self.install()
        self.assertEqual(self.installed(), [])

    def test_a_pack_with_one_wrong_file_leaves_nothing_behind(self):
        self.write("from/x.xml", b"X1")
        self.write("from/x.bin", b"??")
        with self.assertRaisesRegex(fetch.Refusal, "hash"):
            self.install()
        self.assertEqual(self.installed(), [])

    def test_a_doubtful_licence_is_not_accepted_without_somebody_who_says_so(self):
        self.lock.packs["one"]["doubt"] = "not clear"
        self.write("from/x.xml", b"X1")
        self.write("from/x.bin", b"B1")
        with mock.patch.object(sys, "stdin", io.StringIO("")), self.assertRaisesRegex(fetch.Refusal, "--yes"):
            self.install()
        self.assertIn("not clear", self.install(yes=True))

    def test_an_unknown_pack_is_refused(self):
        with self.assertRaisesRegex(fetch.Refusal, "there are: one"):
            self.install(name="two")


class CheckoutTests(InFolder):
    def test_a_committed_file_is_copied_where_it_is_what_the_lock_describes(self):
        self.write("packs/own/a.onnx", b"right")
        models = fetch.Folder(self.folder / "models")
        with mock.patch.object(fetch, "ROOT", self.folder):
            file = described("own/a.onnx", b"right", committed="packs/own/a.onnx")
            fetch.complete_from_checkout([file], models)
            self.assertTrue(models.holds(file))
            other = described("own/b.onnx", b"other", committed="packs/own/a.onnx")
            with self.assertRaisesRegex(fetch.Refusal, "not the file"):
                fetch.complete_from_checkout([other], models)
            absent = described("own/c.onnx", b"right", committed="packs/own/c.onnx")
            with self.assertRaisesRegex(fetch.Refusal, "cannot be read"):
                fetch.complete_from_checkout([absent], models)
        self.assertEqual([path.name for path in (self.folder / "models/own").iterdir()], ["a.onnx"])


class ManifestTests(InFolder):
    """What says how the networks of a pack count is held to the lock as they are."""

    def setUp(self):
        super().setUp()
        self.write("packs/one.json", b'{"calibration": "one.calibration.json", "networks": [{"file": "x.onnx"}]}')
        self.write("packs/one.calibration.json", b'{"points": []}')
        self.write("models/one/x.onnx", b"network")
        self.models = fetch.Folder(self.folder / "models")
        self.lock = types.SimpleNamespace(packs={"one": {}})
        self.lock.files = [described("one/x.onnx", b"network", pack="one", required=False)]
        self.lock.manifests = fetch.manifests_under(self.folder / "packs", ["one"])
        self.lock.files_of = lambda pack: fetch.Lock.files_of(self.lock, pack)
        self.lock.manifests_of = lambda pack: fetch.Lock.manifests_of(self.lock, pack)
        root = mock.patch.object(fetch, "ROOT", self.folder)
        root.start()
        self.addCleanup(root.stop)

    def copy(self):
        with redirect_stdout(io.StringIO()):
            fetch.copy_manifests(self.lock, self.models)

    def verify(self):
        with redirect_stdout(io.StringIO()) as printed:
            fetch.verify(self.lock, self.models, None)
        return printed.getvalue()

    def test_the_manifest_and_each_table_that_it_names_are_in_the_lock(self):
        self.assertEqual(
            [(file["path"], file["committed"]) for file in self.lock.manifests],
            [("one/manifest.json", "packs/one.json"),
             ("one/one.calibration.json", "packs/one.calibration.json")])

    def test_they_are_put_beside_the_networks_and_an_edited_one_is_named_and_put_right(self):
        self.copy()
        self.assertIn("one: 3 files right", self.verify())
        for name in ("manifest.json", "one.calibration.json"):
            self.write(f"models/one/{name}", b"edited")
            with self.assertRaisesRegex(fetch.Refusal, f"one/{name} is not the file"):
                self.verify()
            self.copy()
            self.verify()
            (self.models.root / "one" / name).unlink()
            with self.assertRaisesRegex(fetch.Refusal, f"one/{name} is missing"):
                self.verify()
            self.copy()

    def test_one_that_is_not_as_the_lock_says_is_not_copied(self):
        self.write("packs/one.calibration.json", b"edited")
        with self.assertRaisesRegex(fetch.Refusal, "one.calibration.json"):
            self.copy()

    def test_one_that_was_left_behind_and_edited_is_named_too(self):
        self.write("models/one/manifest.json", b"edited")
        (self.models.root / "one/x.onnx").unlink()
        with self.assertRaisesRegex(fetch.Refusal, "one/manifest.json is not the file"):
            self.verify()

    def test_a_pack_of_the_operators_own_is_no_error_and_is_named(self):
        self.copy()
        self.write("models/mine/manifest.json", b"{}")
        self.assertIn("mine: not of models.lock", self.verify())


class SourcePackageTests(InFolder):
    FILE = {
        "package": "p", "packageVersion": "1", "archive": "p-1.tar.gz", "archiveBytes": 3,
        "archiveSHA256": hashlib.sha256(b"tar").hexdigest()}

    def download(self, missing=()):
        """The command that pip is called with, where these modules are not installed."""
        commands = []

        def run(command, **_):
            commands.append(command)
            self.write("p-1.tar.gz", b"tar")
            return types.SimpleNamespace(returncode=0, stdout="")

        def find(name):
            return None if name in missing else types.SimpleNamespace()

        with mock.patch.object(fetch.subprocess, "run", run), redirect_stdout(io.StringIO()), \
                mock.patch.object(fetch.importlib.util, "find_spec", find):
            fetch.download_archive(self.FILE, self.folder)
        return commands[0]

    def test_the_tools_that_read_it_are_those_of_this_machine(self):
        self.assertLessEqual({"--no-deps", "--require-hashes", "--no-build-isolation"}, set(self.download()))

    def test_without_them_it_is_refused_and_none_is_fetched(self):
        for tool in ("setuptools", "wheel"):
            with self.assertRaisesRegex(fetch.Refusal, f"no {tool}"):
                self.download(missing=(tool,))


class LockTests(unittest.TestCase):
    def test_it_names_every_manifest_and_table_of_the_packs_as_it_is_here(self):
        lock = fetch.Lock()
        found = fetch.manifests_under(fetch.ROOT / "packs", lock.packs)
        self.assertEqual(lock.manifests, found, "run scripts/fetch.py lock")
        with_manifests = {file["pack"] for file in lock.manifests if file["path"].endswith("/manifest.json")}
        self.assertEqual(with_manifests, set(lock.packs) - {"base"})
        named = {Path(file["committed"]) for file in lock.manifests}
        there = {path.relative_to(fetch.ROOT) for path in (fetch.ROOT / "packs").rglob("*.json")}
        self.assertEqual(named, there)

    def test_every_file_of_the_lock_stays_in_its_folder_and_names_size_hash_licence_and_origin(self):
        lock = fetch.Lock()
        for file in lock.files + lock.engine["files"] + lock.photographs:
            self.assertNotIn("..", Path(file["path"]).parts)
            self.assertFalse(Path(file["path"]).is_absolute())
            for content in fetch.accepted_contents(file):
                self.assertGreater(content["bytes"], 0)
                self.assertTrue(len(content.get("sha256", "")) == 64 or len(content.get("sha384", "")) == 96)
            self.assertTrue(file["origin"])
        for file in lock.files:
            self.assertTrue(file["licence"])
            self.assertTrue(file["path"].startswith(file["pack"] + "/") or file["pack"] == "base")
            self.assertIn(file["pack"], lock.packs)

    def test_the_variants_of_the_published_pack_cannot_be_mixed(self):
        files = [file for file in fetch.Lock().files if "alternatives" in file]
        self.assertEqual(len(files), 2)
        self.assertFalse(fetch.agree(files, [files[0], files[1]["alternatives"][0]]))
        self.assertTrue(fetch.agree(files, files))


if __name__ == "__main__":
    unittest.main()
