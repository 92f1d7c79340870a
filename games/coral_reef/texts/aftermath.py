"""Tells what follows from a turn's move: the end of a round, or the cards drawn by seats that can't play."""

from __future__ import annotations

from collections.abc import Sequence

from games.coral_reef.events import CardDrawn, CoralsPlayed, Event, NineSeeded, RoundEnded, Scene
from games.coral_reef.texts.narration import explain_last_round
from games.coral_reef.view import HAND_EMPTY_ENDING
from games.core.texts import Aftermath


def tell_aftermath(events: Sequence[Event], scene: Scene) -> Aftermath | None:
    """Return who won the round, or else who drew cards after the move, or ``None``."""
    end = next((number for number, event in enumerate(events) if isinstance(event, RoundEnded)), None)
    if end is not None:
        ended = events[end]
        assert isinstance(ended, RoundEnded)
        return Aftermath(end, _tell_round_end(ended, scene)) if end else None
    moves = [number for number, event in enumerate(events) if isinstance(event, CoralsPlayed | NineSeeded)]
    draws = [event for event in events[moves[-1] + 1 :] if isinstance(event, CardDrawn)] if moves else []
    if not draws:
        return None
    w, names = scene.w, [scene.names[seat] for seat in dict.fromkeys(event.seat for event in draws)]
    if len(names) > 1:
        text = w("{names} can't play and draw.", names=w.join_list(names))
    elif len(draws) == 1 and draws[0].is_playable:
        text = w("{name} draws a card and can play.", name=names[0])
    else:
        text = w.plural(
            "{name} can't play and draws a card.",
            "{name} can't play and draws {n} cards.",
            len(draws),
            name=names[0],
        )
    return Aftermath(moves[-1] + 1, text)


def _tell_round_end(event: RoundEnded, scene: Scene) -> str:
    """Return a text about why a round ended, who won it, and how many of the needed rounds they have."""
    w, why = scene.w, explain_last_round(event, scene)
    goal = 1 if scene.earlier_view is None else scene.earlier_view.rounds_to_win
    if goal == 1:
        return why
    if event.ending == HAND_EMPTY_ENDING:
        # The name of the seat follows.
        why = w("No cards left.")
    if len(event.winners) > 1:
        return w("{why} They share round {number}.", why=why, number=event.number)
    (winner,) = event.winners
    values = {"name": scene.names[winner], "number": event.number, "wins": event.wins[winner], "goal": goal}
    if event.wins[winner] == goal:
        other = max(wins for seat, wins in enumerate(event.wins) if seat != winner)
        sentence = w("{name} wins the match with round {number}, {wins} to {other}.", other=other, **values)
        return f"{why} {sentence}"
    return w("{why} {name} wins round {number}: {wins} of {goal}.", why=why, **values)
