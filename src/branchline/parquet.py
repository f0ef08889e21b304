"""Games between bots as one Parquet file, a row for each position (extra `parquet`)."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

from branchline.core.errors import BranchlineError
from branchline.core.game import AnyGame
from branchline.core.record import Record
from branchline.reading import rows

LEFT_OUT = ("said",)  # sentences can be made again from the actions


def arrow() -> tuple[Any, Any]:
    """What writes Parquet, or a sentence that says what is missing."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise BranchlineError(
            "a Parquet file needs the extra 'parquet': pip install 'branchline[parquet]'"
        ) from None
    return pyarrow, parquet


class ParquetFile:
    """A file that grows by a group of rows with each game, and holds what was played under which options."""

    def __init__(self, path: str, game: AnyGame, facts: dict[str, str]) -> None:
        self.path, self.game, self.facts = path, game, facts
        self.arrow, self.parquet = arrow()
        self.writer: Any = None

    def __enter__(self) -> Self:
        return self

    def add(self, number: int, record: Record) -> None:
        """One game: its number, who played, and every position."""
        bots = {f"bot_{seat}": name.removeprefix("bot:") for seat, name in enumerate(record.seats)}
        found = [
            {"game": number, **bots, **{name: row[name] for name in row if name not in LEFT_OUT}}
            for row in rows(self.game, record)
        ]
        if self.writer is None:
            self.writer = self.parquet.ParquetWriter(self.path, self._schema(found[0]), compression="zstd")
        self.writer.write_table(self.arrow.Table.from_pylist(found, schema=self.writer.schema))

    def _schema(self, row: dict[str, Any]) -> Any:
        """Whole numbers, parts and words, each as small as it goes."""
        kinds = {int: self.arrow.int32(), float: self.arrow.float32(), str: self.arrow.string()}
        fields = [(name, kinds[type(value)]) for name, value in row.items()]
        return self.arrow.schema(fields, metadata=self.facts)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.writer is not None:
            self.writer.close()
