"""Coral Reef: playing cards and tiles with coral growing on them, card backs, buoys and the table."""

from __future__ import annotations

import math

from assets.studio import pieces, scenery, table
from assets.studio.paper import (
    CREAM,
    GOLD,
    INK,
    NAVY,
    clip_to_shape,
    make_circle,
    make_curve,
    make_group,
    make_path,
    make_polygon,
    make_rect,
    make_svg,
    make_text,
    make_wave,
    mix_colours,
)
from assets.studio.reef_cards import draw_small_back
from games.coral_reef.layout import TAG_BY_MIN_CARD_WIDTH

STACK_CARD_WIDTHS = (300, 264, 232, 208, 176, 150, 112, 88, 64)
"""Card widths for which stacks are drawn. A card is 1.4 times as high as wide."""
STRIP_HEIGHT_BY_WIDTH = {300: 76, 264: 68, 232: 60, 208: 49, 176: 50, 150: 52, 112: 48, 88: 42, 64: 40}
"""Visible height of a card below the next one of a stack, by card width."""
RANK_SIZE_BY_WIDTH = {300: 66, 264: 58, 232: 52, 208: 47, 176: 46, 150: 46, 112: 42, 88: 36, 64: 33}
"""Font size of the rank on a covered card, by card width. At least 30, to be legible on a phone."""
DECK_SIZE = (308, 134)
"""Width and height of the plate below the deck."""
DECK_CARD_WIDTH = 84
HELD_WIDTH, LARGE_HELD_WIDTH = 150, 180
"""Card widths in the viewer's hand: if it has many cards, and if it has few."""
HELD_CROWN_BRANCHES, HELD_CROWN_SCALE = 3, 0.46
"""Number of branches and scale of the crown on every face card in hand, which shows its value as a number."""
HELD_CROWN_CENTRE = (75, 31)
"""Centre of that crown, beside the letter."""
FACE_LETTER_SIZE = 59
"""Font size of the letter on face cards in hand. The widest, Q, leaves room for the crown."""
REVEALED_WIDTH = 48
"""Width of a card in a hand that is revealed when the match ends."""
LAST_PLAYED_WIDTHS = (96, 84, 60)
"""Card widths in the picture of the last move, for few, several and many cards."""
MIN_COUNTING_WIDTH = 112
"""Minimum width of the plate below a stack on which the number of its cards fits."""
POSTER_CARD_WIDTH = 176
"""Width of the cards on the poster, the only place where face cards are drawn uncovered."""
FAR_SHELF_HEIGHT, NEAR_SHELF_HEIGHT = 166, 252
"""Heights of the shelves of sand behind the seats' plates (far) and behind the viewer's hand (near)."""
CARD_BEHIND_COLOUR = "#C9DDE2"
BACK_WIDTH, SMALL_BACK_WIDTH = 112, 38
NUMBER_LETTERS = "a23456789"
DEDUCTION_BY_FACE = {"j": 1, "q": 2, "k": 3}
POLYP_TONES = {
    "low": ("#1E9C93", "#0B5A5C", "#8FE0D2"),
    "middle": ("#F2952E", "#8A4A0C", "#FFD08A"),
    "high": ("#FF6F61", "#8E1F3C", "#FFB3A2"),
}
"""Body, rim and light tones of the polyps on cards up to 3, up to 6 and up to 9."""
ROUND_STROKE = {"stroke_linejoin": "round", "stroke_linecap": "round"}


def compute_height(width: int) -> int:
    """Return the height of a card of this width."""
    return round(width * 1.4)


def find_polyp_tones(letter: str) -> tuple[str, str, str]:
    """Return the body, rim and light tones of the polyps on a number card."""
    value = NUMBER_LETTERS.index(letter) + 1
    if value <= 3:
        return POLYP_TONES["low"]
    return POLYP_TONES["middle" if value <= 6 else "high"]


