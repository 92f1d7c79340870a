"""The reference pages of the rules: move notation, and the numbers with credits."""

from __future__ import annotations

from games.core.texts import RulesPage
from games.core.words import Words, cite_ruling
from games.das_riff.parts import (
    BOAT_COUNT,
    BROODS,
    COLOURS,
    CORAL_CARD,
    DECKS,
    PEARL_CARD,
    REEF_CARD_COUNT,
    SHARK_CARD,
    WATER_CARD,
    WORMS_PER_COLOUR,
    Sex,
    make_fish,
)
from games.das_riff.texts.nouns import name_colour


def make_notation_page(w: Words) -> RulesPage:
    """Return the page that explains how to type a move."""
    return RulesPage.from_paragraphs(
        w("Typing a move"),
        w(
            "Everything works with buttons, but with `/move` you can also type. Colours are `r` red, "
            "`y` yellow, `b` blue, `g` green, `p` purple, `w` white; `*` is a pearl."
        ),
        w(
            "- `worm:r` take a red worm, `worm:-` take none\n"
            "- `take:B3:rr*` take B3 for two red worms and a pearl\n"
            "- `take:B3:rr*>2` the same, a fish, onto your coral 2\n"
            "- `flip:C2:p` turn up C2 for a purple worm\n"
            "- `shark:D4` send a shark to D4, `shark:#2` to your own coral 2\n"
            "- `boat:rrr` buy a boat for three red worms\n"
            "- `end` end the turn"
        ),
        w("Write worms in the order `rybgpw`, pearls last. The list that opens as you type shows all moves."),
    )


def make_numbers_page(w: Words) -> RulesPage:
    """Return the page that lists the game's numbers and its designers."""
    decks = (
        w(
            "- Deck {name}: {fish} fish, {coral} corals, {pearl} pearls, {shark} sharks, {water} open water",
            name=name.upper(),
            fish=sum(counts[:CORAL_CARD]),
            coral=counts[CORAL_CARD],
            pearl=counts[PEARL_CARD],
            shark=counts[SHARK_CARD],
            water=counts[WATER_CARD],
        )
        for name, counts in DECKS.items()
    )
    counts = next(iter(DECKS.values()))  # all decks have the same fish
    kinds = [
        f"{name_colour(w, colour)} {counts[make_fish(colour, Sex.MALE)]} ♂"
        f" {counts[make_fish(colour, Sex.FEMALE)]} ♀"
        for colour in COLOURS
    ]
    return RulesPage.from_paragraphs(
        w("Numbers and credits"),
        w(
            "**Printed** in the rules we could read: {cards} reef cards, {broods} broods, {boats} "
            "boats, {worms} worms, two dice, and the names of five of the six colours.",
            cards=REEF_CARD_COUNT,
            broods=len(BROODS),
            boats=BOAT_COUNT,
            worms=WORMS_PER_COLOUR * len(COLOURS),
        ),
        w(
            "**Reconstructed**: the numbers below. They fit everything that's printed, but they aren't "
            "the published data."
        ),
        "\n".join(
            (
                *decks,
                w("- The fish of each deck: {kinds}", kinds=", ".join(kinds)),
                w("- Broods: each pair of the six colours once"),
                w("- The sixth colour: white"),
            )
        ),
        w(
            "Where the rules leave something open, or two versions of them differ, we had to decide: "
            "these pages call that *our ruling*."
        ),
        w("Chance decides who starts.") + cite_ruling(w, "DR", "1.5"),
        w(
            "Das Riff was designed by **Christine and Wolfgang Lehmann** and published by Kosmos in "
            "2000. The words and pictures here are our own; we aren't connected with the designers or "
            "the publisher."
        ),
    )
