"""Pictures as SVG, for reports, the browser and notebooks.

`svg` writes a picture, `stylesheet` returns the CSS of its classes, in light and dark. `png` draws a picture
for models and programs that do not accept SVG; it needs the extra `pictures`.

You may rely on the names in `__all__`; others may change.
"""

from agonist.drawing.gif import gif
from agonist.drawing.png import png
from agonist.drawing.style import stylesheet
from agonist.drawing.svg import element as element
from agonist.drawing.svg import escaped as escaped
from agonist.drawing.svg import frame as frame
from agonist.drawing.svg import opening as opening
from agonist.drawing.svg import svg

__all__ = [
    "gif",
    "png",
    "stylesheet",
    "svg",
]
