"""What voters and the channel are shown follows from what the seat, and everybody, may know."""

from __future__ import annotations

import pytest

from bot.features.channel_seat.keeper import Ballot, deal
from bot.features.channel_seat.texts import is_open_handed, write_tally
from bot.storage.channel_seats import VoteRow
from games.core.match import Match
from games.core.words import words
from games.registry import GAMES
from tests.support.dealing import cases, dealt_anew, until
from tests.support.outputs import table_of


def dealt(match: Match, seat: int) -> Match:
    return deal(table_of(match), Ballot(VoteRow(1, match.seq, seat, 0, 0), match))


@pytest.mark.parametrize("key", GAMES)
def test_votes_tell_nothing_that_is_dealt_anew(key: str) -> None:
    for case in cases(GAMES[key]):
        for part in (1, 2):
            match = until(case.match, case.match.ply * part // 3)
            seat = match.to_act[0]
            own, public = dealt_anew(match, seat, part), dealt_anew(match, None, part)
            one, same = dealt(match, seat), dealt(own, seat)
            assert one.state == same.state and one.key == same.key
            assert one.legal_actions(seat) == match.legal_actions(seat)
            assert is_open_handed(match, match.ply, seat) == is_open_handed(public, match.ply, seat)
            tokens = [action.token for action in match.legal_actions(seat)[:2]]
            row = VoteRow(1, match.seq, seat, 0, 0, tokens[0], tuple((token, 1) for token in tokens))
            told = {write_tally(table_of(m), m, row, words("en")) for m in (match, own, public)}
            assert len(told) == 1
