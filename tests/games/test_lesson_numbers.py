"""In a lesson, the numbers in praise and in explanations of wrong answers are those of the rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple

import pytest

import games.australis.parts as australis
import games.australis.score as australis_score
import games.coral_reef.parts as coral_reef
import games.das_riff.parts as das_riff
import games.reef.parts as reef
from games.core.errors import RuleError
from games.core.gate import apply_token
from games.core.lesson import (
    LEARNER_SEAT,
    LESSON_KEY,
    check_answer,
    list_offered_actions,
)
from games.core.protocol import Game, GenericGame
from games.core.rng import Chance
from games.core.words import load_words
from games.das_riff.river import FLIP_PRICE, get_price
from games.reef.matching import score_card
from games.reef.stacks import STACK_HEIGHTS, TOP_COLOURS
from games.registry import GAMES

NUMBER_WORDS: Final = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
NUMBER_PATTERN: Final = re.compile(rf"(?<![\w−-])\d+\b|\b(?:{'|'.join(NUMBER_WORDS)})\b", re.IGNORECASE)
"""Matches numbers, but not cells such as B1. “One” isn't matched, because it's often a pronoun."""
EQUATION_PATTERN: Final = re.compile(r"(\d+(?: [+−] \d+)+) = (\d+)")


class Answer(NamedTuple):
    """An answer to a lesson's task, with the positions before and after it."""

    before: Any
    after: Any
    action: Any


def name_value(value: Any) -> str:
    return str(value.key) if isinstance(value, GenericGame) else str(value)


def find_rules(game: Game) -> Any:
    return game.rules[game.version]


def read_numbers(text: str) -> list[int]:
    return [
        int(found) if found.isdigit() else NUMBER_WORDS.index(found.lower()) + 2
        for found in NUMBER_PATTERN.findall(text)
    ]


def sum_signed(terms: str) -> int:
    return sum(int(term.replace("−", "-").replace(" ", "")) for term in re.findall(r"(?:[+−] )?\d+", terms))


def count_payment(answer: Answer) -> int:
    before, after = (state.reefs[LEARNER_SEAT] for state in (answer.before, answer.after))
    return int(sum(before.worms) + before.pearls - sum(after.worms) - after.pearls)


def list_price_of_unaffordable_card(answer: Answer) -> list[int]:
    """Return the price of B1, which must exceed what the learner has left."""
    own = answer.after.reefs[LEARNER_SEAT]
    price = get_price(LEARNER_SEAT, das_riff.parse_cell("B1"), answer.after.turn.flipped)
    assert own.worms[das_riff.Colour.GREEN] + own.pearls < price
    return [price]


def list_sum_numbers(answer: Answer) -> list[int]:
    """Return the values of the played corals, in any order, and the number that the stack needed."""
    target = coral_reef.TARGET_BY_CARD[answer.before.stacks[answer.action.stack][-1]]
    values = [abs(coral_reef.RANK_VALUES[letter]) for letter in answer.action.corals]
    assert sum(coral_reef.RANK_VALUES[letter] for letter in answer.action.corals) == target
    return [*values, target]


def find_next_target(answer: Answer) -> int:
    return coral_reef.RANK_TARGETS[answer.action.top]


def check_single_coral(answer: Answer) -> list[int]:
    assert len(answer.action.corals) == 1
    return []


def count_fish(answer: Answer) -> int:
    before, after = (state.boards[LEARNER_SEAT].fish for state in (answer.before, answer.after))
    return int(after - before)


def score_australis_school(state: Any) -> int:
    board = state.boards[LEARNER_SEAT]
    return australis_score.score_school(len(board.food), board.fish)


def list_last_die_numbers(answer: Answer) -> list[int]:
    """Return the numbers of the wrong last die, compared to those of the right one."""
    after = answer.after.boards[LEARNER_SEAT]
    level = australis_score.find_school_level(len(after.food), after.fish)
    new, old = score_australis_school(answer.after), score_australis_school(answer.before)
    blue = apply_token(find_rules(GAMES["australis"]), answer.before, LEARNER_SEAT, "die:b5", make_chance())
    gain = count_spaces(Answer(answer.before, blue.state, blue.action))
    assert score_australis_school(blue.state) == old and gain > new - old
    return [len(after.food), australis.SCHOOL_FISH[level - 1], after.fish, new, old, new - old, gain]


