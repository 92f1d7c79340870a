"""How this room docks on: each of its parts gets the few things that it uses."""

from __future__ import annotations

from bot.announcing.posting import Poster
from bot.announcing.recent import RecentMessages
from bot.docking import Feature, House
from bot.tables.feed import Change
from bot.tide.challenges import Expiry
from bot.tide.commands import TideCog
from bot.tide.forum import Forum
from bot.tide.in_forum import InForum
from bot.tide.joining import Joining
from bot.tide.keeper import Keeper
from bot.tide.opening import Opening
from bot.tide.reading import Reading
from bot.tide.sender import Sender
from bot.tide.settings import ServerSettings
from bot.tide.sight import Sight
from bot.tide.verbs import VERBS
from bot.ui import verbs


def dock(house: House) -> Feature:
    """Put the parts together."""
    client, store, tables, services = house.client, house.store, house.tables, house.services
    games, hosts = services.games, house.hosts
    poster = Poster(client, store.messages, store.channels, services.mentions, tables.now, services.drawings)
    sender = Sender(poster, RecentMessages(client, poster, tables.now), services.mentions, services.drawings)
    reading = Reading(store.tide, store.challenges, store.standing, tables, games)
    keeper = Keeper(sender, client, store.tide, store.homes, reading, Sight(client), tables, hosts)
    expiry = Expiry(sender, store.challenges, store.messages, tables, client, hosts)
    forum = Forum(client, store.forums, store.challenges, tables, services, hosts)
    opening = Opening(tables, store.messages, expiry, forum)
    InForum(forum, store.messages)
    Joining(tables, store.messages, store.challenges)
    verbs.load(VERBS)
    settings = ServerSettings(keeper, forum, store.challenges)
    parts = (keeper, expiry, forum)

    def hear(change: Change) -> None:
        for part in parts:
            part.hear(change)

    async def resume() -> None:
        for part in parts:
            await part.resume()

    async def settle() -> None:
        for part in parts:
            await part.settle()

    def stop() -> None:
        for part in parts:
            part.stop()

    return Feature(
        "tide",
        cogs=(TideCog(client.tree, settings, opening, games),),
        hear=hear,
        resume=resume,
        tidy=forum.tidy,
        settle=settle,
        stop=stop,
    )
