"""A channel invites another to play against it. Both show the board, and nobody votes in both."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.announcing.posting import MessagePoster
from bot.features.channel_seat.mirror import GuestBoard
from bot.features.channel_seat.posts import ChannelSeatPosts
from bot.features.channel_seat.texts import write_settled_question
from bot.model.table import OWN_CHANNEL_PLAYER, TABLE_IN_LOBBY, TABLE_OVER, ChannelSeat, Person
from bot.storage.channel_seats import ChannelSeats
from bot.storage.messages import Messages
from bot.tables.play import PlayerRequests
from bot.ui.ids import make_custom_id
from games.core.words import load_words
from tests.support import voting
from tests.support.harbour import Harbour, list_buttons, list_menus, wait_until_idle
from tests.support.reading import KeptMessage, check_limits, get_reply, list_logged_lines, read_answer
from tests.support.toy import TOYS
from tests.support.voting import give_channel_seat, open_channel_seat_page


class TwoChannelHarbour(Harbour):
    """A harbour with a second channel, called *lagoon*, which Lea manages."""

    lagoon: Any
    lea: Any

    def list_lagoon_posts(self) -> list[discord.Message]:
        return [m for m in self.lagoon.history() if not m.flags.ephemeral]

    def list_boards_in_lagoon(self) -> list[discord.Message]:
        return [post for post in self.list_lagoon_posts() if post.attachments]

    def list_polls(self, in_own_channel: bool) -> list[discord.Message]:
        """Return the vote posts in the table's own channel or, if not ``in_own_channel``, in the lagoon."""
        posts = self.list_posts() if in_own_channel else self.list_lagoon_posts()
        return [post for post in posts if post.content.startswith("🗳️") and "votes** on" in post.content]

    def deny_posting(self, channel: Any) -> None:
        """Take away the bot's permission to post in a channel."""
        bot = self.env.backend.bot_user.id
        denied = discord.Permissions(send_messages=True).value
        self.env.backend.set_overwrite(
            channel.id, Overwrite(target_id=bot, type=OverwriteType.MEMBER, deny=denied)
        )


