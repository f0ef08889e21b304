"""What all tests share: `--prove NAME` runs the long proofs at full count."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings

from tests.kernels import compile_all

# no test depends on the language of whoever runs it, nor on how fast the machine is
os.environ["LC_ALL"] = "C.UTF-8"
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")

Count = Callable[[int, int], int]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--prove", metavar="NAME", help="run only the proofs of that name ('all': every one), at full count"
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    """Before several processes run all tests; whoever runs a few compiles what they need."""
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        compile_all()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    # short versions of long proofs take longest, and nobody should wait for one of them at the end
    items.sort(key=lambda item: item.get_closest_marker("prove") is None)
    name = config.getoption("--prove")
    if name is None:
        return
    names = {marker.args[0] for item in items for marker in item.iter_markers("prove")}
    if name != "all" and name not in names:
        raise pytest.UsageError(f"there is no proof {name!r}; there are {', '.join(sorted(names))}")
    chosen = [item for item in items if any(name in ("all", m.args[0]) for m in item.iter_markers("prove"))]
    for item in chosen:
        item.add_marker(pytest.mark.timeout(3600))
    items[:] = chosen


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What a proof has measured, whichever process it ran in: `record_property("sheet", text)`."""
    for reports in terminalreporter.stats.values():
        for report in reports:
            for name, text in getattr(report, "user_properties", ()):
                if name == "sheet" and report.when == "call":
                    terminalreporter.section(report.nodeid)
                    terminalreporter.write_line(text)


@pytest.fixture(scope="session")
def count(request: pytest.FixtureRequest) -> Count:
    """`count(short, full)`: how often to try, in every test run or in a proof."""
    proving = request.config.getoption("--prove") is not None
    return lambda short, full: full if proving else short