def draw_polyps(letter: str) -> str:
    """Return the polyps on a card of 100 × 140, as many as its number."""
    body, rim, light = find_polyp_tones(letter)
    count = NUMBER_LETTERS.index(letter) + 1
    stalks, heads = "", ""
    for i in range(count):
        x = 50 + (i - (count - 1) / 2) * min(15, 84 / max(count, 1))
        tall = (24, 15, 20, 12)[(i * 3 + count) % 4] + (6 if count < 4 else 0)
        lean = 4 if i % 2 else -4
        bend = f"{x + lean:.1f},{136 - tall * 0.4:.1f} {x - lean:.1f},{136 - tall * 0.7:.1f}"
        stalk = f"M{x:.1f},136 C{bend} {x:.1f},{132 - tall:.1f}"
        stalks += make_path(stalk, stroke=rim, stroke_width=8.4, **ROUND_STROKE)
        stalks += make_path(stalk, stroke=body, stroke_width=5.6, **ROUND_STROKE)
        heads += make_circle(x, 130 - tall, 5.6, body, stroke=rim, stroke_width=1.6)
        heads += make_circle(x - 1, 129 - tall, 2.6, light)
    return stalks + heads


def draw_crown(branch_count: int) -> str:
    """Return a coral crown with this number of branches, centred on the origin."""
    parts = ""
    for i in range(branch_count):
        x = (i - (branch_count - 1) / 2) * 19
        lean = x * 0.35
        stem = f"M{x * 0.7:.1f},12 C{x * 0.8:.1f},4 {x + lean:.1f},0 {x + lean:.1f},-14"
        twig = f"M{x * 0.9:.1f},2 L{x + lean * 0.4 + 7:.1f},-7"
        for d in (stem, twig):
            parts += make_path(d, stroke="#8E1F3C", stroke_width=9, **ROUND_STROKE)
        for d in (stem, twig):
            parts += make_path(d, stroke="#FF6F61", stroke_width=5.6, **ROUND_STROKE)
        parts += make_circle(x + lean, -15, 4.6, "#FFE9B0", stroke="#8A5A12", stroke_width=1.6)
    wide = 24 + branch_count * 16
    return parts + make_rect(-wide / 2, 9, wide, 11, 5, GOLD, stroke="#8A5A12", stroke_width=2)


def draw_seaweed() -> str:
    """Return the dark seaweed at the bottom of a face card."""
    parts = ""
    for x, tall in ((38, 18), (50, 24), (63, 16), (76, 28), (88, 19)):
        bend = f"M{x},138 C{x + 5},{138 - tall * 0.4:g} {x - 5},{138 - tall * 0.7:g} {x},{136 - tall}"
        parts += make_path(bend, stroke="#7A5BB0", stroke_width=6, **ROUND_STROKE)
        parts += make_circle(x, 135 - tall, 4.8, "#A98BE0")
    return parts


def draw_dome() -> str:
    """Return the round coral at the bottom of a ten."""
    body = "M14,137 C14,112 32,100 50,100 C68,100 86,112 86,137Z"
    folds = (
        "M26,134 C24,120 34,118 34,110",
        "M40,136 C36,122 50,122 47,106",
        "M56,136 C64,124 52,118 60,107",
    )
    return make_path(body, "#E98A1E", stroke="#8A4A0C", stroke_width=2.6) + "".join(
        make_path(d, stroke="#FFD08A", stroke_width=4, **ROUND_STROKE)
        for d in (*folds, "M72,135 C70,124 76,122 70,114")
    )


def draw_frame(clip_id: str, content: str, rim: str) -> str:
    """Return a card, 100 × 140, with ``content`` inside a rim."""
    inner = '<rect x="3.4" y="3.4" width="93.2" height="133.2" rx="7.6"/>'
    light = make_path("M4,134 V12 A8,8 0 0 1 12,4 H94", stroke="#FFFFFF", stroke_opacity=".5", stroke_width=4)
    return (
        make_rect(0, 0, 100, 140, 10, mix_colours(rim, "#4A3216", 0.55))
        + make_rect(0.6, 0.6, 97.4, 137.4, 9.4, rim)
        + clip_to_shape(f"{clip_id}i", inner, content + light)
    )


def draw_water(water: str, wave: str) -> str:
    """Return the water on a card, darker towards the bottom."""
    line = make_curve(make_wave(98, -4, 104, 5, 84, 0.6))
    return make_rect(0, 0, 100, 140, 0, water) + make_path(f"{line} L104,144 L-4,144Z", wave)


def format_value(letter: str) -> str:
    """Return the value of a card if it differs from its rank, else an empty string."""
    if letter in DEDUCTION_BY_FACE:
        return f"−{DEDUCTION_BY_FACE[letter]}"
    return {"a": "1", "t": "0"}.get(letter, "")


def format_rank(letter: str, is_tile: bool) -> str:
    """Return the rank shown on a card or tile."""
    if letter == "t":
        return "0" if is_tile else "10"
    return "1" if is_tile and letter == "a" else letter.upper()


