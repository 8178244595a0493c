"""Pictures as SVG, for reports, the browser and notebooks.

`svg` writes a picture, `stylesheet` returns the CSS of its classes, in light and dark. `png` draws a picture
for models and programs that do not accept SVG; it needs the extra `pictures`.
"""

from agonist.drawing.png import png
from agonist.drawing.style import stylesheet
from agonist.drawing.svg import element, escaped, frame, opening, svg

__all__ = ["element", "escaped", "frame", "opening", "png", "stylesheet", "svg"]
