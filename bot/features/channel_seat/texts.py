"""Writes the texts about votes and invitations. A vote's result is shown only after its move is played."""

from __future__ import annotations

from bot.model.seat_history import find_ply
from bot.model.table import Table
from bot.platform.limits import MAX_MESSAGE_LENGTH, clip
from bot.storage.channel_seats import VoteRow, VotingTerms
from bot.ui.durations import write_duration, write_timestamp
from bot.ui.escaping import escape_name
from bot.ui.scenes import escape_scene, make_scene_at
from games.core.fork import make_fork_key
from games.core.match import Match
from games.core.rng import Chance
from games.core.words import Words

MAX_NAMED_MOVES = 10
COMPARED_DEAL_COUNT = 8
"""Number of random deals used to find out whether a seat's hand is open."""


def write_vote_post(table: Table, row: VoteRow, w: Words) -> str:
    """Return the text of the post that announces a vote. It mentions nobody."""
    name = escape_name(table.names[row.seat])
    values = {
        "name": name,
        "game": table.game.title,
        "number": table.id,
        "when": write_timestamp(row.closes_at),
    }
    if row.quorum:
        head = w(
            "🗳️ **{name} votes** on its move: {game}, table {number}. The vote ends {when}, or after {votes}.",
            votes=w.plural("{n} vote", "{n} votes", row.quorum),
            **values,
        )
    else:
        head = w("🗳️ **{name} votes** on its move: {game}, table {number}. The vote ends {when}.", **values)
    note = w("-# Voters see what this seat sees; players can't. Nobody sees any vote until it ends.")
    return f"{head}\n{note}"


def write_dropped_vote_post(table: Table, w: Words) -> str:
    """Return the text that replaces the post of a dropped vote."""
    return w("🗳️ {game}, table {number}: this vote no longer counts.", game=table.game.title, number=table.id)


def write_channel_question(table: Table, w: Words) -> str:
    """Return the text of the question whether another channel wants to play. It mentions nobody."""
    return "\n".join(
        (
            w(
                "🗳️ **Does this channel want to play?** {game}, table {number}.",
                game=table.game.title,
                number=table.id,
            ),
            w("It gets a seat, and everybody here chooses its moves by private vote."),
            w("The board is shown here too. Everybody at that table sees this channel's name."),
            w("-# Somebody who may manage this channel can answer."),
        )
    )


def write_declined_post(table: Table, channel_id: int, w: Words) -> str:
    """Return the announcement that another channel was asked and declined."""
    return w(
        "🗳️ {channel} was asked and doesn't want to play: {game}, table {number}.",
        **_make_table_values(table, channel_id),
    )


def write_asked_again_post(table: Table, channel_id: int, w: Words) -> str:
    """Return the text of a "declined" post after the channel has been asked again."""
    return w(
        "🗳️ {channel} didn't want to play, and has been asked again: {game}, table {number}.",
        **_make_table_values(table, channel_id),
    )


def write_joined_post(table: Table, channel_id: int, w: Words) -> str:
    """Return the text of a "declined" post after the channel has joined after all."""
    return w(
        "🗳️ {channel} plays after all: {game}, table {number}.",
        **_make_table_values(table, channel_id),
    )


def _make_table_values(table: Table, channel_id: int) -> dict[str, str | int]:
    return {"channel": f"<#{channel_id}>", "game": table.game.title, "number": table.id}


def write_settled_question(table: Table, channel_id: int, w: Words) -> str:
    """Return the text that replaces the question once it is answered or withdrawn."""
    values = {"game": table.game.title, "number": table.id}
    if channel_id in table.guest_channel_ids:
        return w("🗳️ **This channel plays**: {game}, table {number}.", **values)
    return w("🗳️ {game}, table {number}: this channel doesn't play.", **values)


def write_lost_channel_notice(name: str, w: Words) -> str:
    """Return the notice, for one of two playing channels, that the bot can't post in the other.

    :param name: name of the lost channel; empty if it is the table's own channel.
    """
    if not name:
        return w("⚠️ I can't post in the channel of this table any more. You can go on voting here.")
    return w(
        "⚠️ I can't post in {name} any more. If nobody votes there, the easy computer moves for it.",
        name=escape_name(name),
    )


def write_short_tally(table: Table, row: VoteRow, w: Words) -> str:
    """Return the line with the number of votes of a channel, in total and for the move it chose."""
    total = sum(count for _, count in row.tally)
    _, votes_for_move = row.tally[0]
    return w(
        "-# 🗳️ {name}: {votes}, {n} for this move",
        name=escape_name(table.names[row.seat]),
        votes=w.plural("{n} vote", "{n} votes", total),
        n=votes_for_move,
    )


def write_voting_terms(terms: VotingTerms, w: Words) -> str:
    """Return the sentences that explain how the channel votes."""
    time = write_duration(terms.seconds, w)
    if terms.quorum:
        votes = w.plural("{n} vote", "{n} votes", terms.quorum)
        ends = w("A vote is open for {time}, or until there are {votes}.", time=time, votes=votes)
    else:
        ends = w("A vote is open for {time}.", time=time)
    rule = w("The move with the most votes is played; ties go to the one chosen first.")
    nobody = w("If nobody votes, the easy computer moves.")
    return " ".join((ends, rule, nobody))


def write_tally(table: Table, match: Match, row: VoteRow, w: Words) -> str:
    """Return the result of a vote whose move was played.

    If the seat has a hidden hand, only the number of votes is given, because the moves could reveal the hand.
    """
    name, total = escape_name(table.names[row.seat]), sum(count for _, count in row.tally)
    values = {"name": name, "game": table.game.title, "number": table.id}
    if not total:
        return w("🗳️ **{name}**: nobody voted, so the easy computer moved. {game}, table {number}", **values)
    votes = w.plural("{n} vote", "{n} votes", total)
    lines = [w("🗳️ **{name} has voted**: {votes}. {game}, table {number}", votes=votes, **values)]
    ply = find_ply(match, row.seq)
    if not has_open_hand(match, ply, row.seat):
        votes_for_move, *votes_for_others = [count for _, count in row.tally]
        lines.append(w("For the move played: {n}", n=votes_for_move))
        if votes_for_others:
            lines.append(w("For other moves: {counts}", counts=", ".join(map(str, votes_for_others))))
        return "\n".join(lines)
    position, scene = make_scene_at(table, match, ply, w)
    for token, count in row.tally[:MAX_NAMED_MOVES]:
        action = match.rules.read(token)
        description = match.game.texts.describe_action(action, position, escape_scene(scene)).rstrip(".")
        lines.append(w("- {n}: {action}", n=count, action=description))
    return clip("\n".join(lines), MAX_MESSAGE_LENGTH)


def has_open_hand(match: Match, ply: int, seat: int) -> bool:
    """Return whether a seat's hand is visible to everybody.

    At the start and at ``ply``, this compares the seat's view with its view in random deals that fit the
    public information.
    """
    rules = match.rules
    for at in (0, ply):
        state = match.state_at(at)
        public, own = rules.view(state, None), rules.view(state, seat)
        for number in range(COMPARED_DEAL_COUNT):
            dealt = rules.sample(public, Chance(make_fork_key("open_hand", seat, number), at))
            if rules.view(dealt, seat) != own:
                return False
    return True
