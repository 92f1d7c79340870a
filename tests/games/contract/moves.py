"""Properties of rules as pure functions: replays, legal actions, tokens, refusals, undo, endings."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.core.errors import (
    BrokenRecord,
    IllegalAction,
    NothingToUndo,
    NotYourTurn,
    RuleError,
    UnplayableSettings,
    UnreadableToken,
)
from games.core.match import Match
from games.core.match_record import MatchRecord, record_match
from games.core.rng import Chance
from games.core.shapes import MAX_TOKEN_LENGTH
from tests.games.contract.values import flatten_value
from tools.walks import Case

TOKEN_PATTERN = re.compile(r"[A-Za-z0-9:,>=+\-*#]{1,40}")
CLAUSE_PATTERN = re.compile(r"([A-Z]{2,4}-\d+(\.\d+)*)?")
ENDING_PATTERN = re.compile(r"[a-z][a-z0-9_]*")
ORDER_BREAKING_EVENTS = ("RoundBegan", "CompetitionWon")
"""Names of events after which the next turn may break the seating order."""
STRANGE_TOKENS = (
    "",
    " ",
    "end ",
    " end",
    "\n",
    "²",
    "٣",
    "x" * 41,
    "take",
    ":",
    "a:b:c:d",
    "None",
    "\x00",
    "🐟",
)


def check_replays_alike(case: Case) -> None:
    """The same key and tokens give equal states and events."""
    again = case.begin_match()
    assert flatten_value(again.opening_state) == flatten_value(case.match.opening_state)
    for number, step in enumerate(case.match.steps):
        again = again.act(step.seat, step.action.token)
        assert again.state == step.state, f"ply {number + 1}"
        assert again.events == step.events, f"ply {number + 1}"
    assert flatten_value(again.state) == flatten_value(case.match.state)
    assert again == case.match


def check_apply_is_pure(case: Case) -> None:
    """``apply`` never modifies its input, and returns the same result for the same arguments."""
    for ply, state in case.iterate_states(25):
        before = flatten_value(state)
        dice = case.make_random("pure", ply)
        for seat in case.rules.to_act(state):
            legal = case.rules.legal_actions(state, seat)
            for action in dice.sample(legal, min(6, len(legal))):
                one = case.rules.apply(state, seat, action, Chance(case.match.key, ply + 1))
                assert flatten_value(state) == before, f"ply {ply} {action.token}: the input has changed"
                two = case.rules.apply(state, seat, action, Chance(case.match.key, ply + 1))
                assert flatten_value(one) == flatten_value(two), f"ply {ply} {action.token}"
                assert flatten_value(action) == flatten_value(case.rules.read(action.token))


def check_legal_actions(case: Case) -> None:
    """Only seats to act have legal actions, in a stable order, among them all candidates."""
    rules = case.rules
    for ply, state in case.iterate_states(150):
        to_act = rules.to_act(state)
        assert len(set(to_act)) == len(to_act)
        assert set(to_act) <= set(range(case.seat_count))
        assert (not to_act) == (rules.outcome(state) is not None), f"ply {ply}"
        active_seat = rules.find_active_seat(state)
        assert (active_seat is None) == (not to_act), f"ply {ply}"
        assert active_seat is None or active_seat in range(case.seat_count)
        for seat in range(case.seat_count):
            legal = rules.legal_actions(state, seat)
            assert bool(legal) == (seat in to_act), f"ply {ply} seat {seat}"
            assert len(set(legal)) == len(legal), f"ply {ply} seat {seat}: an action is listed twice"
            assert legal == rules.legal_actions(state, seat)
            worth = rules.list_candidates(state, seat)
            assert bool(worth) == bool(legal), f"ply {ply} seat {seat}: nothing worth searching"
            assert len(set(worth)) == len(worth)
            assert set(worth) <= set(legal), f"ply {ply} seat {seat}: an illegal candidate"
            if case.game.computer_settings.list_promising_actions:
                short = case.game.computer_settings.list_promising_actions(state, seat)
                assert bool(short) == bool(legal), f"ply {ply} seat {seat}: nothing on the shortlist"
                assert set(short) <= set(legal), f"ply {ply} seat {seat}: an illegal action on the shortlist"


def check_turns(case: Case) -> None:
    """Turns follow the seating order, and a step's public events show how many turns it ends."""
    match, rules = case.match, case.rules
    assert match.count_ended_turns(0) in range(100)
    for ply in range(1, match.ply + 1):
        ended, before, after = match.count_ended_turns(ply), match.state_at(ply - 1), match.state_at(ply)
        heard = tuple(rules.redact(event, None) for event in match.steps[ply - 1].events)
        where = f"ply {ply} {match.steps[ply - 1].action.token}"
        assert ended >= int(rules.find_active_seat(before) != rules.find_active_seat(after)), where
        assert ended == rules.count_ended_turns(before, after, heard), (
            f"{where}: it depends on hidden information"
        )
        if rules.find_active_seat(after) is None or any(
            type(event).__name__ in ORDER_BREAKING_EVENTS for event in heard
        ):
            continue
        assert (rules.find_active_seat(before) + ended) % case.seat_count == rules.find_active_seat(after), (
            f"{where}: {ended} turns"
        )


