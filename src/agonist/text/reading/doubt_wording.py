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

PRESENTED: Final = frozenset(
    """so thus hence distribution division allocation answer decision move
    choice action response reply output json bid vote guess number plan
    proposal split clue speech statement result here is final i my choose play
    pick go submit submission selection conclusion therefore input option
    order shoot target place hint antwort entscheidung wahl réponse respuesta
    risposta resposta ответ settled below follows following sure ok okay""".split()  # noqa: SIM905  a list of strings is worse to read
)
"""Words of which one says that it is an answer that is presented."""

ZH: Final = re.compile(
    r"(?:所以|因此|综上所述?|好的|以下是|这是|那么|[，,。\s])*(?:我的|我)?(?:最终|最后)?(?:的)?"
    r"(?:回答|答案|选择|决定|行动|投票|出价|发言|描述|回复|输出|答え|回答)(?:是|为|如下|は)?"
)

NUMBERED: Final = re.compile(
    r"\b(?:round|turn|step|game|match|hand|day|week)\s+\d+\b|^\s*\d{1,2}[.)]\s", re.IGNORECASE
)

DENIES: Final = re.compile(
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

CONDITION: Final = re.compile(
    r"\b(?:if|unless|suppose\w*|assum\w+|imagine|would|could|should|might|maybe|perhaps|when|until|were|whether|says?|said"
    r"|told|wrote|asked|claims?|claimed|want\w*|suggest\w*|never|example|last|previous\w*|first)\b|[?\"“”]|如果|要是|说|假如",
    re.IGNORECASE,
)
"""Words in a reason that make what follows imagined, or another's."""

FORMAT: Final = re.compile(
    r"(?:the |answer |my |required )*(?:format|schema|structure|options?|choices)\W*", re.IGNORECASE
)
"""What is about the form of an answer."""

OF_ANSWERS: Final = re.compile(
    r"\b(?:answer(?:s|ed|ing)?|repl(?:y|ies|ied)|response|json|output|example|format|template"
    r"|following|below|like this"
    r"|such as|this (?:one|line|move|object|message|text)|message)\b|：$",
    re.IGNORECASE,
)

TAKES_BACK: Final = re.compile(
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
    r"|above is|as if|index\w*|zero|counting|would be|would have|nah|nee|lol|rejected|refused|ruled out"
    r"|nein|nicht|kein\w*|doch|lieber|quatsch|moment|zurück|änder\w*|falsch|korrektur|statt|stattdessen|vielmehr"
    r"|non|pas|plutôt|pardon|erreur|finalement|désolé\w*|attendez|corrig\w+|annul\w+|jamais"
    r"|mejor|perdón|quise|cambi\w+|espera|nunca|equivo\w+|corrijo|corrección|aspetta|scusa\w*|anzi|invece|meglio|sbagli\w+"
    r"|não|melhor|desculp\w+|mudo|errei|espere"
    r"|нет|не|ошиб\w+|лучше|вместо|извин\w+|стоп|меня\w+)\b"
    r"|[?？]|不|错|錯|改|应该|應該|等等|等一下|抱歉|其实|收回|更正|还是|別|别|いや|やっぱり|やはり|違|訂正|間違|待って|すみません|아니|정정|잠깐|실수|대신",
    re.IGNORECASE,
)
"""Words that may take an answer back."""

EXPLAINS: Final = re.compile(
    r"(?:my |brief |short )?(?:reason(?:ing|s)?|explanation|rationale|justification|why"
    r"|strategy|confidence)\b"
    r"|(?:this|it|that)(?: (?:also|should|will|move|choice))* (?:block|take|keep|give|build"
    r"|fit|win|stop|prevent"
    r"|maximi[sz]e|minimi[sz]e|create|leave|stay|make|help|balance|protect|secure|set|force|threaten|open|avoid|limit"
    r"|save|thin|put|let|hold|cover|connect|extend|complete|work|cost|goe|clear|fill)s?\b"
    r"|(?:this|it|that) is (?:my|the (?:best|safest|optimal|most)|because)\b"
    r"|i (?:chose|choose|picked|pick|went|keep|avoid|shade|aim|block) "
    r"|because\b|since\b|by \w+ing\b|good luck|thanks?\b|your turn|done\b|let me (?:know|see)"
    r"|i hope (?:this|they|that|it)|#|//|理由|解释|原因|因为|Begründung|Raison|Razón",
    re.IGNORECASE,
)
"""How an explanation of an answer begins."""

STILL_OPEN: Final = re.compile(
    r"\b(?:nothing|json|object|above|below|decoy|rivals?|fake|format|the real|real one|follows|later"
    r"|inject\w*|report(?:ed)? it"
    r"|repeat\w*|quot\w+|copied|copy|shows?|came from|belongs?|asked to|told to|demand\w*"
    r"|transcript|but|however|though|yet|still|not|n['’]t|opposite|expect(?:s|ed)? me"
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

GOES_ON: Final = re.compile(
    r"(?:because|since|as|to|so that|for|with|in order to|which (?:blocks|wins|keeps))\b|[#/(]|[–—-] ",
    re.IGNORECASE,
)
