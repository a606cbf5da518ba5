"""What no server may choke on: every enrollment route under bad input, and the enrollment usable afterwards."""

import json
import unittest
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pictures
from client.contract import Contract
from client.exchange import Answer, envelope_objection
from client.flow import COMPLETE, PENDING, Caller, Phone, Portal, document_request
from client.packages import encode, video
from installation import Installation
from right_requests import FACE_ATTRIBUTES, SCOPES

installation: Installation
portal: Portal

ENROLL = "/onboarding/enrollment/enroll"
DEVICE = "/onboarding/enrollment/addDevice"
CHALLENGE = "/onboarding/enrollment/challengeFace"
FACE = "/onboarding/enrollment/addFace"
DOCUMENT = "/onboarding/enrollment/addDocumentOCR"
CONSENT = "/onboarding/enrollment/consent"
CANCEL = "/onboarding/enrollment/cancel"
TRIGGER = "/onboarding/b2c/triggerEnroll"
VALIDATE = "/tokenVerify/validateSession"

LONG = "x" * 1025


def setUpModule() -> None:
    global installation, portal
    installation = Installation.for_module()
    portal = installation.portal("acme", allowStillPackages=True)


def tearDownModule() -> None:
    assert installation.is_running, "the server ended under bad input"
    for path in ("/healthz", "/readyz"):
        assert installation.endpoint.send("GET", path).status == 200, path


