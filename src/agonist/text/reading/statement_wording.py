"""How statements are worded: who says them, with which verbs, and what makes them doubtful."""

from __future__ import annotations

import re
from typing import Final

SENTENCES: Final = re.compile(r"(?<=[.!?])[\"”*_]*\s+|(?<=[。！？])|\n+")
EMPHASIS: Final = re.compile(r"\*+|(?<!\w)_+|_+(?!\w)|`+")
SPANS: Final = re.compile(r"(\*\*|`)([^*`\n]+)\1")
"""Words in bold or as code."""

LISTED: Final = re.compile(r"^\s*(?:[-•>#]+\s+|\d{1,2}[.)]\s+(?=[^\W\d]))+")

ADVERBS: Final = r"(?:(?:now|also|just|then|still|rather|\w{3,}ly)\s+)*"
MUSINGS: Final = r"(?:believe|think|feel|know|see|need|hope|assume|expect|wonder|understand)\b"
SURE: Final = r"(?:(?!least|less|not|never|hardly)\w+ )?(?:confident|certain|sure)"
WILL: Final = (
    r"(?:['’]ll|['’]m going to|['’]ve decided to|['’]m going| will| shall| am going to| am going"
    rf"|(?:['’]m| am)(?= {ADVERBS}(?:\w+ing|{SURE}|all[ -]in)\b)| have decided to| decided? to| choose to"
    r"| want to|['’]d like to| would like to|['’]d better|['’]d rather|would rather|(?:['’]d"
    r"| would)? prefer(?: to)?| had better| would|['’]d| hereby| should| must"
    r"| ought to| need to(?= \w+ (?!that\b))|(?:['’]ve| have)(?= (?:chosen|picked|selected|decided on"
    r"|settled on))"
    r"| have to)"
)
SO_THEN: Final = (
    r"(?:(?:so|therefore|thus|hence|and so|ok|okay|well|in conclusion|in the end|overall)\b,?\s+)*"
)
I_WILL: Final = (
    rf"{SO_THEN}(?:(?:i|we){WILL}?|let me|let['’]s|let us)"
    rf"\s+{ADVERBS}(?:(?:be|continue(?: to)?|go ahead and)\s+)?(?!{MUSINGS})(?=\w|\()"
)
SO: Final = re.compile(r"(?:and )?(?:so|therefore|thus|hence)\b", re.IGNORECASE)
SAYS: Final = r"(?:is|will be|goes to|would be|=|:|：)(?: to)?[:\s]\s*(?=\S)"
ZH: Final = re.compile(
    r"我(?:的(?:答案|选择|投票|决定)是|(?:会|要|将)?(?:选择|决定)?(?:投票给|投给)|选择|决定|投|选|猜)"
    r"[:：]?\s*(?=\S)"
    r"|^(?:选择|决定)?(?:投票给|投给)[:：]?\s*(?=\S)"
)
AFTER: Final = re.compile(
    r"(?:[,，;:–—…]|\.\.\.)\s*$|\b(?:so|therefore|thus|hence|and|but)\s+$|(?:所以|因此)$"
    r"|^(?:after|given|based on|considering|looking at|with|for|in) \w[^.]*\s+$"
    rf"|\bi (?:believe|think|feel|would say|am {SURE})(?: that)?\s+$"
    r"|^(?:tonight|today|now|here|first|finally|again|personally|overall"
    r"|this (?:time|round|week|turn))\s+$",
    re.IGNORECASE,
)
"""What may precede a statement in its sentence: a clause that ends there."""

SAY: Final = (
    r"says|said|told|thinks|believes|claims|claimed|expects|according to|accuses|accused|suspects|suggests"
    r"|suggested|insists|insisted|argues|argued|voted"
    r"|(?:they|others|players?|you|people|everyone|everybody) (?:all )?(?:say|think|believe|claim"
    r"|expect|want)"
)
OTHERS: Final = re.compile(
    rf"[\"“”«»?]|\b(?:if|unless|whether|suppose|assuming|maybe|perhaps|might|could|or|not sure|{SAY}|would"
    r"|should|when|until|were|option(?=\s*(?:\d|[a-e]\b)))\b|如果|要是|假如|若|或|还是|也许|可能|不|说",
    re.IGNORECASE,
)
"""What prevents the rest of a sentence from being a statement: a condition, a doubt, another's words."""

