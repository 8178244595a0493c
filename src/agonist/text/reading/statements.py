"""Answers in a sentence: `I will bid 120.`, `…, so I vote for Player 3.`, `Cheap it is.`"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from agonist.core import Amount, Ask
from agonist.text.formats import key_of
from agonist.text.reading.lines import label

LONGEST: Final = 1500
"""The most characters of a text that may give its answer in a sentence."""

LONGEST_SENTENCE: Final = 400
_LONGEST_NAME: Final = 40

_SENTENCES: Final = re.compile(r"(?<=[.!?])[\"”*_]*\s+|(?<=[。！？])|\n+")
_EMPHASIS: Final = re.compile(r"\*+|(?<!\w)_+|_+(?!\w)|`+")
_SPANS: Final = re.compile(r"(\*\*|`)([^*`\n]+)\1")
"""Words in bold or as code."""

_LISTED: Final = re.compile(r"^\s*(?:[-•>#]+\s+|\d{1,2}[.)]\s+(?=[^\W\d]))+")

_ADVERBS: Final = r"(?:(?:now|also|just|then|still|rather|\w{3,}ly)\s+)*"
_MUSINGS: Final = r"(?:believe|think|feel|know|see|need|hope|assume|expect|wonder|have to|understand)\b"
_SURE: Final = r"(?:(?!least|less|not|never|hardly)\w+ )?(?:confident|certain|sure)"
_WILL: Final = (
    r"(?:['’]ll|['’]m going to|['’]ve decided to|['’]m going| will| shall| am going to| am going"
    rf"|(?:['’]m| am)(?= {_ADVERBS}(?:\w+ing|{_SURE})\b)| have decided to| decide to| choose to| want to"
    r"|['’]d like to| would like to| would|['’]d| hereby)"
)
_SO_THEN: Final = (
    r"(?:(?:so|therefore|thus|hence|and so|ok|okay|well|in conclusion|in the end|overall)\b,?\s+)*"
)
_I: Final = (
    rf"{_SO_THEN}(?:(?:i|we){_WILL}?|let me|let['’]s|let us)"
    rf"\s+{_ADVERBS}(?:be\s+)?(?!{_MUSINGS})(?=\w|\()"
)
_SO: Final = re.compile(r"(?:and )?(?:so|therefore|thus|hence)\b", re.IGNORECASE)
_SAYS: Final = r"(?:is|will be|goes to|would be|=|:|：)(?: to)?[:\s]\s*(?=\S)"
_ZH: Final = re.compile(
    r"我(?:的(?:答案|选择|投票|决定)是|(?:会|要|将)?(?:选择|决定)?(?:投票给|投给)|选择|决定|投|选|猜)"
    r"[:：]?\s*(?=\S)"
    r"|^(?:选择|决定)?(?:投票给|投给)[:：]?\s*(?=\S)"
)
_AFTER: Final = re.compile(
    r"[,，;:–—]\s*$|\b(?:so|therefore|thus|hence|and|but)\s+$|(?:所以|因此)$"
    rf"|\bi (?:believe|think|feel|would say|am {_SURE})(?: that)?\s+$"
    r"|^(?:tonight|today|now|here|first|finally|again|personally|overall"
    r"|this (?:time|round|week|turn))\s+$",
    re.IGNORECASE,
)
"""What may precede a statement in its sentence: a clause that ends there."""

_SAY: Final = (
    r"says|said|told|thinks|believes|claims|claimed|expects|according to|accuses|accused|suspects|suggests"
    r"|suggested|insists|insisted|argues|argued|voted"
    r"|(?:they|others|players?|you|people|everyone|everybody) (?:all )?(?:say|think|believe|claim"
    r"|expect|want)"
)
_OTHERS: Final = re.compile(
    rf"[\"“”«»?]|\b(?:if|unless|whether|suppose|assuming|maybe|perhaps|might|could|or|not sure|{_SAY}|would"
    r"|should|when|until|were|option(?=\s*(?:\d|[a-e]\b)))\b|如果|要是|假如|若|或|还是|也许|可能|不|说",
    re.IGNORECASE,
)
"""What prevents the rest of a sentence from being a statement: a condition, a doubt, another's words."""

