"""The endpoint as a command."""

from agonist.models.mock_endpoint import Endpoint
from agonist.models.mock_endpoint.command import greeting


def test_the_key_is_not_printed_and_an_open_host_is_pointed_out():
    said = greeting(Endpoint("careful", latency=0.2, key="sesame"))
    assert "sesame" not in said
    assert "THE_KEY_YOU_GAVE" in said
    assert "Faults: none" in said
    assert "Other machines" not in said
    assert "Other machines" in greeting(Endpoint("careful", host="0.0.0.0"))
