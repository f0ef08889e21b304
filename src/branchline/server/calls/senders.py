"""The three roads: a push message, a mail, a webhook. Each says what happened in `outgoing.py`'s words."""

from __future__ import annotations

import asyncio
import base64
import ipaddress
import logging
import re
from collections.abc import Mapping
from email import policy
from email.message import EmailMessage
from email.utils import formataddr, formatdate, parseaddr
from importlib.util import find_spec
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec

from branchline.core.errors import BranchlineError
from branchline.core.voice import say
from branchline.server.calls.outgoing import PATIENCE, Failed, Last, Outgoing, Unsure, judged
from branchline.server.calls.telling import Told
from branchline.server.calls.ways import Wants
from branchline.server.spoken import later

PUSH_BYTES = 3000  # of a message, before it is encrypted: services take 4096
DISCORD = 1900  # letters of a message; Discord takes 2000
MARKS = re.compile(r"([\\*_~`|>#\[\]()<@:-])")
# no = and no ?: what a header may encode would be written to somebody else
MAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/^_{|}~-]{1,64}@[A-Za-z0-9.-]{1,190}\.[A-Za-z0-9-]{2,60}\Z")
log = logging.getLogger("branchline.calls")

# lines as long as mail allows: folded ones would be encoded, and no program finds an address in them
PLAINLY = policy.SMTP.clone(max_line_length=998)


def has(module: str) -> bool:
    return find_spec(module) is not None


# --- push


def new_push_key() -> str:
    """A key pair by which browsers know this server again; made once."""
    from py_vapid import Vapid02

    found = Vapid02()
    found.generate_keys()
    return str(found.private_pem().decode())


