"""The tools below a board: the own view, the position in words, the log, undo."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import nullcontext
from dataclasses import replace

import discord

from bot.model.seat_history import name_by_step
from bot.model.table import Table
from bot.platform.limits import CONTENT, newest_lines, paged
from bot.storage.messages import PROPOSAL
from bot.ui import replies
from bot.ui.escaping import escape_name
from bot.ui.fairness import UNDO
from bot.ui.ids import Choice, custom_id, page_of, table_of
from bot.ui.play import panel
from bot.ui.play.mending import mend
from bot.ui.play.seatnotes import log_notes
from bot.ui.presses import Item, button, press, view
from bot.ui.scenes import news, playing, prose, scene
from bot.ui.services import Interaction
from games.core.match import ACT, Match
from games.core.words import Words

PAGE = CONTENT - 200


@press("vw")
async def own_view(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Show the own picture, the own edge of the table near, with the buttons of a move."""
    await replies.begin(interaction, new=True)
    table = await interaction.client.services.tables.get(table_of(parts))
    await mend(interaction, table)
    await show_view(interaction, table)


async def show_view(interaction: Interaction, table: Table) -> None:
    """Put the picture and how things stand into the private answer."""
    match = playing(table)
    w = replies.reader(interaction)
    seat = table.seat_for(interaction.user.id)
    pictures = interaction.client.services.pictures
    if seat is None:
        files = await pictures.public(table, match, w)
    else:
        files = await pictures.private(table, match, seat, w)
    text = own_content(table, match, seat, w)
    await replies.show(interaction, text, view=view(move_buttons(table, match, seat, w)), files=files)
    replies.looked(interaction, table.id, match.seq)


def own_content(table: Table, match: Match, seat: int | None, w: Words) -> str:
    """Return what its person alone has heard of late, and how things stand."""
    position, words = scene(table, match, seat, w)
    status = match.game.texts.status(position, prose(words))
    return "\n".join(
        part for part in (_news(table, match, seat, w, CONTENT - len(status) - 1), status) if part
    )


