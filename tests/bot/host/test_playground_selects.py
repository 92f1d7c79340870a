"""On the playground's page, a select whose custom_id was renewed is another select, as on Discord."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord

from bot.host import page, playground
from bot.ui.components import make_button, make_select, make_view
from tests.support import ports
from tests.support.playground import Tab, open_playground
from tests.support.standin.world import list_components


def make_choice(renewal: str) -> discord.ui.View:
    options = [discord.SelectOption(label=name, value=name) for name in ("one", "two")]
    return make_view([make_select(f"s:zl:1:1:1:{renewal}", options, "Pick"), make_button("b:zpo:1", "Again")])


def list_keys(state: dict[str, Any], message_id: int) -> list[str]:
    parts = list_components(state["messages"][str(message_id)]["components"])
    return [part["control_key"] for part in parts if "control_key" in part]


async def test_a_renewed_select_can_be_used_again(tmp_path: Path) -> None:
    async with open_playground(tmp_path / "reefs.db") as world:
        bot = world.env.bot
        assert isinstance(bot, playground.PlaygroundBot)
        channel = bot.get_channel(world.channel.id)
        assert isinstance(channel, discord.TextChannel)
        message = await channel.send("Choose", view=make_choice("~1"))
        async with await playground.open_preview(
            world, bot.store, ports.find_free_port(), bot.plug
        ) as preview:
            tab, updates = Tab(preview.url), page.LiveUpdates(preview)
            await tab.open()
            select, button = list_keys(await tab.read_state(), message.id)
            picked = {"target_id": str(message.id), "values": ["one"]}
            first = await tab.perform_action("select", control_key=select, **picked)
            await message.edit(view=make_choice("~2"))
            updates.update_pages()
            renewed, same_button = list_keys(await tab.read_state(), message.id)
            second = await tab.perform_action("select", control_key=renewed, **picked)
        assert renewed != select, "the page would keep the old choice"
        assert same_button == button
        assert [first["dispatch"], second["dispatch"]] == ["dispatched"] * 2, (first, second)
