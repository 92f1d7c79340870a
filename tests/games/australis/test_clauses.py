import re
from pathlib import Path

import pytest

from tests.games.australis.build import clauses

HERE = Path(__file__).parent
TESTS = "\n".join(path.read_text(encoding="utf-8") for path in sorted(HERE.glob("test_au_*.py")))


@pytest.mark.parametrize("clause", sorted(clauses()))
@pytest.mark.parametrize("kind", ["allows", "forbids"])
def test_each_clause_has_a_test_of_what_it_allows_and_forbids(clause: str, kind: str) -> None:
    name = clause.lower().replace("-", "_").replace(".", "_")
    assert re.search(rf"^def test_{name}_{kind}_", TESTS, re.MULTILINE)


def test_every_clause_that_the_code_names_is_in_the_rules() -> None:
    package = HERE.parents[2] / "games" / "australis"
    named = {
        clause
        for path in package.glob("*.py")
        for clause in re.findall(r"AU-\d+\.\d+", path.read_text(encoding="utf-8"))
    }
    assert named <= clauses()
    assert len(clauses()) == 26
