"""``/move``: finds and does the move that was typed."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from bot.errors.base import BotError
from bot.errors.playing import IncompleteMove, NoMoveTyped, OtherPlayersTurn, WaitingForAnswers
from bot.model.table import ActionResult, Table
from bot.ui import replies
from bot.ui.ids import MoveChoice
from bot.ui.play.spelling import (
    IGNORED_PUNCTUATION,
    can_parse,
    count_common_beginning,
    explain_meant_move,
    explain_misfit,
    explain_without_extra_words,
    list_spellings,
    split_words,
)
from bot.ui.scenes import make_scene, require_match
from bot.ui.services import Interaction
from games.core.errors import NotYourTurn, RuleError, UnreadableToken
from games.core.match import Match
from games.core.narrow import FieldQuestion, find_next_question, format_pick, list_first_values
from games.core.rng import Chance
from games.core.shapes import ActionLike, ViewLike
from games.core.words import Words

MAX_NAMED_MOVES = 3
"""Maximum number of possible moves named when a typed move can't be made."""
MAX_EXAMPLES = 2
"""Maximum number of examples in words if nothing was typed."""
MAX_EXAMPLE_LENGTH = 40
LABEL_SEPARATOR = " · "
"""Separates a move's phrase from its token in a label. The phrase is first, because phones cut labels off."""


class _DescribedMove(NamedTuple):
    """A possible move and the words by which it can be typed."""

    token: str
    phrase: str
    token_words: Counter[str]
    phrase_words: Counter[str]


async def do_typed_move(interaction: Interaction, table: Table, typed: str) -> ActionResult | MoveChoice:
    """Do the move that was typed, or return the picks that it determines if something is left to choose.

    If the rules can't read the text, do the move that its words describe, if exactly one possible move fits.

    :raises OtherPlayersTurn: the match waits for somebody else.
    :raises NoMoveTyped: ``typed`` is empty.
    :raises IncompleteMove: ``typed`` is only the beginning of possible moves.
    :raises BotError: the table refuses the move.
    :raises RuleError: the rules refuse the move.
    """
    token = await _find_token(interaction, table, typed.strip())
    if isinstance(token, MoveChoice):
        return token
    try:
        return await _do_typed_action(interaction, table, token)
    except UnreadableToken as error:
        moves = await suggest_moves(interaction, table)
        must_equal = _is_explained(error, token)
        described = await asyncio.to_thread(find_described_move, moves, token, must_equal=must_equal)
        if described:
            return await _do_typed_action(interaction, table, described)
        if choice := await asyncio.to_thread(_find_begun_choice, table, interaction.user.id, moves, token):
            return choice
        possible = [move for _, move in moves]
        if not token and possible:
            examples = choose_examples(possible)
            named = await asyncio.to_thread(_name_examples, moves, examples, MAX_EXAMPLES)
            raise NoMoveTyped(named) from None
        if longer := [move for move in possible if _normalize_move(move).startswith(_normalize_move(token))]:
            raise IncompleteMove(token, longer[:MAX_NAMED_MOVES]) from None
        refusal = await asyncio.to_thread(_explain_refusal, table, interaction.user.id, token, error)
        if refusal is not None and not isinstance(refusal, UnreadableToken):
            raise refusal from None
        raise await asyncio.to_thread(explain_unreadable, refusal or error, token, possible, moves) from None


def _find_begun_choice(
    table: Table, user_id: int, moves: Sequence[tuple[str, str]], typed: str
) -> MoveChoice | None:
    """Return the picks shared by moves whose phrases begin with a typed text, if they share more than one.

    :param moves: (label, token) pairs.
    """
    seat, match, words = table.find_acting_seat(user_id), table.match, split_words(typed)
    if match is None or seat is None or not words:
        return None
    begun = {token for label, token in moves if split_words(_get_phrase(label, token))[: len(words)] == words}
    legal_actions = match.legal_actions(seat) if begun else ()
    matching_actions = [action for action in legal_actions if action.token in begun]
    if not matching_actions:
        return None
    choice = _make_choice(table, match, seat, _list_common_picks(match, legal_actions, matching_actions))
    return choice if len(choice.picks) > 1 else None


