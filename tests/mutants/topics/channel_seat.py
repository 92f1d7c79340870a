"""The channel's seat: who votes, which vote counts, and that its move is made once, where it was voted on."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

KEEPER, DRIVER = "bot/channel_seat/keeper.py", "bot/channel_seat/driver.py"
STORED, TEXTS = "bot/storage/channel_seats.py", "bot/channel_seat/texts.py"
LOBBY, IN_LOBBY = "bot/tables/lobby.py", "tests/bot/test_e2e_channel_lobby.py"
E2E, STORAGE = "tests/bot/test_e2e_channel_seat.py", "tests/storage/test_channel_seats.py"

MUTANTS = (
    Mutant(
        "who plays votes",
        KEEPER,
        "if has_played(table, user_id):\n        raise PlayersDontVote",
        "if False:\n        raise PlayersDontVote",
        f"{E2E}::test_who_plays_neither_votes_nor_sees_that_side",
    ),
    Mutant(
        "a late vote is taken",
        KEEPER,
        "if (seq, seat) != (ballot.row.seq, ballot.row.seat):",
        "if False:",
        f"{E2E}::test_late_and_impossible_votes_are_refused",
    ),
    Mutant(
        "anything is voted for",
        KEEPER,
        "action = ballot.match.check(seat, token)",
        "action = ballot.match.rules.read(token)",
        f"{E2E}::test_late_and_impossible_votes_are_refused",
    ),
    Mutant(
        "a computer thinks for the channel",
        "bot/computers/turns.py",
        "is_channel(o.computer) is voted",
        "True",
        f"{E2E}::test_it_is_voted_until_the_time_and_the_tally_is_shown",
    ),
    Mutant(
        "a channel has two seats",
        LOBBY,
        "if is_channel(level) and any(one.computer == level for one in table.occupants):",
        "if False:",
        f"{IN_LOBBY}::test_only_the_host_seats_it_and_once",
    ),
    Mutant(
        "a table closes where the last person leaves a channel",
        "bot/tables/seats.py",
        "if not staying and (sat or not table.votes):",
        "if not staying:",
        f"{IN_LOBBY}::test_the_host_lets_the_channel_play_and_goes_on_hosting",
    ),
    Mutant(
        "a channel waits for a person to sit down",
        "bot/computers/turns.py",
        "not table.is_attended:",
        "not table.people:",
        f"{IN_LOBBY}::test_the_host_lets_the_channel_play_and_goes_on_hosting",
    ),
    Mutant(
        "a lobby goes where its host has no seat",
        "bot/tables/lobby_seats.py",
        "if user_id != table.host_id:",
        "if False:",
        f"{IN_LOBBY}::test_the_host_lets_the_channel_play_and_goes_on_hosting",
    ),
    Mutant(
        "anybody seats the channel",
        KEEPER,
        "check_host(table, by)\n        if table.place.guild_id is None:",
        "if table.place.guild_id is None:",
        f"{IN_LOBBY}::test_only_the_host_seats_it_and_once",
        equal="the lobby asks the same once more; this spares the look at what cannot be",
    ),
    Mutant(
        "somebody votes twice",
        STORED,
        '"DELETE FROM channel_votes WHERE match_id = ? AND user_id = ?", (match_id, user_id)',
        '"DELETE FROM channel_votes WHERE match_id = ? AND user_id = ?", (match_id, -1)',
        f"{STORAGE}::test_everybody_has_one_vote_and_keeps_their_place_by_staying_with_it",
    ),
    Mutant(
        "who repeats their vote loses their place",
        STORED,
        "if await transaction.row(same, (match_id, user_id, seq, token)) is None:",
        "if True:",
        f"{STORAGE}::test_everybody_has_one_vote_and_keeps_their_place_by_staying_with_it",
    ),
    Mutant(
        "of equals the last is played",
        STORED,
        "sorted(counted.items(), key=lambda one: -one[1])",
        "sorted(reversed(counted.items()), key=lambda one: -one[1])",
        f"{STORAGE}::test_the_most_come_first_and_of_equals_what_was_chosen_first",
    ),
    Mutant(
        "a vote is closed twice",
        STORED,
        '" WHERE match_id = ? AND seq = ? AND token IS NULL"',
        '" WHERE match_id = ? AND seq = ?"',
        f"{STORAGE}::test_everybody_has_one_vote_and_keeps_their_place_by_staying_with_it",
    ),
    Mutant(
        "the votes on a position that is gone are kept",
        DRIVER,
        "await self._seats.drop(table.id, [row.seq for row in gone])",
        "pass",
        f"{E2E}::test_an_undo_drops_the_votes",
    ),
    Mutant(
        "any process acts",
        DRIVER,
        "if not await self._tables.core.share.mine([table_id]):",
        "if False:",
        f"{E2E}::test_another_process_leaves_it_to_its_owner",
    ),
    Mutant(
        "a person's seat is given away",
        KEEPER,
        "seat not in people and (",
        "(",
        f"{E2E}::test_who_gave_a_seat_up_does_not_vote_and_their_seat_is_not_to_be_had",
    ),
    Mutant(
        "anybody gives it",
        KEEPER,
        "check_host(table, by)\n            if seat not in list_givable(table):",
        "if seat not in list_givable(table):",
        f"{E2E}::test_only_the_host_gives_it_sets_it_and_takes_it_back",
    ),
    Mutant(
        "the number of votes ends nothing",
        DRIVER,
        "and not 0 < row.quorum <= votes",
        "",
        f"{E2E}::test_enough_votes_end_it_and_of_equals_the_first_is_played",
    ),
    Mutant(
        "of what nobody was told nothing is told after a kill",
        STORED,
        '" UNION SELECT match_id FROM channel_turns WHERE told = 0"',
        '" UNION SELECT match_id FROM channel_turns WHERE told = 2"',
        f"{STORAGE}::test_everybody_has_one_vote_and_keeps_their_place_by_staying_with_it",
    ),
    Mutant(
        "the tally tells of a hidden hand",
        TEXTS,
        "if not is_open_handed(match, ply, row.seat):",
        "if False:",
        f"{E2E}::test_of_a_hidden_hand_the_tally_names_no_move",
    ),
    Mutant(
        "who has seen a hand takes another seat",
        "bot/tables/seats.py",
        "anybody = not known and not table.is_voted",
        "anybody = not known",
        f"{E2E}::test_nobody_new_sits_down_where_many_have_seen_a_hand",
    ),
    Mutant(
        "what nobody knows who played is rated",
        "bot/standing/results.py",
        'or (VOTED if table.is_voted else "")',
        'or ""',
        f"{E2E}::test_a_match_of_the_channel_changes_no_rating",
    ),
    Mutant(
        "the log of errors shows what was chosen",
        STORED,
        "token: str | None = field(default=None, repr=False)",
        "token: str | None = None",
        f"{STORAGE}::test_everybody_has_one_vote_and_keeps_their_place_by_staying_with_it",
    ),
)