def choose_tones(letter: str, is_tile: bool) -> tuple[str, tuple[str, str], str]:
    """Return a card's or tile's colours: ink, two tones of water, and rim."""
    if letter in DEDUCTION_BY_FACE:
        return CREAM, ("#4A3270", "#33214F"), "#C9B5E6"
    if letter == "t":
        return "#5A2D06", ("#FFE08A", "#F7BE4A"), GOLD
    if is_tile:
        return INK, ("#FBF1DC", "#EAD7AE"), "#C8B08A"
    return INK, ("#F3FAF4", "#CBE9E2"), CREAM


def draw_card_bottom(letter: str) -> str:
    """Return the polyps, dome coral or seaweed at the bottom of a card."""
    if letter in NUMBER_LETTERS:
        return draw_polyps(letter)
    return draw_dome() if letter == "t" else draw_seaweed()


def draw_top_card(letter: str, is_tile: bool = False) -> str:
    """Return the top card or tile of a stack, with its rank as large as possible."""
    ink, tones, rim = choose_tones(letter, is_tile)
    shown = format_rank(letter, is_tile)
    size, down = (66, 82) if len(shown) > 1 else (84, 87)
    more = draw_card_bottom(letter)
    if letter in DEDUCTION_BY_FACE:
        more, size, down = more + make_group(draw_crown(DEDUCTION_BY_FACE[letter]), 50, 30, 0.8), 70, 103
    return draw_frame("f", draw_water(*tones) + more + make_text(50, down, size, shown, ink), rim)


def draw_covered_card(letter: str, width: int, is_tile: bool = False) -> str:
    """Return the visible strip of a covered card: its rank and, on a face card, its value."""
    ink, tones, rim = choose_tones(letter, is_tile)
    size = RANK_SIZE_BY_WIDTH[width] * 100 / width
    down = (STRIP_HEIGHT_BY_WIDTH[width] * 0.5 + RANK_SIZE_BY_WIDTH[width] * 0.36) * 100 / width
    content = draw_water(*tones) + make_text(8, down, size, format_rank(letter, is_tile), ink, "start")
    if letter in DEDUCTION_BY_FACE and width > 64:
        content += make_text(92, down, max(size * 0.86, 3000 / width), format_value(letter), GOLD, "end")
    return draw_frame("f", content, rim)


def draw_held_card(letter: str, is_tile: bool = False) -> str:
    """Return a card in the viewer's hand, with rank and value where the next card can't cover them."""
    ink, tones, rim = choose_tones(letter, is_tile)
    shown, more = format_rank(letter, is_tile), draw_card_bottom(letter)
    size, down = (50, 48) if len(shown) > 1 else (64, 53)
    if letter in DEDUCTION_BY_FACE:
        size = FACE_LETTER_SIZE
        more += make_group(draw_crown(HELD_CROWN_BRANCHES), *HELD_CROWN_CENTRE, HELD_CROWN_SCALE)
    left = 12 if letter == "j" else 7
    content = draw_water(*tones) + more + make_text(left, down, size, shown, ink, "start")
    if format_value(letter) and not is_tile:
        wide = 44 if letter in DEDUCTION_BY_FACE else 32
        content += make_rect(10, 68, wide, 36, 10, CREAM, stroke=INK, stroke_width=2)
        content += make_text(
            10 + wide / 2, 97, 32, format_value(letter), "#A9050F" if letter in DEDUCTION_BY_FACE else INK
        )
    return draw_frame("f", content, rim)


def draw_small_card(letter: str, is_tile: bool = False) -> str:
    """Return a small card with only its rank, for a hand revealed at the end or a move of many cards."""
    ink, tones, rim = choose_tones(letter, is_tile)
    shown = format_rank(letter, is_tile)
    content = make_rect(0, 0, 100, 140, 0, tones[0])
    return draw_frame("f", content + make_text(50, 98, 66 if len(shown) > 1 else 80, shown, ink), rim)


def draw_buoy(size: int) -> str:
    """Return the lifebuoy on which the target of a stack is written."""
    ring = make_circle(0, 0, 47, INK) + make_circle(0, 0, 44, "#FFFFFF")
    for turn in range(4):
        ring += make_group(
            "<path d='M0,0 L-17,-45 A48,48 0 0 1 17,-45Z' fill='#D8232F'/>", rotation=45 + 90 * turn
        )
    return make_group(
        ring + make_circle(0, 0, 33, INK) + make_circle(0, 0, 30.5, CREAM), size / 2, size / 2, size / 96
    )


