"""The host's controls for giving a seat to a channel and for setting its voting terms."""

from __future__ import annotations

import discord

from bot.features.channel_seat import verbs
from bot.features.channel_seat.keeper import QUORUM_CHOICES, VOTE_DURATIONS, find_channel_seat
from bot.features.channel_seat.texts import write_voting_terms
from bot.model.table import TABLE_IN_LOBBY, Table
from bot.platform.limits import MAX_BUTTON_LABEL_LENGTH, clip
from bot.storage.channel_seats import VotingTerms
from bot.ui.components import Item, make_button, make_channel_select, make_select
from bot.ui.durations import write_duration
from bot.ui.ids import make_custom_id
from games.core.protocol import Game
from games.core.words import Words


def make_page_button(table: Table, w: Words, row: int) -> Item:
    """Return the button that opens the page of the channel's seat."""
    return make_button(
        make_custom_id("b", verbs.OPEN_VERB, table.id), w("Channel plays…"), emoji="🗳️", row=row
    )


def make_lobby_button(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    """Return :func:`make_page_button` for the host of a lobby in a server; ``None`` for others."""
    if table.status != TABLE_IN_LOBBY or table.place.guild_id is None or user_id != table.host_id:
        return None
    return make_page_button(table, w, row)


def write_lobby_lines(table: Table, terms: VotingTerms, invited_id: int | None, w: Words) -> list[str]:
    """Return the lobby page's lines about the channel's seat.

    :param invited_id: ID of the invited channel if it hasn't answered yet, otherwise ``None``.
    """
    waiting = [] if invited_id is None else [w("I've asked {channel} to play.", channel=f"<#{invited_id}>")]
    if invited_id is None and not table.guest_channel_ids and table.free_seat_count <= 0:
        waiting = [w("-# All seats are taken. To ask another channel, free one behind *Seats…* first.")]
    if table.seat_by_channel_id:
        own = find_channel_seat(table)
        lines = [] if own is None else [w("The channel has seat {n}.", n=own + 1)]
        others = [
            w("{channel} has seat {n}.", channel=f"<#{channel}>", n=table.seat_by_channel_id[channel] + 1)
            for channel in table.guest_channel_ids
        ]
        return [*lines, *others, *waiting, write_voting_terms(terms, w)]
    return [
        w("Everybody here who doesn't play can share a seat."),
        w("Each of its moves is chosen by a private vote: a button in the channel opens it."),
        write_voters_line(table.game, w),
        w("-# Such a match changes no ratings, and nobody new can take a seat in it."),
        *waiting,
    ]


def write_voters_line(game: Game, w: Words) -> str:
    """Return the line on what voters see. Only games with hidden hands need to mention them."""
    if game.has_hidden_hands:
        return w("Voters see that seat's hand; players don't, and can't vote.")
    return w("Players can't vote.")


def explain_own_channel(table: Table, user_id: int, w: Words) -> str:
    """Return the reply to a host who chose the table's own channel as the channel to invite."""
    channel = f"<#{table.place.channel_id}>"
    if find_channel_seat(table) is not None:
        return w(
            "⚠️ {channel} is this table's own channel and plays already. Choose another.", channel=channel
        )
    if table.free_seat_count > 0:
        label = w("Give the channel a seat")
    elif table.list_seats(user_id):
        label = w("Give the channel my seat")
    else:
        return w("⚠️ {channel} is this table's own channel. Choose another.", channel=channel)
    return w(
        "⚠️ {channel} is this table's own channel. Choose another, or have it play with **{label}**.",
        channel=channel,
        label=label,
    )


def list_lobby_controls(
    table: Table, user_id: int, terms: VotingTerms, invited_id: int | None, w: Words
) -> list[Item]:
    """Return the host's controls for the channel's seat in a lobby. Other users get only the *Seats…* button.

    :param invited_id: ID of the invited channel if it hasn't answered yet, otherwise ``None``.
    """
    back = make_button(make_custom_id("b", "ls", table.id), w("Seats…"), emoji="🪑", row=4)
    if user_id != table.host_id:
        return [back]
    items = list_term_menus(table, terms, w) if table.seat_by_channel_id else []
    free = table.free_seat_count > 0
    if find_channel_seat(table) is not None:
        items.append(
            make_button(
                make_custom_id("b", verbs.UNSEAT_CHANNEL_VERB, table.id), w("Take its seat away"), row=2
            )
        )
    else:
        if free:
            items.append(
                make_button(
                    make_custom_id("b", verbs.SEAT_CHANNEL_VERB, table.id, 0),
                    w("Give the channel a seat"),
                    row=2,
                )
            )
        if table.list_seats(user_id):
            items.append(
                make_button(
                    make_custom_id("b", verbs.SEAT_CHANNEL_VERB, table.id, 1),
                    w("Give the channel my seat"),
                    row=2,
                )
            )
    if invited_id is not None:
        items.append(
            make_button(make_custom_id("b", verbs.WITHDRAW_VERB, table.id), w("Stop asking it"), row=2)
        )
    elif free and not table.guest_channel_ids:
        identity = make_custom_id("c", verbs.INVITE_VERB, table.id)
        items.append(make_channel_select(identity, w("Ask another channel…"), row=3))
    return [*items, back]


def list_term_menus(table: Table, terms: VotingTerms, w: Words) -> list[Item]:
    """Return the selects for the duration of a vote and for the number of votes that closes it early."""
    times = [
        _make_option(n, w("Votes are open for {time}", time=write_duration(n, w)), terms.seconds)
        for n in VOTE_DURATIONS
    ]
    quorums = [_make_option(n, _describe_quorum(n, w), terms.quorum) for n in QUORUM_CHOICES]
    return [
        make_select(make_custom_id("s", verbs.SET_TIME_VERB, table.id), times, w("How long?"), row=0),
        make_select(make_custom_id("s", verbs.SET_QUORUM_VERB, table.id), quorums, w("How many?"), row=1),
    ]


def _describe_quorum(quorum: int, w: Words) -> str:
    if not quorum:
        return w("Always until the time is up")
    return w("At most until there are {votes}", votes=w.plural("{n} vote", "{n} votes", quorum))


def _make_option(number: int, text: str, chosen_number: int) -> discord.SelectOption:
    return discord.SelectOption(
        label=clip(text, MAX_BUTTON_LABEL_LENGTH), value=str(number), default=number == chosen_number
    )
