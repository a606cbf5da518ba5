"""What the pack manifests under packs/ say fits models.lock and the networks."""

import hashlib
import json
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOCK = json.loads((ROOT / "models.lock").read_text())
NETWORK_PACKS = {
    pack: path for pack in ("liveness", "pad", "documents")
    for path in [ROOT / "packs" / f"{pack}.json", ROOT / "packs" / pack / "manifest.json"] if path.is_file()}
MANIFESTS = {
    pack: json.loads((ROOT / "packs" / f"{pack}.json").read_text())
    for pack in LOCK["packs"] if pack not in ("base", "attributes") and pack not in NETWORK_PACKS}


def content(entry):
    return entry["bytes"], entry.get("sha256") or entry["sha384"]


class PackTests(unittest.TestCase):
    def test_each_variant_consists_of_files_that_the_lock_accepts_under_its_name(self):
        for pack, manifest in MANIFESTS.items():
            files = {Path(file["path"]).name: file for file in LOCK["files"] if file["pack"] == pack}
            for variant in manifest["variants"]:
                with self.subTest(pack=pack, variant=variant["name"]):
                    self.assertEqual({file["file"] for file in variant["files"]}, set(files))
                    for file in variant["files"]:
                        locked = files[file["file"]]
                        forms = {content(form): form for form in [locked] + locked.get("alternatives", [])}
                        self.assertIn(content(file), forms)
                        name = forms[content(file)].get("templateName", variant["name"])
                        self.assertEqual(name, variant["name"])

    def test_every_network_and_calibration_that_a_manifest_names_is_there(self):
        for pack, manifest in MANIFESTS.items():
            with self.subTest(pack=pack):
                self.assertTrue((ROOT / "packs" / manifest["calibration"]).is_file())
                files = {file["file"] for file in manifest["variants"][0]["files"]}
                self.assertLessEqual({network["file"] for network in manifest["networks"]}, files)

    def test_the_converted_network_gets_plain_pixels_because_it_normalises_them_itself(self):
        (network,) = MANIFESTS["dlib-resnet"]["networks"]
        self.assertEqual(network["encoding"]["channelOrder"], "rgb")
        self.assertEqual(network["encoding"]["mean"], [0, 0, 0])
        self.assertEqual(network["encoding"]["scale"], [1, 1, 1])

    def test_the_networks_are_the_files_of_the_lock_and_those_committed_are_these(self):
        self.assertIn("pad", NETWORK_PACKS)
        for pack, path in NETWORK_PACKS.items():
            networks = {network["file"]: network for network in json.loads(path.read_text())["networks"]}
            locked = {Path(file["path"]).name: file for file in LOCK["files"] if file["pack"] == pack}
            self.assertEqual(set(networks), set(locked))
            for name, file in locked.items():
                with self.subTest(pack=pack, file=name):
                    self.assertEqual(networks[name]["sha256"], file["sha256"])
                    if "committed" in file:
                        contents = (ROOT / file["committed"]).read_bytes()
                        self.assertEqual(len(contents), file["bytes"])
                        self.assertEqual(hashlib.sha256(contents).hexdigest(), file["sha256"])

    def test_the_networks_of_attributes_are_the_files_of_the_lock(self):
        manifest = json.loads((ROOT / "packs" / "attributes.json").read_text())
        named = {file["file"]: file["sha256"] for network in manifest["networks"] for file in network["files"]}
        locked = {Path(file["path"]).name: file["sha256"] for file in LOCK["files"] if file["pack"] == "attributes"}
        self.assertEqual(named, locked)
        self.assertFalse(any(file["required"] for file in LOCK["files"] if file["pack"] == "attributes"))


if __name__ == "__main__":
    unittest.main()
