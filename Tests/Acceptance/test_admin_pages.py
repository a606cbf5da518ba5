"""The administration: who may, what is refused beside its field, what is shown before it is erased."""

from __future__ import annotations

import html
import json
import re
import unittest
import urllib.parse

import operators
import pictures
import trail
from client.exchange import Answer
from client.flow import request_token
from client.pages import PageEndpoint
from client.tokens import encode_base64url
from forms import Form, forms
from installation import Installation, wait_until

CONFIGURATION = "/onboarding/admin/customerConfig"
#: The pages, and the right that each needs.
PAGES = {
    "/admin": None,
    "/admin/configuration": "configuration",
    "/admin/configuration/attempts": "configuration",
    "/admin/retention": "retention",
    "/admin/people": "people",
    "/admin/credentials": "credentials",
    "/admin/models": "configuration",
    "/admin/models/attacks": "configuration",
    "/admin/trail": None,
}
#: Where forms go.
FORMS = (
    "/admin/configuration/attempts",
    "/admin/logo",
    "/admin/retention",
    "/admin/people",
    "/admin/people/edit",
    "/admin/people/edit/link",
    "/admin/people/edit/disable",
    "/admin/people/edit/enable",
    "/admin/people/edit/sign-out",
    "/admin/people/edit/second-factor",
    "/admin/credentials",
    "/admin/credentials/edit/key",
    "/admin/credentials/edit/end",
)
NASTY = "<script>alert(1)</script>\"'"
LINK = re.compile(r'value="(http[^"]*/sign-in/link#([A-Za-z0-9_-]{43}))"')

installation: Installation
root: operators.Operator
eve: operators.Operator


def setUpModule() -> None:
    global installation, root, eve
    installation = Installation.for_module()
    for tenant in ("admin", "elsewhere"):
        installation.tenant(tenant)
        operators.make(installation, tenant, "root", "admin")
    operators.make(installation, "admin", "ada", "auditor")
    operators.make(installation, "admin", "keeper", "operator", "retention")
    root = operators.sign_in(installation, "admin", "root")
    eve = operators.sign_in(installation, "elsewhere", "root")


def tearDownModule() -> None:
    said = installation.command("audit", "verify")
    assert "intact" in said, said
    assert "unexpected error" not in installation.log.read_text()


def form(who: operators.Operator, page: str, action: str) -> Form:
    """A form of a page."""
    answer = who.get(page)
    assert answer.status == 200, answer.described()
    return forms(answer.body)[action]


class AdminTests(unittest.TestCase):
    def shown(self, who: operators.Operator, page: str) -> str:
        answer = who.get(page, {"Accept-Language": "en"})
        self.assertEqual(answer.status, 200, answer.described())
        self.assertIn("script-src 'self'", answer.headers["content-security-policy"])
        return answer.body.decode()

    def assert_seen_other(self, answer: Answer, path: str) -> None:
        self.assertEqual(answer.status, 303, answer.described())
        self.assertRegex(answer.headers["location"], path)

    def newest(self, kind: str, tenant: str = "admin") -> trail.Entry:
        return trail.entries(installation, tenant, kind)[-1]


class AccessTests(AdminTests):
    def test_a_page_is_open_to_its_right_alone(self) -> None:
        ada, keeper = (operators.sign_in(installation, "admin", name) for name in ("ada", "keeper"))
        for page, right in PAGES.items():
            with self.subTest(page):
                self.shown(root, page)
                self.assertEqual(ada.get(page).status, 403)
                self.assertEqual(keeper.get(page).status, 200 if right in (None, "retention") else 403)
                stranger = PageEndpoint(installation.endpoint).send("GET", page)
                self.assert_seen_other(stranger, "^/sign-in")
        tabs = self.shown(keeper, "/admin")
        self.assertIn('href="/admin/retention"', tabs)
        self.assertNotIn('href="/admin/people"', tabs)
        for action in FORMS:
            with self.subTest(action):
                self.assertEqual(ada.post(action, {"csrf": "x"}).status, 403)

    def test_a_form_without_the_token_of_its_session_changes_nothing(self) -> None:
        before = len(trail.entries(installation, "admin"))
        foreign = form(eve, "/admin/people", "/admin/people").fields["csrf"]
        for action in FORMS:
            for token in ({}, {"csrf": ""}, {"csrf": foreign}):
                with self.subTest(f"{action} {token}"):
                    answer = root.post(action, token | {"name": "ada", "client": "admin-b2b", "confirmed": "yes"})
                    self.assertEqual(answer.status, 403, answer.described())
                    self.assertIn(b"ORIGIN_NOT_ALLOWED", answer.body)
        self.assertEqual(len(trail.entries(installation, "admin")), before)

    def test_the_overview_says_how_server_and_tenant_stand(self) -> None:
        page = self.shown(root, "/admin")
        self.assertRegex(page, r"it says \d+ [A-Z][a-z]{2} 20\d\d, \d\d:\d\d UTC<")
        for word in ("Open files", "Disk", "Schema of the database", "compatible", "Test tenant", "EN 301 549"):
            self.assertIn(word, page)
        self.assertNotIn("elsewhere", page, "another tenant's name")
        self.assertNotIn(str(installation.folder), page, "where files lie")


