"""The checkout that is tested: where it lies, and its own scripts as modules."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parent.parent


def loaded(script: str) -> ModuleType:
    """A script of the checkout, such as `dev.py`, which no import path leads to."""
    name = Path(script).stem
    if name not in sys.modules:
        spec = spec_from_file_location(name, ROOT / script)
        assert spec and spec.loader
        sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]
