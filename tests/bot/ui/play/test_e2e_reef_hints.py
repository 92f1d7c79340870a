"""The guide's hints in Reef: followed by hand, and against a card that scores more now."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any

from bot.model.table import Table
from games.core.match import Match
from games.reef.actions import PlayCard
from tests.bot.ui.play.guiding import SilentThinker, list_guide_buttons
from tests.support.harbour import Harbour, list_buttons, replace_thinker
from tests.support.reading import get_reply

OWN_PLAYS = 12
SPACE = "[a-d][1-4]"


class PlayThinker(SilentThinker):
    """A thinker that prefers a random play, often one with both corals on one space."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.best_by_ply: dict[int, str] = {}

    async def rank_moves_for_hint(self, table: Table, match: Match, seat: int) -> Sequence[tuple[str, float]]:
        plays = [action for action in match.legal_actions(seat) if isinstance(action, PlayCard)]
        together = [play for play in plays if play.first == play.second]
        if match.ply not in self.best_by_ply:
            best = self.dice.choice(together if together and self.dice.random() < 0.6 else plays)
            self.best_by_ply[match.ply] = best.token
        return [(self.best_by_ply[match.ply], 0.9)]


def find_space(phrase: str, colour: str, *, is_second: bool) -> str:
    """Return the space on which the hint lays the coral that the panel asks for."""
    if together := re.search(rf"both on ({SPACE})", phrase):
        return together[1]
    named = re.search(rf"{colour} (?:twice )?on ({SPACE})(?:, ({SPACE}))?(?!\w)", phrase)
    assert named, phrase
    return named[2] if is_second and named[2] else named[1]


def choose_button(phrase: str, panel: Any) -> str:
    """Return the custom_id of the button that continues the hinted move, read as a person would."""
    labels = {custom_id: label for custom_id, label in list_buttons(panel).items() if "b:go" in custom_id}
    upper = re.search(r"(\w+) on top", phrase)
    if "Which one goes on top?" in panel.content:
        assert upper
        return next(i for i, label in labels.items() if label == f"{upper[1].capitalize()} on top")
    parsed = re.search(r"\((\w+)\)\?", panel.content)
    assert parsed, panel.content
    space = find_space(phrase, parsed[1], is_second="second coral" in panel.content)
    fitting = {i: label for i, label in labels.items() if label.split(" · ")[0].split(",")[0] == space}
    if len(fitting) > 1:
        assert upper
        fitting = {i: label for i, label in fitting.items() if f"{upper[1]} on top" in label}
    (found,) = fitting
    return found


async def test_following_the_hint_by_hand_makes_the_hinted_move(harbour: Harbour) -> None:
    thinker: Any = PlayThinker(5)
    replace_thinker(harbour.bot, thinker)
    await harbour.begin_match("reef")
    together_count = 0
    for _ in range(OWN_PLAYS):
        before = await harbour.find_match()
        if before.outcome is not None:
            break
        if not any(action.token.startswith("play") for action in before.legal_actions(before.to_act[0])):
            await harbour.type_move(before.legal_actions(before.to_act[0])[0].token)
            continue
        person = await harbour.find_player()
        panel = get_reply(await harbour.press_action_kind("play"))
        while (match := await harbour.find_match()).ply == before.ply:
            phrase = re.search(r"💡.*\*\*(.+)\*\*", panel.content)
            assert phrase, panel.content
            card = re.search(r"Card (\d+)", phrase[1])
            assert card and list_guide_buttons(panel)
            if re.search(rf"Card (?!{card[1]}\b)\d+: where does the first coral go", panel.content):
                # The hint is about another card, whose button is below the spaces.
                tab = next(i for i, label in list_buttons(panel).items() if f"Card {card[1]}:" in label)
                panel = get_reply(await person.click(panel, custom_id=tab))
                continue
            panel = get_reply(await person.click(panel, custom_id=choose_button(phrase[1], panel)))
            together_count += "both on" in phrase[1]
        assert match.rows[-1].text == thinker.best_by_ply[before.ply]
    assert together_count


class TakeThinker(SilentThinker):
    """A thinker that prefers to take an open card."""

    async def rank_moves_for_hint(self, table: Table, match: Match, seat: int) -> Sequence[tuple[str, float]]:
        takes = [one.token for one in match.legal_actions(seat) if one.token.startswith("take")]
        return [(token, 0.9 - number / 100) for number, token in enumerate(takes)]


async def test_taking_a_card_is_better_than_points_now_only_with_a_reason(harbour: Harbour) -> None:
    thinker: Any = TakeThinker()
    replace_thinker(harbour.bot, thinker)
    await harbour.begin_match("reef")
    compared_count = 0
    for _ in range(12):
        panel = get_reply(await harbour.press_action_kind("play"))
        better = re.search(r"Instead: \*\*Take card \d+\*\*(.*)", panel.content)
        scoring = re.search(r"Up to (\d+) points?, unless the button", panel.content)
        assert better, panel.content
        gain = re.match(r" – (?:Up to )?(\d+)", better[1])
        if scoring and gain and int(gain[1]) <= int(scoring[1]):
            compared_count += 1
            assert re.search(r" Card \d+ is safe in hand\.$", better[1]), panel.content
        match = await harbour.find_match()
        view: Any = match.rules.view(match.state, match.to_act[0])
        kind = "take" if len(view.hand) < 3 else "play"
        actions = [one.token for one in match.legal_actions(match.to_act[0]) if one.token.startswith(kind)]
        await harbour.type_move(actions[0])
    assert compared_count
