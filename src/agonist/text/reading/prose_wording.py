"""The words of a sentence that gives an answer."""

from __future__ import annotations

import re
from typing import Final

from agonist.core import Amount, Ask, Choice, Form, Split
from agonist.text.answer_formats import key_of
from agonist.text.reading.option_spellings import OptionNames

SAYING: Final = frozenset(
    """i ll will d s we us me my our want prefer decide decided continue to the a an is be so
    therefore thus hence ok okay sure well yes then now here today tonight just simply definitely also it
    choose chosen pick select go settle stick opt commit say answer submit guess best optimal final
    choice decision move option with for on in
    ich wähle nehme spiele setze biete meine wahl antwort ist die den das auf für je choisis joue prends dans
    le la est vise elijo juego apuesto pido el scelgo gioco yo""".split()  # noqa: SIM905  a list of strings is worse to read
)
"""Words before an answer in a sentence that gives it. None of them can deny, imagine or quote it, or make it
somebody else's."""

ANSWERS: Final = frozenset(
    """answer choice decision move action vote bid guess pick number target plan proposal split choose select
    submit go settle say play shoot place drop put take mark claim vise antwort wahl zug final so thus hence
    therefore conclusion output response reply result order aim fire accuse suspect eliminate now
    placement""".split()  # noqa: SIM905  as above
)
"""Words of a label that says that an answer follows."""

ADVERBS: Final = frozenset(
    ["", *"so therefore thus hence ok okay sure well yes then now here today tonight".split()]  # noqa: SIM905  as above
)
PREPOSITIONS: Final = frozenset(("with", "for", "on", "in", "to", "at", "of"))
SUBJECTS: Final = frozenset(("i", "we", "let", "my", "our"))
"""Behind adverbs, a preposition begins a sentence that gives an answer only if its subject follows: `With 40
as my value` gives none."""

_OF_AMOUNTS: Final = frozenset(
    """bid claim contribute give offer propose invest request ask put place play of number número contribution
    proposal""".split()  # noqa: SIM905  as above
)
_OF_PEOPLE: Final = frozenset(
    """vote goes cast send over shoot fire target aim at eliminate accuse suspect take
    stimme voto por""".split()  # noqa: SIM905  as above
)
_OF_THINGS: Final = frozenset(
    """play place drop put take make build order open use mark claim disc disk token piece worker stone
    placement spalte colonne colonna columna cell square at into onto from vote offer bid word""".split()  # noqa: SIM905  as above
)
CLOSING: Final = re.compile(
    r"(?:['’]s (?:proposal|plan|offer|split)|[\s,]+(?:please|it is|now|again|for it|for me|for now|here"
    r"|(?<!go )home|tonight|today|this evening|and (?:listen|watch|see)"
    r"|and (?:i(?:['’]ll)? )?keep the (?:rest|others?(?: \d+)?)(?: for (?:now|myself))?|(?:is|looks|seems"
    r"|feels)(?: to be| like)?(?: the| a| an| my)? (?:best|safest|strongest|right|optimal|fair"
    r"|reasonable)(?: choice| option| move| bid| number| amount| guess| target)?(?: to me| for me)?"
    r"|with (?:the other player|my partner|my opponent)|for (?:this|the) item|(?:is|for"
    r"|as) my (?:final )?(?:answer|choice|move|vote|pick|target|number|bid)|(?:(?:in|for) )?(?:this(?: last"
    r"| final)?|the final) (?:time|round|turn|tick|week|season|game|hand)"
    r"|of my (?:\d+ )?(?:tokens|coins|units|cards)"
    r"|(?:in)?to the (?:(?:public|common|shared|group) )?(?:pool|pot|public good|group|project|fund)"
    r"|that|(?:the|this|that|your|their) (?:proposal|plan|offer|bet|bid|terms|dish|team|deal)))+\W*$",
    re.IGNORECASE,
)
"""Words behind an answer in such a sentence."""

INSIDE: Final = frozenset(("on", "to", "in", "at", "my", "the", "and", "then"))


def verb_words(ask: Ask, terms: OptionNames) -> frozenset[str]:
    """The verbs and nouns of a sentence that answers a question."""
    if isinstance(ask, Amount | Split):
        return _OF_AMOUNTS
    if isinstance(ask, Form):
        return _OF_THINGS | {"turn"}
    return _OF_PEOPLE if isinstance(ask, Choice) and _is_of_people(ask, terms) else _OF_THINGS


def is_bare(ask: Ask, terms: OptionNames) -> bool:
    """Whether answers are numbers or players, of which a sentence may say anything."""
    return isinstance(ask, Amount) or (isinstance(ask, Choice) and _is_of_people(ask, terms))


def _is_of_people(ask: Choice, terms: OptionNames) -> bool:
    return any(terms.say(key_of(ask), option).startswith("Player") for option in ask.choices)
