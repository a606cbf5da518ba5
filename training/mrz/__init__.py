"""Trains the two networks that find and read machine readable zones, from rendered print alone."""
