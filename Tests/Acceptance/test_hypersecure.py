"""Users and groups of the HyperSecure guide: every operation, every error number, and what must hold under a race."""

from __future__ import annotations

import base64
import json
import re
import unittest
import urllib.parse
import uuid
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pictures
from client.contract import Contract
from client.exchange import Answer
from client.flow import COMPLETE, Credentials, Portal
from client.packages import encode, video
from installation import Installation, wait_until
from test_paths import BelowEndpoint

ROOT = "/hypersecure/v1"
#: Of the tests' photographs: one person twice, and another one.
PERSON, SAME, OTHER = pictures.PERSON, pictures.SAME_PERSON, pictures.OTHER_PERSON

installation: Installation
ours: Client
theirs: Client
#: The endpoints that were answered with success.
done: set[str] = set()


class Client:
    """A tenant's server with its three values."""

    def __init__(self, credentials: Credentials) -> None:
        self.credentials = credentials
        made = installation.credential(credentials, "users", "users")
        self.basic = f"{made.client_id}:{made.client_secret}"
        self.admin_token = str(installation.credential(credentials, "users-admin", "users:admin").client_secret)

    def headers(self, admin: str | None = "", user: str | None = None, basic: str | None = None) -> dict[str, str]:
        """Those of a call; the administrator's token unless it is None."""
        encoded = base64.b64encode((basic or self.basic).encode()).decode()
        headers = {"Authorization": f"Basic {encoded}"}
        if admin is not None and user is None:
            headers["X-Admin-Token"] = admin or self.admin_token
        if user is not None:
            headers["X-User-Token"] = user
        return headers

    def send(self, endpoint: str, document: Any, **who: str | None) -> Answer:
        """JSON, with images in base64."""
        answer = installation.endpoint.send(
            "POST", ROOT + endpoint, self.headers(**who), json.dumps(document).encode()
        )
        if answer.status == 200:
            done.add(endpoint)
        return answer

    def form(self, endpoint: str, document: Any, images: Mapping[str, bytes], **who: str | None) -> Answer:
        """The same as a form of parts."""
        parts = {"request": json.dumps(document).encode(), **images}
        body = b"".join(
            f'--b0undary\r\nContent-Disposition: form-data; name="{name}"; filename="{name}.jpg"\r\n\r\n'.encode()
            + content
            + b"\r\n"
            for name, content in parts.items()
        )
        headers = self.headers(**who) | {"Content-Type": "multipart/form-data; boundary=b0undary"}
        return installation.endpoint.send("POST", ROOT + endpoint, headers, body + b"--b0undary--\r\n")

    def right(self, endpoint: str, document: Any, **who: str | None) -> Any:
        """The result of a call that is right."""
        answer = self.send(endpoint, document, **who)
        assert answer.status == 200, f"{endpoint}: {answer.described()}"
        return answer.json()

    def enroll(self, person: str = PERSON, **more: Any) -> str:
        """A new user."""
        user = f"{uuid.uuid4()}@example.org"
        self.right("/user/enroll", {"userId": user, "image": image(person), **more})
        return user

    def group(self, size_limit: int = 10) -> str:
        """A new group."""
        made = self.right("/group/create", {"groupname": str(uuid.uuid4()), "sizeLimit": size_limit})
        return str(made["groupId"])


def image(person: str) -> str:
    """A photograph in base64, like no other."""
    return encode(pictures.varied(pictures.still(person)))


def setUpModule() -> None:
    global installation, ours, theirs
    installation = Installation.for_module()
    checks = {"enrollment": {"addDevice": False, "addFace": True, "addDocument": False}}
    ours, theirs = (
        Client(installation.tenant(name, onboardingOptions=checks, allowStillPackages=True))
        for name in ("ours", "theirs")
    )
    wait_for_faces()


def wait_for_faces() -> None:
    wait_until(
        lambda: ours.send("/image/recognize", {"image": image(PERSON)}).status == 200, "faces are read", pause=0.5
    )


def tearDownModule() -> None:
    documented = {
        operation.template.removeprefix(ROOT)
        for operation in Contract.published().all_operations
        if operation.tag == "HyperSecure" and operation.method == "POST" and "{" not in operation.template
    }
    assert documented <= done, f"not tried: {documented - done}"


