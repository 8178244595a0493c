"""Functions that several forms of accounts need."""

from __future__ import annotations

from fastapi import HTTPException, Request
from fastapi.responses import RedirectResponse

from agonist.web.public_door import PublicDoor
from agonist.web.site import Site


def sent(request: Request, name: str) -> str:
    """The value of a field of the submitted form; empty if it is missing."""
    values = request.scope["form"].get(name) or [""]
    return str(values[-1])


def door_of(site: Site) -> PublicDoor:
    """The door of a site with accounts; answers 404 on others."""
    if not isinstance(site.door, PublicDoor):
        raise HTTPException(404, "There are no accounts here: “agonist serve --public” has them.")
    return site.door


def see(path: str) -> RedirectResponse:
    """A redirect to a page after an accepted form."""
    return RedirectResponse(path, status_code=303)


def inner(path: str) -> str:
    """The path if it belongs to this site, otherwise that of the home page.

    >>> inner("/play/5"), inner("//evil.example"), inner("https://evil.example"), inner("/\\\\evil.example")
    ('/play/5', '/', '/', '/')
    """
    usable = path.startswith("/") and path[1:2] not in ("/", "\\") and path.isprintable() and path.isascii()
    return path if usable else "/"


def sentence(error: object) -> str:
    """A message as a sentence.

    >>> sentence("this ladder is closed")
    'This ladder is closed.'
    """
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"
