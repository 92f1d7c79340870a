"""A channel plays a seat: it votes in private on each of its moves."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.errors.seats import HiddenInformationShared
from bot.features.channel_seat.keeper import list_givable_seats
from bot.features.ratings.results import CHANNEL_VOTED, compute_rated_result
from bot.model.table import OWN_CHANNEL_PLAYER, TABLE_OVER, Person
from bot.storage.channel_seats import ChannelSeats
from bot.tables.play import PlayerRequests
from bot.tables.share import find_shard
from bot.ui.ids import make_custom_id
from games.core.match import ACT_KIND, UNDO_KIND
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, find_table_board, list_buttons, wait_until_idle
from tests.support.reading import KeptMessage, check_limits, get_reply, list_logged_lines, read_answer
from tests.support.toy import TOYS
from tests.support.voting import list_channel_moves, list_vote_posts, set_quorum, vote_for_kind


async def start_match(folder: Path, game: str = "toy", **options: Any) -> Harbour:
    """Start a match between Anna, who moves first, and a computer, and return its harbour."""
    harbour = await Harbour.open(folder, TOYS) if game == "toy" else await Harbour.open(folder)
    await harbour.turn_guide_off()
    await harbour.open_lobby(game, **options)
    await harbour.bot.tables.lobby.add_computer(1, harbour.anna.id, "easy", "Fish", 1)
    await press_at_table(harbour.anna, harbour.channel, "start")
    await wait_until_idle(harbour)
    return harbour


@pytest.fixture
async def harbours() -> AsyncIterator[list[Harbour]]:
    """A list of harbours that are closed after the test."""
    harbours: list[Harbour] = []
    yield harbours
    for harbour in harbours:
        await harbour.close()


@pytest.fixture
async def harbour(tmp_path: Path) -> AsyncIterator[Harbour]:
    """A match between Anna and the channel, in which it is the channel's turn. Ben, Dana and Mo watch."""
    harbour = await start_match(tmp_path, options="goal=40")
    await give_seat_to_channel(harbour)
    await harbour.type_move("roll:0", harbour.anna)
    await wait_until_idle(harbour)
    yield harbour
    await harbour.close()


async def give_seat_to_channel(harbour: Harbour) -> Any:
    page = get_reply(
        await harbour.press_tool_button(harbour.anna, "Channel plays…", find_table_board(harbour))
    )
    check_limits(page)
    has_hands = (await harbour.find_table()).game.has_hidden_hands
    assert ("Voters see that seat's hand" in page.content) is has_hands
    assert "can't vote." in page.content
    reply = get_reply(await harbour.anna.click(page, label="Give the channel the seat of Fish"))
    check_limits(reply)
    await wait_until_idle(harbour)
    return reply


async def play_until_channel_turn(harbour: Harbour) -> None:
    while (match := await harbour.find_match()).active_seat != 1 or match.to_act != (1,):
        # Questions to the channel during Anna's turn are answered by the game's default.
        token = "gift:n" if match.active_seat == 1 else "roll:0"
        await harbour.bot.tables.play.perform_action(1, harbour.anna.id, token, match.seq, seat=0)
    await wait_until_idle(harbour)


async def test_a_vote_ends_at_its_deadline_and_shows_its_tally(harbour: Harbour) -> None:
    (post,) = list_vote_posts(harbour)
    check_limits(post)
    assert "**The channel votes** on its move" in post.content and not post.mentions
    assert "The channel votes…" in find_table_board(harbour).content
    for person, kind in ((harbour.dana, "roll"), (harbour.mod, "roll"), (harbour.ben, "end")):
        assert "You've voted for: **" in await vote_for_kind(harbour, person, kind)
    assert await list_channel_moves(harbour) == [] and list_vote_posts(harbour)[-1].content == post.content
    await harbour.pass_time(0.2)
    await wait_until_idle(harbour)
    assert await list_channel_moves(harbour) == ["roll:0"]
    told = list_vote_posts(harbour)[0]
    assert "has voted**: 3 votes" in told.content and not list_buttons(told)
    assert told.content.endswith("\n- 2: roll:0\n- 1: end:0")
    assert await harbour.store.channel_seats.count_choices(1, 1) == 0


