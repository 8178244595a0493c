"""Whether an answer in a text is its writer's own and final: what leads to it, and what follows it.

Words that present an answer are few and known (`My final answer:`); words that deny, quote or imagine one,
or take it back, are not. So what stands right before an answer must be known, and what follows must
explain it and name no other. In doubt, the player is asked again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Set
from typing import Final

from agonist.core import AmbiguousAnswer, UnreadableAnswer

_PRESENTING: Final = frozenset(
    """a above act action actions after all am an analysis and answer answering as at back based be
    being below best bid block build call card carefully cell certainly chain choice choose chosen clue
    column comes conclude conclusion considering contribute contribution correct course decide decided
    decision deploy dish distribution division allocation coins gold do drop everything fair far final
    finally following for format formatted from game get give given go going good great guess have hence
    here hereby hint i induction input backward tonight open in into is it its json lead let like ll
    located lock make mark me move my necessary needed next nominate now number object of offer official
    ok okay on one optimal option order our out output overall own part piece place plan play please
    position present proceed proposal propose provide reasoned reasoning reason recommended remaining
    reply requested required respond response result return right round safe safest say schema select
    selected selection send settled share shoot so some speech speak start split state statement step
    strategic strategy structured submission submit submitting summary sure take target tell that the
    then therefore think thought this thus to token tokens turn up us use valid very vote want we well
    what which will with word would writing yes your analyse analyze decisions thoughts consideration
    meine antwort endgültige finale lautet entscheidung wahl hier ist mein zug ma réponse est voici mon
    choix mi respuesta es aquí está la mia risposta minha resposta é aqui мой ответ окончательный
    вот""".split()  # noqa: SIM905  a list of strings is worse to read
)
"""Words that present an answer."""

_PRESENTED: Final = frozenset(
    """so thus hence distribution division allocation answer decision move
    choice action response reply output json bid vote guess number plan
    proposal split clue speech statement result here is final i my choose play
    pick go submit submission selection conclusion therefore input option
    order shoot target place hint antwort entscheidung wahl réponse respuesta
    risposta resposta ответ settled below follows following sure ok okay""".split()  # noqa: SIM905  a list of strings is worse to read
)
"""Words of which one says that it is an answer that is presented."""

_ZH: Final = re.compile(
    r"(?:所以|因此|综上所述?|好的|以下是|这是|那么|[，,。\s])*(?:我的|我)?(?:最终|最后)?(?:的)?"
    r"(?:回答|答案|选择|决定|行动|投票|出价|发言|描述|回复|输出|答え|回答)(?:是|为|如下|は)?"
)

_NUMBERED: Final = re.compile(
    r"\b(?:round|turn|step|game|match|hand|day|week)\s+\d+\b|^\s*\d{1,2}[.)]\s", re.IGNORECASE
)

_DENIES: Final = re.compile(
    r"\b(?:not|never|no|nobody|none|cannot|\w+n['’]?t|avoid|against|wrong|worst|bad|example|sample|template|draft|if"
    r"|unless|suppose\w*|assum\w+|imagine|hypothe\w+|would(?! like)|could|should|might|may"
    r"|maybe|perhaps|probably"
    r"|possibl[ey]|were|was|said|says?|told|tells|wrote|writes|written|asked|asks|voted|votes|answered|answers|replied"
    r"|played|plays|proposed|proposes|claims?|claimed|suggest(?:s|ed)|last|previous\w*|earlier|before|another|instead"
    r"|other|others|opponent\w*|they|their|them|he|she|his|her|someone|anyone|everyone|players?|rather|ignore"
    r"|inject\w*|instruct\w*|e\.? ?g|first|initial\w*|considered|reject\w*)\b|[?\"“”«»]",
    re.IGNORECASE,
)
"""Words that make an answer somebody else's, imagined or denied."""

_CONDITION: Final = re.compile(
    r"\b(?:if|unless|suppose\w*|assum\w+|imagine|would|could|should|might|maybe|perhaps|when|until|were|whether|says?|said"
    r"|told|wrote|asked|claims?|claimed|want\w*|suggest\w*|never|example|last|previous\w*|first)\b|[?\"“”]|如果|要是|说|假如",
    re.IGNORECASE,
)
"""Words in a reason that make what follows imagined, or another's."""

_FORMAT: Final = re.compile(
    r"(?:the |answer |my |required )*(?:format|schema|structure|options?|choices)\W*", re.IGNORECASE
)
"""What is about the form of an answer."""

_OF_ANSWERS: Final = re.compile(
    r"\b(?:answer(?:s|ed|ing)?|repl(?:y|ies|ied)|response|json|output|example|format|template"
    r"|following|below|like this"
    r"|such as|this (?:one|line|move|object|message|text)|message)\b|：$",
    re.IGNORECASE,
)

