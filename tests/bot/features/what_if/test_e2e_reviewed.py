"""A hint in *What if* doesn't contradict the review of the match."""

from __future__ import annotations

from bot.ui.ids import make_custom_id
from bot.ui.play.guide import TOKEN_SUFFIX
from games.core.match import Match
from games.review import REVIEW_VERSION
from games.review.review import Review, ReviewedMove, serialize_review
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_buttons
from tests.support.reading import KeptMessage, get_reply

POSITION_COUNT = 4


def make_review(match: Match) -> Review:
    """Return a review that finds the last legal action best in the first positions with a choice."""
    moves = [
        ReviewedMove(ply, step.seat, step.action.token, legal[-1].token, 0.5, 0.2)
        for ply, step in enumerate(match.steps)
        if match.state_at(ply) and len(legal := match.rules.legal_actions(match.state_at(ply), step.seat)) > 1
    ][:POSITION_COUNT]
    even = (0.5, 0.5)
    return Review(match.ply, even, (even,) * (match.ply + 1), (0.0, 1.0), tuple(moves))


async def test_a_hint_begins_with_the_best_move_of_the_review(harbour: Harbour) -> None:
    await harbour.begin_match("das_riff")
    await harbour.turn_guide_off()
    await harbour.play_random_moves(40)
    reply = get_reply(await press_at_table(harbour.ben, harbour.channel, "resign"))
    await harbour.ben.click(reply, label="Resign")
    table, match = await harbour.find_table(), await harbour.find_match()
    review = make_review(match)
    await harbour.store.reviews.store_review(table.id, REVIEW_VERSION, serialize_review(review))
    post = KeptMessage(harbour, harbour.list_posts()[-1])
    for move in review.moves:
        opener = make_custom_id("b", "ifo", table.id, match.seq, move.ply)
        fork = get_reply(await post.forge_press(harbour.anna, opener))
        hint = next(i for i, label in list_buttons(fork).items() if label == "Hint")
        hinted = get_reply(await harbour.anna.click(fork, custom_id=hint))
        suggested = [i for i in list_buttons(hinted) if i.startswith("b:ifa") and i.endswith(TOKEN_SUFFIX)]
        assert [i.rpartition(f":{move.seat}:")[2] for i in suggested] == [move.best + TOKEN_SUFFIX]
