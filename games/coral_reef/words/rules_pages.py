"""The game explained in the product's own words."""

from __future__ import annotations

from games.core.texts import RulesPage
from games.core.words import Words, cited


def rules(w: Words) -> tuple[RulesPage, ...]:
    """Return the pages of ``/rules`` for Coral Reef."""
    return (
        _goal(w).showing("opening"),
        _play(w).showing("Played"),
        _special(w).showing("Seeded"),
        _draw(w).showing("Drew"),
        _end(w).showing("RoundEnded"),
        _notation(w),
        _numbers(w),
    )


def _cr(w: Words, *clauses: str) -> str:
    return cited(w, "CR", *clauses)


def _goal(w: Words) -> RulesPage:
    return RulesPage.of(
        w("The goal"),
        w("The cards in your hand are corals. Whoever is **rid of the whole hand** first wins the round.")
        + _cr(w, "3.1"),
        w(
            "Two to six people play with two decks of cards. Everybody gets eight cards. Four nines lie on "
            "the table: each is the bottom of a **stack**, and the stacks grow into a reef. The other "
            "cards are the deck."
        )
        + _cr(w, "1.1", "1.2"),
        w("Suits mean nothing. Your hand is yours alone to see; the stacks lie open, every card of them.")
        + _cr(w, "1.2"),
    )


def _play(w: Words) -> RulesPage:
    return RulesPage.of(
        w("A play"),
        w(
            "Your turn is **one play on one stack**. You put down as many cards as you like whose values "
            "add up to exactly what the **top of that stack** asks for. You choose which of them ends on "
            "top, and that card asks the next player."
        )
        + _cr(w, "2.1", "2.2"),
        w(
            "An ace counts 1, the numbers count what they show. On a 9 you can play 4 and 5, or 8 and an "
            "ace, or another 9."
        ),
        w("The more cards a play takes, the sooner you are out. A small top is hard for those after you."),
    )


def _special(w: Words) -> RulesPage:
    return RulesPage.of(
        w("Faces, tens and nines"),
        w(
            "**Jack, queen and king take away** 1, 2 and 3. They help to fit more cards in, but none of "
            "them may end on top. On a 5 you can play 6 and a jack, with the 6 on top."
        )
        + _cr(w, "2.3"),
        w(
            "**A ten counts nothing** when you place it, and it must be the last card of its play, so a "
            "play holds one ten at most. On top it asks for **10**."
        )
        + _cr(w, "2.3"),
        w(
            "**A nine can be seeded.** Instead of playing you lay one nine on the table as a new stack, "
            "and that is your whole turn. A nine can also be played like any other number."
        )
        + _cr(w, "2.4"),
        w(
            "With **tiles** instead of cards (a switch of the table) there are no faces, the ace is a 1 "
            "and the ten is a 0."
        ),
    )


def _draw(w: Words) -> RulesPage:
    return RulesPage.of(
        w("Drawing and passing"),
        w(
            "If you can play or seed, you must. If you can do neither, the bot draws **one card** for you. "
            "If that card helps, you play in the same turn; if not, your turn is over. Only you are told "
            "which card it was."
        )
        + _cr(w, "2.5", "2.6"),
        w(
            "When a card must be drawn and the deck is empty, all cards **under the tops** become a new "
            "deck. If nothing lies there either, you pass."
        )
        + _cr(w, "2.7"),
    )


def _end(w: Words) -> RulesPage:
    return RulesPage.of(
        w("The end"),
        w("The first empty hand wins the round at once.") + _cr(w, "3.1"),
        w(
            "If everybody passes in succession, or if a new deck would be needed for the sixth time, the "
            "round ends. Whoever has the fewest cards wins it; in a tie, each of them does."
        )
        + _cr(w, "3.2", "3.4"),
        w(
            "The table agrees how many rounds win the match. It ends after the round in which somebody "
            "gets there. Rounds won decide, then who has fewer cards left in the last round; who is still "
            "equal shares the place. The first starter is drawn; each later round is begun by the next "
            "seat."
        )
        + _cr(w, "3.3", "1.3"),
    )


def _notation(w: Words) -> RulesPage:
    return RulesPage.of(
        w("Typing a move"),
        w(
            "Everything works with buttons. With `/move` you can also type. Stacks are numbered as in the "
            "picture. Cards are `2` to `9`, `k` king, `q` queen, `j` jack, `a` ace or tile 1, `t` ten or "
            "tile 0."
        ),
        w(
            "- `play:2:45>5` play 4 and 5 on stack 2, the 5 on top\n"
            "- `play:1:9ja>a` play 9, jack and ace, the ace on top\n"
            "- `play:3:4*2k3q2a>a` more than one of a kind: two 4, three kings, two queens, an ace\n"
            "- `seed` lay a nine as a new stack"
        ),
        w(
            "Cards are written in the order `23456789kqjat`; how many of a number comes after a star, how "
            "many of a letter right behind it. The list that opens as you type shows your moves."
        ),
    )


def _numbers(w: Words) -> RulesPage:
    return RulesPage.of(
        w("Numbers and credits"),
        w(
            "The published text gives the two decks, the four nines, the eight cards in a hand and all "
            "values. It does not say how many can play, what happens when the deck runs out or how a "
            "blocked round ends; those are our rulings. How many number tiles a set has is "
            "**reconstructed**: eight of each value."
        ),
        w(
            "Coral Reef was designed by **Sharon Cichelli** and published by Invisible City in 2002. This "
            "bot explains the game in its own words and draws its own pictures; it is not connected with "
            "the designer or the publisher."
        ),
    )
