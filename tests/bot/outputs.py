"""Everything that leaves the process about a match, for one viewer, as plain values to be compared."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

from bot.cogs.move import _suggestions
from bot.pictures import _drawn
from bot.scenes import prose, scene, scene_at, told
from bot.snapshot import Former, Occupant, Place, Proposal, Table
from bot.storage.looks import Look
from bot.thinking import Thinker
from bot.ui import asking, board, catchup, history, seatnotes, seats, tools, votes
from bot.ui.board import Posted
from bot.ui.ids import Choice
from bot.ui.presses import Item, view
from games.core.errors import RuleError
from games.core.match import Match
from games.core.narrow import Question, beginning, first_values, narrow
from games.core.record import record_of
from games.core.words import Words, words
from tests.games.contract.texts import names

SECRET = bytes(range(32))
LOOK_AT = 1_700_000_000


def table_of(match: Match) -> Table:
    """A table at which somebody has handed a seat over and a question is open."""
    occupants = tuple(Occupant(seat, 100 + seat, name) for seat, name in enumerate(names(match.seats)))
    former = (Former(0, 999, "Zoe", None, match.seq // 2),)
    ply = max(match.ply - 1, 0)
    proposal = Proposal(1, "undo", 0, 100, ply, (100,), tuple(o.user_id for o in occupants[1:]))
    status = "playing" if match.outcome is None else "over"
    return Table(
        7,
        match.game,
        Place(1, 1, "en"),
        100,
        status,  # type: ignore[arg-type]
        match.options,
        match.seats,
        occupants,
        "0" * 64,
        match,
        proposal,
        (),
        None,
        0,
        None,
        former,
    )


def outputs(match: Match, viewer: int | None, *, pictures: bool) -> dict[str, Any]:
    """All of it, by what it is; pictures as their bytes."""
    table = table_of(match)
    w = words("de")
    found = dict(_public(table, match, w))
    found |= dict(_of_viewer(table, match, viewer, w))
    if viewer is not None and match.outcome is None:
        found |= dict(_panel(table, match, viewer, w))
        found |= dict(_thoughts(table, match, viewer))
    if pictures:
        found |= dict(_pictures(table, match, viewer, w))
    return found


def _public(table: Table, match: Match, w: Words) -> Iterator[tuple[str, Any]]:
    now = Posted.now(table, match)
    earlier = Posted(table.id, match.seq // 2, match.ply // 2, 1)
    for name, posted in (("now", now), ("earlier", earlier)):
        notes = seatnotes.notes(table, match, posted.since, w)
        calls = board.calls(table, match, [101], w)
        yield f"board {name}", board.content(table, match, posted, w, calls, notes)
    yield "past board", board.past_content(table, match, earlier, now, w)
    yield "board's buttons", board.components(table, match, w).to_components()
    yield "nonce", now.nonce
    position, plain = scene(table, match, None, w)
    yield "description", match.game.words.describe(position, prose(plain))
    yield "alt", match.game.words.alt(position, plain)
    yield "log", tools.log_lines(table, match, w)
    for ply in {0, 1, match.ply // 2, match.ply} & set(range(match.ply + 1)):
        yield f"position {ply}", history.content(table, match, ply, w)
    assert table.proposal is not None
    yield "question", votes.content(table, table.proposal, w)
    yield "record", record_of(match, SECRET, (1, 2, 3)).to_json()
    yield "outcome", match.outcome


def _of_viewer(table: Table, match: Match, viewer: int | None, w: Words) -> Iterator[tuple[str, Any]]:
    position, plain = scene(table, match, viewer, w)
    yield "own status", match.game.words.status(position, prose(plain))
    yield "own description", match.game.words.describe(position, prose(plain))
    yield "own alt", match.game.words.alt(position, plain)
    yield "own story", told(table, match, viewer, w, max(match.ply - 6, 0))
    yield "own buttons", _items(tools.move_buttons(table, match, viewer, w))
    for seq in {0, match.seq // 2, match.seq}:
        yield f"catch up {seq}", catchup.content(table, match, viewer, Look(seq, LOOK_AT), w)
    yield "catch up", catchup.content(table, match, viewer, None, w)
    if viewer is not None:
        yield "handed over", seats.only_theirs(table, viewer, w)


def _panel(table: Table, match: Match, seat: int, w: Words) -> Iterator[tuple[str, Any]]:
    choice = Choice(table.id, match.seq, seat)
    legal = match.legal_actions(seat)
    if not legal:
        return
    position, plain = scene(table, match, seat, w)
    found = match.game.words
    firsts = first_values(legal)
    yield "first buttons", _items(asking.footer(table, choice, firsts, w))
    for first in firsts:
        answers: list[str] = []
        # One way through the questions, the last value of each.
        while isinstance(asked := narrow(beginning(legal, first), answers, match.game.fields), Question):
            at = choice.then(first, *answers)
            name = f"question {first} {answers}"
            yield name, found.question(asked.field, asked.picked, position, prose(plain))
            yield f"{name} offers", _items(asking.components(at, asked, match.game, position, plain))
            answers.append(asked.values[-1])
        yield f"phrase {first} {answers}", found.phrase(asked, position, prose(plain))
    yield (
        "typed",
        [(c.name, c.value) for c in _suggestions(table, match, seat, w, legal[-1].token.partition(":")[0])],
    )
    for token in {action.token for action in legal[:3]} | {"nonsense", "take:A1:w", "end"}:
        try:
            match.check(seat, token + "-")
        except RuleError as error:
            yield f"refusal {token}", str(error)
    for order in ("", *(order.name for order in match.game.orders)):
        answer = match.rules.answer(position, seat, order)
        yield f"answer {order}", None if answer is None else answer.token


def _thoughts(table: Table, match: Match, seat: int) -> Iterator[tuple[str, Any]]:
    """What the process gets that thinks for computer players and people who want a hint."""
    thinker = Thinker(1.0)
    thinker._secret = SECRET
    try:
        yield "job", pickle.dumps(thinker._job(table, match, seat, "hard", 1.0))
    finally:
        thinker.close()


def _pictures(table: Table, match: Match, viewer: int | None, w: Words) -> Iterator[tuple[str, Any]]:
    game = match.game
    yield "picture", _drawn(game, *scene(table, match, viewer, w))
    yield "picture since", _drawn(game, *scene(table, match, viewer, w, match.ply // 2))
    yield "earlier picture", _drawn(game, *scene_at(table, match, match.ply // 2, w))


def _items(items: list[Item]) -> Any:
    return view(items).to_components()