def draw_star() -> str:
    """Return the starfish that marks a won round, 44 × 44. Two outlines make it visible on any plate."""
    points = []
    for corner in range(10):
        far, angle = (17.5, 8.4)[corner % 2], math.pi * corner / 5 - math.pi / 2
        points.append((far * math.cos(angle), 1.5 + far * math.sin(angle)))
    arms = make_polygon(points)
    body = make_path(arms, INK, stroke=INK, stroke_width=9, stroke_linejoin="round")
    body += make_path(arms, CREAM, stroke=CREAM, stroke_width=6, stroke_linejoin="round")
    body += make_path(arms, "#D8232F", stroke="#D8232F", stroke_width=0.8, stroke_linejoin="round")
    return make_group(body, 22, 22)


def draw_cards_behind(width: int) -> str:
    """Return the upper edges of two cards that stick out behind a stack."""
    inset = width * 0.05
    behind = make_rect(2.2 * inset, 1, width - 4.4 * inset, 40, 9, "#9DBFCB", stroke=INK, stroke_width=2)
    return behind + make_rect(
        inset, 9, width - 2 * inset, 40, 9, CARD_BEHIND_COLOUR, stroke=INK, stroke_width=2
    )


def draw_plate(width: float, is_lit: bool) -> str:
    """Return the plate below a stack, 46 high. A wide plate has room for the number of cards."""
    edge, disc = ("#7CC3D2", GOLD) if is_lit else ("#3F8FB4", "#9DBFCB")
    drawn = make_rect(1.25, 1.25, width - 2.5, 43.5, 21.75, table.PLATE_COLOUR, stroke=edge, stroke_width=2.5)
    drawn += make_circle(23, 23, 18.5, disc)
    if width >= MIN_COUNTING_WIDTH:
        for i, tone in enumerate(("#7CC3D2", CREAM)):
            drawn += make_rect(46 + 4 * i, 10 + 3.5 * i, 16, 22, 3, tone, stroke=INK, stroke_width=1.6)
    return drawn


def draw_shelf(depth: float, is_lit: bool) -> str:
    """Return a shelf of sand, ``depth`` pixels high, at the top of the picture."""
    sand, shade, light = table.SAND_FILLS[is_lit], table.SAND_SHADES[is_lit], table.SAND_LIGHTS[is_lit]
    parts = []
    for drop, phase, tone, opacity in (
        (13, 0.4, "#06263B", ".12"),
        (7, 0.4, "#06263B", ".18"),
        (0, 0.4, shade, "1"),
        (-9, 0.9, sand, "1"),
    ):
        line = make_curve(make_wave(depth + drop, -10, table.W + 10, 6, 236, phase))
        parts.append(make_path(f"{line} L{table.W + 10},-10 L-10,-10Z", tone, opacity=opacity))
    line = make_curve(make_wave(22, -10, table.W + 10, 7, 310, 2.0))
    parts.append(make_path(f"{line} L{table.W + 10},-10 L-10,-10Z", light))
    return "".join(parts)


def draw_deck() -> str:
    """Return the deck on its plate, with room for its number of cards."""
    high = compute_height(DECK_CARD_WIDTH)
    top = (DECK_SIZE[1] - high) // 2 - 3
    under = "".join(
        make_rect(24, top + d, DECK_CARD_WIDTH, high, 9, t, stroke=INK, stroke_width=1.5)
        for d, t in ((10, "#9DBFCB"), (5, CARD_BEHIND_COLOUR))
    )
    return make_rect(0, 0, *DECK_SIZE, 18, NAVY) + under + make_group(draw_back(DECK_CARD_WIDTH), 24, top)


