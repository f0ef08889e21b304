"""What all questions share: a key, and how their parts are written."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

PLAIN = r"^[^\x00-\x1f\x7f\ud800-\udfff]*$"  # one line of text
Key = Annotated[str, Meta(max_length=64, pattern=PLAIN)]
SeatNumber = Annotated[int, Meta(ge=0, le=99)]


class Ask(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every question may carry: a key of the client's, sent back with the answer."""

    key: Key | None = None
