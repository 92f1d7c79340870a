"""Replays show one legible sentence per frame, light up the player to move, stay small and keep secrets."""

from __future__ import annotations

import io
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import pairwise
from unittest.mock import patch

import pytest
from PIL import GifImagePlugin, Image, ImageChops, ImageStat

from games.core.match import Match, view_at
from games.core.texts import Scene
from games.core.words import list_locales, load_words
from games.drawing import captions, highlights, palette, replay, replay_cut, tween
from games.drawing.captions import MIN_READING_TIME
from games.drawing.fitting import FittedText
from games.drawing.gif import count_frames
from games.drawing.highlights import find_round_turns, find_scoring_turns
from games.drawing.reduction import Reducer, reduce_picture
from games.drawing.replay import MAX_BYTES, draw_shot, make_replay
from games.drawing.replay_cut import MAX_DURATION, choose_cut, make_shortest_cut
from games.drawing.replay_frames import Replay
from games.drawing.replay_plan import LEAD_TIME, MIN_END_TIME
from games.drawing.replay_shots import (
    BRISK_RESULT_TIME,
    MIN_CAPTION_TIME,
    MIN_FULL_TIME,
    USUAL_RESULT_TIME,
    Cut,
    ReplayShot,
    measure_still_time,
)
from games.drawing.tones import KEPT_COLOURS, TONE_COUNT, choose_tones
from games.registry import GAMES
from tests.games.contract.secrecy import redeal_hidden_parts
from tests.games.contract.texts import make_names
from tests.games.drawing.written import record_lines
from tests.games.recording import find_folder
from tests.support.game_parts import GAMES_WITH_MOVES, GAMES_WITH_NAME_PLATES, GAMES_WITH_SCOREBOARD
from tests.support.nightly import defer_to_ci, defer_to_night
from tests.support.replays import join_settled_shots, plan_highlights
from tools.walks import Case

GAMES_AND_SEAT_COUNTS = [
    (game.key, seats)
    for game in GAMES.values()
    for seats in sorted({game.seat_counts[0], game.seat_counts[-1]})
]
GAMES_AND_MAX_SEAT_COUNTS = list({key: (key, seats) for key, seats in GAMES_AND_SEAT_COUNTS}.values())
"""Each game with its maximum number of seats, which gives replays the most captions and names."""
DRAWN_GAMES = ("das_riff", "coral_reef")
"""Games whose whole replays the suite draws: one that is won by a goal, and one that is won by points."""
SOME_GAMES_AND_SEAT_COUNTS = defer_to_night(
    GAMES_AND_SEAT_COUNTS, *(size for size in GAMES_AND_SEAT_COUNTS if size not in GAMES_AND_MAX_SEAT_COUNTS)
)
DRAWN_GAMES_AND_SEAT_COUNTS = [
    *defer_to_ci(
        GAMES_AND_MAX_SEAT_COUNTS, *(size for size in GAMES_AND_MAX_SEAT_COUNTS if size[0] not in DRAWN_GAMES)
    ),
    *(case for case in SOME_GAMES_AND_SEAT_COUNTS if case not in GAMES_AND_MAX_SEAT_COUNTS),
]
"""Cases of tests that draw whole replays."""
LONG_NAMES = ("Maximiliane von Hohenstein", "Bartholomäus der Ältere", "Wilhelmina-Charlotte") * 2
SHORT_MATCH_PLIES = 20
"""Number of plies of a short match, enough for several turns of every game."""
MAX_MOVING_TIME = 10 * LEAD_TIME - 10
"""Maximum duration of a frame in which pieces move, in milliseconds."""
MAX_TONE_DIFFERENCE = 8
"""Maximum difference (of 255) in a channel of a frame, root mean square, because of its fewer colours."""
MAX_START_DIFFERENCE = 0.2
"""Maximum difference in brightness between the board at the start and the next one."""


