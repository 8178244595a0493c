"""Pages of agents: list, forms, tests and results."""

from fastapi import APIRouter

from agonist.web.agents import editing, listing, profile, trials, writing

router = APIRouter()
for part in (listing, editing, profile, trials, writing):
    router.include_router(part.router)