def check_passing(case: Case) -> None:
    """If the game has a pass, it is legal at some point, and ends the turn or the match."""
    rules, match = case.rules, case.match
    action = rules.find_pass_action()
    if action is None:
        return
    assert rules.read(action.token) == action
    legal = 0
    for ply, state in case.iterate_states(60):
        seat = rules.find_active_seat(state)
        if seat is None or seat not in rules.to_act(state) or not rules.is_legal(state, seat, action):
            continue
        legal += 1
        after, events = rules.apply(state, seat, action, Chance(match.key, ply + 1))
        ended = rules.count_ended_turns(state, after, events)
        assert ended or rules.outcome(after) is not None, f"ply {ply}: the turn continues after a pass"
        heard = tuple(rules.redact(event, None) for event in events)
        assert rules.is_turn_start(events) == rules.is_turn_start(heard), (
            f"ply {ply}: depends on hidden parts"
        )
    assert legal, "nobody could ever pass"


def check_tokens(case: Case) -> None:
    """Tokens are unique and short and can be read back, and nothing else reads as one."""
    rules = case.rules
    for ply, state in case.iterate_states(40):
        dice = case.make_random("tokens", ply)
        for seat in rules.to_act(state):
            legal = rules.legal_actions(state, seat)
            tokens = [action.token for action in legal]
            assert len(set(tokens)) == len(tokens), f"ply {ply}: two actions with one token"
            for action in legal:
                assert TOKEN_PATTERN.fullmatch(action.token), f"ply {ply} {action.token!r}"
                assert rules.read(action.token) == action, f"ply {ply} {action.token!r}"
            for token in dice.sample(tokens, min(12, len(tokens))):
                for other in _list_similar_texts(token, dice):
                    _assert_canonical(rules, other)
    for other in STRANGE_TOKENS:
        _assert_canonical(rules, other)


def _assert_canonical(rules: Any, token: str) -> None:
    try:
        action = rules.read(token)
    except UnreadableToken:
        return
    assert action.token == token, f"{token!r} reads as {action.token!r}"
    assert len(token) <= MAX_TOKEN_LENGTH


def _list_similar_texts(token: str, rng: Any) -> list[str]:
    """Return texts similar to a token, such as with swapped, missing or repeated characters."""
    at = rng.randrange(len(token))
    letter = rng.choice("abrRB019*#->:+=, \n٣²ı")
    swapped = list(token)
    other = rng.randrange(len(token))
    swapped[at], swapped[other] = swapped[other], swapped[at]
    return [
        token[:at] + token[at + 1 :],
        token[:at] + letter + token[at:],
        token[:at] + letter + token[at + 1 :],
        "".join(swapped),
        token + letter,
        token.swapcase(),
        token + token[-1],
        token[:at] + token[at] + token[at:],
        f" {token}",
        f"{token}\n",
        re.sub(r"(\d)", r"0\1", token),
    ]


def check_refusals(case: Case) -> None:
    """``is_legal`` agrees with ``legal_actions``. Any other token is refused and changes nothing."""
    rules, match = case.rules, case.match
    pool: dict[str, Any] = {}
    for _, state in case.iterate_states(60):
        for seat in rules.to_act(state):
            for action in rules.legal_actions(state, seat):
                pool.setdefault(action.token, action)
    for ply, state in case.iterate_states(30):
        at = _cut_match(match, ply)
        before, dice = flatten_value(state), case.make_random("refusals", ply)
        others = dice.sample(sorted(pool), min(60, len(pool)))
        mutated = [m for token in others[:4] for m in _list_similar_texts(token, dice)]
        for seat in range(case.seat_count):
            legal = rules.legal_actions(state, seat)
            for action in dice.sample(legal, min(40, len(legal))):
                assert rules.is_legal(state, seat, action), f"ply {ply} seat {seat} {action.token}"
            tokens = {action.token for action in legal}
            for token in others:
                expected = token in tokens
                assert rules.is_legal(state, seat, pool[token]) == expected, f"ply {ply} {seat} {token}"
            for token in (*others, *mutated, *STRANGE_TOKENS):
                if token not in tokens:
                    _assert_refused(at, seat, token)
        assert flatten_value(state) == before


def _cut_match(match: Match, ply: int) -> Match:
    """Return the match as it was after ``ply`` steps, sharing its states."""
    return Match(
        match.game,
        match.rules,
        match.seat_count,
        match.options,
        match.key,
        match.opening_state,
        match.opening_events,
        match.rows[:ply],
        match.steps[:ply],
    )


