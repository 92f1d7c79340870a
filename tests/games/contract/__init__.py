"""What every registered game must keep, each property a ``check_*`` of one :class:`walk.Case`."""