class ConfigurationTests(AdminTests):
    def change(self, section: str, changes: dict[str, str | None]) -> Answer:
        action = f"/admin/configuration/{section}"
        return root.post(action, form(root, action, action).changed(changes))

    def test_a_change_is_saved_and_stands_in_the_history(self) -> None:
        answer = self.change("attempts", {"onboardingConfig.maxFaceAttempts": "7"})
        self.assert_seen_other(answer, r"^/admin/configuration/attempts\?done=changed$")
        entry = self.newest("configurationChanged")
        self.assertEqual(entry.texts["actor"], "operator root")
        changed = json.loads(entry.texts["changes"])
        self.assertEqual(changed, [{"path": "/onboardingConfig/maxFaceAttempts", "before": 5, "after": 7}])
        page = self.shown(root, "/admin/configuration/attempts?done=changed")
        self.assertIn("Saved.", page)
        said = r"How many faces may fail[^<]*: <span[^>]*>from</span> <strong>5</strong> <span[^>]*>to</span> <strong>7<"
        self.assertRegex(page, said)
        self.assertRegex(self.shown(root, "/admin/configuration"), rf"(?s)operator root.*{said}")

    def test_a_section_that_there_is_not_has_no_page(self) -> None:
        for section in ("nothing", "further", "attempts%2F..", "ATTEMPTS"):
            with self.subTest(section):
                answer = root.get(f"/admin/configuration/{section}", {"Accept": "text/html", "Accept-Language": "en"})
                self.assertEqual(answer.status, 404, answer.described())
                self.assertIn(b'href="/admin"', answer.body, "the navigation stays")
                self.assertIn(b"<h1>There is nothing here</h1>", answer.body)

    def test_a_form_that_nobody_has_changed_changes_nothing(self) -> None:
        pages = set(re.findall(r'href="(/admin/configuration/\w+)"', self.shown(root, "/admin/configuration")))
        before = len(trail.entries(installation, "admin", "configurationChanged"))
        sent = 0
        for page in sorted(pages):
            for action, found in forms(root.get(page).body).items():
                if action.startswith("/admin/configuration/"):
                    with self.subTest(action):
                        self.assertEqual(action, page, "a page saves its own section alone")
                        self.assert_seen_other(root.post(action, found.fields), r"\?done=same$")
                        sent += 1
        self.assertGreater(sent, 6)
        self.assertEqual(len(trail.entries(installation, "admin", "configurationChanged")), before)

    def test_a_refused_value_is_shown_beside_its_field_with_what_is_allowed(self) -> None:
        before = len(trail.entries(installation, "admin", "configurationChanged"))
        for value, said in (("0", "This is not allowed."), (NASTY, "This is no number.")):
            answer = self.change("attempts", {"onboardingConfig.maxDocumentAttempts": value})
            self.assertEqual(answer.status, 422, answer.described())
            page = answer.body.decode()
            self.assertIn(f'-error">{said} A whole number from 1 to 100.<', page)
            self.assertIn(html.escape(value).replace("&#x27;", "&#39;"), page)
            self.assertNotIn("<script>", page)
            sent = forms(answer.body)["/admin/configuration/attempts"].fields
            self.assertEqual(sent["onboardingConfig.maxDocumentAttempts"], value, "the input is kept")
        self.assertEqual(len(trail.entries(installation, "admin", "configurationChanged")), before)

    def test_settings_that_contradict_each_other_are_refused_in_words(self) -> None:
        answer = self.change("checks", {"onboardingConfig.onboardingOptions.enrollment.addFace": None})
        self.assertEqual(answer.status, 422)
        self.assertIn(b"verifyFace", answer.body)
        low = self.change("documents", {"onboardingConfig.ocrPortraitSelfieMatchThreshold": "2"})
        self.assertEqual(low.status, 422)
        self.assertIn(b"needs allowLowMatchThresholds", low.body)

    def test_a_period_is_not_changed_without_its_preview(self) -> None:
        token = form(root, "/admin/configuration/checks", "/admin/configuration/checks").fields["csrf"]
        answer = root.post(
            "/admin/configuration/retention", {"csrf": token, "onboardingConfig.failedRetentionDays": "1"}
        )
        self.assertEqual(answer.status, 404)

    def test_the_other_way_takes_the_warning_away(self) -> None:
        action = "/admin/configuration/pages"
        fields = form(eve, action, action).changed({"ui.alternative:en": "Come to us.\r\nAt any time."})
        self.assert_seen_other(eve.post(action, fields), "^/admin/configuration")
        self.assertNotIn("EN 301 549", self.shown(eve, "/admin"))
        again = form(eve, action, action).fields["ui.alternative:en"]
        self.assertEqual(again, "Come to us.\nAt any time.")