class HyperSecureTests(unittest.TestCase):
    def assert_error(self, answer: Answer, number: int, reason: str | None = None, status: int | None = None) -> None:
        body = answer.json()
        self.assertEqual(body["errorCode"], number, answer.described())
        self.assertEqual(set(body), {"errorCode", "errorMsg", "reason", "status", "timestamp"})
        self.assertEqual(body["status"], answer.status)
        expected = {615: 404, 617: 404, 622: 404, 616: 409, 618: 409}.get(number, status or 400)
        self.assertEqual(answer.status, expected, answer.described())
        if reason:
            self.assertEqual(body["reason"], reason)


class UserTests(HyperSecureTests):
    def test_a_user_is_enrolled_shown_changed_and_removed(self) -> None:
        user = f"{uuid.uuid4()}@example.org"
        answer = ours.form(
            "/user/enroll",
            {"userId": user, "details": "desk 7"},
            {"image1": pictures.still(PERSON), "image2": pictures.still(SAME)},
        )
        self.assertEqual(answer.status, 200, answer.described())
        faces = answer.json()["faceIds"]
        self.assertEqual([face["label"] for face in faces], ["image1", "image2"])
        self.assertEqual(answer.json()["faceId"], faces[0]["faceId"])
        shown = ours.right("/user/get", {"userId": user})
        self.assertEqual(shown["faces"], [face["faceId"] for face in faces])
        self.assertEqual((shown["details"], shown["roles"]), ("desk 7", ["user"]))
        self.assertEqual(shown["groups"], [{"groupId": "default", "role": "user"}])
        self.assertGreater(shown["createdDate"], 1_600_000_000_000)
        self.assertEqual(ours.right("/user/edit", {"userId": user, "details": "desk 8"}), {})
        self.assertEqual(ours.right("/user/get", {"userId": user})["details"], "desk 8")
        self.assertEqual(ours.right("/user/edit", {"userId": user, "details": ""}), {})
        self.assertEqual(ours.right("/user/get", {"userId": user})["details"], "")
        added = ours.right("/user/addFace", {"userId": user, "image": image(SAME)})["faceId"]
        self.assertIn(added, ours.right("/user/fetchFaces", {"userId": user})["faces"])
        self.assertEqual(ours.right("/user/removeFace", {"userId": user, "faceId": added}), {})
        self.assertNotIn(added, ours.right("/user/fetchFaces", {"userId": user})["faces"])
        removed = ours.right("/user/remove", {"userId": user})
        self.assertEqual(len(removed["erasedEnrollments"]), len(removed["certificates"]))
        self.assert_error(ours.send("/user/get", {"userId": user}), 615)

    def test_every_error_has_its_number(self) -> None:
        user = ours.enroll()
        group = ours.group()
        name = ours.right("/group/get", {"groupId": group})["groupname"]
        huge = "a" * 1_000_000
        faceless = encode(pictures.png())
        for endpoint, document, number in (
            ("/user/get", {}, 603),
            ("/user/get", {"userId": ""}, 603),
            ("/user/edit", {"userId": user}, 604),
            ("/group/get", {}, 606),
            ("/group/create", {"sizeLimit": 1}, 607),
            ("/group/userRole", {"groupId": group, "userId": user}, 608),
            ("/group/create", {"groupname": "x"}, 609),
            ("/user/enroll", {"userId": str(uuid.uuid4())}, 610),
            ("/image/verify", {"userId": user}, 610),
            ("/group/userRole", {"groupId": group, "userId": user, "groupRole": "king"}, 611),
            ("/image/verify", {"userId": user, "image": faceless}, 612),
            ("/user/removeFace", {"userId": user}, 613),
            ("/user/get", {"userId": "nobody"}, 615),
            ("/user/enroll", {"userId": user, "image": image(PERSON)}, 616),
            ("/group/get", {"groupId": "nowhere"}, 617),
            ("/image/recognize", {"groupId": "nowhere", "image": image(PERSON)}, 617),
            ("/group/create", {"groupname": name, "sizeLimit": 1}, 618),
            ("/user/auth", {"userId": user, "otp": "000000"}, 621),
            ("/user/dance", {"userId": user}, 622),
            ("/image/verify", {"userId": user, "image": encode(b"junk")}, 623),
            ("/image/verify", {"userId": user, "image": "%%"}, 623),
            ("/user/get", {"userId": user, "colour": "red"}, 624),
        ):
            with self.subTest(endpoint, number=number):
                self.assert_error(ours.send(endpoint, document), number)
        six = {f"image{number}": image(PERSON) for number in range(1, 7)}
        for endpoint, document, reason in (
            ("/user/enroll", {"userId": str(uuid.uuid4()), **six}, "TOO_MANY_IMAGES"),
            ("/image/verify", {"userId": user, "image": encode(pictures.two_people())}, "SEVERAL_FACES"),
            ("/user/addFace", {"userId": user, "image": image(OTHER)}, "FACES_DIFFER"),
            ("/user/faceauth", {"userId": user, "image": image(OTHER)}, "FACE_NOT_MATCHING"),
            ("/user/enroll", {"userId": huge, "image": image(PERSON)}, "VALUE_TOO_LONG"),
            ("/user/get", {"userId": ["x"]}, "WRONG_TYPE"),
            ("/group/create", {"groupname": "x", "sizeLimit": 0}, "SIZE_LIMIT_OUT_OF_RANGE"),
            ("/group/create", {"groupname": "x", "sizeLimit": "5"}, "WRONG_TYPE"),
            ("/group/remove", {"groupId": "default"}, "DEFAULT_GROUP"),
            ("/group/edit", {"groupId": "default", "params": {"groupname": "staff"}}, "DEFAULT_GROUP"),
            ("/user/get", [], "BODY_MALFORMED"),
        ):
            with self.subTest(endpoint, reason=reason):
                self.assert_error(ours.send(endpoint, document), 699, reason)
        self.assert_error(ours.send("/user/get", {"userId": huge}), 699, "BODY_TOO_LARGE", 413)

    def test_an_image_that_cannot_be_judged_is_never_compared(self) -> None:
        user = ours.enroll()
        made = installation.credential(ours.credentials, "gate", "users", "users:admin")
        portal = Portal(installation.endpoint, made)
        for chain, number, reason in (
            ("gblur=sigma=12", 612, "TOO_BLURRY"),
            ("gblur=sigma=12,noise=alls=20", 612, "TOO_BLURRY"),
            ("scale=96:120", 612, "FACE_TOO_SMALL"),
            ("scale=40:50,scale=480:600", 612, "TOO_BLURRY"),
            ("lutyuv=y=val/24", 612, "BAD_EXPOSURE"),
        ):
            picture = {"image": encode(pictures.filtered(chain))}
            with self.subTest(chain):
                for endpoint, document in (
                    ("/user/enroll", {"userId": f"{uuid.uuid4()}@example.org"}),
                    ("/user/addFace", {"userId": user}),
                    ("/user/faceauth", {"userId": user}),
                    ("/image/verify", {"userId": user}),
                    ("/image/recognize", {}),
                ):
                    self.assert_error(ours.send(endpoint, document | picture), number, reason)
                for path, document in (
                    ("registerUser", {"username": str(uuid.uuid4()), "email": "a@example.org"}),
                    ("matchFace", {}),
                ):
                    answer = portal.post(f"/onboarding/gallery/{path}", document | picture)
                    self.assertEqual((answer.status, answer.reason), (400, reason), answer.described())
        self.assertTrue(ours.right("/image/verify", {"userId": user, "image": image(SAME)})["exists"])

    def test_a_form_that_is_none_is_refused(self) -> None:
        headers = ours.headers() | {"Content-Type": "multipart/form-data; boundary=b"}
        for body in (b"", b"--b--", b'--b\r\nContent-Disposition: form-data; name="image"\r\n\r\nx', b"\r\n" * 9000):
            answer = installation.endpoint.send("POST", ROOT + "/image/verify", headers, body)
            self.assert_error(answer, 699, "BODY_MALFORMED")
        self.assert_error(ours.form("/image/verify", {"userId": "x"}, {"film": b"x"}), 624)

    def test_addresses_of_images_open_them_for_whoever_has_one(self) -> None:
        user = ours.enroll()
        (url,) = ours.right("/user/fetchFaceUrls", {"userId": user})["faceUrls"]
        self.assertNotIn(user, url)
        parts = urllib.parse.urlsplit(url)
        path = f"{parts.path}?{parts.query}"
        answer = installation.endpoint.send("GET", path, {}, None)
        self.assertEqual((answer.status, answer.headers["content-type"]), (200, "image/jpeg"))
        self.assertEqual(answer.headers["cache-control"], "no-store")
        self.assertTrue(answer.body.startswith(b"\xff\xd8"))
        for tenant, status in (("ours", 200), ("theirs", 404)):
            below = BelowEndpoint(installation.endpoint.url, f"/{tenant}").send("GET", path)
            self.assertEqual(below.status, status, below.described())
        later = re.sub(r"expires=(\d)", r"expires=9\1", path)
        for wrong in (later, path[:-1] + ("0" if path[-1] != "0" else "1"), parts.path, path + "&signature=00"):
            self.assertIn(installation.endpoint.send("GET", wrong, {}, None).status, (400, 404))
        ours.right("/user/remove", {"userId": user})
        self.assertEqual(installation.endpoint.send("GET", path, {}, None).status, 404)