IN_REASON: Final = re.compile(r"\b(?:if|unless|wait|actually|instead|maybe|perhaps|but)\b|[?]", re.IGNORECASE)
PURPOSE: Final = (
    r"block|stop|prevent|win|complete|create|make|keep|avoid|set up|secure|get|force|threaten|see|show|give"
    r"|increase|maximi[sz]e|counter|protect|punish|reward|help|test|stay|be"
)
REASON: Final = re.compile(
    r"[,;:–—-]?\s*\b(?:because|since|given that|so that|in order to|considering)\b|[,，]?\s*因为"
    rf"|[,;]?\s+to (?:{PURPOSE})\b"
    r"|,\s+(?:as|which|to|hoping|expecting|making|keeping|leaving|blocking|creating|setting|preventing)\b",
    re.IGNORECASE,
)
"""Where the reason for a statement begins; in it, an `or` and a `would` take nothing back."""

NUMBER_VERBS: Final = (
    r"choose|choosing|pick|picking|select|selecting|go with|going with|go for|going for|bid|bidding"
    r"|contribute|contributing|say|guess|guessing|answer|submit|submitting|play|playing|settle on"
    r"|settling on|offer|offering|give|invest|request|requesting|claim|demand|enter"
    r"|stick(?:ing)? (?:with|to)|settle for|commit to|stay(?:ing)? (?:with|at)|put(?=\s\$?\d)"
    r"|putting(?=\s\$?\d)|ask(?:ing)? for|chosen|picked|selected|decided on|settled on"
    r"|(?:place|make|submit|enter) (?:a|my) (?:bid|offer|contribution|guess|claim) of"
)
CHOICE_VERBS: Final = (
    r"vot(?:e|ing) to (?:eliminate|remove|expel|exile)|vote out|choose|choosing|pick|picking|select"
    r"|selecting|go with|going with|go for|going for|opt for|opting for"
    r"|say|guess|guessing|answer|submit|settle on|settling on|vote|voting|shoot(?: at)?|shooting(?: at)?"
    r"|aim(?:ing)?(?: at| for)?|fire at|firing at|target|targeting|accuse|accusing|suspect|eliminate"
    r"|eliminating|stick(?:ing)? (?:with|to)|settle for|commit to|take aim at|taking aim at|chosen"
    r"|picked|selected|decided on|settled on|lock(?:ing)? in|(?:cast(?:ing)?|place|placing|put|give"
    r"|giving) (?:my|a) vote (?:for|on|to|against)"
)
PLACE_VERBS: Final = (
    r"(?:start|begin|open|starting|beginning|opening) (?:with|at|on|in)|play|playing|place|placing|drop"
    r"|dropping|put"
    r"|putting|block(?:ing)? (?:at|with|in|on|by playing)|order|ordering|take(?! aim)|taking(?! aim)"
    r"|claim|claiming|mark|marking|move|moving|have(?= the)"
    rf"|{SURE} (?:about|of|in)"
)
"""Verbs of choosing a thing or a place. Of a person, they say something else: `I play with Player 3`."""

BEFORE: Final = re.compile(
    r"(?:(?:for|at|with|in|into|on|to|by|my|the|a|piece|token|disc|disk|counter|checker|worker|mark"
    r"|vote|dish|stone)\s+)+",
    re.IGNORECASE,
)
WHEN: Final = re.compile(
    r"\s+(?:tonight|today|now|again|here|please|this (?:time|round|turn|week|game|match)|next)$",
    re.IGNORECASE,
)
ASIDE: Final = re.compile(
    r"(?:,|;| [–—-]| \()\s*(?!and\b|then\b|not\b|but\b|just kidding)(?=[^\W\d])[^\d]*$", re.IGNORECASE
)
"""What is added to a statement after a comma: `on c3, the central square`."""

