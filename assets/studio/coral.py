"""Coral Reef: playing cards and tiles grown over with coral, card backs, buoys and the table."""

from __future__ import annotations

from assets.studio import pieces, table
from assets.studio.paper import (
    CREAM,
    GOLD,
    INK,
    NAVY,
    WHITE,
    circle,
    clip,
    group,
    mix,
    path,
    rect,
    smooth,
    svg,
    text,
    wave,
)

WIDTHS = (176, 150, 112, 88, 64)
"""The widths of a card; its height is 1.4 times that."""
STRIPS = {176: 50, 150: 43, 112: 32, 88: 27, 64: 26}
"""How much of a card shows under the next one of a stack."""
STUB = "#C9DDE2"
BACK_WIDTHS = (112, 88, 36)
NUMBERS = "a23456789"
MEDALS = (
    ("#E70A0D", circle(0, 0, 24, WHITE)),
    ("#ECD22E", path("M0,-27 L27,20 H-27Z", INK)),
    ("#0E906F", path("M0,27 V2 L-20,-24 M0,2 L20,-24", stroke=WHITE, stroke_width=14)),
    ("#E5F7F5", path("M0,-29 L25,0 L0,29 L-25,0Z", INK)),
    ("#583C80", path("M-9,-27 H9 V-9 H27 V9 H9 V27 H-9 V9 H-27 V-9 H-9Z", WHITE)),
    ("#36C8FA", rect(-27, -20, 54, 14, 2, INK) + rect(-27, 6, 54, 14, 2, INK)),
)
"""The mark of each seat: its colour, and a shape of its own about the origin."""
MEDAL_SIZES = (60, 48, 28)
VALUES = {"j": 1, "q": 2, "k": 3}
HUES = {
    "low": ("#1E9C93", "#0B5A5C", "#8FE0D2"),
    "middle": ("#F2952E", "#8A4A0C", "#FFD08A"),
    "high": ("#FF6F61", "#8E1F3C", "#FFB3A2"),
}
"""Body, rim and light of the growth on numbers to 3, to 6 and to 9."""
ROUND = {"stroke_linejoin": "round", "stroke_linecap": "round"}


def height(width: int) -> int:
    """Return the height of a card."""
    return round(width * 1.4)


def index_size(width: int) -> float:
    """Return the size of the rank in the corner, in hundredths of the width: never below 21 px."""
    return max(27, 2100 / width)


def hue(letter: str) -> tuple[str, str, str]:
    """Return the tones of the growth on a number."""
    value = NUMBERS.index(letter) + 1
    return HUES["low" if value <= 3 else "middle" if value <= 6 else "high"]


def growth(letter: str) -> str:
    """Return as many polyps as a number counts, growing from the bottom of a card 100 by 140."""
    body, rim, light = hue(letter)
    count = NUMBERS.index(letter) + 1
    stalks, heads = "", ""
    for i in range(count):
        x = 50 + (i - (count - 1) / 2) * min(15, 84 / max(count, 1))
        tall = (24, 15, 20, 12)[(i * 3 + count) % 4] + (6 if count < 4 else 0)
        lean = 4 if i % 2 else -4
        bend = f"{x + lean:.1f},{136 - tall * 0.4:.1f} {x - lean:.1f},{136 - tall * 0.7:.1f}"
        stalk = f"M{x:.1f},136 C{bend} {x:.1f},{132 - tall:.1f}"
        stalks += path(stalk, stroke=rim, stroke_width=8.4, **ROUND)
        stalks += path(stalk, stroke=body, stroke_width=5.6, **ROUND)
        heads += circle(x, 130 - tall, 5.6, body, stroke=rim, stroke_width=1.6)
        heads += circle(x - 1, 129 - tall, 2.6, light)
    return stalks + heads


