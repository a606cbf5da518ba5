"""A tenant's users and groups (HyperSecure), for a back end of the tenant that vouches for the images.

No call judges whether a living person was before a camera: a match says that two images show one face, and
authenticates nobody.
"""

from __future__ import annotations

import base64
import json
import ssl
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .calls import Consent
from .encoding import encode_base64
from .errors import OnboardingError
from .reading import JSON, Answer, flag, integer, member, members, optional, text, texts, wire
from .transport import Retry, Transport

_ROOT = "/hypersecure/v1"


@dataclass(frozen=True)
class Membership(Answer):
    """A group that a user is in."""

    group_id: str
    #: `user` or `groupAdmin`.
    role: str


@dataclass(frozen=True)
class User(Answer):
    """A registered person as users and groups have it."""

    user_id: str
    details: str
    roles: tuple[str, ...]
    groups: tuple[Membership, ...]
    #: Ids of the faces.
    faces: tuple[str, ...]
    #: Milliseconds since 1970.
    created: int = field(metadata=wire("createdDate"))


@dataclass(frozen=True)
class Match:
    """Whose face an image shows."""

    #: Whether anybody reaches the threshold.
    exists: bool
    #: 0 to 100: 100 · (1 - FMR^¼) of the false match rate, in percent.
    confidence: int
    #: None, as the rest, where nobody does.
    user_id: str | None
    details: str | None
    face_id: str | None

    @classmethod
    def read(cls, document: JSON) -> Match:
        """From the answer of /image/verify or /image/recognize."""
        user = optional(document, "userDetails", member)
        return cls(
            flag(document, "exists"),
            integer(document, "conf"),
            None if user is None else text(user, "userId"),
            None if user is None else text(user, "details"),
            optional(document, "faceId", text),
        )


@dataclass(frozen=True)
class Group:
    """A group of users."""

    name: str
    size_limit: int
    #: Milliseconds since 1970.
    created: int

    @classmethod
    def read(cls, document: JSON) -> Group:
        """From the answer of /group/get, which has the limit as a text."""
        limit = text(document, "sizeLimit")
        if not (limit.isascii() and limit.isdigit()):
            raise OnboardingError(0, "ANSWER_INVALID", "sizeLimit is no number")
        return cls(text(document, "groupname"), int(limit), integer(document, "createdDate"))


@dataclass(frozen=True)
class GroupMember(Answer):
    """A user as the list of a group has it."""

    user_id: str
    details: str
    faces: tuple[str, ...]
    #: When the user came into the group, in milliseconds since 1970.
    added: int = field(metadata=wire("createdTime"))


