"""A stand-in for Discord over real HTTP and WebSocket on the loopback.

The bot runs unmodified in its own process (:mod:`tests.support.standin.process`); people press, type and read
through :mod:`tests.support.standin.people`; faults are injected with :mod:`tests.support.standin.faults`.
"""
