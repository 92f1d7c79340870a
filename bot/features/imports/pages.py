"""The pages of an imported match: its result, its positions, and an explanation of its hashes."""

from __future__ import annotations

from typing import Any

import discord

from bot.features.imports.imported import ImportedMatch
from bot.features.imports.verbs import (
    ASK_REMOVAL_VERB,
    LIST_VERB,
    OPEN_VERB,
    POST_VERB,
    REPLAY_VERB,
    REVIEW_VERB,
    SHOW_HASHES_VERB,
    SHOW_STEP_VERB,
)
from bot.model.turns import count_played_turns
from bot.platform.limits import MAX_BUTTONS_PER_ROW, MAX_MESSAGE_LENGTH, clip
from bot.ui import replies
from bot.ui.components import Item, make_button, make_view
from bot.ui.ids import make_custom_id
from bot.ui.offers import Offers
from bot.ui.pictures import Pictures
from bot.ui.play import history
from bot.ui.scenes import escape_scene, make_scene
from bot.ui.services import Interaction
from games.core.fork import find_newest_playable_ply
from games.core.words import Words

MAX_REVIEWED_STEPS = 1000
"""Longer matches would block other reviews for hours."""


def can_review(imported_match: ImportedMatch) -> bool:
    """Return whether an imported match can be reviewed."""
    match = imported_match.match
    won = match.outcome is not None and match.outcome.winners
    return bool(won) and 0 < match.ply <= MAX_REVIEWED_STEPS


def write_summary(imported_match: ImportedMatch, w: Words) -> str:
    """Return the summary of a match: game, result, players and length."""
    table, match = imported_match.make_table(w), imported_match.match
    position, scene = make_scene(table, match, None, w)
    lines = [
        f"**{match.game.title}** · {w('imported match')}",
        match.game.texts.describe_status(position, escape_scene(scene)),
        w("Players: {names}", names=w.join_list(list(table.names))),
        w("✅ Checked: every move is legal, all chance follows from the secret, and the result is right."),
        w.plural(
            "-# {n} turn. Files name nobody.", "-# {n} turns. Files name nobody.", count_played_turns(match)
        ),
    ]
    return clip("\n".join(lines), MAX_MESSAGE_LENGTH)


def list_public_buttons(imported_match: ImportedMatch, offers: Offers, w: Words) -> list[Item]:
    """Return the buttons that everyone may use, below the private page and below a post of the match."""
    number = imported_match.row.id
    items = [
        make_button(
            make_custom_id("b", SHOW_STEP_VERB, number, history.NEWEST_PLY),
            w("Turn by turn"),
            emoji="🕰️",
            row=0,
        ),
        make_button(make_custom_id("b", REPLAY_VERB, number), w("Replay"), emoji="🎞️", row=0),
    ]
    if can_review(imported_match):
        items.append(make_button(make_custom_id("b", REVIEW_VERB, number), w("Review"), emoji="📈", row=0))
    items.append(make_button(make_custom_id("b", SHOW_HASHES_VERB, number), w("Fairness"), row=0))
    table = imported_match.make_table(w)
    newest = find_newest_playable_ply(imported_match.match)
    return [*items, *offers.list_position_buttons(table, newest, w, 0)][:MAX_BUTTONS_PER_ROW]


def _list_own_buttons(imported_match: ImportedMatch, w: Words) -> list[Item]:
    number = imported_match.row.id
    return [
        make_button(make_custom_id("b", POST_VERB, number), w("Post it in the channel"), emoji="📣", row=1),
        make_button(make_custom_id("b", LIST_VERB), w("My imported matches"), emoji="🗂️", row=1),
        make_button(make_custom_id("b", ASK_REMOVAL_VERB, number), w("Remove"), emoji="🗑️", row=1),
    ]


async def draw_final_position(
    pictures: Pictures, imported_match: ImportedMatch, w: Words
) -> list[discord.File]:
    """Return the public picture of the final position, or an empty list if drawing failed."""
    return await pictures.draw_public_view(imported_match.make_table(w), imported_match.match, w)


async def show_first_page(interaction: Interaction, imported_match: ImportedMatch) -> None:
    """Show the first page of a match: its final position, a summary, and buttons."""
    w = replies.get_words(interaction)
    files = await draw_final_position(interaction.client.services.pictures, imported_match, w)
    items = list_public_buttons(imported_match, interaction.client.services.offers, w)
    if imported_match.row.user_id == interaction.user.id:
        items += _list_own_buttons(imported_match, w)
    await replies.show(interaction, write_summary(imported_match, w), view=make_view(items), files=files)


def make_post_arguments(imported_match: ImportedMatch, offers: Offers, w: Words) -> dict[str, Any]:
    """Return the text and buttons of a match's public post, as arguments of ``send``."""
    return {
        "content": write_summary(imported_match, w),
        "view": make_view(list_public_buttons(imported_match, offers, w)),
    }


async def show_step(interaction: Interaction, imported_match: ImportedMatch, ply: int) -> None:
    """Show the position after ``ply`` steps, with buttons for other positions."""
    w, match = replies.get_words(interaction), imported_match.match
    table, ply = imported_match.make_table(w), min(ply, match.ply)
    services = interaction.client.services
    files = await services.pictures.draw_position(table, match, ply, w)
    items = history.list_position_buttons(match, ply, w, SHOW_STEP_VERB, imported_match.row.id)
    items += [
        make_back_button(imported_match, w, 2),
        *services.offers.list_position_buttons(table, ply, w, 2),
    ]
    text = history.write_position_text(table, match, ply, w, w("imported match"))
    await replies.show(interaction, text, view=make_view(items), files=files)


def make_back_button(imported_match: ImportedMatch, w: Words, row: int) -> Item:
    """Return the button that leads to the first page of the match."""
    return make_button(
        make_custom_id("b", OPEN_VERB, imported_match.row.id), w("Back to the match"), emoji="🚪", row=row
    )


def write_hashes(imported_match: ImportedMatch, w: Words) -> str:
    """Return the hashes of a match record, with an explanation."""
    record = imported_match.record
    return "\n".join(
        [
            w("**Is it fair?**"),
            w("All chance of this match follows from its secret. The secret's SHA-256 value:"),
            f"`{record.commitment}`",
            w("The SHA-256 value of the whole match, every move included:"),
            f"`{record.digest}`",
            w(
                "Compare both with those behind *Fairness* where it was played. If they're the same, these "
                "are the moves that were played, and the secret was fixed before them."
            ),
        ]
    )
