"""Compares the search for scoring patterns with an independent search on ten thousand made-up reefs."""

from __future__ import annotations

import itertools
import random

from games.reef.matching import count_matches, find_matches, score_card
from games.reef.parts import CARDS, Card, Colour
from games.reef.stacks import Reef, list_corals
from tests.games.reef.build import fill_reef, parse_reef
from tests.games.reef.reefs import make_random_reef

StackTops = dict[tuple[int, int], tuple[str, int]]
"""Top colour and height of each stack, by column and row."""


def list_stack_tops(spaces: Reef) -> StackTops:
    piles = {(cell % 4, cell // 4): list_corals(stack) for cell, stack in enumerate(spaces)}
    return {place: (pile[-1].name, len(pile)) for place, pile in piles.items() if pile}


def list_placings(card: Card, seen: StackTops) -> set[frozenset[tuple[int, int]]]:
    """Return every set of spaces that a pattern fits, found by trying each rotation at each space."""
    found = set()
    for column, row, turn in itertools.product(range(4), range(4), range(4)):
        spaces = set()
        for element in card.pattern:
            x, y = element.column, element.row
            x, y = ((x, y), (y, -x), (-x, -y), (-y, x))[turn]
            top, height = seen.get((column + x, row + y), ("", 0))
            fits = height > 0 and (element.colour is None or element.colour.name == top)
            if element.height:
                fits = fits and (
                    height >= element.height if element.is_min_height else height == element.height
                )
            if not fits:
                break
            spaces.add((column + x, row + y))
        else:
            found.add(frozenset(spaces))
    return found


def count_disjoint_sets(sets: list[frozenset[tuple[int, int]]]) -> int:
    """Return the greatest number of disjoint sets, found by trying with and without the first set."""
    if not sets:
        return 0
    first, *rest = sets
    free = [other for other in rest if not other & first]
    with_it = 1 + count_disjoint_sets(free)
    return with_it if len(free) == len(rest) else max(with_it, count_disjoint_sets(rest))


def count_around_centre(card: Card, seen: StackTops) -> int:
    centre = card.pattern[0].colour
    assert centre is not None
    assert card.ring is not None
    candidates = [place for place, (top, _) in seen.items() if top == centre.name]
    highest = max((seen[place][1] for place in candidates), default=0)
    best = 0
    for column, row in candidates:
        if seen[column, row][1] == highest:
            ring = [
                seen.get((column + x, row + y), ("", 0))[0] == card.ring.name
                for x, y in itertools.product((-1, 0, 1), repeat=2)
                if (x, y) != (0, 0)
            ]
            best = max(best, sum(ring))
    return best


def count_patterns_by_reference(card: Card, spaces: Reef) -> int:
    seen = list_stack_tops(spaces)
    return (
        count_around_centre(card, seen)
        if card.ring is not None
        else count_disjoint_sets(sorted(list_placings(card, seen), key=sorted))
    )


def test_the_search_for_patterns_equals_brute_force_on_ten_thousand_reefs() -> None:
    dice = random.Random(4)
    numbers = sorted(CARDS)
    different = set()
    for turn in range(10_000):
        card, spaces = CARDS[numbers[turn % len(numbers)]], make_random_reef(dice)
        expected = count_patterns_by_reference(card, spaces)
        assert count_matches(card, spaces) == expected, f"card {card.number} on {spaces}"
        different.add(expected)
    assert set(range(9)) <= different, "the reefs were too poor to tell"


def test_counted_patterns_share_no_spaces() -> None:
    dice = random.Random(5)
    for turn in range(1_000):
        card, spaces = CARDS[turn % 60 + 1], make_random_reef(dice)
        if card.ring is None:
            found = [
                frozenset((cell % 4, cell // 4) for cell in match) for match in find_matches(card, spaces)
            ]
            assert set(found) <= list_placings(card, list_stack_tops(spaces))
            assert sum(map(len, found)) == len(frozenset().union(*found))


def test_the_search_for_patterns_is_not_greedy() -> None:
    """If the pattern were counted in the middle first, it couldn't be counted a second time."""
    spaces = parse_reef("r r . .", "r r r .", ". r . .", ". . . .")
    assert count_matches(CARDS[34], spaces) == 2


def test_a_plus_of_five_corals_matches_one_card_once_and_another_never() -> None:
    plus = parse_reef(". r . .", "r r r .", ". r . .", ". . . .")
    assert count_matches(CARDS[35], plus) == 0
    assert count_matches(CARDS[34], plus) == 1


def test_sixteen_red_corals_contain_five_lines_of_three() -> None:
    assert count_matches(CARDS[33], fill_reef("r")) == 5
    assert score_card(CARDS[33], fill_reef("r")) == 20


def test_sixteen_yellow_corals_contain_four_squares() -> None:
    assert count_matches(CARDS[30], fill_reef("y")) == 4


def test_nine_red_corals_contain_one_square() -> None:
    assert count_matches(CARDS[35], parse_reef("r r r .", "r r r .", "r r r .", ". . . .")) == 1


def test_every_rotation_counts() -> None:
    for rows in (
        ("y r . .", ". . . .", ". . . .", ". . . ."),
        ("r y . .", ". . . .", ". . . .", ". . . ."),
        ("y . . .", "r . . .", ". . . .", ". . . ."),
        (". . . .", ". . . .", ". . . r", ". . . y"),
    ):
        assert count_matches(CARDS[21], parse_reef(*rows)) == 1
    assert count_matches(CARDS[21], parse_reef("y . . .", ". r . .", ". . . .", ". . . .")) == 0
    assert count_matches(CARDS[27], parse_reef(". . . .", "y . . .", ". y . .", ". . y .")) == 1
    assert count_matches(CARDS[27], parse_reef(". . y .", ". y . .", "y . . .", ". . . .")) == 1


def test_rf_2_5_a_height_is_exact_or_a_minimum() -> None:
    assert count_matches(CARDS[13], parse_reef("ryy . . .", ". yyyy . .", ". . yy .", ". . . .")) == 1
    assert count_matches(CARDS[31], parse_reef("yy yy . .", ". . . .", "yyy yyy . .", ". . . .")) == 1
    high = parse_reef("yyy . . .", ". rr . .", ". . . .", "y rr . .")
    assert count_matches(CARDS[47], high) == 1
    assert count_matches(CARDS[47], parse_reef("y . . .", ". rr . .", ". . . .", ". . . .")) == 0


def test_rf_2_5_a_joker_checks_only_the_height() -> None:
    spaces = parse_reef("ry gg rp .", "yyy p . .", ". . . .", ". . . .")
    assert count_matches(CARDS[9], spaces) == 3
    assert count_matches(CARDS[10], spaces) == 1
    assert count_matches(CARDS[11], spaces) == 0


def test_only_the_top_coral_counts() -> None:
    assert count_matches(CARDS[1], parse_reef("yr . . .", "ry . . .", ". . . .", ". . . .")) == 1


def test_rf_2_6_the_best_of_the_tallest_centres_scores() -> None:
    spaces = parse_reef("yy r . .", "r r . .", ". r y r", ". yy r .")
    # The stack on a4 has three red neighbours. The stack on b1 is as high but has two, and the one on c2 is
    # lower.
    assert find_matches(CARDS[53], spaces)[0][0] == 12
    assert count_matches(CARDS[53], spaces) == 3
    low = parse_reef(". . . .", ". ry . .", ". . r .", ". . . y")
    assert count_matches(CARDS[53], low) == 1


def test_rf_2_6_a_surround_card_without_a_centre_scores_nothing() -> None:
    assert count_matches(CARDS[53], fill_reef("r")) == 0
    assert CARDS[53].ring is Colour.RED
