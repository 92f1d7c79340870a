"""A board's recap names every player whose turn passed without a play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.coral_reef import texts
from games.coral_reef.events import (
    CardDrawn,
    CoralsPlayed,
    Event,
    NineSeeded,
    RoundBegan,
    RoundEnded,
    Scene,
    TurnPassed,
)
from games.coral_reef.lessons import LESSON_STEPS
from games.coral_reef.parts import CARDS_VARIANT, FACE_RANKS, TILES_VARIANT, make_card
from games.coral_reef.rules import RULES
from games.coral_reef.texts.descriptions import MAX_DESCRIBED_EVENTS
from games.coral_reef.texts.recap import MAX_LINES
from games.core.rng import Chance
from games.core.texts import GenericScene
from games.core.words import list_locales, load_words
from games.registry import GAMES
from tests.games.coral_reef.build import make_position, take_step
from tests.proof.whatif import play_match_to_ply
from tests.support.cases import join_cases
from tests.support.nightly import defer_to_night

MAX_LINE_LENGTH = 220
"""Maximum number of characters in a line of a board."""
NAMES = ("Ada", "Bob", "Cleo", "Dan", "Eve", "Fay")
STUCK_PHRASES_BY_LOCALE = {
    "en": ("can't play", "missed a turn"),
    "de": ("kann nicht", "können nicht", "setzt"),
    "nl": ("niet aanleggen", "sloeg"),
}


def list_stretches(seat_count: int) -> Iterator[tuple[Any, ...]]:
    """Yield the events of consecutive steps, as a board sums up several computers' turns."""
    for number in range(5):
        match = play_match_to_ply(GAMES["coral_reef"], seat_count, number, 60, {"rounds_to_win": "3"})
        for steps in (1, 2, 3, seat_count, 2 * seat_count):
            for ply in range(steps, match.ply + 1):
                yield tuple(event for step in match.steps[ply - steps : ply] for event in step.events)


def find_stuck_players(events: tuple[Event, ...]) -> set[str]:
    """Return the names of players who couldn't play since the last end of a round.

    If nobody has acted since then, return the names of players who couldn't play at any time.
    """
    end = max((number for number, event in enumerate(events) if isinstance(event, RoundEnded)), default=-1)
    later = events[end + 1 :]
    since = (
        later
        if any(isinstance(event, CoralsPlayed | NineSeeded | CardDrawn | TurnPassed) for event in later)
        else events
    )
    return {
        NAMES[event.seat]
        for event in since
        if isinstance(event, TurnPassed) or (isinstance(event, CardDrawn) and not event.is_playable)
    }


@pytest.mark.parametrize("locale", list_locales())
@pytest.mark.parametrize("seat_count", defer_to_night([2, 3, 6], 3))
def test_everybody_who_lost_a_turn_is_named(seat_count: int, locale: str) -> None:
    several = 0
    for events in list_stretches(seat_count):
        lines = texts.summarize_events(events, GenericScene(NAMES[:seat_count], load_words(locale), events))
        assert len(lines) <= MAX_LINES and all(len(line) <= MAX_LINE_LENGTH for line in lines), lines
        said = [
            part
            for line in lines
            for part in line.split(". ")
            if any(s in part for s in STUCK_PHRASES_BY_LOCALE[locale])
        ]
        stuck = find_stuck_players(events)
        assert all(any(name in part for part in said) for name in stuck), (events, lines)
        several += len(stuck) > 1
    assert several > 20


