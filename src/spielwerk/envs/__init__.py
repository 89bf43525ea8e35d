"""Environments for research: what learners see, may do and get, and many games at once."""
