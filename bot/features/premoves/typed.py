"""Prepares moves that are typed with ``/move``."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace

from bot.cogs.common import find_channel_table
from bot.errors.base import BotError
from bot.errors.seats import NotSeated
from bot.features.premoves.pages import PlayerSeat, PreparedPage
from bot.features.premoves.prepared import PreparedMoves, predict_next_turn
from bot.features.premoves.texts import label_possible_move, make_label_scene
from bot.model.table import Table
from bot.tables.running import require_running_match
from bot.ui import replies
from bot.ui.play.move_words import (
    LABEL_SEPARATOR,
    MAX_EXAMPLES,
    explain_unreadable,
    find_matching_moves,
    find_named_move,
    is_written_as_token,
    name_examples,
)
from bot.ui.play.spelling import list_readings
from bot.ui.scenes import make_scene
from bot.ui.services import Interaction
from games.core.errors import RuleError, UnreadableToken
from games.core.match import Match
from games.core.premoves import MoveCondition, PremoveLine, UnreadablePremoves, parse_premoves
from games.players.prospects import TurnPrediction

_ELSE_ASK_PATTERN = re.compile(r"[\s,;]*\belse ask( me)?[\s.]*$", re.IGNORECASE)


class TypedPremoves:
    """Prepares the moves that a player types, and suggests completions."""

    def __init__(self, prepared: PreparedMoves, page: PreparedPage) -> None:
        self._prepared = prepared
        self._page = page

    async def prepare_move(self, interaction: Interaction, move: str, when: str) -> None:
        """Prepare the typed move and show the *Prepared* page.

        If the rules can't read the text, prepare the move that it names in words.
        """
        await replies.acknowledge(interaction)
        player = await _find_own_seat(interaction)
        try:
            await self._add_line(interaction, player, move, when)
        except (UnreadableToken, UnreadablePremoves):
            if is_written_as_token(move) or move.casefold().startswith("if "):
                raise
            moves = await _name_moves(interaction, player, (), move)
            named = await asyncio.to_thread(find_named_move, moves, move)
            if not named:
                raise await asyncio.to_thread(_explain_unread_move, player.match, moves, move) from None
            await self._add_line(interaction, player, named, when)
        await self._page.show_page(interaction, player, replies.get_words(interaction)("Prepared."))

    async def _add_line(self, interaction: Interaction, player: PlayerSeat, move: str, when: str) -> None:
        line = parse_typed_line(player.table, move, when)
        await self._require_known_moves(interaction, player, line)
        await self._prepared.add_line(
            player.table.id, interaction.user.id, player.seat, player.match.seq, line
        )

    async def suggest_moves(self, interaction: Interaction, current: str) -> list[tuple[str, str]]:
        """Return completions of the typed text, each as a label and as the text to type.

        The text may describe a move in words, or consist of tokens, of which the last is completed.
        """
        before, _, last = current.rpartition(" ")
        earlier = _read_typed_moves(before)
        try:
            player = await _find_own_seat(interaction)
            moves = await _name_moves(interaction, player, (), current)
            if not {token for _, token in moves}.intersection(earlier):
                readings = list_readings(player.match, current)
                described = await asyncio.to_thread(find_matching_moves, moves, current, readings)
                if described or not before:
                    return described
            moves = await _name_moves(interaction, player, earlier, current)
        except (BotError, RuleError):
            return []
        completed = await asyncio.to_thread(find_matching_moves, moves, last)
        return [(label, f"{before} {token}") for label, token in completed]

    async def suggest_conditions(self, interaction: Interaction, current: str) -> list[tuple[str, str]]:
        """Return moves that others could make before the user's next turn, as labels and texts to type."""
        try:
            player = await _find_own_seat(interaction)
            prediction = await _predict_next_turn(interaction, player)
        except (BotError, RuleError):
            return []
        w = replies.get_words(interaction)
        return [
            (
                _make_label(label_possible_move(player.table, one, w), one.condition.token_start, current),
                one.condition.to_text(),
            )
            for one in prediction.possible_moves
        ]

    async def _require_known_moves(
        self, interaction: Interaction, player: PlayerSeat, line: PremoveLine
    ) -> None:
        """Require that every move of other players on which a line depends exists in the game.

        :raises UnreadableToken: the typed text is neither a move of the game nor the start of one.
        """
        known = {
            _find_move_kind(one.action.token)
            for one in (await _predict_next_turn(interaction, player)).possible_moves
        }
        for stage in line.stages:
            for condition in stage.conditions:
                if _find_move_kind(condition.token_start) not in known:
                    player.match.rules.read(condition.token_start)


