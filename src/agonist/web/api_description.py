"""What programs may ask of the site: an OpenAPI description made from its routes, and a page of it."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse, Response

import agonist
from agonist.arena.accounts.permissions import BY_HAND, TABLE
from agonist.web.rendering import page
from agonist.web.site_state import TheSite
from agonist.web.submitted_forms import FORM
from agonist.web.visitor_identity_on_public_site import PublicDoor

router = APIRouter()

DATA: Final = {
    ".json": "application/json",
    ".jsonl": "application/x-ndjson",
    ".csv": "text/csv",
    ".txt": "text/plain",
    ".pgn": "application/vnd.chess-pgn",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".gif": "image/gif",
}
"""The types of what addresses with these endings answer with; others are pages for people."""

REFUSED: Final = {
    "400": "What was sent is not valid; `error` says why, and `problems` which fields of a form.",
    "401": "The token is not valid.",
    "403": "This account may not do that.",
    "404": "There is no such thing.",
    "409": "That cannot be done as things are; `error` says why.",
    "429": "Too often; `Retry-After` says after how many seconds to try again.",
}

WHO: Final = {"visitor": "everybody", "member": "members", "admin": "admins"}


@router.get("/openapi.json", tags=["look"])
def description(site: TheSite, request: Request) -> Response:
    """The description, as OpenAPI 3.1."""
    return JSONResponse(_described(request, site.door.root))


@router.get("/api", tags=["look"])
def api(site: TheSite, request: Request) -> Response:
    """The page for people who write programs."""
    paths = _described(request, site.door.root)["paths"]
    rows = [
        {
            "method": method.upper(), "path": path, "what": each["description"], "who": each["x-who"],
            "query": [given["name"] for given in each.get("parameters", ()) if given["in"] == "query"],
            "fields": _fields(each),
        }
        for path, methods in paths.items()
        for method, each in methods.items()
    ]  # fmt: skip
    return page(site, "api.html", rows=rows, accounts=isinstance(site.door, PublicDoor))


def _fields(operation: dict[str, Any]) -> dict[str, str]:
    schema = operation.get("requestBody", {}).get("content", {}).get(FORM, {}).get("schema", {})
    return {name: each["description"] for name, each in schema.get("properties", {}).items()}


def _described(request: Request, root: str) -> dict[str, Any]:
    found = get_openapi(
        title="Agonist",
        version=agonist.__version__,
        description="Matches, ratings, agents and ladders of this site, and what members' programs may do.",
        routes=request.app.routes,
        servers=[{"url": root or "/"}],
    )
    paths: dict[str, dict[str, Any]] = {}
    for path, operations in sorted(found["paths"].items()):
        for method, operation in operations.items():
            if _is_for_programs(method, path, operation):
                if operation["description"].startswith("The same"):
                    page_of_it = found["paths"].get(path.rpartition(".")[0], {}).get("get", operation)
                    operation["description"] = page_of_it["description"]
                _finish(method, path, operation)
                paths.setdefault(path, {})[method] = operation
    token = {"type": "http", "scheme": "bearer", "description": "A token of the page /me."}
    return {**found, "paths": paths, "components": {"securitySchemes": {"token": token}}}


def _is_for_programs(method: str, path: str, operation: dict[str, Any]) -> bool:
    """Whether it answers with data, or does something and takes tokens."""
    action = next(iter(operation.get("tags", ())), "")
    return action not in ("", *BY_HAND) and (method == "post" or path.endswith(tuple(DATA)))


def _finish(method: str, path: str, operation: dict[str, Any]) -> None:
    """Add who may do it, by what right, and what is answered."""
    action = operation["tags"][0]
    operation["tags"] = [action]  # others name rate limits
    roles = [role for role in WHO if role in TABLE[action] or ("owner" in TABLE[action] and role == "member")]
    operation["x-who"] = "owners" if "owner" in TABLE[action] else WHO[roles[0]] if roles else "the operator"
    if "visitor" not in roles:
        operation["security"] = [{"token": []}]
    if method == "post":
        answer: dict[str, Any] = {
            "303": {"description": "Done; `Location` is the address of what it is about."}
        }
    else:
        kind = next(kind for ending, kind in DATA.items() if path.endswith(ending))
        answer = {"200": {"description": "The data.", "content": {kind: {}}}}
    refused = {code: {"description": text} for code, text in REFUSED.items()}
    operation["responses"] = answer | refused
