"""Figures for Prometheus, at /metrics."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """One registry a server, so that two in one process do not mix."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.moves = self._counter("branchline_moves", "Actions that were stored")
        self.refusals = self._counter("branchline_refusals", "Questions that were refused", "error")
        self.answers = self._counter("branchline_answers", "HTTP answers", "status")
        self.replaced = self._counter("branchline_workers_replaced", "Workers that were slow or died")
        self.calls = self._counter("branchline_calls", "Calls to people whose turn it is", "outcome")
        self.tables = Gauge("branchline_tables", "Tables in memory", registry=self.registry)
        self.listeners = Gauge("branchline_listeners", "Open WebSockets", registry=self.registry)
        self.polls = Gauge("branchline_polls", "Long polls that wait", registry=self.registry)
        self.waiting = Gauge("branchline_waiting", "Questions that wait for a worker", registry=self.registry)
        self.waited = Histogram("branchline_waiting_seconds", "Time before a worker", registry=self.registry)
        self.thinking = Histogram("branchline_thinking_seconds", "Time of a bot", registry=self.registry)

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(name, text, labels, registry=self.registry)

    def text(self) -> bytes:
        return generate_latest(self.registry)
