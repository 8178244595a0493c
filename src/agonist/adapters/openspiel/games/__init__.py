"""Games of OpenSpiel's with prompts, and more, of our own: a folder each, listed in `agonist.games.DRESSED`.

A folder offers two names, and all else is the library's kit: `Rules`, which is `SpielGame` or a subclass, and
`dressed`, which takes the library's kit and gives the game's own.
"""
