"""``python -m assets.studio`` writes every drawing to ``assets/art`` as an SVG, for inspection.

Git ignores the folder, because ``assets.build`` draws everything again in memory.
"""

from __future__ import annotations

from pathlib import Path

from assets.studio import australis_faces, australis_pieces, australis_table, cards, coral, reef_table, table

ART_FOLDER = Path(__file__).resolve().parents[1] / "art"


def draw_all() -> dict[str, dict[str, str]]:
    """Return the SVG of every sprite, by folder and name."""
    return {
        "kit": table.draw_shared(),
        "das_riff": {**cards.draw_all(), **table.draw_all()},
        "coral_reef": coral.draw_all(),
        "australis": {
            **australis_pieces.draw_all(),
            **australis_faces.draw_all(),
            **australis_table.draw_all(),
        },
        "reef": reef_table.draw_all(),
    }


def main() -> None:
    """Write every drawing, and remove the files of drawings that no longer exist."""
    for folder, files in draw_all().items():
        place = ART_FOLDER / folder
        place.mkdir(parents=True, exist_ok=True)
        for old in place.glob("*.svg"):
            if old.stem not in files:
                old.unlink()
        for name, content in files.items():
            (place / f"{name}.svg").write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
