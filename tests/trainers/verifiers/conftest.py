"""What verifiers imports is in an environment of its own, which `scripts/test-trainers verifiers` makes."""

from importlib.util import find_spec

import pytest

from agonist.models.mock_endpoint import Endpoint

collect_ignore_glob = ["tiny_*.py"] if find_spec("agonist_verifiers") else ["*.py"]


@pytest.fixture(scope="session")
def endpoint():
    """The address of our mock endpoint."""
    with Endpoint("sensible") as served:
        yield served.url
