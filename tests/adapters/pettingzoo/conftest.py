import os

# PettingZoo's classic games draw with pygame, which greets everyone on standard output.
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
