"""What one table says of an option is what forms and limits for strangers do."""

import pytest
from tests.players.test_options import named, of

from agonist.arena.agents.agent_form import InvalidForm, specification
from agonist.arena.agents.form_fields import fields_of
from agonist.arena.run_restrictions import check_untrusted
from agonist.core import UsageError
from agonist.players import OPTIONS
from agonist.players.options import options_of


@pytest.mark.parametrize("option", [option for option in OPTIONS if option.of_server], ids=named)
def test_on_a_public_site_nobody_sets_what_names_a_variable_or_a_file_of_the_server(option):
    name = option.name.replace("NAME", "X")
    attack = "attack:" if name == "as" else ""
    player = f"{attack}{of(option, 'HOME').replace(option.name, name)}"
    with pytest.raises(UsageError, match="of the server"):
        check_untrusted([], [player])
    typed = {"provider": "vllm", "model": "m", "more": f"{name}=HOME"}
    with pytest.raises(InvalidForm, match="environment or files"):
        specification("model", typed, public=True)


def test_a_forms_fields_offer_what_the_options_allow():
    fields = {field.name: field for field in fields_of("model", public=False)}
    for option in options_of("model").values():
        field = fields.get(option.name)
        if field is None or field.shape == "lines" or option.name in ("base_url", "key_env"):
            continue
        assert (field.shape == "number") == (option.is_number)
        if field.shape == "number":
            assert str(option.range) in field.note
        if field.shape == "choice":
            assert [value for value, _ in field.choices] == ["", *option.words[1:]]