class AppearanceTests(AdminTests):
    def give(self, file: bytes) -> Answer:
        token = form(root, "/admin/configuration/pages", "/admin/configuration/pages").fields["csrf"]
        return root.post("/admin/logo", {"csrf": token, "image": encode_base64url(file)})

    def test_a_color_that_is_not_read_is_refused_with_its_ratio(self) -> None:
        action = "/admin/configuration/pages"
        fields = form(root, action, action).filled(**{"ui.primaryColor": "#777777"})
        answer = root.post(action, fields)
        self.assertEqual(answer.status, 422, answer.described())
        for part in (b"#eaeef3", b"3.84:1", b"4.50:1"):
            self.assertIn(part, answer.body)

    def test_a_logo_is_served_anew_and_taken_away(self) -> None:
        large = pictures.png(200, 40) + bytes(64 << 10)
        for file in (b"", b"<svg onload='alert(1)'/>", pictures.png(8, 8), large):
            answer = self.give(file)
            self.assertEqual(answer.status, 422, answer.described())
            self.assertIn(b'role="alert"', answer.body)
        self.assert_seen_other(self.give(pictures.png(200, 40)), r"^/admin/configuration/pages\?done=logo#logo$")
        found = re.search(r'src="(/brand/([0-9a-f]{64})/logo)" width="200"', self.shown(root, "/admin"))
        assert found is not None
        stranger = PageEndpoint(installation.endpoint)
        logo = stranger.send("GET", found[1])
        self.assertEqual((logo.status, logo.headers["content-type"]), (200, "image/png"))
        self.assertIn("default-src 'none'", logo.headers["content-security-policy"])
        self.assertNotEqual(logo.body, pictures.png(200, 40))
        entry = self.newest("logoChanged")
        self.assertEqual((entry.texts["actor"], entry.texts["logo"]), ("operator root", found[2]))
        self.assertNotIn("/brand/", self.shown(eve, "/admin"), "another tenant's")

        token = form(root, "/admin/configuration/pages", "/admin/logo").fields["csrf"]
        self.assert_seen_other(root.post("/admin/logo", {"csrf": token, "remove": "yes"}), "done=logo#logo")
        self.assertNotIn("/brand/", self.shown(root, "/admin"))
        self.assertEqual(stranger.send("GET", found[1]).status, 404)
        self.assertEqual(self.newest("logoChanged").texts["logo"], "none")
        path = installation.folder / "logo.png"
        path.write_bytes(pictures.png(64, 64))
        installation.command("tenant", "logo", "admin", "--file", str(path))
        self.assertRegex(self.newest("logoChanged").texts["logo"], "^[0-9a-f]{64}$")
        installation.command("tenant", "logo", "admin", "--remove")
        path.unlink()


