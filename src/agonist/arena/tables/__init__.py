"""Tables at which people play: seats, clocks, answers, and the process that plays on."""
