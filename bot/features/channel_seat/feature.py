"""The channel seat: a whole channel plays one seat by voting."""

from __future__ import annotations

from bot.features.channel_seat.choices import make_lobby_button
from bot.features.channel_seat.driver import VoteDriver
from bot.features.channel_seat.guests import ChannelInvitations
from bot.features.channel_seat.keeper import ChannelSeatKeeper
from bot.features.channel_seat.mirror import GuestBoard
from bot.features.channel_seat.pages import ChannelSeatPage, make_menu_button
from bot.features.channel_seat.posts import ChannelSeatPosts
from bot.features.channel_seat.presses import VotePanel
from bot.features.contract import BoardNotes, Feature, FeatureServices
from bot.ui.offers import DataLine, MenuEntry
from games.core.words import plural

DATA_LINES = (
    DataLine(
        ("channel_votes",), plural("- {n} vote for a channel's move", "- {n} votes for a channel's moves", 0)
    ),
    DataLine(
        ("channel_sides",),
        plural("- the channel you vote for, in {n} match", "- the channel you vote for, in {n} matches", 0),
    ),
)


def create_feature(services: FeatureServices) -> Feature:
    """Create the feature's objects and return its :class:`Feature`."""
    store, tables = services.store, services.tables
    keeper = ChannelSeatKeeper(tables, store.channel_seats)
    posts = ChannelSeatPosts(
        services.poster, services.recent_messages, tables, services.announcer.wait_until_announced
    )
    mirror = GuestBoard(
        services.poster,
        services.recent_messages,
        services.one_time_posts,
        posts,
        tables,
        store.channel_seats,
        services.pictures,
    )
    driver = VoteDriver(
        tables, store.channel_seats, keeper, services.adviser, posts, mirror, services.is_hosting
    )
    page = ChannelSeatPage(tables, keeper, driver.check_votes)
    panel = VotePanel(tables, keeper, page)
    invitations = ChannelInvitations(
        tables, store.channel_seats, keeper, page, services.poster, posts, driver.check_invitation
    )
    return Feature(
        name="channel_seat",
        press_handlers=(*page.press_handlers, *panel.press_handlers, *invitations.press_handlers),
        workers=(driver,),
        message_loss_handlers=(driver.forget_posts,),
        board_notes=(BoardNotes(mirror.write_notes),),
        menu_entries=(MenuEntry(make_menu_button),),
        lobby_seat_buttons=(make_lobby_button,),
        data_lines=DATA_LINES,
    )