@cache
def make_case(key: str, seat_count: int, max_plies: int | None = SHORT_MATCH_PLIES) -> Case:
    game = GAMES[key]
    return Case(game, seat_count, game.get_default_options(), 7, is_rich=True, max_plies=max_plies)


def make_gif(match: Match) -> bytes:
    return b"".join(make_replay(match, make_names(match.seat_count), load_words()))


@cache
def make_case_gif(key: str, seat_count: int, max_plies: int | None = SHORT_MATCH_PLIES) -> bytes:
    return make_gif(make_case(key, seat_count, max_plies).match)


@contextmanager
def open_gif(data: bytes) -> Iterator[Image.Image]:
    """Open a GIF that keeps its palette, because converting frames to RGB takes longer than decoding them."""
    strategy = GifImagePlugin.LoadingStrategy.RGB_AFTER_DIFFERENT_PALETTE_ONLY
    with patch.object(GifImagePlugin, "LOADING_STRATEGY", strategy), Image.open(io.BytesIO(data)) as image:
        yield image


def decode_frames(data: bytes) -> Iterator[tuple[Image.Image, int]]:
    """Yield the GIF after decoding each frame, and the frame's duration in milliseconds."""
    with open_gif(data) as image:
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            image.load()
            yield image, int(image.info["duration"])


def list_durations(data: bytes) -> list[int]:
    """Decode all frames of a GIF, and return their durations in milliseconds."""
    return [duration for _, duration in decode_frames(data)]


def decode_last_frame(data: bytes) -> tuple[Image.Image, int]:
    """Return the last frame of a GIF as displayed, in RGB, and its duration in milliseconds."""
    with open_gif(data) as image:
        image.seek(getattr(image, "n_frames", 1) - 1)
        return image.convert("RGB"), int(image.info["duration"])


def plan_replay(match: Match) -> tuple[Replay, tuple[ReplayShot, ...]]:
    planning = Replay(match, make_names(match.seat_count), load_words())
    return planning, plan_highlights(planning)


@cache
def plan_case(
    key: str, seat_count: int, max_plies: int | None = SHORT_MATCH_PLIES
) -> tuple[Replay, tuple[ReplayShot, ...]]:
    """Return the plan of a case's replay. It is cached, because writing the captions is slow."""
    return plan_replay(make_case(key, seat_count, max_plies).match)


def choose_case_tones(planning: Replay, shots: tuple[ReplayShot, ...]) -> list[int]:
    """Return the table of the colours in which a replay is drawn."""
    return choose_tones(
        [draw_shot(planning, shot) for shot in replay.pick_samples(shots)], planning.match.game.key
    )


def load_recorded_match(name: str) -> Match:
    key, _, file = name.partition("/")
    text = (find_folder(key, 1) / f"{file}.txt").read_text("utf-8")
    found: Match = import_module(f"tests.games.{key}.golden").RECORDER.load_match(text)
    return found


