"""Emoji made from the pieces, each on a tile.

The tile keeps them legible, because Discord shows them 22 pixels high, on dark and light backgrounds and on
buttons of four colours. Each colour has its own shape or pattern, as on the board.
"""

from __future__ import annotations

from assets.studio import australis_pieces, coral, pieces, reef_corals
from assets.studio.fish import COLOUR_LETTERS, draw_fish
from assets.studio.paper import (
    CREAM,
    INK,
    NAVY,
    clip_to_shape,
    make_circle,
    make_curve,
    make_group,
    make_path,
    make_rect,
    make_svg,
    make_text,
    make_wave,
    mix_colours,
)
from games.australis.parts import CARD_CODES, CARD_KINDS, DIE_BY_CODE, Colour, Die
from games.reef.parts import CARDS

DRAWING_SIZE = 128
"""Width and height of an emoji in the units of its drawing."""
EMOJI_SIZE = 96
"""Width and height of an emoji in pixels, twice the size at which Discord shows large emoji."""
DARK_SEA, PALE_SEA = ("#1B5577", "#143F5F"), ("#E6F4EE", "#BFE2E0")
SEA_BY_LETTER = {"r": PALE_SEA, "y": DARK_SEA, "b": ("#4A2417", "#35170E"), "g": ("#FFEBD6", "#F8D2B4")}
SEA_BY_LETTER |= {"p": ("#FFE9C9", "#F6D29C"), "w": ("#2F7FA0", "#236883")}


def draw_tile(piece: str, water: str, wave: str, rim: str = CREAM) -> str:
    """Return ``piece`` on a tile: water in a paper rim, with a dark outline for light backgrounds."""
    line = make_curve(make_wave(92, -4, DRAWING_SIZE + 4, 6, 110, 0.6))
    water = make_rect(0, 0, DRAWING_SIZE, DRAWING_SIZE, 0, water) + make_path(
        f"{line} L{DRAWING_SIZE + 4},{DRAWING_SIZE} L-4,{DRAWING_SIZE}Z", wave
    )
    shape = f'<rect x="9" y="9" width="{DRAWING_SIZE - 18}" height="{DRAWING_SIZE - 18}" rx="20"/>'
    return (
        make_rect(0, 0, DRAWING_SIZE, DRAWING_SIZE, 28, INK)
        + make_rect(3, 3, DRAWING_SIZE - 6, DRAWING_SIZE - 6, 25, rim)
        + clip_to_shape("tile", shape, water + piece)
    )


def draw_letter_badge(letter: str, tone: str, ink: str) -> str:
    """Return a letter on a disc, for the upper left corner."""
    return make_circle(33, 33, 27, tone, stroke=CREAM if ink == CREAM else INK, stroke_width=4) + make_text(
        33, 48.5, 43, letter.upper(), ink
    )


def draw_worm(colour_letter: str) -> str:
    """Return the emoji of a worm."""
    flip = colour_letter in "ygw"
    drawn = make_group(pieces.draw_worm(colour_letter, "w"), 64, 65, 1.5, flip, 30 if flip else -24)
    return draw_tile(drawn, *SEA_BY_LETTER[colour_letter])


def draw_worms() -> str:
    """Return the emoji of a price payable in worms of any colour: worms of two colours."""
    pair = make_group(pieces.draw_worm("r", "a"), 42, 60, 1.25, rotation=-14) + make_group(
        pieces.draw_worm("y", "b"), 86, 68, 1.25, rotation=14
    )
    return draw_tile(pair, *DARK_SEA)


def draw_fish_tile(colour_letter: str, sex: str) -> str:
    """Return the emoji of a fish with its male or female symbol."""
    body = make_group(draw_fish(colour_letter, sex, "f"), 60, 72, 1.14)
    return draw_tile(body + draw_sex_symbol(sex, 102, 30), *SEA_BY_LETTER[colour_letter])


def draw_sex_symbol(sex: str, x: float, y: float) -> str:
    """Return the male or female symbol on a disc, centred on ``x``, ``y``."""
    line = {"stroke": INK, "stroke_width": 5.6, "stroke_linecap": "round", "stroke_linejoin": "round"}
    if sex == "m":
        drawn = make_circle(-4, 4, 8, "none", **line) + make_path("M2,-2 L11,-11 M2,-11.5 H11.5 V-2", **line)
    else:
        drawn = make_circle(0, -6, 8, "none", **line) + make_path("M0,2 V15 M-7,8.5 H7", **line)
    return make_group(make_circle(0, 0, 20, CREAM, stroke=INK, stroke_width=3) + drawn, x, y)


