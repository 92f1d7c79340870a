"""Writes the SVG sources under ``assets/art``: ``python -m assets.studio``. Edit here, then build."""