def list_school_numbers(answer: Answer) -> list[int]:
    """Return the number of fish, what they score, and the number of fish of the next level."""
    board = answer.after.boards[LEARNER_SEAT]
    level = australis_score.find_school_level(len(board.food), board.fish)
    assert score_australis_school(answer.before) == score_australis_school(answer.after)
    return [board.fish, score_australis_school(answer.after), australis.SCHOOL_FISH[level]]


def count_spaces(answer: Answer) -> int:
    before, after = (state.boards[LEARNER_SEAT].space for state in (answer.before, answer.after))
    return int(after - before)


def list_reef_numbers(answer: Answer) -> list[int]:
    """Return the number of the learner's corals, the reef's number, and its points for first place."""
    index = australis.REEF_NUMBERS.index(answer.action.reef)
    own, other = (board.corals[index] for board in answer.after.boards)
    assert other == 1
    return [own, answer.action.reef, australis.FIRST_PLACE_POINTS[index]]


def check_rival_has_more_corals(answer: Answer) -> list[int]:
    index = australis.REEF_NUMBERS.index(answer.action.reef)
    own, other = (board.corals[index] for board in answer.after.boards)
    assert other > own
    return []


def count_points(answer: Answer) -> int:
    return int(answer.after.seats[LEARNER_SEAT].points - answer.before.seats[LEARNER_SEAT].points)


def check_points_are_fewer(answer: Answer) -> list[int]:
    assert 0 <= count_points(answer) < 4
    return []


def list_cells_with_height(answer: Answer, height: int) -> list[int]:
    return [cell for cell, stack in enumerate(answer.after.seats[0].reef) if STACK_HEIGHTS[stack] == height]


def count_top_colour(state: Any, colour: reef.Colour) -> int:
    return [TOP_COLOURS[stack] for stack in state.seats[LEARNER_SEAT].reef].count(colour)


def check_red_is_covered(answer: Answer) -> list[int]:
    red = reef.Colour.RED
    assert count_top_colour(answer.after, red) < count_top_colour(answer.before, red)
    return []


def check_no_line_is_complete(answer: Answer) -> list[int]:
    assert score_card(reef.CARDS[28], answer.after.seats[LEARNER_SEAT].reef) == 0
    return [len(reef.CARDS[28].pattern)]


def make_chance() -> Chance:
    return Chance(LESSON_KEY, 1)