def _find_move_kind(token: str) -> str:
    """Return the first field of a token, which names the kind of move."""
    return re.split("[:>]", token)[0]


async def _find_own_seat(interaction: Interaction) -> PlayerSeat:
    """Return the user's seat at the table of this channel.

    :raises NotSeated: the user has no seat there.
    """
    table = await find_channel_table(interaction)
    match, seat = require_running_match(table), table.find_acting_seat(interaction.user.id)
    if seat is None:
        raise NotSeated
    return PlayerSeat(table, match, seat)


async def _predict_next_turn(
    interaction: Interaction, player: PlayerSeat, plays: tuple[str, ...] = ()
) -> TurnPrediction:
    """Predict the player's next turn, assuming that they have already made ``plays`` in it."""
    position, _ = make_scene(player.table, player.match, player.seat, replies.get_words(interaction))
    return await predict_next_turn(player.table, player.match, position, player.seat, (), plays)


async def _name_moves(
    interaction: Interaction, player: PlayerSeat, plays: tuple[str, ...], typed: str
) -> list[tuple[str, str]]:
    """Return the player's possible moves after ``plays`` in the same turn, as (label, token) pairs."""
    prediction = await _predict_next_turn(interaction, player, plays)
    scene = make_label_scene(player.table, player.seat, replies.get_words(interaction))

    def list_labels() -> list[tuple[str, str]]:
        phrase = player.match.game.texts.describe_action
        return [
            (_make_label(phrase(one.action, one.view, scene), one.action.token, typed), one.action.token)
            for one in prediction.prospects
        ]

    return await asyncio.to_thread(list_labels)


def _explain_unread_move(match: Match, moves: Sequence[tuple[str, str]], typed: str) -> UnreadableToken:
    """Return the error for a text that names no move to prepare, with examples that are similar.

    :param moves: the moves that can be prepared, as (label, token) pairs.
    """
    tokens = [token for _, token in moves]
    error = explain_unreadable(UnreadableToken(typed), typed, tokens, moves)
    if meant := [token for token in list_readings(match, typed) if token in tokens]:
        error.suggestions = name_examples(moves, meant, MAX_EXAMPLES)
    return error


def _make_label(phrase: str, token: str, typed: str) -> str:
    """Return the label of a move. Its token comes first only if the typed text is written like a token."""
    return LABEL_SEPARATOR.join((token, phrase) if is_written_as_token(typed) else (phrase, token))


def _read_typed_moves(text: str) -> tuple[str, ...]:
    """Return the moves typed for the last turn; an empty tuple if the text can't be parsed."""
    try:
        return parse_premoves(text).stages[-1].tokens
    except UnreadablePremoves:
        return ()


def parse_typed_line(table: Table, move: str, when: str = "") -> PremoveLine:
    """Parse a typed line. Moves typed without *if* don't depend on what other players do.

    Conditions refer to players by the names at the table or by seat number.

    :param when: the condition, if it was typed separately.
    :raises UnreadablePremoves: the text can't be read.
    """
    text = _ELSE_ASK_PATTERN.sub("", move.strip())
    if text[:3].casefold() == "if ":
        text = "if " + text[3:]
    first, *later = parse_premoves(_replace_names_with_seats(table, text)).stages
    bare = not text.startswith("if ")
    if when:
        named = parse_premoves(_replace_names_with_seats(table, f"if {when.strip()} then -")).stages[0]
        conditions: tuple[MoveCondition, ...] = (*named.conditions, *first.conditions)
        first = replace(
            first, conditions=conditions, allows_chance=first.allows_chance or named.allows_chance
        )
    if bare or when:
        first = replace(first, allows_anything=True)
    return PremoveLine((first, *later))


def _replace_names_with_seats(table: Table, text: str) -> str:
    """Replace player names after *if* and *&* with seat numbers, longest name first."""
    names = sorted(enumerate(table.names, 1), key=lambda one: -len(one[1]))
    for number, name in names:
        text = re.sub(rf"(\bif |& ){re.escape(name)} ", rf"\g<1>{number} ", text, flags=re.IGNORECASE)
    return text
