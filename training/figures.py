"""Error rates in the terms of ISO/IEC 30107-3: APCER for each species at limits that reject a share of bona fide."""

import numpy as np

RATES = {"level2": 0.01, "level4": 0.03, "level6": 0.10}
"""Bona fide rejected at each level's limit."""


def limits(logits, is_bona_fide):
    """For each level the logit below which its share of these bona fide samples lies."""
    living = np.sort(logits[is_bona_fide])
    return {level: round(float(np.quantile(living, rate)), 3) for level, rate in RATES.items()}


def errors(logits, species, limit_of, bona_fide):
    """For each level: the share of bona fide rejected, and of each species' attacks accepted with their number."""
    result = {}
    for level, limit in limit_of.items():
        accepted = logits >= limit
        attacks = sorted(set(species) - {bona_fide})
        result[level] = {
            "BPCER": round(float(1 - accepted[species == bona_fide].mean()), 4),
            "APCER": {name: round(float(accepted[species == name].mean()), 4) for name in attacks},
        }
    return result


def equal_error(logits, is_bona_fide):
    """The rate at which as many attacks are accepted as bona fide samples rejected."""
    order = np.argsort(logits)
    living = is_bona_fide[order]
    rejected = np.concatenate([[0], np.cumsum(living)]) / max(1, living.sum())
    accepted = 1 - np.concatenate([[0], np.cumsum(~living)]) / max(1, (~living).sum())
    nearest = int(np.abs(rejected - accepted).argmin())
    return round(float((rejected[nearest] + accepted[nearest]) / 2), 4)


def in_order(attacks, living):
    """The share of pairs of an attack and a bona fide score in which bona fide is higher (area under the curve)."""
    attacks, living = np.asarray(attacks)[:, None], np.asarray(living)[None, :]
    return round(float((attacks < living).mean() + (attacks == living).mean() / 2), 4)
