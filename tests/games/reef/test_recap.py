"""A board's recap describes a single turn in full, but several turns without the spaces."""

from __future__ import annotations

from dataclasses import replace

from games.core.outcome import Outcome
from games.core.texts import GenericScene
from games.core.words import load_words
from games.reef import texts
from games.reef.events import (
    CardDrawn,
    CardPlayed,
    CardTaken,
    ColoursRanOut,
    Event,
    HandScored,
    PatternScored,
    Scene,
)
from games.reef.parts import CARDS, Colour
from games.reef.texts.nouns import describe_pattern, format_matches

CARD_NUMBER = 17
CARD_POINTS = CARDS[CARD_NUMBER].points
PLAY_EVENT = CardPlayed(0, CARD_NUMBER, ((0, Colour.YELLOW), (1, Colour.YELLOW)))
SCORED_ONCE = PatternScored(0, CARD_NUMBER, ((0,),), CARD_POINTS)
SCORED_TWICE = PatternScored(0, CARD_NUMBER, ((0,), (5,)), 2 * CARD_POINTS)


def make_scene(seat_count: int, reader: int | None = None) -> Scene:
    return GenericScene(("Anna", "Ben", "Chris")[:seat_count], load_words(), (), reader_seat=reader)


def test_places_are_named_only_for_a_single_turn() -> None:
    scene = make_scene(3)
    assert texts.summarize_events([PLAY_EVENT], scene) == ["Anna plays card 17: yellow on a1, b1."]
    drew = CardDrawn(1, None, 30, was_face_up=False)
    assert texts.summarize_events([drew], scene) == ["Ben pays 1 point onto card 30 and draws the top card."]
    events: tuple[Event, ...] = (PLAY_EVENT, SCORED_TWICE, drew, CardTaken(2, 30, 1))
    assert texts.summarize_events(events, scene) == [
        f"Anna plays card 17: yellow twice – **{2 * CARD_POINTS} points**.",
        "Ben pays 1 point and draws the top card.",
        "Chris takes card 30 and **1 point**.",
    ]


def test_points_are_broken_down_with_two_seats_and_for_the_reader() -> None:
    pattern = describe_pattern(load_words(), CARDS[CARD_NUMBER])
    taken = CardTaken(1, 30, 0)
    for scene in (make_scene(2), make_scene(3, reader=0)):
        assert texts.summarize_events([PLAY_EVENT, SCORED_ONCE, taken], scene)[0] == (
            f"Anna plays card 17: yellow twice – **{CARD_POINTS} points** ({pattern})."
        )
        assert texts.summarize_events([PLAY_EVENT, SCORED_TWICE, taken], scene)[0] == (
            f"Anna plays card 17: yellow twice – **{2 * CARD_POINTS} points** (2 × {CARD_POINTS}, {pattern})."
        )
    other = replace(make_scene(3), reader_seat=1)
    assert pattern not in texts.summarize_events([PLAY_EVENT, SCORED_ONCE, taken], other)[0]


def test_surround_cards_are_said_to_count_only_around_the_tallest_centre() -> None:
    w = load_words()
    assert describe_pattern(w, CARDS[55]) == "each green around the tallest red"
    assert format_matches(w, CARDS[55], 3) == "3 greens around the tallest red"


def test_the_recap_at_the_end_is_short_and_counts_only_hands_that_scored() -> None:
    scene = replace(make_scene(2), outcome=Outcome("colour", (1, 2), (9, 5)))
    hands = (HandScored(0, 30, ((0,),), 2), HandScored(1, 31, (), 0))
    assert texts.summarize_events([PLAY_EVENT, SCORED_ONCE, *hands], scene) == [
        f"Anna plays card 17: yellow twice – **{CARD_POINTS} points**.",
        "Cards left in hand add: Anna 2 points.",
    ]
    assert len(texts.summarize_events([PLAY_EVENT, hands[1]], scene)) == 1


def test_a_replay_says_which_last_corals_a_play_without_points_takes() -> None:
    scene = replace(make_scene(2), is_steady=True)
    played = CardPlayed(0, CARD_NUMBER, ((0, Colour.RED), (1, Colour.GREEN)))
    missed = PatternScored(0, CARD_NUMBER, (), 0)
    tails: dict[tuple[Event, ...], str] = {
        (missed,): "Anna plays red and green.",
        (missed, ColoursRanOut((Colour.GREEN,))): "Anna takes the last green.",
        (missed, ColoursRanOut((Colour.RED, Colour.GREEN))): "Anna takes the last red and green.",
    }
    for tail, told in tails.items():
        assert texts.summarize_events([played, *tail], scene)[0] == told
    twice = CardPlayed(0, CARD_NUMBER, ((0, Colour.RED), (1, Colour.RED)))
    told, *_ = texts.summarize_events([twice, missed, ColoursRanOut((Colour.RED,))], scene)
    assert told == "Anna takes the last red."
    scored, *_ = texts.summarize_events([played, SCORED_ONCE, ColoursRanOut((Colour.RED,))], scene)
    assert scored.startswith("Anna scores ")
