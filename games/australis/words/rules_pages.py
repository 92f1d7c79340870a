"""The game explained in the product's own words."""

from __future__ import annotations

from games.australis.parts import (
    FACES,
    FIRST_POINTS,
    GOLD,
    REEFS,
    SCHOOL_FISH,
    SCHOOL_POINTS,
    SECOND_POINTS,
    SILVER,
    Colour,
)
from games.core.texts import RulesPage
from games.core.words import Words, cited


def rules(w: Words) -> tuple[RulesPage, ...]:
    """Return the pages of ``/rules`` for Australis."""
    return (
        _goal(w).showing("opening"),
        _dice(w).showing("DieTaken"),
        _cards(w).showing("CardKept"),
        _current(w).showing("Swam"),
        _points(w).showing("Ended"),
        _competition(w).showing("Won"),
        _notation(w),
        _numbers(w),
    )


def _au(w: Words, *clauses: str) -> str:
    return cited(w, "AU", *clauses)


def _goal(w: Words) -> RulesPage:
    return RulesPage.of(
        w("The goal"),
        w(
            "A warm current runs along the east coast of Australia. For **five rounds** you draft dice: you "
            "feed schools of fish, settle corals on six reefs, and let your turtle drift. Whoever has most "
            "points in the end wins; of equals, the one whose turtle is further ahead."
        )
        + _au(w, "6.1", "6.2"),
        w(
            "**Each round** has three parts: everybody takes four dice in turn and carries each out at once; "
            "reefs, schools and turtles score; the dice of blue, violet and red fight a competition."
        ),
        w(
            "There are as many white, yellow, blue and violet dice as players and one red die, so one die is "
            "always left over. Chance decides who starts. In turn order you begin with 1, 2, 3 and 4 points, "
            "and your turtles on the spaces 0, 1, 2 and 3. Everybody has one food cube."
        )
        + _au(w, "1.2", "1.3", "1.4"),
    )


def _dice(w: Words) -> RulesPage:
    colours = (
        w("- **White**: one point for each circle, and one or two of the six cards on display.")
        + _au(w, "2.3"),
        w("- **Yellow**: one point for each circle, and 2 to 5 fish, while there are any.") + _au(w, "2.5"),
        w("- **Blue**: your turtle swims that many spaces.") + _au(w, "2.6"),
        w(
            "- **Violet**: one coral onto the reef of that number or any lower one. With none left you may "
            "move one of your own to such a reef."
        )
        + _au(w, "2.7"),
        w("- **Red**: you start the next round. It is also the strongest die of the competition.")
        + _au(w, "2.8"),
    )
    return RulesPage.of(
        w("The dice"),
        w("A die is taken as it lies. **First** your cards at its colour are carried out, then the die:")
        + _au(w, "2.1", "2.2"),
        "\n".join(colours),
        w("Questions with a single answer are not asked; the text with the picture tells what happened."),
    )


def _cards(w: Words) -> RulesPage:
    return RulesPage.of(
        w("Advantage cards"),
        w(
            "A card from the display is either **kept** at its colour, and then carried out before each die "
            "of that colour that you take later, or **used once** at once and discarded."
        )
        + _au(w, "2.3"),
        w(
            "- Two circles: 2 points.\n"
            "- Fish: 1 fish.\n"
            "- Turtle: 1 space.\n"
            "- Coral: one coral onto the reef beside your turtle, or any lower one."
        )
        + _au(w, "2.9")
        + "\n"
        + w(
            "- Competition: each of your dice of that colour counts 1 more there, always. These lie beside "
            "your board, one for each colour, and cannot be used once."
        )
        + _au(w, "2.4", "4.2"),
        w(
            "A colour holds at most **three** cards, and never two alike; what does not fit must be used at "
            "once. With several cards at a colour you choose their order. A card kept at white is not yet "
            "carried out by the white die that brought it."
        )
        + _au(w, "2.2", "2.3", "2.4"),
    )


def _current(w: Words) -> RulesPage:
    return RulesPage.of(
        w("Turtles and food"),
        w(
            "Turtles count every space. A turtle that would end on another one goes on to the next free "
            "space. Nobody swims past the last space; it alone can hold several turtles, and whoever got "
            "there earlier is further ahead."
        )
        + _au(w, "2.10"),
        w(
            "Reaching or passing the spaces **5, 11 and 15** gives you your own food cube there. The first "
            "turtle to reach or pass **17** gets a grey one; with four players, the second as well. Six "
            "cubes fit onto a board; further ones leave the game."
        )
        + _au(w, "2.11"),
        w(
            "Each stretch of the current belongs to a reef: 0 to 3 to reef 3, 4 to 6 to reef 4, 7 to 9 to "
            "reef 5, 10 to 12 to reef 6, 13 to 15 to reef 7, and from 16 on to reef 8."
        )
        + _au(w, "2.9"),
    )


