"""Figures for Prometheus, at /metrics."""

from __future__ import annotations

import os
from typing import Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector


class Metrics:
    """One registry a server, so that two in one process do not mix. Of several processes that were started
    together, each says the sums of all."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.moves = self._counter("branchline_moves", "Actions that were stored")
        self.refusals = self._counter("branchline_refusals", "Questions that were refused", "error")
        self.answers = self._counter("branchline_answers", "HTTP answers", "status")
        self.replaced = self._counter("branchline_workers_replaced", "Workers that were slow or died")
        self.calls = self._counter("branchline_calls", "Calls to people whose turn it is", "outcome")
        self.tables = self._gauge("branchline_tables", "Tables in memory")
        self.listeners = self._gauge("branchline_listeners", "Open WebSockets")
        self.polls = self._gauge("branchline_polls", "Long polls that wait")
        self.waiting = self._gauge("branchline_waiting", "Questions that wait for a worker")
        self.processes = self._gauge("branchline_processes", "Processes on the database", "livemax")
        self.races = self._counter("branchline_races", "Questions judged again, for another was quicker")
        self.saving = Histogram("branchline_saving_seconds", "Time of a save", registry=self.registry)
        self.waited = Histogram("branchline_waiting_seconds", "Time before a worker", registry=self.registry)
        self.thinking = Histogram("branchline_thinking_seconds", "Time of a bot", registry=self.registry)

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(name, text, labels, registry=self.registry)

    def _gauge(self, name: str, text: str, together: Literal["livesum", "livemax"] = "livesum") -> Gauge:
        return Gauge(name, text, registry=self.registry, multiprocess_mode=together)

    def text(self) -> bytes:
        registry = self.registry
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            MultiProcessCollector(registry := CollectorRegistry())  # type: ignore[no-untyped-call]
        return generate_latest(registry)