LATER: Final = re.compile(r"\b(?:or|wait|actually|instead|maybe|perhaps|no)\b", re.IGNORECASE)
"""What makes a sentence after a statement take it back."""

NOUNS: Final = (
    "answer|choice|vote|bid|move|guess|decision|pick|selection|play|placement|option|contribution|shot"
)
OWN: Final = (
    r"(?:(?:final|own|best|first|next|current|official|chosen|safest|safe|optimal|strongest|only"
    r"|obvious|clear"
    r"|natural|logical|right|most|likely|smart|smartest|sensible|winning|preferred|recommended|ideal|opening"
    r"|revised|corrected|updated|top|single|sealed) )*"
)
HERE: Final = (
    r"(?: (?:here|now|right now|for (?:me|us|this \w+|the \w+)|at this point|in this (?:position|case)"
    r"|this (?:round|turn|time|week)|today|tonight))?"
)
MY_NOUN: Final = (
    rf"(?:(?:my|the|our) {OWN}(?:{NOUNS}|one)|my {OWN}(?:target|number|dish|column"
    rf"|cell))\b(?! (?:for|of) (?!me\b|us\b|this\b))"
)
BEST: Final = (
    r"(?:most )?(?:best|safest|right|obvious|clear|natural|logical|likely|strongest|optimal|only)"
    rf"(?: (?:{NOUNS}|match|fit|candidate))?"
)
CLAUSES: Final = re.compile(r"\s+[–—-]\s+|[:;]\s+")
IS_MINE: Final = re.compile(
    rf"(?P<what>.+?),? (?:it is|(?:gets|has|receives) my (?:vote|support)|is {MY_NOUN}"
    rf"|is the (?:{BEST}|way to go))"
    r"(?: for (?:me|us|now))?(?: (?:here|now|this (?:time|round|turn)|tonight))?$"
    r"|(?P<last>.+?), (?:my )?final(?: answer)?$",
    re.IGNORECASE,
)
THAT_IS_MINE: Final = re.compile(
    r"(?P<what>.+?)(?:,|;| –| —| and|\.) ?(?:(?:and|so|therefore|thus|hence|which means) ?,? ?)*"
    rf"(?:(?:that|this|it)(?: is|['’]s) (?:{MY_NOUN}|where i (?:play|go|drop|place|move))"
    r"|i(?:['’]ll| will)? (?:play|choose|take|pick|go(?: with)?|drop|place|mark|claim)"
    r" (?:it|that|there|here|this one|that one))(?: (?:here|now|there))?$",
    re.IGNORECASE,
)
THAT_BEGINS: Final = re.compile(
    r"[.!]\s+(?=(?:so |therefore,? )?(?:that|this)(?:['’]s| is) (?:my|the best|where i)\b)", re.IGNORECASE
)
MERIT: Final = re.compile(
    r"\s+(?:(?P<against>blocks|stops|prevents)|wins|completes|secures|creates|makes|forms|takes|captures"
    r"|builds|sets up|threatens|forces|connects|extends|closes|defends|saves|fits|gives (?:me|us)"
    r"|lets me)\b(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
NO_MERIT: Final = re.compile(
    r"\b(?:them|him|her|opponents?|they|it|nothing|nobody|none|no|not|but|only|worse|bad|trap|lose|also|too"
    r"|as well|still)\b",
    re.IGNORECASE,
)
OF_MINE: Final = re.compile(r"\b(?:my|me|us|our|mine)\b", re.IGNORECASE)
OF_THEIRS: Final = re.compile(r"\b(?:their|his|X|O|[XO]['’]s|enemy|other player)\b")

BARE_VERBS: Final = (
    r"moving|playing|placing|choosing|bidding|going (?:with|for)|voting(?: for)?|dropping|picking|bid"
    r"|contribute|choose|pick|select|vote(?: for)?|shoot(?: at)?|target|play|drop|place|move|order|guess"
)
"""Verbs with which a statement may begin that does not say who it is of."""
