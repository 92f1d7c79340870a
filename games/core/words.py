"""Translates texts for people, once the reader's language is known.

The extraction tool finds ``w("Take {card}", card=...)`` and ``w.plural("{n} worm", "{n} worms", n)`` by name,
so a :class:`Words` is always called ``w``. A text created before its reader is known, such as an error, is a
:class:`Msg`. Mark its id with :func:`N_`, or with :func:`plural` if it counts something.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

LOCALES_FOLDER = Path(__file__).resolve().parents[2] / "assets" / "locales"
SOURCE_LANGUAGE = "en"


def N_(msgid: str) -> str:  # noqa: N802 - the conventional name of a gettext marker
    """Mark ``msgid`` for translation without translating it."""
    return msgid


@dataclass(frozen=True, slots=True)
class Msg:
    """A text to be translated later."""

    msgid: str
    values: dict[str, object] = field(default_factory=dict)
    """Values for the placeholders. They may also be untranslated texts."""
    many: str = ""
    """Plural of ``msgid``, if any. The value ``n`` then selects singular or plural."""

    def __hash__(self) -> int:
        return hash((self.msgid, tuple(sorted((k, repr(v)) for k, v in self.values.items()))))


def plural(one: str, many: str, n: int, /, **values: object) -> Msg:
    """Return a text to be translated later, whose number ``n`` selects the plural and fills ``{n}``."""
    return Msg(one, {"n": n, **values}, many)


class Words:
    """The texts of one locale."""

    __slots__ = ("_catalogue", "locale")

    def __init__(self, locale: str, catalogue: gettext.NullTranslations) -> None:
        self.locale = locale
        self._catalogue = catalogue

    def __call__(self, msgid: str, /, **values: object) -> str:
        """Return ``msgid`` translated, with its ``{name}`` placeholders filled in."""
        return self._fill_placeholders(self._catalogue.gettext(msgid), values)

    def translate_in_context(self, context: str, msgid: str, /, **values: object) -> str:
        """Translate a word that has different translations in different contexts."""
        return self._fill_placeholders(self._catalogue.pgettext(context, msgid), values)

    def plural(self, one: str, many: str, n: int, /, **values: object) -> str:
        """Translate a text whose number ``n`` selects the plural and fills ``{n}``."""
        return self._fill_placeholders(self._catalogue.ngettext(one, many, n), {"n": n, **values})

    def plural_in_context(self, context: str, one: str, many: str, n: int, /) -> str:
        """Translate a number of things that have different translations in different contexts."""
        return self._fill_placeholders(self._catalogue.npgettext(context, one, many, n), {"n": n})

    def msg(self, message: Msg) -> str:
        """Translate a text created before its reader was known."""
        if message.many:
            n = message.values["n"]
            assert isinstance(n, int)
            return self._fill_placeholders(
                self._catalogue.ngettext(message.msgid, message.many, n), message.values
            )
        return self._fill_placeholders(self._catalogue.gettext(message.msgid), message.values)

    def join_list(self, parts: list[str]) -> str:
        """Join parts with commas and a final "and", such as "a, b and c"."""
        if len(parts) < 2:
            return "".join(parts)
        return self("{many} and {last}", many=", ".join(parts[:-1]), last=parts[-1])

    def _fill_placeholders(self, template: str, values: dict[str, object]) -> str:
        if not values:
            return template
        if Msg in map(type, values.values()):
            values = {k: self.msg(v) if isinstance(v, Msg) else v for k, v in values.items()}
        return template.format_map(values)


class RetoldWords(Words):
    """Words that name a player in sentences that would otherwise say "you"."""

    __slots__ = ("_actor", "_retold")

    def __init__(self, w: Words, retold: Mapping[str, Msg], actor: str) -> None:
        """Wrap the texts of a locale.

        :param retold: the variant with ``{actor}`` of each sentence that says "you".
        """
        super().__init__(w.locale, w._catalogue)
        self._retold = retold
        self._actor = actor

    def __call__(self, msgid: str, /, **values: object) -> str:
        """Translate a text, using its variant that names the player if there is one."""
        other = self._retold.get(msgid)
        if other is None:
            return super().__call__(msgid, **values)
        return super().__call__(other.msgid, **values, actor=self._actor)

    def plural(self, one: str, many: str, n: int, /, **values: object) -> str:
        """Translate a text with a number, using its variant that names the player if there is one."""
        other = self._retold.get(one)
        if other is None:
            return super().plural(one, many, n, **values)
        return super().plural(other.msgid, other.many, n, **values, actor=self._actor)


@cache
def list_locales() -> tuple[str, ...]:
    """Return the locales with a catalogue, the source language first."""
    return (
        SOURCE_LANGUAGE,
        *sorted(path.stem for path in LOCALES_FOLDER.glob("*.mo") if path.stem != SOURCE_LANGUAGE),
    )


@cache
def load_words(locale: str = SOURCE_LANGUAGE) -> Words:
    """Return the texts of a locale. ``de-AT`` falls back to ``de``, then to English."""
    for name in (locale, locale.split("-")[0]):
        path = LOCALES_FOLDER / f"{name}.mo"
        if path.is_file():
            with path.open("rb") as file:
                return Words(name, gettext.GNUTranslations(file))
    return Words(SOURCE_LANGUAGE, gettext.NullTranslations())


def cite_clauses(w: Words, prefix: str, *clauses: str) -> str:
    """Return a citation of rule clauses, for the end of a paragraph of the rules.

    :param prefix: the prefix of the game's clauses (``DR``).
    :param clauses: their numbers (``3.6``).
    """
    return " " + w("({clauses})", clauses=", ".join(f"{prefix}-{clause}" for clause in clauses))


def cite_ruling(w: Words, prefix: str, *clauses: str) -> str:
    """Return a citation of clauses that are our own ruling rather than the designers'.

    :param prefix: the prefix of the game's clauses (``DR``).
    :param clauses: their numbers (``3.6``).
    """
    return " " + w("(our ruling, {clauses})", clauses=", ".join(f"{prefix}-{clause}" for clause in clauses))


def clip(text: str, limit: int) -> str:
    """Return ``text`` cut to ``limit`` characters, with an ellipsis if it was longer."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def join_sentences_that_fit(sentences: Iterable[str], limit: int) -> str:
    """Join the first sentences, as many as fit into ``limit`` characters. Clip the first if it is longer."""
    text = ""
    for sentence in sentences:
        longer = f"{text} {sentence}" if text else clip(sentence, limit)
        if len(longer) > limit:
            break
        text = longer
    return text
