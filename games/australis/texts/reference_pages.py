"""The reference pages of the rules: move notation, and the numbers with credits."""

from __future__ import annotations

from games.australis.parts import (
    DIE_FACES,
    SILVER_TILE_POINTS,
    TRACK_ENDS,
    Colour,
)
from games.core.texts import RulesPage
from games.core.words import Words, cite_ruling


def make_notation_page(w: Words) -> RulesPage:
    """Return the page that explains how to type a move."""
    return RulesPage.from_paragraphs(
        w("Typing a move"),
        w(
            "Everything works with buttons, but with `/move` you can also type. Colours are `w` white, "
            "`y` yellow, `b` blue, `v` violet, `r` red; cards are `p` points, `f` fish, `t` turtle, "
            "`c` coral, `d` competition, followed by their colour."
        ),
        w(
            "- `die:b5` take the blue 5\n"
            "- `die:w12` take the white die with one card and two circles\n"
            "- `die:y31` take the yellow die with three fish and one circle\n"
            "- `card:tw` your white turtle card comes next\n"
            "- `keep:fb` keep the blue fish card, `use:fb` use it once\n"
            "- `reef:5` place a coral on reef 5\n"
            "- `move:7>5` move a coral, `stay` move none\n"
            "- `gold`, `silver` take that tile"
        ),
    )


def make_numbers_page(w: Words) -> RulesPage:
    """Return the page that lists the game's numbers and its designers."""
    white = ", ".join(f"{die.value}/{die.circles}" for die in DIE_FACES[Colour.WHITE])
    yellow = ", ".join(f"{die.value}/{die.circles}" for die in DIE_FACES[Colour.YELLOW])
    return RulesPage.from_paragraphs(
        w("Numbers and credits"),
        w(
            "The rules we could read don't print every number. These are **reconstructed**: they fit "
            "everything that's printed, but they aren't the published data."
        ),
        w("- White dice, cards and circles: {faces}", faces=white)
        + "\n"
        + w("- Yellow dice, fish and circles: {faces}", faces=yellow)
        + "\n"
        + w(
            "- Silver tiles after the first: {tiles}",
            tiles=w.join_list([str(n) for n in SILVER_TILE_POINTS[1:]]),
        )
        + "\n"
        + w("- Points of all reefs but 5")
        + "\n"
        + w("- Fish: the numbers of all lines but the second, the points of all but the second and third")
        + "\n"
        + w(
            "- Which colours each kind of card comes in, except competition cards, and that there are "
            "three of each, one with a shell"
        )
        + "\n"
        + w(
            "- The last space, {default} or {other}",
            default=TRACK_ENDS[0],
            other=TRACK_ENDS[1],
        ),
        w(
            "The rules do print the gold tiles, the numbers on the blue, violet and red dice, and how "
            "many pieces of each kind there are, among other things. Where they say nothing, we had to "
            "decide: these pages call that *our ruling*."
        ),
        w("Chance decides who starts.") + cite_ruling(w, "AU", "1.3"),
        w(
            "Australis was designed by **Alessandro Zucchini and Leo Colovini** and published by "
            "Kosmos in 2024. The words and pictures here are our own; we aren't connected with the "
            "designers or the publisher."
        ),
    )
