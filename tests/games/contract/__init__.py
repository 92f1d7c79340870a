"""Properties of every registered game. Each ``check_*`` checks one of a :class:`tools.walks.Case`."""
