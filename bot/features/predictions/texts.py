"""Writes the texts about predictions."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.predictions.rules import LOCK_TURNS_PER_SEAT, was_won_before_first_move
from bot.model.table import Table
from bot.platform.limits import MAX_MESSAGE_LENGTH, clip
from bot.storage.predictions import PredictionRow
from bot.ui.escaping import escape_name
from games.core.match import Match
from games.core.words import Words

MAX_LISTED_PREDICTIONS = 20


def write_open_page(table: Table, own_prediction: PredictionRow | None, w: Words) -> str:
    """Return the text of the page for a person who may predict."""
    lines = [w("**Who wins? {game} · table {number}**", game=table.game.title, number=table.id)]
    if own_prediction is not None:
        lines.append(w("Your prediction: **{name}**.", name=escape_name(table.names[own_prediction.seat])))
    lines += [
        w(
            "Nobody sees it before the end. You can change it until everybody has had {n} turns. A changed "
            "prediction counts from then on.",
            n=LOCK_TURNS_PER_SEAT,
        ),
        w(
            "-# The less likely it looks when you give it, the more it earns if it's right: 8 points at "
            "50%, 19 at 25%, 41 at 10%. A wrong one costs 10."
        ),
    ]
    return "\n".join(lines)


def write_locked_page(table: Table, own_prediction: PredictionRow | None, w: Words) -> str:
    """Return the text of the page once predictions are locked."""
    lines = [w("🔒 Predictions are locked. They're shown at the end.")]
    if own_prediction is None:
        lines.append(w("You haven't predicted anything."))
    else:
        lines.append(w("Your prediction: **{name}**.", name=escape_name(table.names[own_prediction.seat])))
    return "\n".join(lines)


def write_lock_announcement(count: int, w: Words) -> str:
    """Return the announcement that predictions are locked. It reveals only the number of predictions."""
    return w.plural(
        "🔒 Predictions are locked: {n} is in. It's shown at the end.",
        "🔒 Predictions are locked: {n} are in. They're shown at the end.",
        count,
    )


def write_results(table: Table, match: Match, rows: Sequence[PredictionRow], w: Words) -> str:
    """Return the list of all predictions of an ended match, or why there are none."""
    if was_won_before_first_move(match):
        return w("🔮 Predictions don't count here: the match was over before anybody had moved.")
    if not rows:
        return w("Nobody has predicted who wins.")
    winners = () if match.outcome is None else match.outcome.winners
    shared = "🤝" if len(winners) > 1 else "✅"
    lines = [f"## 🔮 {w('Predictions')}"]
    for row in rows[:MAX_LISTED_PREDICTIONS]:
        lines.append(
            w(
                "{mark} **{points}** {name}: {seat}, at {chance}%",
                mark=shared if row.seat in winners else "❌",
                points=format_points(row.points),
                name=escape_name(row.name),
                seat=escape_name(table.names[row.seat]),
                chance=round(100 * (row.chance or 0)),
            )
        )
    if len(rows) > MAX_LISTED_PREDICTIONS:
        lines.append(w.plural("… and {n} more", "… and {n} more", len(rows) - MAX_LISTED_PREDICTIONS))
    lines.append(w("-# In percent: how likely it looked at the time."))
    return clip("\n".join(lines), MAX_MESSAGE_LENGTH)


def format_points(points: float | None) -> str:
    """Return points as text, rounded and with their sign."""
    return f"{round(points or 0):+}".replace("-", "−").replace("+0", "0")