def crown(spikes: int) -> str:
    """Return a coral crown with so many branches, about the origin."""
    parts = ""
    for i in range(spikes):
        x = (i - (spikes - 1) / 2) * 19
        lean = x * 0.35
        stem = f"M{x * 0.7:.1f},12 C{x * 0.8:.1f},4 {x + lean:.1f},0 {x + lean:.1f},-14"
        twig = f"M{x * 0.9:.1f},2 L{x + lean * 0.4 + 7:.1f},-7"
        for d in (stem, twig):
            parts += path(d, stroke="#8E1F3C", stroke_width=9, **ROUND)
        for d in (stem, twig):
            parts += path(d, stroke="#FF6F61", stroke_width=5.6, **ROUND)
        parts += circle(x + lean, -15, 4.6, "#FFE9B0", stroke="#8A5A12", stroke_width=1.6)
    wide = 12 + spikes * 8
    return parts + rect(-wide, 9, 2 * wide, 11, 5, GOLD, stroke="#8A5A12", stroke_width=2)


def weed() -> str:
    """Return the dark growth at the foot of a face."""
    parts = ""
    for x, tall in ((38, 18), (50, 24), (63, 16), (76, 28), (88, 19)):
        bend = f"M{x},138 C{x + 5},{138 - tall * 0.4:g} {x - 5},{138 - tall * 0.7:g} {x},{136 - tall}"
        parts += path(bend, stroke="#7A5BB0", stroke_width=6, **ROUND)
        parts += circle(x, 135 - tall, 4.8, "#A98BE0")
    return parts


def badge(content: str) -> str:
    """Return what a card adds where that is not its rank, about the origin."""
    return circle(0, 0, 15, CREAM, stroke=INK, stroke_width=2.4) + text(0, 6.6, 19, content, "#A9050F")


def dome() -> str:
    """Return the round coral at the foot of a ten."""
    body = "M14,137 C14,112 32,100 50,100 C68,100 86,112 86,137Z"
    folds = (
        "M26,134 C24,120 34,118 34,110",
        "M40,136 C36,122 50,122 47,106",
        "M56,136 C64,124 52,118 60,107",
    )
    return path(body, "#E98A1E", stroke="#8A4A0C", stroke_width=2.6) + "".join(
        path(d, stroke="#FFD08A", stroke_width=4, **ROUND) for d in (*folds, "M72,135 C70,124 76,122 70,114")
    )


def frame(name: str, inside: str, rim: str) -> str:
    """Return paper of 100 by 140 with a rim around ``inside``."""
    inner = '<rect x="3.4" y="3.4" width="93.2" height="133.2" rx="7.6"/>'
    light = path("M4,134 V12 A8,8 0 0 1 12,4 H94", stroke="#FFFFFF", stroke_opacity=".5", stroke_width=4)
    return (
        rect(0, 0, 100, 140, 10, mix(rim, "#4A3216", 0.55))
        + rect(0.6, 0.6, 97.4, 137.4, 9.4, rim)
        + clip(f"{name}i", inner, inside + light)
    )


def ground(tone: str, deep: str) -> str:
    """Return the water on a card, darker below."""
    line = smooth(wave(98, -4, 104, 5, 84, 0.6))
    return rect(0, 0, 100, 140, 0, tone) + path(f"{line} L104,144 L-4,144Z", deep)


def face(letter: str, width: int, tile: bool = False) -> str:
    """Return a card or tile without its suit."""
    corner = index_size(width)
    big = 62 if width >= 88 else 58
    if letter in NUMBERS:
        ink, tones, rim = INK, ("#F3FAF4", "#CBE9E2"), CREAM
        shown = "1" if tile and letter == "a" else letter.upper()
        more = growth(letter)
    elif letter == "t":
        ink, tones, rim = "#5A2D06", ("#FFE08A", "#F7BE4A"), GOLD
        shown, more = ("0" if tile else "10"), dome() + group(badge("0"), 19, 120)
    else:
        ink, tones, rim = "#FFF4DD", ("#4A3270", "#33214F"), "#C9B5E6"
        shown = letter.upper()
        more = (
            weed() + group(crown(VALUES[letter]), 50, 49, 0.84) + group(badge(f"−{VALUES[letter]}"), 19, 120)
        )
    if tile:
        rim = "#C8B08A" if letter != "t" else GOLD
        tones = ("#FBF1DC", "#EAD7AE") if letter != "t" else tones
    wide = len(shown) > 1
    down = 110 if letter in VALUES else 90 if letter in NUMBERS else 86
    content = (
        ground(*tones)
        + more
        + text(50, down, big * (0.84 if wide else 1), shown, ink)
        + text(8, 5 + corner * 0.78, corner, shown, ink, "start")
    )
    return frame("f", content, rim)


