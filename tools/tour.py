"""Takes pictures of the playground's pages at the width of a phone and of a desktop."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import simcord

from bot.host import page, playground
from bot.storage import Store
from games.registry import GAMES
from tools.browser import Browser

SIZE_BY_NAME = {"400": (400, 820), "1280": (1280, 900)}
FINISHED_GAME = "coral_reef"
MAX_STEPS = 400


class Tour:
    """Walks through the playground and takes pictures of its pages."""

    def __init__(
        self, bot: playground.PlaygroundBot, world: playground.World, folder: Path, browser: Browser
    ) -> None:
        self._bot = bot
        self._world = world
        self._folder = folder
        self._browser = browser
        self._preview: simcord.Preview | None = None
        self._channels: list[simcord.ChannelHandle] = []

    async def take_all_pictures(self, store: Store) -> None:
        """Open each page of the tour and take its pictures."""
        preview = await playground.open_preview(self._world, store, 0)
        self._bot.preview = self._preview = preview
        await preview.__aenter__()
        try:
            anna, first = self._world.people[0], self._world.channel.history()[0]
            await self.take_pictures("01-first-page", self._world.channel, first)
            for number, key in enumerate(GAMES):
                await self._take_pictures_of_game(f"1{number}-{key}", key)
            await self._take_pictures_of_ending()
            here = self._world.channel
            await self.take_pictures("02-help", here, (await anna.slash(here, "help")).response)
            await self.take_pictures("03-slash-list", here, first, typed_text="/")
            await self.take_pictures("04-mine", here, (await anna.slash(here, "mine")).response)
            await self.take_pictures("05-club", here, (await anna.slash(here, "club open")).response)
            await self.take_pictures("06-learn", here, (await anna.slash(here, "learn")).response)
            taken = await anna.slash(self._channels[0], "play", game="reef")
            await self.take_pictures("07-taken-channel", self._channels[0], taken.response)
        finally:
            await preview.close()

    def _make_channel(self, name: str) -> simcord.ChannelHandle:
        guild = self._world.channel.guild
        assert guild is not None
        return guild.create_text_channel(name)

    async def take_pictures(
        self, name: str, place: simcord.ChannelHandle, message: Any, typed_text: str = ""
    ) -> None:
        """Take pictures of a message and what follows it, in each size.

        :param typed_text: text to type into the message field.
        :raises LookupError: there is no message.
        """
        assert self._preview is not None
        if message is None:
            raise LookupError(f"no message for {name}")
        page.show_channel(self._preview, self._world.env.backend.channels[place.id], message.id)
        for size, (width, height) in SIZE_BY_NAME.items():
            await self._browser.open_page(self._preview.url, width, height)
            await self._browser.run_script(
                f"document.querySelector('[data-message-id=\"{message.id}\"]')?.scrollIntoView()"
            )
            await self._browser.wait_until_loaded()
            if typed_text:
                await self._browser.type_text(typed_text)
            (self._folder / f"{name}-{size}.png").write_bytes(await self._browser.take_screenshot())

    async def _wait_until_idle(self) -> None:
        for _ in range(2):
            await self._bot.driver.wait_until_idle()
            await self._bot.announcer.wait_until_idle()
            await self._bot.features.wait_until_idle()
            await self._world.env.settle()

    async def _take_pictures_of_game(self, name: str, key: str) -> None:
        anna, place = self._world.people[0], self._make_channel(f"play-{key.replace('_', '-')}")
        self._channels.append(place)
        begun = await anna.slash(place, "play", game=key)
        await self._wait_until_idle()
        board = next(post for post in reversed(place.history()) if post.attachments)
        await self.take_pictures(f"{name}-board", place, board)
        panel = begun.followups[-1] if begun.followups else begun.response
        await self.take_pictures(f"{name}-panel", place, panel)
        menu = await anna.click(board, custom_id=find_custom_id(board, "b:mo:"))
        await self.take_pictures(f"{name}-more", place, menu.response)

    async def _take_pictures_of_ending(self) -> None:
        """Play a match between two people to its end, and take pictures of its result, review and moments."""
        anna, ben = self._world.people[:2]
        place = self._make_channel("the-end")
        await anna.slash(place, "play", game=FINISHED_GAME, opponent=ben)
        lobby = self._find_post(place.history(), "b:jo:")
        await ben.click(lobby, custom_id=find_custom_id(lobby, "b:jo:"))
        table = await self._bot.tables.find_latest_table(place.id)
        assert table is not None
        chance = Random(FINISHED_GAME)
        for _ in range(MAX_STEPS):
            table = await self._bot.tables.get(table.id)
            if table.match is None or table.match.outcome is not None:
                break
            (seat, *_), match = table.match.to_act, table.match
            token = chance.choice(match.rules.list_candidates(match.state, seat)).token
            user = table.occupants[seat].user_id
            await self._bot.tables.play.perform_action(table.id, user, token, match.seq, seat=seat)
        await self._wait_until_idle()
        posts = place.history()
        await self.take_pictures("50-ending", place, self._find_post(posts, "b:rem:"))
        review = self._find_post(posts, "b:rvp:")
        await self.take_pictures("51-review", place, review)
        moments = await anna.click(review, custom_id=find_custom_id(review, "b:rvp:"))
        await self.take_pictures("52-moments", place, moments.response)

    def _find_post(self, posts: list[Any], prefix: str) -> Any:
        """Return the newest post with a component whose custom_id starts with ``prefix``."""
        return next(post for post in reversed(posts) if find_custom_id(post, prefix))


def find_custom_id(message: Any, prefix: str) -> str:
    """Return a message's first custom_id that starts with ``prefix``, or an empty string."""
    parts = str([part.to_dict() for part in message.components])
    match = re.search(rf"'custom_id': '({prefix}[^']*)'", parts)
    return match[1] if match else ""


async def take_tour(
    bot: playground.PlaygroundBot, world: playground.World, store: Store, folder: Path, program: str
) -> None:
    """Start a browser and take all pictures of the tour."""
    async with Browser(program) as browser:
        await Tour(bot, world, folder, browser).take_all_pictures(store)
