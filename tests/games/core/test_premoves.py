"""Premoves are played only if they are legal and nothing unexpected happened before them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import premoves
from games.core.errors import RuleError
from games.core.match import ACT_KIND, UNDO_KIND, Match
from games.core.premoves import (
    PASS_WORD,
    DoneVerdict,
    DroppedVerdict,
    DropReason,
    MoveCondition,
    PlayVerdict,
    PremoveLine,
    PremoveStage,
    PremoveVerdict,
    UnreadablePremoves,
    WaitVerdict,
    check_premoves,
    parse_premoves,
)
from games.registry import GAMES
from tests.support.cases import join_cases
from tests.support.toy import TOY

TOKENS = ["add:1", "add:2", "roll:0", "peek:0", "end:0", "ring:0", "gift:y", "gift:n"]
EVENT_TEXTS = [*TOKENS, "add", "gift", "r"]


def begin_match(seat_count: int = 2) -> Match:
    return Match.begin(TOY, seat_count, {"goal": "40"}, bytes(32))


def play_moves(match: Match, *moves: tuple[int, str]) -> Match:
    for seat, token in moves:
        match = match.act(seat, token)
    return match


def judge_premoves(text: str, match: Match, *moves: tuple[int, str], seat: int = 1) -> PremoveVerdict:
    """Return the verdict, after some moves, on premoves that a seat prepared before them."""
    return check_premoves(parse_premoves(text), play_moves(match, *moves), seat, match.seq)


GIFT_DECLINED = (0, "gift:n")
"""The answer of seat 0 when it is asked for a gift, after its turn and before seat 1 acts."""
END_TURN = [(0, "end:0"), GIFT_DECLINED]
TWO_PREMOVES = "if any then add:1 / if any then add:2"


def test_a_prepared_move_is_played_when_the_turn_comes() -> None:
    text, match = "if 1 add:2 & any then add:1 end:0", begin_match()
    moves = [(0, "add:2"), (0, "end:0"), GIFT_DECLINED]
    assert judge_premoves(text, match, moves[0]) == WaitVerdict()
    assert judge_premoves(text, match, *moves[:2]) == WaitVerdict(), "somebody else is asked first"
    assert judge_premoves(text, match, *moves) == PlayVerdict("add:1")
    assert judge_premoves(text, match, *moves, (1, "add:1")) == PlayVerdict("end:0")
    assert judge_premoves(text, match, *moves, (1, "add:1"), (1, "end:0")) == DoneVerdict()


@join_cases(
    [
        ("if 1 add:2 & any then add:1", [(0, "add:1"), (0, "end:0"), GIFT_DECLINED], DropReason.UNMET),
        ("if 1 end then add:1", [(0, "add:1")], DropReason.UNEXPECTED_MOVE),
        ("if any then add:1", [(0, "roll:0")], DropReason.CHANCE),
        ("if any then add:1", [(0, "peek:0")], DropReason.CHANCE),
        ("if any & chance then gift:y", [(0, "roll:0")], DropReason.ILLEGAL),
        ("if any & chance then what", [(0, "roll:0")], DropReason.ILLEGAL),
        ("if any & chance then add:1", [(0, "roll:0"), (1, "add:2")], DropReason.OTHER_MOVE),
        ("if any & chance then roll:0 add:1", [(0, "roll:0"), (1, "roll:0")], DropReason.TURN_ENDED),
        ("if any then peek:0 add:1", [(0, "end:0"), GIFT_DECLINED, (1, "peek:0")], DropReason.CHANCE),
        (TWO_PREMOVES, [*END_TURN, (1, "add:1"), (1, "add:2")], DropReason.OTHER_MOVE),
        ("if 2 end & any then add:1", [(0, "end:0"), GIFT_DECLINED], DropReason.UNMET),
        (TWO_PREMOVES, [*END_TURN, (1, "add:1"), (1, "roll:0")], DropReason.OTHER_MOVE),
    ]
)
def test_an_unexpected_event_drops_the_premoves(
    text: str, moves: list[tuple[int, str]], reason: DropReason
) -> None:
    assert judge_premoves(text, begin_match(), *moves) == DroppedVerdict(reason)


def test_the_word_chance_allows_chance_before_a_premove() -> None:
    assert judge_premoves("if any & chance then add:1", begin_match(), (0, "roll:0")) == PlayVerdict("add:1")
    allowed = judge_premoves(
        "if any & chance then peek:0 add:1", begin_match(), (0, "end:0"), GIFT_DECLINED, (1, "peek:0")
    )
    assert allowed == PlayVerdict("add:1")


def test_an_answer_during_another_turn_does_not_advance_the_premoves() -> None:
    text = "if any then add:1 end:0 / if any then add:2"
    moves = [
        (0, "end:0"),
        GIFT_DECLINED,
        (1, "add:1"),
        (1, "end:0"),
        (1, "gift:n"),
        (0, "add:1"),
        (0, "end:0"),
    ]
    match = begin_match()
    assert judge_premoves(text, match, *moves[:5]) == WaitVerdict()
    assert judge_premoves(text, match, *moves) == WaitVerdict(), "the answer of the other"
    assert judge_premoves(text, match, *moves, GIFT_DECLINED) == PlayVerdict("add:2")


def test_any_undo_drops_the_premoves() -> None:
    match = begin_match()
    later = match.act(0, "add:1")
    undone = later.undo(0, later.find_undo_ply(0))
    assert check_premoves(parse_premoves("if any then add:1"), undone, 1, match.seq) == DroppedVerdict(
        DropReason.UNDONE
    )
    assert check_premoves(parse_premoves("if any then add:1"), undone, 1, undone.seq) == WaitVerdict()
    assert check_premoves(parse_premoves("if any then add:1"), match, 1, match.seq + 1) == DroppedVerdict(
        DropReason.UNDONE
    )


def test_premoves_end_with_the_match() -> None:
    match = begin_match()
    assert check_premoves(parse_premoves("if any then add:1"), match.resign(0), 1, match.seq) == DoneVerdict()


def test_a_condition_matches_whole_parts_of_a_token() -> None:
    assert MoveCondition("take:1").is_met_by(0, "take:1") and MoveCondition("take:1").is_met_by(
        0, "take:1:rr"
    )
    assert not MoveCondition("take:1").is_met_by(0, "take:17") and not MoveCondition("tak").is_met_by(
        0, "take:1"
    )
    assert MoveCondition("take:").is_met_by(0, "take:1") and not MoveCondition("end", 1).is_met_by(0, "end")


@join_cases(
    [
        (text,)
        for text in [
            "",
            "if",
            "if a then",
            "if then b",
            "a b / ",
            "if 0 a then b",
            "a b c ü",
            "x" * 41,
            "a " * 20,
            "if a b c then d",
            " / ".join("abcdefg"),
            "a" + " " * 500,
        ]
    ]
)
def test_unreadable_premoves_are_refused(text: str) -> None:
    with pytest.raises(UnreadablePremoves):
        parse_premoves(text)


events = st.builds(MoveCondition, st.sampled_from(EVENT_TEXTS), st.sampled_from([None, 0, 1, 2]))
stages = st.builds(
    PremoveStage,
    st.lists(st.sampled_from(TOKENS[:6]), min_size=1, max_size=3).map(tuple) | st.just((PASS_WORD,)),
    st.lists(events, max_size=2, unique=True).map(tuple),
    st.booleans() | st.just(True),
    st.booleans() | st.just(True),
)
lines = st.builds(PremoveLine, st.lists(stages, min_size=1, max_size=3).map(tuple))


@given(lines)
def test_written_premoves_can_be_read_back(line: PremoveLine) -> None:
    assert parse_premoves(line.to_text()) == line


@given(st.text(alphabet="if then&/ 123:>anychance*", max_size=60))
def test_any_text_is_read_as_premoves_or_refused(text: str) -> None:
    try:
        line = parse_premoves(text)
    except UnreadablePremoves:
        return
    assert parse_premoves(line.to_text()) == line


def assert_matches_premove(
    line: PremoveLine, before: Match, seat: int, seq: int, played: list[str], token: str
) -> None:
    """Assert that a move is legal and the next premove, and that only events it names came before it."""
    assert before.active_seat == seat and before.check_action(seat, token).token == token
    assert not any(row.kind == UNDO_KIND for row in before.rows[seq:])
    flat = [(stage, number) for stage in line.stages for number in range(len(stage.tokens))]
    stage, number = flat[len(played)]
    passed = before.rules.find_pass_action()
    assert token == (passed.token if stage.is_pass and passed is not None else stage.tokens[number])
    since = before.ply - sum(row.kind == ACT_KIND for row in before.rows[seq:])
    own = [
        ply
        for ply in range(since, before.ply)
        if before.steps[ply].seat == seat and before.rules.find_active_seat(before.state_at(ply)) == seat
    ]
    assert [before.steps[ply].action.token for ply in own] == played, "each move has been made once"
    recent = range(own[-1] if own else since, before.ply)
    if not stage.allows_chance:
        drew = [before.steps[ply] for ply in recent if before.steps[ply].used_chance]
        assert not drew or stage.is_pass
        assert all(before.rules.is_turn_start(step.events) for step in drew)
        assert not any(event.reveals_hidden_parts for ply in recent for event in before.steps[ply].events)
    done = [
        (before.steps[p].seat, before.steps[p].action.token) for p in recent if before.steps[p].seat != seat
    ]
    assert stage.allows_anything or all(
        any(event.is_met_by(*one) for event in stage.conditions) for one in done
    )
    if number == 0:
        assert all(any(event.is_met_by(*one) for one in done) for event in stage.conditions)


def play_premoves(
    line: PremoveLine, match: Match, seat: int, chance: Random, max_steps: int, *, undo_percentage: int
) -> list[str]:
    """Play a match at random with the premoves of ``seat``. Return the premoves that were played.

    :param max_steps: maximum number of steps and undos.
    :param undo_percentage: chance of an undo at each step, in percent.
    """
    seq, played = match.seq, list[str]()
    over = False
    for _ in range(max_steps):
        if match.outcome is not None:
            break
        verdict = check_premoves(line, match, seat, seq)
        assert verdict == check_premoves(line, match, seat, seq)
        assert not (over and isinstance(verdict, PlayVerdict | WaitVerdict)), "what is dropped stays dropped"
        over = over or isinstance(verdict, DoneVerdict | DroppedVerdict)
        if isinstance(verdict, PlayVerdict) and chance.random() < 0.9:
            assert_matches_premove(line, match, seat, seq, played, verdict.token)
            match = match.act(seat, verdict.token, match.seq)
            played.append(verdict.token)
            continue
        if chance.randrange(100) < undo_percentage and match.ply:
            match = match.undo(0, chance.randrange(match.ply))
            continue
        if match.to_act:
            actor = chance.choice(match.to_act)
            legal = match.rules.list_candidates(match.state, actor)
            token = chance.choice(legal).token
            if isinstance(verdict, PlayVerdict) and actor == seat and token == verdict.token:
                played.append(token)
            elif (
                isinstance(verdict, PlayVerdict | WaitVerdict) and actor == seat and match.active_seat == seat
            ):
                # The seat makes a different move from the prepared one, so no prepared move may be due right
                # afterwards.
                after = check_premoves(line, match.act(actor, token), seat, seq)
                assert match.act(actor, token).outcome is not None or not isinstance(after, PlayVerdict)
            match = match.act(actor, token)
    return played


@given(lines, st.integers(2, 3), st.integers(0, 2), st.integers(0, 10**6), st.sampled_from([0, 0, 5]))
@settings(max_examples=100, deadline=None)
def test_no_premove_is_played_after_an_unexpected_event(
    line: PremoveLine, seat_count: int, seat: int, seed: int, undo_percentage: int
) -> None:
    chance, match = Random(seed), begin_match(seat_count)
    for _ in range(chance.randrange(6)):
        match = match.act(match.to_act[0], chance.choice(match.legal_actions(match.to_act[0])).token)
    play_premoves(line, match, seat % seat_count, chance, 60, undo_percentage=undo_percentage)


@pytest.mark.parametrize("key", GAMES)
def test_premoves_of_real_moves_are_played_in_each_game(key: str) -> None:
    """Premoves are taken from random continuations of matches, some of which are then played."""
    game, chance, count = GAMES[key], Random(7), 0
    for number in range(25):
        match = Match.begin(game, game.seat_counts[0], {}, bytes([number]) * 32)
        for _ in range(chance.randrange(12)):
            if len(match.to_act) != 1:
                break
            actor = match.to_act[0]
            match = match.act(actor, chance.choice(match.rules.list_candidates(match.state, actor)).token)
        if match.outcome is not None:
            continue
        seat = next(s for s in range(match.seat_count) if s != match.active_seat)
        future, plays = match, list[str]()
        while future.outcome is None and len(plays) < 2:
            actor = future.to_act[0]
            token = chance.choice(future.rules.list_candidates(future.state, actor)).token
            if future.active_seat == seat and actor == seat:
                plays.append(token)
            elif plays:
                break
            future = future.act(actor, token)
        if plays:
            line = PremoveLine((PremoveStage(tuple(plays), (), allows_anything=True, allows_chance=True),))
            # Replay the continuation, so that the other seats make the same moves.
            replayed, played = match, list[str]()
            for row in future.rows[match.seq :]:
                verdict = check_premoves(line, replayed, seat, match.seq)
                if isinstance(verdict, PlayVerdict):
                    assert_matches_premove(line, replayed, seat, match.seq, played, verdict.token)
                    played.append(verdict.token)
                    assert row.text == verdict.token
                replayed = replayed.act(row.seat, row.text)
            count += played == plays
            play_premoves(line, match, seat, chance, 40, undo_percentage=3)
    assert count >= 8


def test_a_prepared_pass_only_ends_the_turn() -> None:
    match = begin_match()
    assert judge_premoves("if any then pass", match, *END_TURN) == PlayVerdict("end:0")
    assert judge_premoves("if any then pass", match, *END_TURN, (1, "end:0")) == DoneVerdict()
    assert judge_premoves("if any then pass", match, *END_TURN, (1, "add:1")) == DroppedVerdict(
        DropReason.OTHER_MOVE
    )
    assert judge_premoves("if any then pass", match, (0, "roll:0")) == DroppedVerdict(DropReason.CHANCE)
    assert judge_premoves("if any then pass", match, (0, "peek:0")) == DroppedVerdict(DropReason.CHANCE)
    assert judge_premoves("if any & chance then pass", match, (0, "roll:0")) == PlayVerdict("end:0")
    for text in ("pass add:1", "add:1 pass", "pass pass"):
        with pytest.raises(UnreadablePremoves):
            parse_premoves(text)


@pytest.mark.parametrize("key", GAMES)
def test_prepared_passes_are_played_only_in_games_with_a_pass(key: str) -> None:
    """A prepared pass survives dice at the start of a turn, but not a revealed card or a shuffle."""
    game, chance, line = GAMES[key], Random(3), parse_premoves("if any then pass")
    token = next((a.token for a in [game.rules[game.version].find_pass_action()] if a is not None), None)
    count = dropped = 0
    for number in range(30):
        match = Match.begin(game, 2, {}, bytes([number]) * 32)
        seq, seat = 0, 0
        for _ in range(80):
            if match.outcome is not None or match.active_seat is None:
                break
            verdict = check_premoves(line, match, seat, seq)
            if isinstance(verdict, PlayVerdict):
                assert verdict.token == token
                assert_matches_premove(line, match, seat, seq, [], verdict.token)
                after = match.act(seat, verdict.token)
                assert after.outcome is not None or after.count_ended_turns(after.ply)
                count += 1
            elif isinstance(verdict, DroppedVerdict):
                dropped += 1
            if not isinstance(verdict, WaitVerdict):
                # The other seat prepares the next pass.
                seq, seat = match.seq, 1 - match.active_seat
            actor = chance.choice(match.to_act)
            legal = match.rules.list_candidates(match.state, actor)
            often = [a for a in legal if a.token == token and chance.random() < 0.5]
            match = match.act(actor, chance.choice(often or legal).token)
    assert dropped
    assert (count > 20) if token is not None else not count


def test_premoves_longer_than_their_column_are_refused() -> None:
    with pytest.raises(RuleError):
        parse_premoves("a" * (premoves.MAX_TEXT_LENGTH + 1))
