"""The pages of the rules of Das Riff, in our own words."""

from __future__ import annotations

from games.core.texts import RulesPage
from games.core.words import Words, cite_clauses, cite_ruling
from games.das_riff.events import Event, WaterFlowed
from games.das_riff.parts import (
    BOAT_COUNT,
    BOAT_PRICE,
    BROODS_TO_WIN,
    MAX_BOATS,
    MAX_CORALS,
    MAX_QUIET_TURNS,
    OPEN_BROOD_COUNT,
    RESHUFFLE_DECK_SIZE,
    RESHUFFLE_DISCARD_SIZE,
    WORMS_PER_COLOUR,
)
from games.das_riff.river import CELL_COUNT, FLIP_PRICE, FLIPPED_PRICE, MIDDLE_ROWS, ROW_PRICES
from games.das_riff.texts.reference_pages import make_notation_page, make_numbers_page

_OWN_ROW_PRICE, _FAR_ROW_PRICE = ROW_PRICES[0][0], ROW_PRICES[0][-1]
_MIDDLE_ROW_PRICE = ROW_PRICES[0][MIDDLE_ROWS[0]]


def list_rules_pages(w: Words) -> tuple[RulesPage, ...]:
    """Return the pages of the rules of Das Riff."""
    return (
        _make_goal_page(w).with_picture("opening"),
        _make_roll_page(w).with_picture("DiceRolled"),
        _make_take_page(w).with_picture("CardTaken"),
        _make_breed_page(w).with_picture("FishBred"),
        _make_helpers_page(w).with_picture("CardHunted"),
        _make_end_page(w).with_picture("TableauRefilled", _includes_flow),
        make_notation_page(w),
        make_numbers_page(w),
    )


def _includes_flow(events: tuple[Event, ...]) -> bool:
    return any(isinstance(event, WaterFlowed) for event in events)


def _cite(w: Words, *clauses: str) -> str:
    return cite_clauses(w, "DR", *clauses)


def _cite_ruling(w: Words, *clauses: str) -> str:
    return cite_ruling(w, "DR", *clauses)


def _make_goal_page(w: Words) -> RulesPage:
    return RulesPage.from_paragraphs(
        w("The goal"),
        w(
            "You breed fish in your corals. The first to complete **{broods} broods** wins right away.",
            broods=BROODS_TO_WIN,
        )
        + _cite(w, "6.1"),
        w(
            "Between you lies a river of {cards} cards: four rows **A** to **D**, eight columns **1** "
            "to **8**. Column 1 is the sea edge, where the water flows to; column 8 is the reef edge, "
            "where new cards come in. Row A belongs to the first seat, row D to the second. The outer "
            "rows lie face up; nobody knows the cards in the two middle rows until somebody turns them "
            "up.",
            cards=CELL_COUNT,
        )
        + _cite(w, "1.1", "1.2"),
        w(
            "The cards are fish, corals, pearls and sharks. **Open water** is a card with nothing on it: it "
            "only fills its place in the river until it flows out to sea."
        ),
        w(
            "Your **boats** decide how far you reach: with three boats, columns 1 to 3 in all four "
            "rows. You each start with one boat and one worm of each colour."
        )
        + _cite(w, "1.4", "3.1"),
        w(
            "**Broods**: {open} always lie open. Each names two colours, and either of you can complete it.",
            open=OPEN_BROOD_COUNT,
        )
        + _cite(w, "1.3"),
        w("Chance decides who starts.") + _cite(w, "1.5"),
    )


def _make_roll_page(w: Words) -> RulesPage:
    return RulesPage.from_paragraphs(
        w("Roll and worms"),
        w(
            "Your turn begins with two dice, rolled by the bot. For each die you get one worm in its colour; "
            "a double brings two of the same."
        )
        + _cite(w, "2.1"),
        w(
            "There are {worms} worms of each colour, counting the ones you both have. If the bank runs "
            "out of a rolled colour, you take the rolled worms it has and choose another colour for "
            "each missing one.",
            worms=WORMS_PER_COLOUR,
        )
        + _cite(w, "2.2"),
        w("Then the **other** player can take one worm in either rolled colour, or none.") + _cite(w, "2.3"),
        w(
            "That choice comes before you do anything. If the bank is out of even one rolled colour "
            "just then, any colour will do. If the bank is empty, nobody takes anything."
        )
        + _cite_ruling(w, "2.3"),
        w(
            "You don't have to wait for it: as soon as you do something, the other player's standing "
            "order chooses, unless it says to wait."
        ),
    )


