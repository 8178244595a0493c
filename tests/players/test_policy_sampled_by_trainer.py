"""A policy over a trainer's engine: conversations grow token by token, and nothing is rendered twice."""

import asyncio

import pytest

import agonist
from agonist.core import UsageError
from agonist.match.token_sequences import sequences_of
from agonist.models.protocol import Message, Origin, Settings
from agonist.players.policy_sampled_by_trainer import TokenPolicy

END = ord("\x03")


class Letters:
    """A tokenizer whose ids are letters, with a template like ChatML; answers end with a control sign."""

    chat_template = "a template"

    def apply_chat_template(self, messages, *, add_generation_prompt, tokenize, return_dict):
        text = "".join(f"\x02{each['role']}:{each['content']}\x03\n" for each in messages)
        return [ord(letter) for letter in text + ("\x02assistant:" if add_generation_prompt else "")]

    def decode(self, ids, *, skip_special_tokens):
        return "".join(chr(each) for each in ids if each != END)


def engine(*texts):
    """Writes these texts in turn, again and again; a text that ends without a dot is cut off."""
    asked = []

    async def generate(prompt, conversation):
        asked.append((tuple(prompt), conversation))
        text = texts[(len(asked) - 1) % len(texts)]
        ids = [ord(letter) for letter in text]
        ids = [*ids, END] if text.endswith("}") else ids
        return ids, [-0.5] * len(ids)

    return generate, asked


def ask(policy, *messages, session=("m", 0), probe=""):
    talk = [Message(role, content) for role, content in messages]
    return asyncio.run(policy(talk, Settings(origin=Origin(*session, 0, probe=probe))))


def test_the_next_prompt_begins_with_all_tokens_before_though_the_message_is_worded_otherwise():
    generate, asked = engine("<think>hm</think>{a}", "{b}")
    policy = TokenPolicy(Letters(), generate, [END])
    ask(policy, ("user", "One?"))
    # The conversation of messages drops thoughts; that of tokens keeps what was sampled.
    reply = ask(policy, ("user", "One?"), ("assistant", "{a}"), ("user", "Two?"))
    first, second = "".join(map(chr, asked[0][0])), "".join(map(chr, asked[1][0]))
    assert first == "\x02user:One?\x03\n\x02assistant:"
    assert second == f"{first}<think>hm</think>{{a}}\x03\n\x02user:Two?\x03\n\x02assistant:"
    assert reply.token_ids.prompt == asked[1][0]
    assert reply.finish == "stop"


def test_an_answer_that_was_cut_off_is_closed_by_a_token_that_the_policy_did_not_write():
    generate, asked = engine("{never ends")
    policy = TokenPolicy(Letters(), generate, [END])
    reply = ask(policy, ("user", "One?"))
    assert (reply.finish, END in reply.token_ids.completion) == ("length", False)
    ask(policy, ("user", "One?"), ("assistant", "{never ends"), ("user", "Two?"))
    assert "{never ends\x03\n\x02user:Two?" in "".join(map(chr, asked[1][0]))


def test_an_answer_ends_with_the_templates_token_though_the_tokenizer_names_another():
    generate, asked = engine("{a}")
    policy = TokenPolicy(Letters(), generate, [1])
    assert ask(policy, ("user", "One?")).finish == "stop"
    ask(policy, ("user", "One?"), ("assistant", "{a}"), ("user", "Two?"))
    assert "{a}\x03\n\x02user:Two?" in "".join(map(chr, asked[1][0]))


def test_other_seats_hidden_questions_and_conversations_that_begin_anew_do_not_go_on():
    generate, asked = engine("{a}")
    policy = TokenPolicy(Letters(), generate, [END])
    ask(policy, ("user", "One?"))
    ask(policy, ("user", "Hidden?"), probe="belief")
    ask(policy, ("user", "One?"), session=("m", 1))
    ask(policy, ("user", "Fresh?"))
    assert ["".join(map(chr, read)).count("user:") for read, _ in asked] == [1, 1, 1, 1]
    assert [conversation for _, conversation in asked] == ["m-0", "m-0", "m-1", "m-0"]


def test_a_match_of_it_is_one_sequence_a_seat_and_without_history_one_a_call():
    generate, _ = engine('{"cell": "(1, 1)"}', '{"cell": "(2, 2)"}', "no move}", '{"cell": "(3, 3)"}')
    for history, many in (("full", 1), ("none", None)):
        policy = TokenPolicy(Letters(), generate, [END])
        for trace in agonist.rollouts("tictactoe", policy, n=2, options={"history": history}):
            rows = list(sequences_of(trace))
            assert len(rows) == (many or len([turn for turn in trace.turns if turn.metadata["attempt"] == 1]))
            wrote = [token for turn in trace.turns for token in turn.completion_token_ids]
            masked = [
                token
                for row in rows
                for token, ours in zip(row.completion_ids, row.mask, strict=True)
                if ours
            ]
            assert masked == wrote


def test_a_template_may_write_earlier_answers_otherwise_as_those_of_qwen3_do():
    class Thinking(Letters):
        def apply_chat_template(self, messages, **options):
            *before, last = messages
            shown = last["content"] if last["role"] == "user" else f"<think></think>{last['content']}"
            return super().apply_chat_template([*before, {**last, "content": shown}], **options)

    generate, asked = engine("<think>hm</think>{a}")
    policy = TokenPolicy(Thinking(), generate, [END])
    ask(policy, ("user", "One?"))
    ask(policy, ("user", "One?"), ("assistant", "{a}"), ("user", "Two?"))
    first, second = "".join(map(chr, asked[0][0])), "".join(map(chr, asked[1][0]))
    assert second == f"{first}<think>hm</think>{{a}}\x03\n\x02user:Two?\x03\n\x02assistant:"


def test_the_token_that_ends_an_answer_may_begin_the_next_question_as_glms_does():
    class Turns(Letters):
        def apply_chat_template(self, messages, **options):
            text = "".join(f"{'u' if each['role'] == 'user' else 'a'}:{each['content']}" for each in messages)
            return list(map(ord, text.replace("u:", chr(END)) + "a:"))

    generate, asked = engine("{a}")
    policy = TokenPolicy(Turns(), generate, [END])
    ask(policy, ("user", "One?"))
    ask(policy, ("user", "One?"), ("assistant", "{a}"), ("user", "Two?"))
    assert "".join(map(chr, asked[1][0])) == "\x03One?a:{a}\x03Two?a:"


def test_a_template_that_leaves_out_the_past_and_a_prompt_without_room_are_refused():
    class Forgetting(Letters):
        def apply_chat_template(self, messages, **options):
            return super().apply_chat_template(messages[-1:], **options)

    generate, _ = engine("{a}")
    policy = TokenPolicy(Forgetting(), generate, [END])
    ask(policy, ("user", "One?"))
    with pytest.raises(UsageError, match="template"):
        ask(policy, ("user", "One?"), ("assistant", "{a}"), ("user", "Two?"))
    read = len("\x02user:One?\x03\n\x02assistant:")
    ask(TokenPolicy(Letters(), generate, [END], read), ("user", "One?"))
    with pytest.raises(
        UsageError, match=rf"seat 0 at step 0 has {read} tokens, and max_len has room for {read - 1}"
    ):
        ask(TokenPolicy(Letters(), generate, [END], read - 1, "max_len"), ("user", "One?"))
