"""*Next table* continues a panel at the table that has waited longest."""

from __future__ import annotations

from typing import Any

from bot.model.table import Table
from tests.support.harbour import Harbour, list_buttons, wait_until_idle
from tests.support.playing import list_choices, list_continuing_buttons, press_choice
from tests.support.reading import KeptMessage, check_limits, get_reply


async def begin_match_in_channel(harbour: Harbour, name: str) -> Table:
    """Begin a match in a new channel, play until it is Anna's turn, and let an hour pass."""
    harbour.channel = harbour.guild.create_text_channel(name)
    await harbour.begin_match("coral_reef")
    if (await harbour.find_player()).id != harbour.anna.id:
        await make_move(harbour)
    await harbour.pass_time(1)
    return await harbour.find_table()


async def make_move(harbour: Harbour) -> Any:
    """Type a move in the harbour's channel as the player whose turn it is, and return the answer."""
    match = await harbour.find_match()
    return get_reply(await harbour.type_move(match.legal_actions(match.to_act[0])[-1].token))


def find_next_table_label(message: Any) -> str:
    """Return the label of the *Next table* button, or an empty string without one."""
    return next((text for text in list_buttons(message).values() if text.startswith("Next table")), "")


async def test_the_panel_continues_at_the_table_that_has_waited_longest(harbour: Harbour) -> None:
    await harbour.turn_guide_off()
    first, second = await begin_match_in_channel(harbour, "one"), await begin_match_in_channel(harbour, "two")
    await begin_match_in_channel(harbour, "three")
    panel = await make_move(harbour)
    check_limits(panel)
    assert find_next_table_label(panel) == "Next table (2)" and "No other table" not in panel.content
    for table, after in ((first, "Next table (1)"), (second, "")):
        opened = get_reply(await harbour.anna.click(panel, label=find_next_table_label(panel)))
        assert opened.id == panel.id, "the panel is edited in place"
        assert f"[table {table.id}](" in opened.content
        assert any(f":{table.id}:" in identity for identity in list_continuing_buttons(opened))
        for _ in range(6):
            current = await harbour.bot.tables.get(table.id)
            if not current.is_waiting_for(harbour.anna.id):
                break
            identity, value, _ = list(list_choices(opened))[-1]
            panel = await press_choice(harbour.anna, panel, identity, value)
        panel = opened
        check_limits(panel)
        assert find_next_table_label(panel) == after
    assert "No other table waits for you." in panel.content


async def test_a_person_with_one_table_is_not_offered_a_next_table(harbour: Harbour) -> None:
    await harbour.turn_guide_off()
    await begin_match_in_channel(harbour, "one")
    panel = await make_move(harbour)
    assert not find_next_table_label(panel) and "other table" not in panel.content


async def test_tables_of_another_server_are_not_counted(harbour: Harbour) -> None:
    await harbour.turn_guide_off()
    here = await begin_match_in_channel(harbour, "one")
    await begin_match_in_channel(harbour, "two")
    far = harbour.env.create_guild("Far Reef")
    anna = far.add_member(harbour.anna.user)
    bay = far.create_text_channel("bay")
    answer = await anna.slash(bay, "play", game="reef", against="people", wait=True)
    reply = get_reply(await KeptMessage(harbour, get_reply(answer)).forge_press(anna, "b:nt"))
    assert "no table waits" in reply.content
    panel = await make_move(harbour)
    assert find_next_table_label(panel) == "Next table (1)" and here.id == 1


async def test_an_ended_match_does_not_offer_a_next_table(harbour: Harbour) -> None:
    await harbour.turn_guide_off()
    await begin_match_in_channel(harbour, "one")
    await begin_match_in_channel(harbour, "two")
    panel = await make_move(harbour)
    assert find_next_table_label(panel) == "Next table (1)"
    await harbour.bot.tables.play.resign_match((await harbour.find_table()).id, harbour.ben.id)
    await wait_until_idle(harbour)
    await harbour.bot.panels.wait_until_idle()
    assert "The match has ended." in panel.content and not find_next_table_label(panel)
