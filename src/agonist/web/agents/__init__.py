"""Pages of agents: listed, described, tried out, and what they have done."""

from fastapi import APIRouter

from agonist.web.agents import editing, listing, profile, trials, writing

router = APIRouter()
for part in (listing, editing, profile, trials, writing):
    router.include_router(part.router)