@pytest.mark.parametrize(("key", "seat_count"), DRAWN_GAMES_AND_SEAT_COUNTS)
def test_frames_of_a_replay_equal_the_drawn_boards(
    key: str, seat_count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # With the usual limit, a replay might leave out turns.
    monkeypatch.setattr(replay, "MAX_BYTES", 4 * MAX_BYTES)
    data = make_gif(make_case(key, seat_count).match)
    planning, shots = plan_case(key, seat_count)
    stills = [
        (frame.convert("RGB"), duration)
        for frame, duration in decode_frames(data)
        if duration > MAX_MOVING_TIME
    ]
    assert len(stills) == len(shots) > 3
    assert (count_frames(data) > len(stills)) == (key in GAMES_WITH_MOVES)
    tones = choose_case_tones(planning, shots)
    for (frame, duration), shot in zip(stills, shots, strict=True):
        picture = draw_shot(planning, shot).point(tones)
        assert picture.histogram()[palette.CLEAR_INDEX] == 0
        assert frame.tobytes() == picture.convert("RGB").tobytes(), shot
        assert duration == 10 * shot.ticks


@pytest.mark.parametrize(("key", "seat_count"), DRAWN_GAMES_AND_SEAT_COUNTS)
def test_a_long_match_makes_a_small_replay_of_one_minute(key: str, seat_count: int) -> None:
    match = make_case(key, seat_count, None).match
    data = make_case_gif(key, seat_count, None)
    assert len(data) <= MAX_BYTES == 2**20
    assert sum(list_durations(data)) <= 10 * MAX_DURATION == 60_000
    _, shots = plan_case(key, seat_count, None)
    turn_shots = [shot for shot in shots if shot.turn and not (shot.is_before_turn or shot.is_gap)]
    # What the replay shows as a turn consists of whole turns of the match.
    ended = {0, match.ply, *(ply for ply in range(1, match.ply) if match.count_ended_turns(ply))}
    assert {ply for shot in turn_shots if shot.turn for ply in (shot.turn.since, shot.turn.ply)} <= ended
    assert len(turn_shots) >= min(highlights.MIN_TURNS, len(ended) - 1)
    assert turn_shots[-1].turn and turn_shots[-1].turn.ply == match.ply
    assert shots[-1].is_result and match.outcome is not None


@pytest.mark.parametrize("locale", defer_to_night(list_locales(), "en", "nl"))
@pytest.mark.parametrize(("key", "seat_count"), GAMES_AND_MAX_SEAT_COUNTS)
def test_captions_fit_and_stay_as_long_as_they_take_to_read(key: str, seat_count: int, locale: str) -> None:
    match = make_case(key, seat_count, None).match
    # Short names are tested in one language only, because they fit more easily than long ones.
    for people in (
        (make_names(seat_count), LONG_NAMES[:seat_count]) if locale == "en" else (LONG_NAMES[:seat_count],)
    ):
        planning = Replay(match, people, load_words(locale))
        shots = join_settled_shots(plan_highlights(planning))
        for earlier, shot in pairwise((shots[-1], *shots)):
            caption = shot.caption
            most = captions.MAX_ENDING_LINES if shot.is_result else captions.MAX_LINES
            assert 1 <= len(caption.lines) <= most
            assert caption.is_whole and caption.size >= captions.MIN_CAPTION_SIZE == 30
            if shot.is_before_turn and not shot.is_gap:
                assert shot.ticks >= LEAD_TIME
                continue
            shown = shot.ticks
            if shot.turn and earlier.is_before_turn and not earlier.is_gap:
                assert earlier.caption == caption, "the caption is already shown before the turn"
                shown += earlier.ticks - round(100 * captions.count_words(earlier.note) / 3)
                shown += planning.motion.measure_duration(planning.list_tracks(shot.turn))
            read = int(100 * captions.count_words(" ".join((*caption.lines, shot.note))) / 3)
            assert shown >= max(read, MIN_READING_TIME) and shot.ticks >= MIN_CAPTION_TIME >= 150


@pytest.mark.parametrize(("key", "seat_count"), GAMES_AND_MAX_SEAT_COUNTS)
def test_the_board_after_a_turn_stays_long_enough_to_look_at(key: str, seat_count: int) -> None:
    planning, shots = plan_case(key, seat_count, None)
    assert (USUAL_RESULT_TIME, BRISK_RESULT_TIME) == (300, 250)
    for number, (earlier, shot) in enumerate(pairwise(shots), 1):
        if shot.turn and earlier.is_before_turn and not earlier.is_gap:
            turn, shown = shot.turn, 0
            for later in shots[number:]:
                if later.turn != turn or not planning.shows_same_parts(later, shot):
                    break
                shown += later.ticks
            assert shown >= BRISK_RESULT_TIME


@pytest.mark.parametrize(("lines", "ticks"), [(("Ann", "wins."), MIN_FULL_TIME), (("Ann wins.",), 180)])
def test_two_short_lines_stay_longer_than_one(lines: tuple[str, ...], ticks: int) -> None:
    assert measure_still_time(FittedText(44, lines, is_whole=True)) == ticks


@pytest.mark.parametrize(("key", "seat_count"), GAMES_AND_MAX_SEAT_COUNTS)
def test_two_lines_and_changed_scores_stay_longer_than_other_captions(key: str, seat_count: int) -> None:
    shots, count = plan_case(key, seat_count, None)[1], 0
    for earlier, shot in pairwise(join_settled_shots(shots)):
        is_new = shot.caption != earlier.caption or earlier.is_before_turn
        if shot.turn and is_new and (shot.is_gap or not shot.is_before_turn):
            changes = any(entry.has_changed for entry in shot.entries) and earlier.is_before_turn
            assert shot.ticks >= MIN_FULL_TIME == 250 or not (changes or len(shot.caption.lines) > 1)
            count += changes
    assert count


@pytest.mark.parametrize(
    ("key", "seat_count"), [size for size in GAMES_AND_SEAT_COUNTS if size[0] in GAMES_WITH_NAME_PLATES]
)
def test_the_seat_that_moves_is_highlighted(
    key: str, seat_count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = make_case(key, seat_count).match
    planning, shots = plan_case(key, seat_count)
    lit: list[str] = []
    modules = {"australis": "games.australis.draw_board", "coral_reef": "games.coral_reef.draw_plates"}
    plates = import_module(modules.get(key, GAMES[key].drawing_path.partition(":")[0]))
    make_plate = plates.NamePlate

    def record_and_make_plate(
        canvas: object, box: object, people: tuple[str, ...], seat: int, **kwargs: object
    ) -> object:
        if kwargs["is_lit"]:
            lit.append(people[seat])
        return make_plate(canvas, box, people, seat, **kwargs)

    monkeypatch.setattr(plates, "NamePlate", record_and_make_plate)
    for shot in shots:
        lit.clear()
        planning.draw(shot)
        # A summary of turns is about all seats, and so is an aftermath shown without its move.
        is_about_all = shot.is_gap or shot.since is not None
        if shot.turn and not is_about_all and not (shot.turn.ply == match.ply and match.outcome):
            assert lit == [planning.names[planning.find_actor(shot.turn)]], shot


@pytest.mark.parametrize(("key", "seat_count"), DRAWN_GAMES_AND_SEAT_COUNTS)
def test_the_last_frame_compares_the_results_and_says_who_won(key: str, seat_count: int) -> None:
    match = make_case(key, seat_count, None).match
    planning, shots = plan_case(key, seat_count, None)
    frame, duration = decode_last_frame(make_case_gif(key, seat_count, None))
    drawn = draw_shot(planning, shots[-1]).convert("RGB")
    assert ImageStat.Stat(ImageChops.difference(frame, drawn)).rms[0] < MAX_TONE_DIFFERENCE
    assert frame.size == draw_shot(planning, shots[-2]).size
    assert duration >= 10 * MIN_END_TIME
    status = match.game.texts.describe_status(
        view_at(match, match.ply, None), Scene(make_names(seat_count), load_words(), (), match.outcome)
    )
    outcome, caption = match.outcome, " ".join(shots[-1].caption.lines)
    assert outcome is not None
    # If points are compared, the caption names the source that decided the match instead of total points.
    points = sorted(outcome.scores, reverse=True)[:2]
    won = f"{make_names(seat_count)[outcome.winners[0]]} wins"
    result = status.partition(", ending the match. ")[2] or status
    told = (result, f"{won}!", f"{won}, {points[0]} to ", f"{won} on ")
    assert any(one in caption for one in told)
    assert planning.is_compared == (key in GAMES_WITH_SCOREBOARD)
    if not planning.is_compared:
        return
    picture = planning.draw_picture(shots[-1])
    assert picture.tobytes() == planning.draw_result().tobytes()
    with record_lines() as lines:
        planning.draw_result()
    assert match.outcome is not None
    for seat in range(seat_count):
        shown = match.outcome.placements[seat] <= 2 or not planning.list_sources()
        assert not shown or planning.names[seat] in {line.content for line in lines}


def test_the_last_frame_shows_the_board_if_people_ended_the_match() -> None:
    match = make_case("das_riff", 2).match.resign(0)
    planning, shots = plan_replay(match)
    board = reduce_picture(planning.draw(shots[-1]))
    assert planning.draw_picture(shots[-1]).tobytes() == board.tobytes()
    assert not planning.is_compared


@pytest.mark.parametrize(("key", "seat_count"), SOME_GAMES_AND_SEAT_COUNTS)
def test_only_the_caption_of_the_last_frame_says_who_won(key: str, seat_count: int) -> None:
    match = make_case(key, seat_count, None).match
    planning, shots = plan_case(key, seat_count, None)
    view, scene = planning.make_scene(shots[-1])
    written = list[set[str]]()
    for captioned in (True, False):
        with record_lines() as found:
            match.game.draw(view, replace(scene, has_caption=captioned))
        written.append({line.content for line in found})
    assert match.outcome is not None
    said = {f"{planning.names[seat]} wins" for seat in match.outcome.winners}
    alone = len(match.outcome.winners) == 1
    assert not any(one in line for one in said for line in written[0])
    assert any(one in line for one in said for line in written[1]) == alone


@pytest.mark.parametrize("key", GAMES)
def test_the_highlighted_seat_is_the_one_that_the_caption_begins_with(key: str) -> None:
    match = make_case(key, GAMES[key].seat_counts[0]).match
    planning = Replay(match, ("Ann", "Ben"), load_words())
    for turn in planning.turns[:60]:
        first = planning.list_captions(turn)[0].lines[0].split()[0].strip(":")
        if first in planning.names:
            assert planning.names.index(first) == planning.find_actor(turn)


def test_the_deal_highlights_the_seat_whose_turn_is_first() -> None:
    for key in GAMES:
        match = make_case(key, GAMES[key].seat_counts[0]).match
        planning, shots = plan_case(key, GAMES[key].seat_counts[0])
        _, scene = planning.make_scene(shots[0])
        assert scene.mover_seat == match.rules.find_active_seat(match.opening_state)


@pytest.mark.parametrize(("key", "seat_count"), SOME_GAMES_AND_SEAT_COUNTS)
def test_hidden_parts_do_not_change_the_bytes_of_a_replay(key: str, seat_count: int) -> None:
    case = make_case(key, seat_count)
    match, rules = case.match, case.rules
    steps = tuple(
        replace(
            step,
            state=redeal_hidden_parts(case, ply, None),
            events=tuple(rules.redact(event, None) for event in step.events),
        )
        for ply, step in enumerate(match.steps, 1)
    )
    assert make_gif(
        replace(match, opening_state=redeal_hidden_parts(case, 0, None), steps=steps)
    ) == make_case_gif(key, seat_count)


@pytest.mark.parametrize("key", GAMES)
def test_the_background_keeps_its_brightness(key: str) -> None:
    planning, shots = plan_case(key, GAMES[key].seat_counts[0])
    boards = [planning.draw(shot) for shot in shots if not shot.is_result]
    # Skip the first board, because the others are enlarged and may show pieces in other places.
    for one, two in pairwise(boards[1:-1]):
        equal = ImageChops.difference(one, two).histogram()[0]
        assert equal / (one.width * one.height) > 0.5
    start, lead = (ImageStat.Stat(board.convert("L")).mean[0] for board in boards[:2])
    assert abs(start - lead) < MAX_START_DIFFERENCE * lead


@pytest.mark.parametrize("key", GAMES)
def test_the_board_at_the_start_is_that_of_a_match(key: str) -> None:
    planning, shots = plan_case(key, GAMES[key].seat_counts[0])
    view, scene = planning.make_scene(shots[0])
    assert shots[0].turn is None and not scene.is_steady
    assert planning.draw(shots[0]).size == planning.draw(shots[1]).size, "all frames have one size"
    assert view == planning.match.rules.view(planning.match.opening_state, None)


def test_a_replay_that_would_be_too_large_has_fewer_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    key, seat_count = GAMES_AND_MAX_SEAT_COUNTS[-1]
    check_smaller_replay(make_case(key, seat_count).match, make_case_gif(key, seat_count), monkeypatch)


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["das_riff/five_broods_deck_b", "coral_reef/hand_empty_6"])
def test_a_whole_replay_that_would_be_too_large_has_fewer_turns(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = load_recorded_match(name)
    check_smaller_replay(match, make_gif(match), monkeypatch)


def check_smaller_replay(match: Match, data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that a replay limited to half its size is that small and ends with the same frame."""
    assert len(data) <= MAX_BYTES
    monkeypatch.setattr(replay, "MAX_BYTES", len(data) // 2)
    smaller = make_gif(match)
    assert len(smaller) <= len(data) // 2
    assert decode_last_frame(smaller)[0].tobytes() == decode_last_frame(data)[0].tobytes()


def test_pieces_move_in_fewer_frames_before_turns_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    key, seat_count = next(pair for pair in GAMES_AND_MAX_SEAT_COUNTS if pair[0] == "coral_reef")
    match = make_case(key, seat_count).match
    smooth = list_durations(data := make_case_gif(key, seat_count))
    monkeypatch.setattr(replay, "MAX_BYTES", len(data) - 2**14)
    smaller = list_durations(made := make_gif(match))
    assert len(made) <= replay.MAX_BYTES
    moving = [sum(duration <= MAX_MOVING_TIME for duration in found) for found in (smooth, smaller)]
    assert 0 < moving[1] < moving[0]
    stills = [[time for time in found if time > MAX_MOVING_TIME] for found in (smooth, smaller)]
    assert stills[0] == stills[1]


@pytest.mark.parametrize("key", DRAWN_GAMES)
def test_a_replay_has_few_colours_that_differ_little_from_the_boards(key: str) -> None:
    planning, shots = plan_case(key, 2, None)
    tones = choose_case_tones(planning, shots)
    assert len({*tones[: len(palette.list_colours())]}) == TONE_COUNT
    assert all(tones[tone] == tone for tone in tones)
    assert all(tones[index] == index for index in map(palette.find_index, KEPT_COLOURS))
    for shot in shots:
        drawn = draw_shot(planning, shot)
        difference = ImageChops.difference(drawn.point(tones).convert("RGB"), drawn.convert("RGB"))
        assert max(ImageStat.Stat(difference).rms) < MAX_TONE_DIFFERENCE


def record_cuts(monkeypatch: pytest.MonkeyPatch) -> list[Cut]:
    """Return a list of the cuts that will be encoded from now on."""
    encoded, encode = list[Cut](), replay.FrameEncoder.encode_file

    def record_and_encode(encoder: replay.FrameEncoder, cut: Cut) -> Generator[bytes, None, bytes]:
        encoded.append(cut)
        return encode(encoder, cut)

    monkeypatch.setattr(replay.FrameEncoder, "encode_file", record_and_encode)
    return encoded


def test_turns_are_dropped_rather_than_pieces_move_in_jerks(monkeypatch: pytest.MonkeyPatch) -> None:
    match = make_case("das_riff", 2, None).match
    data = make_case_gif("das_riff", 2, None)
    encoded = record_cuts(monkeypatch)
    monkeypatch.setattr(replay, "MAX_BYTES", len(data) * 7 // 8)
    smaller = [time for _, time in decode_frames(make_gif(match))]
    whole, *_, last = encoded
    assert highlights.MIN_TURNS <= len(last.turns) < len(whole.turns)
    assert max(time for time in smaller if time <= MAX_MOVING_TIME) <= 10 * tween.MAX_SMOOTH_TICKS


def test_the_smallest_replay_has_one_turn_and_all_scorings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "MAX_BYTES", 1000)
    match = make_case("australis", 2, None).match
    planning = Replay(match, make_names(2), load_words())
    shortest = make_shortest_cut(planning, highlights.rank_turns(match))
    shots = planning.plan_shots(shortest)
    assert len(shortest.turns) == 1 and sum(shot.is_aftermath for shot in shots) > 3
    durations = list_durations(make_gif(match))
    assert sum(shot.is_before_turn for shot in shots) == 1
    assert [time for time in durations if time >= 10 * LEAD_TIME] == [10 * shot.ticks for shot in shots]


def test_ends_of_rounds_are_left_out_if_the_replay_is_still_too_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    encoded = record_cuts(monkeypatch)
    match = Case(GAMES["coral_reef"], 2, {"rounds_to_win": "3"}, 7, is_rich=True).match
    monkeypatch.setattr(replay, "MAX_BYTES", 1000)
    smallest = len(make_gif(match))
    assert smallest > 1000
    *_, larger, last = encoded
    assert larger.turns == last.turns and len(last.turns) == 1
    assert larger.summed_up == find_round_turns(match) and not last.summed_up
    encoded.clear()
    monkeypatch.setattr(replay, "MAX_BYTES", smallest)
    assert len(make_gif(match)) == smallest
    assert encoded[-1] == last, "nothing is tried after a replay that fits"


def test_a_complete_replay_shows_every_turn() -> None:
    match = make_case("das_riff", 2).match
    planning = Replay(match, make_names(2), load_words())
    data = b"".join(make_replay(match, make_names(2), load_words(), shows_every_turn=True))
    shots = planning.plan_shots(Cut(tuple(range(len(planning.turns)))))
    assert [shot.turn for shot in shots if shot.is_before_turn] == [*planning.turns]
    stills = [duration for duration in list_durations(data) if duration > MAX_MOVING_TIME]
    assert stills == [10 * shot.ticks for shot in shots]


@pytest.mark.parametrize(("key", "seat_count"), GAMES_AND_SEAT_COUNTS)
def test_every_gap_is_named_and_the_scoreboard_explains_every_change(key: str, seat_count: int) -> None:
    planning, shots = plan_case(key, seat_count, None)
    match, count = planning.match, 0
    shown = match.game.list_scoreboard_entries(match.rules.view(match.opening_state, None))
    for earlier, shot in pairwise(join_settled_shots(shots)[:-1]):
        if shot.is_gap or shot.note or shot.since is not None:
            count += 1
        elif shot.turn != earlier.turn and earlier.turn is not None:
            # The first turn isn't checked: its number shows how many turns are left out before it.
            assert shot.number <= earlier.number + 1, "no turn is left out silently"
        if shot.is_before_turn and shot.note and not earlier.is_gap:
            # The note gives the scores after the turns that were left out.
            shown = shot.entries
        elif shot.since is None and not shot.is_gap and shot.is_before_turn and not earlier.is_gap:
            assert [entry.value for entry in shot.entries] == [entry.value for entry in shown]
        if not shot.entries:
            continue
        for old, new in zip(shown, shot.entries, strict=True):
            same_change = shot.caption != earlier.caption and old.value == new.value
            assert new.change in (new.value - old.value, new.change * same_change)
        shown = shot.entries
    assert count


@pytest.mark.parametrize(("key", "seat_count"), GAMES_AND_SEAT_COUNTS)
def test_all_scorings_and_won_rounds_have_a_shot(key: str, seat_count: int) -> None:
    planning, shots = plan_case(key, seat_count, None)
    scorings, rounds = find_scoring_turns(planning.match), find_round_turns(planning.match)
    told = {shot.turn for shot in shots if shot.is_aftermath}
    assert {planning.turns[index] for index in scorings | rounds} <= told
    assert bool(scorings) == (key in ("australis", "reef"))


def test_won_rounds_have_no_shot_if_they_take_too_much_time(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Case(GAMES["coral_reef"], 2, {"rounds_to_win": "3"}, 7, is_rich=True).match
    planning, rounds = Replay(match, make_names(2), load_words()), find_round_turns(match)
    chosen = highlights.rank_turns(match)
    assert len(rounds) > 2
    shots = planning.plan_shots(choose_cut(planning, chosen))
    assert sum(shot.is_aftermath for shot in shots) == len(rounds)
    monkeypatch.setattr(replay_cut, "MAX_DURATION", 100)
    cut = choose_cut(planning, chosen)
    shots = planning.plan_shots(cut)
    assert cut == make_shortest_cut(planning, chosen) and len(cut.turns) == 1
    assert sum(shot.is_aftermath for shot in shots) == 1


def test_the_winner_of_rounds_that_are_left_out_is_lit() -> None:
    match = Case(GAMES["coral_reef"], 2, {"rounds_to_win": "3"}, 7, is_rich=True).match
    planning, count = Replay(match, make_names(2), load_words()), 0
    for index in range(1, len(planning.turns)):
        for shot in planning.plan_shots(Cut((index,))):
            if shot.is_gap and len(shot.round_winners) == 1:
                before = highlights.list_entries(match, 0)
                won = [seat for seat in range(2) if shot.entries[seat].stars > before[seat].stars]
                assert planning.list_lit_seats(shot) == tuple(won) == shot.round_winners
                count += 1
    assert count


def test_a_deal_within_a_turn_does_not_hide_that_turn() -> None:
    game = GAMES["coral_reef"]
    case = Case(game, 2, {"rounds_to_win": "3"}, 7, is_rich=True)
    match = case.match
    planning = Replay(match, make_names(2), load_words())
    dealt = [turn for turn in planning.turns if planning.view_after(turn)[2]]
    assert dealt
    for turn in dealt:
        assert planning.view_after(turn)[0] != match.rules.view(match.state_at(turn.ply), None)


@pytest.mark.parametrize("plies", [0, 1])
def test_undone_steps_are_hidden_and_a_deal_alone_makes_a_replay(plies: int) -> None:
    case = make_case("das_riff", 2)
    match = case.begin_match()
    for step in case.match.steps[:plies]:
        match = match.act(step.seat, step.action.token)
    step = case.match.steps[plies]
    undone = match.act(step.seat, step.action.token).undo(step.seat, plies)
    assert make_gif(undone) == make_gif(match)
    assert (count_frames(make_gif(match)) == 1) == (plies == 0)


def test_a_replay_shows_an_ending_without_a_step() -> None:
    match = make_case("das_riff", 2).begin_match()
    (closed, _), (dealt, _) = (decode_last_frame(make_gif(one)) for one in (match.close(), match))
    assert closed.tobytes() != dealt.tobytes()
    resigned = make_case("das_riff", 2).match.resign(0)
    _, shots = plan_replay(resigned)
    assert shots[-1].is_result and not shots[-2].is_result


def test_the_replay_is_a_gif_that_plays_once() -> None:
    data = make_gif(make_case("das_riff", 2).match)
    assert b"NETSCAPE" not in data
    with Image.open(io.BytesIO(data)) as image:
        assert image.format == "GIF"
        assert "loop" not in image.info
    assert data[13 : 13 + 768] == palette.to_bytes()
    assert data[-1:] == b";"


@pytest.mark.parametrize("key", GAMES)
def test_parts_of_a_board_are_scaled_like_the_whole(key: str) -> None:
    planning, shots = plan_case(key, GAMES[key].seat_counts[0])
    reducer = Reducer()
    for shot in shots[:6]:
        board = planning.draw(shot)
        assert reducer(board).tobytes() == reduce_picture(board).tobytes()
