"""Properties of every registered game. Each ``check_*`` function checks one property on one
:class:`tools.walks.Case`."""