_IN_REASON: Final = re.compile(
    r"\b(?:if|unless|wait|actually|instead|maybe|perhaps|but)\b|[?]", re.IGNORECASE
)
_PURPOSE: Final = (
    r"block|stop|prevent|win|complete|create|make|keep|avoid|set up|secure|get|force|threaten|see|show|give"
    r"|increase|maximi[sz]e|counter|protect|punish|reward|help|test|be"
)
_REASON: Final = re.compile(
    r"[,;:–—-]?\s*\b(?:because|since|given that|so that|in order to|considering)\b"
    rf"|[,;]?\s+to (?:{_PURPOSE})\b"
    r"|,\s+(?:as|which|to|hoping|expecting|making|keeping|leaving|blocking|creating|setting|preventing)\b",
    re.IGNORECASE,
)
"""Where the reason for a statement begins; in it, an `or` and a `would` take nothing back."""

_NUMBER_VERBS: Final = (
    r"choose|choosing|pick|picking|select|selecting|go with|going with|go for|going for|bid|bidding"
    r"|contribute|contributing|say|guess|guessing|answer|submit|submitting|play|playing|settle on"
    r"|settling on|offer|offering|give|invest|request|requesting|claim|demand|enter"
    r"|put(?=\s\$?\d)|putting(?=\s\$?\d)"
)
_CHOICE_VERBS: Final = (
    r"choose|choosing|pick|picking|select|selecting|go with|going with|go for|going for|opt for|opting for"
    r"|say|guess|guessing|answer|submit|settle on|settling on|vote|voting|shoot(?: at)?|shooting(?: at)?"
    r"|aim(?:ing)?(?: at| for)?|fire at|firing at|target|targeting|accuse|accusing|suspect|eliminate"
    r"|eliminating|lock(?:ing)? in|(?:cast|place|put|give) (?:my|a) vote (?:for|on|to|against)"
)
PLACE_VERBS: Final = (
    r"(?:start|begin|open|starting|beginning|opening) with|play|playing|place|placing|drop|dropping|put"
    r"|putting|order|ordering|take|taking|claim|claiming|mark|marking|move|moving|have(?= the)"
    rf"|{_SURE} (?:about|of|in)"
)
"""Verbs of choosing a thing or a place. Of a person, they say something else: `I play with Player 3`."""

_BEFORE: Final = re.compile(
    r"(?:(?:for|at|with|in|into|on|to|by|my|the|a|piece|token|disc|disk|counter|checker|worker|mark|vote|dish|stone)\s+)+",
    re.IGNORECASE,
)
_WHEN: Final = re.compile(
    r"\s+(?:tonight|today|now|again|here|please|this (?:time|round|turn|week|game|match)|next)$",
    re.IGNORECASE,
)
_LATER: Final = re.compile(r"\b(?:or|wait|actually|instead|maybe|perhaps|no)\b", re.IGNORECASE)
"""What makes a sentence after a statement take it back."""

_NOUNS: Final = "answer|choice|vote|bid|move|guess|decision|pick|selection|play|placement|option|contribution"
_OWN: Final = r"(?:(?:final|own|best|first|next|current|official|chosen|safest|optimal|strongest) )*"
_MY_NOUN: Final = rf"(?:my|the|our) {_OWN}(?:{_NOUNS}|one)\b(?! (?:for|of) (?!me\b|us\b|this\b))"
_BEST: Final = (
    r"(?:most )?(?:best|safest|right|obvious|clear|natural|logical|likely|strongest|optimal|only)"
    rf"(?: (?:{_NOUNS}|match|fit|candidate))?"
)
_IS_MINE: Final = re.compile(
    rf"(?P<what>.+?),? (?:it is|is {_MY_NOUN}|is the (?:{_BEST}|way to go))"
    r"(?: for (?:me|us|now))?(?: (?:here|now|this (?:time|round|turn)|tonight))?$",
    re.IGNORECASE,
)
_THAT_IS_MINE: Final = re.compile(
    r"(?P<what>.+?)(?:,|;| –| —| and|\.) ?(?:(?:and|so|therefore|thus|hence|which means) ?,? ?)*"
    rf"(?:(?:that|this|it)(?: is|['’]s) (?:{_MY_NOUN}|where i (?:play|go|drop|place|move))"
    r"|i(?:['’]ll| will)? (?:play|choose|take|pick|go(?: with)?|drop|place|mark|claim)"
    r" (?:it|that|there|here|this one|that one))(?: (?:here|now|there))?$",
    re.IGNORECASE,
)
_THAT_BEGINS: Final = re.compile(
    r"[.!]\s+(?=(?:so |therefore,? )?(?:that|this)(?:['’]s| is) (?:my|the best|where i)\b)", re.IGNORECASE
)
_MERIT: Final = re.compile(
    r"\s+(?:(?P<against>blocks|stops|prevents)|wins|completes|secures|creates|makes|forms|takes|captures"
    r"|builds|sets up|threatens|forces|connects|extends|closes|defends|saves|fits)\b(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_NO_MERIT: Final = re.compile(
    r"\b(?:them|him|her|opponents?|they|it|nothing|nobody|none|no|not|but|only|worse|bad|trap|lose|also|too"
    r"|as well|still)\b",
    re.IGNORECASE,
)
_OF_MINE: Final = re.compile(r"\b(?:my|me|us|our|mine)\b", re.IGNORECASE)
_OF_THEIRS: Final = re.compile(r"\b(?:their|his|X|O|[XO]['’]s|enemy|other player)\b")


