"""Language models behind one asynchronous protocol: `model_assembly.build("openai/gpt-5-mini")` gives one."""
