"""Fuzz targets for all parsers of moves and match files.

A parser must succeed or raise its own error.
"""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from games.cli.parser import main
from games.core.errors import BrokenRecord, RuleError, UnreadableToken
from games.core.match import Match
from games.core.match_record import MatchRecord, record_match
from games.core.narrow import FieldQuestion, NoSuchPick, find_next_question
from games.core.protocol import Game
from games.registry import GAMES
from tests.proof.fuzz.mutate import VALUE_STRATEGY, change_element, generate_variants
from tools.walks import Case


@dataclass(frozen=True, slots=True)
class Parser:
    """A fuzz target: a strategy for its input, and a check that raises an error if a parser misbehaves."""

    strategy: st.SearchStrategy[Any]
    check: Callable[[Any], None]


@cache
def play_matches(key: str) -> tuple[Match, ...]:
    """Return two random matches of a game, played to the end with the fewest and the most seats."""
    game = GAMES[key]
    return tuple(
        Case(game, seats, game.get_default_options(), 7, is_rich=True).match
        for seats in (game.seat_counts[0], game.seat_counts[-1])
    )


def make_token_parser(game: Game) -> Parser:
    """Return a target for typed moves: parsing must preserve them, and only legal moves may be accepted."""
    pool = sorted({row.text for match in play_matches(game.key) for row in match.rows})
    places = st.integers(0, 10**6)

    def check_token(example: tuple[str, int]) -> None:
        text, place = example
        rules = game.rules[game.version]
        try:
            assert rules.read(text).token == text
        except UnreadableToken as error:
            assert str(error)
        match = play_matches(game.key)[place % 2]
        ply = place // 2 % match.ply
        at = _rewind_to_ply(match, ply)
        seat = at.to_act[0]
        try:
            at.check_action(seat, text)
        except RuleError as error:
            assert str(error)
            return
        assert text in {action.token for action in at.legal_actions(seat)}

    return Parser(st.tuples(generate_variants(pool), places), check_token)


def _rewind_to_ply(match: Match, ply: int) -> Match:
    return match._add_rows((), steps=match.steps[:ply], early_outcome=None)


def make_pick_parser(game: Game) -> Parser:
    """Return a target for a move's picks, as sent by outdated or forged buttons."""
    fields = st.lists(generate_variants(_list_pick_values(game)), max_size=6)

    def check_picks(example: tuple[list[str], int]) -> None:
        answers, place = example
        match = play_matches(game.key)[place % 2]
        at = _rewind_to_ply(match, place // 2 % match.ply)
        legal = at.legal_actions(at.to_act[0])
        try:
            question = find_next_question(legal, answers, game.field_settings)
        except NoSuchPick:
            return
        if isinstance(question, FieldQuestion):
            assert question.values
            assert set(question.actions) <= set(legal)
        else:
            assert question in legal

    return Parser(st.tuples(fields, st.integers(0, 10**6)), check_picks)


def _list_pick_values(game: Game) -> list[str]:
    """Return all pick values in a game's sample matches, and ``=``."""
    found: set[str] = {"="}
    for match in play_matches(game.key):
        for step in match.steps:
            for pick in step.action.path:
                found.update((pick.value,) if isinstance(pick.value, str) else pick.value)
    return sorted(found)


@cache
def make_records() -> tuple[MatchRecord, ...]:
    """Return a short match record of each game. The first record is unfinished."""
    made = []
    for number, key in enumerate(GAMES):
        whole = play_matches(key)[0]
        begun = Case(GAMES[key], whole.seat_count, whole.options, 7, is_rich=True)
        match = begun.begin_match().replay(whole.rows[: min(30, whole.ply - 1)])
        if number:
            match = match.resign(0)
        made.append(record_match(match, begun.secret, begun.presses))
    return tuple(made)


def check_record(text: str) -> None:
    """Check that a match file is refused, or is formatted and verified unchanged."""
    try:
        record = MatchRecord.from_json(text)
    except BrokenRecord as error:
        assert str(error)
        return
    try:
        assert MatchRecord.from_json(record.to_json()) == record
        match = record.verify(GAMES)
    except BrokenRecord as error:
        assert str(error)
        return
    assert match.rows == record.rows


def generate_documents() -> st.SearchStrategy[str]:
    """Generate JSON texts: match records, nearly valid ones, and others."""
    real = [record.to_json() for record in make_records()]
    trees = st.builds(
        lambda tree, way, new, cut: json.dumps(change_element(tree, way, new, deletes=cut)),
        st.sampled_from([json.loads(text) for text in real]),
        st.lists(st.integers(0, 40), max_size=4),
        VALUE_STRATEGY,
        st.booleans(),
    )
    deep = st.integers(0, 10**5).map(lambda n: '{"format": 1, "rows": ' + "[" * n)
    # Include a number with more digits than Python parses by default.
    long = [real[0].replace('"presses": [', f'"presses": [{"9" * 5000}, ')]
    return st.one_of(trees, trees, generate_variants([*real, *long]), VALUE_STRATEGY.map(json.dumps), deep)


def check_file(data: bytes) -> None:
    """Check that the command line answers a match file with a result, or with one line on standard error."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.json"
        path.write_bytes(data)
        for command in ("verify", "replay"):
            said, complaint = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(said), contextlib.redirect_stderr(complaint):
                status = main([command, str(path)])
            # Without the hashes, verify can't confirm a file, so its best status is 1.
            assert status in ((1, 2) if command == "verify" else (0, 2))
            assert complaint.getvalue().count("\n") == (status == 2)
            said.getvalue().encode()


def generate_files() -> st.SearchStrategy[bytes]:
    """Generate files: match records, damaged ones, and random bytes."""
    texts = generate_documents().map(lambda text: text.encode("utf-8", "surrogatepass"))
    real = [record.to_json().encode() for record in make_records()]
    broken = st.builds(
        lambda data, at, more: data[: at % len(data)] + more + data[at % len(data) :],
        st.sampled_from(real),
        st.integers(0, 10**5),
        st.binary(min_size=1, max_size=4),
    )
    return st.one_of(texts, broken, st.sampled_from(real), st.binary(max_size=60))
