"""A review in words."""

from __future__ import annotations

from dataclasses import dataclass

from bot.model.seat_history import name_by_step
from bot.model.table import Table
from bot.review.makers import find_accuracy
from bot.ui.escaping import escape_name
from games.core.match import Match
from games.core.words import Words
from games.review.review import Account, Move, Review

EVEN = 3
"""Luck or play of fewer points is told as none."""
MARKS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}


@dataclass(frozen=True, slots=True)
class Points:
    """An account in whole points of win chance, which add up as they are shown."""

    start: int
    play: int
    luck: int
    ended: int
    result: int

    @classmethod
    def of(cls, account: Account) -> Points:
        """Round an account: what rounding leaves over counts as play."""
        parts = (account.start, account.luck, account.ended, account.result)
        start, luck, ended, result = (round(100 * one) for one in parts)
        return cls(start, result - start - luck - ended, luck, ended, result)


def write_review(table: Table, review: Review, w: Words) -> str:
    """Return the text of a review: whom luck helped, how everybody played, and how that adds up."""
    names = [escape_name(name) for name in table.names]
    accounts = [Points.of(review.account(seat)) for seat in range(review.seats)]
    lines = [f"## {w('Review')}", tell_luck(names, review, w)]
    for seat, (name, points) in enumerate(zip(names, accounts, strict=True)):
        accuracy = None if table.match is None else find_accuracy(table, table.match, review, seat)
        lines.append(_write_account(name, points, accuracy, w))
    if any(points.ended for points in accounts):
        lines.append(
            w(
                "-# In points of win chance: the start, play, luck, and that the match wasn't played out "
                "(*early end*) add up to the result."
            )
        )
    else:
        lines.append(w("-# In points of win chance: the start, play and luck add up to the result."))
    return "\n".join(lines)


def _write_account(name: str, points: Points, accuracy: float | None, w: Words) -> str:
    """Return the line of a seat; that a match ended early is neither play nor luck, and told where it did."""
    values = {
        "name": name,
        "start": points.start,
        "play": _signed(points.play),
        "luck": _signed(points.luck),
        "ended": _signed(points.ended),
        "result": points.result,
    }
    if accuracy is None:
        if not points.ended:
            return w("**{name}**: {start} {play} play {luck} luck = {result}%", **values)
        return w("**{name}**: {start} {play} play {luck} luck {ended} early end = {result}%", **values)
    values["accuracy"] = round(accuracy)
    if not points.ended:
        return w(
            "**{name}** · accuracy {accuracy}: {start} {play} play {luck} luck = {result}%",
            **values,
        )
    return w(
        "**{name}** · accuracy {accuracy}: {start} {play} play {luck} luck {ended} early end = {result}%",
        **values,
    )


def _signed(points: int) -> str:
    return f"{points:+}".replace("-", "−")


def tell_luck(names: list[str], review: Review, w: Words) -> str:
    """Say in a sentence who played better, and whom luck helped."""
    points = [Points.of(review.account(seat)) for seat in range(review.seats)]
    seats = range(review.seats)
    player = max(seats, key=lambda seat: points[seat].play)
    lucky = max(seats, key=lambda seat: points[seat].luck)
    luck = points[lucky].luck
    values = {"player": names[player], "lucky": names[lucky], "luck": luck}
    cost = sum(move.loss for move in review.moves if move.seat != player)
    if points[player].play < EVEN or 100 * cost < EVEN:
        if luck < EVEN:
            return w("An even match, in play and in luck.")
        return w("Everybody played about as well; luck gave {lucky} {luck}%.", **values)
    if review.seats == 2:
        values["other"] = names[1 - player]
        if luck < EVEN:
            return w("{player} outplayed {other}; luck helped nobody.", **values)
        if lucky == player:
            return w("{player} outplayed {other}, and luck gave {lucky} {luck}% more.", **values)
        return w("{player} outplayed {other}; luck gave {lucky} {luck}%.", **values)
    if luck < EVEN:
        return w("{player} outplayed the others; luck helped nobody.", **values)
    if lucky == player:
        return w("{player} outplayed the others, and luck gave {lucky} {luck}% more.", **values)
    return w("{player} outplayed the others; luck gave {lucky} {luck}%.", **values)


def write_alt(table: Table, match: Match, review: Review, w: Words) -> str:
    """Put the picture into words: how every seat's win chance ran, and where it turned."""
    parts = [w("Win chances in {game}, turn by turn.", game=table.game.title)]
    for seat, name in enumerate(table.names):
        shares = review.course(seat)
        stops = dict.fromkeys(round((len(shares) - 1) * part / 4) for part in range(5))
        ran = ", ".join(w("{percent}%", percent=round(100 * shares[at])) for at in stops)
        accuracy = find_accuracy(table, match, review, seat)
        if accuracy is None:
            parts.append(w("{name}: {ran}.", name=name, ran=ran))
        else:
            parts.append(w("{name}: {ran}; accuracy {n}.", name=name, ran=ran, n=round(accuracy)))
    names = name_by_step(table, match)
    for number, move in enumerate(review.turning_points(), 1):
        parts.append(
            w(
                "Point {number}, turn {turn}: {name} loses {points}% of the chance to win.",
                number=number,
                turn=find_turn(match, move.ply),
                name=names(move.ply + 1)[move.seat],
                points=round(100 * move.loss),
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
