"""A client of the onboarding server, written from its published documents alone.

Nothing here shares code with the server or with the Swift client, so that a mistake which both of those make is seen.
"""
