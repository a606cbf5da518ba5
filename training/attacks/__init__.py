"""Simulated attack instruments, one file for each kind."""
