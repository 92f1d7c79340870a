"""A channel's verbosity and language, and who may change them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.cogs.choosing import choose_setting
from tests.support.at_table import press_at_table
from tests.support.filling import open_form, read_fields
from tests.support.harbour import Harbour, list_buttons, list_controls, list_menus
from tests.support.playing import check_board, list_continuing_buttons
from tests.support.reading import (
    KeptMessage,
    get_reply,
    list_notified_people,
    list_sent_payloads,
    read_answer,
    read_text,
    set_languages,
)


async def play_turn(harbour: Harbour) -> None:
    """Play a short turn: take a boat if possible, and end the turn."""
    match = await harbour.find_match()
    table = await harbour.find_table()
    assert match.active_seat is not None
    ready = await harbour.bot.tables.wait_finder.apply_standing_orders(table, match.active_seat)
    boats = [a.token for a in ready.legal_actions(match.active_seat) if a.token.startswith("boat")]
    if boats:
        await harbour.type_move(boats[0])
    await harbour.type_move("end")


def list_turn_announcements(harbour: Harbour) -> list[Any]:
    """Return the public messages that only announce a turn, without a picture or buttons."""
    return [
        m
        for m in harbour.list_posts()
        if not m.attachments and not list_controls(m) and "your turn" in m.content
    ]


async def test_normal_verbosity_posts_one_board_a_turn(harbour: Harbour) -> None:
    await harbour.begin_match()
    before = len(list_sent_payloads(harbour))
    await play_turn(harbour)
    assert len(list_sent_payloads(harbour)) == before + 1
    assert list_notified_people(harbour) == [(await harbour.find_player()).id]
    await check_board(harbour)


async def test_quiet_verbosity_edits_one_board_and_mentions_in_a_temporary_message(harbour: Harbour) -> None:
    await harbour.begin_match()
    await choose_setting(harbour, harbour.anna, "quiet")
    board = harbour.board
    for _ in range(3):
        await play_turn(harbour)
        assert harbour.board.id == board.id
        holder = await harbour.find_player()
        (line,) = list_turn_announcements(harbour)
        assert holder.mention in line.content
        assert list_notified_people(harbour) == [holder.id]
        assert holder.mention not in read_text(harbour.board)
    assert len([m for m in harbour.list_posts() if list_continuing_buttons(m)]) == 1


async def test_a_quiet_channels_turn_announcement_is_deleted_at_the_end_of_the_match(
    harbour: Harbour,
) -> None:
    await harbour.begin_match()
    await choose_setting(harbour, harbour.anna, "quiet")
    await play_turn(harbour)
    reply = get_reply(await press_at_table(harbour.anna, harbour.channel, "resign"))
    await harbour.anna.click(reply, label="Resign")
    assert list_turn_announcements(harbour) == []


async def test_story_verbosity_posts_a_picture_for_each_move(harbour: Harbour) -> None:
    await harbour.begin_match()
    await choose_setting(harbour, harbour.anna, "story")
    seqs = []
    for _ in range(3):
        before = len(list_sent_payloads(harbour))
        await harbour.type_move("end")
        assert len(list_sent_payloads(harbour)) >= before + 1
        seqs.append((await harbour.find_match()).seq)
        await check_board(harbour)
    assert len([m for m in harbour.list_posts() if m.attachments]) >= len(seqs)


async def test_story_verbosity_mentions_the_player_once_a_turn(harbour: Harbour) -> None:
    await harbour.begin_match()
    await choose_setting(harbour, harbour.anna, "story")
    before = len(list_sent_payloads(harbour))
    match = await harbour.find_match()
    table = await harbour.find_table()
    assert match.active_seat is not None
    ready = await harbour.bot.tables.wait_finder.apply_standing_orders(table, match.active_seat)
    boat = next(a.token for a in ready.legal_actions(match.active_seat) if a.token.startswith("boat"))
    await harbour.type_move(boat)
    for post in list_sent_payloads(harbour)[before:]:
        assert not post["allowed_mentions"].get("users"), "a player's own move mentions nobody"
    await harbour.type_move("end")
    assert list_notified_people(harbour) == [(await harbour.find_player()).id]


async def test_switching_back_to_normal_verbosity_leaves_one_board(harbour: Harbour) -> None:
    await harbour.begin_match()
    for value in ("quiet", "story", "normal"):
        await choose_setting(harbour, harbour.anna, value)
        await play_turn(harbour)
        assert len([m for m in harbour.list_posts() if list_continuing_buttons(m)]) == 1
    assert list_turn_announcements(harbour) == []
    await check_board(harbour)


async def test_settings_are_kept_after_the_match_and_a_restart(harbour: Harbour) -> None:
    await harbour.begin_match()
    await choose_setting(harbour, harbour.anna, "quiet")
    await harbour.restart()
    assert await harbour.bot.tables.channels.get_verbosity(harbour.channel.id) == "quiet"
    assert "Quiet" in read_answer(await press_at_table(harbour.anna, harbour.channel, "settings"))


async def test_moderators_change_the_channels_settings_and_other_players_only_their_own(
    harbour: Harbour,
) -> None:
    await harbour.begin_match()
    form = await open_form(harbour, harbour.ben, "table settings")
    assert set(read_fields(form)) == {"order:das_riff", "guide"}
    await choose_setting(harbour, harbour.mod, "quiet")
    assert await harbour.bot.tables.channels.get_verbosity(harbour.channel.id) == "quiet"


async def test_a_tables_settings_show_the_standing_orders_of_its_own_game(harbour: Harbour) -> None:
    async def read_orders() -> tuple[str, set[str]]:
        panel = get_reply(await press_at_table(harbour.ben, harbour.channel, "settings"))
        assert not list_menus(panel), "the form asks for everything"
        form = await open_form(harbour, harbour.ben, "table settings")
        return panel.content, {key for key in read_fields(form) if key.startswith("order")}

    said, chosen = await read_orders()
    assert "Your standing order in Das Riff" in said and chosen == {"order:das_riff"}
    await harbour.open_lobby("reef")
    said, chosen = await read_orders()
    assert "standing order" not in said and chosen == set()
    await harbour.anna.click(harbour.board, label="Cancel")
    await harbour.open_lobby("das_riff")
    assert (await read_orders())[1] == {"order:das_riff"}


async def test_only_the_host_can_use_the_hosts_panel(harbour: Harbour) -> None:

    await harbour.begin_match()
    panel = get_reply(await press_at_table(harbour.anna, harbour.channel, "settings"))
    kept_message = KeptMessage(harbour, panel)
    assert "host, or somebody" in read_answer(
        await kept_message.forge_press(harbour.ben, "s:sc:v", ["quiet"])
    )
    assert await harbour.bot.tables.channels.get_verbosity(harbour.channel.id) == "normal"


async def test_a_server_is_addressed_in_its_language_and_each_person_in_theirs(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_languages(monkeypatch, {harbour.ben.id: "nl"}, server="de", others="en-GB")
    answer = await harbour.anna.slash(harbour.channel, "play", game="das_riff", against="people", wait=True)
    assert "Your table is below" in read_answer(answer)
    lobby = harbour.board
    assert "Beitreten" in read_labels(lobby) or "Mitspielen" in read_labels(lobby)
    await press_at_table(harbour.ben, harbour.channel, "join")
    await press_at_table(harbour.anna, harbour.channel, "start")
    board = harbour.board
    assert "Du bist dran" in board.content and "Your turn" not in board.content
    alt_text = board.attachments[0].description or ""
    assert "Zug" in alt_text or "Reihe" in alt_text
    menu = get_reply(await harbour.anna.click(board, custom_id=find_button(board, "vw")))
    english = read_answer(await harbour.anna.click(menu, custom_id=find_button(menu, "ds")))
    assert "Row A" in english
    menu = get_reply(await harbour.ben.click(board, custom_id=find_button(board, "vw")))
    dutch = read_answer(await harbour.ben.click(menu, custom_id=find_button(menu, "ds")))
    assert "Rij A" in dutch


async def test_a_channels_own_language_applies_immediately(harbour: Harbour) -> None:
    await harbour.begin_match()
    assert "Your turn" in read_text(harbour.board)
    await choose_setting(harbour, harbour.anna, "de")
    assert "Du bist dran" in read_text(harbour.board)
    assert len([m for m in harbour.list_posts() if list_continuing_buttons(m)]) == 1
    await harbour.type_move("end")
    assert "Du bist dran" in read_text(harbour.board)
    await choose_setting(harbour, harbour.anna, "-")
    assert "Your turn" in read_text(harbour.board)


async def test_a_language_can_be_chosen_in_the_lobby(harbour: Harbour) -> None:
    await harbour.open_lobby()
    await choose_setting(harbour, harbour.anna, "nl")
    assert "Rules" not in read_labels(harbour.board)
    await choose_setting(harbour, harbour.anna, "en")
    assert "Rules" in read_labels(harbour.board)


async def test_refusals_are_in_the_language_of_the_refused_person(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.begin_match()
    english = read_answer(await harbour.type_move("shark:A1", await harbour.find_player()))
    set_languages(monkeypatch, {}, others="de")
    german = read_answer(await harbour.type_move("shark:A1", await harbour.find_player()))
    assert "DR-3.9" in english and "DR-3.9" in german
    assert english != german


def read_labels(message: Any) -> str:
    return " ".join(str(part.get("label") or part.get("placeholder")) for part in list_controls(message))


def find_button(message: Any, verb: str) -> str:
    return next(i for i in list_buttons(message) if i.startswith(f"b:{verb}:"))


async def undo_turn_by_agreement(harbour: Harbour) -> None:
    """Undo the newest turn with everybody's agreement."""
    opponent = await harbour.find_opponent()
    await press_at_table(opponent, harbour.channel, "undo")
    question = next(m for m in harbour.list_posts() if "Agree" in list_buttons(m).values())
    await (await harbour.find_player()).click(question, label="Agree")