class MatchTests(HyperSecureTests):
    def test_faces_are_verified_and_found(self) -> None:
        group = ours.group()
        user = ours.enroll(groupId=group, details="desk 9")
        same = ours.right("/image/verify", {"userId": user, "image": image(SAME)})
        self.assertTrue(same["exists"])
        self.assertEqual((same["personId"], same["userDetails"]), (user, {"userId": user, "details": "desk 9"}))
        self.assertIsInstance(same["conf"], int)
        other = ours.right("/image/verify", {"userId": user, "image": image(OTHER)})
        self.assertEqual((other["exists"], set(other)), (False, {"exists", "conf"}))
        self.assertGreater(same["conf"], other["conf"])
        found = ours.right("/image/recognize", {"groupId": group, "image": image(SAME)})
        self.assertEqual((found["exists"], found["personId"]), (True, user))
        self.assertFalse(ours.right("/image/recognize", {"groupId": group, "image": image(OTHER)})["exists"])
        ours.right("/user/remove", {"userId": user})
        self.assertFalse(ours.right("/image/recognize", {"groupId": group, "image": image(PERSON)})["exists"])

    def test_who_enrolled_by_either_way_is_verified_by_the_other(self) -> None:
        portal = Portal(installation.endpoint, ours.credentials)
        name = f"{uuid.uuid4()}@example.org"
        token = portal.begin(name)
        answer = portal.add_face(token, video([pictures.still(PERSON)]))
        self.assertEqual(answer.json()["enrollmentStatus"], COMPLETE, answer.described())
        self.assertTrue(ours.right("/image/verify", {"userId": name, "image": image(SAME)})["exists"])

    def test_an_image_that_was_handed_in_is_no_living_person(self) -> None:
        portal = Portal(installation.endpoint, ours.credentials)
        enrolled, added, registered = (pictures.still(PERSON) for _ in range(3))
        user, other = f"{uuid.uuid4()}@example.org", f"{uuid.uuid4()}@example.org"
        ours.right("/user/enroll", {"userId": user, "image": encode(enrolled)})
        ours.right("/user/addFace", {"userId": user, "image": encode(added)})
        made = installation.credential(ours.credentials, "handed-in", "users", "users:admin")
        answer = Portal(installation.endpoint, made).post(
            "/onboarding/gallery/registerUser", {"username": other, "email": other, "image": encode(registered)}
        )
        self.assertEqual(answer.status, 200, answer.described())
        root = "/onboarding/authentication"

        def verified(name: str, picture: bytes) -> Answer:
            token = portal.post(f"{root}/authenticate", {"username": name}).json()["authToken"]
            return portal.post(f"{root}/verifyFace", {"authToken": token, "faceLivenessData": video([picture])})

        for name, picture in ((user, enrolled), (user, added), (other, registered)):
            answer = verified(name, picture)
            self.assertEqual((answer.status, answer.reason), (400, "PACKAGE_REPLAYED"), answer.described())
            answer = portal.add_face(portal.begin(f"{uuid.uuid4()}@example.org"), video([picture]))
            self.assertEqual((answer.status, answer.reason), (400, "PACKAGE_REPLAYED"), answer.described())
        # A single picture is known by its bytes alone, and where the client vouches for it the same is taken again.
        answer = verified(user, pictures.still(PERSON))
        self.assertEqual(answer.json()["authStatus"], COMPLETE, answer.described())
        for _ in range(2):
            ours.right("/user/faceauth", {"userId": user, "image": encode(enrolled)}, admin=None)

    def test_removed_while_in_use_nothing_is_left(self) -> None:
        user = ours.enroll()
        with ThreadPoolExecutor(8) as pool:
            adding = [
                pool.submit(ours.send, "/user/addFace", {"userId": user, "image": image(SAME)}) for _ in range(6)
            ]
            removing = pool.submit(ours.send, "/user/remove", {"userId": user})
            self.assertEqual(removing.result().status, 200)
            for one in adding:
                self.assertIn(one.result().status, (200, 404), one.result().described())
        self.assert_error(ours.send("/user/get", {"userId": user}), 615)
        found = ours.right("/image/recognize", {"image": image(PERSON)})
        self.assertNotEqual(found.get("personId"), user)


