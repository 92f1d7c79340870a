"""A replay says what happened to the scores in the turns that it leaves out."""

from __future__ import annotations

import pytest

from games.core.picture import ScoreboardEntry
from games.core.words import N_, Msg, load_words
from games.drawing.gaps import Gap, name_turns, tell_gap, write_note

NAMES = ("Ann", "Ben", "Cleo")


def make_entries(*values: int, stars: tuple[int, ...] = (0, 0, 0)) -> tuple[ScoreboardEntry, ...]:
    pairs = zip(values, stars, strict=True)
    idle = Msg(N_("no points"))
    return tuple(ScoreboardEntry(str(value), value=value, stars=n, idle_text=idle) for value, n in pairs)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ((3, 3, 3), (3, 5, 4), "Ben takes the lead, 5 to 4."),
        ((3, 5, 4), (4, 6, 4), "Ben still leads, 6 to 4."),
        ((3, 5, 4), (7, 6, 4), "Ann takes the lead, 7 to 6."),
        ((3, 5, 4), (7, 7, 4), "Ann and Ben are level at 7."),
    ],
)
def test_a_gap_says_who_leads(before: tuple[int, ...], after: tuple[int, ...], expected: str) -> None:
    gap = Gap(4, 9, make_entries(*before), make_entries(*after))
    assert not gap.is_quiet
    assert tell_gap(gap, NAMES, load_words()) == expected


@pytest.mark.parametrize(
    ("stars", "expected"),
    [
        ((0, 1, 0), "A round goes to Ben."),
        ((0, 2, 0), "2 rounds go to Ben."),
        ((1, 1, 0), "2 rounds go to Ann and Ben."),
    ],
)
def test_a_gap_says_who_won_rounds(stars: tuple[int, ...], expected: str) -> None:
    gap = Gap(4, 9, make_entries(0, 0, 0), make_entries(0, 0, 0, stars=stars))
    assert tell_gap(gap, NAMES, load_words()) == expected


def test_a_gap_without_any_change_is_a_note() -> None:
    gap = Gap(4, 9, make_entries(1, 2, 3), make_entries(1, 2, 3))
    assert gap.is_quiet and name_turns(gap, load_words()) == "Turns 4–9"
    assert write_note(gap, load_words()) == "Turns 4–9: no points"
    assert write_note(gap._replace(last=4), load_words()) == "Turn 4: no points"
    assert write_note(Gap(4, 9, (), ()), load_words()) == "… 6 turns later"
