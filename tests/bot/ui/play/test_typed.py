"""Every example and suggestion of a move can be typed, however people separate and capitalize words."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from bot.cogs.move import MoveCog
from bot.ui.play import move_words
from bot.ui.play.move_reader import resolve_move
from bot.ui.play.move_words import (
    choose_examples,
    explain_unreadable,
    find_described_moves,
    find_matching_moves,
    name_examples,
)
from bot.ui.play.next_step import explain_token
from bot.ui.play.spelling import explain_refused_text, find_text_without_extra_words, split_words
from bot.ui.refusals import write_refusal
from bot.ui.scenes import make_tableless_scene
from games.core.errors import RuleError, UnreadableToken
from games.core.match import Match
from games.core.narrow import FieldQuestion, find_next_question
from games.core.premoves import parse_premoves
from games.core.protocol import Game
from games.core.words import list_locales, load_words
from games.reef import GAME as REEF
from games.registry import GAMES
from tests.games.reef.build import make_position
from tests.proof.whatif import play_match_to_ply
from tests.support.cases import join_cases
from tests.support.harbour import Harbour, list_buttons
from tests.support.nightly import defer_to_ci
from tests.support.reading import get_reply, read_answer, set_languages
from tools.walks import Case

ROOT = Path(__file__).parents[4]
POSITION_COUNT = 12
"""Approximate number of positions of a match in which moves are typed."""
MAX_ACTIONS_PER_POSITION = 20
"""Approximate number of legal actions to try in a position."""


GAMES_AND_LANGUAGES = list(product(sorted(GAMES), ("en-GB", "de", "nl")))
"""In the suite, each game has one language, and each language at least one game."""


each_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@cache
def list_positions(game: Game) -> list[tuple[Match, int, tuple[Any, ...]]]:
    """Return matches in different positions, each with a seat to act and some of its legal actions."""
    walk = Case(game, min(game.seat_counts), {}, 5, is_rich=True, max_plies=80)
    match, found = walk.begin_match(), []
    for step in walk.match.steps:
        if not match.ply % max(1, walk.match.ply // POSITION_COUNT):
            seat = match.to_act[0]
            legal = match.legal_actions(seat)
            found.append((match, seat, legal[:: max(1, len(legal) // MAX_ACTIONS_PER_POSITION)]))
        match = match.act(step.seat, step.action.token)
    return found


@each_game
def test_every_legal_move_can_be_typed_in_any_spelling_of_its_words(game: Game) -> None:
    for match, seat, actions in list_positions(game):
        for action in actions:
            spaced = " ".join(split_words(action.token))
            for typed in (action.token, action.token.upper(), spaced, f" {spaced.capitalize()}:"):
                assert resolve_move(match, seat, typed) == action.token, typed
                # If the rules accept a text as a token, no other reading is tried, so it must be this move's.
                with suppress(RuleError):
                    assert match.check_action(seat, typed).token == action.token, typed


@each_game
def test_the_beginning_of_a_move_leads_to_the_question_about_the_rest(game: Game) -> None:
    for match, seat, actions in list_positions(game):
        legal = match.legal_actions(seat)
        for action in actions:
            first, *rest = split_words(action.token)
            for count in range(1, len(rest)):
                found = resolve_move(match, seat, " ".join((first, *rest[:count])))
                if isinstance(found, str):
                    assert found == action.token
                else:
                    asked = find_next_question(legal, found, game.field_settings)
                    left = asked.actions if isinstance(asked, FieldQuestion) else (asked,)
                    assert action in left, action.token


@each_game
def test_examples_and_suggestions_begin_like_the_typed_move(game: Game) -> None:
    for match, seat, actions in list_positions(game):
        tokens = [action.token for action in match.legal_actions(seat)]
        moves = [(token, token) for token in tokens]
        for action in actions:
            begun = " ".join(split_words(action.token)[:2])
            alike = [token for token in tokens if split_words(token)[:2] == split_words(begun)]
            found = [token for _, token in find_matching_moves(moves, begun)]
            assert set(found[: len(alike)]) == set(alike), begun
            assert set(choose_examples(tokens, begun)) <= set(alike), begun


@each_game
def test_every_legal_move_is_found_by_the_words_of_its_phrase(game: Game) -> None:
    for match, seat, actions in list_positions(game):
        names = tuple(f"Player {number}" for number in range(match.seat_count))
        view, words = make_tableless_scene(match, names, seat, load_words())
        phrases = {action.token: game.texts.describe_action(action, view, words) for action in actions}
        moves = [(f"{phrase} · {token}", token) for token, phrase in phrases.items()]
        for token, phrase in phrases.items():
            backwards = " ".join(reversed(split_words(phrase)))
            for typed in (phrase, phrase.upper(), backwards):
                assert token in find_described_moves(moves, typed), typed
                assert (f"{phrase} · {token}", token) in find_matching_moves(moves, typed), typed


DICE_MOVES = [
    ("Take the violet 1 · die:v1", "die:v1"),
    ("Take the violet 12 · die:v12", "die:v12"),
    ("Take the red 8 · die:r8", "die:r8"),
]


@join_cases(
    [
        ("violet 1", ["die:v1"]),
        ("1 Violet", ["die:v1"]),
        ("Take the red 8.", ["die:r8"]),
        ("v12", ["die:v12"]),
        ("take", ["die:v1", "die:v12", "die:r8"]),
        ("red", ["die:r8"]),
        ("re", []),
        ("red red", []),
        ("red 1", []),
        ("v1 violet", []),
        ("", []),
        (" , ", []),
    ]
)
def test_a_move_is_described_by_whole_words_of_its_phrase_or_token(typed: str, tokens: list[str]) -> None:
    assert find_described_moves(DICE_MOVES, typed) == tokens


def test_the_list_contains_only_moves_that_match_the_typed_text() -> None:
    assert find_matching_moves(DICE_MOVES, "") == DICE_MOVES
    assert find_matching_moves(DICE_MOVES, "violet 1") == DICE_MOVES[:2]
    assert find_matching_moves(DICE_MOVES, "8 red") == DICE_MOVES[2:]
    assert find_matching_moves(DICE_MOVES, "die r") == DICE_MOVES[2:]
    assert find_matching_moves(DICE_MOVES, "take d1") == []


@each_game
def test_every_example_in_the_documents_is_a_move(game: Game) -> None:
    rules = game.rules[game.version]
    paper = (ROOT / "games" / game.key / "RULES.md").read_text("utf-8")
    table = [line.split(" | ")[0] for line in paper.splitlines() if line.startswith("| `")]
    pages = [
        text
        for locale in list_locales()
        for page in game.texts.list_rules_pages(load_words(locale))
        for text in page.text.split()
    ]
    kinds = {re.split("[:>]", token)[0] for line in table for token in re.findall("`(.*?)`", line)}
    shown = [token for text in (*table, *pages) for token in re.findall("`(.*?)`", text)]
    examples = [token for token in shown if re.split("[:>]", token)[0] in kinds and ":" in token]
    assert {re.split("[:>]", token)[0] for token in examples} >= {one for one in kinds if f"`{one}:" in paper}
    for token in examples:
        assert rules.read(token).token == token


def test_the_documented_example_of_prepared_moves_can_be_typed() -> None:
    paper = (ROOT / "docs" / "playing.md").read_text("utf-8")
    (shown,) = re.findall("`(if Ben .*?)`", paper)
    (stage,) = parse_premoves(shown.replace("Ben", "2")).stages
    for token in stage.tokens:
        assert GAMES["das_riff"].rules[GAMES["das_riff"].version].read(token).token == token


def test_the_documents_say_which_option_of_the_command_to_choose() -> None:
    paper = (ROOT / "docs" / "playing.md").read_text("utf-8")
    assert "Enter `/move` and choose `action`" in paper
    assert MoveCog.move.parameters[0].name == "action"


async def test_typing_only_the_cell_leads_to_the_question_about_payment(harbour: Harbour) -> None:
    await harbour.begin_match()
    person, before = await harbour.find_player(), (await harbour.find_match()).seq
    for typed in ("flip B1", "flip:b1", "Flip B1 "):
        answer = await harbour.type_move(typed, person)
        assert "How will you pay to turn up B1?" in read_answer(answer), typed
        assert any(i.startswith("b:ac") for i in list_buttons(get_reply(answer)))
    assert (await harbour.find_match()).seq == before


async def test_a_typed_cell_that_cannot_be_taken_is_refused_with_the_reason(harbour: Harbour) -> None:
    await harbour.begin_match()
    person = await harbour.find_player()
    told = {
        "take:D8": ("DR-3.1", "D8 is out of reach"),
        "take d8": ("DR-3.1", "D8 is out of reach"),
        "TAKE B1": ("DR-3.3", "B1 is face down"),
        "take D9": ("DR-1.1", "no card D9"),
        "shark a1": ("DR-3.9", "no shark"),
    }
    for typed, (clause, reason) in told.items():
        answer = read_answer(await harbour.type_move(typed, person))
        assert clause in answer and reason in answer, f"{typed}: {answer}"


async def test_a_play_of_coral_reef_typed_in_words_is_refused_with_the_rule_it_breaks(
    harbour: Harbour,
) -> None:
    await harbour.begin_match("coral_reef")
    person, match = await harbour.find_player(), await harbour.find_match()
    legal = {action.token for action in match.legal_actions(match.to_act[0])}
    rank = next(rank for rank in "2345678" if f"play:1:{rank}>{rank}" not in legal)
    pair = f"I read this as “Stack 1: play {rank}, {rank}, with {rank} on top”. "
    for typed, understood in (
        (f"stack 1: {rank}", f"I read this as “Stack 1: play {rank}”. "),
        (f"Stack 1: {rank}, {rank}", pair),
        (f"1: play {rank}, {rank}, with {rank} on top", pair),
    ):
        answer = read_answer(await harbour.type_move(typed, person))
        assert answer.startswith(understood), answer
        assert re.search(r"\(CR-2\.\d\)\.", answer.removeprefix(understood)), answer
    # A text that is a move's token is refused with the rule only.
    answer = read_answer(await harbour.type_move(f"play:1:{rank}>{rank}", person))
    assert "(CR-2." in answer and "read" not in answer, answer
    assert (await harbour.find_match()).seq == match.seq


async def test_words_that_begin_several_moves_lead_to_the_question_about_the_rest(harbour: Harbour) -> None:
    await harbour.begin_match("coral_reef")
    match = await harbour.find_match()
    stacks = Counter(
        action.token.split(":")[1] for action in match.legal_actions(match.to_act[0]) if ":" in action.token
    )
    stack, count = stacks.most_common(1)[0]
    assert count > 1
    answer = read_answer(await harbour.type_move(f"Stack {stack}", await harbour.find_player()))
    assert f"Stack {stack}: which cards" in answer, answer
    assert (await harbour.find_match()).seq == match.seq


async def test_words_that_begin_several_moves_are_understood_before_standing_orders_answer(
    harbour: Harbour,
) -> None:
    await harbour.begin_match()
    match = await harbour.find_match()
    assert match.active_seat is not None and match.active_seat not in match.to_act
    person = await harbour.find_player(match.active_seat)
    answer = await harbour.type_move("Turn up B1", person)
    assert "How will you pay to turn up B1?" in read_answer(answer), read_answer(answer)
    refused = read_answer(await harbour.type_move("flip the card D9", person))
    assert "no card D9" in refused, refused
    assert (await harbour.find_match()).seq == match.seq


@pytest.mark.parametrize(
    ("key", "typed", "shorter_text"),
    [
        ("reef", "take card 99", "take 99"),
        ("reef", "Take the card 99.", "take 99"),
        ("das_riff", "take card A9", "take A9"),
        ("das_riff", "flip the card B9", "flip B9"),
        ("coral_reef", "play stack 99 45 5", "play 99 45 5"),
        ("australis", "take die b9", "die b9"),
    ],
)
def test_extra_words_do_not_change_the_reason(key: str, typed: str, shorter_text: str) -> None:
    for match, seat, _ in list_positions(GAMES[key]):
        words = {split_words(action.token)[0] for action in match.legal_actions(seat)}
        if split_words(shorter_text)[0] in words:
            with pytest.raises(RuleError) as caught:
                match.check_action(seat, str(resolve_move(match, seat, shorter_text)))
            text = find_text_without_extra_words(match, seat, typed)
            assert text is not None
            found = explain_refused_text(match, seat, text)
            assert found is not None
            w = load_words()
            assert write_refusal(found, w) == write_refusal(caught.value, w)
            assert "doesn't fit" not in write_refusal(found, w)
            break
    else:
        raise AssertionError("no position to type it in")


def test_a_possible_move_with_extra_words_is_not_refused_without_them() -> None:
    match, seat, actions = next(
        (match, seat, actions)
        for match, seat, actions in list_positions(REEF)
        if any(action.token.startswith("take:") for action in actions)
    )
    token = next(action.token for action in actions if action.token.startswith("take:"))
    text = find_text_without_extra_words(match, seat, token.replace(":", " card "))
    assert text == token
    assert explain_refused_text(match, seat, token) is None


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("play 3 b3 b3 b3", "Card 3 has two corals: name two spaces, not 3 (RF-2.3)."),
        ("Play 3 B3, B3, B3", "Card 3 has two corals: name two spaces, not 3 (RF-2.3)."),
        ("play 3 b3 z9", "There's no space z9: the spaces are a1 to d4 (RF-2.3)."),
        ("play 99 b3 b3", "There's no card 99: the deck has cards 1 to 60 (RF-1.2)."),
        ("play 30 b3 b3", "Card 30 isn't in your hand (RF-2.3)."),
        ("deck 3", "The point goes onto the open card of the lowest value: card 4 (RF-2.2)."),
        ("play 3 b3 x", "In “play 3 b3 x”, “x” doesn't fit after “play 3 b3”."),
        ("take 4 b3", "“take 4 b3” is too long: a move ends after “take 4”."),
        ("foo", "I can't read “foo” as a move."),
    ],
)
def test_a_mistyped_move_is_refused_with_the_reason_and_a_valid_move(typed: str, reason: str) -> None:
    state = make_position(
        hands=((3, 50), (5, 6)), display=((13, 0), (4, 2), (48, 1)), deck=(31, 32), points=(3, 3)
    )
    match = replace(Match.begin(REEF, 2, {}, bytes(32)), opening_state=state)
    tokens = [action.token for action in match.legal_actions(0)]
    token = resolve_move(match, 0, typed)
    assert isinstance(token, str)
    with pytest.raises(RuleError) as caught:
        match.act(0, token)
    error = caught.value
    if isinstance(error, UnreadableToken):
        error = explain_unreadable(error, token, tokens)
        assert set(error.suggestions) <= set(tokens) and error.suggestions
    assert write_refusal(error, load_words()).startswith(reason)


@pytest.mark.parametrize(
    ("game", "language"),
    defer_to_ci(
        GAMES_AND_LANGUAGES,
        *(case for number, case in enumerate(GAMES_AND_LANGUAGES) if number % 3 != number // 3 % 3),
    ),
)
async def test_a_move_named_as_an_example_can_be_typed(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, game: str, language: str
) -> None:
    await harbour.begin_match(game)
    set_languages(monkeypatch, {}, server=language, others=language)
    for _ in range(3):
        person, before = await harbour.find_player(), (await harbour.find_match()).seq
        examples = re.findall("`([^`]+)`", read_answer(await harbour.type_move(" ", person)))
        assert examples and " " in examples[0], examples
        answer = read_answer(await harbour.type_move(examples[0], person))
        assert (await harbour.find_match()).seq > before or "?" in answer, (examples, answer)


def test_words_of_a_move_that_is_gone_lead_to_similar_moves() -> None:
    tokens = [token for _, token in DICE_MOVES]
    found = explain_unreadable(UnreadableToken("violet 9"), "violet 9", tokens, DICE_MOVES).suggestions
    assert found == ("Take the violet 1",)
    red = explain_unreadable(UnreadableToken("red 9"), "red 9", tokens, DICE_MOVES).suggestions
    assert red == ("Take the red 8",)
    assert explain_unreadable(UnreadableToken("die:x"), "die:x", tokens, DICE_MOVES).suggestions == tuple(
        tokens
    )


async def find_legal_actions(harbour: Harbour) -> tuple[Any, ...]:
    """Return the legal actions of the seat to act."""
    match = await harbour.find_match()
    return match.legal_actions(match.to_act[0])


@pytest.mark.parametrize("phrase", ["Stack 1: play 2, 4, 8, Q, K, with 2 on top", "Take card {n}"])
def test_words_are_answered_with_words_even_if_all_phrases_are_long(phrase: str) -> None:
    moves = [(f"{phrase.format(n=n)}{'!' * n} · play:1:24{n}>2", f"play:1:24{n}>2") for n in range(4)]
    error = explain_unreadable(UnreadableToken("8 a"), "8 a", [token for _, token in moves], moves)
    assert error.suggestions == (phrase.format(n=0),)


def test_a_similar_legal_move_is_named_in_the_style_of_the_typed_text() -> None:
    token, phrase = "play:1:9*2>9", "Stack 1: play 9, 9, with 9 on top"
    for typed, named in (("stack 1: 2 nines", phrase), ("play:1:9,9>9", token)):
        with pytest.raises(UnreadableToken) as caught:
            GAMES["coral_reef"].rules[GAMES["coral_reef"].version].read(typed)
        error = explain_unreadable(caught.value, typed, [token], [(f"{phrase} · {token}", token)])
        assert write_refusal(error, load_words()).startswith(f"Did you mean `{named}`?")


@pytest.mark.parametrize(("key", "typed"), [("das_riff", "take"), ("das_riff", "take C"), ("reef", "take")])
async def test_the_beginning_of_a_move_in_words_is_answered_with_words(
    harbour: Harbour, key: str, typed: str
) -> None:
    await harbour.begin_match(key)
    await harbour.answer_questions()
    while sum(one.token.startswith("take") for one in await find_legal_actions(harbour)) < 2:
        await harbour.play_random_moves(1)
        await harbour.answer_questions()
    person = await harbour.find_player()
    answer = read_answer(await harbour.type_move(typed, person))
    examples = re.findall("`([^`]+)`", answer)
    assert examples and not any(":" in one for one in examples), answer


async def test_autocomplete_offers_only_moves_that_match(harbour: Harbour) -> None:
    await harbour.begin_match()
    person = await harbour.find_player()
    assert await person.autocomplete(harbour.channel, "move", "action", "take:D8") == []
    spaced = await person.autocomplete(harbour.channel, "move", "action", "flip c1")
    assert spaced and all(choice["value"].startswith("flip:C1:") for choice in spaced)


def test_an_outdated_action_is_explained_like_a_typed_one() -> None:
    match = play_match_to_ply(GAMES["reef"], 2, 3, 12, {})
    (seat,), w = match.to_act, load_words()
    legal = match.legal_actions(seat)[0].token
    assert explain_token(match, seat, legal, w) == "" == explain_token(match, seat, "nonsense", w)
    assert "isn't one of the open cards" in explain_token(match, seat, "take:60", w)


def test_examples_count_the_words_of_each_move_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[str] = []

    def count_shared_words(text: str) -> Counter[str]:
        counted.append(text)
        return Counter(split_words(text))

    monkeypatch.setattr(move_words, "_count_words", count_shared_words)
    moves = [(f"Take card {n} · a{n}", f"a{n}") for n in range(100)]
    assert name_examples(moves, ["a0", "a1", "a2"], 2) == ("Take card 0", "Take card 1")
    assert len(counted) <= 2 * len(moves) + 3 * 3

    counted.clear()
    assert find_matching_moves(moves, "") == moves and len(counted) == 1, (
        "an empty text needs no words of moves"
    )
