"""Finds possible moves by the words that describe them, and names moves as examples."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence, Set
from functools import cache
from itertools import islice, takewhile
from typing import NamedTuple

from bot.ui.play.spelling import (
    IGNORED_PUNCTUATION,
    count_common_beginning,
    explain_misfit,
    list_connecting_words,
    split_words,
)
from games.core.errors import UnreadableToken

MAX_NAMED_MOVES = 3
"""Maximum number of possible moves named when a typed move can't be made."""
MAX_EXAMPLES = 2
"""Maximum number of examples in words if nothing was typed."""
MAX_EXAMPLE_LENGTH = 40
"""Maximum number of characters of an example, unless all are longer."""
MAX_TRIED_EXAMPLES = 5
"""Maximum number of moves whose words are tried as examples."""
_REMARK_PATTERN = re.compile(r" – .*| \([^()]*\)")
"""Matches what a phrase says about the result of a move or about what is on a space."""
MIN_STEM_LENGTH, MAX_ENDING_LENGTH = 3, 2
"""Minimum number of letters of a word without its ending, and maximum number of letters of an ending."""
LABEL_SEPARATOR = " · "
"""Separates a move's phrase from its token in a label. The phrase is first, because phones cut labels off."""


class DescribedMove(NamedTuple):
    """A possible move and the words by which it can be typed."""

    token: str
    phrase: str
    token_words: Counter[str]
    phrase_words: Counter[str]


def find_matching_moves(
    moves: Sequence[tuple[str, str]], typed: str, readings: Sequence[str] = ()
) -> list[tuple[str, str]]:
    """Return the moves that begin with the typed text, and then those that contain it or its words.

    Words such as *on* that occur in no move are ignored, and the last word may be unfinished.

    :param moves: (label, token) pairs.
    :param readings: the tokens of moves that the text could stand for according to the rules.
    """
    text, needle = normalize_move(typed), typed.casefold().strip()
    described = {*readings, *(_search_words(_describe_moves(moves), typed) if _count_words(typed) else ())}
    begun: list[tuple[str, str]] = []
    others: list[tuple[str, str]] = []
    for label, token in moves:
        if normalize_move(token).startswith(text):
            begun.append((label, token))
        elif needle in label.casefold() or token in described:
            others.append((label, token))
    return begun + others


def _search_words(moves: Sequence[DescribedMove], typed: str) -> list[str]:
    """Return the tokens of the moves that contain the typed words, except those that occur in no move.

    If there are none, the last word may be the beginning of a word.
    """
    known = {word for move in moves for word in (*move.token_words, *move.phrase_words)}

    def keep_words(words: Sequence[str]) -> Counter[str]:
        return Counter([word for word in words if word in known or len(word) == 1 or not word.isalpha()])

    words = _list_words(typed)
    if found := _find_moves(moves, keep_words(words)):
        return found
    *whole, last = words
    kept = keep_words(whole)
    return [
        move.token
        for move in moves
        if kept <= move.phrase_words and any(word.startswith(last) for word in move.phrase_words - kept)
    ]


def find_described_moves(moves: Sequence[tuple[str, str]], typed: str) -> list[str]:
    """Return the tokens of the moves whose token or phrase contains all typed words, in any order.

    A typed word that is in no move may lack its ending, as in *blau* on a button and *Blauen Wurm* in a move.

    :param moves: (label, token) pairs.
    """
    described = _describe_moves(moves)
    known = {word for move in described for word in (*move.token_words, *move.phrase_words)}
    words = Counter(_add_ending(word, known) for word in _list_words(typed))
    return _find_moves(described, words) if words else []


def _add_ending(word: str, known: Collection[str]) -> str:
    """Return the only known word that is the word with an ending, or otherwise the word."""
    if word in known or len(word) < MIN_STEM_LENGTH:
        return word
    longer = [one for one in known if one.startswith(word) and len(one) - len(word) <= MAX_ENDING_LENGTH]
    return longer[0] if len(longer) == 1 else word


def find_begun_moves(moves: Sequence[tuple[str, str]], typed: str) -> list[str]:
    """Return the tokens of the moves whose phrases begin with the typed words.

    :param moves: (label, token) pairs.
    """
    words = split_words(typed)
    phrases = [(token, split_words(get_phrase(label, token))) for label, token in moves]
    return [token for token, phrase in phrases if words and phrase[: len(words)] == words]


