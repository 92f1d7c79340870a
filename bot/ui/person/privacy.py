"""*My data*: one private panel that shows what is kept about oneself, hands it out and erases it."""

from __future__ import annotations

import io
from typing import Any

import discord

from bot.model.table import LOBBY, OVER
from bot.tables import people
from bot.ui import replies
from bot.ui.ids import custom_id
from bot.ui.places import place_here
from bot.ui.presses import Item, button, press, view
from bot.ui.services import Interaction
from games.core.words import Words

FILE = "my-data.json"


async def show(interaction: Interaction) -> None:
    """Show what is kept, with buttons to download and to erase it."""
    w = replies.reader(interaction)
    kept = await interaction.client.services.tables.people.list_kept(interaction.user.id)
    items: list[Item] = [button(custom_id("b", "pj"), w("Download"), emoji="💾")]
    if _anything(kept):
        erase = button(custom_id("b", "pe"), w("Erase…"), emoji="🗑️", style=discord.ButtonStyle.danger)
        items.append(erase)
    await replies.show(interaction, content(kept, w), view=view(items))


def content(kept: dict[str, Any], w: Words) -> str:
    """Return in words what is kept about a person."""
    head = f"**{w('What I keep about you')}**"
    if not _anything(kept):
        return "\n".join((head, w("Nothing at all.")))
    seated = {row["table"]: row["status"] for row in kept["tables"]}
    waiting = sum(status == LOBBY for status in seated.values())
    over = sum(status == OVER for status in seated.values())
    former, moves, settings = (len(kept[key]) for key in ("former_seats", "moves", "preferences"))
    invitations, looks, calls = (len(kept[key]) for key in ("invitations", "looks", "calls"))
    asked, direct, lessons = (len(kept[key]) for key in ("asked", "direct_reminders", "lessons"))
    prepared = len(kept["prepared"]) + len(kept["prepared_dropped"])
    days, steps = (len(kept[key]) for key in ("daily_tries", "daily_moves"))
    votes = len(kept["proposals"]) + len(kept["consents"])
    results = len(kept["result_seats"])
    tournaments, hosted, done = (len(kept[key]) for key in ("tournaments", "hosted", "in_tournaments"))
    at_tables = w(
        "- Your id and name at tables: {waiting} not begun, {playing} in play, {over} over",
        waiting=waiting,
        playing=len(seated) - waiting - over,
        over=over,
    )
    counted = [
        (len(seated), at_tables),
        (former, w.plural("- {n} seat you left", "- {n} seats you left", former)),
        (moves, w.plural("- {n} move", "- {n} moves", moves)),
        (
            results,
            w.plural(
                "- {n} result of a finished match, with your rating after it",
                "- {n} results of finished matches, with your rating after each",
                results,
            ),
        ),
        (
            tournaments,
            w.plural("- {n} tournament you took part in", "- {n} tournaments you took part in", tournaments),
        ),
        (
            hosted,
            w.plural("- {n} tournament you hosted", "- {n} tournaments you hosted", hosted),
        ),
        (
            done,
            w.plural(
                "- {n} entry of yours in the log of a tournament",
                "- {n} entries of yours in the logs of tournaments",
                done,
            ),
        ),
        (
            settings,
            w.plural("- {n} setting or standing order", "- {n} settings and standing orders", settings),
        ),
        (
            prepared,
            w.plural("- {n} move you prepared", "- {n} moves you prepared", prepared),
        ),
        (invitations, w.plural("- {n} invitation", "- {n} invitations", invitations)),
        (
            votes,
            w.plural("- {n} open question or vote", "- {n} open questions and votes", votes),
        ),
        (
            looks,
            w.plural("- when you last looked at {n} table", "- when you last looked at {n} tables", looks),
        ),
        (
            lessons,
            w.plural("- how far you are in {n} lesson", "- how far you are in {n} lessons", lessons),
        ),
        (
            days,
            w.plural("- {n} reef of the day", "- {n} reefs of the day", days),
        ),
        (
            steps,
            w.plural("- {n} step in them", "- {n} steps in them", steps),
        ),
        (
            calls,
            w.plural(
                "- when I last called you to {n} table", "- when I last called you to {n} tables", calls
            ),
        ),
        (
            direct,
            w.plural("- {n} reminder I sent you directly", "- {n} reminders I sent you directly", direct),
        ),
        (
            asked,
            w.plural(
                "- {n} time you had me call or ask others",
                "- {n} times you had me call or ask others",
                asked,
            ),
        ),
    ]
    foot = w("-# The file has all of it. I don't keep anything you write in channels.")
    return "\n".join((head, *(line for count, line in counted if count), foot))


def _anything(kept: dict[str, Any]) -> bool:
    return any(rows for key, rows in kept.items() if key != "user_id")


@press("pm", table=None)
async def show_again(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Show the panel again."""
    await replies.begin(interaction)
    await show(interaction)


@press("pj", table=None)
async def download(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Hand the file out, in a message of its own."""
    await replies.begin(interaction, new=True)
    kept = await interaction.client.services.tables.people.list_kept(interaction.user.id)
    file = discord.File(io.BytesIO(people.write_file(kept)), filename=FILE)
    w = replies.reader(interaction)
    await replies.show(interaction, w("This is all I keep about you."), files=[file])


@press("pe", table=None)
async def confirm_erasing(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Say what erasing does, and ask once more."""
    await replies.begin(interaction)
    w = replies.reader(interaction)
    lines = [
        w("**Forget you? You can't take this back.**"),
        w("- You leave every table. A computer plays on for you; matches with nobody else in them end."),
        w("- Your settings, invitations and votes are deleted, and when you last looked at each table."),
        w(
            "- Finished matches stay for the others, moves and all. You're called {name} there, and "
            "your id is gone.",
            name=await _public_name(interaction),
        ),
        w(
            "- I rewrite the last board of each match if Discord lets me. Older messages keep your "
            "name; whoever manages messages there can delete them."
        ),
    ]
    style = discord.ButtonStyle
    yes = button(custom_id("b", "py"), w("Yes, forget me"), style=style.danger)
    no = button(custom_id("b", "pm"), w("Back"), emoji="◀️")
    await replies.show(interaction, "\n".join(lines), view=view([yes, no]))


async def _public_name(interaction: Interaction) -> str:
    """Return what a forgotten person is called, in the language of the public texts where they ask.

    It is stored as a name and stands on boards that others read.
    """
    w = await interaction.client.services.tables.channels.words_at(place_here(interaction))
    return w.msg(people.SOMEBODY)


@press("py", table=None)
async def erase(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Forget the person, as confirmed."""
    await replies.begin(interaction)
    w = replies.reader(interaction)
    tables = interaction.client.services.tables
    await tables.people.erase(interaction.user.id, await _public_name(interaction))
    await replies.show(interaction, w("Done. I keep nothing about you any more."))
