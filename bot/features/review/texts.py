"""A review in words."""

from __future__ import annotations

from bot.features.review.makers import Leaver, find_accuracy, list_leavers
from bot.features.review.summary import Points, sum_up
from bot.model.seat_history import name_by_step
from bot.model.table import Table
from bot.ui.escaping import escape_name
from games.core.match import Match
from games.core.words import Words
from games.review.review import Move, Review

MARKS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}


def write_review(table: Table, review: Review, w: Words) -> str:
    """Return the text of a review: whom luck helped, how everybody played, and how that adds up."""
    names = [escape_name(name) for name in table.names]
    accounts = [Points.of(review.explain_result(seat)) for seat in range(review.seats)]
    lines = [f"## {w('Review')}", sum_up(names, accounts, review, w)]
    for seat, (name, points) in enumerate(zip(names, accounts, strict=True)):
        accuracy = None if table.match is None else find_accuracy(table, table.match, review, seat)
        lines.append(_write_account(name, points, accuracy, w))
        if table.match is not None:
            lines += [_write_leaver(one, w) for one in list_leavers(table, table.match, review, seat)]
    if any(points.ended for points in accounts):
        lines.append(w("-# Win chance: starting value + play + luck + early end = result."))
    else:
        lines.append(w("-# Win chance: starting value + play + luck = result."))
    return "\n".join(lines)


def _write_account(name: str, points: Points, accuracy: float | None, w: Words) -> str:
    """Return the line of a seat; an early end is neither play nor luck, and shown only if there was one."""
    parts = [w("{n} play", n=_signed(points.play)), w("{n} luck", n=_signed(points.luck))]
    if points.is_luck_first:
        parts.reverse()
    if points.ended:
        parts.append(w("{n} early end", n=_signed(points.ended)))
    values = {"name": name, "sum": " ".join([str(points.start), *parts]), "result": points.result}
    if accuracy is None:
        return w("**{name}**: {sum} = {result}%", **values)
    return w("**{name}** · accuracy {accuracy}: {sum} = {result}%", accuracy=round(accuracy), **values)


def _write_leaver(leaver: Leaver, w: Words) -> str:
    return w(
        "-# **{name}** played this seat until step {step}: accuracy {accuracy}",
        name=escape_name(leaver.name),
        step=leaver.until,
        accuracy=round(leaver.accuracy),
    )


def _signed(points: int) -> str:
    return f"{points:+}".replace("-", "−")


def write_alt(table: Table, match: Match, review: Review, w: Words) -> str:
    """Put the picture into words: how every seat's win chance ran, and where it turned."""
    parts = [
        w("Win chances in {game}, from start to end, a quarter of the match apart.", game=table.game.title)
    ]
    for seat, name in enumerate(table.names):
        shares = review.list_shares(seat)
        stops = dict.fromkeys(round((len(shares) - 1) * part / 4) for part in range(5))
        ran = ", ".join(w("{percent}%", percent=round(100 * shares[at])) for at in stops)
        accuracy = find_accuracy(table, match, review, seat)
        if accuracy is None:
            parts.append(w("{name}: {ran}.", name=name, ran=ran))
        else:
            parts.append(w("{name}: {ran}; accuracy {n}.", name=name, ran=ran, n=round(accuracy)))
    names = name_by_step(table, match)
    for number, move in enumerate(review.find_turning_points(), 1):
        parts.append(
            w(
                "Turning point {number}, turn {turn}: {name} gives away about {n} of 100 matches.",
                number=number,
                turn=find_turn(match, move.ply),
                name=names(move.ply + 1)[move.seat],
                n=round(100 * move.loss),
            )
        )
    return " ".join(parts)


def find_turn(match: Match, ply: int) -> int:
    """Return in which turn a step was made, counted from 1."""
    return 1 + sum(match.turns_ended(before) for before in range(ply + 1))


def write_judgement(move: Move, w: Words) -> str:
    """Name a judgement, with the sign that chess players know."""
    named = {
        "inaccuracy": w("an inaccuracy"),
        "mistake": w("a mistake"),
        "blunder": w("a blunder"),
    }
    return f"{named[move.judgement]} ({MARKS[move.judgement]})"