@pytest.fixture
async def harbour(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[TwoChannelHarbour]:
    """A lobby that Anna hosts, and a second channel that hasn't been invited yet."""
    harbour = await TwoChannelHarbour.open(tmp_path, TOYS)
    assert isinstance(harbour, TwoChannelHarbour)
    harbour.lagoon = harbour.guild.create_text_channel("lagoon")
    keeper = harbour.guild.create_role(
        "keepers", permissions=discord.Permissions(manage_channels=True, view_channel=True)
    )
    lea = harbour.env.create_user("lea", global_name="Lea")
    harbour.lea = harbour.guild.add_member(lea, roles=[keeper])
    await harbour.turn_guide_off()
    await harbour.open_lobby("toy", options="goal=40", seats=getattr(request, "param", 2))
    yield harbour
    await harbour.close()


async def invite_channel(harbour: TwoChannelHarbour, channel: Any = None) -> Any:
    page = await open_channel_seat_page(harbour)
    check_limits(page)
    identity = next(one for one in list_menus(page) if one.startswith("c:cvi"))
    answer = await harbour.anna.select(page, [channel or harbour.lagoon], custom_id=identity)
    await wait_until_idle(harbour)
    return answer


async def play_along_in_lagoon(harbour: TwoChannelHarbour) -> None:
    await invite_channel(harbour)
    (question,) = harbour.list_lagoon_posts()
    check_limits(question)
    assert "Does this channel want to play?" in question.content and not question.mentions
    assert "This channel plays." in read_answer(await harbour.lea.click(question, label="Play along"))
    await wait_until_idle(harbour)


async def begin_channel_match(harbour: TwoChannelHarbour) -> None:
    """Start a match between both channels, in which the table's own channel moves first."""
    await give_channel_seat(harbour, "Give the channel my seat")
    await play_along_in_lagoon(harbour)
    await harbour.anna.click(harbour.board, label="Start")
    await wait_until_idle(harbour)


async def cast_vote(
    harbour: TwoChannelHarbour, person: Any, kind: str = "roll", *, in_own_channel: bool
) -> str:
    """Vote in the table's own channel or, if not ``in_own_channel``, in the lagoon, and return the answer."""
    return await voting.vote_for_kind(harbour, person, kind, harbour.list_polls(in_own_channel)[-1])


async def close_vote(harbour: TwoChannelHarbour) -> None:
    await harbour.pass_time(0.2)
    await wait_until_idle(harbour)


async def list_moves(harbour: TwoChannelHarbour) -> list[tuple[int, str]]:
    return [(row.seat, row.text) for row in (await harbour.find_match()).rows]


async def test_two_channels_play_each_other_and_both_show_the_board(harbour: TwoChannelHarbour) -> None:
    await begin_channel_match(harbour)
    table = await harbour.find_table()
    assert table.seat_by_channel_id == {harbour.channel.id: 0, harbour.lagoon.id: 1} and table.user_ids == ()
    assert [one.computer for one in table.occupants] == [
        OWN_CHANNEL_PLAYER,
        str(ChannelSeat(harbour.lagoon.id)),
    ]
    (board,) = harbour.list_boards_in_lagoon()
    check_limits(board)
    assert board.attachments[0].description
    assert "The channel's turn" in board.content and not board.mentions
    assert (
        len(harbour.list_polls(in_own_channel=True)) == 1 and harbour.list_polls(in_own_channel=False) == []
    )
    assert "You've voted for: **roll:0**" in await cast_vote(harbour, harbour.dana, in_own_channel=True)
    await cast_vote(harbour, harbour.mod, "end", in_own_channel=True)
    await cast_vote(harbour, harbour.anna, in_own_channel=True)
    await close_vote(harbour)
    assert await list_moves(harbour) == [(0, "roll:0")]
    # On its turn, the other channel gets a new board with the first channel's tally. Only the other channel's
    # vote is open.
    board = harbour.list_boards_in_lagoon()[-1]
    assert len(harbour.list_boards_in_lagoon()) == 2 and "#lagoon's turn" in board.content
    assert "🗳️ The channel: 3 votes, 2 for this move" in board.content
    assert len(harbour.list_polls(in_own_channel=False)) == 1 and not list_buttons(
        harbour.list_boards_in_lagoon()[0]
    )
    assert "You've voted for: **roll:0**" in await cast_vote(harbour, harbour.ben, in_own_channel=False)
    await close_vote(harbour)
    assert await list_moves(harbour) == [(0, "roll:0"), (1, "roll:0")]
    assert (
        "#lagoon has voted" in harbour.list_lagoon_posts()[-1].content
        or "#lagoon has voted" in harbour.list_lagoon_posts()[-2].content
    )
    assert "🗳️ \\#lagoon: 1 vote, 1 for this move" in next(
        post.content for post in reversed(harbour.list_posts()) if "More…" in list_buttons(post).values()
    )
    # When the turn passed back, the other channel's board was edited instead of reposted.
    assert (
        len(harbour.list_boards_in_lagoon()) == 2
        and "The channel's turn" in harbour.list_boards_in_lagoon()[-1].content
    )
    assert harbour.list_boards_in_lagoon()[-1].attachments[0].description


async def test_the_end_is_posted_in_both_channels_and_deletes_the_voters_sides(
    harbour: TwoChannelHarbour,
) -> None:
    await begin_channel_match(harbour)
    await cast_vote(harbour, harbour.dana, in_own_channel=True)
    assert (await harbour.store.people.collect_data(harbour.dana.id))["channel_sides"]
    await harbour.bot.tables.play.close_table(1, harbour.anna.id)
    await wait_until_idle(harbour)
    assert "Toy · 0 turns" in harbour.list_boards_in_lagoon()[-1].content
    assert not (await harbour.store.people.collect_data(harbour.dana.id))["channel_sides"]
    await harbour.bot.features.resume()
    await wait_until_idle(harbour)
    assert len(harbour.list_boards_in_lagoon()) == 1


@pytest.mark.parametrize(
    ("owner", "method"), [(GuestBoard, "update_boards"), (ChannelSeats, "delete_voter_seats")]
)
async def test_a_crash_at_the_end_still_posts_the_end_and_deletes_the_voters_sides(
    harbour: TwoChannelHarbour, monkeypatch: pytest.MonkeyPatch, owner: Any, method: str
) -> None:
    await begin_channel_match(harbour)
    await cast_vote(harbour, harbour.dana, in_own_channel=True)

    async def simulate_kill(self: Any, *args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(owner, method, simulate_kill)
        await harbour.bot.tables.play.close_table(1, harbour.anna.id)
        await harbour.kill()
    for _ in range(2):
        await harbour.bot.features.resume()
        await wait_until_idle(harbour)
        assert (
            "Toy · 0 turns" in harbour.list_boards_in_lagoon()[-1].content
            and len(harbour.list_boards_in_lagoon()) == 1
        )
        assert not (await harbour.store.people.collect_data(harbour.dana.id))["channel_sides"]
    assert await harbour.store.channel_seats.list_match_ids_needing_work(0) == []


async def test_a_crash_after_an_erasure_leaves_no_name_in_the_other_channel(
    harbour: TwoChannelHarbour,
) -> None:
    await play_along_in_lagoon(harbour)
    await harbour.anna.click(harbour.board, label="Start")
    await wait_until_idle(harbour)
    await harbour.bot.tables.play.resign_match(1, harbour.anna.id)
    await wait_until_idle(harbour)
    assert "Anna" in harbour.list_boards_in_lagoon()[-1].content
    with harbour.pause_subscribers():
        await harbour.bot.tables.people.erase_person(harbour.anna.id, "Somebody")
        await harbour.kill()
    await harbour.bot.features.resume()
    await wait_until_idle(harbour)
    assert (
        "Anna" not in harbour.list_boards_in_lagoon()[-1].content
        and "Somebody" in harbour.list_boards_in_lagoon()[-1].content
    )
    assert await harbour.store.channel_seats.list_match_ids_needing_work(2**31) == []


async def test_nobody_can_vote_for_both_sides(harbour: TwoChannelHarbour) -> None:
    await begin_channel_match(harbour)
    await cast_vote(harbour, harbour.mod, in_own_channel=True)
    await open_vote(harbour, harbour.dana, in_own_channel=True)
    await close_vote(harbour)
    for person in (harbour.mod, harbour.dana):
        assert "in this match you've seen what The channel sees" in read_answer(
            await person.click(harbour.list_polls(in_own_channel=False)[-1], label="Vote")
        )
        seq = (await harbour.find_match()).seq
        forged = KeptMessage(harbour, harbour.list_polls(in_own_channel=False)[-1])
        answer = read_answer(
            await forged.forge_press(person, make_custom_id("b", "cva", 1, seq, 1, "roll:0"))
        )
        assert "you've seen what The channel sees" in answer
    assert await harbour.store.channel_seats.count_choices(1, 1) == 0


async def open_vote(harbour: TwoChannelHarbour, person: Any, *, in_own_channel: bool) -> None:
    """Open the vote of one side as a person, without choosing a move."""
    assert (
        "which move"
        in get_reply(await person.click(harbour.list_polls(in_own_channel)[-1], label="Vote")).content
    )


@pytest.mark.parametrize("harbour", [3], indirect=True)
async def test_a_voter_of_a_channel_that_stopped_playing_cannot_vote_for_another_seat(
    harbour: TwoChannelHarbour,
) -> None:
    await play_along_in_lagoon(harbour)
    await harbour.bot.tables.lobby.add_computer(1, harbour.anna.id, "easy", "Seahorse", 9)
    await harbour.anna.click(harbour.board, label="Start")
    await harbour.type_move("roll:0", harbour.anna)
    await wait_until_idle(harbour)
    await open_vote(harbour, harbour.dana, in_own_channel=False)
    page = get_reply(
        await KeptMessage(harbour, harbour.list_boards_in_lagoon()[-1]).forge_press(
            harbour.lea, make_custom_id("b", "cv", 1)
        )
    )
    await harbour.lea.click(page, label="Stop playing here")
    await wait_until_idle(harbour)
    await harbour.anna.click(
        get_reply(await harbour.press_tool_button(harbour.anna, "Channel plays…")),
        label="Give the channel the seat of Seahorse (2)",
    )
    await wait_until_idle(harbour)
    while not harbour.list_polls(in_own_channel=True):
        match = await harbour.find_match()
        if 0 in match.to_act:
            token = "roll:0" if match.active_seat == 0 else "gift:n"
            await harbour.bot.tables.play.perform_action(1, harbour.anna.id, token, match.seq, seat=0)
        await wait_until_idle(harbour)
    answer = read_answer(await harbour.dana.click(harbour.list_polls(in_own_channel=True)[-1], label="Vote"))
    assert "you've seen what Seahorse sees" in answer
    assert "You've voted for" in await cast_vote(harbour, harbour.ben, in_own_channel=True)


async def test_people_can_vote_only_in_the_channel_whose_turn_it_is(harbour: TwoChannelHarbour) -> None:
    await begin_channel_match(harbour)
    here = KeptMessage(harbour, harbour.list_boards_in_lagoon()[-1])
    # In the other channel, nobody can vote on the first channel's moves or act at the table.
    for identity in (make_custom_id("b", "cvq", 1), make_custom_id("b", "cva", 1, 0, 0, "roll:0")):
        assert "no vote open" in read_answer(await here.forge_press(harbour.ben, identity))
    for identity in (
        make_custom_id("b", "mo", 1),
        make_custom_id("b", "cvo", 1, 0),
        make_custom_id("b", "cl", 1),
    ):
        assert "somewhere else" in read_answer(await here.forge_press(harbour.lea, identity))
    assert await harbour.store.channel_seats.count_choices(1, 0) == 0
    page = get_reply(await here.forge_press(harbour.lea, make_custom_id("b", "cv", 1)))
    check_limits(page)
    assert "Stop playing here" in list_buttons(page).values() and "Vote" not in list_buttons(page).values()


async def test_the_other_channel_sees_no_vote_before_it_closes(
    harbour: TwoChannelHarbour, caplog: pytest.LogCaptureFixture
) -> None:
    await begin_channel_match(harbour)
    caplog.set_level(logging.DEBUG, "bot")
    told = []
    for kind in ("roll", "end"):
        caplog.clear()
        await cast_vote(harbour, harbour.dana, kind, in_own_channel=True)
        lines = [line for line in list_logged_lines(caplog) if "id=" not in line]
        page = read_answer(
            await KeptMessage(harbour, harbour.list_boards_in_lagoon()[-1]).forge_press(
                harbour.ben, make_custom_id("b", "cv", 1)
            )
        )
        posts = [post.content for post in (*harbour.list_lagoon_posts(), *harbour.list_posts())]
        told.append(
            (lines, page, posts, (await harbour.store.people.collect_data(harbour.ben.id))["channel_votes"])
        )
    assert told[0] == told[1]
    assert not any("Dana" in text or str(harbour.dana.id) in text for text in told[0][2])


async def test_only_a_manager_of_the_channel_can_answer_for_it_or_stop_its_play(
    harbour: TwoChannelHarbour,
) -> None:
    await invite_channel(harbour)
    (question,) = harbour.list_lagoon_posts()
    for label in ("Play along", "No, thanks"):
        assert "manage this channel" in read_answer(await harbour.ben.click(question, label=label))
    await harbour.lea.click(question, label="No, thanks")
    await wait_until_idle(harbour)
    (question,) = harbour.list_lagoon_posts()
    assert "doesn't play" in question.content and not list_buttons(question)
    assert len((await harbour.find_table()).occupants) == 1
    await play_along_after_refusal(harbour)
    quit_here = KeptMessage(harbour, harbour.list_lagoon_posts()[-1])
    assert "manage this channel" in read_answer(
        await quit_here.forge_press(harbour.ben, make_custom_id("b", "cvz", 1))
    )
    await quit_here.forge_press(harbour.lea, make_custom_id("b", "cvz", 1))
    await wait_until_idle(harbour)
    assert len((await harbour.find_table()).occupants) == 1


def list_refusals(harbour: TwoChannelHarbour) -> list[discord.Message]:
    return [post for post in harbour.list_posts() if "doesn't want to play" in post.content]


async def test_a_refusal_is_posted_in_the_inviting_channel(harbour: TwoChannelHarbour) -> None:
    for number in (1, 2):
        await invite_channel(harbour)
        await harbour.lea.click(harbour.list_lagoon_posts()[-1], label="No, thanks")
        await wait_until_idle(harbour)
        assert len(list_refusals(harbour)) == number
    told = list_refusals(harbour)[-1]
    check_limits(told)
    assert f"<#{harbour.lagoon.id}> was asked" in told.content and not told.mentions
    # The post has a button with which the host can invite another channel.
    front = get_reply(await harbour.anna.click(told, label="Channel plays…"))
    assert any(one.startswith("c:cvi") for one in list_menus(front))


def list_answer_posts(harbour: TwoChannelHarbour, channel: Any) -> list[str]:
    """Return the texts of the posts that report a channel's answers, oldest first."""
    return [post.content for post in harbour.list_posts() if post.content.startswith(f"🗳️ <#{channel.id}>")]


async def refuse_in_lagoon(harbour: TwoChannelHarbour) -> None:
    await invite_channel(harbour)
    await harbour.lea.click(harbour.list_lagoon_posts()[-1], label="No, thanks")
    await wait_until_idle(harbour)


async def test_a_refusal_is_reworded_when_the_channel_is_asked_again_and_plays(
    harbour: TwoChannelHarbour,
) -> None:
    await refuse_in_lagoon(harbour)
    page = get_reply(await invite_channel(harbour))
    (told,) = list_answer_posts(harbour, harbour.lagoon)
    assert "didn't want to play, and has been asked again" in told
    assert "I've asked <#" in page.content
    await harbour.lea.click(harbour.list_lagoon_posts()[-1], label="Play along")
    await wait_until_idle(harbour)
    (told,) = list_answer_posts(harbour, harbour.lagoon)
    assert "plays after all" in told and "Toy, table 1" in told
    await KeptMessage(harbour, harbour.list_lagoon_posts()[-1]).forge_press(
        harbour.lea, make_custom_id("b", "cvz", 1)
    )
    await wait_until_idle(harbour)
    (told,) = list_answer_posts(harbour, harbour.lagoon)
    assert "doesn't want to play" in told, "the channel has left its seat again"


async def test_a_refusal_stays_unchanged_while_another_channel_is_asked(harbour: TwoChannelHarbour) -> None:
    await refuse_in_lagoon(harbour)
    pool = harbour.guild.create_text_channel("pool")
    await invite_channel(harbour, pool)
    await harbour.lea.click(pool.history()[-1], label="No, thanks")
    await wait_until_idle(harbour)
    for channel in (harbour.lagoon, pool):
        (told,) = list_answer_posts(harbour, channel)
        assert "doesn't want to play" in told


async def test_a_refusal_whose_post_was_deleted_causes_no_error(harbour: TwoChannelHarbour) -> None:
    await refuse_in_lagoon(harbour)
    harbour.env.backend.delete_message(harbour.channel.id, list_refusals(harbour)[-1].id)
    await play_along_after_refusal(harbour)
    assert list_answer_posts(harbour, harbour.lagoon) == []
    assert (await harbour.find_table()).guest_channel_ids == (harbour.lagoon.id,)
    assert not harbour.env.errors


@pytest.mark.parametrize("label", ["Play along", "No, thanks"])
async def test_the_inviters_page_shows_the_answer(harbour: TwoChannelHarbour, label: str) -> None:
    page = get_reply(await invite_channel(harbour))
    assert "I've asked <#" in page.content and "Stop asking it" in list_buttons(page).values()
    await harbour.lea.click(harbour.list_lagoon_posts()[-1], label=label)
    await wait_until_idle(harbour)
    assert "I've asked <#" not in page.content and "Stop asking it" not in list_buttons(page).values()
    assert (f"<#{harbour.lagoon.id}> has seat 2" in page.content) == (label == "Play along")
    assert any(one.startswith("c:cvi") for one in list_menus(page)) == (label == "No, thanks")


async def test_a_refusal_repeated_after_an_error_is_posted_once(
    harbour: TwoChannelHarbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await invite_channel(harbour)

    async def simulate_kill(*args: Any) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(ChannelSeats, "drop_invitation", simulate_kill)
        await harbour.lea.click(harbour.list_lagoon_posts()[-1], label="No, thanks")
    harbour.env.errors.clear()
    await harbour.lea.click(harbour.list_lagoon_posts()[-1], label="No, thanks")
    await wait_until_idle(harbour)
    assert (
        len(list_refusals(harbour)) == 1 and await harbour.store.channel_seats.find_invited_channel(1) is None
    )


async def test_a_quiet_channel_gets_no_post_about_a_refusal(harbour: TwoChannelHarbour) -> None:
    await invite_channel(harbour)
    await harbour.store.channels.set(harbour.channel.id, "verbosity", "quiet")
    await harbour.lea.click(harbour.list_lagoon_posts()[-1], label="No, thanks")
    await wait_until_idle(harbour)
    assert list_refusals(harbour) == [] and await harbour.store.channel_seats.find_invited_channel(1) is None


async def play_along_after_refusal(harbour: TwoChannelHarbour) -> None:
    await invite_channel(harbour)
    question = harbour.list_lagoon_posts()[-1]
    await harbour.lea.click(question, label="Play along")
    await wait_until_idle(harbour)
    assert (await harbour.find_table()).guest_channel_ids == (harbour.lagoon.id,)
    assert "This channel plays" in harbour.list_lagoon_posts()[-1].content


async def test_a_computer_replaces_a_channel_that_stops_playing(harbour: TwoChannelHarbour) -> None:
    await begin_channel_match(harbour)
    page = get_reply(
        await KeptMessage(harbour, harbour.list_boards_in_lagoon()[-1]).forge_press(
            harbour.lea, make_custom_id("b", "cv", 1)
        )
    )
    await harbour.lea.click(page, label="Stop playing here")
    await wait_until_idle(harbour)
    table = await harbour.find_table()
    assert table.occupants[1].computer == "easy" and table.guest_channel_ids == ()


@pytest.mark.parametrize(
    ("obstacle", "expected"),
    [
        ("own", "this table's own channel"),
        ("quiet", "is set to quiet"),
        ("shut", "I'm missing permissions there: Send Messages and Attach Files"),
        ("unseen", "You can't write in that channel"),
        ("asked", "has another channel already, or is asking one"),
        ("asked elsewhere", "Another table is asking that channel"),
        ("a thread", "I can only ask a text channel"),
        ("not the host", "Only the host"),
    ],
)
async def test_a_channel_that_cannot_be_asked_is_refused_with_the_reason(
    harbour: TwoChannelHarbour, obstacle: str, expected: str
) -> None:
    person, channel = harbour.anna, harbour.lagoon
    if obstacle == "own":
        channel = harbour.channel
    elif obstacle == "quiet":
        await harbour.store.channels.set(channel.id, "verbosity", "quiet")
    elif obstacle == "shut":
        harbour.deny_posting(channel)
    elif obstacle == "unseen":
        harbour.env.backend.set_overwrite(
            channel.id,
            Overwrite(
                target_id=person.id,
                type=OverwriteType.MEMBER,
                deny=discord.Permissions(view_channel=True).value,
            ),
        )
    elif obstacle == "asked":
        await harbour.store.channel_seats.invite_channel(1, 4711)
    elif obstacle == "asked elsewhere":
        third = harbour.guild.create_text_channel("kelp")
        await harbour.anna.slash(third, "play", game="toy", against="people", seats=2, wait=True)
        await harbour.store.channel_seats.invite_channel(2, channel.id)
    elif obstacle == "a thread":
        here = harbour.bot.get_channel(channel.id)
        assert isinstance(here, discord.TextChannel)
        channel = await here.create_thread(name="side", type=discord.ChannelType.public_thread)
    else:
        person = harbour.ben
    before = len(harbour.list_lagoon_posts())
    post = KeptMessage(harbour, harbour.board)
    answer = await post.forge_press(person, make_custom_id("s", "cvi", 1), [str(channel.id)])
    await wait_until_idle(harbour)
    assert expected in read_answer(answer)
    assert len(harbour.list_lagoon_posts()) == before
    invited_id = await harbour.store.channel_seats.find_invited_channel(1)
    assert invited_id == (4711 if obstacle == "asked" else None)


async def test_choosing_the_tables_own_channel_is_refused_with_an_alternative(
    harbour: TwoChannelHarbour,
) -> None:
    """Discord's channel list always offers the table's own channel."""
    page = await open_channel_seat_page(harbour)
    (before,) = (one for one in list_menus(page) if one.startswith("c:cvi"))
    page = get_reply(await harbour.anna.select(page, [harbour.channel], custom_id=before))
    check_limits(page)
    assert page.content.startswith(f"⚠️ <#{harbour.channel.id}> is this table's own channel.")
    assert "have it play with **Give the channel a seat**" in page.content
    assert "Give the channel a seat" in list_buttons(page).values()
    (after,) = (one for one in list_menus(page) if one.startswith("c:cvi"))
    assert after != before, "a new custom_id makes the client clear the choice"
    await give_channel_seat(harbour, "Give the channel my seat")
    page = get_reply(await invite_channel(harbour, harbour.channel))
    assert "own channel and plays already. Choose another." in page.content
    assert await harbour.store.channel_seats.find_invited_channel(1) is None
    page = get_reply(await invite_channel(harbour))
    assert "I've asked <#" in page.content and "⚠️" not in page.content


async def test_closing_the_lobby_withdraws_its_invitation(harbour: TwoChannelHarbour) -> None:
    await invite_channel(harbour)
    kept_message = KeptMessage(harbour, harbour.list_lagoon_posts()[-1])
    await harbour.anna.click(harbour.board, label="Leave")
    await wait_until_idle(harbour)
    assert (await harbour.find_table()).status == TABLE_OVER
    assert "doesn't play" in harbour.list_lagoon_posts()[-1].content
    assert "settled" in read_answer(
        await kept_message.forge_press(harbour.lea, make_custom_id("b", "cvy", 1))
    )


async def test_an_invitation_whose_withdrawal_failed_is_withdrawn_after_a_restart(
    harbour: TwoChannelHarbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail_to_withdraw(self: ChannelSeatPosts, *args: Any, **kwargs: Any) -> None:
        raise OSError("cut")

    await invite_channel(harbour)
    with monkeypatch.context() as patch:
        patch.setattr(ChannelSeatPosts, "close_questions", fail_to_withdraw)
        await harbour.bot.tables.lobby.cancel_lobby(1, harbour.anna.id)
        await wait_until_idle(harbour)
    assert list_buttons(harbour.list_lagoon_posts()[-1])
    await harbour.kill()
    await harbour.bot.features.resume()
    await wait_until_idle(harbour)
    assert "this channel doesn't play" in harbour.list_lagoon_posts()[-1].content and not list_buttons(
        harbour.list_lagoon_posts()[-1]
    )


async def test_the_host_withdraws_the_invitation(harbour: TwoChannelHarbour) -> None:
    page = get_reply(await invite_channel(harbour))
    assert "I've asked <#" in page.content
    page = get_reply(await harbour.anna.click(page, label="Stop asking it"))
    await wait_until_idle(harbour)
    assert "doesn't play" in harbour.list_lagoon_posts()[-1].content
    assert any(one.startswith("c:cvi") for one in list_menus(page))


async def test_each_channel_sees_the_outcome_of_its_own_invitation(harbour: TwoChannelHarbour) -> None:
    pool = harbour.guild.create_text_channel("pool")
    await invite_channel(harbour)
    # Drop the invitation only in the store, so that its post looks open, as if Discord had rejected the edit.
    await harbour.store.channel_seats.drop_invitation(1)
    await invite_channel(harbour, pool)
    assert "this channel doesn't play" in harbour.list_lagoon_posts()[-1].content and not list_buttons(
        harbour.list_lagoon_posts()[-1]
    )
    assert "This channel plays." in read_answer(
        await harbour.lea.click(pool.history()[-1], label="Play along")
    )
    await wait_until_idle(harbour)
    assert "**This channel plays**" in pool.history()[-1].content
    # The text for a channel that doesn't play stays the same once another channel has joined.
    assert "doesn't play" in write_settled_question(
        await harbour.find_table(), harbour.lagoon.id, load_words("en")
    )


async def test_an_invitation_cannot_be_answered_from_another_channel(harbour: TwoChannelHarbour) -> None:
    await invite_channel(harbour)
    for verb in ("cvy", "cvd"):
        answer = read_answer(
            await KeptMessage(harbour, harbour.board).forge_press(harbour.lea, make_custom_id("b", verb, 1))
        )
        assert "settled" in answer
    assert await harbour.store.channel_seats.find_invited_channel(1) == harbour.lagoon.id
    assert (await harbour.find_table()).seat_by_channel_id == {}


async def test_a_channel_cannot_be_invited_to_a_full_table(harbour: TwoChannelHarbour) -> None:
    await invite_channel(harbour)
    await harbour.ben.click(harbour.board, label="Join")
    answer = read_answer(await harbour.lea.click(harbour.list_lagoon_posts()[-1], label="Play along"))
    assert "settled" in answer and (await harbour.find_table()).guest_channel_ids == ()


@pytest.mark.parametrize("kind_of_loss", ["guest", "home", "deleted"])
async def test_the_loss_of_one_channel_is_reported_once_in_the_other(
    harbour: TwoChannelHarbour, kind_of_loss: str
) -> None:
    await begin_channel_match(harbour)
    lost = harbour.channel if kind_of_loss == "home" else harbour.lagoon
    if kind_of_loss == "deleted":
        harbour.env.backend.delete_channel(lost.id)
        await harbour.env.settle()
    else:
        harbour.deny_posting(lost)
    for _ in range(3):
        await close_vote(harbour)
        await harbour.bot.features.resume()
        await wait_until_idle(harbour)
    told = [
        post
        for post in (harbour.list_lagoon_posts() if kind_of_loss == "home" else harbour.list_posts())
        if "⚠️" in post.content
    ]
    assert len(told) == 1
    check_limits(told[0])
    assert ("channel of this table" if kind_of_loss == "home" else "in \\#lagoon") in told[0].content
    # The match continues, and the easy computer moves for the lost channel.
    assert len(await list_moves(harbour)) >= 3


@pytest.mark.parametrize(
    ("owner", "method", "completed"),
    [
        (ChannelSeats, "close_vote", True),
        (PlayerRequests, "perform_computer_action", True),
        (Messages, "reserve_message", True),
        (MessagePoster, "edit_message", False),
    ],
)
async def test_a_crash_leaves_one_board_and_one_move(
    harbour: TwoChannelHarbour, monkeypatch: pytest.MonkeyPatch, owner: Any, method: str, completed: bool
) -> None:
    await begin_channel_match(harbour)
    await cast_vote(harbour, harbour.dana, in_own_channel=True)
    real = getattr(owner, method)

    async def simulate_kill(self: Any, *args: Any, **kwargs: Any) -> Any:
        if completed:
            await real(self, *args, **kwargs)
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(owner, method, simulate_kill)
        await close_vote(harbour)
        await harbour.kill()
    for _ in range(2):
        await harbour.bot.features.resume()
        harbour.bot.announcer.announce_table(1)
        await wait_until_idle(harbour)
        assert await list_moves(harbour) == [(0, "roll:0")]
        assert (
            len(harbour.list_boards_in_lagoon()) == 2
            and "#lagoon's turn" in harbour.list_boards_in_lagoon()[-1].content
        )
        assert len(harbour.list_polls(in_own_channel=False)) == 1
        await harbour.kill()


async def test_a_crash_before_an_invitation_is_posted_leaves_one_invitation(
    harbour: TwoChannelHarbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def simulate_kill(self: Any, *args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("killed")

    page = await open_channel_seat_page(harbour)
    identity = next(one for one in list_menus(page) if one.startswith("c:cvi"))
    with monkeypatch.context() as patch:
        patch.setattr(MessagePoster, "send_message", simulate_kill)
        await harbour.anna.select(page, [harbour.lagoon], custom_id=identity)
        await wait_until_idle(harbour)
        await harbour.kill()
    for _ in range(2):
        await harbour.bot.features.resume()
        await wait_until_idle(harbour)
        assert len(harbour.list_lagoon_posts()) == 1
        await harbour.kill()
    assert (await harbour.find_table()).status == TABLE_IN_LOBBY


async def test_a_rematch_does_not_seat_the_other_channel(harbour: TwoChannelHarbour) -> None:
    await play_along_in_lagoon(harbour)
    await harbour.anna.click(harbour.board, label="Start")
    await wait_until_idle(harbour)
    await harbour.bot.tables.play.resign_match(1, harbour.anna.id)
    await wait_until_idle(harbour)
    table = await harbour.bot.tables.rematches.open_or_join_rematch(1, Person(harbour.anna.id, "Anna"), 77)
    assert table.guest_channel_ids == () and table.status == TABLE_IN_LOBBY and len(table.occupants) == 1


async def test_the_host_of_two_channels_can_ask_for_a_rematch(harbour: TwoChannelHarbour) -> None:
    await begin_channel_match(harbour)
    await harbour.bot.tables.arranged.close_table(1)
    await wait_until_idle(harbour)
    end = next(post for post in reversed(harbour.list_posts()) if "Play again" in list_buttons(post).values())
    answer = read_answer(await harbour.anna.click(end, label="Play again"))
    assert "The lobby of the next match is below: you begin it with *Start*." in answer
    table = await harbour.bot.tables.get(2)
    assert table.status == TABLE_IN_LOBBY and table.seat_by_channel_id == {harbour.channel.id: 0}
    assert table.host_id == harbour.anna.id and table.capacity == 2


async def test_a_quiet_channel_has_its_board_edited_instead_of_reposted(harbour: TwoChannelHarbour) -> None:
    await begin_channel_match(harbour)
    await harbour.store.channels.set(harbour.lagoon.id, "verbosity", "quiet")
    before = len(harbour.list_lagoon_posts())
    await cast_vote(harbour, harbour.dana, in_own_channel=True)
    await close_vote(harbour)
    assert len(harbour.list_lagoon_posts()) == before
    assert "#lagoon's turn" in harbour.list_boards_in_lagoon()[-1].content


async def test_the_page_of_a_full_table_explains_how_to_ask_another_channel(
    harbour: TwoChannelHarbour,
) -> None:
    await harbour.bot.tables.lobby.add_computer(1, harbour.anna.id, "easy", "Octopus", 1)
    page = await open_channel_seat_page(harbour)
    assert "free one behind *Seats…* first" in page.content
    assert "Give the channel a seat" not in list_buttons(page).values()