def find_named_move(moves: Sequence[tuple[str, str]], typed: str) -> str:
    """Return the token of the only move that a text names completely; empty if there is none or several.

    A text names a move if it is the label or the phrase, whatever its punctuation. It may leave out the words
    with which all phrases begin, and the phrase's remarks. The parts between commas may be in another order.

    :param moves: (label, token) pairs.
    """
    words = _list_words(typed)
    if not words:
        return ""
    text, phrases = typed.casefold().strip(), {token: get_phrase(label, token) for label, token in moves}
    found = {
        token
        for label, token in moves
        if text in (phrases[token].casefold(), label.casefold(), f"{token} {phrases[token]}".casefold())
    }
    if len(found) != 1:
        names, ordered = _index_names(phrases), sorted(words)
        found = names.get(words) or {
            token
            for name, tokens in names.items()
            # Most names have other words, so their phrases needn't be split into parts.
            if len(name) == len(words) and sorted(name) == ordered
            for token in tokens
            if any(_has_same_parts(one, typed) for one in (phrases[token], _drop_remarks(phrases[token])))
        }
    return next(iter(found)) if len(found) == 1 else ""


def _index_names(phrases: Mapping[str, str]) -> dict[tuple[str, ...], set[str]]:
    """Return the tokens of the moves that the words of a text can name.

    :param phrases: the phrases of moves by token.
    """
    names: dict[tuple[str, ...], set[str]] = {}
    wholes = {token: _list_words(phrase) for token, phrase in phrases.items()}
    shared = _count_shared_words(list(wholes.values()))
    for token, whole in wholes.items():
        plain = _drop_remarks(phrases[token])
        plain_words = whole if plain == phrases[token] else _list_words(plain)
        for words in {whole, plain_words, whole[shared:], plain_words[shared:]}:
            names.setdefault(words, set()).add(token)
    return names


def _count_shared_words(phrases: Sequence[Sequence[str]]) -> int:
    """Return the number of words, not numbers or letters, with which all of several phrases begin."""
    if len(phrases) < 2:
        return 0
    columns = zip(*phrases, strict=False)
    shared = takewhile(lambda one: len(set(one)) == 1 and one[0].isalpha() and len(one[0]) > 1, columns)
    return sum(1 for _ in shared)


def _drop_remarks(phrase: str) -> str:
    return _REMARK_PATTERN.sub("", phrase)


def _describe_moves(moves: Sequence[tuple[str, str]]) -> list[DescribedMove]:
    """Return the words of moves, so that each move's words are counted only once for several texts."""
    phrases = [(token, get_phrase(label, token)) for label, token in moves]
    return [DescribedMove(*each, *map(_count_words, each)) for each in phrases]


def _find_moves(moves: Sequence[DescribedMove], words: Counter[str]) -> list[str]:
    return [
        move.token for move in moves if words and (words <= move.token_words or words <= move.phrase_words)
    ]


def get_phrase(label: str, token: str) -> str:
    """Return the phrase in the label of a move."""
    return label.removesuffix(token).removesuffix(LABEL_SEPARATOR)


def _count_words(text: str) -> Counter[str]:
    return Counter(_list_words(text))


def _list_words(text: str) -> tuple[str, ...]:
    """Return the words of a text without punctuation, and without those that only connect other words."""
    words = (word.strip(IGNORED_PUNCTUATION) for word in split_words(text))
    return tuple(word for word in words if word and word not in list_connecting_words())


@cache
def _make_part_gap_pattern() -> re.Pattern[str]:
    """Return the pattern of what separates the parts of a move."""
    words = "|".join(map(re.escape, sorted(list_connecting_words())))
    return re.compile(rf"[,:]|\s(?:{words})\s")


def _has_same_parts(text: str, other: str) -> bool:
    """Return whether two texts have the same parts between commas, colons and connecting words."""
    parts, others = (
        Counter(_list_words(part) for part in _make_part_gap_pattern().split(one.casefold()))
        for one in (text, other)
    )
    return parts == others


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
    phrases = {token: get_phrase(label, token) for label, token in moves}
    names = _index_names(phrases)
    tried_tokens = sorted(
        (token for token in tokens if token in phrases),
        key=lambda token: max(len(phrases[token]), MAX_EXAMPLE_LENGTH),
    )[:MAX_TRIED_EXAMPLES]
    examples = (_name_example(token, phrases[token], names) for token in tried_tokens)
    short = tuple(islice(filter(None, examples), most))
    if short:
        return short
    counts = Counter(phrases.values())
    whole = (phrases[token] for token in tried_tokens if counts[phrases[token]] == 1)
    return tuple(islice(whole, 1)) or tuple(tokens[:MAX_NAMED_MOVES])


def _name_example(token: str, phrase: str, names: Mapping[tuple[str, ...], Set[str]]) -> str:
    """Return a short text that can be typed instead of a move's token, or an empty text if there is none.

    :param names: the tokens of the moves that the words of a text can name.
    """
    if token.isalpha():
        return token
    for text in (_drop_remarks(phrase), phrase):
        if len(text) <= MAX_EXAMPLE_LENGTH and names.get(_list_words(text)) == {token}:
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
