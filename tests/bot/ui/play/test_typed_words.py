"""Words that name a move make it, however they are written, and other words never make a move."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from gettext import NullTranslations
from itertools import chain, product, takewhile
from random import Random
from typing import Any

import pytest

from bot.errors.base import TableError
from bot.ui.ids import MoveChoice
from bot.ui.play import move_reader, spelling
from bot.ui.play.move_reader import PlayerPosition, name_moves, name_refused_move, read_move
from bot.ui.play.move_words import find_described_moves, find_matching_moves, get_phrase
from bot.ui.play.spelling import explain_refused_text, list_readings, split_words
from bot.ui.refusals import write_refusal
from games.coral_reef.actions import PlayCorals, read_action
from games.coral_reef.notation import make_position
from games.core.errors import RuleError
from games.core.match import Match
from games.core.narrow import FieldQuestion, filter_by_first_value, find_next_question
from games.core.protocol import Game
from games.core.words import Words, list_locales, load_words
from games.registry import GAMES
from tests.support.nightly import defer_to_ci
from tests.support.short_boards import make_plain_table
from tools.walks import Case

POSITION_COUNT = 6
"""Approximate number of positions of a match in which moves are typed."""
MOVES_PER_POSITION = 6
"""Maximum number of moves typed in a position."""
WRONG_MOVES_PER_POSITION = 10
"""Maximum number of impossible moves typed in a position."""
AND_BY_LANGUAGE = {"en": "and", "de": "und", "nl": "en"}

ON_STACK_BY_LANGUAGE = {"en": "on stack", "de": "auf Stapel", "nl": "op stapel"}
TWO_NINES_BY_LANGUAGE = {"en": "two nines", "de": "zwei Neunen", "nl": "twee negens"}

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
GAMES_AND_LANGUAGES = list(product(sorted(GAMES), sorted(list_locales())))
"""In the suite, each game has one language, and each language at least one game."""
each_game_and_language = pytest.mark.parametrize(
    ("key", "language"),
    defer_to_ci(
        GAMES_AND_LANGUAGES,
        *(case for number, case in enumerate(GAMES_AND_LANGUAGES) if number % 3 != number // 3 % 3),
    ),
)


def list_positions(game: Game) -> Iterator[tuple[Any, PlayerPosition]]:
    """Yield tables with positions of a random match, and the seat to act."""
    walk = Case(game, min(game.seat_counts), {}, 8, is_rich=True, max_plies=90)
    match = walk.begin_match()
    for step in walk.match.steps:
        if not match.ply % max(1, walk.match.ply // POSITION_COUNT):
            yield make_plain_table(match), PlayerPosition(match, match.to_act[0])
        match = match.act(step.seat, step.action.token)


def name_positions(
    monkeypatch: pytest.MonkeyPatch, game: Game, w: Words
) -> Iterator[tuple[Any, PlayerPosition, list[tuple[str, str]]]]:
    """Yield tables with positions, the seat to act and its named moves, which are named only once."""
    for table, position in list_positions(game):
        moves = name_moves(table, *position, w)
        monkeypatch.setattr(move_reader, "name_moves", lambda *_, moves=moves: moves)
        yield table, position, moves


def list_parts(text: str) -> list[list[str]]:
    """Return the words between commas, colons and *and*, which may also be left over at the end."""
    parts = re.split(rf"[,:]|\s(?:{'|'.join(AND_BY_LANGUAGE.values())})(?=\s|$)", text.casefold())
    return [words for part in parts if (words := re.findall(r"[^\s,.:;!?()–·]+", part))]


def says_same(text: str, phrase: str) -> bool:
    """Return whether two texts have the same words in the same order, except that of the parts of a list."""
    one, other = list_parts(text), list_parts(phrase)
    return sorted(one) == sorted(other) or [*chain(*one)] == [*chain(*other)]


def drop_remarks(phrase: str) -> str:
    return re.sub(r" – .*| \([^()]*\)", "", phrase)


def list_reordered_variants(key: str, token: str, phrase: str, language: str) -> Iterator[str]:
    """Yield other ways to say a move, with its cards, corals or worms in another order."""
    action = read_action(token) if key == "coral_reef" else None
    if isinstance(action, PlayCorals):
        if len(action.corals) == 1 or "t" in action.corals:
            return
        others = action.corals.replace(action.top, "", 1)
        named, onto = ", ".join(others[::-1]).upper(), f"{ON_STACK_BY_LANGUAGE[language]} {action.stack + 1}"
        yield f"{named}, {action.top} {onto}"
        yield f"{named} {AND_BY_LANGUAGE[language]} {action.top} {onto}"
        yield re.sub(r"(?<=: )(play )?\w(, \w\b)+", rf"\g<1>{named}, {action.top}", phrase)
        if action.corals == "99":
            yield f"{TWO_NINES_BY_LANGUAGE[language]} {onto}"
        return
    for listed in re.findall(r"\d+ \w+(?:(?:,| \w+) \d+ \w+)+", phrase):
        items = re.findall(r"\d+ \w+", listed)
        yield phrase.replace(listed, ", ".join(reversed(items)))
        yield phrase.replace(listed, f" {AND_BY_LANGUAGE[language]} ".join(reversed(items)))
    head, _, tail = drop_remarks(phrase).partition(": ")
    if ", " in tail:
        yield f"{head}: {', '.join(reversed(tail.split(', ')))}"


def list_plain_variants(phrase: str, language: str) -> Iterator[str]:
    """Yield the ways in which the same words can be written."""
    yield from (phrase, phrase.upper(), f" {phrase.casefold()}.", phrase.replace(",", ""), f"„{phrase}“")
    head, comma, tail = phrase.rpartition(", ")
    if comma:
        yield f"{head} {AND_BY_LANGUAGE[language]} {tail}"


def read(table: Any, position: PlayerPosition, typed: str, w: Words) -> str | MoveChoice | None:
    """Return what a text is read as, or ``None`` if it is refused."""
    try:
        token = read_move(table, position, typed, w)
    except (RuleError, TableError):
        return None
    if isinstance(token, str) and token not in {
        one.token for one in position.match.legal_actions(position.seat)
    }:
        return None
    return token


def list_led_to(position: PlayerPosition, found: str | MoveChoice | None) -> set[str]:
    """Return the tokens of the moves that a text is read as, asks about or asks to confirm."""
    if not isinstance(found, MoveChoice):
        return set() if found is None else {found}
    match, seat = position
    kind, *picks = found.picks
    left = filter_by_first_value(match.legal_actions(seat), kind)
    asked = find_next_question(left, picks, match.game.field_settings)
    return {action.token for action in (asked.actions if isinstance(asked, FieldQuestion) else (asked,))}


def choose(chance: Random, items: Sequence[Any], most: int = MOVES_PER_POSITION) -> list[Any]:
    return chance.sample(list(items), min(most, len(items)))


def choose_distinct_moves(chance: Random, moves: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
    """Yield the labels, tokens and phrases of some moves, except those with the phrase of another move.

    Two long phrases can be cut off in the same way.
    """
    counts = Counter(get_phrase(*move) for move in moves)
    for label, token in choose(chance, moves):
        phrase = get_phrase(label, token)
        if counts[phrase] == 1:
            yield label, token, phrase


@each_game_and_language
def test_a_move_is_made_by_its_words_however_they_are_written(
    monkeypatch: pytest.MonkeyPatch, key: str, language: str
) -> None:
    w, chance, typed_count = load_words(language), Random(1), 0
    for table, position, moves in name_positions(monkeypatch, GAMES[key], w):
        for label, token, phrase in choose_distinct_moves(chance, moves):
            for typed in (label, f"{token} {phrase}", *list_plain_variants(phrase, language)):
                assert read(table, position, typed, w) == token, typed
                typed_count += 1
    assert typed_count > 50


@each_game_and_language
def test_a_move_is_offered_for_its_words_in_another_order(
    monkeypatch: pytest.MonkeyPatch, key: str, language: str
) -> None:
    w, chance, reordered_count = load_words(language), Random(2), 0
    for table, position, moves in name_positions(monkeypatch, GAMES[key], w):
        for label, token, phrase in choose_distinct_moves(chance, moves):
            for typed in list_reordered_variants(key, token, phrase, language):
                assert token in list_led_to(position, read(table, position, typed, w)), typed
                found = find_matching_moves(moves, typed, list_readings(position.match, typed))
                assert (label, token) in found, typed
                reordered_count += 1
    assert reordered_count


@each_game_and_language
def test_words_that_name_no_possible_move_never_make_one(
    monkeypatch: pytest.MonkeyPatch, key: str, language: str
) -> None:
    w, chance, question_count = load_words(language), Random(3), 0
    positions = list(name_positions(monkeypatch, GAMES[key], w))
    every = sorted({(get_phrase(*move), move[1]) for *_, moves in positions for move in moves})
    for table, position, moves in positions:
        monkeypatch.setattr(move_reader, "name_moves", lambda *_, moves=moves: moves)
        phrases = {token: get_phrase(label, token) for label, token in moves}
        columns = zip(*(phrase.split() for phrase in phrases.values()), strict=False)
        beginning = [column[0] for column in takewhile(lambda column: len(set(column)) == 1, columns)]
        for phrase, token in choose(chance, every, WRONG_MOVES_PER_POSITION):
            words = phrase.split()
            texts = (
                phrase,
                re.sub(r"\d", lambda digit: chance.choice("12345678"), phrase),
                re.sub(r"\d", lambda digit: chance.choice("12345678"), token.replace(":", " ")),
                " ".join(word for word in words if chance.random() < 0.7),
                " ".join(chance.sample(words, len(words))),
            )
            for typed in texts:
                found = read(table, position, typed, w)
                question_count += isinstance(found, MoveChoice)
                if isinstance(found, str) and split_words(typed) != split_words(found):
                    spoken = typed, " ".join((*beginning, typed))
                    own = phrases[found], drop_remarks(phrases[found])
                    assert any(map(says_same, *zip(*product(spoken, own), strict=True))), f"{typed}: {own}"
    assert question_count


@each_game
def test_a_refused_guess_is_named_in_words(game: Game) -> None:
    w, chance, named_count = load_words(), Random(4), 0
    positions = list(list_positions(game))
    tokens = sorted({one.token for _, (match, seat) in positions for one in match.legal_actions(seat)})
    for table, (match, seat) in positions:
        for token in choose(chance, tokens, WRONG_MOVES_PER_POSITION):
            refusal = explain_refused_text(match, seat, token)
            if refusal is not None:
                named = name_refused_move(table, PlayerPosition(match, seat), token, refusal, w)
                assert "I read this as" in write_refusal(named, w), token
                named_count += 1
    assert named_count


def test_connecting_words_come_from_the_catalogues(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(AND_BY_LANGUAGE.values()) <= spelling.list_connecting_words()

    class French(NullTranslations):
        def gettext(self, message: str) -> str:
            return message.replace(" and ", " et ")

    monkeypatch.setattr(spelling, "list_locales", lambda: ("fr",))
    monkeypatch.setattr(spelling, "load_words", lambda locale: Words(locale, French()))
    assert spelling.list_connecting_words.__wrapped__() == {*spelling.CONNECTING_SIGNS, "et"}


@pytest.mark.parametrize(
    ("typed", "tokens"),
    [
        ("blau", ["worm:b"]),
        ("wurm rot", ["worm:r"]),
        ("ro", []),
        ("blauäugig", []),
        ("wei", []),
        ("rotes", []),
    ],
)
def test_a_typed_word_may_lack_its_ending(typed: str, tokens: list[str]) -> None:
    w = load_words("de")
    phrases = {"worm:r": "Take a red worm", "worm:b": "Take a blue worm", "worm:w": "Take a white worm"}
    moves = [(f"{w(phrase)} · {token}", token) for token, phrase in phrases.items()]
    assert find_described_moves(moves, typed) == tokens


def test_cards_without_a_stack_are_read_for_a_later_stack_that_needs_them() -> None:
    game, state = GAMES["coral_reef"], make_position("557", "6", stacks="9 9 9 9 9t")
    match = replace(Match.begin(game, 2, {}, bytes(32)), opening_state=state)
    choice = read_move(make_plain_table(match), PlayerPosition(match, 0), "2 fives", load_words())
    assert isinstance(choice, MoveChoice), "the only play is on the fifth stack"
