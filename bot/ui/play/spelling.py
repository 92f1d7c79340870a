"""Splits typed moves into words, and writes them as tokens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import takewhile

from games.core.errors import NoSuchPart, RuleError, UnreadableToken
from games.core.match import Match
from games.core.words import N_, list_locales, load_words

_GAP_PATTERN = re.compile(r"[\s:>,]+")
_CELL_PATTERN = re.compile(r"\b[a-z][0-9]")
"""A typed cell, such as ``b3``."""
IGNORED_PUNCTUATION = ".,;!?()“”„«»‘’\"'"
"""Characters around a word that don't belong to it."""
CONNECTING_SIGNS = ("&", "+", "·", "–")


@cache
def list_connecting_words() -> frozenset[str]:
    """Return the words and signs that separate the parts of a move, as a comma does, in every language."""
    joined = (load_words(locale).join_list(["", ""]) for locale in list_locales())
    return frozenset((*CONNECTING_SIGNS, *(word for text in joined for word in split_words(text))))


def split_words(text: str) -> tuple[str, ...]:
    """Return the words of a typed move or a token in lower case, whatever separates them."""
    return tuple(filter(None, _GAP_PATTERN.split(text.casefold())))


def list_spellings(typed: str, tokens: Iterable[str]) -> Iterator[str]:
    """Yield possible tokens for a typed move: as typed, in lower case, and with an upper-case cell.

    The lower-case tokens are also yielded with a final colon, for moves whose last part is empty, and with
    the separators of a similar possible move.
    """
    yield typed
    lower = re.sub(r"[\s:]+", ":", typed.casefold()).strip(":")
    for text in (lower, _CELL_PATTERN.sub(lambda cell: cell[0].upper(), lower, count=1)):
        yield from (text, f"{text}:")
        if like := _copy_separators(text, tokens):
            yield like


def _copy_separators(text: str, tokens: Iterable[str]) -> str:
    """Return a typed text with its separators replaced by those of a similar token, or an empty string.

    The first token with the same first word and the same number of words is used.
    """
    words = list(filter(None, _GAP_PATTERN.split(text)))
    for token in tokens:
        parts = list(filter(None, _GAP_PATTERN.split(token)))
        if words and len(parts) == len(words) and parts[0] == words[0]:
            gaps = [*_GAP_PATTERN.findall(token), ""]
            return "".join(f"{word}{gap}" for word, gap in zip(words, gaps, strict=False))
    return ""


def can_parse(match: Match, text: str) -> bool:
    """Return whether the rules can parse a text, even if it names parts that the game doesn't have."""
    try:
        match.rules.read(text)
    except NoSuchPart:
        return True
    except UnreadableToken:
        return False
    return True


def find_text_without_extra_words(match: Match, seat: int, typed: str) -> str | None:
    """Return a typed move without the words that no possible move has, if the rules can parse it.

    So ``take card 99`` gets the same explanation as ``take 99``.
    """
    tokens = [action.token for action in match.legal_actions(seat)]
    known, words = {word for token in tokens for word in split_words(token)}, split_words(typed)
    plain = [word.strip(IGNORED_PUNCTUATION) for word in words]
    kept_words = [word for word in plain if word in known or not word.isalpha()]
    if len(kept_words) in (0, len(words)):
        return None
    spellings = list_spellings(" ".join(kept_words), tokens)
    return next((text for text in spellings if text != typed and can_parse(match, text)), None)


def find_meant_move(error: UnreadableToken) -> str | None:
    """Return the move that a typed text resembles according to the rules' error, if it names one."""
    meant = error.message.values.get("meant")
    return meant if isinstance(meant, str) else None


def list_readings(match: Match, typed: str) -> tuple[str, ...]:
    """Return the tokens of the moves that a text could stand for according to the rules, in any position."""
    try:
        return (match.rules.read(typed).token,)
    except UnreadableToken as error:
        meant = find_meant_move(error)
        return error.readings if meant is None else (meant,)


def explain_refused_text(match: Match, seat: int, text: str) -> RuleError | None:
    """Return why the rules refuse a text, or ``None`` if it is a possible move."""
    try:
        match.check_action(seat, text)
    except RuleError as error:
        return error
    return None


def explain_misfit(typed: str, tokens: Sequence[str]) -> UnreadableToken:
    """Return an error that names the first word of a typed text that fits no possible move.

    :param tokens: the possible moves.
    """
    words, moves = split_words(typed), [split_words(token) for token in tokens]
    fitting = max((count_common_beginning(words, move) for move in moves), default=0)
    if not fitting or fitting == len(words):
        return UnreadableToken(typed)
    beginning = " ".join(words[:fitting])
    if words[:fitting] in moves:
        return UnreadableToken(
            typed, N_("“{token}” is too long: a move ends after “{kept}”."), kept=beginning
        )
    text = N_("In “{token}”, “{word}” doesn't fit after “{kept}”.")
    return UnreadableToken(typed, text, word=words[fitting], kept=beginning)


def count_common_beginning(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the number of leading words that two texts share."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