async def test_enough_votes_end_a_vote_and_the_earliest_choice_wins_a_tie(harbour: Harbour) -> None:
    await harbour.pass_time(0.2)
    await wait_until_idle(harbour)
    await set_quorum(harbour, 3)
    await play_until_channel_turn(harbour)
    before = len(await list_channel_moves(harbour))
    # A changed vote counts from its last change. Dana's is later than Ben's, so his "end" wins the tie.
    await vote_for_kind(harbour, harbour.dana, "roll")
    await vote_for_kind(harbour, harbour.ben, "end")
    await vote_for_kind(harbour, harbour.dana, "end")
    await vote_for_kind(harbour, harbour.dana, "roll")
    assert len(await list_channel_moves(harbour)) == before
    assert await harbour.store.channel_seats.count_choices(1, (await harbour.find_match()).seq) == 2
    await set_quorum(harbour, 2)
    await harbour.pass_time(0.2)
    await wait_until_idle(harbour)
    assert (await list_channel_moves(harbour))[before] == "end:0"
    await play_until_channel_turn(harbour)
    before = len(await list_channel_moves(harbour))
    await vote_for_kind(harbour, harbour.dana, "roll")
    await vote_for_kind(harbour, harbour.ben, "end")
    assert (await list_channel_moves(harbour))[before] == "roll:0"


async def test_only_the_last_voter_sees_a_tally(harbour: Harbour) -> None:
    await set_quorum(harbour, 2)
    await harbour.pass_time(0.2)
    await wait_until_idle(harbour)
    await play_until_channel_turn(harbour)
    page = get_reply(
        await harbour.press_tool_button(harbour.dana, "Channel plays…", find_table_board(harbour))
    )
    assert "nobody voted" in page.content
    answer = await vote_for_kind(harbour, harbour.dana, "roll")
    assert "You've voted for" in answer and "nobody voted" not in answer
    # This vote was the last one needed, so the next vote may be open already.
    answer = await vote_for_kind(harbour, harbour.ben, "roll")
    assert "has voted**: 2 votes" in answer and "You've voted for" not in answer
    assert "nobody voted" not in answer


async def test_the_vote_that_ends_the_match_is_answered_with_its_tally(
    tmp_path: Path, harbours: list[Harbour]
) -> None:
    harbour = await start_match(tmp_path, options="goal=12")
    harbours.append(harbour)
    await give_seat_to_channel(harbour)
    await set_quorum(harbour, 2)
    for tokens in (("add:2", "add:2", "add:2", "end:0", "gift:n"), ("add:2", "add:2", "add:1")):
        await play_until_channel_turn(harbour)
        for token in tokens:
            await harbour.bot.tables.play.perform_computer_action(
                1, 1, token, (await harbour.find_match()).seq
            )
            await wait_until_idle(harbour)
    await vote_for_kind(harbour, harbour.dana, "roll")
    answer = await vote_for_kind(harbour, harbour.ben, "roll")
    assert (await harbour.find_table()).status == TABLE_OVER and "has voted**: 2 votes" in answer


