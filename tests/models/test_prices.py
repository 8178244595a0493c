"""The price table and the user's own."""

from datetime import date

import pytest

from agonist.core import UsageError
from agonist.models.prices import Price, load_prices
from agonist.models.protocol import Usage
from agonist.models.providers import PROVIDERS

OWN = """
as_of = 2026-11-01
[models]
"openai/gpt-5-mini" = { input = 1, output = 2 }
"vllm/mine" = { input = 0.1, cached = 0.01, output = 0.2 }
"""


def test_the_table_is_dated_and_sound():
    prices = load_prices()
    assert isinstance(prices.as_of, date)
    assert len(prices.models) > 20
    for name, price in prices.models.items():
        assert name.partition("/")[0] in PROVIDERS
        assert 0 < price.cached <= price.input < price.output or price.input == price.output, name


def test_cost_as_openai_prints_it():
    # gpt-4o: $2.50 in, $1.25 cached, $10.00 out for a million tokens.
    usage = Usage(prompt=2_000_000, cached=1_000_000, completion=500_000)
    assert load_prices().find("openai/gpt-4o").cost(usage) == pytest.approx(2.50 + 1.25 + 5.00)
    assert load_prices().find("openai/gpt-4o-2024-05-13") is None


def test_the_users_file_wins_and_the_rest_stays(tmp_path, monkeypatch):
    file = tmp_path / "prices.toml"
    file.write_text(OWN)
    by_argument = load_prices(file)
    monkeypatch.setenv("AGONIST_PRICES", str(file))
    for prices in (by_argument, load_prices()):
        assert prices.find("openai/gpt-5-mini") == Price(1, 1, 2)
        assert prices.find("vllm/mine") == Price(0.1, 0.01, 0.2)
        assert prices.find("openai/gpt-4o") is not None
        assert prices.as_of == date(2026, 11, 1)
        assert prices.overrides == {"openai/gpt-5-mini", "vllm/mine"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("as_of = ", "not TOML"),
        ("prices = 1", "nothing else"),
        ("models = 1", "nothing else"),
        ('as_of = "yesterday"', "as_of is a date"),
        ('[models]\n"a/b" = 3', "'a/b': a price is"),
        ('[models]\n"a/b" = { input = 1 }', "'a/b': a price is"),
        ('[models]\n"a/b" = { input = -1, output = 1 }', "'a/b': a price is"),
        ('[models]\n"a/b" = { input = "1", output = 1 }', "'a/b': a price is"),
        ('[models]\n"a/b" = { input = nan, output = 1 }', "'a/b': a price is"),
        ('[models]\n"a/b" = { input = true, output = 1 }', "'a/b': a price is"),
        ('[models]\n"a/b" = { input = 1, output = 1, outptu = 2 }', "'a/b': a price is"),
    ],
)
def test_a_wrong_file_is_told_with_the_entry(tmp_path, text, why):
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(UsageError, match=rf"mine\.toml.*{why}"):
        load_prices(file)


def test_a_missing_file_is_told_with_the_variable(tmp_path, monkeypatch):
    monkeypatch.setenv("AGONIST_PRICES", str(tmp_path / "none.toml"))
    with pytest.raises(UsageError, match=r"none\.toml' \(named by AGONIST_PRICES\) cannot be read"):
        load_prices()
