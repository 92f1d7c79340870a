"""Reads ``.env`` files: ``NAME=value`` lines, as shells and Docker write them."""

from __future__ import annotations

import re
from pathlib import Path

from bot.errors.config import ConfigError
from bot.errors.reasons import reason
from games.core.words import N_

_LINE = re.compile(
    r"""(?:export\s+)?(?P<name>[A-Za-z_]\w*)\s*=\s*
        (?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^"'\s\#]\S*(?:\s+[^\s\#]\S*)*)?)
        (?:\s+\#.*)?""",
    re.VERBOSE,
)
_OPEN = re.compile(r"""(?:export\s+)?[A-Za-z_]\w*\s*=\s*(?P<quote>["'])(?!.*(?P=quote))""")


def read_dotenv(path: Path) -> dict[str, str]:
    """Return the variables of a file, except those with an empty value.

    :raises ConfigError: a line can't be read. The error has its number but not its content.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return {}
    except UnicodeDecodeError:
        raise ConfigError(N_("{path} isn't a UTF-8 text file."), path=path) from None
    except OSError as error:
        raise ConfigError(N_("Can't read {path}: {reason}"), path=path, reason=reason(error)) from None
    values = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _LINE.fullmatch(line.strip())
        if match is None:
            # The line isn't quoted because it may contain a token.
            if _OPEN.match(line.strip()):
                raise ConfigError(
                    N_("{path}, line {number}: the quote isn't closed."), path=path, number=number
                )
            raise ConfigError(N_("{path}, line {number}: write it as NAME=value."), path=path, number=number)
        if "${" in (match["double"] or match["bare"] or ""):
            raise ConfigError(
                N_("{path}, line {number}: the bot doesn't fill in {form}; write the value itself."),
                path=path,
                number=number,
                form="${...}",
            )
        value = match["double"] or match["single"] or match["bare"] or ""
        if value.strip():
            values[match["name"]] = value
    return values
