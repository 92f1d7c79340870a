"""Coral Reef in Discord: a game with hidden hands, up to six seats and several rounds."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from games.coral_reef.actions import PlayCorals
from games.coral_reef.events import CardDrawn
from games.coral_reef.parts import LETTER_BY_CARD, format_letters, format_rank
from games.coral_reef.state import State
from games.coral_reef.view import View, find_target
from games.core.match import Match
from games.core.texts import Scene
from games.core.words import load_words
from games.registry import GAMES
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_buttons, list_menus
from tests.support.reading import read_answer, read_text, set_languages
from tools.walks import Case

NINE_LABEL = "Lay a nine, if you have one"
"""Label of the public button that begins a stack."""
MAX_PRESSES = 400
MAX_WALKS = 200


@pytest.fixture(autouse=True)
def fix_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same cards in every run."""
    monkeypatch.setattr("bot.tables.service.token_bytes", lambda size: bytes(range(size)))


async def start_match(harbour: Harbour, seat_count: int, **options: Any) -> list[Any]:
    """Start a match for ``seat_count`` people, and return everybody, with the players first."""
    people = [harbour.anna, harbour.ben, harbour.dana, harbour.mod]
    people += [harbour.add_member(name) for name in ("Eva", "Finn")]
    await harbour.open_lobby("coral_reef", **options)
    for person in people[1:seat_count]:
        await person.click(harbour.board, label="Join")
    await harbour.anna.click(harbour.board, label="Start")
    return people


async def find_active_player(harbour: Harbour, people: list[Any]) -> Any:
    table = await harbour.find_table()
    match = await harbour.find_match()
    assert match.active_seat is not None
    user = table.occupants[match.active_seat].user_id
    return next(person for person in people if person.id == user)


async def test_six_players_finish_a_match(harbour: Harbour) -> None:
    people = await start_match(harbour, 6)
    dice, presses = random.Random(3), 0
    while (match := await harbour.find_match()).outcome is None:
        start_buttons = [identity for identity in list_buttons(harbour.board) if identity.startswith("b:go")]
        assert [list_buttons(harbour.board)[identity] for identity in start_buttons] == [
            "Play cards",
            NINE_LABEL,
        ]
        person = await find_active_player(harbour, people)
        panel = await person.click(harbour.board, custom_id=dice.choice(start_buttons))
        presses += 1
        while (await harbour.find_match()).seq == match.seq:
            assert presses < MAX_PRESSES
            assert panel.ephemeral or panel.response.ephemeral
            offered = list_buttons(panel.response)
            doing = [identity for identity in offered if identity.startswith("b:ac")]
            going = [i for i, label in offered.items() if i.startswith("b:go") and label != "Back"]
            if doing or going:
                pick = dice.choice(doing or going)
                panel = await person.click(panel.response, custom_id=pick)
            else:
                identity, values = next(iter(list_menus(panel.response).items()))
                panel = await person.select(panel.response, [dice.choice(values)], custom_id=identity)
            presses += 1
    harbour.env.raise_errors()
    assert "wins the match!" in read_text(harbour.board)


async def test_a_drawn_card_is_shown_only_to_its_owner(harbour: Harbour) -> None:
    people = await start_match(harbour, 3, options="corals=tiles")
    dice = random.Random(2)
    drew: CardDrawn | None = None
    while drew is None:
        match = await harbour.find_match()
        assert match.outcome is None
        smallest = sorted(match.legal_actions(match.active_seat or 0), key=lambda action: len(action.token))
        person = await find_active_player(harbour, people)
        done = await person.slash(harbour.channel, "move", action=dice.choice(smallest[:3]).token)
        assert done.ephemeral
        told = [event for event in (await harbour.find_match()).events if isinstance(event, CardDrawn)]
        drew = told[-1] if told else None
    owner = (await harbour.find_table()).names[drew.seat]
    assert drew.card is not None
    board = read_text(harbour.board)
    assert f"{owner} can't play" in board or f"{owner} draws a card and can play" in board
    assert not re.search(r"draws \d", read_text(harbour.board))
    match = await harbour.find_match()
    user = (await harbour.find_table()).occupants[drew.seat].user_id
    mine = next(person for person in people if person.id == user)
    described = await harbour.press_tool_button(mine, "Describe")
    assert "Your hand:" in described.response.content
    assert format_rank(LETTER_BY_CARD[drew.card], "tiles") in described.response.content
    news = f"> You couldn't play, drew a card ({format_rank(LETTER_BY_CARD[drew.card], 'tiles')}), "
    assert news in described.response.content
    for person in people[:3]:
        own = await person.click(harbour.board, label="My hand")
        assert own.response.ephemeral
        assert (news in own.response.content) == (person is mine)
        assert (">" in own.response.content) == (person is mine)
    public = [message.content for message in harbour.list_posts()]
    assert not any("Your hand" in content for content in public)
    everybodys = match.rules.view(match.state, None)
    assert isinstance(everybodys, View) and everybodys.hand == ()


