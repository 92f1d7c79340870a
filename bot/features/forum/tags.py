"""Creates missing tags in a server's forum, and chooses the tags of each table's post."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import discord

from bot.model.table import TABLE_OVER, TABLE_PLAYING, Table
from bot.platform.limits import clip
from games.core.protocol import Game
from games.core.words import N_, Msg, Words

OPEN_STATE, RUNNING_STATE, FINISHED_STATE = "open", "running", "finished"
NAME_BY_STATE: Mapping[str, Msg] = {
    OPEN_STATE: Msg(N_("open seat")),
    RUNNING_STATE: Msg(N_("running")),
    FINISHED_STATE: Msg(N_("finished")),
}
EMOJI_BY_STATE = {OPEN_STATE: "🪑", RUNNING_STATE: "⏳", FINISHED_STATE: "🏁"}
MAX_TAG_NAME_LENGTH = 20
MAX_TAGS_IN_FORUM = 20
"""Discord's limit."""
MAX_TAGS_ON_POST = 5
"""Discord's limit."""


def name_tags(games: Iterable[Game], w: Words) -> dict[str, str]:
    """Return the name of each tag by its key: a state or a game's key."""
    names = {state: clip(w.msg(text), MAX_TAG_NAME_LENGTH) for state, text in NAME_BY_STATE.items()}
    return names | {game.key: clip(game.title, MAX_TAG_NAME_LENGTH) for game in games}


def choose_tags(table: Table) -> tuple[str, ...]:
    """Return the keys of a table's tags: its state, except for a full lobby, and its game."""
    if table.status == TABLE_OVER:
        return FINISHED_STATE, table.game.key
    if table.status == TABLE_PLAYING:
        return RUNNING_STATE, table.game.key
    return (OPEN_STATE, table.game.key) if table.has_open_seat else (table.game.key,)


async def ensure_tags(forum: discord.ForumChannel, names: Mapping[str, str]) -> tuple[dict[str, int], bool]:
    """Find the tags with these names in a forum, and create missing ones as far as Discord allows.

    Return the tags' IDs by key, and whether all tags exist.
    """
    tag_ids = _find_tag_ids(forum.available_tags, names)
    missing = [key for key in names if key not in tag_ids]
    room = MAX_TAGS_IN_FORUM - len(forum.available_tags)
    if not missing or not forum.permissions_for(forum.guild.me).manage_channels:
        return tag_ids, not missing
    new = [discord.ForumTag(name=names[key], emoji=EMOJI_BY_STATE.get(key)) for key in missing[:room]]
    try:
        edited = await forum.edit(available_tags=[*forum.available_tags, *new])
    except discord.Forbidden:
        return tag_ids, False
    if edited is not None:
        tag_ids = _find_tag_ids(edited.available_tags, names)
    return tag_ids, len(tag_ids) == len(names)


def _find_tag_ids(tags: Iterable[discord.ForumTag], names: Mapping[str, str]) -> dict[str, int]:
    """Return the ID of the tag with each name, ignoring case, by key. Missing tags are left out."""
    known = {tag.name.casefold(): tag.id for tag in tags}
    return {key: known[name.casefold()] for key, name in names.items() if name.casefold() in known}


def merge_tags(
    thread: discord.Thread,
    forum: discord.ForumChannel,
    bot_tag_ids: Mapping[str, int],
    wanted_keys: Iterable[str],
) -> list[discord.ForumTag]:
    """Return the tags for a post: the bot's, then those that people added, up to Discord's limit.

    :param bot_tag_ids: IDs of all the bot's tags in the forum, by key.
    """
    by_id = {tag.id: tag for tag in forum.available_tags}
    chosen = [by_id[bot_tag_ids[key]] for key in wanted_keys if bot_tag_ids.get(key) in by_id]
    others = [tag for tag in thread.applied_tags if tag.id not in bot_tag_ids.values()]
    return [*chosen, *others][:MAX_TAGS_ON_POST]