def description(table: Table, match: Match, seat: int | None, w: Words) -> str:
    """Return the whole position in words, after what its person alone has heard of late."""
    position, words = scene(table, match, seat, w)
    text = match.game.texts.describe(position, prose(words))
    return "\n".join(part for part in (_news(table, match, seat, w, PAGE // 2), text) if part)


def _news(table: Table, match: Match, seat: int | None, w: Words, room: int) -> str:
    return newest_lines([f"> {line}" for line in news(table, match, seat, w)], room)


def move_buttons(table: Table, match: Match, seat: int | None, w: Words) -> list[Item]:
    """Return the buttons below a private picture: a move where one can be made, and all of it in words."""
    items: list[Item] = []
    # The seat in turn can go on although another is asked something: that one's standing order answers.
    if seat is not None and (seat == match.turn or seat in match.to_act):
        identity = custom_id("b", "go", *Choice(table.id, match.seq, seat).parts())
        items.append(button(identity, w("Make a move"), emoji="▶️", style=discord.ButtonStyle.primary))
    items.append(button(custom_id("b", "ds", table.id, match.seq), w("Describe"), emoji="📝"))
    return items


@press("ds")
async def described(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Say the whole position in words, page by page."""
    turning = len(parts) > 2
    await replies.begin(interaction, new=not turning)
    table = await interaction.client.services.tables.get(table_of(parts))
    await mend(interaction, table)
    match = playing(table)
    w = replies.reader(interaction)
    pages = paged(description(table, match, table.seat_for(interaction.user.id), w), PAGE)
    await _page(interaction, pages, page_of(parts, 2), ("ds", table.id, match.seq), w)
    replies.looked(interaction, table.id, match.seq)


@press("lg")
async def logged(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Tell the match from its beginning, the newest page first."""
    turning = len(parts) > 2
    await replies.begin(interaction, new=not turning)
    table = await interaction.client.services.tables.get(table_of(parts))
    await mend(interaction, table)
    w, match = replies.reader(interaction), playing(table)
    pages = await interaction.client.services.fairness.text(
        interaction.user.id,
        ("log", *position_key(table, match, None, w)),
        lambda: paged("\n".join(log_lines(table, match, w)), PAGE),
    )
    shown = page_of(parts, 2) if turning else len(pages) - 1
    await _page(interaction, pages, shown, ("lg", table.id, match.seq), w)


def position_key(table: Table, match: Match, viewer: int | None, w: Words) -> tuple[Hashable, ...]:
    """Return what a text about a match depends on: the position, who sits there, and who it is told."""
    return (table.id, match.seq, table.status, table.occupants, table.former, viewer, w.locale)


def log_lines(table: Table, match: Match, w: Words) -> list[str]:
    """Return the story of a match as everybody may read it, undone steps left out but said to be undone."""
    lines = []
    position, plain = scene(table, match, None, w)
    words = prose(plain)
    for event in match.opening_events:
        lines.append(match.game.texts.tell(match.rules.redact(event, None), words))
    names, notes = name_by_step(table, match), log_notes(table, match, w)
    lines += notes.get(0, ())
    for ply, step in enumerate(match.steps, 1):
        words = replace(words, names=tuple(map(escape_name, names(ply))))
        lines.append(f"**{ply}.** {words.names[step.seat]} · `{step.action.token}`")
        told = (match.game.texts.tell(match.rules.redact(e, None), words) for e in step.events)
        lines += [f"> {line}" for line in told if line]
        lines += notes.get(ply, ())
    taken_back = sum(row.kind == ACT for row in match.rows) - match.ply
    if taken_back:
        lines.append(
            w.plural(
                "-# ↩️ {n} step was taken back and is not shown here.",
                "-# ↩️ {n} steps were taken back and are not shown here.",
                taken_back,
            )
        )
    if not match.rated:
        lines.append(w("Chance was undone by consent: this match is unrated."))
    if match.outcome is not None:
        lines.append(match.game.texts.status(position, prose(plain)))
    return [line for line in lines if line]


async def _page(
    interaction: Interaction, pages: list[str], shown: int, turn: tuple[str, int, int], w: Words
) -> None:
    shown = max(0, min(shown, len(pages) - 1))
    verb, table, seq = turn
    items: list[Item] = []
    if shown > 0:
        items.append(button(custom_id("b", verb, table, seq, shown - 1), w("Back"), emoji="◀️"))
    if shown + 1 < len(pages):
        items.append(button(custom_id("b", verb, table, seq, shown + 1), w("More"), emoji="▶️"))
    foot = w("-# Page {page} of {pages}", page=shown + 1, pages=len(pages)) if len(pages) > 1 else ""
    await replies.show(interaction, f"{pages[shown]}\n{foot}".strip(), view=view(items))


@press("un")
async def undone(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Take the own last step back; where the others must agree, make sure first that they are to be asked."""
    await replies.begin(interaction)
    table = await interaction.client.services.tables.get(table_of(parts))
    await mend(interaction, table)
    seq = page_of(parts, 1)
    if _others_must_agree(table, interaction.user.id, seq):
        w = replies.reader(interaction)
        items = [button(custom_id("b", "uq", table.id, seq), w("Ask them"), emoji="↩️")]
        text = w("That step can only be taken back if everybody at the table agrees. Shall I ask them?")
        await replies.show(interaction, text, view=view(items))
    else:
        await undo(interaction, table, seq)


@press("uq")
async def undo_asked(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Ask the others for the last step back, as confirmed."""
    await replies.begin(interaction)
    table = await interaction.client.services.tables.get(table_of(parts))
    await undo(interaction, table, page_of(parts, 1))


def _others_must_agree(table: Table, user_id: int, seq: int) -> bool:
    """Whether an undo that is possible now would be asked of other people."""
    match, seats = table.match, table.seats_of(user_id)
    if match is None or match.outcome is not None or match.seq != seq or not seats:
        return False
    if table.proposal is not None:
        # It is refused at once: one question at a time.
        return False
    mine = [ply for ply, step in enumerate(match.steps) if step.seat in seats]
    own_last = bool(mine) and mine[-1] == match.ply - 1 and not match.steps[-1].sealed
    return bool(mine) and not own_last and set(table.people) != {user_id}


async def undo(interaction: Interaction, table: Table, seq: int | None = None) -> None:
    """Undo for the person who asks, and say what came of it.

    :param seq: the position in which the button was offered; ``None`` for a typed command.
    """
    before, services, user = playing(table), interaction.client.services, interaction.user.id
    asks = _others_must_agree(table, user, before.seq if seq is None else seq)
    try:
        async with services.fairness.asking(UNDO, user, table.id) if asks else nullcontext():
            after = await services.tables.play.undo(table.id, user, seq)
    except Exception:
        # A refusal may come from a question that could not be posted.
        interaction.client.services.announcer.announce(table.id)
        raise
    w = replies.reader(interaction)
    if after.proposal is not None:
        await replies.posted(
            interaction,
            table.id,
            PROPOSAL,
            w("That needs everybody's consent. I have asked the others."),
            w("That needs everybody's consent. I could not ask the others yet."),
        )
        return
    seat = after.seat_for(interaction.user.id)
    note = w("Undone.") if playing(after).ply < before.ply else ""
    if seat is None:
        await replies.show(interaction, note)
    else:
        await panel.open_for(interaction, after, seat, note)