@pytest.mark.parametrize(("game", "names_moves"), [("das_riff", True), ("coral_reef", False)])
async def test_the_tally_names_moves_only_if_hands_are_open(
    tmp_path: Path, harbours: list[Harbour], game: str, names_moves: bool
) -> None:
    harbour = await start_match(tmp_path, game)
    harbours.append(harbour)
    await give_seat_to_channel(harbour)
    while (match := await harbour.find_match()).to_act != (1,) or len(match.legal_actions(1)) < 2:
        if match.to_act == (1,):
            # There is only one move. Let the vote time out, so that the easy computer makes the move.
            await harbour.pass_time(0.2)
        else:
            token = match.legal_actions(match.to_act[0])[0].token
            await harbour.bot.tables.play.perform_action(1, harbour.anna.id, token, match.seq)
        await wait_until_idle(harbour)
    before = len(await list_channel_moves(harbour))
    chosen, other = match.legal_actions(1)[:2]
    for person, action in ((harbour.dana, other), (harbour.mod, chosen), (harbour.ben, chosen)):
        custom_id = make_custom_id("b", "cva", 1, match.seq, 1, action.token)
        assert "You've voted for" in read_answer(
            await KeptMessage(harbour, list_vote_posts(harbour)[-1]).forge_press(person, custom_id)
        )
    await harbour.pass_time(0.2)
    await wait_until_idle(harbour)
    assert (await list_channel_moves(harbour))[before] == chosen.token
    told = next(post.content for post in list_vote_posts(harbour) if "has voted" in post.content)
    assert ("\n- 2: " in told and "\n- 1: " in told) is names_moves
    assert ("For the move played: 2" in told and "For other moves: 1" in told) is not names_moves


async def test_if_nobody_votes_the_easy_computer_moves(harbour: Harbour) -> None:
    await harbour.pass_time(0.2)
    await wait_until_idle(harbour)
    assert (
        len(await list_channel_moves(harbour)) == 1 and "nobody voted" in list_vote_posts(harbour)[0].content
    )


async def test_a_player_cannot_vote_or_see_the_channels_view(harbour: Harbour) -> None:
    post = KeptMessage(harbour, list_vote_posts(harbour)[-1])
    for verb, parts in (("cvq", (1, 1)), ("cvg", (1, 1, 1, "roll")), ("cva", (1, 1, 1, "roll:0"))):
        assert "only those who watch" in read_answer(
            await post.forge_press(harbour.anna, make_custom_id("b", verb, *parts))
        )
    assert await harbour.store.channel_seats.count_choices(1, 1) == 0
    page = get_reply(
        await harbour.press_tool_button(harbour.anna, "Channel plays…", find_table_board(harbour))
    )
    assert "Vote" not in list_buttons(page).values()


async def test_a_former_player_cannot_vote_and_their_seat_cannot_be_given_away(
    tmp_path: Path, harbours: list[Harbour]
) -> None:
    harbour = await Harbour.open(tmp_path, TOYS)
    harbours.append(harbour)
    await harbour.turn_guide_off()
    lobby = await harbour.open_lobby("toy", seats=3, options="goal=40")
    await harbour.ben.click(lobby, label="Join")
    await harbour.bot.tables.lobby.add_computer(1, harbour.anna.id, "easy", "Fish", 2)
    await press_at_table(harbour.anna, harbour.channel, "start")
    await harbour.bot.tables.seats.leave_table(1, harbour.ben.id)
    await wait_until_idle(harbour)
    assert list_givable_seats(await harbour.find_table()) == (2,)
    post = KeptMessage(harbour, find_table_board(harbour))
    for seat in (0, 1):
        refused = await post.forge_press(harbour.anna, make_custom_id("b", "cvo", 1, seat))
        assert "if no person has played it" in read_answer(refused)
    await give_seat_to_channel(harbour)
    assert "only those who watch" in read_answer(
        await post.forge_press(harbour.ben, make_custom_id("b", "cvq", 1, 1))
    )


async def test_a_quiet_channel_votes_through_the_more_menu(harbour: Harbour) -> None:
    await harbour.store.channels.set(harbour.channel.id, "verbosity", "quiet")
    await harbour.pass_time(0.2)
    await wait_until_idle(harbour)
    posted = len(list_vote_posts(harbour))
    await play_until_channel_turn(harbour)
    assert len(list_vote_posts(harbour)) == posted
    page = get_reply(
        await harbour.press_tool_button(harbour.dana, "Channel plays…", find_table_board(harbour))
    )
    check_limits(page)
    reply = get_reply(await harbour.dana.click(page, label="Vote"))
    assert "You've voted for: **roll:0**" in read_answer(await harbour.dana.click(reply, label="roll"))