def test_consequences_share_the_line_of_their_play_if_there_are_too_many() -> None:
    scene: Scene = GenericScene(NAMES[:3], load_words(), ())
    five, six = make_card("5", 1), make_card("6", 1)
    events: tuple[Event, ...] = (
        CoralsPlayed(0, 2, (five,), 5, 4),
        CardDrawn(1, None, False),
        CoralsPlayed(2, 1, (six,), 6, 4),
        TurnPassed(0),
    )
    assert texts.summarize_events(events[:3], scene) == [
        "Ada: 5 on stack 3.",
        "Bob can't play.",
        "Cleo: 6 on stack 2.",
    ]
    assert texts.summarize_events(events[1:] + events[1:3], scene) == [
        "Bob and Ada missed a turn.",
        "Cleo: 6 on stack 2.",
        "Cleo: 6 on stack 2.",
    ]
    assert texts.summarize_events((*events[:2], CardDrawn(2, None, False), events[2]), scene) == [
        "Ada: 5 on stack 3.",
        "Bob and Cleo can't play.",
        "Cleo: 6 on stack 2.",
    ]
    later = (*events, *(CoralsPlayed(seat, 1, (six,), 6, 4) for seat in (1, 2)))
    assert texts.summarize_events(later, scene) == [
        "Bob and Ada missed a turn.",
        "Bob: 6 on stack 2.",
        "Cleo: 6 on stack 2.",
    ]


def test_the_summary_of_a_rounds_end_names_all_plays_and_who_drew() -> None:
    five, six = make_card("5", 1), make_card("6", 1)
    events: tuple[Event, ...] = (
        CoralsPlayed(0, 2, (five,), 5, 4),
        CoralsPlayed(1, 1, (six,), 6, 4),
        CardDrawn(0, None, False),
        CoralsPlayed(1, 0, (six, five, five, five), 6, 0),
        RoundEnded("", (1,), (3, 0), 1, (0, 1)),
    )
    lines = texts.summarize_events(events, GenericScene(NAMES[:2], load_words()))
    assert lines[0] == (
        "Ada: 5 on stack 3. Bob: 6 on stack 2. Ada can't play and draws a card. Bob: 4 cards on stack 1."
    )
    crowded = texts.summarize_events(
        (*events[:3], *events[:2] * 9, *events[3:]), GenericScene(NAMES[:2], load_words())
    )
    assert crowded[0].startswith("Ada missed a turn.") and len(crowded[0]) <= MAX_LINE_LENGTH, crowded


def test_a_single_turn_is_described_in_full() -> None:
    scene: Scene = GenericScene(NAMES[:3], load_words(), ())
    play = CoralsPlayed(0, 2, tuple(make_card(rank, 1) for rank in "5kk2"), 2, 1)
    assert texts.summarize_events([play], scene) == [
        "Ada plays 2, 5, K, K on stack 3, 2 on top. **1 card left!**"
    ]
    assert texts.summarize_events([CardDrawn(1, None, False)], scene) == ["Bob can't play and draws a card."]
    assert texts.summarize_events([TurnPassed(1)], scene) == [
        "Bob can't play, has nothing left to draw, and passes."
    ]
    assert texts.summarize_events([CardDrawn(1, None, True)], scene) == ["Bob draws a card and can play."]


def test_a_summary_of_several_turns_counts_corals_and_omits_helpful_draws() -> None:
    scene: Scene = GenericScene(NAMES[:3], load_words(), ())
    events: tuple[Event, ...] = (
        RoundBegan(1, 0),
        CoralsPlayed(0, 2, tuple(make_card(rank, 1) for rank in "5kk2"), 2, 1),
        CardDrawn(1, None, True),
        CoralsPlayed(1, 0, (make_card("6", 1), make_card("a", 1)), 1, 5),
        CardDrawn(2, None, False),
        TurnPassed(0),
    )
    assert texts.summarize_events(events[:4], scene) == [
        "Ada: 4 cards on stack 3. **1 left!**",
        "Bob: A, 6 on stack 1.",
    ]
    assert texts.summarize_events(events, scene)[1:] == [
        "Bob: A, 6 on stack 1. Cleo can't play. Ada can't play."
    ]