_TAKES_BACK: Final = re.compile(
    r"\b(?:no|nope|wait|actually|instead|rather|chang(?:e|ed|es|ing)|revis\w+|correct(?:ion|ed|ing|s)?|edit\w*|updat\w+"
    r"|scratch|strike|ignor\w+|disregard\w*|kidding|jok\w+|jest|example|mistak\w+|wrong\w*|errors?|erratum|oops|whoops"
    r"|sorry|apolog\w+|meant|i mean|reconsider\w*|rethink\w*|second thoughts?|on reflection"
    r"|retract\w*|(?:take|taking|took)"
    r" (?:that|it|this|my \w+) back|withdraw (?:my|this|that|it|the)|cancel\w*|undo|forget"
    r"|void\w*|discard (?:this|that"
    r"|it|the above)|misread|mis\w*click\w*|typo\w*|h+m+|hold on|never ?mind|never|do(?: not"
    r"|n['’]?t) (?:use|send|count|"
    r"take|submit|play|read|do|answer|accept|consider|treat)|should (?:be|have)|replac\w+"
    r"|switch\w*|swap\w*|drafts?"
    r"|placeholder|sample|template|hypothe\w+|pretend\w*|maybe|perhaps|alternativ\w+|either|unless|undecided|unsure"
    r"|not (?:sure|my|the|an?|really|what|final|meant|to be|certain|yet|serious)"
    r"|isn['’]?t (?:my|the|an?|final|what)"
    r"|better (?:is|would|answer|move|choice)|test(?:ing)?|quot\w+|make (?:that|it)"
    r"|p\.? ?s\.?|first idea|second answer"
    r"|(?:new|other|another|different|revised|real|true) (?:answer|move|choice|bid|vote"
    r"|number|decision|option)"
    r"|above is|as if|index\w*|zero|counting|would be|would have|nah|nee|lol"
    r"|nein|nicht|kein\w*|doch|lieber|quatsch|moment|zurück|änder\w*|falsch|korrektur|statt|stattdessen|vielmehr"
    r"|non|pas|plutôt|pardon|erreur|finalement|désolé\w*|attendez|corrig\w+|annul\w+|jamais"
    r"|mejor|perdón|quise|cambi\w+|espera|nunca|equivo\w+|corrijo|corrección|aspetta|scusa\w*|anzi|invece|meglio|sbagli\w+"
    r"|não|melhor|desculp\w+|mudo|errei|espere"
    r"|нет|не|ошиб\w+|лучше|вместо|извин\w+|стоп|меня\w+)\b"
    r"|[?？]|不|错|錯|改|应该|應該|等等|等一下|抱歉|其实|收回|更正|还是|別|别|いや|やっぱり|やはり|違|訂正|間違|待って|すみません|아니|정정|잠깐|실수|대신",
    re.IGNORECASE,
)
"""Words that may take an answer back."""

_EXPLAINS: Final = re.compile(
    r"(?:my |brief |short )?(?:reason(?:ing|s)?|explanation|rationale|justification|why"
    r"|strategy|confidence)\b"
    r"|(?:this|it|that|which|the \w+|a \w+) (?:(?:also|should|will) )?(?!is\b|was\b|does\b"
    r"|has\b|loses\b)\w+s?\b"
    r"|(?:this|it|that) is (?:my|the (?:best|safest|optimal|most)|because|a )"
    r"|(?:i(?:['’]m| am)? )?(?:chose|choose|pick(?:ed)?|going|went|choosing|block(?:ed|ing)?|taking|placing) "
    r"|because\b|since\b|as\b|to\b|by \w+ing|with this\b|good luck|thank|your turn|done\b"
    r"|giving\b|the |a |in this"
    r"|they |their |others |asking |let me (?:know|see)|i hope (?:this|they|that|it)|i (?:keep|avoid|shade"
    r"|aim) |two votes|#|//|理由|解释|原因|因为|Begründung|Raison|Razón",
    re.IGNORECASE,
)
"""How an explanation of an answer begins."""

_STILL_OPEN: Final = re.compile(
    r"\b(?:but|however|though|yet|still|not|n['’]t|opposite|expect(?:s|ed)? me"
    r"|let me (?!know|see)|if i|i were|i was|were i|need to|decid\w+"
    r"|think (?:about|more|again)|consider|reckless|submit|temporar\w+|for now|would|until"
    r"|before i|undo|lose[sd]?"
    r"|losing|blunder|trap|bad|worse|worst|weak|foolish|fool\w*|impossible|illegal|unlike"
    r"|except"
    r"|(?:player \d|they|he|she|opponent)(?:['’]s)? (?:said|say|answer\w*|wrote|vote[sd]?"
    r"|play(?:s|ed)|chose|would))\b",
    re.IGNORECASE,
)
"""Words that say that an answer is not decided, or a bad one."""