def _explain_refusal(table: Table, user_id: int, typed: str, error: UnreadableToken) -> RuleError | None:
    """Return why the rules refuse the move that a typed text resembles, if they do.

    :param error: the rules' error about the text.
    """
    seat = table.find_acting_seat(user_id)
    if table.match is None or seat is None:
        return None
    return explain_meant_move(table.match, seat, error) or explain_without_extra_words(
        table.match, seat, typed
    )


async def _do_typed_action(interaction: Interaction, table: Table, token: str) -> ActionResult:
    try:
        play = interaction.client.services.tables.play
        return await play.perform_action(table.id, interaction.user.id, token, None, is_shown=True)
    except NotYourTurn as error:
        raise OtherPlayersTurn(name_awaited_players(table)) from error


def explain_unreadable(
    error: UnreadableToken, typed: str, tokens: Sequence[str], moves: Sequence[tuple[str, str]] = ()
) -> UnreadableToken:
    """Return an error that explains the problem in a typed text and suggests moves as examples.

    :param error: the rules' error. It may already explain the problem.
    :param tokens: the possible moves.
    :param moves: (label, token) pairs of these moves. The examples are written like the typed text: as tokens
        if it begins like one, otherwise in words, which are then as similar as possible.
    """
    explained = _is_explained(error, typed)
    if not explained:
        error = explain_misfit(typed, tokens)
    error.suggestions = choose_examples(tokens, typed)
    if not explained and not any(split_words(token)[0] in split_words(typed)[:1] for token in tokens):
        similar = _find_similar_moves(moves, typed)
        error.suggestions = _name_examples(moves, similar or error.suggestions, 1)
    return error


def _find_similar_moves(moves: Sequence[tuple[str, str]], typed: str) -> tuple[str, ...]:
    """Return the tokens of a few moves whose phrases have the most words in common with a typed text.

    :param moves: (label, token) pairs.
    """
    words = _count_words(typed)
    shared = [(_count_words(_get_phrase(label, token)) & words).total() for label, token in moves]
    most = max(shared, default=0)
    found = [token for (_, token), count in zip(moves, shared, strict=True) if most and count == most]
    return tuple(found[:MAX_NAMED_MOVES])


def _name_examples(moves: Sequence[tuple[str, str]], tokens: Sequence[str], most: int) -> tuple[str, ...]:
    """Return up to ``most`` short phrases that can be typed instead of tokens, or else the tokens.

    :param moves: (label, token) pairs.
    """
    described = _describe_moves(moves)
    wanted = (move for token in tokens for move in described if move.token == token)
    named = (_name_example(move, described) for move in wanted)
    return tuple(islice(filter(None, named), most)) or tuple(tokens)


def _name_example(move: _DescribedMove, moves: Sequence[_DescribedMove]) -> str:
    for text in (re.split(r"[:;–]", move.phrase)[0].strip(), move.phrase.partition(" – ")[0], move.phrase):
        if len(text) <= MAX_EXAMPLE_LENGTH and _find_only_move(moves, text) == move.token:
            return text
    return ""


def _is_explained(error: UnreadableToken, typed: str) -> bool:
    """Return whether the rules' error says more than that a typed text can't be read."""
    return error.message.msgid != UnreadableToken(typed).message.msgid


def choose_examples(tokens: Sequence[str], typed: str = "") -> tuple[str, ...]:
    """Return the tokens of a few possible moves as examples.

    Moves that share the most leading words with the typed text are chosen. If no move shares any, moves of
    different kinds come first.
    """
    shared = [count_common_beginning(split_words(token), split_words(typed)) for token in tokens]
    if most := max(shared, default=0):
        return tuple(token for token, words in zip(tokens, shared, strict=True) if words == most)[
            :MAX_NAMED_MOVES
        ]
    first_of_kind = {token.partition(":")[0]: token for token in reversed(tokens)}
    kinds = sorted(first_of_kind.values(), key=tokens.index)
    return tuple(dict.fromkeys((*kinds, *tokens)))[:MAX_NAMED_MOVES]


def _normalize_move(text: str) -> str:
    return ":".join(split_words(text))


