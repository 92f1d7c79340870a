"""Sentences, changes and boards of a replay agree, and a sentence names the move that decided the match."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import cast

import pytest

from games.australis.events import FishCaught, PointsGained
from games.core.match import view_at
from games.core.words import load_words
from games.das_riff.draw_close_ups import RIVER_CLOSE_UP
from games.das_riff.events import FishBred
from games.das_riff.layout import STRIP_HEIGHT, STRIP_TOP
from games.das_riff.view import View
from games.drawing.captions import WORD_READING_TIME, count_words
from games.drawing.close_up import draw_close_ups
from games.drawing.gaps import Gap
from games.drawing.highlights import find_decision, find_leaders, rank_turns
from games.drawing.narration import LASTING_LEAD_SHARE
from games.drawing.reduction import FRAME_WIDTH
from games.drawing.replay import draw_shot
from games.drawing.replay_frames import Replay
from games.drawing.replay_plan import FLEETING_TIME
from games.drawing.replay_shots import MIN_CAPTION_TIME, NO_CAPTION, ReplayShot
from games.drawing.tween import list_marked_places
from games.reef.events import HandScored, PatternScored
from games.reef.parts import CARDS, COLOURS
from games.reef.texts.nouns import format_matches
from games.reef.view import View as ReefView
from games.registry import GAMES
from tests.games.drawing.written import record_lines
from tests.support.game_parts import GAMES_WITH_SCOREBOARD
from tests.support.nightly import defer_to_ci
from tests.support.replays import join_settled_shots, plan_highlights
from tools.walks import Case

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
GAMES_AND_SEAT_COUNTS = [(key, count) for key in GAMES for count in {*GAMES[key].seat_counts[::2]}]
LOCALES = "en", "de", "nl"
GAMES_SEAT_COUNTS_AND_LOCALES = [(*pair, locale) for pair in GAMES_AND_SEAT_COUNTS for locale in LOCALES]
DEFERRED_CAPTIONS = [
    (key, seat_count, locale)
    for key, seat_count, locale in GAMES_SEAT_COUNTS_AND_LOCALES
    if (LOCALES.index(locale) + GAMES[key].seat_counts[::2].index(seat_count))
    % len(GAMES[key].seat_counts[::2])
]
"""Cases for CI's slow step. The suite has each game in each language once, and each number of seats."""
SCORED_GAMES_AND_SEAT_COUNTS = [pair for pair in GAMES_AND_SEAT_COUNTS if pair[0] in GAMES_WITH_SCOREBOARD]
POINT_GAMES_AND_SEAT_COUNTS = [pair for pair in SCORED_GAMES_AND_SEAT_COUNTS if pair[0] != "coral_reef"]
STANDING_PATTERN = re.compile(
    r"(\w+) (still leads|leads|takes the lead(?: for good| and wins)?|wins), (\d+) to (\d+)\b"
)
SCORED_PATTERN = re.compile(r"(\w+) (?:(?!draws).)*\b(?:scores|for|gets) (\d+) points?\b")


@cache
def make_replay(key: str, seat_count: int, seed: int = 7, locale: str = "en") -> Replay:
    game = GAMES[key]
    options = {**game.get_default_options(), **({"rounds_to_win": "3"} if key == "coral_reef" else {})}
    match = Case(game, seat_count, options, seed, is_rich=True).match
    return Replay(match, NAMES[:seat_count], load_words(locale))


@cache
def plan_shots(key: str, seat_count: int, seed: int = 7, locale: str = "en") -> tuple[ReplayShot, ...]:
    """Return the plan of a replay. It is cached, because writing the captions is slow."""
    return plan_highlights(make_replay(key, seat_count, seed, locale))


def read_caption(shot: ReplayShot) -> str:
    return " ".join(shot.caption.lines)