def _points(w: Words) -> RulesPage:
    reefs = "\n".join(
        w("- Reef {reef}: most {first}, second {second}", reef=reef, first=first, second=second)
        for reef, first, second in zip(REEFS, FIRST_POINTS, SECOND_POINTS, strict=True)
    )
    schools = "\n".join(
        w.plural(
            "- {n} cube and {fish} fish: {points}",
            "- {n} cubes and {fish} fish: {points}",
            cubes,
            fish=fish,
            points=points,
        )
        for cubes, (fish, points) in enumerate(zip(SCHOOL_FISH, SCHOOL_POINTS, strict=True), 1)
    )
    return RulesPage.of(
        w("Points"),
        w("After each round, **reefs**: whoever has most corals there, and on 5 to 8 the second most.")
        + _au(w, "3.1"),
        reefs,
        w("A tie goes to the turtle further ahead, and the other one is then second. No coral, no points."),
        w("**Schools**: the highest line that your cubes and your fish both fill. You keep the fish.")
        + _au(w, "3.2"),
        schools,
        w("**Turtles**: the number of the space.") + _au(w, "3.3"),
        w("**At the end**: 1 for each of your corals on the reefs, 1 for the token, and your tiles.")
        + _au(w, "6.1"),
    )


def _competition(w: Words) -> RulesPage:
    return RulesPage.of(
        w("The competition"),
        w(
            "It runs by itself. White and yellow dice go back. All others are rolled, and every die with the "
            "lowest value goes back; then again, until one player at most has dice left. Competition cards "
            "add 1, always, even where that hurts."
        )
        + _au(w, "4.1", "4.2"),
        w(
            "Whoever holds the last die wins; whoever went out just before is second. If several go out "
            "in the same roll, the turtle further ahead counts, for first place too."
        )
        + _au(w, "4.3"),
        w(
            "The winner chooses the **gold** or the **silver** tile of the round, the second gets the other "
            "one. In the rounds 1 to 3 silver also brings a grey food cube. Alone, you choose, and the other "
            "tile leaves the game; without anybody both do."
        )
        + _au(w, "4.4"),
        w(
            "The red die's owner then starts. If nobody took it, the player whose turtle is furthest behind "
            "does. All dice are rolled again, and six new cards are shown."
        )
        + _au(w, "5.1", "5.2"),
    )


def _notation(w: Words) -> RulesPage:
    return RulesPage.of(
        w("Typing a move"),
        w(
            "Everything works with buttons. With `/move` you can also type. Colours are `w` white, `y` "
            "yellow, `b` blue, `v` violet, `r` red; cards are `p` points, `f` fish, `t` turtle, `c` coral, "
            "`d` dice of the competition, with their colour behind it."
        ),
        w(
            "- `die:b5` take the blue 5\n"
            "- `die:w12` take the white die with one card and two circles\n"
            "- `die:y31` take the yellow die with three fish and one circle\n"
            "- `card:tw` carry out your turtle card at white next\n"
            "- `keep:fb` keep the fish card of blue, `use:fb` use it once\n"
            "- `reef:5` place a coral on reef 5\n"
            "- `move:7>5` move a coral, `stay` move none\n"
            "- `gold`, `silver` take that tile"
        ),
    )


def _numbers(w: Words) -> RulesPage:
    white = ", ".join(f"{die.value}/{die.circles}" for die in FACES[Colour.WHITE])
    yellow = ", ".join(f"{die.value}/{die.circles}" for die in FACES[Colour.YELLOW])
    return RulesPage.of(
        w("Numbers and credits"),
        w(
            "The rules that we could read do not print every number. These are **reconstructed**: they fit "
            "all that is printed, and are not the published data."
        ),
        w("- White dice, cards and circles: {faces}", faces=white)
        + "\n"
        + w("- Yellow dice, fish and circles: {faces}", faces=yellow)
        + "\n"
        + w("- Silver tiles after the first: {tiles}", tiles=", ".join(str(n) for n in SILVER[1:]))
        + "\n"
        + w("- Points of all reefs but 5, and of schools but those of 2 and 3 cubes")
        + "\n"
        + w("- Which colours the functions of the cards have, and the last space, 25"),
        w("Printed are, among others, the gold tiles: {tiles}.", tiles=", ".join(str(n) for n in GOLD)),
        w(
            "Australis was designed by **Alessandro Zucchini and Leo Colovini** and published by Kosmos in "
            "2024. This bot explains the game in its own words and draws its own pictures; it is not "
            "connected with the designers or the publisher."
        ),
    )
