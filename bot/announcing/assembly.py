"""Creates the objects that post and update messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import discord

from bot.announcing.announcer import Announcer
from bot.announcing.board_post import BoardPost
from bot.announcing.call_line import CallLine
from bot.announcing.claims import ClaimQuestions
from bot.announcing.direct import DirectReminders
from bot.announcing.invitations import Invitations
from bot.announcing.late_messages import LateMessages
from bot.announcing.lobby_post import LobbyPost
from bot.announcing.posting import MessagePoster
from bot.announcing.proposal_question import ProposalQuestion
from bot.announcing.recent import RecentMessages
from bot.announcing.reminder_trial import ReminderTrial
from bot.announcing.reminders import Reminders
from bot.platform.emoji import UploadedDrawings
from bot.platform.mentions import CommandMentions
from bot.storage import Store
from bot.tables.service import Tables
from bot.ui.action_limits import ActionLimits
from bot.ui.offers import Offers
from bot.ui.pictures import Pictures


class AnnouncingParts(NamedTuple):
    """The announcer, and related objects that other packages use."""

    announcer: Announcer
    invitations: Invitations
    reminders: Reminders
    reminder_trial: ReminderTrial


def make_announcing_parts(
    client: discord.Client,
    store: Store,
    tables: Tables,
    pictures: Pictures,
    mentions: CommandMentions,
    drawings: UploadedDrawings,
    action_limits: ActionLimits,
    get_offers: Callable[[], Offers],
) -> AnnouncingParts:
    """Create the announcer and everything it needs.

    :param get_offers: returns the menu entries of features, which are registered only after this call.
    """
    poster = MessagePoster(client, store.messages, store.channels, mentions, tables.now, drawings)
    recent = RecentMessages(client, poster, tables.now)
    direct = DirectReminders(client, poster, tables, store.clocks, store.direct_reminders)
    reminders = Reminders(poster, recent, tables, store.clocks, direct)
    question = ProposalQuestion(poster, store.proposals)
    invitations = Invitations(poster, tables, store.invitation_mentions, action_limits)
    announcer = Announcer(
        poster,
        BoardPost(
            poster,
            recent,
            CallLine(poster, tables),
            question,
            tables,
            pictures,
            LobbyPost(poster, recent, pictures, get_offers),
            get_offers,
        ),
        LateMessages(poster, recent, tables.now),
        question,
        invitations,
        ClaimQuestions(poster, store.clocks),
        reminders,
        tables,
    )
    return AnnouncingParts(announcer, invitations, reminders, ReminderTrial(client, poster, tables))