_GOES_ON: Final = re.compile(
    r"(?:because|since|as|to|so that|for|with|in order to|which (?:blocks|wins|keeps))\b|[#/(]|[–—-] ",
    re.IGNORECASE,
)
_FENCE: Final = re.compile(r"^[ \t]*(?:```|~~~)[\w+-]*[ \t]*$|```[\w+-]*|<[|/]?[^<>\n]{1,60}>", re.MULTILINE)
_MARKS: Final = " \t\r*_`~\"'“”[]()>|$#-•"
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])[\"”*_)]*\s+|(?<=[。！？])|\n+")
_CLAUSE_END: Final = re.compile(
    r"[,;:，；：–—]|\s-\s|\b(?:so|therefore|thus|hence|and|but|because)\b|所以|因此"
)
_HEADING: Final = 60
_LONGEST: Final = 1000
"""The most characters before and after an answer that are looked at."""


def expect_own(before: str, words: Set[str], names_another: Callable[[str], bool]) -> None:
    """Raise unless what leads to an answer presents it as the writer's own. `before`: the text before it.

    `words`: the question's own words, which may present an answer, too. `names_another`: whether a text
    names another answer.
    """
    lead, sentence = _lead(before[-_LONGEST:])
    if lead:
        if not presents(lead, words):
            raise UnreadableAnswer("it is not clear that the answer is yours: write it alone")
        if names_another(lead):
            raise AmbiguousAnswer("another answer is named right before the answer; give one")
    elif _OF_ANSWERS.search(sentence) and _DENIES.search(sentence):
        raise UnreadableAnswer("it is not clear that the answer is meant: write it alone")


def presents(lead: str, words: Set[str] = frozenset()) -> bool:
    """Whether the words before an answer present it as the writer's own.

    >>> presents("So my final answer is:"), presents("I would never answer"), presents("Player 2 voted:")
    (True, False, False)
    """
    numbered = _NUMBERED.search(lead)
    lead = _NUMBERED.sub("", lead).strip()
    if _ZH.fullmatch(lead.rstrip("：:，, ")):
        return True
    clauses = [clause for part in _CLAUSE_END.split(lead) if (clause := part.strip(_MARKS + ".!"))]
    if not clauses:
        return not numbered
    if _DENIES.search(lead) or _FORMAT.fullmatch(lead):
        return False
    said = re.findall(
        r"[^\W\d_]+|\d+",
        clauses[-1]
        .casefold()
        .replace("’", "'")
        .replace("i'll", "i will")
        .replace("here's", "here is")
        .replace("i'm", "i am")
        .replace("let's", "let us")
        .replace("that's", "that is")
        .replace("i'd like", "i like"),
    )
    return all(word in _PRESENTING or word in words for word in said) and (
        not _PRESENTED.isdisjoint(said) or not words.isdisjoint(said)
    )


def _lead(before: str) -> tuple[str, str]:
    """The words that lead to what follows, and the last sentence if there are none."""
    before = _FENCE.sub("", before)
    line = before.rpartition("\n")[2].strip(_MARKS)
    if not line:
        above = [one for one in before.splitlines() if one.strip(_MARKS)]
        if not above:
            return "", ""
        line = above[-1].strip()
        bare = line.strip(_MARKS + " ")
        presenting = bare.endswith((":", "：", ",", "，")) or line.startswith(("#", "**"))
        if (
            not presenting
            or (len(bare) > _HEADING and not bare.endswith((":", "：", ",", "，")))
            or bare.endswith((".", "!", "?", "。", "！", "？", "…"))
        ):
            return "", _SENTENCE_END.split(bare)[-1]
    sentences = [one for one in _SENTENCE_END.split(line) if one.strip(_MARKS)]
    last = sentences[-1].strip(_MARKS) if sentences else ""
    if last.endswith((".", "!", "。", "！", "…")) and not last.endswith("e.g."):
        return "", last
    return last, ""


def expect_kept(text: str, end: int, names_another: Callable[[str], bool]) -> None:
    """Raise unless what follows an answer that ends at `end` only explains it."""
    rest = _FENCE.sub("", text[end:])
    after = rest.strip(_MARKS + "\n.,;!}。")
    if not any(map(str.isalnum, after)):
        if "?" in rest:
            raise AmbiguousAnswer("the answer is a question; give one without it")
        return
    on_line = rest.partition("\n")[0].strip(" \t*_`\"'")
    goes_on = (
        bool(on_line.strip("}]).,;!"))
        and not on_line.startswith((".", "!", "。"))
        and not _GOES_ON.match(on_line)
    )
    if (
        goes_on
        or len(rest) > 4 * _LONGEST
        or _TAKES_BACK.search(after)
        or _STILL_OPEN.search(after)
        or not _EXPLAINS.match(after)
        or names_another(after)
    ):
        raise AmbiguousAnswer("what follows the answer may change it: write the answer alone")


def last_sentence(line: str) -> str:
    """The sentence that a line ends with."""
    return _SENTENCE_END.split(line.rstrip())[-1]


def denies(text: str) -> bool:
    """Whether a text says that what it is about is denied, imagined or another's."""
    return _CONDITION.search(text) is not None


def takes_back(text: str) -> bool:
    """Whether a text may take an answer back."""
    return _TAKES_BACK.search(text) is not None
