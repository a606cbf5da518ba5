"""Every address that a browser can open, by how its route stands in Sources/OnboardingWeb: what is in the one list and not in
the other was forgotten."""

from __future__ import annotations

import re
from collections.abc import Iterator

from surroundings import PACKAGE_ROOT

_ROUTE = re.compile(r"\.get,\s*([^,)]+?)\s*[,)]")


def named() -> Iterator[str]:
    """The routes that are read, each as its file's name and the Swift expression of its template."""
    for file in (PACKAGE_ROOT / "Sources" / "OnboardingWeb").rglob("*.swift"):
        for found in _ROUTE.finditer(file.read_text(encoding="utf-8")):
            yield f"{file.stem} {found[1]}"


#: The pages of who is signed in with every right, the marks in braces filled in by the test.
SIGNED_IN = {
    'PortalPages "/portal"': "/portal",
    "BegunPages path": "/portal/enrollments/{own}",
    'AccountPages "/account"': "/account",
    'CaseListPage "/desk"': "/desk",
    'DashboardPage "/desk/dashboard"': "/desk/dashboard",
    "CaseRoutes path": "/desk/cases/{case}",
    "ReviewPage Self.path": "/desk/cases/{case}/review",
    "ErasurePage Self.path": "/desk/cases/{case}/erase",
    'AuthenticationPages "/desk/authentications"': "/desk/authentications",
    "AuthenticationPages Self.path": "/desk/authentications/{authentication}",
    'GroupPages "/desk/groups"': "/desk/groups",
    'GroupPages "/desk/groups/{id}"': "/desk/groups/default",
    "ProposalPages Self.list": "/proposals",
    "ProposalPages Self.one": "/proposals/{proposal}",
    "OverviewPage AdminTab.overview.path": "/admin",
    "ConfigurationPage AdminTab.configuration.path": "/admin/configuration",
    "ConfigurationPage Self.section": "/admin/configuration/pages",
    "RetentionPage AdminTab.retention.path": "/admin/retention",
    "PeoplePage AdminTab.people.path": "/admin/people",
    "PeoplePage Self.edit": "/admin/people/edit?name={name}",
    "CredentialsPage AdminTab.credentials.path": "/admin/credentials",
    "CredentialsPage Self.edit": "/admin/credentials/edit?client={client}",
    "ModelsPage AdminTab.models.path": "/admin/models",
    "ModelsPage Self.attacks": "/admin/models/attacks",
    "TrailPage AdminTab.trail.path": "/admin/trail",
}
#: Of a route that stands for several pages, the others.
FURTHER = {"BegunPages path": "/portal/visits/{visit}"}
#: Of who has shown a password and not yet the second factor.
SECOND_STEP = {'SignInPages "/sign-in/code"': "/sign-in/code"}
#: Of everybody.
PUBLIC = {
    'SignInPages "/sign-in"': "/sign-in",
    'SignInPages "/sign-in/link"': "/sign-in/link",
    'Pages "/accessibility"': "/accessibility",
}
CAPTURING = {'CaptureRoutes "/onboarding"': "/onboarding?data=x"}
#: What shows no page of its own: it sends on, or gives a script or a person data. What it refuses is a page, or JSON.
NO_PAGES = {
    'SignInPages "/"',
    'ProviderPages "/sign-in/oidc"',
    "ProviderPages ProviderSignIn.callbackPath",
    'ProviderPages "/sign-out/oidc"',
    'BegunPages path + "/status"',
    'BegunPages path + "/events"',
    'CaseListPage "/desk/export.csv"',
    'CaseListPage "/desk/export.json"',
    'ErasurePage "/desk/cases/{id}/erasure.jwt"',
    'CaseRoutes path + "/images/{evidence}/{name}"',
    'AuthenticationPages Self.path + "/images/{evidence}/{name}"',
    'CaptureRoutes Self.prefix + "/state"',
    'CaptureRoutes Self.prefix + "/code"',
    'CaptureRoutes Self.prefix + "/takeOver"',
    'BrandFiles "/brand/{digest}/colors.css"',
    'BrandFiles "/brand/{digest}/logo"',
    'StaticFiles "/static/{version}/{path...}"',
}