def _assert_refused(match: Match, seat: int, token: str) -> None:
    # Avoid pytest.raises, which would take a third of the time for a million refusals.
    try:
        match.act(seat, token)
    except RuleError as caught:
        error = caught
    else:
        raise AssertionError(f"{token!r} was not refused")
    if match.outcome is None and seat not in match.to_act:
        assert isinstance(error, NotYourTurn)
    elif match.outcome is None:
        assert isinstance(error, UnreadableToken | IllegalAction), f"{token!r}: {error!r}"
    assert CLAUSE_PATTERN.fullmatch(error.clause), error.clause
    assert str(error)


def check_ends(case: Case) -> None:
    """A match ends within ``max_plies``, and its result is well formed and final."""
    match = case.match
    assert match.outcome is not None, f"{match.ply} plies and no end"
    assert match.ply <= case.game.max_plies
    outcome = match.outcome
    assert ENDING_PATTERN.fullmatch(outcome.ending)
    assert len(outcome.placements) == case.seat_count
    for place in outcome.placements:
        assert place == 1 + sum(1 for other in outcome.placements if other < place), outcome
    assert len(outcome.scores) in (0, case.seat_count)
    assert match.to_act == ()
    assert match.active_seat is None
    for step in match.steps[:-1]:
        assert case.rules.outcome(step.state) is None


def check_components(case: Case) -> None:
    """No step changes the total number of any component."""
    first = dict(case.rules.count_components(case.match.opening_state))
    assert first, "nothing is counted"
    assert all(count >= 0 for count in first.values())
    for number, step in enumerate(case.match.steps, 1):
        now = dict(case.rules.count_components(step.state))
        assert now == first, f"ply {number} after {step.action.token}"


def check_undo(case: Case) -> None:
    """Undo restores an equal state and appends a row, and the same token has the same effect again."""
    whole = case.match
    for ply in case.list_plies(60)[1:]:
        match = _cut_match(whole, ply)
        if match.outcome is not None:
            continue
        step, chosen = match.steps[-1], ply - 1
        while chosen and match.rules.find_unasked_action(match.state_at(chosen), step.seat) is not None:
            chosen -= 1
        if step.is_sealed:
            with pytest.raises(NothingToUndo):
                match.find_undo_ply(step.seat)
        else:
            assert match.find_undo_ply(step.seat) == chosen
        back = match.undo(step.seat, match.find_agreed_undo_ply(step.seat))
        assert flatten_value(back.state) == flatten_value(whole.state_at(chosen)), f"ply {ply}"
        assert (back.ply, back.seq) == (chosen, ply + 1)
        assert back.is_rated == (not any(one.revealed_information for one in match.steps[chosen:]))
        again = back.replay(match.rows[chosen:ply])
        assert flatten_value(again.state) == flatten_value(match.state), f"ply {ply}"
        assert again.events == match.events


def check_record(case: Case) -> None:
    """An exported match, undo rows included, can be verified, and a file with a wrong claim is refused."""
    match = case.match
    games = {case.game.key: case.game}
    undone = _cut_match(match, match.ply - 1)
    if undone.steps:
        last = undone.steps[-1]
        undone = undone.undo(last.seat, undone.ply - 1).act(last.seat, last.action.token)
    final = match.steps[-1]
    match = undone.act(final.seat, final.action.token)
    record = record_match(match, case.secret, case.presses)
    text = record.to_json()
    assert MatchRecord.from_json(text) == record
    assert flatten_value(record.verify(games).state) == flatten_value(match.state)
    assert undone.outcome is None
    assert record_match(undone, case.secret, case.presses).secret is None
    for broken in (
        text.replace(record.commitment, "0" * 64),
        text.replace(f'"{final.action.token}"', '"no such token"'),
        text.replace(f'"{record.game}"', '"chess"'),
        text.replace(f'"ending": "{match.outcome.ending}"', '"ending": "other"') if match.outcome else "",
        text[:-20],
    ):
        assert broken != text
        with pytest.raises(BrokenRecord):
            MatchRecord.from_json(broken).verify(games)


def check_begin(case: Case) -> None:
    """Unknown options, values and numbers of seats are refused. Omitted options get their defaults."""
    game, key = case.game, case.match.key
    for seats in (0, -1, game.seat_counts.start - 1, game.seat_counts.stop):
        with pytest.raises(UnplayableSettings, match="You can't play"):
            Match.begin(game, seats, {}, key)
    with pytest.raises(UnplayableSettings, match="no option"):
        Match.begin(game, case.seat_count, {"no_such": "switch"}, key)
    for option in game.options:
        with pytest.raises(UnplayableSettings, match="no option"):
            Match.begin(game, case.seat_count, {option.name: "no such value"}, key)
        assert len(option.values) == len(option.value_labels) == len(set(option.values))
    bare = Match.begin(game, case.seat_count, {}, key)
    assert bare == Match.begin(game, case.seat_count, game.get_default_options(), key)
