"""Unless a player continues in private, a press outside a table's channel neither changes the table nor
shows any part of it.
"""

from __future__ import annotations

from contextlib import closing
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.model.clocks import CLOCK_PRESETS
from bot.model.table import Table
from bot.ui.ids import encode_number, make_custom_id
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_buttons, list_controls
from tests.support.reading import KeptMessage, get_reply, read_answer

ELSEWHERE_TEXT = "This table is somewhere else. Use its buttons there; {mine} lists your tables."
VERBS_WITHOUT_TABLE = {
    *("ab", "fh", "lrn", "clb"),
    *("me", "mh", "msp", "mtr", "mvd", "mvs", "nt", "hq", "hu", "hv", "hr", "pm", "pj", "pe", "py"),
    *("se", "sc", "so", "rk"),
    *("my", "mf", "mfs", "sf", "sfs"),
    *("ru", "cla", "th", "pl", "pc", "pv", "pw", "ch"),
    *("les", "lep", "lel", "lea", "lec", "lem", "lev"),
    # ``tj`` does its own check, because a server board can list a table of any channel the person sees.
    *("tj", "tr", "tdo", "tdg", "tdh"),
    # ``cvy`` and ``cvd`` do their own check, because only a channel that was invited to play may press them.
    *("cvy", "cvd"),
    *("rvs", "fox", "fol", "tpb", "tpp"),
    *("ws", "wc", "wcp", "wb", "wbp", "wh", "wr"),
    *("zg", "zl", "za", "zpo", "zps", "zpn"),
    *("imo", "imp", "imr", "imv", "imh", "ims", "imq", "imx", "iml", "imc", "imm", "imu"),
    *(
        "tmj",
        "tml",
        "tms",
        "tmt",
        "tmh",
        "tmf",
        "tmc",
        "tmm",
        "tmb",
        "tmp",
        "tmg",
        "tme",
        "tmx",
        "tmr",
        "tmu",
        "tmo",
        *("tmi", "tmis", "tmk", "tmks", "tmw", "tmws", "tmn", "tmns"),
    ),
    *("iwo", "iwg", "iwl", "iwa", "iwu", "iwh", "iwn", "iwb"),
    *("rdo", "rdx", "rdt", "rdp", "rdy", "rdf", "rdl", "rdh", "rdb", "rg", "rl", "ra", "rz"),
}
"""Verbs that work outside a table's channel.

They concern a person, the current channel or a game, or check the channel themselves.
"""


def read_database(harbour: Harbour) -> list[str]:
    """Return the whole database as SQL statements."""
    with closing(harbour.connect()) as connection:
        return list(connection.iterdump())


def is_refused(harbour: Harbour, answer: Any) -> bool:
    """Return whether an answer says only that the table is somewhere else."""
    told = answer.followups[-1] if answer.followups else get_reply(answer)
    plain = not list_controls(told) and not told.attachments
    return plain and read_answer(answer) == ELSEWHERE_TEXT.format(mine=harbour.make_mention("mine"))


def make_press(harbour: Harbour, verb: str, table: Table) -> tuple[str, list[str] | None]:
    """Return a custom_id that would change or show something at a table, and the values of its list."""
    match = table.match
    seq, seat = (0, 1) if match is None else (match.seq, match.active_seat or 0)
    token = "end" if match is None or not match.to_act else match.legal_actions(match.to_act[0])[0].token
    arguments: dict[str, list[str | int]] = {
        "gd": ["on", table.id, seq, seat, ""],
        "hn": [table.id, seq, seat, ""],
        "go": [table.id, seq, seat, ""],
        "pk": [table.id, seq, seat, ""],
        "ac": [table.id, seq, seat, token],
        "op": [table.id, table.game.options[0].name],
        "vt": [table.id, 1, "y"],
        "lvy": [table.id, "easy"],
        "cmy": [table.id, seat, "easy"],
        "cey": [table.id, seat, seq],
        **{verb: [table.id, seat] for verb in ("tky", "cmq", "cpq", "cpy", "ceq")},
    }
    values = {
        "pk": token.partition(":")[0],
        "op": table.game.options[0].values[-1],
        "ck": CLOCK_PRESETS[0].text,
        "lc": "easy",
        "lx": "1",
        **{verb: str(harbour.mod.id) for verb in ("in", "lu", "ivu", "ivx")},
    }
    identity = make_custom_id("b", verb, *arguments.get(verb, [table.id, seq]))
    return identity, [values[verb]] if verb in values else None


