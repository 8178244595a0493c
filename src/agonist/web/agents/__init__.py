"""Pages of agents: list, forms, tests and results."""

from fastapi import APIRouter

from agonist.web.agents import editing, guide, listing, profile, trials

router = APIRouter()
for part in (listing, editing, profile, trials, guide):
    router.include_router(part.router)
