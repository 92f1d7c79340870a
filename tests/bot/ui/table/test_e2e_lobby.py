"""Lobbies manage seats, invitations, options and the host's rights, and refuse channels in use."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord import SetupError

from bot.model.table import START_WHEN_ANSWERED, START_WHEN_FULL, START_WHEN_PRESSED
from bot.platform.commands import collect_payloads
from bot.ui.ids import make_custom_id
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, find_custom_id, list_buttons, list_controls, list_menus
from tests.support.reading import (
    KeptMessage,
    check_limits,
    get_reply,
    list_notified_people,
    list_sent_payloads,
    read_answer,
    read_text,
)


def find_button_id(message: object, text: str) -> str:
    (identity,) = [i for i, name in list_buttons(message).items() if name == text]
    return identity


async def test_a_lobby_lists_players_and_open_seats_in_few_lines_below_a_poster(harbour: Harbour) -> None:
    opened = await harbour.anna.slash(harbour.channel, "play", game="das_riff", against="people", wait=True)
    assert read_answer(opened)
    lobby = harbour.board
    check_limits(lobby)
    assert harbour.anna.mention in read_text(lobby)
    assert "1 seat free" in read_text(lobby)
    assert "Deck" not in read_text(lobby) and "Clock" not in read_text(lobby), "default options aren't listed"
    assert len(read_text(lobby).splitlines()) <= 6
    table = await harbour.find_table()
    assert table.commitment not in read_text(lobby), "the hash is shown only behind a button"
    assert set(list_buttons(lobby).values()) >= {"Join", "Leave", "Start", "Cancel", "Options…", "Fairness"}
    (poster,) = lobby.attachments
    assert poster.description and poster.description.startswith("Poster of Das Riff: fish cards")
    page = get_reply(await harbour.ben.click(lobby, label="Fairness"))
    assert table.commitment in page.content


async def test_an_open_lobby_pings_nobody(harbour: Harbour) -> None:
    await harbour.open_lobby()
    posts = list_sent_payloads(harbour)
    assert posts
    for post in posts:
        assert not (post["allowed_mentions"].get("users") or post["allowed_mentions"].get("parse"))


async def test_only_the_host_can_set_options_in_one_form(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    refused = await harbour.ben.click(lobby, label="Options…")
    assert refused.modal is None and "host" in read_answer(refused)
    form = await harbour.anna.click(lobby, label="Options…")
    assert form.modal is not None and len(form.modal["components"]) == 4
    assert {part["component"]["custom_id"] for part in form.modal["components"]} == {
        "rule:reshuffle",
        "rule:deck",
        "clock",
        "begins",
    }
    filled = {"rule:deck": ["b"], "clock": ["7200+300"], "begins": ["full"]}
    await harbour.anna.submit_modal(form, filled)
    table = await harbour.find_table()
    assert (table.options["deck"], table.start_trigger) == ("b", START_WHEN_FULL)
    assert table.clock is not None and table.clock.text == "7200+300"
    assert "B, reconstructed (6 pearls" in read_text(harbour.board)
    assert "2 hours" in read_text(harbour.board) and harbour.board.id == lobby.id
    await harbour.ben.click(harbour.board, label="Join")
    assert (await harbour.find_table()).status == "playing", "the match begins when the last seat is taken"


async def test_only_the_host_can_submit_a_tables_form(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    form = await harbour.anna.click(lobby, label="Options…")
    await harbour.ben.click(lobby, label="Join")
    await harbour.anna.click(lobby, label="Leave")
    late = await harbour.anna.submit_modal(form, {"rule:deck": ["b"], "begins": ["full"]})
    assert "Only the host, Ben" in read_answer(late)
    table = await harbour.find_table()
    assert (table.options["deck"], table.start_trigger) == ("a", START_WHEN_PRESSED)


async def test_the_menus_of_a_lobby_of_an_earlier_version_still_set_options(harbour: Harbour) -> None:
    lobby = KeptMessage(harbour, await harbour.open_lobby())
    identity = make_custom_id("s", "op", 1, "deck")
    assert "host" in read_answer(await lobby.forge_press(harbour.ben, identity, ["b"]))
    await lobby.forge_press(harbour.anna, identity, ["b"])
    assert (await harbour.find_table()).options["deck"] == "b"


async def test_options_can_be_typed_and_an_invalid_one_does_not_open_a_table(harbour: Harbour) -> None:
    for text in ("deck=z", "nonsense", "colour=red", "deck="):
        answer = await harbour.anna.slash(
            harbour.channel, "play", game="das_riff", options=text, against="people", wait=True
        )
        assert "option" in read_answer(answer).lower()
        assert await harbour.bot.tables.find_latest_table(harbour.channel.id) is None
    await harbour.anna.slash(
        harbour.channel,
        "play",
        game="das_riff",
        options="deck=b reshuffle=deck_below_eight",
        against="people",
    )
    assert (await harbour.find_table()).options == {"deck": "b", "reshuffle": "deck_below_eight"}


@pytest.mark.parametrize("name", ["play", "learn"])
async def test_the_commands_offer_the_games_in_each_language(harbour: Harbour, name: str) -> None:
    (command,) = [c for c in await collect_payloads(harbour.bot.tree) if c["name"] == name]
    (game,) = [option for option in command["options"] if option["name"] == "game"]
    assert [choice["value"] for choice in game["choices"]] == list(harbour.games)
    names = [(c["name"], c["name_localizations"].get("de")) for c in game["choices"]]
    assert names[0] == ("Das Riff (2 players)", "Das Riff (2 Personen)")
    assert names[1] == ("Coral Reef (2 to 6 players)", "Coral Reef (2 bis 6 Personen)")


async def test_autocomplete_combines_the_options_of_play(harbour: Harbour) -> None:
    offered = await harbour.anna.autocomplete(harbour.channel, "play", "options", "", game="das_riff")
    assert {"deck=a", "deck=b"} <= {choice["value"] for choice in offered}
    more = await harbour.anna.autocomplete(harbour.channel, "play", "options", "deck=b ", game="das_riff")
    assert more and all(choice["value"].startswith("deck=b reshuffle=") for choice in more)


async def test_a_match_starts_when_everybody_invited_has_joined(harbour: Harbour) -> None:
    await harbour.anna.slash(harbour.channel, "play", game="reef", opponent=harbour.ben)
    assert (await harbour.find_table()).start_trigger == START_WHEN_ANSWERED
    await harbour.dana.click(harbour.board, label="Join")
    assert (await harbour.find_table()).status == "lobby", "the match waits for Ben, who is invited"
    await harbour.ben.click(harbour.board, label="Join")
    table = await harbour.find_table()
    assert table.status == "playing" and len(table.occupants) == 3
    assert harbour.board.attachments, "the board is posted"


async def test_a_match_starts_when_the_last_requested_seat_is_taken(harbour: Harbour) -> None:
    await harbour.anna.slash(harbour.channel, "play", game="reef", against="people", seats=3)
    lobby = harbour.board
    assert "2 seats free" in read_text(lobby) and "when every seat is taken" in read_text(lobby)
    await harbour.ben.click(lobby, label="Join")
    assert (await harbour.find_table()).status == "lobby"
    await harbour.dana.click(lobby, label="Join")
    assert (await harbour.find_table()).status == "playing"


async def test_the_answer_and_the_lobby_describe_invited_and_open_seats_alike(
    harbour: Harbour,
) -> None:
    begins = "The match begins when every seat is taken, or when"
    answer = await harbour.anna.slash(
        harbour.channel, "play", game="coral_reef", opponent=harbour.ben, seats=3
    )
    assert f"I've asked {harbour.ben.mention} to join. {begins} you press **Start**." in read_answer(answer)
    early = f"{begins} {harbour.anna.mention} presses Start."
    assert f"Waiting for {harbour.ben.mention}. {early}" in read_text(harbour.board)
    await harbour.ben.click(harbour.board, label="Join")
    assert (await harbour.find_table()).status == "lobby" and early in read_text(harbour.board)
    await harbour.dana.click(harbour.board, label="Join")
    assert (await harbour.find_table()).status == "playing"


async def test_the_host_sees_privately_who_has_joined_and_who_has_not(harbour: Harbour) -> None:
    answer = await harbour.anna.slash(
        harbour.channel, "play", game="reef", opponent=harbour.ben, seats=3, wait=True
    )
    panel = get_reply(answer)
    assert f"I've asked {harbour.ben.mention} to join" in panel.content
    await harbour.ben.click(harbour.board, label="Join")
    assert f"Joined: {harbour.ben.mention}." in panel.content and "I've asked" not in panel.content
    table = await harbour.find_table()
    await harbour.bot.tables.lobby.invite_person(table.id, harbour.anna.id, harbour.dana.id)
    await harbour.settle()
    await harbour.bot.panels.wait_until_idle()
    assert f"I've asked {harbour.dana.mention} to join" in panel.content
    await harbour.dana.click(harbour.board, label="Join")
    await harbour.anna.click(harbour.board, label="Start")
    assert "has begun below" in panel.content


async def test_the_host_sees_privately_that_a_person_declined(harbour: Harbour) -> None:
    panel = get_reply(
        await harbour.anna.slash(harbour.channel, "play", game="coral_reef", opponent=harbour.ben)
    )
    await press_at_table(harbour.ben, harbour.channel, "leave")
    assert f"Not coming: {harbour.ben.mention}." in panel.content and "I've asked" not in panel.content
    assert "the match begins when 1 more person is here" in panel.content
    assert "The match begins when 1 more person is here." in read_text(harbour.board)


async def test_the_match_starts_when_the_last_invited_player_joins(harbour: Harbour) -> None:
    answer = await harbour.anna.slash(harbour.channel, "play", game="coral_reef", opponent=harbour.ben)
    assert "The match begins as soon as they do." in read_answer(answer)
    assert f"Waiting for {harbour.ben.mention}. The match begins when they join." in read_text(harbour.board)
    await harbour.ben.click(harbour.board, label="Join")
    assert (await harbour.find_table()).status == "playing"


async def test_computers_take_requested_seats_up_to_the_games_maximum(harbour: Harbour) -> None:
    answer = read_answer(await harbour.anna.slash(harbour.channel, "play", game="das_riff", seats=3))
    assert answer == "Das Riff is for 2 players."
    assert "2 to 4 players" in read_answer(
        await harbour.anna.slash(harbour.channel, "play", game="reef", seats=6)
    )
    await harbour.anna.slash(harbour.channel, "play", game="reef", seats=4)
    table = await harbour.find_table()
    assert (table.status, table.computer_seats) == ("playing", (1, 2, 3))


async def test_a_match_whose_host_waits_begins_with_start(harbour: Harbour) -> None:
    await harbour.anna.slash(harbour.channel, "play", game="das_riff", opponent=harbour.ben, wait=True)
    assert f"{harbour.anna.mention} starts the match" in read_text(harbour.board)
    await harbour.ben.click(harbour.board, label="Join")
    assert (await harbour.find_table()).status == "lobby"
    assert f"Everybody's here. {harbour.anna.mention} can press Start." in read_text(harbour.board)
    await harbour.anna.click(harbour.board, label="Start")
    assert (await harbour.find_table()).status == "playing"


async def test_joining_twice_or_at_a_full_table_is_refused(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    first = KeptMessage(harbour, lobby)
    join = find_button_id(lobby, "Join")
    assert read_answer(await harbour.anna.click(lobby, label="Join"))
    assert (await harbour.find_table()).user_ids == (harbour.anna.id,)
    await harbour.ben.click(harbour.board, label="Join")
    assert (await harbour.find_table()).user_ids == (harbour.anna.id, harbour.ben.id)
    late = await first.press(harbour.dana, join)
    assert "taken" in read_answer(late)
    typed = await press_at_table(harbour.dana, harbour.channel, "join")
    assert "taken" in read_answer(typed)
    assert (await harbour.find_table()).user_ids == (harbour.anna.id, harbour.ben.id)
    with pytest.raises(SetupError):
        await harbour.dana.click(harbour.board, label="Join")


async def test_two_concurrent_joins_take_one_seat(harbour: Harbour) -> None:
    lobby = KeptMessage(harbour, await harbour.open_lobby())
    join = next(i for i, name in list_buttons(harbour.board).items() if name == "Join")
    answers = [
        lobby.press_without_waiting(harbour.ben, join),
        lobby.press_without_waiting(harbour.dana, join),
    ]
    await harbour.env.settle()
    refused = [read_answer(answer) for answer in answers if answer.followups]
    assert len(refused) == 1
    assert "taken" in refused[0]
    assert len((await harbour.find_table()).user_ids) == 2


async def test_the_next_player_becomes_host_when_the_host_leaves(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    await harbour.ben.click(lobby, label="Join")
    await harbour.anna.click(lobby, label="Leave")
    table = await harbour.find_table()
    assert table.host_id == harbour.ben.id
    assert harbour.anna.mention not in read_text(harbour.board)
    await harbour.anna.click(harbour.board, label="Join")
    assert "host" in read_answer(await harbour.anna.click(harbour.board, label="Start"))
    assert (await harbour.find_table()).status == "lobby"
    await harbour.ben.click(harbour.board, label="Start")
    assert (await harbour.find_table()).status == "playing"


async def test_the_last_player_to_leave_closes_the_table_and_frees_the_channel(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    await press_at_table(harbour.anna, harbour.channel, "leave")
    (gone,) = [message for message in harbour.list_posts() if message.id == lobby.id]
    assert not list_controls(gone)
    assert "closed" in read_text(gone)
    again = await harbour.open_lobby()
    assert again.id != lobby.id


async def test_leaving_without_a_seat_is_refused_with_a_reason(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    assert "no seat" in read_answer(await harbour.dana.click(lobby, label="Leave"))


async def open_invitations(harbour: Harbour, person: Any, message: Any) -> tuple[Any, str]:
    """Open the panel of a lobby's seats, and return it with the custom_id of its list of people to invite."""
    panel = get_reply(await person.click(message, label="Seats…"))
    check_limits(panel)
    return panel, next(i for i in list_menus(panel) if i.startswith("u:in"))


