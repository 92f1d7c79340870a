"""The random draws of each game, implemented from file-format.md alone, without the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from tests.format.reader import Chance

FISH_COUNTS = (2, 1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 2)
RIFF_CARD_COUNTS_BY_DECK = {"a": (*FISH_COUNTS, 12, 5, 3, 22), "b": (*FISH_COUNTS, 12, 6, 4, 20)}
RANKS = "23456789kqjat"
DIE_FACES = (
    ("w11", "w12", "w13", "w20", "w20", "w21"),
    ("y22", "y31", "y32", "y40", "y41", "y50"),
    tuple(f"b{number}" for number in range(2, 8)),
    tuple(f"v{number}" for number in range(3, 9)),
    tuple(f"r{number}" for number in range(4, 10)),
)
ADVANTAGES = ["py", "pb", "pv", "fw", "fb", "fv", "tw", "ty", "tv", "cw", "cy", "cb", "db", "dv", "dr"]

Coral = tuple[int, int]
"""Index of the rank in ``RANKS``, and number of the card within its rank."""


class RiffDeal(NamedTuple):
    cards: list[int]
    broods: list[tuple[int, int]]
    """The breeding cards in dealing order."""
    seat: int
    dice: tuple[int, int]
    """The colours of the first roll."""


def deal_riff(chance: Chance, deck: str) -> RiffDeal:
    cards = chance.shuffled(
        [kind for kind, count in enumerate(RIFF_CARD_COUNTS_BY_DECK[deck]) for _ in range(count)]
    )
    broods = chance.shuffled([(low, high) for low in range(6) for high in range(low, 6)])
    return RiffDeal(cards, broods, chance.draw_below(2), (chance.draw_below(6), chance.draw_below(6)))


def draw_riff_turn(
    chance: Chance, pile: Sequence[int], discard: Sequence[int] | None
) -> tuple[list[int], tuple[int, int]]:
    """Return the draw pile and the rolled dice of a turn.

    :param discard: the discards to shuffle into the pile before the roll, or None for no shuffle.
    """
    drawn = list(pile) if discard is None else chance.shuffled([*pile, *sorted(discard)])
    return drawn, (chance.draw_below(6), chance.draw_below(6))


def list_sorted_corals(corals: str) -> list[Coral]:
    """Return the cards of a match in ascending order, without the four nines that begin the stacks."""
    ranks = [rank for rank, letter in enumerate(RANKS) if corals == "cards" or letter not in "kqj"]
    cards = [(rank, number) for rank in ranks for number in range(8)]
    return [card for card in cards if not (RANKS[card[0]] == "9" and card[1] < 4)]


def deal_round(
    chance: Chance, seat_count: int, corals: str, version: int
) -> tuple[list[list[Coral]], list[Coral]]:
    """Return the sorted hands and the deck of a round. From version 2, hands are sorted only by rank."""
    pile, hands = list_sorted_corals(corals), []
    for _ in range(seat_count):
        dealt = []
        for _ in range(8):
            other = chance.draw_below(len(pile))
            pile[other], pile[-1] = pile[-1], pile[other]
            dealt.append(pile.pop())
        hands.append(sorted(dealt, key=lambda card: card[0] if version > 1 else card))
    return hands, sorted(pile)


def draw_coral(chance: Chance, deck: list[Coral], hand: list[Coral], version: int) -> Coral:
    """Move a random card from ``deck`` into ``hand``; return the card."""
    card = deck.pop(chance.draw_below(len(deck)))
    alike = [index for index, held in enumerate(hand) if held[0] == card[0]]
    if version == 1:
        hand.append(card)
        hand.sort()
    elif alike:
        hand.insert(alike[0] + chance.draw_below(len(alike) + 1), card)
    else:
        hand.append(card)
        hand.sort(key=lambda held: held[0])
    return card


def play_corals(hand: list[Coral], stacks: list[list[Coral]], token: str) -> None:
    """Move the cards of a play, or the nine of a seed, from a hand to the stacks, changing both."""
    if token == "seed":
        stacks.append([_take_first(hand, "9")])
        return
    _, number, corals = token.split(":")
    laid, top = corals.split(">")
    lower: list[Coral] = []
    upper: list[Coral] = []
    for digit, some, letter, more in re.findall(r"([2-9])(?:\*([2-8]))?|([kqjat])([2-8])?", laid):
        cards = [_take_first(hand, digit or letter) for _ in range(int(some or more or 1))]
        # If several cards have the rank on top, the first in the hand goes on top.
        lower += cards[1:] if top == digit + letter else cards
        upper += cards[:1] if top == digit + letter else []
    stacks[int(number) - 1] += lower + upper


def _take_first(hand: list[Coral], letter: str) -> Coral:
    return hand.pop(next(index for index, card in enumerate(hand) if RANKS[card[0]] == letter))


def roll_all_dice(chance: Chance, seat_count: int) -> list[str]:
    return [
        faces[chance.draw_below(6)]
        for faces in DIE_FACES
        for _ in range(1 if faces[0][0] == "r" else seat_count)
    ]


def deal_australis(chance: Chance, seat_count: int) -> tuple[int, list[str], list[str]]:
    """Return the starting seat, the cards in dealing order, and the dice."""
    seat = chance.draw_below(seat_count)
    copies = 3 if seat_count == 4 else 2
    cards = chance.shuffled([card for card in ADVANTAGES for _ in range(copies)])
    return seat, cards, roll_all_dice(chance, seat_count)


def shuffle_advantages(chance: Chance, discard: Sequence[str]) -> list[str]:
    return chance.shuffled(sorted(discard, key=ADVANTAGES.index))


def roll_again(chance: Chance, colours: str) -> list[str]:
    """Roll dice of the given colours for the competition."""
    return [DIE_FACES["wybvr".index(colour)][chance.draw_below(6)] for colour in colours]


def deal_reef(chance: Chance, seat_count: int) -> tuple[int, list[list[int]], list[int], list[int]]:
    """Return the starting seat, the hands, the open cards and the deck, by card number."""
    seat = chance.draw_below(seat_count)
    cards = chance.shuffled(list(range(1, 61)))
    hands = [cards[2 * one : 2 * one + 2] for one in range(seat_count)]
    return seat, hands, cards[2 * seat_count : 2 * seat_count + 3], cards[2 * seat_count + 3 :]
