"""The player that runs an HTTP agent."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from agonist.core import AgonistError, Ask, player_name
from agonist.core.views_and_asks_as_json import NotJson, ask_to_json, to_json
from agonist.kit import WisMessage, option_texts
from agonist.kit.wis_protocol import RESULT, ROUND, START
from agonist.models.errors import ServerFailed
from agonist.models.protocol import Message, Origin, Reply, Settings
from agonist.players.http_agent.client import AgentEndpoint
from agonist.players.http_agent.lease import Leases, leases
from agonist.players.model_call_record import REFUSED, ModelCall
from agonist.players.player import UNTOLD, Player, Question, SeatContext
from agonist.players.python_agents.answer_conversion import legal_texts
from agonist.players.python_agents.text_questions_and_answers import form_of, observed, read_text, say_of
from agonist.players.recording_model import RecordingModel, UnderWay

_LOG: Final = logging.getLogger("agonist.players")

AFTERWARDS: Final = -1
"""The turn number of requests that are sent after the last turn."""


@dataclass(frozen=True, slots=True)
class _Path:
    """One path of an agent, as a model: each message is an independent request in JSON."""

    endpoint: AgentEndpoint
    path: str

    @property
    def name(self) -> str:
        return self.endpoint.label

    async def complete(self, messages: Sequence[Message], settings: Settings) -> Reply:
        headers = None if settings.origin is None else settings.origin.headers()
        reply = await self.endpoint.call(self.path, json.loads(messages[-1].content), headers)
        if reply.failed is not None and self.path != "perceive":
            raise ServerFailed(f"{self.endpoint.route.name} says that it failed: {reply.failed[:300]!r}")
        text, finish = (reply.text, "stop") if reply.failed is None else (reply.failed, "failed")
        return Reply(text, finish, model=self.name, seconds=reply.seconds, tries=reply.tries, cost=0.0)


class HttpAgentPlayer(Player):
    """Sends an agent every event of its seat, in order, and each question.

    Games with messages in the published protocol (`Kit.wis_protocol`) use only those; others send text
    (`message`) with view, question and legal answers as further fields. When a match is resumed, everything
    is sent again, from the beginning.
    """

    def __init__(self, context: SeatContext, endpoint: AgentEndpoint, under_way: UnderWay) -> None:
        self._context, self._endpoint = context, endpoint
        self._protocol = context.kit.wis_protocol
        self._under_way = under_way
        self._leases: Leases | None = None
        self._told = 0
        self._turns = 0
        self._seq = 0
        if context.match:
            self._leases = leases()
            self._leases.want(context.match, endpoint.address)

    async def open(self) -> None:
        """Wait until no other match has the agent, check its health, and start it on a new match."""
        if self._leases is not None:
            await self._leases.take(self._context.match)
        await self._send("checkHealth", {}, None)
        await self._send("init", {"game_id": self._context.match}, None)
        self._told = 0

    async def answer(self, question: Question) -> Any:
        await self._tell(question.view, self._context.origin(question))
        call = await self._ask(question)
        self._turns += 1
        if self._protocol is None:
            return self._read(question, call)
        self._context.note(call)
        return self._protocol.action(question.view, question.ask, call.text)

    async def probe(self, question: Question) -> Any:
        """Ask a hidden question, in games with our own fields; the published messages have none."""
        if self._protocol is not None:
            return await super().probe(question)
        return self._read(question, await self._ask(question))

    def _read(self, question: Question, call: ModelCall) -> Any:
        """The action in an answer, which is recorded with its form."""
        form = REFUSED
        try:
            action = read_text(self._context, question, call.text)
            question.ask.check(action)
            form = form_of(self._context, question, call.text)
        finally:
            self._context.note(replace(call, form=form))
        return action

    def recall(self, view: Any, ask: Ask, action: Any, calls: Sequence[ModelCall]) -> None:
        self._turns += 1

    async def finish(self, view: Any | None) -> None:
        afterwards = Origin(self._context.match, self._context.seat, AFTERWARDS)
        try:
            if view is None:
                fields = WisMessage(RESULT, message=UNTOLD).fields() | self._id(self._seq + 1)
                await self._send("perceive", fields, afterwards)
                return
            await self._tell(view, afterwards)
            if self._protocol is None:
                message = self._context.kit.words.scene(self._context.game, view)
                fields = WisMessage(RESULT, message=message).fields()
                await self._send("perceive", fields | self._more(view, self._turns + 1), afterwards)
        except AgonistError as error:
            # The match is over, so an error here changes nothing.
            _LOG.warning("agonist: after a match: %s", error)

    def close(self) -> None:
        if self._leases is not None:
            self._leases.release(self._context.match)

    async def _tell(self, view: Any, origin: Origin) -> None:
        """Send the agent all events that it has not received yet."""
        if self._protocol is None:
            if not self._told:
                start = WisMessage(START, message=player_name(self._context.seat)).fields()
                await self._send("perceive", start | self._more(view, 0), origin)
                self._told = 1
            return
        script = self._protocol.script(self._context.game, view)
        while self._told < len(script):
            message = script[self._told]
            if not message.asks:
                fields = message.fields() | self._id(self._told)
                if message.status == START:
                    fields |= self._about()
                await self._send("perceive", fields, origin)
            self._told += 1

    async def _ask(self, question: Question) -> ModelCall:
        view, ask = question.view, question.ask
        if self._protocol is not None:
            script = self._protocol.script(self._context.game, view)
            fields = self._protocol.question(self._context.game, view, ask).fields() | self._id(len(script))
        else:
            message = WisMessage(ROUND, observed(self._context, question), round=self._turns + 1)
            texts = legal_texts(ask, say_of(self._context, question))
            fields = message.fields() | self._more(view, self._turns + 1)
            fields |= {"ask": ask_to_json(ask), "options": None if texts is None else list(texts)}
        if question.attempt > 1:
            fields |= {"attempt": question.attempt}
        if question.complaint is not None:
            fields |= {"complaint": str(question.complaint)}
        if question.probe:
            fields |= {"probe": question.probe}
        fields |= {"deadline_ms": round(self._endpoint.timeout * 1000)}
        return await self._send("interact", fields, self._context.origin(question))

    def _more(self, view: Any, seq: int) -> dict[str, Any]:
        """The fields for a game without published messages; older agents ignore them."""
        return self._id(seq) | self._about() | {"view": to_json(view)}

    def _about(self) -> dict[str, Any]:
        game = self._context.game
        about = {"name": self._context.kit.name, "version": game.version, "options": option_texts(game)}
        return {"game": about, "seat": self._context.seat}

    def _id(self, seq: int) -> dict[str, Any]:
        self._seq = seq
        return {"game_id": self._context.match, "seq": seq}

    async def _send(self, path: str, fields: Mapping[str, Any], origin: Origin | None) -> ModelCall:
        """One request, recorded unless it is a question, which is when it is read; a question that was
        answered before an interruption is not repeated."""
        try:
            text = json.dumps(fields, ensure_ascii=False)
        except TypeError as error:
            raise NotJson(f"{self._context.kit.name} cannot be sent to an agent: {error}") from None
        context = self._context
        if path != "interact":
            # After a restart the agent needs the message again, even if it was answered before.
            context = replace(context, answered=lambda _messages: None)
        if origin is not None and origin.turn == AFTERWARDS:
            context = replace(context, record=context.apart)
        model = RecordingModel(_Path(self._endpoint, path), context, self._under_way)
        sent = Message("user", text)
        reply = await model.complete([sent], Settings(timeout=self._endpoint.timeout, origin=origin))
        if path == "perceive" and reply.finish == "failed":
            _LOG.warning("agonist: %s took no notice: %s", self._endpoint.route.name, reply.text[:300])
        call = ModelCall(
            sent=(sent,),
            text=reply.text,
            finish=reply.finish,
            model=reply.model,
            cost=reply.cost,
            seconds=reply.seconds,
            tries=reply.tries,
            purpose="" if path == "interact" else path,
        )
        if path != "interact":  # an answer is recorded when it is read
            self._context.note(call)
        return call
