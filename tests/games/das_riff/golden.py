"""Golden matches as readable text: ``python -m tests.games.das_riff.golden`` plays and writes them anew.

A file has a head (options and key), one line for each row of the log with what came of it, and the
final tableau and result. Rows: the seat, then the token, or ``!undo 3``, ``!resign``, ``!draw``. A recorded
match must replay for good: if a file changes, the rules have changed, and that asks for a new version.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any

from games.core.match import ACT, DRAW, RESIGN, UNDO, Match, Row
from games.core.rng import Chance
from games.das_riff import GAME, events
from games.das_riff.actions import Action, Take
from games.das_riff.parts import (
    COLUMNS,
    CORAL,
    LETTERS,
    Brood,
    cell_name,
    colour_of,
    is_fish,
    sex_of,
)
from games.das_riff.state import State
from games.das_riff.view import DOWN, GAP, View
from tests.games.recording import AGAIN, folder, read_row, write, written

FOLDER = folder(GAME.key, GAME.version)


def card(kind: int) -> str:
    if is_fish(kind):
        return colour_of(kind).letter + "mf"[sex_of(kind)]
    return ("coral", "pearl", "shark", "water")[kind - CORAL]


def brood(pair: Brood) -> str:
    return "".join(LETTERS[colour] for colour in pair)


def cells(places: Iterable[int]) -> str:
    return " ".join(cell_name(place) for place in places)


def told(event: Any) -> str:
    """One event, without words of any language but the names of the rules."""
    match event:
        case events.Started(seat):
            return f"start {seat}"
        case events.Rolled(seat, dice):
            return f"{seat} rolls {dice[0].letter}{dice[1].letter}"
        case events.TookWorm(seat, colour, by_roll):
            return f"{seat} +{colour.letter}{'' if by_roll else '?'}"
        case events.Declined(seat):
            return f"{seat} +-"
        case events.Paid(seat, worms, pearls):
            spent = "".join(letter * count for letter, count in zip(LETTERS, worms, strict=True))
            return f"{seat} -{spent}{'*' * pearls}"
        case events.Flipped(_, cell, kind):
            return f"flip {cell_name(cell)}={card(kind)}"
        case events.Took(_, cell, kind, coral):
            return f"take {cell_name(cell)}={card(kind)}" + ("" if coral is None else f">{coral + 1}")
        case events.Bred(seat, coral, pair):
            return f"{seat} breeds {brood(pair)}>{coral + 1}"
        case events.BroodShown(pair):
            return f"show {brood(pair)}"
        case events.Boated(seat, boats):
            return f"{seat} boats {boats}"
        case events.Hunted(_, kind, cell, coral):
            return f"hunt {card(kind)}@{'#' + str((coral or 0) + 1) if cell is None else cell_name(cell)}"
        case events.Flowed(water):
            return f"flow {water}"
        case events.Reshuffled(count):
            return f"shuffle {count}"
        case events.Refilled(places):
            return f"fill {cells(places)}"
        case events.Ended(ending):
            return f"end {ending}"
    raise TypeError(event)


def tableau(view: View) -> str:
    faces = {DOWN: "?", GAP: "."}
    rows = (view.tableau[start : start + COLUMNS] for start in range(0, len(view.tableau), COLUMNS))
    return " / ".join(" ".join(faces.get(cell) or card(cell) for cell in row) for row in rows)


def render(match: Match) -> str:
    """The whole text of a match, made by playing its rows again."""
    options = " ".join(f"{name}={value}" for name, value in sorted(match.options.items()))
    again = Match.begin(match.game, match.seats, match.options, match.key, match.rules.version)
    lines = [
        f"das_riff version {match.rules.version}",
        f"options {options}",
        f"key {match.key.hex()}",
        " | ".join(("deal", *map(told, again.events))),
    ]
    for row in match.rows:
        again = again.play(row)
        lines.append(" | ".join((written(row), *(map(told, again.events) if row.kind == ACT else ()))))
    lines.append(f"tableau {tableau(again.rules.view(again.state, None))}")
    outcome = again.outcome
    if outcome:
        lines.append(f"= {outcome.ending} places {outcome.placements} scores {outcome.scores}")
    return "\n".join(lines) + "\n"


def load(text: str) -> Match:
    """The match that a golden text records."""
    head, options, key, _, *rows = text.splitlines()
    chosen = dict(pair.split("=") for pair in options.split()[1:])
    match = Match.begin(GAME, 2, chosen, bytes.fromhex(key.split()[1]), int(head.split()[2]))
    return match.replay(read_row(line) for line in rows if not line.startswith(("=", "tableau")))


Policy = Callable[[State, int, tuple[Action, ...]], Action]


def lively(seed: int) -> Policy:
    """A player who breeds when it can, and else does anything."""
    chooser = Chance(seed.to_bytes(8, "big"), 1 << 32)

    def policy(state: State, seat: int, actions: tuple[Action, ...]) -> Action:
        corals = state.reefs[seat].corals
        for action in actions:
            if (
                isinstance(action, Take)
                and action.coral is not None
                and corals[action.coral].parent is not None
            ):
                return action
        return chooser.choice(actions)

    return policy


def idle(state: State, seat: int, actions: tuple[Action, ...]) -> Action:
    """A player who takes no worm and ends every turn."""
    return actions[-1]


def play(match: Match, policy: Policy, rows: int = 10_000) -> Match:
    """Play on, at most to ``rows`` rows."""
    while match.to_act and match.seq < rows:
        (seat,) = match.to_act
        action = policy(match.state, seat, match.legal_actions(seat))
        match = match.act(seat, action.token)
    return match


def deal(key: int, **options: str) -> Match:
    return Match.begin(GAME, 2, options, key.to_bytes(32, "big"))


def scripts() -> dict[str, Match]:
    """The golden matches by the names of their files: one for each way to end, each switch, and an undo."""
    agreed = play(deal(5, reshuffle="deck_below_eight"), lively(5), 60)
    undone = play(deal(6), lively(6), 12)
    while undone.steps[-1].sealed:
        undone = play(undone, lively(6), undone.seq + 1)
    last = undone.steps[-1].seat
    undone = undone.play(Row(UNDO, last, str(undone.undo_ply(last))))
    undone = undone.play(Row(UNDO, last, str(undone.ply - 8)))  # past chance, by consent
    return {
        "five_broods": play(deal(1), lively(1)),
        "five_broods_deck_b": play(deal(2, deck="b", reshuffle="deck_below_eight"), lively(2)),
        "no_progress": play(play(deal(3), lively(3), 80), idle),
        "resigned": play(deal(4, deck="b"), lively(4), 60).play(Row(RESIGN, 1)),
        "agreed_draw": agreed.play(Row(DRAW, 0)),
        "undo": play(undone, lively(7), undone.seq + 30).play(Row(RESIGN, 0)),
    }


if __name__ == "__main__":
    write(FOLDER, scripts(), render, again=AGAIN in sys.argv)
