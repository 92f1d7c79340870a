"""The game explained in the product's own words."""

from __future__ import annotations

from games.core.texts import RulesPage
from games.core.words import Words, cited
from games.das_riff.parts import CORAL, DECKS, PEARL, SHARK, WATER


def rules(w: Words) -> tuple[RulesPage, ...]:
    """Return the pages of ``/rules`` for Das Riff."""
    return (
        _goal(w).showing("opening"),
        _roll(w).showing("Rolled"),
        _take(w).showing("Took"),
        _breed(w).showing("Bred"),
        _helpers(w).showing("Hunted"),
        _end_of_turn(w).showing("Refilled"),
        _notation(w),
        _numbers(w),
    )


def _dr(w: Words, *clauses: str) -> str:
    return cited(w, "DR", *clauses)


def _goal(w: Words) -> RulesPage:
    return RulesPage.of(
        w("The goal"),
        w("You breed fish in your corals. Whoever completes **five broods** first wins at once.")
        + _dr(w, "6.1"),
        w(
            "Between you lies a river of 32 cards: four rows **A** to **D**, eight columns **1** to **8**. "
            "Column 1 is the sea edge, towards which the water flows; column 8 is the reef edge, where new "
            "cards come in. Row A is the own row of the first seat, row D that of the second. The outer "
            "rows lie face up; in the two middle rows nobody knows the cards until somebody turns them up."
        )
        + _dr(w, "1.1", "1.2"),
        w(
            "The cards are fish, corals, pearls and sharks. **Open water** is a card with nothing on it: it "
            "only fills its place in the river until it flows out to sea."
        ),
        w(
            "Your **boats** decide how far out you fish: with three boats you reach columns 1 to 3 in all "
            "four rows. Each of you starts with one boat and one worm of each colour."
        )
        + _dr(w, "1.4", "3.1"),
        w("Four **broods** always lie open. Each names two colours, and both of you may complete it.")
        + _dr(w, "1.3"),
    )


def _roll(w: Words) -> RulesPage:
    return RulesPage.of(
        w("Roll and worms"),
        w(
            "Your turn begins with two dice, rolled by the bot. For each die you get one worm in its colour; "
            "a double brings two of the same."
        )
        + _dr(w, "2.1"),
        w(
            "If the bank has run out of a rolled colour, you take the rolled worms that are there and then "
            "choose another colour for each one missing."
        )
        + _dr(w, "2.2"),
        w(
            "Then the **other** player may take one worm in either rolled colour, or none. If the bank lacks "
            "one of the rolled colours at that moment, it may be any colour. When the bank is empty, nobody "
            "takes anything."
        )
        + _dr(w, "2.3"),
        w(
            "You need not wait for that choice: once you act, the other player's standing order chooses, "
            "unless it says to wait."
        )
        + _dr(w, "2.3"),
    )


def _take(w: Words) -> RulesPage:
    return RulesPage.of(
        w("Taking cards"),
        w("In your turn you act as often as you like and can pay, in any order. Then you end the turn."),
        w(
            "**Price.** A card in your own row costs 1 worm, a face-up card in the middle rows 2, a card in "
            "the far row 3."
        )
        + _dr(w, "3.2"),
        w(
            "**Colours.** A fish is paid in worms of its own colour. Coral, pearls, sharks and boats take "
            "any mixture. A pearl pays like one worm of any colour and is then discarded."
        )
        + _dr(w, "3.4"),
        w(
            "**Turning up.** For one worm of any colour you turn up a face-down card in reach; everybody "
            "sees it. If you take it with your very next action, it costs just one more. Otherwise it stays "
            "there and costs 2 like any other."
        )
        + _dr(w, "3.3"),
        w("**Open water** cannot be taken.") + _dr(w, "3.11"),
        w("A sixth coral cannot be taken either.") + _dr(w, "3.5"),
    )