class Statement(NamedTuple):
    """What a sentence states: ways to read it, from the whole to the core, and its place among sentences.

    `leads`: an option is what the only way begins with; what is said about it comes after a line break.
    """

    ways: tuple[str, ...]
    sentence: int
    leads: bool = False


class _Said(NamedTuple):
    what: str
    leads: bool = False
    verb: bool = False
    """Whether it begins with a verb, such as `bid`, that may be left out."""


def statements(ask: Ask, text: str, roles: Sequence[str] = ()) -> list[Statement]:
    """What the sentences of a text state; empty where one that comes later takes it back.

    A statement is what its writer will do (`I will bid 120`) or what their answer is (`My bid is 120`,
    `Cheap it is`). In a sentence with a condition, a doubt or another's words there is none. `roles`: what
    those are called for whom one votes (`The spy is Player 3`).

    >>> statements(Amount(0, 9, about="bid"), "They value it at 9, so I will bid 5.")[0].ways
    ('bid 5', '5')
    >>> statements(Amount(0, 9, about="bid"), "If they bid 9, I will bid 5.")
    []
    """
    if len(text) > LONGEST:
        return []
    text = _THAT_BEGINS.sub(", so ", text.strip())
    sentences = [sentence for sentence in _SENTENCES.split(text) if sentence.strip()]
    found = []
    for nth, sentence in enumerate(sentences):
        if len(sentence) > LONGEST_SENTENCE:
            continue
        alone = not any(re.search(r"\d", other) for n, other in enumerate(sentences) if n != nth)
        bare = _LISTED.sub("", sentence.strip(" \t"))
        spans = [span for _, span in _SPANS.findall(bare)]
        bare = _EMPHASIS.sub("", bare).strip().rstrip(".!。！ ")
        for said in _stated(ask, bare, roles, alone=alone):
            ways = _ways(ask, said.what) if said.verb else [said.what]
            if not said.leads and len(spans) == 1 and spans[0] in said.what:
                ways.append(spans[0].strip(".!: "))
            if ways := [way for way in ways if way]:
                found.append(Statement(tuple(dict.fromkeys(ways)), nth, said.leads))
    return [] if found and _taken_back(found[-1], sentences) else found


def _taken_back(last: Statement, sentences: Sequence[str]) -> bool:
    """Whether a sentence after the last statement names other numbers, or begins to think again."""
    numbers = set(re.findall(r"\d+", last.ways[0]))
    return any(
        _LATER.search(sentence) or set(re.findall(r"\d+", sentence)) - numbers
        for sentence in sentences[last.sentence + 1 :]
    )