class GroupTests(HyperSecureTests):
    def test_a_group_is_made_changed_listed_and_removed(self) -> None:
        group, user = ours.group(5), ours.enroll()
        self.assertEqual(ours.right("/group/get", {"groupId": group})["sizeLimit"], "5")
        ours.right("/group/edit", {"groupId": group, "params": {"sizeLimit": 6}})
        self.assertEqual(ours.right("/group/get", {"groupId": group})["sizeLimit"], "6")
        ours.right("/group/addUser", {"groupId": group, "userId": user})
        ours.right("/group/userRole", {"groupId": group, "userId": user, "groupRole": "groupAdmin"})
        (member,) = ours.right("/group/listUsers", {"groupId": group})["users"]
        self.assertEqual((member["userId"], len(member["faces"])), (user, 1))
        self.assertIn({"groupId": group, "role": "groupAdmin"}, ours.right("/user/get", {"userId": user})["groups"])
        ours.right("/group/removeUser", {"groupId": group, "userId": user})
        self.assertEqual(ours.right("/group/listUsers", {"groupId": group})["users"], [])
        ours.right("/group/remove", {"groupId": group})
        self.assert_error(ours.send("/group/get", {"groupId": group}), 617)

    def test_of_many_who_want_the_last_places_as_many_get_one_as_there_are(self) -> None:
        group, users = ours.group(2), [ours.enroll() for _ in range(6)]
        with ThreadPoolExecutor(6) as pool:
            asked = [{"groupId": group, "userId": user} for user in users]
            answers = list(pool.map(lambda document: ours.send("/group/addUser", document), asked))
        self.assertEqual(sum(answer.status == 200 for answer in answers), 2)
        for answer in answers:
            if answer.status != 200:
                self.assert_error(answer, 699, "GROUP_FULL")
        self.assertEqual(len(ours.right("/group/listUsers", {"groupId": group})["users"]), 2)