@pytest.mark.parametrize(
    ("key", "seat_count"),
    defer_to_ci(
        SCORED_GAMES_AND_SEAT_COUNTS,
        *(
            (key, count)
            for key, count in SCORED_GAMES_AND_SEAT_COUNTS
            if count != max(GAMES[key].seat_counts[::2])
        ),
    ),
)
def test_sentences_agree_with_the_scoreboard(key: str, seat_count: int) -> None:
    told = 0
    for seed in (3, 7):
        replay = make_replay(key, seat_count, seed)
        outcome = replay.match.outcome
        shots = [shot for shot in plan_shots(key, seat_count, seed) if shot.entries]
        for number, shot in enumerate(shots):
            said = f"{read_caption(shot)} {shot.note}"
            # Sentences count the rounds won, which are drawn as stars, if the match has several.
            values = [entry.stars or entry.value for entry in shot.entries]
            if standing := STANDING_PATTERN.search(said):
                seat = NAMES.index(standing[1])
                others = [value for other, value in enumerate(values) if other != seat]
                assert (int(standing[3]), int(standing[4])) == (values[seat], max(others))
                assert find_leaders(shot.entries) == {seat}
                if standing[2] == "takes the lead for good":
                    assert all(find_leaders(later.entries) == {seat} for later in shots[number:])
                if "wins" in standing[2] or "for good" in standing[2]:
                    assert outcome is not None and outcome.winners == (seat,)
                told += 1
            elif (scored := SCORED_PATTERN.match(said)) and not shot.is_before_turn and not shot.is_aftermath:
                assert shot.entries[NAMES.index(scored[1])].change == int(scored[2])
                told += 1
    assert told > 3 or key == "coral_reef"


@pytest.mark.parametrize(("key", "seat_count"), POINT_GAMES_AND_SEAT_COUNTS)
def test_a_replay_says_that_a_seat_draws_level(key: str, seat_count: int) -> None:
    told = 0
    for seed in (2, 3, 8):
        shots = [shot for shot in plan_shots(key, seat_count, seed) if shot.entries]
        for number, (earlier, shot) in enumerate(pairwise(shots), 1):
            if Gap(0, 0, earlier.entries, shot.entries).draws_level:
                said = [f"{read_caption(one)} {one.note}" for one in shots[number:] if one.turn == shot.turn]
                level = f"level at {max(entry.value for entry in shot.entries)}"
                assert any(level in line for line in said)
                assert level in (read_caption(shot) if shot.is_aftermath or shot.is_gap else shot.note)
                told += 1
    assert told or key == "australis"


@pytest.mark.parametrize(("key", "seat_count"), SCORED_GAMES_AND_SEAT_COUNTS)
def test_a_replay_begins_with_the_number_of_turns_left_out_or_who_leads(key: str, seat_count: int) -> None:
    told = 0
    for seed in (3, 5, 7):
        _, first, *others = plan_shots(key, seat_count, seed)
        scene = [first, *(shot for shot in others if shot.turn == first.turn)]
        assert not any("still" in read_caption(shot) + shot.note for shot in scene)
        if first.number > 1 and first.is_before_turn:
            assert first.counter.startswith(f"Turn {first.number} of") and first.note
            told += 1
    assert told or key == "australis"


@pytest.mark.parametrize(("key", "seat_count"), SCORED_GAMES_AND_SEAT_COUNTS)
def test_every_board_before_a_turn_stays_for_at_least_a_second_and_a_half(key: str, seat_count: int) -> None:
    times = [
        shot.ticks for seed in (3, 7) for shot in plan_shots(key, seat_count, seed) if shot.is_before_turn
    ]
    assert times and min(times) >= 150


def test_moving_pieces_and_lone_parents_have_rings() -> None:
    replay, counts = make_replay("das_riff", 2), set[int]()
    for shot in plan_shots("das_riff", 2):
        if shot.turn is not None and shot.is_before_turn and not shot.is_gap:
            shown, parts = replay.draw_picture(shot), replay.list_close_ups(shot)
            bare = draw_close_ups(
                replay.draw(shot), [part._replace(is_ringed=False) for part in parts], "das_riff", replay.w
            )
            count = sum(part.is_ringed for part in parts) + len(
                list_marked_places(replay.list_tracks(shot.turn))
            )
            assert (shown.tobytes() != bare.tobytes()) == (count > 0)
            counts.add(count)
    assert max(counts) > 1


@pytest.mark.parametrize(("key", "seat_count"), POINT_GAMES_AND_SEAT_COUNTS)
def test_the_deciding_move_is_shown_and_named_in_a_sentence(key: str, seat_count: int) -> None:
    told = 0
    for seed in (3, 7):
        replay = make_replay(key, seat_count, seed)
        decision = find_decision(replay.match)
        if decision is None:
            continue
        index, is_aftermath = decision
        turn = replay.turns[index]
        said = [
            said
            for shot in plan_shots(key, seat_count, seed)
            if shot.turn == turn and shot.is_aftermath == is_aftermath and not shot.is_gap
            for said in (read_caption(shot), shot.note)
        ]
        assert is_aftermath or index in rank_turns(replay.match)
        (winner,) = replay.match.outcome.winners if replay.match.outcome else ()
        is_late = turn.number > LASTING_LEAD_SHARE * replay.last
        deciding = ("takes the lead for good", "takes the lead and wins", "wins")
        expected = deciding if is_late else ("takes the lead",)
        assert any(f"{NAMES[winner]} {end}, " in line for line in said for end in expected)
        told += 1
    assert told