NUMBER_FINDERS_BY_START: Final[dict[str, Callable[[Answer], list[int]]]] = {
    # Das Riff
    "A coral is a coral": lambda answer: [count_payment(answer)],
    "Yes! 1 worm": lambda answer: [count_payment(answer)],
    "The male fits": lambda answer: [
        next(n for n, coral in enumerate(answer.before.reefs[0].corals, 1) if coral.parent is not None)
    ],
    "Now B1 costs": list_price_of_unaffordable_card,
    "Well done: 2 worms": lambda answer: [FLIP_PRICE + count_payment(answer)],
    "Aye, captain!": lambda answer: [das_riff.ROW_COUNT],
    "You'd keep your worms": lambda answer: [answer.before.reefs[0].boats + 1],
    "Five broods": lambda answer: [
        sum(coral.brood is not None for coral in answer.after.reefs[LEARNER_SEAT].corals)
    ],
    # Coral Reef
    "4 + 5 = 9: two": lambda answer: [*list_sum_numbers(answer), len(answer.action.corals)],
    "That's a play too, but it gets rid": check_single_coral,
    "That works, but your ten": lambda answer: [coral_reef.TEN_TARGET],
    "That's a play too, but not": lambda answer: [coral_reef.TEN_TARGET],
    "Laying a nine": lambda answer: [9],
    "Right: the next play": lambda answer: [find_next_target(answer)],
    "The sum is right": lambda answer: [find_next_target(answer)] * 2,
    "6 − 1 = 5": list_sum_numbers,
    "6 + 2 = 8": lambda answer: (
        sorted(list_sum_numbers(answer)[:2], reverse=True) + list_sum_numbers(answer)[2:]
    ),
    "4 + 0 = 4": lambda answer: [*list_sum_numbers(answer), find_next_target(answer)],
    "3 + 3 + 7 − 3 = 10": lambda answer: [*list_sum_numbers(answer), len(answer.action.corals)],
    "10 it is": lambda answer: list_sum_numbers(answer)[-1:],
    "8 − 3 = 5": list_sum_numbers,
    "9 − 1 + 1 = 9": list_sum_numbers,
    # Australis
    "That one brings three fish": lambda answer: [count_fish(answer), 4],
    "Four fish swim": lambda answer: [count_fish(answer)],
    "Space 3 is taken": lambda answer: [answer.before.boards[1].space, answer.after.boards[0].space],
    "With five fish": list_school_numbers,
    "Six fish, two cubes": lambda answer: [
        answer.after.boards[0].fish,
        len(answer.after.boards[0].food),
        score_australis_school(answer.after),
    ],
    "Two against one": list_reef_numbers,
    "There the other player": check_rival_has_more_corals,
    "Gold! 7 points": lambda answer: list(answer.after.boards[0].gold),
    "Silver is worth": lambda answer: list(answer.after.boards[0].silver),
    "Five spaces": lambda answer: [count_spaces(answer)] * 2 + [15],
    "Three cubes then feed": list_last_die_numbers,
    # Reef
    "A card and two points": lambda answer: [count_points(answer)],
    "The top card of the deck would": lambda answer: [max(card.points for card in answer.before.display)],
    "Two reds": lambda answer: [count_top_colour(answer.after, reef.Colour.RED), count_points(answer)],
    "You covered a red": check_red_is_covered,
    "A line of three": lambda answer: [
        len(reef.CARDS[28].pattern),
        score_card(reef.CARDS[28], answer.after.seats[0].reef),
    ],
    "There aren't three": check_no_line_is_complete,
    "That card brings green": lambda answer: [list(reef.CARDS[4].corals).count(reef.Colour.YELLOW)],
    "Red and purple": lambda answer: [count_points(answer)],
    "The right card, but": check_points_are_fewer,
    "That card scores less": check_points_are_fewer,
    "Two stacks of three": lambda answer: [len(list_cells_with_height(answer, 3)), 3, count_points(answer)],
    "Not yet: both stacks": lambda answer: [2],
    "That's another card. Card 10": lambda answer: [10, 3],
    "A new card for you": lambda answer: [
        next(card.card for card in answer.after.display if card.points > 0)
    ],
}
"""By the beginning of a text, functions that find its numbers in the positions."""


@cache
def list_answers(game: Game, number: int) -> list[tuple[str, Answer]]:
    """Return each legal answer of a step with the English feedback."""
    rules, words, step = find_rules(game), load_words(), game.lesson_steps[number]
    found = []
    for action in list_offered_actions(rules, step):
        before = step.make_position()
        try:
            done = apply_token(rules, before, LEARNER_SEAT, action.token, make_chance())
        except RuleError:
            continue
        feedback = check_answer(rules, step, action.token)
        found.append((words.msg(feedback.text), Answer(before, done.state, done.action)))
    return found


LESSONS = [(game, number) for game in GAMES.values() for number in range(len(game.lesson_steps))]


@pytest.mark.parametrize(("game", "number"), LESSONS, ids=name_value)
def test_numbers_in_feedback_are_those_of_the_rules(game: Game, number: int) -> None:
    for text, answer in list_answers(game, number):
        finder = next(
            (found for start, found in NUMBER_FINDERS_BY_START.items() if text.startswith(start)), None
        )
        expected = [] if finder is None else finder(answer)
        assert read_numbers(text) == expected, (answer.action.token, text)
        for terms, total in EQUATION_PATTERN.findall(text):
            assert sum_signed(terms) == int(total), text


def test_every_finder_belongs_to_a_text() -> None:
    texts = {text for game, number in LESSONS for text, _ in list_answers(game, number)}
    assert {
        start for start in NUMBER_FINDERS_BY_START if not any(text.startswith(start) for text in texts)
    } == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Twelve fish, but two cubes feed only six", [12, 2, 6]),
        ("The first one is at b3, for 3 + 3 + 7 − 3 = 10.", [3, 3, 7, 3, 10]),
    ],
)
def test_numbers_are_read_from_digits_and_words(text: str, expected: list[int]) -> None:
    assert read_numbers(text) == expected
