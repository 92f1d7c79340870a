"""Reads a typed move: as the move that it names, or as a guess that the player must confirm."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from bot.errors.playing import GuessedMoveRefused, IncompleteMove, NoMoveTyped
from bot.model.table import Table
from bot.ui.ids import MoveChoice
from bot.ui.play.move_words import (
    LABEL_SEPARATOR,
    MAX_EXAMPLES,
    MAX_NAMED_MOVES,
    choose_examples,
    explain_unreadable,
    find_begun_moves,
    find_described_moves,
    find_named_move,
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
from games.core.errors import NoSuchPlace, RuleError, UnreadableToken
from games.core.match import Match
from games.core.narrow import FieldQuestion, find_next_question, format_pick, list_first_values
from games.core.rng import Chance
from games.core.shapes import ActionLike, ViewLike
from games.core.words import Words


class PlayerPosition(NamedTuple):
    """A match after standing orders have answered the questions to other players, and the seat to act."""

    match: Match
    seat: int


class _UnreadText(NamedTuple):
    """A typed text that the rules can't read, and the moves that it resembles."""

    typed: str
    error: UnreadableToken
    """The rules' error about the text."""
    guesses: list[str]
    """Tokens that the text resembles. Their moves may be impossible."""
    meant: list[str]
    """The possible moves that the text could mean according to the rules."""


def read_move(table: Table, position: PlayerPosition, typed: str, w: Words) -> str | MoveChoice:
    """Return the token of the move that a text names, or the picks of the moves that it could mean.

    Only a move's token, label or whole phrase names it. Other words are a guess, even if they fit one move
    only, so they lead to the question about the rest or to a confirmation.

    If the rules can parse the text but forbid the move, return its token, so that they explain the reason.

    :raises NoMoveTyped: ``typed`` is empty.
    :raises IncompleteMove: ``typed`` is only the beginning of possible moves.
    :raises RuleError: the rules can't read the text, or refuse the move that it resembles.
    """
    match, seat = position
    with suppress(RuleError):
        # Most texts are the token of a suggestion, and need no search among all legal moves.
        return match.check_action(seat, typed).token
    token = resolve_move(match, seat, typed)
    if not isinstance(token, str):
        return _make_choice(table, position, token)
    error = explain_refused_text(match, seat, token)
    if not isinstance(error, UnreadableToken):
        return token
    moves = name_moves(table, match, seat, w)
    if named := find_named_move(moves, token):
        return named
    unread = _examine_text(position, token, error)
    if choice := _find_common_choice(table, position, set(_list_fitting_tokens(moves, unread))):
        return choice
    raise _explain_unread_text(table, position, moves, unread, w)


def _examine_text(position: PlayerPosition, typed: str, error: UnreadableToken) -> _UnreadText:
    """Find the moves that a typed text resembles.

    :param error: the rules' error about the text.
    """
    found = (find_meant_move(error), find_text_without_extra_words(*position, typed))
    guesses = [guess for guess in found if guess is not None]
    meant = _filter_possible(position, guesses) or _filter_possible(position, error.readings)
    return _UnreadText(typed, error, guesses, meant)


def _filter_possible(position: PlayerPosition, tokens: Iterable[str]) -> list[str]:
    return [token for token in tokens if explain_refused_text(*position, token) is None]


def _list_fitting_tokens(moves: Sequence[tuple[str, str]], unread: _UnreadText) -> Sequence[str]:
    """Return the possible moves that a text could mean according to the rules, or else by its words.

    :param moves: the possible moves as (label, token) pairs.
    """
    if unread.meant or unread.error.readings or is_explained(unread.error, unread.typed):
        return unread.meant
    described = find_described_moves(moves, unread.typed)
    return described if len(described) == 1 else find_begun_moves(moves, unread.typed)


def _find_common_choice(table: Table, position: PlayerPosition, tokens: Collection[str]) -> MoveChoice | None:
    """Return the picks shared by some possible moves, unless these only say what kind of move it is."""
    legal_actions = position.match.legal_actions(position.seat) if tokens else ()
    matching_actions = [action for action in legal_actions if action.token in tokens]
    if not matching_actions:
        return None
    picks = _list_common_picks(position.match, legal_actions, matching_actions)
    choice = _make_choice(table, position, picks)
    return choice if len(choice.picks) > 1 or len(matching_actions) == 1 else None


def _explain_unread_text(
    table: Table, position: PlayerPosition, moves: Sequence[tuple[str, str]], unread: _UnreadText, w: Words
) -> Exception:
    """Return the error that explains why a text names no possible move, with examples of possible moves.

    :param moves: the possible moves as (label, token) pairs.
    """
    typed, error, guesses, meant = unread
    possible = [token for _, token in moves]
    if not typed and possible:
        return NoMoveTyped(name_examples(moves, choose_examples(possible), MAX_EXAMPLES))
    longer = meant or [token for token in possible if normalize_move(token).startswith(normalize_move(typed))]
    if longer:
        if not is_written_as_token(typed):
            longer = list(name_examples(moves, longer, MAX_EXAMPLES))
        return IncompleteMove(typed, longer[:MAX_NAMED_MOVES])
    refusal = _explain_refusal(table, position, guesses, error.readings, w)
    if refusal is not None and not isinstance(refusal, UnreadableToken):
        return refusal
    return explain_unreadable(refusal or error, typed, possible, moves)


def _explain_refusal(
    table: Table, position: PlayerPosition, guesses: Sequence[str], readings: Sequence[str], w: Words
) -> RuleError | None:
    """Return why the rules refuse the move that a typed text resembles, if they do.

    The player didn't type that move, so the refusal names it.
    """
    for guess in guesses:
        refusal = explain_refused_text(*position, guess)
        if refusal is not None:
            is_read = not isinstance(refusal, UnreadableToken)
            return name_refused_move(table, position, guess, refusal, w) if is_read else refusal
    found = [explain_refused_text(*position, text) for text in readings]
    known = [one for one in found if one is not None]
    if not known or None in found:
        return None
    refusals = [one for one in known if not isinstance(one, NoSuchPlace)] or known
    first = refusals[0]
    if len(readings) == 1:
        return name_refused_move(table, position, readings[0], first, w)
    message = first.general_message or first.message
    if any((one.general_message or one.message) != message for one in refusals):
        return None
    return RuleError(message.msgid, first.clause, **message.values) if first.general_message else first


def name_refused_move(
    table: Table, position: PlayerPosition, token: str, refusal: RuleError, w: Words
) -> RuleError:
    """Return a refusal that names the move, or the refusal itself if the move has no phrase."""
    match, seat = position
    view, words = make_scene(table, match, seat, w)
    try:
        phrase = match.game.texts.describe_action(match.rules.read(token), view, escape_scene(words))
    except LookupError:
        # Phrases are written for possible moves. For another one, a phrase can look up a missing piece.
        return refusal
    return GuessedMoveRefused(phrase, refusal)


def _make_choice(table: Table, position: PlayerPosition, picks: tuple[str, ...]) -> MoveChoice:
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
        return _list_common_picks(match, legal_actions, matching_actions)
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
