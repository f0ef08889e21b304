"""What people install: a wheel that carries the built pages and needs no Node, in an empty environment."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from urllib.request import urlopen

from tests.processes import PATIENCE, started

ROOT = Path(__file__).parent.parent


def test_a_wheel_serves_the_page_without_node(tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", str(tmp_path), str(ROOT)], check=True)
    (wheel,) = tmp_path.glob("branchline-*-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "branchline/static/index.html" in names
    assert not [name for name in names if "node_modules" in name or name.endswith((".ts", ".svelte"))]

    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "empty")], check=True)
    scripts = tmp_path / "empty" / ("Scripts" if os.name == "nt" else "bin")
    install = [str(scripts / "python"), *pip[1:], "install", "-c", str(ROOT / "constraints.txt"), str(wheel)]
    subprocess.run(install, check=True)

    bare = {"PATH": str(scripts), "HOME": str(tmp_path), "BRANCHLINE_PORT": "0"}
    serve = (scripts / "branchline", "serve", "--database", tmp_path / "tables.db")
    with started(*serve, cwd=tmp_path, env=bare, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        address = re.search(r"(http://\S+)/", process.stdout.readline())
        assert address
        with urlopen(f"{address[1]}/", timeout=PATIENCE) as answer:
            page = answer.read().decode()
        for asset in re.findall(r'(?:src|href)="(/static/[^"]+)"', page):
            with urlopen(address[1] + asset, timeout=PATIENCE) as answer:
                assert answer.status == 200
        with urlopen(f"{address[1]}/api/games", timeout=PATIENCE) as answer:
            assert len(json.load(answer)["games"]) == 5


def test_the_lock_file_fits_every_platform_and_names_no_registry() -> None:
    text = (ROOT / "frontend" / "package-lock.json").read_text("utf-8")
    assert '"resolved"' not in text
    bindings = {name for name in json.loads(text)["packages"] if "@rolldown/binding-" in name}
    for platform in ("darwin-arm64", "darwin-x64", "linux-x64-gnu", "linux-arm64-gnu", "win32-x64-msvc"):
        assert any(name.endswith(platform) for name in bindings), platform
