"""The self-assigned role that is pinged about open seats. A button on the server's board assigns it."""

from __future__ import annotations

import discord

from bot.cogs.groups import require_manager
from bot.errors.tables import ManageChannelsRequired
from bot.features.challenges.errors import ChallengeRoleMissing, RoleTooHigh, UnsuitableRole
from bot.storage.challenges import Challenges
from bot.ui import replies
from bot.ui.components import Item, make_button
from bot.ui.ids import make_custom_id, read_page
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.services import Interaction
from games.core.words import Words

SWITCH_ROLE_VERB = "tr"


class ChallengeRole:
    """Sets the server's role for open seats, and assigns it to people or removes it."""

    def __init__(self, challenges: Challenges) -> None:
        self._challenges = challenges

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (make_tableless_handler(SWITCH_ROLE_VERB, self.switch_role),)

    async def make_button(self, guild_id: int, w: Words) -> Item | None:
        """Return the button that assigns or removes the role; ``None`` if the server has no role."""
        challenge_role = await self._challenges.find_challenge_role(guild_id)
        if challenge_role is None:
            return None
        return make_button(
            make_custom_id("b", SWITCH_ROLE_VERB, challenge_role.role_id),
            w("Ping me about open seats"),
            emoji="🔔",
        )

    async def set_role(
        self, interaction: Interaction, role: discord.Role | None, *, should_ping: bool
    ) -> None:
        """Set or remove the role that people can assign to themselves.

        :param role: the new role; ``None`` to remove the setting.
        :param should_ping: whether to ping the role when a table opens.
        :raises TableError: the user may not set the role, or the role can't be used.
        """
        guild_id, w, guild = require_manager(interaction), replies.get_words(interaction), interaction.guild
        if role is None or guild is None:
            role_row = await self._challenges.find_challenge_role(guild_id)
            await self._challenges.clear_challenge_role(guild_id)
            interaction.client.services.offers.report_server_change(guild_id)
            await replies.show(
                interaction,
                w("This server has no role for open seats.")
                if role_row is None
                else w("Nobody is pinged about open seats any more."),
            )
            return
        if not interaction.permissions.manage_roles:
            raise ManageChannelsRequired
        if is_unsuitable_role(role):
            raise UnsuitableRole
        if not guild.me.guild_permissions.manage_roles or role >= guild.me.top_role:
            raise RoleTooHigh
        await self._challenges.set_challenge_role(guild_id, role.id, allows_mentions=should_ping)
        interaction.client.services.offers.report_server_change(guild_id)
        named = f"<@&{role.id}>"
        text = w("People can give themselves {role} on the tide board now.", role=named)
        if should_ping:
            text = w(
                "People can give themselves {role} on the tide board now. I mention it when somebody looks "
                "for players, once an hour at most, and never in a quiet channel.",
                role=named,
            )
            if not role.mentionable and not guild.me.guild_permissions.mention_everyone:
                unheard = w("Discord lets me mention it only if you allow anyone to mention this role.")
                text = f"{text}\n{unheard}"
        await replies.show(interaction, text)

    async def switch_role(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Assign the server's role to the user, or remove it if they have it.

        :raises ChallengeRoleMissing: the server has no role or another one now.
        :raises UnsuitableRole: the role now has more permissions than @everyone.
        :raises RoleTooHigh: Discord doesn't let the bot assign the role.
        """
        guild, member, w = interaction.guild, interaction.user, replies.get_words(interaction)
        challenge_role = None if guild is None else await self._challenges.find_challenge_role(guild.id)
        if guild is None or challenge_role is None or challenge_role.role_id != read_page(parts, 0):
            raise ChallengeRoleMissing
        role = guild.get_role(challenge_role.role_id)
        if role is None or not isinstance(member, discord.Member):
            raise ChallengeRoleMissing
        if is_unsuitable_role(role):
            raise UnsuitableRole
        has = member.get_role(role.id) is not None
        try:
            await (member.remove_roles(role) if has else member.add_roles(role))
        except discord.Forbidden as error:
            raise RoleTooHigh from error
        named = f"<@&{role.id}>"
        if has:
            await replies.show(interaction, w("You no longer have {role}.", role=named))
        else:
            text = w("You have {role} now. Press the button again to give it back.", role=named)
            await replies.show(interaction, text)


def is_unsuitable_role(role: discord.Role) -> bool:
    """Return whether a role has more permissions than @everyone, or can't be assigned to people."""
    more = role.permissions.value & ~role.guild.default_role.permissions.value
    return bool(more) or role.managed or role.is_default()
