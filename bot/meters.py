"""Definitions of the Prometheus metrics. Imported only if metrics are served."""

from __future__ import annotations

import math
import platform
from collections.abc import Mapping
from importlib import metadata

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from bot.kit.version import VERSION

_ANSWER_BUCKETS = (0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3)
"""Upper limits in seconds. Discord rejects an answer after three seconds."""


class Meters:
    """All metrics of one process."""

    content_type = CONTENT_TYPE_LATEST

    def __init__(self) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self.presses = Counter(
            "reefs_presses",
            "Commands and presses answered, by verb and result.",
            ("verb", "result"),
            registry=self.registry,
        )
        self.acknowledge = Histogram(
            "reefs_acknowledge_seconds",
            "Time from a press to Discord's confirmation of the acknowledgement; above 3 if it never came.",
            buckets=_ANSWER_BUCKETS,
            registry=self.registry,
        )
        self.choices = Histogram(
            "reefs_choices_seconds",
            "Time from an autocompletion to Discord's confirmation of its choices; above 3 if it never came.",
            buckets=_ANSWER_BUCKETS,
            registry=self.registry,
        )
        self.pictures = Histogram(
            "reefs_picture_seconds",
            "Time to draw and encode a picture, including the wait for others.",
            ("game",),
            buckets=(0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5),
            registry=self.registry,
        )
        self.thoughts = Gauge(
            "reefs_thoughts_waiting",
            "Questions that wait for a worker of the computer players, by purpose.",
            ("purpose",),
            registry=self.registry,
        )
        self.remote_questions = Gauge(
            "reefs_thoughts_elsewhere",
            "Open questions to thinkers on other machines.",
            registry=self.registry,
        )
        self.remote_results = Counter(
            "reefs_thoughts_elsewhere_ended",
            "Finished questions to thinkers on other machines, by result.",
            ("result",),
            registry=self.registry,
        )
        self.lag = Histogram(
            "reefs_loop_lag_seconds",
            "Delay of a one-second timer in the event loop.",
            buckets=(0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
            registry=self.registry,
        )
        self.pauses = Histogram(
            "reefs_garbage_seconds",
            "Pause of the event loop for a garbage collection beyond the youngest generation.",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5),
            registry=self.registry,
        )
        self.discord_errors = Counter(
            "reefs_discord_errors",
            "Discord responses with status >= 400, by status; 'network' if none came. Retries count too.",
            ("status",),
            registry=self.registry,
        )
        self.tables = Gauge(
            "reefs_live_tables", "Tables that have not ended.", ("game", "status"), registry=self.registry
        )
        self.behind = Gauge(
            "reefs_announcements_behind",
            "Tables whose messages are out of date.",
            registry=self.registry,
        )
        self.ready = Gauge(
            "reefs_ready",
            "1 while logged in to Discord with a writable database.",
            registry=self.registry,
        )
        self.disk = Gauge(
            "reefs_disk_free_bytes",
            "Free space on the disk of the database file; NaN if the database is on a server.",
            registry=self.registry,
        )

        self.database = Histogram(
            "reefs_database_seconds",
            "Time to answer a query or a transaction, by kind.",
            ("kind",),
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
            registry=self.registry,
        )
        self.thinking = Histogram(
            "reefs_thought_seconds",
            "Time of a thought in this process, without the wait for a worker.",
            ("purpose",),
            buckets=(0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10),
            registry=self.registry,
        )
        self.begun = Counter("reefs_matches_begun", "Matches begun.", ("game",), registry=self.registry)
        self.ended = Counter("reefs_matches_ended", "Matches ended.", ("game",), registry=self.registry)
        self.build = Gauge(
            "reefs_build_info",
            "Always 1; the labels are the running versions.",
            ("version", "python", "discord_py"),
            registry=self.registry,
        )
        self.build.labels(VERSION, platform.python_version(), metadata.version("discord.py")).set(1)
        self.copy_age = Gauge(
            "reefs_last_copy_age_seconds",
            "Age of the last `backup` of the database file; +Inf if never made, NaN if on a server.",
            registry=self.registry,
        )
        self.shards = Gauge(
            "reefs_shard_owner", "1 while this process hosts a shard.", ("shard",), registry=self.registry
        )
        self.guilds = Gauge("reefs_shard_servers", "Servers on a shard.", ("shard",), registry=self.registry)
        self.latency = Gauge(
            "reefs_shard_latency_seconds",
            "Time Discord took to answer the last heartbeat of a shard.",
            ("shard",),
            registry=self.registry,
        )
        self.lease = Gauge(
            "reefs_lease_age_seconds",
            "Age of the lease; 0 if this process has none.",
            registry=self.registry,
        )

    def set_shard_metrics(
        self,
        hosting_by_shard: Mapping[int, bool],
        latency_by_shard: Mapping[int, float],
        server_count_by_shard: Mapping[int, int],
    ) -> None:
        """Set the metrics of the shards that this process serves.

        :param latency_by_shard: seconds in which Discord answered each shard's last heartbeat.
        """
        for gauge in (self.shards, self.latency, self.guilds):
            gauge.clear()
        for shard, hosting in hosting_by_shard.items():
            self.shards.labels(str(shard)).set(hosting)
            self.latency.labels(str(shard)).set(latency_by_shard.get(shard, math.nan))
            self.guilds.labels(str(shard)).set(server_count_by_shard.get(shard, 0))

    def render(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(self.registry)

    def set_table_metrics(
        self, live_count_by_game_and_status: Mapping[tuple[str, str], int], outdated_count: float
    ) -> None:
        """Set the metrics of live tables.

        :param live_count_by_game_and_status: the number of live tables by game and status.
        :param outdated_count: the number of tables whose messages are outdated; NaN if unknown.
        """
        self.tables.clear()
        for (game, status), number in live_count_by_game_and_status.items():
            self.tables.labels(game, status).set(number)
        self.behind.set(outdated_count)