async def test_an_invitation_mentions_only_the_invited_person(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    panel, members = await open_invitations(harbour, harbour.anna, lobby)
    await harbour.anna.select(panel, [harbour.ben], custom_id=members)
    call = harbour.list_posts()[-1]
    assert harbour.ben.mention in call.content
    assert list_notified_people(harbour) == [harbour.ben.id]
    assert "kept" in read_answer(await harbour.dana.click(harbour.board, label="Join"))
    await harbour.ben.click(harbour.board, label="Join")
    assert (await harbour.find_table()).user_ids == (harbour.anna.id, harbour.ben.id)


async def test_inviting_a_person_twice_mentions_them_once(harbour: Harbour) -> None:
    await harbour.anna.slash(harbour.channel, "play", game="australis", opponent=harbour.ben)
    assert sum("invites you" in m.content for m in harbour.list_posts()) == 1
    lobby = harbour.board
    panel, members = await open_invitations(harbour, harbour.anna, lobby)
    answer = await harbour.anna.select(panel, [harbour.ben], custom_id=members)
    assert read_answer(answer)
    assert sum("invites you" in m.content for m in harbour.list_posts()) == 1


@pytest.mark.parametrize("declines", [True, False])
async def test_a_lobby_without_invitations_says_when_its_match_starts(
    harbour: Harbour, declines: bool
) -> None:
    await harbour.anna.slash(harbour.channel, "play", game="australis", opponent=harbour.ben)
    assert "The match begins when they join." in read_text(harbour.board)
    if declines:
        await harbour.ben.click(harbour.board, label="Leave")
    else:
        panel = get_reply(await harbour.anna.click(harbour.board, label="Seats…"))
        await withdraw_invitation(harbour, panel, harbour.ben)
    text = read_text(harbour.board)
    assert (
        "Press Join! The match begins when 1 more person is here." in text and "starts the match" not in text
    )
    await harbour.dana.click(harbour.board, label="Join")
    assert (await harbour.find_table()).status == "playing"


async def test_a_rematch_that_somebody_declined_starts_once_it_is_full(harbour: Harbour) -> None:
    await harbour.begin_match("reef")
    await harbour.bot.tables.play.resign_match(1, harbour.anna.id)
    await harbour.settle()
    await harbour.anna.click(harbour.board, label="Play again")
    await harbour.ben.click(harbour.board, label="Leave")
    text = read_text(harbour.board)
    assert "Press Join! The match begins when every seat is taken." in text and "starts the match" not in text


async def test_a_declined_invitation_is_shown_until_the_next_one(
    harbour: Harbour,
) -> None:
    lobby = await harbour.open_lobby()
    panel, members = await open_invitations(harbour, harbour.anna, lobby)
    await harbour.anna.select(panel, [harbour.ben], custom_id=members)
    (call,) = [post for post in harbour.list_posts() if "invites you" in post.content]
    check_limits(call)
    old, no = KeptMessage(harbour, call), make_custom_id("b", "ivd", 1)
    assert "You're not invited to this table" in read_answer(
        await harbour.dana.click(call, label="No, thanks")
    )
    answer = read_answer(await harbour.ben.click(call, label="No, thanks"))
    assert answer == "You've turned the invitation down. The lobby tells the host."
    assert not any("invites you" in post.content for post in harbour.list_posts()), (
        "the invitation is deleted"
    )
    gone = f"Not coming: {harbour.ben.mention}."
    assert gone in read_text(harbour.board) and (await harbour.find_table()).free_seat_count == 1
    assert list_notified_people(harbour) == [harbour.ben.id], "only the invitation notified anybody"
    await harbour.restart()
    assert "You're not invited to this table" in read_answer(await old.press(harbour.ben, no))
    panel, members = await open_invitations(harbour, harbour.anna, harbour.board)
    assert gone in panel.content
    await harbour.anna.select(panel, [harbour.ben], custom_id=members)
    assert "Not coming" not in read_text(harbour.board)
    assert (await harbour.find_table()).invited_ids == (harbour.ben.id,)
    await harbour.ben.click(harbour.board, label="Join")
    assert (await harbour.find_table()).declined_ids == ()


@pytest.mark.parametrize("typed", [True, False])
async def test_leaving_a_lobby_as_an_invitee_declines(harbour: Harbour, typed: bool) -> None:
    await harbour.anna.slash(harbour.channel, "play", game="australis", opponent=harbour.ben)
    if typed:
        answer = await press_at_table(harbour.ben, harbour.channel, "leave")
    else:
        answer = await harbour.ben.click(harbour.board, label="Leave")
    assert read_answer(answer) == "You've turned the invitation down. The lobby tells the host."
    assert f"Not coming: {harbour.ben.mention}." in read_text(harbour.board)


async def test_an_invitee_who_left_the_server_is_no_longer_invited(harbour: Harbour) -> None:
    await harbour.anna.slash(harbour.channel, "play", game="australis", opponent=harbour.ben)
    harbour.guild.remove_member(harbour.ben)
    table = await harbour.bot.services.attendance.replace_absent_players(await harbour.find_table())
    assert (table.invited_ids, table.declined_ids) == ((), ())


async def test_repeated_invitations_mention_a_person_once_in_several_hours(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    panel, members = await open_invitations(harbour, harbour.anna, lobby)
    told = []
    for hours in (0, 0, 11, 2):
        await harbour.pass_time(hours)
        if hours:
            await harbour.restart()
        answer = await harbour.anna.select(panel, [harbour.ben], custom_id=members)
        told.append("called them already" in read_answer(answer))
        assert (await harbour.find_table()).invited_ids == (harbour.ben.id,)
        panel, members = await withdraw_invitation(harbour, get_reply(answer), harbour.ben)
        assert not any("invites you" in post.content for post in harbour.list_posts()), (
            "the post is deleted with the invitation"
        )
    assert told == [False, True, True, False]
    assert sum(harbour.ben.mention in str(post["content"]) for post in list_sent_payloads(harbour)) == 2
    panel, members = await open_invitations(harbour, harbour.anna, lobby)
    # An invitation that can't be posted doesn't count towards the limit.
    harbour.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=1)
    for calls in (0, 1):
        answer = await harbour.anna.select(panel, [harbour.dana], custom_id=members)
        assert "called" not in read_answer(answer)
        lines = [post for post in harbour.list_posts() if "invites you" in post.content]
        assert [harbour.dana.mention in line.content for line in lines] == [True] * calls
        panel, members = await withdraw_invitation(harbour, get_reply(answer), harbour.dana)


async def withdraw_invitation(harbour: Harbour, panel: Any, person: Any) -> tuple[Any, str]:
    """Withdraw an invitation, and return the new panel with the custom_id of its list of people to invite."""
    withdraw = next(i for i in list_menus(panel) if i.startswith("u:lu"))
    panel = get_reply(await harbour.anna.select(panel, [person], custom_id=withdraw))
    return panel, next(i for i in list_menus(panel) if i.startswith("u:in"))


async def test_a_guest_cannot_invite_and_a_bot_cannot_be_invited(harbour: Harbour) -> None:
    robot = harbour.guild.add_member(harbour.env.create_user("robot", bot=True))
    lobby = await harbour.open_lobby()
    panel, members = await open_invitations(harbour, harbour.ben, lobby)
    assert "host" in read_answer(await harbour.ben.select(panel, [harbour.dana], custom_id=members))
    panel, members = await open_invitations(harbour, harbour.anna, lobby)
    assert "bot" in read_answer(await harbour.anna.select(panel, [robot], custom_id=members)).lower()
    assert (await harbour.find_table()).invited_ids == ()
    await harbour.anna.click(lobby, label="Cancel")
    answer = await harbour.anna.slash(harbour.channel, "play", game="das_riff", opponent=robot)
    assert "bot" in read_answer(answer).lower()
    assert (await harbour.find_table()).status == "over"


async def test_only_the_host_can_start_and_only_with_enough_players(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    with pytest.raises(SetupError):
        await harbour.anna.click(lobby, label="Start")
    typed = read_answer(await press_at_table(harbour.anna, harbour.channel, "start"))
    assert "2" in typed and "1" in typed
    await harbour.ben.click(lobby, label="Join")
    assert "Anna" in read_answer(await harbour.ben.click(harbour.board, label="Start"))
    assert "Anna" in read_answer(await harbour.dana.click(harbour.board, label="Start"))
    assert (await harbour.find_table()).status == "lobby"


async def test_only_the_host_and_moderators_can_cancel(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    await harbour.ben.click(lobby, label="Join")
    assert "host" in read_answer(await harbour.ben.click(harbour.board, label="Cancel"))
    assert (await harbour.find_table()).status == "lobby"
    await harbour.mod.click(harbour.board, label="Cancel")
    assert (await harbour.find_table()).status == "over"
    assert not [message for message in harbour.list_posts() if list_controls(message)]


async def test_buttons_of_a_cancelled_lobby_say_that_it_has_ended(harbour: Harbour) -> None:
    lobby = KeptMessage(harbour, await harbour.open_lobby())
    live = list_buttons(harbour.board)
    await harbour.anna.click(harbour.board, label="Cancel")
    for identity, name in live.items():
        if name not in ("Rules", "Learn", "Fairness"):
            assert "ended" in read_answer(await lobby.press(harbour.ben, identity)), name


async def test_a_channel_in_use_is_linked_and_a_thread_hosts_the_second_table(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    offer = await harbour.ben.slash(harbour.channel, "play", game="das_riff", against="people", wait=True)
    assert str(lobby.id) in read_answer(offer)
    assert list(list_buttons(get_reply(offer)).values()) == ["Show that table", "Start Das Riff in a thread"]
    await harbour.ben.click(get_reply(offer), custom_id=find_custom_id(get_reply(offer), "th"))
    (thread,) = harbour.channel.threads
    table = await harbour.bot.tables.find_latest_table(thread.id)
    assert table is not None and table.host_id == harbour.ben.id
    second = [message for message in thread.history() if list_controls(message)][-1]
    await harbour.dana.click(second, label="Join")
    await harbour.ben.click(second, label="Start")
    board = [message for message in thread.history() if list_controls(message)][-1]
    assert board.attachments
    assert (await harbour.find_table()).status == "lobby"
    nested = await harbour.anna.slash(thread, "play", game="das_riff", against="people", wait=True)
    assert str(board.id) in read_answer(nested)
    assert not any(identity.startswith("b:th:") for identity in list_buttons(get_reply(nested)))


async def test_the_thread_keeps_the_requested_options(harbour: Harbour) -> None:
    await harbour.open_lobby()
    offer = await harbour.ben.slash(
        harbour.channel, "play", game="das_riff", opponent=harbour.dana, options="deck=b"
    )
    await harbour.ben.click(get_reply(offer), custom_id=find_custom_id(get_reply(offer), "th"))
    (thread,) = harbour.channel.threads
    table = await harbour.bot.tables.find_latest_table(thread.id)
    assert table is not None
    assert table.options["deck"] == "b"
    assert table.invited_ids == (harbour.dana.id,)


async def test_one_person_can_play_both_sides(harbour: Harbour) -> None:
    await harbour.anna.slash(harbour.channel, "play", game="das_riff", opponent=harbour.anna)
    table = await harbour.find_table()
    assert [o.user_id for o in table.occupants] == [harbour.anna.id] * 2
    assert table.status == "playing", "there is nobody to wait for"
    for _ in range(3):
        before = await harbour.find_match()
        await harbour.anna.slash(harbour.channel, "move", action="end")
        match = await harbour.find_match()
        assert match.active_seat != before.active_seat
        asked_seat = match.to_act[0]
        if asked_seat != match.active_seat:
            panel = await harbour.press_action_kind("worm", asked_seat)
            worm = next(i for i in list_buttons(get_reply(panel)) if i.startswith("b:go"))
            done = await harbour.anna.click(get_reply(panel), custom_id=worm)
            assert (await harbour.find_match()).to_act == (match.active_seat,)
            assert any(i.startswith("b:go") for i in list_buttons(get_reply(done))), (
                "the panel continues with the other seat"
            )
    await press_at_table(harbour.anna, harbour.channel, "draw")
    assert (await harbour.find_table()).status == "over"


async def test_an_announcement_channel_gets_an_announcement_thread(harbour: Harbour) -> None:
    news = harbour.guild.create_news_channel("tidings")
    await harbour.anna.slash(news, "play", game="das_riff", against="people", wait=True)
    offer = get_reply(await harbour.ben.slash(news, "play", game="das_riff", against="people", wait=True))
    await harbour.ben.click(offer, custom_id=find_custom_id(offer, "th"))
    asked = [r.json for r in harbour.env.http_requests if r.method == "POST" and r.path.endswith("/threads")]
    assert [thread["type"] for thread in asked if thread] == [discord.ChannelType.news_thread.value]


async def test_a_channel_in_use_is_reported_with_a_named_link(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    answer = read_answer(
        await harbour.ben.slash(harbour.channel, "play", game="reef", against="people", wait=True)
    )
    address = f"https://discord.com/channels/{harbour.guild.id}/{harbour.channel.id}/{lobby.id}"
    assert answer == f"There's already a table of Das Riff here: [table 1]({address})."
    assert f"[table 1]({address})" in read_answer(await harbour.anna.slash(harbour.channel, "mine"))


async def test_the_existing_table_can_be_reposted(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    offer = get_reply(await harbour.ben.slash(harbour.channel, "play", game="reef"))
    await harbour.ben.click(offer, label="Show that table")
    assert harbour.board.id != lobby.id and "Das Riff" in read_text(harbour.board)


async def test_a_host_can_replace_their_match_with_a_new_one_in_two_presses(harbour: Harbour) -> None:
    await harbour.anna.slash(harbour.channel, "play", game="das_riff")
    offer = get_reply(await harbour.anna.slash(harbour.channel, "play", game="reef", seats=3))
    question = get_reply(await harbour.anna.click(offer, custom_id=find_custom_id(offer, "em")))
    assert question.content.startswith("End this match of Das Riff without a result, and play Reef here?")
    assert (await harbour.find_table()).game.key == "das_riff", "ending the match needs a confirmation"
    await harbour.anna.click(question, label="End it")
    table = await harbour.find_table()
    assert (table.game.key, table.status, len(table.occupants)) == ("reef", "playing", 3)


async def test_a_lobby_without_others_is_replaced_immediately(harbour: Harbour) -> None:
    await harbour.open_lobby()
    offer = get_reply(await harbour.anna.slash(harbour.channel, "play", game="reef"))
    await harbour.anna.click(offer, custom_id=find_custom_id(offer, "em"))
    table = await harbour.find_table()
    assert (table.game.key, table.status) == ("reef", "playing")


async def test_only_the_host_and_moderators_can_end_the_existing_table(harbour: Harbour) -> None:
    await harbour.begin_match()
    offer = get_reply(await harbour.ben.slash(harbour.channel, "play", game="reef"))
    assert list(list_buttons(offer).values()) == ["Show that table", "Start Reef in a thread"]
    own = get_reply(await harbour.anna.slash(harbour.channel, "play", game="reef"))
    ask = find_custom_id(own, "em")
    assert list_buttons(own)[ask] == "End it, start Reef here"
    kept_message = KeptMessage(harbour, offer)
    # Hiding the buttons isn't enough, because custom_ids can be forged.
    for identity in (ask, ask.replace("b:em", "b:ey")):
        assert "Only the host, Anna" in read_answer(await kept_message.forge_press(harbour.ben, identity))
    assert (await harbour.find_table()).status == "playing"
    offer = get_reply(await harbour.mod.slash(harbour.channel, "play", game="reef"))
    question = get_reply(await harbour.mod.click(offer, custom_id=find_custom_id(offer, "em")))
    await harbour.mod.click(question, label="Keep playing")
    assert (await harbour.find_table()).status == "playing"
