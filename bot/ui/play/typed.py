"""``/move``: finds and does the move that was typed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from bot.errors.base import BotError
from bot.errors.playing import GuessedMoveRefused, IncompleteMove, NoMoveTyped, OtherPlayersTurn
from bot.model.table import ActionResult, Table
from bot.ui import replies
from bot.ui.ids import MoveChoice
from bot.ui.play.move_words import (
    LABEL_SEPARATOR,
    MAX_EXAMPLES,
    MAX_NAMED_MOVES,
    choose_examples,
    explain_unreadable,
    find_described_move,
    get_phrase,
    is_explained,
    is_written_as_token,
    name_examples,
    normalize_move,
)
from bot.ui.play.spelling import (
    can_parse,
    explain_refused_text,
    find_meant_move,
    find_text_without_extra_words,
    list_spellings,
    split_words,
)
from bot.ui.scenes import escape_scene, make_scene, require_match
from bot.ui.services import Interaction
from games.core.errors import NotYourTurn, RuleError, UnreadableToken
from games.core.match import Match
from games.core.narrow import FieldQuestion, find_next_question, format_pick, list_first_values
from games.core.rng import Chance
from games.core.shapes import ActionLike, ViewLike
from games.core.words import Words


class _Position(NamedTuple):
    """A match after standing orders have answered the questions to other players, and the seat to act."""

    match: Match
    seat: int


async def do_typed_move(interaction: Interaction, table: Table, typed: str) -> ActionResult | MoveChoice:
    """Do the move that was typed, or return the picks that it determines if something is left to choose.

    If the rules can't read the text, do the move that its words describe, if exactly one possible move fits.

    :raises OtherPlayersTurn: the match waits for somebody else.
    :raises NoMoveTyped: ``typed`` is empty.
    :raises IncompleteMove: ``typed`` is only the beginning of possible moves.
    :raises BotError: the table refuses the move.
    :raises RuleError: the rules refuse the move.
    """
    position, w = await _find_position(interaction, table), replies.get_words(interaction)
    token = await _find_token(table, position, typed.strip())
    if isinstance(token, MoveChoice):
        return token
    try:
        return await _do_typed_action(interaction, table, token)
    except UnreadableToken as error:
        if position is None:
            raise await asyncio.to_thread(explain_unreadable, error, token, ()) from None
        moves = await asyncio.to_thread(name_moves, table, *position, w)
        needs_exact_phrase = is_explained(error, token)
        described = await asyncio.to_thread(
            find_described_move, moves, token, needs_exact_phrase=needs_exact_phrase
        )
        if described:
            return await _do_typed_action(interaction, table, described)
        if choice := await asyncio.to_thread(_find_begun_choice, table, position, moves, token):
            return choice
        possible = [move for _, move in moves]
        if not token and possible:
            examples = choose_examples(possible)
            named = await asyncio.to_thread(name_examples, moves, examples, MAX_EXAMPLES)
            raise NoMoveTyped(named) from None
        if longer := [move for move in possible if normalize_move(move).startswith(normalize_move(token))]:
            if not is_written_as_token(token):
                longer = list(await asyncio.to_thread(name_examples, moves, longer, MAX_EXAMPLES))
            raise IncompleteMove(token, longer[:MAX_NAMED_MOVES]) from None
        refusal = await asyncio.to_thread(_explain_refusal, table, position, token, error, w)
        if refusal is not None and not isinstance(refusal, UnreadableToken):
            raise refusal from None
        raise await asyncio.to_thread(explain_unreadable, refusal or error, token, possible, moves) from None


def _find_begun_choice(
    table: Table, position: _Position, moves: Sequence[tuple[str, str]], typed: str
) -> MoveChoice | None:
    """Return the picks shared by moves whose phrases begin with a typed text, if they share more than one.

    :param moves: (label, token) pairs.
    """
    words = split_words(typed)
    if not words:
        return None
    begun = {token for label, token in moves if split_words(get_phrase(label, token))[: len(words)] == words}
    legal_actions = position.match.legal_actions(position.seat) if begun else ()
    matching_actions = [action for action in legal_actions if action.token in begun]
    if not matching_actions:
        return None
    choice = _make_choice(
        table, position, _list_common_picks(position.match, legal_actions, matching_actions)
    )
    return choice if len(choice.picks) > 1 else None


def _explain_refusal(
    table: Table, position: _Position, typed: str, error: UnreadableToken, w: Words
) -> RuleError | None:
    """Return why the rules refuse the move that a typed text resembles, if they do.

    The player didn't type that move, so the refusal names it.

    :param error: the rules' error about the text.
    """
    match, seat = position
    for guess in (find_meant_move(error), find_text_without_extra_words(match, seat, typed)):
        refusal = None if guess is None else explain_refused_text(match, seat, guess)
        if guess is not None and refusal is not None:
            is_read = not isinstance(refusal, UnreadableToken)
            return GuessedMoveRefused(_name_move(table, position, guess, w), refusal) if is_read else refusal
    return _explain_refused_readings(table, position, error.readings, w)


def _explain_refused_readings(
    table: Table, position: _Position, readings: Sequence[str], w: Words
) -> RuleError | None:
    """Return why the rules refuse all moves that a typed text could stand for, if the reason is the same."""
    refusals = [explain_refused_text(*position, text) for text in readings]
    first = refusals[0] if refusals else None
    if first is None or any(one is None or one.message != first.message for one in refusals):
        return None
    is_certain = len(readings) == 1
    return GuessedMoveRefused(_name_move(table, position, readings[0], w), first) if is_certain else first


def _name_move(table: Table, position: _Position, token: str, w: Words) -> str:
    """Return the phrase of a move that may be impossible."""
    match, seat = position
    view, words = make_scene(table, match, seat, w)
    try:
        return match.game.texts.describe_action(match.rules.read(token), view, escape_scene(words))
    except LookupError:
        # Phrases are written for possible moves. For another one, a phrase can look up a missing piece.
        return token


async def _do_typed_action(interaction: Interaction, table: Table, token: str) -> ActionResult:
    try:
        play = interaction.client.services.tables.play
        return await play.perform_action(table.id, interaction.user.id, token, None, is_shown=True)
    except NotYourTurn as error:
        raise OtherPlayersTurn(name_awaited_players(table)) from error


async def _find_position(interaction: Interaction, table: Table) -> _Position | None:
    """Return the position in which the person acts, or ``None`` if they can't act now."""
    seat = table.find_acting_seat(interaction.user.id)
    if table.match is None or seat is None:
        return None
    try:
        match = await interaction.client.services.tables.wait_finder.apply_standing_orders(table, seat)
    except (BotError, RuleError):
        return None
    return _Position(match, seat)