def draw_all() -> dict[str, str]:
    """Return every drawing of Coral Reef by name."""
    out = {}
    for width in STACK_CARD_WIDTHS:
        for kind, letters in (("card", "a23456789tjqk"), ("tile", "a23456789t")):
            for letter in letters:
                tile = kind == "tile"
                if letter not in DEDUCTION_BY_FACE or width == POSTER_CARD_WIDTH:
                    drawn = make_group(draw_top_card(letter, tile), scale=width / 100)
                    out[f"{kind}_{letter}_{width}"] = make_svg(width, compute_height(width), drawn)
                strip = make_group(draw_covered_card(letter, width, tile), scale=width / 100)
                out[f"under_{kind}_{letter}_{width}"] = make_svg(
                    width, STRIP_HEIGHT_BY_WIDTH[width] + width // 8, strip
                )
        out[f"stub_{width}"] = make_svg(width, 40, draw_cards_behind(width), CARD_BEHIND_COLOUR)
    for kind, letters in (("card", "a23456789tjqk"), ("tile", "a23456789t")):
        for letter in letters:
            for name, drawn, width in (
                ("held", draw_held_card(letter, kind == "tile"), HELD_WIDTH),
                ("large_held", draw_held_card(letter, kind == "tile"), LARGE_HELD_WIDTH),
                ("mini", draw_small_card(letter, kind == "tile"), REVEALED_WIDTH),
                ("told_large", draw_top_card(letter, kind == "tile"), LAST_PLAYED_WIDTHS[0]),
                ("told_medium", draw_top_card(letter, kind == "tile"), LAST_PLAYED_WIDTHS[1]),
                ("told_small", draw_small_card(letter, kind == "tile"), LAST_PLAYED_WIDTHS[2]),
            ):
                out[f"{name}_{kind}_{letter}"] = make_svg(
                    width, compute_height(width), make_group(drawn, scale=width / 100), table.SEA_TONES[4]
                )
    dots = "".join(make_circle(50 + x, 70, 8, INK) for x in (-26, 0, 26))
    more = make_group(
        draw_frame("f", make_rect(0, 0, 100, 140, 0, CARD_BEHIND_COLOUR) + dots, CREAM),
        scale=REVEALED_WIDTH / 100,
    )
    out["mini_more"] = make_svg(REVEALED_WIDTH, compute_height(REVEALED_WIDTH), more, table.SEA_TONES[4])
    out[f"back_{BACK_WIDTH}"] = make_svg(BACK_WIDTH, compute_height(BACK_WIDTH), draw_back(BACK_WIDTH))
    small = SMALL_BACK_WIDTH, compute_height(SMALL_BACK_WIDTH)
    # At this size, waves would look like noise, and so would the part of the fan that a covered card shows.
    for kind, has_fan in (("", True), ("_covered", False)):
        out[f"back_{small[0]}{kind}"] = make_svg(*small, draw_small_back(*small, has_fan=has_fan), NAVY)
    for size in (84, 64):
        out[f"buoy_{size}"] = make_svg(size, size, draw_buoy(size), table.SEA_TONES[4])
    out["deck"] = make_svg(*DECK_SIZE, draw_deck(), NAVY)
    for lit, tone in ((True, "lit"), (False, "dim")):
        out[f"below_short_{tone}"] = make_svg(46, 46, draw_plate(46, lit), table.SEA_TONES[4])
        for tag in TAG_BY_MIN_CARD_WIDTH.values():
            drawn = make_group(draw_plate(46 * tag.w / tag.h, lit), scale=tag.h / 46)
            out[f"below_{tag.h}_{tone}"] = make_svg(tag.w, tag.h, drawn, table.SEA_TONES[4])
    out["star"] = make_svg(44, 44, draw_star(), NAVY)
    out["times"] = make_svg(84, 52, make_rect(0, 0, 84, 52, 14, NAVY), NAVY)
    near = {
        "plain": "",
        "open": "",
        "dim": _flip_vertically(draw_shelf(NEAR_SHELF_HEIGHT, is_lit=False)),
        "lit": _flip_vertically(draw_shelf(NEAR_SHELF_HEIGHT, is_lit=True)),
    }
    for name, drawn in near.items():
        # Draw no animals between large cards, where only fragments of them would be visible.
        animals = "" if name == "plain" else scenery.draw_scenery(has_ray=name == "open")
        sea = table.draw_sea() + animals
        out[f"table_{name}"] = make_svg(
            table.W, table.H, sea + draw_shelf(FAR_SHELF_HEIGHT, is_lit=False) + drawn
        )
    return out


def _flip_vertically(content: str) -> str:
    return f'<g transform="translate(0 {table.H}) scale(1 -1)">{content}</g>'


def draw_back(width: int) -> str:
    """Return the back of a card, in the pattern shared by all games."""
    drawn = pieces.draw_wave_back("b", 112, compute_height(112))
    rim = make_rect(0.8, 0.8, 110.4, compute_height(112) - 1.6, 12, "none", stroke="#06263B", stroke_width=2)
    return make_group(drawn + rim, scale=width / 112)
