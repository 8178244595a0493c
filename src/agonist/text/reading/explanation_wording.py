"""What explanations of an answer say, and what takes it elsewhere without naming another."""

from __future__ import annotations

import re
from typing import Final

_STEMS: Final = """
    access accura advanc aggressiv allow anticipat approximat assum attack attract balanc benefit block captur
    cautious certain center central centre clear collaborat commit compet complet compromis confiden connect
    conservativ consisten contribut control convinc cooperat cover critical crowd danger deceiv decept defen
    deny denie descri deter develop diagonal disguis distinct dodg domina effectiv efficien eliminat encourag
    equilibri establish estimat evasi eviden exceed expect expos exten favor favour flexib gain greed guarante
    hedg hid hope hoping ideal importan improv incentiv inconsist increas inform isolat likely limit maintain
    match maximi minimi mislead mobil moderat modest natural needed obvious opportunit optimal overbid
    overcrowd overpay penal plausib playable position predict prepar preserv pressur prevent probab profit
    promis protec reason recipro recogni reduc relat remov restor restrict retaliat reveal risk rough sacrific
    safe secur seem sens shad signal solid specific strateg strength strong subtl suffic support surround
    surviv suspect suspic threat trust typical undercut unlikely unplayable usab useful vague valuab value
"""
_WHOLE: Final = """
    beats better even true undercover spy chameleon traitor equal equally add adding adds aim
    aiming aims average avoid avoiding avoids best both cost costly costs chance chances decent enough fair
    fairest fairly fewer
    fine fit fits fitting force forces forcing give gives giving goal good happy help helping helps high
    highest keep keeping keeps lead leading leads least leave leaves leaving let lets letting loss losses low
    lowest majority make makes making margin most need needs odds odd off open opening opens pay paying payoff
    payoffs pays poor put puts putting rational reward rewarding rewards save saves saving scare set sets
    setting sound stop stopping stops strange surplus take takes taking tempo want wants weak weaker win
    winning wins worth
"""
_EITHER: Final = f"(?:(?:{'|'.join(_STEMS.split())})\\w*|(?:{'|'.join(_WHOLE.split())})\\b)"

OF_REASONS: Final = re.compile(
    rf"\b{_EITHER}|^\W*(?:it|this|that) (?!belongs|changes|comes|counts|depends|ends|goes to|has|holds|is"
    rf"|means|needs|reads|refers|says|shows|stands|was)[a-z]+s\b"
    r"|^\W*(?:total|sum)\W{1,3}\d+\W*$|\bthirds of\b|\b(?:two|three|four) in a row\b|[=≈→]",
    re.IGNORECASE,
)
"""What a sentence that explains an answer has: what is good or likely, what is gained, done or hoped for."""

COURTESY: Final = re.compile(
    r"\W*(?:(?:(?:good|better) luck|thanks?|have fun|good game|happy to (?:explain|elaborate)|done|pleasure"
    r"|(?:please )?let me know)\b[^\n]{0,60}|(?:it['’]s )?your (?:move|turn)(?:, [\w ]+)?|let(?:['’]?s"
    r"| us) (?:go|play|(?:hope|build|all) [^\n]{0,60})|let(?:['’]?s| us| me) see (?:how|what) (?:you|the"
    r"|they|others|happens|comes)\b[^\n]{0,40}|(?:i(?:['’]m| am)? )?look(?:ing)? forward to (?:the"
    r"|your) (?:next round|rest of the game|reply|move|answer)|i hope (?:this|it|that|we|everyone|they"
    r"|the)\b[^\n]{0,60})\W*$",
    re.IGNORECASE,
)

CALLS: Final = re.compile(
    r"(?:^|[,;:~])\W*(?:(?:now|then|so|and|just|please)\W+)*(?:add|make|let|put|set|keep|give|take|use|play"
    r"|leave|build|move|shift|hold|block|remove|avoid|try|go|choose|pick|count|read|treat|consider|see|do"
    r"|stop|save|cover|open|help)\b",
    re.IGNORECASE,
)
"""What calls upon somebody to do something."""

_ANSWERS: Final = "answer|choice|move|vote|bid|pick|number|guess|clue|decision|plan|target|hint|shot|offer"
_REFERS: Final = (
    rf"this|those|you|your|our|mine|middle|home|tonight|today|yesterday|words?|zero\w*|index|version|yet"
    rf"|already|except|minds?|permission|told|asked|decid\w*|agreed?|confirm\w*|doubled?|times|would|could"
    rf"|as well|next to it|numbered|from (?:their|the) (?:side|top|bottom|left|right)"
    rf"|my (?:{_ANSWERS}|order|turn|night|head)"
    r"|that(?! (?:i|they|he|she|it|we|is|are|was|were|has|have|player|people|team|clue|side|the|some|many"
    r"|most|\w+s|\w+ed)\b)"
)
"""What speaks of the answer, of another time or place, or of what is agreed."""

