"""The lesson's steps about taking cards and paying for them: the player's own row, worms, fish, the first
brood.
"""

from __future__ import annotations

from typing import Final

from games.core.words import N_, Msg
from games.das_riff.actions import TakeWorm
from games.das_riff.events import WormTaken
from games.das_riff.lessons.shared import (
    BOAT_SLIP,
    END_TURN_SLIP,
    FLIP_SLIP,
    Slip,
    Step,
    Task,
    completes_brood,
    takes_card_in_cell,
    takes_fish,
)
from games.das_riff.notation import make_position, make_reef
from games.das_riff.parts import Colour
from games.das_riff.view import OFFER_STAGE

LESSON_STEPS: Final[tuple[Step, ...]] = (
    Step(
        Msg(N_("Your own row is cheap")),
        Msg(
            N_(
                "You win with five broods, and each brood needs a coral of yours. A card in row A, next to "
                "you, costs 1 worm; a face-up card in the middle costs 2, one in the far row 3."
            )
        ),
        lambda: make_position(
            make_reef("rrb"),
            make_reef("gp"),
            a="co wa bf wa ym",
            b="?pe ?wa ?gf",
            c="?wa ?rm ?co",
            d="co pm wa gm",
        ),
        Task(
            Msg(N_("Take a coral for as few worms as you can.")),
            ("take:A1:r", "take:A1:b"),
            lambda action, events: takes_card_in_cell(events, "A1"),
            Msg(N_("Yes! 1 worm, and you have your first coral.")),
            (
                Slip(
                    Msg(
                        N_("A coral is a coral, but in the far row it costs 3 worms. There's a cheaper one.")
                    ),
                    "DR-3.2",
                    lambda action, events: takes_card_in_cell(events, "D1"),
                ),
                FLIP_SLIP,
                BOAT_SLIP,
                END_TURN_SLIP,
            ),
            mentioned_values=(("pay", "r"), ("pay", "b")),
        ),
    ),
    Step(
        Msg(N_("Dice bring worms")),
        Msg(
            N_(
                "Each turn begins with two dice, and whoever's turn it is gets a worm in each die's colour. "
                "Then the other player may take one of the two: right now that's you."
            )
        ),
        lambda: make_position(
            make_reef("gprb"),
            make_reef("rp", corals="."),
            a="bf wa wa ym",
            b="?pe ?wa ?gf",
            c="?wa ?rm ?co",
            d="co pm wa gm",
            seat=1,
            stage=OFFER_STAGE,
            dice="rb",
        ),
        Task(
            Msg(N_("You want the blue fish at A1, and you have no blue worm. Take one.")),
            ("worm:b",),
            lambda action, events: any(
                isinstance(event, WormTaken) and event.seat == 0 and event.colour == Colour.BLUE
                for event in events
            ),
            Msg(N_("Blue it is! You get something even in the other player's turn.")),
            (
                Slip(
                    Msg(N_("Taking none gains nothing: the worm is free.")),
                    "DR-2.3",
                    lambda action, events: isinstance(action, TakeWorm) and action.colour == "-",
                ),
                Slip(Msg(N_("A red worm won't pay for a blue fish.")), "DR-3.4"),
            ),
            mentioned_values=(("cell", "A1"),),
        ),
    ),
    Step(
        Msg(N_("Fish eat their own colour")),
        Msg(
            N_(
                "A fish costs worms of its own colour; everything else takes any mix. And it needs a "
                "home right away: an empty coral of yours, where it waits for a mate."
            )
        ),
        lambda: make_position(
            make_reef("rrb", corals="."),
            make_reef("gp", corals="."),
            a="bf ym wa co",
            b="?pe ?wa ?gf",
            c="?wa ?rm ?co",
            d="yf pm wa gm",
        ),
        Task(
            Msg(N_("Take a fish that you can pay for.")),
            ("take:A1:b>1",),
            takes_fish,
            Msg(N_("She's in! Now she waits on your coral for a mate.")),
            (FLIP_SLIP, BOAT_SLIP, END_TURN_SLIP),
            ("take:D1:rrb>1", "take:A2:r>1"),
            mentioned_values=(("pay", "r"), ("pay", "b")),
            hides_answer=True,
        ),
    ),
    Step(
        Msg(N_("Make a brood")),
        Msg(
            N_(
                "A male and a female on one coral breed if their two colours are on one of the four cards "
                "at the right. The coral then carries that brood for good: one of the five that you need."
            )
        ),
        lambda: make_position(
            make_reef("rb", corals="rf .", boats=2),
            make_reef("gp", corals="."),
            a="bf bm wa co",
            b="?pe ?wa ?gf",
            c="?wa ?yf ?co",
            d="wa pm wa gm",
            broods="br yy gw pp",
        ),
        Task(
            Msg(N_("A red female waits on coral 1. Take the fish that breeds with her.")),
            ("take:A2:b>1",),
            completes_brood,
            Msg(N_("Your first brood! Both parents leave, the coral keeps the brood.")),
            (
                Slip(
                    Msg(
                        N_(
                            "The male fits, but on the empty coral he only waits. Put him beside the red "
                            "female on coral 1."
                        )
                    ),
                    "DR-3.7",
                    lambda action, events: takes_card_in_cell(events, "A2"),
                ),
                Slip(
                    Msg(N_("She's female too. It takes a male and a female.")),
                    "DR-3.7",
                    lambda action, events: takes_card_in_cell(events, "A1"),
                ),
                FLIP_SLIP,
                END_TURN_SLIP,
            ),
            ("take:A1:b>1",),
            mentioned_values=(("coral", "#1"),),
        ),
    ),
)
