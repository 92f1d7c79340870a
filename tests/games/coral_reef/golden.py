"""Golden matches as readable text: ``python -m tests.games.coral_reef.golden`` plays and writes them anew.

A file has a head (seats, options, key), one line for each row of the log with what came of it, and the final
stacks, hands and result. A recorded match must replay for good: if a file changes, the rules have changed,
and that asks for a new version. From version 2 on, where chance decides which of several equal corals is
laid, each is written with the number of its copy, and hands as they are kept.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from games.coral_reef import GAME, events
from games.coral_reef.actions import Action, Play, counted
from games.coral_reef.parts import COPIES, LETTER_OF, NINE, Card, letters_of
from games.coral_reef.state import State
from games.core.match import ACT, DRAW, RESIGN, UNDO, Match, Row
from games.core.rng import Chance
from tests.games.recording import AGAIN, folder, read_row, write, written

FOLDER = folder(GAME.key, GAME.version)


def ranks(cards: tuple[Card, ...]) -> str:
    return letters_of(cards)


def copies(cards: tuple[Card, ...]) -> str:
    return ",".join(f"{LETTER_OF[card]}.{card % COPIES}" for card in cards)


def told(event: Any, cards_of: Callable[[tuple[Card, ...]], str]) -> str:
    """One event, without words of any language but the names of the rules."""
    match event:
        case events.RoundBegan(number, seat):
            return f"round {number} seat {seat}"
        case events.Played(seat, stack, cards, total, left):
            return f"{seat} #{stack + 1} {cards_of(cards)}={total} left {left}"
        case events.Seeded(seat, stack, card, left):
            return f"{seat} #{stack + 1} seed{cards_of((card,)).removeprefix(NINE)} left {left}"
        case events.Drew(seat, card, helps):
            return f"{seat} draws {cards_of((card,))}{'!' if helps else ''}"
        case events.Reformed(cards, time):
            return f"deck {time} of {cards}"
        case events.Passed(seat):
            return f"{seat} passes"
        case events.RoundEnded(ending, winners, left):
            won = " ".join(map(str, winners))
            return f"end {ending} won by {won} left {' '.join(map(str, left))}"
    raise TypeError(event)


def render(match: Match) -> str:
    """The whole text of a match, made by playing its rows again."""
    cards_of = ranks if match.rules.version == 1 else copies

    def all_told(events: tuple[Any, ...]) -> list[str]:
        return [told(event, cards_of) for event in events]

    options = " ".join(f"{name}={value}" for name, value in sorted(match.options.items()))
    again = Match.begin(match.game, match.seats, match.options, match.key, match.rules.version)
    lines = [
        f"coral_reef version {match.rules.version} seats {match.seats}",
        f"options {options}",
        f"key {match.key.hex()}",
        " | ".join(("deal", *all_told(again.events))),
    ]
    for row in match.rows:
        again = again.play(row)
        lines.append(" | ".join((written(row), *(all_told(again.events) if row.kind == ACT else ()))))
    state: State = again.state
    held = [cards_of(hand) if cards_of is copies else counted(ranks(hand)) for hand in state.hands]
    lines.append(f"stacks {' '.join(map(cards_of, state.stacks))}")
    lines.append(f"hands {' '.join(hand or '-' for hand in held)}")
    outcome = again.outcome
    if outcome:
        lines.append(f"= {outcome.ending} places {outcome.placements} scores {outcome.scores}")
    return "\n".join(lines) + "\n"


def load(text: str) -> Match:
    """The match that a golden text records."""
    head, options, key, _, *rows = text.splitlines()
    words = head.split()
    chosen = dict(pair.split("=") for pair in options.split()[1:])
    match = Match.begin(GAME, int(words[4]), chosen, bytes.fromhex(key.split()[1]), int(words[2]))
    return match.replay(read_row(line) for line in rows if not line.startswith(("=", "stacks", "hands")))


Policy = Callable[[tuple[Action, ...]], Action]


def any_of(seed: int) -> Policy:
    """A player who does anything."""
    chooser = Chance(seed.to_bytes(8, "big"), 1 << 32)
    return chooser.choice


def fewest(actions: tuple[Action, ...]) -> Action:
    """A player who keeps as many cards as it can."""
    return min(actions, key=lambda action: len(action.corals) if isinstance(action, Play) else 1)


def play(match: Match, policy: Policy, rows: int = 20_000) -> Match:
    """Play on, at most to ``rows`` rows."""
    while match.to_act and match.seq < rows:
        (seat,) = match.to_act
        match = match.act(seat, policy(match.legal_actions(seat)).token)
    return match


def deal(key: int, seats: int, **options: str) -> Match:
    return Match.begin(GAME, seats, options, key.to_bytes(32, "big"))


def undone() -> Match:
    """A match of which a step past chance was taken back by consent."""
    match = play(deal(3, 3, corals="tiles"), any_of(3), 16)
    match = match.play(Row(UNDO, match.steps[-1].seat, str(match.ply - 5)))
    return play(match, any_of(8), match.seq + 3).play(Row(RESIGN, 0))


def scripts() -> dict[str, Match]:
    """The golden matches by the names of their files: each way to end, each number of seats, each switch."""
    ended = {
        f"hand_empty_{seats}": play(deal(seats, seats, rounds_to_win=rounds, corals=corals), any_of(seats))
        for seats, rounds, corals in (
            (2, "1", "cards"),
            (3, "2", "tiles"),
            (4, "3", "cards"),
            (5, "1", "tiles"),
            (6, "5", "cards"),
        )
    }
    return {
        **ended,
        "deck_spent_2": play(deal(23, 2), fewest),
        "deck_spent_4_tiles": play(deal(23, 4, corals="tiles"), fewest),
        "resigned": play(deal(13, 4), any_of(13), 5).play(Row(RESIGN, 2)),
        "agreed_draw": play(deal(14, 2, rounds_to_win="2"), any_of(14), 6).play(Row(DRAW, 0)),
        "undo": undone(),
    }


if __name__ == "__main__":
    write(FOLDER, scripts(), render, again=AGAIN in sys.argv)
