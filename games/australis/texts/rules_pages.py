"""The pages of the rules of Australis, in our own words."""

from __future__ import annotations

from games.australis.parts import (
    CORALS_PER_SEAT,
    FIRST_PLACE_POINTS,
    GOLD_TILE_POINTS,
    REEF_NUMBERS,
    SCHOOL_FISH,
    SCHOOL_POINTS,
    SECOND_PLACE_POINTS,
    SILVER_TILE_POINTS,
    TRACK_ENDS,
)
from games.australis.texts.reference_pages import make_notation_page, make_numbers_page
from games.core.texts import RulesPage
from games.core.words import Words, cite_clauses, cite_ruling


def list_rules_pages(w: Words) -> tuple[RulesPage, ...]:
    """Return the pages of the rules of Australis."""
    return (
        _make_goal_page(w).with_picture("opening"),
        _make_dice_page(w).with_picture("DieTaken"),
        _make_cards_page(w).with_picture("CardKept"),
        _make_current_page(w).with_picture("TurtleMoved"),
        _make_points_page(w).with_picture("MatchEnded"),
        _make_competition_page(w).with_picture("CompetitionWon"),
        make_notation_page(w),
        make_numbers_page(w),
    )


def _cite(w: Words, *clauses: str) -> str:
    return cite_clauses(w, "AU", *clauses)


def _cite_ruling(w: Words, *clauses: str) -> str:
    return cite_ruling(w, "AU", *clauses)


def _make_goal_page(w: Words) -> RulesPage:
    return RulesPage.from_paragraphs(
        w("The goal"),
        w(
            "A warm current runs along the east coast of Australia. For **five rounds** you draft "
            "dice: you feed fish, settle corals on six reefs, and let your turtle drift. "
            "Most points win; if you're level, the turtle further ahead decides."
        )
        + _cite(w, "6.1", "6.2"),
        w(
            "**Each round** has three parts. You take turns drafting dice, four each, and each die works "
            "right away; then reefs, fish and turtles score; then the blue, violet and red dice "
            "compete."
        ),
        w(
            "There are as many white, yellow, blue and violet dice as players and one red die, so one die is "
            "always left over. In turn order you begin with 1, 2, 3 and 4 points, and your turtles on the "
            "spaces 0, 1, 2 and 3. Everybody has {corals} corals and one food cube.",
            corals=CORALS_PER_SEAT,
        )
        + _cite(w, "1.2", "1.3", "1.4"),
        w("Chance decides who starts.") + _cite(w, "1.3"),
    )


def _make_dice_page(w: Words) -> RulesPage:
    colours = (
        w("- **White**: one point for each circle, and one or two of the six cards on display.")
        + _cite(w, "2.3"),
        w("- **Yellow**: one point for each circle, and 2 to 5 fish.") + _cite(w, "2.5"),
        w("- **Blue**: your turtle swims that many spaces.") + _cite(w, "2.6"),
        w(
            "- **Violet**: one coral from your supply onto the reef of that number or any lower one. With "
            "none left you may move one that lies on a reef."
        )
        + _cite(w, "2.7"),
        w(
            "- **Red**: you take the **first-player token** and start the next round. In round 5, the last, "
            "the token is worth 1 point at the end instead. Red is also the strongest die of the competition."
        )
        + _cite(w, "2.8", "6.1"),
    )
    return RulesPage.from_paragraphs(
        w("The dice"),
        w("You take a die as it lies. **First** your cards of its colour work, then the die.")
        + _cite(w, "2.1", "2.2"),
        "\n".join(colours),
        w("There are only so many fish: when they're gone, you get none.") + _cite_ruling(w, "2.5", "2.9"),
        w(
            "A coral that you move comes from any reef and goes onto one where a new coral could go. You "
            "can also leave all of them where they are."
        )
        + _cite_ruling(w, "2.7", "2.9"),
        w("You aren't asked when there's only one choice; the text with the picture says what happened."),
    )


def _make_cards_page(w: Words) -> RulesPage:
    return RulesPage.from_paragraphs(
        w("Advantage cards"),
        w(
            "You either **keep** a card at its colour, where it works before each later die of that "
            "colour, or **use it once**, right away, and discard it."
        )
        + _cite(w, "2.3"),
        w(
            "- Two circles: 2 points.\n"
            "- Fish: 1 fish.\n"
            "- Turtle: 1 space.\n"
            "- Coral: one coral onto the reef beside your turtle, or any lower one."
        )
        + _cite(w, "2.9")
        + "\n"
        + w(
            "- Competition: each of your dice of that colour always counts 1 more there. These lie "
            "beside your board, one for each colour, and you can't use them once."
        )
        + _cite(w, "2.4", "4.2"),
        w(
            "A colour holds at most **three** cards, and never two alike; what doesn't fit must be "
            "used right away. If you have several at a colour, you choose their order. A card you keep "
            "at white doesn't work yet with the white die that brought it."
        )
        + _cite(w, "2.2", "2.3", "2.4"),
        w(
            "You can't take a competition card you already have. If there's no card for you to take, "
            "the rest of the die is lost."
        )
        + _cite_ruling(w, "2.4"),
        w(
            "The cards you took are replaced when you're done. When the draw pile is empty, the "
            "discard pile is shuffled and takes its place. With two or three players, the 15 cards "
            "with a shell stay out of the game."
        )
        + _cite(w, "1.1", "2.3", "5.1"),
        w(
            "They're replaced after your last card has worked. If there's nothing left to shuffle, "
            "fewer cards are shown."
        )
        + _cite_ruling(w, "2.3", "5.1"),
    )


