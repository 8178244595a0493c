"""Which address is asked, and which key goes where."""

import subprocess
import sys
from typing import Any

import pytest

from agonist.core import UsageError
from agonist.models.errors import NoKey
from agonist.models.model_assembly import connect
from agonist.models.providers import PROVIDERS, route

OURS = {"OPENAI_API_KEY": "sk-openai", "GROQ_API_KEY": "gsk-groq", "MY_KEY": "mine"}


def test_a_key_goes_to_its_own_provider():
    for name, key in (("openai/gpt-5-mini", "sk-openai"), ("groq/llama", "gsk-groq")):
        found = route(name, environ=OURS)
        assert (found.key, found.base_url) == (key, PROVIDERS[name.partition("/")[0]].base_url)


def test_a_model_name_may_have_slashes():
    assert (
        route("openrouter/openai/gpt-5-mini", environ={"OPENROUTER_API_KEY": "k"}).model
        == "openai/gpt-5-mini"
    )


@pytest.mark.parametrize("name", ["openai/gpt-5-mini", "mistral/large"])
@pytest.mark.parametrize("value", [None, "", "  "])
def test_a_missing_key_is_told_with_the_name_of_its_variable(name, value):
    variable = name.partition("/")[0].upper() + "_API_KEY"
    with pytest.raises(NoKey, match=variable) as error:
        route(name, environ={} if value is None else {variable: value})
    assert error.value.fatal
    assert error.value.exit_code == 4


@pytest.mark.parametrize("host", ["example.org", "openai.com.example.org", "notopenai.com", "10.0.0.3:8000"])
def test_the_key_of_openai_goes_to_nobody_else(host):
    for environ, given in (
        (OURS, f"https://{host}/v1"),
        ({**OURS, "OPENAI_BASE_URL": f"https://{host}/v1"}, None),
    ):
        with pytest.raises(NoKey, match="key_env=NAME") as error:
            route("openai/x", base_url=given, environ=environ)
        assert "sk-openai" not in str(error.value)


def test_the_key_of_openai_goes_elsewhere_if_the_user_names_it():
    assert (
        route("openai/x", base_url="https://a.b/v1", key_env="OPENAI_API_KEY", environ=OURS).key
        == "sk-openai"
    )


def test_openais_address_variable_is_respected_and_the_option_wins():
    environ = {**OURS, "OPENAI_BASE_URL": "https://eu.api.openai.com/v1/"}
    assert route("openai/x", environ=environ).base_url == "https://eu.api.openai.com/v1"
    assert route("openai/x", environ=environ).key == "sk-openai"
    assert (
        route("openai/x", base_url="http://127.0.0.1:1/v1", environ=environ).base_url
        == "http://127.0.0.1:1/v1"
    )
    assert route("groq/x", environ=environ).base_url == PROVIDERS["groq"].base_url


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "127.9.9.9"])
def test_this_machine_needs_and_gets_no_key(host):
    for environ in ({}, OURS):
        assert route("openai/x", base_url=f"http://{host}:8000/v1", environ=environ).key is None
    assert route("openai/x", base_url=f"http://{host}:8000/v1", key_env="MY_KEY", environ=OURS).key == "mine"


@pytest.mark.parametrize("name", ["vllm", "ollama", "llamacpp", "endpoint"])
def test_own_servers_get_no_key_wherever_they_are(name):
    assert route(f"{name}/x", environ=OURS).key is None
    assert route(f"{name}/x", base_url="http://gpu.example.org/v1", environ=OURS).key is None


def test_no_key_goes_out_unencrypted_by_itself():
    with pytest.raises(NoKey, match="unencrypted"):
        route("groq/x", base_url="http://proxy.example.org/v1", environ=OURS)
    assert route("groq/x", base_url="https://proxy.example.org/v1", environ=OURS).key == "gsk-groq"


@pytest.mark.parametrize("key", ["two words", "schlüssel", "line\nbreak"])
def test_a_key_that_would_break_the_header_is_refused_without_showing_it(key):
    with pytest.raises(NoKey, match="characters that are not allowed in keys") as error:
        route("openai/x", environ={"OPENAI_API_KEY": key})
    assert key not in str(error.value)


@pytest.mark.parametrize("name", ["gpt-5-mini", "openai/", "", "/x"])
def test_a_name_that_is_none(name):
    with pytest.raises(UsageError, match="provider"):
        route(name, environ=OURS)


@pytest.mark.parametrize(
    "url", ["localhost:8000", "ftp://a/v1", "http://", "http://a:99999/v1", "http://[::1/v1", "x"]
)
def test_an_address_that_is_none(url):
    with pytest.raises(UsageError, match="is not an address"):
        route("vllm/x", base_url=url, environ=OURS)


@pytest.mark.parametrize(
    "url", ["https://user:hunter2@a/v1", "https://a/v1?key=hunter2", "https://a/v1#hunter2"]
)
def test_secrets_do_not_belong_into_an_address(url):
    with pytest.raises(UsageError, match="key_env") as error:
        route("vllm/x", base_url=url, environ=OURS)
    assert "hunter2" not in str(error.value).partition("#")[0]


def test_wrong_limits_are_told_before_anything_is_sent():
    limits: list[dict[str, Any]] = [{"rpm": 0}, {"tpm": -1}, {"max_concurrency": 0}, {"timeout": 0}]
    for limit in limits:
        with pytest.raises(UsageError, match=next(iter(limit))):
            connect("endpoint/x", **limit)


def test_the_sdk_is_not_imported_before_a_model_is_built():
    code = "import sys, agonist.models; sys.exit('openai' in sys.modules or 'aiohttp' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