class RetentionTests(AdminTests):
    def test_what_is_erased_is_shown_before_it_is_saved(self) -> None:
        installation.tenant("keeping")
        installation.command("dev", "seed", "--count", "60", "--tenant", "keeping", "--days", "20")
        operators.make(installation, "keeping", "root", "admin")
        who = operators.sign_in(installation, "keeping", "root")
        fields = form(who, "/admin/retention", "/admin/retention").filled(registrationRetentionDays="1")
        preview = who.post("/admin/retention", fields)
        self.assertEqual(preview.status, 200, preview.described())
        erased = re.search(rb'<strong class="loss">(\d+)</strong>', preview.body)
        assert erased is not None, preview.described()
        self.assertGreater(int(erased[1]), 0)
        self.assertEqual(trail.entries(installation, "keeping", "configurationChanged"), [])

        confirmed = forms(preview.body)["/admin/retention"].fields
        refused = who.post("/admin/retention", confirmed)
        self.assertEqual(refused.status, 422, refused.described())
        self.assertIn(b"confirmDue-error", refused.body)
        number = re.search(r"(\d+) become due", refused.body.decode())
        assert number is not None, refused.described()
        said = installation.refused_command(
            "tenant", "configure", "keeping", '{"onboardingConfig":{"registrationRetentionDays":1}}'
        )
        self.assertRegex(said, r"--confirm-due \d+")
        self.assertEqual(trail.entries(installation, "keeping", "configurationChanged"), [])
        confirmed["confirmDue"] = number[1]
        self.assert_seen_other(who.post("/admin/retention", confirmed), r"^/admin/retention\?done=changed$")
        entry = self.newest("configurationChanged", "keeping")
        self.assertEqual(entry.texts["actor"], "operator root")
        changed = json.loads(entry.texts["changes"])
        self.assertEqual(
            [change["path"] for change in changed],
            ["/onboardingConfig/registrationRetentionDays", "/pendingRetention"],
        )
        page = self.shown(who, "/admin/retention")
        self.assertIn('value="1"', page)
        self.assertIn("3650 days stay in force until", page)
        printed = installation.command(
            "tenant", "configure", "keeping", '{"onboardingConfig":{"registrationRetentionDays":3650}}'
        )
        self.assertEqual(printed, "onboardingConfig.registrationRetentionDays: 1 -> 3650\n")
        wait_until(lambda: "stay in force" not in self.shown(who, "/admin/retention"), "it is set back", pause=0.4)

    def test_a_period_that_is_not_allowed_is_kept_in_its_field(self) -> None:
        for value in ("0", "3651", "", NASTY):
            fields = form(root, "/admin/retention", "/admin/retention").filled(
                trailRetentionDays=value, confirmed="yes"
            )
            answer = root.post("/admin/retention", fields)
            self.assertEqual(answer.status, 422, answer.described())
            self.assertEqual(forms(answer.body)["/admin/retention"].fields["trailRetentionDays"], value)
            self.assertNotIn(b"<script>", answer.body)