async def test_a_quiet_channel_mentions_the_player_to_act_after_an_undo(harbour: Harbour) -> None:
    await harbour.begin_match()
    await choose_setting(harbour, harbour.anna, "quiet")
    await play_turn(harbour)
    await play_turn(harbour)
    before = (await harbour.find_match()).active_seat
    await undo_turn_by_agreement(harbour)
    assert (await harbour.find_match()).active_seat != before
    assert [
        (await harbour.find_player()).mention in line.content for line in list_turn_announcements(harbour)
    ] == [True]
    await play_turn(harbour)
    assert [
        (await harbour.find_player()).mention in line.content for line in list_turn_announcements(harbour)
    ] == [True]


@pytest.mark.parametrize("verbosity", ["normal", "quiet", "story"])
async def test_reposting_a_table_mentions_nobody(harbour: Harbour, verbosity: str) -> None:
    await harbour.begin_match()
    await choose_setting(harbour, harbour.mod, verbosity)
    await play_turn(harbour)
    before = len(list_sent_payloads(harbour))
    for _ in range(2):
        await press_at_table(harbour.dana, harbour.channel, "show")
    posts = list_sent_payloads(harbour)[before:]
    assert len(posts) == 2
    assert not [post for post in posts if post["allowed_mentions"].get("users")]
    await play_turn(harbour)
    assert list_notified_people(harbour) == [(await harbour.find_player()).id]
    await check_board(harbour)


@pytest.mark.parametrize("order", ["gone", "gone:abc", "mine:xyz"])
async def test_settings_open_even_if_a_chosen_value_no_longer_exists(harbour: Harbour, order: str) -> None:
    await harbour.store.preferences.set(harbour.anna.id, "order:das_riff", order)
    await harbour.store.channels.set(harbour.channel.id, "locale", "tlh")
    answer = read_answer(await press_at_table(harbour.anna, harbour.channel, "settings"))
    assert "standing order" in answer and "tlh" in answer
