"""The "reef of the day": one deal a day for everyone, played privately against the computer."""
