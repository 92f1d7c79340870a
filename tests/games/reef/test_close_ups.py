"""A replay shows the whole width of a large reef, with legible letters and numbers."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any, cast

import pytest

from games.core.match import view_at
from games.core.picture import ComparedSource
from games.core.texts import Scene
from games.core.words import load_words
from games.drawing.close_up import draw_close_ups
from games.drawing.contours import measure_gap
from games.drawing.replay_frames import Replay
from games.drawing.replay_shots import NO_CAPTION, ReplayShot
from games.reef import GAME
from games.reef.draw_close_ups import (
    CARD_TOP,
    FRAME_WIDTH,
    LARGE_REEF_HEIGHT,
    LARGE_REEF_WIDTH,
    NAME_SIZE,
    ROW_CARD_SIZE,
)
from games.reef.draw_shown_card import POINTS_PART
from games.reef.events import CardPlayed, CardTaken, HandScored, PatternScored
from games.reef.layout import DISPLAY_BOXES, LAST_CARD_SIZE, SUPPLY_BOXES
from games.reef.parts import CARDS, REEF_SIDE
from games.reef.view import View
from tests.support.replays import plan_highlights
from tools.walks import Case

COLOUR_SEED = 5
"""Seed of a match that ended because a colour ran out."""
OVERTAKING_SEED = 7
"""Seed of a match in which the last turn gave the lead to the winner."""


@pytest.mark.parametrize("seat", [0, 1])
def test_the_sea_continues_beside_a_large_reef(seat: int) -> None:
    game: Any = GAME
    match = Case(GAME, 2, GAME.get_default_options(), 7, is_rich=True, max_plies=20).match
    view = cast(View, view_at(match, match.ply, None))
    taken = CardTaken(seat, view.display[0].card, 0)
    parts = GAME.list_close_ups(view, view, seat, (taken,))
    board = game.draw(view, Scene(("Ann", "Ben"), load_words(), is_steady=True))
    frame = draw_close_ups(board, parts, GAME.key, load_words())
    # Above the rounded corner of the reef, no edge separates it from the column beside it.
    y = frame.height - LARGE_REEF_HEIGHT + 2
    assert len({frame.getpixel((LARGE_REEF_WIDTH + shift, y)) for shift in (-2, -1, 0, 1)}) == 1
    names = [part for part in parts if (part.source.w, part.source.h) == NAME_SIZE]
    assert len(names) == 2 * REEF_SIDE
    assert all(part.source[2:] == part.target[2:] for part in names)
    assert all(part.target.y + part.target.h <= frame.height for part in names)


@pytest.mark.parametrize(
    ("seed", "reason"),
    [
        (74, "Ann wins the tie: 3 stacks of four, Ben has 1."),
        (77, "Ben wins the tie: 3 empty spaces, Ann has 4."),
    ],
)
def test_the_sources_add_up_and_a_broken_tie_is_explained(
    seed: int, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Case(GAME, 2, GAME.get_default_options(), seed, is_rich=True).match
    replay = Replay(match, ("Ann", "Ben"), load_words())
    outcome = match.outcome
    assert outcome is not None and outcome.scores[0] == outcome.scores[1] and len(outcome.winners) == 1
    totals = [sum(source.values[seat] for source in replay.list_sources()) for seat in range(2)]
    assert totals == list(outcome.scores)
    assert " ".join(replay.caption_ending().lines) == reason
    # The comparison also has what broke the tie, unless fewer are better.
    source = replay.find_tie_source()
    assert (source is None) == ("empty" in reason)
    if source is not None:
        assert source == ComparedSource("stacks of four", (3, 1)) and replay.reason_label == source.label
        shown = replay.draw_result()
        with monkeypatch.context() as without:
            without.setattr(Replay, "find_tie_source", lambda self: None)
            assert replay.draw_result().tobytes() != shown.tobytes()


def test_the_last_caption_names_the_biggest_lead_as_the_only_reason() -> None:
    match = Case(GAME, 2, GAME.get_default_options(), COLOUR_SEED, is_rich=True).match
    replay = Replay(match, ("Ann", "Ben"), load_words())
    text = " ".join(replay.caption_ending().lines)
    found = re.fullmatch(r"(Ann|Ben) wins on ([a-z ]+), −?\d+ to −?\d+\.", text)
    assert found and found[2] == replay.reason_label


def test_the_last_caption_names_no_source_in_which_the_second_seat_is_further_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = Case(GAME, 2, GAME.get_default_options(), COLOUR_SEED, is_rich=True).match
    replay = Replay(match, ("Ann", "Ben"), load_words())
    first, *rest = replay.list_sources()
    (winner,) = match.outcome.winners if match.outcome else ()
    values = tuple(value if seat == winner else value + 99 for seat, value in enumerate(first.values))
    monkeypatch.setattr(replay, "list_sources", lambda: (first._replace(values=values), *rest))
    text, name = " ".join(replay.caption_ending().lines), replay.names[winner]
    assert re.fullmatch(
        rf"({name} takes the lead in turn \d+ and|[^:.]+: {name}|{name}) wins, \d+ to \d+\.", text
    )
    assert not replay.biggest_edge


def test_the_last_caption_names_no_source_if_the_last_turn_decides() -> None:
    match = Case(GAME, 2, GAME.get_default_options(), OVERTAKING_SEED, is_rich=True).match
    replay = Replay(match, ("Ann", "Ben"), load_words())
    leads = [source.values[1] - source.values[0] for source in replay.list_sources()]
    assert max(leads) > -min(leads)
    assert " ".join(replay.caption_ending().lines) == "Cards in hand: Ben wins, 18 to 14."
    assert replay.reason_label == "cards in hand"


@pytest.mark.parametrize("seats", [2, 4])
def test_a_play_shows_its_card_before_and_after_the_turn(seats: int) -> None:
    match = Case(GAME, seats, GAME.get_default_options(), 7, is_rich=True).match
    replay, count = Replay(match, ("Ann", "Ben", "Cleo", "Dan")[:seats], load_words()), 0
    for turn in replay.turns:
        played = next((event for event in replay.list_events(turn) if isinstance(event, CardPlayed)), None)
        if played is not None:
            lead, result = (
                replay.list_close_ups(ReplayShot(0, NO_CAPTION, turn.number, turn, is_before_turn=early))
                for early in (True, False)
            )
            assert f"card_{played.card}" in {part.sprite for part in lead}
            assert LAST_CARD_SIZE in {part.source[2:] for part in result}
            assert {*SUPPLY_BOXES} <= {part.source for part in lead} & {part.source for part in result}
            count += 1
    assert count


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_without_events_a_reef_is_as_large_as_in_plays_and_no_card_is_shown(seats: int) -> None:
    match = Case(GAME, seats, GAME.get_default_options(), 7, is_rich=True).match
    replay, told = Replay(match, ("Ann", "Ben", "Cleo", "Dan")[:seats], load_words()), 0
    for turn in replay.turns:
        if not any(isinstance(event, CardPlayed) for event in replay.list_own_events(turn)):
            continue
        lead = replay.list_close_ups(ReplayShot(0, NO_CAPTION, turn.number, turn, is_before_turn=True))
        seat, view = replay.find_actor(turn), match.rules.view(match.state_at(turn.since), None)
        parts = GAME.list_close_ups(view, view, seat, ())
        assert {part for part in lead if not part.is_stretchable and not part.text and not part.sprite} == {
            part for part in parts if not part.is_stretchable
        }
        assert {*SUPPLY_BOXES} <= {part.source for part in parts}
        told += 1
    assert told


def test_a_turn_that_takes_a_card_shows_the_displayed_cards_large() -> None:
    match = Case(GAME, 4, GAME.get_default_options(), 7, is_rich=True).match
    replay, count = Replay(match, ("Ann", "Ben", "Cleo", "Dan"), load_words()), 0
    for turn in replay.turns:
        if not any(isinstance(event, CardTaken) and not event.points for event in replay.list_events(turn)):
            continue
        for early in (True, False):
            parts = replay.list_close_ups(ReplayShot(0, NO_CAPTION, turn.number, turn, is_before_turn=early))
            shown = [part.target for part in parts if part.source in DISPLAY_BOXES]
            assert [place[2:] for place in shown] == [ROW_CARD_SIZE] * len(DISPLAY_BOXES)
        count += 1
    assert count


@pytest.mark.parametrize("seats", [2, 4])
def test_the_points_of_a_played_card_have_the_same_place_in_all_turns(seats: int) -> None:
    match = Case(GAME, seats, GAME.get_default_options(), 7, is_rich=True).match
    replay, told = Replay(match, ("Ann", "Ben", "Cleo", "Dan")[:seats], load_words()), Counter[int]()
    for turn in replay.turns:
        events = replay.list_own_events(turn)
        played = next((event for event in events if isinstance(event, CardPlayed)), None)
        if played is None:
            continue
        lead, result = (
            replay.list_close_ups(ReplayShot(0, NO_CAPTION, turn.number, turn, is_before_turn=early))
            for early in (True, False)
        )
        count = sum(len(event.matches) for event in events if isinstance(event, PatternScored))
        worth = CARDS[played.card].points
        assert [part.text for part in lead if part.text] == [f"? × {worth}"]
        # If a card scores several times, the board itself shows how often. Nothing is multiplied by zero.
        expected = [f"{count} × {worth}"] if count == 1 else []
        assert [part.text for part in result if part.text] == expected
        cards = {part.target.y for part in result if part.source[2:] == LAST_CARD_SIZE}
        assert cards == {6 if seats == 2 else CARD_TOP}
        told[min(count, 2)] += 1
    assert len(told) == 3


@pytest.mark.parametrize("seats", [2, 4])
def test_a_card_taken_with_points_is_shown_in_the_place_of_a_played_card(seats: int) -> None:
    match = Case(GAME, seats, GAME.get_default_options(), 7, is_rich=True).match
    replay, count = Replay(match, ("Ann", "Ben", "Cleo", "Dan")[:seats], load_words()), 0
    for turn in replay.turns:
        taken = [event for event in replay.list_events(turn) if isinstance(event, CardTaken) and event.points]
        if taken:
            lead, result = (
                replay.list_close_ups(ReplayShot(0, NO_CAPTION, turn.number, turn, is_before_turn=early))
                for early in (True, False)
            )
            assert len({part.source for part in lead} & {*DISPLAY_BOXES}) == 1
            assert LAST_CARD_SIZE in {part.source[2:] for part in result}
            assert POINTS_PART in {part.source for part in result}
            assert {*SUPPLY_BOXES} <= {part.source for part in lead} & {part.source for part in result}
            count += 1
    assert count


@pytest.mark.parametrize(("seats", "seed"), [(2, 3), (2, 102), (3, 1), (3, 56), (4, 10)])
def test_the_winner_of_a_tie_has_the_last_board(seats: int, seed: int) -> None:
    match = Case(GAME, seats, GAME.get_default_options(), seed, is_rich=True).match
    replay = Replay(match, ("Ann", "Ben", "Cleo", "Dan")[:seats], load_words())
    assert match.outcome is not None and replay.tie_winner in match.outcome.winners
    *_, last, _ = plan_highlights(replay)
    assert last.turn == replay.turns[-1] and last.is_aftermath
    view, (winner,) = cast(View, view_at(match, match.ply, None)), match.outcome.winners
    reef, *_ = GAME.list_close_ups(view, view, winner, ())
    assert reef in replay.list_close_ups(last)
    assert replay.make_scene(last)[1].mover_seat == winner


@pytest.mark.parametrize("seats", [2, 4])
def test_scored_cards_take_the_place_of_the_last_played_card(seats: int) -> None:
    count = 0
    for seed in range(12):
        match = Case(GAME, seats, GAME.get_default_options(), seed, is_rich=True).match
        replay = Replay(match, ("Ann", "Ben", "Cleo", "Dan")[:seats], load_words())
        turn = replay.turns[-1]
        scored = [
            event
            for event in replay.list_later_events(turn)
            if isinstance(event, HandScored) and event.points
        ]
        shot = ReplayShot(0, NO_CAPTION, turn.number, turn, is_aftermath=True)
        parts = replay.list_close_ups(shot)
        if not scored:
            assert parts == replay.list_close_ups(shot._replace(is_aftermath=False))
            continue
        sums = Counter[int]()
        for event in scored:
            sums[event.seat] += event.points
        # If the cards of the seat that has moved score nothing, the best cards of others are shown. After a
        # tie, those of the winner are, if any.
        shown = replay.find_actor(turn) if sums[replay.find_actor(turn)] else max(sums, key=sums.__getitem__)
        shown = shown if replay.tie_winner is None else replay.tie_winner
        own = [event for event in scored if event.seat == shown]
        cards = [part for part in parts if part.sprite]
        assert [part.sprite for part in cards] == [f"card_{event.card}" for event in own]
        total = sum(event.points for event in own)
        assert [part.text for part in parts if part.text] == [f"+{total}"] * bool(own)
        assert LAST_CARD_SIZE not in {part.source[2:] for part in parts}
        assert all(measure_gap(one.target, two.target) >= 0 for one, two in combinations(cards, 2))
        assert all(part.target.w >= 90 and part.target.x + part.target.w <= FRAME_WIDTH for part in cards)
        count += 1
    assert count


def test_a_taken_card_stays_inside_the_frame() -> None:
    count = 0
    for seats in (2, 4):
        match = Case(GAME, seats, GAME.get_default_options(), 7, is_rich=True).match
        replay = Replay(match, ("Ann", "Ben", "Cleo", "Dan")[:seats], load_words())
        for turn in replay.turns:
            tracks = [track for track in replay.list_tracks(turn) if track.sprite.startswith("card_")]
            assert all(y >= 0 for track in tracks for _, y in track.path)
            count += len(tracks)
    assert count


def test_a_replay_rings_the_supply_that_ran_out_instead_of_dimming_it() -> None:
    game: Any = GAME
    match = Case(GAME, 2, GAME.get_default_options(), COLOUR_SEED, is_rich=True).match
    view = cast(View, view_at(match, match.ply, None))
    assert 0 in view.supply
    found = []
    for supply in (view.supply, (1, 1, 1, 1)):
        shown = replace(view, supply=supply)
        board = game.draw(shown, Scene(("Ann", "Ben"), load_words(), is_steady=True)).convert("RGB")
        found.append([board.crop((x, y, x + wide, y + high)) for x, y, wide, high in SUPPLY_BOXES])
    for left, shown, full in zip(view.supply, *found, strict=True):
        ringed = shown.getpixel((44, 5)) == (255, 255, 255)
        assert ringed == (not left)
        # The sign of the colour inside the ring is as bright as before.
        assert shown.crop((30, 20, 58, 45)).tobytes() == full.crop((30, 20, 58, 45)).tobytes()
