"""Collects everything that one viewer can learn about a match, as values that can be compared."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.announcing import waiting
from bot.cogs.common import filter_choices
from bot.computers.remote_format import encode_job
from bot.computers.thinker import HINT_LEVEL, Thinker
from bot.computers.worker import Job
from bot.errors.playing import WaitingForAnswers
from bot.model.clocks import SeatClock
from bot.model.table import FormerOccupant, Occupant, Place, Proposal, Table
from bot.model.turns import count_ended_turns
from bot.storage.looks import LastLook
from bot.tables.answering import answer_with_standing_orders
from bot.tables.clocks import SeatTime
from bot.ui.components import Item, make_view
from bot.ui.ids import MoveChoice
from bot.ui.pictures import _draw_view
from bot.ui.play import (
    asking,
    board,
    catchup,
    description,
    footer,
    guide,
    history,
    match_log,
    own_view,
    replay,
    seatnotes,
    typed,
    undo,
)
from bot.ui.play.board import PostedBoard
from bot.ui.play.move_reader import name_moves
from bot.ui.play.suggestions import SuggestionChoice
from bot.ui.scenes import escape_scene, make_scene, make_scene_at, make_scene_before_deal, narrate_steps
from bot.ui.table import claims, clocks, lobby_message, menu, proposals, seats
from games.core.errors import RuleError
from games.core.match import Match, get_view_before_deal, would_seal
from games.core.match_record import record_match
from games.core.narrow import FieldQuestion, filter_by_first_value, find_next_question, list_first_values
from games.core.texts import Scene
from games.core.words import Words, load_words
from games.drawing.enlarge import draw_own_parts
from games.drawing.replay import draw_shot, make_replay
from games.drawing.replay_frames import Replay
from tests.games.contract.texts import make_names
from tests.support.replays import plan_highlights

SECRET = bytes(range(32))
LAST_LOOK_TIME = 1_700_000_000
REPLAYED_STEP_COUNT = 3
"""Number of steps, from the start of the match, in the compared replay."""


def make_handed_over_table(match: Match) -> Table:
    """Return a table in which a seat has changed hands and a proposal is open."""
    occupants = tuple(
        Occupant(seat, 100 + seat, name) for seat, name in enumerate(make_names(match.seat_count))
    )
    former = (FormerOccupant(0, 999, "Zoe", None, match.seq // 2),)
    ply = max(match.ply - 1, 0)
    proposal = Proposal(1, "undo", 0, 100, ply, tuple(o.user_id for o in occupants[1:]))
    status = "playing" if match.outcome is None else "over"
    return Table(
        7,
        match.game,
        Place(1, 1, "en"),
        100,
        status,  # type: ignore[arg-type]
        match.options,
        match.seat_count,
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


def collect_outputs(match: Match, viewer: int | None, *, includes_pictures: bool) -> dict[str, Any]:
    """Return everything that a viewer sees of a match, by name. Pictures are bytes.

    Outputs that don't depend on the viewer are included only for the spectator, from whom the most is hidden.
    """
    table = make_handed_over_table(match)
    w = load_words("de")
    found = dict(_list_private_outputs(table, match, viewer, w))
    if viewer is None:
        found |= dict(_list_public_outputs(table, match, w))
        found |= dict(_list_clock_texts(table, match, w))
        if includes_pictures:
            found |= dict(_draw_public_pictures(table, match, w))
    elif match.outcome is None:
        found |= dict(_list_panel_outputs(table, match, viewer, w))
        found |= dict(_list_jobs(table, match, viewer))
    if includes_pictures:
        found |= dict(_draw_private_pictures(table, match, viewer, w))
    return found


def _list_public_outputs(table: Table, match: Match, w: Words) -> Iterator[tuple[str, Any]]:
    now = PostedBoard.for_position(table, match)
    earlier = PostedBoard(table.id, match.seq // 2, match.ply // 2, 1)
    for name, posted in (("now", now), ("earlier", earlier)):
        notes = seatnotes.write_seat_notes(table, match, posted.since, w)
        calls = board.write_call_lines(table, match, [101], w)
        yield f"board {name}", board.write_board(table, match, posted, w, calls, notes)
    yield "past board", board.write_past_board(table, match, earlier, now, w)
    yield "board's buttons", board.make_buttons(table, match, w).to_components()
    yield "nonce", now.make_nonce(0)
    position, plain = make_scene(table, match, None, w)
    yield "description", match.game.texts.describe_position(position, escape_scene(plain))
    yield "alt", match.game.texts.describe_picture(position, plain)
    yield "log", match_log.write_log_texts(table, match, w)
    for ply in {0, 1, match.ply // 2, match.ply} & set(range(match.ply + 1)):
        yield f"position {ply}", history.write_position_text(table, match, ply, w)
        yield (
            f"position {ply}'s buttons",
            _flatten_items(history.list_position_buttons(match, ply, w, "hi", table.id)),
        )
    assert table.proposal is not None
    yield "question", proposals.write_proposal_question(table, table.proposal, w)
    yield "settled question", proposals.write_settled_proposal(table, match.seq // 2, w)
    yield "lobby of the match", lobby_message.write_started_lobby(table, w)
    yield "replay's text", replay.write_caption(table, match, w, "Ada")
    yield "replay's plan", plan_highlights(Replay(match, table.names, w))
    yield "record", record_match(match, SECRET, (1, 2, 3)).to_json()
    yield "outcome", match.outcome


def _list_clock_texts(table: Table, match: Match, w: Words) -> Iterator[tuple[str, Any]]:
    """Yield the texts about clocks and awaited players, and the answers of standing orders."""
    yield "turn", (count_ended_turns(match), match.active_seat, match.to_act)
    yield "awaited", typed.name_awaited_players(table)
    ends = LAST_LOOK_TIME + 3600
    for shown in (
        SeatTime(0, 60),
        SeatTime(0, 60, ends),
        SeatTime(0, 60, ends, ends),
        SeatTime(0, 0, ends, None, True),
    ):
        yield (
            f"clock {shown}",
            (clocks.write_deadline_lines(table, [shown], w), clocks.write_seat_line(table, shown, w)),
        )
        yield (
            f"reminder {shown}",
            waiting.format_reminder_line(table, SeatClock(0, 100, 60), shown, "link", w),
        )
    yield "claim", claims.write_claim_question(table, SeatClock(0, 100, 0), [101], w)
    yield "claim's buttons", claims.make_claim_buttons(table, 0, w).to_components()
    for order in ("", *(f"{o.name}:{''.join(o.rank_keys)}".rstrip(":") for o in match.game.standing_orders)):
        yield f"orders {order}", _list_order_answers(table, match, order)


def _list_order_answers(table: Table, match: Match, order: str) -> Any:
    """Return the answers if everybody has this standing order, or the people who must answer themselves.

    Return None if it is nobody's turn.
    """
    if match.active_seat is None:
        return None
    try:
        ready = answer_with_standing_orders(
            table, match, match.active_seat, {o.user_id: order for o in table.occupants}
        )
    except WaitingForAnswers as error:
        return error.user_ids, str(error)
    return [row.text for row in ready.rows[match.seq :]]


def _list_private_outputs(
    table: Table, match: Match, viewer: int | None, w: Words
) -> Iterator[tuple[str, Any]]:
    position, plain = make_scene(table, match, viewer, w)
    yield (
        "own view",
        own_view.prepend_news(own_view.write_status(table, match, viewer, w), table, match, viewer, w),
    )
    yield "own pages", description.write_description(table, match, viewer, w)
    yield "own status", match.game.texts.describe_status(position, escape_scene(plain))
    yield "own description", match.game.texts.describe_position(position, escape_scene(plain))
    yield "own alt", match.game.texts.describe_picture(position, plain)
    yield "own story", narrate_steps(table, match, viewer, w, max(match.ply - 6, 0))
    yield "own buttons", _flatten_items(own_view.list_buttons(table, match, viewer, w))
    for seq in {match.seq // 2, match.seq}:
        yield f"catch up {seq}", catchup.write_catchup(table, match, viewer, LastLook(seq, LAST_LOOK_TIME), w)
    yield "catch up", catchup.write_catchup(table, match, viewer, None, w)
    user = 555 if viewer is None else table.occupants[viewer].user_id
    yield "menu", _flatten_items(menu.list_entries(table, user, w))
    yield "undo asks first", undo._undo_needs_agreement(table, user, match.seq)
    yield "undo warns first", undo._undo_costs_rating(table, user, match.seq)
    if viewer is not None:
        # Pretend that the seat had another occupant, so that the handover message names somebody.
        former = (*table.former_occupants, FormerOccupant(viewer, 998, "Yara", None, 0))
        yield "handed over", seats.write_seat_card(replace(table, former_occupants=former), viewer, user, w)


def _list_panel_outputs(table: Table, match: Match, seat: int, w: Words) -> Iterator[tuple[str, Any]]:
    """Yield the texts and components of a seat's move panel, if the seat must act."""
    choice = MoveChoice(table.id, match.seq, seat)
    legal = match.legal_actions(seat)
    if not legal:
        return
    position, plain = make_scene(table, match, seat, w)
    found = match.game.texts
    firsts = list_first_values(legal)
    yield "last row", _flatten_items(footer.make_footer(table, choice, firsts, w))
    start = FieldQuestion(legal[0].path[0].field, firsts, (), legal)
    yield "first question", found.format_question(start.field, (), position, escape_scene(plain))
    yield "first question offers", _make_answer_components(choice, start, match, position, plain)
    yield "first question guided", _write_guide(match, choice, legal, position, escape_scene(plain), w)
    for first in firsts:
        answers: list[str] = []
        # Follow one path through the questions, always choosing the last value.
        while isinstance(
            asked := find_next_question(
                filter_by_first_value(legal, first), answers, match.game.field_settings
            ),
            FieldQuestion,
        ):
            at = choice.add_picks(first, *answers)
            name = f"question {first} {answers}"
            yield name, found.format_question(asked.field, asked.picks, position, escape_scene(plain))
            yield f"{name} offers", _make_answer_components(at, asked, match, position, plain)
            yield (
                f"{name} guided",
                _write_guide(match, choice, asked.actions, position, escape_scene(plain), w),
            )
            answers.append(asked.values[-1])
        yield f"phrase {first} {answers}", found.describe_action(asked, position, escape_scene(plain))
        yield f"reason {first} {answers}", found.advise_on_action(asked, position, escape_scene(plain))
    # Include whether a panel asks for confirmation, because even that must not reveal hidden information.
    yield "final", [would_seal(match, seat, action.token) for action in legal[:: max(1, len(legal) // 9)]]
    begun = legal[-1].token.partition(":")[0]
    suggested = filter_choices(name_moves(table, match, seat, w), begun)
    yield "typed", [(choice.name, choice.value) for choice in suggested]
    for token in {action.token for action in legal[:3]} | {"nonsense", "take:A1:w", "end"}:
        try:
            match.check_action(seat, token + "-")
        except RuleError as error:
            yield f"refusal {token}", str(error)
    for kind in {*match.rules.list_first_choices(match.rules.view(match.state, None), seat), "nonsense"} - {
        *firsts
    }:
        yield f"refusal of all {kind}", str(match.explain_unavailable(seat, kind))
    for order in ("", *(order.name for order in match.game.standing_orders)):
        answer = match.rules.answer_by_order(position, seat, order)
        yield f"answer {order}", None if answer is None else answer.token


def _make_answer_components(
    choice: MoveChoice, question: FieldQuestion[Any], match: Match, position: Any, scene: Scene
) -> Any:
    prompt = asking.Prompt(choice, question, match.game, position, scene)
    return _flatten_items(asking.make_answer_components(asking.skip_to_tabs(prompt, match)))


def _write_guide(
    match: Match, choice: MoveChoice, actions: Sequence[Any], position: Any, words: Scene, w: Words
) -> Any:
    """Return the guide's additions to a question, with a fixed ranking."""
    ranked = [(action.token, 0.5) for action in (*actions[:1], *actions[-2:])]
    best, _ = SuggestionChoice(match, ranked, position, words).choose_actions(actions, actions)
    lines = [
        guide._write_suggestion(n, phrase, advice, w, is_second=n > 1)
        for n, (_, phrase, advice) in enumerate(best, 1)
    ]
    return lines, _flatten_items(
        [guide._make_suggestion_button(choice, token, n, w) for n, (token, _, _) in enumerate(best, 1)]
    )


def _list_jobs(table: Table, match: Match, seat: int) -> Iterator[tuple[str, Any]]:
    """Yield the jobs for local workers and remote thinkers, for computer players and hints."""
    thinker = Thinker(1.0)
    thinker._secret = SECRET
    try:
        for level in {"hard", "easy", HINT_LEVEL}:
            job = thinker._make_job(table, match, seat, level, 1.0)
            yield f"job {level}", pickle.dumps(job)
            yield f"letter {level}", encode_job(job) if isinstance(job, Job) else pickle.dumps(job)
    finally:
        thinker.close()


def _draw_private_pictures(
    table: Table, match: Match, viewer: int | None, w: Words
) -> Iterator[tuple[str, Any]]:
    yield "picture", _draw_view(match.game, *make_scene(table, match, viewer, w))
    yield "picture since", _draw_view(match.game, *make_scene(table, match, viewer, w, match.ply // 2))
    view, scene = make_scene(table, match, viewer, w)
    if viewer is not None and match.outcome is None and match.game.list_own_parts(view):
        picture = draw_own_parts(match.game, view, scene, viewer).tobytes()
        yield "enlarged picture", (match.game.texts.describe_picture(view, scene), picture)


def _draw_public_pictures(table: Table, match: Match, w: Words) -> Iterator[tuple[str, Any]]:
    for ply in {0, match.ply // 2}:
        yield f"picture of position {ply}", _draw_view(match.game, *make_scene_at(table, match, ply, w))
    replay = Replay(match, table.names, w)
    yield "last frame", draw_shot(replay, plan_highlights(replay)[-1]).tobytes()
    for ply in range(1, match.ply + 1):
        if get_view_before_deal(match, ply) is not None:
            position, scene = make_scene_before_deal(table, match, ply, w)
            yield (
                f"end of the deal in step {ply}",
                (
                    match.game.texts.describe_picture(position, scene),
                    _draw_view(match.game, position, scene),
                ),
            )
    begun = replace(
        match,
        rows=match.rows[:REPLAYED_STEP_COUNT],
        steps=match.steps[:REPLAYED_STEP_COUNT],
        early_outcome=None,
    )
    yield "replay", b"".join(make_replay(begun, table.names, w))


def _flatten_items(items: list[Item]) -> Any:
    return make_view(items).to_components()
