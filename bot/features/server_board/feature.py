"""The standing board of a server, open challenges, and the forum."""

from __future__ import annotations

from bot.features.contract import Feature, House
from bot.features.server_board.challenges import Expiry
from bot.features.server_board.commands import TideCog
from bot.features.server_board.forum import Forum
from bot.features.server_board.in_forum import InForum
from bot.features.server_board.joining import Joining
from bot.features.server_board.keeper import Keeper
from bot.features.server_board.opening import Opening
from bot.features.server_board.reading import Reading
from bot.features.server_board.sender import Sender
from bot.features.server_board.settings import ServerSettings
from bot.features.server_board.sight import Sight
from bot.ui.offers import KeptLine
from games.core.words import plural

KEPT = (
    KeptLine(
        ("challenges",),
        plural("- {n} table you opened by `/challenge`", "- {n} tables you opened by `/challenge`", 0),
    ),
    KeptLine(
        ("forum_wishes",),
        plural("- {n} forum post I'm making for you", "- {n} forum posts I'm making for you", 0),
    ),
)


def dock(house: House) -> Feature:
    """Build the parts of the feature."""
    client, store, tables = house.client, house.store, house.tables
    games, hosts = house.games, house.hosts
    sender = Sender(house.poster, house.recent, house.mentions, house.drawings)
    reading = Reading(store.server_boards, store.challenges, store.ratings, tables, games)
    keeper = Keeper(sender, client, store.server_boards, store.homes, reading, Sight(client), tables, hosts)
    expiry = Expiry(sender, store.challenges, store.messages, tables, client, hosts)
    forum = Forum(client, store.forums, store.challenges, tables, hosts)
    opening = Opening(tables, store.messages, expiry, forum)
    in_forum = InForum(forum, store.messages)
    joining = Joining(tables, store.messages, store.challenges)
    settings = ServerSettings(keeper, forum, store.challenges)
    return Feature(
        name="server_board",
        cogs=(TideCog(client.tree, settings, opening, games),),
        presses=(*joining.presses, *opening.presses, *in_forum.presses),
        workers=(keeper, expiry, forum),
        tidy=(forum.tidy,),
        openers=(in_forum.open,),
        kept=KEPT,
    )
