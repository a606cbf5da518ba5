"""Trains the networks that see the texture of frames, on attacks and cameras that are simulated."""
