"""A value that does not convert stops the start, and the sentence names it."""

import json
import os
import subprocess
import tempfile
import unittest
import uuid
from pathlib import Path

from installation import PACKAGE_ROOT, program

#: By configuration key: values that are none.
WRONG = {
    "port": ("http", "65536", "-1", "1.5", "0x50"),
    "workers": ("0", "257", "many", "2.5"),
    "logLevel": ("loud", "INFO"),
    "logFormat": ("xml",),
    "publicUrl": ("kyc.example.org", "ftp://kyc.example.org", "https://kyc.example.org/?a=b", "https://", "https://a b"),
    "trustedProxies": ("proxy.example.org", "10.0.0.0/33", "10.0.0.1;10.0.0.2"),
    "providerNetworks": ("idp.example.org", "10.0.0.0/33"),
    "requireSandbox": ("perhaps", "true"),
}
#: What only a file can say: a value of another JSON type than its key has.
OF_ANOTHER_TYPE = (("workers", True), ("workers", 2.5), ("logLevel", 5), ("publicUrl", ["https://kyc.example.org"]))
#: What could be listened on where the mistake was overlooked.
ANY_PORT = {"ONBOARDING_PORT": "0"}


class ConfigurationTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def refused(self, *options: str, **variables: str) -> str:
        """What `serve` says when it does not start, in small letters and without the hyphens of options."""
        data = self.folder / uuid.uuid4().hex
        kept = {name: value for name, value in os.environ.items() if not name.startswith("ONBOARDING_")}
        with subprocess.Popen(
            [str(program()), "serve", "--create", "--data", str(data), *options],
            cwd=PACKAGE_ROOT,
            env=kept | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None and process.stderr is not None
            # A line is what a server says that listens; a refused start ends without one.
            line = process.stdout.readline()
            process.kill() if line else process.wait()
            said = process.stderr.read()
        self.assertEqual(line, "", "it started")
        self.assertGreater(process.returncode, 0, "a refusal is neither a success nor a crash")
        self.assertFalse(data.exists(), "a start that is refused makes nothing")
        return said.lower().replace("-", "").replace("_", "")

    def test_on_the_command_line(self) -> None:
        for key, values in WRONG.items():
            option = "--" + "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in key)
            for value in values:
                with self.subTest(f"{option} {value}"):
                    self.assertIn(key.lower(), self.refused(f"{option}={value}", **ANY_PORT))

    def test_in_the_environment(self) -> None:
        for key, values in WRONG.items():
            variable = "ONBOARDING_" + "".join(f"_{letter}" if letter.isupper() else letter.upper() for letter in key)
            with self.subTest(f"{variable}={values[0]}"):
                self.assertIn(key.lower(), self.refused(**ANY_PORT | {variable: values[0]}))

    def test_in_the_file(self) -> None:
        path = self.folder / "configuration.json"
        for key, values in WRONG.items():
            with self.subTest(f"{key}: {values[0]}"):
                path.write_text(json.dumps({"port": 0} | {key: values[0]}))
                self.assertIn(key.lower(), self.refused("--config", str(path)))
        for key, value in OF_ANOTHER_TYPE:
            with self.subTest(f"{key}: {value}"):
                path.write_text(json.dumps({"port": 0} | {key: value}))
                self.assertIn(key.lower(), self.refused("--config", str(path)))
        for key in ("prot", "tls-cert", "public_url", "Port"):
            with self.subTest(key):
                path.write_text(json.dumps({"port": 0, key: "1"}))
                said = self.refused("--config", str(path))
                self.assertIn(f"{key.lower().replace('-', '').replace('_', '')} is no setting", said)
        for text in ("", "[]", "{", "port = 0"):
            with self.subTest(text):
                path.write_text(text)
                self.assertIn("configuration.json", self.refused("--config", str(path)))
        self.assertIn("missing.json", self.refused("--config", str(self.folder / "missing.json"), **ANY_PORT))


if __name__ == "__main__":
    unittest.main()
