"""Deals a match, and performs the automatic steps between two turns (DR-1, DR-4, DR-5, DR-6.2)."""

from __future__ import annotations

from games.core.rng import Chance
from games.das_riff.chance import (
    draw_starting_seat,
    reshuffle_discard,
    roll_dice,
    shuffle_broods,
    shuffle_deck,
)
from games.das_riff.events import (
    DiscardReshuffled,
    Event,
    MatchEnded,
    StartingSeatDrawn,
    TableauRefilled,
    WaterFlowed,
)
from games.das_riff.parts import (
    COLUMN_COUNT,
    MAX_QUIET_TURNS,
    OPEN_BROOD_COUNT,
    ROW_COUNT,
    WATER_CARD,
    WORMS_PER_COLOUR,
)
from games.das_riff.river import flow_water, hide_faces, must_reshuffle, refill_rows
from games.das_riff.state import River, Ruleset, State, Turn, add_to_discard
from games.das_riff.view import ACT_STAGE, OVER_STAGE, Reef
from games.das_riff.worms import collect_worms

NO_PROGRESS_ENDING = "no_progress"


def deal_match(ruleset: Ruleset, rng: Chance) -> tuple[State, tuple[Event, ...]]:
    """Deal a match and begin its first turn (DR-1)."""
    tableau, draw_pile, _ = refill_rows(((),) * ROW_COUNT, shuffle_deck(ruleset.deck, rng))
    broods = shuffle_broods(rng)
    reef = Reef(1, (1, 1, 1, 1, 1, 1), 0, 0, ())
    banked = WORMS_PER_COLOUR - 2
    seat = draw_starting_seat(rng)
    dealt = State(
        ruleset=ruleset,
        turn=Turn(stage=ACT_STAGE, seat=seat, dice=roll_dice(rng), missing=0, flipped=None, quiet_turns=0),
        river=River(tableau, draw_pile, ()),
        broods=broods[:OPEN_BROOD_COUNT],
        brood_pile=broods[OPEN_BROOD_COUNT:],
        bank=(banked, banked, banked, banked, banked, banked),
        reefs=(reef, reef),
    )
    state, events = collect_worms(dealt, dealt.river, seat, dealt.turn.dice)
    return state, (StartingSeatDrawn(seat), *events)


def end_turn(state: State, rng: Chance) -> tuple[State, tuple[Event, ...]]:
    """End the match after too many turns without a brood (DR-6.2), or begin the next turn."""
    turn = state.turn
    if turn.quiet_turns >= MAX_QUIET_TURNS:
        over = Turn(
            stage=OVER_STAGE,
            seat=turn.seat,
            dice=turn.dice,
            missing=0,
            flipped=None,
            quiet_turns=turn.quiet_turns,
        )
        ended = State(
            ruleset=state.ruleset,
            turn=over,
            river=state.river,
            broods=state.broods,
            brood_pile=state.brood_pile,
            bank=state.bank,
            reefs=state.reefs,
        )
        return ended, (MatchEnded(NO_PROGRESS_ENDING),)
    river, river_events = flow_and_refill(state.river, state.ruleset, rng)
    state, worm_events = collect_worms(state, river, 1 - turn.seat, roll_dice(rng))
    return state, (*river_events, *worm_events)


def flow_and_refill(river: River, ruleset: Ruleset, rng: Chance) -> tuple[River, tuple[Event, ...]]:
    """Let the water flow, reshuffle if necessary, and refill the tableau (DR-4, DR-5)."""
    events: list[Event] = []
    rows, gone = flow_water(river.tableau)
    draw_pile, discard = river.draw_pile, river.discard
    if gone:
        discard = add_to_discard(discard, *(WATER_CARD,) * gone)
        events.append(WaterFlowed(gone))
    needed = sum(COLUMN_COUNT - len(row) for row in rows)
    if must_reshuffle(ruleset, len(draw_pile), len(discard), needed):
        events.append(DiscardReshuffled(len(discard)))
        draw_pile, discard = reshuffle_discard(draw_pile, discard, rng), ()
    tableau, draw_pile, dealt = refill_rows(rows, draw_pile)
    if dealt:
        events.append(TableauRefilled(dealt, hide_faces([tableau[cell] for cell in dealt])))
    return River(tableau, draw_pile, discard), tuple(events)
