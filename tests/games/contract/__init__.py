"""Properties of every registered game, each a function ``check_*`` of one :class:`tools.walks.Case`."""
