from collections import Counter
from itertools import permutations

import pytest

from games.core.rng import Chance, compute_commitment, derive_match_key


def test_the_draws_of_a_key_never_change() -> None:
    """Recorded matches depend on exactly these numbers."""
    rng = Chance(b"reef", 0)
    assert [rng.draw_below(6) for _ in range(12)] == [1, 1, 5, 0, 4, 1, 0, 3, 2, 4, 2, 0]
    assert Chance(b"reef", 1).shuffled(range(8)) == (6, 0, 5, 2, 7, 1, 3, 4)


def test_each_key_and_each_ply_has_its_own_draws() -> None:
    draws = {Chance(key, ply).draw_below(10**9) for key in (b"a", b"b") for ply in range(50)}
    assert len(draws) == 100
    assert Chance(b"a", 3).draw_below(10**9) == Chance(b"a", 3).draw_below(10**9)


def test_more_draws_are_possible_than_fit_a_block() -> None:
    rng = Chance(b"reef", 0)
    assert len({rng.draw_below(2**63) for _ in range(100)}) == 100


def test_no_value_is_favoured() -> None:
    rng = Chance(b"reef", 0)
    counts = Counter(rng.draw_below(6) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert all(850 < count < 1150 for count in counts.values())


def test_no_order_is_favoured() -> None:
    counts = Counter(Chance(b"reef", ply).shuffled("abc") for ply in range(3000))
    assert set(counts) == set(permutations("abc"))
    assert all(400 < count < 600 for count in counts.values())


def test_a_shuffle_keeps_every_item() -> None:
    assert sorted(Chance(b"k", 0).shuffled([3, 1, 1, 2])) == [1, 1, 2, 3]
    assert Chance(b"k", 0).shuffled([]) == ()


def test_a_rejected_word_is_drawn_again() -> None:
    """Random words that would favour some results are rejected, here almost half of them."""
    rng = Chance(b"reef", 0)
    limit = (1 << 63) + 1
    assert all(rng.draw_below(limit) < limit for _ in range(50))


@pytest.mark.parametrize("limit", [1, 6, 300, (1 << 63) + 1])
def test_several_draws_equal_single_draws(limit: int) -> None:
    """Some draws cross the end of a block or reject words. The draw after all others must agree too."""
    together, single = Chance(b"reef", 4), Chance(b"reef", 4)
    assert together.draw_several(limit, 21) == [single.draw_below(limit) for _ in range(21)]
    assert together.draw_below(10**9) == single.draw_below(10**9)


def test_zero_draws_do_not_mark_chance_as_used() -> None:
    rng = Chance(b"k", 0)
    assert rng.draw_several(6, 0) == []
    assert not rng.used
    assert rng.draw_several(6, 1) and rng.used


def test_chance_is_marked_as_used_only_after_a_draw() -> None:
    rng = Chance(b"k", 0)
    assert not rng.used
    rng.choice("ab")
    assert rng.used


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_must_be_positive(limit: int) -> None:
    with pytest.raises(ValueError, match="positive"):
        Chance(b"k", 0).draw_below(limit)
    with pytest.raises(ValueError, match="positive"):
        Chance(b"k", 0).draw_several(limit, 3)


def test_the_commitment_is_the_secrets_sha_256_value() -> None:
    assert compute_commitment(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_the_key_depends_on_the_secret_and_on_every_press_in_order() -> None:
    keys = {
        derive_match_key(secret, presses)
        for secret in (b"a", b"b")
        for presses in ((1, 2), (2, 1), (12,), ())
    }
    assert len(keys) == 8
    assert len(derive_match_key(b"a", (1,))) == 32


def test_a_deal_equals_the_beginning_of_a_shuffle() -> None:
    pile = list(range(9))
    taken = Chance(b"reef", 1).deal(pile, 4)
    assert taken == list(Chance(b"reef", 1).shuffled(range(9))[:4:-1])
    assert sorted(taken + pile) == list(range(9))
    assert Chance(b"reef", 1).deal(pile, 5) and not pile
