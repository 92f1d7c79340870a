"""Simulated colour blindness (Machado et al., 2009), and colour differences in CAM02-UCS."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

BLINDNESS_MATRICES_BY_KIND = {
    "protanomaly": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranomaly": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanomaly": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
"""Matrices that simulate each kind of colour blindness at full strength, for linear sRGB."""
_SRGB_TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
_XYZ_TO_CAT02 = np.array([[0.7328, 0.4296, -0.1624], [-0.7036, 1.6975, 0.0061], [0.0030, 0.0136, 0.9834]])
_XYZ_TO_CONES = np.array([[0.38971, 0.68898, -0.07868], [-0.22981, 1.18340, 0.04641], [0.0, 0.0, 1.0]])
_CAT02_TO_CONES = _XYZ_TO_CONES @ np.linalg.inv(_XYZ_TO_CAT02)
_WHITE_POINT = np.array([95.047, 100.0, 108.883])
# Usual viewing conditions for sRGB: average surround, background at 20 % of white, dim room.
_BACKGROUND_LUMINANCE, _ADAPTING_LUMINANCE = 20.0, 64 / np.pi / 5
_ADAPTATION_FACTOR, _SURROUND_IMPACT, _CHROMATIC_INDUCTION = 1.0, 0.69, 1.0


def simulate_colour_blindness(pixels: npt.ArrayLike, kind: str) -> Array:
    """Return sRGB colours (0 to 1) as people with a kind of colour blindness see them."""
    linear = _linearise(np.asarray(pixels, float)) @ np.array(BLINDNESS_MATRICES_BY_KIND[kind]).T
    high = 1.055 * np.abs(linear) ** (1 / 2.4) - 0.055
    seen: Array = np.where(linear <= 0.0031308, 12.92 * linear, high)
    return seen


def convert_to_ucs(pixels: npt.ArrayLike) -> Array:
    """Convert sRGB colours to CAM02-UCS, in which equal distances look equally different."""
    xyz = _linearise(np.asarray(pixels, float)) @ _SRGB_TO_XYZ.T * 100
    k = 1 / (5 * _ADAPTING_LUMINANCE + 1)
    light = 0.2 * k**4 * 5 * _ADAPTING_LUMINANCE + 0.1 * (1 - k**4) ** 2 * np.cbrt(5 * _ADAPTING_LUMINANCE)
    n = _BACKGROUND_LUMINANCE / _WHITE_POINT[1]
    n_bb = 0.725 * (1 / n) ** 0.2
    z = 1.48 + np.sqrt(n)
    adapted = _ADAPTATION_FACTOR * (1 - np.exp((-_ADAPTING_LUMINANCE - 42) / 92) / 3.6)
    gain = _WHITE_POINT[1] * adapted / (_XYZ_TO_CAT02 @ _WHITE_POINT) + 1 - adapted

    def apply_cone_response(colour: Array) -> Array:
        cones = (colour @ _XYZ_TO_CAT02.T * gain) @ _CAT02_TO_CONES.T
        power = (light * np.abs(cones) / 100) ** 0.42
        found: Array = np.sign(cones) * 400 * power / (power + 27.13) + 0.1
        return found

    r, g, b = np.moveaxis(apply_cone_response(xyz), -1, 0)
    red_green, yellow_blue = r - 12 * g / 11 + b / 11, (r + g - 2 * b) / 9
    hue = np.arctan2(yellow_blue, red_green)
    eccentric = (np.cos(hue + 2) + 3.8) / 4
    white: Any = apply_cone_response(_WHITE_POINT)
    achromatic = (2 * r + g + b / 20 - 0.305) * n_bb
    of_white = (2 * white[0] + white[1] + white[2] / 20 - 0.305) * n_bb
    lightness = 100 * (achromatic / of_white) ** (_SURROUND_IMPACT * z)
    t = (
        50000
        / 13
        * _CHROMATIC_INDUCTION
        * n_bb
        * eccentric
        * np.hypot(red_green, yellow_blue)
        / (r + g + 21 * b / 20)
    )
    chroma = t**0.9 * np.sqrt(lightness / 100) * (1.64 - 0.29**n) ** 0.73
    colourful = np.log(1 + 0.0228 * chroma * light**0.25) / 0.0228
    return np.stack(
        [1.7 * lightness / (1 + 0.007 * lightness), colourful * np.cos(hue), colourful * np.sin(hue)], axis=-1
    )


def _linearise(srgb: Array) -> Array:
    high = ((np.abs(srgb) + 0.055) / 1.055) ** 2.4
    return np.where(srgb <= 0.04045, srgb / 12.92, high)
