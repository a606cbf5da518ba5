"""The operators of a tenant, as the command makes, changes and ends them."""

from __future__ import annotations

import re
import unittest
from pathlib import Path

import operators
import trail
from installation import Installation

LINK = re.compile(r"https://kyc\.example\.org/sign-in/link#([A-Za-z0-9_-]{43})\n")
PASSWORD = "correct horse battery"

installation: Installation


def setUpModule() -> None:
    global installation
    installation = Installation.for_module()


def operator(command: str, *arguments: str) -> str:
    return installation.command("operator", command, *arguments)


def create(name: str, tenant: str, role: str = "auditor", *options: str) -> str:
    """Makes an operator; the token of the link that is printed."""
    url = ("--public-url", "https://kyc.example.org/")
    said = operator("create", name, "--role", role, "--tenant", tenant, *url, *options)
    found = LINK.fullmatch(said)
    assert found is not None, said
    return found[1]


class SessionTests(unittest.TestCase):
    def test_who_signs_in_anew_leaves_no_session_behind(self) -> None:
        installation.tenant("anew")
        operators.make(installation, "anew", "ada")
        first = operators.sign_in(installation, "anew", "ada")
        self.assertEqual(first.get("/account").status, 200)
        fields = {"tenant": "anew", "name": "ada", "password": operators.PASSWORD, "next": ""}
        again = first.post("/sign-in", fields)
        self.assertEqual(again.status, 303, again.described())
        self.assertNotIn(first.cookie, again.headers["set-cookie"])
        self.assertNotEqual(first.get("/account").status, 200)
        # A wrong password ends nothing.
        second = operators.sign_in(installation, "anew", "ada")
        self.assertNotEqual(second.post("/sign-in", fields | {"password": "something else entirely"}).status, 303)
        self.assertEqual(second.get("/account").status, 200)

    def test_who_must_set_up_a_second_factor_first_can_sign_out(self) -> None:
        installation.tenant("must", requireAdminSecondFactor=True)
        operators.make(installation, "must", "root", "admin")
        root = operators.sign_in(installation, "must", "root")
        page = root.get("/account").body.decode()
        form = re.search(r'action="/sign-out"><input type="hidden" name="csrf" value="([^"]+)"', page)
        assert form is not None, page
        self.assertEqual(root.post("/sign-out", {"csrf": "made up"}).status, 403)
        self.assertEqual(root.get("/account").status, 200)
        self.assertEqual(root.post("/sign-out", {"csrf": form[1]}).status, 303)
        self.assertNotEqual(root.get("/account").status, 200)


class OperatorTests(unittest.TestCase):
    def test_an_operator_is_made_with_a_link_that_is_shown_once(self) -> None:
        installation.tenant("linked")
        first = create("Ada@Example.org", "linked", "auditor", "--rights", "persons", "--rights", "export")
        listed = operator("list", "--tenant", "linked")
        self.assertEqual(listed.splitlines()[1], "ada@example.org  auditor  cases,persons,export  no password")
        url = ("--public-url", "https://kyc.example.org")
        found = LINK.fullmatch(operator("link", "ada@example.org", "--tenant", "linked", *url))
        assert found is not None
        self.assertNotEqual(found[1], first)
        # Where nobody has said what the server is called, the path alone can be known.
        self.assertRegex(operator("link", "ada@example.org", "--tenant", "linked"), r"^/sign-in/link#[\w-]{43}\n$")
        for token in (first, found[1]):
            self.assertEqual(self.places(token), [])

    def test_an_operator_is_made_with_a_password_from_a_file(self) -> None:
        installation.tenant("filed")
        path = Path(installation.folder) / "password"
        path.write_text(PASSWORD + "\n", encoding="utf-8")
        said = operator("create", "ada", "--role", "admin", "--tenant", "filed", "--password-file", str(path))
        self.assertEqual(said, "")
        path.unlink()
        rights = "trigger,cases,configuration,people,credentials,retention"
        listed = operator("list", "--tenant", "filed").splitlines()[1]
        self.assertEqual(listed.split(), ["ada", "admin", rights, "password"])
        self.assertEqual(self.places(PASSWORD), [])

    def test_what_is_done_to_an_operator_is_in_the_trail(self) -> None:
        installation.tenant("watched")
        token = create("ada", "watched", "operator")
        for command, *arguments in (
            ("change", "--role", "auditor", "--rights", "persons"),
            ("change", "--role", "auditor", "--rights", "persons"),
            ("link",),
            ("sign-out",),
            ("reset-second-factor",),
            ("disable",),
            ("enable",),
        ):
            operator(command, "ada", "--tenant", "watched", *arguments)
        entries = [entry for entry in trail.entries(installation, "watched") if entry.kind.startswith("operator")]
        self.assertEqual(
            [entry.kind for entry in entries],
            [
                "operatorAdded",
                "operatorLinkMade",
                "operatorChanged",
                "operatorLinkMade",
                "operatorSecondFactorReset",
                "operatorEnded",
                "operatorRestored",
            ],
        )
        self.assertEqual(entries[2].texts["rights"], "cases persons")
        for entry in entries:
            self.assertEqual(entry.texts["operator"], "ada")
            self.assertTrue(entry.texts["actor"].startswith("user "))
            self.assertNotIn(token, str(entry.texts))
        self.assertIn("intact", installation.command("audit", "verify"))

    def test_what_makes_no_operator_is_refused_with_a_sentence(self) -> None:
        installation.tenant("refusing")
        create("ada", "refusing")
        short = Path(installation.folder) / "short"
        short.write_text("eleven char\n", encoding="utf-8")
        made = ("create", "eve", "--tenant", "refusing", "--role")
        for arguments, sentence in (
            (("create", "ada", "--tenant", "refusing", "--role", "admin"), "The tenant has an operator of this name"),
            (("create", "a b", "--tenant", "refusing", "--role", "admin"), "An operator's name is 1 to 64 characters"),
            (("create", "eve", "--tenant", "nobody", "--role", "admin"), "There is no tenant of this name."),
            ((*made, "root"), "A role is operator, auditor, admin."),
            ((*made, "admin", "--rights", "persons,all"), "A right is one of trigger, cases, persons, export, "),
            ((*made, "admin", "--password-file", str(short)), "A password has 12 to 128 characters."),
            ((*made, "admin", "--password-file", "/nonexistent"), "/nonexistent cannot be read: it is not there."),
            ((*made, "admin", "--password-file", str(short), "--link"), "Name --password-file or --link, not both."),
            (("disable", "eve", "--tenant", "refusing"), "The tenant has no operator of this name."),
        ):
            with self.subTest(arguments):
                self.assertIn(sentence, installation.refused_command("operator", *arguments))
        # Its link would be shown to nobody.
        said = installation.refused_command(
            "operator", "create", "eve", "--tenant", "refusing", "--role", "admin", "--public-url", "nonsense")
        self.assertIn("public-url must be https://", said)
        operator("disable", "ada", "--tenant", "refusing")
        said = installation.refused_command("operator", "link", "ada", "--tenant", "refusing")
        self.assertIn("The operator is disabled", said)
        self.assertEqual(len(operator("list", "--tenant", "refusing", "--json").splitlines()), 1)

    def places(self, secret: str) -> list[str]:
        """Files of the data folder and the log that hold it."""
        files = [path for path in installation.data.rglob("*") if path.is_file()] + [installation.log]
        return [str(path) for path in files if secret.encode() in path.read_bytes()]


if __name__ == "__main__":
    unittest.main()
