"""A site whose OpenID Connect provider is Django OAuth Toolkit: people with passwords and groups, a page to sign in.

    provider_site.py serve FOLDER PORT    serves until it is ended; says `ready` once it does
    provider_site.py put FOLDER           makes or changes what is named on standard input:
        {"people": {NAME: {"password": …, "groups": […], "email": …, "amr": […]}},
         "applications": {CLIENT ID: {"secret": … or null, "redirect": URI, "signedOut": URI}}}

FOLDER has `site.json`: the issuer (`issuer`), a PEM file of the key that signs (`key`), where the groups are told
(`groupsIn`: idToken or userInfo), and whether the site names itself when it sends a browser back (`namesItself`).
"""

from __future__ import annotations

import json
import os
import socketserver
import sys
from pathlib import Path
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import django
from django.conf import settings

COMMAND, FOLDER = sys.argv[1], Path(sys.argv[2])
SITE: dict[str, Any] = json.loads((FOLDER / "site.json").read_text(encoding="utf-8"))
LOGIN = (
    "<form method=post>{% csrf_token %}{{ form.as_p }}"
    '<input type=hidden name=next value="{{ next }}"><button>Sign in</button></form>'
)

SIGN_OUT = "<form method=post>{% csrf_token %}{{ form.as_p }}</form>"

# The library of the tool refuses http otherwise, and the tests have nothing else.
os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
settings.configure(
    ALLOWED_HOSTS=["127.0.0.1"],
    SECRET_KEY="of a test",
    ROOT_URLCONF=__name__,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": FOLDER / "site.sqlite"}},
    INSTALLED_APPS=[
        "django.contrib.contenttypes",
        "django.contrib.auth",
        "django.contrib.sessions",
        "oauth2_provider",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
    ],
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "OPTIONS": {
                "context_processors": ["django.template.context_processors.request"],
                "loaders": [
                    (
                        "django.template.loaders.locmem.Loader",
                        {"registration/login.html": LOGIN, "oauth2_provider/logout_confirm.html": SIGN_OUT},
                    )
                ],
            },
        }
    ],
    LOGIN_URL="/login/",
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    # Quick, for passwords of tests.
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    USE_TZ=True,
    OAUTH2_PROVIDER={
        "OIDC_ENABLED": True,
        "OIDC_ISS_ENDPOINT": SITE["issuer"],
        "OIDC_RSA_PRIVATE_KEY": Path(SITE["key"]).read_text(encoding="utf-8"),
        "OIDC_RP_INITIATED_LOGOUT_ENABLED": True,
        "PKCE_REQUIRED": True,
        "COMPLIANT_BCP_RFC9700_AUTHZ_RESPONSE_ISS": SITE["namesItself"],
        "SCOPES": {"openid": "who one is", "profile": "what one is called", "email": "one's address"},
        "OAUTH2_VALIDATOR_CLASS": f"{__name__}.Claims",
    },
)
django.setup()

from django.contrib.auth.models import Group, User  # noqa: E402
from django.contrib.auth.views import LoginView  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.urls import include, path  # noqa: E402
from oauth2_provider.models import get_application_model  # noqa: E402
from oauth2_provider.oauth2_validators import OAuth2Validator  # noqa: E402

urlpatterns = [
    path("o/", include("oauth2_provider.urls", namespace="oauth2_provider")),
    path("login/", LoginView.as_view()),
]


class Claims(OAuth2Validator):
    """What is told of people beside their number."""

    oidc_claim_scope = None

    def get_additional_claims(self, request: Any) -> dict[str, Any]:
        claims: dict[str, Any] = {"preferred_username": request.user.username, "email": request.user.email}
        if methods := request.user.last_name:
            claims["amr"] = methods.split()
        return claims | (self._groups(request) if SITE["groupsIn"] == "idToken" else {})

    def get_userinfo_claims(self, request: Any) -> dict[str, Any]:
        claims: dict[str, Any] = super().get_userinfo_claims(request)
        return claims | self._groups(request)

    @staticmethod
    def _groups(request: Any) -> dict[str, Any]:
        names = [group.name for group in request.user.groups.order_by("name")]
        return {"groups": names} if names else {}


def put(wanted: dict[str, Any]) -> None:
    """Makes or changes people and applications."""
    for name, person in wanted.get("people", {}).items():
        user, _ = User.objects.get_or_create(username=name)
        user.email = person.get("email", "")
        # The user of the tool has no member for how somebody has signed in.
        user.last_name = " ".join(person.get("amr", []))
        user.set_password(person["password"])
        user.save()
        user.groups.set([Group.objects.get_or_create(name=group)[0] for group in person.get("groups", [])])
    applications = get_application_model()
    for client_id, client in wanted.get("applications", {}).items():
        applications.objects.filter(client_id=client_id).delete()
        applications.objects.create(
            client_id=client_id,
            client_secret=client["secret"] or "",
            client_type=applications.CLIENT_CONFIDENTIAL if client["secret"] else applications.CLIENT_PUBLIC,
            authorization_grant_type=applications.GRANT_AUTHORIZATION_CODE,
            redirect_uris=client["redirect"],
            post_logout_redirect_uris=client["signedOut"],
            algorithm=applications.RS256_ALGORITHM,
            skip_authorization=True,
        )


class Handler(WSGIRequestHandler):
    """Says nothing."""

    def log_message(self, format: str, *arguments: Any) -> None:
        pass


class Server(socketserver.ThreadingMixIn, WSGIServer):
    daemon_threads = True


def main() -> None:
    if COMMAND == "put":
        call_command("migrate", verbosity=0)
        put(json.load(sys.stdin))
        return
    with make_server("127.0.0.1", int(sys.argv[3]), get_wsgi_application(), Server, Handler) as server:
        print("ready", flush=True)
        server.serve_forever()


main()
