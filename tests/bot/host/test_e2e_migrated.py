"""The bot opens an old database file, from before seats could change hands."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.features.review.posts import REVIEW_POSTS_KEY, REVIEWS_OFF
from games.core.match_record import MatchRecord
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_controls
from tests.support.person import open_my_data
from tests.support.reading import get_reply, read_answer

SCHEMA_2 = Path(__file__).parents[1] / "storage" / "schema_2.sql"


async def test_matches_stored_before_seats_could_change_hands_continue(harbour: Harbour) -> None:
    anna, ben, dana = harbour.anna, harbour.ben, harbour.dana
    channels = [harbour.channel, *(harbour.guild.create_text_channel(name) for name in ("b", "c", "d", "e"))]
    await harbour.bot.close()
    await harbour.store.close()
    for left in harbour.path.parent.glob("reefs.db*"):
        left.unlink()
    ids = {name: person.id for name, person in (("anna", anna), ("ben", ben), ("dana", dana))}
    names = ("reef", "second", "third", "fourth", "fifth")
    ids |= {name: channel.id for name, channel in zip(names, channels, strict=True)}
    script = SCHEMA_2.read_text("utf-8")
    for name, number in (ids | {"guild": harbour.guild.id}).items():
        script = script.replace(f"{{{name}}}", str(number))
    with closing(sqlite3.connect(harbour.path)) as file:
        file.executescript(script)
        # Reviews are off, because each takes seconds and this test reads none.
        quiet = [(channel.id, REVIEW_POSTS_KEY, REVIEWS_OFF) for channel in channels]
        file.executemany("INSERT INTO channels VALUES (?, ?, ?)", quiet)
        file.commit()
    await harbour._start_again()

    tables = harbour.bot.tables
    found = [await tables.get(number) for number in range(1, 6)]
    assert [table.status for table in found] == ["playing", "over", "playing", "lobby", "over"]
    assert [table.match.seq if table.match else None for table in found] == [9, 6, 10, None, 56]
    for number in (2, 5):
        MatchRecord.from_json(await tables.exports.export_json(number)).verify(harbour.games)
    # The clock runs for the player who had to act when the file was written.
    assert [
        row.user_id
        for row in (await harbour.store.clocks.list_clocks_by_seat(1)).values()
        if row.running_since
    ] == [anna.id]

    # The open proposal to undo is accepted, and the match continues on a reposted board.
    await tables.play.answer_proposal(1, anna.id, 1, True)
    await harbour.settle()
    match = await harbour.find_match()
    assert (match.seq, match.ply) == (10, 8)
    person = await harbour.find_player(match.to_act[0])
    await harbour.type_move(match.legal_actions(match.to_act[0])[0].token, person)
    assert (await harbour.find_match()).seq == 11 and list_controls(harbour.board)

    reply = get_reply(await press_at_table(ben, channels[2], "leave"))
    await ben.click(reply, label="Leave: easy")
    third = await tables.get(3)
    assert third.computer_seats == (1,) and third.former_occupants[0].user_id == ben.id

    await press_at_table(ben, channels[3], "join")
    await press_at_table(anna, channels[3], "start")
    assert (await tables.get(4)).status == "playing"

    answer = read_answer(await press_at_table(dana, channels[1], "catchup"))
    assert "Your first look at this match: 5 turns so far" in answer
    await press_at_table(anna, channels[4], "rematch")
    again = await tables.find_latest_table(channels[4].id)
    assert again is not None and (again.rematch_of, again.invited_ids) == (5, (ben.id,))
    assert "0 not begun, 2 in play, 2 over" in read_answer(await open_my_data(ben, channels[0]))
