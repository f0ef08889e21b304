"""docs/host.md and its dashboard: every figure in them is one that a server gives, and none is left out."""

from __future__ import annotations

import json
import re

from branchline.server.metrics import Metrics
from tests.checkout import ROOT

NAME = re.compile(r"\bbranchline_[a-z_]+")
PAGE, BOARD = ROOT / "docs" / "host.md", ROOT / "docs" / "grafana.json"


def families() -> set[str]:
    """The figures of a server, as Prometheus names them without what it adds."""
    found = re.findall(r"^# TYPE (\S+) (?:counter|gauge|histogram)", Metrics().text().decode(), re.MULTILINE)
    return {name for name in found if not name.endswith("_created")}


def named(text: str) -> set[str]:
    return {re.sub(r"_(bucket|sum|count)$", "", name) for name in NAME.findall(text)}


def test_every_figure_in_the_dashboard_and_on_the_page_is_there() -> None:
    board = json.loads(BOARD.read_text("utf-8"))
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    assert named(" ".join(asked)) == families()
    assert named(PAGE.read_text("utf-8")) == families()
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
