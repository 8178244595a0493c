"""How answers are presented, denied, explained and taken back, in a few languages."""

from __future__ import annotations

import re
from typing import Final

PRESENTING: Final = frozenset(
    """a above act action actions after all am an analysis and answer answering as at back based be
    being below best bid block build call card carefully cell certainly chain choice choose chosen clue
    column comes conclude conclusion considering contribute contribution correct course decide decided
    decision deploy dish distribution division allocation coins gold do drop everything fair far final
    finally following for format formatted from game get give given go going good great guess have hence
    here hereby hint i raise induction input backward tonight open in into is it its json lead let like ll
    located lock make mark me move my necessary needed next nominate now number object of offer official
    ok okay on one optimal option order our out output overall own part pick piece place plan play please
    position present proceed proposal propose provide reasoned reasoning reason recommended remaining
    reply requested required respond response result return right round safe safest say schema select
    selected selection send settled share shoot so some speech speak start split state statement step
    strategic strategy structured submission submit submitting summary sure take target tell that the
    then therefore think thought this thus to token tokens turn up us use valid very vote want we well
    what which will with word would writing yes your analyse analyze decisions thoughts consideration
    winning strongest meine antwort endgültige finale lautet entscheidung wahl hier ist mein zug ma réponse
    est voici mon choix mi respuesta es aquí está la mia risposta minha resposta é aqui мой ответ
    окончательный decisión jugada elección décision coup scelta mossa вот""".split()  # noqa: SIM905  a list of strings is worse to read
)
"""Words that present an answer."""

PRESENTED: Final = frozenset(
    """so thus hence distribution division allocation answer decision move
    choice action response reply output json bid vote guess number plan
    proposal split clue speech statement result here is final i my choose play
    pick go submit submission selection conclusion therefore option
    order shoot target place hint antwort entscheidung wahl réponse respuesta decisión
    jugada elección décision coup scelta mossa risposta resposta ответ settled below follows
    following sure ok okay""".split()  # noqa: SIM905  a list of strings is worse to read
)
"""Words of which one says that it is an answer that is presented."""

ZH: Final = re.compile(
    r"(?:所以|因此|综上所述?|好的|以下是|这是|那么|[，,。\s])*(?:我的|我)?(?:最终|最后)?(?:的)?"
    r"(?:回答|答案|选择|决定|行动|投票|出价|发言|描述|回复|输出|答え|回答)(?:是|为|如下|は)?"
)

NUMBERED: Final = re.compile(
    r"\b(?:round|turn|step|game|match|hand|day|week)\s+\d+\b|^\s*\d{1,2}[.)]\s", re.IGNORECASE
)

_NEGATED: Final = "not no nor nope nah never but however though except or is_it"
_IMAGINED: Final = r"""
    if unless until whether suppose\w* assum\w+ imagine\w* hypothe\w+ pretend\w* example sample template
    draft\w* placeholder test\w* e\.?_?g
"""
_PERHAPS: Final = r"""
    would(?!_like) could should might maybe perhaps probably possibly want\w*
    possible_(?:answer|move|choice|option|reply)
"""
_REPORTED: Final = r"""
    says? said tells? told writes? wrote written asks? asked claim\w* suggest\w* quot\w+ cop(?:y|ied)
    repeat\w* demand\w* inject\w* instruct\w*
"""
_RETRACTED: Final = r"""
    wait actually instead chang\w+ revis\w+ correct(?:ion|ed) edit\w* updat\w+ scratch ignor\w+ kidding
    jok\w+ oops sorry mistak\w+ wrong cancel\w* undo hold_on(?!_to) meant temporar\w+ for_now reconsider\w*
"""
_CHANGED: Final = rf"""
    {_RETRACTED} rather correct\w* errors? wrong\w* worse worst bad weak lose[sd]? losing reject\w* h+m+
    later(?!_(?:round|turn|game|move)s?)
"""
_ABOUT: Final = r"""
    json object above below format index\w* zero count(?:ing|ed) based
    expect(?:s|ed)?_me consider
"""
_OTHERS: Final = r"""
    they them their he she his her someone anyone everyone others? another opponent\w* players? voted
    votes answered answers replied played plays proposed proposes was were avoid against may considered
    last previous\w* earlier first initial\w* second\w* third nobody none nothing cannot \w+n['’]t
    (?:do|did|does|wo|is|are|ca)nt
"""
_SIGNS: Final = r"[?？]|如果|要是|假如|说|不|错|錯|改|应该|應該|还是|或|但|可能|也许"