class PeopleTests(AdminTests):
    def add(self, name: str, role: str = "operator", **rights: str) -> Answer:
        fields = form(root, "/admin/people", "/admin/people").filled(name=name, role=role)
        return root.post("/admin/people", fields | {f"right:{right}": "on" for right in rights})

    def edit(self, name: str, deed: str = "", **fields: str) -> Answer:
        page = root.get(f"/admin/people/edit?name={name}")
        token = next(iter(forms(page.body).values())).fields["csrf"]
        return root.post("/admin/people/edit" + deed, {"csrf": token, "name": name} | fields)

    def test_somebody_is_added_with_a_link_that_is_shown_once(self) -> None:
        answer = self.add("Jo@Example.org", "auditor", trigger="on")
        self.assertEqual(answer.status, 200, answer.described())
        found = LINK.search(answer.body.decode())
        assert found is not None, answer.described()
        self.assertNotIn(found[2], self.shown(root, "/admin/people"))
        self.assertNotIn(found[2], installation.log.read_text())
        self.assertIn("jo@example.org", self.shown(root, "/admin/people"))
        entry = self.newest("operatorAdded")
        self.assertEqual((entry.texts["actor"], entry.texts["rights"]), ("operator root", "trigger cases"))
        server = PageEndpoint(installation.endpoint)
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        for more, status in (("", 200), ("&new=a+long+password&again=another", 422), ("&new=short&again=short", 422)):
            answer = server.send("POST", "/sign-in/link", kind, f"token={found[2]}{more}".encode())
            self.assertEqual(answer.status, status, answer.described())
            self.assertNotIn("set-cookie", answer.headers)
        password = urllib.parse.quote_plus(operators.PASSWORD)
        setting = f"token={found[2]}&new={password}&again={password}".encode()
        signed_in = server.send("POST", "/sign-in/link", kind, setting)
        self.assert_seen_other(signed_in, ".")
        self.assertEqual(server.send("POST", "/sign-in/link", kind, setting).status, 401, "it is used up")

        session = signed_in.headers["set-cookie"].partition(";")[0]
        self.assertEqual(server.send("GET", "/account", {"Cookie": session}).status, 200)
        self.assert_seen_other(self.edit("jo@example.org", "/sign-out"), "done=signedOut")
        self.assertEqual(server.send("GET", "/account", {"Cookie": session}).status, 303, "signed out")
        self.assert_seen_other(self.edit("jo@example.org", "/disable"), "done=disabled")
        self.assertIn("Disabled", self.shown(root, "/admin/people/edit?name=jo@example.org"))
        self.assertEqual(self.edit("jo@example.org", "/link").status, 422)
        self.assert_seen_other(self.edit("jo@example.org", "/enable"), "done=enabled")
        again = self.edit("jo@example.org", "/link")
        self.assertIsNotNone(LINK.search(again.body.decode()), again.described())
        self.assert_seen_other(self.edit("jo@example.org", "", role="operator"), "done=changed")
        self.assertEqual(self.newest("operatorChanged").texts["rights"], "trigger")

    def test_what_makes_nobody_is_said_and_escaped(self) -> None:
        for name, status in ((NASTY, 422), ("", 422), ("ada", 422)):
            answer = self.add(name)
            self.assertEqual(answer.status, status, answer.described())
            self.assertNotIn(b"<script>", answer.body)
            self.assertEqual(forms(answer.body)["/admin/people"].fields["name"], name)

    def test_nobody_gives_what_they_lack_or_keeps_themselves_out(self) -> None:
        answer = self.add("reader", "auditor", persons="on")
        self.assertEqual(answer.status, 422, answer.described())
        self.assertIn(b"persons", answer.body)
        self.assertEqual(self.edit("root", "", role="auditor").status, 422)
        answer = self.edit("root", "/disable")
        self.assertEqual(answer.status, 422)
        self.assertIn(b"nor disable yourself", answer.body)
        self.shown(root, "/admin/people")

    def test_another_tenants_people_are_nobodys(self) -> None:
        operators.make(installation, "elsewhere", "theirs", "auditor")
        self.assertEqual(root.get("/admin/people/edit?name=theirs").status, 404)
        token = form(root, "/admin/people", "/admin/people").fields["csrf"]
        for action in (action for action in FORMS if action.startswith("/admin/people/edit")):
            with self.subTest(action):
                fields = {"csrf": token, "name": "theirs", "role": "auditor"}
                self.assertEqual(root.post(action, fields).status, 404)
        kinds = {entry.kind for entry in trail.entries(installation, "elsewhere")}
        self.assertFalse(kinds & {"operatorChanged", "operatorEnded", "operatorLinkMade"}, kinds)


