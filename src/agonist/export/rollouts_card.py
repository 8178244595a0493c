"""The card of a folder with rollouts, as a data set of the Hugging Face Hub: its schema and licence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agonist.export.card_licence import card_licence
from agonist.export.secrets import clean

if TYPE_CHECKING:
    from agonist.store import Run

CARD: Final = """\
---
pretty_name: agonist-{run}-rollouts
{metadata}tags:
- agonist
- games
- rollouts
configs:
- config_name: default
  data_files: rollouts.jsonl
dataset_info:
  features:
  - name: trace
    struct:
    - name: schema_version
      dtype: int64
    - name: turns
      list:
      - name: node_id
        dtype: string
      - name: prompt_token_ids
        list: int64
      - name: completion_token_ids
        list: int64
      - name: per_token_logps
        list: float64
      - name: loss_mask
        list: int64
      - name: request
        dtype: json
      - name: response
        dtype: json
      - name: metadata
        dtype: json
  - name: reward
    dtype: float64
  - name: metadata
    dtype: json
---

# Rollouts of the run {run}

Played with Agonist on {created} UTC. A row is one seat of one finished match, {traces:,} in all.

## Schema

| column | is |
|---|---|
| `trace.turns` | the calls of the seat's player, in order, as OpenEnv's `TrainingTrace` (schema 1) has them |
| `trace.turns.prompt_token_ids`, `completion_token_ids` | the ids that the engine read and wrote |
| `trace.turns.per_token_logps` | the log-probability of each id of the completion |
| `trace.turns.loss_mask` | for each id of prompt and completion 1 if the player wrote it, else 0 |
| `trace.turns.request`, `response` | what was sent anew and answered, as text |
| `trace.turns.metadata` | step and attempt, and what was wrong with the answer |
| `reward` | the seat's score in the game |
| `metadata` | game, options, deal, seat, role, player, opponents, outcome |

Columns of type `json` hold objects whose fields differ between games. The texts are unchanged and were not
checked.

{licence}"""


def rollouts_card(run: Run, traces: int, licence: str = "") -> str:
    """The card, without secrets. Raises `UsageError` as `card_licence` does."""
    metadata, section = card_licence(licence)
    created = f"{run.created[:10]} {run.created[11:16]}"
    card = CARD.format(run=run.id, created=created, traces=traces, metadata=metadata, licence=section)
    return str(clean(card))
