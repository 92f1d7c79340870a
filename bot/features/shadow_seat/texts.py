"""Writes the texts of the shadow seat."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.shadow_seat.keeper import deal_for_spectator
from bot.model.table import Table
from bot.platform.limits import MAX_MESSAGE_LENGTH, clip
from bot.storage.shadows import SealedMoveRow
from bot.ui.escaping import escape_name
from bot.ui.scenes import escape_scene, make_scene
from games.core.match import Match
from games.core.words import Words
from games.review.agreement import SealedMoveAgreement

MAX_LISTED_PEOPLE = 20


def write_page(
    table: Table,
    match: Match,
    sealed_move: SealedMoveRow | None,
    w: Words,
    *,
    is_shadow_seat_open: bool,
    is_spectator: bool,
) -> str:
    """Return the page's text during a match: the user's sealed move, and an explanation of the shadow seat.

    :param is_shadow_seat_open: whether the host has opened the shadow seat.
    :param is_spectator: whether the user may seal moves. If not, the user is a host who plays.
    """
    lines = [w("**Play along · {game}, table {number}**", game=table.game.title, number=table.id)]
    if sealed_move is not None:
        position, scene = make_scene(table, deal_for_spectator(table, match), None, w)
        action = match.rules.read(sealed_move.token)
        description = match.game.texts.describe_action(action, position, escape_scene(scene)).rstrip(".")
        lines.append(
            w(
                "Locked in for {name}: {action}.",
                name=escape_name(table.names[sealed_move.seat]),
                action=description,
            )
        )
    if not is_shadow_seat_open:
        lines.append(w("It's closed. Open it, and spectators can lock in what they'd play."))
    elif is_spectator:
        lines.append(w("Before each move, lock in what you'd play. At the end you see how often you agreed."))
    else:
        lines.append(w("It's open: before each move, spectators can lock in what they'd play."))
    lines.append(w("-# Nobody sees it before the end, and the match doesn't wait for it."))
    lines.append(w("-# Then I post how well each person did; *Stay out of ratings* in `/me` leaves you out."))
    return "\n".join(lines)


def write_agreement(people: Sequence[tuple[str, SealedMoveAgreement]], w: Words) -> str:
    """Return the text about how often each person's sealed moves were played."""
    lines = [
        f"## 👤 {w('Play along')}",
        *(_write_person_line(name, one, w) for name, one in people[:MAX_LISTED_PEOPLE]),
    ]
    if len(people) > MAX_LISTED_PEOPLE:
        lines.append(w.plural("… and {n} more", "… and {n} more", len(people) - MAX_LISTED_PEOPLE))
    if not people:
        lines.append(w("Nobody has locked in a move."))
    return clip("\n".join(lines), MAX_MESSAGE_LENGTH)


def _write_person_line(name: str, agreement: SealedMoveAgreement, w: Words) -> str:
    values = {"name": escape_name(name), "same": agreement.same_move_count, "n": agreement.move_count}
    if not agreement.judged_move_count:
        return w("**{name}**: {same} of {n} moves as played", **values)
    return w(
        "**{name}**: {same} of {n} moves as played, {best} of {judged} as the review's best",
        best=agreement.best_move_count,
        judged=agreement.judged_move_count,
        **values,
    )
