"""Finds possible moves by the words that describe them, and names moves as examples."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from bot.ui.play.spelling import IGNORED_PUNCTUATION, count_common_beginning, explain_misfit, split_words
from games.core.errors import UnreadableToken

MAX_NAMED_MOVES = 3
"""Maximum number of possible moves named when a typed move can't be made."""
MAX_EXAMPLES = 2
"""Maximum number of examples in words if nothing was typed."""
MAX_EXAMPLE_LENGTH = 40
"""Maximum number of characters of an example, unless all are longer."""
MAX_TRIED_EXAMPLES = 5
"""Maximum number of moves that are compared with all others to find out whether their words can be typed."""
LABEL_SEPARATOR = " · "
"""Separates a move's phrase from its token in a label. The phrase is first, because phones cut labels off."""


class DescribedMove(NamedTuple):
    """A possible move and the words by which it can be typed."""

    token: str
    phrase: str
    token_words: Counter[str]
    phrase_words: Counter[str]


def search_moves(moves: Sequence[tuple[str, str]], typed: str) -> list[tuple[str, str]]:
    """Return the moves that begin with the typed text, and then those that contain it or all its words.

    :param moves: (label, token) pairs.
    """
    text, needle = normalize_move(typed), typed.casefold().strip()
    described = set(find_described_moves(moves, typed))
    begun: list[tuple[str, str]] = []
    others: list[tuple[str, str]] = []
    for label, token in moves:
        if normalize_move(token).startswith(text):
            begun.append((label, token))
        elif needle in label.casefold() or token in described:
            others.append((label, token))
    return begun + others


def find_described_moves(moves: Sequence[tuple[str, str]], typed: str) -> list[str]:
    """Return the tokens of the moves whose token or phrase contains all typed words, in any order.

    :param moves: (label, token) pairs.
    """
    return _find_moves(_describe_moves(moves), typed) if _count_words(typed) else []


def find_described_move(
    moves: Sequence[tuple[str, str]], typed: str, *, needs_exact_phrase: bool = False
) -> str:
    """Return the token of the only move that a text describes; empty if there is none or several.

    If several moves contain the typed words, return the move whose phrase equals the text, or else the only
    move whose phrase begins with the text.

    :param moves: (label, token) pairs.
    :param needs_exact_phrase: whether only a move whose phrase equals the text is returned.
    """
    return _find_only_move(_describe_moves(moves), typed, needs_exact_phrase=needs_exact_phrase)


def _describe_moves(moves: Sequence[tuple[str, str]]) -> list[DescribedMove]:
    """Return the words of moves, so that each move's words are counted only once for several texts."""
    phrases = [(token, get_phrase(label, token)) for label, token in moves]
    return [DescribedMove(*each, *map(_count_words, each)) for each in phrases]


def _find_moves(moves: Sequence[DescribedMove], typed: str) -> list[str]:
    words = _count_words(typed)
    return [
        move.token for move in moves if words and (words <= move.token_words or words <= move.phrase_words)
    ]


def _find_only_move(moves: Sequence[DescribedMove], typed: str, *, needs_exact_phrase: bool = False) -> str:
    words = split_words(typed)
    found = [] if needs_exact_phrase else _find_moves(moves, typed)
    if len(found) == 1 or not words:
        return "".join(found)
    phrases = {move.token: split_words(move.phrase) for move in moves}
    same = [token for token, phrase in phrases.items() if phrase == words]
    begun = [] if needs_exact_phrase else [token for token in found if phrases[token][: len(words)] == words]
    return next((tokens[0] for tokens in (same, begun) if len(tokens) == 1), "")


def get_phrase(label: str, token: str) -> str:
    """Return the phrase in the label of a move."""
    return label.removesuffix(token).removesuffix(LABEL_SEPARATOR)


def _count_words(text: str) -> Counter[str]:
    return Counter(filter(None, (word.strip(IGNORED_PUNCTUATION) for word in split_words(text))))


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


def name_examples(moves: Sequence[tuple[str, str]], tokens: Sequence[str], most: int) -> tuple[str, ...]:
    """Return up to ``most`` short phrases that can be typed instead of tokens.

    If no phrase is short, return the shortest. If none can be typed, return a few of the tokens.

    :param moves: (label, token) pairs.
    """
    described = _describe_moves(moves)
    by_token = {move.token: move for move in described}
    tried_moves = sorted(
        (by_token[token] for token in tokens if token in by_token),
        key=lambda move: max(len(move.phrase), MAX_EXAMPLE_LENGTH),
    )[:MAX_TRIED_EXAMPLES]
    short = tuple(islice(filter(None, (_name_example(move, described) for move in tried_moves)), most))
    if short:
        return short
    whole = (move.phrase for move in tried_moves if _find_only_move(described, move.phrase) == move.token)
    return tuple(islice(whole, 1)) or tuple(tokens[:MAX_NAMED_MOVES])


def _name_example(move: DescribedMove, moves: Sequence[DescribedMove]) -> str:
    """Return a short text that can be typed instead of a move's token, or an empty text if there is none."""
    if move.token.isalpha():
        return move.token
    for text in (re.split(r"[:;–]", move.phrase)[0].strip(), move.phrase.partition(" – ")[0], move.phrase):
        if len(text) <= MAX_EXAMPLE_LENGTH and _find_only_move(moves, text) == move.token:
            return text
    return ""


def _find_similar_moves(moves: Sequence[tuple[str, str]], typed: str) -> tuple[str, ...]:
    """Return the tokens of the moves whose phrases have the most words in common with a typed text.

    :param moves: (label, token) pairs.
    """
    words = _count_words(typed)
    shared = [(_count_words(get_phrase(label, token)) & words).total() for label, token in moves]
    most = max(shared, default=0)
    return tuple(token for (_, token), count in zip(moves, shared, strict=True) if most and count == most)


def explain_unreadable(
    error: UnreadableToken, typed: str, tokens: Sequence[str], moves: Sequence[tuple[str, str]] = ()
) -> UnreadableToken:
    """Return an error that explains the problem in a typed text and suggests moves as examples.

    :param error: the rules' error. It may already explain the problem.
    :param tokens: the possible moves.
    :param moves: (label, token) pairs of these moves. The examples are written like the typed text: as tokens
        if it is, otherwise in words, which are then as similar as possible.
    """
    in_words = not is_written_as_token(typed)
    if not is_explained(error, typed):
        error = explain_misfit(typed, tokens)
    error.suggestions = choose_examples(tokens, typed)
    if in_words:
        error.suggestions = name_examples(moves, _find_similar_moves(moves, typed) or error.suggestions, 1)
        for label, token in moves:
            if token == error.message.values.get("meant"):
                error.message.values["meant"] = get_phrase(label, token)
    return error


def is_written_as_token(typed: str) -> bool:
    """Return whether a typed text is written like a token, such as ``play:2:45>5``, and not in words."""
    return re.search(r"\w[:>]\S", typed) is not None


def is_explained(error: UnreadableToken, typed: str) -> bool:
    """Return whether the rules' error says more than that a typed text can't be read."""
    return error.message.msgid != UnreadableToken(typed).message.msgid


def normalize_move(text: str) -> str:
    """Return a typed move or a token in lower case, with colons between its words."""
    return ":".join(split_words(text))
