"""`python -m training.mrz`: samples, networks, pack, and what is measured on them.

Without a step's name `render`, `train` and `measure` run in order for the finder and the reader, beside each other;
each goes on where it was stopped.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

from . import render

NETWORKS = ("finder", "reader")
SAMPLES = {
    "finder": {"train": 8400, "validation": 180, "test": 0},
    "reader": {"train": 120000, "validation": 6000, "test": 0},
}
DATA = Path(__file__).resolve().parents[2] / "shared/data"


def main():
    parser = argparse.ArgumentParser(prog="python -m training.mrz", description=__doc__)
    parser.add_argument("step", nargs="?", choices=("all", *STEPS), default="all")
    parser.add_argument(
        "--network", choices=NETWORKS, help="one of the networks alone; without it both, beside each other"
    )
    parser.add_argument("--work", type=Path, default=Path(".training"), help="where samples and checkpoints lie")
    parser.add_argument("--pack", type=Path, default=Path("packs/documents"), help="where the networks are written")
    parser.add_argument("--data", type=Path, default=DATA, help="where the specimens lie")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1.0, help="samples, as a share of the usual number")
    parser.add_argument("--count", type=int, default=200, help="pictures that `sheets` writes")
    options = parser.parse_args()
    for step in ("render", "train", "measure") if options.step == "all" else (options.step,):
        STEPS[step](options)


def counts(options, name):
    """Samples of each part."""
    return {part: int(size * options.scale) for part, size in SAMPLES[name].items()}


def folder(options):
    return options.work / f"mrz-{options.seed}"


def beside(options, step):
    """Runs a step for both networks at once, each in a process of its own."""
    command = [sys.executable, "-B", "-m", "training.mrz", step, *shared_arguments(options)]
    running = [subprocess.Popen([*command, "--network", name]) for name in NETWORKS]
    if any([process.wait() for process in running]):
        raise SystemExit(f"{step} failed")


def shared_arguments(options):
    named = {
        "--work": options.work,
        "--pack": options.pack,
        "--data": options.data,
        "--seed": options.seed,
        "--scale": options.scale,
    }
    return [str(part) for pair in named.items() for part in pair]


def render_samples(options):
    if options.network is None:
        return beside(options, "render")
    render.render(folder(options), options.network, counts(options, options.network), options.seed)


def train(options):
    """Fits the networks that are not fitted yet; the pack is written when both are."""
    import torch

    from . import fit, pack

    if options.network is None:
        beside(options, "train")
        fitted = {name: torch.load(folder(options) / f"{name}.fitted") for name in NETWORKS}
        described = {name: {key: value for key, value in one.items() if key != "state"} for name, one in fitted.items()}
        pack.write(fitted, options.pack, {"seed": options.seed, "fits": described})
        return
    name, place = options.network, folder(options)
    best = fit.fit(name, place, place, counts(options, name), options.seed)
    partial = place / f"{name}.partial"
    torch.save({**best, "samples": counts(options, name)["train"]}, partial)
    os.replace(partial, place / f"{name}.fitted")


def measure(options):
    from . import measuring

    figures = {"rendered lines": measuring.rendered_lines(options.pack, 1000, options.seed)}
    figures["milliseconds"] = measuring.milliseconds(options.pack)
    if (options.data / "mrz/truth.json").is_file():
        figures["specimens"] = measuring.summary(*measuring.specimens(options.pack, options.data / "mrz"))
    options.work.mkdir(parents=True, exist_ok=True)
    (options.work / "mrz-figures.json").write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n")
    measuring.show(figures)


def write_sheets(options):
    """Pictures to set bars on and to judge by, for `onboarding eval documents`; of another seed than any sample."""
    from . import sheets

    place = options.work / f"mrz-sheets-{options.seed}"
    sheets.write(place, options.count, options.seed)
    print(f"{options.count} pictures and truth.json in {place}")


STEPS = {"render": render_samples, "train": train, "measure": measure, "sheets": write_sheets}


if __name__ == "__main__":
    main()
