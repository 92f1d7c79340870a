"""Golden matches as readable text: ``python -m tests.games.australis.golden`` plays and writes them anew.

A file has a head (seats, options and key), one line for each row of the log with what came of it, and the
result. Rows: the seat, then the token, or ``!undo 3``, ``!resign``, ``!draw``. A recorded match must replay
for good: if a file changes, the rules have changed, and that asks for a new version.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from games.australis import GAME, events
from games.australis.actions import Action
from games.australis.parts import CARD_CODES
from games.australis.state import State
from games.core.match import ACT, DRAW, RESIGN, UNDO, Match, Row
from games.core.rng import Chance
from tests.games.recording import AGAIN, folder, read_row, write, written

FOLDER = folder(GAME.key, GAME.version)


def told(event: Any) -> str:
    """One event, without words of any language but the names of the rules."""
    match event:
        case events.RoundBegan(number, seat, why):
            return f"round {number} from {seat} by {why}"
        case events.DieTaken(seat, die):
            return f"{seat} takes {die.code}"
        case events.CardRun(seat, card, used):
            return f"{seat} {'uses' if used else 'runs'} {CARD_CODES[card]}"
        case events.CardKept(seat, card):
            return f"{seat} keeps {CARD_CODES[card]}"
        case events.Lapsed(seat, count):
            return f"{seat} lapse {count}"
        case events.Refilled(places, cards):
            return f"refill {' '.join(f'{p}={CARD_CODES[c]}' for p, c in zip(places, cards, strict=True))}"
        case events.Reshuffled(count):
            return f"shuffle {count}"
        case events.Gained(seat, points):
            return f"{seat} +{points}"
        case events.Fished(seat, fish, shown):
            return f"{seat} fish {fish}/{shown}"
        case events.Swam(seat, origin, space, bumped):
            return f"{seat} swims {origin}>{space}{'!' if bumped else ''}"
        case events.Fed(seat, grey, space, kept):
            return f"{seat} food {'grey' if grey else 'own'}@{space}{'' if kept else ' gone'}"
        case events.CoralPlaced(seat, reef, origin):
            return f"{seat} coral {origin or ''}>{reef}"
        case events.CoralStayed(seat):
            return f"{seat} coral stays"
        case events.TokenTaken(seat):
            return f"{seat} token"
        case events.ReefScored(reef, awards):
            return f"reef {reef}: {' '.join(f'{seat}+{points}' for seat, points in awards)}"
        case events.SeatScored(seat, reefs, school, fed, turtle):
            return f"{seat} scores {reefs} {school}({fed}) {turtle}"
        case events.Rolled(number, casts, lowest):
            dice = " ".join(f"{one.seat}{one.die.code}={one.counts}" for one in casts)
            return f"roll {number}: {dice} low {lowest}"
        case events.Dropped(seats):
            return f"out {' '.join(str(seat) for seat in seats)}"
        case events.Won(seat, second, by_turtle):
            return f"won {seat} {second}{' by turtle' if by_turtle else ''}"
        case events.NoContest():
            return "no contest"
        case events.TileTaken(seat, gold, points):
            return f"{seat} {'gold' if gold else 'silver'} {points}"
        case events.TileGone(gold, points):
            return f"gone {'gold' if gold else 'silver'} {points}"
        case events.FinalScored(seat, corals, token, tiles):
            return f"{seat} final {corals} {token} {tiles}"
        case events.Ended(ending):
            return f"end {ending}"
    raise TypeError(event)


def render(match: Match) -> str:
    """The whole text of a match, made by playing its rows again."""
    options = " ".join(f"{name}={value}" for name, value in sorted(match.options.items()))
    again = Match.begin(match.game, match.seats, match.options, match.key, match.rules.version)
    lines = [
        f"australis version {match.rules.version} seats {match.seats}",
        f"options {options}",
        f"key {match.key.hex()}",
        " | ".join(("deal", *map(told, again.events))),
    ]
    for row in match.rows:
        again = again.play(row)
        lines.append(" | ".join((written(row), *(map(told, again.events) if row.kind == ACT else ()))))
    view = again.rules.view(again.state, None)
    lines += [f"# {seat} {board.ledger} at {board.space}" for seat, board in enumerate(view.boards)]
    outcome = again.outcome
    if outcome:
        lines.append(f"= {outcome.ending} places {outcome.placements} scores {outcome.scores}")
    return "\n".join(lines) + "\n"


def load(text: str) -> Match:
    """The match that a golden text records."""
    head, options, key, _, *rows = text.splitlines()
    chosen = dict(pair.split("=") for pair in options.split()[1:])
    _, _, version, _, seats = head.split()
    match = Match.begin(GAME, int(seats), chosen, bytes.fromhex(key.split()[1]), int(version))
    return match.replay(read_row(line) for line in rows if not line.startswith(("=", "#")))


Policy = Callable[[State, int, tuple[Action, ...]], Action]


def lively(seed: int) -> Policy:
    """A player who likes cards to keep and else does anything."""
    chooser = Chance(seed.to_bytes(8, "big"), 1 << 32)

    def policy(state: State, seat: int, actions: tuple[Action, ...]) -> Action:
        kept = [action for action in actions if action.token.startswith(("keep:", "die:w2"))]
        return chooser.choice(kept if kept and chooser.below(3) else actions)

    return policy


def play(match: Match, policy: Policy, rows: int = 10_000) -> Match:
    """Play on, at most to ``rows`` rows."""
    while match.to_act and match.seq < rows:
        (seat,) = match.to_act
        match = match.act(seat, policy(match.state, seat, match.legal_actions(seat)).token)
    return match


def deal(key: int, seats: int, **options: str) -> Match:
    return Match.begin(GAME, seats, options, key.to_bytes(32, "big"))


def ending(name: str, seats: int, first: int, **options: str) -> Match:
    """The first match from key ``first`` on that ends in this way."""
    for key in range(first, first + 2000):
        match = play(deal(key, seats, **options), lively(key))
        if match.outcome and match.outcome.ending == name:
            return match
    raise LookupError(name)


def scripts() -> dict[str, Match]:
    """The golden matches by the names of their files: each ending with each number of seats, and an undo."""
    found = {
        f"{name}_{seats}": ending(name, seats, 100 * seats, track_end="18" if seats == 3 else "25")
        for seats in (2, 3, 4)
        for name in ("most_points", "turtle_ahead")
    }
    undone = play(deal(7, 2), lively(7), 20)
    while undone.steps[-1].sealed:
        undone = play(undone, lively(7), undone.seq + 1)
    last = undone.steps[-1].seat
    undone = undone.play(Row(UNDO, last, str(undone.undo_ply(last))))
    undone = undone.play(Row(UNDO, last, "1"))  # past chance, by consent
    return found | {
        "resigned": play(deal(4, 4), lively(4), 60).play(Row(RESIGN, 1)),
        "agreed_draw": play(deal(5, 3), lively(5), 40).play(Row(DRAW, 0)),
        "undo": play(undone, lively(8), undone.seq + 30).play(Row(RESIGN, 0)),
    }


if __name__ == "__main__":
    write(FOLDER, scripts(), render, again=AGAIN in sys.argv)
