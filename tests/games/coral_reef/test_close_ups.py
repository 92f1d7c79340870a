"""A replay shows played cards and won rounds in free water above the stacks or beside smaller ones."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any, cast

import pytest
from PIL import ImageChops

from games.coral_reef import GAME
from games.coral_reef.draw_close_ups import CARDS_MARGIN, FRAME_SIZE, SIDE_COLUMN, list_columns
from games.coral_reef.events import CoralsPlayed, NineSeeded, RoundEnded
from games.coral_reef.parts import LETTER_BY_CARD, RANK_VALUES
from games.coral_reef.view import View, find_target
from games.core.picture import NAVY_COLOUR, find_union
from games.core.words import load_words
from games.drawing import palette
from games.drawing.close_up import PLATE_PADDING, draw_close_ups
from games.drawing.replay_frames import Replay
from games.drawing.replay_shots import NO_CAPTION, ReplayShot
from games.drawing.scoreboard import STAR_SPRITE
from games.drawing.text import measure_width
from tests.games.contract.texts import make_names
from tools.walks import Case

MIN_CARD_WIDTH = 44
"""Minimum width of a card that a turn plays, in a frame."""


@pytest.mark.parametrize("seats", [2, 6])
def test_played_cards_and_stars_are_inside_the_frame(seats: int) -> None:
    draw: Any = GAME.draw
    match = Case(GAME, seats, {"rounds_to_win": "3"}, 7, is_rich=True).match
    replay, cards, stars = Replay(match, make_names(seats), load_words()), 0, 0
    for turn in replay.turns:
        shot = ReplayShot(0, NO_CAPTION, turn.number, turn)
        lead, moved, later = (
            [part for part in replay.list_close_ups(made) if part.sprite]
            for made in (shot._replace(is_before_turn=True), shot, shot._replace(is_aftermath=True))
        )
        events = replay.list_events(turn)
        # The stars of a round's winner are already shown after the move.
        assert moved == (later if any(isinstance(event, RoundEnded) for event in events) else [])
        played = next((event for event in events if isinstance(event, CoralsPlayed | NineSeeded)), None)
        if lead and played is not None:
            shown = [part.sprite.split("_")[1] for part in lead]
            count = 1 if isinstance(played, NineSeeded) else len(played.cards)
            assert len(shown) == count and min(part.target.w for part in lead) >= MIN_CARD_WIDTH
            view = cast(View, match.rules.view(match.state_at(turn.since), None))
            # If the stacks are in two rows, they are smaller, and the played cards are beside them.
            is_small = min(part.target.x for part in lead) >= SIDE_COLUMN.x
            heights = [] if is_small else [len(stack) for stack in view.stacks]
            for column in list_columns(heights) if heights else ():
                for x, y, wide, high in (part.target for part in lead):
                    is_beside = x >= column.x + column.w or x + wide <= column.x
                    assert is_beside or y + high <= column.h, "no card covers a stack"
            cards += 1
        for event in events:
            if isinstance(event, RoundEnded):
                assert [part.sprite for part in later] == [STAR_SPRITE] * event.wins[event.winners[0]]
                # The stack of the last play keeps its ring, which must not reach a star.
                after, scene = replay.make_scene(shot._replace(is_aftermath=True))
                parts = replay.list_close_ups(shot._replace(is_aftermath=True))
                plain = replace(scene, events=(), earlier_view=after)
                pictures = (
                    draw_close_ups(draw(after, one), parts, "coral_reef", replay.w) for one in (scene, plain)
                )
                ring = ImageChops.difference(*pictures).getbbox()
                assert played in scene.events and ring is not None
                star = find_union([part.target for part in later])
                is_beside = star.x >= ring[2] or star.x + star.w <= ring[0]
                assert is_beside or ring[1] >= star.y + star.h
                stars += 1
        for part in (*lead, *later):
            x, y, wide, high = part.target
            assert x >= 0 and y >= 0 and x + wide <= FRAME_SIZE[0] and y + high <= FRAME_SIZE[1]
        for one, two in (*combinations(lead, 2), *combinations(later, 2)):
            assert one.target.x + one.target.w <= two.target.x or one.target.y != two.target.y
    assert cards and stars


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [("1", "No cards left: {name} wins!"), ("3", "First to win 3 rounds: {name} wins, 3 to {other}!")],
)
def test_the_last_caption_says_why_the_match_ended(rounds: str, expected: str) -> None:
    match = Case(GAME, 2, {"rounds_to_win": rounds}, 7, is_rich=True).match
    assert match.outcome is not None
    names = make_names(2)
    text = " ".join(Replay(match, names, load_words()).caption_ending().lines)
    other = min(match.outcome.scores)
    assert text == expected.format(name=names[match.outcome.winners[0]], other=other)


def test_the_sum_of_the_played_cards_is_shown_on_one_plate_in_free_water() -> None:
    doubles = singles = tens = 0
    match, count = Case(GAME, 4, {"rounds_to_win": "3"}, 7, is_rich=True).match, 0
    replay = Replay(match, make_names(4), load_words())
    for turn in replay.turns:
        shot = ReplayShot(0, NO_CAPTION, turn.number, turn)
        played = [event for event in replay.list_events(turn) if isinstance(event, CoralsPlayed)]
        sums = [part for part in replay.list_close_ups(shot) if part.text]
        assert bool(sums) == bool(played), "each play on a stack has a sum, however trivial"
        view = cast(View, match.rules.view(match.state_at(turn.since), None))
        if sums:
            (shown,) = sums
            lines = str(shown.text).split("\n")
            doubles += len(lines) > 1
            whole = " ".join(lines).replace("−", "-")
            terms, _, total = whole.partition(" = ")
            signs, numbers = terms.split()[1::2], terms.split()[::2]
            values = [int(f"{sign}{n}") for sign, n in zip(["", *signs], numbers, strict=True)]
            played_values = [RANK_VALUES[LETTER_BY_CARD[card]] for card in played[0].cards]
            assert sorted(values) == sorted(played_values), "each card has a term"
            singles += len(values) == 1
            tens += 0 in values
            assert sum(values) == int(total) == find_target(view.stacks[played[0].stack])
        for part in sums:
            raised = [len(stack) for stack in view.stacks]
            newest = [len(played[0].cards) * (stack == played[0].stack) for stack in range(len(raised))]
            heights = [high + new for high, new in zip(raised, newest, strict=True)]
            for column in list_columns(heights, newest) if part.target.x < SIDE_COLUMN.x else ():
                x, y, wide, high = part.target
                is_beside = x >= column.x + column.w or x + wide <= column.x
                assert is_beside or y + high <= column.h, "no sum covers a stack"
            count += 1
        if sums:
            frame, navy = replay.draw_picture(shot), palette.find_index(NAVY_COLOUR)
            x, y, wide, high = shown.target
            # The sides of the plate are plain beside the text.
            half = max(measure_width(line, shown.text_size) for line in lines) // 2 + PLATE_PADDING // 2
            places = [(x + wide // 2 + side * half, y + high * n // 4) for side in (-1, 1) for n in (1, 2, 3)]
            assert {frame.getpixel(place) for place in places} == {navy} and PLATE_PADDING < CARDS_MARGIN
    assert count > 5 and doubles and singles and tens
