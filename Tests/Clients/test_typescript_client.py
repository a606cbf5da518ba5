"""The TypeScript client: compiled, its own tests, and a whole enrollment by Node against a real server."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import tempfile
import unittest
from pathlib import Path
from typing import Any, ClassVar

from surroundings import guide, node, run, tool, typescript_build

import pictures
from installation import Installation
from right_requests import SCOPES

#: Enrolls by device and face.
BY_FACE = {"enrollment": {"addDevice": True, "addFace": True, "addDocument": False}}


class PackageTests(unittest.TestCase):
    def test_its_own_tests_pass(self) -> None:
        said = node("--test", "--test-reporter=tap", *sorted((typescript_build() / "test").glob("*.test.js")))
        self.assertGreater(int(re.findall(r"# pass (\d+)", said)[0]), 20)
        self.assertEqual(re.findall(r"# fail (\d+)", said), ["0"])

    def test_it_depends_on_nothing(self) -> None:
        package = json.loads((typescript_build() / "package.json").read_text())
        self.assertEqual([name for name in package if name.lower().endswith("dependencies")], [])
        for source in (typescript_build() / "src").glob("*.ts"):
            imported = re.findall(r'from "([^"]+)"', source.read_text())
            self.assertTrue(all(path.startswith("./") for path in imported), source.name)

    def test_the_compiled_modules_have_their_types(self) -> None:
        build = typescript_build() / "dist"
        self.assertEqual(
            {path.name.removesuffix(".js") for path in build.glob("*.js")},
            {path.name.removesuffix(".d.ts") for path in build.glob("*.d.ts")},
        )


class EnrollmentTests(unittest.TestCase):
    """What one run of drive.js says, and what the guide's listing does."""

    installation: ClassVar[Installation]
    given: ClassVar[dict[str, Any]]
    said: ClassVar[dict[str, Any]]

    @classmethod
    def setUpClass(cls) -> None:
        build = typescript_build()
        cls.installation = installation = Installation()
        cls.addClassCleanup(installation.close)
        installation.start()
        credentials = installation.tenant("typescript", allowStillPackages=True)
        cls.given = given = {
            "build": str(build / "dist" / "index.js"),
            "url": installation.endpoint.url,
            "realm": credentials.realm,
            "apiKey": credentials.api_key,
            "clientId": credentials.client_id,
            "clientSecret": credentials.client_secret,
            "username": "erika",
            "frame": base64.b64encode(pictures.still()).decode(),
            "document": base64.b64encode(pictures.varied(pictures.passport_page())).decode(),
            "returning": cls.returning(),
            "users": cls.users(),
        }
        script = build / "drive.js"
        script.write_bytes(Path(__file__).with_name("drive.js").read_bytes())
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(given, file)
            file.flush()
            cls.said = json.loads(node(script, file.name).strip().splitlines()[-1])

    @classmethod
    def returning(cls) -> dict[str, Any]:
        """A tenant that registers by device and face, and asks whoever comes back for both."""
        options = BY_FACE | {"authentication": {"verifyDevice": True, "verifyFace": True}}
        seen = {"phoneSeesScores": True, "onboardingOptions": options}
        known = cls.installation.tenant("returning", allowStillPackages=True, **seen)
        # The client of the scripts may ask for everything that it tries, attributes too.
        made = cls.installation.credential(known, "all", *SCOPES)
        return {
            "realm": known.realm,
            "apiKey": known.api_key,
            "clientId": made.client_id,
            "clientSecret": made.client_secret,
            "receiptAudience": known.client_id,
            "frames": [image() for _ in range(3)],
            "stranger": image(pictures.OTHER_PERSON),
        }

    @classmethod
    def users(cls) -> dict[str, Any]:
        """A tenant's client for users, and its administrator."""
        known = cls.installation.tenant("users", onboardingOptions=BY_FACE)
        made = cls.installation.credential(known, "shop", "users")
        return {
            "clientId": made.client_id,
            "clientSecret": made.client_secret,
            "adminToken": cls.installation.credential(known, "shop-admin", "users:admin").client_secret,
            "images": [image(), image(pictures.SAME_PERSON), image()],
            "stranger": image(pictures.OTHER_PERSON),
        }

    def test_the_listing_of_the_guide_compiles_and_runs(self) -> None:
        given, build = self.given, typescript_build()
        listing = guide("ts").replace("http://127.0.0.1:8080", given["url"]).replace("acme-consumers", given["realm"])
        listing = listing.replace("API-KEY", given["apiKey"]).replace("acme-b2b", given["clientId"])
        listing = listing.replace("CLIENT-SECRET", given["clientSecret"])
        folder = build / "guide"
        folder.mkdir()
        # Node's own types are not there, and the listing reads two files.
        types = 'declare module "node:fs" { export function readFileSync(path: string): Uint8Array; }\n'
        (folder / "node.d.ts").write_text(types)
        (folder / "guide.ts").write_text(listing.replace('"@onboarding/client"', '"../dist/index.js"'))
        (folder / "face.jpg").write_bytes(pictures.still())
        (folder / "passport.jpg").write_bytes(pictures.varied(pictures.passport_page()))
        settings = json.loads((build / "tsconfig.json").read_text())["compilerOptions"]
        settings |= {"rootDir": ".", "outDir": ".", "declaration": False}
        project = {"compilerOptions": settings, "files": ["guide.ts", "node.d.ts"]}
        (folder / "tsconfig.json").write_text(json.dumps(project))
        run([tool("tsc", "node-typescript"), "--project", folder / "tsconfig.json"])
        said = node(folder / "guide.js", folder=folder)
        self.assertEqual(said.split(), ["true", "true", "complete"])

    def test_the_enrollment_goes_from_step_to_step(self) -> None:
        said = self.said
        self.assertEqual(said["qr"], "iVBOR")
        self.assertEqual(said["pending"]["completionStatus"], "Pending")
        self.assertEqual(said["requiredChecks"], ["addDevice", "addFace", "addDocument"])
        self.assertEqual(said["device"]["enrollmentStatus"], 1)
        self.assertEqual(said["challenge"], "movement")
        self.assertTrue(said["face"]["livenessResult"])
        self.assertTrue(said["document"]["matchResult"])
        self.assertEqual(said["document"]["enrollmentStatus"], 2)
        self.assertEqual(said["status"]["completionStatus"], "Success")

    def test_the_tenant_is_told_of_it(self) -> None:
        said = self.said
        self.assertEqual([one["state"] for one in said["found"]], ["complete"])
        self.assertEqual(said["detail"], said["byCode"])
        self.assertEqual(said["detail"], said["status"]["enrollment"])
        self.assertEqual(said["detail"]["reference"], "case-7")

    def test_the_receipt_is_verified(self) -> None:
        receipt = self.said["receipt"]
        self.assertEqual(receipt["claims"]["state"], "complete")
        self.assertEqual(receipt["claims"]["sub"], self.said["found"][0]["enrollmentId"])
        self.assertEqual(receipt, self.said["kept"])

    def test_the_person_is_erased(self) -> None:
        self.assertEqual(self.said["erased"], [self.said["found"][0]["enrollmentId"]])
        self.assertEqual(self.said["gone"], "404 ENROLLMENT_UNKNOWN")
        digest = hashlib.sha256(self.said["erased"][0].encode()).hexdigest()
        self.assertEqual(self.said["certificate"]["claims"]["sub"], digest)

    def test_refusals_have_their_status_and_reason(self) -> None:
        self.assertEqual(self.said["early"], "400 STEP_OUT_OF_ORDER")
        self.assertEqual(self.said["registered"], "200 USERNAME_REGISTERED")
        self.assertEqual(self.said["refused"], "401 invalid_client")

    def test_the_same_key_begins_one_enrollment(self) -> None:
        self.assertTrue(self.said["isOneSession"])

    def test_a_registered_person_comes_back(self) -> None:
        said = self.said["returning"]
        waiting = said["waiting"]
        self.assertEqual((waiting["completionStatus"], waiting["purpose"]), ("Pending", "authenticate"))
        self.assertEqual((waiting["authentication"]["reference"], said["found"]), ("order 7", said["login"]))
        self.assertEqual((said["login"]["state"], said["login"]["reference"]), ("complete", "order 7"))
        proof = said["proof"]["claims"]
        self.assertEqual((proof["typ"], proof["state"]), ("AuthenticationReceipt", "complete"))
        self.assertEqual((proof["sub"], proof["reference"]), (said["login"]["authenticationId"], "order 7"))
        self.assertEqual(said["taken"], "0 RECEIPT_INVALID")
        self.assertEqual(said["begun"]["requiredChecks"], ["verifyDevice", "verifyFace"])
        self.assertEqual(said["early"], "400 STEP_OUT_OF_ORDER")
        self.assertEqual(said["shown"], {"message": "Device verified.", "authStatus": 1})
        self.assertEqual(said["wanted"], "movement")
        self.assertEqual((said["face"]["livenessResult"], said["face"]["matchResult"]), (True, True))
        self.assertGreater(said["face"]["matchScore"], 4)
        self.assertEqual((said["face"]["authStatus"], said["over"]["completionStatus"]), (2, "Success"))

    def test_a_face_leads_to_another_device(self) -> None:
        said = self.said["returning"]
        self.assertTrue(said["known"]["userExistsAlready"])
        self.assertNotIn("enrollmentToken", said["known"])
        self.assertEqual(said["cancelled"], {"authStatus": 0})
        self.assertTrue(said["seen"]["matchResult"])
        self.assertEqual(said["done"], {"registrationCode": said["code"], "authStatus": 2})
        self.assertEqual(said["replaced"]["message"], "Device not verified.")
        self.assertEqual(said["without"]["message"], "Device verified.")
        self.assertEqual((said["other"]["livenessResult"], said["other"]["matchResult"]), (True, False))
        self.assertEqual(said["ended"], {"authStatus": 0})
        registration = said["registration"]
        self.assertEqual(registration["registeredDevices"], [{"deviceId": "new", "hasPublicKey": False}])
        self.assertEqual(registration["activities"][-1]["result"], "cancelled")
        self.assertEqual(said["disabled"], "403 FACE_ATTRIBUTES_DISABLED")

    def test_users_and_groups_are_kept(self) -> None:
        said = self.said["users"]
        anna = said["anna"]
        self.assertEqual((anna["userId"], anna["details"], anna["faces"]), ("anna", "counter 4", said["faces"]))
        self.assertEqual(said["match"]["userDetails"], {"userId": "anna", "details": "counter 4"})
        self.assertFalse(said["nobody"]["exists"])
        self.assertEqual((said["group"]["groupname"], said["group"]["sizeLimit"]), ("visitors", "5"))
        self.assertEqual([one["userId"] for one in said["members"]["users"]], ["anna"])
        self.assertEqual(said["members"]["totalRecords"], 1)
        self.assertEqual(said["recognized"]["personId"], "anna")
        self.assertEqual((said["self"], said["hasToken"], said["revoked"]), ("anna", True, "401 TOKEN_INVALID"))
        self.assertEqual((said["addresses"], said["left"]), (2, said["faces"][1:]))
        self.assertEqual(
            said["removed"], {"status": 404, "reason": "INPUT_USER_NOT_FOUND", "details": {"errorCode": 615}}
        )


def image(person: str = pictures.PERSON) -> str:
    """A photograph like no other, in base64."""
    return base64.b64encode(pictures.varied(pictures.still(person))).decode()


if __name__ == "__main__":
    unittest.main()
