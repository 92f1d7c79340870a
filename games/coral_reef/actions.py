"""The actions of Coral Reef, with their tokens and the order in which the interface asks for their fields.

``play:2:45>5`` plays a four and a five on stack 2, the five on top; ``seed`` places a nine as a new stack.

Corals are written in the order ``23456789kqjat``. Several corals of a rank are written with a count: directly
before a letter, but with a star after a number. ``play:3:7*2k2a>a`` plays two sevens, two kings and an ace.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from games.coral_reef.parts import RANK_LETTERS
from games.coral_reef.phrases import RANK_BY_PRINTED_VALUE, PhrasedPlay, read_other_phrase, read_phrase
from games.core.errors import UnreadableToken
from games.core.shapes import MAX_TOKEN_LENGTH, Pick
from games.core.values import value_class
from games.core.words import N_

MAX_OFFERED_SETS: Final = 75
"""Maximum number of sets of corals to offer for a stack. With more sets, players pick one coral at a time."""
MAX_TRIED_STACKS: Final = 20
"""Maximum number of stacks on which a play is tried if its words name no stack."""
_TOKEN_PATTERN: Final = re.compile(
    r"play:([1-9][0-9]?):((?:[2-9](?:\*[2-8])?)*(?:[kqjat][2-8]?)*)>([2-9kqjat])|seed", re.ASCII
)
_RUN_PATTERN: Final = re.compile(r"([2-9])(?:\*([2-8]))?|([kqjat])([2-8])?")
_SPACE_PATTERN: Final = re.compile(r"\s+")
_SIMILAR_TOKEN_PATTERN: Final = re.compile(
    r"(?:play)?:?([1-9][0-9]?):((?:(?:10|[2-9](?:\*[2-8])?|[kqjat01])[,+]?){1,20})>(10|[2-9kqjat01])",
    re.ASCII,
)
"""Matches texts that resemble a play, with corals in any order, written as in tokens or on cards."""
_CORAL_PATTERN: Final = re.compile(r"(10|[2-9kqjat01])(?:\*([2-8]))?")


_PLAY_PICK: Final = Pick("kind", "play")
_TOP_PICK_BY_RANK: Final = {letter: Pick("top", letter) for letter in RANK_LETTERS}


@cache
def _make_stack_pick(index: int) -> Pick:
    return Pick("stack", str(index + 1))


@lru_cache(maxsize=65536)
def _make_coral_pick(corals: str) -> Pick:
    return Pick("coral", tuple(corals))


class PlayCorals(NamedTuple):
    """Put ``corals`` from the hand on a stack (CR-2.2).

    A play is a named tuple, because named tuples are fast to create and a large hand has tens of thousands of
    plays.
    """

    stack: int
    corals: str
    """Rank of each coral as a letter, in the order of ``RANK_LETTERS``."""
    top: str
    """Rank that is placed last and ends on top."""

    @property
    def token(self) -> str:
        return f"play:{self.stack + 1}:{format_corals(self.corals)}>{self.top}"

    @property
    def path(self) -> tuple[Pick, ...]:
        return (
            _PLAY_PICK,
            _make_stack_pick(self.stack),
            _make_coral_pick(self.corals),
            _TOP_PICK_BY_RANK[self.top],
        )


@value_class
class SeedNine:
    """Place a nine as a new stack (CR-2.4)."""

    @property
    def token(self) -> str:
        return "seed"

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick("kind", "seed"),)


Action = PlayCorals | SeedNine
SEED_ACTION: Final = SeedNine()


def format_corals(corals: str) -> str:
    """Return corals as written in a token, with counts: ``4*2k3a`` for ``44kkka``."""
    parts = []
    for letter, run in groupby(corals):
        count = len(list(run))
        star = "*" if letter.isdecimal() else ""
        parts.append(letter if count == 1 else f"{letter}{star}{count}")
    return "".join(parts)


@lru_cache(maxsize=4096)
def read_action(token: str) -> Action:
    """Parse a token and return its action.

    :raises UnreadableToken: if it is not a token in canonical form.
    """
    parsed = _TOKEN_PATTERN.fullmatch(token)
    if parsed is None:
        raise _explain_unreadable(token)
    if parsed[1] is None:
        return SEED_ACTION
    corals = "".join(
        (number or letter) * int(some or more or 1)
        for number, some, letter, more in _RUN_PATTERN.findall(parsed[2])
    )
    action = PlayCorals(int(parsed[1]) - 1, corals, parsed[3])
    if not corals or action.token != token or list(corals) != sorted(corals, key=RANK_LETTERS.index):
        raise _explain_unreadable(token)
    return action


def _find_similar_token(typed: str) -> str:
    """Return the token of the play that a text resembles, or an empty text if there is none."""
    parsed = _SIMILAR_TOKEN_PATTERN.fullmatch(typed)
    if parsed is None:
        return ""
    named = "".join(
        RANK_BY_PRINTED_VALUE.get(one, one) * int(count or 1)
        for one, count in _CORAL_PATTERN.findall(parsed[2])
    )
    corals = "".join(sorted(named, key=RANK_LETTERS.index))
    token = PlayCorals(int(parsed[1]) - 1, corals, RANK_BY_PRINTED_VALUE.get(parsed[3], parsed[3])).token
    return token if _TOKEN_PATTERN.fullmatch(token) and len(token) <= MAX_TOKEN_LENGTH else ""


def _find_phrased_token(typed: str) -> str:
    """Return the token of the play that a text describes in words, or an empty text if there is none."""
    play = read_phrase(typed)
    return "" if play is None else _make_token(play, play.stack_number)


def _list_readings(typed: str) -> tuple[str, ...]:
    """Return the tokens of the plays that words in another order could stand for.

    If they name no stack, these are plays on the first :data:`MAX_TRIED_STACKS` stacks.
    """
    play = read_other_phrase(typed)
    if play is None:
        return ()
    stacks = (play.stack_number,) if play.stack_number else range(1, MAX_TRIED_STACKS + 1)
    return tuple(filter(None, (_make_token(play, stack) for stack in stacks)))


def _make_token(play: PhrasedPlay, stack: int) -> str:
    """Return the token of a play on a stack, or an empty text if it names too many corals."""
    corals = "".join(sorted(play.corals, key=RANK_LETTERS.index))
    token = PlayCorals(stack - 1, corals, play.top).token
    return token if _TOKEN_PATTERN.fullmatch(token) else ""


def _explain_unreadable(token: str) -> UnreadableToken:
    """Return the error for a text that is not a token. It suggests a similar token if there is one."""
    typed = _SPACE_PATTERN.sub("", token[:MAX_TOKEN_LENGTH].casefold())
    meant = "seed" if typed.startswith("seed") else _find_similar_token(typed) or _find_phrased_token(token)
    if meant:
        return UnreadableToken(token, N_("Did you mean `{meant}`? I can't read “{token}”."), meant=meant)
    if not typed.startswith("play") or ":" not in typed:
        error = UnreadableToken(token)
        error.readings = _list_readings(token)
        return error
    if ">" not in typed:
        text = N_("“{token}” doesn't say which card goes on top: add `>` and that card.")
    else:
        text = N_("I can't read “{token}”. Name a stack, your cards and the one on top.")
    return UnreadableToken(token, text)