@pytest.mark.parametrize(
    ("ranks", "variant", "expected"),
    [
        ("45q2", CARDS_VARIANT, "Ada makes exactly 9: 4 + 5 − 2 + 2."),
        ("k3a", CARDS_VARIANT, "Ada makes exactly 1: 3 − 3 + 1."),
        ("58qqt", CARDS_VARIANT, "Ada makes exactly 9: 5 + 8 − 2 − 2 + 0. Tens add 0."),
        ("54t", TILES_VARIANT, "Ada makes exactly 9: 5 + 4 + 0."),
        ("j3", CARDS_VARIANT, "Ada makes exactly 2: 3 − 1."),
        ("24aa3tt", CARDS_VARIANT, "Ada makes exactly 11 with 7 cards."),
        ("246kq2", CARDS_VARIANT, "Ada makes exactly 9 with 6 cards."),
        ("kt3", CARDS_VARIANT, "Ada makes exactly 0: 3 − 3 + 0. Tens add 0."),
        ("5t", CARDS_VARIANT, "Ada makes exactly 5: 5 + 0. Tens add 0."),
    ],
)
def test_a_replay_shows_how_the_played_corals_add_up(ranks: str, variant: str, expected: str) -> None:
    cards = tuple(make_card(rank, 1, variant) for rank in ranks)
    scene: Scene = GenericScene(NAMES[:2], load_words(), is_steady=True)
    (line,) = texts.summarize_events([CoralsPlayed(0, 1, cards, 5, 3)], scene)
    assert line.replace("\u00a0", " ") == expected


@pytest.mark.parametrize(
    ("ranks", "expected"), [("5", "Ada plays the last card!"), ("58qqt", "Ada plays the last 5 cards!")]
)
def test_a_replay_says_that_a_seat_plays_all_its_cards(ranks: str, expected: str) -> None:
    cards = tuple(make_card(rank, 1) for rank in ranks)
    scene: Scene = GenericScene(NAMES[:2], load_words(), is_steady=True)
    assert texts.summarize_events([CoralsPlayed(0, 1, cards, 0, 0)], scene) == [expected]


@pytest.mark.parametrize(("seat", "is_stated"), [(0, False), (1, True)])
def test_the_number_of_cards_left_is_not_stated_if_the_seat_has_drawn_since(
    seat: int, is_stated: bool
) -> None:
    scene: Scene = GenericScene(NAMES[:2], load_words(), ())
    play = CoralsPlayed(0, 2, tuple(make_card(rank, 1) for rank in "5kk2"), 2, 1)
    for is_playable in (True, False):
        lines = texts.summarize_events((play, CardDrawn(seat, None, is_playable)), scene)
        assert ("left!" in " ".join(lines)) is is_stated


def test_the_task_states_the_values_of_faces_in_hand() -> None:
    first = make_position("2345678k", "2345678k")
    assert texts.describe_task(0, RULES.view(first, None), GenericScene(NAMES[:2], load_words())) == (
        "play cards or lay a nine. J −1, Q −2, K −3."
    )
    later = make_position("2345678", "2345678k")
    assert texts.describe_task(0, RULES.view(later, None), GenericScene(NAMES[:2], load_words())) == (
        "play cards or lay a nine."
    )


def perform_and_describe(move: str, *hands: str, deck: str = "") -> tuple[tuple[Event, ...], str]:
    """Return the events of a move and the alt text of the picture after the move."""
    state, events = take_step(make_position(*hands, deck=deck), move)
    scene: Scene = GenericScene(NAMES[: len(hands)], load_words(), events, RULES.outcome(state))
    return events, texts.describe_picture(RULES.view(state, None), scene)


@pytest.mark.parametrize("locale", list_locales())
def test_a_forced_pass_is_in_the_summary_and_the_alt_text(locale: str) -> None:
    events, alt = perform_and_describe("seed", "92", "k", "q", "9k")
    assert [type(event) for event in events] == [NineSeeded, TurnPassed, TurnPassed]
    lines = texts.summarize_events(events, GenericScene(NAMES[:4], load_words(locale), events))
    assert len(lines) == MAX_LINES
    for name, line in zip(NAMES[1:3], lines[1:], strict=True):
        assert line.startswith(name) and any(said in line for said in STUCK_PHRASES_BY_LOCALE[locale])
        assert f"{name} can't play, has nothing left to draw, and passes." in alt


