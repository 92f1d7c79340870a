"""A cached view is reused only for its viewer and position, and people act only for their own seats."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.model.table import Table
from bot.ui.ids import make_custom_id
from bot.ui.play.guide import read_token
from games.core.match import ACT_KIND, CLOSE_KIND, LoggedRow, Match
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, find_custom_id, list_buttons, replace_thinker
from tests.support.playing import list_choices, press_choice
from tests.support.reading import KeptMessage, get_reply, read_answer, read_picture
from tests.support.toy import TOYS


@pytest.fixture
async def toy_harbour(tmp_path: Path) -> AsyncIterator[Harbour]:
    """A harbour in which only the toy game can be played."""
    harbour = await Harbour.open(tmp_path, TOYS)
    yield harbour
    await harbour.close()


class FakeThinker:
    """A thinker that ranks a seat's actions in the order of the rules."""

    is_silent = False

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.on_first_thought: Callable[[], object] = lambda: None

    async def choose_move(self, table: Table, match: Match, seat: int) -> str:
        if match.seq not in self.asked:
            self.on_first_thought()
        self.asked.append(match.seq)
        for _ in range(50):
            await asyncio.sleep(0)
        return str(match.legal_actions(seat)[0].token)

    async def rank_moves_for_hint(self, table: Table, match: Match, seat: int) -> Sequence[tuple[str, float]]:
        if self.is_silent:
            return ()
        return [(action.token, 1.0) for action in match.legal_actions(seat)]

    def refuse_hints(self) -> None:
        """Do nothing, because no hint takes time."""

    def close(self) -> None:
        """Do nothing, because there are no processes to close."""


def use_fake_thinker(harbour: Harbour) -> None:
    bot: Any = harbour.bot
    replace_thinker(bot, FakeThinker())


async def read_each_viewers_picture(harbour: Harbour, label: str) -> list[bytes]:
    """Press a button of the board as Anna, Ben and Dana, and return the picture of each."""
    people = (harbour.anna, harbour.ben, harbour.dana)
    answers = [get_reply(await harbour.press_tool_button(person, label)) for person in people]
    return [(await read_picture(answer)).tobytes() for answer in answers]


@pytest.mark.parametrize("label", ["Catch me up", "My hand"])
async def test_each_viewer_sees_their_own_picture_even_if_others_looked_before(
    harbour: Harbour, label: str
) -> None:
    await harbour.begin_match("coral_reef", options="rounds_to_win=5")
    await harbour.play_random_moves(3)
    first = await read_each_viewers_picture(harbour, label)
    assert len(set(first)) == 3, "two hands and what everybody sees"
    # When Dana's picture is drawn again, it still differs from the players' pictures.
    harbour.bot.pictures.clear_cache()
    view = get_reply(await harbour.dana.click(harbour.board, label="My hand"))
    assert (await read_picture(view)).tobytes() not in first[:2]


