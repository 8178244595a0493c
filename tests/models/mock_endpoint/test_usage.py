"""What counts as cached."""

from agonist.models.mock_endpoint.usage import PromptCache


def talk(*texts):
    roles = ("system", *("user", "assistant") * len(texts))
    return [{"role": role, "content": text} for role, text in zip(roles, texts, strict=False)]


def count(cache, *texts, model="m"):
    counted = cache.count(model, talk(*texts))
    cache.remember(counted)
    return counted.tokens, counted.cached


def test_a_growing_conversation_is_cached_up_to_its_last_prompt():
    cache = PromptCache()
    assert count(cache, "r" * 400, "q" * 40) == (110, 0)
    assert count(cache, "r" * 400, "q" * 40, "a" * 8, "q" * 12) == (115, 110)
    assert count(cache, "r" * 400, "other") == (102, 100)
    assert count(cache, "s" * 400, "q" * 40) == (110, 0)


def test_models_and_roles_and_borders_are_told_apart():
    cache = PromptCache()
    count(cache, "abcd", "efgh")
    assert count(cache, "abcd", "efgh", model="n") == (2, 0)
    assert count(cache, "abcde", "fgh") == (3, 0)
    swapped = [{"role": "user", "content": "abcd"}]
    assert cache.count("m", swapped).cached == 0


def test_only_what_was_answered_is_cached():
    cache = PromptCache()
    assert cache.count("m", talk("abcd")).cached == 0
    assert cache.count("m", talk("abcd")).cached == 0


def test_the_cache_is_bounded_and_forgets_what_was_used_least_lately():
    cache = PromptCache(size=3)
    for text in ("a", "b", "c", "a", "d"):
        count(cache, text)
    assert cache.count("m", talk("b")).cached == 0
    assert cache.count("m", talk("a")).cached == 1