class Users:
    """A tenant's client for users and groups. Safe for several threads.

    A refusal is an OnboardingError with `errorCode` of the HyperSecure guide (603 to 699) in `details`.
    """

    def __init__(
        self,
        base_url: str,
        client_id: str,
        client_secret: str,
        *,
        admin_token: str | None = None,
        user_token: str | None = None,
        timeout: float = 60,
        retry: Retry | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """
        Args:
            base_url: the public URL of the installation.
            client_id: of a client with the scope `users`.
            client_secret: its secret.
            admin_token: the secret of a client with the scope `users:admin`; opens every call.
            user_token: in its place a user's, of `token_by_password` or `token_by_face`, which opens the user's own.
            timeout: seconds for each step of a connection.
            retry: what is tried again.
            tls: whom to trust; the system's certificates where absent.
        """
        self._transport = Transport(base_url, timeout, retry, tls)
        shown = base64.b64encode(f"{client_id}:{client_secret}".encode()).decode()
        self._headers = {
            "Accept": "application/json",
            "Content-Type": "application/json",
            "Authorization": f"Basic {shown}",
        }
        if admin_token is not None:
            self._headers["X-Admin-Token"] = admin_token
        if user_token is not None:
            self._headers["X-User-Token"] = user_token

    # Users.

    def enroll(
        self,
        user_id: str,
        images: Sequence[bytes],
        *,
        group_id: str | None = None,
        details: str | None = None,
        consent: Consent | None = None,
    ) -> tuple[str, ...]:
        """Registers a user by one to five images of the face; the ids of the faces."""
        document = {"userId": user_id, "groupId": group_id, "details": details}
        given = {} if consent is None else {"consent": consent.document()}
        return _faces(self._asked("/user/enroll", {**document, **given}, images, is_repeatable=False))

    def user(self, user_id: str) -> User:
        """What is kept of a user."""
        return User.read(self._asked("/user/get", {"userId": user_id}))

    def edit(self, user_id: str, details: str) -> None:
        """Changes the details."""
        self._asked("/user/edit", {"userId": user_id, "details": details})

    def remove(self, user_id: str) -> None:
        """Erases the person."""
        # Once it was done the user is unknown, so that a repeat would be refused.
        self._asked("/user/remove", {"userId": user_id}, is_repeatable=False)

    def add_faces(self, user_id: str, images: Sequence[bytes]) -> tuple[str, ...]:
        """Adds one to five images; the ids of the faces."""
        return _faces(self._asked("/user/addFace", {"userId": user_id}, images, is_repeatable=False))

    def remove_face(self, user_id: str, face_id: str) -> None:
        """Removes one face."""
        self._asked("/user/removeFace", {"userId": user_id, "faceId": face_id}, is_repeatable=False)

    def faces(self, user_id: str) -> tuple[str, ...]:
        """The ids of a user's faces."""
        return texts(self._asked("/user/fetchFaces", {"userId": user_id}), "faces")

    def face_urls(self, user_id: str) -> tuple[str, ...]:
        """Addresses that show the images to whoever has them, for 300 seconds."""
        return texts(self._asked("/user/fetchFaceUrls", {"userId": user_id}), "faceUrls")

    def one_time_password(self, user_id: str) -> str:
        """Six digits, good for 300 seconds and five tries; mailed as well where the server can."""
        return text(self._asked("/user/getOTP", {"userId": user_id}), "otp")

    def token_by_password(self, user_id: str, one_time_password: str, *, is_permanent: bool = False) -> str:
        """A user's token for the one-time password, which is used up."""
        document = {"userId": user_id, "otp": one_time_password, "permanent": is_permanent}
        return text(self._asked("/user/auth", document, is_repeatable=False), "token")

    def token_by_face(self, user_id: str, image: bytes) -> str:
        """A user's token for an image of the face."""
        return text(self._asked("/user/faceauth", {"userId": user_id}, [image]), "token")

    def revoke_tokens(self, user_id: str) -> None:
        """Ends all tokens of a user."""
        self._asked("/user/revokeTokens", {"userId": user_id})

    # Images.

    def verify(self, user_id: str, image: bytes) -> Match:
        """Whether an image shows the face of a user."""
        return Match.read(self._asked("/image/verify", {"userId": user_id}, [image]))

    def recognize(self, image: bytes, *, group_id: str | None = None) -> Match:
        """Whose face an image shows, of the members of a group; of everybody where none is named."""
        return Match.read(self._asked("/image/recognize", {"groupId": group_id}, [image]))

    # Groups.

    def create_group(self, name: str, size_limit: int) -> str:
        """The id of a new group."""
        document = {"groupname": name, "sizeLimit": size_limit}
        return text(self._asked("/group/create", document, is_repeatable=False), "groupId")

    def group(self, group_id: str) -> Group:
        """A group's name and limit."""
        return Group.read(self._asked("/group/get", {"groupId": group_id}))

    def edit_group(self, group_id: str, *, name: str | None = None, size_limit: int | None = None) -> None:
        """Changes what is given."""
        wanted = {"groupname": name, "sizeLimit": size_limit}
        changes = {name: value for name, value in wanted.items() if value is not None}
        self._asked("/group/edit", {"groupId": group_id, "params": changes})

    def remove_group(self, group_id: str) -> None:
        """Removes a group; its members stay users."""
        self._asked("/group/remove", {"groupId": group_id}, is_repeatable=False)

    def add_to_group(self, group_id: str, user_id: str) -> None:
        """Adds a user to a group."""
        self._asked("/group/addUser", {"groupId": group_id, "userId": user_id})

    def remove_from_group(self, group_id: str, user_id: str) -> None:
        """Removes a user from a group."""
        self._asked("/group/removeUser", {"groupId": group_id, "userId": user_id})

    def set_role(self, group_id: str, user_id: str, role: str) -> None:
        """Makes a member of a group a `user` or a `groupAdmin` of it."""
        self._asked("/group/userRole", {"groupId": group_id, "userId": user_id, "groupRole": role})

    def group_members(
        self, group_id: str, *, page_number: int | None = None, page_size: int | None = None
    ) -> tuple[GroupMember, ...]:
        """The members of a group, or a page of them, from 1; without a page at most 1,000."""
        document = {"groupId": group_id, "pageNumber": page_number, "pageSize": page_size}
        return members(self._asked("/group/listUsers", document), "users", GroupMember.read)

    # Requests.

    def _asked(
        self,
        endpoint: str,
        values: Mapping[str, Any],
        images: Sequence[bytes] = (),
        is_repeatable: bool = True,
    ) -> dict[str, Any]:
        document = {name: value for name, value in values.items() if value is not None}
        for number, image in enumerate(images, 1):
            document["image" if len(images) == 1 else f"image{number}"] = encode_base64(image)
        body = json.dumps(document).encode()
        answer = self._transport.send("POST", _ROOT + endpoint, self._headers, body, is_repeatable)
        if answer.status != 200:
            raise answer.refusal()
        return answer.json()


def _faces(document: JSON) -> tuple[str, ...]:
    return members(document, "faceIds", lambda face: text(face, "faceId"))