COUNTS_FROM_ZERO: Final = re.compile(
    r"\b(?:0|zero)[- ]?(?:based|indexed)\b|从\s?[0零]"
    r"|\b(?:count\w*|number\w*|ind(?:ex|ices)\w*)\b[^.!?\n]{0,30}\b(?:from|at|with) (?:0|zero)\b",
    re.IGNORECASE,
)
"""A remark by which a number may mean the next one."""


def _words(*lists: str, signs: str = _SIGNS) -> re.Pattern[str]:
    """Any of these words, in which `_` is a space, or of these signs."""
    words = "|".join(word for one in lists for word in one.split()).replace("_", " ")
    return re.compile(rf"\b(?:{words})\b|{signs}", re.IGNORECASE)


DENIES: Final = _words(
    _NEGATED, _IMAGINED, _PERHAPS, _REPORTED, _CHANGED, _OTHERS, signs=rf"{_SIGNS}|[\"“”«»]"
)
"""What makes an answer behind it somebody else's, imagined or denied."""

CONDITION: Final = _words(_IMAGINED, _PERHAPS, _REPORTED, "when were", signs=rf"{_SIGNS}|[\"“”]")
"""What makes an answer behind a sentence or a clause imagined, or another's."""

PREMISE: Final = _words(_IMAGINED, _REPORTED, "when were", signs=rf"{_SIGNS}|[\"“”]")
"""The same where the sentence says that it is the reason."""

REPORTS: Final = _words(_REPORTED, signs='["“”]|说')
"""What makes an answer behind it another's."""

TAKES_BACK: Final = _words(_NEGATED, _IMAGINED, _PERHAPS, _REPORTED, _CHANGED, _ABOUT)
"""What may take an answer before it back, or leave it open."""

RETRACTS: Final = _words(
    _RETRACTED,
    "json object above format example sample template draft\\w* placeholder test",
    signs="改|应该|應該",
)
"""What takes an answer back in a text that says of itself that it is the reason."""

FORMAT: Final = re.compile(
    r"(?:the |answer |my |required )*(?:format|schema|structure|options?|choices)\W*", re.IGNORECASE
)
"""What is about the form of an answer."""

OF_FORM: Final = re.compile(
    r"\b(?:format|template|example|sample|spec|schema|dry run|how (?:one|to))\b|^\W*from:", re.IGNORECASE
)
"""What a sentence is about that shows the form of an answer, or another's."""

OF_ANSWERS: Final = re.compile(
    r"\b(?:sent|pasted|copied|typed|forwarded|answer(?:s|ed|ing)?|repl(?:y|ies|ied)|response|json|output|example|format|template"
    r"|following|below|like this"
    r"|such as|this (?:one|line|move|object|message|text)|message)\b|：$",
    re.IGNORECASE,
)

_REASON: Final = (
    r"(?:my |brief |short )?(?:reason(?:ing|s)?|explanation|rationale|justification|why|strategy"
    r"|理由|解释|原因|Begründung|Raison|Razón)"
)
CONCLUDES: Final = re.compile(
    r"\b(?:so|therefore|thus|hence),? (?:i|we)(?:['’]ll| will)? \w+[^.!?]{0,60}[.!?]?\s*$", re.IGNORECASE
)
"""What a thought ends in."""

LABELLED: Final = re.compile(rf"{_REASON}\b\W{{0,3}}[:：\n]", re.IGNORECASE)
"""The label of an explanation, which may name other answers."""

FENCE: Final = re.compile(
    r"^[ \t]*(?:```|~~~)[\w+-]*[ \t]*$|```[\w+-]*|<(?!!)[|/]?[^<>\n]{1,60}>", re.MULTILINE
)
"""Marks around an answer that say nothing."""

SENTENCE_END: Final = re.compile(r"(?<=[.!?])[\"”*_)]*\s+|(?<=[。！？])|\n+")
