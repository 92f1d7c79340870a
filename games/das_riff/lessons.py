"""What a newcomer learns by doing: ten steps, from the first coral to the fifth brood."""

from __future__ import annotations

from typing import Final

from games.core.lesson import SlipOf, StepOf, TaskOf
from games.core.words import N_, Msg
from games.das_riff.actions import Action, Boat, End, Flip, Shark, Take, Worm
from games.das_riff.events import Boated, Bred, Ended, Event, Flipped, Flowed, Hunted, Took, TookWorm
from games.das_riff.laid import position, reef
from games.das_riff.parts import Colour, cell_index, is_fish
from games.das_riff.state import State
from games.das_riff.view import OFFER

Step = StepOf[State, Action, Event]
Task = TaskOf[Action, Event]
Slip = SlipOf[Action, Event]
Events = tuple[Event, ...]

_FLIPPED: Final = Slip(
    Msg(N_("Turning up a card shows it to both of you, but you don't get it yet.")),
    "DR-3.3",
    lambda action, events: isinstance(action, Flip),
)
_BOATED: Final = Slip(
    Msg(N_("A boat lets you reach one column more. You don't need that for this.")),
    "DR-3.10",
    lambda action, events: isinstance(action, Boat),
)
_ENDED: Final = Slip(
    Msg(N_("That ends your turn, and you could still do something with it.")),
    "DR-4.1",
    lambda action, events: isinstance(action, End),
)


def _took(events: Events, cell: str) -> bool:
    return any(isinstance(event, Took) and event.cell == cell_index(cell) for event in events)


def _bred(action: Action, events: Events) -> bool:
    return any(isinstance(event, Bred) for event in events)


def _waits(action: Action, events: Events) -> bool:
    return isinstance(action, Take) and any(
        isinstance(event, Took) and is_fish(event.card) for event in events
    )


