"""The lesson's steps about the river: turning cards up, boats, sharks, the water, and the end of a match."""

from __future__ import annotations

from typing import Final

from games.core.words import N_, Msg
from games.das_riff.actions import SendShark
from games.das_riff.events import BoatBought, CardFlipped, CardHunted, MatchEnded, WaterFlowed
from games.das_riff.lessons.shared import (
    BOAT_SLIP,
    END_TURN_SLIP,
    FLIP_SLIP,
    Slip,
    Step,
    Task,
    completes_brood,
    takes_card_in_cell,
)
from games.das_riff.notation import make_position, make_reef
from games.das_riff.parts import parse_cell

LESSON_STEPS: Final[tuple[Step, ...]] = (
    Step(
        Msg(N_("Turn up a card in the middle")),
        Msg(
            N_(
                "The two middle rows come in face down. Turning up a card within reach costs 1 worm of any "
                "colour, and both of you see it."
            )
        ),
        lambda: make_position(
            make_reef("gr", corals="br! ."),
            make_reef("gp", corals="."),
            a="wa ym co",
            b="?gf ?wa ?pm",
            c="?co ?yf ?pe",
            d="wa pm wa gm",
            broods="gw yy gr pp",
        ),
        Task(
            Msg(N_("Turn up B1 or C1; you reach column 1.")),
            ("flip:B1:r", "flip:B1:g", "flip:C1:r", "flip:C1:g"),
            lambda action, events: any(isinstance(event, CardFlipped) for event in events),
            Msg(N_("There it is, and you have first pick.")),
            (END_TURN_SLIP,),
            ("flip:B2:r", "take:B1:rg>2"),
            mentioned_values=(("column", "1"),),
        ),
    ),
    Step(
        Msg(N_("Take it right away")),
        Msg(
            N_(
                "The card that you've just turned up costs you only 1 more, if you take it with your very "
                "next action. Do anything else first, and it costs 2 like every face-up card in the middle."
            )
        ),
        lambda: make_position(
            make_reef("gr", corals="br! ."),
            make_reef("gp", corals="."),
            a="co ym wa",
            b="gf ?wa ?pm",
            c="?co ?yf ?pe",
            d="wa pm wa gm",
            broods="gw yy gr pp",
            flipped=parse_cell("B1"),
        ),
        Task(
            Msg(N_("You turned up a green female at B1. Get her for 1 worm.")),
            ("take:B1:g>2",),
            lambda action, events: takes_card_in_cell(events, "B1"),
            Msg(N_("Well done: 2 worms in all, for a card that nobody had seen.")),
            (
                Slip(
                    Msg(N_("Now B1 costs 2 green worms, more than you have. Take it first, then the rest.")),
                    "DR-3.3",
                ),
            ),
            ("take:B1:r>2",),
            mentioned_values=(("cell", "B1"), ("pay", "g")),
        ),
    ),
    Step(
        Msg(N_("Boats are your reach")),
        Msg(
            N_(
                "With one boat you only reach column 1. Each boat costs 3 worms of any colours and opens "
                "the next column, in all four rows, for the rest of the match."
            )
        ),
        lambda: make_position(
            make_reef("rrw", corals="br! ."),
            make_reef("gp", corals="."),
            a="wa pe ym co",
            b="?gf ?wa ?pm",
            c="?co ?yf ?pe",
            d="wa pm wa gm",
            broods="gw yy gr pp",
        ),
        Task(
            Msg(N_("Bring column 2 within reach.")),
            ("boat:rrw",),
            lambda action, events: any(isinstance(event, BoatBought) for event in events),
            Msg(N_("Aye, captain! Four more cards are within reach.")),
            (
                FLIP_SLIP,
                Slip(Msg(N_("You'd keep your worms, but column 2 stays out of reach.")), "DR-3.1"),
            ),
            ("take:A2:r",),
            mentioned_values=(("column", "2"), ("cell", "A2")),
        ),
    ),
    Step(
        Msg(N_("Send a shark")),
        Msg(
            N_(
                "A shark that you've taken drives off any one face-up card of the river, in reach or not. "
                "The other player has a red female waiting, and red-blue is one of the open broods."
            )
        ),
        lambda: make_position(
            make_reef("r", sharks=1, corals="gg! ."),
            make_reef("bbb", corals="rf yy!"),
            a="co ym wa pm",
            b="?gf ?wa ?pm",
            c="?co ?yf ?pe",
            d="bm wa gm wa",
            broods="gw br gr pp",
        ),
        Task(
            Msg(N_("Drive off the fish that the other player needs.")),
            ("shark:D1",),
            lambda action, events: any(
                isinstance(event, CardHunted) and event.cell == parse_cell("D1") for event in events
            ),
            Msg(N_("Gone! That brood has to wait.")),
            (
                Slip(
                    Msg(N_("The shark is spent, and the other player still gets the brood.")),
                    "DR-3.9",
                    lambda action, events: isinstance(action, SendShark),
                ),
                FLIP_SLIP,
                Slip(
                    Msg(N_("Now the other player simply takes the fish. Your shark can stop that.")), "DR-3.9"
                ),
            ),
            ("shark:B1",),
            mentioned_values=(("rival", "1"),),
        ),
    ),
    Step(
        Msg(N_("The water flows")),
        Msg(
            N_(
                "When you end your turn, open water at the sea edge, on the left, flows out and each row "
                "closes up to the left. That brings good cards within reach for free."
            )
        ),
        lambda: make_position(
            make_reef("w", corals="br! ."),
            make_reef("gp", corals="."),
            a="wa wa pe ym co",
            b="?gf ?wa ?pm",
            c="?co ?yf ?bm",
            d="wa pm wa gm",
            broods="gw yy gr pp",
            draw="rm co wa gf wa sh wa yf co wa wa",
        ),
        Task(
            Msg(N_("The pearl at A3 should come to A1. End your turn.")),
            ("end",),
            lambda action, events: any(isinstance(event, WaterFlowed) for event in events),
            Msg(N_("The pearl lies at A1, and new cards have come in from the reef.")),
            (Slip(Msg(N_("That doesn't move the river. It flows when you end your turn.")), "DR-4.2"),),
            ("take:A3:w",),
            mentioned_values=(("cell", "A3"), ("cell", "A1")),
            moved_values=(("cell", "A3"), ("cell", "A1")),
        ),
    ),
    Step(
        Msg(N_("The fifth brood wins")),
        Msg(
            N_(
                "You have five corals, the most anybody may have, and four of them carry a brood. The fifth"
                " brood wins right away, in the middle of your turn."
            )
        ),
        lambda: make_position(
            make_reef("rrg", corals="br! yy! gw! pp! gf", boats=2, pearls=1),
            make_reef("bp", corals="bw! rf ."),
            a="co rm wa ym",
            b="?wa ?wa ?pm",
            c="?co gm ?pe",
            d="wa pm wa co",
            broods="gr by rw bb",
        ),
        Task(
            Msg(N_("Win the match.")),
            ("take:A2:r>5", "take:A2:*>5"),
            lambda action, events: (
                any(isinstance(event, MatchEnded) for event in events) or completes_brood(action, events)
            ),
            Msg(N_("Five broods: you've won!")),
            (FLIP_SLIP, BOAT_SLIP, END_TURN_SLIP),
            ("take:A1:r", "take:C2:g*>5"),
            mentioned_values=(("coral", "#5"),),
            hides_answer=True,
        ),
    ),
)