@pytest.mark.parametrize(("key", "seat_count"), POINT_GAMES_AND_SEAT_COUNTS)
def test_no_sentence_before_the_last_tenth_gives_the_winner_away(key: str, seat_count: int) -> None:
    has_early_decision = False
    for seed in (5, 9, 15):
        replay = make_replay(key, seat_count, seed)
        decision = find_decision(replay.match)
        early = LASTING_LEAD_SHARE * replay.last
        has_early_decision |= decision is not None and replay.turns[decision[0]].number <= early
        shots = [shot for shot in plan_shots(key, seat_count, seed) if shot.number <= early]
        assert not any("for good" in read_caption(shot) + shot.note for shot in shots)
    assert has_early_decision


def test_a_note_does_not_repeat_the_scoring_before_it() -> None:
    told = 0
    for seed in (3, 5, 7):
        for earlier, shot in pairwise(plan_shots("australis", 2, seed)):
            values = [[entry.value for entry in one.entries] for one in (earlier, shot)]
            if earlier.is_aftermath and shot.note and values[0] == values[1]:
                assert "turn" in shot.note
                told += 1
    assert told


@pytest.mark.parametrize(
    ("key", "seat_count", "locale"), defer_to_ci(GAMES_SEAT_COUNTS_AND_LOCALES, *DEFERRED_CAPTIONS)
)
def test_every_caption_is_a_sentence_that_can_be_read(key: str, seat_count: int, locale: str) -> None:
    replay = make_replay(key, seat_count, locale=locale)
    shots = join_settled_shots(plan_shots(key, seat_count, locale=locale))
    for earlier, shot in pairwise((shots[-1], *shots)):
        said, seen = read_caption(shot), shot.ticks
        assert said[-1] in ".!?" and " · " not in said and "…" not in said
        if shot.is_before_turn and not shot.is_gap:
            continue
        if shot.turn and earlier.is_before_turn:
            # The caption is already shown while the pieces move.
            seen += earlier.ticks + replay.motion.measure_duration(replay.list_tracks(shot.turn))
        assert seen >= WORD_READING_TIME * count_words(said) - 1 and shot.ticks >= MIN_CAPTION_TIME


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_the_points_of_hands_are_only_counted_where_they_are_shown(seat_count: int) -> None:
    told = 0
    for seed in (3, 5, 7):
        replay = make_replay("reef", seat_count, seed)
        for shot in plan_shots("reef", seat_count, seed):
            if shot.turn is None or not shot.entries:
                continue
            hands = [event for event in replay.list_later_events(shot.turn) if isinstance(event, HandScored)]
            if shot.is_aftermath:
                gains = [sum(e.points for e in hands if e.seat == seat) for seat in range(seat_count)]
                assert [entry.change for entry in shot.entries] == gains
                told += 1
            elif hands and not shot.is_before_turn:
                seat = replay.find_actor(shot.turn)
                with record_lines() as lines:
                    replay.draw(shot)
                assert shot.entries[seat].score in {line.content for line in lines}
    assert told


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_plays_of_reef_name_the_pattern_that_scores(seat_count: int) -> None:
    told = 0
    for seed in (3, 7):
        replay = make_replay("reef", seat_count, seed)
        for turn in replay.turns:
            events = replay.list_own_events(turn)
            scored = next((e for e in events if isinstance(e, PatternScored) and e.matches), None)
            if scored is None:
                continue
            said, card = " ".join(replay.list_captions(turn)[0].lines), CARDS[scored.card]
            needed = {element.colour for element in card.pattern} | {card.ring}
            named = {colour for colour in COLOURS if colour.name.lower() in said}
            assert named == needed - {None}
            assert SCORED_PATTERN.match(said)[2] == str(scored.points)  # type: ignore[index]
            heights = {element.height for element in card.pattern} - {0}
            if heights and len(named) < 2:
                assert re.search(rf"\b{heights.pop()} high|at height {card.pattern[0].height}", said)
            told += 1
    assert told > 5