TOLD: Final = re.compile(
    r"(?=(?:\W*\b[\w'’%/.-]+(?!\w)){5})"
    r"(?=.*\b(?:the|is|are|was|were|has|have|had|will|can|they|there|do|does|did|\w{3,}ed)\b)"
    rf"(?!.*\b(?:{_REFERS})\b)"
    rf"(?!\W*(?:my|the) (?:{_ANSWERS}|column|cell)s?\b)"
    r"(?!\W*(?:or|and|but|nor|as|if|when|once|because|before|after|only|not|said|was|is|are|please|same"
    r"|rather|in fact|in case|until|while|no|nope|on|it|he|she|a|\w+ing|[a-z]/)\b)[\x00-\x7f’“”–—é×]*$",
    re.IGNORECASE,
)
"""A sentence of some words in English that tells something, and does not refer to the answer."""

_BETTER: Final = (
    "higher|lower|smaller|larger|greater|bigger|wiser|smarter|safer|stronger|better|worse|weaker|riskier"
    "|fairer|less|fewer"
)
_RIVALS: Final = r"(?:x|o|they|them|him|her|(?:my |the )?(?:opponents?|others?)|player \d+)"

_OF_TEXTS: Final = (
    r"answer(?:s|ed|ing)?|json|output|reply|replies|response|message|submission|submit\w*|text|prompt"
    r"|typ(?:e|ed|ing)|writ(?:e|es|ing|ten)|wrote|print\w*|above(?! (?:the|my|their|average|all)\b)|paper"
    r"|contrary|confirm\w*|counts (?:only|when|if)|cross out|the same as|do otherwise|depend\w*|assuming"
    r"|as long as|provided|says? so|moderator|you|belongs?|idea"
    r"|behalf|rival|percent|later(?! (?:on|round|turn|game|move)s?\b)|missing|digit|keys|(?:two|values"
    r"|numbers?) (?:is|are)"
)
"""The answer as a text, whose it is, and when it counts."""

_UNSAID: Final = (
    rf"must|ought|unless|only if(?! (?:the others|they|everyone)\b)|rather than"
    rf"|instead|no longer|real|so my|so the (?:\w+ )?(?:{_ANSWERS})|my (?:\w+ )?(?:{_ANSWERS}) (?:is|goes"
    rf"|will|would|was|has|stays?|remains)|(?:is|['’]s|remains) my(?! best)|what (?:he|she|they|(?:the"
    rf"|how)(?! others)|an?|player|x|o|my|to|not|it|is|makes|i(?! (?:have|value|know|own)\b))|how (?:an?"
    rf"|the(?! others)|to|not|i)"
)
"""What one should do, or what somebody does."""

_CHANGES: Final = (
    r"(?:halv|doubl(?!e)|revers|swap|switch|flip|invert|undo|scrap|replac|forget|betray|mirror"
    r"|differ(?!ent from (?:the rest|the others|our word|my word)))\w*|\w+ing (?:it|this|that"
    r"|them)(?: \w+)? (?:is|are|pays|works)|of (?:this|that|it)(?! (?:game|round|match))"
    r"|a bit (?:more|less|higher|lower|over|under)|a little|one(?: \w+)? over|twice|second (?:best|choice"
    r"|thoughts?|look|option|one|\w+est)|back|alternative|neighbou?r|runner-up|opposite"
    r"|(?<!than )(?<!costs )(?<!get )(?<!gets )(?<!gain )nothing(?! to do)|works? too|some(?:thing|body|one"
    r"|where)? else|somebody|the other (?:one|option|choice|way)|for (?:my|the) next"
    r"|next (?:higher|lower|one up)"
)
"""What is done to the answer, or is in its place."""

_WORSE: Final = (
    rf"mistakes?|blunders?|errors?|illegal|wrong|lies?|decoy|bluff(?:ing)?|loses?|lost"
    rf"|me (?:in|on)to|too (?:much|many|few|little|high|low|big|small|large)(?! (?!for\b|so\b|i\b|if\b)\w)"
    rf"|down|port|starboard|(?:is|are"
    rf"|\w+ing|be|seems?|looks?|was|it|makes?) (?:(?!the )\w+ )?(?:{_BETTER})\b(?! off\b| than (?:nothing"
    rf"|zero|none)\b)|(?:an?|the|another) (?:{_BETTER}) (?:spot|place|column|option|one|reply|word|split"
    rf"|{_ANSWERS})|(?:it|this|that) (?:is|was|will|would|could|might)(?: \w+){{0,2}} (?:bad|weak|risky"
    rf"|dangerous|poor|pointless|useless|suboptimal)|(?:\w+est|best|most \w+) (?:\w+ )?(?:is|are|was"
    rf"|remains?)|(?:help|giv|let|allow|benefit|favou?r|suit|leav|protect|put)\w* (?:{_RIVALS}|me (?:open"
    rf"|exposed|behind))|{_RIVALS} (?:needs?|wants?|likes?|hopes?)"
    rf"|(?<!my )(?<!their )(?:left|right|far|top|bottom|upper"
    rf"|lower) (?:edge|side|corner|one)"
)
"""What is compared with it, is bad about it, or good for others."""

