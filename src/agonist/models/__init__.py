"""Language models behind one asynchronous protocol; `connect` and `build` of `model_assembly` give one."""