STEPS: Final[tuple[Step, ...]] = (
    Step(
        Msg(N_("Your own row is cheap")),
        Msg(
            N_(
                "You win with five broods, and each brood needs a coral of yours. A card in row A, next to "
                "you, costs 1 worm; a face-up card in the middle costs 2, one in the far row 3."
            )
        ),
        lambda: position(
            reef("rrb"), reef("gp"), a="co wa bf wa ym", b="?pe ?wa ?gf", c="?wa ?rm ?co", d="co pm wa gm"
        ),
        Task(
            Msg(N_("Take a coral for as few worms as you can.")),
            ("take:A1:r", "take:A1:b"),
            lambda action, events: _took(events, "A1"),
            Msg(N_("Yes! 1 worm, and your first coral lies before you.")),
            (
                Slip(
                    Msg(
                        N_("A coral is a coral, but in the far row it costs 3 worms. There's a cheaper one.")
                    ),
                    "DR-3.2",
                    lambda action, events: _took(events, "D1"),
                ),
                _FLIPPED,
                _BOATED,
                _ENDED,
            ),
        ),
    ),
    Step(
        Msg(N_("Dice bring worms")),
        Msg(
            N_(
                "Each turn begins with two dice, and whoever's turn it is gets a worm in both colours. Then"
                " the other player may take one of the two: right now that's you."
            )
        ),
        lambda: position(
            reef("gprb"),
            reef("rp", corals="."),
            a="bf wa wa ym",
            b="?pe ?wa ?gf",
            c="?wa ?rm ?co",
            d="co pm wa gm",
            seat=1,
            stage=OFFER,
            dice="rb",
        ),
        Task(
            Msg(N_("You want the blue fish at A1, and you have no blue worm. Take one.")),
            ("worm:b",),
            lambda action, events: any(
                isinstance(event, TookWorm) and event.seat == 0 and event.colour == Colour.BLUE
                for event in events
            ),
            Msg(N_("Blue it is! Even in the other player's turn you get something.")),
            (
                Slip(
                    Msg(N_("Nothing is gained by taking none: the worm is free.")),
                    "DR-2.3",
                    lambda action, events: isinstance(action, Worm) and action.colour == "-",
                ),
                Slip(Msg(N_("A red worm won't pay for a blue fish.")), "DR-3.4"),
            ),
            ("worm:g",),
        ),
    ),
    Step(
        Msg(N_("Fish eat their own colour")),
        Msg(
            N_(
                "A fish costs worms of its own colour; everything else takes any mix. And it needs a home "
                "at once: an empty coral of yours, where it waits for a mate."
            )
        ),
        lambda: position(
            reef("rrb", corals="."),
            reef("gp", corals="."),
            a="bf ym wa co",
            b="?pe ?wa ?gf",
            c="?wa ?rm ?co",
            d="ym pm wa gm",
        ),
        Task(
            Msg(N_("Take a fish that you can pay for.")),
            ("take:A1:b>1",),
            _waits,
            Msg(N_("She's in! Now she waits on your coral for a mate.")),
            (_FLIPPED, _BOATED, _ENDED),
            ("take:D1:rrb>1", "take:A2:r>1"),
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
        lambda: position(
            reef("rb", corals="rf .", boats=2),
            reef("gp", corals="."),
            a="bf bm wa co",
            b="?pe ?wa ?gf",
            c="?wa ?ym ?co",
            d="wa pm wa gm",
            broods="br yy gw pp",
        ),
        Task(
            Msg(N_("A red female waits on coral 1. Take the fish that breeds with her.")),
            ("take:A2:b>1",),
            _bred,
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
                    lambda action, events: _took(events, "A2"),
                ),
                Slip(
                    Msg(N_("She's female too. It takes a male and a female.")),
                    "DR-3.7",
                    lambda action, events: _took(events, "A1"),
                ),
                _FLIPPED,
                _ENDED,
            ),
            ("take:A1:b>1",),
        ),
    ),
    Step(
        Msg(N_("Look under the middle")),
        Msg(
            N_(
                "The two middle rows come in face down. Turning up a card within reach costs 1 worm of any "
                "colour, and both of you see it."
            )
        ),
        lambda: position(
            reef("gr", corals="br! ."),
            reef("gp", corals="."),
            a="wa ym co",
            b="?gf ?wa ?pm",
            c="?co ?ym ?pe",
            d="wa pm wa gm",
            broods="gw yy gr pp",
        ),
        Task(
            Msg(N_("Turn up a card in column 1, the one that you reach.")),
            ("flip:B1:r", "flip:B1:g", "flip:C1:r", "flip:C1:g"),
            lambda action, events: any(isinstance(event, Flipped) for event in events),
            Msg(N_("There it is, and you have first pick.")),
            (_ENDED,),
            ("flip:B2:r", "take:B1:rg>2"),
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
        lambda: position(
            reef("gr", corals="br! ."),
            reef("gp", corals="."),
            a="co ym wa",
            b="gf ?wa ?pm",
            c="?co ?ym ?pe",
            d="wa pm wa gm",
            broods="gw yy gr pp",
            flipped=cell_index("B1"),
        ),
        Task(
            Msg(N_("You turned up a green female at B1. Get her for 1 worm.")),
            ("take:B1:g>2",),
            lambda action, events: _took(events, "B1"),
            Msg(N_("Well done: 2 worms in all, for a card that nobody had seen.")),
            (
                Slip(
                    Msg(N_("Now B1 costs 2 green worms, and you have 1. Take it first, then do the rest.")),
                    "DR-3.3",
                ),
            ),
            ("take:B1:r>2",),
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
        lambda: position(
            reef("rrw", corals="br! ."),
            reef("gp", corals="."),
            a="wa pe ym co",
            b="?gf ?wa ?pm",
            c="?co ?ym ?pe",
            d="wa pm wa gm",
            broods="gw yy gr pp",
        ),
        Task(
            Msg(N_("Get column 2 within reach.")),
            ("boat:rrw",),
            lambda action, events: any(isinstance(event, Boated) for event in events),
            Msg(N_("Aye, captain! Four more cards lie before your bow.")),
            (_FLIPPED, Slip(Msg(N_("You'd keep your worms, but column 2 stays out of reach.")), "DR-3.1")),
            ("take:A2:r",),
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
        lambda: position(
            reef("r", sharks=1, corals="gg! ."),
            reef("bbb", corals="rf yy!"),
            a="co ym wa pm",
            b="?gf ?wa ?pm",
            c="?co ?ym ?pe",
            d="bm wa gm wa",
            broods="gw br gr pp",
        ),
        Task(
            Msg(N_("Drive off the fish that the other player needs.")),
            ("shark:D1",),
            lambda action, events: any(
                isinstance(event, Hunted) and event.cell == cell_index("D1") for event in events
            ),
            Msg(N_("Gone! That brood has to wait.")),
            (
                Slip(
                    Msg(N_("The shark is spent, and the other player still gets the brood.")),
                    "DR-3.9",
                    lambda action, events: isinstance(action, Shark),
                ),
                _FLIPPED,
                Slip(
                    Msg(N_("Now the other player simply takes the fish. Your shark can stop that.")), "DR-3.9"
                ),
            ),
            ("shark:B1",),
        ),
    ),
    Step(
        Msg(N_("The water flows")),
        Msg(
            N_(
                "When you end your turn, open water at the sea edge, on the left, flows out and each row "
                "closes up to the left. So good cards come into reach by themselves."
            )
        ),
        lambda: position(
            reef("w", corals="br! ."),
            reef("gp", corals="."),
            a="wa wa pe ym co",
            b="?gf ?wa ?pm",
            c="?co ?ym ?bm",
            d="wa pm wa gm",
            broods="gw yy gr pp",
            draw="rm co wa gf wa sh wa yf co wa wa",
        ),
        Task(
            Msg(N_("The pearl at A3 should come to A1. End your turn.")),
            ("end",),
            lambda action, events: any(isinstance(event, Flowed) for event in events),
            Msg(N_("The pearl lies at A1, and new cards have come in from the reef.")),
            (Slip(Msg(N_("That doesn't move the river. It flows when you end your turn.")), "DR-4.2"),),
            ("take:A3:w",),
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
        lambda: position(
            reef("rrg", corals="br! yy! gw! pp! gf", boats=2, pearls=1),
            reef("bp", corals="bw! rf ."),
            a="co rm wa ym",
            b="?wa ?wa ?pm",
            c="?co gm ?pe",
            d="wa pm wa co",
            broods="gr by rw bb",
        ),
        Task(
            Msg(N_("Win the match.")),
            ("take:A2:r>5", "take:A2:*>5"),
            lambda action, events: any(isinstance(event, Ended) for event in events) or _bred(action, events),
            Msg(N_("Five broods: you've won!")),
            (_FLIPPED, _BOATED, _ENDED),
            ("take:A1:r", "take:C2:g*>5"),
        ),
    ),
)
"""In their order."""
