"""Logs as one JSON object a line: time, level, what, and a few fields. No query, no token, no body."""

from __future__ import annotations

import logging
import sys
import time

import msgspec

FIELDS = ("bot", "method", "path", "status", "ms", "address", "why", "table", "error")


class JsonLines(logging.Formatter):
    """
    >>> import logging
    >>> record = logging.LogRecord("branchline", 20, "", 0, "started", (), None)
    >>> JsonLines().format(record).split(",", 1)[1]
    '"level":"info","from":"branchline","what":"started"}'
    """

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + "Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def to_stderr(level: str) -> None:
    """Our lines and the errors of uvicorn and of what speaks with agents to standard error, in one form.

    These say less than we do: their finer levels write addresses with queries and whole headers, and a
    warning for everything that a stranger sends and that is no HTTP.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("branchline", "uvicorn", "mcp"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level.upper() if name == "branchline" else logging.ERROR)
