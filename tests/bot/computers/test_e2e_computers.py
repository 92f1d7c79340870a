"""The moves of computer players are stored and announced like people's moves."""

from __future__ import annotations

from typing import Any

import pytest

from bot.kit.failpoints import STORED_FAILPOINT, arm_failpoint
from bot.kit.retries import RETRY_DELAYS_SECONDS
from bot.model.seat_history import make_name_lookup
from bot.model.table import Person, Table
from bot.ui.ids import make_custom_id
from games.core.match import Match
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, find_custom_id, list_buttons, list_controls, list_menus
from tests.support.playing import list_continuing_buttons, read_log
from tests.support.reading import KeptMessage, get_reply, list_notified_people, read_answer, read_text
from tests.support.tables_kit import break_reads_after_writes


async def seat_computers(harbour: Harbour, *levels: str, game: str = "australis") -> Table:
    """As Anna, open a table with computer players without starting it."""
    await harbour.open_lobby(game)
    table = await harbour.find_table()
    for seat, level in enumerate(levels, 1):
        name = f"Fish {seat}"
        table = await harbour.bot.tables.lobby.add_computer(table.id, harbour.anna.id, level, name, seat)
    return table


async def start_computer_match(harbour: Harbour, *levels: str, game: str = "australis") -> None:
    await seat_computers(harbour, *levels, game=game)
    await press_at_table(harbour.anna, harbour.channel, "start")


async def assert_turn_of(harbour: Harbour, user: Any) -> Match:
    """Assert that it's a person's turn, and return the match."""
    match, table = await harbour.find_match(), await harbour.find_table()
    assert match.active_seat is not None and table.occupants[match.active_seat].user_id == user.id
    return match


async def play_until_others_moved(harbour: Harbour) -> Match:
    """As Anna, move until another seat moves or the match ends; return the match before her last move."""
    while True:
        match = await harbour.find_match()
        seat = match.active_seat
        await harbour.type_move(match.legal_actions(0)[0].token, harbour.anna)
        after = await harbour.find_match()
        if any(step.seat != seat for step in after.steps[match.ply :]) or after.outcome:
            return match


def list_edits(harbour: Harbour, request_count: int) -> list[dict[str, Any]]:
    """Return the edits of messages after the first ``request_count`` requests, private answers excluded."""
    requests = harbour.env.http_requests[request_count:]
    return [r.json or {} for r in requests if r.method == "PATCH" and r.path.startswith("/channels/")]


async def test_a_match_against_the_computer_starts_immediately(harbour: Harbour) -> None:
    answer = await harbour.anna.slash(harbour.channel, "play", game="australis")
    table = await harbour.find_table()
    assert [o.computer for o in table.occupants] == [None, "easy"]
    await assert_turn_of(harbour, harbour.anna)
    lobby, board = harbour.list_posts()
    assert "Seahorse (computer, easy)" in read_text(lobby)
    assert list_controls(answer.followups[-1]), "the first move is asked for below"
    assert list(list_buttons(lobby)) == [make_custom_id("b", "fa", table.id, table.commitment)]
    assert table.commitment not in read_text(lobby)
    assert list_continuing_buttons(board) and board.attachments
    assert list_notified_people(harbour) == [harbour.anna.id]


async def test_posting_an_instant_matchs_lobby_counts_as_pressing_start(harbour: Harbour) -> None:
    await harbour.anna.slash(harbour.channel, "play", game="australis")
    row = await harbour.store.matches.find_table((await harbour.find_table()).id)
    assert row is not None
    assert row.start_press == harbour.list_posts()[0].id, (
        "the ID of the message with the commitment counts as Start"
    )


async def test_the_level_can_be_chosen_and_a_named_opponent_gets_the_other_seat(harbour: Harbour) -> None:
    await harbour.anna.slash(harbour.channel, "play", game="das_riff", against="hard")
    assert [o.computer for o in (await harbour.find_table()).occupants] == [None, "hard"]
    reply = get_reply(await press_at_table(harbour.anna, harbour.channel, "close"))
    await harbour.anna.click(reply, label="End it")
    await harbour.anna.slash(harbour.channel, "play", game="das_riff", opponent=harbour.ben, against="hard")
    table = await harbour.find_table()
    assert (table.status, table.computer_seats, table.invited_ids) == ("lobby", (), (harbour.ben.id,))


