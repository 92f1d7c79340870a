"""``/move``: do moves that are typed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.errors.base import BotError
from bot.errors.playing import IncompleteMove, NoMoveTyped, OtherPlayersTurn, WaitingFor
from bot.model.table import ActionResult, Table
from bot.ui import replies
from bot.ui.scenes import make_scene, require_match
from bot.ui.services import Interaction
from games.core.errors import NotYourTurn, RuleError, UnreadableToken
from games.core.match import Match
from games.core.rng import Chance
from games.core.shapes import ViewLike
from games.core.words import Words

MAX_NAMED = 3
"""Maximum number of possible moves named when a typed move can't be made."""


async def act_typed(interaction: Interaction, table: Table, typed: str) -> ActionResult:
    """Do the move that was typed.

    :raises OtherPlayersTurn: the match waits for somebody else.
    :raises NoMoveTyped: ``typed`` is empty.
    :raises IncompleteMove: ``typed`` is only the beginning of possible moves.
    :raises BotError: the table refuses the move.
    :raises RuleError: the rules refuse the move.
    """
    token = await _find_token(interaction, table, typed.strip())
    try:
        return await interaction.client.services.tables.play.act(table.id, interaction.user.id, token, None)
    except NotYourTurn as error:
        raise OtherPlayersTurn(name_awaited(table)) from error
    except UnreadableToken as error:
        possible = [move for _, move in await suggest_moves(interaction, table)]
        if not token and possible:
            raise NoMoveTyped(choose_examples(possible)) from None
        if longer := [move for move in possible if move.casefold().startswith(token.casefold())]:
            raise IncompleteMove(token, longer[:MAX_NAMED]) from None
        error.suggestions = choose_examples(possible, token)
        raise


def choose_examples(tokens: Sequence[str], typed: str = "") -> tuple[str, ...]:
    """Return a few of the possible moves: those that begin like the typed one, else of as many kinds as there
    are.
    """
    begun = typed.casefold().split(":")[:2]
    if len(begun) > 1 and (alike := [token for token in tokens if token.split(":")[:2] == begun]):
        return tuple(alike[:MAX_NAMED])
    first_of_kind = {token.partition(":")[0]: token for token in reversed(tokens)}
    kinds = sorted(first_of_kind.values(), key=tokens.index)
    return tuple(dict.fromkeys((*kinds, *tokens)))[:MAX_NAMED]


async def _find_token(interaction: Interaction, table: Table, typed: str) -> str:
    """Return the possible move that was typed, ignoring case, because phones capitalize the first letter."""
    seat = table.seat_for(interaction.user.id)
    if table.match is None or seat is None or typed == typed.casefold():
        return typed
    try:
        match = await interaction.client.services.tables.waiting.foresee(table, seat)
    except WaitingFor:
        return typed
    legal = await asyncio.to_thread(match.legal_actions, seat)
    same = (action.token for action in legal if action.token.casefold() == typed.casefold())
    return next(same, typed)


async def suggest_moves(interaction: Interaction, table: Table) -> list[tuple[str, str]]:
    """Return the person's possible moves, each as words and token; empty if there are none."""
    seat = table.seat_for(interaction.user.id)
    if table.match is None or seat is None:
        return []
    try:
        match = await interaction.client.services.tables.waiting.foresee(table, seat)
    except (BotError, RuleError):
        return []
    # Some hands have thousands of actions, so naming them runs in a thread.
    return await asyncio.to_thread(name_moves, table, match, seat, replies.get_words(interaction))


def name_moves(table: Table, match: Match, seat: int, w: Words) -> list[tuple[str, str]]:
    """Return the legal actions of a seat, each as words and token. Promising ones come first."""
    view, words = make_scene(table, match, seat, w)
    phrase = match.game.texts.phrase
    promising = set[str]() if table.is_unaided else _list_promising(match, seat, view)
    actions = sorted(match.legal_actions(seat), key=lambda action: action.token not in promising)
    return [(f"{action.token} · {phrase(action, view, words)}", action.token) for action in actions]


def _list_promising(match: Match, seat: int, view: ViewLike) -> set[str]:
    """Return the tokens of promising moves of a seat, whose view is given, if the game can tell."""
    shortlist = match.game.players.shortlist
    if shortlist is None:
        return set()
    # A state sampled from what the seat knows reveals nothing else.
    known = match.rules.sample(view, Chance(bytes(32), match.ply))
    return {action.token for action in shortlist(known, seat)}


def name_awaited(table: Table) -> str:
    """Return the names of the players the match waits for."""
    match = require_match(table)
    return ", ".join(table.names[seat] for seat in match.to_act)
