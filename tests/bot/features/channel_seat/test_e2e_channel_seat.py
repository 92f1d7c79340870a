"""A channel plays a seat: votes are private, and each vote decides one move in the position voted on."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.errors.seats import ChannelHasSeen
from bot.features.channel_seat.keeper import list_givable_seats
from bot.features.ratings.results import VOTED, judge_table
from bot.model.table import CHANNEL, OVER, Person
from bot.storage.channel_seats import ChannelSeats
from bot.tables.play import Play
from bot.tables.share import find_shard
from bot.ui.ids import custom_id
from games.core.match import ACT, UNDO
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, find_table_board, list_buttons, wait_until_idle
from tests.support.reading import Kept, check_limits, get_reply, list_logged_lines, read_answer
from tests.support.toy import TOYS
from tests.support.voting import list_channel_moves, list_vote_posts, set_quorum, vote


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
    """Return a list of harbours that are closed after the test."""
    harbours: list[Harbour] = []
    yield harbours
    for harbour in harbours:
        await harbour.close()


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Harbour]:
    """A match of Anna against the channel, which must move. Ben, Dana and Mo watch."""
    harbour = await start_match(tmp_path, options="goal=40")
    await give_seat_to_channel(harbour)
    await harbour.type("roll:0", harbour.anna)
    await wait_until_idle(harbour)
    yield harbour
    await harbour.close()


async def give_seat_to_channel(hall: Harbour) -> Any:
    page = get_reply(await hall.press_tool(hall.anna, "Channel plays…", find_table_board(hall)))
    check_limits(page)
    assert "sees what that seat sees" in page.content
    given = get_reply(await hall.anna.click(page, label="Give the channel the seat of Fish"))
    check_limits(given)
    await wait_until_idle(hall)
    return given


async def play_until_channel_turn(hall: Harbour) -> None:
    while (match := await hall.match()).turn != 1 or match.to_act != (1,):
        # Questions to the channel during Anna's turn are answered by the game's default.
        token = "gift:n" if match.turn == 1 else "roll:0"
        await hall.bot.tables.play.act(1, hall.anna.id, token, match.seq, seat=0)
    await wait_until_idle(hall)


async def test_a_vote_ends_at_its_deadline_and_shows_its_tally(hall: Harbour) -> None:
    (post,) = list_vote_posts(hall)
    check_limits(post)
    assert "**The channel votes** on its move" in post.content and not post.mentions
    assert "The channel votes…" in find_table_board(hall).content
    for person, kind in ((hall.dana, "roll"), (hall.mod, "roll"), (hall.ben, "end")):
        assert "You've voted for: **" in await vote(hall, person, kind)
    assert await list_channel_moves(hall) == [] and list_vote_posts(hall)[-1].content == post.content
    await hall.pass_time(0.2)
    await wait_until_idle(hall)
    assert await list_channel_moves(hall) == ["roll:0"]
    told = list_vote_posts(hall)[0]
    assert "has voted**: 3 votes" in told.content and not list_buttons(told)
    assert told.content.endswith("\n- 2: roll:0\n- 1: end:0")
    assert await hall.store.channel_seats.count_choices(1, 1) == 0


async def test_enough_votes_end_a_vote_and_the_earliest_choice_wins_a_tie(hall: Harbour) -> None:
    await hall.pass_time(0.2)
    await wait_until_idle(hall)
    await set_quorum(hall, 3)
    await play_until_channel_turn(hall)
    before = len(await list_channel_moves(hall))
    # Dana changes her vote, which then counts as the latest, so Ben's "end" is the earliest choice.
    await vote(hall, hall.dana, "roll")
    await vote(hall, hall.ben, "end")
    await vote(hall, hall.dana, "end")
    await vote(hall, hall.dana, "roll")
    assert len(await list_channel_moves(hall)) == before
    assert await hall.store.channel_seats.count_choices(1, (await hall.match()).seq) == 2
    await set_quorum(hall, 2)
    await hall.pass_time(0.2)
    await wait_until_idle(hall)
    assert (await list_channel_moves(hall))[before] == "end:0"
    await play_until_channel_turn(hall)
    before = len(await list_channel_moves(hall))
    await vote(hall, hall.dana, "roll")
    await vote(hall, hall.ben, "end")
    assert (await list_channel_moves(hall))[before] == "roll:0"


async def test_only_the_last_voter_sees_a_tally(hall: Harbour) -> None:
    await set_quorum(hall, 2)
    await hall.pass_time(0.2)
    await wait_until_idle(hall)
    await play_until_channel_turn(hall)
    page = get_reply(await hall.press_tool(hall.dana, "Channel plays…", find_table_board(hall)))
    assert "nobody voted" in page.content
    told = await vote(hall, hall.dana, "roll")
    assert "You've voted for" in told and "nobody voted" not in told
    # This vote was the last one needed, so the next vote may be open already.
    told = await vote(hall, hall.ben, "roll")
    assert "has voted**: 2 votes" in told and "You've voted for" not in told
    assert "nobody voted" not in told


async def test_the_vote_that_ends_the_match_is_answered_with_its_tally(
    tmp_path: Path, harbours: list[Harbour]
) -> None:
    hall = await start_match(tmp_path, options="goal=12")
    harbours.append(hall)
    await give_seat_to_channel(hall)
    await set_quorum(hall, 2)
    for tokens in (("add:2", "add:2", "add:2", "end:0", "gift:n"), ("add:2", "add:2", "add:1")):
        await play_until_channel_turn(hall)
        for token in tokens:
            await hall.bot.tables.play.act_for_computer(1, 1, token, (await hall.match()).seq)
            await wait_until_idle(hall)
    await vote(hall, hall.dana, "roll")
    told = await vote(hall, hall.ben, "roll")
    assert (await hall.table()).status == OVER and "has voted**: 2 votes" in told


@pytest.mark.parametrize(("game", "named"), [("das_riff", True), ("coral_reef", False)])
async def test_the_tally_names_moves_only_of_an_open_hand(
    tmp_path: Path, harbours: list[Harbour], game: str, named: bool
) -> None:
    hall = await start_match(tmp_path, game)
    harbours.append(hall)
    await give_seat_to_channel(hall)
    while (match := await hall.match()).to_act != (1,):
        token = match.legal_actions(match.to_act[0])[0].token
        await hall.bot.tables.play.act(1, hall.anna.id, token, match.seq)
    await wait_until_idle(hall)
    match = await hall.match()
    before = len(await list_channel_moves(hall))
    chosen, other = match.legal_actions(1)[:2]
    for person, action in ((hall.dana, other), (hall.mod, chosen), (hall.ben, chosen)):
        asked = custom_id("b", "cva", 1, match.seq, 1, action.token)
        assert "You've voted for" in read_answer(
            await Kept(hall, list_vote_posts(hall)[-1]).forge(person, asked)
        )
    await hall.pass_time(0.2)
    await wait_until_idle(hall)
    assert (await list_channel_moves(hall))[before] == chosen.token
    told = next(post.content for post in list_vote_posts(hall) if "has voted" in post.content)
    assert ("\n- 2: " in told and "\n- 1: " in told) is named
    assert ("For the move played: 2" in told and "For other moves: 1" in told) is not named


async def test_if_nobody_votes_the_easy_computer_moves(hall: Harbour) -> None:
    await hall.pass_time(0.2)
    await wait_until_idle(hall)
    assert len(await list_channel_moves(hall)) == 1 and "nobody voted" in list_vote_posts(hall)[0].content


async def test_a_player_cannot_vote_or_see_the_channels_view(hall: Harbour) -> None:
    post = Kept(hall, list_vote_posts(hall)[-1])
    for verb, parts in (("cvq", (1, 1)), ("cvg", (1, 1, 1, "roll")), ("cva", (1, 1, 1, "roll:0"))):
        assert "only those who watch" in read_answer(
            await post.forge(hall.anna, custom_id("b", verb, *parts))
        )
    assert await hall.store.channel_seats.count_choices(1, 1) == 0
    page = get_reply(await hall.press_tool(hall.anna, "Channel plays…", find_table_board(hall)))
    assert "Vote" not in list_buttons(page).values()


async def test_a_former_player_cannot_vote_and_their_seat_cannot_be_given_away(
    tmp_path: Path, harbours: list[Harbour]
) -> None:
    hall = await Harbour.open(tmp_path, TOYS)
    harbours.append(hall)
    await hall.turn_guide_off()
    lobby = await hall.open_lobby("toy", seats=3, options="goal=40")
    await hall.ben.click(lobby, label="Join")
    await hall.bot.tables.lobby.add_computer(1, hall.anna.id, "easy", "Fish", 2)
    await press_at_table(hall.anna, hall.channel, "start")
    await hall.bot.tables.seats.leave(1, hall.ben.id)
    await wait_until_idle(hall)
    assert list_givable_seats(await hall.table()) == (2,)
    post = Kept(hall, find_table_board(hall))
    for seat in (0, 1):
        refused = await post.forge(hall.anna, custom_id("b", "cvo", 1, seat))
        assert "if no person has played it" in read_answer(refused)
    await give_seat_to_channel(hall)
    assert "only those who watch" in read_answer(await post.forge(hall.ben, custom_id("b", "cvq", 1, 1)))


async def test_a_quiet_channel_votes_through_the_more_menu(hall: Harbour) -> None:
    await hall.store.channels.set(hall.channel.id, "verbosity", "quiet")
    await hall.pass_time(0.2)
    await wait_until_idle(hall)
    posted = len(list_vote_posts(hall))
    await play_until_channel_turn(hall)
    assert len(list_vote_posts(hall)) == posted
    page = get_reply(await hall.press_tool(hall.dana, "Channel plays…", find_table_board(hall)))
    check_limits(page)
    asked = get_reply(await hall.dana.click(page, label="Vote"))
    assert "You've voted for: **roll:0**" in read_answer(await hall.dana.click(asked, label="roll"))


async def test_only_the_process_that_owns_the_table_closes_a_vote(hall: Harbour) -> None:
    await vote(hall, hall.dana)
    share = hall.bot.tables.core.share
    share.restrict(2, {1 - find_shard(hall.guild.id, 2)})
    await hall.pass_time(0.2)
    await wait_until_idle(hall)
    assert await list_channel_moves(hall) == []
    share.restrict(1, {0})
    await hall.bot.features.resume()
    await wait_until_idle(hall)
    assert await list_channel_moves(hall) == ["roll:0"]


async def test_only_the_host_gives_configures_and_takes_back_the_channels_seat(hall: Harbour) -> None:
    post = Kept(hall, list_vote_posts(hall)[-1])
    for verb, parts in (("cve", (1,)), ("cvo", (1, 1))):
        assert "Only the host" in read_answer(await post.forge(hall.dana, custom_id("b", verb, *parts)))
    table = await hall.table()
    assert table.occupants[1].computer == CHANNEL and list_givable_seats(table) == ()
    page = get_reply(await hall.press_tool(hall.anna, "Channel plays…", find_table_board(hall)))
    await vote(hall, hall.dana)
    await hall.anna.click(page, label="Let the computer go on")
    await wait_until_idle(hall)
    assert (await hall.table()).occupants[1].computer == "easy"
    assert await hall.store.channel_seats.count_choices(1, 1) == 0


async def test_nobody_takes_over_a_seat_whose_hand_the_channel_has_seen(hall: Harbour) -> None:
    with pytest.raises(ChannelHasSeen):
        await hall.bot.tables.seats.take_over(1, Person(hall.dana.id, "Dana"), 1)
    await hall.bot.tables.play.resign(1, hall.anna.id)
    await wait_until_idle(hall)
    assert await hall.store.channel_seats.list_votes(1) == []
    assert "no longer counts" in list_vote_posts(hall)[-1].content


async def test_a_match_of_the_channel_changes_no_rating(hall: Harbour) -> None:
    await vote(hall, hall.dana)
    await hall.pass_time(0.2)
    await wait_until_idle(hall)
    assert await list_channel_moves(hall)
    await hall.bot.tables.play.resign(1, hall.anna.id)
    assert judge_table(await hall.table()).why == VOTED


async def test_late_and_impossible_votes_are_refused(hall: Harbour) -> None:
    post = Kept(hall, list_vote_posts(hall)[-1])
    assert "moved on" in read_answer(await post.forge(hall.dana, custom_id("b", "cva", 1, 0, 1, "roll:0")))
    for seq, seat, token in ((0, 1, "roll:0"), (1, 0, "roll:0"), (1, 1, "gift:y"), (1, 1, "nonsense")):
        assert read_answer(await post.forge(hall.dana, custom_id("b", "cva", 1, seq, seat, token)))
    assert await hall.store.channel_seats.count_choices(1, 1) == 0


async def test_an_undo_drops_the_votes(hall: Harbour) -> None:
    await vote(hall, hall.dana)
    await hall.bot.tables.play.undo(1, hall.anna.id)
    await wait_until_idle(hall)
    assert (
        await hall.store.channel_seats.list_votes(1) == []
        and await hall.store.channel_seats.count_choices(1, 1) == 0
    )
    assert "no longer counts" in list_vote_posts(hall)[-1].content
    await hall.pass_time(1)
    await wait_until_idle(hall)
    assert await list_channel_moves(hall) == []


async def test_nobody_can_tell_how_others_voted_before_the_vote_closes(
    hall: Harbour, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    told = []
    for kind in ("roll", "end"):
        caplog.clear()
        await vote(hall, hall.dana, kind)
        lines = [line for line in list_logged_lines(caplog) if "id=" not in line]
        page = read_answer(await hall.press_tool(hall.mod, "Channel plays…", find_table_board(hall)))
        export = get_reply(await press_at_table(hall.mod, hall.channel, "export")).attachments[0]
        kept = (await hall.store.people.collect(hall.mod.id))["channel_votes"]
        turn = repr(await hall.store.channel_seats.list_votes(1))
        told.append((lines, page, await export.read(), kept, turn, [p.content for p in hall.posts()]))
    assert told[0] == told[1] and "You've voted" not in told[0][1]


@pytest.mark.parametrize(
    ("owner", "method", "completed"),
    [(ChannelSeats, "close", True), (Play, "act_for_computer", True), (ChannelSeats, "mark_told", False)],
)
async def test_a_kill_at_any_step_of_a_vote_leaves_one_move(
    hall: Harbour, monkeypatch: pytest.MonkeyPatch, owner: Any, method: str, completed: bool
) -> None:
    await vote(hall, hall.dana)
    real = getattr(owner, method)

    async def die(self: Any, *args: Any, **named: Any) -> Any:
        if completed:
            await real(self, *args, **named)
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(owner, method, die)
        await hall.pass_time(0.2)
        await wait_until_idle(hall)
        await hall.kill()
    for _ in range(2):
        await hall.bot.features.resume()
        await wait_until_idle(hall)
        assert await list_channel_moves(hall) == ["roll:0"]
        assert [post.content for post in list_vote_posts(hall)].count(list_vote_posts(hall)[0].content) == 1
        assert "1 vote." in list_vote_posts(hall)[0].content
        await hall.kill()


@pytest.mark.parametrize("seed", range(2))
async def test_random_votes_undos_and_kills_lead_to_no_stale_move(hall: Harbour, seed: int) -> None:
    chance, seen = Random(seed), 0
    choices: dict[int, set[str]] = {}
    for _ in range(14):
        match = await hall.match()
        row = await hall.store.channel_seats.find(1, match.seq)
        kind = chance.choice(("vote", "vote", "vote", "time", "undo", "kill", "anna", "forged"))
        if kind in ("vote", "forged") and row is not None and row.token is None:
            actions = match.legal_actions(1)
            token = "gift:y" if kind == "forged" else chance.choice(actions).token
            person = chance.choice((hall.dana, hall.ben, hall.mod))
            identity = custom_id("b", "cva", 1, match.seq, 1, token)
            await Kept(hall, find_table_board(hall)).forge(person, identity)
            if kind == "vote":
                choices.setdefault(match.seq, set()).add(token)
        elif kind == "time":
            await hall.pass_time(0.2)
        elif kind == "undo":
            await hall.bot.tables.play.undo(1, hall.anna.id)
        elif kind == "kill":
            await hall.kill()
        elif 0 in match.to_act:
            token = chance.choice(match.legal_actions(0)).token
            await hall.bot.tables.play.act(1, hall.anna.id, token, match.seq, seat=0)
        await wait_until_idle(hall)
        rows = (await hall.match()).rows
        for at in range(seen, len(rows)):
            if rows[at].kind == ACT and rows[at].seat == 1:
                # Each move was played in the position voted on, or by the computer if nobody had voted.
                assert at not in choices or rows[at].text in choices[at]
        seen = len(rows)
        assert all(one.kind in (ACT, UNDO) for one in rows)
