"""What a replay's captions and notes say about the lead is true for the scores in the same picture."""

from __future__ import annotations

import re

import pytest

from games.core.words import load_words
from games.drawing.highlights import find_decision, find_leaders
from games.drawing.replay_frames import Replay
from games.drawing.replay_plan import LEAD_TIME
from games.drawing.replay_shots import measure_note_time
from games.registry import GAMES
from tests.support.game_parts import GAMES_WITH_SCOREBOARD
from tests.support.replays import plan_highlights
from tools.walks import Case

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
SEEDS = range(11, 15)
LEADER_PATTERN = re.compile(
    r"(\w+) (?:still leads|leads|takes the lead(?: for good| and wins)?|wins), (\d+) to (\d+)\b"
)
LEVEL_PATTERN = re.compile(r"([\w, ]+) are level at (\d+)\b")
RESULT_PATTERN = re.compile(r"Turns? [\d–]+: (\d+) to (\d+)$")


def plan_replay(key: str, seat_count: int, seed: int) -> Replay:
    game = GAMES[key]
    options = {**game.get_default_options(), **({"rounds_to_win": "3"} if key == "coral_reef" else {})}
    match = Case(game, seat_count, options, seed, is_rich=True).match
    return Replay(match, NAMES[:seat_count], load_words("en"))


@pytest.mark.parametrize("key", GAMES_WITH_SCOREBOARD)
def test_every_sentence_about_the_lead_agrees_with_the_scores_beside_it(key: str) -> None:
    notes_before, notes_after = 0, 0
    for seat_count in {*GAMES[key].seat_counts[::2]}:
        for seed in SEEDS:
            for shot in plan_highlights(plan_replay(key, seat_count, seed)):
                if not shot.entries:
                    continue
                results = [entry.stars or entry.value for entry in shot.entries]
                own, other = sorted(results, reverse=True)[:2]
                for said in (shot.note, " ".join(shot.caption.lines)):
                    if found := LEADER_PATTERN.search(said):
                        assert (found[2], found[3]) == (str(own), str(other)), (seat_count, seed, said)
                        assert results.index(own) == NAMES.index(found[1]) and own > other
                    elif found := LEVEL_PATTERN.search(said):
                        named = {
                            NAMES.index(name) for name in re.findall(r"[A-Z]\w+", found[1]) if name in NAMES
                        }
                        assert named == find_leaders(shot.entries) and found[2] == str(own)
                    elif found := RESULT_PATTERN.search(said):
                        assert (found[1], found[2]) == (str(own), str(other))
                    elif "lead" in said or "level" in said:
                        pytest.fail(f"not checked: {said}")
                    if found and said == shot.note:
                        notes_before += shot.is_before_turn
                        notes_after += not shot.is_before_turn
    assert notes_before or key == "coral_reef"
    assert notes_after or key == "coral_reef"


@pytest.mark.parametrize("key", GAMES_WITH_SCOREBOARD)
def test_a_note_can_be_read_before_the_pieces_move(key: str) -> None:
    noted, replay = 0, plan_replay(key, GAMES[key].seat_counts[-1], 7)
    for shot in plan_highlights(replay):
        if shot.is_before_turn and not shot.is_gap:
            assert shot.ticks == max(LEAD_TIME, measure_note_time(shot.note))
            noted += bool(shot.note)
    assert noted


@pytest.mark.parametrize(("key", "words"), [("das_riff", "to go!"), ("coral_reef", "left!")])
def test_how_near_the_end_is_is_only_said_once_the_pieces_have_landed(key: str, words: str) -> None:
    told = 0
    for seed in SEEDS:
        for shot in plan_highlights(plan_replay(key, 2, seed)):
            assert words not in " ".join(shot.caption.lines)
            if words in shot.note:
                assert shot.turn and not shot.is_before_turn
                told += 1
    assert told


ENDING_PATTERN = re.compile(
    r"(?P<name>\w+) wins on (?P<source>[a-z, ]+), (?P<own>−?\d+) to (?P<other>−?\d+)\."
    r"|(?:(?P<heading>[\w ]+): )?(?P<winner>\w+) (?:takes the lead(?: in turn (?P<turn>\d+))? and )?wins, "
    r"\d+ to \d+\."
    r"|\w+ wins the tie: .+\."
)


@pytest.mark.parametrize("key", ["australis", "reef"])
def test_the_last_caption_gives_one_true_reason(key: str) -> None:
    reasons = set[str]()
    for seat_count in {*GAMES[key].seat_counts}:
        for seed in range(11, 19):
            replay = plan_replay(key, seat_count, seed)
            outcome, said = replay.match.outcome, " ".join(replay.caption_ending().lines)
            assert outcome is not None
            if len(outcome.winners) > 1:
                continue
            found = ENDING_PATTERN.fullmatch(said)
            assert found, said
            seats = sorted(range(seat_count), key=outcome.placements.__getitem__)[:2]
            decision = find_decision(replay.match)
            if found["source"]:
                leads = {
                    source.label: source.values[seats[0]] - source.values[seats[1]]
                    for source in replay.list_sources()
                }
                assert leads[found["source"]] == max(leads.values()) > -min(leads.values())
                assert found["source"] == replay.reason_label
                reasons.add("source")
            elif found["turn"]:
                assert decision == (decision and decision[0], False)
                assert replay.turns[decision[0]].number == int(found["turn"])
                reasons.add("turn")
            elif found["heading"]:
                assert decision and decision[1]
                assert replay.tell_heading(replay.turns[decision[0]]) == f"{found['heading']}:"
                reasons.add("heading")
    assert {"source", "turn" if key == "reef" else "heading"} <= reasons
