from __future__ import annotations

import gettext

from games.core.words import N_, SOURCE_LANGUAGE, Msg, Words, list_locales, load_words, plural


class CapitalsCatalogue(gettext.NullTranslations):
    """A catalogue that translates every text into capitals."""

    def gettext(self, message: str) -> str:
        return {"Take {card}": "NIMM {card}", "red": "ROT", "{many} and {last}": "{many} und {last}"}.get(
            message, message
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return "{n} WURM" if n == 1 else "{n} WÜRMER"

    def pgettext(self, context: str, message: str) -> str:
        return f"{context}/{message}"

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return f"{context}/{msgid1 if n == 1 else msgid2}"


def test_texts_are_translated_and_filled_in() -> None:
    w = Words("xx", CapitalsCatalogue())
    assert w("Take {card}", card="B3") == "NIMM B3"
    assert w.plural("{n} worm", "{n} worms", 1) == "1 WURM"
    assert w.plural("{n} worm", "{n} worms", 2) == "2 WÜRMER"
    assert w.translate_in_context("place", "Reef") == "place/Reef"
    assert w.plural_in_context("place", "{n} reef", "{n} reefs", 2) == "place/2 reefs"


def test_a_text_within_a_text_is_translated_too() -> None:
    w = Words("xx", CapitalsCatalogue())
    assert w.msg(Msg("Take {card}", {"card": Msg(N_("red"))})) == "NIMM ROT"


def test_a_plural_message_is_formed_in_the_readers_language() -> None:
    w = Words("xx", CapitalsCatalogue())
    for n, said in ((0, "0 WÜRMER"), (1, "1 WURM"), (2, "2 WÜRMER")):
        assert w.msg(plural("{n} worm", "{n} worms", n)) == said
        assert w.msg(Msg("a {b}", {"b": plural("{n} worm", "{n} worms", n)})) == f"a {said}"
    assert load_words().msg(plural("{n} of {all}", "{n} of them {all}", 2, all=3)) == "2 of them 3"


def test_braces_in_a_text_without_fields_stay() -> None:
    assert load_words()("a {b}") == "a {b}"


def test_lists_are_joined_as_in_a_sentence() -> None:
    w = Words("xx", CapitalsCatalogue())
    assert [w.join_list(parts) for parts in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a und b",
        "a, b und c",
    ]


def test_messages_with_the_same_content_are_equal() -> None:
    assert Msg("a", {"b": 1}) == Msg("a", {"b": 1})
    assert len({Msg("a", {"b": 1}), Msg("a", {"b": 1}), Msg("a")}) == 2


def test_an_unknown_locale_falls_back_to_english() -> None:
    assert load_words("tlh").locale == SOURCE_LANGUAGE
    assert load_words("en-GB")("Take {card}", card="x") == "Take x"
    assert list_locales()[0] == SOURCE_LANGUAGE
