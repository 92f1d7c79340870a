"""Measures the similarity of two pictures."""

from __future__ import annotations

import math

from PIL import Image, ImageChops, ImageStat


def compute_psnr(first: Image.Image, second: Image.Image) -> float:
    """Return the peak signal-to-noise ratio of two pictures in decibels, infinity if equal."""
    stat = ImageStat.Stat(ImageChops.difference(first, second))
    error = sum(stat.sum2) / sum(stat.count)
    return 10 * math.log10(255**2 / error) if error else math.inf
