"""Rare cases: archived threads, frozen tables, many ways to pay, unusual names, double presses."""

from __future__ import annotations

from typing import Any

import pytest

from bot.features.channel_seat import verbs as channel_verbs
from bot.features.shadow_seat import verbs as shadow_verbs
from bot.ui.ids import make_custom_id
from games.core.match import Match
from tests.support.at_table import press_at_table, use_command
from tests.support.harbour import Harbour, list_buttons, list_controls
from tests.support.playing import check_board, list_choices, list_continuing_buttons, press_choice, read_log
from tests.support.reading import KeptMessage, check_limits, get_reply, list_notified_people, read_answer
from tests.support.rendering import render_text

EDIT_PATH = "/channels/*/messages/*"
THREAD_ARCHIVED_CODE = 50083
"""Discord's error code for an edit in an archived thread."""
EDITED_TOO_OFTEN_CODE = 30046
"""Discord's error code for an edit of an old message that was edited too often."""


@pytest.mark.parametrize(
    ("status", "code"),
    [(400, THREAD_ARCHIVED_CODE), (400, EDITED_TOO_OFTEN_CODE), (429, EDITED_TOO_OFTEN_CODE)],
)
async def test_a_board_that_may_not_be_edited_is_reposted(harbour: Harbour, status: int, code: int) -> None:
    await harbour.begin_match()
    board = harbour.board
    panel: Any = get_reply(await harbour.press_action_kind("boat"))
    await harbour.env.settle()
    harbour.env.inject_error("PATCH", EDIT_PATH, status=status, code=code)
    identity, value, _ = next(iter(list_choices(panel)))
    await press_choice(await harbour.find_player(), panel, identity, value)
    assert harbour.board.id != board.id
    assert list_notified_people(harbour) == []
    await check_board(harbour)