async def test_changes_are_outlined_only_until_the_next_look(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.play_random_moves(5)
    assert (
        len(
            set(await read_each_viewers_picture(harbour, "Catch me up"))
            & set(await read_each_viewers_picture(harbour, "Catch me up"))
        )
        == 0
    )


async def test_cached_pictures_follow_the_match_and_its_players(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.answer_questions()
    holder = await harbour.find_player()
    boards, views = [], []
    for step in range(3):
        boards.append((await read_picture(harbour.board)).tobytes())
        view = get_reply(await holder.click(harbour.board, label="My view"))
        views.append((await read_picture(view)).tobytes())
        if step == 0:
            match = await harbour.find_match()
            boat = next(a.token for a in match.legal_actions(match.to_act[0]) if a.token.startswith("boat"))
            await harbour.type_move(boat)
        elif step == 1:
            await harbour.bot.tables.seats.leave_table(1, (await harbour.find_opponent()).id)
            await harbour.settle()
    assert len(set(boards)) == len(set(views)) == 3, (
        "each position and each set of players has its own pictures"
    )


async def test_a_board_is_drawn_in_the_language_of_its_channel(harbour: Harbour) -> None:
    await harbour.begin_match("coral_reef", options="rounds_to_win=5")
    english = (await read_picture(harbour.board)).tobytes()
    await harbour.bot.tables.channels.set_language(harbour.channel.id, "de")
    await harbour.settle()
    assert (await read_picture(harbour.board)).tobytes() != english


async def test_a_replay_ends_at_the_current_position(harbour: Harbour) -> None:
    await harbour.begin_match()
    replays = []
    for plies in (3, 4):
        await harbour.play_random_moves(plies)
        answer = get_reply(await press_at_table(harbour.dana, harbour.channel, "replay"))
        (replay,) = answer.attachments
        replays.append(await replay.read())
    assert replays[0] != replays[1]


async def test_undone_steps_are_not_part_of_earlier_positions(harbour: Harbour) -> None:
    await harbour.begin_match("australis")
    match = await harbour.find_match()
    one, other = [action.token for action in match.legal_actions(match.to_act[0])[:2]]
    await harbour.type_move(one)
    pages = []
    for _ in range(2):
        menu = await harbour.open_page_with_button(harbour.dana, "Turn by turn", harbour.board)
        page = get_reply(await harbour.dana.click(menu, label="Turn by turn"))
        assert "Turn 1 of 1" in page.content
        pages.append((await read_picture(page)).tobytes())
        await press_at_table((await harbour.find_player()), harbour.channel, "undo")
        await harbour.type_move(other)
    assert pages[0] != pages[1]
    assert [row.text for row in (await harbour.find_match()).rows] == [one, "0", other, "0", other]


async def test_an_earlier_position_has_the_same_description_for_everybody(harbour: Harbour) -> None:
    await harbour.begin_match("coral_reef", options="rounds_to_win=5")
    await harbour.play_random_moves(3)
    public = harbour.board.attachments[0].description
    for person in (harbour.anna, harbour.ben, harbour.dana):
        menu = await harbour.open_page_with_button(person, "Turn by turn", harbour.board)
        page = get_reply(await person.click(menu, label="Turn by turn"))
        assert page.attachments[0].description == public, "the description is that of the public board"


async def list_hints(harbour: Harbour, kind: str, seat: int) -> set[str]:
    """Press a kind of action as a seat's player, then *Hint*, and return the tokens of the hinted moves."""
    panel = get_reply(await harbour.press_action_kind(kind, seat))
    person = await harbour.find_player(seat)
    while "Hint" not in list_buttons(panel).values():
        panel = get_reply(await person.click(panel, label="Back"))
    panel = get_reply(await person.click(panel, label="Hint"))
    found = [
        identity for identity in list_buttons(panel) if identity.startswith("b:ac") and identity.endswith("!")
    ]
    return {read_token(identity.split(":", 5)[-1]) for identity in found}


async def test_a_hint_is_shown_only_for_its_seat_and_position(toy_harbour: Harbour) -> None:
    use_fake_thinker(toy_harbour)
    await toy_harbour.begin_match("toy")
    await toy_harbour.turn_guide_off()
    for number in range(3):
        assert await list_hints(toy_harbour, "add", 0) == {"add:1"}, f"step {number}"
        await toy_harbour.type_move("add:1")
    await toy_harbour.type_move("end:0")
    match = await toy_harbour.find_match()
    assert (match.to_act, match.active_seat) == ((0,), 1)
    assert await list_hints(toy_harbour, "gift", 0) == {"gift:y"}
    assert await list_hints(toy_harbour, "add", 1) == {"add:1"}
    await toy_harbour.type_move("roll:0", toy_harbour.ben)
    match = await toy_harbour.find_match()
    assert match.to_act == (0,)


async def test_a_hint_is_shown_only_at_its_table(toy_harbour: Harbour) -> None:
    use_fake_thinker(toy_harbour)
    await toy_harbour.begin_match("toy")
    await toy_harbour.turn_guide_off()
    for _ in range(3):
        await toy_harbour.type_move("add:1")
    assert await list_hints(toy_harbour, "roll", 0) == set(), "the panel asks to confirm the only move"
    toy_harbour.channel = toy_harbour.guild.create_text_channel("second")
    await toy_harbour.begin_match("toy")
    for token in ("peek:0", "add:1", "add:1"):
        await toy_harbour.type_move(token)
    assert await list_hints(toy_harbour, "roll", 0) == {"add:1"}


async def test_a_failed_hint_can_be_requested_again(toy_harbour: Harbour) -> None:
    use_fake_thinker(toy_harbour)
    bot: Any = toy_harbour.bot
    await toy_harbour.begin_match("toy")
    await toy_harbour.turn_guide_off()
    bot.thinker.is_silent = True
    assert await list_hints(toy_harbour, "roll", 0) == set()
    bot.thinker.is_silent = False
    assert await list_hints(toy_harbour, "roll", 0) == {"add:1"}


async def test_a_panel_acts_for_the_seat_it_was_opened_for(toy_harbour: Harbour) -> None:
    await toy_harbour.anna.slash(
        toy_harbour.channel, "play", game="toy", opponent=toy_harbour.anna, wait=True
    )
    await press_at_table(toy_harbour.ben, toy_harbour.channel, "join")
    table = await toy_harbour.find_table()
    await toy_harbour.bot.tables.lobby.join_lobby(
        table.id, (await toy_harbour.find_table()).host, 77, may_take_extra_seat=True
    )
    await press_at_table(toy_harbour.anna, toy_harbour.channel, "start")
    table = await toy_harbour.find_table()
    assert table.list_seats(toy_harbour.anna.id) == (0, 1, 3)
    await toy_harbour.type_move("ring:0", toy_harbour.anna)
    panel = get_reply(await toy_harbour.press_action_kind("gift", 3))
    identity, value, _ = next(offer for offer in list_choices(panel) if offer[2] == "y")
    sure = await press_choice(toy_harbour.anna, panel, identity, value)
    await toy_harbour.anna.click(sure, label="Do it")
    assert (await toy_harbour.find_match()).rows[-1] == LoggedRow(ACT_KIND, 3, "gift:y")


async def test_only_moderators_and_the_host_can_close_a_table(harbour: Harbour) -> None:
    await harbour.begin_match()
    reply = get_reply(await press_at_table(harbour.anna, harbour.channel, "close"))
    kept, yes = KeptMessage(harbour, reply), make_custom_id("b", "cl", 1)
    for person in (harbour.ben, harbour.dana):
        assert "Only the host, Anna" in read_answer(await press_at_table(person, harbour.channel, "close"))
        # Forge a press of the button that confirms the closing, which these people aren't offered.
        assert "Only the host, Anna" in read_answer(await kept.press(person, yes))
    assert (await harbour.find_table()).status == "playing"
    reply = get_reply(await press_at_table(harbour.mod, harbour.channel, "close"))
    await harbour.mod.click(reply, custom_id=yes)
    assert (await harbour.find_match()).rows == (LoggedRow(CLOSE_KIND, -1),)


async def test_only_the_player_who_must_act_can_move(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.answer_questions()
    before = await harbour.find_match()
    panel = get_reply(await harbour.press_action_kind("boat"))
    kept, act = KeptMessage(harbour, panel), next(i for i in list_buttons(panel) if i.startswith("b:ac"))
    assert "can decide that" in read_answer(await kept.press(harbour.dana, act))
    assert "'s turn" in read_answer(await kept.press(await harbour.find_opponent(), act))
    token = read_token(act.split(":", 5)[-1])
    assert "no seat" in read_answer(await harbour.dana.slash(harbour.channel, "move", action=token))
    assert (await harbour.find_match()).rows == before.rows
    await kept.press(await harbour.find_player(), act)
    assert (await harbour.find_match()).rows[-1].text == token


async def test_only_players_can_post_the_replay(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.play_random_moves(3)
    answer = get_reply(await press_at_table(harbour.anna, harbour.channel, "replay"))
    kept, post = KeptMessage(harbour, answer), next(i for i in list_buttons(answer) if i.startswith("b:rpp"))
    before = len(harbour.list_posts())
    assert "Only people at the table" in read_answer(await kept.press(harbour.dana, post))
    assert len(harbour.list_posts()) == before
    assert "Posted" in read_answer(await kept.press(harbour.ben, post))
    assert len(harbour.list_posts()) == before + 1


async def test_pressing_twice_opens_only_one_thread(harbour: Harbour) -> None:
    await harbour.open_lobby()
    offer = get_reply(
        await harbour.ben.slash(harbour.channel, "play", game="das_riff", against="people", wait=True)
    )
    identity = find_custom_id(offer, "th")
    kept_message = KeptMessage(harbour, offer)
    for _ in range(2):
        kept_message.press_without_waiting(harbour.ben, identity)
    await harbour.env.settle()
    assert len(harbour.channel.threads) == 1


@pytest.mark.parametrize("verb", ["ch", "tdg", "tdh"])
async def test_concurrent_presses_of_a_public_question_are_all_answered(harbour: Harbour, verb: str) -> None:
    question = KeptMessage(harbour, await harbour.open_lobby())
    identity = make_custom_id("b", verb, "das_riff")
    question.show_only_component(identity)
    people = [harbour.anna, harbour.ben, harbour.dana, harbour.mod]
    answers = [question.press_without_waiting(person, identity) for person in people]
    again = question.press_without_waiting(harbour.anna, identity)
    await harbour.env.settle()
    for person, answer in zip(people, answers, strict=True):
        assert read_answer(answer), f"{person} still sees thinking"
    assert again.response is None, "nothing is left of a second press"


async def test_a_computer_thinks_about_a_position_only_once(harbour: Harbour) -> None:
    use_fake_thinker(harbour)
    bot: Any = harbour.bot
    bot.thinker.on_first_thought = lambda: bot.driver.wake(1)
    await harbour.anna.slash(harbour.channel, "play", game="das_riff")
    for _ in range(3):
        match = await harbour.find_match()
        await harbour.type_move(match.legal_actions(match.to_act[0])[-1].token, harbour.anna)
    assert bot.thinker.asked and len(set(bot.thinker.asked)) == len(bot.thinker.asked)
