"""A kernel's first call may take seconds, so hypothesis sets no deadlines here."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("kernels", deadline=None)
settings.load_profile("kernels")
