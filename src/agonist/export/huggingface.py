"""A run as a data set for the Hugging Face Hub: Parquet files and a card."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from agonist.export.card_licence import card_licence
from agonist.export.flat_tables import TABLES
from agonist.export.secrets import clean
from agonist.export.table_files import export
from agonist.metrics.leaderboard import Method
from agonist.store import StoreError

if TYPE_CHECKING:
    from agonist.store import Reader

CARD: Final = """\
---
pretty_name: {name}
{metadata}tags:
- agonist
- games
- evaluation
configs:
{configs}
---

# {name}

Matches of the run `{run}`, played with Agonist on {created}: {finished} of {matches} matches finished.

- Games: {games}
- Players: {players}

## Tables

| config | rows | a row is |
|---|---|---|
{tables}

Columns that end in `tokens` count tokens as the endpoints did; `cost` is in dollars; `action`, `sent`,
`settings`, `options` and `plan` are JSON texts. The texts of models are unchanged and were not checked.

## Schema

{columns}

{licence}"""


def dataset(
    store: Reader, run: str, folder: Path, method: Method = "bradley-terry", licence: str = ""
) -> dict[str, int]:
    """Write `README.md` and `data/*.parquet` for `datasets.load_dataset` into a folder; rows by table.

    Tables without rows are left out, since that library cannot load them.
    The card names the licence, if there is one, and else says that who publishes chooses it.
    """
    metadata, section = card_licence(licence)
    found = store.run(run)
    rows = export(store, found.id, folder / "data", "parquet", method=method)
    for name in [name for name, count in rows.items() if not count]:
        (folder / "data" / f"{name}.parquet").unlink()
        del rows[name]
    matches = store.matches(found.id)
    card = CARD.format(
        name=f"agonist-{found.id}",
        run=found.id,
        created=f"{found.created[:10]} {found.created[11:16]} UTC",
        finished=found.finished,
        matches=found.matches,
        games=", ".join(sorted({match.fixture.game for match in matches})),
        players=", ".join(sorted({player for match in matches for player in match.fixture.players})),
        configs="\n".join(f"- config_name: {name}\n  data_files: data/{name}.parquet" for name in rows),
        columns="\n".join(
            f"- `{name}`: " + ", ".join(f"{column} ({kind})" for column, kind in TABLES[name].columns.items())
            for name in rows
        ),
        metadata=metadata,
        licence=section,
        tables="\n".join(f"| `{name}` | {count} | {TABLES[name].row} |" for name, count in rows.items()),
    )
    try:
        (folder / "README.md").write_text(clean(card), encoding="utf-8")
    except OSError as error:
        raise StoreError(f"{folder} cannot be written: {error.strerror}") from error
    return rows
