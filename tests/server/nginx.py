"""A real nginx in front of a server, as people put one there: TLS, a path of its own, its own headers."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Self

import pytest

from tests.processes import PATIENCE

CONFIGURATION = """
daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
events {{ worker_connections 200; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  map $http_upgrade $connection_upgrade {{ default upgrade; '' close; }}
  server {{
    listen 127.0.0.1:{port} ssl;
    ssl_certificate {folder}/cert.pem;
    ssl_certificate_key {folder}/key.pem;
    location /games/ {{
      proxy_pass http://127.0.0.1:{behind}{strip};
      proxy_http_version 1.1;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header X-Forwarded-Host $http_host;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
    }}
  }}
}}
"""


def found() -> str:
    """nginx, which .ci/run installs; on other machines these tests are left out."""
    path = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
    if path is None or shutil.which("openssl") is None:
        if os.environ.get("REQUIRE_PROXY") or os.environ.get("CI"):
            raise AssertionError("nginx and openssl are required, but not both are there: install them")
        pytest.skip("no nginx with openssl: install them to try the server behind a proxy")
    return path


class Nginx:
    """Serves what listens on a port under https://127.0.0.1:PORT/games/."""

    def __init__(self, behind: int, strip: bool = True) -> None:
        self.behind, self.strip = behind, strip

    def __enter__(self) -> Self:
        self._folder = tempfile.TemporaryDirectory()
        folder = Path(self._folder.name)
        folder.chmod(0o755)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        subprocess.run(
            f"openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost"
            f" -keyout {folder}/key.pem -out {folder}/cert.pem".split(),
            check=True,
            capture_output=True,
        )
        values = {"folder": folder, "port": self.port, "behind": self.behind, "strip": "/" * self.strip}
        (folder / "nginx.conf").write_text(CONFIGURATION.format(**values))
        command = [found(), "-p", str(folder), "-c", "nginx.conf", "-e", str(folder / "error.log")]
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        self.base = f"https://127.0.0.1:{self.port}/games"
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            log = folder / "error.log"
            assert self.process.poll() is None and time.monotonic() < deadline, (
                log.read_text() if log.exists() else "nginx did not start"
            )
            time.sleep(0.05)
        return self

    def _answers(self) -> bool:
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", self.port)) == 0

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(20)
        self._folder.cleanup()
