"""Made-up positions of Das Riff, for pictures and texts."""

from __future__ import annotations

from dataclasses import replace

from games.core.outcome import Outcome, make_win
from games.core.texts import GenericScene
from games.core.words import load_words
from games.das_riff.events import (
    BoatBought,
    BroodShown,
    CardFlipped,
    CardHunted,
    CardTaken,
    DiceRolled,
    Event,
    FishBred,
    MatchEnded,
    PricePaid,
    Scene,
    TableauRefilled,
    WormDeclined,
    WormTaken,
)
from games.das_riff.parts import BROODS, CORAL_CARD, PEARL_CARD, SHARK_CARD, WATER_CARD, Colour, make_fish
from games.das_riff.view import (
    ACT_STAGE,
    CHOOSE_STAGE,
    EMPTY_CELL,
    FACE_DOWN_CARD,
    OFFER_STAGE,
    OVER_STAGE,
    Coral,
    Reef,
    View,
)

R, Y, B, G, P, W = Colour
MALE, FEMALE = 0, 1

OPENING_VIEW = View(
    viewer=None,
    stage=ACT_STAGE,
    active_seat=0,
    to_act=(0,),
    tableau=(
        *(
            make_fish(R, MALE),
            WATER_CARD,
            CORAL_CARD,
            make_fish(B, FEMALE),
            WATER_CARD,
            PEARL_CARD,
            make_fish(W, MALE),
            WATER_CARD,
        ),
        *(FACE_DOWN_CARD,) * 16,
        *(
            CORAL_CARD,
            make_fish(Y, FEMALE),
            WATER_CARD,
            make_fish(G, MALE),
            SHARK_CARD,
            WATER_CARD,
            make_fish(P, FEMALE),
            CORAL_CARD,
        ),
    ),
    draw_pile=28,
    discard=0,
    broods=(BROODS[1], BROODS[9], BROODS[15], BROODS[20]),
    brood_pile=17,
    bank=(5, 6, 6, 6, 5, 6),
    boats_left=13,
    dice=(R, P),
    flipped=None,
    reefs=(
        Reef(1, (2, 1, 1, 1, 2, 1), 0, 0, ()),
        Reef(1, (1, 1, 1, 1, 1, 1), 0, 0, ()),
    ),
    quiet_turns=0,
    deck="a",
    reshuffle="discard_seven",
)

MIDDLE_VIEW = replace(
    OPENING_VIEW,
    active_seat=1,
    to_act=(1,),
    tableau=(
        *(
            WATER_CARD,
            make_fish(Y, MALE),
            CORAL_CARD,
            EMPTY_CELL,
            make_fish(W, FEMALE),
            WATER_CARD,
            PEARL_CARD,
            make_fish(P, MALE),
        ),
        *(
            make_fish(G, FEMALE),
            FACE_DOWN_CARD,
            FACE_DOWN_CARD,
            WATER_CARD,
            FACE_DOWN_CARD,
            FACE_DOWN_CARD,
            FACE_DOWN_CARD,
            FACE_DOWN_CARD,
        ),
        *(
            FACE_DOWN_CARD,
            FACE_DOWN_CARD,
            make_fish(P, FEMALE),
            FACE_DOWN_CARD,
            EMPTY_CELL,
            FACE_DOWN_CARD,
            FACE_DOWN_CARD,
            FACE_DOWN_CARD,
        ),
        *(
            make_fish(B, MALE),
            WATER_CARD,
            make_fish(W, MALE),
            CORAL_CARD,
            WATER_CARD,
            make_fish(R, FEMALE),
            SHARK_CARD,
            EMPTY_CELL,
        ),
    ),
    draw_pile=11,
    discard=6,
    broods=((1, 3), (0, 4), (2, 5), (3, 3)),
    brood_pile=14,
    bank=(3, 0, 5, 6, 2, 4),
    boats_left=9,
    dice=(Y, W),
    flipped=18,
    reefs=(
        Reef(3, (2, 5, 0, 1, 1, 2), 2, 0, (Coral(brood=(0, 2)), Coral(make_fish(Y, FEMALE)), Coral())),
        Reef(3, (3, 3, 3, 1, 5, 2), 0, 1, (Coral(make_fish(P, MALE)), Coral(brood=(4, 5)))),
    ),
)
MIDDLE_EVENTS: tuple[Event, ...] = (
    PricePaid(1, (0, 0, 2, 0, 0, 0), 0),
    CardTaken(1, 31, make_fish(P, MALE), 0),
    CardFlipped(1, 18, make_fish(P, FEMALE)),
)