def draw_das_riff() -> dict[str, str]:
    """Return the emoji of Das Riff by name."""
    found = {f"worm_{letter}": draw_worm(letter) for letter in COLOUR_LETTERS}
    found |= {f"fish_{letter}{sex}": draw_fish_tile(letter, sex) for letter in COLOUR_LETTERS for sex in "mf"}
    return found | {
        "worms": draw_worms(),
        "coral": draw_tile(make_group(pieces.draw_coral("k"), 64, 65, 1.14), "#C9ECE4", "#F3D9A6"),
        "pearl": draw_tile(make_group(pieces.draw_shell("k"), 64, 72, 1.16), "#3A4F7E", "#2C3C66"),
        "shark": draw_tile(make_group(pieces.draw_shark("k"), 65, 65, 1.08), "#7FC4D6", "#5FAAC2"),
        "boat": draw_tile(make_group(pieces.draw_boat(None, "k"), 64, 70, 1.3), "#56B4C1", "#2A7894"),
        "down": draw_tile(make_group(pieces.draw_wave_back("k", 96, 96), 1, 1, 1.32), NAVY, NAVY),
        "water": draw_tile(make_group(pieces.draw_water("k"), 4, 4, 1.08), NAVY, NAVY),
    }


def draw_coral(colour_letter: str) -> str:
    """Return the emoji of a coral of Reef."""
    grown = make_group(reef_corals.PATTERN_BY_LETTER[colour_letter](), 64, 66, 1.4)
    return draw_tile(
        grown,
        reef_corals.FILL_BY_LETTER[colour_letter],
        mix_colours(reef_corals.FILL_BY_LETTER[colour_letter], INK, 0.22),
    )


def draw_reef_card(first: str, second: str) -> str:
    """Return the emoji of a card of Reef, which shows the two corals that playing the card gives."""
    body = make_rect(0, 0, 64, DRAWING_SIZE, 0, reef_corals.FILL_BY_LETTER[first]) + make_rect(
        64, 0, 64, DRAWING_SIZE, 0, reef_corals.FILL_BY_LETTER[second]
    )
    body += make_path("M64,0 V128", stroke=CREAM, stroke_width=5)
    body += make_group(reef_corals.PATTERN_BY_LETTER[first](), 34, 66, 0.7) + make_group(
        reef_corals.PATTERN_BY_LETTER[second](), 94, 66, 0.7
    )
    return draw_tile(body, CREAM, CREAM)


def draw_all_corals() -> str:
    """Return the emoji that shows all four corals of Reef."""
    places = zip(reef_corals.COLOUR_LETTERS, ((0, 0), (64, 0), (64, 64), (0, 64)), strict=True)
    body = "".join(
        make_rect(x, y, 64, 64, 0, reef_corals.FILL_BY_LETTER[letter])
        + make_group(
            reef_corals.PATTERN_BY_LETTER[letter](), x + 34 - 4 * (x > 0), y + 36 - 6 * (y > 0), 0.52
        )
        for letter, (x, y) in places
    )
    return draw_tile(body + make_path("M64,0 V128 M0,64 H128", stroke=CREAM, stroke_width=5), CREAM, CREAM)


def draw_reef() -> dict[str, str]:
    """Return the emoji of Reef by name."""
    letters = reef_corals.COLOUR_LETTERS
    found = {f"coral_{letter}": draw_coral(letter) for letter in letters}
    for card in CARDS.values():
        first, second = (colour.letter for colour in card.corals)
        found[f"pair_{first}{second}"] = draw_reef_card(first, second)
    return found | {
        "corals": draw_all_corals(),
        "deck": draw_tile(make_group(pieces.draw_wave_back("k", 96, 96), 1, 1, 1.32), NAVY, NAVY),
    }


