"""The *Rule* button shows the rule that a refusal or a reason cites."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.ui.play.clause import find_rules_passage, write_sign_legend
from games.core.words import list_locales, load_words
from games.registry import GAMES
from tests.bot.ui.play.guiding import RankingThinker
from tests.support.cases import join_cases
from tests.support.harbour import Harbour, list_buttons, replace_thinker
from tests.support.reading import check_limits, get_reply, list_layout_texts

CLAUSE_PATTERN = re.compile(r'"([A-Z]{2}-\d+\.\d+)"')


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("locale", list_locales())
def test_each_cited_clause_is_found_in_the_rules_of_its_game(key: str, locale: str) -> None:
    folder = Path(__file__).parents[4] / "games" / key
    cited = {
        clause for path in folder.rglob("*.py") for clause in CLAUSE_PATTERN.findall(path.read_text("utf-8"))
    }
    assert cited
    for clause in cited:
        found = find_rules_passage(GAMES.values(), clause, load_words(locale))
        assert found is not None and found.game.key == key, clause
        assert clause in found.text


@join_cases([(key, locale) for key in GAMES for locale in list_locales()])
def test_a_line_that_cites_a_clause_is_complete_on_its_own(key: str, locale: str) -> None:
    for page in GAMES[key].texts.list_rules_pages(load_words(locale)):
        assert not re.search(r": \([A-Z]{2}-", page.text), (
            "the button shows only the line that cites the clause"
        )


def test_a_clause_is_not_mistaken_for_a_longer_one() -> None:
    found = find_rules_passage(GAMES.values(), "AU-2.1", load_words())
    assert found is not None
    assert re.search(r"AU-2\.1\b(?!\d)", found.text)
    assert find_rules_passage(GAMES.values(), "AU-2.99", load_words()) is None


@pytest.mark.parametrize("locale", list_locales())
def test_a_clause_that_heads_a_list_is_shown_with_it(locale: str) -> None:
    dice = find_rules_passage(GAMES.values(), "AU-2.1", load_words(locale))
    assert dice is not None
    assert sum(line.startswith("- **") for line in dice.text.splitlines()) == 5
    token = find_rules_passage(GAMES.values(), "AU-2.8", load_words(locale))
    assert token is not None and len(token.text.splitlines()) == 2


@pytest.mark.parametrize("key", GAMES)
def test_a_clause_has_no_heading_that_promises_another_passage(key: str) -> None:
    """DR-3.1 explains boats on the page *The goal*, but isn't the goal."""
    for page in GAMES[key].texts.list_rules_pages(load_words()):
        for clause in re.findall(r"[A-Z]{2}-\d+\.\d+", page.text):
            found = find_rules_passage(GAMES.values(), clause, load_words())
            assert found is not None
            heading, *lines = found.text.splitlines()
            assert heading == f"**{GAMES[key].title}**" and all(
                clause in line or line.startswith("- ") for line in lines
            )


@pytest.mark.parametrize("key", GAMES)
def test_the_legend_explains_the_signs_of_the_picture(key: str) -> None:
    signs, told = GAMES[key].signs_text, write_sign_legend(GAMES[key], load_words())
    assert told.startswith("-# In the picture, → marks who moved last.")
    assert signs is None or told.endswith(signs.msgid)


async def test_a_refusal_leads_to_its_rule_and_to_all_rules(harbour: Harbour) -> None:
    await harbour.begin_match("reef")
    person = await harbour.find_player()
    refused = get_reply(await harbour.type_move("take:61", person))
    assert "(RF-1.2)" in refused.content
    rule = get_reply(await person.click(refused, label="Rule"))
    check_limits(rule)
    assert rule.ephemeral and "RF-1.2" in rule.content
    assert "picture" not in rule.content and not rule.attachments
    page = get_reply(await person.click(rule, label="All rules"))
    assert page.ephemeral
    assert write_sign_legend(GAMES["reef"], load_words()) in "\n".join(list_layout_texts(page)).splitlines()


async def test_the_guides_rule_opens_in_a_new_message(harbour: Harbour) -> None:
    replace_thinker(harbour.bot, RankingThinker())
    await harbour.begin_match("reef")
    panel = get_reply(await harbour.press_action_kind("take"))
    person = await harbour.find_player()
    answer = get_reply(await person.click(panel, label="Rule"))
    assert answer.id != panel.id
    assert re.search(r"\bRF-\d+\.\d+", answer.content)
    assert "Rule" in list_buttons(panel).values()


async def test_the_rule_of_a_choice_of_dice_has_a_line_for_each_colour(harbour: Harbour) -> None:
    replace_thinker(harbour.bot, RankingThinker())
    await harbour.begin_match("australis")
    panel = get_reply(await harbour.press_action_kind("die"))
    answer = get_reply(await (await harbour.find_player()).click(panel, label="Rule"))
    assert sum(line.startswith("- **") for line in answer.content.splitlines()) == 5
