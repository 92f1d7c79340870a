"""Writes the text that explains a tournament: its format, points, absent players and duplicate deals."""

from __future__ import annotations

from bot.features.tournaments.service import Tournament
from bot.features.tournaments.texts import (
    describe_absence_rule,
    name_tie_break,
    write_head_lines,
    write_points,
)
from games.core.words import Words
from games.tournament.scoring import find_bye_points, list_tie_breaks
from games.tournament.terms import KNOCKOUT_FORMAT, MIN_PLAYERS, ROUND_ROBIN_FORMAT


def write_help(tournament: Tournament, game: str, w: Words) -> str:
    """Return the text that explains a tournament's rules to its entrants."""
    terms = tournament.row.terms
    lines = write_head_lines(tournament, game, w)[:2]
    lines.append("")
    if terms.format == KNOCKOUT_FORMAT:
        lines.append(w("- The winner of each table goes on; after a draw, whoever is later in turn order."))
    elif terms.format == ROUND_ROBIN_FORMAT and terms.seats == MIN_PLAYERS:
        lines.append(w("- Everybody meets everybody once."))
    elif terms.format == ROUND_ROBIN_FORMAT:
        lines.append(w("- Everybody meets everybody at least once, and as evenly as the tables allow."))
    else:
        lines.append(
            w("- Each round you meet people with about as many points, and nobody twice if possible.")
        )
        lines.append(w("- You can join late, and come back after you've withdrawn."))
    if terms.duplicate:
        lines.append(
            w(
                "- Points: each seat is compared with the same seat at the other tables. "
                "Do better than all of them for 1 point."
            )
        )
    else:
        lines.append(
            w(
                "- Points: 1 for finishing ahead of everybody at your table, less for each who beats you; "
                "a tie is half."
            )
        )
    lines.append(w("- A bye is worth {points}.", points=write_points(find_bye_points(tournament.state))))
    names = w.join_list([name_tie_break(name, w) for name in list_tie_breaks(tournament.state)])
    lines.append(
        w("- Ties are broken by, in this order: {names}. Players still tied share the place.", names=names)
    )
    lines.append(w("- When somebody's time runs out: {rule}.", rule=describe_absence_rule(terms.absent, w)))
    lines.append(
        w(
            "- No move of your own, no points. If somebody's time runs out before you've had a turn, a "
            "computer moves for them until you have."
        )
    )
    lines.append(w("- You play without help: no hints, no guide and no *What if…* while a match goes on."))
    lines.append(w("- Players absent two rounds in a row are withdrawn."))
    lines.append(
        w(
            "- The host can correct a result once the match is over, but not one of their own. "
            "The channel is told who did it and why."
        )
    )
    if terms.duplicate:
        lines += ["", *explain_duplicate_tournaments(w)]
    return "\n".join(lines)


def explain_duplicate_tournaments(w: Words) -> list[str]:
    """Return the lines that explain duplicate tournaments."""
    return [
        w("**Same deal, so luck cancels out**"),
        w("- At every table of a round the cards and dice come in the same order, move by move."),
        w(
            "- So what turns up at your table will turn up at others. Don't talk about it until the round "
            "is over, and don't read along at other tables."
        ),
        w(
            "- Each table is a private thread where I'm allowed to open those; otherwise everybody here "
            "can read along."
        ),
        w(
            "- The secret of the deal stays hidden until the last table has finished, in exports too. "
            "Its SHA-256 value is fixed before the round: *Fairness*."
        ),
    ]