class CredentialTests(AdminTests):
    def add(self, name: str, *scopes: str, **fields: str) -> Answer:
        chosen = {f"scope:{scope}": "on" for scope in scopes}
        usual = form(root, "/admin/credentials", "/admin/credentials").filled(name=name)
        return root.post("/admin/credentials", usual | chosen | fields)

    def status(self, client: str, secret: str) -> int:
        fields = {"grant_type": "client_credentials", "client_id": client, "client_secret": secret}
        return request_token(installation.endpoint, "admin-consumers", fields).status

    def secret(self, answer: Answer) -> str:
        self.assertEqual(answer.status, 200, answer.described())
        found = re.search(rb'id="secret" readonly value="([^"]+)"', answer.body)
        assert found is not None, answer.described()
        return found[1].decode()

    def test_a_client_is_made_given_another_secret_and_ended(self) -> None:
        first = self.secret(self.add("desk", "metrics", "enroll", days="30"))
        wait_until(lambda: self.status("admin-desk", first) == 200, "the client is known", pause=0.4)
        page = self.shown(root, "/admin/credentials")
        self.assertIn("admin-desk", page)
        self.assertNotIn(first, page)
        entry = self.newest("credentialAdded")
        self.assertEqual((entry.texts["actor"], entry.texts["scopes"]), ("operator root", "enroll metrics"))

        action = "/admin/credentials/edit/key"
        fields = form(root, "/admin/credentials/edit?client=admin-desk", action).filled(overlap="0")
        second = self.secret(root.post(action, fields))
        wait_until(lambda: self.status("admin-desk", second) == 200, "the second secret is known", pause=0.4)
        self.assertEqual(self.status("admin-desk", first), 401)

        action = "/admin/credentials/edit/end"
        fields = form(root, "/admin/credentials/edit?client=admin-desk", action).fields
        self.assert_seen_other(root.post(action, fields), "done=ended")
        wait_until(lambda: self.status("admin-desk", second) == 401, "the client has ended", pause=0.4)
        self.assertEqual(self.newest("credentialEnded").texts["actor"], "operator root")

    def test_what_makes_no_client_is_said_and_escaped(self) -> None:
        for name, scopes, fields in (
            (NASTY, ("enroll",), {}),
            ("a", (), {}),
            ("a", ("enroll",), {"days": "0"}),
            ("a", ("enroll",), {"days": "x"}),
            ("a", ("enroll",), {"publicKey": NASTY}),
            ("b2b", ("enroll",), {}),
            ("a", ("person:read",), {}),
        ):
            with self.subTest((name, scopes, fields)):
                answer = self.add(name, *scopes, **fields)
                self.assertEqual(answer.status, 422, answer.described())
                self.assertNotIn(b"<script>", answer.body)
                self.assertIn(b'role="alert"', answer.body)

    def test_another_tenants_clients_are_nobodys(self) -> None:
        self.assertEqual(root.get("/admin/credentials/edit?client=elsewhere-b2b").status, 404)
        token = form(root, "/admin/credentials", "/admin/credentials").fields["csrf"]
        for action in ("key", "end"):
            fields = {"csrf": token, "client": "elsewhere-b2b", "overlap": "0", "kind": "secret"}
            self.assertEqual(root.post(f"/admin/credentials/edit/{action}", fields).status, 404)
        self.assertEqual(trail.entries(installation, "elsewhere", "credentialEnded"), [])

    def test_a_client_with_the_scope_of_the_interface_opens_no_page(self) -> None:
        made = self.secret(self.add("settings", "configuration"))
        wait_until(lambda: self.status("admin-settings", made) == 200, "the client is known", pause=0.4)
        fields = {"grant_type": "client_credentials", "client_id": "admin-settings", "client_secret": made}
        bearer = request_token(installation.endpoint, "admin-consumers", fields).json()["access_token"]
        answer = PageEndpoint(installation.endpoint).send(
            "GET", "/admin/configuration", {"Authorization": f"Bearer {bearer}"}
        )
        self.assert_seen_other(answer, "^/sign-in")


class TrailTests(AdminTests):
    def test_the_trail_is_paged_by_kind_and_tells_of_no_person(self) -> None:
        portal = installation.portal("trailed")
        operators.make(installation, "trailed", "root", "admin")
        who = operators.sign_in(installation, "trailed", "root")
        for number in range(60):
            portal.post(CONFIGURATION, {"onboardingConfig": {"maxFaceAttempts": number + 1}})
        first = self.shown(who, "/admin/trail?kind=configurationChanged")
        older = re.search(r'href="(/admin/trail\?kind=configurationChanged&amp;before=\d+)"', first)
        assert older is not None
        second = self.shown(who, html.unescape(older[1]))
        rows = [page.count("<strong>Settings changed</strong>") for page in (first, second)]
        self.assertEqual(rows, [50, 10])
        self.assertIn("credential trailed-b2b", first)
        self.assertIn("maxFaceAttempts", first)
        every = self.shown(who, "/admin/trail")
        self.assertNotRegex(every, r"\b[0-9a-f]{32}\b")
        self.assertNotIn("127.0.0", every)
        for query in ("kind=nothing", "before=x", "before=-1", "kind=&before=99999999999999999999"):
            self.assertEqual(who.get(f"/admin/trail?{query}").status, 200, query)

    def test_the_models_and_the_attacks_are_those_of_the_installation(self) -> None:
        page = self.shown(root, "/admin/models")
        self.assertRegex(page, r"\b[0-9a-f]{64}\b")
        self.assertIn("Comparing faces", page)
        self.assertIn("A01", self.shown(root, "/admin/models/attacks"))


if __name__ == "__main__":
    unittest.main()
