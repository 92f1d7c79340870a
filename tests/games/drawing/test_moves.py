"""Moving pieces in a replay start and end where the boards show them."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops

from games.core.picture import (
    GOLD_COLOUR,
    MAX_BOARD_HEIGHT,
    NAVY_COLOUR,
    PICTURE_WIDTH,
    Box,
    CloseUp,
    PieceMove,
)
from games.core.texts import Scene
from games.core.words import load_words
from games.drawing import gif, palette, tween
from games.drawing.close_up import (
    PieceTrack,
    draw_close_ups,
    find_piece_tracks,
    list_cleared_signs,
    make_whole_board_part,
)
from games.drawing.contours import find_edges
from games.drawing.reduction import scale_sprite
from games.drawing.replay_frames import Replay
from games.drawing.replay_shots import Cut
from games.drawing.sprites import load_atlas
from games.drawing.tween import (
    MAX_MOVED_PIECES,
    Flight,
    Motion,
    keep_inside,
    mark_moving_pieces,
    plan_flights,
)
from games.registry import GAMES
from tests.games.contract.texts import make_names
from tests.support.game_parts import GAMES_WITH_MOVES
from tests.support.nightly import defer_to_ci
from tools.walks import Case

GAMES_AND_SEAT_COUNTS = [(key, seats) for key in GAMES_WITH_MOVES for seats in GAMES[key].seat_counts]

GAMES_AND_ENLARGED_SEAT_COUNTS = [
    (key, seats) for key, seats in GAMES_AND_SEAT_COUNTS if GAMES[key].close_ups_path
]

SMOOTHEST_MOTION = tween.MOTIONS[0]

EXACT_SPRITES_BY_GAME = {
    "das_riff": ("coral",),
    "reef": tuple(f"large_{letter}{height}" for letter in "rygp" for height in (1, 2, 3, 4)),
}
"""Sprites that look exactly the same while moving and on a board, by game."""
DISCARD_PILE = (1287, 312)
"""Position in pixels of the discard pile of Das Riff."""


@pytest.mark.parametrize(("key", "seat_count"), GAMES_AND_SEAT_COUNTS)
def test_every_move_has_a_sprite_and_lies_on_the_board(key: str, seat_count: int) -> None:
    game = GAMES[key]
    for seed in range(2):
        match = Case(game, seat_count, game.get_default_options(), seed, is_rich=True).match
        planning = Replay(match, make_names(seat_count), load_words())
        moved = 0
        for turn in planning.turns:
            view = match.rules.view(match.state_at(turn.since), None)
            position, events, _ = planning.view_after(turn)
            moves = game.list_piece_moves(view, position, events)
            moved += bool(moves)
            for move in moves:
                assert len(move.path) >= 2
                for x, y in move.path:
                    wide, high = load_atlas(key)[move.sprite].size
                    assert -wide < x < PICTURE_WIDTH and -high < y < MAX_BOARD_HEIGHT
        assert moved > len(planning.turns) // 8


@pytest.mark.parametrize("key", ["das_riff", "reef"])
def test_a_piece_ends_at_its_place_on_the_next_board(key: str) -> None:
    game, landed = GAMES[key], 0
    match = Case(game, 2, game.get_default_options(), 7, is_rich=True).match
    planning = Replay(match, make_names(2), load_words())
    for turn in planning.turns:
        view = match.rules.view(match.state_at(turn.since), None)
        position, events, _ = planning.view_after(turn)
        last = {move.path[-1]: move for move in game.list_piece_moves(view, position, events)}
        # Cards that a shark drives off end on the discard pile, which doesn't show them.
        moves = [
            move
            for end, move in last.items()
            if move.sprite in EXACT_SPRITES_BY_GAME[key] and end != DISCARD_PILE
        ]
        board = game.draw(position, Scene(planning.names, planning.w, is_steady=True))
        for move in moves[-1:]:
            sprite, (x, y) = load_atlas(key)[move.sprite], move.path[-1]
            middle = sprite.size[0] // 2, sprite.size[1] // 2
            assert board.getpixel((x + middle[0], y + middle[1])) == sprite.image.getpixel(middle)
            landed += 1
    assert landed >= 5


def make_blank_picture() -> Image.Image:
    image = Image.new("P", (PICTURE_WIDTH // 2, MAX_BOARD_HEIGHT // 2), 0)
    image.putpalette(palette.to_bytes())
    return image


def find_whole_tracks(moves: list[PieceMove]) -> list[PieceTrack]:
    sizes = {move.sprite: load_atlas("das_riff")[move.sprite].size for move in moves}
    return list(find_piece_tracks(moves, make_whole_board_part(PICTURE_WIDTH, MAX_BOARD_HEIGHT), sizes))


def plan_over_blank(tracks: list[PieceTrack], motion: Motion, after: int = 0) -> list[Flight]:
    ground = Image.new("P", make_blank_picture().size, after)
    return list(plan_flights(make_blank_picture(), ground, tracks, "das_riff", motion))


@pytest.mark.parametrize("motion", tween.MOTIONS)
def test_a_piece_moves_in_small_steps_until_the_picture_after_it(motion: Motion) -> None:
    tracks = find_whole_tracks([PieceMove("pearl", ((100, 100), (900, 500)))])
    (flight,) = plan_over_blank(tracks, motion)
    assert len(flight.places) == motion.count_frames(tracks) == motion.count_steps(tracks)[0] - 1
    middles = [x + flight.sprite.size[0] // 2 for x, _ in flight.places]
    own = scale_sprite("das_riff", "pearl", 0.5).size[0] // 2
    assert middles == sorted({*middles}) and middles[0] - own >= 50 and middles[-1] - own < 450
    assert tween.find_position(tracks[0], 1) == (450, 250)
    assert flight.ground.tobytes() == make_blank_picture().tobytes()


def test_small_pieces_are_larger_while_they_move() -> None:
    near, far = (
        PieceTrack("pearl", ((100, 100), (300, 100)), uncovers_start=False, scale=scale) for scale in (0.2, 2)
    )
    small, large = plan_over_blank([near, far], SMOOTHEST_MOTION)
    wide = load_atlas("das_riff")["pearl"].size[0]
    assert small.sprite.size[0] == pytest.approx(0.4 * wide, abs=1)
    assert large.sprite.size[0] == pytest.approx(2 * wide, abs=1)


def make_straight_track(distance: int) -> PieceTrack:
    return PieceTrack("pearl", ((0, 0), (distance, 0)), uncovers_start=False, scale=1)


def test_pieces_move_smoothly_but_slowly_enough_to_follow() -> None:
    smooth = [motion for motion in tween.MOTIONS if motion.ticks <= tween.MAX_SMOOTH_TICKS]
    assert [motion.ticks for motion in smooth] == [8, 10], "at least ten pictures a second"
    for motion in smooth:
        for count in range(1, MAX_MOVED_PIECES + 1):
            flight = motion.measure_duration([make_straight_track(300)] * count) / count
            # A single piece moves for at least 0.8 s. Of several pieces, each moves for a shorter time.
            assert flight >= (80, 70, 60, 50, 40, 40, 30, 30)[count - 1]
            assert count * flight <= tween.MAX_MOVING_TICKS
            far = motion.measure_duration([make_straight_track(900)] * count)
            assert count * flight <= far <= tween.MAX_MOVING_TICKS + count * motion.ticks
    assert tween.GROUND_TICKS >= 2, "programs show shorter frames for longer"


def test_the_distance_of_a_piece_decides_how_long_it_moves() -> None:
    times = [SMOOTHEST_MOTION.measure_duration([make_straight_track(n)]) for n in (10, 150, 300, 450, 2000)]
    assert times[0] == times[1] < times[2] < times[3] < times[4] <= 160
    bent = PieceTrack("pearl", ((0, 0), (100, 0), (100, 300)), uncovers_start=False, scale=1)
    places = [tween.find_position(bent, step / 8) for step in range(9)]
    assert places == [(50 * n, 0) for n in range(3)] + [(100, 50 * n) for n in range(1, 7)]


def test_pieces_move_one_by_one_and_only_some_moves_are_shown() -> None:
    tracks = find_whole_tracks([PieceMove("pearl", ((0, 100 * n), (900, 100 * n))) for n in range(9)])
    for count in range(10):
        flights = plan_over_blank(tracks[:count], SMOOTHEST_MOTION)
        assert len(flights) == min(count, MAX_MOVED_PIECES)
        assert sum(len(flight.places) for flight in flights) == SMOOTHEST_MOTION.count_frames(tracks[:count])
    landed = flights[-1].ground.point([0, *[255] * 255], "L").getbbox()
    assert landed and landed[0] >= 450, "the pieces that have moved are at their last places"


def test_a_vacated_place_shows_its_new_content_and_at_first_a_ghost() -> None:
    tracks = find_whole_tracks(
        [
            PieceMove("pearl", ((0, 0), (1000, 1000)), uncovers_start=True),
            PieceMove("pearl", ((0, 0), (9, 9))),
        ]
    )
    before, middle = make_blank_picture(), (20, 20)
    sprite = scale_sprite("das_riff", "pearl", 0.5)
    before.paste(sprite.image, (0, 0), sprite.mask)
    after = Image.new("P", before.size, palette.find_index(NAVY_COLOUR))
    first, second = plan_flights(before, after, tracks, "das_riff", SMOOTHEST_MOTION)
    assert first.ground.getpixel(middle) not in (before.getpixel(middle), after.getpixel(middle))
    assert second.ground.getpixel(middle) == after.getpixel(middle)
    assert first.ground.getpixel((300, 5)) == second.ground.getpixel((300, 5)) == 0


def test_a_piece_that_grows_on_its_way_uncovers_only_its_own_place() -> None:
    size = load_atlas("das_riff")["pearl"].size
    small = CloseUp(Box(0, 0, 400, 400), Box(0, 0, 200, 200))
    large = CloseUp(Box(800, 600, 400, 400), Box(200, 0, 400, 400))
    move = PieceMove("pearl", ((100, 100), (900, 700)), uncovers_start=True)
    tracks = list(find_piece_tracks([move], (small, large), {"pearl": size}))
    start = tracks[0].start_box
    assert start is not None and start.w < scale_sprite("das_riff", "pearl", tracks[0].scale).size[0]
    before = make_blank_picture()
    after = Image.new("P", before.size, palette.find_index(NAVY_COLOUR))
    (flight,) = plan_flights(before, after, tracks, "das_riff", SMOOTHEST_MOTION)
    changed = ImageChops.difference(flight.ground.convert("L"), before.convert("L")).getbbox()
    assert changed == find_edges(start)


def test_a_passing_frame_shows_the_piece_without_changing_the_picture() -> None:
    ground, sprite = Image.new("P", (200, 100), 7), load_atlas("das_riff")["pearl"]
    places = ((-20, 10), (50, 40), (400, 40), (190, 80))
    frames = [gif.encode_passing_frame(sprite, place, ground.size, 10) for place in places]
    start = gif.encode_header(ground) + gif.encode_frame(ground, None, 70)
    last = gif.encode_frame(ground, ground, 70)
    with Image.open(io.BytesIO(start + b"".join(frames) + last + gif.TRAILER_BYTE)) as shown:
        seen = []
        for number in range(len(places) + 2):
            shown.seek(number)
            seen.append(shown.convert("RGB"))
    ground.putpalette(palette.to_bytes())
    for place, frame in zip((None, *places, None), seen, strict=True):
        expected = ground.copy()
        if place is not None:
            expected.paste(sprite.image, place, sprite.mask)
        assert frame.tobytes() == expected.convert("RGB").tobytes()


def test_a_piece_moves_between_the_places_where_a_close_up_shows_its_board() -> None:
    size = load_atlas("das_riff")["pearl"].size
    near = CloseUp(Box(0, 0, 400, 400), Box(0, 0, 300, 300))
    far = CloseUp(Box(800, 600, 400, 400), Box(300, 0, 400, 400))
    plain = CloseUp(Box(0, 0, PICTURE_WIDTH, MAX_BOARD_HEIGHT), Box(0, 0, 700, 583), is_stretchable=True)
    moves = [
        PieceMove("pearl", ((100, 100), (900, 700)), uncovers_start=True),
        PieceMove("pearl", ((100, 100), (600, 100))),
    ]
    (track,) = find_piece_tracks(moves, (plain, near, far), {"pearl": size})
    assert track.scale == 1 and track.uncovers_start
    assert track.path[1] == (400, 100)
    middle = [round(track.path[0][axis] + size[axis] / 2) for axis in (0, 1)]
    assert middle == [round((100 + size[axis] / 2) * 3 / 4) for axis in (0, 1)]
    (entering,) = find_piece_tracks(
        [moves[0]._replace(path=((700, 100), (900, 700)))], (far,), {"pearl": size}
    )
    assert not entering.uncovers_start


@pytest.mark.parametrize(
    ("key", "seat_count"),
    defer_to_ci(
        GAMES_AND_ENLARGED_SEAT_COUNTS,
        *(
            (key, seats)
            for key, seats in GAMES_AND_ENLARGED_SEAT_COUNTS
            if seats != GAMES[key].seat_counts[-1]
        ),
    ),
)
def test_close_ups_of_a_turn_enlarge_parts_of_the_board(key: str, seat_count: int) -> None:
    game = GAMES[key]
    match = Case(game, seat_count, game.get_default_options(), 7, is_rich=True).match
    planning, closer = Replay(match, make_names(seat_count), load_words()), 0
    shots = [
        shot for shot in planning.plan_shots(Cut(tuple(range(len(planning.turns))))) if shot.turn is not None
    ]
    height = planning.draw(shots[0]).height
    for number, shot in enumerate(shots):
        parts = planning.list_close_ups(shot)
        for part in parts:
            source, target = part.source, part.target
            assert target.y >= 0 and target.y + target.h <= height // 2
            if part.sprite or part.text:
                continue
            assert source.x >= 0 and source.y >= 0 and source.y + source.h <= height
            if not part.is_stretchable:
                across, down = target.w / source.w, target.h / source.h
                # Replays show whole boards at half size. Parts must not be smaller than there, or distorted.
                assert across > 0.49 and abs(across / down - 1) < 0.04
        cropped = [part for part in parts if not (part.is_stretchable or part.sprite or part.text)]
        largest = max((part.target.w * part.target.h for part in cropped), default=0)
        closer += any(
            part.target.w / part.source.w > 0.505
            for part in cropped
            if part.target.w * part.target.h == largest
        )
        # All boards of a match have the same size, so check only some of them.
        if parts and number % 12 == 0:
            board = planning.draw(shot)
            assert board.height == height
            assert draw_close_ups(board, parts, key, load_words()).size == (board.width // 2, height // 2)
    assert closer > len(shots) // 2


def test_a_ring_marks_each_piece_before_it_leaves() -> None:
    near = CloseUp(Box(0, 0, 400, 400), Box(0, 0, 300, 300))
    sign = CloseUp(Box(800, 600, 120, 120), Box(500, 20, 80, 80), sprite="die120_b5")
    size = load_atlas("australis")["die72_b5"].size
    moves = [
        PieceMove("die72_b5", ((100, 100), (824, 624)), uncovers_start=True),
        PieceMove("die72_b5", ((824, 624), (100, 100)), uncovers_start=True),
        PieceMove("die72_b5", ((700, 200), (100, 100)), uncovers_start=True),
    ]
    sizes = {"die72_b5": size, "die120_b5": (120, 120)}
    taken, left, entering = find_piece_tracks(moves, (near, sign), sizes)
    assert taken.sprite == "die120_b5" and taken.start_box == Box(75, 75, 54, 54)
    assert left.start_box == sign.target and left.starts_on_sign
    assert entering.start_box is None
    frame = Image.new("P", (700, 583), palette.find_index(NAVY_COLOUR))
    frame.putpalette(palette.to_bytes())
    gold = palette.find_index(GOLD_COLOUR)
    for tracks, marked in (((taken,), True), ((left,), True), ((entering,), False)):
        shown = mark_moving_pieces(frame, tracks)
        assert (shown.histogram()[gold] > 500) == marked
        if tracks[0].start_box is not None:
            left_edge, top, right, bottom = find_edges(tracks[0].start_box)
            inside = shown.crop((left_edge + 12, top, right - 12, bottom))
            assert inside.histogram()[gold] == 0, "the ring covers only the piece's corners"
    flight = next(plan_flights(frame, frame, (left,), "australis", SMOOTHEST_MOTION))
    assert flight.ground.size == frame.size


def test_pieces_stay_inside_the_picture_until_their_last_place() -> None:
    inside = PieceTrack("coral", ((-40, -30), (100, 60)), uncovers_start=False, scale=1)
    assert keep_inside((-40, -30), inside, 0, 600) == (0, 0)
    assert keep_inside((640, 10), inside, 0.5, 600) == (600, 10)
    assert keep_inside((100, 60), inside, 1, 600) == (100, 60)
    outside = inside._replace(path=((20, 20), (620, -50)))
    assert keep_inside((620, -50), outside, 1, 600) == (620, -50)
    assert keep_inside((320, -50), outside, 0.5, 600) == (320, -25)


def test_dice_of_australis_land_beside_other_dice() -> None:
    game, landed = GAMES["australis"], 0
    match = Case(game, 4, game.get_default_options(), 7, is_rich=True).match
    replay = Replay(match, make_names(4), load_words())
    for index, turn in enumerate(replay.turns):
        shots = [shot for shot in replay.plan_shots(Cut((index,))) if shot.turn == turn and not shot.is_gap]
        lead = next(shot for shot in shots if shot.is_before_turn)
        tracks = [track for track in replay.list_tracks(turn) if track.sprite.startswith("die")]
        parts = replay.list_close_ups(lead)
        cleared = list_cleared_signs(parts, tracks, "australis")
        starts = {track.start_box for track in tracks}
        assert not starts & set(cleared)
        for track in tracks:
            x, y = track.path[-1]
            for part in parts:
                (left, top, wide, high), sprite = part.target, part.sprite
                if sprite and left <= x + 20 < left + wide and top <= y + 20 < top + high:
                    assert part.target in cleared or part.target in starts
                    landed += 1
    assert landed