def public_part(key: str) -> str:
    """What browsers are told of it."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid02

    raw = Vapid02.from_pem(key.encode()).public_key.public_bytes(
        Encoding.X962, PublicFormat.UncompressedPoint
    )
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def sealed(wants: Wants, key: str, subject: str, now: float, message: bytes) -> tuple[bytes, dict[str, str]]:
    """A message that only that browser can read, with the headers that say who sends it."""
    from py_vapid import Vapid02
    from pywebpush import WebPusher, WebPushException

    assert wants.keys is not None
    keys = {"p256dh": wants.keys.p256dh, "auth": wants.keys.auth}
    url = urlsplit(wants.to)
    try:
        body = WebPusher({"endpoint": wants.to, "keys": keys}).encode(message, "aes128gcm")["body"]
    except (ValueError, WebPushException, TypeError):
        raise Failed(later("server.push-keys"), True) from None
    claims = {"aud": f"{url.scheme}://{url.netloc}", "sub": subject, "exp": int(now) + 12 * 3600}
    headers: dict[str, str] = dict(Vapid02.from_pem(key.encode()).sign(claims))
    more = {"content-encoding": "aes128gcm", "content-type": "application/octet-stream", "urgency": "high"}
    return body, {**headers, **more, "ttl": "86400"}


def push_message(told: Told) -> bytes:
    """The newest lines as far as they fit."""
    for most in (4, 2, 1, 0):
        body = told.text(most)
        message = msgspec.json.encode(
            {"title": told.title, "body": body, "tag": told.table, "url": told.url, "stop": told.stop}
        )
        if len(message) <= PUSH_BYTES:
            return message
    raise Failed(later("server.push-long"), True)


async def push(
    outgoing: Outgoing, wants: Wants, told: Told, key: str, subject: str, now: float, last: Last
) -> None:
    body, headers = await asyncio.to_thread(sealed, wants, key, subject, now, push_message(told))
    judged(str(urlsplit(wants.to).hostname), await outgoing.post(wants.to, body, headers, last))


# --- webhooks


def hook_message(kind: str, told: Told) -> Mapping[str, Any]:
    if kind == "discord":
        text = f"**{escaped(told.title)}** ({escaped(told.name)})\n"
        most = len(told.lines)
        while most and len(escaped(told.text(most))) > DISCORD - len(text) - len(told.url) - len(told.stop):
            most -= 1
        text += escaped(told.text(most))
        text += f"\n<{told.url}>" + (f"\n-# {say('server.hook-stop')} <{told.stop}>" if told.stop else "")
        return {"content": text[:2000], "allowed_mentions": {"parse": []}}
    return {
        "id": told.id,
        "event": told.what,
        "title": told.title,
        "lines": told.lines,
        "clock": told.clock,
        "deadline": told.deadline,
        "game": told.game,
        "table": told.table,
        "name": told.name,
        "url": told.url,
        "stop": told.stop,
    }


def escaped(text: str) -> str:
    """Nobody's name is a sign of Discord's.

    >>> print(escaped("*Ann* @everyone"))
    \\*Ann\\* \\@everyone
    """
    return MARKS.sub(r"\\\1", text)


async def hook(outgoing: Outgoing, wants: Wants, told: Told, last: Last) -> None:
    body = msgspec.json.encode(hook_message(wants.kind, told))
    headers = {"content-type": "application/json"}
    judged(str(urlsplit(wants.to).hostname), await outgoing.post(wants.to, body, headers, last))


# --- mail


def is_mail(address: str) -> bool:
    """
    >>> is_mail("anna@example.org"), is_mail("anna"), is_mail("a@b.example, c@d.example")
    (True, False, False)
    >>> is_mail("=?utf-8?q?=76ictim?=@b.example"), is_mail("a..b@c.example"), is_mail(".a@b.example")
    (False, False, False)
    """
    dots = ".." in address or ".@" in address or "@." in address or address.startswith(".")
    return bool(MAIL.match(address)) and not dots


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class Post:
    """The operator's mail server: smtp://user:password@host:587, or smtps://.

    STARTTLS is used where it is offered; a password goes no other way, unless to this machine itself.
    """

    def __init__(self, address: str, sender: str) -> None:
        url = urlsplit(address)
        if url.scheme not in ("smtp", "smtps") or not url.hostname:
            raise BranchlineError(say("server.smtp-address", "smtp://user:password@mail.example.org:587"))
        name, mail = parseaddr(sender)
        if not is_mail(mail):
            raise BranchlineError(say("server.mail-from", "branchline@example.org"))
        self.sender, self.mail = formataddr((name or "Branchline", mail)), mail
        self.host, self.tls = url.hostname, url.scheme == "smtps"
        self.port = url.port or (465 if self.tls else 587)
        self.user = unquote(url.username) if url.username else None
        self.password = unquote(url.password) if url.password else None
        self.safely = True if self.password and not self.tls and not is_loopback(self.host) else None

    def letter(self, to: str, title: str, text: str, id: str, now: float, stop: str = "") -> EmailMessage:
        """A letter, or Failed where it cannot be written."""
        try:
            return self._written(to, title, text, id, now, stop)
        except ValueError:
            raise Failed(later("server.letter-unwritten"), True) from None

    def _written(self, to: str, title: str, text: str, id: str, now: float, stop: str) -> EmailMessage:
        found = EmailMessage(PLAINLY)
        found["From"], found["To"], found["Subject"] = self.sender, to, title
        found["Date"] = formatdate(now)
        found["Message-ID"] = f"<{id.replace(':', '.')}@{self.mail.partition('@')[2]}>"
        found["Auto-Submitted"] = "auto-generated"
        if stop:
            found["List-Unsubscribe"] = f"<{stop}>"
            found["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        found.set_content(text)
        return found

    async def send(self, letter: EmailMessage, to: str, last: Last) -> None:
        """All but the letter itself is said before `last`. What the mail server says is for its operator."""
        import aiosmtplib

        client = aiosmtplib.SMTP(
            hostname=self.host,
            port=self.port,
            username=self.user,
            password=self.password,
            use_tls=self.tls,
            start_tls=None if self.tls else self.safely,
            timeout=PATIENCE,
        )
        begun = False
        try:
            raw = letter.as_bytes()
            async with asyncio.timeout(PATIENCE):
                await client.connect()
                await client.mail(self.mail)
                await client.rcpt(to)
            await last()
            begun = True  # from here on only the answer to the letter itself is sure
            await client.data(raw)
        except BranchlineError:
            raise  # of `last`
        except (aiosmtplib.SMTPException, OSError, TimeoutError, ValueError) as error:
            log.warning(
                "a letter was not taken", extra={"error": type(error).__name__, "why": str(error)[:200]}
            )
            if begun and not isinstance(error, aiosmtplib.SMTPDataError):
                raise Unsure(later("server.mail-unsure")) from None
            if isinstance(error, aiosmtplib.SMTPResponseException):
                raise Failed(later("server.mail-refused"), error.code >= 550) from None
            if isinstance(error, ValueError):
                raise Failed(later("server.letter-unwritten"), True) from None
            raise Failed(later("server.mail-silent")) from None
        finally:
            client.close()


def mail_text(told: Told) -> str:
    """A call as a letter."""
    since = (
        [say("server.mail-since"), "", *(f"- {line}" for line in told.lines[-30:]), ""] if told.lines else []
    )
    return "\n".join(
        [
            f"{told.title}.",
            "",
            *since,
            *([told.clock, ""] if told.clock else []),
            say("server.mail-seat" if "#" in told.url else "server.mail-table"),
            told.url,
            "",
            say("server.mail-stop"),
            told.stop,
            "",
        ]
    )