def suit(number: int) -> str:
    """Return a suit on a round of paper, about the origin, 24 across."""
    red = number in (1, 2)
    tone = "#C01830" if red else INK
    shape = (
        "M0,-8 C3,-4 8,-1 8,3 C8,7 3,8 1,4.6 C1,6 2,8 3,9 H-3 C-2,8 -1,6 -1,4.6 "
        "C-3,8 -8,7 -8,3 C-8,-1 -3,-4 0,-8Z",
        "M0,8.4 C-4,5 -8.4,1 -8.4,-3 C-8.4,-8 -2,-8.6 0,-4 C2,-8.6 8.4,-8 8.4,-3 C8.4,1 4,5 0,8.4Z",
        "M0,-9 C2,-5 4,-2.6 7,0 C4,2.6 2,5 0,9 C-2,5 -4,2.6 -7,0 C-4,-2.6 -2,-5 0,-9Z",
        "",
    )[number]
    drawn = path(shape, tone)
    if number == 3:
        drawn = "".join(circle(x, y, 3.9, tone) for x, y in ((0, -4.4), (-4.3, 1.6), (4.3, 1.6)))
        drawn += path("M0,0 C0.4,4 1.4,7 3,9 H-3 C-1.4,7 -0.4,4 0,0Z", tone)
    return circle(0, 0, 12, CREAM) + drawn


def buoy(size: int) -> str:
    """Return the lifebuoy that frames the sum a stack asks for."""
    ring = circle(0, 0, 47, INK) + circle(0, 0, 44, "#FFFFFF")
    for turn in range(4):
        ring += group("<path d='M0,0 L-17,-45 A48,48 0 0 1 17,-45Z' fill='#D8232F'/>", turn=45 + 90 * turn)
    return group(ring + circle(0, 0, 33, INK) + circle(0, 0, 30.5, CREAM), size / 2, size / 2, size / 96)


def pill(width: int, deep: bool) -> str:
    """Return the ground of a small number; ``deep`` with the sign of a pile."""
    drawn = rect(0, 0, width, 30, 10, table.DARK)
    if deep:
        for i, tone in enumerate(("#3F8FB4", "#7CC3D2", CREAM)):
            drawn += rect(5 + 2.2 * i, 5 + 2.4 * i, 12, 15, 3, tone, stroke=INK, stroke_width=1.4)
    return drawn


def star(full: bool) -> str:
    """Return a round won as a starfish, 24 square, or its place."""
    arms = "M0,-11 L3,-3.6 L10.8,-3.6 L4.8,1.4 L7,9.2 L0,4.8 L-7,9.2 L-4.8,1.4 L-10.8,-3.6 L-3,-3.6Z"
    if full:
        return group(
            path(arms, "#F2843A", stroke="#7A3B10", stroke_width=2.2, stroke_linejoin="round")
            + circle(0, 0, 2.6, "#FFD9A8"),
            12,
            12.5,
        )
    return group(path(arms, "none", stroke="#8A98A0", stroke_width=2, stroke_linejoin="round"), 12, 12.5, 0.9)


def stub(width: int) -> str:
    """Return the edges of the cards below a fan, with room for their number; the fan hides the bottom."""
    tall, inset = STRIPS[width] + 16, width * 0.08
    behind = rect(2.2 * inset, 1, width - 4.4 * inset, tall, 9, "#9DBFCB", stroke=INK, stroke_width=2)
    return behind + rect(inset, 6, width - 2 * inset, tall, 9, STUB, stroke=INK, stroke_width=2)


def medal(seat: int, size: int) -> str:
    """Return the mark of a seat on a disc that lies on the backs of its cards."""
    tone, shape = MEDALS[seat]
    disc = circle(0, 0, 47, INK) + circle(0, 0, 43, CREAM) + circle(0, 0, 37, tone)
    return group(disc + group(shape, scale=0.78), size / 2, size / 2, size / 96)


def marker() -> str:
    """Return the sign on a card that can be played, 26 by 22."""
    return path("M13,20 L2,4 A2,2 0 0 1 4,2 H22 A2,2 0 0 1 24,4Z", GOLD, stroke=INK, stroke_width=2.4)


