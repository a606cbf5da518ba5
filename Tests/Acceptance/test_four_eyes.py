"""What takes two operators: proposed by one, done when another agrees, once, and by no client of the tenant."""

from __future__ import annotations

import html
import json
import re
import unittest
import uuid
from concurrent.futures import ThreadPoolExecutor

import operators
import trail
from client.exchange import Answer
from client.flow import Portal
from forms import forms
from installation import Installation, wait_until

RIGHTS = ("cases", "persons", "review", "erase", "configuration", "people", "credentials")
ACTIONS = ("erasure", "people", "settings", "credentials", "secondLook")
CONFIGURATION = "/onboarding/admin/customerConfig"

installation: Installation
portal: Portal
ada: operators.Operator
ben: operators.Operator
cy: operators.Operator
stranger: operators.Operator
reader: operators.Operator


def setUpModule() -> None:
    global installation, portal, ada, ben, cy, stranger, reader
    installation = Installation.for_module()
    only_device = {
        "enrollment": {"addFace": False, "addDocument": False},
        "authentication": {"verifyFace": False},
        "reenrollment": {"verifyFace": False},
    }
    portal = installation.portal("eyes", onboardingOptions=only_device)
    installation.tenant("elsewhere")
    one = json.dumps({"onboardingConfig": {"fourEyes": ["erasure"]}})
    refused = installation.refused_command("tenant", "configure", "eyes", one)
    assert "two operators" in refused and "erasure (erase)" in refused, refused
    for name in ("ada", "ben", "cy"):
        operators.make(installation, "eyes", name, "auditor", *RIGHTS)
    operators.make(installation, "eyes", "reader", "admin")
    operators.make(installation, "elsewhere", "dan", "auditor", *RIGHTS)
    ada, ben, cy, reader = (operators.sign_in(installation, "eyes", name) for name in ("ada", "ben", "cy", "reader"))
    stranger = operators.sign_in(installation, "elsewhere", "dan")
    installation.configure("eyes", fourEyes=list(ACTIONS))
    wait_until(lambda: b"/proposals" in ada.get("/account").body, "the server knows what takes two")


def tearDownModule() -> None:
    said = installation.command("audit", "verify")
    assert "intact" in said, said
    assert "unexpected error" not in installation.log.read_text()