def _stated(ask: Ask, bare: str, roles: Sequence[str], *, alone: bool) -> Iterator[_Said]:
    """What one sentence states. `alone`: no other sentence of the text has a number."""
    for pattern in (_THAT_IS_MINE, _IS_MINE):
        if (whole := pattern.fullmatch(bare)) and not _OTHERS.search(whole["what"]):
            yield _Said(re.sub(r"^(?:so|then) ", "", whole["what"]), leads=pattern is _THAT_IS_MINE)
            return
    if roles and (verdict := _verdict(tuple(roles)).fullmatch(bare)):
        if not _OTHERS.search(bare):
            yield _Said(_without_reason(next(filter(None, verdict.groups()))))
        return
    found = [*_statement(key_of(ask)).finditer(bare)] or [*_ZH.finditer(bare)]
    found = [one for one in found if not bare[: one.start()].strip() or _AFTER.search(bare[: one.start()])]
    found = found[-1:] if found and _SO.match(bare[: found[-1].end()][found[-1].start() :]) else found
    if not found and alone:
        yield from _merit(bare)
    if not found or _OTHERS.search(bare[: found[0].start()]):
        return
    for one, following in zip(found, [*found[1:], None], strict=True):
        if _OTHERS.search(_without_reason(bare[one.end() :].strip().strip('"“”'))):
            continue
        what = bare[one.end() : following.start() if following else len(bare)]
        what = _without_reason(re.sub(r"[\s,;]*(?:\band)?\s*$", "", what))
        yield _Said(what.strip().strip('"“”'), verb=True)


def _merit(bare: str) -> Iterator[_Said]:
    """An option of which a sentence says only what it is good for: `(3, 1) blocks the diagonal`."""
    merit = _MERIT.search(bare)
    if merit is None or _OTHERS.search(bare):
        return
    name, rest = bare[: merit.start()], merit["rest"]
    theirs = (_OF_MINE if merit["against"] else _OF_THEIRS).search(rest)
    if len(name) <= _LONGEST_NAME and not theirs and not _NO_MERIT.search(rest):
        yield _Said(f"{name}\n{rest}", leads=True)


def _without_reason(what: str) -> str:
    reason = _REASON.search(what)
    if reason is None or not what[: reason.start()].strip() or _IN_REASON.search(what[reason.start() :]):
        return what
    return what[: reason.start()]


def _ways(ask: Ask, what: str) -> list[str]:
    ways = [what]
    verbs = _NUMBER_VERBS if isinstance(ask, Amount) else f"{_CHOICE_VERBS}|{PLACE_VERBS}"
    if verb := re.match(rf"(?:to )?(?:{verbs})\b[\s:]*", what, re.IGNORECASE):
        ways.append(what[verb.end() :])
    ways += [way[found.end() :] for way in ways if (found := _BEFORE.match(way))]
    ways += [way[: found.start()] for way in ways if (found := _WHEN.search(way))]
    return ways


@cache
def _statement(key: str) -> re.Pattern[str]:
    nouns = "|".join((label(key), label(key.rsplit("_", 1)[-1]), _NOUNS))
    mine = rf"(?:so |thus |therefore |hence )?(?:my|the|our) {_OWN}(?:{nouns})(?: for (?:this|the) \w+)?"
    mine = rf"(?:{mine}|{mine} (?:that )?i (?:choose|pick|select)) ?{_SAYS}"
    verbs = "moving|playing|placing|choosing|bidding|going (?:with|for)|voting(?: for)?|dropping|picking"
    pieces = "worker|piece|ship|disc|token|queen|ant|beetle|spider|grasshopper"
    piece = rf"my (?:{pieces}) (?:moves|goes) (?=\w)"
    so = r"(?:so|therefore|thus|hence) ?[:–—] ?(?=\w|\()"
    return re.compile(
        rf"(?<![\w'’])(?:{_I}|{mine}|{piece}|{so})|^(?:{verbs})\s+(?=\w|\()",
        re.IGNORECASE,
    )


@lru_cache(maxsize=64)
def _verdict(roles: tuple[str, ...]) -> re.Pattern[str]:
    """A sentence that says who it is: `The spy is Player 3`, `I think Player 3 is the spy`."""
    role = rf"(?:the |our |a )?(?:{'|'.join(map(re.escape, roles))})(?: (?:agent|player))?"
    adverbs = (
        "most|probably|clearly|definitely|certainly|likely|almost|fairly|quite|pretty|very|now|absolutely"
    )
    opinion = rf"(?:{adverbs}| )*(?:think|believe|suspect|say|sure|confident|convinced|certain)(?: that)? "
    lead = rf"(?:.*[,;:] )?(?:so |therefore |thus )?(?:i(?:['’]m| am)? {opinion})?"
    be = rf"(?: is (?:(?:{adverbs}) )*| must be | has to be | seems to be |是|就是|:\s*|：)"
    return re.compile(rf"{lead}{role}{be}(?P<a>\S.*)|{lead}(?P<b>\S[^,]*?){be}{role}", re.IGNORECASE)
