"""Errors about seats that a whole channel plays by voting."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class VotingNotForPlayers(TableError):
    """Current and former players may not vote or see the hand of the channel's seat."""

    text = N_("You've played in this match: only those who watch vote and see the channel's side.")


class NoVoteOpen(TableError):
    """It isn't the channel's turn, or the vote has just closed."""

    text = N_("There's no vote open now. The next one comes with the channel's next turn.")


class NoChannelSeat(TableError):
    """The channel has no seat in this match."""

    text = N_("The channel doesn't play in this match.")


class SeatNotForChannel(TableError):
    """The seat doesn't exist, or can't be given to the channel."""

    text = N_("The channel can have one computer's seat in a match, if no person has played it before.")


class OtherSeatSeenByVoter(TableError):
    """The user can't vote for this seat, because they have seen another seat's hidden cards."""

    text = N_("You can't vote here: in this match you've seen what {name} sees.")

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


TABLE_HAS_CHANNEL_TEXT = N_("This table has another channel already, or is asking one: there's room for one.")
CHANNEL_ASKED_ELSEWHERE_TEXT = N_(
    "Another table is asking that channel right now. Try again once it has answered."
)
NO_TEXT_CHANNEL_TEXT = N_("I can only ask a text channel of this server that I can see.")
BOT_CANT_POST_TEXT = N_("I can't ask that channel. I'm missing permissions there: {names}.")
USER_CANT_WRITE_TEXT = N_("You can't write in that channel yourself, so I don't ask it for you.")
CHANNEL_IS_QUIET_TEXT = N_(
    "That channel is set to quiet, so nobody could vote there. `/table`, *Settings* changes that there."
)


class ChannelNotInvitable(TableError):
    """The channel can't be invited. ``why`` is the explanation for the host."""

    def __init__(self, why: str, **values: object) -> None:
        super().__init__(why, **values)
        self.why = why


class NotYourChannel(TableError):
    """The user may not answer for that channel."""

    text = N_("Only somebody who may manage this channel can answer for it.")


class InvitationSettled(TableError):
    """The channel can no longer answer the invitation: it was withdrawn, or no seat is free."""

    text = N_("That question is settled: the table is full, closed, or has begun.")