def draw_die(die: Die) -> str:
    """Return the emoji of a die of Australis. Its circles, if any, are larger than on the board."""
    drawn = australis_pieces.draw_die(die)
    if die.circles:
        colour = die.colour
        inner = '<rect x="5" y="5" width="45" height="45" rx="8"/>'
        face = make_rect(
            3, 3, 50, 50, 0, australis_pieces.DIE_FILLS[colour]
        ) + australis_pieces.draw_die_pattern(colour)
        effect = (
            make_text(40, 28.5, 29, str(die.value), INK)
            if colour == Colour.YELLOW
            else make_group(australis_pieces.draw_cards(die.value), 41, 19.5, (0.95, 0.62)[die.value - 1])
        )
        points = make_group(australis_pieces.draw_coins(die.circles), 27.5, 41, 1.05)
        drawn = make_rect(0, 0, 56, 56, 12, australis_pieces.DIE_RIMS[colour])
        drawn += make_rect(0, 0, 54, 54, 12, CREAM if colour == Colour.YELLOW else "#B9CBD2")
        drawn += clip_to_shape("di", inner, face + australis_pieces.draw_die_letter(colour)) + effect + points
    return make_rect(0, 0, DRAWING_SIZE, DRAWING_SIZE, 28, INK) + make_group(drawn, 3, 3, 122 / 56)


def draw_australis() -> dict[str, str]:
    """Return the emoji of Australis by name."""
    found = {f"die_{code}": draw_die(shown) for code, shown in DIE_BY_CODE.items()}
    for card, code in enumerate(CARD_CODES):
        function, colour = CARD_KINDS[card]
        tone = ("#D9F0EA", "#FFF1D2", "#C9ECFA", "#E3DAF0", "#FBDAD3")[colour]
        deep = ("#A9D6D4", "#F6DCA8", "#93D3EE", "#C6B6DE", "#F1B5AA")[colour]
        drawn = make_group(australis_pieces.draw_function(function, "k"), 66, 76, 1.42)
        mark = draw_letter_badge(
            colour.letter, australis_pieces.DIE_FILLS[colour], australis_pieces.DIE_INKS[colour]
        )
        found[f"card_{code}"] = draw_tile(drawn + mark, tone, deep, australis_pieces.DIE_FILLS[colour])
    return found | {
        "coral": draw_tile(make_group(pieces.draw_coral("k"), 64, 65, 1.14), "#C9ECE4", "#F3D9A6"),
        "gold": draw_competition_tile(True),
        "silver": draw_competition_tile(False),
    }


def draw_competition_tile(is_gold: bool) -> str:
    """Return the emoji of a competition tile of Australis.

    It has no number, because the tiles have different points in each round.
    """
    return make_group(australis_pieces.draw_competition_tile(is_gold), scale=DRAWING_SIZE / 40)


def draw_rank(letter: str, is_tile: bool) -> str:
    """Return the emoji of a card or number tile of Coral Reef: its rank and, on a face card, a crown."""
    if letter in coral.NUMBER_LETTERS:
        body = coral.find_polyp_tones(letter)[0]
        tone, deep, ink, edge = (
            ("#FBF1DC", body, INK, "#C8B08A") if is_tile else ("#F3FAF4", body, INK, CREAM)
        )
        shown = "1" if is_tile and letter == "a" else letter.upper()
    elif letter == "t":
        tone, deep, ink, edge = "#FFE08A", "#F2952E", "#5A2D06", "#FFC53D"
        shown = "0" if is_tile else "10"
    else:
        tone, deep, ink, edge = "#4A3270", "#33214F", "#FFF4DD", "#C9B5E6"
        shown = letter.upper()
    if letter in coral.DEDUCTION_BY_FACE:
        crown = make_group(coral.draw_crown(coral.DEDUCTION_BY_FACE[letter]), 64, 34, 0.9)
        drawn = crown + make_text(64, 104, 78, shown, ink)
    else:
        drawn = make_text(64, 91, 84 if len(shown) > 1 else 100, shown, ink)
    return draw_tile(drawn, tone, deep, edge)


def draw_coral_reef() -> dict[str, str]:
    """Return the emoji of Coral Reef by name."""
    found = {f"card_{letter}": draw_rank(letter, False) for letter in "a23456789tjqk"}
    return found | {f"tile_{letter}": draw_rank(letter, True) for letter in "a23456789t"}


def draw_all() -> dict[str, str]:
    """Return every emoji by its name, as ``game/thing``."""
    games = {
        "das_riff": draw_das_riff(),
        "reef": draw_reef(),
        "australis": draw_australis(),
        "coral_reef": draw_coral_reef(),
    }
    return {
        f"{game}/{thing}": make_svg(
            EMOJI_SIZE, EMOJI_SIZE, make_group(drawn, scale=EMOJI_SIZE / DRAWING_SIZE)
        )
        for game, found in games.items()
        for thing, drawn in found.items()
    }
