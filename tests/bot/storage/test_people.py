"""Personal data is declared by column, exported only to its owner, and deleted when it expires."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.kit.rate_limits import RateLimit
from bot.model.clocks import ClockPosition
from bot.model.names import replace_names
from bot.storage import Store
from bot.storage.challenges import ChallengeRow
from bot.storage.channel_seats import VoteRow
from bot.storage.daily import DayRow
from bot.storage.forums import PendingPostRow
from bot.storage.looks import LastLook
from bot.storage.mention_requests import MentionRequest
from bot.storage.messages import BOARD_MESSAGE
from bot.storage.notes import NoteRow
from bot.storage.people import ID_COLUMN_BY_PERSONAL_TABLE, PERSONAL_COLUMNS_BY_SHARED_TABLE
from bot.storage.premoves import DroppedPremove
from bot.storage.ratings import RatedResult, ResultSeat
from bot.storage.seats import SeatRow
from bot.storage.shadows import SealedMoveRow
from bot.storage.tournament_rows import EntryRow, TournamentLogRow, TournamentRow
from games.core.match import ACT_KIND, UNDO_KIND, LoggedRow
from games.tournament.events import JOINED_EVENT, RENAMED_EVENT, TournamentEvent
from games.tournament.terms import TournamentTerms
from tests.support.cases import join_cases
from tests.support.rows import IMPERSONAL_COLUMNS_BY_TABLE, add_row, make_row
from tests.support.stores import ON_BOTH_ENGINES, OpenDatabase, OpenStore

pytestmark = ON_BOTH_ENGINES


async def test_every_column_is_declared_personal_or_not(open_database: OpenDatabase, tmp_path: Path) -> None:
    database = await open_database(tmp_path / "reefs.db")
    tables = await database.fetch_rows(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        " AND name <> 'schema_migrations'"
    )
    found = {}
    for (name,) in tables:
        columns = {row[1] for row in await database.fetch_rows(f"PRAGMA table_info({name})")}
        if name in ID_COLUMN_BY_PERSONAL_TABLE:
            assert ID_COLUMN_BY_PERSONAL_TABLE[name] in columns
        else:
            found[name] = columns - set(PERSONAL_COLUMNS_BY_SHARED_TABLE.get(name, ()))
    await database.close()
    assert found == {name: set(columns.split()) for name, columns in IMPERSONAL_COLUMNS_BY_TABLE.items()}


async def test_erasing_a_person_leaves_nothing_in_any_table(open_store: OpenStore, tmp_path: Path) -> None:
    path = tmp_path / "reefs.db"
    store = await open_store(path)
    first, second = await add_row(store, make_row()), await add_row(store, make_row("over", 100))
    await store.seats.hand_over(first, [SeatRow(0, 33, "Cat", 0)], 11, 0)
    await store.proposals.add_proposal(first, "draw", 1, 11)
    await store.proposals.add_proposal(second, "draw", 1, 22)
    for number in (1, 2):
        await store.proposals.record_agreement(number, 11)
    await store.seats.invite_person(first, 11)
    await store.preferences.set(11, "order:toy", "x")
    await store.looks.record_look(11, first, LastLook(1, 2))
    await store.lessons.set_step(11, "toy", 3)
    await store.daily.add_day(DayRow(7, "toy", 1, {}, bytes(32)))
    await store.daily.begin_attempt(7, 11, "Ann", 1)
    await store.daily.append_rows(7, 11, 0, [LoggedRow(ACT_KIND, 0, "x")])
    await store.invitation_mentions.record_mention(11, first, 50, 10, "c")
    await store.mention_requests.record_request(
        MentionRequest(11, "draw", first, first), (RateLimit(1, 10),), 50
    )
    await store.clocks.update_clocks(first, ClockPosition(0, (11, 22), frozenset({0})), 50)
    await store.direct_reminders.add_reminder(11, first, 0, 0, 50)
    for line in ("end", "take:1"):
        await store.premoves.add_premove(first, 0, 11, 0, line, 5)
    doomed, _ = await store.premoves.list_premoves_for_table(first)
    await store.premoves.drop_premoves([doomed], DroppedPremove(first, 0, 11, "end", "undone"))
    assert await store.next_up.record_notification(11, first, 0, 3)
    await store.notes.store_note(NoteRow(first, 11, 0, "Ann waits", True, 50))
    assert await store.imports.add_import(11, "digest", "text", 50, 1, 100)
    await store.challenges.add_challenge(ChallengeRow(first, 11, "any", 60))
    await store.forums.reserve_post(
        PendingPostRow(0, 1, 2, 11, "Ann", "en", "b:tdg:toy", 9, "any", 60, None, 50)
    )
    assert await store.follows.store_follower(first, 11, "end", 0, 9)
    assert await store.predictions.add_prediction(first, 11, "Ann", 1, 4)
    await store.sealed_moves.store_sealed_move(SealedMoveRow(first, 11, 4, 1, "Ann", "end"))
    await store.channel_seats.open_vote(VoteRow(first, 4, 1, 60, 0))
    assert await store.channel_seats.store_choice(first, 11, 4, "end")
    assert await store.channel_seats.store_voter_seat(first, 11, 1) == 1
    judged = [
        ResultSeat(0, 11, "Ann", None, 1, is_draw=False),
        ResultSeat(1, 22, "Ben", None, 2, is_draw=False),
    ]
    await store.ratings.add_missing_results(
        [RatedResult(second, "toy", 1, 900, 100, 5, "won", "", tuple(judged))]
    )
    terms = TournamentTerms("swiss", 3, 2, (2,))
    cup = await store.tournaments.add_tournament(
        TournamentRow(0, 1, 900, "en", 11, "Reef Cup", "toy", {}, "60+1", terms, 50)
    )
    joined = TournamentLogRow(1, TournamentEvent(JOINED_EVENT, 1), 11, "Ann", 50)
    assert await store.tournaments.append_event(cup, joined, new_entry=EntryRow(1, 11, "Ann", 7))
    assert not await store.tournaments.append_event(cup, joined)
    personal_data = await store.people.collect_data(11)
    assert all(
        personal_data[name] for name in (*ID_COLUMN_BY_PERSONAL_TABLE, "tables", "former_seats", "challenges")
    )
    assert [row["title"] for row in personal_data["tournaments"]] == ["Reef Cup"]
    assert len(personal_data["hosted"]) == len(personal_data["in_tournaments"]) == 1
    assert await store.people.erase_person(11, "Somebody") == ((first, 0), (second, 0))
    await store.close()
    rows = (await open_store(path))._database.fetch_rows
    for name in (*ID_COLUMN_BY_PERSONAL_TABLE, *PERSONAL_COLUMNS_BY_SHARED_TABLE):
        assert not any("Ann" in row for row in await rows(f"SELECT * FROM {name}"))
    for name, columns in {
        **{name: (column,) for name, column in ID_COLUMN_BY_PERSONAL_TABLE.items()},
        **PERSONAL_COLUMNS_BY_SHARED_TABLE,
    }.items():
        assert not await rows(f"SELECT 1 FROM {name} WHERE {columns[0]} = 11")
    names = await rows("SELECT name FROM seats ORDER BY match_id, seat")
    assert names == [("Cat",), ("Ben",), ("Somebody",), ("Ben",)]


async def test_moves_belong_to_the_player_who_had_the_seat(store: Store) -> None:
    match = await add_row(store, make_row())
    rows = [
        LoggedRow(ACT_KIND, 0, "a"),
        LoggedRow(ACT_KIND, 1, "b"),
        LoggedRow(UNDO_KIND, 1, "1"),
        LoggedRow(ACT_KIND, 1, "c"),
    ]
    await store.matches.append_rows(match, 0, rows[:3], 100, is_over=False)
    await store.seats.hand_over(match, [SeatRow(1, 0, "Octopus", 0, "normal")], 11, 3)
    await store.seats.hand_over(match, [SeatRow(1, 33, "Cat", 0)], 11, 3)
    await store.matches.append_rows(match, 3, rows[3:], 200, is_over=False)
    ann, ben, cat = [await store.people.collect_data(user) for user in (11, 22, 33)]
    assert [row["text"] for row in ann["moves"]] == ["a"]
    assert [row["text"] for row in ben["moves"]] == ["b", "1"]
    assert ben["tables"] == []
    assert ben["former_seats"] == [{"table": match, "seat": 1, "name": "Ben", "until_row": 3}]
    assert [(row["text"], row["at"]) for row in cat["moves"]] == [("c", "1970-01-01T00:03:20+00:00")]
    assert ann["tables"][0]["host"] and not cat["tables"][0]["host"]
    assert "secret" not in str(ann) and "Ben" not in str(ann)


@pytest.mark.parametrize("person", [11, 44])
async def test_personal_data_contains_no_secrets_and_nothing_about_others(
    open_store: OpenStore, tmp_path: Path, person: int
) -> None:
    found = []
    for other, secret in ((22, bytes(32)), (33, bytes(range(32)))):
        store = await open_store(tmp_path / f"{other}.db")
        row = replace(make_row("lobby", version=None), secret=secret)
        new = await store.matches.add_table(
            row, [SeatRow(0, 11, "Ann", 1), SeatRow(1, other, f"Fay {other}", other)]
        )
        await store.matches.start_match(new, 1, other)
        await store.seats.invite_person(new, 44)
        await store.matches.append_rows(
            new, 0, [LoggedRow(ACT_KIND, 0, "a"), LoggedRow(ACT_KIND, 1, f"b{other}")], 100, is_over=False
        )
        await store.proposals.add_proposal(new, "draw", 1, other)
        await store.preferences.set(other, "order:toy", str(other))
        await store.looks.record_look(other, new, LastLook(1, other))
        await store.seats.invite_person(new, other + 100)
        await store.invitation_mentions.record_mention(other + 100, new, other, 10, "c")
        await store.mention_requests.record_request(
            MentionRequest(other, "call", person, new), (RateLimit(1, 10),), 50
        )
        await store.premoves.add_premove(new, 1, other, 0, f"take:{other}", 5)
        await store.follows.store_follower(new, other, "round", other, 5)
        await store.predictions.add_prediction(new, other, f"Fay {other}", 0, other)
        await store.sealed_moves.store_sealed_move(SealedMoveRow(new, other, 4, 1, "Fay", f"take:{other}"))
        await store.clocks.update_clocks(new, ClockPosition(0, (11, other), frozenset({1})), other)
        found.append(await store.people.collect_data(person))
        await store.close()
    assert found[0] == found[1]
    assert found[0]["moves"] or found[0]["invitations"]


async def test_expired_rows_are_deleted(store: Store) -> None:
    old, new = await add_row(store, make_row("over", 100)), await add_row(store, make_row("over", 900))
    gone = await add_row(store, make_row("over", 101, version=None))
    playing = await add_row(store, make_row())
    for match in (old, new, gone, playing):
        await store.looks.record_look(11, match, LastLook(1, 50))
        await store.seats.invite_person(match, 44)
        done = await store.messages.reserve_message(match, BOARD_MESSAGE, 1, f"old{match}", 0, 1)
        await store.messages.retire_messages([done.id])
        shown = await store.messages.reserve_message(match, BOARD_MESSAGE, 1, f"new{match}", 0, 1)
        await store.messages.confirm_message(shown.id, 7, 1)
    await store.people.delete_old_data(500)
    for match, stays in ((old, False), (new, True), (playing, True)):
        assert (await store.looks.find_look(11, match) is not None) == stays
        assert (await store.seats.list_invited_and_declined(match) == ((44,), ())) == stays
        assert await store.messages.is_nonce_used(match, BOARD_MESSAGE, f"old{match}") == stays
        assert await store.messages.find_current_message(match, BOARD_MESSAGE) is not None
        assert len(await store.seats.list_taken_seats(match)) == 2
    assert await store.matches.find_table(gone) is None


async def test_old_mentions_of_people_at_tables_are_deleted(store: Store) -> None:
    match = await add_row(store, make_row())
    for user, at in ((11, 499), (22, 500)):
        assert await store.invitation_mentions.record_mention(user, match, at, 1000, "c")
    await store.people.delete_old_data(500)
    assert [bool((await store.people.collect_data(user))["calls"]) for user in (11, 22)] == [False, True]


async def test_nobody_is_mentioned_again_within_the_minimum_interval(
    open_store: OpenStore, tmp_path: Path
) -> None:
    path = tmp_path / "reefs.db"
    store = await open_store(path)
    one, other = await add_row(store, make_row()), await add_row(store, make_row("over", 100))
    assert await store.invitation_mentions.record_mention(11, one, 1000, 50, "c")
    await store.close()
    store = await open_store(path)
    assert not await store.invitation_mentions.record_mention(11, one, 1049, 50, "d")
    assert await store.invitation_mentions.record_mention(11, other, 1049, 50, "c")
    assert await store.invitation_mentions.record_mention(22, one, 1049, 50, "c")
    assert await store.invitation_mentions.list_mentioned_user_ids(one, "c") == (11, 22)
    assert await store.invitation_mentions.record_mention(11, one, 1050, 50, "e")
    assert (
        await store.invitation_mentions.list_mentioned_user_ids(one, "c"),
        await store.invitation_mentions.list_mentioned_user_ids(one, "e"),
    ) == (
        (22,),
        (11,),
    )
    assert not await store.invitation_mentions.record_mention(11, one, 1099, 50, "f")
    await store.invitation_mentions.remove_mention(11, one)
    assert await store.invitation_mentions.record_mention(11, one, 1099, 50, "f")


@pytest.mark.parametrize("seqs", [(3, 8), (8, 3)])
async def test_the_position_a_person_last_viewed_only_moves_forward(
    store: Store, seqs: tuple[int, int]
) -> None:
    match = await add_row(store, make_row())
    assert await store.looks.find_look(11, match) is None
    for seq in seqs:
        await store.looks.record_look(11, match, LastLook(seq, seq * 10))
    assert await store.looks.find_look(11, match) == LastLook(8, 80)


async def test_viewing_the_same_position_again_is_stored_only_after_a_minute(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, writes = await add_row(store, make_row()), list[str]()
    run = store._database.run

    async def count_write(sql: str, values: Any = ()) -> int:
        writes.append(sql)
        return await run(sql, values)

    monkeypatch.setattr(store._database, "run", count_write)
    for seq, at, stored in ((3, 100, 1), (3, 101, 1), (2, 159, 1), (3, 160, 2), (4, 161, 3), (4, 162, 3)):
        await store.looks.record_look(11, match, LastLook(seq, at))
        assert len(writes) == stored, (seq, at)
    assert await store.looks.find_look(11, match) == LastLook(4, 161)


async def test_erased_names_disappear_from_tournament_titles_and_logs(store: Store) -> None:
    cups = []
    for host, title in ((11, "Zebulon's Cup"), (22, "Zebulon's and Ben's"), (22, "Ben and zebulon play")):
        terms = TournamentTerms("swiss", 3, 2, (2,))
        row = TournamentRow(0, 1, 900, "en", host, title, "toy", {}, "60+1", terms, 50)
        cups.append(await store.tournaments.add_tournament(row))
    joined = TournamentLogRow(1, TournamentEvent(JOINED_EVENT, 1), 11, "Zebulon", 50)
    assert await store.tournaments.append_event(cups[2], joined, new_entry=EntryRow(1, 11, "Zebulon", 7))
    named = TournamentEvent(RENAMED_EVENT, title='Zebulon, "title", Zebu, Zebulonia')
    assert await store.tournaments.append_event(cups[2], TournamentLogRow(2, named, 22, "Ben", 51))
    assert (await store.people.find_traces(11)).names == ("Zebulon",)
    assert await store.people.erase_person(11, "Somebody", other_names=("Zebu",)) is not None
    titles = [
        found.title for cup in cups if (found := await store.tournaments.find_tournament(cup)) is not None
    ]
    told = 'Somebody, "title", Somebody, Zebulonia'
    # Zebulon didn't take part in the second tournament, so its title keeps his name.
    assert titles == ["Somebody's Cup", "Zebulon's and Ben's", told]
    log = await store.tournaments.read_log(cups[2])
    assert [(row.event.title, row.name) for row in log] == [("", "Somebody"), (told, "Ben")]


@join_cases(
    [
        ("Zebulon's Cup", ("Zebulon",), "Somebody's Cup"),
        ("ZEBULON and Zebu", ("Zebu", "Zebulon"), "Somebody and Somebody"),
        ("Annapolis Cup", ("Anna",), "Annapolis Cup"),
        ("Reef: A.(b)*", ("A.(b)*",), "Reef: Somebody"),
        ("Cup of 海", ("海", "", " "), "Cup of Somebody"),
        ("Somebody's Cup", ("Somebody",), "Somebody's Cup"),
        (r"\1 \g<0>", ("Ann",), r"\1 \g<0>"),
    ]
)
def test_an_erased_name_is_replaced_only_as_a_whole_word(
    text: str, names: tuple[str, ...], expected: str
) -> None:
    assert replace_names(text, names, "Somebody") == expected
