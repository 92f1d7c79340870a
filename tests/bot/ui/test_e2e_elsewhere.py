"""Presses from where their table is not: they do nothing at it, and show nothing of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.model.clocks import PRESETS
from bot.model.table import Table
from bot.ui.ids import custom_id, encode_number
from tests.support.at_table import at_table
from tests.support.harbour import Harbour, buttons, parts
from tests.support.reading import Kept, said, shown

ELSEWHERE = "This table is somewhere else. Use its buttons there; {mine} lists your tables."
OF_NO_TABLE = {
    *("ab", "fh", "lrn", "clb"),
    *("me", "mh", "msp", "mtr", "mvd", "mvs", "nt", "hq", "hu", "hv", "hr", "pm", "pj", "pe", "py"),
    *("se", "sc", "so", "rk"),
    *("my", "mf", "mfs", "sf", "sfs"),
    *("ru", "cla", "th", "pl", "pc", "pw", "ch"),
    *("les", "lep", "lel", "lea", "lec", "lem", "lev"),
    # The first asks for itself: the table is of this server, and in a channel that the person can read.
    *("tj", "tr", "tdo", "tdg", "tdh"),
    # They ask for themselves: only the channel that a table has asked to play answers.
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
"""What is about a person, about the channel of the press, or about a game."""


def stored(harbour: Harbour) -> list[str]:
    """Return all that the file holds."""
    with closing(sqlite3.connect(harbour.path)) as connection:
        return list(connection.iterdump())


def refused(harbour: Harbour, answer: Any) -> bool:
    """Return whether somebody was told where the table is not, and nothing else."""
    told = answer.followups[-1] if answer.followups else shown(answer)
    plain = not parts(told) and not told.attachments
    return plain and said(answer) == ELSEWHERE.format(mine=harbour.mention("mine"))


def forged(harbour: Harbour, verb: str, table: Table) -> tuple[str, list[str] | None]:
    """Return a custom_id that would do something at a table, and the values chosen from a list."""
    match = table.match
    seq, seat = (0, 1) if match is None else (match.seq, match.turn or 0)
    token = "end" if match is None or not match.to_act else match.legal_actions(match.to_act[0])[0].token
    parts: dict[str, list[str | int]] = {
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
        "ck": PRESETS[0].text,
        "lc": "easy",
        "lx": "1",
        **{verb: str(harbour.mod.id) for verb in ("in", "lu", "ivu", "ivx")},
    }
    identity = custom_id("b", verb, *parts.get(verb, [table.id, seq]))
    return identity, [values[verb]] if verb in values else None


async def elsewhere(harbour: Harbour) -> dict[str, Kept]:
    """Return messages of the bot where the table is not, by what they are."""
    there = harbour.guild.create_text_channel("elsewhere")
    await harbour.mod.slash(there, "play", game="das_riff", against="people", wait=True)
    public = [m for m in there.history() if parts(m)][-1]
    private = shown(await harbour.mod.click(public, label="Rules"))
    abroad = harbour.env.create_guild("Other Harbour", preferred_locale="en-US")
    roles = [abroad.create_role("m", permissions=discord.Permissions(manage_messages=True))]
    reef = abroad.create_text_channel("reef")
    members = {p: abroad.add_member(p.user, roles=roles) for p in (harbour.anna, harbour.mod)}
    await members[harbour.mod].slash(reef, "play", game="das_riff", against="people", wait=True)
    return {
        "another channel": Kept(harbour, public),
        "an answer": Kept(harbour, private),
        "another server": Kept(harbour, [m for m in reef.history() if parts(m)][-1]),
    }


def test_every_verb_says_whether_it_is_about_a_table(harbour: Harbour) -> None:
    presses = harbour.bot.router.presses.values()
    assert {press.verb for press in presses if press.table is None} == OF_NO_TABLE


@pytest.mark.parametrize("state", ["lobby", "playing", "over"])
async def test_a_forged_press_does_nothing_and_shows_nothing(harbour: Harbour, state: str) -> None:
    await harbour.open_lobby("das_riff", clock=PRESETS[-1].text)
    if state != "lobby":
        await harbour.ben.click(harbour.board, label="Join")
        await harbour.anna.click(harbour.board, label="Start")
    if state == "playing":
        await at_table(harbour.anna, harbour.channel, "draw")
    if state == "over":
        await harbour.bot.tables.play.resign(1, harbour.anna.id)
        harbour.bot.announcer.announce(1)
        await harbour.env.settle()
    table = await harbour.table()
    assert table.status == state
    places = await elsewhere(harbour)
    before, posts = stored(harbour), [m.content for m in harbour.posts()]
    presses = harbour.bot.router.presses.values()
    for verb in sorted(press.verb for press in presses if press.table is not None and not press.form):
        identity, values = forged(harbour, verb, table)
        # Nobody presses everything there is within a moment.
        harbour.env.backend.clock.advance(2)
        answers = []
        for where, message in places.items():
            message.offer(identity, values)
            # A moderator there, and the host of the table, who may go on in private only.
            people = [harbour.mod, *([harbour.anna] if where == "another channel" else [])]
            answers += [(where, message.emit(person, identity, values)) for person in people]
        await harbour.env.settle()
        for where, answer in answers:
            assert refused(harbour, answer), f"{identity} in {where}: {said(answer)}"
    assert stored(harbour) == before
    assert [m.content for m in harbour.posts()] == posts


async def test_players_can_continue_in_private_anywhere(harbour: Harbour) -> None:
    await harbour.begin("coral_reef")
    places = await elsewhere(harbour)
    moderates = Overwrite(
        harbour.ben.id, OverwriteType.MEMBER, allow=discord.Permissions(manage_messages=True).value
    )
    harbour.env.backend.set_overwrite(places["an answer"].channel_id, moderates)
    answer = await places["an answer"].forge(harbour.ben, custom_id("b", "ds", 1, 0))
    assert "Ben" in said(answer)
    # There the right of a moderator is that of another channel.
    answer = await places["an answer"].forge(harbour.ben, custom_id("b", "cl", 1))
    assert said(answer) == "Only the host, Anna, can do that."
    assert (await harbour.table()).status == "playing"


async def test_a_moderator_closes_a_table_in_its_own_channel(harbour: Harbour) -> None:
    await harbour.begin()
    asked = shown(await at_table(harbour.mod, harbour.channel, "close"))
    await harbour.mod.click(asked, label="End it")
    assert (await harbour.table()).status == "over"


async def test_a_table_of_a_removed_game_cannot_be_ended_from_elsewhere(harbour: Harbour) -> None:
    await harbour.begin()
    places = await elsewhere(harbour)
    del places["another server"]
    harbour.games = {"reef": harbour.games["reef"]}
    await harbour.restart()
    before = stored(harbour)
    for message in places.values():
        assert refused(harbour, await message.forge(harbour.mod, custom_id("b", "unh", 1)))
    assert stored(harbour) == before
    asked = shown(await at_table(harbour.mod, harbour.channel, "close"))
    yes, _ = buttons(asked)
    assert yes == f"b:unh:{encode_number(1)}"
    await harbour.mod.click(asked, custom_id=yes)
    assert stored(harbour) != before
