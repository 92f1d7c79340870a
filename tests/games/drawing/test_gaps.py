"""A replay says what happened to the scores in the turns that it leaves out."""

from __future__ import annotations

import pytest

from games.core.picture import ScoreboardEntry
from games.core.words import load_words
from games.drawing.gaps import Gap, LeadDuration, name_turns, tell_gap, write_note

NAMES = ("Ann", "Ben", "Cleo")


def make_entries(*values: int, stars: tuple[int, ...] = (0, 0, 0)) -> tuple[ScoreboardEntry, ...]:
    pairs = zip(values, stars, strict=True)
    return tuple(ScoreboardEntry(str(value), value=value, stars=n) for value, n in pairs)


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
    ("duration", "before", "expected"),
    [
        (LeadDuration.OPEN, (6, 5, 4), "Ben takes the lead, 9 to 6."),
        (LeadDuration.LASTING, (6, 5, 4), "Ben takes the lead for good, 9 to 6."),
        (LeadDuration.LASTING, (6, 7, 4), "Ben still leads, 9 to 6."),
        (LeadDuration.FINAL, (6, 5, 4), "Ben takes the lead and wins, 9 to 6."),
        (LeadDuration.FINAL, (6, 7, 4), "Ben wins, 9 to 6."),
    ],
)
def test_a_gap_says_whether_it_decides_the_match(
    duration: LeadDuration, before: tuple[int, ...], expected: str
) -> None:
    gap = Gap(4, 9, make_entries(*before), make_entries(6, 9, 4))
    assert tell_gap(gap, NAMES, load_words(), duration) == expected


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


def test_a_gap_says_how_many_rounds_its_only_winner_has_won() -> None:
    before, after = (
        tuple(entry._replace(goal=3) for entry in make_entries(0, 0, 0, stars=stars))
        for stars in ((1, 1, 0), (1, 2, 0))
    )
    assert tell_gap(Gap(4, 9, before, after), NAMES, load_words()) == "Ben wins a round: 2 of 3."


def test_a_gap_without_any_change_is_a_note() -> None:
    gap, w = Gap(4, 9, make_entries(1, 3, 3), make_entries(1, 3, 3)), load_words()
    assert gap.is_quiet and name_turns(gap, w) == "Turns 4–9"
    assert write_note(gap, NAMES, w) == "… 6 turns later"
    assert write_note(gap._replace(last=4), NAMES, w) == "… 1 turn later"
    assert write_note(Gap(4, 9, (), ()), NAMES, w) == "… 6 turns later"
    assert write_note(gap._replace(first=1), NAMES, w) == "… 9 turns later"


def test_a_note_says_who_still_leads_if_there_is_room() -> None:
    points, stars = make_entries(1, 2, 5), make_entries(0, 0, 0, stars=(2, 0, 1))
    assert write_note(Gap(4, 9, points, points), NAMES, load_words()) == "Cleo still leads, 5 to 2"
    assert write_note(Gap(4, 9, stars, stars), NAMES, load_words()) == "Ann still leads, 2 to 1"
    long = ("W" * 32,) * 3
    assert write_note(Gap(4, 9, points, points), long, load_words()) == "… 6 turns later"


@pytest.mark.parametrize("before", [(1, 2, 5), (1, 2, 3)])
def test_nobody_still_leads_at_the_beginning_of_a_replay(before: tuple[int, ...]) -> None:
    gap, w = Gap(1, 9, make_entries(*before), make_entries(1, 2, 5)), load_words()
    assert write_note(gap, NAMES, w) == "Cleo leads, 5 to 2"
    assert tell_gap(gap, NAMES, w) == "Cleo leads, 5 to 2."
    assert tell_gap(gap._replace(first=2), NAMES, w) == "Cleo still leads, 5 to 2."


def test_a_note_after_a_scoring_does_not_repeat_who_leads() -> None:
    w, old, new = load_words(), make_entries(1, 2, 5), make_entries(1, 2, 7)
    for gap, expected in (
        (Gap(4, 9, old, old), "… 6 turns later"),
        (Gap(4, 9, old, new), "Cleo still leads, 7 to 2"),
    ):
        assert write_note(gap, NAMES, w, follows_scoring=True) == expected


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [((3, 5), (6, 5), True), ((5, 5), (6, 5), True), ((3, 5), (5, 5), False), ((3, 5), (4, 5), False)],
)
def test_a_gap_changes_the_leader(before: tuple[int, ...], after: tuple[int, ...], expected: bool) -> None:
    assert Gap(4, 4, make_entries(*before, 0), make_entries(*after, 0)).changes_leader == expected


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ((3, 5, 1), (5, 5, 1), True),
        ((5, 5, 1), (5, 5, 5), True),
        ((3, 7, 1), (6, 6, 1), True),
        ((5, 5, 1), (5, 5, 2), False),
        ((5, 5, 5), (5, 5, 4), False),
        ((3, 5, 1), (3, 6, 1), False),
    ],
)
def test_a_seat_draws_level_in_a_gap(before: tuple[int, ...], after: tuple[int, ...], expected: bool) -> None:
    assert Gap(4, 4, make_entries(*before), make_entries(*after)).draws_level == expected


def test_a_gap_knows_who_wins_its_rounds() -> None:
    w, before = load_words(), make_entries(3, 5, 4)
    assert Gap(4, 9, before, make_entries(3, 5, 4, stars=(0, 1, 0))).round_winners == (1,)
    assert Gap(4, 9, before, make_entries(3, 5, 4, stars=(1, 0, 2))).round_winners == (0, 2)
    overtaken = Gap(4, 9, before, make_entries(7, 5, 4))
    ahead, level = Gap(4, 8, before, make_entries(3, 6, 4)), Gap(4, 8, before, make_entries(5, 5, 4))
    assert not any(gap.round_winners for gap in (overtaken, ahead, level, Gap(4, 30, before, before)))
    assert write_note(overtaken, NAMES, w) == "Ann takes the lead, 7 to 5"
    assert write_note(ahead, NAMES, w) == "Ben still leads, 6 to 4"
    assert write_note(level, NAMES, w) == "Ann and Ben are level at 5"
    assert write_note(level, ("W" * 32,) * 3, w) == "Turns 4–8: 5 to 5"
