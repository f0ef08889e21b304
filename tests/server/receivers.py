"""Those who are called, as real servers: a letter box, an address that takes posts, a push service."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import http_ece
from aiosmtpd.smtp import SMTP
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from py_vapid import Vapid02


class Receiver:
    """An HTTP server that keeps what is posted to it and answers with `statuses` in turn, then with 201."""

    def __init__(self) -> None:
        self.came: list[tuple[str, dict[str, str], bytes]] = []
        self.statuses: list[int] = []
        self.silent = False  # it reads, and never answers
        self.base = ""
        self.held: list[asyncio.StreamWriter] = []

    async def heard(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.strip().split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.came.append((first.split()[1], headers, body))
        if self.silent:
            self.held.append(writer)
            return
        status = self.statuses.pop(0) if self.statuses else 201
        writer.write(f"HTTP/1.1 {status} So\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    def messages(self) -> list[Any]:
        return [json.loads(body) for _, _, body in self.came]


@contextlib.asynccontextmanager
async def receiver() -> AsyncIterator[Receiver]:
    found = Receiver()
    server = await asyncio.start_server(found.heard, "127.0.0.1", 0)
    found.base = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield found
    finally:
        for writer in found.held:
            writer.close()
        server.close()


class Phone:
    """A browser at a push service: only it can read what comes."""

    def __init__(self, service: Receiver) -> None:
        self.service = service
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)

    def way(self) -> dict[str, Any]:
        raw = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "call": "push",
            "to": f"{self.service.base}/push/phone",
            "keys": {"p256dh": text(raw), "auth": text(self._auth)},
        }

    def read(self, server: str) -> list[Any]:
        """What has come, decrypted; each was signed by the server with that key."""
        found = []
        for _, headers, body in self.service.came:
            assert headers["content-encoding"] == "aes128gcm" and int(headers["ttl"]) > 0
            given = headers["authorization"]
            assert given.endswith(f"k={server}") and Vapid02.verify(given), given
            plain = http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
            found.append(json.loads(plain))
        return found


def text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate of our own for localhost, and its key."""
    public, private = folder / "localhost.pem", folder / "localhost.key"
    if not public.exists():
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
        now = datetime.now(UTC)
        made = (
            x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=1))
            .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
            .sign(key, hashes.SHA256())
        )
        public.write_bytes(made.public_bytes(Encoding.PEM))
        private.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return public, private


class LetterBox:
    """A real SMTP server with all letters that came."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.raw: list[bytes] = []
        self.refuse = ""  # what it says instead of taking a letter

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's name
        if self.refuse:
            return self.refuse
        letter = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        self.letters.append(letter)
        self.raw.append(envelope.content)
        return "250 taken"

    def to(self, address: str) -> list[EmailMessage]:
        return [letter for letter in self.letters if letter["To"] == address]


@contextlib.asynccontextmanager
async def letter_box() -> AsyncIterator[tuple[LetterBox, str]]:
    """A letter box and its smtp:// address."""
    box, loop = LetterBox(), asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(box, loop=loop), "127.0.0.1", 0)
    try:
        yield box, f"smtp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