async def test_only_the_process_that_owns_the_table_closes_a_vote(harbour: Harbour) -> None:
    await vote_for_kind(harbour, harbour.dana)
    share = harbour.bot.tables.core.share
    share.restrict_to_shards(2, {1 - find_shard(harbour.guild.id, 2)})
    await harbour.pass_time(0.2)
    await wait_until_idle(harbour)
    assert await list_channel_moves(harbour) == []
    share.restrict_to_shards(1, {0})
    await harbour.bot.features.resume()
    await wait_until_idle(harbour)
    assert await list_channel_moves(harbour) == ["roll:0"]


async def test_only_the_host_gives_configures_and_takes_back_the_channels_seat(harbour: Harbour) -> None:
    post = KeptMessage(harbour, list_vote_posts(harbour)[-1])
    for verb, parts in (("cve", (1,)), ("cvo", (1, 1))):
        assert "Only the host" in read_answer(
            await post.forge_press(harbour.dana, make_custom_id("b", verb, *parts))
        )
    table = await harbour.find_table()
    assert table.occupants[1].computer == OWN_CHANNEL_PLAYER and list_givable_seats(table) == ()
    page = get_reply(
        await harbour.press_tool_button(harbour.anna, "Channel plays…", find_table_board(harbour))
    )
    await vote_for_kind(harbour, harbour.dana)
    await harbour.anna.click(page, label="Let the computer go on")
    await wait_until_idle(harbour)
    assert (await harbour.find_table()).occupants[1].computer == "easy"
    assert await harbour.store.channel_seats.count_choices(1, 1) == 0


async def test_nobody_can_take_over_a_seat_whose_hand_the_channel_has_seen(harbour: Harbour) -> None:
    with pytest.raises(HiddenInformationShared):
        await harbour.bot.tables.seats.take_over_seat(1, Person(harbour.dana.id, "Dana"), 1)
    await harbour.bot.tables.play.resign_match(1, harbour.anna.id)
    await wait_until_idle(harbour)
    assert await harbour.store.channel_seats.list_votes(1) == []
    assert "no longer counts" in list_vote_posts(harbour)[-1].content


async def test_a_match_with_a_channel_does_not_change_ratings(harbour: Harbour) -> None:
    await vote_for_kind(harbour, harbour.dana)
    await harbour.pass_time(0.2)
    await wait_until_idle(harbour)
    assert await list_channel_moves(harbour)
    await harbour.bot.tables.play.resign_match(1, harbour.anna.id)
    assert compute_rated_result(await harbour.find_table()).unrated_reason == CHANNEL_VOTED


async def test_late_and_impossible_votes_are_refused(harbour: Harbour) -> None:
    post = KeptMessage(harbour, list_vote_posts(harbour)[-1])
    assert "moved on" in read_answer(
        await post.forge_press(harbour.dana, make_custom_id("b", "cva", 1, 0, 1, "roll:0"))
    )
    for seq, seat, token in ((0, 1, "roll:0"), (1, 0, "roll:0"), (1, 1, "gift:y"), (1, 1, "nonsense")):
        assert read_answer(
            await post.forge_press(harbour.dana, make_custom_id("b", "cva", 1, seq, seat, token))
        )
    assert await harbour.store.channel_seats.count_choices(1, 1) == 0


async def test_an_undo_drops_the_votes(harbour: Harbour) -> None:
    await vote_for_kind(harbour, harbour.dana)
    await harbour.bot.tables.play.undo_step(1, harbour.anna.id)
    await wait_until_idle(harbour)
    assert (
        await harbour.store.channel_seats.list_votes(1) == []
        and await harbour.store.channel_seats.count_choices(1, 1) == 0
    )
    assert "no longer counts" in list_vote_posts(harbour)[-1].content
    await harbour.pass_time(1)
    await wait_until_idle(harbour)
    assert await list_channel_moves(harbour) == []


