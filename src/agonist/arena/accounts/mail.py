"""Mail to members, through any SMTP server that the operator names; without one, nothing is sent."""

from __future__ import annotations

import os
import smtplib
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Final
from urllib.parse import parse_qs, unquote, urlsplit

from agonist.core import AgonistError, UsageError

VARIABLE: Final = "AGONIST_SMTP"

SECONDS: Final = 20.0
"""How long the server may take for each answer."""

ADDRESS_CHARACTERS: Final = 254
"""The most that an address has (RFC 5321, 4.5.3.1.3)."""

EXAMPLE: Final = "smtp://user:password@mail.example.org:587?from=play@example.org"


class MailFailed(AgonistError):
    """A mail could not be handed to the server."""


@dataclass(frozen=True)
class MailServer:
    """An SMTP server. `tls` is `always` (smtps), `starttls`, or `never`, to a server on this machine."""

    host: str
    port: int
    tls: str
    sender: str
    user: str = ""
    password: str = field(default="", repr=False)

    def send(self, to: str, subject: str, text: str) -> None:
        """Hand one mail to the server. Raises `MailFailed`, whose message names no secret."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, to, subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self.sender.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        try:
            with self._opened() as server:
                if self.user:
                    server.login(self.user, self.password)
                server.send_message(message)
        except smtplib.SMTPRecipientsRefused:
            raise MailFailed(f"the mail server refuses the address {to}") from None
        except (OSError, smtplib.SMTPException) as error:
            code = getattr(error, "smtp_code", "")
            what = f"{type(error).__name__}{f' {code}' if code else ''}"
            raise MailFailed(f"the mail could not be sent by {self.host}:{self.port} ({what})") from None

    def _opened(self) -> smtplib.SMTP:
        if self.tls == "always":
            context = ssl.create_default_context()
            return smtplib.SMTP_SSL(self.host, self.port, timeout=SECONDS, context=context)
        server = smtplib.SMTP(self.host, self.port, timeout=SECONDS)
        if self.tls == "starttls":
            try:
                server.starttls(context=ssl.create_default_context())
            except BaseException:
                server.close()
                raise
        return server


def mail_server(environ: Mapping[str, str] | None = None) -> MailServer | None:
    """The server in `AGONIST_SMTP`; `None` if there is none. Raises `UsageError` for what is no such address.

    >>> mail_server({"AGONIST_SMTP": "smtps://ann:secret@mail.example.org?from=play@example.org"})
    MailServer(host='mail.example.org', port=465, tls='always', sender='play@example.org', user='ann')
    >>> mail_server({}) is None
    True
    """
    text = (os.environ if environ is None else environ).get(VARIABLE, "").strip()
    if not text:
        return None
    wrong = UsageError(f"{VARIABLE} is not the address of a mail server (example: {EXAMPLE})")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise wrong from None
    sender = (parse_qs(parts.query).get("from") or [""])[-1]
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or not is_address(sender):
        raise wrong
    here = parts.hostname in ("localhost", "127.0.0.1", "::1")
    tls = "always" if parts.scheme == "smtps" else "never" if here else "starttls"
    usual = {"always": 465, "starttls": 587, "never": 25}[tls]
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return MailServer(parts.hostname, port or usual, tls, sender, user, password)


def is_address(text: str) -> bool:
    """Whether a text can be an e-mail address; only a mail that arrives shows that it is one.

    >>> [is_address(text) for text in ("ann@example.org", "ann", "a b@example.org", "ann@example")]
    [True, False, False, False]
    """
    if len(text) > ADDRESS_CHARACTERS or not text.isprintable() or text.count("@") != 1:
        return False
    try:
        found = Address(addr_spec=text)
    except Exception:  # noqa: BLE001  the parser of headers raises errors of many classes
        return False
    return bool(found.username) and "." in found.domain.strip(".") and " " not in text