FULLEST_VIEW = replace(
    OPENING_VIEW,
    active_seat=0,
    to_act=(0,),
    tableau=tuple([*range(12), CORAL_CARD, SHARK_CARD, PEARL_CARD, WATER_CARD] * 2),
    draw_pile=3,
    discard=0,
    broods=((0, 5), (1, 1), (2, 4), (3, 5)),
    brood_pile=9,
    bank=(0, 0, 0, 0, 0, 0),
    boats_left=0,
    dice=(G, G),
    flipped=None,
    reefs=(
        Reef(
            8,
            (8, 8, 4, 5, 3, 2),
            10,
            4,
            (
                Coral(brood=(0, 1)),
                Coral(brood=(2, 3)),
                Coral(brood=(4, 4)),
                Coral(brood=(1, 5)),
                Coral(make_fish(W, FEMALE)),
            ),
        ),
        Reef(
            7,
            (0, 0, 4, 3, 5, 6),
            3,
            2,
            (
                Coral(make_fish(R, MALE)),
                Coral(brood=(3, 4)),
                Coral(brood=(0, 0)),
                Coral(make_fish(G, FEMALE)),
                Coral(),
            ),
        ),
    ),
)
FULLEST_EVENTS: tuple[Event, ...] = (
    PricePaid(0, (3, 0, 0, 0, 0, 0), 1),
    BoatBought(0, 8),
    CardTaken(0, 5, make_fish(B, FEMALE), 3),
    FishBred(0, 3, (1, 5)),
    BroodShown((3, 5)),
    CardHunted(0, make_fish(Y, MALE), None, 4),
)

OFFER_VIEW = replace(MIDDLE_VIEW, stage=OFFER_STAGE, active_seat=1, to_act=(0, 1), flipped=None)
OFFER_EVENTS: tuple[Event, ...] = (
    TableauRefilled((3, 20, 31), (SHARK_CARD, FACE_DOWN_CARD, CORAL_CARD)),
    DiceRolled(1, (Y, W), (Y, W)),
    WormTaken(1, Y, True),
    WormTaken(1, W, True),
)
CHOICE_VIEW = replace(MIDDLE_VIEW, stage=CHOOSE_STAGE, flipped=None)
CHOICE_EVENTS: tuple[Event, ...] = (DiceRolled(1, (Y, W), ()), WormDeclined(0))

END_VIEW = replace(
    FULLEST_VIEW,
    stage=OVER_STAGE,
    active_seat=None,
    to_act=(),
    reefs=(
        replace(FULLEST_VIEW.reefs[0], corals=(*FULLEST_VIEW.reefs[0].corals[:4], Coral(brood=(5, 5)))),
        FULLEST_VIEW.reefs[1],
    ),
)
END_EVENTS: tuple[Event, ...] = (
    CardTaken(0, 10, make_fish(W, MALE), 4),
    FishBred(0, 4, (5, 5)),
    MatchEnded("five_broods"),
)
WIN_OUTCOME: Outcome = make_win("five_broods", 2, 0, (5, 2))


def make_scene(
    events: tuple[Event, ...] = (),
    names: tuple[str, str] = ("Ada", "Jürgen"),
    outcome: Outcome | None = None,
) -> Scene:
    return GenericScene(names, load_words(), events, outcome)


SITUATIONS: dict[str, tuple[View, Scene]] = {
    "opening": (
        OPENING_VIEW,
        make_scene((DiceRolled(0, (R, P), (R, P)), WormTaken(0, R, True), WormTaken(0, P, True))),
    ),
    "middle": (MIDDLE_VIEW, make_scene(MIDDLE_EVENTS)),
    "middle_seat_0": (replace(MIDDLE_VIEW, viewer=0), make_scene(MIDDLE_EVENTS)),
    "middle_seat_1": (replace(MIDDLE_VIEW, viewer=1), make_scene(MIDDLE_EVENTS)),
    "fullest": (FULLEST_VIEW, make_scene(FULLEST_EVENTS, ("Wilhelmina Featherstonehaugh", "Łukasz Żółć"))),
    "offered": (OFFER_VIEW, make_scene(OFFER_EVENTS, ("魚 🐟 さかな", "🐠"))),
    "choosing": (CHOICE_VIEW, make_scene(CHOICE_EVENTS, (" ", "\u202e"))),
    "end": (END_VIEW, make_scene(END_EVENTS, outcome=WIN_OUTCOME)),
    "end_long": (END_VIEW, make_scene(END_EVENTS, ("Wilhelmina Featherstonehaugh", "Bo"), WIN_OUTCOME)),
}