class TokenTests(HyperSecureTests):
    def test_a_token_opens_what_is_the_users_own(self) -> None:
        user, other = ours.enroll(), ours.enroll()
        otp = ours.right("/user/getOTP", {"userId": user})["otp"]
        self.assertRegex(otp, r"\A[0-9]{6}\Z")
        token = ours.right("/user/auth", {"userId": user, "otp": otp, "permanent": True}, admin=None)["token"]
        self.assertEqual(ours.right("/user/get", {"userId": user}, user=token)["userId"], user)
        self.assertTrue(ours.right("/image/verify", {"userId": user, "image": image(SAME)}, user=token)["exists"])
        for endpoint, document in (
            ("/user/get", {"userId": other}),
            ("/user/get", {"userId": "nobody"}),
            ("/user/remove", {"userId": user}),
            ("/user/getOTP", {"userId": user}),
            ("/group/listUsers", {"groupId": "default"}),
        ):
            self.assert_error(ours.send(endpoint, document, user=token), 3, "ROLE_MISSING", 403)
        self.assert_error(theirs.send("/user/get", {"userId": user}, user=token), 3, "TOKEN_INVALID", 401)
        self.assert_error(ours.send("/user/auth", {"userId": user, "otp": otp}, admin=None), 621)
        ours.right("/user/revokeTokens", {"userId": user})
        self.assert_error(ours.send("/user/get", {"userId": user}, user=token), 3, "TOKEN_INVALID", 401)
        by_face = ours.right("/user/faceauth", {"userId": user, "image": image(SAME)}, admin=None)["token"]
        ours.right("/user/remove", {"userId": user})
        self.assert_error(ours.send("/user/get", {"userId": user}, user=by_face), 3, "TOKEN_INVALID", 401)

    def test_a_password_guessed_from_fifty_connections_is_looked_at_five_times(self) -> None:
        user = ours.enroll()
        otp = ours.right("/user/getOTP", {"userId": user})["otp"]
        wrong = [f"{(int(otp) + 1 + number) % 1_000_000:06}" for number in range(50)]
        with ThreadPoolExecutor(50) as pool:
            answers = list(pool.map(lambda guess: ours.send("/user/auth", {"userId": user, "otp": guess}), wrong))
        for answer in answers:
            self.assert_error(answer, 621)
        self.assert_error(ours.send("/user/auth", {"userId": user, "otp": otp}), 621)
        otp = ours.right("/user/getOTP", {"userId": user})["otp"]
        with ThreadPoolExecutor(50) as pool:
            answers = list(pool.map(lambda _: ours.send("/user/auth", {"userId": user, "otp": otp}), range(50)))
        self.assertEqual(sum(answer.status == 200 for answer in answers), 1)

    def test_ten_faces_that_are_not_the_users_are_looked_at_whoever_tries_at_once_and_across_a_restart(self) -> None:
        user = ours.enroll()
        wrong = {"userId": user, "image": image(OTHER)}

        def reason() -> str:
            return str(ours.send("/user/faceauth", wrong, admin=None).json()["reason"])

        with ThreadPoolExecutor(50) as pool:
            reasons = list(pool.map(lambda _: reason(), range(50)))
        self.assertLessEqual(set(reasons), {"FACE_NOT_MATCHING", "RATE_LIMITED", "OVERLOADED"})
        # A busy server has not looked at as many.
        while reasons[-1] != "RATE_LIMITED" and len(reasons) < 80:
            reasons.append(reason())
        self.assertEqual(reasons.count("FACE_NOT_MATCHING"), 10, reasons)
        right = {"userId": user, "image": image(SAME)}
        self.assert_limited(ours.send("/user/faceauth", right, admin=None))
        installation.kill()
        installation.start()
        self.assert_limited(ours.send("/user/faceauth", right, admin=None))
        lift = ("limits", "lift", "--tenant", "ours", "--username", user)
        self.assertEqual(installation.command(*lift), "forgotten: 10 failures\n")
        ours.right("/user/faceauth", right, admin=None)
        wait_for_faces()

    def assert_limited(self, answer: Answer) -> None:
        self.assert_error(answer, 699, "RATE_LIMITED", 429)
        self.assertIn(int(answer.headers["retry-after"]), range(86_400 - 300, 86_402))

    def test_who_is_no_client_or_another_tenants_gets_nothing(self) -> None:
        user = ours.enroll()
        named = {"userId": user}
        self.assert_error(theirs.send("/user/get", named), 615)
        self.assert_error(ours.send("/user/get", named, admin=None), 3, "TOKEN_MISSING", 401)
        self.assert_error(ours.send("/user/get", named, admin=theirs.admin_token), 3, "TOKEN_INVALID", 401)
        self.assert_error(ours.send("/user/get", named, basic="nobody:nothing"), 3, "TOKEN_INVALID", 401)
        nobody = installation.endpoint.send("POST", ROOT + "/user/get", {}, json.dumps(named).encode())
        self.assert_error(nobody, 3, "TOKEN_MISSING", 401)
        self.assertTrue(nobody.headers["www-authenticate"].startswith("Basic "))