def _make_current_page(w: Words) -> RulesPage:
    return RulesPage.from_paragraphs(
        w("Turtles and food"),
        w(
            "Turtles count every space, even those with another turtle. One that would end on another "
            "drifts on to the next free space. Nobody swims past the last space."
        )
        + _cite(w, "2.10"),
        w(
            "The last space, and no other, can hold several turtles. Whoever got there earlier stays further "
            "ahead."
        )
        + _cite_ruling(w, "2.10"),
        w(
            "Reach or pass spaces **5, 11 and 15** and you get your own food cube there. The first "
            "turtle to reach **17** gets a grey one; with four players, the second too. A board holds "
            "six cubes; any more leave the game."
        )
        + _cite(w, "2.11"),
        w(
            "Passing 17 counts as reaching it. A grey cube that you have no room for is lost for the others "
            "too."
        )
        + _cite_ruling(w, "2.11"),
        w(
            "Each stretch of the current belongs to a reef: 0 to 3 to reef 3, 4 to 6 to reef 4, 7 to 9 to "
            "reef 5, 10 to 12 to reef 6, 13 to 15 to reef 7, and from 16 on to reef 8."
        )
        + _cite(w, "2.9"),
        w(
            "The last space is {default}, or {other} if the table has chosen it. Both numbers are "
            "**reconstructed**.",
            default=TRACK_ENDS[0],
            other=TRACK_ENDS[1],
        ),
    )


def _make_points_page(w: Words) -> RulesPage:
    reefs = "\n".join(
        w("- Reef {reef}: most {first}, second {second}", reef=reef, first=first, second=second)
        if second
        else w("- Reef {reef}: most {first}", reef=reef, first=first)
        for reef, first, second in zip(REEF_NUMBERS, FIRST_PLACE_POINTS, SECOND_PLACE_POINTS, strict=True)
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
    return RulesPage.from_paragraphs(
        w("Points"),
        w(
            "After each round, **reefs**: whoever has the most corals there, and on 5 to 8 the second most. "
            "A tie goes to the turtle further ahead. No coral, no points."
        )
        + _cite(w, "3.1"),
        reefs,
        w("The points of reef 5 are printed; those of the others are **reconstructed**."),
        w("On 5 to 8, if several tie for most, the next turtle among them is second.")
        + _cite_ruling(w, "3.1"),
        w("**Fish**: the line of your last cube, if you have enough for it. You keep all your fish.")
        + _cite(w, "3.2"),
        schools,
        w(
            "The 6 fish for two cubes and the 3 and 7 points for two and three cubes are printed. All "
            "other numbers here are **reconstructed**, including the 10 fish for three cubes."
        ),
        w("If you have too few fish for your last cube, the highest line they fill counts.")
        + _cite_ruling(w, "3.2"),
        w("**Turtles**: the number of the space.") + _cite(w, "3.3"),
        w(
            "**At the end**: 1 for each of your corals on the reefs, 1 for the token if you took it in "
            "round 5, and your tiles. Most points win; if you're level, the turtle further ahead "
            "decides."
        )
        + _cite(w, "6.1", "6.2"),
    )


def _make_competition_page(w: Words) -> RulesPage:
    return RulesPage.from_paragraphs(
        w("The competition"),
        w(
            "It runs automatically. White and yellow dice are out. The others are rolled, and every die "
            "with the lowest value is out; then again, until only one player has dice left, or nobody. "
            "Competition cards always add 1, even if that hurts."
        )
        + _cite(w, "4.1", "4.2"),
        w(
            "Whoever has the last die wins; whoever went out just before is second. If several go out "
            "in the same roll, the turtle further ahead decides, for first place too."
        )
        + _cite(w, "4.3"),
        w(
            "The winner takes the **gold** or the **silver** tile, both shown beside the round, and the "
            "second gets the other one. In the rounds 1 to 3 silver also brings a grey food cube. The gold "
            "tiles are worth {gold}, one each round; the first silver one is worth {silver}.",
            gold=w.join_list([str(n) for n in GOLD_TILE_POINTS]),
            silver=SILVER_TILE_POINTS[0],
        )
        + _cite(w, "4.4"),
        w(
            "The silver tiles after it are **reconstructed**: {tiles}.",
            tiles=w.join_list([str(n) for n in SILVER_TILE_POINTS[1:]]),
        ),
        w(
            "If only you have dice for it, you win without a roll and choose, and the other tile "
            "leaves the game. If nobody has, both leave the game."
        )
        + _cite_ruling(w, "4.2", "4.4"),
        w(
            "Whoever has the token then starts the next round and gives it back. If nobody took the red die, "
            "the player whose turtle is furthest behind starts. All dice are rolled again, and six new cards "
            "are shown."
        )
        + _cite(w, "5.1", "5.2"),
    )