@pytest.mark.parametrize("locale", ["en", "de", "nl"])
def test_patterns_of_all_cards_have_short_names(locale: str) -> None:
    w = load_words(locale)
    for n in (1, 2, 3):
        named = {format_matches(w, card, n) for card in CARDS.values()}
        assert all("{" not in name and count_words(name) <= 10 for name in named)
        assert len(named) > 40


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_reef_says_what_ended_the_match_in_large_letters(seat_count: int) -> None:
    for seed in (3, 7):
        replay = make_replay("reef", seat_count, seed)
        outcome, view = replay.match.outcome, view_at(replay.match, replay.match.ply, None)
        assert outcome is not None and isinstance(view, ReefView)
        (ending,) = [
            read_caption(shot)
            for shot in plan_shots("reef", seat_count, seed)
            if shot.is_ending and "the match ends" in read_caption(shot)
        ]
        if outcome.ending == "deck_out":
            assert ending == "The deck is empty: the match ends." and not view.deck
        else:
            named = {colour for colour in COLOURS if colour.name.lower() in ending.lower()}
            assert named == set(view.missing_colours) and named


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_captions_of_australis_give_the_points_and_the_fish_caught(seat_count: int) -> None:
    told = 0
    replay = make_replay("australis", seat_count)
    for turn in replay.turns:
        events = replay.list_own_events(turn)
        points = sum(event.points for event in events if isinstance(event, PointsGained))
        fish = sum(event.fish for event in events if isinstance(event, FishCaught))
        text = " ".join(replay.list_captions(turn)[0].lines)
        assert ("scores" in text) == (points > 0)
        if points:
            assert SCORED_PATTERN.match(text)[2] == str(points)  # type: ignore[index]
            told += 1
        if caught := re.search(r"catches (\d+) fish", text):
            assert int(caught[1]) == fish
    assert told


def test_new_broods_are_shown_large_for_a_moment_after_the_turn_that_breeds_them() -> None:
    replay, told, settled = make_replay("das_riff", 2), 0, 0
    for earlier, shot in pairwise(plan_shots("das_riff", 2)):
        if shot.turn is None or shot.is_gap:
            continue
        if shot.is_settled:
            # The broods lie in their row, so that the others can be seen.
            assert not any(part.sprite for part in replay.list_close_ups(shot))
            assert earlier.ticks == FLEETING_TIME or earlier.is_settled or earlier.caption != shot.caption
            settled += earlier.caption == shot.caption and earlier.entries == shot.entries
            continue
        bred = [event for event in replay.list_own_events(shot.turn) if isinstance(event, FishBred)]
        shown = [part.target for part in replay.list_close_ups(shot) if part.is_fleeting]
        assert len(shown) == (0 if shot.is_before_turn else len(bred))
        assert all(place.x >= 0 and place.x + place.w <= FRAME_WIDTH for place in shown)
        told += len(shown)
    assert told and settled


def test_new_broods_cover_neither_the_river_nor_its_column_numbers() -> None:
    replay, told = make_replay("das_riff", 2), 0
    source, target, *_ = RIVER_CLOSE_UP
    low = (STRIP_TOP[1] + STRIP_HEIGHT - source.y) * target.h // source.h
    for turn in replay.turns:
        shot = ReplayShot(0, NO_CAPTION, turn.number, turn)
        shown = [part.target for part in replay.list_close_ups(shot) if part.sprite]
        assert all(place.y > low for place in shown)
        bred = [event for event in replay.list_own_events(turn) if isinstance(event, FishBred)]
        view = cast(View, replay.view_after(turn)[0])
        assert all(event.brood == view.reefs[event.seat].corals[event.coral].brood for event in bred)
        told += len(shown)
    assert told


def test_new_broods_appear_only_after_all_pieces_have_moved() -> None:
    replay, told = make_replay("das_riff", 2), 0
    shots = plan_shots("das_riff", 2)
    for lead, shot in pairwise(shots):
        places = [part.target for part in replay.list_close_ups(shot) if part.sprite] if shot.turn else []
        if not places or not lead.is_before_turn:
            continue
        before, after = (draw_shot(replay, one) for one in (lead, shot))
        hidden = draw_close_ups(
            replay.draw(shot),
            [part for part in replay.list_close_ups(shot) if not part.sprite],
            "das_riff",
            replay.w,
        )
        *_, (last, sprite, path) = replay.plan_flights(shot, before, after)
        last.paste(sprite.image, path[-1], sprite.mask)
        for x, y, wide, high in places:
            box = (x, y, x + wide, y + high)
            pixels = zip(
                *(picture.crop(box).tobytes() for picture in (last, after, before, hidden)), strict=True
            )
            # Pieces that have just arrived in this place may have some pixels of the same colour.
            early = sum(now == then not in (old, new) for now, then, old, new in pixels)
            assert early < wide * high // 20
            told += 1
    assert told
