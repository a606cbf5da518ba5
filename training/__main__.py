"""`python -m training`: portraits, samples, networks, pack, and what is measured on them.

Without a step's name `render`, `train` and `measure` run in order; each goes on where it was stopped. `teacher` and
`recordings` only look: nothing that they say is used.
"""

import argparse
import json
import pickle
from pathlib import Path

from . import people, render

NETWORKS = ("face", "scene")


def main():
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("step", nargs="?", choices=("all", *STEPS), default="all")
    parser.add_argument("--work", type=Path, default=Path(".training"), help="where samples and checkpoints lie")
    parser.add_argument("--pack", type=Path, default=Path("packs/liveness"), help="where the networks are written")
    parser.add_argument("--data", type=Path, default=people.DATA, help="where the portraits lie")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--train", type=int, default=9000, help="samples of the training people")
    parser.add_argument("--held-out", type=int, default=800, help="samples of the validation, and of the test people")
    parser.add_argument("--epochs", type=int, default=6)
    options = parser.parse_args()
    for step in ("render", "train", "measure") if options.step == "all" else (options.step,):
        STEPS[step](options)


def portraits(options):
    """The portraits with points and mattes, computed once."""
    kept = options.work / "portraits.pickle"
    if not kept.exists():
        from . import detector

        loaded = people.load(detector.Detector(), people.sources(options.data))
        options.work.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(pickle.dumps(loaded))
    return pickle.loads(kept.read_bytes())


def rendered(options):
    """The folder of the samples of one seed."""
    return options.work / f"samples-{options.seed}"


def render_samples(options):
    counts = {"train": options.train, "validation": options.held_out, "test": options.held_out}
    render.render(portraits(options), rendered(options), counts, options.seed)


def train(options):
    from . import fit, pack

    folder, checkpoints = rendered(options), options.work / f"checkpoints-{options.seed}"
    best = {name: fit.fit(name, folder, checkpoints, options.epochs, options.seed) for name in NETWORKS}
    digest = people.digest(people.sources(options.data))
    pack.write(best, folder, options.pack, options.seed, digest)


def measure(options):
    from . import measuring

    result = measuring.held_out(options.pack, rendered(options))
    (options.work / "figures.json").write_text(json.dumps(result, indent=2) + "\n")
    measuring.show(result)


def teacher(options):
    from . import measuring

    measuring.teacher(portraits(options), options.data.parent / "models/pad")


def recordings(options):
    from . import measuring

    measuring.recordings(options.pack, options.data / "liveness")


STEPS = {"render": render_samples, "train": train, "measure": measure, "teacher": teacher, "recordings": recordings}


if __name__ == "__main__":
    main()
