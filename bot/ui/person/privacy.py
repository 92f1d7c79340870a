"""*My data* of ``/me``: shows, downloads and erases the stored data about a person."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.tables import people
from bot.ui import replies
from bot.ui.components import Item, make_button, make_view
from bot.ui.ids import make_custom_id
from bot.ui.offers import DataLine
from bot.ui.person.data_lines import write_data_lines
from bot.ui.person.threads import rename_threads
from bot.ui.places import get_place
from bot.ui.presses import make_tableless_handler
from bot.ui.services import Interaction
from games.core.words import Words

DATA_FILE_NAME = "my-data.json"
MAX_LISTED_THREADS = 20


async def show_my_data(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Show the stored data about a person, with buttons to download and erase it."""
    w = replies.get_words(interaction)
    data = await interaction.client.services.tables.people.collect_data(interaction.user.id)
    items: list[Item] = [make_button(make_custom_id("b", "pj"), w("Download"), emoji="💾")]
    if _has_rows(data):
        erase = make_button(
            make_custom_id("b", "pe"), w("Erase…"), emoji="🗑️", style=discord.ButtonStyle.danger
        )
        items.append(erase)
    items.append(make_button(make_custom_id("b", "mh"), w("Back"), emoji="◀️"))
    await replies.show(
        interaction,
        write_data_page(data, interaction.client.services.offers.data_lines, w),
        view=make_view(items),
    )


def write_data_page(data: dict[str, Any], feature_lines: Sequence[DataLine], w: Words) -> str:
    """Return the text of the *My data* page, with a line for each kind of data stored about a person."""
    head = f"**{w('What I keep about you')}**"
    if not _has_rows(data):
        return "\n".join((head, w("Nothing at all.")))
    foot = w("-# The file has all of it. I don't keep anything you write in channels.")
    return "\n".join((head, *write_data_lines(data, feature_lines, w), foot))


def _has_rows(data: dict[str, Any]) -> bool:
    return any(rows for key, rows in data.items() if key != "user_id")


async def download_data(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Send the person's data as a file in a new message."""
    data = await interaction.client.services.tables.people.collect_data(interaction.user.id)
    file = discord.File(io.BytesIO(people.format_data_file(data)), filename=DATA_FILE_NAME)
    w = replies.get_words(interaction)
    await replies.show(interaction, w("This is all I keep about you."), files=[file])


async def confirm_erasing(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Explain what erasing does and ask for confirmation."""
    w = replies.get_words(interaction)
    lines = [
        w("**Forget you? You can't take this back.**"),
        w("- You leave every table. A computer plays on for you; matches with nobody else in them end."),
        w(
            "- What's yours alone is deleted: settings, ratings, predictions, notes, votes, invitations, "
            "moves you prepared or locked in, matches you imported or follow, lessons, your reefs of the "
            "day, your time left, and when you last looked at a table or were called to one."
        ),
        w(
            "- Finished matches and tournaments stay for the others, moves and all. You're called {name} "
            "there, and your id is gone.",
            name=await _get_public_name(interaction),
        ),
        w(
            "- I rewrite the last board of each match and rename its thread if Discord lets me. Titles "
            "of tournaments lose your name. Older messages, such as those that opened your matches, keep it; "
            "whoever manages messages there can delete them."
        ),
        w(
            "- If you've tried today's reef, a mark without your name or id keeps it your only try "
            "until tomorrow."
        ),
    ]
    style = discord.ButtonStyle
    yes = make_button(make_custom_id("b", "py"), w("Yes, forget me"), style=style.danger)
    no = make_button(make_custom_id("b", "pm"), w("Back"), emoji="◀️")
    await replies.show(interaction, "\n".join(lines), view=make_view([yes, no]))


async def _get_public_name(interaction: Interaction) -> str:
    """Return the name that replaces an erased person's on boards, in the channel's language."""
    w = await interaction.client.services.tables.channels.find_words_at(get_place(interaction))
    return w.msg(people.ERASED_PERSON_NAME)


async def erase_person(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the *Yes, forget me* button: erase the person, and list threads that still have their name."""
    w, user = replies.get_words(interaction), interaction.user
    tables, somebody = interaction.client.services.tables, await _get_public_name(interaction)
    names = tuple(name for name in (user.display_name, user.global_name, user.name) if name)
    traces = await tables.people.find_traces(user.id)
    # Rename the threads first, so that the person can press again if the erasure is interrupted.
    named = await rename_threads(interaction.client, replace(traces, names=(*traces.names, *names)), somebody)
    await tables.people.erase_person(user.id, somebody, names)
    lines = [
        w("Done. Nothing I keep names you any more."),
        w("-# Messages I posted before may still name you."),
    ]
    if named:
        threads = w.join_list([f"<#{one}>" for one in named[:MAX_LISTED_THREADS]])
        lines.append(
            w.plural(
                "I couldn't rename {n} thread: {threads}. Ask whoever manages threads there.",
                "I couldn't rename {n} threads: {threads}. Ask whoever manages threads there.",
                len(named),
                threads=threads,
            )
        )
    await replies.show(interaction, "\n".join(lines))


PRESS_HANDLERS = (
    make_tableless_handler("pm", show_my_data),
    make_tableless_handler("pj", download_data, acknowledge="new"),
    make_tableless_handler("pe", confirm_erasing),
    make_tableless_handler("py", erase_person),
)