async def test_nobody_can_tell_how_others_voted_before_the_vote_closes(
    harbour: Harbour, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    told = []
    for kind in ("roll", "end"):
        caplog.clear()
        await vote_for_kind(harbour, harbour.dana, kind)
        lines = [line for line in list_logged_lines(caplog) if "id=" not in line]
        page = read_answer(
            await harbour.press_tool_button(harbour.mod, "Channel plays…", find_table_board(harbour))
        )
        export = get_reply(await press_at_table(harbour.mod, harbour.channel, "export")).attachments[0]
        kept = (await harbour.store.people.collect_data(harbour.mod.id))["channel_votes"]
        turn = repr(await harbour.store.channel_seats.list_votes(1))
        told.append((lines, page, await export.read(), kept, turn, [p.content for p in harbour.list_posts()]))
    assert told[0] == told[1] and "You've voted" not in told[0][1]


@pytest.mark.parametrize(
    ("owner", "method", "completed"),
    [
        (ChannelSeats, "close_vote", True),
        (PlayerRequests, "perform_computer_action", True),
        (ChannelSeats, "mark_result_announced", False),
    ],
)
async def test_a_crash_at_any_step_of_a_vote_leaves_one_move(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, owner: Any, method: str, completed: bool
) -> None:
    await vote_for_kind(harbour, harbour.dana)
    real = getattr(owner, method)

    async def simulate_kill(self: Any, *args: Any, **kwargs: Any) -> Any:
        if completed:
            await real(self, *args, **kwargs)
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(owner, method, simulate_kill)
        await harbour.pass_time(0.2)
        await wait_until_idle(harbour)
        await harbour.kill()
    for _ in range(2):
        await harbour.bot.features.resume()
        await wait_until_idle(harbour)
        assert await list_channel_moves(harbour) == ["roll:0"]
        assert [post.content for post in list_vote_posts(harbour)].count(
            list_vote_posts(harbour)[0].content
        ) == 1
        assert "1 vote." in list_vote_posts(harbour)[0].content
        await harbour.kill()


@pytest.mark.parametrize("seed", range(2))
async def test_random_votes_undos_and_crashes_do_not_cause_outdated_moves(
    harbour: Harbour, seed: int
) -> None:
    chance, seen = Random(seed), 0
    choices: dict[int, set[str]] = {}
    for _ in range(14):
        match = await harbour.find_match()
        row = await harbour.store.channel_seats.find_vote(1, match.seq)
        kind = chance.choice(("vote", "vote", "vote", "time", "undo", "kill", "anna", "forged"))
        if kind in ("vote", "forged") and row is not None and row.token is None:
            actions = match.legal_actions(1)
            token = "gift:y" if kind == "forged" else chance.choice(actions).token
            person = chance.choice((harbour.dana, harbour.ben, harbour.mod))
            identity = make_custom_id("b", "cva", 1, match.seq, 1, token)
            await KeptMessage(harbour, find_table_board(harbour)).forge_press(person, identity)
            if kind == "vote":
                choices.setdefault(match.seq, set()).add(token)
        elif kind == "time":
            await harbour.pass_time(0.2)
        elif kind == "undo":
            await harbour.bot.tables.play.undo_step(1, harbour.anna.id)
        elif kind == "kill":
            await harbour.kill()
        elif 0 in match.to_act:
            token = chance.choice(match.legal_actions(0)).token
            await harbour.bot.tables.play.perform_action(1, harbour.anna.id, token, match.seq, seat=0)
        await wait_until_idle(harbour)
        rows = (await harbour.find_match()).rows
        for at in range(seen, len(rows)):
            if rows[at].kind == ACT_KIND and rows[at].seat == 1:
                # The channel's move in each position is one that was voted for, unless nobody voted there.
                assert at not in choices or rows[at].text in choices[at]
        seen = len(rows)
        assert all(one.kind in (ACT_KIND, UNDO_KIND) for one in rows)