@dataclass(frozen=True)
class Bad:
    """A body that is refused, and the reasons that are right."""

    name: str
    body: Any
    reasons: tuple[str, ...]
    status: int = 400

    @property
    def raw(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


def nested(depth: int) -> bytes:
    return b'{"a":' * depth + b"1" + b"}" * depth


#: The bytes FF and FE in the first text that each route reads.
NO_UTF_8 = b'{"username":"\xff\xfe","sessionToken":"\xff\xfe","enrollmentToken":"\xff\xfe"}'

#: What is wrong with a body whatever the route.
SHAPES = (
    Bad("nothing", b"", ("BAD_JSON",)),
    Bad("blanks", b" \r\n\t ", ("BAD_JSON",)),
    Bad("null", b"null", ("NOT_AN_OBJECT",)),
    Bad("a list", b"[]", ("NOT_AN_OBJECT",)),
    Bad("a list of objects", b"[{}]", ("NOT_AN_OBJECT",)),
    Bad("a text", b'"text"', ("NOT_AN_OBJECT",)),
    Bad("a number", b"1", ("NOT_AN_OBJECT",)),
    Bad("no JSON", b"enrollmentToken=1", ("BAD_JSON",)),
    Bad("half an object", b'{"enrollmentToken":"', ("BAD_JSON",)),
    Bad("a bare bracket", b"{", ("BAD_JSON",)),
    Bad("a second object", b"{}{}", ("BAD_JSON",)),
    Bad("single quotes", b"{'enrollmentToken':'x'}", ("BAD_JSON",)),
    Bad("no UTF-8", NO_UTF_8, ("BAD_JSON", "WRONG_TYPE")),
    Bad("binary", bytes(range(256)), ("BAD_JSON",)),
    *(Bad(encoding, b"{}".decode().encode(encoding), ("BAD_JSON",)) for encoding in ("UTF-16", "UTF-16LE", "UTF-32LE")),
    Bad("two marks before UTF-8", b"\xef\xbb\xbf\xef\xbb\xbf{}", ("BAD_JSON",)),
    Bad("a comma too many", b'{"a":1,}', ("BAD_JSON",)),
    Bad("a number that begins with 0", b'{"a":01}', ("BAD_JSON",)),
    Bad("no number", b'{"a":NaN}', ("BAD_JSON",)),
    Bad("a line break in a text", b'{"a":"\n"}', ("BAD_JSON",)),
    Bad("half a surrogate pair", b'{"a":"\\ud800"}', ("BAD_JSON",)),
    Bad("a zero byte behind", b"{}\x00", ("BAD_JSON",)),
    Bad("40 objects deep", nested(40), ("TOO_DEEP",)),
    Bad("60,000 lists deep", b'{"a":' + b"[" * 60_000, ("TOO_DEEP",)),
    # Each of these two letters has the byte of a quotation mark in UTF-16, which must hide nothing.
    Bad("deep in UTF-16", "{\u2222:".encode("utf-16-le") + "[".encode("utf-16-le") * 20_000, ("BAD_JSON", "TOO_DEEP")),
)


def without(document: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name not in names}


class BadInputTests(unittest.TestCase):
    def assert_refused(self, answer: Answer, status: int, *reasons: str) -> None:
        self.assertEqual(answer.status, status, answer.described())
        self.assertIsNone(envelope_objection(answer), answer.described())
        self.assertIn(answer.reason, reasons)

    def assert_all_refused(self, route: str, table: tuple[Bad, ...], caller: Caller | None = None) -> None:
        for bad in table:
            with self.subTest(bad.name, route=route):
                self.assert_refused((caller or portal).post(route, raw=bad.raw), bad.status, *bad.reasons)

    def assert_all_of_captures_refused(self, route: str, table: tuple[Bad, ...], token: str) -> None:
        """The same for bodies with the token of an enrollment, of which a few alone are sent for each: what a decoder tried
        counts as a capture."""
        for start in range(0, len(table), 5):
            phone, other = self.begun()
            self.assert_step(phone.add_device(other))
            some = [
                Bad(bad.name, bad.raw.replace(token.encode(), other.encode()), bad.reasons, bad.status)
                for bad in table[start : start + 5]
            ]
            self.assert_all_refused(route, tuple(some), phone)
            self.assert_pending(phone)

    def assert_step(self, answer: Answer, status: int = PENDING) -> None:
        self.assertEqual(answer.status, 200, answer.described())
        self.assertEqual(answer.json()["enrollmentStatus"], status, answer.described())

    def begun(self) -> tuple[Phone, str]:
        phone = Phone.told(installation.endpoint, portal.trigger(f"{uuid.uuid4()}@example.org"), portal.credentials)
        return phone, phone.begin()

    def assert_pending(self, phone: Phone) -> None:
        self.assertEqual(phone.operation_status(phone.session_token).json(), {"completionStatus": "Pending"})


class ShapeTests(BadInputTests):
    def test_every_route_refuses_what_is_no_json_object(self) -> None:
        origin = "https://shop.example.org"
        shop = installation.portal("shop", sampleWebRoutes={"enabled": True, "origins": [origin]})
        installation.command("tenant", "configure", "shop", json.dumps({"faceAttributes": FACE_ATTRIBUTES}))
        everything = installation.credential(shop.credentials, "everything", *SCOPES)
        shop = Portal(installation.endpoint, everything)
        shop.begin("somebody@example.org")
        begun = shop.find(username="somebody@example.org")[0]["enrollmentId"]
        for operation in Contract.published().operations:
            if not operation.has_body or operation.name == "token":
                continue
            values = dict.fromkeys(operation.parameters, "x") | {"realm": "shop", "enrollmentId": begun}
            path, headers = operation.path(**values), shop.headers | {"Origin": origin}
            for bad in SHAPES:
                with self.subTest(bad.name, route=str(operation)):
                    answer = installation.endpoint.send(operation.method, path, headers, bad.raw)
                    self.assert_refused(answer, bad.status, *bad.reasons)



class StepTests(BadInputTests):
    """Each step under bad input, then done right."""

    def test_enroll(self) -> None:
        name = f"{uuid.uuid4()}@example.org"
        good = {"username": name, "email": name}
        consent = {"textHash": "00" * 32, "textVersion": "1", "language": "en", "acceptedAt": "2026-11-21T10:00:00Z"}
        table = (
            Bad("nobody", {}, ("FIELD_MISSING",)),
            Bad("no username", {"email": name}, ("FIELD_MISSING",)),
            Bad("no email", {"username": name}, ("FIELD_MISSING",)),
            Bad("username null", good | {"username": None}, ("FIELD_MISSING",)),
            Bad("username empty", good | {"username": ""}, ("FIELD_EMPTY",)),
            Bad("email empty", good | {"email": ""}, ("FIELD_EMPTY",)),
            Bad("username a number", good | {"username": 1}, ("WRONG_TYPE",)),
            Bad("username a list", good | {"username": [name]}, ("WRONG_TYPE",)),
            Bad("email an object", good | {"email": {}}, ("WRONG_TYPE",)),
            Bad("username too long", good | {"username": "u" * 257}, ("FIELD_TOO_LONG",)),
            Bad("username with a blank at its end", good | {"username": f"{name} "}, ("WRONG_TYPE",)),
            Bad("username that turns round", good | {"username": f"a\u202e{name}"}, ("WRONG_TYPE",)),
            Bad("username with a line's end", good | {"username": f"{name}\n"}, ("WRONG_TYPE",)),
            Bad("email too long", good | {"email": "e" * 257}, ("FIELD_TOO_LONG",)),
            Bad("first name too long", good | {"firstName": LONG}, ("FIELD_TOO_LONG",)),
            Bad("phone number a number", good | {"phoneNumber": 32}, ("WRONG_TYPE",)),
            Bad("session empty", {"sessionToken": ""}, ("FIELD_EMPTY",)),
            Bad("session a number", {"sessionToken": 7}, ("WRONG_TYPE",)),
            Bad("session too long", {"sessionToken": LONG}, ("FIELD_TOO_LONG",)),
            Bad("session unknown", {"sessionToken": str(uuid.uuid4())}, ("TOKEN_UNKNOWN",)),
            Bad("consent a text", good | {"consent": "yes"}, ("WRONG_TYPE",)),
            Bad("consent empty", good | {"consent": {}}, ("FIELD_MISSING",)),
            Bad("consent without hash", good | {"consent": without(consent, "textHash")}, ("FIELD_MISSING",)),
            Bad("consent with half a hash", good | {"consent": consent | {"textHash": "00"}}, ("WRONG_TYPE",)),
            Bad("consent with no hash at all", good | {"consent": consent | {"textHash": "z" * 64}}, ("WRONG_TYPE",)),
            Bad("consent to a text", good | {"consent": consent | {"textVersion": "of Jane Roe"}}, ("WRONG_TYPE",)),
            Bad("consent in words", good | {"consent": consent | {"language": "in English"}}, ("WRONG_TYPE",)),
            Bad("consent in private", good | {"consent": consent | {"language": "x-jane"}}, ("WRONG_TYPE",)),
            Bad("consent yesterday", good | {"consent": consent | {"acceptedAt": "yesterday"}}, ("WRONG_TYPE",)),
            Bad("consent anywhere", good | {"consent": consent | {"acceptedAt": "2026-03-02T07:36"}}, ("WRONG_TYPE",)),
        )
        self.assert_all_refused(ENROLL, table)
        self.assertIn("enrollmentToken", portal.enroll(good | {"consent": consent}).json())

    def test_add_device(self) -> None:
        phone, token = self.begun()
        good = {"enrollmentToken": token, "deviceId": "one device"}
        table = (
            *tokens_table(good),
            Bad("no device", without(good, "deviceId"), ("FIELD_MISSING",)),
            Bad("device null", good | {"deviceId": None}, ("FIELD_MISSING",)),
            Bad("device empty", good | {"deviceId": ""}, ("FIELD_EMPTY",)),
            Bad("device a number", good | {"deviceId": 1}, ("WRONG_TYPE",)),
            Bad("device too long", good | {"deviceId": LONG}, ("FIELD_TOO_LONG",)),
            Bad("push address a bool", good | {"pushId": True}, ("WRONG_TYPE",)),
            Bad("key empty", good | {"publicKey": ""}, ("FIELD_EMPTY",)),
            Bad("key no base64", good | {"publicKey": "%%%"}, ("PUBLIC_KEY_INVALID", "BAD_BASE64")),
            Bad("key no key", good | {"publicKey": encode(b"no key")}, ("PUBLIC_KEY_INVALID",)),
            Bad("key an RSA key", good | {"publicKey": portal.credentials.qr_public_key}, ("PUBLIC_KEY_INVALID",)),
            Bad("key too long", good | {"publicKey": "A" * 5000}, ("FIELD_TOO_LONG",)),
            Bad("key a number", good | {"publicKey": 5}, ("WRONG_TYPE",)),
        )
        self.assert_all_refused(DEVICE, table, phone)
        self.assert_pending(phone)
        self.assert_step(phone.post(DEVICE, good))

    def test_challenge_face(self) -> None:
        phone, token = self.begun()
        self.assert_step(phone.add_device(token))
        self.assert_all_refused(CHALLENGE, tuple(tokens_table({"enrollmentToken": token})), phone)
        self.assert_pending(phone)
        challenge = phone.challenge_face(token)
        self.assertEqual(challenge.status, 200, challenge.described())
        package = {"enrollmentToken": token, "faceLivenessData": video([pictures.still()], "foxtrot4")}
        table = (
            Bad("challenge a number", package | {"challenge": 1}, ("WRONG_TYPE",)),
            Bad("challenge an object", package | {"challenge": challenge.json()["challenge"]}, ("WRONG_TYPE",)),
            Bad("challenge empty", package | {"challenge": ""}, ("CHALLENGE_INVALID",)),
            Bad("challenge no id", package | {"challenge": token}, ("CHALLENGE_INVALID",)),
            Bad("challenge very long", package | {"challenge": "0" * 100_000}, ("CHALLENGE_INVALID",)),
            Bad("challenge unknown", package | {"challenge": "0" * 32}, ("CHALLENGE_INVALID",)),
        )
        self.assert_all_refused(FACE, table, phone)
        self.assert_pending(phone)
        self.assert_step(phone.post(FACE, package | {"challenge": None}))

    def test_add_face(self) -> None:
        phone, token = self.begun()
        self.assert_step(phone.add_device(token))
        still = pictures.still()
        good = video([still])

        def face(package: Any) -> dict[str, Any]:
            return {"enrollmentToken": token, "faceLivenessData": package}

        def workflow(**changes: Any) -> dict[str, Any]:
            data = {k: v for k, v in (good["video"]["workflow_data"] | changes).items() if v is not ...}
            return face({"video": {"workflow_data": data}})

        def frame(**changes: Any) -> dict[str, Any]:
            one = {k: v for k, v in ({"data": encode(still), "timestamp": 1} | changes).items() if v is not ...}
            return workflow(frames=[one])

        two = [pictures.still(), pictures.still()]
        sized = [pictures.still(), pictures.png(480, 640)]
        table = (
            *tokens_table(face(good)),
            Bad("no package", {"enrollmentToken": token}, ("FIELD_MISSING",)),
            Bad("package null", face(None), ("FIELD_MISSING",)),
            Bad("package empty", face({}), ("FIELD_MISSING",)),
            Bad("package a text", face("package"), ("WRONG_TYPE",)),
            Bad("package a list", face([good]), ("WRONG_TYPE",)),
            Bad("video null", face({"video": None}), ("FIELD_MISSING",)),
            Bad("video empty", face({"video": {}}), ("FIELD_MISSING",)),
            Bad("video a list", face({"video": []}), ("WRONG_TYPE",)),
            Bad("no workflow", workflow(workflow=...), ("FIELD_MISSING",)),
            Bad("workflow empty", workflow(workflow=""), ("UNKNOWN_WORKFLOW", "FIELD_EMPTY")),
            Bad("workflow a number", workflow(workflow=4), ("WRONG_TYPE",)),
            Bad("workflow unknown", workflow(workflow="zulu4"), ("UNKNOWN_WORKFLOW",)),
            Bad("workflow with two digits", workflow(workflow="charlie44"), ("UNKNOWN_WORKFLOW",)),
            Bad("workflow of voices", workflow(workflow="alfa2"), ("UNKNOWN_WORKFLOW",)),
            Bad("workflow very long", workflow(workflow="c" * 100_000), ("UNKNOWN_WORKFLOW", "FIELD_TOO_LONG")),
            Bad("rotation 45", workflow(rotation=45), ("ROTATION_INVALID",)),
            Bad("rotation -90", workflow(rotation=-90), ("ROTATION_INVALID",)),
            Bad("rotation 360", workflow(rotation=360), ("ROTATION_INVALID",)),
            Bad("rotation a fraction", workflow(rotation=0.5), ("WRONG_TYPE", "ROTATION_INVALID", "BAD_JSON")),
            Bad("rotation a text", workflow(rotation="90"), ("WRONG_TYPE",)),
            Bad(
                "rotation beyond numbers",
                json.dumps(workflow(rotation=123456)).replace("123456", "1e999").encode(),
                ("WRONG_TYPE", "BAD_JSON", "ROTATION_INVALID"),
            ),
            Bad("no frames", workflow(frames=[]), ("NO_FRAMES",)),
            Bad("frames missing", workflow(frames=...), ("FIELD_MISSING",)),
            Bad("frames null", workflow(frames=None), ("FIELD_MISSING",)),
            Bad("frames an object", workflow(frames={"data": "x"}), ("WRONG_TYPE",)),
            Bad("frames of texts", workflow(frames=[encode(still)]), ("WRONG_TYPE",)),
            Bad("frames of nulls", workflow(frames=[None]), ("FIELD_MISSING", "WRONG_TYPE")),
            Bad("16 frames", face(video([pictures.png(64, 64)] * 16)), ("TOO_MANY_FRAMES",)),
            Bad("500 frames", face(video([pictures.png(64, 64)] * 500)), ("TOO_MANY_FRAMES",)),
            Bad("video and frames", workflow(video=encode(still)), ("VIDEO_UNREADABLE",)),
            Bad("video of a still", workflow(frames=..., video=encode(still)), ("VIDEO_UNREADABLE",)),
            Bad("video empty text", workflow(frames=..., video=""), ("VIDEO_UNREADABLE", "FIELD_EMPTY")),
            Bad("video no base64", workflow(frames=..., video="?" * 40), ("BAD_BASE64",)),
            Bad("video a number", workflow(frames=..., video=4), ("WRONG_TYPE",)),
            Bad("video a program", workflow(frames=..., video=encode(b"\x7fELF" + bytes(4000))), ("VIDEO_UNREADABLE",)),
            Bad("video a header", workflow(frames=..., video=encode(b"\0\0\0\x18ftypisom" + bytes(4000))), ("VIDEO_UNREADABLE",)),
            Bad("video beyond its limit", workflow(frames=..., video=encode(bytes(1_500_001))), ("VIDEO_TOO_LARGE",)),
            Bad("frame without data", frame(data=...), ("FIELD_MISSING",)),
            Bad("frame of null", frame(data=None), ("FIELD_MISSING",)),
            Bad("frame of a number", frame(data=1), ("WRONG_TYPE",)),
            Bad("frame empty", frame(data=""), ("NOT_AN_IMAGE", "FIELD_EMPTY")),
            Bad("frame no base64", frame(data="?" * 40), ("BAD_BASE64",)),
            Bad("frame half base64", frame(data=encode(still)[:-1]), ("BAD_BASE64",)),
            Bad("frame a page", frame(data="data:text/html;base64," + encode(still)), ("BAD_BASE64",)),
            Bad("frame in both alphabets", frame(data="_-+/" * 40), ("BAD_BASE64",)),
            Bad("no frame in the URL alphabet", frame(data="_-_-" * 40), ("NOT_AN_IMAGE",)),
            Bad("frame no image", frame(data=encode(b"no image at all")), ("NOT_AN_IMAGE",)),
            Bad("frame a program", frame(data=encode(b"\x7fELF" + bytes(4000))), ("NOT_AN_IMAGE",)),
            Bad("frame a GIF", frame(data=encode(b"GIF89a" + bytes(400))), ("NOT_AN_IMAGE",)),
            Bad("frame an SVG", frame(data=encode(b"<svg xmlns='http://www.w3.org/2000/svg'/>")), ("NOT_AN_IMAGE",)),
            Bad("JPEG's first bytes", frame(data=encode(still[:3])), ("NOT_AN_IMAGE",)),
            Bad("JPEG cut in its header", frame(data=encode(still[:300])), ("NOT_AN_IMAGE",)),
            Bad("JPEG of zeros", frame(data=encode(still[:2] + bytes(2000))), ("NOT_AN_IMAGE",)),
            Bad("PNG cut", frame(data=encode(pictures.png()[:60])), ("NOT_AN_IMAGE",)),
            Bad(
                "PNG of 60,000 squared",
                frame(data=encode(pictures.png_declaring(60_000, 60_000))),
                ("IMAGE_TOO_LARGE",),
            ),
            Bad(
                "PNG of 2³¹−1 squared",
                frame(data=encode(pictures.png_declaring(2**31 - 1, 2**31 - 1))),
                ("IMAGE_TOO_LARGE", "NOT_AN_IMAGE"),
            ),
            Bad(
                "PNG of nothing", frame(data=encode(pictures.png_declaring(0, 0))), ("IMAGE_TOO_SMALL", "NOT_AN_IMAGE")
            ),
            Bad("PNG without pixels", frame(data=encode(pictures.png_declaring(640, 480))), ("NOT_AN_IMAGE",)),
            Bad(
                "JPEG of 65,500 squared",
                frame(data=encode(pictures.jpeg_declaring(65_500, 65_500, still))),
                ("IMAGE_TOO_LARGE",),
            ),
            Bad(
                "JPEG of 121 megapixels",
                frame(data=encode(pictures.jpeg_declaring(12_100, 10_000, still))),
                ("IMAGE_TOO_LARGE",),
            ),
            Bad("63 pixels", frame(data=encode(pictures.png(63, 64))), ("IMAGE_TOO_SMALL",)),
            Bad("time a text", workflow(frames=[{"data": encode(still), "timestamp": "now"}]), ("WRONG_TYPE",)),
            Bad(
                "times of some frames", workflow(frames=[{"data": encode(two[0])}, {"data": encode(two[1]), "timestamp": 1}]),
                ("FRAME_TIMES_INVALID",),
            ),
            Bad("equal times", face(video(two, times=[5, 5])), ("FRAME_TIMES_INVALID",)),
            Bad("falling times", face(video(two, times=[6, 5])), ("FRAME_TIMES_INVALID",)),
            Bad("times below zero", face(video(two, times=[-5, 5])), ("FRAME_TIMES_INVALID",)),
            Bad(
                "times of two units",
                face(video(two, times=[1_700_000_001_000, 1_700_000_000])),
                ("FRAME_TIMES_INVALID",),
            ),
            Bad("unequal sizes", face(video(sized)), ("FRAME_SIZES_DIFFER",)),
            Bad("package of numbers", face({"v": 2, "kid": 1, "enc": 2, "ct": 3}), ("WRONG_TYPE",)),
            *(
                Bad(
                    f"session id {session_id!r}",
                    face({"video": good["video"] | {"meta_data": {"session_id": session_id}}}),
                    ("SESSION_ID_INVALID",),
                )
                for session_id in ("", "x", "0" * 32, f"{uuid.UUID(int=0)}", f"{uuid.uuid4()} ", 5, [])
            ),
            Bad("package version a text", face({"v": "2"}), ("WRONG_TYPE", "PACKAGE_FORM_NOT_ACCEPTED")),
            Bad("package version 9", face({"v": 9}), ("PACKAGE_FORM_NOT_ACCEPTED",)),
            Bad("form 2 without content", face({"v": 2, "kid": "k", "enc": "AAAA"}), ("FIELD_MISSING",)),
            Bad("form 2 no base64", face({"v": 2, "kid": "k", "enc": "?", "ct": "?"}), ("BAD_BASE64",)),
            Bad("key alone", face({"key": "AAAA"}), ("FIELD_MISSING",)),
            Bad("bytes above 255", face({"key": "AAAA", "iv": [256] * 16, "p": [1]}), ("WRONG_TYPE", "BAD_BASE64")),
            Bad("wrapped key empty", face({"key": "", "iv": "", "p": ""}), ("PACKAGE_UNREADABLE", "FIELD_EMPTY")),
        )
        self.assert_all_of_captures_refused(FACE, table, token)
        good["video"]["meta_data"]["session_id"] = str(uuid.uuid4()).upper()
        self.assert_step(phone.add_face(token, good))

    def test_a_jpeg_cut_in_its_picture_is_refused_or_judged_but_never_live(self) -> None:
        phone, token = self.begun()
        self.assert_step(phone.add_device(token))
        still = pictures.still()
        for share in (0.1, 0.3, 0.5, 0.9):
            answer = phone.add_face(token, video([still[: int(len(still) * share)]]))
            if answer.status == 200:
                self.assertIs(answer.json()["livenessResult"], False, f"{share}: {answer.described()}")
            else:
                self.assert_refused(answer, 400, "NOT_AN_IMAGE")
        self.assert_step(phone.add_face(token, video([still])))

    def test_add_document(self) -> None:
        phone, token = self.begun()
        self.assert_step(phone.add_device(token))
        self.assert_step(phone.add_face(token, video([pictures.still()])))
        page = pictures.passport_page()
        good = document_request(token, [page])

        def documents(value: Any) -> dict[str, Any]:
            return {"enrollmentToken": token, "documentsInfo": value}

        def image(value: Any) -> dict[str, Any]:
            return documents({"documentImage": [{"image": value, "format": ".jpeg", "lightingScheme": 6}]})

        def data(value: bytes) -> dict[str, Any]:
            return image(encode(value))

        def containers(*members: dict[str, Any]) -> dict[str, Any]:
            return documents({"documentPayload": {"request": {"data": {"ContainerList": {"List": list(members)}}}}})

        shell = {"documentPayload": {"request": {"vendor": "REGULA", "data": {}}}}

        def ruled(**rules: Any) -> dict[str, Any]:
            return good | {"processingInstructions": {"documentValidationRules": rules}}

        def named(*rules: Any) -> dict[str, Any]:
            return good | {"processingInstructions": {"fieldsToValidate": list(rules)}}

        table = (
            *tokens_table(good),
            Bad("no documents", {"enrollmentToken": token}, ("FIELD_MISSING",)),
            Bad("documents null", documents(None), ("FIELD_MISSING",)),
            Bad("documents a list", documents([]), ("WRONG_TYPE",)),
            Bad("documents empty", documents({}), ("FIELD_MISSING",)),
            Bad("no pictures", documents({"documentImage": []}), ("FIELD_MISSING", "FIELD_EMPTY")),
            Bad("pictures null", documents({"documentImage": None}), ("FIELD_MISSING",)),
            Bad("pictures an object", documents({"documentImage": {"image": encode(page)}}), ("WRONG_TYPE",)),
            Bad("pictures of texts", documents({"documentImage": [encode(page)]}), ("WRONG_TYPE",)),
            Bad("an empty shell alone", documents(shell), ("FIELD_MISSING",)),
            *(
                Bad(
                    f"{light} alone",
                    documents({"documentImage": [{"image": encode(page), "lightingScheme": number}]}),
                    ("LIGHT_UNREADABLE",),
                )
                for light, number in (("infrared", 24), ("ultraviolet", 128))
            ),
            Bad(
                "light a text",
                documents({"documentImage": [{"image": encode(page), "lightingScheme": "6"}]}),
                ("WRONG_TYPE",),
            ),
            Bad("no picture in it", documents({"documentImage": [{"format": ".jpeg"}]}), ("FIELD_MISSING",)),
            Bad("picture null", image(None), ("FIELD_MISSING",)),
            Bad("picture a number", image(1), ("WRONG_TYPE",)),
            Bad("picture empty", image(""), ("NOT_AN_IMAGE", "FIELD_EMPTY")),
            Bad("picture no base64", image("?" * 40), ("BAD_BASE64",)),
            Bad("picture no image", data(b"no image"), ("NOT_AN_IMAGE",)),
            Bad("JPEG cut in its header", data(page[:300]), ("NOT_AN_IMAGE",)),
            Bad("PNG of 60,000 squared", data(pictures.png_declaring(60_000, 60_000)), ("IMAGE_TOO_LARGE",)),
            Bad("PNG without pixels", data(pictures.png_declaring(640, 480)), ("NOT_AN_IMAGE",)),
            Bad("63 pixels", data(pictures.png(64, 63)), ("IMAGE_TOO_SMALL",)),
            Bad("seventeen megabytes", data(pictures.png() + bytes(17 << 20)), ("IMAGE_TOO_LARGE", "NOT_AN_IMAGE")),
            Bad("7 pictures", document_request(token, [pictures.png()] * 7), ("TOO_MANY_IMAGES",)),
            Bad("one good, one bad", document_request(token, [page, b"no image"]), ("NOT_AN_IMAGE",)),
            Bad("age a text", ruled(minimumAge="18"), ("WRONG_TYPE",)),
            Bad("a least age without an age", ruled(validateMinimumAge=True, maximumAge=99), ("FIELD_MISSING",)),
            Bad("a greatest age of null", ruled(validateMaximumAge=True, maximumAge=None), ("FIELD_MISSING",)),
            Bad("a rule of fields a text", named("Surname"), ("WRONG_TYPE",)),
            Bad("no fields", named({"docTypeKeyword": "Passport"}), ("FIELD_MISSING",)),
            Bad("fields a text", named({"docTypeKeyword": "Passport", "fields": "*"}), ("WRONG_TYPE",)),
            Bad("no kind of document", named({"fields": ["*"]}), ("FIELD_MISSING",)),
            Bad("any kind of document", named({"docTypeKeyword": "", "fields": ["*"]}), ("FIELD_EMPTY",)),
            Bad(
                "licence and secret alone",
                containers({"result_type": 50}, {"result_type": 49}),
                ("ENCRYPTED_CONTAINER_UNSUPPORTED",),
            ),
            Bad("open text alone", containers({"result_type": 36, "Text": {"fieldList": []}}), ("FIELD_MISSING",)),
            Bad("a container of no kind", containers({}), ("FIELD_MISSING",)),
            Bad("a picture container without one", containers({"result_type": 1}), ("FIELD_MISSING",)),
            Bad(
                "ultraviolet in a container",
                containers({"result_type": 1, "light": 128, "RawImageContainer": {"image": encode(page)}}),
                ("LIGHT_UNREADABLE",),
            ),
        )
        self.assert_all_refused(DOCUMENT, table, phone)
        answer = phone.post(DOCUMENT, data(b"no image"))
        self.assertEqual(answer.json()["errorCode"], "INVALID_INPUT", "pictures of a document have a word of their own")
        self.assert_pending(phone)
        self.assert_step(phone.post(DOCUMENT, good), COMPLETE)

    def test_consent_and_cancel(self) -> None:
        phone, token = self.begun()
        consent = {"textHash": "00" * 32, "textVersion": "1", "language": "en", "acceptedAt": "2026-11-21T10:00:00Z"}
        good = {"enrollmentToken": token, "consent": consent}
        table = (
            *tokens_table(good),
            Bad("no consent", {"enrollmentToken": token}, ("FIELD_MISSING",)),
            Bad("consent a text", good | {"consent": "yes"}, ("WRONG_TYPE",)),
            *(Bad(f"no {name}", good | {"consent": without(consent, name)}, ("FIELD_MISSING",)) for name in consent),
            *(Bad(f"{name} a text", good | {"consent": consent | {name: "a text"}}, ("WRONG_TYPE",)) for name in consent),
        )
        self.assert_all_refused(CONSENT, table, phone)
        self.assert_step(phone.post(CONSENT, good))
        self.assert_all_refused(CANCEL, (*tokens_table({"enrollmentToken": token}),), phone)
        self.assert_all_refused(
            CANCEL,
            (
                Bad("reason a number", {"enrollmentToken": token, "reason": 1}, ("WRONG_TYPE",)),
                Bad("reason too long", {"enrollmentToken": token, "reason": "r" * 2001}, ("FIELD_TOO_LONG",)),
            ),
            phone,
        )
        self.assert_pending(phone)
        self.assert_step(phone.add_device(token))

    def test_trigger_and_validate(self) -> None:
        name = "jane@example.org"
        good = {"username": name, "email": name}
        self.assert_all_refused(
            TRIGGER,
            (
                Bad("username a number", good | {"username": 1}, ("WRONG_TYPE",)),
                Bad("username too long", good | {"username": "u" * 257}, ("FIELD_TOO_LONG",)),
                Bad("email a list", good | {"email": [name]}, ("WRONG_TYPE",)),
                Bad("notify a text", good | {"notifyOptions": {"notifyByEmail": "yes"}}, ("WRONG_TYPE",)),
            ),
        )
        holder = Caller(installation.endpoint, portal.api_key, None)
        self.assert_all_refused(
            VALIDATE,
            (
                Bad("no session", {}, ("FIELD_MISSING",)),
                Bad("session null", {"sessionToken": None}, ("FIELD_MISSING",)),
                Bad("session empty", {"sessionToken": ""}, ("FIELD_EMPTY",)),
                Bad("session a number", {"sessionToken": 1}, ("WRONG_TYPE",)),
                Bad("session too long", {"sessionToken": LONG}, ("FIELD_TOO_LONG",)),
            ),
            holder,
        )

    def test_odd_texts_are_texts(self) -> None:
        for name in (
            "' OR 1=1 --",
            "\u0000\u0001",
            "\u202e\U0001f600",
            "%s%n{}${jndi:x}",
            "../../x",
            "a\r\nSet-Cookie: b",
        ):
            with self.subTest(name):
                # A username is shown to people, who are to see what it is.
                token = portal.begin(name if name.isprintable() else str(uuid.uuid4()))
                self.assert_step(portal.add_device(token, name))
                self.assert_step(portal.cancel(token, name), 0)


def tokens_table(good: dict[str, Any]) -> tuple[Bad, ...]:
    """What can be wrong with an enrollment token, the rest being right."""
    return (
        Bad("no token", without(good, "enrollmentToken"), ("FIELD_MISSING",)),
        Bad("token null", good | {"enrollmentToken": None}, ("FIELD_MISSING",)),
        Bad("token empty", good | {"enrollmentToken": ""}, ("FIELD_EMPTY",)),
        Bad("token a number", good | {"enrollmentToken": 5}, ("WRONG_TYPE",)),
        Bad("token an object", good | {"enrollmentToken": {}}, ("WRONG_TYPE",)),
        Bad("token too long", good | {"enrollmentToken": LONG}, ("FIELD_TOO_LONG",)),
        Bad("token unknown", good | {"enrollmentToken": str(uuid.uuid4())}, ("TOKEN_UNKNOWN",)),
    )


if __name__ == "__main__":
    unittest.main()
