"""A ballot depends only on what the voter's seat may know, and a tally only on what everybody may know."""

from __future__ import annotations

import pytest

from bot.features.channel_seat.keeper import OpenVote, deal_for_seat
from bot.features.channel_seat.texts import has_open_hand, write_tally
from bot.storage.channel_seats import VoteRow
from games.core.match import Match
from games.core.words import load_words
from games.registry import GAMES
from tests.support.dealing import cut_match, make_cases, redeal_hidden_parts
from tests.support.outputs import make_handed_over_table


def deal_hidden_parts_to_voter(match: Match, seat: int) -> Match:
    return deal_for_seat(make_handed_over_table(match), OpenVote(VoteRow(1, match.seq, seat, 0, 0), match))


@pytest.mark.parametrize("key", GAMES)
def test_ballots_and_tallies_do_not_depend_on_hidden_information(key: str) -> None:
    for case in make_cases(GAMES[key]):
        for part in (1, 2):
            match = cut_match(case.match, case.match.ply * part // 3)
            seat = match.to_act[0]
            own, public = redeal_hidden_parts(match, seat, part), redeal_hidden_parts(match, None, part)
            one, same = deal_hidden_parts_to_voter(match, seat), deal_hidden_parts_to_voter(own, seat)
            assert one.state == same.state and one.key == same.key
            assert one.legal_actions(seat) == match.legal_actions(seat)
            assert has_open_hand(match, match.ply, seat) == has_open_hand(public, match.ply, seat)
            tokens = [action.token for action in match.legal_actions(seat)[:2]]
            row = VoteRow(1, match.seq, seat, 0, 0, tokens[0], tuple((token, 1) for token in tokens))
            told = {
                write_tally(make_handed_over_table(m), m, row, load_words("en")) for m in (match, own, public)
            }
            assert len(told) == 1
