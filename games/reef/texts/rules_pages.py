"""The pages of the rules of Reef, in our own words."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.texts import RulesPage
from games.core.words import Words, cite_clauses, cite_ruling
from games.reef.events import Event, HandScored, PatternScored
from games.reef.parts import (
    CARDS,
    CORALS_PER_COLOUR_BY_SEAT_COUNT,
    DECK_PRICE,
    MAX_HAND_SIZE,
    MAX_SEATS,
    MAX_STACK_HEIGHT,
    OPEN_CARD_COUNT,
    STARTING_HAND_SIZE,
    STARTING_POINTS,
)
from games.reef.texts.nouns import describe_card

_CARDS_PER_PAGE = 20


def list_rules_pages(w: Words) -> tuple[RulesPage, ...]:
    """Return the pages of the rules of Reef."""
    return (
        _make_goal_page(w).with_picture("opening"),
        _make_turn_page(w).with_picture("CardPlayed", _has_points),
        _make_scoring_page(w).with_picture("PatternScored", _has_several_matches),
        _make_end_page(w).with_picture("MatchEnded", _has_hand_points),
        _make_notation_page(w),
        *_make_card_pages(w),
        _make_numbers_page(w),
    )


def _cite(w: Words, *clauses: str) -> str:
    return cite_clauses(w, "RF", *clauses)


def _cite_ruling(w: Words, *clauses: str) -> str:
    return cite_ruling(w, "RF", *clauses)


def _has_points(events: tuple[Event, ...]) -> bool:
    return any(isinstance(event, PatternScored) and event.points > 0 for event in events)


def _has_several_matches(events: tuple[Event, ...]) -> bool:
    """Return whether a pattern of several corals scored more than once with different corals."""
    return any(
        isinstance(event, PatternScored)
        and len(event.matches) > 1
        and len(event.matches[0]) > 1
        and not set(event.matches[0]) & set(event.matches[1])
        for event in events
    )


def _has_hand_points(events: tuple[Event, ...]) -> bool:
    """Return whether both the last play and a hand scored points."""
    return _has_points(events) and any(isinstance(e, HandScored) and e.points > 0 for e in events)


def _make_goal_page(w: Words) -> RulesPage:
    return RulesPage.from_paragraphs(
        w("The goal"),
        w(
            "Two to four of you each grow a reef of coral on a board of four by four spaces. A card "
            "brings you two corals and then scores a pattern on your reef. **Most points** win."
        ),
        w(
            "Columns are **a** to **d** from the left, rows **1** to **4** from the near edge: `b2`. "
            "Corals come in yellow, red, green and purple, and stacks grow up to **{highest}** high. "
            "Only the coral on top is seen.",
            highest=MAX_STACK_HEIGHT,
        ),
        w(
            "You begin with one coral of each colour on the four centre spaces, {points} points and {hand} "
            "cards. Beside the deck, {open} cards lie open. The same seat begins every round.",
            points=STARTING_POINTS,
            hand=STARTING_HAND_SIZE,
            open=OPEN_CARD_COUNT,
        )
        + _cite(w, "1.1", "1.2", "1.3"),
        w("The match ends with the round in which a colour runs out, or as soon as the deck is empty."),
    )


def _make_turn_page(w: Words) -> RulesPage:
    return RulesPage.from_paragraphs(
        w("Your turn"),
        w("You do exactly one of two things: take a card or play one."),
        w(
            "**Take** one of the {open} open cards, with any points on it. A card from the deck takes "
            "its place right away. You can hold {most} cards at most.",
            open=OPEN_CARD_COUNT,
            most=MAX_HAND_SIZE,
        )
        + _cite(w, "2.1"),
        w.plural(
            "Or take the top card of the deck. That costs {n} point, laid on the open card of the lowest "
            "value; when several have that value, you choose one. Without a point you can't take from the "
            "deck.",
            "Or take the top card of the deck. That costs {n} points, laid on the open card of the lowest "
            "value; when several have that value, you choose one. With fewer points you can't take from the "
            "deck.",
            DECK_PRICE,
        )
        + _cite(w, "2.2"),
        w("You choose before you see what you take.") + _cite_ruling(w, "2.2"),
        w(
            "**Play** a card from your hand: its two corals come from the supply, and you lay them "
            "where you like, even one on the other, but no stack higher than {highest}. Then the card "
            "scores its pattern on your reef, new corals included. It stays beside your reef, for all "
            "to see. If the supply has run out of a coral, you do without it.",
            highest=MAX_STACK_HEIGHT,
        )
        + _cite(w, "2.3", "4.2"),
        w(
            "You also do without a coral that your reef has no room for, but you can't leave one out "
            "otherwise. The card scores its pattern in any case."
        )
        + _cite_ruling(w, "2.3"),
    )


def _make_scoring_page(w: Words) -> RulesPage:
    return RulesPage.from_paragraphs(
        w("Counting a pattern"),
        w(
            "A pattern scores as often as it's on your reef, seen from above and turned any way, but "
            "it uses each coral only once. The bot always finds the most. Each one scores the points "
            "on the card."
        )
        + _cite(w, "2.4"),
        w(
            "**Heights.** Without a number, the height doesn't matter. `3` means exactly three high, "
            "`2+` two or higher. Where a pattern says any colour, only the height counts."
        )
        + _cite(w, "2.5"),
        w(
            "**Around.** Some cards count the corals of one colour around one coral of another, on up to "
            "eight spaces. The one in the middle must be among your tallest stacks of its colour. Each coral "
            "around it counts once."
        )
        + _cite(w, "2.6"),
        w("Where several could be in the middle, the bot takes the one that scores most.")
        + _cite_ruling(w, "2.6"),
        w(
            "**Examples.** On sixteen red tops, three in a row are there five times. On sixteen yellow "
            "tops a square of four is there four times; on three by three red tops just once. Five red "
            "tops in a plus hold three in an L only once, since all share the middle."
        ),
    )


def _make_end_page(w: Words) -> RulesPage:
    return RulesPage.from_paragraphs(
        w("The end"),
        w(
            "When a colour runs out, you finish the round, so that everybody has had the same number "
            "of turns. When the deck runs out, the match ends right away. (A table can choose to "
            "finish the round then too.)"
        )
        + _cite(w, "3.1"),
        w(
            "Points on open cards are lost. Where the round is finished without a deck, open places stay "
            "empty and nobody can take from the deck."
        )
        + _cite_ruling(w, "3.1"),
        w("Then each card left in your hand scores its pattern, once at most and without bringing corals.")
        + _cite(w, "3.2"),
        w(
            "Each scores for itself, and the same coral can count for several cards. A card of the "
            "kind *around* counts one coral at most."
        )
        + _cite_ruling(w, "3.2"),
        w(
            "Most points win. If you're level, fewer empty spaces decide, then more stacks of four; "
            "after that you share the win."
        )
        + _cite(w, "3.3"),
    )


def _make_notation_page(w: Words) -> RulesPage:
    return RulesPage.from_paragraphs(
        w("Typing a move"),
        w("Everything works with buttons, but with `/move` you can also type. Each card has a number."),
        w(
            "- `take:17` take the open card 17\n"
            "- `deck>17` take the top card of the deck; the point goes onto card 17\n"
            "- `play:17:b2,c3` play card 17; its first coral goes onto b2, the second onto c3\n"
            "- `play:14:b2,b2` both onto b2, the first one below\n"
            "- `play:14:b2,b2*` both onto b2, the first one on top\n"
            "- `play:14:b2,-` the second coral stays in the supply\n"
            "- `start:yrgp` your first corals, on b3, c3, b2, c2 (`y` yellow, `r` red, `g` green, `p` purple)"
        ),
        w(
            "Write two corals of one colour in reading order, from a4 to d1. The list that opens as "
            "you type shows all moves."
        ),
    )


def _make_card_pages(w: Words) -> Iterator[RulesPage]:
    numbers = sorted(CARDS)
    pages = range(0, len(numbers), _CARDS_PER_PAGE)
    for page, start in enumerate(pages, 1):
        yield RulesPage.from_paragraphs(
            w("The cards, page {page} of {pages}", page=page, pages=len(pages)),
            w("Number · its two corals · its pattern · points for each time. The list is **reconstructed**."),
            "\n".join(f"- {describe_card(w, number)}" for number in numbers[start : start + _CARDS_PER_PAGE]),
        )


def _make_numbers_page(w: Words) -> RulesPage:
    return RulesPage.from_paragraphs(
        w("Numbers and credits"),
        w(
            "**Printed** in what we could read: {cards} cards, {corals} corals of each colour ({two} "
            "are in play with two seats, {three} with three), the start, and how turns and the ending "
            "work.",
            cards=len(CARDS),
            corals=CORALS_PER_COLOUR_BY_SEAT_COUNT[MAX_SEATS],
            two=CORALS_PER_COLOUR_BY_SEAT_COUNT[2],
            three=CORALS_PER_COLOUR_BY_SEAT_COUNT[3],
        ),
        w(
            "**Reconstructed**: what the cards show. We saw six of their values in print and made up "
            "the others to fit. They aren't the published cards."
        ),
        w(
            "Where the rules leave something open, or two versions of them differ, we had to decide: "
            "these pages call that *our ruling*."
        ),
        w("Chance decides who starts, and everybody's first corals lie on the same spaces.")
        + _cite_ruling(w, "1.1", "1.3"),
        w(
            "A table can choose that everybody lays the first four corals as they like, and that the top "
            "card of the deck lies face up."
        )
        + _cite(w, "1.1", "1.2"),
        w(
            "Reef was designed by **Emerson Matsuuchi** and published by Next Move in 2018. The words "
            "and pictures here are our own; we aren't connected with the designer or the publisher."
        ),
    )