def _make_take_page(w: Words) -> RulesPage:
    return RulesPage.from_paragraphs(
        w("Taking cards"),
        w("On your turn you do as much as you like and can pay for, in any order. Then you end the turn."),
        w(
            "**Price in worms.** A card in your own row: {own}. A face-up card in the middle rows: "
            "{middle}. A card in the far row: {far}.",
            own=_OWN_ROW_PRICE,
            middle=_MIDDLE_ROW_PRICE,
            far=_FAR_ROW_PRICE,
        )
        + _cite(w, "3.2"),
        w(
            "**Colours.** You pay for a fish in worms of its own colour, and for corals, pearls, "
            "sharks and boats in any mix. A pearl pays like one worm of any colour; then you discard "
            "it."
        )
        + _cite(w, "3.4"),
        w(
            "**Turning up.** Pay {price} in any colour to turn up a face-down card in reach; everybody sees "
            "it.",
            price=FLIP_PRICE,
        )
        + _cite(w, "3.3"),
        w(
            "If you take it with your very next action, it costs {more} more. After any other action it "
            "stays there and costs {middle} like its neighbours.",
            more=FLIPPED_PRICE,
            middle=_MIDDLE_ROW_PRICE,
        )
        + _cite_ruling(w, "3.3"),
        w("**Open water** can't be taken.") + _cite_ruling(w, "3.11"),
        w("You can't take a coral when you have {most}.", most=MAX_CORALS) + _cite(w, "3.5"),
    )


def _make_breed_page(w: Words) -> RulesPage:
    return RulesPage.from_paragraphs(
        w("Fish and broods"),
        w(
            "A fish needs a home right away: an **empty coral** of yours, where it waits for a mate, "
            "or a coral with a waiting fish if the two complete a brood there and then. A waiting fish "
            "never moves to another coral."
        )
        + _cite(w, "3.6"),
        w(
            "**A brood** needs a male and a female on the same coral, in the two colours of an open "
            "brood. It doesn't matter which of them brings which colour. For a brood of one colour, "
            "both must have it."
        )
        + _cite(w, "3.7"),
        w(
            "You discard both fish, the brood goes onto the coral, and that coral is closed for good; "
            "it still counts towards your {most}. A new brood is turned up right away, and you can "
            "complete it in the same turn.",
            most=MAX_CORALS,
        )
        + _cite(w, "3.7"),
        w(
            "The **dots** on a fish say how many of its colour and sex are in the whole deck. Fish "
            "with a single dot are rare, but the water never takes them: cards only slide towards "
            "column 1, and only open water flows out. The other player can take them, though, or a "
            "shark."
        )
        + _cite(w, "4.1", "4.2"),
    )


def _make_helpers_page(w: Words) -> RulesPage:
    return RulesPage.from_paragraphs(
        w("Corals, pearls, sharks, boats"),
        w(
            "**Corals** lie in front of you; each holds one waiting fish or one brood. You can have up "
            "to {most}.",
            most=MAX_CORALS,
        )
        + _cite(w, "3.5"),
        w("**Pearls**: keep as many as you like until you pay with them.") + _cite(w, "3.8", "3.4"),
        w(
            "**Sharks**: keep them too. Discard one to drive off any face-up card in the river, in "
            "reach or not, or a waiting fish on one of your own corals. The other player's corals are "
            "safe, and so are the open broods. The gap stays until the water flows."
        )
        + _cite(w, "3.8", "3.9"),
        w("A shark can also drive off open water.") + _cite_ruling(w, "3.11"),
        w(
            "**A boat** costs {price} worms or pearls, in any colours, and opens the next column for you. "
            "There are {boats} boats, so one of you can have {most} and the other {rest}.",
            price=BOAT_PRICE,
            boats=BOAT_COUNT,
            most=MAX_BOATS,
            rest=BOAT_COUNT - MAX_BOATS,
        )
        + _cite(w, "3.10"),
    )


def _make_end_page(w: Words) -> RulesPage:
    steps = (
        w("- Each row slides together towards the sea.") + _cite(w, "4.1"),
        w(
            "- Open water at the sea edge flows out, all of it up to the first other card; then the row "
            "slides again. Face-down cards stay."
        )
        + _cite(w, "4.2"),
        w(
            "- If {discarded} or more cards are discarded, they're shuffled into the draw pile. (A "
            "table can choose: when the draw pile has fewer than {left} cards.)",
            discarded=RESHUFFLE_DISCARD_SIZE,
            left=RESHUFFLE_DECK_SIZE,
        )
        + _cite(w, "5.1"),
        w("- When the draw pile can't fill the rows, the discard pile is shuffled in as well.")
        + _cite(w, "5.2"),
        w("- New cards fill the rows: face up in the outer rows, face down in the middle.") + _cite(w, "5.2"),
        w(
            "- Row A is filled first, then B, C and D, each from the sea. If cards run out, places at the "
            "reef edge stay empty."
        )
        + _cite_ruling(w, "5.2"),
    )
    return RulesPage.from_paragraphs(
        w("The water flows"),
        w("At the end of your turn the bot does all of this for you:"),
        "\n".join(steps),
        w(
            "**The end.** The first to {broods} broods wins right away, even in the middle of a turn.",
            broods=BROODS_TO_WIN,
        )
        + _cite(w, "6.1"),
        w(
            "If there are {turns} turns in a row without a brood, counting both players' turns, the "
            "match is a draw.",
            turns=MAX_QUIET_TURNS,
        )
        + _cite_ruling(w, "6.2"),
    )