async def test_a_match_starts_even_if_nothing_can_be_posted(harbour: Harbour) -> None:
    harbour.deny_permissions("send_messages")
    answer = await harbour.anna.slash(harbour.channel, "play", game="australis")
    assert "has begun" in read_answer(answer) and "Send Messages" in read_answer(answer)
    harbour.restore_permissions()
    await press_at_table(harbour.anna, harbour.channel, "show")
    assert list_continuing_buttons(harbour.board)


async def test_several_computers_in_a_row_are_announced_together(harbour: Harbour) -> None:
    await start_computer_match(harbour, "easy", "normal", "hard")
    board, posts, asked = harbour.board, len(harbour.list_posts()), len(harbour.env.http_requests)
    before = await play_until_others_moved(harbour)
    match = await assert_turn_of(harbour, harbour.anna)
    assert [step.seat for step in match.steps[before.ply :]][-1] == 3
    assert len(harbour.list_posts()) == posts + 1
    assert harbour.board.id != board.id and list_notified_people(harbour) == [harbour.anna.id]
    for name in ("Fish 1", "Fish 2", "Fish 3"):
        assert name in read_text(harbour.board)
    waiting = [e for e in list_edits(harbour, asked) if "is thinking" in (e.get("content") or "")]
    assert waiting and all("b:go" not in str(e["components"]) for e in waiting)
    old = next(m for m in harbour.list_posts() if m.id == board.id)
    assert not list_controls(old) and "is thinking" not in old.content


async def test_a_match_begun_by_a_computer_is_posted_when_a_person_must_act(harbour: Harbour) -> None:
    # With this secret, the second seat begins.
    harbour.bot.tables.core.draw_secret = lambda: bytes([3]) * 32
    await start_computer_match(harbour, "easy", "easy")
    match = await assert_turn_of(harbour, harbour.anna)
    assert {step.seat for step in match.steps} == {1, 2}
    _, board = harbour.list_posts()
    assert "Fish 1" in board.content and "Fish 2" in board.content and list_continuing_buttons(board)


async def test_a_match_against_the_computer_can_be_played_to_the_end(harbour: Harbour) -> None:
    await start_computer_match(harbour, "hard")
    while (match := await harbour.find_match()).outcome is None:
        await harbour.type_move(match.legal_actions(0)[0].token, harbour.anna)
    table = await harbour.find_table()
    assert await read_log(harbour, table.id) == match.rows
    assert table.secret is not None and table.secret not in read_text(harbour.board)
    page = read_answer(await harbour.press_tool_button(harbour.anna, "Fairness"))
    assert table.secret in page and table.commitment in page
    assert not list_continuing_buttons(harbour.board)


async def test_a_solo_player_is_asked_during_the_computers_turn(harbour: Harbour) -> None:
    await start_computer_match(harbour, "easy", game="das_riff")
    while (match := await harbour.find_match()).to_act == (match.active_seat,):
        await harbour.type_move("end", harbour.anna)
    table = await harbour.find_table()
    assert match.active_seat in table.computer_seats and match.to_act == table.list_seats(harbour.anna.id)
    assert harbour.anna.mention in read_text(harbour.board)
    board, posts = harbour.board, len(harbour.list_posts())
    assert len(list_continuing_buttons(board)) == 1
    await harbour.type_move("worm:-", harbour.anna)
    after = await harbour.find_match()
    assert after.seq > match.seq + 1, "the computer continues"
    assert len(harbour.list_posts()) <= posts + 1


async def test_a_standing_order_lets_a_waiting_computer_continue(harbour: Harbour) -> None:
    await start_computer_match(harbour, "easy", game="das_riff")
    while (match := await harbour.find_match()).to_act == (match.active_seat,):
        await harbour.type_move("end", harbour.anna)
    panel = get_reply(await press_at_table(harbour.anna, harbour.channel, "settings"))
    await KeptMessage(harbour, panel).forge_press(harbour.anna, "s:so:das_riff", ["least"])
    after = await harbour.find_match()
    assert after.seq > match.seq
    assert "Your answer" not in read_text(harbour.board)