async def open_messages_elsewhere(harbour: Harbour) -> dict[str, KeptMessage]:
    """Return messages of the bot outside the table's channel, by the name of their place."""
    channel = harbour.guild.create_text_channel("elsewhere")
    await harbour.mod.slash(channel, "play", game="das_riff", against="people", wait=True)
    public = [m for m in channel.history() if list_controls(m)][-1]
    private = get_reply(await harbour.mod.click(public, label="Rules"))
    abroad = harbour.env.create_guild("Other Harbour", preferred_locale="en-US")
    roles = [abroad.create_role("m", permissions=discord.Permissions(manage_messages=True))]
    reef = abroad.create_text_channel("reef")
    members = {p: abroad.add_member(p.user, roles=roles) for p in (harbour.anna, harbour.mod)}
    await members[harbour.mod].slash(reef, "play", game="das_riff", against="people", wait=True)
    return {
        "another channel": KeptMessage(harbour, public),
        "an answer": KeptMessage(harbour, private),
        "another server": KeptMessage(harbour, [m for m in reef.history() if list_controls(m)][-1]),
    }


def test_every_verb_declares_whether_it_concerns_a_table(harbour: Harbour) -> None:
    presses = harbour.bot.router.press_handlers.values()
    assert {press.verb for press in presses if press.table_id_index is None} == VERBS_WITHOUT_TABLE


@pytest.mark.parametrize("state", ["lobby", "playing", "over"])
async def test_a_press_from_elsewhere_changes_nothing_and_shows_nothing(harbour: Harbour, state: str) -> None:
    await harbour.open_lobby("das_riff", clock=CLOCK_PRESETS[-1].text)
    if state != "lobby":
        await harbour.ben.click(harbour.board, label="Join")
        await harbour.anna.click(harbour.board, label="Start")
    if state == "playing":
        await press_at_table(harbour.anna, harbour.channel, "draw")
    if state == "over":
        await harbour.bot.tables.play.resign_match(1, harbour.anna.id)
        harbour.bot.announcer.announce_table(1)
        await harbour.env.settle()
    table = await harbour.find_table()
    assert table.status == state
    places = await open_messages_elsewhere(harbour)
    before, posts = read_database(harbour), [m.content for m in harbour.list_posts()]
    presses = harbour.bot.router.press_handlers.values()
    for verb in sorted(
        press.verb for press in presses if press.table_id_index is not None and not press.handles_form
    ):
        identity, values = make_press(harbour, verb, table)
        # Let time pass, so that the presses aren't refused for being too frequent.
        harbour.env.backend.clock.advance(2)
        answers = []
        for where, message in places.items():
            message.show_only_component(identity, values)
            # The host presses only in another channel, because players may continue in private messages.
            people = [harbour.mod, *([harbour.anna] if where == "another channel" else [])]
            answers += [(where, message.press_without_waiting(person, identity, values)) for person in people]
        await harbour.env.settle()
        for where, answer in answers:
            assert is_refused(harbour, answer), f"{identity} in {where}: {read_answer(answer)}"
    assert read_database(harbour) == before
    assert [m.content for m in harbour.list_posts()] == posts


async def test_players_can_continue_in_private_anywhere(harbour: Harbour) -> None:
    await harbour.begin_match("coral_reef")
    places = await open_messages_elsewhere(harbour)
    moderates = Overwrite(
        harbour.ben.id, OverwriteType.MEMBER, allow=discord.Permissions(manage_messages=True).value
    )
    harbour.env.backend.set_overwrite(places["an answer"].channel_id, moderates)
    answer = await places["an answer"].forge_press(harbour.ben, make_custom_id("b", "ds", 1, 0))
    assert "Ben" in read_answer(answer)
    # Ben may moderate that channel, but not the table's.
    answer = await places["an answer"].forge_press(harbour.ben, make_custom_id("b", "cl", 1))
    assert read_answer(answer) == "Only the host, Anna, can do that."
    assert (await harbour.find_table()).status == "playing"


async def test_a_moderator_closes_a_table_in_its_own_channel(harbour: Harbour) -> None:
    await harbour.begin_match()
    reply = get_reply(await press_at_table(harbour.mod, harbour.channel, "close"))
    await harbour.mod.click(reply, label="End it")
    assert (await harbour.find_table()).status == "over"


async def test_a_table_of_a_removed_game_cannot_be_ended_from_elsewhere(harbour: Harbour) -> None:
    await harbour.begin_match()
    places = await open_messages_elsewhere(harbour)
    del places["another server"]
    harbour.games = {"reef": harbour.games["reef"]}
    await harbour.restart()
    before = read_database(harbour)
    for message in places.values():
        assert is_refused(harbour, await message.forge_press(harbour.mod, make_custom_id("b", "unh", 1)))
    assert read_database(harbour) == before
    reply = get_reply(await press_at_table(harbour.mod, harbour.channel, "close"))
    yes, _ = list_buttons(reply)
    assert yes == f"b:unh:{encode_number(1)}"
    await harbour.mod.click(reply, custom_id=yes)
    assert read_database(harbour) != before
