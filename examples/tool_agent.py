"""An agent with memory and a tool: it keeps its conversation, and its model may use a calculator.

From this folder, type:
agonist run guess_average --player tool_agent:ToolAgent --opponent random --quick
"""

from __future__ import annotations

import ast
import operator
import re
from typing import Any

from agonist.players import AgentContext

HOW = (
    "You have a calculator. To use it, write one line such as CALCULATE: 2/3 * (10 + 40) and nothing else; "
    "you will be told the result. Otherwise answer as you are asked."
)
CALL = re.compile(r"^CALCULATE:(.+)$", re.MULTILINE)
OPERATORS: dict[type, Any] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.USub: operator.neg,
}


class ToolAgent:
    """One instance plays one seat of one match, so its conversation is its memory of that match."""

    def __init__(self, context: AgentContext, model: str = "openai/gpt-5-mini", calls: int = 3) -> None:
        self.model = context.model(model)
        self.calls = calls
        self.talk = [{"role": "system", "content": HOW}]

    async def answer(self, news: str) -> str:
        """`news` is what happened since the last question; the rules come with the first."""
        self.talk.append({"role": "user", "content": news})
        for _ in range(self.calls):
            text = await self._ask()
            wanted = CALL.search(text)
            if wanted is None:
                return text
            self.talk.append({"role": "user", "content": f"Result: {calculate(wanted[1])}"})
        return await self._ask()

    async def _ask(self) -> str:
        text = await self.model.complete(self.talk)
        self.talk.append({"role": "assistant", "content": text or "(no answer)"})
        return text


def calculate(expression: str) -> str:
    """The value of an expression of numbers, or what is wrong with it.

    >>> calculate(" 2/3 * (10 + 50)"), calculate("open('x')")
    ('40.0', 'that is no arithmetic')
    """
    try:
        return str(_value(ast.parse(expression.strip(), mode="eval").body))
    except (ArithmeticError, KeyError, SyntaxError, TypeError, ValueError):
        return "that is no arithmetic"


def _value(node: ast.expr) -> float:
    match node:
        case ast.Constant(value=int() | float() as number):
            return number
        case ast.UnaryOp(op=sign, operand=inner):
            return OPERATORS[type(sign)](_value(inner))
        case ast.BinOp(left=left, op=sign, right=right):
            return OPERATORS[type(sign)](_value(left), _value(right))
    raise ValueError("no arithmetic")
