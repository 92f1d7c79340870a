"""Puts together what the bot posts by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import discord

from bot.announcing.announcer import Announcer
from bot.announcing.bulletin import Bulletin
from bot.announcing.call_line import CallLine
from bot.announcing.calls import Calls
from bot.announcing.claims import ClaimQuestions
from bot.announcing.consent import ConsentQuestion
from bot.announcing.direct import DirectReminders
from bot.announcing.lobby_post import LobbyPost
from bot.announcing.posting import Poster
from bot.announcing.recent import RecentMessages
from bot.announcing.reminders import Reminders
from bot.platform.emoji import Drawings
from bot.platform.mentions import Mentions
from bot.storage import Store
from bot.tables.service import Tables
from bot.ui.fairness import Fairness
from bot.ui.offers import Offers
from bot.ui.pictures import Pictures


class Announcing(NamedTuple):
    """The parts that others work with."""

    announcer: Announcer
    calls: Calls
    reminders: Reminders


def make_announcing(
    client: discord.Client,
    store: Store,
    tables: Tables,
    pictures: Pictures,
    mentions: Mentions,
    drawings: Drawings,
    fairness: Fairness,
    offers: Callable[[], Offers],
) -> Announcing:
    """Return the announcer with all that it posts through. They do not know the bot."""
    poster = Poster(client, store.messages, store.channels, mentions, tables.now, drawings)
    recent = RecentMessages(client, poster, tables.now)
    direct = DirectReminders(client, poster, tables, store.clocks, store.direct)
    reminders = Reminders(poster, recent, tables, store.clocks, direct)
    consent = ConsentQuestion(poster, store.proposals)
    calls = Calls(poster, tables, store.calls, fairness)
    announcer = Announcer(
        poster,
        Bulletin(
            poster,
            recent,
            CallLine(poster, tables),
            consent,
            tables,
            pictures,
            LobbyPost(poster, recent, pictures, offers),
        ),
        consent,
        calls,
        ClaimQuestions(poster, store.clocks),
        reminders,
        tables,
    )
    return Announcing(announcer, calls, reminders)
