"""The numbers of a server in Prometheus's format."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from prometheus_client import CollectorRegistry, Histogram, ProcessCollector
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from agonist.store import Store
from agonist.store.platform.site_counts import site_counts

SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Upper ends of the classes of request times."""


class SiteMetrics:
    """The numbers of one server: its requests, its process, and what the database holds."""

    def __init__(self, store: Store) -> None:
        self.registry = CollectorRegistry()
        self._requests = Histogram(
            "agonist_request_seconds",
            "From a request to the beginning of its answer.",
            ["status"],
            registry=self.registry,
            buckets=SECONDS,
        )
        ProcessCollector(registry=self.registry)
        self.registry.register(_Stored(store))

    def answered(self, status: int, seconds: float) -> None:
        """Count a request."""
        self._requests.labels(str(status)).observe(seconds)


class _Stored(Collector):
    def __init__(self, store: Store) -> None:
        self._store = store

    def describe(self) -> list[Metric]:
        return []  # so that it isn't collected when it is registered

    def collect(self) -> Iterator[Metric]:
        for name, (about, label, values) in site_counts(self._store).items():
            family = GaugeMetricFamily(f"agonist_{name}", about, labels=[label] if label else [])
            for key, value in sorted(values.items()):
                family.add_metric([key] if label else [], value)
            yield family
