"""What people type: printed names, capitals and commas, and the verb that decides what a name means."""

from __future__ import annotations

import pytest

from branchline.core.action import from_typed, to_text

from .positions import koplopers


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("disrupt d30", "disrupt D30"),
        ("Disrupt GVC", "disrupt GVC"),
        ("build Venlo", "build Y-VL"),
        ("build y-vl", "build Y-VL"),
        ("build Arnhem", "build AH"),  # it has no yard: the refusal can say so
        ("drive R1 Nijmegen", "drive R1 NM"),
        ("drive red 1 's-Hertogenbosch", "drive R1 HT"),
        ("DRIVE r1, zl-dv, dv-zp", "drive R1 ZL-DV DV-ZP"),
        ("drive r1 gn-lw#1 gn-lw.1", "drive R1 GN-LW#1 GN-LW.1"),
        ("uncouple blue 2 zl-dv", "uncouple B2 ZL-DV"),
        ("repair a", "repair A"),
        ("repair amsterdam centraal", "repair ASD"),
        ("board r1 p05", "board R1 P05"),
        ("give p05", "give P05"),
        ("couple Red 1 Red 2", "couple R1 R2"),
        ("stop R1", "stop R1"),
        ("done", "done"),
    ],
)
def test_the_verb_decides_what_a_typed_name_means(line: str, said: str) -> None:
    assert to_text(from_typed(line, koplopers().called)) == said
