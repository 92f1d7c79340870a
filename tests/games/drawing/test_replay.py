"""Films: every frame is the drawing of its position, in every game; small, fast, without secrets."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from games.core.match import Match
from games.core.texts import Scene
from games.core.words import words
from games.drawing import captions, palette, replay
from games.drawing.replay import END, FRAMES, LIMIT, NOTABLE, TURN, TURNS, draw_shot, film, shots
from games.registry import GAMES
from tests.games.contract.secrecy import dealt_anew
from tests.games.contract.texts import names
from tests.games.recording import folder
from tests.proof.bench.likeness import decibels
from tools.walks import Case

SIZES = [(game.key, seats) for game in GAMES.values() for seats in (game.seats[0], game.seats[-1])]
MOST = 45
"""Plies of a walk: enough for some turns of every game, and few enough to be quick."""


def case_of(key: str, seats: int) -> Case:
    game = GAMES[key]
    return Case(game, seats, game.defaults(), 7, rich=True, most=MOST)


def made(match: Match) -> bytes:
    return b"".join(film(match, names(match.seats), words()))


def decoded(data: bytes) -> list[tuple[Image.Image, int]]:
    """Return the frames of a GIF as displayed, in RGB, and each one's duration in milliseconds."""
    found = []
    with Image.open(io.BytesIO(data)) as image:
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            found.append((image.convert("RGB"), int(image.info["duration"])))
    return found