def find_token_that_keeps_turn(match: Match) -> str:
    """Return a token after which the other seat can only draw, or an empty string."""
    seat = match.to_act[0]
    tokens = [action.token for action in match.rules.list_candidates(match.state, seat)]
    return next((t for t in tokens if match.act(seat, t).count_ended_turns(match.ply + 1) == 2), "")


@pytest.mark.parametrize("verbosity", ["normal", "quiet"])
async def test_a_repeated_turn_of_the_same_seat_has_its_own_board_and_mention(
    harbour: Harbour, verbosity: str
) -> None:
    await harbour.begin_match("coral_reef")
    await harbour.store.channels.set(harbour.channel.id, "verbosity", verbosity)
    match = await harbour.play_random_moves(60, until=lambda match: bool(find_token_that_keeps_turn(match)))
    person, called = await harbour.find_player(), f"<@{(await harbour.find_player()).id}>"
    before = [post.id for post in harbour.list_posts()]
    await harbour.type_move(find_token_that_keeps_turn(match), person)
    assert (await harbour.find_player()).id == person.id
    fresh = [post for post in harbour.list_posts() if post.id not in before]
    assert len(fresh) == 1
    assert called in fresh[0].content


async def test_starting_a_stack_without_a_nine_is_refused_in_private(harbour: Harbour) -> None:
    people = await start_match(harbour, 2)
    for _ in range(30):
        match = await harbour.find_match()
        if match.outcome or all(
            action.token != "seed" for action in match.legal_actions(match.active_seat or 0)
        ):
            break
        await (await find_active_player(harbour, people)).slash(harbour.channel, "move", action="seed")
    assert match.outcome is None
    person = await find_active_player(harbour, people)
    seed = next(i for i, label in list_buttons(harbour.board).items() if label == NINE_LABEL)
    answer = await person.click(harbour.board, custom_id=seed)
    assert answer.response.ephemeral
    reason = "You have no nine to lay as a new stack (CR-2.4)."
    assert answer.response.content.startswith(reason)
    offered = list_buttons(answer.response).values()
    assert not [label for label in offered if "nine" in label], "a private panel offers only what is possible"
    refused = await person.slash(harbour.channel, "move", action="seed")
    assert refused.response.content == reason
    assert (await harbour.find_match()).seq == match.seq


def test_only_a_public_button_asks_whether_one_has_a_nine() -> None:
    game = GAMES["coral_reef"]
    case = Case(game, 2, game.get_default_options(), 5, is_rich=True, max_plies=60)
    seen = set[bool]()
    for _, state in case.iterate_states(60):
        for seat in case.rules.to_act(state):
            seen.add(any(action.token == "seed" for action in case.rules.legal_actions(state, seat)))
            scene = Scene(("Anna", "Ben"), load_words(), reader_seat=None)
            for viewer, label in ((None, NINE_LABEL), (seat, "Lay a nine as a new stack")):
                view = case.rules.view(state, viewer)
                assert case.rules.list_first_choices(view, seat) == ("play", "seed")
                assert game.texts.label_value("kind", "seed", view, scene) == label
    assert seen == {True, False}, "the public button is the same with and without a nine"


async def test_error_messages_say_tiles_when_the_corals_are_tiles(harbour: Harbour) -> None:
    people = await start_match(harbour, 2, options="corals=tiles")
    before = await harbour.find_match()
    person = await find_active_player(harbour, people)
    refused = await person.slash(harbour.channel, "move", action="play:1:9k>9")
    content = refused.response.content
    assert content.startswith("Tiles have no jacks, queens or kings (CR-2.2")
    assert (await harbour.find_match()).seq == before.seq


