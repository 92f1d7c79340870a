"""The whole Discord stand-in: REST API, gateway, and the state behind them."""

from __future__ import annotations

from typing import Any

from aiohttp import web

from tests.support.standin.faults import Faults
from tests.support.standin.forums import Forums
from tests.support.standin.gateway import Gateway
from tests.support.standin.interactions import Interactions
from tests.support.standin.rest import RestApi
from tests.support.standin.world import World


class Standin:
    """The stand-in, listening on a free port of the loopback."""

    def __init__(self, world: World | None = None) -> None:
        self.world = world or World()
        self.faults = Faults()
        self.interactions = Interactions(self.world)
        self.gateway = Gateway(self.world, lambda: self.rest.gateway_url)
        self.rest = RestApi(self.world, self.interactions, self.faults, Forums(self.world, self.gateway))
        self._runner: web.AppRunner | None = None
        self.address = ""
        self.bot_exits = 0
        """Number of exits of the unnamed bot process. A press made before an exit is never answered."""

    async def __aenter__(self) -> Standin:
        app = web.Application(client_max_size=32 << 20)
        app.add_routes(self.rest.list_routes())
        app.add_routes(
            [
                web.get("/gateway", self.gateway.serve),
                web.get("/gateway/", self.gateway.serve),
                web.get("/gateway/{who}", self.gateway.serve),
                web.get("/gateway/{who}/", self.gateway.serve),
            ]
        )
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        name: Any = self._runner.addresses[0]
        self.address = f"127.0.0.1:{name[1]}"
        self.rest.gateway_url = f"ws://{self.address}/gateway"
        return self

    async def __aexit__(self, *unused: object) -> None:
        await self.gateway.drop_connections()
        if self._runner is not None:
            await self._runner.cleanup()
