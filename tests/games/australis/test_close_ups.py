"""Pages of a replay about points show their sources, and the last frame compares them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest

from games.australis import GAME
from games.australis.draw_close_ups import MAX_SHOWN_DICE, MAX_SIGNS, TURTLE_WIDTH
from games.australis.draw_scoring import (
    FRAME_SIZE,
    MAX_CENTRE_LABEL_ROWS,
    MAX_SIGN_ROWS,
    SCORING_EVENTS,
    ScoreRow,
    list_score_rows,
    name_sources,
)
from games.australis.draw_window import CURRENT_BOX, find_window, list_turtle_boxes
from games.australis.events import (
    CoralPlaced,
    CubeCollected,
    DieTaken,
    Event,
    PointsGained,
    RoundPointsScored,
    TurtleMoved,
)
from games.australis.layout import REEF_BOXES, STONE_CENTRES, TAG_BOX, TURTLE_BOUNDS
from games.australis.parts import REEF_NUMBERS
from games.australis.view import View
from games.core.match import view_at
from games.core.picture import GOLD_COLOUR, CloseUp
from games.core.words import Msg, load_words
from games.drawing.captions import WORD_READING_TIME, count_words
from games.drawing.highlights import list_entries, list_moved_entries
from games.drawing.replay_frames import Replay
from games.drawing.replay_shots import NO_CAPTION, Cut, ReplayShot
from games.drawing.text import measure_width
from tests.games.contract.texts import make_names
from tests.support.replays import plan_highlights
from tools.walks import Case


@pytest.mark.parametrize("seat_count", [2, 4])
def test_the_compared_sources_add_up_to_the_points_of_all_seats(seat_count: int) -> None:
    match = Case(GAME, seat_count, GAME.get_default_options(), 7, is_rich=True).match
    assert match.outcome is not None
    sources = GAME.list_sources(view_at(match, match.ply, None), (), load_words())
    totals = [sum(source.values[seat] for source in sources) for seat in range(seat_count)]
    assert totals == list(match.outcome.scores)
    assert all(any(source.values) for source in sources)


@pytest.mark.parametrize("loss", [0, 200])
def test_the_last_caption_names_the_source_in_which_the_winner_is_furthest_ahead(
    loss: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Case(GAME, 2, GAME.get_default_options(), 3, is_rich=True).match
    assert match.outcome is not None and len(match.outcome.winners) == 1
    (winner,) = match.outcome.winners
    replay = Replay(match, make_names(2), load_words())
    sources = list(replay.list_sources())
    if loss:
        # Pretend that the other seat lost points from one of the sources.
        values = tuple(value if seat == winner else -loss for seat, value in enumerate(sources[0].values))
        sources[0] = sources[0]._replace(values=values)
        monkeypatch.setattr(replay, "list_sources", lambda: tuple(sources))
    best = max(sources, key=lambda source: source.values[winner] - source.values[1 - winner])
    own, other = (str(best.values[seat]).replace("-", "−") for seat in (winner, 1 - winner))
    text = " ".join(replay.caption_ending().lines)
    name = make_names(2)[winner]
    assert text == f"{name} wins on {best.label}, {own} to {other}."
    assert replay.reason_label == best.label
    assert ("−" in text) == bool(loss)


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_the_points_of_a_scoring_are_above_the_plates_and_can_be_read(seat_count: int) -> None:
    match = Case(GAME, seat_count, GAME.get_default_options(), 7, is_rich=True).match
    replay = Replay(match, make_names(seat_count), load_words())
    scorings = frozenset(
        index
        for index, turn in enumerate(replay.turns)
        if isinstance(next(iter(replay.list_later_events(turn)), None), SCORING_EVENTS)
    )
    plan = replay.plan_shots(Cut((), summed_up=scorings))
    shots = [shot for shot in plan if shot.is_aftermath and shot.seat is None]
    assert len(shots) == len(scorings) > 1
    for shot in shots:
        parts = replay.list_close_ups(shot)
        written = [part for part in parts if part.text and not isinstance(part.text, Msg)]
        max_rows = MAX_CENTRE_LABEL_ROWS if seat_count == 2 else MAX_SIGN_ROWS
        assert seat_count <= len(written) <= max_rows * seat_count
        wide = FRAME_SIZE[0] // seat_count
        gains = [0] * seat_count
        for part in written:
            seat, x = divmod(part.target.x, wide)
            assert x + part.target.w <= wide
            gains[seat] += int(str(part.text))
        changes = [entry.change for entry in shot.entries]
        assert max(part.target.y + part.target.h for part in parts) <= FRAME_SIZE[1]
        words = count_words(" ".join(shot.caption.lines)) + len(written)
        assert shot.ticks >= WORD_READING_TIME * words - len(written)
        assert gains == changes
        if seat_count == 2:
            assert_rows_are_named(parts, max_rows)
            first, *later = written[:seat_count], written[seat_count:]
            assert all(measure_spread(first) > 0 or not measure_spread(row) for row in later if row)
        else:
            headings = [part for part in parts if isinstance(part.text, Msg)]
            assert {part.target.y + part.target.h for part in headings} == {part.target.y for part in written}
            assert (
                find_max_size(headings[:1]) > find_max_size(headings[1:])
                and parts[0].target.h <= headings[0].target.y
            )
            assert find_max_size(written[:seat_count]) > find_max_size(written[seat_count:])
            assert min(part.text_size for part in headings) >= 34
            assert GOLD_COLOUR not in [part.text_colour for part in written[seat_count:]]
            assert sum(bool(part.sprite) for part in parts) >= seat_count
        assert shot.ticks >= 400


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_the_greatest_scoring_shows_how_the_points_of_one_seat_add_up(seat_count: int) -> None:
    found = 0
    for seed in (3, 7, 9):
        match = Case(GAME, seat_count, GAME.get_default_options(), seed, is_rich=True).match
        replay = Replay(match, make_names(seat_count), load_words())
        assert replay.greatest_scoring is not None
        turn, seat = replay.greatest_scoring
        shots = [shot for shot in plan_highlights(replay) if shot.is_aftermath and shot.seat is not None]
        if seat_count == 2:
            assert not shots, "the table shows all points of two seats"
            continue
        (shot,) = shots
        assert (shot.turn, shot.seat) == (turn, seat)
        *terms, total = [int(str(part.text).strip("= ")) for part in replay.list_close_ups(shot) if part.text]
        assert sum(terms) == total == shot.entries[seat].change
        assert replay.list_lit_seats(shot) == replay.list_marked_seats(shot) == (seat,)
        assert shot.ticks >= max(400 if len(terms) > 1 else 250, WORD_READING_TIME * (len(terms) + 1))
        gains = [
            new.value - old.value
            for one in replay.turns
            if replay.list_later_events(one)
            for place, (old, new) in enumerate(
                zip(list_moved_entries(match, one), list_entries(match, one.ply), strict=True)
            )
            # After a tie, only the winner's points count.
            if replay.tie_winner in (None, place)
        ]
        gained = list_entries(match, turn.ply)[seat].value - list_moved_entries(match, turn)[seat].value
        assert replay.decision == (replay.turns.index(turn), True) or gained == max(gains)
        found += 1
    assert found or seat_count == 2


def find_max_size(parts: Sequence[CloseUp]) -> int:
    """Return the greatest font size of some texts."""
    return max((part.text_size for part in parts), default=0)


def measure_spread(row: Sequence[CloseUp]) -> int:
    """Return the difference between the most and the fewest points of a row."""
    points = [int(str(part.text)) for part in row]
    return max(points) - min(points)


def test_a_scoring_table_has_the_source_that_decides() -> None:
    view = cast(View, view_at(Case(GAME, 3, GAME.get_default_options(), 7, is_rich=True).match, 0, None))
    gains = [(12, 1, 9), (11, 5, 0), (10, 3, 7)]
    events = [
        RoundPointsScored(seat, reefs, fish, 0, turtle) for seat, (turtle, fish, reefs) in enumerate(gains)
    ]
    # The seats 0 and 2 gain most, so the difference between these two counts.
    assert list_score_rows(view, view, events) == (
        ScoreRow(("turtle",), (12, 11, 10)),
        ScoreRow(("schools", "reefs"), (10, 5, 10)),
    )
    pair = cast(View, view_at(Case(GAME, 2, GAME.get_default_options(), 7, is_rich=True).match, 0, None))
    few: list[Event] = [*(event for event in events if event.seat < 2), PointsGained(1, 2)]
    assert list_score_rows(pair, pair, few) == (
        ScoreRow(("reefs",), (9, 0)),
        ScoreRow(("schools",), (1, 5)),
        ScoreRow(("turtle", "circles"), (12, 13)),
    )
    names = [name_sources(sources) for sources in (("reefs",), ("turtle", "schools", "circles"))]
    assert [load_words().msg(name) for name in names] == ["reefs", "turtle, fish and dice"]


def assert_rows_are_named(parts: Sequence[CloseUp], max_rows: int) -> None:
    """Check that each row of points is named after its sources, in letters that a phone can show."""
    names = [part for part in parts if isinstance(part.text, Msg)]
    rows = {part.target.y + part.target.h for part in parts if part.text and part not in names}
    assert len(names) == len(rows) <= max_rows
    for language in ("en", "de", "nl"):
        words = load_words(language)
        widths = [measure_width(words.msg(cast(Msg, part.text)), part.text_size) for part in names]
        assert max(widths) <= FRAME_SIZE[0] - 40 and min(part.text_size for part in names) >= 34
        # With two seats, a name is between the points.
        for name, wide in zip(names, widths, strict=True):
            beside = [part for part in parts if part.text and part.target.y == name.target.y and part != name]
            left, right = ((FRAME_SIZE[0] + sign * wide) // 2 for sign in (-1, 1))
            assert all(part.target.x + part.target.w < left or part.target.x > right for part in beside)


@pytest.mark.parametrize("seat_count", [2, 4])
def test_the_turtles_of_a_scoring_are_shown_above_its_table(seat_count: int) -> None:
    match = Case(GAME, seat_count, GAME.get_default_options(), 7, is_rich=True).match
    view = cast(View, view_at(match, match.ply, None))
    boxes = list_turtle_boxes(view)
    window = find_window(boxes, (FRAME_SIZE[0], 310))
    assert window.y <= boxes[0].y and boxes[0].y + boxes[0].h <= window.y + window.h
    assert FRAME_SIZE[0] / window.w == pytest.approx(310 / window.h, abs=0.01)


def test_a_turn_shows_what_it_changes_and_the_die_that_it_takes() -> None:
    match = Case(GAME, 4, GAME.get_default_options(), 7, is_rich=True).match
    replay = Replay(match, make_names(4), load_words())
    for turn in replay.turns:
        events = cast(tuple[Event, ...], replay.list_own_events(turn))
        before = replay.list_close_ups(ReplayShot(0, NO_CAPTION, turn.number, turn, is_before_turn=True))
        window = before[0].source
        for event in events:
            if isinstance(event, CoralPlaced):
                reef = REEF_BOXES[REEF_NUMBERS.index(event.reef)]
                assert window.x <= reef.x and reef.x + reef.w <= window.x + window.w
                assert window.y <= reef.y and reef.y + reef.h <= window.y + window.h
        dice = [part.sprite for part in before if part.sprite.startswith("die120")]
        taken = [event.die.code for event in events if isinstance(event, DieTaken)]
        assert len(dice) <= MAX_SHOWN_DICE
        assert not taken or f"die120_{taken[0]}" in dice


def test_a_turn_with_many_gains_leaves_out_the_food() -> None:
    match, food_counts = Case(GAME, 3, GAME.get_default_options(), 7, is_rich=True).match, set[bool]()
    replay = Replay(match, make_names(3), load_words())
    for turn in replay.turns:
        parts = replay.list_close_ups(ReplayShot(0, NO_CAPTION, turn.number, turn))
        signs = [part for part in parts if part.sprite and not part.lies_on_board]
        has_food = any(part.sprite.startswith("food") for part in signs)
        assert len(signs) <= MAX_SIGNS or not has_food
        events = cast(tuple[Event, ...], replay.list_own_events(turn))
        if any(isinstance(event, CubeCollected) and event.is_kept for event in events):
            food_counts.add(has_food)
    assert food_counts == {True, False}


def test_rings_mark_the_dice_and_cards_whose_circles_score() -> None:
    match = Case(GAME, 3, GAME.get_default_options(), 7, is_rich=True).match
    replay, scoring_turns = Replay(match, make_names(3), load_words()), 0
    for turn in replay.turns:
        events = cast(tuple[Event, ...], replay.list_own_events(turn))
        scored = sum(event.points for event in events if isinstance(event, PointsGained))
        parts = replay.list_close_ups(ReplayShot(0, NO_CAPTION, turn.number, turn))
        ringed = [part for part in parts if part.is_ringed]
        told = [int(str(part.text)) for part in parts if part.text and part.text_colour == GOLD_COLOUR]
        assert len(ringed) == len(told) and sum(told) == scored
        assert all(part.sprite.startswith(("die120", "card_")) for part in ringed)
        scoring_turns += bool(scored)
    assert scoring_turns > 5


@pytest.mark.parametrize("seat_count", [2, 4])
def test_the_turtle_that_has_moved_is_large_and_shows_its_space(seat_count: int) -> None:
    match = Case(GAME, seat_count, GAME.get_default_options(), 7, is_rich=True).match
    replay, enlarged, unchanged = Replay(match, make_names(seat_count), load_words()), 0, 0
    for turn in replay.turns:
        shot = ReplayShot(0, NO_CAPTION, turn.number, turn)
        events = cast(tuple[Event, ...], replay.list_own_events(turn))
        moved = [e for e in events if isinstance(e, TurtleMoved) and e.origin != e.space]
        current, *parts = replay.list_close_ups(shot)
        turtles = [part for part in parts if part.lies_on_board]
        scale = current.target.w / current.source.w
        early = replay.list_close_ups(shot._replace(is_before_turn=True))
        assert not any(part.lies_on_board for part in early)
        assert len(turtles) <= 1
        if not turtles:
            after = cast(View, replay.view_after(turn)[0])
            in_pool = moved and moved[-1].space == after.track_end
            assert not moved or in_pool or scale * TURTLE_BOUNDS.w >= TURTLE_WIDTH
            unchanged += 1
            continue
        seat, place = replay.find_actor(turn), turtles[0].target
        assert turtles[0].sprite == f"turtle_{seat}" and place.w == TURTLE_WIDTH > scale * TURTLE_BOUNDS.w
        x, y = STONE_CENTRES[moved[-1].space]
        assert place.x < (x - current.source.x) * scale < place.x + place.w
        assert place.x >= 0 and place.y >= 0 and place.x + place.w <= current.target.w
        tag = (y + TAG_BOX.y - current.source.y) * scale
        assert place.y + place.h <= tag + 1 or (place.y == 0 and current.source.y == CURRENT_BOX.y)
        enlarged += 1
    assert enlarged and unchanged
