"""Challenges that anyone can join, and the role pinged for challenges."""

from __future__ import annotations

from bot.cogs.groups import CLUB_GROUP, SERVER_GROUP, GroupPartCog
from bot.features.challenges.commands import ChallengeCommands, RoleCommands
from bot.features.challenges.expiry import ChallengeExpiry
from bot.features.challenges.opening import ChallengeOpener
from bot.features.challenges.role import ChallengeRole
from bot.features.contract import Feature, FeatureServices
from bot.ui.offers import DataLine
from games.core.words import plural

DATA_LINES = (
    DataLine(
        ("challenges",),
        plural(
            "- {n} table you opened by `/club challenge`", "- {n} tables you opened by `/club challenge`", 0
        ),
    ),
)


def create_feature(services: FeatureServices) -> Feature:
    """Create the feature's objects and return its :class:`Feature`."""
    client, store, tables = services.client, services.store, services.tables
    expiry = ChallengeExpiry(
        services.sender, store.challenges, store.messages, tables, client, services.is_hosting
    )
    opening = ChallengeOpener(tables, store.messages, expiry)
    role = ChallengeRole(store.challenges)
    return Feature(
        name="challenges",
        cogs=(
            GroupPartCog(client.tree, SERVER_GROUP, RoleCommands(role)),
            GroupPartCog(client.tree, CLUB_GROUP, ChallengeCommands(opening, services.games)),
        ),
        press_handlers=(*role.press_handlers, *opening.press_handlers),
        workers=(expiry,),
        server_buttons=(role.make_button,),
        data_lines=DATA_LINES,
    )
