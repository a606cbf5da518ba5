"""Members of an answer, by type. Members that are not known here are passed over: answers may have more one day."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from datetime import datetime
from enum import IntEnum
from types import UnionType
from typing import Any, Self, TypeVar, get_args, get_origin, get_type_hints

from .errors import OnboardingError

JSON = Mapping[str, Any]
T = TypeVar("T")


def _of(kind: type[T] | tuple[type, ...], document: JSON, name: str) -> Any:
    value = document.get(name)
    # bool is an int in Python, and never one on the wire.
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise OnboardingError(0, "ANSWER_INVALID", f"{name} is missing or of another type")
    return value


def text(document: JSON, name: str) -> str:
    """A text that must be there."""
    return str(_of(str, document, name))


def flag(document: JSON, name: str) -> bool:
    """A truth value that must be there."""
    return bool(_of(bool, document, name))


def integer(document: JSON, name: str) -> int:
    """A whole number that must be there."""
    return int(_of(int, document, name))


def number(document: JSON, name: str) -> float:
    """A number that must be there."""
    return float(_of((int, float), document, name))


def instant(document: JSON, name: str) -> datetime:
    """A time that must be there."""
    try:
        return datetime.fromisoformat(text(document, name))
    except ValueError as error:
        raise OnboardingError(0, "ANSWER_INVALID", f"{name} is no time") from error


def member(document: JSON, name: str) -> JSON:
    """An object that must be there."""
    value: JSON = _of(dict, document, name)
    return value


def texts(document: JSON, name: str) -> tuple[str, ...]:
    """A list of texts that must be there."""
    return tuple(str(value) for value in _of(list, document, name))


def numbers(document: JSON, name: str, count: int) -> tuple[float, ...]:
    """A list of so many numbers that must be there."""
    values = _of(list, document, name)
    if len(values) != count:
        raise OnboardingError(0, "ANSWER_INVALID", f"{name} has not {count} numbers")
    return tuple(number({name: value}, name) for value in values)


def members(document: JSON, name: str, read: Callable[[JSON], T]) -> tuple[T, ...]:
    """A list of objects that must be there."""
    values = _of(list, document, name)
    if not all(isinstance(value, dict) for value in values):
        raise OnboardingError(0, "ANSWER_INVALID", f"{name} is no list of objects")
    return tuple(read(value) for value in values)


def optional(document: JSON, name: str, read: Callable[[JSON, str], T]) -> T | None:
    """What `read` reads, or None where the member is absent or null."""
    return None if document.get(name) is None else read(document, name)


def optional_number(document: JSON, name: str) -> float | None:
    """A number, or None where the member is absent or null."""
    return optional(document, name, number)


def inside(*path: str, read: Callable[[JSON, str], T]) -> Callable[[JSON, str], T]:
    """Reads a member of an object that lies so deep in the answer."""

    def read_inside(document: JSON, name: str) -> T:
        for outer in path:
            document = member(document, outer)
        return read(document, name)

    return read_inside


def whole(document: JSON, _name: str) -> JSON:
    """The object itself."""
    return document


def wire(
    name: str | None = None,
    read: Callable[[JSON, str], Any] | None = None,
    absent: Any = MISSING,
    is_inside: bool = False,
) -> dict[str, Any]:
    """The metadata of a field of an `Answer` that is not read as its name and type say.

    Args:
        name: of the member.
        read: what reads it.
        absent: what stands for a member that is absent or null.
        is_inside: whether `read` looks for it deeper in the answer, and says itself where it is absent.
    """
    return {"name": name, "read": read, "absent": absent, "is_inside": is_inside}


@dataclass(frozen=True)
class Answer:
    """A value that is read of an object of an answer, each field from a member by the field's type.

    The member is called like the field, in camel case. A field that may be None is where the member is absent or null;
    one with a default keeps it there.
    """

    @classmethod
    def read(cls, document: JSON) -> Self:
        """From the object.

        Raises:
            OnboardingError: `ANSWER_INVALID` where a member is missing or of another type.
        """
        if cls not in _known:
            _known[cls] = _readers(cls)
        return cls(**{name: read(document, member) for name, member, read in _known[cls]})


#: Name, member and reader of each field.
_known: dict[type[Answer], list[tuple[str, str, Callable[[JSON, str], Any]]]] = {}


def _readers(kind: type[Answer]) -> list[tuple[str, str, Callable[[JSON, str], Any]]]:
    hints = get_type_hints(kind)
    return [
        (each.name, each.metadata.get("name") or _camel(each.name), _reader(hints[each.name], each))
        for each in fields(kind)
    ]


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _reader(hint: Any, of: Field[Any]) -> Callable[[JSON, str], Any]:
    absent = of.metadata.get("absent", MISSING)
    if absent is MISSING:
        absent = of.default
    if get_origin(hint) is UnionType:
        hint = get_args(hint)[0]
        absent = None
    read = of.metadata.get("read") or _reader_of(hint)
    if absent is MISSING or of.metadata.get("is_inside"):
        return read
    return lambda document, name: absent if document.get(name) is None else read(document, name)


def _reader_of(hint: Any) -> Callable[[JSON, str], Any]:
    if get_origin(hint) is tuple:
        part = get_args(hint)[0]
        return texts if part is str else lambda document, name: members(document, name, part.read)
    if issubclass(hint, Answer):
        return lambda document, name: hint.read(member(document, name))
    if issubclass(hint, IntEnum):
        return lambda document, name: hint(integer(document, name))
    return _BY_TYPE[hint]


_BY_TYPE: dict[type, Callable[[JSON, str], Any]] = {
    str: text,
    bool: flag,
    int: integer,
    float: number,
    datetime: instant,
}
