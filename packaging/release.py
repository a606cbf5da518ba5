#!/usr/bin/env python3
"""Makes the files of a release: the packages, a bill of materials, the sums of all of them, and a signature of each.

    RELEASE_KEY=FILE packaging/release.py [--check] [--packed FOLDER] [--output FOLDER]

RELEASE_KEY is the file of an Ed25519 private key in PEM (`openssl genpkey -algorithm ed25519`), readable by its owner alone;
openssl asks for its passphrase where it has one. `none` makes the same files without signatures, and says so.

    --check           says only whether a release could be made
    --packed FOLDER   takes the packages of this folder, which packaging/build.sh made, and does not make them
    --output FOLDER   where the files go (default .build/published); replaced as a whole

SECURITY.md says how a stranger verifies them. Standard library and openssl; runs on Python 3.11 and later.
"""

import argparse
import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import sbom

ROOT = Path(__file__).resolve().parent.parent
#: The public half of the key that releases are signed with, once it is published.
PUBLISHED_KEY = ROOT / "packaging/release-key.pem"
UNSIGNED = "none"


class Refusal(Exception):
    """Why there is no release, in words for the person who called."""


def openssl(*arguments):
    """Its standard output; asks for a passphrase at the terminal."""
    ended = subprocess.run(["openssl", *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if ended.returncode != 0:
        raise Refusal(f"openssl {arguments[0]} failed: {ended.stderr.decode(errors='replace').strip()}")
    return ended.stdout


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def signing_key(value, published):
    """The file of the private key, or None where there shall be no signatures.

    Args:
        value: RELEASE_KEY.
        published: the file of the public key that strangers have; it may not be there yet.
    """
    if not value:
        raise Refusal("RELEASE_KEY names no key to sign with; RELEASE_KEY=none makes files without signatures")
    if value == UNSIGNED:
        return None
    key = Path(value)
    try:
        status = key.stat()
    except OSError as error:
        raise Refusal(f"the key {value} cannot be read: {error.strerror}") from error
    if not stat.S_ISREG(status.st_mode) or status.st_mode & 0o077:
        raise Refusal(f"the key {value} must be a file that its owner alone can read (chmod 600)")
    public = public_half(key)
    if published.is_file() and openssl("pkey", "-pubin", "-in", published, "-pubout") != public:
        raise Refusal(f"the key {value} is not the one whose public half is {published.name}")
    return key


def public_half(key):
    """In PEM; refuses what is no Ed25519 key."""
    public = openssl("pkey", "-in", key, "-pubout")
    said = subprocess.run(["openssl", "pkey", "-pubin", "-noout", "-text"], input=public, capture_output=True).stdout
    if not said.startswith(b"ED25519"):
        raise Refusal(f"the key {key} is not an Ed25519 key: openssl genpkey -algorithm ed25519 makes one")
    return public


def packages_in(folder):
    """The Debian package and the other files of one build."""
    found = sorted(path for path in folder.iterdir() if path.is_file() and path.name.startswith("onboarding"))
    debian = [path for path in found if path.suffix == ".deb"]
    if len(debian) != 1 or not any(".tar" in path.suffixes for path in found):
        raise Refusal(f"{folder} does not hold one Debian package and its tarball")
    return debian[0], found


def write_bill(package, output):
    with tempfile.TemporaryDirectory(prefix="onboarding-release-") as folder:
        tree = Path(folder)
        sbom.output("dpkg-deb", "--extract", package, tree)
        document = sbom.bill(
            package, tree, commit=git("rev-parse", "HEAD"), instant=commit_time(), checkouts=ROOT / ".build/checkouts",
            compiler=sbom.output("swift", "--version"))
    version = document["metadata"]["component"]["version"]
    path = output / f"onboarding-{version}.cdx.json"
    path.write_text(json.dumps(document, indent=1) + "\n")
    return path


def commit_time():
    return int(os.environ.get("SOURCE_DATE_EPOCH") or git("log", "-1", "--format=%ct"))


def write_sums(files, output):
    path = output / "SHA256SUMS"
    path.write_text("".join(f"{sbom.sha256(file)}  {file.name}\n" for file in sorted(files)))
    return path


def sign(path, key, public):
    """Writes the signature of a file beside it, 64 bytes, and verifies it as a stranger would."""
    signature = path.with_name(path.name + ".sig")
    openssl("pkeyutl", "-sign", "-rawin", "-inkey", key, "-in", path, "-out", signature)
    openssl("pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", public, "-in", path, "-sigfile", signature)


def build(folder):
    """The packages of the program that `make build` made, of exactly what is committed."""
    environment = os.environ | {"OUTPUT": str(folder), "SOURCE_DATE_EPOCH": str(commit_time()), "COMPRESSION": "xz"}
    if subprocess.run([ROOT / "packaging/build.sh"], env=environment).returncode != 0:
        raise Refusal("packaging/build.sh failed; the lines above say why")


def make(key, packed, output):
    output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{output.name}-", dir=output.parent) as work:
        if packed is None:
            packed = Path(work) / "packed"
            build(packed)
        finished = Path(work) / "finished"
        finished.mkdir()
        package, files = packages_in(packed)
        released = [Path(shutil.copy2(file, finished)) for file in files]
        released.append(write_bill(package, finished))
        released.append(write_sums(released, finished))
        if key is not None:
            public = Path(work) / "public.pem"
            public.write_bytes(public_half(key))
            for file in released:
                sign(file, key, public)
        if output.exists():
            shutil.rmtree(output)
        finished.rename(output)
    return released


def main():
    parser = argparse.ArgumentParser(description="Makes the files of a release; RELEASE_KEY names the key that signs them.")
    parser.add_argument("--check", action="store_true", help="say only whether a release could be made")
    parser.add_argument("--packed", type=Path, metavar="FOLDER", help="take the packages of this folder")
    parser.add_argument("--output", type=Path, metavar="FOLDER", default=ROOT / ".build/published")
    parser.add_argument("--public-key", type=Path, metavar="FILE", default=PUBLISHED_KEY,
                        help="the public key that strangers have (default: packaging/release-key.pem)")
    arguments = parser.parse_args()
    try:
        key = signing_key(os.environ.get("RELEASE_KEY"), arguments.public_key)
        changed = git("status", "--porcelain") if arguments.packed is None else ""
        if key is not None and changed:
            raise Refusal(f"what is here is not what is committed:\n{changed}")
        if key is None:
            print("release: UNSIGNED: these files prove nothing about who made them; publish none of them", file=sys.stderr)
        if arguments.check:
            return
        released = make(key, arguments.packed, arguments.output.resolve())
    except (Refusal, sbom.Unknown) as refusal:
        sys.exit(f"release: {refusal}")
    print("\n".join(file.name + ("" if key is None else f" and {file.name}.sig") for file in released))
    if key is None:
        print(f"UNSIGNED files are in {arguments.output}: do not publish them.")
        return
    if not arguments.public_key.is_file():
        print(f"There is no {arguments.public_key}: publish the public half of this key apart from these files.")
    print(f"The release is in {arguments.output}; SECURITY.md says how it is verified.")


if __name__ == "__main__":
    main()
