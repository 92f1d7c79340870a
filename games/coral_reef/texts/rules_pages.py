"""The pages of the rules of Coral Reef, in our own words."""

from __future__ import annotations

from games.coral_reef.parts import CARD_COPIES, RANKS_BY_VARIANT, TILES_VARIANT
from games.core.texts import RulesPage
from games.core.words import Words, cite_clauses, cite_ruling


def list_rules_pages(w: Words) -> tuple[RulesPage, ...]:
    """Return the pages of the rules of Coral Reef."""
    return (
        _make_goal_page(w).with_picture("opening"),
        _make_play_page(w).with_picture("CoralsPlayed"),
        _make_special_cards_page(w).with_picture("NineSeeded"),
        _make_draw_page(w).with_picture("CardDrawn"),
        _make_end_page(w).with_picture("RoundEnded"),
        _make_notation_page(w),
        _make_numbers_page(w),
    )


def _cite(w: Words, *clauses: str) -> str:
    return cite_clauses(w, "CR", *clauses)


def _cite_ruling(w: Words, *clauses: str) -> str:
    return cite_ruling(w, "CR", *clauses)


def _make_goal_page(w: Words) -> RulesPage:
    return RulesPage.from_paragraphs(
        w("The goal"),
        w("Whoever is **rid of the whole hand** first wins the round.") + _cite(w, "3.1"),
        w(
            "There are two decks of cards. Everybody gets eight cards. Four nines lie on the table: each is "
            "the bottom of a **stack**, and the stacks grow into a reef. The other cards are the deck."
        )
        + _cite(w, "1.1", "1.2"),
        w("Two to six people can play. Chance decides who begins.") + _cite(w, "1.2", "1.3"),
        w("Suits don't matter. Only you see your hand; everybody sees every card in the stacks.")
        + _cite(w, "1.2"),
    )


def _make_play_page(w: Words) -> RulesPage:
    return RulesPage.from_paragraphs(
        w("A play"),
        w(
            "Your turn is **one play on one stack**. Put down as many cards as you like that add up to "
            "exactly what the **top of that stack** needs. You choose which of them ends on top, and "
            "that's what the next player has to make."
        )
        + _cite(w, "2.1", "2.2"),
        w(
            "An ace counts 1, the numbers count what they show. On a 9 you can play 4 and 5, or 8 and an "
            "ace, or another 9."
        ),
        w("The more cards you play, the sooner you're out. A low card on top is hard for those after you."),
        w(
            "If you hold more cards of a rank than you play, chance decides which suits you put down. So the "
            "suits on the table tell nobody what you still hold."
        )
        + _cite_ruling(w, "2.8"),
    )


def _make_special_cards_page(w: Words) -> RulesPage:
    return RulesPage.from_paragraphs(
        w("Faces, tens and nines"),
        w(
            "**Jack, queen and king take away** 1, 2 and 3. They help to fit more cards in, but none of "
            "them may end on top. On a 5 you can play 6 and a jack, with the 6 on top."
        )
        + _cite(w, "2.3"),
        w(
            "**A ten counts as zero** when you place it, and it has to go on last, so you can only play "
            "one at a time. On top it needs **10**."
        )
        + _cite(w, "2.3"),
        w(
            "**A nine can begin a new stack.** Instead of playing you lay it on the table. A nine can "
            "also be played like any other number."
        )
        + _cite(w, "2.4"),
        w("You lay one nine at a time, and that's your whole turn.") + _cite_ruling(w, "2.4"),
        w(
            "With **tiles** instead of cards (an option of the table) there are no faces, the ace is a "
            "1 and the ten is a 0. How many tiles there are is reconstructed: {tiles}, {copies} of "
            "each.",
            tiles=CARD_COPIES * len(RANKS_BY_VARIANT[TILES_VARIANT]),
            copies=CARD_COPIES,
        ),
    )


def _make_draw_page(w: Words) -> RulesPage:
    return RulesPage.from_paragraphs(
        w("Drawing and passing"),
        w("If you can play or lay a nine, you must: you can't pass, and you can't draw instead.")
        + _cite_ruling(w, "2.5"),
        w(
            "If you can do neither, the bot draws **one card** for you. If it helps, you play it or lay it "
            "in the same turn: you can always lay a nine that you draw. If not, your turn is over. "
            "Only you see which card it was."
        )
        + _cite(w, "2.6"),
        w(
            "If you have to draw and the deck is empty, all cards **under the tops** are shuffled into "
            "a new deck. If there's nothing there either, you pass. A turn in which you draw is never "
            "a pass."
        )
        + _cite_ruling(w, "2.7"),
    )


def _make_end_page(w: Words) -> RulesPage:
    return RulesPage.from_paragraphs(
        w("The end"),
        w("The first empty hand wins the round right away.") + _cite(w, "3.1"),
        w(
            "The round also ends if everybody passes one after the other, or if a new deck would be "
            "needed for the sixth time. Whoever has the fewest cards wins it; if you're level, each of "
            "you does."
        )
        + _cite_ruling(w, "3.2", "3.4"),
        w(
            "The table chooses how many rounds win the match. It ends after the round in which "
            "somebody gets there. Until then, all cards are dealt again for each round."
        )
        + _cite(w, "3.3"),
        w(
            "Rounds won decide, then fewer cards left in the last round; if you're still level, you "
            "share the place. The seat after the last starter begins the next round."
        )
        + _cite_ruling(w, "3.3", "1.3"),
    )


def _make_notation_page(w: Words) -> RulesPage:
    return RulesPage.from_paragraphs(
        w("Typing a move"),
        w(
            "Everything works with buttons, but with `/move` you can also type. Stacks are numbered as "
            "in the picture. Cards are `2` to `9`, `k` king, `q` queen, `j` jack, `a` ace or tile 1, "
            "`t` ten or tile 0."
        ),
        w(
            "- `play:2:45>5` play 4 and 5 on stack 2, the 5 on top\n"
            "- `play:1:9ja>a` play 9, jack and ace, the ace on top\n"
            "- `play:3:7*2k2a>a` more than one of a kind: two 7, two kings and an ace make 9\n"
            "- `seed` lay a nine as a new stack"
        ),
        w(
            "Write cards in the order `23456789kqjat`. Several of a number take a star before how "
            "many, several of a letter don't. The list that opens as you type shows your moves."
        ),
    )


def _make_numbers_page(w: Words) -> RulesPage:
    return RulesPage.from_paragraphs(
        w("Numbers and credits"),
        w(
            "The published text gives the two decks, the four nines, the eight cards in a hand and all "
            "values. How many number tiles there are is **reconstructed**: eight of each value."
        ),
        w(
            "Where the published text says nothing, we had to decide: these pages call that *our "
            "ruling*. That goes for how many can play, what happens when the deck runs out, and how a "
            "blocked round ends. The numbers of rounds to choose from are ours too."
        ),
        w("Two to six people can play. Chance decides who begins.") + _cite_ruling(w, "1.2", "1.3"),
        w(
            "Coral Reef was designed by **Sharon Cichelli** and published by Invisible City in 2002. "
            "The words and pictures here are our own; we aren't connected with the designer or the "
            "publisher."
        ),
    )