async def test_a_solo_players_undo_goes_back_before_their_own_move(harbour: Harbour) -> None:
    await start_computer_match(harbour, "easy", "easy")
    before = await play_until_others_moved(harbour)
    match = await assert_turn_of(harbour, harbour.anna)
    reply = get_reply(await harbour.press_tool_button(harbour.anna, "Undo"))
    await harbour.anna.click(reply, label="Undo anyway")
    after = await assert_turn_of(harbour, harbour.anna)
    assert (after.ply, after.rows[-1].kind, after.seq) == (before.ply, "undo", match.seq + 1)
    assert len(list_continuing_buttons(harbour.board)) >= 1


async def test_a_computers_choice_for_an_older_position_is_dropped(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_computer_match(harbour, "easy")
    real = harbour.bot.thinker.choose_move

    async def think_and_undo(table: Table, match: Match, seat: int) -> str:
        token = await real(table, match, seat)
        await harbour.bot.tables.play.undo_step(table.id, harbour.anna.id)
        return token

    monkeypatch.setattr(harbour.bot.thinker, "choose_move", think_and_undo)
    begun = await harbour.find_match()
    while (match := await harbour.find_match()).rows[-1:] == begun.rows[-1:] or match.rows[-1].kind != "undo":
        await harbour.type_move(match.legal_actions(0)[0].token, harbour.anna)
    assert {row.seat for row in match.rows[begun.seq :]} == {0}
    await assert_turn_of(harbour, harbour.anna)


async def test_a_move_that_is_refused_is_replaced_by_a_legal_one(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_computer_match(harbour, "easy")

    async def choose_unreadable_token(*_: Any) -> str:
        return "nonsense"

    monkeypatch.setattr(harbour.bot.thinker, "choose_move", choose_unreadable_token)
    await play_until_others_moved(harbour)
    await assert_turn_of(harbour, harbour.anna)


async def test_a_move_that_could_not_be_stored_is_retried_later(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_computer_match(harbour, "easy")
    with monkeypatch.context() as patch:

        async def fail_with_full_disk(*_: Any) -> None:
            raise OSError("disk full")

        patch.setattr(harbour.bot.tables.play, "perform_computer_action", fail_with_full_disk)
        match = await harbour.find_match()
        await harbour.type_move(next(a.token for a in match.legal_actions(0) if passes_turn(match, a.token)))
    assert (await harbour.find_match()).active_seat == 1
    assert "is thinking" in read_text(harbour.board)
    await harbour.env.advance_time(RETRY_DELAYS_SECONDS[0] + 1)
    await assert_turn_of(harbour, harbour.anna)
    assert list_continuing_buttons(harbour.board)


async def test_a_computer_waits_while_the_database_is_unavailable(
    harbour: Harbour, caplog: pytest.LogCaptureFixture
) -> None:
    await harbour.begin_match("reef")
    while (await harbour.find_match()).active_seat != 1:
        await harbour.type_move((await harbour.find_match()).legal_actions(0)[0].token, harbour.anna)
    sure = get_reply(await press_at_table(harbour.ben, harbour.channel, "leave"))
    with break_reads_after_writes(harbour.store):
        await harbour.ben.click(sure, custom_id=next(i for i in list_buttons(sure)))
        await harbour.bot.driver.wait_until_idle()
    assert "computer player waits" in caplog.text
    told = [record for record in caplog.records if record.name == "bot.computers.driver"]
    assert {record.levelname for record in told} == {"WARNING"}, "a host has nothing to fix"
    await harbour.env.advance_time(RETRY_DELAYS_SECONDS[0] + 1)
    assert (await assert_turn_of(harbour, harbour.anna)).steps[-1].seat == 1


async def test_a_computer_replaces_a_leaving_player_and_yields_when_they_return(harbour: Harbour) -> None:
    await harbour.begin_match("reef")
    while (await harbour.find_match()).active_seat != 1:
        await harbour.type_move((await harbour.find_match()).legal_actions(0)[0].token, harbour.anna)
    posts, table = len(harbour.list_posts()), await harbour.find_table()
    sure = get_reply(await press_at_table(harbour.ben, harbour.channel, "leave"))
    await harbour.ben.click(sure, custom_id=next(i for i in list_buttons(sure)))
    match = await assert_turn_of(harbour, harbour.anna)
    assert match.steps[-1].seat == 1 and len(harbour.list_posts()) == posts + 1
    assert (await harbour.find_table()).computer_seats == (1,)
    await harbour.bot.tables.seats.take_over_seat(table.id, Person(harbour.ben.id, "Ben"), 1)
    await harbour.settle()
    await harbour.type_move(match.legal_actions(0)[0].token, harbour.anna)
    assert (await assert_turn_of(harbour, harbour.ben)).steps[-1].seat == 0
    assert list_notified_people(harbour) == [harbour.ben.id]


async def test_draws_are_not_offered_to_computers(harbour: Harbour) -> None:
    await start_computer_match(harbour, "easy")
    assert "draws" in read_answer(await press_at_table(harbour.anna, harbour.channel, "draw"))
    assert (await harbour.find_table()).status == "playing"


class ProcessKilled(BaseException):
    """Raised where a test kills the process. The bot doesn't catch it."""


@pytest.mark.parametrize("moves", [1, 2])
async def test_a_computers_move_interrupted_by_a_crash_is_announced_once(
    harbour: Harbour, moves: int
) -> None:
    await start_computer_match(harbour, "easy", "easy")
    begun = await harbour.find_match()
    board, posts = harbour.board, len(harbour.list_posts())
    stored: list[int] = []

    def kill_after_moves() -> None:
        stored.append(1)
        if len(stored) == moves:
            harbour.bot.intake.closed = True
            raise ProcessKilled

    with arm_failpoint(STORED_FAILPOINT, kill_after_moves):
        await harbour.type_move(next(a.token for a in begun.legal_actions(0) if passes_turn(begun, a.token)))
    await harbour.kill()
    match = await assert_turn_of(harbour, harbour.anna)
    seats = [step.seat for step in match.steps[begun.ply :]]
    assert seats[0] == 0 and seats[1:] == sorted(seats[1:]) and set(seats) == {0, 1, 2}
    assert len(harbour.list_posts()) == posts + 1 and harbour.board.id != board.id
    assert "Fish 1" in read_text(harbour.board) and list_continuing_buttons(harbour.board)


def passes_turn(match: Match, token: str) -> bool:
    return match.act(0, token).active_seat != 0


@pytest.mark.parametrize("verbosity", ["quiet", "story"])
async def test_quiet_and_story_verbosity_apply_to_moves_of_computers(
    harbour: Harbour, verbosity: str
) -> None:
    await harbour.store.channels.set(harbour.channel.id, "verbosity", verbosity)
    await start_computer_match(harbour, "easy")
    first = harbour.board
    await play_until_others_moved(harbour)
    match = await assert_turn_of(harbour, harbour.anna)
    assert len(list_continuing_buttons(harbour.board)) >= 1
    if verbosity == "quiet":
        assert harbour.board.id == first.id
        (call,) = [
            m for m in harbour.list_posts() if harbour.anna.mention in m.content and not list_controls(m)
        ]
        assert "Your turn" in call.content
    else:
        story = "\n".join(m.content for m in harbour.list_posts())
        # Compare only how the turns begin. The rest of their text depends on how many turns a message covers,
        # and therefore on timing.
        begun = [step for ply, step in enumerate(match.steps) if not ply or match.steps[ply - 1].is_sealed]
        table = await harbour.find_table()
        takers = [f"{make_name_lookup(table, match)(match.ply)[step.seat]} takes " for step in begun]
        assert len(takers) > 1
        assert all(story.count(taker) >= takers.count(taker) for taker in takers), (takers, story)
        assert len([m for m in harbour.list_posts() if m.attachments]) > 2


async def test_the_host_seats_computers_and_withdraws_invitations(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby("australis")
    table = await harbour.find_table()

    async def choose_value(person: Any, verb: str, value: Any) -> Any:
        panel = get_reply(await person.click(lobby, label="Seats…"))
        identity = next(
            part["custom_id"]
            for row in panel.components
            for part in row["components"]
            if part["custom_id"][2:4] == verb
        )
        return await person.select(panel, [value], custom_id=identity)

    assert "host" in read_answer(await choose_value(harbour.ben, "lc", "hard"))
    shows = read_answer(await choose_value(harbour.anna, "lc", "hard"))
    assert "Orca (computer, hard)" in shows and "Orca (computer, hard)" in read_text(harbour.board)
    assert "Leviathan (computer, expert)" in read_answer(await choose_value(harbour.anna, "lc", "expert"))
    await choose_value(harbour.anna, "lx", "2")
    await choose_value(harbour.anna, "in", harbour.ben)
    await choose_value(harbour.anna, "lc", "easy")
    table = await harbour.find_table()
    assert [o.name for o in table.occupants] == ["Anna", "Orca", "Seahorse"]
    assert "no longer invited" in read_answer(await choose_value(harbour.anna, "lu", harbour.ben))
    assert (await harbour.find_table()).invited_ids == ()
    await choose_value(harbour.anna, "lx", "1")
    assert [o.name for o in (await harbour.find_table()).occupants] == ["Anna", "Seahorse"]
    await harbour.anna.click(harbour.board, label="Start")
    await assert_turn_of(harbour, harbour.anna)
    late = await harbour.anna.click(harbour.board, label="More…")
    assert read_answer(late)


async def test_a_thread_is_opened_for_the_requested_match(harbour: Harbour) -> None:
    await harbour.open_lobby()
    for against, computers in (("easy", ["easy"]), ("people", [])):
        offer = get_reply(await harbour.ben.slash(harbour.channel, "play", game="das_riff", against=against))
        await harbour.ben.click(offer, custom_id=find_custom_id(offer, "th"))
        table = await harbour.bot.tables.find_latest_table(harbour.channel.threads[-1].id)
        assert table is not None
        assert [o.computer for o in table.occupants if o.computer] == computers


@pytest.mark.parametrize(("game", "kind"), [("reef", "take"), ("coral_reef", "play")])
async def test_a_solo_player_is_not_told_that_a_choice_is_final(
    harbour: Harbour, game: str, kind: str
) -> None:
    await harbour.turn_guide_off()
    table = await seat_computers(harbour, "easy", game=game)
    if game == "coral_reef":
        # Play several rounds, because the computer could win a single round in its next turn.
        await harbour.bot.tables.lobby.set_option(table.id, harbour.anna.id, "rounds_to_win", "3")
    await press_at_table(harbour.anna, harbour.channel, "start")
    while kind not in {action.path[0].value for action in (await harbour.find_match()).legal_actions(0)}:
        await harbour.type_move((await harbour.find_match()).legal_actions(0)[0].token, harbour.anna)
    before = await harbour.find_match()
    panel, told = get_reply(await harbour.press_action_kind(kind)), []
    while (await harbour.find_match()).seq == before.seq:
        told.append(panel.content)
        values = list_menus(panel)
        if values:
            identity, (value, *_) = next(iter(values.items()))
            panel = get_reply(await harbour.anna.select(panel, [value], custom_id=identity))
        else:
            ahead = [i for i, label in list_buttons(panel).items() if i.startswith(("b:ac", "b:go"))]
            panel = get_reply(await harbour.anna.click(panel, custom_id=ahead[0]))
    assert (await harbour.find_match()).steps[before.ply].is_sealed
    text = "\n".join(told)
    assert "final" not in text and "can't take" not in text
    reply = get_reply(await harbour.press_tool_button(harbour.anna, "Undo"))
    undone = await harbour.anna.click(reply, label="Undo anyway")
    assert "Undone." in read_answer(undone) and (await harbour.find_match()).ply == before.ply