async def _find_token(interaction: Interaction, table: Table, typed: str) -> str | MoveChoice:
    """Return a person's typed move, as :func:`resolve_move` does. Picks are returned as a choice.

    If no such move is possible, return a token that the rules can parse, so that they can explain the reason.
    If no spelling can be parsed, return ``typed``.
    """
    seat = table.find_acting_seat(interaction.user.id)
    if table.match is None or seat is None:
        return typed
    try:
        match = await interaction.client.services.tables.wait_finder.apply_standing_orders(table, seat)
    except WaitingForAnswers:
        return typed
    with suppress(RuleError):
        # Most texts are the token of a suggestion, and need no search among all legal moves.
        return match.check_action(seat, typed).token
    found = await asyncio.to_thread(resolve_move, match, seat, typed)
    return found if isinstance(found, str) else _make_choice(table, match, seat, found)


def _make_choice(table: Table, match: Match, seat: int, picks: tuple[str, ...]) -> MoveChoice:
    """Return a choice in the table's match. It begins with the kind of move, even if only one is possible.

    :param match: the position that is asked about, including predicted answers of others.
    """
    kinds = list_first_values(match.legal_actions(seat))
    picks = (*kinds, *picks) if len(kinds) == 1 else picks
    return MoveChoice(table.id, require_match(table).seq, seat, picks)


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


def search_moves(moves: Sequence[tuple[str, str]], typed: str) -> list[tuple[str, str]]:
    """Return the moves that begin with the typed text, and then those that contain it or all its words.

    :param moves: (label, token) pairs.
    """
    text, needle = _normalize_move(typed), typed.casefold().strip()
    described = set(find_described_moves(moves, typed))
    begun: list[tuple[str, str]] = []
    others: list[tuple[str, str]] = []
    for label, token in moves:
        if _normalize_move(token).startswith(text):
            begun.append((label, token))
        elif needle in label.casefold() or token in described:
            others.append((label, token))
    return begun + others


def find_described_moves(moves: Sequence[tuple[str, str]], typed: str) -> list[str]:
    """Return the tokens of the moves whose token or phrase contains all typed words, in any order.

    :param moves: (label, token) pairs.
    """
    return _find_moves(_describe_moves(moves), typed) if _count_words(typed) else []


def _describe_moves(moves: Sequence[tuple[str, str]]) -> list[_DescribedMove]:
    """Return the words of moves, so that each move's words are counted only once for several texts."""
    phrases = [(token, _get_phrase(label, token)) for label, token in moves]
    return [_DescribedMove(*each, *map(_count_words, each)) for each in phrases]


def _find_moves(moves: Sequence[_DescribedMove], typed: str) -> list[str]:
    words = _count_words(typed)
    return [
        move.token for move in moves if words and (words <= move.token_words or words <= move.phrase_words)
    ]


def _get_phrase(label: str, token: str) -> str:
    return label.removesuffix(token).removesuffix(LABEL_SEPARATOR)


def find_described_move(moves: Sequence[tuple[str, str]], typed: str, *, must_equal: bool = False) -> str:
    """Return the token of the only move that a text describes; empty if there is none or several.

    If several moves contain the typed words, return the move whose phrase equals the text, or else the only
    move whose phrase begins with the text.

    :param moves: (label, token) pairs.
    :param must_equal: whether the text must equal a phrase.
    """
    return _find_only_move(_describe_moves(moves), typed, must_equal=must_equal)


def _find_only_move(moves: Sequence[_DescribedMove], typed: str, *, must_equal: bool = False) -> str:
    words = split_words(typed)
    found = [] if must_equal else _find_moves(moves, typed)
    if len(found) == 1 or not words:
        return "".join(found)
    phrases = {move.token: split_words(move.phrase) for move in moves}
    same = [token for token, phrase in phrases.items() if phrase == words]
    begun = [] if must_equal else [token for token in found if phrases[token][: len(words)] == words]
    return next((tokens[0] for tokens in (same, begun) if len(tokens) == 1), "")


def _count_words(text: str) -> Counter[str]:
    return Counter(filter(None, (word.strip(IGNORED_PUNCTUATION) for word in split_words(text))))


async def suggest_moves(
    interaction: Interaction, table: Table, limit: int | None = None
) -> list[tuple[str, str]]:
    """Return the person's legal moves, at most ``limit``, as (label, token) pairs."""
    seat = table.find_acting_seat(interaction.user.id)
    if table.match is None or seat is None:
        return []
    try:
        match = await interaction.client.services.tables.wait_finder.apply_standing_orders(table, seat)
    except (BotError, RuleError):
        return []
    # Some hands have thousands of actions, so naming and searching them runs in threads.
    return await asyncio.to_thread(name_moves, table, match, seat, replies.get_words(interaction), limit)


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