class GalleryTests(HyperSecureTests):
    def test_a_gallery_is_the_group_of_its_name(self) -> None:
        made = installation.credential(ours.credentials, "galleries", "users", "users:admin")
        portal = Portal(installation.endpoint, made)

        def asked(call: str, **document: Any) -> Answer:
            return portal.post(f"/onboarding/gallery/{call}", document)

        def registered(person: str) -> str:
            user = f"{uuid.uuid4()}@example.org"
            return str(asked("registerUser", username=user, email=user, image=image(person)).json()["registrationCode"])

        name = str(uuid.uuid4())
        group = ours.right("/group/create", {"groupname": name, "sizeLimit": 1})["groupId"]
        first, second = registered(PERSON), registered(OTHER)
        self.assertEqual(asked("addRegistrationToGallery", galleryName=name, registrationCode=first).status, 200)
        for full in (
            asked("addRegistrationToGallery", galleryName=name, registrationCode=second),
            asked("addRegistrationsToGalleries", galleryNames=[name], registrationCodes=[second]),
        ):
            self.assertEqual((full.status, full.reason), (409, "GALLERY_FULL"), full.described())
        self.assertEqual(len(ours.right("/group/listUsers", {"groupId": group})["users"]), 1)
        page = asked("listRegistrationInGallery", galleryName=name).json()
        self.assertEqual((page["list"], page["totalRecords"], page["totalPages"]), ([first], 1, 1))
        galleries = asked("listGalleryOfRegistration", registrationCode=first).json()["list"]
        self.assertCountEqual(galleries, ["(default)", name])
        found = asked("matchFace", galleryName=name, image=image(SAME)).json()
        self.assertEqual([one["registrationCode"] for one in found["list"]], [first])
        self.assertEqual(asked("matchFace", galleryName=name, image=image(OTHER)).json()["matchCount"], 0)
        self.assertEqual(asked("deleteRegistrationFromGallery", galleryName=name, registrationCode=first).status, 200)
        self.assertEqual(
            asked("isRegistrationInGallery", galleryName=name, registrationCode=first).json(), {"exist": False}
        )
        for call in ("addRegistrationToGallery", "deleteRegistrationFromGallery"):
            for unknown in ({"galleryName": "none"}, {"registrationCode": "0000000000"}):
                refused = asked(call, **{"galleryName": name, "registrationCode": first, **unknown})
                self.assertEqual(refused.status, 404, refused.described())
                self.assertEqual([refused.json()["details"]["member"]], list(unknown))
        kept = asked("deleteGallery", galleryName="(default)")
        self.assertEqual((kept.status, kept.reason), (400, "DEFAULT_GALLERY"), kept.described())
        self.assertEqual(asked("deleteGallery", galleryName=name).status, 200)
        self.assert_error(ours.send("/group/get", {"groupId": group}), 617)

    def test_where_consent_is_asked_for_nobody_is_registered_without_it(self) -> None:
        tenant = installation.tenant("consenting", requireConsent=True)
        portal = Portal(installation.endpoint, installation.credential(tenant, "galleries", "users", "users:admin"))
        user = f"{uuid.uuid4()}@example.org"
        person = {"username": user, "email": user, "image": image(PERSON)}
        refused = portal.post("/onboarding/gallery/registerUser", person)
        self.assertEqual((refused.status, refused.reason), (400, "CONSENT_REQUIRED"), refused.described())
        consent = {
            "textHash": "0" * 64,
            "textVersion": "3",
            "language": "de",
            "acceptedAt": "2026-03-02T07:36:25Z",
        }
        registered = portal.post("/onboarding/gallery/registerUser", person | {"consent": consent})
        self.assertEqual(registered.status, 200, registered.described())


if __name__ == "__main__":
    unittest.main()
