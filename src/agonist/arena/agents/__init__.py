"""Registered agents: what their forms say, how they are tried out, what is known of them."""
