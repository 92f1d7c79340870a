"""Collects the texts that people see in whole matches, by pressing the buttons shown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from simcord.backend.errors import BackendError, SetupError

from bot.features.review.posts import REVIEW_POSTS_KEY
from games.registry import GAMES
from games.review import slices
from tests.proof.presses.walking import FullTable, open_full_table
from tests.support.findings import QUICK_REVIEW_SETTINGS
from tests.support.harbour import list_buttons
from tests.support.standin.world import list_components

MIN_STEPS_BETWEEN_POSITIONS = 9
"""Default minimum number of random steps between two positions whose texts are read."""
MAX_DEPTH = 3
"""Maximum depth of presses, each of a button in the answer to the previous press."""
MAX_PRESSES_PER_KIND = 2
"""Maximum number of presses of each kind of button in a position."""
COMMANDS = ("help", "mine", "me", "learn", "hand", "table", "club open", "club history")
ENDING_BUTTON_PATTERN = re.compile(r"^\w:(?:rs|le|cl|ca)(?::|$)")
"""Matches custom_ids of buttons that end a match, or leave or cancel a table."""


@dataclass(frozen=True, slots=True)
class GameText:
    """A text shown to users, with its game and the kind of place in which it appears."""

    game: str
    place: str
    text: str


@dataclass(slots=True)
class ButtonPresser:
    """Presses buttons, each kind at most :data:`MAX_PRESSES_PER_KIND` times."""

    press_counts: Counter[str]
    """Number of presses so far, by kind of button."""

    async def press_all_buttons(self, person: Any, message: Any, depth: int) -> None:
        """Press each kind of button in a message and in the answers, up to ``depth`` presses deep.

        Buttons that match :data:`ENDING_BUTTON_PATTERN` are skipped.
        """
        for identity in list(list_buttons(message)):
            kind = ":".join(identity.split(":")[:2])
            if self.press_counts[kind] >= MAX_PRESSES_PER_KIND or ENDING_BUTTON_PATTERN.match(identity):
                continue
            self.press_counts[kind] += 1
            try:
                answer = await person.click(message, custom_id=identity)
            except (SetupError, BackendError):
                # The button is disabled, or an earlier press has replaced it or moved its message.
                continue
            shown = answer.response
            if shown is not None and depth > 1:
                await self.press_all_buttons(person, shown, depth - 1)


async def read_match(
    game: str, seed: int = 1, min_steps_between_positions: int = MIN_STEPS_BETWEEN_POSITIONS
) -> AsyncIterator[GameText]:
    """Play a match and yield each text that the bot sent, including panels, pages and the review.

    :param min_steps_between_positions: minimum number of random steps between positions whose texts are read.
    """
    secret = Random(f"pseudo {game}{seed}").randbytes(32)
    seats = GAMES[game].seat_counts[seed % len(GAMES[game].seat_counts)]
    with TemporaryDirectory() as folder, patch.multiple(slices, **QUICK_REVIEW_SETTINGS):
        async with open_full_table(game, seats, Path(folder), secret) as full_table:
            harbour = full_table.harbour
            await harbour.store.channels.clear(harbour.channel.id, REVIEW_POSTS_KEY)
            await _play_match(full_table, Random(secret), min_steps_between_positions)
            for request in harbour.env.http_requests:
                for place, text in _list_texts(request.json or {}):
                    yield GameText(game, place, text)


async def _play_match(full_table: FullTable, chance: Random, min_steps_between_positions: int) -> None:
    harbour = full_table.harbour
    for command in COMMANDS:
        presser = ButtonPresser(Counter())
        answer = await harbour.anna.slash(harbour.channel, command)
        if answer.response is not None:
            await presser.press_all_buttons(harbour.anna, answer.response, MAX_DEPTH)
    while True:
        match, table = await harbour.find_match(), await harbour.find_table()
        if match.outcome is not None:
            break
        presser = ButtonPresser(Counter())
        holder = full_table.people[table.occupants[match.to_act[0]].user_id]
        for person in (holder, harbour.mod):
            await presser.press_all_buttons(person, harbour.board, MAX_DEPTH)
        await harbour.play_random_moves(
            min_steps_between_positions + chance.randrange(min_steps_between_positions)
        )
    await harbour.bot.features.resume()
    await harbour.bot.features.wait_until_idle()
    await harbour.settle()
    for post in harbour.list_posts()[-3:]:
        await ButtonPresser(Counter()).press_all_buttons(harbour.anna, post, MAX_DEPTH)


def _list_texts(payload: Any) -> Iterator[tuple[str, str]]:
    """Yield ``(place, text)`` for each text in a request to Discord.

    ``place`` is the kind of place that shows the text, such as a choice or the title of a form.
    """
    payload = payload.get("data", payload) if isinstance(payload, dict) else {}
    if not isinstance(payload, dict):
        return
    if payload.get("title"):
        yield "title of a form", payload["title"]
    if payload.get("content"):
        yield "content", payload["content"]
    for file in payload.get("attachments") or ():
        if file.get("description"):
            yield "alt text", file["description"]
    for choice in payload.get("choices") or ():
        yield "choice", choice["name"]
    for part in list_components(payload.get("components") or []):
        kind = {2: "button", 4: "field of a form", 18: "field of a form"}.get(part["type"], "list")
        for key in ("label", "placeholder", "content", "description"):
            if part.get(key):
                yield kind if key == "label" else key, part[key]
        for option in part.get("options") or ():
            yield "option", option["label"]
            if option.get("description"):
                yield "option", option["description"]
