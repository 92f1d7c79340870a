"""The example turn that both rule texts describe, as in RULES.md."""

from games.das_riff.events import (
    BroodShown,
    CardFlipped,
    CardHunted,
    Event,
    FishBred,
    TableauRefilled,
    WaterFlowed,
)
from games.das_riff.parts import parse_cell
from games.das_riff.rules import RULES
from games.das_riff.state import State
from games.das_riff.view import FACE_DOWN_CARD, Coral
from tests.games.clauses import select_events
from tests.games.das_riff.build import (
    make_position,
    make_reef,
    parse_brood,
    parse_card,
    parse_cards,
    parse_worms,
    take_step,
)

MOVE_TOKENS = ("boat:rrr", "take:D2:b**>1", "flip:B2:p", "take:B2:g>2", "shark:D5", "end")


def make_annas_position() -> State:
    return make_position(
        make_reef("rrrbgppy", pearls=2, sharks=1, corals="rf ."),
        make_reef("w", corals="yf"),
        a="wa co wa wa wa wa wa wa",
        b="?co ?gf",
        d="wa bm co wa ym co co co",
        broods="yy br gw pp",
        pile="gg",
        draw="co pe " * 9,
    )


def test_annas_turn_happens_as_in_both_texts() -> None:
    state = make_annas_position()
    told: list[Event] = []
    for move in MOVE_TOKENS[:-1]:
        state, happened = take_step(state, move)
        told += happened
    assert [
        event for event in told if isinstance(event, FishBred | BroodShown | CardFlipped | CardHunted)
    ] == [
        FishBred(0, 0, parse_brood("br")),
        BroodShown(parse_brood("gg")),
        CardFlipped(0, parse_cell("B2"), parse_card("gf")),
        CardHunted(0, parse_card("ym"), parse_cell("D5"), None),
    ]
    left = state.reefs[0]
    assert left == make_reef("py", boats=2, corals="br! gf")
    assert left.corals == (Coral(brood=parse_brood("br")), Coral(parent=parse_card("gf")))
    assert state.broods == tuple(parse_brood(name) for name in ("yy", "gg", "gw", "pp"))
    assert state.river.discard == tuple(sorted(parse_cards("pe pe rf bm sh ym")))
    assert state.bank == tuple(8 - held for held in parse_worms("pyw"))


def test_annas_turn_ends_with_the_water() -> None:
    state = make_annas_position()
    for move in MOVE_TOKENS:
        state, events = take_step(state, move)
    assert select_events(events, WaterFlowed) == [WaterFlowed(2)]
    assert select_events(events, TableauRefilled)
    view = RULES.view(state, None)
    assert view.active_seat == 1
    assert view.tableau[0] == parse_card("co")
    assert view.tableau[8:24] == (FACE_DOWN_CARD,) * 16
    assert view.discard == 0, "eight discards were shuffled in"
    assert view.tableau[24:28] == parse_cards("co wa co co")