@pytest.mark.parametrize("locale", list_locales())
def test_the_last_action_before_everybody_passed_is_in_the_summary(locale: str) -> None:
    events, alt = perform_and_describe("seed", "9k", "k", "q", deck="j")
    lines = texts.summarize_events(events, GenericScene(NAMES[:3], load_words(locale), events))
    scene: Scene = GenericScene(NAMES[:3], load_words(locale))
    seed, _ = texts.summarize_events(events[:2], scene)
    (drawn,) = texts.summarize_events(events[1:2], scene)
    assert lines[0] == f"{seed} {drawn}", "the seed, and who drew"
    assert len(lines) == MAX_LINES and not any(
        said in line for said in STUCK_PHRASES_BY_LOCALE[locale] for line in lines[1:]
    )
    assert "Ada lays a nine as stack 5." in alt and "Everybody passed." in alt


@join_cases([(lost,) for lost in range(MAX_DESCRIBED_EVENTS + 3)])
def test_the_alt_text_contains_the_play_despite_many_consequences(lost: int) -> None:
    drawn = [CardDrawn(1 + number % 5, None, False) for number in range(lost)]
    events: tuple[Event, ...] = (
        CoralsPlayed(5, 1, (make_card("6", 1),), 6, 4),
        CoralsPlayed(0, 2, (make_card("5", 1),), 5, 4),
        *drawn,
    )
    state, _ = RULES.setup(6, GAMES["coral_reef"].get_default_options(), Chance(b"words", 0))
    said = texts.describe_picture(RULES.view(state, None), GenericScene(NAMES, load_words(), events))
    assert "Ada plays 5 on stack 3" in said
    assert said.count("draws a card") == min(
        lost, MAX_DESCRIBED_EVENTS - 1 if lost >= MAX_DESCRIBED_EVENTS else MAX_DESCRIBED_EVENTS
    )


@pytest.mark.parametrize("locale", [locale for locale in list_locales() if locale != "en"])
def test_the_lesson_about_faces_names_the_letters_on_the_cards(locale: str) -> None:
    w = load_words(locale)
    text = next(w.msg(step.text) for step in LESSON_STEPS if "jack counts" in step.text.msgid)
    assert all(f"({letter.upper()})" in text for letter in FACE_RANKS), text


DRAWN_PHRASES_BY_LOCALE = {
    "en": "Bob (drew a card)",
    "de": "Bob (eine Karte gezogen)",
    "nl": "Bob (kaart getrokken)",
}


@pytest.mark.parametrize("is_steady", [False, True])
@pytest.mark.parametrize("locale", list_locales())
def test_a_play_after_a_draw_says_that_the_seat_drew(locale: str, is_steady: bool) -> None:
    """Otherwise, the number of cards left doesn't seem to follow from the number before."""
    state, before = take_step(make_position("92", "kq", deck="9"), "seed")
    _, played = take_step(state, "seed")
    drawn = before[-1]
    assert isinstance(drawn, CardDrawn) and drawn == CardDrawn(1, drawn.card, True)
    scene: Scene = GenericScene(NAMES[:2], load_words(locale), is_steady=is_steady)
    said = DRAWN_PHRASES_BY_LOCALE[locale]
    assert texts.narrate_event(played[0], scene).startswith(said), "the history"
    assert not texts.narrate_event(before[0], scene).startswith("Ada ("), "Ada has drawn nothing"
    for events in (played[:1], (*before, *played[:1])):
        lines = texts.summarize_events(events, scene)
        assert any(line.startswith(said) for line in lines), lines
