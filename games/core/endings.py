"""Endings that every game can have, in words."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.outcome import AGREED_DRAW, CLOSED, FORFEITED, RESIGNED, Outcome
from games.core.words import Words


def ending_text(outcome: Outcome, names: Sequence[str], w: Words) -> str | None:
    """Tell how a match was ended by its people; ``None`` where its own rules ended it.

    :param names: plain names by seat.
    """
    if outcome.ending == AGREED_DRAW:
        return w("Everybody agreed on a draw.")
    if outcome.ending == CLOSED:
        return w("The table was closed without a result.")
    if outcome.ending == RESIGNED:
        quitter, winners = _sides(outcome, names, w)
        if len(winners) == 1:
            return w("{quitter} resigns. {winner} wins!", quitter=quitter, winner=winners[0])
        return w("{quitter} resigns. {winners} win!", quitter=quitter, winners=w.listed(winners))
    if outcome.ending == FORFEITED:
        late, winners = _sides(outcome, names, w)
        if len(winners) == 1:
            return w("{late} ran out of time. {winner} wins!", late=late, winner=winners[0])
        return w("{late} ran out of time. {winners} win!", late=late, winners=w.listed(winners))
    return None


def _sides(outcome: Outcome, names: Sequence[str], w: Words) -> tuple[str, list[str]]:
    loser = w.listed([name for seat, name in enumerate(names) if seat not in outcome.winners])
    return loser, [names[seat] for seat in outcome.winners]