async def test_a_play_undone_by_agreement_is_repeated_with_the_same_suits(harbour: Harbour) -> None:
    # Allow several rounds, because the first deal may not offer such a play.
    people = await start_match(harbour, 2, options="rounds_to_win=3")
    for token in find_walk_to_play_of_equal_card(await harbour.find_match()):
        await harbour.type_move(token, await find_active_player(harbour, people))
    found = find_play_of_equal_card(await harbour.find_match())
    asker = await find_active_player(harbour, people)
    other = next(person for person in people[:2] if person is not asker)
    await harbour.type_move(found, asker)
    once = await harbour.find_match()
    await press_at_table(asker, harbour.channel, "undo")
    (question,) = [message for message in harbour.list_posts() if "Agree" in list_buttons(message).values()]
    await other.click(question, label="Agree")
    back = await harbour.find_match()
    assert (back.ply, back.is_rated) == (once.ply - 1, True)
    await harbour.type_move(found, asker)
    again = await harbour.find_match()
    assert again.state == once.state
    assert again.is_rated


def find_walk_to_play_of_equal_card(match: Match) -> list[str]:
    """Return the tokens of a random walk to a position where :func:`find_play_of_equal_card` has a result."""
    for number in range(MAX_WALKS):
        chance, walked, tokens = random.Random(number), match, list[str]()
        while walked.outcome is None:
            if find_play_of_equal_card(walked):
                return tokens
            tokens.append(chance.choice(walked.legal_actions(walked.active_seat or 0)).token)
            walked = walked.act(walked.active_seat or 0, tokens[-1])
    raise AssertionError(f"no such play in {MAX_WALKS} walks")


def find_play_of_equal_card(match: Match) -> str:
    """Return a token that plays one of several equal cards without a draw, or an empty string."""
    seat = match.active_seat or 0
    assert isinstance(match.state, State)
    ranks = format_letters(match.state.hands[seat])
    tokens = [
        action.token
        for action in match.legal_actions(seat)
        if isinstance(action, PlayCorals) and len(action.corals) == 1 and ranks.count(action.top) > 1
    ]
    return next((token for token in tokens if not match.act(seat, token).steps[-1].used_chance), "")


async def test_illegal_words_in_any_order_are_answered_with_the_rule(harbour: Harbour) -> None:
    people = await start_match(harbour, 2, options="corals=cards")
    person = await find_active_player(harbour, people)

    async def read_reply(typed: str) -> Any:
        return read_answer(await person.slash(harbour.channel, "move", action=typed))

    assert await read_reply("8 nines") == "You hold no 9 (CR-2.2)."
    reply = await read_reply("8 nines on stack 3")
    assert reply.startswith("I read this as “Stack 3: ") and reply.endswith("You hold no 9 (CR-2.2).")
    assert "There's no stack 12" in await read_reply("6 and 8 on stack 12")
    assert "I can't read" in await read_reply("banana")


def find_pair_that_fits_nowhere(match: Match) -> str:
    """Return a rank that the seat to act holds twice, if no stack needs the sum, or an empty text."""
    view = match.rules.view(match.state, match.to_act[0])
    assert isinstance(view, View)
    targets, ranks = set(map(find_target, view.stacks)), format_letters(view.hand)
    return next((r for r in "2345678" if ranks.count(r) > 1 and len(targets - {2 * int(r)}) > 2), "")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en-GB", "That makes {sum}. No stack needs that, only {targets} (CR-2.2)."),
        ("de", "Das ergibt {sum}. Das braucht kein Stapel, nur {targets} (CR-2.2)."),
        ("nl", "Dat is samen {sum}. Geen stapel vraagt dat, alleen {targets} (CR-2.2)."),
    ],
)
async def test_cards_that_fit_on_no_stack_are_refused_with_what_the_stacks_need(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, language: str, told: str
) -> None:
    await start_match(harbour, 2, options="corals=cards")
    match = await harbour.play_random_moves(
        MAX_WALKS, until=lambda one: bool(find_pair_that_fits_nowhere(one))
    )
    rank, view = find_pair_that_fits_nowhere(match), match.rules.view(match.state, match.to_act[0])
    assert rank and isinstance(view, View)
    set_languages(monkeypatch, {}, server=language, others=language)
    targets = ", ".join(map(str, sorted(set(map(find_target, view.stacks)))))
    answer = read_answer(await harbour.type_move(f"2 {rank}s"))
    assert answer == told.format(sum=2 * int(rank), targets=targets)
