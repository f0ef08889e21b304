"""Runs the notebook of the docs, all of it; `python -m tests.notebook` keeps in it what it shows."""

from __future__ import annotations

import os
from typing import Any

import nbformat
from nbclient import NotebookClient

from tests.checkout import ROOT

FORMAT: Any = nbformat  # which says nothing about its types
PAGE = ROOT / "docs" / "notebook.ipynb"
PATIENCE = 300  # seconds for a cell, on a busy machine


def ran(folder: str) -> Any:
    """The notebook with what its cells show now; files that it writes are in that folder."""
    notebook = FORMAT.read(PAGE, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=PATIENCE,
        kernel_name="python3",
        resources={"metadata": {"path": folder}},
        record_timing=False,
    )
    client.execute(env={**os.environ, "IPYTHONDIR": folder})  # nothing is left in anybody's home
    return notebook


def main() -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        notebook = ran(folder)
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    FORMAT.write(notebook, PAGE)


if __name__ == "__main__":
    main()
