"""Opens each new table in its own post, if the server has chosen a forum."""

from __future__ import annotations

from bot.features.contract import Feature, FeatureServices
from bot.features.forum.commands import ForumCog
from bot.features.forum.opening import ForumOpener
from bot.features.forum.posts import ForumPosts
from bot.ui.offers import DataLine, SpecialPlaceOpener
from games.core.words import plural

DATA_LINES = (
    DataLine(
        ("forum_wishes",),
        plural("- {n} forum post I'm making for you", "- {n} forum posts I'm making for you", 0),
    ),
)


def create_feature(services: FeatureServices) -> Feature:
    """Create the feature's objects and return its :class:`Feature`."""
    client, store = services.client, services.store
    forum = ForumPosts(client, store.forums, store.challenges, services.tables, services.is_hosting)
    opening = ForumOpener(forum, store.messages)
    return Feature(
        name="forum",
        cogs=(ForumCog(client.tree, forum),),
        press_handlers=opening.press_handlers,
        workers=(forum,),
        daily_cleanups=(forum.drop_old_requests,),
        special_places=(SpecialPlaceOpener(opening.open_in_forum, forum.open_post),),
        data_lines=DATA_LINES,
    )
