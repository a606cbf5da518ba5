"""Administration from outside: registrations, erasure, configuration, audit, metrics."""

import copy
import json
import shutil
import sqlite3
import unittest
import uuid
from contextlib import closing
from typing import Any

import pictures
from client import packages
from client.exchange import Answer, envelope_objection
from client.flow import COMPLETE, Phone, Portal, Refused
from client.packages import video
from installation import Installation, wait_until

installation: Installation
portal: Portal
other: Portal


def setUpModule() -> None:
    global installation, portal, other
    installation = Installation.for_module()
    # Device alone, so that a registration takes two calls.
    only_device = {
        "enrollment": {"addFace": False, "addDocument": False},
        "authentication": {"verifyFace": False},
        "reenrollment": {"verifyFace": False},
    }
    portal = installation.portal("admin", onboardingOptions=only_device)
    other = installation.portal("other", onboardingOptions=only_device)


class AdminTests(unittest.TestCase):
    def assert_refused(self, answer: Answer, reason: str, status: int = 400) -> None:
        self.assertEqual((answer.status, answer.reason), (status, reason), answer.described())
        self.assertIsNone(envelope_objection(answer))

    def registered(self, who: Portal, **more: Any) -> tuple[str, str]:
        """Username and registration code of a person who has just finished."""
        username = f"{uuid.uuid4()}@example.org"
        token = who.enroll({"username": username, "email": username, **more}).json()["enrollmentToken"]
        answer = who.add_device(token).json()
        self.assertEqual(answer["enrollmentStatus"], COMPLETE)
        return username, answer["registrationCode"]

    def page(self, who: Portal, number: int, size: int) -> Any:
        answer = who.post("/onboarding/admin/registration", {"pageNumber": number, "pageSize": size})
        self.assertEqual(answer.status, 200, answer.described())
        return answer.json()

    def delete(self, who: Portal, code: str) -> Answer:
        return who.endpoint.send("DELETE", f"/onboarding/admin/registration/{code}", who.headers)

    def test_the_list_pages_through_the_tenants_own_registrations(self) -> None:
        names = {self.registered(portal)[0] for _ in range(3)}
        self.registered(other)
        first = self.page(portal, 1, 2)
        self.assertEqual((first["pageNumber"], first["pageSize"], len(first["list"])), (1, 2, 2))
        self.assertEqual(first["totalPages"], -(-first["totalRecords"] // 2))
        everyone = self.page(portal, 1, 500)["list"]
        self.assertLessEqual(names, {entry["username"] for entry in everyone})
        self.assertEqual(len(everyone), first["totalRecords"])
        for beyond in (10_000, 2**62):
            self.assertEqual(self.page(portal, beyond, 500)["list"], [])

    def test_page_numbers_that_are_none_are_refused(self) -> None:
        for number, size in [(0, 1), (1, 0), (-1, 5), (1, 501)]:
            answer = portal.post("/onboarding/admin/registration", {"pageNumber": number, "pageSize": size})
            self.assert_refused(answer, "PAGE_OUT_OF_RANGE")
        self.assert_refused(portal.post("/onboarding/admin/registration", {"pageNumber": 1}), "FIELD_MISSING")

    def test_a_registration_is_shown_and_erased(self) -> None:
        username, code = self.registered(portal, firstName="Jane", lastName="Roe", phoneNumber="+3227910000")
        path = f"/onboarding/admin/registration/{code}"
        shown = portal.get(path).json()
        self.assertEqual((shown["email"], shown["name"], shown["phoneNumber"]), (username, "Jane Roe", "+3227910000"))
        self.assertEqual(len(shown["registeredDevices"]), 1)
        self.assertEqual([done["type"] for done in shown["activities"]], ["enroll", "addDevice", "complete"])
        device = shown["registeredDevices"][0]["deviceId"]
        self.assertEqual([done.get("deviceId") for done in shown["activities"]], [None, device, None])
        self.assert_refused(other.get(path), "REGISTRATION_UNKNOWN", 404)
        self.assert_refused(self.delete(other, code), "REGISTRATION_UNKNOWN", 404)

        self.assertEqual(self.delete(portal, code).status, 204)
        self.assert_refused(portal.get(path), "REGISTRATION_UNKNOWN", 404)
        self.assert_refused(self.delete(portal, code), "REGISTRATION_UNKNOWN", 404)
        # The name is free again, and the chain of events is still whole and can be read.
        timeline = installation.command("audit", "show", code, "--tenant", portal.credentials.name).splitlines()
        self.assertRegex(timeline[0], r", erased$")
        self.assertIn("begun, open until", timeline[1])
        self.assertTrue(any(line.endswith("registered as " + code) for line in timeline))
        self.assertIn("erased: nothing of the person is kept", timeline[-1])
        self.assertIs(portal.enroll({"username": username, "email": username}).json()["userExistsAlready"], False)
        self.assertIn("intact", installation.command("audit", "verify"))

    def test_whoever_is_erased_is_erased_with_every_attempt(self) -> None:
        options = self.configuration()["onboardingConfig"]["onboardingOptions"]
        who = installation.portal("forgetting", onboardingOptions=options)
        username = f"{uuid.uuid4()}@example.org"
        token = who.enroll({"username": username, "email": username}).json()["enrollmentToken"]
        self.assertEqual(who.post("/onboarding/enrollment/cancel", {"enrollmentToken": token}).status, 200)
        waiting = who.trigger(username)
        token = who.enroll({"username": username, "email": username}).json()["enrollmentToken"]
        code = who.add_device(token).json()["registrationCode"]

        folder = installation.folder / "export"
        installation.command("export", code, "--tenant", "forgetting", "--to", str(folder))
        attempts = json.loads((folder / "person.json").read_text())["enrollments"]
        self.assertEqual([one["state"] for one in attempts], ["cancelled", "cancelled", "complete"])
        self.assertEqual({one["person"]["username"] for one in attempts}, {username})

        self.assertEqual(self.delete(who, code).status, 204)
        answer = who.get(f"/onboarding/b2c/operationStatus/{waiting['sessionToken']}")
        self.assert_refused(answer, "TOKEN_UNKNOWN")
        with closing(sqlite3.connect(installation.data / "onboarding.sqlite")) as database:
            for kept in (
                "enrollment WHERE (sealed_person IS NOT NULL OR subject_id IS NOT NULL)",
                "subject WHERE (username_digest IS NOT NULL OR email_digest IS NOT NULL OR erased_at IS NULL)",
            ):
                count = f"SELECT count(*) FROM {kept} AND tenant_id = (SELECT id FROM tenant WHERE name = 'forgetting')"
                self.assertEqual(database.execute(count).fetchone(), (0,))
        self.assertIn("intact", installation.command("audit", "verify"))

    def test_a_phone_is_no_administrator(self) -> None:
        username = f"{uuid.uuid4()}@example.org"
        phone = Phone.told(portal.endpoint, portal.trigger(username), portal.credentials)
        phone.renew()
        self.assert_refused(phone.get("/onboarding/admin/customerConfig"), "ROLE_MISSING", 403)
        answer = phone.post("/onboarding/admin/registration", {"pageNumber": 1, "pageSize": 1})
        self.assert_refused(answer, "ROLE_MISSING", 403)

    def configuration(self) -> Any:
        return portal.get("/onboarding/admin/customerConfig").json()

    def configure(self, document: Any) -> Answer:
        return portal.post("/onboarding/admin/customerConfig", document)

    def test_a_whole_answer_posted_back_changes_nothing(self) -> None:
        before = self.configuration()
        self.assertTrue(before["serviceVersion"] and before["expirationTime"])
        self.assertEqual(self.configure(before).status, 200)
        self.assertEqual(self.configure({"onboardingConfig": before["onboardingConfig"]}).status, 200)
        self.assertEqual(self.configure({}).status, 200)
        self.assertEqual(self.configuration(), before)
        self.assert_refused(portal.post("/onboarding/admin/customerConfig", raw=b""), "BAD_JSON")

    def test_a_threshold_may_be_changed_in_either_place(self) -> None:
        key = "ocrPortraitSelfieMatchThreshold"
        for value in ["4.5", 3.5, "3.0"]:
            changed = self.configuration()
            changed["documentVerificationConfig"][key] = value
            self.assertEqual(self.configure(changed).status, 200)
            now = self.configuration()
            self.assertEqual(now["documentVerificationConfig"][key], value)
            self.assertEqual(now["onboardingConfig"][key], float(value))
        low = self.configuration()
        low["documentVerificationConfig"][key] = "2.0"
        self.assert_refused(self.configure(low), "CONFIG_CONFLICT")
        low["onboardingConfig"]["allowLowMatchThresholds"] = True
        self.assertEqual(self.configure(low).status, 200)
        self.assertEqual(self.configuration()["onboardingConfig"][key], 2.0)
        contradiction = copy.deepcopy(self.configuration())
        contradiction["documentVerificationConfig"][key] = "4.0"
        contradiction["onboardingConfig"][key] = 5
        self.assert_refused(self.configure(contradiction), "CONFIG_CONFLICT")

    def test_what_nobody_could_pass_cannot_be_switched_on(self) -> None:
        before = self.configuration()
        for change in [{"addVoice": True}, {"addPIN": True}, {"checkDeviceSecurity": True}, {"addDevice": "yes"}]:
            answer = self.configure({"onboardingConfig": {"onboardingOptions": {"enrollment": change}}})
            self.assert_refused(answer, "CONFIG_VALUE")
        off = {"onboardingConfig": {"onboardingOptions": {"enrollment": {"addDevice": False}}}}
        self.assert_refused(self.configure(off), "CONFIG_CONFLICT")
        for value in [-1, 0, "three", 1.5]:
            self.assert_refused(self.configure({"onboardingConfig": {"maxDeviceIds": value}}), "CONFIG_VALUE")
        self.assertEqual(self.configuration(), before)

    def test_a_change_holds_for_the_next_enrollment_and_not_for_one_that_runs(self) -> None:
        tenant = installation.portal("changing")
        running = tenant.enroll({"username": "a@example.org", "email": "a@example.org"}).json()
        change = {"onboardingConfig": {"onboardingOptions": {"enrollment": {"addDocument": False}}}}
        self.assertEqual(tenant.post("/onboarding/admin/customerConfig", change).status, 200)
        following = tenant.enroll({"username": "b@example.org", "email": "b@example.org"}).json()
        self.assertEqual(running["requiredChecks"], ["addDevice", "addFace", "addDocument"])
        self.assertEqual(following["requiredChecks"], ["addDevice", "addFace"])

    def test_metrics_count_routes_and_name_nobody(self) -> None:
        username, code = self.registered(portal)
        text = installation.metrics().body.decode()
        self.assertIn('onboarding_requests_total{method="POST",route="/onboarding/enrollment/enroll",status="200"}', text)
        self.assertIn("onboarding_request_seconds_bucket", text)
        for value in [username, code, portal.credentials.api_key]:
            self.assertNotIn(value, text)

    def apart(self, name: str) -> tuple[Installation, Portal]:
        """A server of one test's own, whose data it may damage, with a tenant."""
        installation = Installation()
        self.addCleanup(installation.close)
        installation.start()
        options = self.configuration()["onboardingConfig"]["onboardingOptions"]
        return installation, installation.portal(name, onboardingOptions=options)

    def test_a_changed_event_is_found(self) -> None:
        apart, who = self.apart("tampered")
        _, code = self.registered(who)
        self.assertIn("registered as " + code, apart.command("audit", "show", code, "--tenant", "tampered"))
        self.assertIn("intact", apart.command("audit", "verify"))
        apart.stop()
        with closing(sqlite3.connect(apart.data / "onboarding.sqlite")) as database, database:
            changed = database.execute("UPDATE enrollment_event SET at = at + 1 WHERE sequence = 2").rowcount
        self.assertEqual(changed, 1)
        with self.assertRaisesRegex(AssertionError, "is broken at event 2: an entry is not what was written\n.* 1 finding"):
            apart.command("audit", "verify")

    def test_a_changed_row_is_found_whatever_the_server_does_then(self) -> None:
        apart, who = self.apart("exchanged")
        self.registered(who)
        with closing(sqlite3.connect(apart.data / "onboarding.sqlite")) as database, database:
            self.assertEqual(database.execute("UPDATE device SET sealed = x'00'").rowcount, 1)
        self.registered(who)
        found = "the rows of the table device are not those that were written\n.* 1 finding"
        with self.assertRaisesRegex(AssertionError, found):
            apart.command("audit", "verify")

    def test_a_changed_key_is_found(self) -> None:
        apart, who = self.apart("locked")
        apart.tenant("other")
        self.registered(who)
        apart.stop()
        keys = apart.data / "keys.sqlite"
        original = {path: path.read_bytes() for path in apart.data.glob("keys.sqlite*")}
        for change, sentences in (
            (
                "UPDATE data_key SET wrapped = zeroblob(length(wrapped))",
                ("the data key of enrollment .* was changed", None),
            ),
            (
                "DELETE FROM data_key",
                ("the data key of enrollment .* is missing", "keys +missing: those of 1 enrollments"),
            ),
            (
                "DELETE FROM kept_key WHERE purpose = 'wrapping' AND owner = (SELECT min(owner) FROM kept_key WHERE owner != '')",
                ("the key of tenant (locked|other) is missing or changed", "keys +missing or changed: that of "),
            ),
            (
                "UPDATE kept_key SET wrapped = x'00' WHERE purpose = 'lookup' AND owner = (SELECT max(owner) FROM kept_key)",
                ("the key of tenant (locked|other) is missing or changed", "keys +missing or changed: that of "),
            ),
            (
                "UPDATE kept_key SET wrapped = x'00' WHERE purpose = 'wrapping'",
                ("The master key opens no tenant's key", "or the keys were changed"),
            ),
        ):
            with self.subTest(change):
                with closing(sqlite3.connect(keys)) as database, database:
                    self.assertEqual(database.execute(change).rowcount, 2 if change.endswith("'wrapping'") else 1)
                for command, said in zip((("audit", "verify"), ("doctor",)), sentences, strict=True):
                    if said is not None:
                        with self.assertRaisesRegex(AssertionError, said):
                            apart.command(*command)
            for path, content in original.items():
                path.write_bytes(content)
        self.assertIn("intact", apart.command("audit", "verify"))

    def test_a_damaged_tenant_keeps_nothing_from_the_others(self) -> None:
        for change in (
            "UPDATE tenant_configuration SET document = '{' WHERE tenant_id = (SELECT id FROM tenant WHERE name = 'broken')",
            "DELETE FROM secret WHERE tenant_id = (SELECT id FROM tenant WHERE name = 'broken')",
        ):
            with self.subTest(change):
                apart, who = self.apart("whole")
                broken = apart.portal("broken")
                apart.stop()
                with closing(sqlite3.connect(apart.data / "onboarding.sqlite")) as database, database:
                    self.assertGreater(database.execute(change).rowcount, 0)
                apart.start()
                who = Portal(apart.endpoint, who.credentials)
                who.sign_in()
                self.registered(who)
                with self.assertRaises(Refused) as refusal:
                    Portal(apart.endpoint, broken.credentials)
                self.assert_refused(refusal.exception.answer, "STORAGE_UNAVAILABLE", 503)
                self.assertIn("tenant=broken", apart.log.read_text())
                self.assertEqual(apart.endpoint.send("GET", "/readyz").status, 200)

    def test_a_data_folder_that_was_put_back_is_found_by_a_head_that_was_kept(self) -> None:
        apart, who = self.apart("restored")

        def head() -> str:
            return apart.command("audit", "verify").splitlines()[-1].removeprefix("head ")

        self.registered(who)
        first = head()
        apart.stop()
        older = apart.folder / "older"
        shutil.copytree(apart.data, older)
        apart.start()
        who = Portal(apart.endpoint, who.credentials)
        self.registered(who)
        second = head()
        self.assertIn("intact", apart.command("audit", "verify", "--since", first))
        apart.stop()
        shutil.rmtree(apart.data)
        shutil.copytree(older, apart.data)
        self.assertEqual(head(), first)
        for lost in (second, first[:-1] + ("0" if first[-1] != "0" else "1")):
            with self.assertRaisesRegex(AssertionError, "what was there at .* is not there any more\n.* 1 finding"):
                apart.command("audit", "verify", "--since", lost)
        with self.assertRaisesRegex(AssertionError, "since"):
            apart.command("audit", "verify", "--since", "1-2-3")

    def test_withdrawn_consent_erases_before_and_after_the_end(self) -> None:
        for is_finished in [False, True]:
            with self.subTest(is_finished=is_finished):
                username = f"{uuid.uuid4()}@example.org"
                token = portal.enroll({"username": username, "email": username}).json()["enrollmentToken"]
                if is_finished:
                    portal.add_device(token)
                path = "/onboarding/enrollment/withdrawConsent"
                answer = portal.post(path, {"enrollmentToken": token})
                said = answer.json()
                self.assertEqual((said["enrollmentStatus"], said["registrationCode"]), (0, ""))
                self.assertEqual(len(said["erasureCertificates"]), 1)
                self.assert_refused(portal.post(path, {"enrollmentToken": token}), "TOKEN_UNKNOWN")
                self.assert_refused(portal.add_device(token), "TOKEN_UNKNOWN")
                self.assertNotIn(username, str(self.page(portal, 1, 500)))

    def test_a_package_key_that_was_replaced_still_opens_and_the_new_one_is_published(self) -> None:
        who = installation.portal("rotating")
        token = who.enroll({"username": "r@example.org", "email": "r@example.org"}).json()["enrollmentToken"]
        self.assertEqual(who.add_device(token).status, 200)
        path = "/onboarding/admin/getPublicKey"
        before = who.get(path, accept="application/json").json()
        installation.command("keys", "rotate", "--tenant", "rotating", "--key", "package", "--rsa-bits", "2048")
        wait_until(lambda: who.get(path, accept="application/json").json() != before, "the new keys")
        frames = video([pictures.still()])
        # Opened and judged: a single still cannot be told from a living face.
        answer = who.add_face(token, packages.seal_v2(frames, before["ec"]["pem"], token))
        self.assertEqual(answer.status, 200, answer.described())
        self.assertIs(answer.json()["livenessResult"], False)