ELSEWHERE: Final = re.compile(
    rf"^\W*(?!confidence|total|sum|note)\w+(?: \w+)?:|\b(?:{_OF_TEXTS}|{_UNSAID}|{_CHANGES}|{_WORSE})\b|[?？]"
    rf"|\b(?:this|that)(?=\W*$|[,;]| (?:and|so|to|by)\b)(?<!^this)(?<!^that)|\b(?:avoid|the other)(?=\W*$"
    rf"|[,.;])|\b(?:it is|then|so no)\W*$"
    r"|^\W*(?:too|is|was|are|were|will|would|could|has|does|isn|more|" + _BETTER + r")\b",
    re.IGNORECASE,
)
"""What speaks of another answer without its name, does something with this one, or is about its spelling."""

_OPERATOR: Final = r" ?(?:[-+*/×·x→=]|->|=>|of) ?"
CALCULATED: Final = re.compile(
    rf"\d[\d.,]*(?: ?%)?(?:{_OPERATOR}~?\d[\d.,]*(?: ?%)?)*(?= ?(?:=|≈|→|->|=>|is(?: about)?) ?~?\d)"
    rf"|(?:two thirds|\d/\d|half|⅔) of (?:(?:that|it|this)(?= is)|\d+)",
    re.IGNORECASE,
)
"""A calculation, up to what it comes to."""

FACTS: Final = re.compile(
    # Numbers that nobody chooses.
    r"\b(?:average|mean|median|my value|valuation|total|sum|limit|equilibrium|surplus|profit|margin|level"
    r"|threshold)(?: (?:is|was|were|of|be|at|will|would|to|near|around|about|lands|stays|ends|up|within"
    r"|under|over|above|below|exactly|roughly|likely|probably|previous|last))*[- ]+\d+(?:\.\d+)?"
    # Where something is.
    r"|\b(?:towards?|with|beside|below|under|above|on top of|next to|from|near) (?:my|their|the"
    r"|an?) (?:\w+ )?(?:discs?|pieces?|marks?|workers?|x|o) (?:in|on|at) (?:columns? |cell )?[\d(), ]+"
    # What others do.
    r"|\b(?:most|many|some|others?|everyone|everybody|people|they|players|opponents?)\b(?: (?!i\b|my\b|so\b"
    r"|but\b)[\w'’-]+)+"
    # How many of something there are.
    r"|\b(?:two|three|four|five|six) (?:more |possible |other )?(?:lines|discs|rows|directions|ways|players"
    r"|others|turns|rounds|moves|cards|threats|diagonals|squares|cells|words|dice|votes)\b|\b(?:three"
    r"|four)[- ]in[- ]a[- ]row\b|\bline up four\b|\bwith (?:only )?\w+ (?:players|bidders|dice|cards)\b",
    re.IGNORECASE,
)
"""What may name other answers and gives none."""

OF_SPEECHES: Final = re.compile(
    r"\b(?:clues?|hints?|words?|vague|subtl\w+|reveal\w*|obvious|recogni\w+|specific|suspici\w+|spy"
    r"|chameleon|undercover|ambiguous|truthful|honest|blend\w*|descri\w+|statement|speech)\b",
    re.IGNORECASE,
)
"""What is about a speech, and is none."""

REASON: Final = re.compile(_EITHER, re.IGNORECASE)
"""A word of reasons."""

EFFECT: Final = re.compile("|".join(_STEMS.split()))
"""What one does that is no move."""

KEEPING: Final = re.compile(
    r"\bi (?:keep|kept) (?:it (?:vague|subtle|general|simple|short|safe|neutral)|my options)"
    r"|\bi avoid (?=\w+ing\b)|\bi (?:still |can )?make an? (?:\w+ )?(?:profit|gain)\b",
    re.IGNORECASE,
)

# What a writer may do in an explanation.
HELPING: Final = frozenset(
    "ll d m ve am will would could can may might now then just also still really both therefore".split()  # noqa: SIM905  a list of strings is worse to read
)
NOT: Final = frozenset("don t do not never cannot won wouldn didn".split())  # noqa: SIM905  as above
NOT_DONE: Final = frozenset("hold own want have trust expect need see know".split())  # noqa: SIM905  as above
STATES_OF_ME: Final = frozenset(
    """have get expect chose picked went try trying starting start willing happy confident sure close worried
    afraid tend view lack doubt care score earn hold own receive win survive profit benefit end miss pay
    collect""".split()  # noqa: SIM905  as above
)
THOUGHTS: Final = frozenset("think believe feel know see fear suspect assume learned saw heard".split())  # noqa: SIM905  as above
OTHERS: Final = frozenset(
    "they their them he she others most some everyone people player it no there".split()  # noqa: SIM905  as above
)
WISHES: Final = frozenset(
    "want need hope prefer like love try trying willing aim plan going starting have expect".split()  # noqa: SIM905  as above
)
LOOKING: Final = frozenset(("see", "learn", "know", "get"))