async def test_a_double_press_of_start_begins_one_match(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    await harbour.ben.click(lobby, label="Join")
    kept = KeptMessage(harbour, harbour.board)
    start = next(i for i, label in list_buttons(harbour.board).items() if label == "Start")
    kept.press_without_waiting(harbour.anna, start)
    kept.press_without_waiting(harbour.anna, start)
    await harbour.env.settle()
    assert len([m for m in harbour.list_posts() if m.attachments and list_controls(m)]) == 1
    await check_board(harbour)


async def test_a_repeated_play_command_opens_one_table(harbour: Harbour) -> None:
    await harbour.open_lobby()
    await harbour.ben.slash(harbour.channel, "play", game="das_riff", against="people", wait=True)
    assert len([m for m in harbour.list_posts() if list_controls(m)]) == 1


def has_many_boat_payments(match: Match) -> bool:
    """Return whether a boat can be paid for in more than 50 ways, too many for a list."""
    assert match.active_seat is not None
    return sum(a.token.startswith("boat") for a in match.legal_actions(match.active_seat)) > 50


async def test_a_payment_with_many_options_is_chosen_worm_by_worm(harbour: Harbour) -> None:
    await harbour.begin_match()
    for _ in range(40):
        if has_many_boat_payments(await harbour.find_match()):
            break
        match = await harbour.find_match()
        seat = match.to_act[0]
        actions = [a.token for a in match.legal_actions(seat)]
        worms = [token for token in actions if token.startswith("worm") and token != "worm:-"]
        await harbour.bot.tables.play.perform_action(
            1, (await harbour.find_player(seat)).id, (worms or ["end"])[0], match.seq, seat=seat
        )
    await harbour.play_random_moves(0)
    assert has_many_boat_payments(await harbour.find_match())
    panel: Any = get_reply(await harbour.press_action_kind("boat"))
    person = await harbour.find_player()
    before = (await harbour.find_match()).seq
    named = 0
    while (await harbour.find_match()).seq == before:
        check_limits(panel)
        choices = list(list_choices(panel))
        # Choose one worm after the other instead of the guide's suggestion, then confirm.
        payments = [choice for choice in choices if not choice[0].startswith("b:ac:")]
        identity, value, _ = (payments or choices)[-1]
        panel = await press_choice(person, panel, identity, value)
        named += bool(payments)
        assert named <= 3
    assert named > 1
    assert (await harbour.find_match()).rows[-1].text.startswith("boat:")
    await check_board(harbour)


async def test_a_match_that_cannot_be_replayed_is_reported_and_can_be_closed(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.type_move("end")
    kept = KeptMessage(harbour, harbour.board)
    identities = [i for i, label in list_buttons(harbour.board).items() if label != "More…"]
    await harbour.store._database.run("UPDATE log SET text = 'take:D8:rrr' WHERE match_id = 1 AND seq = 1")
    await harbour.restart()
    clocks = await harbour.store.clocks.list_clocks_by_seat(1)
    assert clocks and all(row.running_since is None for row in clocks.values()), (
        "clocks of a frozen table stop at the start"
    )
    answers = [
        read_answer(await kept.press(person, identity))
        for identity in identities
        for person in (harbour.anna, harbour.ben)
    ]
    assert all("frozen" in answer or "can decide that" in answer for answer in answers), answers
    assert any("frozen" in answer for answer in answers)
    for command in ("hand", "table log", "table undo", "table draw", "table resign"):
        asked = await use_command(harbour.anna, harbour.channel, command)
        offered = list_buttons(get_reply(asked))
        page = any(identity.startswith("b:tb:") for identity in offered)
        for identity in [i for i, label in offered.items() if label != "Keep playing" and not page]:
            asked = await harbour.anna.click(get_reply(asked), custom_id=identity)
        assert "frozen" in read_answer(asked), command
    assert "frozen" in read_answer(await harbour.type_move("end", harbour.anna))
    assert "frozen" in read_answer(await harbour.anna.slash(harbour.channel, "move", prepare="take D8"))
    for verb in (channel_verbs.OPEN_VERB, shadow_verbs.ASK_VERB):
        assert "frozen" in read_answer(await kept.forge_press(harbour.dana, make_custom_id("b", verb, 1))), (
            verb
        )
    assert "frozen" in read_answer(await harbour.anna.slash(harbour.channel, "reefs doctor"))
    exported = get_reply(await press_at_table(harbour.dana, harbour.channel, "export"))
    assert exported.attachments
    closing = get_reply(await press_at_table(harbour.anna, harbour.channel, "close"))
    await harbour.anna.click(closing, custom_id=next(iter(list_buttons(closing))))
    assert not [message for message in harbour.list_posts() if list_continuing_buttons(message)]
    assert await harbour.open_lobby()


async def test_a_closed_lobby_is_not_posted_again(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    await harbour.anna.click(lobby, label="Cancel")
    assert "ended" in read_answer(await press_at_table(harbour.anna, harbour.channel, "show"))


async def test_a_finished_match_can_be_shown_again(harbour: Harbour) -> None:
    await harbour.begin_match()
    asked = get_reply(await press_at_table(harbour.anna, harbour.channel, "resign"))
    await harbour.anna.click(asked, label="Resign")
    first = harbour.board
    await press_at_table(harbour.dana, harbour.channel, "show")
    assert harbour.board.id != first.id
    await check_board(harbour)


async def test_a_name_mentions_nobody(harbour: Harbour) -> None:
    odd = harbour.guild.add_member(harbour.env.create_user("odd", global_name="*_|| @everyone `x`"))
    lobby = await harbour.open_lobby()
    await odd.click(lobby, label="Join")
    await harbour.anna.click(harbour.board, label="Start")
    (attachment,) = harbour.board.attachments
    assert "*_|| @everyone `x`" in (attachment.description or "")
    await harbour.type_move("end", odd if (await harbour.find_match()).active_seat else harbour.anna)
    await harbour.type_move("end", odd if (await harbour.find_match()).active_seat else harbour.anna)
    answer = read_answer(await press_at_table(harbour.dana, harbour.channel, "log"))
    assert "\\*\\_" in answer and "*_||" not in answer
    reads, made = render_text(answer)
    assert "*_|| @everyone `x` takes" in reads or "*_|| @everyone `x` ends" in reads
    assert "mention" not in made
    for request in harbour.env.http_requests:
        if request.method == "POST" and request.path.endswith("/messages"):
            assert not (request.json or {})["allowed_mentions"].get("parse")


@pytest.mark.parametrize(
    ("name", "shown"), [("བོད", "fish.99"), ("🐟🐠", "fish.99"), ("Wei 李 🐟", "Wei 李 🐟")]
)
async def test_a_name_that_no_picture_can_show_is_replaced_by_the_username(
    harbour: Harbour, name: str, shown: str
) -> None:
    person = harbour.guild.add_member(harbour.env.create_user("fish.99", global_name=name))
    lobby = await harbour.open_lobby()
    await person.click(lobby, label="Join")
    assert (await harbour.find_table()).names == ("Anna", shown)
    await harbour.anna.click(harbour.board, label="Start")
    (attachment,) = harbour.board.attachments
    assert shown in (attachment.description or "")


async def test_a_double_press_of_undo_undoes_one_step(harbour: Harbour) -> None:
    await harbour.begin_match()
    panel: Any = get_reply(await harbour.press_action_kind("boat"))
    identity, _, _ = next(iter(list_choices(panel)))
    holder = await harbour.find_player()
    await holder.click(panel, custom_id=identity)
    menu = get_reply(await holder.click(harbour.board, label="More…"))
    kept = KeptMessage(harbour, menu)
    undo = next(i for i, label in list_buttons(menu).items() if label == "Undo")
    before = await read_log(harbour, 1)
    kept.press_without_waiting(holder, undo)
    kept.press_without_waiting(holder, undo)
    await harbour.env.settle()
    assert len(await read_log(harbour, 1)) == len(before) + 1
    await check_board(harbour)


async def test_a_voice_channel_hosts_a_table_but_offers_no_thread(harbour: Harbour) -> None:
    voice = harbour.guild.create_voice_channel("deck")
    await harbour.anna.slash(voice, "play", game="das_riff", against="people", wait=True)
    assert [message for message in voice.history() if list_controls(message)]
    offer = get_reply(await harbour.ben.slash(voice, "play", game="das_riff", against="people", wait=True))
    assert list(list_buttons(offer).values()) == ["Show that table"]


async def test_a_table_of_a_removed_game_does_not_block_its_channel(harbour: Harbour) -> None:
    await harbour.begin_match()
    other = harbour.guild.create_text_channel("lagoon")
    await harbour.anna.slash(other, "play", game="das_riff", against="people", wait=True)
    await harbour.store.matches._db.run("UPDATE matches SET game = 'gone' WHERE id = 1")
    await harbour.restart()
    before = len(other.history())
    await harbour.bot.repost_live_tables()
    assert len(other.history()) == before + 1
    assert "Das Riff" in read_answer(await harbour.anna.slash(other, "mine"))
