"""The board of a server, challenges that anyone can join, and the forum for tables."""

from __future__ import annotations

from bot.features.contract import Feature, House
from bot.features.server_board.challenges import Expiry
from bot.features.server_board.commands import ServerBoardCog
from bot.features.server_board.forum import Forum
from bot.features.server_board.in_forum import ForumOpener
from bot.features.server_board.joining import BoardButtons
from bot.features.server_board.keeper import ServerBoardKeeper
from bot.features.server_board.opening import ChallengeOpener
from bot.features.server_board.reading import BoardReader
from bot.features.server_board.sender import Sender
from bot.features.server_board.settings import ServerSettings
from bot.features.server_board.sight import Visibility
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
    reader = BoardReader(store.server_boards, store.challenges, store.ratings, tables, games)
    keeper = ServerBoardKeeper(
        sender, client, store.server_boards, store.homes, reader, Visibility(client), tables, hosts
    )
    expiry = Expiry(sender, store.challenges, store.messages, tables, client, hosts)
    forum = Forum(client, store.forums, store.challenges, tables, hosts)
    opening = ChallengeOpener(tables, store.messages, expiry, forum)
    in_forum = ForumOpener(forum, store.messages)
    joining = BoardButtons(tables, store.messages, store.challenges)
    settings = ServerSettings(keeper, forum, store.challenges)
    return Feature(
        name="server_board",
        cogs=(ServerBoardCog(client.tree, settings, opening, games),),
        presses=(*joining.presses, *opening.presses, *in_forum.presses),
        workers=(keeper, expiry, forum),
        tidy=(forum.tidy,),
        openers=(in_forum.open,),
        kept=KEPT,
    )
