"""A stand-in for Discord over real HTTP and WebSocket on the loopback.

The bot runs unmodified in its own process (:mod:`tests.support.standin.process`). People press, type and read
through :mod:`tests.support.standin.people`. Faults are injected with :mod:`tests.support.standin.faults`.
"""
