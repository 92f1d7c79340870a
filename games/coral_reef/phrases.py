"""Reads plays that are typed in words, such as *Stack 1: two nines, a king, with 9 on top*."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from games.coral_reef.parts import CARD_COPIES, RANK_LETTERS, TEN_RANK

_PHRASE_PATTERN: Final = re.compile(r"(?:[^\W\d]+\s+)?([1-9][0-9]?)\s*:(.{1,80})")
"""Matches a play in words, such as *Stack 1: 9, 2* or *Stack 1: play 9, 2, with 2 on top*."""
_STACK_PATTERN: Final = re.compile(r"[,\s]*\b(?:on|onto|to|auf|op)\s+(?:stack|stapel)\s+([1-9][0-9]?)\b")
"""Matches the stack in a play in another order, such as *two nines on stack 1*."""
_FIRST_WORD_PATTERN: Final = re.compile(r"(?:play|lay|lege?|spiele?|speel)\s+")
_AND_PATTERN: Final = re.compile(r"\s(?:and|und|en|&)\s")
_TIMES_PATTERN: Final = re.compile(r"\b([1-8])\s*[×x]\s*(?=\w)")
"""Matches a count as plays of many corals show it, such as *4 × 3*."""
_PLURAL_PATTERN: Final = re.compile(r"(10|[2-9akqj])['’]?s")
"""Matches a coral as printed with a plural ending, such as *9s*."""
TOP_SIGNS: Final = "↑>"
"""Signs before the coral that goes on top."""
RANK_BY_PRINTED_VALUE: Final = {"10": TEN_RANK, "0": TEN_RANK, "1": "a"}
_NAMES_BY_RANK: Final = {
    "2": ("two", "zwei", "twee"),
    "3": ("three", "drei", "drie"),
    "4": ("four", "vier"),
    "5": ("five", "fünf", "vijf"),
    "6": ("six", "sechs", "zes"),
    "7": ("seven", "sieben", "zeven"),
    "8": ("eight", "acht"),
    "9": ("nine", "neun", "negen"),
    "a": ("ace", "ass", "aas"),
    TEN_RANK: ("ten", "zehn", "tien"),
    "j": ("jack", "bube", "boer"),
    "q": ("queen", "dame", "vrouw"),
    "k": ("king", "könig", "heer"),
}
"""Names of ranks in typed phrases, in the languages of the bot."""
_PLURALS_BY_RANK: Final = {
    "2": ("twos", "zweien", "zweier", "tweeën"),
    "3": ("threes", "dreien", "dreier", "drieën"),
    "4": ("fours", "vieren", "vierer"),
    "5": ("fives", "fünfen", "fünfer", "vijven"),
    "6": ("sixes", "sechsen", "sechser", "zessen"),
    "7": ("sevens", "siebenen", "siebener", "zevens"),
    "8": ("eights", "achten"),
    "9": ("nines", "neunen", "neuner", "negens"),
    "a": ("aces", "asse", "azen"),
    TEN_RANK: ("tens", "zehnen", "zehner", "tienen"),
    "j": ("jacks", "buben", "boeren"),
    "q": ("queens", "damen", "vrouwen"),
    "k": ("kings", "könige", "heren"),
}
_RANK_BY_NAME: Final = {name: rank for rank, names in _NAMES_BY_RANK.items() for name in names}
_RANK_BY_PLURAL: Final = {name: rank for rank, names in _PLURALS_BY_RANK.items() for name in names}
_COUNT_BY_WORD: Final = {
    **{str(count): count for count in range(1, 11)},
    **{name: int(rank) for name, rank in _RANK_BY_NAME.items() if rank.isdecimal() and rank != "9"},
    **dict.fromkeys(("a", "an", "one", "ein", "eine", "einen", "een", "één"), 1),
}


class PhrasedPlay(NamedTuple):
    """A play in words: the number of the stack, the rank of each coral, and the rank on top.

    The number of the stack is 0 if the words don't name it.
    """

    stack_number: int
    corals: str
    top: str


class _NamedCorals(NamedTuple):
    """One or more corals of a rank, named in a phrase. The rank is empty for any other word."""

    rank: str
    number: int = 1
    is_marked: bool = False
    """Whether a sign says that the coral goes on top."""


def read_phrase(typed: str) -> PhrasedPlay | None:
    """Return the play that a text describes in words, or ``None`` if there is none.

    If the text doesn't say which coral goes on top, it is the last one named, or the ten.
    """
    found = _PHRASE_PATTERN.fullmatch(typed.casefold().strip())
    return None if found is None else _read_corals(int(found[1]), found[2])


def read_other_phrase(typed: str) -> PhrasedPlay | None:
    """Return the play in words that don't begin with a stack, or ``None`` if there is none.

    Without a stack, other words than ranks and counts make the text unreadable.
    """
    text = _FIRST_WORD_PATTERN.sub("", typed.casefold().strip(), count=1)
    found = _STACK_PATTERN.search(text)
    corals = _AND_PATTERN.sub(", ", text if found is None else text[: found.start()] + text[found.end() :])
    if found is not None:
        return _read_corals(int(found[1]), corals)
    named = _list_named_corals(_TIMES_PATTERN.sub(r"\1× ", corals))
    return _read_corals(0, corals) if all(one is not None and one.rank for one in named) else None


def _read_corals(stack_number: int, text: str) -> PhrasedPlay | None:
    named = list(_list_named_corals(_TIMES_PATTERN.sub(r"\1× ", text)))
    if None in named:
        return None
    corals = top = ""
    follows_word = False
    for one in filter(None, named):
        if not one.rank:
            follows_word = bool(corals)
        elif follows_word or one.is_marked:
            top = top or one.rank
        else:
            corals += one.rank * one.number
    if not corals:
        return None
    top = top or (TEN_RANK if TEN_RANK in corals else corals[-1])
    return PhrasedPlay(stack_number, corals, top) if top in corals else None


def _list_named_corals(text: str) -> Iterator[_NamedCorals | None]:
    """Yield the corals named in a text and its other words; ``None`` for what is neither.

    A number is a count only if the name of a rank follows it without a comma, because *9, 2* names two ranks.
    """
    for group in re.split("[,+]", text):
        words = group.split()
        while words:
            word = words.pop(0)
            if words and word.removesuffix("×") in _COUNT_BY_WORD and _is_counted(word, words[0]):
                yield _NamedCorals(_find_rank(words.pop(0)), _COUNT_BY_WORD[word.removesuffix("×")])
                continue
            rank = _find_rank(word.lstrip(TOP_SIGNS))
            yield _NamedCorals(rank, is_marked=word[0] in TOP_SIGNS) if rank or word.isalpha() else None


def _is_counted(number: str, word: str) -> bool:
    """Return whether ``number`` counts the corals that the next word names."""
    if number.endswith("×"):
        return bool(_find_rank(word))
    if _PLURAL_PATTERN.fullmatch(word) or word in _RANK_BY_PLURAL:
        return True
    # A number greater than that of copies is a rank, and so is the first word of a pair such as "eight two".
    if _COUNT_BY_WORD[number] > CARD_COPIES:
        return False
    return word in _RANK_BY_NAME and (number not in _RANK_BY_NAME or not _RANK_BY_NAME[word].isdecimal())


def _find_rank(word: str) -> str:
    """Return the rank that a word names, or an empty string if it names none."""
    if found := _PLURAL_PATTERN.fullmatch(word):
        word = found[1]
    word = RANK_BY_PRINTED_VALUE.get(word, word)
    if len(word) == 1 and word in RANK_LETTERS:
        return word
    return _RANK_BY_NAME.get(word) or _RANK_BY_PLURAL.get(word, "")