def _breed(w: Words) -> RulesPage:
    return RulesPage.of(
        w("Fish and broods"),
        w(
            "A fish needs a place at once: on an **empty coral** of yours, where it waits for a mate, or "
            "beside a waiting fish if the two complete a brood there and then. A fish that waits never moves "
            "to another coral."
        )
        + _dr(w, "3.6"),
        w(
            "**A brood** needs one male and one female on the same coral, in the two colours of an open "
            "brood. Which of them brings which colour does not matter. For a brood of one colour both must "
            "have it."
        )
        + _dr(w, "3.7"),
        w(
            "Both fish are discarded, the brood goes onto the coral, and that coral is closed for good; it "
            "still counts towards your five. A new brood is turned up at once, and you may complete it in "
            "the same turn."
        )
        + _dr(w, "3.7"),
        w(
            "The **dots** on a fish say how many of its colour and sex are in the whole deck. Fish with a "
            "single dot are rare: do not let them drift out of reach."
        ),
    )


def _helpers(w: Words) -> RulesPage:
    return RulesPage.of(
        w("Corals, pearls, sharks, boats"),
        w("**Coral** lies before you and holds one waiting fish or one brood. You can have up to five.")
        + _dr(w, "3.5"),
        w("**Pearls** you keep, as many as you like, until you pay with them.") + _dr(w, "3.8", "3.4"),
        w(
            "**Sharks** you keep too. Discard one to drive off any one face-up card of the river, in reach "
            "or not, or a waiting fish on one of your own corals. The other player's corals are safe, and "
            "so are the open broods. The gap stays until the water flows."
        )
        + _dr(w, "3.8", "3.9"),
        w(
            "**A boat** costs three worms or pearls of any colours and opens the next column for you. There "
            "are 15 boats, so one of you can get eight and the other seven."
        )
        + _dr(w, "3.10"),
    )


def _end_of_turn(w: Words) -> RulesPage:
    steps = (
        w("- Each row slides together towards the sea.") + _dr(w, "4.1"),
        w(
            "- Open water at the sea edge flows out, all of it up to the first other card; then the row "
            "slides again. Face-down cards stay."
        )
        + _dr(w, "4.2"),
        w(
            "- With seven or more cards discarded, they are shuffled into the draw pile. (A table can "
            "choose instead: when the draw pile has fewer than eight cards.)"
        )
        + _dr(w, "5.1"),
        w("- New cards fill the rows from the sea: face up in the outer rows, face down in the middle.")
        + _dr(w, "5.2"),
    )
    return RulesPage.of(
        w("The water flows"),
        w("At the end of your turn the bot does all of this by itself:"),
        "\n".join(steps),
        w(
            "**The end.** The fifth brood wins at once, even in the middle of a turn. If 60 turns in a row "
            "pass without a brood, both players' turns counted, the match is a draw."
        )
        + _dr(w, "6.1", "6.2"),
    )


def _notation(w: Words) -> RulesPage:
    return RulesPage.of(
        w("Typing a move"),
        w(
            "Everything works with buttons. With `/move` you can also type. Colours are `r` red, `y` yellow, "
            "`b` blue, `g` green, `p` purple, `w` white; `*` is a pearl."
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
        w(
            "Worms are written in the order `rybgpw`, pearls last. The list that opens as you type shows "
            "all moves."
        ),
    )


def _numbers(w: Words) -> RulesPage:
    decks = (
        w(
            "- Deck {name}: 18 fish, {coral} corals, {pearl} pearls, {shark} sharks, {water} open water",
            name=name.upper(),
            coral=counts[CORAL],
            pearl=counts[PEARL],
            shark=counts[SHARK],
            water=counts[WATER],
        )
        for name, counts in DECKS.items()
    )
    return RulesPage.of(
        w("Numbers and credits"),
        w(
            "The rules that we could read print how many cards, worms and boats there are, but not how the "
            "60 cards divide. These numbers are **reconstructed**: they fit everything that is printed, and "
            "are not the published data."
        ),
        "\n".join(decks),
        w(
            "- Fish: red, blue and purple have two males and one female, yellow, green and white one male "
            "and two females\n"
            "- Broods: each pair of the six colours once, which gives the printed 21\n"
            "- Colours: five are printed; white is our sixth"
        ),
        w(
            "Das Riff was designed by **Christine and Wolfgang Lehmann** and published by Kosmos in 2000. "
            "This bot explains the game in its own words and draws its own pictures; it is not connected "
            "with the designers or the publisher."
        ),
    )
