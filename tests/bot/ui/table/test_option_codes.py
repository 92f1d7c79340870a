"""A game's options can be encoded in a custom_id and decoded again."""

from __future__ import annotations

import pytest

from bot.ui.table.option_codes import decode_options, encode_options
from games.registry import GAMES


@pytest.mark.parametrize("key", GAMES)
def test_options_survive_encoding_and_decoding(key: str) -> None:
    game = GAMES[key]
    last = {option.name: option.values[-1] for option in game.options}
    assert decode_options(game, encode_options(game, last)) == last
    assert decode_options(game, encode_options(game, {})) == game.get_default_options()


@pytest.mark.parametrize("digit", ["-", "!", "z", "٣"])
def test_an_invalid_or_too_large_digit_leaves_its_option_out(digit: str) -> None:
    game = GAMES["das_riff"]
    first, second = game.options[:2]
    encoded = digit + encode_options(game, {second.name: second.values[-1]})[1:]
    assert decode_options(game, encoded) == {second.name: second.values[-1]}, first.name
    assert decode_options(game, encoded[:1]) == {}