class FourEyesTests(unittest.TestCase):
    def registered(self) -> tuple[str, str]:
        """The registration code and the enrollment of somebody who has just finished."""
        username = f"{uuid.uuid4()}@example.org"
        token = portal.enroll({"username": username, "email": username}).json()["enrollmentToken"]
        code = portal.add_device(token).json()["registrationCode"]
        (summary,) = portal.find(username=username)
        return str(code), str(summary["enrollmentId"])

    def sent(self, who: operators.Operator, page: str, action: str, **changes: str | None) -> Answer:
        """A form of a page, filled in."""
        answer = who.get(page)
        self.assertEqual(answer.status, 200, answer.described())
        return who.post(action, forms(answer.body)[action].filled(**changes))

    def proposed(self, answer: Answer) -> str:
        """The page of what an answer says is proposed."""
        self.assertEqual(answer.status, 303, answer.described())
        found = re.fullmatch(r"(?:https?://[^/]+)?(/proposals/[0-9a-f]{32})\?done=proposed", answer.headers["location"])
        assert found is not None, answer.headers["location"]
        return found[1]

    def erasure(self) -> tuple[str, str]:
        """What ada proposes, and the enrollment."""
        code, enrollment = self.registered()
        page = f"/desk/cases/{enrollment}/erase"
        return self.proposed(self.sent(ada, page, page, confirmation=code)), enrollment

    def agreed(self, who: operators.Operator, proposal: str) -> Answer:
        return who.post(f"{proposal}/agree", self.token(who))

    def token(self, who: operators.Operator) -> dict[str, str]:
        return {"csrf": forms(who.get("/account").body)["/sign-out"].fields["csrf"]}

    def shown(self, who: operators.Operator, page: str) -> str:
        answer = who.get(page, {"Accept-Language": "en"})
        self.assertEqual(answer.status, 200, answer.described())
        return html.unescape(answer.body.decode())

    def assert_refused(self, answer: Answer, status: int, reason: str) -> None:
        self.assertEqual(answer.status, status, answer.described())
        self.assertIn(reason, answer.body.decode())

    def is_kept(self, enrollment: str) -> bool:
        return portal.get(f"/onboarding/admin/enrollment/{enrollment}").status == 200

    def test_a_person_is_erased_when_a_colleague_agrees_and_not_before(self) -> None:
        proposal, enrollment = self.erasure()
        self.assertIn("This waits for a colleague.", self.shown(ada, f"{proposal}?done=proposed"))
        self.assertTrue(self.is_kept(enrollment))
        self.assertIn(enrollment[:8], self.shown(ben, "/proposals"))
        page = self.shown(ben, proposal)
        self.assertIn(enrollment, page)
        self.assertIn("Agree and do it", page)
        self.assertNotIn("Agree and do it", self.shown(ada, proposal))
        self.assert_refused(self.agreed(ada, proposal), 403, "OWN_PROPOSAL")
        self.assert_refused(self.agreed(stranger, proposal), 404, "ROUTE_UNKNOWN")
        self.assert_refused(stranger.get(proposal), 404, "ROUTE_UNKNOWN")
        self.assert_refused(self.agreed(reader, proposal), 403, "SCOPE_MISSING")
        self.assertEqual(ben.post(f"{proposal}/agree", {"csrf": "x"}).status, 403)
        self.assertTrue(self.is_kept(enrollment))
        self.assertEqual(self.agreed(ben, proposal).status, 303)
        self.assertFalse(self.is_kept(enrollment))
        self.assert_refused(self.agreed(cy, proposal), 409, "PROPOSAL_ENDED")
        self.assertIn("Agreed by ben", self.shown(ada, proposal))
        entry = trail.entries(installation, "eyes", "registrationErased")[-1].texts
        self.assertEqual((entry["actor"], entry["proposer"]), ("operator ben", "operator ada"))
        number = proposal.rpartition("/")[2]
        self.assertEqual(entry["agreement"], number)
        for kind, actor in (("proposalMade", "operator ada"), ("proposalAgreed", "operator ben")):
            texts = trail.entries(installation, "eyes", kind)[-1].texts
            self.assertEqual((texts["actor"], texts["proposal"], texts["action"]), (actor, number, "erasure"))

    def test_of_many_who_agree_at_once_one_does_it(self) -> None:
        before = len(trail.entries(installation, "eyes", "registrationErased"))
        proposal, _ = self.erasure()
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda who: self.agreed(who, proposal), [ben, cy] * 4))
        self.assertEqual(sorted(answer.status for answer in answers), [303] + [409] * 7)
        self.assertEqual(len(trail.entries(installation, "eyes", "registrationErased")), before + 1)

    def test_a_colleague_declines_and_says_why(self) -> None:
        proposal, enrollment = self.erasure()
        self.assertEqual(self.sent(ben, proposal, f"{proposal}/decline", reason="").status, 422)
        self.assertEqual(self.sent(ben, proposal, f"{proposal}/decline", reason="x" * 2001).status, 422)
        why = "<b>They</b> asked to stay."
        self.assertEqual(self.sent(ben, proposal, f"{proposal}/decline", reason=why).status, 303)
        self.assertIn(why, self.shown(ada, proposal))
        self.assertNotIn(why, ada.get(proposal).body.decode())
        self.assert_refused(self.agreed(cy, proposal), 409, "PROPOSAL_ENDED")
        self.assertTrue(self.is_kept(enrollment))
        entry = trail.entries(installation, "eyes", "proposalDeclined")[-1].texts
        self.assertEqual((entry["actor"], entry["proposedBy"]), ("operator ben", "operator ada"))

    def test_what_has_changed_and_whose_operator_was_disabled_is_not_done(self) -> None:
        username = f"{uuid.uuid4()}@example.org"
        token = portal.enroll({"username": username, "email": username}).json()["enrollmentToken"]
        (summary,) = portal.find(username=username)
        enrollment = str(summary["enrollmentId"])
        page = f"/desk/cases/{enrollment}/erase"
        name = re.search(r'for="confirmation">[^<]*<code>([^<]+)<', self.shown(ada, page))
        assert name is not None
        proposal = self.proposed(self.sent(ada, page, page, confirmation=name[1]))
        self.assertEqual(portal.add_device(token).status, 200)
        self.assert_refused(self.agreed(ben, proposal), 409, "PROPOSAL_OUTDATED")
        self.assertIn("has changed since", self.shown(ben, proposal))
        operators.make(installation, "eyes", "eve", "auditor", *RIGHTS)
        eve = operators.sign_in(installation, "eyes", "eve")
        code, other = self.registered()
        page = f"/desk/cases/{other}/erase"
        proposal = self.proposed(self.sent(eve, page, page, confirmation=code))
        installation.command("operator", "disable", "eve", "--tenant", "eyes")
        installation.command("operator", "enable", "eve", "--tenant", "eyes")
        self.assert_refused(self.agreed(ben, proposal), 409, "PROPOSAL_VOID")
        self.assertTrue(self.is_kept(enrollment) and self.is_kept(other))
        self.assertEqual(trail.entries(installation, "eyes", "proposalExpired")[-1].texts["cause"], "void")

    def test_clients_of_the_tenant_are_no_way_round(self) -> None:
        code, enrollment = self.registered()
        admin = "/onboarding/admin"
        for answer in (
            portal.endpoint.send("DELETE", f"{admin}/registration/{code}", portal.headers),
            portal.endpoint.send("DELETE", f"{admin}/enrollment/{enrollment}", portal.headers),
            portal.post(CONFIGURATION, {"onboardingConfig": {"fourEyes": []}}),
        ):
            self.assertEqual((answer.status, answer.reason), (403, "SECOND_OPERATOR_REQUIRED"), answer.described())
        self.assertTrue(self.is_kept(enrollment))
        self.assertEqual(len(portal.get(CONFIGURATION).json()["onboardingConfig"]["fourEyes"]), 5)

    def test_settings_take_two_also_those_that_switch_it_off(self) -> None:
        page = action = "/admin/configuration/access"
        form = forms(ada.get(page).body)[action]
        without = {name: None for name in form.fields if name.startswith("onboardingConfig.fourEyes:secondLook")}
        proposal = self.proposed(ada.post(action, form.changed(without)))
        self.assertEqual(len(portal.get(CONFIGURATION).json()["onboardingConfig"]["fourEyes"]), 5)
        self.assertIn("onboardingConfig.fourEyes", self.shown(ben, proposal))
        self.assertEqual(self.agreed(ben, proposal).status, 303)
        self.assertEqual(len(portal.get(CONFIGURATION).json()["onboardingConfig"]["fourEyes"]), 4)
        entry = trail.entries(installation, "eyes", "configurationChanged")[-1].texts
        self.assertEqual((entry["actor"], entry["proposer"]), ("operator ben", "operator ada"))
        installation.configure("eyes", fourEyes=list(ACTIONS))

    def test_whoever_is_let_in_is_let_in_by_two(self) -> None:
        proposal = self.proposed(self.sent(ada, "/admin/people", "/admin/people", name="dora", role="auditor"))
        self.assertNotIn("dora", self.shown(ada, "/admin/people"))
        made = self.agreed(ben, proposal)
        self.assertEqual(made.status, 200, made.described())
        self.assertRegex(made.body.decode(), r"/sign-in/link#[A-Za-z0-9_-]{43}")
        edit = "/admin/people/edit?name=dora"
        proposal = self.proposed(self.sent(ada, edit, "/admin/people/edit/link"))
        self.assertRegex(self.agreed(ben, proposal).body.decode(), r"/sign-in/link#[A-Za-z0-9_-]{43}")
        # Keeping somebody out is done in a hurry.
        answer = self.sent(ada, edit, "/admin/people/edit/disable")
        self.assertIn("done=disabled", answer.headers["location"])

    def test_a_client_is_given_a_secret_by_two(self) -> None:
        page = "/admin/credentials"
        form = forms(ada.get(page).body)[page]
        proposal = self.proposed(ada.post(page, form.changed({"name": "desk", "scope:enrollments:read": "on"})))
        self.assertNotIn("eyes-desk", self.shown(ada, page))
        self.assertIn("enrollments:read", self.shown(ben, proposal))
        made = self.agreed(ben, proposal)
        self.assertEqual(made.status, 200, made.described())
        self.assertIn('value="eyes-desk"', made.body.decode())
        ended = self.sent(ada, f"{page}/edit?client=eyes-desk", f"{page}/edit/end")
        self.assertIn("done=ended", ended.headers["location"])
