"""Pictures as SVG, for reports, the browser and notebooks.

`svg` writes a picture, `stylesheet` gives the classes that it is drawn with, in light and dark. `png` draws a
picture for those who take no SVG, with the extra `pictures`.
"""

from agonist.drawing.png import png
from agonist.drawing.style import stylesheet
from agonist.drawing.svg import element, escaped, frame, svg

__all__ = ["element", "escaped", "frame", "png", "stylesheet", "svg"]
