"""The board of a match that has ended: the winner, all places, the best moments, and buttons."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.model.hours import MINUTE
from bot.model.table import Table
from bot.model.turns import count_played_turns, find_turn_number
from bot.platform.limits import MAX_MESSAGE_LENGTH, clip
from bot.ui import layouts
from bot.ui.components import Item, arrange_rows, make_button
from bot.ui.durations import write_duration
from bot.ui.ids import make_custom_id
from bot.ui.layouts import MessageLayout
from bot.ui.medals import choose_medal
from bot.ui.play.pages import make_describe_button, make_view_button
from bot.ui.play.story import sum_up_steps
from bot.ui.scenes import escape_scene, make_scene, redact_events
from games.core.match import Match
from games.core.outcome import CLOSED_ENDING, Outcome
from games.core.words import Words

MAX_FINAL_STORY_LINES = 3


def write_ending(table: Table, match: Match, since: int, w: Words, notes: Sequence[str] = ()) -> str:
    """Return the board's text for a match that has ended.

    :param since: the first step that no earlier message has narrated.
    """
    return clip("\n".join(_write_result_and_ranking(table, match, since, w, notes)), MAX_MESSAGE_LENGTH)


def lay_out_ending(
    table: Table,
    match: Match,
    since: int,
    w: Words,
    notes: Sequence[str] = (),
    files: Sequence[discord.File] = (),
    feature_buttons: Sequence[Item] = (),
) -> MessageLayout:
    """Return the board of a match that has ended: the result, the last picture and the ranking of the seats.

    A layout is possible because the message mentions nobody. Its text is from :func:`write_ending`.
    """
    result, places = _write_result_and_ranking(table, match, since, w, notes)
    items = list_buttons(table, match, w, feature_buttons)
    if not files:
        items.append(make_describe_button(table, match, w))
    parts: list[layouts.LayoutPart] = [layouts.make_text(clip(result, MAX_MESSAGE_LENGTH))]
    if files:
        parts.append(layouts.make_gallery(files))
    parts += [layouts.make_text(clip(places, MAX_MESSAGE_LENGTH)), *layouts.make_action_rows(items)]
    return MessageLayout(parts, clip(f"{result}\n{places}", MAX_MESSAGE_LENGTH), items, files)


def _write_result_and_ranking(
    table: Table, match: Match, since: int, w: Words, notes: Sequence[str]
) -> tuple[str, str]:
    """Return the result with the last steps, and the ranking with the highlights and the match's length."""
    outcome = match.outcome
    assert outcome is not None
    position, scene = make_scene(table, match, None, w)
    result = match.game.texts.describe_status(position, escape_scene(scene))
    won = f"🏆 **{result}**" if outcome.winners and not outcome.is_draw else f"**{result}**"
    lines = [*sum_up_steps(table, match, w, since - 1)[-MAX_FINAL_STORY_LINES:], *notes, won]
    places = []
    if outcome.ending != CLOSED_ENDING:
        places = [*write_ranking_lines(table, match, outcome, w), *write_highlights(table, match, w)]
    return "\n".join(lines), "\n".join([*places, _write_length(table, match, w)])


def write_ranking_lines(table: Table, match: Match, outcome: Outcome, w: Words) -> list[str]:
    """Return a line for each seat, best first: its medal, its player's name and its score."""
    position, scene = make_scene(table, match, None, w)
    scene = escape_scene(scene)
    lines = []
    for seat in sorted(range(match.seat_count), key=outcome.placements.__getitem__):
        medal = choose_medal(outcome.placements[seat], outcome.ending, is_draw=outcome.is_draw)
        reached = match.game.texts.describe_result(seat, position, scene)
        lines.append(f"{medal} **{scene.names[seat]}** · {reached}")
    return lines


def write_highlights(table: Table, match: Match, w: Words) -> list[str]:
    """Return a line about the best moment and one about another highlight, if the game names any."""
    _, scene = make_scene(table, match, None, w)
    history = [redact_events(match, ply - 1, None, ply) for ply in range(match.ply + 1)]
    lines = []
    for number, moment in enumerate(match.game.texts.find_moments(history, escape_scene(scene))[:2]):
        values = {"text": moment.text, "turn": find_turn_number(match, moment.ply - 1)}
        lines.append(
            w("🐠 Turn {turn}: {text}", **values) if number else w("✨ Turn {turn}: {text}", **values)
        )
    return lines


def _write_length(table: Table, match: Match, w: Words) -> str:
    turns = count_played_turns(match)
    lasted = 0 if table.ended_at is None else table.ended_at - table.opened_at
    if lasted < MINUTE:
        text = w.plural("{n} turn", "{n} turns", turns)
    else:
        text = w.plural("{n} turn in {time}", "{n} turns in {time}", turns, time=write_duration(lasted, w))
    return f"{table.game.title} · {text}"


def list_buttons(table: Table, match: Match, w: Words, feature_buttons: Sequence[Item] = ()) -> list[Item]:
    """Return the buttons below an ended match, the most useful first.

    :param feature_buttons: the buttons that features add.
    """
    style, first = discord.ButtonStyle, list[Item]()
    if not table.is_arranged:
        identity = make_custom_id("b", "rem", table.id)
        first.append(make_button(identity, w("Play again"), emoji="🔁", style=style.success))
    # If nobody has moved, there is nothing to replay.
    if match.steps:
        identity = make_custom_id("b", "rpp", table.id)
        first.append(make_button(identity, w("Post the replay"), emoji="🎞️", style=style.primary))
    return arrange_rows(
        first,
        [
            *feature_buttons,
            make_view_button(table, match, w),
            make_button(make_custom_id("b", "mo", table.id), w("More…")),
        ],
    )