async def _find_token(table: Table, position: _Position | None, typed: str) -> str | MoveChoice:
    """Return a person's typed move, as :func:`resolve_move` does. Picks are returned as a choice.

    If no such move is possible, return a token that the rules can parse, so that they can explain the reason.
    If no spelling can be parsed, return ``typed``.
    """
    if position is None:
        return typed
    with suppress(RuleError):
        # Most texts are the token of a suggestion, and need no search among all legal moves.
        return position.match.check_action(position.seat, typed).token
    found = await asyncio.to_thread(resolve_move, *position, typed)
    return found if isinstance(found, str) else _make_choice(table, position, found)


def _make_choice(table: Table, position: _Position, picks: tuple[str, ...]) -> MoveChoice:
    """Return a choice in the table's match. It begins with the kind of move, even if only one is possible."""
    kinds = list_first_values(position.match.legal_actions(position.seat))
    picks = (*kinds, *picks) if len(kinds) == 1 else picks
    return MoveChoice(table.id, require_match(table).seq, position.seat, picks)


def resolve_move(match: Match, seat: int, typed: str) -> str | tuple[str, ...]:
    """Return a typed move's token or, if several moves begin with the text, the picks that they share.

    :param match: the position, including predicted answers of others.
    """
    words, legal_actions = split_words(typed), match.legal_actions(seat)
    matching_actions = [
        action for action in legal_actions if split_words(action.token)[: len(words)] == words
    ]
    same = [action.token for action in matching_actions if len(split_words(action.token)) == len(words)]
    if len(same) == 1:
        return same[0]
    if len(words) > 1 and matching_actions:
        return (
            matching_actions[0].token
            if len(matching_actions) == 1
            else _list_common_picks(match, legal_actions, matching_actions)
        )
    spellings = list_spellings(typed, [action.token for action in legal_actions])
    return next((text for text in spellings if can_parse(match, text)), typed)


def _list_common_picks(
    match: Match, legal_actions: Sequence[ActionLike], matching_actions: Sequence[ActionLike]
) -> tuple[str, ...]:
    """Return the picks that several actions share, up to the first question that they answer differently.

    :param legal_actions: all legal actions, including ``matching_actions``.
    :param matching_actions: the actions that begin with the typed move.
    """
    picks: tuple[str, ...] = ()
    while (
        isinstance(
            asked := find_next_question(legal_actions, picks, match.game.field_settings), FieldQuestion
        )
        and not asked.asks_by_element
    ):
        values = {format_pick(dict(action.path)[asked.field]) for action in matching_actions}
        if len(values) > 1:
            break
        picks = (*picks, *values)
    return picks


async def suggest_moves(
    interaction: Interaction, table: Table, limit: int | None = None
) -> list[tuple[str, str]]:
    """Return the person's legal moves, at most ``limit``, as (label, token) pairs."""
    position = await _find_position(interaction, table)
    if position is None:
        return []
    # Some hands have thousands of actions, so naming and searching them runs in threads.
    return await asyncio.to_thread(name_moves, table, *position, replies.get_words(interaction), limit)


def name_moves(
    table: Table, match: Match, seat: int, w: Words, limit: int | None = None
) -> list[tuple[str, str]]:
    """Return a seat's legal actions as (label, token) pairs, at most ``limit``, the promising ones first."""
    view, words = make_scene(table, match, seat, w)
    phrase = match.game.texts.describe_action
    promising = set[str]() if table.is_help_forbidden else _list_promising_tokens(match, seat, view)
    actions = sorted(match.legal_actions(seat), key=lambda action: action.token not in promising)
    return [
        (f"{phrase(action, view, words)}{LABEL_SEPARATOR}{action.token}", action.token)
        for action in actions[:limit]
    ]


def _list_promising_tokens(match: Match, seat: int, view: ViewLike) -> set[str]:
    """Return the tokens of a seat's promising moves, if the game can name them.

    :param view: the seat's view of the position.
    """
    shortlist = match.game.computer_settings.list_promising_actions
    if shortlist is None:
        return set()
    # The state is sampled from what the seat knows, so it gives no hidden information away.
    known = match.rules.sample(view, Chance(bytes(32), match.ply))
    return {action.token for action in shortlist(known, seat)}


def name_awaited_players(table: Table) -> str:
    """Return the names of the players the match waits for."""
    match = require_match(table)
    return ", ".join(table.names[seat] for seat in match.to_act)