def deck(tone: str) -> str:
    """Return the deck with room for its count, 128 by 208."""
    under = "".join(
        rect(8, 8 + d, 112, 140, 12, t, stroke=INK, stroke_width=1.5)
        for d, t in ((10, "#9DBFCB"), (5, "#C9DDE2"))
    )
    return rect(0, 0, 128, 208, 14, NAVY) + under + group(pieces.wave_back("d", 112, 140), 8, 8)


def knot(full: bool) -> str:
    """Return one new deck of the round, 30 by 30: used up or still to come."""
    arrow = "M21,9 A9,9 0 1 0 24,16 M21,3 V10 H14"
    tone = "#FFC53D" if full else "#4E6E86"
    return path(arrow, stroke=INK, stroke_width=7, **ROUND) + path(
        arrow, stroke=tone, stroke_width=3.6, **ROUND
    )


def files() -> dict[str, str]:
    """Return every SVG of Coral Reef by its name."""
    out = {}
    for width in WIDTHS:
        for letter in "a23456789tjqk":
            out[f"card_{letter}_{width}"] = svg(
                width, height(width), group(face(letter, width), scale=width / 100)
            )
        for letter in "a23456789t":
            out[f"tile_{letter}_{width}"] = svg(
                width, height(width), group(face(letter, width, True), scale=width / 100)
            )
        out[f"stub_{width}"] = svg(width, STRIPS[width] + 16, stub(width), STUB)
        across = max(20, round(width * 0.2))
        for number in range(4):
            out[f"suit_{number}_{width}"] = svg(
                across, across, group(suit(number), across / 2, across / 2, across / 24), CREAM
            )
    for width in BACK_WIDTHS:
        out[f"back_{width}"] = svg(width, height(width), back(width))
    for size in MEDAL_SIZES:
        for seat in range(len(MEDALS)):
            out[f"medal_{seat}_{size}"] = svg(size, size, medal(seat, size), "#143F6B")
    for size in (84, 54, 48, 36):
        out[f"buoy_{size}"] = svg(size, size, buoy(size), table.SEA[4])
    out["pill"] = svg(32, 30, pill(32, False), table.SEA[4])
    out["pill_deep"] = svg(54, 30, pill(54, True), table.SEA[4])
    out["marker"] = svg(26, 22, marker(), table.SAND[1])
    out["deck"] = svg(128, 208, deck(NAVY), NAVY)
    for full in (True, False):
        out[f"star_{'full' if full else 'none'}"] = svg(24, 24, star(full), "#8A8F80")
        out[f"anew_{'full' if full else 'none'}"] = svg(30, 30, knot(full), NAVY)
    for lit in (True, False):
        out[f"plate_{'lit' if lit else 'dim'}"] = svg(232, 152, table.plate(lit), table.SAND[lit])
    out["turn"] = svg(208, 64, turn_plate())
    panel = rect(1176, 200, 216, 600, 16, "#06182A", opacity=".5")
    for top, near, name in (
        (False, True, "near"),
        (True, False, "far"),
        (True, True, "both"),
        (False, False, "none"),
    ):
        low = f'<g transform="translate(0 {table.H}) scale(1 -1)">{table.shelf(near)}</g>'
        out[f"table_{name}"] = svg(table.W, table.H, table.sea() + panel + table.shelf(top) + low)
    return out


def back(width: int) -> str:
    """Return the back of a card, in the pattern of the family."""
    drawn = pieces.wave_back("b", 112, height(112))
    rim = rect(0.8, 0.8, 110.4, height(112) - 1.6, 12, "none", stroke="#06263B", stroke_width=2)
    return group(drawn + rim, scale=width / 112)


def turn_plate() -> str:
    """Return the plate that says whose turn it is, 208 by 64."""
    return (
        rect(0, 0, 208, 64, 14, "#8E5B0C")
        + rect(0, 0, 205.5, 61.5, 14, GOLD)
        + path(
            "M2.5,44 V16 A13,13 0 0 1 16,2.5 H190", stroke="#FFFFFF", stroke_width=4, opacity=".4", **ROUND
        )
    )
