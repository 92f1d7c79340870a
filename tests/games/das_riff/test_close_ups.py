"""Close-ups of a replay show new broods large on their corals, and below the river only a seat's corals."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from games.core.match import view_at
from games.core.picture import Box
from games.core.words import load_words
from games.das_riff import GAME
from games.das_riff.draw import SPRITE_BY_CARD
from games.das_riff.draw_close_ups import (
    BROOD_SIZE,
    FRAME_SIZE,
    REEF_HEIGHT,
    list_close_ups,
)
from games.das_riff.events import CardTaken, FishBred
from games.das_riff.layout import CARD_SIZE, CELL_STEP, CORAL_TOP, CORAL_X
from games.das_riff.parts import MAX_CORALS, PEARL_CARD, SHARK_CARD
from games.das_riff.rules import RULES
from games.das_riff.view import FACE_DOWN_CARD, View
from games.drawing.contours import measure_gap
from games.drawing.replay_frames import Replay
from games.drawing.replay_shots import NO_CAPTION, ReplayShot
from tests.games.das_riff.states import list_states
from tools.walks import Case


@pytest.mark.parametrize("stock", [None, PEARL_CARD])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("bred", [(0,), (2,), (MAX_CORALS - 1,), (0, 1), (1, 2, 3), (0, 3), (3, 4)])
def test_new_broods_lie_on_their_corals_beside_each_other(
    bred: tuple[int, ...], seat: int, stock: int | None
) -> None:
    after = RULES.view(list_states()[0], None)
    first, second = (replace(reef, pearls=1) for reef in after.reefs)
    after = replace(after, reefs=(first, second))
    taken = () if stock is None else (CardTaken(seat, 0, stock, None),)
    events = (*(FishBred(seat, coral, (0, 1)) for coral in bred), *taken)
    parts = list_close_ups(replace(after), after, seat, events)
    corals, broods = parts[2].target, [part.target for part in parts if part.sprite]
    step = corals.w / MAX_CORALS
    assert len(broods) == len(bred) and all(box.w == box.h == BROOD_SIZE for box in broods)
    assert all(measure_gap(one, other) >= 0 for one, other in combinations(broods, 2))
    for coral, box in zip(bred, broods, strict=True):
        middle = corals.x + step * (coral + 0.5)
        assert box.x < middle < box.x + box.w, "the brood covers the middle of its coral"
        assert len(bred) > 1 or not corals.x or abs(box.x + box.w / 2 - middle) < 2
        assert 0 <= box.x <= FRAME_SIZE[0] - box.w
        assert box.y + box.h <= FRAME_SIZE[1]


def test_the_corals_of_a_seat_lie_on_plain_sand_and_stocks_appear_only_with_a_card_for_them() -> None:
    match = Case(GAME, 2, GAME.get_default_options(), 7, is_rich=True).match
    replay, told = Replay(match, ("Ann", "Ben"), load_words()), Counter[int]()
    for turn in replay.turns:
        for early in (True, False):
            shot = ReplayShot(0, NO_CAPTION, turn.number, turn, is_before_turn=early)
            _, sand, corals, *more = replay.list_close_ups(shot)
            more = [part for part in more if not part.is_ringed]
            x, y, wide, high = sand.source
            patch = replay.draw(shot).crop((x, y, x + wide, y + high))
            assert sand.is_stretchable and len(patch.getcolors() or ()) == 1
            assert corals.target.h <= sand.target.h == REEF_HEIGHT
            stocks = [part for part in more if not part.sprite]
            taken = {
                event.card
                for event in replay.list_own_events(turn)
                if isinstance(event, CardTaken) and event.card in {PEARL_CARD, SHARK_CARD}
            }
            ply = turn.since if early else turn.ply
            shown = view_at(match, ply, None)
            assert isinstance(shown, View)
            reef = shown.reefs[replay.find_actor(turn)]
            counts = {PEARL_CARD: reef.pearls, SHARK_CARD: reef.sharks}
            assert len(stocks) == sum(counts[card] > 0 for card in taken)
            boxes = [part.target for part in (corals, *stocks)]
            assert all(measure_gap(one, other) >= 0 for one, other in combinations(boxes, 2))
            assert all(box.x >= 0 and box.x + box.w <= FRAME_SIZE[0] for box in boxes)
            told[len(stocks)] += 1
    assert {0, 1} <= told.keys()


def test_all_parents_are_seen_before_they_breed_and_those_on_corals_are_ringed() -> None:
    match = Case(GAME, 2, GAME.get_default_options(), 7, is_rich=True).match
    replay, told = Replay(match, ("Ann", "Ben"), load_words()), Counter[str]()
    for turn in replay.turns:
        events = replay.list_own_events(turn)
        before = match.rules.view(match.state_at(turn.since), None)
        assert isinstance(before, View)
        shot = ReplayShot(0, NO_CAPTION, turn.number, turn, is_before_turn=True)
        parts = replay.list_close_ups(shot)
        ringed = {part.source for part in parts if part.is_ringed}
        faces = [part.sprite for part in parts if part.sprite]
        expected, turned_up = set[Box](), list[str]()
        for bred in (event for event in events if isinstance(event, FishBred)):
            taken = [event for event in events if isinstance(event, CardTaken) and event.coral == bred.coral]
            assert len(taken) in (1, 2)
            if len(taken) == 1:
                x = CORAL_X + CELL_STEP * bred.coral
                expected.add(Box(x, CORAL_TOP[0 if bred.seat else 1], CARD_SIZE, CARD_SIZE))
            hidden = [event.card for event in taken if before.tableau[event.cell] == FACE_DOWN_CARD]
            turned_up += [SPRITE_BY_CARD[card] for card in hidden]
        assert ringed == expected and sorted(faces) == sorted(turned_up)
        told += Counter({"on a coral": len(expected), "turned up": len(turned_up)})
    assert told["on a coral"] and told["turned up"]


@pytest.mark.parametrize("corals", [(0,), (0, 1), (1, 2, 3)])
def test_nothing_covers_the_new_broods_that_a_caption_names(corals: tuple[int, ...]) -> None:
    after = RULES.view(list_states()[0], None)
    bred = tuple(FishBred(0, coral, (0, 1)) for coral in corals)
    parts = list_close_ups(replace(after), after, 0, bred)
    first = min(number for number, part in enumerate(parts) if part.sprite)
    assert all(part.sprite and part.is_fleeting for part in parts[first:])
    assert len(parts) - first == len(bred)
