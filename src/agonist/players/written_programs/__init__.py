"""`code:MODEL`: the model writes a program from the rules, and the program plays."""