@pytest.mark.parametrize(("key", "seats"), SIZES)
def test_frames_are_the_drawings_and_small(key: str, seats: int) -> None:
    match = case_of(key, seats).match
    data, planned = made(match), shots(match)
    seen = decoded(data)
    assert len(seen) == len(planned) > 2
    for (frame, duration), shot in zip(seen, planned, strict=True):
        picture = draw_shot(match, shot, names(seats), words())
        assert picture.histogram()[palette.CLEAR] == 0
        assert frame.tobytes() == picture.convert("RGB").tobytes(), shot
        assert duration == 10 * shot.ticks
    # Each film ends with the board's picture, at half size.
    view = match.rules.view
    number = max(number for number, shot in enumerate(planned) if not shot.ranked)
    frame, since, over = seen[number][0], planned[number].since, match.outcome
    events = tuple(match.rules.redact(event, None) for step in match.steps[since:] for event in step.events)
    before = view(match.state_at(since), None)
    scene = Scene(names(seats), words(), events, over, before, steady=over is None)
    board = match.game.draw(view(match.state, None), scene)
    board.putpalette(palette.flat())
    halved = board.convert("RGB").resize((board.width // 2, board.height // 2), Image.Resampling.BOX)
    assert frame.size == (halved.width, halved.height + captions.HEIGHT)
    assert decibels(frame.crop((0, 0, *halved.size)), halved) > 30
    # After the first frame there is little, because the background keeps its light.
    assert len(data) < 150_000 + 25_000 * len(seen)


@pytest.mark.parametrize(("key", "seats"), SIZES)
def test_hidden_parts_dealt_anew_give_the_same_bytes(key: str, seats: int) -> None:
    case = case_of(key, seats)
    match, rules = case.match, case.rules
    steps = tuple(
        replace(
            step,
            state=dealt_anew(case, ply, None),
            events=tuple(rules.redact(event, None) for event in step.events),
        )
        for ply, step in enumerate(match.steps, 1)
    )
    assert made(replace(match, opening=dealt_anew(case, 0, None), steps=steps)) == made(match)


@pytest.mark.parametrize("key", GAMES)
def test_the_ground_keeps_its_light(key: str) -> None:
    match = case_of(key, GAMES[key].seats[0]).match
    view = match.rules.view(match.opening, None)
    one, two = (match.game.draw(view, Scene(names(2), words(), steady=steady)) for steady in (False, True))
    share = _changed(one, two)
    assert 0.02 < share < 0.6
    shown = [draw_shot(match, shot, names(2), words()) for shot in shots(match) if shot.ply < match.ply]
    shown = [picture.crop((0, 0, picture.width, picture.height - captions.HEIGHT)) for picture in shown]
    changes = [_changed(a, b) for a, b in pairwise(shown)]
    assert sum(changes) / len(changes) < 0.3


def _changed(one: Image.Image, two: Image.Image) -> float:
    equal = ImageChops.difference(one, two).histogram()[0]
    return 1 - equal / (one.width * one.height)


@pytest.mark.parametrize(("key", "seats"), SIZES)
def test_a_frame_a_turn_and_the_last_stays(key: str, seats: int) -> None:
    match = case_of(key, seats).match
    ended = [ply for ply in range(1, match.ply) if match.turns_ended(ply)]
    planned = shots(match)
    ranked = planned[-1:] if match.outcome else ()
    positions = planned[: len(planned) - len(ranked)]
    assert [shot.ply for shot in positions] == [0, *ended, match.ply]
    assert [shot.since for shot in positions] == [0, 0, *ended]
    assert all(shot.ranked for shot in ranked) and not any(shot.ranked for shot in positions)
    assert planned[-1].ticks == END
    ticks = {shot.ticks for shot in positions[:-1]}
    assert len(ticks) <= 2
    assert max(ticks) <= NOTABLE * TURN
    assert sum(shot.ticks for shot in positions[:-1]) > TURNS - TURN or ticks <= {TURN, int(NOTABLE * TURN)}
    turns = [shot.turn for shot in planned]
    assert turns == sorted(turns)
    assert turns[-1] == planned[0].turns == sum(match.turns_ended(ply) for ply in range(match.ply + 1))


def test_a_turn_that_comes_back_at_once_is_a_frame_too() -> None:
    # With two seats, a turn in which the other could only draw leads back to the same seat.
    match = case_of("coral_reef", 2).match
    back = [ply for ply in range(1, match.ply) if match.turns_ended(ply) == 2]
    assert back
    assert all(match.rules.turn(match.state_at(p)) == match.rules.turn(match.state_at(p - 1)) for p in back)
    assert len({shot.ply for shot in shots(match)}) == match.ply + 1


def test_long_matches_show_several_turns_a_frame() -> None:
    match = case_of("das_riff", 2).match
    every = [shot.ply for shot in shots(match)]
    assert 10 < len(every) <= FRAMES
    assert [shot.ply for shot in shots(match, len(every))] == every
    few = [shot.ply for shot in shots(match, 10)]
    assert len(few) == 10
    assert set(few) < set(every)
    assert (few[0], few[-1]) == (0, match.ply)


LONG = ["das_riff/five_broods_deck_b", "coral_reef/hand_empty_6", "coral_reef/deck_spent_2"]
"""Recorded matches whose films would exceed the limit with a frame for each turn."""


def recorded(name: str) -> Match:
    key, _, file = name.partition("/")
    text = (folder(key, 1) / f"{file}.txt").read_text("utf-8")
    found: Match = import_module(f"tests.games.{key}.golden").GOLDEN.load(text)
    return found


@pytest.mark.parametrize("name", LONG)
def test_no_film_exceeds_its_limit_and_each_ends_with_the_end(name: str) -> None:
    match = recorded(name)
    data, seen = made(match), shots(match)
    assert len(data) <= LIMIT == 2**20
    found = decoded(data)
    assert 25 < len(found) < len(seen)
    # The same number of turns per frame throughout, as nearly as whole turns allow.
    ended = [ply for ply in range(1, match.ply) if match.turns_ended(ply)]
    planned = shots(match, len(found) - 1)
    turns = [sum(a < ply <= b for ply in ended) for a, b in pairwise(shot.ply for shot in planned[:-2])]
    assert max(turns) - min(turns) <= 1
    for number in (len(found) // 2, -1):
        picture = draw_shot(match, planned[number], names(match.seats), words())
        frame, duration = found[number]
        assert frame.tobytes() == picture.convert("RGB").tobytes()
        assert duration == 10 * planned[number].ticks
    assert (planned[-1].ply, planned[-1].ticks, planned[-1].ranked) == (match.ply, END, True)


def test_a_film_that_fits_shows_every_turn() -> None:
    match = recorded("australis/turtle_ahead_3")
    ended = [ply for ply in range(1, match.ply) if match.turns_ended(ply)]
    assert 60 <= len(ended) <= FRAMES - 2
    assert len(decoded(made(match))) == len(ended) + 3


def test_two_frames_are_a_film_however_big(monkeypatch: pytest.MonkeyPatch) -> None:
    match = case_of("das_riff", 2).match
    whole = decoded(made(match))
    monkeypatch.setattr(replay, "LIMIT", 1000)
    dealt, newest = decoded(made(match))
    assert dealt[0].tobytes() == whole[0][0].tobytes()
    assert newest[1] == 10 * END


@pytest.mark.parametrize("plies", [0, 1])
def test_undone_steps_are_not_shown_and_the_deal_alone_is_a_film(plies: int) -> None:
    case = case_of("das_riff", 2)
    match = case.begin()
    for step in case.match.steps[:plies]:
        match = match.act(step.seat, step.action.token)
    step = case.match.steps[plies]
    undone = match.act(step.seat, step.action.token).undo(step.seat, plies)
    assert made(undone) == made(match)
    assert len(decoded(made(match))) == plies + 1


def test_ending_without_a_step_is_shown() -> None:
    match = case_of("das_riff", 2).begin()
    (closed, _), (dealt, _) = decoded(made(match.close()))[-1], decoded(made(match))[-1]
    assert closed.tobytes() != dealt.tobytes()


def test_it_plays_once_and_says_how_it_is_packed() -> None:
    data = made(case_of("das_riff", 2).match)
    assert b"NETSCAPE" not in data
    with Image.open(io.BytesIO(data)) as image:
        assert image.format == "GIF"
        assert "loop" not in image.info
    colours: Sequence[int] = data[13 : 13 + 768]
    assert bytes(colours) == palette.flat()
    assert data[-1:] == b";"


@pytest.mark.parametrize("name", [*LONG, "das_riff/no_progress", "australis/most_points_4"])
def test_a_whole_match_takes_forty_seconds_at_most(name: str) -> None:
    match = recorded(name)
    for planned in (shots(match), shots(match, 30)):
        assert sum(shot.ticks for shot in planned) <= 4000
        # Browsers show it as it is, and long enough to be seen.
        assert min(shot.ticks for shot in planned) >= 20
        assert planned[-1].ticks == max(shot.ticks for shot in planned) == END


def test_what_is_notable_stays_longer() -> None:
    match = recorded("australis/most_points_4")
    notable = match.game.notable
    assert notable is not None
    for shot in shots(match)[1:-2]:
        told = any(notable(event) for step in match.steps[shot.since : shot.ply] for event in step.events)
        others = {one.ticks for one in shots(match)[1:-2]}
        assert shot.ticks == (max(others) if told else min(others))


def test_a_film_goes_to_the_end_card_only_where_somebody_won() -> None:
    match = case_of("das_riff", 2).match
    assert match.outcome is None and not any(shot.ranked for shot in shots(match))
    assert not any(shot.ranked for shot in shots(match.close()))
    assert [shot.ranked for shot in shots(match.resign(0))[-2:]] == [False, True]
